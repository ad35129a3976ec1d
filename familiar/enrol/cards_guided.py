"""``familiar enrol`` with the camera: lead through a deck, and keep each picture as it is taken."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from familiar.enrol.album import Album
from familiar.enrol.deck import ACTIVITY, remember, wanted_deck
from familiar.guide.cards import SEED, Leader, lead
from familiar.guide.eyes import FindingEye, Holder, no_back
from familiar.tell import Tell
from simulation.pile import PileTable
from simulation.robots.probe.deck import house_deck
from simulation.table import CardTable, SimulatedTable
from table.eye.protocol import Sees
from table.guides.choose import to_enrol
from table.guides.guide import Event, Guide, Kind, Phase, Shot
from table.guides.leading import Checked
from table.settings.config import Config
from vision.detect.newcard import NewCard
from vision.errors import BadProfile
from vision.read.profile import MOST_PICTURES
from vision.read.reader import Reader

HINT = "It shows which card to lay next. Ctrl-C stops; what was taken is kept."
SEATS = 4
REPORT_S = 15.0
"""Seconds for which the robot leaves the report to be read."""


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
    album = CardAlbum(before, wanted.file)
    leader = Leader(Guide(Kind.ENROL, places), wanted.deck, of, album.react)
    eye = partial(_eye, edition=of)
    guide = lead(leader, eye, config, tell, hint=HINT, edition=of, table=table, patience=patience)
    probe = f'write name = "probe" and deck = "{name}" below [game] to play with it'
    then = probe if set(names) <= set(ACTIVITY) else f"try: familiar bench live --deck {name}"
    album.conclude(
        tell,
        wanted.deck,
        guide.report,
        then=then if guide.phase is Phase.OVER else None,
        again=f"familiar enrol {name}",
    )
    return 0


def _table(names: tuple[str, ...], edition: str | None) -> CardTable:
    """Set the simulated table with the cards that are to be laid. Raises BadProfile where none has them."""
    if edition is not None:
        return SimulatedTable(SEED, SEATS, edition)
    if set(names) <= set(ACTIVITY):
        return PileTable(SEED, SEATS, deck=house_deck())
    raise BadProfile("only decks of an edition lie on the simulated table: leave out --cards")


class CardAlbum(Album):
    """Keeps the cards that are laid one after the other."""

    def react(self, before: Guide, guide: Guide) -> Event | None:
        """Keep what has changed, and check it when its time has come. Raises BadProfile, MissingModel."""
        shots = _shots(guide)
        if shots != _shots(before):
            self.keep((card, shot.crop) for card, shot in shots if shot.crop is not None)
        return Checked(self.checked()) if guide.phase is Phase.CHECKING else None


def _shots(guide: Guide) -> list[tuple[str, Shot]]:
    """List what was taken, in the order of the pictures."""
    taken = [(place.card, place.shot) for place in guide.places if place.shot is not None]
    return sorted(taken, key=lambda pair: pair[1].id)


def _eye(holder: Holder, edition: str | None) -> Sees:
    """Make what looks for the cards. A deck of one's own may look like anything, a card's back too."""
    return FindingEye(holder, NewCard(no_back(Reader(edition)) if edition else None))
