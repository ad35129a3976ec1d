"""Serve what the pages are made of: scripts, styles and icons, compressed, all under one version.

The version is a digest of all of it and stands in the path, so a browser keeps each file for good and asks
for another one only when Familiar was updated. Scripts name each other relatively and so stay in one version,
and in one language: each language has a folder in which the scripts say their sentences in it.
"""

from __future__ import annotations

import gzip
import json
import mimetypes
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib import resources
from pathlib import Path

from flask import Flask, Response
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from texts.catalogue import Tongue, tongue
from texts.languages import LANGUAGES
from web.i18n import language
from web.live import unzips

OWN = ("", Path(__file__).with_name("static"))
YEAR_S = 365 * 24 * 3600
KEPT = f"max-age={YEAR_S}, immutable"
PACKED = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
"""Types that compression makes smaller; photographs and icons are compressed already."""
LEAST = 500
"""Bytes below which compression saves less than it costs."""
SCRIPT = "text/javascript"
BARED = (SCRIPT, "text/css")
TYPES = {
    ".js": SCRIPT,
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
FIRST = "net.js"
"""The script that every page runs before its own, and that needs no other: it loads a page anew."""
IMPORTS = re.compile(r'^(?:import|export)\b[^;]*?\bfrom "(\.\.?/[\w/.-]+\.js)";', re.MULTILINE)
STYLED = re.compile(r'\bstyled\("([\w-]+\.css)"\)')
"""How a script asks for a style sheet."""
SAID = re.compile(r'\b(t|tn|tc)\(\s*("(?:[^"\\\n]|\\.)*")(?:(,\s*)("(?:[^"\\\n]|\\.)*"))?')
"""How a script says a sentence: t("one"), tn("one", "several", ...), tc("context", "one")."""
REMARKS = re.compile(r"^\s*(?://.*|/\*.*\*/)?\n|^[ \t]+", re.MULTILINE)
"""What a browser needs not be sent: empty lines, lines that are all comment, indentation."""
SPACES = re.compile(r" *([{};]) *|(?<=[:,]) +")
"""Nor in a style sheet the spaces about its blocks, behind what is set, and behind colons and commas."""


@dataclass(frozen=True)
class Asset:
    """One file: `packed` is the same through gzip, None where that does not pay."""

    data: bytes
    type: str
    packed: bytes | None

    @classmethod
    def of(cls, data: bytes, kind: str) -> Asset:
        """Take a file's content, and its type."""
        return cls(data, kind, gzip.compress(data, 9, mtime=0) if packs(kind, len(data)) else None)

    @cached_property
    def imports(self) -> list[str]:
        """Name the scripts that a script cannot begin without, as it names them."""
        return IMPORTS.findall(self.data.decode())

    @cached_property
    def styles(self) -> list[str]:
        """Name the style sheets that a script asks for before it begins."""
        return STYLED.findall(self.data.decode())


@dataclass(frozen=True)
class Assets:
    """All files of some folders, by their names; `version` changes when any of them does."""

    files: Mapping[str, Asset]
    version: str

    def needed(self, *names: str) -> Iterator[str]:
        """Yield these scripts and all that they cannot begin without, each once, breadth first."""
        queue, seen = list(names), set()
        while queue:
            name = queue.pop(0)
            if name in seen:
                continue
            seen.add(name)
            yield name
            folder = posixpath.dirname(name)
            queue += [posixpath.normpath(posixpath.join(folder, each)) for each in self.files[name].imports]

    def get(self, name: str) -> Asset | None:
        """Return a file, None where there is none; a script lies in the folder of a language."""
        asset = self.files.get(name)
        if asset is not None:
            return None if asset.type == SCRIPT else asset
        spoken, _, script = name.partition("/")
        asset = self.files.get(script)
        if asset is None or asset.type != SCRIPT:
            return None
        try:
            return _told(asset, tongue(spoken))
        except ValueError:
            return None


@cache
def _told(script: Asset, speech: Tongue) -> Asset:
    """Give a script with its sentences in another language."""
    words = speech.page_words()
    if not words:
        return script

    def put(said: re.Match[str]) -> str:
        kind, between = said[1], said[3] or ""
        one, other = json.loads(said[2]), json.loads(said[4] or "null")
        found = words.get(f"{one}|{other}" if kind == "tc" else one)
        if found is None:
            return said[0]
        # A sentence that is said elsewhere of one and of several stands in the catalogue with both its forms.
        first, last = (found, found) if isinstance(found, str) else (found[0], found[-1])
        match kind:
            case "t":
                return f"t({_literal(first)}{between}{said[4] or ''}"
            case "tn":
                return f"tn({_literal(first)}{between}{_literal(last)}"
        return f"tc({said[2]}{between}{_literal(first)}"

    return Asset.of(SAID.sub(put, script.data.decode()).encode(), script.type)


def _bare(data: bytes, kind: str) -> bytes:
    text = REMARKS.sub("", data.decode())
    return (text if kind == SCRIPT else SPACES.sub(r"\1", text)).encode()


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def packs(kind: str, size: int) -> bool:
    """Tell whether compressing `size` bytes of this type pays."""
    return size >= LEAST and kind.startswith(PACKED)


@cache
def load(*folders: tuple[str, Path]) -> Assets:
    """Read the files of some folders; each is a prefix ("" or "club/") and the folder."""
    files = {}
    digest = sha256()
    for prefix, folder in folders:
        for path in sorted(each for each in folder.iterdir() if each.is_file()):
            data = path.read_bytes()
            kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            files[prefix + path.name] = Asset.of(_bare(data, kind) if kind in BARED else data, kind)
            digest.update(f"{prefix}{path.name}\0{len(data)}\0".encode() + data)
    locale = resources.files("texts").joinpath("locale")
    for spoken in LANGUAGES[1:]:
        digest.update(locale.joinpath(f"{spoken}.po").read_bytes())
    return Assets(files, digest.hexdigest()[:12])


def install(app: Flask, assets: Assets) -> None:
    """Let the app's "static" endpoint answer with these files, and its templates run scripts."""

    def serve(filename: str) -> Response:
        asset = assets.get(filename)
        if asset is None:
            raise NotFound
        packed = asset.packed if unzips() else None
        # Scripts are UTF-8 by definition; to say so for each of two dozen would weigh.
        kind = (None, asset.type) if asset.type == SCRIPT else (asset.type, None)
        response = Response(packed or asset.data, mimetype=kind[0], content_type=kind[1])
        response.headers["Cache-Control"] = KEPT
        if asset.packed is not None:
            response.vary.add("Accept-Encoding")
        if packed is not None:
            response.headers["Content-Encoding"] = "gzip"
        return response

    @cache
    def lines(spoken: str, *names: str) -> Markup:
        needed, run = list(assets.needed(*names)), (FIRST, names[0])
        # In the order in which styles.js puts those that are asked for later.
        styles = sorted({style for name in needed for style in assets.files[name].styles})
        links = [f'<link rel="stylesheet" data-asked href="{app.static_url_path}/{name}">' for name in styles]
        path = f"{app.static_url_path}/{spoken}/"
        links += [f'<link rel="modulepreload" href="{path}{name}">' for name in needed if name not in run]
        links += [f'<script type="module" src="{path}{name}"></script>' for name in run]
        return Markup("\n".join(links))

    def scripts(*names: str) -> Markup:
        """Run the first of these scripts, and ask at once for all scripts and styles that they need.

        Before it one that loads the page anew where any of them is lost on the way.
        """
        return lines(language(), *names)

    app.view_functions["static"] = serve
    app.jinja_env.globals.update(scripts=scripts)


def pack(response: Response) -> Response:
    """Compress an answer that is made for one request, where the browser can read it so."""
    if (
        response.is_streamed
        or response.direct_passthrough
        or "Content-Encoding" in response.headers
        or not unzips()
        or not packs(response.mimetype or "", response.content_length or 0)
    ):
        return response
    response.set_data(gzip.compress(response.get_data(), 5, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    return response
