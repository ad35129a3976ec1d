"""Name the languages that Familiar speaks, and find the one that a machine's user speaks."""

import os
import re
from collections.abc import Mapping

LANGUAGES = ("en", "fr", "de")
"""English stands in the code; the others in `locale/LANGUAGE.po`."""
NAMES = {"en": "English", "fr": "Français", "de": "Deutsch"}
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a machine says which language its user speaks, the first that says so (POSIX)."""


def native(environ: Mapping[str, str] = os.environ) -> str:
    """Give the language of this machine's user, of those that Familiar speaks; English where it speaks none.

    As gettext has it: LANGUAGE is a list of them, but not where the locale is "C".
    """
    locale = next((found for name in LOCALE if (found := environ.get(name))), "")
    wanted = [] if locale in ("", "C", "POSIX") else [*environ.get("LANGUAGE", "").split(":"), locale]
    tags = (re.split("[_.@]", each)[0].lower() for each in wanted)
    return next((tag for tag in tags if tag in LANGUAGES), LANGUAGES[0])
