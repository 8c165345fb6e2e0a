"""The base of all dialogs, and small dialogs for messages, questions and texts."""

from __future__ import annotations

import tkinter as tk
import tkinter.font as tkfont
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from tkinter import ttk
from typing import Any

from ..platforms import bind_wheel, held_keys, key_words
from ..window import theme
from .field_undo import FieldUndo
from .keyboard import SHIFT, enter_field, exists, focused
from .modal import GrabKeeper, close_menu, wait_until_visible, waiting_dialog
from .scroll_bars import pack_scrolled
from .small_screen import is_low, narrow_lists, shorten_lists
from .wheel import changes_by_wheel
from .wrapped_label import WrappedLabel

_AROUND_PX = 76
"""Pixels at 100 % above and below a dialog: for its title, and for the task bar of the desktop."""


class Dialog(tk.Toplevel):
    """A dialog over its parent. Escape and the window's close button call `cancel`. It stays wholly on the
    screen, also when what is in it grows.

    Add widgets to `body` and buttons with `button`, then call `run`, which waits, or `present`, which does
    not. `refuse` says why what was asked is not done.
    """

    def __init__(self, parent: tk.Misc, title: str) -> None:
        super().__init__(parent, background=theme.PANEL)
        self.withdraw()
        self.title(title)
        self._over = waiting_dialog(parent) or parent.winfo_toplevel()
        self.transient(self._over)
        self.result = ""
        gap = theme.px(8 if is_low(self) else 14)
        outer = ttk.Frame(self, style="Panel.TFrame", padding=gap)
        outer.pack(fill="both", expand=True)
        self.foot = ttk.Frame(outer, style="Panel.TFrame")
        self.foot.pack(side="bottom", fill="x", pady=(gap, 0))
        self._overflow = OverflowFrame(outer)
        self._overflow.pack(fill="both", expand=True)
        self.body = self._overflow.inside
        self.bind("<Escape>", lambda _e: self.cancel())
        self.protocol("WM_DELETE_WINDOW", self.cancel)
        self.field_undo = FieldUndo(self)
        """What Ctrl+Z takes back in the dialog."""
        self._default: ttk.Button | None = None
        self._requested: tuple[int, ...] = ()
        """The width and height that the dialog and its body asked for when they were looked at last."""
        self._growth_waits = False
        self.bind("<Configure>", lambda _e: self._wait_for_growth(), add=True)

    def button(self, text: str, command: Callable[[], None], default: bool = False) -> ttk.Button:
        """Add a button to the left of the others; Return presses the default one."""
        made = ttk.Button(self.foot, text=text, command=command)
        made.pack(side="right", padx=(theme.px(8), 0))
        if default:
            self.make_default(made)
            self.bind("<Return>", lambda _e: self._return())
        return made

    def make_default(self, button: ttk.Button) -> None:
        """Let Return press this button, which is highlighted, and no longer the one before."""
        if self._default is not None:
            self._default.configure(style="TButton")
        self._default = button
        button.configure(style="Accent.TButton")

    @cached_property
    def wrong(self) -> ttk.Label:
        """Why what was asked is not done: above the buttons, so that it is in sight however far the body is
        scrolled. From its first use on it has room for a line, but not on a low screen, where the body needs
        it."""
        line = ttk.Frame(self._overflow.master, style="Panel.TFrame")
        line.pack(side="bottom", fill="x", before=self._overflow)
        font = tkfont.nametofont("TkDefaultFont", self)
        if not is_low(self):
            line.rowconfigure(0, minsize=font.metrics("linespace") + theme.px(2))
        line.columnconfigure(0, weight=1)
        label = _Refusal(line, "", "Error.TLabel")
        label.grid(row=0, column=0, sticky="nsew")
        label.bind("<Configure>", lambda _e: self.after_idle(self._keep_buttons_on_screen), add=True)
        label.configure(text="")
        return label

    def may_refuse(self) -> None:
        """Keep room for what `refuse` says, so that no button moves when it does."""
        self.wrong.configure(text="")

    def refuse(self, why: str, field: tk.Misc | None = None) -> None:
        """Say why what was asked is not done, and give the keyboard to the field that is the reason."""
        self.wrong.configure(text=why)
        if field is not None:
            enter_field(field)

    def _return(self) -> None:
        """Press the focused button, or else the default one."""
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
        """Show the dialog over its parent; if it is too large for the screen, its lists become shorter, and
        if that is not enough, its body scrolls, from its top."""
        self.update_idletasks()
        self._keep_on_screen()
        over = self._over
        width, height = self.winfo_reqwidth(), self.winfo_reqheight()
        x = over.winfo_rootx() + (over.winfo_width() - width) // 2
        y = over.winfo_rooty() + (over.winfo_height() - height) // 3
        x = min(max(0, x), max(0, self.winfo_screenwidth() - width))
        y = min(max(0, y), max(0, self.winfo_screenheight() - height - _BELOW_PX))
        self.geometry(f"+{x}+{y}")
        self.minsize(width, height)
        self._requested = self._requests()
        self.deiconify()
        self.lift()
        target = focus or self._default
        if target is not None:
            enter_field(target)

    @property
    def room(self) -> tuple[int, int]:
        """The width and height in pixels that the screen has for the body."""
        beside = self.winfo_reqwidth() - self._overflow.winfo_reqwidth()
        below = self.winfo_reqheight() - self._overflow.winfo_reqheight()
        return (self.winfo_screenwidth() - theme.px(20) - beside,
                self.winfo_screenheight() - theme.px(_AROUND_PX) - below)

    def show_top(self) -> None:
        """Scroll the body to its top."""
        self._overflow.show_top()

    def _keep_on_screen(self) -> None:
        width, height = self.room
        # The bar that scrolls down has to fit, too.
        bar = theme.px(18)
        if (over := self.body.winfo_reqheight() - height) > 0:
            shorten_lists(self.body, over)
        narrower = width - (bar if self.body.winfo_reqheight() > height else 0)
        if (over := self.body.winfo_reqwidth() - narrower) > 0:
            narrow_lists(self.body, over)
        across, down = self.body.winfo_reqwidth() > narrower, self.body.winfo_reqheight() > height
        if not across and not down and not self._overflow.is_short:
            return
        # Each scroll bar takes space from the other direction.
        self._overflow.shorten(
            width - (bar if down else 0) if across else self.body.winfo_reqwidth(),
            height - (bar if across else 0) if down else self.body.winfo_reqheight())
        self.update_idletasks()

    def _keep_buttons_on_screen(self) -> None:
        """Let a dialog that has become higher than the screen scroll."""
        if not exists(self) or not self.winfo_viewable():
            return
        if not self._overflow.is_short:
            self._keep_on_screen()
        lowest = self.winfo_screenheight() - _BELOW_PX
        if self._overflow.is_short:
            # The message takes its lines from the body instead of pushing the buttons down.
            height = min(self.winfo_height(), lowest)
            self.minsize(self.winfo_width(), 1)
            self.geometry(f"{self.winfo_width()}x{height}")
        self._move_onto_screen()

    def _move_onto_screen(self) -> None:
        """Move the dialog so far to the left and up that all it asks for is on the screen."""
        right, lowest = self.winfo_screenwidth() - _BESIDE_PX, self.winfo_screenheight() - _BELOW_PX
        x, y = self.winfo_x(), self.winfo_y()
        if self.winfo_rootx() + self.winfo_reqwidth() > right:
            x = max(0, right - self.winfo_reqwidth())
        if self.winfo_rooty() + self.winfo_reqheight() > lowest:
            y = max(0, lowest - self.winfo_reqheight())
        if (x, y) != (self.winfo_x(), self.winfo_y()):
            self.geometry(f"+{x}+{y}")
            self.moved_onto_screen()

    def moved_onto_screen(self) -> None:
        """The dialog has been moved, as it had grown, and not by the user."""

    def _requests(self) -> tuple[int, ...]:
        return (self.winfo_reqwidth(), self.winfo_reqheight(), self.body.winfo_reqwidth(),
                self.body.winfo_reqheight())

    def _wait_for_growth(self) -> None:
        if not self._growth_waits:
            self._growth_waits = True
            self.after_idle(self._follow_growth)

    def _follow_growth(self) -> None:
        """Keep the dialog on the screen if it, or what is in it, has grown."""
        self._growth_waits = False
        if not exists(self) or not self.winfo_viewable():
            return
        before, now = self._requested, self._requests()
        self._requested = now
        if any(new > old for new, old in zip(now, before, strict=False)):
            self._keep_on_screen()
            self._move_onto_screen()
            self._requested = self._requests()

    def run(self, focus: tk.Misc | None = None) -> str:
        """Show the dialog and wait; the result, "" if it was cancelled."""
        close_menu(self)
        self.present(focus)
        if wait_until_visible(self):
            GrabKeeper(self, focus or self._default or self).keep()
            self.wait_window()
        return self.result


