"""The page that a test is lent knows nothing of the test before."""

import http.server
import threading

import pytest

KNOWN = """() => ({
  cookies: document.cookie,
  kept: localStorage.length + sessionStorage.length,
  hovered: document.querySelectorAll("button:hover").length,
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
  moving: !matchMedia("(prefers-reduced-motion: reduce)").matches,
  print: matchMedia("print").matches,
  broad: innerWidth,
  left: window.left ?? null,
})"""
CHANGE = """() => {
  document.cookie = "seat=1";
  localStorage.setItem("look", "dark");
  sessionStorage.setItem("watch", "1");
}"""
NOTHING = {
    **{"cookies": "", "kept": 0, "hovered": 0, "dark": False, "moving": False, "print": False},
    **{"broad": 360, "left": None},
}
PHONE, BOARD = {"width": 360, "height": 740}, {"width": 1280, "height": 800}


class Door(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append(self.headers["Accept-Language"])
        body = b"<!doctype html><title>x</title><button style='position:fixed;inset:9px'>x</button>"
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def door():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Door) as door:
        door.asked = []
        thread = threading.Thread(target=door.serve_forever)
        thread.start()
        yield door
        door.shutdown()
        thread.join()


@pytest.fixture
def own(browser):
    """Lend pages of which no other test has one."""
    from page_pool import Pages

    return Pages(browser)


@pytest.fixture
def used(own, door):
    """Give back a page at which much was changed; `last` changes something more."""
    address = f"http://127.0.0.1:{door.server_port}/"

    def use(last=lambda page: None, **listeners):
        page = own.lend(BOARD, **listeners)
        page.goto(address)
        page.evaluate(CHANGE)
        page.click("button")
        page.emulate_media(media="print", color_scheme="dark", reduced_motion="no-preference")
        page.context.set_extra_http_headers({"Accept-Language": "qps"})
        last(page)
        own.take_back(page)
        again = own.lend(PHONE)
        again.goto(address)
        return page, again

    return use


def test_a_page_that_was_used_knows_as_little_as_a_new_one(own, used, door):
    first, again = used()
    assert again is first
    assert again.evaluate(KNOWN) == NOTHING
    assert door.asked[-1] != "qps"
    again.context.close()


@pytest.mark.parametrize(
    "last",
    [
        lambda page: page.add_init_script("window.left = 1"),
        lambda page: page.context.add_init_script("window.left = 1"),
        lambda page: page.route("**/*", lambda route: route.abort()),
        lambda page: page.context.set_offline(True),
        lambda page: page.context.new_cdp_session(page).send(
            "Emulation.setPageScaleFactor", {"pageScaleFactor": 2}
        ),
        lambda page: page.context.new_page(),
        lambda page: page.on("request", lambda request: None),
        lambda page: page.close(),
        lambda page: page.goto("about:blank"),
    ],
    ids=[
        "script",
        "script of all",
        "route",
        "offline",
        "scale",
        "second page",
        "listener",
        "closed",
        "elsewhere",
    ],
)
def test_a_page_at_which_something_stays_is_not_lent_again(used, last):
    first, again = used(last)
    assert again is not first
    assert again.evaluate(KNOWN) == NOTHING
    again.context.close()


def test_who_listens_to_a_page_hears_nothing_of_the_next_test(used):
    heard = []
    _, again = used(pageerror=lambda error: heard.append(str(error)))
    with again.expect_event("pageerror"):
        again.evaluate("setTimeout(() => { throw new Error('late'); })")
    assert heard == []
    again.context.close()


def test_each_page_has_a_context_of_its_own_and_its_language(own, door):
    pages = [own.lend(PHONE), own.lend(PHONE), own.lend(PHONE, "de-DE")]
    assert len({page.context for page in pages}) == 3
    for page in pages:
        page.goto(f"http://127.0.0.1:{door.server_port}/")
        own.take_back(page)
    page = own.lend(PHONE, "de-DE")
    assert page.evaluate("navigator.language") == "de-DE" and page in pages
    for page in pages:
        page.context.close()


def test_axe_sees_a_lent_page_as_it_is_drawn(own, door, barriers):
    with own.one(PHONE) as page:
        page.goto(f"http://127.0.0.1:{door.server_port}/")
        page.evaluate(
            "document.body.innerHTML = '<main><h1 style=\"color: #ccc\">hardly to be read</h1></main>'"
        )
        assert any("color-contrast: h1" in one for one in barriers(page))


def test_a_page_is_looked_at_in_each_typeface_and_in_its_own(own, door):
    from cramped import OWN, cramped

    with own.one(PHONE) as page:
        page.goto(f"http://127.0.0.1:{door.server_port}/")
        # Twenty letters: 264 pixels of the broad face, 160 of the narrow one.
        style = "font: 20px Broad; width: 220px; padding: 0; white-space: nowrap"
        page.evaluate(
            f"document.body.innerHTML = '<button style=\"{style}\">' + 'n'.repeat(20) + '</button>'"
        )
        faces = {one.split(",")[1].split(" letters")[0].strip() for one in cramped(page)}
        assert faces == {"Broad", OWN}
