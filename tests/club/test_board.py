"""The club's board and a real broker: a whole evening, its own restarts, and mischief on the broker."""

import json

import pytest

from club.board import Board
from club.errors import ClubError
from club.evening import matches
from club.messages import Player, Scores, scores_to_dict
from club.topics import Topics
from games import progressive
from table.settings.club import ClubConfig

NAMES = ("Ann", "Bo", "Cy", "Dot", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou")
SEATS = (NAMES[:4], NAMES[4:8], NAMES[8:])
TABLES = ("red", "green", "blue")
TOPICS = Topics("test")


@pytest.fixture
def tables(make_table):
    return {name: make_table(name, seed=number) for number, name in enumerate(TABLES, 1)}


def gathered(board, names=TABLES):
    known = board.snapshot.club.tables
    return all(name in known and known[name].online for name in names)


def seated(table, number):
    return table.publisher.seating is not None and table.publisher.seating.round == number


def play(table, bell, number):
    """Let a table play the game that it is seated for; give everybody's points."""
    bell.until(lambda: seated(table, number))
    seating = table.publisher.seating
    table.begin(seating.players, carried=list(seating.carried))
    return table.play()


def total(board):
    return {line.name: line.total for line in board.snapshot.ranking}


def test_an_evening_of_three_games_ends_as_the_rules_count_it(tables, make_board, ear, bell):
    board = make_board()
    bell.until(lambda: gathered(board))
    board.begin(TABLES, SEATS)
    seats, totals = SEATS, dict.fromkeys(NAMES, 0)
    for number in (1, 2, 3):
        points = {}
        for place, name in enumerate(TABLES):
            bell.until(lambda at=tables[name], number=number: seated(at, number))
            seating = tables[name].publisher.seating
            assert seating.players == seats[place]
            assert seating.carried == tuple(totals[player] for player in seats[place])
            points |= play(tables[name], bell, number)
        totals = progressive.carry(totals, points)
        seats = progressive.seating(seats, points, totals)
        bell.until(lambda totals=totals: total(board) == totals)
        # The engine carried the same totals from table to table (R30).
        view = tables["red"].host.snapshot.view(None)
        assert all(line["total"] == totals[line["player"]] for line in view["ranking"])
    bell.until(lambda: board.snapshot.over)
    assert board.snapshot.notes == () and board.snapshot.ignored == ()
    bell.until(
        lambda: TOPICS.seating("red") not in ear.kept,
    )
    told = ear.json(TOPICS.evening)
    assert told["over"] and {line["name"]: line["total"] for line in told["ranking"]} == totals
    best = max(totals.values())
    assert [line["name"] for line in told["ranking"] if line["rank"] == 1] == [
        line.name for line in board.snapshot.ranking if line.total == best
    ]


def test_a_board_that_restarts_knows_the_evening_and_every_point_again(tables, make_board, bell):
    board = make_board()
    bell.until(lambda: gathered(board))
    board.begin(TABLES, SEATS)
    for table in tables.values():
        play(table, bell, 1)
    play(tables["red"], bell, 2)
    bell.until(lambda: matches(board.snapshot.evening, board.snapshot.club.told)[1][0].finished)
    before = board.snapshot
    board.close()
    # While it is away, a table plays on and another leaves.
    play(tables["green"], bell, 2)
    tables["blue"].close()
    again = make_board()
    bell.until(
        lambda: len(again.snapshot.club.tables) == 3 and again.snapshot.club.tables["blue"].online is False
    )
    bell.until(lambda: len(again.snapshot.club.told["green"]) == 2)
    assert again.snapshot.evening == before.evening
    assert again.snapshot.ranking != before.ranking
    tables["blue"].open()
    play(tables["blue"], bell, 2)
    bell.until(lambda: len(again.snapshot.evening.rounds) == 3)


def test_a_board_that_restarts_counts_a_table_of_which_the_broker_keeps_nothing_else(make_board, ear, bell):
    board = make_board()
    board.begin(TABLES, SEATS)
    bell.until(lambda: TOPICS.evening in ear.kept)
    board.close()
    # Whoever writes at the broker has spoilt what says that the table is there.
    ear.say(TOPICS.status("blue"), b"\xff")
    ear.say(TOPICS.game("blue"), b"null")
    players = tuple(Player(name, 10 * k, 10 * k, 4 - k) for k, name in enumerate(SEATS[2]))
    began = "2026-11-21T19:00:00Z"
    played = Scores("blue", "20261121T190000Z-1", "probe", "over", began, 3, None, players)
    ear.say(TOPICS.finished("blue", played.id), scores_to_dict(played))
    again = make_board()
    bell.until(lambda: matches(again.snapshot.evening, again.snapshot.club.told)[0][2].finished)
    assert total(again)[SEATS[2][3]] == 30


def test_a_broker_that_forgot_everything_learns_it_again_from_tables_and_board(
    make_broker, make_table, make_board, make_ear, bell
):
    broker = make_broker().start()
    tables = [make_table(name, seed=n, port=broker.port) for n, name in enumerate(TABLES)]
    board = make_board(port=broker.port)
    bell.until(lambda: gathered(board))
    board.begin(TABLES, SEATS)
    for table in tables:
        play(table, bell, 1)
    bell.until(lambda: len(board.snapshot.evening.rounds) == 2)
    known = board.snapshot.ranking
    broker.kill()
    broker.start()
    ear = make_ear(broker.port)
    wanted = {TOPICS.evening, TOPICS.board, *map(TOPICS.seating, TABLES), *map(TOPICS.game, TABLES)}
    bell.until(lambda: wanted <= set(ear.kept) and len(ear.kept) == 14)
    assert board.snapshot.ranking == known
    assert ear.json(TOPICS.seating("red"))["round"] == 2


def test_a_board_tells_a_broker_that_forgot_the_evening_even_where_no_table_is_there(
    make_broker, make_table, make_board, make_ear, bell
):
    broker = make_broker().start()
    tables = [make_table(name, port=broker.port) for name in TABLES]
    board = make_board(port=broker.port)
    bell.until(lambda: gathered(board))
    board.begin(TABLES, SEATS)
    for table in tables:
        table.close()
    broker.kill()
    broker.start()
    ear = make_ear(broker.port)
    bell.until(lambda: {TOPICS.evening, TOPICS.board, *map(TOPICS.seating, TABLES)} == set(ear.kept))


def test_a_board_whose_file_is_gone_goes_on_with_the_evening_that_the_broker_keeps(
    tables, make_board, bell, tmp_path
):
    board = make_board()
    bell.until(lambda: gathered(board))
    board.begin(TABLES, SEATS)
    for table in tables.values():
        play(table, bell, 1)
    bell.until(lambda: len(board.snapshot.evening.rounds) == 2)
    bell.until(lambda: all(seated(table, 2) for table in tables.values()))
    board.close()
    (tmp_path / "evening.json").unlink()
    again = make_board()
    bell.until(lambda: again.snapshot.ranking == board.snapshot.ranking != ())
    assert (tmp_path / "evening.json").exists()


def evening_begun(make_broker, make_table, make_board, bell):
    """Begin an evening at tables of a broker that keeps what it was told."""
    broker = make_broker(keeps=True).start()
    tables = [make_table(name, port=broker.port) for name in TABLES]
    board = make_board(port=broker.port)
    bell.until(lambda: gathered(board))
    board.begin(TABLES, SEATS)
    bell.until(lambda: all(seated(table, 1) for table in tables))
    return broker, tables, board


def test_an_evening_that_was_ended_while_the_broker_was_away_stays_ended(
    make_broker, make_table, make_board, make_ear, bell, tmp_path
):
    broker, tables, board = evening_begun(make_broker, make_table, make_board, bell)
    broker.stop()
    bell.until(lambda: not board.snapshot.connected)
    board.end()
    broker.start()
    ear = make_ear(broker.port)
    bell.until(lambda: board.snapshot.connected and all(table.publisher.seating is None for table in tables))
    assert board.snapshot.evening is None and not (tmp_path / "evening.json").exists()
    bell.until(lambda: TOPICS.evening not in ear.kept and TOPICS.seating("red") not in ear.kept)


def test_an_evening_that_was_ended_while_the_broker_was_away_stays_ended_by_a_board_that_restarts(
    make_broker, make_table, make_board, make_ear, bell, tmp_path
):
    broker, tables, board = evening_begun(make_broker, make_table, make_board, bell)
    own = board.snapshot.evening.id
    tables[2].close()
    broker.stop()
    bell.until(lambda: not board.snapshot.connected)
    board.end()
    board.close()
    again = make_board(port=broker.port)
    broker.start()
    ear = make_ear(broker.port)
    tables[2].open()
    bell.until(lambda: gathered(again) and all(table.publisher.seating is None for table in tables))
    bell.until(lambda: not {TOPICS.evening, *map(TOPICS.seating, TABLES)} & ear.kept.keys())
    assert again.snapshot.evening is None and not (tmp_path / "evening.json").exists()
    # What was put away is there still, under its own name.
    assert (tmp_path / f"evening-{own}.json").exists()
    again.begin(TABLES, SEATS)
    assert again.snapshot.evening.id != own


def test_who_was_seated_in_an_evening_that_got_over_while_the_broker_was_away_is_taken_back(
    make_broker, make_table, make_board, bell
):
    broker = make_broker(keeps=True).start()
    tables = [make_table(name, port=broker.port) for name in TABLES]
    board = make_board(port=broker.port)
    bell.until(lambda: gathered(board))
    board.begin(TABLES, SEATS, games=1)
    bell.until(lambda: all(seated(table, 1) for table in tables))
    broker.stop()
    bell.until(lambda: not board.snapshot.connected)
    for table in TABLES:
        board.enter(1, table, (40, 30, 20, 10))
    assert board.snapshot.over
    broker.start()
    bell.until(lambda: all(table.publisher.seating is None for table in tables))


def test_a_table_that_drops_out_in_mid_game_and_returns_loses_nothing(make_table, make_board, road, bell):
    table = make_table("red", port=road.port)
    others = [make_table(name) for name in ("green", "blue")]
    board = make_board()
    bell.until(lambda: gathered(board))
    board.begin(TABLES, SEATS)
    bell.until(lambda: seated(table, 1))
    table.begin(SEATS[0])
    table.play(30)
    bell.until(lambda: "red" in board.snapshot.club.current)
    bell.until(lambda: board.snapshot.club.current["red"].state == "playing")
    road.block()
    bell.until(lambda: not board.snapshot.club.tables["red"].online)
    road.open()
    points = table.play()
    bell.until(lambda: gathered(board, ["red"]) and total(board)["Ann"] == points["Ann"])
    for other in others:
        play(other, bell, 1)
    bell.until(lambda: seated(table, 2))


def test_a_corrected_score_is_counted_and_seats_anew_before_the_next_game(tables, make_board, bell):
    board = make_board()
    bell.until(lambda: gathered(board))
    board.begin(TABLES, SEATS)
    for table in tables.values():
        play(table, bell, 1)
    bell.until(lambda: seated(tables["red"], 2))
    before = total(board)
    # Somebody finds a word misspelt before the score was final: the confirmation is taken back.
    red = tables["red"]
    red.undo()
    red.submit({"event": "misspelt", "player": 0}, {"event": "confirm"})
    bell.until(lambda: total(board)["Ann"] == before["Ann"] - 100)
    evening = board.snapshot.evening
    points = {line.name: line.points[0] for line in board.snapshot.ranking}
    assert evening.rounds[1] == progressive.seating(SEATS, points, points)


def test_points_by_hand_stand_in_for_a_table_that_cannot_tell_also_after_a_restart(tables, make_board, bell):
    board = make_board()
    bell.until(lambda: gathered(board))
    with pytest.raises(ClubError, match="no evening"):
        board.enter(1, "red", (1, 2, 3, 4))
    board.begin(TABLES, SEATS)
    tables["blue"].close()
    for name in ("red", "green"):
        play(tables[name], bell, 1)
    board.enter(1, "blue", (40, 30, 20, 10))
    bell.until(lambda: seated(tables["red"], 2))
    assert total(board)["Ida"] == 40
    board.close()
    again = make_board()
    bell.until(lambda: total(again) == total(board))
    # The table is back, and plays the game after all: its own points count.
    tables["blue"].open()
    tables["blue"].begin(SEATS[2])
    points = tables["blue"].play()
    bell.until(lambda: total(again)["Ida"] == points["Ida"] != 40)


JUNK = [
    ("familiar/test/red/game", b"not json"),
    ("familiar/test/red/game", b'{"familiar": 99}'),
    ("familiar/test/red/games/20261121T190000Z-1", b'{"familiar": 1, "table": "red"}'),
    ("familiar/test/red/status", b"perhaps"),
    ("familiar/test/no table/game", b"x"),
    ("familiar/test/evening", b'{"familiar": 1, "id": "20200101T000000Z"}'),
]


def test_mischief_is_one_sentence_and_changes_nothing(make_table, make_board, ear, bell, lines):
    board = make_board()
    table = make_table()
    table.begin()
    table.play()
    bell.until(lambda: "red" in board.snapshot.club.current and board.snapshot.club.current["red"].over)
    # Its last game is told by itself, after that it is over.
    bell.until(lambda: board.snapshot.club.tables["red"].games)
    before = board.snapshot.club
    for _ in range(3):
        for topic, payload in JUNK:
            ear.say(topic, payload, retain=False)
    bell.until(lambda: len(board.snapshot.ignored) == 5 and "evening" in board.snapshot.ignored[-1])
    assert board.snapshot.club == before
    assert len(lines.warned) == len(JUNK)
    assert all("is ignored" in line and "\n" not in line for line in lines.warned)


def test_an_oversized_message_never_reaches_the_board(make_table, make_board, ear, bell, lines):
    board = make_board()
    make_table()
    bell.until(lambda: gathered(board, ["red"]))
    ear.say("familiar/test/red/game", b"x" * 1_000_000, retain=False)
    ear.say("familiar/test/blue/status", b"online")
    bell.until(lambda: gathered(board, ["red", "blue"]))
    assert board.snapshot.connected and board.snapshot.ignored == ()
    assert lines.warned == []


def test_another_boards_evening_is_not_taken_over(tables, make_board, ear, bell):
    board = make_board()
    bell.until(lambda: gathered(board))
    board.begin(TABLES, SEATS)
    bell.until(lambda: TOPICS.evening in ear.kept)
    other = ear.json(TOPICS.evening) | {"id": "20200101T000000Z"}
    ear.say(TOPICS.evening, other)
    bell.until(lambda: board.snapshot.ignored)
    assert "another evening than this board's own" in board.snapshot.ignored[0]
    assert board.snapshot.evening.id != other["id"]


def test_an_evening_that_cannot_be_written_down_is_not_begun(tables, make_board, bell, tmp_path):
    folder = tmp_path / "folder"
    board = make_board(file=folder / "evening.json")
    bell.until(lambda: gathered(board))
    folder.write_text("in the way")
    with pytest.raises(ClubError, match="cannot be written down"):
        board.begin(TABLES, SEATS)
    assert board.snapshot.evening is None


@pytest.mark.parametrize("content", ["", "{}", '{"familiar": 1}', "[]", "\x00"])
def test_a_file_that_is_no_evening_is_not_passed_over(tmp_path, content):
    path = tmp_path / "evening.json"
    path.write_text(content)
    with pytest.raises(ClubError, match="this is no evening .*; move the file aside"):
        Board(ClubConfig(broker="127.0.0.1"), path)


def test_a_board_without_a_broker_says_what_is_missing():
    with pytest.raises(ClubError, match="broker: there is no broker"):
        Board(ClubConfig())


def test_what_the_board_tells_holds_to_the_schema(tables, make_board, ear, bell):
    from importlib.resources import files

    from jsonschema import Draft202012Validator

    defs = json.loads((files("club") / "schema.json").read_text(encoding="utf-8"))["$defs"]
    board = make_board()
    bell.until(lambda: gathered(board))
    board.begin(TABLES, SEATS)
    for table in tables.values():
        play(table, bell, 1)
    bell.until(lambda: TOPICS.seating("blue") in ear.kept and ear.json(TOPICS.seating("blue"))["round"] == 2)
    kinds = {"game": "scores", "seating": "seating", "evening": "evening"}
    seen = set()
    for topic in list(ear.kept):
        parts = topic.split("/")
        kind = "scores" if parts[-2] == "games" else kinds.get(parts[-1])
        if kind:
            Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": defs}).validate(ear.json(topic))
            seen.add(kind)
    assert seen == {"scores", "seating", "evening"}
