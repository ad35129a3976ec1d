"""Wizard, both editions with every variant of docs/rules/wizard.md."""

from games.expectation import Expectation
from games.secrecy import SECRETS, check_correct, check_undo, retold
from games.throws import fall, thrown
from games.wizard.apply import apply
from games.wizard.bids import forbidden_bid, points
from games.wizard.carry import carry
from games.wizard.events import (
    Bid,
    Cards,
    ChangeBid,
    Confirm,
    Counted,
    Cover,
    Event,
    Exchange,
    Lot,
    NameSuit,
    NameTrump,
    PassOn,
    Play,
    Shape,
    Shows,
    Swap,
    Took,
    TurnUp,
    describe,
    event_from_dict,
    event_to_dict,
    laid,
    shown,
)
from games.wizard.meaning import meant
from games.wizard.moment import moment
from games.wizard.narration import introduce, narrate, restate
from games.wizard.rules import BEFORE, SETTINGS, Rules, lies, parse_rules, rules_to_dict
from games.wizard.secrecy import uncovered
from games.wizard.sheet import score_sheet
from games.wizard.signals import signalled, signals
from games.wizard.state import SEATS, Line, Lots, Notice, Phase, State, Trick, begin
from games.wizard.tricks import Outcome, called_suit, outcome, playable, winner_of
from games.wizard.view import expects, line_to_dict, result, standing, view
from games.wizard.words import awaited

TITLE = "Wizard"
PASSES: tuple[Event, ...] = (PassOn(),)

__all__ = [
    "meant",
    "moment",
    "SECRETS",
    "check_correct",
    "check_undo",
    "retold",
    "BEFORE",
    "PASSES",
    "SEATS",
    "SETTINGS",
    "TITLE",
    "Bid",
    "Cards",
    "ChangeBid",
    "Confirm",
    "Counted",
    "Cover",
    "Event",
    "Exchange",
    "Expectation",
    "Line",
    "Lot",
    "Lots",
    "NameSuit",
    "NameTrump",
    "Notice",
    "Outcome",
    "PassOn",
    "Phase",
    "Play",
    "Rules",
    "Shape",
    "Shows",
    "State",
    "Swap",
    "Took",
    "Trick",
    "TurnUp",
    "apply",
    "awaited",
    "begin",
    "called_suit",
    "carry",
    "describe",
    "event_from_dict",
    "event_to_dict",
    "expects",
    "fall",
    "forbidden_bid",
    "introduce",
    "laid",
    "lies",
    "line_to_dict",
    "narrate",
    "outcome",
    "parse_rules",
    "playable",
    "points",
    "result",
    "rules_to_dict",
    "score_sheet",
    "restate",
    "shown",
    "signalled",
    "signals",
    "standing",
    "thrown",
    "uncovered",
    "view",
    "winner_of",
]
