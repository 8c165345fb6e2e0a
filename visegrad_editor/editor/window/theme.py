"""The current theme and scale of the window, and the fonts and styles made from them.

`theme.PANEL` and the other roles of `colours.Colours` are the colours of the current theme; `theme.px`
converts pixels at 100 % to pixels on the screen. A widget that takes its colours from here is changed by
`repaint` when another theme is chosen. Pictures that use colours of the theme listen to `changed` and ask
`theme.current` again.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from tkinter import font, ttk
from typing import TYPE_CHECKING, Any, Literal

from ...lazy_dataclass import dataclass
from ..platforms import letters, text_keys
from ..signals import Signal
from .colours import LIGHT, Colours, translation
from .tick_boxes import set_tick_boxes

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
    OWN: str
    NOTICE: str
    RECONSTRUCTED: str

_ROLES = {f.name.upper(): f.name for f in fields(Colours) if f.name != "name"}
_SMALL, _LARGE = 8 / 9, 11 / 9
"""The sizes of small letters and of titles, as parts of the usual size."""
_POINTS_PER_INCH = 72
_DPI = 96
"""Dots per inch at 100 %."""

changed = Signal()
"""The theme or the scale changed, and the widgets follow it."""
_current = LIGHT
_before = LIGHT
_scale = 1.0


if not TYPE_CHECKING:

    def __getattr__(name: str) -> str:
        if name in _ROLES:
            return str(getattr(_current, _ROLES[name]))
        raise AttributeError(f"the theme has no colour {name}")


def name() -> str:
    """The name of the current theme, `light` or `dark`."""
    return _current.name


def current(colour: str) -> str:
    """The current theme's counterpart of a colour of the previous theme; any other colour as it is."""
    return translation(_before, _current).get(colour, colour)


def px(pixels: float) -> int:
    """Pixels on the screen for a distance in pixels at 100 %."""
    return round(pixels * _scale)


def unscaled(pixels: int) -> int:
    """Pixels at 100 % for a distance on the screen."""
    return round(pixels / _scale)


def scale() -> float:
    """The scale of the interface, 1.0 at 100 %."""
    return _scale


def apply(root: tk.Misc, colours: Colours | None = None, scale: float | None = None) -> None:
    """Set fonts and styles of the root window and everything in it for these colours and this scale, by
    default the current ones."""
    global _current, _before, _scale
    _before, _current = _current, colours or _current
    _scale = scale or _scale
    _fonts(root)
    text_keys(root)
    root.bind_class("Treeview", "<Home>", lambda e: _go_to_end(e.widget, 0))
    root.bind_class("Treeview", "<End>", lambda e: _go_to_end(e.widget, -1))
    _options(root, _current)
    apply_styles(ttk.Style(root), _current, px)
    set_tick_boxes(ttk.Style(root), _current, _scale)
    colour_file_lists(root)
    repaint(root, translation(_before, _current))
    changed.emit()


def _fonts(root: tk.Misc) -> None:
    family, size, points_are_pixels = letters(root)
    if points_are_pixels:
        size = round(size * _scale)
    else:
        # Letters are measured in points, so they follow.
        root.tk.call("tk", "scaling", _DPI / _POINTS_PER_INCH * _scale)
    small, large = round(size * _SMALL), round(size * _LARGE)
    for name in ("TkDefaultFont", "TkTextFont", "TkMenuFont", "TkTooltipFont"):
        font.nametofont(name, root).configure(family=family, size=size, weight="normal")
    for name in ("TkHeadingFont", "TkCaptionFont"):
        font.nametofont(name, root).configure(family=family, size=size, weight="bold")
    font.nametofont("TkSmallCaptionFont", root).configure(family=family, size=small, weight="normal")
    _set_font(root, "VeTitle", family, large, "bold")
    _set_font(root, "VeSection", family, size, "bold")
    _set_font(root, "VeSmall", family, small, "normal")


def _set_font(
    root: tk.Misc, name: str, family: str, size: int, weight: Literal["normal", "bold"]
) -> None:
    if name in font.names(root):
        font.nametofont(name, root).configure(family=family, size=size, weight=weight)
    else:
        # Keep a reference: tkinter deletes a named font together with its Python object.
        kept = font.Font(root, name=name, family=family, size=size, weight=weight)
        setattr(root, f"_font_{name}", kept)


def _go_to_end(tree: tk.Misc, which: int) -> None:
    """Home and End in lists, which Tk does not bind: select the first row, or the last visible one."""
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
        ("*Menu.activeForeground", c.on_accent), ("*Menu.relief", "solid"), ("*Menu.borderWidth", 1),
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


