"""The ttk styles of the window, made from a set of colours."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import ttk

from .colours import Colours

Px = Callable[[float], int]


def apply_styles(style: ttk.Style, c: Colours, px: Px) -> None:
    """Give all ttk widgets these colours; `px` makes pixels of the screen from those at 100 %."""
    style.theme_use("clam")
    style.configure(
        ".",
        background=c.window,
        foreground=c.text,
        bordercolor=c.border,
        lightcolor=c.window,
        darkcolor=c.window,
        troughcolor=c.window,
        fieldbackground=c.field,
        focuscolor=c.accent,
        selectbackground=c.accent,
        selectforeground=c.on_accent,
        insertcolor=c.text,
        relief="flat",
    )
    style.map(".", foreground=[("disabled", c.faint)], background=[("disabled", c.window)])
    _frames(style, c, px)
    _buttons(style, c, px)
    _fields(style, c, px)
    _lists(style, c, px)


def _frames(style: ttk.Style, c: Colours, px: Px) -> None:
    style.configure("Panel.TFrame", background=c.panel)
    style.configure("Tabs.TFrame", background=c.window)
    style.configure("Bar.TFrame", background=c.panel)
    style.configure("Card.TFrame", background=c.field, bordercolor=c.border, borderwidth=1, relief="solid")
    style.configure("Panel.TLabel", background=c.panel)
    style.configure("Status.TLabel", background=c.panel, padding=(px(8), px(2)))
    style.configure("Digit.TLabel", background=c.panel, foreground=c.faint, font="VeSmall")
    style.configure("Quiet.TLabel", background=c.panel, foreground=c.quiet)
    style.configure("Title.TLabel", background=c.panel, font="VeTitle")
    style.configure("Section.TLabel", background=c.panel, foreground=c.quiet, font="VeSection")
    style.configure(
        "Tag.TLabel", background=c.tag, foreground=c.reconstructed, padding=(px(5), px(1)), font="VeSmall"
    )
    style.configure(
        "Notice.TFrame", background=c.notice, bordercolor=c.warning, borderwidth=1, relief="solid"
    )
    style.configure("Default.TLabel", background=c.field, foreground=c.faint)
    style.configure("Inside.Notice.TFrame", borderwidth=0, relief="flat")
    style.configure("Notice.TLabel", background=c.notice)
    style.configure("Error.TLabel", background=c.panel, foreground=c.error)
    style.configure("TSeparator", background=c.border)
    style.configure("TPanedwindow", background=c.window)
    style.configure(
        "Sash",
        sashthickness=px(5),
        gripcount=0,
        background=c.window,
        lightcolor=c.window,
        bordercolor=c.window,
    )
    style.configure("TNotebook", background=c.window, borderwidth=0, tabmargins=(px(2), px(4), px(2), 0))
    style.configure(
        "TNotebook.Tab",
        background=c.window,
        foreground=c.quiet,
        padding=(px(10), px(5)),
        borderwidth=1,
        expand=(0, 0, 0, 0),
        lightcolor=c.window,
        bordercolor=c.window,
    )
    style.map(
        "TNotebook.Tab",
        background=[("selected", c.panel), ("active", c.hover)],
        foreground=[("selected", c.text)],
        lightcolor=[("selected", c.panel)],
        bordercolor=[("selected", c.border)],
        expand=[("selected", (0, 0, 0, 0))],
        padding=[("selected", (px(10), px(5)))],
    )
    style.configure("TLabelframe", background=c.panel, bordercolor=c.border, borderwidth=1, relief="solid")
    style.configure("TLabelframe.Label", background=c.panel, foreground=c.quiet, font="VeSection")


def _buttons(style: ttk.Style, c: Colours, px: Px) -> None:
    style.configure(
        "TButton",
        background=c.field,
        bordercolor=c.border,
        lightcolor=c.field,
        darkcolor=c.field,
        padding=(px(10), px(4)),
        borderwidth=1,
        relief="raised",
        anchor="center",
    )
    style.map(
        "TButton",
        background=[("disabled", c.panel), ("pressed", c.accent_soft), ("active", c.hover)],
        lightcolor=[("active", c.hover)],
        darkcolor=[("active", c.hover)],
        bordercolor=[("focus", c.accent)],
    )
    style.configure("TMenubutton", background=c.field, arrowcolor=c.quiet)
    style.map("TMenubutton", background=[("disabled", c.window), ("active", c.hover)])
    style.configure("Small.TButton", padding=(px(7), px(2)), width=0)
    style.configure("Narrow.TButton", padding=(px(8), px(4)), width=0)
    style.configure(
        "Accent.TButton",
        background=c.accent,
        foreground=c.on_accent,
        bordercolor=c.accent,
        lightcolor=c.accent,
        darkcolor=c.accent,
    )
    style.map(
        "Accent.TButton",
        background=[("disabled", c.accent_off), ("active", c.accent_active)],
        lightcolor=[("active", c.accent_active)],
        darkcolor=[("active", c.accent_active)],
        foreground=[("disabled", c.faint)],
    )
    style.configure("Left.TButton", anchor="w")
    style.configure(
        "Tool.TButton",
        background=c.panel,
        padding=px(4),
        borderwidth=1,
        bordercolor=c.panel,
        lightcolor=c.panel,
        darkcolor=c.panel,
    )
    style.map(
        "Tool.TButton",
        background=[("disabled", c.panel), ("pressed", c.accent_soft), ("active", c.hover)],
        bordercolor=[("active", c.border)],
        lightcolor=[("active", c.hover)],
        darkcolor=[("active", c.hover)],
    )
    for name, padding in (("Tool.Toolbutton", (px(4), px(4))), ("Swatch.Toolbutton", (px(4), 0))):
        style.configure(
            name,
            background=c.panel,
            padding=padding,
            borderwidth=1,
            bordercolor=c.panel,
            lightcolor=c.panel,
            darkcolor=c.panel,
            anchor="w" if "Swatch" in name else "center",
        )
        style.map(
            name,
            background=[("selected", c.accent_soft), ("active", c.hover)],
            bordercolor=[("selected", c.accent), ("focus", c.accent), ("active", c.border)],
            lightcolor=[("selected", c.accent_soft), ("active", c.hover)],
            darkcolor=[("selected", c.accent_soft), ("active", c.hover)],
        )
    style.configure(
        "Tab.Toolbutton",
        background=c.window,
        foreground=c.quiet,
        padding=(px(9), px(4)),
        borderwidth=1,
        bordercolor=c.window,
        lightcolor=c.window,
        darkcolor=c.window,
        anchor="center",
    )
    style.map(
        "Tab.Toolbutton",
        background=[("selected", c.panel), ("active", c.hover)],
        foreground=[("selected", c.text)],
        lightcolor=[("selected", c.panel), ("active", c.hover)],
        darkcolor=[("selected", c.panel), ("active", c.hover)],
        bordercolor=[("focus", c.accent), ("selected", c.border)],
    )
    for name in ("TCheckbutton", "TRadiobutton"):
        style.configure(
            name,
            background=c.panel,
            indicatorbackground=c.field,
            indicatorforeground=c.accent,
            indicatorsize=px(10),
            upperbordercolor=c.border,
            lowerbordercolor=c.border,
            padding=px(2),
            focuscolor=c.panel,
        )
        style.map(name, background=[("active", c.panel)], indicatorbackground=[("selected", c.field)])


def _fields(style: ttk.Style, c: Colours, px: Px) -> None:
    for name in ("TEntry", "TCombobox", "TSpinbox"):
        style.configure(
            name,
            fieldbackground=c.field,
            bordercolor=c.border,
            lightcolor=c.field,
            darkcolor=c.field,
            padding=(px(5), px(3)),
            arrowcolor=c.quiet,
            background=c.field,
            arrowsize=px(11),
            borderwidth=1,
        )
        style.map(
            name,
            bordercolor=[("focus", c.accent)],
            lightcolor=[("focus", c.accent_soft)],
            fieldbackground=[("disabled", c.panel), ("readonly", c.field)],
            foreground=[("disabled", c.faint), ("readonly", c.text)],
            selectbackground=[("readonly", c.field)],
            selectforeground=[("readonly", c.text)],
            background=[("active", c.hover)],
        )
    for name in ("Vertical.TScrollbar", "Horizontal.TScrollbar"):
        style.configure(
            name,
            background=c.handle,
            troughcolor=c.window,
            bordercolor=c.window,
            lightcolor=c.handle,
            darkcolor=c.handle,
            gripcount=0,
            arrowsize=px(11),
            arrowcolor=c.quiet,
            relief="flat",
        )
        style.map(
            name,
            background=[("disabled", c.window), ("active", c.handle_active)],
            lightcolor=[("disabled", c.window), ("active", c.handle_active)],
            darkcolor=[("disabled", c.window), ("active", c.handle_active)],
            arrowcolor=[("disabled", c.window)],
        )
    style.configure(
        "Horizontal.TScale",
        background=c.accent,
        troughcolor=c.border,
        bordercolor=c.border,
        lightcolor=c.accent,
        darkcolor=c.accent,
        gripcount=0,
        sliderlength=px(14),
    )
    style.map("Horizontal.TScale", background=[("active", c.accent_active), ("focus", c.accent_active)])
    style.configure(
        "Horizontal.TProgressbar",
        background=c.accent,
        troughcolor=c.border,
        bordercolor=c.border,
        lightcolor=c.accent,
        darkcolor=c.accent,
        thickness=px(10),
    )


def _lists(style: ttk.Style, c: Colours, px: Px) -> None:
    style.configure(
        "Treeview",
        background=c.field,
        fieldbackground=c.field,
        foreground=c.text,
        bordercolor=c.border,
        lightcolor=c.field,
        darkcolor=c.field,
        rowheight=px(22),
        borderwidth=0,
        indent=px(12),
    )
    style.configure("Units.Treeview", rowheight=px(34), indent=px(12))
    style.map("Treeview", background=[("selected", c.accent_soft)], foreground=[("selected", c.text)])
    style.configure(
        "Treeview.Heading",
        background=c.panel,
        foreground=c.quiet,
        padding=(px(6), px(3)),
        relief="flat",
        bordercolor=c.border,
        lightcolor=c.panel,
        darkcolor=c.panel,
        font="VeSection",
    )
    style.map("Treeview.Heading", background=[("active", c.hover)])
    style.layout(
        "Flat.Treeview.Item",
        [
            (
                "Treeitem.padding",
                {
                    "sticky": "nswe",
                    "children": [
                        ("Treeitem.image", {"side": "left", "sticky": ""}),
                        ("Treeitem.text", {"side": "left", "sticky": ""}),
                    ],
                },
            )
        ],
    )
    style.configure("Flat.Treeview.Item", padding=(px(5), 0, 0, 0))
    style.configure("Schedule.Flat.Treeview", rowheight=px(34))
    style.layout("Treeview", [("Treeview.treearea", {"sticky": "nswe"})])
