"""The queue, its thread and the answers."""

import logging
import threading
from contextlib import ExitStack

import pytest
from patience import PATIENCE_S

from games.record import event_to_dict
from table.command import Accepted, Answer, Correct, Look, NewGame, Press, Refused, Submit, Undo
from table.core.writer import UNWRITTEN
from table.errors import JournalError
from table.host import Host
from table.journal import Journal
from vision.types import Sight

HEADER = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}


def test_before_the_first_game_everything_but_a_new_one_is_refused(game):
    assert game.view["game"] is None and game.view["questions"] == []
    for command in (Submit({"event": "confirm"}), Undo(), Correct(0, {}), Answer(1, "7H"), Press("confirm")):
        outcome = game.host.handle(command)
        assert isinstance(outcome, Refused) and outcome.rule == "no_game"
    assert isinstance(game.host.handle(NewGame(HEADER)), Accepted)


def test_a_game_without_an_end_is_ended_in_a_sentence_also_after_a_restart(tmp_path, monkeypatch):
    probe = {"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
    words = [{"event": "word", "player": seat, "word": "FJORD"} for seat in range(3)]
    vain = [{"event": "draw", "card": "normal"}, {"event": "ask", "of": 1, "sign": "K"}, {"event": "no"}]
    monkeypatch.setattr("games.history.MOST_STEPS", len(words) + len(vain))
    for commands in ([NewGame(probe), *map(Submit, words + vain)], []):
        with Host(Journal(tmp_path / "journal.sqlite")) as host:
            host.start()
            assert all(isinstance(host.handle(command), Accepted) for command in commands)
            outcome = host.handle(Submit(vain[0]))
            assert isinstance(outcome, Refused) and outcome.rule == "length"
            assert outcome.reason.startswith("This game has 6 steps, and no game needs more: ")
    with Host(Journal(tmp_path / "journal.sqlite")) as host:
        assert isinstance(host.start().handle(NewGame(HEADER)), Accepted)


def test_a_record_s_header_begins_a_game_too(game):
    game.do(NewGame({"record": "familiar/1", **HEADER}))
    assert game.phase == "deal" and game.snapshot.game_id == 1


@pytest.mark.parametrize(
    ("header", "part"),
    [
        ({**HEADER, "game": "wizzard"}, "wizard"),
        ({**HEADER, "players": ["Ann", "Bo"]}, "3 to 6 players"),
        ({**HEADER, "dealer": 7}, "dealer"),
        ({**HEADER, "rules": {"editon": "us"}}, "edition"),
        ({}, "game"),
    ],
)
def test_a_wrong_header_is_refused_and_the_game_before_goes_on(game, header, part):
    game.to_bidding()
    number = game.snapshot.number
    outcome = game.host.handle(NewGame(header))
    assert isinstance(outcome, Refused) and part in outcome.reason
    assert game.phase == "bidding" and game.snapshot.number == number


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        ({"event": "bid", "player": 2, "tricks": 0}, "turn"),
        ({"event": "bid", "player": 1, "tricks": 2}, "bid_range"),
        ({"event": "play", "card": "2S"}, "phase"),
        ({"event": "confirm"}, "phase"),
        ({"event": "bidd", "player": 1, "tricks": 0}, None),
        ({"event": "bid", "player": 1}, None),
        ({"event": "play", "card": "11S"}, None),
        ("bid", None),
        (None, None),
    ],
)
def test_a_wrong_event_is_refused_by_its_rule_and_changes_nothing(game, event, rule):
    game.to_bidding()
    before = game.snapshot
    outcome = game.host.handle(Submit(event))
    assert outcome == Refused(outcome.reason, rule, before.number)
    assert outcome.reason and "\n" not in outcome.reason
    assert game.snapshot is before


def test_a_stale_command_is_refused_with_the_fresh_number(game):
    game.to_bidding(bids="simultaneous")
    saw = game.snapshot.number
    game.do(Submit({"event": "bid", "player": 1, "tricks": 0}, seen=saw))
    outcome = game.host.handle(Submit({"event": "bid", "player": 1, "tricks": 1}, seen=saw))
    assert outcome == Refused(outcome.reason, "stale", game.snapshot.number, stale=True)
    game.do(Submit({"event": "bid", "player": 1, "tricks": 1}, seen=outcome.number))


