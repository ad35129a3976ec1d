"""What keeps strangers, other sites and broken input out."""

import logging
import re
from types import SimpleNamespace

import pytest

ATTACKS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE game; --",
    "{{7*7}}",
    "${7*7}",
    "%s%s%n",
    "../../etc/passwd",
    "javascript:alert(1)",
    "</script><svg/onload=alert(1)>",
    "&lt;b&gt;",
    "\u202eBo",
    "data: id: 1",
    "🂡🂱",
]
GETS = ["/", "/board", "/state", "/picture.jpg", "/static/main.js", "/nothing"]
GETS += ["/before/0", "/crop/1.jpg", "/crop/stick-1-red.jpg"]


@pytest.mark.parametrize("path", GETS)
def test_every_answer_carries_the_headers_that_protect(table, path):
    with table.app.test_client().get(path) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/", "/board"])
def test_the_pages_hold_no_script_and_no_style_of_their_own_and_load_nothing_from_outside(table, path):
    page = table.app.test_client().get(path).text
    assert "<style" not in page
    assert " style=" not in page
    scripts = re.findall(r'<script type="module" src="/static/\w+/en/(net|main)\.js"></script>', page)
    assert scripts == ["net", "main"] and page.count("<script") == 2
    assert "onclick" not in page
    assert "//" not in page.replace("http://familiar.local:8000/", "").replace(
        "http://www.w3.org/2000/svg", ""
    )


def test_a_wish_without_the_pages_own_header_is_refused(table):
    table.begin()
    answer = table.phone().say("undo", headers={})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://localhost", "http://localhost:81", "null", ""]
)
def test_a_wish_from_another_sites_page_is_refused(table, origin):
    table.begin()
    answer = table.phone().say("undo", headers={"X-Familiar": "1", "Origin": origin})
    assert answer.status_code == 403


def test_a_wish_from_our_own_page_says_so_and_is_heard(table):
    table.to_bids()
    answer = table.phone().say("undo", headers={"X-Familiar": "1", "Origin": "http://localhost"})
    assert answer.status_code == 200


def test_nothing_changes_by_getting(table):
    table.to_bids()
    number = table.host.snapshot.number
    phone = table.phone()
    for rule in table.app.url_map.iter_rules():
        if rule.rule.startswith("/api/"):
            assert rule.methods & {"GET", "HEAD"} == set()
            assert phone.client.get(rule.rule).status_code == 405
    for path in GETS:
        phone.client.get(path).close()
    assert table.host.snapshot.number == number


@pytest.mark.parametrize("name", ATTACKS)
def test_a_hostile_name_is_a_name_and_never_part_of_a_page(table, name):
    phone = table.phone()
    setup = {"players": [name, "Dot", "Cy"], "dealer": 0, "rules": {}}
    answer = phone.say("game", **setup)
    assert answer.status_code == 200, answer.json
    # What would turn a line round is no part of a name.
    assert phone.state()["players"][0] == name.replace("\u202e", "")
    for path in ("/", "/board"):
        assert name not in phone.client.get(path).text
    assert phone.client.get("/state").mimetype == "application/json"


@pytest.mark.parametrize("name", ATTACKS)
def test_a_hostile_card_suit_or_button_is_refused_in_one_sentence(table, name):
    table.to_trick()
    phone = table.phone()
    for wish, body in (("card", {"card": name}), ("trump", {"suit": name}), ("press", {"button": name})):
        answer = phone.say(wish, **body)
        assert answer.status_code in (400, 422)
        assert answer.mimetype == "application/json"
        assert len(answer.json["error"].splitlines()) == 1


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"1", b'"x"', b"null", b"\xff\xfe", b"[" * 5000])
def test_a_body_that_is_no_object_is_refused_in_one_sentence(table, data):
    table.begin()
    answer = table.app.test_client().post(
        "/api/undo", data=data, headers={"X-Familiar": "1"}, content_type="application/json"
    )
    assert answer.status_code == 400
    assert answer.json["error"].startswith("The request must be one JSON object")


def test_a_form_is_not_taken_for_json(table):
    answer = table.app.test_client().post("/api/undo", data={"seen": 1}, headers={"X-Familiar": "1"})
    assert answer.status_code == 400


def test_a_wish_that_is_too_large_is_refused(table):
    table.begin()
    answer = table.phone().say("card", card="x" * 70_000)
    assert answer.status_code == 413
    assert answer.json["error"] == "That is too much: a request may have 64 KiB at most."


def test_an_unknown_key_is_named(table):
    table.begin()
    answer = table.phone().say("confirm", count=3)
    assert answer.json["error"] == "The request has an unknown key 'count'; known here: seen."


def test_a_page_that_does_not_exist_is_said_in_our_own_words(table):
    answer = table.app.test_client().get("/nothing", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "There is no such page at this table." in answer.text
    assert table.app.test_client().get("/nothing").json["error"] == "There is no such page at this table."


def test_what_goes_wrong_inside_stays_inside_and_stands_in_the_log(make_table, monkeypatch, caplog):
    table = make_table()
    monkeypatch.setattr(table.host, "post", lambda command: 1 / 0)
    table.begin = None
    with caplog.at_level(logging.ERROR):
        answer = table.phone().say("undo")
    assert answer.status_code == 500
    assert answer.json["error"] == "Something went wrong at the table; the game is unharmed."
    assert "division" not in answer.text
    assert "ZeroDivisionError" in caplog.text


def test_the_picture_is_what_the_camera_sees_and_a_crop_without_a_question_is_not_there(table):
    client = table.app.test_client()
    picture = client.get("/picture.jpg")
    assert (picture.mimetype, picture.data) == ("image/jpeg", b"\xff\xd8 what the camera sees")
    assert client.get("/crop/1.jpg").status_code == 404


def test_without_a_simulated_panel_there_are_no_buttons_on_the_page(host):
    from web.app import close, create_app

    app = create_app(host, panel=SimpleNamespace(wired=True))
    client = app.test_client()
    assert client.get("/state").json["simulated"] is False
    answer = client.post("/api/press", json={"button": "confirm"}, headers={"X-Familiar": "1"})
    assert answer.json["error"] == "This table has real buttons: press them there."
    assert client.get("/picture.jpg").status_code == 404
    close(app)
