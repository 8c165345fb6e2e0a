"""Air combats, and air missions that may lead to one (13.1): what is known of them while they last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...engine.hexgame.in_progress import GameInProgress
from .common import change_state, state_of

AIR = "air"
"""The chapter whose state it is."""


class Contest(NamedTuple):
    """An air combat, or an air mission: index 0 is the side that came first."""

    purpose: str
    hex: int
    side: int
    units: Sequence[int]
    spent: Sequence[int] = (0, 0)
    done: Sequence[bool] = (False, False)
    turn: int = 0


def contest_of(w: GameInProgress) -> Contest:
    """The air combat, or the air mission that may lead to one; only for decisions during one."""
    return Contest(**state_of(w, AIR)["contest"])


def set_contest(w: GameInProgress, contest: Contest | None) -> None:
    """Begin an air combat or mission, go on with it, or end it."""
    change_state(w, AIR, contest=None if contest is None else contest._replace(
        units=list(contest.units), spent=list(contest.spent), done=list(contest.done))._asdict())


def wings_of(w: GameInProgress) -> Sequence[int]:
    """The air units over the battle, of the attacker and of the defender; -1 for none (11.0, 2)."""
    wings: Sequence[int] = state_of(w, AIR)["wings"]
    return wings


def set_wings(w: GameInProgress, attacker: int, defender: int) -> None:
    """Say which air units are over the battle; -1 for none."""
    change_state(w, AIR, wings=[attacker, defender])


def air_points(w: GameInProgress) -> int:
    """The air points left in the replacement phase (10.3)."""
    points: int = state_of(w, AIR)["points"]
    return points


def set_air_points(w: GameInProgress, points: int) -> None:
    """Set the air points left in the replacement phase."""
    change_state(w, AIR, points=points)
