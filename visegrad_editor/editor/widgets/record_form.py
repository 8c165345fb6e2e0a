"""Forms of records, made from the declarations of their fields: titles, help, bounds, choices, parts.

A form shows a record and gives a changed one to its owner, which may refuse it with a reason. What may be
chosen, how an entry of a list is told in a line, and with what a new one begins is asked of a `FormOwner`.
"""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from tkinter import ttk
from typing import Any, Protocol, get_args

from ...model.fields import DeclaredField, declared, entry_type, form_of, is_record, literal_values
from ...model.provenance import NOTE_LENGTH
from ..signals import Signal
from ..window.theme import px
from .columns import ElidedTexts
from .fields import fit_choices, select_on_first_click, show_default
from .flow import Flow
from .keyboard import enter_field
from .scroll_bars import ScrollableFrame, grid_scrolled, scroll_bar_of
from .small_screen import is_narrow
from .tooltips import Tooltip
from .tree_selection import TreeSelection
from .wrapped_label import WrappedLabel

Path = tuple[str | int, ...]
Give = Callable[[Any, str], str]
"""Takes a changed value and a label for the step; returns why it is refused, "" if it is not."""
_SHORT_TEXT = 60
_LINES = 3
_YES, _NO = "yes", "no"


class TypedLine(Protocol):
    """How an entry of a list is typed in a line."""

    example: str

    def read(self, text: str) -> Any:
        """The entry that a text means; raises `ValueError` with a sentence."""


class FormOwner(Protocol):
    """What a form asks about the document that its record belongs to."""

    def names(self, record: type[Any], attribute: str) -> Sequence[str] | None:
        """The names to choose from for a value, or for each of its entries or keys; None if any will do."""
    def offers(self, record: type[Any], attribute: str) -> Sequence[str] | None:
        """Words that a field offers although others may be typed, none if there are none now; None for a
        field that offers nothing."""
    def concerns(self, record: Any, attribute: str) -> bool:
        """Whether a field concerns a record as it is now; others are not shown while they say nothing."""
    def begin(self, record: type[Any]) -> Any:
        """A new record, such as a file could hold."""
    def copied(self, entry: Any, others: Sequence[Any]) -> Any:
        """A copy of an entry of a list, different from the others where that is needed."""
    def row(self, entry: Any) -> str:
        """An entry of a list in a line."""
    def typed(self, record: type[Any]) -> TypedLine | None:
        """How an entry of a list is typed in a line; None if it is not."""
    def rivals(self, record: type[Any]) -> Collection[str]:
        """The attributes of which only one may say something."""
    def later(self, record: type[Any]) -> Collection[str]:
        """The attributes that are seldom needed; they are shown when asked for, or if they say something."""
    def holds_hexes(self, record: type[Any], attribute: str) -> bool:
        """Whether a value names a hex or several, which can be chosen on a plan."""
    def choose_hexes(self, title: str, now: Sequence[str], several: bool,
                     take: Callable[[Sequence[str]], str]) -> None:
        """Let the user choose hexes; `take` gets them and returns why they are refused."""


class Part:
    """The widgets for one field."""

    widget: tk.Widget
    """What is placed in the form."""
    wide = False
    """Whether it needs the whole width."""
    labelled = True
    """Whether it needs a label beside it."""

    def __init__(self, one: DeclaredField) -> None:
        self.one = one

    def show(self, value: Any) -> None:
        """Show a value."""
        raise NotImplementedError

    def commit(self) -> None:
        """Hand over what is being typed."""

    def enter(self, _path: Path) -> bool:
        """Give the keyboard to the widget for what stands at a path within the value."""
        enter_field(self.widget)
        return True

    def complain(self, _text: str) -> bool:
        """Show a complaint in its own place; False if the form is to do it."""
        return False


