"""The networks that find cards: a locator over the whole picture, and a step that refines its corners."""

import torch
from torch import nn

from models.labels import MARGIN_SIZE
from models.training.networks.reader import Residual, conv


def _contrasted(picture: torch.Tensor) -> torch.Tensor:
    x = picture.permute(0, 3, 1, 2).float() / 127.5 - 1.0
    mean = x.mean((1, 2, 3), keepdim=True)
    spread = ((x - mean) ** 2).mean((1, 2, 3), keepdim=True).sqrt()
    return (x - mean) / (spread + 0.05)


class _Bottleneck(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        half = width // 2
        self.body = nn.Sequential(conv(width, half, 1, 1), conv(half, half))
        self.last = nn.Sequential(nn.Conv2d(half, width, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Give the corners in shares of the crop and whether there is a card; in training their maps, too."""
        return torch.relu(x + self.last(self.body(x)))


class Locator(nn.Module):
    """Find cards, roughly.

    Input: uint8 (N, H, W, 3) BGR, H and W multiples of 32. Outputs, a cell for STRIDE pixels: `heat` (N, 1,
    h, w) logits of a card's middle; `box` (N, 6, h, w): from the cell's middle to the card's in cells (x, y),
    logarithms of short and long side in UNIT pixels, cosine and sine of twice the long side's angle.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 2), conv(16, 24, 2))
        self.eighth = nn.Sequential(conv(24, 48, 2), Residual(48))
        self.sixteenth = nn.Sequential(conv(48, 96, 2), _Bottleneck(96), _Bottleneck(96))
        self.last = nn.Sequential(conv(96, 128, 2), _Bottleneck(128), _Bottleneck(128), _Bottleneck(128))
        self.from_last, self.mixed = conv(128, 96, 1, 1), _Bottleneck(96)
        self.from_sixteenth = conv(96, 48, 1, 1)
        self.head = conv(48, 64)
        self.heat, self.box = nn.Conv2d(64, 1, 1), nn.Conv2d(64, 6, 1)
        nn.init.constant_(self.heat.bias, -4.0)

    def forward(self, picture: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Give the map of the middles (logits) and that of the boxes for pictures: uint8 (N, H, W, 3) BGR."""
        eighth = self.eighth(self.stem(_contrasted(picture)))
        sixteenth = self.sixteenth(eighth)
        last = self.last(sixteenth)
        up = nn.functional.interpolate
        mixed = self.mixed(sixteenth + up(self.from_last(last), scale_factor=2.0, mode="nearest"))
        fine = self.head(eighth + up(self.from_sixteenth(mixed), scale_factor=2.0, mode="nearest"))
        return self.heat(fine), self.box(fine)


class CornerLocator(Locator):
    """Find cards by their corners, of which each tells where the whole card lies.

    Input and `heat` as Locator, a cell for the middle of each index place in view; `box` (N, 6, h, w): from
    the cell's middle to the card's corner in cells (x, y), and from the corner along the short and along the
    long edge in UNIT pixels (x, y each). A keypoint detector of the kind of CornerNet (Law and Deng, 2018),
    in which a corner alone gives the box.
    """


BEYOND = 2
"""Cells around the refiner's crop in which a corner may lie, too."""

FINE_STRIDE = 4
"""Pixels of the crop a cell of the refiner's maps stands for."""


class Refiner(nn.Module):
    """Find one card's corners exactly.

    Input: uint8 (N, 128, 96, 3) BGR, a card roughly straightened with a margin. Outputs: `corners` (N, 8), x
    and y of each corner in shares of the crop, clockwise from the top left: the mean place of a map (Sun et
    al., Integral Human Pose Regression, 2018); `card` (N, 1), a logit; in training also the maps' logits (N,
    4, 36, 28).

    size: width and height of the crop in pixels; points: how many places are found in it.
    """

    def __init__(self, size: tuple[int, int] = MARGIN_SIZE, points: int = 4) -> None:
        super().__init__()
        self.fourth = nn.Sequential(conv(3, 24, 2, 5), conv(24, 32, 2), Residual(32))
        self.eighth = nn.Sequential(conv(32, 64, 2), Residual(64))
        self.last = nn.Sequential(conv(64, 96, 2), Residual(96))
        self.from_last, self.from_eighth = conv(96, 64, 1, 1), nn.Sequential(conv(64, 64), conv(64, 32, 1, 1))
        self.head = nn.Sequential(conv(32, 48), nn.Conv2d(48, points, 3, 1, 1))
        cells = (size[0] // 16) * (size[1] // 16)
        self.card = nn.Sequential(conv(96, 32, 1, 1), nn.Flatten(), nn.Linear(32 * cells, 1))
        self.register_buffer("places", places(size), persistent=False)

    def forward(self, crop: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Give the corners in shares of the crop and whether there is a card; in training their maps, too."""
        maps, card = self.seen(crop)
        corners = (shares(maps) @ self.places).flatten(1)
        return (corners, card, maps) if self.training else (corners, card)

    def seen(self, crop: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Give the maps' logits and `card`."""
        fourth = self.fourth(_contrasted(crop))
        eighth = self.eighth(fourth)
        last = self.last(eighth)
        up = nn.functional.interpolate
        fine = eighth + up(self.from_last(last), scale_factor=2.0, mode="nearest")
        fine = fourth + up(self.from_eighth(fine), scale_factor=2.0, mode="nearest")
        return self.head(nn.functional.pad(fine, (BEYOND,) * 4)), self.card(last)


def shares(maps: torch.Tensor) -> torch.Tensor:
    """Turn maps' logits (N, points, h, w) into how likely each place is: (N, points, h * w)."""
    return maps.float().flatten(2).softmax(2)


def places(size: tuple[int, int] = MARGIN_SIZE) -> torch.Tensor:
    """Give the middles of the refiner's cells in shares of the crop: float (cells, 2), x and y."""
    width, height = size
    y = torch.arange(-BEYOND, height // FINE_STRIDE + BEYOND) + 0.5
    x = torch.arange(-BEYOND, width // FINE_STRIDE + BEYOND) + 0.5
    grid = torch.stack(torch.meshgrid(y * FINE_STRIDE / height, x * FINE_STRIDE / width, indexing="ij"), -1)
    return grid.flip(-1).reshape(-1, 2)
