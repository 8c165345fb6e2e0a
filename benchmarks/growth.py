"""How work and memory grow, as `table.py` measures them: the processor time of saving an edit, of the checks
and of the search for slips on the maps of `big_map`, and the memory that an undo of edits of units takes."""

# ruff: noqa: E402 - the package is imported from the folder above, whether it is installed or not

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from big_map import big_design

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.edit.units import change_unit
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.model.files.yaml_writer import changed_text, new_text
from visegrad_editor.model.history import History
from visegrad_editor.model.lint import lint_map

UNITS, EDITS = 5_000, 10_000
EDGES = (300, 500)


def work_on(edge: int) -> dict[str, Callable[[], object]]:
    """What is measured, on a map of edge x edge hexes."""
    design = big_design(edge)
    reading = read_yaml(new_text(design.map))
    middle = Hex(edge // 2, edge // 2)
    other = "clear" if design.map.terrain.at(middle) != "clear" else "marsh"
    after = paint_terrain(design.map, [middle], other)
    return {"save": lambda: changed_text(reading, design.map, after),
            "check": lambda: check_documents(design), "lint": lambda: lint_map(design)}


def growth(edges: Sequence[int] = EDGES, rounds: int = 5) -> dict[str, list[float]]:
    """How many times as long the larger map takes, a hex, in each round: 1 is linear."""
    small, large = (work_on(edge) for edge in edges)
    hexes = (edges[1] / edges[0])**2
    found: dict[str, list[float]] = {}
    for name in small:
        small[name](), large[name]()
        found[name] = [seconds(large[name]) / seconds(small[name]) / hexes for _ in range(rounds)]
    return found


def seconds(work: Callable[[], object]) -> float:
    """The processor seconds of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def with_units(count: int) -> Design:
    """The sample scenario with so many units."""
    design = load("historical").design
    assert design is not None
    assert design.scenario is not None
    units = design.scenario.units
    many = tuple(replace(units[i % len(units)], name=f"{i}th") for i in range(count))
    return with_scenario(design, replace(design.scenario, units=many, start=None))


def undo_memory(units: int = UNITS, edits: int = EDITS) -> float:
    """The megabytes that a history of so many edits of single units takes, estimated from a tenth of them
    where they are very many: each takes the same."""
    tried = edits if edits <= 1000 else edits // 10
    history = History(with_units(units))
    design = history.current
    assert design.scenario is not None
    keys = [unit.key for unit in design.scenario.units]
    tracemalloc.start()
    try:
        half = 0
        for n in range(tried):
            if n == tried // 2:
                half = tracemalloc.get_traced_memory()[0]
            scenario = history.current.scenario
            assert scenario is not None
            history.push("Notes", with_scenario(
                history.current, change_unit(scenario, keys[n * 37 % units], notes=f"No. {n}")))
        whole = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    # What the states at hand have worked out is there once, however many edits there are.
    each = (whole - half) / (tried - tried // 2)
    return (whole + each * (edits - tried)) / 1e6
