"""`familiar enrol NAME --rows` with the camera: a page leads through five pictures, each is looked over."""

import cv2
import numpy as np
import pytest

from familiar.enrol.rows_guided import RowTable
from familiar.enrol.rows_page import RowAlbum, RowsEye, RowsOwner, _camera, run
from games import cards
from models.render import decks
from simulation.rows import rows
from table.eye.protocol import Paced
from table.guides.leading import Pressed
from table.guides.rows import Called, Phase, Press, Rows, Seen, free
from table.settings.config import CameraConfig, Config, WebConfig
from vision.enrol import rows as rows_vision
from vision.interval import USUAL_MS
from vision.read.decks import deck_file
from vision.read.profile import empty, load, save, with_picture
from vision.read.reader import Reader

DESIGN = decks.design(200_121, "us")
PARTS = rows_vision.groups(cards.names("us"), "us")
REST = 12
"""Pictures of a table at rest, of which fewer suffice."""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FAMILIAR_DECKS", str(tmp_path / "decks"))
    return tmp_path / "decks"


class Table:
    """Rows on a table, an eye above them and whoever looks the pictures over, without a thread."""

    def __init__(self, file, design=DESIGN):
        self.album = RowAlbum(empty("grandma"), file)
        self.owner = RowsOwner(Rows(PARTS), "grandma", "us", self.album.react)
        self.eye = RowsEye(self.owner, Reader("us"), lambda: dict(self.album.kept.cards))
        self.owner.start()
        self._design = design

    @property
    def state(self):
        return self.owner.snapshot

    def lay(self, *names, change=lambda picture: picture):
        """Lay cards and keep the hands away; give what was found."""
        picture = change(rows(self._design, names))
        for _ in range(REST):
            self.eye.look(picture)
        self.owner.post(Pressed("?", -1)).result(60)
        return self.state.taken

    def press(self, *presses):
        for press in presses:
            outcome = self.owner.post(Pressed(press, self.state.number)).result(60)
            assert not hasattr(outcome, "reason"), outcome


@pytest.fixture
def table():
    made = Table(deck_file("grandma"))
    yield made
    made.owner.close()


def glare(picture):
    """Let a lamp be mirrored on the first card, in a room that is not bright."""
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    spot = 400 * np.exp(-((x - 120) ** 2 + (y - 225) ** 2) / (2 * 24.0**2))
    return np.clip(0.75 * picture + spot[..., None], 0, 255).astype(np.uint8)


def test_a_picture_counts_once_it_was_looked_over_whichever_suit_it_shows(table, folder):
    taken = table.lay(*PARTS[1])
    assert [card.name for card in taken.cards] == list(PARTS[1]) and all(card.clear for card in taken.cards)
    assert not folder.exists()
    table.press(Press.NEXT)
    assert set(load(folder / "grandma.deck").names) == set(PARTS[1])


def test_what_is_taken_again_is_kept_by_its_last_picture_alone(table, folder):
    table.lay(*PARTS[0])
    table.press(Press.NEXT)
    table.press(Press.AGAIN)
    assert not (folder / "grandma.deck").exists()
    assert table.lay(*PARTS[0]) is not None, "the same cards will do once more"
    table.press(Press.NEXT)
    assert {len(crops) for _, crops in load(folder / "grandma.deck").cards} == {1}


def test_cards_that_were_taken_already_are_not_taken_for_the_next_suit(table):
    table.lay(*PARTS[1])
    table.press(Press.NEXT)
    table.lay(*PARTS[0], *PARTS[2][:3])
    assert table.lay(*PARTS[1], change=lambda seen: np.roll(seen, (6, -9), (0, 1))) is None
    assert table.state.seen.why.startswith("these cards were seen before (2H, 3H, ")
    assert [card.name for card in table.lay(*PARTS[2]).cards] == list(PARTS[2])


