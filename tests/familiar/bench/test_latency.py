"""`familiar bench latency`: what is counted, by a paper clock, and a short run of it all."""

import io
import json
import os
import subprocess
import threading
import time
import zlib
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from patience import PATIENCE_S

from familiar.bench import latency, phones, tally
from familiar.bench.phones import Heard, LostPhones, Phones, messages
from familiar.bench.reel import Reel, Stretch, draw, draw_card
from familiar.bench.tally import NEVER, Laid, Told, arrived, how_told, percentile
from familiar.bench.tricks import TimedGame
from familiar.cli import run
from games.wizard import Play
from simulation.robots.counted import Tempo
from simulation.robots.wizard.self_play import draw_setup
from simulation.temperament import CALM, RESTLESS
from table.command import Accepted

QUICK = Tempo((0.85,), rest=1, patience=3, most=6)


class Table:
    """A table of paper: its picture is its number; `clear` as a test lists it, once the card was laid."""

    def __init__(self, clear=None):
        self.lying, self.pictures = (), 0
        self._clear = None if clear is None else list(clear)

    @property
    def clear(self):
        return None if self._clear is None else self._clear[0]

    def lay(self):
        self.lying += ("7H",)

    def render(self):
        self.pictures += 1
        if self.lying and self._clear and len(self._clear) > 1:
            del self._clear[0]
        return np.full((2, 2, 3), self.pictures, np.uint8)


class Clock:
    """Says what a test lists."""

    def __init__(self, *moments):
        self.moments = list(moments)

    def __call__(self):
        return self.moments.pop(0)


def nothing():
    """Let nothing happen."""


def test_pictures_are_drawn_one_a_step_and_some_more():
    table, done = Table(), []
    drawn = draw(table, [lambda: done.append(1), lambda: done.append(2)], 3)
    assert done == [1, 2] and drawn.rests is None
    assert [int(picture[0, 0, 0]) for picture in drawn.pictures] == [1, 2, 3, 4, 5]


def test_at_a_calm_table_a_card_rests_in_the_picture_in_which_it_appears():
    table = Table()
    drawn = draw_card(table, [nothing, table.lay], QUICK)
    assert drawn.rests == 1 and len(drawn.pictures) == 4


def test_at_a_restless_table_a_card_rests_once_it_is_in_full_view():
    # Five pictures of the card before it were clear; of this one the first two are not.
    table = Table([5, 0, 0, 1, 1, 2, 3])
    drawn = draw_card(table, [nothing, table.lay, nothing], QUICK)
    assert drawn.rests == 3 and len(drawn.pictures) == 7


def test_a_card_that_stays_hidden_rests_in_no_picture():
    table = Table([5, 0])
    drawn = draw_card(table, [table.lay], QUICK)
    assert drawn.rests is None and len(drawn.pictures) == 1 + QUICK.most


def test_the_pictures_of_a_stretch_are_taken_one_pace_apart():
    stretch = Stretch(10.0, 0.1, 4, 0.1)
    assert [stretch.after(moment) for moment in (3.0, 10.0, 10.05, 10.1, 10.25, 10.3)] == [0, 0, 1, 1, 3, 3]
    assert stretch.after(10.31) is None
    assert stretch.after(10.1, given=1) == 2 and stretch.after(10.1, given=3) is None
    assert stretch.taken(3) == pytest.approx(10.3)


def test_a_quicker_camera_takes_several_pictures_of_a_moment():
    stretch = Stretch(10.0, 0.1, 2, 1 / 30)
    assert [stretch.shows(number) for number in range(6)] == [0, 0, 0, 1, 1, 1]
    assert stretch.after(10.11) == 4 and stretch.shows(4) == 1
    assert stretch.after(10.17, given=5) is None
    assert stretch.happens(1) == pytest.approx(10.1) and stretch.taken(4) == pytest.approx(10 + 4 / 30)


