"""The plan of a new scenario: what its designer chose, step by step, before anything is made of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Literal

from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ..design import Design
from ..gamemap import GameMap
from ..prototypes import Prototype
from ..provenance import designers_own
from ..rules.counter import Formation
from ..rules.sequence import TurnPart
from ..rules.victory import Victory
from ..ruleset import CounterColours, Nationality, Ruleset, Side
from ..scenario import (
    OFF_MAP,
    AssetStart,
    Entry,
    Reinforcement,
    ReplacementOverride,
    Scenario,
    Setup,
    SetUpGroup,
    Unit,
)
from ..schedule import ScheduledEvent
from ..typed_hexes import number_of
from ..values import MOST_TURNS
from ..where import EDGES, Where
from ..wording import article, count, document_name, listed, quoted, short_side_name
from .documents import with_scenario
from .goals import EDGE_NAMES, OF_HEXES, OF_POINTS, Goal, mixed_points, victory_of, with_exits
from .scenario import begin_scenario
from .side_names import called, renames, with_names_of_sides

Step = Literal["map", "rules", "sides", "forces", "set-up", "schedule", "victory", "summary"]
STEPS: tuple[Step, ...] = (
    "map", "rules", "sides", "forces", "set-up", "schedule", "victory", "summary")
"""The steps of a plan, in their order."""


UNTITLED = "New scenario"
"""The title of a plan that was given none."""


@dataclass(frozen=True)
class Gap:
    """What a step lacks. If it `stops`, nothing can be made of the plan; a `note` is no gap, but says what a
    choice leads to."""

    step: Step
    text: str
    stops: bool = False
    note: bool = False

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class ScenarioPlan:
    """A scenario that is being planned; `design` makes it.

    `areas` are, by the id of a side, the hexes where its units may be set up. A unit that has neither set-up
    nor arrival is set up in the area of its side. `first` is the side that moves first, "" for that of the
    ruleset. `prototypes`, `groups`, the order of set-up, `events`, `assets` and `replacements` came with the
    units of another scenario.
    """

    title: str = UNTITLED
    turns: int = 6
    map: GameMap | None = None
    ruleset: Ruleset | None = None
    sides: tuple[Side, ...] = ()
    """Names and colours of sides; empty for those of the ruleset. So with `nationalities`."""
    nationalities: tuple[Nationality, ...] = ()
    first: str = ""
    units: tuple[Unit, ...] = ()
    areas: tuple[tuple[str, Where], ...] = ()
    entries: tuple[Entry, ...] = ()
    goals: tuple[Goal, ...] = ()
    prototypes: tuple[Prototype, ...] = ()
    groups: tuple[SetUpGroup, ...] = ()
    set_up_order: tuple[str, ...] = ()
    hidden_set_up: tuple[str, ...] = ()
    events: tuple[ScheduledEvent, ...] = ()
    assets: tuple[AssetStart, ...] = ()
    replacements: tuple[ReplacementOverride, ...] = ()
    formations: tuple[Formation, ...] = ()
    """Formations that the ruleset does not have and units of a table belong to."""

    # -- what is made of it ------------------------------------------------------------------------

    @property
    def rules(self) -> Ruleset:
        """The ruleset with the sides and the order of play of the plan, and with the exits of its goals."""
        assert self.ruleset is not None
        rules = self.ruleset
        if self.sides and self.sides != rules.sides:
            rules = replace(with_names_of_sides(rules, self.sides), sides=self.sides)
        if self.nationalities and self.nationalities != rules.nationalities:
            old = dict(zip((n.id for n in rules.nationalities), rules.nationalities, strict=True))
            rules = replace(rules, nationalities=tuple(
                n if n == old.get(n.id) else designers_own(n) for n in self.nationalities))
        nations = {n.id for n in rules.nationalities} | {""}
        if new := tuple(f for f in self.formations
                        if f.id not in rules.formation_by_id and f.nationality in nations):
            rules = replace(rules, formations=(*rules.formations, *new))
        if self.first and self.first != first_side(rules):
            rules = _with_first(rules, self.first)
        return with_exits(rules, self.goals)

    @property
    def design(self) -> Design:
        """The scenario with its map and its ruleset. Raises ValueError for a plan with gaps that stop it."""
        if stops := next((gap for gap in self.gaps() if gap.stops), None):
            raise ValueError(stops.text)
        assert self.map is not None
        rules, map = self.rules, self.map
        if rules != self.ruleset and self.title.strip() not in ("", UNTITLED):
            # Rules of its own are those of a game of its own.
            rules = replace(rules, title=self.title.strip())
        if map.ruleset.rpartition("/")[2].removesuffix(".yaml") != rules.name:
            map = replace(map, ruleset=rules.name)
        begun = begin_scenario(Design(rules, map), self.title, self.turns)
        assert begun.scenario is not None
        return with_scenario(begun, self._scenario(begun.scenario, rules, map))

    def _scenario(self, begun: Scenario, rules: Ruleset, map: GameMap) -> Scenario:
        side_of = {n.id: n.side for n in rules.nationalities}
        names = {s.id: s.name for s in rules.sides}
        own = dict(self.areas)
        units = tuple(self._set_up(u, side_of.get(u.nationality, ""), own) for u in self.units)
        used = {u.setup.group for u in units if u.setup} - {""}
        changed = renames(self.ruleset.sides, rules.sides) if self.ruleset is not None else ()
        groups = (*(called(g, changed) for g in self.groups if g.id in used),
                  *(SetUpGroup(side, names.get(side, side), where=where)
                    for side, where in self.areas if side in used))
        wanted = {e for u in units if (a := u.reinforcement) for e in (a.entry, *a.also)}
        with_all = replace(begun, entries=self.entries)
        wanted |= {e for own in tuple(wanted) for e in with_all.stand_ins(own)}
        entries = tuple(e for e in self.entries if e.id in wanted)
        prototypes = self.prototypes if any(u.prototype for u in units) else ()
        return replace(
            begun, units=units, set_up_groups=groups, entries=entries, prototypes=prototypes,
            set_up_order=self.set_up_order, hidden_set_up=self.hidden_set_up,
            schedule=called(self.events, changed), assets=self.assets,
            replacements=tuple(r for r in self.replacements if r.turn <= self.turns),
            victory=victory_of(self.goals, rules) if self.goals else None)

    def _set_up(self, unit: Unit, side: str, areas: dict[str, Where]) -> Unit:
        if unit.setup is not None or unit.reinforcement is not None or side not in areas:
            return unit
        return replace(unit, setup=Setup(areas[side], group=side))

    @property
    def working_design(self) -> Design:
        """The design in which units are made: they have no area yet, and every edge of the map is an entry.
        Raises ValueError like `design`."""
        known = {e.id for e in self.entries}
        edges = tuple(edge_entry(e) for e in EDGES if e not in known)
        bare = replace(self, areas=(), units=(), events=(), set_up_order=(),
                       title=self.title.strip() or UNTITLED).design
        assert bare.scenario is not None
        return with_scenario(bare, replace(
            bare.scenario, units=self.units, entries=(*self.entries, *edges), schedule=self.events,
            prototypes=self.prototypes, set_up_groups=self.groups))

    def with_units_of(self, design: Design) -> ScenarioPlan:
        """The plan with the units of its changed working design, and the entries and formations that they
        use."""
        scenario = design.scenario
        assert scenario is not None
        assert self.ruleset is not None
        theirs = {u.formation for u in scenario.units} - self.ruleset.formation_by_id.keys()
        formations = tuple(f for f in design.ruleset.formations if f.id in theirs)
        used = {e for u in scenario.units if (a := u.reinforcement) for e in (a.entry, *a.also)}
        known = {e.id for e in self.entries}
        new = tuple(e for e in scenario.entries if e.id in used and e.id not in known)
        return replace(self, units=scenario.units, entries=(*self.entries, *new), formations=formations)

    def without_units(self, keys: Collection[str]) -> ScenarioPlan:
        """The plan without these units, and without the formations made for them alone."""
        units = tuple(u for u in self.units if u.key not in keys)
        used = {u.formation for u in units}
        return replace(self, units=units, formations=tuple(f for f in self.formations if f.id in used))

    # -- what it lacks -----------------------------------------------------------------------------

    def gaps(self, step: Step | None = None) -> tuple[Gap, ...]:
        """What a step lacks, or all of them, in the order of the steps."""
        found = tuple(self._gaps())
        return found if step is None else tuple(gap for gap in found if gap.step == step)

    def _gaps(self) -> Iterable[Gap]:
        if self.map is None:
            yield Gap("map", "Choose a map.", True)
        if self.ruleset is None:
            yield Gap("rules", "Choose the rules.", True)
        if self.map is None or self.ruleset is None:
            return
        if misfit := rules_misfit(self.map, self.ruleset):
            yield Gap("rules", misfit, True)
            return
        rules = replace(self.ruleset, sides=self.sides or self.ruleset.sides,
                        nationalities=self.nationalities or self.ruleset.nationalities)
        yield from self._gaps_of_sides(rules)
        yield from self._gaps_of_forces(rules)
        yield from self._gaps_of_set_up(rules)
        yield from self._gaps_of_schedule()
        yield from self._gaps_of_victory(rules)
        if not self.title.strip():
            yield Gap("summary", "Enter a title.", True)

    def _gaps_of_sides(self, rules: Ruleset) -> Iterable[Gap]:
        for what, things in (("side", rules.sides), ("nationality", rules.nationalities)):
            names = [one.name.strip() for one in things]
            if not all(names):
                yield Gap("sides", f"Enter a name for every {what}.", True)
            elif len({n.casefold() for n in names}) < len(names):
                yield Gap("sides", f"Two have the same name: every {what} needs a name of its own.", True)

    def _gaps_of_forces(self, rules: Ruleset) -> Iterable[Gap]:
        known, types = rules.nationality_by_id, rules.unit_type_by_id
        strange = [u for u in self.units if u.nationality not in known or u.type not in types]
        if strange:
            yield Gap("forces", f"{count(len(strange), 'unit')} of other rules, such as {strange[0].name}: "
                      "their nationality or type is not in these rules. Remove them.", True)
            return
        with_units = {known[u.nationality].side for u in self.units}
        empty = [s.name for s in rules.sides if s.id not in with_units]
        if empty and self.units:
            yield Gap("forces", f"No units yet: {listed(empty)}.")
        elif empty:
            yield Gap("forces", "No units yet.")

    def _gaps_of_set_up(self, rules: Ruleset) -> Iterable[Gap]:
        areas, map = dict(self.areas), self.map
        assert map is not None
        for side in rules.sides:
            waiting = self.waiting(side.id, rules)
            if side.id not in areas:
                if waiting:
                    yield Gap("set-up", f"{side.name}: no area yet. {count(len(waiting), 'unit')} will wait "
                              "off the map for a set-up by hand.", note=True)
                continue
            hexes = areas[side.id].resolve(map)
            room = sum(_is_ground(map, rules, h) for h in hexes)
            if not room:
                yield Gap("set-up", f"{side.name}: no unit can stand in the area. Choose another one.")
            elif rules.stacking_limit and len(waiting) > room * rules.stacking_limit:
                yield Gap("set-up", f"{side.name}: {count(len(waiting), 'unit')} have no room in "
                          f"{count(room, 'hex')}. Make the area larger.")
        both = [areas[s.id].resolve(map) for s in rules.sides if s.id in areas]
        if len(both) == 2 and (shared := set(both[0]) & set(both[1])):
            numbers = [map.grid.number(h) for h in sorted(shared, key=map.grid.index)]
            yield Gap("set-up", f"Both sides may be set up in {count(len(shared), 'hex')}, such as "
                      f"{numbers[0]}. Enemies never share a hex: the first to set up bars it.")

    def _gaps_of_schedule(self) -> Iterable[Gap]:
        if not 1 <= self.turns <= MOST_TURNS:
            yield Gap("schedule", f"A scenario has between 1 and {MOST_TURNS} turns.", True)
            return
        late = [(u.name, a.turn) for u in self.units if (a := u.reinforcement) and a.turn > self.turns]
        if late:
            yield Gap("schedule", f"{late[0][0]} would arrive on turn {late[0][1]}, after the last one.")
        known = {e.id: e for e in self.entries}
        without = [u for u in self.units if u.reinforcement and u.reinforcement.turn
                   and u.reinforcement.entry not in known and u.reinforcement.entry != OFF_MAP]
        if without:
            yield Gap("schedule", f"{without[0].name} arrives, but nothing says where. Choose an entry.")
        assert self.map is not None
        assert self.ruleset is not None
        used = {u.reinforcement.entry for u in self.units if u.reinforcement}
        for entry in self.entries:
            hexes = entry.where.resolve(self.map)
            if entry.id in used and not any(_is_ground(self.map, self.ruleset, h) for h in hexes):
                yield Gap("schedule", f"{entry.name}: no unit can enter there, as none of its hexes is "
                          "ground. Choose another entry.")

    def _gaps_of_victory(self, rules: Ruleset) -> Iterable[Gap]:
        if not self.goals:
            if rules.victory == Victory():
                yield Gap("victory", "No goal yet: whoever holds more places of the map at the end wins.")
            return
        for goal in self.goals:
            if why := self.unreachable(goal):
                yield Gap("victory", why)
        if why := mixed_points(victory_of(self.goals, rules)):
            yield Gap("victory", why)

    def waiting(self, side: str, rules: Ruleset | None = None) -> tuple[Unit, ...]:
        """The units of a side that are neither set up nor arrive."""
        rules = rules or self.ruleset
        known = rules.nationality_by_id if rules else {}
        return tuple(u for u in self.units if u.setup is None and u.reinforcement is None
                     and u.nationality in known and known[u.nationality].side == side)

    def unreachable(self, goal: Goal) -> str:
        """Why a goal cannot be reached, in a sentence; "" if it can."""
        return next((why for one in goal.parts if (why := self._unreachable(one))), "")

    def _unreachable(self, goal: Goal) -> str:
        assert self.map is not None
        assert self.ruleset is not None
        map, rules = self.map, self.ruleset
        side_of = {n.id: n.side for n in rules.nationalities}
        if goal.kind in OF_HEXES:
            ground = [h for h in goal.where.resolve(map) if _is_ground(map, rules, h)]
            if not ground:
                return "Goal to hold: no unit can stand in any of its hexes, so it is never reached."
            if goal.kind != "hex-points" and goal.number > len(ground):
                return (f"Goal to hold: it asks for {count(goal.number, 'hex')}, and units can stand in "
                        f"{len(ground)} of them only.")
            return ""
        if goal.kind == "destroy":
            steps = sum(u.steps or max(1, len(u.values)) for u in self.units
                        if side_of.get(u.nationality, goal.side) != goal.side)
            return "" if goal.number <= steps else (
                f"Goal to destroy: it asks for {count(goal.number, 'step')}, and the enemy has {steps}.")
        if goal.kind in OF_POINTS or goal.kind == "ratio":
            return ""
        own = sum(side_of.get(u.nationality) == goal.side for u in self.units)
        if goal.kind == "survive":
            if goal.turn > self.turns:
                return f"Goal to survive: turn {goal.turn} is after the last one, {self.turns}."
            return "" if goal.number <= own else (
                f"Goal to survive: it asks for {count(goal.number, 'unit')}, and the side has {own}.")
        if not has_free_sides(rules) and not rules.movement.off_map:
            return f"Goal to leave: by the rules of {rules.title} no unit leaves the map."
        if not any(_is_ground(map, rules, h) for h in Where(edge=(goal.edge,)).resolve(map)):
            return f"Goal to leave: no unit can go to the {EDGE_NAMES[goal.edge].lower()}."
        return "" if goal.number <= own else (
            f"Goal to leave: it asks for {count(goal.number, 'unit')}, and the side has {own}.")


# -- the rules of a plan -------------------------------------------------------------------------------


def rules_misfit(map: GameMap, ruleset: Ruleset) -> str:
    """Why a map cannot be played by these rules, in a sentence; "" if it can.

    >>> from visegrad_editor.model.files.load import load
    >>> map, blank = load("maps/hollen").design.map, load("rulesets/blank").ruleset
    >>> rules_misfit(map, blank)
    ''
    """
    used: tuple[tuple[str, Iterable[str], Iterable[str]], ...] = (
        ("terrain", set(map.terrain.values.values()), ruleset.terrain_by_id),
        ("hexside", {line.kind for line in map.lines}, ruleset.hexside_by_id),
        ("road", {road.kind for road in map.roads}, ruleset.road_by_id),
        ("feature", {f for place in map.places for f in place.features}, ruleset.feature_by_id))
    for what, here, known in used:
        if strange := sorted(set(here) - set(known)):
            return (f"The map has {article(what)} that these rules do not know: "
                    f"{quoted(strange[0])}{f' and {len(strange) - 1} more' if len(strange) > 1 else ''}.")
    return ""


def has_free_sides(ruleset: Ruleset) -> bool:
    """Whether the names, the order and the victory of the sides may be chosen: the rules are data alone."""
    return ruleset.system in ("", "standard") and len(ruleset.sides) == 2


def first_side(ruleset: Ruleset) -> str:
    """The id of the side that moves first, "" without sides."""
    named = [part.player_turn for part in ruleset.sequence.turn if part.player_turn]
    return (named or [s.id for s in ruleset.sides] or [""])[0]


def _with_first(ruleset: Ruleset, side: str) -> Ruleset:
    """The ruleset in which a side has the first player turn; the two change places."""
    sides = [s.id for s in ruleset.sides]
    parts = ruleset.sequence.turn
    if any(part.player_turn for part in parts):
        other = {sides[0]: sides[1], sides[1]: sides[0]} if len(sides) == 2 else {}
        parts = tuple(replace(p, player_turn=other.get(p.player_turn, p.player_turn)) for p in parts)
    else:
        parts = (*(TurnPart(player_turn=s) for s in sorted(sides, key=lambda s: s != side)), *parts)
    return replace(ruleset, sequence=replace(ruleset.sequence, turn=parts))


# -- places ------------------------------------------------------------------------------------------


def rectangle(map: GameMap, ruleset: Ruleset, one: Hex, other: Hex) -> Where:
    """The hexes in a rectangle of columns and rows between two hexes, those that are ground."""
    cols, rows = sorted((one.col, other.col)), sorted((one.row, other.row))
    hexes = [h for h in map.grid if cols[0] <= h.col <= cols[1] and rows[0] <= h.row <= rows[1]]
    return Where(hexes=tuple(map.grid.number(h) for h in hexes if _is_ground(map, ruleset, h)))


def edge_entry(edge: str) -> Entry:
    """The entry by an edge of the map."""
    return Entry(edge, EDGE_NAMES[edge], Where(edge=(edge,)), pays=True)


def hex_entry(number: str) -> Entry:
    """The entry in a hex."""
    return Entry(document_name(f"hex-{number}", "hex"), f"Hex {number}", Where(hexes=(number,)), pays=True)


def entry_at(map: GameMap, known: Iterable[Entry], text: str) -> Entry:
    """The entry that a text names: the name or id of a known one, an edge, or a hex number. Raises ValueError
    if it names none."""
    word = text.strip()
    for entry in known:
        if word.casefold() in (entry.id.casefold(), entry.name.casefold()):
            return entry
    edge = next((e for e in EDGES if word.casefold() in (e, EDGE_NAMES[e].casefold())), "")
    if edge:
        return edge_entry(edge)
    with suppress(ValueError):
        return hex_entry(number_of(word, map))
    raise ValueError(f"{quoted(word)} is no way onto the map: write {listed(list(EDGES))} for an edge, or a "
                     "hex number or the name of a place.")


def with_arrivals(plan: ScenarioPlan, keys: Iterable[str], turn: int, entry: Entry) -> ScenarioPlan:
    """The plan in which units arrive on a turn at an entry. Raises ValueError for a turn outside the game."""
    if not 1 <= turn <= plan.turns:
        raise ValueError(f"The turn must be between 1 and {plan.turns}.")
    chosen = set(keys)
    arrival = Reinforcement(entry.id, turn)
    units = tuple(replace(u, reinforcement=arrival, setup=None, position="") if u.key in chosen else u
                  for u in plan.units)
    entries = plan.entries if any(e.id == entry.id for e in plan.entries) else (*plan.entries, entry)
    return replace(plan, units=units, entries=entries)


def without_arrivals(plan: ScenarioPlan, keys: Iterable[str]) -> ScenarioPlan:
    """The plan in which units are set up, and do not arrive."""
    chosen = set(keys)
    return replace(plan, units=tuple(
        replace(u, reinforcement=None) if u.key in chosen else u for u in plan.units))


def with_area(plan: ScenarioPlan, side: str, where: Where | None) -> ScenarioPlan:
    """The plan with the hexes where a side may be set up; None takes them away."""
    others = tuple((s, w) for s, w in plan.areas if s != side)
    areas = others if where is None else (*others, (side, where))
    order = [s.id for s in (plan.sides or (plan.ruleset.sides if plan.ruleset else ()))]
    return replace(plan, areas=tuple(sorted(areas, key=lambda a: order.index(a[0]) if a[0] in order else 99)))


def with_map_and_rules(plan: ScenarioPlan, map: GameMap | None, ruleset: Ruleset | None) -> ScenarioPlan:
    """The plan with another map and other rules. What no longer fits goes: with other rules names and colours
    of sides, goals, assets and events, with another grid set-ups, hexes to hold, and entries in hexes."""
    if ruleset != plan.ruleset:
        plan = replace(plan, ruleset=ruleset, sides=(), nationalities=(), first="", goals=(), areas=(),
                       events=(), assets=(), replacements=(), set_up_order=(), hidden_set_up=())
    if map is not None and (plan.map is None or map.grid != plan.map.grid):
        edges = tuple(e for e in plan.entries if not e.where.hexes)
        kept = {e.id for e in edges} | {OFF_MAP}
        units = tuple(
            replace(u, reinforcement=None) if u.reinforcement and u.reinforcement.entry not in kept else u
            for u in plan.units)
        units = tuple(replace(u, setup=None, position="") if u.setup else u for u in units)
        plan = replace(plan, areas=(), groups=(), set_up_order=(), entries=edges, units=units,
                       goals=tuple(g for g in plan.goals if not g.hexes))
    return replace(plan, map=map)


def renamed(ruleset: Ruleset, plan: ScenarioPlan, side: str, name: str, colour: str) -> ScenarioPlan:
    """The plan with another name and colour of a side. Its only nationality, and one that is called after it,
    has the name too; the counters of the only one have the colour."""
    sides = plan.sides or ruleset.sides
    nations = plan.nationalities or ruleset.nationalities
    old = next(s for s in sides if s.id == side)
    own = [n for n in nations if n.side == side]
    new_sides = tuple(replace(s, name=name, colour=colour) if s.id == side else s for s in sides)
    after_it = {word for word in (old.name.strip(), short_side_name(old.name)) if word}
    for nation in own:
        now = nation
        if name != old.name and (len(own) == 1 or nation.name.strip() in after_it):
            now = replace(now, name=name, adjective=name)
        if colour != old.colour and len(own) == 1:
            now = replace(now, colours=counter_colours(colour))
        nations = tuple(now if n.id == now.id else n for n in nations)
    return replace(plan, sides=new_sides, nationalities=nations)


def counter_colours(colour: str) -> CounterColours:
    """The colours of counters for a side of a colour: a light ground, dark print."""
    red, green, blue = (int(colour[i:i + 2], 16) for i in (1, 3, 5))

    def mixed(part: float, other: int) -> str:
        return "#" + "".join(f"{round(c * part + other * (1 - part)):02x}" for c in (red, green, blue))

    return CounterColours(mixed(0.45, 255), mixed(0.55, 0), mixed(0.15, 255))


def has_ground(map: GameMap, ruleset: Ruleset, where: Where) -> bool:
    """Whether units can stand in one of these hexes."""
    return any(_is_ground(map, ruleset, h) for h in where.resolve(map))


def _is_ground(map: GameMap, ruleset: Ruleset, hex: Hex) -> bool:
    kind = ruleset.terrain_by_id.get(map.terrain.at(hex))
    return kind is not None and kind.playable
