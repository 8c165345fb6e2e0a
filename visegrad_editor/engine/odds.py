"""Odds in percent, opposite hexes, and the report of an attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any, NamedTuple

from ..lazy_dataclass import dataclass
from .position import Shift


def percent(attack: int, defence: int) -> int:
    """Odds as a percentage, rounded down; a defence of 0 gives 100 times the attack.

    >>> percent(35, 10)
    350
    >>> percent(5, 11)
    45
    """
    return attack * 100 // defence if defence > 0 else attack * 10_000


def opposite(directions: frozenset[int]) -> bool:
    """Whether two of the directions (0 to 5) lie exactly opposite each other.

    >>> opposite(frozenset({0, 1, 3})), opposite(frozenset({0, 1, 2}))
    (True, False)
    """
    return any((d + 3) % 6 in directions for d in directions)


# -- the odds report of an attack, for any game ----------------------------------------------------
# A game system fills it in; `as_dict` is what `--json` prints.


@dataclass(frozen=True)
class Strength:
    """A unit in the attack: its printed strength on the side that is up, the strength that counts, and
    why."""

    unit: str
    name: str
    hex: str
    steps: int
    printed: int
    counts: int | Fraction
    notes: tuple[tuple[str, str], ...] = ()
    """(reason, rule)"""


@dataclass(frozen=True)
class Result:
    """A combat result in this position, both sides choosing as the report says.

    Losses are in steps; `taken` says that an attacker enters the hex, `cleared` that no defender is left
    in it.
    """

    code: str
    name: str
    attacker_steps: int
    defender_steps: int
    taken: bool
    cleared: bool


@dataclass(frozen=True)
class Chances:
    """A table in one case: the chance of each result code, and the expected outcome."""

    table: str
    name: str
    columns: tuple[tuple[str, Fraction], ...]
    """The names of the columns on which the attack may be resolved, with their chances; none if no die is
    rolled."""
    results: Mapping[str, Fraction]
    attacker_steps: Fraction
    defender_steps: Fraction
    taken: Fraction
    cleared: Fraction


class ExtraChance(NamedTuple):
    """A chance besides the results of a table, such as that of losing a unit that only supports: `id` is its
    key as data, `whose` the word before it in a text."""

    id: str
    whose: str
    chance: Fraction


@dataclass(frozen=True)
class Case:
    """One of the cases in which the attack may be resolved, for example with support of one side.

    `shifts` gives the chance of each further shift; `shift_texts` says what each of them means, and
    `shifts_id` is their key as data. `extra` are chances besides, under the heading `extra_title`.
    """

    id: str
    title: str
    shifts: Mapping[int, Fraction]
    tables: tuple[Chances, ...]
    extra: tuple[ExtraChance, ...] = ()
    extra_title: str = ""
    shift_texts: Mapping[int, str] = field(default_factory=dict)
    shifts_id: str = "further_shifts"


@dataclass(frozen=True)
class AttackReport:
    """The whole report. `columns` maps a table id to the name of its column without further shifts, "" if no
    die is rolled; `odds_rule` is the rule for the odds."""

    hex: str
    place: str
    attackers: tuple[Strength, ...]
    defenders: tuple[Strength, ...]
    attack: int
    defence: int
    percent: int
    odds_column: str
    shifts: tuple[Shift, ...]
    columns: Mapping[str, str]
    results: tuple[Result, ...]
    cases: tuple[Case, ...]
    assumptions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    odds_rule: str = ""
    odds: str = ""
    """The odds in the words of the table, such as `2:1`; "" for a percentage."""
    attack_notes: tuple[tuple[str, str], ...] = ()
    """What changed the strength of all attackers together: (reason, rule)."""
    defence_notes: tuple[tuple[str, str], ...] = ()

    @property
    def shift(self) -> int:
        """The sum of the shifts that apply in every case."""
        return sum(s.columns for s in self.shifts)

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready; chances as numbers from 0 to 1."""
        return {
            "hex": self.hex, "place": self.place,
            "attackers": [_unit(u) for u in self.attackers],
            "defenders": [_unit(u) for u in self.defenders],
            "attack": self.attack, "defence": self.defence, "percent": self.percent,
            "attack_notes": _notes(self.attack_notes), "defence_notes": _notes(self.defence_notes),
            "odds_column": self.odds_column,
            "shifts": [
                {"name": s.name, "columns": s.columns, "rule": s.rule, "text": s.text} for s in self.shifts],
            "shift": self.shift, "columns": dict(self.columns),
            "results": {
                r.code: {"name": r.name, "attacker_steps": r.attacker_steps,
                         "defender_steps": r.defender_steps, "taken": r.taken, "cleared": r.cleared}
                for r in self.results},
            "cases": [_case(c) for c in self.cases],
            "assumptions": list(self.assumptions), "notes": list(self.notes), **self.options,
        }


def _unit(u: Strength) -> dict[str, Any]:
    return {"unit": u.unit, "name": u.name, "hex": u.hex, "steps": u.steps, "printed": u.printed,
            "counts": int(u.counts) if u.counts == int(u.counts) else float(u.counts),
            "notes": _notes(u.notes)}


def _notes(notes: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"text": text, "rule": rule} for text, rule in notes]


def _case(c: Case) -> dict[str, Any]:
    return {
        "case": c.id, "title": c.title,
        c.shifts_id: {f"{k:+d}" if k else "0": _number(p) for k, p in c.shifts.items()},
        **{e.id: _number(e.chance) for e in c.extra},
        "tables": [{
            "table": t.table, "name": t.name, "columns": {n: _number(p) for n, p in t.columns},
            "results": {code: _number(p) for code, p in t.results.items()},
            "attacker_steps": _number(t.attacker_steps), "defender_steps": _number(t.defender_steps),
            "taken": _number(t.taken), "cleared": _number(t.cleared)} for t in c.tables]}


def _number(value: Fraction) -> float:
    return round(float(value), 6)
