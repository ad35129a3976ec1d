// The camera's picture with what was found drawn over it; made once, for it fetches itself anew while it is seen.

import { h, s } from "./dom.js";

const NEXT_PICTURE_MS = 250;
const PICTURE_AGAIN_MS = 1500;

/** `over()` says whether there will be no more pictures; `draw(shapes, size)` lays SVG shapes over the picture. */
export function sightNode(alt, over = () => false) {
  const image = h("img", { alt, width: 1280, height: 720 });
  const shapes = s("svg", { "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" });
  const node = h("div", { class: "sight" }, image, shapes);
  const look = () => {
    if (over()) return;
    if (document.hidden || node.closest("[hidden]")) setTimeout(look, PICTURE_AGAIN_MS);
    else image.src = `/picture.jpg?at=${Date.now()}`;
  };
  image.addEventListener("load", () => { image.classList.add("seen"); setTimeout(look, NEXT_PICTURE_MS); });
  image.addEventListener("error", () => setTimeout(look, PICTURE_AGAIN_MS));
  look();
  return {
    node,
    draw(children, size) {
      shapes.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
      shapes.replaceChildren(...children.filter(Boolean));
    },
  };
}

/** Write corners as SVG wants them. */
export const points = (corners) => corners.map((corner) => corner.join(",")).join(" ");
