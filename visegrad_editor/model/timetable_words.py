"""The timetable of a scenario in words: dates and dice of events, and when units come, leave, may move."""

from __future__ import annotations

from .scenario import Reinforcement, Unit
from .schedule import ScheduledEvent, UnitRelease, UnitWithdrawal
from .wording import count


def event_words(id: str) -> str:
    """The id of an event in words.

    >>> event_words("us-entry")
    'us entry'
    """
    return id.replace("-", " ").replace("_", " ")


def dice_words(roll: str, least: int | None, most: int | None, bonus: int = 0) -> str:
    """The rolls that bring something; "" without dice.

    >>> dice_words("1d6", 5, None), dice_words("2d6", 3, 5, -1)
    ('5 or more on 1d6', '3 to 5 on 2d6 -1')
    """
    if not roll:
        return ""
    bounds = (f"{least} to {most}" if least is not None and most is not None else
              f"{least} or more" if least is not None else f"{most} or less" if most is not None else "any")
    return f"{bounds} on {roll}{f' {bonus:+d}' if bonus else ''}"


def date_words(line: ScheduledEvent) -> str:
    """When an event of the schedule happens, in a few words.

    >>> date_words(ScheduledEvent("coup", turn=(2, 4), roll="1d6", at_least=5))
    'turns 2 to 4, 5 or more on 1d6'
    >>> date_words(ScheduledEvent("coup", never=True)), date_words(ScheduledEvent("coup"))
    ('never', 'by the rules')
    """
    if line.never:
        return "never"
    if not line.is_dated:
        return f"by the rules{f', {line.bonus:+d} to the dice' if line.bonus else ''}"
    parts = []
    if line.turn is not None:
        first, last = line.turn
        alone = first == last or not (line.roll or line.when is not None)
        parts.append(f"turn {first}" if alone else f"turns {first} to {last}")
        if line.judged == "turn-end":
            parts[0] = f"end of {parts[0]}"
    if line.roll:
        parts.append(dice_words(line.roll, line.at_least, line.at_most, line.bonus))
    if line.when is not None:
        parts.append("in a situation")
    return ", ".join(parts)


def arrival_dice(arrival: Reinforcement) -> str:
    """The rolls that bring a unit; "" if it comes without dice."""
    return dice_words(arrival.roll, arrival.at_least, arrival.at_most)


def withdrawal_words(leaves: UnitWithdrawal) -> str:
    """When a unit leaves.

    >>> withdrawal_words(UnitWithdrawal(4)), withdrawal_words(UnitWithdrawal(event="peace"))
    ('leaves on turn 4', 'leaves after peace')
    """
    return f"leaves after {event_words(leaves.event)}" if leaves.event else f"leaves on turn {leaves.turn}"


def release_words(release: UnitRelease) -> str:
    """From when on a unit may move.

    >>> release_words(UnitRelease(3, enemy_within=2))
    'moves from turn 3 on, or once an enemy is within 2 hexes'
    >>> release_words(UnitRelease())
    'moves once an event releases it'
    """
    ways = []
    if release.turn:
        ways.append(f"from turn {release.turn} on")
    if release.event:
        ways.append(f"after {event_words(release.event)}")
    if release.enemy_within:
        ways.append(f"once an enemy is within {count(release.enemy_within, 'hex')}")
    return f"moves {', or '.join(ways) or 'once an event releases it'}"


def movement_words(unit: Unit) -> str:
    """When a unit leaves and from when on it may move; "" if nothing says so."""
    return "; ".join([
        *([withdrawal_words(unit.withdrawal)] if unit.withdrawal else []),
        *([release_words(unit.release)] if unit.release else [])])
