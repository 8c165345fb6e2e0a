"""Invariants of a game of Visegrad 4, in addition to those of any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import cast

from ...engine.game import Game
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.stacking import is_strict
from ...engine.hexgame.state import BOXES
from ...engine.invariants import Breach, stacks
from ...engine.options import options_of
from ...engine.orders import Order
from ...engine.position import Position, UnitPosition
from ...model.counter_values import movement_of, steps_of
from ...model.rules.matching import is_meant, stacking_weight
from ...model.ruleset import Ruleset
from ...model.scenario import Unit
from .assets import assets_of
from .constants import CAPITAL, INDUSTRIAL, MAX_CW_LEVEL
from .rules import decisive_countries, is_usual

_AIR_BOXES = frozenset({"reinforcements", "eliminated", "pool", "ready", "used"})
_GROUND_BOXES = frozenset(BOXES.values()) - {"exited"}


def breaches(game: Game, before: Position, after: Position, order: Order | None) -> Iterator[Breach]:
    """The breaches of a position after an order (None: after set-up began)."""
    yield from _stacking(game, after)
    yield from _units(game, before, after, order)
    yield from _markers(game, before, after)
    yield from _air_force(game, after)
    yield from _score(game, before, after)
    scenario = game.design.scenario
    if scenario and after.turn > scenario.turns:
        yield Breach("turn", f"Turn {after.turn} of {scenario.turns} is being played.", "5.0")
    interdicted = after.marked("interdicted")
    if interdicted and not after.phase.endswith(("interdiction", "movement")):
        hexes = ", ".join(interdicted)
        yield Breach("interdiction", f"Interdiction lasts beyond the movement phase in {hexes}.", "5.1")


def _stacking(game: Game, after: Position) -> Iterator[Breach]:
    """Breaches of 6.0 and 6.4, which must hold except while the owner is asked to remove excess units; and of
    the stacking that a ruleset states itself, if nobody may ever break it."""
    w = cast(GameInProgress, game.play)
    if game.step == "remove" or not is_strict(w):
        return
    known = w.shared(_Stacks).breaches
    for hex, units in stacks(after).items():
        key = tuple(units)
        if key not in known:
            known[key] = tuple(_faults(w.ruleset, [
                w.forces.units[n] for u in units if (n := w.forces.number.get(u)) is not None]))
        for name, text, rule in known[key]:
            yield Breach(name, f"{text} stand together in {hex}.", rule)


class _Stacks:
    """The breaches of each stack that was seen: code, units, rule."""

    def __init__(self, w: GameInProgress) -> None:
        self.breaches: dict[tuple[str, ...], tuple[tuple[str, str, str], ...]] = {}


def _faults(ruleset: Ruleset, units: Sequence[Unit]) -> Iterator[tuple[str, str, str]]:
    rule, together = ruleset.stacking, ", ".join(u.key for u in units)
    if sum(stacking_weight(ruleset, u, steps_of(ruleset, u)) for u in units) > Fraction(rule.limit):
        yield "stacking", together, "6.0"
    for quota in rule.at_most:
        if sum(is_meant(ruleset, u, quota.units) for u in units) > quota.number:
            yield "stacking", together, quota.rule or "6.0"
    for apart in rule.apart:
        if any(is_meant(ruleset, a, apart.units) and is_meant(ruleset, b, apart.from_)
               for a in units for b in units if a is not b):
            yield "mixed-stack", together, apart.rule or "6.4"


def _units(game: Game, before: Position, after: Position, order: Order | None) -> Iterator[Breach]:
    types = game.design.ruleset.unit_type_by_id
    verb = order.verb if order else ""
    scenario = game.design.scenario
    for key, unit in scenario.unit_by_key.items() if scenario else ():
        now, was = after.units.get(key), before.units.get(key)
        if now is None or (now is was and order is not None):
            continue
        kind = types.get(unit.type)
        air = kind is not None and "air" in kind.traits
        if air and (now.hex or now.box not in _AIR_BOXES):
            yield Breach("air-unit", f"The air unit {key} is in {now.hex or now.box}.", "13.0")
        elif not air and not now.hex and now.box not in _GROUND_BOXES:
            yield Breach("ground-unit", f"The ground unit {key} is in the box {now.box}.", "2.2")
        if not air:
            yield from _change(game.design.ruleset, unit, was or now, now, verb)


def _change(
    ruleset: Ruleset, unit: Unit, was: UnitPosition, now: UnitPosition, verb: str
) -> Iterator[Breach]:
    """Breaches by the change of a unit in one order: steps come back only as replacements (2.7, 10.2)."""
    key = unit.key
    if was.box in ("eliminated", "removed") and now.box != was.box and verb != "rebuild":
        yield Breach("steps", f"{key} comes back from the box {was.box} without being rebuilt.", "10.2")
    if was.box == "removed" and now.box != "removed":
        yield Breach("steps", f"{key} has left the game and comes back.", "14.0")
    if was.reduced and not now.reduced and verb not in ("restore", "rebuild"):
        yield Breach("steps", f"{key} regains a step without a replacement.", "2.7")
    if now.out_of_supply and not now.hex:
        yield Breach("supply", f"{key} is out of supply off the map.", "7.2")
    if movement_of(ruleset, unit) == 0 and was.hex and now.hex and was.hex != now.hex:
        yield Breach("static", f"{key} went from {was.hex} to {now.hex} and never leaves its hex.", "2.6")


def _markers(game: Game, before: Position, after: Position) -> Iterator[Breach]:
    """Breaches of 3.2: each side keeps its markers and gains none, with at most six of them on the table.

    By an option, markers spent for the cyber-war table leave the game (10.4).
    """
    for side, now in after.markers.items():
        was = before.markers.get(side, now)
        if sum(was.values()) < sum(now.values()):
            yield Breach("markers", f"The {side} side has {sum(now.values())} markers and had "
                         f"{sum(was.values())}.")
    scenario = game.design.scenario
    options = options_of(game.design.ruleset, scenario) if scenario else {}
    for asset in assets_of(scenario).values() if scenario else ():
        counts = after.markers.get(asset.side, {})
        total = sum(counts.values())
        lost = options.get("cw_table_marker") == "lost"
        if total > asset.cw_markers or (total < asset.cw_markers and not lost):
            yield Breach("markers", f"The {asset.side} side has {total} cyber-war markers, not "
                         f"{asset.cw_markers}.", "3.2")
        if counts.get("table", 0) > MAX_CW_LEVEL:
            yield Breach("cw-level", f"The {asset.side} side's level is {counts['table']}.", "3.2")


def _air_force(game: Game, after: Position) -> Iterator[Breach]:
    """Breaches of 3.1: a side has at most its maximum of air units, which is raised by those that join it."""
    scenario, nations = game.design.scenario, game.design.ruleset.nationality_by_id
    types = game.design.ruleset.unit_type_by_id
    owned: dict[str, int] = {}
    came: dict[str, int] = {}
    for key, now in after.units.items() if scenario else ():
        unit = scenario.unit_by_key.get(key) if scenario else None
        nation, kind = (nations.get(unit.nationality), types.get(unit.type)) if unit else (None, None)
        if unit is None or nation is None or kind is None or "air" not in kind.traits:
            continue
        if now.box in ("ready", "used"):
            owned[nation.side] = owned.get(nation.side, 0) + 1
        if unit.reinforcement is not None and now.box != "reinforcements":
            came[nation.side] = came.get(nation.side, 0) + 1
    for asset in assets_of(scenario).values() if scenario else ():
        if owned.get(asset.side, 0) > asset.air_maximum + came.get(asset.side, 0):
            yield Breach("air-maximum", f"The {asset.side} side has {owned[asset.side]} air units.", "3.1")


def _score(game: Game, before: Position, after: Position) -> Iterator[Breach]:
    """Breaches of victory: only industrial hexes score, and stay scored (4.0), and automatic victory ends the
    game (4.1, 4.2)."""
    board = game.board
    fields = board.features.get(INDUSTRIAL, 0)
    scored = after.marked("scored")
    lost = sorted(set(before.marked("scored")) - set(scored))
    if lost:
        yield Breach("score", f"Hexes once scored are no longer scored: {', '.join(lost)}.")
    for hex in scored:
        if not fields >> board.index[hex] & 1:
            yield Breach("score", f"{hex} is scored but is not an industrial hex.", "4.0")
    polish = board.hex_set(fields & board.countries.get("poland", 0))
    if game.outcome is not None or not is_usual(game.design.ruleset):
        return
    if polish and set(polish) <= set(scored):
        yield Breach("victory", "Every industrial hex in Poland is taken and the game goes on.", "4.1")
    nations, decisive = game.design.ruleset.nationality_by_id, decisive_countries(game.design.ruleset)
    capitals = board.features.get(CAPITAL, 0)
    for key, unit in after.units.items():
        index = board.index.get(unit.hex, -1)
        nation = nations.get(key.partition("/")[0])
        if index < 0 or nation is None or nation.side != "allied":
            continue
        if capitals >> index & 1 and board.country[index] in decisive:
            yield Breach("victory", f"{key} stands in {unit.hex} and the game goes on.", "4.2")
