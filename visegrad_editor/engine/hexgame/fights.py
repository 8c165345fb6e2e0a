"""An attack worked out: strengths, odds, shifts, column and die, in the order that all games follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, floor, lcm

from ...lazy_dataclass import dataclass
from ...model.rules.combat import CombatTable
from ...model.rules.grammar import dice_of, parse_amount, whole
from ..bits import mask_of
from ..odds import percent
from ..position import Shift, ShiftRoll
from ..words import plain
from . import phases, supply
from .conditions import Case, Rule, always, best_of_groups, is_about_origins, rules_of
from .in_progress import GameInProgress
from .state import RETREATED

TERRAIN, HEXSIDE, SUPPORT = "terrain", "hexside", "support"


def name_of_shift(w: GameInProgress, id: str) -> str:
    """What the shift of terrain, of hexsides or of support is called in a game."""
    return w.shift_names.get(id, id)


@dataclass
class Fight:
    """An attack on a hex by some units, with everything that decides its column."""

    hex: int
    side: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    origins: tuple[int, ...]
    settings: FightRules = field(repr=False)
    """What the ruleset says of fights."""
    changes: tuple[Rule, ...] = ()
    """What the present phase changes."""
    strengths: dict[int, Fraction | int] = field(default_factory=dict)
    """The strength that each unit adds."""
    notes: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    """What changed the strength of a unit, with rules."""
    side_notes: tuple[tuple[str, str, str], ...] = ()
    """What changed the strength of a whole side: `attack` or `defence`, what, and its rule."""
    attack: int = 0
    defence: int = 0
    odds: Fraction | int = 0
    """In the terms of the table."""
    is_counted: bool = False
    """Whether the strengths are known."""
    own_ratio: Fraction | None = None
    """The ratio, once it was asked for; of a table that counts neither ratios nor percentages, its odds."""
    shifts: list[Shift] = field(default_factory=list)
    table: CombatTable | None = None
    column: int = 0
    odds_column: str = ""
    """The column of the odds before shifts."""
    fixed: str = ""
    """The result of odds beyond the table, which needs no die; `refuse` if there is no such attack."""
    die: int = 0
    """What is added to the die."""
    die_notes: list[tuple[str, int, str]] = field(default_factory=list)
    cases: dict[tuple[int, Fraction | None], list[Case]] = field(default_factory=dict, repr=False)
    """What modifiers are judged for, by unit and odds."""

    @property
    def ratio(self) -> Fraction | None:
        """Attack to defence, or for other tables the same as `odds`; None before it is known."""
        if self.own_ratio is None and self.is_counted:
            self.own_ratio = (Fraction(self.attack, self.defence) if self.defence > 0
                              else Fraction(self.attack * 100))
        return self.own_ratio

    @property
    def column_name(self) -> str:
        return self.table.columns[self.column] if self.table is not None else ""

    def case(self, unit: int = -1, start: int = -1) -> Case:
        """What conditions are judged for: the fight, or a unit in it."""
        side = self.side if unit < 0 or unit in self.attackers else 1 - self.side
        return Case(side, unit, self.hex, start, self.attackers, self.defenders, self.origins,
                    self.ratio, True)


class FightRules:
    """The settings of the block, worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        rule = w.ruleset.combat
        self.strengths = rules_of(w.made, rule.strengths)
        self.shifts = rules_of(w.made, rule.shifts)
        self.who = w.made.units(rule.who)
        self.may_not = w.made.test(rule.may_not) if rule.may_not is not None else None
        self.join = w.made.units(rule.join.units) if rule.join is not None else None
        self.not_across = frozenset(rule.not_across)
        by_id = w.ruleset.table_by_id
        self.tables: list[tuple[CombatTable, Callable[[Case], bool], str]] = [
            (by_id[c.use], w.made.test(c.when), c.choice) for c in rule.table if c.use in by_id]
        if not self.tables and w.ruleset.tables:
            self.tables = [(w.ruleset.tables[0], always, "")]
        self.becomes = [(b.result, w.made.test(b.when), b.to) for b in rule.becomes]
        self.die = {t.id: rules_of(w.made, t.modifiers) for t in w.ruleset.tables}
        self.strengths_for = {
            purpose: tuple(r for r in self.strengths if _amount(r, purpose))
            for purpose in ("attack", "defence")}
        self.column_shifts = tuple(r for r in self.shifts if r.modifier.effect.shift)
        self.die_by_table = {
            id: tuple(r for r in (*own, *self.shifts) if r.modifier.effect.die)
            for id, own in self.die.items()}
        self.changes_of_result = tuple(
            r for r in (*self.shifts, *self.strengths) if r.modifier.effect.becomes)
        self.is_result_settled = not (self.becomes or self.changes_of_result or w.hooks["result"])
        """Whether nothing but the present phase may change a result of a table."""
        self.chances: dict[tuple[str, int, int], dict[str, int]] = {}
        """The chances of the results of tables, by table, column and what is added to the die."""
        self.is_summed = rule.least == 0 and not rule.halved_least and (
            rule.join is None or rule.join.never_more_than != "adjacent") and not w.ruleset.retreat.passive
        """Whether strengths are only added up, apart from modifiers."""
        served = supply.rules(w)
        self.is_lasting = not w.hooks["strength"] and (
            not served.exists or (served.judged != "at-use" and not w.hooks["supplied"]))
        """Whether the strength of a unit is the same in all positions in which its own state is."""
        lasting = w.shared(_LastingStrengths)
        self.exact, self.added = lasting.exact, lasting.added
        self.counts = {t.id: t.odds or rule.odds or t.counts for t in w.ruleset.tables}
        """What the columns of each table count."""
        self.cuts_first = rule.limit == "odds" and rule.ends.below is None and not rule.most_shift
        """Whether odds are cut to the table, and then only shifted."""
        self.phases_change = any(p.modifiers for p in w.ruleset.phases)
        """Whether some phase changes fights."""
        self.has_die = any(self.die_by_table.values()) or bool(w.hooks["die"])
        """Whether anything but the present phase may change the die."""
        self.alike = frozenset(
            (one.id, other.id) for one in w.ruleset.tables for other in w.ruleset.tables
            if (one.least_odds, len(one.columns), self.counts[one.id]) == (
                other.least_odds, len(other.columns), self.counts[other.id])
            and not self.has_die)
        """The tables on which every attack has the same column."""
        self.shifts_are_settled = all(
            r.modifier.who != "each" and is_about_origins(r.modifier.when) for r in self.column_shifts)
        """Whether shifts follow from the hexes of a fight, but for those of the present phase."""
        self.range_is_usual = not (self.not_across or w.hooks["attack_range"] or w.hooks["may_attack"])
        """Whether every unit may attack the hexes next to its own, as far as their place goes."""
        self.choices = [c for who in ("attacker", "defender") for c in self.tables if c[2] == who]
        """The tables that a side may choose, the attacker's first."""
        states = [s.effect for s in w.ruleset.states]
        self.states: dict[str, int] = {
            "attack": mask_of(n for n, effect in enumerate(states) if effect.attack),
            "defence": mask_of(n for n, effect in enumerate(states) if effect.defence)}
        """The states that change the strength of a unit."""
        self.is_one_strength = rule.values.attack == rule.values.defence and not w.hooks["strength"] and all(
            effect.attack == effect.defence
            for effect in (*states, *(s.effect for s in w.ruleset.supply.states)))
        """Whether every unit is as strong in defence as in attack, apart from what a fight changes."""
        self.holds_back = mask_of(n for n, state in enumerate(w.ruleset.states) if "combat" in state.may_not)
        """The states in which a unit may not attack."""
        below = rule.ends.below
        self.may_refuse = below is not None and below.result == "refuse"
        """Whether there are odds at which nobody attacks."""


