"""Hexes chosen on the map for a key of a document: a bar above the map counts them until they are taken."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import ttk

from ...hexgrid import Hex
from ...model.wording import count
from ..session import Session
from ..widgets.tooltips import Tooltip
from ..window.theme import px

Take = Callable[[frozenset[Hex]], str]
"""Takes the chosen hexes, and returns what is wrong with them, "" if nothing."""
ChooseHexes = Callable[[tk.Misc, str, Iterable[Hex], Take], None]
"""Lets the user choose hexes on the map: who asks, for what, those to begin with, and what takes them."""
_TAG = "HexChoice"
"""The bind tag of the map while hexes are chosen: its keys come before those of the tools."""


class HexChoice:
    """Choosing hexes on the map. Each click adds a hex or takes it away, dragging adds those in a box; Return
    takes what is chosen, Escape leaves all as it was."""

    def __init__(self, canvas: tk.Canvas, session: Session, use_tool: Callable[[str], None]) -> None:
        self._canvas, self._session, self._use_tool = canvas, session, use_tool
        self.bar: ttk.Frame | None = None
        self._before: frozenset[Hex] = frozenset()
        self._take: Take | None = None
        self._hidden: tk.Misc | None = None
        self._what = ""
        for keys, command in ((("<Return>", "<KP_Enter>"), self.take), (("<Escape>",), self.leave)):
            for key in keys:
                canvas.bind_class(_TAG, key, lambda _e, do=command: do() or "break")  # type: ignore[misc]
        session.region_changed.connect(self._show)
        session.opened.connect(self.leave)

    def begin(self, asking: tk.Misc, what: str, hexes: Iterable[Hex], take: Take) -> None:
        """Let the user choose hexes for something, beginning with some; `take` gets them and returns what is
        wrong with them, "" if nothing. A window of its own that is `asking` is out of the way until then."""
        self.leave()
        window = asking.winfo_toplevel()
        # A dialog that waits takes the mouse again when it comes back.
        window.grab_release()
        if window is not self._canvas.winfo_toplevel():
            self._hidden = window
            # A panel that stands alone is a frame that the window manager shows.
            window.tk.call("wm", "withdraw", window)
        self._before, self._take, self._what = self._session.region, take, what
        self._session.select_region(hexes)
        self._session.choose(picks=True)
        self._use_tool("region")
        self.bar = bar = ttk.Frame(self._canvas.master, style="Panel.TFrame", padding=px(6))
        self._count = ttk.Label(bar, style="Panel.TLabel")
        self._count.pack(side="left", padx=(0, px(8)))
        for text, command, tip in (
                ("Take", self.take, "Take the chosen hexes  (Enter)"),
                ("Leave", self.leave, "Leave all as it was  (Esc)")):
            button = ttk.Button(bar, text=text, style="Small.TButton", command=command)
            button.pack(side="left", padx=(px(4), 0))
            Tooltip(button, tip)
        bar.place(in_=self._canvas, relx=0.5, y=px(8), anchor="n")
        bar.lift()
        self._canvas.bindtags((_TAG, *(tag for tag in self._canvas.bindtags() if tag != _TAG)))
        self._canvas.focus_force()
        self._show()
        self._session.say(f"Choose {what}: click hexes or drag over them. Enter takes them, Esc leaves all "
                          "as it was.")

    def _show(self) -> None:
        if self.bar is not None:
            self._count.configure(text=f"{self._what}: {count(len(self._session.region), 'hex')} chosen")

    def take(self) -> None:
        """Take what is chosen; what is wrong with it is said, and the choice goes on."""
        if self.bar is None or self._take is None:
            return
        hexes, take, what = self._session.region, self._take, self._what
        complaint = take(hexes)
        if complaint:
            self._session.complain(complaint)
            return
        self._end()
        self._session.say(f"{what}: {count(len(hexes), 'hex')} taken from the map.")

    def leave(self) -> None:
        """End the choice; nothing changes."""
        if self.bar is not None:
            self._end()
            self._session.say(f"{self._what}: nothing was changed.")

    def _end(self) -> None:
        assert self.bar is not None
        self.bar.destroy()
        self.bar = self._take = None
        self._canvas.bindtags(tuple(tag for tag in self._canvas.bindtags() if tag != _TAG))
        self._session.choose(picks=False)
        self._session.select_region(self._before)
        self._use_tool("select")
        hidden, self._hidden = self._hidden, None
        if hidden is not None and hidden.winfo_exists():
            hidden.tk.call("wm", "deiconify", hidden)
            hidden.tk.call("raise", hidden)
