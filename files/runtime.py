"""ONNX Runtime, loaded without its lines about graphics that it does not know, such as a Pi's."""

from files.quiet import quiet

with quiet():
    import onnxruntime

__all__ = ["onnxruntime", "session_options"]

WHOLE_SUMS = "session.x64quantprecision"
"""ONNX Runtime's key for sums that do not saturate, in `onnxruntime_session_options_config_keys.h`.

An x86 processor without VNNI (AMD before Zen 4, Intel before Ice Lake, most desktops before Alder Lake) adds
pairs of products of a uint8 and an int8 in 16 bits, which are too few: cards are missed and misread. With it
weights are taken as uint8 there, whose sums are whole. Elsewhere, a Pi included, it should change nothing.
"""


def session_options(threads: int = 1) -> "onnxruntime.SessionOptions":
    """Give what every session is opened with: so many threads, no warnings, whole sums on any processor."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry(WHOLE_SUMS, "1")
    return options
