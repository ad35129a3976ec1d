"""The page that asks for the house's Wi-Fi: who may, what is laid down, what it says of a try that failed."""

import pytest

from web.access import Access
from web.keyring import Keyring
from web.wifi import HouseWifi, open_wifi

PAGE = {"Accept": "text/html"}


@pytest.fixture
def wish(tmp_path):
    return tmp_path / "house-wifi"


@pytest.fixture
def table(make_table, wish):
    table = make_table(access=Access(Keyring(None)))
    open_wifi(table.app, HouseWifi(wish))
    return table


def come(table, joins=True):
    """Let a phone come in from the table's own Wi-Fi."""
    phone = table.phone()
    phone.client.environ_base["REMOTE_ADDR"] = "10.42.0.7"
    if joins:
        assert phone.say("join", code=keys(table).code).status_code == 200
    return phone


def keys(table):
    return table.app.extensions["familiar"].access.keyring.keys


@pytest.fixture
def owner(table):
    """Give what the owner posts from his phone, who knows the PIN."""
    phone = come(table)
    return lambda **body: phone.say("wifi", **{"pin": keys(table).pin, **body})


def test_the_owners_wish_is_laid_down_whole_for_the_system_alone(owner, wish):
    answer = owner(ssid="House at 7", password="green owl 7")
    assert answer.status_code == 202 and "green owl" not in answer.text
    assert wish.read_text() == "House at 7\ngreen owl 7\n" and wish.stat().st_mode & 0o077 == 0


def test_whoever_leads_the_evening_is_a_guest_and_needs_the_pin(table, wish):
    phone = come(table)
    assert phone.say("game", game="wizard", players=["Ann", "Bo", "Cy"], dealer=0).status_code == 200
    page = phone.client.get("/wifi", headers=PAGE)
    assert page.status_code == 200 and "wifi.js" in page.text and ".local:80/" in page.text
    answer = phone.say("wifi", ssid="House at 7", password="green owl 7", pin="000000")
    assert (answer.status_code, answer.json["rule"]) == (403, "pin") and not wish.exists()


def test_who_has_not_even_joined_sees_no_page_and_tries_no_pin(table, wish):
    phone = come(table, joins=False)
    assert phone.client.get("/wifi", headers=PAGE).status_code == 403
    answer = phone.say("wifi", ssid="House at 7", password="green owl 7", pin=keys(table).pin)
    assert (answer.status_code, answer.json["rule"]) == (403, "player") and not wish.exists()


@pytest.mark.parametrize(
    "body",
    [
        {"ssid": "", "password": "green owl 7"},
        {"ssid": "é" * 17, "password": "green owl 7"},
        {"ssid": "House\nat 7", "password": "green owl 7"},
        {"ssid": "House", "password": "short"},
        {"ssid": "House", "password": "green\nowl 7"},
        {"ssid": "House", "password": "grüne Eule"},
        {"ssid": "House", "password": " green owl"},
        {"ssid": "House", "password": "x" * 64},
        {"ssid": ["House"], "password": None},
        {"ssid": "House"},
        {"ssid": "House", "password": "green owl 7", "more": 1},
        {"ssid": "House", "password": "green owl 7", "pin": 7},
    ],
)
def test_what_can_be_no_wifi_is_refused_and_nothing_is_laid_down(owner, wish, body):
    answer = owner(**body)
    assert answer.status_code == 400 and answer.json["error"] and not wish.exists()
    assert "owl" not in answer.text


def test_what_could_not_be_joined_is_said_until_the_next_try(table, owner, wish):
    failed = wish.with_name("house-wifi.failed")
    failed.write_text("<b>House</b>\n")
    german = come(table).client.get("/wifi", headers=PAGE | {"Accept-Language": "de"}).text
    assert "&lt;b&gt;House&lt;/b&gt;" in german and "Passwort" in german
    assert owner(ssid="House", password="green owl 7").status_code == 202
    assert "alert amber" not in come(table).client.get("/wifi", headers=PAGE).text


def test_where_it_cannot_be_laid_down_it_says_so(table, owner, wish):
    wish.mkdir()
    answer = owner(ssid="House", password="green owl 7")
    assert answer.status_code == 503 and "try again" in answer.json["error"]


def test_a_table_whose_system_does_not_take_it_has_no_such_page(make_table):
    table = make_table()
    assert table.phone().client.get("/wifi").status_code == 404


PROPER = ["Familiar", "House", "http://[a-z0-9.:-]+/"]


def test_in_a_browser_the_owner_types_it_and_everybody_can_use_the_page(
    table, wish, open_page, barriers, cramped, bracketed, naked
):
    wish.with_name("house-wifi.failed").write_text("House\n")
    # A browser on the machine itself plays without the code.
    page = open_page("/wifi", {"width": 320, "height": 568})
    assert page.locator("[role=alert]:has-text('House')").count() == 1
    found = [*barriers(page), *cramped(page)]
    assert found == [] and naked(bracketed(page), PROPER) == []
    page.fill("[name=ssid]", "House at 7")
    page.fill("[name=password]", "green owl 7")
    page.fill("[name=pin]", "000000")
    page.click("button")
    page.wait_for_selector("#toast >> text=PIN")
    assert not wish.exists()
    page.fill("[name=pin]", keys(table).pin)
    page.click("button")
    page.wait_for_selector("#tries:visible")
    assert wish.read_text() == "House at 7\ngreen owl 7\n"
    assert page.locator("form:visible").count() == 0
