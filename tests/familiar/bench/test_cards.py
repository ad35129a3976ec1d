"""`familiar bench cards`: which labels it takes, what it prints, what it refuses."""

import json

import cv2
import numpy as np
import pytest

from familiar.bench import cards
from familiar.bench.labels import LabelsError, chosen, light_of, load, seats_of
from familiar.cli import run
from games.cards import names
from vision.types import Reading

US = (*names("us"), "back")


@pytest.fixture
def folder(tmp_path):
    """A folder with pictures of nothing, which the reading below is told about by their brightness."""
    for i, name in enumerate(("a.jpg", "b.jpg", "c.jpg")):
        cv2.imwrite(str(tmp_path / name), np.full((60, 80, 3), 60 * (i + 1), np.uint8))
    return tmp_path


def labels(folder, text):
    (folder / "labels.csv").write_text(text)
    return load(folder, US)


def reading(card, asks=False, at=(40, 50)):
    return Reading(card, 0.5 if asks else 0.99, asks, (), (at,) * 4)


@pytest.fixture
def eye(monkeypatch):
    """Let the eye see what a test says, by the order of the pictures."""

    def sees(*pictures):
        turns = iter(pictures)
        monkeypatch.setattr("vision.photograph.read_cards", lambda image, reader: next(turns))

    return sees


def test_several_rows_a_file_are_several_cards_and_other_columns_are_ignored(folder):
    found = labels(folder, "file,card,x1,note\na.jpg,2H,1.5,x\na.jpg,10S,,\nb.jpg,NOTACARD,,\nc.jpg,,,\n")
    assert [(p.path.name, p.cards) for p in found] == [("a.jpg", ("2H", "10S")), ("b.jpg", ()), ("c.jpg", ())]
    assert {p.deck for p in found} == {folder.name}


def test_deck_and_light_are_taken_from_their_columns(folder):
    (found,) = labels(folder, "File;Card;Deck;Light\na.jpg;2H;bee;evening\n")
    assert (found.deck, found.light) == ("bee", "evening")


def test_without_labels_a_picture_is_called_after_its_card(tmp_path):
    for name in ("10H.jpg", "10H-2.JPG", "W.png", "NOTACARD-3.jpg", "notes.txt"):
        (tmp_path / name).touch()
    found = {p.path.name: p.cards for p in load(tmp_path, US)}
    assert found == {"10H.jpg": ("10H",), "10H-2.JPG": ("10H",), "W.png": ("W",), "NOTACARD-3.jpg": ()}


@pytest.mark.parametrize(
    ("columns", "angles"),
    [
        ("file p1_south p2_east p3_north p4_west", [0, 270, 180, 90]),
        ("file seat1 seat2 seat3", [0, 120, 240]),
        ("file seat_4 seat_0", [180, 0]),
        ("file card northern", []),
    ],
)
def test_a_column_a_seat_is_known_by_its_name(columns, angles):
    assert [seat.angle for seat in sorted_by_column(seats_of(columns.split()), columns)] == angles


def sorted_by_column(seats, columns):
    return [seats[column] for column in columns.split() if column in seats]


def test_a_seat_may_hold_a_card_that_the_deck_does_not_know(folder):
    (found,) = labels(folder, "file,P1_south,P2_north\na.jpg,0S,2H\n")
    assert found.cards == ("0S", "2H") and found.strange == ("0S",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("file,card\na.jpg,1OH\n", 'csv:2: a.jpg; there is no card "1OH" in this deck: did you mean 10H?'),
        ("file,card\na.jpg,13B\n", "try --deck amigo"),
        ("picture,card\na.jpg,2H\n", "needed are 'file'"),
        ("file,what\na.jpg,2H\n", "needed are 'file'"),
        ("file,card\n", "has no row"),
        ("", "has no row"),
        ("file,card\n,2H\n", "labels.csv:2: names no file"),
        ("file,card\na.jpg," + "x" * 200_000 + "\n", "labels.csv:2: is no line of a table (field larger"),
        ("file,south,north\na.jpg,2H,3H\na.jpg,4H,5H\n", "labels.csv:3: a.jpg stands here again"),
    ],
)
def test_a_label_that_cannot_be_used_is_refused_where_it_stands(folder, text, said):
    with pytest.raises(LabelsError) as caught:
        labels(folder, text)
    assert said in str(caught.value)


def test_a_table_in_another_encoding_is_refused(folder):
    (folder / "labels.csv").write_bytes("file,card,note\na.jpg,2H,für\n".encode("latin-1"))
    with pytest.raises(LabelsError, match="UTF-8"):
        load(folder, US)


def test_pictures_are_chosen_by_name_and_number(folder):
    found = labels(folder, "file,card\na.jpg,2H\nb.jpg,3H\nc.jpg,4H\n")
    assert [p.path.name for p in chosen(found, ("[bc]*",), 1)] == ["b.jpg", "c.jpg"]
    assert [p.path.name for p in chosen(found, (), 2)] == ["a.jpg", "c.jpg"]


def test_the_light_is_measured_by_what_is_brightest():
    table = np.full((90, 120, 3), 40, np.uint8)
    assert light_of(table) == "dim"
    table[20:50, 20:50] = 210
    assert light_of(table) == "normal"
    table[20:50, 20:50] = 255
    assert light_of(table) == "bright"


