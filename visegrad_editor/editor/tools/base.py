"""What a tool is: pointer positions in, a preview and at last a new design out.

Tools know nothing of windows, so they are tested without one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Literal

from ...hexgrid import Hex, Hexside, Point
from ...model.brushes import SHAPE_LABELS, BrushShape, brush_shape, turned_shape
from ...model.design import Design
from ...model.gamemap import GameMap
from ...model.lettering import NameRef
from ...model.region import USUAL_PARTS, Fragment
from ...model.wording import count
from ..map.layers import hidden_words, locked_words, titles

__all__ = [
    "LET_GO",
    "OFF_MAP",
    "Brush",
    "Carried",
    "Edit",
    "Made",
    "Picked",
    "Pointer",
    "Preview",
    "Selection",
    "Stroke",
    "Tool",
    "ToolOption",
    "a",
    "count",
    "pointer_at",
    "refusal",
    "registered_tools",
    "why_no_unit",
]


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
    turn: int = 0
    """By how many quarters the map is seen turned: writing stands level on what is seen."""
    key: int | None = None
    """For the hex cursor, how often its aim was turned with [ and ]; None for the mouse."""


def pointer_at(design: Design, point: Point, *, shift: bool = False, control: bool = False,
               near: float = 0.3, turn: int = 0) -> Pointer:
    """The pointer at a point of the map."""
    geometry = design.map.geometry
    return Pointer(point, geometry.hex_at(*point), geometry.side_at(*point), shift, control, near, turn)


@dataclass(frozen=True)
class Carried:
    """A piece of map at the pointer, its anchor at a hex, with the parts of it that are put down."""

    fragment: Fragment
    at: Hex
    parts: frozenset[str]
    lost: int = 0
    """How many of its hexes lie off the map."""


@dataclass(frozen=True)
class Preview:
    """What a tool is about to do, for the map to draw above its tiles."""

    hexes: frozenset[Hex] = frozenset()
    sides: tuple[Hexside, ...] = ()
    path: tuple[Hex, ...] = ()
    stretches: tuple[Hexside, ...] = ()
    """Of roads: each from middle to middle of the two hexes of a hexside."""
    ghost: tuple[str, ...] = ()
    """Keys of units drawn faintly at the pointer."""
    outline: tuple[Point, ...] = ()
    """A line drawn by hand, in map units."""
    piece: Carried | None = None
    points: tuple[Point, ...] = ()
    """Places clicked so far, in map units."""
    frame: tuple[Point, ...] = ()
    """A closed frame about a name, in map units, from its upper left corner clockwise."""
    letters: str = ""
    """What is written in the frame."""
    letters_below: float = math.inf
    """They are written only where a map unit has fewer pixels: from there on the map shows them."""
    colour: str = "#2f6fd0"
    erasing: bool = False
    text: str = ""
    """A word for the status bar, for example `12 hexes`."""
    refused: bool = False
    """Whether a click would do nothing; `text` says why."""
    changes: frozenset[str] | None = None
    """The layers of the map a click would change; None: those of its tool."""
    locked: bool = False
    """Whether it is refused because a layer it would change is locked, or not seen."""
    unfinished: bool = False
    """Whether it takes longer to find out: asked again, the tool goes on with it."""


def refusal(text: str) -> Preview:
    """A preview that says why nothing can be done here."""
    return Preview(text=text, refused=True)


OFF_MAP = "Off the map"


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


@dataclass(frozen=True)
class Picked:
    """What the pointer stands on, taken up by the eyedropper or a right click: a field of `Brush` and its
    value, `more` of them that belong to it, and the tool that draws with it, "" for the one in hand."""

    field: str
    value: object
    more: tuple[tuple[str, object], ...] = ()
    tool: str = ""

    @property
    def choices(self) -> dict[str, object]:
        """The fields of the brush that change."""
        return {self.field: self.value, **dict(self.more)}


Made = Edit | Selection | Picked
"""What a stroke can end in."""


_registered: list[type[Tool]] = []


def registered_tools() -> tuple[type[Tool], ...]:
    """The tools defined so far, in the order of the palette."""
    return tuple(sorted(_registered, key=lambda tool: tool.order))


LET_GO = "Let go of the mouse button first; Ctrl+Z or Esc drops what is being drawn."
END_FIRST = "End what is being drawn first, with Enter, or drop it with Esc."


class Stroke:
    """What is being drawn now: the tool in hand, and whether the left button is down with it."""

    def __init__(self) -> None:
        self.tool: Tool | None = None
        self.held = False

    @property
    def drawing(self) -> bool:
        """Whether there is a stroke, or clicks that further ones go on from."""
        return self.held or (self.tool is not None and (self.tool.active or self.tool.pending))

    def why_wait(self) -> str:
        """Why the history must stay where it is: something is being drawn on what it shows; "" where not."""
        return LET_GO if self.held else END_FIRST if self.drawing else ""


@dataclass(frozen=True)
class ToolOption:
    """A choice above the palette while a tool is in hand: a tick box, or a list where there are `choices`.

    `field` is the attribute of the brush, or else of the tool, that holds what is chosen; `choices` gives the
    values with their words for a design."""

    field: str
    label: str
    tip: str = ""
    choices: Callable[[Design], Sequence[tuple[str, str]]] | None = None


class Tool:
    """A tool of the palette. `press`, `drag` and `release` follow one stroke.

    A subclass with an `id` is a tool of the palette: defining it registers it, with its key, its icon, its
    entry in the Tools menu and its options. An id or a key that another tool has raises `ValueError`.
    """

    id = ""
    name = ""
    label = ""
    """Its entry in the Tools menu, where that is not its name."""
    order = 1000
    """Its place in the palette and the menu: tools stand by rising order."""
    key = ""
    """The letter that takes it up, "" for none: then it stands in no menu."""
    icon = ""
    """The icon on its button, a file of `icons/` without its size and ending."""
    tip = ""
    """Its tooltip, where the name says too little."""
    hint = ""
    options: tuple[ToolOption, ...] = ()
    """What is chosen above the palette, for a tool that has no form of its own there."""
    cursor = "crosshair"
    has_menu = False
    """Whether a right click brings up the menu of the map, and does not take up what is there."""
    layers: frozenset[str] = frozenset()
    """The layers of the map that whatever it makes changes."""
    needs_sight = True
    """Whether it changes only what is seen."""
    gathers = False
    """Whether a stroke gathers more and more, so that a long one is work that could be lost."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not cls.__dict__.get("id"):
            return
        for other in _registered:
            if other.id == cls.id:
                raise ValueError(f"the tools {other.__name__} and {cls.__name__} have the same id {cls.id}")
            if cls.key and other.key == cls.key:
                raise ValueError(f"the key {cls.key} of {cls.__name__} is that of {other.__name__}")
        _registered.append(cls)

    def __init__(self, brush: Brush) -> None:
        self.brush = brush
        self.active = False

    def advice(self, design: Design) -> str:
        """How to use it now, in a sentence or two: told when it is taken up."""
        return self.hint

    def press(self, design: Design, at: Pointer) -> None:
        """The button goes down: the stroke begins."""
        self.active = True

    def drag(self, design: Design, at: Pointer) -> None:
        """The pointer moves with the button down."""

    def release(self, design: Design, at: Pointer) -> Made | None:
        """The button comes up; what was made, or None where nothing changes."""
        self.active = False
        return None

    def so_far(self, design: Design, at: Pointer) -> Edit | None:
        """What the stroke would be if it ended here; it goes on."""
        if not (self.active and self.gathers):
            return None
        # What the stroke gathers is copied, or ending the probe would end the stroke that goes on.
        probe = copy(self)
        for name, value in vars(self).items():
            if callable(getattr(value, "copy", None)):
                setattr(probe, name, value.copy())
        made = probe.release(design, at)
        return made if isinstance(made, Edit) else None

    @property
    def wants_seen(self) -> frozenset[str]:
        """The layers that are shown while it is in hand."""
        return self.layers

    @property
    def pending(self) -> bool:
        """Whether clicks have been made that further ones go on from."""
        return False

    @property
    def lasting(self) -> bool:
        """Whether what it shows stays while the pointer is beside the map, in a panel for instance."""
        return False

    def back(self) -> bool:
        """Escape with no button down: take the last of those clicks back; False where there is none."""
        return False

    def end(self, design: Design) -> Edit | None:
        """What those clicks have made, before another tool is taken up. They are forgotten."""
        self.cancel()
        return None

    def cancel(self) -> None:
        """Forget the stroke."""
        self.active = False

    aims = 1
    """How many things in a hex the hex cursor can be aimed at with [ and ]."""

    def aim(self, map: GameMap, hex: Hex, n: int) -> Point:
        """The point of a hex the hex cursor stands for, when its aim was turned so often."""
        return map.geometry.centre(hex)

    def preview(self, design: Design, at: Pointer) -> Preview:
        """What would happen here; also while no button is down."""
        return Preview()

    def seen(self, design: Design, at: Pointer) -> Preview:
        """The preview, refused where a layer is locked, or not seen, that would be changed."""
        preview = self.preview(design, at)
        changes = self.layers if preview.changes is None else preview.changes
        if preview.refused:
            return preview
        if locked := changes & self.brush.locked:
            return replace(preview, text=locked_words(locked), refused=True, locked=True)
        if (hidden := changes & self.brush.hidden) and self.needs_sight:
            return replace(preview, text=hidden_words(hidden), refused=True, locked=True)
        if hidden:
            return replace(preview, text=f"{preview.text}; hidden: {titles(hidden)}")
        return preview

    def pick(self, design: Design, at: Pointer) -> Picked | None:
        """What a right click takes up for this tool, or None."""
        return None


