"""The table's own Wi-Fi, through an nmcli made of paper that keeps profiles and states like the real one."""

import io
import json
import sys

import pytest

from familiar import cli
from familiar.hotspot.run import ADDRESS, LETTERS, PASSWORD_LENGTH, HotspotError, draw_password, switch_on

NMCLI = """#!{python}
import json, sys
from pathlib import Path
store = Path({store!r})
state = json.loads(store.read_text())
words = sys.argv[1:]
state["calls"].append(words)
options = []
while words[0].startswith("--"):
    options.append(words.pop(0))
    if options[-1] in ("--get-values", "--wait"):
        options.append(words.pop(0))
names = state["profiles"]
def end(status=0, error=""):
    store.write_text(json.dumps(state))
    if error:
        print("Error: " + error, file=sys.stderr)
    sys.exit(status)
if state["broken"]:
    end(8, state["broken"])
match words:
    case ["device", "status"]:
        print(chr(10).join(state["devices"]))
    case ["connection", "show"]:
        print(chr(10).join(["Home", *names]))
    case ["connection", "show", "--active"]:
        print(chr(10).join(state["active"]))
    case ["connection", "show", name]:
        assert "--show-secrets" in options
        for key in options[options.index("--get-values") + 1].split(","):
            print(names[name].get(key, "").replace(chr(92), chr(92) * 2).replace(":", chr(92) + ":"))
    case ["connection", "add", "type", "wifi", "ifname", device, "con-name", name, *more]:
        assert device + ":wifi" in state["devices"] and name not in names
        names[name] = {{"ssid": more[more.index("ssid") + 1]}}
    case ["connection", "delete", name]:
        del names[name]
    case ["connection", "modify", name, *pairs]:
        names[name].update(zip(pairs[::2], pairs[1::2], strict=True))
        if "connection.id" in names[name]:
            renamed = names.pop(name)
            state["active"] = [renamed["connection.id"] if each == name else each for each in state["active"]]
            names[renamed.pop("connection.id")] = renamed
    case ["connection", "edit", name]:
        # As the real one: it repeats what it reads, strips spaces, keeps what is valid, and ends well anyhow.
        for line in sys.stdin:
            print("nmcli> " + line.rstrip(chr(10)))
            verb, _, rest = line.strip().partition(" ")
            key, _, value = rest.strip().partition(" ")
            if verb == "set" and 8 <= len(value.strip()) <= 63 and not state["forgets"]:
                names[name][key] = value.strip()
    case ["connection", "up", name] if "ipv4.method" not in names[name]:
        # One radio: whatever was open is closed first.
        state["active"] = []
        if state["air"].get(names[name]["ssid"]) != names[name]["802-11-wireless-security.psk"]:
            end(4, "Connection activation failed: Secrets were required, but not provided")
        state["active"] = [name]
    case ["connection", "up", name]:
        assert names[name]["ipv4.method"] == "shared" and names[name]["802-11-wireless-security.psk"]
        if names[name]["802-11-wireless-security.key-mgmt"] not in state["ways"]:
            end(4, "Connection activation failed: 802.1X supplicant failed")
        state["active"] = [name]
    case ["connection", "down", name]:
        state["active"].remove(name)
    case _:
        end(2, "unknown: " + " ".join(words))
end()
"""


class Network:
    """What the paper nmcli knows, in a file."""

    def __init__(self, folder):
        self.file = folder / "state.json"
        self.write(devices=["eth0:ethernet", "wlan0:wifi", "lo:loopback"], profiles={}, active=["Home"])
        self.write(air={"House at 7": "green owl 7"})
        self.write(calls=[], broken="", forgets=False, ways=["wpa-psk", "sae"])
        self.nmcli = folder / "nmcli"
        self.nmcli.write_text(NMCLI.format(python=sys.executable, store=str(self.file)))
        self.nmcli.chmod(0o755)

    def write(self, **more):
        state = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.file.write_text(json.dumps({**state, **more}))

    def __getattr__(self, name):
        return json.loads(self.file.read_text())[name]


