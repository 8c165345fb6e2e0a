"""Texts for people have names: no id with a hyphen or an underscore is shown in any bundled scenario."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from visegrad_editor.editor.map.hex_words import arrival_text, where_text
from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.any_key import Kind, PlainData
from visegrad_editor.model.edit.key_words import words_at
from visegrad_editor.model.edit.timetable_rows import EVERYTHING, timetable_rows, when_choices
from visegrad_editor.model.edit.turn_track import entry_text, turn_track
from visegrad_editor.model.files.catalogue import bundled
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.statistics import statistics
from visegrad_editor.model.timetable_words import movement_words
from visegrad_editor.model.totals import total_rows, totals
from visegrad_editor.model.translation import texts_of
from visegrad_editor.printing.notes_section import option_lines
from visegrad_editor.printing.words import entry_conditions, entry_words, setup_words

SCENARIOS = [b.name for b in bundled() if b.kind == "scenario"]
_ID = re.compile(r"(?<![\w`/.-])[a-z0-9]+(?:[-_][a-z0-9]+)+(?![\w`/-]|\.\w)")
_NAMED_BY = ("id", "event", "phase", "area", "entry", "box", "pool", "code")
"""Fields that hold an id."""


def ids_in(record: Any) -> Iterator[str]:
    """All ids in a document, with the choices of options."""
    if is_dataclass(record):
        for one in fields(record):
            value = getattr(record, one.name, None)
            if one.name in _NAMED_BY and isinstance(value, str):
                yield value
            elif one.name == "choices" and isinstance(value, tuple):
                yield from (choice for choice in value if isinstance(choice, str))
            yield from ids_in(value)
    elif isinstance(record, tuple | list):
        for value in record:
            yield from ids_in(value)


def parts(kind: Kind, design: Design) -> Iterator[tuple[str | int, ...]]:
    """The paths of all records of a document."""
    def below(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
        yield path
        if isinstance(value, dict):
            for key, inside in value.items():
                yield from below(inside, (*path, key))
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for i, inside in enumerate(value):
                yield from below(inside, (*path, i))

    yield from below(PlainData().of(design, kind), ())


def texts(design: Design) -> Iterator[str]:
    """What windows, sheets and problems say of a scenario."""
    scenario = design.scenario
    assert scenario is not None
    for row in timetable_rows(design, EVERYTHING):
        yield from (row.when, row.what, *when_choices(design, [row]))
    for box in turn_track(design):
        yield from (box.title, *(entry_text(design, entry) for entry in box.entries))
    for unit in scenario.units:
        yield from (arrival_text(design, unit), movement_words(design, unit))
        if unit.setup is not None:
            yield from (where_text(design, unit.setup), setup_words(unit.setup, design))
    for entry in scenario.entries:
        yield from (entry_words(entry.id, design), entry_conditions(entry.id, design))
    yield from (count.what for section in statistics(design) for count in section.counts)
    yield from (total.arriving_words(design) for _, total in total_rows(totals(design)))
    yield from (text for _, text in option_lines(design, whole=True))
    kinds: tuple[Kind, ...] = ("scenario", "ruleset")
    for kind in kinds:
        yield from (words_at(design, kind, path) for path in parts(kind, design))
    yield from (problem.message for problem in find_problems(design, Sources()))


def bare_ids(design: Design, shown: Iterable[str]) -> set[str]:
    """The ids in texts, each with its text, besides those that the designer writes in a text too, and traits,
    which are words of the language: `air-mobile`."""
    ids = {*ids_in(design.ruleset), *ids_in(design.scenario), *(a.id for a in design.map.areas)}
    ids -= {trait for kind in design.ruleset.unit_types for trait in kind.traits}
    ids -= {one.id for one in design.ruleset.movement.classes}
    written = {word for text in texts_of(design.ruleset, design.map, design.scenario)
               for word in _ID.findall(text)}
    return {f"{word}: {text}" for text in shown for word in _ID.findall(text) if word in ids - written}


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_text_of_a_bundled_scenario_shows_an_id(name: str) -> None:
    design = load(name).design
    assert design is not None
    shown = [text for text in texts(design) if text]
    assert len(shown) > 50
    assert bare_ids(design, shown) == set()


def test_an_id_that_is_shown_is_found() -> None:
    """The search finds ids, so that the test above can fail."""
    design = load("historical").design
    assert design is not None
    assert bare_ids(design, ["Arrives at us-ports.", "The choice is turn-4.", "Cyber-war begins."]) == {
        "us-ports: Arrives at us-ports.", "turn-4: The choice is turn-4."}
