"""A competition on a real broker: tables are seated, and their games count, each of them once."""

import errno
import json
import os
from dataclasses import replace
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

from club.board import Board
from club.bygone import GAMES_KEPT
from club.competition import store
from club.competition.outcome import outcomes
from club.competition.setting import Format, Scoring, Setting
from club.competition.store import load
from club.competition.summary import from_dict, summary
from club.errors import ClubError
from club.gather import Club, TableNews
from club.hall import Hall
from club.messages import Player, Scores, pack, scores_to_dict
from club.topics import Topics
from table.settings.club import ClubConfig

NAMES = ("Ann", "Bo", "Cy", "Dot", "Eve", "Finn", "Gus", "Hal")
TOPICS = Topics("test")
DEFS = json.loads((files("club") / "schema.json").read_text(encoding="utf-8"))["$defs"]


@pytest.fixture
def make_hall(tmp_path, bell):
    made = []

    def make(board, file="cup.json"):
        hall = Hall(board, "test", tmp_path / file, seed=lambda: 7)
        hall.listeners.append(bell.ring)
        made.append(hall.start())
        return hall

    yield make
    for hall in made:
        hall.close()


def cup(**changes):
    def make(id, seed, before):
        values = {"rounds": 2, "fewest": 4, "most": 4, "scoring": Scoring.POINTS} | changes
        return Setting(id, "Cup", Format.SWISS, "probe", ("red", "green"), seed=seed, before=before, **values)

    return make


@pytest.fixture
def club(make_table, make_board, make_hall, bell):
    tables = {name: make_table(name, seed=at) for at, name in enumerate(("red", "green"), 1)}
    board = make_board()
    hall = make_hall(board)
    bell.until(lambda: set(tables) <= set(board.snapshot.club.tables))
    hall.begin(cup(), [(name, "") for name in NAMES])
    return tables, board, hall


def seat(tables, bell, number):
    def seated(table):
        return table.publisher.seating is not None and table.publisher.seating.round == number

    bell.until(lambda: all(map(seated, tables.values())))


def begin(table):
    seating = table.publisher.seating
    table.begin(seating.players)


def play(tables, bell, hall):
    seat(tables, bell, hall.snapshot.state.round.number)
    scored = {}
    for table in tables.values():
        begin(table)
        scored |= table.play()
    bell.until(lambda: hall.snapshot.state.round.over)
    return scored


def test_a_cup_is_seated_played_and_ranked_and_survives_a_new_start(club, make_board, make_hall, bell, ear):
    tables, board, hall = club
    hall.draw()
    first = play(tables, bell, hall)
    assert {
        hall.snapshot.state.players[line.player].name: line.total for line in hall.snapshot.lines
    } == first
    hall.close()
    board.close()
    # The tables' words, all of them retained, are heard once more.
    board = make_board()
    hall = make_hall(board)
    bell.until(lambda: all(board.snapshot.club.tables.get(name) for name in tables))
    hall.draw()
    second = play(tables, bell, hall)
    state = hall.snapshot.state
    assert state.over
    totals = {state.players[line.player].name: line.total for line in hall.snapshot.lines}
    assert totals == {name: first[name] + second[name] for name in NAMES}
    told = TOPICS.competition
    bell.until(lambda: told in ear.kept and ear.json(told)["over"])
    Draft202012Validator({"$ref": "#/$defs/competition", "$defs": DEFS}).validate(ear.json(told))
    assert from_dict(ear.json(told)) == summary(state, hall.snapshot.lines)
    bell.until(lambda: not any(topic.endswith("/seating") for topic in ear.kept))
    hall.put_away()
    bell.until(lambda: told not in ear.kept)
    assert hall.snapshot.state is None


def test_a_correction_before_the_next_round_has_begun_seats_it_anew_and_says_so(club, bell, tmp_path):
    tables, _, hall = club
    hall.draw()
    play(tables, bell, hall)
    hall.draw()
    before = hall.snapshot.state.round
    assert before.basis
    last = tables[before.tables[0].name]
    table = hall.snapshot.state.rounds[0].at(last.config.table)
    # Taken up again, it does not count; stopped at once, it counts as it stood.
    last.undo(40)
    bell.until(lambda: hall.snapshot.state.rounds[0].at(last.config.table).result.points is None)
    last.submit({"event": "stop"})
    bell.until(lambda: hall.snapshot.state.rounds[0].at(last.config.table).result.points is not None)
    after = hall.snapshot.state
    assert after.rounds[0].at(last.config.table).result.points != table.result.points
    assert after.rounds[0].at(last.config.table).result.game == table.result.game
    # The seats are told first, and the reason with what else there is to say.
    bell.until(lambda: any("is seated anew" in note for note in hall.snapshot.notes))
    assert hall.snapshot.state.round.basis != before.basis
    assert len(after.rounds) == 2


