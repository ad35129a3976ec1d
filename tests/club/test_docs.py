"""What docs/club.md promises: its messages, topics, keys and the broker's configuration."""

import dataclasses
import json
import re
import subprocess
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from club.hall import Hall
from club.messages import pack, scores_from_dict, unpack
from club.mosquitto import find
from club.page import create_club_app
from club.plan import evening_from_dict, evening_to_dict, seating_from_dict, seating_to_dict
from club.topics import Topics
from table.settings.club import ClubConfig
from table.settings.config import parse_config
from web.app import close

TEXT = (Path(__file__).parents[2] / "docs" / "club.md").read_text(encoding="utf-8")
DEFS = json.loads((files("club") / "schema.json").read_text(encoding="utf-8"))["$defs"]


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.S | re.M)


def test_the_messages_shown_are_messages():
    scores, seating, evening, competition, *_ = map(json.loads, blocks("json"))
    shown = {"scores": scores, "seating": seating, "evening": evening, "competition": competition}
    for kind, values in shown.items():
        Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": DEFS}).validate(values)
    assert scores_from_dict(scores).points == {"Ann": 220, "Bo": 145}
    assert seating_to_dict(seating_from_dict(seating)) == seating
    plan = evening_from_dict(unpack(pack(evening)))
    shown = evening_to_dict(plan, (), False) | {"ranking": evening["ranking"]}
    assert shown == evening


def test_every_topic_is_told_of_and_no_other():
    topics = Topics("CLUB")
    ours = [topics.status("TABLE"), topics.game("TABLE"), topics.finished("TABLE", "ID")]
    ours += [topics.seating("TABLE"), topics.evening, topics.competition, topics.board]
    assert re.findall(r"^\| `(familiar/\S+)`", TEXT, re.M) == ours


def test_the_configuration_shown_is_one():
    config, mirror = (parse_config(tomllib.loads(text), "familiar.toml").club for text in blocks("toml"))
    assert config.table == "red" and config.password_file == "club.password"
    assert mirror.user == "mirror" and mirror.tls
    keys = {each.name for each in dataclasses.fields(ClubConfig)}
    assert set(re.findall(r"`(password_file|ca_file|tls|days|discovery|discovery_prefix)`", TEXT)) <= keys


def test_the_pages_that_the_organiser_is_led_to_are_there(tmp_path, make_board):
    board = make_board()
    app = create_club_app(board, hall=Hall(board, "test", tmp_path / "cup.json"))
    paths = set(re.findall(r"`(/[a-z]+)`", TEXT[: TEXT.index("## A competition")]))
    assert paths == {"/organise", "/hall", "/checkin"}
    client = app.test_client()
    assert {client.get(path).status_code for path in paths} == {200}
    close(app)


def test_the_keys_that_the_organiser_is_told_of_are_on_the_page():
    strings = (files("club") / "static" / "hall-strings.js").read_text(encoding="utf-8")
    keys = re.findall(
        r"\*([A-Z][^*]+?)\.?\*", TEXT[TEXT.index("## From nothing") : TEXT.index("## A competition")]
    )
    assert len(keys) >= 4
    for key in keys:
        assert f't("{" ".join(key.split())}")' in strings, key


@pytest.fixture
def documented(make_broker, tmp_path):
    """Run a broker as the page configures it, with its files in a folder of the test's."""
    (conf,), (rights,) = blocks("conf"), blocks("acl")
    passwords, acl = tmp_path / "familiar.passwords", tmp_path / "familiar.acl"
    for number, user in enumerate(("board", "red", "green", "blue")):
        flags = ["-b"] if number else ["-b", "-c"]
        subprocess.run([find("mosquitto_passwd"), *flags, passwords, user, f"word of {user}"], check=True)
    acl.write_text(rights)
    lines = conf.replace("/etc/mosquitto", str(tmp_path)).splitlines()
    more = [line for line in lines if not line.startswith(("listener", "persistence", "#"))]
    return make_broker(more=more, keeps=True).start()


def test_the_broker_shown_lets_each_tell_its_own_and_forgets_nothing_with_a_power_cut(
    documented, make_table, make_board, bell, lines
):
    def access(user):
        return {"user": user, "password": f"word of {user}", "port": documented.port, "name": "club"}

    table = make_table("red", **access("red"))
    board = make_board(**access("board"))
    table.begin()
    points = table.play()
    bell.until(lambda: "red" in board.snapshot.club.tables and board.snapshot.club.tables["red"].games)
    assert lines.warned == []
    table.close()
    bell.until(lambda: board.snapshot.club.tables["red"].online is False)
    board.close()
    documented.kill()
    documented.start()
    again = make_board(**access("board"))
    bell.until(lambda: "red" in again.snapshot.club.tables and again.snapshot.club.tables["red"].games)
    (game,) = again.snapshot.club.tables["red"].games.values()
    assert game.points == points
    make_table("green", **access("red"))
    bell.until(lambda: any("does not take what is told" in line for line in lines.warned))
