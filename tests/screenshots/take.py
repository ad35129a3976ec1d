"""Take the pictures of the documentation from the pages as they are: `make screenshots`.

A table without hardware is played to where it has something to show, by robots and under a drawn camera;
phones and a big screen in Chromium look at it, each in its language and its light.
"""

from __future__ import annotations

import io
import random
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from games.sticks import COLORS, KIT, Stick, beside
from games.wizard import Bid, Confirm, Phase, Play, TurnUp, view
from simulation.devices import SimulatedPanel
from simulation.robots.setup import Setup
from simulation.robots.wizard.self_play import WizardSelfPlay
from simulation.sticks import StickTable
from simulation.table import SimulatedTable
from simulation.throwing import Fall
from table.command import Accepted, Look, NewGame, Submit
from table.host import Host
from table.journal import Journal
from table.view.lamps import tie
from vision.types import Reading, Seen, Sight
from web.app import close, create_app
from web.security import Security
from web.server import Server

sys.path.insert(0, str(Path(__file__).parents[1] / "room"))

import chromium

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
PHONE, BOARD = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
QUALITY = 72
MOST_BYTES = 1_000_000
SEED = 14
NAMES = {"fr": ("Chloé", "Émile", "Lucie", "Hugo"), "de": ("Anna", "Jonas", "Mia"), "en": ("Ann", "Bo", "Cy")}
PATIENCE_MS = 20_000


