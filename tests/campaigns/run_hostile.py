"""Attack the table from outside, in every way that is known, and print the counts: `make hostile`.

Usage: python tests/campaigns/run_hostile.py [--scratch FOLDER] [--kills N] [--journals N] [--messages N]
[--files N] [KIND...]. KINDS: kills journals routes secrets broker files (all of them). Exit status 1:
something was lost, told, done or raised that must not be; the line says what.
"""

import argparse
import logging
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]


def kills(options, folder):
    """Kill `familiar play` while four phones play over HTTP."""
    from hostile.kills import campaign

    yield campaign(folder, options.kills)


def journals(options, folder):
    """Damage journals in every way, and look at them with the commands."""
    from hostile.journals import campaign

    logging.disable(logging.CRITICAL)
    yield campaign(folder, options.journals)


def routes(options, folder):
    """Ask every route as every role."""
    from hostile.routes import campaign

    figures, statuses = campaign(folder)
    yield figures
    for role, counts in statuses.items():
        yield f"{role}: " + ", ".join(f"{status} {count}" for status, count in sorted(counts.items()))


def secrets(options, folder):
    """Compare secrets in every answer."""
    from hostile.secrets import campaign

    with broker_in(folder) as at:
        yield campaign(folder, broker=at)


def broker(options, folder):
    """Say everything at the club's broker, and be a false one."""
    from hostile.broker import campaign

    logging.getLogger("club").setLevel(logging.INFO)
    with broker_in(folder) as at:
        yield campaign(folder, at, options.messages, options.messages // 100)


def files(options, folder):
    """Hand over bad files of every sort."""
    from hostile.files import campaign

    logging.disable(logging.CRITICAL)
    yield campaign(folder, options.files)


def broker_in(folder):
    """Make a real broker. Raises ClubError where Mosquitto is not installed."""
    from club.mosquitto import Mosquitto

    return Mosquitto(folder)


KINDS = {
    "kills": kills,
    "journals": journals,
    "routes": routes,
    "secrets": secrets,
    "broker": broker,
    "files": files,
}


def main():
    """Attack; the exit status is 1 where anything gave way."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kinds", nargs="*", choices=[[], *KINDS])
    parser.add_argument("--scratch", type=Path)
    parser.add_argument("--kills", type=int, default=160)
    parser.add_argument("--journals", type=int, default=435)
    parser.add_argument("--messages", type=int, default=24_000)
    parser.add_argument("--files", type=int, default=150)
    options = parser.parse_args()
    logging.getLogger().addHandler(logging.NullHandler())
    wrong = 0
    for name in options.kinds or KINDS:
        began = time.monotonic()
        with tempfile.TemporaryDirectory(dir=options.scratch) as folder:
            try:
                for said in KINDS[name](options, Path(folder)):
                    told = said if isinstance(said, str) else written(said, began)
                    print(f"{name}: {told}", flush=True)
            except Exception as error:
                wrong += 1
                print(
                    f"{name}: WRONG: {type(error).__name__} {' '.join(str(error).split())[:700]}", flush=True
                )
            finally:
                logging.disable(logging.NOTSET)
    return 1 if wrong else 0


def written(figures, began):
    """Write figures on a line."""
    said = ", ".join(f"{word} {count}" for word, count in sorted(figures.items()))
    return f"{said}; 0 wrong; {time.monotonic() - began:.0f} s"


if __name__ == "__main__":
    sys.exit(main())
