"""A group of commands that helps whoever mistypes one."""

from __future__ import annotations

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
