// The organiser's page: begin a competition, seat its rounds, enter points, and change what has to be changed.

import { guarded } from "../access.js";
import { star } from "../cards.js";
import { button, h, openDialog, refresh } from "../dom.js";
import { Link } from "../net.js";
import { settingsKey } from "../settings.js";
import { reachable, toast } from "../toast.js";
import { isolated } from "../words.js";
import { countdown, ranked, ranking, rankings, stands, table } from "./hall-parts.js";
import { H } from "./hall-strings.js";
import { taken } from "./taken.js";

const NAME_MAX = 60;
const root = document.getElementById("app");
const sayBox = document.getElementById("say");
const bar = h("header", { class: "pane-bar pane" });
const main = h("main", { class: "organise" });
const parts = Object.fromEntries(["said", "lead", "tables", "people", "unmet", "ranking", "past"].map((name) => [name, h("section", { class: `part part-${name}` })]));
root.append(bar, main);
let form = null;

const asOwner = guarded((path, body) => link.post(path, body), () => link.start());

async function post(path, body) {
  const answer = await asOwner(path, body);
  toast(answer.ok ? "" : answer.body.error ?? H.trouble);
  return answer.ok;
}

/** `c`: the competition as it was shown when this was chosen; a dialog may stay open over another. */
async function act(c, name, said = "") {
  if (said) toast(said);
  await post("/api/competition/do", { act: name, id: c.id, round: c.round });
}

function sure(title, hint, key, done) {
  openDialog(title, H.cancel, (close) => h("div", { class: "sheet" }, h("p", {}, hint),
    h("div", { class: "row" }, button(key, () => { close(); done(); }, { class: "gold" }))));
}

const choice = (label, options, chosen, props = {}) => h("label", { class: "field" }, label,
  h("select", props, options.map(([value, word]) => h("option", { value, selected: value === chosen }, word))));
const hinted = (name, hint, made) => h("div", { class: "hinted" }, made, h("span", { class: "note", id: `${name}-hint` }, hint));
const field = (label, props, hint = null) => {
  const made = h("label", { class: "field" }, label, h("input", { ...props, "aria-describedby": hint && `${props.name}-hint` }));
  return hint ? hinted(props.name, hint, made) : made;
};

