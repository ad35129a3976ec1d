"""A competition's pages: what they show and take, and how they look in a real browser."""

import os
import re
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from page_pool import SEEN
from playwright.sync_api import expect
from unisolated import NAMES as HEBREW
from unisolated import unisolated

from club.arrivals import NEW_MOST, Arrivals
from club.board import BoardSnapshot
from club.competition.rounds import drawn_anew, next_round
from club.competition.setting import Format, Scoring, Setting
from club.competition.store import load
from club.gather import Club, TableNews
from club.hall import Hall
from club.messages import Player, Scores
from club.page import create_club_app
from web.access import Access, Role
from web.app import close
from web.keyring import Keyring
from web.security import Security

HEADERS = {"X-Familiar": "1"}
FIRST = ("Ann", "Bo", "Cy", "Dot", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou")
LAST = ("Adler", "Bauer", "Costa", "Dupont", "Müller-Lüdenscheidt")
NAMES = tuple(f"{first} {last}" for last in LAST for first in FIRST)
ATTACKS = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{7*7}}", "=cmd|x!A1")
TV = [(1280, 720), (1920, 1080), (3840, 2160)]
SMALLEST = """Math.min(...[...document.querySelectorAll(".stage *")]
    .filter(e => e.childElementCount === 0 && e.textContent.trim() && !e.closest(".hear"))
    .map(e => parseFloat(getComputedStyle(e).fontSize)))"""
"""Pixels of the smallest letters on the stage."""
REDRAWN = """new MutationObserver(() => { window.redrawn = true; })
    .observe(document.querySelector(".part-lead"), { childList: true })"""
SHOTS = os.environ.get("FAMILIAR_SHOTS")
"""A folder for pictures of the pages, for whoever wants to look at them."""


class StillBoard:
    """A board without a broker, whose tables say what the test lets them say."""

    def __init__(self, tables):
        self.listeners, self.told = [], {}
        news = {name: TableNews(name, True) for name in tables}
        self.snapshot = BoardSnapshot(1, Club("test", news), connected=True)

    def hear_out(self):
        pass

    def also(self, words, led=(), current=None, tables=(), before=frozenset()):
        self.told = dict(words)

    def hear(self, table, scores):
        known = self.snapshot.club.tables[table]
        games = {**known.games, scores.id: scores} if scores.over else known.games
        self._show(table, replace(known, current=scores, games=games))

    def come(self, table):
        self._show(table, TableNews(table, True))

    def _show(self, table, known):
        club = self.snapshot.club
        news = {**club.tables, table: known}
        self.snapshot = replace(
            self.snapshot, number=self.snapshot.number + 1, club=replace(club, tables=news)
        )
        for listener in self.listeners:
            listener(self.snapshot)


class Evening:
    """A competition on pages."""

    def __init__(self, tmp_path, bell):
        self.bell, self.now = bell, 1000.0
        self.tables = tuple(str(number) for number in range(1, 17))
        self.board = StillBoard(self.tables)
        self.hall = Hall(self.board, "test", tmp_path / "cup.json", clock=lambda: self.now, seed=lambda: 3)
        self.hall.listeners.append(bell.ring)
        self.hall.start()

    @property
    def state(self):
        return self.hall.snapshot.state

    def begin(self, players=16, title="Spring Cup", **changes):
        names = tuple(FIRST if players <= 12 else NAMES)[:players]

        def make(id, seed, before):
            values = {"rounds": 3, "finalists": 4, "wish": 4, "scoring": Scoring.PLACES} | changes
            return Setting(id, title, Format.SWISS, "wizard", self.tables, seed=seed, **values)

        self.hall.begin(make, [(name, "") for name in names])

    def scores(self, table, state="over", step=10):
        names = self.state.names(table.seats)
        players = tuple(Player(name, step * at, step * at, 1) for at, name in enumerate(names))
        id = f"20261121T19{len(self.state.rounds):02}00Z-{table.name}"
        return Scores(table.name, id, "wizard", state, "2026-11-21T19:00:00Z", 7, 15, players)

    def play(self, count=99, state="over"):
        for at, table in enumerate(self.state.round.tables[:count]):
            self.board.hear(table.name, self.scores(table, state, 10 + at))
        if state == "over":
            self.bell.until(lambda: all(t.result.points is not None for t in self.state.round.tables[:count]))


@pytest.fixture
def evening(tmp_path, bell):
    made = Evening(tmp_path, bell)
    yield made
    made.hall.close()


@pytest.fixture
def app(evening):
    app = create_club_app(evening.board, address="http://club.local:8000/", hall=evening.hall)
    yield app
    close(app)


@pytest.fixture
def client(app):
    return app.test_client()


