"""The sections of the page *Card*: a form or a list for each part of a card."""

from __future__ import annotations

import tkinter as tk
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from tkinter import ttk
from typing import Any

from PIL import ImageTk

from ...desk.boards import Board
from ...desk.card import Card, CardRule, Drop, Glider, Group, Side, TerrainChange
from ...desk.card_edit import part_at, with_boards, with_name, with_part
from ...desk.forces import Totals, card_totals
from ...desk.log import CardLog
from ...desk.readings import readings
from ...desk.summary import NOT_CHECKED, ratings
from ...desk.words import card_rule_sentences, group_sentences, name_words
from ...drawing.board_pictures import BoardPictures
from ...engine.dice import Dice
from ...engine.orders import IllegalOrderError
from ...model.files.plain_data import DataPath
from ...model.wording import count
from ..widgets.fields import fit_choices
from ..widgets.keyboard import enter_field
from ..widgets.record_form import RecordForm, RecordList
from ..widgets.scroll_bars import ScrollableFrame
from ..widgets.small_screen import is_narrow
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from ..window.theme import px
from .card_document import CardDocument
from .card_forms import CardForms, NamedSet, RuleEntry

_MAP_PX = 320
"""The width of the picture of a map, in pixels at 100 %; less where the form is narrow."""
_LEAST_MAP_PX, _BAR_PX = 120, 14
_CHANGES_PX = 100
"""The least height of the list of changed terrain, in pixels at 100 %."""
_ALLOTMENT = "night-allotment"
"""The procedure that says what the sides have by night."""


class Section(ttk.Frame):
    """A part of a card. `about` are the keys of the card that it is about."""

    title = ""
    about: tuple[str, ...] = ()

    def __init__(self, parent: tk.Misc, document: CardDocument, forms: CardForms) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=(px(8), px(4)))
        self.document, self.forms = document, forms

    def number(self, card: Card) -> int | None:
        """How many entries it has; None for a form."""
        return None

    def show(self, card: Card) -> None:
        """Show a card."""

    def commit(self) -> None:
        """Hand over what is being typed."""

    def enter(self, path: DataPath) -> bool:
        """Give the keyboard to what stands at a path of the card; False if it shows no such thing."""
        return False

    def _put(self, path: DataPath, value: Any, label: str) -> str:
        """Give the card another value at a path; why it is refused, "" if it is not."""
        changed: Card = with_part(self.document.card, path, value)
        return self.document.edit(label, changed)


class CardSection(Section):
    """Title, date, length, who begins, and the two sides."""

    title = "Card"
    about = (
        "title", "date", "place", "theatre", "turns", "first", "sides", "country", "own_territory", "dyo",
        "name", "provenance", "notes")

    def __init__(self, parent: tk.Misc, document: CardDocument, forms: CardForms) -> None:
        super().__init__(parent, document, forms)
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        scroll = ScrollableFrame(self, width=px(360))
        scroll.grid(row=0, column=0, sticky="nsew")
        inside = scroll.inside

        def form(*names: str) -> RecordForm:
            made = RecordForm(inside, Card, forms, self._give, only=names)
            made.pack(fill="x")
            return made

        self.forms_by_key: dict[str, RecordForm] = {}
        head = form("title", "place", "theatre", "date", "turns", "first")
        self.sides = []
        for n in range(2):
            label = ttk.Label(inside, style="Section.TLabel")
            label.pack(anchor="w", pady=(px(8), 0))
            side = RecordForm(inside, Side, forms, lambda value, text, i=n: self._give_side(  # type: ignore[misc]
                i, value, text))
            side.pack(fill="x", padx=(px(16), 0))
            self.sides.append((label, side))
        ttk.Separator(inside).pack(fill="x", pady=px(8))
        rest = form("country", "own_territory", "dyo", "name", "provenance", "notes")
        self.parts = head, rest

    def _give(self, card: Card, label: str) -> str:
        return self.document.edit(label, card)

    def _give_side(self, index: int, side: Side, label: str) -> str:
        card = self.document.card
        before = card.sides[index]
        if side.id != before.id and all(side.id != s.id for s in card.sides):
            card = with_name(card, "side", before.id, side.id)
        changed: Card = with_part(card, ("sides", index), side)
        return self.document.edit(f"{label} of {name_words(side.id)}", changed)

    def show(self, card: Card) -> None:
        """Show a card."""
        for form in self.parts:
            form.show(card)
        for (label, form), side in zip(self.sides, card.sides, strict=True):
            label.configure(text=f"{name_words(side.id)} side: {side.role}, {ratings(card, side)}")
            form.show(side)

    def commit(self) -> None:
        """Hand over what is being typed."""
        for form in (*self.parts, *(form for _, form in self.sides)):
            form.commit()

    def enter(self, path: DataPath) -> bool:
        """Give the keyboard to a field."""
        if path[:1] == ("sides",):
            index = path[1] if len(path) > 1 and isinstance(path[1], int) else 0
            return self.sides[index][1].enter(path[2:])
        return any(form.enter(path) for form in self.parts)


