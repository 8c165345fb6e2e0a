"""The data panel: every key of the scenario, the map and the ruleset, as a tree with a form."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any

from ...hexgrid import Hex
from ...model.design import Design
from ...model.edit.any_key import (
    MISSING,
    NUMBER_EXAMPLES,
    NUMBER_KEY,
    KeyRow,
    Kind,
    PlainData,
    document,
    entry_title,
    free_id,
    holds_hexes,
    in_quotes,
    keys_of,
    names_at,
    new_entry,
    or_number,
    part_of,
    prototype_says,
    read_typed,
    row_of,
    shown,
    value_at,
    way_of,
    with_value,
)
from ...model.edit.any_key import Path as KeyPath
from ...model.edit.any_names import renames, users_of, with_id
from ...model.edit.key_examples import example_at
from ...model.edit.key_words import hexes_at, list_words, title_at, titles_at, words_at
from ...model.edit.own_keys import OwnKey, OwnKeys
from ...model.edit.prototypes import remove_prototype
from ...model.files.plain_data import shorten
from ...model.select import box
from ...model.wording import quoted
from ...systems import boxes_of
from ..inheritance import KEY, SIGNS
from ..map.hex_choice import ChooseHexes
from ..session import Session
from ..widgets.columns import ElidedTexts
from ..widgets.context_menu import LINE, MenuEntry, RowMenus
from ..widgets.dialogs import ask
from ..widgets.fields import Form
from ..widgets.flow import Flow
from ..widgets.keyboard import enter_field, focused
from ..widgets.scroll_bars import ScrollableFrame, grid_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.tree_selection import TreeSelection
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from ..window.theme import px
from .inherited_marks import entries_back, mark_row

_KINDS: tuple[tuple[Kind, str], ...] = (("scenario", "Scenario"), ("map", "Map"), ("ruleset", "Ruleset"))
_BRANCHES = ("record", "list")
_LONGEST = 80
"""The most letters of a button."""
_MOST_BUTTONS = 40
"""The most entries of a list that its form has buttons for."""
_UNFILLED = "unfilled"
"""The only child of a branch that was not opened yet."""


class DataPanel(ttk.Frame):
    """Every key that a file may have. On the left the parts of the documents, on the right the keys of the
    marked part, below what it means; `show_hexes` shades hexes on the map."""

    def __init__(self, parent: tk.Misc, session: Session, show_hexes: Callable[[frozenset[Hex]], None],
                 choose_hexes: ChooseHexes) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=px(6))
        self._session, self._show_hexes, self._choose_hexes = session, show_hexes, choose_hexes
        self._formed: tuple[Kind, KeyPath] | None = None
        """The part that the form shows."""
        self._plain, self._own_keys = PlainData(), OwnKeys()
        self._shown: Design | None = None
        self._begun: set[str] = set()
        """The rows of parts that files leave out and that are shown because somebody went there."""
        self.form: Form | None = None
        self._texts: list[Callable[[], None]] = []
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, weight=1)
        self.panes = ttk.Panedwindow(self, orient="horizontal")
        self.panes.grid(row=0, column=0, sticky="nsew")
        self._make_tree()
        self._make_buttons()
        self._right = ScrollableFrame(self.panes, width=px(420))
        self.panes.add(self._right, weight=2)
        # Once the user has moved the divider, a larger window is larger on the right.
        self.panes.bind("<B1-Motion>", lambda _e: self.panes.pane(
            0, weight=0), add=True)  # type: ignore[no-untyped-call]
        self.said = WrappedLabel(self, "", "Quiet.TLabel")
        self.said.grid(row=2, column=0, sticky="ew", pady=(px(6), 0))
        self.bind("<Map>", lambda _e: self._follow())
        self.bind("<Unmap>", lambda e: show_hexes(frozenset()) if e.widget is self else None)
        session.changed.connect(self._follow)
        session.checked.connect(self._explain)
        self.refresh()

    def _make_tree(self) -> None:
        left = ttk.Frame(self.panes, style="Panel.TFrame")
        self.panes.add(left, weight=1)
        self.tree = ttk.Treeview(left, show="tree", selectmode="browse", height=12)
        self.tree.column("#0", width=px(250), minwidth=px(120))
        grid_scrolled(self.tree, 0)
        self._selection = TreeSelection(self.tree)
        self._titles = ElidedTexts(self.tree)
        note = Tooltip(self.tree, "")
        self.tree.bind("<Motion>", lambda e: note.follow(e, self._cut_title(self.tree.identify_row(e.y))))
        self.tree.bind("<<TreeviewOpen>>", lambda _e: self._fill(self.tree.focus()))
        self.tree.bind("<<TreeviewSelect>>", lambda _e: None if self._selection.quiet else self._chosen())
        # Elsewhere in the window Del and Shift+Del mean the selected units.
        for keys, command in (
                ("<Insert>", self.new), ("<Delete>", self.remove), ("<Shift-Delete>", self.remove),
                ("<Alt-Up>", lambda: self.move(-1)), ("<Alt-Down>", lambda: self.move(1))):
            self.tree.bind(keys, lambda _e, do=command: do() or "break")  # type: ignore[misc]
        self.tree.bind("<Alt-Return>", self._reset_marked)
        self.tree.tag_configure("own", foreground=theme.OWN)
        RowMenus(self.tree, self.entries)

    def _make_buttons(self) -> None:
        self.buttons: dict[str, ttk.Button] = {}
        flow = Flow(self, gap=px(3))
        flow.grid(row=1, column=0, sticky="ew", pady=(px(6), 0))
        for text, command, tip in (
            ("New", self.new, "Add an entry to the marked list  (Ins)"),
            ("Duplicate", self.duplicate, "Add a copy of the marked entry"),
            ("Remove", self.remove, "Remove the marked entry, or what the marked part says  (Del)"),
            ("Up", lambda: self.move(-1), "Move the marked entry up  (Alt+Up)"),
            ("Down", lambda: self.move(1), "Move the marked entry down  (Alt+Down)"),
        ):
            button = ttk.Button(flow, text=text, style="Small.TButton", command=command)
            flow.add(button, px(4))
            Tooltip(button, tip)
            self.buttons[text] = button

    # -- the tree -----------------------------------------------------------------------

    def _cut_title(self, row: str) -> str:
        """The whole title of a row that is too narrow for it; "" for others."""
        return self._titles.whole(row) if self._titles.cut(row) else ""

    def _follow(self) -> None:
        if self.winfo_exists() and self.winfo_ismapped() and self._shown is not self._session.design:
            self.refresh()

    def refresh(self) -> None:
        """Show the current documents; what was open and marked stays so."""
        self.commit()
        tree, design = self.tree, self._session.design
        self._shown = design
        opened = [row for row in self._rows("") if tree.item(row, "open")]
        marked, top = tree.selection(), tree.yview()[0]
        self._selection.quiet = True
        tree.delete(*tree.get_children())
        self._titles.clear()
        for kind, title in _KINDS:
            if document(design, kind) is not None:
                tree.insert("", "end", _row(kind, ()), open=not opened and kind == "scenario")
                self._titles.put(_row(kind, ()), title)
                self._branch(kind, ())
        for row in opened:
            if tree.exists(row):
                self._fill(row)
                tree.item(row, open=True)
        still = [row for row in marked if tree.exists(row)] or list(tree.get_children())[:1]
        tree.selection_set(still)
        tree.focus(still[0])
        tree.yview_moveto(top)
        self._selection.listen_soon()
        self._show_form()

    def _rows(self, row: str) -> list[str]:
        """All rows below one, from the top."""
        found: list[str] = []
        for child in self.tree.get_children(row):
            found += [child, *self._rows(child)]
        return found

    def _branch(self, kind: Kind, path: KeyPath) -> None:
        """Give a row its children, or the promise of them."""
        row = _row(kind, path)
        if self.tree.item(row, "open"):
            self._fill(row, again=True)
        elif self._children(kind, path):
            self.tree.insert(row, "end", f"{row}/{_UNFILLED}", text="…")

    def _fill(self, row: str, again: bool = False) -> None:
        """Make the children of a row, when it is opened."""
        if not row or (not again and not self.tree.exists(f"{row}/{_UNFILLED}")):
            return
        self.tree.delete(*self.tree.get_children(row))
        kind, path = _place(row)
        for key, text in self._children(kind, path):
            inside = (*path, key)
            own = self._own(kind, inside)
            self.tree.insert(row, "end", _row(kind, inside), tags=("own",) if own else ())
            self._titles.put(_row(kind, inside), f"{SIGNS[own.kind]} {text}" if own else text, len(inside))
            self._branch(kind, inside)

    def _children(self, kind: Kind, path: KeyPath) -> list[tuple[str | int, str]]:
        data = self._plain.of(self._session.design, kind)
        value = value_at(data, path)
        if path and way_of(kind, path) == "list":
            entries = value if isinstance(value, list) else []
            return list(enumerate(titles_at(self._session.design, kind, path, entries)))
        found: list[tuple[str | int, str]] = []
        for key in keys_of(kind, path):
            here = (*path, key)
            inside = value_at(data, here)
            # A number, which needs no form of its own, is shown in the form around it.
            said = inside is not MISSING and (isinstance(inside, list | dict) or not or_number(kind, here))
            if way_of(kind, here) in _BRANCHES and (not path or said or _row(kind, here) in self._begun):
                number = f" ({len(inside)})" if isinstance(inside, list) else ""
                found.append((key, row_of(kind, here).title + number))
        return found

    @property
    def marked(self) -> tuple[Kind, KeyPath]:
        """The marked part: its document, and the path in it."""
        rows = self.tree.selection()
        return _place(rows[0]) if rows else ("ruleset", ())

    def show_part(self, kind: Kind, path: KeyPath) -> None:
        """Mark a part, opening what is around it; a part that the file leaves out is shown empty."""
        for length in range(len(path) + 1):
            row, around = _row(kind, path[:length]), _row(kind, path[: length - 1])
            if not self.tree.exists(row) and length and isinstance(path[length - 1], str):
                self._begun.add(row)
                self._fill(around, again=True)
            if not self.tree.exists(row):
                break
            self._fill(row)
            self.tree.item(row, open=True)
            last = row
        self.tree.focus(last)
        self._selection.select([last])
        self.tree.see(last)
        self._show_form()

    def take_keyboard(self) -> None:
        """Give the keyboard to the tree."""
        self.tree.focus_set()

    def commit(self) -> None:
        """Accept text that is being typed."""
        if self.form is not None:
            self.form.commit()
        for accept in self._texts:
            accept()

    def _chosen(self) -> None:
        self.commit()
        self._show_form()

    # -- the form -----------------------------------------------------------------------

    def _show_form(self) -> None:
        kind, path = self.marked
        refused, same = self._refused(), self._formed == (kind, path)
        keep = next((label for label, field in (self.form.fields if self.form else {}).items()
                     if field is focused(self)), "")
        if not same:
            # The form of another part begins at its top; after a change it stays where it is.
            self._formed = kind, path
            self._right.show_top()
        inside = self._right.inside
        for child in inside.winfo_children():
            child.destroy()
        self._texts = []
        frame = ttk.Frame(inside, style="Panel.TFrame", padding=(px(4), px(2)))
        frame.pack(fill="x")
        self.form = Form(frame, self._session.complain, self._right.see, self._session.withdraw)
        part = part_of(kind, path)
        title = row_of(kind, path).title if path and isinstance(path[-1], str) else ""
        if path and isinstance(path[-1], int):
            title = title_at(self._session.design, kind, path, self._value(kind, path))
        self.form.note("Part", title or dict(_KINDS)[kind])
        if path and way_of(kind, path) == "list":
            # Before the entries, which may be many, so that it is in sight.
            self._list_removed(kind, path)
            self._entry_rows(kind, path)
        else:
            if path and or_number(kind, path):
                self._number_row(kind, path)
            for key in keys_of(kind, path):
                if (kind, path, key) == ("scenario", (), "options"):
                    self._option_rows()
                else:
                    self._row(kind, (*path, key))
        if part.get("description") and path:
            self.form.note("Meaning", in_quotes(part["description"]))
        if keep and keep in self.form.fields:
            enter_field(self.form.fields[keep])
        self._tell_refused(refused, same)
        self._explain()
        self._show_hexes(hexes_at(self._session.design, kind, path) if self.winfo_ismapped() else frozenset())

    def _refused(self) -> dict[str, tuple[str, str]]:
        """What was typed into the form and could not be taken."""
        return self.form.refused() if self.form is not None and self.form.frame.winfo_exists() else {}

    def _tell_refused(self, refused: dict[str, tuple[str, str]], same: bool) -> None:
        """Keep what could not be taken in the form of the same part; with another one, say what was lost."""
        assert self.form is not None
        for label, (text, complaint) in refused.items():
            if same and label in self.form.fields:
                self.form.put_back(label, text, complaint)
            elif not same:
                self._session.complain(f"{label} {quoted(text)} was not taken. {complaint}")

    def _entry_rows(self, kind: Kind, path: KeyPath) -> None:
        """Add a row for each entry of a list, with a button that opens it."""
        assert self.form is not None
        entries = self._value(kind, path)
        number = len(entries) if isinstance(entries, list) else 0
        self.form.note("Entries", list_words(number) if number else "None yet: New adds one.")
        if not number:
            return
        titles = titles_at(self._session.design, kind, path, entries)
        for i, title in enumerate(titles[:_MOST_BUTTONS]):
            self._opens(str(i + 1), title, f"Show {title} with all its keys", kind, (*path, i))
        if number > _MOST_BUTTONS:
            self.form.note("More", f"{number - _MOST_BUTTONS} further ones stand on the left, below the "
                           "marked list; double-click it to open it.")

    def _number_row(self, kind: Kind, path: KeyPath) -> ttk.Entry:
        """Add a row for a key that is a number unless it has keys of its own."""
        assert self.form is not None
        value = self._value(kind, path)
        return self.form.text(
            row_of(kind, path).title, "" if isinstance(value, dict) else shown(value),
            lambda text: self._accept(kind, path, text),
            "what is said below" if isinstance(value, dict) else NUMBER_EXAMPLES)

    def _list_removed(self, kind: Kind, path: KeyPath) -> None:
        """List the entries that only the base of a variant has, each with the way back."""
        removed = self._own_keys.removed(self._session.inheritance.now, kind, path)
        if not removed or self.form is None:
            return
        button = ttk.Menubutton(self.form.frame, text=list_words(len(removed)), style="Small.TButton")
        menu = tk.Menu(button, tearoff=False)
        for entry in entries_back(self._session.inheritance, removed):
            menu.add_command(label=f"Bring back {entry.label}", command=entry.command or "")
        button.configure(menu=menu)
        self.form.widget("Only in the base", button)
        button.grid_configure(sticky="w")

    def _explain(self) -> None:
        if self.winfo_exists():
            kind, path = self.marked
            problems = self._session.problems if self._session.problems_known else ()
            self.said.configure(text=words_at(self._session.design, kind, path, problems))

    def _value(self, kind: Kind, path: KeyPath) -> Any:
        data = self._plain.of(self._session.design, kind)
        value = value_at(data, path)
        if path and path[-1] == NUMBER_KEY and value is MISSING and or_number(kind, path[:-1]):
            around = value_at(data, path[:-1])
            return around if isinstance(around, int) else MISSING
        return value

    def _row(self, kind: Kind, path: KeyPath) -> None:
        """Add the row of a key."""
        form, row, value = self.form, row_of(kind, path), self._value(kind, path)
        assert form is not None
        label = row.title if row.title not in form.fields else f"{row.title} ({path[-1]})"
        said = prototype_says(self._session.design, kind, path)
        if or_number(kind, path) and not isinstance(value, dict):
            self._or_keys_button(kind, row, self._number_row(kind, path))
        elif row.way in _BRANCHES and (value is MISSING or isinstance(value, list | dict)):
            self._branch_row(kind, row, value)
        elif row.way == "flag":
            usual = f"– ({row.usual or 'not said'})"
            choices = ([] if row.needed else [("", usual)]) + [("yes", "yes"), ("no", "no")]
            form.choice(label, shown(value), choices, lambda text: self._accept(kind, path, text))
        elif row.way == "choice":
            none = f"– ({said or row.usual})" if said or row.usual else "–"
            choices = ([] if row.needed else [("", none)]) + [(word, word) for word in row.choices]
            form.choice(label, shown(value), choices, lambda text: self._accept(kind, path, text))
        elif row.way == "texts" or (len(shown(value)) > 60 and row.way == "text"):
            self._text_row(kind, row, value)
        else:
            example = "" if said or row.usual or row.needed else example_at(
                self._session.design, kind, path, self._plain.of(self._session.design, kind))
            hint = said or row.usual or (f"such as {example}" if example else "")
            entry = form.text(label, shown(value), lambda text: self._accept(kind, path, text), hint)
            self._names_button(kind, row, entry)
        self._tip(row, said if value is not MISSING else "")
        self._mark(kind, path, label)

    def _own(self, kind: Kind, path: KeyPath) -> OwnKey | None:
        return self._own_keys.at(self._session.inheritance.now, kind, path)

    def _mark(self, kind: Kind, path: KeyPath, label: str) -> None:
        """Mark the row of a key that differs from the base of a variant."""
        own = self._own(kind, path)
        if own is None or self.form is None:
            return
        entry = MenuEntry("Reset to the base", lambda: self._reset(kind, path), KEY)
        mark_row(self.form, label, own.words, entry, self._session.say)

    def _reset(self, kind: Kind, path: KeyPath) -> None:
        """Make a key, or an entry, as in the base."""
        inherited = self._session.inheritance.now
        if inherited is None or self._own(kind, path) is None:
            self._session.complain("This is as in the base already." if inherited is not None else
                                   "This is no variant, so there is no base to reset it to.")
            return
        self.commit()
        title = (shorten(title_at(self._session.design, kind, path, self._value(kind, path)))
                 if isinstance(path[-1], int) else row_of(kind, path).title)
        complaint = self._session.change(
            f"Reset {title} to the base", lambda _d: self._own_keys.reset(inherited, kind, path))
        self._session.complain(complaint)
        if not complaint:
            self._session.say(f"{title}: as in the base again. Ctrl+Z undoes it.")

    def entries(self, row: str) -> list[MenuEntry]:
        """The entries of the context menu of a part: its commands, and the way back to the base."""
        kind, path = self.marked
        reset = self._own(kind, path) if path else None
        removed = self._own_keys.removed(self._session.inheritance.now, kind, path)
        back = entries_back(self._session.inheritance, removed)
        commands = [MenuEntry(text, self.buttons[text].invoke if row else None, key) for text, key in (
            ("New", "Ins"), ("Duplicate", ""), ("Remove", "Del"), ("Up", "Alt+Up"), ("Down", "Alt+Down"))]
        return [*commands, LINE, MenuEntry(
            "Reset to the base", (lambda: self._reset(kind, path)) if reset else None, KEY),
            *([MenuEntry("Bring back", None, "", back)] if back else [])]

    def _reset_marked(self, _event: object) -> str:
        self._reset(*self.marked)
        return "break"

    def _option_rows(self) -> None:
        """Add a row for each option of the ruleset, with its choices."""
        assert self.form is not None
        for option in self._session.design.ruleset.options:
            here: KeyPath = ("options", option.id)
            choices = [("", f"– ({option.title_of(option.choices[0])})"), *option.titled.items()]
            box = self.form.choice(option.name, shown(self._value("scenario", here)), choices,
                                   lambda text, at=here: self._accept("scenario", at, text))  # type: ignore[misc]
            Tooltip(box, f"{option.text or option.name}{f' (rule {option.rule})' if option.rule else ''}")
            self._mark("scenario", here, option.name)

    def _tip(self, row: KeyRow, instead: str = "") -> None:
        """Let the label of the row added last tell what the key is, and mark it if a unit says something
        else than its prototype, which says what is given as `instead`."""
        assert self.form is not None
        frame = self.form.frame
        last = max(int(w.grid_info()["row"]) for w in frame.grid_slaves(column=0))
        for label in frame.grid_slaves(row=last, column=0):
            text = f"{in_quotes(row.help)} " if row.help else ""
            if instead and isinstance(label, ttk.Label):
                label.configure(text=f"• {label.cget('text')}", style="Section.TLabel")
                text = f"The prototype says {instead}; empty the field to follow it. {text}"
            Tooltip(label, f"{text}Key: {row.path[-1]}.{' Needed.' if row.needed else ''}")

    def _branch_row(self, kind: Kind, row: KeyRow, value: Any) -> None:
        """Add a row for a part with keys or entries of its own: it opens there, or is begun."""
        there = value is not MISSING
        text = (list_words(len(value)) if isinstance(value, list) else shown(value)) if there else "Add"
        self._opens(row.title, text, f"Show {row.title.lower()} with all its keys" if there else
                    f"Begin {row.title.lower()}", kind, row.path)

    def _opens(self, label: str, text: str, tip: str, kind: Kind, path: KeyPath) -> None:
        """Add a row with a button that shows another part."""
        assert self.form is not None
        button = ttk.Button(
            self.form.frame, text=text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…",
            style="Small.TButton", command=lambda: self.show_part(kind, path))
        self.form.short_widget(label, button)
        Tooltip(button, tip)

    def _or_keys_button(self, kind: Kind, row: KeyRow, entry: ttk.Entry) -> None:
        """Beside the field of a number, the way to its keys, by which another number of the game is meant."""
        assert self.form is not None
        button = ttk.Button(self.form.frame, text="…", width=2, style="Small.TButton",
                            command=lambda: self.show_part(kind, row.path))
        button.grid(row=int(entry.grid_info()["row"]), column=2, padx=(px(3), 0))
        Tooltip(button, f"Compare with another number of the game instead: {_choices_in(kind, row.path)}")

    def _text_row(self, kind: Kind, row: KeyRow, value: Any) -> None:
        """Add a row with a text of several lines."""
        assert self.form is not None
        field = tk.Text(self.form.frame, width=30, height=4, wrap="word", font="TkDefaultFont", padx=px(4))
        lines = "\n".join(value) if isinstance(value, list) else shown(value)
        field.insert("1.0", lines)
        last = [lines]

        def accept(_event: object = None) -> None:
            if field.winfo_exists() and (text := field.get("1.0", "end-1c")) != last[0]:
                last[0] = text
                self._session.complain(self._accept(kind, row.path, text))

        field.bind("<FocusOut>", accept)
        field.bind("<Tab>", lambda _e: enter_field(field.tk_focusNext() or field) or "break")  # type: ignore[func-returns-value]
        self._texts.append(accept)
        self.form.widget(row.title, field)

    def _names_button(self, kind: Kind, row: KeyRow, entry: ttk.Entry) -> None:
        """Beside a field for names or hexes, a list of those there are."""
        names = names_at(self._session.design, kind, row.path)
        if row.path[-2:] == ("setup", "box"):
            names = boxes_of(self._session.design)
        of_hexes = holds_hexes(kind, row.path)
        if not names and not of_hexes:
            return
        assert self.form is not None
        button = ttk.Menubutton(self.form.frame, text="…", width=2)
        menu = tk.Menu(button, tearoff=False)
        button.configure(menu=menu)
        button.grid(row=int(entry.grid_info()["row"]), column=2, padx=(px(3), 0))
        several = row.way == "words"
        Tooltip(button, "Take the hexes selected on the map" if of_hexes else "Choose from what there is")

        def put(text: str) -> None:
            self._session.complain(self._accept(kind, row.path, text))

        def add_name(name: str) -> None:
            words = [w for w in shown(self._value(kind, row.path)).split(", ") if w]
            words = [w for w in words if w != name] if name in words else [*words, name]
            put(", ".join(words) if several else name)

        def add_hexes() -> None:
            session, grid = self._session, self._session.design.map.grid
            hexes = sorted(session.region, key=grid.index) or ([session.hex] if session.hex else [])
            if not hexes:
                session.complain("Select hexes on the map first: click one, or drag with the region tool.")
            elif row.path == ("play_area",):
                cols, rows = [h.col for h in hexes], [h.row for h in hexes]
                corners = Hex(min(cols), min(rows)), Hex(max(cols), max(rows))
                put(", ".join(map(grid.number, corners)))
            elif several:
                now = [w for w in shown(self._value(kind, row.path)).split(", ") if w]
                put(", ".join(dict.fromkeys([*now, *map(grid.number, hexes)])))
            else:
                put(grid.number(hexes[0]))

        if of_hexes:
            what = "The part around the hexes selected on the map" if row.path == ("play_area",) else (
                "Add the hexes selected on the map" if several else "The hex selected on the map")
            menu.add_command(label=what, command=add_hexes)
            if several:
                menu.add_command(label="Choose on the map…", command=lambda: self._choose_on_map(kind, row))
            if several:
                menu.add_command(label="None", command=lambda: put(""))
            return
        now = shown(self._value(kind, row.path)).split(", ")
        for name in names[:400]:
            menu.add_command(label=f"✓ {name}" if name in now else name,
                             command=lambda n=name: add_name(n))  # type: ignore[misc]

    def _choose_on_map(self, kind: Kind, row: KeyRow) -> None:
        """Let the user choose the hexes of a key on the map; the part in play is the box around them."""
        grid = self._session.design.map.grid
        words = [w for w in shown(self._value(kind, row.path)).split(", ") if w]
        now = frozenset(h for w in words if (h := grid.parse(w)) is not None)
        if row.path == ("play_area",) and len(now) == 2:
            now = box(grid, *now)

        def take(hexes: frozenset[Hex]) -> str:
            chosen = sorted(hexes, key=grid.index)
            if row.path == ("play_area",) and chosen:
                chosen = [Hex(min(h.col for h in chosen), min(h.row for h in chosen)),
                          Hex(max(h.col for h in chosen), max(h.row for h in chosen))]
            return self._accept(kind, row.path, ", ".join(map(grid.number, chosen)))

        around = row.path[:-1] if row.path[-1] in ("hexes", "excluding") else row.path
        entry = next((self._value(kind, around[:n]) for n in range(len(around), 0, -1)
                      if isinstance(around[n - 1], int)), None)
        name = entry_title(entry, 0) if isinstance(entry, dict) else ""
        self._choose_hexes(self, f"{row.title} of {name}" if name else row.title, now, take)

    # -- changes ------------------------------------------------------------------------

    def _accept(self, kind: Kind, path: KeyPath, text: str) -> str:
        """Give a key the value of a text; what is wrong with it, "" if nothing."""
        section = str(path[0])
        renamed = len(path) == 3 and path[2] == "id" and renames(kind, section)
        old = self._value(kind, path)

        def changed(design: Design) -> Design:
            value = read_typed(kind, path, text, design.map)
            if renamed and value is not MISSING:
                # Checked as a file is, before others follow.
                with_value(design, kind, path, value, self._plain.of(design, kind))
                return with_id(design, kind, section, int(path[1]), str(value))
            return with_value(design, kind, path, value, self._plain.of(design, kind))

        users = users_of(self._session.design, kind, section, str(old)) if renamed else ()
        complaint = self._session.change(f"{row_of(kind, path).title} {text.strip()[:40]}".strip(), changed)
        if not complaint and users:
            self._session.say(f"{quoted(old)} is called {quoted(text.strip())} now, also in "
                              f"{'; '.join(users)}.")
        return complaint

    def _list_at(self) -> tuple[Kind, KeyPath, int] | None:
        """The list that is marked or has the marked entry, and the index of that, -1 for the list."""
        kind, path = self.marked
        if path and isinstance(path[-1], int):
            return kind, path[:-1], path[-1]
        if path and way_of(kind, path) == "list":
            return kind, path, -1
        return None

    def _entry_at(self) -> tuple[Kind, KeyPath, int] | None:
        """The marked entry; says what to do if none is."""
        found = self._list_at()
        if found is None or found[2] < 0:
            self._session.complain("Mark an entry of a list first, such as one of Entries.")
            return None
        return found

    def new(self) -> None:
        """Add an entry to the marked list and mark it."""
        found = self._list_at()
        if found is None:
            self._session.complain("Mark a list first, such as Entries, or one of its entries.")
            return
        kind, path, index = found
        entries = self._value(kind, path)
        number = len(entries) if isinstance(entries, list) else 0
        design = self._session.design
        entry = new_entry(design, kind, path, self._plain.of(design, kind))
        self._insert("New", kind, path, index + 1 if index >= 0 else number, entry)

    def duplicate(self) -> None:
        """Add a copy of the marked entry after it, with an id and a name of its own."""
        found = self._entry_at()
        if found is None:
            return
        kind, path, index = found
        entries = self._value(kind, path)
        entry = dict(entries[index])
        for key in ("id", "name"):
            taken = [e.get(key) for e in entries]
            if key in entry and key == "id":
                entry[key] = free_id(str(path[-1]), taken, str(entry[key]))
            elif key in entry:
                entry[key] = next(name for n in range(2, len(taken) + 3)
                                  if (name := f"{entry[key]} {n}") not in taken)
        self._insert("Duplicate", kind, path, index + 1, entry)

    def _insert(self, what: str, kind: Kind, path: KeyPath, at: int, entry: Any) -> None:
        entries = self._value(kind, path)
        now = list(entries) if isinstance(entries, list) else []
        now.insert(at, entry)
        if self._give(f"{what} {entry_title(entry, at)}", kind, path, now):
            self.show_part(kind, (*path, at))

    def _give(self, label: str, kind: Kind, path: KeyPath, value: Any) -> bool:
        """Make a step; whether it was possible."""
        self.commit()
        complaint = self._session.change(
            label, lambda d: with_value(d, kind, path, value, self._plain.of(d, kind)))
        if complaint:
            self._session.complain(complaint)
            return False
        self.refresh()
        return True

    def remove(self) -> None:
        """Remove the marked entry, or what the marked part says; refused with who uses it."""
        kind, path = self.marked
        if not path or self._value(kind, path) is MISSING:
            self._session.complain("There is nothing to remove here.")
            return
        value, section = self._value(kind, path), str(path[0])
        title = shorten(title_at(self._session.design, kind, path, value)) if isinstance(
            path[-1], int) else row_of(kind, path).title
        if (kind, section, len(path)) == ("scenario", "prototypes", 2) and isinstance(value, dict):
            self._remove_prototype(str(value.get("id", "")), title)
            return
        if len(path) == 2 and renames(kind, section) and isinstance(value, dict) and (
                users := users_of(self._session.design, kind, section, str(value.get("id", "")))):
            self._session.complain(f"{title} cannot be removed, because it is used by {'; '.join(users)}.")
            return
        if self._give(f"Remove {title}", kind, path, MISSING):
            index = path[-1]
            entries = self._value(kind, path[:-1])
            if isinstance(index, int) and isinstance(entries, list) and entries:
                self.show_part(kind, (*path[:-1], min(index, len(entries) - 1)))
            else:
                self.show_part(kind, path[:-1] if len(path) > 1 else path)
            self._session.say(f"{title} removed. Ctrl+Z undoes it.")

    def _remove_prototype(self, id: str, title: str) -> None:
        """Remove a prototype, after asking if units have it; they keep their values."""
        users = users_of(self._session.design, "scenario", "prototypes", id)
        if users and ask(self, "Remove the prototype", (
                f"{title} is used by {'; '.join(users)}. They keep their values as their own."),
                (("remove", "Remove"), ("", "Cancel"))) != "remove":
            return
        complaint = self._session.change(f"Remove {title}", lambda d: remove_prototype(d, id))
        if complaint:
            self._session.complain(complaint)
            return
        self.refresh()
        self.show_part("scenario", ("prototypes",))
        self._session.say(f"{title} removed. Ctrl+Z undoes it.")

    def move(self, by: int) -> None:
        """Move the marked entry up or down."""
        found = self._entry_at()
        if found is None:
            return
        kind, path, index = found
        entries = list(self._value(kind, path))
        if not 0 <= index + by < len(entries):
            self._session.complain(f"This is already the {'first' if by < 0 else 'last'} entry.")
            return
        entries.insert(index + by, entries.pop(index))
        if self._give(f"Move {entry_title(entries[index + by], index)}", kind, path, entries):
            self.show_part(kind, (*path, index + by))


def _row(kind: Kind, path: KeyPath) -> str:
    """The name of a row of the tree."""
    return "/".join([kind, *(f"#{k}" if isinstance(k, int) else k for k in path)])


def _choices_in(kind: Kind, path: KeyPath) -> str:
    """The keys of a part as titles in a row."""
    return ", ".join(row_of(kind, (*path, key)).title.lower() for key in keys_of(kind, path))


def _place(row: str) -> tuple[Kind, KeyPath]:
    kind, *keys = row.split("/")
    return kind, tuple(int(k[1:]) if k.startswith("#") else k for k in keys)  # type: ignore[return-value]
