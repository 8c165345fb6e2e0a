"""The timetable of a scenario in words: dates and dice of events, and when units come, leave, may move."""

from __future__ import annotations

from .design import Design
from .id_words import id_words
from .in_play import InPlay
from .ruleset import Option, Replacements
from .scenario import OFF_MAP, Reinforcement, Unit
from .schedule import ScheduledEvent, UnitRelease, UnitWithdrawal
from .wording import count, listed


def event_name(design: Design, id: str) -> str:
    """The name of an event, or of a pool, that units wait for: that of the schedule, or of the ruleset, or
    its id in words; "" for none.

    >>> from .files.load import load
    >>> event_name(load("historical").design, "us-entry")
    'US entry'
    """
    return given_event_name(design, id) or id_words(id, design.ruleset)


def given_event_name(design: Design, id: str) -> str:
    """The name that the schedule or the ruleset gives an event or a pool, "" if neither does."""
    line = design.scenario.scheduled.get(id) if design.scenario is not None else None
    if line is not None and line.name:
        return line.name
    named = {p.id: p.name for p in design.ruleset.pools} | {e.id: e.name for e in design.ruleset.events}
    return named.get(id, "")


def why_idle(design: Design, option: Option) -> str:
    """Why what is chosen of an option does not count in the scenario, in a sentence; "" if it counts."""
    dated = [event_name(design, e) for e in InPlay(design).dated_by_schedule(option)]
    return (f"Not in force: the schedule (Reinforcements > Events) has {listed(dated)}, and that counts."
            if dated else "")


def entry_name(design: Design, id: str) -> str:
    """The name of an entry of the scenario, or its id in words; `off the map` where units arrive off it."""
    if id == OFF_MAP:
        return "off the map"
    entry = design.scenario.entry_by_id.get(id) if design.scenario is not None else None
    return entry.name if entry is not None else id_words(id, design.ruleset)


def box_name(design: Design, box: str) -> str:
    """An off-map box in words: `us-air` is `US air box`; a pool stays a pool."""
    words = id_words(box, design.ruleset)
    return words if words.lower().endswith(("box", "pool")) else f"{words} box"


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


def withdrawal_words(design: Design, leaves: UnitWithdrawal) -> str:
    """When a unit leaves: `leaves on turn 4`, `leaves after the event Peace`."""
    return (f"leaves after the event {event_name(design, leaves.event)}" if leaves.event else
            f"leaves on turn {leaves.turn}")


def release_words(design: Design, release: UnitRelease) -> str:
    """From when on a unit may move: `moves from turn 3 on, or once an enemy is within 2 hexes`, `moves
    once an event releases it`."""
    ways = []
    if release.turn:
        ways.append(f"from turn {release.turn} on")
    if release.event:
        ways.append(f"after the event {event_name(design, release.event)}")
    if release.enemy_within:
        ways.append(f"once an enemy is within {count(release.enemy_within, 'hex')}")
    return f"moves {', or '.join(ways) or 'once an event releases it'}"


def movement_words(design: Design, unit: Unit) -> str:
    """When a unit leaves and from when on it may move; "" if nothing says so."""
    return "; ".join([
        *([withdrawal_words(design, unit.withdrawal)] if unit.withdrawal else []),
        *([release_words(design, unit.release)] if unit.release else [])])


def received_words(design: Design, line: Replacements) -> str:
    """What a side receives by a line: `2 steps and 5 markers`."""
    named = {asset.id: asset.name.lower() for asset in design.ruleset.assets}
    steps = [count(line.steps, "step")] if line.steps or not any(n for _, n in line.assets) else []
    return listed([*steps, *(f"{n} {named.get(id, id)}" for id, n in line.assets if n)])
