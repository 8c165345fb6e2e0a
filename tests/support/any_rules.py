"""Random records of rules, made from the declarations of their fields: whatever a file may hold."""

from __future__ import annotations

from dataclasses import MISSING
from functools import cache
from typing import Any

from hypothesis import strategies as st

from visegrad_editor.model.fields import (
    DeclaredField,
    declared,
    entry_type,
    form_of,
    is_record,
    literal_values,
)
from visegrad_editor.model.rules.grammar import Number
from visegrad_editor.model.ruleset import Ruleset

SIDES = ("soviet", "nato", "own", "enemy", "none", "draw", "both", "blue")
_OF_SIDES = ("side", "winner", "to", "win", "controlled_by", "points", "lead", "otherwise", "player_turn")
IDS = ("soviet", "nato", "own", "enemy", "ussr", "gdr", "tank", "artillery", "city", "ruhr",
       "town", "forest", "river", "road", "combat", "move", "rain", "coup", "air", "disrupted", "reduced",
       "full", "1-corps", "foot", "division", "AE", "DR", "refuse", "both", "west-bank", "x_y", "fog")
NAMES = ("Hussars", "The ford", "usa/Rangers", "River", "2nd try", "with", "0305", "0604", "Élan")
_DEEPEST = 2
AMOUNTS = ("1", "-2", "x2", "/2", "/3", "x3/2", "=3", "none", "all", "x0", "0", "1/2")


@cache
def records(kind: type[Any], depth: int = 0) -> Any:
    """Records of a kind, in which a few of the fields are given."""
    fields = {one.name: one for one in declared(kind) if one.name != "first_row"}
    needed = [name for name, one in fields.items() if one.default is MISSING]
    others = [name for name in fields if name not in needed]

    @st.composite
    def made(draw: st.DrawFn) -> Any:
        given = draw(st.lists(st.sampled_from(others), max_size=3, unique=True)) if others else []
        return kind(**{name: draw(_value(fields[name], depth)) for name in (*needed, *given)})

    return made()


def _value(one: DeclaredField, depth: int) -> Any:
    if one.name in _OF_SIDES and one.type is str:
        return st.sampled_from(SIDES)
    if one.field.shared == "bound":
        bounds = [st.none(), st.integers(0, 40), st.sampled_from(["all", "3:1"])]
        return st.one_of(*bounds, *([records(Number, _DEEPEST)] if depth < _DEEPEST else []))
    made = _made(one.type, one.field, depth)
    return st.none() | made if one.form.optional else made


def _made(type: Any, field: Any, depth: int) -> Any:
    if field.shared == "amount":
        return st.sampled_from(AMOUNTS)
    if choices := field.choices or literal_values(type):
        return st.sampled_from(choices)
    if type is bool:
        return st.booleans()
    if type is int:
        return st.integers(int(field.minimum or 0), int(field.maximum or 40))
    if type is float or type == float | str:
        return st.sampled_from([0, 0.5, 1, 2.0, 3, 99])
    if is_record(type):
        return records(type, depth + 1) if depth < _DEEPEST else _least(type)
    if inside := entry_type(type):
        return _entries(type, inside, field, depth)
    if type == tuple[int, int]:
        return st.tuples(st.integers(0, 9), st.integers(10, 20)) | st.integers(0, 9).map(lambda n: (n, n))
    return _text(field)


def _least(kind: type[Any]) -> Any:
    """A record as short as a file may write it."""
    needed = [one for one in declared(kind) if one.default is MISSING]
    return st.builds(kind, **{one.name: _value(one, _DEEPEST) for one in needed})


def _entries(type: Any, inside: Any, field: Any, depth: int) -> Any:
    form = form_of(inside)
    kind = form.type
    if kind == tuple[str, str]:
        of = form_of(field.values).field if field.values is not None else field
        amounts = _text(of) if of.pattern and of.shared != "amount" else st.sampled_from(AMOUNTS)
        return st.lists(st.tuples(st.sampled_from(IDS), amounts), max_size=2).map(tuple)
    if kind == tuple[str, int]:
        return st.lists(st.tuples(st.sampled_from(IDS), st.integers(0, 9)), max_size=2).map(tuple)
    if kind == tuple[int, int]:
        return st.lists(st.tuples(st.integers(1, 8), st.integers(0, 9)), max_size=3).map(tuple)
    if kind == tuple[str, tuple[str, ...]]:
        words = st.lists(st.sampled_from(NAMES), max_size=2).map(tuple)
        return st.lists(st.tuples(st.sampled_from(IDS), words), max_size=2).map(tuple)
    if is_record(kind):
        if depth >= _DEEPEST:
            return st.just(())
        return st.lists(records(kind, depth + 1), max_size=2).map(tuple)
    inner = form.field
    if choices := inner.choices or literal_values(kind):
        some = st.sampled_from(choices)
    elif kind is int:
        some = st.integers(int(inner.minimum or 0), int(inner.maximum or 9))
    elif entry_type(kind):
        some = _entries(kind, entry_type(kind), inner, depth)
    elif field.choices:
        some = st.sampled_from(field.choices)
    elif field.entries is not None and (of := form_of(field.entries).field).choices:
        some = st.sampled_from(of.choices)
    else:
        some = _text(inner if inner.pattern else field)
    made = st.lists(some, max_size=3, unique=is_hashable(kind)).map(tuple)
    return made.map(frozenset) if "frozenset" in str(type) else made


def is_hashable(kind: Any) -> bool:
    """Whether several of a kind may be asked to differ."""
    return kind in (str, int)


def _text(field: Any) -> Any:
    pattern = field.pattern or ""
    if "d([2-9]" in pattern:
        return st.sampled_from(["1d6", "2d6", "1d10"])
    if "[0-9]{1,3}(/[1-9]" in pattern:
        return st.sampled_from(["1", "2", "1/2", "5/2", "3"])
    if ":[0-9]" in pattern:
        return st.sampled_from(["1:2", "3:1"])
    if "cost [0-9]" in pattern:
        first = pattern.strip("^$()").split("|")
        return st.sampled_from([*(w for w in first if " " not in w), "cost 2", ""])
    if "opposite" in pattern:
        return st.sampled_from(["", "opposite", "three-alternate", "4"])
    if "all|same" in pattern:
        return st.sampled_from(["1", "3", "all", "same"])
    if pattern.startswith("^#"):
        return st.sampled_from(["#102030", "#c0c0c0"])
    if pattern.startswith("^[a-z0-9]"):
        return st.sampled_from([i for i in IDS if i.islower()])
    if pattern:
        return st.from_regex(pattern, fullmatch=True)
    return st.sampled_from(NAMES)


BLOCKS = ("steps", "formations", "sequence", "movement", "zones", "stacking", "combat", "retreat", "advance",
          "states", "supply", "arrivals", "pools", "withdrawals", "releases", "call_ups", "rebuilding",
          "control", "assets", "events", "victory")
"""The blocks of rules of a ruleset."""


def rule_blocks() -> Any:
    """Random blocks of a ruleset, by key: a few of them at a time."""
    fields = {one.name: one for one in declared(Ruleset) if one.name in BLOCKS}
    return st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=3, unique=True).flatmap(
        lambda keys: st.fixed_dictionaries({k: _value(fields[k], 0) for k in keys}))
