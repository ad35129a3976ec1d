"""What happens to cards at a table, behind one hand after the other: each ends where the truth is known."""

from functools import partial


def apart(heap):
    """Lay three cards, each before its own seat."""
    for seat in range(3):
        heap.lay(seat)


def upon(heap, beside_mm):
    """Lay three cards upon each other, each so far beside the one below."""
    heap.lay(0)
    heap.lay(1, beside_mm, turned=3)
    heap.lay(2, beside_mm, turned=-5)


def crosswise(heap, beside_mm):
    """Lay three cards upon each other as people do who sit around a corner."""
    heap.lay(0)
    heap.lay(1, beside_mm, turned=87)
    heap.lay(2, beside_mm, turned=95)


def taken_back(heap, beside_mm):
    """Take the uppermost of three cards back."""
    upon(heap, beside_mm)
    heap.take_back()


def exchanged(heap, beside_mm):
    """Exchange a card that lies by itself for another."""
    heap.lay(0)
    heap.exchange(beside_mm)


def exchanged_upon(heap, beside_mm):
    """Exchange the uppermost of three cards for another."""
    upon(heap, 16)
    heap.exchange(beside_mm)


def likes(heap, beside_mm):
    """Lay a Wizard upon a Wizard."""
    heap.lay(0, card="W")
    heap.lay(1, beside_mm, card="W", turned=3)


def pushed(heap, far_mm):
    """Push a card that lies upon another."""
    heap.lay(0)
    heap.lay(1, 16, turned=3)
    heap.push(far_mm, towards=53)


def pushed_likes(heap, far_mm):
    """Push a Wizard that lies upon a Wizard."""
    likes(heap, 25)
    heap.push(far_mm, towards=53)


def rested_on(heap):
    """Let a hand rest upon two cards and draw back."""
    heap.lay(0)
    heap.lay(1, 16, turned=3)
    heap.reach(1, lambda: heap.look(12))


def swept(heap):
    """Sweep a trick of three cards onto a pile."""
    apart(heap)
    heap.reach(0, lambda: heap.table.sweep(0))
    heap.look(20)


SITUATIONS = {
    "laid apart": apart,
    "laid upon each other, 2 mm": partial(upon, beside_mm=2),
    "laid upon each other, 8 mm": partial(upon, beside_mm=8),
    "laid upon each other, 25 mm": partial(upon, beside_mm=25),
    "laid crosswise upon each other, 8 mm": partial(crosswise, beside_mm=8),
    "taken back from a heap, 8 mm": partial(taken_back, beside_mm=8),
    "taken back from a heap, 25 mm": partial(taken_back, beside_mm=25),
    "exchanged, 8 mm": partial(exchanged, beside_mm=8),
    "exchanged upon a heap, 8 mm": partial(exchanged_upon, beside_mm=8),
    "a Wizard upon its like, 8 mm": partial(likes, beside_mm=8),
    "a Wizard upon its like, 25 mm": partial(likes, beside_mm=25),
    "pushed upon another, 7 mm": partial(pushed, far_mm=7),
    "a Wizard pushed upon its like, 14 mm": partial(pushed_likes, far_mm=14),
    "a hand rests upon them": rested_on,
    "swept": swept,
}
"""What happens, by its name: each takes a heap whose table is bare."""
