"""A card to write, started: `make test-card`.

The emulated machine starts exactly the image that `make card` makes, on a card that is larger. First what
lies in the image, without starting it; then its first start, a restart, and a start without the owner's key;
at last the plug, pulled at moments of a first start that was logged write by write, growing above all.
"""

import json
import os
import re
import struct
import subprocess
import sys
import time
from base64 import b64encode
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "campaigns")]

from card import CARD, SECTOR, Boot, Table, draw_key, partitions, write_card  # noqa: E402
from cut import MENDED, leave  # noqa: E402
from hostile.phones import Phone  # noqa: E402
from machine import overlay  # noqa: E402
from writes import Disk, Log, cuts  # noqa: E402

IMAGE = Path(os.environ.get("FAMILIAR_CARD", "/nonexistent"))
LOOKED_AT = int(os.environ.get("FAMILIAR_CUTS", "60"))
"""How many cuts of the first start are brought back and looked at."""
STARTED = int(os.environ.get("FAMILIAR_STARTS", "5"))
"""From how many of them the machine is started."""
SEED = int(os.environ.get("FAMILIAR_SEED", "7"))
FIRMWARE = {"start4.elf", "fixup4.dat", "bcm2711-rpi-4-b.dtb", "config.txt", "cmdline.txt"}
WELL = {"system", "imports", "models", "configuration", "disk", "journal", "update", "decks", "network"}
NEARLY_ALL = 0.97
"""Of the card: the rest is the boot partition and what ext4 keeps for itself."""
SUPERBLOCK = 1024
"""Where ext4's begins, in bytes; the number of its blocks is its second word (Linux, ext4 documentation)."""
BLOCK = 4096
SSID, WRONG, RIGHT = "House at 7", "blue owl 77", "green owl 7"
HIDDEN = b64encode(RIGHT.encode()).decode()
"""What is called by sudo stands in the system's log, which is searched for the password."""
STREET = (
    f"connection add type wifi ifname wlan1 con-name Street autoconnect no ssid '{SSID}' mode ap "
    f'ipv4.method shared wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$(echo {HIDDEN} | base64 -d)"'
)
"""The house's own radio, played by a second one in the same machine (the kernel's mac80211_hwsim)."""
WISH = "/run/familiar/house-wifi"

pytestmark = pytest.mark.skipif(not IMAGE.is_file(), reason="tests/appliance/run_card.sh makes the image")


class Image:
    """The files of the image's system, read by debugfs."""

    def __init__(self, path):
        self._where = f"{path}?offset={partitions(path)[1][0]}"

    def ask(self, request):
        said = subprocess.run(
            ["debugfs", "-R", request, self._where], capture_output=True, text=True, check=True
        )
        return said.stdout

    def names(self, folder):
        rows = (line.split("/") for line in self.ask(f"ls -p {folder}").splitlines() if line)
        return {row[5] for row in rows} - {".", ".."}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("card")


@pytest.fixture(scope="module")
def key(folder):
    return draw_key(folder)


@pytest.fixture(scope="module")
def boot(folder):
    return Boot(IMAGE).start(folder)


def keyed(path, key):
    """Write the image to a card, and lay the owner's key on it, with Windows' ends of lines."""
    card = write_card(IMAGE, path)
    public = path.with_suffix(".pub")
    public.write_bytes(key.with_suffix(".pub").read_bytes().rstrip(b"\n") + b"\r\n")
    Boot(card).lay(public, "authorized_keys")
    return card


@pytest.fixture(scope="module")
def table(folder, boot, key):
    """Give the table's first start."""
    with Table(folder / "first", keyed(folder / "first.raw", key), boot, key) as made:
        begun = time.monotonic()
        made.system = made.wait_started()
        made.took = time.monotonic() - begun
        yield made