def say(client, path, /, **body):
    return client.post(f"/api/{path}", json=body, headers=HEADERS)


BEGIN = {
    "title": "Cup",
    "format": "swiss",
    "game": "wizard",
    "tables": ["1", "2"],
    "rounds": 3,
    "scoring": "places",
    "fewest": 3,
    "most": 5,
    "wish": 4,
    "finalists": 4,
    "advance": 2,
    "minutes": 0,
    "check_in": False,
    "players": [[name, ""] for name in FIRST[:8]],
}


def test_an_organiser_begins_seats_enters_and_ends_by_its_pages(client, evening):
    assert client.get("/state").json["competition"] is None
    assert say(client, "competition", **BEGIN).status_code == 200
    shown = client.get("/state").json["competition"]
    assert shown["title"] == "Cup" and [each["name"] for each in shown["players"]] == list(FIRST[:8])
    now = {"id": shown["id"], "round": 0}
    assert say(client, "competition/do", act="draw", **now).status_code == 200
    shown = client.get("/state").json["competition"]
    assert [len(each["seats"]) for each in shown["tables"]] == [4, 4] and shown["round"] == 1
    # Meant for the moment before: nothing is seated twice by two taps.
    assert say(client, "competition/do", act="draw", **now).status_code == 409
    seats = [each["player"] for each in shown["tables"][0]["seats"]]
    entered = {"id": shown["id"], "number": 1, "table": "1", "seats": seats, "points": [1, 2, 3, 4]}
    assert say(client, "competition/points", **entered).status_code == 200
    one, two = client.get("/state").json["competition"]["tables"]
    assert one["by_hand"] and [each["points"] for each in one["seats"]] == [1, 2, 3, 4]
    swapped = [
        ["1", [each["player"] for each in two["seats"]]],
        ["2", [each["player"] for each in one["seats"]]],
    ]
    now = {"id": shown["id"], "round": 1}
    assert say(client, "competition/seats", seats=swapped, **now).status_code == 200
    assert evening.state.round.by_hand
    for change in (
        {"act": "rename", "player": 0, "name": "Anna"},
        {"act": "join", "name": "Zoe"},
        {"act": "gone", "player": 1},
    ):
        assert say(client, "competition/player", id=shown["id"], **change).status_code == 200
    assert [each.name for each in evening.state.players][::8] == ["Anna", "Zoe"]
    assert not evening.state.players[1].here
    assert say(client, "competition/do", act="end", **now).status_code == 200
    assert say(client, "competition/do", act="away", **now).status_code == 200
    assert client.get("/state").json["competition"] is None


def test_a_round_that_is_drawn_anew_seats_others_together(client, evening):
    evening.begin(16, finalists=0)
    now = {"id": evening.state.setting.id, "round": 1}
    evening.hall.draw()
    before = {frozenset(table.seats) for table in evening.state.round.tables}
    assert say(client, "competition/do", act="anew", **now).status_code == 200
    assert {frozenset(table.seats) for table in evening.state.round.tables} != before


@pytest.mark.parametrize("state", ["playing", "over"])
def test_a_round_that_is_begun_while_it_is_drawn_anew_stays(client, evening, monkeypatch, state):
    evening.begin(16, finalists=0)
    evening.hall.draw()
    before = evening.state.round

    def slowly(*given, **more):
        evening.play(1, state)
        return drawn_anew(*given, **more)

    monkeypatch.setattr("club.hall.drawn_anew", slowly)
    now = {"id": evening.state.setting.id, "round": 1}
    answer = say(client, "competition/do", act="anew", **now)
    assert answer.status_code == 422 and "has begun at a table" in answer.json["error"]
    assert [table.seats for table in evening.state.round.tables] == [table.seats for table in before.tables]


def test_a_round_that_is_begun_while_it_follows_a_correction_stays(client, evening, monkeypatch):
    evening.begin(16, finalists=0)
    evening.hall.draw()
    evening.play()
    evening.hall.draw()
    before, first = evening.state.round, evening.state.rounds[0].tables[0]

    def slowly(*given, **more):
        made = drawn_anew(*given, **more)
        evening.board.hear(before.tables[0].name, evening.scores(before.tables[0], "playing"))
        return made

    monkeypatch.setattr("club.hall.drawn_anew", slowly)
    told = evening.board.snapshot.club.current[first.name]
    points = (each.points for each in reversed(told.players))
    turned = tuple(replace(each, points=mine) for each, mine in zip(told.players, points, strict=True))
    evening.board.hear(first.name, replace(told, players=turned))
    evening.bell.until(lambda: any("had begun" in note for note in evening.hall.snapshot.notes))
    assert evening.state.round == before


