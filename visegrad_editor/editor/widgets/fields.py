"""Forms of labelled fields, whose text is accepted on Return or when a field loses the keyboard."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from tkinter.font import nametofont

from ...lazy_dataclass import dataclass
from ..platforms import menu_clicks, menu_keys
from ..window.theme import px
from .columns import elided
from .context_menu import MenuEntry, popup
from .keyboard import focused
from .tooltips import Tooltip

Accept = Callable[[str], str]
"""Accepts a text; returns what is wrong with it, "" if nothing."""
Reveal = Callable[[tk.Widget, tk.Widget], None]
"""Scrolls to show everything from one widget to another."""


def show_default(field: ttk.Entry, text: str) -> None:
    """Show in an empty field, greyed, the default that applies while it is empty."""
    hint = ttk.Label(field, text=text, style="Default.TLabel", cursor="xterm")
    hint.bind("<Button-1>", lambda _e: field.focus_set())

    def follow(_event: object = None) -> None:
        if field.get():
            hint.place_forget()
        else:
            hint.place(x=px(7), rely=0.5, anchor="w")

    for event in ("<KeyRelease>", "<FocusIn>", "<FocusOut>", "<Map>"):
        field.bind(event, follow, add=True)
    follow()


def select_on_first_click(field: ttk.Entry) -> None:
    """Make the click that gives a field the keyboard select its text, so that typing replaces it."""
    first = False

    def press(_event: object) -> None:
        nonlocal first
        first = focused(field) is not field

    def release(_event: object) -> None:
        if first and not field.selection_present():
            field.select_range(0, "end")

    field.bind("<Button-1>", press, add=True)
    field.bind("<ButtonRelease-1>", release, add=True)


FIELD_TOP = 3
"""How much lower the text of a field begins than the field, in pixels at 100 %; so does a label beside it."""


@dataclass
class _RowMarks:
    """The marks of a row, and what its label means."""

    signs: list[str]
    words: list[str]
    entries: list[MenuEntry]
    meaning: str


def inside(widget: tk.Misc | None) -> list[tk.Misc]:
    """A widget and all in it; [] for none."""
    if widget is None:
        return []
    return [widget, *(w for child in widget.winfo_children() if isinstance(child, ttk.Widget)
                      for w in inside(child))]


def _tell(widget: tk.Misc, text: str) -> None:
    """Give a widget a tooltip, or another text to the one that it has."""
    tooltip = getattr(widget, "tooltip", None)
    if isinstance(tooltip, Tooltip):
        tooltip.text = text
    else:
        Tooltip(widget, text)


_ARROW_PX = 26
"""Pixels at 100 % of a list beside its text: its arrow and margins."""
_NARROW_PX = 200
"""A form narrower than this, in pixels at 100 %, has its labels above their fields."""


def _wanted(widget: tk.Widget) -> int:
    """The pixels that a list needs for its chosen text; 0 for other widgets, which say it themselves."""
    if not isinstance(widget, ttk.Combobox):
        return 0
    return nametofont("TkTextFont", widget).measure(widget.get()) + px(_ARROW_PX)


class Form:
    """Rows of a label and a field in a frame. A complaint appears below its field, is passed to `complain`,
    and `reveal` scrolls from the field to it. `withdraw` is passed it when the field is right."""

    def __init__(self, frame: ttk.Frame, complain: Callable[[str], None],
                 reveal: Reveal = lambda _first, _last: None,
                 withdraw: Callable[[str], None] = lambda _text: None) -> None:
        self.frame = frame
        self._complain, self._reveal, self._withdraw = complain, reveal, withdraw
        self._told: dict[str, str] = {}
        """What was complained of last, by the label of the field."""
        self.fields: dict[str, ttk.Entry | ttk.Combobox | ttk.Spinbox] = {}
        self.labels: dict[str, ttk.Label] = {}
        """The label of each row, by its text."""
        self._marks: dict[str, _RowMarks] = {}
        self._row = 0
        self._beside: dict[str, tk.Widget] = {}
        """The widget of each row, by the text of its label."""
        self._narrow = False
        """Whether labels are above their widgets, as there is no room beside them."""
        self._below: set[str] = set()
        """The labels of lists whose chosen text has no room beside them."""
        frame.bind("<Configure>", lambda e: self._fit(e.width), add=True)
        self._pending: list[Callable[[], None]] = []
        self._texts: dict[str, Callable[[], str]] = {}
        """What stands in each field for a text, by its label."""
        self._complaint = ttk.Label(frame, style="Error.TLabel", wraplength=px(270), justify="left")
        frame.columnconfigure(1, weight=1)

    def commit(self) -> None:
        """Accept texts that are being typed."""
        for accept_text in self._pending:
            accept_text()

    def refused(self) -> dict[str, tuple[str, str]]:
        """What was typed and could not be taken, by the label of its field: the text, and what is wrong."""
        return {label: (self._texts[label](), told) for label, told in self._told.items()
                if label in self._texts}

    def put_back(self, label: str, text: str, complaint: str) -> None:
        """Put a text that could not be taken into its field again, with what is wrong below it."""
        field = self.fields[label]
        field.delete(0, "end")
        field.insert(0, text)
        self._told[label] = complaint
        self._complain_below(field, complaint)

    def _label(self, text: str) -> int:
        # The next two rows are for the field, where it is below its label, and for the complaint about it.
        row, self._row = self._row, self._row + 3
        label = self.labels[text] = ttk.Label(self.frame, text=text, style="Quiet.TLabel",
                                              wraplength=px(150))
        label.grid(row=row, column=0, sticky="w", padx=(0, px(8)), pady=px(2))
        return row

    def _put(self, text: str, widget: tk.Widget, sticky: str = "ew") -> None:
        """Add a row with a label and a widget."""
        row = self._label(text)
        self._beside[text] = widget
        self._lay(row, widget, sticky, self._narrow)

    def _lay(self, row: int, widget: tk.Widget, sticky: str, below: bool) -> None:
        if below:
            widget.grid(row=row + 1, column=0, columnspan=2, sticky=sticky, pady=(0, px(4)))
        else:
            widget.grid(row=row, column=1, columnspan=1, sticky=sticky, pady=px(2))

    def _fit(self, width: int) -> None:
        """Put the labels beside their widgets; above them in a narrow form, and above lists whose chosen text
        would be cut."""
        narrow = width < px(_NARROW_PX)
        heads, buttons = (max((w.winfo_reqwidth() + px(8) for w in column), default=0) for column in (
            self.labels.values(), self.frame.grid_slaves(column=2)))
        room = width - heads - buttons
        below = {text for text, widget in self._beside.items() if narrow or _wanted(widget) > room}
        if (narrow, below) == (self._narrow, self._below):
            return
        changed = self._beside.keys() if narrow != self._narrow else below ^ self._below
        self._narrow, self._below = narrow, below
        for text in changed:
            label, widget = self.labels[text], self._beside[text]
            label.grid_configure(columnspan=2 if text in below else 1)
            self._lay(int(label.grid_info()["row"]), widget, str(widget.grid_info()["sticky"]), text in below)
        if self._complaint.winfo_manager():
            self._complaint.grid_remove()

    def mark(self, label: str, sign: str, words: str, entry: MenuEntry, style: str) -> None:
        """Mark the row of a field that says something else than it would anyway: a sign and a style at its
        label, words in its tooltip, an entry in the context menu of label and field. A row may have several
        marks; the style is that of the last."""
        head = self.labels[label]
        if label not in self._marks:
            meaning = getattr(head, "tooltip", None)
            self._marks[label] = _RowMarks([], [], [], meaning.text if isinstance(meaning, Tooltip) else "")
            self._open_menu(head, label)
        marks = self._marks[label]
        marks.signs.append(sign)
        marks.words.append(words)
        marks.entries.append(entry)
        head.configure(text=f"{' '.join(marks.signs)} {label}", style=style)
        _tell(head, "\n".join(filter(None, (*marks.words, marks.meaning))))

    def explain(self, label: str, text: str) -> None:
        """Let the label and the field of a row, if there is one, tell in a tooltip what it means."""
        head = self.labels.get(label)
        if head is None or not text:
            return
        marks = self._marks.get(label)
        if marks is not None:
            marks.meaning = text
        _tell(head, "\n".join((*marks.words, text)) if marks is not None else text)
        for widget in inside(self.row_widget(label)):
            if not isinstance(getattr(widget, "tooltip", None), Tooltip):
                Tooltip(widget, text)

    def _open_menu(self, head: ttk.Label, label: str) -> None:
        """Let the label and the field of a row open the menu of their marks."""
        entries = self._marks[label].entries

        def show(event: tk.Event[tk.Misc]) -> str:
            popup(head, entries, event.x_root, event.y_root)
            return "break"

        def show_by_key(_event: object) -> str:
            popup(head, entries, head.winfo_rootx(), head.winfo_rooty() + head.winfo_height())
            return "break"

        field = inside(self.row_widget(label))
        for widget in (head, *field):
            for click in menu_clicks():
                widget.bind(click, show)
        for widget in field:
            for keys in menu_keys():
                widget.bind(keys, show_by_key)

    def row_widget(self, label: str) -> tk.Misc | None:
        """The widget beside a label, None if there is no such row."""
        return self._beside.get(label)

    def note(self, label: str, text: str) -> None:
        """Add a row with a text that cannot be edited."""
        self._put(label, ttk.Label(
            self.frame, text=text, style="Panel.TLabel", wraplength=px(205), justify="left"), "w")

    def text(self, label: str, value: str, accept: Accept, default: str = "") -> ttk.Entry:
        """Add a row with a line of text; `default` is shown greyed while it is empty."""
        entry = ttk.Entry(self.frame, width=10)
        entry.insert(0, value)
        self._place(label, entry, value, accept)
        if default:
            show_default(entry, default)
        return entry

    def number(self, label: str, value: str, least: int, most: int, accept: Accept,
               default: str = "") -> ttk.Spinbox:
        """Add a row with a whole number; `default` is shown greyed while it is empty."""
        box = ttk.Spinbox(self.frame, from_=least, to=most, width=14 if default else 6)
        box.insert(0, value)
        self._place(label, box, value, accept)
        if default:
            show_default(box, default)
        box.configure(command=lambda: self._show_complaint(label, accept(box.get())))
        box.grid_configure(sticky="w")
        return box

    def choice(
        self, label: str, value: str, values: Sequence[tuple[str, str]], accept: Accept
    ) -> ttk.Combobox:
        """Add a row with a list of choices, pairs of id and name; `accept` gets the id."""
        names = [name for _, name in values]
        box = fit_choices(ttk.Combobox(self.frame, values=names, state="readonly", width=10))
        ids = [id for id, _ in values]
        if value in ids:
            box.current(ids.index(value))
        else:
            box.set(value)
        self._put(label, box)
        box.bind("<<ComboboxSelected>>", lambda _e: self._show_complaint(label, accept(ids[box.current()])))
        self.fields[label] = box
        return box

    def widget(self, label: str, widget: tk.Widget) -> None:
        """Add a row with any widget; its parent must be the form's frame."""
        self._put(label, widget)

    def short_widget(self, label: str, button: ttk.Button) -> None:
        """Add a row with a button that is as wide as its text, which ends in `…` if there is less room."""
        self._put(label, button, "w")
        whole, measure = str(button.cget("text")), nametofont("TkDefaultFont", button).measure
        beside = max(0, button.winfo_reqwidth() - measure(whole))

        def shorten(_event: object) -> None:
            if button.winfo_exists():
                row = int(button.grid_info()["row"])
                left, _, width, _ = self.frame.grid_bbox(0, row, 1, row) or (0, 0, 0, 0)
                text = elided(whole, left + width - button.winfo_x() - beside, measure)
                if text != button.cget("text"):
                    button.configure(text=text)

        for widget in (button, self.frame):
            widget.bind("<Configure>", shorten, add=True)

    def _place(self, label: str, field: ttk.Entry, value: str, accept: Accept) -> None:
        self._put(label, field)
        last = [value]

        def accept_text(event: object) -> None:
            if not field.winfo_exists():
                return
            text = field.get()
            if text != last[0]:
                complaint = accept(text)
                if not complaint:
                    last[0] = text
                self._show_complaint(label, complaint, again=event is not None)
            elif label in self._told:
                # What is wrong was typed over with what was there before.
                self._show_complaint(label, "")

        def give_up(_event: object) -> str:
            if field.get() == last[0] and label not in self._told:
                return ""  # for the window
            field.delete(0, "end")
            field.insert(0, last[0])
            self._show_complaint(label, "")
            return "break"

        self._pending.append(lambda: accept_text(None))
        field.bind("<Return>", accept_text)
        field.bind("<KP_Enter>", accept_text)
        field.bind("<FocusOut>", accept_text)
        field.bind("<Escape>", give_up)
        self.fields[label] = field
        self._texts[label] = lambda: field.get() if field.winfo_exists() else ""

    def _show_complaint(self, name: str, complaint: str, again: bool = True) -> None:
        """Show what is wrong with the field of a label, "" for nothing; what is already shown is told only
        `again`. What is wrong with others stays."""
        label = self._complaint
        if not complaint:
            # Before anything else: the edit may have replaced this form.
            self._withdraw(self._told.pop(name, ""))
        if not label.winfo_exists():
            if complaint:
                self._complain(complaint)
            return
        if complaint and (again or complaint != self._told.get(name)):
            self._complain(complaint)
        if complaint:
            self._told[name] = complaint
        if self._told:
            other = name if complaint else next(reversed(self._told))
            self._complain_below(self.fields[other], self._told[other])
        else:
            label.configure(text="")
            label.grid_remove()

    def _complain_below(self, field: tk.Widget, complaint: str) -> None:
        """Show what is wrong with a field below it."""
        label = self._complaint
        label.configure(text=complaint)
        label.grid(row=int(field.grid_info()["row"]) + 1, column=0, columnspan=2, sticky="w")
        self._reveal(field, label)


