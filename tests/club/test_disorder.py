"""What goes wrong in a club: late words, two boards by mistake, clocks, and who calls himself another."""

import socket
import threading
from dataclasses import replace

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from patience import PATIENCE_S

from club.board import Board
from club.competition.setting import Format, Setting
from club.competition.store import load
from club.evening import settle
from club.hall import Hall
from club.link import Link
from club.messages import Player, Scores, pack, scores_to_dict
from club.plan import evening_to_dict
from club.topics import Topics
from table.settings.club import ClubConfig

TOPICS = Topics("test")
TABLES = ("red", "green", "blue")
SEATS = tuple(tuple(f"{table}{seat}" for seat in range(4)) for table in TABLES)
STRANGERS = tuple(tuple(f"stranger of {table}{seat}" for seat in range(4)) for table in TABLES)
DAY = 86_400
QUICK = (0.02, 0.1)
WELCOME = b"\x20\x03\x00\x00\x00"


class DeafBroker:
    """A broker that acknowledges nothing, and hangs up on the first who comes once he has told something."""

    def __init__(self):
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port, self.heard, self.ended = self._server.getsockname()[1], [b"", b""], threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        for number, last in enumerate((b"of before", b"the last")):
            wire, _ = self._server.accept()
            with wire:
                wire.recv(4096)
                wire.sendall(WELCOME)
                while last not in self.heard[number] and (data := wire.recv(4096)):
                    self.heard[number] += data
        self.ended.set()

    def close(self):
        self._server.close()


def test_a_word_that_the_broker_never_acknowledged_does_not_come_behind_the_newer_one():
    broker, words = DeafBroker(), iter(([b"of before"], [b"of now", b"the last"]))
    link = Link(
        ClubConfig("127.0.0.1", broker.port, "test"),
        "board",
        will=TOPICS.board,
        topics=(),
        hear=lambda *_: None,
        met=lambda connected: [link.publish("words", word) for word in (next(words) if connected else ())],
        back_off=QUICK,
    )
    link.start()
    try:
        assert broker.ended.wait(PATIENCE_S)
    finally:
        link.close()
        broker.close()
    assert b"of now" in broker.heard[1] and b"of before" not in broker.heard[1]


def gathered(board):
    return set(TABLES) <= set(board.snapshot.club.tables)


def test_a_second_board_with_an_evening_long_past_tells_nobody_of_it(
    make_table, make_board, ear, bell, tmp_path
):
    tables = [make_table(name) for name in TABLES]
    board = make_board()
    bell.until(lambda: gathered(board))
    board.begin(TABLES, SEATS)
    bell.until(lambda: all(table.publisher.seating is not None for table in tables))
    old = tmp_path / "old.json"
    past = Board(ClubConfig(broker="127.0.0.1"), old, clock=lambda: 1_577_905_200.0)
    past.begin(TABLES, STRANGERS)
    second = make_board(file=old)
    bell.until(lambda: any("another board" in text for text in second.snapshot.ignored))
    assert "begun an evening after this board's own" in second.snapshot.ignored[0]
    second.close()
    bell.until(lambda: board.snapshot.connected)
    assert not any(b"stranger" in payload for _, payload in list(ear.heard))
    assert all(table.publisher.seating.players == seats for table, seats in zip(tables, SEATS, strict=True))


def test_an_older_evening_that_somebody_tells_is_told_over_at_once(make_table, make_board, ear, bell):
    for name in TABLES:
        make_table(name)
    board = make_board()
    bell.until(lambda: gathered(board))
    board.begin(TABLES, SEATS)
    bell.until(lambda: TOPICS.evening in ear.kept)
    own = board.snapshot.evening.id
    ear.say(TOPICS.evening, ear.json(TOPICS.evening) | {"id": "20200101T000000Z"})
    bell.until(lambda: board.snapshot.ignored and ear.json(TOPICS.evening)["id"] == own)


