"""The special cards of Wizard's anniversary editions: docs/rules/wizard.md 8, named by its rows."""

import pytest
from records import format_record

from games.errors import NotAllowed, Unreadable
from games.history import Game
from games.record import event_from_dict, header_from_dict, header_to_dict
from games.replay import replay
from games.wizard import (
    Bid,
    ChangeBid,
    Confirm,
    Exchange,
    NameSuit,
    NameTrump,
    PassOn,
    Phase,
    Play,
    Shape,
    Swap,
    TurnUp,
    describe,
    expects,
    outcome,
    shown,
    view,
)
from games.wizard.rules import SWITCHES
from games.wizard.state import deal

ALL = dict.fromkeys(SWITCHES, True)


def begin(friends, *steps, round=1, seats=3, **rules):
    """Begin with all special cards; in a later round the deal has passed to the left as often."""
    header = friends.header(seats, **(ALL | {"edition": "amigo"} | rules))
    state = deal(header, round, (round - 1) % seats)
    return friends.happen(Game(header, (), (state,)), *steps)


def refused(game, step, friends, rule):
    before = game.state
    with pytest.raises(NotAllowed) as refusal:
        friends.happen(game, step)
    assert refusal.value.rule == rule and game.state is before
    said = str(refusal.value)
    assert said[0].isupper() and said[-1] == "." and "None" not in said
    return said


# The deck


@pytest.mark.parametrize("switch, cards", SWITCHES.items())
def test_each_card_comes_only_where_it_is_switched_on(friends, switch, cards):
    for card in cards:
        assert friends.happen(friends.begin(**{switch: True}), card).state.turned == card
        with pytest.raises(Unreadable, match="is not in this game"):
            event_from_dict({"event": "turn_up", "card": card}, friends.header())


def test_dragon_and_fairy_come_together_only():
    assert SWITCHES["dragon_fairy"] == ("dragon", "fairy")
    assert not {"dragon", "fairy"} & SWITCHES.keys()


@pytest.mark.parametrize("rounds, last", [("sixty", 20), ("deck", 23)])
def test_the_number_of_rounds_goes_by_sixty_or_by_the_whole_deck(friends, rounds, last):
    assert friends.begin(3, **ALL, rounds=rounds).state.rounds == last


def test_in_the_last_round_a_card_is_turned_up_where_one_is_left(friends):
    assert begin(friends, round=20).state.phase is Phase.DEAL
    assert begin(friends, round=23, rounds="deck").state.phase is Phase.BIDDING


def test_games_without_special_cards_write_and_read_as_they_did(friends):
    header = friends.header()
    older = header_to_dict(header)
    older["rules"] = {key: older["rules"][key] for key in list(older["rules"])[:6]}
    assert header_from_dict(older) == header
    assert "specials" not in view(Game.begin(header).state, 0)
    record = format_record(
        header, friends.happen(friends.begin(), "7H", 0, 1, 0, "2H", "9H", "3C", "ok").events
    )
    assert replay(record).state.sheet[0].totals == (20, 20, 30)


def test_a_special_card_says_nothing_of_the_first_dealer(friends):
    game = friends.begin(**ALL, first_dealer="high_card")
    said = refused(game, {"event": "lot", "card": "dragon"}, friends, "special")
    assert "deal Ann another card" in said


# Turned up


@pytest.mark.parametrize(
    "card, rules, phase",
    [
        ("dragon", {}, Phase.TRUMP_CHOICE),
        ("fairy", {}, Phase.BIDDING),
        ("fairy", {"turned_fairy": "dealer_chooses"}, Phase.TRUMP_CHOICE),
        ("bomb", {}, Phase.BIDDING),
        ("juggler", {}, Phase.TRUMP_CHOICE),
        ("juggler", {"turned_juggler": "no_trump"}, Phase.BIDDING),
        ("cloud", {}, Phase.TRUMP_CHOICE),
        ("werewolf", {}, Phase.TRUMP_CHOICE),
        ("shapeshifter", {}, Phase.TRUMP_CHOICE),
        ("shapeshifter", {"turned_shapeshifter": "no_trump"}, Phase.BIDDING),
        ("witch", {}, Phase.BIDDING),
        ("vampire", {}, Phase.DEAL),
        ("vampire", {"turned_vampire": "dealer_chooses"}, Phase.TRUMP_CHOICE),
    ],
)
def test_a_turned_up_card_names_a_trump_none_or_whoever_names_it(friends, card, rules, phase):
    state = begin(friends, card, **rules).state
    assert (state.phase, state.trump) == (phase, None)


