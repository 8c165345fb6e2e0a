"""The selection is kept when the map is resized or turned, and when that is undone."""

from __future__ import annotations

from small_design import small_design

from visegrad_editor.editor.session import OpenDocument, Session
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.reshape import resize, rotate


def open_session() -> Session:
    return Session(small_design(), OpenDocument("scenario", None, "A small war"))


def test_the_selection_moves_with_its_hexes() -> None:
    session = open_session()
    session.select(Hex(2, 2), ("norland/1st Armored",))
    session.select_region([Hex(2, 2), Hex(7, 5)])
    session.edit("Resize", resize(session.design, left=3, top=1).design)
    assert session.hex == Hex(5, 3)
    assert session.units == ("norland/1st Armored",)
    assert session.region == {Hex(5, 3), Hex(10, 6)}
    session.edit("Turn", rotate(session.design, 1).design)
    session.history.undo()
    session.history.undo()
    assert (session.hex, session.region) == (Hex(2, 2), {Hex(2, 2), Hex(7, 5)})


def test_a_selection_that_is_cut_off_is_cleared_with_a_signal() -> None:
    session = open_session()
    session.select(Hex(7, 5))
    told: list[Hex | None] = []
    session.selected.connect(lambda: told.append(session.hex))
    session.edit("Resize", resize(session.design, right=-2).design)
    assert told == [None]