def test_whoever_comes_back_to_a_final_that_is_seated_takes_nobody_s_place_there(client, evening):
    evening.begin(8, rounds=1)
    evening.hall.draw()
    evening.play()
    best = evening.hall.snapshot.lines[0].player
    evening.hall.set_here(best, False)
    evening.hall.draw()
    final = evening.state.round
    evening.hall.set_here(best, True)
    # The same points as before.
    table = evening.state.rounds[0].tables[0]
    known = evening.board.snapshot.club.current[table.name]
    evening.board.hear(table.name, replace(known, stopped=True))
    evening.bell.until(lambda: evening.state.rounds[0].tables[0].result.stopped)
    evening.play()
    assert evening.state.round.tables[0].seats == final.tables[0].seats
    evening.bell.until(lambda: evening.hall.snapshot.state.over)
    assert not any("Points were changed" in note for note in evening.hall.snapshot.notes)


def test_a_name_that_is_put_right_takes_no_points_away(client, evening):
    evening.begin(8, finalists=0)
    evening.hall.draw()
    evening.play(1)
    one, two = evening.state.round.tables
    evening.board.hear(two.name, evening.scores(two, "playing"))
    id = evening.state.setting.id
    for player, name in ((one.seats[0], "Annabel"), (two.seats[0], "Bertha")):
        answer = say(client, "competition/player", act="rename", id=id, player=player, name=name)
        assert answer.status_code == 200
    # Whatever the hall does next follows from what the tables told before.
    evening.board.hear(two.name, replace(evening.board.snapshot.club.current[two.name], state="over"))
    evening.bell.until(lambda: evening.state.round.over)
    assert [table.result.points for table in evening.state.round.tables] == [(0, 10, 20, 30)] * 2


def test_nobody_checks_in_under_a_name_that_looks_like_another_s(client, evening):
    evening.begin(3, finalists=0)
    name = evening.state.players[0].name
    assert name == "Ann"
    for wish, body in (
        ("checkin", {}),
        ("competition/player", {"act": "join", "id": evening.state.setting.id}),
    ):
        answer = say(client, wish, name="\u0410nn", **body)
        assert answer.status_code == 422 and "look alike" in answer.json["error"]
    id = evening.state.setting.id
    renamed = say(client, "competition/player", act="rename", id=id, player=1, name="\u0410nn")
    assert renamed.status_code == 422
    assert say(client, "checkin", name="ann").json["player"] == 1
    assert len(evening.state.players) == 3


def test_a_group_is_one_line_in_the_file_whoever_wrote_it_down(client, evening, tmp_path):
    players = [[name, "North  side "] for name in FIRST[:4]]
    league = BEGIN | {"format": "league", "finalists": 0, "players": players}
    assert say(client, "competition", **league | {"title": "\ud800"}).status_code == 400
    assert say(client, "competition", **league | {"players": [["Ann", "\x00"]]}).status_code == 400
    assert evening.state is None and say(client, "competition", **league).status_code == 200
    late = {"act": "join", "id": evening.state.setting.id, "name": "Zoe"}
    for group in ("\ud800", "\x00"):
        answer = say(client, "competition/player", group=group, **late)
        assert answer.status_code == 400 and "one line" in answer.json["error"]
    assert say(client, "competition/player", group=" North\n side", **late).status_code == 200
    assert {each.group for each in evening.state.players} == {"North side"}
    assert load(tmp_path / "cup.json")[2] == evening.state


def test_nobody_comes_into_a_league_of_groups_without_one_or_into_another_s_spelling(client, evening):
    players = [[name, ("North", "NORTH", "South")[at % 3]] for at, name in enumerate(FIRST[:9])]
    league = BEGIN | {"format": "league", "finalists": 0, "players": players, "tables": ["1", "2", "3"]}
    assert say(client, "competition", **league).status_code == 200
    assert {each.group for each in evening.state.players} == {"North", "South"}
    answer = say(client, "checkin", name="Zoe")
    assert answer.status_code == 422 and "writes down who is new, with a group" in answer.json["error"]
    late = {"act": "join", "id": evening.state.setting.id, "name": "Zoe", "group": "north"}
    assert say(client, "competition/player", **late).status_code == 200
    assert evening.state.players[9].group == "North"
    # Whoever has a group is let in by any phone.
    assert say(client, "checkin", name="zoe").json["player"] == 10
    evening.hall.draw()
    assert evening.state.round.byes == ()


def test_a_player_s_change_that_was_meant_for_another_competition_is_stale(client, evening):
    say(client, "competition", **BEGIN | {"finalists": 0})
    old = evening.state.setting.id
    say(client, "competition/do", act="away", id=old, round=0)
    say(client, "competition", **BEGIN | {"players": [[name, ""] for name in reversed(FIRST[:8])]})
    before = evening.state.players
    for body in ({"act": "rename", "player": 0, "name": "Wrong One"}, {"act": "gone", "player": 1}):
        assert say(client, "competition/player", id=old, **body).status_code == 409
    assert evening.state.players == before


