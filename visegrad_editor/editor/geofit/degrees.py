"""Places as people write them: degrees in several ways."""

from __future__ import annotations

import re

from ...hexgrid import Point

_NUMBER = r"[-+−]?\d+(?:[.,]\d+)?"
_ANGLE = re.compile(
    rf"\s*({_NUMBER})\s*°?\s*(?:(\d+(?:[.,]\d+)?)\s*['′]\s*)?(?:(\d+(?:[.,]\d+)?)\s*(?:\"|″|'')\s*)?([NSEWO])?\s*",
    re.IGNORECASE)


def parse_degrees(text: str) -> Point:
    """Degrees east and north of a place written latitude first, or with N, S, E or W.

    Raises ValueError with a sentence for anything else.

    >>> parse_degrees("52.23, 21.01"), parse_degrees("21.01 E 52.23 N")
    ((21.01, 52.23), (21.01, 52.23))
    >>> parse_degrees("52°30'0\\"N 13°15'W")
    (-13.25, 52.5)
    """
    first, second = _split(text)
    (a, a_side), (b, b_side) = _angle(first), _angle(second)
    if (a_side and a_side in "EW") or (b_side and b_side in "NS"):
        (a, a_side), (b, b_side) = (b, b_side), (a, a_side)
    if (a_side and a_side not in "NS") or (b_side and b_side not in "EW"):
        raise ValueError("Give one latitude (N or S) and one longitude (E or W).")
    if abs(a) > 90:
        raise ValueError(f"A latitude of {a:g} is beyond the pole. Latitude comes first: 52.23, 21.01.")
    if abs(b) > 180:
        raise ValueError(f"A longitude of {b:g} is beyond 180 degrees.")
    return (round(b, 6), round(a, 6))


def _split(text: str) -> tuple[str, str]:
    text = text.strip()
    if found := re.fullmatch(r"(.*?[NSEWO])[\s,;]*(.+)", text, re.IGNORECASE):
        return found[1], found[2]
    parts = re.split(r"\s*[,;]\s+|\s*;\s*|\s+", text) if re.search(r"[;\s]", text) else text.split(",")
    parts = [p for p in parts if p]
    if len(parts) != 2:
        raise ValueError("Write latitude and longitude, for example 52.23, 21.01 or 52°14'N 21°1'E.")
    return parts[0], parts[1]


def _angle(text: str) -> tuple[float, str]:
    found = _ANGLE.fullmatch(text.strip(", "))
    if found is None:
        raise ValueError(f"{text.strip()} is no latitude or longitude. Write for example 52.23, 21.01.")
    degrees, minutes, seconds = (
        float((group or "0").replace(",", ".").replace("−", "-")) for group in found.groups()[:3])
    if minutes >= 60 or seconds >= 60:
        raise ValueError(f"{text.strip()} has 60 minutes or seconds or more.")
    side = (found[4] or "").upper().replace("O", "E")
    size = abs(degrees) + minutes / 60 + seconds / 3600
    negative = found[1].startswith(("-", "−")) != (side in ("S", "W") and bool(side))
    return (-size if negative else size), side


def degrees_field(at: Point) -> str:
    """A place as `parse_degrees` reads it.

    >>> degrees_field((21.0125, -52.2))
    '-52.2000, 21.0125'
    """
    return f"{at[1]:.4f}, {at[0]:.4f}"
