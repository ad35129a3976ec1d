"""The shell scripts: what they refuse before they touch anything; versions are whole or not there."""

import hashlib
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from patience import PATIENCE_S

HOUSE = Path(__file__).parent.parent.parent
INSTALL = HOUSE / "install.sh"
SETUP = HOUSE / "packaging/setup"
SKIPPED = {".git", ".venv", "build", "dist", "node_modules"}


def scripts():
    found = []
    for folder, folders, names in os.walk(HOUSE):
        folders[:] = sorted(set(folders) - SKIPPED)
        for path in (Path(folder, name) for name in sorted(names)):
            with open(path, "rb") as file:
                first = file.readline(80)
            if first.startswith(b"#!") and first.split()[-1].rpartition(b"/")[2] in (b"sh", b"bash"):
                found.append((path, first.split()[-1].rpartition(b"/")[2].decode()))
    return found


@pytest.mark.parametrize(("path", "shell"), scripts(), ids=lambda each: getattr(each, "name", each))
def test_a_script_can_be_parsed_by_its_shell(path, shell):
    said = subprocess.run([shell, "-n", path], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (0, "")
    assert os.access(path, os.X_OK)


@pytest.mark.skipif(
    shutil.which("shellcheck") is None, reason="shellcheck is not installed: sudo apt install shellcheck"
)
def test_shellcheck_has_nothing_to_say_against_the_installer():
    ours = [path for path, _ in scripts() if path.is_relative_to(HOUSE / "packaging") or path == INSTALL]
    assert len(ours) >= 7
    said = subprocess.run(["shellcheck", *ours], capture_output=True, text=True, check=False)
    assert said.stdout == ""


@pytest.mark.parametrize("name", ["install.sh", "packaging/familiar", "packaging/setup"])
def test_no_script_of_root_s_lets_python_take_modules_from_a_home(name):
    """The cards' scripts call Familiar by its wrapper, and it passes this on."""
    lines = (HOUSE / name).read_text().splitlines()
    set_at = next(at for at, line in enumerate(lines) if "PYTHONNOUSERSITE=1" in line)
    exported = next(at for at, line in enumerate(lines) if re.match("export .*PYTHONNOUSERSITE", line))
    runs = re.compile(r'^\s*(exec |\[ -x )?("\$program"|"\$python"|/usr/bin/python3)|bin/python" -m|^exec ')
    first = next(at for at, line in enumerate(lines) if runs.search(line))
    assert set_at <= exported < first


def test_the_cards_scripts_call_familiar_by_its_wrapper():
    for name in ("start", "network", "join"):
        text = (HOUSE / "packaging/card" / name).read_text()
        assert "/opt/familiar" not in text and "python" not in text


class Machine:
    """Commands of paper before the real ones, and what was asked of them."""

    def __init__(self, folder):
        self.folder = folder
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.asked_file = folder / "asked"
        self.command("id", "echo 0")
        self.command("dpkg", "echo arm64")
        self.command("df", 'echo; echo "disk 99999 1 88888 1% /"')
        self.command("apt-get", f'echo "$@" >>{self.asked_file}; exit 100')

    def command(self, name, text):
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    @property
    def asked(self):
        return self.asked_file.read_text().splitlines() if self.asked_file.exists() else []

    @property
    def environ(self):
        return {"PATH": f"{self.bin}:/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C.UTF-8"}

    def call(self, *command, **more):
        return subprocess.run(
            command,
            env={**self.environ, **more},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def test_a_package_is_the_same_by_whatever_path_and_mask_its_folder_is_called(machine, tmp_path):
    """Its files bear the time of the newest source; of a link alone none was found."""
    times = tmp_path / "times"
    python = machine.command(
        "python-of-paper",
        f"""case "$*" in
"-m venv "*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;
*"pip wheel"*) echo "time $SOURCE_DATE_EPOCH, mask $(umask)" >>{times}; exit 1 ;;
esac""",
    )
    link = tmp_path / "a länk"
    link.symlink_to(HOUSE)
    for house, mask in ((HOUSE, "022"), (link, "077")):
        build = f"umask {mask}; exec '{house}/packaging/build_deb.sh' '{tmp_path}/out'"
        said = machine.call("/bin/sh", "-c", build, PYTHON=str(python))
        assert said.returncode == 1 and "the wheel cannot be built" in said.stderr
    first, second = times.read_text().splitlines()
    assert re.fullmatch("time [0-9]+, mask 0022", first) and first == second


def anchors(guide):
    """Return what a link may lead to within a page: its headings as GitHub names them."""
    text = re.sub(r"^```.*?^```", "", guide.read_text(), flags=re.S | re.M)
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    words = (re.sub(r"[^\w\- ]", "", re.sub(r"\]\(.*?\)", "", each.lower())) for each in headings)
    return {each.replace(" ", "-") for each in words}


def test_a_package_holds_whatever_its_guides_link_and_show(machine, tmp_path):
    python = machine.command(
        "python-of-paper",
        """case "$*" in
"-m venv "*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;
*"pip wheel"*)
    while [ "$1" != --wheel-dir ]; do shift; done
    mkdir -p "$2" && touch "$2/familiar-9.9-py3-none-any.whl" ;;
esac""",
    )
    said = machine.call(HOUSE / "packaging/build_deb.sh", tmp_path, PYTHON=str(python), COMPRESSION="none")
    assert said.returncode == 0, said.stderr
    unpack = ["dpkg-deb", "--extract", said.stdout.strip(), tmp_path / "root"]
    subprocess.run(unpack, check=True, capture_output=True)
    guides = (tmp_path / "root/usr/share/doc/familiar").resolve()
    links, broken = 0, []
    for guide in guides.rglob("*.md"):
        for target in re.findall(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"", guide.read_text()):
            name, _, place = next(filter(None, target)).partition("#")
            if ":" in name:
                continue
            links += 1
            path = (guide.parent / name).resolve() if name else guide
            kept = path.is_relative_to(guides) and path.exists()
            if not kept or place and place not in anchors(path):
                broken.append(f"{guide.relative_to(guides)}: {name}#{place}")
    assert broken == [] and links > 100


def test_the_page_that_units_and_manuals_name_is_in_the_package():
    house = [HOUSE / "systemd", HOUSE / "packaging"]
    files = [
        path
        for each in house
        for path in each.rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    ]
    text = "".join(path.read_text() for path in files)
    named = set(re.findall(r"/usr/share/doc/familiar/([\w/]+\.md)", text))
    assert named and [name for name in named if not (HOUSE / name).exists()] == []


@pytest.mark.parametrize(
    ("command", "text", "says"),
    [
        ("id", "echo 1000", "this needs root's rights: sudo ./install.sh"),
        ("dpkg", "echo armhf", "write the 64-bit Raspberry Pi OS to the card"),
        ("df", 'echo; echo "disk 9999 1 700 90% /"', "700 MB are free in /opt and 1500 MB are needed"),
    ],
)
def test_the_installer_refuses_a_machine_that_will_not_do_and_touches_nothing(machine, command, text, says):
    machine.command(command, text)
    said = machine.call(INSTALL)
    assert said.returncode == 1 and says in said.stderr and said.stderr.count("\n") == 1
    assert machine.asked == []


def test_the_installer_without_a_network_says_so(machine):
    said = machine.call(INSTALL)
    assert said.stderr == "install.sh: apt cannot reach its sources: check the network and try again.\n"
    assert said.returncode == 1 and machine.asked == ["update -qq"]


@pytest.mark.parametrize("options", [["--remove"], ["--purge"], ["now"]])
def test_unknown_options_are_a_usage_error(machine, options):
    said = machine.call(INSTALL, *options)
    assert said.returncode == 2 and said.stderr.count("\n") == 1


PYTHON = """
case "$*" in
-V) echo "Python {version}" ;;
*"sys.version_info < "*) exit {old} ;;
*"print(\\"py"*) echo py3.13 ;;
*"import venv"*) exit {venvless} ;;
"- "*) echo "{version}" ;;
"-m venv "*)
    for target; do :; done
    mkdir -p "$target/bin"
    ln -s "$0" "$target/bin/python"
    echo "made for $target" >"$target/pyvenv.cfg"
    echo "echo settings" >"$target/bin/familiar"
    chmod +x "$target/bin/familiar" ;;
"-m pip "*" --no-deps "*) echo pip for the product >>{asked}; {pip} ;;
"-m pip "*) echo pip >>{asked}; {pip} ;;
"-m familiar.smoke") {smoke} ;;
esac
"""


class Versions(Machine):
    """A folder of versions, made by a Python of paper."""

    def __init__(self, folder):
        super().__init__(folder)
        self.home, self.share, self.data = folder / "opt", folder / "share", folder / "data"
        for each in (self.share, self.data, folder / "etc"):
            each.mkdir()
        shutil.copy(HOUSE / "packaging/requirements.txt", self.share)
        self.python()
        self.wheel("0.1.0")

    def python(self, version="3.13.5", old=0, venvless=0, pip=":", smoke=":"):
        text = PYTHON.format(
            version=version, old=old, venvless=venvless, pip=pip, smoke=smoke, asked=self.asked_file
        )
        self.command("python", text)

    def wheel(self, version):
        for each in self.share.glob("*.whl"):
            each.unlink()
        (self.share / f"familiar-{version}-py3-none-any.whl").write_text(version)

    @property
    def environ(self):
        return {
            **super().environ,
            "FAMILIAR_HOME": str(self.home),
            "FAMILIAR_SHARE": str(self.share),
            "FAMILIAR_DATA": str(self.data),
            "FAMILIAR_SETTINGS": str(self.folder / "etc/familiar.toml"),
            "FAMILIAR_PYTHON": str(self.bin / "python"),
        }

    def setup(self, wish):
        return self.call(SETUP, wish)

    @property
    def names(self):
        return sorted(
            each.name.rpartition("-")[0] for each in (self.home / "versions").iterdir() if each.is_dir()
        )

    @property
    def current(self):
        return os.readlink(self.home / "current").removeprefix("versions/").rpartition("-")[0]


unmanaged = pytest.mark.skipif(
    Path("/run/systemd/system").exists(), reason="a running systemd would be asked to start the service"
)


@pytest.fixture
def versions(tmp_path):
    return Versions(tmp_path)


@unmanaged
def test_a_version_is_made_once_and_settings_are_written_once(versions):
    said = versions.setup("install")
    assert said.returncode == 0, said.stderr
    assert (versions.current, versions.names) == ("0.1.0-py3.13", ["0.1.0-py3.13"])
    settings = versions.folder / "etc/familiar.toml"
    assert settings.read_text() == "settings\n"
    settings.write_text("mine\n")
    assert versions.setup("install").returncode == 0
    assert versions.asked == ["pip"] and settings.read_text() == "mine\n"


@unmanaged
def test_a_version_can_be_read_by_the_service_s_user_whatever_root_s_mask_is(versions):
    """An installation by dpkg has a mask of its own; an update makes the version before it."""
    said = versions.call("/bin/sh", "-c", f"umask 077; exec {SETUP} install")
    assert said.returncode == 0, said.stderr
    # Beside the settings, which may hold a password.
    paths = [versions.home, *versions.home.rglob("*")]
    closed = [path for path in paths if not path.is_symlink() and path.stat().st_mode & 0o004 == 0]
    assert closed == [] and (versions.folder / "etc/familiar.toml").stat().st_mode & 0o777 == 0o640


@unmanaged
def test_a_version_is_on_the_disk_with_all_its_files_before_it_counts(versions):
    """`sync FOLDER` writes its names through and none of its files: a power cut would leave these empty."""
    count = f"$(ls -d {versions.home}/versions/*/.complete {versions.home}/current 2>/dev/null | wc -l)"
    versions.command("sync", f'echo "sync $* {count}" >>{versions.asked_file}')
    assert versions.setup("install").returncode == 0
    first, *rest = [line for line in versions.asked if line.startswith("sync")]
    (name,) = (each.name for each in (versions.home / "versions").iterdir() if each.is_dir())
    assert first == f"sync --file-system {versions.home}/versions/{name} 0"
    # The link is written through as well, once it leads there.
    assert rest[-1] == f"sync {versions.home} 2"


@unmanaged
def test_the_version_before_is_kept_to_go_back_to_and_no_more(versions):
    for version in ("0.1.0", "0.1.1", "0.1.2"):
        versions.wheel(version)
        assert versions.setup("install").returncode == 0
    assert (versions.current, versions.names) == ("0.1.2-py3.13", ["0.1.1-py3.13", "0.1.2-py3.13"])
    assert versions.setup("back").returncode == 0 and versions.current == "0.1.1-py3.13"
    assert versions.setup("back").returncode == 0 and versions.current == "0.1.2-py3.13"


@unmanaged
@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (
            {"pip": "echo 'ERROR: no route to host'; exit 1"},
            "check the network and try again (ERROR: no route",
        ),
        ({"smoke": "echo 'numpy is broken' >&2; exit 1"}, "does not pass its trial and is not used"),
        ({"old": 1, "version": "3.9.2"}, "Python 3.11 or newer is needed and Python 3.9.2 is here"),
        ({"venvless": 1}, "sudo apt install python3-venv"),
    ],
)
def test_what_cannot_be_made_leaves_no_trace_and_the_version_before_stays(versions, fault, says):
    assert versions.setup("install").returncode == 0
    versions.wheel("0.1.1")
    versions.python(**fault)
    said = versions.setup("install")
    assert said.returncode == 1 and says in said.stderr
    assert (versions.current, versions.names) == ("0.1.0-py3.13", ["0.1.0-py3.13"])
    versions.python()
    assert versions.setup("install").returncode == 0 and versions.current == "0.1.1-py3.13"


