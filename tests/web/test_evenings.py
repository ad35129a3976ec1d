"""Past games are told to whoever plays here: evenings, sheets, charts, files; no secret of a running one."""

import csv
import io
import itertools
import math
from concurrent.futures import Future
from xml.etree import ElementTree

import pytest
from records import read_record

from chronicle import archive
from chronicle.story import Story, evening
from games.header import Header
from games.replay import replay
from table.command import Accepted, NewGame, Submit, Undo
from table.host import Host
from table.journal import EARLIEST, LATEST, Journal
from web.access import Access
from web.app import close, create_app
from web.keyring import Keyring
from web.security import Security
from web.stories import moment, together

DAY_S = 86_400
BEGAN = 1_795_200_000.0
ROUND = [
    {"event": "turn_up", "card": "7H"},
    *({"event": "bid", "player": seat, "tricks": tricks} for seat, tricks in ((1, 0), (2, 1), (0, 0))),
    *({"event": "play", "card": card} for card in ("2H", "9H", "3C")),
    {"event": "confirm"},
]
"""The first round: Cy takes the trick that he bid."""
SECOND = [
    {"event": "turn_up", "card": "8H"},
    *({"event": "bid", "player": seat, "tricks": tricks} for seat, tricks in ((2, 1), (0, 0), (1, 1))),
    *({"event": "play", "card": card} for card in ("2S", "3S", "4S")),
    {"event": "confirm"},
    *({"event": "play", "card": card} for card in ("5D", "6D", "7D")),
    {"event": "confirm"},
    {"event": "turn_up", "card": "9H"},
    *({"event": "bid", "player": seat, "tricks": 0} for seat in (0, 1, 2)),
    *({"event": "play", "card": card} for card in ("AS", "3C", "4C")),
    {"event": "confirm"},
    *({"event": "play", "card": card} for card in ("AD", "6D", "7D")),
    {"event": "confirm"},
    *({"event": "play", "card": card} for card in ("AC", "6C", "7C")),
    {"event": "confirm"},
]
"""Two more rounds: whoever led took every trick."""
SVG = "{http://www.w3.org/2000/svg}"
READABLE = [
    "/chart.svg",
    "/awards",
    "/evenings.json",
    "/evenings.csv",
    "/evenings/players.json",
    "/evenings/1.json",
    "/evenings/1.csv",
    "/evenings/1/chart.svg",
    "/evenings/1.jsonl",
    "/evenings",
    "/evenings/1",
    "/evenings/players",
]


class Table:
    """A host whose games begin a day apart, and a browser."""

    def __init__(self, days=None):
        days = days or itertools.count()
        # The journal's opening is the first that asks what time it is.
        self.host = Host(Journal(":memory:", clock=lambda: BEGAN + DAY_S * next(days))).start()
        self.app = create_app(self.host, security=Security(secret="a secret for tests"))
        self.client = self.app.test_client()

    def begin(self, game="wizard", players=("Ann", "Bo", "Cy"), **rules):
        return self.do(NewGame({"game": game, "players": list(players), "dealer": 0, "rules": rules}))

    def do(self, *commands):
        for command in commands:
            outcome = self.host.handle(command)
            assert isinstance(outcome, Accepted), outcome
        return self

    def events(self, *events):
        return self.do(*map(Submit, events))

    def get(self, path, status=200):
        answer = self.client.get(path)
        assert answer.status_code == status, (path, answer.text)
        return answer

    def close(self):
        close(self.app)
        self.host.close()


@pytest.fixture
def make():
    made = []

    def make(**options):
        made.append(Table(**options))
        return made[-1]

    yield make
    for table in made:
        table.close()


@pytest.fixture
def table(make):
    return make()


def test_a_table_without_a_game_has_no_evenings(table):
    assert table.get("/evenings.json").json == {"evenings": [], "before": None}
    assert table.get("/evenings/players.json").json["kinds"] == []
    assert "begin one" in table.get("/chart.svg", 404).json["error"]
    assert table.get("/evenings").mimetype == "text/html"


