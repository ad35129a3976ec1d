"""`familiar enrol NAME --from FOLDER`, and reading with what was learnt."""

import json

import cv2
import numpy as np
import pytest

from familiar import cli
from familiar.eyes import deck_edition, open_eye
from models.render import decks
from vision.errors import UnknownDeck
from vision.read.profile import load

DECK = decks.design(200_121, "us")


def picture(name: str, turn: float = 10.0) -> np.ndarray:
    face, scene = decks.face(DECK, name), np.full((560, 760, 3), (70, 80, 50), np.uint8)
    h, w = face.shape[:2]
    matrix = cv2.getRotationMatrix2D((w / 2, h / 2), turn, 0.9)
    matrix[:, 2] += [380 - w / 2, 280 - h / 2]
    alpha = cv2.warpAffine(decks.mask(DECK), matrix, (760, 560))[..., None] / 255
    return (scene * (1 - alpha) + cv2.warpAffine(face, matrix, (760, 560)) * alpha).astype(np.uint8)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FAMILIAR_DECKS", str(tmp_path / "decks"))
    made = tmp_path / "pictures"
    made.mkdir()
    for name in ("7H", "KS", "2C"):
        cv2.imwrite(str(made / f"{name}.png"), picture(name))
    return made


def test_a_deck_is_learnt_kept_and_read_by_name_and_by_file(folder, tmp_path, capsys):
    assert cli.run(["enrol", "grandma", "--from", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "3 cards from 3 pictures." in said and "Missing: 2S" in said
    file = tmp_path / "decks" / "grandma.deck"
    assert load(file).names == ("2C", "7H", "KS")
    cv2.imwrite(str(tmp_path / "table.png"), picture("KS", 200))
    for deck in ("grandma", str(file)):
        assert cli.run(["read", "--json", "--deck", deck, str(tmp_path / "table.png")]) == 0
        [card] = json.loads(capsys.readouterr().out)["cards"]
        assert (card["card"], card["asks"]) == ("KS", False)


def test_a_deck_that_finds_no_room_is_as_it_was_and_it_is_said_what_to_do(
    folder, small_disk, monkeypatch, capsys
):
    monkeypatch.setenv("FAMILIAR_DECKS", str(small_disk.folder))
    assert cli.run(["enrol", "grandma", "--from", str(folder)]) == 0
    before = (small_disk.folder / "grandma.deck").read_bytes()
    cv2.imwrite(str(folder / "AD.png"), picture("AD"))
    capsys.readouterr()
    small_disk.fill()
    assert cli.run(["enrol", "grandma", "--from", str(folder)]) == 1
    (error,) = capsys.readouterr().err.splitlines()
    assert error.startswith(f"{small_disk.folder}/grandma.deck: ") and "is as it was before" in error
    assert error.endswith("; delete something there to make room")
    assert (small_disk.folder / "grandma.deck").read_bytes() == before
    assert {each.name for each in small_disk.folder.iterdir()} == {"grandma.deck", "ballast"}


def test_more_pictures_are_added_and_anew_forgets(folder, tmp_path):
    file = tmp_path / "decks" / "grandma.deck"
    assert cli.run(["enrol", "grandma", "--from", str(folder)]) == 0
    more = tmp_path / "more"
    more.mkdir()
    cv2.imwrite(str(more / "7H-2.jpg"), picture("7H", 70))
    cv2.imwrite(str(more / "swap-2.jpg"), picture("9D"))
    assert cli.run(["enrol", "grandma", "--from", str(more)]) == 0
    assert [(name, len(crops)) for name, crops in load(file).cards] == [
        ("2C", 1), ("7H", 2), ("KS", 1), ("swap-2", 1)
    ]  # fmt: skip
    assert cli.run(["enrol", "grandma", "--from", str(more), "--anew"]) == 0
    assert load(file).names == ("7H", "swap-2")


def test_every_bad_picture_is_one_line_and_the_good_ones_are_learnt(folder, tmp_path, capsys):
    (folder / "8H.jpg").write_bytes(b"no picture")
    cv2.imwrite(str(folder / "9H.jpg"), np.full((400, 600, 3), 90, np.uint8))
    cv2.imwrite(str(folder / "a b.jpg"), picture("9D"))
    (folder / "notes.txt").write_text("not looked at")
    assert cli.run(["enrol", "grandma", "--from", str(folder)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert all(any(name in line for line in lines) for name in ("8H.jpg", "9H.jpg", "a b.jpg"))
    assert len(load(tmp_path / "decks" / "grandma.deck").names) == 3


def test_a_bad_picture_never_replaces_a_whole_deck_by_a_lesser_one(folder, tmp_path, capsys):
    file = tmp_path / "decks" / "grandma.deck"
    assert cli.run(["enrol", "grandma", "--from", str(folder)]) == 0
    before = file.read_bytes()
    (folder / "2C.png").write_bytes(b"no picture")
    assert cli.run(["enrol", "grandma", "--from", str(folder), "--anew"]) == 1
    assert file.read_bytes() == before and "as it was before" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["us", "--from", "{folder}"], "brings along"),
        (["a b", "--from", "{folder}"], "cannot be named"),
        (["grandma", "--from", "{folder}/none"], "cannot be opened"),
        (["grandma", "--from", "{empty}"], "holds no picture"),
    ],
)
def test_what_cannot_be_begun_is_one_line(folder, tmp_path, capsys, arguments, said):
    (tmp_path / "empty").mkdir()
    filled = [each.format(folder=folder, empty=tmp_path / "empty") for each in arguments]
    assert cli.run(["enrol", *filled]) == 1
    error = capsys.readouterr().err
    assert said in error and len(error.splitlines()) == 1


def test_a_broken_deck_is_said_and_kept_until_it_is_enrolled_anew(folder, tmp_path, capsys):
    file = tmp_path / "decks" / "grandma.deck"
    file.parent.mkdir()
    file.write_bytes(b"junk")
    assert cli.run(["enrol", "grandma", "--from", str(folder)]) == 1
    assert "is no enrolled deck" in capsys.readouterr().err and file.read_bytes() == b"junk"
    assert cli.run(["enrol", "grandma", "--from", str(folder), "--anew"]) == 0
    assert load(file).names == ("2C", "7H", "KS")


def test_an_enrolled_deck_opens_an_eye_and_knows_its_edition(folder):
    assert cli.run(["enrol", "grandma", "--from", str(folder)]) == 0
    assert deck_edition("grandma") == "us" and deck_edition("amigo") == "amigo"
    sight = next(filter(None, map(open_eye("grandma").look, [picture("KS")] * 9)))
    assert [(seen.reading.card, seen.reading.asks) for seen in sight.lying] == [("KS", False)]
    cv2.imwrite(str(folder / "swap.png"), picture("9D"))
    assert cli.run(["enrol", "other", "--from", str(folder)]) == 0
    with pytest.raises(UnknownDeck, match="swap"):
        deck_edition("other")
