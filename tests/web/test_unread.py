"""What the server cannot read, and no page has seen, is answered in the table's own words all the same."""

import json
import socket

import pytest
from patience import PATIENCE_S

from web.app import BODY_MAX, HEADERS
from web.server import HEADER_MAX, Server

PAGE = "Accept: text/html\r\nAccept-Language: de\r\n"
UNREADABLE = [
    (f"GET / HTTP/1.1\r\n{PAGE}no header at all\r\n", 400, "Der Tisch kann nicht lesen"),
    (f"POST /api/bid HTTP/1.1\r\n{PAGE}Content-Length: {3 * BODY_MAX}\r\n", 413, "Das ist zu viel"),
    (f"GET / HTTP/1.1\r\n{PAGE}Cookie: {'a' * HEADER_MAX}\r\n", 431, "delete the cookies of this address"),
    # Which language its reader wants was not read either: each is spoken.
    (f"GET / HTTP/1.1\r\n{PAGE}Cookie: {'a' * HEADER_MAX}\r\n", 431, '<p lang="fr">Ce navigateur envoie'),
    (f"GET / HTTP/1.1\r\n{PAGE}Transfer-Encoding: gzip\r\n", 501, "Der Tisch kann nicht lesen"),
]


@pytest.fixture
def asked(table):
    """Ask a real server in bytes; gives status, headers and text of the answer."""
    with Server(table.app, "127.0.0.1", 0) as server:
        server.start()

        def ask(head):
            with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S) as wire:
                wire.sendall(f"{head}\r\n".encode())
                said = b"".join(iter(lambda: wire.recv(65536), b"")).decode()
            first, _, text = said.partition("\r\n\r\n")
            status, *lines = first.split("\r\n")
            return int(status.split()[1]), dict(line.split(": ", 1) for line in lines), text

        yield ask


@pytest.mark.parametrize(("head", "status", "text"), UNREADABLE)
def test_what_cannot_be_read_is_answered_by_a_page_of_the_table(asked, head, status, text):
    answered, headers, body = asked(head)
    assert answered == status and text in body and "Waitress" not in body and "generated" not in body
    assert headers.items() >= {**HEADERS, "Cache-Control": "no-store", "Connection": "close"}.items()
    assert int(headers["Content-Length"]) == len(body.encode())
    if head.startswith("GET"):
        assert headers["Content-Type"].startswith("text/html") and "<h1>Familiar</h1>" in body
    else:
        assert json.loads(body)["error"].startswith("Das ist zu viel")


def test_what_goes_wrong_outside_every_page_is_told_without_a_word_of_why(asked, table, monkeypatch):
    def fail(environ, start):
        raise LookupError("a secret")

    monkeypatch.setattr(table.app, "wsgi_app", fail)
    status, _, body = asked("GET / HTTP/1.1\r\n" + PAGE)
    assert status == 500 and "the game is unharmed" in body and "secret" not in body
