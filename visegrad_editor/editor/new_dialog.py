"""The dialog that starts a new scenario or map from one that comes with the program."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from ..model.library import Bundled
from .dialogs import Dialog

Choice = tuple[Bundled, str, bool]
"""The template, the title of the new document, and whether it begins without units."""


def choose_template(parent: tk.Misc, templates: Sequence[Bundled]) -> Choice | None:
    """Ask which template; None where it was cancelled."""
    dialog = Dialog(parent, "New")
    body = dialog.body
    ttk.Label(body, text="Begin with", style="Section.TLabel").grid(row=0, column=0, sticky="w")
    tree = ttk.Treeview(body, columns=("kind",), height=6, selectmode="browse", style="Flat.Treeview")
    tree.heading("#0", text="Template", anchor="w")
    tree.heading("kind", text="Kind", anchor="w")
    tree.column("#0", width=330)
    tree.column("kind", width=100, stretch=False)
    ordered = sorted(templates, key=lambda t: t.kind != "scenario")
    for i, template in enumerate(ordered):
        tree.insert("", "end", str(i), text=f" {template.title}", values=(template.kind,))
    tree.grid(row=1, column=0, sticky="nsew", pady=(4, 6))
    summary = ttk.Label(body, style="Quiet.TLabel", wraplength=430, justify="left")
    summary.grid(row=2, column=0, sticky="w")
    ttk.Label(body, text="Title of the new one", style="Section.TLabel").grid(
        row=3, column=0, sticky="w", pady=(10, 4))
    title = ttk.Entry(body)
    title.grid(row=4, column=0, sticky="ew")
    empty = tk.BooleanVar(dialog, False)
    without = ttk.Checkbutton(body, text="Without units", variable=empty)
    without.grid(row=5, column=0, sticky="w", pady=(6, 0))
    body.rowconfigure(1, weight=1)
    body.columnconfigure(0, weight=1)

    def chosen(_event: object = None) -> None:
        template = ordered[int(tree.selection()[0])]
        summary.configure(text=template.summary)
        title.delete(0, "end")
        title.insert(0, f"{template.title} (copy)")
        without.state(["!disabled" if template.kind == "scenario" else "disabled"])

    def accept() -> None:
        if title.get().strip():
            dialog.finish(f"{tree.selection()[0]}\n{title.get().strip()}\n{int(empty.get())}")

    tree.bind("<<TreeviewSelect>>", chosen)
    tree.bind("<Double-1>", lambda _e: accept())
    tree.selection_set("0")
    tree.focus("0")
    chosen()
    dialog.button("Begin", accept, default=True)
    dialog.button("Cancel", dialog.cancel)
    result = dialog.run(tree)
    if not result:
        return None
    index, name, bare = result.split("\n")
    return ordered[int(index)], name, bare == "1"
