"""Maps that a window has shown before, whose tiles need not be painted again.

Nearly all windows of tests open one of a few designs, and a map takes a second to paint. A tile that is
painted for the first time, of a design that was just opened, has the same picture as in an earlier window.
What edits and games change is painted as always.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from weakref import WeakKeyDictionary

import pytest
from PIL import Image

from visegrad_editor.drawing.curves import Box
from visegrad_editor.editor.map.tile_cache import TILE_PX, Spot, Tile, TileKey
from visegrad_editor.editor.map.tile_renderer import TileRenderer
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.counter_pictures import looks_in

_MOST = 12
"""Designs whose tiles are kept."""
_Tiles = dict[tuple[Hashable, ...], Image.Image]
_show, _update, _advance = TileRenderer.show, TileRenderer.update, TileRenderer.advance
_known: OrderedDict[int, tuple[Design, _Tiles]] = OrderedDict()
"""By the identity of a design: the design, and its tiles."""
_opened: WeakKeyDictionary[TileRenderer, _Tiles] = WeakKeyDictionary()
"""Of renderers whose design is the one that was opened: the tiles of this design."""


def _tiles_of(design: Design) -> _Tiles:
    """The tiles of a design or of one that is equal to it."""
    found = next((one for one, (known, _) in _known.items() if known is design), None)
    if found is None:
        found = next((one for one, (known, _) in _known.items() if known == design), None)
    if found is None:
        found = id(design)
        _known[found] = design, {}
        if len(_known) > _MOST:
            _known.popitem(last=False)
    _known.move_to_end(found)
    return _known[found][1]


def _shown(renderer: TileRenderer, design: Design) -> None:
    _show(renderer, design)
    shown = renderer._scene.design
    assert shown is not None
    if _has_pictures(shown):
        _opened.pop(renderer, None)
    else:
        _opened[renderer] = _tiles_of(shown)


def _has_pictures(design: Design) -> bool:
    """Whether counters have pictures, which may be other ones in a design that is equal to this."""
    documents = (design.ruleset, design.scenario)
    return any(look.picture for d in documents if d is not None for *_, look in looks_in(d))


def _updated(renderer: TileRenderer, design: Design) -> list[Box]:
    boxes = _update(renderer, design)
    if boxes:
        _opened.pop(renderer, None)
    return boxes


def _advanced(renderer: TileRenderer, key: TileKey, end: float) -> Spot | None:
    tiles, before = _opened.get(renderer), renderer.tiles.get(key)
    beside = renderer.scan, renderer.unplaced_scan, renderer.position
    if tiles is None or beside != (None, None, None) or (before is not None and before.painted):
        return _advance(renderer, key, end)
    about = (key, renderer.hidden, tuple(sorted(renderer.opacity.items())), repr(renderer._scene.chosen),
             renderer.margin)
    if (picture := tiles.get(about)) is not None:
        renderer.tiles.put(key, Tile(picture.copy(), painted=True))
        return 0, 0, TILE_PX, TILE_PX
    spot = _advance(renderer, key, end)
    if spot is not None:
        painted = renderer.tiles.get(key)
        assert painted is not None
        tiles[about] = painted.picture.copy()
    return spot


def use_known_tiles(patch: pytest.MonkeyPatch) -> None:
    """Let windows use the tiles of earlier ones."""
    patch.setattr(TileRenderer, "show", _shown)
    patch.setattr(TileRenderer, "update", _updated)
    patch.setattr(TileRenderer, "advance", _advanced)
