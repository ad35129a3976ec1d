"""What a stranger finds first: one version everywhere, a changelog of one form, hooks that fetch nothing."""

import re
import tomllib
from pathlib import Path

HOUSE = Path(__file__).parent.parent
CHANGES = (HOUSE / "CHANGELOG.md").read_text(encoding="utf-8")
VERSION = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_changelog_begins_with_the_version_of_the_package():
    found = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - (unreleased|\d{4}-\d\d-\d\d)$", CHANGES, re.M)
    assert len(found) == len(re.findall(r"^## ", CHANGES, re.M))
    assert found[0][0] == VERSION
    assert all(date != "unreleased" for _, date in found[1:])
    numbers = [tuple(map(int, number.split("."))) for number, _ in found]
    assert numbers == sorted(set(numbers), reverse=True)


def test_the_changelog_sorts_its_lines_into_the_usual_kinds():
    kinds = re.findall(r"^### (.+)$", CHANGES, re.M)
    assert kinds and set(kinds) <= KINDS


def test_the_guide_to_installing_names_the_package_of_this_version():
    guide = (HOUSE / "docs/install.md").read_text(encoding="utf-8")
    named = re.findall(r"familiar_(\d+\.\d+\.\d+)_all\.deb", guide)
    later = {each for each in named if each != VERSION}
    assert VERSION in named
    # The example of an update is to a newer one.
    assert all(tuple(map(int, each.split("."))) > tuple(map(int, VERSION.split("."))) for each in later)


def test_the_hooks_before_a_commit_call_only_what_is_here():
    hooks = (HOUSE / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"^ *- repo: (.+)$", hooks, re.M)) == {"local"}
    assert "://" not in hooks
    languages = re.findall(r"^ +language: (.+)$", hooks, re.M)
    assert len(languages) == hooks.count("- id: ") > 0 and set(languages) == {"system"}
    for name in re.findall(r"\b(?:tests|models)/[\w.]*\w", hooks):
        assert (HOUSE / name).exists(), name