def test_a_number_from_the_future_is_stale_too(game):
    game.to_bidding()
    outcome = game.host.handle(Undo(seen=game.snapshot.number + 1))
    assert isinstance(outcome, Refused) and outcome.stale


def test_news_about_the_picture_make_no_command_stale(game):
    game.to_bidding()
    saw = game.snapshot.number
    game.look(trouble="too dark")
    assert game.snapshot.number > saw
    game.do(Submit({"event": "bid", "player": 1, "tricks": 0}, seen=saw))


def test_the_table_itself_is_never_stale(game):
    game.to_trick()
    for card in ("2S", "3S", "AS"):
        game.lay(card)
    game.do(Press("confirm"))
    game.do(Press("undo"))
    assert game.phase == "trick_done"


def test_an_unknown_button_is_refused(game):
    game.new()
    assert game.host.handle(Press("self-destruct")).rule == "button"


def test_undo_goes_to_any_depth_and_no_further(game, two_rounds):
    game.new()
    for event in two_rounds:
        game.do(Submit(event))
    assert isinstance(game.host.handle(Undo(len(two_rounds) + 1)), Refused)
    game.do(Undo(len(two_rounds)))
    assert game.phase == "deal" and game.snapshot.events(None) == []
    for count in (0, -1, True, "2", None):
        assert isinstance(game.host.handle(Undo(count)), Refused)


def test_a_correction_is_a_replay(game, two_rounds):
    game.new()
    for event in two_rounds:
        game.do(Submit(event))
    index = next(i for i, event in enumerate(game.snapshot.events(None)) if event.get("card") == "AS")
    assert game.view["sheet"][0]["tricks"] == [1, 0, 0]
    game.do(Correct(index, {"event": "play", "player": 0, "card": "QD"}))
    assert game.view["sheet"][0]["tricks"] == [0, 0, 1]


def test_a_correction_that_breaks_a_later_event_is_refused_and_names_it(game, two_rounds):
    game.new()
    for event in two_rounds:
        game.do(Submit(event))
    before = game.snapshot
    outcome = game.host.handle(Correct(0, {"event": "turn_up", "card": "2S"}))
    assert isinstance(outcome, Refused) and "Bo played the 2 of spades" in outcome.reason
    assert game.snapshot is before
    for index in (-1, 99, "0", None):
        assert isinstance(game.host.handle(Correct(index, {"event": "confirm"})), Refused)


def test_listed_events_can_be_sent_back_as_corrections(game, two_rounds):
    game.new()
    for event in two_rounds:
        game.do(Submit(event))
    for event in game.snapshot.events(None):
        plain = {key: value for key, value in event.items() if key not in ("index", "text")}
        game.do(Correct(event["index"], plain))
    assert len(game.snapshot.events(None)) == len(two_rounds)


# The journal.


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


def test_a_restarted_host_goes_on_where_it_was(path, make_game, two_rounds):
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.new()
        for event in two_rounds[:-3]:
            game.do(Submit(event))
        game.do(Undo())
        before = host.snapshot
    with Host(Journal(path)) as host:
        assert host.snapshot.history == before.history and host.snapshot.game_id == before.game_id
        assert host.snapshot.number > before.number
        assert host.handle(Undo(seen=before.number)).stale


def test_cards_that_lay_there_before_a_restart_are_not_played_again(path, make_game):
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.to_trick()
        game.lay("10S")
        lying = game.lying
    with Host(Journal(path)) as host:
        game = make_game(host)
        for seen in lying:
            game.lay(seen.reading.card)
        assert game.trick == ["10S"] and game.snapshot.questions == ()
        game.lay("2S")
        assert game.trick == ["10S", "2S"]