def why_no_unit(design: Design, hex: Hex) -> str:
    """Why no counter can stand in a hex, "" where one can."""
    ground = design.ruleset.terrain_by_id.get(design.map.terrain.at(hex))
    if ground is None or ground.playable:
        return ""
    return f"No counter in {design.map.grid.number(hex)}: it is {ground.name.lower()}, where no unit may be"


def a(thing: str) -> str:
    """
    >>> a("river"), a("Airfield")
    ('a river', 'an Airfield')
    """
    return f"{'an' if thing[:1].lower() in 'aeiou' else 'a'} {thing}"


# The palette's choices, which the tools share.

Mode = Literal["freehand", "line", "rectangle", "hexagon", "fill"]
MODES: dict[Mode, str] = {
    "freehand": "Freehand", "line": "Straight line", "rectangle": "Rectangle", "hexagon": "Hexagon",
    "fill": "Flood fill"}
"""The ways to paint, in words."""
PICKS: dict[str, str] = {
    "": "What is nearest", "terrain": "Terrain", "country": "Country", "hexside": "Hexside", "road": "Road",
    "feature": "Feature", "name": "Name"}
"""What the eyedropper takes up, in words."""


@dataclass
class Brush:
    """The palette's choices."""

    terrain: str = ""
    country: str = ""
    hexside: str = ""
    road: str = ""
    feature: str = ""
    area: str = ""
    unit: str = ""
    more_units: tuple[str, ...] = ()
    """Those that are put down with it."""
    measure_as: str = ""
    """The type of unit the tape measures for, "" for the distance alone."""
    size: int = 0
    """Hexes around the middle one: 0 paints 1, 1 paints 7, 2 paints 19."""
    tip: str = "hexagon"
    """The shape of the brush: one of `SHAPE_LABELS`, or the name of one of the designer's own."""
    own_tip: BrushShape = frozenset()
    """The hexes of a shape of the designer's own, while one is in use."""
    turn: int = 0
    """By how many sixths the shape is turned."""
    mode: Mode = "freehand"
    outline: bool = False
    """Whether a rectangle or hexagon is only its outline."""
    take_away: bool = False
    """Whether the area brush takes hexes from the area."""
    line_name: str = ""
    """The name of the next river or other line of hexsides."""
    road_name: str = ""
    width: int = 0
    """The width class of a river, 1 to 5; 0: that of the line it joins, else 1."""
    by_corners: bool = False
    """Whether the hexside pen goes from clicked corner to clicked corner."""
    named: NameRef | None = None
    """The name that is edited above the palette; it may be still to be written."""
    label_style: str = "region"
    """How the next label is written; its size in map units, its rotation in degrees."""
    label_size: float = 0.5
    label_rotation: float = 0.0
    picks: str = ""
    """What the eyedropper takes up, one of `PICKS`."""
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
    locked: frozenset[str] = frozenset()
    """The layers of the map that are locked against changes."""
    hidden: frozenset[str] = frozenset()
    """The layers of the map that are not seen."""

    @property
    def units(self) -> tuple[str, ...]:
        """The units in hand."""
        return (self.unit, *self.more_units) if self.unit else ()

    @property
    def offsets(self) -> BrushShape:
        """The hexes under the brush, from the one under the pointer."""
        for shape in SHAPE_LABELS:
            if shape == self.tip:
                return brush_shape(shape, self.size, self.turn % 6)
        return turned_shape(self.own_tip, self.turn) or brush_shape("hexagon", self.size)
