// The hall in a few lines, for a frame in a club's own site: round, ranking, and the way to the whole of it.

import { h, refresh } from "../dom.js";
import { Link } from "../net.js";
import { reachable } from "../toast.js";
import { countdown, ranked, ranking, rankings, stands, table } from "./hall-parts.js";
import { H } from "./hall-strings.js";

const MOST = 12;
const main = h("main", { class: "widget" });
document.getElementById("app").append(main);

function draw(v) {
  const c = v.competition;
  refresh(main, c, () => (c ? [
    h("h1", {}, c.title, " ", h("small", {}, stands(c)), " ", countdown(c.ends)),
    ranked(c) ? rankings(c).map(([title, lines]) => [h("h2", {}, title), h("div", { class: "panel paper" }, ranking(c, lines.slice(0, MOST)))])
      : c.tables.length > 0 && [h("h2", {}, H.tables), h("ul", { class: "tables" }, c.tables.slice(0, MOST).map((at) => table(c, at)))],
    h("p", {}, h("a", { class: "button plain", href: "/hall", target: "_blank", rel: "noopener" }, H.screen))]
    : [h("h1", {}, v.club), h("p", {}, H.none)]));
  document.title = c ? c.title : v.club;
}

new Link({ watch: false, onState: draw, onReach: reachable(H.lost) }).start();
