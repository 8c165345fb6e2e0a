"""Marks of values that are not those of the base, in forms, tables and lists, and menus that reset them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import Any

from ...model.inherited import OwnValue
from ..inheritance import KEY, MARK, ROW_KEY, SIGNS, Inheritance
from ..platforms import menu_clicks
from ..widgets.context_menu import MenuEntry, popup
from ..widgets.fields import Form, inside
from ..widgets.grid import Cell, GridModel
from ..widgets.tooltips import Tooltip

_MOST = 40
"""The most characters of a value in a menu, and the most entries to bring back one by one."""


class InheritedModel(GridModel):
    """A table whose cells and rows may differ from those of a base."""

    @property
    @abstractmethod
    def inheritance(self) -> Inheritance:
        """What the design has from its base."""

    @abstractmethod
    def own_value(self, cell: Cell) -> OwnValue | None:
        """The value of a cell if it differs from that of the base."""

    def own_entry(self, row: int) -> OwnValue | None:
        """The entry of a row if something in it differs from the base; by default that of a column."""
        return None

    def removed(self) -> tuple[OwnValue, ...]:
        """The rows that the base has and the design has not."""
        return ()

    def own(self, cell: Cell) -> str:
        value = self.own_value(cell)
        return value.words if value is not None else ""

    def own_row(self, row: int) -> tuple[str, str]:
        entry = self.own_entry(row)
        if entry is None:
            return "", ""
        return SIGNS[entry.kind], ("Not in the base." if entry.kind == "added" else
                                   f"Otherwise in the base.  ({ROW_KEY}: reset the row)")


def reset_entry(inheritance: Inheritance, value: OwnValue | None, row: bool = False) -> MenuEntry:
    """The menu entry that resets a value, or a row; disabled where it is that of the base."""
    label, key = ("Reset the row to the base", ROW_KEY) if row else ("Reset to the base", KEY)
    if value is None:
        return MenuEntry(label, None, key)
    if value.before:
        short = value.before if len(value.before) <= _MOST else f"{value.before[:_MOST - 1]}…"
        label = f"{label}: {short}"
    return MenuEntry(label, lambda: inheritance.reset([value]), key)


def entries_back(inheritance: Inheritance, removed: Sequence[OwnValue]) -> list[MenuEntry]:
    """Menu entries that bring back what the base has and the design has not."""
    back = [MenuEntry(v.title, lambda v=v: inheritance.reset([v]))  # type: ignore[misc]
            for v in removed[:_MOST]]
    if len(removed) > 1:
        back.append(MenuEntry(f"All {len(removed)}", lambda: inheritance.reset(removed)))
    return back


def mark_field(form: Form, label: str, inheritance: Inheritance, values: Sequence[OwnValue],
               say: Callable[[str], None]) -> None:
    """Mark a row of a form if values, which are those of all units that the row is for, differ from the
    base."""
    if values:
        words = " ".join(dict.fromkeys(v.words for v in values))
        entry = (reset_entry(inheritance, values[0]) if len(values) == 1 else
                 MenuEntry(f"Reset {len(values)} values to the base", lambda: inheritance.reset(values), KEY))
        mark_row(form, label, words, entry, say)


def mark_row(form: Form, label: str, words: str, entry: MenuEntry, say: Callable[[str], None]) -> None:
    """Mark a row of a form whose value differs from the base: a sign and another colour at its label, a
    tooltip and a sentence in the status bar with what it is there, a context menu and a key that reset it.
    `entry` is what resets it."""
    form.mark(label, MARK, f"{words}  ({KEY}: reset to the base)", entry, "Own.TLabel")

    def reset(_event: object) -> str:
        if entry.command is not None:
            entry.command()
        return "break"

    for widget in inside(form.row_widget(label)):
        widget.bind("<Alt-Return>", reset)
        widget.bind("<FocusIn>", lambda _e: say(f"{label}: {words}"), add=True)


def mark_head(sign: ttk.Label, values: Sequence[OwnValue], inheritance: Inheritance) -> None:
    """Let a label that tells how much differs say what, and reset all of it by its menu or a click."""
    if not values:
        return
    words = "\n".join(f"{v.title}: {v.words[:1].lower()}{v.words[1:]}" if v.before else v.title
                      for v in values[:_MOST])
    Tooltip(sign, f"{words}\nClick: reset to the base.")
    sign.configure(cursor="hand2")
    entries = [reset_entry(inheritance, v) if len(values) == 1 else MenuEntry(
        f"Reset {v.title}", lambda v=v: inheritance.reset([v])) for v in values[:_MOST]]  # type: ignore[misc]
    if len(values) > 1:
        entries.append(MenuEntry(f"Reset all {len(values)}", lambda: inheritance.reset(values)))

    def show(event: Any) -> str:
        popup(sign, entries, event.x_root, event.y_root)
        return "break"

    for click in ("<Button-1>", *menu_clicks()):
        sign.bind(click, show)
