"""Find what has no room on a page, whatever fonts the machine has."""

from base64 import b64encode
from pathlib import Path

from typeface import typeface

CRAMPED = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
PHONES = ((320, 568), (360, 740), (390, 844), (740, 360))
SCREENS = ((1280, 800), (1920, 1080), (1024, 600), (320, 568))
# Of the common faces DejaVu Sans Bold is the broadest: 0.58 of its size a letter, in a sentence of the pages.
FACES = {"Broad": typeface(660, 950, 250), "NarrowAndHigh": typeface(400, 1100, 400)}
OWN = "the machine's"
LOAD = """async (faces) => {
  const known = new Set([...document.fonts].map((face) => face.family));
  for (const [name, data] of Object.entries(faces)) {
    if (known.has(name)) continue;
    const face = new FontFace(name, Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)));
    document.fonts.add(await face.load());
  }
}"""
# All typefaces in one go: between two questions the browser would paint what nobody looks at.
LOOK = f"""([names, own]) => {{
  const cramped = {CRAMPED};
  const kept = [...document.adoptedStyleSheets];
  const found = names.flatMap((name) => {{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* {{ font-family: ${{name}} !important; }}`);
    document.adoptedStyleSheets = [...kept, sheet];
    return cramped().map((one) => [name, one]);
  }});
  document.adoptedStyleSheets = kept;
  return [...found, ...cramped().map((one) => [own, one])];
}}"""


def cramped(page):
    """List what lies beyond the page or sticks out of its key, cell or panel, and the broken words of keys.

    The page is looked at in each typeface, at every size that a phone, or a big screen, may have.
    """
    kept, found = page.viewport_size, []
    page.evaluate(LOAD, {name: b64encode(data).decode() for name, data in FACES.items()})
    sizes = SCREENS if kept["width"] > 900 else PHONES
    # The size that it has comes last, and needs not be given back.
    for width, height in sorted(sizes, key=lambda size: size == tuple(kept.values())):
        page.set_viewport_size({"width": width, "height": height})
        told = page.evaluate(LOOK, [list(FACES), OWN])
        found += [f"{width} pixels, {face} letters: {one}" for face, one in told]
    page.set_viewport_size(kept)
    return found