class ListSection(Section):
    """A list of entries with the form of the selected one."""

    record: type[Any]
    key = ""
    purpose = ""
    """What it is for, in a sentence."""

    def __init__(self, parent: tk.Misc, document: CardDocument, forms: CardForms) -> None:
        super().__init__(parent, document, forms)
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self.list = RecordList(self, self.record, forms, self.give, beside=True, height=6)
        self.list.grid(row=0, column=0, sticky="nsew")
        if self.purpose:
            purpose = WrappedLabel(self, self.purpose, "Quiet.TLabel")
            purpose.grid(row=9, column=0, sticky="ew", pady=(px(6), 0))

    def entries(self, card: Card) -> tuple[Any, ...]:
        """The entries of a card."""
        entries: tuple[Any, ...] = part_at(card, (self.key,))
        return entries

    def number(self, card: Card) -> int | None:
        """How many entries it has."""
        return len(self.entries(card))

    def give(self, entries: tuple[Any, ...], label: str) -> str:
        """Give the card other entries."""
        return self._put((self.key,), entries, label)

    def show(self, card: Card) -> None:
        """Show a card."""
        self.list.show(self.entries(card))

    def commit(self) -> None:
        """Hand over what is being typed."""
        self.list.commit()

    def enter(self, path: DataPath) -> bool:
        """Give the keyboard to a field."""
        return path[:1] == (self.key,) and self.list.enter(path[1:])


class BoardsSection(ListSection):
    """The boards, how they lie, and hexes whose terrain is another than printed."""

    title = "Boards"
    about = ("boards", "terrain_changes")
    record, key = Board, "boards"

    def __init__(self, parent: tk.Misc, document: CardDocument, forms: CardForms) -> None:
        super().__init__(parent, document, forms)
        ttk.Separator(self).grid(row=1, column=0, sticky="ew", pady=px(6))
        ttk.Label(self, text="Changed terrain", style="Section.TLabel").grid(row=2, column=0, sticky="w")
        self.changes = RecordList(self, TerrainChange, forms, self._give_changes, beside=True,
                                  height=1 if is_narrow(self) else 4)
        self.changes.grid(row=3, column=0, sticky="nsew", pady=(px(4), 0))
        self._pictures = BoardPictures()
        self._picture: ImageTk.PhotoImage | None = None
        self.map_label = WrappedLabel(self.list.scroll.inside, "", "Quiet.TLabel")
        self.map_label.configure(compound="top")
        self.map_label.grid(row=1, column=0, sticky="ew", pady=(px(8), 0))
        self.list.selected.connect(self._show_map, owner=self)
        self.list.scroll.bind("<Configure>", lambda _e: self._show_map(), add=True)
        # Where there is too little room, what the lists would like is taken off by these weights.
        self.rowconfigure(0, weight=1 if is_narrow(self) else 3)
        self.rowconfigure(3, weight=4 if is_narrow(self) else 2, minsize=px(_CHANGES_PX))

    def give(self, entries: tuple[Any, ...], label: str) -> str:
        """Give the card other boards; names of hexes follow."""
        if not entries:
            return "A card has at least one board."
        return self.document.edit(label, with_boards(self.document.card, entries))

    def _give_changes(self, entries: tuple[Any, ...], label: str) -> str:
        return self._put(("terrain_changes",), entries, label)

    def show(self, card: Card) -> None:
        """Show a card."""
        super().show(card)
        self.changes.show(card.terrain_changes)
        self._show_map()

    def _show_map(self) -> None:
        """Show the map of the selected board, or say why there is none."""
        card, at, maps = self.document.card, self.list.index, self.document.ground.maps
        board = card.boards[at] if 0 <= at < len(card.boards) else None
        design = maps.get(board.id) if board is not None else None
        if board is None or design is None:
            self._picture, text = None, "" if board is None else (
                "Without a map the hexes of the board have names only. Choose one in the list at Map." if
                not board.map else "The map cannot be shown; Problems says why.")
        else:
            width = min(px(_MAP_PX), max(px(_LEAST_MAP_PX), self.list.scroll.winfo_width() - px(_BAR_PX)))
            size = width, width
            self._picture = ImageTk.PhotoImage(
                self._pictures.small(board, design, size, theme.PANEL), master=self)
            text = design.map.title or design.map.name
        self.map_label.configure(image=self._picture or "", text=text)

    def commit(self) -> None:
        """Hand over what is being typed."""
        super().commit()
        self.changes.commit()

    def enter(self, path: DataPath) -> bool:
        """Give the keyboard to a field."""
        if path[:1] == ("terrain_changes",):
            return self.changes.enter(path[1:])
        return super().enter(path)


