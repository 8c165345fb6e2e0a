"""A map as vectors, showing what a picture of a nominal size would show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial

from ...model.design import Design
from ..curves import Box, box_inside, boxes_meet
from ..layers import ALL_LAYERS, LOCAL_LAYERS, PRINTED_LAYERS, WRITING
from ..lazy_scene import LazyScene, scene_of
from ..primitives import Item
from ..style import DEFAULT, Style
from .parts import Drawn, VectorLayer, VectorScene
from .whole_map import WholeMap


def vector_scene(
    design: Design, pixels: float, *, layers: Collection[str] = PRINTED_LAYERS, style: Style = DEFAULT,
    box: Box | None = None,
) -> VectorScene:
    """The map with the set-up of its scenario, as shown at this many pixels per map unit; with a `box` only
    what is in it, and text only if it is completely inside."""
    lazy = scene_of(design, style, "counters" in layers)
    whole = WholeMap(lazy.hexes)

    def parts(name: str) -> Iterator[Drawn]:
        made = _layer(lazy, whole, name, pixels)
        return made if box is None else _within(made, box, name in WRITING)

    named = tuple(VectorLayer(name, partial(parts, name)) for name in ALL_LAYERS if name in layers)
    return VectorScene(box or lazy.bounds, named, lazy.style.paper, design.map.grid.numbers)


def _layer(lazy: LazyScene, whole: WholeMap, name: str, pixels: float) -> Iterator[Drawn]:
    """The parts of a layer, from bottom to top."""
    if name == "numbers":
        yield from whole.numbers(lazy.numbers, pixels, lazy.moved_numbers(pixels))
        return
    if name in LOCAL_LAYERS:
        yield from whole.layer(name, pixels)
    yield from (i for i in lazy.placed(name, pixels) if i.least_scale <= pixels < i.most_scale)


def _within(parts: Iterable[Drawn], box: Box, whole: bool) -> Iterator[Drawn]:
    """The parts of a layer visible in a box; with `whole`, only items completely inside."""
    for part in parts:
        if not isinstance(part, Item):
            yield part.within(box)
        elif box_inside(part.box, box) if whole else boxes_meet(part.box, box):
            yield part