def test_a_reader_who_was_busy_is_given_the_next_picture_and_the_others_are_gone():
    reel = Reel(0.1, 0.1, Clock(0.0, 0.0, 0.1, 0.31, 0.4))
    reel.show(list(draw(Table(), [], 5).pictures))
    first, second = reel.read(1.0), reel.read(1.0)
    assert (int(first.image[0, 0, 0]), first.time) == (1, pytest.approx(0.1))
    assert (int(second.image[0, 0, 0]), second.time) == (4, pytest.approx(0.4))
    assert reel.given == 2 and reel.latest == second.time


def test_a_picture_that_was_exposed_while_its_reader_was_busy_is_given_to_whoever_names_since_when():
    # It begins at 0.1, at 0.2 and so on, and can be had a tenth of a second later; he is busy until 0.45.
    reel = Reel(0.1, 0.1, Clock(0.0, 0.1, 0.2, 0.45, 0.45), exposure=0.1)
    reel.show(list(draw(Table(), [], 5).pictures))
    first, newest = reel.read(1.0), reel.read(1.0, since=0.2)
    assert (int(first.image[0, 0, 0]), first.time) == (1, pytest.approx(0.1))
    assert (int(newest.image[0, 0, 0]), newest.time) == (3, pytest.approx(0.3))
    assert reel.latest == pytest.approx(0.4)


def test_a_stretch_is_over_once_its_reader_asks_for_more_and_a_closed_reel_lets_him_go():
    reel = Reel(0.1, 0.1, Clock(0.0, 0.0, 0.1, 0.2))
    reel.show(list(draw(Table(), [], 1).pictures))
    got = []
    reader = threading.Thread(target=lambda: got.extend([reel.read(1.0), reel.read(1.0)]), daemon=True)
    reader.start()
    assert reel.wait(PATIENCE_S)
    reel.close()
    reader.join(PATIENCE_S)
    assert got[0] is not None and got[1] is None


@pytest.mark.parametrize(
    ("values", "percent", "found"),
    [
        (range(1, 21), 95, 19),
        (range(1, 21), 50, 10),
        (range(1, 21), 100, 20),
        ([3, 1, 2], 50, 2),
        ([7], 95, 7),
        ([1] * 18 + [NEVER] * 2, 95, NEVER),
        ([], 95, NEVER),
    ],
)
def test_a_percentile_is_one_of_the_values(values, percent, found):
    assert percentile(list(values), percent) == found


@pytest.mark.parametrize(("p95", "reached"), [(249.9, True), (250.0, False), (None, False)])
def test_the_aim_is_reached_only_below_it_and_never_where_cards_never_came(p95, reached):
    assert tally.reached(p95, latency.AIM_MS) is reached


def snapshot(*cards, marked=(), questions=()):
    """Be as much of a snapshot as is counted by."""
    return SimpleNamespace(
        history=SimpleNamespace(events=tuple(Play(card, 0) for card in cards)),
        marked=[SimpleNamespace(event=index) for index in marked],
        questions=[SimpleNamespace(id=number, event=event) for number, event in questions],
    )


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        (snapshot("2S"), None),
        (snapshot("2S", "7H"), ("entered", None)),
        (snapshot("2S", "7H", marked=[1]), ("marked", None)),
        (snapshot("2S", "7H", marked=[0]), ("entered", None)),
        (snapshot("2S", "7D", marked=[1]), ("marked wrong", None)),
        (snapshot("2S", "7D"), ("wrong", None)),
        (snapshot("2S", questions=[(4, None)]), ("asked", 4)),
        (snapshot("2S", questions=[(4, 0)]), None),
        (snapshot(questions=[(4, None)]), None),
    ],
)
def test_it_is_told_how_a_snapshot_has_a_card(seen, told):
    assert how_told(seen, 1, Play("7H", 2)) == told


LAID = Laid(1, 10.0, Told("entered", 70, 10.14, 10.1))


