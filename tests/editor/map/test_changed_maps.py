"""Tiles after edits that change more of the picture than their hexes: those of a fresh renderer, pixel by
pixel."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from visegrad_editor.editor.map.tile_cache import TileKey
from visegrad_editor.editor.map.tile_renderer import TileRenderer
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit import reshape
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.load import load

pytestmark = pytest.mark.xdist_group("window")
SCALES = (7.5, 20.0, 41.0)
TILES = ((0, 0), (1, 0), (0, 1), (0, 4))


def of(name: str) -> Design:
    design = load(name).design
    assert design is not None
    return design


def dry(design: Design) -> Design:
    """The design with land everywhere."""
    return with_map(design, paint_terrain(design.map, design.map.grid, "clear"))


def turned(quarters: int) -> Callable[[Design], Design]:
    return lambda design: reshape.rotate(design, quarters).design


def wet(design: Design) -> Design:
    """A sea in the last hex of the map, far from most tiles."""
    grid = design.map.grid
    return with_map(design, paint_terrain(design.map, [Hex(grid.columns - 2, grid.rows - 2)], "sea"))


def cropped(design: Design) -> Design:
    """Without its lower rows."""
    numbering = reshape.nearest_numbering(design.map.grid, 0, 0, 0, -8)
    return reshape.resize(design, 0, 0, 0, -8, numbering=numbering).design


@pytest.mark.parametrize(("name", "before", "after"), [
    ("karn", lambda d: d, turned(1)), ("hollen", lambda d: d, turned(3)), ("velna", turned(1), lambda d: d),
    ("hollen", dry, lambda d: wet(dry(d))), ("hollen", lambda d: wet(dry(d)), dry),
    ("historical", dry, lambda d: wet(dry(d))), ("historical", lambda d: d, cropped)],
    ids=("turned", "turned three times", "turned back", "first water", "last water", "first sea", "cropped"))
def test_tiles_are_those_of_a_fresh_renderer(
        name: str, before: Callable[[Design], Design], after: Callable[[Design], Design]) -> None:
    old, new = before(of(name)), after(of(name))
    assert old.map != new.map
    different = 0
    for scale in SCALES:
        renderer, fresh = TileRenderer(), TileRenderer()
        renderer.show(old)
        fresh.show(new)
        keys = [TileKey(scale, *at) for at in TILES]
        earlier = [renderer.tile(key).tobytes() for key in keys]
        renderer.update(new)
        for key, was in zip(keys, earlier, strict=True):
            made = fresh.tile(key).tobytes()
            assert renderer.tile(key).tobytes() == made, key
            different += made != was
    assert different
