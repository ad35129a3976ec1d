"""Watching from afar: what a bridge lets out of the house, what never leaves it, and what a mirror shows."""

import json
import os
import re
import socket
import ssl
import subprocess
import threading
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from patience import PATIENCE_S

from club import bridge
from club.competition.setting import Format, Setting
from club.competition.summary import from_dict, summary, to_dict
from club.hall import Hall
from club.link import Link
from club.messages import Scores, pack, scores_to_dict
from club.mirror import Mirror
from club.mirror_page import create_mirror_app
from club.mosquitto import find, free_port
from club.page import create_club_app
from club.topics import Topics
from table.settings.club import ClubConfig
from web.access import Access, Role
from web.app import close
from web.keyring import Keyring
from web.security import Security
from web.server import Server

CLUB = "club"
TOPICS = Topics(CLUB)
TABLES = ("red", "green")
NAMES = ("Ann", "Bo", "Cy", "Dot", "Eve", "Finn", "Gus", "Hal")
QUICK = (0.02, 0.1)
TEXT = (Path(__file__).parents[2] / "docs" / "club.md").read_text(encoding="utf-8")
DEFS = json.loads((files("club") / "schema.json").read_text(encoding="utf-8"))["$defs"]


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.S | re.M)


def passwords(file, *users):
    for number, user in enumerate(users):
        flags = ["-b"] if number else ["-b", "-c"]
        subprocess.run([find("mosquitto_passwd"), *flags, file, user, f"word of {user}"], check=True)
    return file


@pytest.fixture
def outer(make_broker, authority, tmp_path):
    """Run the broker outside, with TLS and users, as the command prints it; `spy` may read everything."""
    users = (bridge.OUTSIDE, bridge.WATCHER, "spy")
    rights = tmp_path / "outer.acl"
    rights.write_text("\n".join([*bridge.outside_rights(CLUB), "", "user spy", "topic read #", ""]))
    file, port = passwords(tmp_path / "outer.passwords", *users), free_port()
    said = "\n".join(bridge.outside("/etc/mosquitto", port))
    for written, ours in {
        "/etc/mosquitto/certs/fullchain.pem": authority / "broker.pem",
        "/etc/mosquitto/certs/privkey.pem": authority / "broker.key",
        "/etc/mosquitto/familiar.passwords": file,
        "/etc/mosquitto/familiar.acl": rights,
    }.items():
        assert written in said
        said = said.replace(written, str(ours))
    more = [line for line in said.splitlines() if not line.startswith(("listener", "persistence"))]
    return make_broker(port=port, more=more).start()


def inner_lines(tmp_path, port, authority, ca="ca.pem"):
    users = ("board", *TABLES, bridge.INSIDE, "spy")
    rights = tmp_path / "inner.acl"
    (own,) = blocks("acl")[:1]
    own = own.replace("familiar/club", f"familiar/{CLUB}")
    rights.write_text("\n".join([own, *bridge.inside_rights(CLUB), "", "user spy", "topic readwrite #", ""]))
    file = passwords(tmp_path / "inner.passwords", *users)
    lines = bridge.inside(
        CLUB,
        ("127.0.0.1", port),
        ca_file=str(authority / ca),
        password=f"word of {bridge.OUTSIDE}",
    )
    lines = [line.replace("restart_timeout 5 60", "restart_timeout 1 1") for line in lines]
    access = [f"password_file {file}", "allow_anonymous false", f"acl_file {rights}"]
    return [*access, "use_username_as_clientid true", *lines]


@pytest.fixture
def inner(make_broker, authority, outer, tmp_path):
    """Run the broker in the house, with users, its access list and the bridge outwards."""
    return make_broker(more=inner_lines(tmp_path, outer.port, authority)).start()


@pytest.fixture
def house(inner, make_table, make_board, tmp_path, bell):
    """Two tables, the board and its hall at the broker in the house."""

    def access(user):
        return {"user": user, "password": f"word of {user}", "port": inner.port, "name": CLUB}

    tables = {name: make_table(name, seed=at, **access(name)) for at, name in enumerate(TABLES)}
    board = make_board(**access("board"))
    hall = Hall(board, CLUB, tmp_path / "cup.json", seed=lambda: 5)
    hall.listeners.append(bell.ring)
    hall.start()
    yield tables, board, hall
    hall.close()


@pytest.fixture
def mirror(outer, authority, bell):
    config = ClubConfig(
        "127.0.0.1",
        outer.port,
        CLUB,
        user=bridge.WATCHER,
        password=f"word of {bridge.WATCHER}",
        tls=True,
        ca_file=str(authority / "ca.pem"),
    )
    made = Mirror(config, back_off=QUICK)
    made.listeners.append(bell.ring)
    with made:
        yield made


