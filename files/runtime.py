"""ONNX Runtime, loaded without its lines about graphics that it does not know, such as a Pi's."""

import platform
from pathlib import Path

from files.quiet import quiet

with quiet():
    import onnxruntime

__all__ = ["onnxruntime", "session_options"]

WHOLE_SUMS = "session.x64quantprecision"
"""ONNX Runtime's key for sums that do not saturate, in `onnxruntime_session_options_config_keys.h`.

An x86 processor without VNNI (AMD before Zen 4, Intel before Ice Lake, most desktops before Alder Lake) adds
pairs of products of a uint8 and an int8 in 16 bits, which are too few: cards are missed and misread. With it
weights are taken as uint8, whose sums are whole. A processor that needs none of this must not be asked for
it: ONNX Runtime 1.32 obeys there, too, says the same to the bit, and takes two and a half times as long.
"""

X86 = {"x86_64", "AMD64", "i686"}
"""What Python calls the processors that may saturate."""

VNNI = {"avx512_vnni", "avx_vnni"}
"""Linux's words for what adds such products in 32 bits (Vector Neural Network Instructions)."""

CPUINFO = Path("/proc/cpuinfo")
"""Where Linux lists what a processor can do; another system that has no such file is taken to saturate."""


def session_options(threads: int = 1) -> "onnxruntime.SessionOptions":
    """Give what every session is opened with: so many threads, no warnings, whole sums on any processor."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    if _saturates():
        options.add_session_config_entry(WHOLE_SUMS, "1")
    return options


def saturates(machine: str, cpuinfo: str) -> bool:
    """Tell whether a processor adds products of eight bits in sixteen: an x86 that does not list VNNI.

    machine: as `platform.machine()` names it; cpuinfo: Linux's list of what it can do, or "".
    """
    return machine in X86 and VNNI.isdisjoint(cpuinfo.split())


def _saturates() -> bool:
    """Tell it of the processor at hand."""
    try:
        cpuinfo = CPUINFO.read_text()
    except OSError:
        cpuinfo = ""
    return saturates(platform.machine(), cpuinfo)
