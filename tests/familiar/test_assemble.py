"""The appliance: everything starts, answers and ends together."""

import importlib
import json
import socket
import threading
import urllib.request

import cv2
import numpy as np
import pytest
from patience import PATIENCE_S

from familiar.assemble import Appliance, VisionSetup
from familiar.eyes import DeckEye, Makers
from familiar.page import AddressError, own_address
from games.sticks import KIT
from simulation.devices import SimulatedCamera, SimulatedPanel
from simulation.table import SimulatedTable
from table.command import NewGame
from table.eye.calibration import Calibration
from table.eye.exposed import OVEREXPOSED
from table.host import Host
from table.journal import Journal
from table.settings.config import House
from table.watch import Watch
from table.wheels.eye import WheelEye


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("familiar.assemble", ["open_eye"]),
        ("table.host", ["Host"]),
        ("table.journal", ["Journal"]),
        ("table.watch", ["Watch"]),
        ("table.command", ["Accepted", "Answer", "Correct", "NewGame", "Submit", "Undo"]),
        ("device.camera", ["Frame"]),
    ],
)
def test_what_scripts_that_judge_the_eye_import_stays_where_it_is(module, names):
    assert [name for name in names if not hasattr(importlib.import_module(module), name)] == []


class Blind:
    """An eye that sees nothing and remembers what it was asked."""

    def __init__(self, edition="us"):
        self.edition = edition
        self.looks = self.forgotten = 0

    def look(self, frame, seen=()):
        self.looks += 1

    def forget(self):
        self.forgotten += 1


def blind(camera):
    """Let a camera look at the table, and an eye that sees nothing at its pictures."""
    return VisionSetup(lambda: camera, Makers(cards=Blind))


def begin(edition="us") -> NewGame:
    return NewGame({"game": "wizard", "players": ["A", "B", "C"], "dealer": 0, "rules": {"edition": edition}})


@pytest.fixture
def appliance():
    camera = SimulatedCamera(SimulatedTable(1, 3, "us", (160, 90)), pace=0.01)
    with Appliance(blind(camera), SimulatedPanel(), bind="127.0.0.1") as made:
        yield made.start()


def test_the_page_answers_and_shows_the_game_that_the_host_holds(appliance):
    appliance.host.handle(begin())
    with urllib.request.urlopen(f"{appliance.address}state", timeout=PATIENCE_S) as answer:
        state = json.load(answer)
    assert state["players"] == ["A", "B", "C"]
    assert state["simulated"]


def test_nobody_holds_a_seat_at_first(appliance):
    appliance.host.handle(begin())
    assert not appliance.held("A")


def test_closing_twice_is_harmless_and_gives_the_port_back(appliance):
    appliance.close()
    appliance.close()
    assert appliance.host.closed
    with socket.create_server(("127.0.0.1", int(appliance.address.rsplit(":", 1)[1].strip("/")))):
        pass


def test_a_taken_port_is_one_clear_line():
    camera = SimulatedCamera(SimulatedTable(1, 3, "us", (160, 90)))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AddressError, match=f"port {port}: .*choose another with --port"):
            Appliance(VisionSetup(lambda: camera), SimulatedPanel(), port=port, bind="127.0.0.1")


def test_the_eye_is_that_of_the_deck_in_play():
    eyes = {}

    def make(edition):
        eyes[edition] = Blind(edition)
        return eyes[edition]

    with Host(Journal(":memory:")) as host:
        eye = DeckEye(host, Makers(cards=make))
        assert eye.look(None) is None
        assert not eyes
        for edition in ("us", "amigo", "us"):
            host.handle(begin(edition))
            eye.forget()
            eye.look(None)
    assert {name: each.looks for name, each in eyes.items()} == {"us": 2, "amigo": 1}


def test_the_eye_of_the_sticks_knows_their_table():
    tables, made = [], []

    def make_sticks(table):
        tables.append(table)
        made.append(Blind())
        return made[-1]

    with Host(Journal(":memory:")) as host:
        eye = DeckEye(host, Makers(cards=Blind, sticks=make_sticks))
        for rules in ({}, {"sticks": "untied"}, {}):
            header = {"game": "magicians", "players": ["A", "B", "C"], "dealer": 0, "rules": rules}
            host.handle(NewGame(header))
            eye.look(None)
    assert tables == [KIT, None] and [each.looks for each in made] == [2, 1]


