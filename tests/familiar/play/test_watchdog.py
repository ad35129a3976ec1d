"""The watchdog's food: who is alive, who is stuck, and what a camera that is missing may not do."""

import logging
import socket
import threading
from dataclasses import replace
from queue import SimpleQueue

import pytest
from patience import PATIENCE_S

from familiar.play.notify import Notifier
from familiar.play.watchdog import FRESH_S, LOST_S, STILL_S, Signs, Watchdog, stuck
from table.command import NewGame, Trouble
from table.host import Host
from table.journal import Journal
from table.watch import READ_TIMEOUT_S, RETRY_AT_MOST_S

HEADER = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
ALIVE = Signs(host=0.0, watch=0.0, fresh=0.0, frame=0.0)
LATE = STILL_S + 1


@pytest.mark.parametrize(
    ("signs", "now", "says"),
    [
        (ALIVE, STILL_S, None),
        (ALIVE, LATE, "the host has not turned"),
        (replace(ALIVE, host=LATE), LATE, "the thread at the camera has not turned"),
        (replace(ALIVE, host=LATE, watch=LATE), LATE, "nobody was told"),
        (replace(ALIVE, host=LATE, watch=LATE, said=True), LATE, None),
        (replace(ALIVE, host=LOST_S, watch=LOST_S, said=True), LOST_S, None),
        (replace(ALIVE, host=999, watch=999, said=True), 999, "a new process may open it"),
        (replace(ALIVE, host=999, watch=999, said=True, frame=999), 999, None),
        (replace(ALIVE, host=999, watch=999, said=True, frame=None), 999, None),
        (replace(ALIVE, host=999, camera=False), 999, None),
        (replace(ALIVE, camera=False), 999, "the host has not turned"),
    ],
    ids=[
        "all alive",
        "host wedged",
        "capture wedged",
        "not fresh and not said",
        "camera lost and said",
        "camera lost and said, up to the limit",
        "camera lost for long that once worked",
        "black or frozen pictures for long, said",
        "camera that never worked, for ever",
        "recorded pictures at their end",
        "recorded pictures, host wedged",
    ],
)
def test_the_watchdog_is_fed_only_by_fresh_pictures_and_a_turning_host(signs, now, says):
    why = stuck(signs, now)
    assert why is None if says is None else says in (why or "")


def test_a_slow_pace_of_pictures_is_no_standstill():
    signs = replace(ALIVE, host=LATE)
    assert stuck(signs, LATE) and stuck(signs, LATE, pace=60.0) is None
    assert FRESH_S <= STILL_S < LOST_S


def test_the_patience_with_a_missing_camera_is_no_standstill():
    assert STILL_S > 2 * (READ_TIMEOUT_S + RETRY_AT_MOST_S)


class Paper:
    """A thread at the camera, made of numbers."""

    def __init__(self):
        self.frames = 0
        self.at = self.good = None

    def turned(self):
        return self.at

    def fresh(self):
        return self.good

    def picture(self, now):
        self.frames += 1
        self.at = self.good = now


class Table:
    """A watchdog with a host, a manager's socket and a clock that a test turns."""

    def __init__(self, folder, *, live=True, watchdog=30.0):
        self.now = 100.0
        self.heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.heard.bind(str(folder / "notify"))
        self.notifier = Notifier(str(folder / "notify"))
        self.host = Host(Journal(":memory:"))
        self.watch = Paper()
        self.watchdog = Watchdog(
            self.host, self.watch, self.notifier, live=live, watchdog=watchdog, clock=lambda: self.now
        )

    def after(self, seconds):
        """Let time pass, look once, and return what the manager was told."""
        self.now += seconds
        self.watchdog.turn()
        return self.told()

    def told(self):
        said = []
        while True:
            try:
                said += self.heard.recv(4096, socket.MSG_DONTWAIT).decode().splitlines()
            except BlockingIOError:
                return said

    def close(self):
        self.host.close()
        self.notifier.close()
        self.heard.close()


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.close()


