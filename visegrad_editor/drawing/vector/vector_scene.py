"""The map as a drawing of a nominal size: what a picture of that size shows, as vectors."""

from __future__ import annotations

from collections.abc import Collection

from ...model.design import Design
from ..hex_layers import LOCAL_LAYERS
from ..lazy_scene import LazyScene
from ..scene_builder import ALL_LAYERS, PRINTED_LAYERS
from ..style import DEFAULT, Style
from .runs import VectorLayer, VectorScene
from .whole_map import WholeMap


def vector_scene(
    design: Design, pixels: float, *, layers: Collection[str] = PRINTED_LAYERS, style: Style = DEFAULT
) -> VectorScene:
    """The map with the set-up of its scenario as it shows where a map unit has that many pixels."""
    lazy = LazyScene(style)
    lazy.show(design, counters="counters" in layers)
    whole = WholeMap(lazy.hexes)
    found = []
    for name in ALL_LAYERS:
        if name not in layers:
            continue
        if name == "numbers":
            parts = whole.numbers(lazy.numbers, pixels, lazy.moved_numbers(pixels))
        else:
            parts = whole.layer(name, pixels) if name in LOCAL_LAYERS else []
            parts += [i for i in lazy.placed(name, pixels) if i.least_scale <= pixels < i.most_scale]
        found.append(VectorLayer(name, tuple(parts)))
    return VectorScene(lazy.bounds, tuple(found), lazy.style.paper)
