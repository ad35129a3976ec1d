// Words: a player's own is typed here with its dots; another's is named here as a whole.

import { ask, button, h, openDialog, refresh } from "./dom.js";
import { trayRow } from "./probe-flaps.js";
import { P } from "./strings-probe.js";
import { N } from "./strings-probe-call.js";
import { W } from "./strings-probe-word.js";
import { S } from "./strings.js";

const SPACES = 12;
const VALUES = [5, 10, 15, 15, 10, 5, 5, 10, 15, 15, 10, 5];
const TYPED = { type: "text", maxlength: 24, autocomplete: "off", autocapitalize: "characters", autocorrect: "off", spellcheck: "false", class: "word-input" };

const LIGATURES = { Æ: "AE", Œ: "OE", ẞ: "SS", ß: "SS" };

/** About how the rules will fold what is typed, for the preview; what counts is what they say. */
function folded(text, rules) {
  const signs = [...text.trim().normalize(rules.accents === "kept" ? "NFC" : "NFKD")].filter((sign) => !/\p{M}/u.test(sign));
  return signs.map((sign) => (rules.accents === "kept" ? sign : LIGATURES[sign.toUpperCase()] ?? LIGATURES[sign] ?? sign).toUpperCase()).join("");
}

/** A number with a key for one fewer and one for one more. */
export function stepper(what, value, low, high, change) {
  const shown = h("b", { "aria-live": "polite" }, `${value}`);
  const step = (by) => {
    value = Math.min(high, Math.max(low, value + by));
    shown.textContent = `${value}`;
    change(value);
  };
  return h("div", { class: "stepper", role: "group", "aria-label": what }, h("span", {}, what),
    button("−", () => step(-1), { class: "plain circle", "aria-label": W.fewer(what), "data-step": "fewer" }), shown,
    button("+", () => step(1), { class: "plain circle", "aria-label": W.more(what), "data-step": "more" }));
}

/** The form in which a player types the word of one tray. */
function wordForm(v, tray, act) {
  const { rules } = v;
  const opened = changing.get(tray.tray);
  const state = { before: 0, after: 0, first: tray.ready ? tray.spaces[0].space : 1, spaces: 6 };
  const known = tray.typed && tray.spaces.every((flap) => flap.sign) ? tray.spaces.map((flap) => flap.sign).join("") : "";
  const letters = known.replaceAll(".", "");
  state.before = known.indexOf(letters[0] ?? "");
  state.after = known.length - state.before - letters.length;
  const input = h("input", { ...TYPED, value: letters, "aria-label": tray.tray ? P.wordOf(tray.tray) : P.word, on: { input: () => draw(), change: () => look() } });
  const preview = h("div", { "aria-hidden": "true" });
  const hint = h("p", { class: "note", "aria-live": "polite" });
  const found = h("p", { class: "note", "aria-live": "polite" });
  const key = h("button", { type: "submit", class: "gold", "data-focus": `word-${tray.tray}` }, W.setOutKey);
  const whole = () => ".".repeat(state.before) + folded(input.value, rules) + ".".repeat(state.after);
  const place = () => ({ ...(tray.tray && { tray: tray.tray }), ...(rules.placing === "anywhere" && { first: state.first }) });

  function draw() {
    const signs = [...whole()];
    const short = rules.min_letters - [...folded(input.value, rules)].length;
    const long = signs.length + (rules.placing === "anywhere" ? state.first - 1 : 0) > SPACES;
    hint.textContent = !input.value.trim() ? W.wordRule(rules.min_letters, rules.max_dots) : long ? W.tooLong : short > 0 ? W.tooShort(short) : "";
    key.disabled = short > 0 || long;
    found.textContent = "";
    const from = rules.placing === "anywhere" ? state.first - 1 : 0;
    const spaces = signs.slice(0, SPACES - from).map((sign, i) => ({ space: from + i + 1, value: VALUES[from + i], open: false, sign }));
    preview.replaceChildren(...(spaces.length > 0 ? [trayRow({ spaces }, { own: true })] : []));
  }

  /** A hint for the owner only; the table decides what is a word. */
  async function look() {
    const word = input.value.trim();
    const said = key.disabled ? null : await act.spelling(word);
    if (said && said.known !== null && input.value.trim() === word) found.textContent = said.known ? P.known(S.list(said.dictionaries)) : P.unknown(S.list(said.dictionaries));
  }

  const steppers = [
    stepper(W.dotsBefore, state.before, 0, rules.max_dots, (n) => { state.before = n; draw(); }),
    stepper(W.dotsAfter, state.after, 0, rules.max_dots, (n) => { state.after = n; draw(); }),
    rules.placing === "anywhere" && stepper(W.firstSpace, state.first, 1, SPACES, (n) => { state.first = n; draw(); }),
  ];
  const form = h("form", { class: "word-form", on: { submit: async (event) => { event.preventDefault(); if (!key.disabled && await act.word(whole(), place())) changed(tray, opened, act); } } },
    h("label", {}, h("span", { class: "label" }, tray.tray ? P.wordOf(tray.tray) : P.word), input), hint, found, preview,
    h("div", { class: "steppers" }, steppers), key);
  draw();
  return [form, keptForm(v, null, tray, act, () => changed(tray, opened, act))];
}

