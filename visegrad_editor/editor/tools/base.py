"""The base of all tools: pointer positions go in; a preview, and finally a new design, come out.

Tools know nothing about windows, so they can be tested without one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from copy import copy
from dataclasses import field, replace
from typing import Literal

from ...hexgrid import Hex, Hexside, Point
from ...lazy_dataclass import dataclass
from ...model.brushes import BrushShape, ShapeName, brush_shape, turned_shape
from ...model.design import Design
from ...model.edit.units import stack_at
from ...model.gamemap import GameMap
from ...model.lettering import NameRef
from ...model.region import USUAL_PARTS, Fragment
from ...model.wording import count
from ..map.layers import LAYER_BY_ID, hidden_text, locked_text, titles
from .brush_shapes import CustomBrushShape

__all__ = [
    "LET_GO",
    "OFF_MAP",
    "SECTIONS",
    "Brush",
    "BrushChoice",
    "CarriedPiece",
    "Edit",
    "Pointer",
    "Preview",
    "Selection",
    "Stroke",
    "Tool",
    "ToolOption",
    "ToolResult",
    "count",
    "pointer_at",
    "refusal",
    "registered_tools",
    "stack_keys",
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
    """By how many quarter turns the map is shown rotated; lettering stays level on the screen."""
    tray: bool = False
    """Whether it is over the tray of the units that are still to be set up, beside the map."""
    key: int | None = None
    """For the hex cursor, how many times its aim was turned with [ and ]; None for the mouse."""


def pointer_at(design: Design, point: Point, *, shift: bool = False, control: bool = False,
               near: float = 0.3, turn: int = 0, tray: bool = False) -> Pointer:
    """The pointer at a point of the map; over the tray it is at no hex."""
    if tray:
        return Pointer(point, None, None, shift, control, near, turn, tray)
    geometry = design.map.geometry
    return Pointer(point, geometry.hex_at(*point), geometry.side_at(*point), shift, control, near, turn)


@dataclass(frozen=True)
class CarriedPiece:
    """A piece of map at the pointer: its anchor hex, and which parts of it are to be pasted."""

    fragment: Fragment
    at: Hex
    parts: frozenset[str]
    lost: int = 0
    """How many of its hexes are off the map."""


@dataclass(frozen=True)
class Preview:
    """What a tool is about to do, drawn above the tiles of the map."""

    hexes: frozenset[Hex] = frozenset()
    lit: frozenset[Hex] = frozenset()
    """The hexes where it can be done at all."""
    sides: tuple[Hexside, ...] = ()
    path: tuple[Hex, ...] = ()
    stretches: tuple[Hexside, ...] = ()
    """Stretches of road: each joins the centres of the two hexes of a hexside."""
    ghost: tuple[str, ...] = ()
    """The keys of units drawn faintly at the pointer."""
    outline: tuple[Point, ...] = ()
    """A freehand line, in map units."""
    piece: CarriedPiece | None = None
    points: tuple[Point, ...] = ()
    """Places clicked so far, in map units."""
    frame: tuple[Point, ...] = ()
    """A closed frame around a name, in map units, clockwise from its upper left corner."""
    letters: str = ""
    """The text in the frame."""
    letters_below: float = math.inf
    """They are drawn only while a map unit has fewer pixels than this; above that the map shows them."""
    colour: str = "#2f6fd0"
    erasing: bool = False
    text: str = ""
    """A text for the status bar, for example `12 hexes`."""
    refused: bool = False
    """Whether a click would do nothing; `text` says why."""
    changes: frozenset[str] | None = None
    """The layers of the map that a click would change; None means those of its tool."""
    locked: bool = False
    """Whether it is refused because a layer it would change is locked or hidden."""
    unfinished: bool = False
    """Whether the answer is still being worked out: asked again, the tool continues."""


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
    """Sentences to show the user about it."""
    region: Collection[Hex] | None = None
    """The hexes to select afterwards; None leaves the selection as it is."""


@dataclass(frozen=True)
class Selection:
    """The result of a selection tool: the hexes that are selected now. It is not a step of the history."""

    hexes: frozenset[Hex]


@dataclass(frozen=True)
class BrushChoice:
    """What the eyedropper or a right click picked up: a field of `Brush` and its value, `more` fields that
    belong to it, and the tool that draws with it ("" for the current one)."""

    field: str
    value: object
    more: tuple[tuple[str, object], ...] = ()
    tool: str = ""

    @property
    def choices(self) -> dict[str, object]:
        """The fields of the brush that change."""
        return {self.field: self.value, **dict(self.more)}


ToolResult = Edit | Selection | BrushChoice
"""The possible results of a stroke."""


_registered: list[type[Tool]] = []


def registered_tools() -> tuple[type[Tool], ...]:
    """The tools defined so far, in the order of the palette."""
    return tuple(sorted(_registered, key=lambda tool: tool.order))


LET_GO = "Release the mouse button first; Ctrl+Z or Esc discards what is being drawn."
END_FIRST = "Finish what is being drawn first with Enter, or discard it with Esc."


class Stroke:
    """What is being drawn now: the current tool, and whether the left button is down."""

    def __init__(self) -> None:
        self.tool: Tool | None = None
        self.held = False

    @property
    def drawing(self) -> bool:
        """Whether a stroke is under way, or clicks are waiting for further ones."""
        return self.held or (self.tool is not None and (self.tool.active or self.tool.pending))

    def why_wait(self) -> str:
        """Why undo and redo must wait: something is being drawn on the state shown; "" if nothing is."""
        return LET_GO if self.held else END_FIRST if self.drawing else ""


@dataclass(frozen=True)
class ToolOption:
    """A choice above the palette for the current tool: a tick box, or a list if there are `choices`.

    `field` is the attribute of the brush, or else of the tool, that holds the choice; `choices` returns the
    values for a design, each with its text."""

    field: str
    label: str
    tip: str = ""
    choices: Callable[[Design], Sequence[tuple[str, str]]] | None = None


class Tool:
    """A tool of the palette. `press`, `drag` and `release` follow one stroke.

    Defining a subclass with an `id` registers it, with its key, its icon, its entry in the Tools menu and its
    options. An id or a key that another tool has, a section or layer that does not exist, and options beside
    a form raise `ValueError`.
    """

    id = ""
    name = ""
    label = ""
    """Its entry in the Tools menu, if that is not its name."""
    order = 1000
    """Its place in the palette and the menu, which are sorted by this number."""
    key = ""
    """The letter that selects it; "" for none, and then it is in no menu."""
    icon = ""
    """The icon on its button: the name of a file in `icons/` without size and extension."""
    tip = ""
    """Its tooltip, if the name says too little."""
    hint = ""
    draws = ""
    """The section of the palette with the kinds it draws, one of `SECTIONS`; "" for none. While the tool is
    current, the chosen kind is marked there, and digits choose another."""
    options: tuple[ToolOption, ...] = ()
    """Its choices above the palette."""
    form = ""
    """The name of a form above the palette, for choices that `options` cannot show: one of `FORMS` in
    `editor/panels/tool_options.py`. A tool has either options or a form."""
    cursor = "crosshair"
    menu: Literal["", "hex", "region"] = ""
    """What a right click opens: the menu of the `hex` there and of its counters, or that of the selected
    hexes (`region`). "" opens none, but picks up what is there (`pick`)."""
    pans = False
    """Whether dragging with it moves the map."""
    fans_stacks = False
    """Whether it fans out the stack at the pointer, between strokes."""
    carries = False
    """Whether its strokes move counters: it is handed a counter dragged out of a fanned stack, and the arrow
    keys carry what Return has picked up."""
    inspects = False
    """Whether a double click shows the hex in the inspector."""
    temporary = False
    """Whether Escape goes back to the tool that was current before it."""
    letters = ""
    """The letters that go to `use_letter` while it is current, instead of to the menus."""
    layers: frozenset[str] = frozenset()
    """The layers of the map that its edits change."""
    needs_sight = True
    """Whether it refuses to change hidden layers."""
    gathers = False
    """Whether a stroke accumulates changes, so that a long one is work that could be lost."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not cls.__dict__.get("id"):
            return
        if cls.draws and cls.draws not in SECTIONS:
            raise ValueError(f"{cls.__name__} draws {cls.draws}, which is none of {', '.join(SECTIONS)}")
        if cls.form and cls.options:
            raise ValueError(f"{cls.__name__} has a form as well as options")
        if unknown := cls.layers - LAYER_BY_ID.keys():
            raise ValueError(f"{cls.__name__} changes {', '.join(sorted(unknown))}: the layers are "
                             f"{', '.join(LAYER_BY_ID)}")
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
        """How to use it now, in a sentence or two, shown when it is selected."""
        return self.hint

    def press(self, design: Design, at: Pointer) -> None:
        """The button goes down and the stroke begins."""
        self.active = True

    def drag(self, design: Design, at: Pointer) -> None:
        """The pointer moves with the button down."""

    def release(self, design: Design, at: Pointer) -> ToolResult | None:
        """The button comes up; returns the result, or None if nothing changes."""
        self.active = False
        return None

    def edit_so_far(self, design: Design, at: Pointer) -> Edit | None:
        """The edit the stroke would make if it ended here. The stroke goes on."""
        if not (self.active and self.gathers):
            return None
        # The stroke's state is copied: otherwise ending the probe would end the real stroke.
        probe = copy(self)
        for name, value in vars(self).items():
            if callable(getattr(value, "copy", None)):
                setattr(probe, name, value.copy())
        result = probe.release(design, at)
        return result if isinstance(result, Edit) else None

    @property
    def layers_to_show(self) -> frozenset[str]:
        """The layers that are shown while it is the current tool."""
        return self.layers

    @property
    def pending(self) -> bool:
        """Whether clicks have been made that wait for further ones."""
        return False

    @property
    def lasting(self) -> bool:
        """Whether its preview stays while the pointer is off the map, for example over a panel."""
        return False

    def back(self) -> bool:
        """Escape with no button down: undo the last of those clicks; False if there is none."""
        return False

    def end(self, design: Design) -> Edit | None:
        """The edit those clicks have made, or None; called before another tool is selected. Forgets them."""
        self.cancel()
        return None

    def cancel(self) -> None:
        """Forget the stroke."""
        self.active = False

    def escape(self) -> Selection | None:
        """What Escape does when there is neither a stroke nor a click to discard; None leaves the tool."""
        return None

    def choose_again(self) -> dict[str, object]:
        """The choices of the brush that change when it is selected while it is the current tool already."""
        return {}

    def take_selection(self, hex: Hex | None, units: tuple[str, ...]) -> None:
        """Note the selected hex and units, before a stroke and when they were selected elsewhere."""

    def selection_after(self, at: Pointer,
                        result: ToolResult | None) -> tuple[Hex | None, tuple[str, ...]] | None:
        """The hex and the units to select after a stroke that ended here; None leaves the selection."""
        return None if at.hex is None else (at.hex, ())

    def tool_after(self, at: Pointer, result: ToolResult | None) -> str:
        """The id of the tool to select after a stroke that ended here; "" for none."""
        return ""

    def extend(self, design: Design, here: Hex, there: Hex) -> Selection | None:
        """What Shift and an arrow key do, as the hex cursor moves from hex to hex; None makes a stroke."""
        return None

    def pick_counter(self, key: str) -> BrushChoice | None:
        """What a click on a counter of a fanned stack picks up; None selects the counter."""
        return None

    def use_letter(self, letter: str, shift: bool) -> None:
        """One of its `letters` was pressed, in lower case."""

    aims = 1
    """How many targets in a hex the hex cursor can aim at with [ and ]."""

    def aim(self, map: GameMap, hex: Hex, n: int) -> Point:
        """The point in a hex that the hex cursor means after its aim was turned `n` times."""
        return map.geometry.centre(hex)

    def preview(self, design: Design, at: Pointer) -> Preview:
        """What would happen here, also while no button is down."""
        return Preview()

    def checked_preview(self, design: Design, at: Pointer) -> Preview:
        """The preview, refused if a layer it would change is locked or hidden."""
        preview = self.preview(design, at)
        changes = self.layers if preview.changes is None else preview.changes
        if preview.refused:
            return preview
        if locked := changes & self.brush.locked:
            return replace(preview, text=locked_text(locked), refused=True, locked=True)
        if (hidden := changes & self.brush.hidden) and self.needs_sight:
            return replace(preview, text=hidden_text(hidden), refused=True, locked=True)
        if hidden:
            return replace(preview, text=f"{preview.text}; hidden: {titles(hidden)}")
        return preview

    def pick(self, design: Design, at: Pointer) -> BrushChoice | None:
        """What a right click picks up for this tool, or None."""
        return None