def test_behind_a_turned_up_vampire_the_next_card_decides(friends):
    state = begin(friends, "vampire", "5R").state
    assert (state.phase, state.trump, state.turned, state.seen) == (
        Phase.BIDDING,
        "R",
        "5R",
        ("vampire", "5R"),
    )
    assert begin(friends, "vampire", "dragon").state.phase is Phase.TRUMP_CHOICE
    refused(begin(friends, "vampire"), TurnUp("vampire"), friends, "duplicate")
    # The Vampire is the last of the deck: 61 cards, of which 60 are dealt.
    header = friends.header(vampire=True)
    last = Game(header, (), (deal(header, 20, 0),))
    assert friends.happen(last, "vampire").state.phase is Phase.BIDDING


# In a trick


def test_a_trick_with_special_cards_is_settled_as_in_the_vector(specials_vector):
    found = outcome(specials_vector["cards"], specials_vector["trump"])
    assert (found.takes, found.leads) == (specials_vector["takes"], specials_vector["leads"])


def test_a_witch_may_count_as_a_jester():
    assert outcome(("witch", "J", "fairy"), None).takes == 1
    assert outcome(("witch", "J", "fairy"), None, "jester").takes == 0


def test_a_bombed_trick_is_nobodys_and_the_round_has_one_trick_fewer(friends):
    game = begin(friends, "1R", 0, 0, 1, "9B", "bomb", "13B")
    shown_now = view(game.state, None)
    assert (shown_now["winning"], shown_now["leads"]) == (None, 0)
    done = friends.happen(game, "ok").state
    assert done.sheet[0].tricks == (0, 0, 0) and done.sheet[0].points == (-10, 20, 20)
    assert done.last[1] is None and view(done, None)["last_trick"]["winner"] is None
    # Ann would have won: with the other rule she deals.
    dealer = {"next_dealer": "last_trick_winner"}
    assert begin(friends, "1R", 0, 0, 1, "9B", "bomb", "13B", "ok", **dealer).state.dealer == 0


def test_a_dragon_that_is_led_frees_the_others_and_a_low_card_leaves_it_to_the_next(friends):
    assert view(begin(friends, "1R", 0, 0, 1, "dragon").state, 0)["called"] is None
    for low in ("fairy", "bomb", "witch"):
        assert view(begin(friends, "1R", 0, 0, 1, low, "4G").state, 0)["called"] == "G"


@pytest.mark.parametrize("rule, called", [("called", "G"), ("free", None)])
def test_a_suit_that_was_said_is_followed_or_not(friends, rule, called):
    for card in ("juggler", "cloud"):
        game = begin(friends, "1R", 0, 0, 1, card, NameSuit("G"), named_suit=rule)
        assert view(game.state, 0)["called"] == called
        # It wins in either case against other suits.
        done = friends.happen(game, "13B", "5Y")
        assert view(done.state, None)["winning"] == 1


def test_before_a_suit_is_said_no_card_comes_and_only_its_player_says_it(friends):
    game = begin(friends, "1R", 0, 0, 1, "juggler")
    assert (game.state.phase, game.state.turn, expects(game.state).kind) == (Phase.SUIT_CHOICE, 1, "none")
    refused(game, Play("5B"), friends, "phase")
    assert "Bo is to say that" in refused(game, NameSuit("B", 2), friends, "turn")
    refused(game, Shape("W"), friends, "phase")
    assert friends.happen(game, NameSuit("B")).state.trick.counts == ("juggler:B",)