/** Say only how many spaces a word takes; `seat` is whose, null for the reader's own. */
export function keptForm(v, seat, tray, act, done = () => {}) {
  const state = { spaces: Math.min(SPACES, Math.max(6, v.rules.min_letters)), first: 1 };
  const key = button(W.readyKey(state.spaces), async () => {
    const body = { spaces: state.spaces, ...(seat !== null && { player: seat }), ...(tray.tray && { tray: tray.tray }), ...(v.rules.placing === "anywhere" && { first: state.first }) };
    if (await act.ready(body)) done();
  }, { class: "plain", "data-focus": `ready-${seat}-${tray.tray}` });
  const inside = [
    stepper(P.spaces, state.spaces, v.rules.min_letters, SPACES, (n) => { state.spaces = n; key.textContent = W.readyKey(n); }),
    v.rules.placing === "anywhere" && stepper(W.firstSpace, 1, 1, SPACES, (n) => { state.first = n; }),
    key,
  ];
  return seat === null ? h("details", { class: "kept" }, h("summary", {}, W.keepsIt), h("p", { class: "note" }, W.keepsHint), inside) : h("div", { class: "kept" }, inside);
}

// The sides of the trays whose words are being changed, each with what stands for the time it was begun.
const changing = new Map();

/** Whether the word of the reader's tray is typed now: it is not set out yet, or is being changed. */
const typedNow = (v, me, at) => v.may_set_out && me !== null && at < v.seats[me].trays.length && (changing.has(v.seats[me].trays[at].tray) || !v.seats[me].trays[at].ready);

/** Which form stands for the reader's tray. A pane a tray, whatever is told of either: what is typed outlives it. */
export const wordKey = (v, me, at) => typedNow(v, me, at) && [v.rules, me, v.seats[me].trays[at].tray, v.game_id];

export const wordPanel = (v, me, at, act) => (typedNow(v, me, at) ? h("div", { class: "panel own-word" }, wordForm(v, v.seats[me].trays[at], act)) : []);

/** Whether all of the reader's words stand and can still be changed. */
export function wordsStand(v, me) {
  if (!v.may_set_out || me === null) changing.clear();
  return v.may_set_out && me !== null && changing.size === 0 && v.seats[me].trays.every((tray) => tray.ready);
}

export const standing = (v, me, act) => (wordsStand(v, me) ? h("div", { class: "panel own-word" }, h("p", {}, W.stands),
  button(W.changeWord, () => { for (const tray of v.seats[me].trays) changing.set(tray.tray, {}); act.redraw(); }, { class: "plain", "data-focus": "change-word" })) : []);

