"""The full odds of an attack: strengths, shifts, chances on both tables (11.0, 13.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from ...engine.dice import Dice
from ...engine.game import Game
from ...engine.hexgame import supply
from ...engine.hexgame.hexgame import HexGame
from ...engine.hexgame.trial_position import attackers_of, place, position_of, read_placement
from ...engine.odds import AttackReport, Case, Chances, ExtraChance, Result, Strength, column, percent
from ...engine.orders import IllegalOrderError
from ...engine.position import Shift
from ...hexgrid import hexside
from ...model.design import Design
from ...model.rules.combat import CombatTable
from . import mid_game_start, outcomes
from .common import ready, strength
from .common import units as kinds
from .constants import ASSAULT, CYBER_WAR, SIDE_WORDS
from .contest import set_contest
from .cyber import TRACK, level
from .cyber import markers as markers_of
from .game import VisegradGame
from .outcomes import ExpectedLosses
from .shifts import RIVER, TERRAIN, ground_shifts, strengths
from .words import WORDS


class AirCombatChances(NamedTuple):
    """The chances of an air combat: which unit is left over the battle, and each loss."""

    attacker: Fraction
    defender: Fraction
    nobody: Fraction
    attacker_lost: Fraction
    defender_lost: Fraction


def air_combat_chances(attacker_markers: int = 0, defender_markers: int = 0) -> AirCombatChances:
    """The chances of an air combat, given the cyber-war markers spent by each side (13.1 to 13.3).

    >>> print(*air_combat_chances())
    5/12 5/12 1/6 5/12 5/12
    """
    counts: Counter[str] = Counter()
    for a, d in product(range(1, 7), repeat=2):
        # 13.3: a natural 1 aborts; an aborted unit neither destroys nor is destroyed.
        if a == 1 or d == 1:
            counts["nobody" if a == d else "defender" if a == 1 else "attacker"] += 1
            continue
        one, other = a + attacker_markers, d + defender_markers
        counts["attacker" if one > other else "defender" if other > one else "nobody"] += 1
        counts["attacker lost"] += one <= other
        counts["defender lost"] += other <= one
    names = ("attacker", "defender", "nobody", "attacker lost", "defender lost")
    return AirCombatChances(*(Fraction(counts[n], 36) for n in names))


_AIR_OUTCOMES = {1: "attacker's unit left, 1 right", 0: "none left", -1: "defender's unit left, 1 left"}


def report(
    source: Design | Game, hex: str, attackers: str = "", placements: Sequence[str] = (),
    markers: tuple[int, int] = (0, 0),
) -> AttackReport:
    """The odds of an attack on a hex by units in a list separated by commas ("" for all that could join).

    A design gives units in their set-up hexes, a game those of its present position. `placements` put units
    elsewhere (`4th Armored 1918 reduced`); `markers` are those that the attacker and the defender spend in
    an air combat (13.2). Raises `IllegalOrderError` for an impossible attack.
    """
    play = position_of(source, _bare_game)
    if isinstance(source, Design):
        mid_game_start.recall(play)
        mid_game_start.mark_units(play)
    play.state.battle = None
    set_contest(play, None)
    place(play, [read_placement(play, text) for text in placements])
    target = play.hex(hex)
    units = attackers_of(play, target, attackers)
    defenders = list(play.stack[target])
    attack, defence = strengths(play, units, defenders)
    odds = percent(attack, defence)
    shifts = tuple(_explained(play, target, units))
    base = sum(s.columns for s in shifts)
    _check_markers(play, markers, play.forces.side[units[0]])
    losses = outcomes.expected_losses(play, target, units)
    by_id = play.ruleset.table_by_id
    tables = [by_id[t] for t in (ASSAULT, CYBER_WAR) if t in by_id]
    cases = tuple(
        Case(id, title, chances, tuple(_chances(t, odds, base, chances, losses) for t in tables),
             (ExtraChance("attacker_air_loss", "attacker's", lost[0]),
              ExtraChance("defender_air_loss", "defender's", lost[1])),
             "air unit destroyed", _AIR_OUTCOMES, "air_shifts")
        for id, title, chances, lost in _air(markers))
    names = {r.id: r.name for r in play.design.ruleset.results}
    used = {code for c in cases for t in c.tables for code in t.results}
    return AttackReport(
        play.board.numbers[target], play.board.name(target),
        tuple(_strength(play, u) for u in units), tuple(_strength(play, u) for u in defenders),
        attack, defence, odds, tables[0].columns[column(tables[0], odds)] if tables else "", shifts,
        {t.id: t.columns[column(t, odds, base)] for t in tables},
        tuple(Result(code, names.get(code, code), *toll) for code, toll in losses.items() if code in used),
        cases, outcomes.ASSUMPTIONS, tuple(_notes(play, source, target, units)),
        {"markers": list(markers)}, WORDS.rules["odds"])


def _bare_game(design: Design) -> VisegradGame:
    """A game before its set-up, without dice."""
    if design.scenario is None:
        raise IllegalOrderError("This needs a scenario, and the design has only a map.")
    return VisegradGame(design, Dice(given=()), lambda event: None)


def read_markers(text: str) -> tuple[int, int]:
    """The cyber-war markers of attacker and defender in a text such as `2,0`; none in an empty text."""
    attacker, _, defender = text.partition(",")
    return int(attacker or 0), int(defender or 0)


def _check_markers(play: HexGame, markers: tuple[int, int], side: int) -> None:
    """Refuse more markers than a side has on its track (13.2)."""
    for who, spent in ((side, markers[0]), (1 - side, markers[1])):
        have = markers_of(play)[who][TRACK]
        if not 0 <= spent <= have:
            raise IllegalOrderError(
                f"The {SIDE_WORDS[who]} side has {have} cyber-war markers on its track and "
                f"cannot spend {spent}.", "13.2")


def _strength(play: HexGame, u: int) -> Strength:
    s = play.state
    printed = kinds(play).strength[u][1 if s.lost[u] else 0]
    notes = []
    if s.lost[u]:
        notes.append(("reduced", "2.7"))
    if s.out[u]:
        notes.append((f"out of supply: {printed} halved and cut down", "7.3"))
    return Strength(
        play.forces.keys[u], play.label(u), play.board.numbers[s.where[u]], 1 if s.lost[u] else 2, printed,
        strength(play, u), tuple(notes))


def _explained(play: HexGame, target: int, units: Sequence[int]) -> list[Shift]:
    """The shifts without air support, each with its cause."""
    numbers, where = play.board.numbers, play.state.where
    shifts = []
    for shift in ground_shifts(play, target, units):
        if shift.name == TERRAIN:
            text = _ground(play, target, shift.columns)
        elif shift.name == RIVER:
            over = sorted({
                numbers[where[u]] for u in units if (where[u], target) in play.board.side_shift})
            text = f"{_crossed(play, target, units, shift.columns)} crossed from {', '.join(over)}"
        else:
            around = {play.board.direction(target, where[u]): numbers[where[u]] for u in units}
            pairs = [f"{around[d]} and {around[d + 3]}" for d in range(3) if d in around and d + 3 in around]
            text = f"opposite hexes {', '.join(pairs)}"
        shifts.append(shift._replace(text=text))
    return shifts


def _ground(play: HexGame, target: int, columns: int) -> str:
    """The names of the terrain and features that give the best shift for the defender."""
    ruleset = play.design.ruleset
    bit = 1 << target
    kinds = [f.name.lower() for f in ruleset.features
             if f.shift == columns and play.board.features.get(f.id, 0) & bit]
    terrain = ruleset.terrain_by_id.get(play.design.map.terrain.at(play.board.hex(target)))
    if terrain is not None and terrain.shift == columns:
        kinds.append(terrain.name.lower())
    return " and ".join(kinds)


def _crossed(play: HexGame, target: int, units: Sequence[int], columns: int) -> str:
    """The names of the hexsides with that shift between the attackers and the hex: rivers, or others of the
    ruleset with the same effect."""
    board, kinds = play.board, play.design.ruleset.hexside_by_id
    origins = {play.state.where[u] for u in units}
    lines = [line for o in origins
             for line in play.design.map.side_lines.get(hexside(board.hex(o), board.hex(target)), ())]
    names = {kinds[x.kind].name.lower() for x in lines if x.kind in kinds and kinds[x.kind].shift == columns}
    return " and ".join(sorted(names)) or "river"


def _air(
    markers: tuple[int, int],
) -> list[tuple[str, str, dict[int, Fraction], tuple[Fraction, Fraction]]]:
    """The cases of air support: id, title, chance of each shift, chance of losing each unit (13.1, 13.4)."""
    sure, never = Fraction(1), Fraction(0)
    fight = air_combat_chances(*markers)
    mixed = {1: fight.attacker, 0: fight.nobody, -1: fight.defender}
    return [
        ("none", "No air support", {0: sure}, (never, never)),
        ("attacker", "Air support of the attacker alone, 1 right (13.4)", {1: sure}, (never, never)),
        ("defender", "Air support of the defender alone, 1 left (13.4)", {-1: sure}, (never, never)),
        ("both", "Air support of both: air combat (13.1)", {k: p for k, p in mixed.items() if p},
         (fight.attacker_lost, fight.defender_lost)),
    ]


def _chances(
    table: CombatTable, odds: int, base: int, shifts: Mapping[int, Fraction],
    losses: Mapping[str, ExpectedLosses],
) -> Chances:
    """The chances of a table's results for all shifts that air support may give."""
    results: dict[str, Fraction] = {}
    columns: dict[int, Fraction] = {}
    for shift, chance in shifts.items():
        at = column(table, odds, base + shift)
        columns[at] = columns.get(at, Fraction(0)) + chance
        for row in table.rows:
            results[row[at]] = results.get(row[at], Fraction(0)) + chance / len(table.rows)

    def expected(index: int) -> Fraction:
        return sum((p * losses[code][index] for code, p in results.items()), Fraction(0))

    order = {code: i for i, code in enumerate(losses)}
    return Chances(
        table.id, table.name, tuple((table.columns[at], columns[at]) for at in sorted(columns)),
        {code: results[code] for code in sorted(results, key=order.__getitem__)},
        expected(0), expected(1), expected(2), expected(3))


def _notes(play: HexGame, source: Design | Game, target: int, units: Sequence[int]) -> list[str]:
    """Remarks for the reader of the report."""
    s, f = play.state, play.forces
    side = f.side[units[0]]
    notes = []
    for u in (*units, *play.stack[target]):
        if not s.out[u] and not supply.area_for(play, u) >> s.where[u] & 1:
            notes.append(f"{play.label(u)} could trace no supply path now (7.0); it counts in full, as it is "
                         "not marked out of supply.")
    if isinstance(source, Game):
        for who in (side, 1 - side):
            if not ready(play, who):
                notes.append(f"The {SIDE_WORDS[who]} side has no air unit to send (13.0).")
        mine, theirs = level(play, side), level(play, 1 - side)
        verb = "is" if mine > theirs else "is not"
        notes.append(f"The cyber-war table {verb} open to the attacker: level {mine} against {theirs} "
                     "(11.0, 5).")
    return notes