def test_evenings_are_listed_with_the_newest_first_and_their_games(table):
    table.begin().events(ROUND[0]).begin("probe").events({"event": "ready", "player": 0, "spaces": 5})
    table.begin("magicians", opening="dealer")
    found = table.get("/evenings.json").json["evenings"]
    assert [[game["title"] for game in each["games"]] for each in found] == [
        ["Les Trois Magiciens"],
        ["Probe"],
        ["Wizard"],
    ]
    assert [each["day"] for each in found] == [evening(BEGAN + DAY_S * n).isoformat() for n in (3, 2, 1)]
    assert [each["games"][0]["running"] for each in found] == [True, False, False]


def listed(table):
    """Turn page after page to the end, each of eight evenings at most; give the games' ids."""
    seen, path = [], "/evenings.json"
    while path:
        page = table.get(path).json
        seen += [game["id"] for each in page["evenings"] for game in each["games"]]
        path = page["before"] and f"/evenings/before/{page['before']}.json"
        assert len(page["evenings"]) <= 8
    return seen


def test_many_evenings_come_page_by_page_and_none_is_lost(table):
    for _ in range(19):
        table.begin().events(ROUND[0])
    assert listed(table) == list(range(19, 0, -1))


def test_no_game_is_left_out_of_the_pages_where_the_clock_went_back(make):
    # A Pi has no clock of its own: at the thirteenth game it tells the day of the second one again.
    table = make(days=iter([0, 1, 2, *range(3, 13), 2, *range(13, 20)]))
    for _ in range(20):
        table.begin().events(ROUND[0])
    assert listed(table) == list(range(20, 0, -1))


@pytest.mark.parametrize(
    "days", [math.inf, -math.inf, 1e9, -1e9, (LATEST - BEGAN) / DAY_S, (EARLIEST - BEGAN) / DAY_S]
)
def test_a_game_whose_beginning_no_calendar_can_tell_is_had_like_any_other(make, days):
    table = make(days=iter([0, days, 1]))
    for _ in range(2):
        table.begin().events(ROUND[0])
    assert listed(table) == [2, 1]
    assert table.get("/evenings/players.json").json["games"] == 2
    for path in ("/evenings.csv", "/evenings/1.json", "/evenings/1.csv", "/evenings/1.jsonl"):
        table.get(path)
    told = table.get("/evenings/1.json").json["began"]
    assert told == moment(BEGAN + DAY_S * days if abs(days) < 1e9 else 0)


def test_a_game_of_which_nothing_was_played_is_not_listed_and_can_be_had(table):
    table.begin().events(ROUND[0])
    table.begin().begin().events(ROUND[0]).do(Undo()).begin()
    found = table.get("/evenings.json").json["evenings"]
    # What was played and taken back was played; the newest is the one that is shown.
    assert [game["id"] for each in found for game in each["games"]] == [4, 3, 1]
    assert table.get("/evenings/players.json").json["games"] == 3
    rows = csv.DictReader(io.StringIO(table.get("/evenings.csv").text.removeprefix("\ufeff")))
    assert [next(iter(row.values())) for row in rows] == ["4"] * 3 + ["3"] * 3 + ["1"] * 3
    day = evening(BEGAN + 2 * DAY_S).isoformat()
    assert table.get(f"/evenings/{day}.json", 404).json["error"] == "Nothing was played on that evening."
    assert table.get("/evenings/2.json").json["id"] == 2


def test_a_game_is_told_with_sheet_figures_and_every_trick(table):
    table.begin().events(*ROUND)
    told = table.get("/evenings/1.json").json
    assert told["totals"] == [20, 20, 30] and told["running"] and not told["over"]
    assert told["view"]["sheet"][0]["bids"] == [0, 0, 1]
    assert told["rounds"][0]["laid"][0]["winner"] == 2
    figures = {line["key"]: line["values"] for line in told["figures"]}
    assert figures["made"] == [[1, 1], [1, 1], [1, 1]] and "points" not in figures
    assert told["outcome"] == "1 of 20 rounds"
    assert told["bgstats"] is None