def begin(hall, **changes):
    def make(id, seed, before):
        return Setting(id, "Cup", Format.DRAWN, "probe", TABLES, rounds=2, most=4, seed=seed, before=before)

    hall.begin(lambda *given: replace(make(*given), **changes), [(name, "") for name in NAMES])


def play_round(tables, hall, bell):
    """Play a round at every table, as its seating says; each table's points by its journal."""
    hall.draw()
    number = len(hall.snapshot.state.rounds)

    def seated(table):
        seating = table.publisher.seating
        return seating is not None and seating.round == number

    bell.until(lambda: all(map(seated, tables.values())))
    for table in tables.values():
        seating = table.publisher.seating
        table.begin(seating.players)
        table.play()
    bell.until(lambda: hall.snapshot.state.rounds[-1].over)


def words_of(table):
    """Every word that was laid at a table, by its journal; and every letter pattern is none."""
    found = set()
    for line in table.host.snapshot.history.events:
        word = getattr(line, "word", None)
        if isinstance(word, str):
            found.add(word)
    return found


def test_nothing_that_is_secret_leaves_the_house_in_a_whole_evening(
    house, inner, outer, authority, mirror, make_ear, bell
):
    tables, board, hall = house
    keyring = Keyring(None)
    app = create_club_app(
        board, hall=hall, security=Security(Access(keyring, Role.PLAYER), b"signs the passes")
    )
    outside = make_ear(outer.port, user="spy", ca_file=authority / "ca.pem")
    inside = make_ear(inner.port, user="spy")
    begin(hall, check_in=True)
    client = app.test_client()
    for name in NAMES:
        said = client.post("/api/checkin", json={"name": name}, headers={"X-Familiar": "1"})
        assert said.status_code == 200
    secrets = set()
    for _ in range(2):
        play_round(tables, hall, bell)
        for table in tables.values():
            secrets |= words_of(table)
    assert len(secrets) >= 8, secrets
    # Whatever is told beside, by a table too: nothing but what is named goes out.
    inside.say("familiar/club/red/secret", "MARKED")
    inside.say("familiar/club/red/game/more", "MARKED")
    inside.say("somewhere/else", "MARKED")
    state = hall.snapshot.state
    bell.until(
        lambda: (
            mirror.snapshot.competition is not None
            and mirror.snapshot.competition == summary(state, hall.snapshot.lines)
        )
    )
    bell.until(lambda: sum(payload == b"MARKED" for _, payload in inside.heard) == 3)
    # The board's last word is behind these: once it has come out, they would have.
    hall.put_away()
    bell.until(lambda: mirror.snapshot.competition is None)
    heard = list(outside.heard)
    assert {topic for topic, _ in heard} == {
        TOPICS.competition,
        *(make(table) for make in (TOPICS.status, TOPICS.game) for table in TABLES),
    }
    secrets |= {keyring.keys.pin, keyring.keys.code, "signs the passes", "MARKED"}
    secrets |= {f"word of {user}" for user in ("board", *TABLES, bridge.INSIDE, bridge.OUTSIDE)}
    everything = "\n".join(payload.decode() for _, payload in heard)
    assert "Ann" in everything
    for secret in secrets:
        assert not re.search(rf"\b{re.escape(secret)}\b", everything, re.IGNORECASE), secret
    # Of a game nothing but what the schema names: no bid, no letter, no card.
    for topic, payload in heard:
        if payload and topic.endswith("/game"):
            values = json.loads(payload)
            known = {"scores": DEFS["scores"], "marks": DEFS["marks"]}
            Draft202012Validator({"$ref": "#/$defs/scores", "$defs": DEFS}).validate(values)
            names = set(re.findall(r'"(\w+)": ?\{', json.dumps(known)))
            assert set(values) <= names, set(values) - names
    # The search finds what is there.
    assert any(re.search(r"\bMARKED\b", payload.decode()) for _, payload in inside.heard)
    close(app)


def test_the_mirror_follows_when_the_road_outwards_was_cut_and_the_broker_began_again(
    house, inner, outer, mirror, bell
):
    tables, _, hall = house
    begin(hall)
    play_round(tables, hall, bell)
    bell.until(lambda: mirror.snapshot.competition == summary(hall.snapshot.state, hall.snapshot.lines))
    outer.kill()
    bell.until(lambda: not mirror.snapshot.connected and mirror.snapshot.trouble)
    # What was shown stays: a screen says that it is old, and is not empty.
    assert mirror.snapshot.competition is not None
    play_round(tables, hall, bell)
    outer.start()
    bell.until(lambda: mirror.snapshot.competition == summary(hall.snapshot.state, hall.snapshot.lines))
    assert mirror.snapshot.competition.over and mirror.snapshot.connected


