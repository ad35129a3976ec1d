// What cannot be read from afar: letters of whatever is told (not the signs on pieces and chips) smaller than `least`, parts that leave the screen, lie on another or are cut.
([must, apart, least]) => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  const seen = (selector) => all(selector).filter((node) => node.textContent.trim());
  const box = (node) => node.getBoundingClientRect();
  const said = (node) => `${node.className || node.localName}: ${node.textContent.trim().slice(0, 30)}`;
  const found = [];
  for (const node of seen(must)) {
    const size = parseFloat(getComputedStyle(node).fontSize);
    if (size < least) found.push(`${said(node)} has ${size} px`);
  }
  const texts = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent.trim() || !node.checkVisibility() || node.closest(".hear, [aria-hidden=true], .mark, .figure, .stands, .chip")) continue;
    const { a = 1, b = 0 } = node.ownerSVGElement ? node.getScreenCTM() : {};
    const size = parseFloat(getComputedStyle(node).fontSize) * Math.hypot(a, b);
    if (size > 0 && size < least) found.push(`${said(node)} is told in ${size} px`);
  }
  const inside = all("#app *").filter((node) => !node.closest(".hear, .watermark, svg") && box(node).width > 1);
  for (const node of inside) {
    const { left, top, right, bottom } = box(node);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) found.push(`${said(node)} leaves the screen`);
  }
  const parts = seen(apart);
  const pairs = parts.flatMap((one, i) => parts.slice(i + 1).map((other) => [one, other]));
  for (const [one, other] of pairs) {
    if (one.contains(other) || other.contains(one)) continue;
    const [a, b] = [box(one), box(other)];
    const over = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
    if (Math.min(...over) > 2) found.push(`${said(one)} and ${said(other)} overlap`);
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push(`the page is ${scrollWidth} x ${scrollHeight}`);
  for (const node of all(".lying, .trays.felt, .map, .finale, .asked")) {
    if (node.scrollHeight > node.clientHeight + 2 || node.scrollWidth > node.clientWidth + 2) found.push(`${said(node)} is cut`);
  }
  return [found, seen(must).length];
}
