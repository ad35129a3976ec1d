"""Which eye looks at which game, by the deck that is configured."""

from dataclasses import replace

import numpy as np
import pytest

from familiar.play.eyes import choose_eyes
from table.settings.config import Config, GameConfig
from vision.errors import UnknownDeck
from vision.read.profile import empty, save, with_picture
from vision.track.pile import PileTracker

CROP = np.zeros((144, 96, 3), np.uint8)


@pytest.fixture
def eyes(tmp_path, monkeypatch):
    """Choose the eyes for a configured game and deck; the deck "mine" is one of activity cards."""
    monkeypatch.setenv("FAMILIAR_DECKS", str(tmp_path))
    deck = empty("mine")
    for number, name in enumerate(("normal", "-10", "+30", "back")):
        deck = with_picture(deck, name, CROP + number)
    save(deck, tmp_path / "mine.deck")
    save(with_picture(empty("grandma"), "KH", CROP), tmp_path / "grandma.deck")
    camera = replace(Config().camera, source="usb:0")
    return lambda game, deck: choose_eyes(Config(game=GameConfig(name=game, deck=deck), camera=camera))


def test_probe_is_watched_with_the_eye_of_its_enrolled_cards(eyes):
    assert isinstance(eyes("probe", "mine").pile(), PileTracker)


def test_probe_without_enrolled_cards_has_no_eye(eyes):
    assert eyes("probe", "").pile() is None
    assert eyes("wizard", "grandma").pile() is None


def test_probe_cannot_be_played_with_other_cards_and_that_is_said_at_once(eyes):
    for deck in ("grandma", "us"):
        with pytest.raises(UnknownDeck, match=f"the deck '{deck}': .* no activity cards"):
            eyes("probe", deck)


def test_wizard_cannot_be_played_with_activity_cards(eyes):
    with pytest.raises(UnknownDeck, match="'mine' cannot be played with: .* normal, -10, .30 and back"):
        eyes("wizard", "mine")


def test_where_sticks_are_configured_probe_is_still_watched(eyes):
    assert isinstance(eyes("magicians", "mine").pile(), PileTracker)
