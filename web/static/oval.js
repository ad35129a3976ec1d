// The seats around an oval table, for the screens that show it from above.

/** Where seat `i` of `n` sits, in percent; seat 0 at the lower left, the others clockwise. `reach`: how far from the middle. */
export function around(i, n, reach) {
  const angle = (2 * Math.PI * (i + 0.5)) / n + Math.PI / 2;
  return { "--x": `${(50 + reach.x * Math.cos(angle)).toFixed(2)}%`, "--y": `${(50 + reach.y * Math.sin(angle)).toFixed(2)}%` };
}