def test_points_that_were_meant_for_others_at_that_table_are_stale(client, evening):
    say(client, "competition", **BEGIN | {"finalists": 0})
    id = evening.state.setting.id
    say(client, "competition/do", act="draw", id=id, round=0)
    shown = {table.name: list(table.seats) for table in evening.state.round.tables}
    turned = [["1", shown["2"]], ["2", shown["1"]]]
    say(client, "competition/seats", id=id, round=1, seats=turned)
    entered = {"id": id, "number": 1, "table": "1", "seats": shown["1"], "points": [100, 20, 10, 0]}
    assert say(client, "competition/points", **entered).status_code == 409
    assert evening.state.round.at("1").result.points is None
    assert say(client, "competition/points", **{**entered, "seats": shown["2"]}).status_code == 200


@pytest.mark.parametrize(
    "changes",
    [
        *({key: None} for key in BEGIN),
        {"format": "cup"},
        {"game": "chess"},
        {"players": [["Ann", ""], ["\u0410nn", ""]]},
        {"players": [["Ann"]]},
        {"players": "Ann"},
        {"rounds": True},
        {"tables": ["1"] * 300},
        {"strange": 1},
    ],
    ids=str,
)
def test_a_wish_that_cannot_be_read_is_refused_in_a_sentence(client, evening, changes):
    answer = say(client, "competition", **BEGIN | changes)
    assert answer.status_code in (400, 422) and answer.json["error"].endswith((".", "_"))
    assert evening.state is None


def test_only_the_owner_leads_and_everybody_checks_in(evening):
    app = create_club_app(
        evening.board, hall=evening.hall, security=Security(Access(Keyring(None), Role.PLAYER))
    )
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.1"
    evening.begin(8)
    for wish in (
        "competition",
        "competition/do",
        "competition/player",
        "competition/points",
        "competition/seats",
    ):
        assert say(client, wish).status_code == 403
    answer = say(client, "checkin", name="Late Comer")
    assert (answer.status_code, answer.json["player"]) == (200, 9)
    assert client.get("/player/9/state").json["name"] == "Late Comer"
    close(app)


def test_a_phone_brings_but_a_few_new_players_and_whoever_leads_as_many_as_come(evening):
    keyring = Keyring(None)
    app = create_club_app(evening.board, hall=evening.hall, security=Security(Access(keyring, Role.PLAYER)))
    crowd, other, leads, door = (app.test_client() for _ in range(4))
    for number, phone in enumerate((crowd, other, leads), 1):
        phone.environ_base["REMOTE_ADDR"] = f"192.168.1.{number}"
    evening.begin(8)
    for number in range(NEW_MOST):
        assert say(crowd, "checkin", name=f"Ghost {number}").status_code == 200
    answer = say(crowd, "checkin", name="Ghost 99")
    assert (answer.status_code, answer.json["rule"]) == (403, "many")
    # Whoever takes part already is let in by any phone, and other phones bring theirs.
    assert say(crowd, "checkin", name="Ghost 0").status_code == 200
    assert say(other, "checkin", name="Grandma").status_code == 200
    assert say(leads, "owner", pin=keyring.keys.pin).status_code == 200
    for number in range(NEW_MOST + 1):
        assert say(leads, "checkin", name=f"Guest {number}").status_code == 200
    for number in range(NEW_MOST + 1):
        assert say(door, "checkin", name=f"Comer {number}").status_code == 200
    assert len(evening.state.players) == 8 + 3 * NEW_MOST + 3
    close(app)


def test_who_could_not_come_in_is_none_of_the_players_whom_a_phone_may_bring(evening, monkeypatch):
    app = create_club_app(
        evening.board, hall=evening.hall, security=Security(Access(Keyring(None), Role.PLAYER))
    )
    phone = app.test_client()
    phone.environ_base["REMOTE_ADDR"] = "192.168.1.1"
    evening.begin(8)
    with monkeypatch.context() as full:

        def fails(*_):
            raise OSError(28, "No space left on device")

        full.setattr("club.competition.store.write_whole", fails)
        for _ in range(NEW_MOST):
            answer = say(phone, "checkin", name="Zoe")
            assert answer.status_code == 422 and "the disk is full" in answer.json["error"]
    for number in range(NEW_MOST):
        assert say(phone, "checkin", name=f"Zoe {number}").status_code == 200
    assert say(phone, "checkin", name="Zoe 99").json["rule"] == "many"
    close(app)


