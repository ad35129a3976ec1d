"""The guides promise what is there: commands and their options, targets, settings, files, and figures."""

import re
import subprocess
from pathlib import Path

import click
import pytest

from familiar.cli import commands
from table.recovery.backup import EVERY_S
from table.settings.config import Config, default_config
from web import access, app, checks, hosts, join, keyring, live, server
from web.listener import Limits

HOUSE = Path(__file__).parent.parent
GUIDES = [HOUSE / "README.md", HOUSE / "CONTRIBUTING.md"]
GUIDES = sorted([*GUIDES, *HOUSE.glob("docs/**/*.md"), *HOUSE.glob("[a-z]*/README.md")])
SECURITY = (HOUSE / "docs/security.md").read_text()
FAULTS = (HOUSE / "docs/faults.md").read_text()

names = pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: str(guide.relative_to(HOUSE)))


def code(guide):
    """Return what stands in a guide as it is to be typed, a line each."""
    text = guide.read_text()
    blocks = re.findall(r"^```(?:sh)?\n(.*?)^```", text, re.S | re.M) + re.findall(r"^    (.+)$", text, re.M)
    words = re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M))
    return [line for each in (*blocks, *words) for line in " ".join(each.split(" \n")).splitlines()]


def calls(guide):
    """Return the calls of the program: the words after its name, without remarks."""
    for line in code(guide):
        line = re.split(r"\s#\s", line)[0].strip()
        if match := re.match(r"(?:sudo )?familiar ([a-z][\w ./\[\]|<>:,=…-]*.*)$", line):
            yield line, match[1].split()


@names
def test_every_command_and_option_that_a_guide_names_is_there(guide):
    for line, words in calls(guide):
        command = commands
        while words and isinstance(command, click.Group):
            assert words[0] in command.commands, f"{guide.name}: {line}"
            command = command.commands[words.pop(0)]
        known = {each for option in command.params for each in (*option.opts, *option.secondary_opts)}
        for word in re.findall(r"(?<![\w-])--?[a-z][\w-]*", " ".join(words)):
            assert word in known | {"--help"}, f"{guide.name}: {line}"


@names
def test_every_option_that_a_guide_names_alone_is_one_of_some_command(guide):
    def options(command):
        if isinstance(command, click.Group):
            return {each for one in command.commands.values() for each in options(one)}
        return {each for option in command.params for each in (*option.opts, *option.secondary_opts)}

    ours = ("install.sh", "packaging/familiar-update", "tests/campaigns/*.py", "models/training/*.py")
    scripts = "".join(path.read_text() for pattern in ours for path in HOUSE.glob(pattern))
    # pytest's and apt's.
    known = options(commands) | set(re.findall(r"--[a-z]+", scripts)) | {"--lf", "--no-install-recommends"}
    for word in re.findall(r"`(--[a-z][\w-]*)", guide.read_text()):
        assert word in known, f"{guide.name}: {word}"


@names
def test_every_target_of_make_that_a_guide_names_is_there(guide):
    targets = set(re.findall(r"^([a-z][\w-]*):", (HOUSE / "Makefile").read_text(), re.M))
    for line in code(guide):
        if match := re.match(r"make ([a-z][\w-]*)", line):
            assert match[1] in targets, f"{guide.name}: {line}"


def test_nobody_is_sent_to_the_package_of_that_name_which_is_somebody_elses():
    texts = [*GUIDES, *(HOUSE / "familiar").rglob("*.py")]
    assert [each.name for each in texts if re.search(r"pip install '?familiar\b", each.read_text())] == []


def test_an_update_from_a_file_is_nowhere_named_without_its_digest():
    """Such a call is refused."""
    texts = [*GUIDES, *(HOUSE / "familiar").rglob("*.py"), *(HOUSE / "packaging").iterdir()]
    said = "\n".join(each.read_text() for each in texts if each.is_file())
    calls = re.findall(r"familiar-update (?:FILE|familiar_)[\w.]*(?: SHA256)?", said)
    assert len(calls) >= 4
    assert [call for call in calls if not call.endswith(" SHA256")] == []


def test_every_file_that_the_quick_tier_names_is_there():
    said = subprocess.run(
        ["make", "-n", "quick"], cwd=HOUSE, capture_output=True, text=True, check=True
    ).stdout
    named = re.findall(r"\btests/[\w./-]+", said)
    assert len(named) > 5
    assert [name for name in named if not (HOUSE / name).exists()] == []


@names
def test_every_file_that_a_guide_links_or_names_is_there(guide):
    text = guide.read_text()
    for target in re.findall(r"\]\(([^)#:]+)\)|(?:src|href)=\"([^\":#]+)\"", text):
        path = guide.parent / next(filter(None, target))
        assert path.exists(), f"{guide.name}: {path}"
    for name in re.findall(r"`((?:docs|tests|packaging|systemd|models|games|club)/[\w./-]+)`", text):
        assert (HOUSE / name).exists(), f"{guide.name}: {name}"


