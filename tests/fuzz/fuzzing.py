"""How much is tried, and the sorts of input that several tests share."""

import functools
import json
import logging
import os
import re
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

LONG = int(os.environ.get("FAMILIAR_FUZZ", "0"))
"""Inputs for each test in the long form (`make fuzz`); 0: the short form, the same inputs every time."""
TRIED: Counter = Counter()
ROOT = Path(__file__).parents[2]


def fuzzed(short=60, part=1.0, **strategies):
    """Try a test with many inputs: `short` of them as a rule, `part` of what the long form asks for."""

    def decorate(test):
        name = test.__name__

        @functools.wraps(test)
        def counted(**values):
            TRIED[name] += 1
            test(**values)

        counted.__signature__ = None
        del counted.__wrapped__, counted.__signature__
        most = max(1, int(LONG * part)) if LONG else short
        phases = [Phase.explicit, Phase.generate, *([Phase.shrink] if LONG else [])]
        checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
        options = settings(
            max_examples=most,
            derandomize=not LONG,
            deadline=None,
            database=None,
            phases=phases,
            suppress_health_check=checks,
        )
        # A whole journal is a long thing to print, and worth it where it shows a defect.
        mark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
        return mark(options(given(**strategies)(counted)))

    return decorate


@contextmanager
def no_stumbling():
    """Fail where the table's own log speaks of an error of its own."""
    found = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = lambda record: found.append(record.getMessage())
    rooms = [logging.getLogger(name) for name in ("table", "web", "vision", "familiar", "club", "waitress")]
    for room in rooms:
        room.addHandler(handler)
    try:
        yield
    finally:
        for room in rooms:
            room.removeHandler(handler)
    assert not found, found[0]


def one_sentence(error):
    """Hold a message to what a person at a table can read."""
    text = str(error)
    assert text and len(text.splitlines()) == 1 and len(text) < 2000, text
    assert "Traceback" not in text and "<class" not in text, text


def answered(answer):
    """Hold an answer of a page to what a phone can show: no failure, and one sentence where it refuses."""
    assert answer.status_code < 500, (answer.status_code, answer.data[:300])
    if answer.data and answer.is_json and answer.status_code >= 400:
        said = answer.json
        assert said.get("rule") != "internal", said
        assert len(said["error"].splitlines()) == 1 and len(said["error"]) < 1000, said


def looked_at(phone, path, parts, **asked):
    """Open an address of a page with `parts` in it, and hold the answer, of a stream its first message."""
    more = iter(parts)
    path = re.sub(r"<[^>]*>", lambda _: quote(next(more), safe="/", errors="surrogatepass"), path)
    with phone.open(path, **asked) as answer:
        if answer.mimetype == "text/event-stream" and asked["method"] == "GET":
            assert b"\ndata: " in next(answer.iter_encoded())
        else:
            answered(answer)


def addresses(app):
    """List the addresses of an app's pages, and of what they load."""
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.rpartition(".")[2] != "static"]
    return sorted(rule.rule for rule in rules if "GET" in rule.methods)


NAMES = "7H 10S W J 2C AD 13B 1G back none red black white mill slab force magic destiny wizard".split()
NAMES += "magicians probe us amigo confirm undo H . A".split()
integers = st.one_of(st.integers(-2, 15), st.sampled_from([-(2**63), 2**31, 2**63, 2**64, 10**400]))
texts = st.one_of(
    st.sampled_from(NAMES),
    st.text(max_size=12),
    st.sampled_from(
        ["\u0000", "\ud800", "\u202e", "x" * 5000, "\n", "'; --", "%s", "../../x", "=1+1", "\ufeff"]
    ),
)
leaves = st.one_of(st.none(), st.booleans(), integers, texts, st.floats(allow_nan=True, allow_infinity=True))
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)


def records():
    """List whole records of every game: those of the documentation."""
    text = (ROOT / "games" / "README.md").read_text(encoding="utf-8")
    return [block.strip().splitlines() for block in re.findall(r"```jsonl\n(.*?)```", text, re.S)]


def places(value, path=()):
    """List the paths of all values within a JSON value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, (*path, key))


def put(value, path, new):
    """Give a JSON value with another one at a path."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