def test_a_correction_that_comes_back_before_a_game_that_was_begun_seats_nobody_anew(
    club, make_board, make_hall, bell, ear, tmp_path
):
    tables, board, hall = club
    hall.draw()
    play(tables, bell, hall)
    hall.draw()
    seated = hall.snapshot.state.round
    first, last = (tables[at.name] for at in seated.tables)
    seat(tables, bell, 2)
    hall.close()
    board.close()
    # While the board is away, one table corrects the first round, and the other begins the second.
    last.undo(40)
    last.submit({"event": "stop"})
    begin(first)
    words = [TOPICS.game(at.config.table) for at in (last, first)]
    bell.until(lambda: ear.json(words[0])["stopped"] and ear.json(words[1])["state"] == "playing")
    quiet = Board(replace(first.config, table=""), tmp_path / "quiet.json")
    hall = make_hall(quiet)
    quiet.met(True)
    quiet.hear(words[0], ear.kept[words[0]])
    quiet._catch_up()
    bell.until(lambda: hall.snapshot.state.rounds[0].at(last.config.table).result.stopped)
    assert hall.snapshot.state.round == seated
    quiet.hear(words[1], ear.kept[words[1]])
    while not quiet.snapshot.whole:
        quiet.hear(TOPICS.asked(str(quiet._asking._number)), b"")
    bell.until(lambda: any("its seating stays" in note for note in hall.snapshot.notes))
    assert hall.snapshot.state.round == seated


def test_what_a_table_cannot_tell_is_entered_by_hand_and_its_own_word_wins_later(club, bell):
    tables, _, hall = club
    hall.draw()
    seat(tables, bell, 1)
    hall.enter(1, "red", (5, 6, 7, 8))
    assert hall.snapshot.state.round.at("red").result.by_hand
    tables["red"].begin(hall.snapshot.state.names(hall.snapshot.state.round.at("red").seats))
    scored = tables["red"].play()
    bell.until(lambda: not hall.snapshot.state.round.at("red").result.by_hand)
    assert set(hall.snapshot.state.round.at("red").result.points) == set(scored.values())


def test_a_round_that_is_played_is_not_drawn_anew(club, bell):
    tables, board, hall = club
    hall.draw()
    seat(tables, bell, 1)
    begin(tables["red"])

    def playing():
        red = board.snapshot.club.tables["red"].current
        return red is not None and red.state == "playing"

    bell.until(playing)
    with pytest.raises(ClubError, match="has begun at a table"):
        hall.draw_anew()
    hall.undraw()
    assert hall.snapshot.state.rounds == ()


def test_seats_by_hand_are_told_to_the_tables(club, bell):
    tables, _, hall = club
    hall.draw()
    one, two = hall.snapshot.state.round.tables
    mixed = (one.seats[:2] + two.seats[:2], one.seats[2:] + two.seats[2:])
    hall.seat([(one.name, mixed[0]), (two.name, mixed[1])])
    state = hall.snapshot.state
    assert state.round.by_hand
    wanted = {one.name: state.names(mixed[0]), two.name: state.names(mixed[1])}
    bell.until(
        lambda: all(
            table.publisher.seating is not None and table.publisher.seating.players == wanted[name]
            for name, table in tables.items()
        )
    )
    with pytest.raises(ClubError, match="sit twice"):
        hall.seat([(one.name, mixed[0]), (two.name, mixed[0])])


def test_whoever_checks_in_is_found_however_he_writes_his_name(club):
    _, _, hall = club
    assert hall.join("  ann ".strip(), here=True) == 0
    assert hall.join("Zoe", here=True) == 8 and hall.snapshot.state.players[8].here
    with pytest.raises(ClubError, match="takes part already"):
        hall.join("ANN")


def test_only_one_competition_or_evening_is_on(club, make_board, make_hall):
    _, board, hall = club
    with pytest.raises(ClubError, match="competition already"):
        hall.begin(cup(), [])
    twelve = tuple(tuple(f"P{seat}{table}" for seat in range(4)) for table in range(3))
    evening = (("red", "green", "blue"), twelve)
    with pytest.raises(ClubError, match="competition is on: put it away first"):
        board.begin(*evening)
    hall.put_away()
    assert hall.snapshot.state is None and board.snapshot.evening is None
    with pytest.raises(ClubError, match="no competition"):
        hall.draw()
    board.begin(*evening)
    with pytest.raises(ClubError, match="evening is on: end it first"):
        hall.begin(cup(), [])


