"""Let the tests share what is beside them, and print how many inputs were tried."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))


def pytest_terminal_summary(terminalreporter):
    """Print the figures of the long form."""
    from fuzzing import LONG, TRIED

    if LONG:
        for name, count in sorted(TRIED.items()):
            terminalreporter.write_line(f"{count:8} inputs: {name.removeprefix('test_').replace('_', ' ')}")
        terminalreporter.write_line(f"{sum(TRIED.values()):8} inputs in all")
