"""A championship of everything that goes wrong: drawn by points at three tables, and a final.

The troubles are those of `hall.faults`, and two more: the power goes in the middle of a draw, and a second
board leads a competition of its own. In the end the ranking must be that which `hall.count` finds in the
journals.
"""

import json
import time

from hall.child import Child, leader
from hall.count import cup as on_paper
from hall.faults import NAMES, TABLES, TOPICS, Evening, until

FINALISTS = 4
KINDS = ("broker", "table", "board", "two boards", "away", "clock", "again", "mallory", "correction", "draw")


class Cup(Evening):
    """The championship from `with` on; every trouble is a method."""

    BOARD = staticmethod(leader)

    def second_board(self):
        """Somebody begins a second board, which leads a competition of its own and seats strangers."""
        other = Child(
            leader,
            str(self.folder / f"second{len(self.others)}-{self.figures['two boards']}.json"),
            self.config,
        )
        self.others.append(other)
        strangers = [f"X{name}" for name in NAMES]
        id = self.rng.choice((None, "20200101T190000Z"))
        other.ask("begin", id, TABLES, strangers, 2, 0)
        other.ask("draw")
        until(lambda: other.ask("shown")["connected"], "the second board finds no broker")
        self.playing_on()
        self.others.remove(other)
        other.end() if self.rng.random() < 0.5 else other.kill()

    def draw(self, number):
        """Seat the next round; now and then the power goes in the middle of it."""
        if self.cut_draws and self.rng.random() < 0.7:
            self.cut_draws -= 1
            self.figures["draw"] += 1
            self.board.hurry("draw")
            time.sleep(self.rng.uniform(0, 0.2))
            self.board.kill()
            self.board.begin()
        seated = len(self.shown()["rounds"])
        assert seated in (number - 1, number), f"{seated} rounds are seated, and {number} is drawn"
        if seated < number:
            self.board.ask("draw")

    def play(self, troubles):
        """Play the championship through, so many troubles spread over it."""
        until(lambda: self.shown()["online"] >= set(TABLES), "not every table is there")
        self.board.ask("begin", None, TABLES, NAMES, self.rounds - 1, FINALISTS)
        self.cut_draws = sum(kind == "draw" for kind in troubles)
        left = [kind for kind in troubles if kind != "draw"]
        self.rng.shuffle(left)
        quota = -(-len(left) // self.rounds)
        for number in range(1, self.rounds + 1):
            self.come_back()
            self.draw(number)
            seats = self.shown()["rounds"][-1]
            assert len(seats) == (1 if number == self.rounds else len(TABLES)), seats
            for name, players in seats.items():
                until(
                    lambda at=name, who=players: self.seated(at, number, who),  # noqa: B023
                    lambda at=name: self.why(at, number),  # noqa: B023
                )
                self.tables[name].ask("begin", players, [0] * len(players))
            self.busy, self.just_over = set(seats), None
            due, left = left[:quota], left[quota:]
            while self.busy:
                self.step(self.rng.choice(sorted(self.busy)))
                if due:
                    self.trouble(due.pop())
            for kind in due:
                self.trouble(kind)
            self.come_back()
            until(lambda: self.shown()["done"], lambda: f"a round is not over: {self.shown()}")
        self.check()

    def seated(self, name, number, players):
        seating = self.tables[name].ask("seating")
        return seating is not None and seating[0] == number and seating[1] == players

    def check(self):
        """Compare the board, the broker and a board begun again with the count from the journals."""
        rounds = self.shown()["rounds"]
        journals = {name: self.folder / f"{name}.sqlite" for name in TABLES}
        ranked, final = on_paper(journals, rounds)
        # Level in the final, the better rank before it decides, in the end lots.
        level = {name for name in final if list(final.values()).count(final[name]) > 1}

        def right(ranking):
            found = {name: (rank, score, total, points) for rank, name, score, total, points in ranking}
            same = all(
                found[name][1:] == ranked[name][1:] and (name in level or found[name][0] == ranked[name][0])
                for name in found
                if name in final
            )
            rest = [name for name in found if name not in final]
            order = all(
                (found[a][0] < found[b][0]) == (ranked[a][0] < ranked[b][0]) for a in rest for b in rest
            )
            return (
                same
                and order
                and len(found) == len(ranked)
                and all(found[name][1:] == ranked[name][1:] for name in rest)
            )

        def differs():
            return f"the board shows {self.shown()}, the journals say {ranked}"

        until(lambda: self.shown()["over"] and right(self.shown()["ranking"]), differs)
        counted = self.shown()["games"]
        assert None not in counted and len(counted) == len(set(counted)), counted

        def kept():
            told = json.loads(self.ear.kept[TOPICS.competition])
            names = [name for name, _, _ in told["players"]]
            return [
                (rank, names[player], score, total, tuple(points))
                for rank, player, score, total, _, points in told["ranking"]
            ]

        until(lambda: kept() == self.shown()["ranking"], lambda: f"the broker keeps {kept()}; {differs()}")
        self.board.kill()
        self.board.begin()
        assert right(self.shown()["ranking"]), differs()
        self.figures["games"] += len(counted)


def campaign(folder, seed, rounds, troubles):
    """Play such a championship; return the figures. Raises AssertionError."""
    with Cup(folder, seed, rounds) as club:
        club.play([kind for kind, count in troubles.items() for _ in range(count)])
        return club.figures
