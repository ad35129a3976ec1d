"""A sentence remembers what it is made of, and is put together anew in another language."""

import copy
import pickle

import pytest

from games.errors import NotAllowed
from texts import Said, capital, decimal, listed, say, say_as, say_many, sentences, spoken
from texts.catalogue import tongue
from texts.french import fill as french_fill

FRENCH = {
    "{who} must follow {suit}.": "{who} doit fournir à {suit}.",
    "hearts": "cœur",
    "{items} and {last}": "{items} et {last}",
    "{items} or {last}": "{items} ou {last}",
    "edition amigo\x04a Fool": "un Fou",
    "{card} was played.": "{card} a été joué.",
    "It is over.": "C'est fini.",
    "{whole}.{part}": "{whole},{part}",
}
COUNTED = {"{count} card": ("{count} carte", "{count} cartes")}


def french(template, more, count):
    """Translate as a catalogue does: what it lacks stays as it is; French has one singular for 0 and 1."""
    if more is not None:
        return COUNTED[template][count > 1]
    return FRENCH.get(template, template)


def test_a_sentence_is_english_text_until_it_is_told_elsewhere():
    said = say("{who} must follow {suit}.", who="Ann", suit=say("hearts"))
    assert said == "Ann must follow hearts." and isinstance(said, str)
    assert said.told(french) == "Ann doit fournir à cœur."


def test_the_form_for_several_goes_by_each_language_s_own_rule():
    zero, one, two = (say_many("{count} card", "{count} cards", count) for count in (0, 1, 2))
    assert (zero, one, two) == ("0 cards", "1 card", "2 cards")
    assert [said.told(french) for said in (zero, one, two)] == ["0 carte", "1 carte", "2 cartes"]


def test_a_word_of_a_context_is_told_by_it_and_english_shows_none_of_it():
    fool = say_as("edition amigo", "a Fool")
    assert fool == "a Fool" and fool.told(french) == "un Fou"
    assert say_as("edition us", "a Jester").told(french) == "a Jester"


def test_a_sentence_that_begins_with_a_value_has_its_capital_in_every_language():
    said = capital(say("{card} was played.", card=say_as("edition amigo", "a Fool")))
    assert said == "A Fool was played." and said.told(french) == "Un Fou a été joué."


@pytest.mark.parametrize(
    ("items", "either", "english", "told"),
    [
        ([], False, "", ""),
        (["Ann"], False, "Ann", "Ann"),
        (["Ann", "Bo"], True, "Ann or Bo", "Ann ou Bo"),
        (["Ann", "Bo", say("hearts")], False, "Ann, Bo and hearts", "Ann, Bo et cœur"),
    ],
)
def test_a_row_is_joined_as_each_language_joins_it(items, either, english, told):
    said = listed(items, either=either)
    assert said == english and said.told(french) == told


def test_sentences_stand_one_after_the_other_and_nothing_is_none():
    said = sentences(None, say("It is over."), "", say("hearts"))
    assert said == "It is over. hearts" and said.told(french) == "C'est fini. cœur"
    assert sentences(None, "") is None


def test_what_people_typed_is_never_taken_for_a_template():
    said = say("{who} must follow {suit}.", who="{suit}", suit="{who}")
    assert said == "{suit} must follow {who}." and said.told(french) == "{suit} doit fournir à {who}."


@pytest.mark.parametrize("kept", [copy.deepcopy, lambda said: pickle.loads(pickle.dumps(said))])
def test_a_copy_can_still_be_told(kept):
    said = kept(say_many("{count} card", "{count} cards", 2))
    assert isinstance(said, Said) and said.told(french) == "2 cartes"


def test_an_error_s_message_is_told_as_it_was_said():
    error = NotAllowed(say("{who} must follow {suit}.", who="Bo", suit=say("hearts")), "suit")
    assert spoken(error).told(french) == "Bo doit fournir à cœur."
    assert spoken(OSError(2, "No such file")) == "[Errno 2] No such file" and spoken(KeyError()) == ""


NUMBERS = [(1.88, "1.9", "1,9"), (0.04, "0.0", "0,0"), (-2, "-2.0", "-2,0")]


@pytest.mark.parametrize(("value", "english", "told"), NUMBERS)
def test_a_number_has_the_point_or_the_comma_of_its_reader(value, english, told):
    said = decimal(value, 1)
    assert said == english and said.told(french) == told


ELIDED = {"Anne": "d’Anne", "Élise": "d’Élise", "œuf": "d’œuf", "Yves": "de Yves", "Hugo": "de Hugo"}


@pytest.mark.parametrize(("name", "told"), ELIDED.items())
def test_french_joins_its_little_words_to_a_name_that_begins_with_a_vowel(name, told):
    who = say("{who}'s word is misspelt", who=name)
    assert tongue("fr").tell(who) == f"le mot {told} est mal écrit"
    assert told not in tongue("de").tell(who) and tongue("en").tell(who) == f"{name}'s word is misspelt"


@pytest.mark.parametrize(
    ("template", "value", "filled"),
    [
        ("tant que {x} attend", "Anne", "tant qu’Anne attend"),
        ("jusqu’à ce que {x} joue", "Élise", "jusqu’à ce qu’Élise joue"),
        ("De {x}", "Ondine", "D’Ondine"),
        ("Que {x} (de {x})", "Ulla", "Qu’Ulla (d’Ulla)"),
        ("il est de {x}", "le Sorcier", "il est du Sorcier"),
        ("De {x}", "les trois baguettes", "Des trois baguettes"),
        ("s’arrêter à {x}", "le Soleil", "s’arrêter au Soleil"),
        ("s’arrêter à {x}", "l’Apprenti", "s’arrêter à l’Apprenti"),
        ("venir de {x}", "la Tour", "venir de la Tour"),
        ("la carte de {x}", "Le Chat", "la carte de Le Chat"),
        ("La manche {x}", "1", "La manche 1"),
        ("de {x}, de {x}", "le {x}", "du {x}, du {x}"),
        ("Lade {x}", "Anne", "Lade Anne"),
    ],
)
def test_french_joins_de_que_and_a_to_what_follows(template, value, filled):
    assert french_fill(template, {"x": value}) == filled


def test_on_a_page_a_name_from_the_right_is_kept_apart_and_no_other_changes():
    name, kept = "דנה", "\u2068דנה\u2069"
    points = [say("{name}: {total}.", name=each, total=-10) for each in (name, "Ann")]
    english = tongue("en")
    assert english.show(points) == [f"{kept}: -10.", "Ann: -10."]
    assert english.tell(points) == points == [f"{name}: -10.", "Ann: -10."]
    assert english.show(say("{names} share it", names=(name, "Bo"))) == f"{kept} and Bo share it"
    assert english.show(sentences(capital(points[0]), "מה? 3")) == f"{kept}: -10. מה? 3"
