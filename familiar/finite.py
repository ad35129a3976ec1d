"""A number that an option takes: within its bounds, and one that can be reckoned with."""

from __future__ import annotations

import math
from typing import Any

import click


class Finite(click.FloatRange):
    """A number within bounds: click lets nan through, which is neither below nor above any of them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number. Raises click.BadParameter."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is no number to reckon with.", param, ctx)
        return number
