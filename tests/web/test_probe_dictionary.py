"""The dictionaries of the system: word lists and hunspell's, looked up as Probe compares letters."""

from functools import partial

import pytest

from games.probe import fold
from web.dictionary import FOLDERS, dictionaries, known, names

FOLDED, KEPT = partial(fold, accents="folded"), partial(fold, accents="kept")
AFF = """SET UTF-8
FLAG long
PFX Re Y 1
PFX Re 0 re .
SFX Pl Y 3
SFX Pl 0 s [^lsxz]
SFX Pl al aux al
SFX Pl 0 x eau
SFX Ve Y 2
SFX Ve er é er
SFX Ve ger geons ger
"""


@pytest.fixture
def hunspell(tmp_path):
    """Lay a small dictionary as hunspell has them."""

    def lay(stems, aff=AFF, encoding="utf-8", name="fr_FR"):
        folder = tmp_path / "hunspell"
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.dic").write_text(f"{len(stems)}\n" + "\n".join(stems), encoding=encoding)
        (folder / f"{name}.aff").write_text(aff, encoding=encoding)
        return folder

    return lay


def test_without_a_dictionary_nothing_is_said(tmp_path):
    assert known("phare", FOLDED, ()) is None
    assert dictionaries([tmp_path, tmp_path / "none"]) == ()


def test_a_word_list_is_compared_without_accents_and_dots(tmp_path):
    folder = tmp_path / "dict"
    folder.mkdir()
    (folder / "french").write_text("œuvre\nété\nphare\n", encoding="utf-8")
    (folder / "README.select-wordlist").write_text("maison\n")
    lists = dictionaries([folder])
    assert names(lists) == ["french"]
    for word in ("OEUVRE", "Œuvre", "ETE", "..phare.", "PHARE"):
        assert known(word, FOLDED, lists)
    for word in ("maison", "phares", "phar"):
        assert known(word, FOLDED, lists) is False
    assert known("ete", KEPT, lists) is False and known("ÉTÉ", KEPT, lists)


def test_a_list_under_two_names_is_one(tmp_path):
    folder = tmp_path / "dict"
    folder.mkdir()
    (folder / "french").write_text("phare\n")
    (folder / "words").symlink_to(folder / "french")
    assert len(dictionaries([folder])) == 1


@pytest.mark.parametrize(
    "word, there",
    [
        ("phare", True),
        ("phares", True),
        ("chevaux", True),
        ("cheval", True),
        ("chevals", False),
        ("bateaux", True),
        ("mange", True),
        ("mangeons", True),
        ("remangeons", True),
        ("remanger", True),
        ("rephare", False),
        ("manges", False),
        ("phar", False),
    ],
)
def test_hunspell_s_endings_and_beginnings_are_put_on(hunspell, word, there):
    folder = hunspell(["phare/Pl po:nom", "cheval/Pl", "bateau/Pl", "manger/VeRe", "zoo"])
    assert known(word, FOLDED, dictionaries([folder])) is there


def test_flags_as_numbers_aliases_and_old_encodings_are_read(hunspell):
    aff = "SET ISO8859-1\nFLAG num\nAF 2\nAF 101,7\nAF 7\nSFX 101 Y 1\nSFX 101 0 s .\n"
    folder = hunspell(["fée/1", "île/2"], aff, "latin-1")
    lists = dictionaries([folder])
    assert names(lists) == ["fr FR"]
    assert known("FEES", FOLDED, lists) and known("ILE", FOLDED, lists)
    assert known("ILES", FOLDED, lists) is False


def test_a_dictionary_without_rules_or_of_an_unknown_encoding_does_no_harm(hunspell, tmp_path):
    folder = hunspell(["phare"], "SET KLINGON\n", name="tlh")
    assert known("phare", FOLDED, dictionaries([folder])) is None
    (folder / "xx.dic").write_text("1\nphare/A\n")
    assert known("phare", FOLDED, dictionaries([folder])) is True


@pytest.mark.skipif(not dictionaries(), reason=f"no dictionary in {', '.join(FOLDERS)}")
def test_this_machine_s_own_dictionaries_can_be_read():
    assert known("XQZXQZ", FOLDED, dictionaries()) is False
