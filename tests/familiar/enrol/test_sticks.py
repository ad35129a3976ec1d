"""`familiar read --sticks`, `enrol --sticks` and `bench sticks`, with eyes that know what lies there."""

import csv
import json

import cv2
import numpy as np
import pytest

from device.camera import Frame
from familiar import cli
from familiar.configured import settings
from familiar.enrol import sticks_guided
from familiar.enrol.sticks_guided import REST
from games.sticks import COLORS, SIDES
from models.render import decks
from models.strips import arranged
from vision.errors import BadProfile
from vision.interval import USUAL_MS
from vision.sticks import augmentation as stick_doubt
from vision.sticks import find as stick_find
from vision.sticks import reader as stick_reader
from vision.sticks.find import Bar
from vision.sticks.geometry import outline
from vision.sticks.profile import load
from vision.sticks.reader import Posterior, pairs

PAINT = {"red": (40, 40, 200), "black": (30, 30, 30), "white": (235, 235, 235)}
KIT_SIDES = {0: ["force", "magic"], 1: ["destiny", "magic"], 2: ["destiny", "force"]}


def vertices(at, angle=0.0, long=200.0):
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    own = np.array([[-1, 0], [1, 0], [-1, -1], [1, -1], [-1, 1], [1, 1]]) * [long / 2, long / 11]
    return arranged(own @ np.array([[c, s], [-s, c]]) + at)


@pytest.fixture(autouse=True)
def one_look(monkeypatch):
    """Let each stick be looked at once: told eyes know the crops of the first look alone."""
    monkeypatch.setattr(stick_doubt, "again", lambda image, vertices, posteriors, reader: list(posteriors))


class Eyes:
    """See in each picture what was drawn on it, by the number in its first pixel."""

    def __init__(self, folder):
        self.folder, self.drawn, self.now = folder, [], ()
        self.sees = {"sides": 0.99, "color": 0.99, "notches": 0.99}

    def draw(self, name, *lying, print_=True, size=(700, 1000)):
        """Draw sticks (color, notches, hidden side, vertices) and save the picture."""
        picture = np.full((*size, 3), (90, 110, 90), np.uint8)
        for color, notches, down, points in lying:
            cv2.fillConvexPoly(picture, outline(points).round().astype(int), PAINT[color])
            if print_:
                self._print(picture, points, notches, down)
        picture[:8, :8] = 10 * len(self.drawn) + 5
        self.drawn.append(lying)
        cv2.imwrite(str(self.folder / name), picture)
        return str(self.folder / name)

    def _print(self, picture, points, notches, down):
        """Draw two symbols of this set's own, a bar and a ring, and notches as bars across the edge."""
        shown = [side for side in SIDES if side != down]
        for side, base in zip(shown, (points[2:4], points[4:6]), strict=True):
            for share in (0.25, 0.5, 0.75):
                middle = (points[0] + base[0]) / 2 * (1 - share) + (points[1] + base[1]) / 2 * share
                at = tuple(int(v) for v in middle.round())
                if side == "force":
                    cv2.rectangle(picture, (at[0] - 6, at[1] - 2), (at[0] + 6, at[1] + 2), (0, 200, 255), -1)
                elif side == "magic":
                    cv2.circle(picture, at, 5, (255, 160, 0), 2)
        for share in {0: (), 1: (0.5,), 2: (0.36, 0.64)}[notches]:
            at = points[0] * (1 - share) + points[1] * share
            cv2.circle(picture, tuple(int(v) for v in at.round()), 4, (128, 128, 128), -1)

    def find(self, image, view=None, foreground=None):
        number = round((int(image[2, 2, 0]) - 5) / 10)
        self.now = self.drawn[number] if number < len(self.drawn) else ()
        return [Bar(points, 0.99) for *_, points in self.now]

    def read(self, crops):
        lying = self.now if len(crops) == len(self.now) else [("red", 0, "force", None)] * len(crops)
        return [self._marks(color, notches, down) for color, notches, down, _ in lying]

    def _marks(self, color, notches, down):
        def row(at, length, sure):
            return np.where(np.arange(length) == at, sure, (1 - sure) / (length - 1))

        sides = [row(k, 3, self.sees["sides"]) for k in range(3) if SIDES[k] != down]
        return Posterior(
            row(notches, 3, self.sees["notches"]), pairs(np.stack(sides)),
            row(COLORS.index(color), 4, self.sees["color"]), row(0, 3, 0.98),
        )  # fmt: skip