class _LastingStrengths:
    """Strengths of units by their own state, for games in which nothing else changes them."""

    def __init__(self, w: GameInProgress) -> None:
        self.exact: dict[tuple[str, int, int, int, int], Fraction] = {}
        """By purpose, unit, steps lost, turns out of supply and states."""
        self.added: dict[str, dict[tuple[int, int, int, int], Fraction | int]] = {"attack": {}, "defence": {}}
        """What units add to the strength of their side."""


def rules(w: GameInProgress) -> FightRules:
    """The settings of the block."""
    settings: FightRules = w.tables[FightRules]
    return settings


# -- strengths -----------------------------------------------------------------------------------------


def value_id(w: GameInProgress, purpose: str) -> str:
    """The counter value with which units fight."""
    values = w.ruleset.combat.values
    return values.attack if purpose == "attack" else values.defence


def plain_strength(w: GameInProgress, u: int, purpose: str) -> Fraction:
    """The strength of a unit in its present state, cut if that of each unit is, without what a fight
    changes."""
    value = exact_strength(w, u, purpose)
    if value.denominator > 1 and w.ruleset.combat.halve == "each":
        return whole(_rounded(w, value))
    return value


def plain_number(w: GameInProgress, u: int, purpose: str) -> Fraction | int:
    """The same strength, as a whole number if it is one: those are compared and added much faster."""
    settings, s = rules(w), w.state
    if not settings.is_lasting:
        return _plain(plain_strength(w, u, purpose))
    state = u, s.lost[u], s.out[u], s.status[u]
    known = settings.added[purpose].get(state)
    if known is None:
        known = settings.added[purpose][state] = _plain(plain_strength(w, u, purpose))
    return known


