"""The stamps panel, and the dialog that saves a stamp."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog, ttk
from typing import Any

from PIL import ImageTk

from ...drawing.piece_picture import piece_picture
from ...drawing.style import Style
from ...lazy_dataclass import dataclass
from ...model.edit.pieces import cut_out
from ...model.files.atomic import SaveError
from ...model.files.resources import resource_folder
from ...model.files.stamp_file import StampError, load_stamp, save_stamp
from ...model.region import Fragment
from ...model.stamp import Stamp
from ...model.wording import document_name
from ..map import style as map_style
from ..platforms import menu_clicks, menu_keys
from ..session import Session
from ..signals import Signal
from ..tools.base import count
from ..widgets.dialogs import Dialog, ask, ask_text, message
from ..widgets.flow import Flow
from ..widgets.scroll_bars import ScrollableFrame
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from ..window.theme import px
from .tool_options import PartChoice

_PICTURE = (72, 50)
_MARGINS_PX = 28
"""Pixels beside a row for the scroll bar and the margins, at 100 %."""


class StampsPanel(ttk.Frame):
    """Lists the user's own stamps and those of the program with pictures. A click picks up a stamp, to place
    it on the map. Right-click, F2 and Del rename and delete the user's own stamps."""

    def __init__(self, parent: tk.Misc, session: Session, stamps: Stamps, carry: Callable[[Fragment], None],
                 perform: Callable[[str], None]) -> None:
        """`carry` attaches a piece of map to the pointer, `perform` performs an action."""
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._stamps, self._carry = session, stamps, carry
        self._photos: dict[Path, tuple[object, object, Style, ImageTk.PhotoImage]] = {}
        self._shown: tuple[object, ...] = ()
        self.rows: list[ttk.Button] = []
        self._scrolled = ScrollableFrame(self, width=theme.px(206))
        self._scrolled.grid(row=0, column=0, sticky="nsew")
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        foot = Flow(self, margin=(theme.px(6), theme.px(6)), gap=theme.px(3))
        foot.grid(row=1, column=0, sticky="ew")
        self.save = ttk.Button(foot, text="Save selection…", style="Small.TButton",
                               command=lambda: perform("save_stamp"))
        foot.add(self.save)
        Tooltip(self.save, "Keep the selected hexes as a stamp")
        add = ttk.Button(foot, text="Add…", style="Small.TButton", command=self._ask_add)
        foot.add(add, theme.px(4))
        Tooltip(add, "Add a stamp from a file to your own stamps")
        self.bind("<Map>", lambda _e: self.show())
        self._scrolled.bind("<Configure>", lambda _e: self._lay_rows())
        stamps.changed.connect(self.show)
        session.opened.connect(self.show)
        map_style.changed.connect(self.show)
        session.region_changed.connect(self._update)
        self._update()

    def _update(self) -> None:
        self.save.state(["!disabled" if self._session.region else "disabled"])

    # -- the list -----------------------------------------------------------------------

    def show(self) -> None:
        """List the current stamps, if the panel is visible."""
        if not self.winfo_ismapped():
            return
        session = self._session
        path = session.document.path
        files = self._stamps.all(path.parent if path is not None else None)
        if self._shown == (files, session.design.ruleset):
            return
        self._shown = (files, session.design.ruleset)
        inside = self._scrolled.inside
        for child in inside.winfo_children():
            child.destroy()
        self.rows.clear()
        own, others = [f for f in files if f.own], [f for f in files if not f.own]
        for title, some in (("My stamps", own), ("Stamps of the program", others)):
            WrappedLabel(inside, title, "Section.TLabel").pack(fill="x", padx=theme.px(8),
                                                               pady=(theme.px(7), theme.px(2)))
            for file in some:
                self._row(file)
            if not some:
                text = "To make a stamp, select hexes and save them."
                WrappedLabel(inside, text, "Quiet.TLabel").pack(fill="x", padx=theme.px(8))
        self._scrolled.tag_children()
        self._lay_rows()

    def _lay_rows(self) -> None:
        """Put a title below its picture if there is not enough space beside it."""
        room = self._scrolled.winfo_width() - theme.px(_MARGINS_PX)
        for button in self.rows:
            button.configure(compound="left")
            if 1 < room < button.winfo_reqwidth():
                button.configure(compound="top")

    def _row(self, file: StampFile) -> None:
        inside = self._scrolled.inside
        if file.stamp is None:
            label = ttk.Label(inside, text=file.path.name, style="Error.TLabel")
            label.pack(fill="x", padx=theme.px(8), pady=theme.px(2))
            Tooltip(label, file.complaint)
            return
        button = ttk.Button(inside, text=f"  {file.title}", image=self._photo(file), compound="left",
                            style="Swatch.Toolbutton", command=lambda: self._take(file))
        button.pack(fill="x", padx=theme.px(6))
        hexes = count(len(file.stamp.fragment), "hex")
        Tooltip(button, f"{file.title}: {hexes}. Click here, then click the map.")
        for click in menu_clicks():
            button.bind(click, lambda e: self._menu(e, file))
        for key in menu_keys():
            button.bind(key, lambda _e: self._menu_below(button, file))
        if file.own:
            button.bind("<F2>", lambda _e: self.rename(file))
            button.bind("<Delete>", lambda _e: self._deleted(file))
        self.rows.append(button)

    def _photo(self, file: StampFile) -> ImageTk.PhotoImage:
        """The picture of a stamp, drawn once for each ruleset."""
        assert file.stamp is not None
        rules, style = self._session.design.ruleset, map_style.current()
        known = self._photos.get(file.path)
        if known is None or known[0] is not file.stamp or known[1] is not rules or (
                known[2] != style):
            width, height = map(theme.px, _PICTURE)
            image = piece_picture(file.stamp.fragment, rules, width, height, style=style)
            known = self._photos[file.path] = (
                file.stamp, rules, style, ImageTk.PhotoImage(image, master=self))
        return known[3]

    # -- commands -----------------------------------------------------------------------

    def _take(self, file: StampFile) -> None:
        if file.stamp is not None:
            self._carry(file.stamp.fragment)

    def _menu(self, event: Any, file: StampFile) -> None:
        menu = tk.Menu(self, tearoff=False)
        entries: tuple[tuple[str, Callable[[], None]], ...] = (
            ("Rename…", lambda: self.rename(file)), ("Delete…", lambda: self.delete(file)))
        menu.add_command(label="Place on the map", command=lambda: self._take(file))
        for label, command in entries:
            menu.add_command(label=label, command=command, state="normal" if file.own else "disabled")
        menu.add_separator()
        menu.add_command(label="Show where the file is",
                         command=lambda: message(self, file.title, str(file.path)))
        menu.tk_popup(event.x_root, event.y_root)

    def _menu_below(self, button: ttk.Button, file: StampFile) -> None:
        event: Any = tk.Event()
        event.x_root, event.y_root = button.winfo_rootx() + 20, button.winfo_rooty() + 20
        self._menu(event, file)

    def _ask_add(self) -> None:
        path = filedialog.askopenfilename(
            parent=self, title="Add a stamp", filetypes=[("Stamps", "*.yaml *.yml"), ("All files", "*")])
        if path:
            self.add(Path(path))

    def add(self, path: Path) -> None:
        """Add the stamp in a file to the user's own, or say why the file is not a stamp."""
        try:
            stamp = load_stamp(path)
        except StampError as error:
            message(self, "Add a stamp", str(error))
            return
        self._do(lambda: self._stamps.save(stamp))

    def rename(self, file: StampFile) -> None:
        """Ask for another title and change it."""
        def complaint(text: str) -> str:
            return (f"A title can have at most {LONGEST_TITLE} characters."
                    if len(text) > LONGEST_TITLE else "")

        title = ask_text(self, "Rename stamp", f'New title of "{file.title}".', file.title, complaint)
        if title:
            self._do(lambda: self._stamps.rename(file, " ".join(title.split())))

    def delete(self, file: StampFile) -> None:
        """Delete a stamp after asking, as this cannot be undone."""
        if ask(self, "Delete stamp", f'Delete the stamp "{file.title}" and its file {file.path.name}?',
               (("yes", "Delete"), ("", "Keep"))):
            self._do(lambda: self._stamps.delete(file))

    def _deleted(self, file: StampFile) -> str:
        self.delete(file)
        return "break"

    def _do(self, change: Callable[[], object]) -> None:
        try:
            change()
        except SaveError as error:
            message(self, "Stamps", str(error))


