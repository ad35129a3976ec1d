"""The demo command: its figures as JSON lines, its invitation, its refusals."""

import json
from dataclasses import replace

import pytest

from familiar import cli
from familiar.demo import fast as quick
from familiar.demo import run
from familiar.invite.sign import invitation
from games.record import header_from_dict
from simulation.robots.company import draw_game
from simulation.robots.magicians import self_play as stick_play
from simulation.robots.probe import self_play as probe_play
from simulation.robots.setup import adopt
from simulation.robots.wizard.self_play import draw_setup
from texts.catalogue import tongue


@pytest.fixture
def fast(monkeypatch, fake_eye, unpainted):
    """Let the fast demo look with a false eye at a small table."""

    class Late:
        """A false eye that learns of its table from the newest one made."""

        def __init__(self):
            self.eye = None

        def look(self, frame, seen=()):
            if self.eye is None or self.eye.table is not made[-1]:
                self.eye = fake_eye(made[-1])
            return self.eye.look(frame, seen)

        def forget(self):
            self.eye = None

    made = []
    real = quick.SimulatedTable

    def small(seed, seats, edition, **options):
        made.append(real(seed, seats, edition, (160, 90), **options))
        return made[-1]

    monkeypatch.setattr(quick, "SimulatedTable", small)
    monkeypatch.setattr(quick, "open_eye", lambda edition: Late())