@pytest.fixture
def turned_aside(path, make_game):
    """Turn a Wizard or Jester up, lose sight of it, and start the table anew between two cards."""
    resources = ExitStack()

    def begin(card, *, typed):
        with Host(Journal(path)) as host:
            game = make_game(host)
            game.new(edition="amigo")
            game.submit("turn_up", card=card) if typed else game.lay(card)
            game.bid(0, 0, 0)
            game.take()
            game.lay("10B")
        game = make_game(resources.enter_context(Host(Journal(path))))
        game.lay("10B")
        assert game.trick == ["10B"] and game.snapshot.questions == ()
        return game

    with resources:
        yield begin


@pytest.mark.parametrize("card", ["W", "J"])
@pytest.mark.parametrize("typed", [False, True], ids=["seen", "typed"])
def test_a_wizard_is_asked_about_where_another_was_turned_up_before_a_restart(turned_aside, card, typed):
    game = turned_aside(card, typed=typed)
    game.lay("9B")
    game.lay(card)
    assert "already counted" in game.question.why
    game.answer(card)
    assert game.trick == ["10B", "9B", card] and game.phase == "trick_done"


@pytest.mark.parametrize("card", ["W", "J"])
def test_a_turned_up_wizard_that_is_seen_again_after_a_restart_is_no_new_one_once_that_is_said(
    turned_aside, card
):
    game = turned_aside(card, typed=False)
    game.lay("9B")
    game.lay(card)
    game.answer(None)
    game.lay("2B")
    assert game.trick == ["10B", "9B", "2B"] and game.snapshot.questions == ()


@pytest.mark.parametrize("card", ["W", "J"])
def test_a_turned_up_wizard_that_has_lain_there_at_a_restart_is_known(turned_aside, card):
    game = turned_aside(card, typed=False)
    game.lay(card)
    game.lay("9B")
    assert game.trick == ["10B", "9B"] and game.snapshot.questions == ()


def test_a_finished_game_is_not_continued(path, make_game):
    players = ["A", "B", "C", "D", "E", "F"]
    deck = [f"{rank}{suit}" for suit in "SHDC" for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split()]
    deck += ["W"] * 4 + ["J"] * 4
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.new(players=players)
        for number in range(1, 11):
            cards = iter(deck)
            if number < 10:
                game.submit("turn_up", card=next(cards))
            game.bid(*[0] * 6)
            for _ in range(number):
                for _ in players:
                    game.submit("play", card=next(cards))
                game.submit("confirm")
        assert game.phase == "game_over" and "pulse" in game.snapshot.lights.seats
        assert game.host.handle(Press("confirm")).rule == "game_over"
    with Host(Journal(path)) as host:
        assert host.snapshot.history is None


def test_a_game_that_no_longer_fits_the_rules_is_said_and_the_table_can_be_used(path):
    with Journal(path) as journal:
        number = journal.begin({"record": "familiar/1", **HEADER})
        journal.append(number, "event", {"event": "confirm"})
    with Host(Journal(path)) as host:
        assert host.snapshot.history is None
        assert "Game 1 cannot be continued" in host.snapshot.journal_trouble
        assert isinstance(host.handle(NewGame(HEADER)), Accepted)
        assert host.snapshot.journal_trouble is None
    with Journal(path) as journal:
        assert len(journal.operations(1)) == 1


def test_what_was_brought_back_is_said_until_the_game_goes_on(path):
    journal = Journal(path)
    journal.notice = "It has been brought back."
    with Host(journal) as host:
        assert host.snapshot.journal_trouble == "It has been brought back."
        host.handle(NewGame(HEADER))
        assert host.snapshot.journal_trouble is None


FULL = "/home/pi/games/journal.sqlite: the disk is full"


def fail_to_write(*_):
    raise JournalError(FULL)


def test_what_cannot_be_written_is_refused_and_nothing_has_changed(game, monkeypatch, caplog):
    game.to_bidding()
    before = game.snapshot
    monkeypatch.setattr(game.host._journal, "append_all", fail_to_write)
    monkeypatch.setattr(game.host._journal, "begin", fail_to_write)
    for command in (Submit({"event": "bid", "player": 1, "tricks": 0}), Undo(), NewGame(HEADER)):
        outcome = game.host.handle(command)
        assert outcome == Refused(UNWRITTEN, "journal", game.snapshot.number)
    assert game.host.handle(Undo(seen=before.number)).rule == "journal"
    assert game.snapshot.history is before.history and game.snapshot.questions == before.questions
    assert caplog.text.count(FULL) == 4


