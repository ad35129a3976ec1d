"""The club's page: what it shows, what it takes, and how it looks in a real browser."""

import json
from dataclasses import replace

import pytest

from club.board import BoardSnapshot
from club.errors import ClubError
from club.evening import begin, settle, standings
from club.gather import Club, TableNews
from club.messages import Player, Scores
from club.page import create_club_app
from web.app import close
from web.live import message

NAMES = ("Ann", "Bo", "Cy", "Dot", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou")
SEATS = (NAMES[:4], NAMES[4:8], NAMES[8:])
TABLES = ("red", "green", "blue")
HEADERS = {"X-Familiar": "1"}
ATTACKS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}}",
    "data: id: 1",
    "\u202eBo",
    "🂡🂱",
]


def scores(table, points, *, number=1, state="playing", game="probe"):
    players = tuple(Player(name, mine, mine, 1) for name, mine in points.items())
    id = f"20261121T19{number:02}00Z-{number}"
    return Scores(table, id, game, state, "2026-11-21T19:00:00Z", 3, None, players)


class StillBoard:
    """A board without a broker: a snapshot that the test holds, and what was asked of it."""

    def __init__(self):
        self.listeners, self.asked, self.refusal = [], [], None
        news = {name: TableNews(name, True) for name in TABLES}
        self.snapshot = BoardSnapshot(1, Club("test", news), connected=True)

    def show(self, **changes):
        self.snapshot = replace(self.snapshot, number=self.snapshot.number + 1, **changes)
        for listener in self.listeners:
            listener(self.snapshot)

    def play(self, games=1, state="over"):
        """Show an evening in which so many games are played."""
        evening, told = begin("20261121T190000Z", TABLES, SEATS, {}), {}
        for number in range(1, games + 1):
            for table, four in zip(TABLES, evening.rounds[-1], strict=True):
                played = scores(
                    table, {name: len(name) * number for name in four}, number=number, state=state
                )
                told = {**told, table: {**told.get(table, {}), played.id: played}}
            evening = settle(evening, told)
        tables = {
            name: TableNews(name, True, list(games.values())[-1], games) for name, games in told.items()
        }
        self.show(club=Club("test", tables), evening=evening, ranking=standings(evening, told))

    def begin(self, tables, seats, **options):
        if self.refusal:
            raise ClubError(self.refusal)
        self.asked.append((tables, seats, options))

    def enter(self, round, table, points):
        self.asked.append((round, table, points))

    def end(self):
        self.asked.append("end")


@pytest.fixture
def board():
    return StillBoard()


@pytest.fixture
def app(board):
    app = create_club_app(board, address="http://club.local:8000/")
    yield app
    close(app)


@pytest.fixture
def client(app):
    return app.test_client()


def wish(**changes):
    body = {"instead": None, "game": "probe", "games": 3, "tables": list(TABLES), "seen": 1}
    return body | {"players": [list(four) for four in SEATS]} | changes


@pytest.mark.parametrize("path", ["/", "/state", "{static}/none.js", "/none"])
def test_every_answer_keeps_strangers_out(client, path):
    with client.get(path.format(static=client.application.static_url_path)) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.status_code == (404 if "none" in path else 200)


def test_the_page_holds_no_script_and_no_style_of_its_own(client):
    page = client.get("/").text
    assert "<style" not in page and " style=" not in page and "onclick" not in page
    assert page.count("<script") == 2
    assert all(page.count(f'/{name}.js"></script>') == 1 for name in ("net", "club/club"))


def test_the_state_shows_tables_evening_and_ranking(client, board):
    board.play(1)
    state = client.get("/state").json
    assert [table["name"] for table in state["tables"]] == ["blue", "green", "red"]
    assert state["evening"]["round"] == 2 and state["evening"]["games"] == 3
    assert [table["state"] for table in state["evening"]["tables"]] == ["waiting"] * 3
    assert [line["total"] for line in state["ranking"]] == sorted((len(n) for n in NAMES), reverse=True)


