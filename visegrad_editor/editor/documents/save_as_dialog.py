"""The dialog for what is saved under another name: a copy or a variant, and titles of new files."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tkinter import ttk

from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.edit.blank import DEFAULT_RULESET
from ...model.files.sources import Kind, SourceFile
from ...model.files.store import main_kind
from ...model.wording import quoted
from ..widgets.dialogs import Dialog
from ..window.theme import px
from .planning.draft import EmptyMap


@dataclass(frozen=True)
class SaveChoice:
    """Whether only what differs is written, and titles of documents by kind."""

    as_variant: bool
    titles: Mapping[Kind, str]


def ask_how_to_save(
    parent: tk.Misc, design: Design, path: Path, base: SourceFile | None, beside: Mapping[Kind, Path]
) -> SaveChoice | None:
    """Ask how a design is to be saved at `path`; None if it was cancelled. It may be a variant of `base`,
    which is None if it cannot; `beside` are the new files of its map and ruleset."""
    dialog = SaveAsDialog(parent, design, path, base, beside)
    return dialog.choice if dialog.run(dialog.first_field) else None


def with_titles(design: Design, titles: Mapping[Kind, str]) -> Design:
    """The design with other titles."""
    for kind, title in titles.items():
        document = getattr(design, kind)
        if document is not None and document.title != title:
            design = replace(design, **{kind: replace(document, title=title)})
    return design


class SaveAsDialog(Dialog):
    """A copy or a variant, and the titles of what is new."""

    def __init__(self, parent: tk.Misc, design: Design, path: Path, base: SourceFile | None,
                 beside: Mapping[Kind, Path]) -> None:
        super().__init__(parent, f"Save {path.name}")
        self.choice: SaveChoice | None = None
        kind = main_kind(design)
        self._main: Kind = kind
        self.fields: dict[Kind, ttk.Entry] = {}
        self.as_variant = tk.BooleanVar(self, False)
        self.radios: list[ttk.Radiobutton] = []
        if base is not None:
            self._add_choice(design, kind, base)
        own = getattr(design, kind).title
        self._copied = own
        row = 3
        if base is not None:
            row = self._add_title(row, kind, f"Title of the {kind}", own, path.name)
        for other, target in beside.items():
            proposed = _proposed_title(design, other, own)
            row = self._add_title(row, other, f"Title of the {other}", proposed, target.name)
        if beside:
            self._quiet(row, "A changed ruleset or map of the program gets a file of its own beside "
                        f"{path.name}; so does a new map.")
        self.may_refuse()
        self.body.columnconfigure(1, weight=1)
        self.button("Save", self.accept, default=True)
        self.button("Cancel", self.cancel)
        self.first_field: tk.Misc = self.radios[0] if self.radios else next(iter(self.fields.values()))

    def _add_choice(self, design: Design, kind: Kind, base: SourceFile) -> None:
        document = getattr(design, kind)
        copy = f"A copy: what differs from {quoted(document.extends)}, as in {base.path.name}" if (
            document.extends) else f"A copy: all of the {kind}, which then stands alone"
        variant = (f"A variant of {quoted(base.document.title)}: only what differs; it follows later changes "
                   f"of {base.path.name}")
        for row, (text, value) in enumerate(((copy, False), (variant, True))):
            frame = ttk.Frame(self.body, style="Panel.TFrame")
            frame.grid(row=row, column=0, columnspan=2, sticky="w", pady=px(2))
            radio = ttk.Radiobutton(frame, value=value, variable=self.as_variant, command=self._switched)
            radio.pack(side="left", anchor="n")
            label = ttk.Label(frame, text=text, style="Panel.TLabel", wraplength=px(440), justify="left")
            label.pack(side="left")
            label.bind("<Button-1>", lambda _e, r=radio: r.invoke())  # type: ignore[misc]
            self.radios.append(radio)

    def _add_title(self, row: int, kind: Kind, label: str, value: str, file: str) -> int:
        ttk.Label(self.body, text=label, style="Quiet.TLabel").grid(
            row=row, column=0, sticky="w", padx=(0, px(8)), pady=(px(8), 0))
        field = ttk.Entry(self.body, width=44)
        field.insert(0, value)
        field.grid(row=row, column=1, sticky="ew", pady=(px(8), 0))
        self._quiet(row + 1, file, 1)
        self.fields[kind] = field
        return row + 2

    def _quiet(self, row: int, text: str, column: int = 0) -> None:
        ttk.Label(self.body, text=text, style="Quiet.TLabel", wraplength=px(460), justify="left").grid(
            row=row, column=column, columnspan=2 - column, sticky="w", pady=(px(2), 0))

    def _switched(self) -> None:
        """Propose another title for a variant, as long as none was typed."""
        field = self.fields[self._main]
        proposed = (self._copied, f"{self._copied} (variant)")
        if field.get() in proposed:
            field.delete(0, "end")
            field.insert(0, proposed[self.as_variant.get()])

    def accept(self) -> None:
        """Take the choice, or say what is missing."""
        titles = {kind: field.get().strip() for kind, field in self.fields.items()}
        if missing := next((kind for kind, title in titles.items() if not title), None):
            self.refuse(f"Enter a title of the {missing}.", self.fields[missing])
            return
        self.choice = SaveChoice(self.as_variant.get(), titles)
        self.finish("ok")


def _proposed_title(design: Design, kind: Kind, own: str) -> str:
    """A title for a map or a ruleset that gets a file of its own."""
    title: str = getattr(design, kind).title
    plain = (kind == "ruleset" and design.ruleset.name == DEFAULT_RULESET) or (
        kind == "map" and title == EmptyMap().title)
    return own if plain else title if own in title else f"{title} ({own})"
