"""A referee of Wizard with special cards, written from docs/rules/wizard.md: it shares no code with games/.

It takes the lines of a record, as dictionaries, and keeps the sheet with pencil and paper.
"""

AMIGO = [str(number) for number in range(1, 14)]
US = "2 3 4 5 6 7 8 9 10 J Q K A".split()
SWITCHED = {
    "dragon_fairy": ["dragon", "fairy"],
    **{name: [name] for name in "bomb werewolf juggler cloud shapeshifter witch vampire".split()},
}


def number_of(card):
    """Give how high a number card is, 1 to 13, and its suit; None for any other card."""
    if not card[-1].isupper() or card in ("W", "J"):
        return None
    return ((US if card[-1] in "SHDC" else AMIGO).index(card[:-1]) + 1, card[-1])


def settle(laid, trump, witch="lowest"):
    """Settle a trick by striking cards out until one is left; gives (who takes it or None, who leads next).

    laid: of each card (what it is, the suit said with it or None), in order.
    """
    left = [(place, *each) for place, each in enumerate(laid)]
    bombed = any(what == "bomb" for _, what, _ in left)
    left = [each for each in left if each[1] != "bomb"]
    if not left:
        return None, 0
    there = {what for _, what, _ in left}

    def only(kinds):
        return [place for place, what, _ in left if what in kinds]

    def over():
        if "dragon" in there:
            return only({"fairy"}) or only({"dragon"})
        if "W" in there:
            return only({"W"})[:1]
        heights = {}
        for place, what, said in left:
            number = number_of(what)
            if number:
                heights[place] = number
            elif what in ("juggler", "cloud"):
                printed = {"juggler": 7.5, "cloud": 9.75}[what]
                heights[place] = (printed - 1 if said in "SHDC" else printed, said)
        for suit in (trump, next((heights[place][1] for place, _, _ in left if place in heights), None)):
            of_suit = [place for place in heights if suit and heights[place][1] == suit]
            if of_suit:
                return [max(of_suit, key=lambda place: heights[place][0])]
        return only({"J", "witch"} if witch == "jester" else {"J"})[:1] or only({"fairy"}) or only({"witch"})

    best = over()[0]
    return (None if bombed else best), best


def called(laid, rule="called"):
    """Say which suit must be followed after these cards, or None."""
    for what, said in laid:
        if what in ("W", "dragon"):
            return None
        if number_of(what):
            return number_of(what)[1]
        if what in ("juggler", "cloud"):
            return said if rule == "called" else None
    return None