def exact_strength(w: GameInProgress, u: int, purpose: str) -> Fraction:
    """The strength of a unit in its present state, before it is cut, without what a fight changes."""
    settings, s = rules(w), w.state
    known: Fraction | None
    if settings.is_lasting:
        state = purpose, u, s.lost[u], s.out[u], s.status[u]
        known = settings.exact.get(state)
        if known is None:
            known = settings.exact[state] = _state_strength(w, u, purpose, [])
        return known
    key = "strength", u, purpose
    known = w.known.get(key)
    if known is None:
        known = w.known[key] = _state_strength(w, u, purpose, [])
    return known


def _state_strength(w: GameInProgress, u: int, purpose: str, notes: list[tuple[str, str]]) -> Fraction:
    value = whole(w.value(u, value_id(w, purpose)) or 0)
    for text, name, rule in _state_amounts(w, u, purpose):
        value = parse_amount(text).applied(value) or Fraction(0)
        notes.append((name, rule))
    for chapter in w.hooks["strength"]:
        before, value = value, chapter.strength(w, u, purpose, value)
        if value != before:
            name, rule = chapter.strength_note
            notes.append((name or plain(chapter.id).lower(), rule or chapter.rule))
    return value


def _state_amounts(w: GameInProgress, u: int, purpose: str) -> list[tuple[str, str, str]]:
    """The amounts by which supply and states change the strength of a unit, each with its name and rule."""
    found = [(text, "out of supply", rule) for text, rule in supply.strength_changes(w, u, purpose)]
    weakened = w.state.status[u] & rules(w).states[purpose]
    for n, state in enumerate(w.ruleset.states) if weakened else ():
        text = state.effect.attack if purpose == "attack" else state.effect.defence
        if text and w.state.status[u] >> n & 1:
            found.append((text, state.name.lower(), state.rule))
    return found


def _lowers(text: str) -> bool:
    """Whether an amount lowers a strength; one that sets it says what the unit counts."""
    amount = parse_amount(text)
    return amount.number < (1 if amount.sign == "x" else 0) and amount.sign != "="


def _rounded(w: GameInProgress, value: Fraction) -> int:
    how = w.ruleset.combat.round
    return floor(value) if how == "down" else ceil(value) if how == "up" else floor(value + Fraction(1, 2))


def _cut(w: GameInProgress, value: Fraction) -> int:
    return max(_rounded(w, value), w.ruleset.combat.least)


def notes_of(w: GameInProgress, fight: Fight, u: int, purpose: str) -> list[tuple[str, str]]:
    """What changed the strength of a unit, each with its rule."""
    notes = fight.notes.get(u)
    if notes is None:
        notes = fight.notes[u] = []
        _state_strength(w, u, purpose, notes)
    return notes


def _added(w: GameInProgress, fight: Fight, units: Sequence[int], purpose: str, settings: FightRules) -> int:
    """The strength of a side that nothing in this fight changes: that of its units, added up."""
    s, strengths = w.state, fight.strengths
    lost, out, status = s.lost, s.out, s.status
    known = settings.added[purpose] if settings.is_lasting else {}
    total: Fraction | int = 0
    for u in units:
        value = known.get((u, lost[u], out[u], status[u]))
        if value is None:
            value = plain_number(w, u, purpose)
        strengths[u] = value
        total += value
    return total if isinstance(total, int) else _rounded(w, total)


