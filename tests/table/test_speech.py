"""What is said aloud: each thing once, in order, only what changed, and never a secret."""

import pytest

from games.book import GAMES
from games.record import event_to_dict
from table.command import Advise, Correct, NewGame, Submit, Undo
from table.host import Host
from table.journal import Journal
from table.view.speech import FEW, OLD_S, Speech

PLAYERS = ["Ann", "Bo", "Cy"]
MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def begin():
    """Begin a game whose speech is kept; returns the host, the speech and the list of what was said."""

    def start(game, dealer=0, **rules):
        host = Host(Journal(":memory:"))
        speech, said = Speech(host.snapshot), []
        speech.listeners.append(lambda lines: said.extend(str(line.text) for line in lines))
        host.listeners.append(speech.hear)
        host.handle(NewGame({"game": game, "players": PLAYERS, "dealer": dealer, "rules": rules}))
        return host, speech, said

    return start


def bid(host, *bids):
    host.handle(Submit({"event": "turn_up", "card": "7H"}))
    first = host.snapshot.view(None)["dealer"] + 1
    for place, tricks in enumerate(bids):
        host.handle(Submit({"event": "bid", "player": (first + place) % 3, "tricks": tricks}))


@pytest.mark.parametrize("bids", ["simultaneous", "delayed"])
def test_a_hidden_bid_is_not_said_before_it_is_shown(begin, bids):
    heard = []
    for first in (0, 1):
        host, _, said = begin("wizard", bids=bids)
        bid(host, first, 1, *([1] if bids == "delayed" else []))
        host.handle(Correct(1, {"event": "bid", "player": 1, "tricks": 1 - first}))
        host.handle(Correct(1, {"event": "bid", "player": 1, "tricks": first}))
        host.handle(Undo(1))
        heard.append(said)
    assert heard[0] == heard[1] and "Bo bid." in heard[0]


def test_of_a_hidden_bid_it_is_not_said_whether_a_correction_changed_it(begin):
    heard = []
    for first in (0, 1):
        host, _, said = begin("wizard", bids="delayed")
        bid(host, first)
        host.handle(Correct(1, {"event": "bid", "player": 1, "tricks": 1}))
        heard.append(said)
    assert heard[0] == heard[1] and heard[0][-1] == "Put right: Bo bid."


def test_a_step_that_cannot_be_told_silences_nothing_that_comes_after_it(begin, monkeypatch):
    host, _, said = begin("wizard", bids="open")
    narrate = GAMES["wizard"].narrate

    def stumble(before, event, after):
        if event_to_dict(event, host.snapshot.history.header)["event"] == "turn_up":
            raise LookupError
        return narrate(before, event, after)

    monkeypatch.setattr(GAMES["wizard"], "narrate", stumble)
    said.clear()
    bid(host, 0)
    assert said == ["Bo bid 0.", "Cy bids next."]


def test_hidden_bids_are_said_once_all_are_made(begin):
    host, _, said = begin("wizard", bids="simultaneous")
    bid(host, 0, 1, 1)
    assert "These are the bids: Ann 1, Bo 0 and Cy 1." in said


def words(host, *every):
    for player, word in enumerate(every):
        host.handle(Submit({"event": "word", "player": player, "word": word}))


def test_a_word_is_never_said(begin):
    heard = []
    for every in (("PHARE", "QUIZZ", "KIWI"), ("FJORD", "JAZZY", "QUIZ")):
        host, _, said = begin("probe")
        words(host, *every)
        host.handle(Submit({"event": "word", "player": 1, "word": every[1][::-1]}))
        host.handle(Submit({"event": "draw", "card": "normal"}))
        host.handle(Submit({"event": "interrupt", "player": 2, "of": 0, "word": "XYLOS"}))
        heard.append(said)
    assert heard[0] == heard[1] and "The word is wrong." in heard[0]
    assert not any("XYLOS" in each for each in heard[0])


