"""What is seen is told as it is, measured only when somebody asks, and holds nobody's secret."""

import json
from dataclasses import replace

import numpy as np
import pytest

from device.camera import Frame
from table.command import Advise, Look, NewGame, Submit, Trouble, Undo
from table.eye import seeing
from table.eye.calibration import Calibration
from table.eye.seeing import AGAIN_S, Seeing
from table.host import Host
from table.journal import Journal
from vision.types import Reading, Seen, Sight, StickReading, ThrowReading, ThrowSight

SQUARE = ((10.0, 10.0), (30.0, 10.0), (30.0, 40.0), (10.0, 40.0))
IMAGE = np.full((90, 160, 3), 120, np.uint8)
SURE = Reading("10H", 0.99912, False, (("9H", 0.0004),), SQUARE)
UNSURE = Reading("KS", 0.6, True, (("QS", 0.3), ("JS", 0.05), ("AS", 0.03), ("W", 0.02)), SQUARE)
TABLE = Calibration("usb:0", (160, 90), ((1.0, 2.0), (100.0, 2.0), (100.0, 80.0)), "hand", IMAGE)


class Watch:
    """Gives a picture and what was read in it."""

    def __init__(self, sight=None, image=IMAGE, time=10.0):
        self.frame, self.sight = Frame(image, 7, time), sight

    def seen(self):
        return self.frame, self.sight


@pytest.fixture
def host():
    with Host(Journal(":memory:")) as host:
        yield host


def wizard(host, **rules):
    host.handle(NewGame({"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": rules}))
    host.handle(Submit({"event": "turn_up", "card": "7H"}))


def test_cards_are_told_with_their_corners_and_what_they_may_be_else(host):
    said = Seeing(Watch(Sight((Seen(1, SURE), Seen(2, UNSURE)))), host, clock=lambda: 10.3)()
    sure, unsure = said["readings"]
    assert (sure["card"], sure["confidence"], sure["asks"]) == ("10H", 0.9991, False)
    assert unsure["asks"] and unsure["others"] == [["QS", 0.3], ["JS", 0.05], ["AS", 0.03]]
    assert unsure["corners"] == [list(corner) for corner in SQUARE]
    assert said["frame"] == {"number": 7, "size": [160, 90], "age": 0.3}
    assert json.loads(json.dumps(said)) == said and said["game"] is None


def test_sticks_are_told_with_those_set_aside_and_why_a_throw_is_void(host):
    stick = StickReading("red", 2, ("destiny", "force"), 0.9, True, (((1, ("force", "magic")), 0.1),), SQUARE)
    sight = ThrowSight(
        ThrowReading((stick,), "overlap"), frozenset({1}), aside=(replace(stick, color="black", asks=False),)
    )
    said = Seeing(Watch(sight), host, clock=lambda: 10.0)()
    assert [(each["color"], each["aside"]) for each in said["readings"]] == [("red", False), ("black", True)]
    assert said["readings"][0]["others"] == [["1 · Force and Magic", 0.1]] and said["again"] == "overlap"


def test_what_is_awaited_and_why_something_is_asked_is_told(host):
    wizard(host)
    host.handle(Trouble("The camera is gone."))
    host.handle(Advise("Put the mat back."))
    for seat in (1, 2, 0):
        host.handle(Submit({"event": "bid", "player": seat, "tricks": 0}))
    host.handle(Look(Sight((Seen(1, UNSURE),))))
    said = Seeing(Watch(), host)()
    assert said["expects"] == {"kind": "play", "player": 1} and said["players"] == ["Ann", "Bo", "Cy"]
    assert said["questions"][0]["player"] == 1 and said["questions"][0]["why"]
    assert said["trouble"] == "The camera is gone." and said["advice"] == "Put the mat back."


def test_a_hidden_bid_changes_nothing_of_what_is_told_but_the_number(host):
    wizard(host, bids="delayed")
    see = Seeing(Watch(), host, clock=lambda: 10.0)
    told = []
    for tricks in (0, 1):
        host.handle(Submit({"event": "bid", "player": 1, "tricks": tricks}))
        told.append({**see(), "number": 0})
        host.handle(Undo())
    assert told[0] == told[1]
    assert "bids" not in told[0] and "events" not in told[0]


def test_light_and_lens_are_measured_only_when_asked_and_not_for_every_one_who_looks(host, monkeypatch):
    now, calls, real = [10.0], [], seeing.survey

    def counted(*arguments):
        calls.append(arguments)
        return real(*arguments)

    monkeypatch.setattr(seeing, "survey", counted)
    see = Seeing(Watch(), host, clock=lambda: now[0])
    assert calls == []
    for _ in range(5):
        assert [each["name"] for each in see()["findings"]] == ["light", "glare", "focus"]
    assert len(calls) == 1
    now[0] += AGAIN_S
    see()
    assert len(calls) == 2


def test_the_calibrated_table_is_told_where_the_pictures_are_those_of_the_calibration(host):
    assert Seeing(Watch(), host, TABLE)()["table"] == [[1.0, 2.0], [100.0, 2.0], [100.0, 80.0]]
    other = Seeing(Watch(image=IMAGE[:50]), host, TABLE)()
    assert other["table"] == [] and other["calibrated"] == "hand"
    assert Seeing(Watch(), host)()["calibrated"] is None


def test_before_the_first_picture_there_is_nothing_to_tell(host):
    watch = Watch()
    watch.frame = None
    said = Seeing(watch, host)()
    assert (said["frame"], said["findings"], said["readings"]) == (None, [], [])
