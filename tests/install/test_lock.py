"""What an installation may take: each package at one version, and no byte of it other than was meant."""

import base64
import hashlib
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from patience import PATIENCE_S

HOUSE = Path(__file__).parent.parent.parent
SETUP = HOUSE / "packaging/setup"
EXTRAS = {"club", "pi"}
PLATFORMS = [(f"3.{minor}", machine) for minor in (11, 12, 13, 14) for machine in ("aarch64", "x86_64")]

PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text())


def locked(name):
    """Return requirement and digests of each package that a lock file names."""
    text = (HOUSE / "packaging" / name).read_text()
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line and not line.startswith("#")]
    return [(Requirement(line.partition(" --hash=")[0]), re.findall(r"--hash=(\S+)", line)) for line in lines]


def asked():
    """Return what the installed product stands on, as pyproject.toml has it."""
    project = PROJECT["project"]
    more = [each for extra in sorted(EXTRAS) for each in project["optional-dependencies"][extra]]
    return [Requirement(each) for each in (*project["dependencies"], *more)]


def constraints():
    lines = (HOUSE / "packaging/constraints.txt").read_text().splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith("#")]


def here(python, machine):
    return {
        **default_environment(),
        **{"python_version": python, "python_full_version": f"{python}.0", "platform_machine": machine},
        **{"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "extra": ""},
        **{"implementation_name": "cpython", "platform_python_implementation": "CPython"},
    }


def wanted(requirement, environment):
    return requirement.marker is None or requirement.marker.evaluate(environment)


def pins(environment, name="requirements.txt"):
    """Return the one version of each package that may be taken there."""
    found = {}
    for requirement, _ in locked(name):
        if wanted(requirement, environment):
            (pin,) = requirement.specifier
            assert canonicalize_name(requirement.name) not in found, requirement
            found[canonicalize_name(requirement.name)] = pin.version
    return found


@pytest.mark.parametrize("name", ["requirements.txt", "build-requirements.txt"])
def test_every_package_is_named_at_one_version_by_digests_and_without_an_address(name):
    assert locked(name)
    for requirement, digests in locked(name):
        (pin,) = requirement.specifier
        assert pin.operator == "==" and "*" not in pin.version and requirement.url is None
        assert digests and all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in digests), requirement
    assert "://" not in (HOUSE / "packaging" / name).read_text()


@pytest.mark.parametrize(("python", "machine"), PLATFORMS)
def test_the_lock_gives_what_the_project_and_its_constraints_ask_for(python, machine):
    environment = here(python, machine)
    given = pins(environment)
    for requirement in [each for each in (*asked(), *constraints()) if wanted(each, environment)]:
        version = given.get(canonicalize_name(requirement.name))
        assert version and requirement.specifier.contains(version), f"{requirement}: {version}; make lock"


def test_the_lock_gives_what_the_package_is_built_by():
    given = pins(here("3.11", "aarch64"), "build-requirements.txt")
    for requirement in map(Requirement, PROJECT["build-system"]["requires"]):
        assert requirement.specifier.contains(given[canonicalize_name(requirement.name)])


def test_the_lock_is_complete_for_this_machine():
    """What each package asks for in its turn, as far as it is installed here, is in the lock and suits it."""
    environment = {**default_environment(), "extra": ""}
    given, queue, seen = pins(environment), asked(), set()
    while queue:
        requirement = queue.pop()
        name = canonicalize_name(requirement.name)
        assert requirement.specifier.contains(given[name]), f"{requirement}: {given[name]}"
        if name in seen:
            continue
        seen.add(name)
        try:
            more = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        queue += [each for each in map(Requirement, more) if wanted(each, environment)]
    assert seen == set(given), "make lock"


