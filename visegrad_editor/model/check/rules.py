"""Checks of the blocks of rules: names that nothing has, conditions that cannot come true, results, tables
and sequences with which a game would stop or stall."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from ..fields import declared
from ..files.yaml_reader import DataPath
from ..problems import Severity
from ..rules.arrivals import Pool, PoolQuota
from ..rules.combat import Below, Combat, CombatTable, FightValues, Support, TableChoice
from ..rules.counter import Brackets, Formation
from ..rules.grammar import (
    ENEMY,
    FULL,
    OWN_SIDE,
    REDUCED,
    AssetCount,
    Change,
    Comparison,
    HexCount,
    HexFilter,
    Loss,
    Number,
    Situation,
    UnitFilter,
    dice_of,
)
from ..rules.movement import Along, ClassCost, Exit, Mode, Movement, Quota
from ..rules.results import VERBS, Becomes, Effect, ResultCode
from ..rules.sequence import PHASE_KINDS, ExtraTurn, StartPart, TurnPart
from ..rules.stacking import Stacking, Weighing
from ..rules.supply import Leg, Supply, SupplyState
from ..rules.victory import Asset, FirstControl, Garrison, Victory, VictoryCondition, VictoryPoints
from ..rules.zones import USUAL_ZONES, ZoneReach, Zones
from ..ruleset import Ruleset, UnitType
from ..wording import count, listed, quoted
from .context import Checks

_SIDES = (OWN_SIDE, ENEMY)
_REFERENCES: dict[type[Any], dict[str, tuple[str, tuple[str, ...]]]] = {
    UnitFilter: {
        "side": ("side", _SIDES), "nationality": ("nationality", ()), "type": ("unit type", ()),
        "trait": ("trait", ("air", "marker")), "class_": ("movement class", ()), "size": ("size", ()),
        "formation": ("formation", ()), "state": ("state", (FULL, REDUCED)), "named": ("unit", ())},
    HexFilter: {
        "areas": ("area", ()), "countries": ("country", ()), "features": ("feature", ()),
        "roads": ("road kind", ()), "terrain": ("kind of terrain", ()),
        "controlled_by": ("side", (*_SIDES, "none")), "hexes": ("hex", ()), "excluding": ("hex", ())},
    HexCount: {"side": ("side", _SIDES)}, Loss: {"side": ("side", _SIDES)},
    AssetCount: {"id": ("asset", ()), "side": ("side", _SIDES)},
    Number: {"points": ("side", _SIDES), "lead": ("side", _SIDES)},
    Situation: {
        "phase": ("phase", ()), "player_turn": ("side", _SIDES), "happened": ("event", ()),
        "state": ("state", (FULL, REDUCED)), "across": ("hexside kind", ())},
    Change: {"becomes": ("result", ())},
    Effect: {
        "roll": ("table", ()), "set": ("state", (FULL, REDUCED)), "to": ("side", (*_SIDES, "none")),
        "arrive": ("pool or event", ()), "event": ("event", ()), "win": ("side", ("draw", "none"))},
    Becomes: {"result": ("result", ()), "to": ("result", ())},
    Below: {"result": ("result", ("refuse",))}, TableChoice: {"use": ("table", ())},
    Support: {"asset": ("asset", ())}, FightValues: {"attack": ("value", ()), "defence": ("value", ())},
    Brackets: {"value": ("value", ())},
    Movement: {"value": ("value", ())}, UnitType: {"class_": ("movement class", ())},
    ClassCost: {
        "class_": ("movement class", ()), "terrain": ("kind of terrain", ()),
        "hexside": ("hexside kind", ()), "feature": ("feature", ()), "road": ("road kind", ())},
    Along: {"roads": ("road kind", ()), "terrain": ("kind of terrain", ())},
    Exit: {"side": ("side", ())}, Combat: {"not_across": ("hexside kind", ())},
    ZoneReach: {
        "not_terrain": ("kind of terrain", ()), "not_features": ("feature", ()),
        "not_across": ("hexside kind", ())},
    TurnPart: {
        "player_turn": ("side", ()), "phases": ("phase", ()), "choose": ("phase", ()),
        "never": ("phase", ()), "table": ("table", ())},
    ExtraTurn: {
        "player_turn": ("side", ()), "phases": ("phase", ()), "choose": ("phase", ()),
        "before": ("side", ())},
    StartPart: {"order": ("side", ())}, Leg: {"roads": ("road kind", ())},
    Pool: {"side": ("side", ()), "entry": ("entry", ())},
    FirstControl: {"side": ("side", ())}, Asset: {"side": ("side", ())},
    Garrison: {"side": ("side", ())},
    VictoryPoints: {"side": ("side", ("both",))}, VictoryCondition: {"winner": ("side", ("draw", "none"))},
    Victory: {"otherwise": ("side", ("draw", "none"))},
    Formation: {"nationality": ("nationality", ()), "parent": ("formation", ())},
}
"""The fields that name something: what, and the words that are allowed besides."""
_LOOSE = frozenset(("trait", "size"))
"""Words of the designer's own, which need not be declared: an unknown one is a warning."""
_OF_MAP = frozenset(("area", "country", "hex"))
_OF_SCENARIO = frozenset(("unit", "entry"))
_BLOCKS = (
    "counter", "sequence", "movement", "zones", "stacking", "combat", "retreat", "advance", "supply",
    "arrivals", "rebuilding", "control", "victory", "advice")