def test_a_shapeshifter_is_what_its_player_says(friends):
    game = begin(friends, "1R", 0, 0, 1, "shapeshifter")
    assert (game.state.phase, game.state.turn) == (Phase.SHAPE_CHOICE, 1)
    for shape, winner in (("W", 1), ("J", 2)):
        after = friends.happen(game, Shape(shape), "3B", "2B")
        assert view(after.state, None)["winning"] == winner
    with pytest.raises(Unreadable, match="Wizard .W. or a Jester"):
        event_from_dict({"event": "shape", "shape": "dragon"}, game.header)


# The Vampire


@pytest.mark.parametrize(
    "turned, said, counts",
    [
        (("5R",), (), "5R"),
        (("W",), (), "W"),
        (("bomb",), (), "bomb"),
        (("juggler", NameTrump("B")), (NameSuit("Y"),), "juggler:Y"),
        (("shapeshifter", NameTrump("B")), (Shape("J"),), "J"),
        (("dragon", NameTrump("B")), (), "dragon"),
        (("witch",), (), "witch"),
    ],
)
def test_a_vampire_counts_as_the_turned_up_card(friends, turned, said, counts):
    game = begin(friends, *turned, 0, 0, 1, "vampire", *said)
    assert (game.state.phase, game.state.trick.counts) == (Phase.TRICK, (counts,))


def test_a_vampire_that_copies_a_number_never_has_to_follow(friends):
    game = begin(friends, "5R", 0, 0, 0, "9B", "vampire", "2B", "ok", "13Y", 0, 0, 0, round=1)
    assert game.state.notices == ()


def test_where_the_werewolf_lies_the_vampire_counts_as_the_next_card(friends):
    game = begin(friends, "5R", Exchange("werewolf", 0), NameTrump("G"), 0, 0, 0, "vampire")
    assert game.state.phase is Phase.NEXT_CARD and expects(game.state).kind == "turn_up"
    refused(game, TurnUp("werewolf"), friends, "duplicate")
    after = friends.happen(game, TurnUp("cloud"), NameSuit("G")).state
    assert after.trick.counts == ("cloud:G",) and set(after.seen) == {"werewolf", "cloud", "vampire"}


def test_a_vampire_that_the_witch_took_up_copies_what_was_turned_up_for_it_before(friends):
    game = begin(friends, "5R", Exchange("werewolf", 0), NameTrump("G"), 0, 0, 0, "vampire", round=2)
    game = friends.happen(game, TurnUp("9B"), "witch", "2B", "ok", Swap("3Y", "vampire"), "4B", "vampire")
    assert game.state.phase is Phase.TRICK and game.state.trick.counts == ("4B", "9B")
    assert game.state.drawn == 2 and game.state.outcome.takes == 0


# The Werewolf


def test_the_werewolf_is_laid_for_the_turned_up_card_before_the_bids(friends):
    game = begin(friends, "5R")
    assert expects(game.state).only == ("werewolf",)
    game = friends.happen(game, Exchange("werewolf"))
    assert (game.state.phase, game.state.turn, game.state.turned) == (Phase.TRUMP_CHOICE, None, "werewolf")
    refused(game, NameTrump("B"), friends, "werewolf")
    named = friends.happen(game, NameTrump(None, 2))
    assert (named.state.trump, named.state.owner, named.state.phase) == (None, 2, Phase.BIDDING)
    # The card that was taken up is in a hand again, and may be played.
    assert friends.happen(named, 0, 0, 0, "5R").state.seen == ("werewolf", "5R")
    refused(named, Exchange("werewolf"), friends, "phase")


def test_the_werewolf_comes_before_a_dealers_choice_too_and_never_after_a_bid(friends):
    game = begin(friends, "dragon", Exchange("werewolf", 1))
    assert game.state.turn == 1
    assert "Bo is to say that" in refused(game, NameTrump("R", 0), friends, "turn")
    refused(begin(friends, "5R", 0), Exchange("werewolf", 1), friends, "phase")
    refused(begin(friends, "werewolf"), Exchange("werewolf", 1), friends, "phase")
    refused(begin(friends, "5R"), Exchange("bomb", 1), friends, "werewolf")


