"""The fit of a grid to known places, and how well they agree. No Tk here."""

from __future__ import annotations

import math
import re
from dataclasses import replace

from ...geodata.bundled_configs import bundled_configs
from ...geodata.config import find_config
from ...geodata.errors import GeodataError
from ...geodata.place_names import PlaceNames, large_cities, place_names
from ...hexgrid import Hex, HexGeometry, Point
from ...lazy_dataclass import dataclass
from ...model.gamemap import GameMap
from ...model.geo_fit import KnownPlace, Residual, fit, residuals
from ...model.geography import MOST_WARP_PINS, Geography
from ...model.georeference import GeoReference, georeference

LEAST = 3
"""With fewer places the fit is always exact, so it checks nothing."""
_GOOD, _SURE, _WRONG = 0.3, 0.5, 1.0


@dataclass(frozen=True)
class FitRow:
    """A row of the table: a place, and how far the fit puts it from the centre of its hex.

    `lies_in` is the number of the hex in which the fit puts it; distances are None until there is a fit.
    """

    hex: Hex
    number: str
    name: str
    at: Point
    lies_in: str = ""
    km: float | None = None
    hexes: float | None = None
    worst: bool = False


class GridFit:
    """The known places of one map, one per hex. All distances are those before the warp."""

    def __init__(self, geometry: HexGeometry, known: tuple[KnownPlace, ...] = ()) -> None:
        self.geometry = HexGeometry(geometry.grid)
        self.known = known
        self.warp = True
        """Whether the map is warped so that places lie in their hexes."""
        self._fitted: tuple[tuple[KnownPlace, ...], Geography | None, str] | None = None

    # -- places -------------------------------------------------------------------------

    def put(self, hex: Hex, at: Point, name: str = "", replacing: Hex | None = None) -> None:
        """Set the place of a hex; with `replacing`, a known hex, this replaces that hex and its place.

        Raises ValueError for too many places, for a place that another hex has, and if a place would move to
        the hex of another one.
        """
        number = self.geometry.grid.number
        rest = [k for k in self.known if k.hex not in (hex, replacing)]
        other = next((k for k in rest if k.at == at), None)
        if other is not None:
            raise ValueError(f"Hex {number(other.hex)} already has this place. To give it another "
                             "hex, click its row and change the hex there.")
        hexes = [k.hex for k in self.known]
        if replacing is not None and hex != replacing and hex in hexes:
            there = self.known[hexes.index(hex)].name or "another place"
            raise ValueError(f"Hex {number(hex)} already has {there}. Remove that first, or choose another "
                             "hex.")
        known = KnownPlace(hex, at, name.strip())
        if replacing in hexes or hex in hexes:
            i = hexes.index(replacing if replacing in hexes else hex)
            self.known = (*self.known[:i], known, *self.known[i + 1:])
        elif len(self.known) >= MOST_WARP_PINS:
            raise ValueError(f"There are already {MOST_WARP_PINS} places; more do not help.")
        else:
            self.known = (*self.known, known)

    def remove(self, hex: Hex) -> None:
        """Remove the place of a hex."""
        self.known = tuple(k for k in self.known if k.hex != hex)

    # -- the fit ------------------------------------------------------------------------

    @property
    def plain(self) -> Geography | None:
        """The georeference by rotation, scale and shift only; None while there are too few places."""
        return self._fit()[0]

    @property
    def geography(self) -> Geography | None:
        """The georeference to accept, warped if wanted; None while there are too few places."""
        if self.plain is None:
            return None
        return fit(self.geometry, self.known) if self.warp else self.plain

    def _fit(self) -> tuple[Geography | None, str]:
        if self._fitted is None or self._fitted[0] is not self.known:
            plain, trouble = None, ""
            if len(self.known) >= LEAST:
                try:
                    plain = fit(self.geometry, self.known, within=None)
                except ValueError as error:
                    trouble = str(error)
            self._fitted = (self.known, plain, trouble)
        return self._fitted[1:]

    @property
    def residuals(self) -> list[Residual]:
        """How far each place is from its hex, in the order of the places; [] while there is no fit."""
        return [] if self.plain is None else residuals(GeoReference(self.geometry, self.plain), self.known)

    def position_of(self, at: Point) -> Point | None:
        """The fitted position of a place in map units; None while there is no fit."""
        return None if self.plain is None else GeoReference(self.geometry, self.plain).point(*at)

    @property
    def worst(self) -> Residual | None:
        """The place that fits worst, or None."""
        return max(self.residuals, key=lambda r: r.hexes, default=None)

    def rows(self) -> list[FitRow]:
        """The rows of the table, in the order of the places."""
        number, residuals = self.geometry.grid.number, self.residuals
        rows = [FitRow(k.hex, number(k.hex), k.name, k.at) for k in self.known]
        if not residuals:
            return rows
        most = max(r.hexes for r in residuals)
        return [replace(row, lies_in=number(r.actual) if r.actual is not None else "off map", km=r.km,
                        hexes=r.hexes, worst=r.hexes == most > _GOOD)
                for row, r in zip(rows, residuals, strict=True)]

    # -- texts --------------------------------------------------------------------------

    def guidance(self) -> str:
        """What to do next."""
        left = LEAST - len(self.known)
        if left > 0:
            more = {3: "three places", 2: "two more places", 1: "one more place"}[left]
            return (f"Click a hex, then enter which place on Earth is in it. Fitting the grid "
                    f"needs at least {more}, all far from each other.")
        return ("Click another hex to add its place, or a row to change it. Arrows lead from the centre of "
                "each hex to where the fit puts its place.")

    def verdict(self) -> str:
        """The scale and rotation of the grid, and how well the places agree, as sentences."""
        plain, trouble = self._fit()
        if trouble:
            return trouble
        if plain is None:
            return ""
        residuals = self.residuals
        mean = math.sqrt(sum(r.hexes**2 for r in residuals) / len(residuals))
        inside = sum(r.right for r in residuals)
        return (f"A hex is {plain.hex_km:.1f} km from side to side; north is {plain.rotation:.1f}° "
                f"from the top. Places are {mean:.2f} hexes off on average; {inside} of {len(residuals)} are "
                "in their hex.")

    def warning(self) -> str:
        """The probable mistake as a sentence; "" if there seems to be none."""
        worst = self.worst
        if worst is None or worst.hexes < _SURE:
            return ""
        number = self.geometry.grid.number(worst.known.hex)
        name = worst.known.name or "its place"
        if worst.hexes >= _WRONG:
            return (f"Check hex {number} and {name}: they are {worst.hexes:.1f} hexes ({worst.km:.0f} km) "
                    "apart. Is the number wrong, or are latitude and longitude swapped?")
        return f"Worst: {name}, {worst.hexes:.2f} hexes ({worst.km:.0f} km) from the centre of {number}."