def test_an_evening_that_is_begun_after_one_of_a_faster_clock_is_the_later_one():
    clock = [1_795_287_600.0]
    board = Board(ClubConfig(broker="127.0.0.1", name="test"), clock=lambda: clock[0])
    ahead = Board(ClubConfig(broker="127.0.0.1", name="test"), clock=lambda: clock[0] + DAY)
    board.begin(TABLES, SEATS)
    ahead.begin(TABLES, STRANGERS)
    other = ahead.snapshot.evening
    board.hear(TOPICS.evening, pack(evening_to_dict(other, (), False)))
    assert board.snapshot.evening.id < other.id and board.snapshot.ignored
    board.end()
    board.begin(TABLES, SEATS)
    assert board.snapshot.evening.id > other.id


def told(table, number, names, points, state="over", revision=0):
    players = tuple(Player(name, n, n, 1) for name, n in zip(names, points, strict=True))
    id = f"20261121T19000{number}Z-{number}"
    return Scores(table, id, "probe", state, "2026-11-21T19:00:00Z", 9, None, players, (), "aa", revision)


def say(board, topic, scores):
    board.hear(topic, pack(scores_to_dict(scores)))
    return board.snapshot


def answered(board):
    """Hand the board its own words back, until it asks no more."""
    while not board.snapshot.whole:
        board.hear(TOPICS.asked(str(board._asking._number)), b"")


def played_once():
    """Give a board whose evening has played its first round, and who sits where in the second."""
    board = Board(ClubConfig(broker="127.0.0.1", name="test"))
    board.begin(TABLES, SEATS)
    for table, seats in zip(TABLES, SEATS, strict=True):
        first = told(table, 1, seats, (40, 30, 20, 10))
        say(board, TOPICS.finished(table, first.id), first)
    return board, board.snapshot.evening.rounds[1]


def test_a_correction_that_comes_back_before_a_game_that_was_begun_seats_nobody_anew():
    board, second = played_once()
    # The road is cut; meanwhile blue corrects its points, and red begins the second game.
    board.met(False)
    board.met(True)
    say(board, TOPICS.game("blue"), told("blue", 1, SEATS[2], (10, 20, 30, 40), revision=1))
    say(board, TOPICS.game("red"), told("red", 2, second[0], (0, 0, 0, 0), "playing", 1))
    answered(board)
    shown = board.snapshot
    assert shown.evening.rounds == (SEATS, second)
    assert any("the seating stays" in note for note in shown.notes)
    assert not any("the seating says" in note for note in shown.notes)


def test_a_correction_that_comes_back_alone_seats_anew_once_all_is_heard():
    board, second = played_once()
    board.met(False)
    board.met(True)
    say(board, TOPICS.game("blue"), told("blue", 1, SEATS[2], (10, 20, 30, 40), revision=1))
    # Nor does a connection that is lost in the middle of asking end the waiting.
    board.met(False)
    assert board.snapshot.evening.rounds[1] == second
    board.met(True)
    answered(board)
    assert board.snapshot.evening.rounds[1] != second


def test_a_round_that_was_played_is_begun_whichever_of_its_games_comes_first():
    board = Board(ClubConfig(broker="127.0.0.1", name="test"))
    board.begin(TABLES, SEATS)
    for number in (1, 2, 3):
        seats = board.snapshot.evening.rounds[number - 1]
        for table, four in zip(TABLES, seats, strict=True):
            state = "over" if number < 3 else "playing"
            game = told(table, number, four, (40, 30, 20, 10), state)
            say(board, TOPICS.game(table) if number == 3 else TOPICS.finished(table, game.id), game)
    evening = board.snapshot.evening
    again = settle(
        evening,
        {
            # Blue put its points right when the second game was played; of that nothing is heard yet.
            at: {
                game.id: game
                for game in (
                    told(at, 1, four, (10, 20, 30, 40) if at == "blue" else (40, 30, 20, 10)),
                    told(at, 3, third, (0, 0, 0, 0), "playing"),
                )
            }
            for at, four, third in zip(TABLES, SEATS, evening.rounds[2], strict=True)
        },
    )
    assert again.rounds == evening.rounds


