"""A word of Probe is its owner's phone's alone: every page, answer, event and log line, as everybody else."""

import json
import logging

import pytest

from table.command import NewGame
from web.seats import Seats

SEATS = "seats.json"
WORDS = ("OEUVRE", "..PHARE.", "BANANE")
TWIN = "..CHEMI."
"""As long as Bo's word, with the same dots, and with other letters."""

WISHES = {
    "word": {"word": "WORTE"},
    "ready": {"player": 1, "spaces": 5},
    "draw": {"card": "normal"},
    "ask": {"of": 1, "sign": "Q"},
    "open": {"space": 3},
    "no": {},
    "call": {"player": 2, "of": 1, "word": "..WORTE."},
    "judge": {"right": True},
    "misspelt": {"player": 1},
    "mend": {"index": 1, "word": "..WORTE."},
    "seat": {"seat": 1},
    "answer": {"question": 0, "card": "x5"},
    "correct": {"index": 1, "card": "x5"},
    "confirm": {},
}


@pytest.fixture
def table(make_table, tmp_path):
    return make_table(seats=Seats(tmp_path / SEATS))


@pytest.fixture
def spell(table):
    """Begin a game and let Ann, Bo and Cy type their words on phones of their own."""

    def begin(*words):
        header = {"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
        table.do(NewGame(header))
        phones = table.phones(3)
        for phone, word in zip(phones, words or WORDS, strict=True):
            said(phone, "word", word=word)
        return phones

    return begin


def said(phone, wish, status=200, **body):
    answer = phone.say(wish, **body)
    assert answer.status_code == status, answer.text
    return answer.json


def signs(state, seat=1):
    return [space["sign"] for tray in state["seats"][seat]["trays"] for space in tray["spaces"]]


def texts_of(phone, table):
    """Yield all that a phone can read and all that it is answered, without changing the game."""
    for rule in table.app.url_map.iter_rules():
        # How many games there are differs between two games: test_evenings reads those pages.
        told = rule.rule != "/live" and not rule.rule.startswith("/evenings")
        if "GET" in rule.methods and rule.endpoint != "static" and told:
            path = rule.rule.replace("<int:index>", "1").replace("<int:question>", "1")
            for query in ("", "?as=watch"):
                yield phone.client.get(path + query).data.decode(errors="replace")
    for query in ("", "?as=watch"):
        stream = phone.client.get(f"/live{query}", buffered=False)
        yield next(stream.iter_encoded()).decode()
        stream.close()
        for wish, body in WISHES.items():
            answer = phone.client.post(
                f"/api/{wish}{query}", json={**body, "seen": 0}, headers={"X-Familiar": "1"}
            )
            assert answer.status_code >= 400 or wish == "seat", (wish, answer.text)
            yield answer.text


def course(table, phones):
    """Play on, step by step, without a letter of Bo's word coming to light."""
    ann, bo, cy = phones
    yield "words"
    said(ann, "draw", card="normal")
    yield "drawn"
    said(ann, "ask", of=1, sign="Z")
    yield "asked"
    said(bo, "no")
    yield "denied"
    said(cy, "call", of=1, word="..WORTE.")
    yield "called"
    said(bo, "draw", card="dot")
    yield "own dot"
    said(bo, "open", space=1)
    yield "opened"
    said(bo, "undo")
    yield "taken back"
    said(bo, "open", space=2)
    said(cy, "misspelt", player=1)
    yield "misspelt"


def test_nobody_else_can_tell_one_word_from_another_by_anything_that_phones_are_told(
    table, spell, plain, caplog
):
    """Play the same game with two words of Bo's: all that others read must be alike, letter by letter."""
    caplog.set_level(logging.DEBUG)
    told = []
    for word in (WORDS[1], TWIN):
        phones = spell(WORDS[0], word, WORDS[2])
        spies = [phones[0], phones[2], table.phone()]
        told.append([])
        for step in course(table, phones):
            for spy in spies:
                texts = list(texts_of(spy, table))
                assert not any(word.strip(".").lower() in text.lower() for text in texts), step
                told[-1].append((step, [plain(text) for text in texts]))
        for phone in (*phones, *spies):
            phone.say("leave")
    assert told[0] == told[1]
    assert "word" in caplog.text
    assert not any(word in caplog.text.upper() for word in ("PHARE", "CHEMI", "OEUVRE", "WORTE"))


def test_the_crawl_finds_a_word_where_there_is_one(table, spell):
    """Were the owner's phone told nothing either, the test above could not fail."""
    _, bo, _ = spell()
    assert "".join(signs(bo.state())) == WORDS[1]
    assert any('"P"' in text for text in texts_of(bo, table))
    assert any(WORDS[1] in text for text in texts_of(bo, table))
    assert signs(bo.state("?as=watch")) == [None] * 8


def test_a_phone_that_takes_the_seat_later_does_not_see_the_word(table, spell):
    ann, bo, _ = spell()
    said(bo, "leave")
    thief = table.phone().sit(1)
    assert (thief.state()["you"], thief.state()["sees"]) == (1, False)
    assert not any("PHARE" in text for text in texts_of(thief, table))
    assert signs(thief.state()) == [None] * 8
    said(thief, "mend", 403, index=1, word="..WORTE.")
    said(ann, "draw", card="normal")
    said(ann, "ask", of=1, sign="P")
    assert thief.state()["answer"] is None
    said(thief, "open", 422, space=4)
    said(thief, "open", space=3)
    assert signs(thief.state()) == [None, None, "P", None, None, None, None, None]


def test_the_phone_that_typed_it_sees_its_word_again_when_it_comes_back(table, spell):
    ann, bo, _ = spell()
    said(ann, "free", seat=1)
    assert bo.state()["you"] is None and signs(bo.state()) == [None] * 8
    bo.sit(1)
    assert bo.state()["sees"] and "".join(signs(bo.state())) == WORDS[1]


def test_it_sees_its_word_after_a_restart_of_the_table_by_its_cookie(table, spell, make_table, tmp_path):
    _, bo, _ = spell()
    cookies = {key: bo.client.get_cookie(key).value for key in ("familiar_seat", "familiar_words")}

    def come_back(**kept):
        phone = make_table(seats=Seats(tmp_path / SEATS)).phone()
        for key, value in kept.items():
            phone.client.set_cookie(key, value)
        return phone.state()

    assert come_back(familiar_seat=cookies["familiar_seat"])["sees"] is False
    state = come_back(**cookies)
    assert state["you"] == 1 and "".join(signs(state)) == WORDS[1]
    forged = come_back(familiar_seat=cookies["familiar_seat"], familiar_words=cookies["familiar_seat"])
    assert signs(forged) == [None] * 8


def test_a_word_typed_by_another_phone_is_not_shown_even_if_an_undo_brings_it_back(table, spell):
    ann, bo, _ = spell()
    said(bo, "leave")
    other = table.phone().sit(1)
    said(other, "word", word="WORTE")
    assert "".join(signs(other.state())) == "WORTE"
    said(ann, "undo")
    assert other.state()["sees"] is False and signs(other.state()) == [None] * 8


def test_a_guess_typed_on_a_taken_seat_does_not_tell_after_an_undo_whether_it_was_right(table, spell):
    ann, bo, _ = spell()
    said(bo, "leave")
    thief = table.phone().sit(1)
    said(thief, "word", word=WORDS[1])
    said(thief, "undo")
    assert thief.state()["sees"] is False and signs(thief.state()) == [None] * 8


def test_a_phone_s_stream_shows_it_the_word_that_it_has_just_typed(table, spell):
    table.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    bo, spy = table.phone().sit(1), table.phone().sit(2)
    streams = [phone.client.get("/live", buffered=False) for phone in (bo, spy)]
    own, theirs = (stream.iter_encoded() for stream in streams)
    next(own), next(theirs)
    said(bo, "word", word=WORDS[1])
    states = [json.loads(next(chunks).decode().split("data: ", 1)[1]) for chunks in (own, theirs)]
    assert "".join(signs(states[0])) == WORDS[1] and signs(states[1]) == [None] * 8
    for stream in streams:
        stream.close()


def test_a_word_is_typed_on_its_player_s_own_phone_only(table, spell):
    ann, bo, _ = spell()
    assert said(table.phone(), "word", 403, word="WORTE")["rule"] == "seat"
    said(ann, "word", 400, word="WORTE", player=1)
    answer = bo.client.post(
        "/api/word?as=watch", json={"word": "WORTE", "seen": 0}, headers={"X-Familiar": "1"}
    )
    assert answer.status_code == 403
    said(bo, "word", word="Œuvré…")
    assert "".join(signs(bo.state())) == "OEUVRE..."


def test_only_the_owner_s_phone_answers_for_a_word_that_was_typed(table, spell):
    ann, bo, cy = spell()
    said(ann, "draw", card="normal")
    said(ann, "ask", of=1, sign="P")
    for phone in (ann, cy, table.phone()):
        assert said(phone, "no", 403)["rule"] == "seat"
        assert said(phone, "open", 403, space=3)["rule"] == "seat"
    said(bo, "leave")
    for phone in (ann, table.phone()):
        assert "typed a word" in said(phone, "no", 403)["error"]
        said(phone, "ready", 403, player=1, spaces=8)
    said(bo.sit(1), "open", space=3)


def test_a_player_without_phone_and_typed_word_is_answered_for_by_anybody(table):
    header = {"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
    table.do(NewGame(header))
    phone = table.phone().sit(0)
    for seat in range(3):
        said(phone, "ready", player=seat, spaces=6)
    said(phone, "draw", card="normal")
    said(phone, "ask", of=1, sign="P")
    said(phone, "open", space=3)
    said(phone, "ask", of=1, sign=".")
    said(phone, "no")
    assert phone.state()["totals"] == [-35, 0, 0]
    said(phone, "call", player=2, of=0)
    said(phone, "judge", right=False)
    assert phone.state()["totals"] == [-35, 0, -50]


@pytest.mark.parametrize("guess", ["P", "Z"])
def test_whoever_takes_a_seat_learns_nothing_by_guessing_what_stands_in_a_space(table, spell, guess):
    ann, bo, _ = spell()
    said(bo, "leave")
    eve = table.phone().sit(1)
    said(ann, "draw", card="left")
    assert table.host.snapshot.public["turn"] == 1
    # Whether a guess is refused would tell whether it is right, and nobody would see it.
    said(eve, "open", space=3, sign=guess)
    assert signs(ann.state())[2] == "P"


def test_refusals_never_repeat_what_was_typed(table, spell):
    ann, bo, _ = spell()
    for word in ("PHAR-E", "P.HARE", "PHAR3", "PHARE" * 3, "PH"):
        answer = bo.say("word", word=word)
        assert answer.status_code == 422 and word not in answer.text
    answer = ann.say("call", of=1, word="PHAR-E")
    assert answer.status_code == 422 and "PHAR" not in answer.text
    said(ann, "draw", card="normal")
    answer = bo.say("word", word="WORTE")
    assert answer.status_code == 422 and "WORTE" not in answer.text


def test_a_word_named_on_a_phone_is_seen_by_caller_and_owner_alone(table, spell):
    header = {"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
    table.do(NewGame(header))
    ann, bo, cy = table.phones(3)
    for phone in (ann, bo, cy):
        said(phone, "ready", spaces=6)
    said(ann, "call", of=1, word="BANANE")
    assert ann.state()["call"]["word"] == bo.state()["call"]["word"] == "BANANE"
    for spy in (cy, table.phone()):
        assert not any("BANANE" in text for text in texts_of(spy, table))
    said(bo, "judge", right=False)
    for phone in (ann, bo, cy):
        assert "BANANE" not in json.dumps(phone.state())
