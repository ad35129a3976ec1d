// What is typed into a dialog: it stands there until it was taken.

/** Give what sends it, once at a time, and then closes; `send(...)` resolves true where it was taken. */
export function taken(close, send) {
  let under = false;
  return async (...typed) => {
    if (under) return;
    under = true;
    if (await send(...typed)) close();
    under = false;
  };
}
