"""The index reader's network: one corner of a card in; the rank and suit that its index says out."""

import torch
from torch import nn

from models.labels import INDEX_SIZE, RANKS, SUITS
from models.training.networks.reader import Residual, conv


class IndexReader(nn.Module):
    """Read the index in a card's corner.

    Input: uint8 (N, 112, 64, 3) BGR. Outputs: rank logits (N, 21), suit logits (N, 9); ``none`` where the
    corner shows none. Its first stages are the reader's, so that training goes on from those.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 32, 2, 5), conv(32, 48, 2), Residual(48), conv(48, 96, 2), Residual(96),
            conv(96, 96, 2), Residual(96), conv(96, 40, 1, 1), nn.Flatten(),
        )  # fmt: skip
        cells = (INDEX_SIZE[0] // 16) * (INDEX_SIZE[1] // 16)
        self.trunk = nn.Sequential(nn.Linear(40 * cells, 160), nn.BatchNorm1d(160), nn.ReLU(inplace=True))
        self.rank, self.suit = nn.Linear(160, len(RANKS)), nn.Linear(160, len(SUITS))

    def forward(self, crop: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Give the scores of rank and suit for crops of one corner: uint8 (N, H, W, 3) BGR."""
        x = crop.permute(0, 3, 1, 2).float() / 127.5 - 1.0
        # As in the reader: each corner's own brightness and contrast are taken out.
        mean = x.mean((1, 2, 3), keepdim=True)
        spread = ((x - mean) ** 2).mean((1, 2, 3), keepdim=True).sqrt()
        features = self.trunk(self.body((x - mean) / (spread + 0.05)))
        return self.rank(features), self.suit(features)