@pytest.fixture
def eyes(tmp_path, monkeypatch):
    monkeypatch.setenv("FAMILIAR_DECKS", str(tmp_path / "decks"))
    made = Eyes(tmp_path)
    monkeypatch.setattr(stick_find, "shipped", lambda: made)
    monkeypatch.setattr(stick_reader, "shipped", lambda: made)
    return made


KIT_THROW = (
    ("red", 0, "destiny", vertices((300, 200))),
    ("black", 1, "force", vertices((400, 400), 30)),
    ("white", 2, "magic", vertices((700, 300), 80)),
)


def test_a_throw_is_printed_as_the_contract_says(eyes, capsys):
    path = eyes.draw("a.png", *KIT_THROW)
    assert cli.run(["read", "--json", "--sticks", path]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["picture"], line["cards"], line["throw_again"], line["again"]) == (path, [], False, None)
    assert [(s["color"], s["notches"], s["sides"], s["asks"]) for s in line["sticks"]] == [
        (color, notches, KIT_SIDES[notches], False) for color, notches, *_ in KIT_THROW
    ]
    assert all(len(stick["corners"]) == 4 and stick["confidence"] > 0.95 for stick in line["sticks"])
    assert line["ms"] > 0


def test_a_void_throw_says_why_also_in_words(eyes, capsys):
    path = eyes.draw("a.png", *KIT_THROW[:2])
    assert cli.run(["read", "--sticks", path]) == 0
    said = capsys.readouterr().out
    assert "red 0 notches (force and magic)" in said and "throw again (missing)" in said
    assert cli.run(["read", "--sticks", "--thrown", "2", path]) == 0
    assert "again" not in capsys.readouterr().out


def test_cards_are_read_beside_sticks_where_a_deck_is_named(eyes, capsys):
    path = eyes.draw("a.png", *KIT_THROW)
    picture, face = cv2.imread(path), decks.face(decks.design(100_003, "us"), "7H")
    place = picture[-150:-10, 10:110]
    place[:] = cv2.resize(face, place.shape[1::-1], interpolation=cv2.INTER_AREA)
    cv2.imwrite(path, picture)
    assert cli.run(["read", "--json", "--sticks", "--deck", "us", path]) == 0
    line = json.loads(capsys.readouterr().out)
    assert "7H" in [card["card"] for card in line["cards"]] and len(line["sticks"]) == 3


def test_a_picture_that_is_none_is_said_and_the_others_are_read(eyes, tmp_path, capsys):
    path = eyes.draw("a.png", *KIT_THROW)
    assert cli.run(["read", "--json", "--sticks", str(tmp_path / "no.jpg"), path]) == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1 and "no.jpg: cannot be opened" in err


