"""What makes ever new pictures of one: turned a little, mirrored, larger, paler, blurred, noisy, a text missed."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

_TURN = 0.03  # radians to either side
_SIZE, _ASPECT = 0.25, 0.05  # of the logarithm of the size, and of its two sides
_SHIFT = (0.03, 0.04)  # of half the picture, across and down
_BLURRED, _BLACK, _NOISY = 0.3, 0.12, 0.6  # shares of the pictures
_GAIN = 0.6  # of the logarithm of how dark the ink is
_LEVEL = (0.15, 0.65)  # grey from which on a picture in black and white has ink
_NOISE = 0.06
_MISSED = 0.1  # share of the pictures on which no other text was found


def worn(pictures: Tensor, chance: torch.Generator) -> Tensor:
    """New pictures of these (n, 3, rows, columns), values 0 to 1: ink, where the text stands, where others do."""
    count = len(pictures)

    def share(*size: int) -> Tensor:
        return torch.rand(*size, device=pictures.device, generator=chance)

    def about(most: float) -> Tensor:
        return (2 * share(count) - 1) * most

    places = functional.affine_grid(_moved(pictures, about, share(count) < 0.5), list(pictures.shape), False)
    moved = functional.grid_sample(pictures, places, padding_mode="zeros", align_corners=False)
    ink, own, others = moved[:, :1], moved[:, 1:2], moved[:, 2:]
    ink = torch.where(share(count, 1, 1, 1) < _BLURRED, functional.avg_pool2d(ink, 3, 1, 1), ink)
    ink = (ink * about(_GAIN).exp()[:, None, None, None]).clamp(0, 1)
    low, high = _LEVEL
    level = low + (high - low) * share(count, 1, 1, 1)
    ink = torch.where(share(count, 1, 1, 1) < _BLACK, (ink > level).float(), ink)
    noise = _NOISE * share(count, 1, 1, 1) * (share(count, 1, 1, 1) < _NOISY)
    ink = (ink + noise * torch.randn(ink.shape, device=ink.device, generator=chance)).clamp(0, 1)
    return torch.cat([ink, own, others * (share(count, 1, 1, 1) > _MISSED)], dim=1)


def _moved(pictures: Tensor, about: Callable[[float], Tensor], mirrored: Tensor) -> Tensor:
    """How each picture is moved (n, 2, 3)."""
    count, (rows, columns) = len(pictures), pictures.shape[2:]
    turn, size = about(_TURN), about(_SIZE).exp()
    wide = size * about(_ASPECT).exp() * torch.where(mirrored, -1.0, 1.0)
    out = torch.zeros(count, 2, 3, device=pictures.device)
    out[:, 0, 0], out[:, 0, 1] = wide * torch.cos(turn), -size * torch.sin(turn) * rows / columns
    out[:, 1, 0], out[:, 1, 1] = wide * torch.sin(turn) * columns / rows, size * torch.cos(turn)
    out[:, 0, 2], out[:, 1, 2] = about(_SHIFT[0]), about(_SHIFT[1])
    return out
