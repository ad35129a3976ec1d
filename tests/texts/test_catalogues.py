"""The catalogues say all that the code says, in every language, and nothing else."""

import re
import shlex
from pathlib import Path

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
MAKE = re.compile(r"pybabel -q (extract .*?)\n\tfor", re.S)
LANGUAGES = ("de", "fr")
NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"


def catalogue(language):
    with (ROOT / f"texts/locale/{language}.po").open("rb") as stream:
        return read_po(stream, locale=language)


OTHER_NAMES = {
    # What a page sends is a request; of throwing sticks the pages say three alike, three times.
    "en": r"\b[Ww]ish (may|must|has|comes|does|cannot|as)\b|Pasch",
    "de": r"[Vv]orherge|vorhersagen:|Trumpfmarke|Partie|Fassung|Festplatte|\bPlatte des|\bDecks\b|Wunsch"
    # A check is no Probe, which is one of the games.
    r"|\bProbe [ai]",
    "fr": r"bâton|Marques d’atout|Sorcier.*Joker|retrouvant|étapes? .*repri|Reprendre cette étape|^Repris\b",
}
"""Words for what has another name everywhere else: a reader would look for a second thing."""


def key(message):
    return message.context, message.id


def messages(catalogue):
    return [message for message in catalogue if message.id]


def forms(value):
    return (value,) if isinstance(value, str) else tuple(value)


def names(form):
    return set(re.findall(r"\{(\w+)\}", form))


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What the code says today, found as `make words` finds it."""
    command = MAKE.search((ROOT / "Makefile").read_text()).group(1).replace("\\\n\t", " ")
    arguments = shlex.split(command)
    template = tmp_path_factory.mktemp("words") / "familiar.pot"
    arguments[arguments.index("--output") + 1] = str(template)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        CommandLineInterface().run(["pybabel", "-q", *arguments])
    with template.open("rb") as stream:
        return read_po(stream)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_holds_what_the_code_says_and_nothing_else(said, language):
    wanted, there = ({key(each) for each in messages(one)} for one in (said, catalogue(language)))
    assert (wanted - there, there - wanted) == (set(), set()), "run make words, and translate what is new"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated(language):
    empty = [key(each) for each in messages(catalogue(language)) if not all(forms(each.string))]
    assert empty == []
    assert not any(each.fuzzy for each in messages(catalogue(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_names_the_same_values_as_the_english(language):
    for message in messages(catalogue(language)):
        wanted = [names(form) for form in forms(message.id)]
        for index, form in enumerate(forms(message.string)):
            # One of something may be said without its number.
            assert names(form) | {"count"} == wanted[min(index, len(wanted) - 1)] | {"count"}, form


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_has_its_two_forms(language):
    plurals = [each for each in messages(catalogue(language)) if each.pluralizable]
    assert plurals and all(len(forms(each.string)) == 2 for each in plurals)


@pytest.mark.parametrize(("language", "plural"), [("de", "(n != 1)"), ("fr", "(n > 1)")])
def test_a_catalogue_says_its_plural_itself(language, plural):
    """Babel's table has another number of forms from one version to the next, three for French since 2.19."""
    with (ROOT / f"texts/locale/{language}.po").open("rb") as stream:
        headers = dict(read_po(stream).mime_headers)
    assert headers["Plural-Forms"] == f"nplurals=2; plural={plural};"


def test_french_marks_keep_the_space_before_them_on_their_line():
    for message in messages(catalogue("fr")):
        for form in forms(message.string):
            assert not re.search(r"« | [»;:!?%](?!-)", form), form
            assert not re.search(rf"[^{NARROW}{NO_BREAK}\d][;!?](?!\w)", form), form


def test_french_marks_stand_after_the_space_of_their_kind():
    """A narrow one before ; ! ? and %, a whole one before : and inside « »."""
    told = [form for each in messages(catalogue("fr")) for form in forms(each.string)]
    wrong = re.compile(rf"(?<!«){NO_BREAK}[;!?%]|{NARROW}[:»]|«{NARROW}")
    assert [form for form in told if wrong.search(form)] == []


def test_a_german_percent_sign_stays_with_its_number():
    told = [form for each in messages(catalogue("de")) for form in forms(each.string)]
    assert [form for form in told if re.search(rf"[^{NO_BREAK}]%", form)] == []


def test_a_german_name_of_a_card_or_place_stands_where_it_needs_no_case():
    """A card's name comes without its article there, a Place's with that of the first case."""
    rooms = ("games/wizard/", "games/magicians/", "table/reconcile/", "table/state.py")
    apart = re.compile(r"(?:^|[:(] ?|\bKarten? )$")
    wrong = [
        form
        for message in messages(catalogue("de"))
        if any(where.startswith(rooms) for where, _ in message.locations)
        for form in forms(message.string)
        for name in re.finditer(r"\{(?:card|take|place|square|start)\}", form)
        if not apart.search(form[: name.start()])
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_has_a_typewriters_apostrophe(language):
    told = [form for each in messages(catalogue(language)) for form in forms(each.string)]
    assert [form for form in told if "'" in form] == []


def test_no_page_has_a_typewriters_apostrophe_in_english(said):
    """What the table says, and a terminal shows too, may have one."""
    pages = [each for each in messages(said) if all(p.endswith((".js", ".html")) for p, _ in each.locations)]
    assert pages and [form for each in pages for form in forms(each.id) if "'" in form] == []


@pytest.mark.parametrize("language", OTHER_NAMES)
def test_a_thing_has_one_name(language):
    # English is what the code says; both catalogues hold it.
    each_said = messages(catalogue("de" if language == "en" else language))
    told = [form for each in each_said for form in forms(each.id if language == "en" else each.string)]
    assert [form for form in told if re.search(OTHER_NAMES[language], form)] == []
