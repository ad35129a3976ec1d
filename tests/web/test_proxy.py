"""A reverse proxy with TLS, as docs/security.md says: Debian's nginx, with a certificate of its own."""

import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess
import tomllib
from pathlib import Path

import pytest
from patience import PATIENCE_S

from club.mosquitto import free_port
from familiar.guide.led import Owner
from table.guides.calibrating import Press, Setting, step
from table.settings.config import parse_config
from web.access import CODES, Access
from web.app import close
from web.calibrate import create_calibration_app
from web.keyring import Keyring
from web.led import led_access
from web.proxies import behind
from web.security import Security
from web.server import Server
from web.tries import Tries

GUIDE = (Path(__file__).parents[2] / "docs/security.md").read_text(encoding="utf-8")
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
NAME = "table.example"
FRIEND, STRANGER = "127.0.0.3", "127.0.0.2"
AROUND = """
daemon off; master_process off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
    access_log off; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b;
    fastcgi_temp_path {folder}/c; uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    {server}
}}
"""

needs_nginx = pytest.mark.skipif(
    not Path(NGINX).exists() or shutil.which("openssl") is None,
    reason="nginx or openssl is not installed: sudo apt install nginx-light openssl",
)


def block(language):
    return re.search(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL).group(1)


class Proxied:
    """The table behind nginx, and browsers that ask for it from addresses of their own."""

    def __init__(self, folder, table, inner, port):
        self.folder, self.table, self.inner, self.port = folder, table, inner, port
        key = {"ssl_certificate     /etc/ssl/certs/table.pem": f"ssl_certificate {folder}/cert.pem"}
        key["ssl_certificate_key /etc/ssl/private/table.key"] = f"ssl_certificate_key {folder}/key.pem"
        changes = {"listen 443": f"listen 127.0.0.1:{port}", "127.0.0.1:8000": f"127.0.0.1:{inner}", **key}
        server = block("nginx")
        for printed, mine in changes.items():
            assert printed in server
            server = server.replace(printed, mine)
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder, server=server))
        wanted = f"req -x509 -newkey rsa:2048 -nodes -subj /CN={NAME} -addext subjectAltName=DNS:{NAME}"
        files = ("-keyout", folder / "key.pem", "-out", folder / "cert.pem")
        subprocess.run(["openssl", *wanted.split(), *files], check=True, capture_output=True)
        self.trust = ssl.create_default_context(cafile=str(folder / "cert.pem"))
        self.nginx = subprocess.Popen(
            [NGINX, "-e", folder / "error.log", "-c", folder / "nginx.conf"], stderr=subprocess.PIPE
        )

    def connect(self, address):
        while True:
            try:
                plain = socket.create_connection(
                    ("127.0.0.1", self.port), PATIENCE_S, source_address=(address, 0)
                )
                break
            except ConnectionRefusedError:
                assert self.nginx.poll() is None, self.nginx.stderr.read()
        secure = http.client.HTTPSConnection(NAME, timeout=PATIENCE_S)
        secure.sock = self.trust.wrap_socket(plain, server_hostname=NAME)
        return secure

    def ask(self, path, address=STRANGER, body=None, **headers):
        """Ask as a browser does; gives the answer, its headers and what it holds."""
        browser = self.connect(address)
        headers = {"Host": f"{NAME}:{self.port}", **headers}
        if body is not None:
            origin = f"https://{NAME}:{self.port}"
            headers |= {"X-Familiar": "1", "Origin": origin, "Content-Type": "application/json"}
        browser.request("GET" if body is None else "POST", path, body and json.dumps(body), headers)
        answer = browser.getresponse()
        said = answer.read()
        browser.close()
        return answer, json.loads(said) if said.startswith(b"{") else said

    def close(self):
        self.nginx.terminate()
        self.nginx.communicate()


@pytest.fixture
def proxied(make_table, tmp_path):
    made = []

    def make(configured=True):
        settings = parse_config(tomllib.loads(block("toml")), "the guide").web
        options = {"hosts": settings.hosts, "proxies": settings.proxies if configured else ()}
        # Time stands still: who errs too often must wait, however long it takes to ask.
        table = make_table(access=Access(Keyring(None), codes=Tries(*CODES, clock=lambda: 0.0)), **options)
        table.begin()
        server = Server(table.app, settings.host, 0).start()
        made.append(server)
        made.append(Proxied(tmp_path, table, server.port, free_port()))
        return made[-1]

    yield make
    for each in reversed(made):
        each.close()