@st.composite
def altered_json(draw, originals):
    """Draw one of the originals with up to three values replaced, renamed or taken away."""
    value = draw(st.sampled_from(originals))
    for _ in range(draw(st.integers(1, 3))):
        found = [path for path in places(value) if path]
        if not found:
            break
        path = draw(st.sampled_from(found))
        holder = functools.reduce(lambda inner, key: inner[key], path[:-1], value)
        what = draw(st.sampled_from(["value", "value", "name", "gone"]))
        if what == "value" or not isinstance(holder, dict):
            value = put(value, path, draw(values))
            continue
        left = {key: each for key, each in holder.items() if key != path[-1]}
        if what == "name":
            left[draw(texts)] = holder[path[-1]]
        value = put(value, path[:-1], left)
    return value


@st.composite
def altered_bytes(draw, originals):
    """Draw one of the originals with bytes changed, cut out, doubled or put in."""
    data = bytearray(draw(st.sampled_from(originals)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        match draw(st.sampled_from(["flip", "cut", "end", "double", "new"])):
            case "flip" if data:
                data[at] ^= draw(st.integers(1, 255))
            case "cut":
                del data[at : at + draw(st.integers(1, 64))]
            case "end":
                del data[at:]
            case "double":
                data[at:at] = data[at : at + draw(st.integers(1, 64))]
            case _:
                data[at:at] = draw(st.binary(max_size=16))
    return bytes(data)


METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW"]
KINDS = ["application/json", "text/plain", "application/json; charset=utf-16", "x", ""]
COOKIES = [f"familiar_{name}" for name in ("seat", "words", "language", "code", "pin", "led")]
# As WSGI gives them: each byte a sign; what ends a line ends a header, too.
lines = st.text(st.characters(max_codepoint=255, exclude_categories=["Cc"]), max_size=30)
SAID = "*/*;q=x fr;q=1,de;q=0.5 text/html gzip;q=0 bytes=0- localhost:x [::1 evil -1 W/".split()
BORNE = "Accept Accept-Language Accept-Encoding Range If-None-Match If-Modified-Since If-Range Host".split()
BORNE += "Forwarded X-Forwarded-For X-Forwarded-Proto Content-Length Connection Last-Event-ID".split()
headers = st.dictionaries(st.sampled_from(BORNE), st.one_of(st.sampled_from(SAID), lines), max_size=3)
days = st.sampled_from(["2026-11-21", "0000-00-00", "9999-12-31", "2026-02-30", "-1-01-01xx"])
parts = st.one_of(integers.map(str), texts, days)


def pages(apps):
    """Draw one of some apps, and one of its pages."""
    return st.sampled_from(sorted(apps)).flatmap(
        lambda app: st.tuples(st.just(app), st.sampled_from(sorted(apps[app])))
    )


def anywhere(apps):
    """Draw a page of one of some apps, what stands in its address, and how it is asked for."""
    query = st.one_of(st.just("as=watch"), texts, st.text(max_size=20))
    safe = query.map(lambda text: quote(text, safe="=&%", errors="surrogatepass"))
    return st.tuples(pages(apps), st.lists(parts, min_size=3, max_size=3), safe, st.sampled_from(METHODS))


@st.composite
def anything(draw, apps):
    """Draw bytes of any kind for one of some apps: to which, where to, a cookie, and how they are sent."""
    app, page = draw(pages(apps))
    path = page if draw(st.integers(0, 4)) else "/api/" + draw(st.text(max_size=20))
    data = st.one_of(st.binary(max_size=200), values.map(json.dumps).map(str.encode), st.just(b"[" * 50_000))
    origins = st.sampled_from([None, None, "http://localhost", "http://evil", "null", "http://["])
    cookie = st.tuples(st.sampled_from(COOKIES), st.text('abc.-_=;é"', max_size=40))
    bears = draw(headers)
    bears |= {"X-Familiar": "1"} if draw(st.integers(0, 3)) else {}
    origin = draw(origins)
    bears |= {} if origin is None else {"Origin": origin}
    asked = {"data": draw(data), "content_type": draw(st.sampled_from(KINDS)), "headers": bears}
    asked["method"] = draw(st.sampled_from(["POST", "POST", "POST", *METHODS[2:]]))
    return app, path, draw(st.none() | cookie), asked


def as_text(value):
    """Write a value as JSON, also what JSON does not know: that is what a stranger may send."""
    return json.dumps(value, ensure_ascii=True)
