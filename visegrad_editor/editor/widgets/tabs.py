"""The tabs of an area of panels: in several rows if needed, or, in a low area, in one row with a menu of the
tabs that do not fit.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk
from typing import Any, Protocol

from ...lazy_dataclass import dataclass
from ..platforms import menu_clicks, menu_keys
from ..window import theme
from .tooltips import Tooltip

_LOW = 420
"""An area lower than this, in pixels at 100 %, has only one row of tabs."""
_DRAG_PX = 8
"""Pixels that the pointer must move to begin a drag."""


@dataclass(frozen=True)
class Tab:
    """The id, the title and the tooltip of a tab."""

    id: str
    title: str
    tip: str = ""


class TabHost(Protocol):
    """Handles the events of tabs."""

    def choose(self, id: str) -> None:
        """Show the panel of a clicked tab."""
    def menu(self, id: str, x_root: int, y_root: int) -> None:
        """Open the context menu of a tab at a place on the screen."""
    def drag(self, id: str, x_root: int, y_root: int, done: bool) -> None:
        """Follow a tab that is dragged over the screen; `done` when it is dropped."""
    def cancel_drag(self) -> None:
        """Cancel dragging."""


def rows_of(widths: Sequence[int], room: int) -> list[list[int]]:
    """The indices of the tabs in each row, given their widths and the width of the rows in pixels.

    >>> rows_of([50, 60, 50], 120), rows_of([300], 120)
    ([[0, 1], [2]], [[0]])
    """
    rows: list[list[int]] = []
    used = room
    for i, width in enumerate(widths):
        if used + width > room:
            rows.append([])
            used = 0
        rows[-1].append(i)
        used += width
    return rows


def in_one_row(widths: Sequence[int], chosen: int, room: int, menu: int) -> list[int]:
    """The indices of the tabs shown in one row of `room` pixels: the chosen one and as many others as fit. If
    not all fit, a menu button, of width `menu`, lists the rest.

    >>> in_one_row([50, 60, 50], 2, 120, 20), in_one_row([50, 60, 50], 0, 160, 20)
    ([0, 2], [0, 1, 2])
    """
    if sum(widths) <= room:
        return list(range(len(widths)))
    shown, left = [chosen], room - menu - widths[chosen]
    for i, width in enumerate(widths):
        if i == chosen:
            continue
        if width <= left:
            left -= width
            shown.append(i)
    return sorted(shown)


class TabStrip(ttk.Frame):
    """Shows tabs; clicks, drags, right-clicks and arrow keys are passed to the host."""

    def __init__(self, parent: tk.Misc, host: TabHost) -> None:
        super().__init__(parent, style="Tabs.TFrame", height=10)
        self._host = host
        self._chosen = tk.StringVar(self)
        self.buttons: dict[str, ttk.Radiobutton] = {}
        self._tabs: tuple[Tab, ...] = ()
        self._hidden: list[str] = []
        self._pressed: tuple[str, int, int] | None = None
        self._dragging = False
        self.more = ttk.Button(self, style="Tab.Toolbutton", text="⋯", width=0, command=self._list_others)
        """The button that lists the tabs that do not fit."""
        Tooltip(self.more, "More panels of this area")
        self.bind("<Configure>", lambda _e: self._flow())
        # The strip itself is not notified when its area becomes lower.
        parent.bind("<Configure>", lambda _e: self._flow(), add=True)

    def show(self, tabs: Sequence[Tab], chosen: str) -> None:
        """Show these tabs."""
        if tuple(tabs) != self._tabs:
            self._tabs = tuple(tabs)
            for button in self.buttons.values():
                button.destroy()
            self.buttons = {tab.id: self._button(tab) for tab in tabs}
        self._chosen.set(chosen)
        self._flow()

    def choose(self, id: str) -> None:
        """Mark a tab as the chosen one."""
        if self._chosen.get() != id or id in self._hidden:
            self._chosen.set(id)
            self._flow()

    def retitle(self, id: str, title: str) -> None:
        """Change the title of a tab."""
        if id in self.buttons and self.buttons[id].cget("text") != title:
            self.buttons[id].configure(text=title)
            self._tabs = tuple(Tab(t.id, title, t.tip) if t.id == id else t for t in self._tabs)
            self._flow()

    def index_at(self, x_root: int, y_root: int) -> int:
        """The index at which a tab dropped at a point on the screen would be inserted."""
        for i, button in enumerate(self.buttons.values()):
            if not button.winfo_ismapped():
                continue
            below = y_root > button.winfo_rooty() + button.winfo_height()
            if not below and x_root < button.winfo_rootx() + button.winfo_width() // 2:
                return i
        return len(self.buttons)

    def _button(self, tab: Tab) -> ttk.Radiobutton:
        button = ttk.Radiobutton(self, style="Tab.Toolbutton", text=tab.title, value=tab.id,
                                 variable=self._chosen, command=lambda: self._host.choose(tab.id))
        button.bind("<ButtonPress-1>", lambda e: self._press(e, tab.id), add=True)
        button.bind("<B1-Motion>", self._move, add=True)
        button.bind("<ButtonRelease-1>", self._release, add=True)
        button.bind("<Escape>", self._give_up, add=True)
        for sequence in menu_clicks():
            button.bind(sequence, lambda e: self._menu(tab.id, e.x_root, e.y_root))
        for sequence in menu_keys():
            button.bind(sequence, lambda _e: self._menu(
                tab.id, button.winfo_rootx(), button.winfo_rooty() + button.winfo_height()))
        button.bind("<Left>", lambda _e: self._step(tab.id, -1))
        button.bind("<Right>", lambda _e: self._step(tab.id, 1))
        Tooltip(button, tab.tip, above=True)
        return button

    def _flow(self) -> None:
        room = self.winfo_width()
        buttons = list(self.buttons.values())
        if not buttons or room < 10:
            return
        height = max(b.winfo_reqheight() for b in buttons)
        widths, space = [b.winfo_reqwidth() for b in buttons], max(room - theme.px(4), 1)
        rows = rows_of(widths, space)
        if len(rows) > 1 and self.master.winfo_height() < theme.px(_LOW):
            rows = [in_one_row(widths, self._index(), space, self.more.winfo_reqwidth())]
        shown = {i for row in rows for i in row}
        for i, button in enumerate(buttons):
            if i not in shown:
                button.place_forget()
        self._hidden = [id for i, id in enumerate(self.buttons) if i not in shown]
        if self._hidden:
            self.more.place(x=room - theme.px(2), y=theme.px(2), height=height, anchor="ne")
        else:
            self.more.place_forget()
        for row, indices in enumerate(rows):
            x = theme.px(2)
            for i in indices:
                width = min(buttons[i].winfo_reqwidth(), room - theme.px(4))
                buttons[i].place(x=x, y=theme.px(2) + row * height, width=width, height=height)
                x += width
        wanted = height * len(rows) + theme.px(2)
        if int(self.cget("height")) != wanted:
            self.configure(height=wanted)

    def _index(self) -> int:
        ids = list(self.buttons)
        return ids.index(self._chosen.get()) if self._chosen.get() in ids else 0

    def _list_others(self) -> None:
        menu = tk.Menu(self, tearoff=False)
        for tab in self._tabs:
            if tab.id in self._hidden:
                menu.add_command(label=tab.title, command=lambda i=tab.id: self._host.choose(i))  # type: ignore[misc]
        menu.tk_popup(self.more.winfo_rootx(), self.more.winfo_rooty() + self.more.winfo_height())

    # -- the pointer and the keyboard ---------------------------------------------------

    def _press(self, event: Any, id: str) -> None:
        self._pressed = id, event.x_root, event.y_root
        self._dragging = False

    def _move(self, event: Any) -> None:
        if self._pressed is None:
            return
        id, x, y = self._pressed
        if not self._dragging and abs(event.x_root - x) + abs(event.y_root - y) > _DRAG_PX:
            self._dragging = True
            self.buttons[id].focus_set()
        if self._dragging:
            self._host.drag(id, event.x_root, event.y_root, False)

    def _release(self, event: Any) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is not None and self._dragging:
            self._dragging = False
            # After the button's own handlers, as this may destroy the strip.
            id, x, y = pressed[0], event.x_root, event.y_root
            self.after_idle(lambda: self._host.drag(id, x, y, True))

    def _give_up(self, _event: Any) -> None:
        self._pressed, self._dragging = None, False
        self._host.cancel_drag()

    def _menu(self, id: str, x_root: int, y_root: int) -> str:
        if self._dragging:
            # The pointer may be anywhere: during a drag, the right button only cancels it.
            self._give_up(None)
            return "break"
        self._pressed = None
        self._host.menu(id, x_root, y_root)
        return "break"

    def _step(self, id: str, by: int) -> str:
        ids = list(self.buttons)
        there = ids[(ids.index(id) + by) % len(ids)]
        self._host.choose(there)
        if there in self.buttons:
            self.buttons[there].focus_set()
        return "break"
