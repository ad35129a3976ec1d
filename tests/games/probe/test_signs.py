"""Words and letters as players write them (docs/rules/probe.md 1)."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.errors import GameError, NotAllowed, Unreadable
from games.probe import Phase, Rules, fold, parse_sign, parse_word
from games.probe.activity import CARDS, STAND_IN, parse_card, points_of, times_of, words
from games.probe.signs import possible


@pytest.mark.parametrize(
    "typed, word",
    [
        ("phare", "PHARE"),
        ("Œuvré", "OEUVRE"),
        ("ex æquo".replace(" ", ""), "EXAEQUO"),
        ("garçon", "GARCON"),
        ("NOËL", "NOEL"),
        ("straße", "STRASSE"),
        ("Ærø", "AERO"),
        ("Łódź", "LODZ"),
        ("ﬁlet", "FILET"),
        ("  ..phare.  ", "..PHARE."),
        ("…phare··", "...PHARE.."),
        (unicodedata.normalize("NFD", "éèêë"), "EEEE"),
        ("ＰＨＡＲＥ", "PHARE"),
        ("ıIiİ", "IIII"),
    ],
)
def test_accents_fall_away_and_ligatures_are_two_letters(typed, word):
    assert parse_word(typed, "folded") == word == fold(typed, "folded").strip()


@pytest.mark.parametrize(
    "typed, word", [("Œuvré", "ŒUVRÉ"), ("straße", "STRAẞE"), ("noe\u0308l", "NOËL"), ("..phare", "..PHARE")]
)
def test_a_table_may_keep_accents(typed, word):
    assert parse_word(typed, "kept") == word


def test_a_letter_is_asked_for_with_or_without_its_accent(bench):
    for asked in ("e", "E", "é", "É", "e\u0301"):
        state = bench.play(bench.standing("FJORD", "éphémère"), f"ask 1 {asked}")
        assert state.question.sign == "E"
        assert bench.opened(bench.play(state, "open 8"))[1] == [8]
    kept = bench.standing("FJORD", "éphémère", accents="kept")
    with pytest.raises(NotAllowed):
        bench.play(kept, "ask 1 E", "open 1")
    assert bench.opened(bench.play(kept, "ask 1 é", "open 1"))[1] == [1]


@pytest.mark.parametrize("accents", ["folded", "kept"])
@pytest.mark.parametrize(
    "typed",
    ["", ".", "....", "A.B", "A B", "A-B", "D'ICI", "L1", "A\n", "Ж", "日本", "A" * 13, "." * 9 + "ABCD"],
)
def test_what_is_no_word_is_refused(typed, accents):
    if typed == "A\n":
        assert parse_word(typed, accents) == "A"
        return
    with pytest.raises(Unreadable):
        parse_word(typed, accents)


@pytest.mark.parametrize(
    "value", [None, 7, True, [], {}, "", "AB", "Œ", "..", "…", "1", "-", " ", "x" * 10_000]
)
def test_what_is_no_letter_is_refused(value):
    with pytest.raises(Unreadable):
        parse_sign(value, "folded")


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.text(max_size=70) | st.text("éœß.·…AZaz", max_size=20), st.sampled_from(["folded", "kept"]))
def test_any_text_is_folded_once_for_all_or_refused_without_repeating_it(typed, accents):
    try:
        word = parse_word(typed, accents)
    except GameError as error:
        assert str(error).isprintable() and len(str(error)) < 300
        return
    assert parse_word(word, accents) == word and 1 <= len(word) <= 12
    assert accents == "kept" or set(word) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ.")
    assert "." not in word.strip(".")


@settings(deadline=None, derandomize=True, max_examples=200)
@given(
    word=st.tuples(st.integers(0, 8), st.integers(1, 12), st.integers(0, 8)),
    rules=st.builds(Rules, min_letters=st.sampled_from([1, 4, 5]), max_dots=st.sampled_from([0, 3, 5])),
    known=st.sets(st.integers(0, 11)),
)
def test_what_is_uncovered_is_possible_exactly_if_some_word_has_it(word, rules, known):
    before, letters, after = word
    size = before + letters + after
    if size > 12:
        return
    text = "." * before + "A" * letters + "." * after
    signs = [sign if place in known else None for place, sign in enumerate(text)]
    others = (
        "." * first + "A" * (size - first - last) + "." * last
        for first in range(min(size, rules.max_dots) + 1)
        for last in range(rules.max_dots - first + 1)
        if size - first - last >= rules.min_letters
    )
    wanted = any(
        all(known in (None, sign) for known, sign in zip(signs, other, strict=True)) for other in others
    )
    assert possible(signs, rules) == wanted


def test_a_word_may_have_so_many_letters_and_dots_and_no_more(bench):
    state = bench.begin(3)
    for good in (
        "word 0 QUIZ",
        "word 0 .....QUIZ",
        "word 0 ..QUIZ...",
        "word 0 ABCDEFGHIJKL",
        "ready 0 4",
        "ready 0 12",
    ):
        assert bench.play(state, good).seats[0].ready
    for wrong in ("word 0 THE", "word 0 ......QUIZ", "word 0 ...QUIZ...", "word 0 ..THE..", "ready 0 3"):
        with pytest.raises(NotAllowed) as refused:
            bench.play(state, wrong)
        assert refused.value.rule == "word"


def test_a_word_may_be_replaced_until_the_first_card_is_drawn(bench):
    state = bench.play(bench.begin(3), "word 0 QUIZ", "word 0 FJORD", "ready 1 6", "word 2 KIWI")
    assert state.phase is Phase.DRAW and len(state.seats[0].trays[0].signs) == 5
    state = bench.play(state, "word 1 PHARE")
    assert state.seats[1].trays[0].typed
    for later in (["draw normal"], ["misspelt 1"]):
        with pytest.raises(NotAllowed) as refused:
            bench.play(state, *later, "word 1 BANANE")
        assert refused.value.rule == "phase"


def test_the_stand_in_deck_has_its_36_cards():
    assert sum(STAND_IN.values()) == 36 and len(CARDS) == 12
    assert [times_of(card) for card in CARDS if times_of(card) > 1] == [3, 4, 5]
    assert [points_of(card) for card in CARDS if points_of(card)] == [-10, 15, 20, 25]
    assert len({words(card) for card in CARDS}) == 12
    assert points_of("+5") == 5 and points_of("-99") == -99
    for wrong in ("", "x2", "x6", "+0", "25", "+100", "-", "Normal", "+٣", None, 5, "left "):
        with pytest.raises(Unreadable, match="activity card"):
            parse_card(wrong)