def _strengths(w: GameInProgress, fight: Fight) -> None:
    """Work out the strength of each unit and of both sides."""
    known = fight.settings
    if known.is_summed and not known.strengths and not fight.changes:
        fight.attack = _added(w, fight, fight.attackers, "attack", known)
        fight.defence = _added(w, fight, fight.defenders, "defence", known)
        return
    each = w.ruleset.combat.halve == "each"
    totals = []
    for purpose, units in (("attack", fight.attackers), ("defence", fight.defenders)):
        own = (*known.strengths_for[purpose], *(r for r in fight.changes if _amount(r, purpose)))
        each_unit = [r for r in own if r.modifier.who == "each"]
        parts: dict[int, Fraction] = {}
        lowered: list[int] = []
        for u in units:
            notes: list[tuple[str, str]] = []
            value = _state_strength(w, u, purpose, notes)
            holding = [(r, True) for r in each_unit if _holds_for(r, fight, u, w)]
            chosen = _chosen(w, holding, purpose, value)
            for rule in chosen:
                value = parse_amount(_amount(rule, purpose)).applied(value) or Fraction(0)
                notes.append((rule.name, rule.modifier.rule))
            if purpose == "defence" and w.ruleset.retreat.passive and w.state.flags[u] & RETREATED:
                value = Fraction(0)
                notes.append(("after its retreat", w.ruleset.retreat.rule))
            parts[u] = Fraction(_cut(w, value)) if each and value.denominator > 1 else value
            fight.notes[u] = notes
            if (w.ruleset.combat.halved_least and 0 < value < (w.value(u, value_id(w, purpose)) or 0)
                    and any(map(_lowers, (*(text for text, _, _ in _state_amounts(w, u, purpose)),
                                          *(_amount(rule, purpose) for rule in chosen))))):
                lowered.append(u)
        if purpose == "attack":
            _limit_joiners(w, fight, parts)
        total = sum(parts.values(), whole(0))
        if lowered:
            # What is halved to less than the least counts as the least, beside what is not halved.
            total += max(whole(0), w.ruleset.combat.least - sum(parts[u] for u in lowered))
        for rule in _chosen(w, [(r, True) for r in own if r.modifier.who != "each"
                                and judged(r, fight, units, w)], purpose, total):
            total = parse_amount(_amount(rule, purpose)).applied(total) or Fraction(0)
            fight.side_notes = (*fight.side_notes, (purpose, rule.name, rule.modifier.rule))
        fight.strengths.update(parts)
        totals.append(_cut(w, total))
    fight.attack, fight.defence = totals


def _amount(rule: Rule, purpose: str) -> str:
    effect = rule.modifier.effect
    return effect.attack if purpose == "attack" else effect.defence


def _chosen(
    w: GameInProgress, found: Sequence[tuple[Rule, bool]], purpose: str, value: Fraction
) -> list[Rule]:
    """The modifiers of strength that count: of a group only one."""
    if not found:
        return []
    sign = 1 if purpose == "attack" else -1

    def gain(rule: Rule) -> Fraction:
        return sign * ((parse_amount(_amount(rule, purpose)).applied(value) or Fraction(0)) - value)

    return best_of_groups(found, gain, w.ruleset.combat.group_takes)


def _cases(fight: Fight, units: Sequence[int], w: GameInProgress) -> Iterator[Case]:
    """What a modifier is judged for: each of these attackers in its hex, or each of these defenders with
    each hex from which it is attacked."""
    for u in units:
        known = fight.cases.get((u, fight.ratio))
        if known is None:
            known = fight.cases[u, fight.ratio] = (
                [fight.case(u, w.state.where[u])] if u in fight.attackers
                else [fight.case(u, start) for start in fight.origins])
        yield from known


def judged(rule: Rule, fight: Fight, units: Sequence[int], w: GameInProgress) -> bool:
    """Whether a modifier of a side as a whole holds: for any, or for all, of its units."""
    if units is fight.attackers and rule.is_about_fight:
        return rule.holds(fight.case())
    cases = _cases(fight, units, w)
    return all(map(rule.holds, cases)) if rule.modifier.who == "all" else any(map(rule.holds, cases))


