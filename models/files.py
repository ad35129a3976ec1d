"""Where the shipped model files lie, and whether they are still what was shipped."""

import hashlib
from pathlib import Path

FOLDER = Path(__file__).parent
"""Where the shipped files lie: here."""
SUMS = FOLDER / "SHA256SUMS"
"""In the format of `sha256sum`, so that `sha256sum -c SHA256SUMS` checks it too; `make sums` writes it."""


def model_path(name: str) -> Path:
    """Give the path of a shipped model, ``reader`` for instance."""
    return FOLDER / f"{name}.onnx"


def shipped() -> dict[str, str]:
    """List the shipped files by name with the SHA-256 that each must have; empty where the list is lost."""
    try:
        lines = SUMS.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    pairs = (line.split(maxsplit=1) for line in lines)
    return {pair[1].lstrip("*"): pair[0].lower() for pair in pairs if len(pair) == 2}


def complaint(path: Path) -> str | None:
    """Say in a line why a model file must not be used, or None.

    A file that lies elsewhere is its owner's own affair: only shipped ones are held against the list.
    """
    if not path.exists():
        return f"the model file {path} is missing: install Familiar again, or train one with `make models`"
    if path.resolve().parent != FOLDER.resolve():
        return None
    expected = shipped().get(path.name)
    if expected is None:
        return f"the model file {path} does not stand in {SUMS}: install Familiar again, or run `make sums`"
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return f"the model file {path} cannot be read ({error.strerror}): install Familiar again"
    if found != expected:
        return (
            f"the model file {path} is not the one that was shipped (its SHA-256 differs from {SUMS.name}): "
            "install Familiar again; if you trained it yourself, run `make sums`"
        )
    return None