class RecordForm(ttk.Frame):
    """A form for records of a class. `leave_out` are attributes that it does not show, `columns` how many
    short fields are beside each other, 0 for as many as suit the screen."""

    def __init__(self, parent: tk.Misc, record: Any, owner: FormOwner, give: Give, *,
                 leave_out: Collection[str] = (), only: Collection[str] = (), columns: int = 0) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self.record, self.owner, self._give = record, owner, give
        self.value: Any = None
        self.parts: dict[str, Part] = {}
        """The parts by attribute."""
        self.labels: dict[str, ttk.Label] = {}
        self._complaints: dict[str, ttk.Label] = {}
        self._hidden: set[str] = set()
        """The attributes that do not concern the record."""
        self._columns = columns or (1 if is_narrow(self) else 2)
        self._later: ttk.Frame | None = None
        self._more: ttk.Button | None = None
        later = set(owner.later(record))
        fields = [one for one in declared(record) if one.key and one.name not in leave_out and (
            not only or one.name in only)]
        self._lay_out(self, [one for one in fields if one.name not in later])
        if rest := [one for one in fields if one.name in later]:
            self._make_later(rest)

    # -- layout -------------------------------------------------------------------------

    def _make_later(self, fields: Sequence[DeclaredField]) -> None:
        """The fields that are seldom needed, behind a button."""
        self._later = ttk.Frame(self, style="Panel.TFrame")
        self._later_names = [one.name for one in fields]
        self._more = ttk.Button(self, text="▸ More", style="Small.TButton", command=self._toggle_later)
        self._more.grid(row=900, column=0, columnspan=2 * self._columns, sticky="w", pady=px(3))
        self._lay_out(self._later, fields)

    def _toggle_later(self, shown: bool | None = None) -> None:
        assert self._later is not None
        assert self._more is not None
        shown = not self._later.winfo_manager() if shown is None else shown
        if shown:
            self._later.grid(row=901, column=0, columnspan=2 * self._columns, sticky="ew")
        else:
            self._later.grid_remove()
        self._more.configure(text="▾ Less" if shown else "▸ More")

    def _lay_out(self, frame: ttk.Frame, fields: Sequence[DeclaredField]) -> None:
        row, column = 0, 0
        for n in range(self._columns):
            frame.columnconfigure(2 * n + 1, weight=1, uniform="fields")
        for one in fields:
            part = self._part(frame, one)
            self.parts[one.name] = part
            if column and (part.wide or column == self._columns):
                row, column = row + 2, 0
            span = 2 * (self._columns if part.wide else 1)
            self._place(frame, one, part, row, 2 * column, span)
            column = self._columns if part.wide else column + 1

    def _place(self, frame: ttk.Frame, one: DeclaredField, part: Part, row: int, column: int,
               span: int) -> None:
        before = px(10) if column else 0
        if part.labelled:
            label = ttk.Label(frame, text=title_of(one), style="Quiet.TLabel", wraplength=px(130))
            label.grid(row=row, column=column, sticky="nw", padx=(before, px(6)), pady=px(5))
            part.widget.grid(row=row, column=column + 1, columnspan=span - 1, sticky="ew", pady=px(2))
            self.labels[one.name] = label
            Tooltip(label, help_of(one))
        else:
            part.widget.grid(row=row, column=column, columnspan=span, sticky="ew", padx=(before, 0),
                             pady=px(2))
        complaint = WrappedLabel(frame, "", "Error.TLabel")
        complaint.grid(row=row + 1, column=column, columnspan=span, sticky="ew", padx=(before, 0))
        complaint.grid_remove()
        self._complaints[one.name] = complaint

    # -- values -------------------------------------------------------------------------

    def show(self, value: Any) -> None:
        """Show a record; what is typed and not handed over yet stays."""
        self.value = value
        for name, part in self.parts.items():
            part.show(getattr(value, name))
            self._show_part(name, getattr(value, name) != part.one.default
                            or self.owner.concerns(value, name))
        if self._later is not None and not self._later.winfo_manager() and any(
                getattr(value, part.one.name) != part.one.default for name, part in self.parts.items()
                if name in self._later_names):
            self._toggle_later(True)

    def _show_part(self, name: str, shown: bool) -> None:
        """Show or hide a field with its label."""
        if shown is (name not in self._hidden):
            return
        self._hidden ^= {name}
        for widget in filter(None, (self.parts[name].widget, self.labels.get(name))):
            if shown:
                widget.grid()
            else:
                widget.grid_remove()

    def commit(self) -> None:
        """Hand over what is being typed."""
        for part in self.parts.values():
            part.commit()

    def set(self, name: str, value: Any) -> str:
        """Give the owner the record with another value; returns why it is refused, which is shown, too."""
        changes = {name: value}
        rivals, usual = self.owner.rivals(self.record), {d.name: d.default for d in declared(self.record)}
        if name in rivals and value != usual[name]:
            changes |= {rival: usual[rival] for rival in rivals if rival != name}
        title = title_of(self.parts[name].one)
        complaint = self._give(replace(self.value, **changes), title)
        self.complain(name, complaint)
        return complaint

    def complain(self, name: str, text: str) -> None:
        """Show what is wrong with a field below it, "" for nothing."""
        label = self._complaints[name]
        if not self.winfo_exists() or self.parts[name].complain(text):
            return
        label.configure(text=text)
        if text:
            label.grid()
        else:
            label.grid_remove()

    def enter(self, path: Path) -> bool:
        """Give the keyboard to the field at a path of keys; False if there is none."""
        for part in self.parts.values():
            if path and part.one.key == path[0]:
                self._show_part(part.one.name, True)
                if self._later is not None and part.one.name in self._later_names:
                    self._toggle_later(True)
                return part.enter(path[1:])
        if not path and self.parts:
            return next(iter(self.parts.values())).enter(())
        return False

    # -- parts --------------------------------------------------------------------------

    def _part(self, frame: ttk.Frame, one: DeclaredField) -> Part:
        """The widgets for a field by its type."""
        def give(value: Any) -> str:
            return self.set(one.name, value)

        def refuse(text: str) -> None:
            self.complain(one.name, text)

        def names() -> Sequence[str] | None:
            return self.owner.names(self.record, one.name)

        entry, known = entry_type(one.type), names()
        if entry is not None and is_record(form_of(entry).type):
            return _ListPart(frame, one, self.owner, form_of(entry).type, give)
        if is_record(one.type):
            return _RecordPart(frame, one, self.owner, give, self._columns)
        if entry is not None and get_args(form_of(entry).type)[:1] == (str,) and known is not None:
            return _NamedPart(frame, one, names, give)
        if _is_pairs(one):
            return _PairsPart(frame, one, give, refuse)
        if set(get_args(one.type)) == {float}:
            return _NumbersPart(frame, one, give, refuse)
        if _is_lines(one):
            return _LinesPart(frame, one, give)
        if one.type is bool:
            return _ChoicePart(frame, one, lambda: (_YES, _NO), give) if one.form.optional else _FlagPart(
                frame, one, give)
        if entry is not None:
            ticks = known is not None or form_of(one.field.entries).field.choices
            return _TicksPart(frame, one, names, give) if ticks and not self.owner.holds_hexes(
                self.record, one.name) else _WordsPart(frame, one, self.record, self.owner, give)
        if one.field.choices or literal_values(one.type) or known is not None:
            return _ChoicePart(frame, one, names, give)
        if one.type is str and (one.field.longest or 0) >= NOTE_LENGTH:
            return _TextPart(frame, one, give)
        return _EntryPart(frame, one, self.record, self.owner, give, refuse)


def title_of(one: DeclaredField) -> str:
    """The label of a field."""
    return one.title


