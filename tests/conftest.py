"""What several rooms' tests share: the one browser, since Playwright can be started but once."""

import gc
import re
import shutil
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from club import mosquitto
from texts import Said, catalogue
from web import i18n

sys.path.insert(0, str(Path(__file__).parent / "room"))

import chromium
from compiled_once import compile_once
from dealing import dealt
from drawn_once import draw_once
from lateness import make_late
from patience import PATIENCE_S
from untested import pytest_terminal_summary

__all__ = ["pytest_terminal_summary"]

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # Several browsers share the cores: threads beside a page's own only take turns with it.
    "--js-flags=--single-threaded",
    "--num-raster-threads=1",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Letters as broad as their face says: rounded to whole pixels, a word of fourteen is three wider.
    "--font-render-hinting=none",
]
PORT_SHARES = 8
# Playwright has the browser share files on the disk, for shared memory may be as small as in a container.
CRAMPED = "--disable-dev-shm-usage"


def _has_shared_memory():
    try:
        return shutil.disk_usage("/dev/shm").free > 1 << 30
    except OSError:
        return False


# A search for garbage goes through all tests and what they have parsed and drawn, and finds little.
gc.set_threshold(20_000, 20, 100)
compile_once()
draw_once()
sys.path.append(str(Path(__file__).parent / "campaigns"))


def pytest_addoption(parser):
    """Offer to let everything come late."""
    told = "tell pages, and wake threads, so much later"
    parser.addoption("--late", type=float, default=0.0, metavar="SECONDS", help=told)


def pytest_configure(config):
    """Let everything come late, where that is asked for."""
    if most := config.getoption("--late"):
        make_late(most)


def pytest_collection_modifyitems(config, items):
    """Begin the longest first: none may run alone at the end while the other processes are done."""
    slow = [item for item in items if item.get_closest_marker("slow") is not None]
    others = [item for item in items if item.get_closest_marker("slow") is None]
    items[:] = dealt(slow, others, getattr(config, "workerinput", {}).get("workercount", 1))


