"""The differences panel: what differs from the base, the last save, another file or a version in git."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import filedialog, ttk
from typing import Any

from ...model.design import Design
from ...model.differences import DesignChange, grouped, listed_changes, take_back
from ...model.files.versions import PREFIX, NoVersionError
from ...model.wording import count
from ..documents.other_version import Choice, OtherVersion
from ..map.difference_marks import AFTER, BEFORE, DASH, KEY_GROUND, DifferenceMarks
from ..platforms import held_keys
from ..session import Session
from ..widgets.columns import ElidedTexts
from ..widgets.context_menu import copy_text
from ..widgets.dialogs import ask_text
from ..widgets.flow import Flow
from ..widgets.keyboard import CONTROL, SHIFT
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme

_WAIT_MS = 250
_CHOICES: tuple[tuple[Choice, str], ...] = (
    ("base", "The base"), ("saved", "The last save"), ("file", "Another file…"), ("git", "A version in git…"))
_SIGNS = {"added": "+", "removed": "−", "changed": "~", "moved": "→"}
_MOST = 2000
_LIGHTER = {AFTER: "#7db7f2", BEFORE: "#ff9d70"}
"""The colours of the map as they are read on a dark ground."""


class DifferencesPanel(ttk.Frame):
    """Lists the differences in words, under headings, and marks them on the map; `go` goes to one."""

    def __init__(self, parent: tk.Misc, session: Session, other: OtherVersion, marks: DifferenceMarks,
                 go: Callable[[DesignChange], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(6))
        self._session, self._other, self._marks, self._go = session, other, marks, go
        self._rows: dict[str, DesignChange] = {}
        self._before: Design | None = None
        self._timer = ""
        self._make_head()
        self.tree = ttk.Treeview(self, show="tree", selectmode="extended", height=4, style="Flat.Treeview")
        grid_scrolled(self.tree, 1)
        self._texts = ElidedTexts(self.tree)
        self._note = Tooltip(self.tree, "")
        self.said = WrappedLabel(self, "", "Quiet.TLabel")
        """How many differences there are, or why there are none."""
        self._make_key()
        self.said.grid(row=3, column=0, columnspan=2, sticky="ew", pady=(theme.px(4), 0))
        self.tree.tag_configure("heading", font="VeSection")
        self._colour_rows()
        self.tree.bind("<<ThemeChanged>>", lambda _e: self._colour_rows(), add=True)
        self.tree.bind("<ButtonRelease-1>", self._clicked)
        self.tree.bind("<Return>", lambda _e: self._go_there())
        self.tree.bind("<Alt-Return>", lambda _e: self.reset())
        self.tree.bind("<Control-c>", lambda _e: self.copy())
        self.tree.bind("<Escape>", self._escape)
        self.tree.bind("<Motion>", self._explain)
        self.bind("<Map>", lambda _e: self.later())
        session.changed.connect(self.later)
        session.opened.connect(self.later)
        marks.cleared.connect(self._marks_cleared)

    def _make_head(self) -> None:
        head = Flow(self, gap=theme.px(3))
        head.grid(row=0, column=0, columnspan=2, sticky="ew", pady=(0, theme.px(4)))
        self.choice = ttk.Combobox(head, values=[text for _, text in _CHOICES], state="readonly", width=14)
        self.choice.current(0)
        head.add(self.choice, stretch=True)
        self.choice.bind("<<ComboboxSelected>>", lambda _e: self._chosen())
        Tooltip(self.choice, "What the open design is compared with")
        self.on_map = ttk.Button(
            head, style="Small.TButton", text="Show on the map", command=self.toggle_marks)
        head.add(self.on_map, theme.px(4))
        Tooltip(self.on_map, "Outline what was there in one colour and what is there now in another, with an "
                             "arrow for each unit that moved  (Escape takes the marks away)")
        self.reset_button = ttk.Button(head, style="Small.TButton", text="Reset", command=self.reset)
        head.add(self.reset_button, theme.px(4))
        Tooltip(self.reset_button, "Make the selected values as they are in the other version  (Alt+Return)")

    def _make_key(self) -> None:
        """What the colours on the map mean; shown while they are there."""
        self.key = Flow(self, gap=theme.px(3))
        for colour, dash, words in ((BEFORE, DASH, "was there"), (AFTER, (), "is there now")):
            sign = tk.Canvas(self.key, width=theme.px(34), height=theme.px(12), highlightthickness=0,
                             background=KEY_GROUND)
            middle = theme.px(6)
            sign.create_line(theme.px(3), middle, theme.px(31), middle, fill=colour, width=theme.px(4),
                             dash=dash, tags=("sign",))
            self.key.add(sign, theme.px(6))
            self.key.add(ttk.Label(self.key, text=words, style="Quiet.TLabel"), theme.px(2))
        self.key.add(ttk.Label(self.key, text="→ a unit moved", style="Quiet.TLabel"), theme.px(6))

    def _show_key(self) -> None:
        if self._marks.on:
            self.key.grid(row=2, column=0, columnspan=2, sticky="ew", pady=(theme.px(4), 0))
        else:
            self.key.grid_remove()

    def _colour_rows(self) -> None:
        """Write what is added and removed in the colours of the map, lighter on a dark ground."""
        for tag, on_light in (("added", AFTER), ("removed", BEFORE)):
            self.tree.tag_configure(
                tag, foreground=_LIGHTER[on_light] if theme.name() == "dark" else on_light)

    def take_keyboard(self) -> None:
        """Give the list the keyboard, with a difference selected."""
        self.tree.focus_set()
        if self._rows and not self.tree.selection():
            row = next(iter(self._rows))
            self.tree.selection_set(row)
            self.tree.focus(row)

    # -- the list -----------------------------------------------------------------------

    def later(self) -> None:
        """Compare when the design has not changed for a moment, and only while visible."""
        if not self.winfo_exists() or not (self.winfo_ismapped() or self._marks.on):
            return
        if self._timer:
            self.after_cancel(self._timer)
        self._timer = self.after(_WAIT_MS if self._rows else 1, self.show)

    def show(self) -> None:
        """Compare and list; closed headings stay closed."""
        self._timer = ""
        tree, design = self.tree, self._session.design
        closed = {tree.item(r, "text") for r in tree.get_children() if not tree.item(r, "open")}
        selected = {self._rows[r].path for r in tree.selection() if r in self._rows}
        at = tree.yview()[0]
        self._note.forget()
        tree.delete(*tree.get_children())
        self._rows.clear()
        self._texts.clear()
        try:
            self._before = self._other.design()
        except NoVersionError as error:
            self._before = None
            self.said.configure(text=str(error))
            self._marks.clear()
            return
        changes = listed_changes(self._before, design, of_base=self._other.choice == "base")
        for heading, several in grouped(changes[:_MOST]).items():
            title = f"{heading} ({len(several)})"
            head = tree.insert("", "end", text=title, open=title not in closed, tags=("heading",))
            for change in several:
                row = tree.insert(head, "end", tags=(change.kind,))
                self._rows[row] = change
                self._texts.put(row, f"{_SIGNS[change.kind]} {change.text}", 1)
                if change.path in selected:
                    tree.selection_add(row)
        tree.yview_moveto(at)
        words = count(len(changes), "difference") if changes else "Nothing differs"
        cut = f", {_MOST:,} shown" if len(changes) > _MOST else ""
        self.said.configure(text=f"{words} from {self._other.name}{cut}.{self._not_compared()}")
        if self._marks.on:
            self._mark(changes)

    def _not_compared(self) -> str:
        """A sentence on the errors in the other version, with the first of them; "" if there are none."""
        errors = self._other.not_compared
        if not errors:
            return ""
        return (f" Because of {count(len(errors), 'error')} in it not all of it is compared: "
                f"{errors[0].message}")

    @property
    def changes(self) -> tuple[DesignChange, ...]:
        """The differences listed."""
        return tuple(self._rows.values())

    def change_of(self, row: str) -> DesignChange | None:
        """The difference in a row of the list."""
        return self._rows.get(row)

    @property
    def selected(self) -> tuple[DesignChange, ...]:
        """The differences selected in the list; a heading stands for all under it."""
        rows = dict.fromkeys(
            r for s in self.tree.selection()
            for r in ((s,) if s in self._rows else self.tree.get_children(s)))
        return tuple(self._rows[r] for r in rows if r in self._rows)

    def _clicked(self, event: Any) -> None:
        on_sign = "indicator" in str(self.tree.identify_element(event.x, event.y))
        selects = held_keys(event.state) & (SHIFT | CONTROL)
        if self.tree.identify_row(event.y) and not on_sign and not selects:
            self._go_there()

    def _go_there(self) -> None:
        row = self.tree.focus()
        if row in self._rows:
            self._go(self._rows[row])

    def _explain(self, event: Any) -> None:
        change = self._rows.get(self.tree.identify_row(event.y))
        self._note.follow(event, change.text if change is not None else "")

    # -- the other version --------------------------------------------------------------

    def _chosen(self) -> None:
        choice = _CHOICES[self.choice.current()][0]
        word = ""
        if choice == "file":
            folder = self._session.document.path.parent if self._session.document.path else Path.cwd()
            word = filedialog.askopenfilename(
                parent=self, title="Compare with", initialdir=str(folder),
                filetypes=(("Scenarios and maps", "*.yaml *.yml"), ("All files", "*")))
        elif choice == "git":
            path = self._session.document.path
            value = "HEAD" if path is not None and not self._session.document.read_only else ""
            answer = ask_text(
                self, "A version in git", "The version of this file in git, such as HEAD or HEAD~3; or a "
                "version and a file: HEAD:my-war.yaml", value)
            word = answer if not answer or ":" in answer else f"{PREFIX}{answer}"
        if choice in ("file", "git") and not word:
            self.choice.current(next(i for i, (c, _) in enumerate(_CHOICES) if c == self._other.choice))
            return
        self._other.choose(choice, word)
        self.show()

    # -- on the map ---------------------------------------------------------------------

    def toggle_marks(self) -> None:
        """Mark the differences on the map, or take the marks away."""
        if self._marks.on:
            self._marks.clear()
            return
        self.show()
        changes = self.changes
        if not any(c.was or c.hexes for c in changes):
            self._session.say("None of these differences is on the map." if changes else
                              self.said.cget("text"))
            return
        self._mark(changes)

    def _mark(self, changes: tuple[DesignChange, ...]) -> None:
        self._marks.show(changes, self._session.design.map.geometry)
        self.on_map.configure(text="Hide on the map" if self._marks.on else "Show on the map")
        self._show_key()

    def _escape(self, _event: object) -> str:
        """Take the marks away; a floating panel closes if there are none."""
        if not self._marks.on:
            return ""
        self._marks.clear()
        return "break"

    def _marks_cleared(self) -> None:
        if self.winfo_exists():
            self.on_map.configure(text="Show on the map")
            self._show_key()

    # -- as text ------------------------------------------------------------------------

    def copy(self) -> str:
        """Put the sentences that are selected, or all of them, on the clipboard under their headings; "break"
        ends the key."""
        changes = self.selected or self.changes
        if not changes:
            self._session.complain(self.said.cget("text"))
            return "break"
        lines = []
        for heading, several in grouped(changes).items():
            lines += [heading, *(f"  {_SIGNS[c.kind]} {c.text}" for c in several)]
        copy_text(self, "\n".join(lines))
        self._session.say(f"{count(len(changes), 'difference')} copied as text.")
        return "break"

    # -- taking back --------------------------------------------------------------------

    def reset(self) -> str:
        """Make what is selected as it is in the other version, in one step; "break" ends the key."""
        changes, base = self.selected, self._before
        if not changes or base is None:
            self._session.complain("Select a difference in the list first.")
            return "break"
        name = self._other.name
        label = f"Reset {changes[0].key or changes[0].what}" if len(changes) == 1 else (
            f"Reset {count(len(changes), 'value')}")
        before = self._session.design
        complaint = self._session.change(
            f"{label} to {name}", lambda design: take_back(design, base, changes))
        if complaint:
            self._session.complain(complaint)
        elif self._session.design is before:
            self._session.say(f"This is already as in {name}.")
        else:
            self._session.say(f"{count(len(changes), 'value')} as in {name} again.")
        return "break"