def test_whoever_checks_in_again_and_again_makes_the_file_no_longer(client, evening, tmp_path):
    file = tmp_path / "cup.json"
    evening.begin(8, check_in=True)
    assert say(client, "checkin", name="Ann").json["player"] == 1
    once = file.read_bytes()
    assert say(client, "checkin", name="ann").json["player"] == 1
    assert file.read_bytes() == once


def test_what_is_written_of_a_competition_can_be_read_again(client, evening, tmp_path, monkeypatch):
    file = tmp_path / "cup.json"
    evening.begin(8, check_in=True)
    monkeypatch.setattr("club.competition.record.EVENTS_MAX", 9)
    assert say(client, "checkin", name="Ann").status_code == 200
    before = file.read_bytes()
    answer = say(client, "checkin", name="Bo")
    assert (answer.status_code, file.read_bytes()) == (422, before)
    assert answer.json["error"].startswith("This competition was changed so often")
    assert load(file)[2] == evening.state and not evening.state.players[1].here


def test_in_another_competition_a_phone_may_bring_as_many_again():
    found = Arrivals()
    assert [found.let_in("spring", "192.168.1.1") for _ in range(NEW_MOST + 1)] == [True] * NEW_MOST + [False]
    assert found.let_in("spring", "192.168.1.2") and found.let_in("autumn", "192.168.1.1")


class SlowerGate:
    """The hall's lock, to which somebody else comes before whoever asks here, once."""

    def __init__(self, gate, other):
        self._gate, self._other, self._slower = gate, other, threading.current_thread()

    def __enter__(self):
        # The hall's own thread takes in what tables told, at any moment.
        if threading.current_thread() is self._slower:
            other, self._other = self._other, lambda: None
            other()
        return self._gate.__enter__()

    def __exit__(self, *error):
        return self._gate.__exit__(*error)


def undraw(evening):
    evening.hall.undraw()


def swap(evening):
    """Let everybody at the first table sit the other way round."""
    first, *others = evening.state.round.tables
    evening.hall.seat([(first.name, first.seats[::-1]), *((each.name, each.seats) for each in others)])


def another(evening):
    evening.hall.put_away()
    evening.now += 60
    evening.begin(8)


ROUND, COMPETITION = "Another round was seated or taken back", "Another competition was begun or put away"


@pytest.mark.parametrize(
    ("path", "wish", "other", "why"),
    [
        ("do", {"act": "undraw"}, undraw, ROUND),
        ("do", {"act": "end"}, another, COMPETITION),
        ("do", {"act": "away"}, another, COMPETITION),
        ("player", {"act": "rename", "player": 2, "name": "Zoe"}, another, COMPETITION),
        ("points", {"number": 2, "table": "1", "points": [1, 2, 3, 4]}, swap, ROUND),
        ("seats", {"seats": [["1", [0, 1, 2, 3]], ["2", [4, 5, 6, 7]]]}, undraw, ROUND),
    ],
)
def test_what_two_organisers_wish_for_at_once_is_done_for_the_quicker_one(
    client, evening, path, wish, other, why
):
    evening.begin(8)
    evening.hall.draw()
    evening.play()
    evening.hall.draw()
    meant = {"id": evening.state.setting.id} | ({} if path in ("player", "points") else {"round": 2})
    if path == "points":
        meant["seats"] = list(evening.state.round.tables[0].seats)
    evening.hall._gate = SlowerGate(evening.hall._gate, lambda: other(evening))
    answer = say(client, f"competition/{path}", **meant, **wish)
    assert (answer.status_code, answer.json["rule"]) == (409, "stale")
    assert why in answer.json["error"]
    assert evening.state is not None and not evening.state.over
    assert len(evening.state.rounds) == {undraw: 1, swap: 2, another: 0}[other]


def test_a_round_that_two_organisers_draw_at_once_is_seated_once(client, evening, monkeypatch):
    evening.begin(8)
    now, answers = {"act": "draw", "id": evening.state.setting.id, "round": 0}, []

    def slowly(state, *given):
        """Let the other organiser begin and end a draw in the midst of this one."""
        monkeypatch.setattr("club.hall.next_round", next_round)
        answers.append(say(client, "competition/do", **now).status_code)
        answers.append([table.seats for table in evening.state.round.tables])
        found = next_round(state, *given)
        seats = tuple((name, each[::-1]) for name, each in found.seats)
        return replace(found, seats=seats)

    monkeypatch.setattr("club.hall.next_round", slowly)
    answer = say(client, "competition/do", **now)
    assert answers == [200, [table.seats for table in evening.state.round.tables]]
    assert (answer.status_code, answer.json["rule"]) == (409, "stale")


