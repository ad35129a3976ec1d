// The form that begins a game: which one, who sits where, who begins, and the house's rules.

import { button, h } from "./dom.js";
import { star } from "./cards.js";
import { mark, stickDrawing } from "./magicians-signs.js";
import { styled } from "./styles.js";
import { wizardRules } from "./wizard-setup.js";
import { M } from "./strings-magicians.js";
import { F } from "./strings-setup.js";
import { S } from "./strings.js";

export { drawLobby, wishes } from "./waiting.js";

await Promise.all([styled("magicians.css"), styled("probe.css")]);

/** Where one goes from here, but into a game: to read how it works, and what was played. */
export const ways = () => h("p", { class: "tools" }, h("a", { href: "/help", class: "button plain" }, S.help), h("a", { href: "/evenings", class: "button plain" }, S.evenings));

const KEPT = "familiar.setup";
const NAME_MAX = 20;
const COLOURS = ["red", "black", "white"];
const GAMES = {
  wizard: { name: F.wizard, note: F.wizardNote, fewest: 3, most: 6, first: 4, hint: F.setupHint, begins: S.firstDealer, chip: "D", icon: () => star(), rules: async () => wizardRules },
  magicians: { name: M.name, note: M.note, fewest: 3, most: 3, first: 3, hint: M.setupHint, begins: M.firstThrower, chip: "1", icon: () => stickDrawing({ color: "red", notches: 1, sides: ["force", "magic"] }), rules: async () => (await import("./magicians-setup.js")).magiciansRules },
  probe: { name: F.probe, note: F.probeNote, fewest: 2, most: 4, first: 4, hint: F.probeHint, begins: F.probeFirst, chip: "1", icon: () => h("span", { class: "flap-icon", "aria-hidden": "true" }, h("span", { class: "flap shut" }, h("span", { class: "flap-sign" }), h("span", { class: "flap-value" }, "15"))), rules: async () => (await import("./probe-setup.js")).probeRules },
};

function kept() {
  try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
}

function keep(form) {
  try { localStorage.setItem(KEPT, JSON.stringify({ ...kept(), ...form })); } catch { /* a private window keeps nothing */ }
}

// Gives what is filled into the form that stands on the page, null where none does: whoever joins has it drawn anew.
let standing = () => null;

/** The names that were typed, with those who wait: who has gone leaves a field, who has come takes the first that is free; whoever was written over stays so. */
function joined({ names, waiting: were }, waiting) {
  const all = names.map((name) => (were.includes(name) && !waiting.includes(name) ? "" : name));
  for (const name of waiting.filter((one) => !were.includes(one) && !all.includes(one))) all.splice(all.includes("") ? all.indexOf("") : all.length, 1, name);
  return all;
}

