"""Panels, tool options and dialogs at 200 % in a window of 1366x768: no button and no text is cut."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from pathlib import Path
from tkinter import ttk
from tkinter.font import nametofont

import pytest
import xvfb
from own_sample import own_historical
from xvfb import Hand, window_on

from visegrad_editor.editor.documents.import_dialogs import ReportDialog
from visegrad_editor.editor.documents.load_fixes_dialog import LoadFixesDialog
from visegrad_editor.editor.documents.new_dialog import NewDialog
from visegrad_editor.editor.documents.planning.dialog import PlanningDialog
from visegrad_editor.editor.documents.planning.end_pages import SummaryPage
from visegrad_editor.editor.documents.run_dialog import ResultDialog
from visegrad_editor.editor.documents.run_dialog import play as play_game
from visegrad_editor.editor.documents.save_as_dialog import SaveAsDialog
from visegrad_editor.editor.documents.translation_dialog import TranslationDialog
from visegrad_editor.editor.panels.data_panel import DataPanel
from visegrad_editor.editor.panels.fixes_dialog import FixesDialog
from visegrad_editor.editor.panels.judge_dialog import JudgeDialog
from visegrad_editor.editor.panels.problems_panel import ProblemsPanel
from visegrad_editor.editor.panels.ruleset_panel import PAGES, RulesetPanel
from visegrad_editor.editor.play.session import HUMAN
from visegrad_editor.editor.play.start_dialog import PlayTestOptions
from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.editor.widgets.progress import ProgressDialog
from visegrad_editor.editor.window import theme
from visegrad_editor.editor.window.panel_table import PANELS
from visegrad_editor.exchange.importer import import_table
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.turn_track import date_event
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.text_fixes import text_fixes_of
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.schedule import ScheduledEvent

pytestmark = xvfb.MARKS
_SEEN = (ttk.Button, ttk.Checkbutton, ttk.Radiobutton, ttk.Label, ttk.Scale, ttk.Menubutton)


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("first-steps", tmp_path_factory.mktemp("settings")) as hand:
        hand.window.root.geometry("1366x740+0+0")
        hand.settle(0.2)
        hand.window.perform("scale_200")
        hand.settle(0.6)
        yield hand
        hand.window.perform("scale_100")


def below(widget: tk.Misc) -> Iterator[tk.Widget]:
    for child in widget.winfo_children():
        yield child
        yield from below(child)


def cut(panel: tk.Misc) -> list[str]:
    """What has less room across than it asks for, or lies beyond the right edge of the panel."""
    edge = panel.winfo_rootx() + panel.winfo_width()
    found = []
    for widget in below(panel):
        if not widget.winfo_viewable() or not isinstance(
                widget, _SEEN):
            continue
        room = min(widget.winfo_width(), edge - widget.winfo_rootx())
        wanted = theme.px(24) if isinstance(widget, ttk.Scale) else widget.winfo_reqwidth()
        if room < wanted:
            words = "" if isinstance(widget, ttk.Scale) else widget.cget("text")
            found.append(f"{widget.winfo_class()} {words!r}: {room} of {wanted}")
    return found


def cut_choices(panel: tk.Misc) -> list[str]:
    """The lists whose chosen text is wider than they are."""
    measure = nametofont("TkTextFont", panel).measure
    return [box.get() for box in below(panel) if isinstance(box, ttk.Combobox) and box.winfo_viewable()
            and measure(box.get()) + theme.px(18) > box.winfo_width()]


BESIDE = [p.id for p in PANELS if p.home in ("left", "right") and p.id not in ("tools", "background")]
"""Those that stand beside the map. The palette is looked at tool by tool; the Background panel is empty
without a picture."""


def test_panels_beside_the_map_are_examined() -> None:
    assert set(BESIDE) >= {
        "units", "reinforcements", "inspector", "history", "layers", "statistics", "stamps"}


@pytest.mark.parametrize("id", BESIDE)
def test_panels_at_double_size(hand: Hand, id: str) -> None:
    hand.window.show_panel(id)
    hand.settle(0.5)
    assert cut(hand.window.dock.panel(id)) == []


@pytest.mark.parametrize("tool", [
    "terrain", "area", "hexside", "road", "eraser", "name", "pick", "region", "measure", "paste"])
def test_tool_options_at_double_size(hand: Hand, tool: str) -> None:
    hand.window.show_panel("tools")
    hand.window.use_tool(tool)
    hand.settle(0.4)
    options = hand.window.palette.options
    assert cut(options) == []
    for box in (w for w in below(options) if isinstance(w, ttk.Combobox) and w.winfo_viewable()):
        assert box.winfo_width() >= theme.px(60)


def test_the_fields_of_a_name(hand: Hand) -> None:
    hand.window.show_panel("tools")
    hand.window.use_tool("name")
    hand.settle(0.2)
    hand.click(hand.centre("2017"))
    hand.settle(0.3)
    options = hand.window.palette.options
    assert hand.window.session.brush.edited_name is not None
    assert cut(options) == []
    hand.key("Escape")


def test_the_lists_have_rows_and_the_map_its_half(hand: Hand) -> None:
    window = hand.window
    assert window.view.winfo_height() >= window.dock.across.winfo_height() / 2
    row = theme.px(30)
    for id in ("units", "history"):
        window.show_panel(id)
        hand.settle(0.4)
        tree = window.dock.panel(id).tree  # type: ignore[attr-defined]
        assert tree.winfo_height() >= 5 * row, id
    strip = window.dock.area("right").strip
    tabs = [b for b in strip.buttons.values() if b.winfo_ismapped()]
    assert len({b.winfo_y() for b in tabs}) == 1
    assert strip.buttons["history"] in tabs
    # What has no tab is in the menu behind them, the overview too, which stands below at 100 %.
    assert strip.more.winfo_ismapped()
    assert "overview" in strip._hidden
    window.show_panel("overview")
    hand.settle(0.3)
    assert window.dock.panel("overview").winfo_viewable()
    assert strip.buttons["overview"].winfo_ismapped()


def test_the_map_keeps_its_half_above_the_tray(hand: Hand) -> None:
    window = hand.window
    assert window.files.open("historical")
    hand.settle(0.6)
    try:
        assert window.tray.winfo_ismapped()
        assert window.map_room.winfo_height() - window.tray.winfo_height() >= (
            window.dock.across.winfo_height() // 2 - theme.px(8))
        # The problems below keep their tab and a row.
        assert window.dock.panel("problems").winfo_height() >= theme.px(22)
    finally:
        assert window.files.open("first-steps")
        hand.settle(0.4)


def test_the_heading_of_changes_is_not_cut(hand: Hand) -> None:
    hand.window.show_panel("balance")
    hand.settle(0.4)
    tree = hand.window.dock.panel("balance").tree  # type: ignore[attr-defined]
    padding = 2 * theme.px(6)
    assert int(tree.column("change", "width")) >= nametofont("VeSection", tree).measure("Change") + padding


def test_the_search_field_is_readable(hand: Hand) -> None:
    hand.window.show_panel("units")
    hand.settle(0.3)
    assert hand.window.units.search.winfo_width() >= theme.px(100)


def test_a_slider_can_be_dragged_to_its_end(hand: Hand) -> None:
    hand.window.show_panel("layers")
    hand.settle(0.4)
    sliders = [w for w in below(hand.window.dock.panel("layers")) if isinstance(w, ttk.Scale)]
    assert len(sliders) > 3
    for slider in sliders:
        x, _ = slider.coords(1.0)
        # The middle of the thumb at 100 %: nearer the end than the thumb is long.
        assert slider.winfo_width() - x <= theme.px(14)


@pytest.mark.parametrize("kind", ["Units", "Events", "Replacements"])
def test_rows_of_the_schedule_can_be_read(hand: Hand, kind: str) -> None:
    """Turn and place are below the name where there is no room for columns: no name and no turn is cut, and
    Return and F2 open their lists over the row."""
    panel, session = hand.window.reinforcements, hand.window.session
    hand.window.show_panel("reinforcements")
    dice = ScheduledEvent("relief", name="The relief column", turn=(1, 2), roll="1d6", at_least=5)
    assert session.change("Relief", lambda d: date_event(d, dice)) == ""
    panel.kind.set(kind)
    hand.settle(0.3)
    rows = panel.tree.get_children()
    assert rows
    for row in rows:
        name, told = panel.tree.item(row, "text").strip().split("\n")
        assert kind == "Replacements" or not name.endswith("…"), name
        when = panel.rows[row].when
        begins = f"turn {when}" if when.isdecimal() else when[:11]
        assert told.removeprefix(" ◆").strip().startswith(begins), told
    panel.tree.selection_set(rows[0])
    panel.tree.focus(rows[0])
    panel.tree.focus_set()
    hand.key("Return", wait=0.2)
    assert panel.editor is not None
    hand.key("Escape", wait=0.1)
    session.undo()
    panel.kind.set("Units")
    hand.settle(0.2)


DIALOGS = [
    "new", "plan_scenario", "export", "new_unit", "new_units", "go_to_hex", "select_by", "replace_all",
    "new_area", "properties", "random_set_up", "set_up_group", "set_up_order", "goals", "counter",
    "make_variant", "run", "try_this", "play", "command_palette", "shortcuts", "change_keys", "about",
    "resize_map", "renumber_map", "turn_map", "half_hexes", "make_prototype", "new_scenario",
    "import_geodata"]
"""Actions that open a dialog on a scenario with a selected unit."""


def with_a_unit(hand: Hand) -> None:
    """Select a unit that stands on the map."""
    scenario = hand.window.session.scenario
    assert scenario is not None
    hand.window.session.select(None, tuple(u.key for u in scenario.units if u.hex)[:1])


def in_dialog(hand: Hand, action: str, look: Callable[[Dialog], None]) -> None:
    """Perform an action that opens a dialog, look at it, and cancel it."""
    root, seen, failed = hand.window.root, list[Dialog](), list[AssertionError]()

    def wait() -> None:
        shown = [w for w in root.winfo_children()
                 if isinstance(w, Dialog) and not isinstance(w, ProgressDialog) and w.winfo_viewable()]
        if not shown:
            root.after(50, wait)
            return
        seen.append(shown[-1])
        try:
            hand.settle(0.4)
            look(shown[-1])
        except AssertionError as error:
            failed.append(error)
        shown[-1].destroy()

    root.after(100, wait)
    hand.window.perform(action)
    hand.until(lambda: seen and not seen[0].winfo_exists())
    if failed:
        raise failed[0]


def fits(dialog: Dialog) -> None:
    """All of the dialog is on the screen, its buttons and the field with the keyboard are in sight, nothing
    is cut, and it is not scrolled."""
    right, bottom = dialog.winfo_rootx() + dialog.winfo_width(), dialog.winfo_rooty() + dialog.winfo_height()
    assert right <= 1366
    assert bottom <= 768
    buttons = [w for w in dialog.foot.winfo_children() if isinstance(w, ttk.Button) and w.winfo_manager()]
    for button in buttons:
        assert button.winfo_viewable()
        assert button.winfo_rooty() + button.winfo_height() <= bottom, button.cget("text")
    assert cut(dialog) == []
    focus = dialog.focus_get()
    assert isinstance(focus, tk.Widget)
    assert dialog.winfo_rootx() <= focus.winfo_rootx() < right
    assert dialog.winfo_rooty() <= focus.winfo_rooty() < bottom
    assert (dialog.body.winfo_x(), dialog.body.winfo_y()) == (0, 0)


@pytest.mark.parametrize("action", DIALOGS)
def test_dialogs_at_double_size(hand: Hand, action: str) -> None:
    with_a_unit(hand)
    in_dialog(hand, action, fits)


WHOLE = ["new_unit", "new_units", "properties", "counter", "set_up_group", "set_up_order", "goals",
         "random_set_up", "play", "resize_map", "make_variant"]
"""Dialogs of which nothing has to be scrolled."""


def is_whole(dialog: Dialog) -> None:
    """No field and no label of the dialog, on no page of it, lies outside what is shown."""
    assert not dialog._overflow.is_short, (dialog.body.winfo_reqwidth(), dialog.body.winfo_reqheight())
    books = [w for w in below(dialog.body) if isinstance(w, ttk.Notebook)]
    for book in books:
        for page in book.tabs():
            book.select(page)
            dialog.update()
            assert cut(dialog) == []
            for widget in (w for w in below(dialog.nametowidget(page)) if w.winfo_viewable()):
                assert widget.winfo_rooty() + widget.winfo_height() <= dialog.foot.winfo_rooty(), widget


@pytest.mark.parametrize("action", WHOLE)
def test_dialogs_are_seen_whole_at_double_size(hand: Hand, action: str) -> None:
    with_a_unit(hand)
    in_dialog(hand, action, is_whole)


def test_a_complaint_leaves_the_buttons_of_a_full_dialog_in_sight(hand: Hand) -> None:
    """It takes its line from the body, which scrolls then, and the page of the field comes to the front."""
    seen: list[str] = []

    def look(dialog: Dialog) -> None:
        book = next(w for w in below(dialog.body) if isinstance(w, ttk.Notebook))
        title = dialog.focus_get()
        assert isinstance(title, ttk.Entry)
        title.delete(0, "end")
        book.select(len(book.tabs()) - 1)
        hand.settle(0.2)
        next(w for w in dialog.foot.winfo_children() if isinstance(w, ttk.Button)).invoke()
        hand.settle(0.4)
        assert dialog.wrong.cget("text") == "A scenario needs a title."
        assert dialog.wrong.winfo_viewable()
        assert dialog.focus_get() is title
        assert title.winfo_viewable()
        for button in (w for w in dialog.foot.winfo_children() if isinstance(w, ttk.Button)):
            assert button.winfo_rooty() + button.winfo_height() <= 768
        seen.append(book.tab(book.select(), "text"))

    in_dialog(hand, "properties", look)
    assert seen == ["Scenario"]


def test_every_step_of_a_new_scenario_opens_at_its_top(hand: Hand) -> None:
    steps: list[str] = []

    def look(dialog: Dialog) -> None:
        assert isinstance(dialog, PlanningDialog)
        assert sum(bool(dialog.steps.bbox(step)) for step in dialog.steps.get_children()) > 4
        for step in dialog.pages:
            dialog.go_to(step)
            hand.settle(0.2)
            assert dialog.draft.step == step
            fits(dialog)
            steps.append(step)

    in_dialog(hand, "plan_scenario", look)
    assert len(steps) == 8


def test_most_steps_and_the_small_map_are_seen_at_once(hand: Hand) -> None:
    seen: list[int] = []

    def look(dialog: Dialog) -> None:
        assert isinstance(dialog, PlanningDialog)
        tree = dialog.steps
        assert tree.winfo_height() >= 5 * theme.px(22)
        bars = [w for w in tree.master.winfo_children() if isinstance(w, ttk.Scrollbar)]
        assert [bar.winfo_viewable() for bar in bars] == [1]
        assert dialog.map.winfo_rooty() + dialog.map.winfo_height() <= dialog.foot.winfo_rooty()
        seen.append(tree.winfo_height())

    in_dialog(hand, "plan_scenario", look)
    assert seen


def test_what_does_not_fit_into_a_list_of_a_step_ends_in_dots(hand: Hand) -> None:
    told: list[str] = []

    def look(dialog: Dialog) -> None:
        assert isinstance(dialog, PlanningDialog)
        dialog.go_to("summary")
        hand.settle(0.3)
        page = dialog.pages["summary"]
        assert isinstance(page, SummaryPage)
        tree = page.problems
        measure, width = nametofont("TkDefaultFont", tree).measure, int(tree.column("#0", "width"))
        texts = {tree.texts.whole(row): tree.item(row, "text") for row in tree.get_children()}
        assert any(shown != whole and shown.endswith("…") for whole, shown in texts.items())
        assert max(measure(shown) for shown in texts.values()) < width
        # All of the marked one is told below the list if it is cut off there, and otherwise nothing twice.
        rows = tree.get_children()
        for row in rows[0], next(row for row in rows if tree.texts.cut(row)):
            tree.selection_set(row)
            hand.settle(0.1)
            whole = tree.texts.whole(row).strip()
            assert page.whole_of_problem.whole == (whole if tree.texts.cut(row) else "")
        told.extend(texts)

    in_dialog(hand, "plan_scenario", look)
    assert told


def test_the_titles_to_begin_with_can_be_told_apart(hand: Hand) -> None:
    """Rows with the same beginning are not cut to the same text."""
    scenarios: list[str] = []

    def look(dialog: Dialog) -> None:
        assert isinstance(dialog, NewDialog)
        tree = dialog.tree
        scenarios.extend(str(tree.item(row, "text")) for row in tree.get_children()
                         if tree.set(row, "kind") == "scenario")

    in_dialog(hand, "new", look)
    assert len(scenarios) > 10
    assert len(set(scenarios)) == len(scenarios)


def test_properties_open_without_scrolling_across(hand: Hand) -> None:
    """All labels of the dialog are in sight beside their fields."""
    seen: list[int] = []

    def look(dialog: Dialog) -> None:
        body = dialog.body
        assert body.winfo_reqwidth() <= body.master.winfo_width() <= dialog.winfo_width() <= 1366
        seen.append(body.winfo_reqwidth())

    in_dialog(hand, "properties", look)
    assert seen


def test_the_names_of_units_keep_their_room_in_a_narrow_list(hand: Hand) -> None:
    hand.window.show_panel("units")
    hand.settle(0.3)
    tree: ttk.Treeview = hand.window.dock.panel("units").tree  # type: ignore[attr-defined]
    shown = tuple(map(str, tree.cget("displaycolumns")))
    widths = [int(tree.column(c, "width")) for c in ("#0", *shown)]
    assert sum(widths) <= tree.winfo_width(), "nothing is squeezed by Tk"
    assert widths[0] >= theme.px(130)
    assert len(shown) < len(tree.cget("columns")), "values are left out, not names"


def test_numbers_are_beside_the_names_of_the_statistics(hand: Hand) -> None:
    hand.window.show_panel("statistics")
    hand.settle(0.5)
    tree: ttk.Treeview = hand.window.dock.panel("statistics").tree  # type: ignore[attr-defined]
    row = tree.get_children(tree.get_children()[0])[0]
    assert tree.set(row, "number")
    box = tree.bbox(row, "number")
    assert box
    assert box[0] + box[2] <= tree.winfo_width()


def test_names_in_the_statistics_that_have_no_room_end_in_dots(hand: Hand) -> None:
    hand.window.show_panel("statistics")
    hand.settle(0.5)
    tree: ttk.Treeview = hand.window.dock.panel("statistics").tree  # type: ignore[attr-defined]
    sections = {tree.item(r, "text"): r for r in tree.get_children()}
    texts = [str(tree.item(r, "text")) for r in tree.get_children(sections["What comes when"])]
    assert any(text.endswith("…") for text in texts)
    measure = nametofont("TkDefaultFont", tree).measure
    assert all(measure(text) <= int(tree.column("#0", "width")) for text in texts)


def test_the_fields_of_a_unit_are_below_their_labels(hand: Hand) -> None:
    """A narrow panel has no room for both beside each other."""
    scenario = hand.window.session.scenario
    assert scenario is not None
    hand.window.session.select(None, (scenario.units[0].key,))
    hand.window.show_panel("inspector")
    hand.settle(0.4)
    form = hand.window.dock.panel("inspector").unit_form  # type: ignore[attr-defined]
    label, field = form.labels["Name"], form.fields["Name"]
    assert field.winfo_rooty() >= label.winfo_rooty() + label.winfo_height()
    assert field.winfo_width() > 2 * theme.px(60)
    assert cut(hand.window.dock.panel("inspector")) == []


def test_the_tools_are_in_sight_when_they_scroll_with_the_kinds(hand: Hand) -> None:
    hand.window.use_tool("terrain")
    hand.window.perform("scale_100")
    hand.settle(0.4)
    hand.window.perform("scale_200")
    hand.settle(0.6)
    hand.window.show_panel("tools")
    hand.settle(0.3)
    palette = hand.window.palette
    tools = palette._tools.winfo_children()
    assert tools
    assert tools[0].winfo_rooty() >= palette.winfo_rooty()
    hand.window.use_tool("select")


def test_problems_have_rows_beside_the_menu_of_their_fixes(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    assert session.scenario is not None
    unit = next(u for u in session.scenario.units if u.hex)
    session.edit("Set-up", with_scenario(session.design, place_units(session.scenario, [unit.key], "0101")))
    hand.until(lambda: any(p.fixes for p in session.problems))
    window.show_panel("problems")
    hand.settle(0.4)
    panel = window.problems
    row = next(r for r in panel.rows if (p := panel.problem_of(r)) is not None and p.fixes)
    panel.tree.see(row)
    panel.tree.selection_set(row)
    hand.settle(0.4)
    assert panel.tree.winfo_height() >= 2 * int(ttk.Style(panel).lookup("Problems.Treeview", "rowheight"))
    problem = panel.problem_of(row)
    assert problem is not None
    assert panel.menu.winfo_viewable()
    labels = [panel._fixes.entrycget(i, "label") for i in range(int(panel._fixes.index("end") or 0) + 1)]
    assert labels[:2] == [fix.label for fix in problem.fixes[:2]]
    assert cut(panel) == []
    panel._fixes.invoke(0)
    hand.until(lambda: problem not in session.problems)
    session.undo()
    session.undo()
    hand.settle(0.3)


def test_a_play_test_shows_rows_and_buttons(hand: Hand) -> None:
    window = hand.window
    sides = window.session.design.ruleset.sides
    assert window.play.start(PlayTestOptions({side.id: HUMAN for side in sides}, 1))
    try:
        hand.settle(1.0)
        side = window.play.table.side
        for page in (side.decision, side.log, side.boxes, side.figures):
            side.bring_up(page)
            hand.settle(0.3)
            assert cut(side) == []
            low = page.winfo_rooty() + page.winfo_height()
            for button in (w for w in below(page) if isinstance(w, ttk.Button) and w.winfo_viewable()):
                assert button.winfo_height() >= button.winfo_reqheight(), button.cget("text")
                assert button.winfo_rooty() + button.winfo_height() <= low
        rowheight = int(ttk.Style(side).lookup("Units.Treeview", "rowheight"))
        side.bring_up(side.boxes)
        hand.settle(0.3)
        assert side.boxes.tree.winfo_height() >= 2 * rowheight
        for button in window.play.table.banner.buttons.values():
            assert not button.winfo_ismapped() or button.winfo_width() >= button.winfo_reqwidth()
    finally:
        window.play.leave()
        hand.settle(0.3)


# -- windows that no action opens by itself --------------------------------------------------------


def presented(hand: Hand, dialog: Dialog, focus: tk.Misc | None = None,
              look: Callable[[Dialog], None] = lambda _dialog: None) -> None:
    """Show a dialog, look whether it fits, and close it."""
    dialog.present(focus)
    hand.settle(0.5)
    try:
        fits(dialog)
        assert cut_choices(dialog) == []
        look(dialog)
    finally:
        dialog.destroy()
        hand.settle(0.2)


def test_an_import_with_errors_and_its_encoding(hand: Hand, tmp_path: Path) -> None:
    root, design = hand.window.root, hand.window.session.design
    table = tmp_path / "hexes.csv"
    rows = [f"{c:02}{r:02};marsh" for c in range(1, 20) for r in range(1, 20)]
    table.write_text("\n".join(["hex;terrain", *rows, "2017;nonsense"]))
    imported = import_table(table, design)
    assert len(imported.changes) > 12
    assert len(imported.problems) > 8
    presented(hand, ReportDialog(root, table.name, imported))
    table.write_bytes("hex;name\n2017;Köln\n1818;Żywiec\n".encode("cp1250"))
    presented(hand, ReportDialog(root, table.name, import_table(table, design), True))


def test_the_result_of_a_game(hand: Hand) -> None:
    session = hand.window.session
    played = play_game(session.design, 1, ("random", "random"), "", lambda _f, _text: None)
    presented(hand, ResultDialog(hand.window.root, session, played, lambda _r: None, lambda: True,
                                 session.design, str))


def test_saving_as_a_copy_or_a_variant(hand: Hand, tmp_path: Path) -> None:
    window = hand.window
    dialog = SaveAsDialog(
        window.root, window.session.design, tmp_path / "my-own-war.yaml", window.files.sources.scenario,
        {"ruleset": tmp_path / "my-rules.yaml", "map": tmp_path / "my-map.yaml"})
    presented(hand, dialog, look=is_whole)


def test_translating(hand: Hand, tmp_path: Path) -> None:
    window = hand.window
    dialog = TranslationDialog(
        window.root, window.session.design, window.files.sources, tmp_path / "war.yaml", "de")
    presented(hand, dialog, dialog.table.canvas)


def test_fitting_the_grid(hand: Hand) -> None:
    window = hand.window
    window.perform("fit_grid")
    hand.until(lambda: any(isinstance(w, Dialog) for w in window.root.winfo_children()))
    dialog = next(w for w in window.root.winfo_children() if isinstance(w, Dialog))
    hand.settle(0.5)
    try:
        fits(dialog)
        is_whole(dialog)
    finally:
        dialog.cancel()
        hand.settle(0.2)


def test_judging_and_fixing_problems(hand: Hand) -> None:
    session, root = hand.window.session, hand.window.root
    assert session.scenario is not None
    unit = next(u for u in session.scenario.units if u.hex)
    session.edit("Set-up", with_scenario(session.design, place_units(session.scenario, [unit.key], "0101")))
    hand.until(lambda: any(p.fixes for p in session.problems))
    presented(hand, JudgeDialog(root, session, session.problems[0]))
    presented(hand, FixesDialog(root, session))
    session.undo()


def test_fixes_of_a_file_that_cannot_be_opened(hand: Hand, tmp_path: Path) -> None:
    path = own_historical(tmp_path)
    path.write_text(path.read_text("utf-8").replace("units:", "unitss:", 1) + "x: 1\n", "utf-8")
    loaded = load(path)
    fixes = text_fixes_of(loaded.problems, str(path))
    assert fixes
    presented(hand, LoadFixesDialog(hand.window.root, "\n".join(map(str, loaded.problems)), fixes))


def test_the_pages_of_the_ruleset(hand: Hand) -> None:
    hand.window.perform("ruleset")
    panel = hand.window.dock.panel("ruleset")
    assert isinstance(panel, RulesetPanel)
    for page in PAGES:
        panel.show_page(page)
        hand.settle(0.3)
        assert cut(panel) == [], page
    panel.show_page(PAGES[0])
    hand.window.dock.close("ruleset")


@pytest.mark.parametrize("scale", [100, 200])
def test_all_keys(hand: Hand, scale: int) -> None:
    """No button and no chosen text is cut: labels stand above lists that need the room."""
    window = hand.window
    window.perform(f"scale_{scale}")
    window.perform("entries")
    hand.settle(0.6)
    panel = window.dock.panel("data")
    assert isinstance(panel, DataPanel)
    for part in ((), ("entries", 0), ("units", 0), ("assets", 0), ("set_up_groups",)):
        panel.show_part("scenario", part)
        hand.settle(0.3)
        assert (cut(panel), cut_choices(panel)) == ([], []), part
    panel.show_part("ruleset", ("terrain", 0))
    hand.settle(0.3)
    assert (cut(panel), cut_choices(panel)) == ([], [])
    titles = [str(panel.tree.item(row, "text")) for row in panel.tree.get_children("scenario/entries")]
    assert titles
    window.dock.close("data")
    window.perform("scale_200")
    hand.settle(0.5)


def test_the_headings_of_the_palette_wrap(hand: Hand) -> None:
    hand.window.show_panel("tools")
    hand.window.use_tool("feature")
    hand.settle(0.4)
    assert cut(hand.window.palette) == []
    hand.window.use_tool("select")


def test_a_problem_that_the_list_cuts_is_shown_whole(hand: Hand) -> None:
    window = hand.window
    window.perform("scale_100")
    window.show_panel("problems")
    hand.settle(0.5)
    panel = window.dock.panel("problems")
    assert isinstance(panel, ProblemsPanel)
    words = "The set of hexes has no hex on the map. " * 3
    panel.show((Problem("warning", "no-hexes", words + "Change it."), Problem("note", "short", "Short.")))
    rows = panel.tree.get_children()
    panel.tree.selection_set(rows[0])
    hand.settle(0.4)
    assert panel.whole.winfo_viewable()
    assert " ".join(panel.whole.cget("text").split()) == words + "Change it."
    bottom = panel.winfo_rooty() + panel.winfo_height()
    assert panel.whole.winfo_rooty() + panel.whole.winfo_height() <= bottom
    for row in rows:
        assert panel.tree.bbox(row), "both rows are still seen"
    panel.tree.selection_set(rows[1])
    hand.settle(0.3)
    assert "headings" in str(panel.tree.cget("show"))
    window.perform("scale_200")
    hand.settle(0.3)