@pytest.mark.parametrize(
    "arguments, word",
    [
        (["read", "--set", "kit", "a.png"], "add --sticks"),
        (["read", "--sticks", "--set", "noris", "a.png"], "familiar enrol NAME --sticks learns one"),
        (["enrol", "noris", "--sticks", "--edition", "us"], "give --from FOLDER"),
        (["enrol", "noris", "--sticks", "--camera", "simulated"], "simulated table"),
        (["enrol", "kit", "--sticks", "--from", "."], "kit"),
        (["bench", "sticks", "--folder", "nowhere"], "there is no such folder"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(eyes, arguments, word, capsys):
    assert cli.run(arguments) in (1, 2)
    out, err = capsys.readouterr()
    assert out == "" and len(err.splitlines()) == 1 and word in err


TABLE = {"red": ("magic", "destiny", "force"), "black": ("force", "magic", "destiny"),
         "white": ("destiny", "force", "magic")}  # fmt: skip


@pytest.fixture
def nine(eyes, tmp_path):
    """Draw the nine pictures of a set that the shipped reader makes nothing of but its colours."""
    eyes.folder = tmp_path / "nine"
    eyes.folder.mkdir()
    eyes.sees = {"sides": 1 / 3, "color": 0.99, "notches": 1 / 3}
    for color, row in TABLE.items():
        for notches, down in enumerate(row):
            sides = "-".join(sorted(side for side in SIDES if side != down))
            eyes.draw(f"{color}-{notches}-{sides}.png", (color, notches, down, vertices((500, 350), 8)))
    eyes.folder = tmp_path
    return tmp_path / "nine"


def test_any_set_is_learnt_from_nine_pictures_and_its_throws_are_read(eyes, nine, tmp_path, capsys):
    assert cli.run(["enrol", "noris", "--sticks", "--from", str(nine)]) == 0
    said = capsys.readouterr().out
    assert "The red stick hides magic under 0, destiny under 1 and force under 2." in said
    kept = load(tmp_path / "decks" / "noris.sticks")
    assert kept.table == tuple(TABLE[color] for color in COLORS)
    throw = [
        (color, notches, TABLE[color][notches], vertices(at, angle))
        for color, notches, at, angle in (("red", 1, (300, 200), 12), ("black", 0, (400, 400), 30),
                                          ("white", 2, (700, 300), -20))
    ]  # fmt: skip
    path = eyes.draw("throw.png", *throw)
    for name in ("noris", str(tmp_path / "decks" / "noris.sticks")):
        assert cli.run(["read", "--json", "--sticks", "--set", name, path]) == 0
        found = json.loads(capsys.readouterr().out)["sticks"]
        assert [(stick["color"], stick["notches"], stick["sides"]) for stick in found] == [
            ("red", 1, ["force", "magic"]),
            ("black", 0, ["destiny", "magic"]),
            ("white", 2, ["destiny", "force"]),
        ]


def renamed(folder, old, new):
    (folder / old).rename(folder / new)


@pytest.mark.parametrize(
    "spoil, word",
    [
        (lambda f: (f / "red-1-force-magic.png").unlink(), "there is no red-1.jpg"),
        (lambda f: renamed(f, "red-1-force-magic.png", "rad-1.png"), "called after the stick's colour"),
        (lambda f: renamed(f, "red-1-force-magic.png", "red-3.png"), "called after the stick's colour"),
        (lambda f: renamed(f, "red-1-force-magic.png", "red-1-force-force.png"), "called after"),
        (lambda f: renamed(f, "red-1-force-magic.png", "red-1-destiny-force.png"), "hides another side each"),
        (lambda f: (f / "red-1.png").write_bytes(b"no"), "two pictures of one way to lie"),
        (lambda f: (f / "red-1-force-magic.png").write_bytes(b"no"), "is no picture"),
        (lambda f: [path.unlink() for path in f.iterdir()], "holds no picture"),
    ],
)
def test_nine_pictures_that_do_not_fit_are_refused_in_one_sentence(eyes, nine, tmp_path, spoil, word, capsys):
    spoil(nine)
    assert cli.run(["enrol", "noris", "--sticks", "--from", str(nine)]) == 1
    out, err = capsys.readouterr()
    assert out == "" and len(err.splitlines()) == 1 and word in err
    assert not (tmp_path / "decks").exists()


def test_sides_that_nobody_named_are_told_by_the_reader_or_asked_for(eyes, nine, capsys):
    for path in sorted(nine.iterdir()):
        path.rename(nine / f"{'-'.join(path.stem.split('-')[:2])}.png")
    assert cli.run(["enrol", "noris", "--sticks", "--from", str(nine)]) == 1
    assert "name them in the file's name" in capsys.readouterr().err
    eyes.sees["sides"] = 0.99
    assert cli.run(["enrol", "noris", "--sticks", "--from", str(nine)]) == 0
    said = capsys.readouterr().out
    assert "The white stick hides destiny under 0, force under 1 and magic under 2." in said


class Pictures:
    """A camera before which each of the nine sticks lies still for a while, after a moment of nothing."""

    def __init__(self, folder):
        self.frames = []
        for path in sorted(folder.iterdir(), key=lambda path: COLORS.index(path.stem.split("-")[0])):
            image = cv2.imread(str(path))
            self.frames += [np.full_like(image, 200)] + [image] * (REST // USUAL_MS + 2)

    def read(self, timeout):
        return Frame(self.frames.pop(0), 1, 0.0) if self.frames else None

    def close(self):
        self.frames = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def test_the_camera_leads_through_the_nine_and_asks_for_sides_that_nobody_can_tell(
    eyes, nine, tmp_path, capsys
):
    told, asked = [], []

    def answer(question):
        asked.append(question)
        color, count = question.split()[5], int(question.split()[9])
        return "what?" if len(asked) == 1 else " ".join(set(SIDES) - {TABLE[color][count]})

    config = settings(None, "usb:0", None, None)
    assert sticks_guided.run("noris", config, told.append, answer, Pictures(nine)) == 0
    led = [words for words in told if " of 9: " in words]
    assert led[4] == "5 of 9: lay the black stick alone beneath the camera, 1 notch on top."
    assert len(led) == 9
    assert len(asked) == 10
    assert load(tmp_path / "decks" / "noris.sticks").table == tuple(TABLE[color] for color in COLORS)


def test_pictures_that_end_too_early_are_said_and_nothing_is_kept(eyes, nine, tmp_path):
    camera = Pictures(nine)
    camera.frames = camera.frames[:30]
    with pytest.raises(BadProfile, match="ended before black-0"):
        sticks_guided.run("noris", settings(None, "usb:0", None, None), lambda _: None, input, camera)
    assert not (tmp_path / "decks").exists()


def test_a_picture_of_a_small_or_of_two_sticks_teaches_nothing(eyes, nine, capsys):
    at = len(eyes.drawn) - 9
    one = eyes.drawn[at]
    for lying, word in (
        ([(*one[0][:3], vertices((500, 350), 8, long=60))], "only 60 pixels long"),
        ([*one, ("black", 1, "force", vertices((500, 500)))], "shows 2 sticks"),
        ([(*one[0][:3], vertices((60, 350)))], "cut off"),
        ([], "no stick was found"),
    ):
        eyes.drawn[at] = lying
        assert cli.run(["enrol", "noris", "--sticks", "--from", str(nine)]) == 1
        assert word in capsys.readouterr().err


def test_a_broken_file_of_a_set_is_said(eyes, tmp_path, capsys):
    file = tmp_path / "broken.sticks"
    file.write_bytes(b"PK nothing")
    assert cli.run(["read", "--sticks", "--set", str(file), "a.png"]) == 1
    assert "is no enrolled set of sticks" in capsys.readouterr().err


def labelled(eyes, tmp_path):
    """Draw four throws: one right, one of which a stick is wrong, one void and found, one void and not."""
    wrong = ("red", 2, "magic", KIT_THROW[0][3])
    across = ("black", 1, "force", vertices((310, 205), 60))
    truth = [
        (eyes.draw("right.png", *KIT_THROW), KIT_THROW, ""),
        (eyes.draw("wrong.png", wrong, *KIT_THROW[1:]), KIT_THROW, ""),
        (eyes.draw("cross.png", KIT_THROW[0], across, KIT_THROW[2]), KIT_THROW, "overlap"),
        (eyes.draw("lean.png", *KIT_THROW), KIT_THROW, "leaning"),
    ]
    return [(path.rsplit("/", 1)[1], lying, again) for path, lying, again in truth]


def test_labelled_throws_are_scored_with_counts(eyes, tmp_path, capsys):
    with open(tmp_path / "labels.csv", "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["file", "color", "notches", "again"])
        for name, lying, again in labelled(eyes, tmp_path):
            for color, notches, *_ in lying:
                rows.writerow([name, color, notches, again])
    assert cli.run(["bench", "sticks", "--folder", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {key: found[key] for key in ("sticks", "right", "asked", "silent", "missed")} == {
        "sticks": 6, "right": 5, "asked": 0, "silent": 1, "missed": 0
    }  # fmt: skip
    assert (found["throws"], found["throws_whole"], found["throws_silent"]) == (2, 1, 1)
    assert found["false_again"] == 0
    assert found["void"] == {"overlap": {"all": 1, "found": 1}, "leaning": {"all": 1, "found": 0}}
    assert found["void_silent"] == 1 and len(found["named"]) == 2
    assert cli.run(["bench", "sticks", "--folder", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "silent: trusted and wrong" in said and "Silent: " in said


def test_labels_may_be_lines_as_the_reader_prints_them(eyes, tmp_path, capsys):
    with open(tmp_path / "labels.jsonl", "w") as file:
        for name, lying, again in labelled(eyes, tmp_path):
            listed = [{"color": color, "notches": notches, "confidence": 1} for color, notches, *_ in lying]
            print(json.dumps({"picture": name, "sticks": listed, "throw_again": bool(again)}), file=file)
    assert cli.run(["bench", "sticks", "--folder", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["right"], found["silent"], found["void"]) == (5, 1, {"other": {"all": 2, "found": 1}})


@pytest.mark.parametrize(
    "text, word",
    [
        ("file,color\na.png,red\n", "no column 'notches'"),
        ("file,color,notches\na.png,rad,1\n", "labels.csv:2"),
        ("file,color,notches\na.png,red,5\n", "0, 1 or 2 notches"),
        ("file,color,notches,again\na.png,red,1,overlapp\n", "overlap"),
        ("file,color,notches,sides\na.png,red,0,force destiny\n", None),
        ("file,color,notches\n,red,1\n", "names no file"),
        ("file,color,notches\na.png,red," + "9" * 5000 + "\n", "labels.csv:2"),
        ("file,color,notches\na.png,red," + "x" * 200_000 + "\n", "labels.csv:2: is no line of a table"),
        # As Excel writes it where the comma is in numbers.
        ("file;color;notches\na.png;red;1\n", None),
    ],
)
def test_labels_that_cannot_be_used_are_one_sentence(eyes, tmp_path, text, word, capsys):
    (tmp_path / "labels.csv").write_text(text)
    assert cli.run(["bench", "sticks", "--folder", str(tmp_path)]) == 1
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert (word or "a.png: cannot be opened") in err
