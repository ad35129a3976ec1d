"""Activity cards: seen by the camera they are proposed, and count once somebody confirms them."""

import pytest

from device.panel import Lights
from table.command import Answer, NewGame, Press, Submit, Undo
from table.host import Host
from table.journal import Journal
from table.view.lamps import AMBER, BLUE, GREEN


@pytest.fixture
def probe(make_game):
    """Ann, Bo and Cy with their words typed; Ann is to draw, and the eye has seen an empty table."""
    with Host(Journal(":memory:")) as host:
        game = make_game(host)
        begin(game)
        game.look()
        set_out(game)
        yield game


def begin(game):
    game.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))


def set_out(game):
    for seat, word in enumerate(("OEUVRE", "..PHARE.", "BANANE")):
        game.submit("word", player=seat, word=word)


def drawn(game):
    return [event["card"] for event in game.host.snapshot.events(None) if event["event"] == "draw"]


def miss(game):
    """Let the turn pass with a letter that nobody has."""
    game.submit("ask", of=(game.view["active"] + 1) % 3, sign="Z")
    game.submit("no")


def refusal(game, command):
    outcome = game.host.handle(command)
    assert hasattr(outcome, "rule"), outcome
    return outcome.rule


def test_a_clear_card_is_proposed_and_does_not_count_before_it_is_confirmed(probe):
    probe.lay("x5")
    assert drawn(probe) == [] and probe.phase == "draw"
    question = probe.view["questions"][0]
    assert question["sure"] and question["player"] == 0
    assert [option["card"] for option in question["cards"]] == ["x5"]
    probe.do(Press("confirm"))
    assert drawn(probe) == ["x5"] and probe.phase == "ask"
    assert probe.view["questions"] == []


@pytest.mark.parametrize("typed", [False, True])
def test_what_lies_beneath_the_newest_card_is_not_the_one_that_is_named(probe, typed):
    probe.lay("x5")
    probe.lay("x3", "x5", asks=True, confidence=0.6)
    probe.submit("draw", card="x5") if typed else probe.answer("x5")
    assert drawn(probe) == ["x5"]
    miss(probe)
    assert probe.phase == "draw" and probe.snapshot.questions == ()


def test_a_confirmation_from_a_phone_that_saw_no_card_is_stale(probe):
    seen = probe.snapshot.number
    probe.lay("x5")
    assert refusal(probe, Submit({"event": "confirm"}, seen=seen)) == "stale"
    probe.do(Submit({"event": "confirm"}, seen=probe.snapshot.number))
    assert drawn(probe) == ["x5"]


def test_a_tap_on_another_card_corrects_the_proposal(probe):
    probe.lay("x5", "x3")
    assert probe.question.options == ("x5", "x3")
    probe.answer("x3")
    assert drawn(probe) == ["x3"]


def test_an_unclear_card_is_asked_about_and_the_button_does_not_guess(probe):
    probe.lay("left", "right", asks=True)
    assert not probe.view["questions"][0]["sure"]
    assert refusal(probe, Press("confirm")) == "question"
    probe.answer("right")
    assert drawn(probe) == ["right"]


def test_what_is_no_activity_card_is_not_offered(probe):
    probe.lay("7H", "dot", asks=True)
    assert probe.question.options == ("dot",)
    probe.lay("AS")
    assert probe.question.options == () and not probe.question.sure
    assert refusal(probe, Answer(probe.question.id, "AS")) is None
    probe.answer(None)
    assert probe.view["questions"] == [] and drawn(probe) == []


def test_points_of_another_edition_are_proposed_too(probe):
    probe.lay("+30")
    probe.do(Press("confirm"))
    assert probe.view["totals"] == [30, 0, 0]


def test_a_card_chosen_on_a_phone_is_found_again_by_the_camera(probe):
    probe.submit("draw", card="normal")
    probe.lay("normal")
    miss(probe)
    assert probe.phase == "draw" and probe.view["questions"] == []
    probe.lay("normal")
    assert probe.question.sure
    probe.do(Press("confirm"))
    assert drawn(probe) == ["normal", "normal"]


def test_a_card_chosen_while_it_is_proposed_is_not_proposed_again(probe):
    probe.lay("x5")
    probe.submit("draw", card="x4")
    miss(probe)
    assert drawn(probe) == ["x4"] and probe.view["questions"] == []


def test_a_card_seen_late_after_it_was_chosen_is_asked_about(probe):
    probe.submit("draw", card="normal")
    miss(probe)
    probe.lay("normal")
    assert not probe.question.sure and "by hand" in probe.question.why


def test_a_card_drawn_early_waits_for_its_turn(probe):
    probe.lay("normal")
    probe.do(Press("confirm"))
    probe.submit("ask", of=1, sign="Z")
    probe.lay("+20")
    assert probe.view["questions"] == []
    probe.submit("no")
    assert probe.question.sure and probe.question.player == 1
    probe.do(Press("confirm"))
    assert probe.view["totals"] == [0, 20, 0]


def test_an_old_card_that_came_to_light_again_is_none(probe):
    first = probe.lay("normal")
    probe.do(Press("confirm"))
    miss(probe)
    second = probe.lay("x3")
    probe.do(Press("confirm"))
    miss(probe)
    probe.take(second)
    assert probe.view["questions"] == []
    probe.take(first)
    assert probe.view["questions"] == [] and probe.view["out_of_step"] is None


