"""The brush: paints terrain or countries, hex by hex, along straight lines, or filling."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ...hexgrid import Hex
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.terrain import connected, paint_country, paint_terrain
from ...model.layer import Layer
from .base import Brush, Edit, Picked, Pointer, Preview, Tool, count


class BrushTool(Tool, ABC):
    """What terrain and country brush share: collecting the hexes of a stroke."""

    gathers = True

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._stroke: set[Hex] = set()
        self._last: Hex | None = None

    def press(self, design: Design, at: Pointer) -> None:
        self._stroke = set()
        if not at.shift:
            self._last = None
        super().press(design, at)
        self.drag(design, at)

    def drag(self, design: Design, at: Pointer) -> None:
        if not self.active or at.hex is None:
            return
        if self._fills(at):
            self._stroke |= connected(design.map, self._layer(design), at.hex)
        else:
            # A fast pointer skips hexes; the line between two positions fills them in.
            for hex in design.map.grid.line(self._last or at.hex, at.hex):
                self._stroke.update(design.map.grid.within(hex, self.brush.size))
        self._last = at.hex

    def release(self, design: Design, at: Pointer) -> Edit | None:
        stroke, self._stroke = self._stroke, set()
        super().release(design, at)
        after = self._painted(design, stroke) if stroke else design
        if after is design:
            return None
        return Edit(f"Paint {self._value_name(design)} ({count(len(stroke), 'hex')})", after)

    def cancel(self) -> None:
        super().cancel()
        self._stroke = set()
        self._last = None

    def preview(self, design: Design, at: Pointer) -> Preview:
        hexes = set(self._stroke)
        grid = design.map.grid
        if at.hex is not None:
            if self._fills(at):
                hexes |= connected(design.map, self._layer(design), at.hex)
            elif at.shift and not self.active and self._last is not None:
                for hex in grid.line(self._last, at.hex):
                    hexes.update(grid.within(hex, self.brush.size))
            else:
                hexes.update(grid.within(at.hex, self.brush.size))
        text = f"{self._value_name(design)}: {count(len(hexes), 'hex')}" if hexes else ""
        return Preview(hexes=frozenset(hexes), colour=self._colour(design), text=text)

    def _fills(self, at: Pointer) -> bool:
        return self.brush.fill or at.control

    @abstractmethod
    def _layer(self, design: Design) -> Layer:
        ...

    @abstractmethod
    def _painted(self, design: Design, hexes: set[Hex]) -> Design:
        ...

    @abstractmethod
    def _value_name(self, design: Design) -> str:
        ...

    @abstractmethod
    def _colour(self, design: Design) -> str:
        ...


class TerrainTool(BrushTool):
    """Paints terrain."""

    id = "terrain"
    name = "Terrain brush"
    hint = ("Drag to paint. Shift+click: straight line from the last hex. Ctrl+click: fill. "
            "Right click: take up the terrain under the pointer.")

    def _layer(self, design: Design) -> Layer:
        return design.map.terrain

    def _painted(self, design: Design, hexes: set[Hex]) -> Design:
        return with_map(design, paint_terrain(design.map, hexes, self.brush.terrain))

    def _value_name(self, design: Design) -> str:
        kind = design.ruleset.terrain_by_id.get(self.brush.terrain)
        return kind.name if kind else self.brush.terrain

    def _colour(self, design: Design) -> str:
        kind = design.ruleset.terrain_by_id.get(self.brush.terrain)
        return kind.colour if kind else "#888888"

    def pick(self, design: Design, at: Pointer) -> Picked | None:
        return Picked("terrain", design.map.terrain.at(at.hex)) if at.hex else None


class CountryTool(BrushTool):
    """Gives hexes to a country."""

    id = "country"
    name = "Country brush"
    hint = ("Drag to give hexes to a country. Shift+click: straight line. Ctrl+click: fill. "
            "Right click: take up the country under the pointer.")

    def _layer(self, design: Design) -> Layer:
        return design.map.countries

    def _painted(self, design: Design, hexes: set[Hex]) -> Design:
        return with_map(design, paint_country(design.map, hexes, self.brush.country))

    def _value_name(self, design: Design) -> str:
        return country_name(design, self.brush.country)

    def _colour(self, design: Design) -> str:
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


_COUNTRY_COLOURS = ("#c0583c", "#3c7fc0", "#5b9a4a", "#a05bb0", "#c29a2c", "#3aa19a", "#b04a7a", "#7a7a3a",
                    "#6a6ad0", "#d07f4a", "#4f8a6f", "#8f5f4f", "#5f7f9f")


def country_colour(design: Design, country: str) -> str:
    """A colour that tells a country from the others, for swatches and previews."""
    if not country:
        return "#9aa5ad"
    order = [value for _, value in design.map.countries.legend if value]
    order += [n.id for n in design.ruleset.nationalities if n.id not in order]
    place = order.index(country) if country in order else len(order)
    return _COUNTRY_COLOURS[place % len(_COUNTRY_COLOURS)]
