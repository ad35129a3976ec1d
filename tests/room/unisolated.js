// What stands beside a name of a right-to-left script in one bidirectional paragraph, which may then be drawn in another order.
() => {
  const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;
  const ISOLATED = /[\u2066-\u2068][^\u2066-\u2069]*\u2069/g;
  const found = [];
  const judge = (run) => {
    let text = run.join("");
    for (let before = ""; before !== text;) [before, text] = [text, text.replace(ISOLATED, " ")];
    if (text.match(RIGHT_TO_LEFT) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(RIGHT_TO_LEFT, ""))) found.push(text.trim());
  };
  const walk = (node, run) => {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) run.push(child.data);
      if (child.nodeType !== Node.ELEMENT_NODE) continue;
      const { display, unicodeBidi } = getComputedStyle(child);
      if (display === "none") continue;
      if (/^(inline|contents)$/.test(display) && !/isolate|plaintext/.test(unicodeBidi)) {
        walk(child, run);
        continue;
      }
      const own = [];
      walk(child, own);
      judge(own);
      // A block ends the paragraph before it; what is isolated in a line is a sign of no direction there.
      if (!display.startsWith("inline")) judge(run.splice(0));
    }
  };
  const page = [];
  walk(document.body, page);
  judge(page);
  return found;
}
