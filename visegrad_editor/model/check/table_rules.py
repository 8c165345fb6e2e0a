"""Checks of the numbers in tables: whether dice and rows fit together, and better odds are better."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from ..problems import Severity
from ..rules.combat import CombatTable
from ..rules.results import Effect
from ..wording import listed
from .context import Checks


def check_table_rules(checks: Checks, table: CombatTable) -> None:
    """Whether dice and rows fit together, and whether better odds are better."""
    def add(severity: Severity, code: str, message: str, key: str) -> None:
        checks.add(severity, code, message, "ruleset", "tables", table.id, within=(key,))

    if table.counts == "ratio" or table.odds == "ratio":
        for heading in table.columns:
            if heading.isdecimal() and int(heading) > 60 and 0 < int(heading) % 60 < 10:
                add("warning", "bare-odds", (
                    f"Table {table.name} has the column {heading}, which is what {int(heading) // 60}:"
                    f"{int(heading) % 60} without quotes becomes in many programs. Put odds in quotes."),
                    "columns")
    changes = _die_changes(checks, table)
    if table.rows and (table.odds or changes or table.modifiers or table.die != "1d6"):
        _check_totals(table, changes, add)
    _check_better_columns(checks, table, add)


def _die_changes(checks: Checks, table: CombatTable) -> list[tuple[str, int]]:
    """What may change the dice of a table: names and amounts."""
    rules = checks.design.ruleset
    fights = [c.use for c in rules.combat.table] or [t.id for t in rules.tables[:1]]
    changes = (*table.modifiers, *(rules.combat.shifts if table.id in fights else ()))
    return [(m.name or m.id, m.effect.die) for m in changes if m.effect.die]


def _check_totals(
    table: CombatTable, changes: Sequence[tuple[str, int]], add: Callable[[Severity, str, str, str], None],
) -> None:
    dice = table.totals
    low, high = dice[0], dice[-1]
    if table.first_row > low or table.last_row < high:
        missing = [n for n in dice if not table.first_row <= n <= table.last_row]
        add("warning", "rows", (
            f"Table {table.name} is rolled on with {table.die} and has no row for {_span(missing)}; the "
            "nearest row counts. Add rows, or change `die`."), "rows")
    least = low + sum(c for _, c in changes if c < 0)
    most = high + sum(c for _, c in changes if c > 0)
    outside = [n for n in range(least, most + 1)
               if n not in dice and not table.first_row <= n <= table.last_row]
    if outside and not table.note.strip():
        leading = [name for name, c in changes if (c > 0 and outside[-1] > table.last_row)
                   or (c < 0 and outside[0] < table.first_row)]
        one = len(leading) == 1
        add("note", "rows", (
            f"The modifier{'' if one else 's'} {listed(leading)} of table {table.name} "
            f"lead{'s' if one else ''} to {_span(outside)}, beyond its rows; the nearest row counts. Say so "
            "in `note`, or add rows."), "modifiers")
    unreachable = [n for n in range(table.first_row, table.last_row + 1) if not least <= n <= most]
    if unreachable and table.provenance.source != "rulebook":
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
    # What a rulebook prints is as it is.
    if table.counts == "none" or table.provenance.source == "rulebook":
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