/** The form that begins a competition; what was typed stays while tables come and go. */
function setup(v) {
  if (form) return form;
  const names = v.tables.map((one) => one.name).sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
  const get = (name) => form.elements[name].value;
  const people = () => get("players").split(/\n/).map((line) => line.split(/[;\t]/).map((part) => part.trim())).filter(([name]) => name)
    .map(([name, group]) => [name.slice(0, NAME_MAX), group ?? ""]);
  const count = h("span", { class: "note", role: "status" }, H.counted(0));
  const hint = h("p", { class: "note" }, H.formatHints.drawn);
  const games = Object.entries(v.halls_games);
  const sizes = (game) => v.halls_games[game].sizes;
  const size = choice(H.size, sizes("wizard").map((n) => [n, n]), 4, { name: "size" });
  const finals = choice(H.finalists, [[0, H.noFinal]], 0, { name: "finalists" });
  const stages = () => {
    const n = Number(get("size"));
    const some = [n];
    if (n % 2 === 0) some.push(2 * n, 4 * n, 8 * n);
    else some.push(n * n);
    finals.querySelector("select").replaceChildren(...[0, ...some].map((each) => h("option", { value: each }, each ? H.best(each) : H.noFinal)));
    finals.hidden = get("format") === "free";
  };
  const weeks = h("p", { class: "note", role: "status" });
  // Who meets at most the others of a table each round, and has everybody of his group before him.
  const countWeeks = () => {
    const groups = [...people().reduce((all, [, group]) => all.set(group, (all.get(group) ?? 0) + 1), new Map()).values()];
    const needed = Math.max(0, ...groups.map((some) => Math.ceil((some - 1) / (Number(get("size")) - 1))));
    weeks.textContent = get("format") === "league" && needed > 0 ? H.needs(needed) : "";
  };
  const changed = (event) => {
    if (event.target.name === "format") hint.textContent = H.formatHints[get("format")];
    if (event.target.name === "game") size.querySelector("select").replaceChildren(...sizes(get("game")).map((n) => h("option", { value: n, selected: n === 4 }, n)));
    if (["game", "size", "format"].includes(event.target.name)) stages();
    countWeeks();
  };
  form = h("form", { class: "panel organise", on: { change: changed, submit: (event) => { event.preventDefault(); begin(); } } },
    h("h1", {}, H.organise),
    h("div", { class: "fields" },
      field(H.title, { name: "title", required: true, maxlength: 60, placeholder: H.titleHint, autocomplete: "off" }),
      choice(H.format, Object.entries(H.formats), "drawn", { name: "format" }),
      choice(H.game, games.map(([name, game]) => [name, game.title]), "wizard", { name: "game" }),
      field(H.rounds, { name: "rounds", type: "number", min: 1, max: 60, value: 3, required: true }),
      size,
      choice(H.scoring, Object.entries(H.scorings), "places", { name: "scoring" }),
      finals,
      field(H.minutes, { name: "minutes", type: "number", min: 0, max: 600, value: 0, required: true }, H.minutesHint)),
    hint,
    field(H.tablesLabel, { name: "tables", required: true, value: names.join(" "), autocomplete: "off" }, H.tablesHint),
    h("label", { class: "switch" }, h("input", { type: "checkbox", name: "check_in" }), h("span", {}, H.checkInKey)),
    hinted("players", H.namesHint, h("label", { class: "field" }, H.names,
      h("textarea", { name: "players", rows: 12, "aria-describedby": "players-hint", on: { input: () => { count.textContent = H.counted(people().length); countWeeks(); } } }))),
    count, weeks,
    h("div", { class: "row" }, h("button", { type: "submit", class: "gold large" }, H.begin)));
  stages();
  function begin() {
    const wish = Number(get("size"));
    const all = sizes(get("game"));
    const finalists = get("format") === "free" ? 0 : Number(get("finalists"));
    post("/api/competition", {
      title: get("title"), format: get("format"), game: get("game"), rounds: Number(get("rounds")), scoring: get("scoring"),
      tables: get("tables").split(/[\s,;]+/).filter(Boolean), fewest: Math.max(all[0], wish - 1), most: Math.min(all.at(-1), wish + 1), wish,
      finalists, advance: wish % 2 === 0 ? wish / 2 : 1, minutes: Number(get("minutes")), check_in: form.elements.check_in.checked, players: people(),
    }).then((done) => { if (done) form = null; });
  }
  return form;
}

function lead(c) {
  const whole = c.round > 0 && !c.done;
  const knock = c.format !== "free" && c.round >= c.rounds;
  const waiting = c.tables.every((one) => one.state === "waiting");
  return h("div", { class: "panel lead" },
    h("h2", {}, stands(c), " ", countdown(c.ends)),
    h("p", { class: "note" }, c.round > 0 ? H.progress(c.tables.filter((one) => one.state === "over").length, c.tables.length) : H.here(c.players.filter((one) => one.here).length)),
    h("div", { class: "keys" },
      !c.over && !whole && button(knock ? H.knock : H.draw, () => act(c, "draw", H.drawing), { class: "gold large", "data-focus": "draw" }),
      whole && waiting && button(H.anew, () => act(c, "anew", H.drawing), { class: "plain" }),
      c.round > 0 && !c.over && button(H.move, () => move(c), { class: "plain" }),
      c.round > 0 && !c.ended && button(H.undraw, () => sure(H.undrawAsk, H.undrawHint, H.undraw, () => act(c, "undraw")), { class: "plain" }),
      c.round > 0 && h("a", { class: "button plain", href: `/plan/${c.round}` }, H.print),
      h("a", { class: "button plain", href: "/hall" }, H.screenKey),
      !c.over && button(H.endKey, () => sure(H.endAsk, H.endHint, H.endKey, () => act(c, "end")), { class: "quiet" }),
      (c.over || c.round === 0) && button(H.awayKey, () => sure(H.awayAsk, H.awayHint, H.awayKey, () => act(c, "away")), { class: "quiet" })));
}

