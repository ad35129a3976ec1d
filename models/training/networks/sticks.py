"""The throwing sticks' networks: locator and refiner as the cards have them, and a reader of two sides."""

import torch
from torch import nn

from games.sticks import NOTCHES, SIDES
from models.labels import STICK_COLORS, STICK_MARGIN_SIZE, STICK_SIZE, STICK_STATES
from models.training.networks.cards import Locator, Refiner, shares
from models.training.networks.reader import Residual, conv


class StickLocator(Locator):
    """Find sticks, roughly: inputs and outputs are the card locator's."""


class StickRefiner(Refiner):
    """Find the six vertices of a stick's prism, hidden ones too.

    Input: uint8 (N, 64, 192, 3) BGR. Outputs: `corners` (N, 12), x and y in shares of the crop, in the order
    of models.strips; `stick` (N, 1), a logit; `spread` (N, 6), in pixels of the crop: how far about each
    vertex its map is lit, which grows with the error. In training the maps' logits (N, 6, 20, 52) instead.
    """

    def __init__(self) -> None:
        super().__init__(STICK_MARGIN_SIZE, 6)

    def forward(self, crop: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Give the vertices in shares of the crop, whether there is a stick, and their spread in pixels.

        In training their maps instead of the last.
        """
        maps, stick = self.seen(crop)
        share = shares(maps)
        points = share @ self.places
        if self.training:
            return points.flatten(1), stick, maps
        about = (share @ self.places**2 - points**2) * torch.tensor(STICK_MARGIN_SIZE) ** 2
        return points.flatten(1), stick, about.clamp(min=0).sum(2).sqrt()


class StickReader(nn.Module):
    """Read a stick's two straightened sides.

    Input: uint8 (N, 96, 192, 3) BGR. Outputs, logits: `notches` (N, 3) of the upper edge; `bases` (N, 2, 3),
    those of the base edges above and below; `sides` (N, 2, 3), above and below, in the order of
    games.sticks.SIDES; `color` (N, 4) of STICK_COLORS; `state` (N, 3) of STICK_STATES.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 2, 5), conv(24, 32, 2), Residual(32), conv(32, 64, 2), Residual(64),
            conv(64, 96, 2), Residual(96), conv(96, 24, 1, 1), nn.Flatten(),
        )  # fmt: skip
        cells = (STICK_SIZE[0] // 16) * (STICK_SIZE[1] // 16)
        self.trunk = nn.Sequential(nn.Linear(24 * cells, 96), nn.BatchNorm1d(96), nn.ReLU(inplace=True))
        self.low = nn.Sequential(
            nn.Linear(24 * cells, 48), nn.BatchNorm1d(48), nn.ReLU(inplace=True),
            nn.Linear(48, 2 * len(NOTCHES)),
        )  # fmt: skip
        self.counts = (len(NOTCHES), 2 * len(SIDES), len(STICK_COLORS), len(STICK_STATES))
        self.last = nn.Linear(96, sum(self.counts))

    def forward(self, crop: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Give the scores of notches, sides, colour and state for crops: uint8 (N, H, W, 3) BGR."""
        # No contrast is taken out here, unlike in the card reader: black and white sticks differ by it.
        x = crop.permute(0, 3, 1, 2).float() / 127.5 - 1.0
        seen = self.body(x)
        notches, sides, color, state = self.last(self.trunk(seen)).split(self.counts, 1)
        bases = self.low(seen).reshape(-1, 2, len(NOTCHES))
        return notches, bases, sides.reshape(-1, 2, len(SIDES)), color, state
