"""Set-up: units in fixed hexes, and units that their owner places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..orders import IllegalOrderError, Listing, Order
from ..rules import SetupError
from . import control, hidden_set_up, set_up_groups, stacking
from .in_progress import GameInProgress
from .state import ELIMINATED, REMOVED, UNPLACED, WAITING

_MOST_NAMED = 4
"""The most units that are named where they could not follow others."""


class SetUpTurn(NamedTuple):
    """A side and the units that it sets up one after the other, before anybody else does."""

    side: int
    units: tuple[int, ...]


def turns(w: GameInProgress) -> list[SetUpTurn]:
    """Who sets up which units, in order: groups that the order names apart, and of each side the rest."""
    f, groups = w.forces, w.table(set_up_groups.groups)
    apart = {u for name in w.set_up_order if name in groups for u in groups[name].units}
    found: list[SetUpTurn] = []
    for name in dict.fromkeys((*w.set_up_order, *f.side_ids)):
        if name in f.side_ids:
            side = f.side_ids.index(name)
            found.append(SetUpTurn(side, tuple(u for u in f.ground[side] if u not in apart)))
        elif name in groups:
            units = groups[name].units
            found += [SetUpTurn(side, own) for side in range(len(f.side_ids))
                      if (own := tuple(u for u in units if f.side[u] == side and not f.aloft[u]))]
    return found


def begin(w: GameInProgress) -> None:
    """Put every counter in its set-up place; units with a choice of hexes wait to be placed."""
    s, f = w.state, w.forces
    for u in range(len(f.units)):
        if f.side[u] < 0:
            raise _error(w, f"{f.labels[u]} belongs to neither side", "sides", u)
        box = box_of(w, u)
        if box is not None:
            s.where[u] = box
        elif len(f.setup[u]) == 1:
            _fixed(w, u, f.setup[u][0])
        elif f.setup[u]:
            s.where[u] = UNPLACED
        else:
            raise _error(w, f"{f.labels[u]} has no hex in play to set up in", "set-up", u)
    there = sum(len(x) for x in w.stack)
    w.say("set-up", "1 unit stands in its set-up hex." if there == 1 else
          f"{there} units stand in their set-up hexes.", side=-1)
    w.at("set-up")
    w.go("place")


def box_of(w: GameInProgress, u: int) -> int | None:
    """The box in which a unit begins; None for one that is set up in a hex."""
    unit = w.forces.units[u]
    if unit.reinforcement:
        return WAITING
    if unit.setup is not None and not unit.setup.box and not w.forces.aloft[u]:
        return None
    name = unit.setup.box if unit.setup is not None else ""
    usual = next((code for code, box in w.boxes.items() if box == name), REMOVED) if name else WAITING
    return next((chapter.box(w, u) for chapter in w.hooks["box"]), usual)


def is_within(w: GameInProgress) -> bool:
    """Whether the scenario begins within a phase: its units stand where play has led them."""
    return w.scenario.start is not None and w.scenario.start.begun


def _error(w: GameInProgress, text: str, what: str, u: int, hex: int | None = None) -> SetupError:
    """An error with a sentence and the number of the rule, if the game has one."""
    return SetupError(f"{text}.", w.rule(what, "set-up"), "" if hex is None else w.board.number(hex),
                      w.forces.keys[u])


def _fixed(w: GameInProgress, u: int, hex: int) -> None:
    side = w.forces.side[u]
    enemies = [v for v in w.stack[hex] if w.forces.side[v] != side]
    if enemies:
        raise _error(
            w, f"{w.label(u)} and {w.label(enemies[0])} are both set up in {w.board.name(hex)}", "enemies",
            u, hex)
    if is_within(w):
        w.put(u, hex)
        return
    if w.barren >> hex & 1:
        raise _error(
            w, f"{w.label(u)} is set up in {w.board.name(hex)}, which no unit can enter", "terrain", u, hex)
    bad = stacking.refusal(w, hex, [u])
    if bad is not None:
        raise SetupError(bad.reason, bad.rule, w.board.number(hex), w.forces.keys[u])
    w.put(u, hex)
    _hold(w, u, hex)


def _hold(w: GameInProgress, u: int, hex: int) -> None:
    """Let a unit that was set up control its hex."""
    side = w.forces.side[u]
    first = not w.state.taken[side] >> hex & 1
    control.take(w, side, 1 << hex)
    w.at("placed", unit=u, hex=hex, first=first)


def waiting(w: GameInProgress) -> list[int]:
    """The units of the present turn of the set-up that are still to be placed."""
    left = ([u for u in turn.units if w.state.where[u] == UNPLACED] for turn in w.table(turns))
    return next((units for units in left if units), [])


def refusal(w: GameInProgress, u: int, hex: int) -> IllegalOrderError | None:
    """Why a unit may not be set up in a hex, or None. A hex in which units of the other side are set up
    hidden is closed with the same words as one where the unit may never be set up."""
    f = w.forces
    enemies = [v for v in w.stack[hex] if f.side[v] != f.side[u]]
    if hex not in f.setup[u] or any(hidden_set_up.conceals(w, v, f.side[u]) for v in enemies):
        return IllegalOrderError(f"{w.label(u)} may not be set up in {w.board.name(hex)}.",
                                 set_up_groups.rule_of(w, u, "set-up"))
    return refusal_to_stand(w, u, hex)


def refusal_to_stand(w: GameInProgress, u: int, hex: int) -> IllegalOrderError | None:
    """Why a unit may not be set up in a hex with the units that stand there, wherever else it may be set up;
    or None."""
    f = w.forces
    here = w.stack[hex]
    if here and f.side[here[0]] != f.side[u]:
        return IllegalOrderError(
            f"{w.label(here[0])} stands in {w.board.name(hex)}.", w.rule("enemies", "set-up"))
    if is_within(w):
        return None
    if w.barren >> hex & 1:
        return IllegalOrderError(f"{w.board.name(hex)} is prohibited terrain.", w.rule("terrain", "set-up"))
    return (_refusal_beside(w, u, here, hex) or set_up_groups.refusal(w, u, hex)
            or stacking.refusal(w, hex, [u]) or _refusal_to_followers(w, u, hex))


def _refusal_beside(w: GameInProgress, u: int, others: Iterable[int], hex: int) -> IllegalOrderError | None:
    """Why a unit may not be set up beside others of its nationality, or None."""
    units = w.forces.units
    for v in others:
        if units[v].nationality == units[u].nationality and (_alone(w, u, hex) or _alone(w, v, hex)):
            rule = set_up_groups.rule_of(w, u if _alone(w, u, hex) else v, "alone", "set-up")
            return IllegalOrderError(f"{w.label(u)} may not be set up with {w.label(v)}.", rule)
    return None


def _refusal_to_followers(w: GameInProgress, u: int, hex: int) -> IllegalOrderError | None:
    """Why a unit may not be set up in a hex because others, of a group that is set up in one hex, must be set
    up there after it and could not; or None."""
    here, come = w.stack[hex], [u]
    for rules, rest in set_up_groups.followers(w, u, hex):
        own = u in rules.units
        limit = set_up_groups.broken_limit(w, rules, [*([u] if own else []), *rest], hex)
        bad = None if limit is None else IllegalOrderError(
            f"At most {limit.at_most} of the group {rules.name} may be set up {limit.words}.", rules.rule)
        for i, v in enumerate(rest):
            bad = bad or _refusal_beside(w, v, (*here, *come, *rest[:i]), hex)
        come += rest
        full = None if bad else stacking.refusal(w, hex, come)
        if full is not None and own:
            return IllegalOrderError(
                f"Not all units of the group {rules.name}, which must be set up in one hex, have room in "
                f"{w.board.name(hex)}.", rules.rule)
        bad = bad or full
        if bad is not None:
            return IllegalOrderError(
                f"{w.label(u)} may not be set up in {w.board.name(hex)}: all units of the group {rules.name} "
                f"must be set up in one hex, and {w.labels(rest, _MOST_NAMED)} could not follow there. "
                f"{bad.reason}",
                rules.rule or bad.rule)
    return None


def _alone(w: GameInProgress, u: int, hex: int) -> bool:
    """Whether a unit may not be set up in a hex with another of its nationality."""
    setup = w.forces.units[u].setup
    if setup is None or not setup.alone:
        return False
    group = set_up_groups.group_of(w, u)
    return group is None or not group.shared >> hex & 1


def enter(w: GameInProgress) -> None:
    """Ask the side for its next placement; when all are done, begin turn 1."""
    s = w.state
    for side, units in w.table(turns):
        left = [u for u in units if s.where[u] == UNPLACED]
        if not left:
            continue
        if any(refusal(w, u, h) is None for u in left for h in w.forces.setup[u]):
            s.side = side
            return
        for u in left:
            w.lift(u, ELIMINATED)
            w.say("set-up", f"{w.label(u)} finds no free hex in its area and is out of the game.", units=(u,),
                  side=side)
    w.at("set-up-end")
    if w.scenario.start is None:
        w.go("next-phase")
    for chapter in w.hooks["resume"] if w.scenario.start is not None else ():
        chapter.resume(w, w.scenario.start)


def orders(w: GameInProgress, unit: int | None) -> Listing:
    numbers, stack = w.board.numbers, w.stack
    legal = Listing()
    for u in waiting(w):
        if unit in (None, u):
            closed = stacking.closed(w, u)
            group = set_up_groups.group_of(w, u)
            bound = group is not None and group.binds
            # An empty hex that is not closed needs no further check, unless the group limits it.
            legal.add("place", w.forces.keys[u], [
                numbers[h] for h in w.forces.setup[u]
                if not closed[h] and ((not stack[h] and not bound) or refusal(w, u, h) is None)])
    return legal


def perform(w: GameInProgress, order: Order) -> None:
    if order.verb != "place":
        raise IllegalOrderError(
            f"Units of the {w.side_words[w.state.side]} are still to be set up: place one.", w.rule("set-up"))
    u = w.own_unit(order.units[0], w.rule("set-up"))
    if w.state.where[u] != UNPLACED:
        raise IllegalOrderError(f"{w.label(u)} is not waiting to be set up.", w.rule("set-up"))
    first = waiting(w)
    if u not in first:
        raise IllegalOrderError(
            f"{w.label(u)} is set up later: place {w.label(first[0])} first.", w.rule("set-up"))
    hex = w.hex(order.hexes[0])
    bad = refusal(w, u, hex)
    if bad is not None:
        raise bad
    w.put(u, hex)
    w.say("place", f"{w.label(u)} is set up in {w.board.name(hex)}.", "", (hex,), (u,))
    _hold(w, u, hex)
    w.go("place")
