"""The compiled painter of whole maps, where it could be compiled.

`_raster.c` is compiled where a compiler was at hand when the package was installed; elsewhere, and with the
environment variable `VISEGRAD_PURE=1`, pictures are painted shape by shape (`bands.py`), which takes longer.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from types import ModuleType


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

strayed: Callable[[tuple[float, float], float], tuple[float, float]] | None = (
    _PART.strayed if _PART is not None else None)
"""As `natural.stray`, compiled."""
