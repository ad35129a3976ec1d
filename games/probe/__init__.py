"""Probe, with every open question of docs/rules/probe.md settled."""

from games.order import carry
from games.probe.activity import CARDS, STAND_IN
from games.probe.apply import apply
from games.probe.events import (
    Ask,
    Confirm,
    Draw,
    Event,
    Interrupt,
    Judge,
    Misspelt,
    No,
    Open,
    Ready,
    Word,
    describe,
    event_from_dict,
    event_to_dict,
    laid,
    shown,
)
from games.probe.meaning import meant
from games.probe.moment import moment
from games.probe.narration import introduce, narrate, restate
from games.probe.rules import BEFORE, SETTINGS, Rules, lies, parse_rules, rules_to_dict
from games.probe.secrecy import SECRETS, check_correct, check_undo, retold
from games.probe.sheet import score_sheet
from games.probe.signs import fold, parse_sign, parse_word
from games.probe.state import (
    SEATS,
    VALUES,
    Call,
    Notice,
    Phase,
    Player,
    Question,
    Score,
    State,
    Tray,
    Turn,
    value,
)
from games.probe.turns import begin
from games.probe.view import expects, result, standing, view
from games.probe.words import awaited
from games.secrecy import uncovered
from games.signals import signalled, signals
from games.throws import fall, thrown

TITLE = "Probe"
PASSES: tuple[Event, ...] = ()

__all__ = [
    "meant",
    "moment",
    "SECRETS",
    "check_correct",
    "check_undo",
    "retold",
    "uncovered",
    "BEFORE",
    "CARDS",
    "PASSES",
    "SEATS",
    "SETTINGS",
    "STAND_IN",
    "TITLE",
    "VALUES",
    "Ask",
    "Call",
    "Confirm",
    "Draw",
    "Event",
    "Interrupt",
    "Judge",
    "Misspelt",
    "No",
    "Notice",
    "Open",
    "Phase",
    "Player",
    "Question",
    "Ready",
    "Rules",
    "Score",
    "State",
    "Tray",
    "Turn",
    "Word",
    "apply",
    "awaited",
    "begin",
    "carry",
    "describe",
    "event_from_dict",
    "event_to_dict",
    "expects",
    "fall",
    "fold",
    "introduce",
    "laid",
    "lies",
    "narrate",
    "parse_rules",
    "parse_sign",
    "parse_word",
    "result",
    "rules_to_dict",
    "score_sheet",
    "restate",
    "shown",
    "signalled",
    "signals",
    "standing",
    "thrown",
    "value",
    "view",
]