def test_one_json_line_a_game(fast, capsys):
    # The family that never rests is drawn for the game for people, below.
    assert cli.run(["demo", "--fast", "--games", "2", "--json", "--players", "6", "--calm"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["game"] for line in lines] == [1, 2]
    for line in lines:
        assert (line["cards"], line["silent_errors"], line["sheet_correct"]) == (339, 0, True)


def test_fast_alone_plays_one_game_for_people(fast, capsys):
    assert cli.run(["demo", "--fast", "--players", "6"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("1 games, 339 cards: 0 asked (0.00 %)")


def test_a_fast_game_shows_the_eye_the_cards_for_the_first_deal_too(fast, capsys, monkeypatch):
    def by_the_high_card(*args, **options):
        setup = draw_setup(*args, **options)
        return replace(setup, rules=setup.rules | {"first_dealer": "high_card"})

    monkeypatch.setattr(quick, "draw_setup", by_the_high_card)
    assert cli.run(["demo", "--fast", "--json", "--players", "6", "--calm"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line["cards"] >= 345 and (line["silent_errors"], line["sheet_correct"]) == (0, True)


@pytest.fixture
def thrown(monkeypatch, fake_stick_eye, short_game):
    """Let the fast demo of sticks look with a false eye at a small table."""

    class Late:
        """A false eye that learns of its table from the newest one made."""

        def __init__(self):
            self.eye = None

        def look(self, frame, seen=()):
            if self.eye is None or self.eye.table is not made[-1]:
                self.eye = fake_stick_eye(made[-1])
            return self.eye.look(frame, seen)

        def forget(self):
            self.eye = None

    made = []
    real = quick.StickTable

    def small(seed, table, **options):
        made.append(real(seed, table, (160, 90), **options))
        return made[-1]

    monkeypatch.setattr(quick, "StickTable", small)
    monkeypatch.setattr(quick, "open_stick_eye", lambda table: Late())


def test_one_json_line_a_game_of_sticks(thrown, capsys):
    arguments = ["demo", "--game", "magicians", "--fast", "--games", "2", "--json", "--seed", "5"]
    assert cli.run(arguments) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["game"] for line in lines] == [1, 2]
    for line in lines:
        assert line["throws"] > 3
        assert line["again"] <= line["void"]
        assert (line["silent_errors"], line["false_again"], line["sheet_correct"]) == (0, 0, True)


def test_fast_sticks_alone_are_played_for_people(thrown, capsys):
    assert cli.run(["demo", "--game", "magicians", "--fast", "--seed", "6"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("1 games, ")


@pytest.fixture
def drawn(monkeypatch, fake_pile_eye):
    """Let the fast demo of Probe look with a false eye at a small table."""
    real = quick.PileTable
    monkeypatch.setattr(quick, "PileTable", lambda seed, seats, **more: real(seed, seats, (160, 90), **more))
    monkeypatch.setattr(quick, "_learnt", fake_pile_eye)


def test_one_json_line_a_game_of_probe(drawn, capsys):
    arguments = ["demo", "--game", "probe", "--fast", "--games", "2", "--json", "--seed", "3"]
    assert cli.run(arguments) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["game"] for line in lines] == [1, 2]
    for line in lines:
        assert line["cards"] > 3
        wrong = (line["asked"], line["missed"], line["silent_errors"])
        assert (wrong, line["sheet_correct"]) == ((0, 0, 0), True)


def test_fast_probe_alone_is_played_for_people(drawn, capsys):
    assert cli.run(["demo", "--game", "probe", "--fast", "--players", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("game 1: 2 players") and lines[-1].startswith("1 games, ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--json"], "--json needs --fast"),
        (["--players", "2"], "Wizard is for 3 to 6 players"),
        (["--players", "7"], "2<=x<=6"),
        (["--game", "probe", "--players", "5"], "Probe is for 2 to 4 players"),
        (["--game", "magicians", "--players", "3"], "always for 3: leave --players out"),
        (["--game", "magicians", "--fast", "--edition", "us"], "--edition is for Wizard"),
        (["--game", "probe", "--edition", "us"], "--edition is for Wizard"),
        (["--edition", "deluxe"], "deluxe"),
        (["--game", "chess"], "chess"),
        (["--fast", "--games", "0"], "0"),
        (["--port", "99999"], "99999"),
    ],
)
def test_wrong_usage_is_one_line_and_status_two(arguments, said, capsys):
    assert cli.run(["demo", *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_the_invitation_says_the_address_and_draws_a_code():
    text = invitation("http://192.0.2.7:8000/", run.HINTS["wizard"])
    code = [line for line in text.splitlines() if "█" in line]
    assert "http://192.0.2.7:8000/" in text
    assert len({len(line) for line in code}) == 1
    assert len(code) > 10


def test_games_differ_in_players_edition_and_rules():
    drawn = [draw_setup(seed) for seed in range(40)]
    assert {len(each.players) for each in drawn} == {3, 4, 5, 6}
    assert {each.edition for each in drawn} == {"us", "amigo"}
    assert len({tuple(sorted(each.rules.items())) for each in drawn}) > 8


def test_every_drawn_game_is_allowed_and_comes_again_from_its_seed():
    for seed in range(60):
        assert header_from_dict(draw_setup(seed).header).players
        assert draw_setup(seed) == draw_setup(seed)


def test_drawn_games_of_sticks_differ_in_their_rules_and_come_again_from_their_seed():
    drawn = [stick_play.draw_setup(seed) for seed in range(40)]
    assert {each.rules["board"] for each in drawn} == {"none", "house"}
    assert len({str(each.rules) for each in drawn}) > 30
    for each in drawn:
        assert header_from_dict(each.header).rules.table
        assert stick_play.draw_setup(each.seed) == each


def test_drawn_games_of_probe_differ_in_their_rules_and_come_again_from_their_seed():
    drawn = [probe_play.draw_setup(seed) for seed in range(40)]
    assert {len(each.players) for each in drawn} == {2, 3, 4}
    assert len({str(each.rules) for each in drawn}) > 30
    for each in drawn:
        assert header_from_dict(each.header).players
        assert probe_play.draw_setup(each.seed) == each


def test_a_game_set_up_by_a_phone_is_taken_over_as_it_is():
    header = header_from_dict(draw_setup(3).header)
    assert header_from_dict(adopt(header, 9).header) == header


@pytest.mark.parametrize(
    ("environ", "names"),
    [
        ({"LANG": "fr_FR.UTF-8"}, ("Anne", "Benoît", "Chloé", "David")),
        ({"LC_ALL": "de_DE.UTF-8", "LANG": "fr_FR.UTF-8"}, ("Anna", "Ben", "Clara", "David")),
        ({"LANG": "C.UTF-8"}, ("Ann", "Bo", "Cy", "Dee")),
        ({}, ("Ann", "Bo", "Cy", "Dee")),
    ],
)
def test_who_plays_is_called_as_people_are_at_home(environ, names):
    assert run.at_home(draw_game("wizard", 1), environ).players == names


def test_the_demo_says_which_game_and_deck_it_shows_and_how_to_see_another():
    said = run.showing(draw_game("wizard", 1, edition="amigo"))
    assert said.startswith("This is Wizard with the European deck of Amigo") and "(--edition us" in said
    assert "--game magicians or probe" in said
    assert "deck" not in run.showing(draw_game("magicians", 1))


@pytest.mark.parametrize(
    ("language", "edition", "words"),
    [
        ("fr", "us", "jeu américain de U.S. Games, ses Wizards et ses Jokers"),
        ("fr", "amigo", "jeu européen d’Amigo, ses Sorciers et ses Fous"),
        ("de", "us", "amerikanischen Karten von U.S. Games"),
        ("de", "amigo", "europäischen Karten von Amigo"),
    ],
)
def test_the_demo_calls_each_edition_as_its_reader_does(language, edition, words):
    assert words in tongue(language).tell(run.showing(draw_game("wizard", 1, edition=edition)))


@pytest.mark.parametrize(
    ("locale", "first", "address", "last"),
    [
        ("C.UTF-8", "This is Wizard with the", "Big screen: http", "The table is cleared."),
        (
            "fr_FR.UTF-8",
            "Voici Wizard avec le jeu",
            "Grand écran\N{NO-BREAK SPACE}: http",
            "La table est débarrassée.",
        ),
        ("de_DE.UTF-8", "Das ist Wizard mit", "Großer Bildschirm: http", "Der Tisch ist abgeräumt."),
    ],
)
def test_the_demo_speaks_the_language_of_its_machine(monkeypatch, locale, first, address, last):
    monkeypatch.setenv("LC_ALL", locale)
    said = []
    assert run.run(1, 3, None, "wizard", 0, 50.0, 0, said.append) == 0
    assert said[0].startswith(first) and any(address in each for each in said) and said[-1] == last