def test_who_moves_on_is_marked_while_other_tables_still_play(client, board):
    board.play(1, state="playing")
    news = dict(board.snapshot.club.tables)
    done = scores("red", dict(zip(SEATS[0], (5, 70, 60, 0), strict=True)), state="over")
    news["red"] = TableNews("red", True, done, {done.id: done})
    board.show(club=Club("test", news))
    red, green, _ = client.get("/state").json["evening"]["tables"]
    assert [p["name"] for p in red["players"] if p["moves"]] == ["Bo", "Cy"]
    assert not any(player["moves"] for player in green["players"]) and green["state"] == "playing"


def test_a_table_whose_game_was_stopped_says_so(client, board):
    board.play(1, state="playing")
    news = dict(board.snapshot.club.tables)
    done = scores("red", dict(zip(SEATS[0], (5, 70, 60, 0), strict=True)), state="over")
    news["red"] = TableNews("red", True, stopped := replace(done, stopped=True), {done.id: stopped})
    board.show(club=Club("test", news))
    state = client.get("/state").json
    assert [table["stopped"] for table in state["evening"]["tables"]] == [True, False, False]
    assert [table["stopped"] for table in state["tables"]] == [False, False, True]


def test_a_form_begins_an_evening_and_another_key_ends_it(client, board):
    assert client.post("/api/evening", json=wish(), headers=HEADERS).status_code == 200
    assert board.asked == [(list(TABLES), SEATS, {"game": "probe", "games": 3})]
    board.play(0)
    body = {"instead": board.snapshot.evening.id, "seen": 1}
    assert client.post("/api/end", json=body, headers=HEADERS).status_code == 200
    assert board.asked[-1] == "end"


@pytest.mark.parametrize("points", [[5, -10, 0, 245], None])
def test_points_are_entered_by_hand_and_taken_back(client, board, points):
    board.play(0)
    body = {"instead": board.snapshot.evening.id, "round": 1, "table": "red", "points": points}
    assert client.post("/api/points", json=body, headers=HEADERS).status_code == 200
    assert board.asked == [(1, "red", points)]


@pytest.mark.parametrize("points", [[1, 2, 3], [1, 2, 3, "4"], [1, 2, 3, True], [1, 2, 3, 10**9], "all"])
def test_points_that_are_none_are_refused(client, board, points):
    board.play(0)
    body = {"instead": board.snapshot.evening.id, "round": 1, "table": "red", "points": points}
    assert client.post("/api/points", json=body, headers=HEADERS).status_code == 400
    assert board.asked == []


def test_what_was_meant_for_another_evening_is_refused_with_the_fresh_state(client, board):
    board.play(0)
    for path, body in (("/api/evening", wish()), ("/api/end", {"instead": None, "seen": 1})):
        answer = client.post(path, json=body, headers=HEADERS)
        assert answer.status_code == 409 and answer.json["state"]["evening"]
    assert board.asked == []


def test_a_wish_without_the_pages_own_header_is_refused(client, board):
    assert client.post("/api/evening", json=wish()).status_code == 403
    assert client.post("/api/end", json={"seen": 1}).status_code == 403
    assert board.asked == []


@pytest.mark.parametrize(
    "changes",
    [
        {"players": None},
        {"players": [["Ann"] * 4] * 2},
        {"players": [["Ann"] * 3] * 3},
        {"players": [["Ann", "Bo", "Cy", ""], *map(list, SEATS[1:])]},
        {"players": [["Ann", "Bo", "Cy", "x" * 61], *map(list, SEATS[1:])]},
        {"players": [["Ann", "Bo", "Cy", 4], *map(list, SEATS[1:])]},
        {"players": [["Ann", "Bo", "Cy", "\u202e\u200b"], *map(list, SEATS[1:])]},
        {"players": [["Ann", "Bo", "Cy", "\u0410nn"], *map(list, SEATS[1:])]},
        {"tables": ["red", "green"]},
        {"tables": "red"},
        {"games": 0},
        {"games": 99},
        {"games": True},
        {"game": 3},
        {"more": 1},
    ],
)
def test_a_wish_that_cannot_be_read_is_refused_in_a_sentence(client, board, changes):
    answer = client.post("/api/evening", json=wish(**changes), headers=HEADERS)
    assert answer.status_code == 400 and answer.json["error"].endswith(".")
    assert board.asked == []


