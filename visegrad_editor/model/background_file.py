"""The `background` of a map file: plain data to a `Background` and back."""

from __future__ import annotations

import filecmp
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..hexgrid import HexGrid
from .atomic import SaveError, copy_file
from .background import Background, Pin
from .codec import read_text, write_number
from .map_hexes import HexReader
from .references import BadReference, file_below
from .resources import is_bundled
from .sources import Sources

PICTURE_ENDINGS = (".png", ".jpg", ".jpeg")


def read_background(data: Mapping[str, Any] | None, hexes: HexReader) -> Background | None:
    """The background of schema-checked data; hexes that the map has not are problems."""
    if data is None:
        return None
    pins = []
    for i, entry in enumerate(data.get("pins", ())):
        path = ("background", "pins", i, "hex")
        hex = hexes.one(read_text(entry["hex"]), path, "pin of the background")
        if hex is not None:
            x, y = map(float, entry["at"])
            pins.append(Pin(hex, (x, y)))
    return Background(data["picture"], tuple(pins))


def write_background(background: Background, grid: HexGrid) -> dict[str, Any]:
    """The plain data of a background."""
    data: dict[str, Any] = {"picture": background.picture}
    if background.pins:
        data["pins"] = [
            {"hex": grid.number(p.hex), "at": list(map(write_number, p.at))} for p in background.pins]
    return data


def picture_folder(sources: Sources) -> Path | None:
    """The folder that paths of background pictures start from: that of the map file, or, where the map is a
    sample that will be copied when it is saved, that of the scenario. None where nothing is saved yet."""
    for file in (sources.map, sources.scenario):
        if file is not None and not is_bundled(file.path):
            return file.path.parent
    return None


def files_in_use(sources: Sources, background: Background | None) -> tuple[Path, ...]:
    """The files of a design, those they extend, and the picture its map is traced from: nothing that is made
    of the design may take their place."""
    found = [f.path for x in (sources.ruleset, sources.map, sources.scenario) if x is not None
             for f in x.chain()]
    folder = picture_folder(sources)
    if background is not None and folder is not None:
        with suppress(BadReference):
            found.append(picture_file(background, folder))
    return tuple(found)


def picture_file(background: Background, folder: Path) -> Path:
    """The picture of a map file in `folder`; raises `BadReference`, `NoFile` where it is only missing."""
    return file_below(background.picture, folder, "picture", PICTURE_ENDINGS)


def bring_picture(background: Background, before: Path, now: Path) -> str:
    """Copy the picture of a map that moves to another folder, under the same relative path; a sentence
    to tell, "" where there is nothing to do. The picture of before stays."""
    name = background.picture
    try:
        old = picture_file(background, before)
    except BadReference:
        return ""
    target = now / name
    try:
        if target.exists():
            other = f"The map shows the {name} of its new folder now, which is another picture."
            return "" if filecmp.cmp(old, target) else other
        copy_file(old, target)
    except (OSError, SaveError) as error:
        return f"The background picture did not come along: {error} It is still in {before}."
    return f"The background picture {name} was copied, too."
