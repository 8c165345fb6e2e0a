"""Reading and writing files of Tiled maps."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ...drawing.style import DEFAULT, Style
from ...model.design import Design
from ...model.files.atomic import remove_written, save_bytes
from ...model.files.bytes import holds
from ...model.files.file_guard import check_target
from ..errors import ExportError
from ..hex_table import read_bounded
from .build import tiled_files
from .document import TiledMap, Tileset
from .json_format import map_of_tmj, tileset_of_tsj, tmj_bytes
from .reader import Surroundings
from .safe_xml import MOST_BYTES
from .xml_format import map_of_tmx, tileset_of_tsx, tmx_bytes


def write_tiled(design: Design, path: Path, across: float = 0.0, style: Style = DEFAULT) -> tuple[Path, ...]:
    """Write a design as TMX, or as TMJ by its extension, and the pictures of its tiles beside it; returns all
    files, the map first. New files are written all or none. `across` is the width of its hexes in pixels.
    Raises `SaveError`, and `ExportError` if a picture that does not belong to an earlier export would be
    overwritten."""
    files = tiled_files(design, path.stem, across, style)
    pack = tmj_bytes if path.suffix.lower() == ".tmj" else tmx_bytes
    if not any(path.with_suffix(ending).exists() for ending in (path.suffix, ".tmx", ".tmj")):
        _check_pictures(path, files.pictures)
    pictures = {path.with_name(name): data for name, data in files.pictures.items()}
    # The pictures of the map in the other format are mostly the same.
    new = {file: data for file, data in pictures.items() if not holds(file, data)}
    for file in new:
        check_target(file)
    # All is made before anything is written: there may not be enough memory for it.
    map = pack(files.map)
    fresh = [file for file in new if not file.exists()]
    try:
        # The pictures first: a map without them would not open.
        for file, data in new.items():
            save_bytes(data, file, backup=False)
        save_bytes(map, path, backup=False)
    except BaseException:
        for file in fresh:
            remove_written(file)
        raise
    return (path, *pictures)


def _check_pictures(path: Path, names: Iterable[str]) -> None:
    """Raise `ExportError` if a picture exists already, which then does not belong to an earlier export."""
    for name in names:
        if path.with_name(name).exists():
            raise ExportError(
                f"The pictures of the tiles would overwrite {path.with_name(name)}, which belongs to "
                f"no {path.name}. Choose another name for the map, or move that picture.")


def read_tiled(path: Path) -> TiledMap:
    """The map of a TMX or TMJ file, whatever its ending; raises `FileImportError` with a sentence."""
    data = read_bounded(path, MOST_BYTES, "map")
    around = Surroundings(path.parent, _tileset)
    if _is_json(data):
        return map_of_tmj(data, path.name, around)
    return map_of_tmx(data, path.name, around)


def _tileset(data: bytes, name: str, first_gid: int) -> Tileset:
    read = tileset_of_tsj if _is_json(data) else tileset_of_tsx
    return read(data, name, first_gid)


def _is_json(data: bytes) -> bool:
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")