def folder_of(versions, version):
    (folder,) = (versions.home / "versions").glob(f"{version}-*")
    return folder


@unmanaged
def test_a_version_is_made_from_one_that_stands_on_the_same(versions):
    assert versions.setup("install").returncode == 0
    old = folder_of(versions, "0.1.0")
    left = (old / ".complete").read_text()
    for version in ("0.1.1", "0.1.2"):
        versions.wheel(version)
        assert versions.setup("install").returncode == 0
        new = folder_of(versions, version)
        assert (new / "pyvenv.cfg").read_text() == f"made for {new}\n"
        if version == "0.1.1":
            assert (old / "pyvenv.cfg").read_text() == f"made for {old}\n"
            assert (old / ".complete").read_text() == left
    assert versions.asked == ["pip", "pip for the product", "pip for the product"]


ALTERED = {
    "a byte": lambda old: (old / "bin/familiar").write_text("echo Settings\n"),
    "rights": lambda old: (old / "bin/familiar").chmod(0o777),
    "a file more": lambda old: (old / "bin/more").touch(),
    "a file less": lambda old: (old / "pyvenv.cfg").unlink(),
    "a link": lambda old: ((old / "bin/python").unlink(), (old / "bin/python").symlink_to("/bin/true")),
    # As earlier installers left it, and as a power cut may.
    "no digest": lambda old: (old / ".complete").write_text(""),
    "half a digest": lambda old: (old / ".complete").write_text((old / ".complete").read_text()[:80]),
}


