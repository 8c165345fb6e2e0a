"""What set-up groups say of their units together: how many in which hexes, all in one hex."""

from __future__ import annotations

from typing import NamedTuple

from ...model.place_words import all_in_words
from ...model.scenario import SetUpGroup
from ...model.wording import cited_rule
from ..bits import mask_of
from ..orders import IllegalOrderError
from . import stacking
from .in_progress import GameInProgress
from .state import UNPLACED


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
    """Why the group of a unit that is off the map does not let it stand in a hex, or None."""
    rules = group_of(w, u)
    if rules is None or not rules.binds:
        return None
    where = w.state.where
    for limit in rules.limits:
        if limit.hexes >> hex & 1:
            there = sum(v != u and where[v] >= 0 and limit.hexes >> where[v] & 1 for v in rules.units)
            if there >= limit.at_most:
                return IllegalOrderError(
                    f"{w.label(u)} may not be set up in {w.board.name(hex)}: at most {limit.at_most} of the "
                    f"group {rules.name} may be set up {limit.words}.", rules.rule)
    if not rules.group.together:
        return None
    for v in rules.units:
        if v != u and where[v] >= 0 and where[v] != hex:
            return IllegalOrderError(
                f"{w.label(u)} may not be set up in {w.board.name(hex)}: all units of the group {rules.name} "
                f"must be set up in one hex, and {w.label(v)} stands in {w.board.name(where[v])}.",
                rules.rule)
    # The others that still wait must find room there too.
    bad = stacking.refusal(w, hex, [u, *(v for v in rules.units if v != u and where[v] == UNPLACED)])
    return None if bad is None else IllegalOrderError(
        f"Not all units of the group {rules.name}, which must be set up in one hex, have room in "
        f"{w.board.name(hex)}.", rules.rule)
