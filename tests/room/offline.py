"""Take a page's network away for good: a stream that is open outlives what a browser calls offline."""


def go_offline(page):
    """Leave a page without a network until its context's `set_offline(False)`.

    Chromium's emulation refuses new connections and lets open ones be: a state that still came over the
    stream would be taken for a sign that the table is there, and nothing would fail after it. So the page
    begins its stream anew, as a phone does that comes back, and fails at that again and again.
    """
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('online'))")