# The looks of ttk widgets as values.

Px = Callable[[float], int]
Options = Mapping[str, Any]

_DISTANCES = frozenset((
    "arrowsize", "indent", "indicatorsize", "padding", "rowheight", "sashthickness", "sliderlength",
    "tabmargins", "thickness"))
_SHORT = {"edges": ("lightcolor", "darkcolor"), "face": ("background", "lightcolor", "darkcolor")}


@dataclass(frozen=True)
class Look:
    """The options of one or more ttk styles, made by `look`.

    Colours are names of roles of `Colours`, distances are in pixels at 100 %."""

    styles: tuple[str, ...]
    options: Options
    states: tuple[tuple[str, Options], ...] = ()
    """Options that differ in a state; if two states apply, the earlier one wins."""

    def when(self, state: str, **options: Any) -> Look:
        """The look with other options in a state; `active` means under the pointer."""
        return replace(self, states=(*self.states, (state, _spelled(options))))


def look(*styles: str, **options: Any) -> Look:
    """The look of these styles. `edges` stands for the light and the dark edge of a widget, `face` for its
    background and both edges.

    >>> look("TButton", face="field").when("active", edges="hover").states
    (('active', {'lightcolor': 'hover', 'darkcolor': 'hover'}),)
    """
    return Look(styles, _spelled(options))


def set_looks(style: ttk.Style, looks: Iterable[Look], colours: Colours, px: Px) -> None:
    """Set these looks in a theme's colours; `px` converts pixels at 100 % to pixels on the screen.

    Raises `AttributeError` for a colour that the theme does not have."""
    for look in looks:
        options = {name: _value(name, value, colours, px) for name, value in look.options.items()}
        states: dict[str, list[tuple[str, Any]]] = {}
        for state, others in look.states:
            for name, value in others.items():
                states.setdefault(name, []).append((state, _value(name, value, colours, px)))
        for name in look.styles:
            style.configure(name, **options)
            style.map(name, None, **states)


def _spelled(options: Options) -> Options:
    return {name: value for short, value in options.items() for name in _SHORT.get(short, (short,))}


def _value(name: str, value: Any, colours: Colours, px: Px) -> Any:
    if name in _DISTANCES:
        return tuple(map(px, value)) if isinstance(value, tuple) else px(value)
    if name.endswith(("color", "ground")):
        return getattr(colours, value)
    return value


# The table of looks of all ttk widgets.

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
    look("Caption.TLabel", background="panel", foreground="quiet", font="VeSmall"),
    look("Title.TLabel", background="panel", font="VeTitle"),
    look("Section.TLabel", background="panel", foreground="quiet", font="VeSection"),
    look("Result.TLabel", background="panel", font="VeTitle"),
    look("Strong.TLabel", background="panel", font="VeSection"),
    look("Lit.TLabel", background="accent", foreground="on_accent", font="VeSection", padding=(8, 4)),
    look("Phase.TLabel", background="panel", foreground="quiet", font="VeSection", padding=(8, 4)),
    look("Tag.TLabel", background="tag", foreground="reconstructed", padding=(5, 1), font="VeSmall"),
    look("Own.TLabel", background="panel", foreground="own"),
    look("Default.TLabel", background="field", foreground="faint"),
    look("Advice.TLabel", background="field", foreground="quiet", padding=(8, 4)),
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
    look("Tile.TButton", padding=6, width=0, wraplength=px(200), justify="center", anchor="center"),
    look("Large.TButton", "Large.Accent.TButton", padding=(12, 8), width=0),
    look("Large.Left.TButton", "Large.Left.Accent.TButton", padding=(12, 8), width=0, anchor="w"),
    look("Accent.TButton", face="accent", foreground="on_accent", bordercolor="accent")
    .when("disabled", background="panel", foreground="quiet", bordercolor="border")
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
    look("Choice.Toolbutton", face="field", bordercolor="border", padding=(11, 6), borderwidth=1,
         relief="raised", anchor="center")
    # The one that has the keyboard has a dark rim, so that it is not taken for the one that is chosen.
    .when("focus", bordercolor="text")
    .when("selected", face="accent_soft", bordercolor="accent")
    .when("active", face="hover"),
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
    look("Large.Treeview", rowheight=28, indent=12),
    look("Problems.Treeview", indent=12),
    look("Schedule.Flat.Treeview", rowheight=34),
    look("Lines.Treeview", rowheight=38, indent=12),
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
    """Set the looks of all ttk widgets; `px` converts pixels at 100 % to pixels on the screen."""
    style.theme_use("clam")
    set_looks(style, _ALL, colours, px)
    style.layout("Flat.Treeview.Item", _WITHOUT_ARROW)
    style.layout("Treeview", [("Treeview.treearea", {"sticky": "nswe"})])


