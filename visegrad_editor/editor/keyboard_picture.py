"""A drawing of the keyboard: on every key what it does, in the colour of its subject."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from tkinter.font import nametofont

from . import theme
from .columns import elided
from .key_list import KeyRow, Modifiers

_ROWS: tuple[tuple[tuple[str, str, float], ...], ...] = (
    # name, what is on the key, width in keys; "" for a gap
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
"""Keys across."""
NAMES = frozenset(name for row in _ROWS for name, _, _ in row if name)
_HELD = {"control": "Ctrl", "shift": "Shift", "alt": "Alt"}
_INKS = ("#3b7dd8", "#2f9e5a", "#c9772a", "#9a5cc0", "#c94f5d", "#2a9aa8", "#8f8a2c", "#6a78c9", "#b0588f",
         "#6f8f4f", "#a0704f", "#5f8faf")


@dataclass(frozen=True)
class _Cap:
    name: str
    sign: str
    box: tuple[float, float, float, float]


def caps(unit: float, high: float) -> Iterator[_Cap]:
    """Where every key is, for keys so wide and so high."""
    for i, row in enumerate(_ROWS):
        x = 0.0
        for name, sign, wide in row:
            if name:
                box = (x * unit + 1, i * high + 1, (x + wide) * unit - 2, (i + 1) * high - 2)
                yield _Cap(name, sign, box)
            x += wide


def ink_of(subject: str, subjects: tuple[str, ...]) -> str:
    """The colour of a subject."""
    return _INKS[subjects.index(subject) % len(_INKS)]


class KeyboardPicture(tk.Canvas):
    """Shows the keys with what is held; `press` is told a key that is clicked."""

    def __init__(self, parent: tk.Misc, subjects: tuple[str, ...], wide: int,
                 press: Callable[[str], None]) -> None:
        self._unit = wide / ACROSS
        # What is on the key, and two lines of what it does.
        self._high = 3 * nametofont("VeSmall", parent).metrics("linespace") + theme.px(8)
        super().__init__(parent, background=theme.PANEL, highlightthickness=0, borderwidth=0, width=wide,
                         height=round(len(_ROWS) * self._high) + 2)
        self._subjects, self._press = subjects, press
        self.labels: dict[str, str] = {}
        """What each key does, with what is held now."""

    def show(self, rows: Collection[KeyRow], held: Modifiers, marked: Collection[KeyRow]) -> None:
        """Draw the keyboard with these modifiers held; `marked` rows are outlined."""
        of: dict[str, KeyRow] = {}
        for row in rows:
            for name, modifiers in row.caps:
                if modifiers == held:
                    of.setdefault(name, row)
        self.labels = {name: row.what for name, row in of.items()}
        self.delete("all")
        for cap in caps(self._unit, self._high):
            self._draw(cap, of.get(cap.name), _HELD.get(cap.name, "") in held, of.get(cap.name) in marked)

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
        self.create_text(left + gap, top + theme.px(5), anchor="nw", text=cap.sign, font="VeSmall",
                         fill=theme.TEXT if row else theme.FAINT, tags=(tag,))
        if row is not None:
            font = nametofont("VeSmall", self)
            lines = two_lines(row.short or row.what, round(right - left - 1.5 * gap), font.measure)
            self.create_text(left + gap, bottom - theme.px(2), anchor="sw", text=lines, font="VeSmall",
                             fill=theme.QUIET, tags=(tag,))
        self.tag_bind(tag, "<Button-1>", lambda _e: self._press(cap.name))


def two_lines(text: str, room: int, measure: Callable[[str], int]) -> str:
    """The text broken after a word, each line cut where it has no room.

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