def test_a_phone_is_told_its_table_its_seat_and_its_rank(client, evening):
    evening.begin(8)
    assert client.get("/player/1/state").json["table"] is None
    evening.hall.draw()
    (table, _) = evening.state.round.tables
    second = client.get(f"/player/{table.seats[1] + 1}/state").json
    assert (second["table"], second["seat"], second["mates"][1]) == ("1", 2, second["name"])
    evening.play()
    ranks = [client.get(f"/player/{number}/state").json["rank"] for number in range(1, 9)]
    assert sorted(ranks) == sorted(line.rank for line in evening.hall.snapshot.lines)
    assert client.get("/player/99/state").status_code == 404


def test_in_a_browser_check_in_names_the_competition_and_is_meant_for_that_one(open_page, evening):
    evening.begin(8)
    page = open_page("checkin", 390, 844)
    page.get_by_role("heading", name="Spring Cup").wait_for()
    page.get_by_text("Wizard").wait_for()
    evening.hall.put_away()
    evening.now += 60
    evening.begin(12, title="Autumn Cup", check_in=True)
    with page.expect_response("**/api/checkin") as answered:
        page.get_by_role("button", name="Cy").click()
    assert answered.value.status == 409 and not any(each.here for each in evening.state.players)
    page.get_by_role("heading", name="Autumn Cup").wait_for()
    page.get_by_role("button", name=evening.state.players[0].name).click()
    page.get_by_text(f"Hello, {evening.state.players[0].name}").wait_for()


def test_in_a_browser_a_player_s_page_shows_nobody_of_the_next_competition(pages, open_page, evening, client):
    evening.begin(8)
    page = open_page("checkin", 390, 844)
    pages.keep_apart(page)
    page.get_by_role("button", name="Cy").click()
    page.get_by_text("Hello, Cy").wait_for()
    evening.hall.put_away()
    evening.now += 60
    evening.begin(20)
    assert evening.state.players[2].name != "Cy"
    page.reload()
    page.locator("main").get_by_text("This competition has been put away").wait_for()
    assert page.get_by_text(evening.state.players[2].name).count() == 0
    page.get_by_role("link", name="Check in").click()
    page.get_by_role("button", name=evening.state.players[2].name).click()
    page.get_by_text(f"Hello, {evening.state.players[2].name}").wait_for()
    own = page.url.replace("?", "/state?").partition("/player/")[2]
    assert client.get(f"/player/{own}").json["name"] == evening.state.players[2].name
    assert client.get("/player/3/state?of=another").status_code == 404


def test_a_plan_goes_to_paper_and_to_a_spreadsheet(client, evening):
    evening.begin(8)
    evening.hall.join(ATTACKS[0])
    evening.hall.join(ATTACKS[3])
    evening.hall.draw()
    page = client.get("/plan/1").text
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page
    assert page.count("<caption>") == len(evening.state.round.tables)
    table = client.get("/plan/1.csv")
    lines = table.text.splitlines()
    assert lines[0] == "\ufefftable,seat,player,points" and len(lines) == 11
    assert any(",'=cmd" in line for line in lines) and table.mimetype == "text/csv"
    assert client.get("/plan/2").status_code == 404
    # As every table to keep: in the reader's language, and as that one's spreadsheets part cells.
    (head, *_) = client.get("/plan/1.csv", headers={"Accept-Language": "de"}).text.splitlines()
    assert head == "\ufeffTisch;Platz;Spieler;Punkte"


@pytest.mark.parametrize("name", ["Bo;=cmd()", "＝1+1", "Bo|@SUM(A1)"])
def test_no_player_of_a_plan_begins_a_formula_where_commas_or_semicolons_separate(client, evening, name):
    evening.begin(7)
    evening.hall.join(name)
    evening.hall.draw()
    cells = re.split("[,;|\\n]", client.get("/plan/1.csv").text)
    assert not [cell for cell in cells if cell[:1] in tuple("=@＝")]


def test_a_leagues_plan_and_the_organisers_page_name_who_has_not_met(client, evening):
    evening.begin(8, wish=4, finalists=0)
    evening.hall.draw()
    assert client.get("/state").json["competition"]["unmet"] == []
    evening.hall.put_away()

    def league(id, seed, before):
        return Setting(id, "Winter", Format.LEAGUE, "wizard", evening.tables, most=4, rounds=3)

    evening.hall.begin(league, [(name, "A") for name in FIRST[:8]])
    evening.hall.draw()
    (left,) = client.get("/state").json["competition"]["unmet"]
    assert (left["group"], left["count"], left["rounds"]) == ("A", 16, 2) and len(left["pairs"]) == 16
    page = client.get("/plan/1", headers={"Accept-Language": "de"}).text
    assert "Gruppe A: 16 Paare haben sich noch nicht getroffen; mindestens 2 weitere Runden" in page
    assert page.count("<dt>") == 8