def help_of(one: DeclaredField) -> str:
    """What a field is, its bounds, and what it is in files."""
    field, bounds = one.field, ""
    low, high = field.minimum, field.maximum
    if low is not None and high is not None:
        bounds = f" From {low:g} to {high:g}."
    elif high is not None:
        bounds = f" Up to {high:g}."
    unit = f" In {field.unit}." if field.unit else ""
    example = f" Such as {field.examples[0]}." if field.examples and one.type is str else ""
    lines = " One line for each, with commas between what is in it." if _is_lines(one) else ""
    return f"{field.help or title_of(one) + '.'}{unit}{bounds}{example}{lines}".replace("`", '"')


def _is_lines(one: DeclaredField) -> bool:
    """Whether a field has lists of words, each typed on a line."""
    entry = entry_type(one.type)
    return one.type is Any or (entry is not None and not is_record(form_of(entry).type) and not _is_pairs(one)
                               and entry_type(form_of(entry).type) is not None)


def _is_pairs(one: DeclaredField) -> bool:
    inner = entry_type(one.type)
    return inner is not None and len(get_args(inner)) == 2 and Ellipsis not in get_args(inner)


class _Typing:
    """A field that is typed into: its text is handed over on Return or when it loses the keyboard, Escape and
    Ctrl+Z give back what was there."""

    def __init__(self, widget: tk.Widget, get: Callable[[], str], put: Callable[[str], None],
                 accept: Callable[[str], str], several_lines: bool = False) -> None:
        self._widget, self._get, self._put, self._accept = widget, get, put, accept
        self._last = ""
        self._refused = False
        if not several_lines:
            for event in ("<Return>", "<KP_Enter>"):
                widget.bind(event, lambda _e: self.commit(), add=True)
        widget.bind("<FocusOut>", lambda _e: self.commit(), add=True)
        for event in ("<Escape>", "<Control-z>", "<Control-Z>"):
            widget.bind(event, lambda _e: self._give_back(), add=True)

    def show(self, text: str) -> None:
        """Show a text unless another one is being typed."""
        if not self._widget.winfo_exists():
            return
        typing = self._get() != self._last
        if text != self._last or not typing:
            self._refused = False
            self._last = text
            if self._get() != text:
                self._put(text)

    def commit(self) -> None:
        """Hand the text over if it is another one."""
        if not self._widget.winfo_exists() or self._get() == self._last:
            return
        text = self._get()
        before = self._last
        self._last = text
        if self._accept(text):
            self._last, self._refused = before, True

    def _give_back(self) -> str:
        if self._get() == self._last:
            return ""
        self._put(self._last)
        if self._refused:
            self._refused = False
            self._accept(self._last)
        return "break"


class _EntryPart(Part):
    """A line of text or a number; beside one for a hex a button to choose it."""

    def __init__(self, parent: ttk.Frame, one: DeclaredField, record: type[Any], owner: FormOwner,
                 give: Callable[[Any], str], refuse: Callable[[str], None]) -> None:
        super().__init__(one)
        self._set, self._refuse = give, refuse
        number = one.type in (int, float)
        frame = ttk.Frame(parent, style="Panel.TFrame")
        low, high = one.field.minimum, one.field.maximum
        if number and one.type is int and low is not None and high is not None:
            self.entry: ttk.Entry = ttk.Spinbox(frame, from_=low, to=high, width=7)
            for event in ("<<Increment>>", "<<Decrement>>"):
                self.entry.bind(event, lambda _e: self.entry.after_idle(self.commit), add=True)
        else:
            offers = owner.offers(record, one.name)
            self.entry = ttk.Entry(frame, width=9 if number else 14) if offers is None else _offering(
                frame, lambda: owner.offers(record, one.name) or (), self.commit)
        if owner.holds_hexes(record, one.name):
            # Before the field, so that it keeps its width.
            _choose_button(frame, lambda: owner.choose_hexes(
                title_of(one), [self._value] if self._value else [], False, self._take))
        self.entry.pack(side="left", fill="none" if number else "x", expand=not number)
        select_on_first_click(self.entry)
        if one.field.examples and one.type is str:
            show_default(self.entry, f"such as {one.field.examples[0]}")
        self._number = number
        self.wide = not number and (one.field.longest or 999) > _SHORT_TEXT and not one.field.pattern
        self._typing = _Typing(self.entry, self.entry.get, self._put, self._accept)
        self.widget, self.field = frame, self.entry
        self._value: Any = None
        Tooltip(self.entry, help_of(one))

    def _take(self, hexes: Sequence[str]) -> str:
        return self._set(hexes[0] if hexes else self._empty())

    def _put(self, text: str) -> None:
        self.entry.delete(0, "end")
        self.entry.insert(0, text)

    def show(self, value: Any) -> None:
        self._value = value
        self._typing.show("" if value is None else f"{value:g}" if isinstance(value, float) else str(value))

    def commit(self) -> None:
        self._typing.commit()

    def _empty(self) -> Any:
        return None if self.one.form.optional else ""

    def _accept(self, text: str) -> str:
        text = text.strip()
        if not self._number:
            return self._set(text or self._empty())
        if not text and self.one.form.optional:
            return self._set(None)
        try:
            value = int(text) if self.one.type is int else float(text.replace(",", "."))
        except ValueError:
            why = f"{title_of(self.one)} is a {'whole ' if self.one.type is int else ''}number."
            self._refuse(why)
            return why
        return self._set(value)

    def enter(self, _path: Path) -> bool:
        enter_field(self.entry)
        return True


def _choose_button(frame: ttk.Frame, command: Callable[[], None]) -> ttk.Button:
    button = ttk.Button(frame, text="On the board…", style="Small.TButton", command=command)
    button.pack(side="right", padx=(px(4), 0))
    Tooltip(button, "Choose by clicks on the plan of the boards")
    return button


