// Check-in: find the own name in the list, or write it, and go to the own page.

import { star } from "../cards.js";
import { button, h, refresh } from "../dom.js";
import { settingsKey } from "../settings.js";
import { toast } from "../toast.js";
import { H } from "./hall-strings.js";

const AGAIN_MS = 10000;
const MOST = 12;
const root = document.getElementById("app");
const list = h("ul", { class: "found" });
const input = h("input", { type: "text", maxlength: 60, autocomplete: "name", "aria-label": H.whoAreYou, on: { input: () => show() } });
const which = h("div", {});
const main = h("main", { class: "panel find" }, which, h("h2", {}, H.whoAreYou), h("p", { class: "note" }, H.findHint), input, list);
root.append(h("header", { class: "pane-bar pane" }, h("h1", { class: "brand" }, star(), "Familiar"), settingsKey()), main);
let competition = null;
let timer = null;

const folded = (text) => text.normalize("NFKC").toLocaleLowerCase().trim();

async function come(name) {
  try {
    const answer = await fetch("/api/checkin", { method: "POST", headers: { "Content-Type": "application/json", "X-Familiar": "1" }, body: JSON.stringify({ name, of: competition?.id }) });
    const said = await answer.json();
    if (answer.ok) location.href = `/player/${said.player}?of=${encodeURIComponent(said.competition)}`;
    else toast(said.error ?? H.trouble);
    // Another one was begun since: its players are others.
    if (answer.status === 409) look();
  } catch { toast(H.lost); }
}

function show() {
  const typed = folded(input.value);
  const c = competition;
  const fitting = c ? c.players.filter((one) => folded(one.name).includes(typed)).sort((a, b) => a.name.localeCompare(b.name)).slice(0, MOST) : [];
  const known = fitting.some((one) => folded(one.name) === typed);
  refresh(which, c && [c.title, c.game, c.over], () => (c === null ? [] : [
    h("h2", {}, c.title), h("p", { class: "note" }, c.game), c.over && h("p", { class: "note" }, H.over)]));
  refresh(list, [fitting, typed, known, c === null], () => (c === null ? h("li", {}, H.none) : [
    fitting.map((one) => h("li", {}, button(one.name, () => come(one.name), { class: "plain" }))),
    typed && !known && !c.over && h("li", {}, button(H.newPlayer(input.value.trim()), () => come(input.value.trim()), { class: "gold" })),
  ]));
}

async function look() {
  clearTimeout(timer);
  try {
    const answer = await fetch("/state", { cache: "no-store" });
    if (answer.ok) competition = (await answer.json()).competition;
    show();
  } catch { toast(H.lost); }
  if (!competition) timer = setTimeout(look, AGAIN_MS);
}

// Whoever comes back to this page may come to the next competition.
document.addEventListener("visibilitychange", () => document.hidden || look());
addEventListener("pageshow", ({ persisted }) => persisted && look());

look();
