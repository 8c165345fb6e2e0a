"""The look of the window: one set of colours and fonts, and a ttk theme made from them."""

from __future__ import annotations

import tkinter as tk
from tkinter import font, ttk
from typing import Literal

WINDOW = "#eceff3"
PANEL = "#f7f8fa"
FIELD = "#ffffff"
BORDER = "#cfd5dd"
TEXT = "#1d2530"
QUIET = "#5d6876"
ACCENT = "#2563b8"
ACCENT_SOFT = "#dbe7f7"
HOVER = "#e3e8ef"
TABLE = "#39424e"
"""Around the map; the tiles have it too."""
ERROR = "#c62f2f"
WARNING = "#b87414"
NOTE = "#3b7bbf"
NOTICE = "#fdf1d3"
"""Ground of the bar over the map that tells something."""
RECONSTRUCTED = "#9a5b00"

_FAMILIES = ("Segoe UI", "SF Pro Text", "Cantarell", "Noto Sans", "Open Sans", "DejaVu Sans", "Helvetica")

_scale = 1.0


def px(pixels: float) -> int:
    """Pixels of the screen for a distance given in pixels at 100 %."""
    return round(pixels * _scale)


def unscaled(pixels: int) -> int:
    """Pixels at 100 % for a distance on the screen."""
    return round(pixels / _scale)


def apply(root: tk.Misc) -> None:
    """Give the root window and everything in it our fonts and styles."""
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
    # Ctrl+A selects everything, as users of today expect; Tk's own key for it is Ctrl+/.
    root.event_delete("<<LineStart>>", "<Control-a>")
    root.event_add("<<SelectAll>>", "<Control-a>")
    root.bind_class("Treeview", "<Home>", lambda e: _go_to_end(e.widget, 0))
    root.bind_class("Treeview", "<End>", lambda e: _go_to_end(e.widget, -1))
    _options(root)
    _styles(ttk.Style(root))


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


def _options(root: tk.Misc) -> None:
    if isinstance(root, tk.Tk | tk.Toplevel):
        root.configure(background=WINDOW)
    for pattern, value in (
        ("*Menu.background", PANEL), ("*Menu.foreground", TEXT), ("*Menu.activeBackground", ACCENT),
        ("*Menu.activeForeground", "#ffffff"), ("*Menu.relief", "flat"), ("*Menu.borderWidth", 1),
        ("*Menu.activeBorderWidth", 0), ("*Menu.disabledForeground", "#a5adb8"), ("*Menu.tearOff", 0),
        ("*TCombobox*Listbox.background", FIELD), ("*TCombobox*Listbox.foreground", TEXT),
        ("*TCombobox*Listbox.selectBackground", ACCENT), ("*TCombobox*Listbox.selectForeground", "#ffffff"),
        ("*TCombobox*Listbox.relief", "flat"), ("*Text.background", FIELD), ("*Text.foreground", TEXT),
        ("*Text.relief", "flat"), ("*Text.selectBackground", ACCENT), ("*Text.selectForeground", "#ffffff"),
        ("*Text.insertBackground", TEXT), ("*Text.highlightBackground", BORDER),
        ("*Text.highlightColor", ACCENT), ("*Text.highlightThickness", 1),
    ):
        root.option_add(pattern, value)


def _styles(style: ttk.Style) -> None:
    style.theme_use("clam")
    style.configure(".", background=WINDOW, foreground=TEXT, bordercolor=BORDER, lightcolor=WINDOW,
                    darkcolor=WINDOW, troughcolor=WINDOW, fieldbackground=FIELD, focuscolor=ACCENT,
                    selectbackground=ACCENT, selectforeground="#ffffff", insertcolor=TEXT, relief="flat")
    style.map(".", foreground=[("disabled", "#9aa3ae")])
    _frames(style)
    _buttons(style)
    _fields(style)
    _lists(style)