def test_a_card_that_is_put_right_is_learnt_by_its_right_name(table, folder):
    swapped = list(PARTS[0])
    swapped[0], swapped[1] = swapped[1], swapped[0]
    taken = table.lay(*swapped)
    for at, name in enumerate(swapped):
        if taken.cards[at].name != name or not taken.cards[at].clear:
            table.press(Called(at, name))
    assert [card.name for card in table.state.taken.cards] == swapped and free(table.state) == ()
    table.press(Press.NEXT)
    crops = {name: load(folder / "grandma.deck").pictures(name)[0] for name in swapped[:2]}
    read = Reader("us").read(np.stack([crops[name] for name in swapped[:2]]))
    assert [read.names[int(row.argmax())] for row in read.probabilities] == swapped[:2]


def test_a_picture_that_is_no_good_as_a_model_says_why_and_that_card_alone_is_left_out(table, folder):
    taken = table.lay(*PARTS[0], change=glare)
    whys = [str(card.laid.unfit) for card in taken.cards if card.laid.unfit is not None]
    assert whys == ["light glares on the card; move the lamp or the card until no spot of it is burnt out"]
    table.press(Press.NEXT)
    learnt = load(folder / "grandma.deck")
    assert PARTS[0][0] not in learnt.names and len(learnt.names) == 12


def test_what_does_not_lie_there_rightly_is_not_taken_and_says_why(table):
    assert table.lay() is None
    assert "no card was found" in table.state.seen.why
    assert table.lay(*PARTS[0][:9]) is None
    assert "9 cards were found where 13 cards should lie" in table.state.seen.why
    assert len(table.state.seen.outlines) == 9


def test_a_page_leads_through_simulated_rows_to_a_deck(folder):
    def hand(owner):
        """Look every picture over at once, as it comes."""

        def follow(state):
            reports.append(state.report)
            press = {Phase.TAKEN: Press.NEXT, Phase.REPORT: Press.FINISH}.get(state.phase)
            if press is not None:
                owner.post(Pressed(press, state.number))

        owner.listeners.append(follow)

    # Two suits were learnt before: they are not asked for again.
    before = empty("drawn")
    for name in (*PARTS[0], *PARTS[2]):
        before = with_picture(before, name, np.full((144, 96, 3), len(before.names), np.uint8))
    save(before, deck_file("drawn"))
    told, reports = [], []
    config = Config(
        camera=CameraConfig(source="simulated", pace=0.01), web=WebConfig(host="127.0.0.1", port=0)
    )
    assert run("drawn", config, None, "us", False, told.append, ready=hand) == 0
    assert set(load(folder / "drawn.deck").names) == set(cards.names("us"))
    kept = load(folder / "drawn.deck")
    assert {len(kept.pictures(name)) for name in PARTS[0]} == {1}
    assert reports[-1].missing == () and reports[-1].cards == len(cards.names("us"))
    assert told[-1].startswith("drawn is kept in ")


def test_rows_are_looked_at_once_they_rest_by_the_time_that_the_watch_tells(table, monkeypatch):
    monkeypatch.setattr(RowsEye, "_found", lambda self, frame, state: Seen(size=frame.shape[1::-1]))
    bare = np.full((90, 160, 3), 120, np.uint8)
    laid = bare.copy()
    laid[20:60, 40:80] = 240
    posted = []
    monkeypatch.setattr(table.owner, "post", posted.append)
    assert isinstance(table.eye, Paced)
    for picture in range(7):
        table.eye.taken(picture / 3)
        table.eye.look(bare if picture < 4 else laid)
        # One of them in which they move, and two thirds of a second.
        assert len(posted) == (1 if picture < 6 else 2)


def test_every_picture_of_a_folder_is_looked_at_not_the_first_alone(table, tmp_path):
    for number in range(3):
        picture = np.full((90, 160, 3), 120, np.uint8)
        picture[20:60, 40 * number : 40 * number + 30] = 240
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
    config = Config(camera=CameraConfig(source=str(tmp_path)))
    seen, rows_lie = [], RowTable()
    with _camera(config, table.owner) as camera:
        while (frame := camera.read(1)) is not None:
            if rows_lie.still(frame.image, USUAL_MS):
                seen.append(frame.number)
    assert len(seen) == len(set(seen)) == 3
