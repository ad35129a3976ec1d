"""A phone is spoken to in its own language, or in the one chosen on it; the table speaks all at once."""

import pytest
from playwright.sync_api import expect

from texts.french import fill as french_fill
from texts.languages import LANGUAGES

HEADERS = {"X-Familiar": "1"}
GERMAN, FRENCH = {"Accept-Language": "de"}, {"Accept-Language": "fr"}


def lang(page):
    return page.text.split('<html lang="')[1][:2]


@pytest.mark.parametrize(
    ("accepted", "spoken"),
    [
        (None, "en"),
        ("fr", "fr"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("de-CH", "de"),
        ("en-GB,de;q=0.9", "en"),
        ("es,de;q=0.5,fr;q=0.7", "fr"),
        ("ja", "en"),
        ("*", "en"),
        ("de;q=0, fr;q=0.1", "fr"),
        ("x" * 5000, "en"),
        ("fr;q=0.2, DE-at;q=0.3", "de"),
        (";;q=,,fr-;q=nan", "en"),
    ],
)
def test_the_page_comes_in_the_first_language_that_the_phone_wants_and_the_table_has(table, accepted, spoken):
    headers = {} if accepted is None else {"Accept-Language": accepted}
    assert lang(table.phone().client.get("/", headers=headers)) == spoken


def test_a_language_chosen_on_the_phone_outlives_what_its_browser_wants(table):
    phone = table.phone().client
    answer = phone.post("/api/language", json={"language": "fr"}, headers=HEADERS | GERMAN)
    assert answer.json == {"language": "fr"}
    assert lang(phone.get("/", headers=GERMAN)) == "fr"
    kept = phone.get_cookie("familiar_language")
    assert kept.http_only and kept.same_site == "Strict" and kept.max_age > 300 * 24 * 3600
    assert phone.post("/api/language", json={"language": None}, headers=HEADERS).json == {"language": None}
    assert lang(phone.get("/", headers=GERMAN)) == "de"


def test_a_language_that_the_table_does_not_speak_is_refused_in_the_readers_own(table):
    phone = table.phone().client
    answer = phone.post("/api/language", json={"language": "<eo>"}, headers=HEADERS | GERMAN)
    assert answer.status_code == 400
    assert answer.json["error"] == "'language' muss eines von diesen sein: en, fr, de."
    phone.set_cookie("familiar_language", "<eo>")
    assert lang(phone.get("/", headers=FRENCH)) == "fr"


def test_everybody_reads_the_same_table_in_a_language_of_their_own(table):
    table.to_bids()
    phone = table.phone().client
    states = {one: phone.get("/state", headers={"Accept-Language": one}).json for one in LANGUAGES}
    awaited = {one: state["awaited"] for one, state in states.items()}
    assert awaited == {
        "en": "Round 1 waits for the bid of Bo.",
        "fr": "La manche 1 attend le pari de Bo.",
        "de": "Runde 1 wartet auf die Vorhersage von Bo.",
    }


def test_a_refusal_comes_in_the_language_of_whoever_wished(table):
    table.to_bids()
    ann = table.phone().sit(0)

    def refused(language):
        return ann.say("bid", headers=HEADERS | {"Accept-Language": language}, tricks=0).json["error"]

    assert refused("fr").startswith("C’est à Bo de parier, non à Ann")
    assert refused("de").startswith("Bo ist mit der Vorhersage dran")
    assert refused("en").startswith("It is Bo's turn to bid")


def test_two_phones_streams_tell_the_same_moment_in_two_languages(table, read_event):
    table.to_bids()
    client = table.phone().client
    said = []
    for one in (FRENCH, GERMAN):
        with client.get("/live", headers=one) as answer:
            _, state = read_event(next(iter(answer.response)).decode())
            said.append(state["awaited"])
    assert said == ["La manche 1 attend le pari de Bo.", "Runde 1 wartet auf die Vorhersage von Bo."]


def test_a_page_that_does_not_exist_says_so_in_the_readers_language(table):
    page = table.phone().client.get("/nowhere", headers=FRENCH | {"Accept": "text/html"})
    assert page.status_code == 404 and lang(page) == "fr"
    assert "Il n’y a pas de page pareille à cette table." in page.text


def test_names_that_look_like_templates_are_told_as_they_are(table):
    names = ("{who}", "%(name)s", "{0.__class__}")
    table.begin(names)
    phone = table.phone().client
    for one in LANGUAGES:
        state = phone.get("/state", headers={"Accept-Language": one}).json
        assert state["players"] == list(names) and names[0] in state["awaited"]


def test_the_language_is_chosen_on_the_page_and_its_editions_words_follow(table, open_page):
    table.begin(edition="amigo")
    table.events({"event": "turn_up", "card": "W"})
    page = open_page("/board?keys", {"width": 1280, "height": 800})
    page.wait_for_selector("text=Wizard turned up")
    for language, said in (("fr", "Sorcier : carte retournée"), ("de", "Zauberer aufgedeckt")):
        page.click("[data-focus=settings]")
        with page.expect_navigation():
            page.select_option("dialog[open] [name=language]", language)
        page.wait_for_selector(f"text={said}")
        assert page.evaluate("document.documentElement.lang") == language


def test_a_phone_in_french_says_shares_as_the_french_do(table, open_page):
    table.to_trick()
    table.look(("10H", (("10D", 0.3),)))
    page = open_page()
    page.context.set_extra_http_headers(FRENCH)
    page.reload()
    page.wait_for_selector(".question >> text=laquelle est-ce")
    assert "70\N{NARROW NO-BREAK SPACE}%" in page.inner_text(".question")


WORDS_OF = """(names) => import(
  performance.getEntriesByType("resource").map((one) => one.name).find((name) => name.endsWith("/words.js"))
).then(({ t }) => names.map((name) => t("Que {name} (de {name}), tant que {name}", { name })))"""


def test_a_phone_in_french_joins_its_little_words_to_names_as_the_table_does(table, open_page):
    table.begin(("Anne", "Élise", "Bo"))
    table.events({"event": "turn_up", "card": "7H"})
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)))
    table.look(("10H", (("10D", 0.3),)))
    page = open_page(locale="fr-FR")
    page.wait_for_selector(".question >> text=Carte d’Élise\N{NO-BREAK SPACE}: laquelle est-ce")
    names = ["Anne", "Élise", "Œdipe", "Bo", "Hugo", "Yves", "{name}", "Le Chat"]
    told = page.evaluate(WORDS_OF, names)
    assert told == [french_fill("Que {name} (de {name}), tant que {name}", {"name": name}) for name in names]
    assert told[:2] == ["Qu’Anne (d’Anne), tant qu’Anne", "Qu’Élise (d’Élise), tant qu’Élise"]
    assert told[3] == "Que Bo (de Bo), tant que Bo"