def stack_keys(design: Design, hex: Hex | None) -> tuple[str, ...]:
    """The keys of the counters in a hex, top counter last."""
    if hex is None or design.scenario is None:
        return ()
    return tuple(u.key for u in stack_at(design.scenario, design.map.grid.number(hex)))


def why_no_unit(design: Design, hex: Hex) -> str:
    """Why no counter can be placed in a hex; "" if one can."""
    ground = design.ruleset.terrain_by_id.get(design.map.terrain.at(hex))
    if ground is None or ground.playable:
        return ""
    return f"No counter in {design.map.grid.number(hex)}: units may not enter {ground.name.lower()}"


# The palette's choices, which the tools share.

Mode = Literal["freehand", "line", "rectangle", "hexagon", "fill"]
MODES: dict[Mode, str] = {
    "freehand": "Freehand", "line": "Straight line", "rectangle": "Rectangle", "hexagon": "Hexagon",
    "fill": "Flood fill"}
"""The ways to paint, with their labels."""
SECTIONS = ("terrain", "hexside", "road", "feature", "country", "level")
"""The sections of the palette. Each has the name of the field of `Brush` that holds the chosen kind, and of
the tool that is taken up with it."""
EYEDROPPER_KINDS: dict[str, str] = {
    "": "Whatever is nearest", "terrain": "Terrain", "country": "Country", "hexside": "Hexside",
    "road": "Road", "feature": "Feature", "name": "Name", "level": "Level"}
