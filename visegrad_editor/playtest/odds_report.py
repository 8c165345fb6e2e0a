"""Odds reports of attacks as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from .. import systems
from ..engine import Game
from ..engine.odds import AttackReport, Case, Chances, Strength
from ..errors import VisegradError
from ..model.design import Design


class NoOddsError(VisegradError, ValueError):
    """The game's rules module does not compute odds."""


def odds_report(
    source: Design | Game, hex: str, attackers: str = "", placements: Sequence[str] = (),
    markers: tuple[int, int] = (0, 0),
) -> AttackReport:
    """The odds of an attack in a scenario's set-up or in the present position of a game.

    `attackers` are unit names separated by commas, or "" for all units that could join; `placements` put
    units elsewhere; `markers` are those that the attacker and the defender spend in an air combat. Raises
    `NoOddsError`, and `IllegalOrderError` if the attack is not possible.
    """
    design = source.design if isinstance(source, Game) else source
    part = systems.part(design.ruleset.system, "odds")
    if part is None:
        raise NoOddsError(f"The rules module of {design.ruleset.title} does not compute odds.")
    made: AttackReport = part.report(source, hex, attackers, placements, markers)
    return made


def text(report: AttackReport) -> str:
    """The report as lines of text."""
    return "\n".join(_lines(report)) + "\n"


def _lines(r: AttackReport) -> Iterator[str]:
    yield f"Attack on {r.place}"
    yield ""
    yield from _units("Attackers", r.attackers, r.attack)
    yield from _units("Defenders", r.defenders, r.defence)
    yield ""
    yield f"Odds       {r.attack} to {r.defence}: {r.percent}%, column {r.odds_column} (11.0, 1)"
    for i, s in enumerate(r.shifts):
        way = f"{abs(s.columns)} {'left' if s.columns < 0 else 'right'}"
        yield f"{'Shifts' if not i else '':<11}{s.name}: {way}, {s.text} ({s.rule})"
    if not r.shifts:
        yield "Shifts     none"
    names = {t.table: t.name for c in r.cases for t in c.tables}
    for i, (table, column) in enumerate(r.columns.items()):
        yield f"{'Resolved' if not i else '':<11}{names[table]}: column {column}"
    for case in r.cases:
        yield ""
        yield from _case(case)
    yield ""
    yield "Results in this position"
    width = max((len(f"{x.code} {x.name}") for x in r.results), default=0)
    for x in r.results:
        where = "hex taken" if x.taken else "hex empty" if x.cleared else "hex held"
        yield (f"  {f'{x.code} {x.name}':<{width}}  attacker loses {_steps(x.attacker_steps)}, "
               f"defender {_steps(x.defender_steps)}, {where}")
    yield ""
    yield from (f"* {line}" for line in (*r.notes, *r.assumptions))


def _units(title: str, units: Sequence[Strength], total: int) -> Iterator[str]:
    width = max(len(f"{u.name} in {u.hex}") for u in units)
    for i, u in enumerate(units):
        notes = "".join(f"  {t} ({rule})" for t, rule in u.notes)
        yield f"{title if not i else '':<11}{f'{u.name} in {u.hex}':<{width}}  {u.counts:>3}{notes}"
    if len(units) > 1:
        yield f"{'':<11}{'together':<{width}}  {total:>3}"


def _case(case: Case) -> Iterator[str]:
    yield case.title
    if len(case.shifts) > 1:
        outcomes = {1: "attacker's unit left, 1 right", 0: "none left", -1: "defender's unit left, 1 left"}
        yield "  " + "; ".join(f"{outcomes[k]}: {percent(p)}" for k, p in case.shifts.items())
        yield (f"  air unit destroyed: attacker's {percent(case.attacker_air_loss)}, "
               f"defender's {percent(case.defender_air_loss)}")
    for t in case.tables:
        yield from _table(t)


def _table(t: Chances) -> Iterator[str]:
    columns = ", ".join(n if p == 1 else f"{n} ({percent(p)})" for n, p in t.columns)
    yield f"  {t.name}: {columns}"
    yield "    " + "  ".join(f"{code} {percent(p)}" for code, p in t.results.items())
    yield (f"    steps lost: attacker {float(t.attacker_steps):.2f}, defender {float(t.defender_steps):.2f}; "
           f"hex taken {percent(t.taken)}, emptied {percent(t.cleared)}")


def _steps(n: int) -> str:
    return "no step" if not n else "1 step" if n == 1 else f"{n} steps"


def percent(p: Fraction) -> str:
    """A chance as a whole percentage; small chances do not become 0 or 100%.

    >>> percent(Fraction(1, 6)), percent(Fraction(1, 1000)), percent(Fraction(0)), percent(Fraction(1))
    ('17%', '<1%', '0%', '100%')
    """
    if 0 < p < Fraction(1, 100):
        return "<1%"
    if Fraction(99, 100) < p < 1:
        return ">99%"
    return f"{round(p * 100)}%"