class Referee:
    """Keeps the sheet of one game."""

    def __init__(self, header):
        """Take the header's dictionary, with every rule."""
        self.rules, self.seats, self.dealer = header["rules"], len(header["players"]), header["dealer"]
        extra = sum(len(cards) for switch, cards in SWITCHED.items() if self.rules[switch])
        self.deck = 60 + extra
        self.last = (self.deck if self.rules["rounds"] == "deck" else 60) // self.seats
        self.totals, self.sheet, self.revokes, self.number = [0] * self.seats, [], [], 0
        self.fresh()

    def fresh(self):
        """Begin the next round."""
        self.number += 1
        self.trump = self.up = self.spare = None
        self.bids, self.took = [None] * self.seats, [0] * self.seats
        self.leader = (self.dealer + 1) % self.seats
        self.trick, self.tricks, self.todo = [], 0, []
        # What each seat showed in this round, with the moment; when all passed; who threw off which suit.
        self.moment, self.shown, self.thrown = 0, [[] for _ in range(self.seats)], []
        self.passes, self.takes, self.turned = [], [], []

    def take(self, line):
        """Take the next line of the record."""
        getattr(self, line["event"])(line)

    def turn_up(self, line):
        """Turn a card up: after the deal, or for the Vampire."""
        if self.trick:
            self.spare = line["card"]
            self.trick[-1] = [self.trick[-1][0], line["card"], None, "vampire"]
            return
        self.up = line["card"]
        number = number_of(self.up)
        self.trump = number[1] if number else None

    def name_trump(self, line):
        """Name the trump."""
        self.trump = line["suit"]

    def exchange(self, line):
        """Lay the Werewolf for the turned-up card."""
        self.up, self.trump = "werewolf" if self.up else None, None

    def bid(self, line):
        """Bid, or show what lay face down, with all that the Cloud did to it."""
        seat, tricks = line["player"], line["tricks"]
        more = self.turned.count(seat) if self.rules["cloud_range"] == "free" else 0
        assert -more <= tricks <= self.number + more
        self.bids[seat] = tricks
        self.over()

    def cover(self, line):
        """Lay a bid face down."""
        assert self.rules["bids"] == "delayed" and self.bids[line["player"]] is None

    def play(self, line):
        """Lay a card."""
        seat = (self.leader + len(self.trick)) % self.seats
        card = what = line["card"]
        if card == "werewolf":
            what = "J"
        if card == "vampire":
            what = self.up or "J"
            if what == "werewolf":
                what = self.spare or "J"
        number = number_of(card)
        if number:
            suit = called([each[1:3] for each in self.trick], self.rules["named_suit"])
            self.show(seat, card)
            if suit and suit != number[1]:
                self.thrown.append((seat, self.tricks + 1, suit, self.moment, card))
        self.trick.append([seat, what, None, card])

    def show(self, seat, card):
        """Note that a player shows a card, and what that proves."""
        self.moment += 1
        number = number_of(card)
        if not number:
            return
        self.shown[seat].append((self.moment, card))
        for who, trick, suit, since, _ in self.thrown:
            if who != seat or suit != number[1]:
                continue
            # What he took from a trick since then is no wonder, wherever he shows it.
            times = [
                when
                for when, name in self.shown[seat]
                if number_of(name)[1] == suit
                and when > since
                and not any(t[0] == seat and since < t[1] < when and t[2] == name for t in self.takes)
            ]
            # The n-th card of the suit is no wonder where n cards had come by then.
            if any(sum(since < p < when for p in self.passes) < n for n, when in enumerate(times, 1)):
                self.revokes.append((seat, self.number, trick))

    def name_suit(self, line):
        """Say a suit."""
        self.trick[-1][2] = line["suit"]

    def shape(self, line):
        """Say what the Shapeshifter is."""
        self.trick[-1][1] = line["shape"]

    def confirm(self, line):
        """Settle the trick."""
        took, leads = settle([each[1:3] for each in self.trick], self.trump, self.rules["witch_rank"])
        seat = self.trick[leads][0]
        self.tricks += 1
        if took is not None:
            self.took[seat] += 1
        kinds = [what for _, what, _, _ in self.trick]
        self.todo = []
        if "cloud" in kinds and took is not None:
            self.todo.append(("change_bid", seat))
        if self.tricks < self.number:
            if "witch" in kinds:
                self.todo.append(("swap", self.trick[kinds.index("witch")][0]))
            if "juggler" in kinds:
                self.todo.append(("pass_on", None))
        self.before, self.trick, self.leader = self.trick, [], seat
        self.over()

    def change_bid(self, line):
        """Change a bid by one."""
        what, seat = self.todo.pop(0)
        assert (what, seat) == ("change_bid", line["player"])
        if line["by"] is None:
            assert self.bids[seat] is None
            self.turned.append(seat)
        else:
            self.bids[seat] += line["by"]
        self.over()

    def swap(self, line):
        """Let the Witch change a card."""
        what, seat = self.todo.pop(0)
        assert what == "swap"
        self.show(seat, line["card"])
        self.moment += 1
        self.takes.append((seat, self.moment, line["take"]))
        self.over()

    def pass_on(self, line):
        """Let everybody pass a card on."""
        assert self.todo.pop(0)[0] == "pass_on"
        self.moment += 1
        self.passes.append(self.moment)
        self.over()

    def over(self):
        """Write the round down once all is done."""
        if self.todo or self.tricks < self.number or None in self.bids:
            return
        points = [
            20 + 10 * took if bid == took else -10 * abs(bid - took)
            for bid, took in zip(self.bids, self.took, strict=True)
        ]
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        # Its cards were entered: with special cards no round is counted without.
        line = self.number, self.dealer, self.trump, self.bids, self.took, points, self.totals, False
        self.sheet.append(line)
        self.dealer = self.leader if self.rules["next_dealer"] == "last_trick_winner" else self.dealer + 1
        self.dealer %= self.seats
        if self.number < self.last:
            self.fresh()
