"""The television in a browser: what a room reads from three metres, that it fits, and how a game ends."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest
from patience import PATIENCE_S
from playwright.sync_api import expect

from chronicle.story import CHRONICLES
from games import cards
from table.command import LookAtWheels, NewGame, Press
from texts.catalogue import LANGUAGES
from vision.wheels.track import WheelReading, WheelSight
from web.assets import OWN

TV = {"width": 1920, "height": 1080}
LAPTOP = {"width": 1280, "height": 800}
TINY = {"width": 480, "height": 270}
LEGIBLE = 40
"""Pixels of letters that are read from three metres on a screen 1920 pixels broad."""
NAMES = ("Maximiliane", "Jean-Sébastien", "Bo", "Bartholomew", "Wilhelmina", "Ed")
CROP = np.full((144, 96, 3), 200, np.uint8)
MUST = ", ".join(
    [
        *(".banner h1", ".asked h1", ".pane-top .round", ".greeting h1", ".greeting .join-address"),
        *(".plaque strong", ".plaque .points", ".plaque .tally b", ".plaque .gain b"),
        *(".mage .name", ".mage .count"),
        *(".winner", ".step .name", ".step .points", ".others .name", ".others .points", ".award strong"),
        ".stays strong",
    ]
)
"""Names, points, bids, and the sentence of the moment."""
# What is drawn on the felt, and may lie on nothing else that is read.
APART = ".plaque, .laid .card, .centre strong, .pane-top, .pane-foot"
MEASURE = Path(__file__).with_name("legible.js").read_text(encoding="utf-8")


def rounds(table, count, seats, hits=False):
    """Play so many rounds; everybody bids, and some are right."""
    table.begin(NAMES[:seats])
    deck = [name for name in cards.names("us") for _ in range(cards.copies(name))]
    deck.sort(key=lambda name: name not in "WJ")
    last = 60 // seats
    for number in range(1, count + 1):
        if number < last:
            table.events({"event": "turn_up", "card": deck[-1]})
        players = [(number + place) % seats for place in range(seats)]
        table.events(*({"event": "bid", "player": seat, "tricks": number if hits else 0} for seat in players))
        for first in range(0, seats * number, seats):
            table.events(*({"event": "play", "card": card} for card in deck[first : first + seats]))
            table.events({"event": "confirm"})
    return deck


def bidding(table, seats):
    deck = rounds(table, 2, seats)
    table.events({"event": "turn_up", "card": deck[-1]})
    table.events({"event": "bid", "player": 3 % seats, "tricks": 1})


def trick(table, seats, laid):
    deck = rounds(table, 2, seats)
    table.events({"event": "turn_up", "card": deck[-1]})
    bids = ({"event": "bid", "player": (3 + place) % seats, "tricks": place % 3} for place in range(seats))
    table.events(*bids, *({"event": "play", "card": card} for card in deck[6 : 6 + laid]))


def lots(table):
    table.begin(NAMES[:6], first_dealer="high_card")
    table.events(*({"event": "lot", "card": card} for card in ("2S", "9H", "KD")))


def asking(table):
    table.to_trick()
    table.look(("10H", (("10D", 0.3), ("9H", 0.1))), crop=CROP)


def named(table):
    """Let wheels lie there, and the button name what an unclear card may be."""
    asking(table)
    at = {seat: 360.0 * seat / 3 for seat in range(3)}
    table.do(LookAtWheels(WheelSight(tuple(WheelReading(seat, "rests", 1, (0.5, 0.5)) for seat in at)), at))
    table.do(Press("confirm"))
    assert table.host.snapshot.advice


def chosen(table):
    table.begin(NAMES[:4])
    table.events({"event": "turn_up", "card": "W"})


def mages(table, **rules):
    return table.mages(NAMES[:3], **rules)


def probe(table, seats, *events, words=("PIANISTE", "CHATEAU", "ORAGE", "LUMIERE")):
    header = {"game": "probe", "players": list(NAMES[:seats]), "dealer": 0, "rules": {}}
    table.do(NewGame(header))
    for seat in range(seats):
        trays = [("left", words[seat]), ("right", words[seat + 2])] if seats == 2 else [(None, words[seat])]
        for tray, word in trays:
            table.events({"event": "word", "player": seat, "word": word, **({"tray": tray} if tray else {})})
    table.events(*events)


VIEWS = {
    "lobby": lambda table: None,
    "lots": lots,
    "result of three": lambda table: rounds(table, 2, 3),
    "result of six": lambda table: rounds(table, 3, 6, hits=True),
    "trump": chosen,
    "bids of four": lambda table: bidding(table, 4),
    "bids of six": lambda table: bidding(table, 6),
    **{f"trick of {n}": partial(trick, seats=n, laid=n) for n in (3, 4, 5, 6)},
    "second card": lambda table: trick(table, 5, 2),
    "unclear card": asking,
    "unclear card, named": named,
    "likely card": lambda table: table.to_mark(CROP),
    "finale of three": lambda table: rounds(table, 20, 3),
    "finale of six": lambda table: rounds(table, 10, 6, hits=True),
    "throw": lambda table: mages(table).throw(1, 1, 2),
    "map": lambda table: mages(table, board="house").throw(1, 1, 2),
    "walk": lambda table: (
        mages(table, board="house")
        .throw(1, 1, 0)
        .events({"event": "confirm"}, {"event": "jump", "to": "mill"})
    ),
    "stone": lambda table: table.to_stone(players=NAMES[:3]),
    "duel": lambda table: table.to_duel(players=NAMES[:3]).throw(1, 2, 0),
    "unclear stick": lambda table: mages(table).see_throw(1, 1, 0, asks=("red",), crop=CROP),
    "words": lambda table: table.do(
        NewGame({"game": "probe", "players": list(NAMES[:4]), "dealer": 0, "rules": {}})
    ),
    "two trays": lambda table: probe(table, 2),
    "card drawn": lambda table: probe(table, 4, {"event": "draw", "card": "+25"}),
    "letter asked": lambda table: probe(
        table, 4, {"event": "draw", "card": "additional"}, {"event": "ask", "player": 0, "of": 1, "sign": "A"}
    ),
}
"""Every kind of picture that a television shows, and how the table gets there."""


def opened(open_page, locale="en-GB", size=TV, view=""):
    return whole(open_page("/board", size, locale=locale), view)


def whole(page, view=""):
    """Wait until all of a page is there, its typeface too, and how a game ended, which is fetched last."""
    page.wait_for_selector(".pane-top .brand")
    if "finale" in view:
        page.wait_for_selector(".award")
    page.wait_for_load_state("networkidle")
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    return page


@pytest.mark.parametrize("view", VIEWS)
def test_all_that_matters_is_read_from_three_metres_and_nothing_overlaps(table, open_page, view):
    VIEWS[view](table)
    # One page in three languages, where each may have its own: a page costs more than what is asked of it.
    page = opened(open_page, locale=None, view=view)
    for language in LANGUAGES:
        if language != LANGUAGES[0]:
            page.context.set_extra_http_headers({"Accept-Language": language})
            page.reload()
            whole(page, view)
        assert page.get_attribute("html", "lang") == language
        found, count = page.evaluate(MEASURE, [MUST, APART, LEGIBLE])
        assert found == [], language
        assert count > 1


def test_no_letter_of_a_place_s_name_is_cut_below_its_line(table, open_page):
    VIEWS["throw"](table)
    page = opened(open_page, "fr")
    cut = "(names) => names.filter((one) => one.scrollHeight > one.clientHeight).map((one) => one.innerText)"
    assert page.locator(".map .place strong").evaluate_all(cut) == []
    assert page.locator(".map .place strong").count() == 9


@pytest.mark.parametrize(
    "view", ["result of three", "result of six", "trick of 6", "finale of six", "duel", "two trays"]
)
def test_a_smaller_screen_shows_the_same_whole(table, open_page, view):
    VIEWS[view](table)
    page = opened(open_page, "de-DE", LAPTOP, view)
    found, _ = page.evaluate(MEASURE, [MUST, APART, LEGIBLE * 2 / 3])
    assert found == []


def test_a_television_has_no_keys_and_no_camera_unless_they_are_asked_for(table, open_page):
    table.to_trick()
    page = opened(open_page)
    keys = page.locator("#app :is(button, a):visible").evaluate_all("all => all.map((key) => key.ariaLabel)")
    assert keys == ["Keys and camera on this screen", "Sounds", "This device"]
    assert page.locator(".picture, .pane-tools, .device, .sheet").count() == 0
    page.click("[aria-label='Keys and camera on this screen']")
    page.wait_for_selector(".picture[open]")
    assert page.locator(".pane-tools .plain").count() > 2


def test_an_unclear_card_comes_to_the_middle_large_with_its_picture(table, open_page):
    asking(table)
    page = opened(open_page)
    page.wait_for_function("() => document.querySelector('.asked-crop')?.naturalWidth === 96")
    box = page.locator(".asked-crop").bounding_box()
    assert box["height"] > 450
    panel = page.locator(".asked").bounding_box()
    assert abs(panel["x"] + panel["width"] / 2 - 960) < 3
    assert page.locator(".asked-options .card").evaluate_all("all => all.map((card) => card.ariaLabel)") == [
        "10 of Hearts", "10 of Diamonds", "9 of Hearts",
    ]  # fmt: skip
    assert page.locator(".asked button").count() == 0
    assert "press the button" not in page.locator(".asked").inner_text()


def test_what_is_hardly_a_card_is_told_so_and_no_card_is_offered(table, open_page):
    table.to_trick()
    table.look(("W", (("J", 0.004), ("9D", 0.0))), crop=CROP, nothing=0.99)
    page = opened(open_page)
    page.wait_for_function("() => document.querySelector('.asked-crop')?.naturalWidth === 96")
    assert page.locator(".asked h1").inner_text() == "Probably no new card"
    assert page.locator(".asked-options").count() == 0
    assert "%" not in page.locator(".asked").inner_text()
    assert page.locator(".asked-how").inner_text() == "Answer on a phone."


def test_where_wheels_lie_the_television_says_that_the_button_answers(table, open_page):
    named(table)
    page = opened(open_page)
    expect(page.locator(".asked")).to_contain_text("press the button, which names what it may be")
    expect(page.locator(".alert")).to_contain_text("Is it the 10 of hearts (10H)?")


def test_the_card_that_wins_is_in_full_view(table, open_page):
    trick(table, 6, 6)
    page = opened(open_page)
    covered = page.evaluate(
        """() => {
            const best = document.querySelector(".slot.best .card");
            const { left, top, width, height } = best.getBoundingClientRect();
            const parts = [0.04, 0.25, 0.5, 0.75, 0.96];
            const over = (x, y) => document.elementFromPoint(left + x * width, top + y * height);
            return parts.flatMap((x) => parts.map((y) => over(x, y)))
              .filter((node) => !best.closest(".slot").contains(node)).length;
        }"""
    )
    assert covered == 0
    assert page.locator(".plaque.won").count() == 1


def test_the_map_of_les_trois_magiciens_shows_every_piece(table, open_page):
    VIEWS["walk"](table)
    page = opened(open_page)
    assert page.locator(".path-map .map-name").count() == 9
    assert page.locator(".path-map .stands circle").count() == 3, "the Apprentices"
    assert page.locator(".path-map .stands path").count() == 3, "the Magicians"
    assert page.locator(".path-map .map-cards text").all_text_contents() == ["2"] * 7
    assert page.locator(".path-map [role=button]").count() == 0


def test_the_finale_tells_ranks_points_and_awards_with_a_drawing_each(table, open_page):
    rounds(table, 10, 6, hits=True)
    page = opened(open_page)
    page.wait_for_selector(".award")
    view = table.host.snapshot.view(None)
    shown = dict(
        zip(
            page.locator(".finale .name").all_inner_texts(),
            page.locator(".finale :is(.step, .others li) .points").all_inner_texts(),
            strict=True,
        )
    )
    told = {name: f"{points}".replace("-", "−") for name, points in zip(NAMES, view["totals"], strict=True)}
    assert shown == told
    assert page.locator(".award svg path").count() == page.locator(".award").count() > 1
    expect(page.locator(".step.rank-1 .name")).to_have_text(view["winners"])
    assert page.locator(".confetti").count() == 0, "less motion is wanted here"
    expect(page.locator(".pane-foot .take-along")).to_be_visible()
    assert page.locator(".pane-now, .pane-foot .pane-join").evaluate_all(
        "all => all.every((one) => one.hidden)"
    )


def test_a_long_award_stays_within_its_plate_beside_another(table, open_page):
    VIEWS["finale of six"](table)
    page = open_page("/board", size={"width": 1280, "height": 800}, locale="fr")
    page.wait_for_selector(".award")
    # The longest of Les Trois Magiciens in French, where so many awards are won that two stand side by side.
    page.evaluate("document.querySelector('.awards-won').classList.add('many')")
    page.evaluate("document.querySelector('.award em').textContent = 'Collectionneur'")
    assert (
        page.evaluate(
            """() => [...document.querySelectorAll(".award em")].map((one) => {
          const text = document.createRange();
          text.selectNodeContents(one);
          return text.getBoundingClientRect().right - one.closest(".award").getBoundingClientRect().right;
        }).filter((beyond) => beyond > 0)"""
        )
        == []
    )


def test_every_award_has_a_drawing_of_its_own():
    script = (OWN[1] / "finale.js").read_text(encoding="utf-8")
    keys = {prize.key for game in CHRONICLES.values() for prize in game.PRIZES}
    assert [key for key in keys if f'\n  {key}: "M' not in script] == []


def test_points_are_counted_up_and_confetti_falls_where_motion_is_welcome(table, browser, server):
    rounds(table, 20, 3)
    # What moves is painted again and again: the smaller the window, the less that costs.
    context = browser.new_context(viewport=TINY, reduced_motion="no-preference")
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE_S)
    page.goto(f"http://127.0.0.1:{server.port}/board")
    page.wait_for_selector(".step.rank-1 .points")
    assert page.inner_text(".step.rank-1 .points") == "0"
    page.wait_for_selector(".confetti")
    winner = max(table.host.snapshot.view(None)["totals"])
    expect(page.locator(".step.rank-1 .points")).to_have_text(f"{winner}".replace("-", "−"))
    page.wait_for_selector(".confetti", state="detached")
    context.close()


COMPOSE = """async (path) => {
  const { compose } = await import(path);
  const told = {};
  for (const name of ["card", "won", "question", "end"]) {
    const ctx = new OfflineAudioContext(1, 3 * 22050, 22050);
    compose(ctx, name);
    const data = (await ctx.startRendering()).getChannelData(0);
    const last = data.findLastIndex((one) => Math.abs(one) > 0.001);
    told[name] = [data.reduce((most, one) => Math.max(most, Math.abs(one)), 0), last / 22050];
  }
  return told;
}"""


def test_the_sounds_are_short_loud_enough_and_never_too_loud(table, open_page):
    table.begin()
    page = opened(open_page)
    path = page.eval_on_selector_all("link[href$='/sounds.js']", "all => all[0].href")
    told = page.evaluate(COMPOSE, path)
    for name, (loud, seconds) in told.items():
        assert 0.05 < loud < 0.95, name
        assert 0.03 < seconds < (2.2 if name == "end" else 0.8), name
    assert len({tuple(each) for each in told.values()}) == 4


def test_a_sound_is_heard_once_where_they_are_switched_on(table, open_page):
    table.to_trick()
    page = opened(open_page)
    page.evaluate(
        """() => {
            window.begun = 0;
            const start = OscillatorNode.prototype.start;
            OscillatorNode.prototype.start = function (...when) {
                window.begun += 1;
                return start.apply(this, when);
            };
        }"""
    )
    table.events({"event": "play", "card": "2S"})
    page.wait_for_selector(".laid li:nth-child(1)")
    assert page.evaluate("window.begun") == 0, "silent unless switched on"
    page.click("[data-focus=sounds]")
    tried = page.evaluate("window.begun")
    assert tried == 2, "the switch lets one be heard"
    assert page.get_attribute("[data-focus=sounds]", "aria-pressed") == "true"
    table.events({"event": "play", "card": "3S"})
    page.wait_for_selector(".laid li:nth-child(2)")
    assert page.evaluate("window.begun") == tried + 1, "a card"
    table.events({"event": "play", "card": "4S"})
    page.wait_for_selector(".plaque.won")
    assert page.evaluate("window.begun") == tried + 3, "a trick"


def test_the_bundled_typeface_is_used_and_its_licence_lies_beside_it(table, open_page):
    table.to_trick()
    page = opened(open_page)
    assert page.evaluate("[...document.fonts].map((face) => [face.family, face.status])") == [
        ["Alegreya", "loaded"]
    ]
    path = page.eval_on_selector("link[href$='/tv.css']", "link => link.href")
    answer = page.request.get(path.replace("tv.css", "alegreya-700.OFL.txt"))
    assert answer.ok and "SIL Open Font License" in answer.text()


GAMES = {
    "wizard": lambda table: trick(table, 6, 6),
    "magicians": lambda table: mages(table, board="house").throw(1, 1, 2),
    "probe": VIEWS["two trays"],
}
LOOKS = """() => [...document.querySelectorAll("#app *")].map((node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  const { display, font, color, backgroundColor, padding, gap } = getComputedStyle(node);
  const looks = [x, y, width, height, display, font, color, backgroundColor, padding, gap];
  return [node.localName, ...looks].join(" ");
})"""


@pytest.mark.parametrize("late", ["magicians", "tv-magicians", "probe", "tv-probe"])
def test_a_television_that_stands_open_looks_as_one_that_was_just_opened(table, open_page, late):
    """Whichever of a game's scripts comes last, and whatever games were shown before."""
    game = late.removeprefix("tv-")
    page = opened(open_page)
    shown = f"link[href$='/{game if late != game else f'tv-{game}'}.css']"

    def hold(route):
        page.wait_for_selector(shown, state="attached")
        route.continue_()

    page.route(f"**/{late}.js", hold)
    for each in (*sorted(GAMES, key=lambda name: name == game), "wizard"):
        GAMES[each](table)
        fresh = opened(open_page)
        page.wait_for_function("said => app.innerText === said", arg=fresh.evaluate("app.innerText"))
        assert page.evaluate(LOOKS) == fresh.evaluate(LOOKS), each
