"""Every word of every page comes from the catalogues: in the pseudo language each stands in ⟦brackets⟧."""

import random
from collections import Counter

import pytest

from games import cards
from table.command import NewGame

BOARD = {"width": 1280, "height": 800}
NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
PROPER = ["Familiar", "Les Trois Magiciens", "Probe", "Wizard", "U\\.S\\. Games", "Amigo"]
PROPER += ["http://familiar\\.local:8000/", "FJORDS", "KLAXON", "WYVERN"]
# Slabs are called as the board's file calls them.
PROPER += ["[a-z]+-[a-z]+-[1-3]"]
# What the pages have read from the stream; the listener comes before the page's own. Each message tells all:
# a page that sleeps draws nothing, and shows the newest when it wakes.
COUNTING = """
const Stream = EventSource;
let missed = null;
window.asleep = false;
window.wake = () => {
  window.asleep = false;
  missed?.();
  missed = null;
};
window.EventSource = class extends Stream {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", (event) => {
      if (window.asleep) {
        event.stopImmediatePropagation();
        missed = () => this.dispatchEvent(new MessageEvent("message", { data: event.data }));
      } else window.seen = JSON.parse(event.data).number;
    });
  }
};
"""
# Keys that open a dialog, whatever the phase.
OPENS = ["enter", "again", "settings", "log"]
OPENS = [f"[data-focus={key}]" for key in OPENS] + ["[data-focus^=wrong-]", "[data-focus^=call-]"]
SAID = ["Undo", "New game", "Correct something", "Change my bid", "Another card…", "Misspelt?"]
OPENS += [f"button:text-is('⟦{said}⟧')" for said in SAID]
# How often one and the same key is tried on a page: its dialog changes little from phase to phase, and is the
# same one on the big screen.
TRIES = {"phone": 2, "board": 1}


class Reader:
    """A phone and a big screen that read in the pseudo language, and what they found naked."""

    def __init__(self, table, naked, pages):
        self.table, self.naked, self.pages = table, naked, pages
        self.found, self.read = set(), set()
        self.opened = Counter()

    def sit(self):
        """Let the phone take the first seat."""
        self.pages["phone"].locator(".seat-key").first.click()
        self.pages["phone"].locator(".seat-key").first.wait_for(state="hidden")

    def look(self, name, deep=False):
        """Wait until the pages show the table as it is; with `deep` open all dialogs that can be opened."""
        if name in self.read:
            return
        self.read.add(name)
        for view, page in self.pages.items():
            page.evaluate("window.wake()")
            page.wait_for_function("(number) => window.seen >= number", arg=self.table.host.snapshot.number)
            self._note(page, f"{name}, {view}")
            if deep:
                for choice in OPENS:
                    self._open(view, choice, f"{name}, {view}")
            page.evaluate("window.asleep = true")

    def _open(self, view, choice, where):
        page = self.pages[view]
        key = page.locator(f"#app {choice}").first
        if (
            self.opened[view, choice] == TRIES[view]
            or not key.count()
            or not key.is_visible()
            or key.is_disabled()
        ):
            return
        self.opened[view, choice] += 1
        key.click()
        page.locator("dialog[open]").first.wait_for()
        self._note(page, f"{where}, {choice}")
        # A list of what happened: each kind of step is put right in a dialog of its own.
        steps = page.locator("dialog[open] .event")
        if steps.count():
            steps.first.click()
            steps.first.wait_for(state="detached")
            page.locator("dialog[open]").first.wait_for()
            self._note(page, f"{where}, {choice}, first step")
        while page.locator("dialog[open]").count():
            page.keyboard.press("Escape")

    def _note(self, page, where):
        self.found.update(f"{where}: {text}" for text in self.naked(page, PROPER + NAMES))


