"""A table and a real broker: what is retained, and what happens when the road or the broker breaks."""

import json
import socket
import threading
from dataclasses import replace

import pytest
from jinja2 import Environment
from patience import PATIENCE_S

from club.errors import ClubError
from club.mosquitto import free_port
from club.past import MemoryPast
from club.publisher import Publisher
from club.topics import Topics
from simulation.robots.probe.posting import ProbePlayers
from table.command import NewGame
from table.errors import JournalError
from table.host import Host
from table.journal import Journal
from table.settings.club import ClubConfig

TOPICS = Topics("test")
QUICK = (0.02, 0.1)
DAY = 86_400
NAMES = ("Ann", "Bo", "Cy", "Dot")


def finished(ear):
    return sorted(topic for topic in list(ear.kept) if topic.startswith("familiar/test/red/games/"))


def playing(ear, state):
    """Tell whether the newest game is told in this state."""
    topic = TOPICS.game("red")
    return topic in ear.kept and ear.json(topic)["state"] == state


def test_a_table_is_announced_and_its_scores_are_retained(make_table, make_ear, broker, bell):
    table = make_table()
    ear = make_ear(broker.port)
    bell.until(lambda: ear.kept.get(TOPICS.status("red")) == b"online" and playing(ear, "idle"))
    table.begin()
    bell.until(lambda: playing(ear, "playing"))
    points = table.play()
    bell.until(lambda: playing(ear, "over") and finished(ear))
    # Who comes later hears it all the same.
    late = make_ear(broker.port)
    bell.until(lambda: finished(late) and playing(late, "over"))
    said = late.json(TOPICS.game("red"))
    assert {player["name"]: player["points"] for player in said["players"]} == points
    assert late.json(finished(late)[0]) == said | {"revision": late.json(finished(late)[0])["revision"]}


def test_only_what_changes_the_scores_is_told(make_table, ear, bell):
    table = make_table()
    table.begin()
    table.play()
    bell.until(lambda: playing(ear, "over"))
    # Quality of service 1 delivers at least once: a message that comes again is one message.
    told = dict.fromkeys(payload for topic, payload in ear.heard if topic == TOPICS.game("red"))
    shown = [(p["state"], p["round"], json.dumps(p["players"])) for p in map(json.loads, told)]
    assert len(shown) == len(set(shown)), "nothing is told twice"


class SlowLink:
    """Stand while the publisher is not told so yet: between a broker's answer and the call that says it."""

    connected, trouble = True, None

    def __init__(self, bell):
        self.bell, self.told = bell, []

    def start(self):
        pass

    close = start

    def publish(self, topic, payload, **options):
        self.told.append((topic, payload))
        self.bell.ring()


class RingingPast(MemoryPast):
    """Say when the publisher takes a game in."""

    def __init__(self):
        super().__init__()
        self.asked = threading.Event()

    def began(self, number):
        self.asked.set()
        return super().began(number)


def test_nothing_is_told_before_the_connection_is_announced(tmp_path, config, bell):
    past = RingingPast()
    with Host(Journal(tmp_path / "red.sqlite")) as host:
        host.handle(NewGame({"game": "probe", "players": ["Ann", "Bo"], "dealer": 0, "rules": {}}))
        publisher = Publisher(host, replace(config, table="red"), past)
        link = publisher._link = SlowLink(bell)
        with publisher:
            assert past.asked.wait(PATIENCE_S)
            publisher.met(True)
            bell.until(lambda: any(topic == TOPICS.game("red") for topic, _ in link.told))
        assert [topic for topic, _ in link.told].count(TOPICS.game("red")) == 1


class StumblingPast(RingingPast):
    """Take its time with the first game, and fail at the first look for the second one."""

    def __init__(self):
        super().__init__()
        self.gate, self.failed = threading.Event(), threading.Event()

    def began(self, number):
        began = super().began(number)
        if number == 1:
            assert self.gate.wait(PATIENCE_S)
        elif not self.failed.is_set():
            self.failed.set()
            raise JournalError("this card gave up for a moment")
        return began