class GroupsSection(ListSection):
    """The groups of both sides with their forces, and what they add up to."""

    title = "Forces"
    about = ("groups",)
    record, key = Group, "groups"

    def __init__(self, parent: tk.Misc, document: CardDocument, forms: CardForms) -> None:
        super().__init__(parent, document, forms)
        self.words = WrappedLabel(self.list.scroll.inside, "", "Quiet.TLabel")
        self.words.grid(row=1, column=0, sticky="ew", pady=(px(8), 0))
        self.totals = WrappedLabel(self)
        self.totals.grid(row=1, column=0, sticky="ew", pady=(px(4), 0))
        self._asked = Tooltip(self.totals, "")
        self.list.selected.connect(self._selected, owner=self)

    def _selected(self) -> None:
        """Say of the selected group what it is."""
        card, at = self.document.card, self.list.index
        group = card.groups[at] if 0 <= at < len(card.groups) else None
        self.forms.side = group.side if group is not None else ""
        self.words.configure(text=" ".join(group_sentences(card, group)) if group is not None else (
            "A group is what begins or arrives together. New adds one."))

    def give(self, entries: tuple[Any, ...], label: str) -> str:
        """Give the card other groups; who names a group follows its name."""
        card = self.document.card
        renamed = _renamed([g.id for g in card.groups], [g.id for g in entries])
        if renamed:
            card = with_name(card, "group", *renamed)
        if len(entries) == len(card.groups):
            entries = tuple(map(self._with_air, card.groups, entries))
        return self.document.edit(label, replace(card, groups=entries))

    def _with_air(self, before: Group, after: Group) -> Group:
        """A group with what says more of its gliders, or of its drop, once it comes so: the fields of that
        then show. Nothing that was filled in is taken away with another choice."""
        if before.id != after.id:
            return after
        self.forms.side = after.side
        glider, drop = self.forms.begin(Glider), self.forms.begin(Drop)
        was, now = before.arrives.by, after.arrives.by
        if now == "glider" != was and after.glider is None:
            after = replace(after, glider=glider)
        elif was == "glider" != now and after.glider == glider:
            after = replace(after, glider=None)
        if now == "drop" != was and after.drop is None:
            after = replace(after, drop=drop)
        elif was == "drop" != now and after.drop == drop:
            after = replace(after, drop=None)
        return after

    def show(self, card: Card) -> None:
        """Show a card."""
        super().show(card)
        self._selected()
        totals = card_totals(card)
        self.totals.configure(text="\n".join(
            f"{name_words(side)} side: {totals_words(one)}." for side, one in totals.items()))
        self._asked.text = "\n".join(dict.fromkeys(
            sentence for one in totals.values() for sentence in (*one.asked, *one.assumed)))


def totals_words(totals: Totals) -> str:
    """Counters added up, in words.

    >>> totals_words(Totals(2, 1.5, 5, 3))
    '2 counters, 1.5 squad-equivalents, US number 5, 3 victory points'
    """
    least, squads = "" if totals.known else "at least ", totals.squad_equivalents
    return ", ".join((
        count(totals.counters, "counter"), f"{least}{squads:g} squad-equivalent{'s' * (squads != 1)}",
        f"US number {least}{totals.us_number}", f"{least}{count(totals.points, 'victory point')}"))


