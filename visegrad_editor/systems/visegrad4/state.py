"""The state of a game: everything that changes, in flat lists that are fast to copy."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from ...engine.events import Outcome


@dataclass(slots=True)
class Contest:
    """An air combat, or an air mission that may lead to one (13.1): index 0 is the side that came first."""

    purpose: str
    hex: int
    side: int
    units: list[int]
    spent: list[int] = field(default_factory=lambda: [0, 0])
    done: list[bool] = field(default_factory=lambda: [False, False])
    turn: int = 0

    def copy(self) -> Contest:
        return Contest(
            self.purpose, self.hex, self.side, list(self.units), list(self.spent), list(self.done), self.turn)


@dataclass(slots=True)
class Battle:
    """An attack being resolved (11.0). `stages` are the steps still to come after the roll,
    `pending` the units that still have to retreat, `group` 0 for attackers and 1 for defenders."""

    hex: int
    side: int
    attackers: list[int]
    defenders: list[int]
    wings: list[int] = field(default_factory=lambda: [-1, -1])
    support: int = 0
    result: str = ""
    stages: list[str] = field(default_factory=list)
    pending: list[int] = field(default_factory=list)
    group: int = 0

    def copy(self) -> Battle:
        return Battle(
            self.hex, self.side, list(self.attackers), list(self.defenders), list(self.wings),
            self.support, self.result, list(self.stages), list(self.pending), self.group)


@dataclass(slots=True)
class MutableState:
    """Everything that changes. Lists with an entry per unit are indexed by unit number.

    `where`: hex index, or a negative box code. `control` and the other sets of hexes are bit sets.
    `markers`: per side the CW markers on the table, on the track and spent.
    """

    where: list[int]
    reduced: list[bool]
    unsupplied: list[bool]
    flags: list[int]
    markers: list[list[int]]
    control: list[int]
    turn: int = 0
    player: int = 0
    side: int = 0
    step: str = "place"
    phase: str = "set-up"
    pending: int = -1
    steps: int = 0
    points: int = 0
    scored: int = 0
    entered: int = 0
    struck: int = 0
    capital_taken: bool = False
    called: list[str] = field(default_factory=list)
    overflow: list[int] = field(default_factory=list)
    resume: str = ""
    battle: Battle | None = None
    contest: Contest | None = None
    outcome: Outcome | None = None

    def copy(self) -> MutableState:
        return MutableState(
            list(self.where), list(self.reduced), list(self.unsupplied), list(self.flags),
            [list(m) for m in self.markers], list(self.control), self.turn, self.player, self.side,
            self.step, self.phase, self.pending, self.steps, self.points, self.scored, self.entered,
            self.struck, self.capital_taken, list(self.called), list(self.overflow), self.resume,
            self.battle.copy() if self.battle else None, self.contest.copy() if self.contest else None,
            self.outcome)

    def as_data(self) -> dict[str, Any]:
        """JSON-ready; bit sets as hexadecimal text."""
        data: dict[str, Any] = {}
        for f in fields(self):
            value = getattr(self, f.name)
            if f.name == "control":
                value = [hex(m) for m in value]
            elif f.name == "scored":
                value = hex(value)
            elif f.name in ("battle", "contest", "outcome") and value is not None:
                value = {g.name: getattr(value, g.name) for g in fields(value)}
            data[f.name] = value
        return data

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> MutableState:
        """The state that `as_data` wrote."""
        made = dict(data)
        made["control"] = [int(m, 16) for m in data["control"]]
        made["scored"] = int(data["scored"], 16)
        made["battle"] = Battle(**data["battle"]) if data["battle"] else None
        made["contest"] = Contest(**data["contest"]) if data["contest"] else None
        made["outcome"] = Outcome(**data["outcome"]) if data["outcome"] else None
        return cls(**made)