def test_a_card_has_come_once_a_state_holds_it_and_not_before():
    heard = [
        Heard(0, 69, 10.1, 1, ()),
        Heard(1, 70, 10.2, 2, ()),
        Heard(0, 71, 10.3, 2, ()),
        Heard(1, 72, 10.4, 2, ()),
    ]
    laid = arrived(LAID, 2, heard)
    assert laid.came == (10.3, 10.2)
    assert laid.took() == pytest.approx((0.3, 0.2))


def test_a_question_comes_with_the_state_that_asks_it():
    asked = replace(LAID, told=Told("asked", 70, 10.1, 10.1, question=9))
    heard = [Heard(0, 70, 10.2, 1, (8,)), Heard(0, 71, 10.5, 1, (9,))]
    assert arrived(asked, 1, heard).came == (10.5,)


def test_a_phone_that_hears_nothing_a_wrong_card_and_a_missed_one_come_never():
    heard = [Heard(0, 70, 10.2, 2, ())]
    assert arrived(LAID, 2, heard).took() == (pytest.approx(0.2), NEVER)
    wrong = replace(LAID, told=Told("wrong", 70, 10.1, 10.1))
    assert arrived(wrong, 1, heard).took() == (NEVER,)
    assert arrived(replace(LAID, told=None), 1, heard).took() == (NEVER,)
    assert arrived(replace(LAID, rests=None), 1, heard).took() == ()


def test_the_figures_count_every_card_once_and_say_what_the_time_went_to():
    told = Told("entered", 70, 10.14, 10.1)
    cards = [
        Laid(0, 10.0, told, (10.15, 10.16)),
        Laid(1, 10.2, replace(told, how="marked"), (10.25, 10.3)),
        Laid(2, 10.0, None),
        Laid(3, None, None),
    ]
    found = tally.figures(cards)
    counts = {"entered": 1, "marked": 1, "marked_wrong": 0, "asked": 0, "wrong": 0, "missed": 2}
    assert {key: found[key] for key in counts} == counts
    assert (found["cards"], found["hidden"], found["early"]) == (4, 1, 1)
    assert (found["median_ms"], found["p95_ms"], found["worst_ms"]) == (150.0, None, None)
    assert found["waiting"]["worst_ms"] == 100.0 and found["waiting"]["median_ms"] == 0.0
    assert found["working"]["median_ms"] == 40.0
    assert found["telling"]["worst_ms"] == 160.0


def test_the_events_of_a_stream_are_read_whole_however_they_come_in():
    sent = b'retry: 2000\nid: 7\ndata: {"a": 1}\n\nevent: beat\ndata:\n\nid: 8\ndata: {"b": 2}\n\n'
    for size in (1, 7, len(sent)):
        chunks = (sent[start : start + size] for start in range(0, len(sent), size))
        assert [json.loads(data) for _, data in messages(chunks)] == [{"a": 1}, {"b": 2}]


def test_what_a_browser_is_sent_compressed_is_read():
    packer = zlib.compressobj(6, zlib.DEFLATED, 13 | 16)
    sent = io.BytesIO(packer.compress(b'data: {"a": 1}\n\n') + packer.flush(zlib.Z_SYNC_FLUSH))
    answer = SimpleNamespace(read1=lambda: sent.read(10))
    assert [data for _, data in messages(phones._chunks(answer))] == ['{"a": 1}']


def test_phones_that_cannot_reach_the_table_are_told_of_at_once():
    with Phones(1, 2, 0) as lost, pytest.raises(LostPhones):
        lost.catch_up(1)


class Host:
    """A host at which questions are open, of which each answer takes the first away."""

    def __init__(self, *questions):
        self.open, self.listeners, self.answers = list(questions), [], []

    @property
    def snapshot(self):
        return SimpleNamespace(game_id=1, questions=[SimpleNamespace(id=number) for number in self.open])

    def handle(self, command):
        self.answers.append((command.question, command.card))
        del self.open[0]
        return Accepted(1)


