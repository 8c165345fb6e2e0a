"""What a designer has chosen so far for a new scenario."""

from __future__ import annotations

from dataclasses import field, replace
from pathlib import Path

from ....engine.set_up_filling import FilledSetUp, fill_set_up
from ....hexgrid import Orientation
from ....lazy_dataclass import dataclass
from ....model.design import Design
from ....model.edit.blank import DEFAULT_RULESET, blank_map
from ....model.edit.documents import with_scenario
from ....model.edit.scenario_plan import STEPS, ScenarioPlan, Step, rules_misfit, with_map_and_rules
from ....model.files.load import LoadResult, load
from ....model.files.sources import SourceFile, Sources
from ....model.gamemap import GameMap
from ....model.ruleset import Ruleset
from ....model.scenario import Unit

COLUMNS, ROWS = 12, 9
"""The size of a new empty map."""


@dataclass(frozen=True)
class EmptyMap:
    """The size of a new empty map."""

    columns: int = COLUMNS
    rows: int = ROWS
    orientation: Orientation = "flat"
    title: str = "New map"


@dataclass
class ScenarioDraft:
    """The plan, the files of its map and its ruleset, and where its designer is."""

    plan: ScenarioPlan = field(default_factory=ScenarioPlan)
    map_file: SourceFile | None = None
    rules_file: SourceFile | None = None
    empty: EmptyMap | None = field(default_factory=EmptyMap)
    """The new empty map, None if the map is one that there is."""
    open_map: SourceFile | None = None
    """The file of the map that is open in the window, if it has one."""
    fills: bool = True
    """Whether units are set up by the rules at the end."""
    step: Step = STEPS[0]
    loaded: dict[Path, LoadResult] = field(default_factory=dict, repr=False)
    """Files that were read, by path."""

    @classmethod
    def new(cls, title: str = "") -> ScenarioDraft:
        """A draft on an empty map with the ruleset for any game."""
        draft = cls()
        if title:
            draft.plan = replace(draft.plan, title=title)
        loaded = load(DEFAULT_RULESET, "ruleset")
        assert loaded.ruleset is not None
        draft.take_rules(loaded.ruleset, loaded.sources.ruleset)
        draft.take_empty(EmptyMap())
        return draft

    @property
    def touched(self) -> bool:
        """Whether anything but the title was chosen."""
        fresh = ScenarioDraft.new(self.plan.title)
        return (self.plan, self.empty, self.fills) != (fresh.plan, fresh.empty, fresh.fills)

    def refresh(self) -> None:
        """Read the files again that were chosen: the map may have been painted in the meantime."""
        self.loaded.clear()
        if self.rules_file is not None:
            again = self.read(self.rules_file.path)
            if again.ruleset is not None and again.ruleset != self.plan.ruleset:
                self.take_rules(again.ruleset, again.sources.ruleset)
        if self.map_file is not None and (ground := self.read(self.map_file.path)).design is not None and (
                ground.design.map != self.plan.map):
            design = ground.design
            self.take_map(design.map, ground.sources.map, design.ruleset, ground.sources.ruleset)

    def read(self, path: Path) -> LoadResult:
        """A file, read once."""
        if path not in self.loaded:
            self.loaded[path] = load(path)
        return self.loaded[path]

    def take_map(self, map: GameMap, file: SourceFile | None, rules: Ruleset,
                 rules_file: SourceFile | None) -> None:
        """Choose a map that there is; with its own ruleset if the chosen one does not fit it."""
        self.empty, self.map_file = None, file
        plan = self.plan
        if plan.ruleset is None or rules_misfit(map, plan.ruleset):
            self.rules_file = rules_file
            plan = with_map_and_rules(plan, map, rules)
            plan = replace(plan, turns=rules.turns)
        self.plan = with_map_and_rules(plan, map, plan.ruleset)

    def take_empty(self, empty: EmptyMap) -> None:
        """Choose a new empty map. Raises ValueError for a size that a map cannot have."""
        assert self.plan.ruleset is not None
        map = _blank(self.plan.ruleset, empty)
        self.empty, self.map_file = empty, None
        self.plan = with_map_and_rules(self.plan, map, self.plan.ruleset)

    def take_rules(self, ruleset: Ruleset, file: SourceFile | None) -> None:
        """Choose rules. An empty map has the ground of the new rules."""
        self.rules_file = file
        map = self.plan.map if self.empty is None or self.plan.map is None else _blank(ruleset, self.empty)
        self.plan = with_map_and_rules(self.plan, map, ruleset)

    @property
    def sources(self) -> Sources:
        """The files of the map and the ruleset."""
        return Sources(ruleset=self.rules_file, map=self.map_file)

    def finished(self) -> tuple[Design, FilledSetUp | None]:
        """The scenario, and how its units were set up if they were. Raises ValueError for gaps that stop
        it."""
        design = self.plan.design
        if not self.fills or not any(u.setup and u.setup.has_choice for u in _units(design)):
            return design, None
        filled = fill_set_up(design)
        return with_scenario(design, filled.scenario), filled


def _units(design: Design) -> tuple[Unit, ...]:
    return design.scenario.units if design.scenario is not None else ()


def _blank(ruleset: Ruleset, empty: EmptyMap) -> GameMap:
    return blank_map(ruleset, "map", empty.title, empty.columns, empty.rows, empty.orientation)
