"""Edits that mend problems of a map."""

from __future__ import annotations

from dataclasses import replace

from ...hexgrid import Hex
from ..design import Design
from ..edit.areas import remove_area
from ..edit.documents import with_map
from ..gamemap import HexsideLine, Place, Road
from ..problems import Fix


def drop_line(line: HexsideLine) -> Fix:
    """Takes a line of hexsides away."""
    return Fix("Remove it", lambda d: with_map(d, replace(
        d.map, lines=tuple(x for x in d.map.lines if x is not line))))


def drop_road(road: Road) -> Fix:
    """Takes a road away."""
    return Fix("Remove it", lambda d: with_map(d, replace(
        d.map, roads=tuple(x for x in d.map.roads if x is not road))))


def drop_area(id: str) -> Fix:
    """Takes an area away."""
    return Fix("Remove the area", lambda d: with_map(d, remove_area(d.map, id)))


def drop_place(hex: Hex) -> Fix:
    """Takes the name and the features of a hex away."""
    return Fix("Remove the place", lambda d: with_map(d, replace(
        d.map, places=tuple(p for p in d.map.places if p.hex != hex))))


def one_place(hex: Hex) -> Fix:
    """Makes one place of all in a hex, with the first name and every feature."""
    def edit(design: Design) -> Design:
        here = [p for p in design.map.places if p.hex == hex]
        if len(here) < 2:
            raise ValueError("There is only one place in this hex now.")
        name = next((p.name for p in here if p.name), "")
        features = tuple(dict.fromkeys(f for p in here for f in p.features))
        one: Place = replace(here[0], name=name, features=features)
        return with_map(design, replace(design.map, places=tuple(
            one if p is here[0] else p for p in design.map.places if p is here[0] or p.hex != hex)))
    return Fix("Make one place of them", edit)