def _holds_for(rule: Rule, fight: Fight, u: int, w: GameInProgress) -> bool:
    """Whether a modifier holds for a unit: a defender is judged by all hexes from which it is attacked."""
    return all(map(rule.holds, _cases(fight, [u], w)))


def times(rule: Rule, fight: Fight, w: GameInProgress) -> int:
    """How often a modifier of a fight as a whole counts: with `each` once for every attacker for which it
    holds, else once."""
    if rule.modifier.who == "each":
        return sum(_holds_for(rule, fight, u, w) for u in fight.attackers)
    return int(judged(rule, fight, fight.attackers, w))


def joins(w: GameInProgress, u: int, hex: int) -> bool:
    """Whether a unit only joins attacks of others on a hex: from further away, or as the ruleset says."""
    join, who = w.ruleset.combat.join, rules(w).join
    return join is not None and who is not None and who(u, w.forces.side[u]) and (
        join.adjacent or w.board.direction(hex, w.state.where[u]) < 0)


def _limit_joiners(w: GameInProgress, fight: Fight, parts: dict[int, Fraction]) -> None:
    """Let units that join from further away add no more than those next to the hex."""
    join = w.ruleset.combat.join
    if join is None or join.never_more_than != "adjacent":
        return
    far = [u for u in parts if joins(w, u, fight.hex)]
    near = sum((v for u, v in parts.items() if u not in far), Fraction(0))
    left = near
    for u in far:
        parts[u] = min(parts[u], left)
        left -= parts[u]


# -- columns -------------------------------------------------------------------------------------------


def odds_of(table: CombatTable, attack: int, defence: int, usual: str = "") -> Fraction | int:
    """The odds in the terms of a table; `usual` is what tables count that do not say it.

    >>> from visegrad_editor.model.rules.combat import CombatTable
    >>> ratio = CombatTable("t", "T", ("1:1", "2:1"), (), (("A", "B"),))
    >>> odds_of(ratio, 26, 7), odds_of(CombatTable("p", "P", ("100%",), (), (("A",),), odds="percent"), 26, 7)
    (Fraction(26, 7), 371)
    """
    kind = usual if usual and not table.odds else table.counts
    if kind == "percent":
        return percent(attack, defence)
    if kind == "difference":
        return Fraction(attack - defence)
    if kind == "fire":
        return Fraction(attack)
    return Fraction(attack, defence) if defence > 0 else Fraction(attack * 100)


def odds_text(w: GameInProgress, fight: Fight) -> str:
    """The odds in the words of the table, such as `2:1`; "" for a percentage."""
    kind = fight.settings.counts[fight.table.id] if fight.table is not None else ""
    if kind == "percent":
        return ""
    if kind == "ratio":
        return fight.odds_column
    if kind == "difference":
        return f"{int(fight.odds):+d}"
    return str(fight.odds) if kind == "fire" else "no odds"


def percent_text(w: GameInProgress, fight: Fight) -> str:
    """The odds of a table that counts percentages, such as `285%`; "" for another."""
    if fight.table is None or counts_of(w, fight.table) != "percent":
        return ""
    return f"{int(fight.odds)}%"


def counts_of(w: GameInProgress, table: CombatTable) -> str:
    """What the columns of a table count."""
    return rules(w).counts[table.id]


def open_column(table: CombatTable, odds: Fraction | int, kind: str = "") -> int:
    """The column of the odds on a scale that goes on beyond both ends in the step of the last two columns;
    ratios below the first column go on as 1:2, 1:3 and so on.

    >>> from visegrad_editor.model.rules.combat import CombatTable
    >>> t = CombatTable("t", "T", ("1:1", "2:1", "3:1"), (), (("A", "B", "C"),))
    >>> [open_column(t, Fraction(o)) for o in ("1/3", "2/5", "1/2", "1", "5/2", "3", "12")]
    [-2, -2, -1, 0, 1, 2, 11]
    """
    least = table.least_odds
    known = [(i, value) for i, value in enumerate(least) if value is not None]
    if not known:
        return 0
    (first, low), (last, high) = known[0], known[-1]
    if odds >= high and len(known) > 1:
        step = high - known[-2][1]
        return last + (floor((odds - high) / step) if step > 0 else 0)
    if odds >= low:
        return table.column(odds)
    if first > 0:
        # A column of all lower odds.
        return 0
    if (kind or table.counts) == "ratio":
        if odds <= 0:
            return first - 99
        below = ceil(1 / odds)
        return first - (below - (floor(1 / low) if low < 1 else 1)) if low <= 1 else first - 1
    step = known[1][1] - low if len(known) > 1 else Fraction(1)
    return first - ceil((low - odds) / step) if step > 0 else first - 1