def test_names_are_written_down_as_they_are_seen(client, board):
    names = [["Ann\u200b", " Bo \u00a0 Lee", "Andre\u0301", "\u202eCy"], *map(list, SEATS[1:])]
    assert client.post("/api/evening", json=wish(players=names), headers=HEADERS).status_code == 200
    ((_, seats, _),) = board.asked
    assert seats == (("Ann", "Bo Lee", "André", "Cy"), *SEATS[1:])


def test_what_the_board_refuses_is_said(client, board):
    board.refusal = "two players are called Ann"
    answer = client.post("/api/evening", json=wish(), headers=HEADERS)
    assert answer.status_code == 422 and answer.json["error"] == "Two players are called Ann"


def test_the_stream_brings_what_is_new(client, board):
    with client.get("/live") as answer:
        stream = iter(answer.response)
        first = next(stream).decode()
        board.play(1)
        second = next(stream).decode()
        close(client.application)
        assert list(stream) == []
    read = [json.loads(part.split("data: ", 1)[1]) for part in (first, second)]
    assert read[0]["evening"] is None and read[1]["evening"]["round"] == 2
    assert second.startswith(message({"number": read[1]["number"]}).split("\n")[0])


def test_in_a_browser_the_form_begins_an_evening_and_the_ranking_follows_live(open_page, board):
    page = open_page()
    page.get_by_label("Player 1 at the first table").focus()
    page.evaluate(
        """names => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", names.join("\\n"));
            document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData}));
        }""",
        list(NAMES),
    )
    with page.expect_response("**/api/evening"):
        page.get_by_role("button", name="Begin the evening").click()
    board.play(0)
    page.get_by_role("heading", name="Ranking").wait_for()
    assert board.asked == [(["blue", "green", "red"], SEATS, {"game": "probe", "games": 3})]
    page.get_by_role("button", name="Enter points by hand").first.click()
    for name, points in zip(SEATS[0], (40, -10, 0, 35), strict=True):
        page.get_by_role("dialog").get_by_label(name).fill(str(points))
    with page.expect_response("**/api/points"):
        page.get_by_role("button", name="Let them count").click()
    assert board.asked[-1] == (1, "red", [40, -10, 0, 35])
    board.play(3)
    board.show(over=True)
    page.get_by_role("heading", name="wins the evening").or_(
        page.get_by_role("heading", name="share the evening")
    ).wait_for()
    assert page.locator(".ranking tbody tr").count() == 12
    page.get_by_role("button", name="End the evening").click()
    with page.expect_response("**/api/end"):
        page.get_by_role("dialog").get_by_role("button", name="End the evening").click()
    assert board.asked[-1] == "end"


def test_in_a_browser_a_table_that_comes_disturbs_nothing_in_the_form(open_page, board):
    page = open_page()
    page.locator("#game").select_option("wizard")
    page.get_by_label("Second table", exact=True).select_option("red")
    page.get_by_label("Player 2 at the second table").fill("Fi")
    club = board.snapshot.club
    board.show(club=replace(club, tables={**club.tables, "amber": TableNews("amber", True)}))
    page.locator("option", has_text="amber").first.wait_for(state="attached")
    page.keyboard.type("nn")
    assert page.get_by_label("Player 2 at the second table").input_value() == "Finn"
    assert page.locator("#game").input_value() == "wizard"
    assert page.get_by_label("Second table", exact=True).input_value() == "red"


@pytest.mark.parametrize(
    ("opened", "path", "confirmed"),
    [("End the evening", "end", "End the evening"), ("Enter points by hand", "points", "Let them count")],
)
def test_in_a_browser_a_dialog_is_meant_for_the_evening_it_was_opened_over(
    open_page, board, opened, path, confirmed
):
    board.play(0)
    page = open_page()
    page.get_by_role("button", name=opened).first.click()
    dialog = page.get_by_role("dialog")
    for field in dialog.get_by_role("spinbutton").all():
        field.fill("10")
    board.show(evening=replace(board.snapshot.evening, id="20261121T200000Z"), over=True)
    page.get_by_role("heading", name="share the evening").wait_for()
    with page.expect_response(f"**/api/{path}") as answered:
        dialog.get_by_role("button", name=confirmed).click()
    assert answered.value.status == 409 and board.asked == []


