"""Read a TOML file that people wrote: whole, small, and not nested without end."""

import re
import tomllib
from pathlib import Path
from typing import Any

from files.regular import read_file

MOST = 64 * 1024
"""Bytes that a configuration may have: that of all defaults has a tenth of it."""
NESTED = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++\s*+\.\s*+){32}""")
"""A key of more parts than any has: to read thousands of them takes minutes."""


def read_toml(path: Path | str) -> dict[str, Any]:
    """Read a file. Raises ValueError with what is wrong and what to do."""
    try:
        # An editor of Windows may have written a mark before the first letter.
        text = read_file(path, MOST).decode("utf-8-sig")
        if NESTED.search(text):
            raise RecursionError
        return tomllib.loads(text)
    except OSError as error:
        raise ValueError(f"{path}: cannot be read ({error.strerror}); check the path") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path}: this is not a text file in UTF-8; save it as one") from None
    except tomllib.TOMLDecodeError as error:
        what = " ".join(str(error).split())
        raise ValueError(f"{path}: not TOML: {what}; compare it with the printed defaults") from None
    except ValueError:
        # Python reads no whole number of more digits than 4300.
        raise ValueError(
            f"{path}: a number in it is far too long; compare it with the printed defaults"
        ) from None
    except RecursionError:
        raise ValueError(f"{path}: it is nested too deep; compare it with the printed defaults") from None