def shoot(page, name):
    if SHOTS:
        page.evaluate(SEEN)
        page.screenshot(path=Path(SHOTS) / f"{name}.png")


def test_in_a_browser_an_organiser_leads_from_a_list_of_names_to_the_first_round(open_page, evening):
    page = open_page("organise")
    page.get_by_label("Title").fill("Spring Cup")
    page.get_by_label("Format").select_option("swiss")
    page.get_by_label("Players", exact=True).fill("\n".join(NAMES[:20]))
    page.get_by_text("20 players").wait_for()
    page.get_by_label("Knock-out of the best").select_option("8")
    shoot(page, "organise-form")
    with page.expect_response("**/api/competition"):
        page.get_by_role("button", name="Begin the competition").click()
    page.get_by_role("button", name="Seat the next round").click()
    page.get_by_role("heading", name="Round 1 of 3").wait_for()
    assert len(evening.state.round.tables) == 5 and evening.state.setting.finalists == 8
    page.get_by_role("button", name="Enter points by hand").first.click()
    for field in page.get_by_role("dialog").get_by_role("spinbutton").all():
        field.fill("30")
    with page.expect_response("**/api/competition/points"):
        page.get_by_role("button", name="Let them count").click()
    page.locator(".table.over").wait_for()
    shoot(page, "organise-round")
    page.get_by_role("button", name="Change seats").click()
    with page.expect_response("**/api/competition/seats"):
        page.get_by_role("dialog").get_by_role("button", name="Change").last.click()
    assert evening.state.round.by_hand


def test_in_a_browser_a_table_that_comes_leaves_the_field_that_is_filled_in(open_page, evening):
    page = open_page("organise")
    rounds = page.get_by_label("Rounds")
    rounds.fill("")
    page.evaluate(REDRAWN)
    evening.board.come("17")
    page.wait_for_function("() => window.redrawn")
    page.keyboard.type("7")
    assert rounds.input_value() == "7"


def test_in_a_browser_a_dialog_is_meant_for_the_competition_it_was_opened_over(open_page, evening):
    evening.begin(8, finalists=0)
    page = open_page("organise")
    page.locator("[data-focus=name-0]").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("Wrong One")
    evening.hall.end()
    evening.hall.put_away()
    evening.begin(12, finalists=0)
    page.locator("[data-focus=here-11]").wait_for()
    with page.expect_response("**/api/competition/player") as answered:
        dialog.get_by_role("button", name="Save").click()
    assert answered.value.status == 409 and evening.state.players[0].name == "Ann"


def test_in_a_browser_what_was_not_taken_stays_in_its_field_and_nobody_seems_to_be_here(
    open_page, evening, complaints
):
    evening.begin(8, check_in=True, finalists=0)
    page = open_page("organise")
    page.route("**/api/competition/player", lambda route: route.abort())
    here = page.locator("[data-focus=here-0]")
    with page.expect_event("requestfailed"):
        here.click()
    page.locator("#toast span").wait_for()
    assert not here.is_checked()
    page.locator("[data-focus=name-0]").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("Anna")
    with page.expect_event("requestfailed"):
        dialog.get_by_role("button", name="Save").click()
    page.locator("dialog #toast span").wait_for()
    page.unroute("**/api/competition/player")
    dialog.get_by_role("button", name="Save").click()
    dialog.wait_for(state="detached")
    assert evening.state.players[0].name == "Anna" and not evening.state.players[0].here
    complaints.clear()


@pytest.mark.parametrize(("width", "height"), TV)
def test_on_the_halls_screen_every_page_fits_and_can_be_read(open_page, evening, width, height):
    evening.begin(60, minutes=40)
    page = open_page("hall", width, height)
    page.get_by_text("60 players are here").wait_for()
    shoot(page, f"hall-{width}-welcome")
    evening.hall.draw()
    page.get_by_text("Who sits where").wait_for()
    seen = set()
    for number in range(12):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        stage = page.evaluate("(s => [s.scrollHeight, s.clientHeight])(document.querySelector('.stage'))")
        assert stage[0] <= stage[1] + 1, (number, stage)
        small = page.evaluate(SMALLEST)
        assert small >= width / 110, small
        seen |= set(page.locator(".seat-line b").all_text_contents())
        shoot(page, f"hall-{width}-{number}")
        page.get_by_role("button", name="Next page").click()
    assert seen == set(NAMES)


def test_the_halls_pages_turn_on_once_at_a_time_after_the_browser_has_brought_the_page_back(
    pages, open_page, evening
):
    evening.begin(60)
    evening.hall.draw()
    page = open_page("hall")
    pages.keep_apart(page)
    page.clock.install()
    page.reload()
    number = page.locator(".slide h2 small")
    expect(number).to_contain_text("1 of ")
    for turned in (2, 1):
        for event in ("pagehide", "pageshow"):
            page.evaluate(f"dispatchEvent(new PageTransitionEvent('{event}', {{ persisted: true }}))")
        page.clock.run_for(10_000)
        expect(number).to_contain_text(f"{turned} of ")


