"""What happens to cards at a table, behind one hand after the other: each ends where the truth is known."""

from dataclasses import replace
from functools import partial

from heap import beside


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


def swept_and_laid(heap):
    """Sweep a trick, and lay the next one where it lay."""
    swept(heap)
    apart(heap)


def laying(heap, seat):
    """Give a hand that lays a card, as `Heap.reach_both` takes it."""
    card = heap.deck.pop()
    return seat, lambda: heap.table.lay(card, seat)


def swept_as_laid(heap):
    """Sweep a trick while somebody lays the first card of the next one."""
    apart(heap)
    heap.reach_both((0, lambda: heap.table.sweep(0)), laying(heap, 2))
    heap.look(20)


def laid_by_two(heap, before):
    """Lay so many cards, and two more by two hands that reach in at nearly the same time."""
    for seat in range(before):
        heap.lay(seat)
    heap.reach_both(laying(heap, before), laying(heap, before + 1))


def taken_back_as_laid(heap):
    """Take the newest of three cards back while somebody lays another."""
    apart(heap)
    heap.reach_both((2, heap.table.take_back), laying(heap, 3))


def two_at_once(heap):
    """Lay two cards behind one hand, the second 25 mm beside the first."""
    heap.lay(0)
    one, other = heap.deck.pop(), heap.deck.pop()

    def lay():
        heap.table.lay(one, 1)
        laid = heap.table.trick[-1]
        upon = replace(laid, card=other, centre=beside(laid, 25), height=laid.height + 0.8)
        heap.table.arrange([*heap.table.trick, upon])

    heap.reach(1, lay)


def turned_over(heap):
    """Lay a card face down, and turn it over."""
    heap.lay(0)
    heap.lay(1, card="back")
    turned = replace(heap.table.trick[-1], card=heap.deck.pop())
    heap.reach(1, lambda: heap.put(turned))


def pulled_in(heap):
    """Lay a card half beyond the picture's lower rim, and pull it in to where it belongs."""
    heap.lay(1)
    there = heap.lay_at_rim(0)
    heap.reach(0, lambda: heap.put(there))


def straightened(heap):
    """Turn a card that lies upon another by 25 degrees, where it lies."""
    heap.lay(0)
    heap.lay(1, 16, turned=-20)
    heap.push(0, towards=0, turned=25)


def drawn_out(heap):
    """Take the lowermost of three cards from beneath the others."""
    upon(heap, 25)
    heap.reach(0, lambda: heap.table.take_up(heap.table.trick[0].card))


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
    "swept, and the next trick laid": swept_and_laid,
    "swept as another card is laid": swept_as_laid,
    "the first two laid at nearly one time": partial(laid_by_two, before=0),
    "two laid at nearly one time upon another": partial(laid_by_two, before=1),
    "taken back as another card is laid": taken_back_as_laid,
    "two laid at once, 25 mm": two_at_once,
    "laid face down and turned over": turned_over,
    "laid half beyond the picture, and pulled in": pulled_in,
    "straightened upon another": straightened,
    "drawn out from beneath two": drawn_out,
}
"""What happens, by its name: each takes a heap whose table is bare."""
