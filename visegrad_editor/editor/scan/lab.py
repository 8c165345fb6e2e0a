"""Colours as the eye compares them: CIE L*a*b*, in which equal distances look about equally different."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

_LINEAR = np.where(
    np.arange(256) / 255 <= 0.04045, np.arange(256) / 255 / 12.92,
    ((np.arange(256) / 255 + 0.055) / 1.055) ** 2.4).astype(np.float32)
_TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                    [0.0193339, 0.1191920, 0.9503041]], np.float32)
_WHITE = np.array([0.95047, 1.0, 1.08883], np.float32)
_CUBE, _SLOPE, _REST = 216 / 24389, 24389 / 27 / 116, 16 / 116


def lab(pixels: npt.NDArray[np.uint8]) -> Floats:
    """L*, a* and b* of sRGB pixels, in the last axis.

    >>> [round(float(v)) + 0 for v in lab(np.array([[255, 255, 255]], np.uint8))[0]]
    [100, 0, 0]
    >>> [round(float(v)) for v in lab(np.array([[0, 0, 255]], np.uint8))[0]]
    [32, 79, -108]
    """
    xyz = _LINEAR[pixels] @ (_TO_XYZ / _WHITE[:, None]).T
    f = np.where(xyz > _CUBE, np.cbrt(xyz), _SLOPE * xyz + _REST)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    found: Floats = np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1).astype(np.float32)
    return found