def of_before(count, slow=False):
    """Give finished games of the same four, an hour apart; slow: of the last one the clock was."""
    for number in range(count):
        day, hour = divmod(number, 24)
        id = f"202611{1 + day:02d}T{hour:02d}0000Z-{number}"
        if slow and number == count - 1:
            id = f"19700101T000000Z-{number}"
        yield replace(told("red", 0, SEATS[0], (number,) * 4), id=id)


def finish(board, games):
    for game in games:
        say(board, TOPICS.finished("red", game.id), game)


def test_games_of_before_an_evening_do_not_count_after_a_restart_however_many_the_broker_keeps(tmp_path):
    config, file = ClubConfig(broker="127.0.0.1", name="test"), tmp_path / "evening.json"
    board, games = Board(config, file), [*of_before(230)]
    finish(board, games)
    board.begin(TABLES, SEATS)
    again = Board(config, file)
    finish(again, games)
    assert again.snapshot.ranking == board.snapshot.ranking and again.snapshot.notes == ()


def test_a_game_of_tonight_counts_whatever_the_clock_of_a_table_of_very_many_games_says():
    board = Board(ClubConfig(broker="127.0.0.1", name="test"))
    *games, tonight = of_before(230, slow=True)
    finish(board, games)
    board.begin(TABLES, SEATS)
    finish(board, [tonight])
    assert {line.points[0] for line in board.snapshot.ranking if line.table == "red"} == {229}


@pytest.fixture
def board(monkeypatch):
    """Make a board that was never connected, and keeps what it says in `said`."""
    board = Board(ClubConfig(broker="127.0.0.1", name="test"))
    board.said = {}
    monkeypatch.setattr(
        board._link, "publish", lambda topic, payload, **_: board.said.update({topic: payload})
    )
    return board


def slow(board, monkeypatch, *games):
    """Let the broker answer only when somebody waits for it."""

    def answer(so, timeout):
        for game in games:
            say(board, TOPICS.finished(game.table, game.id), game)
        answered(board)
        return so()

    board._link._connected.set()
    monkeypatch.setattr(board._link, "ask", lambda *_, **__: None)
    monkeypatch.setattr(board._link, "leave", lambda *_: None)
    monkeypatch.setattr(board._news, "wait_for", answer)
    board.met(True)


def test_what_the_broker_has_still_to_say_of_before_does_not_count_in_an_evening_begun_now(
    board, monkeypatch
):
    slow(board, monkeypatch, told("red", 1, SEATS[0], (40, 30, 20, 10)))
    board.begin(TABLES, SEATS)
    assert board.snapshot.evening.before == {"red/20261121T190001Z-1"}
    assert not any(line.total for line in board.snapshot.ranking)


def test_nor_does_it_in_a_competition_begun_now(board, monkeypatch):
    slow(board, monkeypatch, told("red", 1, SEATS[0], (40, 30, 20, 10)))
    hall = Hall(board, "test", seed=lambda: 7)
    names = [(name, "") for name in SEATS[0]]
    hall.begin(cup_setting, names)
    assert hall.snapshot.state.setting.before == {"red/20261121T190001Z-1"}


def cup_setting(id, seed, before):
    values = {"rounds": 2, "fewest": 4, "most": 4, "seed": seed, "before": before}
    return Setting(id, "Cup", Format.SWISS, "probe", ("red", "green"), **values)


def test_a_kept_evening_that_cannot_be_written_down_is_one_sentence(board, tmp_path):
    board.begin(TABLES, SEATS)
    kept = pack(evening_to_dict(board.snapshot.evening, (), False))
    (tmp_path / "folder").mkdir()
    other = Board(ClubConfig(broker="127.0.0.1", name="test"), tmp_path / "folder" / "evening.json")
    (tmp_path / "folder").rmdir()
    (tmp_path / "folder").write_text("in the way")
    for _ in range(2):
        other.hear(TOPICS.evening, kept)
    assert other.snapshot.evening is None
    assert len(other.snapshot.ignored) == 1 and "cannot be written down" in other.snapshot.ignored[0]
    (tmp_path / "folder").unlink()
    (tmp_path / "folder").mkdir()
    other.hear(TOPICS.evening, kept)
    assert other.snapshot.evening == board.snapshot.evening


