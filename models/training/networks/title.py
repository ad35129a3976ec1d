"""The title reader's network: a strip of a card in; whether its word names a Wizard or a Jester out."""

import torch
from torch import nn

from models.labels import TITLE_SIZE, TITLES
from models.training.networks.reader import Residual, conv


class TitleReader(nn.Module):
    """Read the word on a strip of a card.

    Input: uint8 (N, 64, 160, 3) BGR. Output: logits (N, 3) of models.labels.TITLES. Its first stages are the
    reader's, so that training goes on from those; then columns of features are read along the strip, as in a
    text recogniser (CRNN; Shi, Bai and Yao, 2015) with convolutions in place of recurrence, and the best
    reading of any place counts.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 32, 2, 5), conv(32, 48, 2), Residual(48), conv(48, 96, 2), Residual(96),
        )  # fmt: skip
        high, wide = TITLE_SIZE[1] // 8, TITLE_SIZE[0] // 8
        self.columns = nn.Sequential(
            conv(96, 96), nn.MaxPool2d((high, 1)), _along(96, 128), _along(128, 128), _along(128, 128),
            nn.MaxPool2d((1, wide)), nn.Flatten(),
        )  # fmt: skip
        self.title = nn.Linear(128, len(TITLES))

    def forward(self, crop: torch.Tensor) -> tuple[torch.Tensor]:
        """Give the scores of each title for crops of the strip it stands in: uint8 (N, H, W, 3) BGR."""
        x = crop.permute(0, 3, 1, 2).float() / 127.5 - 1.0
        # As in the reader: each strip's own brightness and contrast are taken out.
        mean = x.mean((1, 2, 3), keepdim=True)
        spread = ((x - mean) ** 2).mean((1, 2, 3), keepdim=True).sqrt()
        return (self.title(self.columns(self.body((x - mean) / (spread + 0.05)))),)


def _along(inputs: int, outputs: int) -> nn.Sequential:
    """Convolve along the strip, normalise, rectify."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, (1, 5), 1, (0, 2), bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )
