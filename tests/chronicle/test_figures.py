"""What players did is counted from the finished rounds alone, and put together by the people who played."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from chronicle import wizard
from chronicle.figures import Measure, Prize, awards, together
from chronicle.story import CHRONICLES, by_player, evening, evenings, honours, tell
from games.book import GAMES
from games.history import Game
from games.narration import ending
from games.record import event_from_dict, header_from_dict
from texts import Said, say
from texts.catalogue import tongue

GAMES_TOLD = list(CHRONICLES)


def told(played, game, **how):
    return tell(1, 0.0, played.short(game, **how))


def test_every_game_of_the_book_can_be_told():
    assert set(CHRONICLES) == set(GAMES)


def test_wizard_counts_bids_tricks_points_and_wizards(played):
    ann, bo, cy = told(played, "wizard").figures
    assert ann["made"] == (2, 2) and ann["zeros"] == (2, 2) and ann["highest"] == 0 and ann["run"] == 2
    assert bo["made"] == (1, 2) and bo["under"] == 1 and bo["over"] == 0 and bo["wizards"] == 1
    assert (bo["best"], bo["worst"], bo["points"]) == (20, -10, 10)
    assert cy["tricks"] == 2 and cy["lead"] == (2, 2) and cy["highest"] == 1 and cy["wizards"] == 0
    assert {figures["won"] for figures in (ann, bo, cy)} == {(0, 0)}, "the game is not over"


def test_a_bid_of_the_running_round_is_in_nothing_that_is_told(played):
    game = played.short("wizard")
    before = game.undo()
    wizard = CHRONICLES["wizard"]
    assert game.events[-1].tricks == 3
    for what in (wizard.figures, wizard.series, wizard.sheet, wizard.rounds, wizard.outcome):
        assert what(game) == what(before)


def test_magicians_count_cards_duels_spells_and_exile(played):
    ann, bo, cy = told(played, "magicians").figures
    assert ann["cards"] == 1 and ann["met"] == 1 and ann["duels"] == (1, 1)
    assert bo["duels"] == (0, 1) and bo["spells"] == 1 and bo["exiled"] == 1
    assert cy["turns"] == 0 and cy["duels"] == (0, 0)


def test_probe_counts_what_was_found_named_and_asked_in_vain(played):
    ann, bo, cy = told(played, "probe").figures
    assert ann["found"] == 2 and ann["vain"] == 1 and ann["calls"] == (0, 1) and ann["best"] == 40
    assert ann["lasted"] == 2 and bo["lasted"] is None, "Bo's word is not open yet"
    assert cy["calls"] == (1, 1) and cy["best"] == 160 and cy["points"] == 150


@pytest.mark.parametrize(
    ("game", "seed"), [("wizard", 1), ("wizard", 2), ("magicians", 1), ("probe", 1), ("probe", 2)]
)
def test_of_a_whole_game_every_figure_agrees_with_the_rules_own_account(played, game, seed):
    whole = played.whole(game, seed)
    story = tell(7, 0.0, whole)
    state, of = whole.state, CHRONICLES[game]
    assert story.over and story.winners == tuple(GAMES[game].result(state)["winners"])
    key = "cards" if game == "magicians" else "points"
    assert [each[key] for each in story.figures] == list(story.totals)
    assert of.series(whole).totals[-1] == story.totals
    assert sum(each["won"][0] for each in story.figures) == len(story.winners)
    assert all(each.keys() == {one.key for one in of.MEASURES} for each in story.figures)
    assert len(of.rounds(whole)) == len(GAMES[game].result(state).get("rounds", of.rounds(whole)))
    if game == "wizard":
        assert sum(each["tricks"] for each in story.figures) == sum(range(1, state.rounds + 1))
        for line, scored in zip(of.rounds(whole), state.sheet, strict=True):
            won = [trick["winner"] for trick in line["laid"]]
            assert tuple(won.count(seat) for seat in range(state.seats)) == scored.tricks


@pytest.mark.parametrize("game", GAMES_TOLD)
def test_every_prize_is_about_something_that_is_counted_and_said_so_that_it_can_be_translated(played, game):
    of = CHRONICLES[game]
    assert {prize.key for prize in of.PRIZES} <= {measure.key for measure in of.MEASURES}
    assert all(isinstance(each.name, Said) for each in of.MEASURES)
    story = tell(1, 0.0, played.whole(game))
    won = honours(game, by_player(game, [story]))
    assert won
    for award in won:
        assert isinstance(award.title, Said) and isinstance(award.text, Said)
        assert set(award.players) < set(story.header.players)


@pytest.mark.parametrize(
    "prize", [prize for of in CHRONICLES.values() for prize in of.PRIZES], ids=lambda p: p.key
)
def test_in_french_an_award_for_one_stands_in_the_singular(prize):
    text = prize.text(1, prize.least) if prize.rate else prize.text(prize.least)
    assert not re.search(r"\b[01]\s\w+s\b", tongue("fr").tell(text)), tongue("fr").tell(text)


@pytest.mark.parametrize("points", [0, 1, -1])
def test_in_french_none_and_one_stand_in_the_singular_where_points_are_said(points):
    for names in (["Léa"], ["Léa", "Zoé"]):
        (_, line) = ending(names, [points] * len(names), range(len(names)))
        assert re.search(r"avec (moins )?[01] point\.$", tongue("fr").tell(line.text))


PRIZES = (
    Prize("hits", say("Sure"), lambda hits, of: say("{hits} of {of}", hits=hits, of=of), least=3, rate=True),
    Prize("most", say("Most"), lambda n: say("{n}", n=n), least=2),
)


def winners(**figures):
    return {award.key: award.players for award in awards(PRIZES, figures)}


def test_the_highest_share_wins_and_of_equal_ones_the_one_of_more():
    assert winners(Ann={"hits": (3, 4)}, Bo={"hits": (6, 8)}, Cy={"hits": (1, 2)}) == {"hits": ("Bo",)}


def test_too_few_are_no_merit():
    assert winners(Ann={"hits": (2, 2), "most": 1}, Bo={"hits": (1, 4), "most": None}) == {"hits": ("Bo",)}


def test_equals_share_a_prize_but_what_everybody_has_is_none():
    assert winners(Ann={"most": 2}, Bo={"most": 2}, Cy={"most": 0}) == {"most": ("Ann", "Bo")}
    assert winners(Ann={"most": 2}, Bo={"most": 2}) == {}


def test_games_are_put_together_as_each_measure_says():
    measures = [Measure(kind, say("x"), kind) for kind in ("sum", "share", "most", "least")]
    first = {"sum": 2, "share": (1, 2), "most": None, "least": 5}
    second = {"sum": 3, "share": (2, 3), "most": 4, "least": -5}
    assert together(measures, [first, second]) == {"sum": 5, "share": (3, 5), "most": 4, "least": -5}
    assert together(measures, [first]) == first


def test_who_plays_past_midnight_still_plays_on_the_evening_before(played):
    game = played.short("wizard")
    at = [datetime(2026, 11, day, hour, tzinfo=UTC).timestamp() for day, hour in ((21, 20), (22, 2), (22, 9))]
    stories = [tell(number, began, game) for number, began in enumerate(at)]
    found = evenings(stories, UTC)
    assert {day: [story.id for story in each] for day, each in found.items()} == {
        date(2026, 11, 21): [0, 1],
        date(2026, 11, 22): [2],
    }
    east = timezone(timedelta(hours=8))
    assert [evening(began, east).day for began in at] == [21, 22, 22]


def test_a_person_is_the_same_however_the_name_was_typed(played):
    game = played.whole("probe")
    other = Game.of(replace(game.header, players=("ann ", "BO", "Cy")), game.events)
    merged = by_player("probe", [tell(1, 0.0, game), tell(2, 0.0, other), told(played, "wizard")])
    assert list(merged) == ["Ann", "Bo", "Cy"]
    assert all(figures["won"][1] == 2 for figures in merged.values())


def test_the_sheet_of_the_magicians_agrees_with_who_holds_which_card_at_every_moment(played):
    game = played.whole("magicians")
    for upto in range(0, len(game.events), 9):
        state = game.states[upto]
        view = CHRONICLES["magicians"].sheet(as_after(game, upto))
        assert view["totals"] == [len(player.cards) for player in state.seats]
        for row in view["places"]:
            assert row["lying"] == state.lying(row["place"])
            holders = tuple(seat for seat, held in enumerate(row["seats"]) if held)
            assert holders == state.owners(row["place"])


def as_after(game, count):
    """Give a game as it was after so many events."""
    return Game(game.header, game.events[:count], game.states[: count + 1])


def test_a_bombed_trick_is_nobodys_and_special_cards_are_counted():
    header = {"record": "familiar/1", "game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0}
    known = header_from_dict(header | {"rules": {"edition": "amigo", "bomb": True, "cloud": True}})
    steps = [{"event": "turn_up", "card": "1R"}]
    steps += [{"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)]
    steps += [{"event": "play", "card": "cloud"}, {"event": "name_suit", "suit": "B"}]
    steps += [{"event": "play", "card": "bomb"}, {"event": "play", "card": "2B"}, {"event": "confirm"}]
    game = Game.of(known, [event_from_dict(each, known) for each in steps])
    (line,) = wizard.rounds(game)
    assert line["laid"][0]["winner"] is None
    assert line["laid"][0]["cards"][0] == {"player": 1, "card": "cloud", "as": "cloud:B"}
    assert [each["specials"] for each in wizard.figures(game)] == [0, 1, 1]
