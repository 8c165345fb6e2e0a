"""Air units and air combat (13.0 to 13.6)."""

from __future__ import annotations

from ...engine.orders import PASS, IllegalOrderError, Order
from . import combat, interdiction
from .constants import ELIMINATED, SIDE_WORDS, USED
from .cyber import TRACK, spend_from_track
from .game_state import GameState
from .state import Contest


def _side(contest: Contest, who: int) -> int:
    return contest.side if who == 0 else 1 - contest.side


def _may_spend(w: GameState, contest: Contest, who: int) -> bool:
    """Whether this combatant can still spend a marker: it has one on the track and meets no SAC unit
    (13.5)."""
    return (
        not contest.done[who] and w.state.markers[_side(contest, who)][TRACK] > 0
        and not w.forces.strategic[contest.units[1 - who]])


# -- 13.2: the sides alternate in spending single markers, the attacker first ----------------------


def enter(w: GameState) -> None:
    contest = w.contest
    for who in (contest.turn, 1 - contest.turn):
        if _may_spend(w, contest, who):
            contest.turn = who
            w.state.side = _side(contest, who)
            return
        contest.done[who] = True
    _fight(w, contest)


def orders(w: GameState, unit: int | None) -> list[Order]:
    return [] if unit is not None else [PASS, Order("spend-marker")]


def perform(w: GameState, order: Order) -> None:
    contest = w.contest
    who = contest.turn
    if order.verb == "spend-marker":
        spend_from_track(w, _side(contest, who))
        contest.spent[who] += 1
        w.say("marker-spent", f"The {SIDE_WORDS[w.state.side]} side spends a cyber-war marker in the air "
              f"combat over {w.board.name(contest.hex)}.", "13.2", (contest.hex,))
    elif order.verb == "pass":
        contest.done[who] = True
    else:
        raise IllegalOrderError("An air combat is on: spend a cyber-war marker, or pass.", "13.2")
    contest.turn = 1 - who
    w.go("markers")


# -- 13.1, 13.3 ----------------------------------------------------------------------------------


def _fight(w: GameState, contest: Contest) -> None:
    """Roll one die each; the higher total destroys the other, a tie both; a natural 1 aborts.

    An aborted unit returns to base: it neither destroys nor is destroyed.
    """
    over = w.board.name(contest.hex)
    first, second = (f"air combat over {over}, die {i + 1} of 2: {w.label(u)} (13.1)"
                     for i, u in enumerate(contest.units))
    dice = (w.roll(first), w.roll(second))
    totals = [dice[i] + contest.spent[i] for i in (0, 1)]
    aborted = [d == 1 for d in dice]
    lost = [
        not any(aborted) and totals[i] <= totals[1 - i] for i in (0, 1)]
    names = [w.label(u) for u in contest.units]
    shown = [f"{names[i]} {dice[i]}" + (f"+{contest.spent[i]}" if contest.spent[i] else "") for i in (0, 1)]
    fate = []
    for i in (0, 1):
        if aborted[i]:
            fate.append(f"{names[i]} aborts its mission")
        elif lost[i]:
            fate.append(f"{names[i]} is destroyed")
    for i, u in enumerate(contest.units):
        w.state.where[u] = ELIMINATED if lost[i] else USED
    w.say("air-combat", f"Air combat over {w.board.name(contest.hex)}: {', '.join(shown)}; "
          f"{', '.join(fate)}.",
          "13.3" if any(aborted) else "13.1", (contest.hex,), contest.units, dice, side=contest.side)
    survives = [not aborted[i] and not lost[i] for i in (0, 1)]
    w.state.contest = None
    if contest.purpose == "interdiction":
        interdiction.resolve(w, contest, survives[0])
    else:
        combat.supported(w, survives)
