"""SIGKILL while four phones play over HTTP: what they were told before stands after it.

The program is the real one, `familiar play`, with a journal on the disk. Acknowledged is a wish whose answer
was read whole; one that was under way may stand or not. A stream must not have told what does not stand, and
each phone finds its seat again, and what it alone may see there.
"""

import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from hostile.phones import Phone
from hostile.plays import GAMES, PLAYERS, play

from club.mosquitto import free_port
from games.history import Game
from games.record import event_from_dict, header_from_dict
from table.errors import JournalError
from table.journal import Journal
from table.recovery.backup import Backups

ROOT = Path(__file__).parents[3]
START = "from familiar.start import main; main()"
LONGEST_S = 0.9
STARTING = 0.2
"""How many of the kills come while the program starts."""
READY_S = 600.0
GONE = (OSError, http.client.HTTPException, ValueError)


class Program:
    """`familiar play` without a camera, in a folder of its own, started again after each kill.

    begin: the line of Python that begins it.
    """

    def __init__(self, folder, begin=START):
        folder.mkdir(parents=True)
        self.port, self._begin, self._process = free_port(), begin, None
        self.move(folder)

    def move(self, folder):
        """Let it have its files in this folder from the next start on."""
        self.folder, self.path = folder, folder / "journal.sqlite"
        self._config = folder / "familiar.toml"
        self._config.write_text(f'[journal]\npath = "{self.path}"\nbackups = 3\n')

    def start(self):
        """Start it; whether it serves is asked with `ready`."""
        env = os.environ | {"XDG_DATA_HOME": f"{self.folder}/data", "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", self._begin, "play", "--camera", "none", "--pins", "none"]
        command += ["--port", str(self.port), "--config", str(self._config)]
        with open(self.folder / "said", "ab") as said:
            self._process = subprocess.Popen(command, env=env, stdout=said, stderr=said)

    def ready(self):
        """Wait until it serves. Raises AssertionError where it has ended instead."""
        until = time.monotonic() + READY_S
        while time.monotonic() < until:
            assert self._process.poll() is None, f"it ended by itself: {self.said()[-500:]}"
            with suppress(*GONE):
                phone = Phone(self.port)
                assert phone.ask("GET", "/state").status == 200
                phone.close()
                return
            time.sleep(0.02)
        raise AssertionError(f"it does not serve: {self.said()[-500:]}")

    def kill(self):
        """End it in the middle of whatever it does."""
        with suppress(ProcessLookupError):
            os.kill(self._process.pid, signal.SIGKILL)

    def wait(self):
        """Wait until it is gone."""
        self._process.wait()

    @property
    def code(self):
        """Give the code by which one joins."""
        return json.loads((self.folder / "data/familiar/access.json").read_text())["code"]

    def said(self):
        """Give what it printed so far."""
        return (self.folder / "said").read_text(errors="replace")


class Watching(threading.Thread):
    """A phone's stream: remembers the last game and number of events that it was told of."""

    def __init__(self, phone):
        super().__init__(daemon=True)
        self._phone, self.told, self.messages = phone, None, 0

    def run(self):
        with suppress(*GONE):
            link, answer = self._phone.stream()
            while line := answer.readline():
                # A line without its end was cut off by the kill.
                if line.startswith(b"data: {") and line.endswith(b"\n"):
                    state = json.loads(line[6:])
                    self.messages += 1
                    if state["game_id"] is not None:
                        self.told = state["game_id"] - 1, state["log"]["count"]
            link.close()


