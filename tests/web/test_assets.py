"""Scripts and styles: one version in the path, kept for good, small on the way, no more than is needed."""

import gzip
import json
import posixpath
import re

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file

from texts.catalogue import Tongue, tongue
from texts.languages import LANGUAGES
from web import assets
from web.assets import OWN, load

FOLDERS = {"": OWN[1], "club": OWN[1].parent.parent / "club" / "static"}


@pytest.fixture
def client(table):
    return table.app.test_client()


@pytest.fixture
def at(table):
    return lambda name: f"{table.app.static_url_path}/{name}"


def test_a_file_is_kept_for_good_and_the_page_that_names_it_is_not(client, at):
    answer = client.get(at("en/main.js"))
    assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
    assert answer.mimetype == "text/javascript"
    assert client.get("/").headers["Cache-Control"] == "no-store"


def test_what_another_version_names_is_not_there_and_that_is_not_kept(client, at):
    others = "/static/main.js", "/static/0123456789ab/en/main.js"
    for path in (*others, at("none.js"), at("../app.py"), at("")):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert answer.headers["Cache-Control"] == "no-store"


def test_the_version_is_another_one_as_soon_as_any_file_is(tmp_path):
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "a.js").write_text("1;")
    first = load(("", folder)).version
    load.cache_clear()
    (folder / "a.js").write_text("2;")
    second = load(("", folder)).version
    load.cache_clear()
    assert len({first, second, load(("other/", folder)).version}) == 3
    load.cache_clear()


def test_the_state_tells_the_version_so_that_an_older_page_notices(client, table):
    assert client.get("/state").json["pages"] in table.app.static_url_path


@pytest.mark.parametrize(
    ("wanted", "packed"),
    [
        ("gzip", True),
        ("gzip, deflate, br", True),
        ("identity, gzip;q=0.5", True),
        ("br", False),
        ("identity", False),
        ("", False),
        # RFC 9110, section 12.4.2: a weight of 0 means "not acceptable".
        ("gzip;q=0", False),
        ("br, *;q=0", False),
    ],
)
def test_a_file_is_compressed_for_a_browser_that_reads_it_so(client, at, wanted, packed):
    answer = client.get(at("en/main.js"), headers={"Accept-Encoding": wanted})
    assert (answer.headers.get("Content-Encoding") == "gzip") == packed
    assert answer.headers["Vary"] == "Accept-Encoding"
    data = gzip.decompress(answer.data) if packed else answer.data
    lines = [line.strip() for line in (OWN[1] / "main.js").read_text().splitlines()]
    kept = [line for line in lines if line and not line.startswith(("//", "/*"))]
    assert data.decode().splitlines() == kept


