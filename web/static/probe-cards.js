// Activity cards: how one is drawn on the page, how it is chosen by hand, and how a seen one is confirmed.

import { button, h, openDialog } from "./dom.js";
import { P } from "./strings-probe.js";
import { S } from "./strings.js";
import { toast } from "./toast.js";
import { atPanel } from "./words.js";

const POINTS = /^[+-]?[1-9][0-9]?$/;

const kind = (card) => (/^[+-]/.test(card) ? (P.points(card) > 0 ? "plus" : "minus") : card.startsWith("x") ? "times" : card);

/** An activity card as a small drawing: its sign and its words. */
export const activity = (card) => h("span", { class: `activity of-${kind(card)}` },
  h("b", { "aria-hidden": "true" }, P.cardSign(card)), h("span", {}, P.card(card)));

/** Let the reader say which card was drawn. */
export function pickActivity(v, chosen) {
  openDialog(P.chooseCardTitle, S.close, (close) => {
    const take = (card) => { close(); chosen(card); };
    const input = h("input", { type: "text", inputmode: "text", maxlength: 3, "aria-label": P.pointsWord, placeholder: "-20", autocomplete: "off" });
    const other = () => {
      const said = input.value.trim().replace("−", "-");
      if (!POINTS.test(said)) { toast(P.pointsWord); return; }
      take(/^[+-]/.test(said) ? said : `+${said}`);
    };
    return [
      h("div", { class: "activities" }, v.cards.map((card) =>
        button(activity(card), () => take(card), { class: "activity-key", "data-card": card }))),
      h("form", { class: "row other-points", on: { submit: (event) => { event.preventDefault(); other(); } } },
        h("label", {}, h("span", { class: "note" }, P.otherPoints), input),
        h("button", { type: "submit", class: "plain" }, P.take)),
    ];
  });
}

/** The card that the camera saw: a proposal that a tap confirms, or puts right. */
export function proposalNode(v, question, act) {
  const who = v.players[question.player] ?? "";
  const image = question.crop && h("img", { src: question.crop, alt: S.questionPicture, on: { error: () => image.remove() } });
  const [first] = question.cards;
  const answer = (card) => act.answer(question.id, card);
  const keys = question.cards.filter((_, i) => !question.sure || i > 0).map(({ card, confidence }, i) =>
    button([activity(card), confidence >= 0.005 && h("span", { class: "note" }, S.sure(confidence))], () => answer(card),
      { class: `activity-key ${i === 0 && !question.sure ? "likely" : ""}`, "data-focus": `card-${card}` }));
  return h("section", { class: `panel question ${question.sure ? "proposal" : ""}`, "aria-label": P.cards },
    h("div", {}, h("h2", {}, question.sure ? P.proposed(who, P.card(first.card)) : S.question),
      h("p", { class: "note" }, question.sure ? atPanel(v, S.confirmHint) : question.why === S.question ? S.questionHint : question.why)),
    h("div", { class: "question-body" },
      h("figure", { class: "crop" }, image, h("figcaption", { class: "note" }, S.questionSeen)),
      h("div", { class: "answers" },
        question.sure && [activity(first.card), button(P.isIt, act.confirm, { class: "gold large", "data-focus": "take-card" })],
        keys.length > 0 && h("div", { class: "activities" }, keys))),
    h("div", { class: "row" },
      button(S.other, () => pickActivity(v, answer), { class: "plain", "data-focus": "other-card" }),
      button([h("strong", {}, S.noCard), h("span", { class: "note" }, S.noCardHint)], () => answer(null), { class: "answer-none", "data-focus": "no-card" })));
}

/** What was drawn in this turn. */
export const drawnNode = (v) => (v.drawn.length === 0 || v.phase === "game_over" ? null
  : h("ul", { class: "drawn", "aria-label": P.cards }, v.drawn.map((card) => h("li", {}, activity(card)))));
