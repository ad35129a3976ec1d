"""The way back from a damaged journal: what can still be read, and the newest backup, become a whole one.

The damaged file is never deleted: it moves into a folder beside the journal, with everything that was found
in it and a sentence that says what happened. A power cut in the middle of this leaves a way back that the
next start completes.
"""

import json
import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from files import obstacle
from files.regular import expand, is_odd
from files.whole import flush
from table.errors import JournalDamaged, JournalEmpty, JournalError
from table.journal import Journal, parsed, step
from table.recovery import salvage
from table.recovery.backup import Backups
from table.recovery.salvage import Rows
from table.storage.complaint import BROKEN
from table.storage.disk import PARTS, check_files, hold
from texts import Said, say, say_many

log = logging.getLogger(__name__)

RESTORED, DRAFT = "restored.sqlite", "restored.draft"
WHAT, FOUND = "WHAT-HAPPENED.txt", "rows.jsonl"


@dataclass(frozen=True)
class Kept:
    """What of the rows found can stand again: each game with its operations, and sentences about the rest."""

    games: tuple[tuple[float, str, tuple[tuple[str, str], ...]], ...]
    lost: tuple[str, ...]


def open_journal(
    path: Path | str, backups: Backups | None = None, clock: Callable[[], float] = time.time
) -> Journal:
    """Open the journal at `path` for writing; bring it back first where it is damaged or gone.

    What happened stands in the log with its files, and in the journal's `notice` without them. Raises
    JournalError, also where nothing of ours can be found in a file: that one is left alone.
    """
    if str(path) == ":memory:":
        return Journal(path, clock=clock)
    path = expand(path)
    backups = backups or Backups(path)
    with hold(path):
        notice = _finish(path) or _bring_back(path, backups, clock)
    journal = Journal(path, clock=clock)
    journal.notice = notice
    try:
        # Whoever laid an older copy in its place took openings away, and phones know the numbers of them.
        journal.count_openings(backups.opened + 1)
    except BaseException:
        journal.close()
        raise
    backups.note_opening(journal.openings)
    return journal


def examine(path: Path, backups: Backups) -> str | None:
    """Say what is wrong with the journal at `path`, changing nothing; None: it is whole.

    Raises JournalError where it cannot be used for another reason.
    """
    check_files(path)
    # Looked at before SQLite opens it: beside an empty file it would throw the log away.
    hidden = salvage.behind_damage(path)
    _roll_back(path)
    if path.exists() and path.stat().st_size:
        try:
            # For reading only: an opening for writing would start the log anew, whose rows may be needed yet.
            with Journal(path, readonly=True) as journal:
                journal.check()
                _, count = journal.count()
        except JournalDamaged as error:
            return str(error)
        except JournalEmpty:
            if hidden == Rows() and not backups.had_journal():
                return None
        else:
            if max(hidden.operations, default=0) > count:
                return f"{path}: the journal's log is damaged after step {count}"
            if backups.ahead(count) and salvage.read(path).agrees(salvage.read(backups.all()[0])):
                return f"{path}: the journal ends at step {count}, but its newest backup goes on"
            return None
    elif salvage.read(path) == Rows() and not backups.had_journal():
        return None
    return f"{path}: the journal is {'empty' if path.exists() else 'gone'}, and it was not so before"


def repairable(path: Path, backups: Backups) -> bool:
    """Tell of a damaged journal whether it can be brought back; a stranger's is left alone."""
    backup = backups.whole()
    copied = _copied(backups) if backup is None else salvage.read(backup)
    return _ours(path, salvage.read(path), copied)


def _ours(path: Path, rows: Rows, copied: Rows) -> bool:
    """Tell whether anything says that the file at `path` was ever ours."""
    return bool(rows.operations or rows.games or copied != Rows() or not path.exists() or _is_blank(path))


def _roll_back(path: Path) -> None:
    """Let SQLite end what a power cut interrupted while the journal was made: who only reads cannot."""
    if Path(f"{path}-journal").exists():
        with suppress(*BROKEN), closing(sqlite3.connect(path)) as database:
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()


