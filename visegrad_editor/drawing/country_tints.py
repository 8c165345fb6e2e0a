"""The tints of countries, on the map and wherever countries are shown."""

from __future__ import annotations

from colorsys import rgb_to_hsv

from ..model.layer import Layer
from ..model.place_words import country_name
from ..model.ruleset import Ruleset
from .colours import rgb
from .style import Style

_LEAST, _LEAST_TINT = 0.25, 0.04
"""Counters of less saturation have no hue that a country could be known by; tints may be paler."""
_FARTHEST = 0.12
"""How far from the hue of its counters the tint of a country may be, in turns of the circle of hues."""


def country_tints(style: Style, ruleset: Ruleset, countries: Layer) -> dict[str, str]:
    """The tint of each country of a map.

    A country with counters of its own, those of the nationality of its id or name, has the tint of the style
    that is most like them. All others take the tints in the order of the style, as all do if the ruleset
    states tints. No tint is used twice before each was used; a new country changes none of those before it.

    >>> countries = Layer(((".", ""), ("P", "poland"), ("H", "hungary")), ("PH",))
    >>> style = Style(country_tints=("#aa0000", "#00aa00", "#0000aa"))
    >>> country_tints(style, Ruleset("", "", "", "1"), countries)
    {'poland': '#aa0000', 'hungary': '#00aa00'}
    """
    found: dict[str, str] = {}
    for country in dict.fromkeys(value for _, value in countries.legend if value):
        found[country] = _next(style, ruleset, found, country)
    return found


def country_tint(style: Style, ruleset: Ruleset, countries: Layer, country: str) -> str:
    """The tint of a country of a map, or the tint that a new one would get."""
    found = country_tints(style, ruleset, countries)
    return found.get(country) or _next(style, ruleset, found, country)


def _next(style: Style, ruleset: Ruleset, before: dict[str, str], country: str) -> str:
    """The tint of a country that comes after others."""
    tints = style.country_tints
    place = len(before) % len(tints)
    if "country_tints" in ruleset.style:
        return tints[place]
    used = [*before.values()]
    least = min(map(used.count, tints))
    # From its own place on, so that maps without such counters have their tints in order.
    free = [t for t in (*tints[place:], *tints[:place]) if used.count(t) == least]
    hue = _hue(_counter_colour(ruleset, country), _LEAST)
    near = {t: _apart(hue, own) for t in free
            if hue is not None and (own := _hue(t, _LEAST_TINT)) is not None}
    nearest = min(near, key=lambda t: near[t], default="")
    return nearest if nearest and near[nearest] <= _FARTHEST else free[0]


def _counter_colour(ruleset: Ruleset, country: str) -> str:
    """The ground of the counters of the nationality with the id or the name of a country; "" if none has."""
    nation = ruleset.nationality_by_id.get(country)
    name = country_name(country, ruleset).casefold()
    nation = nation or next((n for n in ruleset.nationalities if n.name.casefold() == name), None)
    return nation.colours.ground if nation is not None else ""


def _hue(colour: str, least: float) -> float | None:
    """The hue of a colour, from 0 to 1; None if its saturation is less than the least."""
    if not colour:
        return None
    hue, saturation, _ = rgb_to_hsv(*(part / 255 for part in rgb(colour)))
    return hue if saturation >= least else None


def _apart(hue: float, other: float) -> float:
    return min(abs(hue - other), 1 - abs(hue - other))
