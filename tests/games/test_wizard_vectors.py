"""Every vector of docs/rules/wizard.md 6, by its id; V01 to V09 stand in test_wizard_rounds."""

from itertools import accumulate

from games.wizard import forbidden_bid, playable, points, winner_of


def test_the_trick_goes_to_the_card_of_the_vector(tricks_vector):
    assert winner_of(tricks_vector["cards"], tricks_vector["trump"]) == tricks_vector["winner"]


def test_the_playable_cards_are_those_of_the_vector(legal_vector):
    legal = playable(legal_vector["hand"], legal_vector["played"])
    assert sorted(legal) == sorted(legal_vector["legal"])


def test_the_round_scores_the_points_of_the_vector(score_vector):
    assert points(score_vector["bid"], score_vector["tricks"]) == score_vector["points"]


def test_the_last_bidder_is_bound_as_in_the_vector(bidding_vector):
    rule = "free" if bidding_vector["rule"] == "open" else bidding_vector["rule"]
    prior = bidding_vector["prior"]
    totals = bidding_vector["scores"] or [0] * (len(prior) + 1)
    found = forbidden_bid(rule, bidding_vector["tricks"], prior, totals, len(prior))
    assert found == bidding_vector["forbidden"]


def test_the_printed_sample_table_shows_running_totals(sample_table):
    rounds = zip(sample_table["bids"], sample_table["tricks"], strict=True)
    scored = [[points(*cell) for cell in zip(*line, strict=True)] for line in rounds]
    seats = [list(accumulate(seat)) for seat in zip(*scored, strict=True)]
    assert [list(line) for line in zip(*seats, strict=True)] == sample_table["running"]
