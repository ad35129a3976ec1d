"""A camera at the emulated machine, unplugged and plugged in again: a part of `make test-appliance`.

The kernel's virtual video device (vivid) is `usb:0` to the service in its sandbox. The tests are one
story and run in their order.
"""

import time

import pytest
from evening_there import Service
from hostile.phones import Phone

SETTINGS = "/etc/familiar/familiar.toml"
DRIVER = "/sys/bus/platform/drivers/vivid"
VIVID = "modprobe vivid n_devs=1 node_types=0x1"
"""One device that only takes pictures."""
MOVE = """
import fcntl, os, struct
handle = os.open("/dev/video0", os.O_RDWR)
fcntl.ioctl(handle, 0xC008561C, struct.pack("Ii", 0xF0F002, 6))
"""
"""Let its picture move: VIDIOC_S_CTRL, horizontal movement, to the right and fast (read: vivid-ctrls.c).

Else only a clock goes on in it, in too few pixels for a picture that is not frozen (device/health.py).
"""
SEEN_S = 180.0
"""By the machine's own clock: it tries again after 10 s at most, and a first picture takes it long."""


@pytest.fixture(scope="module")
def phone(machine):
    """Let a phone in."""
    machine.run(f"sed -i 's/^#source = .*/source = \"usb:0\"/' {SETTINGS} && systemctl restart familiar")
    made = Phone(machine.port)
    assert made.say("join", code=Service(machine).code).status == 200
    yield made
    made.close()


def uptime(machine):
    return float(machine.run("cut -d' ' -f1 /proc/uptime"))


def plug_in(machine, how):
    """Let the camera come, with a picture that moves."""
    machine.run(f"{how}; until [ -e /dev/video0 ]; do sleep 0.1; done; cat >/tmp/move.py <<'END'{MOVE}END")
    machine.run("python3 /tmp/move.py")


def told(machine, phone, wanted):
    """Wait until the pages tell of the camera what is wanted; returns how long it took, in seconds there."""
    begun = uptime(machine)
    while not wanted(trouble := phone.state()["trouble"]):
        assert uptime(machine) - begun < SEEN_S, f"the pages tell {trouble!r}"
        time.sleep(0.2)
    return uptime(machine) - begun


def picture(phone):
    """Fetch the picture that the camera gave last."""
    first = phone.ask("GET", "/picture.jpg")
    assert first.status == 200 and first.body.startswith(b"\xff\xd8"), first.raw[:300]
    return first.body


def test_a_camera_that_is_not_there_is_told(machine, phone):
    assert told(machine, phone, lambda trouble: trouble and "there is no camera usb:0" in trouble) < SEEN_S


def test_it_sees_once_the_camera_is_plugged_in(machine, phone, capsys):
    plug_in(machine, VIVID)
    took = told(machine, phone, lambda trouble: trouble is None)
    with capsys.disabled():
        print(f"\nplugged in: seen after {took:.0f} s")
    assert picture(phone)


def test_unplugged_it_is_told_and_plugged_in_again_it_sees(machine, phone, capsys):
    machine.run(f"echo vivid.0 >{DRIVER}/unbind")
    lost = told(machine, phone, lambda trouble: trouble and "usb:0" in trouble)
    plug_in(machine, f"echo vivid.0 >{DRIVER}/bind")
    found = told(machine, phone, lambda trouble: trouble is None)
    with capsys.disabled():
        print(f"\nunplugged: told after {lost:.0f} s; plugged in again: seen after {found:.0f} s")
    assert machine.show("NRestarts", "ActiveState") == {"NRestarts": "0", "ActiveState": "active"}