def test_a_competition_that_was_put_away_while_the_road_was_cut_is_shown_no_more(house, outer, mirror, bell):
    tables, _, hall = house
    begin(hall)
    hall.draw()
    bell.until(lambda: mirror.snapshot.competition and set(tables) <= set(mirror.snapshot.club.tables))
    outer.kill()
    bell.until(lambda: not mirror.snapshot.connected)
    # What was shown stays, and is said to be old.
    assert mirror.snapshot.competition is not None
    hall.put_away()
    outer.start()
    bell.until(lambda: mirror.snapshot.connected and mirror.snapshot.competition is None)
    begin(hall)
    bell.until(lambda: mirror.snapshot.competition is not None)


@pytest.mark.parametrize(("ca", "vouched"), [("ca.pem", True), ("other.pem", False)])
def test_a_broker_outside_whom_nobody_vouches_for_is_told_nothing(
    make_broker, authority, tmp_path, ca, vouched
):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority / "broker.pem", authority / "broker.key")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE_S)
        make_broker(more=inner_lines(tmp_path, server.getsockname()[1], authority, ca=ca)).start()
        near, _ = server.accept()
        near.settimeout(PATIENCE_S)
        with near:
            if vouched:
                with context.wrap_socket(near, server_side=True) as road:
                    assert b"MQTT" in road.recv(4096)
            else:
                with pytest.raises(ssl.SSLError, match="(?i)unknown.ca|bad.certificate|verify"):
                    context.wrap_socket(near, server_side=True)


def test_who_watches_from_afar_can_write_nothing_there(outer, authority, make_ear, bell, lines):
    outside = make_ear(outer.port, user="spy", ca_file=authority / "ca.pem")
    watcher = ClubConfig(
        "127.0.0.1",
        outer.port,
        CLUB,
        user=bridge.WATCHER,
        password=f"word of {bridge.WATCHER}",
        tls=True,
        ca_file=str(authority / "ca.pem"),
    )
    link = Link(watcher, "mallory", will=None, topics=(), hear=lambda *_: None, met=lambda _: None)
    link.start()
    bell.until(lambda: lines.connected)
    link.publish(TOPICS.competition, b"{}")
    bell.until(lambda: any("does not take what is told" in line for line in lines.warned))
    link.close()
    assert outside.heard == []


@pytest.fixture
def shown(house, mirror, bell):
    tables, _, hall = house
    begin(hall)
    play_round(tables, hall, bell)
    hall.draw()
    bell.until(lambda: mirror.snapshot.competition == summary(hall.snapshot.state, hall.snapshot.lines))
    return mirror


@pytest.fixture
def app(shown):
    app = create_mirror_app(shown, Security(hosts=["club.example"]))
    yield app
    close(app)


def test_a_listener_that_stumbles_does_not_end_the_mirror(bell):
    def stumble(_):
        raise RuntimeError("nobody listens")

    mirror = Mirror(ClubConfig(broker="127.0.0.1", port=free_port(), name=CLUB), back_off=QUICK)
    mirror.listeners += [stumble, bell.ring]
    with mirror:
        for word, online in ((b"online", True), (b"offline", False)):
            mirror.hear(TOPICS.status("red"), word)
            bell.until(lambda online=online: shown_as(mirror) is online)


def shown_as(mirror):
    table = mirror.snapshot.club.tables.get("red")
    return None if table is None else table.online


def test_a_table_that_plays_nothing_yet_is_shown_so(bell):
    mirror = Mirror(ClubConfig(broker="127.0.0.1", port=free_port(), name=CLUB), back_off=QUICK)
    mirror.listeners.append(bell.ring)
    app = create_mirror_app(mirror, Security(hosts=["club.example"]))
    with mirror:
        # As a table tells it that was switched on, and at which nobody has begun a game.
        mirror.hear(TOPICS.game("red"), pack(scores_to_dict(Scores("red"))))
        bell.until(lambda: "red" in mirror.snapshot.club.tables)
        client = app.test_client()
        (red,) = client.get("/state").json["tables"]
        assert (red["state"], red["title"], red["players"]) == ("idle", None, [])
        assert client.get("/hall.json").json["competition"] is None
        assert next(client.get("/live", buffered=False).iter_encoded()).startswith(b"retry")
    close(app)


def test_the_mirrors_pages_are_read_only(app):
    # A browser's own language is a cookie of its own.
    for rule in (each for each in app.url_map.iter_rules() if each.rule != "/api/language"):
        assert rule.methods <= {"GET", "HEAD", "OPTIONS"}, rule
    client = app.test_client()
    for path in ("/api/owner", "/api/join", "/api/competition", "/api/checkin", "/organise", "/checkin"):
        assert (
            client.get(path).status_code == client.post(path, headers={"X-Familiar": "1"}).status_code == 404
        )
    assert client.get("/table/nowhere").status_code == 404


