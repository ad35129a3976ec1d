"""What the camera cannot know is asked in a sentence, in every language; each kind of question is walked."""

import ast
import sys
from pathlib import Path

import pytest

from games.wizard.state import Phase
from table.command import LookAtWheels, Press, Undo
from table.host import Host
from table.journal import Journal
from texts import Said
from texts.catalogue import LANGUAGES, tongue
from vision.wheels.printed import COVERED
from vision.wheels.track import WheelReading, WheelSight

sys.path.insert(0, str(Path(__file__).parent))
from laid_wheels import Laid, begin, cloud, special

ROOT = Path(__file__).parents[2]
ASKING = (
    "table/wheels/considered.py",
    "table/wheels/seating.py",
    "table/core/again.py",
    "table/core/state.py",
    "games/wizard/signals.py",
)
"""Modules that say nothing but what people are asked at a table with wheels."""


class Walk:
    """A table with wheels, and every sentence that its television has shown."""

    def __init__(self, make_game, **more):
        self.said = {}
        self.host = Host(Journal(":memory:"), **more)
        self.game, self.phases = make_game(self.host), set()
        self.host.listeners.append(self.hear)
        self.laid = Laid(self.game)

    def hear(self, snapshot):
        view = snapshot.view(None)
        self.phases.add(view.get("phase"))
        told = [view["awaited"], view["advice"], *(each["why"] for each in view["questions"])]
        for each in told:
            self.said |= {each: None} if each is not None else {}

    def lay(self, *cards):
        for card in cards:
            self.game.lay(card)

    def tag(self, *suits):
        self.laid.tags = frozenset(suits)
        self.laid.look()

    def round(self, bids=(0, 0, 0), cards=("7S", "8S", "9S"), turned="2H", **rules):
        begin(self.game, self.laid, turned, **rules)
        for seat, bid in zip((1, 2, 0), bids, strict=True):
            self.laid.turn(**{f"s{seat}": bid})
        self.lay(*cards)


def high_card(walk):
    walk.laid.look()
    walk.game.new(first_dealer="high_card")
    walk.lay("7S", "9S", "8S")


def trump(walk):
    begin(walk.game, walk.laid, "W")
    walk.tag(0, 2)
    walk.tag(0)
    walk.game.do(Undo())


def old_tag(walk):
    walk.tag(0)
    begin(walk.game, walk.laid, "W")


def werewolf(walk):
    begin(walk.game, walk.laid, "1R", edition="amigo", werewolf=True)
    walk.game.lying.clear()
    walk.lay("werewolf")
    walk.tag(1)
    walk.laid.turn(s0=1)


def owned_werewolf(walk):
    begin(walk.game, walk.laid, "1R", edition="amigo", werewolf=True)
    walk.game.submit("exchange", card="werewolf", player=2)


def wheels_amiss(walk):
    begin(walk.game, walk.laid)
    for amiss in ("unclear", "hidden", 9):
        walk.laid.turn(s1=amiss)
    walk.laid.turn(s1=1)
    walk.game.do(Press("undo"))
    walk.laid.turn(s1=0)
    walk.laid.turn(s1=1)
    walk.laid.turn(s1=COVERED)
    walk.game.lay("7S")


def bids_changed_late(walk):
    walk.round(cards=("7S",))
    walk.laid.turn(s1=1)
    walk.laid.turn(s2="unclear")


def old_numbers(walk):
    walk.round((1, 0, 1))
    walk.game.do(Press("confirm"))
    walk.game.take()
    walk.lay("3H")
    walk.laid.look()


def places_amiss(walk):
    begin(walk.game, walk.laid)
    walk.laid.doubled = frozenset({0})
    walk.laid.look()
    walk.laid.doubled = frozenset()
    walk.laid.places |= {4: 180.0}
    walk.laid.shows |= {4: COVERED}
    walk.laid.look()
    del walk.laid.places[4], walk.laid.shows[4]
    walk.laid.places[3] = 95.0
    walk.laid.look()


def face_down(walk):
    begin(walk.game, walk.laid, bids="delayed")
    walk.laid.turn(s0="hidden", s1="hidden", s2="hidden")
    walk.laid.turn(s1=1)
    walk.laid.turn(s1="hidden")
    walk.lay("7S", "8S", "9S")
    walk.game.do(Press("confirm"))


def hidden_and_cloud(walk):
    begin(walk.game, walk.laid, "1R", edition="amigo", cloud=True, bids="delayed")
    for seat in (1, 2, 0):
        walk.game.submit("bid", player=seat, tricks=0)
    walk.lay("W", "5B", "cloud")
    walk.game.submit("name_suit", suit="B")
    walk.game.do(Press("confirm"))


def face_down_and_cloud(walk):
    begin(walk.game, walk.laid, "1R", edition="amigo", cloud=True, bids="delayed")
    walk.laid.turn(s0="hidden", s1="hidden", s2="hidden")
    walk.lay("W", "5B", "cloud")
    walk.game.submit("name_suit", suit="B")
    walk.game.do(Press("confirm"))


def shapes(walk):
    special(walk.game, walk.laid, "shapeshifter")


