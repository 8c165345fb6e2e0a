"""Victory: points, conditions, the end of the game."""

from __future__ import annotations

from ...model.rules.victory import VictoryPoints
from ...model.wording import count
from .conditions import Case
from .in_progress import GameInProgress
from .state import EXITED


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


def judge(w: GameInProgress, moment: str) -> None:
    """End the game if a condition that is judged at a moment holds, the first in the ruleset's order."""
    for condition in w.ruleset.victory.conditions:
        if condition.judged != moment or w.state.outcome is not None:
            continue
        ids = w.forces.side_ids
        winner = ids.index(condition.winner) if condition.winner in ids else -1
        if w.made.test(condition.when)(Case(winner)):
            level = _level_name(w, condition.level)
            told = condition.text or (
                f"{w.said_of(winner, 'wins')}{level}." if winner >= 0 else "The game ends in a draw.")
            name = level.removeprefix(", ")
            if name and name not in told.lower():
                told = f"{told.removesuffix('.')}: {name}."
            w.finish(winner, condition.rule or w.rule("victory"), told)


def _level_name(w: GameInProgress, level: str) -> str:
    name = next((v.name or v.id for v in w.ruleset.victory.levels if v.id == level), "")
    return f", {name.lower()}" if name else ""


def judge_end(w: GameInProgress) -> None:
    """End the game after its last turn: by a condition, by points, or otherwise."""
    judge(w, "end")
    if w.state.outcome is not None:
        return
    rule, victory = w.rule("victory"), w.ruleset.victory
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
                         f"{(level.name or level.id).lower()}.")
                return
        elif lead:
            w.finish(best, rule, f"{w.said_of(best, 'wins')} by {shown} points.")
            return
        if victory.otherwise == "draw":
            w.finish(-1, rule, f"The game is a draw at {shown} points.")
            return
    ids = w.forces.side_ids
    if victory.otherwise in ids:
        winner = ids.index(victory.otherwise)
        w.finish(winner, rule, (
            f"The last turn is over, and the {w.said_of(winner, 'wins').removeprefix('The ')}."))
    elif not victory.points and not victory.conditions:
        _by_places(w)
    else:
        w.finish(-1, rule, "The last turn is over, and nobody has won.")


def _by_places(w: GameInProgress) -> None:
    """Without any rule of victory the side wins that holds more hexes with features."""
    places = 0
    for mask in w.board.features.values():
        places |= mask
    held = [(places & w.controlled(side)).bit_count() for side in range(len(w.forces.side_ids))]
    best = max(range(len(held)), key=lambda n: held[n])
    shown = " to ".join(map(str, held))
    if held.count(held[best]) > 1:
        w.finish(-1, "", f"The game is a draw: the sides hold {shown} places.")
    else:
        w.finish(best, "", f"{w.said_of(best, 'wins')}: the sides hold {shown} places.")
