"""Dialogs about the scenario: its properties, a new unit, a new reinforcement."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import replace
from tkinter import ttk
from tkinter.font import nametofont
from typing import Any

from ...model.counter_values import counter_numbers, number_title, value_of
from ...model.design import Design
from ...model.edit.documents import change_map, change_scenario, set_option, with_map, with_scenario
from ...model.edit.scenario import begin_before_turn_one, schedule
from ...model.edit.units import add_unit, new_unit
from ...model.edit.usual_entry import usual_entry
from ...model.rules.counter import CounterValue
from ...model.ruleset import Ruleset
from ...model.scenario import Scenario
from ...model.start import moment_words
from ...model.timetable_words import why_idle
from ...model.unit_values import Rows, trimmed
from ...model.values import MOST_TURNS
from ...model.wording import document_name, listed
from ..inheritance import KEY, MARK
from ..map.hex_words import entry_names
from ..platforms import menu_clicks
from ..session import Session
from ..widgets.context_menu import MenuEntry, popup
from ..widgets.dialogs import Dialog
from ..widgets.fields import FIELD_TOP, fit_choices
from ..widgets.keyboard import enter_field
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.small_screen import is_low
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import keep_room
from ..window.theme import px

_LONGEST = 40
"""The most characters of a value in a menu."""
_FEW_OPTIONS = 6
"""The most options of a page on a low screen."""

def form_row(frame: ttk.Frame, row: int, label: str, widget: tk.Widget, sticky: str = "ew",
             fold_px: int = 140) -> None:
    """Add a row to a form: a label, folded at `fold_px` pixels at 100 %, and its field."""
    # A long label folds, so that label and field fit beside each other on a small screen at 200 %.
    gap = px(2 if is_low(frame) else 4)
    folds = nametofont("TkDefaultFont", frame).measure(label) > px(fold_px)
    top = gap if folds or isinstance(widget, ttk.Label) else gap + px(FIELD_TOP)
    ttk.Label(frame, text=label, style="Quiet.TLabel", wraplength=px(fold_px)).grid(
        row=row, column=0, sticky="nw", padx=(0, px(12)), pady=(top, gap))
    widget.grid(row=row, column=1, sticky=sticky, pady=gap)
    frame.columnconfigure(1, weight=1)


def _text(parent: tk.Misc, value: str, height: int) -> tk.Text:
    field = tk.Text(parent, width=54, height=height, wrap="word", padx=px(6), pady=px(4),
                    font="TkDefaultFont")
    field.insert("1.0", value)
    # Tab goes to the next field instead of being typed.
    field.bind("<Tab>", lambda _e: enter_field(field.tk_focusNext() or field) or "break")  # type: ignore[func-returns-value]
    field.bind("<Return>", lambda _e: field.insert("insert", "\n") or "break")  # type: ignore[func-returns-value]
    return field


def _text_row(body: ttk.Frame, row: int, label: str, value: str, height: int) -> tk.Text:
    """Add a row with a text of several lines, which scrolls and takes the room that there is."""
    frame = ttk.Frame(body, style="Panel.TFrame")
    field = _text(frame, value, height)
    grid_scrolled(field, 0)
    form_row(body, row, label, frame, "nsew")
    body.rowconfigure(row, weight=height)
    return field


def _put(field: ttk.Entry, text: str) -> None:
    field.delete(0, "end")
    field.insert(0, text)


def _put_lines(field: tk.Text, text: str) -> None:
    field.delete("1.0", "end")
    field.insert("1.0", text)


def _mark_own(body: tk.Misc, row: int, field: tk.Misc, before: str, put: Callable[[], None]) -> None:
    """Mark the row of a form whose value is not that of the base of a variant; `put` puts that one into the
    field, by the key or the context menu of the field or its label."""
    label = body.grid_slaves(row, 0)[0]
    assert isinstance(label, ttk.Label)
    label.configure(text=f"{MARK} {label.cget('text')}", style="Own.TLabel")
    short = before if len(before) <= _LONGEST else f"{before[:_LONGEST - 1]}…"
    Tooltip(label, f"In the base: {before}.  ({KEY}: as there)")
    entry = MenuEntry(f"As in the base: {short}".replace("\n", " "), put, KEY)

    def show(event: Any) -> str:
        popup(label, [entry], event.x_root, event.y_root)
        return "break"

    def reset(_event: object) -> str:
        put()
        return "break"

    for widget in (label, field):
        for click in menu_clicks():
            widget.bind(click, show)
    field.bind("<Alt-Return>", reset)


def _option_pages(parent: tk.Misc, page: Callable[[str], ttk.Frame], design: Design, scenario: Scenario,
                  choices: dict[str, tk.StringVar]) -> dict[str, ttk.Combobox]:
    """Make the pages of the options of a scenario, on a low screen of a few each; the field of each option,
    and in `choices` what is chosen in it. Below them stands what the one with the keyboard, or at the
    pointer, means."""
    boxes: dict[str, ttk.Combobox] = {}
    options, low = design.ruleset.options, is_low(parent)
    few = _FEW_OPTIONS if low else max(1, len(options))
    for start in range(0, len(options), few):
        some = options[start:start + few]
        body = page("Options" if len(options) <= few else f"Options {start + 1}–{start + len(some)}")
        about = ttk.Label(body, style="Quiet.TLabel", wraplength=px(560 if low else 500), justify="left")
        about.grid(row=2 * len(some), column=0, columnspan=2, sticky="nw", pady=(px(6), 0))
        keep_room(body, 2 * len(some), lines=3 if low else 4, beside=px(6))
        for row, option in zip(range(0, 2 * len(some), 2), some, strict=True):
            chosen = scenario.option.get(option.id, option.choices[0])
            choices[option.id] = tk.StringVar(body, option.title_of(chosen))
            box = boxes[option.id] = fit_choices(ttk.Combobox(
                body, textvariable=choices[option.id], state="readonly",
                values=tuple(option.titled.values())))
            rule = f" ({option.rule})" if option.rule else ""
            form_row(body, row, option.name + rule, box, fold_px=280)
            idle = why_idle(design, option)
            if idle and chosen == option.choices[0]:
                box.state(["disabled"])
            if idle:
                ttk.Label(body, text=idle, style="Quiet.TLabel", wraplength=px(300), justify="left").grid(
                    row=row + 1, column=1, sticky="w")
            told = option.text
            if row == 0:
                about.configure(text=told)
            for widget in body.grid_slaves(row):
                for event in ("<FocusIn>", "<Enter>"):
                    widget.bind(event, lambda _e, a=about, t=told: a.configure(text=t), add=True)
    return boxes


def properties(parent: tk.Misc, session: Session) -> None:
    """Show and edit title, turns, options and notes of the scenario, or title and notes of a map."""
    design, scenario = session.design, session.scenario
    owner = scenario or design.map
    dialog = Dialog(parent, f"Properties of {owner.title}")
    book: ttk.Notebook | None = None
    if scenario is not None:
        book = ttk.Notebook(dialog.body)
        book.pack(fill="both", expand=True)
        book.enable_traversal()

    def page(text: str) -> ttk.Frame:
        """A page of a scenario; the few fields of a map are all on one."""
        if book is None:
            return dialog.body
        made = ttk.Frame(book, style="Panel.TFrame", padding=px(4 if is_low(dialog) else 10))
        book.add(made, text=text)
        return made

    body = page("Scenario")
    title = ttk.Entry(body)
    title.insert(0, owner.title)
    form_row(body, 0, "Title", title)
    name = ttk.Entry(body)
    name.insert(0, owner.name)
    form_row(body, 89, "Name in files", name)
    map_title = ttk.Entry(body)
    if scenario is not None:
        map_title.insert(0, design.map.title)
        form_row(body, 88, "Title of the map", map_title)
    version = ttk.Entry(body, width=10)
    version.insert(0, owner.version)
    form_row(body, 1, "Version", version, "w")
    turns = ttk.Spinbox(body, from_=1, to=MOST_TURNS, width=5)
    summary = ttk.Entry(body)
    choices: dict[str, tk.StringVar] = {}
    boxes: dict[str, ttk.Combobox] = {}
    if scenario is not None:
        turns.insert(0, str(scenario.turns))
        form_row(body, 2, "Turns", turns, "w")
        summary.insert(0, scenario.summary)
        form_row(body, 3, "Summary", summary)
        boxes = _option_pages(dialog, page, design, scenario, choices)
    written = page("Notes")
    notes = _text_row(written, 90, "Notes", owner.notes, 5)
    special = _text_row(written, 91, "Special rules,\none per line", "\n".join(scenario.special_rules),
                        4) if scenario else None
    begun = tk.BooleanVar(dialog, True)
    if scenario is not None and scenario.start is not None:
        # A position copied from a game; without the tick it becomes an ordinary set-up.
        form_row(body, 87, "Begins", ttk.Checkbutton(
            body, variable=begun,
            text=f"in the middle of a game: {moment_words(scenario.start, design.ruleset)}"), "w")
    if (inherited := session.inheritance.now) is not None and inherited.base.scenario is not None:
        base = inherited.base.scenario
        if inherited.at("scenario", "turns") is not None:
            _mark_own(body, 2, turns, str(base.turns), lambda: _put(turns, str(base.turns)))
        for option in design.ruleset.options:
            if choice := inherited.option(option.id):
                words, box = option.title_of(choice), boxes[option.id]
                _mark_own(box.master, int(box.grid_info()["row"]), box, words,
                          lambda o=option.id, c=words: choices[o].set(c))  # type: ignore[misc]
        if special is not None and inherited.at("scenario", "special_rules") is not None:
            lines = "\n".join(base.special_rules)
            _mark_own(written, 91, special, lines or "none", lambda: _put_lines(special, lines))
    dialog.may_refuse()

    def changed(d: Design) -> Design:
        text = notes.get("1.0", "end-1c")
        text = owner.notes if text.strip() == owner.notes.strip() else text.strip()
        shared = {"name": name.get().strip(), "title": title.get().strip(),
                  "version": version.get().strip(), "notes": text}
        if d.scenario is None:
            return with_map(d, change_map(d.map, **shared))
        renamed = with_map(d, change_map(d.map, title=map_title.get().strip()))
        lines = special.get("1.0", "end-1c").splitlines() if special else []
        after = change_scenario(
            d.scenario, **shared, turns=int(turns.get()), summary=summary.get().strip(),
            special_rules=tuple(x.strip() for x in lines if x.strip()))
        for option in d.ruleset.options:
            shown = choices[option.id].get()
            choice = next((c for c, words in option.titled.items() if words == shown), shown)
            if choice != after.option.get(option.id, option.choices[0]):
                after = set_option(after, option.id, choice)
        return with_scenario(renamed, after if begun.get() else begin_before_turn_one(after))

    def unfit() -> tuple[str, tk.Misc | None]:
        """What is wrong with the first field that is, and that field."""
        made, number = document_name(name.get(), ""), turns.get().strip()
        if not title.get().strip():
            return f"A {'map' if scenario is None else 'scenario'} needs a title.", title
        if scenario is not None and not (number.isdecimal() and 1 <= int(number) <= MOST_TURNS):
            return f"Turns: enter a whole number from 1 to {MOST_TURNS}.", turns
        if scenario is not None and not map_title.get().strip():
            return "The map needs a title.", map_title
        if made != name.get().strip():
            return ("A name in files has only lower-case letters, digits and hyphens, for example "
                    f"{made or 'my-war'}."), name
        return "", None

    def accept() -> None:
        complaint, field = unfit()
        if complaint := complaint or session.change("Properties", changed):
            dialog.refuse(complaint, field)
        else:
            dialog.finish("ok")

    dialog.button("OK", accept, default=True)
    dialog.button("Cancel", dialog.cancel)
    dialog.run(title)


def _typed_values(rules: Ruleset, typed: Sequence[tuple[CounterValue, int, str]]) -> Rows:
    """The values of a unit from the texts for each of its numbers; an empty one is none."""
    rows: list[list[int | None]] = [[None] * len(rules.values) for _ in range(max(1, rules.steps.usual))]
    for value, lost, text in typed:
        rows[lost][rules.value_place[value.id]] = int(text) if text else None
    return trimmed(rows)


def ask_new_unit(parent: tk.Misc, session: Session) -> str:
    """Ask for a new unit and add it; its key, "" if it was cancelled."""
    design, scenario = session.design, session.scenario
    assert scenario is not None
    rules = design.ruleset
    dialog = Dialog(parent, "New unit")
    body = dialog.body
    nations, types = list(rules.nationalities), list(rules.unit_types)
    nation = ttk.Combobox(body, values=[n.name for n in nations], state="readonly")
    nation.current(0)
    kind = ttk.Combobox(body, values=[t.name for t in types], state="readonly")
    kind.current(0)
    name = ttk.Entry(body, width=34)
    numbers = [(v, lost, ttk.Spinbox(body, from_=v.least, to=v.most, width=5))
               for v, lost in counter_numbers(rules) if v.from_ != "type"]
    titled = ((number_title(rules, v, lost, whole=True), box) for v, lost, box in numbers)
    for row, (label, field) in enumerate((("Nationality", nation), ("Type", kind), ("Name", name), *titled)):
        form_row(body, row, label, field, "w" if isinstance(field, ttk.Spinbox) else "ew")
    dialog.may_refuse()

    def suggest(_event: object = None) -> None:
        made = new_unit(rules, scenario, nations[nation.current()].id, types[kind.current()].id)
        texts = ((box, value_of(rules, made, v.id, lost)) for v, lost, box in numbers)
        for field, value in ((name, made.name), *((box, "" if n is None else str(n)) for box, n in texts)):
            field.delete(0, "end")
            field.insert(0, value)

    def accept() -> None:
        made = new_unit(rules, scenario, nations[nation.current()].id, types[kind.current()].id)
        for _, _, box in numbers:
            if box.get().strip() and not box.get().strip().isdecimal():
                dialog.refuse("Enter the values as whole numbers, or leave them empty.", box)
                return
        if not name.get().strip():
            dialog.refuse("Enter a name.", name)
            return
        made = replace(made, name=" ".join(name.get().split()), values=_typed_values(rules, [
            (v, lost, box.get().strip()) for v, lost, box in numbers]))

        def added(d: Design) -> Design:
            assert d.scenario is not None
            return with_scenario(d, add_unit(d.scenario, made))

        complaint = session.change(f"New unit {made.name}", added)
        if complaint:
            dialog.refuse(complaint, name)
        else:
            dialog.finish(made.key)

    selected = scenario.unit_by_key[session.units[0]] if session.units else None
    for i, n in enumerate(nations):
        if selected is not None and n.id == selected.nationality:
            nation.current(i)
    nation.bind("<<ComboboxSelected>>", suggest)
    kind.bind("<<ComboboxSelected>>", suggest)
    suggest()
    dialog.button("Create", accept, default=True)
    dialog.button("Cancel", dialog.cancel)
    return dialog.run(nation)


def ask_reinforcement(parent: tk.Misc, session: Session) -> tuple[str, ...]:
    """Ask for a unit to put on the schedule, or put all selected ones there that are not on it; their keys,
    none if it was cancelled or there is no scenario."""
    design, scenario = session.design, session.scenario
    if scenario is None:
        return ()
    dialog = Dialog(parent, "Add a reinforcement")
    body = dialog.body
    units = sorted((u for u in scenario.units if u.reinforcement is None), key=_waiting_first)
    names = [f"{u.name} ({_nation(design, u.nationality)}{', ' + u.hex if u.hex else ''})" for u in units]
    groups = [[u] for u in units]
    if len(together := [u for u in units if u.key in session.units]) > 1:
        names.insert(0, f"{len(together)} selected units: {listed([u.name for u in together])}")
        groups.insert(0, together)
    selected = next((i for i, group in enumerate(groups) if group[0].key in session.units), 0)
    unit = fit_choices(ttk.Combobox(body, values=names, state="readonly", width=40))
    turn = ttk.Spinbox(body, from_=1, to=scenario.turns, width=5)
    turn.insert(0, "1")
    entry = fit_choices(ttk.Combobox(body, values=list(entry_names(scenario).values()), state="readonly"))
    if units:
        unit.current(selected)
    chosen_by_hand = tk.BooleanVar(dialog, False)

    def suggest(_event: object = None) -> None:
        """Suggest the usual entry of the unit, until the user chooses one."""
        if not chosen_by_hand.get() and unit.current() >= 0:
            usual = usual_entry(design, groups[unit.current()][0])
            entry.set(entry_names(scenario).get(usual, ""))

    unit.bind("<<ComboboxSelected>>", suggest, add=True)
    entry.bind("<<ComboboxSelected>>", lambda _e: chosen_by_hand.set(True), add=True)
    suggest()
    form_row(body, 0, "Unit", unit)
    form_row(body, 1, "Turn", turn, "w")
    form_row(body, 2, "Arrives at", entry)
    # Said at once: what is missing cannot be chosen here.
    dialog.wrong.configure(text=why_no_reinforcement(design))

    def accept() -> None:
        if unit.current() < 0 or entry.current() < 0:
            missing, field = ("a unit", unit) if unit.current() < 0 else ("where it arrives", entry)
            dialog.refuse(why_no_reinforcement(design) or f"Choose {missing}.", field)
            return
        if not turn.get().isdecimal():
            dialog.refuse("Enter the turn as a whole number.", turn)
            return
        chosen = groups[unit.current()]
        where, number = scenario.entries[entry.current()], int(turn.get())

        def scheduled(d: Design) -> Design:
            after = d.scenario
            assert after is not None
            for u in chosen:
                after = schedule(after, u.key, number, where.id)
            return with_scenario(d, after)

        arrive = f"{chosen[0].name} arrives" if len(chosen) == 1 else f"{len(chosen)} units arrive"
        complaint = session.change(f"{arrive} on turn {number}", scheduled)
        if complaint:
            dialog.refuse(complaint, turn)
        else:
            added.extend(u.key for u in chosen)
            dialog.finish("added")

    added: list[str] = []
    dialog.button("Add", accept, default=True)
    dialog.button("Cancel", dialog.cancel)
    dialog.run(unit)
    return tuple(added)


def why_no_reinforcement(design: Design) -> str:
    """Why no unit can be put on the schedule of the scenario, with what to do; "" if one can."""
    scenario = design.scenario
    if scenario is None:
        return "There is only a map here: begin a scenario with Scenario > New scenario on this map."
    if not scenario.entries:
        return ("The scenario has no entry, a place where reinforcements arrive: make one with New in "
                "Scenario > Entries….")
    if not scenario.units:
        return "The scenario has no units: make one first with New… in the Units panel."
    if all(unit.reinforcement is not None for unit in scenario.units):
        return "Every unit is on the schedule already: make another one first with New… in the Units panel."
    return ""


def _waiting_first(unit: object) -> bool:
    return getattr(unit, "setup", None) is not None


def _nation(design: Design, id: str) -> str:
    known = design.ruleset.nationality_by_id.get(id)
    return known.name if known else id


def unit_names(scenario: Scenario | None, keys: tuple[str, ...]) -> str:
    """The name of one unit, or `3 units`, for labels."""
    if len(keys) == 1 and scenario and keys[0] in scenario.unit_by_key:
        return scenario.unit_by_key[keys[0]].name
    return f"{len(keys)} units"