def _offering(frame: ttk.Frame, offers: Callable[[], Sequence[str]],
              chosen: Callable[[], None]) -> ttk.Combobox:
    """A field to type in, with a list of what it offers."""
    box = fit_choices(ttk.Combobox(frame, width=14))
    posting = str(box.cget("postcommand"))

    def post() -> None:
        box.configure(values=list(offers()))
        box.tk.call(posting)

    # The list is asked for only when it opens, because maps may have to be read for it.
    box.configure(postcommand=post)
    box.bind("<<ComboboxSelected>>", lambda _e: chosen(), add=True)
    return box


class _TextPart(Part):
    """A text of several lines."""

    wide = True

    def __init__(self, parent: ttk.Frame, one: DeclaredField, give: Callable[[Any], str]) -> None:
        super().__init__(one)
        frame = ttk.Frame(parent, style="Panel.TFrame")
        self.text = tk.Text(frame, width=20, height=_LINES, wrap="word", font="TkDefaultFont", padx=px(5),
                            pady=px(2))
        scroll_bar_of(self.text).pack(side="right", fill="y")
        self.text.pack(side="left", fill="both", expand=True)
        self.text.bind("<Tab>", lambda _e: _go_on(self.text, 1))
        for event in ("<Shift-Tab>", "<ISO_Left_Tab>"):
            try:
                self.text.bind(event, lambda _e: _go_on(self.text, -1))
            except tk.TclError:
                continue  # that key is only known on X11
        self.widget = frame
        Tooltip(self.text, help_of(one))
        self._typing = _Typing(self.text, self._get, self._put, lambda text: give(self._read(text)), True)

    def _get(self) -> str:
        return self.text.get("1.0", "end-1c")

    def _put(self, text: str) -> None:
        self.text.delete("1.0", "end")
        self.text.insert("1.0", text)

    def _read(self, text: str) -> Any:
        return text.strip() or (None if self.one.form.optional else "")

    def show(self, value: Any) -> None:
        self._typing.show(value or "")

    def commit(self) -> None:
        self._typing.commit()

    def enter(self, _path: Path) -> bool:
        enter_field(self.text)
        return True


def _go_on(widget: tk.Misc, by: int) -> str:
    other = widget.tk_focusNext() if by > 0 else widget.tk_focusPrev()
    if other is not None:
        enter_field(other)
    return "break"


class _LinesPart(_TextPart):
    """Lists of words, each on a line; or a number where the field may be one."""

    def _read(self, text: str) -> Any:
        if self.one.type is Any and text.strip().isdecimal():
            return int(text)
        lines = (re.split(r"[,;\s]+", line.strip(" ,;")) for line in text.splitlines() if line.strip(" ,;"))
        return tuple(tuple(words) for words in lines)

    def show(self, value: Any) -> None:
        self._typing.show(str(value) if isinstance(value, int) else "\n".join(", ".join(v) for v in value))


class _FlagPart(Part):
    """Yes or no."""

    labelled = False

    def __init__(self, parent: ttk.Frame, one: DeclaredField, give: Callable[[Any], str]) -> None:
        super().__init__(one)
        self._value = tk.BooleanVar(parent)
        self.widget = ttk.Checkbutton(parent, text=title_of(one), variable=self._value,
                                      command=lambda: give(self._value.get()))
        Tooltip(self.widget, help_of(one))

    def show(self, value: Any) -> None:
        self._value.set(bool(value))


class _ChoicePart(Part):
    """One of some words."""

    def __init__(self, parent: ttk.Frame, one: DeclaredField, names: Callable[[], Sequence[str] | None],
                 give: Callable[[Any], str]) -> None:
        super().__init__(one)
        self._names, self._set = names, give
        self.box = ttk.Combobox(parent, state="readonly", width=12)
        self.box.configure(values=self._choices())
        fit_choices(self.box)
        posting = str(self.box.cget("postcommand"))

        def post() -> None:
            self.box.configure(values=self._choices())
            self.box.tk.call(posting)

        self.box.configure(postcommand=post)
        self.box.bind("<FocusIn>", lambda _e: self.box.configure(values=self._choices()), add=True)
        self.box.bind("<<ComboboxSelected>>", lambda _e: self._chosen())
        self.box.bind("<Delete>", lambda _e: self._clear())
        self.widget = self.box
        Tooltip(self.box, help_of(one))

    def _choices(self) -> list[str]:
        fixed = self.one.field.choices or literal_values(self.one.type)
        words = [str(c) for c in fixed] if fixed else list(self._names() or ())
        return ["", *words] if self._may_be_empty else words

    @property
    def _may_be_empty(self) -> bool:
        return self.one.form.optional or self.one.default == ""

    def _clear(self) -> str:
        if self._may_be_empty and self.box.get():
            self.box.set("")
            self._chosen()
        return "break"

    def _chosen(self) -> None:
        text = self.box.get()
        fixed = self.one.field.choices or literal_values(self.one.type)
        value: Any = next((c for c in fixed or () if str(c) == text), text)
        if self.one.type is bool:
            value = {_YES: True, _NO: False}.get(text)
        elif not text and self.one.form.optional:
            value = None
        if self._set(value):
            self.show(self._shown)

    def show(self, value: Any) -> None:
        self._shown = value
        text = "" if value is None else ({True: _YES, False: _NO}[value] if isinstance(value, bool)
                                         else str(value))
        if self.box.get() != text:
            self.box.set(text)


