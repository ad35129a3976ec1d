// Small tools to build a page: everything a player typed goes through text nodes, never through markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, call] of Object.entries(value)) node.addEventListener(event, call);
    else if (name === "vars") for (const [key, v] of Object.entries(value)) node.style.setProperty(key, v);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
export const s = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

export function button(label, press, props = {}) {
  return h("button", { type: "button", ...props, on: { click: press } }, label);
}

// What could not be kept: a window that keeps nothing, as the browser of many an app, has no storage, or refuses it.
const unkept = new Map();

/** What is kept under a key in the browser's storage of this name; else for as long as the page stands. */
export function recall(storage, key) {
  try { return unkept.get(key) ?? globalThis[storage].getItem(key); } catch { return null; }
}

export function retain(storage, key, value) {
  unkept.delete(key);
  try { globalThis[storage].setItem(key, value); } catch { unkept.set(key, value); }
}

const drawn = new WeakMap();

/** Find again what was drawn anew, if it was: by its name, else by its word. */
function alike(node, held) {
  if (node.contains(held)) return held;
  const { focus } = held.dataset;
  if (focus) return node.querySelector(`[data-focus="${CSS.escape(focus)}"]`);
  // A field has no text: by that each would be the first.
  const word = (one) => one.ariaLabel ?? one.textContent;
  return [...node.querySelectorAll(held.localName)].find((one) => word(one) === word(held));
}

/** Give a key or field that was drawn anew the focus, and a field the place in it where somebody typed; who has scrolled on stays there. */
function focusAgain(node, held) {
  node?.focus({ preventScroll: true });
  if (typeof held.selectionStart === "number") node?.setSelectionRange?.(held.selectionStart, held.selectionEnd);
}

// What somebody folded out or in.
const folded = new WeakSet();
addEventListener("click", (event) => {
  const details = event.target.closest?.("summary")?.parentElement;
  if (details) folded.add(details);
}, true);

/** Give what was folded out or in by hand, and stands under the same words once drawn anew, as it was left. */
function foldAgain(node, before) {
  const word = (details) => details.querySelector("summary")?.textContent;
  for (const details of node.querySelectorAll("details")) {
    const was = before.find((one) => word(one) === word(details));
    if (!was || was === details) continue;
    details.open = was.open;
    folded.add(details);
  }
}

/** Redraw `node` only when what it shows has changed; the key that had the focus keeps it, and what was folded stays so. */
export function refresh(node, shown, build) {
  const key = JSON.stringify(shown ?? null);
  if (drawn.get(node) === key) return false;
  drawn.set(node, key);
  const held = node.contains(document.activeElement) ? document.activeElement : null;
  const turned = [...node.querySelectorAll("details")].filter((details) => folded.has(details));
  const built = [build()].flat(3).filter((child) => child !== null && child !== undefined && child !== false);
  node.replaceChildren(...built);
  node.hidden = built.length === 0;
  foldAgain(node, turned);
  if (held && held !== document.activeElement) focusAgain(alike(node, held), held);
  return true;
}

/** Keep what a reader has begun to choose for as long as the table awaits it: `begin(before, ...given)` gives what stands at first wherever `at` is another. */
export function during(begin) {
  let was = null;
  let kept = null;
  return (at, ...given) => {
    if (was !== at) [was, kept] = [at, begin(kept, ...given)];
    return kept;
  };
}

/** What is told stands in the dialog that is open: of all that is not in it nothing is read out or can be tapped. */
function raise() {
  const over = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  over.append(...document.querySelectorAll("#say, #toast"));
}

// The key outside every dialog from which the one that is open came, or the one before it.
let opener = null;

/** Give the keyboard back to that key, or to what was drawn in its place meanwhile. */
function goBack() {
  if (document.activeElement === document.body && !document.querySelector("dialog[open]")) focusAgain(alike(document.body, opener), opener);
}

/** Open a modal dialog; `build(close)` returns its content. The dialog leaves the page when it closes, and where the same is opened once more. */
export function openDialog(title, closeLabel, build) {
  [...document.querySelectorAll("dialog")].find((one) => one.ariaLabel === title)?.close();
  const { activeElement } = document;
  if (!activeElement.closest("dialog")) opener = activeElement;
  const node = h("dialog", { class: "dialog", "aria-label": title });
  const close = () => node.close();
  node.append(
    h("div", { class: "dialog-head" }, h("h2", {}, title), button("×", close, { class: "quiet circle", "aria-label": closeLabel })),
    h("div", { class: "dialog-body" }, build(close)),
  );
  node.addEventListener("close", () => {
    raise();
    node.remove();
    goBack();
  });
  node.addEventListener("click", (event) => { if (event.target === node) close(); });
  document.body.append(node);
  node.showModal();
  raise();
  return node;
}

/** Ask before something is done; `what` says which thing it is. Resolves true or false. */
export function ask(question, yes, no, what = null) {
  return new Promise((resolve) => {
    let answer = false;
    const node = openDialog(question, no, (close) => [
      what && h("p", {}, what),
      h("div", { class: "row" },
        button(no, close, { class: "plain" }),
        button(yes, () => { answer = true; close(); }, { class: "gold", autofocus: true })),
    ]);
    node.addEventListener("close", () => resolve(answer));
  });
}
