"""The deck of a game that is over can be kept under a name; nothing is written before somebody says so."""

import threading
from functools import cache
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from patience import PATIENCE_S

from familiar.play import keepsake
from familiar.play.keepsake import DRAFT, Keepsake, ask_to_keep
from games import cards
from models.labels import CROP_SIZE
from models.render import decks
from simulation.devices import SimulatedCamera
from simulation.robots.setup import Setup
from simulation.robots.wizard.counted import WizardGame
from simulation.robots.wizard.self_play import WizardSelfPlay
from simulation.table import SimulatedTable
from table.host import Host
from table.journal import Journal
from texts import say
from vision.enrol.played import learn
from vision.errors import BadProfile
from vision.read.decide import decide
from vision.read.decks import open_reader
from vision.read.enrolled import EnrolledReader
from vision.read.online import OnlineGalleryReader
from vision.read.profile import load
from vision.read.reader import Reader
from vision.types import Seen, Sight

SIX = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay")
STRANGE = 200_468
"""A deck that trained nothing, and that the shipped reader often asks about."""

RULES = {"edition": "us", "bids": "open", "last_bid": "free", "next_dealer": "left"}


@cache
def face(deck, name):
    drawn = decks.face(decks.design(deck, "us"), name)
    return cv2.resize(drawn, CROP_SIZE, interpolation=cv2.INTER_AREA)


class Hands:
    """An eye that is shown each card cut out, and decides about it as the product does with its reader."""

    def __init__(self, table, reader, deck):
        self.reader, self._table, self._deck = reader, table, deck
        self._rng = np.random.default_rng(1)
        self._lying = {}
        self._count = 0

    def look(self, frame, seen=()):
        lying = {(each.card, each.seat, tuple(each.corners[0])): each for each in self._table.lying}
        if lying.keys() == self._lying.keys() and self._count:
            return None
        self._lying = {key: self._lying.get(key) or self._read(each, seen) for key, each in lying.items()}
        return Sight(tuple(self._lying.values()))

    def _read(self, each, seen):
        self._count += 1
        shift = np.float32([[1, 0, self._rng.normal(0, 0.8)], [0, 1, self._rng.normal(0, 0.8)]])
        moved = cv2.warpAffine(face(self._deck, each.card), shift, CROP_SIZE, borderMode=cv2.BORDER_REPLICATE)
        soft = 0.75 * cv2.GaussianBlur(moved.astype(np.float32), (0, 0), 0.9)
        crop = np.clip(soft + self._rng.normal(0, 3, soft.shape), 0, 255).astype(np.uint8)
        scores = self.reader.read(crop[None])
        reading = decide(scores.names, scores.probabilities[0], each.corners, seen=seen, crop=crop)
        return Seen(self._count, reading)

    def remember(self, shown, laid):
        if isinstance(self.reader, OnlineGalleryReader):
            self.reader.remember(shown, laid)

    def forget(self):
        self._lying, self._count = {}, 0


def play(seed, reader, *heard, deck=STRANGE):
    """Play a game of six on a small table, whose cards are read as if they were cut out of large pictures."""
    setup = Setup("wizard", seed, SIX, 0, RULES)
    table = SimulatedTable(seed, len(SIX), "us", (160, 90))
    with Host(Journal(":memory:")) as host, SimulatedCamera(table) as camera:
        host.listeners += heard
        return WizardGame(1, setup, WizardSelfPlay(setup), camera, Hands(table, reader, deck), host).play()


@pytest.fixture
def news():
    return threading.Event()


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "decks"


@pytest.fixture
def told():
    return []


@pytest.fixture
def kept(news, folder, told):
    made = Keepsake(told.append, news.set, folder)
    made.start()
    yield made
    made.close()


@pytest.mark.slow
def test_a_deck_kept_from_one_game_makes_the_next_one_ask_less(kept, news, folder, told):
    first = play(1, OnlineGalleryReader(Reader("us")), kept.hear)
    # Learning a whole deck takes as long as it takes.
    kept.close()
    assert news.is_set() and kept.offer is not None
    assert told[0].startswith("This deck was new: of its 54 different cards")
    assert not folder.exists(), "nothing is written before somebody says so"
    assert kept.keep("grandma") is None
    second = play(2, open_reader("grandma", folder))
    print(f"asked or marked: {first.asked + first.marked}, then {second.asked + second.marked}")
    # Enough for a difference to mean something: with the first networks it was 22, then 12, now 7.
    assert first.asked + first.marked >= 5
    assert second.asked + second.marked < (first.asked + first.marked) / 2
    assert (first.silent_errors, second.silent_errors) == (0, 0)