class _WordsPart(Part):
    """Several words on a line."""

    wide = True

    def __init__(self, parent: ttk.Frame, one: DeclaredField, record: type[Any], owner: FormOwner,
                 give: Callable[[Any], str]) -> None:
        super().__init__(one)
        frame = ttk.Frame(parent, style="Panel.TFrame")
        self.entry = ttk.Entry(frame, width=20)
        self._set = give
        self._hexes = owner.holds_hexes(record, one.name)
        if self._hexes:
            _choose_button(frame, lambda: owner.choose_hexes(title_of(one), self._value, True, self._take))
        if owner.offers(record, one.name) is not None:
            self._make_menu(frame, lambda: owner.offers(record, one.name) or ())
        self.entry.pack(side="left", fill="x", expand=True)
        select_on_first_click(self.entry)
        entries = form_of(one.field.entries).field
        self._free = not (self._hexes or entries.pattern) and (entries.longest or 0) < _SHORT_TEXT
        self._typing = _Typing(self.entry, self.entry.get, self._put, self._accept)
        self._value: tuple[Any, ...] = ()
        self.widget = frame
        Tooltip(self.entry, help_of(one) + (" Put commas between them." if self._free else
                                            " Put blanks or commas between them."))

    def _make_menu(self, frame: ttk.Frame, offers: Callable[[], Sequence[str]]) -> None:
        """A button with a list of what may be added or taken away."""
        self.button = ttk.Menubutton(frame, text="From the map", style="Small.TButton")
        self.menu = tk.Menu(self.button, tearoff=False)
        self.menu.configure(postcommand=lambda: self._fill_menu(offers()))
        self.button.configure(menu=self.menu)
        self.button.pack(side="right", padx=(px(4), 0))
        Tooltip(self.button, "What the maps of the boards have; a tick adds it, and takes it away again")

    def _fill_menu(self, words: Sequence[str]) -> None:
        self.menu.delete(0, "end")
        self._ticks = {word: tk.BooleanVar(self.menu, word in self._value) for word in words}
        for word, ticked in self._ticks.items():
            self.menu.add_checkbutton(label=word, variable=ticked,
                                      command=lambda w=word: self._toggle(w))  # type: ignore[misc]
        if not words:
            self.menu.add_command(label="No map of a board has any; type a name", state="disabled")

    def _toggle(self, word: str) -> None:
        self.commit()
        self._set(tuple(w for w in self._value if w != word) if word in self._value else (
            *self._value, word))

    def _put(self, text: str) -> None:
        self.entry.delete(0, "end")
        self.entry.insert(0, text)

    def _take(self, hexes: Sequence[str]) -> str:
        return self._set(tuple(hexes))

    def _accept(self, text: str) -> str:
        words = [w.strip() for w in re.split(r"[,;]" if self._free else r"[,;\s]+", text) if w.strip()]
        if self._hexes:
            # Letters of columns are capital ones; names of boards, with a colon, are as they are written.
            words = [w if ":" in w else w.upper() for w in words]
        return self._set(tuple(words))

    def show(self, value: Any) -> None:
        self._value = value
        self._typing.show((" " if self._hexes else ", ").join(map(str, value)))

    def commit(self) -> None:
        self._typing.commit()

    def enter(self, _path: Path) -> bool:
        enter_field(self.entry)
        return True


class _NumbersPart(Part):
    """As many numbers as the field has, on a line."""

    def __init__(self, parent: ttk.Frame, one: DeclaredField, give: Callable[[Any], str],
                 refuse: Callable[[str], None]) -> None:
        super().__init__(one)
        self.entry = ttk.Entry(parent, width=9)
        select_on_first_click(self.entry)
        self._set, self._refuse = give, refuse
        self._typing = _Typing(self.entry, self.entry.get, self._put, self._accept)
        self.widget = self.entry
        Tooltip(self.entry, help_of(one))

    def _put(self, text: str) -> None:
        self.entry.delete(0, "end")
        self.entry.insert(0, text)

    def _accept(self, text: str) -> str:
        words, many = text.replace(",", " ").split(), len(get_args(self.one.type))
        try:
            numbers = [int(w) if w.lstrip("-").isdecimal() else float(w) for w in words]
        except ValueError:
            numbers = []
        if len(numbers) != many:
            why = f"{title_of(self.one)} is {many} numbers, such as {' '.join(str(n) for n in range(many))}."
            self._refuse(why)
            return why
        return self._set(tuple(numbers))

    def show(self, value: Any) -> None:
        self._typing.show(" ".join(f"{n:g}" for n in value))

    def commit(self) -> None:
        self._typing.commit()


class _TicksPart(Part):
    """Some of a few words, each with a box to tick."""

    wide = True

    def __init__(self, parent: ttk.Frame, one: DeclaredField, names: Callable[[], Sequence[str] | None],
                 give: Callable[[Any], str]) -> None:
        super().__init__(one)
        self._names, self._set = names, give
        self.flow = Flow(parent)
        self.widget = self.flow
        self.boxes: dict[str, tuple[ttk.Checkbutton, tk.BooleanVar]] = {}

    def show(self, value: Any) -> None:
        fixed = form_of(self.one.field.entries).field.choices
        names = [str(c) for c in fixed] if fixed else list(self._names() or ())
        names += [v for v in value if v not in names]
        if names != list(self.boxes):
            for child in self.flow.winfo_children():
                child.destroy()
            flow = self.flow = _remade(self.flow)
            self.widget = flow
            self.boxes = {}
            for name in names:
                ticked = tk.BooleanVar(flow)
                box = ttk.Checkbutton(flow, text=name, variable=ticked, command=self._ticked)
                flow.add(box, px(6))
                self.boxes[name] = box, ticked
            if not names:
                flow.add(ttk.Label(flow, text="none yet", style="Quiet.TLabel"))
        for name, (_, ticked) in self.boxes.items():
            ticked.set(name in value)

    def _ticked(self) -> None:
        self._set(tuple(name for name, (_, ticked) in self.boxes.items() if ticked.get()))

    def enter(self, _path: Path) -> bool:
        for box, _ in self.boxes.values():
            enter_field(box)
            return True
        return False


def _remade(flow: Flow) -> Flow:
    """An empty row of widgets in the place of another."""
    place = flow.grid_info()
    made = Flow(flow.master)
    flow.destroy()
    if place:
        made.grid(**{k: v for k, v in place.items() if k != "in"})  # type: ignore[arg-type]
    return made


