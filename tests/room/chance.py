"""How much the tests that draw by chance try: a part as a rule, all of it in the long form (`make fuzz`)."""

import os

from hypothesis import Phase, settings

LONG = bool(int(os.environ.get("FAMILIAR_FUZZ", "0")))


def drawn(short, long):
    """Let a test try so many examples, the same ones every time.

    A seed does not shrink to a simpler game, so a failure is shown as it was found.
    """
    phases = (Phase.explicit, Phase.generate)
    return settings(deadline=None, derandomize=True, max_examples=long if LONG else short, phases=phases)
