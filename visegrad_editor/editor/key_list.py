"""All keys and mouse moves, from the table of actions and that of the map: as rows, and as a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from .actions import ACTIONS, MENUS, key_text

Modifiers = frozenset[str]
"""Of `Ctrl`, `Shift`, `Alt`."""

MOUSE = "Mouse on the map"
KEYBOARD = "Keyboard on the map"
PANELS = "Panels and lists"
TABLES = "Tables of the ruleset"


@dataclass(frozen=True)
class KeyRow:
    """`keys` as users know them, what they do, under which subject; `caps` are the keys of the keyboard that
    are pressed, each with what is held."""

    keys: str
    what: str
    subject: str
    caps: tuple[tuple[str, Modifiers], ...] = ()
    short: str = ""
    """What is written on the key, where it is less."""


_FIXED: tuple[tuple[str, str, str, str], ...] = (
    # keys, what they do, subject, Tk key sequences, after a bar what is written on them
    ("Wheel", "Zoom at the pointer", MOUSE, ""),
    ("Shift + wheel, Ctrl + wheel", "Scroll across, scroll up and down", MOUSE, ""),
    ("Middle button, Space + drag", "Move the map", MOUSE, ""),
    ("Double click", "Show the hex in the inspector", MOUSE, ""),
    ("Rest on a stack", "Its counters side by side, to be clicked or dragged", MOUSE, ""),
    ("Right click", "Menu of the hex; with a tool that draws: take up what is under the pointer", MOUSE, ""),
    ("Shift + click", "Brushes: straight line. Pens, names, features: take away", MOUSE, ""),
    ("Click after click", "Roads, figures, corners: goes on from the last one; Return ends it, Esc goes back",
     MOUSE, ""),
    ("Ctrl + click", "Brushes: fill. Select: the whole stack", MOUSE, ""),
    ("Arrow keys", "Move the hex cursor", KEYBOARD, "<Left> <Right> <Up> <Down>|Hex cursor"),
    ("Return, Space", "Use the tool at the hex cursor; with Select: take a counter up, put it down", KEYBOARD,
     "<Return> <space>|Use the tool"),
    ("Shift + arrow keys", "Paint or draw while moving", KEYBOARD,
     "<Shift-Left> <Shift-Right> <Shift-Up> <Shift-Down>|Draw"),
    ("Ctrl + arrow keys", "Scroll the map", KEYBOARD,
     "<Control-Left> <Control-Right> <Control-Up> <Control-Down>|Scroll"),
    ("1 to 9, 0", "Choose what the tool draws, by the digits in the palette; twice: ten further on", KEYBOARD,
     " ".join(f"<Key-{n}>" for n in (*range(1, 10), 0)) + "|Kind by number"),
    ("[  ]", "Aim the hex cursor at another hexside of its hex, or at its next name", KEYBOARD,
     "<bracketleft> <bracketright>|Aim the hex cursor"),
    ("R, Shift+R", "Turn what hangs at the pointer by 60°", KEYBOARD, ""),
    ("M, Shift+M", "Mirror what hangs at the pointer", KEYBOARD, ""),
    ("Esc", "Forget the stroke or the last of several clicks (so does undo); the select tool; close a dialog",
     KEYBOARD, "<Escape>|Leave off"),
    ("Tab, Shift+Tab", "On to the next field or panel, and back", PANELS, "<Tab> <Shift-Tab>|Next field"),
    ("Left, Right on a tab", "The panel beside it", PANELS, ""),
    ("Menu key, Shift+F10", "The context menu of a tab, a list, or the map at the hex cursor", PANELS,
     "<Menu> <Shift-F10>|Context menu"),
    ("Drag a tab", "Dock the panel elsewhere; outside the window: let it float", PANELS, ""),
    ("Return on a row", "Go there, place it, or change it", PANELS, ""),
    ("Ctrl + click, Shift + click on a row", "Mark one more, all between; edits change all", PANELS, ""),
    ("Shift+Up, Shift+Down, Shift+Home, Shift+End", "Mark rows of a list", PANELS, ""),
    ("Arrow keys, Tab, Home, End, PgUp, PgDn", "From cell to cell", TABLES, ""),
    ("Return, F2, or any letter", "Edit the cell; Return or Tab hands it over, Esc takes it back", TABLES,
     ""),
    ("Space", "Tick, or choose a colour, a picture or a word", TABLES, ""),
    ("Ctrl+C, Ctrl+X, Ctrl+V, Del", "Copy, cut, paste (also a block from a spreadsheet), empty", TABLES, ""),
    ("Ins, Shift+Del", "New row, remove the row", TABLES, ""),
    ("Alt+Up, Alt+Down", "Move the row", TABLES, ""),
    ("Ctrl+PgUp, Ctrl+PgDn", "The page before, the page after", TABLES, ""),
)


def cap_of(sequence: str) -> tuple[str, Modifiers]:
    """The key of a Tk key sequence, by its name on the keyboard, and what is held with it.

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


@cache
def rows() -> tuple[KeyRow, ...]:
    """Every key and mouse move: first those of the map, then the actions by menu."""
    return (*_fixed_rows(), *_action_rows())


def subjects() -> tuple[str, ...]:
    """The subjects in their order."""
    return tuple(dict.fromkeys(r.subject for r in rows()))


def _fixed_rows() -> Iterator[KeyRow]:
    for keys, what, subject, sequences in _FIXED:
        caps, _, short = sequences.partition("|")
        yield KeyRow(keys, what, subject, tuple(cap_of(s) for s in caps.split()), short)


def _action_rows() -> Iterator[KeyRow]:
    for menu in MENUS:
        for action in ACTIONS:
            if action.menu == menu and action.keys:
                keys = ", ".join(dict.fromkeys(key_text(k) for k in action.keys if "KP_" not in k))
                what = f"{action.label.rstrip('…')} panel" if action.panel else action.label.rstrip("…")
                yield KeyRow(keys, what, menu, tuple(cap_of(k) for k in action.keys))


def matching(words: str, among: Iterable[KeyRow]) -> list[KeyRow]:
    """The rows in which all words occur, in the keys, the text or the subject.

    >>> [r.what for r in matching("ctrl+g", rows())]
    ['Go to hex']
    """
    wanted = words.casefold().split()
    return [r for r in among if all(w in f"{r.keys} {r.what} {r.subject}".casefold() for w in wanted)]


def as_markdown() -> str:
    """The page of keys of the documentation."""
    parts = ["# Keys and mouse", "", "The same list is under F1 in the window, with a picture of the "
             "keyboard. This page is written by `python scripts/key_list.py`.", ""]
    for subject in subjects():
        parts += [f"## {subject}", "", "| Keys | What they do |", "|---|---|"]
        parts += [f"| {r.keys} | {r.what} |" for r in rows() if r.subject == subject]
        parts.append("")
    return "\n".join(parts)
