// Confetti for whoever has won, drawn once over the whole page; never where less motion is wanted.

import { h } from "./dom.js";

const PIECES = 160;
const LASTS_MS = 6500;
const COLOURS = ["#eebf5c", "#f0646e", "#5b9cf0", "#4fb677", "#b98af0", "#fdf3d8"];
const between = (low, high) => low + Math.random() * (high - low);

export function confetti() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const canvas = h("canvas", { class: "confetti", "aria-hidden": "true", width: innerWidth, height: innerHeight });
  document.body.append(canvas);
  const pen = canvas.getContext("2d");
  const pieces = Array.from({ length: PIECES }, (_, i) => ({
    x: between(0, innerWidth), y: between(-innerHeight * 0.6, -20), size: between(0.006, 0.012) * innerHeight,
    falls: between(0.16, 0.3) * innerHeight, drifts: between(-0.03, 0.03) * innerWidth, turns: between(1, 6), colour: COLOURS[i % COLOURS.length],
  }));
  let begun = null;
  const draw = (now) => {
    begun ??= now;
    const seconds = (now - begun) / 1000;
    if (now - begun > LASTS_MS || !canvas.isConnected) { canvas.remove(); return; }
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.globalAlpha = Math.min(1, (LASTS_MS / 1000 - seconds) / 1.5);
    for (const { x, y, size, falls, drifts, turns, colour } of pieces) {
      pen.setTransform(1, 0, 0, 1, x + drifts * seconds + size * Math.sin(turns * seconds), y + falls * seconds);
      pen.rotate(turns * seconds);
      pen.scale(1, Math.cos(turns * seconds * 1.3));
      pen.fillStyle = colour;
      pen.fillRect(-size / 2, -size, size, 2 * size);
    }
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}
