"""The window under real mouse and key events, on a screen of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tkinter import TclError, ttk
from tkinter.font import nametofont

import pytest
import xvfb
from own_sample import own_historical
from seen_widgets import swatch
from unit_numbers import strength
from xvfb import Hand, Show, shared_window

from visegrad_editor.editor.documents.export_dialog import ExportDialog
from visegrad_editor.editor.documents.run_dialog import FinishedGame, ResultDialog, RunDialog, play
from visegrad_editor.editor.play.start_dialog import PlayTestOptions
from visegrad_editor.engine.dice import DEFAULT_SEED
from visegrad_editor.engine.events import Event
from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest.play import play_game

pytestmark = xvfb.MARKS


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return own_historical(tmp_path)


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Show]:
    """Shows a file with the units in front."""
    with shared_window(tmp_path_factory.mktemp("settings")) as show:
        def opened(name: Path | str) -> Hand:
            hand = show(name)
            hand.window.show_panel("units")
            # What an earlier test searched for would hide the rest.
            hand.window.units.search.delete(0, "end")
            hand.window.view.canvas.focus_force()
            hand.settle(0.1)
            return hand

        yield opened


def rules_broken(hand: Hand) -> set[str]:
    return {p.rule for p in hand.window.session.problems if p.severity == "error"}


def test_paint_draw_place_break_a_rule_undo_everything_and_save_the_same_bytes(
    sample: Path, show: Show
) -> None:
    files = [sample, *sorted(sample.parent.glob("*/*.yaml"))]
    before = {f: f.read_bytes() for f in files}
    hand = show(sample)
    window, session = hand.window, hand.window.session
    grid, geometry = session.design.map.grid, session.design.map.geometry
    first = session.design
    window.view.zoom(2)
    hex = grid.parse("2016")
    assert hex is not None
    window.controller.go_to(hex)
    hand.settle()

    # Paint a hex.
    hand.click_on(swatch(hand, "Mountain"))
    assert window.controller.tool.id == "terrain"
    hand.click(hand.centre("2016"))
    assert session.design.map.terrain.at(hex) == "mountain"
    assert session.history.undo_label == "Paint Mountain (1 hex)"
    assert window.root.title().startswith("*")

    # Draw a river along three hexsides.
    hand.key("r")
    corners = geometry.corners(hex)
    hand.drag(*(hand.pixel(corners[i]) for i in range(4)))
    drawn = {grid.side(hex, d) for d in range(3)}
    assert drawn <= set(session.design.map.side_lines)

    # Place a counter: find it in the list, then click its hex.
    hand.key("ctrl+f")
    hand.type("6th airborne")
    hand.key("Return", "p")
    hand.click(hand.centre("2215"))
    assert session.scenario is not None
    assert session.scenario.unit_by_key["poland/6th Airborne"].hex == "2215"

    # A fourth unit in a hex is refused; put there otherwise it breaks a rule, and dragging it away mends it.
    hand.key("v")
    assert "6.0" not in rules_broken(hand)
    for number in ("2015", "2214", "2215"):
        hand.drag(hand.centre(number), hand.centre("2016"), hand.centre("2017"))
    hand.window.checker.check_now()
    airborne = session.scenario.unit_by_key["poland/6th Airborne"]
    assert (airborne.hex, rules_broken(hand)) == ("2215", set())
    crowded = place_units(session.scenario, [airborne.key], "2017")
    session.edit("Pile up", with_scenario(session.design, crowded))
    hand.until(lambda: "6.0" in rules_broken(hand))
    rows = window.problems.rows
    assert any(window.problems.tree.set(r, "hex") == "2017" for r in rows)
    hand.drag(hand.centre("2017"), hand.centre("2016"), hand.centre("2115"))
    hand.until(lambda: "6.0" not in rules_broken(hand))

    # Saved like this the files differ; with everything undone they are the same to the byte.
    hand.key("ctrl+s")
    changed = {f.name for f in files if f.read_bytes() != before[f]}
    assert changed == {"historical.yaml", "visegrad4.yaml"}
    steps = session.history.position
    assert steps == 7
    for _ in range(steps):
        hand.key("ctrl+z", wait=0.03)
    assert session.design is first
    hand.key("ctrl+s")
    assert {f: f.read_bytes() for f in files} == before
    assert not window.root.title().startswith("*")


def test_zoom_keeps_the_hex_under_the_pointer(show: Show) -> None:
    hand = show("historical")
    view, map = hand.window.view, hand.window.session.design.map
    place = hand.centre("1620")
    x, y = place[0] - view.canvas.winfo_rootx(), place[1] - view.canvas.winfo_rooty()
    hand.do("mousemove", *place)
    point, start = view.to_map(x, y), view.viewport.scale
    for button, times in ((4, 3), (5, 5), (4, 2)):
        for _ in range(times):
            hand.do("click", button, wait=0.02)
        hand.settle()
        assert hand.window.controller.hex == map.grid.parse("1620")
        # No farther off than the pixel the corner of the view is rounded to.
        assert view.to_map(x, y) == pytest.approx(point, abs=1.5 / min(start, view.viewport.scale))
    assert view.viewport.scale == pytest.approx(start, rel=0.3)
    assert "1620" in hand.window.status.hex.cget("text")


def test_the_status_bar_tells_no_place_of_a_pointer_that_has_left_the_map(show: Show) -> None:
    hand = show("historical")
    window, status = hand.window, hand.window.status
    beside = (window.units.winfo_rootx() + 40, window.units.winfo_rooty() + 60)
    hand.do("mousemove", *hand.centre("1620"))
    assert status.where.winfo_ismapped()
    hand.drag(hand.centre("1620"), hand.centre("1618"), beside)
    assert not status.where.winfo_ismapped(), "the button was let go outside"
    window.say("")
    assert window.controller.hex is None
    hand.click(hand.centre("1620"))
    assert status.hex.cget("text").startswith("1620")
    hand.do("mousemove", *beside)
    assert not status.where.winfo_ismapped()
    assert status.hex.cget("text").startswith("Selected: 1620")
    hand.do("mousemove", *hand.centre("1620"))
    assert status.where.winfo_ismapped()
    window.play.start(PlayTestOptions({"russian": "human", "allied": "human"}, 5))
    hand.settle()
    assert not status.where.winfo_ismapped(), "a game tells no place"
    window.play.leave()


def test_a_reinforcement_is_edited_in_its_cell(sample: Path, show: Show) -> None:
    hand = show(sample)
    window = hand.window
    hand.key("ctrl+2")
    tree = window.reinforcements.tree
    key = next(k for k in tree.get_children() if k.endswith("/4th Rapid"))
    tree.see(key)
    hand.settle()
    x, y, width, height = tree.bbox(key, "turn")
    place = (tree.winfo_rootx() + x + width // 3, tree.winfo_rooty() + y + height // 2)
    hand.do("mousemove", *place, "click", "--repeat", 2, "--delay", 60, 1)
    assert window.reinforcements.editor is not None
    hand.key("ctrl+a")
    hand.type("5")
    hand.key("Return")
    assert window.session.scenario is not None
    arrival = window.session.scenario.unit_by_key[key].reinforcement
    assert arrival is not None
    assert arrival.turn == 5
    assert tree.set(key, "turn") == "5"
    hand.key("minus")
    arrival = window.session.scenario.unit_by_key[key].reinforcement
    assert arrival is not None
    assert arrival.turn == 4
    hand.key("ctrl+z", "ctrl+z")
    assert not window.session.history.changed

    # The list of places opens and is chosen from.
    window.reinforcements.edit_cell("entry")
    editor = window.reinforcements.editor
    assert editor is not None
    hand.settle()
    faults: list[object] = []
    window.root.report_callback_exception = lambda *what: faults.append(what)  # type: ignore[method-assign]
    try:
        hand.do("mousemove", editor.winfo_rootx() + editor.winfo_width() - 8,
                editor.winfo_rooty() + editor.winfo_height() // 2, "click", 1)
        hand.key("Down", "Return", wait=0.2)
    finally:
        del window.root.report_callback_exception
    assert faults == []
    assert "arrives at" in window.session.history.undo_label
    hand.key("ctrl+z")


def test_save_as_and_open_again(sample: Path, show: Show) -> None:
    hand = show(sample)
    hand.click(hand.centre("2017"))
    hand.key("x")
    target = sample.parent / "mine.yaml"
    hand.answer("Save as", ("key", "ctrl+a"), ("type", "--delay", "5", str(target)), ("key", "Return"))
    hand.answer("^Save mine.yaml$", ("key", "Return"))
    hand.key("ctrl+shift+s", wait=0.4)
    hand.until(target.exists)
    assert hand.window.session.document.path == target
    assert not hand.window.session.history.changed
    design = load(target).design
    assert design is not None
    assert design.scenario is not None
    assert design.scenario.unit_by_key["poland/20th Mechanized"].reduced
    assert load(sample).design != design


def test_painting_with_the_keyboard_alone(show: Show) -> None:
    hand = show("historical")
    window = hand.window
    hand.do("mousemove", 700, 5)
    hand.key("ctrl+6", "t", "2", "Right")
    cursor = window.controller.cursor
    assert cursor is not None
    hand.key("Return")
    assert window.session.design.map.terrain.at(cursor) == window.session.design.ruleset.terrain[1].id
    hand.key("shift+Down")
    below = window.controller.cursor
    assert below is not None
    assert below.row == cursor.row + 1
    assert window.session.design.map.terrain.at(below) == window.session.design.ruleset.terrain[1].id
    hand.key("d", "shift+Right", "shift+Right")
    road = hexside(below, type(below)(below.col + 1, below.row))
    assert road in window.session.design.map.road_segments
    hand.key("r", "bracketright", "space", wait=0.2)
    assert window.session.history.undo_label.startswith("Draw river")


def test_a_counter_is_moved_with_the_keyboard(show: Show) -> None:
    hand = show("historical")
    window, session = hand.window, hand.window.session
    grid = session.design.map.grid
    hex = grid.parse("2015")
    assert hex is not None
    window.controller.go_to(hex)
    hand.key("v", "Return", "Down", "Escape", "Return")
    assert not session.history.changed
    window.controller.cancel()
    window.controller.go_to(hex)
    hand.key("Return", "Down", "Down", "Return")
    assert session.history.undo_label == "Move 34th Armored Cavalry to 2215"
    assert not window.controller.tool.active
    hand.key("ctrl+z")
    assert not session.history.changed


def test_unsaved_changes_are_asked_about(sample: Path, show: Show) -> None:
    hand = show(sample)
    hand.click(hand.centre("2017"))
    hand.key("x")
    hand.answer("Unsaved changes", ("key", "Escape"))
    hand.key("ctrl+q", wait=0.3)
    assert hand.window.root.winfo_exists()
    assert hand.window.session.history.changed
    before = sample.read_bytes()
    hand.answer("Unsaved changes", ("key", "Return"))
    with suppress(TclError):
        hand.key("ctrl+q", wait=0.3)
    assert sample.read_bytes() != before
    assert not hand.alive


def test_a_game_is_played_and_its_result_shown(show: Show) -> None:
    hand = show("first-steps")
    hand.key("F6")
    hand.until(lambda: hand.has_keyboard(RunDialog))
    hand.key("Return")

    def results() -> list[ResultDialog]:
        return [c for c in hand.window.root.winfo_children() if isinstance(c, ResultDialog)]

    hand.until(lambda: results() and hand.has_keyboard(ResultDialog))
    tree = results()[0].tree
    assert "Turn 1" in [tree.item(r, "text") for r in tree.get_children()]
    # The events of the last turn are in sight with their rules.
    phases = tree.get_children(tree.get_children()[-1])
    assert phases
    assert [p for p in phases if not tree.item(p, "open")] == []
    assert [e for p in phases for e in tree.get_children(p) if tree.set(e, "rule")]
    hand.key("Escape")
    hand.until(lambda: not results())


def test_a_result_without_rules_has_no_column_for_them(show: Show) -> None:
    hand = show("first-steps")
    session = hand.window.session
    game = play_game(session.design, 3)
    events = (Event("move", "One", turn=1), Event("move", "Two", "5.1", 1))
    shown = []
    for n in (1, 2):
        dialog = ResultDialog(hand.window.root, session, FinishedGame(game, events[:n]), lambda _g: None,
                              lambda: True, session.design, str)
        shown.append(tuple(map(str, dialog.tree["displaycolumns"])))
        dialog.destroy()
    assert shown == [(), ("#all",)]


def test_a_game_that_was_stopped_says_so_where_its_result_is_shown(show: Show) -> None:
    hand = show("first-steps")
    session = hand.window.session
    played = play(session.design, 1, ("random", "random"), "", lambda done, _text: done < 0.3)
    assert played.record.outcome is None
    dialog = ResultDialog(hand.window.root, session, played, lambda _g: None, lambda: True, session.design,
                          str)
    texts = [str(w.cget("text")) for w in dialog.body.winfo_children() if isinstance(w, ttk.Label)]
    assert "The game did not end" in texts
    [why] = [t for t in texts if t.startswith("It was stopped in turn ")]
    assert " of 4, " in why
    assert "before anybody had won" in why
    assert dialog.tree.get_children()
    dialog.destroy()


def test_names_of_blocks_are_no_rules_and_numbers_are_not_cut(show: Show) -> None:
    hand = show("first-steps")
    session = hand.window.session
    game = play_game(session.design, 3)
    rules = ("sequence", "movement", "5.1", "11.10.12", "set-up")
    events = tuple(Event("move", "One", rule, 1) for rule in rules)
    dialog = ResultDialog(hand.window.root, session, FinishedGame(game, events), lambda _g: None,
                          lambda: True, session.design, str)
    tree = dialog.tree
    (turn,) = tree.get_children()
    shown = [str(tree.set(e, "rule")) for p in tree.get_children(turn) for e in tree.get_children(p)]
    assert shown == ["", "", "5.1", "11.10.12", ""]
    font = nametofont("TkDefaultFont", dialog)
    assert max(map(font.measure, shown)) + 8 < int(tree.column("rule", "width"))
    dialog.destroy()


def test_run_warns_of_a_set_up_that_cannot_begin_a_game(show: Show) -> None:
    hand = show("first-steps")
    session = hand.window.session
    assert session.scenario is not None
    keys = [u.key for u in session.scenario.units if u.nationality == "poland"][:5]
    crowded = place_units(session.scenario, keys, "2015")
    session.edit("Crowd", replace(session.design, scenario=crowded))
    hand.key("F6")
    hand.until(lambda: hand.has_keyboard(RunDialog))
    dialog = next(c for c in hand.window.root.winfo_children() if isinstance(c, RunDialog))
    with pytest.raises(ValueError, match="2015") as refused:
        play_game(session.design, 1)
    # The edit was made a moment ago: its errors are counted, and listed, all the same.
    errors = [p for p in session.problems if p.severity == "error"]
    assert errors
    n = "1 error" if len(errors) == 1 else f"{len(errors)} errors"
    assert dialog.warning.cget("text") == (
        f"The game cannot begin: {refused.value} The problem list (Ctrl+5) shows {n}.")
    assert dialog.go.instate(["disabled"])
    assert dialog.seed.get() == str(DEFAULT_SEED)
    hand.key("Return")
    assert dialog.winfo_exists()
    hand.key("Escape")
    hand.until(lambda: not dialog.winfo_exists())


def test_a_double_click_on_a_problem_leads_to_its_hex(
    sample: Path, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = sample.read_text("utf-8")
    sample.write_text(text.replace('setup: "1620"', 'setup: "2017"').replace(
        'setup: "2015"', 'setup: "2017"').replace('setup: "1716"', 'setup: "2017"'), "utf-8")
    hand = show(sample)
    flashed: list[Hex] = []
    monkeypatch.setattr(hand.window.overlay, "flash", flashed.extend)
    tree = hand.window.problems.tree
    row = next(r for r in hand.window.problems.rows if str(tree.set(r, "rule")) == "6.0")
    x, y, _, height = tree.bbox(row, "message")
    hand.do("mousemove", tree.winfo_rootx() + x + 20, tree.winfo_rooty() + y + height // 2,
            "click", "--repeat", 2, "--delay", 60, 1)
    hex = hand.window.session.design.map.grid.parse("2017")
    assert hand.window.session.hex == hex
    assert flashed == [hex]


def test_a_unit_is_dragged_from_the_list_onto_the_map(show: Show) -> None:
    hand = show("historical")
    tree, row = hand.window.units.tree, "unit:poland/21st Rifles"
    hand.until(lambda: tree.exists(row))
    tree.see(row)
    hand.settle()
    x, y, width, height = tree.bbox(row)
    start = (tree.winfo_rootx() + x + width // 2, tree.winfo_rooty() + y + height // 2)
    target = hand.centre("2217")
    hand.drag(start, (start[0] - 40, start[1]), (target[0] + 60, target[1]), target)
    session = hand.window.session
    assert session.scenario is not None
    assert session.scenario.unit_by_key["poland/21st Rifles"].hex == "2217"
    assert session.units == ("poland/21st Rifles",)
    assert session.history.position == 1
    assert hand.window.controller.tool.id == "select"


def test_the_set_up_sheet_is_exported(tmp_path: Path, show: Show) -> None:
    hand = show("first-steps")
    target = tmp_path / "sheet.pdf"
    hand.key("ctrl+e")
    hand.until(lambda: hand.has_keyboard(ExportDialog))
    hand.answer("Export to", ("key", "ctrl+a"), ("type", "--delay", "5", str(target)), ("key", "Return"))
    hand.key("Return")
    hand.until(target.exists)
    assert target.read_bytes().startswith(b"%PDF")
    hand.key("Escape")


def test_a_bug_is_reported_and_logged_and_loses_nothing(
    sample: Path, tmp_path: Path, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    hand = show(sample)
    hand.click(hand.centre("2017"))
    hand.key("x")
    monkeypatch.setattr(type(hand.window.view), "fit", lambda _self: 1 / 0)
    hand.answer("Something went wrong", ("key", "Escape"))
    with hand.faults_told():
        hand.key("ctrl+0", wait=0.3)
    log = tmp_path / "config/visegrad-editor/errors.log"
    assert "ZeroDivisionError" in log.read_text("utf-8")
    assert hand.window.session.history.position == 1
    hand.key("ctrl+z")
    assert not hand.window.session.history.changed


def test_the_message_about_a_bug_while_a_menu_opens_is_closed_with_escape(
    tmp_path: Path, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    hand = show("first-steps")
    root = hand.window.root
    hand.window.view.canvas.focus_set()
    hand.settle()
    canvas = hand.window.view.canvas
    bound = canvas.bind("<FocusOut>")
    canvas.bind("<FocusOut>", lambda _e: 1 / 0, add=True)
    tops = root.tk.splitlist(root.tk.call("winfo", "children", "."))
    bar = next(p for p in tops if str(p).startswith(".#"))
    x, y = (int(root.tk.call("winfo", f"root{axis}", bar)) for axis in "xy")
    keyboard = []
    hand.answer("Something went wrong", ("key", "Escape"))

    def look(tries: int = 20) -> None:
        focus = str(root.tk.call("focus"))
        if focus == str(canvas) or not tries:
            keyboard.append(focus)
        else:
            root.after(500, look, tries - 1)

    root.after(1500, look)
    with hand.faults_told():
        hand.click((x + 12, y + 10))
        hand.until(lambda: keyboard)
    root.tk.call("bind", canvas, "<FocusOut>", bound)
    assert "ZeroDivisionError" in (tmp_path / "config/visegrad-editor/errors.log").read_text("utf-8")
    assert keyboard == [str(canvas)]
    assert str(root.tk.call("grab", "current", root)) == ""


def test_hidden_layers_are_not_drawn_and_come_back(show: Show) -> None:
    hand = show("historical")
    window = hand.window
    with_counters = window.renderer.picture(window.view.viewport).tobytes()
    hand.key("F7")
    assert window.renderer.picture(window.view.viewport).tobytes() != with_counters
    hand.key("F7")
    assert window.renderer.picture(window.view.viewport).tobytes() == with_counters


def test_a_map_without_a_scenario_is_edited(show: Show) -> None:
    hand = show("maps/visegrad4")
    session = hand.window.session
    assert session.scenario is None
    hand.key("b")
    hand.click_on(swatch(hand, "Port"))
    hand.click(hand.centre("2215"))
    hex = session.design.map.grid.parse("2215")
    assert hex is not None
    assert "port" in session.design.map.features_at(hex)
    hand.key("F6", "ctrl+1", "ctrl+2", "ctrl+3", "ctrl+4")
    assert len(hand.window.root.winfo_children()) == len(set(hand.window.root.winfo_children()))
    hand.key("ctrl+z")
    assert not session.history.changed


def test_the_inspector_edits_the_unit_it_shows(sample: Path, show: Show) -> None:
    hand = show(sample)
    window, session = hand.window, hand.window.session
    hand.do("mousemove", *hand.centre("2017"), "click", "--repeat", 2, "--delay", 60, 1)
    hand.until(lambda: window.inspector.unit_form is not None)
    form = window.inspector.unit_form
    assert form is not None
    hand.click_on(form.fields["Name"])
    hand.key("ctrl+a")
    hand.type("20th Lancers")
    # Without Return, straight to another unit: the name belongs to the first.
    hand.click(hand.centre("2015"))
    assert session.scenario is not None
    keys = session.scenario.unit_by_key
    assert "poland/20th Lancers" in keys
    assert "poland/34th Armored Cavalry" in keys
    assert keys["poland/20th Lancers"].hex == "2017"
    form = window.inspector.unit_form
    assert form is not None
    hand.click_on(form.fields["Strength"])
    hand.key("ctrl+a")
    hand.type("nine")
    hand.key("Return")
    assert strength(session.scenario.unit_by_key["poland/34th Armored Cavalry"]) == 10
    # Undo first takes what is being typed, then the steps.
    hand.key("ctrl+a")
    hand.type("9")
    hand.key("Return")
    assert strength(session.scenario.unit_by_key["poland/34th Armored Cavalry"]) == 9
    hand.key("ctrl+z", "ctrl+z")
    assert not session.history.changed


def test_the_map_is_moved_without_painting_it_again(show: Show) -> None:
    hand = show("historical")
    view = hand.window.view
    place = hand.centre("2017")
    x, y = place[0] - view.canvas.winfo_rootx(), place[1] - view.canvas.winfo_rooty()
    point = view.to_map(x, y)
    hand.do("mousemove", *place, "mousedown", 2, "mousemove", place[0] + 80, place[1] - 60, "mouseup", 2)
    assert view.to_map(x + 80, y - 60) == pytest.approx(point, abs=0.01)
    hand.do("mousemove", *place, "keydown", "space", "mousedown", 1)
    hand.do("mousemove", place[0] - 50, place[1] + 20, "mouseup", 1, "keyup", "space", wait=0.2)
    assert view.to_map(x + 30, y - 40) == pytest.approx(point, abs=0.01)
    assert hand.window.session.history.position == 0


def test_a_blank_map_is_created_painted_and_saved(tmp_path: Path, show: Show) -> None:
    hand = show("historical")
    hand.answer("New", ("type", "empty map"), ("key", "Return"))
    hand.key("ctrl+n")
    hand.until(lambda: hand.window.session.document.title == "New map")
    session = hand.window.session
    assert session.scenario is None
    assert len(session.design.map.grid) == 600
    assert hand.window.root.title().startswith("New map")
    hand.key("t", "2")
    hand.click(hand.centre("0505"))
    assert hand.window.root.title().startswith("*New map")
    target = tmp_path / "new-map.yaml"
    hand.answer("Save as", ("key", "ctrl+a"), ("type", "--delay", "5", str(target)), ("key", "Return"))
    hand.key("ctrl+s")
    hand.until(target.exists)
    design = load(target).design
    assert design is not None
    assert design.map == session.design.map
    assert not session.history.changed
