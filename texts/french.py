"""Join the little words of French to what follows them, which a template cannot know: d’Anne, du Fou."""

import re
from collections.abc import Mapping
from typing import Any

LITTLE = re.compile(r"(?<!\w)(de|que|à) \{(\w+)\}", re.IGNORECASE)
"""A word that is written otherwise by what follows it, and the name of what that is."""
VOWEL = re.compile("[aàâäeéèêëiîïoôöuùûüœæ]", re.IGNORECASE)
"""What *de* and *que* lose their vowel before; not y, and not h, which nobody can tell from the writing."""
CONTRACTED = {"de le ": "du ", "de les ": "des ", "à le ": "au ", "à les ": "aux "}


def fill(template: str, values: Mapping[str, Any]) -> str:
    """Fill a template's names. Raises KeyError for one that has no value.

    A name that people typed keeps its article: only a small *le* or *les* is the language's own.
    """
    return LITTLE.sub(lambda found: _joined(found[1], str(values[found[2]])), template).format_map(values)


def _joined(word: str, value: str) -> str:
    whole = value.replace("{", "{{").replace("}", "}}")
    if word.lower() != "à" and VOWEL.match(value):
        return f"{word[:-1]}’{whole}"
    for apart, one in CONTRACTED.items():
        if f"{word.lower()} {value}".startswith(apart):
            return (one.capitalize() if word[0].isupper() else one) + whole[len(apart) - len(word) - 1 :]
    return f"{word} {whole}"
