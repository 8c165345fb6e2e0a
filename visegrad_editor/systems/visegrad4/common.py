"""What several chapters ask: hexes by feature and country, kinds of unit, the state of chapters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from ...engine.bits import bits, mask_of, spread
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.orders import IllegalOrderError
from ...engine.reach import Steps
from ...model.cooperative_yield import with_pauses
from .constants import INTERDICTED, READY, RUSSIAN, WATER


class Units:
    """The kinds of unit that the rules know, by unit number, worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        f = w.forces
        values = f.values.get(w.ruleset.movement.value)
        self.strategic: list[bool] = ["strategic" in t for t in f.traits]
        self.flyer: list[bool] = [bool(t & {"airborne", "air-mobile"}) for t in f.traits]
        self.marine: list[bool] = ["marine" in t for t in f.traits]
        self.allowance: list[int] = [0 if values is None else row[0] or 0 for row in values or ()] or [
            0] * len(f.units)
        # 7.5: units with the same sources of supply.
        self.group: list[str] = [
            "russian" if s == RUSSIAN else "polish" if u.nationality == "poland" else "allied"
            for s, u in zip(f.side, f.units, strict=True)]
        self.strength: list[tuple[int, int]] = [
            ((row[0] or 0), (row[min(1, len(row) - 1)] or 0))
            for row in f.values.get(w.ruleset.combat.values.attack, [(0,)] * len(f.units))]
        self.interdicted: int = mask_of(
            n for n, state in enumerate(w.ruleset.states) if state.id == INTERDICTED)
        """The bit of the state of interdicted units (13.7)."""
        self.wings: tuple[tuple[int, ...], ...] = tuple(
            tuple(i for i, s in enumerate(f.side) if s == side and f.aloft[i]) for side in (0, 1))


def units(w: GameInProgress) -> Units:
    """The kinds of unit that the rules know."""
    try:
        known: Units = w.forces.tables[Units]
    except KeyError:
        known = w.shared(Units)
    return known


# -- hexes -----------------------------------------------------------------------------------------


def countries(w: GameInProgress, names: Iterable[str]) -> int:
    """The hexes of some countries."""
    mask = 0
    for name in names:
        mask |= w.board.countries.get(name, 0)
    return mask


def feature(w: GameInProgress, name: str) -> int:
    """The hexes with a feature."""
    return w.board.features.get(name, 0)


class Flight:
    """Where airborne and air-mobile units fly, worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        board = w.board
        self.over: int = 0
        """The hexes out of play that they may fly over (9.0): water, by the option `flight_over_sea`."""
        if w.options.get("flight_over_sea") == "allowed":
            terrain = w.design.map.terrain
            water = [letter for letter, kind in terrain.legend if kind in WATER]
            self.over = board.area & ~board.playable & mask_of(
                i for i, letter in enumerate(with_pauses("".join(terrain.rows))) if letter in water)
        self.steps: Steps = board.lifts_over(self.over) if self.over else board.lifts
        self.cost: Mapping[tuple[int, int], int] = {
            (i, n): c for i, row in enumerate(self.steps) for n, c in row} if self.over else board.lift_cost
        self.passable: Mapping[str, int] = {
            n: i for n, i in board.index.items() if board.in_play[i] or self.over >> i & 1}
        """The indices, by their numbers, of the hexes that a unit may pass or at least fly over."""
        self.barren: int = w.barren | self.over
        """The hexes that no unit can occupy."""
        most = max(units(w).allowance, default=0) * board.scale
        # No path costs more than a unit's allowance, or than its first step.
        self.points: list[float] = [c / board.scale for c in range(max(most, board.steps.dearest) + 1)]
        """Movement points by cost times scale."""


def flight(w: GameInProgress) -> Flight:
    """Where airborne and air-mobile units fly."""
    return w.shared(Flight)


class HighwayE77:
    """The hexes of the E77 (9.6), and the steps along it, in both directions."""

    def __init__(self, w: GameInProgress) -> None:
        kinds = {r.id for r in w.ruleset.roads if "e77" in r.traits}
        grid = w.board.grid
        paths = [[grid.index(h) for h in road.path if h in grid]
                 for road in with_pauses(w.design.map.roads) if road.kind in kinds]
        steps = [step for path in paths for step in pairwise(path)]
        self.steps = frozenset((*steps, *((b, a) for a, b in steps)))
        self.hexes = frozenset(bits(w.board.road_traits.get("e77", 0)))


def way(w: GameInProgress, numbers: Iterable[str]) -> list[int]:
    """The indices of hexes that a unit may pass or at least fly over; raises `IllegalOrderError`."""
    passable = flight(w).passable
    return [passable[n] if n in passable else w.hex(n) for n in numbers]


def held(w: GameInProgress, side: int) -> tuple[int, ...]:
    """The hexes with units of a side, in map order."""
    hexes: tuple[int, ...] = w.recall_of(side, "held", lambda: tuple(bits(w.mask[side])))
    return hexes


def flyer_zoc(w: GameInProgress, side: int) -> int:
    """The hexes in the zones of control of a side's airborne and air-mobile units (8.2)."""
    known: int | None = w.known_of[side].get("zone of flyers")
    if known is None:
        known = w.known_of[side]["zone of flyers"] = _flyer_zoc(w, side)
    return known


def _flyer_zoc(w: GameInProgress, side: int) -> int:
    where, flyer = w.state.where, units(w).flyer
    return spread(mask_of({
        where[u] for u in w.forces.ground[side] if flyer[u] and where[u] >= 0}), w.board.adjacent)


# -- units ------------------------------------------------------------------------------------------


def own_unit(w: GameInProgress, key: str, air: bool) -> int:
    """The number of a ground or air unit of the side to decide; raises `IllegalOrderError`."""
    u = w.own_unit(key, "2.3")
    if w.forces.aloft[u] != air:
        raise IllegalOrderError(f"{w.label(u)} is {'not an' if air else 'an'} air unit.", "13.0")
    return u


def ready(w: GameInProgress, side: int) -> list[int]:
    """The air units of a side that have not flown this turn (13.6)."""
    where = w.state.where
    return [u for u in units(w).wings[side] if where[u] == READY]


def strength(w: GameInProgress, u: int) -> int:
    """Present combat strength: that of the side of the counter that is up, halved out of supply (7.3)."""
    value = units(w).strength[u][1 if w.state.lost[u] else 0]
    return value // 2 if w.state.out[u] else value


def interdicted(w: GameInProgress) -> int:
    """The bit of the state of interdicted units (13.7)."""
    return units(w).interdicted


# -- the state of chapters -----------------------------------------------------------------------------


def state_of(w: GameInProgress, chapter: str) -> Mapping[str, Any]:
    """The state of a chapter."""
    state: Mapping[str, Any] = w.state.chapters[chapter]
    return state


def change_state(w: GameInProgress, chapter: str, **parts: Any) -> None:
    """Replace parts of the state of a chapter."""
    w.state.chapters[chapter] = {**w.state.chapters[chapter], **parts}
    w.forget()
