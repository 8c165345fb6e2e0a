"""The pages for the map, the rules and the sides."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog, ttk

from ....hexgrid import Orientation
from ....model.edit.blank import DEFAULT_RULESET
from ....model.edit.scenario_plan import first_side, has_free_sides, renamed, rules_misfit
from ....model.files.catalogue import Bundled, bundled
from ....model.files.sources import SourceFile
from ....model.wording import count, listed
from ...widgets.colour_dialog import ask_colour
from ...widgets.tooltips import Tooltip
from ...window.theme import px
from .draft import EmptyMap
from .page import PAGE, Planning, Row, StepPage, fill_tree, number_in

_EMPTY, _OPEN, _FILE = "empty", "open", "file"
_SHAPES: tuple[Orientation, ...] = ("flat", "pointy")
_TYPES = (("Maps, scenarios and rulesets", "*.yaml *.yml"), ("All files", "*"))


class MapPage(StepPage):
    """A new empty map, the open one, one that comes with the program, or one in a file."""

    step = "map"
    title = "Map"
    help = "Where is it played? An empty map is painted afterwards, with the tools of the window."

    def __init__(self, parent: tk.Misc, planning: Planning) -> None:
        super().__init__(parent, planning)
        self._maps = {b.name: b for b in bundled() if b.kind == "map"}
        self._file: Path | None = None
        self.maps = self.tree({"#0": ("Map", 240), "from": ("", 150)}, 6)
        self.maps.bind("<<TreeviewSelect>>", lambda _e: self._chosen())
        self.push(self.row(), "From a file…", self._ask_file)
        self._size = self.row()
        self.words(self._size, "Columns")
        self.columns = self.number(self._size, 12, 300)
        self.words(self._size, "Rows")
        self.rows = self.number(self._size, 9, 300)
        self.shape = self.choice(self._size, ["Flat tops", "Pointy tops"], 11)
        for field in (self.columns, self.rows):
            for event in ("<<Increment>>", "<<Decrement>>"):
                field.bind(event, lambda _e: self.after_idle(self._sized), add=True)
            field.bind("<KeyRelease>", lambda _e: self._sized())
        self.shape.bind("<<ComboboxSelected>>", lambda _e: self._sized())
        self.first_field = self.maps

    def show(self) -> None:
        draft = self.planning.draft
        rows: list[Row] = [(_EMPTY, "A new empty map", ("its size is below",))]
        if (file := draft.open_map) is not None:
            rows.append((_OPEN, _title(file), ("the open one",)))
        if self._file is not None:
            rows.append((_FILE, self._file.stem, (self._file.name,)))
        rows += [(b.name, b.title, ("with the program",)) for b in self._maps.values()]
        fill_tree(self.maps, rows)
        if not self.maps.selection():
            row = _EMPTY if draft.empty is not None else next(
                (b.name for b in self._maps.values()
                 if draft.map_file is not None and b.path == draft.map_file.path), _OPEN)
            self.maps.selection_set(row if self.maps.exists(row) else _EMPTY)
        if draft.empty is not None:
            self.put_number(self.columns, draft.empty.columns)
            self.put_number(self.rows, draft.empty.rows)
            self.shape.current(_SHAPES.index(draft.empty.orientation))

    def accept(self) -> str:
        if self.planning.draft.empty is None:
            return ""
        try:
            wanted = EmptyMap(number_in(self.columns, "Columns", 1, 1000),
                              number_in(self.rows, "Rows", 1, 1000), _SHAPES[self.shape.current()])
            if wanted != self.planning.draft.empty:
                self.planning.draft.take_empty(wanted)
        except ValueError as error:
            return str(error)
        return ""

    def _sized(self) -> None:
        self.maps.selection_set(_EMPTY)
        if self.planning.draft.empty is None:
            self.planning.draft.take_empty(EmptyMap())
        self.planning.complain(self.accept())
        self.planning.changed()

    def _chosen(self) -> None:
        row, draft = (self.maps.selection() or ("",))[0], self.planning.draft
        if row == _EMPTY:
            if draft.empty is None:
                draft.take_empty(EmptyMap())
                self.planning.complain(self.accept())
                self.planning.changed()
        elif row == _OPEN and (file := draft.open_map) is not None:
            self._take(file.path)
        elif row:
            self._take(self._file if row == _FILE else self._maps[row].path)

    def _take(self, path: Path | None) -> None:
        draft = self.planning.draft
        if path is None or (draft.map_file is not None and draft.map_file.path == path):
            return
        loaded = draft.read(path)
        if loaded.design is None:
            self.planning.complain(f"{path.name} cannot be used: it is no map, or has errors. "
                                   + "; ".join(str(p) for p in loaded.problems[:2]))
            return
        self.planning.complain("")
        draft.take_map(loaded.design.map, loaded.sources.map, loaded.design.ruleset, loaded.sources.ruleset)
        self.planning.changed()

    def _ask_file(self) -> None:
        chosen = filedialog.askopenfilename(
            parent=self, title="Choose the map of the scenario", filetypes=_TYPES,
            initialdir=self.planning.initial_folder())
        if chosen:
            self._file = Path(chosen)
            self._take(self._file)
            self.show()
            self.maps.selection_set(_FILE)


def _title(file: SourceFile) -> str:
    return file.document.title


class RulesPage(StepPage):
    """The rulesets that fit the map, then the others, each with what does not fit."""

    step = "rules"
    title = "Rules"
    help = ("Which rules? A ruleset says what units, ground and fights are like. What you change of it, now "
            "or later, is saved beside the scenario; the original stays.")

    def __init__(self, parent: tk.Misc, planning: Planning) -> None:
        super().__init__(parent, planning)
        self._known: dict[str, Path] = {}
        self._file: Path | None = None
        self.rules = self.tree({"#0": ("Ruleset", 190), "fits": ("Fits the map", 200)}, 6)
        self.rules.bind("<<TreeviewSelect>>", lambda _e: self._chosen())
        self.push(self.row(), "From a file…", self._ask_file)
        self.about = self.text_room(4)
        self.first_field = self.rules

    def show(self) -> None:
        draft, map = self.planning.draft, self.plan.map
        found: list[tuple[str, Path, str]] = [
            (b.title, b.path, self._misfit(b.path)) for b in sorted(
                (b for b in bundled() if b.kind == "ruleset"), key=_template_first)]
        others = [p for p in (self._file, draft.rules_file.path if draft.rules_file else None)
                  if p is not None and p not in [path for _, path, _ in found]]
        for path in dict.fromkeys(others):
            if (rules := draft.read(path).ruleset) is not None:
                found.insert(0, (rules.title, path, rules_misfit(map, rules) if map else ""))
        found.sort(key=lambda row: bool(row[2]))
        self._known = {str(path): path for _, path, _ in found}
        fill_tree(self.rules, [(str(path), title, (why or "yes",)) for title, path, why in found])
        own = str(draft.rules_file.path) if draft.rules_file is not None else ""
        if self.rules.exists(own) and self.rules.selection() != (own,):
            self.rules.selection_set(own)
            self.rules.see(own)
        if (chosen := self.plan.ruleset) is not None:
            values = listed([v.name.lower() for v in chosen.values])
            self.about.show(
                f"{chosen.title}: sides {listed([s.name for s in chosen.sides])}, counters with {values}, "
                f"{count(len(chosen.unit_types), 'type')} of unit, {count(len(chosen.terrain), 'kind')} of "
                "ground.")

    def _misfit(self, path: Path) -> str:
        rules, map = self.planning.draft.read(path).ruleset, self.plan.map
        if rules is None:
            return "It cannot be read."
        return rules_misfit(map, rules) if map is not None and self.planning.draft.empty is None else ""

    def _chosen(self) -> None:
        path, draft = self._known.get((self.rules.selection() or ("",))[0]), self.planning.draft
        if path is None or (draft.rules_file is not None and draft.rules_file.path == path):
            return
        loaded = draft.read(path)
        why = self._misfit(path)
        if loaded.ruleset is None or why:
            self.planning.complain(f"These rules cannot be chosen. {why}")
            return
        self.planning.complain("")
        draft.take_rules(loaded.ruleset, loaded.sources.ruleset)
        self.planning.changed()

    def _ask_file(self) -> None:
        chosen = filedialog.askopenfilename(
            parent=self, title="Choose the rules of the scenario", filetypes=_TYPES,
            initialdir=self.planning.initial_folder())
        if not chosen:
            return
        if self.planning.draft.read(Path(chosen)).ruleset is None:
            self.planning.complain(f"{Path(chosen).name} has no rules that can be read.")
            return
        self._file = Path(chosen)
        self.show()
        self.rules.selection_set(str(self._file))


def _template_first(template: Bundled) -> bool:
    return template.name != DEFAULT_RULESET


class SidesPage(StepPage):
    """Names and colours of the sides, and who moves first."""

    step = "sides"
    title = "Sides"
    help = ("Who fights? Names and colours are those of counters, sheets and messages. The side with the dot "
            "moves first in every turn. Further nationalities of a side, with names and adjectives of their "
            "own, are made in the new scenario: Scenario > Ruleset…, Nationalities (F3).")

    def __init__(self, parent: tk.Misc, planning: Planning) -> None:
        super().__init__(parent, planning)
        self._frame = ttk.Frame(self, style="Panel.TFrame")
        self._frame.pack(fill="x")
        self.names: dict[str, ttk.Entry] = {}
        """The field for the name of a side or, as nationality/id, of a nationality."""
        self.colours: dict[str, tk.Button] = {}
        self.first = tk.StringVar(self)
        self._shown: tuple[object, ...] = ()

    def show(self) -> None:
        rules = self.plan.ruleset
        if rules is None:
            return
        sides, nations = self.plan.sides or rules.sides, self.plan.nationalities or rules.nationalities
        self.first.set(self.plan.first or first_side(rules))
        if (sides, nations, rules) == self._shown:
            return
        self._shown = (sides, nations, rules)
        for child in self._frame.winfo_children():
            child.destroy()
        self.names, self.colours = {}, {}
        if not has_free_sides(rules):
            names = "; ".join(f"{s.name}: {listed([n.name for n in nations if n.side == s.id])}"
                              for s in sides)
            ttk.Label(self._frame, style="Panel.TLabel", wraplength=px(PAGE), justify="left", text=(
                f"The rules of {rules.title} say who fights, and in which order. {names}.")).pack(anchor="w")
            self.first_field = self
            return
        for column, text in enumerate(("Name", "Colour", "Moves first")):
            ttk.Label(self._frame, text=text, style="Quiet.TLabel").grid(
                row=0, column=column, sticky="w", padx=(0, px(10)))
        line = 1
        for side in sides:
            self._name_row(line, side.id, side.name)
            patch = tk.Button(self._frame, background=side.colour, activebackground=side.colour, width=4,
                              relief="solid", borderwidth=1, command=lambda s=side.id: self._recolour(s))  # type: ignore[misc]
            patch.grid(row=line, column=1, sticky="w", padx=(0, px(10)))
            patch.bind("<Return>", lambda _e, p=patch: p.invoke() or "break")  # type: ignore[misc]
            Tooltip(patch, f"Choose the colour of {side.name}")
            self.colours[side.id] = patch
            ttk.Radiobutton(self._frame, value=side.id, variable=self.first).grid(row=line, column=2)
            line += 1
            own = [n for n in nations if n.side == side.id]
            for nation in own if len(own) > 1 else ():
                self._name_row(line, f"nationality/{nation.id}", nation.name, px(24))
                line += 1
        self._frame.columnconfigure(0, weight=1)
        self.first_field = self.names[sides[0].id]

    def _name_row(self, row: int, key: str, name: str, indent: int = 0) -> None:
        field = ttk.Entry(self._frame, width=30)
        field.insert(0, name)
        field.grid(row=row, column=0, sticky="ew", padx=(indent, px(10)), pady=px(3))
        self.names[key] = field

    def accept(self) -> str:
        rules, plan = self.plan.ruleset, self.plan
        if rules is None or not self.names:
            return ""
        for side in plan.sides or rules.sides:
            name = self.names[side.id].get().strip()
            if name != side.name:
                plan = renamed(rules, plan, side.id, name, side.colour)
        nations = plan.nationalities or rules.nationalities
        typed = {n.id: self.names[key].get().strip() for n in nations
                 if (key := f"nationality/{n.id}") in self.names}
        named = tuple(replace(n, name=typed[n.id], adjective=typed[n.id])
                      if typed.get(n.id, n.name) != n.name else n for n in nations)
        if named != nations:
            plan = replace(plan, nationalities=named)
        first = self.first.get()
        plan = replace(plan, first="" if first == first_side(rules) else first)
        if plan != self.plan:
            self.planning.draft.plan = plan
        return ""

    def _recolour(self, side: str) -> None:
        self.accept()
        rules = self.plan.ruleset
        assert rules is not None
        sides = self.plan.sides or rules.sides
        old = next(s for s in sides if s.id == side)
        if chosen := ask_colour(self, old.colour, [s.colour for s in sides]):
            self.planning.changed(renamed(rules, self.plan, side, old.name, chosen))
