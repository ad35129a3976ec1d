"""An evening: pictures in order, what people did in between, and the score that is right.

A folder holds `pictures-1/` (and `pictures-2/`... after a restart), `evening.jsonl` and `sheet.json`. The
first line of `evening.jsonl` is a record's header; each other line is one step:

    {"look": 3, "lays": ["7H"], "lying": [{"card": "7H", "corners": [[x, y], ...]}]}   three pictures pass
    {"bid": {"player": 1, "tricks": 0}}          a phone bids
    {"press": "confirm", "winner": 2}            the button; until then that seat's lamp pulses
    {"hold": "undo", "takes": ["7H"]}            the button, held; these cards count as not laid any more
    {"later": "9D"}                              this card lies there out of turn: it is not played yet
    {"tell": "9D"}                               a phone enters a card by hand
    {"correct": {"index": 1, "tricks": 1}}       a phone corrects an earlier event
    {"shows": {"out_of_step": "7H"}}             the page must show this (a text: must be part of it)
    {"restart": true}                            everything is closed, and opened again on the same journal

`lays` and `lying` are the truth. The player answers every question with it, puts right what was entered
wrongly, and counts both.
"""

import json
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from device.cameras import open_camera
from device.gpio import GpioPanel, pin_factory
from device.pins import Pins
from familiar.eyes import DeckEye, Makers
from table.command import NewGame
from table.host import Host
from table.journal import Journal
from table.view.lamps import tie
from table.watch import Watch
from vision.geometry.quads import iou, ordered
from web.app import close, create_app
from web.security import Security

HEADERS = {"X-Familiar": "1"}
THE_SAME = 0.4
"""Overlap from which a question is about a card that lies there."""
PATIENCE = 40


class Recorder:
    """Writes an evening into a folder, step by step."""

    def __init__(self, folder, header):
        self.folder = folder
        self._steps = [header]
        self._part = 0
        self.begin()

    def begin(self):
        """Begin a new run of pictures."""
        self._part += 1
        self._count = 0
        self._looked = 0
        (self.folder / f"pictures-{self._part}").mkdir(parents=True)

    def picture(self, image, suffix=".jpg"):
        """Take a picture."""
        self._count += 1
        path = self.folder / f"pictures-{self._part}" / f"{self._count:04}{suffix}"
        assert cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, 92])

    def look(self, lying, lays=()):
        """Let the pictures taken since the last look pass; `lying`: (card, corners) of all that lies then."""
        lies = [
            {"card": card, "corners": np.round(corners, 1).astype(float).tolist()} for card, corners in lying
        ]
        self.step(look=self._count - self._looked, lays=list(lays), lying=lies)
        self._looked = self._count

    def step(self, **values):
        """Note one step."""
        self._steps.append(values)
        if values.get("restart"):
            self.begin()

    def close(self, sheet):
        """Write the script and the sheet that is right."""
        lines = "".join(json.dumps(step) + "\n" for step in self._steps)
        (self.folder / "evening.jsonl").write_text(lines, encoding="utf-8")
        (self.folder / "sheet.json").write_text(json.dumps(sheet), encoding="utf-8")
        return self.folder


@dataclass
class Figures:
    """What an evening showed. Cards are counted by their place among all that were laid.

    asked: had a question. missed: entered by hand, since nothing was noticed. silent: entered wrongly without
    a question. needless: questions about something that was no new card.
    """

    cards: int = 0
    asked: set = field(default_factory=set)
    missed: set = field(default_factory=set)
    silent: list = field(default_factory=list)
    needless: list = field(default_factory=list)

    @property
    def right(self):
        """Count the cards that were entered right and without help."""
        return self.cards - len(self.asked | self.missed) - len(self.silent)

    def __str__(self):
        return (
            f"{self.cards} cards: {self.right} right, {len(self.asked)} asked, {len(self.missed)} missed, "
            f"{len(self.silent)} silently wrong {self.silent or ''}, {len(self.needless)} needless questions "
            f"{self.needless or ''}"
        )


