"""Names: those of people in every script are kept, what is not seen is not, and look-alikes are found."""

import unicodedata
from itertools import combinations

import pytest

from games.errors import NotAllowed, Unreadable
from games.letters import ARMENIAN, CHEROKEE, CYRILLIC, GREEK, LATIN, LISU, MARKS
from games.names import check_unlike, same, skeletons, tidy

PEOPLE = [
    *("Ann", "Bo", "Cy", "Lia", "Ian", "Ali", "Alo", "Eva", "Ema", "Erna", "Arno", "Amo", "Ole"),
    *("André", "Andre", "Zoë", "Jürgen", "Jurgen", "Søren", "Soren", "Łukasz", "Ágnes", "Agnès"),
    *("Işıl", "İpek", "Çağla", "Đorđe", "Þóra", "Ðuro", "O'Neil", "Anna-Lena", "Anna Lena", "Annalena"),
    *("Nguyễn Thị Hằng", "Trần", "Ọlábísí", "Ńdá", "ʻAlohi", "Müller 2", "Müller 3", "J. R.", "Mary (Oma)"),
    *("Анна", "Аня", "Нина", "Сергей", "Олег", "Ольга", "Ёлка", "Елка", "Юлія", "Ђорђе", "Ирина", "Марія"),
    *("Νίκος", "Αθηνά", "Ελένη", "Χρήστος", "Ωραία", "Արամ", "Նարե", "Սոնա", "ნინო", "გიორგი"),
    *("שרה", "דָּוִד", "יעקב", "محمد", "فاطمة", "علی‌رضا", "می‌نا", "زینب", "ܡܪܝܡ", "ދަރިން"),
    *("अनिता", "क्षितिज", "श्री", "ক্‌ষমা", "র‍্যাশ"),
    *("ਗੁਰਪ੍ਰੀਤ", "ન્યાય", "தமிழ்"),
    *("ಲಕ್ಷ್ಮಿ",),
    *("ശ്രീ", "ශ්‍රී"),
    *("สมชาย", "ນາງ", "အောင်", "បុប្ផា", "བསྟན་འཛིན", "ᠮᠣᠩᠭᠣᠯ", "ᠨᠠ᠋ᠷᠠ", "አበበ", "ⵉⵣⴰ", "ߞߊ߲ߘߊ"),
    *("田中", "葛\U000e0100城", "辻\ufe00", "すずき", "スズキ", "王小明"),
    *("김민준", "이", "ꀋꀌ", "ᏣᎳᎩ", "ꓡꓲꓢꓴ", "𞤀𞤣𞤢𞤥"),
    *("🦊", "Ann 🦊", "👩‍🚀", "👨‍👩‍👧", "🏳️‍🌈", "❤️", "👍🏽", "7️⃣", "🏴\U000e0067\U000e0062\U000e007f", "☕︎"),
]
PEOPLE = [unicodedata.normalize("NFC", name) for name in PEOPLE]


@pytest.mark.parametrize("name", PEOPLE)
def test_the_name_of_a_person_is_kept_as_it_is(name):
    assert tidy(name) == name
    assert tidy(unicodedata.normalize("NFD", name)) == name


def test_no_two_people_are_taken_for_one_another():
    for one, other in combinations(PEOPLE, 2):
        assert same(one) != same(other)
        check_unlike((one, other))


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("\u202eevil\u202c", "evil"),
        ("An\u2066n\u2069\u200e\u200f\u061c", "Ann"),
        ("\ufeffAn\u200b\u2060n\u00ad\u034f", "Ann"),
        ("A\u200dn\u200cn", "Ann"),
        ("Ann\u200d", "Ann"),
        ("Ann\ufe0f", "Ann"),
        ("An\U000e0041\U000e0101n\u180e", "Ann"),
        ("An\u3164\uffa0\u115fn", "Ann"),
        (" Ann \u00a0\u2003\u3000\u2800 Lee\u2007", "Ann Lee"),
        ("Andre\u0301", "André"),
        ("🏴\U000e0067", "🏴\U000e0067"),
        ("A\U000e0067nn", "Ann"),
    ],
)
def test_what_is_not_seen_is_left_out(name, kept):
    assert tidy(name) == kept == tidy(kept)


NOTHING = ["", " ", "\u200b", "\u202e\u202c", "\u3164", "\u2800\u2800", "\u00a0", "\ufe0f\u200d"]


@pytest.mark.parametrize("name", NOTHING)
def test_a_name_of_which_nothing_is_seen_is_none(name):
    with pytest.raises(Unreadable, match="no visible character"):
        tidy(name)


@pytest.mark.parametrize("name", ["A" + "\u0336" * 5, "\u0301Ann", "Z" + "\u0352\u0363" * 20])
def test_a_tower_of_marks_is_no_name(name):
    with pytest.raises(Unreadable, match="begins with a mark, or piles up"):
        tidy(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Аnn"),
        ("Bo", "Βο"),
        ("ANN", "аnn"),
        ("Cy", "Су"),
        ("Sonja", "Ѕоnја"),
        ("Zoë", "Zоё"),
        ("Ali", "Alі"),
        ("Ali", "AIi"),
        ("Player 1", "Player l"),
        ("Bob 0", "Bob O"),
        ("hoho", "հoհo"),
        ("LISA", "ꓡꓲꓢꓮ"),
        ("O'Neil", "O’Neil"),
        ("Anna-Lena", "Anna–Lena"),
        ("علی‌رضا", "علیرضا"),
        ("辻\ufe00", "辻"),
        ("Işıl", "Işil"),
        ("𝐀nn", "Аnn"),
    ],
)
def test_two_names_that_look_alike_are_told_of(one, other):
    assert same(one) != same(other)
    with pytest.raises(NotAllowed) as error:
        check_unlike(("Dot", tidy(one), "Eve", tidy(other)))
    assert error.value.rule == "players" and "look alike: give them others." in str(error.value)


def test_every_letter_looks_like_what_it_is_said_to_look_like():
    for signs, likes in (CYRILLIC, GREEK, ARMENIAN, CHEROKEE, LISU, LATIN, MARKS):
        assert len(signs) == len(likes) == len(set(signs))
        for sign, like in zip(signs, likes, strict=True):
            assert skeletons(sign) == skeletons(like) and sign != like
