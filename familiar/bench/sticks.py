"""``familiar bench sticks``: how well the eye reads labelled throws, and whether it finds the void ones."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
import numpy as np

from familiar.bench.labels import LabelsError
from familiar.bench.pictures import NAMED, answers, complain
from familiar.bench.stick_labels import LabelledThrow, load
from games.sticks import Stick
from vision.sticks import still
from vision.sticks.sets import open_set
from vision.types import StickReading, ThrowReading

Read = Callable[[np.ndarray], ThrowReading]


@dataclass
class Results:
    """What a run has counted so far.

    sticks: those of throws that count: `right` and trusted, `asked` (of which `asked_right` at first guess),
    `silent`: trusted and wrong, `missed`: not there; throws: of those that count `whole`: every stick right
    and trusted, `whole_first`: every first guess right, `false_again`, `silent`: with a stick that is; void:
    by reason, how many and how many `found`; `void_silent`: not found, nor anything asked.
    """

    sticks: Counter[str] = field(default_factory=Counter)
    throws: Counter[str] = field(default_factory=Counter)
    void: dict[str, list[int]] = field(default_factory=dict)
    void_silent: int = 0
    named: list[str] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, truth: LabelledThrow, throw: ThrowReading) -> None:
        """Count one picture."""
        if truth.again is not None:
            found = self.void.setdefault(truth.again, [0, 0])
            found[0] += 1
            found[1] += throw.again is not None
            if throw.again is None and throw.sticks and not any(stick.asks for stick in throw.sticks):
                self.void_silent += 1
                self.named.append(f"{truth.path}: taken for a throw that counts, although {truth.again}")
            return
        outcomes = judged(truth.sticks, throw.sticks)
        self.sticks.update(outcome for outcome, _ in outcomes)
        self.sticks["all"] += len(truth.sticks)
        self.sticks["asked_right"] += sum(outcome == "asked" and right for outcome, right in outcomes)
        first = len(outcomes) == len(truth.sticks) and all(right for _, right in outcomes)
        silent = [outcome for outcome, _ in outcomes if outcome == "silent"]
        self.throws["all"] += 1
        self.throws["false_again"] += throw.again is not None
        self.throws["whole_first"] += first and throw.again is None
        self.throws["whole"] += first and throw.again is None and all(o == "right" for o, _ in outcomes)
        self.throws["silent"] += bool(silent)
        if silent:
            self.named.append(f"{truth.path}: {_words(throw.sticks)} read, there lies {_words(truth.sticks)}")


def judged(truth: Sequence[Stick], found: Sequence[StickReading]) -> list[tuple[str, bool]]:
    """Say of each stick, and of each that is none, what came of it and whether it was read right."""
    left = {stick.color: stick for stick in truth}
    outcomes = []
    for reading in found:
        stick = left.pop(reading.color, None)
        right = stick is not None and (reading.notches, reading.sides) == (stick.notches, stick.sides)
        outcomes.append(("asked" if reading.asks else "right" if right else "silent", right))
    return [*outcomes, *(("missed", False) for _ in left)]


def run(folders: Sequence[Path], name: str, as_json: bool, every: int) -> int:
    """Score the pictures of these folders, print the figures; give 1 if one could not be read, else 0.

    Raises LabelsError, and what opening the set raises.
    """
    kit = open_set(name)
    throws = [each for folder in folders for each in load(folder)][::every]
    if not throws:
        raise LabelsError(f"{', '.join(map(str, folders))}: no picture is named there")
    results = judge(throws, lambda image: still.read_throw(image, 3, kit.table, reader=kit.reader))
    complain(results.unreadable)
    click.echo(json.dumps(as_dict(results, name)) if as_json else as_text(results))
    return 1 if results.unreadable else 0


def judge(throws: Sequence[LabelledThrow], read_throw: Read) -> Results:
    """Read each picture and count what came of it; one that cannot be read counts nothing but itself."""
    results = Results()
    for truth, _, throw in answers(throws, read_throw, results):
        results.add(truth, throw)
    return results


def as_dict(results: Results, name: str) -> dict[str, object]:
    """Give all figures as one object for JSON."""
    counted, throws = results.sticks, results.throws
    keys = ("right", "asked", "asked_right", "silent", "missed")
    pictures = throws["all"] + sum(count for count, _ in results.void.values())
    return {
        "bench": "sticks",
        "set": name,
        "sticks": counted["all"],
        **{key: counted[key] for key in keys},
        **{f"{key}_share": _share(counted[key], counted["all"]) for key in keys},
        "throws": throws["all"],
        **{f"throws_{key}": throws[key] for key in ("whole", "whole_first", "silent")},
        "false_again": throws["false_again"],
        "void": {reason: {"all": count, "found": found} for reason, (count, found) in results.void.items()},
        "void_silent": results.void_silent,
        "unreadable": len(results.unreadable),
        "ms": round(1000 * results.seconds / max(1, pictures), 1),
        "named": results.named,
    }


def as_text(results: Results) -> str:
    """Write all figures for the eye of the owner."""
    counted, throws = results.sticks, results.throws
    first = counted["right"] + counted["asked_right"]
    lines = [
        f"{counted['all']} sticks of {throws['all']} throws that count:",
        *(
            f"  {what:<34}{count:>6}  {100 * _share(count, counted['all']):7.2f} %"
            for what, count in (
                ("right and trusted", counted["right"]),
                ("asked about", counted["asked"]),
                ("silent: trusted and wrong", counted["silent"]),
                ("missed", counted["missed"]),
                ("right at first guess", first),
            )
        ),
        "throws that count:",
        *(
            f"  {what:<34}{count:>6}  {100 * _share(count, throws['all']):7.2f} %"
            for what, count in (
                ("whole, right and trusted", throws["whole"]),
                ("whole, right at first guess", throws["whole_first"]),
                ("with a silent error", throws["silent"]),
                ("falsely to be thrown again", throws["false_again"]),
            )
        ),
    ]
    if results.void:
        lines.append("throws that do not count, and how many of them were found:")
        for reason, (count, found) in sorted(results.void.items()):
            words = reason.replace("_", " ")
            lines.append(f"  {words:<34}{found:>6} of {count} {100 * found / count:7.2f} %")
        lines.append(f"  {'taken to count, nothing asked':<34}{results.void_silent:>6}")
    lines += [f"Silent: {each}" for each in results.named[:NAMED]]
    if len(results.named) > NAMED:
        lines.append(f"... and on {len(results.named) - NAMED} more pictures.")
    if results.unreadable:
        lines.append(f"Not read and not counted: {len(results.unreadable)} pictures.")
    pictures = throws["all"] + sum(count for count, _ in results.void.values())
    lines.append(f"{1000 * results.seconds / max(1, pictures):.0f} ms a picture on this machine.")
    return "\n".join(lines)


def _share(count: int, of: int) -> float:
    return round(count / max(1, of), 5)


def _words(found: Sequence[Stick] | Sequence[StickReading]) -> str:
    words = [f"{each.color} {each.notches} {'-'.join(each.sides or ())}" for each in found]
    return ", ".join(words) or "nothing"