@pytest.fixture
def network(tmp_path, monkeypatch):
    network = Network(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    return network


def said(capsys, *arguments, status=0, typed=None):
    with pytest.MonkeyPatch.context() as patch:
        if typed is not None:
            # As in most languages of a system: what is no UTF-8 is an error to whoever reads it as a text.
            written = io.BytesIO(f"{typed}\n".encode("utf-8", "surrogateescape"))
            patch.setattr("sys.stdin", io.TextIOWrapper(written, "utf-8", "strict", "\n"))
        assert cli.run(["hotspot", *arguments]) == status
    out, err = capsys.readouterr()
    return err if status else out


def test_switched_on_it_serves_now_and_at_every_start(network, capsys):
    text = said(capsys, "on", "--ssid", "Den", "--password", typed="green owl 7")
    profile = network.profiles["Familiar"]
    assert profile["802-11-wireless.mode"] == "ap" and profile["802-11-wireless.ssid"] == "Den"
    assert profile["802-11-wireless-security.psk"] == "green owl 7"
    assert profile["connection.autoconnect"] == "yes" and network.active == ["Familiar"]
    assert "█" in text and "Den, password green owl 7" in text and f"http://{ADDRESS}:8000/" in text
    assert said(capsys, "status") == "The table's own Wi-Fi is on.\n"


def test_name_and_password_stay_so_that_phones_find_it_again(network, capsys):
    said(capsys, "on", "--ssid", "a:b\\c")
    password = network.profiles["Familiar"]["802-11-wireless-security.psk"]
    assert len(password) == PASSWORD_LENGTH and set(password) <= set(LETTERS)
    assert said(capsys, "off") == "The table's own Wi-Fi is off.\n"
    assert network.active == [] and network.profiles["Familiar"]["connection.autoconnect"] == "no"
    said(capsys, "on")
    assert network.profiles["Familiar"]["802-11-wireless-security.psk"] == password
    assert network.profiles["Familiar"]["802-11-wireless.ssid"] == "a:b\\c"
    assert sum("add" in call for call in network.calls) == 1


def test_it_is_off_until_it_is_switched_on(network, capsys):
    assert said(capsys) == "The table's own Wi-Fi is off.\n"
    assert said(capsys, "off") == "The table's own Wi-Fi was not on.\n"
    assert network.active == ["Home"] and network.profiles == {}


def test_passwords_are_drawn_anew_each_time():
    assert len({draw_password() for _ in range(50)}) == 50


def test_the_code_is_one_that_phones_understand(network):
    spot = switch_on("Ann's; den", 'a"b:c,d\\e9', nmcli=str(network.nmcli))
    import cv2
    import numpy as np

    # Two rows a line of text; drawn large enough, OpenCV reads what a phone would.
    text = [line for line in spot.invitation(8000).splitlines() if set(line) <= set("█▀▄ ")]
    rows = [[sign in signs for sign in line] for line in text if line for signs in ("█▀", "█▄")]
    image = np.kron(np.array(rows, np.uint8) * 255, np.ones((8, 8), np.uint8))
    assert cv2.QRCodeDetector().detectAndDecode(image)[0] == (
        "WIFI:T:WPA;S:Ann's\\; den;P:a\\\"b\\:c\\,d\\\\e9;;"
    )


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ("Not authorized to control networking.", "call it with sudo"),
        ("NetworkManager is not running.", "sudo systemctl start NetworkManager"),
        ("Connection activation failed: radio is blocked", "raspi-config"),
    ],
)
def test_a_refusal_is_one_line_with_its_remedy(network, broken, says, capsys):
    network.write(broken=broken)
    error = said(capsys, "on", status=1)
    assert broken.rstrip(".") in error and says in error and error.count("\n") == 1


def test_a_machine_without_a_radio_is_one_line(network, capsys):
    network.write(devices=["eth0:ethernet"])
    assert "set the Wi-Fi country" in said(capsys, "on", status=1)


def test_a_machine_without_nmcli_is_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "sudo apt install network-manager" in said(capsys, "on", status=1)


@pytest.mark.parametrize(
    ("options", "typed"),
    [
        (["--password"], "short"),
        (["--password"], "pässword"),
        (["--password"], ""),
        (["--password"], " in front"),
        (["--password"], "tab\tstop"),
        (["--password"], "x" * 64),
        (["--ssid", "x" * 33], None),
    ],
)
def test_what_no_wifi_takes_is_refused_before_anything_is_done(network, options, typed, capsys):
    assert "another --" in said(capsys, "on", *options, typed=typed, status=1)
    assert network.calls == []


@pytest.mark.parametrize("password", [None, "green owl 7"])
def test_the_password_is_no_word_of_any_command(network, capsys, password):
    said(capsys, "on", *(["--password"] if password else []), typed=password)
    kept = network.profiles["Familiar"]["802-11-wireless-security.psk"]
    assert kept and (password is None or kept == password)
    assert not any(kept in word for call in network.calls for word in call)


def test_a_password_upon_the_command_line_is_a_usage_error(network, capsys):
    assert "green owl 7" in said(capsys, "on", "--password", "green owl 7", status=2)
    assert network.calls == []


def test_a_password_that_is_not_kept_is_one_line_that_does_not_tell_it(network, capsys):
    network.write(forgets=True)
    error = said(capsys, "on", "--password", typed="green owl 7", status=1)
    assert "does not keep the password" in error and "green" not in error and error.count("\n") == 1
    assert network.active == ["Home"]


def test_phones_do_not_reach_each_other_and_come_in_by_wpa2_or_wpa3(network, capsys):
    said(capsys, "on")
    profile = network.profiles["Familiar"]
    assert profile["802-11-wireless.ap-isolation"] == "yes"
    secured = {key.rpartition(".")[2]: value for key, value in profile.items() if "security" in key}
    del secured["psk"]
    assert secured == {"key-mgmt": "wpa-psk", "proto": "rsn", "pairwise": "ccmp", "group": "ccmp"}