def test_a_game_that_cannot_be_looked_up_is_told_later_and_keeps_no_other_from_being_told(config, bell):
    past = StumblingPast()
    with Host(Journal(":memory:")) as host:
        players = ProbePlayers(host, 2)
        players.begin(NAMES)
        while players.step():
            pass
        publisher = Publisher(host, replace(config, table="red"), past)
        link = publisher._link = SlowLink(bell)
        with publisher:
            assert past.asked.wait(PATIENCE_S)
            # All of this is found at once when the first game is taken in.
            players.begin(NAMES)
            publisher.met(True)
            publisher.hear(TOPICS.status("red"), b"online")
            past.gate.set()
            bell.until(lambda: any(topic.startswith(TOPICS.finished("red", "")) for topic, _ in link.told))
            assert past.failed.is_set()
            publisher.met(False)
            publisher.met(True)
            bell.until(lambda: any(b'"state":"playing"' in payload for _, payload in list(link.told)))


def test_a_table_that_goes_in_peace_says_offline(make_table, ear, bell):
    table = make_table()
    bell.until(lambda: ear.kept.get(TOPICS.status("red")) == b"online")
    table.close()
    bell.until(lambda: ear.kept.get(TOPICS.status("red")) == b"offline")


def test_the_broker_says_offline_for_a_table_that_broke_off_and_it_comes_back(make_table, ear, road, bell):
    table = make_table(port=road.port)
    bell.until(lambda: ear.kept.get(TOPICS.status("red")) == b"online")
    table.begin()
    bell.until(lambda: playing(ear, "playing"))
    road.cut()
    table.play()
    bell.until(lambda: (TOPICS.status("red"), b"offline") in ear.heard)
    bell.until(
        lambda: ear.kept.get(TOPICS.status("red")) == b"online" and playing(ear, "over") and finished(ear)
    )


def test_games_finished_while_nobody_heard_are_all_told_when_the_road_is_back(
    make_table, make_ear, make_broker, bell
):
    port = free_port()
    table = make_table(port=port)
    for _ in range(3):
        table.begin()
        table.play()
    broker = make_broker(port=port).start()
    ear = make_ear(broker.port)
    bell.until(lambda: len(finished(ear)) == 3)


def test_a_broker_that_was_killed_and_forgot_everything_is_told_everything_again(
    make_table, make_broker, make_ear, bell
):
    broker = make_broker().start()
    table = make_table(port=broker.port)
    ear = make_ear(broker.port)
    for _ in range(2):
        table.begin()
        table.play()
    table.begin()
    bell.until(lambda: len(finished(ear)) == 2 and playing(ear, "playing"))
    broker.kill()
    broker.start()
    late = make_ear(broker.port)
    bell.until(lambda: len(finished(late)) == 2 and playing(late, "playing"))
    assert late.kept[TOPICS.status("red")] == b"online"


def test_a_table_that_was_switched_off_tells_from_its_journal_what_the_broker_forgot(
    make_table, make_broker, make_ear, bell
):
    broker = make_broker().start()
    table = make_table(port=broker.port)
    table.begin()
    points = table.play()
    table.close()
    broker.kill()
    broker.start()
    ear = make_ear(broker.port)
    table.open()
    bell.until(lambda: len(finished(ear)) == 1)
    assert {p["name"]: p["points"] for p in ear.json(finished(ear)[0])["players"]} == points
    # The host shows a finished game no more after a restart.
    bell.until(lambda: playing(ear, "idle"))


def test_a_game_goes_on_under_its_own_id_after_a_restart(make_table, ear, bell):
    table = make_table()
    table.begin()
    table.play(20)
    bell.until(lambda: playing(ear, "playing"))
    before = ear.json(TOPICS.game("red"))
    table.close()
    table.open()
    table.play()
    bell.until(lambda: len(finished(ear)) == 1)
    assert ear.json(finished(ear)[0])["id"] == before["id"]
    assert ear.json(finished(ear)[0])["run"] != before["run"]