def _ground_shifts(w: GameInProgress, fight: Fight) -> list[Shift]:
    found: list[Shift] = []
    rule = w.ruleset.combat
    number = w.rule_numbers.get("shifts", rule.rule)
    hex = fight.hex
    shift = w.board.shift[hex]
    if rule.ground_shift != "best":
        by_id = w.ruleset.feature_by_id
        own = [by_id[f].shift for f in w.ground.features.get(hex, ())]
        kind = w.ruleset.terrain_by_id.get(w.ground.terrain[hex])
        below = kind.shift if kind is not None else 0
        shift = below + sum(own) if rule.ground_shift == "sum" else min(own) if own else below
    if shift:
        found.append(Shift(name_of_shift(w, TERRAIN), shift, number))
    if rule.side_shifts != "none":
        shifts = w.board.side_shift
        value = 0
        if any((o, hex) in shifts for o in fight.origins):
            across = [shifts.get((o, hex), 0) for o in fight.origins if w.board.direction(hex, o) >= 0]
            value = min(across) if rule.side_shifts == "best" else max(across) if all(across) else 0
        if value:
            found.append(Shift(name_of_shift(w, HEXSIDE), value, number))
    return found


def _modifier_shifts(w: GameInProgress, fight: Fight) -> list[Shift]:
    """The shifts of modifiers, of each group only one."""
    found: list[tuple[str, Shift]] = []
    for rule in (*fight.settings.column_shifts, *fight.changes):
        columns = rule.modifier.effect.shift and rule.modifier.effect.shift * times(rule, fight, w)
        if columns:
            found.append((rule.modifier.group, Shift(rule.name, columns, rule.modifier.rule)))
    if not found:
        return []
    if not any(group for group, _ in found):
        return [shift for _, shift in found]
    takes = w.ruleset.combat.group_takes
    result: list[Shift] = []
    for group in dict.fromkeys(g for g, _ in found):
        same = [s for g, s in found if g == group]
        if not group:
            result += same
        elif takes == "first":
            result.append(same[0])
        else:
            result.append(min(same, key=lambda s: s.columns) if takes == "best-for-defender"
                          else max(same, key=lambda s: abs(s.columns)))
    return result


class _SettledShifts:
    """Shifts that follow from the hex and those from which it is attacked, worked out once for each."""

    def __init__(self, w: GameInProgress) -> None:
        self._known: dict[tuple[int, tuple[int, ...]], tuple[Shift, ...]] = {}
        self._sided: frozenset[int] | range = range(w.board.size) if rules(w).column_shifts else frozenset(
            h for _, h in w.board.side_shift)
        """The hexes at which it matters from where they are attacked."""

    def of(self, w: GameInProgress, fight: Fight) -> list[Shift]:
        """The shifts of a fight."""
        key = fight.hex, fight.origins if fight.hex in self._sided else ()
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = (*_ground_shifts(w, fight), *_modifier_shifts(w, fight))
        return list(known)


def table_for(w: GameInProgress, fight: Fight, chosen: str = "") -> CombatTable | None:
    """The table of a fight: the chosen one, or the first that is used without a choice."""
    tables = fight.settings.tables
    for table, holds, choice in tables:
        if table.id == chosen or (not chosen and not choice and (holds is always or holds(fight.case()))):
            return table
    return tables[0][0] if tables else None


def choices_of_table(w: GameInProgress, fight: Fight, chooser: str) -> list[CombatTable]:
    """The tables that a side may choose for a fight besides the usual one."""
    return [t for t, holds, choice in rules(w).tables
            if choice == chooser and (holds is always or holds(fight.case()))]


def other_tables(w: GameInProgress, fight: Fight) -> list[CombatTable]:
    """The tables that either side may choose for a fight besides the usual one."""
    return [t for t, holds, _ in fight.settings.choices if holds is always or holds(fight.case())]


