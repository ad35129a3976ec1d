"""Every sentence of Wizard can be told in another language, whatever happens and whatever is refused."""

import random

import pytest

from games.record import event_to_dict, header_from_dict, header_to_dict
from games.wizard import awaited, describe
from texts import Said, spoken

NAMES = {"Ann", "Bo", "Cy", "Dee"}


@pytest.mark.parametrize(
    ("edition", "bids", "last_bid"),
    [("us", "open", "nonzero"), ("amigo", "open", "canadian"), ("us", "delayed", "free")],
)
def test_whatever_happens_or_is_refused_leaves_no_word_untold(friends, unfit, bare, edition, bids, last_bid):
    chance, rules, naked = random.Random(edition + bids), set(), set()
    header = friends.header(4, 0, edition=edition, bids=bids, last_bid=last_bid)
    pool = []
    for step, _, game in friends.whole_game(header, 7, rounds=4, careless=0.4):
        pool += [step] if step not in pool else []
        wishes = chance.sample(pool, min(len(pool), 12))
        wishes += [
            {"event": "bid", "player": seat, "tricks": tricks} for seat in range(4) for tricks in (0, 9)
        ]
        wishes += [{"event": "turn_up", "card": "W"}, {"event": "confirm"}, {"event": "play", "card": "J"}]
        for error in unfit.provoke(game, wishes):
            rules.add(getattr(error, "rule", None))
            naked.update((spoken(error), word) for word in bare(spoken(error), NAMES))
        for said in (awaited(game.state), describe(step, header), *(n.text for n in game.state.notices)):
            naked.update((said, word) for word in bare(said, NAMES))
    assert naked == set()
    assert {"phase", "bid_range", "duplicate"} <= rules and (bids != "open" or "turn" in rules)


def test_what_cannot_be_read_is_refused_in_any_language(friends, unfit):
    header, heard = friends.header(4), 0
    steps = list(friends.whole_game(header, 7, rounds=2))
    for step, _, game in steps:
        for error in unfit.provoke(game, unfit.spoilt(event_to_dict(step, header))):
            heard += 1
            assert isinstance(spoken(error), Said), spoken(error)
    for values in unfit.spoilt(header_to_dict(header)):
        try:
            header_from_dict(values)
        except ValueError as error:
            heard += 1
            assert isinstance(spoken(error), Said), spoken(error)
    assert heard > 100