def test_a_pi_4s_firmware_finds_what_it_starts():
    boot = Boot(IMAGE)
    names = set(boot.names())
    assert names >= FIRMWARE
    config, words = boot.read("config.txt").decode(), boot.read("cmdline.txt").decode().split()
    assert "arm_64bit=1" in config.splitlines()
    assert {re.search(rf"^{what}[= ](\S+)$", config, re.M)[1] for what in ("kernel", "initramfs")} <= names
    said = subprocess.run(["sfdisk", "--json", str(IMAGE)], capture_output=True, text=True, check=True)
    made = json.loads(said.stdout)["partitiontable"]
    assert f"root=PARTUUID={made['id'].removeprefix('0x')}-02" in words
    assert [each["type"] for each in made["partitions"]] == ["c", "83"]
    # A Pi 4 may not start with it (Debian, /etc/default/raspi-firmware).
    assert not [each for each in words if each.startswith("cma=")]


def test_no_two_tables_share_a_secret():
    image = Image(IMAGE)
    assert image.ask("cat /etc/machine-id") == ""
    assert not [name for name in image.names("/etc/ssh") if name.startswith("ssh_host")]
    assert image.names("/var/lib/familiar") == set()
    assert "familiar.txt" not in Boot(IMAGE).names()


def test_no_password_opens_it():
    shadow = [line.split(":") for line in Image(IMAGE).ask("cat /etc/shadow").splitlines()]
    assert {"root", "owner", "familiar"} <= {row[0] for row in shadow}
    assert [row[0] for row in shadow if not row[1].startswith(("!", "*"))] == []


def test_it_starts_and_takes_the_whole_card(table, capsys):
    assert table.run("systemctl --failed --plain --no-legend") == ""
    assert table.system == "running"
    assert table.run("cat /proc/1/comm; uname -m; hostname").split() == ["systemd", "aarch64", "familiar"]
    assert table.run("findmnt -n -o SOURCE /; findmnt -n -o SOURCE /boot/firmware").split() == [
        "/dev/mmcblk0p2",
        "/dev/mmcblk0p1",
    ]
    size = int(table.run("df --block-size=1 --output=size / | tail -n 1"))
    assert size > NEARLY_ALL * (CARD - partitions(IMAGE)[1][0])
    with capsys.disabled():
        told = table.run("systemd-analyze").splitlines()[0]
        print(f"\nstarted in {table.took:.0f} s, {size / 1e9:.2f} GB; {told}")


def test_it_is_a_table_of_its_own(table):
    assert re.fullmatch(r"[0-9a-f]{32}\n", table.run("cat /etc/machine-id"))
    assert "ssh_host_ed25519_key" in table.run("ls /etc/ssh")
    state = dict(
        line.split("=") for line in table.run("systemctl show familiar -p ActiveState -p User").splitlines()
    )
    assert state == {"ActiveState": "active", "User": "familiar"}
    assert "usb:0" in table.run("grep ^source /etc/familiar/familiar.toml")


def test_what_the_owner_needs_lies_on_the_boot_partition_for_root_alone(table):
    told = table.run("cat /boot/firmware/familiar.txt")
    code = table.run("familiar code")
    assert code.strip() in told and table.run("familiar pin").strip() in told
    refused = table.ssh("cat /boot/firmware/familiar.txt")
    assert refused.returncode == 1 and "Permission denied" in refused.stderr
    word = re.search(r"code to join is (\S+?):", told)[1]
    log = table.run("journalctl --boot --output cat --no-pager")
    assert word not in log and re.search(r"\b\d{6}\b", table.run("familiar pin"))[0] not in log


def test_the_page_answers_and_the_doctor_finds_nothing_that_fails(table):
    assert "Familiar" in table.wait_page().text
    checks = json.loads(table.run("familiar doctor --json | tail -n 1"))["checks"]
    assert [each["name"] for each in checks if each["status"] == "failure"] == []
    assert {each["name"] for each in checks if each["status"] == "ok"} >= WELL


def test_no_one_else_is_let_in(table):
    for user, key in (("root", True), ("owner", False), ("familiar", True)):
        refused = table.ssh("true", user=user, key=key)
        assert refused.returncode == 255 and "Permission denied" in refused.stderr


def active(table):
    """List what NetworkManager has open on its first radio."""
    said = table.run("nmcli --get-values NAME,DEVICE connection show --active")
    return [line.rpartition(":")[0] for line in said.splitlines() if line.endswith(":wlan0")]


