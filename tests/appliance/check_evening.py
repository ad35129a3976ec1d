"""An evening of three games at the emulated machine: a part of `make test-appliance`.

Phones play from outside over one forwarded port. In the middle the service is restarted, hangs, and the
machine's plug is pulled; each time phones find their seats, and at the end the journal holds every step. The
tests are one evening and run in their order.
"""

import itertools
import os

import pytest
from evening import stands
from evening_there import Service, active, journal
from hostile.kills import Evening

GAMES = os.environ.get("FAMILIAR_GAMES", "wizard magicians probe").split()
"""What is played, in this order."""
SEED = 7
STEPS = 60
"""So many are played between two troubles: a round of Wizard and the beginning of the next ones."""


@pytest.fixture(scope="module")
def evening(machine, folder):
    """Sit down with four phones."""
    return Evening(folder, SEED, Service(machine), GAMES)


def play(evening, number=None):
    """Play so many steps more, or all."""
    before = evening.figures["acknowledged"]
    for _ in itertools.islice(evening.go_on(), number):
        pass
    for phone in evening.phones:
        phone.close()
    assert evening.figures["acknowledged"] >= before + (number or 1)


def test_a_service_that_is_restarted_goes_on_with_the_game(machine, evening, folder):
    play(evening, STEPS)
    before = machine.show("MainPID")
    machine.run("systemctl restart familiar")
    assert machine.show("MainPID") != before
    evening.find_back()
    assert stands(journal(machine, folder), evening.games) == evening.done


def test_a_process_that_hangs_is_ended_by_the_watchdog_and_phones_find_their_seats(machine, evening, folder):
    play(evening, STEPS)
    pid = machine.show("MainPID")["MainPID"]
    machine.run(f"kill -STOP {pid} && while kill -0 {pid} 2>/dev/null; do sleep 0.2; done")
    active(machine)
    assert machine.show("NRestarts") == {"NRestarts": "1"}
    assert "watchdog" in machine.run("journalctl --unit familiar --boot | grep -i watchdog").lower()
    evening.find_back()
    assert stands(journal(machine, folder), evening.games) == evening.done


def test_a_machine_whose_plug_was_pulled_starts_and_goes_on(machine, evening, folder):
    play(evening, STEPS)
    machine.pull()
    machine.__enter__()
    assert machine.wait_started() == "running"
    active(machine)
    assert machine.show("NRestarts") == {"NRestarts": "0"}
    evening.find_back()
    assert stands(journal(machine, folder), evening.games) == evening.done


def test_the_evening_is_in_the_journal_to_its_last_step(machine, evening, folder, capsys):
    play(evening)
    assert evening.over
    assert stands(journal(machine, folder), evening.games) == evening.done
    assert machine.show("NRestarts") == {"NRestarts": "0"}
    steps = sum(len(game.steps) for game in evening.games)
    with capsys.disabled():
        print(f"\nan evening of {', '.join(GAMES)}: {steps} steps, {dict(evening.figures)}")
