"""Lend pages of one browser, each in a context of its own, and take them back for the next test.

A page that goes on in a process that runs costs half as much as a new one, and axe in it a third.
"""

from contextlib import contextmanager

from patience import PATIENCE_S
from playwright.sync_api import Error

KEPT = 4
"""Pages that wait for a test: for a phone and a big screen, in two languages."""
PATIENCE_MS = 1000 * PATIENCE_S

# What would stay with a page or its context, whatever is opened there next.
LASTING = [
    *("add_init_script", "expose_binding", "expose_function", "on", "once", "route", "route_from_har"),
    *("route_web_socket", "set_default_timeout", "set_default_navigation_timeout"),
]
OF_CONTEXT = ["grant_permissions", "new_cdp_session", "new_page", "set_geolocation", "set_offline"]

# A browser that is told to open an empty page begins another process for it; a page that goes there does not.
LEAVE = """() => {
  localStorage.clear();
  sessionStorage.clear();
  location.replace("about:blank");
}"""

# What is only asked and measured need not be painted, which without a graphics card is up to a fifth of all.
# The rest is as it was: where things lie, what can be pressed, and what Playwright takes for visible.
UNSEEN = """{
  const unseen = new CSSStyleSheet();
  unseen.replaceSync("html { opacity: 0 !important; }");
  document.adoptedStyleSheets = [unseen];
}"""
SEEN = "document.adoptedStyleSheets = []"
"""For whoever looks at a page as it is drawn."""


class Pages:
    """The pages of one browser."""

    def __init__(self, browser):
        self._browser = browser
        self._idle, self._lent, self._changed = [], {}, set()

    def lend(self, size, locale=None, **listeners):
        """Give a page that knows of no table, in light colours and without motion.

        listeners: what hears an event of the page, by its name, until the page is given back.
        """
        kept = next((each for each in self._idle if each[0] == locale), None)
        if kept is None:
            page = self._new(locale)
        else:
            self._idle.remove(kept)
            page = kept[1]
        page.set_viewport_size(size)
        page.emulate_media(
            media="null", color_scheme="light", reduced_motion="reduce", forced_colors="null", contrast="null"
        )
        for event, listener in listeners.items():
            type(page).on(page, event, listener)
        self._lent[page] = locale, listeners
        return page

    @contextmanager
    def one(self, size, **given):
        """Lend a page for a while."""
        page = self.lend(size, **given)
        try:
            yield page
        finally:
            self.take_back(page)

    def keep_apart(self, page):
        """Let no other test have this page: what is done to it cannot be undone."""
        self._changed.add(page)

    def take_back(self, page):
        """Let a page forget the table, and keep it; one that something was done to for good is closed."""
        locale, listeners = self._lent.pop(page)
        if page in self._changed or not self._left(page, listeners):
            page.context.close()
            self._changed.discard(page)
            return
        self._idle.append((locale, page))
        if len(self._idle) > KEPT:
            self._idle.pop(0)[1].context.close()

    def _left(self, page, listeners):
        if page.is_closed() or len(page.context.pages) != 1:
            return False
        try:
            page.mouse.move(0, 0)
            # What it complains of until now is heard.
            page.evaluate("1")
            for event, listener in listeners.items():
                page.remove_listener(event, listener)
            page.evaluate(LEAVE)
            page.wait_for_url("about:blank")
            page.context.clear_cookies()
            page.context.set_extra_http_headers({})
        except Error:
            return False
        return True

    def _new(self, locale):
        context = self._browser.new_context(reduced_motion="reduce", locale=locale)
        context.add_init_script(UNSEEN)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        for part, names in ((page, LASTING), (context, LASTING + OF_CONTEXT)):
            for name in names:
                setattr(part, name, self._noted(page, getattr(part, name)))
        return page

    def _noted(self, page, do):
        def done(*given, **named):
            self.keep_apart(page)
            return do(*given, **named)

        return done
