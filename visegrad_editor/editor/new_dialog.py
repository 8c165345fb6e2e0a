"""The dialog that starts a new scenario or map from one that comes with the program."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import dataclass
from tkinter import ttk

from ..hexgrid import Orientation
from ..model.catalogue import Bundled
from ..model.edit.blank import MOST_HEXES
from .dialogs import Dialog


@dataclass(frozen=True)
class Choice:
    """What to begin with: a template, or (template None) a blank map of this size."""

    template: Bundled | None
    title: str
    without_units: bool = False
    columns: int = 0
    rows: int = 0
    orientation: Orientation = "flat"
    follow: bool = False
    """A variant: its file says only what differs from the template."""


_SHAPES = ("flat side at the top", "corner at the top")


def choose_template(parent: tk.Misc, templates: Sequence[Bundled]) -> Choice | None:
    """Ask which template; None where it was cancelled."""
    dialog = Dialog(parent, "New")
    body = dialog.body
    ttk.Label(body, text="Begin with", style="Section.TLabel").grid(row=0, column=0, sticky="w")
    tree = ttk.Treeview(body, columns=("kind",), height=6, selectmode="browse", style="Flat.Treeview")
    tree.heading("#0", text="Template", anchor="w")
    tree.heading("kind", text="Kind and name", anchor="w")
    tree.column("#0", width=280)
    tree.column("kind", width=150, stretch=False)
    ordered = sorted(templates, key=lambda t: t.kind != "scenario")
    for i, template in enumerate(ordered):
        tree.insert("", "end", str(i), text=f" {template.title}",
                    values=(f"{template.kind} {template.name}",))
    tree.insert("", "end", "blank", text=" A blank map", values=("map",))
    tree.grid(row=1, column=0, sticky="nsew", pady=(4, 6))
    summary = ttk.Label(body, style="Quiet.TLabel", wraplength=430, justify="left")
    summary.grid(row=2, column=0, sticky="w")
    ttk.Label(body, text="Title", style="Section.TLabel").grid(
        row=3, column=0, sticky="w", pady=(10, 4))
    title = ttk.Entry(body)
    title.grid(row=4, column=0, sticky="ew")
    empty = tk.BooleanVar(dialog, False)
    made: list[Choice] = []
    without = ttk.Checkbutton(body, text="Without units", variable=empty)
    followed = tk.BooleanVar(dialog, False)
    follow = ttk.Checkbutton(body, text="Follow the original: a variant, saved as what differs from it",
                             variable=followed)
    follow.grid(row=6, column=0, sticky="w", pady=(2, 0))
    without.grid(row=5, column=0, sticky="w", pady=(6, 0))
    size = ttk.Frame(body, style="Panel.TFrame")
    columns, rows = (ttk.Spinbox(size, from_=1, to=999, width=5) for _ in range(2))
    shape = ttk.Combobox(size, values=_SHAPES, state="readonly", width=24)
    columns.insert(0, "30")
    rows.insert(0, "20")
    shape.current(0)
    for label, field in (("Columns", columns), ("Rows", rows), ("Hexes", shape)):
        ttk.Label(size, text=label, style="Quiet.TLabel").pack(side="left", padx=(0, 4))
        field.pack(side="left", padx=(0, 12))
    wrong = ttk.Label(body, style="Error.TLabel")
    wrong.grid(row=7, column=0, sticky="w")
    body.rowconfigure(1, weight=1)
    body.columnconfigure(0, weight=1)

    def chosen(_event: object = None) -> None:
        template = picked()
        summary.configure(text=template.summary if template else "A map of one terrain, to be painted.")
        title.delete(0, "end")
        title.insert(0, f"{template.title} (copy)" if template else "New map")
        without.grid_remove()
        follow.grid_remove()
        size.grid_remove()
        if template is None:
            size.grid(row=6, column=0, sticky="w", pady=(8, 0))
        elif template.kind == "scenario":
            without.grid()
            follow.grid()

    def picked() -> Bundled | None:
        row = tree.selection()[0]
        return None if row == "blank" else ordered[int(row)]

    def accept() -> None:
        made.clear()
        across, down = columns.get(), rows.get()
        if not title.get().strip():
            wrong.configure(text="It needs a title.")
        elif not (across.isdigit() and down.isdigit() and 0 < int(across) * int(down) <= MOST_HEXES):
            wrong.configure(text=f"A map has 1 to {MOST_HEXES:,} hexes.")
        else:
            orientation: Orientation = "flat" if shape.current() == 0 else "pointy"
            made.append(Choice(
                picked(), title.get().strip(), empty.get(), int(across), int(down), orientation,
                follow=followed.get()))
            dialog.finish("ok")

    tree.bind("<<TreeviewSelect>>", chosen)
    tree.bind("<Double-1>", lambda _e: accept())
    tree.selection_set("0")
    tree.focus("0")
    chosen()
    dialog.button("Begin", accept, default=True)
    dialog.button("Cancel", dialog.cancel)
    return made[0] if dialog.run(tree) and made else None
