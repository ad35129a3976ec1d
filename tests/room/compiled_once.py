"""Compile what every app needs of the same pages and paths once a process: nearly each test has an app."""

from collections.abc import Callable
from types import CodeType
from typing import Any

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule


class TemplatesInMemory(BytecodeCache):
    """Jinja's compiled templates, by what they are called and say."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what was compiled from the same source."""
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        assert bucket.code is not None
        self._code[bucket.key, bucket.checksum] = bucket.code


class RuleOnce(Rule):
    """A path that borrows the function which builds its address from one of the same words.

    Werkzeug compiles that function while an app is made: half of what making one costs. Should Werkzeug come
    to name the method otherwise, each app compiles its own again.
    """

    _builders: dict[tuple[Any, ...], Callable[..., tuple[str, str]]] = {}

    def _compile_builder(self, *options: bool) -> Callable[..., tuple[str, str]]:
        defaults = tuple(sorted((self.defaults or {}).items()))
        words = (self.rule, self.subdomain, self.host, defaults, tuple(self._trace), options)
        if words not in self._builders:
            self._builders[words] = super()._compile_builder(*options)
        return self._builders[words]


def compile_once() -> None:
    """Let all apps that this process makes from now on share what they compile."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": TemplatesInMemory()}
    Flask.url_rule_class = RuleOnce
