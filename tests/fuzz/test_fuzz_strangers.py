"""Whatever a stranger sends to any of the apps: an answer in a sentence, and nothing is changed."""

import json
from urllib.parse import quote

from fuzzing import answered, anything, anywhere, fuzzed, headers, looked_at, no_stumbling, texts
from hypothesis import strategies as st
from pages import GETS, HEADERS, OPEN, POSTS, ROOMS, Room, wishes

SEEN = {room: GETS[room[0]] for room in ROOMS}
SENT = {room: POSTS[room[0]] for room in ROOMS}


@fuzzed(short=120, where=anywhere(SEEN), bears=headers, locked=st.booleans())
def test_any_address_is_answered_and_changes_nothing(where, bears, locked):
    (which, path), parts, query, method = where
    room = Room(*which, locked)
    before = room.snapshot
    with no_stumbling():
        looked_at(room.phone, path, parts, query_string=query, method=method, headers=bears)
    assert room.snapshot == before
    room.close()


@fuzzed(short=120, sent=anything(SENT), locked=st.booleans())
def test_any_bytes_of_any_kind_are_answered(sent, locked):
    which, path, cookie, asked = sent
    room = Room(*which, locked)
    before = room.snapshot
    if cookie is not None:
        room.phone.set_cookie(*cookie)
    with no_stumbling():
        answer = room.phone.open(path, **asked)
        answered(answer)
    assert answer.status_code == 200 and not locked or room.snapshot == before
    room.close()


strangers = st.sampled_from(ROOMS).flatmap(lambda room: st.tuples(st.just(room), wishes(room[0])))


@fuzzed(short=80, wrong=st.lists(texts, max_size=6), stranger=strangers)
def test_who_has_no_key_changes_nothing_whatever_he_tries(wrong, stranger):
    which, (path, body, _) = stranger
    room = Room(*which, locked=True)
    before = room.snapshot
    with no_stumbling():
        for text in wrong:
            answered(room.phone.get(f"/join/{quote(text, safe='', errors='replace')}"))
            for key, enter in (("code", "join"), ("pin", "owner")):
                sent = {"data": json.dumps({key: text}), "content_type": "application/json"}
                answer = room.phone.post(f"/api/{enter}", headers=HEADERS, **sent)
                answered(answer)
                assert answer.status_code in (400, 403, 422, 429), answer.status_code
        answer = room.phone.post(path, json=body, headers=HEADERS)
        answered(answer)
        assert answer.status_code == 403 or path in OPEN[which[0]]
    assert room.snapshot == before
    room.close()
