"""What is seen of tiles that are not painted yet: at once the ground in blocks, soon after a sketch."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PIL import Image

from .tile_places import TileKey
from .tile_renderer import TileRenderer


class FirstSight:
    """The pictures of tiles in sight that a renderer has not painted.

    A picture in blocks takes a tenth of a millisecond, so that it can be shown as soon as a tile comes into
    sight; a sketch takes one or two, and is made when the window has nothing better to do.
    """

    def __init__(self, renderer: TileRenderer) -> None:
        self._renderer = renderer
        self._pictures: dict[TileKey, Image.Image] = {}
        self._rough: set[TileKey] = set()
        """Tiles whose picture is one in blocks, or an old one."""
        self._due: list[TileKey] = []
        """Tiles in sight that are to be sketched, the most urgent first."""

    def due(self, wanted: Callable[[TileKey], bool]) -> bool:
        """Whether wanted tiles in sight are to be sketched."""
        return any(map(wanted, self._due))

    def rough(self, key: TileKey) -> Image.Image:
        """A tile in blocks, at once."""
        self._rough.add(key)
        self._pictures[key] = picture = self._renderer.rough(key.viewport)
        return picture

    def is_rough(self, key: TileKey) -> bool:
        """Whether the last picture of a tile was one in blocks, or one from before an edit."""
        return key in self._rough

    def expect(self, keys: Iterable[TileKey]) -> None:
        """These tiles are to be sketched, and no others any more."""
        self._due = list(keys)

    def sketch(self, wanted: Callable[[TileKey], bool]) -> tuple[TileKey, Image.Image] | None:
        """The sketch of the first tile that is due and wanted; None where there is none."""
        while self._due and self._renderer.cached(self._due[0]) is not None:
            del self._due[0]
        key = next((k for k in self._due if wanted(k)), None)
        if key is None:
            return None
        self._due.remove(key)
        self._rough.discard(key)
        self._pictures[key] = picture = self._renderer.sketch(key)
        return key, picture

    def ahead(self, key: TileKey) -> Image.Image:
        """The sketch of a tile that is not in sight yet."""
        self._rough.discard(key)
        self._pictures[key] = picture = self._renderer.sketch(key)
        return picture

    def outdated(self, changed: Callable[[TileKey], bool]) -> None:
        """What some tiles show has changed: sketch them again when they are in sight."""
        self._rough.update(key for key in self._pictures if changed(key))

    def picture(self, key: TileKey) -> Image.Image | None:
        """What is shown of a tile that is not painted."""
        return self._pictures.get(key)

    def painted(self, key: TileKey) -> None:
        """A tile is painted, or its picture was thrown away."""
        self._pictures.pop(key, None)
        self._rough.discard(key)
        if key in self._due:
            self._due.remove(key)

    def forget(self) -> None:
        """Another picture of the map begins."""
        self._pictures.clear()
        self._rough.clear()
        self._due.clear()
