"""A folder of pictures to learn from."""

from pathlib import Path

from vision.errors import UnreadablePicture

PICTURES = (".jpg", ".jpeg", ".png", ".webp")


def listing(folder: Path, wanted: str) -> list[Path]:
    """List the pictures of a folder by name, hidden ones left out.

    wanted: what to put there, said where there is none. Raises UnreadablePicture.
    """
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
    except OSError as error:
        raise UnreadablePicture(f"{folder}: cannot be opened ({error.strerror}); check the name") from error
    found = [path for path in found if not path.name.startswith(".")]
    if not found:
        raise UnreadablePicture(f"{folder}: holds no picture; put {wanted}")
    return found
