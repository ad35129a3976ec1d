"""Train the reader on drawn cards and export it: ``python -m models.training.train``."""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, IterableDataset

from models.training import data
from models.training.export import export
from models.training.net import Reader


class _Stream(IterableDataset):
    def __init__(self, folder: Path, decks: int, seed: int, size: int) -> None:
        self.folder, self.decks, self.seed, self.size = folder, decks, seed, size

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        torch.set_num_threads(1)
        both = data.decks(self.folder, held_out=False, count=self.decks)
        for batch in data.batches(both, self.seed * 1000 + (worker.id if worker else 0), self.size):
            yield tuple(torch.from_numpy(part) for part in batch)


def held_out(folder: Path, decks: int, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Draw `count` crops of decks that never train."""
    return next(data.batches(data.decks(folder, held_out=True, count=decks), 99, count))


@torch.no_grad()
def evaluate(net: Reader, crops: np.ndarray, ranks: np.ndarray, suits: np.ndarray) -> dict[str, float]:
    """Give the share right, and right and wrong above a confidence of 0.9, on drawn crops."""
    net.eval()
    probability, right = [], []
    for i in range(0, len(crops), 128):
        rank, suit = net(torch.from_numpy(crops[i : i + 128]))
        p, q = rank.softmax(1).max(1), suit.softmax(1).max(1)
        probability.append((p.values * q.values).numpy())
        right.append((p.indices.numpy() == ranks[i : i + 128]) & (q.indices.numpy() == suits[i : i + 128]))
    net.train()
    sure, good = np.concatenate(probability) > 0.9, np.concatenate(right)
    return {"right": good.mean(), "sure_right": (sure & good).mean(), "sure_wrong": (sure & ~good).mean()}


def train(
    folder: Path,
    out: Path,
    *,
    minutes: float,
    decks: int,
    seed: int,
    batch: int,
    rate: float,
    workers: int,
    start_from: Path | None = None,
) -> Reader:
    """Train for so many minutes, with a checkpoint each five, and leave the weights in `out`."""
    torch.manual_seed(seed)
    net = Reader().to(memory_format=torch.channels_last)
    if start_from is not None:
        net.load_state_dict(torch.load(start_from))
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    test = held_out(folder, min(24, max(2, decks // 12)), 1500)
    loader = iter(
        DataLoader(
            _Stream(folder, decks, seed, batch),
            batch_size=None,
            num_workers=workers,
            prefetch_factor=4 if workers else None,
        )
    )
    start, said, step, losses = time.monotonic(), 0.0, 0, []
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    fast = torch.backends.mkldnn.is_available() and torch.ops.mkldnn._is_mkldnn_bf16_supported()
    while (passed := (time.monotonic() - start) / 60) < minutes:
        share = passed / minutes
        for group in best.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 200) * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-6
        crops, ranks, suits = next(loader)
        with torch.autocast("cpu", torch.bfloat16, enabled=fast):
            rank, suit = net(crops)
        loss = nn.functional.cross_entropy(rank.float(), ranks) + nn.functional.cross_entropy(
            suit.float(), suits
        )
        best.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        if step > 500:
            average.update_parameters(net)
        losses.append(loss.item())
        step += 1
        if passed - said >= min(5.0, minutes / 4):
            said = passed
            model = average.module if step > 1500 else net
            shown = ", ".join(f"{k} {v:.4f}" for k, v in evaluate(model, *test).items())
            sofar = f"{passed:6.1f} min, {step * batch} crops, loss {np.mean(losses[-200:]):.4f}"
            print(f"{sofar}, drawn decks that never train: {shown}", flush=True)
            torch.save(model.state_dict(), out.with_suffix(".pt"))
    result = average.module if step > 1500 else net
    torch.save(result.state_dict(), out.with_suffix(".pt"))
    return result


def main() -> None:
    """Read the command line, train, export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, default=Path("build/faces"), help="where drawn faces are kept")
    parser.add_argument("--out", type=Path, default=Path("build/reader.onnx"), help="the ONNX file to write")
    parser.add_argument("--start", type=Path, help="weights (.pt) of an earlier run to go on from")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--decks", type=int, default=450)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    net = train(
        options.cache, options.out, minutes=options.minutes, decks=options.decks, seed=options.seed,
        batch=options.batch, rate=options.rate, workers=options.workers, start_from=options.start,
    )  # fmt: skip
    export(net, options.out)


if __name__ == "__main__":
    main()