class Evening:
    """Four phones at one program, and the games that they play there one after another.

    program: where they play; one of its own in `folder` where none is given. names: which games.
    """

    def __init__(self, folder, seed, program=None, names=None):
        self.program = Program(folder) if program is None else program
        turn = seed % len(GAMES)
        self.names = (*GAMES[turn:], *GAMES[:turn]) if names is None else names
        self.games = [play(game, seed * 10 + k) for k, game in enumerate(self.names)]
        self.phones, self.sits = [], [None] * PLAYERS
        self.done = (-1, 0)
        """The last game that was begun, and how many of its steps were acknowledged."""
        self.figures = Counter()
        self._seen = 0
        self.leads = False
        """Whether the first phone was told that it has begun a game, and so leads the evening."""
        self.untold = set()
        """Seats whose phone was not answered when it typed its word."""

    @property
    def over(self):
        return self.done == (len(self.games) - 1, len(self.games[-1].steps))

    def play(self, seconds):
        """Go on until the program is killed after so many seconds, or all is played."""
        clock = threading.Timer(seconds, self.program.kill)
        streams = [Watching(phone) for phone in self.phones[-1:]]
        for each in streams:
            each.start()
        clock.start()
        try:
            for _ in self.go_on():
                pass
        except GONE as error:
            assert not isinstance(error, json.JSONDecodeError), error
        clock.cancel()
        clock.join()
        self.program.kill()
        self.program.wait()
        for phone in self.phones:
            phone.close()
        for each in streams:
            each.join()
            self.figures["told by a stream"] += each.messages
        return streams[0].told if streams else None

    def go_on(self):
        """Play until all is played; yields what was acknowledged, each time something was."""
        self._come()
        self._seen = self.phones[0].state()["number"]
        while not self.over:
            self._step()
            yield self.done

    def _come(self):
        """Let phones in, and seat them anew where another game has other seats."""
        while len(self.phones) < PLAYERS:
            phone = Phone(self.program.port)
            answer = phone.say("join", code=self.program.code)
            assert answer.status == 200, answer.raw
            self._told(answer)
            self.phones.append(phone)

    def _sit(self, seat):
        phone, name = self.phones[seat], self.games[self.done[0]].begin["players"][seat]
        if self.sits[seat] != name:
            answer = phone.say("seat", seat=seat)
            assert answer.status == 200, answer.raw
            self._told(answer)
            self.sits[seat] = name

    def _step(self):
        """Make the next wish, as the phone whose it is."""
        number, count = self.done
        step = None
        if number < 0 or count == len(self.games[number].steps):
            answer = self.phones[0].say("game", self._seen, **self.games[number + 1].begin)
            after = number + 1, 0
            self.untold.clear()
        else:
            step = self.games[number].steps[count]
            for seat in range(len(self.games[number].begin["players"])):
                self._sit(seat)
            answer = self.phones[step.seat or 0].say(step.wish, self._seen, **step.body)
            after = number, count + 1
        assert answer.status == 200, (after, answer.raw)
        self._told(answer)
        self._seen, self.done = answer.json["number"], after
        self.leads |= step is None

    def _told(self, answer):
        self.figures["acknowledged"] += 1

    def stands(self):
        """Read the journal as it lies there, and say where the game stands. Raises AssertionError."""
        try:
            with Journal(self.program.path, readonly=True) as journal:
                journal.check()
                games = [journal.load(entry.id) for entry in journal.games()]
        except JournalError as error:
            assert self.done == (-1, 0), error
            return self.done
        if not games:
            return -1, 0
        for number, (values, events) in enumerate(games):
            header = header_from_dict(values)
            found = Game.of(header, (event_from_dict(each, header) for each in events))
            if number < len(games) - 1:
                assert found.state == self.games[number].steps[-1].after.state, f"game {number} is another"
        whole, number = self.games[len(games) - 1], len(games) - 1
        base = self.done[1] if number == self.done[0] else 0
        for count in (base, base + 1):
            if count <= len(whole.steps) and whole.after(count).state == found.state:
                if len(found.events) == len(whole.after(count).events):
                    return number, count
        raise AssertionError(f"{self.done} was acknowledged, {number} with {len(found.events)} events stands")

    def check(self, told):
        """Hold the journal against what was acknowledged, and against what a stream told."""
        before, self.done = self.done, self.stands()
        allowed = {before, (before[0], before[1] + 1), (before[0] + 1, 0)}
        assert self.done in allowed, f"{before} was acknowledged, {self.done} stands"
        if self.done != before:
            self.figures["one more than told"] += 1
            self._miss()
        if told is not None:
            number, events = told
            reached = range(self.done[1] + 1 if number == self.done[0] else len(self.games[number].steps) + 1)
            counts = {len(self.games[number].after(count).events) for count in reached}
            assert number <= self.done[0] and events in counts, f"{told} was shown, {self.done} stands"

    def _miss(self):
        """Note whose word stands without an answer: his phone was not given what it knows it again by."""
        number, count = self.done
        step = self.games[number].steps[count - 1] if count else None
        if step is None:
            self.untold.clear()
        elif step.wish == "word":
            self.untold.add(step.seat)
            self.figures["words on their way"] += 1

    def find_back(self):
        """Let each phone find its seat again, and the state that stands."""
        if self.done[0] < 0:
            return
        game, whole = self.games[self.done[0]], self.games[self.done[0]].after(self.done[1])
        for seat, phone in enumerate(self.phones):
            state = phone.state()
            found = state["role"], state["game_id"], state["log"]["count"]
            role = "owner" if seat == 0 and self.leads else "player"
            # A game that was over is not gone on with.
            wanted = (role, None, 0) if whole.state.over else (role, self.done[0] + 1, len(whole.events))
            if seat == 0 and not self.leads:
                # Whether it leads hangs on when the kill came: nobody was promised anything.
                found = "player", *found[1:]
            assert found == wanted, f"phone {seat} finds {found}, and {wanted} stands"
            if self.sits[seat] in game.begin["players"] and not whole.state.over:
                assert state["you"] == game.begin["players"].index(self.sits[seat]), (seat, state["you"])
                assert state["sees"] or seat in self.untold, f"seat {seat} does not see its own word any more"
                self.figures["seats found again"] += 1
            phone.close()


def campaign(folder, kills, seed=1):
    """Kill so often; return the figures. Raises AssertionError at the first thing that was lost."""
    rng, figures, number = random.Random(f"hostile kills {seed}"), Counter(), 0
    while figures["kills"] < kills:
        evening = Evening(folder / f"evening-{number}", seed * 1000 + number)
        while not evening.over and figures["kills"] < kills:
            evening.program.start()
            if rng.random() < STARTING:
                time.sleep(rng.uniform(0.0, 1.2))
                evening.program.kill()
                evening.program.wait()
                figures["while starting"] += 1
                told = None
            else:
                evening.program.ready()
                evening.find_back()
                told = evening.play(rng.uniform(0.02, LONGEST_S))
            figures["kills"] += 1
            evening.check(told)
        figures.update(f"games of {name}" for name in evening.names[: evening.done[0] + 1])
        copies = Backups(evening.program.path)
        assert not copies.all() or copies.whole() is not None
        said = evening.program.said()
        assert "Traceback" not in said and not re.search(r"damaged|missing", said), said[-800:]
        figures.update(evening.figures)
        number += 1
    return figures
