"""Advice to automatic players: goals made from the victory conditions, and what results are worth."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.rules.grammar import OWN_SIDE, Comparison, HexCount, Number, Situation
from ...model.rules.results import Effect
from ...model.ruleset import Ruleset
from ..bits import bits
from ..position import Goals, Worth
from .conditions import Case
from .in_progress import GameInProgress

AT_ONCE = 5.0
"""The worth of a goal that decides the game at once."""
WIDE = 8
"""An area is wide if it has more than so many hexes for each that is needed: its enemy takes back what it
lost there and does not guard the rest."""


def goals(w: GameInProgress, side: int) -> Goals:
    """The hexes that a side should take and hold, with their worth."""
    take: dict[int, float] = {}
    hold: dict[int, float] = {}
    for mask, worth, for_side, wide, once in _prizes(w):
        for owner in range(len(w.forces.side_ids)) if for_side < 0 else (for_side,):
            if once:
                # A hex that counts once taken is a goal until it is, and of no worth to either side then.
                wanted = take if owner == side else hold
                for h in bits(mask & ~w.state.taken[owner]):
                    wanted[h] = max(wanted.get(h, 0.0), worth)
                continue
            held = w.controlled(owner)
            for h in bits(mask):
                if owner == side and not held >> h & 1:
                    take[h] = max(take.get(h, 0.0), worth)
                elif owner == side:
                    hold[h] = max(hold.get(h, 0.0), worth)
                elif owner != side and for_side >= 0:
                    # What the enemy has of its goals is to be taken back, the rest to be held.
                    if held >> h & 1:
                        take[h] = max(take.get(h, 0.0), worth)
                    elif not wide:
                        hold[h] = max(hold.get(h, 0.0), worth)
    for garrison in w.ruleset.advice.garrison:
        if (not garrison.side or w.forces.side_ids[side] in garrison.side) and (
                w.made.test(garrison.when)(Case(side))):
            for h in bits(w.made.hexes(garrison.hexes)(side)):
                hold[h] = max(hold.get(h, 0.0), garrison.worth)
    if not take and not hold:
        # Nothing but the enemy to win from.
        take = dict.fromkeys(bits(w.mask[1 - side]), 0.5)
    numbers = w.board.numbers
    return Goals({numbers[h]: v for h, v in take.items()}, {numbers[h]: v for h, v in hold.items()})


def _prizes(w: GameInProgress) -> Iterator[tuple[int, float, int, bool, bool]]:
    """Hexes that count for victory: the hexes, the worth of each, the side they count for (-1: both),
    whether they are too many for its enemy to stand in all of them, and whether they count once taken."""
    victory = w.ruleset.victory
    ids = w.forces.side_ids
    points = [r for r in victory.points if r.for_ == "control"]
    most = max((r.worth for r in points), default=1) or 1
    for record in points:
        side = ids.index(record.side) if record.side in ids else -1
        yield w.made.hexes(record.hexes)(max(side, 0)), record.worth / most, side, False, False
    for condition in victory.conditions:
        if condition.winner not in ids:
            continue
        winner = ids.index(condition.winner)
        for counted, bounds, once in _counts(condition.when):
            hexes = w.made.hexes(counted.hexes)(winner)
            wanted = _needed(bounds, hexes.bit_count())
            # All hexes of a kind, of which the part in play may have one, are the goals of a whole game.
            few = wanted <= 1 and not (once and bounds.at_least == "all")
            worth = AT_ONCE if condition.judged == "at-once" and few else 1.0
            if hexes:
                yield hexes, worth, winner, wanted * WIDE < hexes.bit_count(), once and counted.side in (
                    OWN_SIDE, condition.winner)
    if not victory.points and not victory.conditions:
        mask = 0
        for places in w.board.features.values():
            mask |= places
        yield mask, 1.0, -1, False, False


def _counts(s: Situation) -> Iterator[tuple[HexCount, Comparison, bool]]:
    """The counts of hexes in a situation, with their bounds, and whether they are of hexes ever taken."""
    for counted in (s.control, s.ever_taken, s.entered):
        if counted is not None:
            yield counted, s, counted is s.ever_taken
    for bound in (s.more_than, s.less_than, s.at_least, s.at_most):
        if isinstance(bound, Number):
            for counted in (bound.control, bound.ever_taken, bound.entered):
                if counted is not None:
                    yield counted, s, counted is bound.ever_taken
    for part in (*s.all, *s.any):
        yield from _counts(part)


def _needed(bounds: Comparison, whole: int) -> int:
    """How many hexes a bound asks for."""
    least = bounds.at_least
    return whole if least == "all" else least if isinstance(least, int) else 1


# -- what results are worth ------------------------------------------------------------------------------


def worth(ruleset: Ruleset, code: str) -> Worth:
    """What a result of a ruleset is worth, from what it does."""
    result = next((r for r in ruleset.results if r.id == code), None)
    return _script_worth(ruleset, result.does) if result is not None else Worth()


def _script_worth(ruleset: Ruleset, script: tuple[Effect, ...]) -> Worth:
    lost = [0.0, 0.0]
    ground = 0.0
    usual = max(1, ruleset.steps.usual)
    for e in script:
        for party, part in (
                (e.eliminate, 1.0), (e.lose_units, 0.55), (e.retreat, 0.1),
                (e.lose, 1.0 if e.steps == "all" else -1.0 if e.steps == "same"
                 else min(1.0, int(e.steps) / usual / (2 if e.per == "side" else 1)))):
            for group, name in enumerate(("attacker", "defender")):
                if party in (name, "both"):
                    lost[group] = min(1.0, lost[group] + (lost[1 - group] if part < 0 else part))
        if e.retreat in ("defender", "both") or e.eliminate in ("defender", "both"):
            ground = max(ground, 1.0)
        if e.retreat == "attacker" or e.eliminate == "attacker":
            ground = min(ground, -1.0)
        if e.advance in ("may", "must"):
            ground = 2.0 if ground > 0 else max(ground, 0.5)
        if e.choose and e.of:
            ways = [_script_worth(ruleset, one) for one in e.of]
            best = max(ways, key=_sum) if e.choose == "attacker" else min(ways, key=_sum)
            lost = [min(1.0, lost[0] + best[0]), min(1.0, lost[1] + best[1])]
            ground += best[2]
    return Worth(lost[0], lost[1], ground)


def _sum(way: Worth) -> float:
    return way.defender_loss - way.attacker_loss + way.ground
