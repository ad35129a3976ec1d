"""Les Trois Magiciens (Die drei Magier), with every open question of docs/rules/magicians.md settled."""

from games.laid import laid
from games.magicians.apply import apply
from games.magicians.carry import carry
from games.magicians.duel import Bout, Duel, Outcome, Score, settle
from games.magicians.events import (
    Again,
    Cast,
    Choose,
    Confirm,
    Decline,
    Event,
    Jump,
    Keep,
    Replay,
    Stay,
    Take,
    Teleport,
    Throw,
    Walk,
    describe,
    event_from_dict,
    event_to_dict,
    shown,
)
from games.magicians.falls import fall, thrown
from games.magicians.graph import targets
from games.magicians.meaning import meant
from games.magicians.moment import moment
from games.magicians.narration import introduce, narrate, restate
from games.magicians.outcomes import outcomes
from games.magicians.rules import BEFORE, SETTINGS, Rules, lies, parse_rules, rules_to_dict
from games.magicians.sheet import score_sheet
from games.magicians.state import SEATS, Fight, Gain, Opening, Phase, Player, State, Turn
from games.magicians.throws import leading, own, pasch, squares, total
from games.magicians.turns import begin
from games.magicians.view import expects, result, standing, view
from games.magicians.words import awaited
from games.secrecy import SECRETS, check_correct, check_undo, retold, uncovered
from games.signals import signalled, signals

TITLE = "Les Trois Magiciens"
PASSES: tuple[Event, ...] = (Decline("card"), Decline("spell"), Stay("magician"), Stay("apprentice"))

__all__ = [
    "meant",
    "moment",
    "SECRETS",
    "check_correct",
    "check_undo",
    "retold",
    "uncovered",
    "BEFORE",
    "PASSES",
    "SEATS",
    "SETTINGS",
    "TITLE",
    "Again",
    "Bout",
    "Cast",
    "Choose",
    "Confirm",
    "Decline",
    "Duel",
    "Event",
    "Fight",
    "Gain",
    "Jump",
    "Keep",
    "Opening",
    "Outcome",
    "Phase",
    "Player",
    "Replay",
    "Rules",
    "Score",
    "State",
    "Stay",
    "Take",
    "Teleport",
    "Throw",
    "Turn",
    "Walk",
    "apply",
    "awaited",
    "begin",
    "carry",
    "describe",
    "event_from_dict",
    "event_to_dict",
    "expects",
    "fall",
    "introduce",
    "leading",
    "own",
    "laid",
    "lies",
    "narrate",
    "outcomes",
    "parse_rules",
    "pasch",
    "restate",
    "result",
    "rules_to_dict",
    "score_sheet",
    "settle",
    "shown",
    "signalled",
    "signals",
    "squares",
    "standing",
    "targets",
    "thrown",
    "total",
    "view",
]
