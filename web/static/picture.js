// What the camera sees: one image that keeps its place and is fetched anew while somebody can see it.

import { h } from "./dom.js";
import { S } from "./strings.js";

const BETWEEN_MS = 1500;

/** Make the panel, once for the page; `open`: whether it begins unfolded. */
export function pictureNode(open) {
  const image = h("img", { alt: S.pictureAlt, width: 1280, height: 720 });
  const node = h("details", { class: "panel picture", open }, h("summary", {}, S.picture), h("div", { class: "sight" }, image), h("a", { class: "see-link", href: "/see" }, S.see));
  let loading = false;
  const settled = (seen) => { loading = false; image.classList.toggle("seen", seen); };
  const look = () => {
    if (loading || !node.open || document.hidden) return;
    loading = true;
    image.src = `/picture.jpg?at=${Date.now()}`;
  };
  image.addEventListener("load", () => settled(true));
  image.addEventListener("error", () => settled(false));
  node.addEventListener("toggle", look);
  document.addEventListener("visibilitychange", look);
  const again = setInterval(() => {
    if (node.isConnected) return look();
    // The page of another game has a picture of its own.
    clearInterval(again);
    document.removeEventListener("visibilitychange", look);
  }, BETWEEN_MS);
  return node;
}
