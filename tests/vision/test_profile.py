"""The file of an enrolled deck: what goes in comes out, and nothing broken is believed."""

import json
import os
import zipfile

import cv2
import numpy as np
import pytest

from vision.errors import BadProfile
from vision.read import profile


def crop(seed: int) -> np.ndarray:
    """Draw blobs that survive JPEG."""
    noise = np.random.default_rng(seed).integers(0, 256, (12, 8, 3), np.uint8)
    return cv2.resize(noise, (96, 144), interpolation=cv2.INTER_LINEAR)


def deck(*names: str) -> profile.Profile:
    made = profile.empty("grandma")
    for i, name in enumerate(names):
        made = profile.with_picture(made, name, crop(i))
    return made


def test_a_saved_deck_comes_back_with_names_edition_and_pictures(tmp_path):
    made = profile.with_picture(deck("7H", "8H", "back"), "8H", crop(9))
    profile.save(made, tmp_path / "grandma.deck")
    again = profile.load(tmp_path / "grandma.deck")
    assert (again.name, again.edition, again.names) == ("grandma", "us", ("7H", "8H", "back"))
    assert [len(crops) for _, crops in again.cards] == [1, 2, 1]
    for name in made.names:
        for one, other in zip(made.pictures(name), again.pictures(name), strict=True):
            assert np.abs(one.astype(int) - other).mean() < 4


def test_equal_decks_give_equal_files_and_sixty_cards_stay_below_a_megabyte(tmp_path):
    names = [f"c{i}" for i in range(60)]
    for file in ("a.deck", "b.deck"):
        profile.save(deck(*names), tmp_path / file)
    content = (tmp_path / "a.deck").read_bytes()
    assert content == (tmp_path / "b.deck").read_bytes()
    assert len(content) < 1_000_000


@pytest.mark.parametrize(
    ("names", "edition"),
    [(("7H", "back"), "us"), (("7B", "W"), "amigo"), (("7H", "7B"), None), (("swap-2",), None)],
)
def test_the_edition_follows_from_the_names(names, edition):
    assert deck(*names).edition == edition


@pytest.mark.parametrize("name", ["0S", "swap-2", "7H", "König", "back"])
def test_a_card_may_have_any_name_of_letters_digits_and_dashes(name):
    assert profile.card_name(name) == name


@pytest.mark.parametrize("name", ["", "none", "a b", "-a", "a--b", "../x", "a/b", "a_b", "x" * 41])
def test_other_names_of_cards_are_refused_in_a_sentence(name):
    with pytest.raises(BadProfile, match="no card may be named|cannot be named"):
        profile.card_name(name)


@pytest.mark.parametrize("name", ["us", "amigo", "", "../grandma", "a b"])
def test_a_deck_cannot_take_the_name_of_one_that_comes_along_nor_a_path(name):
    with pytest.raises(BadProfile):
        profile.deck_name(name)


def test_a_fifth_picture_takes_the_place_of_the_oldest_and_the_same_one_counts_once():
    made = deck("7H")
    assert profile.with_picture(made, "7H", crop(0)) is made
    for seed in range(1, 6):
        made = profile.with_picture(made, "7H", crop(seed))
    kept = made.pictures("7H")
    assert len(kept) == profile.MOST_PICTURES
    assert np.array_equal(kept[-1], crop(5)) and np.array_equal(kept[0], crop(2))
    assert len(profile.with_picture(made, "7H", crop(7), anew=True).pictures("7H")) == 1


