"""The club's board in a process of its own, with its page; and screens of the hall that hold its stream."""

import http.client
import json
import multiprocessing
import threading
import time
from pathlib import Path

from web.security import Security

WAIT_S = 60


def processor(pid):
    """Give the seconds of processor that a process has taken so far (proc(5), fields 14 and 15)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def memory(pid):
    """Give the megabytes that a process holds in memory."""
    return int(Path(f"/proc/{pid}/status").read_text().split("VmRSS:")[1].split()[0]) / 1024


class BoardProcess:
    """The board that is asked over loopback; `port` of its page."""

    def __init__(self, folder, config):
        self._talk, there = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        self._process = context.Process(target=serve, args=(there, str(folder), config), daemon=True)
        self._process.start()
        self.port, self.pid = self.hear(), self._process.pid

    def ask(self, what):
        """Ask it one thing."""
        self._talk.send(what)
        return self.hear()

    def hear(self):
        assert self._talk.poll(WAIT_S * 5), "the board says nothing any more"
        return self._talk.recv()

    def close(self):
        self.ask("end")
        self._process.join(WAIT_S)


def serve(talk, folder, config):
    """Be the board until told to end."""
    from club.board import Board
    from club.page import create_club_app
    from web.server import Server

    board = Board(config, Path(folder) / "evening.json")
    heard, inner = [0], board._link._hear

    def counted(topic, payload):
        heard[0] += 1
        inner(topic, payload)

    board._link._hear = counted
    app = create_club_app(board, security=Security(secret="a secret for the hall"))
    with Server(app, "127.0.0.1", 0) as server, board:
        server.start()
        talk.send(server.port)
        while (asked := talk.recv()) != "end":
            match asked:
                case "heard":
                    talk.send(heard[0])
                case "number":
                    talk.send(board.snapshot.number)
                case "tables":
                    shown = board.snapshot.club.tables
                    talk.send((sum(table.online is True for table in shown.values()), len(shown),
                               sum(len(table.games) for table in shown.values())))  # fmt: skip
                case "ignored":
                    talk.send(board.snapshot.ignored)
    talk.send(None)


class Screen(threading.Thread):
    """A screen of the hall: it notes when it was told where each table is; `states`, bytes in `weight`."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.seen, self.states, self.weight, self.ended = {}, 0, 0, False
        self._link = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)

    def run(self):
        self._link.request("GET", "/live", headers={"Accept-Encoding": "identity"})
        answer = self._link.getresponse()
        assert answer.status == 200, answer.status
        while not self.ended and (line := answer.readline()):
            if not line.startswith(b"data: {"):
                continue
            now = time.monotonic()
            self.states += 1
            self.weight += len(line)
            for table in json.loads(line[6:])["tables"]:
                place = (999, 0) if table["state"] == "over" else (table["round"], table["trick"] or 0)
                places = self.seen.setdefault(table["name"], [])
                if not places or places[-1][1] != place:
                    places.append((now, place))

    def late(self, trick):
        """Give the milliseconds from a trick's confirmation until it was told here; None: it never was."""
        for at, place in self.seen.get(trick.table, ()):
            if at >= trick.begun and place >= trick.place:
                return 1000 * (at - trick.begun)
        return None


def watch(port, screens, talk):
    """Be the screens, in a process of their own, until told to end; answer with what they saw."""
    held = [Screen(port) for _ in range(screens)]
    for screen in held:
        screen.start()
    talk.send("ready")
    while (asked := talk.recv()) != "end":
        late = [screen.late(trick) for trick in asked for screen in held]
        talk.send((late, sum(screen.states for screen in held), sum(screen.weight for screen in held)))
    for screen in held:
        screen.ended = True
    talk.send(None)


class Screens:
    """Screens of the hall in a process of their own."""

    def __init__(self, port, screens):
        self._talk, there = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        self._process = context.Process(target=watch, args=(port, screens, there), daemon=True)
        self._process.start()
        assert self._talk.poll(WAIT_S), "the screens say nothing"
        self._talk.recv()
        self.pid = self._process.pid

    def late(self, tricks):
        """Give how late each of these tricks came to each screen, the states told and their bytes."""
        self._talk.send(tricks)
        assert self._talk.poll(WAIT_S), "the screens say nothing any more"
        return self._talk.recv()

    def close(self):
        self._talk.send("end")
        self._talk.recv()
        self._process.join(WAIT_S)
