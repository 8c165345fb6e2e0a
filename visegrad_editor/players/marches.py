"""The planner's marches: how good a hex is for a unit."""

from __future__ import annotations

from collections.abc import Collection

from .intent import Intent
from .outlook import Outlook


def best_hex(
    outlook: Outlook, unit: str, ends: Collection[str], goal: str, supplied: frozenset[str], intent: Intent,
) -> str:
    """The best hex for the unit to end its move in, "" where it does best to stay."""
    travel, far = (outlook.atlas.to(goal), 60.0) if goal else ({}, 0.0)
    contact, take, hold = outlook.contact, outlook.take, outlook.hold
    spread = outlook.defends
    prize = (6.0 if hold[goal] <= 1 else 20.0) if goal in hold else 0.0

    def worth(hex: str) -> float:
        away = travel.get(hex, far)
        value = -(away if away < far else far)
        if hex == goal:
            value += prize
        if hex in take:
            value += 40.0 * take[hex]
        if hex not in supplied:
            value -= 12.0
        if hex in contact:
            value += _contact(outlook, unit, hex, intent)
        if spread and hex in hold and not any(u != unit for u in outlook.own.get(hex, ())):
            value += 20.0
        return value

    here = outlook.at.get(unit, "")
    best, most = "", worth(here) + 0.01 if here else -1e9
    for hex in ends:
        value = worth(hex)
        if value > most or (value == most and best and hex < best):
            best, most = hex, value
    return best


def _contact(outlook: Outlook, unit: str, hex: str, intent: Intent) -> float:
    """What it is worth to stand next to the enemies around a hex."""
    worth, facing = 0.0, 0
    power = outlook.strength(unit)
    around = outlook.atlas.around
    beside = around[outlook.at[unit]] if unit in outlook.at else ()
    for n in around[hex]:
        if n not in outlook.enemy:
            continue
        strength = outlook.power_in(n)
        if not outlook.matters(n):
            facing += strength
            continue
        ratio = (outlook.power_around(n, own=True) + (0 if n in beside else power)) / max(1, strength)
        # Others may still come: the first to arrive must not shy away.
        ratio = max(ratio, 0.7 * intent.hopes.get(n, 0.0))
        if ratio >= 1.5:
            worth += min(ratio, 5.0) * (2.0 if n in outlook.take or n in outlook.hold else 1.2)
        else:
            facing += strength
        if outlook.atlas.opposite(n, hex) in outlook.own:
            worth += 1.5
    group = power + sum(outlook.strength(u) for u in outlook.own.get(hex, ()) if u != unit)
    if facing > group:
        # A stack that faces more than itself wants good ground.
        worth -= min(3.0, (facing - group) * 0.2)
        worth -= outlook.atlas.shift[hex] * 0.8
    return worth
