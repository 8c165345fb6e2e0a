"""Why a unit is out of supply: how long the way is, or what bars it."""

from __future__ import annotations

from dataclasses import replace

from ...model.rules.sentences import Sentences
from ...model.rules.supply import Leg
from ...model.wording import count
from . import supply
from .in_progress import GameInProgress


def answer(w: GameInProgress, u: int) -> str:
    """Why a unit on the map is out of supply, as a sentence; "" for a unit in supply or off the map, and
    where a chapter decides."""
    if w.state.where[u] < 0 or w.hooks["supplied"] or w.hooks["supply_barred"] or supply.is_supplied(w, u):
        return ""
    return f"{w.label(u)} in {w.place(u)} is out of supply: {reason(w, u)}."


def reason(w: GameInProgress, u: int) -> str:
    """Why no path of supply leads to a unit now, as a clause."""
    settings = supply.rules(w)
    side, path, which = settings.group(w, u)
    if path < 0:
        return "no path of supply is for units like it"
    origin = supply.sources(w, side, which)
    if not origin:
        return "no source of supply works for it"
    leg, *rest = settings.paths[path][1]
    what = Sentences(w.ruleset, w.design.map).leg_end(leg)
    ends = supply.ends_of(w, side, leg, supply.trace(w, side, tuple(rest), origin))
    if not ends:
        return f"the way of supply does not lead on from {what} to a source"
    at = w.state.where[u]
    barred, _ = supply.barred_to(w, side)
    if not _leads(w, ends, barred, replace(leg, length=0), at):
        enemies = w.mask[1 - side]
        if _leads(w, ends & ~enemies, enemies, replace(leg, length=0), at):
            return f"enemy zones of control bar the way to {what}"
        if _leads(w, ends, 0, replace(leg, length=0), at):
            return f"enemy units bar the way to {what}"
        return f"no way leads to {what}"
    length = _length(w, ends, barred, leg, at)
    if not leg.length or length <= leg.length:
        return "it was so when supply was last judged"
    far = count(length, "movement point" if leg.points else "hex")
    return f"the way to {what} is {far} long, and the most is {leg.length}"


def _leads(w: GameInProgress, ends: int, barred: int, leg: Leg, at: int) -> bool:
    return bool(supply.follow(w, ends, barred, leg) >> at & 1)


def _length(w: GameInProgress, ends: int, barred: int, leg: Leg, at: int) -> int:
    """The length of the shortest way from a hex that has one, at least 1."""
    low, high = 0, 1
    while not _leads(w, ends, barred, replace(leg, length=high), at):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if _leads(w, ends, barred, replace(leg, length=middle), at):
            high = middle
        else:
            low = middle
    return high