class Clock:
    """The time of the buttons; each reading is a good while after the last press."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Player:
    """Plays an evening on the real thing: folder camera, eye with the shipped model, journal, pins, page."""

    def __init__(self, folder):
        lines = (folder / "evening.jsonl").read_text(encoding="utf-8").splitlines()
        self.header, *self.steps = map(json.loads, lines)
        self.sheet = json.loads((folder / "sheet.json").read_text())
        self.figures = Figures()
        self._folder = folder
        self._part = 0
        self._laid = []
        self._lying = []
        self._later = set()
        self._open()
        self._closed = False

    def _open(self):
        self._part += 1
        self.host = Host(Journal(self._folder / "journal.sqlite"))
        camera = open_camera(str(self._folder / f"pictures-{self._part}"))
        self.watch = Watch(self.host, lambda: camera, DeckEye(self.host, Makers()))
        self._clock, self._factory = Clock(), pin_factory("mock")
        self.panel = GpioPanel(Pins(), self._factory, clock=self._clock)
        self._loosen = tie(self.host, self.panel)
        self._app = create_app(
            self.host, panel=self.panel, picture=self.watch.picture, security=Security(secret="a secret")
        )
        self._phone = self._app.test_client()

    def close(self):
        """Put everything away; the journal stays."""
        if not self._closed:
            self._closed = True
            self._loosen()
            self.panel.close()
            self.watch.stop()
            close(self._app)
            self.host.close()

    def play(self):
        """Play all steps and return the figures."""
        header = {key: value for key, value in self.header.items() if key != "record"}
        if self.host.snapshot.game_id is None:
            self.host.handle(NewGame(header))
        for number, step in enumerate(self.steps, 1):
            try:
                self._step(step)
                self._settle()
            except AssertionError as error:
                raise AssertionError(f"step {number} {step}: {error}") from error
        self.figures.cards = len(self._laid)
        return self.figures

    @property
    def page(self):
        """What a phone that only watches shows."""
        return self._phone.get("/state").json

    def _say(self, wish, **body):
        answer = self._phone.post(f"/api/{wish}", json={"seen": self.page["number"], **body}, headers=HEADERS)
        return answer.status_code == 200, answer.json

    def _tell(self, wish, **body):
        done, answer = self._say(wish, **body)
        assert done, f"{wish} {body} was refused: {answer}"

    def _step(self, step):
        match step:
            case {"look": count}:
                self._laid += step["lays"]
                self._lying = step["lying"]
                for _ in range(count):
                    assert self.watch.step(), "the pictures are at their end"
            case {"bid": {"player": seat, "tricks": tricks}}:
                self._tell("bid", player=seat, tricks=tricks)
            case {"press": "confirm"}:
                self._check_lamps(step["winner"])
                before = self.page["log"]["count"]
                self._push(Pins().confirm, 0.2)
                assert self.page["log"]["count"] == before + 1, "the button did not confirm"
            case {"hold": "undo"}:
                before = self.page["log"]["count"]
                self._push(Pins().undo, 1.2)
                assert self.page["log"]["count"] == before - 1, "the button took nothing back"
                for card in step["takes"]:
                    self._laid.remove(card)
            case {"later": card}:
                self._later.add(card)
            case {"tell": card}:
                self._later.discard(card)
                self._laid.append(card)
                self._tell("card", card=card)
            case {"correct": {"index": index, **change}}:
                self._tell("correct", index=index, **change)
            case {"shows": wanted}:
                self._check_page(wanted)
            case {"restart": True}:
                self.close()
                self._closed = False
                self._open()
            case _:
                raise AssertionError("there is no such step")

    def _check_lamps(self, winner):
        lights = self.host.snapshot.lights
        # Whoever laid a marked card sees the lamp blink until the press that is due now.
        marked = {seat for seat, pattern in enumerate(lights.seats) if pattern == "blink"}
        pulsing = {seat for seat, pattern in enumerate(lights.seats) if pattern == "pulse"}
        assert pulsing == {winner} - marked, f"{lights} does not show that seat {winner} takes the trick"
        assert not marked or self.page["marked"], f"{lights} blinks although no card is marked"
        dark = [seat for seat in range(len(Pins().seats)) if seat != winner and seat not in marked]
        burning = [seat for seat in dark if self._factory.pin(Pins().seats[seat]).state]
        assert not burning, f"the lamps of seats {burning} burn beside the winner's"

    def _check_page(self, wanted):
        page = self.page
        for key, value in wanted.items():
            shown = page[key]
            assert value in shown if isinstance(value, str) and isinstance(shown, str) else value == shown, (
                f"the page shows {key} {shown!r}"
            )

    def _push(self, number, seconds):
        pin = self._factory.pin(number)
        pin.drive_low()
        self._clock.now += 0.004
        pin.drive_high()  # the contact bounces
        self._clock.now += 0.002
        pin.drive_low()
        self._clock.now += seconds
        pin.drive_high()
        self._clock.now += 1.0

    def _entered(self):
        """List (index, card) of all events with a card."""
        events = self._phone.get("/events").json["events"]
        return [(event["index"], event["card"]) for event in events if "card" in event]

    def _settle(self):
        """Do what people do: put right what is wrong, answer what is asked, enter what was not seen."""
        for _ in range(PATIENCE):
            entered = self._entered()
            pairs = zip(entered, self._laid, strict=False)
            wrong = next(((index, read, laid) for (index, read), laid in pairs if read != laid), None)
            if wrong is not None:
                index, read, laid = wrong
                self.figures.silent.append((laid, read))
                if not self._say("correct", index=index, card=laid)[0]:
                    self._tell("undo")
            elif len(entered) > len(self._laid):
                self.figures.silent.append((None, entered[-1][1]))
                self._tell("undo")
            elif self.host.snapshot.questions:
                self._answer(len(entered))
            elif len(entered) < len(self._laid) and self.host.snapshot.expectation.kind != "none":
                self.figures.missed.add(len(entered))
                self._tell("card", card=self._laid[len(entered)])
            else:
                return
        raise AssertionError(f"people and table cannot agree: {self._laid} against {self._entered()}")

    def _answer(self, place):
        """Answer the open question with the card that lies where it was seen."""
        question = self.host.snapshot.questions[0]
        card = self._lies_at(question.reading.corners)
        if place < len(self._laid) and card == self._laid[place]:
            self.figures.asked.add(place)
        else:
            self.figures.needless.append((card, question.reading.card, question.why))
        if card in self._later or not self._say("answer", question=question.id, card=card)[0]:
            self._tell("answer", question=question.id, card=None)

    def _lies_at(self, corners):
        quad = np.array(corners, np.float32)
        found = [
            (iou(ordered(np.array(each["corners"], np.float32)), quad), each["card"]) for each in self._lying
        ]
        share, card = max(found, default=(0.0, None))
        return card if share > THE_SAME else None


@pytest.fixture
def recorder(tmp_path):
    """Make a recorder of an evening with this header."""
    return lambda header: Recorder(tmp_path / "evening", header)


@pytest.fixture
def sit_down():
    """Make the player of a recorded evening; it is put away at the end."""
    players = []

    def make(folder):
        players.append(Player(folder))
        return players[-1]

    yield make
    for player in players:
        player.close()
