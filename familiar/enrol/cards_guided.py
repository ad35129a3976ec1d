"""``familiar enrol`` with the camera: lead through a deck, and keep each picture as it is taken."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from familiar.enrol.deck import ACTIVITY, remember, wanted_deck
from familiar.guide.cards import SEED, Leader, lead
from familiar.guide.eyes import FindingEye, Holder, no_back
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
from vision.read.profile import (
    MOST_PICTURES,
    Profile,
    save,
    with_picture,
)
from vision.read.reader import Reader

HINT = "It shows which card to lay next. Ctrl-C stops; what was taken is kept."
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
    wanted = wanted_deck(name, listed, edition, anew)
    names, of, before = wanted.names, wanted.edition, wanted.before
    if config.camera.source == "simulated" and table is None:
        table = _table(names, of)
    if of is None:
        remember(names, wanted.file)
    have = {card: len(before.pictures(card)) for card in names}
    places = to_enrol(names, have, copies=of is not None, most=MOST_PICTURES)
    album = Album(before, wanted.file)
    leader = Leader(Guide(Kind.ENROL, places), wanted.deck, of, album.react)
    eye = partial(_eye, edition=of)
    guide = lead(leader, eye, config, tell, hint=HINT, edition=of, table=table, patience=patience)
    for sentence in guide.report.sentences() if guide.report else ():
        tell(sentence)
    if not album.kept.names:
        tell("No picture was taken.")
    elif guide.phase is Phase.OVER:
        probe = f'write name = "probe" and deck = "{name}" below [game] to play with it'
        hint = probe if set(names) <= set(ACTIVITY) else f"try: familiar bench live --deck {name}"
        tell(f"{wanted.deck} is kept in {wanted.file}; {hint}")
    else:
        tell(f"What was taken is kept in {wanted.file}; familiar enrol {name} goes on from there.")
    return 0


def _table(names: tuple[str, ...], edition: str | None) -> CardTable:
    """Set the simulated table with the cards that are to be laid. Raises BadProfile where none has them."""
    if edition is not None:
        return SimulatedTable(SEED, SEATS, edition)
    if set(names) <= set(ACTIVITY):
        return PileTable(SEED, SEATS, deck=house_deck())
    raise BadProfile("only decks of an edition lie on the simulated table: leave out --cards")


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
