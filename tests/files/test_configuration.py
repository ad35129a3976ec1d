"""A configuration that cannot be meant is refused in one line, and nothing stumbles over it."""

import pytest

from familiar.configured import settings
from table.errors import ConfigError

BLIND = '[camera]\nsource = "none"\n'


@pytest.fixture
def configured(refused, tmp_path):
    def call(text, *command):
        file = tmp_path / "familiar.toml"
        file.write_text(text)
        return refused(*(command or ("play",)), "--config", file)

    return call


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5000 + "]" * 5000,
        "[game]\nrules = " + "{a=" * 5000 + "1" + "}" * 5000,
        ".".join(["a"] * 15000) + " = 1",
        "[game.rules]\n" + " . ".join(['"a"'] * 9000) + " = 1",
        "[" + ".".join(["a"] * 15000) + "]",
    ],
)
def test_what_is_nested_very_deep_is_said_so(configured, text):
    assert configured(text).endswith("it is nested too deep; compare it with the printed defaults")


def test_a_configuration_without_end_is_refused(configured):
    assert "it is larger than 64 KiB" in configured("# much\n" * 20_000)


@pytest.mark.parametrize("host", ["", " ", "a b", "...", "a\\u0000b", "[::]", "http://table.example"])
@pytest.mark.parametrize("command", [("play",), ("code",)])
def test_a_page_is_served_at_an_address_or_a_name_and_nowhere_else(configured, host, command):
    assert ": [web] host: " in configured(f'{BLIND}[web]\nhost = "{host}"\n', *command)


PATHS = ["journal.path", "journal.backups_in", "camera.source", "game.deck", "game.sticks", "game.board"]
PATHS += ["club.password_file", "club.ca_file"]


@pytest.mark.parametrize("key", PATHS)
def test_the_home_of_nobody_and_a_nul_are_no_path(configured, tmp_path, key):
    section, name = key.split(".")
    line = configured(f'[{section}]\n{name} = "~nosuchuser/x"\n')
    assert f": [{section}] {name}: " in line and "no such user" in line
    # The same without a process each.
    for path in ("a\\u0000b", "~a\\u0000b"):
        file = tmp_path / "other.toml"
        file.write_text(f'[{section}]\n{name} = "{path}"\n')
        with pytest.raises(ConfigError, match="holds a NUL") as refusal:
            settings(file, None, None, None)
        assert f": [{section}] {name}: " in str(refusal.value)


NOBODY = "there is no such user on this machine"


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("--camera", f"cannot be opened ({NOBODY}); give a file or a folder that this user may read"),
        ("--deck", NOBODY),
    ],
)
def test_the_home_of_nobody_is_no_path_on_the_command_line_either(refused, port, option, why):
    said = refused("play", "--port", port, option, "~nosuchuser/x")
    assert said == f"~nosuchuser/x: {why}"


@pytest.mark.parametrize("number", ["256", "99999999999", "9" * 5000])
def test_a_camera_of_a_number_that_no_machine_has_is_not_there(refused, number):
    assert refused("watch", f"usb:{number}").startswith(f"there is no camera usb:{number}: plug it in, or")


def test_a_camera_that_is_not_there_is_said_in_one_line_of_ours(refused):
    assert refused("watch", "usb:255").startswith("there is no camera usb:255: plug it in, or")