def test_an_evening_and_all_evenings_tell_who_won_and_what_everybody_did(table):
    table.begin().events(*ROUND).begin("probe")
    day = evening(BEGAN + DAY_S).isoformat()
    told = table.get(f"/evenings/{day}.json").json
    assert [kind["game"] for kind in told["kinds"]] == ["wizard"]
    assert told["players"] == [], "nothing was played to its end"
    everything = table.get("/evenings/players.json").json
    assert everything["evenings"] == 2 and everything["games"] == 2
    points = {line["key"]: line["values"] for line in everything["kinds"][0]["figures"]}["points"]
    assert points == [20, 20, 30]
    assert "Nothing was played" in table.get("/evenings/1999-01-01.json", 404).json["error"]


def test_whoever_plays_several_games_has_won_them_all_however_the_name_is_written():
    wins = {"wizard": {"Ann": (1, 1), "Ju\u0308rgen": (0, 1)}, "probe": {"J\u00dcRGEN": (1, 2), "Bo": (1, 2)}}
    told = [
        Story(
            number,
            BEGAN,
            Header(game, tuple(won), 0, {}),
            over=True,
            figures=tuple({"won": share} for share in won.values()),
        )
        for number, (game, won) in enumerate(wins.items(), 1)
    ]
    assert together(told)["players"] == [
        {"name": "Ann", "won": 1, "games": 1},
        {"name": "Bo", "won": 1, "games": 2},
        {"name": "Ju\u0308rgen", "won": 1, "games": 3},
    ]


def test_undo_after_the_end_of_a_round_is_told_at_once(table):
    table.begin().events(*ROUND)
    assert table.get("/evenings/1.json").json["totals"] == [20, 20, 30]
    table.do(Undo(1))
    assert table.get("/evenings/1.json").json["totals"] == [0, 0, 0]
    assert table.get("/awards").json == {"awards": []}


def test_a_game_that_was_left_keeps_its_story(table):
    table.begin().events(*ROUND)
    before = table.get("/evenings/1.json").json
    table.begin()
    after = table.get("/evenings/1.json").json
    assert before["running"] and not after["running"]
    assert after | {"running": True} == before


def test_a_chart_is_a_drawing_with_words_for_who_does_not_see_it(table):
    table.begin(players=("Ann", "<b>&", "Cy")).events(*ROUND)
    for path in ("/chart.svg", "/evenings/1/chart.svg"):
        answer = table.get(path)
        assert answer.mimetype == "image/svg+xml"
        drawing = ElementTree.fromstring(answer.text)
        assert drawing.find(f"{SVG}title").text == "Points after each round"
        assert drawing.find(f"{SVG}desc").text == "Cy: 30. Ann: 20. <b>&: 20."
        lines = drawing.findall(f".//{SVG}polyline")
        assert len({line.get("stroke-dasharray") for line in lines}) == len(lines) == 3
        assert "style" not in {key for each in drawing.iter() for key in each.attrib}


@pytest.mark.parametrize("language", ["fr", "de"])
def test_charts_and_awards_are_told_in_the_readers_language(table, language):
    table.begin().events(*ROUND, *SECOND)
    english = [table.get(path).text for path in ("/chart.svg", "/evenings/1.json")]
    table.client.set_cookie("familiar_language", language)
    other = [table.get(path).text for path in ("/chart.svg", "/evenings/1.json")]
    for title in ("Points after each round", "Clairvoyant", "Bids made", "of 20 rounds"):
        assert any(title in text for text in english) and not any(title in text for text in other), title


