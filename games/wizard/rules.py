"""Hold the settings of a Wizard game (docs/rules/wizard.md 1, 2, 7 and 8)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from games.cards import Card, parse_card
from games.errors import Unreadable
from games.expectation import Tricks
from games.nearest import unknown
from games.settings import is_allowed, settings_of, wrong_value
from texts import say

SWITCHES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "dragon_fairy": ("dragon", "fairy"),
        "bomb": ("bomb",),
        "werewolf": ("werewolf",),
        "juggler": ("juggler",),
        "cloud": ("cloud",),
        "shapeshifter": ("shapeshifter",),
        "witch": ("witch",),
        "vampire": ("vampire",),
    }
)
"""The settings that shuffle special cards in, and which: the Dragon never comes without the Fairy."""
OPEN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "rounds": ("sixty", "deck"),
        "turned_fairy": ("no_trump", "dealer_chooses"),
        "turned_juggler": ("dealer_chooses", "no_trump"),
        "turned_shapeshifter": ("dealer_chooses", "no_trump"),
        "turned_vampire": ("next_card", "dealer_chooses"),
        "named_suit": ("called", "free"),
        "cloud_range": ("round", "free"),
        "cloud_sum": ("free", "last_bid"),
        "unturned_werewolf": ("jester", "names_trump"),
        "witch_rank": ("lowest", "jester"),
    }
)
"""What the sources leave open of the special cards, the default first."""
SETTINGS: Mapping[str, tuple[Any, ...]] = MappingProxyType(
    {
        "edition": ("us", "amigo"),
        "bids": ("open", "simultaneous", "delayed"),
        "last_bid": ("free", "nonzero", "canadian"),
        "hell_vision": (False, True),
        "next_dealer": ("left", "last_trick_winner"),
        "turned_wizard": ("no_trump", "dealer_chooses"),
        "first_dealer": ("chosen", "high_card"),
        "cards": ("laid", "none"),
        **dict.fromkeys(SWITCHES, (False, True)),
        **OPEN,
    }
)
BEFORE: Mapping[str, Any] = MappingProxyType(
    {
        "first_dealer": "chosen",
        "cards": "laid",
        **dict.fromkeys(SWITCHES, False),
        **{rule: values[0] for rule, values in OPEN.items()},
    }
)
"""What a record means that was written when these were no rules yet."""
_TURNED_WIZARD = MappingProxyType({"us": "dealer_chooses", "amigo": "no_trump"})
_SWITCH = MappingProxyType({"off": False, "on": True})


@dataclass(frozen=True)
class Rules:
    """The settings of a game. An empty `turned_wizard` takes the edition's own rule."""

    edition: str = "us"
    bids: str = "open"
    last_bid: str = "free"
    hell_vision: bool = False
    next_dealer: str = "left"
    turned_wizard: str = ""
    first_dealer: str = "chosen"
    cards: str = "laid"
    dragon_fairy: bool = False
    bomb: bool = False
    werewolf: bool = False
    juggler: bool = False
    cloud: bool = False
    shapeshifter: bool = False
    witch: bool = False
    vampire: bool = False
    rounds: str = "sixty"
    turned_fairy: str = "no_trump"
    turned_juggler: str = "dealer_chooses"
    turned_shapeshifter: str = "dealer_chooses"
    turned_vampire: str = "next_card"
    named_suit: str = "called"
    cloud_range: str = "round"
    cloud_sum: str = "free"
    unturned_werewolf: str = "jester"
    witch_rank: str = "lowest"

    def __post_init__(self) -> None:
        """Refuse values that do not exist and settings that contradict each other.

        Raises Unreadable.
        """
        if self.turned_wizard == "" and self.edition in SETTINGS["edition"]:
            object.__setattr__(self, "turned_wizard", _TURNED_WIZARD[self.edition])
        for field in fields(self):
            value = getattr(self, field.name)
            allowed = SETTINGS[field.name]
            if not is_allowed(value, allowed):
                raise Unreadable(wrong_value(field.name, value, allowed))
        if self.last_bid != "free" and self.bids != "open":
            raise Unreadable(
                say(
                    'The rule "last_bid": "{last_bid}" needs somebody who bids last, but with '
                    '"bids": "{bids}" everybody bids at once: choose "bids": "open" or "last_bid": "free".',
                    last_bid=self.last_bid,
                    bids=self.bids,
                )
            )
        if self.cards == "none" and self.first_dealer == "high_card":
            raise Unreadable(
                say(
                    'With "cards": "none" no card is entered, so none can say who deals first: '
                    'choose "first_dealer": "chosen" or "cards": "laid".'
                )
            )
        if self.cards == "none" and self.specials:
            raise Unreadable(
                say(
                    'With "cards": "none" no card is entered, so none can tell what special cards do: '
                    'leave them out, or choose "cards": "laid".'
                )
            )

    @property
    def hidden(self) -> bool:
        """Tell whether bids are kept from the other players at first."""
        return self.bids != "open"

    @property
    def specials(self) -> tuple[str, ...]:
        """List the special cards that are shuffled in."""
        return tuple(name for switch, names in SWITCHES.items() if getattr(self, switch) for name in names)

    def parse_card(self, name: object) -> Card:
        """Read the name of a card of this game's deck. Raises Unreadable."""
        return parse_card(name, self.edition, self.specials)


def parse_rules(values: object) -> Rules:
    """Read the rules of a record's header; a key left out takes its default.

    Raises Unreadable, naming the nearest key or value.
    """
    found = dict(settings_of(values, '{"edition": "us"}'))
    for key, value in found.items():
        if key not in SETTINGS:
            raise Unreadable(unknown(say("rule"), key, SETTINGS))
        if key == "turned_wizard" and value == "":
            raise Unreadable(wrong_value(key, value, SETTINGS[key]))
    switch = found.get("hell_vision")
    if isinstance(switch, str) and switch in _SWITCH:
        found["hell_vision"] = _SWITCH[switch]
    return Rules(**found)


def rules_to_dict(rules: Rules) -> dict[str, str | bool]:
    """Write every setting, defaults too, so that a record means the same for ever.

    Those of special cards are left out, as they were before these came, where none of them is set.
    """
    found = {field.name: getattr(rules, field.name) for field in fields(rules)}
    of_specials = {*SWITCHES, *OPEN}
    if any(found[rule] != BEFORE[rule] for rule in of_specials):
        return found
    return {rule: value for rule, value in found.items() if rule not in of_specials}


def lies(rules: Rules) -> Tricks:
    """Say what lies on the table."""
    return Tricks(rules.edition, rules.specials)
