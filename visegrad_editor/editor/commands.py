"""What the actions do: one method for each entry of the table in `actions`, of the same name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..model.design import Design
from ..model.edit.areas import add_area, remove_area, rename_area
from ..model.edit.documents import with_map, with_scenario
from ..model.edit.units import flip_units, remove_units, take_off_map
from ..model.scenario import Scenario
from .actions import TOOL_ACTIONS
from .dialogs import ask, ask_text
from .help_dialogs import about, shortcuts
from .scenario_dialogs import ask_new_unit, properties, unit_names

if TYPE_CHECKING:
    from .window import Window


class Commands:
    """Carries out actions in a window."""

    def __init__(self, window: Window) -> None:
        self._w = window
        for name in ("units", "reinforcements", "inspector", "history"):
            setattr(self, f"show_{name}", lambda n=name: window.show_panel(n))
        for action in TOOL_ACTIONS:
            setattr(self, action.id, lambda t=action.tool: window.use_tool(t))

    # -- file ---------------------------------------------------------------------------

    def new(self) -> None:
        self._w.files.new()

    def open(self) -> None:
        self._w.files.ask_open()

    def save(self) -> None:
        self._w.commit_fields()
        if self._w.files.save():
            self._tell_saved()

    def save_as(self) -> None:
        self._w.commit_fields()
        if self._w.files.save_as():
            self._tell_saved()

    def _tell_saved(self) -> None:
        self._w.say(" ".join((f"Saved {self._w.session.document.path}.", *self._w.files.notes)))

    def export(self) -> None:
        from .export_dialog import ask_export
        ask_export(self._w.root, self._w.session, self._w.say)

    def quit(self) -> None:
        self._w.close()

    # -- edit ---------------------------------------------------------------------------

    def undo(self) -> None:
        self._w.commit_fields()
        label = self._w.session.history.undo_label
        self._w.session.history.undo()
        if label:
            self._w.say(f"Undone: {label}")

    def redo(self) -> None:
        label = self._w.session.history.redo_label
        self._w.session.history.redo()
        if label:
            self._w.say(f"Redone: {label}")

    def flip(self) -> None:
        self._units("Flip", flip_units)

    def off_map(self) -> None:
        self._units("Take off the map", take_off_map)

    def remove_unit(self) -> None:
        self._units("Remove", remove_units)

    def _units(self, verb: str, function: Callable[[Scenario, tuple[str, ...]], Scenario]) -> None:
        """Do something to the selected units."""
        session, keys = self._w.session, self._w.session.units

        def done(design: Design) -> Design:
            assert design.scenario is not None
            return with_scenario(design, function(design.scenario, keys))

        if keys and session.scenario is not None:
            self._w.complain(session.change(f"{verb} {unit_names(session.scenario, keys)}", done))

    def new_unit(self) -> None:
        session = self._w.session
        if session.scenario is not None and (key := ask_new_unit(self._w.root, session)):
            self._w.begin_placing(key)

    def new_area(self) -> None:
        session = self._w.session
        name = ask_text(self._w.root, "New area", "Name of the area. Paint its hexes with the area brush.")
        if not name:
            return
        hexes = [session.hex] if session.hex else []
        session.change(f"New area {name}", lambda d: with_map(d, add_area(d.map, name, hexes)))
        session.choose(area=session.design.map.areas[-1].id)
        self._w.use_tool("area")

    def rename_area(self) -> None:
        session = self._w.session
        if (area := session.design.map.area_by_id.get(session.brush.area)) is None:
            self._w.complain("This map has no areas yet.")
        elif name := ask_text(self._w.root, "Rename area", f"New name of “{area.name}”.", area.name):
            id = area.id
            session.change(f"Rename area {area.name}", lambda d: with_map(d, rename_area(d.map, id, name)))
            session.choose(area=id)

    def remove_area(self) -> None:
        session = self._w.session
        if (area := session.design.map.area_by_id.get(session.brush.area)) is None:
            self._w.complain("This map has no areas yet.")
            return
        text = f"Remove the area “{area.name}”? Scenarios that name it will then have a problem."
        if ask(self._w.root, "Remove area", text, (("yes", "Remove"), ("", "Keep"))):
            id = area.id
            session.change(f"Remove area {area.name}", lambda d: with_map(d, remove_area(d.map, id)))

    def go_to_hex(self) -> None:
        grid = self._w.session.design.map.grid

        def wrong(text: str) -> str:
            return "" if grid.parse(text) else f"There is no hex {text} on this map."

        number = ask_text(self._w.root, "Go to hex", "Hex number", complain=wrong)
        if number and (hex := grid.parse(number)):
            self._w.jump_to(hex)

    def find_unit(self) -> None:
        self._w.show_panel("units")
        self._w.units.search.focus_set()
        self._w.units.search.select_range(0, "end")

    # -- view ---------------------------------------------------------------------------

    def zoom_in(self) -> None:
        self._w.view.zoom(1)

    def zoom_out(self) -> None:
        self._w.view.zoom(-1)

    def fit(self) -> None:
        self._w.view.fit()

    def show_counters(self) -> None:
        self._w.toggle_layer("counters")

    def show_numbers(self) -> None:
        self._w.toggle_layer("numbers")

    def show_names(self) -> None:
        self._w.toggle_layer("names")

    def show_problems(self) -> None:
        self._w.problems.tree.focus_set()
        rows = self._w.problems.tree.get_children()
        if rows and not self._w.problems.tree.selection():
            self._w.problems.tree.selection_set(rows[0])
            self._w.problems.tree.focus(rows[0])

    def show_map(self) -> None:
        self._w.view.canvas.focus_set()

    # -- tools --------------------------------------------------------------------------

    def brush_smaller(self) -> None:
        self._w.palette.options.step_size(-1)

    def brush_larger(self) -> None:
        self._w.palette.options.step_size(1)

    # -- scenario -----------------------------------------------------------------------

    def properties(self) -> None:
        properties(self._w.root, self._w.session)

    def validate(self) -> None:
        self._w.commit_fields()
        self._w.check_now()
        n = len(self._w.session.problems)
        self._w.say("No problems found." if not n else f"{n} problem{'s' if n != 1 else ''} found.")
        if n:
            self.show_problems()

    def run(self) -> None:
        from .run_dialog import RunDialog
        self._w.commit_fields()
        RunDialog(self._w.root, self._w.session, self._w.play.show_record, self._w.files.save).present()

    def play(self) -> None:
        self._w.play.ask_start()

    # -- help ---------------------------------------------------------------------------

    def shortcuts(self) -> None:
        shortcuts(self._w.root)

    def about(self) -> None:
        about(self._w.root)


def perform(commands: Commands, id: str) -> None:
    """Carry out the action of that id."""
    getattr(commands, id)()

