"""Follow an evening by ear: from the spoken English sentences alone to the sheet.

It imports nothing of Familiar: what it knows of a game is its arithmetic (docs/rules), written down anew.
"""

import re

NAMES = r"[A-Z][a-z]+(?: [A-Z][a-z]+)*"


def value(text):
    """Read a number as it is spoken."""
    return -int(text[6:]) if text.startswith("minus ") else int(text)


def names_of(text):
    """Split "Ann, Bo and Cy"."""
    return re.split(r", | and ", text)


class Hearer:
    """What every game has: sentences, each heard by the first pattern that fits it."""

    GRAMMAR = ()

    def __init__(self):
        self.players, self.over, self.winners = [], False, []
        self._patterns = [(re.compile(pattern + r"\Z"), name) for pattern, name in (*COMMON, *self.GRAMMAR)]
        self.deaf = []

    def hear(self, sentence):
        """Take in one sentence; what it does not understand it keeps."""
        for pattern, name in self._patterns:
            found = pattern.match(sentence)
            if found:
                getattr(self, f"on_{name}")(**found.groupdict())
                return
        self.deaf.append(sentence)

    def on_begins(self, game, names):
        self.__init__()
        self.players = names_of(names)

    def on_over(self):
        self.over = True

    def on_wins(self, names, points):
        self.winners, self.best = names_of(names), value(points)


COMMON = (
    (r"(?P<game>.+) begins\. Around the table sit, clockwise, (?P<names>.+)\.", "begins"),
    (r"The game is over\.", "over"),
    (r"(?P<names>.+) (?:wins|share the victory) with (?P<points>.+) points\.", "wins"),
)


class WizardHearer(Hearer):
    """Bids and tricks by round; the points are counted here, and those that are spoken must agree."""

    GRAMMAR = (
        (r"Round (?P<round>\d+) of \d+: .+ deals \d+ cards? to everybody\.", "round"),
        (r"(?P<who>.+) bid (?P<bid>\d+)\.", "bid"),
        (r"(?:Put right: )?(?P<who>\w+) bid\.(?: Until .+| Who led.+)?", "no_bid"),
        (r"These are the bids: (?P<bids>.+)\.", "bids"),
        (r"(?P<who>.+) takes trick \d+ and has (?P<count>\d+) tricks? now\.", "tricks"),
        (r"(?P<who>.+) has (?P<count>\d+) tricks? in this round now\.", "tricks"),
        (r"The bid of (?P<who>.+) is (?P<bid>(?:minus )?\d+) now\.", "bid"),
        (r"The bid of (?P<who>.+) is open again\.", "no_bid"),
        (r"(?P<who>.+) bid one (?P<way>more|fewer)\.", "changed_bid"),
        # Of a hidden bid nobody hears by how much.
        (r"(?P<who>.+) changed the bid by one\.", "no_bid"),
        (r"Round (?P<round>\d+) is over\.", "scored"),
        (
            r"(?P<who>.+) bid (?P<bid>(?:minus )?\d+) and took (?P<tricks>\d+) tricks?: "
            r"(?P<points>.+) points, (?P<total>.+) in all\.",
            "line",
        ),
        (r"Round (?P<round>\d+) is open again\.", "reopened"),
        (
            r"In round (?P<round>\d+), (?P<who>.+) now has a bid of (?P<bid>(?:minus )?\d+), "
            r"(?P<tricks>\d+) tricks? and (?P<points>.+) points\.",
            "row",
        ),
    )

    def __init__(self):
        super().__init__()
        self.bids, self.tricks, self.rounds = {}, {}, {}

    def on_round(self, round):
        self.bids, self.tricks = {}, {}

    def on_bid(self, who, bid):
        self.bids[who] = value(bid)

    def on_bids(self, bids):
        for each in names_of(bids):
            who, _, bid = each.rpartition(" ")
            self.bids[who] = int(bid)

    def on_changed_bid(self, who, way):
        self.bids[who] += 1 if way == "more" else -1

    def on_no_bid(self, who):
        self.bids.pop(who, None)

    def on_tricks(self, who, count):
        self.tricks[who] = int(count)

    def on_scored(self, round):
        self.rounds[int(round)] = {}

    def on_line(self, who, bid, tricks, points, total):
        number = max(self.rounds)
        assert self.bids.get(who, value(bid)) == value(bid)
        assert self.tricks.get(who, 0) == int(tricks), (number, who, self.tricks)
        self.rounds[number][who] = value(bid), int(tricks)
        assert value(points) == self.points(number, who)
        assert value(total) == self.total(who)

    def on_reopened(self, round):
        back = [number for number in self.rounds if number >= int(round)]
        first = self.rounds[min(back)]
        self.bids = {who: bid for who, (bid, _) in first.items()}
        self.tricks = {who: tricks for who, (_, tricks) in first.items()}
        for number in back:
            del self.rounds[number]

    def on_row(self, round, who, bid, tricks, points):
        self.rounds[int(round)][who] = value(bid), int(tricks)
        assert value(points) == self.points(int(round), who)

    def points(self, number, who):
        """Count what a round brings: 20 and 10 a trick for a bid that was made, else minus 10 for each."""
        bid, tricks = self.rounds[number][who]
        return 20 + 10 * tricks if bid == tricks else -10 * abs(bid - tricks)

    def total(self, who):
        return sum(self.points(number, who) for number in self.rounds)

    def sheet(self):
        """Give the points by round and player."""
        return [[self.points(number, who) for who in self.players] for number in sorted(self.rounds)]


