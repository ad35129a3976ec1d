"""Draw the icons of the page's manifest from its one drawing: `python tests/screenshots/draw_icons.py`."""

import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "room"))

import chromium

STATIC = Path(__file__).parents[2] / "web" / "static"
FELT = "#17553f"
SAFE = 0.95
"""How much of a maskable icon its drawing fills: platforms may cut all outside the inner 80 %."""
ICONS = {
    "icon-180": (180, FELT),
    "icon-192": (192, None),
    "icon-512": (512, None),
    "icon-maskable": (512, FELT),
}


def main() -> None:
    """Write every icon as a PNG of few colours."""
    program = chromium.find() or sys.exit(chromium.MISSING)
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, (size, ground) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            shown = drawing.replace("<rect width", f'<rect fill-opacity="{0 if ground else 1}" width')
            inside = round(size * SAFE) if ground else size
            page.set_content(
                f'<body style="margin:0;background:{ground or "transparent"};display:grid;place-items:center;'
                f'height:100vh"><div style="width:{inside}px;height:{inside}px">{shown}</div>'
            )
            picture = page.screenshot(omit_background=True)
            image = Image.open(io.BytesIO(picture)).quantize(64, Image.Quantize.FASTOCTREE)
            image.save(STATIC / f"{name}.png", optimize=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
