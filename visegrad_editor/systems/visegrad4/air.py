"""Air units and air combat (13.0 to 13.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.hexgame.state import ELIMINATED, WAITING, GameState
from ...engine.orders import PASS, IllegalOrderError, Order
from ...engine.saved_game import is_list, is_whole
from . import combat, interdiction, intervention
from .common import units
from .constants import ALLIED, OWN_BOXES, READY, RUSSIAN, SIDE_WORDS, USED
from .contest import AIR, Contest, contest_of, set_contest
from .cyber import TRACK, markers, spend_from_track


class Air(Chapter):
    """13.0: air units are in boxes, and fight each other over a hex."""

    id = AIR
    rule = "13.0"

    def state(self, w: GameInProgress) -> Any:
        return {"contest": None, "wings": [-1, -1], "points": 0}

    def boxes(self) -> Mapping[int, str]:
        return OWN_BOXES

    def verbs(self) -> Mapping[str, str]:
        return {"spend-marker": ""}

    def stages(self) -> Mapping[str, Stage]:
        return {
            "administration-air": Stage(_return, lambda w, unit: [], _never),
            "markers": Stage(_enter, _orders, _perform),
        }

    def left(self, w: GameInProgress) -> Mapping[str, int]:
        if w.state.step != "markers":
            return {}
        return {"cyber-war markers on the track": markers(w)[w.state.side][TRACK]}

    def saved_fault(self, w: GameInProgress, s: GameState) -> str:
        return _saved_fault(w, s)


def _never(w: GameInProgress, order: Order) -> None:
    raise AssertionError("a step without a decision")


def _return(w: GameInProgress) -> None:
    """Administration A: air units become available again (5.1, 13.6), and new ones arrive."""
    for side in (RUSSIAN, ALLIED):
        back = [u for u in units(w).wings[side] if w.state.where[u] == USED]
        for u in back:
            w.state.where[u] = READY
        if back:
            w.say("air-ready", f"{len(back)} air unit{'s' if len(back) > 1 else ''} of the "
                  f"{SIDE_WORDS[side]} side return{'s' if len(back) == 1 else ''} to readiness.",
                  "13.6", units=back, side=side)
        intervention.air_arrivals(w, side)
    w.go("next-phase")


def _side(contest: Contest, who: int) -> int:
    return contest.side if who == 0 else 1 - contest.side


def _may_spend(w: GameInProgress, contest: Contest, who: int) -> bool:
    """Whether this combatant can still spend a marker: it has one on the track and meets no SAC unit
    (13.5)."""
    return (
        not contest.done[who] and markers(w)[_side(contest, who)][TRACK] > 0
        and not units(w).strategic[contest.units[1 - who]])


# -- 13.2: the sides alternate in spending single markers, the attacker first ----------------------


def _enter(w: GameInProgress) -> None:
    contest = contest_of(w)
    done = list(contest.done)
    for who in (contest.turn, 1 - contest.turn):
        if _may_spend(w, contest, who):
            set_contest(w, contest._replace(done=done, turn=who))
            w.state.side = _side(contest, who)
            return
        done[who] = True
    _fight(w, contest)


def _orders(w: GameInProgress, unit: int | None) -> list[Order]:
    return [] if unit is not None else [PASS, Order("spend-marker")]


def _perform(w: GameInProgress, order: Order) -> None:
    contest = contest_of(w)
    who, spent, done = contest.turn, list(contest.spent), list(contest.done)
    if order.verb == "spend-marker":
        spend_from_track(w, _side(contest, who))
        spent[who] += 1
        w.say("marker-spent", f"The {SIDE_WORDS[w.state.side]} side spends a cyber-war marker in the air "
              f"combat over {w.board.name(contest.hex)}.", "13.2", (contest.hex,))
    elif order.verb == "pass":
        done[who] = True
    else:
        raise IllegalOrderError("An air combat is on: spend a cyber-war marker, or pass.", "13.2")
    set_contest(w, contest._replace(spent=spent, done=done, turn=1 - who))
    w.go("markers")


# -- 13.1, 13.3 ----------------------------------------------------------------------------------


def _fight(w: GameInProgress, contest: Contest) -> None:
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
    set_contest(w, None)
    if contest.purpose == "interdiction":
        interdiction.resolve(w, contest.hex, contest.side, survives[0])
    else:
        combat.supported(w, survives)


# -- saved games -----------------------------------------------------------------------------------


def _saved_fault(w: GameInProgress, s: GameState) -> str:
    state, n, f = s.chapters[AIR], len(w.forces.units), w.forces

    def wing(v: Any) -> bool:
        return is_whole(v, -1, n - 1) and (v < 0 or f.aloft[v])

    def flag(v: object) -> bool:
        return isinstance(v, bool)

    if not isinstance(state, dict) or state.keys() != {"contest", "wings", "points"} or not (
            is_list(state["wings"], wing, 2) and is_whole(state["points"])):
        return "its air units are impossible in this scenario."
    contest = state["contest"]
    if contest is not None and not (
            isinstance(contest, dict) and contest.keys() == set(Contest._fields)
            and contest["purpose"] in ("interdiction", "battle") and is_whole(contest["side"], 0, 1)
            and is_whole(contest["hex"], 0, w.board.size - 1) and w.board.is_playable(contest["hex"])
            and is_list(contest["units"], wing, 2) and is_list(contest["spent"], is_whole, 2)
            and is_list(contest["done"], flag, 2) and is_whole(contest["turn"], 0, 1)):
        return "its air combat is impossible in this scenario."
    for u, at in enumerate(s.where):
        if at not in (WAITING, ELIMINATED) and (at in OWN_BOXES) is not f.aloft[u]:
            return f"{w.label(u)} cannot be in {w.board.numbers[at] if at >= 0 else w.boxes[at]}."
    if s.outcome is not None:
        return ""
    if s.step in ("intercept", "markers") and (contest is None or contest["units"][0] < 0 or (
            s.step == "markers" and contest["units"][1] < 0)):
        return "an air combat is being fought, and it does not say which."
    if s.step == "markers" and contest is not None and contest["purpose"] == "battle" and s.battle is None:
        return "an air combat is fought over an attack, and it does not say which."
    return ""