# The stamps of the user, of the folder of the map, and of the program.

MOST = 500
"""The maximum number of files read from a folder."""


@dataclass(frozen=True)
class StampFile:
    """A stamp and its file. `own` stamps can be renamed and deleted. `stamp` is None and `complaint` says why
    if the file cannot be read as a stamp."""

    path: Path
    stamp: Stamp | None
    own: bool
    complaint: str = ""

    @property
    def title(self) -> str:
        return self.stamp.title if self.stamp else self.path.name


class Stamps:
    """The stamps in the user's folder, beside the map, and in the program."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.changed = Signal()
        """A stamp was saved, renamed or deleted."""
        self._known: dict[Path, tuple[tuple[int, int], StampFile]] = {}

    def all(self, beside: Path | None = None) -> tuple[StampFile, ...]:
        """The stamps by title, the user's own first; `beside` is the folder of the open map."""
        folders = [self.folder, *([beside / "stamps"] if beside is not None else [])]
        own = [k for folder in dict.fromkeys(folders) for k in self._in(folder, True)]
        # Łódź is sorted with the other names in L.
        own.sort(key=lambda k: (document_name(k.title, "~"), k.title.casefold()))
        return (*own, *self._in(resource_folder("sample_scenarios") / "stamps", False))

    def _in(self, folder: Path, own: bool) -> Iterator[StampFile]:
        try:
            paths = sorted(p for p in folder.glob("*.yaml") if p.is_file())[:MOST]
            signs = [(p, (p.stat().st_mtime_ns, p.stat().st_size)) for p in paths]
        except OSError:
            return
        for path, sign in signs:
            known = self._known.get(path)
            if known is None or known[0] != sign:
                known = self._known[path] = sign, _read(path, own)
            yield known[1]

    def save(self, stamp: Stamp, folder: Path | None = None) -> Path:
        """Save a stamp in a folder, by default the user's, under a name made from its title; returns the
        path. Raises `SaveError`."""
        folder = folder or self.folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(f"The folder {folder} for stamps cannot be created: "
                            f"{error.strerror or error}.") from error
        path = free_path(folder, stamp.title)
        save_stamp(stamp, path)
        self.changed.emit()
        return path

    def rename(self, file: StampFile, title: str) -> None:
        """Give one of the user's stamps another title; its file keeps its name. Raises `SaveError`."""
        assert file.stamp is not None
        save_stamp(replace(file.stamp, title=title), file.path)
        self.changed.emit()

    def delete(self, file: StampFile) -> None:
        """Delete the file of one of the user's stamps. Raises `SaveError`."""
        try:
            file.path.unlink(missing_ok=True)
        except OSError as error:
            raise SaveError(f"{file.path.name} could not be deleted: {error.strerror or error}.") from error
        self.changed.emit()


