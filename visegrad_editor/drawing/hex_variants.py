"""The variants of hexes: what stands in a hex differs from what stands in its neighbours, but hexes of one
variant look alike, so that it is drawn once for all of them."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

import numpy as np

from ..hexgrid import Hex

VARIANTS = 64


Numbers = TypeVar("Numbers", int, np.ndarray)
"""One number, or many."""


def _noise(i: Numbers, j: Numbers, salt: int) -> Numbers:
    """A fixed pseudo-random number below 65,536 for a lattice point, or for many."""
    n = (i * 374761393 + j * 668265263 + salt * 1442695041) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    noise: Numbers = (n ^ (n >> 16)) & 0xFFFF
    return noise


@lru_cache(maxsize=1 << 15)
def _lattice(i: int, j: int, salt: int) -> float:
    """A fixed pseudo-random number in -1..1 for a lattice point."""
    return _noise(i, j, salt) / 32767.5 - 1.0


def _variants(col: Numbers, row: Numbers) -> float | np.ndarray:
    """The variants of hexes, to be rounded down."""
    return _noise(col * 7 + 3, row * 5 + 1, 5) / 32767.5 / 2.001 * VARIANTS


@lru_cache(maxsize=1 << 10)
def variant(hex: Hex) -> int:
    """The variant of a hex, a fixed pseudo-random number below `VARIANTS`. Hexes of one variant have the same
    marks, so that these are drawn once for all of them."""
    return int(_variants(hex.col, hex.row))


def variants_of(col: np.ndarray, row: np.ndarray) -> np.ndarray:
    """The variants of many hexes."""
    return np.asarray(_variants(col, row)).astype(np.int64)


@lru_cache(maxsize=1)
def hexes_of_variants() -> tuple[Hex, ...]:
    """One hex of each variant, perhaps outside the map."""
    found: dict[int, Hex] = {}
    for hex in (Hex(n % 64, n // 64) for n in range(4096)):
        found.setdefault(variant(hex), hex)
    return tuple(found[number] for number in range(VARIANTS))


@lru_cache(maxsize=1 << 15)
def _chance(number: int, salt: int) -> float:
    return (_lattice(number * 7 + 3, 1, salt) + 1) / 2


def chance(hex: Hex, salt: int) -> float:
    """A fixed pseudo-random number in 0..1 for a hex, the same for all hexes of its `variant`."""
    return _chance(variant(hex), salt)