def test_who_only_watches_sees_the_chart_that_all_see_and_no_other_game():
    with Host(Journal(":memory:")).start() as host:
        host.handle(NewGame({"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0}))
        access = Access(Keyring(None), near=False)
        app = create_app(host, security=Security(access))
        stranger, player = app.test_client(), app.test_client()
        player.get(f"/join/{access.code}")
        for path in READABLE:
            refused = stranger.get(path)
            assert refused.status_code == (200 if path in ("/chart.svg", "/awards") else 403), path
            assert player.get(path).status_code in (200, 403 if path.endswith(".jsonl") else 200)
        close(app)


def test_who_only_watches_has_the_sign_of_the_game_that_is_shown_and_of_no_other():
    with Host(Journal(":memory:")).start() as host:
        for _ in range(2):
            host.handle(NewGame({"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0}))
        access = Access(Keyring(None), near=False)
        app = create_app(host, security=Security(access))
        stranger, player = app.test_client(), app.test_client()
        player.get(f"/join/{access.code}")
        for number, (watches, plays) in {"2": (200, 200), "1": (404, 200), "7" * 2200: (404, 404)}.items():
            path = f"/evenings/{number}/sign.svg"
            assert (stranger.get(path).status_code, player.get(path).status_code) == (watches, plays), number
        close(app)


def test_a_spreadsheet_holds_the_sheet_and_no_name_begins_to_calculate(table):
    table.begin(players=("=1+1", "Bo", "Cy")).events(*ROUND)
    answer = table.get("/evenings/1.csv")
    assert answer.headers["Content-Disposition"].endswith('-1.csv"')
    (row,) = csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff")))
    assert row["'=1+1 totals"] == "20" and row["Cy tricks"] == "1"
    rows = list(csv.DictReader(io.StringIO(table.get("/evenings.csv").text.removeprefix("\ufeff"))))
    assert [(each["player"], each["total"], each["rank"]) for each in rows] == [
        ("'=1+1", "20", "2"),
        ("Bo", "20", "2"),
        ("Cy", "30", "1"),
    ]


@pytest.mark.parametrize(
    ("language", "column", "no", "hearts"),
    [("fr", "Cy\u00a0: plis", "non", "cœur"), ("de", "Cy: Stiche", "nein", "Herz")],
)
def test_a_spreadsheet_speaks_the_reader_s_language_and_parts_cells_as_its_spreadsheets_do(
    table, language, column, no, hearts
):
    table.begin(players=("=1+1", "Bo", "Cy")).events(*ROUND)
    answer = table.client.get("/evenings/1.csv", headers={"Accept-Language": language})
    (row,) = csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff")), delimiter=";")
    assert row[column] == "1" and not any(name.startswith("=") for name in row)
    answer = table.client.get("/evenings.csv", headers={"Accept-Language": language})
    heads, *lines = csv.reader(io.StringIO(answer.text.removeprefix("\ufeff")), delimiter=";")
    assert len(set(heads)) == len(heads) and {line[3] for line in lines} == {no}
    assert [trump for trump in row.values() if trump in ("Herz", "cœur", "H")] == [hearts]


def test_a_record_can_be_had_once_the_table_has_left_the_game(table):
    table.begin(bids="delayed").events(*ROUND[:2])
    refused = table.get("/evenings/1.jsonl", 403)
    assert refused.json["rule"] == "secret" and "event" not in refused.text
    table.begin()
    answer = table.get("/evenings/1.jsonl")
    header, events = read_record(answer.data)
    assert header.players == ("Ann", "Bo", "Cy") and len(events) == 2
    assert replay(answer.data).state.bids == (None, 0, None)


PROBE_PATHS = [path for path in READABLE if not path.startswith(("/chart", "/awards"))]


def test_the_words_of_a_game_of_probe_that_was_left_are_told_to_nobody(make):
    """Play it twice with another word: whoever reads all that there is of it cannot tell the two apart."""
    told = []
    for word in ("OEUVRE", "BANANE"):
        table = make()
        words = enumerate(("SAPIN", word, "CRABE"))
        typed = ({"event": "word", "player": seat, "word": each} for seat, each in words)
        table.begin("probe").events(*typed, {"event": "draw", "card": "normal"})
        table.begin()
        refused = table.get("/evenings/1.jsonl", 403)
        assert refused.json["rule"] == "secret" and "left before its end" in refused.json["error"]
        assert table.get("/evenings/1.json").json["secret"]
        told.append([table.client.get(path).text for path in PROBE_PATHS])
        assert not any(each in text for text in told[-1] for each in ("SAPIN", word, "CRABE"))
    assert told[0] == told[1]


def test_what_was_kept_in_mind_is_no_secret_of_the_record(table):
    table.begin("probe").events(*({"event": "ready", "player": seat, "spaces": 5} for seat in range(3)))
    table.begin()
    assert not table.get("/evenings/1.json").json["secret"]
    assert len(read_record(table.get("/evenings/1.jsonl").data)[1]) == 3


def test_words_that_no_rules_can_settle_any_more_are_told_to_nobody(table):
    values = {"record": "familiar/1", "game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0}
    journal = table.host.recall(lambda journal: journal).result()
    word = {"event": "word", "player": 0, "word": "OEUVRE"}
    journal.enter(values, [("event", word), ("event", {"event": "somersault"})])
    assert "OEUVRE" not in table.get("/evenings/1.jsonl", 403).text
    assert table.get("/evenings/1.json").json["secret"]


def test_a_game_that_is_not_there_is_said_to_be_missing(table):
    table.begin()
    for path in ("/evenings/7.json", "/evenings/7.csv", "/evenings/7.jsonl", "/evenings/7/chart.svg"):
        assert table.get(path, 404).json["error"] == "There is no game 7 in this table's journal."


def test_a_game_of_rules_that_are_not_known_is_listed_and_its_record_kept(make):
    table = make()
    values = {"record": "familiar/1", "game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0}
    journal = table.host.recall(lambda journal: journal).result()
    journal.enter(values, [("event", {"event": "somersault"})])
    journal.enter(values | {"game": "tarot"}, [])
    listed = table.get("/evenings.json").json["evenings"]
    assert [game["id"] for each in listed for game in each["games"]] == [1]
    told = table.get("/evenings/1.json").json
    assert "cannot be settled" in told["faults"] and "rounds" not in told
    assert "cannot be settled" in table.get("/evenings/1.csv", 404).json["error"]
    assert "somersault" in table.get("/evenings/1.jsonl").text
    assert table.get("/evenings/2.json", 404)
    assert table.get("/evenings/players.json").json["kinds"] == []


def test_a_closed_table_says_that_its_journal_cannot_be_read(table):
    table.begin()
    table.host.close()
    answer = table.get("/evenings.json", 503)
    assert "journal" in answer.json["error"] and ":memory:" not in answer.text


def test_a_table_that_is_held_up_says_to_ask_again(table, monkeypatch):
    table.begin()
    monkeypatch.setattr(archive, "WAIT_S", 0.01)
    monkeypatch.setattr(table.host, "recall", lambda _: Future())
    answer = table.get("/evenings.json", 503)
    assert answer.json["error"] == "The table does not answer at this moment; try again."
    assert int(answer.headers["Retry-After"]) > 0


def bids(table, tricks):
    made = ({"event": "bid", "player": seat, "tricks": n} for seat, n in enumerate((0, tricks, 0)))
    table.begin(bids="delayed").events(ROUND[0], *made)


def words(table, word):
    typed = enumerate((word, "PHARE", "KIWI"))
    table.begin("probe")
    table.events(*({"event": "word", "player": seat, "word": each} for seat, each in typed))
    table.events(
        {"event": "draw", "card": "normal"},
        {"event": "ask", "of": 1, "sign": "Z"},
        {"event": "no"},
        {"event": "draw", "card": "+15"},
    )


@pytest.mark.parametrize(("secret", "one", "other"), [(bids, 0, 1), (words, "FJORD", "WHARF")])
def test_nothing_about_evenings_tells_two_games_apart_that_differ_in_a_secret(make, secret, one, other):
    told = []
    for value in (one, other):
        table = make()
        secret(table, value)
        told.append([(path, table.client.get(path).text) for path in READABLE])
    assert told[0] == told[1]
