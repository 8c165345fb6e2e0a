"""What the window edits and the engine plays: a ruleset, a map and, if there is one, a scenario."""

from __future__ import annotations

from ..lazy_dataclass import dataclass
from .gamemap import GameMap
from .ruleset import Ruleset
from .scenario import Scenario, Unit


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