/** Ask for the points of a game that its table cannot tell, or told wrongly. */
function enter(c, at) {
  openDialog(H.enterAt(at.name), H.cancel, (close) => {
    const fields = at.seats.map((one) => h("input", { type: "number", step: 1, required: true, value: at.state === "over" ? one.points : "", "aria-label": c.players[one.player].name }));
    const done = taken(close, (points) => post("/api/competition/points", { id: c.id, number: c.round, table: at.name, seats: at.seats.map((one) => one.player), points }));
    return h("form", { class: "sheet", on: { submit: (event) => { event.preventDefault(); done(fields.map((one) => Number(one.value))); } } },
      h("p", { class: "note" }, H.enterHint),
      at.seats.map((one, i) => h("label", { class: "field" }, h("span", {}, c.players[one.player].name), fields[i])),
      h("div", { class: "row" }, at.by_hand && button(H.takeBack, () => done(null), { class: "plain" }), h("button", { type: "submit", class: "gold" }, H.count)));
  });
}

/** Let two players change places; one of them may sit out. */
function move(c) {
  const all = [...c.tables.flatMap((at) => at.seats.map((one, i) => [one.player, `${isolated(c.players[one.player].name)}: ${H.seat(at.name, i + 1)}`])),
    ...c.byes.map((player) => [player, `${isolated(c.players[player].name)}: ${H.out}`])].sort((a, b) => a[1].localeCompare(b[1]));
  openDialog(H.moveAsk, H.cancel, (close) => {
    const one = choice(H.one, all, all[0][0]);
    const other = choice(H.other, all, all.at(-1)[0]);
    const done = () => {
      const [a, b] = [one, other].map((each) => Number(each.querySelector("select").value));
      const swap = (player) => (player === a ? b : player === b ? a : player);
      close();
      post("/api/competition/seats", { id: c.id, round: c.round, seats: c.tables.map((at) => [at.name, at.seats.map((each) => swap(each.player))]) });
    };
    return h("div", { class: "sheet" }, h("p", { class: "note" }, H.moveHint), one, other, h("div", { class: "row" }, button(H.change, done, { class: "gold" })));
  });
}

const player = (c, body) => post("/api/competition/player", { id: c.id, ...body });

function people(c) {
  const come = async (box, number) => { if (!(await player(c, { act: box.checked ? "here" : "gone", player: number }))) box.checked = !box.checked; };
  const here = (number, one) => h("li", {},
    h("label", {}, h("input", { type: "checkbox", checked: one.here, "aria-label": H.setHere(one.name), "data-focus": `here-${number}`, on: { change: ({ target }) => come(target, number) } }),
      h("span", {}, one.name, one.group && h("span", { class: "note" }, ` ${one.group}`))),
    button(H.renameKey, () => ask(H.rename(one.name), one.name, null, (name) => player(c, { act: "rename", player: number, name })), { class: "quiet", "aria-label": H.rename(one.name), "data-focus": `name-${number}` }));
  return h("details", { class: "panel", open: c.round === 0 },
    h("summary", {}, h("h2", {}, H.names), h("span", { class: "note" }, H.here(c.players.filter((one) => one.here).length))),
    h("p", {}, button(H.add, () => ask(H.add, "", c.format === "league" ? "" : null, (name, group) => player(c, { act: "join", name, group })), { class: "plain", "data-focus": "add" })),
    h("ul", { class: "people" }, c.players.map((one, number) => here(number, one))));
}

