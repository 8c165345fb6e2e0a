"""The look of the window: the colours and the scale chosen now, and all that is made from them.

`theme.c.panel`, or `theme.PANEL` for short, and the other roles of `colours.Colours` are the colours of the
theme chosen now; `theme.px` makes pixels of the screen from pixels at 100 %. A widget that takes its colours
from here follows when another theme is chosen: `repaint` finds and changes them. Pictures with a colour of
the theme in them listen to `changed` and ask `theme.now` again.
"""

from __future__ import annotations

import tkinter as tk
from dataclasses import fields
from tkinter import font, ttk
from typing import TYPE_CHECKING, Literal

from .colours import LIGHT, Colours, translation
from .file_lists import colour_file_lists
from .repaint import repaint
from .signals import Signal
from .theme_styles import apply_styles

if TYPE_CHECKING:
    WINDOW: str
    PANEL: str
    FIELD: str
    BORDER: str
    HOVER: str
    ACCENT: str
    ACCENT_SOFT: str
    ON_ACCENT: str
    TABLE: str
    TIP: str
    TIP_BORDER: str
    TIP_TEXT: str
    TEXT: str
    QUIET: str
    FAINT: str
    ERROR: str
    WARNING: str
    NOTE: str
    NOTICE: str
    RECONSTRUCTED: str

_FAMILIES = ("Segoe UI", "SF Pro Text", "Cantarell", "Noto Sans", "Open Sans", "DejaVu Sans", "Helvetica")
_ROLES = {f.name.upper(): f.name for f in fields(Colours) if f.name != "name"}
_POINTS_PER_INCH = 72
_DPI = 96
"""Dots per inch at 100 %."""

changed = Signal()
"""Another theme or scale is chosen, and the widgets have it."""
c = LIGHT
"""The colours chosen now."""
_before = LIGHT
_scale = 1.0


if not TYPE_CHECKING:

    def __getattr__(name: str) -> str:
        if name in _ROLES:
            return str(getattr(c, _ROLES[name]))
        raise AttributeError(f"the theme has no colour {name}")


def now(colour: str) -> str:
    """A colour that was of the theme before the last change, as it is now; any other stays the same."""
    return translation(_before, c).get(colour, colour)


def px(pixels: float) -> int:
    """Pixels of the screen for a distance given in pixels at 100 %."""
    return round(pixels * _scale)


def unscaled(pixels: int) -> int:
    """Pixels at 100 % for a distance on the screen."""
    return round(pixels / _scale)


def scale() -> float:
    """The scale of the interface, 1.0 at 100 %."""
    return _scale


def apply(root: tk.Misc, colours: Colours | None = None, scale: float | None = None) -> None:
    """Give the root window and everything in it our fonts and styles, in these colours and at this scale;
    those chosen before stay where none are given."""
    global c, _before, _scale
    _before, c = c, colours or c
    _scale = scale or _scale
    if root.tk.call("tk", "windowingsystem") != "aqua":
        # Fonts are measured in points, so they follow.
        root.tk.call("tk", "scaling", _DPI / _POINTS_PER_INCH * _scale)
    _fonts(root)
    # Ctrl+A selects everything, as users of today expect; Tk's own key for it is Ctrl+/.
    root.event_delete("<<LineStart>>", "<Control-a>")
    root.event_add("<<SelectAll>>", "<Control-a>")
    root.bind_class("Treeview", "<Home>", lambda e: _go_to_end(e.widget, 0))
    root.bind_class("Treeview", "<End>", lambda e: _go_to_end(e.widget, -1))
    _options(root, c)
    apply_styles(ttk.Style(root), c, px)
    colour_file_lists(root)
    repaint(root, translation(_before, c))
    changed.emit()


def _fonts(root: tk.Misc) -> None:
    families = set(font.families(root))
    family = next((f for f in _FAMILIES if f in families), "TkDefaultFont")
    for name in ("TkDefaultFont", "TkTextFont", "TkMenuFont", "TkTooltipFont"):
        font.nametofont(name, root).configure(family=family, size=9, weight="normal")
    for name in ("TkHeadingFont", "TkCaptionFont"):
        font.nametofont(name, root).configure(family=family, size=9, weight="bold")
    font.nametofont("TkSmallCaptionFont", root).configure(family=family, size=8, weight="normal")
    _named(root, "VeTitle", family, 11, "bold")
    _named(root, "VeSection", family, 9, "bold")
    _named(root, "VeSmall", family, 8, "normal")


def _named(
    root: tk.Misc, name: str, family: str, size: int, weight: Literal["normal", "bold"]
) -> None:
    if name in font.names(root):
        font.nametofont(name, root).configure(family=family, size=size, weight=weight)
    else:
        # The root keeps the font: Tk deletes a named font together with its Python object.
        kept = font.Font(root, name=name, family=family, size=size, weight=weight)
        setattr(root, f"_font_{name}", kept)


def _go_to_end(tree: tk.Misc, which: int) -> None:
    """Home and End in lists, which Tk leaves out: the first row, or the last that is open."""
    assert isinstance(tree, ttk.Treeview)
    rows: tuple[str, ...] = tree.get_children()
    while rows:
        row = rows[which]
        rows = tree.get_children(row) if which and tree.item(row, "open") else ()
        if not rows:
            tree.focus(row)
            tree.selection_set(row)
            tree.see(row)


def _options(root: tk.Misc, c: Colours) -> None:
    if isinstance(root, tk.Tk | tk.Toplevel):
        root.configure(background=c.window)
    for pattern, value in (
        ("*Menu.background", c.panel), ("*Menu.foreground", c.text), ("*Menu.activeBackground", c.accent),
        ("*Menu.activeForeground", c.on_accent), ("*Menu.relief", "flat"), ("*Menu.borderWidth", 1),
        ("*Menu.activeBorderWidth", 0), ("*Menu.disabledForeground", c.faint), ("*Menu.tearOff", 0),
        ("*TCombobox*Listbox.background", c.field), ("*TCombobox*Listbox.foreground", c.text),
        ("*TCombobox*Listbox.selectBackground", c.accent),
        ("*TCombobox*Listbox.selectForeground", c.on_accent),
        ("*TCombobox*Listbox.relief", "flat"), ("*Text.background", c.field), ("*Text.foreground", c.text),
        ("*Text.relief", "flat"), ("*Text.selectBackground", c.accent),
        ("*Text.selectForeground", c.on_accent), ("*Menu.selectColor", c.text),
        ("*Text.insertBackground", c.text), ("*Text.highlightBackground", c.border),
        ("*Text.highlightColor", c.accent), ("*Text.highlightThickness", 1),
    ):
        root.option_add(pattern, value)
