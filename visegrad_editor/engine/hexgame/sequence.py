"""The sequence of play: turns, player turns and phases as the ruleset lists them."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.rules.arrivals import number_in
from ...model.rules.grammar import dice_of
from ...model.rules.sequence import ExtraTurn, TurnPart, orders_to_choose
from ..orders import IllegalOrderError, Order
from . import (
    arrivals,
    call_ups,
    combat,
    events,
    movement,
    paths,
    replacements,
    results,
    setup,
    stacking,
    supply,
    victory,
)
from .conditions import Case
from .in_progress import GameInProgress, Stage
from .phases import bare_phase, kind_of, part_of, phases
from .state import ATTACKED, DEFENDED, ENTERED, FAR, IN_ALL, MOVED, RETREATED

STEP_OF = {
    "move": "move", "exploit": "move", "combat": "attack", "fire": "attack", "replace": "replace",
    "arrive": "arrive", "call-up": "call-up"}
"""The decision with which a kind of phase begins; other kinds need none."""


class _Loop:
    """Whether the loop of `next_phase` is running, and has been asked to go on."""

    def __init__(self, w: GameInProgress) -> None:
        self.running = self.asked = False


def next_phase(w: GameInProgress) -> None:
    """Go on to the next phase with a decision, or end the game."""
    loop = w.table(_Loop)
    loop.asked = True
    # A phase that ends as soon as it begins is within the loop, which goes on.
    if not loop.running:
        _go_on_from(w, loop)


def _go_on_from(w: GameInProgress, loop: _Loop) -> None:
    """Advance as long as it is asked for."""
    loop.running = True
    try:
        while loop.asked and w.state.outcome is None:
            loop.asked = False
            _advance(w)
    finally:
        loop.running = loop.asked = False


def _advance(w: GameInProgress) -> None:
    s = w.state
    if s.turn and s.phase != "set-up":
        w.at("phase-end", phase=s.phase)
    if s.queue:
        id, *s.queue = s.queue
        _begin_phase(w, id)
        return
    present = part_of(w)
    if present is not None and present.player_turn:
        arrivals.close(w)
        results.end_states(w, "own-turn-end")
        if s.outcome is not None:
            return
    if s.part + 1 < len(s.parts):
        s.part += 1
        _begin_part(w)
    else:
        _next_turn(w)


def _next_turn(w: GameInProgress) -> None:
    s = w.state
    if s.turn:
        s.phase = "turn-end"
        if not any(isinstance(p, TurnPart) and p.kind == "check" for p in phases(w).parts):
            events.judge_turn_end(w)
        supply.judge_turn_end(w)
        w.at("turn-end")
        results.end_states(w, "turn-end")
        if s.outcome is not None:
            return
        if s.turn >= w.scenario.turns:
            victory.judge_end(w)
            return
    _begin_turn(w)


def _begin_turn(w: GameInProgress) -> None:
    s = w.state
    s.turn += 1
    s.phase = "turn-start"
    s.used, s.spent = {name: n for name, n in s.used.items() if name.endswith(IN_ALL)}, {}
    s.flags = [0] * len(s.flags)
    w.forget()
    w.say("turn", f"Turn {s.turn} begins.", w.rule("sequence"), side=-1)
    _receive(w)
    supply.repair_sources(w)
    w.at("turn-start")
    events.judge(w, "turn-start")
    if supply.rules(w).judged == "turn-start":
        for side in range(len(w.forces.side_ids)):
            supply.judge(w, side)
    known = phases(w)
    s.parts = [n for n in range(len(known.parts)) if known.when[n](Case())]
    s.part = -1
    _order_player_turns(w)
    _ask(w)


def _receive(w: GameInProgress) -> None:
    """Let the sides receive their assets of the turn."""
    s = w.state
    for asset in w.ruleset.assets:
        gained = number_in(asset.each_turn, s.turn)
        now = s.assets.get(asset.id, 0)
        if not asset.each_turn:
            continue
        # What a side has at the start is there in the first turn.
        s.assets[asset.id] = now if asset.keeps or s.turn == 1 else 0
        w.receive(asset.id, gained)


def _order_player_turns(w: GameInProgress) -> None:
    """Let the dice decide who has the first player turn, if the ruleset says so."""
    s, known = w.state, phases(w)
    first = w.ruleset.sequence.first
    # Extra player turns go with the player turn that they come before.
    groups: list[list[int]] = []
    for n in s.parts:
        if groups and isinstance(known.parts[groups[-1][-1]], ExtraTurn):
            groups[-1].append(n)
        else:
            groups.append([n])
    places = [i for i, group in enumerate(groups) if _is_player_turn(known.parts[group[-1]])]
    if first.by == "fixed" or len(places) < 2:
        s.first = known.player[groups[places[0]][-1]] if places else -1
        return
    number, sides = dice_of(first.roll)
    while True:
        totals = []
        for side in range(len(w.forces.side_ids)):
            dice = w.rolls(number, sides, f"the first player turn of turn {s.turn}")
            bonus = sum(r.modifier.effect.die for r in known.first if r.holds(Case(side))
                        ) if first.by == "initiative" else 0
            totals.append(sum(dice) + bonus)
            w.say("die", f"{w.said_of(side, 'rolls')} {', '.join(map(str, dice))} for the first "
                  f"player turn{f', with {bonus:+d}' if bonus else ''}.", w.rule("sequence"), dice=dice,
                  side=side)
        if totals[0] != totals[1] or first.tie != "again":
            break
    best = 0 if totals[0] > totals[1] else 1
    if totals[0] == totals[1]:
        best = s.first if first.tie == "last-first" and s.first >= 0 else known.player[
            groups[places[0]][-1]]
    turns = sorted((groups[i] for i in places), key=lambda group: known.player[group[-1]] != best)
    for place, group in zip(places, turns, strict=True):
        groups[place] = group
    s.first = best
    s.parts = [n for group in groups for n in group]


def _is_player_turn(part: TurnPart | ExtraTurn) -> bool:
    return isinstance(part, TurnPart) and bool(part.player_turn)


def _begin_part(w: GameInProgress) -> None:
    s = w.state
    part = part_of(w)
    assert part is not None
    w.forget()
    if not part.player_turn:
        assert isinstance(part, TurnPart)
        s.phase = part.id or part.kind
        _begin_common(w, part)
        return
    s.player = s.side = phases(w).player[s.parts[s.part]]
    s.flags = [f & ENTERED for f in s.flags]
    w.forget()
    paths.judge_releases(w)
    w.say("player-turn", f"The {w.side_words[s.player]} player turn begins.", w.rule("sequence"))
    w.at("player-turn")
    results.end_states(w, "own-turn-start")
    arrivals.withdraw(w)
    arrivals.roll(w)
    if supply.rules(w).judged == "own-turn-start":
        supply.judge(w, s.player)
    choices = orders_to_choose(part)
    if len(choices) > 1:
        s.phase = f"{w.forces.side_ids[s.player]}-order"
        w.go("order")
        return
    s.queue = list(choices[0] if choices else part.phases)
    _ask(w)


def begin_at(w: GameInProgress, turn: int) -> None:
    """Begin the game with a turn."""
    w.state.turn = turn - 1
    _begin_turn(w)
    next_phase(w)


def stand_at(w: GameInProgress, turn: int, phase: str, player: int = -1) -> None:
    """Stand in a phase of a turn, of the player turn of a side or (-1) of none, without what comes before it.
    The phase itself has yet to be begun. A phase that is not listed stands for the end of the turn."""
    s, known = w.state, phases(w)
    s.turn, s.phase = turn, phase
    s.parts = [n for n in range(len(known.parts)) if known.when[n](Case())]
    s.part, s.queue = len(s.parts) - 1, []
    for place, n in enumerate(s.parts):
        part = known.parts[n]
        if known.player[n] == player and (phase in part.phases or phase == part.id):
            s.part = place
            s.queue = list(part.phases[part.phases.index(phase) + 1:]) if phase in part.phases else []
            return


def begin_present(w: GameInProgress) -> None:
    """Begin the phase in which the game stands, and go on to the next one with a decision."""
    loop, part = w.table(_Loop), part_of(w)
    assert part is not None
    loop.running, loop.asked = True, False
    try:
        if isinstance(part, TurnPart) and not part.player_turn:
            _begin_common(w, part)
        elif bare_phase(w) == "order" and "order" not in part.phases:
            w.go("order")
        else:
            _begin_phase(w, bare_phase(w))
    finally:
        loop.running = False
    _go_on_from(w, loop)


def _begin_common(w: GameInProgress, part: TurnPart) -> None:
    """Carry out a phase that belongs to no player turn."""
    w.at("phase-start", phase=w.state.phase)
    if part.kind == "check":
        events.judge_turn_end(w)
    elif part.kind == "roll" and part.table:
        results.roll_on(w, part.table)
    elif part.kind == "supply":
        for side in range(len(w.forces.side_ids)):
            supply.judge(w, side)
    elif part.kind == "custom" and part.id in w.stages:
        w.go(part.id)
        return
    _ask(w)


def _begin_phase(w: GameInProgress, id: str) -> None:
    s = w.state
    record = w.phase_by_id.get(id)
    s.phase = id if record is not None and record.side else f"{w.forces.side_ids[s.player]}-{id}"
    s.side = s.player
    # What was worked out may depend on the phase and the turn.
    w.forget()
    kind = kind_of(w, id)
    w.at("phase-start", phase=s.phase)
    paths.judge_releases(w)
    if s.outcome is not None:
        return
    if kind == "supply":
        supply.judge(w, s.player)
    elif kind == "rally":
        results.end_states(w, "own-rally")
    elif kind == "withdraw":
        arrivals.withdraw(w)
    if STEP_OF.get(kind) == "move":
        # Who moved in an earlier phase of the player turn may move again.
        _clear(w, MOVED | FAR)
        w.forget()
    elif STEP_OF.get(kind) == "attack":
        # Every combat phase has attacks of its own.
        _clear(w, ATTACKED | DEFENDED | RETREATED)
        w.forget()
    step = STEP_OF.get(kind) or (id if kind == "custom" and id in w.stages else "")
    if step:
        w.go(step)
    else:
        _ask(w)


def _clear(w: GameInProgress, bits: int) -> None:
    """Let no unit have done any of some things."""
    if any(f & bits for f in set(w.state.flags)):
        w.state.flags = [f & ~bits for f in w.state.flags]


def _ask(w: GameInProgress) -> None:
    """Ask the loop to go on."""
    w.table(_Loop).asked = True


def _none(w: GameInProgress, unit: int | None) -> list[Order]:
    return []


def _never(w: GameInProgress, order: Order) -> None:
    raise AssertionError("a step without a decision")


def _go_on(w: GameInProgress) -> None:
    """End a phase, and judge supply if that is its time; then go on."""
    if supply.rules(w).judged == "end-of-own-move" and kind_of(w, bare_phase(w)) == "move":
        supply.judge(w, w.state.player)
    next_phase(w)


# -- the choice of an order of phases ------------------------------------------------------------------


def _enter_order(w: GameInProgress) -> None:
    w.state.side = w.state.player


def _order_choices(w: GameInProgress, unit: int | None) -> list[Order]:
    part = part_of(w)
    if unit is not None or part is None:
        return []
    return [Order("order", words=(",".join(one),)) for one in orders_to_choose(part)
            if order_refusal(w, one) is None]


def order_refusal(w: GameInProgress, order: Sequence[str]) -> IllegalOrderError | None:
    """Why a chapter does not allow an order of phases, or None."""
    refusals = (chapter.may_choose(w, order) for chapter in w.hooks["may_choose"])
    return next((bad for bad in refusals if bad is not None), None)


def _choose_order(w: GameInProgress, order: Order) -> None:
    part = part_of(w)
    choices = orders_to_choose(part) if part is not None else []
    chosen = tuple(order.words[0].split(",")) if order.verb == "order" else ()
    if chosen not in choices:
        known = ", ".join(f"`order {','.join(one)}`" for one in choices)
        raise IllegalOrderError(f"Choose the order of your phases: {known}.", w.rule("sequence"))
    bad = order_refusal(w, chosen)
    if bad is not None:
        raise bad
    w.say("order", f"{w.said_of(w.state.side, 'chooses')} the order {', '.join(chosen)}.",
          w.rule("sequence"))
    w.state.queue = list(chosen)
    next_phase(w)


STAGES: dict[str, Stage] = {
    "place": Stage(setup.enter, setup.orders, setup.perform),
    "order": Stage(_enter_order, _order_choices, _choose_order),
    "arrive": Stage(arrivals.enter_phase, arrivals.phase_orders, arrivals.perform_phase),
    "call-up": Stage(call_ups.enter, call_ups.orders, call_ups.perform),
    "replace": Stage(replacements.enter, replacements.orders, replacements.perform),
    "move": Stage(movement.enter, movement.orders, movement.perform),
    "remove": Stage(stacking.enter, stacking.orders, stacking.perform),
    "next-phase": Stage(_go_on, _none, _never),
    "attack": Stage(combat.enter, combat.orders, combat.perform),
    "support": Stage(combat.enter_support, combat.supports, combat.support),
    "table": Stage(combat.enter_table, combat.table_choices, combat.choose_table),
    "resume": Stage(results.proceed, _none, _never),
    "lose": Stage(results.enter_units, results.unit_losses, results.lose_units),
    "reduce": Stage(results.enter_steps, results.step_losses, results.lose_step),
    "choose": Stage(results.enter_choice, results.choices, results.choose),
    "retreat": Stage(results.enter_retreat, results.retreats, results.retreat),
    "advance": Stage(results.enter_advance, results.advances, results.advance),
    "advance-on": Stage(results.enter_further, results.further_advances, results.advance_further),
}
