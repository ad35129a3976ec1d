"""An error is one line of the terminal, whatever stands in the name of a file."""

import click
import pytest

from familiar.cli import commands, run

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


def options(command):
    """Give every option of a command, and of those below it."""
    yield from command.params
    for each in getattr(command, "commands", {}).values():
        yield from options(each)


def test_what_is_no_number_is_none_of_any_option():
    found = [each for each in options(commands) if isinstance(each.type, click.types.FloatParamType)]
    assert len(found) >= 6
    for option in found:
        for word in ("nan", "inf", "-inf"):
            with pytest.raises(click.BadParameter):
                option.type.convert(word, option, None)


@pytest.mark.parametrize(
    "words",
    [["club", "bridge", ""], ["calibrate", "--here", "--corner", "2,2"], ["plai"], ["play", "--port", "0"]],
)
def test_wrong_usage_is_sentences_that_end(words, capsys):
    assert run(words) == 2
    said, call = capsys.readouterr().err.split(" Try: ")
    assert said.endswith((".", "?")) and not said.endswith("..") and call.endswith("--help\n")


def test_every_option_says_what_it_is_for():
    found = [each for each in options(commands) if isinstance(each, click.Option)]
    assert len(found) >= 60
    assert [each.opts for each in found if not each.help] == []


def test_whoever_types_no_number_is_told_what_one_is():
    found = [each for each in options(commands) if isinstance(each.type, click.types.IntParamType)]
    assert len(found) >= 20
    for option in found:
        with pytest.raises(click.BadParameter, match="'abc' is not a valid whole number"):
            option.type.convert("abc", option, None)


def test_a_file_that_may_not_be_read_is_wrong_input_as_one_that_is_missing(monkeypatch, capsys, tmp_path):
    """Click would call it wrong usage, before the command says in its own words what is wrong."""
    (tmp_path / "there").write_text("x")
    monkeypatch.setattr("os.access", lambda *_: False)
    found = [each for each in options(commands) if isinstance(each.type, click.Path)]
    assert len(found) >= 15
    for option in found:
        assert option.type.convert(str(tmp_path / "there"), option, None)


def test_a_group_without_a_command_is_one_sentence(capsys):
    assert run(["journal"]) == 2
    assert capsys.readouterr().err == "Missing command. Try: familiar journal --help\n"
