"""Gives access to the compiled painter, if available.

`_raster.c` is compiled if there is a compiler when the package is installed; otherwise, and with the
environment variable `VISEGRAD_PURE=1`, pictures are painted shape by shape (`bands.py`), which takes longer.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np


def _compiled_part() -> ModuleType | None:
    if os.environ.get("VISEGRAD_PURE", "0") not in ("", "0"):
        return None
    try:
        from . import _raster
    except ImportError:
        return None
    return _raster


_PART = _compiled_part()

COMPILED = _PART is not None
"""Whether whole maps are painted by compiled code."""

Data = bytes | bytearray | np.ndarray[Any, Any]
ground: Callable[
    [bytearray, bytearray, tuple[int, int], tuple[int, int], bool, bool,
     tuple[Data, Data, Data, Data], bytes, bytes, bytes], bool] | None = (
    _PART.ground if _PART is not None else None)
"""Paints the coarse ground: see `_raster.pyi`."""

strayed: Callable[[tuple[float, float], float], tuple[float, float]] | None = (
    _PART.strayed if _PART is not None else None)
"""`natural_lines.stray`, compiled."""
