"""The board's seating on a table's own pages: whom the form offers, and with how many points they come."""

from dataclasses import replace

import pytest

from club.plan import Seating
from familiar.club.member import invited
from table.command import NewGame
from table.host import Host
from table.journal import Journal
from web.app import close, create_app
from web.server import Server

SEATING = Seating("red", "20261121T190000Z", "probe", 2, 3, ("Ann", "Bo", "Eve", "Finn"), (310, -40, 145, 0))


@pytest.fixture
def table():
    with Host(Journal(":memory:")) as host:
        host.start()
        app = create_app(host)
        seated = []
        desk = app.extensions["familiar"]
        app.extensions["familiar"] = replace(desk, invited=lambda: invited(seated[-1] if seated else None))
        yield host, app, lambda seating: (seated.append(seating), desk.bell.ring())
        close(app)


def test_a_table_without_a_club_offers_nobody(table):
    _, app, _ = table
    assert app.test_client().get("/state").json["club"] is None


def test_the_state_tells_whom_the_club_seats(table):
    _, app, seat = table
    seat(SEATING)
    offered = app.test_client().get("/state").json["club"]
    assert offered["players"] == ["Ann", "Bo", "Eve", "Finn"] and offered["carried"] == [310, -40, 145, 0]
    assert (offered["game"], offered["round"], offered["rounds"]) == ("probe", 2, 3)


def test_in_a_browser_the_form_is_filled_when_the_club_seats_and_points_follow_their_players(table, pages):
    host, app, seat = table
    with Server(app, "127.0.0.1", 0) as server, pages.one({"width": 390, "height": 844}) as page:
        server.start()
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.locator("form.setup").wait_for()
        seat(SEATING)
        page.get_by_text("The club seats these players here for game 2 of 3.").wait_for()
        fields = page.locator("ol.names input[type=text]")
        assert [fields.nth(at).input_value() for at in range(4)] == list(SEATING.players)
        # They sit down in another order.
        for at, name in enumerate(("Bo", "Ann", "Finn", "Eve")):
            fields.nth(at).fill(name)
        with page.expect_response("**/api/game"):
            page.locator("form.setup button[type=submit]").click()
    header = host.snapshot.history.header
    assert header.game == "probe" and header.players == ("Bo", "Ann", "Finn", "Eve")
    assert header.rules.carried == (-40, 310, 0, 145)


def test_in_a_browser_five_are_offered_for_a_round_of_a_competition(table, pages):
    host, app, seat = table
    five = ("Ann", "Bo", "Cy", "Dot", "Eve")
    with Server(app, "127.0.0.1", 0) as server, pages.one({"width": 390, "height": 844}) as page:
        server.start()
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.locator("form.setup").wait_for()
        seat(Seating("red", "20261121T190000Z", "wizard", 4, 5, five, (0,) * 5))
        page.get_by_text("The club seats these players here for game 4 of 5.").wait_for()
        fields = page.locator("ol.names input[type=text]")
        assert [fields.nth(at).input_value() for at in range(fields.count())] == list(five)
        with page.expect_response("**/api/game"):
            page.locator("form.setup button[type=submit]").click()
    header = host.snapshot.history.header
    assert header.game == "wizard" and header.players == five


def test_in_a_browser_a_new_game_that_is_filled_in_takes_whom_the_club_seats_anew(table, pages):
    host, app, seat = table
    host.handle(NewGame({"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    seat(SEATING)
    later = replace(SEATING, round=3, players=("Gus", "Hal", "Ida", "Jon"))
    with Server(app, "127.0.0.1", 0) as server, pages.one({"width": 390, "height": 844}) as page:
        server.start()
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.get_by_role("button", name="Just watch").click()
        page.get_by_role("button", name="New game").click()
        page.locator("dialog").get_by_text("here for game 2 of 3.").wait_for()
        seat(later)
        page.locator("dialog").get_by_text("here for game 3 of 3.").wait_for()
        fields = page.locator("dialog ol.names input[type=text]")
        assert [fields.nth(at).input_value() for at in range(4)] == list(later.players)