@pytest.fixture
def reader(table, server, pages, pseudo, naked):
    lent = []

    def open_(path, size):
        page = pages.lend(size)
        lent.append(page)
        page.context.set_extra_http_headers({"Accept-Language": pseudo})
        page.context.add_init_script(COUNTING)
        page.goto(f"http://127.0.0.1:{server.port}{path}")
        return page

    phone = {"width": 360, "height": 740}
    yield Reader(table, naked, {"phone": open_("/", phone), "board": open_("/board?keys", BOARD)})
    for page in lent:
        pages.take_back(page)


def test_the_form_that_begins_a_game_has_no_naked_word(reader):
    for view, page in reader.pages.items():
        for game in ("wizard", "magicians", "probe"):
            page.locator(f"[data-game={game}]").click()
            reader._note(page, f"{game}, {view}")
    assert reader.found == set()


def deal(chance, edition):
    """Shuffle a deck."""
    deck = [name for name in cards.names(edition) for _ in range(cards.copies(name))]
    chance.shuffle(deck)
    return deck


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "rules"),
    [("us", {"bids": "open", "last_bid": "nonzero"}), ("amigo", {"bids": "delayed", "hell_vision": True})],
)
def test_a_game_of_wizard_has_no_naked_word(table, reader, edition, rules):
    chance, phone = random.Random(edition), table.phone()
    table.begin(NAMES, edition=edition, **rules)
    reader.sit()
    for number in range(1, 11):
        reader.look("deal" if number == 1 else "deal after a round")
        deck = deal(chance, edition)
        # The first round turns up a card that somebody has to choose after.
        if number < 10:
            table.events({"event": "turn_up", "card": "W" if number == 1 else deck.pop()})
        if phone.state()["phase"] == "trump_choice":
            reader.look("trump choice")
            table.events({"event": "name_trump", "suit": cards.suits(edition)[0]})
        for _ in NAMES:
            state = phone.state()
            turn = state["bid_made"].index(False) if state["turn"] is None else state["turn"]
            reader.look("bid of the phone's own player" if turn == 0 else "bidding", deep=number == 1)
            taboo = state["forbidden_bids"]
            bid = next(tricks for tricks in range(number + 1) if tricks not in taboo)
            table.events({"event": "bid", "player": turn, "tricks": bid})
        for _ in range(number):
            for place in range(6):
                state = phone.state()
                table.events({"event": "play", "player": state["turn"], "card": deck.pop()})
                if number == 2:
                    reader.look(f"trick of {place}", deep=place == 3)
            reader.look("trick done", deep=True)
            table.events({"event": "confirm"})
            reader.look("after a trick", deep=True)
    reader.look("game over", deep=True)
    assert reader.found == set()


def taken_on(state, chance):
    """Choose how a game of Les Trois Magiciens goes on."""
    phase, moves = state["phase"], state["moves"]
    if phase in ("opening", "throw", "duel", "spell"):
        sticks = [{"color": color, "notches": chance.choice((0, 1, 1, 2))} for color in state["to_throw"]]
        return {"event": "throw", "sticks": sticks}
    if phase == "duel_read" and state["duel"]["may_keep"] and chance.random() < 0.5:
        return {"event": "keep", "sticks": [stick["color"] for stick in state["duel"]["aside"]]}
    if phase == "moving" and not moves["magician"]["done"]:
        to = moves["magician"]["to"]
        # Where figures meet there are cards and duels.
        busy = [place["place"] for place in state["places"] if place["magicians"] and place["place"] in to]
        return {"event": "jump", "to": (busy or to)[0]} if to else {"event": "stay", "figure": "magician"}
    if phase == "moving":
        own = state["seats"][state["active"]]["magician"]
        squares = [one["square"] for one in moves["apprentice"]["to"]]
        to = own if own in squares and chance.random() < 0.7 else chance.choice(squares)
        return {"event": "walk", "to": to}
    return {
        "meeting": lambda: {"event": "take"} if state["meeting"]["from_place"] else {"event": "decline"},
        "replay": lambda: {"event": "replay", "begin": True},
        "spell_offer": lambda: {"event": "cast"},
        "choice": lambda: {"event": "choose", "symbol": state["symbols"][0]},
        "teleport": lambda: {"event": "teleport", "to": "sun"},
    }.get(phase, lambda: {"event": "confirm"})()