def crop(name, seed):
    noise = np.random.default_rng(seed).normal(0, 2, (CROP_SIZE[1], CROP_SIZE[0], 3))
    return np.clip(face(STRANGE, name) + noise, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def learnt():
    """Learn a deck from the pictures of some cards, once for all tests."""
    return cache(lambda names: learn(pictures(names), DRAFT))


def pictures(names):
    return {name: tuple(crop(name, k) for k in range(2)) for name in names}


class Evening:
    """A game of which nothing is played: its end, and what its cards looked like."""

    def __init__(self, names):
        self.faces = pictures(names)

    def hear(self, snapshot):
        pass

    def named(self):
        return self.faces


def ended(over=True):
    return SimpleNamespace(history=SimpleNamespace(state=SimpleNamespace(over=over)))


@pytest.fixture
def end(kept, news, learnt, monkeypatch):
    """Let a game end that showed these cards, and wait for what is offered."""
    monkeypatch.setattr(keepsake, "learn", lambda faces, _: learnt(tuple(faces)))

    def end_(names):
        monkeypatch.setattr(kept, "_faces", Evening(names))
        news.clear()
        snapshot = ended()
        kept.hear(snapshot)
        # What was offered before is withdrawn first, which is news too.
        while kept.offer is None:
            assert news.wait(PATIENCE_S)
            news.clear()
        return snapshot

    return end_


MOST = cards.names("us")[:48]


def test_what_is_offered_says_what_it_does_not_know(kept, end, told):
    end(MOST)
    shown = kept.shown()
    assert (shown["learnt"], shown["cards"], shown["kept"]) == (48, 54, None)
    assert shown["missing"] == list(cards.names("us")[48:])
    assert told == ["This deck was new: of its 54 different cards 48 are learnt. The page offers to keep it."]


def test_a_deck_kept_in_part_asks_about_what_it_never_saw(kept, end, folder):
    end(MOST)
    assert kept.keep("ours") is None and kept.shown()["kept"] == "ours"
    reader = EnrolledReader(load(folder / "ours.deck"))
    never = cards.names("us")[48:]
    read = reader.read(np.stack([crop(name, 9) for name in never])).probabilities
    assert all(row.max() < 0.95 or reader.names[int(row.argmax())] in never for row in read)


def test_what_was_kept_cannot_be_kept_again_nor_in_the_place_of_another_deck(kept, end, folder):
    folder.mkdir()
    (folder / "ours.deck").write_text("another deck")
    end(MOST)
    assert kept.keep("ours") == "There is a deck 'ours' already: choose another name."
    assert "use letters, digits and dashes" in kept.keep("../ours")
    assert "that Familiar brings along" in kept.keep("us")
    assert kept.keep("theirs") is None
    assert "kept already" in kept.keep("again")
    assert sorted(path.name for path in folder.iterdir()) == ["ours.deck", "theirs.deck"]
    assert (folder / "ours.deck").read_text() == "another deck"


def test_nothing_is_left_where_nobody_wants_it_or_another_game_begins(kept, end, folder):
    end(MOST)
    assert kept.keep(None) is None and kept.shown() is None
    end(MOST)
    kept.hear(ended(over=False))
    assert kept.shown() is None and "no deck to keep" in kept.keep("ours")
    assert not folder.exists()


def test_a_correction_after_the_end_is_learnt_from_anew(kept, end, news, monkeypatch):
    end(MOST)
    monkeypatch.setattr(kept, "_faces", Evening(MOST[1:]))
    news.clear()
    kept.hear(ended())
    while (shown := kept.shown()) is None:
        assert news.wait(PATIENCE_S)
        news.clear()
    assert MOST[0] in shown["missing"]


def test_too_little_of_a_deck_is_not_offered(kept, monkeypatch):
    monkeypatch.setattr(kept, "_faces", Evening(MOST[:20]))
    kept.hear(ended())
    kept.close()
    assert kept.shown() is None


def test_a_disk_that_takes_nothing_is_told_and_the_offer_stands(kept, end, monkeypatch):
    def full(*_):
        raise BadProfile(say("{path}: cannot be written", path="ours.deck"))

    end(MOST)
    monkeypatch.setattr(keepsake, "save", full)
    assert kept.keep("ours") == "ours.deck: cannot be written"
    assert kept.shown()["kept"] is None


def test_on_a_full_disk_it_is_said_what_to_do_and_the_deck_can_still_be_kept(
    kept, end, small_disk, monkeypatch
):
    monkeypatch.setattr(kept, "_folder", small_disk.folder)
    end(MOST)
    small_disk.fill()
    assert kept.keep("ours").endswith("is as it was before; delete something there to make room.")
    small_disk.free()
    assert kept.keep("ours") is None and (small_disk.folder / "ours.deck").exists()


def test_the_terminal_asks_until_a_name_will_do_and_nothing_is_kept_without_one(kept, end, folder):
    end(MOST)
    said, answers = [], iter(["us", "ours"])
    ask_to_keep(kept, said.append, lambda *_, **__: next(answers))
    assert "brings along" in said[0] and said[1] == "The deck is kept: familiar play --deck ours"
    end(MOST)
    ask_to_keep(kept, said.append, lambda *_, **__: "")
    assert len(said) == 2 and [path.name for path in folder.iterdir()] == ["ours.deck"]
