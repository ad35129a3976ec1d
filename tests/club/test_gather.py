"""What a board makes of whatever comes: it may be late, twice, broken or somebody's mischief."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.board import Board
from club.bygone import GAMES_KEPT
from club.errors import BadMessage
from club.gather import TABLES_MAX, Club, hear
from club.messages import LARGEST, Player, Scores, pack, scores_to_dict, unpack
from club.page import view
from club.plan import evening_from_dict, evening_to_dict, seating_from_dict, seating_of, seating_to_dict
from club.topics import Place, Topics
from table.settings.club import ClubConfig

TOPICS = Topics("test")
EMPTY = Club("test")


def scores(points=0, *, table="red", number=1, state="playing", run="aa", revision=1):
    return Scores(
        table,
        f"20261121T190000Z-{number}",
        "probe",
        state,
        "2026-11-21T19:00:00Z",
        1,
        None,
        (Player("Ann", points, points, 1), Player("Bo", 0, 0, 2)),
        (),
        run,
        revision,
    )


def message(told):
    return pack(scores_to_dict(told))


def test_the_topics_are_read_as_they_are_written():
    id = "20261121T190000Z-12"
    assert Place.parse("test", TOPICS.status("red")) == Place("red", "status")
    assert Place.parse("test", TOPICS.game("red")) == Place("red", "game")
    assert Place.parse("test", TOPICS.finished("red", id)) == Place("red", "games", id)


@pytest.mark.parametrize(
    "topic",
    ["", "/", "familiar/test", "familiar/other/red/game", "familiar/test/red", "familiar/test/a b/game"]
    + [
        "familiar/test/red/games/x",
        "familiar/test/red/games",
        "familiar/test/red/game/1",
        "familiar/test//game",
    ]
    + ["familiar/test/red/seating", "familiar/test/" + "x" * 33 + "/game", "familiar/test/red/games/1\n"],
)
def test_topics_that_no_table_writes_are_ignored(topic):
    with pytest.raises(BadMessage, match="no table tells anything there"):
        hear(EMPTY, topic, b"online")


def test_a_table_is_known_by_its_status_its_game_and_its_finished_games():
    club = hear(EMPTY, TOPICS.status("red"), b"online")
    club = hear(club, TOPICS.game("red"), message(scores(25)))
    club = hear(
        club, TOPICS.finished("red", "20261121T190000Z-2"), message(scores(5, number=2, state="over"))
    )
    red = club.tables["red"]
    assert red.online and red.current.points == {"Ann": 25, "Bo": 0} and len(red.games) == 1
    assert set(club.told["red"]) == {"20261121T190000Z-1", "20261121T190000Z-2"}
    assert hear(club, TOPICS.status("red"), b"offline").tables["red"].online is False


def test_what_was_taken_back_is_gone():
    topic = TOPICS.finished("red", "20261121T190000Z-1")
    club = hear(EMPTY, topic, message(scores(state="over")))
    club = hear(hear(club, TOPICS.game("red"), message(scores(3))), TOPICS.game("red"), b"")
    assert hear(club, topic, b"").told == {"red": {}}


def test_an_older_word_of_the_same_run_is_passed_over_and_a_new_run_is_believed():
    topic = TOPICS.game("red")
    club = hear(EMPTY, topic, message(scores(25, revision=7)))
    assert hear(club, topic, message(scores(10, revision=6))) is club
    assert hear(club, topic, message(scores(30, revision=7))).current["red"].points["Ann"] == 30
    assert hear(club, topic, message(scores(10, revision=1, run="bb"))).current["red"].points["Ann"] == 10


def test_a_word_of_an_earlier_run_that_comes_late_is_passed_over():
    topic, id = TOPICS.game("red"), "20261121T190000Z-1"
    club = EMPTY
    for run in ("aa", "bb"):
        club = hear(club, topic, message(scores(25, run=run, revision=7)))
    finished = hear(club, TOPICS.finished("red", id), message(scores(30, state="over", run="bb")))
    assert hear(finished, topic, message(scores(5, run="aa", revision=99))) is finished
    assert (
        hear(finished, TOPICS.finished("red", id), message(scores(5, state="over", run="aa", revision=99)))
        is finished
    )
    # What nobody had heard before is taken, whichever run it is of: it may be all that is left of a game.
    other = replace(scores(5, state="over", run="aa"), id="20261121T180000Z-1")
    assert (
        "20261121T180000Z-1" in hear(finished, TOPICS.finished("red", other.id), message(other)).told["red"]
    )
    assert hear(finished, topic, message(scores(40, run="cc", revision=1))).current["red"].points["Ann"] == 40


@pytest.mark.parametrize("late_first", [True, False])
def test_a_late_word_takes_no_finished_game_back_at_a_board_that_was_started_anew(late_first):
    topic, finished = TOPICS.game("red"), TOPICS.finished("red", "20261121T190000Z-1")
    late = topic, message(scores(5, run="aa", revision=3))
    over = message(scores(30, state="over", run="bb", revision=9))
    club = EMPTY
    for said in [late, (finished, over)] if late_first else [(topic, over), (finished, over), late]:
        club = hear(club, *said)
    (game,) = club.told["red"].values()
    assert game.over and game.points["Ann"] == 30


def test_a_late_over_ends_no_game_that_is_played_again_at_a_board_that_was_started_anew():
    topic, finished = TOPICS.game("red"), TOPICS.finished("red", "20261121T190000Z-1")
    club = hear(EMPTY, topic, message(scores(20, run="bb", revision=10)))
    club = hear(club, finished, message(scores(30, state="over", run="aa", revision=9)))
    assert [game.over for game in club.told["red"].values()] == [False]


def test_a_game_is_played_again_though_the_broker_forgot_that_it_was_over():
    # It has no word of the finished game any more that the table could take back.
    topic, finished = TOPICS.game("red"), TOPICS.finished("red", "20261121T190000Z-1")
    over = message(scores(30, state="over", run="aa", revision=9))
    club = hear(hear(EMPTY, topic, over), finished, over)
    club = hear(club, topic, message(scores(20, run="bb", revision=10)))
    assert [game.over for game in club.told["red"].values()] == [False]


def test_a_late_over_does_not_undo_what_was_put_right_since_at_a_board_that_was_started_anew():
    topic, finished = TOPICS.game("red"), TOPICS.finished("red", "20261121T190000Z-1")
    club = hear(EMPTY, finished, message(scores(35, state="over", run="bb", revision=12)))
    club = hear(club, topic, message(scores(30, state="over", run="aa", revision=9)))
    assert [game.points["Ann"] for game in club.told["red"].values()] == [35]


def test_a_finished_game_that_is_taken_up_again_is_played_as_soon_as_that_is_known():
    topic, finished = TOPICS.game("red"), TOPICS.finished("red", "20261121T190000Z-1")
    over = message(scores(30, state="over", run="bb", revision=9))
    club = hear(hear(EMPTY, topic, over), finished, over)
    for run, revision in (("bb", 10), ("cc", 1)):
        again = hear(club, topic, message(scores(20, run=run, revision=revision)))
        known = run == "bb"
        assert [game.over for game in again.told["red"].values()] == [not known]
        again = hear(again, finished, b"")
        assert [game.over for game in again.told["red"].values()] == [False]


def test_of_many_runs_the_oldest_are_forgotten():
    club = EMPTY
    for number in range(40):
        club = hear(club, TOPICS.game("red"), message(scores(number, run=f"{number:04x}")))
    assert len(club.tables["red"].runs) == 16 and club.tables["red"].runs[-1] == f"{39:04x}"


def test_a_repeated_word_changes_nothing_and_still_counts_as_the_newest():
    topic = TOPICS.game("red")
    club = hear(EMPTY, topic, message(scores(25, revision=3)))
    again = hear(club, topic, message(scores(25, revision=5)))
    assert again == club
    assert hear(again, topic, message(scores(10, revision=4))) is again


@pytest.mark.parametrize(
    ("topic", "payload", "part"),
    [
        (TOPICS.status("red"), b"here", "neither online nor offline"),
        (TOPICS.game("red"), b"x" * (LARGEST + 1), "longer than 64 KiB"),
        (TOPICS.game("red"), message(scores(table="blue")), 'of the table "blue"'),
        (TOPICS.finished("red", "20261121T190000Z-9"), message(scores(state="over")), "topic names"),
        (TOPICS.finished("red", "20261121T190000Z-1"), message(scores()), "topic names"),
    ],
)
def test_what_does_not_fit_its_topic_is_said(topic, payload, part):
    with pytest.raises(BadMessage, match=part):
        hear(EMPTY, topic, payload)


def test_nobody_fills_the_boards_memory():
    club = EMPTY
    for number in range(TABLES_MAX):
        club = hear(club, TOPICS.status(f"t{number}"), b"online")
    with pytest.raises(BadMessage, match="24 tables already"):
        hear(club, TOPICS.status("one-more"), b"online")
    for number in range(GAMES_KEPT + 5):
        told = message(scores(number=number, state="over", table="t0"))
        club = hear(club, TOPICS.finished("t0", f"20261121T190000Z-{number}"), told)
    kept = club.tables["t0"].games
    assert (
        len(kept) == GAMES_KEPT and "20261121T190000Z-4" not in kept and f"20261121T190000Z-{number}" in kept
    )


def test_the_evening_s_own_tables_are_gathered_however_many_others_were_there_first(tmp_path):
    config = ClubConfig(broker="127.0.0.1", name="test")
    tables = ("red", "green", "blue")
    with_evening = Board(config, tmp_path / "club.json")
    with_evening.begin(tables, [[f"{table}{seat}" for seat in range(4)] for table in tables])
    again = Board(config, tmp_path / "club.json")
    for number in range(TABLES_MAX):
        again.hear(TOPICS.status(f"t{number}"), b"online")
    for table in (*tables, "one-more"):
        again.hear(TOPICS.status(table), b"online")
    assert {*tables} < again.snapshot.club.tables.keys() and "one-more" not in again.snapshot.club.tables


GOOD = {
    TOPICS.status("red"): b"online",
    TOPICS.game("red"): message(scores(25, revision=9)),
    TOPICS.finished("red", "20261121T180000Z-1"): message(
        replace(scores(5, state="over", revision=9), id="20261121T180000Z-1")
    ),
}
WORDS = st.sampled_from(
    ["familiar", "test", "other", "red", "blue", "game", "games", "status", "+", "#", "", "\x00", "é" * 40]
)
JUNK_TOPICS = st.one_of(st.sampled_from(sorted(GOOD)), st.lists(WORDS, max_size=6).map("/".join))
JUNK = st.one_of(
    st.binary(max_size=60),
    st.sampled_from([b"", b"offline", b"{}", b"null", b"[" * 9000, b"\xff", b'{"familiar":1}']),
    st.dictionaries(
        st.sampled_from(["familiar", "table", "state", "run", "revision", "id", "players"]),
        st.none() | st.integers(-1, 3) | st.sampled_from(["red", "over", "idle", "aa"]) | st.just([]),
    ).map(lambda values: json.dumps(values).encode()),
)
PLAN = {
    **{
        "familiar": 1,
        "id": "20261121T190000Z",
        "game": "probe",
        "games": 3,
        "tables": ["red", "green", "blue"],
    },
    **{"rounds": [[[f"{table}{seat}" for seat in range(4)] for table in "rgb"]], "before": [], "by_hand": []},
}
PLANS = st.sampled_from(
    [PLAN, PLAN | {"id": "20261121T200000Z"}, PLAN | {"rounds": PLAN["rounds"] * 3}, PLAN | {"games": 0}]
    + [
        PLAN | {"by_hand": [{"round": 1, "table": "red", "points": [1, 2, 3, 4]}]},
        PLAN | {"tables": ["red"] * 3},
    ]
).map(lambda plan: json.dumps(plan).encode())
GAMES = st.builds(
    lambda table, names, points, state, number, run, revision: pack(
        scores_to_dict(
            replace(
                scores(table=table, number=number, state=state, run=run, revision=revision),
                players=tuple(Player(f"{names}{seat}", points * seat, 0, 1) for seat in range(4)),
            )
        )
    ),
    *(st.sampled_from(("red", "green", "blue")), st.sampled_from("rgb"), st.integers(-3, 9)),
    *(
        st.sampled_from(("playing", "over")),
        st.integers(1, 3),
        st.sampled_from(("aa", "bb")),
        st.integers(0, 3),
    ),
)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.data())
def test_whatever_a_board_hears_its_page_can_be_drawn_and_its_words_are_messages(data):
    board = Board(ClubConfig(broker="127.0.0.1", name="test"))
    topics = st.sampled_from(
        [TOPICS.evening, "familiar/test/x/y"]
        + [TOPICS.game(table) for table in ("red", "green", "blue")]
        + [
            TOPICS.finished(table, f"20261121T190000Z-{n}")
            for table in ("red", "green", "blue")
            for n in (1, 2, 3)
        ]
    )
    for _ in range(data.draw(st.integers(1, 25))):
        board.hear(data.draw(topics), data.draw(st.one_of(PLANS, GAMES, GAMES, GAMES, JUNK)))
        shown = board.snapshot
        json.dumps(view(shown))
        if shown.evening is not None:
            told = unpack(pack(evening_to_dict(shown.evening, shown.ranking, shown.over)))
            assert evening_from_dict(told) == shown.evening
            assert sum(line.total for line in shown.ranking) == sum(
                points or 0 for line in shown.ranking for points in line.points
            )
            for table in shown.evening.tables:
                seating_from_dict(
                    unpack(pack(seating_to_dict(seating_of(shown.evening, table, shown.ranking))))
                )


@settings(deadline=None, max_examples=150, derandomize=True)
@given(st.lists(st.tuples(JUNK_TOPICS, JUNK), max_size=12), st.randoms(use_true_random=False))
def test_among_any_mischief_the_last_good_words_stand(mischief, chance):
    club = EMPTY
    for topic, payload in mischief:
        try:
            club = hear(club, topic, payload)
        except BadMessage as error:
            assert "\n" not in str(error) and len(str(error)) < 300
    words = list(GOOD.items()) * 2
    chance.shuffle(words)
    for topic, payload in words:
        club = hear(club, topic, payload)
    red = club.tables["red"]
    assert red.online and red.current.points["Ann"] == 25
    assert red.games["20261121T180000Z-1"].points["Ann"] == 5