def test_that_nothing_can_be_written_is_told_to_everybody_once(game, monkeypatch):
    game.to_bidding()
    told = []
    game.host.listeners.append(told.append)
    monkeypatch.setattr(game.host._journal, "append_all", fail_to_write)
    for _ in range(3):
        game.host.handle(Submit({"event": "bid", "player": 1, "tricks": 0}))
    (snapshot,) = told
    assert snapshot.view(None)["trouble"] == snapshot.view(1)["trouble"] == UNWRITTEN
    assert snapshot.lights.status == (1.0, 0.0, 0.0) and snapshot.lights.pattern == "blink"


def test_a_seen_card_that_cannot_be_written_is_said_aloud_and_taken_later(game, monkeypatch, caplog):
    game.to_trick()
    journal = game.host._journal
    append_all = journal.append_all
    monkeypatch.setattr(journal, "append_all", fail_to_write)
    game.lay("2S")
    assert game.trick == [] and game.view["trouble"] == UNWRITTEN
    assert game.snapshot.lights.status == (1.0, 0.0, 0.0)
    assert FULL in caplog.text and "/" not in UNWRITTEN
    monkeypatch.setattr(journal, "append_all", append_all)
    game.look()
    assert game.trick == ["2S"] and game.snapshot.trouble is None


def test_an_event_is_written_before_it_is_shown(game):
    game.to_bidding()
    written = []
    game.host.listeners.append(
        lambda snapshot: written.append(
            game.host._journal.load(snapshot.game_id)[1]
            == [event_to_dict(event, snapshot.history.header) for event in snapshot.history.events]
        )
    )
    game.bid(0, 0, 1)
    game.lay("2S")
    game.do(Undo())
    assert len(written) >= 5 and all(written)


# What goes wrong inside.


def test_an_error_inside_is_a_refusal_and_the_host_goes_on(game, monkeypatch, caplog):
    game.to_bidding()

    tricks = 5

    def stumble(self, *_):
        raise KeyError(f"a hidden bid of {tricks}")

    with monkeypatch.context() as patch:
        patch.setattr(type(game.host._core), "_submit", stumble)
        outcome = game.host.handle(Submit({"event": "bid", "player": 1, "tricks": 0}))
    assert isinstance(outcome, Refused) and outcome.rule == "internal"
    assert "KeyError" in caplog.text and "hidden bid of 5" not in caplog.text
    game.bid(0, 0, 1)


def test_a_listener_that_stumbles_hurts_nobody(game, caplog):
    told = []
    game.host.listeners += [lambda snapshot: 1 / 0, told.append]
    game.new()
    assert len(told) == 1 and "a listener of the host stumbled" in caplog.text


def test_an_unknown_command_is_refused(game):
    class Wish:
        seen = None

    assert game.host.handle(Wish()).rule == "command"


# Secrets.


@pytest.mark.parametrize("bids", ["simultaneous", "delayed"])
def test_a_hidden_bid_is_in_nobody_else_s_view_nor_in_the_log(game, bids, caplog):
    caplog.set_level(logging.DEBUG)
    game.new(bids=bids)
    game.submit("turn_up", card="7H")
    game.submit("bid", player=1, tricks=1)
    assert isinstance(game.host.handle(Submit({"event": "bid", "player": 1, "tricks": 7})), Refused)
    own, other, nobody = (game.snapshot.view(seat) for seat in (1, 2, None))
    assert own["bids"] == [None, 1, None] and game.snapshot.events(1)[1]["tricks"] == 1
    for seat, view in ((2, other), (None, nobody)):
        events = game.snapshot.events(seat)
        assert view["bids"] == [None] * 3 and view["bid_made"] == [False, True, False]
        assert events[1]["tricks"] is None and "bid 1" not in str(view) + str(events)
    assert "'tricks': 1" not in caplog.text and "bid 1" not in caplog.text and "cannot bid" not in caplog.text
    assert "tricks" not in repr(Submit({"event": "bid", "player": 1, "tricks": 1}))


# The automatic confirmation.


