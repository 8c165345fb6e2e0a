"""The full odds of an attack: strengths, shifts, the chances of each result and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from ...hexgrid import hexside
from ...model.design import Design
from ..dice import Dice
from ..game import Game
from ..odds import AttackReport, Case, Chances, Result, Strength, percent
from ..orders import IllegalOrderError
from ..position import Shift
from .conditions import Case as Judged
from .fights import (
    HEXSIDE,
    TERRAIN,
    Fight,
    after_rolls,
    assess,
    chances,
    name_of_shift,
    notes_of,
    odds_text,
    on_table,
    other_tables,
    rolls,
    rules,
)
from .hexgame import HexGame
from .outcomes import ASSUMPTIONS, outcome
from .trial_position import Make, attackers_of, place, position_of, read_placement

Cases = Callable[[HexGame, Fight], Sequence[Case]]
"""The cases in which an attack may be resolved, as yet without tables."""
Notes = Callable[[HexGame, Fight], Iterable[str]]


def plain_game(design: Design) -> HexGame:
    """A game from data alone, before its set-up; raises `IllegalOrderError` for a design without a
    scenario."""
    if design.scenario is None:
        raise IllegalOrderError("This needs a scenario, and the design has only a map.")
    return HexGame(design, design.scenario, Dice(given=()), lambda event: None)


def usual_cases(w: HexGame, fight: Fight) -> Sequence[Case]:
    """No support, and that of each side as the ruleset says."""
    cases = [Case("none", "Without support", {0: Fraction(1)}, ())]
    support = w.ruleset.combat.support
    if support is not None and support.shift:
        for id, title, sign, most in (
                ("attacker", "With the attacker's support", 1, support.attacker),
                ("defender", "With the defender's support", -1, support.defender)):
            if most:
                shift = sign * support.shift
                way = "right" if sign > 0 else "left"
                cases.append(Case(id, f"{title}, {abs(shift)} {way}", {shift: Fraction(1)}, ()))
    return cases


def usual_notes(w: HexGame, fight: Fight) -> Iterable[str]:
    """Changes of the die, and odds that need none."""
    for name, number, _ in fight.die_notes:
        yield f"The die is changed by {number:+d}: {name}."
    if fight.fixed:
        yield f"Odds beyond the table: {fight.fixed} without a die."


def report(
    source: Design | Game, hex: str, attackers: str = "", placements: Sequence[str] = (),
    make: Make = plain_game, cases: Cases = usual_cases, notes: Notes = usual_notes,
    assumptions: Sequence[str] = ASSUMPTIONS, listed: Sequence[str] = (),
) -> AttackReport:
    """The odds of an attack on a hex by units in a list separated by commas ("" for all next to it).

    A design gives units in their set-up hexes, a game those of its present position. `placements` put units
    elsewhere (`2nd Foot 0505 reduced`). A game with rules of its own gives the `cases` of support, further
    `notes` and `assumptions`, and the codes of results in the order in which they are `listed`; others come
    as the dice give them. Raises `IllegalOrderError` for an impossible attack.
    """
    w = position_of(source, make)
    w.state.battle = w.state.outcome = None
    place(w, [read_placement(w, text) for text in placements])
    target = w.hex(hex)
    units = attackers_of(w, target, attackers)
    w.state.player = w.state.side = w.forces.side[units[0]]
    w.state.turn = max(1, w.state.turn)
    bad = _player_turn_refusal(w, units)
    if bad is not None:
        raise bad
    fight = assess(w, target, units)
    if fight.fixed == "refuse":
        raise IllegalOrderError(
            f"{fight.attack} to {fight.defence} are odds at which nobody attacks.", w.rule("combat"))
    order = {code: i for i, code in enumerate(listed)}
    tables = [fight, *(on_table(w, fight, other.id) for other in other_tables(w, fight))]
    found: dict[str, Result] = {}
    made = []
    for case in cases(w, fight):
        shares = [_chances(w, [rolled for shift, p in case.shifts.items()
                               for rolled in _rolled(w, f if not shift else _shifted(w, f, shift), p)],
                           found, order)
                  for f in tables if f.table is not None]
        made.append(replace(case, tables=tuple(shares)))
    return AttackReport(
        w.board.numbers[target], w.board.name(target),
        tuple(_strength(w, fight, u, "attack") for u in fight.attackers),
        tuple(_strength(w, fight, u, "defence") for u in fight.defenders),
        fight.attack, fight.defence, percent(fight.attack, fight.defence), fight.odds_column,
        tuple(_explained(w, fight, shift) for shift in fight.shifts),
        {f.table.id: "" if f.fixed else f.column_name for f in tables if f.table is not None},
        tuple(found[code] for code in _in_order(found, order)), tuple(made), tuple(assumptions),
        (*(roll.sentence for roll in rolls(w, fight)), *notes(w, fight)),
        {}, w.rule("odds", "combat"), odds_text(w, fight),
        *(tuple((text, rule) for whose, text, rule in fight.side_notes if whose == purpose)
          for purpose in ("attack", "defence")))


def _player_turn_refusal(w: HexGame, units: Sequence[int]) -> IllegalOrderError | None:
    """Why units do not attack together, or None: some of them have a player turn of their own now."""
    side, sequence = w.state.side, w.ruleset.sequence
    for extra in sequence.extra:
        if extra.player_turn != w.forces.side_ids[side] or not w.made.test(extra.when)(Judged(side)):
            continue
        members = w.made.units(extra.units)
        own = [u for u in units if members(u, side)]
        others = [u for u in units if u not in own]
        if own and others:
            ids = (*extra.phases, *(id for order in extra.choose for id in order))
            rule = next((p.rule for p in w.ruleset.phases if p.id in ids and p.rule), "")
            one = len(own) == 1
            return IllegalOrderError(
                f"On turn {w.state.turn} {w.labels(own)} attack{'s' if one else ''} in a player turn of "
                f"{'its' if one else 'their'} own, without {w.labels(others)}. Name attackers of one player "
                "turn only.", rule or w.rule("combat"))
    return None


def _shifted(w: HexGame, fight: Fight, shift: int) -> Fight:
    """The same attack with columns of support."""
    return assess(w, fight.hex, fight.attackers, shift, fight.table.id if fight.table is not None else "")


def _rolled(w: HexGame, fight: Fight, chance: Fraction) -> list[tuple[Fight, Fraction]]:
    """The attack with each shift about which dice decide, and the chance of each, together a given one."""
    found = after_rolls(w, fight)
    total = sum(n for _, n in found)
    return [(one, chance * n / total) for one, n in found]


def _in_order(codes: Iterable[str], order: dict[str, int]) -> list[str]:
    """Codes in the order in which they are listed, others behind them."""
    return sorted(codes, key=lambda code: order.get(code, len(order)))


def _chances(
    w: HexGame, fights: Sequence[tuple[Fight, Fraction]], found: dict[str, Result], order: dict[str, int]
) -> Chances:
    """The chances of the results of a table, for all shifts that an attack may have, each with its chance;
    what the results do is added to what is found."""
    table = fights[0][0].table
    assert table is not None
    shares: dict[str, Fraction] = {}
    columns: dict[int, Fraction] = {}
    for fight, chance in fights:
        if not fight.fixed:
            columns[fight.column] = columns.get(fight.column, Fraction(0)) + chance
        counts = chances(w, fight)
        total = sum(counts.values())
        for code, n in counts.items():
            shares[code] = shares.get(code, Fraction(0)) + chance * n / total
            if code not in found:
                found[code] = outcome(w, fight, code)

    def expected(value: Callable[[Result], int]) -> Fraction:
        return sum((p * value(found[code]) for code, p in shares.items()), Fraction(0))

    return Chances(
        table.id, table.name, tuple((table.columns[at], columns[at]) for at in sorted(columns)),
        {code: shares[code] for code in _in_order(shares, order)},
        expected(lambda r: r.attacker_steps), expected(lambda r: r.defender_steps),
        expected(lambda r: int(r.taken)), expected(lambda r: int(r.cleared)))


def _strength(w: HexGame, fight: Fight, u: int, purpose: str) -> Strength:
    values = w.ruleset.combat.values
    printed = w.value(u, values.attack if purpose == "attack" else values.defence) or 0
    notes = list(notes_of(w, fight, u, purpose))
    if w.state.lost[u]:
        notes.insert(0, ("reduced", w.rule("steps")))
    return Strength(
        w.forces.keys[u], w.label(u), w.board.numbers[w.state.where[u]], w.steps_left(u), printed,
        fight.strengths.get(u, 0), tuple(notes))


def _explained(w: HexGame, fight: Fight, shift: Shift) -> Shift:
    """A shift with its cause."""
    if shift.text:
        return shift
    text = shift.name
    if shift.name == name_of_shift(w, TERRAIN):
        text = _ground(w, fight, shift.columns) or text
    elif shift.name == name_of_shift(w, HEXSIDE):
        over = w.board.grid.in_order(
            {w.board.numbers[o] for o in fight.origins if w.board.side_shift.get((o, fight.hex))})
        text = f"{_crossed(w, fight)} crossed from {', '.join(over)}".strip()
    elif any(r.name == shift.name and r.modifier.when.from_ == "opposite" for r in rules(w).column_shifts):
        around = {w.board.direction(fight.hex, o): w.board.numbers[o] for o in fight.origins}
        pairs = [f"{around[d]} and {around[d + 3]}" for d in range(3) if d in around and d + 3 in around]
        text = f"opposite hexes {', '.join(pairs)}"
    return shift._replace(text=text)


def _ground(w: HexGame, fight: Fight, columns: int) -> str:
    """The names of the features and the terrain that give a shift."""
    ruleset, here = w.ruleset, w.ground.features.get(fight.hex, ())
    found = [(f.name, f.shift) for f in ruleset.features if f.id in here]
    terrain = ruleset.terrain_by_id.get(w.ground.terrain[fight.hex])
    if terrain is not None:
        found.append((terrain.name, terrain.shift))
    best = ruleset.combat.ground_shift == "best"
    return " and ".join(name.lower() for name, shift in found if shift == columns or (shift and not best))


def _crossed(w: HexGame, fight: Fight) -> str:
    """The names of the kinds of hexside across which the attack is shifted."""
    hex, by_id, lines = w.board.hex, w.ruleset.hexside_by_id, w.design.map.side_lines
    sides = [hexside(hex(o), hex(fight.hex)) for o in fight.origins if w.board.direction(fight.hex, o) >= 0]
    kinds = [by_id[line.kind] for side in sides for line in lines.get(side, ()) if line.kind in by_id]
    return " and ".join(sorted({kind.name.lower() for kind in kinds if kind.shift}))
