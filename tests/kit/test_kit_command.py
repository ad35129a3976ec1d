"""`familiar kit` writes all files where it is told, and says in one line what it cannot do."""

import sys

import pytest
from pdf_paths import read_pages
from reportlab.pdfbase.pdfmetrics import stringWidth

from familiar import cli
from familiar.kit import command
from kit.mat import WORDS
from texts.catalogue import tongue
from texts.languages import LANGUAGES
from vision.calibrate.mat import WORDS_SIZE

FILES = {
    "mat-a3.pdf",
    "mat-a4.pdf",
    "mat-letter.pdf",
    "stick-black.stl",
    "stick-red.stl",
    "stick-white.stl",
    "sticks-a4.pdf",
    "sticks-letter.pdf",
    "trump-tags-a4.pdf",
    "trump-tags-letter.pdf",
    "wheels-a4.pdf",
    "wheels-letter.pdf",
}


def test_it_writes_every_file_into_a_folder_that_it_makes_and_names_each(tmp_path, capsys):
    out = tmp_path / "new" / "kit"
    assert cli.run(["kit", "--out", str(out)]) == 0
    assert {path.name for path in out.iterdir()} == FILES
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(FILES)
    for name in FILES:
        assert any(line.startswith(f"{out / name}  ") for line in lines)


def test_written_again_the_files_are_the_same_to_the_byte(tmp_path, kit):
    assert cli.run(["kit", "--out", str(tmp_path)]) == 0
    for name in FILES:
        assert (tmp_path / name).read_bytes() == (kit / name).read_bytes(), name


@pytest.mark.parametrize(
    ("language", "mat", "sticks"),
    [
        ("en", ("Print at 100 %", "trick"), ("Glue the end flaps",)),
        ("fr", ("Imprimer à 100", "pli"), ("règle mesure-t-elle", "pointillés")),
        ("de", ("An den Marken schneiden", "Stich"), ("Endlaschen kleben",)),
    ],
)
def test_what_is_printed_speaks_the_readers_language(tmp_path, language, mat, sticks):
    assert cli.run(["kit", "--out", str(tmp_path), "--language", language]) == 0
    for name, expected in (("mat-a3.pdf", mat), ("sticks-a4.pdf", sticks)):
        (page,) = read_pages(tmp_path / name)
        for words in expected:
            assert words in page.words, (name, page.words)


def test_every_language_can_be_chosen():
    (option,) = (each for each in command.kit.params if each.name == "language")
    assert tuple(option.type.choices) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_on_the_mat_is_wider_than_the_eye_leaves_out(language):
    for words in WORDS.values():
        told = tongue(language).tell(words)
        assert stringWidth(told, "Helvetica", 4) <= WORDS_SIZE[0], told


def test_without_a_folder_it_writes_into_familiar_kit_beside_the_caller(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.run(["kit"]) == 0
    assert {path.name for path in (tmp_path / "familiar-kit").iterdir()} == FILES


def test_a_file_in_the_folders_place_is_refused_in_one_line_and_stays(tmp_path, capsys):
    taken = tmp_path / "kit"
    taken.write_text("mine")
    assert cli.run(["kit", "--out", str(taken)]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and str(taken) in error and "folder" in error
    assert taken.read_text() == "mine"


def test_a_folder_beneath_a_file_is_refused_in_one_line(tmp_path, capsys):
    (tmp_path / "kit").write_text("mine")
    assert cli.run(["kit", "--out", str(tmp_path / "kit" / "deeper")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("library", ["reportlab", "manifold3d"])
def test_a_missing_library_is_named_with_the_way_to_get_it(tmp_path, monkeypatch, capsys, library):
    for name in [name for name in sys.modules if name.startswith(("kit.", library))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    assert cli.run(["kit", "--out", str(tmp_path / "kit")]) == 1
    error = capsys.readouterr().err
    assert (
        error.count("\n") == 1 and library in error and f"on a PC, {sys.executable} -m pip install" in error
    )
    assert not (tmp_path / "kit").exists()
