"""The card to write: what its scripts refuse, what they do at a start, and the entry of Imager's list."""

import hashlib
import importlib.util
import json
import lzma
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from jsonschema import Draft7Validator
from patience import PATIENCE_S

from familiar.play.run import HOUSE_WIFI

PACKAGING = Path(__file__).parents[2] / "packaging"
BUILD = PACKAGING / "build_card.sh"
START, NETWORK, JOIN = (PACKAGING / "card" / name for name in ("start", "network", "join"))
DAY = "1700000000"
ENTRY = {
    "type": "object",
    "required": ["os_list"],
    "additionalProperties": False,
    "properties": {
        "os_list": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": [
                    *("name", "description", "icon", "url", "extract_size", "extract_sha256"),
                    *("image_download_size", "release_date"),
                ],
                "properties": {
                    **dict.fromkeys(
                        ("name", "description", "icon", "url"), {"type": "string", "minLength": 1}
                    ),
                    **dict.fromkeys(
                        ("extract_size", "image_download_size"), {"type": "integer", "minimum": 1}
                    ),
                    "extract_sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                    "release_date": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d$"},
                    "devices": {"type": "array", "items": {"pattern": "^pi[0-9]-(32|64)bit$"}},
                },
            },
        }
    },
}
"""What Raspberry Pi's schema asks of an entry (rpi-imager, doc/json-schema/os-list-schema.json)."""


