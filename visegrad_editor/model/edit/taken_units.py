"""The units of another scenario in the plan of a new one, with what fits of their set-up and schedule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from ...lazy_dataclass import dataclass
from ..design import Design
from ..gamemap import GameMap
from ..ruleset import Ruleset
from ..scenario import OFF_MAP, Entry, Reinforcement, Scenario, Setup, SetUpGroup, Unit
from ..where import Where
from ..wording import count, listed
from .scenario import begin_before_turn_one
from .scenario_plan import ScenarioPlan, has_ground


@dataclass(frozen=True)
class Taken:
    """The plan with the units of another scenario. `told` says what was taken, `left` what was not and
    why, in sentences."""

    plan: ScenarioPlan
    told: str
    left: tuple[str, ...] = ()


def with_units_from(plan: ScenarioPlan, other: Design, *, set_up: bool = True, schedule: bool = True,
                    assets: bool = True) -> Taken:
    """The plan with those units of another scenario that it has not yet, and their prototypes.

    With `set_up` they keep where they may be set up and stand, as far as units can stand there on the map of
    the plan; with `schedule` their arrivals, withdrawals and releases, with entries and events; with `assets`
    the sides get the assets and replacements of that scenario.
    """
    assert other.scenario is not None
    assert plan.map is not None
    assert plan.ruleset is not None
    scenario = begin_before_turn_one(other.scenario)
    known = {u.key for u in plan.units}
    new = tuple(u for u in scenario.units if u.key not in known)
    taking = _Taking(plan.map, plan.ruleset, other.map, scenario,
                     _same_game(plan.ruleset, other.ruleset))
    units = tuple(taking.set_up(u) if set_up else replace(u, setup=None, position="") for u in new)
    units = tuple(taking.scheduled(u) if schedule else replace(
        u, reinforcement=None, withdrawal=None, release=None) for u in units)
    prototypes = {p.id for p in plan.prototypes}
    plan = replace(plan, units=(*plan.units, *units), prototypes=(
        *plan.prototypes, *(p for p in scenario.prototypes if p.id not in prototypes)))
    if set_up:
        plan = _with_groups(plan, scenario, new)
        if other.scenario.start is not None:
            taking.left.append(f"{scenario.title} begins in the middle of a game: what had happened until "
                               "then is not taken.")
    if schedule:
        plan = taking.with_timetable(plan, units)
    if assets:
        plan = taking.with_assets(plan)
    if there := len(scenario.units) - len(new):
        taking.left.append(f"{count(there, 'unit')} of {'it' if there == 1 else 'them'} "
                           f"{'was' if there == 1 else 'were'} there already.")
    return Taken(plan, _told(units, plan if assets else None), (*taking.reasons, *taking.left))


@dataclass
class _Taking:
    """What fits of a scenario on another map and under other rules, and what does not."""

    map: GameMap
    rules: Ruleset
    there: GameMap
    scenario: Scenario
    same_game: bool
    left: list[str] = field(default_factory=list)
    unfit: dict[str, list[str]] = field(default_factory=dict)
    """Names of units by what they lose and why; `{}` stands for their number."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """A sentence for each reason, with an example."""
        return tuple(
            f"{count(len(names), 'unit')}{f', such as {names[0]},' if len(names) > 1 else f' ({names[0]})'} "
            f"{why[len(names) > 1]}" for why, names in (
                (why.split("|"), names) for why, names in self.unfit.items()))

    def _lose(self, unit: Unit, one: str, several: str) -> None:
        self.unfit.setdefault(f"{one}|{several}", []).append(unit.name)

    # -- set-up -------------------------------------------------------------------------------------

    def set_up(self, unit: Unit) -> Unit:
        """The unit without a set-up in which it could not stand."""
        setup, position = unit.setup, unit.position
        if setup is None:
            return replace(unit, position="")
        if setup.box and not self.same_game:
            self._lose(unit, "waits in an off-map box that these rules do not have.",
                       "wait in off-map boxes that these rules do not have.")
            return replace(unit, setup=None, position="")
        if not setup.box and self.map.grid != self.there.grid:
            self._lose(unit, "loses its set-up: this map has other hexes.",
                       "lose their set-up: this map has other hexes.")
            return replace(unit, setup=None, position="")
        if not setup.box and not has_ground(self.map, self.rules, setup.where):
            self._lose(unit, "loses its set-up: no unit can stand there on this map.",
                       "lose their set-up: no unit can stand there on this map.")
            return replace(unit, setup=None, position="")
        if position and not has_ground(self.map, self.rules, Where(hexes=(position,))):
            position = ""
        return replace(unit, setup=_bare(setup), position=position)

    # -- schedule -----------------------------------------------------------------------------------

    def scheduled(self, unit: Unit) -> Unit:
        """The unit without what of its timetable does not fit."""
        if not self.same_game and (unit.withdrawal or unit.release):
            self._lose(unit, "loses its withdrawal or release, which belongs to other rules.",
                       "lose their withdrawal or release, which belongs to other rules.")
            unit = replace(unit, withdrawal=None, release=None)
        arrival = unit.reinforcement
        return unit if arrival is None else replace(unit, reinforcement=self._arrival(unit, arrival))

    def _arrival(self, unit: Unit, arrival: Reinforcement) -> Reinforcement | None:
        if arrival.brought_by and not self.same_game:
            self._lose(unit, "does not arrive: these rules have no such event or pool.",
                       "do not arrive: these rules have no such event or pool.")
            return None
        if arrival.pool and not arrival.entry:
            return arrival
        fitting = [e for e in (arrival.entry, *arrival.also) if self._fits(e)]
        if not fitting:
            self._lose(unit, "does not arrive: its entry has no ground on this map.",
                       "do not arrive: their entries have no ground on this map.")
            return None
        return replace(arrival, entry=fitting[0], also=tuple(fitting[1:]))

    def _fits(self, id: str) -> bool:
        entry = self.scenario.entry_by_id.get(id)
        if entry is None:
            return id == OFF_MAP and self.same_game
        elsewhere = bool(entry.where.hexes) and self.map.grid != self.there.grid
        return not elsewhere and has_ground(self.map, self.rules, entry.where)

    def with_timetable(self, plan: ScenarioPlan, units: Sequence[Unit]) -> ScenarioPlan:
        """The plan with the entries of units, the events of the scenario, and turns enough for all of it."""
        own = {e.id: e for e in plan.entries}
        wanted = [e for u in units if (a := u.reinforcement) for e in (a.entry, *a.also)]
        for id in wanted:
            entry = self.scenario.entry_by_id.get(id)
            if entry is None or id in own:
                continue
            others = tuple(e for e in entry.else_ if self._fits(e))
            own[id] = _plain(replace(entry, else_=others), self.same_game)
            wanted.extend(others)
        plan = replace(plan, entries=tuple(own.values()))
        if self.scenario.schedule and self.same_game:
            known = {e.id for e in plan.events}
            plan = replace(plan, events=(
                *plan.events, *(e for e in self.scenario.schedule if e.id not in known)))
        elif self.scenario.schedule:
            self.left.append(f"The events of {self.scenario.title} are not taken: they belong to other "
                             "rules.")
        last = max((u.reinforcement.turn for u in units if u.reinforcement), default=0)
        if last > plan.turns:
            self.left.append(f"The game has {count(self.scenario.turns, 'turn')} now, because a unit arrives "
                             f"on turn {last}.")
            plan = replace(plan, turns=max(last, self.scenario.turns))
        return plan

    # -- assets -------------------------------------------------------------------------------------

    def with_assets(self, plan: ScenarioPlan) -> ScenarioPlan:
        """The plan with the assets and replacements of the scenario."""
        scenario = self.scenario
        if not self.same_game:
            if scenario.assets or scenario.replacements:
                self.left.append(f"The assets and replacements of {scenario.title} are not taken: they "
                                 "belong to other rules.")
            return plan
        assets, lines = {a.id for a in plan.assets}, {(r.turn, r.side) for r in plan.replacements}
        return replace(
            plan, assets=(*plan.assets, *(a for a in scenario.assets if a.id not in assets)),
            replacements=(*plan.replacements, *(
                r for r in scenario.replacements if (r.turn, r.side) not in lines)))


def _same_game(rules: Ruleset, other: Ruleset) -> bool:
    """Whether two rulesets have the same events, boxes and assets: one is the other, or extends it."""
    names = {(r.name, r.extends.rpartition("/")[2].removesuffix(".yaml")) for r in (rules, other)}
    return bool(set.intersection(*({n for n in pair if n} for pair in names))) if len(names) > 1 else True


def _bare(setup: Setup) -> Setup:
    """A set-up at the beginning of a game."""
    return replace(setup, marks=(), lost=0, turns_out=0)


def _plain(entry: Entry, same_game: bool) -> Entry:
    """An entry without conditions that only the rules it comes from can judge."""
    return entry if same_game else replace(entry, needs=None, rule="")


def _with_groups(plan: ScenarioPlan, scenario: Scenario, units: Sequence[Unit]) -> ScenarioPlan:
    """The plan with the set-up groups of its new units and their order; a group whose id is taken gets
    another. An order that the plan has already stays."""
    groups = {g.id: g for g in plan.groups}
    sides = {s.id for s in plan.ruleset.sides} if plan.ruleset else set()
    names: dict[str, str] = {}
    by_id = {g.id: g for g in scenario.set_up_groups}
    for id in dict.fromkeys(u.setup.group for u in units if u.setup and u.setup.group):
        group: SetUpGroup | None = by_id.get(id)
        if group is None or groups.get(id) == group:
            continue
        new, number = id, 2
        while new in groups or new in sides:
            new, number = f"{id}-{number}", number + 1
        groups[new], names[id] = replace(group, id=new), new
    own = {u.key for u in units}
    order = tuple(new for id in scenario.set_up_order if (new := names.get(id, id)) in {*sides, *groups})
    return replace(plan, groups=tuple(groups.values()), set_up_order=plan.set_up_order or order,
                   hidden_set_up=plan.hidden_set_up or scenario.hidden_set_up, units=tuple(
        replace(u, setup=replace(u.setup, group=names[u.setup.group]))
        if u.key in own and u.setup and u.setup.group in names else u for u in plan.units))


def _told(units: Sequence[Unit], plan: ScenarioPlan | None) -> str:
    if not units:
        return "No unit was taken."
    parts = [(sum(u.setup is not None for u in units), "with a set-up"),
             (sum(u.reinforcement is not None for u in units), "with an arrival")]
    told = [f"{number} {what}" for number, what in parts if number]
    more = [count(len(plan.assets), "asset")] if plan and plan.assets else []
    more += [f"replacements of {count(len(plan.replacements), 'turn')}"] if (
        plan and plan.replacements) else []
    some = f": {listed(told)}" if told else ""
    return f"{count(len(units), 'unit')} taken{some}{f'; {listed(more)}' if more else ''}."