def test_a_finished_game_that_is_taken_up_again_is_taken_back(make_table, ear, bell):
    table = make_table()
    table.begin()
    table.play()
    bell.until(lambda: finished(ear))
    table.undo()
    bell.until(lambda: not finished(ear) and playing(ear, "playing"))
    table.play()
    bell.until(lambda: finished(ear))


def test_a_game_taken_up_again_while_nobody_heard_is_taken_back_as_well(make_table, ear, road, bell):
    table = make_table(port=road.port)
    table.begin()
    table.play()
    bell.until(lambda: finished(ear))
    table.publisher.close()
    table.undo()
    table.host.close()
    table.open()
    bell.until(lambda: not finished(ear) and playing(ear, "playing"))


def test_the_broker_keeps_finished_games_for_as_many_days_as_configured(make_table, make_ear, broker, bell):
    early = make_ear(broker.port)
    table = make_table(clock=lambda: 1_795_287_600.0 - 5 * DAY, days=3)
    table.begin()
    table.play()
    # What was not told by then is told when the table is there again.
    bell.until(lambda: len(finished(early)) == 1)
    table.close()
    today = make_table(clock=lambda: 1_795_287_600.0, days=3)
    bell.until(lambda: not finished(early))
    today.begin()
    today.play()
    bell.until(lambda: len(finished(early)) == 1)


def test_a_host_without_a_kept_journal_tells_what_it_plays(config, ear, bell):
    with Host(Journal(":memory:")) as host, Publisher(host, replace(config, table="red"), MemoryPast()):
        players = ProbePlayers(host, 2)
        for number in (1, 2):
            players.begin(("Ann", "Bo", "Cy", "Dot"))
            while players.step():
                pass
            bell.until(lambda at=number: len(finished(ear)) == at)


def test_a_seating_that_was_taken_back_while_a_table_was_away_is_forgotten(make_table, ear, road, bell):
    seating = {"familiar": 1, "table": "red", "evening": "20261121T190000Z", "game": "probe", "round": 1}
    seating |= {"rounds": 3, "players": ["A", "B", "C", "D"], "carried": [0, 0, 0, 0]}
    table = make_table(port=road.port)
    ear.say(TOPICS.seating("red"), seating)
    bell.until(lambda: table.publisher.seating is not None)
    road.cut()
    ear.say(TOPICS.seating("red"), b"")
    bell.until(lambda: table.publisher.seating is None)
    ear.say(TOPICS.seating("red"), seating)
    bell.until(lambda: table.publisher.seating is not None)
    heard = ear.heard.count((TOPICS.status("red"), b"online"))
    road.cut()
    bell.until(lambda: ear.heard.count((TOPICS.status("red"), b"online")) > heard)
    assert table.publisher.seating is not None


def test_another_programs_word_about_this_table_is_put_right(make_table, ear, bell):
    make_table()
    bell.until(lambda: ear.kept.get(TOPICS.status("red")) == b"online")
    ear.say(TOPICS.status("red"), b"offline")
    bell.until(lambda: (TOPICS.status("red"), b"offline") in ear.heard)
    bell.until(lambda: ear.kept[TOPICS.status("red")] == b"online")


@pytest.mark.parametrize("payload", [b"x", b"{}", b"[" * 9000, b'{"familiar":1,"table":3}', b"\xff"])
def test_a_seating_that_cannot_be_read_is_a_line_and_no_more(make_table, ear, bell, lines, payload):
    table = make_table()
    bell.until(lambda: ear.kept.get(TOPICS.status("red")) == b"online")
    ear.say(TOPICS.seating("red"), payload)
    table.begin()
    table.play()
    bell.until(lambda: playing(ear, "over"))
    assert table.publisher.seating is None
    assert len([line for line in lines.warned if "seating is ignored" in line and "\n" not in line]) == 1