def test_the_houses_wifi_typed_on_the_page_is_joined_and_a_wrong_password_opens_the_own_one_again(
    table, capsys
):
    table.run("modprobe mac80211_hwsim radios=2; udevadm settle")
    table.run(f"nmcli {STREET} && nmcli --wait 600 connection up Street")
    table.run("familiar hotspot on >/dev/null")
    assert active(table) == ["Familiar"]
    phone = Phone(table.port)
    word, pin = (re.search(r"[A-Z0-9]{6}", table.run(f"familiar {what}"))[0] for what in ("code", "pin"))
    assert phone.ask("POST", "/api/join", {"code": word}).status == 200
    for password, then in ((WRONG, ["Familiar"]), (RIGHT, ["House"])):
        begun = time.monotonic()
        answer = phone.ask("POST", "/api/wifi", {"ssid": SSID, "password": password, "pin": pin})
        assert answer.status == 202, answer.text
        # It begins by itself (the path unit), and has ended once the wish is gone and nothing runs.
        table.run(
            "while systemctl is-active familiar-house | grep -q activating; do sleep 1; done", code=None
        )
        table.run(f"while [ -e {WISH} ]; do sleep 1; done")
        table.run(
            "while systemctl is-active familiar-house | grep -q activating; do sleep 1; done", code=None
        )
        assert active(table) == then
        failed = password == WRONG
        assert (SSID in phone.ask("GET", "/wifi").text) == failed
        with capsys.disabled():
            print(
                f"\n{'a wrong' if failed else 'the right'} password: {time.monotonic() - begun:.0f} s, {then}"
            )
    phone.close()
    told = table.run("journalctl --boot --no-pager; ps axww; cat /proc/*/cmdline | tr '\\0' ' '")
    assert WRONG not in told and RIGHT not in told
    table.run("nmcli connection delete Street House Familiar; modprobe -r mac80211_hwsim")


def test_after_a_restart_it_is_the_same_table(table):
    same = (
        "cat /etc/machine-id /etc/ssh/ssh_host_*.pub; sfdisk --dump /dev/mmcblk0; familiar pin; familiar code"
    )
    before, start = table.run(same), table.run("cat /proc/sys/kernel/random/boot_id")
    table.reboot()
    assert table.wait_started() == "running"
    assert table.run("cat /proc/sys/kernel/random/boot_id") != start
    assert table.run(same) == before
    table.shut_down()


def test_without_the_owners_key_nobody_is_let_in(folder, boot, key):
    with Table(folder / "closed", write_card(IMAGE, folder / "closed.raw"), boot, key) as table:
        table.wait_page()
        assert table.ssh("true").returncode == 255
    (folder / "closed.raw").unlink()


@contextmanager
def device(path, start, size):
    """Show a part of a file as a device; e2fsck's undo knows no other way to one."""
    call = ["losetup", "--find", "--show", "--offset", str(start), "--sizelimit", str(size), str(path)]
    name = subprocess.run(call, capture_output=True, text=True, check=True).stdout.strip()
    try:
        yield name
    finally:
        subprocess.run(["losetup", "--detach", name], check=True)