class _Refusal(WrappedLabel):
    """A line that takes no room on a low screen while it is empty."""

    def configure(self, cnf: Any = None, **options: Any) -> Any:
        """As of any label."""
        done = super().configure(cnf, **options)
        if "text" in options and self.winfo_manager() != ("grid" if options["text"] else "") and is_low(self):
            if options["text"]:
                self.grid()
            else:
                self.grid_remove()
        return done


def message(parent: tk.Misc, title: str, text: str, details: str = "") -> None:
    """Show a message; details go into a scrolling field."""
    dialog = Dialog(parent, title)
    ttk.Label(dialog.body, text=key_words(text), style="Panel.TLabel", wraplength=theme.px(460),
              justify="left").pack(anchor="w")
    if details:
        field = text_field(dialog.body, details, 14)
        field.pack(fill="both", expand=True, pady=(theme.px(10), 0))
    dialog.button("OK", dialog.cancel, default=True)
    dialog.run()


def ask(parent: tk.Misc, title: str, text: str, choices: Sequence[tuple[str, str]]) -> str:
    """Ask a question; `choices` are pairs of result and button text, the default first. "" if cancelled."""
    dialog = Dialog(parent, title)
    ttk.Label(dialog.body, text=key_words(text), style="Panel.TLabel", wraplength=theme.px(420),
              justify="left").pack(anchor="w")
    for i, (result, label) in enumerate(choices):
        dialog.button(label, lambda r=result: dialog.finish(r), default=i == 0)  # type: ignore[misc]
    return dialog.run()