function ask(title, value, group, done) {
  openDialog(title, H.cancel, (close) => {
    const name = h("input", { type: "text", maxlength: NAME_MAX, required: true, value, autocomplete: "off" });
    const part = group === null ? null : h("input", { type: "text", maxlength: 20, value: group, autocomplete: "off" });
    const save = taken(close, done);
    return h("form", { class: "sheet", on: { submit: (event) => { event.preventDefault(); save(name.value, part?.value ?? ""); } } },
      h("label", { class: "field" }, H.name, name), part && h("label", { class: "field" }, H.group, part),
      h("div", { class: "row" }, h("button", { type: "submit", class: "gold" }, H.save)));
  });
}

/** What is left of a league: in each group the pairs that have not met, and the rounds that they need. */
function unmet(c) {
  const words = (one) => H.inGroup(one.group, one.rounds > 0 ? `${H.pairs(one.count)}; ${H.more(one.rounds)}` : H.pairs(one.count));
  return h("div", { class: "panel" }, h("h2", {}, H.unmet), c.unmet.map((one) => [h("p", {}, words(one)),
    one.pairs.length > 0 && h("ul", { class: "pairs" }, one.pairs.map(([a, b]) => h("li", {}, `${isolated(c.players[a].name)} – ${isolated(c.players[b].name)}`)))]));
}

function past(c) {
  if (c.round < 2) return [];
  return h("details", { class: "panel" }, h("summary", {}, h("h2", {}, H.past)),
    h("div", { class: "keys" }, Array.from({ length: c.round - 1 }, (_, i) => h("a", { class: "button plain", href: `/plan/${i + 1}` }, H.freeRound(i + 1)))));
}

function draw(v) {
  const c = v.competition;
  refresh(bar, c?.title ?? "", () => [h("h1", { class: "brand" }, star(), c?.title ?? "Familiar"), settingsKey()]);
  const lines = [...(v.connected ? [] : [v.trouble ?? H.away]), ...(c?.notes ?? []), ...(c?.trouble ? [c.trouble] : []), ...v.ignored, ...(v.evening ? [H.evening] : [])];
  refresh(parts.said, lines, () => lines.length > 0 && h("ul", { class: "notices", "aria-label": H.notes }, lines.map((line) => h("li", {}, line))));
  if (!c) {
    for (const name of ["tables", "people", "unmet", "ranking", "past"]) refresh(parts[name], null, () => []);
    refresh(parts.lead, v.tables.map((one) => one.name), () => [setup(v), h("p", {}, h("a", { class: "button plain", href: "/" }, H.club))]);
  } else {
    form = null;
    refresh(parts.lead, [c.round, c.over, c.done, c.ends, c.players, c.byes, c.tables.map((one) => [one.state, one.seats.map((each) => each.player)])], () => lead(c));
    refresh(parts.tables, [c.tables, c.players], () => c.tables.length > 0 && h("ul", { class: "tables" }, c.tables.map((at) => table(c, at, button(H.enter, () => enter(c, at), { class: "plain enter", "data-focus": `enter-${at.name}` })))));
    const open = parts.people.querySelector("details")?.open;
    refresh(parts.people, c.players, () => { const made = people(c); if (open !== undefined) made.open = open; return made; });
    refresh(parts.ranking, [c.ranking, c.players, c.over], () => ranked(c) && h("div", { class: "panel paper" }, rankings(c).map(([title, lines], i) => [h("h2", {}, title), i === 0 && c.cards && h("p", { class: "note" }, H.worth),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, ranking(c, lines, true))])));
    refresh(parts.unmet, [c.unmet, c.players], () => c.unmet.length > 0 && unmet(c));
    refresh(parts.past, c.round, () => past(c));
  }
  if (!main.hasChildNodes()) main.append(...Object.values(parts));
  document.title = c ? `${c.title} · Familiar` : `${H.organise} · Familiar`;
  const words = c ? stands(c) : H.none;
  if (sayBox.textContent !== words) sayBox.textContent = words;
}

const link = new Link({
  watch: false,
  onState: draw,
  onReach: reachable(H.lost),
});
link.start();