def _frames(style: ttk.Style) -> None:
    style.configure("Panel.TFrame", background=PANEL)
    style.configure("Tabs.TFrame", background=WINDOW)
    style.configure("Bar.TFrame", background=PANEL)
    style.configure("Card.TFrame", background=FIELD, bordercolor=BORDER, borderwidth=1, relief="solid")
    style.configure("Panel.TLabel", background=PANEL)
    style.configure("Status.TLabel", background=PANEL, padding=(8, 2))
    style.configure("Quiet.TLabel", background=PANEL, foreground=QUIET)
    style.configure("Title.TLabel", background=PANEL, font="VeTitle")
    style.configure("Section.TLabel", background=PANEL, foreground=QUIET, font="VeSection")
    style.configure("Tag.TLabel", background="#f6e7c8", foreground=RECONSTRUCTED, padding=(5, 1),
                    font="VeSmall")
    style.configure("Notice.TFrame", background=NOTICE, bordercolor=WARNING, borderwidth=1, relief="solid")
    style.configure("Notice.TLabel", background=NOTICE)
    style.configure("Error.TLabel", background=PANEL, foreground=ERROR)
    style.configure("TSeparator", background=BORDER)
    style.configure("TPanedwindow", background=WINDOW)
    style.configure("Sash", sashthickness=5, gripcount=0, background=WINDOW, lightcolor=WINDOW,
                    bordercolor=WINDOW)
    style.configure("TNotebook", background=WINDOW, borderwidth=0, tabmargins=(2, 4, 2, 0))
    style.configure("TNotebook.Tab", background=WINDOW, foreground=QUIET, padding=(10, 5), borderwidth=1,
                    expand=(0, 0, 0, 0), lightcolor=WINDOW, bordercolor=WINDOW)
    style.map("TNotebook.Tab", background=[("selected", PANEL), ("active", HOVER)],
              foreground=[("selected", TEXT)], lightcolor=[("selected", PANEL)],
              bordercolor=[("selected", BORDER)], expand=[("selected", (0, 0, 0, 0))],
              padding=[("selected", (10, 5))])
    style.configure("TLabelframe", background=PANEL, bordercolor=BORDER, borderwidth=1, relief="solid")
    style.configure("TLabelframe.Label", background=PANEL, foreground=QUIET, font="VeSection")


def _buttons(style: ttk.Style) -> None:
    style.configure("TButton", background=FIELD, bordercolor=BORDER, lightcolor=FIELD, darkcolor=FIELD,
                    padding=(10, 4), borderwidth=1, relief="raised", anchor="center")
    style.map("TButton", background=[("disabled", PANEL), ("pressed", ACCENT_SOFT), ("active", HOVER)],
              lightcolor=[("active", HOVER)], darkcolor=[("active", HOVER)],
              bordercolor=[("focus", ACCENT)])
    style.configure("Small.TButton", padding=(7, 2), width=0)
    style.configure("Narrow.TButton", padding=(8, 4), width=0)
    style.configure("Accent.TButton", background=ACCENT, foreground="#ffffff", bordercolor=ACCENT,
                    lightcolor=ACCENT, darkcolor=ACCENT)
    style.map("Accent.TButton", background=[("disabled", "#a9bddb"), ("active", "#1d539f")],
              lightcolor=[("active", "#1d539f")], darkcolor=[("active", "#1d539f")],
              foreground=[("disabled", "#f0f4fa")])
    style.configure("Left.TButton", anchor="w")
    style.configure("Tool.TButton", background=PANEL, padding=4, borderwidth=1, bordercolor=PANEL,
                    lightcolor=PANEL, darkcolor=PANEL)
    style.map("Tool.TButton", background=[("disabled", PANEL), ("pressed", ACCENT_SOFT), ("active", HOVER)],
              bordercolor=[("active", BORDER)], lightcolor=[("active", HOVER)], darkcolor=[("active", HOVER)])
    for name, padding in (("Tool.Toolbutton", 4), ("Swatch.Toolbutton", (4, 0))):
        style.configure(name, background=PANEL, padding=padding, borderwidth=1, bordercolor=PANEL,
                        lightcolor=PANEL, darkcolor=PANEL, anchor="w" if "Swatch" in name else "center")
        style.map(name, background=[("selected", ACCENT_SOFT), ("active", HOVER)],
                  bordercolor=[("selected", ACCENT), ("focus", ACCENT), ("active", BORDER)],
                  lightcolor=[("selected", ACCENT_SOFT), ("active", HOVER)],
                  darkcolor=[("selected", ACCENT_SOFT), ("active", HOVER)])
    style.configure("Tab.Toolbutton", background=WINDOW, foreground=QUIET, padding=(9, 4), borderwidth=1,
                    bordercolor=WINDOW, lightcolor=WINDOW, darkcolor=WINDOW, anchor="center")
    style.map("Tab.Toolbutton", background=[("selected", PANEL), ("active", HOVER)],
              foreground=[("selected", TEXT)], lightcolor=[("selected", PANEL), ("active", HOVER)],
              darkcolor=[("selected", PANEL), ("active", HOVER)],
              bordercolor=[("focus", ACCENT), ("selected", BORDER)])
    for name in ("TCheckbutton", "TRadiobutton"):
        style.configure(name, background=PANEL, indicatorbackground=FIELD, indicatorforeground=ACCENT,
                        upperbordercolor=BORDER, lowerbordercolor=BORDER, padding=2, focuscolor=PANEL)
        style.map(name, background=[("active", PANEL)], indicatorbackground=[("selected", FIELD)])


