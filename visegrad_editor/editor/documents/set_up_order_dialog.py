"""The dialog for the order in which sides and set-up groups set up."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from ...engine.set_up import fixed_order
from ...model.design import Design
from ...model.edit.set_up_order import order_of_set_up, with_hidden_set_up, with_set_up_order
from ...model.wording import count
from ..widgets.dialogs import Dialog
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..window.theme import px

_APART, _WITH_SIDE = "Apart", "With its side"
_HIDDEN, _SEEN = "Hidden", "Seen"


class SetUpOrderDialog(Dialog):
    """Shows sides and set-up groups in the order in which they set up, to be moved up and down, and which
    sides do so hidden; `changed` is the resulting design."""

    def __init__(self, parent: tk.Misc, design: Design) -> None:
        super().__init__(parent, "Order of set-up")
        assert design.scenario is not None
        self._design = design
        self.changed = design
        sides = design.ruleset.side_by_id
        self._fixed = tuple(s for s in fixed_order(design) if s in sides)
        self._order = [*dict.fromkeys((*self._fixed, *sides))] if self._fixed else list(
            order_of_set_up(design))
        self._hidden = set(design.scenario.hidden_set_up)
        self._groups = list(design.scenario.set_up_groups)
        self._texts()
        self.tree = ttk.Treeview(self.body, columns=("what",), show="tree", selectmode="browse",
                                 height=min(12, max(4, len(self._order) + len(self._groups))),
                                 style="Flat.Treeview")
        self.tree.column("#0", width=px(250), stretch=True)
        self.tree.column("what", width=px(210), stretch=True)
        grid_scrolled(self.tree, 1)
        buttons = ttk.Frame(self.body, style="Panel.TFrame")
        buttons.grid(row=2, column=0, columnspan=2, sticky="w", pady=(px(6), 0))
        self.buttons: dict[str, ttk.Button] = {}
        for text, command, tip in (
                ("Up", lambda: self.move(-1), "It sets up earlier  (Alt+Up)"),
                ("Down", lambda: self.move(1), "It sets up later  (Alt+Down)"),
                (_APART, self.toggle, "Set the group up at a place of its own in the order, or with the rest "
                 "of its side  (Space)"),
                (_HIDDEN, self.hide, "Do not show what the side sets up to the other side until the set-up "
                 "is over, or show it  (H)")):
            button = ttk.Button(buttons, text=text, style="Small.TButton", command=command)
            button.pack(side="left", padx=(0, px(4)))
            Tooltip(button, tip)
            self.buttons[text] = button
        for keys, do in (("<Alt-Up>", lambda: self.move(-1)), ("<Alt-Down>", lambda: self.move(1)),
                         ("<space>", self.toggle), ("<h>", self.hide)):
            self.tree.bind(keys, lambda _e, do=do: do() or "break")  # type: ignore[misc]
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._follow())
        self.may_refuse()
        self.body.columnconfigure(0, weight=1)
        self.body.rowconfigure(1, weight=1)
        self.button("OK", self.accept, default=True)
        self.button("Cancel", self.cancel)
        self._list(self._order[0] if self._order else "")
        self.field_undo.keep(lambda: (tuple(self._order), frozenset(self._hidden)), self._put_back)

    def _put_back(self, kept: tuple[tuple[str, ...], frozenset[str]]) -> None:
        """Show the order as it was before a change, or after it."""
        mark = self.marked
        self._order, self._hidden = list(kept[0]), set(kept[1])
        self._list(mark)

    def _texts(self) -> None:
        text = "Who sets up first, from the top."
        if self._fixed:
            text += (" The rules of this game fix the order: its games and set-up sheets follow them, "
                     "whatever a scenario says. Only who sets up hidden can be chosen.")
        elif self._groups:
            text += (" A set-up group is set up with the rest of its side, or apart, at a place of its own "
                     "in the order.")
        ttk.Label(self.body, text=text, style="Quiet.TLabel", wraplength=px(440), justify="left").grid(
            row=0, column=0, columnspan=2, sticky="w", pady=(0, px(6)))

    def _list(self, mark: str) -> None:
        self.field_undo.look_soon()
        tree, scenario, ruleset = self.tree, self._design.scenario, self._design.ruleset
        assert scenario is not None
        tree.delete(*tree.get_children())
        for place, name in enumerate(self._order, 1):
            side = ruleset.side_by_id.get(name)
            text = side.name if side is not None else scenario.group_by_id[name].name
            what = "group, set up apart" if side is None else (
                "side, sets up hidden" if name in self._hidden else "side")
            tree.insert("", "end", name, text=f"{place}. {text}", values=(what,))
        for group in self._groups:
            if group.id not in self._order:
                units = count(len(scenario.members(group.id)), "unit")
                tree.insert("", "end", group.id, text=f"    {group.name}",
                            values=(f"group, {units}, with its side",))
        if tree.exists(mark):
            tree.selection_set(mark)
            tree.focus(mark)
            tree.see(mark)
        self._follow()

    @property
    def marked(self) -> str:
        """The id of the marked side or group."""
        return next(iter(self.tree.selection()), "")

    def _follow(self) -> None:
        name = self.marked
        is_group = any(g.id == name for g in self._groups)
        self.buttons[_APART].configure(text=_WITH_SIDE if is_group and name in self._order else _APART)
        self.buttons[_HIDDEN].configure(text=_SEEN if name in self._hidden else _HIDDEN)
        self.wrong.configure(text="")

    def move(self, by: int) -> None:
        """Move what is marked up or down, or say why it stays."""
        if self._refuse_fixed():
            return
        name = self.marked
        if name not in self._order:
            self.wrong.configure(text="This group is set up with its side. Choose Apart first." if name else
                                 "Mark a line first.")
            return
        at = self._order.index(name)
        if not 0 <= at + by < len(self._order):
            self.wrong.configure(text=f"It already sets up {'first' if by < 0 else 'last'}.")
            return
        self._order.insert(at + by, self._order.pop(at))
        self._list(name)

    def _refuse_fixed(self) -> bool:
        """Say so if the rules of the game leave no choice of the order; return whether that is so."""
        if self._fixed:
            names = [self._design.ruleset.side_by_id[id].name for id in self._fixed]
            self.wrong.configure(text=(
                f"The rules of this game fix the order: {', then '.join(names)}."))
        return bool(self._fixed)

    def toggle(self) -> None:
        """Let the marked group be set up apart from its side, or with it again."""
        if self._refuse_fixed():
            return
        name = self.marked
        if not any(g.id == name for g in self._groups):
            self.wrong.configure(text="A side is always in the order. Mark a set-up group to set it up apart."
                                 if self._groups else "There are no set-up groups to be set up apart.")
            return
        if name in self._order:
            self._order.remove(name)
        else:
            self._order.insert(0, name)
        self._list(name)

    def hide(self) -> None:
        """Let the marked side set up hidden, or seen again."""
        name = self.marked
        if name not in self._design.ruleset.side_by_id:
            self.wrong.configure(text="A whole side sets up hidden. Mark a side.")
            return
        self._hidden ^= {name}
        self._list(name)

    def accept(self) -> None:
        """Take the order over; one that the rules fix is not written into the scenario."""
        ordered = self._design if self._fixed else with_set_up_order(self._design, self._order)
        self.changed = with_hidden_set_up(ordered, self._hidden)
        self.finish("ok")