def next_card(walk):
    begin(walk.game, walk.laid, "1R", edition="amigo", werewolf=True, vampire=True)
    walk.game.submit("exchange", card="werewolf", player=2)
    walk.game.submit("name_trump", suit=None)
    for seat in (1, 2, 0):
        walk.game.submit("bid", player=seat, tricks=0)
    walk.lay("vampire")


def to_second_round(walk, **rules):
    begin(walk.game, walk.laid, "1R", edition="amigo", **rules)
    walk.laid.turn(s1=1, s2=0, s0=1)
    walk.lay("7B", "8B", "9B")
    walk.game.do(Press("confirm"))
    walk.game.take()
    walk.lay("3G")
    for seat in (2, 0, 1):
        walk.laid.turn(**{f"s{seat}": COVERED})
        walk.laid.turn(**{f"s{seat}": 0})


def juggler(walk):
    to_second_round(walk, juggler=True)
    walk.lay("juggler")
    walk.tag(1)
    walk.lay("7B", "8B")
    walk.game.do(Press("confirm"))


def witch(walk):
    to_second_round(walk, witch=True)
    walk.lay("witch", "7B", "8B")
    walk.game.do(Press("confirm"))


def changed_bid(walk):
    cloud(walk.game, walk.laid)


def without_cards(walk):
    begin_none = {"cards": "none", "next_dealer": "last_trick_winner"}
    walk.laid.look()
    walk.game.new(**begin_none)
    for seat in (1, 2, 0):
        walk.game.submit("bid", player=seat, tricks=0)
    for seat, count in ((0, 0), (1, 1)):
        walk.game.submit("tricks", player=seat, tricks=count)


def unclear_cards(walk):
    walk.round(cards=())
    game = walk.game
    game.lay("7S", "8S", asks=True, confidence=0.6)
    for button in ("confirm", "undo", "undo"):
        game.do(Press(button))
    game.do(Press("confirm"))
    game.lay("9S", asks=True, confidence=0.6)
    game.answer("9S")
    game.do(Undo())


def an_earlier_card(walk):
    walk.round(cards=())
    walk.game.lay("7S", "8S")
    walk.game.lay("9S", "7S", asks=True, confidence=0.55)
    walk.game.answer("7S")
    for button in ("confirm", "undo"):
        walk.game.do(Press(button))


def another_game(walk):
    walk.round((1, 0, 1))
    walk.game.do(Press("confirm"))
    walk.game.take()
    walk.game.submit("stop")
    walk.laid.look()
    walk.game.do(Press("confirm"))
    lying = dict(walk.laid.shows)
    for colors in ((3, 0), (3, 0, 5, 4)):
        at = {color: 90.0 * place for place, color in enumerate(colors)}
        shown = tuple(
            WheelReading(color, "rests", lying.get(color, 1), (0.5, 0.5)) for color in sorted(colors)
        )
        walk.game.do(LookAtWheels(WheelSight(shown), at))


def another_game_of_somebody_without_a_wheel(walk):
    del walk.laid.places[5], walk.laid.shows[5]
    walk.laid.places |= {3: 0.0, 0: 120.0}
    walk.laid.colors = [3, 0]
    begin(walk.game, walk.laid)
    walk.laid.turn(s1=0)
    walk.game.submit("bid", player=2, tricks=0)
    walk.laid.turn(s0=0)
    walk.game.submit("stop")
    walk.laid.places |= {3: 120.0, 0: 0.0}
    walk.laid.look()


WAYS = (
    *(high_card, trump, old_tag, werewolf, owned_werewolf, wheels_amiss, bids_changed_late, old_numbers),
    *(places_amiss, face_down, hidden_and_cloud, shapes, next_card, juggler, witch, changed_bid),
    *(face_down_and_cloud, without_cards, unclear_cards, an_earlier_card, another_game),
    another_game_of_somebody_without_a_wheel,
)


@pytest.fixture(scope="module")
def walked(make_game):
    """Walk every way, at tables with buttons and, where wheels are told otherwise there, without."""
    said, phases = {}, set()
    for way, more in [*((way, {}) for way in WAYS), (late_without_a_button, {"buttons": False})]:
        walk = Walk(make_game, **more)
        with walk.host:
            way(walk)
        said |= walk.said
        phases |= walk.phases
    return said, phases


def late_without_a_button(walk):
    begin(walk.game, walk.laid)
    walk.laid.turn(s1=1)
    walk.game.do(Undo())
    walk.laid.turn(s1=0)
    walk.laid.turn(s1=1)


def templates(value):
    """List the templates of which a sentence is made."""
    if isinstance(value, Said):
        yield value.template
        for each in value.values.values():
            yield from templates(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from templates(each)


def written(module):
    """List the sentences that a module says."""
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
            yield ast.literal_eval(node.args[0])


def test_every_kind_of_question_is_walked_here(walked):
    said = {template for each in walked[0] for template in templates(each)}
    lacking = {one for module in ASKING for one in written(module)} - said
    assert lacking == set()


def test_every_phase_is_walked_here(walked):
    assert set(Phase) <= walked[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_is_one_sentence_of_that_language(walked, language):
    told = {each: tongue(language).tell(each) for each in walked[0]}
    for english, words in told.items():
        assert isinstance(english, Said), english
        assert words.strip().endswith((".", "?")), words
        assert (words == english) == (language == "en"), words
