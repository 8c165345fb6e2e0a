"""The selected hexes of a session."""

from __future__ import annotations

from dataclasses import replace

from small_design import GRID, small_design

from visegrad_editor.editor.session import OpenDocument, Session
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.layer import Layer

DOCUMENT = OpenDocument("scenario", None, "A small war")


def test_hexes_off_the_map_are_ignored_and_an_unchanged_selection_sends_no_signal() -> None:
    session = Session(small_design(), DOCUMENT)
    told: list[int] = []
    session.region_changed.connect(lambda: told.append(len(session.region)))
    session.select_region([Hex(0, 0), Hex(7, 5), Hex(8, 5), Hex(0, -1)])
    session.select_region([Hex(7, 5), Hex(0, 0)])
    assert session.region == {Hex(0, 0), Hex(7, 5)}
    assert told == [2]


def test_the_region_survives_edits_and_shrinks_with_the_grid() -> None:
    design = small_design()
    session = Session(design, DOCUMENT)
    session.select_region([Hex(0, 0), Hex(7, 5)])
    session.edit("Paint", with_map(design, paint_terrain(design.map, [Hex(0, 0)], "mountain")))
    assert session.region == {Hex(0, 0), Hex(7, 5)}
    told: list[int] = []
    session.region_changed.connect(lambda: told.append(len(session.region)))

    def cropped(layer: Layer) -> Layer:
        return Layer(layer.legend, tuple(row[:4] for row in layer.rows))

    small = replace(
        design.map, grid=replace(GRID, columns=4), terrain=cropped(design.map.terrain),
        countries=cropped(design.map.countries), roads=(), places=(), labels=(), lines=(), areas=())
    session.edit("Crop", replace(design, map=small))
    assert session.region == {Hex(0, 0)}
    assert told == [1]


def test_opening_another_document_clears_the_region() -> None:
    session = Session(small_design(), DOCUMENT)
    session.select_region([Hex(1, 1)])
    session.open(small_design(), DOCUMENT)
    assert session.region == frozenset()