/** Build the form; `start(header)` posts it. `v` gives the running game's names to begin with. */
export function setupForm(v, start) {
  const before = kept();
  // Whom a club seats here for its next game, and with how many points they come.
  const club = GAMES[v.club?.game] ? v.club : null;
  const seated = JSON.stringify(club);
  const filled = v.phase ? null : standing();
  // Whom a club newly seats begins anew.
  const left = filled?.seated === seated ? filled : null;
  // Who waits under a name of his own need not be typed.
  const waiting = [...(v.lobby?.guests ?? [])].sort((one, other) => (one.place ?? 9) - (other.place ?? 9)).map(({ name }) => name);
  const known = club ? club.players : waiting.length > 0 ? waiting : v.phase ? v.players : before.players ?? [];
  const names = !left?.names ? [...known] : club ? left.names : joined(left, waiting);
  const colors = [...(left?.colors ?? v.rules?.colors ?? before.colors ?? COLOURS)];
  const offer = v.offer ?? {};
  let game = [left?.game, club?.game, v.game, before.game, offer.game].find((name) => GAMES[name]) ?? "wizard";
  let dealer = Math.max(0, names.indexOf(left?.dealer));
  const house = { [offer.game]: offer.rules, ...before.house, ...(v.phase && { [v.game]: v.rules }) };
  // The rules' own nodes are taken over from the form that stood here, with all that was chosen and folded out.
  const parts = { ...left?.parts };
  const go = h("button", { type: "submit", class: "gold large" }, S.start);
  /** The rules of a game, as part of this form; fetched when the game is first chosen. */
  async function rulesOf(name) {
    const build = await GAMES[name].rules();
    if (!parts[name]) {
      parts[name] = build(house[name] ?? {}, v.settled?.[name] ?? [], club?.game === name ? club.carried : []);
      go.before(parts[name].node);
    }
    for (const [each, part] of Object.entries(parts)) part.node.hidden = each !== game;
    return parts[name];
  }

  const count = () => Math.min(GAMES[game].most, Math.max(GAMES[game].fewest, names.length || GAMES[game].first));
  const rows = h("ol", { class: "names" });
  const read = () => [...rows.querySelectorAll("input[type=text]")].forEach((input, i) => { names[i] = input.value; });
  const redraw = () => { read(); draw(); };
  /** The points that the club's players bring follow them to another seat, unless somebody entered others. */
  const brought = (players, carried) =>
    (club && `${carried}` === `${club.carried}` && players.every((name) => club.players.includes(name)) ? { carried: players.map((name) => club.carried[club.players.indexOf(name)]) } : {});

  /** The stick of a player; another colour is had by exchange. */
  function colour(i) {
    const select = h("select", { "aria-label": M.colourOf(i + 1), on: { change: () => {
      const other = colors.indexOf(select.value);
      [colors[i], colors[other]] = [colors[other], colors[i]];
      redraw();
      rows.querySelectorAll("select")[i].focus();
    } } }, COLOURS.map((color) => h("option", { value: color }, M.colours[color])));
    select.value = colors[i];
    return h("span", { class: "colour" }, mark(colors[i]), select);
  }

  function row(name, i) {
    const { begins, chip, fewest } = GAMES[game];
    return h("li", { class: game === "magicians" ? "coloured" : "" },
      h("input", { type: "text", value: name, maxlength: NAME_MAX, placeholder: S.playerName(i + 1), "aria-label": S.playerName(i + 1), autocomplete: "off", required: true, "data-focus": `name${i}` }),
      game === "magicians" && colour(i),
      h("label", { class: "radio" },
        h("input", { type: "radio", name: "dealer", checked: i === dealer, on: { change: () => { dealer = i; } } }),
        h("span", { "aria-hidden": "true" }, chip), h("span", { class: "hear" }, S.pair(begins, S.playerName(i + 1)))),
      game !== "magicians" && (count() > fewest
        ? button("×", () => { read(); names.splice(i, 1); dealer = Math.min(dealer, count() - 1); draw(); }, { class: "quiet circle", "aria-label": F.removePlayer(i + 1) })
        : h("span", {})));
  }

  function draw() {
    const n = count();
    while (names.length < n) names.push("");
    dealer = Math.min(dealer, n - 1);
    rows.replaceChildren(...names.slice(0, n).map(row), ...(n < GAMES[game].most
      ? [h("li", { class: "more" }, button(`+ ${F.addPlayer}`, () => { read(); names.splice(n, 0, ""); draw(); rows.querySelectorAll("input[type=text]")[n].focus(); }, { class: "plain" }))] : []));
    hint.textContent = GAMES[game].hint;
    foot.replaceChildren(h("span", { class: "chip", "aria-hidden": "true" }, GAMES[game].chip), ` ${GAMES[game].begins}`);
    rulesOf(game);
    for (const key of keys) key.setAttribute("aria-pressed", String(key.dataset.game === game));
  }

  const hint = h("p", { class: "note" });
  const foot = h("p", { class: "note" });
  const keys = Object.entries(GAMES).map(([name, { name: word, note, icon }]) =>
    button([icon(), h("span", {}, h("strong", {}, word), h("span", { class: "note" }, note))], () => { game = name; redraw(); }, { class: "game-key", "data-game": name }));

  const form = h("form", {
    class: "panel setup",
    on: {
      submit: async (event) => {
        event.preventDefault();
        const own = await rulesOf(game);
        read();
        const players = names.slice(0, count());
        const rules = { ...own.read(players.length), ...(game === "magicians" && { colors }) };
        keep({ game, players: names, colors, house: { ...house, [game]: rules } });
        start({ game, players, dealer, rules: { ...rules, ...brought(players, rules.carried) } });
      },
    },
  },
    h("h1", {}, F.setup), club && h("p", { class: "alert" }, F.clubSeats(club.round, club.rounds)),
    h("div", { class: "game-keys", role: "group", "aria-label": F.whichGame }, keys),
    hint, rows, foot, Object.values(parts).map(({ node }) => node), go);
  draw();
  standing = () => {
    if (!form.isConnected) return null;
    read();
    const own = names.slice(0, count());
    const typed = own.some((name, i) => name !== (known[i] ?? ""));
    return { game, colors, waiting, seated, parts, dealer: names[dealer], names: typed ? own : null };
  };
  return form;
}
