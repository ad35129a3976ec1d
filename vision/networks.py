"""The networks, one for each model file."""

import os
from functools import cache
from pathlib import Path

from files.runtime import onnxruntime, session_options
from models.files import complaint
from models.network import Network
from texts import say
from vision.errors import MissingModel

THREADS = 2
"""A Pi keeps two of its four cores for the camera and the pages; on one core a second thread costs time."""


@cache
def network(path: Path) -> Network:
    """Open a model file. Raises MissingModel where it is not there, is broken or not the one shipped."""
    if wrong := complaint(path):
        raise MissingModel(wrong)
    options = session_options(min(THREADS, len(os.sched_getaffinity(0))))
    options.enable_cpu_mem_arena = False  # a third of the memory, at no measured cost in time
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return Network(onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"]))
    except Exception as error:  # onnxruntime raises classes of its own that it does not export
        raise MissingModel(
            say(
                "the model file {path} cannot be loaded ({why}): install Familiar again", path=path, why=error
            )
        ) from error