class _NamedPart(Part):
    """A value for each of some names."""

    wide = True

    def __init__(self, parent: ttk.Frame, one: DeclaredField, names: Callable[[], Sequence[str] | None],
                 give: Callable[[Any], str]) -> None:
        super().__init__(one)
        self._names, self._set = names, give
        self.frame = ttk.Frame(parent, style="Panel.TFrame")
        self.frame.columnconfigure((1, 3), weight=1, uniform="named")
        self.widget = self.frame
        self.fields: dict[str, ttk.Entry] = {}
        self._typing: dict[str, _Typing] = {}
        self._value: tuple[tuple[str, Any], ...] = ()

    def _words(self) -> tuple[str, ...]:
        form = form_of(self.one.field.values)
        return (_YES, _NO) if form.type is bool else tuple(map(str, form.field.choices or ()))

    def show(self, value: Any) -> None:
        self._value = value
        names = list(self._names() or ())
        names += [k for k, _ in value if k not in names]
        if names != list(self.fields):
            self._make(names)
        said = dict(value)
        for name in names:
            one = said.get(name)
            text = "" if one is None else (_YES if one else _NO) if isinstance(one, bool) else str(one)
            if name in self._typing:
                self._typing[name].show(text)
            elif isinstance(field := self.fields[name], ttk.Combobox) and field.get() != text:
                field.set(text)

    def _make(self, names: Sequence[str]) -> None:
        for child in self.frame.winfo_children():
            child.destroy()
        self.fields, self._typing = {}, {}
        words = self._words()
        for i, name in enumerate(names):
            label = ttk.Label(self.frame, text=name, style="Quiet.TLabel")
            label.grid(row=i // 2, column=i % 2 * 2, sticky="w", padx=(px(10) if i % 2 else 0, px(6)))
            field: ttk.Entry = (
                ttk.Combobox(self.frame, values=["", *words], state="readonly", width=10) if words
                else ttk.Entry(self.frame, width=12))
            field.grid(row=i // 2, column=i % 2 * 2 + 1, sticky="ew", pady=px(2))
            Tooltip(field, help_of(self.one))
            self.fields[name] = field
            if words:
                field.bind("<<ComboboxSelected>>", lambda _e, n=name: self._chosen(n))  # type: ignore[misc]
            else:
                self._typing[name] = _Typing(field, field.get, _putter(field),
                                             lambda text, n=name: self._accept(n, text))  # type: ignore[misc]

    def _chosen(self, name: str) -> None:
        self._accept(name, self.fields[name].get())

    def _accept(self, name: str, text: str) -> str:
        form, text = form_of(self.one.field.values), text.strip()
        value: Any = text
        if form.type is bool:
            value = text == _YES
        elif form.type is int and text.isdecimal():
            value = int(text)
        names = [k for k, _ in self._value]
        pairs = [(k, value if k == name else v) for k, v in self._value if k != name or text]
        if name not in names and text:
            pairs.append((name, value))
        complaint = self._set(tuple(pairs))
        if complaint and name not in self._typing:
            self.show(self._value)
        return complaint

    def commit(self) -> None:
        for typing in self._typing.values():
            typing.commit()

    def enter(self, path: Path) -> bool:
        field = self.fields.get(str(path[0])) if path else next(iter(self.fields.values()), None)
        if field is None:
            return False
        enter_field(field)
        return True


def _putter(entry: ttk.Entry) -> Callable[[str], None]:
    def put(text: str) -> None:
        entry.delete(0, "end")
        entry.insert(0, text)
    return put


class _PairsPart(_TextPart):
    """A value for each of any names, a line each."""

    def __init__(self, parent: ttk.Frame, one: DeclaredField, give: Callable[[Any], str],
                 refuse: Callable[[str], None]) -> None:
        super().__init__(parent, one, give)
        self._typing = _Typing(self.text, self._get, self._put, self._take, True)
        self._give, self._refuse = give, refuse

    def _take(self, text: str) -> str:
        pairs = []
        for line in filter(None, map(str.strip, text.splitlines())):
            name, colon, value = line.rpartition(":")
            if not colon or not name.strip() or not value.strip():
                why = f"Write a name, a colon and a value on each line, unlike {line[:40]}."
                self._refuse(why)
                return why
            pairs.append((name.strip(), value.strip()))
        return self._give(tuple(pairs))

    def show(self, value: Any) -> None:
        self._typing.show("\n".join(f"{k}: {v}" for k, v in value))


class _RecordPart(Part):
    """A record within the record; one that may be left out has a box to tick."""

    wide = True
    labelled = False

    def __init__(self, parent: ttk.Frame, one: DeclaredField, owner: FormOwner, give: Callable[[Any], str],
                 columns: int) -> None:
        super().__init__(one)
        self._owner, self._set, self._columns = owner, give, columns
        self.frame = ttk.Frame(parent, style="Panel.TFrame")
        self.frame.columnconfigure(0, weight=1)
        self.widget = self.frame
        self._ticked = tk.BooleanVar(self.frame)
        self.form: RecordForm | None = None
        self.head: ttk.Widget
        if one.form.optional:
            self.head = ttk.Checkbutton(self.frame, text=title_of(one), variable=self._ticked,
                                        command=self._tick)
        else:
            self.head = ttk.Label(self.frame, text=title_of(one), style="Section.TLabel")
        self.head.grid(row=0, column=0, sticky="w", pady=(px(4), 0))
        Tooltip(self.head, help_of(one))

    def _tick(self) -> None:
        on = self._ticked.get()
        if self._set(self._owner.begin(self.one.type) if on else None):
            self._ticked.set(not on)

    def show(self, value: Any) -> None:
        self._ticked.set(value is not None)
        if value is None:
            if self.form is not None:
                self.form.grid_remove()
            return
        if self.form is None:
            self.form = RecordForm(self.frame, self.one.type, self._owner, lambda v, _label: self._set(v),
                                   columns=self._columns)
        self.form.grid(row=1, column=0, sticky="ew", padx=(px(16), 0))
        self.form.show(value)

    def commit(self) -> None:
        if self.form is not None and self.form.winfo_manager():
            self.form.commit()

    def enter(self, path: Path) -> bool:
        if self.form is not None and self.form.winfo_manager() and self.form.enter(path):
            return True
        if isinstance(self.head, ttk.Checkbutton):
            enter_field(self.head)
            return True
        return False


class _ListPart(Part):
    """A list of records within the record."""

    wide = True
    labelled = False

    def __init__(self, parent: ttk.Frame, one: DeclaredField, owner: FormOwner, record: type[Any],
                 give: Callable[[Any], str]) -> None:
        super().__init__(one)
        self.list = RecordList(parent, record, owner, lambda value, _label: give(value), title=title_of(one),
                               help=help_of(one))
        self.widget = self.list

    def show(self, value: Any) -> None:
        self.list.show(value)

    def commit(self) -> None:
        self.list.commit()

    def enter(self, path: Path) -> bool:
        return self.list.enter(path)

    def complain(self, text: str) -> bool:
        self.list.tell(text)
        return True


# -- lists of records -----------------------------------------------------------------------------


class RecordList(ttk.Frame):
    """A list of records with buttons, and the form of the selected one below it, or `beside` it."""

    def __init__(self, parent: tk.Misc, record: type[Any], owner: FormOwner, give: Give, *, title: str = "",
                 help: str = "", beside: bool = False, height: int = 4, columns: int = 0,
                 leave_out: Collection[str] = ()) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self.record, self.owner, self._give = record, owner, give
        self._beside, self._columns, self._leave_out = beside, columns, leave_out
        self.values: tuple[Any, ...] = ()
        self.form: RecordForm | None = None
        self.line: ttk.Entry | None = None
        self.selected = Signal()
        """Another entry was selected."""
        self._kept = self._formed = -1
        self._holding = False
        """Whether the form still shows the entry that was selected before."""
        left = ttk.Frame(self, style="Panel.TFrame")
        left.grid(row=0, column=0, sticky="nsew")
        left.columnconfigure(0, weight=1)
        self.columnconfigure(1 if beside else 0, weight=1)
        if title:
            head = ttk.Label(left, text=title, style="Section.TLabel")
            head.grid(row=0, column=0, sticky="w", pady=(px(4), px(2)))
            Tooltip(head, help)
        box = ttk.Frame(left, style="Panel.TFrame")
        box.grid(row=2, column=0, sticky="nsew")
        self.tree = ttk.Treeview(box, show="tree", selectmode="browse", height=height, style="Flat.Treeview")
        self.tree.column("#0", width=px(190 if beside else 280), minwidth=px(80))
        grid_scrolled(self.tree, 0)
        self._texts = ElidedTexts(self.tree)
        self._selection = TreeSelection(self.tree)
        note = Tooltip(self.tree, "")
        self.tree.bind("<Motion>", lambda e: note.follow(e, self._cut(self.tree.identify_row(e.y))))
        self.tree.bind("<<TreeviewSelect>>", lambda _e: None if self._selection.quiet else self._chosen())
        for keys, command in (
                ("<Insert>", self.add), ("<Delete>", self.remove), ("<Control-d>", self.duplicate),
                ("<Alt-Up>", lambda: self.move(-1)), ("<Alt-Down>", lambda: self.move(1)),
                ("<Return>", lambda: self.enter((self.index,)))):
            self.tree.bind(keys, lambda _e, do=command: (do(), "break")[1])  # type: ignore[misc]
        self._make_line(left)
        self._make_buttons(left)
        if beside:
            left.rowconfigure(2, weight=1)
            self.rowconfigure(0, weight=1)
            self.scroll = ScrollableFrame(self, width=px(320))
            self.scroll.grid(row=0, column=1, sticky="nsew", padx=(px(10), 0))
            self._room: ttk.Frame = self.scroll.inside
        else:
            self._room = ttk.Frame(self, style="Panel.TFrame")
            self._room.grid(row=1, column=0, sticky="ew", padx=(px(16), 0))
        self._room.columnconfigure(0, weight=1)
        self._told = WrappedLabel(left, "", "Error.TLabel")
        self._told.grid(row=5, column=0, sticky="ew")
        self._told.grid_remove()

    def _make_line(self, parent: ttk.Frame) -> None:
        """The field in which an entry is typed."""
        typed = self.owner.typed(self.record)
        if typed is None:
            return
        self._typed = typed
        row = ttk.Frame(parent, style="Panel.TFrame")
        row.grid(row=3, column=0, sticky="ew", pady=(px(3), 0))
        self.line = ttk.Entry(row, width=16)
        self.line.pack(side="left", fill="x", expand=True)
        show_default(self.line, f"such as {typed.example}")
        button = ttk.Button(row, text="Add", style="Small.TButton", command=self._add_typed)
        button.pack(side="left", padx=(px(3), 0))
        for event in ("<Return>", "<KP_Enter>"):
            self.line.bind(event, lambda _e: self._add_typed())
        Tooltip(self.line, f"Type an entry and press Return, such as {typed.example}")

    def _make_buttons(self, parent: ttk.Frame) -> None:
        flow = Flow(parent, gap=px(2))
        flow.grid(row=4, column=0, sticky="ew", pady=px(3))
        self.buttons: dict[str, ttk.Button] = {}
        for text, command, tip in (
                ("New", self.add, "Add an entry  (Ins)"),
                ("Duplicate", self.duplicate, "Add a copy of the selected entry  (Ctrl+D)"),
                ("Remove", self.remove, "Remove the selected entry  (Del)"),
                ("Up", lambda: self.move(-1), "Move the selected entry up  (Alt+Up)"),
                ("Down", lambda: self.move(1), "Move the selected entry down  (Alt+Down)")):
            button = ttk.Button(flow, text=text, style="Small.TButton", command=command)
            flow.add(button, px(3))
            Tooltip(button, tip)
            self.buttons[text] = button

    def _cut(self, row: str) -> str:
        return self._texts.whole(row) if row and self._texts.cut(row) else ""

    @property
    def index(self) -> int:
        """The index of the selected entry, -1 if none is."""
        chosen = self.tree.selection()
        return int(chosen[0]) if chosen else -1

    # -- showing ------------------------------------------------------------------------

    def show(self, values: Sequence[Any], select: int | None = None) -> None:
        """Show a list; the selected entry stays so, or the one at `select` becomes it."""
        at = self.index if select is None else select
        if at < 0 and values and self._beside:
            at = 0
        rows = [self.owner.row(v) for v in values]
        have = self.tree.get_children()
        self.values = tuple(values)
        if len(have) != len(rows):
            self._selection.quiet = True
            self.tree.delete(*have)
            self._texts.clear()
            for i in range(len(rows)):
                self.tree.insert("", "end", str(i))
            self._selection.listen_soon()
        for i, text in enumerate(rows):
            if self._texts.whole(str(i)) != text:
                self._texts.put(str(i), text)
        self._go(min(at, len(rows) - 1))
        for text, needed in (("Duplicate", at >= 0), ("Remove", at >= 0), ("Up", at > 0),
                             ("Down", 0 <= at < len(rows) - 1)):
            self.buttons[text].state(["!disabled" if needed and rows else "disabled"])
        self._show_form()

    def _go(self, at: int) -> None:
        self._selection.select([str(at)] if at >= 0 else [])
        if at >= 0:
            self.tree.focus(str(at))
        if at != self._kept:
            self._kept = at
            self.selected.emit()

    def _show_form(self) -> None:
        at = self._formed if self._holding else self.index
        self._formed = at
        if not 0 <= at < len(self.values):
            if self.form is not None:
                self.form.grid_remove()
            if not self._beside:
                # A frame whose last child is taken out would keep its height.
                self._room.grid_remove()
            return
        if not self._beside:
            self._room.grid()
        if self.form is None:
            self.form = RecordForm(self._room, self.record, self.owner, self._give_entry,
                                   columns=self._columns, leave_out=self._leave_out)
        self.form.grid(row=0, column=0, sticky="ew")
        self.form.show(self.values[at])

    def _chosen(self) -> None:
        # What is typed belongs to the entry that the form still shows.
        self._holding = True
        self.commit()
        self._holding = False
        self.tell("")
        self.show(self.values)

    def tell(self, text: str) -> None:
        """Say below the list why something was not done; "" for nothing."""
        self._told.configure(text=text)
        if text:
            self._told.grid()
        else:
            self._told.grid_remove()

    def enter(self, path: Path) -> bool:
        """Give the keyboard to what stands at a path of an index and keys."""
        if not path or not isinstance(path[0], int) or not 0 <= path[0] < len(self.values):
            enter_field(self.tree)
            return True
        self.show(self.values, select=path[0])
        return bool(self.form is not None and self.form.enter(path[1:]))

    def commit(self) -> None:
        """Hand over what is being typed."""
        if self.form is not None and self.form.winfo_manager():
            self.form.commit()

    # -- changes ------------------------------------------------------------------------

    def _give_entry(self, entry: Any, label: str) -> str:
        at = self._formed
        if not 0 <= at < len(self.values):
            return ""
        return self._give((*self.values[:at], entry, *self.values[at + 1:]), label)

    def _change(self, values: Sequence[Any], label: str, select: int) -> bool:
        self.commit()
        complaint = self._give(tuple(values), label)
        self.tell(complaint)
        if not complaint:
            self.show(self.values, select)
        return not complaint

    def _add_typed(self) -> None:
        assert self.line is not None
        try:
            entry = self._typed.read(self.line.get())
        except ValueError as error:
            self.tell(str(error))
            enter_field(self.line)
            return
        if self._change((*self.values, entry), f"Add {self.owner.row(entry)}", len(self.values)):
            self.line.delete(0, "end")
            self.line.focus_set()

    def add(self) -> None:
        """Add an entry after the selected one, and go to its form."""
        at = self.index + 1 if self.index >= 0 else len(self.values)
        entry = self.owner.begin(self.record)
        if self._change((*self.values[:at], entry, *self.values[at:]), f"Add {self.owner.row(entry)}", at):
            self.enter((at,))

    def duplicate(self) -> None:
        """Add a copy of the selected entry, with an id of its own."""
        at = self.index
        if at < 0:
            self.tell("Select an entry first.")
            return
        entry = self.owner.copied(self.values[at], self.values)
        self._change((*self.values[:at + 1], entry, *self.values[at + 1:]),
                     f"Duplicate {self.owner.row(entry)}", at + 1)

    def remove(self) -> None:
        """Remove the selected entry."""
        at = self.index
        if at < 0:
            self.tell("Select an entry first.")
            return
        label = f"Remove {self.owner.row(self.values[at])}"
        if self._change((*self.values[:at], *self.values[at + 1:]), label, min(at, len(self.values) - 2)):
            self.tree.focus_set()

    def move(self, by: int) -> None:
        """Move the selected entry up or down."""
        at = self.index
        if at < 0 or not 0 <= at + by < len(self.values):
            self.tell("Select an entry first." if at < 0 else
                      f"This is already the {'first' if by < 0 else 'last'} entry.")
            return
        values = list(self.values)
        values.insert(at + by, values.pop(at))
        self._change(values, f"Move {self.owner.row(values[at + by])}", at + by)
