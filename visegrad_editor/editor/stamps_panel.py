"""The stamps with their pictures: a click takes one up, to be put down on the map."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import filedialog, ttk
from typing import TYPE_CHECKING, Any

from PIL import ImageTk

from ..drawing.piece_picture import piece_picture
from ..drawing.style import Style
from ..model.atomic import SaveError
from ..model.stamp_file import NotAStamp, load_stamp
from . import map_style, theme
from .dialogs import ask, ask_text, message
from .flow import Flow
from .scrolled import ScrolledFrame
from .stamp_dialogs import LONGEST_TITLE
from .stamps import KeptStamp
from .tools.base import count
from .tooltips import Tooltip
from .wrapped import WrappedLabel

if TYPE_CHECKING:
    from .window import Window

_PICTURE = (72, 50)
_MARGINS_PX = 28
"""Room beside a row for the scroll bar and the margins, at 100 %."""


class StampsPanel(ttk.Frame):
    """One's own stamps and those of the program. Right click, F2 and Del rename and delete one's own."""

    def __init__(self, window: Window, parent: tk.Misc) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._window = window
        self._photos: dict[Path, tuple[object, object, Style, ImageTk.PhotoImage]] = {}
        self._shown: tuple[object, ...] = ()
        self.rows: list[ttk.Button] = []
        self._scrolled = ScrolledFrame(self, width=theme.px(206))
        self._scrolled.grid(row=0, column=0, sticky="nsew")
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        foot = Flow(self, margin=(theme.px(6), theme.px(6)), gap=theme.px(3))
        foot.grid(row=1, column=0, sticky="ew")
        self.save = ttk.Button(foot, text="Save selection…", style="Small.TButton",
                               command=lambda: window.perform("save_stamp"))
        foot.add(self.save)
        Tooltip(self.save, "Keep the selected hexes as a stamp")
        add = ttk.Button(foot, text="Add…", style="Small.TButton", command=self._ask_add)
        foot.add(add, theme.px(4))
        Tooltip(add, "Take a stamp's file, from somebody else for instance, among your own")
        self.bind("<Map>", lambda _e: self.show())
        self._scrolled.bind("<Configure>", lambda _e: self._lay_rows())
        window.stamps.changed.connect(self.show)
        window.session.opened.connect(self.show)
        map_style.changed.connect(self.show)
        window.session.region_changed.connect(self._update)
        self._update()

    def _update(self) -> None:
        self.save.state(["!disabled" if self._window.session.region else "disabled"])

    # -- the list -----------------------------------------------------------------------

    def show(self) -> None:
        """List the stamps there are now; only while the panel is seen."""
        if not self.winfo_ismapped():
            return
        session = self._window.session
        path = session.document.path
        kept = self._window.stamps.all(path.parent if path is not None else None)
        if self._shown == (kept, session.design.ruleset):
            return
        self._shown = (kept, session.design.ruleset)
        inside = self._scrolled.inside
        for child in inside.winfo_children():
            child.destroy()
        self.rows.clear()
        own, others = [k for k in kept if k.own], [k for k in kept if not k.own]
        for title, some in (("My stamps", own), ("Stamps of the program", others)):
            WrappedLabel(inside, title, "Section.TLabel").pack(fill="x", padx=theme.px(8),
                                                               pady=(theme.px(7), theme.px(2)))
            for one in some:
                self._row(one)
            if not some:
                text = "Select hexes and save them as a stamp: they are kept here."
                WrappedLabel(inside, text, "Quiet.TLabel").pack(fill="x", padx=theme.px(8))
        self._scrolled.tag_children()
        self._lay_rows()

    def _lay_rows(self) -> None:
        """A title that has no room beside its picture stands below it."""
        room = self._scrolled.winfo_width() - theme.px(_MARGINS_PX)
        for button in self.rows:
            button.configure(compound="left")
            if 1 < room < button.winfo_reqwidth():
                button.configure(compound="top")

    def _row(self, kept: KeptStamp) -> None:
        inside = self._scrolled.inside
        if kept.stamp is None:
            label = ttk.Label(inside, text=kept.path.name, style="Error.TLabel")
            label.pack(fill="x", padx=theme.px(8), pady=theme.px(2))
            Tooltip(label, kept.complaint)
            return
        button = ttk.Button(inside, text=f"  {kept.title}", image=self._photo(kept), compound="left",
                            style="Swatch.Toolbutton", command=lambda: self._take(kept))
        button.pack(fill="x", padx=theme.px(6))
        hexes = count(len(kept.stamp.fragment), "hex")
        Tooltip(button, f"{kept.title}: {hexes}. Click here, then on the map.")
        button.bind("<ButtonPress-3>", lambda e: self._menu(e, kept))
        button.bind("<Key-Menu>", lambda _e: self._menu_below(button, kept))
        if kept.own:
            button.bind("<F2>", lambda _e: self.rename(kept))
            button.bind("<Delete>", lambda _e: self._deleted(kept))
        self.rows.append(button)

    def _photo(self, kept: KeptStamp) -> ImageTk.PhotoImage:
        """The picture of a stamp, drawn once for each ruleset."""
        assert kept.stamp is not None
        rules, style = self._window.session.design.ruleset, map_style.current()
        known = self._photos.get(kept.path)
        if known is None or known[0] is not kept.stamp or known[1] is not rules or (
                known[2] != style):
            wide, high = map(theme.px, _PICTURE)
            image = piece_picture(kept.stamp.fragment, rules, wide, high, style=style)
            known = self._photos[kept.path] = (
                kept.stamp, rules, style, ImageTk.PhotoImage(image, master=self))
        return known[3]

    # -- what can be done ---------------------------------------------------------------

    def _take(self, kept: KeptStamp) -> None:
        if kept.stamp is not None:
            self._window.controller.carry(kept.stamp.fragment)

    def _menu(self, event: Any, kept: KeptStamp) -> None:
        menu = tk.Menu(self, tearoff=False)
        entries: tuple[tuple[str, Callable[[], None]], ...] = (
            ("Rename…", lambda: self.rename(kept)), ("Delete…", lambda: self.delete(kept)))
        menu.add_command(label="Put down", command=lambda: self._take(kept))
        for label, command in entries:
            menu.add_command(label=label, command=command, state="normal" if kept.own else "disabled")
        menu.add_separator()
        menu.add_command(label="Where is its file?",
                         command=lambda: message(self, kept.title, str(kept.path)))
        menu.tk_popup(event.x_root, event.y_root)

    def _menu_below(self, button: ttk.Button, kept: KeptStamp) -> None:
        event: Any = tk.Event()
        event.x_root, event.y_root = button.winfo_rootx() + 20, button.winfo_rooty() + 20
        self._menu(event, kept)

    def _ask_add(self) -> None:
        path = filedialog.askopenfilename(
            parent=self, title="Add a stamp", filetypes=[("Stamps", "*.yaml *.yml"), ("All files", "*")])
        if path:
            self.add(Path(path))

    def add(self, path: Path) -> None:
        """Take the stamp of a file among one's own, or say why it is none."""
        try:
            stamp = load_stamp(path)
        except NotAStamp as error:
            message(self, "Add a stamp", str(error))
            return
        self._do(lambda: self._window.stamps.save(stamp))

    def rename(self, kept: KeptStamp) -> None:
        """Ask for another title."""
        def wrong(text: str) -> str:
            return f"A title has at most {LONGEST_TITLE} letters." if len(text) > LONGEST_TITLE else ""

        title = ask_text(self, "Rename stamp", f"New title of “{kept.title}”.", kept.title, wrong)
        if title:
            self._do(lambda: self._window.stamps.rename(kept, " ".join(title.split())))

    def delete(self, kept: KeptStamp) -> None:
        """Delete a stamp, after a question: there is no undo for files."""
        if ask(self, "Delete stamp", f"Delete the stamp “{kept.title}” and its file {kept.path.name}?",
               (("yes", "Delete"), ("", "Keep"))):
            self._do(lambda: self._window.stamps.delete(kept))

    def _deleted(self, kept: KeptStamp) -> str:
        self.delete(kept)
        return "break"

    def _do(self, change: Callable[[], object]) -> None:
        try:
            change()
        except SaveError as error:
            message(self, "Stamps", str(error))
