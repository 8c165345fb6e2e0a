"""What set-up groups say of their units together: how many in which hexes, all in one hex."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...model.place_words import all_in_words
from ...model.provenance import cited_rule
from ...model.scenario import SetUpGroup
from ..bits import mask_of
from ..orders import IllegalOrderError
from .in_progress import GameInProgress
from .state import UNPLACED, WAITING


class Limit(NamedTuple):
    """At most so many units of a group in these hexes."""

    hexes: int
    """As a mask."""
    at_most: int
    words: str


class GroupRules:
    """A set-up group as numbers: its units and its limits."""

    def __init__(self, w: GameInProgress, group: SetUpGroup) -> None:
        design = w.design
        self.group = group
        self.name = group.name
        self.units: tuple[int, ...] = tuple(w.forces.number[u.key] for u in w.scenario.members(group.id))
        self.limits = tuple(
            Limit(mask_of(map(w.board.grid.index, one.where.resolve(design.map))), one.at_most,
                  all_in_words(one.where, design))
            for one in group.limits)
        self.shared = mask_of(map(w.board.grid.index, group.shared_hexes(design.map)))
        """The hexes in which its units need not stand alone, as a mask."""
        self.rule = cited_rule(group.rule)
        """"" for a group of the designer's own: no rule of the game speaks of it."""

    @property
    def binds(self) -> bool:
        """Whether it says anything of its units together."""
        return bool(self.limits) or self.group.together


def groups(w: GameInProgress) -> dict[str, GroupRules]:
    """The set-up groups of the scenario by id, in its order."""
    return {group.id: GroupRules(w, group) for group in w.scenario.group_by_id.values()}


def group_of(w: GameInProgress, u: int) -> GroupRules | None:
    """The group of a unit; None if it has none."""
    if not w.scenario.set_up_groups:
        return None
    group = w.scenario.group_of(w.forces.units[u])
    return None if group is None else w.table(groups)[group.id]


def rule_of(w: GameInProgress, u: int, *blocks: str) -> str:
    """The number of the rule that says where a unit may be set up: that of its group, "" if this has none;
    without a group that of the first of these blocks that states one."""
    group = group_of(w, u)
    return w.rule(*blocks) if group is None else group.rule


def refusal(w: GameInProgress, u: int, hex: int) -> IllegalOrderError | None:
    """Why the group of a unit that is off the map does not let it stand in a hex, or None. Whether the rest
    of a group that stands in one hex could follow is another question: `followers` tells who they are."""
    rules = group_of(w, u)
    if rules is None or not rules.binds:
        return None
    where = w.state.where
    for v in rules.units if rules.group.together else ():
        if v != u and where[v] >= 0 and where[v] != hex:
            return IllegalOrderError(
                f"{w.label(u)} may not be set up in {w.board.name(hex)}: all units of the group {rules.name} "
                f"must be set up in one hex, and {w.label(v)} stands in {w.board.name(where[v])}.",
                rules.rule)
    limit = broken_limit(w, rules, [u], hex)
    return None if limit is None else IllegalOrderError(
        f"{w.label(u)} may not be set up in {w.board.name(hex)}: at most {limit.at_most} of the group "
        f"{rules.name} may be set up {limit.words}.", rules.rule)


def broken_limit(w: GameInProgress, rules: GroupRules, units: Sequence[int], hex: int) -> Limit | None:
    """The first limit of a group that these units of it would break in a hex, beside the others that stand;
    or None."""
    where = w.state.where
    for limit in rules.limits:
        if limit.hexes >> hex & 1:
            there = sum(v not in units and where[v] >= 0 and limit.hexes >> where[v] & 1 for v in rules.units)
            if there + len(units) > limit.at_most:
                return limit
    return None


def followers(w: GameInProgress, u: int, hex: int) -> list[tuple[GroupRules, list[int]]]:
    """The units that must be set up in a hex once a unit stands there: for its own group, and those of the
    units that stand there, if they are set up in one hex, the others that are still to be set up."""
    if not any(group.group.together for group in w.table(groups).values()):
        return []
    found: dict[str, tuple[GroupRules, list[int]]] = {}
    for one in (u, *w.stack[hex]):
        rules = group_of(w, one)
        if rules is not None and rules.group.together and rules.group.id not in found:
            rest = [v for v in rules.units if v != u and is_to_be_set_up(w, v)
                    and w.forces.side[v] == w.forces.side[u]]
            found[rules.group.id] = rules, rest
    return [(rules, rest) for rules, rest in found.values() if rest]


def is_to_be_set_up(w: GameInProgress, u: int) -> bool:
    """Whether a unit is off the map before play begins, in a game or in a set-up that is being designed, and
    is to be set up in a hex."""
    f, at = w.forces, w.state.where[u]
    return at == UNPLACED or (at == WAITING and f.units[u].reinforcement is None and not f.aloft[u])