def test_a_picture_is_not_compressed_again(client, table):
    answer = client.get("/picture.jpg", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers


def test_pages_and_states_are_compressed(table, client):
    table.to_trick()
    for path in ("/", "/board", "/state"):
        answer = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.headers["Content-Encoding"] == "gzip", path
        assert int(answer.headers["Content-Length"]) == len(answer.data)
        assert len(gzip.decompress(answer.data)) > len(answer.data)


def links(page, kind):
    return re.findall(rf'<link rel="{kind}"[^>]* href="/static/\w+/([^"]+)"', page)


def test_a_page_asks_for_the_scripts_of_its_game_alone(table, client):
    games = {f"en/{name}.js" for name in ("wizard", "magicians", "probe", "setup")}
    assert games & set(links(client.get("/").text, "modulepreload")) == {"en/setup.js"}
    table.to_trick()
    page = client.get("/").text
    run = re.findall(r'<script type="module" src="/static/\w+/([^"]+)"', page)
    asked = run + links(page, "modulepreload")
    assert games & set(asked) == {"en/wizard.js"}
    assert len(asked) == len(set(asked))
    # What loads the page anew where a script was lost runs before all others.
    assert run == ["en/net.js", "en/main.js"] and "en/dom.js" in asked and "en/board.js" not in asked
    assert "en/board.js" in links(client.get("/board?keys").text, "modulepreload")
    assert {"en/tv-wizard.js", "en/wizard.js"} <= set(links(client.get("/board").text, "modulepreload"))
    table.mages()
    page = client.get("/").text
    assert games & set(links(page, "modulepreload")) == {"en/magicians.js"}
    assert "magicians.css" in links(page, "stylesheet") and "probe.css" not in page


def test_a_page_runs_the_scripts_that_speak_its_language(table, client, at):
    table.to_trick()
    for language in LANGUAGES:
        page = client.get("/", headers={"Accept-Language": language}).text
        assert all(name.startswith(f"{language}/") for name in links(page, "modulepreload"))
        assert f'src="{at(f"{language}/main.js")}"' in page


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_script_says_in_another_language_all_that_its_catalogue_has(client, at, language):
    words = tongue(language).page_words()
    for name in scripts():
        here = {key: words[key] for key in keys(name) if key in words}
        told = client.get(at(f"{language}/{name}")).text
        for key, said in here.items():
            for form in [said] if isinstance(said, str) else said[:1]:
                assert json.dumps(form, ensure_ascii=False) in told, (name, key)


def test_a_sentence_without_a_translation_stays_english(monkeypatch, client, at):
    few = Catalog(locale="fr")
    few.add("Undo", "Annuler", locations=[("web/static/strings.js", 1)])
    monkeypatch.setattr(assets, "tongue", lambda name: Tongue("fr", few))
    told = client.get(at("fr/strings.js")).text
    assert 't("Annuler")' in told and 't("Undo")' not in told and 't("Cancel")' in told


def scripts():
    return [name for name, asset in load(OWN).files.items() if asset.type == assets.SCRIPT]


def keys(name):
    """List what a script says, as Babel finds it: the keys of the catalogue."""
    path = FOLDERS[posixpath.dirname(name)] / posixpath.basename(name)
    wanted = {"t": None, "tn": (1, 2), "tc": ((1, "c"), 2)}
    found = [
        f"{context}|{message}" if context else message if isinstance(message, str) else message[0]
        for _, message, _, context in extract_from_file("javascript", str(path), keywords=wanted)
    ]
    return set(found)


@pytest.mark.parametrize("name", ["xx/main.js", "fr/none.js", "fr/familiar.css", "fr/fr/main.js", "main.js"])
def test_a_script_is_had_in_a_language_that_is_spoken_alone(client, at, name):
    assert client.get(at(name)).status_code == 404


def test_no_script_has_a_text_of_several_lines_or_a_comment_of_several():
    """So that its lines can be stripped."""
    for path in OWN[1].glob("*.js"):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            plain = re.sub(r"'[^']*'|\"[^\"]*\"|//.*", "", line)
            assert plain.count("`") % 2 == 0, (path.name, number)
            assert plain.count("/*") == plain.count("*/"), (path.name, number)


def test_every_import_of_a_script_is_found_by_the_server():
    for path in OWN[1].glob("*.js"):
        text = path.read_text()
        named = re.findall(r"^(?:import|export).* from \"", text, re.MULTILINE)
        assert len(assets.IMPORTS.findall(text)) == len(named), path.name


@pytest.mark.parametrize("game", ["wizard", "magicians", "probe"])
def test_whatever_a_game_s_pages_wish_for_they_or_main_can_ask(game):
    """Another game's pages are not loaded, so its wishes are not there."""
    here = load(OWN)
    known = {"main.js", "access.js", f"{game}.js", "begin.js", "common.js", "log.js"}
    needed = set(here.needed("main.js", f"{game}.js", *(["board.js"] if game == "wizard" else [])))
    lazily = {name for name in here.files if name.startswith(f"{game}-") and name.endswith(".js")}
    others = "".join(here.files[name].data.decode() for name in known & set(here.files))
    for name in needed | lazily:
        for wish in set(re.findall(r"\bact\.(\w+)", here.files[name].data.decode())):
            assert re.search(rf"^(?:async )?{wish}\b[:(,]|[ {{]{wish},", others, re.MULTILINE), (name, wish)


def test_by_day_nothing_but_colours_changes():
    """So that axe need ask only about colours in the second scheme (tests/conftest.py)."""
    text = re.sub(r"/\*.*?\*/", "", (OWN[1] / "light.css").read_text(), flags=re.DOTALL)
    rule = re.fullmatch(r"\s*:root \{(.*)\}\s*", text, re.DOTALL)
    assert rule, "one rule, about the whole page"
    shades = [line.partition(":") for line in rule[1].replace("\n", " ").split(";") if line.strip()]
    shade = re.compile(r"light|#[0-9a-f]{3,8}|(\d\S* ){3}rgb\(.*\)")
    assert all(shade.fullmatch(value.strip()) for _, _, value in shades)
    named = {name.strip() for name, _, _ in shades}
    assert "--page" in named and {name for name in named if not name.startswith("--")} == {"color-scheme"}
    scripts = [
        path for folder in FOLDERS.values() for path in folder.iterdir() if path.suffix in (".js", ".css")
    ]
    assert not [path for path in scripts if re.search(r"prefers-color-scheme|light-dark", path.read_text())]


def test_a_browser_reads_from_what_is_sent_of_a_style_sheet_what_stands_in_its_file(pages):
    sent = load(OWN).files
    rules = """(text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return [...sheet.cssRules].map((rule) => rule.cssText);
    }"""
    with pages.one({"width": 320, "height": 320}) as page:
        for path in OWN[1].glob("*.css"):
            # A value with a variable is kept as it is written, line breaks and all.
            written, bare = (
                [re.sub(r"(?<=[,:])\s+", "", rule) for rule in page.evaluate(rules, text)]
                for text in (path.read_text(), sent[path.name].data.decode())
            )
            assert bare == written, path.name
