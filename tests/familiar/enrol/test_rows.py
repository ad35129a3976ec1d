"""`familiar enrol NAME --rows`: five pictures of cards in rows make a whole deck."""

import cv2
import numpy as np
import pytest

from device.camera import Frame, LiveCamera
from familiar import cli
from familiar.enrol import rows_guided, rows_page
from games import cards
from models.render import decks
from simulation.rows import rows as laid_in_rows
from table.settings.config import Config
from vision.enrol import rows
from vision.interval import USUAL_MS, FrameInterval
from vision.read.decks import open_reader
from vision.read.profile import load

DECK = decks.design(200_121, "us")
SPECIALS = ("W",) * 4 + ("J",) * 4


def suit(letter: str) -> tuple[str, ...]:
    return tuple(name for name in cards.names("us") if len(name) > 1 and name.endswith(letter))


def picture(names, *, in_rows: int = 2, turned: bool = False) -> np.ndarray:
    """Lay cards in rows on felt, a little askew: uint8 (900, 1600, 3)."""
    scene = laid_in_rows(DECK, names, across=in_rows)
    return np.ascontiguousarray(scene[::-1, ::-1]) if turned else scene


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FAMILIAR_DECKS", str(tmp_path / "decks"))
    made = tmp_path / "pictures"
    made.mkdir()
    return made


def lay(folder, *parts, **how):
    for number, names in enumerate(parts, 1):
        cv2.imwrite(str(folder / f"{number}.png"), picture(names, **how))


