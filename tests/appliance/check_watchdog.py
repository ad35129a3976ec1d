"""A machine that stands still, and its hardware's watchdog: a part of `make test-appliance`.

QEMU's i6300esb stands for the Pi's bcm2835_wdt; systemd feeds it as the package says. Nobody touches the
machine: it is the watchdog that resets it. The tests are one evening and run in their order.
"""

import itertools

import pytest
from evening import stands
from evening_there import Service, active, journal
from hostile.kills import Evening

DRIVER = "i6300ESB timer"
STEPS = 20
PANIC = "sysctl --quiet kernel.panic=0; echo c >/proc/sysrq-trigger"
STILL = {
    "the kernel has failed and does not start again": PANIC,
    "process 1 stands still": "echo 1 >/sys/fs/cgroup/init.scope/cgroup.freeze",
}


@pytest.fixture(scope="module")
def devices():
    return ["-device", "i6300esb"]


@pytest.fixture(scope="module")
def evening(machine, folder):
    """Sit down with four phones."""
    return Evening(folder, 7, Service(machine), ["wizard"])


def test_systemd_feeds_the_watchdog_within_the_minute_that_the_package_says(machine):
    assert machine.show("RuntimeWatchdogUSec", unit="") == {"RuntimeWatchdogUSec": "1min"}
    held = machine.run("cd /sys/class/watchdog/watchdog0 && cat identity state timeout; ls -l /proc/1/fd")
    assert held.splitlines()[:3] == [DRIVER, "active", "60"] and "/dev/watchdog0" in held


@pytest.mark.parametrize("what", STILL)
def test_a_machine_that_stands_still_is_reset_and_phones_find_their_seats(
    machine, evening, folder, what, capsys
):
    for _ in itertools.islice(evening.go_on(), STEPS):
        pass
    for phone in evening.phones:
        phone.close()
    before = machine.run("cat /proc/sys/kernel/random/boot_id")
    machine.let_reset()
    # The agent's answer comes before the end.
    machine.run(f"(sleep 1; {STILL[what]}) >/dev/null 2>&1 &")
    took = machine.wait_reset()
    assert machine.wait_started() == "running"
    active(machine)
    assert machine.run("cat /proc/sys/kernel/random/boot_id") != before
    with capsys.disabled():
        print(f"\n{what}: reset by its watchdog after {took:.0f} s")
    evening.find_back()
    assert stands(journal(machine, folder), evening.games) == evening.done
    assert machine.show("NRestarts", "ActiveState") == {"NRestarts": "0", "ActiveState": "active"}
