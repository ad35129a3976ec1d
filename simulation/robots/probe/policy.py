"""The policy of Probe's robots: they choose words, ask for likely letters, and name a word when few fit."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.probe import (
    Ask,
    Confirm,
    Event,
    Interrupt,
    Judge,
    Misspelt,
    No,
    Open,
    Phase,
    State,
    Word,
    value,
)
from games.probe.scoring import MANY_HIDDEN
from games.probe.signs import DOT, SPACES
from games.probe.state import Tray
from games.probe.turns import may_deny, openable

WORDS = (
    *("OWL", "FOG", "LAKE", "MOSS", "RUBY", "WREN", "AMBER", "BIRCH", "CABIN", "DWARF", "EAGLE", "FLUTE"),
    *("GHOST", "HAZEL", "IVORY", "JOLLY", "KNIFE", "LEMON", "MAGIC", "NYMPH", "OLIVE", "PIXIE", "QUILT"),
    *("RAVEN", "SPELL", "TOWER", "URCHIN", "VELVET", "WIZARD", "ZEPHYR", "ANCHOR", "BRIDGE", "CANDLE"),
    *("DRAGON", "FOREST", "GOBLIN", "HARBOUR", "ISLAND", "JUNIPER", "KITCHEN", "LANTERN", "MORNING"),
    *("NOTHING", "ORCHARD", "PHANTOM", "RHYTHM", "SPARROW", "THISTLE", "UMBRELLA", "VILLAGE", "WHISPER"),
    *("CALENDAR", "DAUGHTER", "ELEPHANT", "FOUNTAIN", "HEDGEHOG", "LABYRINTH", "MIDNIGHT", "PORCELAIN"),
    *("SEPTEMBER", "TELESCOPE", "WATERFALL", "BLACKSMITH", "STRAWBERRY", "CANDLESTICK", "THUNDERBOLT"),
)
"""Words of our own choosing, in capitals."""

FREQUENT = "EARIOTNSLCUDPMHGBFYWKVXZJQ"
"""Letters from the commonest on, as English words have them."""

DOTTED, MISSPELT = 0.6, 0.12
"""How often dots stand around a word, and how often its owner spells it wrongly."""
ACCENTED = "ÉÈÊËÀÂÄÇÎÏÔÖÙÛÜŒÆÑÅØ"
"""Letters that are asked for last, where they are others than those without accents."""

LIKELY_DOT, KNOWING = 0.12, 0.55
"""How often a dot is asked for, and how often a player thinks of the words that a tray may hold."""
CALLS = {1: 0.12, 2: 0.05, 3: 0.03}
"""How often, from one thing that happens to the next, a word is named that may be one of so many."""

Place = tuple[int, int]
"""A seat, and the index of one of its trays."""


class Policy:
    """Decide for every seat, each from what it may know: the trays as they lie, and who said no to what."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.misspelt: set[Place] = set()
        """The trays whose owner has spelt his word wrongly."""

    def choose(self, state: State) -> Event:
        """Choose what happens next; no card may be awaited. Raises ValueError when the game is over."""
        if state.phase in (Phase.DRAW, Phase.GAME_OVER):
            raise ValueError("nothing is to be decided")
        if state.phase is Phase.SETUP:
            return self._set_out(state)
        said = self._noticed(state)
        if said is not None:
            return said
        called = self._called(state) if state.playing and state.phase is not Phase.JUDGE else None
        if called is not None:
            return called
        match state.phase:
            case Phase.ASK:
                return self._ask(state)
            case Phase.JUDGE:
                return self._judge(state)
            case Phase.FINAL:
                return Confirm()
        return self._answer(state)

    def _set_out(self, state: State) -> Word:
        """Type the next word, with its dots."""
        seat, place = next(
            (seat, place)
            for seat, player in enumerate(state.seats)
            for place, tray in enumerate(player.trays)
            if not tray.ready
        )
        rules, rng = state.rules, self._rng
        word = rng.choice([word for word in WORDS if len(word) >= rules.min_letters])
        if rng.random() < MISSPELT:
            word = self._slip(word)
            self.misspelt.add((seat, place))
        room = min(rules.max_dots, len(SPACES) - len(word))
        dots = rng.randint(0, room) if rng.random() < DOTTED else 0
        before = rng.randint(0, dots)
        word = DOT * before + word + DOT * (dots - before)
        first = rng.randint(1, len(SPACES) + 1 - len(word)) if rules.placing == "anywhere" else 1
        return Word(seat, word, state.seats[seat].trays[place].side, first)

    def _slip(self, word: str) -> str:
        """Spell a word wrongly: two letters change places, or one is another."""
        rng = self._rng
        at = rng.randrange(len(word) - 1)
        swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        if swapped != word:
            return swapped
        return word[:at] + ("E" if word[at] != "E" else "A") + word[at + 1 :]

    def _noticed(self, state: State) -> Misspelt | None:
        """Say that a word is misspelt, once all of it lies open."""
        for seat, place in sorted(self.misspelt):
            tray = state.seats[seat].trays[place]
            if tray.ready and not tray.hidden and not tray.misspelt:
                return Misspelt(seat, tray.side)
        return None

    def _called(self, state: State) -> Interrupt | None:
        """Let somebody name a word of which he is sure, or nearly."""
        for seat, player in enumerate(state.seats):
            for tray in player.trays:
                if len(tray.hidden) < MANY_HIDDEN or len(tray.opened) < 2:
                    continue
                thought = candidates(state, seat, tray)
                if self._rng.random() >= CALLS.get(len(thought), 0.0):
                    continue
                callers = [
                    other
                    for other in range(len(state.seats))
                    if other != seat and (other != state.active or state.rules.call_in_own_turn)
                ]
                caller = self._rng.choice(callers)
                return Interrupt(caller, seat, tray.side, self._rng.choice(thought))
        return None

    def _ask(self, state: State) -> Ask:
        """Ask for what the likeliest words have, or for a common letter that nobody said no to."""
        rng = self._rng
        of = rng.choice([seat for seat in state.targets for _ in range(state.seats[seat].hidden)])
        denied = {sign for seat, sign in state.denied if seat == of}
        trays = [tray for tray in state.seats[of].trays if tray.hidden]
        if rng.random() < KNOWING:
            tray = rng.choice(trays)
            words = candidates(state, of, tray)
            signs = [
                word[space - tray.first]
                for word in words
                for space in tray.hidden
                if word[space - tray.first] not in denied
            ]
            if signs:
                return Ask(rng.choice(signs), of, state.active)
        if DOT not in denied and rng.random() < LIKELY_DOT:
            return Ask(DOT, of, state.active)
        letters = FREQUENT + (ACCENTED if state.rules.accents == "kept" else "")
        open_ = [sign for sign in letters if sign not in denied]
        return Ask(rng.choice(open_[:4]) if open_ else DOT, of, state.active)

    def _answer(self, state: State) -> Open | No:
        """Uncover the space that is worth least, or say no."""
        seat = state.turn
        assert seat is not None
        fitting = openable(state)
        if not fitting or may_deny(state) and not any(_stands(state, seat, each) for each in fitting):
            return No(seat)
        place, space = min(fitting, key=lambda each: (value(each[1]), self._rng.random()))
        return Open(space, state.seats[seat].trays[place].side, None, seat)

    @staticmethod
    def _judge(state: State) -> Judge:
        """Judge a word that was named aloud, or of a tray whose owner typed nothing: nobody knows it."""
        call = state.call
        assert call is not None
        tray = next(tray for tray in state.seats[call.of].trays if tray.side == call.side)
        return Judge(call.word is not None and tuple(call.word) == tray.signs, call.of)


def candidates(state: State, seat: int, tray: Tray) -> list[str]:
    """List the words, with their dots, that a tray may hold for all that everybody has seen and heard."""
    size, shown = len(tray.signs), {space: tray.exposed(space) for space in tray.opened}
    denied = {sign for other, sign in state.denied if other == seat}
    found = []
    for word in _sized(size, state):
        signs = dict(zip(tray.spaces, word, strict=True))
        if any(signs[space] != sign for space, sign in shown.items()):
            continue
        if not any(signs[space] in denied for space in tray.hidden):
            found.append(word)
    return found


def _sized(size: int, state: State) -> Sequence[str]:
    rules = state.rules
    return [
        DOT * before + word + DOT * (size - len(word) - before)
        for word in WORDS
        if rules.min_letters <= len(word) <= size and size - len(word) <= rules.max_dots
        for before in range(size - len(word) + 1)
    ]


def _stands(state: State, seat: int, at: tuple[int, int]) -> bool:
    """Tell whether the engine knows that what is wanted stands there, or that anything will do."""
    tray = state.seats[seat].trays[at[0]]
    return state.wanted is None or tray.sign(at[1]) == state.wanted