def _bring_back(path: Path, backups: Backups, clock: Callable[[], float]) -> str | None:
    """Put a whole journal in the place of a damaged one; the sentence that says so, None: it was whole."""
    damage = examine(path, backups)
    if damage is None:
        return None
    rows = salvage.read(path)
    backup = backups.whole()
    copied = _copied(backups) if backup is None else salvage.read(backup)
    if not _ours(path, rows, copied):
        raise JournalDamaged(damage)
    stranger = not rows.agrees(copied)
    # Where nothing but a copy is left, only what was noted beside it tells what it lacks.
    noted = None if stranger else backups.noted()
    known = bool(rows.operations or rows.last) or noted is not None
    if not stranger:
        rows.add(copied)
        rows.last = max(rows.last, noted or 0)
    kept = sort_out(rows)
    try:
        folder = _folder(path, clock)
    except OSError as error:
        raise _stuck(damage, error, path) from None
    source = "" if backup is None or stranger else f" The newest whole backup is {backup}."
    said = _notice(kept, known)
    try:
        _write_rows(folder / FOUND, rows)
        text = f"{damage}\n{said}\n{source.strip()}\nThe damaged file lies in {folder}.\n"
        (folder / WHAT).write_text(text, encoding="utf-8")
        flush(folder / WHAT)
        _build(folder / DRAFT, kept, rows.openings)
        (folder / DRAFT).replace(folder / RESTORED)
        flush(folder)
    except (OSError, JournalError) as error:
        # Nothing was moved yet: the damaged journal lies where it lay.
        shutil.rmtree(folder, ignore_errors=True)
        raise _stuck(damage, error, path) from None
    log.warning("%s. %s%s The damaged file lies in %s.", damage, said, source, folder)
    return said if _finish(path) else None


def _copied(backups: Backups) -> Rows:
    """Give what the newest copy still holds that anything can be read of, where none of them is whole."""
    for copy in backups.all():
        with suppress(OSError):
            if not is_odd(copy) and (rows := salvage.read(copy)) != Rows():
                return rows
    return Rows()


def _stuck(damage: str, error: OSError | JournalError, path: Path) -> JournalDamaged:
    """Say that a damaged journal lies where it lay, and what to do."""
    why = obstacle.of(error, path) if isinstance(error, OSError) else error
    return JournalDamaged(f"{damage}. It could not be brought back: {why}; then start again")


def _finish(path: Path) -> str | None:
    """Let a restored journal that is complete take its place; None: there is none. Raises JournalError."""
    try:
        return _put_in_place(path)
    except OSError as error:
        why = obstacle.of(error, path)
        raise JournalError(
            f"{path}: the journal was brought back, but cannot be put in its place: {why}; then start again"
        ) from None


def _put_in_place(path: Path) -> str | None:
    ready = sorted(path.parent.glob(f"{path.name}.damaged-*/{RESTORED}"))
    if not ready:
        return None
    folder = ready[-1].parent
    # The log first: SQLite would take the old one for the new journal's.
    for part in reversed(PARTS):
        old = Path(f"{path}{part}")
        if old.exists():
            old.replace(folder / old.name)
    flush(folder)
    ready[-1].replace(path)
    flush(path.parent)
    with suppress(OSError):
        return (folder / WHAT).read_text(encoding="utf-8").splitlines()[1]
    return say("The journal was damaged and has been brought back.")


