"""Find the words that stand on two lines, where letters are larger or a page is narrow."""

BROKEN = """(boxes) => [...document.querySelectorAll(boxes)].flatMap((box) => {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const range = document.createRange(), found = [];
  while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/\\S+/g)) {
    range.setStart(texts.currentNode, word.index);
    range.setEnd(texts.currentNode, word.index + word[0].length);
    const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
    if (lines.size > 1) found.push(word[0]);
  }
  return found;
})"""


def broken(page, boxes):
    """List the words within these boxes, a CSS selector, that are broken in their middle."""
    return page.evaluate(BROKEN, boxes)
