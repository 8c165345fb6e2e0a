"""All procedures and reminders that the desk has, in the order of the parts of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..card import Card
from ..special_rules import merged
from . import (
    aircraft,
    ammunition,
    anti_air,
    barrage,
    cloaks,
    commissars,
    control,
    convoys,
    dogfight,
    drifts,
    gliders,
    ground,
    human_wave,
    interrogation,
    lights,
    low_visibility,
    nations,
    night,
    night_forces,
    off_board,
    parachutes,
    random_location,
    secrets,
    skis_and_boats,
    smoke,
    stealth,
    straying,
    tank_hunting,
    turn,
    victory,
    weather,
    wind,
    winter,
)
from .procedure import PHASES, Procedure, Reminder

_PARTS = (
    turn, random_location, night, stealth, night_forces, straying, lights, cloaks,
    interrogation, weather, wind, low_visibility, ground, winter, drifts, smoke,
    aircraft, dogfight, anti_air, gliders, parachutes, off_board, skis_and_boats,
    ammunition, convoys, barrage, nations, commissars, tank_hunting, human_wave, control,
    victory, secrets)


@cache
def procedures() -> Mapping[str, Procedure]:
    """All procedures by id. Raises `ValueError` if two have the same id."""
    found: dict[str, Procedure] = {}
    for part in _PARTS:
        for one in part.PROCEDURES:
            if one.id in found:
                raise ValueError(f"There are two procedures {one.id}.")
            found[one.id] = one
    return found


@cache
def reminders() -> tuple[Reminder, ...]:
    """All reminders."""
    return tuple(one for part in _PARTS for one in getattr(part, "REMINDERS", ()))


def procedures_of(card: Card) -> tuple[Procedure, ...]:
    """The procedures that a card turns on."""
    rules = merged(tuple(rule.sets for rule in card.ssr))
    return tuple(one for one in procedures().values() if one.is_on(rules, card))


def reminders_of(card: Card) -> tuple[Reminder, ...]:
    """The reminders that a card turns on."""
    rules = merged(tuple(rule.sets for rule in card.ssr))
    return tuple(one for one in reminders() if one.is_on(rules, card))


def first_phase(one: Procedure | Reminder) -> int:
    """The number of the first phase of a procedure, for lists in phase order; those of any phase come
    last."""
    order = tuple(PHASES)
    return min((order.index(p) for p in one.phases if p in order), default=-1 if one.phases else len(order))
