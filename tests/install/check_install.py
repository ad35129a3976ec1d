"""Installing, updating, going back and removing, in a Debian root of its own: `make test-install`.

The tests are one story and run in their order. systemd does not run there; tests/install/systemctl stands for
it: it starts what the installed unit says, as its user, and waits for READY=1.
"""

import hashlib
import json
import os
import re
import shlex
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("FAMILIAR_ROOT", "/nonexistent"))
HOUSE = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src"
DATA = ROOT / "var/lib/familiar"
SETTINGS = ROOT / "etc/familiar/familiar.toml"
RIGHTS = 0o7777
MISSING_CAMERA = {'#source = "picamera"': 'source = "usb:9"', '#host = "0.0.0.0"': 'host = "127.0.0.1"'}
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/nowhere"}
GAME = """
from table.command import NewGame, Submit
from table.settings.config import load_config
from table.host import Host
from table.journal import Journal
with Host(Journal(load_config(None).journal_path())) as host:
    host.handle(NewGame({"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    host.handle(Submit({"event": "turn_up", "card": "7H"}))
"""
DAMAGE = """

def run(config, tell):
    config.journal_path().write_bytes(b"gone")
    raise SystemExit(1)
"""

pytestmark = pytest.mark.skipif(not ROOT.is_dir(), reason="tests/install/run.sh gives the root")


