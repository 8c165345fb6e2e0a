"""The examples in the panel of all keys are of the open design, not of another game."""

from __future__ import annotations

import re

import pytest

from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.any_key import Kind, Path, PlainData, part_of, paths_of, row_of
from visegrad_editor.model.edit.key_examples import example_at
from visegrad_editor.model.files.load import load

KINDS: tuple[Kind, ...] = ("scenario", "map", "ruleset")
OF_OTHER_GAMES = re.compile(
    r"major-highway|northland|southland|hussars|lehr|east-road|depot|supply-(blue|red)|relief|airlift|moscow",
    re.IGNORECASE)


def design_of(name: str) -> Design:
    return load(f"scenarios/{name}").design


def examples(design: Design) -> dict[tuple[Kind, Path], str]:
    plain = PlainData()
    found = {(kind, path): example_at(design, kind, path, plain.of(design, kind))
             for kind in KINDS for path in paths_of(kind)}
    return {place: text for place, text in found.items() if text}


@pytest.mark.parametrize("name", ["historical", "gsofg", "karn"])
def test_no_example_is_of_another_game(name: str) -> None:
    design = design_of(name)
    found = examples(design)
    assert len(found) > 100
    own = " ".join(repr(getattr(design, part)) for part in ("ruleset", "map", "scenario"))
    wrong = {"/".join(map(str, path)): text for (_, path), text in found.items()
             for word in OF_OTHER_GAMES.findall(text) if word not in own}
    assert wrong == {}


@pytest.mark.parametrize("name", ["historical", "gsofg", "hollen"])
def test_hexes_of_examples_are_on_the_map(name: str) -> None:
    design = design_of(name)
    numbers = {(path, number) for (kind, path), text in examples(design).items()
               if part_of(kind, path).get("title") == "Hex number" or row_of(kind, path).title == "Hexes"
               for number in re.findall(r"\b\d{4}\b", text)}
    assert len(numbers) > 5
    assert {n for n in numbers if design.map.grid.parse(n[1]) is None} == set()


def test_an_example_is_what_another_entry_says_or_what_there_is() -> None:
    design = design_of("historical")
    scenario = PlainData().of(design, "scenario")
    entry = example_at(design, "scenario", ("units", 0, "reinforcement", "entry"), scenario)
    assert design.scenario is not None
    assert entry in {e.id for e in design.scenario.entries}
    # Nobody has a formation, and there are none.
    assert example_at(design, "scenario", ("units", 0, "formation"), scenario) == ""
    # The numbers of a rulebook and of counters are not guessed.
    assert example_at(design, "scenario", ("prototypes", 0, "values"), scenario) == ""
    sides = example_at(design, "scenario", ("hidden_set_up",), scenario)
    assert sides == ", ".join(s.id for s in design.ruleset.sides)


def test_titles_are_written_as_everywhere() -> None:
    titles = {row_of(kind, path).title for kind in KINDS for path in paths_of(kind)}
    assert "Set-up" in titles
    assert {t for t in titles if re.search(r"setup|set up", t, re.IGNORECASE)} == set()
