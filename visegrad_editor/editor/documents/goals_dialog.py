"""The dialog for the goals of a scenario: who wins when."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import replace
from tkinter import ttk
from typing import Any

from ...hexgrid import Hex
from ...model.check.victory_reach import unreached
from ...model.design import Design
from ...model.edit.goals import (
    added,
    as_own,
    condition_of,
    goal_of,
    nearest_goal,
    refusal,
    with_part,
    with_victory,
)
from ...model.rules.victory import VICTORY, Victory, VictoryCondition, VictoryLevel, VictoryPoints
from ...model.scenario_words import sentences_of
from ..map.hex_choice import ChooseHexes
from ..widgets.columns import ElidedTexts
from ..widgets.dialogs import Dialog
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.small_screen import is_low
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import keep_room
from ..window import theme
from ..window.theme import px
from .goal_fields import GoalFields

WIDTH = 560
_LISTS = ("conditions", "points", "levels")
_UNREACHED = "unreached"
"""The tag of goals that cannot be reached."""
_DRAW = "the game is a draw"
_SAYS_MORE = ("The fields cannot say all of this goal. Change goal would put in its place what they say; all "
              "its keys are in View > Panels > All keys, `victory`.")


class GoalsDialog(Dialog):
    """Lists who wins when, each goal in a sentence, with what is wrong with it, and lets goals be added,
    changed, joined, moved and removed; `changed` is the resulting design.

    A scenario without goals of its own shows those of `granted`, by which it is played: the first change
    makes them its own. `selected` are the hexes selected on the map.
    """

    def __init__(
        self, parent: tk.Misc, design: Design, granted: Victory, selected: Sequence[str] = (),
        choose_hexes: ChooseHexes | None = None,
    ) -> None:
        super().__init__(parent, "Goals")
        self._choose_hexes = choose_hexes
        assert design.scenario is not None
        self.design = self.changed = design
        self.own: Victory | None = design.scenario.own_victory
        """The victory of the scenario; None while it leaves that to the ruleset."""
        self._granted, self._selected = as_own(granted), tuple(selected)
        self.whose = ttk.Label(self.body, style="Quiet.TLabel", wraplength=px(WIDTH), justify="left")
        self.whose.grid(row=0, column=0, columnspan=2, sticky="w", pady=(0, px(6)))
        low = is_low(self)
        self._lines = 1 if low else 2
        """The lines of a sentence in the list."""
        self.tree = ttk.Treeview(self.body, show="tree", selectmode="browse", height=8 if low else 5,
                                 style="Flat.Treeview" if low else "Schedule.Flat.Treeview")
        self.tree.column("#0", width=px(WIDTH), stretch=True)
        self.tree.tag_configure(_UNREACHED, foreground=theme.ERROR)
        self._texts = ElidedTexts(self.tree)
        grid_scrolled(self.tree, 1)
        self.whole = ttk.Label(self.body, style="Quiet.TLabel", wraplength=px(WIDTH), justify="left")
        self.whole.grid(row=2, column=0, columnspan=2, sticky="nw")
        last = ttk.Frame(self.body, style="Panel.TFrame")
        last.grid(row=3, column=0, columnspan=2, sticky="w", pady=px(4))
        self.before = ttk.Label(last, style="Quiet.TLabel")
        self.before.pack(side="left", padx=(0, px(5)))
        self.otherwise = ttk.Combobox(last, state="readonly", width=30, values=[
            _DRAW, *(f"{s.name} wins" for s in design.ruleset.sides)])
        self.otherwise.pack(side="left")
        self.otherwise.bind("<<ComboboxSelected>>", lambda _e: self._choose_otherwise())
        Tooltip(self.otherwise, "Who wins if no goal is reached and nobody leads in points")
        self.fields = GoalFields(self.body)
        self.fields.grid(row=4, column=0, columnspan=2, sticky="w")
        self.fields.show(design.ruleset, design.map)
        self.buttons: dict[str, ttk.Button] = {}
        self._buttons(5, (
            ("Add goal", self.add, "Add the goal that the fields describe"),
            ("Change goal", self.change, "Put it in place of the selected goal"),
            ("Needed together", self.join, "Join it to the selected goal: only both together win"),
            ("Selected hexes", self.take_selection, "Name the hexes that are selected on the map"),
            *([("Choose on the map…", self.choose_on_map, "Click hexes on the map, and come back with them")]
              if choose_hexes is not None else [])))
        self._buttons(6, (
            ("Remove goal", self.remove, "Remove the selected goal  (Delete)"),
            ("Up", lambda: self.move(-1), "Of conditions the first that is met decides  (Alt+Up)"),
            ("Down", lambda: self.move(1), "Of conditions the first that is met decides  (Alt+Down)"),
            ("Reset", self.reset, "Remove all goals of the scenario: those of the rules count again")))
        for keys, do in (("<Delete>", self.remove), ("<Alt-Up>", lambda: self.move(-1)),
                         ("<Alt-Down>", lambda: self.move(1))):
            self.tree.bind(keys, lambda _e, do=do: do() or "break")  # type: ignore[misc]
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._follow())
        self.wrong = ttk.Label(self.body, style="Error.TLabel", wraplength=px(WIDTH), justify="left")
        self.wrong.grid(row=7, column=0, columnspan=2, sticky="nw")
        if not low:
            keep_room(self.body, 2)
            keep_room(self.body, 7, 1)
        self.body.columnconfigure(0, weight=1)
        self.body.rowconfigure(1, weight=1)
        self.button("OK", self.accept, default=True)
        self.button("Cancel", self.cancel)
        self._list("")
        self.field_undo.keep(lambda: self.own, self._put_back)

    def _put_back(self, own: Victory | None) -> None:
        """Show the goals as they were before a change, or after it."""
        mark = next(iter(self.tree.selection()), "")
        self.own = own
        self._list(mark)

    def _buttons(self, at: int, several: Sequence[tuple[str, Callable[[], None], str]]) -> None:
        row = ttk.Frame(self.body, style="Panel.TFrame")
        row.grid(row=at, column=0, columnspan=2, sticky="w", pady=(px(4), 0))
        for text, command, tip in several:
            button = ttk.Button(row, text=text, style="Small.TButton", command=command)
            button.pack(side="left", padx=(0, px(4)))
            Tooltip(button, tip)
            self.buttons[text] = button

    # -- what is shown -----------------------------------------------------------------------------

    @property
    def victory(self) -> Victory:
        """Who wins as the dialog has it now."""
        return self.own if self.own is not None else self._granted

    def said(self, row: str) -> str:
        """What a row says, all of it; "" for no row."""
        return self._texts.whole(row).strip()

    def _list(self, mark: str) -> None:
        self.field_undo.look_soon()
        tell, tree, victory = sentences_of(self.design, with_places=True), self.tree, self.victory
        tree.delete(*tree.get_children())
        self._texts.clear()
        bad = unreached(with_victory(self.design, self.own))
        rows = [(f"conditions {i}", tell.condition(one, victory.rule), bad.get(i, ""))
                for i, one in enumerate(victory.conditions)]
        rows += [(f"points {i}", tell.points(one, victory.rule), "") for i, one in enumerate(victory.points)]
        for id, said, why in rows:
            tree.insert("", "end", id, tags=(_UNREACHED,) if why else ())
            self._texts.put(id, f" {said}{f'  Cannot be reached: {why}.' if why else ''}",
                            lines=self._lines)
        for i, level in enumerate(victory.levels):
            tree.insert("", "end", f"levels {i}")
            self._texts.put(f"levels {i}", f" A lead of {level.lead} points or more: "
                            f"{level.name or level.id}.")
        # As elsewhere: points come before what holds otherwise.
        points = [str(one) for one in tell.without_goal(victory)[:1] if victory.points and not victory.levels]
        case = tell.otherwise(victory)
        self.before.configure(text=" ".join((*points, f"{case[:1].upper()}{case[1:]}, after the last turn,")))
        sides = [s.id for s in self.design.ruleset.sides]
        self.otherwise.current(1 + sides.index(victory.otherwise) if victory.otherwise in sides else 0)
        title = self.design.ruleset.title
        self.whose.configure(text=(
            f"Who wins in this scenario, in place of what the rules of {title} say. Conditions count before "
            "points; the first that is met decides." if self.own is not None else
            f"Who wins by the rules of {title}. The first change makes goals of this scenario of them."))
        if tree.exists(mark):
            tree.selection_set(mark)
            tree.focus(mark)
        self._follow()

    def _follow(self) -> None:
        self.wrong.configure(text="")
        id = next(iter(self.tree.selection()), "")
        bad = bool(id) and self.tree.tag_has(_UNREACHED, id)
        self.whole.configure(text=self.said(id), style="Error.TLabel" if bad else "Quiet.TLabel")
        entry = self._entry(id)
        if entry is not None:
            self.fields.put(nearest_goal(entry))
            if goal_of(entry) is None:
                self.wrong.configure(text=_SAYS_MORE)

    def _entry(self, id: str) -> VictoryCondition | VictoryPoints | VictoryLevel | None:
        key, _, index = id.partition(" ")
        entry: VictoryCondition | VictoryPoints | VictoryLevel | None = (
            getattr(self.victory, key)[int(index)] if key else None)
        return entry

    def _marked(self) -> tuple[str, int]:
        """The list and the place of the selected goal. Raises ValueError with a sentence."""
        id = next(iter(self.tree.selection()), "")
        if not id:
            raise ValueError("Select a goal in the list first.")
        key, _, index = id.partition(" ")
        return key, int(index)

    def _try(self, make: Callable[[], tuple[Victory, str]]) -> None:
        """Show a changed victory, or say why it cannot be."""
        try:
            victory, mark = make()
        except ValueError as error:
            self.wrong.configure(text=str(error))
            return
        self.own = victory
        self._list(mark)

    # -- what is done ------------------------------------------------------------------------------

    def add(self) -> None:
        """Add the goal of the fields."""
        def make() -> tuple[Victory, str]:
            goal, before = self.fields.goal(), self.victory
            after = added(before, goal, self.design.ruleset)
            if why := refusal(goal, self.design, before):
                raise ValueError(why)
            key = next(k for k in _LISTS if len(getattr(after, k)) > len(getattr(before, k)))
            return after, f"{key} {len(getattr(after, key)) - 1}"

        self._try(make)

    def change(self) -> None:
        """Put the goal of the fields in place of the selected one."""
        def make() -> tuple[Victory, str]:
            key, at = self._marked()
            goal, before = self.fields.goal(), self.victory
            entry = self._entry(f"{key} {at}")
            old = goal_of(entry) if entry is not None else None
            if old is not None and old.also:
                goal = replace(goal, also=old.also)
            rest = _with(before, key, _without(getattr(before, key), at))
            if why := refusal(goal, self.design, rest):
                raise ValueError(why)
            after = added(rest, goal, self.design.ruleset)
            grown = next(k for k in _LISTS if len(getattr(after, k)) > len(getattr(rest, k)))
            if grown == key:
                # It keeps its place, and what the fields do not say of it.
                *others, new = getattr(after, key)
                if isinstance(entry, VictoryCondition | VictoryPoints):
                    # What the rulebook does not say is not given its number.
                    kept = replace(new, rule=entry.rule)
                    new = kept if kept == entry else new
                after = _with(after, key, (*others[:at], new, *others[at:]))
                return after, f"{key} {at}"
            return after, f"{grown} {len(getattr(after, grown)) - 1}"

        self._try(make)

    def join(self) -> None:
        """Join the goal of the fields to the selected one."""
        def make() -> tuple[Victory, str]:
            key, at = self._marked()
            entry, victory = self._entry(f"{key} {at}"), self.victory
            old = goal_of(entry) if entry is not None else None
            if old is None or not isinstance(entry, VictoryCondition):
                raise ValueError("Only goals of these kinds can be joined. Others are changed with all their "
                                 "keys: View > Panels > All keys, `victory` of the scenario.")
            goal = with_part(old, self.fields.goal())
            if why := refusal(self.fields.goal(), self.design, victory):
                raise ValueError(why)
            made = condition_of(goal, self.design.ruleset)
            return replace(victory, conditions=tuple(
                made if i == at else one for i, one in enumerate(victory.conditions))), f"{key} {at}"

        self._try(make)

    def remove(self) -> None:
        """Remove the selected goal."""
        def make() -> tuple[Victory, str]:
            key, at = self._marked()
            after = _with(self.victory, key, _without(getattr(self.victory, key), at))
            if after == VICTORY:
                raise ValueError("This is the last goal: without it the rules decide. Choose Reset for that.")
            return after, f"{key} {max(0, at - 1)}"

        self._try(make)

    def move(self, by: int) -> None:
        """Move the selected goal up or down in its list."""
        def make() -> tuple[Victory, str]:
            key, at = self._marked()
            entries = list(getattr(self.victory, key))
            if not 0 <= at + by < len(entries):
                raise ValueError(f"It is already the {'first' if by < 0 else 'last'} of its kind.")
            entries.insert(at + by, entries.pop(at))
            return _with(self.victory, key, tuple(entries)), f"{key} {at + by}"

        self._try(make)

    def reset(self) -> None:
        """Leave it to the rules who wins."""
        if self.own is None:
            self.wrong.configure(text="The scenario has no goals of its own.")
            return
        self.own = None
        self._list("")

    def take_selection(self) -> None:
        """Name the hexes that are selected on the map."""
        if not self._selected:
            self.wrong.configure(text="No hexes are selected on the map.")
            return
        self.wrong.configure(text="")
        self.fields.name_hexes(self._selected)

    def choose_on_map(self) -> None:
        """Let the user choose the hexes on the map, and name them."""
        assert self._choose_hexes is not None
        grid = self.design.map.grid

        def take(hexes: frozenset[Hex]) -> str:
            self.fields.name_hexes([grid.number(hex) for hex in sorted(hexes, key=grid.index)])
            return ""

        now = (grid.parse(number) for number in self.fields.numbers())
        self._choose_hexes(self, "Hexes of the goal", [hex for hex in now if hex is not None], take)

    def _choose_otherwise(self) -> None:
        sides = [s.id for s in self.design.ruleset.sides]
        at = self.otherwise.current()
        chosen = sides[at - 1] if at > 0 else "draw"
        if chosen != self.victory.otherwise:
            mark = next(iter(self.tree.selection()), "")
            self._try(lambda: (replace(self.victory, otherwise=chosen), mark))

    def accept(self) -> None:
        """Take the goals over."""
        self.changed = with_victory(self.design, self.own)
        self.finish("ok")


def _with(victory: Victory, key: str, entries: tuple[Any, ...]) -> Victory:
    changes: dict[str, Any] = {key: entries}
    return replace(victory, **changes)


def _without(entries: tuple[Any, ...], at: int) -> tuple[Any, ...]:
    return (*entries[:at], *entries[at + 1:])
