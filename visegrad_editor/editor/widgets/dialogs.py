"""Dialogs: one base that behaves (Escape, Return, over its parent), and the small ones."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import Any

from ..window import theme
from .keyboard import focused
from .modal import Keeper, comes_to_be_seen, waiting_dialog
from .scrolled import pack_scrolled


class Dialog(tk.Toplevel):
    """A dialog over its parent. Escape and the window's cross do what `cancel` does.

    Build into `body`; add buttons with `button`, the default one last; then call `run` (waits) or
    `present` (does not).
    """

    def __init__(self, parent: tk.Misc, title: str) -> None:
        super().__init__(parent, background=theme.PANEL)
        self.withdraw()
        self.title(title)
        self._over = waiting_dialog(parent) or parent.winfo_toplevel()
        self.transient(self._over)
        self.result = ""
        outer = ttk.Frame(self, style="Panel.TFrame", padding=theme.px(14))
        outer.pack(fill="both", expand=True)
        self.foot = ttk.Frame(outer, style="Panel.TFrame")
        self.foot.pack(side="bottom", fill="x", pady=(theme.px(14), 0))
        self._shortened = Shortened(outer)
        self._shortened.pack(fill="both", expand=True)
        self.body = self._shortened.inside
        self.bind("<Escape>", lambda _e: self.cancel())
        self.protocol("WM_DELETE_WINDOW", self.cancel)
        self._default: ttk.Button | None = None

    def button(self, text: str, command: Callable[[], None], default: bool = False) -> ttk.Button:
        """Add a button at the right; the default one is pressed by Return."""
        made = ttk.Button(self.foot, text=text, command=command,
                          style="Accent.TButton" if default else "TButton")
        made.pack(side="right", padx=(theme.px(8), 0))
        if default:
            self._default = made
            self.bind("<Return>", lambda _e: self._return())
        return made

    def _return(self) -> None:
        """Press the button that has the keyboard, else the default one."""
        focus = focused(self)
        button = focus if isinstance(focus, ttk.Button) else self._default
        if button is not None and button.instate(["!disabled"]):
            button.invoke()

    def finish(self, result: str) -> None:
        """Close with a result."""
        self.result = result
        self.destroy()

    def cancel(self) -> None:
        """Close without a result."""
        self.finish("")

    def present(self, focus: tk.Misc | None = None) -> None:
        """Show the dialog over its parent; what is too large for the screen scrolls."""
        self.update_idletasks()
        self._keep_on_screen()
        over = self._over
        width, height = self.winfo_reqwidth(), self.winfo_reqheight()
        x = over.winfo_rootx() + (over.winfo_width() - width) // 2
        y = over.winfo_rooty() + (over.winfo_height() - height) // 3
        x = min(max(0, x), max(0, self.winfo_screenwidth() - width))
        y = min(max(0, y), max(0, self.winfo_screenheight() - height - 40))
        self.geometry(f"+{x}+{y}")
        self.minsize(width, height)
        self.deiconify()
        self.lift()
        target = focus or self._default
        if target is not None:
            target.focus_set()

    def _keep_on_screen(self) -> None:
        excess_height = self.winfo_reqheight() - (self.winfo_screenheight() - theme.px(90))
        excess_width = self.winfo_reqwidth() - (self.winfo_screenwidth() - theme.px(20))
        if excess_height <= 0 and excess_width <= 0:
            return
        # Each bar takes of the other's room.
        bar = theme.px(18)
        self._shortened.shorten(
            self.body.winfo_reqwidth() - (excess_width + bar if excess_width > 0 else 0),
            self.body.winfo_reqheight() - (excess_height + bar if excess_height > 0 else 0))
        self.update_idletasks()

    def run(self, focus: tk.Misc | None = None) -> str:
        """Show the dialog and wait; the result, "" where it was cancelled."""
        self.present(focus)
        if comes_to_be_seen(self):
            Keeper(self, focus or self._default or self).keep()
            self.wait_window()
        return self.result


def message(parent: tk.Misc, title: str, text: str, details: str = "") -> None:
    """Tell something in sentences; details go into a scrolling field."""
    dialog = Dialog(parent, title)
    ttk.Label(dialog.body, text=text, style="Panel.TLabel", wraplength=theme.px(460),
              justify="left").pack(anchor="w")
    if details:
        field = text_field(dialog.body, details, 14)
        field.pack(fill="both", expand=True, pady=(theme.px(10), 0))
    dialog.button("OK", dialog.cancel, default=True)
    dialog.run()


def ask(parent: tk.Misc, title: str, text: str, choices: Sequence[tuple[str, str]]) -> str:
    """Ask a question; `choices` are (result, button text), the default first. "" if cancelled."""
    dialog = Dialog(parent, title)
    ttk.Label(dialog.body, text=text, style="Panel.TLabel", wraplength=theme.px(420),
              justify="left").pack(anchor="w")
    for i, (result, label) in enumerate(choices):
        dialog.button(label, lambda r=result: dialog.finish(r), default=i == 0)  # type: ignore[misc]
    return dialog.run()


def ask_text(parent: tk.Misc, title: str, text: str, value: str = "",
             complain: Callable[[str], str] = lambda _text: "") -> str:
    """Ask for a line of text; `complain` says what is wrong with it, or ""."""
    dialog = Dialog(parent, title)
    ttk.Label(dialog.body, text=text, style="Panel.TLabel", wraplength=theme.px(360),
              justify="left").pack(anchor="w")
    entry = ttk.Entry(dialog.body, width=36)
    entry.insert(0, value)
    entry.select_range(0, "end")
    entry.pack(fill="x", pady=(theme.px(8), 0))
    wrong = ttk.Label(dialog.body, style="Error.TLabel", wraplength=theme.px(360))
    wrong.pack(anchor="w", pady=(theme.px(4), 0))

    def accept() -> None:
        complaint = complain(entry.get().strip()) if entry.get().strip() else "Nothing is entered yet."
        if complaint:
            wrong.configure(text=complaint)
            return
        dialog.finish(entry.get().strip())

    dialog.button("OK", accept, default=True)
    dialog.button("Cancel", dialog.cancel)
    return dialog.run(entry)


def text_field(parent: tk.Misc, text: str, height: int, width: int = 72) -> ttk.Frame:
    """A read-only text with a scroll bar, in a frame; its text can be selected and copied."""
    frame = ttk.Frame(parent, style="Panel.TFrame")
    field = tk.Text(frame, width=width, height=height, wrap="word", padx=theme.px(8), pady=theme.px(6),
                    font="TkDefaultFont")
    field.insert("1.0", text)
    field.configure(state="disabled")
    pack_scrolled(field)
    return frame


# A frame that is shown whole while there is room, and in part with scroll bars where there is none.

_LEAST_PX = 60
_LINE_PX = 40
_OWN_WHEEL = (ttk.Treeview, tk.Text, ttk.Combobox, ttk.Spinbox, str)
"""What scrolls by itself under the wheel."""


class Shortened(ttk.Frame):
    """Shows its `inside` whole, and once `shorten` is called a part of it. A field that gets the keyboard is
    scrolled to."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, style="Panel.TFrame")
        # What is placed in a frame is cut at its edge; what is packed makes the frame as large as it is.
        self._clip = ttk.Frame(self, style="Panel.TFrame")
        self._clip.grid(row=0, column=0, sticky="nsew")
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self.inside = ttk.Frame(self._clip, style="Panel.TFrame")
        self.inside.pack(fill="both", expand=True)
        self._down = ttk.Scrollbar(self, orient="vertical", command=lambda *a: self._scroll("y", *a))
        self._across = ttk.Scrollbar(self, orient="horizontal", command=lambda *a: self._scroll("x", *a))
        self._at = {"x": 0, "y": 0}

    def shorten(self, width: int, height: int) -> None:
        """Show no more than so many pixels at once."""
        full_width, full_height = self.inside.winfo_reqwidth(), self.inside.winfo_reqheight()
        self.inside.pack_forget()
        self._clip.pack_propagate(False)
        self._clip.configure(width=max(min(width, full_width), _LEAST_PX),
                             height=max(min(height, full_height), _LEAST_PX))
        if height < full_height:
            self._down.grid(row=0, column=1, sticky="ns")
        if width < full_width:
            self._across.grid(row=1, column=0, sticky="ew")
        self._show()
        for widget in (self._clip, self.inside):
            widget.bind("<Configure>", lambda _e: self._show(), add=True)
        top = self.winfo_toplevel()
        top.bind("<Button-4>", lambda e: self._wheel(e, -1), add=True)
        top.bind("<Button-5>", lambda e: self._wheel(e, 1), add=True)
        top.bind("<MouseWheel>", lambda e: self._wheel(e, -1 if e.delta > 0 else 1), add=True)
        top.bind("<FocusIn>", lambda e: self._reveal(e.widget), add=True)

    def _extent(self, axis: str) -> tuple[int, int]:
        """Pixels of the whole, and of the part that shows."""
        clip, inside = self._clip, self.inside
        whole, room, wanted = (
            (inside.winfo_reqwidth(), clip.winfo_width(), clip.winfo_reqwidth()) if axis == "x"
            else (inside.winfo_reqheight(), clip.winfo_height(), clip.winfo_reqheight()))
        # Before it is drawn for the first time a frame is one pixel large.
        return whole, room if room > 1 else wanted

    def _show(self) -> None:
        sizes = {}
        for axis, bar in (("x", self._across), ("y", self._down)):
            whole, room = self._extent(axis)
            self._at[axis] = min(max(0, self._at[axis]), max(0, whole - room))
            bar.set(self._at[axis] / whole, min(1.0, (self._at[axis] + room) / whole))
            sizes[axis] = max(whole, room)
        self.inside.place(x=-self._at["x"], y=-self._at["y"], width=sizes["x"], height=sizes["y"])

    def _scroll(self, axis: str, how: str, amount: str, what: str = "") -> None:
        whole, room = self._extent(axis)
        if how == "moveto":
            self._at[axis] = round(float(amount) * whole)
        else:
            self._at[axis] += int(amount) * (room if what == "pages" else _LINE_PX)
        self._show()

    def _wheel(self, event: Any, by: int) -> None:
        if not isinstance(event.widget, _OWN_WHEEL):
            self._scroll("x" if event.state & 0x1 else "y", "scroll", str(by))

    def _reveal(self, widget: object) -> None:
        if not isinstance(widget, tk.Widget) or not str(widget).startswith(f"{self.inside}."):
            return
        places = {"x": (widget.winfo_rootx() - self.inside.winfo_rootx(), widget.winfo_width()),
                  "y": (widget.winfo_rooty() - self.inside.winfo_rooty(), widget.winfo_height())}
        for axis, (start, size) in places.items():
            _, room = self._extent(axis)
            if start < self._at[axis] or start + size > self._at[axis] + room:
                self._at[axis] = start - max(0, room - size) // 2
        self._show()
