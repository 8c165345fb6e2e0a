"""Whether conditions and levels of victory can be reached in a scenario: only what is proved is told.

What is counted is the most that could ever be: every hex to which units of a side could go if there were
no enemy, every unit lost, every event that something may bring. In a game with chapters, which may move, lose
and bring what the data does not say, every hex in play can be reached, and only turns, hexes and dice are
looked at. Scenarios that begin within a game are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from ...hexgrid import Hex, Hexside, hexside
from ..counter_values import own_value, steps_of
from ..design import Design
from ..files.option_changes import in_force
from ..in_play import InPlay
from ..rules.grammar import ENEMY, OWN_SIDE, HexFilter, Situation, UnitFilter, dice_of
from ..rules.results import Effect
from ..rules.victory import GameEvent, VictoryPoints
from ..ruleset import side_cost
from ..scenario import Unit
from ..wording import count, listed, quoted
from .blocks import NEVER_TRUE, Blocks, Spot, limits
from .context import Checks
from .goals import goal_called, without_goal
from .rules_on_map import belongs

OUT_OF_REACH = "victory-out-of-reach"
"""The code of the problems."""


def check_victory(checks: Checks) -> None:
    """Conditions and levels of victory that cannot be reached in this scenario."""
    rules, scenario = checks.design.ruleset, checks.design.scenario
    if scenario is None or scenario.start is not None:
        return
    reach = VictoryReach(checks)
    blocks = reach.blocks
    told = {p.within[:2] for p in checks.problems
            if p.code == NEVER_TRUE and p.part.partition("/")[2] == "victory"}
    for i, condition in enumerate(rules.victory.conditions):
        spot = Spot("victory", "", ("conditions", i, "when"))
        why = reach.why_never(condition.when, condition.winner, condition.judged == "end")
        if why and ("conditions", i) not in told:
            blocks.add("warning", OUT_OF_REACH, (
                f"{goal_called(checks.design, i)} cannot be reached in this scenario: {why}. Change it, "
                "or the scenario."), spot, condition.rule or rules.victory.rule,
                without_goal(checks.design, i))
    levels = rules.victory.levels
    leads = [reach.most_lead(side.id) for side in rules.sides]
    if reach.has_chapters:
        return
    most, known = max((lead or 0 for lead in leads), default=0), all(lead is not None for lead in leads)
    for i, level in enumerate(levels if known else ()):
        if level.lead > most:
            blocks.add("warning", OUT_OF_REACH, (
                f"The level of victory {quoted(level.name or level.id)} cannot be reached in this scenario: "
                f"it needs a lead of {level.lead}, and no side can have more than {count(most, 'point')}. "
                "Change it, or the points."),
                Spot("victory", "", ("levels", i)), rules.victory.rule)


def unreached(design: Design) -> Mapping[int, str]:
    """The conditions of victory, by their places, that cannot be reached in the scenario of a design, each
    with the reason as the end of a sentence."""
    design = in_force(design)
    if design.scenario is None or design.scenario.start is not None:
        return {}
    reach = VictoryReach(Checks(design, None))
    found = ((i, reach.why_never(one.when, one.winner, one.judged == "end"))
             for i, one in enumerate(design.ruleset.victory.conditions))
    return {i: why for i, why in found if why}


class VictoryReach:
    """The most that could ever be in a scenario that is played from data."""

    def __init__(self, checks: Checks) -> None:
        self.checks, self.blocks = checks, Blocks(checks, whole=True)
        self._design: Design = checks.design
        scenario = checks.design.scenario
        assert scenario is not None
        self._scenario = scenario
        self.has_chapters = self._design.ruleset.system not in ("", "standard")
        """Whether the game has rules that are not data."""
        self._effects = [effect for effect, _ in self.blocks.of(Effect)]
        self._asked: set[str] = set()
        self._reached: dict[str, frozenset[Hex] | None] = {}

    # -- situations ----------------------------------------------------------------------------------

    def why_never(self, when: Situation, own: str, at_end: bool = False) -> str:
        """Why a situation never arises, as the end of a sentence; "" if it may. `own` is the side that is
        meant by `own`; with `at_end` it is judged after the last turn only."""
        return next((why for why in self._reasons(when, own, at_end)), "")

    def _reasons(self, when: Situation, own: str, at_end: bool) -> Iterator[str]:
        turns = self._scenario.turns
        if when.turn is not None:
            first, last = when.turn
            if first > turns:
                yield f"turn {first} is after the last turn, {turns}"
            elif at_end and not first <= turns <= last:
                yield f"it is judged after turn {turns}, and asks for turn {last}"
        if when.happened and not self.has_chapters:
            whys = [self._why_no_event(event) for event in when.happened]
            if all(whys):
                yield whys[0] if len(whys) == 1 else (
                    f"none of the events {listed([quoted(e) for e in when.happened])} can happen")
        yield from self._numbers(when, own)
        for one in when.all:
            if why := self.why_never(one, own, at_end):
                yield why
        if when.any:
            reasons = [self.why_never(one, own, at_end) for one in when.any]
            if all(reasons):
                yield reasons[0] if len(reasons) == 1 else f"neither can be: {'; '.join(reasons)}"

    def _numbers(self, when: Situation, own: str) -> Iterator[str]:
        """Numbers that cannot become great enough."""
        least, _ = limits(when)
        for held in (when.control, when.ever_taken, when.entered):
            if held is None or (side := self._side(held.side, own)) is None:
                continue
            wanted = frozenset(self._in_play(held.hexes))
            if not wanted and (least or when.at_least == "all"):
                yield "none of its hexes is in play"
                continue
            can = self._can_have(side, wanted, entered=held is when.entered)
            if can is None and least is not None and least > len(wanted):
                yield f"it asks for {count(least, 'hex')}, and {len(wanted)} of them are in play"
            if can is None:
                continue
            asked = len(wanted) if when.at_least == "all" else least or 0
            if asked > len(can):
                grid = self._design.map.grid
                away = grid.in_order(grid.number(h) for h in wanted - can)
                shown = f"{listed(away[:4])}{' and others' if len(away) > 4 else ''}"
                yield (f"it asks for {count(asked, 'hex')}, and {self._name(side)} can get to "
                       f"{len(can)} of them only, not to {shown}" if can else
                       f"no unit of {self._name(side)} can ever get to {shown}")
        if when.losses is not None and least is not None and not self.has_chapters and (
                self._design.ruleset.rebuilding.where is None):
            side = self._side(when.losses.side, own)
            if side is not None:
                lost = self._units(when.losses.units, side, own)
                most = sum(self._steps(u) for u in lost) if when.losses.by == "step" else len(lost)
                most *= when.losses.times
                if least > most:
                    yield (f"it asks for the loss of {count(least, when.losses.by)}, and {self._name(side)} "
                           f"can lose {most}")
        if when.points and least is not None and (side := self._side(when.points, own)) is not None:
            points = self.most_points(side)
            if points is not None and least > points:
                yield (f"it asks for {count(least, 'point')}, and {self._name(side)} can have {points} at "
                       "most")
        if when.lead and least is not None and (side := self._side(when.lead, own)) is not None:
            points = self.most_lead(side)
            if points is not None and least > points:
                yield (f"it asks for a lead of {least}, and {self._name(side)} can have "
                       f"{count(points, 'point')} at most")
        if when.roll and least is not None:
            number, sides = dice_of(when.roll)
            if least > number * sides:
                yield f"a roll of {when.roll} is {number * sides} at most"

    # -- events ----------------------------------------------------------------------------------------

    def _why_no_event(self, id: str) -> str:
        """Why an event never happens; "" if it may."""
        if id in self._asked or any(id in (e.event, e.arrive) for e in self._effects):
            return ""
        if any(id == pool.id for pool in self._design.ruleset.pools):
            return ""
        event = next((e for e in self._design.ruleset.events if e.id == id), None)
        if event is None:
            return f"nothing brings the event {quoted(id)}"
        return self._why_not(event)

    def _why_not(self, event: GameEvent) -> str:
        line = self._scenario.scheduled.get(event.id)
        if line is not None and line.never:
            return f"the event {quoted(event.name)} never happens by the schedule"
        self._asked.add(event.id)
        why = self.why_never(event.when, "")
        self._asked.discard(event.id)
        return f"the event {quoted(event.name)} never happens, since {why}" if why else ""

    # -- hexes -----------------------------------------------------------------------------------------

    def _in_play(self, hexes: HexFilter) -> Iterator[Hex]:
        """The hexes of a set that may ever count."""
        chosen = tuple(self._design.map.grid) if hexes.is_everywhere and not hexes.on_whole_map else (
            self.checks.hexes(hexes))
        return (h for h in chosen if self.checks.is_playable(h) and self.checks.in_play(h))

    def _can_have(self, side: str, wanted: frozenset[Hex], entered: bool) -> frozenset[Hex] | None:
        """Those of some hexes that a side can ever hold or enter; None if that cannot be known."""
        if self.has_chapters or any(effect.control is not None for effect in self._effects):
            return None
        reached = self.reached(side)
        if reached is None:
            return None
        first = frozenset[Hex]().union(*(
            self._in_play(one.hexes) for one in self._design.ruleset.control.at_start
            if one.side == side)) if not entered else frozenset[Hex]()
        return wanted & (reached | first)

    def reached(self, side: str) -> frozenset[Hex] | None:
        """The hexes to which units of a side could go without enemies; None if they may be anywhere."""
        if side not in self._reached:
            self._reached[side] = self._flooded(side)
        return self._reached[side]

    def _flooded(self, side: str) -> frozenset[Hex] | None:
        starts = self._starts(side)
        if starts is None or any(mode.over == "any" for mode in self._design.ruleset.movement.modes):
            return None
        grid, closed = self._design.map.grid, self._closed_sides
        open_to_units = InPlay(self._design).may_stand
        seen, queue = set(starts), list(starts)
        while queue:
            here = queue.pop()
            for there in grid.neighbours(here):
                if there not in seen and open_to_units(there) and hexside(here, there) not in closed:
                    seen.add(there)
                    queue.append(there)
        return frozenset(seen)

    def _starts(self, side: str) -> set[Hex] | None:
        """The hexes in which units of a side may come into play; None if that is not known."""
        rules, scenario, map = self._design.ruleset, self._scenario, self._design.map
        pools = {p.id: p.entry for p in rules.pools}
        found: set[Hex] = set()
        wheres = [c.where for c in rules.call_ups]
        wheres += [rules.rebuilding.where] if rules.rebuilding.where is not None else []
        for where in wheres:
            found.update(self._in_play(where))
        for unit in scenario.units:
            if self._side_of(unit) != side:
                continue
            if unit.setup is not None and not unit.setup.box:
                found.update(unit.start_hexes(map))
            arrival = unit.reinforcement
            if arrival is None or (arrival.event and not arrival.pool and arrival.event not in pools
                                   and self._why_no_event(arrival.event)):
                continue
            entries = (arrival.entry, *arrival.also, *pools.get(arrival.brought_by, ()))
            for id in dict.fromkeys(e for own in entries for e in (own, *scenario.stand_ins(own))):
                if id in scenario.entry_by_id:
                    found.update(self.checks.hexes(scenario.entry_by_id[id].where))
        return found

    @cached_property
    def _closed_sides(self) -> frozenset[Hexside]:
        """The hexsides that nobody can cross."""
        map, rules = self._design.map, self._design.ruleset
        lifted = {kind for one in rules.movement.costs for kind in one.hexside if one.cost != "prohibited"}
        closed = set()
        for side, lines in map.side_lines.items():
            kinds = [rules.hexside_by_id[line.kind] for line in lines if line.kind in rules.hexside_by_id]
            if kinds and side_cost(kinds) is None and not map.road_segments.get(side) and (
                    lifted.isdisjoint(k.id for k in kinds)):
                closed.add(side)
        return frozenset(closed)

    # -- units and points --------------------------------------------------------------------------------

    def _side_of(self, unit: Unit) -> str:
        nation = self._design.ruleset.nationality_by_id.get(unit.nationality)
        return nation.side if nation is not None else ""

    def _side(self, word: str, own: str) -> str | None:
        """The id of the side that a word means; None if that depends on who asks."""
        sides = [s.id for s in self._design.ruleset.sides]
        if word in sides:
            return word
        if own not in sides or len(sides) != 2:
            return None
        return own if word == OWN_SIDE else next(s for s in sides if s != own) if word == ENEMY else None

    def _name(self, side: str) -> str:
        found = self._design.ruleset.side_by_id.get(side)
        return f"the side {found.name if found else side}"

    def _units(self, some: UnitFilter, side: str, own: str = "") -> list[Unit]:
        """The units of a side that may belong to a set."""
        return [u for u in self._scenario.units
                if self._side_of(u) == side and belongs(self.blocks, some, u)]

    def _steps(self, unit: Unit) -> int:
        return steps_of(self._design.ruleset, unit)

    def most_points(self, side: str) -> int | None:
        """The most points that a side can ever have; None if that cannot be known."""
        rules = self._design.ruleset
        if self.has_chapters or any(effect.points or effect.do for effect in self._effects) or any(
                one.points for one in rules.movement.off_map):
            return self._no_points(side)
        total = 0
        for line in rules.victory.points:
            if line.side not in ("both", side):
                continue
            most = self._most_of(line, side)
            if most is None:
                return None
            total += max(0, most)
        return total

    def _no_points(self, side: str) -> int | None:
        """0 if nothing but units that leave the map gives points, and none can leave; None otherwise."""
        rules = self._design.ruleset
        lines = [line for line in rules.victory.points if line.side in ("both", side)]
        only = not any(effect.points or effect.do for effect in self._effects) and not any(
            one.points for one in rules.movement.off_map) and all(
            line.for_ == "exit" and not self._can_leave(side) for line in lines)
        return 0 if only else None

    def _can_leave(self, side: str) -> bool:
        """Whether units of a side may leave the map somewhere."""
        return any(one.side in ("", "both", side) for one in self._design.ruleset.movement.off_map)

    def most_lead(self, side: str) -> int | None:
        """The most by which a side can ever lead; None if that cannot be known."""
        # The lead may be greater than the points of the side if the other one may lose some.
        lost = any(line.worth < 0 for line in self._design.ruleset.victory.points)
        return None if lost else self.most_points(side)

    def _most_of(self, line: VictoryPoints, side: str) -> int | None:
        rules = self._design.ruleset
        if line.for_ == "control":
            wanted = frozenset(self._in_play(line.hexes))
            can = self._can_have(side, wanted, entered=False)
            number = len(wanted if can is None else can)
            return line.worth * number * (self._scenario.turns if line.judged == "each-turn" else 1)
        if line.for_ == "exit" and not self._can_leave(side):
            return 0
        if line.for_ == "elimination" and rules.rebuilding.where is not None:
            return None
        others = [s.id for s in rules.sides if s.id != side]
        whose = others if line.for_ == "elimination" else [side]
        units = [u for one in whose for u in self._units(line.units, one)]
        if line.per == "unit":
            return line.worth * len(units)
        if line.per == "step":
            return line.worth * sum(map(self._steps, units))
        attack = rules.combat.values.attack
        return line.worth * sum(own_value(rules, u, attack, 0) or 0 for u in units)
