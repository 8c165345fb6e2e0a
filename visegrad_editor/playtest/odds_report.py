"""Odds reports of attacks as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from .. import systems
from ..engine import Game, System
from ..engine.odds import AttackReport, Case, Chances, Strength
from ..errors import VisegradError
from ..model.design import Design
from ..model.rules.grammar import fraction_text


class NoOddsError(VisegradError, ValueError):
    """The game's rules module does not compute odds."""


class AssumptionError(VisegradError, ValueError):
    """The odds of the game cannot assume what they are told to."""


def odds_report(
    source: Design | Game, hex: str, attackers: str = "", placements: Sequence[str] = (),
    assumed: Mapping[str, str] | None = None,
) -> AttackReport:
    """The odds of an attack in a scenario's set-up or in the present position of a game.

    `attackers` are unit names separated by commas, or "" for all units that could join; `placements` put
    units elsewhere; `assumed` gives values to assumptions that the game knows, by their ids. Raises
    `NoOddsError`, `AssumptionError`, and `IllegalOrderError` if the attack is not possible.
    """
    design = source.design if isinstance(source, Game) else source
    game = systems.system(design.ruleset.system)
    if game.odds_report is None:
        raise NoOddsError(f"The rules module of {design.ruleset.title} does not compute odds.")
    values = {a.id: a.default for a in game.assumptions}
    values.update(_checked(game, assumed or {}))
    made: AttackReport = game.odds_report(
        source, design.map.grid.spelt(hex), attackers, placements, values)
    return made


def _checked(game: System, assumed: Mapping[str, str]) -> Mapping[str, str]:
    """The assumptions, each known to the game and in its form."""
    known = {a.id: a for a in game.assumptions}
    for id, value in assumed.items():
        if id not in known:
            kinds = f"It knows: {', '.join(known)}." if known else "It knows none."
            raise AssumptionError(f'The odds of {game.title} know no assumption "{id}". {kinds}')
        if not re.fullmatch(known[id].form, value):
            raise AssumptionError(
                f"The assumption {id} takes {known[id].takes}, for example {known[id].example}, not "
                f'"{value}".')
    return assumed


def text(report: AttackReport) -> str:
    """The report as lines of text."""
    return "\n".join(_lines(report)) + "\n"


def _lines(r: AttackReport) -> Iterator[str]:
    yield f"Attack on {r.place}"
    yield ""
    yield from _units("Attackers", r.attackers, r.attack, r.attack_notes)
    yield from _units("Defenders", r.defenders, r.defence, r.defence_notes)
    yield ""
    rule = f" ({r.odds_rule})" if r.odds_rule else ""
    yield f"Odds       {r.attack} to {r.defence}: {r.odds or f'{r.percent}%'}, column {r.odds_column}{rule}"
    for i, s in enumerate(r.shifts):
        way = f"{abs(s.columns)} {'left' if s.columns < 0 else 'right'}"
        cause = f", {s.text}" if s.text and s.text != s.name else ""
        yield f"{'Shifts' if not i else '':<11}{s.name}: {way}{cause}{f' ({s.rule})' if s.rule else ''}"
    if not r.shifts:
        yield "Shifts     none"
    names = {t.table: t.name for c in r.cases for t in c.tables}
    for i, (table, column) in enumerate(r.columns.items()):
        yield f"{'Resolved' if not i else '':<11}{names[table]}: {f'column {column}' if column else 'no die'}"
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


def _units(
    title: str, units: Sequence[Strength], total: int, together: Sequence[tuple[str, str]],
) -> Iterator[str]:
    width = max(len(f"{u.name} in {u.hex}") for u in units)
    wide = max(3, *(len(fraction_text(Fraction(u.counts))) for u in units))
    for i, u in enumerate(units):
        yield (f"{title if not i else '':<11}{f'{u.name} in {u.hex}':<{width}}  "
               f"{fraction_text(Fraction(u.counts)):>{wide}}{_notes(u.notes)}")
    if len(units) > 1 or together:
        yield f"{'':<11}{'together':<{width}}  {total:>{wide}}{_notes(together)}"


def _notes(notes: Sequence[tuple[str, str]]) -> str:
    return "".join(f"  {text} ({rule})" if rule else f"  {text}" for text, rule in notes)


def _case(case: Case) -> Iterator[str]:
    yield case.title
    if len(case.shifts) > 1:
        yield "  " + "; ".join(f"{case.shift_texts.get(k, f'{k:+d}')}: {percent(p)}"
                               for k, p in case.shifts.items())
    if any(e.chance for e in case.extra):
        chances = ", ".join(f"{e.whose} {percent(e.chance)}" for e in case.extra)
        yield f"  {case.extra_title}: {chances}"
    for t in case.tables:
        yield from _table(t)


def _table(t: Chances) -> Iterator[str]:
    columns = ", ".join(n if p == 1 else f"{n} ({percent(p)})" for n, p in t.columns)
    yield f"  {t.name}: {columns or 'no die'}"
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