def test_what_is_left_of_a_round_is_told_by_the_club_s_clock_and_not_by_the_screen_s(open_page, evening):
    evening.now = time.time()
    evening.begin(8, minutes=40)
    evening.hall.draw()
    page = open_page("hall")
    page.add_init_script("const right = Date.now; Date.now = () => right() + 3_600_000;")
    page.reload()
    expect(page.locator(".countdown").first).to_have_text(re.compile(r"^(40:0\d|3\d:\d\d) left$"))
    # Somebody sets it right meanwhile.
    page.evaluate("() => { const wrong = Date.now; Date.now = () => wrong() - 3_600_000; }")
    page.wait_for_timeout(2500)
    expect(page.locator(".countdown").first).to_have_text(re.compile(r"^(40:0\d|3\d:\d\d) left$"))


def test_the_final_is_one_large_table_live_and_the_winner_is_named(open_page, evening):
    evening.begin(8, rounds=1)
    evening.hall.draw()
    evening.play()
    page = open_page("hall", 1920, 1080)
    page.get_by_role("heading", name="Ranking").wait_for()
    evening.hall.draw()
    page.get_by_role("heading", name="The final").wait_for()
    evening.play(state="playing")
    page.get_by_text("round 7 of 15").wait_for()
    assert page.locator(".table").count() == 1
    assert page.locator(".table b").last.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 60
    shoot(page, "hall-final")
    evening.play()
    page.get_by_text("has won").wait_for()
    shoot(page, "hall-winner")


def test_in_a_browser_a_phone_checks_in_and_finds_its_seat(open_page, evening):
    evening.begin(8, check_in=True)
    page = open_page("checkin", 390, 844)
    page.get_by_label("Who are you?").fill("ann")
    shoot(page, "checkin")
    page.get_by_role("button", name="Ann", exact=True).click()
    page.get_by_text("The next round is seated soon").first.wait_for()
    assert evening.state.players[0].here
    for number in range(1, 8):
        evening.hall.set_here(number, True)
    evening.hall.draw()
    page.reload()
    table = next(each for each in evening.state.round.tables if 0 in each.seats)
    page.get_by_text(f"Table {table.name}, seat {table.seats.index(0) + 1}").first.wait_for()
    shoot(page, "player")


@pytest.mark.parametrize("path", ["organise", "hall", "checkin", "player/1", "plan/1"])
@pytest.mark.parametrize("width", [320, 1440])
def test_in_a_browser_everybody_can_use_the_pages(open_page, evening, barriers, path, width):
    evening.begin(20)
    evening.hall.draw()
    evening.play(2)
    page = open_page(path, width)
    page.get_by_text("Ann").first.wait_for()
    found = barriers(page)
    assert not found, "\n".join(found)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_in_a_browser_names_are_never_markup(open_page, evening):
    evening.begin(8)
    for name in ATTACKS[:3]:
        evening.hall.join(name)
    evening.hall.draw()
    for path in ("organise", "hall", "plan/1"):
        page = open_page(path)
        page.get_by_text(ATTACKS[0]).first.wait_for()
        assert page.locator("img").count() == 0


@pytest.mark.parametrize("path", ["organise", "hall", "checkin", "player/1", "plan/1"])
def test_in_a_browser_a_name_from_the_right_changes_places_with_nothing(open_page, evening, path):
    evening.begin(14)
    for number in range(14):
        evening.hall.rename(number, f"{HEBREW[number % 6]} {HEBREW[number // 6]}")
    evening.hall.draw()
    evening.play(1)
    page = open_page(path)
    page.get_by_text(HEBREW[0]).first.wait_for()
    assert unisolated(page) == []
    if path == "organise":
        page.get_by_role("button", name="Change seats").click()
        page.get_by_role("dialog").wait_for()
        assert unisolated(page) == []
    if path == "hall":
        for _ in range(3):
            page.locator("[data-focus=next]").click()
            assert unisolated(page) == []


@pytest.mark.parametrize("path", ["organise", "hall", "checkin", "player/1", "plan/1"])
def test_no_page_has_a_naked_word(open_page, evening, bracketed, naked, path):
    evening.begin(8)
    evening.hall.draw()
    evening.play(1)
    page = bracketed(open_page(path, 800))
    page.get_by_text("Ann").first.wait_for()
    proper = ["Familiar", "http://club\\.local:8000/", "checkin", "Wizard", "Spring Cup", *FIRST]
    assert naked(page, proper) == []
