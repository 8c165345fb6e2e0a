"""Set-up places, entries and units in the words a player reads."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ..model import counter_values, place_words
from ..model.design import Design
from ..model.gamemap import GameMap
from ..model.provenance import Provenance
from ..model.rules.counter import CounterValue
from ..model.rules.sentences import stacking_sentences
from ..model.ruleset import Ruleset
from ..model.scenario import Setup, Unit
from ..model.scenario_words import sentences_of
from ..model.timetable_words import box_name
from ..model.where import Where
from .fonts import clean

DAGGER = "†"
OFF_MAP = "Off the map, ready for use"
_MOST_OF_STACKING = 320
"""The letters of the limits of stacking that are printed among other facts."""


def country_name(country: str, ruleset: Ruleset) -> str:
    """The name of a country: that of the nationality, else the id in the map file as words."""
    return clean(place_words.country_name(country, ruleset))


def hex_words(number: str, map: GameMap) -> str:
    """A hex number with the name of the place there: `2017 Warsaw`."""
    return clean(place_words.hex_words(number, map))


def place_name(number: str, map: GameMap) -> str:
    """The name of the place in a hex; "" if there is none."""
    hex = map.grid.parse(number)
    place = map.place_at.get(hex) if hex is not None else None
    return clean(place.name) if place else ""


def where_words(where: Where, design: Design) -> str:
    """A set of hexes in words, such as `any city or capital in Poland, except 1718 Kondratki`."""
    return clean(place_words.where_words(where, design))


def setup_words(setup: Setup, design: Design) -> str:
    """The set-up place of a unit in words, capitalised; a box is `US air box (off the map)`."""
    if setup.box:
        return f"{box_name(design, setup.box)} (off the map)"
    text = clean(place_words.where_words(setup.where, design, whole=True))
    return sentence(text) or "Place not stated"


def entry_words(entry_id: str, design: Design) -> str:
    """The name of an entry, with its hex unless the name has it, and its rule number."""
    scenario = design.scenario
    entry = scenario.entry_by_id.get(entry_id) if scenario else None
    if entry is None:
        return (
            OFF_MAP if entry_id == "off-map" else sentence(entry_id.replace("-", " ")) or "Entry not stated"
        )
    name = clean(entry.name) or sentence(where_words(entry.where, design)) or entry_id
    hexes = entry.where.hexes
    if hexes and len(hexes) <= 2 and not any(h in name for h in hexes):
        name += f", {either(hex_words(h, design.map) for h in hexes)}"
    return f"{sentence(name)}, rule {entry.rule}" if entry.rule else sentence(name)


def stand_in_words(entry_id: str, design: Design) -> str:
    """The entries that stand in for an entry, in brackets after a blank; "" if there are none."""
    ids = design.scenario.stand_ins(entry_id) if design.scenario else ()
    names = [lower_first(entry_words(id, design)) for id in ids]
    return f" (a unit that can enter nowhere there: {', else '.join(names)})" if names else ""


def entry_conditions(entry_id: str, design: Design) -> str:
    """The cost and the conditions of an entry as a sentence; "" for an entry off the map."""
    entry = design.scenario.entry_by_id.get(entry_id) if design.scenario else None
    if entry is None or entry.where == Where():
        return ""
    cost = "Units pay for the entry hex" if entry.pays else "The entry hex costs nothing"
    if entry.stops:
        cost += "; they stop there" if entry.pays else "; units stop there"
    if entry.needs is not None:
        cost += f"; open only if {sentences_of(design).phrases.clause(entry.needs)}"
    if entry.delay:
        later = f"{entry.delay} turns" if entry.delay > 1 else "one turn"
        cost += f"; who can enter nowhere comes {later} later"
    return cost


def stacking_words(design: Design, place: str) -> str:
    """How much may stand in a hex, in sentences; of very many limits only the first, and that the others
    stand in a `place`."""
    told, said = stacking_sentences(design.ruleset, design.map), ""
    for number, text in enumerate(told):
        if said and len(said) + len(text) > _MOST_OF_STACKING:
            return f"{said} {count_words(len(told) - number, 'more limit')}: see {place}."
        said = f"{said} {text}" if said else text
    return clean(said)


def formation_name(unit: Unit, ruleset: Ruleset) -> str:
    """The name of the formation of a unit; "" if it has none."""
    known = ruleset.formation_by_id.get(unit.formation)
    return clean(known.name) if known else sentence(unit.formation.replace("-", " "))


def unit_type_words(unit: Unit, ruleset: Ruleset) -> str:
    """The kind and size of a unit: `Armored cavalry brigade`."""
    kind = ruleset.unit_type_by_id.get(unit.type)
    name = clean(kind.name) if kind else sentence(unit.type.replace("-", " "))
    size = clean(unit.size or (kind.size if kind else "")).replace("-", " ")
    if is_air(unit, ruleset) or not size or size.lower() in name.lower():
        return name
    return f"{name} {size}"


def is_air(unit: Unit, ruleset: Ruleset) -> bool:
    """Whether the unit is an air unit."""
    kind = ruleset.unit_type_by_id.get(unit.type)
    return kind is not None and "air" in kind.traits


def movement_of(unit: Unit, ruleset: Ruleset) -> int | None:
    """The movement allowance, or None for a unit that does not move over the map."""
    if is_air(unit, ruleset):
        return None
    return counter_values.movement_of(ruleset, unit)


def map_source_words(map: GameMap) -> str:
    """A sentence that a map is a reconstruction; "" if it is not."""
    if map.provenance.source != "reconstructed":
        return ""
    return f"The map “{clean(map.title or map.name)}” is a reconstruction, not the printed one."


def dagger(source: Provenance) -> str:
    """The dagger after a reconstructed value; "" for others."""
    return DAGGER if source.source == "reconstructed" else ""


def strength_words(unit: Unit, ruleset: Ruleset) -> str:
    """The values that do not come from a unit's type, as `value_words` has them; "" for a unit without any.

    A single value stands without its name.
    """
    own = counter_values.own_values(ruleset)
    texts = [(v.name, text) for v in own if (text := value_words(unit, ruleset, v))]
    if len(own) == 1:
        return "".join(text for _, text in texts)
    return ", ".join(f"{clean(name)} {text}" for name, text in texts)


def value_words(unit: Unit, ruleset: Ruleset, value: CounterValue) -> str:
    """A value of a unit for each of its steps, with a dagger after reconstructed ones; "" if it has none.

    In `8/4†` both are reconstructed; if only one is, they are separate: `7, reduced 3†`.
    """
    if value.from_ == "type":
        number = None if is_air(unit, ruleset) else counter_values.value_of(ruleset, unit, value.id)
        return "" if number is None else f"{number}{_mark(unit, ruleset, value, 0)}"
    steps = range(counter_values.steps_of(ruleset, unit))
    numbers = [counter_values.value_of(ruleset, unit, value.id, lost) for lost in steps]
    if all(n is None for n in numbers):
        return ""
    words = ["–" if n is None else str(n) for n in numbers]
    full, reduced = (_mark(unit, ruleset, value, lost) for lost in (0, 1))
    if len(words) == 1:
        return f"{words[0]}{full}"
    if full == reduced:
        return f"{words[0] if len(set(words)) == 1 and len(unit.values) < 2 else '/'.join(words)}{full}"
    return f"{words[0]}{full}, {counter_values.step_name(ruleset, 1)} {'/'.join(words[1:])}{reduced}"


def steps_words(unit: Unit, design: Design) -> str:
    """How many steps a unit has, `2 steps`; "" if its values show that, as in `8/4`, or if no unit of the
    scenario has more than one."""
    ruleset, scenario = design.ruleset, design.scenario
    steps = counter_values.steps_of(ruleset, unit)
    own = counter_values.own_values(ruleset)
    shown = any(len({counter_values.value_of(ruleset, unit, v.id, lost) for lost in range(steps)}) > 1
                for v in own)
    one_each = scenario is not None and all(counter_values.steps_of(ruleset, u) == 1 for u in scenario.units)
    return "" if shown or one_each or is_air(unit, ruleset) else count_words(steps, "step")


def _mark(unit: Unit, ruleset: Ruleset, value: CounterValue, lost: int) -> str:
    return dagger(counter_values.source_of(ruleset, unit, value, lost))


def movement_words(unit: Unit, ruleset: Ruleset) -> str:
    """The movement allowance, with a dagger if it is reconstructed; "" for a unit that does not move over
    the map."""
    return "".join(value_words(unit, ruleset, v) for v in ruleset.values if v.from_ == "type")


def nationality_adjective(unit: Unit, ruleset: Ruleset) -> str:
    """`Polish` for a Polish unit."""
    nationality = ruleset.nationality_by_id.get(unit.nationality)
    return clean(nationality.adjective or nationality.name) if nationality else sentence(unit.nationality)


def sentence(text: str) -> str:
    """The text with its first letter capitalised."""
    text = clean(text)
    return text[:1].upper() + text[1:]


def either(parts: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return _join(parts, "or")


def both(parts: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return _join(parts, "and")


def count_words(number: int, thing: str) -> str:
    """`1 unit`, `2 units`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def turns_words(number: int, thing: str, ruleset: Ruleset) -> str:
    """`6 game turns of 1 week`; only `6 game turns` if the ruleset gives no length."""
    length = "" if ruleset.turn_length.casefold() in ("", "turn", "1 turn") else f" of {ruleset.turn_length}"
    return count_words(number, thing) + length


