"""Every sentence of Probe can be told in another language, whatever is refused."""

import random

import pytest

from games.probe import apply, awaited, describe, narrate
from games.record import event_from_dict, event_to_dict
from texts import Said, spoken

NAMES = {"Ann", "Bo", "Cy", "Dee"}


@pytest.mark.parametrize("seats", [2, 3])
def test_whatever_happens_or_is_refused_leaves_no_word_untold(bench, unfit, bare, seats):
    chance, rules, naked = random.Random(seats), set(), set()
    header = bench.header(seats)
    allowed = NAMES | {"AEI"}
    pool = [{"event": "misspelt", "player": 0}, {"event": "no"}, {"event": "open", "space": 1}]
    pool += [{"event": "no", "player": seat} for seat in range(seats)]
    pool += [{"event": "ask", "sign": "A", "of": 1}, {"event": "ask", "sign": "."}, {"event": "confirm"}]
    pool += [
        {"event": "word", "player": 0, "word": "LONGEST....."},
        {"event": "word", "player": 0, "word": "AB"},
    ]
    for step, game, _ in bench.whole_game(header, 3, most=200):
        pool += [step] if step not in pool else []
        for error in unfit.provoke(game, chance.sample(pool, min(len(pool), 20))):
            rules.add(getattr(error, "rule", None))
            naked.update((spoken(error), word) for word in bare(spoken(error), allowed))
        for said in (awaited(game.state), describe(step, header), *(n.text for n in game.state.notices)):
            naked.update((said, word) for word in bare(said, allowed))
    assert naked == set()
    assert {"phase", "turn"} <= rules


def test_what_cannot_be_read_is_refused_in_any_language(bench, unfit):
    header, heard = bench.header(3), 0
    for step, game, _ in bench.whole_game(header, 3, most=60):
        for error in unfit.provoke(game, unfit.spoilt(event_to_dict(step, header))):
            heard += 1
            assert isinstance(spoken(error), Said), spoken(error)
    assert heard > 100


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("+1", "Ann gets 1 point and has 1 now."),
        ("-1", "Ann loses 1 point and has minus 1 now."),
        ("+30", "Ann gets 30 points and has 30 now."),
    ],
)
def test_one_point_is_no_points(bench, card, words):
    before = bench.standing("FJORD", "PHARE", "QUIZ", card=None)
    event = event_from_dict({"event": "draw", "card": card}, bench.header(3))
    assert words in [line.text for line in narrate(before, event, apply(before, event))]