@needs_nginx
@pytest.mark.parametrize("configured", [True, False])
def test_a_stranger_who_comes_through_the_proxy_only_watches_and_is_not_told_the_code(proxied, configured):
    proxy = proxied(configured)
    for more in ({}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Real-IP": "127.0.0.1"}):
        answer, state = proxy.ask("/state", **more)
        assert (answer.status, state["role"], state["code"]) == (200, "spectator", None)


@needs_nginx
def test_who_joins_through_the_proxy_plays_and_his_passes_go_over_tls_alone(proxied):
    proxy = proxied()
    code = proxy.table.app.extensions["familiar"].access.code
    answer, said = proxy.ask("/api/join", body={"code": code, "seen": 0})
    cookies = answer.msg.get_all("Set-Cookie")
    assert answer.status == 200, said
    assert cookies and all("Secure" in cookie and "HttpOnly" in cookie for cookie in cookies)
    jar = "; ".join(cookie.partition(";")[0] for cookie in cookies)
    assert proxy.ask("/state", Cookie=jar)[1]["role"] == "player"


@needs_nginx
def test_each_phone_behind_the_proxy_counts_for_itself_whatever_it_says_of_itself(proxied):
    proxy = proxied()
    code = proxy.table.app.extensions["familiar"].access.code
    wrong = {"code": "AAAAAA", "seen": 0}
    pretended = [{"X-Forwarded-For": f"10.0.0.{number}"} for number in range(10)]
    said = [proxy.ask("/api/join", body=wrong, **other)[0].status for other in pretended]
    assert said == [403] * 9 + [429]
    assert proxy.ask("/api/join", FRIEND, body={"code": code, "seen": 0})[0].status == 200


@needs_nginx
def test_a_stream_comes_through_the_proxy_as_it_is_told(proxied):
    proxy = proxied()
    browser = proxy.connect(FRIEND)
    browser.request("GET", "/live", headers={"Host": f"{NAME}:{proxy.port}"})
    stream = browser.getresponse()
    line = stream.readline()
    while not line.startswith(b"data: {"):
        line = stream.readline()
    assert json.loads(line[6:])["players"] == ["Ann", "Bo", "Cy"]
    browser.close()


def peer(environ, proxies):
    """Say who asks, as the app sees him."""
    seen = {}

    def app(environ, start):
        seen.update(environ)
        return [b""]

    behind(app, proxies)({"wsgi.url_scheme": "http", "SERVER_NAME": "x", "SERVER_PORT": "1", **environ}, None)
    return seen["REMOTE_ADDR"], seen["wsgi.url_scheme"]


@pytest.mark.parametrize(
    ("address", "proxies", "sees"),
    [
        ("10.0.0.9", ["10.0.0.0/24"], ("192.0.2.7", "https")),
        ("::1", ["127.0.0.1", "::1"], ("192.0.2.7", "https")),
        ("10.0.1.9", ["10.0.0.0/24"], ("10.0.1.9", "http")),
        ("10.0.0.9", [], ("10.0.0.9", "http")),
        ("", ["10.0.0.0/24"], ("", "http")),
    ],
)
def test_only_a_proxy_that_is_named_is_believed_and_only_its_own_word(address, proxies, sees):
    headers = {"HTTP_X_FORWARDED_FOR": "127.0.0.1, 192.0.2.7", "HTTP_X_FORWARDED_PROTO": "https"}
    assert peer({"REMOTE_ADDR": address, **headers}, proxies) == sees


def test_a_proxy_that_says_nothing_of_whom_it_asks_for_makes_nobody_the_machine_itself(make_table):
    table = make_table(access=Access(Keyring(None)), proxies=["127.0.0.1"])
    assert table.phone().state()["role"] == "spectator"


@pytest.fixture
def led():
    """Give a page that leads a person, and its code, behind a proxy or not."""
    apps = []

    def make(proxies):
        access = led_access()
        owner = Owner(Setting(), step, lambda *_: None).start()
        app = create_calibration_app(owner, picture=lambda: None, security=Security(access, proxies=proxies))
        apps.append((app, owner))
        return app, access.code

    yield make
    for app, owner in apps:
        close(app)
        owner.close()


def through(app, number):
    """Come from an address in the world, handed on over TLS by a proxy on this machine."""
    client = app.test_client()
    client.environ_base |= {
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_X_FORWARDED_FOR": f"192.0.2.{number}",
        "HTTP_X_FORWARDED_PROTO": "https",
    }
    return client


def test_a_page_that_leads_is_behind_a_proxy_what_it_is_elsewhere(led):
    app, code = led(["127.0.0.1"])
    assert through(app, 1).get("/state").status_code == 403
    friend = through(app, 2)
    answer = friend.get(f"/join/{code}")
    assert answer.status_code == 303 and "; Secure" in answer.headers["Set-Cookie"]
    cookie = answer.headers["Set-Cookie"].partition(";")[0]
    assert friend.get("/state", headers={"Cookie": cookie}).status_code == 200
    sent = {"X-Familiar": "1", "Origin": "https://localhost", "Cookie": cookie}
    pressed = friend.post(f"/api/{next(iter(Press))}", json={"seen": 99}, headers=sent)
    assert pressed.status_code == 409 and pressed.json["rule"] == "stale"


def test_who_guesses_a_leading_pages_code_through_a_proxy_delays_nobody_else(led):
    app, code = led(["127.0.0.1"])
    enemy = through(app, 3)
    while enemy.get("/join/AAAAAA").status_code != 429:
        pass
    assert through(app, 4).get(f"/join/{code}").status_code == 303


def test_a_leading_page_does_not_believe_a_proxy_that_nobody_named(led):
    app, code = led([])
    answer = through(app, 5).get(f"/join/{code}")
    assert "Secure" not in answer.headers["Set-Cookie"]


@pytest.mark.parametrize("proxy", ["localhost", "127.0.0.1:80", "10.0.0.1/33", "", "10.0.0.1/24"])
def test_a_proxy_that_is_no_address_is_one_line(proxy):
    with pytest.raises(ValueError, match="proxies: .* cannot stand here; take an address or a network"):
        parse_config({"web": {"proxies": [proxy]}}, "familiar.toml")