def test_fresh_pictures_and_a_turning_host_feed_it(table):
    for _ in range(20):
        table.watch.picture(table.now)
        assert "WATCHDOG=1" in table.after(10)


def test_the_status_is_told_when_it_changes_and_only_then(table):
    table.watch.picture(table.now)
    assert table.after(1) == ["WATCHDOG=1", "STATUS=Waiting for a game to begin."]
    assert table.after(1) == ["WATCHDOG=1"]
    table.host.handle(NewGame(HEADER))
    assert table.after(1) == ["WATCHDOG=1", "STATUS=Wizard with Ann, Bo, Cy."]
    table.host.handle(Trouble("the camera is gone"))
    assert table.after(1)[1].endswith("In trouble: the camera is gone")


def test_a_wedged_capture_is_not_fed_and_says_why_once(table, caplog):
    table.watch.picture(table.now)
    assert table.after(LATE) == ["STATUS=Stuck: the thread at the camera has not turned for 31 seconds."]
    assert "WATCHDOG=1" not in table.after(1)
    assert [each.levelno for each in caplog.records] == [logging.ERROR]
    table.watch.picture(table.now)
    assert "WATCHDOG=1" in table.after(1)


def test_a_capture_that_never_began_is_not_fed(table):
    assert "WATCHDOG=1" in table.after(STILL_S)
    assert "WATCHDOG=1" not in table.after(1)


def test_a_missing_camera_that_is_said_is_waited_for_without_end(table):
    table.host.handle(Trouble("the camera is gone"))
    for _ in range(100):
        table.watch.at = table.now
        assert "WATCHDOG=1" in table.after(10)


def test_a_camera_lost_in_this_process_gets_one_restart(table):
    table.watch.picture(table.now)
    table.host.handle(Trouble("the camera is gone"))
    fed = []
    for _ in range(16):
        table.watch.at = table.now + 10
        fed.append("WATCHDOG=1" in table.after(10))
    # The picture was noticed at the first look, so the hundred and twenty seconds end with the thirteenth.
    assert fed == [True] * 13 + [False] * 3


def test_pictures_that_are_no_good_are_not_fed_unless_somebody_is_told(table):
    for _ in range(4):
        table.watch.picture(table.now)
        table.watch.good = None
        fed = table.after(10)
    assert "WATCHDOG=1" not in fed
    table.host.handle(Trouble("the picture is black"))
    for _ in range(30):
        table.watch.picture(table.now)
        table.watch.good = None
        assert "WATCHDOG=1" in table.after(10)


def test_a_wedged_host_is_not_fed(table):
    reached, free = threading.Event(), threading.Event()

    def hang(snapshot):
        reached.set()
        free.wait(PATIENCE_S)

    table.host.start()
    table.host.knock().result(PATIENCE_S)
    table.host.listeners.append(hang)
    table.host.post(NewGame(HEADER))
    assert reached.wait(PATIENCE_S)
    fed = table.after(1)
    assert "WATCHDOG=1" in fed
    table.watch.picture(table.now + LATE)
    fed = table.after(LATE)
    free.set()
    assert "WATCHDOG=1" not in fed and "the host has not turned" in "".join(fed)


def test_recorded_pictures_at_their_end_are_no_reason_to_restart(tmp_path):
    table = Table(tmp_path, live=False)
    for _ in range(50):
        assert "WATCHDOG=1" in table.after(10)
    table.close()


def test_without_a_watchdog_only_the_status_is_told(tmp_path):
    table = Table(tmp_path, watchdog=None)
    assert table.after(1) == ["STATUS=Waiting for a game to begin."]
    table.close()


def test_a_signal_ends_the_keeping_and_the_manager_is_told(table):
    news = SimpleQueue()
    news.put(15)
    table.watchdog.keep(news)
    assert table.told() == ["STOPPING=1", "STATUS=Ending; the game stays in the journal."]


def test_it_is_ready_only_when_the_page_answers(table):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(OSError, match="refused"):
        table.watchdog.ready(f"http://127.0.0.1:{port}/")
    assert table.told() == []
