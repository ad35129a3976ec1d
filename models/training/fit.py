"""The training loop that all networks share."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, IterableDataset

Batches = Callable[[int], Iterator[tuple[np.ndarray, ...]]]
"""Gives batches without end from a seed; the first part of a batch is what the network sees."""

WARM_STEPS = 200
"""Steps in which the learning rate rises to its full height."""
AVERAGE_AFTER = 500
"""Steps after which the moving average of the weights begins."""
AVERAGED = 500
"""Steps over which it goes."""


class _Stream(IterableDataset):
    def __init__(self, batches: Batches, seed: int) -> None:
        self.batches, self.seed = batches, seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, ...]]:
        worker = torch.utils.data.get_worker_info()
        torch.set_num_threads(1)
        for batch in self.batches(self.seed * 1000 + (worker.id if worker else 0)):
            yield tuple(torch.from_numpy(part) for part in batch)


def _averaged(kept: Sequence[torch.Tensor], seen: Sequence[torch.Tensor], count: torch.Tensor) -> None:
    """Move the averages towards a step's weights: over a tenth of a short run, AVERAGED steps at most."""
    share = max(1 / AVERAGED, 9 / (10 + int(count)))
    for old, new in zip(kept, seen, strict=True):
        if old.is_floating_point():
            old.lerp_(new, share)
        else:
            old.copy_(new)


def fit(
    net: nn.Module, batches: Batches, loss: Callable[..., torch.Tensor],
    say: Callable[[nn.Module], dict[str, float]], out: Path, *, minutes: float, seed: int, rate: float,
    workers: int, average_after: int = AVERAGE_AFTER,
) -> nn.Module:  # fmt: skip
    """Train for so many minutes and give the averaged network, with a checkpoint in `out` each five minutes.

    loss: takes the network's outputs and what follows the first part of a batch; say: figures to print;
    average_after: steps without an average, fewer where the weights are good from the start.
    """
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    loader = iter(
        DataLoader(
            _Stream(batches, seed),
            batch_size=None,
            num_workers=workers,
            prefetch_factor=4 if workers else None,
        )
    )
    average = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=_averaged, use_buffers=True)
    warm = min(WARM_STEPS, average_after)
    fast = torch.backends.mkldnn.is_available() and torch.ops.mkldnn._is_mkldnn_bf16_supported()
    start, said, step, seen, losses = time.monotonic(), 0.0, 0, 0, []
    while (passed := (time.monotonic() - start) / 60) < minutes:
        for group in best.param_groups:
            group["lr"] = (
                rate * min(1, (step + 1) / warm) * (0.5 + 0.5 * np.cos(np.pi * passed / minutes)) + 1e-6
            )
        shown, *wanted = next(loader)
        with torch.autocast("cpu", torch.bfloat16, enabled=fast):
            outputs = net(shown)
        error = loss(*(output.float() for output in outputs), *wanted)
        best.zero_grad(set_to_none=True)
        error.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        if step > average_after:
            average.update_parameters(net)
        losses.append(error.item())
        step, seen = step + 1, seen + len(shown)
        if passed - said >= min(5.0, minutes / 4):
            said = passed
            model = average.module if step > 3 * average_after else net
            model.eval()
            with torch.no_grad():
                figures = ", ".join(f"{k} {v:.4f}" for k, v in say(model).items())
            net.train()
            sofar = f"{passed:6.1f} min, {seen} pictures, loss {np.mean(losses[-200:]):.4f}"
            print(f"{sofar}; drawn decks that never train: {figures}", flush=True)
            torch.save(model.state_dict(), out.with_suffix(".pt"))
    result = average.module if step > 3 * average_after else net
    torch.save(result.state_dict(), out.with_suffix(".pt"))
    return result.eval()