def free_path(folder: Path, title: str) -> Path:
    """An unused path in a folder for a new stamp with a title."""
    stem = document_name(title, "stamp")[:60]
    path, n = folder / f"{stem}.yaml", 2
    while path.exists():
        path, n = folder / f"{stem}-{n}.yaml", n + 1
    return path


def _read(path: Path, own: bool) -> StampFile:
    try:
        return StampFile(path, load_stamp(path), own)
    except StampError as error:
        return StampFile(path, None, own, str(error))


_DIALOG_PICTURE = (220, 150)
LONGEST_TITLE = 80


class SaveStampDialog(Dialog):
    """Saves the selected hexes as a stamp: asks for its title, its contents and its folder."""

    def __init__(self, root: tk.Misc, session: Session, stamps: Stamps) -> None:
        super().__init__(root, "Save selection as stamp")
        self._session, self._stamps = session, stamps
        text = f"{count(len(session.region), 'hex')}, to place on maps at any time."
        ttk.Label(self.body, text=text, style="Panel.TLabel").pack(anchor="w")
        self._picture = ttk.Label(self.body, style="Panel.TLabel", anchor="center")
        self._picture.pack(fill="x", pady=px(8))
        self._photo: ImageTk.PhotoImage | None = None
        self.title_field = ttk.Entry(self.body, width=40)
        ttk.Label(self.body, text="Title", style="Panel.TLabel").pack(anchor="w")
        self.title_field.pack(fill="x", pady=(px(2), px(8)))
        self.parts = PartChoice(self.body, session.brush.parts, self._show)
        self.parts.pack(anchor="w")
        beside = session.document.path.parent if session.document.path else None
        self._beside = beside / "stamps" if beside and not session.document.read_only else None
        self.where = tk.StringVar(self, "own")
        for value, words in (("own", "Save with my stamps, for all maps"),
                             ("beside", 'Save in the folder "stamps" beside this map, to share both')):
            button = ttk.Radiobutton(self.body, text=words, value=value, variable=self.where)
            button.pack(anchor="w")
            if value == "beside" and self._beside is None:
                button.state(["disabled"])
        self.may_refuse()
        self.button("Save", self.save, default=True)
        self.button("Cancel", self.cancel)
        self._show()

    def _fragment(self) -> Fragment:
        session = self._session
        return cut_out(session.design, session.region, self.parts.chosen)

    def _show(self) -> None:
        image = piece_picture(self._fragment(), self._session.design.ruleset, *_DIALOG_PICTURE,
                              style=map_style.current())
        self._photo = ImageTk.PhotoImage(image, master=self)
        self._picture.configure(image=self._photo)

    def save(self) -> None:
        """Save the stamp, or say why it cannot be saved."""
        title = " ".join(self.title_field.get().split())
        if not title or len(title) > LONGEST_TITLE:
            self.refuse(f"Enter a title of 1 to {LONGEST_TITLE} characters.", self.title_field)
            return
        if not self.parts.chosen:
            self.refuse("Choose what the stamp contains.", self.parts)
            return
        stamp = Stamp(title, self._fragment(), self._session.design.ruleset.name)
        folder: Path | None = self._beside if self.where.get() == "beside" else None
        try:
            path = self._stamps.save(stamp, folder)
        except SaveError as error:
            self.refuse(str(error), self.title_field)
            return
        self.finish(str(path))


def ask_save_stamp(root: tk.Misc, session: Session, stamps: Stamps, say: Callable[[str], None]) -> None:
    """Ask how to save the selected hexes as a stamp, and save it."""
    if not session.region:
        message(root, "Save selection as stamp", "Select hexes first.")
        return
    dialog = SaveStampDialog(root, session, stamps)
    path = dialog.run(dialog.title_field)
    if path:
        say(f"Saved the stamp {path}. It is in the Stamps panel.")
