"""Phones over real HTTP: each with its own address, its own cookies, and one connection that it keeps."""

import http.client
import itertools
import json
import zlib
from dataclasses import dataclass

WAIT_S = 600.0
NOT_HERE = {"Via": "1.1 a phone"}
"""What makes a request from this machine one from somewhere else (docs/security.md)."""
SENT = {"X-Familiar": "1", "Content-Type": "application/json"}
STREAM = "text/event-stream"

_addresses = itertools.count(2)


@dataclass(frozen=True)
class Answer:
    """What was answered; `raw` is all of it as text: status, headers, body."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def raw(self):
        head = "\n".join(f"{name}: {value}" for name, value in self.headers)
        return f"{self.status}\n{head}\n\n{self.text}"

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")

    @property
    def json(self):
        try:
            return json.loads(self.body)
        except ValueError:
            return {}

    @property
    def rule(self):
        return self.json.get("rule") if isinstance(self.json, dict) else None


class Phone:
    """A browser without its screen. From 127.0.0.N, each its own: on Linux all of them are this machine."""

    def __init__(self, port, headers=NOT_HERE):
        number = next(_addresses)
        self.port, self.headers, self.cookies = port, dict(headers), {}
        self.address = f"127.0.{number // 250 % 250}.{number % 250 + 2}"
        self._link = None

    def ask(self, method, path, body=None, **headers):
        """Ask once; of a stream only the first message. Raises OSError, HTTPException.

        A connection that was kept, and was given up meanwhile, is opened anew as a browser does, where asking
        twice does nothing twice (RFC 9110, section 9.2.2).
        """
        again = self._link is not None and method in ("GET", "HEAD")
        if self._link is None:
            self._link = self._connect()
        sent = (SENT if body is not None else {}) | self._headers(headers)
        if path.startswith("/live"):
            # Where it is compressed a message has no end that one could wait for.
            sent["Accept-Encoding"] = "identity"
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        try:
            self._link.request(method, path, data, sent)
            answer = self._link.getresponse()
            streams = answer.headers.get_content_type() == STREAM and method != "HEAD"
            said = _message(answer) if streams else answer.read()
        except http.client.RemoteDisconnected:
            self.close()
            if again:
                return self.ask(method, path, body, **headers)
            raise
        except BaseException:
            self.close()
            raise
        if streams or answer.will_close:
            self.close()
        return self._heard(answer, said)

    def stream(self, path="/live"):
        """Open a stream of its own; gives the response, whose lines are read as they come."""
        link = self._connect()
        link.request("GET", path, headers=self._headers({}))
        answer = link.getresponse()
        self._heard(answer, b"")
        return link, answer

    def say(self, wish, seen=None, **body):
        """Post a wish, with the number of the state that it saw where there is one."""
        more = {} if seen is None else {"seen": seen}
        return self.ask("POST", f"/api/{wish}", {**body, **more})

    def state(self, query=""):
        return self.ask("GET", f"/state{query}").json

    def close(self):
        if self._link is not None:
            self._link.close()
            self._link = None

    def _connect(self):
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=WAIT_S, source_address=(self.address, 0)
        )

    def _headers(self, more):
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return self.headers | ({"Cookie": cookie} if cookie else {}) | more

    def _heard(self, answer, said):
        found = tuple(answer.getheaders())
        for name, value in found:
            if name.lower() == "set-cookie":
                key, _, kept = value.partition(";")[0].partition("=")
                self.cookies[key] = kept
        if answer.headers.get("Content-Encoding") == "gzip":
            said = zlib.decompressobj(47).decompress(said)
        return Answer(answer.status, found, said)


def _message(answer):
    """Read a stream's first message."""
    lines = []
    while (line := answer.readline()) not in (b"\n", b""):
        lines.append(line)
    return b"".join(lines)
