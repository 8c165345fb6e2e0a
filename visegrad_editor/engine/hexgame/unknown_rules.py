"""What a ruleset declares and no game here can play: such a game is refused, never played wrongly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from ...model.design import Design
from ...model.files.plain_data import SINGLE
from ...model.problems import UNKNOWN_NAME, Problem
from ...model.rules.combat import CombatTable
from ...model.rules.grammar import Change, HexFilter, Modifier, Number, Situation, UnitFilter
from ...model.rules.results import VERBS, Effect, verb_of
from ...model.rules.sequence import PHASE_KINDS, ExtraTurn, TurnPart
from ...model.ruleset import Ruleset
from ...model.wording import did_you_mean, listed
from .chapter import Chapter
from .conditions import asks_for_state
from .paths import THEN_NOT

BLOCKS = (
    "sequence", "movement", "zones", "stacking", "combat", "retreat", "advance", "states", "supply",
    "arrivals", "pools", "withdrawals", "releases", "call_ups", "rebuilding", "control", "assets", "events",
    "victory", "advice", "phases", "tables", "results")
"""The parts of a ruleset whose conditions and effects are looked through."""
IN_TURN = (
    "arrive", "replace", "withdraw", "supply", "rally", "move", "fire", "combat", "exploit", "call-up",
    "custom")
"""The kinds of phase of a player turn."""
FOR_BOTH = ("roll", "check", "supply", "custom")
"""The kinds of phase of both sides."""
IN_FIGHT = ("eliminate", "lose", "lose_units", "retreat", "state", "advance", "choose")
"""Effects that happen only in a fight."""
FORBIDDEN = {"states": ("combat", "move", "advance"), "supply/states": ("combat", "move")}
"""What states may forbid."""


def unsupported(design: Design, chapters: Sequence[Chapter] = ()) -> list[Problem]:
    """The problems of a design for a game played from data, with chapters: what it declares and the game
    does not know. Names that a scenario gives are not looked up in a design without one."""
    ruleset = design.ruleset
    played = {word for chapter in chapters for word in chapter.plays}
    found = [
        *_sides(ruleset), *_sequence(ruleset, chapters, played), *_counters(design),
        *(() if "assets/boxes" in played else _boxes(ruleset)), *_conditions(design, played),
        *_combat(ruleset, played), *_scripts(ruleset, chapters, played), *_single(ruleset)]
    return [Problem("error", code[0] if code else "unknown-rule", f"`{where}`: {text}",
                    part=f"ruleset/{where.partition('/')[0]}")
            for where, text, *code in found]


Found = Iterator[tuple[str, str] | tuple[str, str, str]]
"""Places and sentences, each with the code of its problem if that is not `unknown-rule`."""


def _sides(ruleset: Ruleset) -> Found:
    if len(ruleset.sides) != 2:
        yield "sides", f"A game is played by two sides; this ruleset has {len(ruleset.sides)}."


# -- the sequence of play ------------------------------------------------------------------------------


def kind_of(ruleset: Ruleset, id: str) -> str:
    """The kind of a phase by its id; "" if it has none."""
    record = next((p for p in ruleset.phases if p.id == id), None)
    if record is not None and record.kind:
        return record.kind
    return id if id in PHASE_KINDS else next(
        (k for k in ("move", "combat", "replace", "exploit") if id.startswith(k)), "")


def _sequence(ruleset: Ruleset, chapters: Sequence[Chapter], played: Set[str]) -> Found:
    steps = {step for chapter in chapters for step in chapter.stages()}
    sequence = ruleset.sequence
    sides = {s.id for s in ruleset.sides}
    parts: tuple[TurnPart | ExtraTurn, ...] = (*sequence.turn, *sequence.extra)
    for part in parts:
        if part.player_turn:
            if part.player_turn not in sides:
                yield "sequence/turn", f"There is no side {part.player_turn}.", UNKNOWN_NAME
            for id in dict.fromkeys((*part.phases, *(i for order in part.choose for i in order))):
                kind = kind_of(ruleset, id) or "custom"
                yield from _phase(ruleset, id, kind, IN_TURN, steps, "a player turn")
                record = next((p for p in ruleset.phases if p.id == id), None)
                if record is not None and record.side not in ("", part.player_turn) and id not in steps:
                    yield f"phases/{id}", (
                        f"It belongs to {record.side} and stands in the player turn of {part.player_turn}; "
                        "the side whose turn it is decides.")
        elif isinstance(part, TurnPart):
            id = part.id or part.kind
            yield from _phase(ruleset, id, part.kind or "custom", FOR_BOTH, steps, "a turn of both sides")
            if part.kind == "roll" and part.table not in ruleset.table_by_id:
                yield "sequence/turn", f"The roll {id} names no table of the ruleset."
    for extra in sequence.extra:
        if isinstance(extra, ExtraTurn) and extra.before and extra.before not in sides:
            yield "sequence/extra", f"There is no side {extra.before}.", UNKNOWN_NAME
    if any(start.secret for start in sequence.start) and "sequence/secret" not in played:
        yield "sequence/start", "A secret set-up cannot be played: leave `secret` out."


def _phase(
    ruleset: Ruleset, id: str, kind: str, kinds: Sequence[str], steps: set[str], place: str
) -> Found:
    if kind == "custom" and id not in steps:
        # A phase that the list does not have is found in the sequence.
        listed = any(p.id == id for p in ruleset.phases)
        given = id == kind or any(p.id == id and p.kind == kind for p in ruleset.phases)
        yield f"phases/{id}" if listed else "sequence/turn", (
            f"No chapter of rules knows {'this phase' if listed else f'the phase {id}'}: give it "
            f"{'another kind than `custom`' if given else 'a `kind`'}."
            f"{did_you_mean(id, sorted(steps), 'Known') if steps else ''}")
    elif kind == "assign":
        yield f"phases/{id}", "Nothing is assigned by data alone; this phase needs a chapter of rules."
    elif kind not in kinds:
        yield f"phases/{id}", f"A phase of the kind {kind} cannot stand in {place}."


# -- what the records name -----------------------------------------------------------------------------


def _counters(design: Design) -> Found:
    ruleset = design.ruleset
    known = {v.id for v in ruleset.values}
    for where, value in (
            ("movement/value", ruleset.movement.value), ("combat/values", ruleset.combat.values.attack),
            ("combat/values", ruleset.combat.values.defence)):
        if value not in known:
            yield where, f"No counter has the value {value}.", UNKNOWN_NAME


def _boxes(ruleset: Ruleset) -> Found:
    for asset in ruleset.assets:
        if asset.boxes:
            yield f"assets/{asset.id}", f"{asset.name} cannot lie in boxes. Leave out `boxes`."


_SINGLE = SINGLE | {Fraction}


def walk(value: Any, where: str) -> Iterator[tuple[str, Any]]:
    """Every record within a part of a ruleset, each with its place."""
    if is_dataclass(value) and not isinstance(value, type):
        yield where, value
        for f in fields(value):
            part = getattr(value, f.name)
            if part.__class__ not in _SINGLE:
                yield from walk(part, where)
    elif isinstance(value, tuple):
        for one in value:
            if one.__class__ in _SINGLE:
                continue
            name = getattr(one, "id", "") if is_dataclass(one) else ""
            yield from walk(one, f"{where}/{name}" if name else where)


_known: dict[str, tuple[Any, tuple[tuple[str, Any], ...]]] = {}
"""The records of each block that was last looked through, and the block: an edit of a scenario leaves it
as it is."""


def _records(ruleset: Ruleset, block: str) -> tuple[tuple[str, Any], ...]:
    """Every record within a block of a ruleset, each with its place."""
    value, kept = getattr(ruleset, block), _known.get(block)
    if kept is None or kept[0] is not value:
        kept = _known[block] = value, tuple(walk(value, block))
    return kept[1]


ROLLS = ("events", "victory", "results")
"""Where a situation may ask for a roll: it is judged once there, elsewhere again and again."""


def _conditions(design: Design, played: Set[str]) -> Found:
    ruleset = design.ruleset
    sides = {s.id for s in ruleset.sides}
    units = design.scenario.units if design.scenario else ()
    # A formation that the ruleset knows may have no unit in a scenario.
    formations = {u.formation for u in units} | {f.id for f in ruleset.formations}
    # The checks of documents say that states of supply are not asked for by name.
    states = {"full", "reduced", *(s.id for s in ruleset.states), *(s.id for s in ruleset.supply.states)}
    events = {e.id for e in ruleset.events} | {p.id for p in ruleset.pools}
    events |= {u.reinforcement.event for u in units if u.reinforcement}
    if design.scenario is not None and design.scenario.start is not None:
        events |= {*design.scenario.start.events}
    events |= {e.event for block in BLOCKS for _, e in _records(ruleset, block)
               if isinstance(e, Effect)}
    for block in BLOCKS:
        for where, record in _records(ruleset, block):
            if isinstance(record, Situation):
                if record.first is not None and "when/first" not in played:
                    yield where, "`first` is not known here: an event happens `once`."
                if design.scenario and (unknown := [e for e in record.happened if e not in events]):
                    yield where, f"No event is called {', '.join(unknown)}.", UNKNOWN_NAME
                if unknown := [s for s in record.player_turn if s not in sides | {"own", "enemy"}]:
                    yield where, f"There is no side {', '.join(unknown)}.", UNKNOWN_NAME
            if isinstance(record, Number) and record.roll and block not in ROLLS:
                yield where, "A situation that is judged again and again cannot ask for a roll."
            if isinstance(record, Number) and _all_of(record):
                yield where, "`all` counts hexes, units or losses, nothing else."
            if isinstance(record, UnitFilter):
                if unknown := [s for s in record.state if s not in states]:
                    yield where, f"There is no state {', '.join(unknown)}.", UNKNOWN_NAME
                if unknown := [s for s in record.side if s not in sides | {"own", "enemy"}]:
                    yield where, f"There is no side {', '.join(unknown)}.", UNKNOWN_NAME
                if units and (unknown := [f for f in record.formation if f not in formations]):
                    yield where, f"No unit belongs to the formation {', '.join(unknown)}."
            if isinstance(record, HexFilter) and record.controlled_by not in (
                    "", "own", "enemy", "none", *sides):
                yield where, f"There is no side {record.controlled_by}.", UNKNOWN_NAME
    for entry in design.scenario.entries if design.scenario else ():
        if any(isinstance(one, Number) and one.roll for _, one in walk(entry.needs, "entries")):
            yield "entries", (
                f"The entry {entry.name} is judged again and again, so `needs` cannot ask for a roll; the "
                "reinforcement can.")
    for block in ("releases", "withdrawals", "call_ups"):
        for record in getattr(ruleset, block):
            if asks_for_state(record.units):
                yield block, "These units are the same in the whole game; leave `state` out."
    for block in ("zones", "supply"):
        for where, record in _records(ruleset, block):
            if isinstance(record, Situation | HexFilter) and record.supplied is not None:
                yield where, f"What decides {block} cannot ask for supply, which depends on it."
            if block == "zones" and isinstance(record, Situation | HexFilter) and record.in_zone:
                yield where, "What decides zones cannot ask for zones."


def _all_of(record: Number) -> bool:
    """Whether a number that has no whole is compared with all of it."""
    bounds = [getattr(record, name, None) for name in ("at_least", "at_most", "more_than", "less_than")]
    return "all" in bounds and not (
        record.control or record.ever_taken or record.entered or record.count or record.losses)


# -- combat, results and events --------------------------------------------------------------------------


def _combat(ruleset: Ruleset, played: Set[str]) -> Found:
    combat = ruleset.combat
    if combat.target == "hexes" and "combat/target" not in played:
        yield "combat/target", "An attack is on one hex: leave `target` out."
    fights = not ruleset.sequence.turn or any(
        kind_of(ruleset, id) in ("combat", "fire") for part in ruleset.sequence.turn
        for id in (*part.phases, *(i for order in part.choose for i in order))) or any(
            part.player_turn and not part.phases and not part.choose for part in ruleset.sequence.turn)
    if fights and not ruleset.tables:
        yield "tables", "Combat needs a table."
    for use in combat.table:
        if use.use not in ruleset.table_by_id:
            yield "combat/table", f"There is no table {use.use}.", UNKNOWN_NAME
    if combat.table and all(use.choice for use in combat.table):
        yield "combat/table", "One of the tables must be used without a choice: leave `choice` out of it."
    codes = {r.id for r in ruleset.results}
    used = ruleset.tables[:1] if not combat.table else [
        ruleset.table_by_id[c.use] for c in combat.table if c.use in ruleset.table_by_id]
    for table in used:
        yield from _table(table, codes)
        counts = table.odds or combat.odds or table.counts
        if combat.ends.below is not None and counts in ("difference", "fire"):
            yield "combat/ends", f"The columns of {table.name} count no odds; leave `below` out."
    for part in ruleset.sequence.turn:
        if part.kind == "roll" and part.table in ruleset.table_by_id:
            yield from _table(ruleset.table_by_id[part.table], codes)
    below = combat.ends.below
    if below is not None and below.result not in codes | {"refuse"}:
        yield "combat/ends", f"There is no result {below.result}.", UNKNOWN_NAME
    for change in combat.becomes:
        if change.to not in codes:
            yield "combat/becomes", f"There is no result {change.to}.", UNKNOWN_NAME
    if combat.support is not None and not any(
            a.id == combat.support.asset or a.id.startswith(f"{combat.support.asset}-")
            for a in ruleset.assets):
        yield "combat/support", f"There is no asset {combat.support.asset}.", UNKNOWN_NAME
    yield from _modifiers(ruleset, codes, played)


def _table(table: CombatTable, codes: set[str]) -> Found:
    if any(len(row) != len(table.columns) for row in table.rows):
        yield f"tables/{table.id}", "A row does not have one result per column."
    if unknown := sorted({code for row in table.rows for code in row} - codes):
        yield f"tables/{table.id}", f"`results` do not say what {', '.join(unknown)} does.", UNKNOWN_NAME


CHANGES = {
    "combat/strengths": {"attack", "defence", "becomes"}, "combat/shifts": {"shift", "die", "becomes"},
    "movement/modifiers": {"cost", "allowance"}, "zones/modifiers": {"zones"}, "tables": {"die"},
    "sequence/first/modifiers": {"die"},
    "phases": {"shift", "die", "attack", "defence", "cost", "allowance", "becomes"},
    "states": {"attack", "defence", "allowance", "zones"},
    "supply/states": {"attack", "defence", "allowance", "zones"},
}
"""What modifiers and states in each place may change."""


def _modifiers(ruleset: Ruleset, codes: set[str], played: Set[str]) -> Found:
    lists = {
        "combat/strengths": ruleset.combat.strengths, "combat/shifts": ruleset.combat.shifts,
        "movement/modifiers": ruleset.movement.modifiers, "zones/modifiers": ruleset.zones.modifiers,
        "sequence/first/modifiers": ruleset.sequence.first.modifiers,
        "tables": tuple(m for t in ruleset.tables for m in t.modifiers),
        "phases": tuple(m for p in ruleset.phases for m in p.modifiers),
        "states": ruleset.states, "supply/states": ruleset.supply.states}
    for where, modifiers in lists.items():
        for one in modifiers:
            effect: Change = one.effect  # type: ignore[attr-defined]
            changed = {f.name for f in fields(effect) if getattr(effect, f.name) != f.default}
            if other := sorted(changed - CHANGES[where]):
                yield f"{where}/{one.id}", f"Here nothing changes {', '.join(other)}."  # type: ignore[attr-defined]
            if effect.becomes and effect.becomes not in codes:
                yield f"{where}/{one.id}", f"There is no result {effect.becomes}.", UNKNOWN_NAME  # type: ignore[attr-defined]
            if isinstance(one, Modifier) and where in ("zones/modifiers", "movement/modifiers") and (
                    one.who != "any"):
                yield f"{where}/{one.id}", "Here each unit is judged for itself; leave `who` out."
            if "all" in (effect.attack, effect.defence, effect.allowance):
                yield f"{where}/{one.id}", "`all` is the cost of a step, nothing else."  # type: ignore[attr-defined]
    for where, states in (("states", ruleset.states), ("supply/states", ruleset.supply.states)):
        for state in states:
            other = sorted(set(state.may_not) - set(FORBIDDEN[where]))
            if other and "states/may_not" not in played:
                yield f"{where}/{state.id}", (
                    f"Nothing forbids {', '.join(other)}, only {listed(FORBIDDEN[where])}.")
    for mode in ruleset.movement.modes:
        other = sorted(set(mode.then_not) - set(THEN_NOT))
        if other and "modes/then_not" not in played:
            yield f"movement/modes/{mode.id}", (
                f"Nothing forbids {', '.join(other)}, only {listed(tuple(THEN_NOT))}.")


def _scripts(ruleset: Ruleset, chapters: Sequence[Chapter], played: Set[str]) -> Found:
    own = {name for chapter in chapters for name in chapter.effects()}
    sides, tables = {s.id for s in ruleset.sides}, ruleset.table_by_id
    states, assets = {s.id for s in ruleset.states}, {a.id for a in ruleset.assets}
    for block in ("results", "events"):
        for where, e in _records(ruleset, block):
            if not isinstance(e, Effect):
                continue
            verbs = [v for v in VERBS if getattr(e, v) not in ("", (), None)]
            if len(verbs) != 1:
                yield where, f"An effect has one verb; this one has {', '.join(verbs) or 'none'}."
                continue
            if verbs == ["shift"] and "results/shift" not in played:
                yield where, "A result cannot shift another fight's column."
            if e.do and e.do not in own:
                yield where, f"No chapter of rules knows how to do {e.do}."
            if e.roll and e.roll not in tables:
                yield where, f"There is no table {e.roll}.", UNKNOWN_NAME
            if e.state and not e.set:
                yield where, "There is no state (`set` is missing)."
            elif e.state and e.set not in states:
                yield where, f"There is no state {e.set}.", UNKNOWN_NAME
            if e.choose and not e.of:
                yield where, "There is nothing to choose from: `of` is missing."
            for names, known, what in (
                    ({side for side, _ in e.points} | ({e.win} - {"draw", ""}), sides, "side"),
                    ({id for id, _ in e.asset}, assets, "asset")):
                if unknown := sorted(names - known):
                    yield where, f"There is no {what} {', '.join(unknown)}.", UNKNOWN_NAME
            if e.control is not None and e.to not in sides | {"none"}:
                yield where, "`to` names the side that takes the hexes, or none."
    outside = [(f"events/{e.id}", verb_of(s)) for e in ruleset.events for s in e.does
               if verb_of(s) in IN_FIGHT]
    for part in ruleset.sequence.turn:
        outside += _fight_results(ruleset, part.table, set()) if part.kind == "roll" else []
    for e_ in ruleset.events:
        for effect in e_.does:
            outside += _fight_results(ruleset, effect.roll, set())
    for where, verb in dict.fromkeys(outside):
        others = [f"`{other}`" for other in IN_FIGHT if other != verb]
        yield where, f"`{verb}` happens only in a fight, as do {listed(others)}."
    for table in _endless(ruleset):
        yield f"tables/{table}", "Each of its results leads to another roll, without end."


def _fight_results(ruleset: Ruleset, table: str, seen: set[str]) -> list[tuple[str, str]]:
    """The results of a table rolled outside a fight that happen only in one, each with its verb."""
    if table in seen or table not in ruleset.table_by_id:
        return []
    seen.add(table)
    found = []
    codes = {code for row in ruleset.table_by_id[table].rows for code in row}
    for result in ruleset.results:
        if result.id in codes:
            for effect in result.does:
                if verb_of(effect) in IN_FIGHT:
                    found.append((f"results/{result.id}", verb_of(effect)))
                found += _fight_results(ruleset, effect.roll, seen)
    return found


def _endless(ruleset: Ruleset) -> list[str]:
    """The tables whose every result leads to another roll, for ever."""
    rolls = {r.id: [e.roll for _, e in walk(r.does, "") if isinstance(e, Effect) and e.roll]
             for r in ruleset.results}
    ending: set[str] = set()
    grown = True
    while grown:
        grown = False
        for table in ruleset.tables:
            codes = {code for row in table.rows for code in row}
            if table.id not in ending and any(
                    all(t in ending for t in rolls.get(code, ())) for code in codes):
                ending.add(table.id)
                grown = True
    return [t.id for t in ruleset.tables if t.id not in ending and t.rows]


def _single(ruleset: Ruleset) -> Found:
    if ruleset.control.by == "stand" and ruleset.control.at_start:
        yield "control/at_start", "Who controls a hex is who stands there now: leave `at_start` out."
    entries = {s.id for s in ruleset.sides}
    for pool in ruleset.pools:
        if pool.side not in entries:
            yield f"pools/{pool.id}", f"There is no side {pool.side}.", UNKNOWN_NAME
