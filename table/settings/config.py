"""The configuration: one TOML file, every key with its default, its bounds and a line of help."""

import dataclasses
import json
import os
import types
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from device.pins import Pins
from device.speaker import RATE
from files.regular import expand, read_file
from games.board import board_to_dict, parse_board
from games.book import GAMES
from games.errors import GameError
from table.errors import ConfigError
from table.settings import addresses, club, sections
from table.settings.club import ClubConfig
from table.settings.keys import key, path_key
from table.settings.toml import read_toml
from texts.languages import LANGUAGES

GPIO = (0, 27)
"""The numbers of the pins on the Pi's header."""


def data_dir(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of what the program keeps: $XDG_DATA_HOME/familiar, else ~/.local/share/familiar."""
    base = environ.get("XDG_DATA_HOME", "")
    # The XDG rule: a path that is not absolute is to be ignored.
    root = Path(base) if os.path.isabs(base) else Path(environ.get("HOME") or Path.home()) / ".local/share"
    return root / "familiar"


USUAL = next(iter(GAMES))
"""The game that is played where nobody chooses one."""
NO_CAMERA = "none"
"""The source of whoever plays without: nothing is looked at, and nothing is missed."""


@dataclass(frozen=True)
class GameConfig:
    """What is played when nobody chooses otherwise; with `board` the rules hold that file's content."""

    name: str = key(USUAL, "the game", choices=tuple(GAMES))
    deck: str = path_key(
        "", 'the deck on the table: "us", "amigo" or an enrolled one; "" goes by the edition, Probe by phones'
    )
    sticks: str = path_key("", 'the throwing sticks on the table: an enrolled set; "" is the kit\'s')
    board: str = path_key(
        "", 'a board file for magicians, seen from this file\'s folder; "" goes by the rules'
    )
    cards: str = key(
        "",
        'Wizard: "laid" every card is entered, "none" only tricks are counted, "" goes by the camera',
        choices=("", "laid", "none"),
    )
    rules: Mapping[str, Any] = field(
        default_factory=lambda: types.MappingProxyType({}),
        metadata={"help": 'the rules that differ from the usual, for example { edition = "amigo" }'},
    )


@dataclass(frozen=True)
class CameraConfig:
    """What looks at the table."""

    source: str = path_key(
        "picamera",
        "picamera, usb:N, a video file, a folder of pictures, simulated, or none: all is entered with phones",
    )
    width: int = key(2304, "pixels across", low=320, high=4608)
    height: int = key(1296, "pixels down", low=240, high=2592)
    distance: float = key(0.75, "metres from the camera to the table, for its fixed focus", low=0.2, high=3.0)
    mains: int = key(50, "hertz of the mains, against flickering light", choices=(50, 60))
    pace: float = key(
        0.1,
        "seconds from one picture to the next, two thirds of it while something moves",
        low=0.0,
        high=60.0,
    )


@dataclass(frozen=True)
class PanelConfig:
    """What is wired to the pins (Broadcom numbers)."""

    pins: str = key(
        "none",
        "gpio on a Raspberry Pi, mock to try it, none without a panel",
        choices=("gpio", "mock", "none"),
    )
    confirm: int = key(Pins.confirm, "the confirm button", low=GPIO[0], high=GPIO[1])
    undo: int = key(Pins.undo, "the undo button, to be held", low=GPIO[0], high=GPIO[1])
    next: int = key(-1, "the next-seat button, for example 13; -1: there is none", low=-1, high=GPIO[1])
    red: int = key(Pins.red, "the status light's red", low=GPIO[0], high=GPIO[1])
    green: int = key(Pins.green, "the status light's green", low=GPIO[0], high=GPIO[1])
    blue: int = key(Pins.blue, "the status light's blue", low=GPIO[0], high=GPIO[1])
    common_anode: bool = key(Pins.common_anode, "whether the status light's common leg is at 3.3 V")
    seats: tuple[int, ...] = key(Pins.seats, "a light a seat", low=GPIO[0], high=GPIO[1])
    seat_pwm: bool = key(Pins.seat_pwm, "whether the seats' lights can be dimmed")
    buzzer: int = key(Pins.buzzer, "the buzzer; -1: there is none", low=-1, high=GPIO[1])
    tones: bool = key(Pins.tones, "whether the buzzer plays tones (passive) or only buzzes (active)")
    bounce: float = key(Pins.bounce, "seconds that a button's contacts may bounce", low=0.0, high=0.2)
    hold: float = key(Pins.hold, "seconds that undo must be held", low=0.3, high=5.0)

    def wiring(self) -> Pins:
        """Return the pins as the panel wants them."""
        named = {each.name: getattr(self, each.name) for each in dataclasses.fields(Pins)}
        for each in ("next", "buzzer"):
            named[each] = None if named[each] < 0 else named[each]
        return Pins(**named)


@dataclass(frozen=True)
class WebConfig:
    """Where the phones find the page."""

    host: str = key(
        "0.0.0.0",
        "the address to listen at: all of IPv4; :: is all of IPv6 too, 127.0.0.1 keeps to this machine",
        reads=addresses.check_host,
        wanted='an address or a name of this machine, for example "0.0.0.0" or "::"',
    )
    port: int = key(8000, "the port", low=1, high=65535)
    join: str = key(
        "code",
        "who plays: whoever has the code that the table shows, or with open everybody in the network",
        choices=("code", "open"),
    )
    hosts: tuple[str, ...] = key(
        (),
        'names by which phones ask for this machine, beside its own: ["table.example"]',
        signs=addresses.NAME,
        wanted="letters a-z, digits, - and points, without http:// and port",
    )
    proxies: tuple[str, ...] = key(
        (),
        'addresses of proxies before the page, which are believed for whom they ask: ["127.0.0.1"]',
        reads=ip_network,
        wanted='an address or a network, for example "127.0.0.1" or "10.0.0.0/24"',
    )


@dataclass(frozen=True)
class JournalConfig:
    """Where every game is written down."""

    path: str = path_key("", 'the file, seen from the data folder; "" is journal.sqlite there')
    backups: int = key(
        10, "how many copies of it are kept, made at the start, in a game and at its end", low=0, high=1000
    )
    backups_in: str = path_key(
        "", 'their folder, seen from there too, best on another disk; "" is backups beside the journal'
    )
    backups_mb: int = key(200, "megabytes that the copies may take together", low=1, high=100_000)


@dataclass(frozen=True)
class ConfirmConfig:
    """How a trick or a throw is settled."""

    after: float = key(
        0.0,
        "seconds after which a trick, a clear throw or card confirms itself; 0: only by button or phone",
        low=0.0,
        high=60.0,
    )


@dataclass(frozen=True)
class SpeechConfig:
    """What a speaker at the table says aloud, with espeak-ng."""

    on: bool = key(False, "whether it speaks, until the owner switches it with a phone")
    language: str = key("", 'its language; "" goes by that of this machine', choices=("", *LANGUAGES))
    rate: int = key(RATE, "words a minute", low=80, high=450)


@dataclass(frozen=True)
class WheelsConfig:
    """The kit's bid wheels and trump tags, read by the camera."""

    read: bool = key(False, "whether bids are read from wheels, until the owner switches it with a phone")
    first: str = key(
        "bottom",
        "the edge of the camera's picture at which the first player sits; the others clockwise",
        choices=("bottom", "left", "top", "right"),
    )


@dataclass(frozen=True)
class Config:
    """The whole configuration; a section left out is its defaults."""

    game: GameConfig = field(default_factory=GameConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    panel: PanelConfig = field(default_factory=PanelConfig)
    web: WebConfig = field(default_factory=WebConfig)
    journal: JournalConfig = field(default_factory=JournalConfig)
    confirm: ConfirmConfig = field(default_factory=ConfirmConfig)
    speech: SpeechConfig = field(default_factory=SpeechConfig)
    wheels: WheelsConfig = field(default_factory=WheelsConfig)
    club: ClubConfig = field(default_factory=ClubConfig)

    def journal_path(self, environ: Mapping[str, str] = os.environ) -> Path:
        """Return where the journal lies: the same for every command, wherever it is called.

        Where a link stands there, it is the file to which that leads: its log and lock lie beside it. A link
        that leads to no file, to a stick that is not plugged in, stays one: no journal is begun there.
        """
        if self.journal.path == ":memory:":
            # SQLite's word for no file at all.
            return Path(self.journal.path)
        # What begins with / or ~ is a place of its own.
        named = data_dir(environ) / (expand(self.journal.path) if self.journal.path else "journal.sqlite")
        return Path(os.path.realpath(named)) if os.path.isfile(named) else named

    def backups_folder(self, environ: Mapping[str, str] = os.environ) -> Path | None:
        """Return where its copies lie; None: beside the journal."""
        return data_dir(environ) / expand(self.journal.backups_in) if self.journal.backups_in else None


@dataclass(frozen=True)
class House:
    """What pages offer: a game and its rules, which people may change, and what this table's things settle.

    fixed: by game, the rules that no phone changes, such as the table of the sticks that lie there.
    """

    game: str = USUAL
    rules: Mapping[str, Any] = field(default_factory=dict)
    fixed: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def load_config(path: Path | str | None) -> Config:
    """Read a configuration; None is the file that $FAMILIAR_CONFIG names, or else the defaults.

    Raises ConfigError with one line for every wrong value.
    """
    path = path or os.environ.get("FAMILIAR_CONFIG")
    if not path:
        return Config()
    try:
        return parse_config(read_toml(path), str(path))
    except ConfigError:
        raise
    except ValueError as error:
        raise ConfigError([str(error)]) from None
    except RecursionError:
        raise ConfigError([f"{path}: it is nested too deep; compare it with the printed defaults"]) from None


def parse_config(values: Mapping[str, Any], file: str) -> Config:
    """Check a parsed file. Raises ConfigError with one line for every wrong value."""
    problems: list[str] = []
    kinds: dict[str, Any] = {each.name: each.default_factory for each in dataclasses.fields(Config)}
    found: dict[str, Any] = {}
    for name, body in values.items():
        if name not in kinds:
            hint = sections.nearest(name, kinds)
            problems.append(f"{file}: [{sections.word(name)}]: there is no such section; {hint}")
        elif not isinstance(body, dict):
            problems.append(f"{file}: {name}: this is a section; write [{name}] and its keys below")
        else:
            kind = kinds[name]
            good = sections.read(kind, body, f"{file}: [{name}]", problems)
            if kind is GameConfig:
                _add_rules(good, file, problems)
            if kind is ClubConfig:
                problems += club.check(good, file)
            found[name] = kind(**good)
    if problems:
        raise ConfigError(problems)
    return Config(**found)


def _add_rules(good: dict[str, Any], file: str, problems: list[str]) -> None:
    """Check the rules of the configured game, and take the board file in among them."""
    game = good.get("name", USUAL)
    if good.get("board"):
        where = f"{file}: [game] board"
        boards = [name for name, rules in GAMES.items() if "board" in rules.SETTINGS]
        if game not in boards:
            known = ", ".join(boards)
            problems.append(f'{where}: only {known} is played on a board; write name = "{boards[0]}" too')
            return
        if "board" in good.get("rules", {}):
            problems.append(f"{where}: the rules name a board as well; leave one of them")
            return
        try:
            board = read_board(Path(file).parent / expand(good["board"]))
        except ValueError as error:
            problems.append(f"{where}: {error}")
            return
        good["rules"] = {**good.get("rules", {}), "board": board}
    rules = dict(good.get("rules", {}))
    if good.get("cards") and game in GAMES and "cards" in GAMES[game].SETTINGS:
        rules["cards"] = good["cards"]
    if rules and game in GAMES:
        try:
            GAMES[game].parse_rules(rules)
        except GameError as error:
            problems.append(f"{file}: [game] rules: {_one_line(error)}")


def read_board(path: Path) -> dict[str, Any]:
    """Read a board file and check it. Raises ValueError with what is wrong and what to do."""
    try:
        return board_to_dict(parse_board(json.loads(read_file(path).decode("utf-8-sig"))))
    except OSError as error:
        raise ValueError(f"{path}: cannot be read ({error.strerror}); check the path") from None
    except json.JSONDecodeError as error:
        what = f"{error.msg} in line {error.lineno}, character {error.colno}"
        raise ValueError(f"{path}: this is not JSON: {what}; correct it there") from None
    except GameError as error:
        raise ValueError(f"{path}: {_one_line(error)}") from None
    except (ValueError, RecursionError):
        raise ValueError(f"{path}: this is no JSON text in UTF-8; save it as one") from None


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())


def default_config() -> str:
    """Write the configuration file with every key at its default, commented, and what it is for."""
    lines = ["# Familiar's configuration: take the # away before what you change."]
    for section in dataclasses.fields(Config):
        lines += ["", *sections.write(section.name, section.default_factory)]
    return "\n".join(lines) + "\n"