_LISTS = (
    "unit_types", "tables", "results", "phases", "formations", "states", "pools", "withdrawals", "releases",
    "call_ups", "assets", "events")
_ONE = {
    "unit_types": "unit type", "tables": "table", "results": "result", "phases": "phase",
    "formations": "formation", "states": "state", "pools": "pool", "call_ups": "call-up", "assets": "asset",
    "events": "event", "withdrawals": "withdrawal", "releases": "release"}
_USUAL = Ruleset("usual", "", "")


class Spot(NamedTuple):
    """A place in a ruleset: a section, the id of an entry, and the path of a part of it."""

    section: str
    name: str = ""
    within: DataPath = ()

    def at(self, key: str | int) -> Spot:
        """The place of a part."""
        return self._replace(within=(*self.within, key))

    @property
    def words(self) -> str:
        """The place in a message: `when.turn` of event "coup"."""
        keys = ".".join(str(k + 1) if isinstance(k, int) else k for k in self.within)
        whole = f"{_ONE[self.section]} {quoted(self.name)}" if self.name else f"`{self.section}`"
        return f"`{keys}` of {whole}" if keys else whole


def check_rule_blocks(checks: Checks) -> None:
    """What a ruleset on its own can know of its blocks."""
    rules = _Blocks(checks, whole=False)
    rules.check_names()
    rules.check_ids()
    for part in (_check_scripts, _check_results, _check_sequence, _check_zones, _check_stacking,
                 _check_movement, _check_values, _check_supply, _check_formations, _check_assets,
                 _check_victory, _check_options, _check_situations):
        part(rules)


def check_rules_on_map(checks: Checks) -> None:
    """What needs the map, or the scenario: names on them, sets of hexes, numbers that cannot be reached."""
    rules = _Blocks(checks, whole=True)
    rules.check_names()
    for part in (_check_sets, _check_counts, _check_starts, _check_units_of_formations):
        part(rules)