def anchors(guide):
    """Give what a link may name of a guide: its headings, as GitHub writes them in an address."""
    text = re.sub(r"^```.*?^```", "", guide.read_text(), flags=re.S | re.M)
    titles = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", each) for each in re.findall(r"^#+ (.+)$", text, re.M)]
    return {re.sub(r"[^\w\- ]", "", each.strip().lower()).replace(" ", "-") for each in titles}


@names
def test_every_heading_that_a_guide_links_is_there(guide):
    for name, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", guide.read_text()):
        target = guide.parent / name if name else guide
        assert target.exists() and anchor in anchors(target), f"{guide.name}: {name}#{anchor}"


@names
def test_what_a_guide_gives_to_type_calls_the_python_that_has_what_it_needs(guide):
    """Debian has no `python`, and its `python3` has neither pytest nor the networks' runtime."""
    for line in code(guide):
        assert not re.match(r"(?:\w+=\S+ )*(?:python|pytest) ", line.strip()), f"{guide.name}: {line}"


def test_the_table_of_commands_has_each_of_them():
    table = (HOUSE / "README.md").read_text().partition("## Commands")[2].partition("\n## ")[0]
    cells = " ".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    told = set(re.findall(r"`familiar (\w+)", cells)) | set(re.findall(r"`(import)` brings", table))
    assert commands.commands.keys() - told == set()


@names
def test_every_setting_that_a_guide_names_is_there(guide):
    sections = dict(re.findall(r"^\[(\w+)\]\n(.*?)(?=^\[|\Z)", default_config(), re.S | re.M))
    for section, key in re.findall(r"`\[(\w+)\] (\w+)", guide.read_text()):
        assert re.search(rf"^#?\s*{key} =", sections[section], re.M), f"{guide.name}: [{section}] {key}"


def says(text, sentence):
    assert sentence in " ".join(text.split()), sentence


def test_the_figures_of_keys_and_tries_are_those_of_the_program():
    (codes, all_codes), (links, _) = access.CODES, access.LINKS
    pins, all_pins = access.PINS
    assert (keyring.CODE_LENGTH, len(keyring.SIGNS), keyring.PIN_LENGTH) == (6, 31, 6)
    says(SECURITY, "six letters and digits (of 31 ")
    says(SECURITY, "The PIN** is six digits")
    assert (pins.free, pins.first, pins.longest) == (4, 2, 15 * 60)
    assert (all_pins.free, all_pins.longest, all_codes.longest) == (20, 60, 1)
    says(SECURITY, "the PIN after 4, 2 s to 15 min, all together after 20, up to 1 min")
    assert (codes.free, codes.first, codes.longest, links.longest) == (8, 1, 5 * 60, 5)
    says(SECURITY, "the code after 8, 1 s to 5 min, a code in an address up to 5 s")


def test_the_figures_of_what_one_may_take_are_those_of_the_program():
    assert (app.BODY_MAX, server.HEADER_MAX, checks.TEXT_MAX) == (64 * 1024, 16 * 1024, 60)
    says(SECURITY, "64 KiB a wish, 16 KiB of headers, 60 characters a text")

    def taken(watches, *addresses):
        places = live.Places()
        return sum(places.take(watches, each) is not None for each in addresses)

    many = [f"10.0.0.{each}" for each in range(30)]
    assert (taken(False, *many), taken(True, *many)) == (24, 12)
    assert (taken(False, *many[:1] * 30), taken(True, *many[:1] * 30)) == (6, 3)
    says(SECURITY, "24 live pages, of which strangers take half at most, and one address 6, or 3 of the str")
    assert Limits() == Limits(connections=200, arrive=15, read=30)
    says(SECURITY, "within 15 s, what is sent must be read within 30 s")
    says(SECURITY, "Of 200 connections")


def test_the_names_that_stand_for_this_machine_are_those_of_the_program():
    listed = re.search(r"this machine's name \(with (.*?)\)", SECURITY)[1]
    assert set(re.findall(r"`\.([\w.]+)`", listed)) == set(hosts.HOME)
    brought = re.search(r"A request that was handed on \((.*?)\)", SECURITY, re.S)[1]
    assert set(re.findall(r"`([\w-]+)`", brought)) == set(join.FORWARDED)


def test_the_figures_of_the_copies_are_those_of_the_program():
    assert (EVERY_S, Config().journal.backups) == (180, 10)
    says(FAULTS, "within a game every three minutes")
    says(FAULTS, "There are ten in `backups/`")