@unmanaged
@pytest.mark.parametrize("what", ALTERED)
def test_a_version_that_is_not_as_it_was_laid_down_is_not_taken_over(versions, what):
    assert versions.setup("install").returncode == 0
    ALTERED[what](folder_of(versions, "0.1.0"))
    versions.wheel("0.1.1")
    assert versions.setup("install").returncode == 0
    assert versions.asked == ["pip", "pip"] and versions.names == ["0.1.0-py3.13", "0.1.1-py3.13"]
    # What was made anew may be taken over again.
    versions.wheel("0.1.2")
    assert versions.setup("install").returncode == 0
    assert versions.asked == ["pip", "pip", "pip for the product"]


@unmanaged
@pytest.mark.parametrize("other", ["requirements", "Python", "installer"])
def test_a_version_that_stands_on_something_else_is_not_taken_over(versions, other):
    assert versions.setup("install").returncode == 0
    versions.wheel("0.1.1")
    setup = SETUP
    if other == "requirements":
        with open(versions.share / "requirements.txt", "a") as file:
            file.write("ivy==1.0\n")
    elif other == "Python":
        versions.python(version="3.13.6")
    else:
        setup = versions.folder / "setup"
        shutil.copy(SETUP, setup)
        with open(setup, "a") as file:
            file.write("# It may call pip in another way.\n")
    assert versions.call(setup, "install").returncode == 0
    assert versions.asked == ["pip", "pip"] and versions.current == "0.1.1-py3.13"


