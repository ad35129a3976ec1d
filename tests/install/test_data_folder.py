"""What an update does in the service's own folder, where the service may have laid anything."""

import json
import os
import shutil
import signal
import stat
import subprocess
import tempfile
from pathlib import Path

import pytest
from patience import PATIENCE_S

HOUSE = Path(__file__).parent.parent.parent
SECRET = "root's alone\n"
JOURNAL = "a journal\n"
USER = 61234
PYTHON = """#!/bin/sh
case "$*" in
-V) echo "Python 3.13.5" ;;
*'print("py'*) echo py3.13 ;;
"-m venv "*)
    for target; do :; done
    mkdir -p "$target/bin"
    cp "$0" "$target/bin/python"
    printf '#!/bin/sh\\necho settings\\n' >"$target/bin/familiar"
    chmod +x "$target/bin/familiar" ;;
esac
"""
MANAGER = """#!/bin/sh
case "$*" in
show*) echo no ;;
*is-active*) exit 3 ;;
"restart familiar.service") {restart} ;;
esac
"""
WITHIN = """
mount -t tmpfs none /run && mkdir -p /run/systemd/system
for each in passwd group; do mount --bind "$1/$each" "/etc/$each"; done
shift
exec "$@"
"""


def _may_mount():
    command = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/run"]
    tools = all(shutil.which(tool) for tool in ("unshare", "setpriv"))
    return tools and subprocess.run(command, capture_output=True, check=False).returncode == 0


pytestmark = pytest.mark.skipif(
    os.getuid() != 0 or not _may_mount(),
    reason="only root can try what root is tricked into, in mounts of its own",
)


class Machine:
    """A machine with systemd and the service's user, whose data folder is that user's own."""

    def __init__(self, folder):
        self.folder = folder
        self.data, self.secret = folder / "data", folder / "secret"
        for name in ("bin", "share", "etc", "data"):
            (folder / name).mkdir()
        for name, row in (("passwd", f"x:{USER}:{USER}::{self.data}:/bin/false"), ("group", f"x:{USER}:")):
            (folder / name).write_text(Path("/etc", name).read_text() + f"familiar:{row}\n")
        shutil.copy(HOUSE / "packaging/requirements.txt", folder / "share")
        self.command("python", PYTHON)
        self.command("df", '#!/bin/sh\necho; echo "disk 99999 1 88888 1% /"\n')
        self.manager()
        self.secret.write_text(SECRET)
        self.secret.chmod(0o600)
        os.chown(self.data, USER, USER)
        self.own("journal.sqlite").write_text(JOURNAL)
        os.chown(self.own("journal.sqlite"), USER, USER)

    def command(self, name, text):
        path = self.folder / "bin" / name
        path.write_text(text)
        path.chmod(0o755)

    def manager(self, restart=":"):
        self.command("systemctl", MANAGER.format(restart=restart))

    def own(self, name):
        return self.data / name

    def install(self, version):
        for each in (self.folder / "share").glob("*.whl"):
            each.unlink()
        (self.folder / "share" / f"familiar-{version}-py3-none-any.whl").write_text(version)
        return self.setup("install")

    def setup(self, wish):
        environ = {
            "PATH": f"{self.folder}/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "FAMILIAR_HOME": str(self.folder / "opt"),
            "FAMILIAR_SHARE": str(self.folder / "share"),
            "FAMILIAR_DATA": str(self.data),
            "FAMILIAR_SETTINGS": str(self.folder / "etc/familiar.toml"),
            "FAMILIAR_PYTHON": str(self.folder / "bin/python"),
        }
        script = HOUSE / "packaging/setup"
        command = ["unshare", "--mount", "sh", "-euc", WITHIN, "sh", self.folder, script, wish]
        return subprocess.run(
            command,
            env=environ,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
            cwd=self.folder,
        )

    @property
    def current(self):
        return os.readlink(self.folder / "opt/current").removeprefix("versions/").partition("-")[0]

    @property
    def untouched(self):
        """Whether root's file is root's alone still, with what stood in it."""
        status = self.secret.lstat()
        rights = (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode))
        return rights == (0, 0, 0o600) and self.secret.read_text() == SECRET

    def leaks(self):
        """Name the files in the service's folder that hold what only root may read."""
        found = [path for path in self.data.rglob("*") if path.is_file() and not path.is_symlink()]
        return [path.name for path in found if SECRET in path.read_text()]


