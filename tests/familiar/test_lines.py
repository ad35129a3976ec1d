"""An error is one line of the terminal, whatever stands in the name of a file."""

import pytest

from familiar.cli import run

NAMES = [
    "two\nlines.jpg",
    "clear\x1b[2J\x1b]0;title\x07.jpg",
    "turned\u202egpj.exe",
    "back\x08\x08\r.jpg",
    "\u2028.jpg",
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize(
    "words", [["read"], ["read", "--sticks"], ["replay"], ["enrol", "ours", "--from"]], ids=str
)
def test_a_file_s_name_neither_breaks_the_line_nor_commands_the_terminal(
    tmp_path, capsys, name, there, words
):
    path = tmp_path / name
    if there and words[0] == "enrol":
        path.mkdir()
        (path / name).write_bytes(b"no picture")
    elif there:
        path.write_bytes(b"no picture")
    assert run([*words, str(path)]) == 1
    said = capsys.readouterr().err
    assert said.endswith("\n") and said.count("\n") == len(said.splitlines()) == len(set(said.splitlines()))
    assert all(line.isprintable() and str(tmp_path) in line for line in said.splitlines())
