"""What the window edits and the engine plays: a ruleset, a map and, if there is one, a scenario."""

from __future__ import annotations

from dataclasses import dataclass

from .gamemap import GameMap
from .ruleset import Ruleset
from .scenario import Scenario


@dataclass(frozen=True)
class Design:
    """The three documents that belong together, in one state."""

    ruleset: Ruleset
    map: GameMap
    scenario: Scenario | None = None
