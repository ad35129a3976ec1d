"""A hall of tables: nothing falls on its way to the board, whose work does not grow with what is past."""

import json
from contextlib import suppress
from dataclasses import replace

from club.board import Board
from club.gather import GAMES_KEPT, Club, hear
from club.messages import Player, Scores, pack, scores_to_dict
from club.past import MemoryPast
from club.publisher import Publisher
from club.topics import Topics
from simulation.robots.probe.posting import ProbePlayers
from table.host import Host
from table.journal import Journal
from table.settings.club import ClubConfig

TOPICS = Topics("test")
TABLES = ("red", "green", "blue")
SEATS = tuple(tuple(f"{table}{seat}" for seat in range(4)) for table in TABLES)
DAY = 86_400
QUEUE = 1000
"""Messages that Mosquitto holds ready for one client, where nobody says otherwise."""


def finished(table, number):
    players = tuple(Player(f"{table}{seat}", number, number, 1) for seat in range(4))
    id = f"20261121T190000Z-{number}"
    return Scores(table, id, "probe", "over", "2026-11-21T19:00:00Z", 9, None, players)


def test_a_board_hears_more_games_than_the_broker_holds_ready_for_it(make_board, ear, bell):
    tables, games = [f"t{number}" for number in range(8)], QUEUE // 8 + 25
    for table in tables:
        ear.client.publish(TOPICS.status(table), b"offline", 1, retain=True)
        for number in range(games):
            told = finished(table, number)
            said = ear.client.publish(
                TOPICS.finished(table, told.id), pack(scores_to_dict(told)), 1, retain=True
            )
    said.wait_for_publish(20)
    board = make_board()

    def heard():
        return sum(len(table.games) for table in board.snapshot.club.tables.values())

    with suppress(AssertionError):
        bell.until(lambda: heard() == len(tables) * games)
    assert heard() == len(tables) * games > QUEUE


def begin_and_leave(make_board, ear, bell):
    """Begin an evening that the broker keeps, and switch the board off."""
    board = make_board()
    board.begin(TABLES, SEATS)
    bell.until(lambda: TOPICS.evening in ear.kept)
    board.close()


def test_what_a_guest_leaves_at_the_broker_pushes_out_no_game_of_the_evening(make_board, ear, bell):
    begin_and_leave(make_board, ear, bell)
    for number in range(QUEUE + 200):
        told = finished("aguest", number)
        ear.client.publish(TOPICS.finished("aguest", told.id), pack(scores_to_dict(told)), 1, retain=True)
    for table in ("aguest", *TABLES):
        ear.client.publish(TOPICS.status(table), b"offline", 1, retain=True)
    for table in TABLES:
        played = finished(table, 7)
        ear.say(TOPICS.finished(table, played.id), scores_to_dict(played))
    again = make_board()
    bell.until(lambda: "aguest" in again.snapshot.club.tables and again.snapshot.club.tables["aguest"].games)
    assert all(again.snapshot.club.tables[table].games for table in TABLES)


def test_a_table_of_the_evening_is_heard_however_many_others_somebody_tells_of(make_board, ear, bell):
    begin_and_leave(make_board, ear, bell)
    for number in range(QUEUE + 200):
        ear.client.publish(TOPICS.status(f"guest{number}"), b"online", 1, retain=True)
    for table in TABLES:
        running = replace(finished(table, 7), state="playing")
        ear.say(TOPICS.game(table), scores_to_dict(running))
        ear.say(TOPICS.status(table), b"online")
    again = make_board()
    bell.until(lambda: {*TABLES} <= {*again.snapshot.club.current})
    bell.until(lambda: all(again.snapshot.club.tables[table].online for table in TABLES))


def test_many_messages_are_settled_and_shown_once():
    board, shown = Board(ClubConfig(broker="127.0.0.1", name="test")), []
    board.listeners.append(shown.append)
    for number in range(500):
        told = replace(finished("red", 1), state="playing", players=(Player("Ann", number, number, 1),))
        board.hear(TOPICS.game("red"), pack(scores_to_dict(told)))
    assert board.snapshot.club.current["red"].points == {"Ann": 499}
    assert len(shown) == 1


def test_the_snapshot_is_the_same_as_long_as_nothing_is_new():
    board = Board(ClubConfig(broker="127.0.0.1", name="test"))
    board.hear(TOPICS.status("red"), b"online")
    before = board.snapshot
    board.hear(TOPICS.status("red"), b"online")
    assert board.snapshot is before
    board.hear(TOPICS.status("red"), b"offline")
    assert board.snapshot is not before


def test_of_games_that_count_no_more_only_that_they_were_is_kept():
    board = Board(ClubConfig(broker="127.0.0.1", name="test"))
    for table in TABLES:
        for number in range(5):
            told = finished(table, number)
            board.hear(TOPICS.finished(table, told.id), pack(scores_to_dict(told)))
    board.begin(TABLES, SEATS)
    late = finished("red", 4)
    board.hear(TOPICS.finished("red", late.id), pack(scores_to_dict(replace(late, run="bb"))))
    told = board.snapshot.club.told
    assert all(len(told[table]) == 5 for table in TABLES)
    assert not any(game.players for games in told.values() for game in games.values())
    before = board.snapshot.evening.before
    board.end()
    board.begin(TABLES, SEATS)
    assert board.snapshot.evening.before == before and len(before) == 15