def ask_text(parent: tk.Misc, title: str, text: str, value: str = "",
             complain: Callable[[str], str] = lambda _text: "") -> str:
    """Ask for a line of text; `complain` returns what is wrong with it, "" if nothing. "" if cancelled."""
    dialog = Dialog(parent, title)
    ttk.Label(dialog.body, text=key_words(text), style="Panel.TLabel", wraplength=theme.px(360),
              justify="left").pack(anchor="w")
    entry = ttk.Entry(dialog.body, width=36)
    entry.insert(0, value)
    entry.pack(fill="x", pady=(theme.px(8), 0))

    def accept() -> None:
        complaint = complain(entry.get().strip()) if entry.get().strip() else "Enter a text."
        if complaint:
            dialog.refuse(complaint, entry)
            return
        dialog.finish(entry.get().strip())

    dialog.button("OK", accept, default=True)
    dialog.button("Cancel", dialog.cancel)
    return dialog.run(entry)


def text_field(parent: tk.Misc, text: str, height: int, width: int = 72) -> ttk.Frame:
    """A frame with a read-only text, which can be selected and copied, and a scroll bar."""
    frame = ttk.Frame(parent, style="Panel.TFrame")
    field = tk.Text(frame, width=width, height=height, wrap="word", padx=theme.px(8), pady=theme.px(6),
                    font="TkDefaultFont")
    field.insert("1.0", text)
    field.configure(state="disabled")
    pack_scrolled(field)
    return frame


_BELOW_PX, _BESIDE_PX = 40, 6
"""Pixels that stay free at the lower edge of the screen, for the title above the dialog, and at the right
edge, for its frame."""
_LEAST_PX = 60
_LINE_PX = 40
_MARGIN_PX = 8
"""Pixels at 100 % between a field that was scrolled to and the edge."""
_OWN_WHEEL = (ttk.Treeview, tk.Text, str)
"""Widgets that handle the wheel themselves, whether or not they have the keyboard."""


