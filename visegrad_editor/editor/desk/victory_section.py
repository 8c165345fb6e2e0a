"""The section *Victory*: the entries and their conditions as a tree, each with its sentence."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import replace
from tkinter import ttk
from typing import Any

from ...desk.card import NO_CONDITION, Card, Condition, Goals, Need, Victory
from ...desk.card_edit import free_id, part_at, with_part
from ...desk.words import need_words, victory_sentences
from ...model.fields import declared, is_record
from ...model.files.plain_data import DataPath
from ..signals import Signal
from ..widgets.columns import ElidedTexts
from ..widgets.fields import fit_choices
from ..widgets.flow import Flow
from ..widgets.keyboard import enter_field
from ..widgets.record_form import RecordForm
from ..widgets.scroll_bars import ScrollableFrame, grid_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.tree_selection import TreeSelection
from ..widgets.wrapped_label import WrappedLabel
from ..window.theme import px
from .card_document import CardDocument
from .card_forms import CardForms
from .sections import Section

_TREE_PX = 70
"""The least height of the tree in pixels at 100 %: three rows."""
_JOINING = ("all", "any")
_WITH_SETS = {"control": "set", "present": "set", "exit_vp": "area"}
"""The conditions that name a set, and the attribute with its name."""
_END, _AT_ONCE, _TURNS = "at the end of the game", "at once", "at the end of turns"


def kind_of(need: Need) -> str:
    """The attribute that says what a condition is; of a broken one with several the first, "fact" for an
    empty one."""
    return next((one.name for one in declared(Need) if getattr(need, one.name) != one.default), "fact")


def _need(kind: str, value: Any) -> Need:
    """A condition of a kind."""
    given: dict[str, Any] = {kind: value}
    return Need(**given)


class VictorySection(Section):
    """How the sides win."""

    title = "Victory"
    about = ("victory", "ties")

    def __init__(self, parent: tk.Misc, document: CardDocument, forms: CardForms) -> None:
        super().__init__(parent, document, forms)
        self.columnconfigure(0, weight=1)
        self.rowconfigure(1, weight=2, minsize=px(_TREE_PX))
        self.rowconfigure(4, weight=3)
        self.ties = RecordForm(self, Card, forms, lambda card, label: document.edit(label, card),
                               only=("ties",))
        self.ties.grid(row=0, column=0, sticky="ew")
        box = ttk.Frame(self, style="Panel.TFrame")
        box.grid(row=1, column=0, sticky="nsew")
        self.tree = ttk.Treeview(box, show="tree", selectmode="browse", height=5)
        self.tree.column("#0", width=px(300))
        grid_scrolled(self.tree, 0)
        self._texts = ElidedTexts(self.tree)
        self._selection = TreeSelection(self.tree)
        note = Tooltip(self.tree, "")
        self.tree.bind("<Motion>", lambda e: note.follow(e, self._cut(self.tree.identify_row(e.y))))
        self.tree.bind("<<TreeviewSelect>>", lambda _e: None if self._selection.quiet else self._chosen())
        for keys, command in (("<Insert>", self.add), ("<Delete>", self.remove),
                              ("<Alt-Up>", lambda: self.move(-1)), ("<Alt-Down>", lambda: self.move(1)),
                              ("<Return>", self._enter_form)):
            self.tree.bind(keys, lambda _e, do=command: (do(), "break")[1])  # type: ignore[misc]
        self._make_buttons()
        self.words = WrappedLabel(self)
        self.words.grid(row=3, column=0, sticky="ew", pady=px(4))
        self.scroll = ScrollableFrame(self, width=px(300))
        self.scroll.grid(row=4, column=0, sticky="nsew")
        self.scroll.inside.columnconfigure(0, weight=1)
        self.selected = Signal()
        """Another entry or condition was selected."""
        self._lit: DataPath = ()
        self._formed: DataPath = ()
        self._form_kind = ""
        self.form: RecordForm | None = None
        self.kind: ttk.Combobox | None = None
        self.when: ttk.Combobox | None = None
        self.turns: ttk.Entry | None = None

    def _make_buttons(self) -> None:
        flow = Flow(self, gap=px(2))
        flow.grid(row=2, column=0, sticky="ew", pady=px(3))
        self.buttons: dict[str, ttk.Button] = {}
        for text, command, tip in (
                ("New entry", self.add, "Say how a side wins  (Ins)"),
                ("Condition", self.add_condition, "Give the entry a condition, or add one to all or any"),
                ("Both: and", lambda: self.wrap("all"), "Add another one: all of them must hold"),
                ("Either: or", lambda: self.wrap("any"), "Add another one: one of them must hold"),
                ("Not", lambda: self.wrap("without"), "Let the condition be one that must not hold"),
                ("New set…", self.new_set, "Choose the hexes of a new set on the board, for this condition"),
                ("Remove", self.remove, "Remove what is selected  (Del)"),
                ("Up", lambda: self.move(-1), "Move it up  (Alt+Up)"),
                ("Down", lambda: self.move(1), "Move it down  (Alt+Down)")):
            button = ttk.Button(flow, text=text, style="Small.TButton", command=command)
            flow.add(button, px(3))
            Tooltip(button, tip)
            self.buttons[text] = button

    def _cut(self, row: str) -> str:
        return self._texts.whole(row) if row and self._texts.cut(row) else ""

    def number(self, card: Card) -> int | None:
        """How many entries there are."""
        return len(card.victory)

    # -- the tree -----------------------------------------------------------------------

    def show(self, card: Card) -> None:
        """Show a card."""
        self.ties.show(card)
        marked = self.path
        self._selection.quiet = True
        self.tree.delete(*self.tree.get_children())
        self._texts.clear()
        for i, one in enumerate(card.victory):
            sentence = victory_sentences(card)[i]
            self._insert("", ("victory", i), sentence, 0)
            if one.need is not None:
                self._insert_need(card, ("victory", i, "need"), one.need, one.side, 1)
        self._mark(marked)
        self._selection.listen_soon()
        self._show_form()

    def _insert(self, parent: str, path: DataPath, text: str, depth: int) -> None:
        row = _row(path)
        self.tree.insert(parent, "end", row, open=True)
        self._texts.put(row, text, depth)

    def _insert_need(self, card: Card, path: DataPath, need: Condition, side: str, depth: int) -> None:
        kind = kind_of(need)
        around = _row(path[:-1] if isinstance(path[-1], str) else path[:-2])
        if path[-1] == "need":
            around = _row(path[:-1])
        joined = {"all": "all of these", "any": "at least one of these", "without": "not this"}
        self._insert(around, path, joined.get(kind) or need_words(card, need, side), depth)
        if kind in _JOINING:
            for i, inner in enumerate(getattr(need, kind)):
                self._insert_need(card, (*path, kind, i), inner, side, depth + 1)
        elif kind == "without" and need.without is not None:
            self._insert_need(card, (*path, "not"), need.without, side, depth + 1)

    @property
    def path(self) -> DataPath:
        """The path of what is selected, () if nothing is."""
        chosen = self.tree.selection()
        return _path(chosen[0]) if chosen else ()

    def _mark(self, path: DataPath) -> None:
        while path and not self.tree.exists(_row(path)):
            path = path[:-1]
        rows = self.tree.get_children()
        row = _row(path) if path else rows[0] if rows else ""
        if row:
            self.tree.selection_set(row)
            self.tree.focus(row)
            self.tree.see(row)

    def select(self, path: DataPath) -> None:
        """Select an entry or a condition."""
        self._selection.quiet = True
        self._mark(path)
        self._selection.listen_soon()
        self._show_form()

    def _chosen(self) -> None:
        self.commit()
        self._show_form()

    # -- the form -----------------------------------------------------------------------

    def _value(self, path: DataPath) -> Any:
        return part_at(self.document.card, path)

    @property
    def need(self) -> Condition | None:
        """The condition that is selected, or that of the selected entry; None if it has none."""
        path = self.path
        one = self._value(path) if path else None
        return one.need if isinstance(one, Victory) else one

    def _show_form(self) -> None:
        path, card = self.path, self.document.card
        if path != self._lit:
            self._lit = path
            self.selected.emit()
        sentences = victory_sentences(card)
        one = self._value(path) if path else None
        entry = isinstance(one, Victory)
        kind = "entry" if entry else kind_of(one) if one is not None else ""
        if one is None:
            self.words.configure(text="New entry says how a side wins. A side without one wins if the other "
                                 "does not.")
        elif entry:
            self.words.configure(text=sentences[int(path[1])])
        else:
            side = card.victory[int(path[1])].side
            text = need_words(card, one, side)
            self.words.configure(text=f"{text[:1].upper()}{text[1:]}.")
        for text, able in (("Condition", one is not None and (entry or kind in _JOINING)),
                           ("Both: and", one is not None and not entry),
                           ("Either: or", one is not None and not entry),
                           ("Not", one is not None and not entry), ("New set…", kind in _WITH_SETS),
                           ("Remove", one is not None), *((t, self._place() is not None)
                                                          for t in ("Up", "Down"))):
            self.buttons[text].state(["!disabled" if able else "disabled"])
        if (path, kind) != (self._formed, self._form_kind):
            self._formed, self._form_kind = path, kind
            self._make_form(kind)
        self._fill_form(one, kind)

    def _make_form(self, kind: str) -> None:
        inside = self.scroll.inside
        for child in inside.winfo_children():
            child.destroy()
        self.scroll.show_top()
        self.form = self.kind = self.when = self.turns = None
        if kind == "entry":
            self._make_when(inside)
            self.form = RecordForm(inside, Victory, self.forms, self._give, leave_out=("when", "need"))
        elif kind:
            row = ttk.Frame(inside, style="Panel.TFrame")
            row.grid(row=0, column=0, sticky="ew", pady=(0, px(4)))
            ttk.Label(row, text="Condition", style="Quiet.TLabel").pack(side="left", padx=(0, px(6)))
            kinds = [f"{d.field.title}: {(d.field.help or '').rstrip('.').lower()}" for d in declared(Need)]
            self.kind = fit_choices(ttk.Combobox(row, state="readonly", width=24, values=kinds))
            self.kind.pack(side="left", fill="x", expand=True)
            self.kind.bind("<<ComboboxSelected>>", lambda _e: self._choose_kind())
            made = {one.name: one for one in declared(Need)}[kind]
            if is_record(made.type) and kind != "without":
                self.form = RecordForm(inside, made.type, self.forms, self._give)
            elif kind == "fact":
                self.form = RecordForm(inside, Need, self.forms, self._give, only=("fact",))
        if self.form is not None:
            self.form.grid(row=1, column=0, sticky="ew")

    def _make_when(self, inside: ttk.Frame) -> None:
        row = ttk.Frame(inside, style="Panel.TFrame")
        row.grid(row=0, column=0, sticky="ew")
        ttk.Label(row, text="When", style="Quiet.TLabel").pack(side="left", padx=(0, px(6)))
        self.when = ttk.Combobox(row, state="readonly", width=22, values=[_END, _AT_ONCE, _TURNS])
        self.when.pack(side="left")
        self.when.bind("<<ComboboxSelected>>", lambda _e: self._choose_when())
        self.turns = ttk.Entry(row, width=12)
        Tooltip(self.turns, "The turns at whose end it is looked at, with blanks between them")
        for event in ("<Return>", "<KP_Enter>", "<FocusOut>"):
            self.turns.bind(event, lambda _e: self._give_turns(), add=True)
        self.refusal = WrappedLabel(inside, "", "Error.TLabel")
        self.refusal.grid(row=2, column=0, sticky="ew")

    def _fill_form(self, one: Any, kind: str) -> None:
        if kind == "entry":
            assert self.when is not None
            assert self.turns is not None
            numbers = one.when[0].isdecimal()
            self.when.set(_TURNS if numbers else {"end": _END, "at-once": _AT_ONCE}.get(one.when[0], ""))
            if numbers:
                self.turns.pack(side="left", padx=(px(6), 0))
                self.turns.delete(0, "end")
                self.turns.insert(0, " ".join(one.when))
            else:
                self.turns.pack_forget()
            if self.form is not None:
                self.form.show(one)
        elif kind:
            assert self.kind is not None
            names = [d.name for d in declared(Need)]
            self.kind.current(names.index(kind))
            if self.form is not None:
                self.form.show(one if kind == "fact" else getattr(one, kind))

    def _give(self, value: Any, label: str) -> str:
        """Take over the record of the form."""
        path = self._formed
        if self._form_kind not in ("entry", "fact"):
            value = replace(self._value(path), **{self._form_kind: value})
        return self._put(path, value, label)

    def _choose_when(self) -> None:
        assert self.when is not None
        last = str(self.document.card.turns.full)
        when = {_END: ("end",), _AT_ONCE: ("at-once",)}.get(self.when.get(), (last,))
        self._put(self._formed, replace(self._value(self._formed), when=when), "When")
        if self.turns is not None and self.when.get() == _TURNS:
            enter_field(self.turns)

    def _give_turns(self) -> None:
        if self.turns is None or not self.turns.winfo_exists() or not self.turns.winfo_manager():
            return
        words = tuple(self.turns.get().replace(",", " ").split())
        if all(w.isdecimal() and int(w) for w in words) and words:
            self.refusal.configure(text=self._put(
                self._formed, replace(self._value(self._formed), when=words), "When"))
        else:
            self.refusal.configure(text="Write numbers of turns, such as 4 6.")

    def _choose_kind(self) -> None:
        """Make the condition one of another kind; all, any and not keep it within them."""
        assert self.kind is not None
        path = self._formed
        kind = declared(Need)[self.kind.current()].name
        now: Need = self._value(path)
        if kind == kind_of(now):
            return
        self._put(path, self._changed_kind(now, kind), "Kind of the condition")
        self.select(path)
        enter_field(self.kind)

    def _changed_kind(self, now: Need, kind: str) -> Need:
        inner: Sequence[Need] = now.all or now.any or ((now.without,) if now.without is not None else ())
        if kind in _JOINING:
            return _need(kind, tuple(inner) or (now,))
        if kind == "without":
            return Need(without=now if not inner else inner[0] if len(inner) == 1 else now)
        if kind == "fact":
            return Need(fact=NO_CONDITION)
        made = {one.name: one for one in declared(Need)}[kind].type
        return _need(kind, self.forms.begin(made))

    # -- changes ------------------------------------------------------------------------

    def add(self) -> None:
        """Add an entry after the selected one."""
        card, path = self.document.card, self.path
        at = int(path[1]) + 1 if path else len(card.victory)
        taken = [one.side for one in card.victory]
        free = [id for id in (card.first.moves, card.other(card.first.moves)) if id not in taken]
        side = free[0] if free else card.first.moves
        other = card.other(side)
        entry = Victory(side, avoid=other) if other in taken else Victory(side, need=Need(fact=NO_CONDITION))
        complaint = self._put(("victory",), (*card.victory[:at], entry, *card.victory[at:]), "Add an entry")
        self._tell(complaint)
        if not complaint:
            self.select(("victory", at) if entry.need is None else ("victory", at, "need"))
            self._enter_form()

    def add_condition(self) -> None:
        """Give the selected entry a condition, or add one to the selected all or any."""
        path = self.path
        if not path:
            return
        one, fresh = self._value(path), Need(fact=NO_CONDITION)
        if isinstance(one, Victory):
            need = fresh if one.need is None else Need(all=(one.need, fresh))
            there: DataPath = (*path, "need") if one.need is None else (*path, "need", "all", 1)
            complaint = self._put(path, replace(one, need=need, avoid=None), "Add a condition")
        else:
            kind = kind_of(one)
            if kind not in _JOINING:
                return
            inner = getattr(one, kind)
            there = (*path, kind, len(inner))
            complaint = self._put(path, _need(kind, (*inner, fresh)), "Add a condition")
        self._tell(complaint)
        if not complaint:
            self.select(there)
            self._enter_form()

    def wrap(self, kind: str) -> None:
        """Put the selected condition into all, any or not; into all or any with another one beside it."""
        path = self.path
        if not path or isinstance(one := self._value(path), Victory):
            return
        fresh = Need(fact=NO_CONDITION)
        made = Need(without=one) if kind == "without" else _need(kind, (one, fresh))
        self._tell(self._put(path, made, "Join conditions"))
        self.select(path if kind == "without" else (*path, kind, 1))
        self._enter_form()

    def remove(self) -> None:
        """Remove the selected entry or condition; a list of one that is left alone is replaced by it."""
        path = self.path
        if not path:
            return
        self.commit()
        card = self.document.card
        if len(path) == 2:
            at = int(path[1])
            changed: Card = replace(card, victory=(*card.victory[:at], *card.victory[at + 1:]))
        elif path[-1] == "need":
            side = self._value(path[:-1])
            changed = with_part(card, path[:-1], replace(side, need=None, avoid=card.other(side.side)))
        elif path[-1] == "not":
            changed = with_part(card, path[:-1], self._value(path))
        else:
            around, kind, at = path[:-2], str(path[-2]), int(path[-1])
            inner = getattr(self._value(around), kind)
            left = (*inner[:at], *inner[at + 1:])
            if not left:
                changed = with_part(card, around, Need(fact=NO_CONDITION))
            else:
                changed = with_part(card, around, left[0] if len(left) == 1 else _need(kind, left))
        self._tell(self.document.edit("Remove a condition" if len(path) > 2 else "Remove an entry", changed))
        self.tree.focus_set()

    def _place(self) -> tuple[DataPath, int] | None:
        """The list that has what is selected, and its place there; None if it is in none."""
        path = self.path
        return (path[:-1], path[-1]) if path and isinstance(path[-1], int) else None

    def move(self, by: int) -> None:
        """Move what is selected up or down in its list."""
        place = self._place()
        if place is None:
            return
        path, at = place
        entries = list(self._value(path))
        if not 0 <= at + by < len(entries):
            self._tell(f"This is already the {'first' if by < 0 else 'last'} one.")
            return
        entries.insert(at + by, entries.pop(at))
        self._tell(self._put(path, tuple(entries), "Move a condition"))
        self.select((*path, at + by))

    def new_set(self) -> None:
        """Let the user choose hexes on the board, which become a set that the condition names."""
        path, kind = self.path, self._form_kind
        if kind not in _WITH_SETS:
            return
        condition = getattr(self._value(path), kind)
        id = free_id([id for id, _ in self.document.card.sets], "goals")

        def take(hexes: Sequence[str]) -> str:
            if not hexes:
                return "Choose at least one hex."
            card = self.document.card
            named = replace(card, sets=(*card.sets, (id, Goals(tuple(hexes)))))
            changed: Card = with_part(named, path, replace(self._value(path), **{
                kind: replace(condition, **{_WITH_SETS[kind]: id})}))
            return self.document.edit(f"Set {id}", changed)

        self.forms.choose_hexes(f"Hexes of the new set {id}", (), True, take)

    def _tell(self, text: str) -> None:
        if text:
            self.words.configure(text=text)

    def _enter_form(self) -> None:
        if self.kind is not None:
            enter_field(self.kind)
        elif self.form is not None:
            self.form.enter(())

    # -- the page -----------------------------------------------------------------------

    def commit(self) -> None:
        """Hand over what is being typed."""
        self.ties.commit()
        if self.form is not None and self.form.winfo_exists():
            self.form.commit()

    def enter(self, path: DataPath) -> bool:
        """Give the keyboard to a field."""
        if path[:1] == ("ties",):
            return self.ties.enter(path)
        length = len(path)
        while length > 1 and not self.tree.exists(_row(path[:length])):
            length -= 1
        if length < 2:
            enter_field(self.tree)
            return True
        self.select(path[:length])
        rest = path[length:]
        if rest and rest[0] == self._form_kind and self._form_kind not in ("entry", "fact"):
            rest = rest[1:]
        if rest[:1] == ("when",) and self.when is not None:
            named = self.turns is not None and self.turns.winfo_manager()
            enter_field(self.turns if self.turns is not None and named else self.when)
        elif self.form is None or not self.form.enter(rest):
            self._enter_form()
        return True


def _row(path: DataPath) -> str:
    """The name of a row of the tree."""
    return "/".join(f"#{k}" if isinstance(k, int) else k for k in path)


def _path(row: str) -> DataPath:
    return tuple(int(k[1:]) if k.startswith("#") else k for k in row.split("/"))
