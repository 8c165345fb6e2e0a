"""Ruleset data edited in the window with real keys and clicks, and its effects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
import xvfb
from items import some
from own_sample import own_historical
from PIL import ImageGrab
from seen_widgets import swatch
from xvfb import Hand, window_on

from visegrad_editor.editor import platforms
from visegrad_editor.editor.panels.ruleset_panel import PAGES, Page, RulesetPanel, SectionPage, TablesPage
from visegrad_editor.editor.widgets.grid import Cell, GridTable
from visegrad_editor.engine.board import board_for
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import change_unit
from visegrad_editor.model.files.load import load
from visegrad_editor.model.rules.counter import MixLine
from visegrad_editor.model.ruleset_fields import SECTIONS
from visegrad_editor.printing.map_key import signs

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sample scenario, its map and its ruleset, to be changed."""
    return own_historical(tmp_path_factory.mktemp("game")).parent


@pytest.fixture(scope="module")
def one_window(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on(folder / "historical.yaml", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture
def hand(one_window: Hand) -> Hand:
    """The window with nothing changed, the ruleset in front."""
    history = one_window.window.session.history
    history.jump(0)
    one_window.window.tray.switch(False)  # without the areas of what is still to be set up
    one_window.window.view.canvas.focus_force()
    one_window.settle(0.1)
    one_window.key("F3", wait=0.2)
    return one_window


def panel(hand: Hand) -> RulesetPanel:
    found = hand.window.dock.panel("ruleset")
    assert isinstance(found, RulesetPanel)
    return found


def turn_to(hand: Hand, section: str) -> GridTable:
    """The table of a section, its tab clicked."""
    hand.click_on(panel(hand).strip.buttons[section])
    assert panel(hand).key == section
    page = panel(hand).page(section)
    assert isinstance(page, Page)
    return page.grid_table


def click_cell(hand: Hand, table: GridTable, row: int, column: int) -> None:
    table.scroll(0, 0)
    shown = table.places.showing(Cell(row, column))
    table.scroll(shown.left, shown.top)
    hand.settle(0.05)
    x, y, width, height = table.box_on_screen(Cell(row, column))
    hand.click((x + width - 12, y + height // 2))
    assert table.cursor == (row, column)


def column(section: str, key: str) -> int:
    return [f.key for f in SECTIONS[section].fields].index(key)


def empty_hex(design: Design, terrain: str = "clear") -> str:
    """A hex with nothing in it or on its sides."""
    map = design.map
    taken = {h for r in map.roads for h in r.path} | set(map.place_at)
    taken |= {h for s in map.side_lines for h in (s.a, s.b)}
    assert design.scenario is not None
    units = {u.hex for u in design.scenario.units}
    return next(n for h in map.grid if map.terrain.at(h) == terrain and h not in taken
                and (n := map.grid.number(h)) not in units and len(list(map.grid.within(h, 2))) == 19)


def shows(hand: Hand, number: str, colour: tuple[int, int, int]) -> bool:
    """Whether a hex has this colour on the screen, in at least a tenth of its middle."""
    hand.do("mousemove", 5, 760, wait=0.15)
    x, y = hand.centre(number)
    r = round(hand.window.view.viewport.scale * 0.5)
    seen = ImageGrab.grab((x - r, y - r, x + r, y + r), xdisplay="").convert("RGB")
    return sum(n for n, c in seen.getcolors(4 * r * r) or () if c == colour) > 4 * r * r / 10


def test_a_new_forest_is_painted_played_printed_and_undone_to_the_byte(folder: Path, hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    files = [folder / "historical.yaml", *sorted(folder.glob("*/*.yaml"))]
    before = {f: f.read_bytes() for f in files}

    # A new row by keyboard alone: its name, then cost and colour.
    hand.key("Insert")
    hand.type("Forest")
    hand.key("Return")
    forest = session.design.ruleset.terrain_by_id["forest"]
    assert (forest.id, forest.name, forest.provenance.source) == ("forest", "Forest", "designer")
    hand.key(*["Right"] * column("terrain", "cost"))
    hand.type("2.5")
    hand.key(*["Tab"] * (column("terrain", "colour") - column("terrain", "cost")))
    hand.type("2e8b57")
    hand.key("Return")
    forest = session.design.ruleset.terrain_by_id["forest"]
    assert (forest.cost, forest.colour) == (2.5, "#2e8b57")
    assert [s.label for s in session.history.steps[1:]] == [
        "New terrain Forest", "Forest: cost 2.5", "Forest: colour #2e8b57"]

    # It is in the palette by itself, and painted with.
    window.dock.close("ruleset")
    window.view.zoom(2)
    grid = session.design.map.grid
    number = empty_hex(session.design)
    hex = grid.parse(number)
    assert hex is not None
    window.controller.go_to(hex)
    hand.settle()
    hand.click_on(swatch(hand, "Forest"))
    assert window.controller.tool.id == "terrain"
    hand.click(hand.centre(number))
    assert session.design.map.terrain.at(hex) == "forest"
    assert shows(hand, number, (0x2E, 0x8B, 0x57))

    # The rules play it by its data, and the map's key explains it.
    board = board_for(session.design.map, session.design.ruleset)
    assert board.cost[grid.index(hex)] == 2.5 * board.scale
    assert "Forest" in [s.name for s in signs(session.design)]

    # Saved it reads the same again; undone and saved every file is as it was.
    hand.key("ctrl+s", wait=0.3)
    found = load(folder / "historical.yaml")
    assert found.problems == ()
    assert found.design is not None
    assert found.design.ruleset.terrain_by_id["forest"] == forest
    assert found.design.map.terrain.at(hex) == "forest"
    while session.history.undo_label:
        hand.key("ctrl+z")
    assert window.session.brush.terrain in session.design.ruleset.terrain_by_id
    hand.key("ctrl+s", wait=0.3)
    assert {f: f.read_bytes() for f in files} == before


def test_a_changed_colour_shows_on_the_map_at_once(hand: Hand) -> None:
    # The upper left of the map is in sight above the window of the ruleset.
    session = hand.window.session
    table = turn_to(hand, "terrain")
    grid = session.design.map.grid
    number = next(grid.number(h) for h in grid if session.design.map.terrain.at(h) == "sea"
                  and hand.window.view.canvas.winfo_rooty() + 40 < hand.centre(grid.number(h))[1]
                  < panel(hand).winfo_rooty() - 60)
    assert not shows(hand, number, (0x12, 0x34, 0x56))
    sea = [t.id for t in session.design.ruleset.terrain].index("sea")
    click_cell(hand, table, sea, column("terrain", "colour"))
    hand.type("#123456")
    hand.key("Return", wait=0.3)
    assert shows(hand, number, (0x12, 0x34, 0x56))
    hand.key("ctrl+z", wait=0.3)
    assert not shows(hand, number, (0x12, 0x34, 0x56))


def test_keys_move_between_cells_and_escape_cancels(hand: Hand) -> None:
    session, table = hand.window.session, turn_to(hand, "terrain")
    click_cell(hand, table, 1, column("terrain", "cost"))
    hand.key("8", "Escape")
    assert session.design.ruleset.terrain[1].cost == 3
    hand.key("8", "Tab")
    assert table.cursor == (1, column("terrain", "shift"))
    assert session.design.ruleset.terrain[1].cost == 8
    hand.key("Right", "space")
    assert not session.design.ruleset.terrain[1].playable
    hand.key("ctrl+Home")
    assert table.cursor == (0, 0)
    hand.key("End", "Down")
    assert table.cursor == (1, len(SECTIONS["terrain"].fields) - 1)
    hand.key("ctrl+z")
    assert session.history.redo_label == "Mountain: playable no"


def test_invalid_values_are_refused_with_a_message_in_place(hand: Hand) -> None:
    session, table = hand.window.session, turn_to(hand, "terrain")
    page = panel(hand).page("terrain")
    assert isinstance(page, SectionPage)
    click_cell(hand, table, 1, column("terrain", "cost"))
    hand.type("heaps")
    hand.key("Return")
    assert "number of movement points" in str(page.foot.cget("text"))
    assert table.editor is not None
    hand.key("Escape")
    hand.click_on(page.buttons["Remove"])
    assert "hexes of the map" in str(page.foot.cget("text"))
    assert session.history.undo_label == ""


def test_a_renamed_kind_is_followed_by_the_map(hand: Hand) -> None:
    session, table = hand.window.session, turn_to(hand, "terrain")
    rows = session.design.map.terrain.rows
    click_cell(hand, table, 2, column("terrain", "id"))
    hand.type("swamp")
    hand.key("Return")
    assert "marsh" not in session.design.map.terrain.letters
    assert "swamp" in session.design.map.terrain.letters
    assert session.design.map.terrain.rows == rows
    assert all(p.severity != "error" for p in hand.window.checker.check_now())


def test_a_pattern_is_chosen_by_its_picture(hand: Hand) -> None:
    session, table = hand.window.session, turn_to(hand, "terrain")
    click_cell(hand, table, 0, column("terrain", "pattern"))
    hand.answer("Pattern", ("key", "Right"), ("key", "Return"))
    hand.key("Return", wait=0.2)
    assert session.design.ruleset.terrain[0].pattern == "mountains"
    assert str(hand.window.root.focus_get()) == str(table.canvas)


def test_a_colour_is_chosen_from_those_of_the_ruleset(hand: Hand) -> None:
    session, table = hand.window.session, turn_to(hand, "terrain")
    rules = session.design.ruleset
    click_cell(hand, table, 1, column("terrain", "colour"))
    # From the field back over the scales to the common colours and those of the ruleset; the next but one.
    back = [("key", "shift+Tab")] * 5
    hand.answer("Colour", *back, ("key", "Right", "Right", "space"), ("key", "Return"))
    hand.key("space", wait=0.2)
    assert session.design.ruleset.terrain[1].colour == rules.terrain[2].colour
    hand.answer("Colour", ("type", "#00ff00"), ("key", "Return"))
    hand.key("space", wait=0.2)
    assert session.design.ruleset.terrain[1].colour == "#00ff00"


def test_lists_of_units_follow_names_and_colours(hand: Hand) -> None:
    window, table = hand.window, turn_to(hand, "nationalities")
    window.show_panel("units")
    tree = window.units.tree

    def rows(parent: str = "") -> Iterator[str]:
        for row in tree.get_children(parent):
            yield row
            yield from rows(row)

    unit = next(r for r in rows() if r == "unit:poland/2nd Mechanized")
    picture = str(tree.item(unit, "image"))
    poland = [n.id for n in window.session.design.ruleset.nationalities].index("poland")
    click_cell(hand, table, poland, column("nationalities", "name"))
    hand.type("Polska")
    hand.key("Return")
    assert any("Polska" in str(tree.item(r, "text")) for r in rows())
    click_cell(hand, table, poland, column("nationalities", "colours.ground"))
    hand.type("#00ff00")
    hand.key("Return")
    assert str(tree.item(unit, "image")) != picture


def test_a_gap_in_a_combat_table_is_a_problem_that_leads_there(hand: Hand) -> None:
    window = hand.window
    turn = panel(hand)
    turn.show_page("tables")
    page = turn.page("tables")
    assert isinstance(page, TablesPage)
    hand.settle(0.2)
    page.cells.grid_table.go(Cell(4, 3), focus=True)
    hand.key("Delete")
    assert window.session.design.ruleset.tables[0].rows[2][2] == ""
    assert window.session.history.undo_label.startswith("Assault combat results: die 3, 100-199%:")
    hand.until(lambda: any(p.code == "no-result" for p in window.session.problems))
    (gap,) = (p for p in window.session.problems if p.code == "no-result")
    assert gap.line > 0
    assert page.list.model.mark(0) is not None
    assert page.cells.model.mark(4) is not None
    turn.show_page("roads")
    window.navigator.to_problem(gap)
    hand.settle(0.2)
    assert turn.key == "tables"
    page.cells.grid_table.go(Cell(4, 3), focus=True)
    hand.type("AW")
    hand.key("Return")
    assert window.session.design.ruleset.tables[0].rows[2][2] == "AW"
    hand.until(lambda: not any(p.code == "no-result" for p in window.session.problems))


def test_rows_and_columns_of_a_combat_table(hand: Hand) -> None:
    session, turn = hand.window.session, panel(hand)
    turn.show_page("tables")
    page = turn.page("tables")
    assert isinstance(page, TablesPage)
    hand.settle(0.2)
    page.cells.grid_table.go(Cell(2, 2), focus=True)
    hand.click_on(page.cells.buttons["Add column"])
    assert session.design.ruleset.tables[0].thresholds[:4] == (0, 50, 75, 100)
    hand.click_on(page.cells.buttons["Remove column"])
    hand.click_on(page.cells.buttons["Add row"])
    assert len(session.design.ruleset.tables[0].rows) == 7
    hand.click_on(page.cells.buttons["Remove row"])
    assert session.design.ruleset.tables[0].rows == session.history.steps[0].state.ruleset.tables[0].rows


def test_a_block_from_a_spreadsheet_is_pasted_in_one_step(hand: Hand) -> None:
    session, turn = hand.window.session, panel(hand)
    turn.show_page("tables")
    page = turn.page("tables")
    assert isinstance(page, TablesPage)
    hand.settle(0.2)
    table = page.cells.grid_table
    table.go(Cell(2, 1), focus=True)
    hand.window.root.clipboard_clear()
    hand.window.root.clipboard_append("DE\tDD\nAD\tAP\n")
    hand.key("ctrl+v")
    assert [row[:2] for row in session.design.ruleset.tables[0].rows[:2]] == [("DE", "DD"), ("AD", "AP")]
    assert session.history.position == 1


def test_every_section_takes_a_new_row_and_undoes_it(hand: Hand) -> None:
    session, turn = hand.window.session, panel(hand)
    for section in some(SECTIONS):
        if section == "tables":
            continue
        turn.show_page(section)
        turn.take_keyboard()
        hand.settle(0.05)
        count = len(getattr(session.design.ruleset, section))
        hand.key("Insert", wait=0.04)
        if section != "replacements":
            hand.do("type", "--delay", 5, "New", wait=0.03)
            hand.key("Return", wait=0.04)
        assert len(getattr(session.design.ruleset, section)) == count + 1
        hand.key("ctrl+z", wait=0.04)
        assert session.design is session.history.steps[0].state


def test_the_counter_mix_is_edited_in_its_page(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    window.perform("counter_mix")
    hand.settle(0.3)
    assert panel(hand).key == "counter_mix"
    assert {f.key for f in SECTIONS["counter_mix"].fields} == {f.name for f in fields(MixLine)}
    hand.key("Insert")
    hand.type("Tanks")
    hand.key("Return")
    assert [line.name for line in session.design.ruleset.counter_mix] == ["Tanks"]


def test_the_formations_have_a_page_and_an_action_that_opens_it(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    assert session.scenario is not None
    window.perform("formations")
    hand.settle(0.3)
    assert panel(hand).key == "formations"
    hand.key("Insert")
    hand.type("I Corps")
    hand.key("Return")
    [corps] = session.design.ruleset.formations
    assert (corps.id, corps.name) == ("i-corps", "I Corps")
    unit = session.scenario.units[0].key
    session.change("Formation", lambda d: with_scenario(
        d, change_unit(session.scenario, unit, formation="i-corps")))  # type: ignore[arg-type]
    page = panel(hand).page("formations")
    assert isinstance(page, Page)
    hand.key("Home", "Right", "F2", "ctrl+a")
    hand.type("first-corps")
    hand.key("Return")
    assert session.scenario.unit_by_key[unit].formation == "first-corps"
    hand.key("Up", "shift+Delete")
    assert len(session.design.ruleset.formations) == 1
    assert f"used by 1 unit of the scenario ({session.scenario.units[0].name})" in page.foot.cget("text")


def test_escape_leaves_the_cell_and_then_closes_the_window(hand: Hand) -> None:
    dock = hand.window.dock
    table = turn_to(hand, "terrain")
    before = hand.window.session.design
    click_cell(hand, table, 0, 0)
    hand.key("F2")
    hand.until(lambda: table.editor is not None)
    hand.type("Z")
    hand.key("Escape")
    assert table.editor is None
    assert dock.is_open("ruleset")
    assert hand.window.session.design is before
    hand.key("Escape")
    hand.until(lambda: not dock.is_open("ruleset"))


def test_every_page_is_reached_by_a_name_that_can_be_read_at_double_size(hand: Hand) -> None:
    window = hand.window
    window.perform("scale_200")
    try:
        hand.key("F3", wait=0.5)
        strip = panel(hand).strip
        hand.until(lambda: strip.winfo_width() > 200)
        shown = [b for b in strip.buttons.values() if b.winfo_ismapped()]
        assert all(b.winfo_width() >= b.winfo_reqwidth() for b in shown)
        # Those that have no room are in the menu behind them.
        assert len(shown) + len(strip._hidden) == len(PAGES)
        assert bool(strip._hidden) == strip.more.winfo_ismapped()
        foot = panel(hand).page("terrain").foot  # type: ignore[union-attr]
        assert foot.winfo_rooty() + foot.winfo_height() <= window.root.winfo_screenheight()
        panel(hand).show_page("general")
        hand.settle(0.2)
        assert strip.buttons["general"].winfo_ismapped()
    finally:
        window.perform("scale_100")


def test_num_lock_on_windows_does_not_keep_letters_from_a_cell(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There NumLock has the bit that is Alt elsewhere."""
    table = turn_to(hand, "terrain")
    click_cell(hand, table, 0, 1)
    hand.do("key", "alt+j", wait=0.1)
    assert table.editor is None
    monkeypatch.setattr(platforms, "_system", "win32")
    hand.do("key", "alt+j", wait=0.1)
    assert table.editor is not None
    hand.do("key", "Escape", wait=0.1)
