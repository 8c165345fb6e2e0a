"""Tables that are edited in place: layout of cells and content of models, without a screen."""

from __future__ import annotations

import pytest
from items import some
from small_design import small_design

from visegrad_editor.editor.panels import ruleset_tables
from visegrad_editor.editor.panels.ruleset_tables import CrtModel, GeneralModel, SectionModel
from visegrad_editor.editor.session import OpenDocument, Session
from visegrad_editor.editor.widgets.grid import Cell, GridLayout, block_of, moved, text_of_block, within
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.ruleset_fields import SECTIONS

PLACES = GridLayout((100, 50, 50, 80), 20, 26, 25, 20, 1, (200, 129))


@pytest.fixture
def session() -> Session:
    return Session(small_design(), OpenDocument("scenario", None, "Small"))


class TestPlaces:
    def test_cells_and_places_agree(self) -> None:
        for places in (PLACES, PLACES.scrolled(40, 100)):
            for row in range(20):
                for column in range(4):
                    x, y, width, height = places.box(Cell(row, column))
                    hidden = y < places.head or (column >= 1 and x + width // 2 < places.fixed)
                    found = places.cell_at(x + width // 2, y + height // 2)
                    assert hidden or found == (row, column)

    def test_frozen_columns_stay(self) -> None:
        scrolled = PLACES.scrolled(60, 0)
        assert scrolled.x(0) == PLACES.x(0) == 20
        assert scrolled.x(1) == PLACES.x(1) - 60
        # What is under them is not met there.
        assert scrolled.column_at(115) == 0
        assert list(scrolled.visible_columns())[-1] == 0

    def test_scrolling_ends_where_the_table_ends(self) -> None:
        assert PLACES.size == (300, 545)
        assert (PLACES.scrolled(999, 999).left, PLACES.scrolled(-9, 9999).top) == (100, 416)
        small = GridLayout((10,), 1, 26, 25, 20, 1, (200, 129))
        assert (small.scrolled(50, 50).left, small.scrolled(50, 50).top) == (0, 0)

    @pytest.mark.parametrize("cell", [Cell(0, 0), Cell(19, 3), Cell(10, 1), Cell(5, 3)])
    def test_a_cell_is_scrolled_to(self, cell: Cell) -> None:
        shown = PLACES.scrolled(37, 200).showing(cell)
        x, y, width, height = shown.box(cell)
        assert shown.head <= y
        assert y + height <= shown.view[1]
        assert cell.column == 0 or shown.fixed <= x
        assert x + width <= shown.view[0] or x == shown.fixed

    def test_edges_of_columns(self) -> None:
        assert PLACES.edge_at(120, 10) == 0
        assert PLACES.edge_at(168, 10) == 1
        assert PLACES.edge_at(140, 10) is None
        assert PLACES.edge_at(120, 60) is None


def test_keys_move_from_cell_to_cell() -> None:
    assert moved(Cell(0, 0), "Left", 3, 3, 5) == (0, 0)
    assert moved(Cell(2, 2), "Tab", 3, 3, 5) is None
    assert moved(Cell(0, 0), "Shift-Tab", 3, 3, 5) is None
    assert moved(Cell(1, 0), "Shift-Tab", 3, 3, 5) == (0, 2)
    assert moved(Cell(1, 1), "F7", 3, 3, 5) is None
    assert within(Cell(3, 3), 0, 0) == (0, 0)
    assert block_of("a\tb\r\nc\td\r\n") == [["a", "b"], ["c", "d"]]


def test_a_copied_cell_in_quotes_stays_one_cell() -> None:
    assert block_of('"Big\r\nhill"\tbig\r\n"a\tb"\t"say ""no"""') == [
        ["Big\nhill", "big"], ["a b", 'say "no"']]
    assert block_of('3" gun\t"open\n') == [['3" gun', '"open']]
    assert block_of("") == [[""]]
    assert block_of("\t\n\n") == [["", ""], [""]]


@pytest.mark.parametrize("text", [
    "=1+1", "+A1", "-A1", "@SUM(A1)", "'t Harde", "''x", '="x"', "0601", "-1", "+2", "-", "4-2", "a\nb",
    '"q"', '=HYPERLINK("a";"b")', "\uff1d1+1"])
def test_copied_cells_are_no_formulas_and_come_back(text: str) -> None:
    copied = text_of_block([[text, "x"], ["", text]])
    assert block_of(copied) == [[text, "x"], ["", text]]
    first = copied.partition("\t")[0].strip('"')
    assert not first.startswith(("=", "@", "\uff1d"))
    assert not (first[:1] in "+-" and first[1:2].isalpha())


class TestSectionModel:
    def test_entered_texts_are_shown_again(self, session: Session) -> None:
        for section in some(SECTIONS):
            model = SectionModel(session, section)
            before = session.design
            for row in range(len(model.entries)):
                for column in range(len(model.columns)):
                    cell = Cell(row, column)
                    assert model.enter(cell, model.text(cell)) == "", (section, cell)
            assert session.design is before

    def test_the_last_row_takes_a_new_entry(self, session: Session) -> None:
        model = SectionModel(session, "terrain")
        new = Cell(3, 0)
        assert model.rows == 4
        assert model.hint(new) == "New terrain…"
        assert model.kind(Cell(3, 1)) == "fixed"
        assert model.enter(new, "Dark wood") == ""
        # It stands among its like, before the sea that no unit enters.
        made = model.row_of("dark-wood")
        assert (made, model.text(Cell(made, 0)), model.rows) == (2, "Dark wood", 5)
        assert session.history.undo_label == "New terrain Dark wood"

    def test_a_block_is_one_step_or_none(self, session: Session) -> None:
        model = SectionModel(session, "terrain")
        cost = [f.key for f in SECTIONS["terrain"].fields].index("cost")
        assert model.paste(Cell(0, cost), [["3", "-1"], ["4", "-2"]]) == ""
        assert [(t.cost, t.shift) for t in session.design.ruleset.terrain[:2]] == [(3, -1), (4, -2)]
        assert session.history.position == 1
        assert "99" in model.paste(Cell(0, cost), [["5"], ["500"]])
        assert session.history.position == 1
        assert "do not fit" in model.paste(Cell(2, cost), [["5"], ["5"]])

    def test_problems_mark_their_row(self, session: Session) -> None:
        model = SectionModel(session, "terrain")
        assert model.enter(Cell(1, 2), "0.1") == ""
        session.set_problems(check_documents(session.design))
        mark = model.mark(1)
        assert mark is not None
        assert (mark.severity, "0.1" in mark.text) == ("error", True)
        assert model.mark(0) is None

    def test_rows_are_found_and_moved(self, session: Session) -> None:
        model = SectionModel(session, "terrain")
        assert model.row_of("sea") == 2
        assert model.move(2, -1) == ""
        assert model.row_of("sea") == 1
        assert "cannot be removed" in model.remove([1])
        assert model.replace(1, "mountain") == ""
        assert model.rows == 3


class TestCrtModel:
    def test_nothing_to_show_without_a_table(self, session: Session) -> None:
        model = CrtModel(session, 0)
        assert (model.rows, tuple(model.columns), model.mark(0)) == (0, (), None)
        assert "no combat table" in model.add_row(0)

    def test_cells(self, session: Session) -> None:
        assert SectionModel(session, "tables").add("Assault") == ""
        model = CrtModel(session, 0)
        assert (model.rows, len(model.columns)) == (8, 6)
        assert [model.text(Cell(r, 0)) for r in (0, 1, 2, 7)] == ["Heading", "Odds from", "Die 1", "Die 6"]
        session.set_problems(check_documents(session.design))
        assert model.mark(2) is not None
        assert model.mark(1) is None
        assert model.paste(Cell(2, 1), [["AE", "AR"], ["AR", "EX"]]) == ""
        assert model.text(Cell(3, 2)) == "EX"
        assert model.enter(Cell(1, 2), "150 %") == ""
        assert model.text(Cell(1, 2)) == "150"
        assert "whole number" in model.enter(Cell(1, 2), "many")
        assert "do not fit" in model.paste(Cell(7, 5), [["AE", "AE"]])
        assert "die roll" in model.remove_rows([1])
        assert model.remove_rows([2]) == ""
        assert model.remove_columns([1]) == ""
        assert session.design.ruleset.tables[0].thresholds[0] == 0


def test_general_values(session: Session) -> None:
    model = GeneralModel(session)
    titles = [model.text(Cell(r, 0)) for r in range(model.rows)]
    limit = titles.index("Stacking limit")
    assert model.enter(Cell(limit, 1), "4") == ""
    assert session.design.ruleset.stacking_limit == 4
    assert "1 to 99" in model.enter(Cell(limit, 1), "0")


@pytest.mark.parametrize("section", ["terrain", "hexsides", "features", "unit_types"])
def test_every_pattern_and_symbol_has_its_own_picture(session: Session, section: str) -> None:
    rules = session.design.ruleset
    entry = getattr(rules, section)[0]
    seen = {}
    for name in ruleset_tables.LOOKS[section]:
        picture = ruleset_tables.look_picture(rules, section, entry, name)
        assert picture is not None
        seen[picture.make().tobytes()] = name
    # A feature without a symbol is drawn as a diamond.
    same = {""} if section == "features" else set()
    assert len(seen) == len(set(ruleset_tables.LOOKS[section]) - same)