def test_a_file_that_was_put_away_can_be_read(club, tmp_path):
    _, _, hall = club
    id = hall.snapshot.state.setting.id
    state = hall.snapshot.state
    hall.put_away()
    assert not (tmp_path / "cup.json").exists()
    assert load(tmp_path / f"cup-{id}.json")[2] == state


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"setting": 3}', '{"setting": {"id": "x"}, "events": []}'])
def test_a_damaged_file_is_not_passed_over(tmp_path, make_board, text):
    (tmp_path / "cup.json").write_text(text)
    with pytest.raises(ClubError, match="this is no competition .*; move the file aside"):
        Hall(make_board(), "test", tmp_path / "cup.json")


def test_a_competition_of_a_newer_version_is_not_read_as_if_it_were_known(club, tmp_path):
    values = json.loads((tmp_path / "cup.json").read_text())
    (tmp_path / "newer.json").write_text(json.dumps(values | {"familiar": 2}))
    with pytest.raises(ClubError, match="it is of version 2, this program knows 1: update Familiar"):
        load(tmp_path / "newer.json")


def test_a_broker_that_forgot_everything_is_told_again(club, broker, bell, ear):
    tables, board, hall = club
    hall.draw()
    seat(tables, bell, 1)
    topics = [TOPICS.competition, *map(TOPICS.seating, tables)]
    bell.until(lambda: set(topics) <= set(ear.kept))
    broker.kill()
    # It keeps nothing: what it has afterwards it was told again.
    ear.kept.clear()
    broker.start()
    bell.until(lambda: set(topics) <= set(ear.kept))
    assert ear.json(TOPICS.competition)["round"] == 1


def test_a_hall_that_is_begun_again_counts_a_table_of_which_the_broker_keeps_nothing_else(
    club, make_board, make_hall, bell, ear, tmp_path
):
    tables, board, hall = club
    hall.draw()
    seat(tables, bell, 1)
    hall.close()
    board.close()
    begin(tables["red"])
    points = tables["red"].play()
    bell.until(lambda: any(topic.startswith("familiar/test/red/games/") for topic in ear.kept))
    tables["red"].close()
    # Whoever writes at the broker has spoilt what says that the table is there.
    ear.say(TOPICS.status("red"), b"\xff")
    ear.say(TOPICS.game("red"), b"null")
    again = make_board()
    bell.until(lambda: "green" in again.snapshot.club.tables)
    hall = make_hall(again)
    bell.until(lambda: hall.snapshot.state.round.begun)
    told = hall.snapshot.state.round.at("red")
    assert dict(zip(hall.snapshot.state.names(told.seats), told.result.told, strict=True)) == points


def test_a_table_of_the_competition_is_gathered_however_many_others_there_are():
    board = Board(ClubConfig(broker="127.0.0.1", name="test"))
    board.also({}, tables=("red", "green"))
    for number in range(1100):
        board.hear(TOPICS.status(f"guest{number}"), b"online")
    board.hear(TOPICS.status("red"), b"online")
    assert "red" in board.snapshot.club.tables and "guest1099" not in board.snapshot.club.tables


def test_a_result_that_could_not_be_written_down_counts_once_it_can(club, bell, monkeypatch):
    monkeypatch.setattr("club.hall.AGAIN_S", 0.05)
    tables, _, hall = club
    hall.draw()
    seat(tables, bell, 1)
    save, full = store.save, [True]

    def fill(*given):
        if full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        save(*given)

    monkeypatch.setattr("club.competition.store.save", fill)
    begin(tables["red"])
    tables["red"].play()
    bell.until(lambda: hall.snapshot.trouble is not None)
    assert not hall.snapshot.state.round.begun
    # No table says anything more.
    full.clear()
    bell.until(lambda: hall.snapshot.state.round.at("red").result.told is not None)
    assert hall.snapshot.trouble is None


def test_a_competition_that_is_begun_after_very_many_games_can_be_read_again(tmp_path):
    names = tuple(f"t{number}" for number in range(150))
    games = {f"20261121T190000Z-{number}": played(number) for number in range(200)}
    board = Board(ClubConfig(broker="127.0.0.1", name="test"))
    board._club = Club("test", {name: TableNews(name, games=games) for name in names})
    hall = Hall(board, "test", tmp_path / "cup.json", seed=lambda: 7)
    hall.begin(lambda *given: replace(cup()(*given), tables=names), [(name, "") for name in NAMES])
    setting, _, _ = load(tmp_path / "cup.json")
    assert len(setting.before) == 150 * 200


