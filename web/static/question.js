// A card that the table is not sure of: its picture, what it may be, and one tap to settle it.

import { button, h } from "./dom.js";
import { card, sign, spoken } from "./cards.js";
import { S } from "./strings.js";

const FAINT = 0.01;

/** The options likeliest first, and whether none of them is likely at all. */
export function weighed(question) {
  const options = [...question.cards].sort((one, other) => other.confidence - one.confidence);
  return { options, faint: options.every((option) => option.confidence < FAINT) };
}

/** Whether it is about a card that was counted before, because another is said to be that one. */
const earlier = (question) => question.event !== null && question.event !== undefined;

/** What is asked: which card it is, or whether it is one at all. */
export function headingOf(v, question, faint) {
  if (faint && !earlier(question)) return S.questionFaint;
  return question.player === null || question.player === undefined ? S.questionTurn : S.questionFor(v.players[question.player]);
}

/** How likely an option is, where that is worth a word. */
export const shareOf = (option) => option.confidence >= FAINT / 2 && S.sure(option.confidence);

export function picture(question) {
  const image = question.crop && h("img", { src: question.crop, alt: S.questionPicture, on: { error: () => image.remove() } });
  return h("figure", { class: "crop" }, image, h("figcaption", { class: "note" }, S.questionSeen));
}

/** A key for each card that it may be; the likeliest stands out, unless none is; `mark` says what stands there and how that is told. */
export const likelyKeys = (v, options, chosen, { mark = null, likely = true, focus = "" } = {}) => options.map((option, i) => {
  const own = option.card === mark?.card;
  return button([card(option.card, v.edition), shareOf(option) && h("span", { class: "note" }, shareOf(option)), own && h("span", { class: "note" }, mark.note)],
    () => chosen(option.card),
    { class: `option ${i === 0 && likely ? "likely" : ""}`, "aria-label": own ? mark.label : spoken(option.card, v.edition), "data-focus": `${focus}${option.card}` });
});

/** Keys for the neighbours of what it may be. */
export const nearKeys = (v, names, chosen, focus) => names.length > 0 && h("div", { class: "near", role: "group", "aria-label": S.questionNear },
  h("span", { class: "note" }, S.questionNear), names.map((name) => button(sign(name, v.edition), () => chosen(name), { class: "plain near-key", "data-focus": `${focus}${name}` })));

export function questionNode(v, question, act, pick) {
  const { options, faint } = weighed(question);
  const before = earlier(question);
  const none = button([h("strong", {}, before ? S.noMistake : S.noCard), h("span", { class: "note" }, before ? S.noMistakeHint : S.noCardHint)],
    () => act.answer(question.id, null), { class: `answer-none ${faint && !before ? "likely" : ""}`, "data-focus": `q${question.id}none` });
  const other = button(S.other, () => pick(S.pickCard, (name) => act.answer(question.id, name)), { class: "plain" });
  const answer = (name) => act.answer(question.id, name);
  const cards = likelyKeys(v, options, answer, { likely: !faint, focus: `q${question.id}` });
  return h("section", { class: "panel question", "aria-label": S.question },
    h("div", {}, h("h2", {}, headingOf(v, question, faint)),
      h("p", { class: "note" }, question.why !== S.question ? question.why : faint && !before ? S.faintHint : S.questionHint)),
    h("div", { class: "question-body" }, picture(question),
      h("div", { class: "answers" },
        faint && none,
        cards.length > 0 && h("div", { class: "options" }, cards))),
    nearKeys(v, question.near ?? [], answer, `q${question.id}`),
    h("div", { class: "row" }, other, !faint && none));
}
