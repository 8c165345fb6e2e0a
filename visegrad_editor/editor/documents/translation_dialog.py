"""The window of translations: the texts of the open design and their translations, in a table."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tkinter import ttk
from typing import Any

from ...model.design import Design
from ...model.files.atomic import SaveError, save
from ...model.files.sources import Sources
from ...model.files.translation_file import (
    TranslatedText,
    Translation,
    TranslationError,
    check_language,
    languages_of,
    merged_texts,
    read_translation,
    text_of_translation,
    texts_elsewhere,
    translated_texts,
    translation_path,
)
from ...model.history import History
from ...model.wording import count, listed, quoted
from ..platforms import held_keys
from ..widgets.dialogs import Dialog, ask, ask_text
from ..widgets.flow import Flow
from ..widgets.grid import Cell, Column, GridModel, GridTable, Mark
from ..widgets.keyboard import SHIFT
from ..widgets.tooltips import Tooltip
from ..window import theme
from ..window.theme import px

Rows = tuple[TranslatedText, ...]
SHOWN: Mapping[str, Callable[[TranslatedText], bool]] = {
    "All texts": lambda one: True,
    "Missing or outdated": lambda one: one.missing or one.outdated,
    "Missing": lambda one: one.missing,
    "Outdated": lambda one: one.outdated,
    "No longer in the document": lambda one: one.gone}
"""The choices of what the table lists."""
TEXT, TO, PLACE, STATE = range(4)
"""The columns of the table."""
_NEW_LINE = "¶"
"""Stands for a new line in a cell; with a backslash before it, for itself."""
_SIGNS = re.compile(r"(\\*)(\n|¶)")


class TranslationModel(GridModel):
    """The texts and their translations into one language, one in each row. A row that was changed stays in
    the table until another choice of what is listed is made."""

    def __init__(self) -> None:
        self.history: History[Rows] = History(())
        self.language = ""
        self._listed: list[int] = []
        self._columns: tuple[Column, ...] = (
            Column("Text", 290, "fixed", "The text as it is in the document."),
            Column("Translation", 290, "text",
                   f"What the text is in the other language; {_NEW_LINE} is a new line, "
                   f"\\{_NEW_LINE} the sign itself."),
            Column("Place", 160, "fixed", "Where it stands; a text of several places is listed once."),
            Column("State", 110, "fixed", "Missing, outdated (the text has changed since), or translated."))

    @property
    def texts(self) -> Rows:
        """All texts with their translations as they are now."""
        return self.history.current

    def take(self, language: str, history: History[Rows]) -> None:
        """Show another language."""
        self.language, self.history = language, history
        self._columns = tuple(replace(c, title=f"Translation ({language})") if i == TO else c
                              for i, c in enumerate(self._columns))

    def show_only(self, shown: str, words: str) -> None:
        """List the texts of one of `SHOWN` in which all the words occur."""
        keep, parts = SHOWN[shown], words.lower().split()
        self._listed = [i for i, one in enumerate(self.texts) if keep(one) and all(
            part in f"{one.text}\n{one.to}\n{one.elsewhere[0]}\n{one.where}".lower() for part in parts)]

    def at(self, row: int) -> TranslatedText:
        """The text of a row."""
        return self.texts[self._listed[row]]

    @property
    def columns(self) -> Sequence[Column]:
        return self._columns

    @property
    def rows(self) -> int:
        return len(self._listed)

    def text(self, cell: Cell) -> str:
        one = self.at(cell.row)
        return shown_on_a_line((one.text, one.to, one.where, state_of(one))[cell.column])

    def hint(self, cell: Cell) -> str:
        return shown_on_a_line(self.at(cell.row).elsewhere[0]) if cell.column == TO else ""

    def mark(self, row: int) -> Mark | None:
        one = self.at(row)
        if one.outdated:
            return Mark("warning", f"Translated when the text was {quoted(one.was)}.")
        return Mark("note", "Not translated yet.") if one.missing else None

    # -- editing ------------------------------------------------------------------------

    def enter(self, cell: Cell, text: str) -> str:
        return self.paste_cells([cell.row], [cell.column], [[text]])

    def paste(self, cell: Cell, block: Sequence[Sequence[str]]) -> str:
        rows = range(cell.row, cell.row + len(block))
        if rows.stop > self.rows:
            return (f"{count(len(block), 'row')} were copied, and from this cell on there "
                    f"{'is' if self.rows - cell.row == 1 else 'are'} {self.rows - cell.row}.")
        width = max((len(line) for line in block), default=0)
        return self.paste_cells(rows, range(cell.column, cell.column + width), block)

    def paste_cells(self, rows: Sequence[int], columns: Sequence[int], block: Sequence[Sequence[str]]) -> str:
        if list(columns) != [TO]:
            return "Only translations can be changed here: mark cells of that column."
        if not block or len(rows) % len(block):
            return f"{count(len(block), 'row')} do not fit into {count(len(rows), 'marked row')}."
        changed = {}
        for n, row in enumerate(rows):
            one, written = self.at(row), block[n % len(block)][0]
            to = one.to if written == shown_on_a_line(one.to) else read_from_a_line(written.strip())
            if to != one.to:
                # A translation that is written now is one of the text as it is now.
                changed[self._listed[row]] = replace(one, to=to, was="")
        first = f"{self.language}: {next(iter(changed.values())).to or 'none'}" if len(changed) == 1 else (
            f"{self.language}: {count(len(changed), 'translation')}")
        self._change(first, changed)
        return ""

    def confirm(self, rows: Sequence[int]) -> int:
        """Say of outdated translations that they are right for the text as it is now; how many there were."""
        outdated = {self._listed[row]: replace(self.at(row), was="") for row in rows if self.at(row).outdated}
        self._change(f"{self.language}: still right", outdated)
        return len(outdated)

    def _change(self, label: str, changed: Mapping[int, TranslatedText]) -> None:
        if changed:
            self.history.push(label, tuple(changed.get(i, one) for i, one in enumerate(self.texts)))


def shown_on_a_line(text: str) -> str:
    r"""A text on one line, as a cell shows it: `read_from_a_line` gives it back.

    >>> shown_on_a_line("One\ntwo, see ¶ 5")
    'One¶two, see \\¶ 5'
    """
    return _SIGNS.sub(lambda m: m[1] * 2 + ("\\" if m[2] == _NEW_LINE else "") + _NEW_LINE, text)


def read_from_a_line(line: str) -> str:
    r"""The text that is written so in a cell.

    >>> read_from_a_line("One¶two, see \\¶ 5")
    'One\ntwo, see ¶ 5'
    """
    return _SIGNS.sub(lambda m: m[0] if m[2] == "\n" else (
        m[1][: len(m[1]) // 2] + (_NEW_LINE if len(m[1]) % 2 else "\n")), line)


def state_of(one: TranslatedText) -> str:
    """The state of a translation in a word or two."""
    if one.gone:
        return "no longer used"
    if one.outdated:
        return "outdated"
    return "translated" if one.to else "missing" if one.missing else f"in {one.elsewhere[1]}"


def counted(texts: Rows) -> str:
    """How much is translated: `34 of 61 translated, 2 of them outdated`."""
    there = [one for one in texts if not one.gone]
    done, outdated = sum(not one.missing for one in there), sum(one.outdated for one in there)
    return f"{done} of {len(there)} translated" + (f", {outdated} of them outdated" if outdated else "")


class TranslationDialog(Dialog):
    """Edits the translations of the document that is open; `written` are the files that were saved."""

    def __init__(self, parent: tk.Misc, design: Design, sources: Sources, document: Path,
                 language: str) -> None:
        super().__init__(parent, "Translate")
        self._design, self._sources, self._document = design, sources, document
        self._histories: dict[str, History[Rows]] = {}
        self._read: dict[str, tuple[Translation | None, Rows]] = {}
        """For each language what its file was when it was read or written last, and the texts with that."""
        self.written: list[str] = []
        self.told = ""
        """How much is translated into the language that was saved last."""
        self.model = TranslationModel()
        self.language, self.shown, self._words = tk.StringVar(self), tk.StringVar(self), tk.StringVar(self)
        self._make_choices()
        scale = theme.scale()
        width, height = self.winfo_screenwidth() / scale, self.winfo_screenheight() / scale
        self.table = GridTable(
            self.body, self.model, self._say, None, max(4, min(14, int(height - 330) // 26)),
            min(900, int(width - 70)))
        self.table.grid(row=1, column=0, sticky="nsew", pady=(px(6), 0))
        self.below = tk.Text(self.body, height=2 if height < _LOW else 3, width=1, wrap="word",
                             state="disabled", takefocus=False, font="TkDefaultFont", borderwidth=0,
                             highlightthickness=0, background=theme.PANEL, foreground=theme.TEXT,
                             cursor="arrow")
        self.below.tag_configure("error", foreground=theme.ERROR)
        self.below.grid(row=2, column=0, sticky="ew", pady=(px(6), 0))
        self.counts = ttk.Label(self.foot, style="Panel.TLabel")
        self.counts.pack(side="left")
        self.body.rowconfigure(1, weight=1)
        self.body.columnconfigure(0, weight=1)
        self.button("Save", self._save_pressed)
        self.button("Close", self.cancel)
        self._bind_keys()
        self.table.went.connect(self._explain)
        self.choose(language)

    def _make_choices(self) -> None:
        bar = Flow(self.body, gap=px(4))
        bar.grid(row=0, column=0, sticky="ew")
        self._languages = ttk.Combobox(bar, textvariable=self.language, state="readonly", width=8)
        self._languages.bind("<<ComboboxSelected>>", lambda _e: self.choose(self.language.get()))
        Tooltip(self._languages, "The language of the translations")
        shown, filter = (ttk.Frame(bar, style="Panel.TFrame") for _ in range(2))
        for frame, text in ((shown, "Show"), (filter, "Filter")):
            ttk.Label(frame, text=text, style="Quiet.TLabel").pack(side="left", padx=(0, px(4)))
        kinds = ttk.Combobox(shown, textvariable=self.shown, state="readonly", width=22, values=list(SHOWN))
        kinds.pack(side="left")
        self.shown.set(next(iter(SHOWN)))
        kinds.bind("<<ComboboxSelected>>", lambda _e: self._list())
        Tooltip(kinds, "Which texts are listed")
        self.search = ttk.Entry(filter, textvariable=self._words, width=14)
        self.search.pack(side="left")
        self.search.bind("<KeyRelease>", lambda _e: self._list())
        Tooltip(self.search, "Only texts that have these words, in their place or translation too  (Ctrl+F)")
        self.buttons: dict[str, ttk.Button] = {}
        bar.add(ttk.Label(bar, text="Language", style="Quiet.TLabel"))
        bar.add(self._languages, px(4))
        self._add_button(bar, "Add a language…", self.add_language,
                         "Begin a translation into another language")
        bar.add(shown, px(8))
        bar.add(filter, px(8))
        self._add_button(bar, "Next to be done", self.go_to_next,
                         "Go to the next text that is missing or outdated  (Ctrl+N)")
        self._add_button(bar, "Still right", self.confirm, (
            "The translations of the marked rows are right for the text as it is now: no longer outdated  "
            "(Ctrl+Return)"))

    def _add_button(self, bar: Flow, text: str, command: Callable[[], None], tip: str) -> None:
        button = self.buttons[text] = ttk.Button(bar, text=text, style="Small.TButton", command=command)
        bar.add(button, px(4))
        Tooltip(button, tip)

    def _bind_keys(self) -> None:
        def bind(widget: tk.Misc, keys: Sequence[str], do: Callable[[], object]) -> None:
            for key in keys:
                widget.bind(key, lambda _e: do() or "break")

        canvas = self.table.canvas
        bind(canvas, ("<Control-Return>", "<Control-KP_Enter>"), self.confirm)
        bind(canvas, ("<Control-n>", "<Control-N>"), self.go_to_next)
        bind(canvas, ("<Control-y>", "<Control-Y>"), self.redo)
        for key in ("<Control-z>", "<Control-Z>"):
            canvas.bind(key, self._undo_key)
        self.bind("<Control-s>", lambda _e: self.save())
        self.bind("<Control-f>", lambda _e: self.search.focus_set())
        bind(self.search, ("<Return>", "<Down>"), canvas.focus_set)

    def _save_pressed(self) -> None:
        self.save()

    def _undo_key(self, event: Any) -> str:
        self.redo() if held_keys(event.state) & SHIFT else self.undo()
        return "break"

    # -- languages ----------------------------------------------------------------------

    def choose(self, language: str) -> None:
        """Show the translations into a language; those of another one are kept until they are saved."""
        self.table.commit()
        try:
            history = self._histories.get(language) or self._history(language)
        except TranslationError as error:
            self.language.set(self.model.language)
            self._say(str(error))
            self.bell()
            return
        self._histories[language] = history
        self.model.take(language, history)
        self.language.set(language)
        known = {*languages_of(self._sources), *self._histories}
        self._languages.configure(values=sorted(known))
        self._list()

    def _history(self, language: str) -> History[Rows]:
        """The texts with the translations of the file; it is not saved if the file has other texts."""
        path = translation_path(self._document, language)
        before = read_translation(path) if path.is_file() else None
        history: History[Rows] = History(self._rows(language, path, before))
        self._read[language] = before, history.current
        if before is None or before.reading is None or before.reading.text != text_of_translation(
                language, history.current, before):
            history.mark_unsaved()
        return history

    def _rows(self, language: str, path: Path, before: Translation | None) -> Rows:
        """The texts with the translations that a file has."""
        return translated_texts(
            self._design, self._sources, True, before, texts_elsewhere(self._sources, language, path))

    def add_language(self) -> None:
        """Ask for a language and show its translations, which are empty at first."""
        if language := ask_language(self):
            self.choose(language)
            self.table.canvas.focus_set()

    # -- the table ----------------------------------------------------------------------

    def _list(self) -> None:
        self.table.commit()
        self.model.show_only(self.shown.get(), self._words.get())
        self.table.go(Cell(0, TO))
        self._explain()

    def _explain(self) -> None:
        """Show the whole text of the row, and how much is translated."""
        self.counts.configure(text=f"{self.model.language}: {counted(self.model.texts)}.")
        if not self.model.rows:
            self._tell("No text is listed: choose others under Show, or empty the filter.")
            return
        one = self.model.at(min(self.table.cursor.row, self.model.rows - 1))
        parts = [one.text if len(one.text) <= _LONGEST else f"{one.text[:_LONGEST]}…"]
        if one.outdated:
            parts.append(f"Translated when it was: {one.was}")
        if one.elsewhere[0] and not one.to:
            parts.append(f"{one.elsewhere[1]} has it; what is written here goes first.")
        self._tell("\n".join(parts))

    def _tell(self, text: str, *tags: str) -> None:
        self.below.configure(state="normal")
        self.below.delete("1.0", "end")
        self.below.insert("1.0", text, tags)
        self.below.configure(state="disabled")

    def _say(self, complaint: str) -> None:
        if complaint:
            self._tell(complaint, "error")
        else:
            self._explain()

    def _changed(self, said: str) -> None:
        self.table.refresh()
        self._explain()
        if said:
            self._tell(said)

    def undo(self) -> None:
        """Take the last step back, in this language."""
        label = self.model.history.undo_label
        self.model.history.undo()
        self._changed(f"Undone: {label}." if label else "There is nothing to undo in this language.")

    def redo(self) -> None:
        """Do the step again that was taken back last."""
        label = self.model.history.redo_label
        self.model.history.redo()
        self._changed(f"Redone: {label}." if label else "There is nothing to redo in this language.")

    def confirm(self) -> None:
        """Say of the marked rows that their translations are still right."""
        if self.table.commit():
            done = self.model.confirm(sorted(self.table.chosen_rows()))
            self._changed(f"{count(done, 'translation')} confirmed." if done else (
                "None of the marked translations is outdated."))

    def go_to_next(self) -> None:
        """Go to the next row that is missing or outdated, after the last one from the beginning."""
        if not self.table.commit():
            return
        model, start = self.model, self.table.cursor.row + 1
        for n in range(model.rows):
            row = (start + n) % model.rows
            if model.at(row).missing or model.at(row).outdated:
                self.table.go(Cell(row, TO), focus=True)
                return
        self._tell("No text that is listed is missing or outdated.")

    # -- saving -------------------------------------------------------------------------

    @property
    def unsaved(self) -> list[str]:
        """The languages in which something was changed and not saved."""
        return [language for language, history in self._histories.items()
                if history.changed and (history.position > 0 or history.saved is not None)]

    def save(self) -> bool:
        """Write the file of each language that differs from what is on disk; False if one could not be. What
        another program has changed in it since it was read is taken over, unless it was changed here too:
        then the designer is asked."""
        if not self.table.commit():
            return False
        told: list[str] = []
        for language, history in self._histories.items():
            if history.changed:
                path = translation_path(self._document, language)
                try:
                    said = self._write(language, history, path)
                except TranslationError as error:
                    self._say(f"{error} It was not saved. Correct or rename the file and save again.")
                    return False
                except SaveError as error:
                    self._say(str(error))
                    return False
                if not said:
                    self._say(f"{path.name} was not saved.")
                    return False
                told.append(said)
                self.written.append(path.name)
                self.told = counted(history.current)
        self._changed(" ".join(told) or "Nothing has changed since the last save.")
        return True

    def _write(self, language: str, history: History[Rows], path: Path) -> str:
        """Write the file of a language; what was done, "" if the designer decided not to. Raises
        `TranslationError` if the file cannot be read any more, and `SaveError` if it cannot be written."""
        before, rows = self._read[language]
        now = read_translation(path) if path.is_file() else None
        texts, said = history.current, f"Written {path.name}."
        if now is None and before is not None:
            said = f"{path.name} had been removed, and was written again."
        elif now is not None and (before is None or _text_of(now) != _text_of(before)):
            there = self._rows(language, path, now)
            merged = merged_texts(rows, texts, there)
            texts = merged.texts
            if merged.conflicts:
                answer = self._ask_which(path, merged.conflicts)
                if not answer:
                    return ""
                if answer == "file":
                    theirs = {one.text: one for one in there}
                    texts = tuple(theirs.get(one.text, replace(one, to="", was=""))
                                  if one.text in merged.conflicts else one for one in texts)
            said = (f"Written {path.name}, which another program had changed: "
                    f"{count(len(merged.taken), 'translation')} of it taken over.")
        save(text_of_translation(language, texts, now or before), path)
        if texts != history.current:
            history.push(f"{language}: changed in {path.name}", texts)
        history.mark_saved()
        self._read[language] = read_translation(path), texts
        return said

    def _ask_which(self, path: Path, texts: Sequence[str]) -> str:
        """Ask whose translations of these texts are written: "mine", "file", or "" for none."""
        shown = listed([quoted(text) for text in texts[:_MOST_NAMED]])
        more = f" and {count(len(texts) - _MOST_NAMED, 'other')}" if len(texts) > _MOST_NAMED else ""
        return ask(self, "Changed on disk", (
            f"{path.name} was changed by another program or window since it was read, so it was not saved. "
            f"{count(len(texts), 'text')} {'is' if len(texts) == 1 else 'are'} translated otherwise there "
            f"than here: {shown}{more}.\n\nAll else that was changed there is kept, and the present file is "
            "kept beside it with ~ after its name."),
            [("mine", "Save mine"), ("file", "Keep those of the file"), ("", "Cancel")])

    def cancel(self) -> None:
        """Close; ask first if translations are not saved."""
        self.table.commit()
        if self.unsaved:
            answer = ask(self, "Unsaved translations", (
                f"The translations into {listed(self.unsaved)} are not saved."),
                [("save", "Save"), ("discard", "Discard"), ("", "Go on")])
            if not answer or (answer == "save" and not self.save()):
                return
        super().cancel()


_LOW = 500
"""A screen lower than this, in pixels at 100 %, has room for little text below the table."""
_MOST_NAMED = 3
"""How many texts a question names."""
_LONGEST = 600
"""How much of a text is shown below the table."""


def _text_of(translation: Translation) -> str:
    return translation.reading.text if translation.reading is not None else ""


def ask_language(parent: tk.Misc) -> str:
    """Ask for the code of a language; "" if it was cancelled."""
    def complain(text: str) -> str:
        try:
            check_language(text)
        except TranslationError as error:
            return str(error)
        return ""

    return ask_text(parent, "Language", "The language of the translation, as a code such as pl, ja or pt-BR. "
                    "It is written into a file beside the document.", "", complain)
