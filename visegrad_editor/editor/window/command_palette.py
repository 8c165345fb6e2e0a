"""The command palette: find an action, a button of a panel, a hex, a name, a unit or a section of the files
by a few letters, and do it or go there."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tkinter import ttk
from typing import Any, TypeVar

from ...desk.card_names import bundled_cards
from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.edit.any_key import Kind, document, row_of, top_keys
from ...model.files.catalogue import bundled
from ...model.timetable_words import event_name
from ...model.wording import plain
from ..actions import ACTIONS, Action
from ..settings import Settings, recent_files, shortened
from ..widgets.columns import ElidedTexts
from ..widgets.dialogs import Dialog
from ..widgets.keyboard import focused
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.variables import when_written
from . import theme
from .panel_table import PANEL_BUTTONS, PANEL_BY_ID

_SETTING = "recent_commands"
_REMEMBERED = 8
_ROWS = 14


class CommandPalette(Dialog):
    """Lists actions and places to go to. Closes when it loses the keyboard focus."""

    def __init__(self, root: tk.Tk, design: Design, settings: Settings, why_not: Callable[[Action], str],
                 playing: bool, choose: Callable[[PaletteEntry], None],
                 focus_map: Callable[[], None]) -> None:
        """`why_not` returns why an action cannot be used now, `playing` tells whether a play-test is on, and
        `choose` carries out the chosen entry after the palette has closed."""
        super().__init__(root, "Command palette")
        self._main, self._settings, self._choose, self._focus_map = root, settings, choose, focus_map
        remembered = settings.get(_SETTING)
        self._recent = [x for x in remembered if isinstance(x, str)] if isinstance(remembered, list) else []
        self._entries = PaletteEntries(design, why_not, self._recent, playing, file_entries(settings))
        self._shown: dict[str, PaletteEntry] = {}
        body = self.body
        self._words = tk.StringVar(self)
        self.search = ttk.Entry(body, textvariable=self._words, width=64)
        self.search.grid(row=0, column=0, columnspan=2, sticky="ew")
        self.tree = ttk.Treeview(body, columns=("detail", "key"), show="tree", selectmode="browse",
                                 height=_ROWS, style="Flat.Treeview", takefocus=False)
        self.tree.column("#0", width=theme.px(320), stretch=True)
        self.tree.column("detail", width=theme.px(150), stretch=True)
        self.tree.column("key", width=theme.px(110), stretch=False)
        self._texts = ElidedTexts(self.tree)
        grid_scrolled(self.tree, 1, (theme.px(8), 0))
        self.hint = ttk.Label(body, style="Quiet.TLabel", text=" ", wraplength=theme.px(560), justify="left")
        self.hint.grid(row=2, column=0, columnspan=2, sticky="w", pady=(theme.px(6), 0))
        self.tree.tag_configure("greyed", foreground=theme.FAINT)
        when_written(self._words, self, self._list)
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._show_hint())
        self.tree.bind("<ButtonRelease-1>", self._clicked)
        for sequence, by in (("<Down>", 1), ("<Up>", -1), ("<Next>", _ROWS - 1), ("<Prior>", 1 - _ROWS)):
            self.search.bind(sequence, lambda _e, n=by: self._step(n))  # type: ignore[misc]
        for sequence in ("<Return>", "<KP_Enter>"):
            self.search.bind(sequence, lambda _e: self._do())
        self.bind("<FocusOut>", lambda _e: self.after_idle(self._close_if_left), add=True)
        self._list()

    def show(self) -> None:
        """Open the palette over the window."""
        self.present(self.search)

    # -- the list -----------------------------------------------------------------------

    def _list(self) -> None:
        self.tree.delete(*self.tree.get_children())
        self._texts.clear()
        self._shown.clear()
        for entry in self._entries.find(self._words.get()):
            row = self.tree.insert("", "end", tags=("greyed",) if entry.why_not else ())
            self._texts.put(row, f" {entry.title}")
            self._texts.put_cell(row, "detail", entry.detail)
            self.tree.set(row, "key", entry.key)
            self._shown[row] = entry
        rows = self.tree.get_children()
        if rows:
            self.tree.selection_set(rows[0])
            self.tree.see(rows[0])
        self._show_hint()

    def _step(self, by: int) -> str:
        rows = self.tree.get_children()
        if rows:
            now = rows.index(self.tree.selection()[0]) if self.tree.selection() else 0
            # Single steps wrap around; pages stop at the ends.
            to = (now + by) % len(rows) if abs(by) == 1 else min(len(rows) - 1, max(0, now + by))
            self.tree.selection_set(rows[to])
            self.tree.see(rows[to])
        return "break"

    @property
    def chosen(self) -> PaletteEntry | None:
        """The entry that Return carries out."""
        return self._shown.get(next(iter(self.tree.selection()), ""))

    def _show_hint(self) -> None:
        entry = self.chosen
        self.hint.configure(
            text="No match. Type part of an action, a hex number, a name on the map or a unit."
            if entry is None
            else f"Not now: {entry.why_not}" if entry.why_not
            else "Choose with ↑ ↓. Return carries it out, Esc closes.")

    # -- doing --------------------------------------------------------------------------

    def _clicked(self, event: Any) -> None:
        if self.tree.identify_row(event.y):
            self._do()

    def _do(self) -> str:
        entry = self.chosen
        if entry is None or entry.why_not:
            self.bell()
            return "break"
        self._recent = [entry.name, *(n for n in self._recent if n != entry.name)][:_REMEMBERED]
        self._settings.set(_SETTING, self._recent)
        self.finish("done")
        self._focus_map()
        # The entry may open a dialog of its own, so the palette is closed first.
        self._main.after_idle(self._choose, entry)
        return "break"

    def _close_if_left(self) -> None:
        if self.winfo_exists():
            focus = focused(self)
            if focus is not None and focus.winfo_toplevel() is not self:
                self.cancel()


# The entries of the command palette.

_MOST = 60
_RECENT_BONUS = 1.5
_AFTER_ACTIONS = {"button": 2.0, "section": 4.0}
"""How much less the buttons of panels, and behind them the sections of files, score than what has a menu
entry."""
OWN = "command_palette"
"""The action that opens the palette; the palette does not list it."""


@dataclass(frozen=True)
class PaletteEntry:
    """One line. `id` is the id of an action, a hex number, a unit key, a file, or where an entry of a list
    is, `scenario/entries/us-ports`, or a section, `ruleset/supply`, or the id of a button of a panel, by its
    `kind`. `why_not` is a sentence if the entry cannot be used now."""

    kind: str
    id: str
    title: str
    detail: str = ""
    key: str = ""
    why_not: str = ""
    words: str = ""
    """What it does and what else it is called: searched for whole beginnings of words only."""

    @property
    def name(self) -> str:
        """What identifies it among the recent entries."""
        # A hex can have several names.
        return f"{self.kind}:{self.id}" + (f":{self.title}" if self.kind == "hex" else "")


def action_entries(why_not: Callable[[Action], str],
                   actions: Sequence[Action] = ACTIONS) -> list[PaletteEntry]:
    """The actions in the order of the menus."""
    return [PaletteEntry("action", a.id, _title(a), " › ".join(p for p in (a.menu, a.submenu) if p),
                         a.key_text, why_not(a), f"{a.tip} {a.words}".strip())
            for a in actions if a.id != OWN]


def button_entries() -> list[PaletteEntry]:
    """The buttons of panels that no action of the menus does."""
    return [PaletteEntry("button", b.id, b.title, f"Button, {PANEL_BY_ID[b.panel].title}", words=b.words)
            for b in PANEL_BUTTONS]


def _title(action: Action) -> str:
    if action.panel:
        return f"{action.label} panel"
    if action.group:
        return f"{action.group.capitalize()}: {action.label.lower()}"
    if action.submenu == "Style":
        return f"Style: {action.label.lower()}"
    return f"{action.label} on the map" if action.toggle else action.label


def place_entries(design: Design) -> list[PaletteEntry]:
    """Everything on the map that has a name: cities and other places, labels, areas, rivers and roads."""
    grid = design.map.grid
    entries: dict[tuple[str, str], PaletteEntry] = {}

    def add(hex: Hex, name: str, what: str) -> None:
        if name and hex in grid:
            number = grid.number(hex)
            # A river of several lines is listed once.
            entries.setdefault((name, what), PaletteEntry("hex", number, name, f"{what}, hex {number}"))

    features = {f.id: f.name for f in design.ruleset.features}
    for place in design.map.places:
        kinds = ", ".join(features.get(f, f).lower() for f in place.features)
        add(place.hex, place.name, kinds.capitalize() or "Place")
    for label in design.map.labels:
        add(label.hex, label.text, "Name on the map")
    for area in design.map.areas:
        if area.hexes:
            add(area.hexes[len(area.hexes) // 2], area.name, "Area")
    sides = {h.id: h.name for h in design.ruleset.hexsides}
    for line in design.map.lines:
        if line.sides:
            add(line.sides[len(line.sides) // 2].a, line.name, sides.get(line.kind, line.kind))
    roads = {r.id: r.name for r in design.ruleset.roads}
    for road in design.map.roads:
        add(road.path[len(road.path) // 2], road.name, roads.get(road.kind, road.kind))
    return list(entries.values())


def unit_entries(design: Design) -> list[PaletteEntry]:
    """The units of the scenario."""
    nations = {n.id: n.name for n in design.ruleset.nationalities}
    units = design.scenario.units if design.scenario else ()
    return [PaletteEntry("unit", u.key, u.name, ", ".join(
        p for p in (nations.get(u.nationality, u.nationality), f"hex {u.hex}" if u.hex else "") if p))
        for u in units]


_LISTS: tuple[tuple[Kind, str, str], ...] = (
    ("scenario", "entries", "Entry of the scenario"), ("scenario", "schedule", "Event of the schedule"),
    ("scenario", "set_up_groups", "Set-up group"), ("scenario", "prototypes", "Prototype of units"),
    ("ruleset", "options", "Option"), ("ruleset", "events", "Event"), ("ruleset", "phases", "Phase"),
    ("ruleset", "pools", "Pool of reinforcements"), ("ruleset", "assets", "Asset"),
    ("ruleset", "tables", "Table"), ("ruleset", "results", "Result"), ("ruleset", "states", "State of units"),
    ("ruleset", "formations", "Formation"), ("ruleset", "sides", "Side"),
    ("ruleset", "nationalities", "Nationality"), ("ruleset", "unit_types", "Unit type"),
    ("ruleset", "terrain", "Terrain"), ("ruleset", "hexsides", "Hexside"), ("ruleset", "roads", "Road"),
    ("ruleset", "features", "Feature"))
"""The lists whose entries have ids, with what an entry of them is."""


def list_entries(design: Design) -> list[PaletteEntry]:
    """The entries of the lists of scenario and ruleset, by name: entries, events, options, tables and others.
    """
    found = []
    for kind, section, what in _LISTS:
        document = design.scenario if kind == "scenario" else design.ruleset
        for one in getattr(document, section, ()):
            name = one.name or event_name(design, one.id)
            found.append(PaletteEntry("part", f"{kind}/{section}/{one.id}", name, f"{what}, in All keys"))
    return found


def section_entries(design: Design) -> list[PaletteEntry]:
    """The sections of ruleset, map and scenario, by their titles and their keys in a file."""
    kinds: tuple[Kind, ...] = ("ruleset", "map", "scenario")
    return [PaletteEntry("section", f"{kind}/{key}", row.title, f"Part of the {kind}, in All keys",
                         words=f"{key} {key.replace('_', ' ')} {row.help}")
            for kind in kinds if document(design, kind) is not None
            for key in top_keys(kind) if (row := row_of(kind, (key,))).way in ("record", "list")]


def part_of_entry(design: Design, id: str) -> tuple[Kind, str, int] | tuple[Kind, str] | None:
    """The document and the section, and the place of a list entry in it; None if it is gone."""
    where, section, *names = id.split("/", 2)
    kind: Kind = "scenario" if where == "scenario" else "map" if where == "map" else "ruleset"
    if not names:
        return (kind, section) if document(design, kind) is not None else None
    name = names[0]
    ids = [one.id for one in getattr(design.scenario if kind == "scenario" else design.ruleset, section, ())]
    return (kind, section, ids.index(name)) if name in ids else None


def file_entries(settings: Settings) -> list[PaletteEntry]:
    """The files that were opened lately, and the samples."""
    recent = [PaletteEntry("file", f.path, f"Open {Path(f.path).name}", f"File, {shortened(f.path)}")
              for f in recent_files(settings) if not f.missing]
    return [*recent, *(PaletteEntry("file", b.full_name, f"Open {b.title}", f"Sample, {b.kind}")
                       for b in (*bundled(), *bundled_cards()) if b.kind != "ruleset")]


def hex_entry(words: str, design: Design) -> PaletteEntry | None:
    """The entry for `2017`, `hex 2017` or `go to hex 2017`; None if the map has no such hex."""
    last = words.split()[-1] if words.split() else ""
    rest = set(words.casefold().split()[:-1])
    hex = design.map.grid.parse(last) if rest <= {"go", "to", "hex", "goto"} else None
    if hex is None:
        return None
    place = design.map.place_at.get(hex)
    return PaletteEntry("hex", design.map.grid.number(hex), f"Go to hex {design.map.grid.number(hex)}",
                 place.name if place else "")


class PaletteEntries:
    """The entries that the palette searches. `recent` are names of entries, the latest first. During a game
    the units of the design are left out, because they are elsewhere in the game, and what cannot be
    edited."""

    def __init__(self, design: Design, why_not: Callable[[Action], str], recent: Sequence[str],
                 in_game: bool = False, files: Sequence[PaletteEntry] = ()) -> None:
        self._design = design
        self._recent = {name: i for i, name in enumerate(recent)}
        self._actions = action_entries(why_not)
        self._others = [*place_entries(design), *(
            [] if in_game else (*button_entries(), *unit_entries(design), *list_entries(design),
                                 *section_entries(design))), *files]

    def find(self, words: str) -> list[PaletteEntry]:
        """The matching entries, the best first; without words, the recent entries and then all actions."""
        if not words.strip():
            return list(self._by_use())[:_MOST]
        matches = ranked(
            words, [*self._actions, *self._others],
            lambda e: (e.title, f"{e.detail} {e.title}", e.key, _said(words, e)),
            lambda e: (_RECENT_BONUS if e.name in self._recent else 0.0) - (
                _AFTER_ACTIONS.get(e.kind, 0.0)))
        number = hex_entry(words, self._design)
        return [*([number] if number else []), *matches][:_MOST]

    def _by_use(self) -> Iterator[PaletteEntry]:
        every = {e.name: e for e in (*self._actions, *self._others)}
        for name in self._recent:
            if name in every:
                yield every[name]
        for entry in self._actions:
            if entry.name not in self._recent:
                yield entry


# Fuzzy search, which ignores case, accents and the order of words.

def _said(words: str, entry: PaletteEntry) -> str:
    """The title of an entry with what is said about it, if each word begins one of its words; else ""."""
    if not entry.words:
        return ""
    text = f"{entry.title} {entry.words}"
    known = _WORDS.findall(plain(text))
    asked = _WORDS.findall(plain(words))
    return text if all(any(k.startswith(word) for k in known) for word in asked) else ""


T = TypeVar("T")
_WORDS = re.compile(r"\w+")
def match_score(words: str, text: str) -> float:
    """How well the words match the text; 0 for no match. Each word must occur in the text: best at its
    beginning, then at the beginning of a word, then within a word, then as letters in that order.

    >>> [match_score(w, "Zoom in") > match_score(v, "Zoom in")
    ...  for w, v in (("zoom", "in"), ("in", "oo"), ("oo", "zin"))]
    [True, True, True]
    >>> match_score("zin", "Zoom in") > 0, match_score("map", "Zoom in")
    (True, 0)
    """
    plain_text = plain(text)
    total = 0.0
    for word in plain(words).split():
        score = _word_score(word, plain_text)
        if not score:
            return 0
        total += score
    # Of two equally good matches, prefer the shorter text.
    return total + 1 / (1 + len(plain_text)) if total else 0


def _word_score(word: str, text: str) -> float:
    at = text.find(word)
    if at == 0:
        return 8.0
    while at > 0:
        if not text[at - 1].isalnum():
            return 6.0
        at = text.find(word, at + 1)
    if word in text:
        return 4.0
    return _letters_score(word, text)


def _letters_score(word: str, text: str) -> float:
    """The score of letters that occur in order, most of them at the beginnings of words or side by side.
    Short words would match too much this way; theirs must be initials."""
    at, jumps, initials = -1, 0, 0
    for letter in word:
        place = text.find(letter, at + 1)
        start = next((i for i in range(at + 1, len(text))
                      if text[i] == letter and (i == 0 or not text[i - 1].isalnum())), -1)
        if place < 0:
            return 0
        if start >= 0 and place != at + 1:
            place = start
            initials += 1
        elif place != at + 1:
            jumps += 1
        at = place
    if jumps > (len(word) - 1) // 4 or (len(word) < 3 and initials < len(word)):
        return 0
    return max(0.5, 3.0 - 0.5 * jumps)


def ranked(words: str, things: Iterable[T], texts: Callable[[T], tuple[str, ...]],
           bonus: Callable[[T], float] = lambda _thing: 0.0) -> list[T]:
    """The things that match, the best first. The best match among a thing's texts counts; a later text scores
    less. `bonus` is added to the score of every match."""
    matches: list[tuple[float, int, T]] = []
    for i, thing in enumerate(things):
        scores = (match_score(words, text) - 0.5 * n for n, text in enumerate(texts(thing))
                  if match_score(words, text))
        best = max(scores, default=0.0)
        if best > 0:
            matches.append((best + bonus(thing), -i, thing))
    return [thing for _, _, thing in sorted(matches, key=lambda m: m[:2], reverse=True)]