@pytest.fixture
def machine():
    # pytest's own folders are closed to other users.
    with tempfile.TemporaryDirectory(prefix="familiar-") as folder:
        Path(folder).chmod(0o711)
        yield Machine(Path(folder))


def test_an_update_keeps_the_journal_as_the_service_s_user(machine):
    assert machine.install("0.1.0").returncode == 0
    said = machine.install("0.1.1")
    assert said.returncode == 0 and machine.current == "0.1.1", said.stderr
    kept = machine.own("before-update/journal.sqlite")
    assert kept.read_text() == JOURNAL and (kept.lstat().st_uid, kept.parent.lstat().st_uid) == (USER, USER)


def test_a_start_that_fails_gives_the_journal_back_as_the_service_s_user(machine):
    assert machine.install("0.1.0").returncode == 0
    machine.manager(f"case $(readlink {machine.folder}/opt/current) in *0.1.1*) exit 1 ;; esac")
    said = machine.install("0.1.1")
    assert said.returncode == 1 and "plays on" in said.stderr and machine.current == "0.1.0"
    journal = machine.own("journal.sqlite")
    assert journal.read_text() == JOURNAL and journal.lstat().st_uid == USER


def cut_in_an_update(machine):
    """Update to 0.1.1, and lose the power before it has come up: the link leads there, and it is on trial."""
    assert machine.install("0.1.0").returncode == 0
    machine.manager("kill -9 $PPID")
    assert machine.install("0.1.1").returncode == -signal.SIGKILL and machine.current == "0.1.1"
    machine.manager()
    machine.own("journal.sqlite").write_text("what the newer one made of it\n")


def test_a_version_that_does_not_come_up_after_a_power_cut_is_left_at_the_fourth_start(machine):
    cut_in_an_update(machine)
    for _ in range(3):
        assert machine.setup("attempt").stderr == "" and machine.current == "0.1.1"
    said = machine.setup("attempt")
    assert said.stderr.count("\n") == 1 and "did not come up in 3 starts, so 0.1.0" in said.stderr
    assert machine.current == "0.1.0" and not (machine.folder / "opt/trial").exists()
    assert machine.own("journal.sqlite").read_text() == JOURNAL
    # Nothing is thrown away: what the newer one left lies beside it.
    assert machine.own("after-update/journal.sqlite").read_text() == "what the newer one made of it\n"
    note = json.loads(machine.own("went-back.json").read_text())
    assert [name.split("-")[0] for name in (note["new"], note["old"])] == ["0.1.1", "0.1.0"]
    assert machine.own("went-back.json").lstat().st_uid == USER
    assert machine.setup("attempt").stderr == "" and machine.current == "0.1.0"


def test_a_version_that_has_come_up_is_on_trial_no_more(machine):
    cut_in_an_update(machine)
    machine.setup("attempt")
    assert machine.setup("settled").returncode == 0
    for _ in range(5):
        machine.setup("attempt")
    assert machine.current == "0.1.1"
    assert machine.own("journal.sqlite").read_text() == "what the newer one made of it\n"
    # The way back by hand leads to the version before, as after any update.
    assert machine.setup("back").returncode == 0 and machine.current == "0.1.0"


def test_going_back_that_is_cut_off_is_gone_on_with_and_loses_nothing(machine):
    cut_in_an_update(machine)
    for _ in range(3):
        machine.setup("attempt")
    # The power goes between the journal and the link.
    machine.command("ln", "#!/bin/sh\nkill -9 $PPID\n")
    assert machine.setup("attempt").returncode == -signal.SIGKILL and machine.current == "0.1.1"
    (machine.folder / "bin/ln").unlink()
    assert machine.setup("attempt").returncode == 0 and machine.current == "0.1.0"
    assert machine.own("journal.sqlite").read_text() == JOURNAL
    assert machine.own("after-update/journal.sqlite").read_text() == "what the newer one made of it\n"


def test_without_room_for_what_the_newer_one_left_the_journal_is_put_back_all_the_same(machine):
    cut_in_an_update(machine)
    for _ in range(3):
        machine.setup("attempt")
    # As on a full disk: what is not there yet cannot be made.
    machine.command("mkdir", '#!/bin/sh\ncase $* in *after-update*) exit 1 ;; esac\nexec /bin/mkdir "$@"\n')
    assert machine.setup("attempt").returncode == 0 and machine.current == "0.1.0"
    assert machine.own("journal.sqlite").read_text() == JOURNAL and not machine.own("after-update").exists()


