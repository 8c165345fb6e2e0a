"""Every key that a variant can change has its mark, tells what the base says, and is reset alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest

from visegrad_editor.model.edit.any_key import (
    MISSING,
    Kind,
    Path,
    PlainData,
    document,
    keys_of,
    least_at,
    read_typed,
    row_of,
    value_at,
    way_of,
    with_value,
)
from visegrad_editor.model.edit.own_keys import OwnKeys
from visegrad_editor.model.files.load import load
from visegrad_editor.model.inherited import Inherited

IDENTITY = {"id", "name", "nationality", "kind", "turn", "side", "text", "hex"}
"""Keys that say which entry of a list is meant: with another value it is another entry."""


def paths(kind: Kind, data: Any, path: Path = ()) -> Iterator[Path]:
    """Every key of a document, also of what it leaves out; of lists the entries that it has."""
    for key in keys_of(kind, path):
        here = (*path, key)
        value = value_at(data, here)
        yield here
        if isinstance(value, list) and way_of(kind, here) == "list":
            for i in range(min(len(value), 3)):
                yield from paths(kind, data, (*here, i))
        elif isinstance(value, dict):
            yield from paths(kind, data, here)


def others(kind: Kind, path: Path, value: Any, design: Any) -> Iterator[Any]:
    """Values that a key may perhaps have instead."""
    row = row_of(kind, path)
    yield from (choice for choice in row.choices if choice != value)
    if value is MISSING:
        with suppress(ValueError):
            yield least_at(design, kind, path)
        for text in ("1", "2", "x", "yes", "0101", row.example or "x"):
            try:
                yield read_typed(kind, path, text, design.map)
            except ValueError:
                continue
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
        yield value - 1
    elif isinstance(value, str):
        yield from (f"{value}x", f"{value} more", "#123456", "2")
    elif isinstance(value, list) and value and not isinstance(value[0], dict | list):
        yield value[1:]
    yield MISSING


@pytest.mark.parametrize(("kind", "least", "each"), [
    ("scenario", 45, 1), ("map", 20, 1), ("ruleset", 200, 4),
    pytest.param("ruleset", 700, 1, marks=pytest.mark.exhaustive)])
def test_each_key_of_a_variant_is_marked_and_reset(kind: Kind, least: int, each: int) -> None:
    base = load("scenarios/velna").design
    assert base is not None
    plain, keys = PlainData(), OwnKeys()
    data = plain.of(base, kind)
    done: set[Path] = set()
    for path in islice(paths(kind, data), 0, None, each):
        pattern = tuple("*" if isinstance(key, int) else key for key in path)
        if pattern in done:
            continue
        for value in others(kind, path, value_at(data, path), base):
            try:
                now = with_value(base, kind, path, value, data)
            except ValueError:
                continue
            if document(now, kind) == document(base, kind):
                continue
            inherited = Inherited(now, base)
            own = keys.at(inherited, kind, path)
            if own is None and path[-1] in IDENTITY:
                entry = keys.at(inherited, kind, path[:-1])
                assert entry is not None, path
                assert entry.kind == "added", path
                done.add(pattern)
                break
            assert own is not None, (path, value)
            assert own.words
            back = keys.reset(inherited, kind, path)
            assert document(back, kind) == document(base, kind), (path, value)
            done.add(pattern)
            break
    assert len(done) > least


def test_entries_without_names_keep_their_marks_when_others_come_and_go() -> None:
    base = load("scenarios/velna").design
    assert base is not None
    plain, keys = PlainData(), OwnKeys()
    costs = plain.of(base, "ruleset")["movement"]["costs"]
    assert len(costs) == 2
    costs = [*costs, {"cost": 4, "class": ["foot"], "terrain": ["marsh"]}]
    base = with_value(base, "ruleset", ("movement", "costs"), costs)
    changed = [*costs[1:-1], {**costs[-1], "rule": "99.9"}, {**costs[0], "rule": "77.7"}]
    inherited = Inherited(with_value(base, "ruleset", ("movement", "costs"), changed), base)
    here = ("movement", "costs")
    last = len(costs) - 2
    assert keys.at(inherited, "ruleset", (*here, 0)) is None
    rule = keys.at(inherited, "ruleset", (*here, last, "rule"))
    assert rule is not None
    assert rule.kind == "changed"
    new = keys.at(inherited, "ruleset", (*here, last + 1))
    assert new is not None
    assert new.kind == "added"


def test_a_unit_gets_a_prototype_and_a_look_by_its_keys() -> None:
    design = load("scenarios/velna").design
    assert design is not None
    assert design.scenario is not None
    unit = design.scenario.units[0]
    with pytest.raises(ValueError, match="prototype"):
        with_value(design, "scenario", ("units", 0, "prototype"), "no-such")
    design = with_value(design, "scenario", ("prototypes",), [{"id": "rifles", "size": "regiment"}])
    liked = with_value(design, "scenario", ("units", 0, "prototype"), "rifles")
    assert liked.scenario is not None
    assert (liked.scenario.units[0].prototype, liked.scenario.units[0].size) == ("rifles", "regiment")
    looking = with_value(design, "scenario", ("units", 0, "look"), {"front": "HQ"})
    assert looking.scenario is not None
    assert looking.scenario.units[0].look.front == "HQ"
    assert looking.scenario.units[0].key == unit.key
