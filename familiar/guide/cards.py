"""Lead through cards with a camera and a page; at a simulated table a robot lays them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

from device.camera import Camera
from familiar.calibrated import locked_to
from familiar.configured import LIVE
from familiar.guide.dealer import Dealer
from familiar.guide.eyes import Recorded
from familiar.guide.led import Owner, serve
from familiar.source import Source, the_camera
from familiar.tell import Tell
from files.pictures import as_jpeg
from simulation import gestures
from simulation.devices import SimulatedCamera
from simulation.table import CardTable, SimulatedTable
from table.eye.protocol import Sees
from table.guides.guide import Event, Guide, Phase, step
from table.guides.leading import Trouble
from table.settings.config import Config
from texts import say
from web.guide import create_guide_app

END = say("The pictures have run out.")
CROP_QUALITY = 90
SEED = 1
"""Draws the simulated table and its deck, so that a check finds the deck that was learnt."""

React = Callable[[Guide, Guide], Event | None]


class Leader(Owner[Guide]):
    """Own a guide through cards.

    react: called after each change with the guide before and after it; what it returns happens next.
    """

    def __init__(self, guide: Guide, deck: str, edition: str | None, react: React) -> None:
        super().__init__(guide, step, react)
        self.deck, self.edition = deck, edition

    def crop(self, shot: int) -> bytes | None:
        """Give the cut-out of a caught card as JPEG, as long as it is kept."""
        kept = (place.shot for place in self.snapshot.places)
        crop = next((each.crop for each in kept if each is not None and each.id == shot), None)
        return None if crop is None else as_jpeg(crop, CROP_QUALITY)


def lead(
    leader: Leader,
    make_eye: Callable[[Leader], Sees],
    config: Config,
    tell: Tell,
    *,
    hint: str,
    edition: str | None = None,
    table: CardTable | None = None,
    patience: float | None = None,
) -> Guide:
    """Serve the page and look at the table until the guide is over or Ctrl-C; give the guide as it is then.

    edition: whose cards a robot lays on the simulated table; patience: seconds after which it closes the
    report by itself. Raises the root errors of the rooms, and what the leader failed with.
    """
    with ExitStack() as closing:
        eye, pace = make_eye(leader), config.camera.pace
        if config.camera.source == "simulated":
            table = table or SimulatedTable(SEED, 4, edition or "us")
            drawn = SimulatedCamera(table, pace)
            way = gestures.SLOW if pace else gestures.BRIEF
            robot = closing.enter_context(Dealer(leader, drawn, patience, way))
            leader.listeners.append(robot.follow)
            source, pace = closing.enter_context(Source(lambda: drawn)), 0.0
        else:
            source = closing.enter_context(Source(partial(_camera, config, leader)))
        return serve(
            leader,
            eye,
            source.take,
            config,
            tell,
            make_app=partial(create_guide_app, leader),
            ended=lambda guide: guide.phase is Phase.OVER,
            hint=hint,
            pace=pace,
        )


def _camera(config: Config, leader: Leader) -> Camera:
    """Open the configured camera. Raises CameraError."""
    wanted, camera = config.camera, the_camera(config, locked_to(config))
    return camera if wanted.source.startswith(LIVE) else Recorded(camera, lambda: leader.post(Trouble(END)))
