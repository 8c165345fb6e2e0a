"""Divisions linked from two counters (9.8)."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.hexgame import movement
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.hexgame.state import MOVED, NO_MOVE, REMOVED
from ...engine.orders import IllegalOrderError, Order
from .sides import sides

DIVISIONS = {
    "usa/2nd Armored": ("usa/4/2", "usa/2nd Armored (-)"),
    "usa/1st Mechanized": ("usa/3/1", "usa/1st Mechanized (-)"),
    "usa/4th Mechanized": ("usa/4/4", "usa/4th Mechanized (-)"),
}
"""The divisions of 9.8, each with its two counters."""


class Linking(Chapter):
    """9.8: the two counters of a division in one hex become the division, which moves no more this turn."""

    id = "linking"
    rule = "9.8"

    def verbs(self) -> Mapping[str, str]:
        return {"link": "{units}"}

    def stages(self) -> Mapping[str, Stage]:
        return {"move": Stage(_enter, _orders, _perform)}


def _links(w: GameInProgress) -> list[tuple[int, int, int]]:
    """The divisions that can be linked now: the division and its two counters."""
    if w.state.side != sides(w).nato:
        return []
    found = []
    for division, parts in DIVISIONS.items():
        if not all(key in w.forces.number for key in (division, *parts)):
            continue
        one, two = (w.forces.number[key] for key in parts)
        if w.state.where[one] == w.state.where[two] >= 0:
            found.append((w.forces.number[division], one, two))
    return found


def _enter(w: GameInProgress) -> None:
    w.state.side = w.state.player
    if not _links(w):
        movement.enter(w)


def _orders(w: GameInProgress, unit: int | None) -> list[Order]:
    return [*movement.orders(w, unit), *(
        Order("link", w.keys((one, two))) for _, one, two in _links(w) if unit in (None, one, two))]


def _perform(w: GameInProgress, order: Order) -> None:
    if order.verb != "link":
        movement.perform(w, order)
        return
    named = {w.own_unit(key, "9.8") for key in order.units}
    found = next((link for link in _links(w) if {link[1], link[2]} == named), None)
    if found is None:
        raise IllegalOrderError(
            f"{w.labels(sorted(named))} are not the two counters of a division in one hex.", "9.8")
    division, one, two = found
    hex, s = w.state.where[one], w.state
    flags = (s.flags[one] | s.flags[two]) | MOVED | NO_MOVE
    status = s.status[one] | s.status[two]
    for u in (one, two):
        w.eliminate(u, "9.8", f", as part of {w.label(division)}", REMOVED)
    w.put(division, hex)
    s.flags[division], s.status[division] = flags, status
    w.say("link", f"{w.label(division)} is formed in {w.board.name(hex)}.", "9.8", (hex,), (division,))
    w.go("move")