@pytest.fixture
def patient(make_game):
    with Host(Journal(":memory:"), confirm_after=3.0) as host:
        game = make_game(host).to_trick()
        for card in ("2S", "3S", "AS"):
            game.lay(card)
        yield game


def test_a_complete_trick_confirms_itself_after_its_delay(patient):
    for now in (100.0, 102.9):
        patient.host.tick(now)
        assert patient.phase == "trick_done"
    patient.host.tick(103.0)
    assert patient.view["round"] == 2


def test_without_a_delay_nothing_confirms_itself(game):
    game.to_trick()
    for card in ("2S", "3S", "AS"):
        game.lay(card)
    for now in (0.0, 1e6):
        game.host.tick(now)
    assert game.phase == "trick_done"


def test_a_half_swept_trick_waits_and_a_swept_one_does_not(patient):
    patient.host.tick(0.0)
    patient.take(patient.lying[1])
    patient.host.tick(5.0)
    assert patient.phase == "trick_done"
    patient.take()
    patient.host.tick(6.0)
    patient.host.tick(9.0)
    assert patient.view["round"] == 2


def test_a_confirmation_that_was_undone_does_not_come_back_by_itself(patient):
    patient.host.tick(0.0)
    patient.host.tick(3.0)
    patient.do(Undo())
    for now in (10.0, 20.0):
        patient.host.tick(now)
    assert patient.phase == "trick_done"
    index = len(patient.snapshot.history.events) - 1
    patient.do(Correct(index, {"event": "play", "player": 0, "card": "QD"}))
    patient.host.tick(30.0)
    patient.host.tick(33.0)
    assert patient.view["round"] == 2


def test_the_thread_lets_time_pass_by_its_own_clock(make_game, monkeypatch):
    monkeypatch.setattr("table.host.TICK_S", 0.001)
    times = iter(range(0, 10_000, 2))
    with Host(Journal(":memory:"), confirm_after=3.0, clock=lambda: float(next(times))) as host:
        game = make_game(host).to_trick()
        for card in ("2S", "3S", "AS"):
            game.lay(card)
        number = host.snapshot.number
        host.start()
        assert host.wait(number, PATIENCE_S).view(None)["round"] == 2


def test_what_stumbles_while_nobody_asks_for_anything_does_not_end_the_table(patient, monkeypatch, caplog):
    tried = []

    def stumble(*_):
        tried.append(True)
        raise LookupError

    monkeypatch.setattr("table.core.confirmation.may_confirm", stumble)
    host = patient.host.start()
    for _ in range(3):
        # Time passes after each job.
        assert host.knock().result(PATIENCE_S) is None
    monkeypatch.undo()
    # People confirm what does not confirm itself, and the log tells of it once.
    assert isinstance(host.post(Press("confirm")).result(PATIENCE_S), Accepted)
    assert patient.view["round"] == 2
    assert len(tried) == caplog.text.count("stumbled over LookupError") == 1


# The thread.


def test_a_running_host_answers_in_its_own_thread(game):
    threads = set()
    game.host.listeners.append(lambda snapshot: threads.add(threading.current_thread().name))
    game.host.start()
    assert isinstance(game.host.post(NewGame(HEADER)).result(PATIENCE_S), Accepted)
    assert isinstance(game.host.handle(Submit({"event": "turn_up", "card": "7H"})), Accepted)
    assert threads == {"host"}


def test_commands_are_answered_in_the_order_they_were_posted(game):
    game.to_bidding().host.start()
    bids = [Submit({"event": "bid", "player": player, "tricks": 0}) for player in (1, 2, 0)]
    futures = [game.host.post(command) for command in (*bids, *bids[:1], Undo(3))]
    assert [type(future.result(PATIENCE_S)) for future in futures] == [
        Accepted,
        Accepted,
        Accepted,
        Refused,
        Accepted,
    ]


