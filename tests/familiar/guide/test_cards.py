"""Led through cards from end to end: a robot lays them, the real vision finds and reads them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from device.camera import Frame
from familiar import cli
from familiar.bench import live
from familiar.configured import settings
from familiar.enrol import cards_guided
from familiar.enrol.deck import read_list
from familiar.eyes import is_activity_deck, open_pile_eye
from familiar.guide.cards import END, Leader, lead
from familiar.guide.eyes import FindingEye, ReadingEye, Recorded
from simulation.table import SimulatedTable
from table.eye.protocol import Paced
from table.guides.guide import Caught, Guide, Kind, Look, Phase, Place, Press, Reread, Verdict, step
from table.guides.leading import Pressed, Trouble
from vision.detect.newcard import Fault, Glance, State
from vision.errors import BadProfile, UnknownDeck
from vision.read.profile import empty, load, save, with_picture
from vision.track.cards import CardTracker
from vision.track.pile import PileTracker
from vision.types import Reading, Seen, Sight

CORNERS = ((10.0, 10.0), (50.0, 10.0), (50.0, 70.0), (10.0, 70.0))
CROP = np.zeros((144, 96, 3), np.uint8)
FRAME = np.zeros((90, 160, 3), np.uint8)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FAMILIAR_DECKS", str(tmp_path / "decks"))
    return tmp_path / "decks"


@pytest.fixture
def config():
    config = settings(None, "simulated", None, None)
    camera, web = replace(config.camera, pace=0.0), replace(config.web, host="127.0.0.1", port=None)
    return replace(config, camera=camera, web=web)


def small_table():
    return SimulatedTable(1, 4, "us", (1152, 648))


def places(*cards):
    return tuple(Place(card) for card in cards)


class Desk:
    """Holds a guide for an eye alone, and does at once what is posted."""

    def __init__(self, kind, *cards):
        self.snapshot = Guide(kind, places(*cards))
        self.events = []

    def post(self, event):
        self.events.append(event)
        self.snapshot = step(self.snapshot, event)


def test_a_robot_lays_a_drawn_deck_it_is_kept_and_then_read(folder, config):
    file = folder / "drawn.deck"
    album = cards_guided.CardAlbum(empty("drawn"), file)
    leader = Leader(Guide(Kind.ENROL, places("KH", "W", "W")), "drawn", "us", album.react)
    said = []
    guide = lead(leader, FindingEye, config, said.append, hint="", table=small_table(), patience=0.0)
    assert guide.phase is Phase.OVER and [p.shot is not None for p in guide.places] == [True] * 3
    assert "Open http://127.0.0.1:" in said[0] and "board" not in said[0]
    kept = load(file)
    assert {card: len(kept.pictures(card)) for card in kept.names} == {"KH": 1, "W": 2}

    leader = Leader(Guide(Kind.LIVE, places("KH", "W")), "drawn", "us", lambda before, after: None)
    read = lead(
        leader,
        lambda holder: live._eye(holder, str(file)),
        config,
        said.append,
        hint="",
        table=small_table(),
        patience=0.0,
    )
    verdicts = [place.shot.verdict for place in read.places]
    assert Verdict.SILENT not in verdicts and Verdict.MISSED not in verdicts
    assert live.as_text(read)[0].startswith("2 cards: ")


def test_a_folder_of_pictures_is_gone_through_and_its_end_is_said(folder, config, tmp_path, monkeypatch):
    pictures, listed = tmp_path / "pictures", tmp_path / "cards.txt"
    pictures.mkdir()
    listed.write_text("# our own\nred-1\nred-2\nred-3\n")
    table = small_table()
    for number, card in enumerate((None, "5H", None, "QS")):
        table.new_round(0)
        if card:
            table.lay(card, 0)
        cv2.imwrite(str(pictures / f"{number}.png"), table.render())
    told = []

    def end(leader):
        def follow(guide):
            told.append(guide.trouble)
            if guide.trouble == END and guide.phase is Phase.LAYING:
                leader.post(Press.DONE)
            elif guide.phase is Phase.REPORT:
                leader.post(Press.FINISH)

        return follow

    class Ending(Leader):
        def start(self):
            self.listeners.append(end(self))
            return super().start()

    monkeypatch.setattr(cards_guided, "Leader", Ending)
    config = replace(config, camera=replace(config.camera, source=str(pictures)))
    said = []
    assert cards_guided.run("ours", config, listed, None, False, said.append) == 0
    assert END in told and load(folder / "ours.deck").names == ("red-1", "red-2")
    assert said[-1].startswith("ours is kept in ")
    assert (folder / "ours.cards").read_text().split() == ["red-1", "red-2", "red-3"]


@pytest.fixture
def asked(monkeypatch):
    """Stand in for the camera and the page: keep what would be asked for, and stop."""
    kept = []

    def lead(leader, eye, config, tell, **options):
        kept.append((leader, [(place.card, place.more) for place in leader.snapshot.places]))
        return leader.snapshot

    monkeypatch.setattr(cards_guided, "lead", lead)
    return kept


def enrol(config, name="oma", listed=None, edition=None, anew=False):
    said = []
    assert cards_guided.run(name, config, listed, edition, anew, said.append) == 0
    return said


def test_the_activity_cards_of_probe_are_asked_for_by_name_and_their_back(folder, config, asked):
    enrol(config, edition="probe")
    wanted = [card for card, _ in asked[-1][1]]
    assert wanted == ["normal", "additional", "left", "right", "dot", "x3", "x4", "x5", "-10", "+15", "+20",
                      "+25", "back"]  # fmt: skip
    assert asked[-1][0].edition is None
    assert (folder / "oma.cards").read_text().split() == wanted


def test_activity_cards_that_were_learnt_are_a_deck_to_play_probe_with(folder):
    deck = empty("mine")
    for number, name in enumerate(("normal", "-10", "+30", "back")):
        deck = with_picture(deck, name, CROP + number)
    save(deck, folder / "mine.deck")
    save(with_picture(deck, "KH", CROP + 9), folder / "other.deck")
    assert is_activity_deck("mine") and not is_activity_deck("us") and not is_activity_deck("other")
    assert isinstance(open_pile_eye("mine"), PileTracker)
    for name, odd in (("other", "KH are no activity cards"), ("us", "2S, 3S, 4S and 5S are no activity")):
        with pytest.raises(UnknownDeck, match=f"the deck '{name}': {odd}.*enrol NAME --edition probe"):
            open_pile_eye(name)


def test_a_deck_goes_on_where_it_stopped_and_begins_anew_when_asked_to(folder, config, asked):
    enrol(config, edition="amigo")
    whole = asked[-1][1]
    assert len(whole) == 60 and whole[0] == ("1B", False)
    save(with_picture(empty("oma"), "1B", CROP), folder / "oma.deck")
    said = enrol(config)
    assert asked[-1][1] == whole[1:] and "goes on from there" in said[-1]
    enrol(config, anew=True, edition="amigo")
    assert asked[-1][1] == whole


def test_a_deck_of_ones_own_remembers_its_list(folder, config, asked, tmp_path):
    listed = tmp_path / "cards.txt"
    listed.write_text("\ufeffswap-2  # both\n\nÖffnen\n", encoding="utf-8")
    config = replace(config, camera=replace(config.camera, source="usb:0"))
    enrol(config, listed=listed)
    enrol(config)
    assert asked[-1][1] == asked[-2][1] == [("swap-2", False), ("Öffnen", False)]
    assert asked[-1][0].edition is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"a\nb\na\n", ":3: a stands in line 1 already"),
        (b"a\n../b\n", ":2: a card cannot be named '../b'"),
        (b"a\n", "names 1 cards; a deck has 2 to"),
        (b"a\n\xff\n", "is no text in UTF-8"),
    ],
)
def test_a_list_of_cards_that_cannot_be_used_is_refused_by_its_line(tmp_path, text, reason):
    (tmp_path / "list.txt").write_bytes(text)
    with pytest.raises(BadProfile, match="list.txt") as refused:
        read_list(tmp_path / "list.txt")
    assert reason in str(refused.value)


def test_every_picture_is_kept_at_once_and_what_is_taken_back_is_gone(tmp_path):
    file = tmp_path / "d.deck"
    album = cards_guided.CardAlbum(empty("d"), file)
    leader = Leader(Guide(Kind.ENROL, places("2S", "3S")), "d", "us", album.react)
    leader.start()
    leader.post(Caught(CROP)).result(60)
    assert load(file).names == ("2S",)
    leader.post(Press.AGAIN).result(60)
    assert not file.exists()
    leader.post(Caught(CROP)).result(60)
    leader.post(Press.DONE).result(60)
    assert leader.snapshot.phase is Phase.REPORT and leader.snapshot.report.pictures == 1
    leader.close()


def test_a_deck_that_cannot_be_written_ends_the_guide_with_the_reason(tmp_path, config):
    (tmp_path / "file").write_text("")
    album = cards_guided.CardAlbum(empty("d"), tmp_path / "file" / "d.deck")
    leader = Leader(Guide(Kind.ENROL, places("2S", "3S")), "d", "us", album.react)
    with pytest.raises(BadProfile, match="cannot be written"):
        lead(leader, FindingEye, config, lambda line: None, hint="", table=small_table())


def test_on_a_full_disk_the_page_says_what_to_do(small_disk):
    small_disk.fill()
    album = cards_guided.CardAlbum(empty("d"), small_disk.folder / "d.deck")
    leader = Leader(Guide(Kind.ENROL, places("2S", "3S")), "d", "us", album.react).start()
    refused = leader.post(Caught(CROP)).result(60)
    leader.close()
    assert str(refused.reason).endswith("as it was before; delete something there to make room.")
    assert isinstance(leader.failed, BadProfile)


def test_a_page_that_leads_is_told_of_the_configured_names_and_proxies(config, monkeypatch):
    web = replace(config.web, hosts=("table.example",), proxies=("192.0.2.1",))
    told = {}

    def make(leader, **options):
        told.update(options)
        raise BadProfile("that is enough")

    monkeypatch.setattr("familiar.guide.cards.create_guide_app", make)
    leader = Leader(Guide(Kind.LIVE, ()), "d", "us", lambda *_: None)
    with pytest.raises(BadProfile, match="enough"):
        lead(leader, FindingEye, replace(config, web=web), lambda _: None, hint="", table=small_table())
    assert (told["security"].hosts, told["security"].proxies) == (("table.example",), ("192.0.2.1",))


class Finder:
    """Gives these glances, one a look."""

    def __init__(self, *glances):
        self.glances, self.insisted = list(glances), 0

    def look(self, frame):
        return self.glances.pop(0)

    def insist(self):
        self.insisted += 1


def test_a_card_with_a_fault_is_shown_and_taken_only_when_somebody_insists():
    poor = Glance(State.POOR, CORNERS, CROP, Fault.BLURRED)
    finder, desk = Finder(poor, poor, Glance(State.CARD, CORNERS, CROP)), Desk(Kind.ENROL, "2S", "3S")
    eye = FindingEye(desk, finder)
    eye.look(FRAME)
    assert desk.events == [Look("poor", "blurred", CORNERS, (160, 90))]
    desk.post(Press.TAKE)
    eye.look(FRAME)
    assert finder.insisted == 1
    eye.look(FRAME)
    assert desk.snapshot.places[0].shot.id == 1


def test_the_second_wizard_may_look_like_the_first_but_the_next_card_may_not():
    glances = [Glance(State.CARD, CORNERS, CROP), Glance(State.POOR, CORNERS, CROP, Fault.AGAIN)]
    for cards, insisted in ((("W", "W"), 1), (("2S", "3S"), 0)):
        finder = Finder(*glances)
        eye = FindingEye(Desk(Kind.ENROL, *cards), finder)
        eye.look(FRAME)
        eye.look(FRAME)
        assert finder.insisted == insisted


def test_the_outline_of_a_taken_card_stays_until_something_moves():
    finder = Finder(Glance(State.CARD, CORNERS, CROP), Glance(State.CLEAR), Glance(State.MOVING))
    desk = Desk(Kind.ENROL, "2S", "3S")
    eye = FindingEye(desk, finder)
    eye.look(FRAME)
    eye.look(FRAME)
    assert desk.snapshot.look.corners == CORNERS
    eye.look(FRAME)
    assert desk.snapshot.look.state == "moving"


@pytest.mark.parametrize("make", [FindingEye, lambda desk: ReadingEye(desk, CardTracker())])
def test_what_looks_for_a_guide_is_told_when_a_picture_was_taken(make):
    eye = make(Desk(Kind.ENROL, "2S"))
    assert isinstance(eye, Paced) and not eye.hurries()
    inner = eye._finder if isinstance(eye, FindingEye) else eye._eye
    for picture in range(3):
        eye.taken(picture / 4)
        eye.look(FRAME)
    assert inner._scene.passed == 250


class Eye:
    """Gives these sights, one a look, and keeps what it was told of earlier cards."""

    def __init__(self, *sights):
        self.sights, self.seen = list(sights), []

    def look(self, frame, seen=()):
        self.seen.append(list(seen))
        return self.sights.pop(0)


def sight(*cards):
    readings = [Reading(card.strip("?"), 0.9, "?" in card, (), CORNERS) for card in cards]
    return Sight(tuple(Seen(number, reading) for number, reading in enumerate(readings, 1)))


def test_what_lies_there_at_the_start_and_backs_are_no_cards_of_the_check():
    desk = Desk(Kind.LIVE, "2S", "3S")
    lying = ("9C", "back", "2S", "3S")
    eye = Eye(sight("9C"), None, *(sight(*lying[:k]) for k in (2, 3, 4)))
    reads = ReadingEye(desk, eye)
    for _ in range(5):
        reads.look(FRAME)
    assert [place.shot.verdict for place in desk.snapshot.places] == [Verdict.RIGHT, Verdict.RIGHT]
    assert eye.seen[-1] == ["2S"]


def test_a_card_that_becomes_clear_while_it_lies_is_judged_anew():
    desk = Desk(Kind.LIVE, "2S", "3S")
    reads = ReadingEye(desk, Eye(sight(), sight("2S?"), sight("2S")))
    reads.look(FRAME)
    reads.look(FRAME)
    assert desk.snapshot.places[0].shot.verdict is Verdict.ASKED
    reads.look(FRAME)
    assert isinstance(desk.events[-1], Reread)
    assert desk.snapshot.places[0].shot.verdict is Verdict.RIGHT


def test_a_recorded_picture_is_shown_until_the_table_has_settled():
    class Source:
        frames = [Frame(FRAME, 1, 0.0), Frame(FRAME, 2, 0.1), None]

        def read(self, timeout):
            return self.frames.pop(0)

    ends = []
    recorded = Recorded(Source(), lambda: ends.append(1))
    shown = [recorded.read(1) for _ in range(9)]
    assert [frame and frame.number for frame in shown] == [1] * 4 + [2] * 4 + [None]
    assert ends == [1]


def test_a_silent_leader_hears_of_the_camera_and_answers_what_comes_too_late():
    leader = Leader(Guide(Kind.LIVE, places("2S", "3S")), "us", "us", lambda before, after: None).start()
    leader.post(Trouble("gone")).result(60)
    assert leader.snapshot.trouble == "gone"
    assert leader.post(Pressed(Press.SKIP, 0)).result(60).number == 1
    assert leader.post(Pressed(Press.SKIP, 0)).result(60).stale
    leader.close()


@pytest.mark.parametrize(
    ("arguments", "status", "reason"),
    [
        (["enrol", "oma", "--edition", "us", "--cards", "f"], 2, "give one of them"),
        (["enrol", "oma", "--from", "f", "--camera", "usb:0"], 2, "--from needs no camera"),
        (["enrol", "us"], 1, "choose another name"),
        (["enrol", "oma", "--camera", "webcam"], 1, "unknown camera 'webcam'"),
        (["bench", "live", "--deck", "amgo"], 1, "did you mean 'amigo'"),
        (["bench", "live", "--cards", "0"], 2, "0 is not in the range"),
    ],
)
def test_what_cannot_be_asked_for_is_said_in_one_line(folder, capsys, arguments, status, reason):
    assert cli.run(arguments) == status
    said = capsys.readouterr().err
    assert reason in said and said.count("\n") == 1


def test_figures_are_printed_as_sentences_and_as_json():
    readings = (Reading("9S", 0.99, False, (), CORNERS),)
    guide = Guide(Kind.LIVE, places("2S", "3S"))
    guide = step(step(guide, Caught(CROP, readings)), Caught(CROP, (replace(readings[0], card="3S"),)))
    text = live.as_text(guide)
    assert text[:2] == ["2 cards: 1 right, 0 asked, 1 silent, 0 missed.", "2S: silent, read as 9S."]
    figures = live.as_dict(guide, "us")
    assert (figures["cards"], figures["silent"], figures["laid"][0]["read"]) == (2, 1, ["9S"])
    assert live.as_text(Guide(Kind.LIVE, places("2S"))) == ["No card was laid."]
