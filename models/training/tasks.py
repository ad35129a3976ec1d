"""What each network learns: its batches, its loss, and figures on drawn decks that never train."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from models.labels import RANKS, TITLES
from models.training.data import cards as card_data
from models.training.data import corners as corner_data
from models.training.data import index as index_data
from models.training.data import reader as reader_data
from models.training.data import title as title_data
from models.training.data.faces import Faces, load_decks
from models.training.fit import Batches
from models.training.networks.cards import CornerLocator, Locator, Refiner, places
from models.training.networks.index import IndexReader
from models.training.networks.reader import Reader, contrast
from models.training.networks.title import TitleReader

Drawn = Callable[[tuple[Faces, Faces], int, int], Iterator[tuple[np.ndarray, ...]]]
"""Draws batches of tables without end, from decks, a seed and how many there are in a batch."""

CONTRAST = 0.2
"""Weight of the contrastive loss beside those of rank and suit."""


@dataclass(frozen=True)
class Task:
    """One network's training.

    batches: from a seed, as fit.fit takes them; loss and say likewise.
    """

    net: nn.Module
    batches: Batches
    loss: Callable[..., torch.Tensor]
    say: Callable[[nn.Module], dict[str, float]]


def task(name: str, folder: Path, count: int, batch: int, first: int = 0) -> Task:
    """Give the task of `reader`, `index`, `title`, `locator`, `corner_locator` or `refiner`.

    Faces of `count` decks are drawn to or found in `folder`; what `index` and `title` see is drawn as it is
    used.
    first: seed of the first deck to train on.
    """
    if name == "index":
        seen = partial(index_data.batches, size=batch, decks_drawn=count)
        shown = next(index_data.batches(99, 2000, held_out=True))
        return Task(IndexReader(), seen, index_loss, partial(index_figures, test=shown))
    if name == "title":
        seen = partial(title_data.batches, size=batch, decks_drawn=count)
        shown = next(title_data.batches(99, 2000, held_out=True))
        return Task(TitleReader(), seen, nn.functional.cross_entropy, partial(title_figures, test=shown))
    both = load_decks(folder, held_out=False, count=count, first=first)
    other = load_decks(folder, held_out=True, count=min(24, max(2, count // 12)))
    if name == "reader":
        test = next(reader_data.batches(other, 99, 2000))
        return Task(Reader(), partial(_crops, both, batch), reader_loss, partial(reader_figures, test=test))
    if name in ("locator", "corner_locator"):
        net, drawn, loss = _LOCATORS[name]
        pictures = drawn(other, 99, 16)
        tests = [next(pictures) for _ in range(6)]
        seen = partial(_located, drawn, both, batch)
        return Task(net(), seen, loss, partial(locator_figures, tests=tests, loss=loss))
    margins = next(card_data.margins(other, 99, 600))
    say = partial(refiner_figures, test=margins)
    return Task(Refiner(), partial(_margins, both, batch), refiner_loss, say)


def _crops(both: tuple[Faces, Faces], size: int, seed: int) -> Iterator[tuple[np.ndarray, ...]]:
    for batch in reader_data.batches(both, seed, size):
        yield batch.crops, batch.ranks, batch.suits, batch.faces


def _located(
    drawn: Drawn, both: tuple[Faces, Faces], size: int, seed: int
) -> Iterator[tuple[np.ndarray, ...]]:
    return drawn(both, seed, size)


def _margins(both: tuple[Faces, Faces], size: int, seed: int) -> Iterator[tuple[np.ndarray, ...]]:
    return card_data.margins(both, seed, size)


def reader_loss(
    rank: Tensor, suit: Tensor, embedding: Tensor, ranks: Tensor, suits: Tensor, faces: Tensor
) -> Tensor:
    """Cross entropy of rank and suit, and the contrast between faces."""
    cross = nn.functional.cross_entropy
    return cross(rank, ranks) + cross(suit, suits) + CONTRAST * contrast(embedding, faces)


def reader_figures(net: nn.Module, test: reader_data.Batch) -> dict[str, float]:
    """Give the share right, right and wrong above a confidence of 0.95, and twins found.

    A twin is the other picture of the same face; it is found if no other picture's embedding is nearer.
    """
    parts = [net(torch.from_numpy(test.crops[i : i + 128])) for i in range(0, len(test.crops), 128)]
    rank, suit, embedding = (torch.cat(part) for part in zip(*parts, strict=True))
    p, q = rank.softmax(1).max(1), suit.softmax(1).max(1)
    good = (p.indices.numpy() == test.ranks) & (q.indices.numpy() == test.suits)
    sure = (p.values * q.values).numpy() > 0.95
    near = (embedding @ embedding.T).numpy()
    np.fill_diagonal(near, -1)
    twins = test.faces[near.argmax(1)] == test.faces
    return {
        "right": good.mean(), "sure_right": (sure & good).mean(), "sure_wrong": (sure & ~good).mean(),
        "twins": twins[test.faces >= 0].mean(),
    }  # fmt: skip


def index_loss(rank: Tensor, suit: Tensor, ranks: Tensor, suits: Tensor) -> Tensor:
    """Cross entropy of the rank and suit that an index says, ``none`` among them."""
    return nn.functional.cross_entropy(rank, ranks) + nn.functional.cross_entropy(suit, suits)


def index_figures(net: nn.Module, test: tuple[np.ndarray, ...]) -> dict[str, float]:
    """Give the share right, right and wrong above a confidence of 0.95, and invented where none is."""
    shown, ranks, suits = test
    parts = [net(torch.from_numpy(shown[i : i + 128])) for i in range(0, len(shown), 128)]
    rank, suit = (torch.cat(part) for part in zip(*parts, strict=True))
    p, q = rank.softmax(1).max(1), suit.softmax(1).max(1)
    good = (p.indices.numpy() == ranks) & (q.indices.numpy() == suits)
    sure = (p.values * q.values).numpy() > 0.95
    nothing = ranks == len(RANKS) - 1
    return {
        "right": good.mean(), "sure_right": (sure & good).mean(), "sure_wrong": (sure & ~good).mean(),
        "invented": (nothing & sure & (p.indices.numpy() != len(RANKS) - 1)).mean(),
    }  # fmt: skip


def title_figures(net: nn.Module, test: tuple[np.ndarray, ...]) -> dict[str, float]:
    """Give the share right, and of words named above 0.95, right and wrong; the words are of unmet fonts."""
    shown, says = test
    p = torch.cat([net(torch.from_numpy(shown[i : i + 128]))[0] for i in range(0, len(shown), 128)])
    top = p.softmax(1).max(1)
    best, none = top.indices.numpy(), TITLES.index("none")
    sure = (top.values.numpy() > 0.95) & (best != none)
    return {
        "right": (best == says).mean(), "read": (sure & (best == says)).sum() / (says != none).sum(),
        "exchanged": (sure & (best != says) & (says != none)).mean(),
        "invented": (sure & (says == none)).mean(),
    }  # fmt: skip


def locator_loss(
    heat: Tensor, box: Tensor, wanted: Tensor, box_wanted: Tensor, weight: Tensor,
    parts: tuple[float, ...] = (1.0, 1.0, 4.0, 4.0, 2.0, 2.0),
) -> Tensor:  # fmt: skip
    """Sum the middles' focal loss (Law and Deng, CornerNet, 2018) and the boxes' absolute errors.

    parts: what an error of each of the box's six numbers weighs.
    """
    heat = heat[:, 0]
    p = torch.sigmoid(heat).clamp(1e-5, 1 - 1e-5)
    middle = wanted == 1
    found = -((1 - p) ** 2 * torch.log(p))[middle].sum()
    falsely = -((1 - wanted.clamp(0, 1)) ** 4 * p**2 * torch.log(1 - p))[(wanted >= 0) & ~middle].sum()
    scale = torch.tensor(parts).view(1, 6, 1, 1)
    off = (nn.functional.smooth_l1_loss(box * scale, box_wanted * scale, reduction="none", beta=0.3)).sum(1)
    return (found + falsely) / max(1, int(middle.sum())) + (off * weight).sum() / weight.sum().clamp(min=1)


corner_loss = partial(locator_loss, parts=(2.0, 2.0, 2.0, 2.0, 2.0, 2.0))
"""The same of corners, whose box is a place and two edges."""

_LOCATORS: dict[str, tuple[Callable[[], nn.Module], Drawn, Callable[..., Tensor]]] = {
    "locator": (Locator, card_data.whole, locator_loss),
    "corner_locator": (CornerLocator, corner_data.batches, corner_loss),
}
"""Network, batches and loss of each that finds cards."""


def locator_figures(
    net: nn.Module, tests: list[tuple[np.ndarray, ...]], loss: Callable[..., torch.Tensor]
) -> dict[str, float]:
    """Give the shares of middles found and of false ones at 0.3, and the loss."""
    found = cards = false = 0
    losses = []
    for pictures, *wanted in tests:
        heat, box = net(torch.from_numpy(pictures))
        losses.append(float(loss(heat, box, *(torch.from_numpy(part) for part in wanted))))
        peak = nn.functional.max_pool2d(heat, 3, 1, 1) == heat
        sure = (torch.sigmoid(heat) > 0.3) & peak
        middle = torch.from_numpy(wanted[0])[:, None]
        close = nn.functional.max_pool2d(sure.float(), 3, 1, 1) > 0
        found, cards = found + int((close & (middle == 1)).sum()), cards + int((middle == 1).sum())
        around = nn.functional.max_pool2d(((middle > 0.3) | (middle < 0)).float(), 3, 1, 1) > 0
        false += int((sure & ~around).sum())
    return {"found": found / cards, "false_a_card": false / cards, "loss": float(np.mean(losses))}


SPREAD = 0.022
"""How far about a corner, in shares of the crop, its map should be lit in training."""


def refiner_loss(
    corners: Tensor, card: Tensor, maps: Tensor, corners_wanted: Tensor, card_wanted: Tensor
) -> Tensor:
    """Sum the corners' absolute errors in hundredths of the crop, their maps' and whether there is a card."""
    off = nn.functional.smooth_l1_loss(100 * corners, 100 * corners_wanted, reduction="none", beta=0.5)
    far = ((corners_wanted.view(-1, 4, 1, 2) - places()) ** 2).sum(3)
    wanted = torch.softmax(-far / (2 * SPREAD**2), 2)
    lit = -(wanted * maps.flatten(2).log_softmax(2)).sum(2).mean(1)
    there = nn.functional.binary_cross_entropy_with_logits(card[:, 0], card_wanted)
    return ((off.mean(1) + lit) * card_wanted).sum() / card_wanted.sum().clamp(min=1) + there


def refiner_figures(net: nn.Module, test: tuple[np.ndarray, ...]) -> dict[str, float]:
    """Give the median and the 95th percentile of a crop's worst corner error, in hundredths of the crop."""
    crops, wanted, card = test
    corners, there = (part.numpy() for part in net(torch.from_numpy(crops)))
    off = np.abs(corners - wanted).max(1)[card > 0] * 100
    return {
        "median": float(np.median(off)),
        "p95": float(np.percentile(off, 95)),
        "told": float(((there[:, 0] > 0) == (card > 0)).mean()),
    }