def test_the_trump_goes_over_to_whoever_laid_the_werewolf_after_all(friends):
    game = friends.happen(begin(friends, "5R"), Exchange("werewolf", 1), NameTrump("B", 1), 0, 0, 0)
    after = game.mend(game.events.index(Exchange("werewolf", 1)), Exchange("werewolf", 2))
    assert (after.state.owner, after.state.trump) == (2, "B")


def test_only_who_laid_the_werewolf_may_name_none(friends):
    with pytest.raises(Unreadable, match="must name a suit"):
        friends.happen(begin(friends, "dragon"), NameTrump(None))


def test_the_werewolf_is_never_laid_in_a_trick_while_a_card_is_turned_up(friends):
    said = refused(begin(friends, "5R", 0, 0, 0), Play("werewolf"), friends, "werewolf")
    assert "undo to the bids" in said


@pytest.mark.parametrize("rule", ["jester", "names_trump"])
def test_without_a_turned_up_card_the_werewolf_is_a_jester(friends, rule):
    game = begin(friends, round=23, rounds="deck", unturned_werewolf=rule)
    if rule == "names_trump":
        game = friends.happen(game, Exchange("werewolf", 1), NameTrump("B"))
        assert (game.state.turned, game.state.trump) == (None, "B")
    else:
        refused(game, Exchange("werewolf", 1), friends, "phase")
    assert friends.happen(game, 0, 0, 0, "werewolf").state.trick.counts == ("J",)


# The Cloud


def clouded(friends, *bids, **rules):
    """Let Cy, who leads round 2, win the trick with the Cloud; he bids first."""
    laid = ("cloud", NameSuit("B"), "1B", "2B", "ok")
    return begin(friends, "1R", *bids, *laid, round=2, **rules)


def test_the_winner_of_the_cloud_changes_the_bid_by_one(friends):
    game = clouded(friends, 1, 1, 1)
    assert (game.state.phase, game.state.turn) == (Phase.CHANGE_BID, 2)
    refused(game, Play("5B"), friends, "phase")
    assert "Cy is to say that" in refused(game, ChangeBid(0, 1), friends, "turn")
    assert friends.happen(game, ChangeBid(2, -1)).state.bids == (1, 1, 0)


def test_a_bid_is_not_changed_beyond_the_round(friends):
    assert view(clouded(friends, 0, 1, 1).state, 2)["choice"]["by"] == [1]
    assert view(clouded(friends, 2, 1, 1).state, 2)["choice"]["by"] == [-1]
    free = clouded(friends, 0, 1, 1, cloud_range="free")
    assert friends.happen(free, ChangeBid(2, -1)).state.bids[2] == -1
    said = refused(clouded(friends, 0, 1, 1), ChangeBid(2, -1), friends, "change_bid")
    assert said == "Cy cannot bid one fewer: choose one more."


def test_the_sum_of_the_bids_may_be_held_against_the_rule_of_the_last_bid(friends):
    # Bids of 1, 1 and 1 in round 2: one fewer would fit.
    bids = (1, 1, 1)
    assert view(clouded(friends, *bids, last_bid="nonzero").state, 2)["choice"]["by"] == [-1, 1]
    strict = {"last_bid": "nonzero", "cloud_sum": "last_bid"}
    assert view(clouded(friends, *bids, **strict).state, 2)["choice"]["by"] == [1]
    # Where nothing else is left the rule gives way: it must be changed.
    assert view(clouded(friends, 0, 0, 1, **strict).state, 2)["choice"]["by"] == [1]


@pytest.mark.parametrize(("sum_rule", "by"), [("free", [-1, 1]), ("last_bid", [1])])
def test_a_bid_below_zero_obeys_the_rule_of_the_last_bid_as_any_other(friends, sum_rule, by):
    # Bids of 2, 1 and the dealer's 0 in round 2: one fewer would fit.
    rules = {"last_bid": "nonzero", "cloud_range": "free", "cloud_sum": sum_rule}
    laid = ("cloud", NameSuit("B"), "1B", "13B", "ok")
    game = begin(friends, "1R", 2, 1, 0, *laid, round=2, **rules)
    assert (game.state.turn, game.state.dealer) == (1, 1)
    assert view(game.state, 1)["choice"]["by"] == by


