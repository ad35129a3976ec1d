"""What is said at the table is fetched sentence by sentence, and its owner switches the table's speaker."""

import pytest

from web.access import Access
from web.keyring import Keyring
from web.loudspeaker import Loudspeaker
from web.server import Server
from web.speech import Switches, open_switches


class Voice:
    """A speaker of paper."""

    def __init__(self):
        self.said, self.hushed, self.closed = [], 0, False

    def say(self, text):
        self.said.append(text)

    def use(self, voice):
        self.voice = voice

    def hush(self):
        self.hushed += 1

    def close(self):
        self.closed = True


@pytest.fixture
def loud(make_table):
    """Give a table whose speaker speaks French, with the owner's keys to it."""
    keyring, voice = Keyring(None), Voice()
    table = make_table(access=Access(keyring))
    speaker = french(table, voice)
    open_switches(table.app, Switches(speaker))
    return table, voice, keyring, speaker


def french(table, voice):
    return Loudspeaker(table.app.extensions["familiar"].speech, voice, "fr")


def owner(table, keyring):
    phone = table.phone()
    assert phone.say("owner", pin=keyring.keys.pin).status_code == 200
    return phone


def test_a_page_hears_each_sentence_once_in_its_own_language(table):
    phone = table.phone()
    before = phone.client.get("/speech").json["number"]
    table.to_bids()
    said = phone.client.get(f"/speech?after={before}", headers={"Accept-Language": "fr"}).json
    texts = [line["text"] for line in said["lines"]]
    assert texts[0].startswith("Wizard commence.") and "L’atout est cœur." in texts
    assert phone.client.get(f"/speech?after={said['number']}").json["lines"] == []


@pytest.mark.parametrize("after", ["", "x", "-1", "1e9", "9" * 5000])
def test_whatever_stands_in_the_address_is_answered(table, after):
    assert table.phone().client.get(f"/speech?after={after}").status_code == 200


def test_the_owner_alone_switches_the_speaker_and_hears_it(loud):
    table, voice, keyring, _ = loud
    player = table.phone()
    assert player.client.get("/speaker").json == {"there": False, "on": False}
    assert player.say("speaker", on=True).status_code == 403 and voice.said == []
    phone = owner(table, keyring)
    assert phone.client.get("/speaker").json == {"there": True, "on": False, "language": "fr"}
    table.to_bids()
    assert voice.said == []
    assert phone.say("speaker", on=True).json == {"on": True, "language": "fr"}
    assert voice.said[0] == "Désormais, je dis ce qui se passe à la table." and "pari" in voice.said[1]
    table.events({"event": "bid", "player": 1, "tricks": 0})
    assert voice.said[2] == "Bo a parié 0."
    assert phone.say("speaker", on=False).json["on"] is False and voice.hushed == 1
    table.events({"event": "bid", "player": 2, "tricks": 0})
    assert "Cy a parié 0." not in voice.said


def test_the_owner_chooses_the_speaker_s_language_in_the_midst_of_a_game(loud):
    table, voice, keyring, speaker = loud
    phone = owner(table, keyring)
    phone.say("speaker", on=True)
    table.to_bids()
    assert phone.say("speaker", language="de").json == {"on": True, "language": "de"}
    table.events({"event": "bid", "player": 1, "tricks": 0})
    assert voice.voice == "de" and voice.said[-2] == "Bo hat 0 vorausgesagt."
    assert phone.say("speaker", language="tlh").status_code == 400 and speaker.language == "de"


class Wheels:
    """What reads wheels, on paper."""

    on = False

    def switch(self, on):
        self.on = on


def test_the_owner_alone_lets_bids_be_read_from_wheels(make_table):
    keyring, wheels = Keyring(None), Wheels()
    table = make_table(access=Access(keyring))
    open_switches(table.app, Switches(wheels=wheels))
    player = table.phone()
    assert player.client.get("/wheels").json == {"there": False, "on": False}
    assert player.say("wheels", on=True).status_code == 403 and not wheels.on
    phone = owner(table, keyring)
    assert phone.client.get("/wheels").json == {"there": True, "on": False}
    assert phone.say("wheels", on=True).json == {"on": True} and wheels.on


def test_a_table_without_a_camera_reads_no_wheels(table):
    assert table.phone().say("wheels", on=True).status_code == 404
    assert 'name="wheels"' not in table.phone().client.get("/").text


def test_a_table_without_a_speaker_says_so(table):
    answer = table.phone().say("speaker", on=True)
    assert answer.status_code == 404 and "familiar doctor" in answer.json["error"]
    assert 'name="speaker"' not in table.phone().client.get("/").text


def test_a_loosened_speaker_hears_no_more(loud):
    table, voice, _, speaker = loud
    speaker.switch(True)
    speaker.close()
    said = list(voice.said)
    table.to_bids()
    assert voice.closed and voice.said == said


def test_the_settings_on_a_phone_switch_speaker_voice_and_wheels(browser, table):
    voice, wheels = Voice(), Wheels()
    loud = french(table, voice)
    open_switches(table.app, Switches(loud, wheels))
    with Server(table.app, "127.0.0.1", 0) as server:
        server.start()
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.click("[data-focus=settings]")
        with page.expect_response("**/api/speaker"):
            page.check("dialog [name=speaker]")
        assert page.input_value("dialog [name=spoken]") == "fr"
        with page.expect_response("**/api/speaker"):
            page.select_option("dialog [name=spoken]", "de")
        with page.expect_response("**/api/wheels"):
            page.check("dialog [name=wheels]")
        page.close()
    assert (loud.on, loud.language, wheels.on) == (True, "de", True)