@pytest.fixture(scope="module")
def imager():
    spec = importlib.util.spec_from_file_location("imager_entry", PACKAGING / "imager_entry.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Pi:
    """Commands of paper before the real ones, and what was asked of them, in its order."""

    def __init__(self, folder):
        self.bin, self.boot, self.home = folder / "bin", folder / "boot", folder / "home"
        self._asked = folder / "asked"
        for each in (self.bin, self.boot, self.home / ".ssh"):
            each.mkdir(parents=True)

    def command(self, name, text=":"):
        path = self.bin / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >>{self._asked}\n{text}\n')
        path.chmod(0o755)

    @property
    def asked(self):
        return self._asked.read_text().splitlines() if self._asked.exists() else []

    def call(self, script, *arguments, **more):
        own = {"FAMILIAR_BOOT": str(self.boot), "FAMILIAR_OWNER": str(self.home)}
        path = f"{self.bin}:/usr/bin:/bin:/usr/sbin:/sbin"
        return subprocess.run(
            [script, *arguments],
            env={"PATH": path, "LC_ALL": "C.UTF-8", "HOME": str(self.home), **own, **more},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )


@pytest.fixture
def pi(tmp_path):
    return Pi(tmp_path)


@pytest.mark.parametrize(
    ("more", "user", "says"),
    [
        ({"SUITE": "sid"}, 0, "SUITE is bookworm or trixie, not sid"),
        ({}, 1000, "it needs root's rights; run it with sudo"),
    ],
)
def test_what_cannot_be_built_is_said_in_one_line_and_nothing_is_made(pi, tmp_path, more, user, says):
    pi.command("id", f"echo {user}")
    said = pi.call(BUILD, tmp_path / "out", **more)
    assert said.returncode == 3 and says in said.stderr and said.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


TOOLS = (
    *("mmdebstrap", "mke2fs", "sfdisk", "mkfs.vfat", "mcopy", "dpkg-deb"),
    *("qemu-aarch64-static", "arch-test"),
)


@pytest.mark.parametrize(
    ("tool", "package"),
    [("mmdebstrap", "mmdebstrap"), ("qemu-aarch64-static", "qemu-user-static"), ("arch-test", "arch-test")],
)
def test_a_missing_tool_is_named_with_its_package(pi, tmp_path, tool, package):
    pi.command("id", "echo 0")
    pi.command("dpkg", "echo amd64")
    # Only what the script needs to get that far, and the tools that come before.
    for each in ("bash", "dirname", "realpath", "git", "date"):
        (pi.bin / each).symlink_to(shutil.which(each))
    for each in TOOLS[: TOOLS.index(tool)]:
        pi.command(each)
    said = pi.call("/bin/bash", BUILD, tmp_path / "out", PATH=str(pi.bin))
    assert said.returncode == 3 and f"there is no {tool}; apt-get install {package}" in said.stderr
    assert not (tmp_path / "out").exists()


def image(folder, name="familiar_0.2.0_arm64.img"):
    path = folder / name
    path.write_bytes(b"\0" * 4096 + b"table" * 1000)
    return path


def test_imagers_entry_names_the_image_to_the_byte(imager, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", DAY)
    card = image(tmp_path)
    assert imager.main([str(card), "--url", "https://cards.example/familiar/"]) == 0
    made = json.loads(Path(capsys.readouterr().out.strip()).read_text())
    Draft7Validator(ENTRY).validate(made)
    (entry,) = made["os_list"]
    packed = tmp_path / "familiar_0.2.0_arm64.img.xz"
    assert entry["url"] == f"https://cards.example/familiar/{packed.name}"
    assert entry["extract_size"] == len(lzma.decompress(packed.read_bytes())) == card.stat().st_size
    assert entry["extract_sha256"] == hashlib.sha256(card.read_bytes()).hexdigest()
    assert entry["image_download_size"] == packed.stat().st_size
    assert entry["image_download_sha256"] == hashlib.sha256(packed.read_bytes()).hexdigest()
    assert (entry["release_date"], entry["devices"]) == ("2023-11-14", ["pi4-64bit"])
    assert "init_format" not in entry and not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("name", "says"),
    [("missing.img", "there is no"), ("other.img", "its name is familiar_VERSION_arm64.img")],
)
def test_what_is_no_image_gets_a_sentence(imager, tmp_path, capsys, name, says):
    if name != "missing.img":
        image(tmp_path, name)
    assert imager.main([str(tmp_path / name)]) == 1
    said = capsys.readouterr().err
    assert says in said and said.count("\n") == 1


def paper(pi, grows=True):
    """Let a start meet a disk that has grown already, or one that it cannot find."""
    pi.command("findmnt", "echo /dev/null" if grows else "exit 1")
    for name in ("resize2fs", "chown", "sync", "ssh-keygen"):
        pi.command(name)
    pi.command("install", 'mkdir -p "$(echo "$@" | sed \'s/.* //\')"')


def test_the_owners_key_is_taken_over_from_the_boot_partition(pi):
    paper(pi, grows=False)
    (pi.boot / "authorized_keys").write_bytes(b"ssh-ed25519 AAAA ann\r\n")
    said = pi.call(START)
    kept = pi.home / ".ssh/authorized_keys"
    assert kept.read_bytes() == b"ssh-ed25519 AAAA ann\n" and kept.stat().st_mode & 0o777 == 0o600
    assert "ssh-keygen -A" in pi.asked
    # A card that cannot grow is told, and stops neither this nor the evening.
    assert said.returncode == 0 and "could not take the whole card" in said.stderr


def test_the_mark_that_windows_writes_before_a_text_is_no_part_of_the_key(pi):
    paper(pi, grows=False)
    (pi.boot / "authorized_keys").write_bytes(b"\xef\xbb\xbfssh-ed25519 AAAA ann\r\nssh-ed25519 BBBB ben\r\n")
    assert pi.call(START).returncode == 0
    kept = (pi.home / ".ssh/authorized_keys").read_bytes()
    assert kept == b"ssh-ed25519 AAAA ann\nssh-ed25519 BBBB ben\n"


def test_without_a_key_nothing_is_made_that_would_let_anybody_in(pi):
    paper(pi, grows=False)
    assert pi.call(START).returncode == 0
    assert "ssh-keygen -A" not in pi.asked and list((pi.home / ".ssh").iterdir()) == []


def network(pi, profiles, devices, *, mounted=True, joins=True, opens=True):
    """Let NetworkManager know these profiles and devices."""
    pi.command("nm-online")
    pi.command("mountpoint", ":" if mounted else "exit 1")
    pi.command("sync")
    pi.command(
        "nmcli",
        f"""case "$*" in
*"connection show"*) printf '{profiles}' ;;
*"--get-values TYPE device"*) printf '{devices}' | cut -d: -f1 ;;
*) printf '{devices}' ;;
esac""",
    )
    pi.command(
        "familiar",
        f"""case "$*" in
"hotspot join") cat >{pi.home}/typed; {"true" if joins else 'echo "could not be joined" >&2; false'} ;;
hotspot*) {'echo "password s3cret"' if opens else 'echo "NetworkManager refuses" >&2; false'} ;;
code) echo "code K7" ;;
pin) echo "PIN 123456" ;;
*) echo there ;;
esac""",
    )


RADIO, CABLE, NO_CABLE = "wifi:disconnected\\n", "ethernet:connected\\n", "ethernet:unavailable\\n"
OWN, HOUSE = "802-11-wireless:yes:Familiar\\n", "802-11-wireless:yes:House\\n"
TRIED = "802-11-wireless:no:House, tried\\n"


@pytest.mark.parametrize(
    ("profiles", "devices", "opened"),
    [
        ("", RADIO + NO_CABLE, True),
        (OWN, RADIO + NO_CABLE, True),
        (OWN + HOUSE, RADIO + NO_CABLE, False),
        (TRIED, RADIO + NO_CABLE, True),
        (TRIED.replace(":no:", ":yes:"), RADIO + NO_CABLE, False),
        ("", RADIO + CABLE, False),
        ("", NO_CABLE, False),
    ],
    ids=["first start", "later", "a Wi-Fi is known", "cut while one was tried", "cut once it stood"]
    + ["a cable", "no radio"],
)
def test_the_tables_own_wifi_opens_where_no_other_way_is_known(pi, profiles, devices, opened):
    network(pi, profiles, devices)
    said = pi.call(NETWORK)
    told = pi.boot / "familiar.txt"
    assert ("familiar hotspot on" in pi.asked) == opened
    assert ("s3cret" in told.read_text()) == opened
    assert "code K7" in told.read_text() and "PIN 123456" in told.read_text()
    # What it says goes into the system's log.
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")
    assert told.stat().st_mode & 0o077 == 0 and [each.name for each in pi.boot.iterdir()] == ["familiar.txt"]


def test_the_houses_wifi_is_joined_as_it_lies_on_the_boot_partition_and_its_password_goes(pi):
    network(pi, HOUSE, RADIO)
    (pi.boot / "house-wifi.txt").write_text("House\ngreen owl 7\n")
    said = pi.call(NETWORK)
    assert (pi.home / "typed").read_text() == "House\ngreen owl 7\n"
    assert [each.name for each in pi.boot.iterdir()] == ["familiar.txt"]
    assert "there" in (pi.boot / "familiar.txt").read_text() and (said.stdout, said.stderr) == ("", "")


def test_why_it_was_not_joined_stands_beside_the_own_wifi_and_the_next_start_tries_again(pi):
    network(pi, "", RADIO, joins=False)
    (pi.boot / "house-wifi.txt").write_text("House\nblue owl 77\n")
    said = pi.call(NETWORK)
    told = (pi.boot / "familiar.txt").read_text()
    assert told.startswith("could not be joined\n") and "s3cret" in told and "blue owl" not in told
    assert (pi.boot / "house-wifi.txt").exists() and (said.stdout, said.stderr) == ("", "")


def test_an_own_wifi_that_does_not_open_is_told_in_the_log_too_and_nobody_is_sent_there(pi):
    network(pi, "", RADIO, opens=False)
    said = pi.call(NETWORK)
    told = (pi.boot / "familiar.txt").read_text()
    assert "NetworkManager refuses" in told and "code K7" in told and "PIN 123456" in told
    assert "the same page" not in told
    assert said.stderr.startswith("What the owner needs could not be told whole")


def test_a_boot_partition_that_takes_no_file_is_told_in_the_log(pi):
    network(pi, "", RADIO)
    # Root may write everywhere, but not into a folder as if it were a file.
    (pi.boot / "familiar.txt.part").mkdir()
    assert "What the owner needs could not be told whole" in pi.call(NETWORK).stderr


def test_what_was_told_once_is_not_written_at_every_start(pi):
    network(pi, HOUSE, RADIO)
    (pi.boot / "familiar.txt").write_text("as it was")
    pi.call(NETWORK)
    assert (pi.boot / "familiar.txt").read_text() == "as it was"


def test_without_a_boot_partition_no_secret_is_laid_beneath_it(pi):
    network(pi, "", RADIO, mounted=False)
    said = pi.call(NETWORK)
    assert said.returncode == 1 and "familiar hotspot on" in said.stderr
    assert os.listdir(pi.boot) == [] and "familiar pin" not in pi.asked


@pytest.mark.parametrize("joins", [True, False])
def test_the_wish_of_the_page_is_taken_away_and_what_failed_is_laid_beside_it(pi, tmp_path, joins):
    # As the service's user: the options end with two dashes.
    pi.command("setpriv", 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"')
    network(pi, "", RADIO, joins=joins)
    wish = tmp_path / "house-wifi"
    wish.write_text("House at 7\nblue owl 77\n")
    said = pi.call(JOIN, FAMILIAR_HOUSE_WIFI=str(wish), FAMILIAR_WAIT="0")
    assert (pi.home / "typed").read_text() == "House at 7\nblue owl 77\n" and not wish.exists()
    failed = tmp_path / "house-wifi.failed"
    assert failed.exists() is not joins
    if not joins:
        assert failed.read_text() == "House at 7\n" and "could not be joined" in said.stderr
    assert "owl" not in said.stdout + said.stderr + "".join(pi.asked)


def test_what_the_page_lays_down_is_where_the_system_takes_it():
    path = "/run/familiar/house-wifi"
    for name in ("wifi.conf", "familiar-house.path", "join"):
        assert path in (PACKAGING / "card" / name).read_text()
    assert HOUSE_WIFI in (PACKAGING / "card/wifi.conf").read_text()
