"""The variants of hexes: what stands in a hex differs from what stands in its neighbours, but hexes of one
variant look alike, so that it is drawn once for all of them."""

from __future__ import annotations

from functools import lru_cache

from ..hexgrid import Hex

VARIANTS = 64


@lru_cache(maxsize=1 << 15)
def _lattice(i: int, j: int, salt: int) -> float:
    """A fixed pseudo-random number in -1..1 for a lattice point."""
    n = (i * 374761393 + j * 668265263 + salt * 1442695041) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 32767.5 - 1.0


@lru_cache(maxsize=1 << 10)
def variant(hex: Hex) -> int:
    """The variant of a hex, a fixed pseudo-random number below `VARIANTS`. Hexes of one variant have the same
    marks, so that these are drawn once for all of them."""
    return int((_lattice(hex.col * 7 + 3, hex.row * 5 + 1, 5) + 1) / 2.001 * VARIANTS)


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
