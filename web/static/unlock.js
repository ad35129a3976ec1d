// What opens to join by the code, to be the owner, and to invite others.

import { ask, button, h, openDialog, refresh } from "./dom.js";
import { S } from "./strings.js";
import { U } from "./strings-unlock.js";

const LENGTH = 6;
const KINDS = {
  code: { path: "/api/join", title: U.askCode, hint: U.askCodeHint, go: U.join, field: { autocapitalize: "characters", autocomplete: "off", spellcheck: "false" } },
  pin: { path: "/api/owner", title: U.askPin, hint: U.askPinHint, go: U.open, field: { inputmode: "numeric", autocomplete: "one-time-code" } },
};

/** Ask for the code or the PIN until it is right, or nobody wants to any more. Resolves true or false. */
export function unlock(post, kind) {
  const { path, title, hint, go, field } = KINDS[kind];
  return new Promise((resolve) => {
    let right = false;
    const said = h("p", { class: "alert", role: "alert", hidden: true });
    const input = h("input", { type: "text", class: "key-field", name: kind, "aria-label": title, maxlength: 2 * LENGTH, required: true, autofocus: true, ...field });
    const node = openDialog(title, S.close, (close) => h("form", {
      class: "unlock",
      on: {
        submit: async (event) => {
          event.preventDefault();
          const answer = await post(path, { [kind]: input.value });
          right = answer.ok;
          if (right) return close();
          said.textContent = answer.body.error ?? S.trouble;
          said.hidden = false;
          input.select();
        },
      },
    },
      h("p", { class: "note" }, hint), input, said,
      h("div", { class: "row" }, button(S.cancel, close, { class: "plain" }), h("button", { type: "submit", class: "gold" }, go))));
    node.addEventListener("close", () => resolve(right));
  });
}

/** Show the way in, `sign(v)`, to whoever sits beside, and let the owner be one; a code that was drawn anew takes the old one's place. */
export function invite(shown, sign, act) {
  const node = openDialog(U.inviteTitle, S.close, () => []);
  const body = node.querySelector(".dialog-body");
  const fill = (v) => refresh(body, [v.role, v.code, v.address], () => ways(v, sign, act, () => node.close()));
  fill(shown);
  node.addEventListener("close", act.onChange(fill));
}

function ways(v, sign, act, close) {
  const owner = v.role === "owner";
  const then = (call) => async () => { close(); await call(); };
  return [
    h("div", { class: "join" }, sign(v)),
    owner && v.code && h("p", { class: "note" }, U.isOwner),
    h("div", { class: "row" },
      v.code && button(U.television, then(() => act.pair()), { class: "plain" }),
      !owner && button(U.owner, then(act.own), { class: "plain" }),
      owner && v.code && button(U.disown, then(act.disown), { class: "plain" }),
      owner && v.code && button(U.renew, then(async () => (await ask(U.renewAsk, U.renew, S.leaveIt, U.renewHint)) && act.renew()), { class: "plain" })),
  ];
}