@dataclass
class _Blocks:
    """The blocks of the ruleset of a design, and the names in it."""

    checks: Checks
    whole: bool
    """Whether names on the map and in the scenario are checked, and not those in the ruleset."""

    @property
    def rules(self) -> Ruleset:
        return self.checks.design.ruleset

    @property
    def turns(self) -> int:
        scenario = self.checks.design.scenario
        return scenario.turns if scenario else self.rules.turns

    def add(self, severity: Severity, code: str, message: str, spot: Spot) -> None:
        self.checks.add(severity, code, message, "ruleset", spot.section, spot.name, within=spot.within)

    @cached_property
    def parts(self) -> tuple[tuple[Any, Spot], ...]:
        """Every record in the blocks that differs from its default, with its place."""
        found: list[tuple[Any, Spot]] = []
        for section in _BLOCKS:
            found += _walk(getattr(self.rules, section), Spot(section), getattr(_USUAL, section))
        for section in _LISTS:
            for i, entry in enumerate(getattr(self.rules, section)):
                name = str(getattr(entry, "id", ""))
                found += _walk(entry, Spot(section, name) if name else Spot(section, "", (i,)), None)
        return tuple(found)

    def of(self, kind: type[Any]) -> Iterator[tuple[Any, Spot]]:
        """The records of a kind."""
        return ((record, spot) for record, spot in self.parts if isinstance(record, kind))

    @cached_property
    def known(self) -> Mapping[str, Sequence[str]]:
        """The names that there are, by what they name."""
        rules, design = self.rules, self.checks.design

        def ids(section: str) -> list[str]:
            return [e.id for e in getattr(rules, section)]

        phases = [*ids("phases"), *(p.id for p in rules.sequence.turn if p.id),
                  *(p.kind for p in rules.sequence.turn if p.kind)]
        known = {
            "side": ids("sides"), "nationality": ids("nationalities"), "unit type": ids("unit_types"),
            "trait": sorted({t for kind in rules.unit_types for t in kind.traits}),
            "movement class": [c.id for c in rules.movement.classes],
            "size": sorted({kind.size for kind in rules.unit_types if kind.size}),
            "formation": ids("formations"), "state": ids("states"), "feature": ids("features"),
            "road kind": ids("roads"), "kind of terrain": ids("terrain"), "hexside kind": ids("hexsides"),
            "phase": list(dict.fromkeys((*phases, *PHASE_KINDS))), "event": ids("events"),
            "asset": ids("assets"), "table": ids("tables"), "result": ids("results"),
            "value": ids("values"), "pool or event": [*ids("pools"), *ids("events")]}
        if self.whole:
            known["area"] = [a.id for a in design.map.areas]
            known["country"] = [*self.checks.countries, *ids("nationalities")]
            if design.scenario is not None:
                known["unit"] = [u.key for u in design.scenario.units]
                known["entry"] = [e.id for e in design.scenario.entries]
                known["size"] = [*known["size"], *{u.size for u in design.scenario.units if u.size}]
        return known

    def check_names(self) -> None:
        """Names that nothing has."""
        for record, spot in self.parts:
            for kind in type(record).__mro__:
                for attribute, (what, also) in _REFERENCES.get(kind, {}).items():
                    if (what in _OF_MAP or what in _OF_SCENARIO) == self.whole:
                        key = attribute.rstrip("_")
                        self._check_words(getattr(record, attribute), what, also, spot.at(key))
            if not self.whole:
                self._check_pairs(record, spot)

    def _check_words(self, value: Any, what: str, also: tuple[str, ...], spot: Spot) -> None:
        for word in _flat(value):
            if what == "hex":
                if self.checks.design.map.grid.parse(word) is None:
                    self.add("error", "unknown-hex", (
                        f"There is no hex {word} on the map ({spot.words}). Write one of its hex numbers."),
                        spot)
                continue
            known = self.known.get(what)
            if known is None or word in also or word in known:
                continue
            severity: Severity = "warning" if what in _LOOSE else "error"
            self.add(severity, f"unknown-{what.replace(' ', '-')}", (
                f"There is no {what} {quoted(word)} ({spot.words})."
                f"{self.checks.suggest(what, word, [*known, *also]) or self._how_to_make(what)}"), spot)

    @staticmethod
    def _how_to_make(what: str) -> str:
        return f" Add the {what} to the ruleset, or take the name away."

    def _check_pairs(self, record: Any, spot: Spot) -> None:
        """Names that are keys of a mapping."""
        pairs: tuple[tuple[str, Any], ...] = ()
        if isinstance(record, Effect):
            for key, what in (("points", "side"), ("asset", "asset")):
                self._check_words(tuple(k for k, _ in getattr(record, key)), what, (), spot.at(key))
        elif isinstance(record, Weighing):
            what = {"size": "size", "type": "unit type"}.get(record.by, "")
            if what:
                self._check_words(tuple(k for k, _ in record.of), what, (), spot.at("of"))
        elif isinstance(record, Situation):
            pairs = record.option
        choices = {o.id: o.choices for o in self.rules.options}
        for option, wanted in pairs:
            place = spot.at("option")
            if option not in choices:
                self.add("error", "unknown-option", (
                    f"There is no option {quoted(option)} ({place.words})."
                    f"{self.checks.suggest('option', option, list(choices)) or self._how_to_make('option')}"),
                    place)
                continue
            for choice in wanted:
                if choice not in choices[option]:
                    known = list(choices[option])
                    self.add("error", "unknown-choice", (
                        f"The option {quoted(option)} has no choice {quoted(choice)} ({place.words})."
                        f"{self.checks.suggest('choice', choice, known, 'Choices')}"), place)

    def check_ids(self) -> None:
        """Entries of one list with the same id."""
        for section in ("values", "formations", "states", "pools", "call_ups", "assets", "events"):
            self.checks.doubles("ruleset", section, section.replace("_", " "),
                                (e.id for e in getattr(self.rules, section)))
        for record, spot in self.parts:
            kind: Any = type(record)
            for one in declared(kind):
                entries = getattr(record, one.name)
                if not isinstance(entries, tuple) or not entries or not hasattr(entries[0], "id"):
                    continue
                for id, times in Counter(e.id for e in entries if getattr(e, "id", "")).items():
                    if times > 1:
                        place = spot.at(one.key)
                        self.add("error", "twice", (
                            f"{times} entries of {place.words} are called {quoted(id)}; each needs a name of "
                            "its own."), place)


def _walk(value: Any, spot: Spot, usual: Any) -> Iterator[tuple[Any, Spot]]:
    """The records in a value with their places; what is as usual is nobody's mistake."""
    if is_dataclass(value):
        if value == usual:
            return
        yield value, spot
        kind: Any = type(value)
        for one in declared(kind):
            if one.key:
                yield from _walk(getattr(value, one.name), spot.at(one.key), one.default)
    elif isinstance(value, tuple) and value != usual:
        for i, part in enumerate(value):
            if not isinstance(part, str):
                yield from _walk(part, spot.at(i), None)


