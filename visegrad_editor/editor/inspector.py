"""The inspector: what the selected hex and the selected units are, every field editable."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from ..hexgrid import Hex
from ..model.design import Design
from ..model.edit.units import stack_at
from ..model.scenario import Unit
from . import theme
from .counter_pictures import CounterPictures
from .fields import Form
from .inspector_hex import HexFields
from .inspector_unit import UnitFields
from .keyboard_focus import focused
from .scrolled import ScrolledFrame
from .session import Session
from .tooltips import Tooltip
from .wrapped import WrappedLabel


class Inspector(ttk.Frame):
    """Follows the session's selection."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session = session
        self._pictures = CounterPictures(self, theme.PANEL)
        self._scrolled = ScrolledFrame(self, width=theme.px(280))
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
        # What is typed belongs to the unit and hex shown until now.
        self.commit()
        design, session = self._session.design, self._session
        now = (design.map, design.scenario, design.ruleset, session.hex, session.units)
        self._stale = False
        old = self._shown
        if old and all(a is b for a, b in zip(now[:3], old[:3], strict=True)) and now[3:] == old[3:]:
            return
        keep = self._focused_label()
        self._shown = now
        inside = self._scrolled.inside
        for child in inside.winfo_children():
            child.destroy()
        self.unit_form = self.hex_form = None
        scenario = design.scenario
        known = scenario.unit_by_key if scenario else {}
        units = [known[key] for key in session.units if key in known]
        if scenario is not None and session.hex is not None:
            self._stack(design, stack_at(scenario, design.map.grid.number(session.hex)), session.hex)
        if units:
            self.unit_form = UnitFields(inside, session, self._pictures, units).form
        if session.hex is not None:
            self.hex_form = HexFields(inside, session, session.hex).form
        if not units and session.hex is None:
            WrappedLabel(
                inside, "Click a hex or a counter on the map, or a unit in the list, to see and change it "
                "here.", "Quiet.TLabel").pack(fill="x", padx=theme.px(10), pady=theme.px(10))
        self._refocus(keep)

    def commit(self) -> None:
        """Hand over what was typed and not handed over yet."""
        for form in (self.unit_form, self.hex_form):
            if form is not None:
                form.commit()

    def _focused_label(self) -> tuple[str, str]:
        focus = focused(self)
        for name, form in (("unit", self.unit_form), ("hex", self.hex_form)):
            for label, field in (form.fields if form else {}).items():
                if field is focus:
                    return name, label
        return "", ""

    def _refocus(self, where: tuple[str, str]) -> None:
        form = {"unit": self.unit_form, "hex": self.hex_form}.get(where[0])
        if form and where[1] in form.fields:
            form.fields[where[1]].focus_set()

    def _stack(self, design: Design, stack: tuple[Unit, ...], hex: Hex) -> None:
        """The counters of a stack side by side, the top one first; a click selects one."""
        if len(stack) < 2:
            return
        inside, limit = self._scrolled.inside, design.ruleset.stacking_limit
        title = ttk.Label(inside, text=f"Stack of {len(stack)}, limit {limit}", style="Section.TLabel")
        if len(stack) > limit:
            title.configure(style="Error.TLabel")
        title.pack(fill="x", padx=theme.px(8), pady=(theme.px(8), theme.px(2)))
        row = ttk.Frame(inside, style="Panel.TFrame")
        row.pack(fill="x", padx=theme.px(6))
        selected = tk.StringVar(self, self._session.units[0] if self._session.units else "")
        row.chosen = selected  # type: ignore[attr-defined]
        for i, unit in enumerate(reversed(stack)):
            button = ttk.Radiobutton(
                row, style="Tool.Toolbutton", image=self._pictures.picture(unit, design.ruleset, 40),
                variable=selected, value=unit.key,
                command=lambda k=unit.key: self._session.select(hex, (k,)))  # type: ignore[misc]
            button.grid(row=i // 6, column=i % 6, padx=1, pady=1)
            Tooltip(button, unit.name)
