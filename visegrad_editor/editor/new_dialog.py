"""The dialog that starts a new scenario or map: from one that comes with the program, or empty."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import dataclass
from tkinter import ttk

from ..hexgrid import HexGrid
from ..model.catalogue import Bundled
from . import theme
from .dialogs import Dialog
from .new_sheet import SheetFields

_BLANK = "blank"
_OWN_MAP = "own map"


@dataclass(frozen=True)
class Choice:
    """What to begin with: a template, or (template None) an empty map with this grid.

    `ruleset` is that of the empty map, None for the one of the open design. `sheet_only` leaves of
    a map its grid and its numbers. `follow`: a variant, whose file says only what differs.
    `own_map`: a scenario on a map whose file is asked for next; of the rest only the title counts.
    """

    template: Bundled | None
    title: str
    without_units: bool = False
    grid: HexGrid | None = None
    ruleset: Bundled | None = None
    sheet_only: bool = False
    follow: bool = False
    own_map: bool = False


def choose_template(
    parent: tk.Misc, templates: Sequence[Bundled], rulesets: Sequence[Bundled], own_ruleset: str = ""
) -> Choice | None:
    """Ask what to begin with; None where it was cancelled. `own_ruleset` is the title of the open
    design's ruleset where it is none of those that come with the program."""
    dialog = NewDialog(parent, templates, rulesets, own_ruleset)
    return dialog.choice if dialog.run(dialog.tree) else None


class NewDialog(Dialog):
    """A list of beginnings, and what can be chosen for the selected one."""

    def __init__(self, parent: tk.Misc, templates: Sequence[Bundled], rulesets: Sequence[Bundled],
                 own_ruleset: str) -> None:
        super().__init__(parent, "New")
        self.choice: Choice | None = None
        self._templates = sorted(templates, key=lambda t: t.kind != "scenario")
        self._rulesets: list[Bundled | None] = [*([None] if own_ruleset else []), *rulesets]
        titles = [r.title if r else f"{own_ruleset} (of what is open)" for r in self._rulesets]
        left = ttk.Frame(self.body, style="Panel.TFrame")
        left.grid(row=0, column=0, sticky="nsew", padx=(0, theme.px(18)))
        ttk.Label(left, text="Begin with", style="Section.TLabel").pack(anchor="w")
        self.tree = ttk.Treeview(left, columns=("kind",), height=9, selectmode="browse",
                                 style="Flat.Treeview")
        self.tree.heading("#0", text="Template", anchor="w")
        self.tree.heading("kind", text="Kind and name", anchor="w")
        self.tree.column("#0", width=theme.px(220))
        self.tree.column("kind", width=theme.px(140), stretch=False)
        for i, template in enumerate(self._templates):
            self.tree.insert("", "end", str(i), text=f" {template.title}",
                             values=(f"{template.kind} {template.name}",))
        scenarios = sum(t.kind == "scenario" for t in self._templates)
        self.tree.insert("", scenarios, _OWN_MAP, text=" A scenario on a map of yours", values=("scenario",))
        self.tree.insert("", "end", _BLANK, text=" An empty map", values=("map",))
        self.tree.pack(fill="both", expand=True, pady=(theme.px(4), theme.px(10)))
        ttk.Label(left, text="Title", style="Section.TLabel").pack(anchor="w", pady=(0, theme.px(4)))
        self.title_field = ttk.Entry(left)
        self.title_field.pack(fill="x")
        self.wrong = ttk.Label(left, style="Error.TLabel", wraplength=theme.px(340), justify="left")
        self.wrong.pack(anchor="w")
        right = ttk.Frame(self.body, style="Panel.TFrame")
        right.grid(row=0, column=1, sticky="nsew")
        self._add_template(right)
        self.sheet = SheetFields(right, titles)
        self.body.rowconfigure(0, weight=1)
        self.body.columnconfigure(1, weight=1)
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._chosen())
        self.tree.bind("<Double-1>", lambda _e: self.accept())
        self.tree.selection_set("0" if self._templates else _BLANK)
        self.tree.focus(self.tree.selection()[0])
        self._chosen()
        self.button("Begin", self.accept, default=True)
        self.button("Cancel", self.cancel)
        # As large as the largest page, so that choosing another one moves nothing.
        self.update_idletasks()
        self.body.rowconfigure(0, minsize=self.sheet.winfo_reqheight())
        self.body.columnconfigure(1, minsize=self.sheet.winfo_reqwidth())

    def _add_template(self, right: ttk.Frame) -> None:
        self._page = ttk.Frame(right, style="Panel.TFrame")
        self.summary = ttk.Label(self._page, style="Quiet.TLabel", wraplength=theme.px(520), justify="left")
        self.summary.pack(anchor="w", pady=(theme.px(22), theme.px(10)))
        self.empty, self.followed, self.bare = (tk.BooleanVar(self, False) for _ in range(3))
        self._boxes = {
            "scenario": [
                ttk.Checkbutton(self._page, text="Without units", variable=self.empty),
                ttk.Checkbutton(self._page, variable=self.followed,
                                text="Follow the original: a variant, saved as what differs from it")],
            "map": [
                ttk.Checkbutton(self._page, variable=self.bare,
                                text="Only its sheet: the grid and the numbers, nothing on it")],
        }

    def _picked(self) -> Bundled | None:
        row = self.tree.selection()[0]
        return None if row in (_BLANK, _OWN_MAP) else self._templates[int(row)]

    def _on_own_map(self) -> bool:
        return bool(self.tree.selection()[0] == _OWN_MAP)

    def _chosen(self) -> None:
        template, on_own = self._picked(), self._on_own_map()
        self.title_field.delete(0, "end")
        made = "New scenario" if on_own else "New map"
        self.title_field.insert(0, f"{template.title} (copy)" if template else made)
        for box in (b for boxes in self._boxes.values() for b in boxes):
            box.pack_forget()
        if template is None and not on_own:
            self._page.pack_forget()
            self.sheet.pack(fill="both", expand=True)
            return
        self.sheet.pack_forget()
        self._page.pack(fill="both", expand=True)
        if template is None:
            self.summary.configure(text=(
                "A scenario on a map that you drew: its file is asked for next, then turns and units. Save "
                "the scenario beside the map."))
            return
        self.summary.configure(text=template.summary or f"The {template.kind} {template.title}.")
        for box in self._boxes[template.kind]:
            box.pack(anchor="w", pady=theme.px(2))

    def accept(self) -> None:
        """Take what is chosen, or say what is missing."""
        title, template = self.title_field.get().strip(), self._picked()
        grid = None
        if not title:
            self.wrong.configure(text="It needs a title.")
            return
        if self._on_own_map():
            self.choice = Choice(None, title, own_map=True)
            self.finish("ok")
            return
        if template is None:
            self.sheet.show()
            try:
                grid = self.sheet.value()
            except ValueError:
                return  # the sheet says what is wrong
        ruleset = self._rulesets[self.sheet.ruleset.current()] if self._rulesets else None
        scenario = template is not None and template.kind == "scenario"
        self.choice = Choice(
            template, title, self.empty.get() and scenario, grid, ruleset,
            self.bare.get() and not scenario, self.followed.get() and scenario)
        self.finish("ok")