def pytest_collection_finish():
    """Keep what was loaded and collected out of the later searches for garbage: each would walk all of it."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def ports_of_its_own(worker_id):
    """Let each process look for free ports among its own: two may find the same one at one moment."""
    each = len(mosquitto.PORTS) // PORT_SHARES
    if worker_id.startswith("gw"):
        first = each * (int(worker_id.removeprefix("gw")) % PORT_SHARES)
        mosquitto.PORTS = mosquitto.PORTS[first : first + each]


@pytest.fixture
def small_disk(tmp_path):
    """Mount a real disk of 1 MiB, to be filled and locked."""
    from faults import small

    try:
        with small.small_disk(tmp_path / "disk", 1024) as disk:
            yield disk
    except small.CannotMount:
        pytest.skip("Only root can mount a small disk: what a full or locked one does was not tried.")


@pytest.fixture(scope="session")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make setup")
    program = chromium.find()
    if program is None:
        pytest.skip(chromium.MISSING)
    # Its own five seconds are little on a machine that does much else.
    sync_api.expect.set_options(timeout=1000 * PATIENCE_S)
    with sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=program, args=QUIET, ignore_default_args=[CRAMPED] * _has_shared_memory()
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def kept_port():
    """Give the port of all pages that a browser is shown: one after the other, for two cannot have it."""
    import kept_port as keeping

    with keeping.kept_port() as number:
        yield number


@pytest.fixture(scope="session")
def pages(browser):
    """Lend pages that know of no table, and take them back."""
    from page_pool import Pages

    return Pages(browser)


WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CONTRAST = {"type": "rule", "values": ["color-contrast"]}
# By day nothing but colours changes (tests/web/test_assets.py): all other rules have answered in the dark.
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
# What is in order is as long as the page, and stays there.
BROKEN = "async (options) => (await axe.run(options)).violations"
# Axe does not judge contrast upon a gradient: lay its lightest or its darkest colour flat.
FLAT = """(shade) => {
  const light = (rgb) => {
    const [r, g, b] = rgb.match(/[\\d.]+/g);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
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
    from page_pool import SEEN

    axe = sync_playwright.Axe()

    def find(page, schemes=("dark", "light")):
        found = []
        page.evaluate(SEEN)
        page.evaluate(axe.axe_script)
        for number, scheme in enumerate(schemes):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for shade, rules in ((0, COLOURS if number else WCAG), (-1, CONTRAST)):
                page.evaluate(FLAT, shade)
                options = {"runOnly": rules, "resultTypes": ["violations"]}
                for broken in page.evaluate(BROKEN, options):
                    where = ", ".join(str(node["target"][0]) for node in broken["nodes"])
                    why = " ".join(broken["nodes"][0]["failureSummary"].split())
                    found.append(f"{scheme} {shade}: {broken['id']}: {where}: {why}")
        return found

    return find


@pytest.fixture
def broken():
    """List the words of a page that are broken in their middle."""
    from broken import broken

    return broken


@pytest.fixture
def cramped():
    """Find what has no room on a page, in broad letters, in narrow ones and in the machine's own."""
    from cramped import cramped

    return cramped


PSEUDO = "qps"


@pytest.fixture
def pseudo(monkeypatch):
    """Let every sentence be told as well in a language that puts \u27e6brackets\u27e7 round its own words.

    What a sentence is filled with stands outside of them: it must be said, too.
    """
    known = catalogue._read("fr")

    def bracketed(form):
        return re.sub(r"(\{\w+\})", "\u27e7\\1\u27e6", f"\u27e6{form}\u27e7").replace("\u27e6\u27e7", "")

    def read(language):
        if language != PSEUDO:
            return original(language)
        told = Catalog(locale="en")
        for message in filter(lambda each: each.id, known):
            one = message.id if isinstance(message.id, str) else None
            said = bracketed(one) if one else tuple(bracketed(form) for form in message.id)
            told.add(message.id, said, message.locations, context=message.context)
        return told

    original = catalogue._read
    languages = (*catalogue.LANGUAGES, PSEUDO)
    monkeypatch.setattr(catalogue, "LANGUAGES", languages)
    monkeypatch.setattr(i18n, "LANGUAGES", languages)
    monkeypatch.setattr(catalogue, "_read", read)
    catalogue.tongue.cache_clear()
    yield PSEUDO
    catalogue.tongue.cache_clear()


NAKED = """(allowed) => {
  const known = new RegExp(`(${allowed.join("|")})`, "gu");
  const bare = (text) => {
    let rest = text;
    for (let before = null; before !== rest;) {
      before = rest;
      rest = rest.replace(/\u27e6[^\u27e6\u27e7]*\u27e7/gu, " ");
    }
    return rest.replace(known, " ");
  };
  const found = [];
  const look = (text, where) => {
    if (/\\p{L}{2,}/u.test(bare(text ?? ""))) found.push(`${where}: ${text.trim()}`);
  };
  for (const node of document.querySelectorAll("html *")) {
    if (node.closest("script, style, noscript, head > :not(title), [lang]:not(html)")) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) look(node.getAttribute(name), name);
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) look(child.data, node.tagName);
    }
  }
  return found;
}"""


@pytest.fixture
def bare():
    """Find what of a sentence is not told in another language: words that no template holds.

    What stands in quotes is what somebody wrote; `allowed` are words that stay, such as names.
    """

    def between(one, more, count):
        """Keep of a template what it is filled with."""
        return " ".join(re.findall(r"\{\w+\}", one if more is None or count == 1 else more))

    def find(said, allowed=()):
        words = said.told(between) if isinstance(said, Said) else said
        words = re.findall(r"[^\W\d_]{2,}", re.sub(r'"[^"]*"', " ", words))
        return [word for word in words if word not in allowed]

    return find


@pytest.fixture
def naked():
    """Find what a page says in the pseudo language without brackets, but for `allowed` (patterns)."""
    # Browsers know no such language: the lists that they join have the English words between.
    return lambda page, allowed: page.evaluate(NAKED, [*allowed, "\\b(and|or)\\b"])


@pytest.fixture
def bracketed(pseudo):
    """Turn a page that stands open to the pseudo language."""

    def turn(page):
        page.context.set_extra_http_headers({"Accept-Language": pseudo})
        page.reload()
        return page

    return turn