class MagiciansHearer(Hearer):
    """Who got which card of whom in which turn."""

    GRAMMAR = (
        (r"Turn (?P<turn>\d+) is (?:that|an extra turn) of (?P<who>.+)\.", "turn"),
        (r"In turn (?P<turn>\d+) nobody gets a card now\.", "nothing"),
        (r"In turn (?P<turn>\d+) now: (?P<cards>.+)\.", "cards"),
        (r"(?P<who>.+) gets the card of (?P<place>.+) from (?P<source>.+)\.", "card"),
        (r"(?P<who>.+) gets the card of (?P<place>.+)\.", "card"),
        (r"(?P<who>.+) has (?P<count>\d+) cards? now\.", "count"),
        (r"(?P<who>.+) is number (?P<rank>\d+) with (?P<count>\d+) cards?\.", "rank"),
    )

    def __init__(self):
        super().__init__()
        self.turn, self.gains, self.ranks = 1, {}, {}

    def on_turn(self, turn, who):
        self.turn = int(turn)

    def on_card(self, who, place, source=None):
        self.gains.setdefault(self.turn, []).append((who, place, source))

    def on_nothing(self, turn):
        self.gains.pop(int(turn), None)

    def on_cards(self, turn, cards):
        found = []
        for each in names_of(cards):
            one = re.fullmatch(
                rf"(?P<who>{NAMES}) gets the card of (?P<place>.+?)(?: from (?P<source>.+))?", each
            )
            found.append((one["who"], one["place"], one["source"]))
        self.gains[int(turn)] = found

    def on_count(self, who, count):
        self.checked = len(self.held()[who]) == int(count)
        assert self.checked, (who, count, self.held())

    def on_rank(self, who, rank, count):
        self.ranks[who] = int(rank)
        assert len(self.held()[who]) == int(count)

    def held(self, last=None):
        """Give everybody's cards after a turn; None: now."""
        held = {who: set() for who in self.players}
        for turn in sorted(self.gains):
            if last is None or turn <= last:
                for who, place, source in self.gains[turn]:
                    held[who].add(place)
                    if source:
                        held[source].remove(place)
        return held


class ProbeHearer(Hearer):
    """Who made how many points in which turn."""

    GRAMMAR = (
        (r"Turn (?P<turn>\d+) is that of (?P<who>.+)\.", "turn"),
        (r"Turn (?P<turn>\d+) is over\. The points: (?P<points>.+)\.", "turn_over"),
        (r"(?P<who>.+) gets (?P<points>\d+) points? and has (?P<total>.+) now\.", "gets"),
        (r"(?P<who>.+) loses (?P<points>\d+) points? and has (?P<total>.+) now\.", "loses"),
        (r"In turn (?P<turn>\d+), (?P<who>.+) makes (?P<points>.+) points? now\.", "made"),
        (r"After the last turn (?P<who>.+) makes (?P<points>.+) points? now\.", "made"),
        (r".+ has kept the last word\.", "final"),
        (r"Everything is uncovered: .+", "final"),
        (r"(?P<who>.+) set out a word\.", "nothing"),
    )

    def __init__(self):
        super().__init__()
        self.turn, self.made = 1, {}

    def on_nothing(self, who):
        pass

    def on_turn(self, turn, who):
        self.turn = int(turn)

    def on_final(self):
        self.turn = None

    def on_turn_over(self, turn, points):
        for each in names_of(points):
            found = re.fullmatch(r"(?P<who>.+?) (?P<points>(?:minus )?\d+)", each)
            assert self.total(found["who"]) == value(found["points"]), (turn, points, self.made)

    def on_gets(self, who, points, total):
        self._add(who, int(points), value(total))

    def on_loses(self, who, points, total):
        self._add(who, -int(points), value(total))

    def _add(self, who, points, total):
        row = self.made.setdefault(self.turn, {})
        row[who] = row.get(who, 0) + points
        assert self.total(who) == total, (who, total, self.made)

    def on_made(self, who, points, turn=None):
        self.made.setdefault(None if turn is None else int(turn), {})[who] = value(points)

    def total(self, who):
        return sum(row.get(who, 0) for row in self.made.values())

    def sheet(self):
        """Give what everybody made, by turn, the turns in which something was made; None: after the last."""
        rows = {turn: [row.get(who, 0) for who in self.players] for turn, row in self.made.items()}
        return {turn: row for turn, row in rows.items() if any(row)}