def test_two_phones_at_once_cannot_both_be_right(game):
    """Each of two threads bids for the same seat with the number it saw; one is stale."""
    game.to_bidding(bids="simultaneous").host.start()
    saw, outcomes, gate = game.snapshot.number, [], threading.Barrier(2)

    def bid(tricks):
        gate.wait(PATIENCE_S)
        outcomes.append(game.host.handle(Submit({"event": "bid", "player": 1, "tricks": tricks}, seen=saw)))

    phones = [threading.Thread(target=bid, args=(tricks,)) for tricks in (0, 1)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(PATIENCE_S)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Accepted", "Refused"]


def test_many_threads_without_a_host_thread_take_turns(game):
    game.new(bids="simultaneous")
    game.submit("turn_up", card="7H")
    outcomes = []

    def bid():
        for tricks in (0, 1) * 10:
            outcomes.append(game.host.handle(Submit({"event": "bid", "player": 1, "tricks": tricks})))

    phones = [threading.Thread(target=bid) for _ in range(4)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(PATIENCE_S)
    accepted = [outcome.number for outcome in outcomes if isinstance(outcome, Accepted)]
    assert len(outcomes) == 80 and len(accepted) > 1
    assert len(game.snapshot.history.events) == 1 + len(accepted) == 1 + len(set(accepted))


def test_waiting_wakes_with_the_next_snapshot(game):
    game.host.start()
    number = game.snapshot.number
    found = []
    waiter = threading.Thread(target=lambda: found.append(game.host.wait(number, PATIENCE_S)))
    waiter.start()
    game.host.handle(NewGame(HEADER))
    waiter.join(PATIENCE_S)
    assert found[0].number > number


def test_waiting_gives_up_after_its_time(game):
    assert game.host.wait(game.snapshot.number, 0.0) is game.snapshot
    assert game.host.wait(-1, PATIENCE_S) is game.snapshot


def test_a_closed_host_wakes_who_waits_and_refuses(game):
    game.host.start()
    number = game.snapshot.number
    waiter = threading.Thread(target=game.host.wait, args=(number, PATIENCE_S))
    waiter.start()
    game.host.close()
    game.host.close()
    waiter.join(PATIENCE_S)
    assert not waiter.is_alive() and game.host.closed
    assert game.host.handle(NewGame(HEADER)).rule == "closed"
    assert game.host.start()._actor._thread is None


def test_a_stopped_host_still_works_in_the_caller_s_thread(game):
    game.host.start().start()
    game.host.stop()
    game.host.stop()
    game.to_bidding()
    assert game.phase == "bidding"


def test_a_listener_may_post_and_may_not_wait(game):
    caught, posted = [], []

    def listener(snapshot):
        if snapshot.history is not None and not snapshot.history.events and not posted:
            posted.append(game.host.post(Submit({"event": "turn_up", "card": "7H"})))
            try:
                game.host.handle(Undo())
            except RuntimeError as error:
                caught.append(error)

    game.host.listeners.append(listener)
    game.new()
    assert isinstance(posted[0].result(PATIENCE_S), Accepted) and len(caught) == 1
    assert game.view["turned"] == "7H"


def test_a_look_says_nothing_new_with_the_same_number(game):
    game.to_trick()
    number = game.snapshot.number
    assert game.host.handle(Look(Sight(tuple(game.lying)))) == Accepted(number)


def test_a_knock_is_answered_in_its_turn_and_changes_nothing(game):
    number = game.snapshot.number
    assert game.host.knock().done() and game.snapshot.number == number


def test_a_host_that_hangs_does_not_answer_a_knock():
    reached, free = threading.Event(), threading.Event()

    def hang(snapshot):
        reached.set()
        free.wait(PATIENCE_S)

    with Host(Journal(":memory:")) as host:
        host.start()
        host.listeners.append(hang)
        begun = host.post(NewGame(HEADER))
        assert reached.wait(PATIENCE_S)
        knock = host.knock()
        assert not knock.done()
        free.set()
        assert knock.result(PATIENCE_S) is None and begun.done()


def test_the_next_button_says_that_what_is_asked_about_is_no_card(game):
    game.to_trick()
    game.lay("2S", "3S", asks=True, confidence=0.3)
    assert game.snapshot.questions
    game.do(Press("next"))
    assert not game.snapshot.questions and game.view["trick"] == []
    game.take()
    game.lay("2S")
    assert game.trick == ["2S"]