def test_a_change_of_the_last_trick_is_scored(friends):
    game = begin(friends, "1R", 0, 0, 0, "cloud", NameSuit("B"), "1B", "2B", "ok")
    assert game.state.phase is Phase.CHANGE_BID and game.state.sheet == ()
    done = friends.happen(game, ChangeBid(1, 1)).state
    assert done.sheet[0].bids == (0, 1, 0) and done.sheet[0].points == (20, 30, 20)


def test_nobody_changes_a_bid_where_the_bomb_took_the_trick(friends):
    game = begin(friends, "1R", 0, 0, 0, "cloud", NameSuit("B"), "bomb", "2B", "ok")
    assert game.state.sheet


def test_a_hidden_bids_change_is_hidden_too(friends):
    bids = (Bid(0, 0), Bid(1, 1), Bid(2, 0))
    game = clouded(friends, *bids, bids="delayed")
    # Which changes there are would tell the bid.
    assert [view(game.state, seat)["choice"]["by"] for seat in (0, 1, 2, None)] == [
        [-1, 1],
        [-1, 1],
        [1],
        [-1, 1],
    ]
    game = friends.happen(game, ChangeBid(2, 1))
    event, header = game.events[-1], game.header
    assert [shown(event, header, seat)["by"] for seat in (0, 1, 2, None)] == [None, None, 1, None]
    assert describe(event, header) == "Cy changed the bid by one"
    assert view(game.state, 0)["bids"] == [0, None, None]
    open_bids = clouded(friends, 1, 1, 1)
    assert shown(ChangeBid(2, 1), open_bids.header, None)["by"] == 1


# Witch and Juggler


def test_the_witch_exchanges_a_card_for_one_of_the_trick(friends):
    game = begin(friends, "1R", 0, 0, 0, "witch", "13B", "2B", "ok", round=2)
    assert (game.state.phase, game.state.turn) == (Phase.SWAP, 2)
    assert expects(game.state).taken == ("13B", "2B")
    assert "one of the other cards" in refused(game, Swap("5G", "witch"), friends, "swap")
    refused(game, Swap("5G", "4G"), friends, "swap")
    refused(game, Swap("2B", "13B"), friends, "duplicate")
    refused(game, Swap("werewolf", "13B"), friends, "swap")
    after = friends.happen(game, Swap("5G", "13B"))
    assert after.state.taken == game.state.taken and after.state.trick.leader == 0
    assert sorted(after.state.seen) == ["1R", "2B", "5G", "witch"]
    # What was taken is played again, what was laid for it is not.
    refused(friends.happen(after, "3B", "3G"), Play("5G"), friends, "duplicate")
    assert friends.happen(after, "3B", "3G", "13B", "ok").state.sheet[-1].tricks == (1, 0, 1)


def test_witch_and_juggler_do_nothing_in_the_last_trick(friends):
    game = begin(friends, "1R", 0, 0, 0, "witch", "juggler", NameSuit("B"), "2B", "ok")
    assert game.state.round == 2


def test_everybody_passes_a_card_on_after_the_juggler(friends):
    game = begin(friends, "1R", 0, 0, 0, "juggler", NameSuit("B"), "13B", "2B", "ok", round=2)
    assert game.state.phase is Phase.PASS_ON
    refused(game, Confirm(), friends, "phase")
    assert friends.happen(game, PassOn()).state.phase is Phase.TRICK
    assert game.passing() == PassOn()


def test_the_effects_of_one_trick_come_one_after_the_other(friends):
    laid = ("cloud", NameSuit("B"), "witch", "juggler", NameSuit("R"), "ok")
    game = begin(friends, "1R", 0, 0, 0, *laid, round=2)
    phases = []
    for event in (ChangeBid(1, 1), Swap("5G", "cloud"), PassOn()):
        phases.append(game.state.phase)
        game = friends.happen(game, event)
    assert phases == [Phase.CHANGE_BID, Phase.SWAP, Phase.PASS_ON] and game.state.phase is Phase.TRICK


# Revokes