def wheel(folder, name, version="1.0", needs=(), extras=(), content="", stem=None):
    """Write a wheel of one module, and return its file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}-py3-none-any.whl"
    about = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}"]
    about += [f"Provides-Extra: {extra}" for extra in extras] + [f"Requires-Dist: {each}" for each in needs]
    files = stem or {f"{name}.py": content}
    files |= {
        f"{name}-{version}.dist-info/METADATA": "\n".join(about) + "\n",
        f"{name}-{version}.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = f"{name}-{version}.dist-info/RECORD"
    rows = [f"{file},{_record(text)},{len(text.encode())}" for file, text in files.items()]
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in {**files, record: "\n".join((*rows, f"{record},,", ""))}.items():
            archive.writestr(zipfile.ZipInfo(file), text)
    return path


def _record(text):
    digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest())
    return "sha256=" + digest.decode().rstrip("=")


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def index(folder, *wheels):
    """Make an index as the public ones are, of addresses that carry digests; return its own address."""
    for path in wheels:
        page = folder / path.name.split("-")[0] / "index.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(f'<a href="{path.as_uri()}#sha256={sha256(path)}">{path.name}</a>')
    return folder.as_uri()


# An environment is copied from one that was made before: what costs is to lay pip into it.
PYTHON = """
[ "$1 $2" = "-m venv" ] && [ $# -gt 2 ] || exec {python} "$@"
for target; do :; done
cp -a {made} "$target"
"""
ENTRY = "[console_scripts]\nfamiliar = familiar.cli:main\n"


class Shop:
    """A package of a small Familiar that stands on oak, and what pip finds where it looks."""

    def __init__(self, folder, made):
        self.folder, self.share, self.wheels = folder, folder / "share", folder / "wheels"
        self.oak = wheel(self.wheels, "oak", content="grown = True\n")
        self.lock(f"oak==1.0 --hash=sha256:{sha256(self.oak)}\n")
        self.product()
        (folder / "bin").mkdir()
        self.command("id", "echo 0")
        self.command("df", 'echo; echo "disk 99999 1 88888 1% /"')
        self.command("python", PYTHON.format(python=sys.executable, made=made))

    def command(self, name, text):
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def product(self, *needs, version="0.1.0"):
        for old in self.share.glob("*.whl"):
            old.unlink()
        program = {
            "familiar/__init__.py": "",
            "familiar/smoke.py": "import oak\nassert oak.grown\n",
            "familiar/cli.py": "def main():\n    print('settings')\n",
            f"familiar-{version}.dist-info/entry_points.txt": ENTRY,
        }
        extras = ("club", "pi")
        wheel(self.share, "familiar", version, ("oak>=1", *needs), extras, stem=program)

    def lock(self, text):
        self.share.mkdir(exist_ok=True)
        (self.share / "requirements.txt").write_text(text)

    def environ(self, **more):
        return {
            "PATH": f"{self.folder}/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "FAMILIAR_HOME": str(self.folder / "opt"),
            "FAMILIAR_SHARE": str(self.share),
            "FAMILIAR_DATA": str(self.folder / "data"),
            "FAMILIAR_SETTINGS": str(self.folder / "etc/familiar.toml"),
            "FAMILIAR_PYTHON": str(self.folder / "bin/python"),
            "PIP_CONFIG_FILE": "/dev/null",
            **(more or {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels)}),
        }

    def install(self, **more):
        return subprocess.run(
            [SETUP, "install"],
            env=self.environ(**more),
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )

    @property
    def versions(self):
        return sorted(each.name for each in (self.folder / "opt/versions").iterdir() if each.is_dir())

    @property
    def current(self):
        """Give the folder of the version that is used."""
        return (self.folder / "opt/current").resolve()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Make an environment with nothing but pip in it, as setup does."""
    folder = tmp_path_factory.mktemp("made") / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", folder], check=True)
    return folder


@pytest.fixture
def shop(tmp_path, made):
    if Path("/run/systemd/system").exists():
        pytest.skip("a running systemd would be asked to start the service")
    return Shop(tmp_path, made)


def test_what_the_package_names_is_installed_and_no_newer_version_that_nobody_meant(shop):
    wheel(shop.wheels, "oak", "1.1", content="grown = False\n")
    said = shop.install()
    assert said.returncode == 0, said.stderr
    (settings,) = (shop.folder / "etc").iterdir()
    assert settings.read_text() == "settings\n" and len(shop.versions) == 1


def test_a_package_that_was_altered_on_its_way_is_refused_and_nothing_is_kept(shop):
    wheel(shop.wheels, "oak", content="grown = True  # and something else\n")
    said = shop.install()
    assert said.returncode == 1 and "oak==1.0; check where pip gets its packages from" in said.stderr
    assert "is not used" in said.stderr and said.stderr.count("\n") == 1 and shop.versions == []


def test_of_two_builds_of_a_version_that_one_is_taken_which_was_meant(shop):
    """As where piwheels.org stands beside the public index, and has built a package anew."""
    other = wheel(shop.folder / "other", "oak", content="grown = False\n")
    first, second = index(shop.folder / "a", other), index(shop.folder / "b", shop.oak)
    said = shop.install(PIP_INDEX_URL=first, PIP_EXTRA_INDEX_URL=second)
    assert said.returncode == 0, said.stderr


def test_a_package_that_is_not_in_the_lock_is_not_taken(shop):
    wheel(shop.wheels, "ivy")
    shop.product("ivy")
    said = shop.install()
    assert said.returncode == 1 and "pip could not fetch" in said.stderr and shop.versions == []


def test_an_update_that_stands_on_the_same_is_made_from_the_version_before(shop):
    """What is not taken over so is held in tests/install/test_scripts.py, with a pip of paper."""
    assert shop.install().returncode == 0
    old = shop.current
    shop.product(version="0.1.1")
    said = shop.install(PIP_NO_INDEX="1")
    assert said.returncode == 0, said.stderr
    assert shop.versions == [old.name, shop.current.name]
    (packages,) = shop.current.glob("lib/python3*/site-packages")
    assert (packages / "oak.py").read_text() == "grown = True\n"
    (about,) = packages.glob("familiar-*.dist-info")
    assert about.name == "familiar-0.1.1.dist-info"
    scripts = [each for each in (shop.current / "bin").iterdir() if not each.is_symlink()]
    assert scripts and not [each for each in scripts if old.name in each.read_text()]
    assert old.name not in (shop.current / "pyvenv.cfg").read_text()
    shutil.rmtree(old)
    program = shop.current / "bin/familiar"
    assert subprocess.check_output([program], env=shop.environ(), text=True) == "settings\n"
    # The lock lacks what this wheel asks for, which is found out as at a first installation.
    wheel(shop.wheels, "ivy")
    shop.product("ivy", version="0.1.2")
    said = shop.install()
    assert said.returncode == 1 and "pip could not fetch" in said.stderr and len(shop.versions) == 1
