"""The hostile campaigns in short; `make hostile` is their long form."""

import logging

import pytest
from hostile import broker, files, journals, kills, routes, secrets

from club.errors import ClubError
from club.mosquitto import Mosquitto


@pytest.fixture
def quiet():
    """What damaged files make the program log is asked elsewhere."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def club_broker(tmp_path_factory):
    try:
        made = Mosquitto(tmp_path_factory.mktemp("broker"))
    except ClubError as error:
        pytest.skip(str(error))
    with made:
        yield made


def test_killed_while_four_phones_play_it_loses_nothing_that_it_acknowledged(tmp_path):
    figures = kills.campaign(tmp_path, 3)
    assert figures["kills"] == 3 and figures["acknowledged"] > 0


def test_killed_as_a_game_ends_it_lets_the_next_begin(tmp_path):
    evening = kills.Evening(tmp_path / "evening", 1000)
    for end in ((0, len(evening.games[0].steps)), (1, 0)):
        evening.program.start()
        evening.program.ready()
        evening.find_back()
        assert end in evening.go_on()
        evening.program.kill()
        evening.program.wait()
        for phone in evening.phones:
            phone.close()
        evening.check(None)


def test_a_damaged_journal_is_called_whole_only_where_it_is(tmp_path, quiet):
    figures = journals.campaign(tmp_path, len(journals.DAMAGE))
    assert figures["called damaged"] and figures["called whole"] and figures["brought back"]


def test_a_wrong_step_and_a_lost_one_are_found_out(tmp_path, quiet):
    base = journals.Base(tmp_path)
    whole = [list(steps) for steps in base.truth]
    assert journals.untrue(base, whole, [len(steps) for steps in whole]) is None
    assert "lacks steps" in journals.untrue(base, [whole[0], whole[1][:-1], whole[2]], [0, len(whole[1]), 0])
    assert "never played" in journals.untrue(base, [[*whole[0][:-1], {"event": "confirm", "more": 1}]])


def test_no_route_does_a_wish_for_whoever_may_not(tmp_path, monkeypatch):
    monkeypatch.setattr(routes, "METHODS", ("PUT",))
    figures = routes.Campaign(tmp_path).run(["asked"])
    assert figures["asked"] > 500


def test_the_pages_that_lead_are_closed_to_who_has_not_the_code(tmp_path):
    figures, statuses = routes.Counter(), routes.defaultdict(routes.Counter)
    routes.led(figures, statuses)
    assert figures["asked"] > 100


def test_no_answer_tells_a_hidden_bid(tmp_path, club_broker):
    figures = secrets.campaign(tmp_path, ["simultaneous bids"], club_broker, ["two bids"])
    assert figures["answers"] > 1000 and figures["messages of the club"]


def test_what_leaks_is_found(tmp_path):
    with secrets.House(tmp_path) as house:
        house.begin("probe")
        evening = secrets.Evening(house, secrets.Counter())
        evening.hidden["seated"] = secrets.pieces("..XKQJW.")
        evening.check("nobody", "nothing at all", "here")
        leaks = [
            '{"sign":"X"},{"sign":"K"},{"sign":"Q"},{"sign":"J"}',
            "the word is ..xkqjw.",
            secrets.KEYS["pin"],
            secrets.KEYS["code"],
            secrets._key(evening.phones["owner"]),
            secrets.FOLDER,
        ]
        for leak in leaks:
            with pytest.raises(AssertionError, match="was told"):
                evening.check("nobody", f"so: {leak}", "here")
        for stream in evening.streams.values():
            assert stream.is_alive()


def test_whoever_may_write_at_the_broker_breaks_neither_board_nor_table(tmp_path, club_broker):
    figures = broker.campaign(tmp_path, club_broker, 500, 12)
    assert figures["messages"] == 500 and figures["connections to a false broker"] == 12


@pytest.mark.parametrize("kind", files.TRIED)
def test_bad_files_are_used_or_refused_in_a_sentence(tmp_path, quiet, kind):
    assert sum(files.campaign(tmp_path, 12, [kind]).values()) >= 8
