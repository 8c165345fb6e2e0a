"""The brushes for terrain, countries, levels and areas, and their common base."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable

from ...drawing.colours import mixed
from ...drawing.country_tints import country_tint
from ...drawing.levels import level_colour, level_opacity
from ...hexgrid import Hex
from ...model import place_words
from ...model.brushes import hexagon, rectangle, rim, stamped, straight_end
from ...model.design import Design
from ...model.edit.areas import set_area_hexes
from ...model.edit.documents import with_map
from ...model.edit.levels import levels_used, paint_levels
from ...model.edit.terrain import connected, paint_country, paint_terrain, spread
from ...model.gamemap import HIGHEST_LEVEL, LOWEST_LEVEL, Area
from ...model.layer import Layer
from ..map import style
from .base import OFF_MAP, Brush, BrushChoice, Edit, Pointer, Preview, Tool, count, refusal

_FIGURES = ("line", "rectangle", "hexagon")
_MOST_COUNTED = 20_000


class PaintTool(Tool, ABC):
    """Collects the hexes of a stroke as `Brush.mode` says.

    A figure (a straight line, rectangle or hexagon) is drawn by dragging from its first hex to its
    last, or by clicking both.
    """

    gathers = True
    constrains = True
    """Whether Shift keeps figures straight and square; a tool may use Shift for something else."""

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._stroke: set[Hex] = set()
        self._last: Hex | None = None
        """Where the previous stroke ended: a straight line with Shift starts there."""
        self._start: Hex | None = None
        """The first hex of a figure."""
        self._clicked = False
        """Whether it was set by an earlier click rather than by the present press."""
        self._filled: tuple[object, object, frozenset[Hex]] = (None, None, frozenset())

    # -- what a brush defines -----------------------------------------------------------

    @abstractmethod
    def value(self, design: Design, hex: Hex) -> Hashable:
        """The present value of a hex."""

    @abstractmethod
    def wanted(self, at: Pointer) -> Hashable:
        """The value the hexes get."""

    @abstractmethod
    def layer(self, design: Design) -> object:
        """The part of the map that is painted; while it is the same object, its values are the same."""

    @abstractmethod
    def painted(self, design: Design, hexes: Collection[Hex], at: Pointer) -> Design:
        """The design with the hexes painted."""

    @abstractmethod
    def action(self, design: Design, at: Pointer) -> str:
        """The name of the action, for the status bar and the history: `Paint Mountain`."""

    @abstractmethod
    def colour(self, design: Design) -> str:
        """The colour of the preview."""

    def refusal(self, design: Design) -> str:
        """Why nothing can be painted; "" if something can."""
        return ""

    # -- the stroke ---------------------------------------------------------------------

    @property
    def _figure(self) -> bool:
        return self.brush.mode in _FIGURES

    def press(self, design: Design, at: Pointer) -> None:
        self._stroke = set()
        super().press(design, at)
        if self._figure:
            self._clicked = self._start is not None
            self._start = self._start or at.hex
            return
        if not (at.shift and self.constrains):
            self._last = None
        self.drag(design, at)

    def drag(self, design: Design, at: Pointer) -> None:
        if not self.active or at.hex is None or self._figure:
            return
        self._stroke |= self._here(design, at)
        self._last = at.hex

    def release(self, design: Design, at: Pointer) -> Edit | None:
        active = self.active
        super().release(design, at)
        if self._figure:
            if at.hex is not None and at.hex == self._start and not self._clicked:
                return None  # its other end is clicked next
            hexes = self._drawn(design, at) if active else frozenset()
            self._start, self._clicked = None, False
        else:
            hexes, self._stroke = frozenset(self._stroke), set()
        if not hexes or self.refusal(design):
            return None
        after = self.painted(design, hexes, at)
        if after is design:
            return None
        wanted = self.wanted(at)
        changed = sum(self.value(design, h) != wanted for h in hexes)
        return Edit(f"{self.action(design, at)} ({count(changed, 'hex')})", after)

    @property
    def pending(self) -> bool:
        return self._start is not None and not self.active

    def back(self) -> bool:
        was, self._start = self.pending, None
        return was

    def cancel(self) -> None:
        super().cancel()
        self._stroke, self._last, self._start, self._clicked = set(), None, None, False

    # -- its hexes ----------------------------------------------------------------------

    def _fills(self, at: Pointer) -> bool:
        return self.brush.mode == "fill" or (at.control and not self._figure)

    def _here(self, design: Design, at: Pointer) -> frozenset[Hex]:
        """The hexes that a freehand stroke or a fill paints here."""
        # With nothing to paint, hexes have no values to compare.
        if at.hex is None or self.refusal(design):
            return frozenset()
        if self._fills(at):
            return self._flooded(design, at.hex)
        # A fast pointer skips hexes; the line between two positions fills them in.
        grid = design.map.grid
        goes_on = self.active or (at.shift and self.constrains)
        path = grid.line(self._last, at.hex) if goes_on and self._last in grid and self._last else [at.hex]
        return stamped(grid, self.brush.offsets, path)

    def _flooded(self, design: Design, hex: Hex) -> frozenset[Hex]:
        """The connected hexes of one value; cached while the pointer stays among them."""
        layer, key = self.layer(design), self.value(design, hex)
        known, with_value, hexes = self._filled
        if known is not layer or with_value != key or hex not in hexes:
            hexes = (connected(design.map, layer, hex) if isinstance(layer, Layer)
                     else spread(design.map.grid, hex, lambda h: self.value(design, h)))
            self._filled = layer, key, hexes
        return hexes

    def _drawn(self, design: Design, at: Pointer) -> frozenset[Hex]:
        """The hexes of the figure that ends here."""
        if at.hex is None or self._start is None or self._start not in design.map.grid:
            return frozenset()
        map, grid, constrained = design.map, design.map.grid, at.shift and self.constrains
        if self.brush.mode == "line":
            end = straight_end(grid, self._start, at.hex) if constrained else at.hex
            return stamped(grid, self.brush.offsets, grid.line(self._start, end))
        if self.brush.mode == "rectangle":
            hexes = rectangle(map.geometry, self._start, at.hex, square=constrained, middle=at.control)
        else:
            hexes = hexagon(grid, self._start, at.hex, across=at.control)
        # An outline is as thick as the brush.
        return stamped(grid, self.brush.offsets, rim(grid, hexes)) if self.brush.outline else hexes

    # -- what is shown ------------------------------------------------------------------

    def preview(self, design: Design, at: Pointer) -> Preview:
        if why := self.refusal(design):
            return refusal(why)
        if at.hex is None and not self._stroke:
            return refusal(OFF_MAP)
        if self._figure and self._start is None:
            hexes = stamped(design.map.grid, self.brush.offsets, [at.hex] if at.hex else [])
            return Preview(hexes=hexes, colour=self.colour(design),
                           text=f"{self.action(design, at)}: drag, or click both ends")
        hexes = self._drawn(design, at) if self._figure else self._here(design, at)
        # The cached set itself is shown, so that its outline is not computed again.
        if not self._figure and not hexes.issuperset(self._stroke):
            hexes = frozenset(self._stroke) | hexes
        return Preview(hexes=hexes, colour=self.colour(design), text=self._counted(design, hexes, at))

    def _counted(self, design: Design, hexes: Collection[Hex], at: Pointer) -> str:
        """`Paint Mountain: 37 hexes, 12 change`."""
        text = f"{self.action(design, at)}: {count(len(hexes), 'hex')}"
        if len(hexes) > _MOST_COUNTED:
            return text
        wanted = self.wanted(at)
        changing = sum(self.value(design, h) != wanted for h in hexes)
        if changing == len(hexes):
            return text
        return f"{text}, {changing or 'none'} change{'s' if changing == 1 else ''}"


# The terrain and country brushes.

NO_COUNTRY = "#9aa5ad"
"""The preview colour of hexes that are taken from a country."""


class TerrainTool(PaintTool):
    """Paints terrain."""

    id = "terrain"
    draws = "terrain"
    form = "paint"
    layers = frozenset({"terrain"})
    name = "Terrain brush"
    order = 50
    key = "t"
    icon = "terrain"
    hint = ("Drag to paint. Shift+click: line from the last hex. Ctrl+click: fill. W: other ways "
            "to paint. Right click: pick up.")

    def value(self, design: Design, hex: Hex) -> str:
        return design.map.terrain.at(hex)

    def wanted(self, at: Pointer) -> str:
        return self.brush.terrain

    def layer(self, design: Design) -> Layer:
        return design.map.terrain

    def painted(self, design: Design, hexes: Collection[Hex], at: Pointer) -> Design:
        return with_map(design, paint_terrain(design.map, hexes, self.brush.terrain))

    def action(self, design: Design, at: Pointer) -> str:
        return f"Paint {design.ruleset.terrain_by_id[self.brush.terrain].name}"

    def colour(self, design: Design) -> str:
        return design.ruleset.terrain_by_id[self.brush.terrain].colour

    def refusal(self, design: Design) -> str:
        known = self.brush.terrain in design.ruleset.terrain_by_id
        return "" if known else "Choose a terrain in the palette first"

    def pick(self, design: Design, at: Pointer) -> BrushChoice | None:
        return BrushChoice("terrain", design.map.terrain.at(at.hex)) if at.hex else None


class CountryTool(PaintTool):
    """Gives hexes to a country."""

    id = "country"
    draws = "country"
    form = "paint"
    layers = frozenset({"borders"})
    name = "Country brush"
    order = 70
    key = "c"
    icon = "country"
    hint = ("Drag to give hexes to a country. Shift+click: line. Ctrl+click: fill. W: other ways. "
            "Right click: pick up.")

    def value(self, design: Design, hex: Hex) -> str:
        return design.map.countries.at(hex)

    def wanted(self, at: Pointer) -> str:
        return self.brush.country

    def layer(self, design: Design) -> Layer:
        return design.map.countries

    def painted(self, design: Design, hexes: Collection[Hex], at: Pointer) -> Design:
        return with_map(design, paint_country(design.map, hexes, self.brush.country))

    def action(self, design: Design, at: Pointer) -> str:
        return f"Paint {country_name(design, self.brush.country)}"

    def colour(self, design: Design) -> str:
        return country_colour(design, self.brush.country)

    def pick(self, design: Design, at: Pointer) -> BrushChoice | None:
        return BrushChoice("country", design.map.countries.at(at.hex)) if at.hex else None


def country_name(design: Design, country: str) -> str:
    """The name of a country from the ruleset, or else made from the id used on the map."""
    return place_words.country_name(country, design.ruleset) or "No country"


def palette_countries(design: Design) -> list[str]:
    """The countries to choose from, sorted by name; "" (none) last."""
    countries = {v for _, v in design.map.countries.legend if v}
    countries |= {n.id for n in design.ruleset.nationalities}
    return [*sorted(countries, key=lambda c: country_name(design, c)), ""]


def country_colour(design: Design, country: str) -> str:
    """The tint of a country on the map in the current style, for the palette and for previews."""
    return country_tint(style.current(), design.map.countries, country) if country else NO_COUNTRY


# The level brush.


class LevelTool(PaintTool):
    """Gives hexes a level."""

    id = "level"
    draws = "level"
    form = "paint"
    layers = frozenset({"levels"})
    name = "Level brush"
    order = 75
    key = "z"
    icon = "level"
    hint = ("Drag to give hexes a level. Shift+click: line. Ctrl+click: fill. W: other ways. "
            "Right click: pick up.")

    def value(self, design: Design, hex: Hex) -> str:
        return design.map.levels.at(hex)

    def wanted(self, at: Pointer) -> str:
        return self.brush.level

    def layer(self, design: Design) -> Layer:
        return design.map.levels

    def painted(self, design: Design, hexes: Collection[Hex], at: Pointer) -> Design:
        return with_map(design, paint_levels(design.map, hexes, int(self.brush.level)))

    def action(self, design: Design, at: Pointer) -> str:
        return f"Paint {level_name(self.brush.level).lower()}"

    def colour(self, design: Design) -> str:
        return level_tint(self.brush.level)

    def refusal(self, design: Design) -> str:
        known = self.brush.level in {str(n) for n in range(LOWEST_LEVEL, HIGHEST_LEVEL + 1)}
        return "" if known else "Choose a level in the palette first"

    def pick(self, design: Design, at: Pointer) -> BrushChoice | None:
        return BrushChoice("level", design.map.levels.at(at.hex)) if at.hex else None


_USUAL_LEVELS = (-1, 3)
"""The lowest and the highest level in the palette of a map that has none."""


def palette_levels(design: Design) -> list[str]:
    """The levels to choose from: those of the map, the usual ones, and one more at each end; those above 0
    first, from 0 up, then those below."""
    used = levels_used(design.map)
    low = max(LOWEST_LEVEL, min(_USUAL_LEVELS[0], used[0] - 1))
    high = min(HIGHEST_LEVEL, max(_USUAL_LEVELS[1], used[-1] + 1))
    return [str(n) for n in (*range(high + 1), *range(-1, low - 1, -1))]


def level_name(level: str) -> str:
    """What a level is called: `Level 2`."""
    return f"Level {level}"


def level_tint(level: str) -> str:
    """The tint of a level in the current style, for the palette and for previews."""
    shown = style.current()
    number = int(level) if level.lstrip("-").isdecimal() else 0
    return mixed(shown.paper, level_colour(number, shown), level_opacity(number, shown)) if number else (
        NO_COUNTRY)


# The area brush.

class AreaTool(PaintTool):
    """Adds hexes to the chosen area; with Shift, or with the option in the palette, removes them.

    A fill covers connected hexes that are all in the area or all outside it: the inside of its outline.
    """

    id = "area"
    form = "area"
    layers = frozenset({"areas"})
    name = "Area brush"
    order = 140
    key = "a"
    icon = "area"
    hint = ("Drag to add hexes to the area. Shift: remove them. Ctrl+click: fill an outline. "
            "W: other ways to paint.")
    constrains = False

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._known: tuple[Area | None, frozenset[Hex]] = (None, frozenset())

    def _area(self, design: Design) -> Area:
        return design.map.area_by_id[self.brush.area]

    def _hexes(self, design: Design) -> frozenset[Hex]:
        """The hexes of the chosen area."""
        area = self._area(design)
        if self._known[0] is not area:
            self._known = area, frozenset(area.hexes)
        return self._known[1]

    def _adds(self, at: Pointer) -> bool:
        return not (at.shift or self.brush.removes_hexes)

    def value(self, design: Design, hex: Hex) -> bool:
        return hex in self._hexes(design)

    def wanted(self, at: Pointer) -> bool:
        return self._adds(at)

    def layer(self, design: Design) -> Area:
        return self._area(design)

    def painted(self, design: Design, hexes: Collection[Hex], at: Pointer) -> Design:
        # In map order: the order of a set would differ from run to run.
        ordered = sorted(hexes, key=design.map.grid.index)
        return with_map(design, set_area_hexes(design.map, self.brush.area, ordered, self._adds(at)))

    def action(self, design: Design, at: Pointer) -> str:
        return f"{'Add to' if self._adds(at) else 'Remove from'} {self._area(design).name}"

    def colour(self, design: Design) -> str:
        return "#8a3fb0"

    def refusal(self, design: Design) -> str:
        known = self.brush.area in design.map.area_by_id
        return "" if known else "Choose an area above the palette, or create one there with New…"

    def preview(self, design: Design, at: Pointer) -> Preview:
        preview = super().preview(design, at)
        if preview.refused or self.refusal(design):
            return preview
        # Shows the whole area as it would be, not only the stroke.
        area, adds = self._hexes(design), self._adds(at)
        after = area | preview.hexes if adds else area - preview.hexes
        text = f"{preview.text}; then {count(len(after), 'hex')}"
        return Preview(hexes=after if adds or after else preview.hexes, colour=self.colour(design), text=text,
                       erasing=not adds and not after)

    def pick(self, design: Design, at: Pointer) -> BrushChoice | None:
        """The next of the areas here, so that each of several can be picked up."""
        here = [area.id for area in design.map.areas if at.hex in area.hexes]
        if not here:
            return None
        now = here.index(self.brush.area) if self.brush.area in here else -1
        return BrushChoice("area", here[(now + 1) % len(here)])
