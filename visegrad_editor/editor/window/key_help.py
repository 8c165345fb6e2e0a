"""The help of F1: a picture of the keyboard and a list of all keys, with a search for both."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from tkinter import ttk
from tkinter.font import nametofont
from typing import Any

from ...lazy_dataclass import dataclass
from ..actions import ACTIONS, MENUS, key_text
from ..platforms import is_mac, key_words, mac_keys_in_words
from ..widgets.columns import elided
from ..widgets.dialogs import Dialog
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.variables import when_written
from . import theme

_HELD: tuple[tuple[str, Modifiers], ...] = (
    ("No key held", frozenset()), ("Shift", frozenset({"Shift"})), ("Ctrl", frozenset({"Ctrl"})),
    ("Ctrl + Shift", frozenset({"Ctrl", "Shift"})))
_LEAST_ROWS = 6
"""If there is space for fewer rows of the list below the picture, only one of the two is shown at a time."""
_CONTROL = ("Control_L", "Control_R")


class KeyMap(Dialog):
    """The picture shows the keys to press while Ctrl, Shift or both are held; the list shows all keys."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, "Keys and mouse")
        self._rows, self._subjects = rows(), subjects()
        self._held = tk.IntVar(self, 0)
        self._words = tk.StringVar(self)
        self._shown: dict[str, KeyRow] = {}
        body = self.body
        head = ttk.Frame(body, style="Panel.TFrame")
        head.grid(row=0, column=0, columnspan=2, sticky="ew")
        ttk.Label(head, text="Search", style="Panel.TLabel").pack(side="left")
        self.search = ttk.Entry(head, textvariable=self._words, width=24)
        self.search.pack(side="left", padx=theme.px(8))
        for i, (text, _) in enumerate(_HELD):
            ttk.Radiobutton(head, text=key_words(text), variable=self._held, value=i,
                            command=self._draw).pack(side="left", padx=(theme.px(8), 0))
        width = min(theme.px(960), parent.winfo_screenwidth() - theme.px(80))
        self.picture = KeyboardPicture(body, self._subjects, width, self._find_key)
        self.picture.grid(row=1, column=0, columnspan=2, pady=(theme.px(8), theme.px(6)))
        row, below = theme.px(22), parent.winfo_screenheight() - theme.px(230)
        room = below - self.picture.winfo_reqheight()
        self._apart = tk.BooleanVar(self, False)
        crowded = room < _LEAST_ROWS * row
        if crowded:
            # On a small screen show one or the other, so that neither has to scroll.
            room = below
            self.picture.grid_remove()
            ttk.Checkbutton(head, text="Keyboard", variable=self._apart, command=self._show_one).pack(
                side="left", padx=(theme.px(14), 0))
        self.tree = ttk.Treeview(body, columns=("what",), show="tree", style="Flat.Treeview",
                                 height=max(5, min(14, room // row)), selectmode="browse")
        self.tree.column("#0", width=theme.px(260), stretch=False)
        self.tree.column("what", width=width - theme.px(290), stretch=True)
        self._list_parts = (self.tree, grid_scrolled(self.tree, 2))
        self.tree.tag_configure("subject", font="VeSection")
        for subject in self._subjects:
            self.tree.tag_configure(subject, foreground=ink_of(subject, self._subjects))
        self.button("Close", self.cancel, default=True)
        when_written(self._words, self, self._list)
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._row_chosen())
        for key in _CONTROL:
            self.bind(f"<KeyPress-{key}>", self._control_down)
            self.bind(f"<KeyRelease-{key}>", self._control_up)
        self._list()

    def _show_one(self) -> None:
        """Show the picture or the list."""
        for part in self._list_parts:
            if self._apart.get():
                part.grid_remove()
            else:
                part.grid()
        if self._apart.get():
            self.picture.grid()
        else:
            self.picture.grid_remove()

    # -- the list and the picture -------------------------------------------------------

    def _list(self) -> None:
        self.tree.delete(*self.tree.get_children())
        self._shown.clear()
        matches = matching(self._words.get(), self._rows)
        for subject in self._subjects:
            of_subject = [r for r in matches if r.subject == subject]
            if of_subject:
                self.tree.insert("", "end", text=f"■ {subject}", tags=("subject", subject))
            for row in of_subject:
                self._shown[self.tree.insert("", "end", text=f"    {row.keys}", values=(row.what,))] = row
        self._draw()

    def _draw(self) -> None:
        chosen = self._shown.get(next(iter(self.tree.selection()), ""))
        marked = [chosen] if chosen else list(self._shown.values()) if self._words.get().strip() else []
        self.picture.show(self._rows, _HELD[self._held.get()][1], marked)

    def _row_chosen(self) -> None:
        """Switch to the modifiers of the chosen row, so that its key is shown."""
        row = self._shown.get(next(iter(self.tree.selection()), ""))
        if row is not None and row.caps:
            held = [m for _, m in row.caps]
            self._held.set(next((i for i, (_, m) in enumerate(_HELD) if m in held), self._held.get()))
        self._draw()

    def _find_key(self, name: str) -> None:
        """Show the row of a key that was clicked in the picture."""
        held = _HELD[self._held.get()][1]
        self._words.set("")
        for item, row in self._shown.items():
            if (name, held) in row.caps:
                if self._apart.get():
                    self._apart.set(False)
                    self._show_one()
                self.tree.selection_set(item)
                self.tree.see(item)
                return

    def _control_down(self, _event: Any) -> None:
        if self._held.get() == 0:
            self._held.set(2)
            self._draw()

    def _control_up(self, _event: Any) -> None:
        if self._held.get() == 2:
            self._held.set(0)
            self._draw()


def show_keys(parent: tk.Misc) -> None:
    """Open the dialog with all keys."""
    dialog = KeyMap(parent)
    dialog.present(dialog.search)


# The list of all keys and mouse gestures, as rows and as Markdown.

Modifiers = frozenset[str]
"""A set of `Ctrl`, `Shift` and `Alt`."""

MOUSE = "Mouse on the map"
KEYBOARD = "Keyboard on the map"
PANELS = "Panels and lists"
TABLES = "Tables of the ruleset"


@dataclass(frozen=True)
class KeyRow:
    """`keys` as users write them, what they do, and the subject they are listed under; `caps` are the keys to
    press, each with its modifiers."""

    keys: str
    what: str
    subject: str
    caps: tuple[tuple[str, Modifiers], ...] = ()
    short: str = ""
    """A shorter text for the key in the picture."""


_FIXED: tuple[tuple[str, str, str, str], ...] = (
    # keys, what they do, subject, Tk key sequences, and after a bar the short text for the picture
    ("Wheel", "Zoom at the pointer", MOUSE, ""),
    ("Shift + wheel, Ctrl + wheel", "Scroll sideways, scroll up and down", MOUSE, ""),
    ("Middle button, Space + drag", "Move the map", MOUSE, ""),
    ("Double-click", "Show the hex in the inspector", MOUSE, ""),
    ("Pause on a stack", "Fan out its counters, to click or drag them", MOUSE, ""),
    ("Right-click", "Menu of the hex; with a drawing tool: pick up what is under the pointer", MOUSE, ""),
    ("Shift + click", "Brushes: straight line. Pens, names, features: erase", MOUSE, ""),
    ("Several clicks", "Roads, figures, corners: continue from the last click; Return ends, Esc goes back",
     MOUSE, ""),
    ("Ctrl + click", "Brushes: fill. Select: the whole stack", MOUSE, ""),
    ("Arrow keys", "Move the hex cursor", KEYBOARD, "<Left> <Right> <Up> <Down>|Hex cursor"),
    ("Return, Space", "Use the tool at the hex cursor; with Select: pick up a counter, put it down", KEYBOARD,
     "<Return> <space>|Use the tool"),
    ("Shift + arrow keys", "Paint or draw while moving", KEYBOARD,
     "<Shift-Left> <Shift-Right> <Shift-Up> <Shift-Down>|Draw"),
    ("Ctrl + arrow keys", "Scroll the map", KEYBOARD,
     "<Control-Left> <Control-Right> <Control-Up> <Control-Down>|Scroll"),
    ("1 to 9, 0", "Choose what the tool draws, by the digits in the palette; twice: add ten", KEYBOARD,
     " ".join(f"<Key-{n}>" for n in (*range(1, 10), 0)) + "|Kind by number"),
    ("[  ]", "Aim the hex cursor at another hexside of its hex, or at its next name", KEYBOARD,
     "<bracketleft> <bracketright>|Aim the hex cursor"),
    ("R, Shift+R", "Turn the piece at the pointer by 60°", KEYBOARD, ""),
    ("M, Shift+M", "Mirror the piece at the pointer", KEYBOARD, ""),
    ("Esc", "Cancel the stroke or the last of several clicks (as undo does); go to Select; close a dialog",
     KEYBOARD, "<Escape>|Cancel"),
    ("Tab, Shift+Tab", "Next, previous field or panel", PANELS, "<Tab> <Shift-Tab>|Next field"),
    ("Left, Right on a tab", "The neighbouring panel", PANELS, ""),
    ("Menu key, Shift+F10", "The context menu of a tab, a list, or the map at the hex cursor", PANELS,
     "<Menu> <Shift-F10>|Context menu"),
    ("Drag a tab", "Dock the panel elsewhere; outside the window: float it", PANELS, ""),
    ("Return on a row", "Go there, place it, or change it", PANELS, ""),
    ("Ctrl + click, Shift + click on a row", "Select another row, a range of rows; edits change all of them",
     PANELS, ""),
    ("Shift+Up, Shift+Down, Shift+Home, Shift+End", "Select rows of a list", PANELS, ""),
    ("Alt+Return", "Make the value, or the selected rows, as in the base of a variant", PANELS, ""),
    ("Arrow keys, Tab, Home, End, PgUp, PgDn", "Move from cell to cell", TABLES, ""),
    ("Return, F2, or any letter", "Edit the cell; Return or Tab accepts, Esc cancels", TABLES, ""),
    ("Space", "Tick, or choose a colour, a picture or a word", TABLES, ""),
    ("Ctrl+C, Ctrl+X, Ctrl+V, Del", "Copy, cut, paste (also a block from a spreadsheet), clear", TABLES, ""),
    ("Ins, Shift+Del", "Add a row, remove the row", TABLES, ""),
    ("Alt+Up, Alt+Down", "Move the row", TABLES, ""),
    ("Alt+Return, Ctrl+Shift+B", "Make the cells, the row, as in the base of a variant", TABLES, ""),
    ("Ctrl+PgUp, Ctrl+PgDn", "Previous page, next page", TABLES, ""),
)


def cap_of(sequence: str) -> tuple[str, Modifiers]:
    """The name of the key in a Tk key sequence, and its modifiers.

    >>> cap_of("<Control-Key-0>") == ("0", frozenset({"Ctrl"}))
    True
    >>> cap_of("<Control-plus>") == ("equal", frozenset({"Ctrl", "Shift"}))
    True
    """
    parts = [p for p in sequence.strip("<>").split("-") if p not in ("Key", "KeyPress")]
    held = {"Control": "Ctrl", "Shift": "Shift", "Alt": "Alt"}
    modifiers = {held[p] for p in parts[:-1] if p in held}
    name = parts[-1]
    if name == "plus":
        return "equal", frozenset(modifiers | {"Shift"})
    return name.lower(), frozenset(modifiers)


def forget_rows() -> None:
    """Make the list again when it is next shown, because keys have changed."""
    rows.cache_clear()


@cache
def rows() -> tuple[KeyRow, ...]:
    """All keys and mouse gestures: first the fixed ones, then the actions by menu."""
    return (*_fixed_rows(), *_action_rows())


def subjects() -> tuple[str, ...]:
    """The subjects in order."""
    return tuple(dict.fromkeys(r.subject for r in rows()))


def _fixed_rows() -> Iterator[KeyRow]:
    for keys, what, subject, sequences in _FIXED:
        caps, _, short = sequences.partition("|")
        yield KeyRow(key_words(keys), what, subject, tuple(cap_of(s) for s in caps.split()), short)


def _action_rows() -> Iterator[KeyRow]:
    for menu in MENUS:
        for action in ACTIONS:
            if action.menu == menu and action.keys:
                keys = ", ".join(dict.fromkeys(key_text(k) for k in action.keys if "KP_" not in k))
                what = f"{action.label.rstrip('…')} panel" if action.panel else action.label.rstrip("…")
                yield KeyRow(keys, what, menu, tuple(cap_of(k) for k in action.keys))


def matching(words: str, among: Iterable[KeyRow]) -> list[KeyRow]:
    """The rows that contain all the words in their keys, text or subject.

    >>> [r.what for r in matching("ctrl+g", rows())]
    ['Go to hex']
    """
    wanted = words.casefold().split()
    return [r for r in among if all(w in f"{r.keys} {r.what} {r.subject}".casefold() for w in wanted)]


def as_markdown() -> str:
    """The page of the documentation that lists the keys."""
    parts = ["# Keys and mouse", "", "F1 shows the same list in the window, with a picture of the "
             f"keyboard. {mac_keys_in_words()} This page is written by `python scripts/key_list.py`.", ""]
    for subject in subjects():
        parts += [f"## {subject}", "", "| Keys | What they do |", "|---|---|"]
        parts += [f"| {r.keys} | {r.what} |" for r in rows() if r.subject == subject]
        parts.append("")
    return "\n".join(parts)


# The picture of the keyboard.

_ROWS: tuple[tuple[tuple[str, str, float], ...], ...] = (
    # name ("" for a gap), text on the key, width in keys
    (("escape", "Esc", 1), ("", "", 0.5), *((f"f{i}", f"F{i}", 1) for i in range(1, 13)), ("", "", 0.25),
     ("delete", "Del", 1.25)),
    (("grave", "`", 1), *((c, c, 1) for c in "1234567890"), ("minus", "−", 1), ("equal", "+ =", 1),
     ("backspace", "⌫", 2)),
    (("tab", "Tab", 1.5), *((c, c.upper(), 1) for c in "qwertyuiop"), ("bracketleft", "[", 1),
     ("bracketright", "]", 1), ("backslash", "\\", 1.5)),
    (("caps_lock", "Caps", 1.75), *((c, c.upper(), 1) for c in "asdfghjkl"), ("semicolon", ";", 1),
     ("apostrophe", "'", 1), ("return", "Return", 2.25)),
    (("shift", "Shift", 2.25), *((c, c.upper(), 1) for c in "zxcvbnm"), ("comma", ",", 1),
     ("period", ".", 1), ("slash", "/", 1), ("up", "↑", 1), ("shift", "Shift", 1.75)),
    (("control", "Ctrl", 1.5), ("", "", 0.75), ("alt", "Alt", 1.25), ("space", "Space", 5.75),
     ("menu", "Menu", 1.25), ("", "", 0.5), ("left", "←", 1), ("down", "↓", 1), ("right", "→", 1),
     ("control", "Ctrl", 1)),
)
ACROSS = 15
"""Width of the keyboard in keys."""
NAMES = frozenset(name for row in _ROWS for name, _, _ in row if name)
_HELD_KEYS = {"control": "Ctrl", "shift": "Shift", "alt": "Alt"}
_INKS = ("#3b7dd8", "#2f9e5a", "#c9772a", "#9a5cc0", "#c94f5d", "#2a9aa8", "#8f8a2c", "#6a78c9", "#b0588f",
         "#6f8f4f", "#a0704f", "#5f8faf")


@dataclass(frozen=True)
class _Cap:
    """A key of the picture: its name, the text on it, and its box in pixels."""

    name: str
    sign: str
    box: tuple[float, float, float, float]


def caps(unit: float, height: float) -> Iterator[_Cap]:
    """The place of every key, for keys of this width and height in pixels."""
    for i, row in enumerate(_ROWS):
        x = 0.0
        for name, sign, width in row:
            if name and not (name == "menu" and is_mac()):
                box = (x * unit + 1, i * height + 1, (x + width) * unit - 2, (i + 1) * height - 2)
                yield _Cap(name, sign, box)
            x += width


def ink_of(subject: str, subjects: tuple[str, ...]) -> str:
    """The colour of a subject."""
    return _INKS[subjects.index(subject) % len(_INKS)]


class KeyboardPicture(tk.Canvas):
    """Draws the keyboard with what each key does; `press` is called with the name of a clicked key."""

    def __init__(self, parent: tk.Misc, subjects: tuple[str, ...], width: int,
                 press: Callable[[str], None]) -> None:
        self._unit = width / ACROSS
        # One line for the text on the key, and two for what it does.
        self._key_height = 3 * nametofont("VeSmall", parent).metrics("linespace") + theme.px(8)
        super().__init__(parent, background=theme.PANEL, highlightthickness=0, borderwidth=0, width=width,
                         height=round(len(_ROWS) * self._key_height) + 2)
        self._subjects, self._press = subjects, press
        self.labels: dict[str, str] = {}
        """What each key does with the modifiers shown."""

    def show(self, rows: Collection[KeyRow], held: Modifiers, marked: Collection[KeyRow]) -> None:
        """Draw the keyboard with these modifiers held; `marked` rows are outlined."""
        row_of: dict[str, KeyRow] = {}
        for row in rows:
            for name, modifiers in row.caps:
                if modifiers == held:
                    row_of.setdefault(name, row)
        self.labels = {name: row.what for name, row in row_of.items()}
        self.delete("all")
        for cap in caps(self._unit, self._key_height):
            is_held = _HELD_KEYS.get(cap.name, "") in held
            self._draw(cap, row_of.get(cap.name), is_held, row_of.get(cap.name) in marked)

    def _draw(self, cap: _Cap, row: KeyRow | None, held: bool, marked: bool) -> None:
        left, top, right, bottom = cap.box
        tag = f"key-{cap.name}"
        self.create_rectangle(
            left, top, right, bottom, width=theme.px(2) if marked else 1,
            fill=theme.ACCENT_SOFT if held else theme.FIELD if row else theme.PANEL,
            outline=theme.ACCENT if marked or held else theme.BORDER, tags=(tag,))
        gap = theme.px(4)
        if row is not None:
            self.create_rectangle(left + 1, top + 1, right, top + theme.px(4), width=0,
                                  fill=ink_of(row.subject, self._subjects), tags=(tag,))
        self.create_text(left + gap, top + theme.px(5), anchor="nw", text=key_words(cap.sign), font="VeSmall",
                         fill=theme.TEXT if row else theme.FAINT, tags=(tag,))
        if row is not None:
            font = nametofont("VeSmall", self)
            lines = two_lines(row.short or row.what, round(right - left - 1.5 * gap), font.measure)
            self.create_text(left + gap, bottom - theme.px(2), anchor="sw", text=lines, font="VeSmall",
                             fill=theme.QUIET, tags=(tag,))
        self.tag_bind(tag, "<Button-1>", lambda _e: self._press(cap.name))


def two_lines(text: str, room: int, measure: Callable[[str], int]) -> str:
    """The text in two lines, broken after a word; a line that is too long ends in an ellipsis.

    >>> print(two_lines("Turn the view left", 9, len))
    Turn the
    view left
    """
    words = text.split()
    first = ""
    while words and measure(f"{first} {words[0]}".strip()) <= room:
        first = f"{first} {words.pop(0)}".strip()
    if not first:
        first = words.pop(0)
    return "\n".join(elided(line, room, measure) for line in (first, " ".join(words)) if line)
