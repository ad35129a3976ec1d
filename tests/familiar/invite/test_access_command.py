"""`familiar code` and `familiar pin`: they print the keys, renew them, and say whose they are."""

import json

import pytest

from familiar import cli
from familiar.access import table_access
from familiar.invite import run
from table.settings.config import Config, WebConfig
from web.access import Role


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(run, "SERVICE", tmp_path / "no service")
    file = tmp_path / "familiar" / "access.json"
    return lambda: json.loads(file.read_text())


def said(capsys, *arguments):
    assert cli.run([*arguments]) == 0
    return capsys.readouterr().out


def test_the_code_is_printed_with_a_sign_and_stays_the_same(kept, capsys):
    first = said(capsys, "code")
    assert "█" in first and f"/join/{kept()['code']}" in first
    assert said(capsys, "code") == first


def test_a_new_code_or_pin_is_drawn_alone(kept, capsys):
    said(capsys, "code")
    before = kept()
    printed = said(capsys, "code", "--new")
    assert kept()["code"] in printed and kept()["code"] != before["code"]
    assert kept()["pin"] == before["pin"]
    after = kept()
    printed = said(capsys, "pin", "--new")
    assert kept()["pin"] in printed and kept()["pin_stamp"] != after["pin_stamp"]
    assert (kept()["code"], kept()["code_stamp"]) == (after["code"], after["code_stamp"])


def test_where_everybody_may_play_no_code_is_printed(kept, capsys, tmp_path):
    file = tmp_path / "familiar.toml"
    file.write_text('[web]\njoin = "open"\n')
    assert "No code is needed" in said(capsys, "code", "--config", str(file))


def test_whoever_does_not_ask_as_the_service_is_told_how_to(kept, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(run, "SERVICE", tmp_path)
    assert "that of the service: sudo familiar pin" in said(capsys, "pin")
    monkeypatch.setattr(run, "SERVICE", tmp_path / "familiar")
    assert "service" not in said(capsys, "pin")


def test_keys_that_cannot_be_kept_are_one_line_and_no_obstacle(kept, capsys, tmp_path):
    (tmp_path / "familiar").write_text("in the way")
    assert cli.run(["pin"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    found, line = table_access(Config())
    assert found.code and "cannot be" in line and found.keyring.keys.pin not in line


@pytest.mark.parametrize(("join", "role"), [("code", Role.SPECTATOR), ("open", Role.PLAYER)])
def test_the_configuration_says_what_one_is_without_the_code(kept, join, role):
    found, line = table_access(Config(web=WebConfig(join=join)))
    assert found.anyone is role and line is None
    assert (found.code is None) == (join == "open")
