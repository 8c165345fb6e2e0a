"""What is due now, as large buttons, and below it all procedures that the card turns on."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Hashable, Sequence
from tkinter import ttk

from ...desk.log import Offer
from ...desk.procedures.procedure import Procedure
from ..widgets.scroll_bars import ScrollableFrame, grid_scrolled
from ..widgets.wrapped_label import WrappedLabel
from ..window.theme import px
from .order_words import because

_NOTHING = "Nothing is due in this phase. Go on with Next phase, or choose a procedure below."
FIRST_KEY, LAST_KEY = 2, 9
"""The F-keys of what is due: what comes first in a phase has them, and keeps them in it."""


class DuePanel(ttk.Frame):
    """What is due and what there is. `choose` is called with an offer, `leave_out` with one that must be
    carried out and is to be left out, `choose_any` with a procedure of the list."""

    def __init__(self, parent: tk.Misc, choose: Callable[[Offer], None], leave_out: Callable[[Offer], None],
                 choose_any: Callable[[Procedure], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=(px(8), px(6)))
        self._choose, self._leave_out, self._choose_any = choose, leave_out, choose_any
        self.offers: tuple[Offer, ...] = ()
        self.buttons: list[ttk.Button] = []
        self._procedures: tuple[Procedure, ...] = ()
        self._moment: Hashable = None
        self._keys: dict[tuple[str, tuple[tuple[str, str], ...]], int] = {}
        """The F-keys that were given to procedures with inputs in this phase."""
        self.columnconfigure(0, weight=1)
        self.rowconfigure(1, weight=3, uniform="part")
        self.rowconfigure(3, weight=2, uniform="part")
        ttk.Label(self, text="Due now", style="Section.TLabel").grid(row=0, column=0, sticky="w")
        self._due = ScrollableFrame(self, px(240))
        self._due.grid(row=1, column=0, sticky="nsew")
        head = ttk.Frame(self, style="Panel.TFrame")
        head.grid(row=2, column=0, sticky="ew", pady=(px(6), px(3)))
        ttk.Label(head, text="All procedures", style="Section.TLabel").pack(side="left")
        self._words = tk.StringVar(self)
        self.search = ttk.Entry(head, textvariable=self._words, width=12)
        self.search.pack(side="right")
        ttk.Label(head, text="Find", style="Quiet.TLabel").pack(side="right", padx=px(4))
        self._words.trace_add("write", lambda *_: self._list())
        below = ttk.Frame(self, style="Panel.TFrame")
        below.grid(row=3, column=0, sticky="nsew")
        self.tree = ttk.Treeview(below, show="tree", selectmode="browse", style="Large.Treeview", height=4)
        self.tree.column("#0", width=px(220), stretch=True)
        grid_scrolled(self.tree, 0)
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._clicked())
        self.tree.bind("<Return>", lambda _e: self._clicked())
        self.search.bind("<Down>", lambda _e: self._enter_list())
        self.search.bind("<Return>", lambda _e: self._enter_list())

    def show(self, offers: Sequence[Offer], procedures: Sequence[Procedure], nothing: str = _NOTHING,
             moment: Hashable = None) -> None:
        """Show what is due, or that nothing is, and all procedures. At the same moment what was due before
        keeps its key."""
        self.offers = tuple(offers)
        if moment != self._moment:
            self._moment, self._keys = moment, {}
        self._give_keys()
        inside = self._due.inside
        for child in inside.winfo_children():
            child.destroy()
        self.buttons = []
        for offer in self.offers:
            self._offer(inside, offer)
        if not self.offers:
            WrappedLabel(inside, nothing, "Quiet.TLabel").pack(fill="x", pady=px(4))
        self._due.tag_children()
        self._due.show_top()
        if tuple(procedures) != self._procedures:
            self._procedures = tuple(procedures)
            self._list()

    def _give_keys(self) -> None:
        """Give what is new keys that nothing has had in this phase, then those of what is no longer due."""
        due = [(one.procedure.id, one.inputs) for one in self.offers]
        had = self._keys.values()
        used = {key for one, key in self._keys.items() if one in due}
        keys = range(FIRST_KEY, LAST_KEY + 1)
        free = [*(key for key in keys if key not in had),
                *(key for key in keys if key in had and key not in used)]
        for one in due:
            if one not in self._keys and free:
                taken = free.pop(0)
                self._keys = {other: key for other, key in self._keys.items() if key != taken} | {one: taken}

    def _key(self, offer: Offer) -> int | None:
        return self._keys.get((offer.procedure.id, offer.inputs))

    def _offer(self, parent: tk.Misc, offer: Offer) -> None:
        number = self._key(offer)
        key = f"F{number}  " if number is not None else ""
        must = "  (must)" if offer.must else ""
        style = "Large.Left.Accent.TButton" if offer.must else "Large.Left.TButton"
        button = ttk.Button(parent, text=f"{key}{offer.procedure.title}{must}", style=style,
                            command=lambda: self._choose(offer))
        button.pack(fill="x", pady=(px(3), 0))
        self.buttons.append(button)
        below = ttk.Frame(parent, style="Panel.TFrame")
        below.pack(fill="x")
        if offer.must:
            ttk.Button(below, text="Leave out…", style="Small.TButton",
                       command=lambda: self._leave_out(offer)).pack(side="right", anchor="n", pady=px(2))
        if offer.why:
            WrappedLabel(below, because(offer.why, offer.rule), "Quiet.TLabel").pack(
                side="left", fill="x", expand=True)

    def press(self, key: int) -> bool:
        """Choose what has an F-key; whether there is anything."""
        found = next((one for one in self.offers if self._key(one) == key), None)
        if found is not None:
            self._choose(found)
        return found is not None

    def _list(self) -> None:
        """List the procedures that have the typed words, under their sections."""
        words = self._words.get().casefold().split()
        self.tree.delete(*self.tree.get_children())
        for one in self._procedures:
            text = f"{one.title} {one.section} {one.id} {' '.join(one.rules)}".casefold()
            if all(word in text for word in words):
                section = f"section {one.section}"
                if not self.tree.exists(section):
                    self.tree.insert("", "end", section, text=one.section or "Other", open=True)
                self.tree.insert(section, "end", one.id, text=one.title)
        if not self.tree.get_children():
            self.tree.insert("", "end", "nothing", text="No procedure has these words.")

    def _enter_list(self) -> str:
        """Go from the search field to the first procedure found."""
        first = next((row for s in self.tree.get_children() for row in self.tree.get_children(s)), "")
        if first:
            self.tree.focus_set()
            self.tree.focus(first)
            self.tree.selection_set(first)
        return "break"

    def _clicked(self) -> None:
        chosen = self.tree.selection()
        found = next((one for one in self._procedures if chosen and one.id == chosen[0]), None)
        if found is not None:
            self._choose_any(found)
