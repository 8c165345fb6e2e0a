"""The dialogs about lost work, files open in two windows, failed saves, and files changed on disk."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from pathlib import Path
from tkinter import ttk

from ...model.compare import Difference
from ...model.files.atomic import SaveError, SourceLostError
from ..settings import shortened
from ..widgets.dialogs import Dialog, ask
from ..widgets.scroll_bars import pack_scrolled
from ..window.theme import px
from .journal import place_known
from .leftovers import Leftover
from .ownership import OpenNote
from .watch import text_now

_KEPT = "Your work is not lost: it is still open here."


class LeftoversDialog(Dialog):
    """Lists unsaved work of windows that did not close properly. The result is "restore", with `chosen`, or
    ""."""

    def __init__(self, parent: tk.Misc, leftovers: Sequence[Leftover],
                 discard: Callable[[Leftover], bool]) -> None:
        super().__init__(parent, "Unsaved work")
        self._leftovers = {str(i): left for i, left in enumerate(leftovers)}
        self._discard = discard
        self.chosen: Leftover | None = None
        text = (
            "The program ended before this work was saved. Restore opens the selected row as it was, with "
            "its history. Keep for later leaves all rows here: File > Unsaved work… shows them again. "
            "Discard… deletes the selected row for good, after a question. None of them changes a file that "
            "you saved.")
        ttk.Label(self.body, text=text, style="Panel.TLabel", wraplength=px(640), justify="left").pack(
            anchor="w", pady=(0, px(10)))
        self.tree = ttk.Treeview(self.body, columns=("kept", "what", "file"), selectmode="browse",
                                 height=min(8, max(3, len(leftovers))))
        for column, title, width in (("#0", "Title", 230), ("kept", "Last change", 165),
                                     ("what", "Not saved", 130), ("file", "File", 330)):
            self.tree.heading(column, text=title, anchor="w")
            self.tree.column(column, width=px(width), stretch=column == "file", anchor="w")
        for id, left in self._leftovers.items():
            self.tree.insert("", "end", id, text=left.title, values=(
                left.when_words, left.work.summary if left.work else "damaged", _file_of(left)))
        self.tree.pack(fill="both", expand=True)
        self.about = ttk.Label(self.body, style="Quiet.TLabel", wraplength=px(640), justify="left")
        self.about.pack(anchor="w", pady=(px(6), 0))
        self.restore = self.button("Restore", self._restore, default=True)
        self.button("Keep for later", self.cancel)
        self.button("Discard…", self._discard_selected)
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._show())
        self.tree.bind("<Double-1>", lambda _e: self._restore())
        if leftovers:
            self.tree.selection_set("0")
            self.tree.focus("0")

    def run(self, focus: tk.Misc | None = None) -> str:
        """Show the dialog with the keyboard in the list, and wait for the result."""
        return super().run(focus or self.tree)

    @property
    def _selected(self) -> Leftover | None:
        chosen = self.tree.selection()
        return self._leftovers[chosen[0]] if chosen else None

    def _show(self) -> None:
        left = self._selected
        self.restore.state(["!disabled" if left is not None and left.work is not None else "disabled"])
        self.about.configure(text="" if left is None else left.complaint or _words_about(left))

    def _restore(self) -> None:
        left = self._selected
        if left is not None and left.work is not None:
            self.chosen = left
            self.finish("restore")

    def _discard_selected(self) -> None:
        left, chosen = self._selected, self.tree.selection()
        if left is None or not self._discard(left):
            return
        following = self.tree.next(chosen[0]) or self.tree.prev(chosen[0])
        self.tree.delete(chosen[0])
        if not following:
            self.cancel()
            return
        self.tree.selection_set(following)


def _words_about(left: Leftover) -> str:
    """What restoring the work does, and what Save writes then."""
    assert left.work is not None
    work, document = left.work, left.work.document
    last = work.steps[work.position].label
    if document.path is None:
        file = "It was never saved in a file; Save will ask for one."
    elif document.read_only:
        file = "It began with a sample of the program, which stays as it is; Save will ask for a file."
    else:
        file = f"Save will write {document.path}, which until then stays as it was saved last."
    return (f"Restore opens \"{left.title}\" as it was on {left.when_words} ({work.summary} not saved"
            + (f"; the last step was \"{last}\"" if last else "") + f"). {file}")


def _file_of(left: Leftover) -> str:
    if left.work is None:
        return _in_folder(left.path)
    document = left.work.document
    if document.read_only:
        return "a sample of the program"
    file = left.work.sources.of(document.kind)
    if document.path is None and file is not None and not place_known(file):
        return f"{file.path.name}, in an unknown folder"
    return _in_folder(document.path) if document.path is not None else "never saved"


def _in_folder(path: Path) -> str:
    return f"{path.name}  in {shortened(str(path.parent), 36)}"


def confirm_discard(parent: tk.Misc, left: Leftover) -> bool:
    """Ask whether to delete lost work for good."""
    what = f"{left.work.summary} not saved" if left.work is not None else "damaged"
    text = (f"Discard the work on \"{left.title}\" of {left.when_words} ({what}) for good? A file in which "
            "you saved it before stays as it is.")
    return bool(ask(parent, "Discard unsaved work", text, (("", "Keep"), ("yes", "Discard"))))


def ask_shared(parent: tk.Misc, name: str, note: OpenNote) -> str:
    """Ask what to do with a file that another window has open: "copy", "open" or "" for neither."""
    return ask(parent, "Open in another window",
               f"{name} is open in {note.who}. If both save it, one overwrites the changes of the other; you "
               "will be warned before that.\n\nA copy has the same content and is saved under another name.",
               (("copy", "Open a copy"), ("open", "Open it anyway"), ("", "Cancel")))


def ask_over_shared(parent: tk.Misc, name: str, note: OpenNote) -> bool:
    """Ask whether to save over a file that another window has open."""
    return bool(ask(parent, "Open in another window",
                    f"{name} is open in {note.who}. Saving replaces the file that is open there.",
                    (("", "Choose another name"), ("over", "Save over it"))))


def ask_not_saved(parent: tk.Misc, error: SaveError) -> str:
    """Show why a save failed, and ask what to do: "elsewhere", "again", or "" to continue without saving."""
    return ask(parent, "Not saved", f"{error}\n\n{_KEPT}",
               (("elsewhere", "Save elsewhere…"), ("again", "Try again"), ("", "Cancel")))


def ask_other_name(parent: tk.Misc, error: SourceLostError) -> bool:
    """Say that a save would overwrite a file that is needed, and ask whether to choose another name."""
    return bool(ask(parent, "Not saved", f"{error}\n\n{_KEPT}",
                    (("other", "Choose another name…"), ("", "Cancel"))))


def ask_gone(parent: tk.Misc, names: str) -> str:
    """Ask what to do when closing a design whose files have vanished: "save", "elsewhere", "discard" or
    ""."""
    return ask(parent, "No longer on disk",
               f"{names} can no longer be read: the file was moved, deleted or damaged, or its drive is "
               "gone. Your work is still open here, but will be lost if you close it without saving.",
               (("save", "Save"), ("elsewhere", "Save elsewhere…"), ("discard", "Discard"), ("", "Cancel")))


def ask_conflict(parent: tk.Misc, names: str) -> str:
    """Ask what to do when a file to be saved has changed on disk: "elsewhere", "compare", "over", "reload" or
    ""."""
    were = "were" if " and " in names else "was"
    return ask(parent, "Changed on disk",
               f"{names} {were} changed by another program or window since you opened it, so it was not "
               "saved.\n\n"
               "Save over it: your version replaces it, and the present file is kept beside it with ~ after "
               "its name. Load it: the present file is loaded, and Undo brings your version back.",
               (("elsewhere", "Save elsewhere…"), ("compare", "Compare…"), ("over", "Save over it"),
                ("reload", "Load it"), ("", "Cancel")))


def ask_replace(parent: tk.Misc, path: Path, known: str | None) -> str:
    """Ask whether to replace a file if its text is not the known one: "over", "elsewhere" or ""; "over"
    without asking if it is unchanged or gone."""
    now = text_now(path)
    if now is None or now == known:
        return "over"
    return ask(parent, "Changed on disk",
               f"{path.name} was changed by another program or window since you opened it, so it was not "
               "saved. If you save over it, the present file is kept beside it with ~ after its name.",
               (("elsewhere", "Save elsewhere…"), ("over", "Save over it"), ("", "Cancel")))


class CompareDialog(Dialog):
    """Lists the differences between the open design and the files. The result is "reload", "keep" or ""."""

    def __init__(self, parent: tk.Misc, names: str, differences: Sequence[Difference]) -> None:
        super().__init__(parent, "Differences")
        text = (f"Your open version, compared with {names} on disk." if differences else
                f"Your open version has the same content as {names} on disk; only the text differs.")
        ttk.Label(self.body, text=text, style="Panel.TLabel", wraplength=px(640), justify="left").pack(
            anchor="w", pady=(0, px(10)))
        if differences:
            self._list(differences)
        self.button("Load the file", lambda: self.finish("reload"))
        self.button("Keep mine", lambda: self.finish("keep"))
        self.button("Close", self.cancel, default=True)

    def _list(self, differences: Sequence[Difference]) -> None:
        frame = ttk.Frame(self.body, style="Panel.TFrame")
        frame.pack(fill="both", expand=True)
        tree = self.tree = ttk.Treeview(frame, columns=("text",), height=min(14, len(differences) + 3))
        tree.heading("#0", text="Document", anchor="w")
        tree.heading("text", text="Difference", anchor="w")
        tree.column("#0", width=px(170), stretch=False)
        tree.column("text", width=px(540))
        for kind in dict.fromkeys(d.kind for d in differences):
            tree.insert("", "end", kind, text=kind.capitalize(), open=True)
            for one in (d for d in differences if d.kind == kind):
                tree.insert(kind, "end", text=one.section, values=(one.text,))
        pack_scrolled(tree)
