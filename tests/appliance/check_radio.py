"""The table's own Wi-Fi at the emulated machine: a part of `make test-appliance`.

The kernel's simulated radios (mac80211_hwsim): one is the table's under NetworkManager, two are phones', one
is the house's. The tests are one story and run in their order.
"""

import cv2
import numpy as np
import pytest
from installed import STICK, stick
from radio import Radio, quoted

RADIOS = "modprobe mac80211_hwsim radios=4 && udevadm settle"
ADDRESS = "10.42.0.1"
HOUSE, HOUSE_WORD, HOUSE_ADDRESS = "House", "of the house", "192.168.77.1"
ACCESS_POINT, MHZ = 2, 2437
WPA2 = {"key_mgmt": "WPA-PSK", "proto": "RSN", "pairwise": "CCMP", "group": "CCMP"}
CONNECTION = "nmcli --get-values GENERAL.CONNECTION device show wlan0"
JOINED, WRONG = "CTRL-EVENT-CONNECTED", "reason=WRONG_KEY"


@pytest.fixture(scope="module")
def sticks(folder, parts):
    return [stick(folder / "stick", parts)]


@pytest.fixture(scope="module")
def radios(machine):
    """Give the machine its radios, and others theirs: two phones and the house."""
    machine.run(f"{STICK} && dpkg --install /media/stick/*.deb")
    machine.run(RADIOS)
    machine.run(
        "nmcli radio wifi on; until nmcli --get-values TYPE device | grep -q wifi; do sleep 0.5; done"
    )
    return {name: Radio(machine, f"wlan{k}", name) for k, name in ((1, "phone"), (2, "other"), (3, "house"))}


@pytest.fixture(scope="module")
def house(machine, radios):
    """Open the house's Wi-Fi, and let the machine join it as one that was set up does."""
    house = radios["house"]
    house.supplicant(
        WPA2
        | {
            **{"ssid": f'"{HOUSE}"', "psk": f'"{HOUSE_WORD}"'},
            **{"mode": str(ACCESS_POINT), "frequency": str(MHZ)},
        }
    )
    house.wait_for("AP-ENABLED")
    house.run(f"ip address add {HOUSE_ADDRESS}/24 dev wlan3")
    lent = HOUSE_ADDRESS.rpartition(".")[0]
    house.run(
        f"dnsmasq --conf-file=/dev/null --port=0 --interface=wlan3 --bind-interfaces "
        f"--dhcp-range={lent}.10,{lent}.99 --dhcp-leasefile=/run/house.leases --pid-file=/run/house.lent"
    )
    machine.run(
        f"nmcli connection add type wifi ifname wlan0 con-name {HOUSE} ssid {HOUSE} "
        f"wifi-sec.key-mgmt wpa-psk wifi-sec.psk {quoted(HOUSE_WORD)}"
    )
    return house


def connection(machine):
    """Say which network the table's radio serves or is in."""
    return machine.run(CONNECTION).strip()


def wait_connected(machine, name):
    """Wait until the table's radio serves this network, or is in it."""
    machine.run(f'until [ "$({CONNECTION})" = {name} ]; do sleep 1; done')


def switch(machine, *words):
    return machine.run("familiar hotspot " + " ".join(words), env=("PYTHONIOENCODING=utf-8",))


def wifi(said):
    """Read the code of a Wi-Fi off the terminal, as a phone's camera does; returns its fields."""
    lines = [line for line in said.splitlines() if line and set(line) <= set("█▀▄ ")]
    rows = [[sign in signs for sign in line] for line in lines for signs in ("█▀", "█▄")]
    drawn = np.kron(np.array(rows, np.uint8) * 255, np.ones((8, 8), np.uint8))
    text, *_ = cv2.QRCodeDetector().detectAndDecode(drawn)
    assert text.startswith("WIFI:"), said
    return dict(field.split(":", 1) for field in text.removeprefix("WIFI:").split(";") if field)


def join(radio, spot, password=None, **more):
    """Let a phone try to come in."""
    radio.supplicant(WPA2 | {"ssid": f'"{spot["S"]}"', "psk": f'"{password or spot["P"]}"'} | more)


@pytest.fixture(scope="module")
def spot(machine, house):
    """Open the table's own Wi-Fi; gives what its code says."""
    machine.run(f"nmcli --wait 120 connection up {HOUSE}")
    return wifi(switch(machine, "on"))


def test_the_table_leaves_the_house_s_wifi_and_opens_its_own(machine, spot):
    assert spot["T"] == "WPA" and spot["S"] == "Familiar"
    assert connection(machine) == "Familiar"
    assert switch(machine, "status") == "The table's own Wi-Fi is on.\n"
    assert ADDRESS in machine.run("ip -brief address show wlan0")


def test_a_phone_joins_by_the_code_gets_an_address_and_opens_the_page_by_name(machine, radios, spot, capsys):
    phone = radios["phone"]
    join(phone, spot, "not the password")
    phone.wait_for(WRONG)
    join(phone, spot)
    phone.wait_for(JOINED)
    own = phone.address()
    assert own.startswith("10.42.0.") and own != ADDRESS
    found = phone.find("table.local", own)
    assert found == ADDRESS
    status, text = phone.get("table.local:8000/", found)
    assert status == 200 and "Familiar" in text
    with capsys.disabled():
        print(f"\na phone joined as {own}; table.local is {found}, its page {len(text)} signs")


def test_phones_do_not_hear_each_other(radios, spot):
    phone, other = radios["phone"], radios["other"]
    join(other, spot)
    other.wait_for(JOINED)
    own, others = phone.address(), other.address()
    assert own != others
    other.run(f"busybox ping -c 1 -w 60 {ADDRESS}")
    other.run(f"busybox ping -c 3 -w 10 {own}", code=1)


def test_it_comes_again_with_networkmanager(machine, radios, spot):
    machine.run("systemctl restart NetworkManager")
    wait_connected(machine, "Familiar")
    phone = radios["phone"]
    join(phone, spot)
    phone.wait_for(JOINED)
    assert phone.get(f"{ADDRESS}:8000/", ADDRESS)[0] == 200


def test_wpa3_alone_admits_who_can_do_it(machine, radios, spot):
    assert wifi(switch(machine, "on", "--wpa3")) == spot
    phone, other = radios["phone"], radios["other"]
    join(phone, spot, key_mgmt="SAE", ieee80211w="2", sae_password=f'"{spot["P"]}"')
    phone.wait_for(JOINED)
    join(other, spot)
    other.wait_for("key mgmt mismatch")
    switch(machine, "on", "--no-wpa3")
    other.wait_for(JOINED)


def test_switched_off_the_table_is_in_the_house_again(machine, radios, spot):
    assert switch(machine, "off") == "The table's own Wi-Fi is off.\n"
    wait_connected(machine, HOUSE)
    machine.run("until ip -brief address show wlan0 | grep -q 192.168.77; do sleep 1; done")
    assert switch(machine, "status") == "The table's own Wi-Fi is off.\n"