/** A word was taken. Where its answer came late, the form may be gone and another have been opened: that one stays. */
function changed(tray, opened, act) {
  if (changing.get(tray.tray) === opened) changing.delete(tray.tray);
  act.redraw();
}

/** Whoever has no phone says only that a word stands: any phone may enter it. */
export function readyKeys(v, me, act) {
  return v.players.flatMap((name, seat) => (v.held[seat] || seat === me ? [] : v.seats[seat].trays.filter((tray) => !tray.ready).map((tray) =>
    button(W.readyFor(P.tray(name, tray.tray)), () => openDialog(P.readyForTitle(name, tray.tray), S.close, (close) => keptForm(v, seat, tray, act, close)),
      { class: "plain", "data-focus": `ready-for-${seat}-${tray.tray}` }))));
}

const callers = (v, me, of) => v.players.map((_, seat) => seat).filter((seat) => seat !== of && (seat === me || !v.held[seat]) && (v.rules.call_in_own_turn || seat !== v.active));

/** Whether somebody at this phone may name the word of a tray now. */
export const mayCall = (v, seat, tray, me) =>
  seat !== me && tray.may_be_named && !["setup", "judge", "final", "game_over"].includes(v.phase) && callers(v, me, seat).length > 0;

/** Name a whole word: typed here, or said aloud. */
export function callDialog(v, of, tray, me, act) {
  const able = callers(v, me, of);
  // The same word named once more would be another call: it belongs to the table that stood as the dialog was opened.
  const seen = act.seen();
  let player = able.includes(me) ? me : able[0];
  const input = h("input", { ...TYPED, "aria-label": N.word });
  const lies = h("div", {});
  // What is uncovered while somebody thinks is shown here too.
  const lay = (fresh) => refresh(lies, fresh.spaces, () => {
    input.placeholder = fresh.spaces.map((flap) => flap.sign ?? "–").join("");
    return trayRow(fresh);
  });
  lay(tray);
  const node = openDialog(N.title(P.tray(v.players[of], tray.tray)), S.close, (close) => {
    const send = async (word) => { if (await act.call({ player, of, ...(tray.tray && { tray: tray.tray }), ...(word !== null && { word }), seen })) close(); };
    const who = h("select", { "aria-label": N.who, on: { change: () => { player = Number(who.value); } } }, able.map((seat) => h("option", { value: seat }, v.players[seat])));
    who.value = String(player);
    const all = tray.spaces.length;
    const filled = () => [...folded(input.value.replaceAll("…", "..."), v.rules)].length;
    const hint = h("p", { class: "note", "aria-live": "polite" });
    input.addEventListener("input", () => { hint.textContent = [0, all].includes(filled()) ? "" : N.fills(filled(), all); });
    /** A wrong length is a wrong guess like any other, but few mean one. */
    const typed = async (event) => {
      event.preventDefault();
      const word = input.value.trim();
      if (word && (filled() === all || await ask(N.anyway(filled(), all), N.key, S.leaveIt, N.costs))) send(word);
    };
    return [
      h("p", { class: "note" }, N.hint(tray.spaces.length)),
      lies,
      able.length > 1 && h("label", {}, h("span", { class: "label" }, N.who), who),
      h("form", { class: "word-form", on: { submit: typed } },
        h("label", {}, h("span", { class: "label" }, N.word), input), hint,
        h("button", { type: "submit", class: "gold", "data-focus": "call-typed" }, N.key)),
      button(N.aloud, async () => { if (await ask(N.ask(v.players[player]), N.key, S.leaveIt)) send(null); }, { class: "plain", "data-focus": "call-aloud" }),
    ];
  });
  node.addEventListener("close", act.onChange((fresh) => {
    if (fresh.game_id === v.game_id) lay(fresh.seats[of].trays.find((one) => one.tray === tray.tray));
    else node.close();
  }));
}
