"""What the window edits and the engine plays: a ruleset, a map and, if there is one, a scenario."""

from __future__ import annotations

from ..lazy_dataclass import dataclass
from .gamemap import GameMap
from .ruleset import Ruleset
from .scenario import UNITS, Scenario, Unit


@dataclass(frozen=True)
class Design:
    """The three documents that belong together, in one state."""

    ruleset: Ruleset
    map: GameMap
    scenario: Scenario | None = None

    def unit_name(self, unit: Unit) -> str:
        """The name of a unit in a sentence: with its nationality where another unit has the same name."""
        if self.scenario is None or unit.name not in self.scenario.shared_names:
            return unit.name
        nationality = self.ruleset.nationality_by_id.get(unit.nationality)
        return f"{nationality.adjective if nationality else unit.nationality} {unit.name}"

    # -- in a history ------------------------------------------------------------------------

    @property
    def is_sliced(self) -> bool:
        """Whether designs like it can share what they hold when they are folded."""
        return self.scenario is None or UNITS.is_sliced(self.scenario)

    def fold(self, like: Design | None) -> None:
        """Take little room, sharing with a design like it, until somebody asks for what was folded; the
        design is the same value as before."""
        if self.scenario is not None:
            UNITS.fold(self.scenario, like.scenario if like is not None else None)

    def unfold(self) -> None:
        """Have everything at hand again until it is folded."""
        if self.scenario is not None:
            UNITS.unfold(self.scenario)

    def shares_with(self, other: Design) -> bool:
        """Whether it cannot be folded without the other."""
        return self.scenario is other.scenario
