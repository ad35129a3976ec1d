"""ONNX Runtime, loaded without its lines about graphics that it does not know, such as a Pi's."""

from files.quiet import quiet

with quiet():
    import onnxruntime

__all__ = ["onnxruntime"]
