"""The JSON Schema of a game, to be held against its code."""

import json
from functools import cached_property
from pathlib import Path

from jsonschema import Draft202012Validator

GAMES = Path(__file__).parents[2] / "games"


class Schema:
    """A game's schema; `definitions` is what stands under its `$defs`."""

    def __init__(self, game):
        self._whole = json.loads((GAMES / game / "schema.json").read_text(encoding="utf-8"))
        self.definitions = self._whole["$defs"]
        self._validators = {}

    @cached_property
    def forms(self):
        """Give the definition of each event's form, by its name, in the schema's order."""
        events = self.definitions["event"]["anyOf"]
        forms = (self.definitions[each["$ref"].removeprefix("#/$defs/")] for each in events)
        return {name: form for form in forms for name in _values(form["properties"]["event"])}

    def fits(self, value, name):
        """Tell whether a value is as a definition says."""
        if name not in self._validators:
            Draft202012Validator.check_schema(self._whole)
            form = {"$defs": self.definitions, "$ref": f"#/$defs/{name}"}
            self._validators[name] = Draft202012Validator(form)
        return self._validators[name].is_valid(value)


def _values(schema):
    """List what a value may be that is one of a few."""
    return schema["enum"] if "enum" in schema else [schema["const"]]