# Tk's own file dialogs.
#
# On systems without a file dialog, Tk shows its own, whose list of files is always black on white. Its code
# is patched so that it uses the colours of the styles.

_CHANGES = {
    "Create": (("-background white", "-background [ttk::style lookup TEntry -fieldbackground]"),
               ("set fill black", "set fill [ttk::style lookup . -foreground]")),
    "DrawSelection": (("-fill black", "-fill $fill"),),
}
"""Methods of Tk's list of icons, and the colours to replace in their code."""


def colour_file_lists(root: tk.Misc) -> None:
    """Make Tk's file dialogs take their colours from the styles. If Tk has none of its own, or a different
    version, nothing changes."""
    tcl = root.tk
    with suppress(tk.TclError):
        if not tcl.call("info", "commands", "::tk::IconList"):
            tcl.call("auto_load", "::tk::IconList")
        for method, changes in _CHANGES.items():
            arguments, body = tcl.splitlist(tcl.call("info", "class", "definition", "::tk::IconList", method))
            for old, new in changes:
                body = str(body).replace(old, new)
            tcl.call("oo::define", "::tk::IconList", "method", method, arguments, body)


# Repainting existing widgets: each colour of the old theme becomes that of the new one.
#
# ttk widgets follow their styles. This concerns classic Tk widgets, colours set on single ttk widgets, the
# tags of lists and texts, and items on canvases.

_OPTIONS = frozenset({
    "background", "foreground", "activebackground", "activeforeground", "disabledforeground",
    "highlightbackground", "highlightcolor", "insertbackground", "selectbackground", "selectforeground",
    "selectcolor", "fill", "outline", "activefill", "activeoutline"})

KEEPS_ITEMS = "keeps_items"
"""A canvas with an attribute of this name, such as the map, keeps the colours of its items."""


def repaint(root: tk.Misc, translation: Mapping[str, str]) -> None:
    """Change the colours of a widget and all its descendants according to the translation."""
    known = {old.lower(): new for old, new in translation.items() if old.lower() != new.lower()}
    if known:
        _Painter(root, known).paint(str(root))


class _Painter:
    """Works with Tk path names, because tkinter does not know some widgets, such as the lists of
    drop-downs."""

    def __init__(self, root: tk.Misc, known: Mapping[str, str]) -> None:
        self._root, self._tk, self._known = root, root.tk, known

    def paint(self, path: str) -> None:
        # A widget may have been destroyed, or its kind may lack an option; then there is nothing to do.
        with suppress(tk.TclError):
            self._options(path, "configure")
        kind = str(self._tk.call("winfo", "class", path))
        with suppress(tk.TclError):
            if kind == "Canvas" and not self._keeps(path):
                for item in self._list(path, "find", "all"):
                    self._options(path, "itemconfigure", item)
            elif kind == "Text" or kind.endswith("Treeview"):
                for tag in self._list(path, "tag", "names"):
                    self._options(path, "tag", "configure", tag)
            elif kind == "Menu":
                self._entries(path)
        for child in self._list("winfo", "children", path):
            self.paint(child)

    def _keeps(self, path: str) -> bool:
        try:
            return hasattr(self._root.nametowidget(path), KEEPS_ITEMS)
        except KeyError:
            return False

    def _entries(self, path: str) -> None:
        last = self._tk.call(path, "index", "end")
        if str(last) not in ("none", ""):
            for i in range(int(last) + 1):
                with suppress(tk.TclError):
                    self._options(path, "entryconfigure", str(i))

    def _options(self, *command: str) -> None:
        """Get all options with a Tk command, and set those whose colour is to change."""
        options = [self._tk.splitlist(o) for o in self._tk.splitlist(self._tk.call(*command))]
        # Most commands return {-name ... value} for each option; those for tags of lists, -name value.
        words = list(_flat(options))
        pairs = [(o[0], o[-1]) for o in options if len(o) > 1] or zip(words[::2], words[1::2], strict=False)
        for name, value in pairs:
            if str(name).lstrip("-") in _OPTIONS and str(value).lower() in self._known:
                self._tk.call(*command, str(name), self._known[str(value).lower()])

    def _list(self, *words: str) -> list[str]:
        return [str(x) for x in self._tk.splitlist(self._tk.call(*words))]


def _flat(options: Sequence[tuple[object, ...]]) -> Iterator[object]:
    """The first word of each option, "" for an empty one."""
    return (words[0] if words else "" for words in options)
