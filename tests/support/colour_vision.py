"""How colours look with other colour vision, and how far apart they are.

The matrices are those of Machado, Oliveira and Fernandes (2009) for full severity, on linear light; the
difference is CIE76, in CIE Lab with D65 white.
"""

from __future__ import annotations

from collections.abc import Sequence

from visegrad_editor.drawing.colours import rgb

Light = tuple[float, float, float]
_MATRICES: dict[str, tuple[Light, Light, Light]] = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
    "greyscale": ((0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722)),
}
VISIONS = tuple(_MATRICES)


def seen(colour: str, vision: str) -> Light:
    """A colour as seen with a colour vision deficiency, in linear light from 0 to 1."""
    parts = [_linear(v / 255) for v in rgb(colour)]
    rows = [sum(m * p for m, p in zip(row, parts, strict=True)) for row in _MATRICES[vision]]
    red, green, blue = (min(1.0, max(0.0, v)) for v in rows)
    return red, green, blue


def apart(one: str, other: str, vision: str) -> float:
    """The perceived difference of two colours: about 2.3 is just noticeable, 10 is obvious."""
    a, b = _lab(seen(one, vision)), _lab(seen(other, vision))
    return float(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5)


def _linear(part: float) -> float:
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


def _lab(light: Sequence[float]) -> Light:
    red, green, blue = light
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