def test_a_broker_that_takes_no_connection_neither_holds_the_host_up_nor_fills_the_log(
    make_table, lines, monkeypatch
):
    # Whatever waited for its word would wait for longer than this test does, however busy the machine is.
    for name in ("link.KEEPALIVE_S", "link.FLUSH_S", "link.END_S", "publisher.END_S"):
        monkeypatch.setattr(f"club.{name}", int(3 * PATIENCE_S))
    # It accepts and says nothing, as a machine whose program hangs.
    with socket.create_server(("127.0.0.1", 0)) as silent:
        table = make_table(port=silent.getsockname()[1])
        wire, _ = silent.accept()
        with wire:
            assert wire.recv(1), "the table has come, and is not answered"
            for step in (table.begin, table.play, table.publisher.close):
                done = threading.Thread(target=step, daemon=True)
                done.start()
                done.join(PATIENCE_S)
                assert not done.is_alive(), step.__name__
    assert lines.warned == []


def test_a_broker_that_is_not_there_is_one_line_however_often_it_is_tried(make_table, bell, lines):
    table = make_table(port=free_port())
    tried = threading.Event()
    client, count = table.publisher._link._client, []
    fail = client.on_connect_fail

    def counted(*arguments):
        fail(*arguments)
        count.append(1)
        if len(count) == 4:
            tried.set()

    client.on_connect_fail = counted
    assert tried.wait(PATIENCE_S)
    (line,) = lines.warned
    assert "cannot be reached (Connection refused); trying again." in line
    assert table.publisher.trouble == line


def test_two_tables_of_one_name_are_told_so_and_do_not_fill_the_log(make_table, bell, lines, ear, config):
    make_table()
    bell.until(lambda: ear.kept.get(TOPICS.status("red")) == b"online")
    mine = replace(config, table="red")
    with Host(Journal(":memory:")) as host, Publisher(host, mine, MemoryPast(), back_off=QUICK):
        # Each time they push each other out, the broker says offline, and then online.
        bell.until(lambda: sum(payload == b"offline" for _, payload in list(ear.heard)) > 20)
    warned = [line for line in lines.warned if "lost again and again" in line]
    assert 1 <= len(warned) <= 2 and "familiar-test-red too, give every table a name of its own." in warned[0]
    assert len(lines.warned) <= 8


def test_a_table_without_a_name_for_the_club_is_refused():
    with Host(Journal(":memory:")) as host, pytest.raises(ClubError, match="table: this table has no name"):
        Publisher(host, ClubConfig(broker="127.0.0.1"), MemoryPast())


def discovered(ear):
    return sorted(topic for topic in list(ear.kept) if topic.startswith("homeassistant/"))


def test_home_assistant_is_told_of_the_sensors_only_where_that_is_wished_and_it_can_be_taken_back(
    make_table, ear, bell
):
    table = make_table(discovery=True)
    bell.until(lambda: len(discovered(ear)) == 5)
    table.begin()
    table.play()
    bell.until(lambda: playing(ear, "over"))
    message = ear.json(TOPICS.game("red"))
    shown = {}
    for topic in discovered(ear):
        config = ear.json(topic)
        assert config["state_topic"] == TOPICS.game("red") and config["unique_id"] in topic.replace("/", "_")
        assert ear.kept[config["availability_topic"]].decode() == config["payload_available"]
        assert config["device"]["identifiers"] == ["familiar_test_red"]
        shown[config["name"]] = Environment().from_string(config["value_template"]).render(value_json=message)
    best = max(message["players"], key=lambda player: player["points"])
    assert shown["Game"] == "Probe" and shown["State"] == "over" and shown["Leader"] == best["name"]
    assert shown["Leader's points"] == str(best["points"]) and int(shown["Round"]) > 0
    idle = {"title": None, "leaders": [], "points": None}
    templates = [ear.json(topic)["value_template"] for topic in discovered(ear)]
    rendered = {Environment().from_string(each).render(value_json=idle) for each in templates}
    assert {"none", "nobody", "0"} <= rendered
    table.close()
    table.config = replace(table.config, discovery=False)
    table.open()
    bell.until(lambda: not discovered(ear))