def test_other_sites_may_frame_the_widget_and_read_the_json_alone(app):
    client = app.test_client()
    widget = client.get("/widget")
    assert "frame-ancestors *" in widget.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in widget.headers and "script-src 'self'" in str(widget.headers)
    for path in ("/hall", "/table/red"):
        hall = client.get(path)
        assert hall.headers["X-Frame-Options"] == "DENY", path
        assert "frame-ancestors 'none'" in hall.headers["Content-Security-Policy"]
    told = client.get("/hall.json", headers={"Origin": "https://club.example.org"})
    assert told.headers["Access-Control-Allow-Origin"] == "*"
    assert "max-age" in told.headers["Cache-Control"]
    assert "Access-Control-Allow-Origin" not in client.get("/state").headers


def test_the_json_says_what_the_documentation_shows(app):
    told = app.test_client().get("/hall.json").json
    documented = next(each for each in map(json.loads, blocks("json")) if "competition" in each)

    def shape(value):
        if isinstance(value, dict):
            return {key: shape(each) for key, each in value.items()}
        return [shape(value[0])] if isinstance(value, list) and value else []

    assert shape(told) == shape(documented)
    names = {each["name"] for each in told["competition"]["ranking"]}
    assert names == set(NAMES)


def test_the_lines_that_the_documentation_shows_are_those_of_the_command():
    for lines in (
        bridge.inside("club", ("mqtt.example.org", 8883)),
        bridge.inside_rights("club"),
        bridge.outside(),
        bridge.outside_rights("club"),
    ):
        assert "\n".join(lines) in TEXT


@pytest.mark.parametrize(
    "spoilt",
    [
        {"players": []},
        {"round": -1},
        {"tables": [["red", [0, 1], [1], ""]]},
        {"ranking": [[1, 0, 0, 0, 0, "x"]]},
        {"title": ""},
        {"byes": [1024]},
    ],
)
def test_what_is_no_competition_is_ignored_and_what_was_shown_stays(
    shown, spoilt, outer, authority, bell, lines
):
    kept = shown.snapshot.competition

    house = ClubConfig(
        "127.0.0.1",
        outer.port,
        CLUB,
        user=bridge.OUTSIDE,
        password=f"word of {bridge.OUTSIDE}",
        tls=True,
        ca_file=str(authority / "ca.pem"),
    )
    values = {**to_dict(kept), **spoilt}
    link = Link(
        house,
        "mallory",
        will=None,
        topics=(),
        hear=lambda *_: None,
        met=lambda up: up and link.publish(TOPICS.competition, json.dumps(values).encode()),
    )
    link.start()
    bell.until(lambda: any("is ignored" in line for line in lines.warned))
    assert shown.snapshot.competition == kept
    link.close()
    assert from_dict(to_dict(kept)) == kept


@contextmanager
def other_site(folder):
    """Serve a folder at another port, which to a browser is another site."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join(PATIENCE_S)


def test_in_a_browser_the_hall_a_table_and_the_widget_are_seen_from_afar(app, pages, barriers, tmp_path):
    complaints = []
    with Server(app, "127.0.0.1", 0) as server:
        server.start()
        for path, size in (("hall", (1280, 720)), ("table/red", (390, 844)), ("widget", (360, 640))):
            page = pages.lend(
                {"width": size[0], "height": size[1]},
                pageerror=lambda error: complaints.append(str(error)),
                console=lambda said: said.type == "error" and complaints.append(said.text),
            )
            page.goto(f"http://127.0.0.1:{server.port}/{path}")
            page.get_by_text("Ann").first.wait_for()
            found = barriers(page)
            assert not found, "\n".join(found)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            if shots := os.environ.get("FAMILIAR_SHOTS"):
                page.screenshot(path=Path(shots) / f"afar-{path.replace('/', '-')}.png")
            pages.take_back(page)
        # From another site: it frames the widget and reads the JSON, and nothing else.
        page = pages.lend({"width": 500, "height": 700})
        here = f"http://127.0.0.1:{server.port}"
        (tmp_path / "index.html").write_text(f'<iframe src="{here}/widget" width="400"></iframe>')
        with other_site(tmp_path) as there:
            page.goto(there)
            page.frame_locator("iframe").get_by_text("Ann").first.wait_for()
            read = "path => fetch(path).then(answer => answer.json()).then(() => true, () => false)"
            assert page.evaluate(read, f"{here}/hall.json") is True
            assert page.evaluate(read, f"{here}/state") is False
        pages.take_back(page)
    assert complaints == []
