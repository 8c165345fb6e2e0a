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
_HELD = "Busy"
"""The class of what Tk puts over a widget that takes no clicks."""
_TAG = "HexChoice"
"""The bind tag of the map while hexes are chosen: its keys come before those of the tools."""


class HexChoice:
    """Choosing hexes on the map. Each click adds a hex or takes it away, dragging adds those in a box; Return
    takes what is chosen, Escape leaves all as it was. Until then the windows over the map are out of the way,
    and `panels`, the widgets of docked panels that select something, take no clicks."""

    def __init__(self, canvas: tk.Canvas, session: Session, use_tool: Callable[[str], None],
                 panels: Callable[[], Iterable[tk.Misc]]) -> None:
        self._canvas, self._session, self._use_tool, self._panels = canvas, session, use_tool, panels
        self.bar: ttk.Frame | None = None
        self._held: list[tk.Misc] = []
        """The widgets that take no clicks now."""
        self._away: list[tuple[str, bool]] = []
        """The windows that are out of the way, the lowest first, and whether each was maximised."""
        self._before: frozenset[Hex] = frozenset()
        self._take: Take | None = None
        self._what = ""
        for keys, command in ((("<Return>", "<KP_Enter>"), self.take), (("<Escape>",), self.leave)):
            for key in keys:
                canvas.bind_class(_TAG, key, lambda _e, do=command: do() or "break")  # type: ignore[misc]
        canvas.bind_class(_HELD, "<Button>", lambda _e: self._tell())
        session.region_changed.connect(self._show)
        session.opened.connect(self.leave)

    def begin(self, asking: tk.Misc, what: str, hexes: Iterable[Hex], take: Take) -> None:
        """Let the user choose hexes for something, beginning with some; `take` gets them and returns what is
        wrong with them, "" if nothing."""
        self.leave()
        # A dialog that waits takes the mouse again when it comes back.
        asking.winfo_toplevel().grab_release()
        self._put_windows_away()
        self._held = list(self._panels())
        for widget in self._held:
            self._canvas.tk.call("tk", "busy", widget, "-cursor", "arrow")
        self._before, self._take, self._what = self._session.region, take, what
        self._session.select_region(hexes)
        self._session.choose(picks=True)
        self._use_tool("region")
        self.bar = bar = ttk.Frame(self._canvas.master, style="Panel.TFrame", padding=px(6))
        self._count = ttk.Label(bar, style="Panel.TLabel")
        self._count.grid(row=0, column=1, padx=(0, px(8)))
        for column, (text, command, tip) in enumerate((
                ("Take", self.take, "Take the chosen hexes  (Enter)"),
                ("Leave", self.leave, "Leave all as it was  (Esc)")), 2):
            button = ttk.Button(bar, text=text, style="Small.TButton", command=command)
            button.grid(row=0, column=column, padx=(px(4), 0))
            Tooltip(button, tip)
        bar.columnconfigure((0, 4), weight=1)
        # Above the map, not over it: each hex can be reached.
        bar.grid(row=0, column=0, columnspan=2, sticky="ew")
        self._canvas.bindtags((_TAG, *(tag for tag in self._canvas.bindtags() if tag != _TAG)))
        self._canvas.focus_force()
        self._show()
        self._tell()

    def _tell(self) -> None:
        """Say what to do, and give the keyboard to the map."""
        if self.bar is not None:
            self._canvas.focus_force()
            self._session.say(f"{self._what}: click hexes or drag over them. Enter takes them, Esc leaves "
                              "all as it was.")

    def _put_windows_away(self) -> None:
        """Hide the dialogs and the floating panels, which may cover the map."""
        root, call = str(self._canvas.winfo_toplevel()), self._canvas.tk.call
        for path in map(str, self._canvas.tk.splitlist(call("wm", "stackorder", root))):
            if path == root or self._canvas.tk.getboolean(call("wm", "overrideredirect", path)):
                continue  # A tooltip or a menu goes by itself.
            zoomed = self._canvas.tk.getboolean(call("wm", "attributes", path, "-zoomed"))
            self._away.append((path, zoomed))
            call("wm", "withdraw", path)

    def _bring_windows_back(self) -> None:
        call, away = self._canvas.tk.call, self._away
        self._away = []
        for path, zoomed in away:
            if not self._canvas.tk.getboolean(call("winfo", "exists", path)):
                continue
            call("wm", "deiconify", path)
            if zoomed:
                call("wm", "attributes", path, "-zoomed", True)
            call("raise", path)

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
        held, self._held = self._held, []
        for widget in held:
            if widget.winfo_exists():
                self._canvas.tk.call("tk", "busy", "forget", widget)
        self._bring_windows_back()
