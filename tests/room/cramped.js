// What has no room on the page that is open, each in a line.
() => {
  const found = [], range = document.createRange();
  const tell = (what, node, text) =>
    found.push(`${what}: ${node.localName}.${node.className}: ${text.trim().slice(0, 40)}`);
  if (document.documentElement.scrollWidth > innerWidth) {
    tell("the page is too wide", document.body, "");
    for (const node of document.querySelectorAll("body *")) {
      if (node.getBoundingClientRect().right > innerWidth + 0.5) tell("beyond the page", node, node.textContent);
    }
  }
  for (const node of document.querySelectorAll("dialog[open]")) {
    if (node.scrollWidth > node.clientWidth) tell("the dialog is too wide", node, node.textContent);
  }

  const boxes = (text, from, to) => {
    range.setStart(text, from);
    range.setEnd(text, to);
    return [...range.getClientRects()].filter((box) => box.width > 0);
  };
  const seen = (style) => style.backgroundImage !== "none" || !/^rgba\(.*, 0\)$/.test(style.backgroundColor)
    || parseFloat(style.borderLeftWidth) > 0 || parseFloat(style.borderRightWidth) > 0;
  // Many texts stand in the same boxes: each is asked for once.
  const frames = new Map();
  const frame = (node) => {
    if (!frames.has(node)) {
      const style = getComputedStyle(node);
      const inline = /^(inline|contents)$/.test(style.display);
      // What scrolls, or ends in an ellipsis, does so by intent.
      const clips = !inline && style.overflowX !== "visible";
      frames.set(node, { clips, box: !inline && !clips && seen(style) ? node.getBoundingClientRect() : null });
    }
    return frames.get(node);
  };
  const leftOut = ".hear, svg, script, style, select, noscript";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const holder = text.parentElement;
    if (!text.data.trim() || !holder.checkVisibility() || holder.closest(leftOut)) continue;
    const lines = boxes(text, 0, text.length);
    const left = Math.min(...lines.map((box) => box.left));
    const right = Math.max(...lines.map((box) => box.right));
    for (let node = holder; node !== document.body; node = node.parentElement) {
      const { clips, box } = frame(node);
      if (clips) break;
      if (box && (left < box.left - 1.5 || right > box.right + 1.5)) tell("sticks out", node, text.data);
    }
    if (lines.length < 2 || !holder.closest("button, .button, .chip, .count, .side-word, .result b")) continue;
    for (const word of text.data.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]{2,12}(?![\p{L}\p{N}])/gu)) {
      const parts = boxes(text, word.index, word.index + word[0].length);
      if (parts.at(-1).top > parts[0].bottom - 2) tell("a broken word", holder, word[0]);
    }
  }
  return found;
}
