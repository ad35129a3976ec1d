"""What a page on a phone must bear: nothing beside the screen, and keys for a fingertip."""


def fits(page):
    """Tell whether nothing sticks out to the side."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def small_keys(page):
    """List what is to be tapped and is smaller than a fingertip."""
    sizes = page.eval_on_selector_all(
        "button, a.button, summary",
        "keys => keys.filter(key => key.offsetParent)"
        ".map(key => [key.textContent, key.offsetWidth, key.offsetHeight])",
    )
    assert len(sizes) > 4
    return [key for key in sizes if key[1] < 44 or key[2] < 44]
