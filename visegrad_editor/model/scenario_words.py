"""What the values and entries of a scenario say in the words a player reads: for reports of differences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .design import Design
from .id_words import id_words
from .place_words import all_in_words, where_words
from .prototypes import Prototype
from .rules.grammar import Situation
from .rules.sentences import Sentences, said_if_finished
from .rules.victory import Victory
from .ruleset import Replacements, Ruleset
from .scenario import Entry, JudgedProblem, ReplacementOverride, SetUpGroup, SetUpLimit
from .schedule import ScheduledEvent, UnitRelease, UnitWithdrawal
from .start import Start, moment_words
from .timetable_words import entry_name, received_words, release_words, withdrawal_words
from .wording import listed

_WINNING = re.compile(r"\b(wins?|won|winning|victory|victorious|loses the game)\b", re.IGNORECASE)
_OF_SIDES = ("set_up_order", "hidden_set_up")
_NAMED: dict[str, Callable[[Ruleset], Any]] = {
    "type": lambda rules: rules.unit_type_by_id, "formation": lambda rules: rules.formation_by_id}


def sentences_of(design: Design, with_places: bool = False) -> Sentences:
    """What says the rules of a design in sentences, with the names of its entries, of its events and of the
    units that events bring; `with_places` also those of hexes."""
    scenario = design.scenario
    brought: dict[str, list[str]] = {}
    for unit in scenario.units if scenario is not None else ():
        if unit.reinforcement is not None and unit.reinforcement.event and not unit.reinforcement.pool:
            brought.setdefault(unit.reinforcement.event, []).append(unit.name)
    entries = scenario.entries if scenario is not None else ()
    events = scenario.event_names if scenario is not None else None
    names = {e.id: e.name for e in entries}
    return Sentences(design.ruleset, design.map, names, brought, events, with_places)


def tells_of_winning(text: str) -> bool:
    """Whether a text says something of who wins.

    >>> tells_of_winning("The allies win at once in Minsk."), tells_of_winning("Set up both sides.")
    (True, False)
    """
    return _WINNING.search(text) is not None


def field_words(name: str, value: Any, design: Design) -> str:
    """A value of a scenario, or of one of its entries, in words: of a withdrawal `leaves on turn 4`, of
    `hidden_set_up` the names of the sides; "" if there is nothing better than the value itself."""
    if not value:
        return ""
    if isinstance(value, UnitWithdrawal):
        return withdrawal_words(design, value)
    if isinstance(value, UnitRelease):
        return release_words(design, value)
    if isinstance(value, Start):
        return moment_words(value, design.ruleset)
    if isinstance(value, Situation):
        return str(said_if_finished(sentences_of(design).phrases.clause, value))
    if isinstance(value, tuple) and isinstance(value[0], SetUpLimit):
        return listed([limit_words(one, design) for one in value])
    if isinstance(value, tuple) and name == "else_":
        return listed([entry_name(design, id) for id in value])
    if isinstance(value, tuple) and name in _OF_SIDES:
        return listed([_side_or_group(id, design) for id in value])
    if name == "prototype" and design.scenario is not None:
        known = design.scenario.prototype_by_id.get(value)
        return known.name if known is not None else ""
    if name in _NAMED and (entry := _NAMED[name](design.ruleset).get(value)) is not None:
        return str(entry.name)
    return ""


def _side_or_group(id: str, design: Design) -> str:
    side = design.ruleset.side_by_id.get(id)
    if side is not None:
        return side.name
    group = design.scenario.group_by_id.get(id) if design.scenario is not None else None
    return group.name if group is not None else id


def limit_words(limit: SetUpLimit, design: Design, whole: bool = False) -> str:
    """What a limit of a set-up group says, without a full stop: `at most 2 in all cities together`. Of many
    hexes only the first are named, unless the `whole` set is wanted."""
    where = all_in_words(limit.where, design, whole) if where_words(limit.where, design) else "in no hex"
    most = f"at most {limit.at_most} {where}"
    return f"{most}, where they may share a hex" if limit.shared else most


def content_words(entry: Any, design: Design) -> str:
    """What an entry of a scenario says besides its name, without a full stop; "" for other entries."""
    if isinstance(entry, ScheduledEvent):
        said = said_if_finished(sentences_of(design).scheduled, entry)
        return str(getattr(said, "text", "")).removesuffix(".")
    if isinstance(entry, ReplacementOverride):
        return received_words(design, Replacements(entry.turn, entry.side, entry.steps, entry.assets))
    if isinstance(entry, JudgedProblem):
        counts = "is not told" if entry.severity == "silent" else f"counts as {entry.severity}"
        only = "".join(f" of {what}" for what in (entry.unit, entry.hex) if what)
        return f"{counts}{only}, because: {entry.reason.strip().removesuffix('.')}"
    if isinstance(entry, Entry):
        return ", ".join(_entry(entry, design))
    if isinstance(entry, SetUpGroup):
        return ", ".join(_group(entry, design))
    return ", ".join(_prototype(entry, design)) if isinstance(entry, Prototype) else ""


def _entry(entry: Entry, design: Design) -> Iterator[str]:
    yield where_words(entry.where, design) or "no hex"
    if entry.pays:
        yield "the hex costs movement points"
    if entry.stops:
        yield "units stop there"
    if entry.needs is not None:
        yield f"if {field_words('needs', entry.needs, design) or 'the situation is as it needs'}"
    if entry.else_:
        yield f"else by {listed([entry_name(design, e) for e in entry.else_])}"
    if entry.delay:
        yield f"{entry.delay} turns later if closed" if entry.delay > 1 else "one turn later if closed"


def _group(group: SetUpGroup, design: Design) -> Iterator[str]:
    yield where_words(group.where, design) or "no hex"
    if group.alone:
        yield "none with another unit of its nationality"
    if group.together:
        yield "all in the same hex"
    yield from (limit_words(limit, design) for limit in group.limits)


def _prototype(prototype: Prototype, design: Design) -> Iterator[str]:
    if prototype.prototype:
        yield f"like {field_words('prototype', prototype.prototype, design) or prototype.prototype}"
    if prototype.type:
        yield field_words("type", prototype.type, design) or id_words(prototype.type, design.ruleset)
    if prototype.values:
        yield " and reduced ".join("-".join("none" if v is None else str(v) for v in row)
                                   for row in prototype.values[:2])
    if prototype.steps:
        yield f"{prototype.steps} steps" if prototype.steps > 1 else "1 step"
    if prototype.formation:
        yield field_words("formation", prototype.formation, design) or prototype.formation


def goals(victory: Victory | None, field: str, design: Design) -> tuple[str, ...]:
    """The sentences of some goals: those of a field of `victory`, or with "" all of them."""
    if victory is None:
        return ()
    return tuple(said_if_finished(lambda whole: _goals(whole, field, sentences_of(design)), victory) or ())


def _goals(victory: Victory, field: str, say: Sentences) -> tuple[str, ...]:
    if field == "conditions":
        return tuple(say.condition(one, victory.rule).text for one in victory.conditions)
    if field == "points":
        return tuple(say.points(one, victory.rule).text for one in victory.points)
    told = [one.text for one in say.victory(victory)]
    listed_above = len(victory.conditions) + len(victory.points)
    return tuple(told[listed_above:] if field else told)


def changed_sentences(old: Sequence[str], new: Sequence[str]) -> str:
    """What sentences come and go: `New: "Blue wins at once."`, `No longer: "Red wins at once."`; "" if they
    are the same."""
    come, gone = [t for t in new if t not in old], [t for t in old if t not in new]
    return " ".join([*(f'New: "{t}"' for t in come), *(f'No longer: "{t}"' for t in gone)])
