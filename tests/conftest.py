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


@pytest.fixture
def barriers():
    """Find with axe what keeps people out of a page, in the dark scheme and in the light one."""
    sync_playwright = pytest.importorskip("axe_playwright_python.sync_playwright")
    axe = sync_playwright.Axe()

    def find(page, schemes=("dark", "light")):
        found = []
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            options = {"runOnly": WCAG, "resultTypes": ["violations"]}
            for broken in axe.run(page, options=options).response["violations"]:
                where = ", ".join(str(node["target"][0]) for node in broken["nodes"])
                why = " ".join(broken["nodes"][0]["failureSummary"].split())
                found.append(f"{scheme}: {broken['id']}: {where}: {why}")
        return found

    return find
