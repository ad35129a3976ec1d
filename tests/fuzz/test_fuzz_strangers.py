"""Whatever a stranger sends to any of the apps: an answer in a sentence, and nothing is changed."""

import json
import re
import socket
from urllib.parse import quote

from fuzzing import (
    altered_bytes,
    answered,
    anything,
    anywhere,
    fuzzed,
    headers,
    looked_at,
    no_stumbling,
    texts,
)
from hypothesis import strategies as st
from pages import GETS, HEADERS, OPEN, POSTS, ROOMS, Room, wishes
from patience import PATIENCE_S

from web.server import Server

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


HEAD = b"Host: localhost\r\nX-Familiar: 1\r\nContent-Type: application/json\r\n"
WHOLE = [
    b"GET /state HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n",
    b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /api/take HTTP/1.1\r\n" + HEAD + b'Content-Length: 10\r\n\r\n{"seen":0}',
    b"POST /api/end HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\nGET /state HTTP/1.0\r\n\r\n",
]


@fuzzed(short=40, which=st.sampled_from(ROOMS), sent=st.one_of(altered_bytes(WHOLE), st.binary(max_size=200)))
def test_any_bytes_on_the_wire_leave_a_server_that_answers(which, sent):
    room = Room(*which)
    with no_stumbling(), Server(room.app, "127.0.0.1", 0) as server:
        server.start()
        for each in (sent, WHOLE[0]):
            with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as wire:
                wire.sendall(each)
                wire.shutdown(socket.SHUT_WR)
                said = wire.recv(1024)
            # What is no whole request may be left without an answer.
            assert not said or re.match(rb"HTTP/1\.[01] ([1-4]\d\d|501) ", said), said
        assert b" 200 OK" in said
    room.close()
