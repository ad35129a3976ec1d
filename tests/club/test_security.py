"""Passwords, access lists and TLS: what the broker refuses, what it proves, and what no log may hold."""

import os
import subprocess
from dataclasses import replace

import pytest

from club.errors import ClubError
from club.link import Link, _password
from club.mosquitto import find, free_port
from club.topics import Topics
from table.settings.club import ClubConfig

TOPICS = Topics("test")
PASSWORD = "correct horse battery"
# paho 2 lets go of the socket of a failed handshake without closing it; Python closes it at once.
paho_leaves_its_socket = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def guarded(make_broker, tmp_path):
    """Run a broker that knows one user, who may write of the table red and read everything."""
    passwords, rights = tmp_path / "passwords", tmp_path / "rights"
    subprocess.run([find("mosquitto_passwd"), "-b", "-c", passwords, "red", PASSWORD], check=True)
    rights.write_text(
        "user red\ntopic read #\ntopic write familiar/test/red/#\ntopic write homeassistant/#\n"
    )
    more = [f"password_file {passwords}", "allow_anonymous false", f"acl_file {rights}"]
    return make_broker(more=more).start()


def test_a_table_comes_in_with_its_password_also_from_a_file(make_table, guarded, bell, lines, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text(f"{PASSWORD}\n")
    first = make_table(port=guarded.port, user="red", password=PASSWORD)
    bell.until(lambda: lines.connected)
    first.close()
    lines.all.clear()
    second = make_table(port=guarded.port, user="red", password_file=str(secret))
    bell.until(lambda: lines.connected)
    assert second.publisher.trouble is None


@pytest.mark.parametrize(
    "access", [{}, {"user": "red", "password": "wr0ng-word"}, {"user": "eve", "password": PASSWORD}]
)
def test_a_refusal_is_one_line_without_the_password_and_the_table_plays_on(
    make_table, guarded, bell, lines, access
):
    table = make_table(port=guarded.port, **access)
    bell.until(lambda: lines.warned)
    table.begin()
    table.play()
    (line,) = lines.warned
    assert line == table.publisher.trouble
    assert line.startswith("The broker at 127.0.0.1:") and "refuses this program (Not authorized)" in line
    assert not table.publisher.connected
    assert "wr0ng-word" not in str(lines.all) and PASSWORD not in str(lines.all)


def test_what_the_broker_does_not_take_is_said(make_table, guarded, bell, lines):
    make_table("blue", port=guarded.port, user="red", password=PASSWORD)
    bell.until(lambda: lines.warned)
    assert "does not take what is told (Not authorized)" in lines.warned[0]
    assert PASSWORD not in str(lines.all)


def test_a_mark_of_windows_before_a_password_is_no_part_of_it(tmp_path):
    (tmp_path / "password").write_bytes(b"\xef\xbb\xbf" + PASSWORD.encode() + b"\r\n")
    config = ClubConfig(broker="127.0.0.1", user="red", password_file=str(tmp_path / "password"))
    assert _password(config) == PASSWORD


def test_a_password_file_that_cannot_be_read_is_said(tmp_path):
    config = ClubConfig(broker="127.0.0.1", user="red", password_file=str(tmp_path / "none"))
    with pytest.raises(ClubError, match=r"password_file: .*none cannot be read \(No such file"):
        Link(config, "red", will="x", topics=(), hear=lambda *_: None, met=lambda _: None)


def strange_file(folder, kind):
    """Make what should be a file with a password or a certificate, and is none."""
    path = folder / "strange"
    match kind:
        case bytes():
            path.write_bytes(kind)
        case "a pipe":
            os.mkfifo(path)
        case "a device":
            path.symlink_to("/dev/zero")
        case "a link to itself":
            path.symlink_to(path)
        case "a folder":
            path.mkdir()
        case "without end":
            with open(path, "wb") as huge:
                huge.truncate(2**40)
    return str(path)


def link(config):
    return Link(config, "red", will="x", topics=(), hear=lambda *_: None, met=lambda _: None)


ODD = ["a pipe", "a device", "a link to itself", "a folder", "without end"]
NO_PASSWORD = [b"", b" \n\n", b"\xff\xfe\x00", b"\x80" * 99, b"x" * 70_000]
NO_CERTIFICATE = [b"", b"\0" * 5000, b"\xff\xfe", b"-----BEGIN CERTIFICATE-----\n\0\n"]


@pytest.mark.parametrize("kind", [*NO_PASSWORD, *ODD], ids=lambda kind: ascii(kind)[:20])
def test_a_password_file_that_holds_no_password_is_one_sentence(tmp_path, kind):
    path = strange_file(tmp_path, kind)
    said = r"^\[club\] password_file: .*strange cannot be read \(.*\)\.$"
    with pytest.raises(ClubError, match=said) as found:
        link(ClubConfig(broker="127.0.0.1", user="red", password_file=path))
    assert len(str(found.value)) < 300


@pytest.mark.parametrize("kind", [*NO_CERTIFICATE, *ODD], ids=lambda kind: ascii(kind)[:20])
def test_a_ca_file_that_holds_no_certificate_is_one_sentence(tmp_path, kind):
    path = strange_file(tmp_path, kind)
    said = r"^\[club\] ca_file: .*strange cannot be used \(.*\)\.$"
    with pytest.raises(ClubError, match=said) as found:
        link(ClubConfig(broker="127.0.0.1", tls=True, ca_file=path))
    assert len(str(found.value)) < 300


def test_a_password_may_hold_any_signs(make_broker, make_table, bell, lines, tmp_path):
    secret, passwords = tmp_path / "secret", tmp_path / "passwords"
    subprocess.run([find("mosquitto_passwd"), "-b", "-c", passwords, "red", "a b\tß🂡"], check=True)
    broker = make_broker(more=[f"password_file {passwords}", "allow_anonymous false"]).start()
    secret.write_text("a b\tß🂡\n", encoding="utf-8")
    make_table(port=broker.port, user="red", password_file=str(secret))
    bell.until(lambda: lines.connected)


@pytest.mark.parametrize(
    ("changes", "warned"),
    [({}, True), ({"broker": "127.0.0.1"}, False), ({"tls": True}, False), ({"user": ""}, False)],
)
def test_a_password_that_would_pass_the_network_as_it_is_is_warned_of(lines, changes, warned):
    config = replace(ClubConfig(broker="club.local", user="red", password=PASSWORD), **changes)
    Link(config, "red", will="x", topics=(), hear=lambda *_: None, met=lambda _: None)
    assert lines.warned == (
        ["The password goes to the broker as it is: write tls = true under [club]."] if warned else []
    )
    assert PASSWORD not in str(lines.all)


@pytest.fixture
def secure(make_broker, authority):
    port = free_port()
    more = [
        f"cafile {authority}/ca.pem",
        f"certfile {authority}/broker.pem",
        f"keyfile {authority}/broker.key",
    ]
    return make_broker(port=port, more=more).start()


def test_the_road_is_encrypted_where_the_certificate_is_vouched_for(
    make_table, secure, authority, bell, lines
):
    table = make_table(port=secure.port, tls=True, ca_file=str(authority / "ca.pem"))
    bell.until(lambda: lines.connected)
    assert table.publisher._link._client.socket().version() in ("TLSv1.2", "TLSv1.3")


@paho_leaves_its_socket
def test_a_broker_whose_certificate_nobody_vouches_for_is_told_nothing(
    make_table, secure, authority, bell, lines
):
    table = make_table(port=secure.port, tls=True, ca_file=str(authority / "other.pem"))
    bell.until(lambda: lines.warned)
    (line,) = lines.warned
    assert "its certificate is not accepted" in line and "check ca_file and broker" in line
    assert not table.publisher.connected


@paho_leaves_its_socket
def test_a_broker_of_another_name_is_told_nothing(make_table, secure, authority, bell, lines):
    table = make_table(port=secure.port, broker="localhost", tls=True, ca_file=str(authority / "ca.pem"))
    bell.until(lambda: lines.warned)
    assert "its certificate is not accepted: Hostname mismatch" in lines.warned[0]
    assert not table.publisher.connected


@pytest.mark.parametrize(
    ("content", "part"), [(None, "No such file"), ("no certificate", "holds no certificate")]
)
def test_a_certificate_file_that_cannot_be_used_is_said(tmp_path, content, part):
    path = tmp_path / "ca.pem"
    if content is not None:
        path.write_text(content)
    config = ClubConfig(broker="127.0.0.1", tls=True, ca_file=str(path))
    with pytest.raises(ClubError, match=part):
        Link(config, "red", will="x", topics=(), hear=lambda *_: None, met=lambda _: None)
