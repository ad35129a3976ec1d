// One table from afar: its game, live, as large as the screen has room for.

import { star } from "../cards.js";
import { h, refresh } from "../dom.js";
import { Link } from "../net.js";
import { settingsKey } from "../settings.js";
import { reachable } from "../toast.js";
import { standings } from "./hall-parts.js";
import { H } from "./hall-strings.js";

const root = document.getElementById("app");
const sayBox = document.getElementById("say");
const name = decodeURIComponent(location.pathname.split("/").pop());
const bar = h("header", { class: "pane-bar pane" });
const stage = h("main", { class: "stage", tabindex: -1 });
root.append(bar, stage);

function draw(v) {
  const at = v.tables.find((one) => one.name === name);
  const lines = v.connected ? [] : [v.trouble ?? H.away];
  refresh(bar, [v.competition?.title, lines], () => [
    h("h1", { class: "brand" }, star(), v.competition?.title ?? "Familiar"),
    lines.map((line) => h("span", { class: "note" }, line)), h("a", { class: "button quiet", href: "/hall" }, H.screen), settingsKey()]);
  refresh(stage, at, () => h("section", { class: "slide" }, at ? [h("h2", { class: "hear" }, H.tables), h("ul", { class: "tables one" }, standings(at))] : h("h2", {}, H.noTable)));
  document.title = `${H.table(name)} · Familiar`;
  const words = at ? H.table(name) : H.noTable;
  if (sayBox.textContent !== words) sayBox.textContent = words;
}

new Link({ watch: false, onState: draw, onReach: reachable(H.lost) }).start();