def test_the_seats_of_an_evening_before_are_taken_back_where_the_one_of_now_is_elsewhere(board):
    board.begin(("red", "green", "white"), SEATS)
    before = board.snapshot.evening
    board.end()
    board.begin(TABLES, SEATS)
    board.met(True)
    # All that the broker has heard is the evening before, perhaps begun in the same second.
    board.hear(TOPICS.evening, pack(evening_to_dict(before, (), False)))
    assert board.said[TOPICS.seating("white")] == b""
    assert not {TOPICS.evening, *map(TOPICS.seating, TABLES)} & board.said.keys()


def test_a_stranger_seats_nobody_at_the_tables_of_an_evening_that_is_over(board):
    board.begin(TABLES, SEATS, games=1)
    for table in TABLES:
        board.enter(1, table, (40, 30, 20, 10))
    assert board.snapshot.over
    other = replace(board.snapshot.evening, id="20200101T000000Z", by_hand=())
    board.hear(TOPICS.evening, pack(evening_to_dict(other, (), False)))
    assert {topic: board.said.get(topic) for topic in map(TOPICS.seating, TABLES)} == dict.fromkeys(
        map(TOPICS.seating, TABLES), b""
    )


CUP = "20261121T190000Z"


def cup():
    players = [[f"P{number}", "", True] for number in range(8)]
    tables = [["red", [0, 1, 2, 3], None, ""], ["green", [4, 5, 6, 7], None, ""]]
    round = {"round": 1, "stage": 0, "over": False, "ends": None, "byes": [], "tables": tables, "ranking": []}
    setting = {"format": "free", "game": "probe", "scoring": "points", "rounds": 1, "stages": []}
    return pack({"familiar": 1, "id": CUP, "title": "Cup", "players": players, **setting, **round})


def test_the_seats_of_a_table_that_has_finished_while_the_broker_was_away_are_taken_back(board):
    words = {TOPICS.competition: b"{}", TOPICS.seating("green"): b"{}"}
    board.met(True)
    board.hear(TOPICS.competition, cup())
    board.also(words, current=CUP)
    assert board.said.get(TOPICS.seating("red")) == b"" and not words.keys() & board.said.keys()


def test_a_competition_that_was_put_away_takes_no_seat_of_the_evening_with_it(board):
    board.begin(TABLES, SEATS)
    board.met(True)
    # The broker keeps a competition of which it is not known yet that it was put away here.
    board.hear(TOPICS.competition, cup())
    board.also({}, led=[CUP])
    assert board.said.get(TOPICS.competition) == b""
    assert not {*map(TOPICS.seating, TABLES)} & board.said.keys()


@pytest.mark.parametrize("id", ["99999999T999999Z", "99991231T235959Z", "20279901T190000Z"])
def test_no_evening_is_begun_so_late_that_none_could_follow_it(board, id):
    board.begin(TABLES, SEATS)
    own = board.snapshot.evening
    strange = pack(evening_to_dict(own, (), False) | {"id": id})
    board.hear(TOPICS.evening, strange)
    assert board.snapshot.evening == own and "which it cannot be" in board.snapshot.ignored[0]
    board.end()
    board.begin(TABLES, SEATS)
    assert own.id < board.snapshot.evening.id < id


