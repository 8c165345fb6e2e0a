"""What a key of a document means, said in a sentence: a rule, a condition, a set of hexes, an entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import is_dataclass
from typing import Any

from ...hexgrid import Hex
from ..check.blocks import NEVER_TRUE
from ..check.victory_reach import OUT_OF_REACH
from ..design import Design
from ..problems import Problem
from ..rules.arrivals import Arrivals, CallUp, Pool, Rebuilding, Release, Withdrawal
from ..rules.combat import Combat, Support
from ..rules.grammar import Change, HexFilter, Modifier, Situation, UnitFilter
from ..rules.movement import ClassCost, Exit, Mode, Movement
from ..rules.phrases import either, sentence
from ..rules.results import Advance, ResultCode, Retreat, UnitState
from ..rules.sentences import Sentence, said_if_finished
from ..rules.sequence import ExtraTurn
from ..rules.sequence import Sequence as TurnSequence
from ..rules.stacking import Stacking
from ..rules.supply import Leg, Supply, SupplyPath, SupplySource, SupplyState
from ..rules.victory import Asset, Control, GameEvent, Victory, VictoryCondition, VictoryLevel, VictoryPoints
from ..rules.zones import Zones
from ..ruleset import Phase
from ..scenario import Entry, Reinforcement, Setup
from ..scenario_words import sentences_of
from ..schedule import ScheduledEvent, UnitRelease, UnitWithdrawal
from ..timetable_words import (
    arrival_dice,
    box_name,
    entry_name,
    event_name,
    release_words,
    withdrawal_words,
)
from ..where import Where
from ..wording import count
from .any_key import Kind, Path, document, entry_title, records_at
from .any_names import users_of

_NAMED = 12
"""How many hexes are named at most."""


def object_at(design: Design, kind: Kind, path: Path) -> Any:
    """The record that a path leads to; None if it is none."""
    found: Any = document(design, kind)
    for i, key in enumerate(path):
        if found is None:
            return None
        if isinstance(key, int):
            found = found[key] if isinstance(found, tuple) and key < len(found) else None
            continue
        owner, one = records_at(kind, path[: i + 1])
        if one is None or not is_dataclass(owner) or not isinstance(owner, type):
            return None
        if not hasattr(found, one.name):
            # Keys of a record that stand in the mapping of the enclosing one.
            found = next((part for part in vars(found).values() if isinstance(part, owner)), None)
        found = getattr(found, one.name, None)
    return found


def hexes_at(design: Design, kind: Kind, path: Path) -> frozenset[Hex]:
    """The hexes that the key at a path, or the nearest around it, describes; none if it describes none."""
    for length in range(len(path), 0, -1):
        found = object_at(design, kind, path[:length])
        where = found if isinstance(found, Where) else getattr(found, "where", None)
        if isinstance(where, Where):
            return frozenset(where.resolve(design.map))
        hexes = getattr(found, "hexes", None)
        if isinstance(hexes, tuple) and hexes and all(isinstance(h, Hex) for h in hexes):
            return frozenset(hexes)
    return frozenset()


def words_at(design: Design, kind: Kind, path: Path, problems: Iterable[Problem] = ()) -> str:
    """What the record at a path means, in sentences; "" if there is nothing to say. Of a condition it says
    too if it can never hold, as far as `problems` know."""
    found = object_at(design, kind, path)
    texts: list[str] = []
    if found is None:
        return ""
    if isinstance(found, Where | Entry | Setup) and not isinstance(found, HexFilter):
        texts.append(_hexes(design, found))
    texts += _rule(design, found)
    if isinstance(found, Entry | ScheduledEvent):
        users = users_of(design, kind, str(path[0]), found.id)
        nobody = "No unit arrives here yet." if isinstance(found, Entry) else "Nothing waits for it yet."
        texts.append(f"Used by {'; '.join(users)}." if users else nobody)
    if kind == "ruleset" and isinstance(found, Situation | VictoryCondition | VictoryLevel | GameEvent):
        texts.append(_reached(design, path, problems))
    return " ".join(t for t in texts if t)


def title_at(design: Design, kind: Kind, path: Path, entry: Any) -> str:
    """What the entry of a list at a path is called: its name; without one what it says in a sentence, such as
    that of a goal; else its keys."""
    index = int(path[-1])
    title = entry_title(entry, index)
    # The lines and roads of a map are many, and said by their hexes.
    if kind == "map" or not isinstance(entry, dict) or not title.startswith(f"{index + 1}:"):
        return title
    said = " ".join(_rule(design, object_at(design, kind, path)))
    return f"{index + 1}: {said}" if said else title


def titles_at(design: Design, kind: Kind, path: Path, entries: Sequence[Any]) -> list[str]:
    """What the entries of a list at a path are called, those of one name with their id or nationality."""
    titles = [title_at(design, kind, (*path, i), entry) for i, entry in enumerate(entries)]
    often = Counter(titles)
    return [f"{title} ({apart})" if often[title] > 1 and (apart := _told_apart(design, entry)) else title
            for title, entry in zip(titles, entries, strict=True)]


def _told_apart(design: Design, entry: Any) -> str:
    """What tells an entry from another one of the same name; "" if nothing does."""
    if not isinstance(entry, dict):
        return ""
    nationality = str(entry.get("nationality", ""))
    names = {one.id: one.name or one.id for one in design.ruleset.nationalities}
    return str(entry.get("id") or names.get(nationality, nationality))


def _hexes(design: Design, found: Where | Entry | Setup) -> str:
    if isinstance(found, Setup) and found.box:
        return f"Waits in the {box_name(design, found.box)}."
    where = found if isinstance(found, Where) else found.where
    hexes = where.resolve(design.map)
    if not hexes:
        return "No hex of the map: say where."
    numbers = [design.map.grid.number(h) for h in hexes[:_NAMED]]
    more = f" and {len(hexes) - _NAMED} more" if len(hexes) > _NAMED else ""
    noun = "hex" if len(hexes) == 1 else "hexes"
    return f"{len(hexes)} {noun}: {' '.join(numbers)}{more}."


def _rule(design: Design, found: Any) -> list[str]:
    say = sentences_of(design, with_places=True)
    phrases = say.phrases
    plain: dict[type[Any], Callable[[Any], str]] = {
        UnitFilter: phrases.units, HexFilter: phrases.hexes, Situation: phrases.clause,
        Change: phrases.change, Modifier: phrases.modifier, Leg: say.leg}
    for kind, clause in plain.items():
        if isinstance(found, kind):
            return [sentence(str(said_if_finished(clause, found)))]
    whole: dict[type[Any], Callable[[Any], Any]] = {
        VictoryCondition: say.condition, VictoryPoints: say.points, Victory: say.victory,
        GameEvent: say.event, ScheduledEvent: say.scheduled,
        Withdrawal: say.withdrawal, Release: say.release, Pool: say.pool, CallUp: say.call_up,
        Rebuilding: say.rebuilding, Arrivals: say.arrivals, Asset: say.asset,
        Control: say.control, Phase: say.phase, TurnSequence: say.sequence, ExtraTurn: say.extra_turn,
        UnitState: say.state, ResultCode: say.result, Retreat: say.retreat, Advance: say.advance,
        Supply: say.supply, SupplySource: say.source, SupplyPath: say.path,
        SupplyState: say.supply_state, Zones: say.zones, Stacking: say.stacking, Movement: say.movement,
        Mode: say.mode, ClassCost: say.cost, Exit: say.exit, Combat: say.combat, Support: say.support}
    method = whole.get(type(found))
    if isinstance(found, UnitWithdrawal | UnitRelease):
        told = (withdrawal_words(design, found) if isinstance(found, UnitWithdrawal) else
                release_words(design, found))
        return [sentence(f"the unit {told}")]
    if method is None:
        return [_arrival(design, found)] if isinstance(found, Reinforcement) else []
    said = said_if_finished(method, found)
    if isinstance(said, Sentence):
        return [str(said)]
    return list(map(str, said)) if isinstance(said, list) else []


def _arrival(design: Design, found: Reinforcement) -> str:
    """When and where a unit arrives, as a sentence."""
    name = event_name(design, found.brought_by)
    when = (f"from the pool {name}" if found.pool else f"with the event {name}" if found.event else
            f"on turn {found.turn}")
    dice = f", by a roll of {arrival_dice(found)} each turn" if found.roll else ""
    places = [entry_name(design, id) for id in (found.entry, *found.also) if id]
    return f"Arrives {when}{dice}{f': {either(places)}' if places else ''}."


def _reached(design: Design, path: Path, problems: Iterable[Problem]) -> str:
    """Whether a condition can hold, as far as that can be worked out."""
    section, within, name = str(path[0]), path[1:], ""
    entries = getattr(design.ruleset, section)
    if isinstance(entries, tuple):
        name = str(getattr(entries[int(path[1])], "id", ""))
        within = path[2:] if name else within
    known = tuple(problems)
    if path[:1] == ("victory",) and len(path) > 2 and isinstance(path[2], int):
        for problem in known:
            if problem.code == OUT_OF_REACH and problem.within[:2] == path[1:3]:
                return problem.message
    own = "schedule" if section == "events" else section
    parts = {f"{place}/{name}".rstrip("/") for place in (f"ruleset/{section}", f"scenario/{own}")}
    for problem in known:
        if problem.code == NEVER_TRUE and problem.part in parts and problem.within[:len(within)] == within:
            return problem.message
    return "Nothing that is known keeps it from being reached."


def list_words(entries: int) -> str:
    """How many entries a list has."""
    return count(entries, "entry") if entries == 1 else f"{entries} entries"
