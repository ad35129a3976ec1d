// Who this browser is to the table: joining by the code, the owner's PIN, and the sign that leads others here.

import { button, h } from "./dom.js";
import { S } from "./strings.js";
import { A } from "./strings-access.js";

// What a refusal must be answered with, by its rule.
const ANSWERS = { player: "code", owner: "pin" };

const dialogs = () => import("./unlock.js");

/** Post a wish; where the table wants the code or the PIN first, ask for it and then post once more. */
export const guarded = (post, again) => async (path, body) => {
  const answer = await post(path, body);
  const kind = answer.status === 403 && ANSWERS[answer.body.rule];
  if (!kind || !(await (await dialogs()).unlock(post, kind))) return answer;
  again();
  return post(path, body);
};

const address = (v) => v.address ?? `${location.origin}/`;

/** The sign to scan, and what to type where nothing can be scanned. */
export function sign(v) {
  return [
    h("div", { class: "join-code" }, h("img", { class: "qr", src: `/join.svg?of=${encodeURIComponent(`${v.code ?? ""} ${address(v)}`)}`, alt: A.joinSign, width: 84, height: 84 })),
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

/** What the pages can wish for here. `again` fetches the state anew, for it depends on who asks. */
export function accessWishes({ post, send, again, now }) {
  const then = async (done) => { if (await done) again(); return done; };
  return {
    join: async () => then((await dialogs()).unlock(post, "code")),
    own: async () => then((await dialogs()).unlock(post, "pin")),
    disown: () => then(send("/api/owner/leave")),
    renew: () => then(send("/api/code")),
    pair: async (sign) => (await import("./pair.js")).pairDialog(post, sign),
    async invite() { (await dialogs()).invite(now(), sign, this); },
  };
}
