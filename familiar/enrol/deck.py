"""The deck that is to be learnt: its file, what was learnt of it before, the names of its cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from files.regular import read_file
from files.whole import write_whole
from games import cards
from games.book import PROBE
from games.probe.activity import CARDS
from vision.errors import BadProfile
from vision.read.decks import deck_file
from vision.read.profile import MOST_CARDS, SUFFIX, Profile, card_name, deck_name, empty, load, with_list

ACTIVITY = (*CARDS, "back")
"""The cards to play Probe with, and their back, which tells the stock from a card that was drawn."""

LIST = ".cards"
"""What the file is called that lists the cards of a deck which is none of an edition's, beside the deck's."""


@dataclass(frozen=True)
class WantedDeck:
    """A deck that is to be learnt.

    file, deck: where it is kept, and its name. names: of its cards. edition: whose cards these are, None: of
    neither. before: what was learnt of it already.
    """

    file: Path
    deck: str
    names: tuple[str, ...]
    edition: str | None
    before: Profile


def wanted_deck(name: str, listed: Path | None, edition: str | None, anew: bool) -> WantedDeck:
    """Find out what is to be learnt. Raises BadProfile.

    name: of the deck, or its file. listed: a file with the names of its cards, one a line; edition: whose
    cards they are otherwise; with neither, the deck goes on with the cards that it had, or is a US one.
    anew: whether what was learnt of it is forgotten.
    """
    file = deck_file(name)
    deck = deck_name(file.stem if name.endswith(SUFFIX) else name)
    before = load(file) if file.exists() and not anew else empty(deck)
    names = _wanted_cards(file, before, listed, edition)
    of = _edition_of(names)
    return WantedDeck(file, deck, names, of, replace(before, whole=()) if of else with_list(before, names))


def _wanted_cards(file: Path, before: Profile, listed: Path | None, edition: str | None) -> tuple[str, ...]:
    """List the cards of a deck: those that were asked for, else those that it had. Raises BadProfile."""
    memory = file.with_suffix(LIST)
    if listed is None and edition is None and memory.is_file():
        listed = memory
    if listed is not None:
        return read_list(listed)
    edition = edition or before.edition
    if edition == PROBE:
        return ACTIVITY
    if edition is None and before.names:
        return before.names
    return cards.names(edition or cards.EDITIONS[0])


def read_list(path: Path) -> tuple[str, ...]:
    """Read the names of a deck's cards, one a line; what follows a # is a remark. Raises BadProfile."""
    try:
        lines = read_file(path).decode("utf-8-sig").splitlines()
    except OSError as error:
        raise BadProfile(f"{path}: cannot be opened ({error.strerror}); check the name") from error
    except UnicodeDecodeError as error:
        raise BadProfile(f"{path}: is no text in UTF-8; save it as such") from error
    names: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            name = card_name(text)
        except BadProfile as error:
            raise BadProfile(f"{path}:{number}: {error}") from error
        if name in names:
            raise BadProfile(f"{path}:{number}: {name} stands in line {names[name]} already; name each once")
        names[name] = number
    if not 2 <= len(names) <= MOST_CARDS:
        raise BadProfile(f"{path}: names {len(names)} cards; a deck has 2 to {MOST_CARDS}, one name a line")
    return tuple(names)


def _edition_of(names: tuple[str, ...]) -> str | None:
    """Say of which edition these are all the cards; None: of neither."""
    return next((e for e in cards.EDITIONS if set(names) == set(cards.names(e))), None)


def remember(names: tuple[str, ...], file: Path) -> None:
    """Write the list of a deck's cards beside it, so that going on needs no list. Raises BadProfile."""
    memory = file.with_suffix(LIST)
    try:
        write_whole(memory, ("\n".join(names) + "\n").encode(), 0o644)
    except OSError as error:
        raise BadProfile(f"{memory}: cannot be written ({error.strerror})") from error
