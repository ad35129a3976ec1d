"""The names of the cards, both editions (docs/rules/wizard.md 1, rows 1 to 3)."""

import pytest

from games.cards import JESTER, WIZARD, Card, card, copies, names, parse_card, suits, words
from games.errors import Unreadable


@pytest.mark.parametrize("edition", ["us", "amigo"])
def test_a_deck_has_sixty_cards_of_54_names_that_read_back(edition):
    deck = names(edition)
    assert len(deck) == len(set(deck)) == 54
    assert sum(map(copies, deck)) == 60
    assert [parse_card(name, edition).name for name in deck] == list(deck)
    assert [str(card(name)) for name in deck] == list(deck)


def test_both_editions_share_the_ranks_one_to_thirteen():
    assert [card(name).rank for name in ("2S", "10H", "JD", "QC", "KH", "AS")] == [1, 9, 10, 11, 12, 13]
    assert [card(name).rank for name in ("1B", "13Y")] == [1, 13]
    assert (card("W"), card("J")) == (WIZARD, JESTER)
    assert suits("us") == ("S", "H", "D", "C") and suits("amigo") == ("B", "G", "R", "Y")


def test_a_card_speaks_plain_english():
    said = {name: words(name) for name in ("10H", "AS", "QC", "13B", "W", "J")}
    assert said == {
        "10H": "the 10 of hearts",
        "AS": "the ace of spades",
        "QC": "the queen of clubs",
        "13B": "the 13 of Humans (blue)",
        "W": "a Wizard",
        "J": "a Jester",
    }


@pytest.mark.parametrize(
    "name, edition, said",
    [
        ("5X", "us", 'no card "5X" in the US deck: did you mean 5S?'),
        ("10h", "us", "did you mean 10H?"),
        ("11H", "us", "did you mean"),
        ("14Y", "amigo", "did you mean"),
        ("7H", "amigo", '"7H" is a card of the US deck, but this game has the Amigo deck (1B to 13Y, W, J)'),
        ("13B", "us", '"13B" is a card of the Amigo deck'),
        ("back", "us", "turn the card over"),
        ("", "us", 'no card "" in the US deck.'),
        (None, "us", "no card null"),
        (7, "us", "no card 7"),
        (["7H"], "us", "did you mean"),
        ("x" * 10_000, "us", "xxx... in the US deck."),
    ],
)
def test_a_name_that_is_no_card_is_refused_and_the_nearest_named(name, edition, said):
    with pytest.raises(Unreadable) as refusal:
        parse_card(name, edition)
    assert said in str(refusal.value)
    assert len(str(refusal.value)) < 200


def test_a_card_of_neither_deck_is_refused():
    with pytest.raises(Unreadable, match="did you mean"):
        card("1H")
    assert card(Card("H", 1)).name == "2H"