def test_in_a_browser_points_that_nobody_took_stay_in_their_fields(open_page, board, complaints):
    board.play(0)
    page = open_page()
    page.get_by_role("button", name="Enter points by hand").first.click()
    dialog = page.get_by_role("dialog")
    for field in dialog.get_by_role("spinbutton").all():
        field.fill("10")
    page.route("**/api/points", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        dialog.get_by_role("button", name="Let them count").click()
    page.locator("#toast span").wait_for()
    page.unroute("**/api/points")
    dialog.get_by_role("button", name="Let them count").click()
    dialog.wait_for(state="detached")
    assert board.asked == [(1, "red", [10, 10, 10, 10])]
    complaints.clear()


@pytest.mark.parametrize("width", [360, 820, 1440])
def test_in_a_browser_nothing_is_wider_than_the_screen(open_page, board, cramped, width):
    board.play(2)
    board.show(notes=("Table red plays with Ann; " * 6,), ignored=("x" * 200,))
    page = open_page("", width, 900)
    page.locator(".ranking tbody tr").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    wrapped = page.evaluate(
        "[...document.querySelectorAll('.ranking td')].filter(td => td.offsetHeight > 46).length"
    )
    assert wrapped == 0, "no number is broken into two lines"
    assert cramped(page) == []


def test_in_a_browser_a_stopped_game_is_told_from_a_finished_one(open_page, board):
    board.play(1, state="playing")
    news = dict(board.snapshot.club.tables)
    done = scores("red", dict(zip(SEATS[0], (5, 70, 60, 0), strict=True)), state="over")
    board.show(club=Club("test", news | {"red": TableNews("red", True, done, {done.id: done})}))
    page = open_page()
    page.locator(".table .doing", has_text="has finished").wait_for()
    stopped = replace(done, stopped=True)
    board.show(club=Club("test", news | {"red": TableNews("red", True, stopped, {done.id: stopped})}))
    page.locator(".table .doing", has_text="stopped early").wait_for()


def test_in_a_browser_names_are_never_markup(open_page, board):
    four = [name[:60] for name in ATTACKS[:4]]
    news = {"red": TableNews("red", False, scores("red", dict.fromkeys(four, 5)))}
    board.show(club=Club("test", news), ignored=tuple(ATTACKS), notes=tuple(ATTACKS))
    page = open_page()
    page.locator(".seats-list li").nth(3).wait_for()
    assert page.locator(".seats-list .name").all_text_contents() == four
    assert page.locator("script").count() == 2 and page.locator("img").count() == 0
    assert page.get_by_text("This table does not answer").is_visible()


@pytest.mark.parametrize("width", [320, 1440])
def test_in_a_browser_everybody_can_use_the_page(open_page, board, barriers, width):
    page = open_page("", width)
    page.get_by_role("heading", name="evening").wait_for()
    found = barriers(page)
    board.play(2)
    board.show(notes=("Table red plays with Ann.",), ignored=("nonsense",))
    page.locator(".ranking tbody tr").first.wait_for()
    page.locator(".notices li").first.wait_for()
    found += barriers(page)
    assert not found, "\n".join(found)


def test_the_clubs_page_has_no_naked_word(open_page, board, bracketed, naked):
    proper = ["Familiar", "http://club\\.local:8000/", "Probe", "Wizard", "Les Trois Magiciens"]
    proper += [*TABLES, *NAMES, "test"]
    page = bracketed(open_page())
    page.wait_for_selector("form.begin")
    found = naked(page, proper)
    board.play(1)
    page.wait_for_selector(".ranking")
    found += naked(page, proper)
    page.locator("[data-focus^=enter-]").first.click()
    page.wait_for_selector("dialog[open]")
    found += naked(page, proper)
    assert found == []
