// Probe on a television: everybody's trays across the whole screen, what was drawn, and what is asked.

import { h } from "./dom.js";
import { activity, drawnNode } from "./probe-cards.js";
import { banner, newsNode } from "./probe-moves.js";
import { traysPanel } from "./probe-trays.js";
import { asked, televise, untouched } from "./tv.js";
import { P } from "./strings-probe.js";
import { S } from "./strings.js";
import { styled } from "./styles.js";

await styled("tv-probe.css");

const OPTIONS = 3;

const turnWords = (v) => {
  if (v.phase === "game_over") return S.over;
  if (v.phase === "setup") return P.settingOut;
  return v.last ? P.lastTurns(v.last.turns) : P.turn(v.turn_number);
};

const stage = (v) => h("div", { class: "felt trays" }, traysPanel(v, null, null), h("div", { class: "brings" }, drawnNode(v), newsNode(v)));

function stageKey(v) {
  const { lights, notices, questions, number, since, out_of_step, trouble, advice, told, picture, log, ...table } = v;
  return [table, lights?.seats];
}

function question(v) {
  const one = v.questions[0];
  if (!one) return null;
  return () => asked(one.sure ? P.proposed(v.players[one.player] ?? "", P.card(one.cards[0].card)) : S.question, null, one.crop, one.cards.slice(0, OPTIONS).map(({ card }) => activity(card)));
}

export function drawBoard(root, v, page) {
  televise(root, v, page, {
    barKey: () => [v.turn_number, v.phase, v.last],
    bar: () => [h("span", {}, P.name), h("span", { class: "round" }, turnWords(v))],
    stage, stageKey, question,
    won: () => v.scores.some(({ points }) => points > 0) && `${v.game_id}/${v.log.count}`,
    laid: () => v.drawn.length > 0 && `${v.game_id}/${v.turn_number}/${v.drawn.length}`,
    sentence: () => banner(untouched(v), null),
    standing: () => v.ranking.map(({ rank, player, points }) => ({ name: player, rank, points })),
  });
}
