"""Corner indices as a second opinion on unclear cards."""

import numpy as np
import pytest

from models import labels
from vision.read import augmentation
from vision.read.decide import decide
from vision.read.index import IndexReader, pooled
from vision.read.reader import Reader, Scores

US = IndexReader("us")
QUAD = np.array([[100, 80], [260, 80], [260, 303], [100, 303]], np.float32)
PICTURE = np.zeros((400, 400, 3), np.uint8)


def heads(card, rank=0.99, suit=0.99):
    """Give logits of a corner that shows a card's rank and sign with so much certainty, and else nothing."""
    out = []
    for count, none, share, told in zip(
        (len(labels.RANKS), len(labels.SUITS)),
        (labels.RANKS.index("none"), labels.SUITS.index("none")),
        (rank, suit),
        labels.split(card),
        strict=True,
    ):
        p = np.full(count, 1e-6)
        p[none] += 1 - share
        p[told] += share
        out.append(np.log(p))
    return out


def says(**shares):
    """Give a reading of the names in `shares`."""
    row = np.zeros(len(US.names))
    for name, share in shares.items():
        row[US.names.index(name[1:])] = share
    return row


def best(row):
    return US.names[int(np.argmax(row))], float(row.max())


class Told:
    """A network that gives each corner, in the order in which they are shown, what was told it."""

    metadata = {}

    def __init__(self, *said):
        self.said, self.shown = list(said), 0

    def run(self, outputs, crops):
        now = [self.said[min(self.shown + i, len(self.said) - 1)] for i in range(len(crops))]
        self.shown += len(crops)
        return [np.stack(part) for part in zip(*now, strict=True)]


def reader_of(*said):
    reader = IndexReader("us")
    reader.__dict__["_network"] = Told(*said)
    return reader


HIDDEN = heads("none", 0, 0)


def test_a_hidden_index_tells_nothing():
    row = US.evidence(*HIDDEN)
    assert row.sum() == pytest.approx(1) and row.max() < 1.2 * row.min()


def test_a_hidden_rank_leaves_the_cards_of_its_suit():
    row = US.evidence(*heads("7H", rank=0.0))
    hearts = [row[US.names.index(f"{rank}H")] for rank in ("2", "7", "K", "A")]
    assert min(hearts) > 0.05 and max(hearts) == pytest.approx(min(hearts), rel=0.01)
    assert row[US.names.index("7S")] < 0.001 > row[US.names.index("back")]


@pytest.mark.parametrize("card", ["10H", "QS", "W", "J"])
def test_an_index_in_view_names_its_card(card):
    assert best(US.evidence(*heads(card)))[0] == card
    assert best(US.evidence(*heads(card)))[1] > 0.95


def test_an_index_of_another_edition_tells_nothing():
    assert US.evidence(*heads("11B")).max() < 0.05


def test_covered_corners_leave_a_reading_as_it_is():
    row = says(_7H=0.6, _8H=0.3)
    told = reader_of(HIDDEN).second(PICTURE, [QUAD], [row])
    assert told[0] is row


def test_an_index_settles_what_the_reader_wavers_about():
    row = says(_7H=0.5, _8H=0.45)
    reader = reader_of(heads("8H"), HIDDEN)
    name, sure = best(reader.second(PICTURE, [QUAD], [row])[0])
    assert name == "8H" and sure > 0.95
    assert reader._network.shown == 2


def test_the_other_corners_are_read_only_where_the_usual_ones_bear_nothing():
    row = says(_7H=0.5, _8H=0.45)
    reader = reader_of(HIDDEN, HIDDEN, heads("7H"), HIDDEN)
    assert best(reader.second(PICTURE, [QUAD], [row])[0])[0] == "7H"
    assert reader._network.shown == 4


def test_a_rank_and_a_sign_that_stand_in_two_corners_are_joined():
    rank, sign = heads("7D", suit=0.0), heads("7D", rank=0.0)
    reader = reader_of(rank, rank, sign, sign)
    name, sure = best(reader.second(PICTURE, [QUAD], [says(_3S=0.3, _7D=0.2)])[0])
    assert name == "7D" and sure > 0.9
    told = reader_of(rank, rank, sign, sign).alone(PICTURE, QUAD, np.ones(4, bool))
    assert best(told)[0] == "7D" and told.max() > 0.9


def test_a_rank_alone_does_not_tell_a_card():
    rank = heads("7D", suit=0.0)
    row = says(_3S=0.3, _7D=0.2)
    assert reader_of(rank, rank, HIDDEN, HIDDEN).second(PICTURE, [QUAD], [row])[0] is row
    assert reader_of(rank, rank, HIDDEN, HIDDEN).alone(PICTURE, QUAD, np.ones(4, bool)) is None


def test_a_reader_and_an_index_that_contradict_each_other_ask():
    row = says(_KD=0.97, _QD=0.02)
    for told in ([heads("3D")], [heads("3D"), heads("3D")]):
        assert best(pooled(row, US.evidence(*map(np.stack, zip(*told, strict=True)))))[1] < 0.95


def test_two_indices_that_contradict_each_other_ask():
    told = np.stack([US.evidence(*heads(card)) for card in ("3D", "9S")])
    assert best(pooled(says(_3D=0.6, _9S=0.35), told))[1] < 0.95


