"""The inspector: what the selected hex and the selected unit are, every field editable."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ..hexgrid import Hex
from ..model.design import Design
from ..model.edit.documents import with_map, with_scenario
from ..model.edit.places import set_feature, set_name
from ..model.edit.terrain import paint_country, paint_terrain
from ..model.edit.units import change_unit, place_units, stack_at
from ..model.gamemap import GameMap
from ..model.provenance import Provenance
from ..model.scenario import Scenario, Unit
from . import theme
from .counter_pictures import CounterPictures
from .fields import Form
from .hexinfo import arrival_text, on_sides, where_text
from .scrolled import ScrolledFrame
from .session import Session
from .tools.terrain import country_name
from .tooltips import Tooltip

_WORDS = {"rulebook": "rulebook", "reconstructed": "reconstructed", "designer": "designer"}


def provenance_text(provenance: Provenance) -> str:
    """`rulebook 3.0`, `reconstructed 3.0: Strengths only.`"""
    text = f"{_WORDS[provenance.source]} {provenance.rule}".strip()
    return f"{text}: {provenance.note}" if provenance.note else text


class Inspector(ttk.Frame):
    """Follows the session's selection."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session = session
        self._pictures = CounterPictures(self, theme.PANEL)
        self._scrolled = ScrolledFrame(self, width=280)
        self._scrolled.pack(fill="both", expand=True)
        self._stale = True
        self._shown: tuple[object, ...] = ()
        self.unit_form: Form | None = None
        self.hex_form: Form | None = None
        self.bind("<Map>", lambda _e: self.show() if self._stale else None)
        session.selected.connect(self._later)
        session.changed.connect(self._later)

    def _later(self) -> None:
        if self.winfo_ismapped():
            # After the event that brought us here: a field must not vanish while it hands over.
            self.after_idle(self.show)
        self._stale = True

    def show(self) -> None:
        """Show the selection as it is now."""
        design, session = self._session.design, self._session
        now = (design.map, design.scenario, session.hex, session.units)
        self._stale = False
        old = self._shown
        if old and now[0] is old[0] and now[1] is old[1] and now[2:] == old[2:]:
            return
        keep = self._focused_label()
        self._shown = now
        inside = self._scrolled.inside
        for child in inside.winfo_children():
            child.destroy()
        self.unit_form = self.hex_form = None
        scenario = design.scenario
        unit = scenario.unit_by_key.get(session.units[0]) if scenario and session.units else None
        if scenario is not None and session.hex is not None:
            self._stack(design, stack_at(scenario, design.map.grid.number(session.hex)), session.hex)
        if unit is not None and scenario is not None:
            self._unit(design, scenario, unit)
        if session.hex is not None:
            self._hex(design, session.hex)
        if unit is None and session.hex is None:
            ttk.Label(inside, style="Quiet.TLabel", wraplength=260, justify="left", padding=10,
                      text="Click a hex or a counter on the map, or a unit in the list, to see and change it "
                      "here.").pack(anchor="w")
        self._refocus(keep)

    def _focused_label(self) -> tuple[str, str]:
        focus = self.focus_get()
        for name, form in (("unit", self.unit_form), ("hex", self.hex_form)):
            for label, field in (form.fields if form else {}).items():
                if field is focus:
                    return name, label
        return "", ""

    def _refocus(self, where: tuple[str, str]) -> None:
        form = {"unit": self.unit_form, "hex": self.hex_form}.get(where[0])
        if form and where[1] in form.fields:
            form.fields[where[1]].focus_set()

    def _change(self, label: str, function: Callable[[Design], Design]) -> str:
        return self._session.change(label, function)

    # -- the unit -----------------------------------------------------------------------

    def _unit(self, design: Design, scenario: Scenario, unit: Unit) -> None:
        inside, rules, key = self._scrolled.inside, design.ruleset, unit.key
        head = ttk.Frame(inside, style="Panel.TFrame", padding=(8, 8, 8, 2))
        head.pack(fill="x")
        picture = self._pictures.picture(unit, rules, 72)
        ttk.Label(head, image=picture, style="Panel.TLabel").pack(side="left")
        words = ttk.Frame(head, style="Panel.TFrame", padding=(10, 0, 0, 0))
        words.pack(side="left", fill="x", expand=True)
        ttk.Label(words, text=unit.name, style="Title.TLabel", wraplength=190, justify="left").pack(
            anchor="w")
        ttk.Label(words, text=provenance_text(unit.provenance), wraplength=180, justify="left",
                  style="Tag.TLabel" if unit.provenance.source == "reconstructed" else "Quiet.TLabel"
                  ).pack(anchor="w", pady=(3, 0))
        form = self.unit_form = Form(self._frame())

        def set_field(label: str, **fields: object) -> str:
            current = self._session.units[0] if self._session.units else key

            def edited(d: Design) -> Design:
                assert d.scenario is not None
                after = change_unit(d.scenario, current, **fields)
                pairs = zip(d.scenario.units, after.units, strict=True)
                changed = next((new for old, new in pairs if old is not new), None)
                if changed is not None and changed.key != current:
                    self._session.units = (changed.key,)
                return with_scenario(d, after)

            return self._change(f"{label} of {unit.name}", edited)

        def number(field: str, label: str, text: str) -> str:
            if not text.strip().isdigit() or int(text) > 99:
                return f"{label} is a whole number up to 99."
            return set_field(label, **{field: int(text)})

        form.text("Name", unit.name, lambda t: set_field("Name", name=" ".join(t.split())))
        form.choice("Nationality", unit.nationality, [(n.id, n.name) for n in rules.nationalities],
                    lambda id: set_field("Nationality", nationality=id))
        form.choice("Type", unit.type, [(t.id, t.name) for t in rules.unit_types],
                    lambda id: set_field("Type", type=id))
        form.number("Strength", str(unit.strength), 0, 99, lambda t: number("strength", "Strength", t))
        form.number("Reduced", str(unit.reduced_strength), 0, 99,
                    lambda t: number("reduced_strength", "Reduced strength", t))
        kind = rules.unit_type_by_id.get(unit.type)
        allowance = unit.movement if unit.movement is not None else kind.movement if kind else 0

        def movement(text: str) -> str:
            if kind and text.strip() == str(kind.movement):
                return set_field("Movement", movement=None)
            return number("movement", "Movement", text)

        form.number("Movement", str(allowance), 0, 99, movement)
        reduced = tk.BooleanVar(self, unit.reduced)
        check = ttk.Checkbutton(form.frame, text="starts reduced", variable=reduced,
                                command=lambda: set_field("Side up", reduced=reduced.get()))
        check.var = reduced  # type: ignore[attr-defined]
        form.widget("Side up", check)
        form.text("Set-up hex", unit.hex, lambda t: self._set_hex(t, unit))
        if unit.setup and not unit.hex:
            form.note("Set-up", where_text(design, unit.setup))
        if unit.reinforcement:
            form.note("Arrives", arrival_text(scenario, unit))
        if unit.notes:
            form.note("Notes", unit.notes)

    def _set_hex(self, text: str, unit: Unit) -> str:
        design = self._session.design
        number = text.strip()
        hex = design.map.grid.parse(number)
        if not number:
            def off(d: Design) -> Design:
                assert d.scenario is not None
                return with_scenario(d, change_unit(d.scenario, unit.key, setup=None))
            return self._change(f"Take {unit.name} off the map", off)
        if hex is None:
            return f"There is no hex {number} on this map."

        def placed(d: Design) -> Design:
            assert d.scenario is not None
            return with_scenario(d, place_units(d.scenario, [unit.key], number))

        return self._change(f"Move {unit.name} to {number}", placed)

    # -- the hex ------------------------------------------------------------------------

    def _hex(self, design: Design, hex: Hex) -> None:
        inside, map, rules = self._scrolled.inside, design.map, design.ruleset
        number = map.grid.number(hex)
        head = ttk.Frame(inside, style="Panel.TFrame", padding=(8, 10, 8, 0))
        head.pack(fill="x")
        ttk.Label(head, text=f"Hex {number}", style="Title.TLabel").pack(side="left")
        source = map.place_at[hex].provenance if hex in map.place_at else map.provenance
        ttk.Label(head, text=source.source,
                  style="Tag.TLabel" if source.source == "reconstructed" else "Quiet.TLabel").pack(
                      side="left", padx=8)
        form = self.hex_form = Form(self._frame())

        def map_edit(label: str, function: Callable[[GameMap], GameMap]) -> str:
            return self._change(f"{label} {number}", lambda d: with_map(d, function(d.map)))

        form.choice("Terrain", map.terrain.at(hex), [(t.id, t.name) for t in rules.terrain],
                    lambda id: map_edit("Terrain of", lambda m: paint_terrain(m, [hex], id)))
        countries = sorted({v for _, v in map.countries.legend} | {n.id for n in rules.nationalities} | {""})
        form.choice("Country", map.countries.at(hex), [(c, country_name(design, c)) for c in countries],
                    lambda id: map_edit("Country of", lambda m: paint_country(m, [hex], id)))
        place = map.place_at.get(hex)
        form.text("Name", place.name if place else "",
                  lambda t: map_edit("Name of", lambda m: set_name(m, hex, t)))
        checks = ttk.Frame(form.frame, style="Panel.TFrame")
        for i, kind in enumerate(rules.features):
            variable = tk.BooleanVar(self, kind.id in map.features_at(hex))

            def toggle(id: str = kind.id, variable: tk.BooleanVar = variable) -> None:
                map_edit("Features of", lambda m: set_feature(m, hex, id, variable.get()))

            check = ttk.Checkbutton(checks, text=kind.name, variable=variable, command=toggle)
            check.var = variable  # type: ignore[attr-defined]
            check.grid(row=i // 2, column=i % 2, sticky="w", padx=(0, 10))
        form.widget("Features", checks)
        if lines := on_sides(design, hex):
            form.note("Lines", ", ".join(lines))

    def _stack(self, design: Design, stack: tuple[Unit, ...], hex: Hex) -> None:
        """The counters of a stack side by side, the top one first; a click selects one."""
        if len(stack) < 2:
            return
        inside, limit = self._scrolled.inside, design.ruleset.stacking_limit
        title = ttk.Label(inside, text=f"Stack of {len(stack)}, limit {limit}", style="Section.TLabel")
        if len(stack) > limit:
            title.configure(style="Error.TLabel")
        title.pack(fill="x", padx=8, pady=(8, 2))
        row = ttk.Frame(inside, style="Panel.TFrame")
        row.pack(fill="x", padx=6)
        selected = tk.StringVar(self, self._session.units[0] if self._session.units else "")
        row.chosen = selected  # type: ignore[attr-defined]
        for i, unit in enumerate(reversed(stack)):
            button = ttk.Radiobutton(
                row, style="Tool.Toolbutton", image=self._pictures.picture(unit, design.ruleset, 40),
                variable=selected, value=unit.key,
                command=lambda k=unit.key: self._session.select(hex, (k,)))  # type: ignore[misc]
            button.grid(row=i // 6, column=i % 6, padx=1, pady=1)
            Tooltip(button, unit.name)

    def _frame(self) -> ttk.Frame:
        frame = ttk.Frame(self._scrolled.inside, style="Panel.TFrame", padding=(8, 4))
        frame.pack(fill="x")
        return frame
