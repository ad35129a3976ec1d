// A word at the foot of the page, for a while.

import { button, h } from "./dom.js";
import { S } from "./strings.js";

const TOAST_MS = 9000;

const box = document.getElementById("toast");
let timer = null;

/** A dialog lies over all that is not in it, and of that nothing is read out or can be tapped. */
function rise() {
  const over = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (box.parentNode === over) return;
  over.append(box);
  over.addEventListener("close", rise, { once: true });
}

/** `tone`: "calm" for what is no trouble. */
export function toast(text, tone = "") {
  clearTimeout(timer);
  rise();
  box.className = tone;
  box.replaceChildren(...(text ? [h("span", {}, text), button("×", () => toast(""), { class: "quiet circle", "aria-label": S.close })] : []));
  if (text) timer = setTimeout(() => toast(""), TOAST_MS);
}

/** Give what shows whether the table can be reached, and says `lost` once where it cannot. */
export const reachable = (lost) => (reached) => {
  const was = document.body.classList.contains("lost");
  document.body.classList.toggle("lost", !reached);
  if (!reached) toast(lost);
  else if (was) toast("");
};