def test_the_figures_are_counts_with_their_shares_by_deck_and_light(folder, eye, capsys):
    text = "file,card,deck,light\na.jpg,2H,one,dim\na.jpg,3H,one,dim\nb.jpg,W,two,dim\nc.jpg,,two,lamp\n"
    (folder / "labels.csv").write_text(text)
    eye([reading("2H"), reading("3S")], [reading("W", asks=True)], [])
    assert run(["bench", "cards", "--folder", str(folder), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    counted = {key: figures[key] for key in ("pictures", "cards", "right", "asked", "silent", "missed")}
    assert counted == {"pictures": 3, "cards": 3, "right": 1, "asked": 1, "silent": 1, "missed": 1}
    assert figures["silent_share"] == pytest.approx(1 / 3, abs=1e-4)
    assert {name: deck["cards"] for name, deck in figures["by_deck"].items()} == {"one": 2, "two": 1}
    assert {name: light["pictures"] for name, light in figures["by_light"].items()} == {"dim": 2, "lamp": 1}
    assert figures["silent_errors"] == [
        {"picture": str(folder / "a.jpg"), "trusted": ["3S"], "cards": ["2H", "3H"]}
    ]
    assert figures["evening"]["cards"] == 630 and figures["evening"]["most"] > figures["evening"]["rate"]
    assert sum(each["count"] for each in figures["reliability"]["bins"]) == 3


def test_the_text_gives_the_bound_where_no_silent_error_was_counted(folder, eye, capsys):
    (folder / "labels.csv").write_text("file,card\na.jpg,2H\nb.jpg,3H\n")
    eye([reading("2H")], [reading("3H")])
    assert run(["bench", "cards", "--folder", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "0 in 2 cards; the true rate may be as high as 77.639 %" in out
    assert "no more than 0.0 % is proven" in out and "36795 cards" in out
    assert "confidence" not in out


def test_the_table_of_confidences_is_printed_when_asked_for(folder, eye, capsys):
    (folder / "labels.csv").write_text("file,card\na.jpg,2H\n")
    eye([reading("2H")])
    assert run(["bench", "cards", "--folder", str(folder), "--reliability"]) == 0
    out = capsys.readouterr().out
    assert "Expected calibration error 1.00 % of 1 readings." in out


def test_the_table_of_confidences_comes_by_itself_with_enough_readings(folder):
    results = cards.Results()
    (picture,) = labels(folder, "file,card\n" + "a.jpg,2H\n" * 200)
    results.add(picture, np.zeros((60, 80, 3), np.uint8), [reading("2H")] * 199)
    assert "calibration" not in cards.as_text(results, None)
    results.add(picture, np.zeros((60, 80, 3), np.uint8), [reading("2H")])
    assert "calibration" in cards.as_text(results, None)
    assert "calibration" not in cards.as_text(results, False)


def test_a_missing_and_a_broken_picture_are_said_and_the_others_scored(folder, eye, capsys):
    (folder / "b.jpg").write_bytes(b"no picture")
    (folder / "labels.csv").write_text("file,card\na.jpg,2H\nb.jpg,3H\ngone.jpg,4H\n")
    eye([reading("2H")])
    assert run(["bench", "cards", "--folder", str(folder), "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["cards"] == 1 and json.loads(out)["unreadable"] == 2
    said = [line.split(":")[0] for line in err.splitlines()]
    assert said == [str(folder / "b.jpg"), str(folder / "gone.jpg")]


def test_many_missing_pictures_are_named_in_a_few_lines(folder, capsys):
    (folder / "labels.csv").write_text("file,card\n" + "".join(f"{i}.jpg,2H\n" for i in range(50)))
    assert run(["bench", "cards", "--folder", str(folder)]) == 1
    err = capsys.readouterr().err.splitlines()
    assert len(err) == cards.NAMED + 1 and "40 more" in err[-1]


def test_seats_are_scored_where_the_labels_name_them(folder, eye, capsys):
    (folder / "labels.csv").write_text("file,south,north\na.jpg,2H,0S\nb.jpg,3H,4H\n")
    eye([reading("2H"), reading("9S", at=(40, 5))], [reading("3H", asks=True)])
    assert run(["bench", "cards", "--folder", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "3 of 4 cards located and given to the right seat (75.0 %), 1 of them read right" in out
    assert "This deck has no 0S" in out


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["--folder", "nowhere"], 1, "nowhere: there is no such folder"),
        (["--folder", "."], 1, "holds neither labels.csv nor pictures"),
        ([], 2, "--folder"),
        (["--folder", ".", "--every", "0"], 2, "--every"),
        (["--folder", ".", "--deck", "uss"], 1, "did you mean 'us'"),
    ],
)
def test_wrong_input_is_one_sentence(tmp_path, monkeypatch, capsys, words, status, said):
    monkeypatch.chdir(tmp_path)
    assert run(["bench", "cards", *words]) == status
    out, err = capsys.readouterr()
    assert said in err and len(err.splitlines()) == 1 and not out


def test_a_choice_that_leaves_no_picture_is_refused(folder, capsys):
    (folder / "labels.csv").write_text("file,card\na.jpg,2H\n")
    assert run(["bench", "cards", "--folder", str(folder), "--only", "test_*"]) == 1
    assert "no picture is called test_*" in capsys.readouterr().err
