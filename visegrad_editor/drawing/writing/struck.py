"""Letters that a row of hexsides strikes out: one that runs between them, in the middle of their height."""

from __future__ import annotations

import math

import numpy as np

from ...hexgrid import Hex, HexGeometry
from ..letters.fonts import CAP_HEIGHT
from ..primitives import Text

_APART = math.sqrt(3) / 2
"""How far rows of hexsides are from one another, in map units; one runs through the centre of each hex."""
_MOST = 0.4
"""How far the middle of letters is from a row at most: little less than halfway to the next."""
_SMALL, _GREAT = 0.8, 1.2
"""The sizes of letters, in map units, from which hexsides look less and less like strokes through them, and
from which capitals are as high as rows are apart, so that these always cross them."""
_LEVEL = 6.0
"""Letters that are turned against the hexsides by more degrees than that are crossed, not struck out."""


def struck(text: Text, shifts: np.ndarray, geometry: HexGeometry) -> np.ndarray:
    """How much a text that is moved by each of some shifts (n, 2) looks struck out by hexsides: from 0, where
    all its letters are clear of those that run its way, or too large to be, to 1, where these run through
    its middle.

    Hexsides run in three directions; on a map with flat tops one of them is level."""
    first = 0.0 if geometry.shape == "flat" else 30.0
    weight = min(1.0, (_GREAT - text.size) / (_GREAT - _SMALL))
    if weight <= 0.0 or abs((text.rotation - first + 30.0) % 60.0 - 30.0) > _LEVEL:
        return np.zeros(len(shifts))
    angle = math.radians(round((text.rotation - first) / 60.0) * 60.0 + first)
    across = np.array((-math.sin(angle), math.cos(angle)))
    middle = (np.array(text.at) + shifts - geometry.centre(Hex(0, 0))) @ across
    from_row = np.abs((middle + _APART / 2) % _APART - _APART / 2)
    found: np.ndarray = weight * (1.0 - from_row / min(text.size * CAP_HEIGHT / 2, _MOST)).clip(0.0)
    return found
