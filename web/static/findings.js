// What was found out about a place or a picture: one line each, with what to do about it.

import { h } from "./dom.js";
import { C } from "./strings-see.js";

export function findingsList(findings) {
  return h("ul", { class: "findings" }, findings.map((one) => h("li", { class: `finding ${one.level}` },
    h("i", { class: "dot", "aria-hidden": "true" }),
    h("div", {},
      h("p", {}, h("b", {}, C.names[one.name] ?? one.name), h("span", { class: "hear" }, ` (${C.levels[one.level]}) `), one.said),
      one.remedy && h("p", { class: "remedy" }, one.remedy)))));
}