def test_wpa3_alone_stays_until_it_is_taken_back(network, capsys):
    def way():
        return network.profiles["Familiar"]["802-11-wireless-security.key-mgmt"]

    said(capsys, "on", "--wpa3")
    assert way() == "sae"
    said(capsys, "on", "--ssid", "Den")
    assert way() == "sae"
    said(capsys, "on", "--no-wpa3")
    assert way() == "wpa-psk"


def test_a_radio_that_cannot_do_wpa3_is_one_line_and_keeps_its_way(network, capsys):
    network.write(ways=["wpa-psk"])
    error = said(capsys, "on", "--wpa3", status=1)
    assert "leave --wpa3 out" in error and error.count("\n") == 1
    profile = network.profiles["Familiar"]
    assert profile["802-11-wireless-security.key-mgmt"] == "wpa-psk"
    assert profile.get("connection.autoconnect") != "yes" and network.active == ["Home"]
    said(capsys, "on")
    assert network.active == ["Familiar"]


def test_options_without_a_wish_are_a_usage_error(network, capsys):
    assert "familiar hotspot on" in said(capsys, "off", "--ssid", "Den", status=2)


def test_its_errors_are_of_the_table():
    assert HotspotError.__mro__[1].__name__ == "TableError"


@pytest.mark.parametrize("words", [["join"], ["on", "--password"]])
def test_a_closed_standard_input_is_an_empty_one(network, capsys, monkeypatch, words):
    monkeypatch.setattr("sys.stdin", None)
    assert said(capsys, *words, status=1).count("\n") == 1
    assert network.profiles == {}


def test_the_table_joins_the_houses_wifi_and_keeps_its_own_behind_it(network, capsys):
    said(capsys, "on")
    assert "has joined House at 7" in said(capsys, "join", typed="House at 7\ngreen owl 7")
    assert network.active == ["House"] and set(network.profiles) == {"Familiar", "House"}
    house, own = network.profiles["House"], network.profiles["Familiar"]
    assert house["connection.autoconnect"] == own["connection.autoconnect"] == "yes"
    assert int(own["connection.autoconnect-priority"]) < 0
    said(capsys, "on")
    assert int(network.profiles["Familiar"]["connection.autoconnect-priority"]) > 0


def test_what_an_editor_of_windows_wrote_is_taken(network, capsys):
    said(capsys, "on", "--password", typed="\ufeffgreen owl 7\r")
    assert network.profiles["Familiar"]["802-11-wireless-security.psk"] == "green owl 7"
    assert "has joined House at 7" in said(capsys, "join", typed="\ufeffHouse at 7\r\ngreen owl 7\r")
    assert network.profiles["House"]["ssid"] == "House at 7"


def test_after_a_wrong_password_the_own_wifi_is_open_again_and_the_house_that_was_known_stays(
    network, capsys
):
    said(capsys, "join", typed="House at 7\ngreen owl 7")
    said(capsys, "on")
    told = said(capsys, "join", typed="House at 7\nblue owl 77", status=1)
    assert "House at 7 could not be joined" in told and "own Wi-Fi is open again" in told
    assert "blue owl" not in told and told.count("\n") == 1
    assert network.active == ["Familiar"] and set(network.profiles) == {"Familiar", "House"}
    assert network.profiles["House"]["802-11-wireless-security.psk"] == "green owl 7"


def test_another_houses_wifi_takes_the_place_of_the_first(network, capsys):
    network.write(air={"House at 7": "green owl 7", "House at 9": "blue owl 77"})
    said(capsys, "join", typed="House at 7\ngreen owl 7")
    said(capsys, "join", typed="House at 9\r\nblue owl 77\r")
    assert network.active == ["House"] and set(network.profiles) == {"House"}
    assert network.profiles["House"]["ssid"] == "House at 9"


def test_what_a_cut_left_of_a_try_is_in_nobodys_way(network, capsys):
    network.write(profiles={"House, tried": {"ssid": "House at 7"}})
    said(capsys, "join", typed="House at 7\ngreen owl 7")
    assert set(network.profiles) == {"House"}


@pytest.mark.parametrize("words", [["join"], ["on", "--password"]])
def test_what_is_no_utf_8_is_one_line(network, capsys, words):
    assert said(capsys, *words, typed="Caf\udce9 at 7\ngreen owl 7", status=1).count("\n") == 1
    assert network.profiles == {}


@pytest.mark.parametrize(
    "typed", ["", "House at 7", "House at 7\nshort", "x" * 33 + "\ngreen owl 7", "\udce9\ngreen owl 7"]
)
def test_what_can_be_no_wifi_is_refused_before_anything_is_touched(network, capsys, typed):
    told = said(capsys, "join", typed=typed, status=1)
    assert "give the Wi-Fi's name and its password" in told and network.calls == []


def test_the_houses_password_is_never_a_word_of_a_command(network, capsys):
    said(capsys, "join", typed="House at 7\ngreen owl 7")
    assert not [call for call in network.calls if "green owl" in " ".join(call)]