# Drop-down lists as wide as their longest choice.

_BESIDE_PX = 30
"""Pixels that a list of choices needs beside its texts, for margins and its scroll bar."""


def offset(field_x: int, field: int, wanted: int, screen: int) -> tuple[int, int]:
    """The offset of a list from the left edge of its field, and by how much it is wider than the field, given
    the field's place and width, the wanted width and that of the screen; all in pixels.

    >>> offset(100, 80, 200, 1000), offset(900, 80, 200, 1000), offset(100, 300, 200, 1000)
    ((0, 120), (-100, 120), (0, 0))
    """
    more = max(0, min(wanted, screen) - field)
    return min(0, max(-field_x, screen - field_x - field - more)), more


def fit_choices(box: ttk.Combobox) -> ttk.Combobox:
    """The combo box, changed so that its list shows every choice in full."""
    def posting() -> None:
        measure = nametofont("TkTextFont", box).measure
        wanted = max((measure(str(v)) for v in box.cget("values")), default=0) + _BESIDE_PX
        left, more = offset(box.winfo_rootx(), box.winfo_width(), wanted, box.winfo_screenwidth())
        name = f"{str(box).replace('.', '_')}.TCombobox"
        ttk.Style(box).configure(name, postoffset=(left, 0, more, 0))
        box.configure(style=name)

    box.configure(postcommand=posting)
    return box