def test_a_pile_that_was_pushed_is_asked_about(probe):
    first = probe.lay("normal")
    probe.do(Press("confirm"))
    miss(probe)
    probe.lying.remove(first)
    probe.lay("normal")
    assert not probe.question.sure and "moved" in probe.question.why
    probe.answer(None)
    assert probe.view["questions"] == []


def test_an_old_card_of_the_same_kind_that_the_pile_covers_makes_no_doubt(probe):
    old = probe.lay("normal")
    probe.do(Press("confirm"))
    miss(probe)
    probe.lay("x3")
    probe.do(Press("confirm"))
    miss(probe)
    probe.lying.remove(old)
    probe.lay("normal")
    assert probe.question.sure


def test_a_swept_pile_is_not_missed(probe):
    probe.lay("normal")
    probe.do(Press("confirm"))
    probe.take()
    assert probe.view["out_of_step"] is None


def test_a_draw_taken_back_is_asked_about_anew(probe):
    probe.lay("x5")
    probe.do(Press("confirm"))
    probe.do(Undo())
    assert not probe.question.sure and "taken back" in probe.question.why
    probe.answer("x4")
    assert drawn(probe) == ["x4"]


def test_what_lay_there_before_the_game_is_none(make_game):
    with Host(Journal(":memory:")) as host:
        game = make_game(host)
        begin(game)
        game.lay("x5")
        set_out(game)
        assert game.view["questions"] == []
        game.lay("x3")
        game.do(Press("confirm"))
        assert drawn(game) == ["x3"]


def test_what_lies_there_at_a_first_look_in_a_turn_is_asked_about(make_game):
    with Host(Journal(":memory:")) as host:
        game = make_game(host)
        begin(game)
        set_out(game)
        game.lay("x5")
        assert not game.question.sure and "already" in game.question.why


def test_a_proposal_confirms_itself_only_where_the_owner_chose_so(make_game):
    with Host(Journal(":memory:"), confirm_after=3.0) as host:
        game = make_game(host)
        begin(game)
        game.look()
        set_out(game)
        game.lay("left", "right", asks=True)
        host.tick(0.0)
        host.tick(9.0)
        assert drawn(game) == []
        game.answer("normal")
        miss(game)
        host.tick(10.0)
        game.lay("x5")
        host.tick(11.0)
        host.tick(13.9)
        assert drawn(game) == ["normal"]
        host.tick(14.0)
        assert drawn(game) == ["normal", "x5"]


def test_a_proposal_that_is_read_otherwise_waits_anew_before_it_confirms_itself(make_game):
    with Host(Journal(":memory:"), confirm_after=3.0) as host:
        game = make_game(host)
        begin(game)
        game.look()
        set_out(game)
        seen = game.lay("x5")
        host.tick(0.0)
        game.reread(seen, "x3")
        assert game.question.sure
        # Nobody has had the time to see that it is another card now.
        for now in (3.0, 5.9):
            host.tick(now)
            assert drawn(game) == []
        host.tick(6.0)
        assert drawn(game) == ["x3"]


def test_the_lamps_lead_through_the_turn(probe):
    assert probe.snapshot.lights == Lights(BLUE, "on", ("on", "off", "off"))
    probe.lay("left", "right", asks=True)
    assert probe.snapshot.lights == Lights(AMBER, "on", ("on", "off", "off"))
    probe.take()
    probe.lay("left")
    assert probe.snapshot.lights == Lights(GREEN, "on", ("pulse", "off", "off"))
    probe.do(Press("confirm"))
    assert probe.snapshot.lights == Lights(BLUE, "pulse", ("off", "on", "off"))
    probe.submit("open", space=1)
    assert probe.snapshot.lights == Lights(BLUE, "pulse", ("on", "off", "off"))
    probe.submit("ask", of=2, sign="A")
    assert probe.snapshot.lights == Lights(BLUE, "pulse", ("off", "off", "on"))
    probe.submit("open", space=2)
    probe.submit("interrupt", player=1, of=0)
    assert probe.snapshot.lights == Lights(BLUE, "pulse", ("on", "off", "off"))


def test_the_lamps_call_whoever_has_not_set_out_a_word(make_game):
    with Host(Journal(":memory:")) as host:
        game = make_game(host)
        begin(game)
        game.submit("ready", player=1, spaces=6)
        assert game.snapshot.lights == Lights(BLUE, "pulse", ("on", "off", "on"))


def played(make_game, path, *events):
    """Let the first card be drawn, play on, and end the table; gives the journal to go on with."""
    with Host(Journal(path)) as host:
        game = make_game(host)
        begin(game)
        game.look()
        set_out(game)
        game.lay("x5")
        game.do(Press("confirm"))
        for event in events:
            game.do(Submit(event))
    return Journal(path)


def test_after_a_restart_in_a_turn_the_card_that_lies_there_is_known(tmp_path, make_game):
    journal = played(make_game, tmp_path / "journal.sqlite")
    with Host(journal) as host:
        game = make_game(host)
        game.lay("x5")
        miss(game)
        assert game.view["questions"] == []
        game.lay("normal")
        assert game.question.sure


def test_after_a_restart_before_a_draw_the_card_that_lies_there_is_asked_about(tmp_path, make_game):
    ask = {"event": "ask", "player": 0, "of": 1, "sign": "Z"}
    journal = played(make_game, tmp_path / "journal.sqlite", ask, {"event": "no", "player": 1})
    with Host(journal) as host:
        game = make_game(host)
        game.lay("x5")
        assert not game.question.sure and "already" in game.question.why
        game.answer(None)
        game.lay("+20")
        assert game.question.sure