@pytest.mark.slow
@pytest.mark.parametrize("board", ["none", "house"])
def test_a_game_of_les_trois_magiciens_has_no_naked_word(table, reader, board):
    chance, phone = random.Random(2), table.phone()
    table.mages(opening="throw", board=board)
    reader.sit()
    for step in range(200):
        state = phone.state()
        reader.look(f"{state['phase']} {'mine' if state['turn'] == 0 else ''}", deep=step > 4)
        if state["phase"] == "game_over":
            break
        table.events(taken_on(state, chance))
    assert {"moving mine", "duel_read mine", "spell_offer mine"} <= reader.read
    assert reader.found == set()


WORDS = ("FJORDS.", "KLAXON", "WYVERN")


def probed(state, chance):
    """Choose how a turn of Probe goes on."""
    hidden = []
    for seat, word in zip(state["seats"], WORDS, strict=True):
        flaps = zip(seat["trays"][0]["spaces"], word, strict=True)
        hidden.append([(flap["space"], sign) for flap, sign in flaps if not flap["open"]])
    turn = state["turn"]
    no = {"event": "no", "player": turn}
    match state["phase"]:
        case "ask":
            of = chance.choice(state["targets"])
            sign = chance.choice(hidden[of])[1] if chance.random() < 0.8 else "Q"
            return {"event": "ask", "player": turn, "of": of, "sign": sign}
        case "answer":
            spaces = [space for space, sign in hidden[turn] if sign == state["question"]["sign"]]
            return {"event": "open", "player": turn, "space": spaces[0]} if spaces else no
        case "neighbour":
            return {"event": "open", "player": turn, "space": hidden[turn][0][0]}
        case "own_dot":
            dots = [space for space, sign in hidden[turn] if sign == "."]
            return {"event": "open", "player": turn, "space": dots[0]} if dots else no
        case "judge":
            return {"event": "judge", "player": turn, "right": False}
    return {"event": "confirm"}


def test_a_game_of_probe_has_no_naked_word(table, reader):
    chance, phone = random.Random(4), table.phone()
    table.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    reader.sit()
    reader.look("words", deep=True)
    table.events(*({"event": "word", "player": seat, "word": word} for seat, word in enumerate(WORDS)))
    drawn = iter(["additional", "left", "right", "dot", "x3", "+25", "-10"])
    named = False
    for _ in range(300):
        state = phone.state()
        if state["phase"] == "game_over":
            break
        mine = "mine" if state["turn"] == 0 else ""
        reader.look(f"{state['phase']} {mine} {state['drawn'][-1:]} {bool(state['last'])}", deep=True)
        if state["phase"] == "final":
            table.events({"event": "misspelt", "player": 1})
        if state["phase"] == "draw":
            table.events({"event": "draw", "card": next(drawn, "normal")})
        elif state["phase"] == "ask" and not named:
            named = True
            table.events({"event": "interrupt", "player": 2, "of": 0})
        else:
            table.events(probed(state, chance))
    reader.look("game over", deep=True)
    assert reader.found == set()


def test_questions_and_doubts_have_no_naked_word(table, reader):
    table.to_bids(last_bid="nonzero")
    reader.sit()
    table.events({"event": "bid", "player": 1, "tricks": 0}, {"event": "bid", "player": 2, "tricks": 0})
    reader.look("forbidden bid")
    table.events({"event": "bid", "player": 0, "tricks": 0})
    table.look(("10H", (("10D", 0.3),)))
    reader.look("question", deep=True)
    table.look(("10H", ()), ("AS", ()))
    reader.look("two cards at once")
    table.mages().see_throw(1, 1, 0, asks=("red",))
    reader.look("unclear stick", deep=True)
    table.see_throw(1, 1, 0, again="overlap")
    reader.look("void throw", deep=True)
    assert reader.found == set()
