"""What is open in the window: the design with its history, the selection, the problems.

The session knows no widgets; panels listen to its signals and ask it to make edits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.edit.units import stack_at
from ..model.history import History
from ..model.problems import Problem
from ..model.provenance import Provenance
from ..model.scenario import Scenario
from ..model.wording import count
from ..systems import UnknownSystemError, system
from .inheritance import Inheritance
from .map.layers import LayerStates
from .signals import Signal
from .tools import Brush, BrushChoice, Edit, Selection, Stroke, ToolResult
from .tools.brush_shapes import CustomBrushShapes


@dataclass(frozen=True)
class OpenDocument:
    """Where the design came from. `path` is absolute, or None for a new design that was never saved;
    `read_only` is true for the samples that come with the program."""

    kind: str
    path: Path | None
    title: str
    read_only: bool = False
    begun: bool = False
    """Whether it was made from a template with File > New."""

    @property
    def file_prefix(self) -> str:
        """`isle.yaml – `; "" for a sample or a new design, which have no file to save to."""
        return f"{self.path.name} – " if self.path is not None and not self.read_only else ""


class Session:
    """One open design."""

    def __init__(self, design: Design, document: OpenDocument, brush_shapes: CustomBrushShapes | None = None,
                 complain: Callable[[str], None] = lambda _text: None,
                 say: Callable[[str], None] = lambda _text: None,
                 withdraw: Callable[[str], None] = lambda _text: None) -> None:
        """`complain` tells the user why an edit was not made; `say` tells what an edit did if that is not
        visible; `withdraw` removes one of these texts if it is still shown. `brush_shapes` are the brush
        shapes that the user made."""
        self.document = document
        self.complain, self.say, self.withdraw = complain, say, withdraw
        self.history: History[Design] = History(design)
        self.files_gone = False
        """Whether a file of the design has vanished, so that its content exists only in the window."""
        self.brush = Brush()
        self.hex: Hex | None = None
        self.units: tuple[str, ...] = ()
        self.problems: tuple[Problem, ...] = ()
        self.problems_known = False
        """Whether this document has been checked, so that `problems` is meaningful."""
        self.checking = False
        """Whether a check takes so long that the problems may be those of an earlier state."""
        self.layers = LayerStates()
        self.brush_shapes = brush_shapes or CustomBrushShapes()
        self.stroke = Stroke()
        """What is being drawn now with the current tool."""
        self.line_ends = Signal()
        """The line being drawn click by click must be completed now: the next choice is for another line."""
        self.changed = Signal()
        """The design changed: by an edit, undo, redo or opening another file."""
        self.selected = Signal()
        """A different hex or different units are selected."""
        self.region_changed = Signal()
        """A different set of hexes is selected."""
        self.checked = Signal()
        """The list of problems changed, or is known for the first time."""
        self.check_lasts = Signal()
        """A check takes long, or a long check has ended."""
        self.chosen = Signal()
        """The palette's choices changed."""
        self.opened = Signal()
        """Another document is open, or the document has another name."""
        self.completed: Callable[[Design], Design] = lambda design: design
        """Adds to an edited design what its files hold besides documents: the pictures of counters."""
        self.before: Design = design
        self.inheritance = Inheritance(self)
        """What the open design has from its base."""
        self.opened.connect(self.inheritance.forget)
        self.history.listen(self._history_moved)
        self.layers.locks_changed.connect(lambda: self.choose(locked=self.layers.locked))
        self.layers.changed.connect(self._layers_seen)
        self._choose_defaults()

    @property
    def design(self) -> Design:
        return self.history.current

    @property
    def region(self) -> frozenset[Hex]:
        """The selected hexes, which cut, copy, fill and replace apply to; all are on the map."""
        return self.brush.region

    @property
    def scenario(self) -> Scenario | None:
        return self.design.scenario

    @property
    def game_events(self) -> tuple[str, ...]:
        """The events that the game of the ruleset lets happen besides those of the ruleset; none of a game
        that cannot be used."""
        try:
            return tuple(system(self.design.ruleset.system).events)
        except UnknownSystemError:
            return ()

    @property
    def title(self) -> str:
        """The text of the title bar: the file, if the user has one, and the title; with `*` if closing would
        lose changes."""
        star, document = "*" if self.at_stake else "", self.document
        return f"{star}{document.file_prefix}{document.title} – Visegrad Editor"

    @property
    def unsaved(self) -> bool:
        """Whether the design differs from what is in its files."""
        return self.history.changed or self.files_gone

    @property
    def untouched(self) -> bool:
        """Whether the design was made with File > New and not edited since, so that closing loses nothing."""
        return self.document.begun and len(self.history.steps) == 1

    @property
    def at_stake(self) -> bool:
        """Whether closing the design now would lose changes."""
        return self.unsaved and not self.untouched

    # -- opening ------------------------------------------------------------------------

    def open(self, design: Design, document: OpenDocument, history: History[Design] | None = None) -> None:
        """Show another design, with its history if one is given."""
        self.document, self.files_gone = document, False
        self.history = history or History(design, "New" if document.path is None else "Open")
        self.history.listen(self._history_moved)
        self.before = design
        self.hex, self.units, self.brush.region, self.problems = None, (), frozenset(), ()
        self.problems_known = self.checking = False
        self._choose_defaults()
        self.opened.emit()
        self.changed.emit()
        self.selected.emit()
        self.region_changed.emit()
        self.checked.emit()
        self.chosen.emit()

    def start_new(self, title: str, name: str, without_units: bool, follow: str = "") -> None:
        """Turn the open design into a new document without a file, with another title and perhaps no units.

        `follow` is the name of the scenario it is a variant of, "" for none."""
        scenario = self.scenario
        if scenario is not None:
            units = () if without_units else scenario.units
            scenario = replace(scenario, title=title, name=name, units=units,
                               summary=f"Made from {scenario.title}.")
            if follow:
                scenario = replace(scenario, extends=follow, version="1", provenance=Provenance("designer"))
            design = replace(self.design, scenario=scenario)
        else:
            design = replace(self.design, map=replace(self.design.map, title=title, name=name))
        self.open(design, OpenDocument(self.document.kind, None, title, begun=True))
        self.history.mark_unsaved()
        self.opened.emit()

    def saved(self, document: OpenDocument, written: Design) -> None:
        """Note that the current state is on disk, perhaps under another name. `written` is the design with
        the names and references of its files; all steps of the history take these over."""
        self.document, self.files_gone = document, False
        before = self.scenario.extends if self.scenario is not None else ""
        self.history.rewrite(lambda design: with_names_of(design, written, before))
        self.history.mark_saved()
        self.opened.emit()

    def _layers_seen(self) -> None:
        if self.layers.unseen != self.brush.hidden:
            self.choose(hidden=self.layers.unseen)

    def _choose_defaults(self) -> None:
        """Choose something for each tool to draw with."""
        brush = self.brush
        self._choose_kinds()
        brush.country = _first(brush.country, [v for _, v in self.design.map.countries.legend if v])
        brush.area = _first(brush.area, [a.id for a in self.design.map.areas])
        brush.unit, brush.more_units = "", ()
        # A name belongs to a line of the document that was open before.
        brush.line_name = brush.road_name = ""

    def _choose_kinds(self) -> None:
        """Replace chosen kinds that the ruleset does not have."""
        rules, brush = self.design.ruleset, self.brush
        brush.terrain = _first(brush.terrain, [t.id for t in rules.terrain])
        brush.hexside = _first(brush.hexside, [h.id for h in rules.hexsides])
        brush.road = _first(brush.road, [r.id for r in rules.roads])
        brush.feature = _first(brush.feature, [f.id for f in rules.features])

    # -- editing ------------------------------------------------------------------------

    def edit(self, label: str, design: Design) -> bool:
        """Make this the current design as a new step; False if nothing changed, or if a layer that would
        change is locked."""
        if design is self.design:
            return False
        if complaint := self.layers.refusal(self.design, design):
            self.complain(complaint)
            return False
        return self.history.push(label, self.completed(design))

    def perform(self, result: ToolResult | None) -> bool:
        """Carry out what a stroke of a tool resulted in; returns whether the design changed."""
        if isinstance(result, Selection):
            self.select_region(result.hexes)
        if isinstance(result, BrushChoice):
            self.choose(**result.choices)
        if not isinstance(result, Edit) or not self.edit(result.label, result.design):
            return False
        if result.region is not None:
            self.select_region(result.region)
        return True

    def change(self, label: str, function: Callable[[Design], Design]) -> str:
        """Apply a function to the design as an edit; the text of the `ValueError` it raises or the reason a
        layer is locked, "" on success."""
        try:
            design = function(self.design)
        except ValueError as error:
            return str(error)
        if complaint := self.layers.refusal(self.design, design):
            return complaint
        self.edit(label, design)
        return ""

    def undo(self) -> str:
        """Go one step back; the name of that step, "" if nothing was undone."""
        label = self.history.undo_label
        return label if label and self.jump(self.history.position - 1) else ""

    def redo(self) -> str:
        """Go one step forward; the name of that step, "" if nothing was redone."""
        label = self.history.redo_label
        return label if label and self.jump(self.history.position + 1) else ""

    def jump(self, position: int) -> bool:
        """Go to a step of the history; False, after saying why, while something is being drawn."""
        if why := self.stroke.why_wait():
            self.complain(why)
            return False
        self.history.jump(position)
        return True

    def _history_moved(self, before: Design, after: Design) -> None:
        self.before = before
        keys = after.scenario.unit_by_key if after.scenario else {}
        still = tuple(k for k in self.units if k in keys)
        selection_changed = still != self.units
        self.units = still
        in_hand = tuple(k for k in self.brush.units if k in keys)
        self.brush.unit, self.brush.more_units = next(iter(in_hand), ""), in_hand[1:]
        if after.ruleset is not before.ruleset:
            self._choose_kinds()
        if self.brush.area not in after.map.area_by_id:
            self.brush.area = after.map.areas[0].id if after.map.areas else ""
        region = self.region
        # The same hexes stay selected when the map is resized or turned.
        motion = before.map.moved.inverse().then(after.map.moved)
        self.brush.region = frozenset(n for h in region if (n := motion.hex(h)) in after.map.grid)
        if self.hex is not None:
            here, there = self.hex, motion.hex(self.hex)
            self.hex = there if there in after.map.grid else None
            selection_changed |= self.hex != here
        self.changed.emit()
        if selection_changed:
            self.selected.emit()
        if self.region != region:
            self.region_changed.emit()

    # -- selection ----------------------------------------------------------------------

    def select(self, hex: Hex | None, units: tuple[str, ...] = ()) -> None:
        """Select a hex and units; notifies the panels even if both stay the same."""
        self.hex, self.units = hex, units
        self.selected.emit()

    def select_region(self, hexes: Iterable[Hex]) -> None:
        """Replace the set of selected hexes; hexes off the map are left out."""
        region = frozenset(h for h in hexes if h in self.design.map.grid)
        if region != self.region:
            self.brush.region = region
            self.region_changed.emit()

    def choose(self, **choices: object) -> None:
        """Change choices of the palette. A name belongs to one line: choosing another kind clears it, and
        choosing another name begins another line."""
        names = ("line_name", "road_name")
        if any(choices.get(name, getattr(self.brush, name)) != getattr(self.brush, name) for name in names):
            self.line_ends.emit()
        for kind, name in (("hexside", "line_name"), ("road", "road_name")):
            if choices.get(kind, getattr(self.brush, kind)) != getattr(self.brush, kind):
                setattr(self.brush, name, "")
        if "unit" in choices:
            choices.setdefault("more_units", ())
        for field, value in choices.items():
            if not hasattr(self.brush, field):
                raise TypeError(f"the palette has no choice {field}")
            setattr(self.brush, field, value)
        self.chosen.emit()

    def set_problems(self, problems: tuple[Problem, ...]) -> None:
        """Replace the list of problems."""
        news = problems != self.problems or not self.problems_known
        lasted, self.problems_known, self.checking = self.checking, True, False
        if news:
            self.problems = problems
            self.checked.emit()
        if lasted:
            self.check_lasts.emit()

    def attribution(self) -> Callable[[Problem], Problem]:
        """What attributes a problem with a stack to the unit that was put there last, by the history as it is
        now."""
        states = [step.state for step in self.history.steps[: self.history.position + 1]]
        return lambda problem: blaming_last_arrival(problem, states)

    def why_no_game(self, refusal: str = "") -> str:
        """Why no game of the scenario can begin, with the number of its errors; "" if one can. `refusal` is
        what the game itself says, "" if nothing: without it the first error is the reason."""
        errors = [p.message for p in self.problems if p.severity == "error"]
        if not refusal and not errors:
            return ""
        listed = f" The problem list (Ctrl+5) shows {count(len(errors), 'error')}." if errors else ""
        return f"The game cannot begin: {refusal or errors[0]}{listed}"

    def check_takes_long(self) -> None:
        """Note that a check takes long, so that the problems may be out of date."""
        self.checking = True
        self.check_lasts.emit()


