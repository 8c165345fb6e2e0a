"""Starts within a game follow when sides, phases, units and hexes get other names."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from mid_game_copies import errors

from visegrad_editor.engine import Game, IllegalOrderError
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.reshape import crop, renumber, resize
from visegrad_editor.model.edit.ruleset import rename_entry
from visegrad_editor.model.edit.units import change_unit, remove_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.start import CALL_UP, CALL_UP_IN, Start

UNIT = "west-germany/52nd Territorial"
VAIN = f"{CALL_UP}{UNIT}"


def copies(name: str, most: int = 3) -> list[Design]:
    """Some positions of a random game as scenarios."""
    design = load(name).design
    assert design is not None
    found: list[Design] = []
    game, orders = Game.from_scenario(design, 3), random.Random(3)
    while game.outcome is None and len(found) < most:
        game.apply(game.any_order(orders.random))
        if game.turn > len(found) and orders.random() < 0.1:
            try:
                found.append(replace(design, scenario=game.scenario_now()))
            except IllegalOrderError:
                continue
    return found


def state_of(design: Design) -> dict[str, object]:
    """The state in which the game begins, without what is told by the ids of sides and phases."""
    data = Game.from_scenario(design, 1).play.as_data()
    return {key: value for key, value in data.items() if key not in ("phase", "queue", "kept", "used")}


@pytest.mark.parametrize("name", ["hollen", "velna", "karn"])
@pytest.mark.parametrize("section", ["sides", "phases"])
def test_a_start_follows_the_ids_of_sides_and_phases(name: str, section: str) -> None:
    found = copies(name)
    assert len(found) == 3
    for design in found:
        assert errors(design) == []
        for n, entry in enumerate(getattr(design.ruleset, section)):
            renamed = rename_entry(design, section, n, f"{entry.id}-new")
            assert errors(renamed) == [], entry.id
            before, after = (Game.from_scenario(one, 1) for one in (design, renamed))
            assert after.phase.replace("-new", "") == before.phase
            assert state_of(renamed) == state_of(design)


@pytest.mark.parametrize(("name", "every"), [
    ("hollen", 1), ("karn", 1), ("gsofg-first-steps", 6),
    pytest.param("gsofg-first-steps", 1, marks=pytest.mark.exhaustive)])
def test_a_start_follows_the_names_of_units(name: str, every: int) -> None:
    """One of so many units has another name, or is left out."""
    found = copies(name, 2)
    assert len(found) == 2
    for n, design in enumerate(found):
        scenario = design.scenario
        assert scenario is not None
        before = state_of(design)
        units = scenario.units[n % every::every]
        assert units
        for unit in units:
            renamed = replace(design, scenario=change_unit(scenario, unit.key, name=f"{unit.name} B"))
            assert errors(renamed) == [], unit.key
            assert state_of(renamed) == before
            without = replace(design, scenario=remove_units(scenario, [unit.key]))
            assert not any("start" in message for message in errors(without)), unit.key


def in_vain(**fields: object) -> Design:
    """A scenario in which call-ups have failed."""
    design = load("gsofg-first-steps").design
    assert design is not None
    assert design.scenario is not None
    start = Start(1, phase="nato-call-up", used=((f"{CALL_UP_IN}2124", 1), (VAIN, 1)),
                  done=(VAIN,), sources=(("western-edge 2024", 3),))
    return replace(design, scenario=replace(design.scenario, start=replace(start, **fields)))


def noted(design: Design) -> tuple[object, ...]:
    assert design.scenario is not None
    assert design.scenario.start is not None
    start = design.scenario.start
    return start.used, start.done, start.sources


def test_what_failed_follows_the_hexes() -> None:
    design = in_vain()
    numbering = design.map.grid.numbering
    other = replace(numbering, column=replace(numbering.column, start=numbering.column.start + 50))
    assert noted(renumber(design, other).design) == (
        ((f"{CALL_UP_IN}7124", 1), (VAIN, 1)), (VAIN,), (("western-edge 7024", 3),))
    assert noted(resize(design, left=1, numbering=numbering).design) == (
        ((f"{CALL_UP_IN}2224", 1), (VAIN, 1)), (VAIN,), (("western-edge 2124", 3),))
    cut = crop(design, [h for h in design.map.grid if design.map.grid.number(h) >= "2200"])
    assert noted(cut.design) == (((VAIN, 1),), (VAIN,), ())
    assert cut.losses.lines


def test_what_failed_follows_the_units() -> None:
    design = in_vain()
    assert design.scenario is not None
    renamed = replace(design, scenario=change_unit(design.scenario, UNIT, name="99th"))
    new = f"{CALL_UP}west-germany/99th"
    assert noted(renamed)[:2] == (((f"{CALL_UP_IN}2124", 1), (new, 1)), (new,))
    without = replace(design, scenario=remove_units(design.scenario, [UNIT]))
    assert noted(without)[:2] == (((f"{CALL_UP_IN}2124", 1),), ())
    country = next(n for n, one in enumerate(design.ruleset.nationalities) if one.id == "west-germany")
    called = f"{CALL_UP}brd/52nd Territorial"
    assert noted(rename_entry(design, "nationalities", country, "brd"))[:2] == (
        ((f"{CALL_UP_IN}2124", 1), (called, 1)), (called,))


@pytest.mark.parametrize(("used", "message"), [
    (f"{CALL_UP_IN}9999", "There is no hex 9999 on the map (start)."),
    (f"{CALL_UP}{UNIT}s", f'There is no unit "{UNIT}s" (`used` of the start).')])
def test_what_failed_names_hexes_and_units_that_there_are(used: str, message: str) -> None:
    assert any(message in error for error in errors(in_vain(used=((used, 1),), done=())))
