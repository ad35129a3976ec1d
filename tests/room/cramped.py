"""Find what has no room on a page, whatever fonts the machine has."""

from base64 import b64encode
from pathlib import Path

from typeface import typeface

CRAMPED = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
PHONES = ((320, 568), (360, 740), (390, 844), (740, 360))
SCREENS = ((1280, 800), (1920, 1080), (1024, 600), (320, 568))
# Of the common faces DejaVu Sans Bold is the broadest: 0.58 of its size a letter, in a sentence of the pages.
FACES = {"broad": typeface(660, 950, 250), "narrow and high": typeface(400, 1100, 400), "the machine's": None}
WEAR = """async (data) => {
  document.adoptedStyleSheets = [];
  if (!data) return;
  const face = new FontFace("Blank", Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)));
  document.fonts.clear();
  document.fonts.add(await face.load());
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { font-family: Blank !important; }");
  document.adoptedStyleSheets = [sheet];
}"""


def cramped(page):
    """List what lies beyond the page or sticks out of its key, cell or panel, and the broken words of keys.

    The page is looked at in each typeface, at every size that a phone, or a big screen, may have.
    """
    kept, found = page.viewport_size, []
    # Another size costs the browser twenty times as much as another typeface.
    for width, height in SCREENS if kept["width"] > 900 else PHONES:
        page.set_viewport_size({"width": width, "height": height})
        for face, data in FACES.items():
            page.evaluate(WEAR, data and b64encode(data).decode())
            found += [f"{width} pixels, {face} letters: {one}" for one in page.evaluate(CRAMPED)]
    page.set_viewport_size(kept)
    return found
