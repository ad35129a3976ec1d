#!/usr/bin/env python3
"""Compress a card's image, and write the list that Raspberry Pi Imager offers it from.

    packaging/imager_entry.py IMAGE.img [--url FOLDER'S URL]

Beside the image come IMAGE.img.xz and IMAGE.json. The list has the form that Raspberry Pi documents in
rpi-imager, doc/json-schema/os-list-schema.json: `extract_…` is of the image itself, `image_download_…` of
the compressed file. There is no `init_format`: Imager's own settings (a user, a Wi-Fi) this image does not
take.
"""

import argparse
import base64
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ICON = Path(__file__).parent.parent / "web/static/icon.svg"
NAME = re.compile(r"familiar_(?P<version>[^_]+)_arm64\.img")
BOARDS = ["pi4-64bit"]
"""As Imager's own list tags the boards. Debian's kernel of bookworm knows no Pi 5."""
CHUNK = 1 << 20


class EntryError(Exception):
    """There is nothing to make an entry of, and why."""


def digest(path):
    """Return a file's SHA-256, in hexadecimal digits."""
    found = hashlib.sha256()
    with open(path, "rb") as file:
        while part := file.read(CHUNK):
            found.update(part)
    return found.hexdigest()


def compress(image):
    """Write IMAGE.xz beside the image, which stays; return its path. Raises EntryError."""
    packed = image.with_name(image.name + ".xz")
    part = packed.with_name(packed.name + ".part")
    try:
        with open(part, "wb") as file:
            subprocess.run(["xz", "--threads=0", "--stdout", str(image)], stdout=file, check=True)
    except FileNotFoundError:
        raise EntryError("there is no xz here: apt-get install xz-utils") from None
    except subprocess.CalledProcessError as error:
        part.unlink(missing_ok=True)
        raise EntryError(f"xz could not compress {image} (it ended with {error.returncode})") from None
    part.rename(packed)
    return packed


def entry(image, packed, url, day):
    """Return the list with its one entry: a dictionary in Imager's form.

    url: of the folder in which both files will lie; day: of the release, ISO 8601. Raises EntryError.
    """
    named = NAME.fullmatch(image.name)
    if named is None:
        raise EntryError(f"{image.name} is no image of build_card.sh: its name is familiar_VERSION_arm64.img")
    icon = base64.b64encode(ICON.read_bytes()).decode()
    found = {
        "name": f"Familiar {named['version']}",
        "description": "A wizard's helper above the card table, on Debian (64-bit)",
        "icon": f"data:image/svg+xml;base64,{icon}",
        "url": f"{url.rstrip('/')}/{packed.name}",
        "extract_size": image.stat().st_size,
        "extract_sha256": digest(image),
        "image_download_size": packed.stat().st_size,
        "image_download_sha256": digest(packed),
        "release_date": day,
        "devices": BOARDS,
    }
    return {"os_list": [found]}


def day_of(epoch):
    """Return the day of a time in seconds since 1970, ISO 8601, in UTC."""
    return datetime.datetime.fromtimestamp(epoch, datetime.UTC).date().isoformat()


def main(arguments=None):
    """Do what the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("image", type=Path)
    parser.add_argument("--url", help="of the folder where the files will lie; else where they lie now")
    asked = parser.parse_args(arguments)
    image = asked.image.resolve()
    try:
        if not image.is_file():
            raise EntryError(f"there is no {asked.image}: packaging/build_card.sh makes it")
        day = day_of(int(os.environ.get("SOURCE_DATE_EPOCH") or image.stat().st_mtime))
        url = asked.url or image.parent.as_uri()
        made = entry(image, compress(image), url, day)
    except EntryError as error:
        print(f"imager_entry.py: {error}", file=sys.stderr)
        return 1
    path = image.with_suffix(".json")
    path.write_text(json.dumps(made, indent=2) + "\n")
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
