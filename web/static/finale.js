// The end of a game on the television: the points are counted up, the best three stand on a podium, everybody's awards beside them.

import { crown } from "./cards.js";
import { confetti } from "./confetti.js";
import { h, s } from "./dom.js";
import { H } from "./strings-story.js";
import { styled } from "./styles.js";
import { T } from "./strings-tv.js";
import { listed, plain } from "./words.js";

await styled("finale.css");

const STEP_MS = 1100;
const PLACES = [1, 0, 2];
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// A drawing of our own for each award, by its key.
const DRAWINGS = {
  made: "M12 2a7.500 7.500 0 1 1 0 15 7.500 7.500 0 0 1 0-15zM9 5.200a5 5 0 0 0-2.300 4.500l1.500-.3a3.600 3.600 0 0 1 1.700-3zM5 18.500h14l2 3.500H3z",
  run: "M12 11C10 6 6 6.500 6 3.800 6 1.500 10.500 1 12 4.500 13.500 1 18 1.500 18 3.800 18 6.500 14 6 12 11zM12 12c5-2 4.500-6 7.200-6 2.300 0 2.800 4.500-.7 6 3.500 1.500 3 6 .7 6-2.700 0-2.200-4-7.200-6zM12 12c-5-2-4.500-6-7.200-6-2.300 0-2.800 4.500.7 6-3.500 1.500-3 6-.7 6 2.700 0 2.200-4 7.200-6zM11.200 13.500c.5 3 0 5.500-1.700 8.500h2c1.400-3 1.700-5.500 1.300-8.500z",
  best: "M6 2h12v2.500h4c0 5-2 7.500-5 8-1 1.500-2 2.300-3.500 2.700V18h3.500v4H7v-4h3.500v-2.800C9 14.800 8 14 7 12.500c-3-.5-5-3-5-8h4zM4 6.300c.2 1.900.9 3.200 2.200 3.900L6 6.300zM20 6.300h-2l-.2 3.900c1.300-.7 2-2 2.200-3.900z",
  highest: "M13 1.500c.5 4 6 6.500 6 13a7 7 0 0 1-14 0c0-3 1.500-5 3-6.500 0 2 .8 3.300 2 4 .2-4.500 1-8 3-10.500zM12 13c-1.500 1.500-2.700 2.700-2.700 4.500a2.700 2.700 0 0 0 5.400 0c0-1.800-1.200-3-2.700-4.500z",
  zeros: "M12 6c4 0 6 3.600 6 8s-2 8-6 8-6-3.600-6-8 2-8 6-8zM12 9c-2 0-3 2-3 5s1 5 3 5 3-2 3-5-1-5-3-5zM12 1c4 0 7 .8 7 2s-3 2-7 2-7-.8-7-2 3-2 7-2zM12 2.200c-2.500 0-4.500.3-4.500.8s2 .8 4.500.8 4.500-.3 4.500-.8-2-.8-4.500-.8z",
  comeback: "M2 18.500l6.500-6.500 4 4L18 10.500V15h3V5.500h-9.500v3H16l-3.500 3.500-4-4-8 8zM2 20.500h20v2H2z",
  over: "M4 17h8v2.500H4zM4 13.500h8V16H4zM4 10h8v2.500H4zM4 20.500h8V23H4zM13.500 20.500h7V23h-7zM13.500 17h7v2.500h-7zM8 1l1.400 3 3.100.4-2.300 2.200.6 3.100L8 8.200 5.200 9.700l.6-3.100L3.500 4.400 6.600 4z",
  under: "M14 2a7.500 7.500 0 1 0 7.500 9.500A6.500 6.500 0 0 1 14 2zM6 15.500a3.500 3.500 0 0 1 6.500-1A3.200 3.200 0 0 1 17 17.500a2.500 2.500 0 0 1-.5 5H5a3.500 3.500 0 0 1 1-7z",
  wizards: "M15 1c1.500 5 2.700 9.500 4.500 15-4.500 1.500-9 1.500-13 0C8 11 10 5 15 1zM13 7l-.8 2-2 .2 1.500 1.400-.4 2L13 11.500l1.700 1.100-.4-2 1.500-1.400-2-.2zM2.500 17.500c6 2.500 13 2.500 19 0 1.500 3-4 5-9.500 5s-11-2-9.500-5z",
  duels: "M2 2l3.500.500L19 16l2-2 1.500 1.500-2.500 2.500 2.500 2.500L20.500 22.500 18 20l-2.500 2.500L14 21l2-2L2.500 5.500zM22 2l-.5 3.500-4 4-3-3 4-4zM9.500 14.500L5.500 18.500 8 21 6.500 22.500 4 20l-2.500 2.500L0 21l2.500-2.500L0 16l1.500-1.500 2 2 4-4z",
  spells: "M3 19L14 8l2.500 2.500-11 11zM17 1l1 3 3 1-3 1-1 3-1-3-3-1 3-1zM20.500 11l.7 1.800 1.800.7-1.800.7-.7 1.800-.7-1.800-1.800-.7 1.800-.7zM9 2l.7 1.800 1.800.7-1.800.7L9 7l-.7-1.800-1.800-.7 1.800-.7z",
  met: "M3 6l6.500-3.500 7 12.500L10 19zM11.500 3H19v15h-1.200L11 5.500zM6 15.500L8.500 20.500 5 22 1.500 9z",
  pasch: "M2 7h5.500v10H2zM9.250 7h5.500v10h-5.500zM16.500 7H22v10h-5.500zM4.750 10.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3zM12 10.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3zM19.250 10.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3z",
  exiled: "M2 2h20v20h-8v-2h6V4H4v16h6v2H2zM6 6h12v12h-7v-2h5V8H8v10H6zM10 10h4v4h-2v4h-2z",
  lost: "M2 9h20v4H2zM3.500 14.500h7.500V22H3.500zM13 14.500h7.500V22H13zM11 7.500C7 7.500 5 6 5.500 4S9 2 11 5.500zM13 7.500c4 0 6-1.500 5.500-3.500S15 2 13 5.500z",
  found: "M12 1.500a7 7 0 0 1 7 7c0 4-3.500 5-4.200 8-.7 3.500-2.300 6-5.300 6A4.500 4.500 0 0 1 5 18h2.800c0 1 .7 1.700 1.700 1.700 1.500 0 2-1.700 2.500-4 .8-3.700 4.200-4.200 4.200-7.200a4.200 4.200 0 0 0-8.400 0H5a7 7 0 0 1 7-7zM12 6a2.500 2.500 0 0 1 2.500 2.500c0 2-2.500 2.500-2.500 5H9.800c0-3.500 2.200-3.500 2.200-5z",
  calls: "M12 5c5 0 9 3.500 11 7-2 3.500-6 7-11 7S3 15.500 1 12c2-3.500 6-7 11-7zM12 7.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  completed: "M4 1.500h2.500V23H4zM8 3h4.500v4H8zM17 3h4.500v4H17zM12.500 7H17v4h-4.500zM8 11h4.500v4H8zM17 11h4.500v4H17z",
  kept: "M12 1.500a5.500 5.500 0 0 1 5.500 5.500v3H20v12.500H4V10h2.500V7A5.500 5.500 0 0 1 12 1.500zM12 4.300A2.700 2.700 0 0 0 9.300 7v3h5.400V7A2.700 2.700 0 0 0 12 4.300zM12 13a2 2 0 0 0-1 3.700V19.500h2v-2.800a2 2 0 0 0-1-3.700z",
  vain: "M12 1.500a10.500 10.500 0 1 1 0 21 10.500 10.500 0 0 1 0-21zM12 4.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  misspelt: "M22 1.500C13 2 7 7 5 16.500L2 22l2 .5 2.500-4c7 .5 10-3 11.500-6.500h-4c2.500-.5 4.500-1.500 5.500-3h-3.500c2.500-1 5-3 6-7.500zM15 6.500C11 8.500 8.500 12 7 16c2-4.500 5-7.500 8-9.500z",
};
const drawing = (key) => s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: DRAWINGS[key] ?? DRAWINGS.best, "fill-rule": "evenodd" }));

