"""This machine's own system with Familiar installed in it, without touching this machine.

An overlay over `/` takes whatever is changed, and holds the service's user, the unit, the package's scripts
and tests/install's manager of one unit. Versions and data come from folders that are given. The versions are
the product's own files; what they stand on is borrowed from this house's environment instead of fetched, so
that a version is made in a moment.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from contextlib import contextmanager
from pathlib import Path

from patience import PATIENCE_S

HOUSE = Path(__file__).parents[2]
PYTHON = "/usr/bin/python3"
BORROW = "/usr/lib/familiar/python"
USER = 61234
GROUPS = ("video", "gpio", "render", "audio")
# What setup calls as Python: an environment gets a pip that takes nothing but the product's own wheel.
BORROWING = f"""#!/bin/sh
[ "$1 $2" = "-m venv" ] && [ $# -gt 2 ] || exec {PYTHON} "$@"
for target; do :; done
{PYTHON} -m venv --without-pip "$target" || exit 1
cp -r /usr/lib/familiar/borrowed/. "$target/lib/"python3*/site-packages/
"""
PIP = """
import os, re, sys, zipfile
from pathlib import Path
wheel = re.search(r"file://(.*)#", sys.argv[-1]).group(1)
zipfile.ZipFile(wheel).extractall(Path(__file__).parents[1])
program = Path(sys.prefix, "bin/familiar")
program.write_text(f"#!{sys.prefix}/bin/python\\nfrom familiar.start import main\\nmain()\\n")
program.chmod(0o755)
"""
WITHIN = """
mount --bind "$2" "$1/opt/familiar"
mount --bind "$3" "$1/var/lib/familiar"
root=$1
shift 3
exec chroot "$root" "$@"
"""


def missing():
    """Say in a sentence what this machine lacks for it, or None."""
    minor = "import sys; print(*sys.version_info[:2])"
    said = subprocess.run([PYTHON, "-c", minor], capture_output=True, text=True, check=False).stdout.split()
    if said != [str(each) for each in sys.version_info[:2]]:
        return f"{PYTHON} is of another version than this one's: its packages cannot be borrowed"
    tools = [tool for tool in ("unshare", "setpriv", "chroot") if shutil.which(tool) is None]
    return f"there is no {tools[0]}: apt-get install util-linux coreutils" if tools else None


def wheel(path, change=None):
    """Pack this house's rooms as the product's wheel is; give the SHA-256 of each file by its name.

    change: (file, text) that is added to one of them.
    """
    name, more = change or (None, "")
    made = {}
    with zipfile.ZipFile(path, "w") as packed:
        for init in sorted(HOUSE.glob("*/__init__.py")):
            for file in sorted(init.parent.rglob("*")):
                inside = str(file.relative_to(HOUSE))
                if not file.is_file() or file.suffix in (".pyc", ".pt") or inside.startswith("tests/"):
                    continue
                content = file.read_bytes() + (more.encode() if inside == name else b"")
                packed.writestr(inside, content)
                made[inside] = hashlib.sha256(content).hexdigest()
    return made


class System:
    """The system in the folder `root`; each call sees the versions in `opt` and the data in `data`."""

    def __init__(self, root, port):
        self.root, self._share = root, root / "usr/share/familiar"
        for name in ("opt/familiar", "var/lib/familiar", "etc/familiar", "run/systemd/system"):
            (root / name).mkdir(parents=True, exist_ok=True)
        for name in ("lib/familiar/borrowed/pip", "lib/systemd/system", "share/familiar"):
            (root / "usr" / name).mkdir(parents=True, exist_ok=True)
        for name, row in (
            ("passwd", f"x:{USER}:{USER}::/var/lib/familiar:/bin/false"),
            ("group", f"x:{USER}:"),
        ):
            with open(root / "etc" / name, "a+") as file:
                file.seek(0)
                known = {line.partition(":")[0] for line in file}
                file.write(f"familiar:{row}\n")
                if name == "group":
                    new = (each for each in GROUPS if each not in known)
                    file.writelines(f"{each}:x:{USER + 1 + place}:\n" for place, each in enumerate(new))
        script(root / "usr/lib/familiar/setup", (HOUSE / "packaging/setup").read_text())
        script(root / "usr/bin/systemctl", (HOUSE / "tests/install/systemctl").read_text())
        script(root / BORROW[1:], BORROWING)
        shutil.copy(HOUSE / "systemd/familiar.service", root / "usr/lib/systemd/system")
        shutil.copy(HOUSE / "packaging/requirements.txt", self._share)
        borrowed = root / "usr/lib/familiar/borrowed"
        (borrowed / "pip/__init__.py").touch()
        (borrowed / "pip/__main__.py").write_text(PIP)
        (borrowed / "borrowed.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
        settings = (
            f'[web]\nport = {port}\nhost = "127.0.0.1"\n[camera]\nsource = "none"\n[panel]\npins = "none"\n'
        )
        (root / "etc/familiar/familiar.toml").write_text(settings)

    def alter(self, old, new):
        """Let the package's script say one thing instead of another."""
        path = self.root / "usr/lib/familiar/setup"
        assert old in path.read_text()
        script(path, path.read_text().replace(old, new))

    def release(self, version, change=None):
        """Let this be the package's version; give the sums of its files."""
        for old in self._share.glob("*.whl"):
            old.unlink()
        return wheel(self._share / f"familiar-{version}-py3-none-any.whl", change)

    def call(self, folder, *command, code=0):
        """Run a command there with the versions and data of a folder.

        code: how it must end, None: anyhow.
        """
        environ = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "FAMILIAR_PYTHON": BORROW,
            "MANAGER_APART": "no",
            "MANAGER_WAIT_S": str(int(PATIENCE_S)),
        }
        within = ["unshare", "--mount", "sh", "-euc", WITHIN, "sh", self.root, folder / "opt", data(folder)]
        # What goes on in the background keeps what it was given to write to.
        with open(self.root / "run/said", "w+") as said:
            done = subprocess.run(
                [*within, *command],
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                check=False,
            )
            said.seek(0)
            text = said.read()
        assert code is None or done.returncode == code, (
            f"{command}: {done.returncode}\n{text}{self.journal()}"
        )
        return text

    def setup(self, folder, wish, code=0):
        return self.call(folder, "/usr/lib/familiar/setup", wish, code=code)

    def systemctl(self, folder, wish, code=0):
        return self.call(folder, "systemctl", wish, "familiar.service", code=code)

    def power_off(self):
        """Forget which process the manager has started: it was ended with all others."""
        shutil.rmtree(self.root / "run/manager", ignore_errors=True)

    def journal(self):
        """Give the end of what the service said."""
        path = self.root / "run/manager/journal"
        return path.read_text(errors="replace")[-1500:] if path.exists() else ""


