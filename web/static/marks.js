// A card that was entered as it probably is: its picture lies on it, and one tap opens what else it may be.

import { button, h, openDialog } from "./dom.js";
import { card, spoken } from "./cards.js";
import { likelyKeys, nearKeys, picture } from "./question.js";
import { K } from "./strings-marks.js";
import { S } from "./strings.js";
import { styled } from "./styles.js";

await styled("marks.css");

/** The mark of the card that a seat laid in this trick, or with null of the one turned up; nothing where it is certain. */
export const markOf = (v, seat) => (v.marked ?? []).find((one) => one.player === seat);

const thumb = (mark) => {
  const image = mark.crop && h("img", { src: mark.crop, alt: "", on: { error: () => image.remove() } });
  return image;
};

/** The key that a marked card is: whatever shows the card, the picture of it, and the sign that it is not certain. */
export function markKey(v, mark, act, shown) {
  const inner = [shown, thumb(mark), h("span", { class: "unsure-sign", "aria-hidden": "true" }, "?")];
  const label = K.open(spoken(mark.card, v.edition));
  if (v.role === "spectator") return h("span", { class: "unsure", role: "group", "aria-label": K.of(spoken(mark.card, v.edition)) }, inner);
  return h("button", { type: "button", class: "unsure", "aria-label": label, "data-focus": `mark${mark.index}`, on: { click: () => openMark(v, mark, act) } }, inner);
}

/** What else it may be; who taps the card that stands there has confirmed it alone. */
function openMark(v, mark, act) {
  const title = mark.player === null || mark.player === undefined ? K.turned : K.whose(v.players[mark.player]);
  const same = JSON.stringify([mark.index, mark.card]);
  const seen = act.seen();
  const node = openDialog(title, S.close, (close) => {
    const put = (name) => { close(); act.correct(mark.index, { card: name, seen }); };
    return h("div", { class: "marking" },
      h("p", { class: "note" }, K.hint),
      h("div", { class: "question-body" }, picture(mark),
        h("div", { class: "options" }, likelyKeys(v, mark.cards, put, { mark: { card: mark.card, note: K.right, label: K.keep(spoken(mark.card, v.edition)) }, focus: "m" }))),
      nearKeys(v, mark.near, put, "m"),
      h("div", { class: "row" }, button(S.other, () => { close(); act.pickCard({ ...v, called: null, seen: [] }, put); }, { class: "plain" })));
  });
  // What was settled in the meantime, by the eye or another phone, is not to be settled again.
  const stop = act.onChange((fresh) => {
    if (!(fresh.marked ?? []).some((one) => JSON.stringify([one.index, one.card]) === same)) node.close();
  });
  node.addEventListener("close", stop);
}

/** A marked card as it lies in a trick. */
export const marked = (v, mark, act) => markKey(v, mark, act, card(mark.card, v.edition));
