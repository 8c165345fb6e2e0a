"""Aircraft in play, air support that is still to come, and observation planes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ...lazy_dataclass import dataclass
from ..card import Card
from ..special_rules import SpecialRules

FIGHTER_BOMBER, STUKA = "fb", "stuka"


@dataclass(frozen=True)
class AirSupport:
    """Air support of one group: `awaited` until a roll brings it, then `coming` until it enters, then
    `here`."""

    group: str
    side: str
    state: str = "awaited"


@dataclass(frozen=True)
class Aircraft:
    """An aircraft in play or gone.

    `support` says what it has done for the ground in this player turn: nothing (""), `sighted` a target,
    `failed` to, or `done`; `target` is the hex sighted, "" if the enemy directs the attack. `run` is `strafe`
    or `point` once that is declared, `attacks` the last stop of the run from which it has attacked, counted
    from 1. `shaken`: it was damaged or had to break off and so has +1, and attacks from one more stop only,
    `shaken_stop`. `may_leave`: it may go home at the end of this close combat phase. `leaves`: it goes
    home at the end of this phase. `gone` is "" or why: `shot-down`, `recalled`, `left`.
    """

    id: str
    side: str
    kind: str
    bombs: bool = False
    damaged: bool = False
    mg_out: bool = False
    melee: bool = False
    support: str = ""
    target: str = ""
    run: str = ""
    attacks: int = 0
    shaken: bool = False
    shaken_stop: int = 0
    may_leave: bool = False
    leaves: bool = False
    gone: str = ""

    @property
    def is_fit_fighter(self) -> bool:
        """Whether it is an undamaged fighter-bomber whose machine guns work."""
        return self.kind == FIGHTER_BOMBER and not self.damaged and not self.mg_out


@dataclass(frozen=True)
class Spotter:
    """An observation plane, which has no counter. `sighted` is what it has sighted last; `gone` is "" or
    why."""

    side: str
    sighted: str = ""
    leaves: bool = False
    gone: str = ""


@dataclass(frozen=True)
class Dogfight:
    """One combat between aircraft in this phase: those in it, the attacks named and not yet made, the side
    that moves first, and who may attack once more at once."""

    members: tuple[str, ...]
    named: tuple[tuple[str, str], ...]
    again: str = ""


@dataclass(frozen=True)
class AirBook:
    """All of them."""

    support: tuple[AirSupport, ...] = ()
    aircraft: tuple[Aircraft, ...] = ()
    spotters: tuple[Spotter, ...] = ()
    dogfight: Dogfight | None = None

    def get(self, id: str) -> Aircraft | None:
        """The aircraft with an id, gone or not; None if there is none."""
        return next((a for a in self.aircraft if a.id == id), None)

    def of(self, side: str) -> tuple[Aircraft, ...]:
        """The aircraft of a side that are in play."""
        return tuple(a for a in self.here if a.side == side)

    @property
    def here(self) -> tuple[Aircraft, ...]:
        """All aircraft in play."""
        return tuple(a for a in self.aircraft if not a.gone)

    def changed(self, id: str, **to: Any) -> AirBook:
        """The book with one aircraft changed."""
        return replace(self, aircraft=tuple(replace(a, **to) if a.id == id else a for a in self.aircraft))

    def with_support(self, group: str, state: str, more: Iterable[Aircraft] = ()) -> AirBook:
        """The book with the air support of a group in another state, and the aircraft that enter."""
        return replace(
            self, support=tuple(replace(s, state=state) if s.group == group else s for s in self.support),
            aircraft=(*self.aircraft, *more))


def air_at_start(card: Card, rules: SpecialRules) -> AirBook:
    """What a card gives before the first turn."""
    return AirBook(
        tuple(AirSupport(g.id, g.side) for g in card.groups if g.arrives.by == "air"),
        spotters=tuple(map(Spotter, rules.observation_plane)))
