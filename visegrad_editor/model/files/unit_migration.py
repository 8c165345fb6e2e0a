"""Units of older files in their present form: `strength: 6/3` and `movement: 9` became `values`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...lazy_dataclass import dataclass

OLD_KEYS = ("strength", "movement")
"""The keys of a unit that `values` replaced."""
_SECTIONS = ("units", "change")
_STRENGTH = re.compile("[0-9]{1,3}/[0-9]{1,3}")
_MOST_MOVEMENT = 99


@dataclass(frozen=True)
class Columns:
    """Where the numbers of older units stand among the values of a counter."""

    of: tuple[str, ...] = OLD_KEYS
    """For each value of the counter the older key that gives it, "" for none."""
    allowances: tuple[tuple[str, int], ...] = ()
    """The movement allowances of unit types, where a counter must say what its type only begins with."""


_USUAL = Columns()


def unit_values_of_format_1(unit: dict[str, Any], columns: Columns = _USUAL) -> dict[str, Any]:
    """An entry of a unit, or of a change to one, with `values` in place of `strength` and `movement`; the
    same entry if it has neither, or if what it has cannot be understood.

    >>> unit_values_of_format_1({"name": "1st", "strength": "6/3", "setup": 2017})
    {'name': '1st', 'values': [6, 3], 'setup': 2017}
    >>> unit_values_of_format_1({"name": "2nd", "strength": "6/3", "movement": 9})
    {'name': '2nd', 'values': ['6-9', '3-9']}
    >>> unit_values_of_format_1({"name": "3rd", "strength": "6/0"})
    {'name': '3rd', 'values': 6, 'steps': 1}
    >>> unit_values_of_format_1({"unit": "poland/1st", "movement": 9})
    {'unit': 'poland/1st', 'values': '=-9'}
    >>> unit_values_of_format_1({"name": "4th", "strength": "6/3"}, Columns(("strength", "strength")))
    {'name': '4th', 'values': ['6-6', '3-3']}
    """
    given = [key for key in OLD_KEYS if key in unit]
    changes = "unit" in unit
    if not given or "values" in unit or any(why_not(key, unit[key], changes) for key in given):
        return unit
    steps: dict[str, int] = {}
    missing = "=" if changes else "_"
    if "strength" not in unit:
        strengths = [missing]
    elif unit["strength"] is None:
        strengths = ["_"]
    else:
        full, reduced = (str(int(part)) for part in unit["strength"].split("/"))
        if full == reduced == "0":
            strengths = ["_"]
        elif reduced == "0":
            strengths, steps = [full], {"steps": 1}
        else:
            strengths = [full, reduced]
    movement = missing
    if "movement" in unit:
        movement = "_" if unit["movement"] is None else str(unit["movement"])
    elif not changes:
        movement = next((str(n) for type, n in columns.allowances if type == unit.get("type")), missing)
    rows = [_row(columns, {"strength": one, "movement": movement, "": missing}, missing) for one in strengths]
    none = rows == ["_"] and not changes
    values = None if none else rows[0] if len(rows) == 1 else rows
    out: dict[str, Any] = {}
    for key, value in unit.items():
        if key not in given:
            out[key] = value
        elif key == given[0] and values is not None:
            out["values"] = values
            out |= steps
    return out


def _row(columns: Columns, parts: Mapping[str, str], missing: str) -> int | str:
    """The values of a step, without those at the end that the unit does not give."""
    row = [parts[key] for key in columns.of]
    while len(row) > 1 and row[-1] == missing:
        row.pop()
    text = "-".join(row)
    return int(text) if text.isdecimal() else text


def why_not(key: str, value: Any, changes: bool = False) -> str:
    """What is wrong with the value of a key of the older form, as the end of a sentence; "" if nothing is."""
    if value is None and changes:
        return ""
    if key == "strength":
        good = isinstance(value, str) and _STRENGTH.fullmatch(value) is not None
        return "" if good else "expected text such as 6/3"
    good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_MOVEMENT
    return "" if good else f"expected a whole number from 0 to {_MOST_MOVEMENT}"


def in_present_form(
    data: Any, columns: Columns = _USUAL
) -> tuple[Any, dict[tuple[str | int, ...], tuple[str | int, ...]]]:
    """The data of a file with its units in their present form, and the paths of `values` with the paths at
    which they stand in the file. Data without older units is returned as it is."""
    moved: dict[tuple[str | int, ...], tuple[str | int, ...]] = {}
    if not isinstance(data, dict) or data.get("kind") not in ("scenario", "stamp"):
        return data, moved
    changed: dict[str, Any] = {}
    for section in _SECTIONS:
        entries = data.get(section)
        if not isinstance(entries, list):
            continue
        new = [unit_values_of_format_1(e, columns) if isinstance(e, dict) else e for e in entries]
        for i, (old, now) in enumerate(zip(entries, new, strict=True)):
            if now is not old:
                changed[section] = new
                key = next(k for k in OLD_KEYS if k in old)
                moved[section, i, "values"] = (section, i, key)
    return ({**data, **changed} if changed else data), moved


def old_key_words(key: str, entry: Mapping[str, Any], shown: str) -> str:
    """What is wrong with a key of the older form that could not be read, as the end of a sentence; `shown` is
    its value in words."""
    if "values" in entry:
        return "stands beside `values`, which replaced it. Remove it"
    expected = why_not(key, entry[key], "unit" in entry) or "nothing beside it that is wrong"
    return f"is {shown}; {expected}. Or write `values`, which replaced it"