class RulesSection(ListSection):
    """The special rules: their text, and what they turn on."""

    title = "Special rules"
    about = ("ssr",)
    record, key = RuleEntry, "ssr"

    def __init__(self, parent: tk.Misc, document: CardDocument, forms: CardForms) -> None:
        super().__init__(parent, document, forms)
        self.words = WrappedLabel(self.list.scroll.inside, "", "Quiet.TLabel")
        self.words.grid(row=1, column=0, sticky="ew", pady=(px(8), 0))
        self.night = WrappedLabel(self.list.scroll.inside)
        self.night.grid(row=2, column=0, sticky="ew", pady=(px(8), 0))

    def entries(self, card: Card) -> tuple[Any, ...]:
        """The rules as their forms show them."""
        return tuple(RuleEntry(r.text) if r.sets is None else RuleEntry(r.text, r.sets) for r in card.ssr)

    def give(self, entries: tuple[Any, ...], label: str) -> str:
        """Give the card other rules."""
        rules: tuple[CardRule, ...] = tuple(one.rule for one in entries)
        return self._put(("ssr",), rules, label)

    def show(self, card: Card) -> None:
        """Show a card."""
        super().show(card)
        self.night.configure(text=" ".join(night_sentences(card)))
        if card.turned_on.night is not None:
            self.night.grid()
        else:
            self.night.grid_remove()
        printed = card_rule_sentences(card)
        self.words.configure(text=f"Printed as {count(len(printed), 'rule')}: " + " ".join(
            f"{i}. {text}" for i, text in enumerate(printed, 1)) if printed else "Nothing is printed yet.")


def night_sentences(card: Card) -> tuple[str, ...]:
    """What both sides have by night, from the card alone: hidden units, dummies, cloaks, sniper numbers
    (E1.2, E1.411, E1.76), or why that cannot be told; () by day."""
    if card.turned_on.night is None:
        return ()
    try:
        return tuple(map(str, CardLog(card, Dice(1)).apply(_ALLOTMENT)))
    except IllegalOrderError as error:
        return (f"What the sides have by night cannot be told yet: {error.reason}",)


class SetsSection(ListSection):
    """The named sets of hexes for victory conditions."""

    title = "Sets"
    about = ("sets",)
    record, key = NamedSet, "sets"
    purpose = (
        "A set is a name for hexes, buildings or an edge of the boards that a condition of victory is about, "
        "such as control of two houses. Type its name, then hexes and buildings, or begin one with New.")

    def entries(self, card: Card) -> tuple[Any, ...]:
        """The sets as their forms show them."""
        return tuple(NamedSet(id, goals) for id, goals in card.sets)

    def give(self, entries: tuple[Any, ...], label: str) -> str:
        """Give the card other sets; who names a set follows its name."""
        card = self.document.card
        ids = [one.id for one in entries]
        twice = [id for id, times in Counter(ids).items() if times > 1]
        if twice:
            return f"There is a set {twice[0]} already; give this one another name."
        renamed = _renamed([id for id, _ in card.sets], ids)
        if renamed:
            card = with_name(card, "set", *renamed)
        return self.document.edit(label, replace(card, sets=tuple((one.id, one.goals) for one in entries)))

    def enter(self, path: DataPath) -> bool:
        """Give the keyboard to a field."""
        ids = [id for id, _ in self.document.card.sets]
        if path[:1] != ("sets",) or len(path) < 2 or path[1] not in ids:
            return super().enter(path)
        index = ids.index(str(path[1]))
        return self.list.enter((index, "goals", *path[2:])) or self.list.enter((index,))


def _renamed(before: Sequence[str], after: Sequence[str]) -> tuple[str, str] | None:
    """The name that one of several has lost, and the one it has instead; None if that is not all."""
    if len(before) != len(after):
        return None
    other = [(b, a) for b, a in zip(before, after, strict=True) if b != a]
    return other[0] if len(other) == 1 and other[0][1] not in before else None


