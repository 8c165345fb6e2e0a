"""The state of a game: everything that changes, in flat lists that are fast to copy."""

from __future__ import annotations

from dataclasses import field, fields
from typing import Any

from ...lazy_dataclass import dataclass
from ..events import Outcome

# What a unit has done, or what was done to it, in this player turn, as bits.
MOVED, ENTERED, ATTACKED, DEFENDED, FAR, NO_COMBAT, NO_MOVE, RETREATED, NO_ADVANCE = (
    1, 2, 4, 8, 16, 32, 64, 128, 256)
MARKS = {
    "moved": MOVED, "entered": ENTERED, "attacked": ATTACKED, "defended": DEFENDED, "moved-far": FAR,
    "no-combat": NO_COMBAT, "no-move": NO_MOVE, "retreated": RETREATED,
    "no-advance": NO_ADVANCE,
}
"""Their names, for views and saved games. `FAR`: moved more than half of its allowance."""

IN_ALL = " in all"
"""The end of names of what is counted for the whole game."""

# The boxes of units that are not in a hex; chapters have others, with codes below these.
UNPLACED, WAITING, ELIMINATED, REMOVED, EXITED = -1, -2, -3, -4, -5
BOXES = {
    UNPLACED: "unplaced", WAITING: "reinforcements", ELIMINATED: "eliminated", REMOVED: "removed",
    EXITED: "exited",
}


@dataclass(slots=True)
class Battle:
    """An attack being resolved.

    `todo` are the effects still to come, by their place in the ruleset (`results/EX/0`); `pending` the units
    that still have to retreat, with the hexes left to each; `needs` the steps still to be lost by the side to
    decide; `lost` the steps both sides have lost; `support` the assets both sides have spent; `effect` the
    effect for which a decision is asked; `odds` the odds of the fight as a fraction.
    """

    hex: int
    side: int
    attackers: list[int]
    defenders: list[int]
    support: list[int] = field(default_factory=lambda: [0, 0])
    table: str = ""
    result: str = ""
    todo: list[str] = field(default_factory=list)
    pending: list[list[int]] = field(default_factory=list)
    group: int = 0
    needs: int = 0
    lost: list[int] = field(default_factory=lambda: [0, 0])
    forced: bool = False
    origins: list[int] = field(default_factory=list)
    effect: str = ""
    odds: str = ""

    def copy(self) -> Battle:
        return Battle(
            self.hex, self.side, list(self.attackers), list(self.defenders), list(self.support), self.table,
            self.result, list(self.todo), [list(p) for p in self.pending], self.group, self.needs,
            list(self.lost), self.forced, list(self.origins), self.effect, self.odds)


@dataclass(slots=True)
class GameState:
    """Everything that changes. Lists with an entry per unit are indexed by unit number.

    `where`: hex index, or a negative code of a box. `lost`: steps lost. `out`: turns out of supply, 0 in
    supply. `status`: states as bits. `control` and `taken`: sets of hexes by side. `parts`: the parts of the
    turn in their order, `queue` the phases still to come in the present one. `losses`: units and steps lost.
    `chapters`: the states of the chapters by id, as plain data. `parts`, `queue`, `happened`, `used`,
    `sources`, `overflow`, `kept`, `spent`, `losses` and the states of chapters are replaced and never changed
    in place, so that states may share them.
    """

    where: list[int]
    lost: list[int]
    out: list[int]
    status: list[int]
    flags: list[int]
    control: list[int]
    taken: list[int]
    points: list[int]
    losses: list[list[int]]
    assets: dict[str, int]
    turn: int = 0
    part: int = -1
    parts: list[int] = field(default_factory=list)
    queue: list[str] = field(default_factory=list)
    player: int = 0
    side: int = 0
    step: str = "place"
    phase: str = "set-up"
    budget: int = 0
    happened: list[str] = field(default_factory=list)
    used: dict[str, int] = field(default_factory=dict)
    """What was used of quotas this turn, by mode or pool; with `IN_ALL` after the name in the whole game."""
    sources: dict[str, int] = field(default_factory=dict)
    """For supply sources that were lost: the turn from which they work again; -1 not before they are
    retaken."""
    overflow: list[int] = field(default_factory=list)
    resume: str = ""
    kept: dict[str, int] = field(default_factory=dict)
    """Replacement steps that sides have kept, by their ids."""
    spent: dict[str, int] = field(default_factory=dict)
    """What units that entered in a phase of arrivals paid for their first hex, times the scale."""
    first: int = -1
    """The side that had the first player turn of the turn; -1 before the first turn."""
    battle: Battle | None = None
    chapters: dict[str, Any] = field(default_factory=dict)
    outcome: Outcome | None = None

    def copy(self) -> GameState:
        return GameState(
            self.where.copy(), self.lost.copy(), self.out.copy(), self.status.copy(), self.flags.copy(),
            self.control.copy(), self.taken.copy(), self.points.copy(), self.losses, self.assets.copy(),
            self.turn, self.part, self.parts, self.queue, self.player, self.side, self.step, self.phase,
            self.budget, self.happened, self.used, self.sources, self.overflow, self.resume, self.kept,
            self.spent, self.first, self.battle.copy() if self.battle else None, self.chapters.copy(),
            self.outcome)

    def as_data(self) -> dict[str, Any]:
        """JSON-ready; bit sets as hexadecimal text."""
        data: dict[str, Any] = {}
        for f in fields(self):
            value = getattr(self, f.name)
            if f.name in ("control", "taken"):
                value = [hex(m) for m in value]
            elif f.name in ("battle", "outcome") and value is not None:
                value = {g.name: getattr(value, g.name) for g in fields(value) if g.compare}
            data[f.name] = value
        return data

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> GameState:
        """The state that `as_data` wrote."""
        made = dict(data)
        for name in ("control", "taken"):
            made[name] = [int(m, 16) for m in data[name]]
        made["battle"] = Battle(**data["battle"]) if data["battle"] else None
        made["outcome"] = Outcome(**data["outcome"]) if data["outcome"] else None
        return cls(**made)