def test_what_was_asked_is_told_only_as_long_as_the_question_is_open(begin):
    host, speech, said = begin("probe")
    words(host, "PHARE", "QUIZ", "KIWI")
    host.handle(Submit({"event": "draw", "card": "normal"}))
    before, _ = speech.since(None)
    host.handle(Submit({"event": "ask", "of": 1, "sign": "Z"}))
    asked = "Ann asks Bo for the letter Z: Bo uncovers one, or says no."
    assert [line.text for line in speech.since(before)[1]] == [asked]
    host.handle(Submit({"event": "open", "space": 4}))
    later = [line.text for line in speech.since(before)[1]]
    assert asked not in later and later[0] == "Bo opened space 4: the letter Z." and asked in said


def test_of_a_correction_only_what_changed_is_said(begin):
    host, _, said = begin("wizard", dealer=2)
    bid(host, 1, 0, 0)
    for card in ("9H", "2S", "3S"):
        host.handle(Submit({"event": "play", "card": card}))
    host.handle(Submit({"event": "confirm"}))
    said.clear()
    index = next(event["index"] for event in host.snapshot.events(None) if event.get("card") == "2S")
    host.handle(Correct(index, {"event": "play", "player": 1, "card": "JH"}))
    assert said == [
        "Put right: Bo played the jack of hearts. Until now it said: Bo played the 2 of spades. "
        f"So the score changes: Ann {MINUS}40 ({MINUS}10) and Bo {MINUS}30 ({MINUS}10).",
        "In round 1, Ann now has a bid of 1, 0 tricks and minus 10 points.",
        "In round 1, Bo now has a bid of 0, 1 trick and minus 10 points.",
    ]


def test_what_is_amiss_is_said_once(begin):
    host, _, said = begin("wizard")
    said.clear()
    for text in ("It is dark.", "It is dark.", None, "It is dark."):
        host.handle(Advise(text))
    assert said == ["It is dark.", "It is dark."]


def test_whoever_comes_later_hears_nothing_twice_and_nothing_of_before(begin):
    host, speech, _ = begin("wizard")
    late = Speech(host.snapshot)
    assert late.since(None)[1] == [] == late.since(10**9)[1]
    number, lines = speech.since(0)
    assert lines and speech.since(number) == (number, [])


@pytest.fixture
def asleep():
    """Begin a game of which a phone has heard all; returns the host, what it hears next, and the clock."""
    host, now = Host(Journal(":memory:")), [0.0]
    speech = Speech(host.snapshot, clock=lambda: now[0])
    host.listeners.append(speech.hear)
    host.handle(NewGame({"game": "wizard", "players": PLAYERS, "dealer": 0, "rules": {}}))
    heard, _ = speech.since(None)
    return host, lambda: [str(line.text) for line in speech.since(heard)[1]], now


def to_second_round(host):
    bid(host, 0, 0, 0)
    for card in ("2H", "KH", "4H"):
        host.handle(Submit({"event": "play", "card": card}))
    host.handle(Submit({"event": "confirm"}))


MISSED = "Meanwhile several things have happened."


def test_a_phone_that_wakes_hears_the_newest_alone_and_that_it_missed_something(asleep):
    host, heard, now = asleep
    to_second_round(host)
    now[0] += 10 * OLD_S
    host.handle(Submit({"event": "turn_up", "card": "7H"}))
    assert heard() == [MISSED, "The 7 of hearts was turned up.", "The trump is hearts.", "Cy bids next."]


def test_a_phone_that_wakes_and_nothing_is_new_since_hears_what_was_said_last(asleep):
    host, heard, now = asleep
    to_second_round(host)
    now[0] += 10 * OLD_S
    assert heard()[:2] == [MISSED, "Cy takes trick 1 and has 1 trick now."]


def test_a_phone_that_was_away_for_a_moment_hears_all_of_it(asleep):
    host, heard, now = asleep
    to_second_round(host)
    now[0] += OLD_S
    host.handle(Submit({"event": "turn_up", "card": "7H"}))
    assert len(heard()) > 2 * FEW and MISSED not in heard()


def test_few_old_sentences_are_said_all_the_same(asleep):
    host, heard, now = asleep
    bid(host)
    now[0] += 10 * OLD_S
    host.handle(Submit({"event": "bid", "player": 1, "tricks": 0}))
    said = ["The 7 of hearts was turned up.", "The trump is hearts.", "Bo bids next."]
    assert heard() == [*said, "Bo bid 0.", "Cy bids next."]