def test_what_the_reader_is_sure_of_and_the_index_does_not_see_so_is_asked_about():
    assert best(pooled(says(_KD=0.96, _3D=0.02), US.evidence(*heads("3D", rank=0.8))[None]))[1] < 0.95


def test_a_corner_that_hardly_tells_leaves_a_certain_reading_as_it_is():
    row = says(_KD=0.96, _QD=0.02)
    assert pooled(row, US.evidence(*heads("KD", rank=0.4, suit=0.4))[None]) is row
    assert pooled(row, US.evidence(*heads("QD", rank=0.4))[None]) is row


def test_a_corner_that_agrees_makes_a_certain_reading_more_certain():
    assert best(pooled(says(_KD=0.96, _QD=0.02), US.evidence(*heads("KD"))[None]))[1] > 0.98


def test_a_pool_is_a_distribution_of_the_reader_s_kind():
    row = says(_7H=0.5, _8H=0.45).astype(np.float32)
    told = pooled(row, US.evidence(*heads("7H"))[None])
    assert told.dtype == np.float32 and 0.5 < told.sum() <= 1.0001


def test_the_shipped_reader_has_an_index_reader_for_its_edition():
    for edition in ("us", "amigo"):
        reader = Reader(edition)
        assert reader.index.names == reader.names


def test_an_unclear_card_is_held_against_its_index_and_a_clear_one_is_not():
    class Base:
        names = US.names
        index = reader_of(heads("8H"))
        titles = None

        def read(self, crops):
            return Scores(US.names, np.stack([says(_7H=0.5, _8H=0.45)] * len(crops)))

    unclear, clear = says(_7H=0.5, _8H=0.45), says(_9S=0.995)
    rows = augmentation.settled(PICTURE, [QUAD, QUAD], Base(), [unclear, clear])
    assert best(rows[0])[0] == "8H" and rows[1] is clear
    assert Base.index._network.shown == 2


SEEN = np.array([True, False, False, False])


def test_a_card_that_others_hide_is_read_by_the_corner_in_view_alone():
    index = reader_of(heads("7H"))
    assert best(index.alone(PICTURE, QUAD, SEEN))[0] == "7H"
    assert index._network.shown == 1


def test_without_a_corner_in_view_nothing_is_read():
    assert reader_of(heads("7H")).alone(PICTURE, QUAD, np.zeros(4, bool)) is None
    assert reader_of(heads("7H", 0.0, 0.0)).alone(PICTURE, QUAD, SEEN) is None


def test_what_the_reader_says_of_a_partly_hidden_card_only_confirms_its_index():
    row = says(_7H=0.9, _7D=0.1)
    alone = best(reader_of(heads("7H", 0.9, 0.9)).alone(PICTURE, QUAD, SEEN))
    both = best(reader_of(heads("7H", 0.9, 0.9)).alone(PICTURE, QUAD, SEEN, row))
    assert both[0] == alone[0] == "7H" and both[1] > alone[1]
    against = best(reader_of(heads("7H", 0.9, 0.9)).alone(PICTURE, QUAD, SEEN, says(_9C=0.999)))
    assert against == alone


def test_a_jester_s_letter_alone_is_never_trusted():
    name, share = best(reader_of(heads("J")).alone(PICTURE, QUAD, SEEN))
    assert name == "J" and share < 0.95


def test_what_the_reader_takes_for_no_card_is_offered_by_its_index_and_asked_about():
    class Blind:
        names = US.names
        index = reader_of(heads("8H"))
        titles = None

    nothing = says(_none=0.999)
    row = augmentation.offered(PICTURE, QUAD, Blind(), nothing)
    assert best(row)[0] == "none" and row.sum() <= 1.001
    faces = np.delete(row, US.names.index("none"))
    assert np.delete(np.array(US.names), US.names.index("none"))[faces.argmax()] == "8H"
    reading = decide(US.names, row, QUAD)
    assert reading.asks and not reading.likely and reading.card == "8H"


def test_a_rank_whose_sign_cannot_be_told_offers_the_cards_of_its_rank_and_makes_it_no_likelier_a_card():
    rank, sign = heads("AC", suit=0.0), heads("AC", rank=0.0, suit=0.02)

    class Blind:
        names = US.names
        index = reader_of(rank, rank, HIDDEN, sign)
        titles = None

    nothing = says(_none=0.97, _J=0.02)
    row = augmentation.offered(PICTURE, QUAD, Blind(), nothing)
    assert row[US.names.index("none")] == pytest.approx(0.97, abs=1e-3)
    reading = decide(US.names, row, QUAD)
    offered = [name for name, _ in reading.alternatives if name not in ("W", "J")]
    assert reading.asks and offered[0] == "AC" and {"AS", "AH", "AD"} <= set(offered)


def test_what_the_reader_knows_or_has_no_index_is_offered_as_it_was():
    class Seeing:
        names = US.names
        index = reader_of(HIDDEN)

    for row in (says(_none=0.999), says(_7H=0.6)):
        assert augmentation.offered(PICTURE, QUAD, Seeing(), row) is row
