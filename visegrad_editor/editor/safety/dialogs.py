"""The dialogs of safety: work found again, a file open twice, a save that failed, what differs."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from pathlib import Path
from tkinter import ttk

from ...model.compare import Difference
from ...model.files.atomic import SaveError
from ..settings import shortened
from ..widgets.dialogs import Dialog, ask
from ..widgets.scrolled import pack_scrolled
from ..window.theme import px
from .journal import place_known
from .leftovers import Leftover
from .ownership import OpenNote
from .watch import text_now

_KEPT = "Nothing of your work is lost: it is still open here."


class LeftoversDialog(Dialog):
    """Lists work that windows which are gone did not save. The result is "restore" with `chosen`."""

    def __init__(self, parent: tk.Misc, found: Sequence[Leftover],
                 discard: Callable[[Leftover], bool]) -> None:
        super().__init__(parent, "Unsaved work")
        self._found = {str(i): left for i, left in enumerate(found)}
        self._discard = discard
        self.chosen: Leftover | None = None
        text = ("The program did not end as it should, and this work was not saved. Restore it to go on "
                "where it ended; the files on the disk stay as they are until you save.")
        ttk.Label(self.body, text=text, style="Panel.TLabel", wraplength=px(640), justify="left").pack(
            anchor="w", pady=(0, px(10)))
        self.tree = ttk.Treeview(self.body, columns=("kept", "what", "file"), selectmode="browse",
                                 height=min(8, max(3, len(found))))
        for column, title, width in (("#0", "Title", 230), ("kept", "Kept at", 165),
                                     ("what", "Not saved", 130), ("file", "File", 330)):
            self.tree.heading(column, text=title, anchor="w")
            self.tree.column(column, width=px(width), stretch=column == "file", anchor="w")
        for id, left in self._found.items():
            self.tree.insert("", "end", id, text=left.title, values=(
                f"{left.when:%d %B, %H:%M}", left.work.told if left.work else "damaged", _file_of(left)))
        self.tree.pack(fill="both", expand=True)
        self.told = ttk.Label(self.body, style="Quiet.TLabel", wraplength=px(640), justify="left")
        self.told.pack(anchor="w", pady=(px(6), 0))
        self.restore = self.button("Restore", self._restore, default=True)
        self.button("Keep for later", self.cancel)
        self.button("Discard…", self._throw_away)
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._show())
        self.tree.bind("<Double-1>", lambda _e: self._restore())
        if found:
            self.tree.selection_set("0")
            self.tree.focus("0")

    def run(self, focus: tk.Misc | None = None) -> str:
        """Show the dialog and wait; the arrow keys choose, Return restores."""
        return super().run(focus or self.tree)

    @property
    def _selected(self) -> Leftover | None:
        chosen = self.tree.selection()
        return self._found[chosen[0]] if chosen else None

    def _show(self) -> None:
        left = self._selected
        self.restore.state(["!disabled" if left is not None and left.work is not None else "disabled"])
        last = left.work.steps[left.work.position].label if left is not None and left.work else ""
        self.told.configure(text=left.complaint if left is not None and left.complaint else
                            f"The last step was: {last}" if last else "")

    def _restore(self) -> None:
        left = self._selected
        if left is not None and left.work is not None:
            self.chosen = left
            self.finish("restore")

    def _throw_away(self) -> None:
        left, chosen = self._selected, self.tree.selection()
        if left is None or not self._discard(left):
            return
        following = self.tree.next(chosen[0]) or self.tree.prev(chosen[0])
        self.tree.delete(chosen[0])
        if not following:
            self.cancel()
            return
        self.tree.selection_set(following)


def _file_of(left: Leftover) -> str:
    if left.work is None:
        return _in_folder(left.path)
    document = left.work.document
    if document.read_only:
        return "a sample of the program"
    file = left.work.sources.of(document.kind)
    if document.path is None and file is not None and not place_known(file):
        return f"{file.path.name}, in a folder that is not known"
    return _in_folder(document.path) if document.path is not None else "never saved"


def _in_folder(path: Path) -> str:
    return f"{path.name}  in {shortened(str(path.parent), 36)}"


def surely_discard(parent: tk.Misc, left: Leftover) -> bool:
    """Ask whether work that was found again shall really go."""
    what = left.work.told if left.work is not None else "damaged"
    return bool(ask(parent, "Discard unsaved work", f"Throw “{left.title}” ({what}) away for good?",
                    (("", "Keep it"), ("yes", "Throw it away"))))


def ask_shared(parent: tk.Misc, name: str, note: OpenNote) -> str:
    """What to do with a file another window has open: "copy", "open" or "" for neither."""
    return ask(parent, "Open in another window",
               f"{name} is open in {note.who}. If both save it, one would undo what the other did; you would "
               "be warned before that.\n\nA copy shows the same, and is saved under a name of its own.",
               (("copy", "Open a copy"), ("open", "Open it anyway"), ("", "Cancel")))


def ask_over_shared(parent: tk.Misc, name: str, note: OpenNote) -> bool:
    """Whether to save over a file that another window has open."""
    return bool(ask(parent, "Open in another window",
                    f"{name} is open in {note.who}. Saving replaces the file under it.",
                    (("", "Choose another name"), ("over", "Save over it"))))


def ask_not_saved(parent: tk.Misc, error: SaveError) -> str:
    """Tell why a save failed: "elsewhere", "again", or "" to go on without saving."""
    return ask(parent, "Not saved", f"{error}\n\n{_KEPT}",
               (("elsewhere", "Save elsewhere…"), ("again", "Try again"), ("", "Cancel")))


def ask_gone(parent: tk.Misc, names: str) -> str:
    """What to do where a design is closed whose files have vanished: "save", "elsewhere", "discard" or ""."""
    return ask(parent, "No longer on the disk",
               f"{names} can no longer be read: moved, removed or no longer a text, or the drive is gone. "
               "Your work is still open here, and is lost if you close it without saving.",
               (("save", "Save"), ("elsewhere", "Save elsewhere…"), ("discard", "Discard"), ("", "Cancel")))


def ask_conflict(parent: tk.Misc, names: str) -> str:
    """What to do where the file is another one than was opened: "elsewhere", "compare", "over",
    "reload" or ""."""
    were = "were" if " and " in names else "was"
    return ask(parent, "Changed on disk",
               f"{names} {were} changed by another program or window since you opened it, so it was not "
               "saved.\n\n"
               "Save over it: yours replaces it, and what it says now is kept beside it as a file whose name "
               "ends in ~. Load it: what it says now is shown, and Undo brings yours back.",
               (("elsewhere", "Save elsewhere…"), ("compare", "Compare…"), ("over", "Save over it"),
                ("reload", "Load it"), ("", "Cancel")))


def ask_replace(parent: tk.Misc, path: Path, known: str | None) -> str:
    """"over" where a file still says what is known of it or is gone; else what the designer chooses."""
    now = text_now(path)
    if now is None or now == known:
        return "over"
    return ask(parent, "Changed on disk",
               f"{path.name} was changed by another program or window since you opened it, so it was not "
               "saved. "
               "What it says now is kept beside it as a file whose name ends in ~ if you save over it.",
               (("elsewhere", "Save elsewhere…"), ("over", "Save over it"), ("", "Cancel")))


class CompareDialog(Dialog):
    """Lists what differs between the open design and the files. The result is "reload", "keep" or ""."""

    def __init__(self, parent: tk.Misc, names: str, found: Sequence[Difference]) -> None:
        super().__init__(parent, "What differs")
        text = (f"What you have open, compared with {names} on the disk." if found else
                f"What you have open says the same as {names} on the disk; only the text differs.")
        ttk.Label(self.body, text=text, style="Panel.TLabel", wraplength=px(640), justify="left").pack(
            anchor="w", pady=(0, px(10)))
        if found:
            self._list(found)
        self.button("Load the file", lambda: self.finish("reload"))
        self.button("Keep mine", lambda: self.finish("keep"))
        self.button("Close", self.cancel, default=True)

    def _list(self, found: Sequence[Difference]) -> None:
        frame = ttk.Frame(self.body, style="Panel.TFrame")
        frame.pack(fill="both", expand=True)
        tree = self.tree = ttk.Treeview(frame, columns=("text",), height=min(14, len(found) + 3))
        tree.heading("#0", text="Document", anchor="w")
        tree.heading("text", text="What differs", anchor="w")
        tree.column("#0", width=px(170), stretch=False)
        tree.column("text", width=px(540))
        for kind in dict.fromkeys(d.kind for d in found):
            tree.insert("", "end", kind, text=kind.capitalize(), open=True)
            for one in (d for d in found if d.kind == kind):
                tree.insert(kind, "end", text=one.section, values=(one.text,))
        pack_scrolled(tree)
