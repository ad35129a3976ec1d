"""How soon the first page can be used on a slow phone: Chromium, slowed down, from an empty cache."""

from statistics import median

import chromium
from load.table import Table

SIZE = {"width": 360, "height": 740}
CPU = 4
"""How many times slower than this machine: what Lighthouse takes for a phone of the middle class."""
NETWORKS = {
    "Wi-Fi of a house (20 ms, 20 Mbit/s)": (20, 20e6, 10e6),
    "4G (70 ms, 9 Mbit/s)": (70, 9e6, 3e6),
    "slow 4G (150 ms, 1.6 Mbit/s)": (150, 1.6e6, 0.75e6),
}
TRIES = 3
READY = ".welcome button, .actions button"
KNOWN = """(ready) => new Promise((done) => {
  const look = () => document.querySelector(ready) && done(performance.now());
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });
  look();
})"""


def usable():
    """Yield a line for each network: milliseconds from the tap on the address to keys that can be pressed."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        yield "first page: not measured, the package playwright is not installed"
        return
    program = chromium.find()
    if program is None:
        yield f"first page: not measured. {chromium.MISSING}"
        return
    with Table() as table, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for name, network in NETWORKS.items():
            for language in ("en", "fr"):
                took = [visit(browser, table, network, language) for _ in range(TRIES)]
                longest = max(took)
                yield (f"first page, processor {CPU} times slower, {name}, {language}: "
                       f"usable after {median(took):.0f} ms (longest {longest:.0f})")  # fmt: skip
        browser.close()


def visit(browser, table, network, language):
    """Open the table as a phone that was never here; returns the milliseconds until it can be used."""
    context = browser.new_context(viewport=SIZE, locale=language)
    try:
        page = context.new_page()
        wire = context.new_cdp_session(page)
        latency, down, up = network
        speed = {"latency": latency, "downloadThroughput": down / 8, "uploadThroughput": up / 8}
        wire.send("Network.enable")
        wire.send("Network.emulateNetworkConditions", {"offline": False, **speed})
        wire.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
        page.goto(f"http://127.0.0.1:{table.port}/join/{table.code}", wait_until="commit")
        return page.evaluate(KNOWN, READY)
    finally:
        context.close()
