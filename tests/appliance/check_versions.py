"""Updates of the emulated machine under its own systemd: a part of `make test-appliance`.

The unit's ExecStartPre and ExecStartPost count the starts of a version on trial and settle it
(packaging/setup). Four phones play on all the while. The tests are one story and run in their order.
"""

import itertools
import json
import subprocess

import pytest
from evening import stands
from evening_there import Service, active, journal
from hostile.kills import Evening
from installed import OFFLINE, STICK, digest, package, source, stick

SEED = 7
STEPS = 12
HOME = "/opt/familiar"
NOT_STARTING = ("familiar/play/run.py", "\n\ndef run(config, tell, ask=None):\n    raise SystemExit(1)\n")
"""A version that passes its trial and does not come up."""
PACKAGED = "dpkg-query --show --showformat '${Version}' familiar"
WELL, BROKEN, UNPACKED = "0.3.0", "0.3.1", "0.3.2"


@pytest.fixture(scope="module")
def releases(folder):
    """Build what the machine is updated to: one that is well, and one that does not come up."""
    changes = {WELL: ("familiar/start.py", "\n# The newer one.\n"), BROKEN: NOT_STARTING}
    return {name: package(folder / "packages", name, change) for name, change in changes.items()}


@pytest.fixture(scope="module")
def unpacked(folder):
    """Pack the sources of a third, as somebody fetches them."""
    (folder / "source").mkdir()
    source(folder / "source", UNPACKED)
    subprocess.run(
        ["tar", "--create", "--file", folder / "source.tar", "--directory", folder / "source", "."],
        check=True,
    )
    return folder / "source.tar"


@pytest.fixture(scope="module")
def sticks(image, folder, releases, unpacked):
    return [stick(folder / "stick", image / "wheels", *releases.values(), unpacked)]


@pytest.fixture(scope="module")
def evening(machine, folder):
    """Sit down with four phones."""
    return Evening(folder, SEED, Service(machine), ["wizard"])


def play(evening):
    for _ in itertools.islice(evening.go_on(), STEPS):
        pass
    for phone in evening.phones:
        phone.close()


def command(path):
    """Give what is typed to update to a package."""
    return f"familiar-update /media/stick/{path.name} {digest(path)}"


def plug_in(machine):
    machine.run(f"mountpoint -q /media/stick || {{ {STICK}; }}")


def used(machine):
    return machine.run(f"basename $(readlink {HOME}/current)").strip()


def plays_on(machine, evening, folder):
    """Hold the phones' seats and the journal against what was acknowledged; no version is on trial."""
    active(machine)
    evening.find_back()
    assert stands(journal(machine, folder), evening.games) == evening.done
    assert "trial" not in machine.run(f"ls {HOME}").split()


def doctor(machine):
    """Give what the doctor says of updates."""
    checks = json.loads(machine.run("familiar doctor --json | tail -n 1"))["checks"]
    return next(each for each in checks if each["name"] == "update")


def test_an_update_plays_on_with_the_game(machine, evening, releases, folder):
    play(evening)
    plug_in(machine)
    before = used(machine)
    said = machine.run(command(releases[WELL]), env=OFFLINE)
    assert f"Familiar {WELL} is installed." in said and used(machine).startswith(f"{WELL}-")
    assert machine.run(f"cat {HOME}/previous").strip() == before
    plays_on(machine, evening, folder)
    assert doctor(machine)["status"] == "ok"


def test_a_version_that_does_not_come_up_is_left(machine, evening, releases, folder):
    play(evening)
    plug_in(machine)
    before, package_before = used(machine), machine.run(PACKAGED)
    said = machine.run(command(releases[BROKEN]), env=OFFLINE, code=1)
    assert f"does not start, so {before} plays on" in said and used(machine) == before
    plays_on(machine, evening, folder)
    assert BROKEN in doctor(machine)["said"] and BROKEN in json.dumps(evening.phones[0].state()["advice"])
    assert machine.run(PACKAGED) == package_before


def test_with_the_plug_pulled_before_its_first_start_it_is_left_at_the_fourth(
    machine, evening, releases, folder, capsys
):
    play(evening)
    plug_in(machine)
    before = used(machine)
    # It is stopped at the link, as a cut in this moment leaves it.
    watch = (
        f"until readlink {HOME}/current | grep -q {BROKEN}; do :; done; systemctl kill --signal KILL updating"
    )
    machine.run(
        "systemd-run --unit updating --setenv PIP_NO_INDEX=1 --setenv PIP_FIND_LINKS=/media/stick "
        f"sh -c '{command(releases[BROKEN])}'"
    )
    machine.run(f"{watch}; sync")
    machine.pull()
    machine.__enter__()
    assert machine.wait_started() == "running"
    active(machine)
    assert used(machine) == before
    said = machine.run("journalctl --unit familiar --boot --output cat")
    assert f"did not come up in 3 starts, so {before} plays on." in said
    plays_on(machine, evening, folder)
    with capsys.disabled():
        print(
            f"\nafter the cut: {machine.show('NRestarts')}, {machine.run('systemd-analyze').splitlines()[0]}"
        )


def test_the_owner_goes_back_to_the_version_before(machine, evening, folder):
    play(evening)
    before, wanted = used(machine), machine.run(f"cat {HOME}/previous").strip()
    assert "is used now" in machine.run("familiar-update --back")
    assert used(machine) == wanted and machine.run(f"cat {HOME}/previous").strip() == before
    plays_on(machine, evening, folder)


def test_the_script_of_a_folder_updates_too(machine, evening, folder):
    play(evening)
    plug_in(machine)
    machine.run("mkdir /root/source && tar --extract --file /media/stick/source.tar --directory /root/source")
    said = machine.run("/root/source/install.sh", env=OFFLINE)
    assert f"Familiar {UNPACKED} is installed." in said and used(machine).startswith(f"{UNPACKED}-")
    plays_on(machine, evening, folder)
    assert doctor(machine)["status"] == "ok"
