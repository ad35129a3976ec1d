"""Say in one line at the end of a run what was not tested here for want of something, and how to get it."""

import re
from collections import Counter

import pytest

MISSING = re.compile(r"(?:Skipped: )?(?P<what>.+) is not installed: (?P<how>.+)")
"""How a test that skips says what it wants: "Chromium is not installed: sudo apt install chromium"."""


def line(reasons):
    """Count the reasons of skipped tests by what was missing; None where nothing was skipped."""
    wants, others = Counter(), 0
    for reason in reasons:
        missing = MISSING.fullmatch(reason)
        if missing is None:
            others += 1
        else:
            wants[missing["what"], missing["how"]] += 1
    parts = [f"{count} for want of {what} ({how})" for (what, how), count in wants.most_common()]
    if others:
        parts.append(f"{others} for other reasons (pytest -rs names them)")
    return f"NOT TESTED: {', '.join(parts)}" if parts else None


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter):
    """Print the line, last of all but the count of what passed."""
    skipped = terminalreporter.stats.get("skipped", ())
    said = line(report.longrepr[2] for report in skipped if isinstance(report.longrepr, tuple))
    if said is not None:
        terminalreporter.write_line(said, yellow=True)
