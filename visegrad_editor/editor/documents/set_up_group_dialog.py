"""The dialog that says where the selected units may be set up, each for itself or as a set-up group."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from tkinter import ttk

from ...engine.checks import check_design
from ...engine.set_up import fixed_order
from ...hexgrid import Hex
from ...model.check.set_up_groups import group_faults
from ...model.design import Design
from ...model.edit.set_up_groups import (
    SHARED,
    WITH_ITS_SIDE,
    SetUpWish,
    arriving_later,
    common_wish,
    group_called,
    in_boxes,
    limits_text,
    place_in_order,
    read_limits,
    set_up_units,
)
from ...model.edit.set_up_order import order_of_set_up
from ...model.edit.unit_cells import countries_of, read_setup, setup_text
from ...model.edit.units import boxed_words
from ...model.place_words import country_name
from ...model.scenario import Setup, SetUpGroup, SetUpLimit
from ...model.scenario_words import content_words
from ...model.where import Where
from ...model.wording import count
from ..map.hex_choice import ChooseHexes
from ..session import Session
from ..widgets.dialogs import Dialog
from ..widgets.fields import fit_choices
from ..widgets.small_screen import is_low
from ..widgets.tooltips import Tooltip
from ..widgets.variables import when_written
from ..window.theme import px
from .scenario_dialogs import form_row

_HELP = ("A country or an area by its name, or hex numbers, or several of them; country: and area: also with "
         "an id; not: before what is left out, as in not:Germany; feature:, road:, terrain: and edge: choose "
         "from these.")
_MOST_LISTED = 60


class SetUpGroupDialog(Dialog):
    """Asks where units may be set up; `done` says in a sentence what was changed, "" before that."""

    def __init__(self, parent: tk.Misc, session: Session, keys: Sequence[str],
                 choose_hexes: ChooseHexes | None = None) -> None:
        super().__init__(parent, "Where units may be set up")
        self._choose_hexes = choose_hexes
        scenario = session.scenario
        assert scenario is not None
        self._session, self._keys, self._scenario = session, tuple(keys), scenario
        self.done = ""
        body = self.body
        boxed = in_boxes(session.design, keys)
        self._boxed = [scenario.unit_by_key[k] for k in boxed]
        self._later = arriving_later(scenario, (k for k in keys if k not in boxed))
        now = [scenario.unit_by_key[k] for k in keys if k not in (*boxed, *self._later)]
        wish = common_wish(scenario, now) or SetUpWish(Where())
        self.arriving = tk.BooleanVar(self, False)
        self.group_name = tk.StringVar(self, wish.group)
        self.rule = tk.StringVar(self, wish.rule)
        # The rule of units without a group goes with the hexes of which it was said.
        self._cited = None if wish.group or not wish.rule else (wish.rule, wish.where)
        where = setup_text(Setup(wish.where), session.design) if wish.where != Where() else ""
        self.where = tk.StringVar(self, where)
        self.alone = tk.BooleanVar(self, wish.alone)
        self.together = tk.BooleanVar(self, wish.together)
        # Those that stand in a hex of their choice already are not taken away by a change of something else.
        self.stay = tk.BooleanVar(self, any(u.position for u in now))
        names = [scenario.unit_by_key[k].name for k in keys]
        told = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
        boxes = f" {boxed_words(session.design.ruleset, self._boxed)}; left as before." if boxed else ""
        ttk.Label(body, text=f"{count(len(names), 'unit')}: {told}.{boxes}", style="Quiet.TLabel",
                  wraplength=px(540), justify="left").grid(row=0, column=0, columnspan=2, sticky="w",
                                                           pady=(0, px(6)))
        low = is_low(self)
        group = ttk.Frame(body, style="Panel.TFrame")
        group.columnconfigure(0, weight=1)
        self.first = ttk.Combobox(group, textvariable=self.group_name, width=24 if low else 40,
                                  values=[g.name for g in scenario.set_up_groups])
        fit_choices(self.first)
        self.first.grid(row=0, column=0, sticky="ew")
        form_row(body, 1, "Set-up group", group)
        Tooltip(self.first, "The name of a group, new or of the list; empty: the units are in no group")
        rule = ttk.Entry(group if low else body, textvariable=self.rule, width=10)
        if low:
            ttk.Label(group, text="Rule", style="Quiet.TLabel").grid(row=0, column=1, padx=px(6))
            rule.grid(row=0, column=2)
        else:
            form_row(body, 2, "Rule", rule, "w")
        line = ttk.Frame(body, style="Panel.TFrame")
        line.columnconfigure(0, weight=1)
        hexes = ttk.Entry(line, textvariable=self.where, width=40)
        hexes.grid(row=0, column=0, sticky="ew")
        self.add_to_where = self._add_button(line, self._add, self.choose_on_map)
        self.add_to_where.grid(row=0, column=1, padx=(px(4), 0))
        form_row(body, 3, "Where", line)
        if low:
            Tooltip(hexes, _HELP)
        else:
            ttk.Label(body, text=_HELP, style="Quiet.TLabel", wraplength=px(440), justify="left").grid(
                row=4, column=1, sticky="w")
        for row, text, variable in (
                (5, "Alone: none in one hex with another unit of its nationality", self.alone),
                (6, "Together: all of the group in one hex", self.together),
                (7, "Who stands in such a hex stays there; the others are still to be set up", self.stay)):
            ttk.Checkbutton(body, text=text, variable=variable).grid(
                row=row, column=1, sticky="w", pady=px(2))
        limits = ttk.Frame(body, style="Panel.TFrame")
        limits.columnconfigure(0, weight=1)
        self.limits = tk.Text(limits, width=40, height=2, padx=px(6), pady=px(4), font="TkDefaultFont")
        self.limits.grid(row=0, column=0, sticky="ew")
        self.add_to_limit = self._add_button(limits, self._add_to_limit, self.choose_for_limit)
        self.add_to_limit.grid(row=0, column=1, padx=(px(4), 0), sticky="n")
        form_row(body, 8, "Limits", limits)
        Tooltip(self.limits, "How many of the group at most, and where: 2 feature:city. A line for each; "
                "with shared at its end they need not stand alone there")
        self.order = ttk.Combobox(body, state="readonly", width=40)
        fit_choices(self.order)
        form_row(body, 9, "Sets up", self.order)
        if self._later:
            number = len(self._later)
            ttk.Checkbutton(body, variable=self.arriving, text=(
                f"Also {'the 1 that arrives' if number == 1 else f'the {number} that arrive'} later: "
                "turn and entry are taken away")).grid(row=10, column=1, sticky="w", pady=px(2))
        # Beside the buttons, so that they are seen even where the fields have to be scrolled.
        self.said = ttk.Label(self.foot, style="Panel.TLabel", wraplength=px(540), justify="left")
        self.said.pack(side="top", anchor="w")
        self.may_refuse()
        self._show_limits(wish.limits or ())
        self._list_order()
        for key, do in (("<Tab>", tk.Misc.tk_focusNext), ("<Shift-Tab>", tk.Misc.tk_focusPrev),
                        ("<ISO_Left_Tab>", tk.Misc.tk_focusPrev)):
            self.limits.bind(key, partial(self._leave_limits, do))
        # Return begins another line; it does not press OK.
        self.limits.bind("<Return>", lambda _e: self.limits.insert("insert", "\n") or "break")  # type: ignore[func-returns-value]
        self.limits.bind("<KeyRelease>", lambda _e: self._tell())
        when_written(self.group_name, self, self._tell)
        for flag in (self.alone, self.together, self.arriving):
            when_written(flag, self, self._tell)
        self.first.bind("<<ComboboxSelected>>", lambda _e: self._take_group())
        when_written(self.where, self, self._tell)
        self._tell()
        self.button("OK", self.accept, default=True)
        self.button("Cancel", self.cancel)

    def _leave_limits(self, to: Callable[[tk.Misc], tk.Misc | None], _event: object) -> str:
        (to(self.limits) or self.limits).focus_set()
        return "break"

    def _show_limits(self, limits: Iterable[SetUpLimit]) -> None:
        self.limits.delete("1.0", "end")
        self.limits.insert("1.0", limits_text(limits, self._session.design))

    def _list_order(self) -> None:
        """List where in the order of set-up the group may be set up, and choose what is so now."""
        design, known = self._session.design, group_called(self._scenario, self.group_name.get())
        id = known.id if known is not None else ""
        if fixed_order(design):
            self.order.configure(values=["with the rest of its side, in the order that the rules fix"])
            self.order.current(0)
            return
        ruleset, groups = design.ruleset, self._scenario.group_by_id
        names = [ruleset.side_by_id[one].name if one in ruleset.side_by_id else groups[one].name
                 for one in order_of_set_up(design) if one != id]
        self.order.configure(values=[
            "with the rest of its side", "apart, first", *(f"apart, after {name}" for name in names)])
        self.order.current(place_in_order(design, id) + 1)

    def _add_to_limit(self, word: str) -> None:
        """Add a word to the line of the limits in which the cursor is."""
        line = self.limits.get("insert linestart", "insert lineend").strip()
        self.limits.delete("insert linestart", "insert lineend")
        self.limits.insert("insert linestart", f"{line or 1} {word}")
        self._tell()

    def _add_button(self, line: ttk.Frame, add: Callable[[str], None],
                    choose: Callable[[], None]) -> ttk.Menubutton:
        """A button that adds countries, areas and the selected hexes to a text, or lets the user choose its
        hexes on the map."""
        design = self._session.design
        button = ttk.Menubutton(line, text="Add…")
        menu = tk.Menu(button, tearoff=False)
        countries, areas = tk.Menu(menu, tearoff=False), tk.Menu(menu, tearoff=False)
        for id in countries_of(design)[:_MOST_LISTED]:
            word = setup_text(Setup(Where(countries=(id,))), design)
            countries.add_command(label=country_name(id, design.ruleset), command=partial(add, word))
        for area in design.map.areas[:_MOST_LISTED]:
            word = setup_text(Setup(Where(areas=(area.id,))), design)
            areas.add_command(label=area.name or area.id, command=partial(add, word))
        menu.add_cascade(label="Country", menu=countries)
        menu.add_cascade(label="Area", menu=areas, state="normal" if design.map.areas else "disabled")
        menu.add_command(label="The hexes selected on the map", command=lambda: self._add_hexes("", add))
        menu.add_command(label="Not the hexes selected on the map",
                         command=lambda: self._add_hexes("not:", add))
        if self._choose_hexes is not None:
            menu.add_command(label="Choose on the map…", command=choose)
        button.configure(menu=menu)
        Tooltip(button, "Add a country, an area or the selected hexes, or choose hexes on the map")
        return button

    def _add(self, word: str) -> None:
        self.where.set(" ".join([*self.where.get().split(), word]))

    def _add_hexes(self, before: str, add: Callable[[str], None]) -> None:
        session, grid = self._session, self._session.design.map.grid
        hexes: list[Hex] = sorted(session.region, key=grid.index) or ([session.hex] if session.hex else [])
        if not hexes:
            self.wrong.configure(text="No hexes are selected on the map. Select some, then open this window.")
        for hex in hexes:
            add(f"{before}{grid.number(hex)}")

    def choose_on_map(self) -> None:
        """Let the user choose on the map where they may be set up."""
        def put(numbers: Sequence[str]) -> None:
            self.where.set(" ".join(numbers))

        self._choose("Where they may be set up", self.where.get(), put)

    def choose_for_limit(self) -> None:
        """Let the user choose on the map the hexes of the limit in whose line the cursor is."""
        line = self.limits.get("insert linestart", "insert lineend").strip()
        number, _, where = line.partition(" ")
        shared = where.casefold().endswith(SHARED)

        def put(numbers: Sequence[str]) -> None:
            self.limits.delete("insert linestart", "insert lineend")
            self.limits.insert(
                "insert linestart", f"{number or 1} {' '.join(numbers)}{SHARED * shared}")
            self._tell()

        self._choose("Hexes of the limit", where[:-len(SHARED)] if shared else where, put)

    def _choose(self, what: str, text: str, put: Callable[[Sequence[str]], None]) -> None:
        """Let the user choose hexes on the map, beginning with those that a text means."""
        assert self._choose_hexes is not None
        design, grid = self._session.design, self._session.design.map.grid
        now: frozenset[Hex] = frozenset()
        with suppress(ValueError):
            setup = read_setup(design, text.strip())
            if setup is not None:
                now = frozenset(setup.where.resolve(design.map))
                self.alone.set(self.alone.get() or setup.alone)

        def take(hexes: frozenset[Hex]) -> str:
            if not hexes:
                return "Choose one hex at least, or press Esc."
            # What already means these hexes, such as a country, stays.
            if hexes != now:
                put([grid.number(hex) for hex in sorted(hexes, key=grid.index)])
            return ""

        self._choose_hexes(self, what, now, take)

    def _take_group(self) -> None:
        """Show what the chosen group says."""
        group = group_called(self._scenario, self.group_name.get())
        if group is not None:
            self.rule.set(group.rule)
            self.where.set(setup_text(Setup(group.where), self._session.design))
            self.alone.set(group.alone)
            self.together.set(group.together)
            self._show_limits(group.limits)
        self._list_order()

    def _wish(self) -> SetUpWish:
        """What is in the fields; raises ValueError."""
        setup = read_setup(self._session.design, self.where.get().strip())
        if setup is not None and setup.group:
            raise ValueError("Name the group above, and write here where its units may be set up.")
        if setup is None or setup.box:
            raise ValueError("Write where they may be set up. " + _HELP)
        limits = read_limits(self._session.design, self.limits.get("1.0", "end-1c"))
        group, place = self.group_name.get().strip(), self.order.current() - 1
        return SetUpWish(setup.where, setup.alone or self.alone.get(), group, self.rule.get().strip(),
                         self.together.get(), self.stay.get(), limits if limits or group else None,
                         place if group or place != WITH_ITS_SIDE else None, self.arriving.get())

    def _tell(self) -> None:
        """Say which hexes the text means, and what in it cannot be."""
        design, wrong = self._session.design, ""
        try:
            setup = read_setup(design, self.where.get().strip())
        except ValueError:
            setup = None
        if setup is None or setup.box or setup.group:
            self.said.configure(text="")
        else:
            if self._cited is not None and setup.where != self._cited[1]:
                if self.rule.get() == self._cited[0]:
                    self.rule.set("")
                self._cited = None
            number, limits = len(setup.where.resolve(design.map)), tuple[SetUpLimit, ...]()
            with suppress(ValueError):
                limits = read_limits(design, self.limits.get("1.0", "end-1c"))
            words = content_words(SetUpGroup(
                "group", where=setup.where, alone=setup.alone or self.alone.get(),
                together=self.together.get(), limits=limits), design)
            self.said.configure(text=f"{count(number, 'hex')}: {words}.")
            try:
                wish = self._wish()
                wrong = self._fault(set_up_units(design, self._keys, wish), wish)
            except ValueError as error:
                # What is still being typed is told when OK is pressed.
                wrong = str(error) if self.limits.get("1.0", "end").strip() else ""
        self.wrong.configure(text=wrong)

    def _fault(self, after: Design, wish: SetUpWish) -> str:
        """What cannot be right in the group of a wish, in a sentence; "" if nothing is wrong."""
        scenario = after.scenario
        group = group_called(scenario, wish.group) if scenario is not None and wish.group else None
        return next(iter(group_faults(after, group.id)), "") if group is not None else ""

    def accept(self) -> None:
        """Set the units up as wished, or say what is wrong."""
        try:
            wish = self._wish()
            before = self._session.design
            after = set_up_units(before, self._keys, wish)
            if fault := self._fault(after, wish) or _no_room(after, self._keys):
                raise ValueError(fault)
            left = 0 if wish.arriving else len(self._later)
            number = count(len(self._keys) - left - len(self._boxed), "unit")
            complaint = self._session.change(
                f"Set-up of {number}", lambda d: set_up_units(d, self._keys, wish))
        except ValueError as error:
            complaint = str(error)
        if complaint:
            self.wrong.configure(text=complaint)
            return
        changed = self._session.design is not before
        group = f' They belong to the set-up group "{wish.group}".' if wish.group else ""
        kept = f" {count(left, 'unit')} that arrive{'s' * (left == 1)} later left as before." if left else ""
        if self._boxed:
            kept += f" {boxed_words(before.ruleset, self._boxed)}: left as before."
        self.done = (f"{number} changed.{group}{kept} Ctrl+Z undoes it." if changed else
                     f"All of them were set up so already.{kept}")
        self.finish("ok")


def _no_room(design: Design, keys: Sequence[str]) -> str:
    """Why units cannot all be set up by the rules of stacking and of standing alone, in a sentence; ""."""
    return next((p.message for p in check_design(design) if p.code == "no-room" and p.unit in keys), "")