def read(deck: str, names) -> list[str]:
    """Read other pictures of a deck's cards: what is trusted."""
    reader = open_reader(deck)
    crops = np.stack([one.crop for one in rows.look(picture(names, in_rows=1 + len(names) // 7), reader)])
    found = reader.read(crops).probabilities
    return [reader.names[int(row.argmax())] if row.max() >= 0.95 else "asked" for row in found]


def test_sixty_cards_are_learnt_from_five_pictures_in_any_order_and_from_any_side(folder, tmp_path):
    lay(folder, suit("H"), suit("S"), suit("C"))
    cv2.imwrite(str(folder / "4.png"), picture(suit("D"), turned=True))
    cv2.imwrite(str(folder / "5.png"), picture(SPECIALS))
    assert cli.run(["enrol", "grandma", "--rows", "--from", str(folder)]) == 0
    learnt = load(tmp_path / "decks" / "grandma.deck")
    assert learnt.edition == "us" and set(learnt.names) == set(cards.names("us"))
    assert {len(learnt.pictures(name)) for name in ("W", "J")} == {4}
    assert read("grandma", suit("D")[:7]) == list(suit("D")[:7])


def test_where_a_card_is_missing_the_others_are_named_by_their_index(folder, tmp_path, capsys):
    lay(folder, suit("H")[:5] + suit("H")[6:], suit("S"))
    cli.run(["enrol", "grandma", "--rows", "--from", str(folder)])
    learnt = load(tmp_path / "decks" / "grandma.deck")
    assert set(suit("S")) <= set(learnt.names) and suit("H")[5] not in learnt.names
    assert "Missing: " in capsys.readouterr().out


def test_a_card_out_of_its_place_is_named_by_its_index_or_reported_and_never_learnt_wrongly(folder, tmp_path):
    swapped = list(suit("S"))
    swapped[2], swapped[6] = swapped[6], swapped[2]
    lay(folder, swapped, suit("H"))
    cli.run(["enrol", "grandma", "--rows", "--from", str(folder)])
    learnt = load(tmp_path / "decks" / "grandma.deck")
    for name in (swapped[2], swapped[6]):
        said = open_reader("us").read(np.stack(learnt.pictures(name))) if name in learnt.names else None
        assert said is None or said.names[int(said.probabilities[0].argmax())] == name


def nudged(image: np.ndarray) -> np.ndarray:
    """Take another picture of what lies there: the camera a little aside, in a little less light."""
    return (np.roll(image, (6, -9), (0, 1)) * 0.9).astype(np.uint8)


def test_a_picture_of_cards_that_lie_on_another_one_is_refused_and_the_rest_is_learnt(
    folder, tmp_path, capsys
):
    lay(folder, suit("S"), suit("H"), (), suit("D"), suit("C"))
    cv2.imwrite(str(folder / "3.png"), nudged(picture(suit("H"))))
    cv2.imwrite(str(folder / "6.png"), picture(SPECIALS))
    assert cli.run(["enrol", "grandma", "--rows", "--from", str(folder)]) == 1
    assert capsys.readouterr().err.startswith(f"{folder / '3.png'}: these cards were seen before (2H, 3H, ")
    assert set(load(tmp_path / "decks" / "grandma.deck").names) == set(cards.names("us"))
    assert read("grandma", suit("D")[:7]) == list(suit("D")[:7])


def test_no_suit_is_learnt_by_the_names_of_one_that_lies_on_no_picture(folder, tmp_path):
    lay(folder, suit("S"), suit("H"), (), suit("C"), SPECIALS)
    cv2.imwrite(str(folder / "3.png"), nudged(picture(suit("H"))))
    assert cli.run(["enrol", "grandma", "--rows", "--from", str(folder)]) == 1
    assert not set(suit("D")) & set(load(tmp_path / "decks" / "grandma.deck").names)


def test_a_picture_beyond_the_parts_of_the_deck_moves_no_other_to_another_name(folder, tmp_path, capsys):
    lay(folder, (), suit("S"), suit("H"), suit("D"), suit("C"), SPECIALS)
    cv2.imwrite(str(folder / "1.png"), laid_in_rows(decks.design(300_009, "amigo"), ["3B", "W", "7R", "12Y"]))
    assert cli.run(["enrol", "grandma", "--rows", "--from", str(folder)]) == 1
    assert "1.png: all parts of the deck lie on other pictures; leave this one out" in capsys.readouterr().err
    assert set(load(tmp_path / "decks" / "grandma.deck").names) == set(cards.names("us"))


def test_a_card_that_lies_there_twice_is_not_learnt_as_the_one_whose_place_it_takes(folder, tmp_path, capsys):
    twice = list(suit("H"))
    twice[5] = twice[4]
    lay(folder, suit("S"), twice)
    assert cli.run(["enrol", "grandma", "--rows", "--from", str(folder)]) == 1
    assert f"card 6, {suit('H')[5]}: its order says so, but its index looks" in capsys.readouterr().err
    assert suit("H")[5] not in load(tmp_path / "decks" / "grandma.deck").names


def test_a_picture_that_cannot_be_learnt_from_is_named_once(folder, capsys):
    (folder / "1.jpg").write_bytes(b"no picture")
    cv2.imwrite(str(folder / "2.png"), np.full((400, 600, 3), 90, np.uint8))
    assert cli.run(["enrol", "grandma", "--rows", "--from", str(folder)]) == 1
    broken, bare, _ = capsys.readouterr().err.splitlines()
    assert broken == f"{folder / '1.jpg'}: is no picture; use JPEG or PNG"
    assert bare.startswith(f"{folder / '2.png'}: no card was found")


def test_a_list_of_another_length_than_what_lies_there_is_refused_in_one_line(folder, tmp_path, capsys):
    names = tmp_path / "names.txt"
    names.write_text("\n".join(f"spell-{i}" for i in range(12)))
    lay(folder, suit("S"))
    assert cli.run(["enrol", "spells", "--rows", "--cards", str(names), "--from", str(folder)]) == 1
    assert "13 cards were found where the list names 12" in capsys.readouterr().err


def test_a_list_of_one_s_own_is_learnt_in_its_order_and_known_as_the_whole_deck(folder, tmp_path, capsys):
    names = tmp_path / "names.txt"
    names.write_text("\n".join(f"spell-{i}" for i in range(13)))
    lay(folder, suit("S"))
    assert cli.run(["enrol", "spells", "--rows", "--cards", str(names), "--from", str(folder)]) == 0
    assert "by their order alone" in capsys.readouterr().out
    learnt = load(tmp_path / "decks" / "spells.deck")
    assert learnt.names == learnt.whole == tuple(f"spell-{i}" for i in range(13))


class Camera:
    """Shows each picture until the table has been still for a while."""

    def __init__(self, *pictures):
        self._left = [each for each in pictures for _ in range(rows_guided.REST // USUAL_MS + 3)]

    def read(self, timeout):
        return Frame(self._left.pop(0), 1, 0.0) if self._left else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


def test_the_camera_takes_a_picture_a_suit_whichever_is_laid_first(folder, tmp_path):
    parts = (suit("S"), suit("D"), suit("H"), suit("C"), SPECIALS)
    told: list[str] = []
    camera = Camera(*map(picture, parts))
    done = rows_guided.run("led", Config(), None, "us", False, told.append, lambda _: "", camera)
    assert done == 0 and set(load(tmp_path / "decks" / "led.deck").names) == set(cards.names("us"))
    assert sum(said.startswith("Taken: ") for said in told) == 5


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--here"], "--here is for --rows"),
        (["--rows", "--here", "--from", "x"], "--here is for --rows"),
        (["--rows", "--here", "--port", "8000"], "--here serves no page"),
    ],
)
def test_the_terminal_leads_only_through_rows_with_the_camera(options, why, capsys):
    assert cli.run(["enrol", "grandma", *options]) == 2
    assert why in capsys.readouterr().err


def test_whoever_asks_the_terminal_to_lead_at_the_simulated_table_is_told_what_does(capsys):
    assert cli.run(["enrol", "grandma", "--rows", "--here", "--camera", "simulated"]) == 1
    assert "leave --here out" in capsys.readouterr().err


def test_rows_with_a_camera_are_led_by_a_page_and_by_the_terminal_where_it_is_asked(monkeypatch):
    led = []
    monkeypatch.setattr(rows_page, "run", lambda name, *_: led.append(("page", name)) or 0)
    monkeypatch.setattr(rows_guided, "run", lambda name, *_: led.append(("terminal", name)) or 0)
    assert cli.run(["enrol", "grandma", "--rows"]) == 0
    assert cli.run(["enrol", "grandma", "--rows", "--here"]) == 0
    assert led == [("page", "grandma"), ("terminal", "grandma")]


@pytest.mark.parametrize("pace", [3, 15])
def test_cards_lie_still_after_as_long_however_many_pictures_the_camera_takes(pace):
    bare = np.full((90, 160, 3), 120, np.uint8)
    laid = bare.copy()
    laid[20:60, 40:80] = 240

    class Live(LiveCamera):
        taken = 0

        def read(self, timeout, since=None):
            now, self.taken = self.taken / pace, self.taken + 1
            return Frame(laid if now >= 2 else bare, self.taken, now)

    camera, interval, table = Live(), FrameInterval(), rows_guided.RowTable()
    seen = []
    while len(seen) < 2:
        image = rows_guided.next_image(camera, interval)
        if table.still(image, interval.passed):
            seen.append((camera.taken - 1) / pace)
    assert seen[0] == 0
    # It moved in the first picture of it.
    assert 0 <= 1000 * (seen[1] - 2) - rows_guided.REST < 1000 / pace + 1