# What is known before a fit: the warp pins of the map, and places by name.

def known_of(map: GameMap) -> tuple[KnownPlace, ...]:
    """The places of an earlier fit: the warp pins of the map, each with its hex."""
    reference = georeference(map)
    if reference is None:
        return ()
    known: dict[Hex, KnownPlace] = {}
    for pin in reference.geography.pins:
        hex = reference.hex_at(*pin.at)
        if hex is not None:
            place = map.place_at.get(hex)
            known.setdefault(hex, KnownPlace(hex, pin.at, pin.name or (place.name if place else "")))
    return tuple(known.values())


def bundled_names(map: GameMap) -> PlaceNames:
    """The large cities of Europe, and the places of the bundled configs and of a config named like the
    map."""
    names = large_cities()
    for name in dict.fromkeys((*bundled_configs(), map.name)):
        try:
            names.update(place_names(find_config(name)).at)
        except (GeodataError, OSError):
            continue
    return PlaceNames(names)


# Degrees in the ways people write them.

_NUMBER = r"[-+−]?\d+(?:[.,]\d+)?"
_ANGLE = re.compile(
    rf"\s*({_NUMBER})\s*°?\s*(?:(\d+(?:[.,]\d+)?)\s*['′]\s*)?(?:(\d+(?:[.,]\d+)?)\s*(?:\"|″|'')\s*)?([NSEWO])?\s*",
    re.IGNORECASE)


def parse_degrees(text: str) -> Point:
    """Degrees east and north of a position written latitude first, or with N, S, E or W.

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
        raise ValueError(f"A latitude of {a:g} is beyond the pole. Enter latitude first: 52.23, 21.01.")
    if abs(b) > 180:
        raise ValueError(f"A longitude of {b:g} is beyond 180 degrees.")
    return (round(b, 6), round(a, 6))


def _split(text: str) -> tuple[str, str]:
    text = text.strip()
    if match := re.fullmatch(r"(.*?[NSEWO])[\s,;]*(.+)", text, re.IGNORECASE):
        return match[1], match[2]
    parts = re.split(r"\s*[,;]\s+|\s*;\s*|\s+", text) if re.search(r"[;\s]", text) else text.split(",")
    parts = [p for p in parts if p]
    if len(parts) != 2:
        raise ValueError("Enter latitude and longitude, for example 52.23, 21.01 or 52°14'N 21°1'E.")
    return parts[0], parts[1]


def _angle(text: str) -> tuple[float, str]:
    match = _ANGLE.fullmatch(text.strip(", "))
    if match is None:
        raise ValueError(f"{text.strip()} is not a latitude or longitude. Enter for example 52.23, 21.01.")
    degrees, minutes, seconds = (
        float((group or "0").replace(",", ".").replace("−", "-")) for group in match.groups()[:3])
    if minutes >= 60 or seconds >= 60:
        raise ValueError(f"Minutes and seconds must be less than 60, not as in {text.strip()}.")
    side = (match[4] or "").upper().replace("O", "E")
    size = abs(degrees) + minutes / 60 + seconds / 3600
    negative = match[1].startswith(("-", "−")) != (side in ("S", "W") and bool(side))
    return (-size if negative else size), side


def degrees_field(at: Point) -> str:
    """A position as text that `parse_degrees` reads.

    >>> degrees_field((21.0125, -52.2))
    '-52.2000, 21.0125'
    """
    return f"{at[1]:.4f}, {at[0]:.4f}"