@unmanaged
def test_where_a_copy_comes_to_nothing_the_version_is_made_anew(versions):
    assert versions.setup("install").returncode == 0
    versions.wheel("0.1.1")
    versions.command("cp", '/bin/cp "$@"; exit 1')
    assert versions.setup("install").returncode == 0
    assert versions.asked == ["pip", "pip"] and versions.current == "0.1.1-py3.13"


@unmanaged
@pytest.mark.parametrize("tool", ["cp", "sync"])
def test_a_copy_that_was_cut_short_does_not_count(versions, tool):
    """Killed when it is there and not yet the new version's, and when it is and not yet on the disk."""
    assert versions.setup("install").returncode == 0
    versions.wheel("0.1.1")
    versions.command(tool, f'/bin/{tool} "$@"; kill -KILL "$PPID"')
    assert versions.setup("install").returncode == -signal.SIGKILL
    half = folder_of(versions, "0.1.1")
    assert (half / "bin/familiar").exists() and versions.current == "0.1.0-py3.13"
    assert versions.setup("list").stdout == f"{folder_of(versions, '0.1.0').name} (used)\n"
    (versions.bin / tool).unlink()
    assert versions.setup("install").returncode == 0 and versions.current == "0.1.1-py3.13"
    assert (half / "pyvenv.cfg").read_text() == f"made for {half}\n"