def test_what_is_begun_anew_within_a_second_has_a_name_and_a_file_of_its_own(tmp_path):
    now = 1_795_287_600.0
    board = Board(ClubConfig(broker="127.0.0.1", name="test"), clock=lambda: now)
    ids = []
    for _ in range(3):
        board.begin(TABLES, SEATS)
        ids.append(board.snapshot.evening.id)
        board.end()
    assert ids == ["20261121T190000Z", "20261121T190001Z", "20261121T190002Z"]
    hall = Hall(board, "test", tmp_path / "cup.json", clock=lambda: now, seed=lambda: 7)
    for names in SEATS:
        hall.begin(cup_setting, [(name, "") for name in names])
        hall.put_away()
    kept = [load(file) for file in sorted(tmp_path.glob("cup-*.json"))]
    assert [tuple(each.name for each in state.players) for _, _, state in kept] == [*SEATS]


def test_a_game_of_tonight_stays_told_when_the_clock_is_put_right(make_table, ear, road, bell):
    now = [1_795_287_600.0 - 5 * DAY]
    table = make_table(port=road.port, clock=lambda: now[0], days=2)
    table.begin()
    table.play()
    games = [TOPICS.finished("red", "20261116T190000Z-1")]
    bell.until(lambda: any(topic.startswith("familiar/test/red/games/") for topic in ear.kept))
    games = [topic for topic in ear.kept if topic.startswith("familiar/test/red/games/")]
    now[0] += 5 * DAY
    road.cut()
    bell.until(lambda: ear.heard.count((TOPICS.status("red"), b"online")) >= 2)
    table.begin()
    table.play()
    bell.until(lambda: sum(topic.startswith("familiar/test/red/games/") for topic in ear.kept) == 2)
    assert games[0] in ear.kept and (games[0], b"") not in ear.heard


def test_a_broker_that_is_begun_again_and_again_is_no_second_table(make_broker, make_table, bell, lines):
    broker = make_broker().start()
    table = make_table(port=broker.port)

    def came(times):
        return sum(text.startswith("connected") for _, text in list(lines.all)) == times

    for times in range(1, 5):
        bell.until(lambda times=times: came(times))
        before = sum("cannot be reached" in line for line in lines.warned)
        broker.kill()
        bell.until(lambda before=before: sum("cannot be reached" in line for line in lines.warned) > before)
        broker.start()
    bell.until(lambda: came(5))
    table.close()
    assert not [line for line in lines.warned if "again and again" in line]


@pytest.mark.parametrize("own_name", [True, False])
def test_who_calls_himself_the_board_is_the_user_whose_password_he_has(
    own_name, make_broker, make_board, bell, lines, tmp_path
):
    import subprocess

    from club.mosquitto import find

    passwords, rights = tmp_path / "passwords", tmp_path / "rights"
    passwords.write_text("board:a\nred:b\n")
    passwords.chmod(0o600)
    subprocess.run([find("mosquitto_passwd"), "-U", passwords], check=True)
    rights.write_text("user board\ntopic readwrite familiar/test/#\n\npattern readwrite familiar/test/%u/#\n")
    more = [f"password_file {passwords}", "allow_anonymous false", f"acl_file {rights}"]
    broker = make_broker(more=[*more, *["use_username_as_clientid true"] * own_name]).start()
    board = make_board(port=broker.port, user="board", password="a")
    bell.until(lambda: board.snapshot.connected)
    guest = Client(CallbackAPIVersion.VERSION2, "familiar-test-board", protocol=MQTTProtocolVersion.MQTTv5)
    guest.username_pw_set("red", "b")
    guest.on_connect = lambda client, *_: client.publish(TOPICS.status("red"), b"online", 1, retain=True)
    guest.connect("127.0.0.1", broker.port)
    guest.loop_start()
    try:
        bell.until(lambda: "red" in board.snapshot.club.tables)
    finally:
        guest.disconnect()
        guest.loop_stop()
    # Without the line he pushes it out, which is why the page has it.
    assert any("is lost" in line for line in lines.warned) is not own_name


def test_the_page_has_the_line_that_keeps_names_apart():
    from pathlib import Path

    text = (Path(__file__).parents[2] / "docs" / "club.md").read_text(encoding="utf-8")
    assert "\nuse_username_as_clientid true\n" in text
