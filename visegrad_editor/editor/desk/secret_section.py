"""The section *Secret files*: the file of each side, and when asked for the form of its records."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tkinter import ttk

from ...desk.card import Card
from ...desk.words import name_words
from ...model.files.atomic import SaveError
from ...model.files.plain_data import DataPath
from ...model.files.references import FileReferenceError, MissingFileError, file_below
from ..safety.dialogs import ask_replace
from ..signals import Signal
from ..widgets.dialogs import ask, message
from ..widgets.record_form import RecordForm
from ..widgets.scroll_bars import ScrollableFrame
from ..widgets.wrapped_label import WrappedLabel
from ..window.theme import px
from .card_document import CardDocument
from .card_forms import CardForms
from .found_problems import FoundProblem
from .problem_list import ProblemList
from .secret_document import ChangedSecretError, SecretDocument, UnreadableSecretError, open_secret
from .secret_forms import SecretForm, SecretForms
from .sections import Section

_ABOUT = (
    "For each side the file with what only it may know, such as hidden units. Nothing of it is printed with "
    "the card, and nothing of it is shown here before you ask for it.")


class SecretSection(Section):
    """The files with what only one side may know. What was opened stays until another card is, so that
    nothing unsaved is lost; only the records of the side in `shown` are on the screen."""

    title = "Secret files"
    about = ("secret",)

    def __init__(self, parent: tk.Misc, document: CardDocument, forms: CardForms) -> None:
        super().__init__(parent, document, forms)
        self.columnconfigure(0, weight=1)
        self.rowconfigure(3, weight=1)
        self.documents: dict[str, SecretDocument] = {}
        """The records that were opened, by side."""
        self.shown = ""
        self.edited = Signal()
        """Records were changed or saved."""
        WrappedLabel(self, _ABOUT).grid(row=0, column=0, sticky="ew", pady=(0, px(6)))
        self.form = RecordForm(self, Card, forms, lambda card, label: document.edit(label, card),
                               only=("secret",))
        self.form.grid(row=1, column=0, sticky="ew")
        rows = ttk.Frame(self, style="Panel.TFrame")
        rows.grid(row=2, column=0, sticky="ew", pady=(px(6), 0))
        rows.columnconfigure(1, weight=1)
        self.buttons: list[ttk.Button] = []
        self._labels: list[ttk.Label] = []
        for row in range(len(document.card.sides)):
            button = ttk.Button(rows, style="Small.TButton", command=lambda n=row: self._pressed(n))  # type: ignore[misc]
            button.grid(row=row, column=0, sticky="ew", pady=px(1))
            label = ttk.Label(rows, style="Quiet.TLabel")
            label.grid(row=row, column=1, sticky="w", padx=(px(8), 0))
            self.buttons.append(button)
            self._labels.append(label)
        self.records = _Records(self, self.save)
        self.records.grid(row=3, column=0, sticky="nsew", pady=(px(8), 0))
        self.records.grid_remove()
        document.renewed.connect(self._renewed, owner=self)

    # -- what is open ---------------------------------------------------------------------

    def _renewed(self) -> None:
        """Forget the records of another card; those of a card that was saved elsewhere stay open."""
        if self.document.opened_anew:
            self.documents.clear()
            self.hide()

    def _pressed(self, row: int) -> None:
        side = self.document.card.sides[row].id
        if side == self.shown:
            self.hide()
        else:
            self.open(side)

    def open(self, side: str) -> bool:
        """Show the records of a side, or begin them; False, after a message, if that is not possible."""
        self.commit()
        if side not in self.documents:
            try:
                found = open_secret(self.document.card, side, self.document.folder)
            except UnreadableSecretError as error:
                message(self, "Secret file", str(error))
                return False
            if found is None:
                found = SecretDocument(side)
                self._name_file(side)
            self.documents[side] = found
            found.changed.connect(self._follow, owner=self)
        self.shown = side
        self.records.open(self.document, self.documents[side], self.forms)
        self.records.grid()
        self._show_rows(self.document.card)
        return True

    def _name_file(self, side: str) -> None:
        """Let the card name a file for a side, if it names none."""
        card = self.document.card
        if side not in dict(card.secret):
            path = self.document.path
            stem = card.name if path is None or self.document.is_sample else path.stem
            self.document.edit("Secret file", replace(
                card, secret=(*card.secret, (side, f"{stem}.{side}.yaml"))))

    def take_over(self, documents: dict[str, SecretDocument]) -> None:
        """Go on with records that were opened in an earlier section; none of them is shown."""
        self.documents = documents
        for one in documents.values():
            one.changed.connect(self._follow, owner=self)

    def hide(self) -> None:
        """Show no records any more; unsaved ones are kept."""
        self.commit()
        self.shown = ""
        self.records.close()
        self.records.grid_remove()
        self._show_rows(self.document.card)

    def _follow(self) -> None:
        if self.shown in self.documents:
            self.records.follow(self.document.card)
        self._show_rows(self.document.card)
        self.edited.emit()

    @property
    def shown_document(self) -> SecretDocument | None:
        """The records on the screen."""
        return self.documents.get(self.shown)

    @property
    def unsaved(self) -> tuple[str, ...]:
        """The sides with records that are in no file yet."""
        return tuple(side for side, one in self.documents.items() if one.unsaved)

    # -- files ----------------------------------------------------------------------------

    def path_of(self, side: str) -> Path | None:
        """Where the card says that the records of a side are; None, after a message, if it has no place for
        them."""
        folder, name = self.document.folder, dict(self.document.card.secret).get(side)
        if folder is None or self.document.is_sample or name is None:
            message(self, "Secret file", (
                f"The card names no file for the {name_words(side)} side; name one above."
                if name is None else "Save the card first: its secret files lie beside it."))
            return None
        try:
            return file_below(name, folder, "secret file", (".yaml", ".yml"))
        except MissingFileError:
            return folder / name
        except FileReferenceError as error:
            message(self, "Secret file", str(error))
            return None

    def save(self, side: str = "") -> bool:
        """Save the records of a side, by default those shown; False if they are not in a file now."""
        self.commit()
        side = side or self.shown
        path = self.path_of(side)
        return path is not None and self._write(side, path, False)

    def _write(self, side: str, path: Path, over: bool) -> bool:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.documents[side].save(path, over)
        except ChangedSecretError:
            choice = ask_replace(self, path, None)
            if choice == "elsewhere":
                message(self, "Secret file", "Name another file for the side above, then save.")
            return choice == "over" and self._write(side, path, True)
        except (SaveError, OSError) as error:
            message(self, "Secret file", str(error))
            return False
        self.document.look_again()
        return True

    def save_all(self) -> bool:
        """Save all records with changes; False if some are not in a file now."""
        saved = [self.save(side) for side in self.unsaved]
        return all(saved)

    def may_leave(self) -> bool:
        """Whether the records may be given up: they are saved, or the user says so."""
        self.commit()
        for side in self.unsaved:
            choice = ask(self, "Unsaved changes",
                         f"The secret records of the {name_words(side)} side have unsaved changes.",
                         (("save", "Save"), ("discard", "Don't save"), ("", "Cancel")))
            if choice != "discard" and not (choice == "save" and self.save(side)):
                return False
        return True

    # -- the section ------------------------------------------------------------------------

    def show(self, card: Card) -> None:
        """Show a card."""
        self.form.show(card)
        if self.shown and self.shown not in card.side_by_id:
            self.hide()
        if self.shown:
            self.records.follow(card)
        self._show_rows(card)

    def _show_rows(self, card: Card) -> None:
        named = dict(card.secret)
        for side, button, label in zip(card.sides, self.buttons, self._labels, strict=True):
            one = self.documents.get(side.id)
            is_there = one is not None or self._has_file(side.id, named)
            do = "Hide" if side.id == self.shown else "Show" if is_there else "Make"
            button.configure(text=f"{do} the secrets of the {name_words(side.id)} side")
            file = named.get(side.id, "no file yet")
            told = " • not saved" if one is not None and one.unsaved else "" if is_there or (
                side.id not in named) else " (not there)"
            label.configure(text=f"{file}{told}")

    def _has_file(self, side: str, named: dict[str, str]) -> bool:
        folder = self.document.folder
        if folder is None or side not in named:
            return False
        try:
            file_below(named[side], folder, "secret file", (".yaml", ".yml"))
        except MissingFileError:
            return False
        except FileReferenceError:
            pass
        return True

    def commit(self) -> None:
        """Hand over what is being typed."""
        self.form.commit()
        self.records.commit()

    def enter(self, path: DataPath) -> bool:
        """Give the keyboard to a field."""
        return self.form.enter(path)


class _Records(ttk.Frame):
    """The form of the records of a side, with their fingerprint and problems."""

    def __init__(self, parent: tk.Misc, save: Callable[[], object]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self.columnconfigure(0, weight=1)
        self.rowconfigure(3, weight=1)
        ttk.Separator(self).grid(row=0, column=0, sticky="ew", pady=(0, px(4)))
        bar = ttk.Frame(self, style="Panel.TFrame")
        bar.grid(row=1, column=0, sticky="ew")
        bar.columnconfigure(0, weight=1)
        self.head = ttk.Label(bar, style="Section.TLabel")
        self.head.grid(row=0, column=0, sticky="w")
        self.save_button = ttk.Button(bar, text="Save secret file", style="Small.TButton", command=save)
        self.save_button.grid(row=0, column=1)
        # A field, so that the mark can be copied and sent to the other side.
        self.mark = ttk.Entry(self, state="readonly")
        self.mark.grid(row=2, column=0, sticky="ew", pady=px(3))
        self._scroll = ScrollableFrame(self, width=px(360))
        self._scroll.grid(row=3, column=0, sticky="nsew")
        self._scroll.inside.columnconfigure(0, weight=1)
        self.problems = ProblemList(self, self._go, lambda _one: None, lambda _text: None, height=3)
        self.problems.grid(row=4, column=0, sticky="ew", pady=(px(4), 0))
        self.form: RecordForm | None = None
        self._document: SecretDocument | None = None

    def open(self, card: CardDocument, document: SecretDocument, forms: CardForms) -> None:
        """Show records, in a form made for their side."""
        self.close()
        self._document = document
        owner = SecretForms(lambda: card.card, forms.choose_hexes, document.side, lambda: document.records)
        self.form = RecordForm(self._scroll.inside, SecretForm, owner, self._give)
        self.form.grid(row=0, column=0, sticky="ew")
        self.follow(card.card)

    def close(self) -> None:
        """Show none."""
        if self.form is not None:
            self.form.destroy()
        self.form = self._document = None
        self.problems.show(())

    def _give(self, form: SecretForm, label: str) -> str:
        assert self._document is not None
        try:
            records = form.records(self._document.side)
        except ValueError as error:
            return str(error)
        return self._document.edit(label, records)

    def follow(self, card: Card) -> None:
        """Show the records as they are now."""
        document = self._document
        if document is None or self.form is None or document.side not in card.side_by_id:
            return
        self.form.show(SecretForm.of(document.records))
        self.head.configure(text=f"Secrets of the {name_words(document.side)} side"
                                 f"{' •' if document.unsaved else ''}")
        self.mark.configure(state="normal")
        self.mark.delete(0, "end")
        self.mark.insert(0, f"Fingerprint {document.fingerprint}")
        self.mark.configure(state="readonly")
        self.problems.show(document.problems(card))

    def _go(self, one: FoundProblem) -> None:
        """Give the keyboard to the field that a problem is about."""
        if self.form is None or self._document is None:
            return
        path = _in_form(one.path, self._document)
        while path and not self.form.enter(path):
            path = path[:-1]

    def commit(self) -> None:
        """Hand over what is being typed."""
        if self.form is not None:
            self.form.commit()


def _in_form(path: DataPath, document: SecretDocument) -> DataPath:
    """The path of the form for one of the file: entries by name are a list there."""
    own = document.records
    named = {"cloaks": own.cloaks, "hidden": own.hidden, "boat_loads": own.boat_loads}
    if path[:1] == ("side",):
        return ("word",)
    if path and path[0] in named and len(path) > 1:
        names = [name for name, _ in named[str(path[0])]]
        if path[1] in names:
            return (path[0], names.index(str(path[1])), "units") if len(path) > 2 else (
                path[0], names.index(str(path[1])))
    return path
