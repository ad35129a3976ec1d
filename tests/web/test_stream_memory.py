"""A page that streams all evening must not fill the memory of a small computer."""

import http.client

from patience import PATIENCE_S

from web.server import KEPT

EVENTS = 60


def held(server):
    """Count the bytes that the server still holds of what it has sent."""
    channels = list(server._server.active_channels.values())
    buffers = [buffer.buf for channel in channels for buffer in channel.outbufs if buffer.buf is not None]
    return sum(len(buffer.file.getvalue()) for buffer in buffers)


def test_of_what_a_stream_has_sent_little_is_held(table, server, monkeypatch):
    # As long as a game's end makes it.
    monkeypatch.setattr("web.desk.Desk.told", lambda *_: (1, '{"log": "' + "x" * 20_000 + '"}'))
    phone = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    phone.request("GET", "/live")
    stream, received, most = phone.getresponse(), 0, 0
    bell = table.app.extensions["familiar"].bell
    for _ in range(EVENTS):
        while not (line := stream.readline()).startswith(b"data: {"):
            pass
        received += len(line)
        most = max(most, held(server))
        bell.ring()
    stream.close()
    phone.close()
    assert received > 2 * KEPT
    assert 0 < most <= KEPT + 2 * received / EVENTS
