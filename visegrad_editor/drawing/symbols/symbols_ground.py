"""Symbols of ground troops: our own drawings in the manner of the NATO standard."""

from __future__ import annotations

from collections.abc import Callable

from ..curves import arc
from .symbol_pen import Pen, anchor, cross, gull, mirrored, slash, track, waves


def _infantry(p: Pen) -> None:
    cross(p)


def _armor(p: Pen) -> None:
    track(p)


def _mechanized(p: Pen) -> None:
    cross(p)
    track(p)


def _mechanized_infantry(p: Pen) -> None:
    """With a bar on the left for the fighting vehicles they ride in."""
    _mechanized(p)
    p.line((-1.16, -1), (-1.16, 1), width=0.2)


def _mechanized_static(p: Pen) -> None:
    """With a broad foot, as they are bound to their place."""
    _mechanized(p)
    p.shape((-1.5, 0.7), (1.5, 0.7), (1.5, 1), (-1.5, 1))


def _motorized(p: Pen) -> None:
    cross(p)
    p.line((0, -1), (0, 1))


def _cavalry(p: Pen) -> None:
    """The half-black box of old maps, which tells horsemen from scouts."""
    p.shape((-1.5, 1), (-1.5, -1), (1.5, -1))


def _recon(p: Pen) -> None:
    slash(p)


def _armored_cavalry(p: Pen) -> None:
    slash(p)
    track(p)


def _artillery(p: Pen) -> None:
    p.dot(0, 0, 0.4)


def _airborne(p: Pen) -> None:
    cross(p)
    gull(p)


def _rotor(p: Pen, y: float) -> None:
    """Two blades like a bow tie."""
    p.shape((-0.62, y - 0.21), (0, y), (-0.62, y + 0.21))
    p.shape((0.62, y - 0.21), (0, y), (0.62, y + 0.21))


def _air_mobile(p: Pen) -> None:
    cross(p)
    _rotor(p, 0.66)


def _air_landing(p: Pen) -> None:
    """Wings above, and an arrow down to the ground."""
    cross(p)
    gull(p, -0.56)
    p.line((0, 0.2), (0, 0.72), width=0.14)
    p.shape((-0.34, 0.6), (0.34, 0.6), (0, 0.98))


def _air_transportable(p: Pen) -> None:
    """A small transport aircraft in the lower quarter, seen from above."""
    cross(p)
    p.clear(0, 0.52, 0.62, 0.46)
    p.shape(*mirrored([
        (0.0, 0.04), (0.1, 0.16), (0.1, 0.36), (0.66, 0.44), (0.66, 0.58), (0.1, 0.6), (0.08, 0.78),
        (0.3, 0.86), (0.3, 0.96), (0.0, 0.94),
    ]))


def _marine(p: Pen) -> None:
    cross(p)
    p.clear(0, 0, 0.82, 0.86)
    anchor(p)


def _naval_infantry(p: Pen) -> None:
    cross(p)
    p.clear(0, -0.1, 0.72, 0.72)
    anchor(p, -0.14, 0.8)
    waves(p, 0.74, 0.8)


def _mountain(p: Pen) -> None:
    cross(p)
    p.shape((-0.52, 0.93), (0, 0.2), (0.52, 0.93))


def _coastal(p: Pen) -> None:
    cross(p)
    waves(p, 0.42, 0.5)
    waves(p, 0.74, 0.8)


def _rifles(p: Pen) -> None:
    """A bugle horn across the middle."""
    cross(p)
    p.clear(0, -0.1, 0.86, 0.66)
    p.line(*arc((0, -0.32), 0.5, 0.52, 8, 176, 14), width=0.2)
    p.shape((0.26, -0.5), (0.84, -0.6), (0.74, -0.02))
    p.dot(-0.5, -0.38, 0.16)


def _mobile(p: Pen) -> None:
    cross(p)
    for x in (-0.5, 0.0, 0.5):
        p.dot(x, 0.72, 0.2)


def _rapid(p: Pen) -> None:
    cross(p)
    p.clear(0, 0.58, 0.62, 0.4)
    for x in (-0.4, 0.12):
        p.line((x - 0.1, 0.28), (x + 0.3, 0.6), (x - 0.1, 0.92), width=0.19)


def _lettered(p: Pen, letter: str) -> None:
    """Infantry with a letter large enough for a small counter."""
    cross(p)
    p.clear(0, 0, 0.66, 0.72)
    p.word(letter, 1.35)


def _territorial(p: Pen) -> None:
    _lettered(p, "T")


def _jaeger(p: Pen) -> None:
    _lettered(p, "J")


def _engineer(p: Pen) -> None:
    p.line((-0.75, 0.42), (-0.75, -0.4), (0.75, -0.4), (0.75, 0.42), width=0.18)
    p.line((0, -0.4), (0, 0.42), width=0.18)


def _anti_air(p: Pen) -> None:
    p.line(*arc((0, 1.0), 1.5, 1.25, -180, 0, 16))


def _headquarters(p: Pen) -> None:
    p.word("HQ", 1.25)


def _special_forces(p: Pen) -> None:
    p.word("SF", 1.25)


def _electronic(p: Pen) -> None:
    p.word("EW", 1.2)


def _air_supply(p: Pen) -> None:
    """A crate under a parachute."""
    canopy = [*arc((0, -0.12), 0.86, 0.74, -180, 0, 14)]
    p.shape(*canopy)
    for x in (-0.57, 0.0, 0.57):
        p.clear(x, -0.1, 0.27, 0.16)
    for x in (-0.84, 0.84):
        p.line((x, -0.14), (0, 0.5), width=0.1)
    p.line((0, -0.2), (0, 0.5), width=0.1)
    p.shape((-0.3, 0.42), (0.3, 0.42), (0.3, 0.9), (-0.3, 0.9))


GROUND: dict[str, Callable[[Pen], None]] = {
    "infantry": _infantry,
    "armor": _armor,
    "mechanized": _mechanized,
    "mechanized-infantry": _mechanized_infantry,
    "mechanized-static": _mechanized_static,
    "motorized": _motorized,
    "armored-cavalry": _armored_cavalry,
    "cavalry": _cavalry,
    "artillery": _artillery,
    "airborne": _airborne,
    "air-mobile": _air_mobile,
    "air-landing": _air_landing,
    "air-transportable": _air_transportable,
    "marine": _marine,
    "naval-infantry": _naval_infantry,
    "mountain": _mountain,
    "coastal": _coastal,
    "rifles": _rifles,
    "mobile": _mobile,
    "rapid": _rapid,
    "hq": _headquarters,
    "recon": _recon,
    "engineer": _engineer,
    "anti-air": _anti_air,
    "territorial": _territorial,
    "jaeger": _jaeger,
    "special-forces": _special_forces,
    "ew": _electronic,
    "air-supply": _air_supply,
}
"""What draws each symbol that stands in a box."""
