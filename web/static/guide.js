// Start here for the guide: hold the state that was sent, and lead through the cards.

import { card, parts, spoken, star } from "./cards.js";
import { ask, button, h, s } from "./dom.js";
import { follow, invite, pane, root, say, send, show } from "./led.js";
import { settingsKey } from "./settings.js";
import { points, sightNode } from "./sight.js";
import { G } from "./strings-guide.js";
import { S } from "./strings.js";

const ORDER = ["take", "missed", "back", "skip", "done"];

let state = null;

async function press(what) {
  const open = state.places.filter((place) => place.state === "open" || place.state === "now").length;
  if (what === "done" && open && !(await ask(G.doneAsk(open), G.press.done, S.leaveIt))) return;
  await send(`/api/${what}`);
}

const key = (what, cls = "plain") => button(G.press[state.kind === "live" && what === "again" ? "againLive" : what], () => press(what), { class: cls, "data-focus": what });

/** A card of an edition is drawn; of any other only its name is known. */
function face(name, cls = "") {
  if (state.edition || name === "back") return card(name, state.edition ?? "us", cls);
  return h("span", { class: `card named ${cls}`, role: "img", "aria-label": name }, h("span", { class: "word" }, name));
}

const called = (name) => (state.edition ? spoken(name, state.edition) : name);

function wish({ card: name }) {
  return state.edition ? G.lay(called(name), parts(name).suit === null) : G.layNamed(name);
}

/** The cut-out of a card that was caught, or its drawing. */
function cutOut(shot, name, cls = "") {
  if (!shot) return face(name, cls);
  return h("img", { class: `cut ${cls}`, src: `/shot/${shot}.jpg`, alt: G.cutOut(called(name)), width: 96, height: 144 });
}

function bar(v) {
  return [
    h("span", { class: "brand" }, star(), S.title),
    h("span", { class: "note" }, G.title[v.kind](S.editions[v.deck] ?? v.deck)),
    v.phase === "laying" && h("span", { class: "round" }, G.progress(v.done, v.total)),
    settingsKey(),
  ];
}

function asked(v) {
  const { now } = v;
  const more = now.copies > 1 ? G.copy(now.copy, now.copies) : now.more ? G.more : v.done ? G.hint : G.first;
  return h("div", { class: "wish" }, face(now.card), h("div", { class: "banner" }, h("h1", {}, wish(now)), h("p", {}, more)));
}

function status(v) {
  const { look, trouble } = v;
  const poor = look.state === "poor";
  const text = trouble ?? (poor ? G.fault[look.fault] : G.look[look.state]) ?? G.look.clear;
  const tone = trouble || poor || ["dark", "several", "unclear"].includes(look.state) ? "amber" : look.state === "card" ? "good" : "calm";
  return h("p", { class: `status-line ${tone}` }, h("i", { class: "dot" }), text);
}

function outlined({ corners, size, state: how }) {
  eye.draw(corners ? [s("polygon", { points: points(corners), class: how })] : [], size);
}

function lastTaken(v) {
  const { last } = v;
  if (!last) return [];
  const read = last.read.map((one) => called(one.card));
  return h("div", { class: "panel taken" },
    last.picture ? cutOut(last.shot, last.card) : face(last.card),
    h("div", {}, h("span", { class: "label" }, v.kind === "live" ? G.lastLive : G.last), h("h2", {}, called(last.card)),
      last.verdict && h("p", { class: `verdict ${last.verdict}` }, G.verdict[last.verdict]),
      ["asked", "silent"].includes(last.verdict) && read.length > 0 && h("p", { class: "note" }, G.readAs(read))),
    v.offers.includes("again") && key("again"));
}

function deck(v) {
  const chip = (place) => {
    const how = place.verdict ?? place.state;
    const label = S.pair(called(place.card), G.verdict[how] ?? G.state[how]);
    return h("li", { class: how, title: label }, h("span", { class: "hear" }, label),
      h("span", { "aria-hidden": "true" }, face(place.card, "tiny")));
  };
  return h("details", { class: "panel", open: true }, h("summary", {}, v.kind === "live" ? G.cardsLive : G.cards),
    h("ul", { class: "strip" }, v.places.map(chip)));
}

