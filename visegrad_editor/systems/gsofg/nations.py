"""NATO units of several nations (7.6, 7.7, 12.4): together they move a point less and attack less well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from ...engine.hexgame import results
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.conditions import Case
from ...engine.hexgame.fights import Fight
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.phases import bare_phase, kind_of
from ...engine.position import Shift, ShiftRoll
from .sides import nation, sides

AS_ONE = frozenset({"usa", "canada"})
"""Nations that suffer nothing together (7.6, 12.4)."""
TABLE = "multi-national"


class Nations(Chapter):
    """Several nations. Its state holds the units that began the movement phase in a stack of several
    nations, and the columns that the roll for the present attack gave."""

    id = "nations"
    rule = "7.6"
    plays = frozenset({"results/shift"})

    def state(self, w: GameInProgress) -> Any:
        return {"slow": [], "columns": 0}

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment == "phase-start" and w.state.player == sides(w).nato and (
                kind_of(w, bare_phase(w)) == "move"):
            stacks = {at for u in w.forces.ground[sides(w).nato] if (at := w.state.where[u]) >= 0}
            w.state.chapters[self.id] = {"columns": 0, "slow": sorted(
                u for at in stacks if are_mixed(w, w.stack[at]) for u in w.stack[at])}
            w.forget()
        elif moment == "attack":
            self._roll(w, facts["fight"])

    def allowance(self, w: GameInProgress, unit: int, points: Fraction) -> Fraction:
        """7.6: who begins the movement phase in a stack of several nations moves a point less."""
        if w.forces.side[unit] == sides(w).nato and unit in w.state.chapters[self.id]["slow"]:
            return max(Fraction(0), points - 1)
        return points

    def shifts(self, w: GameInProgress, fight: Fight) -> Sequence[Shift]:
        """7.7: what the roll on 12.4 gave for the attack under way."""
        columns = w.state.chapters[self.id]["columns"]
        battle = w.state.battle
        if not columns or battle is None or battle.hex != fight.hex or battle.side != sides(w).nato:
            return ()
        return (Shift("several nations", columns, "7.7"),)

    def shift_rolls(self, w: GameInProgress, fight: Fight) -> Sequence[ShiftRoll]:
        """7.7: an attack that is not under way yet will roll on 12.4."""
        battle = w.state.battle
        if not self._rolls(w, fight) or (
                battle is not None and (battle.hex, battle.side) == (fight.hex, fight.side)):
            return ()
        ways: dict[int, int] = {}
        for code, n in results.ways_on(w, TABLE, _case(fight)).items():
            columns = _columns(w, code)
            ways[columns] = ways.get(columns, 0) + n
        return (ShiftRoll("several nations", ways, "7.7"),)

    def _rolls(self, w: GameInProgress, fight: Fight) -> bool:
        return fight.side == sides(w).nato and are_mixed(w, fight.attackers) and not fight.fixed

    def _roll(self, w: GameInProgress, fight: Fight) -> None:
        """7.7: an attack of several nations rolls on 12.4, unless it is too weak for a die anyway."""
        columns = 0
        if self._rolls(w, fight):
            columns = _columns(w, results.roll_on(w, TABLE, _case(fight)))
        w.state.chapters[self.id] = {**w.state.chapters[self.id], "columns": columns}


def _case(fight: Fight) -> Case:
    """The attack as the modifiers of the roll judge it."""
    return Case(fight.side, -1, fight.hex, -1, fight.attackers, fight.defenders, fight.origins, None, True)


def _columns(w: GameInProgress, code: str) -> int:
    """The columns of a result of the roll."""
    return next(sum(e.shift or 0 for e in r.does) for r in w.ruleset.results if r.id == code)


def are_mixed(w: GameInProgress, units: Iterable[int]) -> bool:
    """Whether units are of several nations, US and Canadian ones together not counted so."""
    nations = {nation(w, u) for u in units}
    return len(nations) > 1 and not nations <= AS_ONE
