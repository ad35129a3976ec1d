"""A short game with special cards, from an enrolled deck before the camera to the sheet."""

import cv2
import numpy as np
import pytest

from familiar.eyes import DeckEye, Makers
from games.cards import SPECIALS, names
from games.wizard.rules import SWITCHES
from models.labels import CROP_SIZE
from simulation import gestures
from simulation.devices import SimulatedCamera
from simulation.table import SimulatedTable
from table.command import NewGame, Submit
from table.host import Host
from table.journal import Journal
from table.watch import Watch
from vision.read.enrolled import EnrolledReader
from vision.read.profile import empty, load, save, with_picture
from vision.track.cards import CardTracker

SEED = 3
LOOKS = 10
OTHERS = ("1R", "2R", "2B", "5B", "9B", "13B", "5G", "9G", "13G", "2Y", "9Y", "W", "J")


@pytest.fixture(scope="module")
def table():
    return SimulatedTable(SEED, 3, "amigo")


@pytest.fixture(scope="module")
def profile(table, tmp_path_factory):
    """Enrol the drawn deck, special cards among the others, a picture a card, and read it back."""
    known = empty("jubilee")
    for name in (*SPECIALS, *names("amigo")):
        known = with_picture(known, name, cv2.resize(table.deck.face(name), CROP_SIZE))
    path = tmp_path_factory.mktemp("decks") / "jubilee.familiar-deck"
    save(known, path)
    return load(path)


def test_a_deck_with_special_cards_is_one_of_its_edition(profile):
    assert profile.edition == "amigo" and set(SPECIALS) < set(profile.names)


def test_every_special_card_is_told_from_all_others_in_any_light(profile, table):
    chance, reader = np.random.default_rng(5), EnrolledReader(profile)
    wrong = []
    for name in (*SPECIALS, *OTHERS):
        face = cv2.resize(table.deck.face(name), CROP_SIZE).astype(np.float32)
        crops = [
            np.clip(face * chance.uniform(0.55, 1.2) + chance.normal(0, 6, face.shape), 0, 255)
            for _ in "four"
        ]
        scores = reader.read(np.array([crop[::turn, ::turn] for crop in crops for turn in (1, -1)], np.uint8))
        read = {scores.names[int(np.argmax(row))] for row in scores.probabilities if row.max() > 0.5}
        wrong += [(name, other) for other in read if other != name]
    assert wrong == []


class Evening:
    """Hands at the drawn table, the eye with the learnt deck, and a host."""

    def __init__(self, table, profile):
        self.table, self.camera = table, SimulatedCamera(table)
        self.host = Host(Journal(":memory:"))
        eye = DeckEye(self.host, Makers(cards=lambda deck: CardTracker(reader=EnrolledReader(profile))))
        self.watch = Watch(self.host, lambda: self.camera, eye)
        rules = {"edition": "amigo", **dict.fromkeys(SWITCHES, True)}
        header = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": rules}
        self.host.handle(NewGame(header))

    @property
    def state(self):
        return self.host.snapshot.history.state

    def see(self, steps):
        """Move, and look until it rests."""
        self.camera.post(list(steps))
        for _ in range(len(steps) + LOOKS):
            self.watch.step()
        assert self.host.snapshot.questions == (), self.host.snapshot.questions[0].reading

    def lay(self, card, seat):
        self.see(gestures.lay(self.table, card, seat))

    def say(self, event, **values):
        done = self.host.handle(Submit({"event": event, **values}))
        assert getattr(done, "number", None) and not hasattr(done, "reason"), done

    def sweep(self):
        self.see(gestures.sweep(self.table, self.state.trick.leader))

    def deal(self, turned):
        self.see(gestures.new_round(self.table, 69 - 3 * self.state.round, self.state.dealer))
        self.see(gestures.turn_up(self.table, turned, self.state.dealer))


def test_a_short_game_goes_from_the_camera_to_the_sheet(table, profile):
    game = Evening(table, profile)
    game.deal("1R")
    # Cy has the Werewolf: he takes up the 1 and lays the Werewolf there.
    game.table.take_up("1R")
    game.see(gestures.turn_up(game.table, "werewolf", 2))
    assert game.state.turned == "werewolf" and game.state.phase == "trump_choice"
    game.say("name_trump", player=2, suit="G")
    for seat in (1, 2, 0):
        game.say("bid", player=seat, tricks=0)
    game.lay("juggler", 1)
    game.say("name_suit", suit="B")
    game.lay("1R", 2)
    game.lay("9B", 0)
    game.say("confirm")
    assert game.state.sheet[0].tricks == (1, 0, 0) and game.state.sheet[0].trump == "G"
    game.sweep()

    game.deal("2R")
    for seat in (2, 0, 1):
        game.say("bid", player=seat, tricks=0)
    game.lay("witch", 2)
    game.lay("shapeshifter", 0)
    game.say("shape", shape="W")
    game.lay("cloud", 1)
    game.say("name_suit", suit="B")
    game.say("confirm")
    game.say("change_bid", player=0, by=1)
    assert game.state.phase == "swap"
    # The Witch takes the Shapeshifter, and lays a card of the hand beside what is left of the trick.
    game.table.take_up("shapeshifter")
    game.see([])
    game.lay("5G", 2)
    assert game.host.snapshot.history.written(-1) == {
        "event": "swap",
        "player": 2,
        "card": "5G",
        "take": "shapeshifter",
    }
    assert game.host.snapshot.out_of_step is None
    game.sweep()
    game.lay("dragon", 0)
    game.lay("bomb", 1)
    game.lay("fairy", 2)
    game.say("confirm")
    (first, second) = game.state.sheet
    assert (second.bids, second.tricks, second.points) == ((1, 0, 0), (1, 0, 0), (30, 20, 20))
    assert second.totals == (20, 40, 40) and first.totals == (-10, 20, 20)
    # With the Fairy the Dragon would have lost, and the Bomb took the trick: she leads.
    assert game.state.trick.leader == 0 and game.state.last[1] is None


def test_a_special_face_is_one_of_its_own(table):
    faces = [table.deck.face(name).astype(int) for name in SPECIALS]
    assert all(np.abs(a - b).mean() > 10 for k, a in enumerate(faces) for b in faces[:k])