def _flat(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if value:
            yield value
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from _flat(part)


# -- results and scripts ---------------------------------------------------------------------------


def _check_scripts(rules: _Blocks) -> None:
    for effect, spot in rules.of(Effect):
        verbs = [v for v in VERBS if getattr(effect, v) not in ("", (), None)]
        if not verbs:
            rules.add("warning", "no-verb", (
                f"The effect at {spot.words} says nothing that happens. Add one of {', '.join(VERBS[:6])} "
                "..., or take it away."), spot)
        elif len(verbs) > 1:
            rules.add("warning", "two-verbs", (
                f"The effect at {spot.words} says {listed(verbs)} at once. Write an effect for each."), spot)
        if effect.state and not effect.set:
            rules.add("warning", "no-state", (
                f"The effect at {spot.words} gives a state but does not say which. Add `set`."), spot)
        if effect.choose and not effect.of:
            rules.add("warning", "no-choice", (
                f"At {spot.words} the {effect.choose} chooses, but there is nothing to choose from. Add `of` "
                "with a list of scripts."), spot)


def _check_results(rules: _Blocks) -> None:
    """Codes that no table gives, and codes that do nothing in a game played from data."""
    used = {code for table in rules.rules.tables for row in table.rows for code in row}
    used |= {one.to for one, _ in rules.of(Becomes)} | {one.becomes for one, _ in rules.of(Change)}
    used |= {one.result for one, _ in rules.of(Below)}
    for result in rules.rules.results if rules.rules.tables else ():
        spot = Spot("results", result.id)
        if result.id not in used:
            rules.add("warning", "unused-result", (
                f"No table gives the result {quoted(result.id)}. Take it away, or use it in a table."), spot)
        elif rules.rules.system == "standard" and not result.does and _is_fought(rules.rules, result):
            rules.add("warning", "no-script", (
                f"The result {quoted(result.id)} does nothing in play: it has no `does`. Say there what "
                "happens; `[{note: ...}]` says that nothing does."), spot)


def _is_fought(ruleset: Ruleset, result: ResultCode) -> bool:
    """Whether a result comes from a table by odds."""
    return any(len(t.columns) > 1 and any(result.id in row for row in t.rows) for t in ruleset.tables)


# -- conditions ------------------------------------------------------------------------------------


def _check_situations(rules: _Blocks) -> None:
    """Conditions that cannot come true, whatever happens."""
    raised = {e.event for e, _ in rules.of(Effect)} | {e.arrive for e, _ in rules.of(Effect)}
    dead = set()
    for situation, spot in rules.of(Situation):
        for why in _impossible(situation, rules.turns):
            rules.add("warning", "never-true", f"The condition at {spot.words} never holds: {why}", spot)
            if spot.section == "events" and spot.within == ("when",):
                dead.add(spot.name)
    for situation, spot in rules.of(Situation):
        for event in situation.happened:
            if event in dead and event not in raised:
                rules.add("warning", "never-true", (
                    f"The condition at {spot.words} never holds: the event {quoted(event)} never happens."),
                    spot.at("happened"))
    for bounds, spot in rules.of(Comparison):
        if spot.within and spot.within[-1] == "odds":
            for key in ("at_least", "at_most", "more_than", "less_than"):
                value = getattr(bounds, key)
                if isinstance(value, int) and value > 60:
                    rules.add("warning", "bare-odds", (
                        f"The odds at {spot.at(key).words} are the number {value}, which is what "
                        f"{value // 60}:{value % 60} without quotes becomes in many programs. Put odds in "
                        "quotes."), spot.at(key))


def _impossible(situation: Situation, turns: int) -> Iterator[str]:
    if situation.turn is not None:
        first, last = situation.turn
        if last < first:
            yield f"its turns go from {first} to {last}. Write the lower number first."
        elif first > turns:
            yield f"it begins on turn {first}, and the game has {count(turns, 'turn')}."
    least, most = _limits(situation)
    if least is not None and most is not None and least > most:
        yield f"the number would have to be at least {least} and at most {most}."
    if situation.roll:
        number, sides = dice_of(situation.roll)
        if least is not None and least > number * sides:
            yield f"a roll of {situation.roll} is {number * sides} at most, not {least}."
        if most is not None and most < number:
            yield f"a roll of {situation.roll} is {number} at least, not {most}."


def _limits(bounds: Comparison) -> tuple[int | None, int | None]:
    """The least and the greatest whole number that bounds allow; None where they set no number."""
    least = [n + more for n, more in ((bounds.at_least, 0), (bounds.more_than, 1)) if isinstance(n, int)]
    most = [n - less for n, less in ((bounds.at_most, 0), (bounds.less_than, 1)) if isinstance(n, int)]
    return max(least, default=None), min(most, default=None)


# -- the sequence of play --------------------------------------------------------------------------


def _check_sequence(rules: _Blocks) -> None:
    sequence, kinds = rules.rules.sequence, {p.id: p.kind or p.id for p in rules.rules.phases}
    spot = Spot("sequence", "", ("turn",))
    if not sequence.turn:
        return
    for side in rules.rules.sides:
        phases = [p for part in sequence.turn if part.player_turn == side.id
                  for p in (*part.phases, *(p for order in part.choose for p in order))]
        shared = {p.kind for p in sequence.turn if not p.player_turn}
        there = {kinds.get(p, p) for p in phases} | shared
        for kind, what in (("move", "movement"), ("combat", "combat")):
            if kind not in there and not (kind == "combat" and "fire" in there):
                rules.add("warning", "no-phase", (
                    f"The {side.name} has no {what} phase. Add `{kind}` to the phases of its player turn."),
                    spot)


# -- zones and stacking ----------------------------------------------------------------------------


def _check_zones(rules: _Blocks) -> None:
    zones = rules.rules.zones
    lines = (zones.enter, zones.leave, zones.through, zones.start)
    usual = USUAL_ZONES[zones.kind]
    spot = Spot("zones")
    meant = tuple(own or by_kind for own, by_kind in zip(lines, usual, strict=True))
    if zones == Zones():
        return
    if meant != usual:
        same = next((kind for kind, what in USUAL_ZONES.items() if what == meant and kind != "none"), "")
        if zones.kind == "none":
            rules.add("note", "zone-kind", (
                "`zones` says `kind: none`, and yet what entering, leaving or passing does. Choose another "
                "kind, or take these lines away."), spot)
        elif same:
            rules.add("note", "zone-kind", (
                f"`zones` says `kind: {zones.kind}`, and its other lines make it {same}. Write "
                f"`kind: {same}` without them."), spot)
    idle = set(meant) <= {"free"} and not zones.blocks and not zones.modifiers
    if zones.kind != "none" and idle:
        rules.add("warning", "zone-idle", (
            "The zones of control have no effect: units move through them freely and they block nothing. "
            "Write `kind: none`, or say what they do."), spot)


def _check_stacking(rules: _Blocks) -> None:
    stacking = rules.rules.stacking
    spot = Spot("stacking")
    if stacking == Stacking():
        return
    if _value(stacking.limit) <= 0:
        rules.add("error", "stacking-limit", (
            "The stacking limit is 0, so no unit can stand anywhere. Write 1 or more."), spot.at("limit"))
    for i, by_hex in enumerate(stacking.by_hex):
        if _value(by_hex.limit) <= 0:
            rules.add("note", "stacking-limit", (
                f"The limit at {spot.at('by_hex').at(i).words} is 0, so no unit ends its move there. If that "
                "is meant, prohibit the terrain."), spot.at("by_hex").at(i))
    weigh = stacking.weigh
    if weigh.by in ("size", "type") and not weigh.of:
        rules.add("warning", "no-weights", (
            f"`weigh` counts by {weigh.by} and gives no weights, so each unit counts 1. Add `of`."),
            spot.at("weigh"))
    for i, quota in enumerate(stacking.at_most):
        if weigh.by == "unit" and quota.number > _value(stacking.limit):
            rules.add("note", "idle-limit", (
                f"{spot.at('at_most').at(i).words} allows {quota.number} units, more than the limit "
                f"{stacking.limit}. Take it away, or lower it."), spot.at("at_most").at(i))


def _value(part: str) -> Fraction:
    return Fraction(part)


# -- movement and supply ---------------------------------------------------------------------------


def _check_movement(rules: _Blocks) -> None:
    for quota, spot in rules.of(Quota):
        if quota.a_turn == 0:
            rules.add("warning", "no-quota", (
                f"{spot.words} is 0 a turn, so nobody can use it. Write a number, or take it away."), spot)
    for quota, spot in rules.of(PoolQuota):
        if quota.number == 0:
            rules.add("warning", "no-quota", (
                f"{spot.words} is 0, so none of these units ever comes. Write a number."), spot)
    movement = rules.rules.movement
    if movement == Movement():
        return
    greatest: dict[str, int] = defaultdict(int)
    first = movement.classes[0].id if movement.classes else ""
    for kind in rules.rules.unit_types:
        own = kind.class_ or first
        greatest[own] = max(greatest[own], kind.movement)
    for i, cost in enumerate(movement.costs):
        if isinstance(cost.cost, str) or movement.least == "one-hex":
            continue
        most = max((greatest.get(c, 0) for c in cost.class_), default=max(greatest.values(), default=0))
        if 0 < most < cost.cost:
            spot = Spot("movement", "", ("costs", i))
            rules.add("warning", "too-dear", (
                f"The cost at {spot.words} is {cost.cost:g}, and no such unit has more than "
                f"{count(most, 'movement point')}. Write `prohibited` if that is meant."), spot.at("cost"))
    most = max(greatest.values(), default=0)
    for terrain in rules.rules.terrain if movement.least == "none" else ():
        if terrain.cost is not None and 0 < most < terrain.cost and not any(
                terrain.id in cost.terrain for cost in movement.costs):
            rules.add("warning", "too-dear", (
                f"{terrain.name} costs {terrain.cost:g}, and no unit type has more than "
                f"{count(most, 'movement point')}, so nobody can enter it. Write `prohibited` if that is "
                "meant."), Spot("terrain", terrain.id, ("cost",)))
    for mode, spot in rules.of(Mode):
        if mode.allowance == "none" and not (mode.range or mode.only != Along() or mode.start_and_end):
            rules.add("note", "no-limit", (
                f"{spot.words} has no limit: no allowance, no range, no roads. Units reach the whole map by "
                "it. Give it `range` or `only`."), spot)


def _check_values(rules: _Blocks) -> None:
    """In a game played from data the values that units fight and move with must be on their counters."""
    if rules.rules.system != "standard":
        return
    combat, movement = rules.rules.combat, rules.rules.movement
    known = [v.id for v in rules.rules.values]
    for value, spot, usual in (
            (combat.values.attack, Spot("combat", "", ("values", "attack")), combat.values == FightValues()),
            (movement.value, Spot("movement", "", ("value",)), movement == Movement())):
        if usual and value not in known:
            rules.add("error", "unknown-value", (
                f"There is no value {quoted(value)}, which {spot.words} is if the ruleset says nothing. Name "
                f"one of {listed(known)}."), spot)


def _check_supply(rules: _Blocks) -> None:
    supply = rules.rules.supply
    if supply == Supply():
        return
    spot = Spot("supply")
    if not supply.sources and (supply.paths or supply.states != Supply().states):
        rules.add("warning", "no-source", (
            "`supply` has no `sources`, so all units are always in supply and its other lines do nothing."),
            spot)
    for i, path in enumerate(supply.paths):
        if path.legs and not path.legs[-1].to.sources:
            here = spot.at("paths").at(i)
            rules.add("warning", "no-source", (
                f"The last leg at {here.words} does not lead to a source of supply. Add "
                "`to: {sources: true}`, or another leg."), here)
    for state, here in rules.of(SupplyState):
        if state.effect == Change() and not state.may_not and not state.lose:
            rules.add("note", "idle-state", (
                f"Being {quoted(state.name or state.id)} changes nothing ({here.words}). Say what it does, "
                "or take it away."), here)


# -- formations, assets, options -------------------------------------------------------------------


def _check_formations(rules: _Blocks) -> None:
    parent = {f.id: f.parent for f in rules.rules.formations}
    for formation in rules.rules.formations:
        seen, one = [formation.id], formation.parent
        while one and one not in seen and one in parent:
            seen.append(one)
            one = parent[one]
        if one == formation.id and one == min(seen):  # each loop once
            rules.add("error", "formation-loop", (
                f"The formation {quoted(formation.name)} belongs to itself ({' in '.join([*seen, one])}). "
                "Change a `parent`."), Spot("formations", formation.id, ("parent",)))


def _check_assets(rules: _Blocks) -> None:
    for asset in rules.rules.assets:
        spot = Spot("assets", asset.id)
        for key, number in (("at_start", asset.at_start),
                            ("each_turn", max((n for _, n in asset.each_turn), default=0))):
            if asset.most and number > asset.most:
                rules.add("warning", "asset-limit", (
                    f"{asset.name} gets {number} and may have {asset.most} at most. Raise `most`, or lower "
                    f"`{key}`."), spot.at(key))
    for pool in rules.rules.pools:
        spot = Spot("pools", pool.id)
        if not pool.entry:
            rules.add("warning", "no-entry", (
                f"The pool {quoted(pool.name or pool.id)} has no entry, so its units cannot come. Add "
                "`entry`."), spot)
        if not any(n for _, n in pool.number):
            rules.add("warning", "no-number", (
                f"Nothing ever comes from the pool {quoted(pool.name or pool.id)}. Add `number`, such as "
                "`{1: 2}`."), spot)


def _check_options(rules: _Blocks) -> None:
    for option in rules.rules.options:
        for choice in option.changes:
            if choice not in option.choices:
                known = list(option.choices)
                rules.add("error", "unknown-choice", (
                    f"Option {quoted(option.name)} changes something for {quoted(choice)}, which is none of "
                    f"its choices.{rules.checks.suggest('choice', choice, known, 'Choices')}"),
                    Spot("options", option.id, ("changes",)))


# -- victory ---------------------------------------------------------------------------------------


def _check_victory(rules: _Blocks) -> None:
    victory = rules.rules.victory
    if victory == Victory() and rules.rules.system != "standard":
        return
    spot = Spot("victory")
    winners = {c.winner for c in victory.conditions} | {victory.otherwise}
    winners |= {e.win for e, _ in rules.of(Effect) if e.win}
    scoring = {p.side for p in victory.points if p.worth > 0}
    # Points lost by one side are a lead of the other.
    if any(p.worth < 0 for p in victory.points) or any(e.points for e, _ in rules.of(Effect)):
        scoring.add("both")
    by_points = bool(victory.levels) or not victory.conditions
    losers = [s.name for s in rules.rules.sides if s.id not in winners
              and not (by_points and ("both" in scoring or s.id in scoring))]
    if losers and len(losers) == len(rules.rules.sides):
        rules.add("warning", "no-winner", (
            "Nobody can win: `victory` has neither points nor conditions that a side can meet."), spot)
    else:
        for name in losers:
            rules.add("warning", "no-winner", (
                f"The {name} has no way to win. Add a condition or points for it, or `otherwise`."), spot)
    for i, one in enumerate(victory.conditions):
        for k, other in enumerate(victory.conditions[:i]):
            if one.winner != other.winner and one.when == other.when and one.judged == other.judged:
                rules.add("warning", "two-winners", (
                    f"Two sides win in the same situation, {other.winner} and {one.winner}; the first of "
                    f"conditions {k + 1} and {i + 1} decides. Change one of them."),
                    spot.at("conditions").at(i))


# -- tables of odds --------------------------------------------------------------------------------


def check_table_rules(checks: Checks, table: CombatTable) -> None:
    """Whether dice and rows fit together, and whether better odds are better."""
    def add(severity: Severity, code: str, message: str, key: str) -> None:
        checks.add(severity, code, message, "ruleset", "tables", table.id, within=(key,))

    if table.counts == "ratio" or table.odds == "ratio":
        for heading in table.columns:
            if heading.isdigit() and int(heading) > 60 and 0 < int(heading) % 60 < 10:
                add("warning", "bare-odds", (
                    f"Table {table.name} has the column {heading}, which is what {int(heading) // 60}:"
                    f"{int(heading) % 60} without quotes becomes in many programs. Put odds in quotes."),
                    "columns")
    if table.rows and (table.odds or table.modifiers or table.die != "1d6"):
        _check_totals(table, add)
    _check_better_columns(checks, table, add)


def _check_totals(table: CombatTable, add: Callable[[Severity, str, str, str], None]) -> None:
    dice = table.totals
    low, high = dice[0], dice[-1]
    if table.first_row > low or table.last_row < high:
        missing = [n for n in dice if not table.first_row <= n <= table.last_row]
        add("warning", "rows", (
            f"Table {table.name} is rolled on with {table.die} and has no row for {_span(missing)}; the "
            "nearest row counts. Add rows, or change `die`."), "rows")
    changes = [m.effect.die for m in table.modifiers]
    least = low + sum(c for c in changes if c < 0)
    most = high + sum(c for c in changes if c > 0)
    outside = [n for n in range(least, most + 1)
               if n not in dice and not table.first_row <= n <= table.last_row]
    if outside and not table.note.strip():
        add("note", "rows", (
            f"The modifiers of table {table.name} lead to {_span(outside)}, beyond its rows; the nearest row "
            "counts. Say so in `note`, or add rows."), "modifiers")
    unreachable = [n for n in range(table.first_row, table.last_row + 1) if not least <= n <= most]
    if unreachable:
        add("warning", "rows", (
            f"Table {table.name} has a row for {_span(unreachable)}, which {table.die} with its modifiers "
            "cannot show. Add the modifier that leads there, or take the row away."), "rows")


def _span(numbers: Sequence[int]) -> str:
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return listed([str(n) for n in numbers[:12]])


def _check_better_columns(
    checks: Checks, table: CombatTable, add: Callable[[Severity, str, str, str], None],
) -> None:
    if table.counts == "none":
        return
    worth = {r.id: _worth(r.does) for r in checks.design.ruleset.results if r.does}
    for n, row in enumerate(table.rows, table.first_row):
        for c in range(1, min(len(row), len(table.columns))):
            # Tables differ in whether an exchange is better than a retreat, so little differences are left.
            if row[c] in worth and row[c - 1] in worth and worth[row[c]] <= worth[row[c - 1]] - 1:
                add("warning", "worse-column", (
                    f"In table {table.name} a roll of {n} gives {row[c]} in the column {table.columns[c]} "
                    f"and {row[c - 1]}, which is better for the attacker, at the lower odds "
                    f"{table.columns[c - 1]}. Check the row."), "rows")
                return


def _worth(script: Iterable[Effect]) -> Fraction:
    """How good a script is for the attacker, roughly: steps of the enemy less own steps."""
    total = last = Fraction(0)
    for effect in script:
        for party, lost in ((effect.eliminate, Fraction(3)), (effect.retreat, Fraction(1, 2)),
                            (effect.lose_units, Fraction(2))):
            total += _sign(party) * lost
        if effect.lose:
            steps = {"all": Fraction(3), "same": abs(last)}.get(effect.steps)
            last = _sign(effect.lose) * (Fraction(effect.steps) if steps is None else steps)
            total += last
        if effect.choose and effect.of:
            worths = [_worth(one) for one in effect.of]
            total += min(worths) if effect.choose == "defender" else max(worths)
    return total


def _sign(party: str) -> int:
    return {"attacker": -1, "defender": 1}.get(party, 0)


# -- on the map ------------------------------------------------------------------------------------


def _check_sets(rules: _Blocks) -> None:
    """Sets of hexes that are empty on this map."""
    for hexes, spot in rules.of(HexFilter):
        if not hexes.is_everywhere and hexes.hexes and not rules.checks.hexes(hexes):
            continue  # said for each hex number
        if _names_something(hexes) and not rules.checks.hexes(hexes) and _is_known(rules, hexes):
            what = "source of supply" if spot.section == "supply" else "set of hexes"
            rules.add("warning", "no-hexes", (
                f"The {what} at {spot.words} has no hex on the map {quoted(rules.checks.design.map.title)}. "
                "Change it, or the map."), spot)
    grid = rules.checks.design.map.grid
    for leg, spot in rules.of(Leg):
        if not leg.points and leg.length > grid.columns + grid.rows:
            rules.add("note", "long-leg", (
                f"The leg at {spot.words} may be {count(leg.length, 'hex')} long; no way across the map is. "
                "Write 0 for any length."), spot.at("length"))


def _names_something(hexes: HexFilter) -> bool:
    return bool(hexes.on_whole_map or hexes.areas or hexes.countries or hexes.hexes)


def _is_known(rules: _Blocks, hexes: HexFilter) -> bool:
    """Whether all names of a set are known; others are reported by themselves."""
    design = rules.checks.design
    return (set(hexes.areas) <= set(design.map.area_by_id)
            and set(hexes.countries) <= {*rules.checks.countries, *design.ruleset.nationality_by_id}
            and set(hexes.features) <= set(design.ruleset.feature_by_id)
            and set(hexes.roads) <= set(design.ruleset.road_by_id)
            and set(hexes.terrain) <= set(design.ruleset.terrain_by_id))


def _check_counts(rules: _Blocks) -> None:
    """Numbers of hexes that the map does not have: 5 towns of 4."""
    for number, spot in rules.of(Number):
        if not isinstance(number, Situation):
            continue
        least, _ = _limits(number)
        for key in ("control", "ever_taken", "entered"):
            held: HexCount | None = getattr(number, key)
            if held is None or least is None:
                continue
            there = _most_hexes(rules, held.hexes)
            if least > there:
                rules.add("warning", "never-true", (
                    f"The condition at {spot.words} never holds: it asks for {least} hexes, and the map has "
                    f"only {there} of them."), spot)


def _most_hexes(rules: _Blocks, hexes: HexFilter) -> int:
    """The most hexes that a set can ever have: those in play that units can enter."""
    chosen = rules.checks.hexes(hexes) if _names_something(hexes) else tuple(rules.checks.design.map.grid)
    return sum(rules.checks.is_playable(h) and rules.checks.in_play(h) for h in chosen)


def _check_starts(rules: _Blocks) -> None:
    """Units that start, and goals that lie, in terrain that nobody of a movement class, or of any, enters."""
    scenario, movement = rules.checks.design.scenario, rules.rules.movement
    classes = [one.id for one in movement.classes] or [""]
    barred = {(c, t) for cost in movement.costs if cost.cost == "prohibited" for t in cost.terrain
              for c in (cost.class_ or classes)}
    if barred:
        _check_goals(rules, {t for _, t in barred if all((c, t) in barred for c in classes)})
    if scenario is None or not barred:
        return
    first = classes[0]
    game_map, types = rules.checks.design.map, rules.rules.unit_type_by_id
    for unit in scenario.units:
        kind, hex = types.get(unit.type), game_map.grid.parse(unit.hex) if unit.hex else None
        if kind is None or hex is None:
            continue
        own, terrain = kind.class_ or first, game_map.terrain.at(hex)
        if (own, terrain) in barred:
            rules.checks.add("warning", "barred-start", (
                f"{unit.name} starts in {unit.hex} ({rules.checks.terrain_name(hex)}), where units of the "
                f"movement class {own} cannot go. Move it, or change `costs`."),
                "scenario", "units", unit.key, unit.hex, unit.key)


def _check_goals(rules: _Blocks, barred: set[str]) -> None:
    terrain = rules.checks.design.map.terrain
    goals = [(one.hexes, spot.at("hexes")) for one, spot in rules.of(VictoryPoints) if one.for_ == "control"]
    goals += [(one.hexes, spot.at("hexes")) for one, spot in rules.of(HexCount) if spot.section == "victory"]
    for hexes, spot in goals:
        chosen = rules.checks.hexes(hexes) if _names_something(hexes) else ()
        if chosen and all(terrain.at(h) in barred for h in chosen):
            rules.add("warning", "barred-goal", (
                f"The hexes at {spot.words} lie in terrain that no movement class can enter, so nobody takes "
                "them. Change them, or `costs`."), spot)


def _check_units_of_formations(rules: _Blocks) -> None:
    """Formations to which no unit of the scenario belongs, nor to one of their parts."""
    scenario = rules.checks.design.scenario
    if scenario is None or not rules.rules.formations:
        return
    used = {getattr(unit, "formation", "") for unit in scenario.units} - {""}
    if not used:
        return
    parents = {f.id: f.parent for f in rules.rules.formations}
    for one in tuple(used):
        while (one := parents.get(one, "")) and one not in used:
            used.add(one)
    for formation in rules.rules.formations:
        if formation.id not in used:
            rules.add("note", "no-units", (
                f"No unit of the scenario belongs to the formation {quoted(formation.name)}."),
                Spot("formations", formation.id))