@pytest.mark.parametrize(
    ("locale", "no", "questions"),
    [
        (
            "en-GB",
            "No, leave it",
            {"Undo": "Take back the last step?", "We stop here": "Stop the game here?"},
        ),
        (
            "fr-FR",
            "Non, ne rien changer",
            {"Défaire": "Défaire la dernière étape ?", "On s’arrête là": "Terminer la partie ici ?"},
        ),
        (
            "de-DE",
            "Nein, so lassen",
            {
                "Rückgängig": "Den letzten Schritt zurücknehmen?",
                "Wir hören hier auf": "Das Spiel hier beenden?",
            },
        ),
    ],
)
def test_the_key_that_changes_nothing_says_so(table, open_page, locale, no, questions):
    table.to_trick()
    phone = open_page(locale=locale)
    phone.click("[data-focus=seat0]")
    asked = phone.locator("dialog")
    for key, question in questions.items():
        phone.click(f".tools >> text={key}")
        expect(asked.locator("h2")).to_have_text(question)
        # "Abbrechen" and "Annuler" would be what the question asks about.
        expect(asked.locator(".row button").first).to_have_text(no)
        asked.locator(".row button").first.click()
        expect(asked).to_have_count(0)
    assert table.host.snapshot.view(None)["phase"] == "trick"