@unmanaged
def test_a_disk_that_is_too_full_is_said_before_anything_is_made(versions):
    versions.command("df", 'echo; echo "disk 9999 1 120 99% /"')
    said = versions.setup("install")
    assert "120 MB are free below" in said.stderr and versions.names == [] and versions.asked == []


@unmanaged
def test_an_installation_that_is_interrupted_leaves_no_half_version(versions):
    pipe = versions.folder / "reached"
    os.mkfifo(pipe)
    versions.python(pip=f"echo now >{pipe}; exec sleep {PATIENCE_S}")
    making = subprocess.Popen(
        [SETUP, "install"], env=versions.environ, start_new_session=True, stdout=subprocess.DEVNULL
    )
    assert pipe.read_text() == "now\n"
    os.killpg(making.pid, signal.SIGTERM)
    assert making.wait(PATIENCE_S) == 1
    assert versions.names == [] and not (versions.home / "current").exists()


@unmanaged
def test_without_a_version_before_there_is_nothing_to_go_back_to(versions):
    assert versions.setup("install").returncode == 0
    said = versions.setup("back")
    assert said.returncode == 1 and "there is no version before this one" in said.stderr
    assert "familiar-update FILE.deb SHA256" in said.stderr
    assert versions.current == "0.1.0-py3.13"