/** Points that are counted up, from `after` milliseconds on. */
function counter(one, after) {
  const say = (points) => (one.said && points === one.points ? one.said : plain(points));
  const node = h("b", { class: "points", "aria-label": say(one.points) }, say(one.points));
  if (calm()) return node;
  node.textContent = plain(0);
  let begun = null;
  const tick = (now) => {
    begun ??= now + after;
    const part = Math.min(1, Math.max(0, (now - begun) / STEP_MS));
    node.textContent = say(Math.round(one.points * (1 - (1 - part) ** 3)) || 0);
    if (part < 1 && (node.isConnected || now < begun + STEP_MS)) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  return node;
}

const step = (one, i, won) => h("li", { class: `step rank-${Math.min(one.rank, 3)}` },
  h("div", { class: "stands-there" }, won && one.rank === 1 && crown(), h("strong", { class: "name" }, one.name), counter(one, i * STEP_MS)),
  h("div", { class: "block" }, h("span", { class: "hear" }, T.rank(one.rank)), h("span", { "aria-hidden": "true" }, `${one.rank}`)));

const award = (one) => h("li", { class: "award" }, drawing(one.key), h("div", {}, h("strong", {}, listed(one.players)), h("em", {}, one.title), h("span", {}, one.text)));

function awards() {
  const list = h("ul", { class: "awards-won", "aria-label": H.awards, hidden: true });
  fetch("/awards", { cache: "no-store" }).then(async (answer) => {
    const found = answer.ok ? (await answer.json()).awards ?? [] : [];
    list.replaceChildren(...found.map(award));
    list.classList.toggle("many", found.length > 5);
    list.hidden = found.length === 0;
  }).catch(() => {});
  return list;
}

/** `standing`: {name, points, rank, said} of everybody. */
export function finale(v, standing) {
  const order = [...standing].sort((one, other) => one.rank - other.rank);
  const three = order.slice(0, 3);
  // The last is told first, the winner at the end.
  const shown = PLACES.filter((i) => three[i]).map((i) => step(three[i], three.length - 1 - i, !v.stopped));
  if (!calm() && !v.stopped) setTimeout(() => confetti(), three.length * STEP_MS);
  return h("div", { class: "finale" },
    h("h1", { class: "winner" }, !v.stopped && crown(), h("span", {}, v.stopped ? T.stood(v.stopped) : T.wins(v.winners))),
    h("div", { class: "podium-side" }, h("ol", { class: "podium" }, shown),
      order.length > 3 && h("ol", { class: "others" }, order.slice(3).map((one) => h("li", {}, h("span", {}, `${one.rank}.`), h("strong", { class: "name" }, one.name), h("b", { class: "points" }, one.said ?? plain(one.points)))))),
    awards());
}
