"""Fit a reader's temperature on decks that never train: ``python -m models.training.calibrate MODEL``."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx

from games import cards
from models import heads
from models.labels import table
from models.training.data import reader
from models.training.data.faces import Faces, load_decks
from models.training.quantize import opened

EDGES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.0 + 1e-9)
"""Bounds of the confidences that one line of the table tells about."""

BINS = 15
"""Equal parts of the confidences from 0 to 1 over which the expected calibration error is counted."""

RANGE = (0.4, 3.0)
"""Temperatures that are tried."""


@dataclass(frozen=True)
class Heads:
    """What a reader gave for the crops of one edition.

    rank (2 N, R), suit (2 N, S): logits, upright then upside down; truth: int (N,), columns of `pairs`.
    """

    rank: np.ndarray
    suit: np.ndarray
    truth: np.ndarray
    pairs: tuple[tuple[int, int], ...]

    def rows(self, temperature: float) -> np.ndarray:
        """Give float (N, K) probabilities of the names, on which both ways up must agree."""
        log = heads.log_probabilities(self.rank, self.suit, self.pairs, temperature)
        return np.exp((log[: len(log) // 2] + log[len(log) // 2 :]) / 2)


def gather(model: Path, cache: Path, decks: int, count: int, seed: int) -> list[Heads]:
    """Read `count` crops of decks that never train, half of each edition."""
    both = load_decks(cache, held_out=True, count=decks)
    network = opened(model)
    found = []
    for faces, edition in zip(both, cards.EDITIONS, strict=True):
        _, pairs = table(edition)
        crops, truth = _draw((faces, faces), pairs, seed, count // 2)
        parts = []
        for start in range(0, len(crops), 64):
            part = crops[start : start + 64]
            turned = np.ascontiguousarray(part[:, ::-1, ::-1])
            parts.append([network.run(["rank", "suit"], each) for each in (part, turned)])
        rank, suit = (
            np.concatenate([part[way][head] for way in (0, 1) for part in parts]) for head in (0, 1)
        )
        found.append(Heads(rank, suit, truth, pairs))
    return found


def _draw(
    both: tuple[Faces, Faces], pairs: Sequence[tuple[int, int]], seed: int, count: int
) -> tuple[np.ndarray, np.ndarray]:
    crops, truth = [], []
    for batch in reader.batches(both, seed, 64):
        crops.append(batch.crops)
        truth += [pairs.index((int(r), int(s))) for r, s in zip(batch.ranks, batch.suits, strict=True)]
        if len(truth) >= count:
            return np.concatenate(crops)[:count], np.array(truth[:count])
    raise AssertionError("batches end never")


def loss(read: Sequence[Heads], temperature: float) -> float:
    """Score how well the confidence tells whether a reading is right: the mean logarithmic loss.

    The likelihood of the true names would be ruled by crops that nobody can read, and those ask anyway.
    """
    sure, right, _ = confidences(read, temperature)
    sure = np.clip(sure, 1e-4, 1 - 1e-4)
    return float(-np.log(np.where(right, sure, 1 - sure)).mean())


def fit(read: Sequence[Heads]) -> float:
    """Find the temperature of the least loss, to a hundredth."""
    low, high = RANGE
    while high - low > 0.005:
        third = (high - low) / 3
        if loss(read, low + third) < loss(read, high - third):
            high -= third
        else:
            low += third
    return round((low + high) / 2, 2)


def confidences(read: Sequence[Heads], temperature: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give for each crop the confidence, whether it is right, and whether it was taken for a card's face."""
    sure, right, face = [], [], []
    for each in read:
        rows = each.rows(temperature)
        best = rows.argmax(1)
        sure.append(rows.max(1))
        right.append(best == each.truth)
        face.append(best < rows.shape[1] - 2)
    return np.concatenate(sure), np.concatenate(right), np.concatenate(face)


def calibration_error(sure: np.ndarray, right: np.ndarray) -> float:
    """Give how far confidence and truth lie apart in the mean, over BINS equal parts: 0..1.

    sure: float (N,) confidences; right: bool (N,). Source: Guo et al., On Calibration of Modern Neural
    Networks, 2017, equation 3.
    """
    part = np.minimum((sure * BINS).astype(int), BINS - 1)
    off = np.bincount(part, sure, BINS) - np.bincount(part, right, BINS)
    return float(np.abs(off).sum() / max(1, len(sure)))


def report(read: Sequence[Heads], temperature: float, threshold: float) -> str:
    """Print how often a confidence tells the truth."""
    sure, right, face = confidences(read, temperature)
    lines = [f"temperature {temperature:.2f}: loss {loss(read, temperature):.4f}"]
    lines.append("confidence      crops  mean    right")
    for low, high in zip(EDGES, EDGES[1:], strict=False):
        here = (sure >= low) & (sure < high)
        if here.any():
            mean, share = sure[here].mean(), right[here].mean()
            lines.append(f"{low:5.3f} .. {min(high, 1):5.3f} {here.sum():6d}  {mean:.4f}  {share:.4f}")
    trusted = face & (sure >= threshold)
    lines.append(f"expected calibration error {calibration_error(sure, right):.4f}")
    lines.append(
        f"faces trusted from {threshold}: {(trusted & right).sum()} right, {(trusted & ~right).sum()} wrong, "
        f"of {face.sum()} taken for faces"
    )
    return "\n".join(lines)


def write(model: Path, temperature: float) -> None:
    """Put the temperature into the model file's metadata."""
    net = onnx.load(str(model))
    known = {entry.key: entry for entry in net.metadata_props}
    entry = known.get("temperature") or net.metadata_props.add()
    entry.key, entry.value = "temperature", str(temperature)
    onnx.save(net, str(model))


def main() -> None:
    """Read the command line, print the tables, and write the temperature where that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, help="the reader's ONNX file")
    parser.add_argument("--cache", type=Path, default=Path("build/faces"), help="where drawn faces are kept")
    parser.add_argument("--decks", type=int, default=24, help="decks of each kind to draw")
    parser.add_argument("--crops", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--sure", type=float, default=0.95, help="confidence from which a reading is trusted")
    parser.add_argument("--write", action="store_true", help="put the temperature into the file")
    options = parser.parse_args()
    read = gather(options.model, options.cache, options.decks, options.crops, options.seed)
    temperature = fit(read)
    print(report(read, 1.0, options.sure))
    print(report(read, temperature, options.sure))
    if options.write:
        write(options.model, temperature)
        print(f"{options.model} holds temperature {temperature} now")


if __name__ == "__main__":
    main()