function learnt(v) {
  const { report } = v;
  return h("div", { class: "panel report" },
    h("h1", {}, G.learnt(report.cards)), h("p", { class: "note" }, G.learntHint(report.pictures, v.deck)),
    report.missing.length > 0 && [h("h2", {}, G.missing),
      h("ul", { class: "lacking" }, report.missing.map(({ card: name, count }) =>
        h("li", {}, face(name, "tiny"), h("span", {}, G.missingCount(called(name), count)))))],
    report.alike.length > 0 && [h("h2", {}, G.alike), h("p", { class: "note" }, G.alikeHint),
      h("ul", { class: "pairs" }, report.alike.map((pair) => h("li", {},
        h("span", { class: "two" }, cutOut(pair.shots[0], pair.one), cutOut(pair.shots[1], pair.other)),
        h("span", {}, S.list([called(pair.one), called(pair.other)])), h("span", { class: "note" }, G.margin(pair.margin)))))],
    report.doubtful.length > 0 && [h("h2", {}, G.doubtful), h("ul", { class: "doubts" }, report.doubtful.map((said) => h("li", {}, said)))],
    ends(v));
}

function figures(v) {
  const o = v.figures;
  const wrong = v.places.filter((place) => place.verdict && place.verdict !== "right");
  return h("div", { class: "panel report" },
    h("h1", {}, o.cards ? G.figures(o.cards) : G.noFigures),
    o.cards > 0 && [
      h("ul", { class: "counts" }, ["right", "asked", "silent", "missed"].map((name) =>
        h("li", { class: `verdict ${o[name] ? name : "none"}` }, h("b", {}, o[name]), G.verdict[name]))),
      h("p", {}, G.odds(o))],
    wrong.length > 0 && [h("h2", {}, G.wrong), h("ul", { class: "lacking" }, wrong.map((place) => h("li", {},
      cutOut(place.picture && place.shot, place.card, "small"), h("span", {}, called(place.card), h("span", { class: `verdict ${place.verdict}` }, G.verdict[place.verdict]),
        place.read.length > 0 && h("span", { class: "note" }, G.readAs(place.read.map((one) => called(one.card))))))))],
    ends(v));
}

const ends = (v) => h("div", { class: "row ends" },
  v.offers.map((what) => key(what, what === "finish" ? "gold large" : "plain")));

const note = (title, hint) => h("div", { class: "panel report" }, h("h1", {}, title), h("p", { class: "note" }, hint));

function main(v) {
  if (v.phase === "checking") return note(G.checking, G.checkingHint);
  if (v.phase === "report") return v.kind === "live" ? figures(v) : learnt(v);
  if (v.phase === "over") return note(v.kind === "live" ? G.overLive : G.over, G.overHint);
  return [];
}

let eye = null;

function draw(v) {
  const laying = v.phase === "laying";
  show(root, "bar", [v.kind, v.deck, v.phase, v.done, v.total], () => bar(v), "header");
  show(root, "main", [v.phase, v.report, v.offers, v.figures], () => main(v), "main");
  const stage = pane(root, "stage", "main");
  if (!eye) {
    const felt = h("div", { class: "felt" });
    stage.append(felt);
    eye = sightNode(G.picture, () => state?.phase === "over");
    pane(felt, "asked", "div"); pane(felt, "status", "div"); felt.append(eye.node); pane(felt, "keys", "div");
    stage.append(h("div", { class: "beside" }));
    pane(stage.lastChild, "last"); pane(stage.lastChild, "cards"); pane(stage.lastChild, "join");
  }
  stage.hidden = !laying;
  if (laying) {
    show(root, "asked", [v.now, v.edition, v.done > 0], () => asked(v));
    show(root, "status", [v.look.state, v.look.fault, v.trouble], () => status(v));
    outlined(v.look);
    const keys = ORDER.filter((what) => v.offers.includes(what));
    show(root, "keys", keys, () => h("div", { class: "row" }, keys.map((what) => key(what, what === "take" ? "gold" : "plain"))));
    show(root, "last", [v.last, v.offers.includes("again")], () => lastTaken(v));
    show(root, "cards", v.places, () => deck(v));
    show(root, "join", 0, () => invite(G.phone));
  }
  document.title = `${G.progress(v.done, v.total)} · ${S.title}`;
  const said = laying ? wish(v.now) : "";
  say(said);
}

follow((fresh) => {
  if (state && fresh.done > state.done) navigator.vibrate?.(60);
  state = fresh;
  draw(state);
});
