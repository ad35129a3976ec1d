"""The reader's network: one rectified card in; rank and suit out."""

import torch
from torch import nn

from models.labels import CROP_SIZE, RANKS, SUITS


def _conv(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = (
            _conv(width, width),
            nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.second(self.first(x)))


class Reader(nn.Module):
    """Read a card.

    Input: uint8 (N, 144, 96, 3) BGR. Outputs: rank logits (N, 21), suit logits (N, 9).
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 32, 2, 5), _conv(32, 48, 2), _Residual(48), _conv(48, 96, 2), _Residual(96),
            _conv(96, 160, 2), _Residual(160), _conv(160, 80, 1, 1), nn.Flatten(),
        )  # fmt: skip
        cells = (CROP_SIZE[0] // 16) * (CROP_SIZE[1] // 16)
        self.trunk = nn.Sequential(nn.Linear(80 * cells, 256), nn.BatchNorm1d(256), nn.ReLU(inplace=True))
        self.rank, self.suit = nn.Linear(256, len(RANKS)), nn.Linear(256, len(SUITS))

    def forward(self, crop: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = crop.permute(0, 3, 1, 2).float() / 127.5 - 1.0
        # Light and camera differ from table to table: take out each crop's own brightness and contrast.
        mean = x.mean((1, 2, 3), keepdim=True)
        spread = ((x - mean) ** 2).mean((1, 2, 3), keepdim=True).sqrt()
        features = self.trunk(self.body((x - mean) / (spread + 0.05)))
        return self.rank(features), self.suit(features)
