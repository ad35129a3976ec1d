// A word at the foot of the page, for a while.

import { button, h } from "./dom.js";
import { S } from "./strings.js";

const TOAST_MS = 9000;
// A road that was lost so long ago has been sound since: its loss is news.
const CALM_MS = 60_000;

const box = document.getElementById("toast");
let timer = null;

/** `tone`: "calm" for what is no trouble; `told`: whether a screen reader is told of it. */
export function toast(text, tone = "", told = true) {
  clearTimeout(timer);
  const held = document.activeElement;
  // Who closes it by keyboard goes back to where he was.
  const close = ({ detail }) => { toast(""); if (!detail) held.focus(); };
  box.className = tone;
  // A role of alert is told at once by itself.
  box.ariaLive = told ? null : "off";
  box.replaceChildren(...(text ? [h("span", {}, text), button("×", close, { class: "quiet circle", "aria-label": S.close })] : []));
  if (text) timer = setTimeout(() => toast(""), TOAST_MS);
}

/** Give what shows whether the table can be reached; a screen reader is told `lost` once where the road only comes and goes. */
export function reachable(lost) {
  let last = -Infinity;
  return (reached) => {
    const was = document.body.classList.contains("lost");
    document.body.classList.toggle("lost", !reached);
    if (reached) {
      // What was refused, or did not come through, is still to be read.
      if (was && box.firstChild?.textContent === lost) toast("");
      return;
    }
    const now = Date.now();
    toast(lost, "", !was && now - last > CALM_MS);
    last = now;
  };
}