def assess(
    w: GameInProgress, hex: int, attackers: Sequence[int], support: int = 0, table: str = ""
) -> Fight:
    """Work out an attack; `support` are columns of support, `table` the id of a table that was chosen."""
    side = w.forces.side[attackers[0]]
    known, combat, where = rules(w), w.ruleset.combat, w.state.where
    fight = Fight(
        hex, side, tuple(attackers), tuple(w.stack[hex]),
        tuple(dict.fromkeys([where[u] for u in attackers])), known,
        phases.modifiers(w) if known.phases_change else ())
    _strengths(w, fight)
    fight.is_counted = True
    fight.table = table_for(w, fight, table)
    if fight.table is None:
        return fight
    fight.odds = _plain(odds_of(fight.table, fight.attack, fight.defence, combat.odds))
    if known.counts[fight.table.id] in ("difference", "fire"):
        fight.own_ratio = Fraction(fight.odds)
    if known.shifts_are_settled and not fight.changes:
        fight.shifts = w.shared(_SettledShifts).of(w, fight)
    else:
        fight.shifts = [*_ground_shifts(w, fight), *_modifier_shifts(w, fight)]
    if support:
        rule = combat.support
        number = w.rule_numbers.get("support", rule.rule if rule is not None else "")
        fight.shifts.insert(0, Shift(name_of_shift(w, SUPPORT), support, number))
    for chapter in w.hooks["shifts"]:
        fight.shifts += chapter.shifts(w, fight)
    _place(w, fight)
    if known.has_die or fight.changes:
        _change_die(w, fight, fight.table)
    return fight


def _change_die(w: GameInProgress, fight: Fight, table: CombatTable) -> None:
    """Work out what is added to the die."""
    dice = (*fight.settings.die_by_table[table.id], *(r for r in fight.changes if r.modifier.effect.die))
    for rule in best_of_groups(
            [(r, times(r, fight, w) > 0) for r in dice], lambda r: Fraction(r.modifier.effect.die),
            w.ruleset.combat.group_takes):
        bonus = rule.modifier.effect.die * times(rule, fight, w)
        fight.die += bonus
        fight.die_notes.append((rule.name, bonus, rule.modifier.rule))
    for chapter in w.hooks["die"]:
        fight.die += chapter.die(w, fight)


def _place(w: GameInProgress, fight: Fight) -> None:
    """Set the column of a fight, or the result of odds beyond the table."""
    table, rule = fight.table, w.ruleset.combat
    assert table is not None
    last = len(table.columns) - 1
    if fight.settings.cuts_first:
        where = table.column(fight.odds)
        fight.odds_column = table.columns[where]
        fight.column = min(max(where + sum([s.columns for s in fight.shifts]), 0), last)
        return
    kind = counts_of(w, table)
    below = rule.ends.below
    where = open_column(table, fight.odds, kind)
    fight.odds_column = table.columns[min(max(where, 0), last)]
    total = sum([s.columns for s in fight.shifts])
    if rule.most_shift:
        total = min(max(total, -rule.most_shift), rule.most_shift)
    if below is not None and kind in ("ratio", "percent", "none"):
        first, _, second = below.odds.partition(":")
        edge = Fraction(int(first), max(1, int(second)))
        if below.judged == "before-shifts" or kind == "none":
            is_below = fight.ratio is not None and fight.ratio < edge
        else:
            is_below = where + total < open_column(table, edge * 100 if kind == "percent" else edge, kind)
        if is_below:
            fight.fixed = below.result
    if rule.limit == "odds":
        where = min(max(where, 0), last)
    fight.column = min(max(where + total, 0), last)


def _plain(number: Fraction | int) -> Fraction | int:
    """The number, as a whole one if it is one: those are compared much faster."""
    return number.numerator if number.denominator == 1 else number


def on_table(w: GameInProgress, fight: Fight, table: str, support: int = 0) -> Fight:
    """The same attack, with the same columns of support, on another table that was chosen."""
    settings, other, usual = fight.settings, table_for(w, fight, table), fight.table
    if other is None or usual is None or settings.counts[other.id] != settings.counts[usual.id] or (
            w.hooks["shifts"] or settings.has_die or fight.changes):
        return assess(w, fight.hex, fight.attackers, support, table)
    moved = Fight.__new__(Fight)
    moved.__dict__.update(fight.__dict__, table=other, fixed="")
    _place(w, moved)
    return moved