def test_a_later_version_that_comes_up_ends_what_was_told_of_the_one_that_did_not(machine):
    assert machine.install("0.1.0").returncode == 0
    machine.manager(f"case $(readlink {machine.folder}/opt/current) in *0.1.1*) exit 1 ;; esac")
    assert machine.install("0.1.1").returncode == 1 and machine.own("went-back.json").exists()
    assert not (machine.folder / "opt/trial").exists()
    assert machine.install("0.1.2").returncode == 0 and machine.current == "0.1.2"
    assert not machine.own("went-back.json").exists()


@pytest.mark.parametrize("text", ["", "nonsense", "0.9.9-py3.13-0 0.1.0-py3.13-0 9", "a b c"])
def test_what_is_no_trial_changes_nothing(machine, text):
    assert machine.install("0.1.0").returncode == 0
    (machine.folder / "opt/trial").write_text(text)
    said = machine.setup("attempt")
    assert (said.returncode, said.stderr, machine.current) == (0, "", "0.1.0")


@pytest.mark.parametrize(
    "name", ["went-back.json", "went-back.json.part", "after-update", "after-update.part"]
)
def test_a_link_in_the_place_of_what_is_told_or_kept_leads_nowhere(machine, name):
    cut_in_an_update(machine)
    machine.own(name).symlink_to(machine.secret)
    for _ in range(4):
        machine.setup("attempt")
    assert machine.current == "0.1.0" and machine.untouched and machine.leaks() == []
    assert machine.own("journal.sqlite").read_text() == JOURNAL


@pytest.mark.parametrize("name", ["x.sqlite", "x.sqlite-wal"])
def test_a_link_to_root_s_file_is_not_read_out(machine, name):
    assert machine.install("0.1.0").returncode == 0
    machine.own(name).symlink_to(machine.secret)
    assert machine.install("0.1.1").returncode == 0
    assert machine.untouched and machine.leaks() == [] and not machine.own(f"before-update/{name}").exists()


def test_a_link_in_the_place_of_the_journal_does_not_overwrite_root_s_file(machine):
    assert machine.install("0.1.0").returncode == 0
    restart = f"""case $(readlink {machine.folder}/opt/current) in *0.1.1*)
        ln -sf {machine.secret} {machine.data}/journal.sqlite; exit 1 ;; esac"""
    machine.manager(restart)
    said = machine.install("0.1.1")
    assert said.returncode == 1 and machine.current == "0.1.0"
    assert machine.untouched and machine.leaks() == []
    journal = machine.own("journal.sqlite")
    assert journal.read_text() == JOURNAL and not journal.is_symlink()


@pytest.mark.parametrize("name", ["before-update", "before-update.part"])
@pytest.mark.parametrize("where", ["root's folder", "nowhere"])
def test_a_link_in_the_place_of_the_kept_journal_leads_nowhere(machine, name, where):
    target = machine.folder / "closed"
    if where == "root's folder":
        target.mkdir(0o700)
    assert machine.install("0.1.0").returncode == 0
    machine.own(name).symlink_to(target)
    assert machine.install("0.1.1").returncode == 0
    assert machine.own("before-update/journal.sqlite").read_text() == JOURNAL
    assert not target.exists() or (target.lstat().st_uid == 0 and list(target.iterdir()) == [])


def test_links_among_the_kept_files_are_not_given_back(machine):
    assert machine.install("0.1.0").returncode == 0
    restart = f"""case $(readlink {machine.folder}/opt/current) in *0.1.1*)
        ln -sf {machine.secret} {machine.data}/before-update/y.sqlite; exit 1 ;; esac"""
    machine.manager(restart)
    assert machine.install("0.1.1").returncode == 1
    assert machine.untouched and machine.leaks() == []


def test_a_journal_that_cannot_be_kept_leaves_the_version_before_playing(machine):
    assert machine.install("0.1.0").returncode == 0
    machine.data.chmod(0o500)
    machine.manager(f"echo $(readlink {machine.folder}/opt/current) >>{machine.folder}/started")
    said = machine.install("0.1.1")
    assert said.returncode == 1 and "the journal cannot be kept" in said.stderr and machine.current == "0.1.0"
    assert "0.1.0" in (machine.folder / "started").read_text()
