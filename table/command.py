"""What may be asked of the host, and what it answers.

Every command carries `seen`, the number of the snapshot that its sender saw, of a button the one that was the
newest then; None comes from the table itself (camera) and is never stale.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.history import Game
from games.protocol import EventDict
from vision.types import Sight, ThrowSight
from vision.wheels.track import WheelSight


@dataclass(frozen=True)
class NewGame:
    """Begin a game; `header` as in a record (game, players, dealer, rules)."""

    header: dict[str, object]
    seen: int | None = None


@dataclass(frozen=True)
class Submit:
    """Enter one event: a bid, the trump, a card that the camera did not see, a confirmation."""

    event: EventDict = field(repr=False)
    seen: int | None = None


@dataclass(frozen=True)
class Undo:
    """Take the last `count` events back."""

    count: int = 1
    seen: int | None = None


@dataclass(frozen=True)
class Correct:
    """Put `event` where event number `index` (from 0) stands, and replay what came later.

    `then`: what must follow it now and did not before: the trump that is named once a Wizard was turned up.
    """

    index: int
    event: EventDict = field(repr=False)
    then: EventDict | None = field(default=None, repr=False)
    seen: int | None = None


@dataclass(frozen=True)
class Answer:
    """Say which card a question is about; None: there is no card to play."""

    question: int
    card: str | None
    seen: int | None = None


@dataclass(frozen=True)
class ReadStick:
    """Say how a stick of throw number `throw` lies: an answer, or a correction before the throw is confirmed.

    `stick` as in a record: {"color": "red", "notches": 1, "sides": ["destiny", "magic"]}.
    """

    throw: int
    stick: dict[str, object]
    seen: int | None = None


@dataclass(frozen=True)
class CountThrow:
    """Say of throw number `throw`, which the host would not take by itself, whether it counts."""

    throw: int
    count: bool = True
    seen: int | None = None


@dataclass(frozen=True)
class Look:
    """Tell what the eye sees now; `game` is the game that the eye was looking at, None: the present one.

    `history`: that game as it stood when the picture was taken, None: as it stands now.
    """

    sight: Sight | ThrowSight
    game: int | None = None
    history: Game | None = field(default=None, compare=False, repr=False)
    seen: int | None = None


@dataclass(frozen=True)
class LookAtWheels:
    """Tell what bid wheels and trump tags show; `turns`: by colour, where each wheel lies around the table.

    Degrees clockwise from the first seat's place.
    """

    sight: WheelSight
    turns: Mapping[int, float]
    seen: int | None = None


@dataclass(frozen=True)
class Press:
    """A button was pressed: "confirm", "undo" or "next"."""

    button: str
    seen: int | None = None


@dataclass(frozen=True)
class Trouble:
    """Tell why there is no picture of the table, or with None that there is one again."""

    text: str | None
    seen: int | None = None


@dataclass(frozen=True)
class Advise:
    """Say what somebody should see to though the game goes on (a mat that was pushed); None: all is well.

    about: what it is about; each has its own word, and they are shown together.
    """

    text: str | None
    about: str = "camera"
    seen: int | None = None


Command = (
    NewGame
    | Submit
    | Undo
    | Correct
    | Answer
    | ReadStick
    | CountThrow
    | Look
    | LookAtWheels
    | Press
    | Trouble
    | Advise
)


@dataclass(frozen=True)
class Accepted:
    """Done and, where it changed the game, committed; `number` of the snapshot that shows it."""

    number: int


@dataclass(frozen=True)
class Refused:
    """Not done, and nothing has changed.

    `reason` is one sentence for people, `rule` a short key ("turn", "stale", "question"...) or None,
    `number` of the fresh snapshot, `stale` whether the sender should look again before it retries.
    """

    reason: str
    rule: str | None
    number: int
    stale: bool = False


Outcome = Accepted | Refused
