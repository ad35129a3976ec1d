"""Labelled pictures read one after the other, as all benches of the eye do."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

import click
import numpy as np

from files.terminal import one_line
from vision import photograph
from vision.errors import UnreadablePicture

NAMED = 10
"""Pictures with a silent error, or that cannot be read, which are named one by one."""


class Labelled(Protocol):
    """A picture whose truth is known."""

    @property
    def path(self) -> Path:
        """Where it lies."""


class Counts(Protocol):
    """What is counted: seconds spent on reading, and why pictures could not be read."""

    seconds: float
    unreadable: list[str]


One = TypeVar("One", bound=Labelled)
Answer = TypeVar("Answer")


def answers(
    pictures: Iterable[One], look: Callable[[np.ndarray], Answer], counts: Counts
) -> Iterator[tuple[One, np.ndarray, Answer]]:
    """Read each picture: give it, its pixels and what came of it.

    One that cannot be read counts nothing but itself.
    """
    for picture in pictures:
        try:
            image = photograph.load(picture.path)
        except UnreadablePicture as error:
            counts.unreadable.append(str(error))
            continue
        start = time.perf_counter()
        answer = look(image)
        counts.seconds += time.perf_counter() - start
        yield picture, image, answer


def complain(unreadable: Sequence[str]) -> None:
    """Say on stderr which pictures could not be read."""
    for reason in unreadable[:NAMED]:
        click.echo(one_line(reason), err=True)
    if len(unreadable) > NAMED:
        click.echo(f"... and {len(unreadable) - NAMED} more pictures cannot be read", err=True)
