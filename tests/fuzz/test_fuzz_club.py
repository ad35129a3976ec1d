"""Whatever tables, strangers and phones say to the club's board: its evening stays one that can be played."""

import json

from fuzzing import (
    altered_json,
    answered,
    as_text,
    fuzzed,
    integers,
    leaves,
    no_stumbling,
    one_sentence,
    texts,
    values,
)
from hypothesis import strategies as st
from pages import HEADERS, SEATS, TABLES

from club import evening as evenings
from club.board import Board
from club.messages import Player, Scores, scores_to_dict
from club.page import create_club_app
from club.plan import evening_to_dict
from club.topics import Topics
from table.settings.club import ClubConfig
from web.app import close
from web.security import Security

TOPICS = Topics("test")
ID = "20261121T190000Z-1"


def scores(table, seats, state):
    """Write what a table tells of a game."""
    players = tuple(Player(name, 10, 10, 1) for name in seats)
    return scores_to_dict(Scores(table, ID, "probe", state, "2026-11-21T19:00:00Z", 3, None, players))


AT = tuple(zip(TABLES, SEATS, strict=True))
TOLD = [scores(table, seats, state) for table, seats in AT for state in ("playing", "over")]
PLAN = evening_to_dict(evenings.begin("20261121T180000Z", TABLES, SEATS, {}), (), False)
TOLD_AT = [topic(table) for table in TABLES for topic in (TOPICS.game, TOPICS.status)]
TOLD_AT += [TOPICS.finished(table, ID) for table in TABLES]
STRANGE = ["familiar/test/red/games/x", "familiar/other/red/game", TOPICS.board, ""]
subjects = st.sampled_from([*TOLD_AT, *STRANGE, TOPICS.evening])
payloads = st.one_of(
    st.sampled_from([b"", b"online", b"offline", b"\xff", b"[" * 5000]),
    st.binary(max_size=60),
    st.sampled_from([*TOLD, PLAN]).map(json.dumps).map(str.encode),
    altered_json([*TOLD, PLAN]).map(as_text).map(str.encode),
)
hears = st.tuples(st.just("hear"), subjects, payloads)
names = st.one_of(st.sampled_from([name for four in SEATS for name in four]), texts)
fours = st.one_of(st.just([list(four) for four in SEATS]), st.lists(st.lists(names, max_size=5), max_size=4))
tables = st.one_of(st.just(list(TABLES)), st.lists(texts, max_size=4))
BODIES = {
    "evening": {"game": st.sampled_from(["probe", "wizard", "poker"]), "games": st.integers(-1, 9),
                "tables": tables, "players": fours},
    "points": {"round": integers, "table": st.one_of(st.sampled_from(TABLES), texts),
               "points": st.one_of(st.none(), st.lists(integers, min_size=4, max_size=4), leaves)},
    "end": {},
}  # fmt: skip


@st.composite
def wishes(draw):
    """Draw a wish as the page may send it, or nearly."""
    path = draw(st.sampled_from(sorted(BODIES)))
    body = {key: draw(st.one_of(likely, likely, likely, values)) for key, likely in BODIES[path].items()}
    return "wish", path, body, draw(st.booleans())


@fuzzed(short=60, happened=st.lists(st.one_of(hears, wishes()), min_size=1, max_size=14))
def test_whatever_the_club_is_told_its_evening_can_be_played(happened):
    board = Board(ClubConfig(broker="127.0.0.1", name="test"), clock=lambda: 1_795_287_600.0)
    app = create_club_app(board, security=Security(secret="x" * 32))
    phone = app.test_client()
    with no_stumbling():
        for kind, where, what, *fresh in happened:
            before = board.snapshot.evening
            if kind == "hear":
                board.hear(where, what)
            else:
                if fresh[0] and before is not None:
                    what = {**what, "instead": before.id}
                sent = {"data": as_text(what), "content_type": "application/json", "headers": HEADERS}
                answer = phone.post(f"/api/{where}", **sent)
                answered(answer)
                assert answer.status_code == 200 or board.snapshot.evening == before
            if (evening := board.snapshot.evening) is not None:
                evenings.check(evening)
            for said in board.snapshot.ignored:
                one_sentence(said)
            answered(phone.get("/state"))
    answered(phone.get("/"))
    close(app)
    board.close()
