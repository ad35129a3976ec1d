"""A newer version that did not come up: what the pages and the doctor make of what was written down."""

import json
import os

import pytest

from familiar.doctor import checks
from familiar.went_back import FILE, TOLD_S, news, way_back

NOTE = {"new": "0.3.1-py3.11-0123456789", "old": "0.3.0-py3.11-9876543210"}
AT = 1_800_000_000.0


@pytest.fixture
def noted(tmp_path):
    path = tmp_path / FILE
    path.write_text(json.dumps(NOTE) + "\n")
    os.utime(path, (AT, AT))
    return tmp_path


def test_the_pages_tell_of_it_for_a_day(noted):
    said = "The new version 0.3.1 of Familiar did not start, so 0.3.0 plays on. All games are there."
    assert news(noted, AT) == news(noted, AT + TOLD_S - 1) == said
    assert news(noted, AT + TOLD_S) is None and news(noted, AT - 1) is None


def test_the_doctor_tells_of_it_and_what_to_do(noted):
    found = way_back(noted)
    assert (found.new, found.old, found.at) == ("0.3.1", "0.3.0", AT)
    told = checks.update(found.new, found.old, "2027-01-15")
    assert told.status == "warning" and told.said == "0.3.1 did not start on 2027-01-15, so 0.3.0 plays on."
    assert told.remedy and checks.update("", "", "").status == "ok"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"new": "0.3.1"}', '{"new": 1, "old": "0"}', '{"new": "é", "old": "0"}']
)
def test_what_is_no_note_says_nothing(tmp_path, text):
    assert way_back(tmp_path) is None
    (tmp_path / FILE).write_text(text)
    assert way_back(tmp_path) is None and news(tmp_path) is None