def within(*command, code=0, alone=False, **more):
    """Run a command in the root with /proc, and return what it said; `code`: the exit status it must have.

    alone: in a network of its own, so that no other program has a port that is asked for.
    """
    environ = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root",
        "LANG": "C.UTF-8",
        "DEBIAN_FRONTEND": "noninteractive",
        "OMP_NUM_THREADS": "1",
        "PIP_FIND_LINKS": "/wheels",
        **({"PIP_NO_INDEX": "1"} if (ROOT / "wheels/.complete").exists() else {}),
        **more,
    }
    lone = ["unshare", "--mount", "--pid", "--fork", f"--mount-proc={ROOT}/proc"]
    lone += ["--net"] if alone else []
    chosen = [f"{key}={value}" for key, value in environ.items()]
    done = subprocess.run(
        [*lone, "chroot", ROOT, "env", "-i", *chosen, *map(str, command)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    log = ROOT / "var/log/familiar-install.log"
    tail = log.read_text().splitlines()[-12:] if log.exists() else []
    assert done.returncode == code, "\n".join([shlex.join(map(str, command)), done.stdout, "Log:", *tail])
    return done.stdout


def installed(name="familiar"):
    form = "${db:Status-Status} ${Version}"
    return subprocess.run(
        ["dpkg-query", f"--admindir={ROOT}/var/lib/dpkg", "--show", f"--showformat={form}", name],
        capture_output=True,
        text=True,
        check=False,
    ).stdout


def current():
    return os.readlink(ROOT / "opt/familiar/current").removeprefix("versions/")


def versions():
    return sorted(each.name for each in (ROOT / "opt/familiar/versions").iterdir() if each.is_dir())


def asked():
    """Return what the manager has been asked since the last call."""
    file = ROOT / "run/manager/asked"
    lines = file.read_text().splitlines() if file.exists() else []
    file.unlink(missing_ok=True)
    return lines


def owner(path):
    status = path.lstat()
    names = (ROOT / "etc/passwd", status.st_uid), (ROOT / "etc/group", status.st_gid)
    found = []
    for file, number in names:
        rows = [line.split(":") for line in file.read_text().splitlines()]
        found.append(next(row[0] for row in rows if int(row[2]) == number))
    return ":".join(found), stat.S_IMODE(status.st_mode) & RIGHTS


def release(version, change=None):
    """Make another release of the source, with a file changed in it, and return its package."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    copy_source()
    name_version(version)
    if change is not None:
        name, more = change
        with open(SOURCE / name, "a") as file:
            file.write(more)
    # To compress it takes as long as all the rest of a build.
    return build(COMPRESSION="none")


def update(package, code=0, **more):
    """Update to a package, by the digest that its maker told."""
    return within("familiar-update", package, digest_of(package), code=code, **more)


def digest_of(package):
    return hashlib.sha256((ROOT / package.lstrip("/")).read_bytes()).hexdigest()


def build(**more):
    given = {"PYTHON": "/usr/bin/python3", "VENV": "/tmp/building"}
    return within("/src/packaging/build_deb.sh", "/packages", **given, **more).strip()


def copy_source():
    rooms = [each.parent.name for each in HOUSE.glob("*/__init__.py")]
    SOURCE.mkdir()
    for name in ("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "install.sh"):
        shutil.copy2(HOUSE / name, SOURCE)
    for name in (*rooms, "packaging", "systemd", "docs"):
        shutil.copytree(HOUSE / name, SOURCE / name, ignore=shutil.ignore_patterns("__pycache__"))
    # The story begins with this one, whatever the house's own is by now.
    name_version("0.1.0")


def name_version(version):
    """Let the source be of this version."""
    project = SOURCE / "pyproject.toml"
    text, count = re.subn(r'^version = ".*"$', f'version = "{version}"', project.read_text(), flags=re.M)
    assert count == 1
    project.write_text(text)


def games():
    """Return the games as the installed program exports them."""
    return within("familiar", "export")


@pytest.fixture(scope="module", autouse=True)
def machine():
    """Give the root this machine's ways to packages, and a manager; fetch the wheels once."""
    for name in ("etc/resolv.conf", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt"):
        if Path("/", name).exists():
            (ROOT / name).unlink(missing_ok=True)
            shutil.copy(Path("/", name), ROOT / name)
    copy_source()
    fetch_wheels()
    within("apt-get", "update", "-qq")
    within("apt-get", "install", "-y", "-q", "--no-install-recommends", "systemd", "python3-venv")
    # apt gives its scripts a PATH of its own, so the manager stands where they look.
    (ROOT / "usr/bin/systemctl").rename(ROOT / "usr/bin/systemctl.real")
    shutil.copy(HOUSE / "tests/install/systemctl", ROOT / "usr/bin/systemctl")
    (ROOT / "run/systemd/system").mkdir(parents=True)


def fetch_wheels():
    """Let the root's own pip fetch what an installation takes, unless an earlier run has."""
    kept = Path(os.environ["FAMILIAR_WHEELS"])
    shutil.copytree(kept, ROOT / "wheels")
    ways = {key: os.environ[key] for key in os.environ if key.startswith("PIP_") and "FIND_LINKS" not in key}
    within("/usr/bin/python3", "-m", "venv", "/tmp/fetch")
    within(
        *("/tmp/fetch/bin/python", "-m", "pip", "download", "--quiet", "--dest", "/wheels"),
        *("--only-binary=:all:", "--require-hashes", "-r", "/src/packaging/requirements.txt"),
        *("-r", "/src/packaging/build-requirements.txt"),
        **ways,
    )
    shutil.rmtree(ROOT / "tmp/fetch")
    for each in (ROOT / "wheels").glob("*.whl"):
        if not (kept / each.name).exists():
            shutil.copy(each, kept)
    (ROOT / "wheels/.complete").touch()


@pytest.fixture(scope="module")
def package():
    """Build the package as it is given away."""
    return build()


def test_who_is_not_root_is_told_to_be():
    said = within("runuser", "-u", "nobody", "--", "/src/install.sh", code=1)
    assert said == "install.sh: this needs root's rights: sudo ./install.sh\n"


def test_without_a_network_nothing_is_installed(package):
    said = within("/src/install.sh", code=1, **OFFLINE)
    assert said.splitlines()[-1] == "install.sh: the package cannot be built; see above."
    sentence = refused(package, **OFFLINE)
    assert "pip could not fetch what Familiar stands on: check the network and try again" in sentence


def test_with_a_package_that_was_altered_on_its_way_nothing_is_installed(package):
    shutil.copytree(ROOT / "wheels", ROOT / "altered")
    (wheel,) = (ROOT / "altered").glob("segno-*.whl")
    # The end of an archive may have a remark, so it can be opened as before.
    whole = wheel.read_bytes()
    wheel.write_bytes(whole[:-2] + b"\x01\x00!")
    sentence = refused(package, PIP_NO_INDEX="1", PIP_FIND_LINKS="/altered")
    assert "what pip was given is not what this version was made with" in sentence and "segno==" in sentence
    shutil.rmtree(ROOT / "altered")


def refused(package, **environ):
    """Try to install a package, and return why it was not."""
    said = within("/src/packaging/familiar-update", package, digest_of(package), code=1, **environ)
    (sentence,) = [line for line in said.splitlines() if line.startswith("familiar-update: nothing")]
    assert installed().startswith("not-installed") or installed().startswith("config-files")
    assert not (ROOT / "opt/familiar").exists() and not (ROOT / "usr/bin/familiar").exists()
    return sentence


def test_one_command_installs_it():
    SETTINGS.parent.mkdir(exist_ok=True)
    asked()
    said = within("/src/install.sh")
    assert "Familiar 0.1.0 is installed." in said and "█" in said and "/board" in said
    assert ".local:8000/" in said and "sudo familiar doctor" in said
    assert installed() == "installed 0.1.0"
    assert "restart familiar.service" in asked()


def test_files_users_and_rights_are_as_they_must_be():
    assert owner(DATA) == ("familiar:familiar", 0o750)
    assert owner(SETTINGS) == ("root:familiar", 0o640)
    assert owner(ROOT / "opt/familiar/current/bin/familiar") == ("root:root", 0o755)
    users = {line.split(":")[0]: line.split(":") for line in (ROOT / "etc/passwd").read_text().splitlines()}
    assert users["familiar"][5] == "/var/lib/familiar" and users["familiar"][6].endswith("nologin")
    said = within("id", "-nG", "familiar").split()
    assert set(said) >= {"familiar", "video", "gpio", "render"}
    link = ROOT / "etc/systemd/system/multi-user.target.wants/familiar.service"
    assert os.readlink(link) == "/usr/lib/systemd/system/familiar.service"
    assert (ROOT / "etc/avahi/services/familiar.service").exists()
    assert within("dpkg", "--verify", "familiar") == ""


def test_the_trial_passes_with_the_camera_s_numpy_trap_closed():
    python = "/opt/familiar/current/bin/python"
    assert within(python, "-m", "familiar.smoke", OMP_NUM_THREADS="1") == ""
    said = within(python, "-c", "import numpy, simplejpeg; print(numpy.__file__, simplejpeg.__file__)")
    assert all(each.startswith("/opt/familiar/") for each in said.split())


def test_the_system_s_old_simplejpeg_would_break_the_camera_and_does_not():
    """As on Bookworm: picamera2 imports simplejpeg, and the system's is built for NumPy 1."""
    smoke = ("/opt/familiar/current/bin/python", "-m", "familiar.smoke")
    system = ROOT / "usr/lib/python3/dist-packages"
    old = "raise ValueError('numpy.dtype size changed')\n"
    traps = {"simplejpeg.py": old, "picamera2.py": "import simplejpeg\n"}
    for name, text in traps.items():
        (system / name).write_text(text)
    assert within(*smoke) == ""
    (own,) = (ROOT / "opt/familiar/versions").glob("*/lib/python3.*/site-packages/simplejpeg")
    own.rename(own.with_name("away"))
    said = within(*smoke, code=1).splitlines()
    assert len(said) == 2 and all("numpy.dtype size changed" in line for line in said)
    own.with_name("away").rename(own)
    for name in traps:
        (system / name).unlink()


def test_root_s_familiar_writes_as_the_service_s_user():
    within("/usr/bin/familiar", "--help")
    as_service = ("runuser", "-u", "familiar", "--", "env", "XDG_DATA_HOME=/var/lib")
    within(*as_service, "/opt/familiar/current/bin/python", "-c", GAME)
    assert owner(DATA / "journal.sqlite")[0] == "familiar:familiar"
    assert '"turn_up"' in games()


def test_doctor_finds_everything_in_order_and_warns_of_the_camera_that_is_not_there():
    said = json.loads(within("familiar", "doctor", "--json", alone=True).splitlines()[-1])
    checks = {each["name"]: each for each in said["checks"]}
    well = ("system", "imports", "models", "configuration", "disk", "journal", "decks")
    assert {name: checks[name]["status"] for name in well} == dict.fromkeys(well, "ok")
    # A Pi's camera is missing, as on any system that is none.
    assert checks["camera"]["status"] == "warning" and "Raspberry Pi" in checks["camera"]["said"]
    assert [name for name, each in checks.items() if each["status"] == "failure"] == []
    assert all(each["remedy"] for each in checks.values() if each["status"] in ("warning", "failure"))
    assert {"numpy", "simplejpeg", "opencv-python-headless", "onnxruntime"} <= set(said["versions"])


def test_twice_is_harmless():
    # From here on the camera is missing, which the service shows and waits for.
    text = SETTINGS.read_text()
    for printed, mine in MISSING_CAMERA.items():
        assert printed in text
        text = text.replace(printed, mine)
    SETTINGS.write_text(text)
    before, record, settings = versions(), games(), SETTINGS.read_text()
    inode = (ROOT / "opt/familiar/versions" / before[0] / "bin/familiar").stat().st_ino
    within("familiar-update", "/src")
    assert versions() == before and (ROOT / "opt/familiar/current/bin/familiar").stat().st_ino == inode
    assert games() == record and SETTINGS.read_text() == settings
    assert owner(SETTINGS) == ("root:familiar", 0o640)


def test_an_update_keeps_games_and_the_version_before():
    before, record = current(), games()
    package = release("0.1.1")
    asked()
    # It stands on the same as the version before, and needs nothing from anywhere.
    said = update(package, **OFFLINE)
    assert "Familiar 0.1.1 is installed." in said and installed() == "installed 0.1.1"
    assert current().startswith("0.1.1-py3.") and versions() == sorted([before, current()])
    assert "restart familiar.service" in asked() and games() == record
    assert f"{current()} (used)" in within("familiar-update", "--list").splitlines()


def test_an_update_that_is_not_the_file_that_was_meant_changes_nothing():
    before, record = (current(), versions(), installed()), games()
    for digest in ([], ["0" * 64]):
        said = within("familiar-update", "/packages/familiar_0.1.0_all.deb", *digest, code=1)
        assert said.startswith("familiar-update: nothing was changed: ") and said.count("\n") == 1
        assert digest_of("/packages/familiar_0.1.0_all.deb") in said
    assert (current(), versions(), installed()) == before and games() == record


def test_an_update_that_does_not_pass_its_trial_changes_nothing():
    before, record = current(), games()
    release("0.1.2", ("vision/track/cards.py", "\nraise ImportError('broken on purpose')\n"))
    asked()
    said = update("/packages/familiar_0.1.2_all.deb", code=1)
    assert "nothing was changed: " in said and "is not used" in said
    assert (current(), installed()) == (before, "installed 0.1.1") and games() == record
    assert not any("stop" in line or "restart" in line for line in asked())
    assert not [name for name in versions() if name.startswith("0.1.2")]


def test_an_update_that_does_not_start_is_rolled_back_with_its_games():
    """The trial passes, and the first start damages the journal and ends."""
    before, record = current(), games()
    said = update(release("0.1.3", ("familiar/play/run.py", DAMAGE)), code=1)
    assert f"does not start, so {before} plays on" in said
    assert (current(), installed()) == (before, "installed 0.1.1") and games() == record
    assert (ROOT / "run/manager/pid").exists()
    assert not [name for name in versions() if name.startswith("0.1.3")]


def test_a_bare_apt_install_rolls_back_too_and_says_so():
    before, record = current(), games()
    said = within("apt-get", "install", "-y", "-q", "/packages/familiar_0.1.3_all.deb", code=100)
    assert f"does not start, so {before} plays on" in said
    assert (current(), installed()) == (before, "half-configured 0.1.3") and games() == record
    # Another one that is no good must not take away what plays on.
    update("/packages/familiar_0.1.2_all.deb", code=1)
    assert current() == before and games() == record
    within("apt-get", "install", "-y", "-q", "--allow-downgrades", "/packages/familiar_0.1.1_all.deb")
    assert (current(), installed()) == (before, "installed 0.1.1")


def test_going_back_keeps_games():
    record, now = games(), current()
    said = within("familiar-update", "--back")
    assert current().startswith("0.1.0-") and now in said and games() == record
    within("familiar-update", "--back")
    assert current() == now


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ([], 2, "usage: "),
        (["--forth"], 2, "usage: "),
        (["/no/such.deb"], 1, "is not there: check the path"),
        (["/etc/passwd"], 1, "is no package of Familiar"),
        (["/etc"], 1, "holds no install.sh"),
    ],
)
def test_a_wrong_update_is_one_line(arguments, code, says):
    said = within("familiar-update", *arguments, code=code)
    assert says in said and said.count("\n") == 1


def own_wifi(opened=""):
    """Let NetworkManager have the table's own Wi-Fi; return where it writes what it is to change."""
    asked = ROOT / "run/nmcli"
    asked.unlink(missing_ok=True)
    program = ROOT / "usr/bin/nmcli"
    program.write_text(
        f"""#!/bin/sh
case "$*" in
*wireless.mode*) echo ap ;;
*--active*) echo "{opened}" ;;
*) echo "$*" >>/run/nmcli ;;
esac
"""
    )
    program.chmod(0o755)
    return asked


def announced():
    """Say at which port avahi announces the page; None: at none."""
    file = ROOT / "etc/avahi/services/familiar.service"
    return int(re.search("<port>([0-9]+)<", file.read_text())[1]) if file.exists() else None


def test_uninstalling_keeps_games_and_settings_and_apt_brings_them_back():
    record, wifi = games(), own_wifi(opened="Familiar")
    file = ROOT / "etc/avahi/services/familiar.service"
    file.write_text(file.read_text().replace("8000", "8555"))
    said = within("/src/install.sh", "--uninstall")
    # Nothing is announced that is not there, and the machine's radio is its own again from the next start on.
    assert announced() is None
    assert wifi.read_text() == "connection modify Familiar connection.autoconnect no\n"
    assert "its games are still in /var/lib/familiar" in said
    assert not (ROOT / "opt/familiar").exists() and not (ROOT / "usr/bin/familiar").exists()
    assert (DATA / "journal.sqlite").exists() and SETTINGS.exists()
    assert "is not installed" in within("/src/install.sh", "--uninstall")
    package = "/packages/familiar_0.1.1_all.deb"
    # Made from nothing a second time: what is not compiled now is when it is loaded.
    within("apt-get", "install", "-y", "-q", "--no-install-recommends", package, PIP_COMPILE="no")
    assert installed() == "installed 0.1.1" and games() == record and announced() == 8555
    header = json.loads(record.splitlines()[0])
    assert header["players"] == ["Ann", "Bo", "Cy"]


def test_purging_takes_everything():
    wifi = own_wifi(opened="House")
    within("/src/install.sh", "--uninstall", "--purge")
    for gone in ("opt/familiar", "var/lib/familiar", "etc/familiar", "var/log/familiar-install.log"):
        assert not (ROOT / gone).exists(), gone
    assert not list((ROOT / "etc/avahi/services").glob("familiar*"))
    assert wifi.read_text().endswith("connection delete Familiar\n")
    assert "familiar" not in (ROOT / "etc/passwd").read_text()
    assert not list((ROOT / "etc/systemd").rglob("familiar*"))
    assert "is not installed" in within("/src/install.sh", "--uninstall", "--purge")
