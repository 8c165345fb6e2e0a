"""Victory: points, conditions, the end of the game."""

from __future__ import annotations

from ...model.rules.grammar import ENEMY, OWN_SIDE, HexCount
from ...model.rules.sentences import Sentences
from ...model.rules.victory import VictoryCondition, VictoryPoints
from ...model.wording import count
from . import reasons
from .conditions import Case, Test
from .in_progress import GameInProgress
from .state import EXITED
from .unknown_rules import walk


def _sides(w: GameInProgress, record: VictoryPoints) -> list[int]:
    """The sides that get points."""
    ids = w.forces.side_ids
    if record.side == "both":
        return list(range(len(ids)))
    return [ids.index(record.side)] if record.side in ids else []


def points_for(w: GameInProgress, record: VictoryPoints, side: int) -> int:
    """What a side now has by one line of the victory points."""
    s, worth = w.state, record.worth
    if record.for_ == "control":
        hexes = w.made.hexes(record.hexes)(side)
        held = s.taken[side] if record.judged == "first" else w.controlled(side)
        return 0 if record.judged == "each-turn" else worth * (hexes & held).bit_count()
    test = w.made.units(record.units)
    if record.for_ == "elimination":
        by_step = record.per == "step"
        counts = s.losses[1 if by_step else 0]
        return worth * sum(
            n * (_strength(w, u) if record.per == "strength" else 1) for u, n in enumerate(counts)
            if n and w.forces.side[u] != side and test(u, side))
    wanted = [u for u in w.forces.ground[side] if test(u, side) and (
        s.where[u] == EXITED if record.for_ == "exit" else s.where[u] >= 0)]
    return worth * sum(
        _strength(w, u) if record.per == "strength" else w.steps_left(u) if record.per == "step" else 1
        for u in wanted)


def _strength(w: GameInProgress, u: int) -> int:
    rows = w.forces.values.get(w.ruleset.combat.values.attack)
    return rows[u][0] or 0 if rows is not None else 0


def points(w: GameInProgress) -> list[int]:
    """The victory points of each side now."""
    total = list(w.state.points)
    for record in w.ruleset.victory.points:
        for side in _sides(w, record):
            total[side] += points_for(w, record, side)
    return total


_EARNED = "earned in play"


def breakdown(w: GameInProgress) -> list[tuple[int, str, int]]:
    """Where the points of each side come from: (side, what for, points)."""
    lines = [(side, _EARNED, n) for side, n in enumerate(w.state.points) if n]
    for record in w.ruleset.victory.points:
        for side in _sides(w, record):
            gained = points_for(w, record, side)
            if gained:
                lines.append((side, record.text or record.for_, gained))
    return lines


def count_turn(w: GameInProgress) -> None:
    """Give the points for hexes that are counted every turn."""
    for record in w.ruleset.victory.points:
        if record.for_ == "control" and record.judged == "each-turn":
            for side in _sides(w, record):
                hexes = w.made.hexes(record.hexes)(side) & w.controlled(side)
                w.state.points[side] += record.worth * hexes.bit_count()


_MOMENTS = {"end": "the end of the game", "turn-end": "the end of the turn", "at-once": "victory"}
"""What dice are for that a condition asks for, by when it is judged."""


class _Judged:
    """The conditions by when they are judged, each with its winner (-1: nobody) and its test."""

    def __init__(self, w: GameInProgress) -> None:
        ids = w.forces.side_ids
        self.at: dict[str, list[tuple[VictoryCondition, int, Test]]] = {moment: [] for moment in _MOMENTS}
        for one in w.ruleset.victory.conditions:
            winner = ids.index(one.winner) if one.winner in ids else -1
            self.at[one.judged].append((one, winner, w.made.test(one.when)))


def judge(w: GameInProgress, moment: str, unit: int = -1, hex: int = -1) -> None:
    """End the game if a condition that is judged at a moment holds, the first in the ruleset's order. `unit`
    and `hex` are the unit that has just entered a hex, if that is why it is judged now."""
    judged = w.table(_Judged).at[moment]
    if not judged or w.state.outcome is not None:
        return
    w.judged = _MOMENTS[moment]
    for condition, winner, holds in judged:
        case = Case(winner, unit, hex)
        w.judged_rule, w.judged_for = _rule(w, condition), winner
        if holds(case):
            told = _told(w, condition, winner, case)
            for chapter in w.hooks["ending"]:
                told = chapter.ending(w, condition, case, told)
            by = Sentences(
                w.ruleset, w.design.map, events=w.scenario.event_names).condition(condition).text
            w.finish(winner, _rule(w, condition), told, by)
            break
    w.judged, w.judged_rule, w.judged_for = "", "", -1


def _rule(w: GameInProgress, condition: VictoryCondition) -> str:
    """The number of the rule of a condition; "" if the ruleset states none."""
    return condition.rule or w.ruleset.victory.rule


