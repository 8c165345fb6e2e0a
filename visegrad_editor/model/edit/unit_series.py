"""Series of units: twelve regiments numbered 1 to 12 at once, numbers in names and turns that go on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ...lazy_dataclass import dataclass
from ..design import Design
from ..rules.counter import Formation
from ..ruleset import Ruleset
from ..scenario import OFF_MAP, Reinforcement, Scenario, Setup, Unit
from ..unit_values import Rows
from ..wording import listed, named, quoted
from .documents import with_scenario
from .ruleset import new_entry, with_ruleset
from .unit_cells import NOTHING
from .units import new_unit, ordinal, refuse_hexes

MOST_UNITS = 500
"""The most units of one series."""
PLACEHOLDER = "#"
"""Stands for the number in the pattern of a name."""
STYLES = {"1st, 2nd, 3rd": "ordinal", "1, 2, 3": "plain", "1., 2., 3.": "dot", "01, 02, 03": "zeros",
          "I, II, III": "roman"}
"""How numbers in names may be written, by an example."""
_ROMAN = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
          (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_NUMBER = re.compile(r"\d+(?:(?:st|nd|rd|th)\b)?")
_SHOWN = 4


def usual_pattern(scenario: Scenario, nationality: str, type: str, type_name: str) -> str:
    """The pattern in which most units of a type are named, those of the nationality before others; by the
    name of the type if none has a number."""
    fellows = [u for u in scenario.units if u.type == type]
    own = [u for u in fellows if u.nationality == nationality]
    for units in (own, fellows):
        patterns = Counter(_NUMBER.sub(PLACEHOLDER, u.name) for u in units
                           if len(_NUMBER.findall(u.name)) == 1 and PLACEHOLDER not in u.name)
        if patterns:
            return patterns.most_common(1)[0][0]
    return f"{PLACEHOLDER} {type_name}"


@dataclass(frozen=True)
class UnitSeries:
    """What a series of new units is: numbers from `first` to `last` in the `pattern` of names. They are set
    up as `setup` says, or arrive on `turn`, each next one `every` turns later, or with `event`, by `entry`,
    or from `pool`, or, with none of these, wait off the map. They have what a `prototype` says where this
    does not say it."""

    nationality: str
    type: str
    first: int
    last: int
    pattern: str
    style: str = "ordinal"
    values: Rows | None = None
    """None: the usual values of the type."""
    size: str = ""
    formation: str = ""
    setup: Setup | None = None
    turn: int = 0
    every: int = 0
    entry: str = ""
    event: str = ""
    pool: str = ""
    reduced: bool = False
    prototype: str = ""


def written_number(number: int, style: str, width: int = 1) -> str:
    """A number as names have it.

    >>> [written_number(12, style, 3) for style in ("ordinal", "plain", "dot", "zeros", "roman")]
    ['12th', '12', '12.', '012', 'XII']
    """
    if style == "roman":
        digits = ""
        for value, letters in _ROMAN:
            digits, number = digits + letters * (number // value), number % value
        return digits
    return {"ordinal": ordinal(number), "dot": f"{number}.", "zeros": f"{number:0{width}}"}.get(
        style, str(number))


def next_number(scenario: Scenario, nationality: str, pattern: str) -> int:
    """The number after the highest one that names of the nationality have in the place of `#` in a pattern; 1
    if none has one."""
    before, found, after = pattern.strip().partition(PLACEHOLDER)
    if not found:
        return 1
    roman = {written_number(n, "roman"): n for n in range(1, MOST_UNITS + 1)}
    number = r"(?:([0-9]{1,4})(?:st|nd|rd|th|[.])?|([IVXLCDM]+))"
    name = re.compile(f"{re.escape(before)}{number}{re.escape(after)}")
    matches = [name.fullmatch(u.name) for u in scenario.units if u.nationality == nationality]
    return 1 + max((int(m[1]) if m[1] else roman.get(m[2], 0) for m in matches if m), default=0)


def series_names(series: UnitSeries) -> tuple[str, ...]:
    """The names of the units of a series; raises ValueError with a sentence if there can be none."""
    first, last = series.first, series.last
    if first < 0 or (series.style == "roman" and first < 1):
        raise ValueError("The first number is too low.")
    if last < first:
        raise ValueError(f"The last number, {last}, is lower than the first, {first}.")
    if last - first >= MOST_UNITS:
        raise ValueError(f"That is {last - first + 1:,} units; at most {MOST_UNITS} are made at once.")
    pattern = " ".join(series.pattern.split())
    if not pattern:
        raise ValueError(f"Enter a name, with {PLACEHOLDER} where the number stands.")
    if PLACEHOLDER not in pattern:
        if last > first:
            raise ValueError(f"Put {PLACEHOLDER} into the name where the number stands, such as "
                             f"{quoted(f'{PLACEHOLDER} {pattern}')}.")
        return (pattern,)
    width = max(2, len(str(last)))
    names = tuple(pattern.replace(PLACEHOLDER, written_number(n, series.style, width))
                  for n in range(first, last + 1))
    if long := next((name for name in names if len(name) > 80), ""):
        raise ValueError(f"The name {quoted(long)} is longer than 80 letters.")
    return names


def series_units(design: Design, series: UnitSeries) -> tuple[Unit, ...]:
    """The units of a series; raises ValueError with a sentence for what does not fit: names that are taken,
    a turn outside the game, an entry that there is not."""
    scenario = design.scenario
    if scenario is None:
        raise ValueError("There is only a map here: begin a scenario first.")
    names = series_names(series)
    taken = [n for n in names if f"{series.nationality}/{n}" in scenario.unit_by_key]
    if taken:
        nation = design.ruleset.nationality_by_id[series.nationality].name
        shown = listed(taken[:_SHOWN]) + (f" and {len(taken) - _SHOWN} more" if len(taken) > _SHOWN else "")
        raise ValueError(f"{nation} already has {'a unit' if len(taken) == 1 else 'units'} called {shown}.")
    model = new_unit(design.ruleset, scenario, series.nationality, series.type)
    kind = design.ruleset.unit_type_by_id[series.type]
    model = replace(model, values=model.values if series.values is None else series.values,
                    size="" if series.size == kind.size else series.size, formation=series.formation,
                    setup=series.setup, reduced=series.reduced)
    if series.prototype:
        known = scenario.prototype_by_id
        if series.prototype not in known:
            raise ValueError(f"There is no prototype {quoted(series.prototype)} in this scenario.")
        like = known[series.prototype]
        model = replace(model, prototype=like.id, like=like, size=series.size if like.size else model.size)
    refuse_hexes(design.ruleset, [replace(model, name=names[0])])
    arrivals = _arrivals(scenario, series, len(names))
    return tuple(replace(model, name=name, reinforcement=arrival)
                 for name, arrival in zip(names, arrivals, strict=True))


def _arrivals(scenario: Scenario, series: UnitSeries, number: int) -> list[Reinforcement | None]:
    if series.pool:
        return [Reinforcement(pool=series.pool)] * number
    if not series.turn and not series.event:
        return [None] * number
    if series.entry not in scenario.entry_by_id and series.entry != OFF_MAP:
        raise ValueError("Choose the entry by which they arrive." if not series.entry else
                         f"This scenario has no entry called {series.entry}.")
    if series.event:
        return [Reinforcement(series.entry, event=series.event)] * number
    turns = [series.turn + n * series.every for n in range(number)]
    wrong = next((t for t in turns if not 1 <= t <= scenario.turns), 0)
    if wrong:
        raise ValueError(f"The turn must be between 1 and {scenario.turns}; one of the units would arrive "
                         f"on turn {wrong}.")
    return [Reinforcement(series.entry, turn) for turn in turns]


def formations_of(ruleset: Ruleset, nationality: str) -> tuple[Formation, ...]:
    """The formations to which units of a nationality may belong: its own, and those of no nationality."""
    return tuple(f for f in ruleset.formations if f.nationality in ("", nationality))


def with_formation(design: Design, nationality: str, name: str) -> tuple[Design, str]:
    """The design with a formation of that name, or id, for units of a nationality, and its id. It is made if
    there is none; the design is as it was, and the id "", without a name."""
    name = " ".join(name.split())
    rules = design.ruleset
    if name in NOTHING:
        return design, ""
    known = [(f.id, f.name) for f in formations_of(rules, nationality)]
    if any(name.casefold() in (id.casefold(), own.casefold()) for id, own in known):
        return design, named(name, known, "formation")
    rules = new_entry(rules, "formations", name)
    *before, made = rules.formations
    made = replace(made, nationality=nationality)
    return with_ruleset(design, replace(rules, formations=(*before, made))), made.id


def add_series(design: Design, series: UnitSeries) -> Design:
    """The design with the units of a series."""
    return add_units(design, series_units(design, series))


def add_units(design: Design, units: Sequence[Unit], after: str = "") -> Design:
    """The design with these units, at the end or after the unit with a key; ValueError for a key that is
    taken."""
    scenario = design.scenario
    assert scenario is not None
    keys = set(scenario.unit_by_key)
    for unit in units:
        if unit.key in keys:
            raise ValueError(f"There is already a unit called {unit.name} of that nationality.")
        keys.add(unit.key)
    old = scenario.units
    at = next((i + 1 for i, u in enumerate(old) if u.key == after), len(old))
    return with_scenario(design, replace(scenario, units=(*old[:at], *units, *old[at:])))


# -- filling and duplicating -----------------------------------------------------------------------


def continued(text: str, by: int = 1) -> str:
    """The text with its number that goes on: the first one if the text begins with it, else the last one.

    >>> continued("1st Motorised"), continued("12th Tank"), continued("Art. 3/09"), continued("Guards")
    ('2nd Motorised', '13th Tank', 'Art. 3/10', 'Guards')
    """
    found = [*_NUMBER.finditer(text)]
    if not found:
        return text
    match = found[0] if found[0].start() == 0 else found[-1]
    digits = re.match(r"\d+", match[0])
    assert digits is not None
    number = int(digits[0]) + by
    if number < 0:
        raise ValueError(f"The number in {quoted(text)} would fall below 0.")
    new = ordinal(number) if len(match[0]) > len(digits[0]) else f"{number:0{len(digits[0])}}"
    return text[:match.start()] + new + text[match.end():]


def filled(texts: Sequence[str]) -> tuple[str, ...]:
    """The texts of a column of marked cells as a series from the first, by 1; but if only the first two are
    not empty, and are the same but for the number, by their difference. A text without a number is repeated.

    >>> filled(["1st Tank", "a", "b"]), filled(["2", "4", "", ""]), filled(["blue", "", ""])
    (('1st Tank', '2nd Tank', '3rd Tank'), ('2', '4', '6', '8'), ('blue', 'blue', 'blue'))
    """
    if not texts:
        return ()
    step = _step(texts[0], texts[1]) if len(texts) > 2 and not any(texts[2:]) else 1
    return tuple(continued(texts[0], n * step) for n in range(len(texts)))


def _step(first: str, second: str) -> int:
    numbers = [re.search(r"\d+", m[-1]) if (m := _NUMBER.findall(t)) else None for t in (first, second)]
    if numbers[0] is None or numbers[1] is None:
        return 1
    step = int(numbers[1][0]) - int(numbers[0][0])
    return step if step and _is_continued(first, second, step) else 1


def _is_continued(first: str, second: str, step: int) -> bool:
    try:
        return continued(first, step) == second
    except ValueError:
        return False


def duplicate_units(design: Design, keys: Sequence[str]) -> tuple[Design, tuple[str, ...]]:
    """The design with a copy of each unit after the last of them, and the keys of the copies.

    Their names go on from the numbers in the old ones; a copy has the same set-up or arrival, but no
    position, and nothing that it has done before the scenario begins."""
    scenario = design.scenario
    assert scenario is not None
    taken, made = set(scenario.unit_by_key), list[Unit]()
    for key in keys:
        unit = scenario.unit_by_key[key]
        name = _free_name(unit, taken)
        setup = unit.setup and replace(unit.setup, marks=(), lost=0, turns_out=0)
        made.append(replace(unit, name=name, position="", setup=setup))
        taken.add(made[-1].key)
    last = [u.key for u in scenario.units if u.key in set(keys)][-1:]
    return add_units(design, made, last[0] if last else ""), tuple(u.key for u in made)


def _free_name(unit: Unit, taken: set[str]) -> str:
    name = unit.name
    if not _NUMBER.search(name):
        number = 2
        while f"{unit.nationality}/{name} {number}" in taken:
            number += 1
        return f"{name} {number}"[:80]
    while f"{unit.nationality}/{name}" in taken:
        name = continued(name)
    return name
