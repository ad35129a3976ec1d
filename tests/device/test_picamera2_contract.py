"""The stand-in held against the real picamera2's source, which needs no libcamera to be read.

`make test` fetches that source, in the version that the Debian trixie root of tests/trixie runs; else that of
the picamera2 that is installed is read.
"""

import ast
import importlib.util
import inspect
from pathlib import Path

import picamera2_stand_in as stand_in
import pytest

FETCHED = Path(__file__).parents[2] / "build" / "picamera2" / "picamera2"
METHODS = (
    *("create_video_configuration", "configure", "camera_configuration", "set_controls"),
    *("start", "captured_request", "close", "__init__"),
)


@pytest.fixture(scope="module")
def real():
    """Find a class's methods and the names that it gives itself, by the class's name."""
    source, installed = FETCHED, importlib.util.find_spec("picamera2")
    if not source.is_dir() and installed is not None and installed.origin is not None:
        source = Path(installed.origin).parent
    if not source.is_dir():
        pytest.skip(f"NOT TESTED against picamera2: {source} is missing; make test fetches it")
    trees = [ast.parse((source / name).read_text()) for name in ("picamera2.py", "request.py")]
    nodes = [node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)]
    return {node.name: node for node in nodes}


def signature(node, name):
    """Give a real method's parameters: names, and whether each may be left out."""
    found = [
        each
        for each in node.body
        if isinstance(each, ast.FunctionDef) and each.name == name and not _is_overload(each)
    ]
    assert found, f"picamera2's {node.name} has no method {name}"
    args = found[-1].args
    assert not args.vararg and not args.kwarg and not args.kwonlyargs and not args.posonlyargs
    free = len(args.args) - len(args.defaults)
    return [(each.arg, place >= free) for place, each in enumerate(args.args)]


def _is_overload(function):
    return any(isinstance(each, ast.Name) and each.id == "overload" for each in function.decorator_list)


def ours(function):
    found = inspect.signature(inspect.unwrap(function)).parameters.values()
    return [(each.name, each.default is not inspect.Parameter.empty) for each in found]


@pytest.mark.parametrize("method", METHODS)
def test_the_stand_in_takes_what_picamera2_takes(real, method):
    assert ours(getattr(stand_in.Picamera2, method)) == signature(real["Picamera2"], method)


@pytest.mark.parametrize("method", ["get_metadata", "make_array"])
def test_the_stand_in_s_request_takes_what_picamera2_s_takes(real, method):
    assert ours(getattr(stand_in.CompletedRequest, method)) == signature(real["CompletedRequest"], method)


def test_every_method_that_the_stand_in_offers_is_held_against_the_real_one():
    own = {name for name, each in vars(stand_in.Picamera2).items() if inspect.isfunction(each)}
    assert own - {"controls", "count"} == set(METHODS)


@pytest.mark.parametrize("name", ["camera_controls", "camera_properties"])
def test_what_the_adapter_asks_of_the_camera_is_there(real, name):
    assert name in {each.name for each in real["Picamera2"].body if isinstance(each, ast.FunctionDef)} | {
        each.attr for each in ast.walk(real["Picamera2"]) if isinstance(each, ast.Attribute)
    }


def test_a_parameter_of_another_name_would_be_noticed(real):
    assert ("timeout", True) not in signature(real["Picamera2"], "captured_request")
    assert ("wait", True) in signature(real["Picamera2"], "captured_request")
