"""Whatever stands in a file that people write or copy: it is used, or refused in one sentence."""

import contextlib
import io
import json
import tempfile
import tomllib
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest
from fuzzing import altered_bytes, altered_json, as_text, fuzzed, one_sentence, records, values
from hypothesis import strategies as st

from familiar.cli import run
from familiar.records.replay import load
from games.board import board_to_dict, parse_board
from games.book import GAMES
from games.errors import GameError
from games.magicians.graph import LAYOUTS, house
from table.errors import ConfigError, TableError
from table.eye import calibration
from table.settings.config import default_config, load_config, parse_config, read_board
from vision.errors import VisionError
from vision.read import profile
from vision.sticks import profile as stick_profile

CONFIG = default_config()
SECTIONS = ["game", "camera", "panel", "web", "journal", "confirm", "club", "strange"]
RECORDS = records()


@contextlib.contextmanager
def file(content, name="file"):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        yield path


def uncommented():
    """Give the printed configuration with every key set to its default."""
    lines = [
        line[1:] if line.startswith("#") and " = " in line[:30] else line for line in CONFIG.splitlines()
    ]
    return "\n".join(line for line in lines if not line.startswith("#"))


WHOLE_CONFIG = uncommented()


@fuzzed(content=st.one_of(st.binary(max_size=300), altered_bytes([WHOLE_CONFIG.encode(), CONFIG.encode()])))
def test_a_configuration_of_any_bytes_is_used_or_refused(content):
    with file(content, "familiar.toml") as path:
        try:
            load_config(path)
        except ConfigError as error:
            for problem in error.problems:
                one_sentence(problem)


@fuzzed(short=150, given=st.one_of(st.dictionaries(st.sampled_from(SECTIONS), values, max_size=3),
                                  altered_json([tomllib.loads(WHOLE_CONFIG)])))  # fmt: skip
def test_a_configuration_of_any_values_is_used_or_refused(given):
    try:
        parse_config(given, "familiar.toml")
    except ConfigError as error:
        for problem in error.problems:
            one_sentence(problem)


def settle(content):
    with file(content, "game.jsonl") as path:
        try:
            game = load(str(path))
        except GameError as error:
            one_sentence(error)
            return
        rules = GAMES[game.header.game]
        json.dumps(rules.result(game.state))
        assert rules.score_sheet(game.state)


@fuzzed(
    content=st.one_of(st.binary(max_size=200), altered_bytes(["\n".join(each).encode() for each in RECORDS]))
)
def test_a_record_of_any_bytes_is_settled_or_refused(content):
    settle(content)


@fuzzed(short=150, lines=altered_json([[json.loads(line) for line in each] for each in RECORDS]))
def test_a_record_of_any_events_is_settled_or_refused(lines):
    each = lines if isinstance(lines, list) else [lines]
    settle("\n".join(map(as_text, each)).encode())


@fuzzed(short=30, lines=altered_json([[json.loads(line) for line in each] for each in RECORDS]), part=0.1)
def test_the_command_answers_any_record_with_a_sheet_or_one_line(lines):
    each = lines if isinstance(lines, list) else [lines]
    said, complained = io.StringIO(), io.StringIO()
    with file("\n".join(map(as_text, each)).encode()) as path:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
            status = run(["replay", str(path), "--json"])
    assert (status, bool(said.getvalue()), len(complained.getvalue().splitlines())) in (
        (0, True, 0),
        (1, False, 1),
    )


BOARD = board_to_dict(house(LAYOUTS[0]))


@fuzzed(short=150, given=st.one_of(values, altered_json([BOARD])))
def test_a_board_of_any_values_is_used_or_refused(given):
    try:
        parse_board(given)
    except GameError as error:
        one_sentence(error)


@fuzzed(content=st.one_of(st.binary(max_size=100), altered_bytes([json.dumps(BOARD).encode()])))
def test_a_board_file_of_any_bytes_is_used_or_refused(content):
    with file(content) as path:
        try:
            read_board(path)
        except ValueError as error:
            one_sentence(error)


def picture(height, width):
    """Draw something."""
    return np.arange(height * width * 3, dtype=np.uint8).reshape(height, width, 3)


def a_deck():
    """Give the bytes of an enrolled deck of two cards."""
    kept = profile.empty("grandma")
    for card in ("7H", "back"):
        kept = profile.with_picture(kept, card, picture(144, 96))
    with file(b"") as path:
        profile.save(kept, path)
        return path.read_bytes()