class Scene:
    """A table with its server, what the camera sees of it, and what happens there in one word."""

    def __init__(self, stack: ExitStack, stage: Any) -> None:
        self.stack = stack
        self.host = stack.enter_context(Host(Journal(":memory:")))
        self.host.start()
        panel = SimulatedPanel()
        stack.callback(tie(self.host, panel))
        self.stage = stage
        picture = self.picture if stage is not None else None
        app = create_app(
            self.host, picture=picture, address="http://familiar.local/", security=Security(secret="pictures")
        )
        stack.callback(close, app)
        self.server = stack.enter_context(Server(app, "127.0.0.1", 0)).start()

    def picture(self) -> bytes:
        """Give what the camera sees, as JPEG."""
        return cv2.imencode(".jpg", self.stage.render(), [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()

    def do(self, command: Any) -> None:
        """Let something happen. Raises ValueError where the table refuses it."""
        outcome = self.host.handle(command)
        if not isinstance(outcome, Accepted):
            raise ValueError(outcome)

    def events(self, *events: dict[str, Any]) -> None:
        for event in events:
            self.do(Submit(event))

    def ask(self, card: str, other: str) -> None:
        """Let the eye be in doubt about the card that lies uppermost."""
        lying = self.stage.lying[-1]
        corners = np.asarray(lying.corners, np.float32)
        size = np.float32([(0, 0), (96, 0), (96, 144), (0, 144)])
        crop = cv2.warpPerspective(self.stage.render(), cv2.getPerspectiveTransform(corners, size), (96, 144))
        reading = Reading(card, 0.62, True, ((other, 0.31),), tuple(map(tuple, corners.tolist())), crop)
        self.do(Look(Sight((Seen(1, reading),))))


def wizard(scene: Scene, names: tuple[str, ...], edition: str, rounds: int) -> WizardSelfPlay:
    """Let robots play so many rounds, and the next one up to its bids."""
    rules = {"edition": edition, "last_bid": "nonzero"}
    setup = Setup("wizard", SEED, names, 0, rules)
    script = WizardSelfPlay(setup)
    scene.do(NewGame(setup.header))
    play(scene, script, lambda: script.state.round > rounds and script.state.phase is Phase.BIDDING)
    return script


def play(scene: Scene, script: WizardSelfPlay, until: Any) -> None:
    """Let robots play on; the drawn table follows."""
    while not until():
        if script.deal():
            scene.stage.new_round(script.stock)
        event = script.next()
        match event:
            case TurnUp(card):
                scene.stage.turn_up(card)
                scene.events({"event": "turn_up", "card": card})
            case Bid(seat, tricks):
                scene.events({"event": "bid", "player": seat, "tricks": tricks})
            case Play(card, seat):
                scene.stage.lay(card, seat)
                scene.events({"event": "play", "card": card})
            case Confirm():
                scene.stage.sweep(winning(script))
                scene.events({"event": "confirm"})
            case _:
                scene.events({"event": "name_trump", "suit": event.suit})
        script.happened(event)


def winning(script: WizardSelfPlay) -> int:
    """Name the seat that has won the trick that lies there."""
    return int(view(script.state, None)["winning"])


class Camera:
    """Looks at pages with a browser, and keeps what it sees."""

    def __init__(self, browser: Browser) -> None:
        self.browser, self.bytes = browser, 0

    def open(self, scene: Scene, path: str, size: dict[str, int], locale: str, light: str) -> Page:
        """Open a page of the scene in a browser of its own."""
        context = self.browser.new_context(
            viewport=size, locale=locale, color_scheme=light, reduced_motion="reduce", device_scale_factor=1.5
        )
        scene.stack.callback(context.close)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"http://127.0.0.1:{scene.server.port}{path}")
        page.wait_for_selector("h1")
        return page

    def take(self, page: Page, name: str) -> None:
        """Keep what the page shows now, once its pictures and letters have come."""
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        page.wait_for_function(
            "() => [...document.images].every(one => one.complete || !one.checkVisibility())"
        )
        image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        path = FOLDER / f"{name}.webp"
        image.save(path, quality=QUALITY, method=6)
        self.bytes += path.stat().st_size
        print(f"{path.relative_to(FOLDER.parents[1])}: {path.stat().st_size // 1000} kB")


def main() -> int:
    """Take every picture; 1 where they have grown too large together."""
    program = chromium.find() or sys.exit(chromium.MISSING)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        driver = stack.enter_context(sync_playwright())
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        stack.callback(browser.close)
        camera = Camera(browser)
        for scene in (wizard_in_french, wizard_in_german, wizard_in_english, magicians, probe):
            with ExitStack() as within:
                scene(within, camera)
    print(f"{camera.bytes // 1000} kB together")
    return 0 if camera.bytes <= MOST_BYTES else 1


def wizard_in_french(stack: ExitStack, camera: Camera) -> None:
    """A bid, the big screen, and the finale: the old edition."""
    names = NAMES["fr"]
    scene = Scene(stack, SimulatedTable(SEED, len(names), "amigo"))
    script = wizard(scene, names, "amigo", 6)
    phone = camera.open(scene, "/", PHONE, "fr-FR", "dark")
    play(scene, script, lambda: len(script.waiting) == 1)
    last = script.waiting[0]
    phone.click(f"[data-focus=seat{last}]")
    phone.wait_for_selector(".banner.mine")
    camera.take(phone, "bid-fr")
    play(scene, script, lambda: script.state.phase is Phase.TRICK_DONE and script.state.trick is not None)
    board = camera.open(scene, "/board", BOARD, "fr-FR", "dark")
    board.wait_for_selector(".plaque.won")
    camera.take(board, "wizard-board-fr")
    play(scene, script, lambda: script.state.over)
    board.wait_for_selector(".award")
    camera.take(board, "finale-fr")


def wizard_in_german(stack: ExitStack, camera: Camera) -> None:
    """A trick as it lies, and the sheet."""
    names = NAMES["de"]
    scene = Scene(stack, SimulatedTable(SEED + 1, len(names), "amigo"))
    script = wizard(scene, names, "amigo", 5)
    play(scene, script, lambda: script.state.phase is Phase.TRICK and len(script.state.trick.cards) == 2)
    phone = camera.open(scene, "/", PHONE, "de-DE", "light")
    phone.click(f"[data-focus=seat{script.state.turn}]")
    phone.wait_for_selector(".banner.mine")
    camera.take(phone, "trick-de")


def wizard_in_english(stack: ExitStack, camera: Camera) -> None:
    """A card that is unclear."""
    names = NAMES["en"]
    scene = Scene(stack, SimulatedTable(SEED + 2, len(names), "us"))
    script = wizard(scene, names, "us", 3)
    play(scene, script, lambda: script.state.phase is Phase.TRICK)
    event = script.next()
    scene.stage.lay(event.card, script.state.turn)
    scene.ask(event.card, "10S" if event.card != "10S" else "10C")
    phone = camera.open(scene, "/", PHONE, "en-GB", "dark")
    phone.click("[data-focus=seat0]")
    phone.wait_for_selector(".question .crop img")
    phone.evaluate("scrollTo(0, 0)")
    camera.take(phone, "question-en")


def magicians(stack: ExitStack, camera: Camera) -> None:
    """The Places, and where the figures may go, on a phone."""
    stage = StickTable(SEED)
    scene = Scene(stack, stage)
    rules = {"opening": "dealer"}
    scene.do(NewGame({"game": "magicians", "players": list(NAMES["de"]), "dealer": 0, "rules": rules}))

    def throw(*notches: int) -> None:
        pairs = list(zip(COLORS, notches, strict=True))
        stage.take_up()
        stage.throw(Fall(tuple(Stick(color, n, beside(KIT[0][n])) for color, n in pairs)))
        scene.events({"event": "throw", "sticks": [{"color": color, "notches": n} for color, n in pairs]})

    moves = {"event": "jump", "to": "mill"}, {"event": "walk", "to": "slab"}
    throw(1, 1, 0)
    scene.events({"event": "confirm"}, *moves)
    throw(0, 1, 1)
    scene.events({"event": "confirm"})
    phone = camera.open(scene, "/", PHONE, "fr-FR", "light")
    phone.click("[data-focus=seat1]")
    phone.wait_for_selector(".banner.mine")
    camera.take(phone, "magicians-phone-fr")


def probe(stack: ExitStack, camera: Camera) -> None:
    """Everybody's trays on a phone, and the own word."""
    scene = Scene(stack, None)
    names = NAMES["fr"]
    scene.do(NewGame({"game": "probe", "players": list(names), "dealer": 0, "rules": {}}))
    for seat, word in enumerate(("PIANISTE", "CHATEAU", "ORAGE", "FORET")):
        scene.events({"event": "word", "player": seat, "word": word})
    chance = random.Random(SEED)
    for _ in range(40):
        turn(scene, chance)
    phone = camera.open(scene, "/", PHONE, "fr-FR", "dark")
    phone.click("[data-focus=seat1]")
    phone.wait_for_selector(".probers")
    camera.take(phone, "probe-phone-fr")


def turn(scene: Scene, chance: random.Random) -> None:
    """Let somebody draw, or ask for a letter by chance."""
    now = scene.host.snapshot.view(None)
    if now["phase"] == "draw":
        scene.events({"event": "draw", "card": "normal"})
    elif now["phase"] == "ask":
        others = [seat for seat in range(len(now["players"])) if seat != now["active"]]
        scene.events({"event": "ask", "of": chance.choice(others), "sign": chance.choice("AEIORTSNP")})
    elif now["phase"] == "answer":
        may = scene.host.snapshot.view(now["turn"])["answer"]["open"]
        scene.events({"event": "open", "space": may[0]["space"]} if may else {"event": "no"})


if __name__ == "__main__":
    sys.exit(main())
