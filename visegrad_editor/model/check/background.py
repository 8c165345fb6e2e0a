"""Checks of the picture behind the map: whether it is there, and whether its pins make sense."""

from __future__ import annotations

from collections import Counter

from ..background import HEX_APART, align, start
from ..background_file import picture_file
from ..edit.background import remove_background
from ..edit.documents import with_map
from ..problems import Fix
from ..references import BadReference, NoFile
from .context import Checks

_REMOVE = Fix("Remove the background", lambda d: with_map(d, remove_background(d.map)))


def check_background(checks: Checks) -> None:
    """A picture that is missing or may not be read, doubled pins, pins that contradict each other."""
    map = checks.design.map
    background = map.background
    if background is None:
        return
    folder = checks.picture_folder
    if folder is not None:
        try:
            picture_file(background, folder)
        except NoFile as missing:
            checks.add("warning", "no-picture", (
                f"The background picture is missing. {missing} Put it there, choose it again with Map > "
                "Background picture, or remove the background."), "map", "background", fix=_REMOVE)
        except BadReference as bad:
            checks.add("error", "bad-picture", f"Background picture: {bad}", "map", "background", fix=_REMOVE)
    number = map.grid.number
    count = Counter(p.hex for p in background.pins)
    for hex, times in count.items():
        if times > 1:
            checks.add("error", "twice", (
                f"Hex {number(hex)} has {times} pins in the background picture. Leave one of them."), "map",
                "background", hex=number(hex), within=_pin_path(checks, number(hex)))
    # Where a picture lies without pins matters to nobody here, so any size will do.
    lay = align(map.geometry, background.pins, start(map.geometry, (1, 1)))
    if len(background.pins) < 2:
        checks.add("note", "not-aligned", (
            "The background picture is not aligned to the grid yet: Map > Align the background."),
            "map", "background")
        return
    if lay.fit == "shifted":
        checks.add("warning", "bad-pins", "The pins of the background picture lie in one place of it.",
                   "map", "background")
        return
    worst = max(background.pins, key=lay.off)
    for warning in lay.warnings():
        at = number(worst.hex) if lay.off(worst) * HEX_APART > 0.1 else ""
        checks.add("warning", "bad-pins", f"Background picture: {warning}", "map", "background", hex=at,
                   within=_pin_path(checks, at))


def _pin_path(checks: Checks, hex: str) -> tuple[str | int, ...]:
    """Where the last pin of a hex stands within the section, () where the file has none."""
    background = checks.design.map.background
    pins = background.pins if background else ()
    places = [i for i, p in enumerate(pins) if checks.design.map.grid.number(p.hex) == hex]
    return ("pins", places[-1]) if places else ()