def test_the_page_offers_what_the_house_plays_and_its_sticks_are_settled():
    table = {color: ["force", "magic", "destiny"] for color in ("red", "black", "white")}
    house = House("magicians", {"spell_timing": "immediate"}, {"magicians": {"sticks": table}})
    camera = SimulatedCamera(SimulatedTable(1, 3, "us", (160, 90)), pace=0.01)
    with Appliance(blind(camera), SimulatedPanel(), bind="127.0.0.1", house=house) as made:
        made.host.start()
        page = made.app.test_client()
        headers = {"X-Familiar": "1"}
        offer = page.get("/state").json["offer"]
        assert offer == {"game": "magicians", "rules": {"spell_timing": "immediate"}}
        body = {"game": "magicians", "players": ["A", "B", "C"], "dealer": 0, "rules": {"sticks": "kit"}}
        body["seen"] = page.get("/state").json["number"]
        answer = page.post("/api/game", json=body, headers=headers)
        assert answer.status_code == 200, answer.json
        assert page.get("/state").json["rules"]["sticks"] == table


def test_the_own_address_is_an_address():
    assert socket.inet_aton(own_address())


def test_the_eye_of_a_pile_is_made_where_there_is_one_and_else_phones_say_what_was_drawn():
    header = {"game": "probe", "players": ["A", "B", "C"], "dealer": 0, "rules": {}}
    made = []

    def make_pile():
        made.append(Blind())
        return made[-1]

    for make, looks in ((make_pile, 2), (lambda: None, 0)):
        made.clear()
        with Host(Journal(":memory:")) as host:
            eye = DeckEye(host, Makers(cards=Blind, pile=make))
            for _ in range(2):
                host.handle(NewGame(header))
                eye.look(None)
                eye.forget()
        assert sum(each.looks for each in made) == looks
    with Host(Journal(":memory:")) as host:
        host.handle(NewGame(header))
        assert DeckEye(host, Makers(cards=Blind)).look(None) is None


def test_an_eye_is_made_when_it_first_looks_and_not_to_ask_what_it_can_take_in():
    """It takes seconds on a small computer, and may fail: the thread that looks is to bear that."""
    made = []

    def make(edition):
        made.append(edition)
        return Blind(edition)

    with Host(Journal(":memory:")) as host:
        host.handle(begin())
        eye = DeckEye(host, Makers(cards=make))
        Watch(host, lambda: None, WheelEye(eye, host.handle, lambda: host.snapshot, "bottom", False))
        assert made == []
        eye.look(None)
        assert made == ["us"]


class Keeps(Blind):
    """An eye that keeps what it was shown, and tells that it was."""

    def __init__(self, edition="us"):
        super().__init__(edition)
        self.seen, self.told = [], threading.Event()

    def look(self, frame, seen=()):
        super().look(frame, seen)
        self.seen.append(frame)
        self.told.set()


def test_a_calibrated_table_is_all_that_the_eye_sees_and_another_light_is_said_on_the_pages():
    table = SimulatedTable(1, 3, "us", (160, 90))
    camera, eye = SimulatedCamera(table, pace=0.01), Keeps()
    corners = ((40.0, 20.0), (120.0, 20.0), (120.0, 70.0), (40.0, 70.0))
    bright = cv2.convertScaleAbs(table.render(), alpha=4.0)
    known = Calibration("usb:0", (160, 90), corners, "hand", bright)
    vision = VisionSetup(lambda: camera, Makers(cards=lambda deck: eye), known)
    with Appliance(vision, SimulatedPanel(), bind="127.0.0.1") as appliance:
        appliance.host.handle(begin())
        appliance.start()
        assert eye.told.wait(PATIENCE_S)
        snapshot = appliance.host.snapshot
        while snapshot.advice is None:
            snapshot = appliance.host.wait(snapshot.number, 60)
        assert "much darker" in snapshot.advice
        with urllib.request.urlopen(f"{appliance.address}see.json", timeout=PATIENCE_S) as answer:
            seen = json.load(answer)
    assert len(np.unique(eye.seen[0][:10].reshape(-1, 3), axis=0)) == 1
    assert seen["calibrated"] == "hand" and len(seen["table"]) == 4 and seen["advice"] == snapshot.advice


def looked_at(picture, calibration=None):
    """Look at a picture for six seconds: how often the eye saw it, and what the host knows then."""
    eye = Keeps()
    with Host(Journal(":memory:")) as host:
        host.handle(begin())
        vision = VisionSetup(lambda: None, Makers(cards=lambda deck: eye), calibration)
        outer = vision.eye(host, False)
        for _ in range(60):
            outer.look(picture)
        return len(eye.seen), host.snapshot


def test_an_overexposed_table_is_looked_at_all_the_same_and_that_is_said():
    white, corners = np.full((90, 160, 3), 255, np.uint8), ((0, 0), (60, 0), (60, 90), (0, 90))
    seen, snapshot = looked_at(white)
    assert seen == 60 and snapshot.advice == OVEREXPOSED and snapshot.trouble is None
    table = white.copy()
    table[:, :70] = 110
    assert looked_at(table)[1].advice == OVEREXPOSED
    # What lies around a calibrated table does not count.
    assert looked_at(table, Calibration("usb:0", (160, 90), corners, "hand", table))[1].advice is None