class OverflowFrame(ttk.Frame):
    """Shows all of `inside`, or, after `shorten`, a part of it with scroll bars. It scrolls to a field that
    gets the keyboard."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, style="Panel.TFrame")
        # A placed widget is clipped at the edge of its frame; a packed one sets the size of the frame.
        self._clip = ttk.Frame(self, style="Panel.TFrame")
        self._clip.grid(row=0, column=0, sticky="nsew")
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self.inside = ttk.Frame(self._clip, style="Panel.TFrame")
        self.inside.pack(fill="both", expand=True)
        self._down = ttk.Scrollbar(self, orient="vertical", command=lambda *a: self._scroll("y", *a))
        self._across = ttk.Scrollbar(self, orient="horizontal", command=lambda *a: self._scroll("x", *a))
        self._at = {"x": 0, "y": 0}
        self.is_short = False
        """Whether it shows only a part."""

    def shorten(self, width: int, height: int) -> None:
        """Show at most this width and height, in pixels, at once; when done again, no less than before if
        there is room for it."""
        full_width, full_height = self.inside.winfo_reqwidth(), self.inside.winfo_reqheight()
        shown = (self._clip.winfo_reqwidth(), self._clip.winfo_reqheight()) if self.is_short else (0, 0)
        self._clip.pack_propagate(False)
        self._clip.configure(width=max(min(width, max(full_width, shown[0])), _LEAST_PX),
                             height=max(min(height, max(full_height, shown[1])), _LEAST_PX))
        self._down.grid(row=0, column=1, sticky="ns")
        self._across.grid(row=1, column=0, sticky="ew")
        if height >= full_height:
            self._down.grid_remove()
        if width >= full_width:
            self._across.grid_remove()
        if self.is_short:
            self._show()
            return
        self.is_short = True
        self.inside.pack_forget()
        self._show()
        for widget in (self._clip, self.inside):
            widget.bind("<Configure>", lambda _e: self._show(), add=True)
        top = self.winfo_toplevel()
        bind_wheel(top, self._wheel, partial(top.bind, add=True))
        top.bind("<FocusIn>", lambda e: self._reveal(e.widget), add=True)

    def _extent(self, axis: str) -> tuple[int, int]:
        """The size in pixels of the whole and of the visible part."""
        clip, inside = self._clip, self.inside
        whole, room, wanted = (
            (inside.winfo_reqwidth(), clip.winfo_width(), clip.winfo_reqwidth()) if axis == "x"
            else (inside.winfo_reqheight(), clip.winfo_height(), clip.winfo_reqheight()))
        # Before it is first drawn, a frame has a size of one pixel.
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

    def _wheel(self, event: Any, notches: int) -> None:
        if not isinstance(event.widget, _OWN_WHEEL) and not changes_by_wheel(event.widget):
            self._scroll("x" if held_keys(event.state) & SHIFT else "y", "scroll", str(-notches))

    def show_top(self) -> None:
        """Scroll to the upper left corner."""
        self._at = {"x": 0, "y": 0}
        if self.inside.winfo_manager() == "place":
            self._show()

    def _reveal(self, widget: object) -> None:
        """Scroll as little as needed to show a widget; what is larger than the room, such as a long list,
        stays where it is if its beginning is in sight."""
        if not isinstance(widget, tk.Widget) or not str(widget).startswith(f"{self.inside}."):
            return
        places = {"x": (widget.winfo_rootx() - self.inside.winfo_rootx(), widget.winfo_width()),
                  "y": (widget.winfo_rooty() - self.inside.winfo_rooty(), widget.winfo_height())}
        for axis, (start, size) in places.items():
            _, room = self._extent(axis)
            self._at[axis] = scrolled_to(start, size, self._at[axis], room, theme.px(_MARGIN_PX))
        self._show()


def scrolled_to(start: int, size: int, at: int, room: int, margin: int) -> int:
    """Where to scroll to so that a widget is in sight: `start` and `size` are those of the widget, `at` and
    `room` of what is shown, `margin` is left beside it. All in pixels.

    >>> scrolled_to(50, 20, 0, 100, 10), scrolled_to(150, 20, 0, 100, 10), scrolled_to(5, 20, 60, 100, 10)
    (0, 80, 0)
    >>> scrolled_to(50, 200, 0, 100, 10), scrolled_to(150, 200, 0, 100, 10)
    (0, 140)
    """
    if size > room // 2:
        beginning_shows = at <= start and (start <= at + room // 2 or start + size <= at + room)
        return at if beginning_shows else max(0, start - margin)
    if start < at:
        return max(0, start - margin)
    return start + size + margin - room if start + size > at + room else at
