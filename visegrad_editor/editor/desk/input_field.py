"""The field of a form for one input of a procedure: the control, who says it, why it is refused."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from ...desk.card import Card
from ...desk.hexes import DIRECTION_WORDS, DIRECTIONS
from ...desk.procedures.procedure import Input
from ...desk.words import name_words, term_words
from ..widgets.flow import Flow
from ..widgets.wrapped_label import WrappedLabel
from ..window.theme import px
from .order_words import with_titles

_MOST_BUTTONS = 5
"""More choices than these are in a drop-down list."""
_ARROWS = dict(zip(DIRECTIONS, "↑↗↘↓↙↖", strict=True))
_LABEL_PX = 150
_BESIDE_PX = 400
"""From this width on in pixels at 100 % the control is beside its label."""
Pick = Callable[[Input, str, Callable[[str], None]], None]
"""Lets the user pick hexes on the boards: the input, what its field says now, and what takes the names."""


def choices_of(one: Input, card: Card) -> tuple[tuple[str, str], ...]:
    """The values that an input may have, each with its words; () if any may be typed.

    >>> from visegrad_editor.desk.card_file import load_card
    >>> choices_of(Input("armed", "Armed", "flag", usual=""), load_card("wet-harvest").card)
    (('yes', 'Yes'), ('no', 'No'), ('', 'Not said'))
    """
    if one.many:
        return ()
    found: list[tuple[str, str]] = []
    if one.choices:
        found = [(value, term_words(value) if value else "Not said") for value in one.choices]
    elif one.kind == "flag":
        found = [("yes", "Yes"), ("no", "No")]
    elif one.kind == "direction":
        found = [(str(d), f"{_ARROWS[d]} {d} {DIRECTION_WORDS[d]}") for d in DIRECTIONS]
    elif one.kind == "side":
        found = [(id, name_words(id)) for id in card.side_by_id]
    if found and one.usual == "" and "" not in dict(found):
        found.append(("", "Not said"))
    return tuple(found)


class _Choices(Flow):
    """Large buttons, of which one is down; Left and Right go from one to the next."""

    def __init__(self, parent: tk.Misc, choices: Sequence[tuple[str, str]], value: tk.StringVar) -> None:
        super().__init__(parent, gap=px(4))
        self._value = value
        self.buttons: list[ttk.Radiobutton] = []
        for at, (id, words) in enumerate(choices):
            button = ttk.Radiobutton(self, text=words, value=id, variable=value, style="Choice.Toolbutton")
            # The button that was clicked takes the keyboard, or Return would press what had it before.
            button.configure(command=button.focus_set)
            for key, by in (("<Left>", -1), ("<Right>", 1)):
                button.bind(key, lambda _e, n=at, by=by: self._go(n + by))  # type: ignore[misc]
            self.add(button, px(4))
            self.buttons.append(button)
        value.trace_add("write", lambda *_: self._show_stop())
        self._show_stop()

    def _show_stop(self) -> None:
        """Tab stops only at the button that is down, or at the first."""
        if not self.winfo_exists():
            return
        down = [b for b in self.buttons if str(b.cget("value")) == self._value.get()] or self.buttons[:1]
        for button in self.buttons:
            button.configure(takefocus=button in down)

    def _go(self, to: int) -> str:
        button = self.buttons[to % len(self.buttons)]
        self._value.set(str(button.cget("value")))
        button.focus_set()
        return "break"


class InputField(ttk.Frame):
    """A field. `usual` is the value if none is given, None if one must be; `value` is what it shows first.
    `pick` lets hexes be picked on the boards. `on_map`: the usual value is what a map of the boards shows."""

    def __init__(self, parent: tk.Misc, one: Input, card: Card, usual: str | None, value: str,
                 pick: Pick, on_map: bool = False) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self.input, self.usual = one, usual
        self._pick = pick
        self._value = tk.StringVar(self, value)
        self._choices = choices_of(one, card)
        head = f"{one.title} *" if usual is None else one.title
        label = ttk.Label(self, text=head, style="Panel.TLabel", wraplength=px(_LABEL_PX - 8), justify="left")
        label.grid(row=0, column=0, sticky="nw", pady=(px(5), 0))
        self._body = ttk.Frame(self, style="Panel.TFrame")
        self._body.columnconfigure(0, weight=1)
        self.focus_target: tk.Misc = self._control()
        if one.help:
            WrappedLabel(self._body, with_titles(one.help), "Quiet.TLabel").grid(row=1, sticky="ew")
        if one.asked:
            said = f"As the map shows it, unless you say otherwise: {one.asked}" if on_map else (
                f"You say: {one.asked}")
            WrappedLabel(self._body, said, "Own.TLabel").grid(row=2, sticky="ew")
        self.wrong = WrappedLabel(self._body, "", "Error.TLabel")
        self._lay(beside=True)
        self.bind("<Configure>", lambda e: self._lay(e.width >= px(_BESIDE_PX)))
        self._value.trace_add("write", lambda *_: self._changed())

    def _lay(self, beside: bool) -> None:
        """Put the control beside its label or, where there is little room, below it."""
        self.columnconfigure(0, minsize=px(_LABEL_PX) if beside else 0, weight=0 if beside else 1)
        self.columnconfigure(1, weight=1 if beside else 0)
        self._body.grid(row=0 if beside else 1, column=1 if beside else 0, sticky="ew")

    def _control(self) -> tk.Misc:
        """Make the control; returns what takes the keyboard."""
        one = self.input
        if self._choices and (len(self._choices) <= _MOST_BUTTONS or one.kind == "direction"):
            choices = _Choices(self._body, self._choices, self._value)
            choices.grid(row=0, sticky="ew")
            self.buttons = choices.buttons
            return next((b for b in choices.buttons if str(b.cget("value")) == self._value.get()),
                        choices.buttons[0])
        self.buttons = []
        if self._choices:
            return self._list()
        row = ttk.Frame(self._body, style="Panel.TFrame")
        row.grid(row=0, sticky="ew")
        if one.kind in ("number", "half"):
            low, high = one.least if one.least is not None else -99, one.most if one.most is not None else 999
            spin = ttk.Spinbox(row, from_=low, to=high, increment=0.5 if one.kind == "half" else 1, width=7,
                               textvariable=self._value)
            spin.pack(side="left")
            if one.least is not None and one.most is not None:
                ttk.Label(row, text=f"{one.least} to {one.most}", style="Quiet.TLabel").pack(
                    side="left", padx=px(8))
            return spin
        entry = ttk.Entry(row, textvariable=self._value, width=14 if one.kind == "hex" else 30)
        entry.pack(side="left", fill="x", expand=one.kind != "hex" or one.many)
        if one.kind == "hex":
            self.pick_button = ttk.Button(
                row, text="Pick…", style="Small.TButton",
                command=lambda: self._pick(one, self._value.get(), self._value.set))
            self.pick_button.pack(side="left", padx=px(6))
        if one.many:
            ttk.Label(row, text="several with commas", style="Quiet.TLabel").pack(side="left", padx=px(6))
        return entry

    def _list(self) -> ttk.Combobox:
        """A drop-down list of the words of the choices."""
        words = [text for _, text in self._choices]
        values = {text: value for value, text in self._choices}
        box = ttk.Combobox(self._body, values=words, state="readonly", height=min(16, len(words)),
                           width=max(12, min(34, max(map(len, words)))))
        box.grid(row=0, sticky="w")
        box.set(dict(self._choices).get(self._value.get(), ""))
        box.bind("<<ComboboxSelected>>", lambda _e: self._value.set(values[box.get()]), add=True)
        self._box = box
        return box

    def get(self) -> str:
        """The value as an order has it; "" for none."""
        return self._value.get().strip()

    def put(self, value: str) -> None:
        """Show another value."""
        self._value.set(value)
        if hasattr(self, "_box"):
            self._box.set(dict(self._choices).get(value, ""))

    def _changed(self) -> None:
        """What was refused stays until the next try, in grey, so that nothing below moves meanwhile."""
        self.wrong.configure(style="Quiet.TLabel")

    def refuse(self, why: str) -> None:
        """Say below the control why its value is refused; "" that it is not."""
        self.wrong.configure(text=why, style="Error.TLabel")
        if why:
            self.wrong.grid(row=3, sticky="ew")
        else:
            self.wrong.grid_remove()
