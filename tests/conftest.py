"""What several rooms' tests share: the one browser, since Playwright can be started but once."""

import shutil
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="the package playwright is not installed")
    if not Path(CHROMIUM).exists():
        pytest.skip("Chromium is not installed: sudo apt install chromium")
    with sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Axe does not judge contrast upon a gradient: lay its lightest or its darkest colour flat.
FLAT = """(shade) => {
  const light = (rgb) => { const [r, g, b] = rgb.match(/[\\d.]+/g); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  for (const node of document.querySelectorAll("body, body *")) {
    if (node.dataset.flat) node.style.removeProperty("background");
    const layers = getComputedStyle(node).backgroundImage;
    if (!layers.includes("gradient")) continue;
    const solid = (layers.match(/rgb\\([^)]*\\)/g) ?? []).sort((a, b) => light(a) - light(b));
    if (solid.length) node.style.setProperty("background", solid.at(shade));
    else node.style.setProperty("background-image", "none");
    node.dataset.flat = "1";
  }
}"""


@pytest.fixture
def barriers():
    """Find with axe what keeps people out of a page, in the dark scheme and in the light one."""
    sync_playwright = pytest.importorskip("axe_playwright_python.sync_playwright")
    axe = sync_playwright.Axe()

    def find(page, schemes=("dark", "light")):
        found = []
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for shade, rules in ((0, WCAG), (-1, {"type": "rule", "values": ["color-contrast"]})):
                page.evaluate(FLAT, shade)
                options = {"runOnly": rules, "resultTypes": ["violations"]}
                for broken in axe.run(page, options=options).response["violations"]:
                    where = ", ".join(str(node["target"][0]) for node in broken["nodes"])
                    why = " ".join(broken["nodes"][0]["failureSummary"].split())
                    found.append(f"{scheme} {shade}: {broken['id']}: {where}: {why}")
        return found

    return find