def _told(w: GameInProgress, condition: VictoryCondition, winner: int, case: Case) -> str:
    """Who wins by a condition, and why."""
    level = _level_name(w, condition.level)
    told = condition.text or (
        f"{w.said_of(winner, 'wins')}{level}." if winner >= 0 else "The game ends in a draw.")
    name = level.removeprefix(", ")
    if name and name not in told.lower():
        told = f"{told.removesuffix('.')}: {name}."
    if told[-1:] not in ".?!":
        told += "."
    return f"{told} {reasons.why(w, condition.when, case)}".strip()


class _WonByEntering:
    """The hexes, by side, whose entry may end the game at once."""

    def __init__(self, w: GameInProgress) -> None:
        ids = w.forces.side_ids
        self.hexes: list[int] = [0] * len(ids)
        for condition in w.ruleset.victory.conditions:
            for _, counted in walk(condition.when, "") if condition.judged == "at-once" else ():
                if isinstance(counted, HexCount) and counted.hexes.is_fixed:
                    own = ids.index(condition.winner) if condition.winner in ids else -1
                    side = own if counted.side == OWN_SIDE else 1 - own if counted.side == ENEMY else (
                        ids.index(counted.side) if counted.side in ids else -1)
                    if side >= 0:
                        self.hexes[side] |= w.made.hexes(counted.hexes)(side)


def won_by_entering(w: GameInProgress, side: int) -> int:
    """The hexes that conditions judged at once count for a side: entering one may end the game."""
    return w.table(_WonByEntering).hexes[side]


def _level_name(w: GameInProgress, level: str) -> str:
    name = next((v.name or v.id for v in w.ruleset.victory.levels if v.id == level), "")
    return f", {name.lower()}" if name else ""


def judge_end(w: GameInProgress) -> None:
    """End the game after its last turn: by a condition, by points, or otherwise."""
    judge(w, "end")
    if w.state.outcome is not None:
        return
    victory = w.ruleset.victory
    rule = victory.rule
    if victory.points or any(w.state.points):
        total = points(w)
        for side, what, number in breakdown(w):
            told = what if what == _EARNED else f"for {what}"
            name = w.ruleset.sides[side].name
            w.say("points", f"{name}: {count(number, 'point')} {told}.", rule, side=side)
        best = max(range(len(total)), key=lambda n: total[n])
        lead = total[best] - max((p for n, p in enumerate(total) if n != best), default=0)
        levels = sorted(victory.levels, key=lambda v: -v.lead)
        shown = " to ".join(str(p) for p in sorted(total, reverse=True))
        if levels:
            level = next((v for v in levels if lead >= v.lead), None)
            if level is not None:
                w.finish(best, rule, f"{w.said_of(best, 'wins')} by {shown} points: "
                         f"{(level.name or level.id).lower()}.",
                         f"{level.name or level.id}: a lead of {count(level.lead, 'point')} or more.")
                return
        elif lead:
            w.finish(best, rule, f"{w.said_of(best, 'wins')} by {shown} points.", "More victory points.")
            return
        if victory.otherwise == "draw":
            w.finish(-1, rule, f"The game is a draw at {shown} points.", "No side leads by enough points."
                     if levels else "As many victory points on both sides.")
            return
    ids = w.forces.side_ids
    if victory.otherwise not in ids and not victory.points and not victory.conditions:
        _by_places(w)
        return
    winner = ids.index(victory.otherwise) if victory.otherwise in ids else -1
    by = "No condition of victory is met."
    told = "The last turn is over, and nobody has won." if winner < 0 else (
        f"The last turn is over, and the {w.said_of(winner, 'wins').removeprefix('The ')}.")
    if victory.points or any(w.state.points):
        shown = " to ".join(str(p) for p in sorted(points(w), reverse=True))
        told, by = f"{told} No side leads by enough points: it is {shown}.", "No side leads by enough points."
    told = f"{told} {reasons.why_not(w, [c for c in victory.conditions if c.judged == 'end'])}".strip()
    for chapter in w.hooks["ending"]:
        told = chapter.ending(w, None, Case(winner), told)
    w.finish(winner, rule, told, by)


def _by_places(w: GameInProgress) -> None:
    """Without any rule of victory the side wins that holds more hexes with features."""
    places = 0
    for mask in w.board.features.values():
        places |= mask
    held = [(places & w.controlled(side)).bit_count() for side in range(len(w.forces.side_ids))]
    best = max(range(len(held)), key=lambda n: held[n])
    shown = " to ".join(map(str, held))
    if held.count(held[best]) > 1:
        w.finish(-1, "", f"The game is a draw: the sides hold {shown} places.",
                 "As many places on both sides.")
    else:
        w.finish(best, "", f"{w.said_of(best, 'wins')}: the sides hold {shown} places.", "More places.")
