"""What never changes about the units of a game: side, allowance, the company they keep."""

from __future__ import annotations

from ..engine import Game


class Roster:
    """The units of a game's scenario, looked up once a game."""

    def __init__(self, game: Game) -> None:
        ruleset, scenario = game.design.ruleset, game.design.scenario
        types, nations = ruleset.unit_type_by_id, ruleset.nationality_by_id
        units = [u for u in (scenario.units if scenario else ()) if u.nationality in nations]
        self.side: dict[str, str] = {u.key: nations[u.nationality].side for u in units}
        """Unit key to the id of its side."""
        self.nation: dict[str, str] = {u.key: u.nationality for u in units}
        """Unit key to the id of its nationality."""
        self.reach: dict[str, float] = {}
        """Unit key to its movement points; 0 for one that never moves."""
        sizes = set()
        for u in units:
            kind = types.get(u.type)
            air = kind is not None and "air" in kind.traits
            points = u.movement if u.movement is not None else kind.movement if kind else 0
            self.reach[u.key] = 0.0 if air else float(points)
            if not air:
                sizes.add(u.size or (kind.size if kind else ""))
        self.word: str = sizes.pop() if len(sizes) == 1 else ""
        """What most units are called: `brigade`, or "" where they differ in size."""
