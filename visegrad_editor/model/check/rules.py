"""Checks of the blocks of rules: names that nothing has, conditions that cannot come true, results, tables
and sequences with which a game would stop or stall."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from ..design import Design
from ..edit.ruleset import with_ruleset
from ..problems import Fix
from ..provenance import is_rule_number
from ..rules.arrivals import PoolQuota, Rebuilding
from ..rules.combat import Below, FightValues
from ..rules.grammar import (
    ALWAYS,
    NUMBER_KEYS,
    Change,
    Comparison,
    Number,
    Situation,
    dice_of,
)
from ..rules.movement import Along, Mode, Movement, Quota
from ..rules.results import VERBS, Becomes, Effect, ResultCode
from ..rules.sequence import orders_to_choose, parts_of_turn
from ..rules.stacking import Stacking
from ..rules.supply import Supply, SupplyState
from ..rules.victory import Victory
from ..rules.zones import USUAL_ZONES, Zones
from ..ruleset import Ruleset
from ..timetable_words import given_event_name
from ..wording import count, listed, quoted, said_of
from .blocks import NEVER_TRUE, Blocks, Spot, limits
from .context import Checks
from .goals import check_goals
from .timetable import date_fixes, opening_fixes


def check_rule_blocks(checks: Checks) -> None:
    """What a ruleset on its own can know of its blocks."""
    rules = Blocks(checks, whole=False)
    rules.check_names()
    rules.check_ids()
    for part in (_check_scripts, _check_results, _check_fights, _check_events, _check_call_ups,
                 _check_sequence, _check_zones, _check_stacking, _check_movement, _check_values,
                 _check_supply, _check_formations, _check_assets, _check_victory, _check_situations,
                 _check_rule_numbers):
        part(rules)


def _check_rule_numbers(rules: Blocks) -> None:
    """Rule numbers that look like none, such as dates and fractions that lost their quotes."""
    for record, spot in rules.parts:
        number = getattr(record, "rule", "")
        if isinstance(number, str) and number and not is_rule_number(number):
            rules.add("note", "rule-number", (
                f"{spot.at('rule').words} is {quoted(number)}, which does not look like a rule number. "
                'Write one such as "4.2".'), spot.at("rule"))


# -- results and scripts ---------------------------------------------------------------------------


def _check_scripts(rules: Blocks) -> None:
    for effect, spot in rules.of(Effect):
        verbs = [v for v in VERBS if getattr(effect, v) not in ("", (), None)]
        if not verbs:
            rules.add("warning", "no-verb", (
                f"The effect in {spot.words} says nothing that happens. Add one of {', '.join(VERBS[:6])} "
                "..., or take it away."), spot)
        elif len(verbs) > 1:
            rules.add("warning", "two-verbs", (
                f"The effect in {spot.words} says {listed(verbs)} at once. Write an effect for each."), spot)
        if effect.state and not effect.set:
            rules.add("warning", "no-state", (
                f"The effect in {spot.words} gives a state but does not say which. Add `set`."), spot)
        if effect.choose and not effect.of:
            rules.add("warning", "no-choice", (
                f"In {spot.words} the {effect.choose} chooses, but there is nothing to choose from. Add `of` "
                "with a list of scripts."), spot)


def _check_results(rules: Blocks) -> None:
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


def _check_fights(rules: Blocks) -> None:
    """Tables without one for all other fights, and results that become others in a circle."""
    combat = rules.rules.combat
    fixed = [choice for choice in combat.table if not choice.choice]
    if fixed and all(choice.when != ALWAYS for choice in fixed):
        rules.add("warning", "no-table", (
            "All tables of Combat have a `when`; where none holds, the table "
            f"{combat.table[0].use} is used all the same. Add an entry without `when` at the end."),
            Spot("combat", "", ("table",)))
    for code, line in _circles(combat.becomes):
        rules.add("warning", "circle", (
            f'"Becomes" of Combat makes {quoted(code)} into {quoted(code)} again: its lines are followed '
            "once, one after the other. Take one of them away, or give them situations that do not hold "
            "together."),
            Spot("combat", "", ("becomes", line)))


def _circles(lines: Sequence[Becomes]) -> Iterator[tuple[str, int]]:
    """The results that become themselves again where the situations of some lines hold, with the last of
    these lines; each circle once."""
    found = set()
    for when in dict.fromkeys(line.when for line in lines):
        for start in dict.fromkeys(line.result for line in lines):
            code, last = start, -1
            for i, line in enumerate(lines):
                if line.result == code and line.when in (ALWAYS, when):
                    code, last = line.to, i
            if last >= 0 and code == start and last not in found:
                found.add(last)
                yield start, last


def _check_events(rules: Blocks) -> None:
    """Events that set each other off again and again."""
    events = {e.id: e for e in rules.rules.events if not e.once}
    leads: dict[str, set[str]] = {id: set() for id in events}
    for effect, spot in rules.of(Effect):
        if spot.section == "events" and spot.name in leads and effect.event in leads:
            leads[spot.name].add(effect.event)
    for situation, spot in rules.of(Situation):
        if spot.section == "events" and spot.name in leads and spot.within[0] == "when" and (
                "not" not in spot.within):
            for cause in situation.happened:
                if cause in leads:
                    leads[cause].add(spot.name)
    told: set[str] = set()
    for id in leads:
        circle = _way_back(leads, id)
        if circle and told.isdisjoint(circle):
            told.update(circle)
            others = [quoted(events[one].name) for one in circle]
            rules.add("warning", "circle", (
                f"The events {listed(others)} set each other off without end." if len(others) > 1 else
                f"The event {others[0]} sets itself off without end.") + " Let one of them happen `once`, or "
                "change its situation.", Spot("events", id))


def _way_back(leads: dict[str, set[str]], start: str) -> list[str]:
    """The shortest way from an event over others back to it; empty if there is none."""
    ways = [[start]]
    seen: set[str] = set()
    for way in ways:
        for follower in sorted(leads[way[-1]]):
            if follower == start:
                return way
            if follower not in seen:
                seen.add(follower)
                ways.append([*way, follower])
    return []


def _check_call_ups(rules: Blocks) -> None:
    """Successes that the dice of a call-up cannot show."""
    for call_up in rules.rules.call_ups:
        number, sides = dice_of(call_up.roll)
        outside = [n for n in call_up.success if not number <= n <= number * sides]
        if outside or not call_up.success:
            what = f"names {listed(list(map(str, outside)))}, which" if outside else "is empty, so"
            spot = Spot("call_ups", call_up.id, ("success",))
            rules.add("warning", "rows", (
                f"{spot.words} {what} a roll of {call_up.roll} "
                f"{'cannot show' if outside else 'never succeeds'}. Write rolls from {number} to "
                f"{number * sides}."), spot)


# -- conditions ------------------------------------------------------------------------------------


_NEVER_NEGATIVE = ("control", "ever_taken", "entered", "count", "losses")
"""The numbers of a situation that are counted: none of them is ever less than 0."""


def _check_situations(rules: Blocks) -> None:
    """Conditions that cannot come true, whatever happens, and numbers that are always great enough."""
    _check_numbers(rules)
    raised = {e.event for e, _ in rules.of(Effect)} | {e.arrive for e, _ in rules.of(Effect)}
    dead = set()
    for situation, spot in rules.of(Situation):
        for why in _impossible(situation, rules.turns):
            place = (spot.section, spot.within) if situation.turn is not None else ("", ())
            fixes = (date_fixes(rules.checks.design, spot.name, rules.turns) if place == ("events", ("when",))
                     else opening_fixes(rules.checks.design, spot.name, rules.turns)
                     if place == ("entries", ("needs",)) else ())
            rules.add("warning", NEVER_TRUE,
                      f"The condition in {rules.words(spot)} never holds: {why}", spot, fixes=fixes)
            if spot.section == "events" and spot.within == ("when",):
                dead.add(spot.name)
        least, most = limits(situation)
        counted = next((key for key in _NEVER_NEGATIVE if getattr(situation, key) is not None), "")
        # Of a goal that is nothing else it is told that it is met from the beginning on.
        goal = spot.section == "victory" and spot.within[2:] == ("when",)
        if counted and least is not None and least < 0 and most is None and not goal:
            rules.add("warning", "always-true", (
                f"The number at {rules.words(spot)} is always at least {least}: `{counted}` is never less "
                "than 0. Write the number that is meant, or leave it out."), spot)
    _check_waiting_for_each_other(rules, raised | dead)
    for situation, spot in rules.of(Situation):
        for event in situation.happened:
            if event in dead and event not in raised:
                rules.add("warning", NEVER_TRUE, (
                    f"The condition in {rules.words(spot)} never holds: the event "
                    f"{quoted(given_event_name(rules.checks.design, event) or event)} never happens."),
                    spot.at("happened"))
    for bounds, spot in rules.of(Comparison):
        if spot.within and spot.within[-1] == "odds":
            for key in ("at_least", "at_most", "more_than", "less_than"):
                value = getattr(bounds, key)
                if isinstance(value, int) and value > 60:
                    rules.add("warning", "bare-odds", (
                        f"The odds in {spot.at(key).words} are the number {value}, which is what "
                        f"{value // 60}:{value % 60} without quotes becomes in many programs. Put odds in "
                        "quotes."), spot.at(key))


def _check_numbers(rules: Blocks) -> None:
    """Numbers without which a bound bounds nothing, and several of which only one would count."""
    for number, spot in rules.of(Number):
        named = [key for key in NUMBER_KEYS if getattr(number, key) not in ("", None)]
        if len(named) > 1:
            rules.add("error", "two-numbers", (
                f"{spot.words} asks for {count(len(named), 'number')} at once, {listed(named)}. Ask for one; "
                "`all` with a list of situations asks for several."), spot)
        if named:
            continue
        bounds = [] if not isinstance(number, Situation) else [
            key for key in ("at_least", "at_most", "more_than", "less_than")
            if getattr(number, key) is not None]
        if bounds or not isinstance(number, Situation):
            what = f"says {listed([f'`{b}`' for b in bounds])} of no number" if bounds else "names no number"
            rules.add("error", "no-number", (
                f"{spot.words} {what}. Add the number that is meant: {', '.join(NUMBER_KEYS[:-1])} or "
                f"{NUMBER_KEYS[-1]}."), spot)


def _check_waiting_for_each_other(rules: Blocks, others: Collection[str]) -> None:
    """Events that need each other to have happened, so that none does; `others` are judged elsewhere."""
    scenario = rules.checks.design.scenario
    begun = scenario.start.events if scenario is not None and scenario.start is not None else ()
    needs = {e.id: e.when.happened for e in rules.rules.events if e.when is not None and e.when.happened}
    known = {e.id for e in rules.rules.events}
    waiting = {id for id in needs if id not in others and id not in begun}
    while free := {id for id in waiting if any(n not in waiting for n in needs[id])}:
        waiting -= free
    for id in (e.id for e in rules.rules.events if e.id in waiting):
        with_it = [n for n in needs[id] if n in known and n != id]
        why = f"it waits for {listed([quoted(n) for n in with_it])}, which waits for it" if with_it else (
            "it waits for itself")
        rules.add("warning", NEVER_TRUE, (
            f"The event {quoted(id)} never happens: {why}. Change its `happened`."),
            Spot("events", id, ("when", "happened")))


def _impossible(situation: Situation, turns: int) -> Iterator[str]:
    if situation.turn is not None:
        first, last = situation.turn
        if last < first:
            yield f"its turns go from {first} to {last}. Write the lower number first."
        elif first > turns:
            yield f"it begins on turn {first}, and the game has {count(turns, 'turn')}."
    least, most = limits(situation)
    if least is not None and most is not None and least > most:
        yield f"the number would have to be at least {least} and at most {most}."
    if situation.roll:
        number, sides = dice_of(situation.roll)
        if least is not None and least > number * sides:
            yield f"a roll of {situation.roll} is {number * sides} at most, not {least}."
        if most is not None and most < number:
            yield f"a roll of {situation.roll} is {number} at least, not {most}."


# -- the sequence of play --------------------------------------------------------------------------


def _check_sequence(rules: Blocks) -> None:
    sequence, kinds = rules.rules.sequence, {p.id: p.kind or p.id for p in rules.rules.phases}
    spot = Spot("sequence", "", ("turn",))
    for i, part in enumerate(sequence.turn):
        if part.choose and not orders_to_choose(part):
            rules.add("warning", "no-order", (
                f"All orders in {spot.at(i).at('choose').words} stand under `never`, so there is none to "
                "choose and the usual phases are played. Take one out of `never`."), spot.at(i).at("choose"))
    for i, start in enumerate(sequence.start):
        _check_order_of_sides(rules, start.order, Spot("sequence", "", ("start", i, "order")))
    _check_order_of_sides(rules, rules.rules.set_up_order, Spot("set_up_order"))
    if not sequence.turn:
        return
    parts = parts_of_turn(sequence, [], True, True)
    shared: set[str] = {p.kind for p in sequence.turn if not p.player_turn}
    everywhere = set(shared)
    for side in rules.rules.sides:
        phases = [p for part in parts if part.player_turn == side.id
                  for p in (*part.phases, *(p for order in part.choose for p in order))]
        there = {kinds.get(p, p) for p in phases} | shared
        everywhere |= there
        wanted = [("move", "movement"), ("combat", "combat")]
        if _has_replacements(rules, side.id):
            wanted.append(("replace", "replacement"))
        for kind, what in wanted:
            if kind not in there and not (kind == "combat" and "fire" in there):
                rules.add("warning", "no-phase", (
                    f"{said_of(side.name, 'has')} no {what} phase{_IDLE.get(kind, '')}. Add `{kind}` to the "
                    "phases of its player turn."), spot)
    if rules.rules.call_ups and "call-up" not in everywhere:
        rules.add("warning", "no-phase", (
            "Nobody has a call-up phase, so `call_ups` are never made. Add `call-up` to the phases of a "
            "player turn."), spot)


_IDLE = {"replace": ", so it never uses its replacements"}


def _has_replacements(rules: Blocks, side: str) -> bool:
    scenario = rules.checks.design.scenario
    lines = [r.side for r in rules.rules.replacements]
    lines += [r.side for r in scenario.replacements] if scenario else []
    # What replacement steps are used for is the same for both sides.
    return side in lines or (not lines and rules.rules.rebuilding != Rebuilding())


def _check_order_of_sides(rules: Blocks, order: Sequence[str], spot: Spot) -> None:
    twice = [side for side, times in Counter(order).items() if times > 1]
    if twice:
        rules.add("warning", "twice", (
            f"{spot.words} names {listed(twice)} more than once; each side sets up once. Name it once."),
            spot)


# -- zones and stacking ----------------------------------------------------------------------------


def _check_zones(rules: Blocks) -> None:
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


def _check_stacking(rules: Blocks) -> None:
    stacking = rules.rules.stacking
    spot = Spot("stacking")
    if stacking == Stacking():
        return
    if _value(stacking.limit) <= 0:
        rules.add("error", "stacking-limit", (
            "The stacking limit is 0, so no unit can stand anywhere. Write 1 or more."), spot.at("limit"))
    old = rules.rules.stacking_limit
    if old not in (Ruleset("", "", "").stacking_limit, _value(stacking.limit)):
        rules.add("warning", "two-limits", (
            f"`stacking_limit` is {old} and the limit in `stacking` {stacking.limit}. Write the same in "
            "both, or take `stacking_limit` away."), spot.at("limit"))
    for i, by_hex in enumerate(stacking.by_hex):
        if _value(by_hex.limit) <= 0:
            rules.add("note", "stacking-limit", (
                f"The limit in {spot.at('by_hex').at(i).words} is 0, so no unit ends its move there. If that "
                "is meant, prohibit the terrain."), spot.at("by_hex").at(i))
    weigh = stacking.weigh
    if weigh.by in ("size", "type") and not weigh.of:
        rules.add("warning", "no-weights", (
            f"`weigh` counts by {weigh.by} and gives no weights, so each unit counts 1. Add `of`."),
            spot.at("weigh"))
    for i, quota in enumerate(stacking.at_most):
        if weigh.by == "unit" and quota.number > _value(stacking.limit):
            rules.add("note", "idle-limit", (
                f"{spot.at('at_most').at(i).words} allows {count(quota.number, 'unit')}, more than the limit "
                f"{stacking.limit}. Take it away, or lower it."), spot.at("at_most").at(i))


def _value(part: str) -> Fraction:
    return Fraction(part)


# -- movement and supply ---------------------------------------------------------------------------


def _check_movement(rules: Blocks) -> None:
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
                f"The cost in {spot.words} is {cost.cost:g}, and no such unit has more than "
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


def _check_values(rules: Blocks) -> None:
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


def _check_supply(rules: Blocks) -> None:
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
                f"The last leg in {here.words} does not lead to a source of supply. Add "
                "`to: {sources: true}`, or another leg."), here)
    for state, here in rules.of(SupplyState):
        if state.effect == Change() and not state.may_not and not state.lose:
            rules.add("note", "idle-state", (
                f"Being {quoted(state.name or state.id)} changes nothing ({here.words}). Say what it does, "
                "or take it away."), here)


# -- formations, assets, options -------------------------------------------------------------------

_MOST_OUT = 6
"""The most formations of a loop that may each be taken out of it."""


def _check_formations(rules: Blocks) -> None:
    parent = {f.id: f.parent for f in rules.rules.formations}
    for formation in rules.rules.formations:
        seen, one = [formation.id], formation.parent
        while one and one not in seen and one in parent:
            seen.append(one)
            one = parent[one]
        if one == formation.id and one == min(seen):  # each loop once
            rules.add("error", "formation-loop", (
                f"The formation {quoted(formation.name)} belongs to itself ({' in '.join([*seen, one])}). "
                "Take one of them out of the formation it is part of."),
                Spot("formations", formation.id, ("parent",)),
                fixes=[_out_of_parent(rules, id) for id in seen[:_MOST_OUT]])


def _out_of_parent(rules: Blocks, id: str) -> Fix:
    """Takes a formation out of the one that it is part of."""
    known = {f.id: f for f in rules.rules.formations}
    name, parent = known[id].name, "itself" if known[id].parent == id else known[known[id].parent].name

    def edit(design: Design) -> Design:
        return with_ruleset(design, replace(design.ruleset, formations=tuple(
            replace(f, parent="") if f.id == id else f for f in design.ruleset.formations)))

    return Fix(f"Take the formation {name} out of {parent}", edit)


def _check_assets(rules: Blocks) -> None:
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


# -- victory ---------------------------------------------------------------------------------------


def _check_victory(rules: Blocks) -> None:
    victory = rules.rules.victory
    if victory == Victory():
        # Without any rule of victory the side wins that holds more places.
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
            "Nobody can win: the rules of victory have neither points nor conditions that a side can meet. "
            "Add some in Scenario > Goals."), spot)
    else:
        for name in losers:
            rules.add("warning", "no-winner", (
                f"{said_of(name, 'has')} no way to win. Add a goal of its own in Scenario > Goals, or "
                "let it win there if no goal is met."), spot)
    for i, one in enumerate(victory.conditions):
        for k, other in enumerate(victory.conditions[:i]):
            if one.winner != other.winner and one.when == other.when and one.judged == other.judged:
                rules.add("warning", "two-winners", (
                    f"Two sides win in the same situation, {other.winner} and {one.winner}; the first of "
                    f"conditions {k + 1} and {i + 1} decides. Change one of them."),
                    spot.at("conditions").at(i))
    check_goals(rules)