def _first(current: str, ids: list[str]) -> str:
    return current if current in ids else next(iter(ids), "")


def with_names_of(design: Design, other: Design, base: str | None = None) -> Design:
    """The design with the document names and file references of another one, which was saved. If its scenario
    had this `base` before the save, steps with the same base get the one with which it was saved."""
    scenario, named = design.scenario, other.scenario
    if scenario is not None and named is not None:
        scenario = replace(scenario, name=named.name, map=named.map, ruleset=named.ruleset,
                           extends=named.extends if scenario.extends == base else scenario.extends)
    map = replace(design.map, name=other.map.name, ruleset=other.map.ruleset, extends=other.map.extends)
    ruleset = replace(design.ruleset, name=other.ruleset.name, extends=other.ruleset.extends)
    if map == design.map and scenario == design.scenario and ruleset == design.ruleset:
        return design
    return replace(design, ruleset=ruleset if ruleset != design.ruleset else design.ruleset,
                   map=map if map != design.map else design.map, scenario=scenario)


# A problem with a stack names the unit that was put there last.

_OF_A_STACK = frozenset({"stacking"})
"""Codes of problems that concern a whole stack, not one of its units."""


def last_arrival(states: Sequence[Design], hex: str) -> str:
    """The key of the unit that was put into a hex last, "" if none was since the first of the states.

    `states` are those of an undo history, the oldest first; the last one is the current state. Of units
    that came together it is the last in the file, which is the top counter.
    """
    here = _keys(states[-1], hex) if states else ()
    for before in reversed(states[:-1]):
        was = _keys(before, hex)
        came = [k for k in here if k not in was]
        if came:
            return came[-1]
    return ""


def _keys(design: Design, hex: str) -> tuple[str, ...]:
    return tuple(u.key for u in stack_at(design.scenario, hex)) if design.scenario else ()


def blaming_last_arrival(problem: Problem, states: Sequence[Design]) -> Problem:
    """The problem, attributed to the unit that arrived last if it is one of a stack and that is known."""
    if problem.code not in _OF_A_STACK or not problem.hex:
        return problem
    key = last_arrival(states, problem.hex)
    design = states[-1]
    if not key or design.scenario is None:
        return problem
    name = design.unit_name(design.scenario.unit_by_key[key])
    return replace(problem, unit=key, message=f"{problem.message} {name} was added last.")
