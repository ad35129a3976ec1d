"""Begin: from the first moment on Ctrl-C ends the program in silence, and of errors only ours are heard."""

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

LOADER = "<frozen importlib._bootstrap>"
INTERRUPTED = 130


def main() -> NoReturn:
    """Run the command line and leave with its exit status."""
    # Who started this may want it to be deaf, as nohup does.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)
    try:
        own_errors()
        from familiar.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        # All is put away: what Python itself does at its end may be cut short.
        if signal.getsignal(signal.SIGINT) is interrupt:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt; while a module is loaded end at once, for there it may become any error."""
    while frame is not None:
        if frame.f_code.co_filename == LOADER:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        frame = frame.f_back
    raise KeyboardInterrupt


def own_errors() -> None:
    """Give Python's error stream a descriptor of its own: `files.quiet` shuts the one that libraries know."""
    if sys.stderr is not None:
        own = os.dup(sys.stderr.fileno())
        sys.stderr = open(own, "w", buffering=1, encoding=sys.stderr.encoding, errors="backslashreplace")
