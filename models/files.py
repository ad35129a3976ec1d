"""Where the shipped model files lie."""

from pathlib import Path


def model_path(name: str) -> Path:
    """Give the path of a shipped model, ``reader`` for instance."""
    return Path(__file__).parent / f"{name}.onnx"
