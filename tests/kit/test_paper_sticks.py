"""The drawn net, cut out and folded, is the stick of docs/kit.md: the test folds it."""

import math

import numpy as np
import pytest
from paper_net import fold, folded, nets, symbol_of
from pdf_paths import read_pages
from stl_renderer.mesh import unit_normals

from games.sticks import COLORS, KIT

SHEETS = {"a4": (210, 297), "letter": (215.9, 279.4)}
REACH = 4 / math.cos(math.pi / 6)


@pytest.fixture(params=SHEETS)
def page(request, kit):
    (read,) = read_pages(kit / f"sticks-{request.param}.pdf")
    assert read.size == pytest.approx(SHEETS[request.param], abs=0.01)
    return read


@pytest.fixture(params=range(3))
def net(request, page):
    return nets(page)[request.param]


def test_a_net_has_three_sides_of_ninety_two_by_sixteen(net):
    assert [p.size for p in net.paper][0] == pytest.approx([92, 48], abs=0.02)
    level = [f for f in net.folds if abs(np.ptp(f[:, 1])) < 0.01]
    assert sorted({round(float(f[0, 1]), 1) for f in level}) == [16, 32, 48]
    for y in (16, 32, 48):
        xs = np.concatenate([f[:, 0] for f in level if abs(f[0, 1] - y) < 0.1])
        assert (xs.min(), xs.max()) == pytest.approx((-46, 46), abs=0.02)


def test_folded_every_edge_has_the_notches_of_its_number(net):
    folds = sorted(round(float(cut[:, 1].mean())) for cut in net.cut_outs)
    assert folds == [16, 32, 32]
    middles = sorted((round(float(c[:, 1].mean())), float(c[:, 0].mean())) for c in net.cut_outs)
    assert [x for _, x in middles] == pytest.approx([0, -12.88, 12.88], abs=0.02)


def test_folded_a_cut_out_is_a_notch_six_wide_and_four_deep(net):
    for cut in net.cut_outs:
        assert np.ptp(cut, axis=0) == pytest.approx([6, 2 * REACH], abs=0.02)
        bar = folded(cut)
        edge = bar[np.argsort(np.abs(cut[:, 1] - cut[:, 1].mean()))[:2]]
        tips = bar[np.argsort(-np.abs(cut[:, 1] - cut[:, 1].mean()))[:2]]
        middle = np.array([0, 8 / math.sqrt(3)])
        inwards = middle - edge[0, 1:]
        inwards /= np.linalg.norm(inwards)
        assert (tips[:, 1:] - edge[0, 1:]) @ inwards == pytest.approx([4, 4], abs=0.02)
        assert np.ptp(edge[:, 0]) == pytest.approx(6, abs=0.02)


def test_folded_each_side_lies_opposite_the_edge_that_the_kits_table_names(net):
    row = KIT[COLORS.index(net.color)]
    drawn = {0: "destiny", 1: "destiny", 2: "destiny"}
    for points, _ in net.symbols:
        drawn[int(points[:, 1].mean() // 16)] = symbol_of(points)
    # The edges between the sides, in order: none where the net closes, one notch, two.
    assert drawn == {0: row[2], 1: row[0], 2: row[1]}


def test_symbols_are_drawn_three_times_along_a_side_clear_of_edges_and_cut_outs(net):
    for side in (0, 2):
        mine = [points for points, _ in net.symbols if points[:, 1].mean() // 16 == side]
        middles = sorted((p[:, 0].min() + p[:, 0].max()) / 2 for p in mine)
        assert middles == pytest.approx([-92 / 3, 0, 92 / 3], abs=0.5)
        for points in mine:
            assert (points[:, 1] - 16 * side).min() > 1 and (points[:, 1] - 16 * side).max() < 15
            for cut in net.cut_outs:
                middle = cut.mean(0)
                # Inside a diamond the two shares add up to less than one.
                shares = np.abs(points - middle) @ [1 / 3, 1 / REACH]
                assert shares.min() > 1.2


def test_no_flap_lies_behind_a_notch(net):
    """The long flap is glued behind the first side: turned over its fold it must end before the cut-out."""
    flap = net.outline[net.outline[:, 1] > 48.01]
    behind = flap[:, 1].max() - 48
    assert 5 < behind < 16 - REACH - 1
    ends = net.outline[(np.abs(net.outline[:, 0]) > 46.01)]
    # An end's flap reaches into the bar by its width, and the nearest cut-out ends at 15.88.
    assert len(ends) == 10
    assert 46 - 6 > 15.88 + 3


def test_the_ends_close_the_bar_and_their_flaps_do_not_overlap_the_sides(net):
    tip = np.abs(net.outline[np.abs(net.outline[:, 1] - 24) < 0.01][:, 0])
    assert tip == pytest.approx([46 + 8 * math.sqrt(3)] * 2, abs=0.02)
    aside = net.outline[np.abs(net.outline[:, 0]) > 46.01]
    assert len(aside) == 10


def test_paper_and_symbols_have_the_colours_of_the_stick(net):
    paper = np.array(net.paper[0].fill)
    inks = np.array([fill for _, fill in net.symbols])
    seen = {
        "red": paper[0] > 150 and paper[1:].max() < 60,
        "black": paper.max() < 60,
        "white": paper.min() > 240,
    }
    assert seen[net.color]
    assert (np.abs(inks - paper).max(1) > 150).all()


def test_the_page_has_a_ruler_a_hint_and_room_for_the_printer(page):
    rulers = [p for p in page.paths if len(p.points) == 2 and p.size == pytest.approx([100, 0], abs=0.01)]
    assert len(rulers) == 1
    for words in ("100 mm", "fold", "Cut", "Glue"):
        assert words in page.words
    for path in page.paths:
        assert path.points.min() > 4.9
        assert (np.array(page.size) - path.points.max(0)).min() > 4.9


def test_the_folded_bar_has_the_measures_and_the_table_of_the_solid_one(net):
    bar = fold(net)
    corners = bar.triangles.reshape(-1, 3)
    assert corners.min(0) == pytest.approx([-46, -8, 0], abs=0.01)
    assert corners.max(0) == pytest.approx([46, 8, 8 * math.sqrt(3)], abs=0.01)
    table = {bar.notches[k]: bar.symbols[k] for k in range(3)}
    assert tuple(table[n] for n in range(3)) == KIT[COLORS.index(net.color)]
    facing = unit_normals(bar.triangles[bar.inked])
    sides = bar.normals[[bar.symbols.index("force"), bar.symbols.index("magic")]]
    assert (facing @ sides.T).max(1) == pytest.approx(1, abs=1e-4)
