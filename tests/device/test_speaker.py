"""A speaker speaks in order and never keeps anybody waiting, whatever its program does."""

import os
import threading

import pytest

from device.errors import SpeakerError
from device.speaker import Espeak

SPEAKS = """#!/bin/sh
echo "$@" >> "$HEARD.options"
cat >> "$HEARD"
echo >> "$HEARD"
"""
WAITS = """#!/bin/sh
echo begun > "$BEGUN"
exec cat "$NEVER"
"""
FAILS = """#!/bin/sh
cat > /dev/null
echo "ALSA lib pcm.c:2666: Unknown PCM default" >&2
echo "error: no sound card" >&2
exit $STATUS
"""


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Put a program in espeak-ng's place; returns where it writes what it was given."""
    heard = tmp_path / "heard"
    for name, file in (("HEARD", heard), ("BEGUN", tmp_path / "begun"), ("NEVER", tmp_path / "never")):
        monkeypatch.setenv(name, str(file))
    for name in ("begun", "never"):
        os.mkfifo(tmp_path / name)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    def make(text):
        path = tmp_path / "espeak-ng"
        path.write_text(text)
        path.chmod(0o755)
        return heard

    return make


def until(happened):
    """Wait until something has happened."""
    never = threading.Event()
    while not happened():
        never.wait(0.01)


def test_what_is_said_is_spoken_in_order_and_none_of_it_is_an_option(program):
    heard = program(SPEAKS)
    said = ["-v est à l'écoute.", "Ann a posé le 7.", "--stdin"]

    def spoken():
        return [line for line in heard.read_text().splitlines() if line] if heard.exists() else []

    with Espeak("fr", 180) as speaker:
        for each in said:
            speaker.say(each)
        until(lambda: len(spoken()) == len(said))
    assert spoken() == said
    assert (heard.parent / "heard.options").read_text().splitlines()[0] == "-v fr -s 180 -b 1 --stdin"


def test_nobody_waits_for_a_speaker_that_hangs_and_hushing_ends_it(program):
    program(WAITS)
    with Espeak("en") as speaker:
        speaker.say("One.")
        with open(os.environ["BEGUN"]) as pipe:
            assert pipe.read() == "begun\n"
        for _ in range(5000):
            speaker.say("Two.")
        speaker.hush()
        speaker.close()
        speaker.say("Three.")


# Where there is no sound card espeak-ng 1.51 says so and ends with 0 (tried).
@pytest.mark.parametrize("status", [0, 3])
def test_a_program_that_fails_is_noted_once_and_does_not_end_the_speaker(
    program, caplog, monkeypatch, status
):
    monkeypatch.setenv("STATUS", str(status))
    heard = program(FAILS)
    with Espeak("en") as speaker:
        for each in ("One.", "Two."):
            speaker.say(each)
        until(lambda: caplog.messages)
        program(SPEAKS)
        speaker.say("Three.")
        until(lambda: heard.exists() and "Three." in heard.read_text())
    assert caplog.messages == ["the speaker is silent: error: no sound card"]


def test_a_missing_program_is_one_clear_sentence():
    with pytest.raises(SpeakerError, match="espeak-nowhere is missing: sudo apt install espeak-ng"):
        Espeak("en", program="espeak-nowhere")
