"""What phones may ask at a table of Probe, and what the host answers through them."""

import pytest

from table.command import NewGame
from web import probe as pages

SETUP = {"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
BODIES = {
    "word": {"word": "FJORD"},
    "ready": {"spaces": 6},
    "draw": {"card": "normal"},
    "ask": {"of": 1, "sign": "A"},
    "open": {"space": 1},
    "no": {},
    "call": {"of": 1},
    "judge": {"right": True},
    "misspelt": {"player": 1},
    "mend": {"index": 0, "word": "FJORD"},
    "spelling": {"word": "FJORD"},
}


@pytest.fixture
def phones(table):
    """Sit Ann, Bo and Cy down, each with a word typed; Ann is to draw."""
    table.do(NewGame(SETUP))
    phones = table.phones(3)
    for phone, word in zip(phones, ("OEUVRE", "..PHARE.", "BANANE"), strict=True):
        assert phone.say("word", word=word).status_code == 200
    return phones


def state(table):
    return table.host.snapshot.view(None)


def test_the_game_is_chosen_when_it_is_set_up(table):
    phone = table.phone()
    assert phone.say("game", **SETUP).status_code == 200
    assert (phone.state()["game"], phone.state()["phase"]) == ("probe", "setup")
    two = {**SETUP, "players": ["Ann", "Bo"], "rules": {"carried": [10, 20]}}
    assert phone.say("game", **two).status_code == 200
    assert phone.state()["totals"] == [10, 20]
    answer = phone.say("game", **SETUP | {"players": ["Ann"]})
    assert answer.status_code == 422 and answer.json["error"].endswith(".")


def test_a_turn_is_played_by_hand_without_a_camera(table, phones):
    ann, bo, _ = phones
    ann.say("draw", card="x5")
    ann.say("ask", of=1, sign="p")
    answer = bo.state()["answer"]
    assert answer == {"open": [{"tray": None, "space": 3}], "may_deny": False}
    assert bo.say("no").json["rule"] == "answer"
    assert bo.say("open", space=3).status_code == 200
    assert state(table)["totals"] == [75, 0, 0]
    texts = [event["text"] for event in table.host.snapshot.events(None)]
    assert texts[3:] == ["Ann drew: five times the first discovery", "Ann asked Bo", "Bo opened space 3"]


def test_the_state_has_the_turn_s_number_and_the_finished_turns(table, phones):
    ann, bo, _ = phones
    assert (ann.state()["turn_number"], ann.state()["sheet"]) == (1, [])
    ann.say("draw", card="+20")
    ann.say("ask", of=1, sign="Z")
    bo.say("no")
    line = {"turn": 1, "player": 0, "cards": ["+20"], "totals": [20, 0, 0]}
    assert (ann.state()["turn_number"], ann.state()["sheet"]) == (2, [line])


def test_only_whose_turn_it_is_asks_and_a_seat_without_phone_is_played_by_any(table, phones):
    ann, bo, cy = phones
    bo.say("draw", card="normal")
    assert bo.say("ask", of=2, sign="A").json["rule"] == "seat"
    ann.say("leave")
    assert cy.say("ask", of=1, sign="A").status_code == 200


@pytest.mark.parametrize("wish", BODIES)
def test_wishes_of_probe_need_a_game_of_probe(table, wish):
    phone = table.phone()
    assert phone.say(wish, **BODIES[wish]).status_code == 404
    table.begin()
    answer = phone.sit(0).say(wish, **BODIES[wish])
    assert answer.status_code == 404 and "Probe" in answer.json["error"]


@pytest.mark.parametrize("wish", BODIES)
def test_wishes_come_from_the_table_s_own_page(table, phones, wish):
    assert phones[0].say(wish, headers={}, **BODIES[wish]).status_code == 403


@pytest.mark.parametrize(
    "wish, body",
    [
        ("word", {}),
        ("word", {"word": 7}),
        ("word", {"word": "x" * 61}),
        ("word", {"word": "FJORD", "first": 13}),
        ("word", {"word": "FJORD", "tray": 3}),
        ("ready", {"spaces": "6"}),
        ("ready", {"spaces": 13}),
        ("ready", {"spaces": 6, "player": 3}),
        ("draw", {"card": 5}),
        ("ask", {"sign": None}),
        ("ask", {"sign": "A", "of": -1}),
        ("open", {"space": 0}),
        ("open", {"space": True}),
        ("open", {"space": 1, "sign": ["A"]}),
        ("call", {"of": 9}),
        ("judge", {"right": 1}),
        ("misspelt", {"player": "Bo"}),
        ("mend", {"index": -1}),
        ("mend", {"index": 1, "word": 5}),
        ("no", {"really": True}),
        ("spelling", {"word": ""}),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence_and_changes_nothing(table, phones, wish, body):
    ann = phones[0]
    ann.say("draw", card="normal")
    ann.say("ask", of=1, sign="P")
    before = len(table.host.snapshot.history.events)
    answer = phones[1].say(wish, **body)
    assert answer.status_code == 400 and answer.json["error"].endswith(".")
    assert len(table.host.snapshot.history.events) == before


def test_nobody_in_particular_is_to_act_while_words_are_set_out(table):
    table.do(NewGame(SETUP))
    phone = table.phone().sit(0)
    for wish in ("draw", "ask", "open", "no", "judge"):
        assert phone.say(wish, **BODIES[wish]).status_code == 400


def test_a_card_is_put_right_by_anybody_and_a_space_by_its_owner(table, phones):
    ann, bo, cy = phones
    ann.say("draw", card="+20")
    assert cy.say("mend", index=3, card="+25").status_code == 200
    assert state(table)["totals"] == [25, 0, 0]
    told = "Put right: Ann drew: add 25. Until now it said: Ann drew: add 20."
    assert state(table)["told"].startswith(told)
    ann.say("ask", of=2, sign="A")
    cy.say("open", space=2)
    assert state(table)["totals"] == [35, 0, 0]
    assert ann.say("mend", index=5, space=4).json["rule"] == "seat"
    assert cy.say("mend", index=5, space=4).status_code == 200
    assert state(table)["totals"] == [40, 0, 0]
    assert cy.say("mend", index=5, space=3).json["rule"] == "answer"
    assert bo.say("mend", index=4, card="x5").status_code == 400
    assert bo.say("mend", index=40, card="x5").status_code == 404


def test_a_letter_that_was_said_wrongly_is_put_right_by_its_owner_also_after_a_word_was_named(table):
    table.do(NewGame(SETUP))
    ann, bo, cy = table.phones(3)
    for phone in (ann, bo, cy):
        phone.say("ready", spaces=6)
    ann.say("draw", card="left")
    assert bo.say("open", space=2, sign="A").status_code == 200
    cy.say("call", of=0)
    ann.say("judge", right=False)
    # Who named a word in vain has no undo: the letter must be put right where it stands.
    assert ann.say("undo", count=3).json["rule"] == "call"
    assert cy.say("mend", index=4, space=2, sign="E").json["rule"] == "seat"
    assert bo.say("mend", index=4, space=2, sign="É").status_code == 200
    assert state(table)["seats"][1]["trays"][0]["spaces"][1]["sign"] == "E"
    assert bo.say("mend", index=4, space=3, sign="I").status_code == 200
    spaces = state(table)["seats"][1]["trays"][0]["spaces"]
    assert [space["sign"] for space in spaces] == [None, None, "I", None, None, None]
    assert state(table)["totals"] == [15, 0, -50]
    # An answer needs no sign: it is what was asked for.
    ann.say("ask", of=1, sign="A")
    bo.say("open", space=4)
    assert bo.say("mend", index=8, space=5, sign="U").status_code == 200
    assert state(table)["seats"][1]["trays"][0]["spaces"][4]["sign"] == "A"


def test_a_word_is_put_right_on_the_phone_that_typed_it_and_stays_its_secret(table, phones):
    ann, bo, _ = phones
    ann.say("draw", card="normal")
    assert ann.say("mend", index=1, word="..PHARX.").json["rule"] == "seat"
    assert bo.say("mend", index=1, word="..phrae.").status_code == 200
    signs = [space["sign"] for space in bo.state()["seats"][1]["trays"][0]["spaces"]]
    assert "".join(signs) == "..PHRAE." and bo.state()["sees"]
    assert ann.state()["told"] == "Put right: Bo set out a word."


def test_two_calls_at_once_are_settled_by_who_came_first(table, phones):
    ann, _, cy = phones
    seen = cy.state()["number"]
    assert ann.say("call", of=1, word="..phare.", seen=seen).status_code == 200
    answer = cy.say("call", of=1, word="..phare.", seen=seen)
    assert answer.status_code == 409
    assert state(table)["totals"] == [175, 0, 0]


def test_a_word_is_looked_up_for_whoever_asks_in_what_this_machine_has(table, phones, tmp_path, monkeypatch):
    assert set(phones[0].say("spelling", word="phare").json) == {"known", "dictionaries"}
    (tmp_path / "dict").mkdir()
    (tmp_path / "dict" / "french").write_text("phare\n")
    find = pages.dictionaries
    monkeypatch.setattr(pages, "dictionaries", lambda: find([tmp_path / "dict"]))
    for word, there in (("PHARE", True), ("phrae", False)):
        answer = phones[0].say("spelling", word=word)
        assert answer.json == {"known": there, "dictionaries": ["french"]}
    monkeypatch.setattr(pages, "dictionaries", lambda: ())
    assert phones[0].say("spelling", word="phare").json == {"known": None, "dictionaries": []}


def test_two_players_have_two_trays_and_say_which(table):
    table.do(NewGame({**SETUP, "players": ["Ann", "Bo"]}))
    ann, bo = table.phones(2)
    assert ann.say("word", word="CHAT").status_code == 422
    for phone in (ann, bo):
        for tray, word in (("left", "CHATS"), ("right", "LIVRE")):
            assert phone.say("word", word=word, tray=tray).status_code == 200
    ann.say("draw", card="right")
    assert ann.state()["neighbour_tray"] == "right"
    assert bo.say("open", space=1, tray="left").status_code == 422
    assert bo.say("open", space=1, tray="right").status_code == 200
    assert ann.say("call", tray="left", word="CHATS").status_code == 200
    assert ann.say("misspelt", player=1, tray="right").status_code == 200
    assert state(table)["totals"] == [160, -100]


def test_one_word_is_looked_up_at_a_time(table, phones):
    with pages.looking_up:
        answer = phones[0].say("spelling", word="phare")
    assert answer.status_code == 503 and answer.json["error"].endswith(".")
    assert phones[0].say("spelling", word="phare").status_code == 200


def test_where_words_may_begin_anywhere_a_phone_says_in_which_space(table):
    table.do(NewGame({**SETUP, "rules": {"placing": "anywhere", "accents": "kept"}}))
    ann, bo, cy = table.phones(3)
    assert ann.say("word", word="Étés", first=10).status_code == 422
    assert ann.say("word", word="Étés", first=9).status_code == 200
    assert bo.say("ready", spaces=5, first=3).status_code == 200
    assert cy.say("ready", player=2, spaces=12).status_code == 200
    tray = ann.state()["seats"][0]["trays"][0]
    assert [(space["space"], space["sign"]) for space in tray["spaces"]] == (
        [(9, "É"), (10, "T"), (11, "É"), (12, "S")]
    )
    assert ann.say("mend", index=0, word="ÉTÉ").status_code == 422
    assert ann.say("mend", index=0, word="ÎLES").status_code == 200
    assert ann.state()["sees"]


def test_a_space_of_the_wrong_tray_is_put_right_in_the_other_one(table):
    table.do(NewGame({**SETUP, "players": ["Ann", "Bo"]}))
    ann, bo = table.phones(2)
    for phone in (ann, bo):
        for tray, word in (("left", "CHATS"), ("right", "LACS")):
            phone.say("word", word=word, tray=tray)
    ann.say("draw", card="normal")
    ann.say("ask", sign="A")
    assert bo.say("open", space=3, tray="left").status_code == 200
    assert bo.say("mend", index=6, space=2, tray="left").json["rule"] == "answer"
    assert ann.say("mend", index=6, space=2, tray="right").json["rule"] == "seat"
    assert bo.say("mend", index=6, space=2, tray="middle").status_code == 422
    assert bo.say("mend", index=6, space=2, tray="right").status_code == 200
    left, right = state(table)["seats"][1]["trays"]
    assert (left["hidden"], right["hidden"], right["spaces"][1]["sign"]) == (5, 3, "A")
    assert state(table)["totals"] == [10, 0]
