"""The full odds of an attack: strengths, shifts, the chances of each result and what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from ...model.design import Design
from ..dice import Dice
from ..game import Game
from ..odds import AttackReport, Case, Chances, Result, Strength
from ..orders import IllegalOrderError, Order
from ..position import Shift
from . import results
from .fights import HEXSIDE, SUPPORT, TERRAIN, Fight, assess, chances, choices_of_table, odds_text
from .hexgame import HexGame
from .in_progress import Stage
from .state import Battle
from .trial_position import Make, attackers_of, place, position_of, read_placement

ASSUMPTIONS = (
    "Both sides choose so that they lose as few steps as possible, and then for the hex.",
    "The attacker advances whenever possible.",
)
_TRIED = 12
"""The most orders of a decision that are tried; of more the first are."""

def plain_game(design: Design) -> HexGame:
    """A game from data alone, before its set-up; raises `IllegalOrderError` for a design without a
    scenario."""
    if design.scenario is None:
        raise IllegalOrderError("This needs a scenario, and the design has only a map.")
    return HexGame(design, design.scenario, Dice(given=()), lambda event: None)


def report(
    source: Design | Game, hex: str, attackers: str = "", placements: Sequence[str] = (),
    make: Make = plain_game,
) -> AttackReport:
    """The odds of an attack on a hex by units in a list separated by commas ("" for all next to it).

    A design gives units in their set-up hexes, a game those of its present position. `placements` put units
    elsewhere (`2nd Foot 0505 reduced`). Raises `IllegalOrderError` for an impossible attack.
    """
    w = position_of(source, make)
    w.state.battle = None
    place(w, [read_placement(w, text) for text in placements])
    target = w.hex(hex)
    units = attackers_of(w, target, attackers)
    w.state.player = w.state.side = w.forces.side[units[0]]
    w.state.turn = max(1, w.state.turn)
    fight = assess(w, target, units)
    if fight.fixed == "refuse":
        raise IllegalOrderError(
            f"{fight.attack} to {fight.defence} are odds at which nobody attacks.", w.rule("combat"))
    tables = [fight]
    for who in ("attacker", "defender"):
        tables += [assess(w, target, units, 0, t.id) for t in choices_of_table(w, fight, who)]
    codes = list(dict.fromkeys(code for f in tables for code in chances(w, f)))
    found = {code: _outcome(w, fight, code) for code in codes}
    cases = [_case("none", "Without support", w, tables, found, 0)]
    support = w.ruleset.combat.support
    if support is not None and support.shift:
        for id, title, sign, most in (
                ("attacker", "With the attacker's support", 1, support.attacker),
                ("defender", "With the defender's support", -1, support.defender)):
            if most:
                shift = sign * support.shift
                moved = [assess(w, target, units, shift, f.table.id if f.table else "") for f in tables]
                cases.append(_case(id, f"{title}, {abs(shift)} {'right' if sign > 0 else 'left'}", w, moved,
                                   found, shift))
    percent = fight.attack * 100 // fight.defence if fight.defence > 0 else fight.attack * 10_000
    return AttackReport(
        w.board.numbers[target], w.board.name(target),
        tuple(_strength(w, fight, u, "attack") for u in fight.attackers),
        tuple(_strength(w, fight, u, "defence") for u in fight.defenders),
        fight.attack, fight.defence, percent, fight.odds_column,
        tuple(_explained(w, fight, shift) for shift in fight.shifts),
        {f.table.id: f.column_name for f in tables if f.table is not None},
        tuple(found[code] for code in codes), tuple(cases), ASSUMPTIONS, tuple(_notes(w, fight)), {},
        w.rule("combat"), odds_text(w, fight))


def _case(
    id: str, title: str, w: HexGame, fights: Sequence[Fight], found: dict[str, Result], shift: int
) -> Case:
    return Case(id, title, {shift: Fraction(1)},
                tuple(_chances(w, f, found) for f in fights if f.table is not None))


def _chances(w: HexGame, fight: Fight, found: dict[str, Result]) -> Chances:
    assert fight.table is not None
    counts = chances(w, fight)
    total = sum(counts.values())
    shares = {code: Fraction(n, total) for code, n in counts.items()}
    for code in shares:
        if code not in found:
            found[code] = _outcome(w, fight, code)

    def expected(value: Callable[[Result], int]) -> Fraction:
        return sum((p * value(found[code]) for code, p in shares.items()), Fraction(0))

    return Chances(
        fight.table.id, fight.table.name, ((fight.column_name, Fraction(1)),), shares,
        expected(lambda r: r.attacker_steps), expected(lambda r: r.defender_steps),
        expected(lambda r: int(r.taken)), expected(lambda r: int(r.cleared)))


def _strength(w: HexGame, fight: Fight, u: int, purpose: str) -> Strength:
    values = w.ruleset.combat.values
    printed = w.value(u, values.attack if purpose == "attack" else values.defence) or 0
    notes = list(fight.notes.get(u, ()))
    if w.state.lost[u]:
        notes.insert(0, ("reduced", w.rule("steps")))
    return Strength(
        w.forces.keys[u], w.label(u), w.board.numbers[w.state.where[u]], w.steps_left(u), printed,
        int(fight.strengths.get(u, Fraction(0))), tuple(notes))


def _explained(w: HexGame, fight: Fight, shift: Shift) -> Shift:
    """A shift with its cause."""
    if shift.text:
        return shift
    text = shift.name
    if shift.name == TERRAIN:
        ruleset = w.ruleset
        kinds = [ruleset.feature_by_id[f].name.lower() for f in w.ground.features.get(fight.hex, ())
                 if ruleset.feature_by_id[f].shift]
        terrain = ruleset.terrain_by_id.get(w.ground.terrain[fight.hex])
        if terrain is not None and terrain.shift:
            kinds.append(terrain.name.lower())
        text = " and ".join(kinds) or shift.name
    elif shift.name == HEXSIDE:
        over = sorted({w.board.numbers[o] for o in fight.origins if w.board.side_shift.get((o, fight.hex))})
        text = f"crossed from {', '.join(over)}"
    elif shift.name == SUPPORT:
        text = "support"
    return shift._replace(text=text)


def _notes(w: HexGame, fight: Fight) -> list[str]:
    notes = [f"The die is changed by {number:+d}: {name}." for name, number, _ in fight.die_notes]
    if fight.fixed:
        notes.append(f"Odds beyond the table: {fight.fixed} without a die.")
    return notes


# -- what a result does ----------------------------------------------------------------------------------


def _outcome(w: HexGame, fight: Fight, code: str) -> Result:
    """What a result does in this position, both sides choosing well. The position is not changed."""
    kept, start = w.stages, w.snapshot()
    w.stages = {**w.stages, "attack": Stage(_stop, lambda w, unit: [], lambda w, order: None)}
    try:
        w.state.battle = Battle(fight.hex, fight.side, list(fight.attackers), list(fight.defenders),
                                result=code, origins=list(fight.origins))
        before = _steps(w, fight.attackers), _steps(w, fight.defenders)
        results.begin(w)
        _finish(w, fight, deep=True)
        name = next((r.name for r in w.ruleset.results if r.id == code), code)
        return Result(
            code, name, before[0] - _steps(w, fight.attackers), before[1] - _steps(w, fight.defenders),
            any(w.state.where[u] == fight.hex for u in fight.attackers),
            not any(w.state.where[u] == fight.hex for u in fight.defenders))
    finally:
        w.stages = kept
        w.restore(start)


def _stop(w: object) -> None:
    pass


def _steps(w: HexGame, units: Sequence[int]) -> int:
    return sum(w.steps_left(u) for u in units if w.state.where[u] >= 0)


def _finish(w: HexGame, fight: Fight, deep: bool) -> None:
    """Make every choice until the battle is over; `deep`: the best of several, else the first."""
    while w.state.battle is not None and w.state.outcome is None:
        orders = w.legal_orders(None)
        if not orders:
            return
        w.perform(_best(w, fight, orders) if deep and len(orders) > 1 else orders[0])


def _best(w: HexGame, fight: Fight, orders: Sequence[Order]) -> Order:
    side = w.state.side
    sign = 1 if side == fight.side else -1

    def worth(order: Order) -> tuple[int, int]:
        here = w.snapshot()
        w.perform(order)
        _finish(w, fight, deep=False)
        steps = _steps(w, fight.attackers) - _steps(w, fight.defenders)
        taken = any(w.state.where[u] == fight.hex for u in fight.attackers)
        w.restore(here)
        return sign * steps, sign * taken

    return max(orders[:_TRIED], key=worth)