def test_a_game_of_tonight_by_a_slow_clock_is_heard_at_a_table_of_very_many_games(tmp_path):
    board = Board(ClubConfig(broker="127.0.0.1", name="test"))

    def hear(id):
        players = tuple(Player(name, 10 * at, 10 * at, 1) for at, name in enumerate(NAMES[:4]))
        game = Scores("red", id, "probe", "over", "2026-11-21T19:00:00Z", 9, None, players)
        board.hear(TOPICS.finished("red", id), pack(scores_to_dict(game)))

    for number in range(GAMES_KEPT):
        hear(f"20261121T190000Z-{number}")
    hall = Hall(board, "test", tmp_path / "cup.json", seed=lambda: 7)
    hall.begin(lambda *given: replace(cup()(*given), tables=("red",)), [(name, "") for name in NAMES[:4]])
    hall.draw()
    tonight = f"19700101T000000Z-{GAMES_KEPT}"
    hear(tonight)
    assert [event.game for event in outcomes(hall.snapshot.state, board.snapshot.club.told)] == [tonight]


def played(number):
    return Scores("t", f"20261121T190000Z-{number}", "probe", "over")


def test_what_was_put_away_while_no_broker_heard_it_is_taken_back(
    make_broker, make_table, make_board, make_hall, bell, make_ear, tmp_path
):
    broker = make_broker(keeps=True, more=["autosave_on_changes true", "autosave_interval 1"]).start()
    ear = make_ear(broker.port)
    for name in ("red", "green"):
        make_table(name, port=broker.port)
    board = make_board(port=broker.port)
    hall = make_hall(board)
    bell.until(lambda: {"red", "green"} <= set(board.snapshot.club.tables))
    hall.begin(cup(), [(name, "") for name in NAMES])
    hall.draw()
    told = [TOPICS.competition, *map(TOPICS.seating, ("red", "green"))]
    bell.until(lambda: set(told) <= set(ear.kept))
    broker.stop()
    bell.until(lambda: not board.snapshot.connected)
    hall.put_away()
    # Also by a board that was begun again in between, and knows it by its files alone.
    hall.close()
    board.close()
    broker.start()
    again = make_ear(broker.port)
    bell.until(lambda: set(told) <= set(again.kept))
    make_hall(make_board(port=broker.port))
    bell.until(lambda: not set(told) & set(again.kept))


def test_of_two_boards_each_with_a_competition_the_one_that_is_there_seats_and_says_so(
    club, make_board, make_hall, bell, ear, tmp_path
):
    tables, board, hall = club
    hall.draw()
    seat(tables, bell, 1)
    mine = hall.snapshot.state.setting.id
    other = make_board(file=tmp_path / "other.json")
    rival = make_hall(other, "rival.json")
    strangers = [(f"X{name}", "") for name in NAMES[:4]]
    rival.begin(lambda *given: replace(cup()(*given), id="20200101T190000Z", title="Old"), strangers)
    rival.draw()
    bell.until(lambda: b'"Old"' in ear.kept.get(TOPICS.competition, b""))
    rival.close()
    other.close()
    bell.until(lambda: mine.encode() in ear.kept.get(TOPICS.competition, b""))
    bell.until(lambda: any("another board leads" in line for line in board.snapshot.ignored))

    def seated_by(table):
        seating = table.publisher.seating
        return None if seating is None else seating.evening

    for name, table in tables.items():
        bell.until(lambda at=table: seated_by(at) == mine)
        bell.until(lambda at=name: mine.encode() in ear.kept.get(TOPICS.seating(at), b""))


def test_a_draw_that_takes_too_long_is_taken_as_it_is_and_said(make_board, tmp_path, bell):
    hall = Hall(make_board(), "test", tmp_path / "cup.json", seed=lambda: 7, draw_s=0.0)
    hall.listeners.append(bell.ring)
    hall.start()
    hall.begin(cup(), [(name, "") for name in NAMES])
    hall.draw()
    first = {frozenset(at.seats) for at in hall.snapshot.state.round.tables}
    assert len(set().union(*first)) == len(NAMES)
    hall.enter(1, "red", [1, 2, 3, 4])
    hall.enter(1, "green", [1, 2, 3, 4])
    hall.draw()
    bell.until(lambda: any("took too long" in note for note in hall.snapshot.notes))
    hall.close()