def revokes(game):
    return [(note.player, note.trick) for note in game.state.notices]


def test_a_revoke_is_proven_from_cards_that_were_held_all_the_while(friends):
    # Ann leads round 3; Cy throws green on blue.
    game = begin(friends, "1R", 0, 0, 0, "5B", "6B", "9G", "ok", "1G", "7B", round=3)
    assert revokes(game) == [(2, 1)]


def test_one_card_that_the_juggler_may_have_brought_proves_nothing_and_a_second_does(friends):
    laid = ("7B", "juggler", NameSuit("B"), "9G", "ok", PassOn())
    game = begin(friends, "1R", 0, 0, 0, *laid, round=3)
    assert game.state.trick.leader == 1
    game = friends.happen(game, "2G", "8B", "3G", "ok")
    assert revokes(game) == []
    game = friends.happen(game, *("9B" if seat == 2 else f"{seat + 4}Y" for seat in lead(game)))
    assert revokes(game) == [(2, 1)]


def test_a_card_that_lay_before_the_juggler_proves_it(friends):
    laid = ("5B", "6B", "9G", "ok", "juggler", NameSuit("B"), "8B", "3G")
    assert revokes(begin(friends, "1R", 0, 0, 0, *laid, round=3)) == [(2, 1)]


def test_what_was_taken_for_the_witch_proves_nothing_of_before_and_what_was_laid_does(friends):
    # Bo throws green on blue, and takes a blue card with the Witch in the trick after it.
    laid = ("13B", "9G", "2B", "ok", "5B", "witch", "6B", "ok")
    game = begin(friends, "1R", 0, 0, 0, *laid, round=3)
    taken = friends.happen(game, Swap("4G", "5B"))
    after = friends.happen(taken, *("5B" if seat == 1 else f"{seat + 4}Y" for seat in lead(taken)))
    assert revokes(after) == []
    given = friends.happen(game, Swap("7B", "5B"))
    assert revokes(given) == [(1, 1)] and "for the Witch" in given.state.notices[0].text


def lead(game):
    """List the seats in the order of the next trick."""
    return [(game.state.trick.leader + place) % 3 for place in range(3)]


# Corrections


def test_a_correction_into_a_special_card_brings_what_is_said_with_it(friends):
    game = begin(friends, "1R", 0, 0, 0, "5B", "9B", "2B", round=2)
    index = len(game.events) - 2
    mended = game.mend(index, Play("juggler"), NameSuit("B"))
    assert view(mended.state, None)["winning"] == 0
    # And out of it: what was said with it has lost its sense.
    assert mended.mend(index, Play("9B")).state == game.state


def test_a_correction_that_needs_what_nobody_said_is_refused(friends):
    game = begin(friends, "1R", 0, 0, 0, "5B", "9B", "2B", round=2)
    with pytest.raises(NotAllowed, match="later step would no longer fit"):
        game.mend(len(game.events) - 2, Play("juggler"))


def test_what_the_next_card_was_turned_up_for_may_lose_its_sense(friends):
    game = begin(friends, "vampire", "5R", 0, 0, 0, "5B")
    mended = game.mend(0, TurnUp("7G"))
    assert mended.state.trump == "G" and len(mended.events) == len(game.events) - 1


def test_a_card_that_was_put_right_is_the_one_that_the_witch_took(friends):
    game = begin(friends, "1R", 0, 0, 0, "8B", "witch", "2B", "ok", round=2)
    game = friends.happen(game, Swap("5G", "8B"), "3B", "4B", "9G")
    mended = game.mend(4, Play("9B", 2))
    assert Swap("5G", "9B", 0) in mended.events
    assert sorted(mended.state.seen) == sorted(["1R", "witch", "2B", "5G", "3B", "4B", "9G"])
    assert mended.mend(4, game.events[4]).state == game.state


def test_the_witch_keeps_the_jester_that_she_took_where_another_was_none(friends):
    game = begin(friends, "1R", 0, 0, 0, 0, "J", "witch", "J", "2B", "ok", Swap("5G", "J"), round=2, seats=4)
    assert game.mend(5, Play("8B", 2)).events[-1].take == "J"