def ordinal(place: int) -> str:
    """`first` for place 0, `second` for 1, and so on.

    >>> ordinal(0), ordinal(2), ordinal(5)
    ('first', 'third', '6th')
    """
    return ("first", "second", "third", "fourth")[place] if place < 4 else f"{place + 1}th"


def turn_words(turns: list[int]) -> str:
    """Turn numbers as ranges: `Turns 4–6 and 9`.

    >>> turn_words([4, 5, 6, 9]), turn_words([2])
    ('Turns 4–6 and 9', 'Turn 2')
    """
    runs: list[list[int]] = []
    for turn in turns:
        if runs and turn == runs[-1][-1] + 1:
            runs[-1].append(turn)
        else:
            runs.append([turn])
    parts = []
    for run in runs:
        parts += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else [str(t) for t in run]
    return f"Turn{'' if len(turns) == 1 else 's'} {both(parts)}"


def rule_order(rule: str) -> tuple[float, ...]:
    """A key that sorts rule numbers as numbers: 4.2 before 11.0, rules without a number last."""
    numbers = tuple(float(p) for p in rule.split(".") if p.isdecimal())
    return numbers or (math.inf,)


def _join(parts: Iterable[str], word: str) -> str:
    texts = [p for p in parts if p]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def lower_first(text: str) -> str:
    """The text with its first letter in lower case, unless it begins with an abbreviation."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
