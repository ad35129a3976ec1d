"""Every refusal, question and trouble of the table can be told in another language."""

import ast
from pathlib import Path

import pytest

import table
from table.command import Answer, Correct, CountThrow, NewGame, Press, ReadStick, Refused, Submit, Undo
from texts import Said

NAMES = {"Ann", "Bo", "Cy"}
WRONG = [
    *(
        Submit({"event": "confirm"}),
        Submit({"event": "bid", "player": 0, "tricks": 9}),
        Submit({"event": "x"}),
    ),
    *(Submit({}), Submit({"event": "play", "card": "AS"}), Submit({"event": "turn_up", "card": "W"})),
    *(Undo(99), Undo(0), Correct(99, {"event": "confirm"}), Correct(0, {"event": "confirm"})),
    *(Answer(99, "AS"), Answer(0, None), ReadStick(99, {"color": "red", "notches": 1}), CountThrow(99, True)),
    *(Press("next"), Press("bell"), NewGame({"game": "wizard", "players": ["Ann"], "dealer": 0})),
    NewGame({"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0}, seen=1),
]


def refusals(host):
    outcomes = [host.handle(command) for command in WRONG if not isinstance(command, NewGame)]
    outcomes += [host.handle(command) for command in WRONG if isinstance(command, NewGame)]
    return [outcome.reason for outcome in outcomes if isinstance(outcome, Refused)]


def test_whatever_a_table_without_a_game_refuses_is_said(game):
    heard = refusals(game.host)
    assert len(heard) > 10 and all(isinstance(reason, Said) for reason in heard)


@pytest.mark.parametrize("stage", ["bidding", "trick", "question", "out of step", "done"])
def test_whatever_a_table_in_play_refuses_asks_or_misses_is_said(game, bare, stage):
    game.to_bidding() if stage == "bidding" else game.to_trick()
    if stage == "question":
        game.lay("2S", "3S", asks=True)
    if stage in ("out of step", "done"):
        for card in ("2S", "3S", "AS"):
            game.lay(card)
    if stage == "out of step":
        game.take(game.lying[-1])
    shown = game.view
    said = [shown["awaited"], shown["out_of_step"], *(question["why"] for question in shown["questions"])]
    said = [text for text in said if text]
    assert all(isinstance(text, Said) for text in said)
    assert {word for text in said for word in bare(text, NAMES | {"AS"})} == set()
    assert (shown["out_of_step"] is not None) == (stage == "out of step")
    heard = refusals(game.host)
    assert len(heard) > 8 and all(isinstance(reason, Said) for reason in heard)


def test_whatever_a_table_of_sticks_refuses_or_doubts_is_said(sticks, bare):
    sticks.new()
    sticks.throw((0, 1, 2), again="overlap")
    assert isinstance(sticks.thrown["again_text"], Said)
    assert all(isinstance(reason, Said) for reason in refusals(sticks.host))
    sticks.throw((2, 1, 1))
    sticks.do(Submit({"event": "confirm"}))
    assert bare(sticks.view["awaited"], NAMES) == []
    assert all(isinstance(reason, Said) for reason in refusals(sticks.host))


ON_PHONES = (
    "core/core",
    "reconcile/cards",
    "reconcile/throws",
    "reconcile/pile",
    "refusal",
    "core/state",
    "view/telling",
    "guides/guide",
    "guides/calibrating",
)


@pytest.mark.parametrize("name", ON_PHONES)
def test_no_error_that_a_phone_shows_is_raised_with_bare_words(name):
    tree = ast.parse((Path(table.__file__).parent / f"{name}.py").read_text(encoding="utf-8"))
    raised = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    calls = [each for each in raised if isinstance(each, ast.Call) and each.args]
    assert [ast.unparse(each) for each in calls if _is_bare(each.args[0])] == []


def _is_bare(message):
    return isinstance(message, ast.JoinedStr) or isinstance(message, ast.Constant)
