"""``familiar enrol`` with the camera: lead through a deck, and keep each picture as it is taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from familiar.guide.cards import SEED, Leader, lead
from familiar.guide.eyes import FindingEye, Holder, no_back
from files.regular import read_file
from files.whole import write_whole
from games import cards
from games.book import PROBE
from games.probe.activity import CARDS
from simulation.pile import PileTable
from simulation.robots.probe.deck import house_deck
from simulation.table import CardTable, SimulatedTable
from table.eye.protocol import Sees
from table.guides.choose import to_enrol
from table.guides.guide import Event, Guide, Kind, Phase, Shot
from table.guides.leading import Checked
from table.settings.config import Config
from vision.detect.newcard import NewCard
from vision.enrol.cards import Report, check
from vision.errors import BadProfile
from vision.read.decks import deck_file
from vision.read.profile import (
    MOST_CARDS,
    MOST_PICTURES,
    SUFFIX,
    Profile,
    card_name,
    deck_name,
    empty,
    load,
    save,
    with_list,
    with_picture,
)
from vision.read.reader import Reader

HINT = "It shows which card to lay next. Ctrl-C stops; what was taken is kept."
ACTIVITY = (*CARDS, "back")
"""The cards to play Probe with, and their back, which tells the stock from a card that was drawn."""

LIST = ".cards"
"""What the file is called that lists the cards of a deck which is none of an edition's, beside the deck's."""

SEATS = 4
REPORT_S = 15.0
"""Seconds for which the robot leaves the report to be read."""

Tell = Callable[[str], None]


def run(
    name: str,
    config: Config,
    listed: Path | None,
    edition: str | None,
    anew: bool,
    tell: Tell,
    *,
    table: CardTable | None = None,
    patience: float | None = REPORT_S,
) -> int:
    """Take pictures of a deck's cards until all are there or somebody stops.

    listed: a file with the names of the deck's cards, one a line; edition: whose cards they are otherwise;
    with neither, the deck goes on with the cards that it had, or is a US one. patience: seconds after which
    the robot at a simulated table closes the report. Raises BadProfile, and the root errors of the rooms.
    """
    file = deck_file(name)
    deck = deck_name(file.stem if name.endswith(SUFFIX) else name)
    before = load(file) if file.exists() and not anew else empty(deck)
    names = wanted_cards(file, before, listed, edition)
    of = edition_of(names)
    if config.camera.source == "simulated" and table is None:
        table = _table(names, of)
    if of is None:
        remember(names, file)
    before = replace(before, whole=()) if of else with_list(before, names)
    have = {card: len(before.pictures(card)) for card in names}
    places = to_enrol(names, have, copies=of is not None, most=MOST_PICTURES)
    album = Album(before, file)
    leader = Leader(Guide(Kind.ENROL, places), deck, of, album.react)
    eye = partial(_eye, edition=of)
    guide = lead(leader, eye, config, tell, hint=HINT, edition=of, table=table, patience=patience)
    for sentence in guide.report.sentences() if guide.report else ():
        tell(sentence)
    if not album.kept.names:
        tell("No picture was taken.")
    elif guide.phase is Phase.OVER:
        probe = f'write name = "probe" and deck = "{name}" below [game] to play with it'
        hint = probe if set(names) <= set(ACTIVITY) else f"try: familiar bench live --deck {name}"
        tell(f"{deck} is kept in {file}; {hint}")
    else:
        tell(f"What was taken is kept in {file}; familiar enrol {name} goes on from there.")
    return 0


def _table(names: tuple[str, ...], edition: str | None) -> CardTable:
    """Set the simulated table with the cards that are to be laid. Raises BadProfile where none has them."""
    if edition is not None:
        return SimulatedTable(SEED, SEATS, edition)
    if set(names) <= set(ACTIVITY):
        return PileTable(SEED, SEATS, deck=house_deck())
    raise BadProfile("only decks of an edition lie on the simulated table: leave out --cards")


def wanted_cards(file: Path, before: Profile, listed: Path | None, edition: str | None) -> tuple[str, ...]:
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


def edition_of(names: tuple[str, ...]) -> str | None:
    """Say of which edition these are all the cards; None: of neither."""
    return next((e for e in cards.EDITIONS if set(names) == set(cards.names(e))), None)


def remember(names: tuple[str, ...], file: Path) -> None:
    """Write the list of a deck's cards beside it, so that going on needs no list. Raises BadProfile."""
    memory = file.with_suffix(LIST)
    try:
        write_whole(memory, ("\n".join(names) + "\n").encode(), 0o644)
    except OSError as error:
        raise BadProfile(f"{memory}: cannot be written ({error.strerror})") from error


class Album:
    """Keeps the pictures: after each one the deck's file is whole and holds all that was taken."""

    def __init__(self, before: Profile, file: Path) -> None:
        self.kept = before
        self._before, self._file = before, file

    def react(self, before: Guide, guide: Guide) -> Event | None:
        """Keep what has changed, and check it when its time has come. Raises BadProfile, MissingModel."""
        shots = _shots(guide)
        if shots != _shots(before):
            self._keep(shots)
        if guide.phase is Phase.CHECKING:
            return Checked(check(self.kept) if self.kept.names else Report(0, 0))
        return None

    def _keep(self, shots: list[tuple[str, Shot]]) -> None:
        profile = self._before
        for card, shot in shots:
            if shot.crop is not None:
                profile = with_picture(profile, card, shot.crop)
        self.kept = profile
        if profile.names:
            save(profile, self._file)
        else:
            self._file.unlink(missing_ok=True)


def _shots(guide: Guide) -> list[tuple[str, Shot]]:
    """List what was taken, in the order of the pictures."""
    taken = [(place.card, place.shot) for place in guide.places if place.shot is not None]
    return sorted(taken, key=lambda pair: pair[1].id)


def _eye(holder: Holder, edition: str | None) -> Sees:
    """Make what looks for the cards. A deck of one's own may look like anything, a card's back too."""
    return FindingEye(holder, NewCard(no_back(Reader(edition)) if edition else None))
