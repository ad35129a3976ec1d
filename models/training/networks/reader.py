"""The reader's network: one rectified card in; rank, suit and embedding out."""

import torch
from torch import nn

from models.labels import CROP_SIZE, EMBEDDING, RANKS, SUITS

TEMPERATURE = 0.1
"""Of the contrastive loss: the less, the more what lies nearest counts."""


def conv(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """Convolve, normalise, rectify."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions around which the input is added."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = (
            conv(width, width),
            nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Add what two convolutions find to what came in."""
        return torch.relu(x + self.second(self.first(x)))


class Reader(nn.Module):
    """Read a card.

    Input: uint8 (N, 144, 96, 3) BGR. Outputs: rank logits (N, 21), suit logits (N, 9), embedding (N, 64)
    of length one.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 32, 2, 5), conv(32, 48, 2), Residual(48), conv(48, 96, 2), Residual(96),
            conv(96, 160, 2), Residual(160), conv(160, 80, 1, 1), nn.Flatten(),
        )  # fmt: skip
        cells = (CROP_SIZE[0] // 16) * (CROP_SIZE[1] // 16)
        self.trunk = nn.Sequential(nn.Linear(80 * cells, 256), nn.BatchNorm1d(256), nn.ReLU(inplace=True))
        self.rank, self.suit = nn.Linear(256, len(RANKS)), nn.Linear(256, len(SUITS))
        self.embedding = nn.Linear(256, EMBEDDING)

    def forward(self, crop: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Give the scores of rank and suit and the embedding of crops: uint8 (N, H, W, 3) BGR."""
        x = crop.permute(0, 3, 1, 2).float() / 127.5 - 1.0
        # Light and camera differ from table to table: take out each crop's own brightness and contrast.
        mean = x.mean((1, 2, 3), keepdim=True)
        spread = ((x - mean) ** 2).mean((1, 2, 3), keepdim=True).sqrt()
        features = self.trunk(self.body((x - mean) / (spread + 0.05)))
        embedding = self.embedding(features)
        return self.rank(features), self.suit(features), embedding / embedding.norm(dim=1, keepdim=True)


def contrast(embeddings: torch.Tensor, faces: torch.Tensor) -> torch.Tensor:
    """Give the supervised contrastive loss: two pictures of one face near each other, all others far.

    embeddings: float (N, E) of length one; faces: int64 (N,), -1 where a picture shows none.
    Source: Khosla et al., Supervised Contrastive Learning, 2020.
    """
    kept = faces >= 0
    embeddings, faces = embeddings[kept], faces[kept]
    near = embeddings @ embeddings.T / TEMPERATURE
    itself = torch.eye(len(near), dtype=torch.bool)
    log = near - torch.logsumexp(near.masked_fill(itself, -1e9), 1, keepdim=True)
    same = (faces[:, None] == faces[None]) & ~itself
    paired = same.any(1)
    if not paired.any():
        return near.new_zeros(())
    return -(log * same).sum(1)[paired].div(same.sum(1)[paired]).mean()
