// A word at the foot of the page, for a while.

import { button, h } from "./dom.js";
import { S } from "./strings.js";

const TOAST_MS = 9000;

const box = document.getElementById("toast");
let timer = null;

export function toast(text) {
  clearTimeout(timer);
  box.replaceChildren(...(text ? [h("span", {}, text), button("×", () => toast(""), { class: "quiet circle", "aria-label": S.close })] : []));
  if (text) timer = setTimeout(() => toast(""), TOAST_MS);
}
