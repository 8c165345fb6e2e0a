"""The look of all ttk widgets of the window: one table."""

from __future__ import annotations

from tkinter import ttk
from typing import Any

from .colours import Colours
from .ttk_look import Px, give, look

_FRAMES = (
    look("Panel.TFrame", "Bar.TFrame", background="panel"),
    look("Tabs.TFrame", "TPanedwindow", background="window"),
    look("Card.TFrame", background="field", bordercolor="border", borderwidth=1, relief="solid"),
    look("Notice.TFrame", background="notice", bordercolor="warning", borderwidth=1, relief="solid"),
    look("Inside.Notice.TFrame", borderwidth=0, relief="flat"),
    look("TLabelframe", background="panel", bordercolor="border", borderwidth=1, relief="solid"),
    look("TLabelframe.Label", background="panel", foreground="quiet", font="VeSection"),
    look("TSeparator", background="border"),
    look("Sash", background="window", lightcolor="window", bordercolor="window", sashthickness=5,
         gripcount=0),
)
_LABELS = (
    look("Panel.TLabel", background="panel"),
    look("Status.TLabel", background="panel", padding=(8, 2)),
    look("Digit.TLabel", background="panel", foreground="faint", font="VeSmall"),
    look("Quiet.TLabel", background="panel", foreground="quiet"),
    look("Title.TLabel", background="panel", font="VeTitle"),
    look("Section.TLabel", background="panel", foreground="quiet", font="VeSection"),
    look("Tag.TLabel", background="tag", foreground="reconstructed", padding=(5, 1), font="VeSmall"),
    look("Default.TLabel", background="field", foreground="faint"),
    look("Notice.TLabel", background="notice"),
    look("Error.TLabel", background="panel", foreground="error"),
)
_TABS = (
    look("TNotebook", background="window", borderwidth=0, tabmargins=(2, 4, 2, 0)),
    look("TNotebook.Tab", background="window", foreground="quiet", lightcolor="window", bordercolor="window",
         padding=(10, 5), borderwidth=1, expand=(0, 0, 0, 0))
    .when("selected", background="panel", foreground="text", lightcolor="panel", bordercolor="border",
          padding=(10, 5), expand=(0, 0, 0, 0))
    .when("active", background="hover"),
    look("Tab.Toolbutton", face="window", foreground="quiet", bordercolor="window", padding=(9, 4),
         borderwidth=1, anchor="center")
    .when("focus", bordercolor="accent")
    .when("selected", face="panel", foreground="text", bordercolor="border")
    .when("active", face="hover"),
)
_BUTTONS = (
    look("TButton", face="field", bordercolor="border", padding=(10, 4), borderwidth=1, relief="raised",
         anchor="center")
    .when("disabled", background="panel")
    .when("pressed", background="accent_soft")
    .when("active", face="hover")
    .when("focus", bordercolor="accent"),
    look("Small.TButton", padding=(7, 2), width=0),
    look("Narrow.TButton", padding=(8, 4), width=0),
    look("Left.TButton", anchor="w"),
    look("Accent.TButton", face="accent", foreground="on_accent", bordercolor="accent")
    .when("disabled", background="accent_off", foreground="quiet")
    .when("active", face="accent_active"),
    look("Tool.TButton", face="panel", bordercolor="panel", padding=4, borderwidth=1)
    .when("disabled", background="panel")
    .when("pressed", background="accent_soft")
    .when("active", face="hover", bordercolor="border"),
    look("Tool.Toolbutton", "Swatch.Toolbutton", face="panel", bordercolor="panel", padding=(4, 4),
         borderwidth=1, anchor="center")
    .when("selected", face="accent_soft", bordercolor="accent")
    .when("focus", bordercolor="accent")
    .when("active", face="hover", bordercolor="border"),
    look("Swatch.Toolbutton", padding=(4, 0), anchor="w"),
    look("TMenubutton", background="field", arrowcolor="quiet")
    .when("disabled", background="window")
    .when("active", background="hover"),
    look("TCheckbutton", "TRadiobutton", background="panel", indicatorbackground="field",
         indicatorforeground="accent", upperbordercolor="border", lowerbordercolor="border",
         focuscolor="panel", indicatorsize=10, padding=2)
    .when("active", background="panel")
    .when("selected", indicatorbackground="field"),
)
_FIELDS = (
    look("TEntry", "TCombobox", "TSpinbox", face="field", fieldbackground="field", bordercolor="border",
         arrowcolor="quiet", padding=(5, 3), arrowsize=11, borderwidth=1)
    .when("disabled", fieldbackground="panel", foreground="faint")
    .when("readonly", fieldbackground="field", foreground="text", selectbackground="field",
          selectforeground="text")
    .when("focus", bordercolor="accent", lightcolor="accent_soft")
    .when("active", background="hover"),
    look("Vertical.TScrollbar", "Horizontal.TScrollbar", face="handle", troughcolor="window",
         bordercolor="window", arrowcolor="quiet", gripcount=0, arrowsize=11, relief="flat")
    .when("disabled", face="window", arrowcolor="window")
    .when("active", face="handle_active"),
    look("Horizontal.TScale", face="accent", troughcolor="border", bordercolor="border", gripcount=0,
         sliderlength=14)
    .when("active", background="accent_active")
    .when("focus", background="accent_active"),
    look("Horizontal.TProgressbar", face="accent", troughcolor="border", bordercolor="border", thickness=10),
)
_LISTS = (
    look("Treeview", face="field", fieldbackground="field", foreground="text", bordercolor="border",
         rowheight=22, borderwidth=0, indent=12)
    .when("selected", background="accent_soft", foreground="text"),
    look("Units.Treeview", rowheight=34, indent=12),
    look("Schedule.Flat.Treeview", rowheight=34),
    look("Treeview.Heading", face="panel", foreground="quiet", bordercolor="border", padding=(6, 3),
         relief="flat", font="VeSection")
    .when("active", background="hover"),
    look("Flat.Treeview.Item", padding=(5, 0, 0, 0)),
)
_ALL = (
    look(".", face="window", foreground="text", bordercolor="border", troughcolor="window",
         fieldbackground="field", focuscolor="accent", selectbackground="accent",
         selectforeground="on_accent", insertcolor="text", relief="flat")
    .when("disabled", foreground="faint", background="window"),
    *_FRAMES, *_LABELS, *_TABS, *_BUTTONS, *_FIELDS, *_LISTS,
)
_WITHOUT_ARROW: Any = [("Treeitem.padding", {"sticky": "nswe", "children": [
    ("Treeitem.image", {"side": "left", "sticky": ""}), ("Treeitem.text", {"side": "left", "sticky": ""})]})]


def apply_styles(style: ttk.Style, colours: Colours, px: Px) -> None:
    """Give all ttk widgets these colours; `px` makes pixels of the screen from those at 100 %."""
    style.theme_use("clam")
    give(style, _ALL, colours, px)
    style.layout("Flat.Treeview.Item", _WITHOUT_ARROW)
    style.layout("Treeview", [("Treeview.treearea", {"sticky": "nswe"})])