def sort_out(rows: Rows) -> Kept:
    """Choose what can stand again: each game as far as no step before is missing."""
    games: dict[int, list[tuple[str, str]]] = {number: [] for number in rows.games}
    cut: dict[int, int] = {}
    lost: list[str] = []
    before, game = 0, 0
    for number in sorted(rows.operations):
        owner, kind, body = rows.operations[number]
        if number != before + 1:
            # The steps between may have been of any game from the one before to the one after.
            for each in range(max(game, 1), owner + 1):
                cut.setdefault(each, 0)
            lost.append(say("{steps} before step {number}", steps=_steps(number - before - 1), number=number))
        if owner in cut or owner not in games:
            cut[owner] = cut.get(owner, 0) + 1
        else:
            games[owner].append((kind, body))
        before, game = number, owner
    if rows.last > before:
        count = rows.last - before
        lost.append(say_many("the last {count} step", "the last {count} steps", count))
    lost += [
        say("the beginning of game {number}", number=number) for number in sorted(cut) if number not in games
    ]
    unused = sum(cut.values())
    if unused:
        lost.append(say("{steps} that came after a gap", steps=_steps(unused)))
    whole = []
    for number in sorted(games):
        began, header = rows.games[number]
        steps = _as_far_as_it_folds(games[number])
        if len(steps) < len(games[number]):
            lack = _steps(len(games[number]) - len(steps))
            lost.append(say("{steps} of game {number}", steps=lack, number=number))
        whole.append((began, header, steps))
    return Kept(tuple(whole), tuple(lost))


def _as_far_as_it_folds(steps: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Give the longest beginning in which no operation contradicts those before it."""
    events: list[dict[str, Any]] = []
    for place, (kind, body) in enumerate(steps):
        try:
            step(events, kind, parsed(body))
        except (ValueError, KeyError, TypeError):
            return tuple(steps[:place])
    return tuple(steps)


def _notice(kept: Kept, known: bool) -> Said:
    """Say for people what has come back and what has not; `known`: whether it is known how much there was."""
    steps = _steps(sum(len(operations) for *_, operations in kept.games))
    games = say_many("{count} game", "{count} games", len(kept.games))
    if not known and not kept.lost:
        return say(
            "The journal was lost and its newest backup has been brought back: {games} with {steps}; what "
            "was played after that backup is missing. Look at the sheet and enter again what is not there.",
            games=games,
            steps=steps,
        )
    if not kept.lost:
        return say(
            "The journal was damaged and has been brought back: {games} with {steps}; "
            "no step is known to be missing.",
            games=games,
            steps=steps,
        )
    return say(
        "The journal was damaged and has been brought back: {games} with {steps}; missing: {lost}. "
        "Look at the sheet and enter again what is not there.",
        games=games,
        steps=steps,
        lost=kept.lost,
    )


def _steps(count: int) -> Said:
    return say_many("{count} step", "{count} steps", count)


def _folder(path: Path, clock: Callable[[], float]) -> Path:
    stamp = time.strftime("%Y%m%dT%H%M%S", time.localtime(clock()))
    for number in range(1000):
        folder = path.parent / f"{path.name}.damaged-{stamp}{f'-{number}' if number else ''}"
        with suppress(FileExistsError):
            folder.mkdir()
            return folder
    raise JournalError(f"{path.parent}: there are too many folders of damaged journals; remove some")


def _write_rows(path: Path, rows: Rows) -> None:
    """Write everything that was found as JSON lines, also what could not stand again."""
    lines = [
        {"table": table, "id": number, "row": row}
        for table, found in (("games", rows.games), ("operations", rows.operations))
        for number, row in sorted(found.items())
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    # Words that nobody has seen yet stand in it, as in the journal itself.
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
        out.write(text)
    flush(path)


def _build(path: Path, kept: Kept, openings: int) -> None:
    """Write a journal anew, each row with the number that it has by its place.

    openings: how often the one was opened in whose place it comes.
    """
    path.unlink(missing_ok=True)
    with Journal(path) as journal:
        journal.count_openings(openings)
        for began, header, steps in kept.games:
            journal.enter(parsed(header), ((kind, parsed(body)) for kind, body in steps), began)
    Path(f"{path}.lock").unlink(missing_ok=True)
    flush(path)


def _is_blank(path: Path) -> bool:
    """Tell whether a file holds nothing but zeros, as some disks leave one after a power cut."""
    try:
        return not path.read_bytes().strip(b"\0")
    except OSError:
        return False
