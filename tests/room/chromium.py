"""Find the browser that tests, the pictures of the documentation and measurements of pages share."""

import shutil

MISSING = "Chromium is not installed: sudo apt install chromium"


def find() -> str | None:
    """Return the path of the one without windows, which costs half as much time a page, or of a whole one."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")
