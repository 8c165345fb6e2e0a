"""The brushes for terrain and for countries."""

from __future__ import annotations

from collections.abc import Collection

from ...drawing.tints import country_tint
from ...hexgrid import Hex
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.terrain import paint_country, paint_terrain
from ...model.layer import Layer
from .. import map_style
from .base import Picked, Pointer
from .painting import PaintTool

NO_COUNTRY = "#9aa5ad"
"""What hexes that are taken from a country are previewed in."""


class TerrainTool(PaintTool):
    """Paints terrain."""

    id = "terrain"
    layers = frozenset({"terrain"})
    name = "Terrain brush"
    hint = ("Drag to paint. Shift+click: line from the last hex. Ctrl+click: fill. W: other ways "
            "to paint. Right click: take up.")

    def value(self, design: Design, hex: Hex) -> str:
        return design.map.terrain.at(hex)

    def wanted(self, at: Pointer) -> str:
        return self.brush.terrain

    def layer(self, design: Design) -> Layer:
        return design.map.terrain

    def painted(self, design: Design, hexes: Collection[Hex], at: Pointer) -> Design:
        return with_map(design, paint_terrain(design.map, hexes, self.brush.terrain))

    def said(self, design: Design, at: Pointer) -> str:
        return f"Paint {design.ruleset.terrain_by_id[self.brush.terrain].name}"

    def colour(self, design: Design) -> str:
        return design.ruleset.terrain_by_id[self.brush.terrain].colour

    def refusal(self, design: Design) -> str:
        known = self.brush.terrain in design.ruleset.terrain_by_id
        return "" if known else "Choose a terrain in the palette first"

    def pick(self, design: Design, at: Pointer) -> Picked | None:
        return Picked("terrain", design.map.terrain.at(at.hex)) if at.hex else None


class CountryTool(PaintTool):
    """Gives hexes to a country."""

    id = "country"
    layers = frozenset({"borders"})
    name = "Country brush"
    hint = ("Drag to give hexes to a country. Shift+click: line. Ctrl+click: fill. W: other ways. "
            "Right click: take up.")

    def value(self, design: Design, hex: Hex) -> str:
        return design.map.countries.at(hex)

    def wanted(self, at: Pointer) -> str:
        return self.brush.country

    def layer(self, design: Design) -> Layer:
        return design.map.countries

    def painted(self, design: Design, hexes: Collection[Hex], at: Pointer) -> Design:
        return with_map(design, paint_country(design.map, hexes, self.brush.country))

    def said(self, design: Design, at: Pointer) -> str:
        return f"Paint {country_name(design, self.brush.country)}"

    def colour(self, design: Design) -> str:
        return country_colour(design, self.brush.country)

    def pick(self, design: Design, at: Pointer) -> Picked | None:
        return Picked("country", design.map.countries.at(at.hex)) if at.hex else None


def country_name(design: Design, country: str) -> str:
    """A country in words: the ruleset's name, or the word the map uses."""
    known = design.ruleset.nationality_by_id.get(country)
    return known.name if known else country.replace("-", " ").title() or "No country"


def palette_countries(design: Design) -> list[str]:
    """The countries to choose from, by name; "" (none) last."""
    countries = {v for _, v in design.map.countries.legend if v}
    countries |= {n.id for n in design.ruleset.nationalities}
    return [*sorted(countries, key=lambda c: country_name(design, c)), ""]


def country_colour(design: Design, country: str) -> str:
    """The tint of a country on the map, in the style in use, for the palette and for previews."""
    return country_tint(map_style.current(), design.map.countries, country) if country else NO_COUNTRY
