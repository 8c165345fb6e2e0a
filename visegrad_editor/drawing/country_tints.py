"""The tints of countries, on the map and wherever countries are shown."""

from __future__ import annotations

from ..model.layer import Layer
from .style import Style


def country_tint(style: Style, countries: Layer, country: str) -> str:
    """The tint of a country by its position among those of the map, or the tint that a new one would get.

    >>> countries = Layer(((".", ""), ("P", "poland"), ("H", "hungary")), ("PH",))
    >>> style = Style(country_tints=("#aa0000", "#00aa00", "#0000aa"))
    >>> [country_tint(style, countries, c) for c in ("poland", "hungary", "austria")]
    ['#aa0000', '#00aa00', '#0000aa']
    """
    known = [value for _, value in countries.legend if value]
    place = known.index(country) if country in known else len(known)
    return style.country_tints[place % len(style.country_tints)]
