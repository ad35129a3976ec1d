// Who this browser is to the table: joining by the code, the owner's PIN, and the sign that leads others here.

import { ask, button, h, openDialog } from "./dom.js";
import { S } from "./strings.js";
import { A } from "./strings-access.js";

const LENGTH = 6;
const KINDS = {
  code: { path: "/api/join", title: A.askCode, hint: A.askCodeHint, go: A.join, field: { autocapitalize: "characters", autocomplete: "off", spellcheck: "false" } },
  pin: { path: "/api/owner", title: A.askPin, hint: A.askPinHint, go: A.open, field: { inputmode: "numeric", autocomplete: "one-time-code" } },
};
// What a refusal must be answered with, by its rule.
const ANSWERS = { player: "code", owner: "pin" };

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

/** Post a wish; where the table wants the code or the PIN first, ask for it and then post once more. */
export const guarded = (post, again) => async (path, body) => {
  const answer = await post(path, body);
  const kind = answer.status === 403 && ANSWERS[answer.body.rule];
  if (!kind || !(await unlock(post, kind))) return answer;
  again();
  return post(path, body);
};

const address = (v) => v.address ?? `${location.origin}/`;

/** The sign to scan, and what to type where nothing can be scanned. */
function sign(v) {
  return [
    h("div", { class: "join-code" }, h("img", { class: "qr", src: `/join.svg?of=${encodeURIComponent(v.code ?? "")}`, alt: A.joinSign, width: 84, height: 84 })),
    h("p", { class: "join-address" }, address(v), v.code && [" ", h("b", { class: "join-word", role: "img", "aria-label": A.spelt(v.code) }, v.code)]),
  ];
}

/** The big screen's way in; a screen that may not know the code says how it gets to. */
export function joinCard(v, act) {
  if (v.role === "spectator") {
    return h("div", { class: "panel join closed" }, h("div", {},
      h("h2", {}, S.joinTitle), h("p", { class: "note" }, A.hiddenHint),
      h("div", { class: "row" }, button(A.enterCode, act.join, { class: "plain", "data-focus": "join" }))));
  }
  return h("div", { class: "panel join" }, sign(v),
    h("div", {}, h("h2", {}, S.joinTitle), h("p", { class: "note" }, v.code ? A.joinBoth : S.joinHint)));
}

/** What a phone that only watches sees first. */
export function watcher(act) {
  return h("div", { class: "panel welcome" }, h("h1", {}, A.watching), h("p", { class: "note" }, A.watchingHint),
    button(A.enterCode, act.join, { class: "gold large", "data-focus": "join" }));
}

/** Show the way in to whoever sits beside, and let the owner be one. */
export function invite(v, act) {
  const owner = v.role === "owner";
  openDialog(A.inviteTitle, S.close, (close) => {
    const then = (call) => async () => { close(); await call(); };
    return [
      h("div", { class: "join" }, sign(v)),
      owner && v.code && h("p", { class: "note" }, A.isOwner),
      h("div", { class: "row" },
        v.code && button(A.television, then(act.pair), { class: "plain" }),
        !owner && button(A.owner, then(act.own), { class: "plain" }),
        owner && v.code && button(A.disown, then(act.disown), { class: "plain" }),
        owner && v.code && button(A.renew, then(async () => (await ask(A.renewAsk, A.renew, S.cancel, A.renewHint)) && act.renew()), { class: "plain" })),
    ];
  });
}

/** What the pages can wish for here. `again` fetches the state anew, for it depends on who asks. */
export function accessWishes({ post, send, again, now }) {
  const then = async (done) => { if (await done) again(); return done; };
  return {
    join: () => then(unlock(post, "code")),
    own: () => then(unlock(post, "pin")),
    disown: () => then(send("/api/owner/leave")),
    renew: () => then(send("/api/code")),
    pair: async () => (await import("./pair.js")).pairDialog(post),
    invite() { invite(now(), this); },
  };
}