class Updater(Machine):
    """A package that came from somewhere, and an apt that keeps what it is given and then fails."""

    def __init__(self, folder):
        super().__init__(folder)
        self.taken = folder / "taken"
        self.package = folder / "familiar_0.2.0_all.deb"
        self.package.write_text("what its maker made")
        self.digest = hashlib.sha256(self.package.read_bytes()).hexdigest()
        self.command("dpkg-query", "exit 1")
        self.deb()
        keep = f'for each; do case $each in *.deb) cp "$each" {self.taken} ;; esac; done'
        self.command("apt-get", f'echo "$1" >>{self.asked_file}; {keep}; exit 100')

    def deb(self, first=":"):
        self.command("dpkg-deb", f'{first}\ncase "$*" in *" Package") echo familiar ;; esac')

    @property
    def environ(self):
        folder = str(self.folder)
        return {**super().environ, "FAMILIAR_HOME": folder + "/opt", "FAMILIAR_LOG": folder + "/log"}

    def update(self, *arguments):
        return self.call(HOUSE / "packaging/familiar-update", *arguments)


@pytest.fixture
def updater(tmp_path):
    return Updater(tmp_path)


@pytest.mark.parametrize("upper", [False, True])
def test_an_update_with_the_digest_that_was_meant_is_taken_to_apt(updater, upper):
    said = updater.update(updater.package, updater.digest.upper() if upper else updater.digest)
    assert "nothing was installed: " in said.stderr and updater.taken.read_text() == "what its maker made"


def test_an_update_that_is_not_the_file_that_was_meant_changes_nothing(updater):
    updater.package.write_text("what somebody else made")
    found = hashlib.sha256(updater.package.read_bytes()).hexdigest()
    said = updater.update(updater.package, updater.digest)
    assert said.returncode == 1 and said.stderr.count("\n") == 1 and said.stdout == ""
    assert f"is {found} and {updater.digest} was given" in said.stderr
    assert updater.asked == [] and not (updater.folder / "log").exists()


def test_an_update_without_a_digest_is_shown_and_not_taken(updater):
    # Beside it stands what whoever wrote the file may have written as well.
    updater.package.with_suffix(".deb.sha256").write_text(f"{updater.digest}  {updater.package.name}\n")
    said = updater.update(updater.package)
    assert said.returncode == 1 and said.stderr.count("\n") == 1
    assert said.stderr.rstrip().endswith(f"sudo familiar-update '{updater.package}' {updater.digest}")
    assert updater.asked == [] and not (updater.folder / "log").exists()


def test_a_file_that_is_changed_after_it_was_looked_at_is_not_what_is_installed(updater):
    updater.deb(first=f"echo worse >{updater.package}")
    updater.update(updater.package, updater.digest)
    assert updater.package.read_text() == "worse\n" and updater.taken.read_text() == "what its maker made"


def test_a_new_version_is_tried_where_nothing_may_be_run_from_the_temporary_folder(updater):
    """As on a system whose /tmp is mounted with noexec."""
    (updater.folder / "opt").mkdir()
    (updater.folder / "opt/current").symlink_to("versions/0.1.0")
    (updater.folder / "opt/versions/0.1.0").mkdir(parents=True)
    setup = "$3/usr/lib/familiar/setup"
    lays = f'mkdir -p "${{3}}/usr/lib/familiar"; echo "echo familiar: tried; exit 1" >"{setup}"; exit'
    updater.deb(first=f'if [ "$1" = --extract ]; then {lays}; fi')
    said = updater.update(updater.package, updater.digest)
    assert "nothing was changed: familiar: tried" in said.stderr


@pytest.mark.parametrize("arguments", [[], ["--back", "now"], ["a", "b", "c"], ["/etc", "a"]])
def test_a_wrong_call_of_an_update_is_a_usage_error(updater, arguments):
    said = updater.update(*arguments)
    assert said.returncode == 2 and said.stderr.startswith("usage: ") and said.stderr.count("\n") == 1
