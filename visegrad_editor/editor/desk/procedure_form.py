"""The form of a procedure: what it does, its inputs, and carrying it out."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from tkinter import ttk
from types import MappingProxyType

from ...desk.books.books import Books
from ...desk.card import Card
from ...desk.procedures.procedure import Input, Procedure
from ..widgets.scroll_bars import ScrollableFrame
from ..widgets.wrapped_label import WrappedLabel
from ..window.theme import px
from .input_field import InputField, Pick
from .order_words import because, with_titles

EMPTY: Mapping[str, str] = MappingProxyType({})
_NAMED = 4
"""Of the inputs behind a button, so many are named on it."""
DEGREES = {
    "full": "All by the desk", "given": "You say what only you can see", "result": "You type the result"}
"""How much of a procedure the desk does, in words."""
_ALL_SHOWN = 8
"""Up to so many inputs none are folded away."""
_FIRST_SHOWN = 6
"""Of more, so many are shown in any case: the rules ask for the most important ones first."""


class ProcedureForm(ttk.Frame):
    """The form of one procedure at a time. `carry_out` is called by its button; `pick` lets hexes be picked
    on the boards."""

    def __init__(self, parent: tk.Misc, carry_out: Callable[[], None], pick: Pick) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=(px(12), px(8)))
        self._pick = pick
        self.procedure: Procedure | None = None
        self.fields: dict[str, InputField] = {}
        self._due: tuple[tuple[str, str], ...] = ()
        self._on_map: dict[str, str] = {}
        self.columnconfigure(0, weight=1)
        self.rowconfigure(3, weight=1)
        self.title = WrappedLabel(self, "", "Title.TLabel")
        self.title.grid(row=0, column=0, sticky="ew")
        self.about = WrappedLabel(self, "", "Quiet.TLabel")
        self.about.grid(row=1, column=0, sticky="ew")
        self.why = WrappedLabel(self, "", "Panel.TLabel")
        self._scrolled = ScrollableFrame(self)
        self._scrolled.grid(row=3, column=0, sticky="nsew", pady=(px(8), 0))
        self.wrong = WrappedLabel(self, "", "Error.TLabel")
        foot = ttk.Frame(self, style="Panel.TFrame")
        foot.grid(row=5, column=0, sticky="ew", pady=(px(8), 0))
        self.carry_out_button = ttk.Button(foot, text="Carry out  (Return)", style="Large.Accent.TButton",
                                           command=carry_out)
        self.carry_out_button.pack(side="right")

    def show(self, card: Card, books: Books, procedure: Procedure,
             inputs: Sequence[tuple[str, str]] = (), why: str = "", rule: str = "",
             on_map: Mapping[str, str] = EMPTY) -> None:
        """Show a procedure, with inputs known from what it follows, why it is due, and further inputs that
        the maps of the boards show."""
        self.procedure, self._due, self._on_map = procedure, tuple(inputs), dict(on_map)
        self.title.configure(text=procedure.title)
        rules = f" · {', '.join(procedure.rules)}" if procedure.rules else ""
        self.about.configure(text=f"{DEGREES[procedure.degree]}{rules}")
        self.why.configure(text=because(why, rule))
        if why:
            self.why.grid(row=2, column=0, sticky="ew", pady=(px(4), 0))
        else:
            self.why.grid_remove()
        self.refuse("")
        inside = self._scrolled.inside
        for child in inside.winfo_children():
            child.destroy()
        self.fields = {}
        known = dict(inputs)
        usual = {i.id: on_map.get(i.id, i.usual_value(card, books, known)) for i in procedure.inputs}
        rest = [] if len(procedure.inputs) <= _ALL_SHOWN else [
            one for n, one in enumerate(procedure.inputs)
            if n >= _FIRST_SHOWN and usual[one.id] is not None and not one.asked and one.id not in known]
        rest = rest if len(rest) > 1 else []
        for one in procedure.inputs:
            if one not in rest:
                self._add(inside, card, one.id, usual[one.id], known)
        if rest:
            self._fold(inside, card, rest, usual, known)
        if not procedure.inputs:
            ttk.Label(inside, text="Nothing to fill in.", style="Quiet.TLabel").pack(anchor="w")
        steps = [s for s in procedure.steps if s]
        if steps:
            ttk.Label(inside, text="How it goes", style="Section.TLabel").pack(anchor="w", pady=(px(12), 0))
            for step in steps:
                WrappedLabel(inside, f"· {with_titles(step)}", "Quiet.TLabel").pack(fill="x")
        self._scrolled.tag_children()
        self._scrolled.show_top()

    def _add(self, parent: tk.Misc, card: Card, id: str, usual: str | None, known: dict[str, str]) -> None:
        assert self.procedure is not None
        one = next(i for i in self.procedure.inputs if i.id == id)
        field = InputField(parent, one, card, usual, known.get(id, usual or ""), self._pick,
                           on_map=id in self._on_map)
        field.pack(fill="x", pady=px(4))
        self.fields[id] = field

    def _fold(self, parent: tk.Misc, card: Card, rest: Sequence[Input], usual: dict[str, str | None],
              known: dict[str, str]) -> None:
        """Fields that usually stay as they are, behind a button that names them."""
        inner = ttk.Frame(parent, style="Panel.TFrame")
        button = ttk.Button(parent, style="Small.TButton")
        names = ", ".join(one.title for one in rest[:_NAMED]) + (" …" if len(rest) > _NAMED else "")

        def turn() -> None:
            shown = bool(inner.winfo_manager())
            if shown:
                inner.pack_forget()
            else:
                inner.pack(fill="x", after=button)
            button.configure(text=f"{'More' if shown else 'Less'}: {names}")

        button.configure(command=turn, text=f"More: {names}")
        button.pack(anchor="w", pady=(px(8), px(2)))
        self._unfold = turn
        self._folded = inner
        for one in rest:
            self._add(inner, card, one.id, usual[one.id], known)

    def inputs(self) -> tuple[tuple[str, str], ...]:
        """The inputs of the order: those that are not as usual, those that are known from what it follows,
        and all that players say. What they leave as the maps show it is none of it."""
        known = dict(self._due)

        def belongs(id: str, field: InputField) -> bool:
            if id in self._on_map:
                return field.get() not in ("", field.usual)
            said = field.get() if field.input.asked else ""
            return field.get() != (field.usual or "") or id in known or said != ""

        return tuple((id, f.get()) for id, f in self.fields.items() if belongs(id, f))

    def missing(self) -> bool:
        """Whether an input that must be given is not; its field then says so and gets the keyboard. What a
        map may say may be left out: the procedure asks for it if the map does not say it."""
        found = False
        for field in self.fields.values():
            if field.usual is None and not field.get() and field.input.from_map is None:
                asked = f" Ask: {field.input.asked}." if field.input.asked else ""
                field.refuse(f"{field.input.title} is needed.{asked}")
                if not found:
                    self._go_to(field)
                found = True
        return found

    def refuse(self, why: str, rule: str = "") -> None:
        """Say why the order is refused: beside the field that it is about, or above the button."""
        self.wrong.grid_remove()
        for field in self.fields.values():
            field.refuse("")
        if not why:
            return
        titles = {id: f.input.title for id, f in self.fields.items()}
        text = with_titles(f"{why} ({rule})" if rule else why, titles)
        about = [f for f in self.fields.values() if f"“{f.input.title}”" in text or
                 why.startswith((f"{f.input.title} is", f"{f.input.title}:"))]
        if about:
            field = max(about, key=lambda f: len(f.input.title))
            field.refuse(text)
            self._go_to(field)
        else:
            self.wrong.configure(text=text)
            self.wrong.grid(row=4, column=0, sticky="ew", pady=(px(4), 0))

    def _go_to(self, field: InputField) -> None:
        if str(field).startswith(f"{getattr(self, '_folded', None)}.") and not self._folded.winfo_manager():
            self._unfold()
        self._scrolled.see(field, field)
        field.focus_target.focus_set()

    def enter(self) -> None:
        """Give the keyboard to the first field without a value, or to the button."""
        target = next((f.focus_target for f in self.fields.values() if f.usual is None and not f.get()),
                      next((f.focus_target for f in self.fields.values()), self.carry_out_button))
        # What is not on the screen yet does not take it.
        self.update_idletasks()
        target.focus_set()