class ReadingsSection(Section):
    """The places where the rules can be read in several ways."""

    title = "Readings"
    about = ("readings",)

    def __init__(self, parent: tk.Misc, document: CardDocument, forms: CardForms) -> None:
        super().__init__(parent, document, forms)
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        WrappedLabel(self, "Where the rules can be read in several ways, the first one holds unless another "
                     "is chosen here; what is chosen is printed.").grid(row=0, column=0, sticky="ew")
        self._scroll = ScrollableFrame(self, width=px(360))
        self._scroll.grid(row=1, column=0, sticky="nsew", pady=(px(6), 0))
        inside = self._scroll.inside
        inside.columnconfigure(0, weight=1)
        self.boxes: dict[str, ttk.Combobox] = {}
        for row, (id, reading) in enumerate(readings().items()):
            about = WrappedLabel(inside, f"{id} · {reading.about} ({reading.rule})")
            about.grid(row=2 * row, column=0, sticky="ew", pady=(px(4), 0))
            box = fit_choices(ttk.Combobox(inside, state="readonly", width=24,
                                           values=[c.words for c in reading.choices]))
            box.grid(row=2 * row + 1, column=0, sticky="ew", padx=(px(16), px(6)))
            box.bind("<<ComboboxSelected>>", lambda _e, i=id: self._chosen(i))  # type: ignore[misc]
            Tooltip(box, f"What {reading.rule} means here")
            self.boxes[id] = box

    def number(self, card: Card) -> int | None:
        """How many are chosen otherwise."""
        return len(card.readings)

    def _chosen(self, id: str) -> None:
        reading, card = readings()[id], self.document.card
        choice = reading.choices[self.boxes[id].current()].id
        others = tuple((k, v) for k, v in card.readings if k != id)
        chosen = others if choice == reading.usual else (*others, (id, choice))
        self.document.edit(f"Reading {id}", replace(card, readings=tuple(sorted(chosen))))

    def show(self, card: Card) -> None:
        """Show a card."""
        said = dict(card.readings)
        for id, reading in readings().items():
            ids = [c.id for c in reading.choices]
            choice = said.get(id, reading.usual)
            if choice in ids:
                self.boxes[id].current(ids.index(choice))
            else:
                self.boxes[id].set(choice)

    def enter(self, path: DataPath) -> bool:
        """Give the keyboard to a field."""
        box = self.boxes.get(str(path[1])) if len(path) > 1 else next(iter(self.boxes.values()))
        if box is None:
            return False
        enter_field(box)
        return True


class ChecksSection(Section):
    """How many problems there are, and what nobody checks."""

    title = "Checks"
    about = ("checks",)

    def __init__(self, parent: tk.Misc, document: CardDocument, forms: CardForms) -> None:
        super().__init__(parent, document, forms)
        self.columnconfigure(0, weight=1)
        self.rowconfigure(1, weight=1)
        self.form = RecordForm(self, Card, forms, lambda card, label: document.edit(label, card),
                               only=("checks",))
        self.form.grid(row=0, column=0, sticky="ew")
        scroll = ScrollableFrame(self, width=px(360))
        scroll.grid(row=1, column=0, sticky="nsew", pady=(px(8), 0))
        self.words = WrappedLabel(scroll.inside)
        self.words.pack(fill="x")

    def show(self, card: Card) -> None:
        """Show a card."""
        self.form.show(card)
        found = Counter(one.problem.severity for one in self.document.problems)
        told = ", ".join(count(found[s], s) for s in ("error", "warning", "note") if found[s])
        machine, report = sum(rule.sets is not None for rule in card.ssr), self.document.found.report
        left = "\n".join(f"Not checkable here: {one.words}." for one in report.open)
        self.words.configure(text="\n\n".join(filter(None, (
            f"Found: {told}." if told else "Nothing was found.", f"{report.sentence}.", left,
            f"Of {count(len(card.ssr), 'special rule')} the program reads what {machine} "
            f"{'turns' if machine == 1 else 'turn'} on; the text of the others is only printed."
            if card.ssr else "The card has no special rules.",
            f"Not checked: {' '.join(NOT_CHECKED)}"))))

    def commit(self) -> None:
        """Hand over what is being typed."""
        self.form.commit()

    def enter(self, path: DataPath) -> bool:
        """Give the keyboard to a field."""
        return self.form.enter(path)