def chances_on(w: GameInProgress, fight: Fight, table: CombatTable, support: int) -> Mapping[str, int]:
    """The chances of the same attack, with the same columns of support, on another table."""
    settings, usual = fight.settings, fight.table
    if usual is not None and (usual.id, table.id) in settings.alike and not (
            w.hooks["shifts"] or w.hooks["shift_rolls"] or fight.changes):
        known = settings.chances.get((table.id, fight.column, fight.die))
        if known is not None:
            return known
    return chances_with_rolls(w, on_table(w, fight, table.id, support))


def result_of(w: GameInProgress, fight: Fight, total: int) -> str:
    """The result of a total of the dice, with what it becomes."""
    assert fight.table is not None
    return final_result(w, fight, fight.table.result(total, fight.column))


def final_result(w: GameInProgress, fight: Fight, code: str) -> str:
    """What a result of the table becomes in a fight."""
    case = fight.case()
    for result, holds, to in fight.settings.becomes:
        if code == result and holds(case):
            code = to
    for rule in (*fight.settings.changes_of_result, *fight.changes):
        if rule.modifier.effect.becomes and judged(rule, fight, fight.attackers, w):
            code = rule.modifier.effect.becomes
    for chapter in w.hooks["result"]:
        code = chapter.result(w, code)
    return code


def rolls(w: GameInProgress, fight: Fight) -> tuple[ShiftRoll, ...]:
    """The dice that will decide about further shifts of an attack."""
    return tuple([roll for chapter in w.hooks["shift_rolls"] for roll in chapter.shift_rolls(w, fight)])


def after_rolls(w: GameInProgress, fight: Fight) -> list[tuple[Fight, int]]:
    """The attack with each of the shifts about which dice decide, and in how many ways they give it."""
    found = [(fight, 1)]
    for roll in rolls(w, fight) if fight.table is not None else ():
        found = [(_shifted(w, one, Shift(roll.name, columns, roll.rule)), n * ways)
                 for one, n in found for columns, ways in roll.ways.items()]
    return found


def _shifted(w: GameInProgress, fight: Fight, shift: Shift) -> Fight:
    """The same attack with one more shift."""
    if not shift.columns:
        return fight
    moved = Fight.__new__(Fight)
    moved.__dict__.update(fight.__dict__, shifts=[*fight.shifts, shift], fixed="")
    _place(w, moved)
    return moved


def chances_with_rolls(w: GameInProgress, fight: Fight) -> Mapping[str, int]:
    """Result code to the number of ways in which all dice give it, those that decide about shifts among
    them."""
    found = after_rolls(w, fight) if w.hooks["shift_rolls"] else []
    if len(found) <= 1:
        return chances(w, fight)
    parts = [(chances(w, one), n) for one, n in found]
    # Some shifts may lead to odds that need no die.
    most = lcm(*(sum(ways.values()) for ways, _ in parts))
    counts: dict[str, int] = {}
    for ways, n in parts:
        for code, number in ways.items():
            counts[code] = counts.get(code, 0) + number * n * most // sum(ways.values())
    return counts


def chances(w: GameInProgress, fight: Fight) -> Mapping[str, int]:
    """Result code to the number of ways in which the dice give it, with the shifts that are known."""
    if fight.fixed:
        return {final_result(w, fight, fight.fixed): 1}
    if fight.table is None:
        return {}
    settings = fight.settings
    if not settings.is_result_settled or fight.changes:
        return _chances(w, fight, fight.table)
    key = fight.table.id, fight.column, fight.die
    known = settings.chances.get(key)
    if known is None:
        known = settings.chances[key] = _chances(w, fight, fight.table)
    return known


def _chances(w: GameInProgress, fight: Fight, table: CombatTable) -> dict[str, int]:
    number, sides = dice_of(table.die)
    counts: dict[str, int] = {}
    became: dict[str, str] = {}
    for total, ways in ways_of(number, sides):
        code = table.result(total + fight.die, fight.column)
        final = became.get(code)
        if final is None:
            final = became[code] = final_result(w, fight, code)
        counts[final] = counts.get(final, 0) + ways
    return counts


@cache
def ways_of(number: int, sides: int) -> tuple[tuple[int, int], ...]:
    """In how many ways some dice give each total, in rising order."""
    return tuple(sorted(Counter(map(sum, product(range(1, sides + 1), repeat=number))).items()))
