"""What an owner chose on a page stands over a restart, until the settings beneath it change."""

import json

import pytest

from table.settings.choices import Choices, Chosen

SETTINGS = Chosen(speaks=False, language="fr", wheels=False)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "data" / "choices.json"


def test_what_was_chosen_stands_when_the_table_is_started_again(file):
    choices = Choices(SETTINGS, file)
    choices.choose(speaks=True)
    choices.choose(language="de", wheels=True)
    assert Choices(SETTINGS, file).now == Chosen(speaks=True, language="de", wheels=True) == choices.now


def test_it_can_be_taken_back(file):
    Choices(SETTINGS, file).choose(wheels=True)
    Choices(SETTINGS, file).choose(wheels=False)
    assert Choices(SETTINGS, file).now == SETTINGS


def test_whoever_changes_a_setting_later_means_that_one_and_no_other(file):
    Choices(SETTINGS, file).choose(speaks=True, language="de", wheels=False)
    changed = Chosen(speaks=False, language="en", wheels=True)
    assert Choices(changed, file).now == Chosen(speaks=True, language="en", wheels=True)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"speaks": true, "language": {"chosen": "de"}}',
        b'{"speaks": {"setting": false, "chosen": 1}, "language": {"setting": "fr", "chosen": "tlh"}}',
        b'{"speaks": {"setting": 0, "chosen": "yes"}, "wheels": {"setting": false}, "more": {}}',
    ],
    ids=range(9),
)
def test_what_cannot_be_read_leaves_the_settings(file, content):
    file.parent.mkdir()
    file.write_bytes(content)
    assert Choices(SETTINGS, file).now == SETTINGS


def test_a_spoilt_file_of_choices_is_told_in_words(tmp_path, caplog):
    (tmp_path / "choices.json").write_text("{")
    Choices(SETTINGS, tmp_path / "choices.json")
    assert "choices.json: it is no JSON text; the settings count" in caplog.text


def test_where_nothing_can_be_written_it_is_chosen_until_the_end(tmp_path, caplog):
    (tmp_path / "file").write_text("in the way")
    choices = Choices(SETTINGS, tmp_path / "file" / "choices.json")
    choices.choose(wheels=True)
    assert choices.now.wheels and "choices.json: cannot be written" in caplog.text


def test_the_file_says_what_was_chosen_in_the_place_of_what(file):
    Choices(SETTINGS, file).choose(language="de")
    assert json.loads(file.read_text())["language"] == {"setting": "fr", "chosen": "de"}
