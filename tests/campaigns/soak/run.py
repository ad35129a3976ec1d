"""The whole appliance for an evening of so many frames, and what it weighs after each hour of it."""

import gc
import http.client
import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from soak.evening import Evening
from soak.paper import Camera, Eye, Table
from soak.phones import THERE

from club.mosquitto import free_port
from familiar.assemble import Appliance, VisionSetup
from familiar.eyes import Makers
from simulation.devices import SimulatedPanel
from table.recovery.backup import Backups
from web.security import Security

HERE = Path(__file__).parent
HOURS = 8
PHONES = 6
EVENTS_AN_HOUR = 700
"""A game of Wizard of four takes an hour, and as many events."""


@dataclass(frozen=True)
class Weight:
    """What the process holds: megabytes in memory, threads, descriptors, objects."""

    hour: int
    megabytes: float
    threads: int
    descriptors: int
    objects: int
    frames: int
    cards: int


def weigh(hour, frames=0, cards=0):
    """Weigh this process."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    megabytes = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    held = len(os.listdir("/proc/self/fd"))
    return Weight(
        hour, round(megabytes, 1), threading.active_count(), held, len(gc.get_objects()), frames, cards
    )


def soak(
    folder, frames_an_hour, events_an_hour=EVENTS_AN_HOUR, hours=HOURS, phones=PHONES, players=None, past=0
):
    """Play an evening; yield a Weight after each hour, and then the figures of it all.

    past: games that were played at this table before, so that phones have some to look at from the first hour
    on. Raises AssertionError where a sheet is not the truth.
    """
    started, table, camera = time.monotonic(), Table(), Camera()
    appliance = Appliance(
        VisionSetup(camera.open, Makers(cards=lambda edition: Eye(table))),
        SimulatedPanel(),
        kept=Backups(folder / "journal.sqlite"),
        bind="127.0.0.1",
        port=free_port(),
        security=Security(secret=b"x" * 32),
    )
    port = int(appliance.address.rsplit(":", 1)[1].strip("/"))
    with appliance.start():
        command = [sys.executable, "-m", "soak.phones", str(port), str(phones)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with subprocess.Popen(command, cwd=HERE.parent, text=True, **pipes) as crowd:
            try:
                assert crowd.stdout.readline().strip() == THERE
                evening = Evening(
                    appliance.host, table, enter=lambda event: _wish(port, appliance.host, event)
                )
                for seed in range(past):
                    evening.begin(seed, players)
                    while not evening.self_play.state.over:
                        evening.step()
                seed, frames = past, appliance.watch.frames
                for hour in range(1, hours + 1):
                    for place in range(1, events_an_hour + 1):
                        if evening.self_play is None or evening.self_play.state.over:
                            assert evening.self_play is None or evening.true(), "the sheet is not the truth"
                            evening.begin(seed, players)
                            seed += 1
                        evening.step()
                        due = frames + frames_an_hour * (hour - 1) + frames_an_hour * place // events_an_hour
                        while appliance.watch.frames < due:
                            time.sleep(0.001)
                        if place == events_an_hour // 2:
                            # What is broken on the way must not leave anything behind.
                            camera.suffer("breaks a picture")
                    assert evening.true(), "the sheet is not the truth"
                    yield weigh(hour, appliance.watch.frames, evening.cards)
            finally:
                said = crowd.communicate(timeout=60)[0]
    yield {
        "games begun": evening.games,
        "events": evening.events,
        "cards": evening.cards,
        "frames": appliance.watch.frames,
        "camera opened": camera.opened,
        "phones": {"number": phones, **json.loads(said)},
        "threads at the end": threading.active_count(),
        "seconds": round(time.monotonic() - started),
    }


WISHES = {"bid": ("bid", {"player", "tricks"}), "name_trump": ("trump", {"suit"})}


def _wish(port, host, event):
    """Post what a phone posts; what changed meanwhile is looked at again, and a busy table asked again."""
    path, keys = WISHES[event["event"]]
    before = len(host.snapshot.history.events)
    for _ in range(100):
        if len(host.snapshot.history.events) > before:
            # A wish that was told to come again may have been taken after all.
            return
        body = {key: event[key] for key in keys} | {"seen": host.snapshot.number}
        phone = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        headers = {"Content-Type": "application/json", "X-Familiar": "1"}
        phone.request("POST", f"/api/{path}", json.dumps(body), headers)
        answer = phone.getresponse()
        said = answer.read()
        phone.close()
        if answer.status == 200:
            return
        assert answer.status in (409, 503), said
    raise AssertionError("the wish was stale, or the table busy, a hundred times")