def a_set_of_sticks():
    """Give the bytes of an enrolled set of sticks."""
    faces = [
        stick_profile.Face(color, count, sides, picture(96, 192))
        for color in ("red", "black", "white")
        for count, sides in enumerate([("force", "magic"), ("destiny", "magic"), ("destiny", "force")])
    ]
    with file(b"") as path:
        stick_profile.save(stick_profile.profile("noris", faces), path)
        return path.read_bytes()


def repacked(content, member, change):
    """Give a zip archive with one member's content changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for each in old.infolist():
            data = old.read(each)
            new.writestr(each.filename, change(data) if each.filename == member else data)
    return out.getvalue()


def told(content, member):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return json.loads(archive.read(member))


PROFILES = [
    (profile, a_deck(), "deck.json", "grandma.deck"),
    (stick_profile, a_set_of_sticks(), "sticks.json", "noris.sticks"),
]


def open_profile(module, content, name):
    with file(content, name) as path:
        try:
            module.load(path)
        except VisionError as error:
            one_sentence(error)


@fuzzed(which=st.sampled_from([0, 1]), draws=st.data())
def test_a_profile_of_any_bytes_is_used_or_refused(which, draws):
    module, content, _, name = PROFILES[which]
    open_profile(module, draws.draw(st.one_of(st.binary(max_size=200), altered_bytes([content]))), name)


@fuzzed(short=100, which=st.sampled_from([0, 1]), draws=st.data())
def test_a_profile_that_tells_anything_of_itself_is_used_or_refused(which, draws):
    module, content, member, name = PROFILES[which]
    said = draws.draw(st.one_of(values, altered_json([told(content, member)])))
    open_profile(module, repacked(content, member, lambda _: as_text(said).encode()), name)


@fuzzed(short=30, which=st.sampled_from([0, 1]), draws=st.data())
def test_a_profile_with_any_picture_is_used_or_refused(which, draws):
    module, content, _, name = PROFILES[which]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        member = draws.draw(st.sampled_from([each for each in archive.namelist() if each.endswith(".jpg")]))
    data = draws.draw(st.one_of(st.binary(max_size=60), altered_bytes([PICTURES[0], PICTURES[1]])))
    open_profile(module, repacked(content, member, lambda _: data), name)


def packed(image, kind):
    return cv2.imencode(kind, image)[1].tobytes()


PICTURES = [
    packed(picture(144, 96), ".jpg"),
    packed(picture(96, 192), ".png"),
    b"",
    packed(picture(1, 1), ".png"),
]


@fuzzed(
    short=15,
    part=0.02,
    names=st.lists(st.one_of(st.sampled_from(["7H", "7H-2", "W", "back", "none", "x y", "-", "é"]),
                             st.text("ab7H-+ \u00e9\u202e.", min_size=1, max_size=8)), max_size=4),
    ends=st.sampled_from([".jpg", ".PNG", ".webp", ".jpeg"]),
    content=st.one_of(st.sampled_from(PICTURES), altered_bytes(PICTURES[:2]), st.binary(max_size=50)),
    sticks=st.booleans(),
)  # fmt: skip
def test_a_folder_of_any_pictures_is_enrolled_or_refused(names, ends, content, sticks):
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", f"{folder}/data")
        pictures = Path(folder) / "pictures"
        pictures.mkdir()
        for name in names:
            (pictures / f"{name}{ends}").write_bytes(content)
        complained = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(complained):
            words = ["enrol", "grandma", "--from", str(pictures), *(["--sticks"] if sticks else [])]
            status = run(words)
        lines = complained.getvalue().splitlines()
        assert status in (0, 1) and bool(lines) == (status == 1)
        assert not any("Traceback" in line for line in lines)


def kept_calibration(folder):
    """Keep a calibration in a folder, and give its file."""
    size, table = (96, 72), ((1.0, 1.0), (90.0, 1.0), (90.0, 70.0), (1.0, 70.0))
    return calibration.save(
        calibration.Calibration("picamera", size, table, "hand", picture(72, 96)), Path(folder)
    )


@fuzzed(short=100, draws=st.data())
def test_a_calibration_that_tells_anything_is_used_or_refused(draws):
    with tempfile.TemporaryDirectory() as folder:
        kept = kept_calibration(folder)
        whole = kept.read_bytes()
        change = st.one_of(
            altered_bytes([whole]),
            st.one_of(values, altered_json([json.loads(whole)])).map(as_text).map(str.encode),
        )
        kept.write_bytes(draws.draw(change))
        try:
            calibration.load(Path(folder))
        except TableError as error:
            one_sentence(error)
