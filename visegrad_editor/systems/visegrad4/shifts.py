"""Odds and column shifts of an attack (11.0, steps 1, 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.state import Battle
from ...engine.odds import column, faces, opposite, percent
from ...engine.orders import IllegalOrderError, Order, check_order
from ...engine.position import AttackPreview, Shift
from .common import units
from .constants import ASSAULT, CYBER_WAR


def strengths(w: GameInProgress, attackers: Iterable[int], defenders: Iterable[int]) -> tuple[int, int]:
    """The total present strengths of both sides (11.0, 1)."""
    printed, lost, out = units(w).strength, w.state.lost, w.state.out

    def total(those: Iterable[int]) -> int:
        return sum([printed[u][1 if lost[u] else 0] // (2 if out[u] else 1) for u in those])

    return total(attackers), total(defenders)


class Charts:
    """The combat tables, with the chances of each column, worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        self.tables = [(t, faces(t)) for t in w.ruleset.tables if t.id in (ASSAULT, CYBER_WAR)]


AIR_SUPPORT = "air support"
TERRAIN, RIVER, ENVELOPMENT = "terrain", "river", "envelopment"


def ground_shifts(w: GameInProgress, hex: int, attackers: Sequence[int]) -> list[Shift]:
    """The shifts of terrain, rivers and envelopment; negative is to the left (11.0, 3 and 4)."""
    shifts = []
    if w.board.shift[hex]:
        shifts.append(Shift(TERRAIN, w.board.shift[hex], "11.0, 3"))
    origins = {w.state.where[u] for u in attackers}
    across = min((w.board.side_shift.get((o, hex), 0) for o in origins), default=0)
    if across:
        shifts.append(Shift(RIVER, across, "11.0, 3"))
    if opposite(frozenset(w.board.direction(hex, o) for o in origins)):
        shifts.append(Shift(ENVELOPMENT, 1, "11.0, 4"))
    return shifts


def support_columns(battle: Battle) -> int:
    """The columns of air support in a battle (13.4): 1 for the attacker's lone air unit, -1 for that of the
    defender."""
    return battle.support[0] - battle.support[1]


def air_shift(columns: int) -> Shift:
    """The shift of a lone air unit over the battle, in favour of its owner (13.4)."""
    return Shift(AIR_SUPPORT, columns, "13.4")


def _named(w: GameInProgress, order: Order) -> tuple[int, list[int]]:
    """Target and attackers of an attack that the units could make from their present hexes (11.0)."""
    check_order(order)
    if order.verb != "attack" or len(order.hexes) != 1 or not order.units:
        raise IllegalOrderError("Odds need an attack on one hex by at least one unit.", "11.0")
    hex, units = w.hex(order.hexes[0]), [w.unit(k) for k in order.units]
    if len(set(units)) != len(units):
        raise IllegalOrderError("Name each attacking unit once.", "11.0")
    where, f = w.state.where, w.forces
    for u in units:
        if w.forces.aloft[u]:
            raise IllegalOrderError(f"{w.label(u)} is an air unit; it can only support an attack.", "13.0")
        if not w.mask[1 - f.side[u]] >> hex & 1:
            raise IllegalOrderError(f"No enemy of {w.label(u)} stands in {w.board.name(hex)}.", "11.0")
        if where[u] < 0 or w.board.direction(hex, where[u]) < 0:
            raise IllegalOrderError(f"{w.label(u)} is not next to {w.board.name(hex)}.", "11.0")
    return hex, units


def preview(w: GameInProgress, order: Order | None, shift: int = 0) -> AttackPreview:
    """The basis for resolving an attack, or the attack under way, with `shift` columns of air support in
    addition to what is already decided (13.4)."""
    if order is None:
        if w.state.battle is None:
            raise IllegalOrderError("No attack is under way.", "11.0")
        hex, units = w.state.battle.hex, w.state.battle.attackers
        shift += support_columns(w.state.battle)
    else:
        hex, units = _named(w, order)
    attack, defence = strengths(w, units, w.stack[hex])
    odds = percent(attack, defence)
    shifts = (*ground_shifts(w, hex, units), *([air_shift(shift)] if shift else []))
    total = sum(s.columns for s in shifts)
    chances: dict[str, Mapping[str, int]] = {}
    at, name = 0, ""
    for table, by_column in w.shared(Charts).tables:
        c = column(table, odds, total)
        if table.id == ASSAULT:
            at, name = c, table.columns[c]
        chances[table.id] = by_column[c]
    return AttackPreview(attack, defence, odds, shifts, at, name, chances)