"""What the eyedropper picks up, with labels."""
SELECTORS: dict[str, str] = {"box": "Box", "lasso": "Lasso", "wand": "Wand"}
"""The ways to select hexes, with labels."""


@dataclass
class Brush:
    """The palette's choices."""

    terrain: str = ""
    country: str = ""
    level: str = "1"
    """The level of hexes, as a number."""
    hexside: str = ""
    road: str = ""
    feature: str = ""
    area: str = ""
    unit: str = ""
    more_units: tuple[str, ...] = ()
    """Further units to be placed with it."""
    measured_type: str = ""
    """The unit type the measuring tape is for; "" measures the distance only."""
    size: int = 0
    """Rings of hexes around the middle one: 0 paints 1 hex, 1 paints 7, 2 paints 19."""
    shape: ShapeName | CustomBrushShape = "hexagon"
    turn: int = 0
    """By how many sixths of a turn the shape is rotated."""
    mode: Mode = "freehand"
    outline: bool = False
    """Whether only the outline of a rectangle or hexagon is painted."""
    removes_hexes: bool = False
    """Whether the area brush removes hexes from the area."""
    line_name: str = ""
    """The name of the next river or other hexside line."""
    road_name: str = ""
    width: int = 0
    """The width class of a river, 1 to 5; 0 uses that of the line it joins, else 1."""
    by_corners: bool = False
    """Whether the hexside pen draws from clicked corner to clicked corner."""
    edited_name: NameRef | None = None
    """The name that is edited above the palette; it may not exist yet."""
    label_style: str = "region"
    """The style of the next label; its size is in map units, its rotation in degrees."""
    label_size: float = 0.5
    label_rotation: float = 0.0
    eyedropper_kind: str = ""
    """What the eyedropper picks up, one of `EYEDROPPER_KINDS`."""
    eraser_kinds: frozenset[str] = field(default_factory=lambda: frozenset({"hexsides", "roads", "places"}))
    region: frozenset[Hex] = frozenset()
    """The selected hexes."""
    selector: Literal["box", "lasso", "wand"] = "box"
    picks: bool = False
    """Whether hexes are being chosen: a stroke adds hexes, or takes away the one where it begins."""
    """How hexes are selected."""
    wand_match: Literal["terrain", "country"] = "terrain"
    """What the hexes selected by the wand have in common."""
    parts: frozenset[str] = USUAL_PARTS
    """Which parts of the selected hexes are cut, cleared and pasted."""
    piece: Fragment | None = None
    """What the paste tool pastes."""
    locked: frozenset[str] = frozenset()
    """The layers of the map that are locked against changes."""
    hidden: frozenset[str] = frozenset()
    """The hidden layers of the map."""

    @property
    def units(self) -> tuple[str, ...]:
        """The units to be placed."""
        return (self.unit, *self.more_units) if self.unit else ()

    @property
    def offsets(self) -> BrushShape:
        """The hexes under the brush, as offsets from the hex under the pointer."""
        if isinstance(self.shape, CustomBrushShape):
            return turned_shape(self.shape.hexes, self.turn)
        return brush_shape(self.shape, self.size, self.turn % 6)
