"""Every sentence of Les Trois Magiciens can be told in another language, whatever is refused."""

import random

import pytest

from games.board import PLACES
from games.magicians import awaited, describe, view
from games.record import event_to_dict
from texts import Said, spoken

NAMES = {"Ann", "Bo", "Cy", *PLACES}
"""The players, and what the squares of the stand-in board are called after."""


@pytest.mark.parametrize("board", ["none", "house"])
def test_whatever_happens_or_is_refused_leaves_no_word_untold(trio, unfit, bare, board):
    chance, rules, naked = random.Random(board), set(), set()
    header = trio.header(0, opening="throw", board=board, teleport_may_stay=False)
    pool = [{"event": "stay", "figure": figure} for figure in ("magician", "apprentice")]
    pool += [{"event": "jump", "to": place} for place in PLACES]
    pool += [{"event": "walk", "to": place, "squares": count} for place in PLACES[:3] for count in (2, 11)]
    pool += [{"event": kind} for kind in ("confirm", "take", "decline", "cast")]
    for step, game in trio.whole_game(header, 3, most=400, rush=True):
        pool += [step] if step not in pool else []
        for error in unfit.provoke(game, chance.sample(pool, min(len(pool), 20))):
            rules.add(getattr(error, "rule", None))
            naked.update((spoken(error), word) for word in bare(spoken(error), NAMES))
        hint = (view(game.state, None)["moves"] or {}).get("hint")
        for said in (awaited(game.state), describe(step, header), *([hint] if hint else [])):
            naked.update((said, word) for word in bare(said, NAMES))
    assert naked == set()
    assert {"phase", "jump", "moved"} <= rules


def test_what_cannot_be_read_is_refused_in_any_language(trio, unfit):
    header, heard = trio.header(0, opening="throw"), 0
    for step, game in trio.whole_game(header, 3, most=40, rush=True):
        for error in unfit.provoke(game, unfit.spoilt(event_to_dict(step, header))):
            heard += 1
            assert isinstance(spoken(error), Said), spoken(error)
    assert heard > 100