@contextmanager
def system(folder, port):
    """Lay a system over this machine's, in a folder; it is gone at the end."""
    with overlaid(Path("/"), folder, folder / "root") as root:
        for name in ("dev", "proc", "sys"):
            subprocess.run(["mount", "--rbind", f"/{name}", str(root / name)], check=True)
            subprocess.run(["mount", "--make-rslave", str(root / name)], check=True)
        try:
            yield System(root, port)
        finally:
            for name in ("dev", "proc", "sys"):
                subprocess.run(["umount", "--recursive", "--lazy", str(root / name)], check=False)


@contextmanager
def overlaid(lower, folder, at):
    """Lay an overlay over `lower` and show it at a path; what is changed goes to `folder`."""
    upper, work = folder / f"{at.name}.upper", folder / f"{at.name}.work"
    for each in (upper, work, at):
        each.mkdir(parents=True)
    options = f"lowerdir={lower},upperdir={upper},workdir={work}"
    subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, str(at)], check=True)
    try:
        yield at
    finally:
        subprocess.run(["umount", "--lazy", str(at)], check=True)
        for each in (upper, work):
            shutil.rmtree(each)
        at.rmdir()


def data(folder):
    """Give where the service's data lie in a folder of versions and data."""
    return folder / "data/familiar"


def lay_out(folder):
    """Make the folders of versions and data, the latter the service's own."""
    (folder / "opt").mkdir()
    data(folder).mkdir(parents=True)
    os.chown(data(folder), USER, USER)
    data(folder).chmod(0o750)


def script(path, text):
    path.unlink(missing_ok=True)
    path.write_text(text)
    path.chmod(0o755)