def test_a_game_that_counts_no_more_is_heard_bare():
    told = finished("red", 1)
    words = (TOPICS.finished("red", told.id), pack(scores_to_dict(told)))
    assert hear(Club("test"), *words).told["red"][told.id].players
    club = hear(Club("test"), *words, before=frozenset({f"red/{told.id}"}))
    assert club.told["red"][told.id].over and not club.told["red"][told.id].players


def test_a_game_of_tonight_by_a_slow_clock_is_not_forgotten_for_those_that_count_no_more():
    club, before = Club("test"), frozenset()
    for number in range(GAMES_KEPT):
        told = finished("red", number)
        before |= {f"red/{told.id}"}
        club = hear(club, TOPICS.finished("red", told.id), pack(scores_to_dict(told)), before=before)
    tonight = replace(finished("red", 1), id="20200101T000000Z-900")
    club = hear(club, TOPICS.finished("red", tonight.id), pack(scores_to_dict(tonight)), before=before)
    assert tonight.id in club.told["red"] and len(club.told["red"]) == GAMES_KEPT


def own(ear):
    return [
        topic
        for topic, payload in list(ear.heard)
        if topic.startswith("familiar/test/red/games/") and payload
    ]


def test_a_table_that_comes_back_says_nothing_that_the_broker_keeps_as_it_is(make_table, ear, road, bell):
    table = make_table(port=road.port)
    table.begin()
    table.play()
    bell.until(lambda: own(ear))
    online = (TOPICS.status("red"), b"online")
    for times in (2, 3):
        road.cut()
        bell.until(lambda times=times: ear.heard.count(online) >= times)
        bell.until(lambda: table.publisher.connected)
    table.begin()
    table.play()
    bell.until(lambda: len(set(own(ear))) == 2)
    assert own(ear).count(own(ear)[0]) == 1


def test_a_table_tells_again_what_the_broker_keeps_otherwise(make_table, ear, bell):
    table = make_table()
    table.begin()
    table.play()
    bell.until(lambda: own(ear))
    table.close()
    topic = own(ear)[0]
    truth = ear.json(topic)
    ear.say(topic, truth | {"players": [player | {"points": 999} for player in truth["players"]]})
    table.open()
    bell.until(lambda: ear.json(topic)["players"] == truth["players"])


def test_a_finished_game_that_was_taken_up_again_and_left_unheard_is_taken_back(make_table, ear, bell):
    table = make_table()
    table.begin()
    table.play()
    bell.until(lambda: own(ear))
    first = own(ear)[0]
    table.publisher.close()
    table.undo()
    table.begin()
    table.play()
    table.host.close()
    table.open()
    bell.until(lambda: first not in ear.kept and len(own(ear)) >= 2)


def test_a_program_that_runs_for_weeks_takes_old_games_back_without_being_asked(config, ear, bell):
    passed = [0.0]
    mine = replace(config, table="red", days=2)
    now = 1_795_287_600.0
    past = MemoryPast(lambda: now + passed[0])
    with (
        Host(Journal(":memory:")) as host,
        Publisher(host, mine, past, clock=lambda: now + passed[0], steady=lambda: passed[0]) as publisher,
    ):
        players = ProbePlayers(host, 2)
        for day in range(4):
            passed[0] = float(3 * DAY * day)
            players.begin(("Ann", "Bo", "Cy", "Dot"))
            while players.step():
                pass
            bell.until(lambda at=day: len(set(own(ear))) == at + 1)
            bell.until(lambda: sum(topic in ear.kept for topic in set(own(ear))) == 1)
        assert publisher.connected


def test_what_a_table_tells_names_the_trick(ear, bell, make_table):
    table = make_table()
    header = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
    from table.command import NewGame

    table.do(NewGame(header))
    bell.until(lambda: TOPICS.game("red") in ear.kept and ear.json(TOPICS.game("red"))["state"] == "playing")
    assert ear.json(TOPICS.game("red"))["trick"] == 0
    table.begin()
    bell.until(lambda: json.loads(ear.kept[TOPICS.game("red")])["game"] == "probe")
    assert ear.json(TOPICS.game("red"))["trick"] is None


def test_a_finished_game_is_forgotten_by_the_broker_though_its_table_never_comes_back(make_table, ear, bell):
    lasts = {}

    def hear(_, __, message):
        lasts[message.topic] = getattr(message.properties, "MessageExpiryInterval", None)
        bell.ring()

    ear.client.on_message = hear
    table = make_table(days=3)
    table.begin()
    table.play()
    bell.until(lambda: any("/games/" in topic for topic in list(lasts)))
    (topic,) = [topic for topic in lasts if "/games/" in topic]
    assert 3 * DAY - 60 < lasts[topic] <= 3 * DAY
    assert lasts[TOPICS.game("red")] is None and lasts[TOPICS.status("red")] is None
