"""The campaign of still pictures in short: cards that lie upon each other are found and read."""

import pytest
from stills.count import counted

from vision.read.decks import open_reader


@pytest.mark.parametrize("kind", ["heap", "scatter"])
def test_most_cards_of_a_drawn_heap_are_read_and_none_is_wrong(kind):
    count = counted(kind, 340_301, open_reader("us"))
    assert count["silent"] == count["wrong"] == 0
    assert count["right"] > count["asked"] + count["missed"]
