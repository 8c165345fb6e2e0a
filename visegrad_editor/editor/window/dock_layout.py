"""The layout of the panels: a value, which can be remembered, compared, and tested without a screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any, Literal, Protocol, get_args

from ...lazy_dataclass import dataclass

Area = Literal["left", "right", "corner", "bottom"]
AREAS: tuple[Area, ...] = get_args(Area)
AREA_NAMES: dict[Area, str] = {"left": "left", "right": "right", "corner": "lower right", "bottom": "bottom"}
DEFAULT_SIZES: dict[Area, int] = {"left": 222, "right": 366, "corner": 240, "bottom": 132}
"""Widths of the areas at the sides, heights of the others, in pixels at 100 %."""
_LEAST, _MOST = 60, 4000


class PanelHome(Protocol):
    """What the layout needs to know about a panel."""

    @property
    def id(self) -> str: ...
    @property
    def home(self) -> Area: ...
    @property
    def open(self) -> bool: ...
    @property
    def large(self) -> bool: ...


@dataclass(frozen=True)
class Layout:
    """Every panel is in exactly one of `areas`, `floating` and `closed`.

    `front` is the panel on top in each area; `floating` maps a panel to the geometry of its window; `closed`
    maps a panel to the area where it belongs; `windows` has those of them that will open again in a window of
    their own, with its geometry, "" for one that never had one. `sizes` are in pixels at 100 %.
    """

    areas: Mapping[Area, tuple[str, ...]] = field(default_factory=lambda: dict.fromkeys(AREAS, ()))
    front: Mapping[Area, str] = field(default_factory=dict)
    floating: Mapping[str, str] = field(default_factory=dict)
    closed: Mapping[str, Area] = field(default_factory=dict)
    windows: Mapping[str, str] = field(default_factory=dict)
    sizes: Mapping[Area, int] = field(default_factory=lambda: dict(DEFAULT_SIZES))

    def area_of(self, id: str) -> Area | None:
        """The area in which a panel is docked; None if it floats or is closed."""
        return next((a for a in AREAS if id in self.areas[a]), None)

    def is_open(self, id: str) -> bool:
        """Whether the panel is docked or floats."""
        return id in self.floating or self.area_of(id) is not None

    def top(self, area: Area) -> str:
        """The panel on top of an area, "" if it is empty."""
        ids = self.areas[area]
        front = self.front.get(area, "")
        return front if front in ids else ids[0] if ids else ""

    # -- changes ------------------------------------------------------------------------

    def move(self, id: str, area: Area, index: int | None = None) -> Layout:
        """The layout with the panel docked on top in an area, before the tab with that index or else last.

        >>> Layout().move("units", "left").areas["left"]
        ('units',)
        """
        ids = self.areas[area]
        if id in ids and index is not None and ids.index(id) < index:
            index -= 1
        rest = self._without(id)
        others = rest.areas[area]
        at = len(others) if index is None else min(index, len(others))
        areas = {**rest.areas, area: (*others[:at], id, *others[at:])}
        return replace(rest, areas=areas, front={**rest.front, area: id})

    def bring_up(self, id: str) -> Layout:
        """The layout with the panel on top of its area; a closed panel is opened again, in an area or in its
        window, as it was."""
        area = self.area_of(id)
        if area is not None:
            return replace(self, front={**self.front, area: id})
        if geometry := self.windows.get(id):
            return self.float(id, geometry)
        return self if id in self.floating else self.move(id, self.closed.get(id, "right"))

    def float(self, id: str, geometry: str) -> Layout:
        """The layout with the panel in its own window."""
        rest = self._without(id)
        return replace(rest, floating={**rest.floating, id: geometry})

    def with_corner_in_right(self, up: str) -> Layout:
        """The layout with both areas on the right as one, and the panel `up` on top if it is in one of them.

        >>> low = Layout().move("units", "right").move("overview", "corner").with_corner_in_right("overview")
        >>> low.areas["right"], low.top("right"), low.areas["corner"]
        (('units', 'overview'), 'overview', ())
        """
        both = (*self.areas["right"], *self.areas["corner"])
        top = up if up in both else self.top("right") or self.top("corner")
        front: dict[Area, str] = {**self.front, "right": top}
        return replace(self, areas={**self.areas, "right": both, "corner": ()}, front=front)

    def close(self, id: str, home: Area = "right") -> Layout:
        """The layout without the panel. It will open where it was docked, or in its window."""
        area = self.area_of(id) or self.closed.get(id) or home
        window = self.floating.get(id, self.windows.get(id))
        rest = self._without(id)
        return replace(rest, closed={**rest.closed, id: area},
                       windows=rest.windows if window is None else {**rest.windows, id: window})

    def resized(self, sizes: Mapping[Area, int]) -> Layout:
        """The layout with other sizes of some areas."""
        return replace(self, sizes={**self.sizes, **{a: _bounded(n) for a, n in sizes.items()}})

    def _without(self, id: str) -> Layout:
        areas = {a: tuple(x for x in self.areas[a] if x != id) for a in AREAS}
        front = dict(self.front)
        for area in AREAS:
            if front.get(area) == id:
                # Bring the neighbour to the front, not always the first panel.
                del front[area]
                if areas[area]:
                    at = self.areas[area].index(id) if id in self.areas[area] else 0
                    front[area] = areas[area][min(at, len(areas[area]) - 1)]
        return replace(self, areas=areas, front=front,
                       floating={k: v for k, v in self.floating.items() if k != id},
                       closed={k: v for k, v in self.closed.items() if k != id},
                       windows={k: v for k, v in self.windows.items() if k != id})

    # -- remembering --------------------------------------------------------------------

    def data(self) -> dict[str, Any]:
        """The layout as plain data for the settings."""
        return {"areas": {a: list(self.areas[a]) for a in AREAS}, "front": {a: self.top(a) for a in AREAS},
                "floating": dict(self.floating), "closed": dict(self.closed), "windows": dict(self.windows),
                "sizes": dict(self.sizes)}


def default_layout(panels: Iterable[PanelHome]) -> Layout:
    """The layout with every panel at home, the first of each area on top."""
    layout = Layout()
    for panel in panels:
        layout = _at_home(layout, panel)
    return replace(layout, front={a: layout.areas[a][0] for a in AREAS if layout.areas[a]})


def layout_from(data: object, panels: Iterable[PanelHome]) -> Layout:
    """The layout from remembered data. Invalid parts are left out; a panel that is missing, for example
    because it is new in the program, is at home."""
    known = {p.id: p for p in panels}
    if not isinstance(data, dict):
        return default_layout(known.values())
    layout, placed = Layout(), set()
    for area, ids in _pairs(data.get("areas")):
        for id in ids if isinstance(ids, list) and area in AREAS else ():
            if isinstance(id, str) and id in known and id not in placed:
                layout = layout.move(id, area)  # type: ignore[arg-type]
                placed.add(id)
    for id, geometry in _pairs(data.get("floating")):
        if id in known and id not in placed and isinstance(geometry, str):
            layout = layout.float(id, geometry)
            placed.add(id)
    windows = dict(_pairs(data.get("windows")))
    for id, area in _pairs(data.get("closed")):
        if id in known and id not in placed and area in AREAS:
            layout = replace(layout, closed={**layout.closed, id: area})
            placed.add(id)
            if isinstance(windows.get(id), str):
                layout = replace(layout, windows={**layout.windows, id: windows[id]})
            elif "windows" not in data and known[id].large and area == known[id].home:
                # Settings of an earlier version do not say it: there, large panels closed at home floated.
                layout = replace(layout, windows={**layout.windows, id: ""})
    if not placed:
        return default_layout(known.values())
    fronts = {a: f for a, f in _pairs(data.get("front")) if a in AREAS and isinstance(f, str)}
    for id, panel in known.items():
        if id not in placed:
            layout = _at_home(layout, panel)
    front = {a: fronts[a] if fronts.get(a) in layout.areas[a] else layout.areas[a][0]
             for a in AREAS if layout.areas[a]}
    sizes = dict(_pairs(data.get("sizes")))
    return replace(layout, front=front).resized({a: sizes[a] for a in AREAS if type(sizes.get(a)) is int})


def _at_home(layout: Layout, panel: PanelHome) -> Layout:
    if panel.open:
        return layout.move(panel.id, panel.home)
    return replace(layout, closed={**layout.closed, panel.id: panel.home},
                   windows={**layout.windows, panel.id: ""} if panel.large else layout.windows)


def _pairs(data: object) -> Iterable[tuple[str, Any]]:
    return data.items() if isinstance(data, dict) else ()


def _bounded(pixels: int) -> int:
    return min(_MOST, max(_LEAST, pixels))
