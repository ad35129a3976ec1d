"""What the first visit of a phone weighs, each byte on the wire counted, headers too."""

import pytest

from table.command import NewGame

MOST = {"set-up": 62_000, "wizard": 60_000, "magicians": 70_000, "probe": 62_000}
BEGIN = {
    "set-up": lambda table: None,
    "wizard": lambda table: table.to_trick(),
    "magicians": lambda table: table.to_moves(1, 2, 0),
    "probe": lambda table: table.do(
        NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}})
    ),
}
SEEN = {"set-up": ".setup", "wizard": ".felt", "magicians": ".felt", "probe": ".felt"}


def first_visit(browser, url, language, seen):
    """Open a page as a phone that was never here; returns the bytes of each answer by its address."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale=language)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    paths, sizes = {}, {}

    def begun(said):
        paths[said["requestId"]] = said["response"]["url"]
        sizes[said["requestId"]] = said["response"]["encodedDataLength"]

    def came(said):
        sizes[said["requestId"]] += said["dataLength"] if said["requestId"] in streams() else 0

    def streams():
        return {request for request, path in paths.items() if "/live" in path}

    def done(said):
        sizes[said["requestId"]] = said["encodedDataLength"]

    wire.on("Network.responseReceived", begun)
    # The stream never ends: its bytes are counted as they come.
    wire.on("Network.dataReceived", came)
    wire.on("Network.loadingFinished", done)
    page.goto(url)
    page.wait_for_selector(seen)
    page.wait_for_load_state("load")
    context.close()
    return {paths.get(request, request): size for request, size in sizes.items()}


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", BEGIN)
def test_the_first_page_is_small(table, server, browser, game, language):
    BEGIN[game](table)
    weights = first_visit(browser, f"http://127.0.0.1:{server.port}/", language, SEEN[game])
    assert any("main.js" in url for url in weights) and any("/live" in url for url in weights)
    assert sum(weights.values()) < MOST[game], sorted(weights.items(), key=lambda item: -item[1])
