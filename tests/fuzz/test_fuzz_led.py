"""Whatever is pressed and seen on the pages that lead a person: an answer in a sentence, and it goes on."""

import json

from fuzzing import answered, as_text, fuzzed, leaves, no_stumbling, texts, values
from hypothesis import strategies as st
from pages import CARDS, CORNERS, CROP, HEADERS, KEPT, ROWS, ROWS_TAKEN, SURVEYS, corners

from familiar.enrol.rows_page import RowsOwner
from familiar.guide.cards import Leader
from familiar.guide.led import Owner
from table.guides import calibrating, rows
from table.guides.guide import Caught, Guide, Kind, Look, Place, Press, Reread
from table.guides.leading import Checked, Trouble
from vision.enrol.cards import Pair, Report
from vision.types import Reading
from web.app import close
from web.calibrate import create_calibration_app
from web.guide import create_guide_app
from web.rows import create_rows_app
from web.security import Security

names = st.sampled_from([*CARDS, "QS", "back", "<b>"])
readings = st.lists(
    st.builds(lambda card, asks: Reading(card, 0.9, asks, (), CORNERS), names, st.booleans()), max_size=3
).map(tuple)
seen = {
    "guide": st.one_of(
        st.builds(Caught, st.sampled_from([CROP, CROP[:0]]), readings),
        st.builds(Reread, readings),
        st.builds(Checked, st.builds(Report, st.just(4), st.just(3),
                  st.lists(st.builds(Pair, names, names, st.just(0.1)), max_size=2).map(tuple))),
        st.builds(Look, st.sampled_from(["", "poor", "good"]), st.none(), st.just(CORNERS)),
        st.builds(Trouble, st.one_of(st.none(), texts)),
    ),
}  # fmt: skip
seen["calibration"] = st.one_of(
    st.builds(calibrating.Surveyed, st.sampled_from(SURVEYS)),
    st.builds(calibrating.Taken, st.just(KEPT), st.sampled_from(SURVEYS)),
    st.builds(calibrating.Failed, texts),
    st.builds(Trouble, st.one_of(st.none(), texts)),
)


seen["rows"] = st.one_of(
    st.just(ROWS_TAKEN),
    st.builds(rows.Taken, st.integers(-1, 3), st.just(()), st.just((0, 0))),
    st.builds(rows.Seen, st.just((CORNERS,)), st.just((1280, 720)), st.one_of(st.none(), texts)),
    st.builds(rows.Called, st.integers(-3, 3), names),
    st.builds(rows.Checked, st.builds(Report, st.just(4), st.just(3))),
    st.builds(Trouble, st.one_of(st.none(), texts)),
)


def steps(which, presses):
    """Draw what happens: something is seen, or a page sends what it may send, or nearly."""
    path = st.one_of(st.sampled_from([*presses, "area", "card"]), st.text(max_size=8))
    likely = st.fixed_dictionaries(
        {}, optional={"corners": corners, "at": st.integers(-2, 2), "card": names, "x": leaves}
    )
    body = st.one_of(st.just({}), likely, values)
    press = st.tuples(path, body, st.sampled_from(["fresh", "fresh", "fresh", "none", "stale"]))
    return st.lists(st.one_of(seen[which], press), min_size=1, max_size=14)


def play(owner, app, happened):
    """Let it happen at a page, and look at the page after each step."""
    phone = app.test_client()
    with no_stumbling():
        for each in happened:
            if not isinstance(each, tuple):
                owner.post(each).result(20)
            else:
                path, body, when = each
                if isinstance(body, dict) and when != "none":
                    body = {**body, "seen": owner.snapshot.number - (when == "stale")}
                sent = {"data": as_text(body), "content_type": "application/json", "headers": HEADERS}
                answered(phone.post(f"/api/{path}", **sent))
            assert owner.failed is None
            assert json.loads(phone.get("/state").data)["number"] == owner.snapshot.number
            answered(phone.get("/shot/1.jpg"))
            answered(phone.get("/"))
    close(app)
    owner.close()


@fuzzed(short=40, kind=st.sampled_from(Kind), happened=steps("guide", Press))
def test_whatever_happens_while_a_deck_is_learnt_or_checked_the_guide_goes_on(kind, happened):
    leader = Leader(Guide(kind, tuple(map(Place, CARDS))), "oma", "us", lambda *_: None).start()
    play(leader, create_guide_app(leader, picture=lambda: None, security=Security(secret="x" * 32)), happened)


@fuzzed(short=40, happened=steps("rows", rows.Press))
def test_whatever_happens_while_a_deck_lies_in_rows_the_page_goes_on(happened):
    owner = RowsOwner(rows.Rows(ROWS), "oma", "us", lambda *_: None).start()
    play(owner, create_rows_app(owner, picture=lambda: None, security=Security(secret="x" * 32)), happened)


@fuzzed(short=40, happened=steps("calibration", calibrating.Press))
def test_whatever_happens_while_a_table_is_calibrated_the_page_goes_on(happened):
    owner = Owner(calibrating.Setting(), calibrating.step, lambda *_: None).start()
    play(
        owner,
        create_calibration_app(owner, picture=lambda: None, security=Security(secret="x" * 32)),
        happened,
    )
