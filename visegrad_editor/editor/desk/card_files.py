"""The files of the window for cards: new, open, save, export, and questions about unsaved changes."""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import filedialog

from ...desk.card_file import CardError
from ...desk.card_names import card_path
from ...desk.secret_file import copy_secret_files, load_secret_of
from ...desk.secret_records import SecretRecords
from ...exchange.card_export import NAME as CARD_SHEET
from ...exchange.card_export import SHEETS, export_card
from ...exchange.errors import ExportError
from ...model.files.atomic import SaveError
from ...model.files.resources import is_bundled
from ...model.wording import fully_listed
from ...printing.card_sheet import UnprintableCardError
from ...printing.paper import Paper
from ..safety.dialogs import ask_replace
from ..safety.watch import PATIENCE_S, text_now
from ..settings import Settings, answers
from ..widgets.dialogs import ask, message
from .card_document import CardDocument, ChangedCardError, UnreadableCardError, read_card

FILE_TYPES = (("Cards", "*.yaml *.yml"), ("All files", "*"))
_PDF = (("PDF", "*.pdf"),)


class CardFiles:
    """The commands for files of a card. `commit` hands over what is being typed, `say` shows a message, and
    `may_leave_others` is whether what else belongs to the card may be given up, after asking."""

    def __init__(self, parent: tk.Misc, document: CardDocument, settings: Settings,
                 commit: Callable[[], None], say: Callable[[str], None],
                 may_leave_others: Callable[[], bool]) -> None:
        self._parent, self._document, self._settings = parent, document, settings
        self._commit, self._say, self._may_leave_others = commit, say, may_leave_others

    def _folder(self) -> str:
        path = self._document.path
        own = [path.parent] if path is not None and not self._document.is_sample else []
        recent = (Path(p).parent for p in self._settings.recent if not is_bundled(Path(p)))
        return str(next((f for f in (*own, *recent, Path.cwd()) if os.path.isdir(f)), Path.home()))

    # -- opening ------------------------------------------------------------------------

    def may_leave(self) -> bool:
        """Whether the card may be closed; asks if there are unsaved changes."""
        self._commit()
        if not self._document.unsaved:
            return self._may_leave_others()
        choice = ask(self._parent, "Unsaved changes", f'"{self._document.card.title}" has unsaved changes.',
                     (("save", "Save"), ("discard", "Don't save"), ("", "Cancel")))
        return (choice == "discard" or (choice == "save" and self.save())) and self._may_leave_others()

    def new(self) -> None:
        """Begin a new card."""
        if self.may_leave():
            self._document.open(None)
            self._say("A new card.")

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        if not self.may_leave():
            return
        chosen = filedialog.askopenfilename(parent=self._parent, title="Open a card", filetypes=FILE_TYPES,
                                            initialdir=self._folder())
        if chosen:
            self.open(chosen)

    def open_asking(self, name: str) -> None:
        """Open a card after asking about unsaved changes."""
        if self.may_leave():
            self.open(name)

    def open(self, name: str) -> bool:
        """Open a card by its path or its bundled name; False, after a message, if that is not possible."""
        if Path(name).exists() and card_path(name) is None:
            message(self._parent, "Open", f"{Path(name).name} is no card: a card begins with \"kind: card\". "
                    "File > Open of the main window opens maps, scenarios and games.")
            return False
        try:
            loaded = read_card(name)
        except UnreadableCardError as error:
            message(self._parent, "Open", str(error))
            return False
        self._document.open(loaded)
        self.remember()
        return True

    def remember(self) -> None:
        """Put the open file among the recent ones."""
        if self._document.path is not None and not self._document.is_sample:
            self._settings.remember(self._document.path)

    # -- saving -------------------------------------------------------------------------

    def save(self) -> bool:
        """Save; asks for a name if there is none, or if the card is a sample."""
        self._commit()
        path = self._document.path
        return self.save_as() if path is None or self._document.is_sample else self._write(path)

    def save_as(self) -> bool:
        """Ask for a name and save; the window goes on with the new file."""
        self._commit()
        chosen = filedialog.asksaveasfilename(
            parent=self._parent, title="Save the card as", initialdir=self._folder(),
            initialfile=self._document.suggested_name(), defaultextension=".yaml", filetypes=FILE_TYPES)
        return bool(chosen) and self._write(Path(chosen))

    def _write(self, path: Path, over: bool = False) -> bool:
        before = self._document.folder
        try:
            copied = copy_secret_files(self._document.card, before, path.absolute().parent)
            self._document.save(path, over)
        except ChangedCardError:
            choice = ask_replace(self._parent, path, None)
            return (choice == "over" and self._write(path, True)) or (
                choice == "elsewhere" and self.save_as())
        except (SaveError, CardError) as error:
            message(self._parent, "Save", str(error))
            return False
        self.remember()
        with_it = f", and the secret files {fully_listed(copied)} beside it" if copied else ""
        self._say(f"Saved {path}{with_it}.")
        return True

    def export(self, what: str, paper: Paper, side: str = "", records: SecretRecords | None = None) -> bool:
        """Ask for a name and write a sheet, one of `SHEETS`, as a PDF file. `side` is whose secret sheets are
        written, filled in from `records`, or else from the file that the card names."""
        self._commit()
        keep = [self._document.path] if self._document.path is not None else []
        told: list[str] = []
        if side:
            folder = self._document.folder
            loaded = load_secret_of(self._document.card, side, folder) if folder is not None else None
            if loaded is not None:
                keep.append(loaded.path)
            if records is None and loaded is not None:
                if loaded.records is None:
                    listing = "\n".join(str(p) for p in loaded.problems[:12])
                    message(self._parent, "Export", f"The secret records cannot be read:\n\n{listing}")
                    return False
                records = loaded.records
            if records is None:
                told.append("They are blank: the side has no secret file.")
        stem = Path(self._document.suggested_name()).stem
        name = stem if what == CARD_SHEET else "-".join(filter(None, (stem, what, side)))
        chosen = filedialog.asksaveasfilename(
            parent=self._parent, title=f"Export the {SHEETS[what]}", initialdir=self._folder(),
            initialfile=f"{name}.pdf", defaultextension=".pdf", filetypes=_PDF)
        if not chosen:
            return False
        lost: list[str] = []
        try:
            export_card(
                self._document.card, Path(chosen), what=what, paper=paper, keep=keep, warn=lost.append,
                checked=self._document.found.checked, side=side or None, records=records)
        except (ExportError, UnprintableCardError) as error:
            message(self._parent, "Export", str(error))
            return False
        self._say(" ".join((f"Wrote {chosen}.", *told, *lost)))
        return True

    # -- changes on disk ------------------------------------------------------------------

    def text_on_disk(self) -> str | None:
        """The text of the open file as it is now; None if there is none, or the drive does not answer."""
        path = self._document.path
        if path is None or self._document.is_sample:
            return None
        found: dict[str, str | None] = {}

        def read(name: str) -> bool:
            found[name] = text_now(Path(name))
            return True

        answers([str(path)], read, PATIENCE_S)
        return found.get(str(path))

    def load_again(self) -> None:
        """Go on with what the file says now; undo brings back what was here."""
        assert self._document.path is not None
        try:
            loaded = read_card(str(self._document.path))
        except UnreadableCardError as error:
            message(self._parent, "Load", f"{error}\n\nYour version stays open.")
            return
        self._document.take_from_disk(loaded)
        self._say(f"{self._document.path.name} was loaded again; undo brings back what was here.")
