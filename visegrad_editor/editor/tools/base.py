"""What a tool is: pointer positions in, a preview and at last a new design out.

Tools know nothing of windows, so they are tested without one.
"""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from dataclasses import dataclass, field
from typing import Literal

from ...hexgrid import Hex, Hexside, Point
from ...model.design import Design
from ...model.region import USUAL_PARTS, Fragment


@dataclass(frozen=True)
class Pointer:
    """Where on the map the pointer (or the key cursor) is, and which keys are held.

    `point` is in map units; `hex` and `side` are None off the map. `near` is how many map units
    count as "at" something: smaller when zoomed in.
    """

    point: Point
    hex: Hex | None
    side: Hexside | None
    shift: bool = False
    control: bool = False
    near: float = 0.3


def pointer_at(design: Design, point: Point, *, shift: bool = False, control: bool = False,
               near: float = 0.3) -> Pointer:
    """The pointer at a point of the map."""
    geometry = design.map.geometry
    return Pointer(point, geometry.hex_at(*point), geometry.side_at(*point), shift, control, near)


@dataclass(frozen=True)
class Carried:
    """A piece of map at the pointer, its anchor at a hex, with the parts of it that are put down."""

    fragment: Fragment
    at: Hex
    parts: frozenset[str]


@dataclass(frozen=True)
class Preview:
    """What a tool is about to do, for the map to draw above its tiles."""

    hexes: frozenset[Hex] = frozenset()
    sides: tuple[Hexside, ...] = ()
    path: tuple[Hex, ...] = ()
    ghost: tuple[str, ...] = ()
    """Keys of units drawn faintly at the pointer."""
    outline: tuple[Point, ...] = ()
    """A line drawn by hand, in map units."""
    piece: Carried | None = None
    colour: str = "#2f6fd0"
    erasing: bool = False
    text: str = ""
    """A word for the status bar, for example `12 hexes`."""


@dataclass(frozen=True)
class Edit:
    """A finished change: its name in the history, and the design after it."""

    label: str
    design: Design
    notes: tuple[str, ...] = ()
    """What is to be told about it, in sentences."""
    region: Collection[Hex] | None = None
    """The hexes that are selected afterwards; None leaves the selection as it is."""


@dataclass(frozen=True)
class Selection:
    """What a selection tool made: the hexes that are selected now. It is no step of the history."""

    hexes: frozenset[Hex]


@dataclass
class Brush:
    """The palette's choices, which the tools share."""

    terrain: str = ""
    country: str = ""
    hexside: str = ""
    road: str = ""
    feature: str = ""
    area: str = ""
    unit: str = ""
    measure_as: str = ""
    """The type of unit the tape measures for, "" for the distance alone."""
    size: int = 0
    """Hexes around the middle one: 0 paints 1, 1 paints 7, 2 paints 19."""
    fill: bool = False
    line_name: str = ""
    width: int = 1
    erase: frozenset[str] = field(default_factory=lambda: frozenset({"hexsides", "roads", "places"}))
    region: frozenset[Hex] = frozenset()
    """The selected hexes."""
    picking: Literal["box", "lasso", "wand"] = "box"
    """How hexes are selected."""
    alike: Literal["terrain", "country"] = "terrain"
    """What the hexes the wand takes have in common."""
    parts: frozenset[str] = USUAL_PARTS
    """What of the selected hexes is cut, cleared and pasted."""
    piece: Fragment | None = None
    """What the paste tool puts down."""


@dataclass(frozen=True)
class Picked:
    """What the pointer stands on, taken up by a right click: a field of `Brush` and its value."""

    field: str
    value: str


class Tool:
    """A tool of the palette. `press`, `drag` and `release` follow one stroke."""

    id = ""
    name = ""
    hint = ""
    cursor = "crosshair"
    has_menu = False
    """Whether a right click brings up the menu of the map, and does not take up what is there."""
    gathers = False
    """Whether a stroke gathers more and more, so that a long one is work that could be lost."""

    def __init__(self, brush: Brush) -> None:
        self.brush = brush
        self.active = False

    def press(self, design: Design, at: Pointer) -> None:
        """The button goes down: the stroke begins."""
        self.active = True

    def drag(self, design: Design, at: Pointer) -> None:
        """The pointer moves with the button down."""

    def release(self, design: Design, at: Pointer) -> Edit | Selection | None:
        """The button comes up; what was made, or None where nothing changes."""
        self.active = False
        return None

    def so_far(self, design: Design, at: Pointer) -> Edit | None:
        """What the stroke would be if it ended here; it goes on."""
        if not (self.active and self.gathers):
            return None
        probe = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | dict | set):
                setattr(probe, name, value.copy())
        made = probe.release(design, at)
        return made if isinstance(made, Edit) else None

    def cancel(self) -> None:
        """Escape: forget the stroke."""
        self.active = False

    def preview(self, design: Design, at: Pointer) -> Preview:
        """What would happen here; also while no button is down."""
        return Preview()

    def pick(self, design: Design, at: Pointer) -> Picked | None:
        """What a right click takes up for this tool, or None."""
        return None


def count(n: int, thing: str) -> str:
    """
    >>> count(1, "hex"), count(2, "hex"), count(3, "hexside")
    ('1 hex', '2 hexes', '3 hexsides')
    """
    ending = "es" if thing.endswith("x") else "s"
    return f"{n} {thing}" if n == 1 else f"{n} {thing}{ending}"
