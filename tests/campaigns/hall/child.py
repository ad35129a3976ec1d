"""A table and a board in processes of their own, so that they can be killed as a power cut does."""

import logging
import multiprocessing
import os
import signal
import time
from pathlib import Path

WAIT_S = 120
QUICK = (0.02, 0.2)


class Child:
    """A process that answers one thing after the other; killed, it can be begun again."""

    def __init__(self, be, *arguments):
        self._be, self._arguments = be, arguments
        self.begin()

    def begin(self):
        """Begin it, and wait until it stands."""
        self._talk, there = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        self._process = context.Process(target=self._be, args=(there, *self._arguments), daemon=True)
        self._process.start()
        there.close()
        self._hear()

    def ask(self, what, *more):
        """Say one thing and give the answer. Raises AssertionError with what went wrong there."""
        self._talk.send((what, *more))
        return self._hear()

    def _hear(self):
        assert self._talk.poll(WAIT_S), "a process says nothing any more"
        fine, answer = self._talk.recv()
        assert fine, answer
        return answer

    def kill(self):
        """End it without a word; what it was doing is not waited for."""
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.join()
        self._talk.close()

    def hurry(self, what, *more):
        """Say one thing and do not wait for the answer, for it is killed meanwhile."""
        self._talk.send((what, *more))

    def end(self):
        """End it in peace."""
        self.ask("end")
        self._process.join(WAIT_S)
        self._talk.close()


def answer(talk, doing):
    """Do what is asked until told to end; what goes wrong is the answer."""
    logging.disable(logging.WARNING)
    talk.send((True, None))
    while True:
        try:
            what, *more = talk.recv()
        except EOFError:
            return
        if what == "end":
            break
        try:
            talk.send((True, doing[what](*more)))
        except Exception as error:
            talk.send((False, f"{what}: {type(error).__name__} {error}"))


def table(talk, folder, config, seed, shift):
    """Be a table of Probe: host, journal, publisher, robots. shift: seconds by which its clock is wrong."""
    from club.past import JournalPast
    from club.publisher import Publisher
    from simulation.robots.probe.posting import ProbePlayers
    from table.command import Accepted, Submit, Undo
    from table.host import Host
    from table.journal import Journal

    wrong = [shift]
    path = Path(folder) / f"{config.table}.sqlite"

    def clock():
        return time.time() + wrong[0]

    host = Host(Journal(path, clock=clock)).start()
    held = {}

    def speak():
        past = JournalPast(path, config.days, clock)
        held["club"] = Publisher(host, config, past, clock=clock, back_off=QUICK).start()

    def mute():
        held.pop("club").close()

    def seating():
        seen = held["club"].seating if "club" in held else None
        return None if seen is None else (seen.round, seen.players, seen.carried, seen.evening)

    def begin(players_, carried):
        players.begin(players_, carried)

    def play(steps):
        done = 0
        while done < steps and players.step():
            done += 1
        # A game that had ended as the power went is shown no more.
        history = host.snapshot.history
        return history is None or history.state.over

    def again():
        """Correct after the fact: take the confirmation back, find a word misspelt, and confirm anew."""
        if host.snapshot.history is None:
            # It had ended as the power went: what is shown no more cannot be put right.
            return
        seats = range(len(host.snapshot.view(None)["players"]))
        do(Undo(1))
        # One that was found misspelt in the game is not found so again.
        said = (host.handle(Submit({"event": "misspelt", "player": seat})) for seat in seats)
        assert any(isinstance(outcome, Accepted) for outcome in said)
        do(Submit({"event": "confirm"}))

    def do(command):
        outcome = host.handle(command)
        assert isinstance(outcome, Accepted), outcome

    def run():
        """Name the connection that stands."""
        club = held.get("club")
        return club._run if club is not None and club.connected else None

    def set_clock(seconds):
        wrong[0] = seconds

    speak()
    players = ProbePlayers(host, seed)
    answer(
        talk,
        {
            **{
                "seating": seating,
                "begin": begin,
                "play": play,
                "again": again,
                "mute": mute,
                "speak": speak,
            },
            "clock": set_clock,
            "connected": lambda: "club" in held and held["club"].connected,
            "run": run,
        },
    )
    if "club" in held:
        mute()
    host.close()
    talk.send((True, None))


def board(talk, file, config):
    """Be a board."""
    from club.board import Board

    lead = Board(config, Path(file), back_off=QUICK).start()

    def shown():
        at = lead.snapshot
        games = {
            name: {id: dict(game.points) for id, game in told.items() if game.over and game.players}
            for name, told in at.club.told.items()
        }
        return {
            "connected": at.connected,
            "online": {name for name, news in at.club.tables.items() if news.online},
            "evening": None if at.evening is None else at.evening.id,
            "rounds": () if at.evening is None else at.evening.rounds,
            "ranking": [(line.rank, line.name, line.total, line.points) for line in at.ranking],
            "over": at.over,
            "games": games,
            "ignored": at.ignored,
        }

    answer(
        talk,
        {"shown": shown, "begin": lambda tables, seats, games: lead.begin(tables, seats, games=games),
         "finish": lead.end},
    )  # fmt: skip
    lead.close()
    talk.send((True, None))


def leader(talk, file, config):
    """Be a board that leads a competition; its file lies beside."""
    from club.board import Board
    from club.competition.setting import Format, Scoring, Setting
    from club.hall import Hall

    lead = Board(config, Path(file), back_off=QUICK).start()
    hall = Hall(lead, config.name, Path(file).with_name(f"cup-{Path(file).name}"), seed=lambda: 11).start()

    def begin(id, tables, names, rounds, finalists):
        def make(now, seed, before):
            return Setting(
                *(id or now, "Cup", Format.SWISS, "probe", tuple(tables), rounds, Scoring.PLACES),
                fewest=4,
                most=4,
                finalists=finalists,
                seed=seed,
                before=before,
            )

        hall.begin(make, [(name, "") for name in names])

    def shown():
        state, club = hall.snapshot.state, lead.snapshot.club
        rounds = () if state is None else state.rounds
        return {
            "connected": lead.snapshot.connected,
            "online": {name for name, news in club.tables.items() if news.online},
            "id": None if state is None else state.setting.id,
            "rounds": [{at.name: state.names(at.seats) for at in each.tables} for each in rounds],
            "done": bool(rounds) and rounds[-1].over,
            "over": state is not None and state.over,
            "games": [
                at.result.game and f"{at.name}/{at.result.game}" for each in rounds for at in each.tables
            ],
            "ranking": [
                (line.rank, state.players[line.player].name, line.score, line.total, line.points)
                for line in hall.snapshot.lines
            ],
            "ignored": lead.snapshot.ignored,
        }

    answer(talk, {"shown": shown, "begin": begin, "draw": hall.draw})
    hall.close()
    lead.close()
    talk.send((True, None))