def _fields(style: ttk.Style) -> None:
    for name in ("TEntry", "TCombobox", "TSpinbox"):
        style.configure(name, fieldbackground=FIELD, bordercolor=BORDER, lightcolor=FIELD, darkcolor=FIELD,
                        padding=(5, 3), arrowcolor=QUIET, background=FIELD, arrowsize=11, borderwidth=1)
        style.map(name, bordercolor=[("focus", ACCENT)], lightcolor=[("focus", ACCENT_SOFT)],
                  fieldbackground=[("disabled", PANEL), ("readonly", FIELD)],
                  foreground=[("disabled", "#9aa3ae"), ("readonly", TEXT)],
                  selectbackground=[("readonly", FIELD)], selectforeground=[("readonly", TEXT)],
                  background=[("active", HOVER)])
    for name in ("Vertical.TScrollbar", "Horizontal.TScrollbar"):
        style.configure(name, background="#c3cad4", troughcolor=WINDOW, bordercolor=WINDOW,
                        lightcolor="#c3cad4", darkcolor="#c3cad4", gripcount=0, arrowsize=11,
                        arrowcolor=QUIET, relief="flat")
        style.map(name, background=[("disabled", WINDOW), ("active", "#a9b3c0")],
                  lightcolor=[("disabled", WINDOW), ("active", "#a9b3c0")],
                  darkcolor=[("disabled", WINDOW), ("active", "#a9b3c0")], arrowcolor=[("disabled", WINDOW)])
    style.configure("Horizontal.TProgressbar", background=ACCENT, troughcolor=BORDER, bordercolor=BORDER,
                    lightcolor=ACCENT, darkcolor=ACCENT, thickness=10)


def _lists(style: ttk.Style) -> None:
    style.configure("Treeview", background=FIELD, fieldbackground=FIELD, foreground=TEXT, bordercolor=BORDER,
                    lightcolor=FIELD, darkcolor=FIELD, rowheight=22, borderwidth=0, indent=12)
    style.configure("Units.Treeview", rowheight=34, indent=12)
    style.map("Treeview", background=[("selected", ACCENT_SOFT)], foreground=[("selected", TEXT)])
    style.configure("Treeview.Heading", background=PANEL, foreground=QUIET, padding=(6, 3), relief="flat",
                    bordercolor=BORDER, lightcolor=PANEL, darkcolor=PANEL, font="VeSection")
    style.map("Treeview.Heading", background=[("active", HOVER)])
    style.layout("Flat.Treeview.Item", [("Treeitem.padding", {"sticky": "nswe", "children": [
        ("Treeitem.image", {"side": "left", "sticky": ""}),
        ("Treeitem.text", {"side": "left", "sticky": ""})]})])
    style.configure("Flat.Treeview.Item", padding=(5, 0, 0, 0))
    style.configure("Schedule.Flat.Treeview", rowheight=34)
    style.layout("Treeview", [("Treeview.treearea", {"sticky": "nswe"})])