class FirstStart:
    """A first start of which each write was logged, and what a cut of it leaves."""

    def __init__(self, folder, boot, key):
        self.folder, self._boot, self._key = folder, boot, key
        running = keyed(folder / "running.raw", key)
        subprocess.run(["cp", "--sparse=always", str(running), str(folder / "before.raw")], check=True)
        log = folder / "writes"
        log.touch()
        with Table(folder / "logged", running, boot, key, log=log) as table:
            table.wait_page()
            table.run("test -s /boot/firmware/familiar.txt", code=None)
        running.unlink()
        self.disk = Disk(folder / "before.raw", Log(log))
        self.at = partitions(IMAGE)[1][0]

    def growing(self):
        """Give the entries in which it grew: where the table of partitions is written, where all is told."""
        entries, superblock = self.disk.entries, self.at + SUPERBLOCK
        first = next(place for place, each in enumerate(entries) if each.sector == 0 and each.count)
        whole = 0
        with open(self.disk._log.path, "rb") as log:
            for place, each in enumerate(entries):
                begin, size = each.sector * SECTOR, each.count * SECTOR
                if begin <= superblock and superblock + 8 <= begin + size:
                    log.seek(each.at + superblock - begin)
                    blocks = struct.unpack("<II", log.read(8))[1]
                    if blocks * BLOCK > NEARLY_ALL * (CARD - self.at):
                        whole = place
                        break
        assert whole > first, "the file system was not seen to grow"
        return first, whole

    def moments(self, number):
        """Choose the cuts, each another one: up to half while it grows, the others at any time."""
        first, whole = self.growing()
        entries, inside = self.disk.entries, {}
        begin = entries[max(0, first - 1)].end
        # It grows between a few flushes: of what was written between two of them many a part may be lost.
        for turn in range(number):
            inside |= dict.fromkeys(cuts(entries[: whole + 2], number // 2, SEED + turn, begin=begin))
        inside = list(inside)[: number // 2]
        moments = {*inside, *cuts(entries, number - len(inside), SEED)}
        return inside, sorted(moments, key=lambda cut: (cut.flushed, cut.last))

    def look(self, cut):
        """Bring the file system back as the start does; says how large it is. Raises AssertionError."""
        undo = self.folder / "undo"
        undo.unlink(missing_ok=True)
        start, size = partitions(self.disk.path)[1]
        assert start == self.at
        with device(self.disk.path, start, size) as where:
            call = ["e2fsck", "-f", "-p", "-z", str(undo), where]
            said = subprocess.run(call, capture_output=True, text=True, check=False)
            try:
                assert said.returncode <= MENDED, f"entry {cut.last}: {said.stdout}{said.stderr}"
                told = subprocess.run(["dumpe2fs", "-h", where], capture_output=True, text=True, check=True)
                blocks = int(re.search(r"^Block count:\s+(\d+)", told.stdout, re.M)[1])
                assert blocks * BLOCK <= size, f"entry {cut.last}: larger than its partition"
                return size, blocks
            finally:
                if undo.exists():
                    subprocess.run(["e2undo", str(undo), where], capture_output=True, check=True)

    def start(self, name):
        """Start from what the last cut left: it comes up whole, on the whole card."""
        path = overlay(self.folder / f"{name}.qcow2", self.disk.path)
        with Table(self.folder / name, path, self._boot, self._key) as table:
            system = table.wait_started()
            size = int(table.run("df --block-size=1 --output=size / | tail -n 1"))
            identity = table.run("cat /etc/machine-id").strip()
            failed = table.run("systemctl --failed --plain --no-legend")
        path.unlink()
        return system, size, identity, failed


def test_the_plug_pulled_at_its_first_start_leaves_a_table_that_starts(folder, boot, key, capsys):
    start = FirstStart(folder, boot, key)
    inside, moments = start.moments(LOOKED_AT)
    begun = {inside[len(inside) * turn // (STARTED - 1)] for turn in range(STARTED - 1)} | {moments[-1]}
    figures, sizes = Counter(), set()
    for number, cut in enumerate(moments):
        with leave(start.disk, cut, SEED):
            sizes.add(start.look(cut))
            figures["cuts"] += 1
            figures["while it grew"] += cut in inside
            if cut in begun:
                system, size, identity, failed = start.start(f"cut-{number}")
                assert (system, failed) == ("running", ""), f"entry {cut.last}"
                assert size > NEARLY_ALL * (CARD - start.at) and re.fullmatch("[0-9a-f]{32}", identity)
                figures["started again"] += 1
    flushes = sum(each.flushes for each in start.disk.entries)
    with capsys.disabled():
        print(f"\na first start: {len(start.disk.entries)} writes, {flushes} flushes: {dict(figures)}")
        print(f"partition and blocks seen: {sorted(sizes)}")
    assert figures["started again"] == len(begun) and len({size for size, _ in sizes}) == 2