def test_what_is_asked_before_a_card_is_shown_is_answered_before_and_counted():
    host, table = Host(3, 5), SimpleNamespace(temperament=RESTLESS)
    game = TimedGame(draw_setup(3, 4, "us", vary=False), table, Reel(0.1, 0.1), host)
    game._clear_up()
    assert host.answers == [(3, None), (5, None)] and game.figures.needless == 2


class Patient(Reel):
    """A reel whose time passes only while somebody waits for a picture: none is ever missed."""

    def __init__(self, pace, shutter, exposure):
        self._now = time.monotonic()
        super().__init__(pace, pace, lambda: self._now)

    def read(self, timeout, since=None):
        # The product's own clock goes on meanwhile.
        return super().read(timeout)

    def _rest(self, seconds):
        self._now += seconds


def test_every_card_of_a_short_run_arrives_at_every_phone(monkeypatch, capsys):
    monkeypatch.setattr(latency, "Reel", Patient)
    monkeypatch.setattr(latency, "SIZE", (1280, 720))
    cores = os.sched_getaffinity(0)
    assert run(["bench", "latency", "--cards", "3", "--phones", "3", "--calm", "--json"]) == 0
    assert os.sched_getaffinity(0) == cores
    figures = json.loads(capsys.readouterr().out)
    assert (figures["bench"], figures["phones"], figures["aim_ms"]) == ("latency", 3, latency.AIM_MS)
    assert figures["cores"] == min(2, len(cores)) and list(figures["tables"]) == ["calm"]
    found = figures["tables"]["calm"]
    assert found["cards"] == 3 and found["missed"] == found["wrong"] == found["hidden"] == 0
    told = sum(found[name.replace(" ", "_")] for name in tally.TOLD)
    assert told == 3
    assert found["looked_at"] == found["pictures"] > 3 * QUICK.patience
    for times in (found, found["waiting"], found["working"], found["telling"]):
        assert 0 <= times["median_ms"] <= times["p95_ms"] <= times["worst_ms"]
    assert found["cpu"] > 0


@pytest.mark.parametrize(("options", "names"), [([], [RESTLESS.name, CALM.name]), (["--calm"], [CALM.name])])
def test_the_text_says_what_became_of_the_cards_and_whether_the_aim_is_reached(
    monkeypatch, capsys, options, names
):
    some = {"median_ms": 150.4, "p95_ms": 249.0, "worst_ms": None}
    played = {
        "cards": 40, "entered": 36, "marked": 2, "marked_wrong": 0, "asked": 1, "missed": 1, "wrong": 0,
        "hidden": 1, "early": 0, "needless": 3, "pictures": 900, "looked_at": 890, "cpu": 0.345,
        "waiting": some, "working": some, "telling": some, **some,
    }  # fmt: skip
    asked = []

    def play(count, phones, seed, edition, temperament, rate):
        asked.append((count, phones, seed, edition, temperament.name, rate))
        return played

    monkeypatch.setattr(latency, "_play", play)
    assert run(["bench", "latency", "--cards", "40", "--seed", "8", "--edition", "amigo", *options]) == 0
    assert asked == [(40, 4, 8, "amigo", name, 30) for name in names]
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{names[0]}: 40 cards: 36 entered, 2 marked, 0 marked wrong, 1 asked, 1 miss")
    assert lines[1].endswith("median 150 ms, p95 249 ms, worst never; aim p95 under 250 ms: reached")
    assert "890 of 900" in lines[5] and "34 %" in lines[5]
    assert len(lines) == 6 * len(names)


def test_the_phones_end_with_what_started_them(monkeypatch):
    started = []

    class Process(subprocess.Popen):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            started.append(self)

    monkeypatch.setattr(phones.subprocess, "Popen", Process)
    with Phones(1, 1, 0):
        pass
    assert started[0].poll() is not None
