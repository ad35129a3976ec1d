"""What the commands share: a group that helps whoever mistypes one, and numbers that say what they are."""

from __future__ import annotations

import math
from typing import Any

import click

from games.nearest import close


class Commands(click.Group):
    """A group of commands that names the nearest to an unknown one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first argument names."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            near = close(name, self.list_commands(ctx))
            ctx.fail(f"There is no command {name!r}{f': did you mean {near!r}?' if near else '.'}")
        return super().resolve_command(ctx, args)


class Whole(click.IntRange):
    """A whole number within bounds, called so in help and refusals."""

    name = "whole number"


class Finite(click.FloatRange):
    """A number within bounds: click lets nan through, which is neither below nor above any of them."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number. Raises click.BadParameter."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is no number to reckon with.", param, ctx)
        return number
