"""Whole games of Probe by whatever phones may post: nothing falls over, and no word ever leaves its phone."""

import json
import random

import pytest

from games.probe import CARDS
from table.command import NewGame

WORDS = ("FJORDS", "..KLAXON", "WYVERN.", "ZEPHYR", "QUARTZ", "GNOMIC", "VODKAS", "HYBRID")
KINDS = ("word", "ready", "draw", "ask", "open", "no", "call", "judge", "misspelt", "mend", "undo", "confirm")
KINDS += ("leave", "free", "seat", "answer", "spelling", "correct", "bid", "card")
MOST = 110


def body_of(kind, chance, count):
    """Make a wish that may fit, or not."""
    seat, space = chance.randrange(count), chance.randrange(1, 13)
    named = chance.random() < (0.8 if count == 2 else 0.1)
    tray = {"tray": chance.choice(("left", "right"))} if named else {}
    word, sign = chance.choice(WORDS), chance.choice("ABDEKRSTX.")
    bodies = {
        "word": {"word": word[:-1] + "S", **tray},
        "ready": {"player": seat, "spaces": space, **tray},
        "draw": {"card": chance.choice((*CARDS, "+30", "7H"))},
        "ask": {"of": seat, "sign": sign},
        "open": {"space": space, **tray, **({"sign": sign} if chance.random() < 0.3 else {})},
        "call": {"player": seat, "of": chance.randrange(count), **tray, "word": word},
        "judge": {"right": chance.random() < 0.5},
        "misspelt": {"player": seat, **tray},
        "mend": {"index": chance.randrange(30), chance.choice(("word", "card", "space", "right")): space},
        "undo": {"count": chance.choice((1, 1, 2, 5))},
        "free": {"seat": seat},
        "seat": {"seat": seat},
        "answer": {"question": 1, "card": "x5"},
        "spelling": {"word": word},
        "correct": {"index": chance.randrange(30), "card": "x5"},
        "bid": {"tricks": 1},
        "card": {"card": "x5"},
    }
    return bodies.get(kind, {})


def fitting(state, chance):
    """Choose who takes the game on with which wish."""
    side = {"tray": chance.choice(("left", "right"))} if len(state.seats) == 2 else {}
    missing = [
        (seat, tray.side)
        for seat, player in enumerate(state.seats)
        for tray in player.trays
        if not tray.ready
    ]
    match state.phase.value:
        case "setup":
            seat, tray = chance.choice(missing)
            word = WORDS[2 * seat + (tray == "right")]
            return seat, "word", {"word": word, **({"tray": tray} if tray else {})}
        case "draw":
            return state.turn, "draw", {"card": chance.choice(CARDS)}
        case "ask":
            return state.turn, "ask", {"of": state.targets[0], "sign": chance.choice("ADEJKLNORSXYZ.")}
        case "answer" | "own_dot" | "neighbour":
            if chance.random() < 0.3:
                return state.turn, "no", {}
            return state.turn, "open", {"space": chance.randrange(1, 9), **side}
        case "judge":
            return state.turn, "judge", {"right": chance.random() < 0.5}
    return 0, "confirm", {}


def check_secrets(phones, state):
    """Look at the game as every phone, and as nobody."""
    for phone in phones:
        seen = phone.state()
        text = json.dumps(seen)
        for owner, player in enumerate(state.seats):
            knows = seen["you"] == owner and seen["sees"]
            for tray, shown in zip(player.trays, seen["seats"][owner]["trays"], strict=True):
                for space, flap in zip(tray.spaces, shown["spaces"], strict=True):
                    assert knows or flap["sign"] == tray.exposed(space)
                word = "".join(filter(None, tray.signs)).strip(".")
                assert knows or not tray.typed or word not in text


@pytest.mark.parametrize("seed, count", [(1, 2), (2, 3), (3, 4), (4, 2), (5, 3)])
def test_a_random_game_by_wishes_keeps_every_secret_and_never_stumbles(table, seed, count):
    chance = random.Random(seed)
    table.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy", "Dee"][:count], "dealer": 0}))
    phones, spy, done = table.phones(count), table.phone(), 0
    for _ in range(MOST):
        state = table.host.snapshot.history.state
        if state.over:
            break
        if chance.random() < 0.75:
            seat, kind, body = fitting(state, chance)
            phone = phones[seat]
            if phone.state()["you"] != seat:
                phone.say("free", seat=seat)
                phone.say("seat", seat=seat)
        else:
            kind, phone = chance.choice(KINDS), chance.choice((*phones, spy))
            body = body_of(kind, chance, count)
        answer = phone.say(kind, **body)
        assert answer.status_code in (200, 400, 403, 404, 409, 422), (kind, body, answer.text)
        assert answer.status_code == 200 or answer.json["rule"] != "internal", (kind, body)
        done += answer.status_code == 200
        check_secrets((*phones, spy), table.host.snapshot.history.state)
    assert done > MOST // 6
