"""``familiar enrol --rows``: learn a deck from a few pictures of cards laid in rows, one picture a suit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from familiar.enrol.cards import order
from familiar.enrol.deck import wanted_deck
from familiar.enrol.folder import listing
from files.terminal import one_line
from texts import Said, say, say_many, spoken
from vision import photograph
from vision.enrol import rows
from vision.enrol.cards import check
from vision.enrol.rows import Deal, Named
from vision.errors import BadProfile, VisionError
from vision.read.profile import Profile, save, with_picture
from vision.read.reader import Reader

BY_ORDER = (
    "Familiar cannot read these signs: the cards were named by their order alone, "
    "from the top left of each picture."
)
EXAMPLE = "one of each suit there, and one of Wizards and Jesters, in order: 1.jpg to 5.jpg"


@dataclass(frozen=True)
class Learnt:
    """A deck as the rows made it, and a sentence for everything that they did not."""

    profile: Profile
    told: tuple[Said, ...]


def run(name: str, folder: Path, listed: Path | None, edition: str | None, anew: bool) -> int:
    """Learn a deck from the pictures of a folder, in the order of their names, and print what was found.

    Gives 1 where a card or a picture could not be learnt from, else 0. Raises BadProfile, UnreadablePicture.
    """
    wanted = wanted_deck(name, listed, edition, anew)
    names, of = wanted.names, wanted.edition
    reader = Reader(of or "us")
    pictures, places, told = [], [], []
    for path in sorted(listing(folder, EXAMPLE), key=lambda path: order(path.stem)):
        try:
            picture = photograph.load(path)
        except VisionError as error:
            # It names the picture itself.
            told.append(spoken(error))
            continue
        try:
            pictures.append(rows.look(picture, reader))
            places.append(path)
        except VisionError as error:
            told.append(say("{where}: {why}", where=str(path), why=spoken(error)))
    parts = rows.groups(names, of, [len(laid) for laid in pictures])
    if of is None and sum(map(len, pictures)) != sum(1 for each in names if each != "back"):
        raise BadProfile(
            say_many(
                "{folder}: {count} card was found where the list names {listed}; lay all, in its order",
                "{folder}: {count} cards were found where the list names {listed}; lay all, in its order",
                sum(map(len, pictures)),
                folder=str(folder),
                listed=len([each for each in names if each != "back"]),
            )
        )
    dealt = rows.name(pictures, parts, reader)
    learnt = keep(wanted.before, dealt, [str(p) for p in places])
    for sentence in (*told, *learnt.told):
        click.echo(one_line(sentence), err=True)
    if learnt.profile.names == wanted.before.names and not any(dealt.pictures):
        raise BadProfile(f"{folder}: nothing was learnt from it; {wanted.file} is as it was before")
    save(learnt.profile, wanted.file)
    if not dealt.literate:
        click.echo(BY_ORDER)
    finish(learnt.profile, wanted.file, name, click.echo)
    return 1 if told or learnt.told else 0


def finish(profile: Profile, file: Path, name: str, tell: Callable[[str], object]) -> None:
    """Check a deck and say what was found, and where it is kept."""
    for sentence in check(profile).sentences():
        tell(sentence)
    tell(f"{profile.name} is kept in {file}; try: familiar read --deck {name} PICTURE")


def keep(profile: Profile, dealt: Deal, places: Sequence[str]) -> Learnt:
    """Add what is clear and fit to a deck; say of the rest where it lies and what to do.

    Raises BadProfile.
    """
    told: list[Said] = []
    for where, named, refused in zip(places, dealt.pictures, dealt.refused, strict=True):
        if refused is not None:
            told.append(say("{where}: {why}", where=where, why=refused))
        for at, card in enumerate(named, 1):
            why = problem(card)
            if why is None:
                profile = with_picture(profile, card.name, card.laid.crop)
            else:
                told.append(
                    say(
                        "{where}: card {number}, {name}: {why}",
                        where=where,
                        number=at,
                        name=card.name,
                        why=why,
                    )
                )
    return Learnt(profile, tuple(told))


def problem(card: Named) -> Said | None:
    """Say why a card cannot be learnt as it is; None: it can."""
    if card.laid.unfit is not None:
        return card.laid.unfit
    if not card.clear:
        return say(
            "its order says so, but its index looks like another; lay it in its place, or show it alone"
        )
    return None