def test_a_write_that_fails_leaves_the_old_deck_whole_and_no_draft(tmp_path, monkeypatch):
    path = tmp_path / "grandma.deck"
    profile.save(deck("7H"), path)
    before = path.read_bytes()

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("files.whole.os.fsync", full)
    with pytest.raises(BadProfile, match="No space left.*as it was before"):
        profile.save(deck("7H", "8H"), path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["grandma.deck"]


def test_a_deck_that_was_saved_is_on_the_disk_and_so_is_its_name_in_the_folder(tmp_path, monkeypatch):
    flushed, flush = [], os.fsync

    def noted(handle):
        flushed.append(os.readlink(f"/proc/self/fd/{handle}"))
        flush(handle)

    monkeypatch.setattr(os, "fsync", noted)
    profile.save(deck("7H"), tmp_path / "grandma.deck")
    assert len(flushed) == 2 and flushed[1] == str(tmp_path)


def archive(path, head, entries=()):
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("deck.json", head if isinstance(head, str) else json.dumps(head))
        for name, data in entries:
            out.writestr(name, data)


HEAD = {"familiar-deck": 1, "name": "x", "cards": [{"card": "7H", "pictures": ["000-0.jpg"]}]}
JPEG = cv2.imencode(".jpg", crop(1))[1].tobytes()
SMALL = cv2.imencode(".jpg", crop(1)[::2, ::2])[1].tobytes()


@pytest.mark.parametrize(
    ("head", "entries", "said"),
    [
        ("no json", (), "is broken"),
        ({}, (), "is broken"),
        ({**HEAD, "familiar-deck": 2}, (), "newer Familiar"),
        ({**HEAD, "cards": []}, (), "no card"),
        (HEAD, (), "is broken"),
        (HEAD, [("000-0.jpg", b"no picture")], "is broken"),
        (HEAD, [("000-0.jpg", SMALL)], "shape"),
        (
            {**HEAD, "cards": [{"card": "7H", "pictures": ["000-0.jpg"] * 1601}]},
            [("000-0.jpg", JPEG)],
            "more pic",
        ),
        ({**HEAD, "cards": [{"card": "../a", "pictures": ["000-0.jpg"]}]}, [("000-0.jpg", JPEG)], "cannot"),
        ({**HEAD, "cards": [{"card": 7, "pictures": ["000-0.jpg"]}]}, [("000-0.jpg", JPEG)], "is broken"),
        ({**HEAD, "cards": [{"card": "7H", "pictures": ["/etc/passwd"]}]}, (), "is broken"),
    ],
)
def test_a_broken_or_foreign_file_is_refused_in_one_sentence_with_its_name(tmp_path, head, entries, said):
    path = tmp_path / "odd.deck"
    archive(path, head, entries)
    with pytest.raises(BadProfile, match=rf"odd\.deck: .*{said}"):
        profile.load(path)


@pytest.mark.parametrize("packed", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_file_that_is_packed_in_another_way_and_damaged_is_refused(tmp_path, packed):
    path = tmp_path / "odd.deck"
    with zipfile.ZipFile(path, "w", packed) as out:
        out.writestr("deck.json", json.dumps(HEAD))
        out.writestr("000-0.jpg", JPEG)
    content = bytearray(path.read_bytes())
    content[60:120] = (each ^ 0x5A for each in content[60:120])
    path.write_bytes(content)
    with pytest.raises(BadProfile, match=r"odd\.deck: is no enrolled deck"):
        profile.load(path)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04junk", b"\xff\xd8\xff"])
def test_what_is_no_archive_at_all_is_refused(tmp_path, content):
    path = tmp_path / "odd.deck"
    path.write_bytes(content)
    with pytest.raises(BadProfile, match="is no enrolled deck"):
        profile.load(path)


def test_a_deck_that_is_not_there_is_said_so(tmp_path):
    with pytest.raises(BadProfile, match="cannot be opened"):
        profile.load(tmp_path / "none.deck")


def test_the_list_of_a_deck_s_cards_is_kept_with_it_and_names_what_was_never_learnt(tmp_path):
    made = profile.with_list(deck("swap-1", "swap-2"), ["swap-1", "swap-2", "swap-3", "back"])
    profile.save(made, tmp_path / "grandma.deck")
    again = profile.load(tmp_path / "grandma.deck")
    assert again.every == ("swap-1", "swap-2", "swap-3")
    assert profile.with_picture(again, "swap-3", crop(7)).whole == again.whole
    assert deck("7H").every[:2] == ("2S", "3S")
