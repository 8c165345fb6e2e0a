"""The work of saving, checking and looking for slips grows as the map does, and no faster."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.yaml_reader import Reading, read_yaml
from visegrad_editor.model.files.yaml_writer import changed_text, new_text
from visegrad_editor.model.gamemap import GameMap
from visegrad_editor.model.lint import lint_map

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from big_map import big_design

sys.path.pop(0)

EDGES = 30, 60, 120
"""Maps of which each has four times the hexes of the one before."""


@cache
def large(edge: int) -> tuple[Design, Reading]:
    """A map, and its text when it was different in two hexes."""
    design = big_design(edge)
    return design, read_yaml(new_text(painted(design)))


@cache
def painted(design: Design) -> GameMap:
    return paint_terrain(design.map, [Hex(5, 5), Hex(7, 7)], "marsh")


def save(design: Design, reading: Reading) -> None:
    assert changed_text(reading, painted(design), design.map) != reading.text


WORK: dict[str, Callable[[Design, Reading], object]] = {
    "save": save, "write": lambda design, _: new_text(design.map),
    "check": lambda design, _: check_documents(design), "lint": lambda design, _: lint_map(design)}


def calls_of(work: Callable[[], object]) -> int:
    """The number of calls, of functions in Python and in C."""
    calls: Counter[str] = Counter()

    def note(frame: FrameType, event: str, argument: object) -> None:
        calls[event] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls["call"] + calls["c_call"]


@pytest.mark.parametrize(("name", "edges"), [
    ("save", EDGES[:2]), ("write", EDGES[:2]), ("check", EDGES[:2]),
    # The smallest map has hardly a line in which there may be slips.
    ("lint", EDGES[1:])])
def test_work_grows_as_the_number_of_hexes(name: str, edges: tuple[int, int]) -> None:
    designs = [large(edge) for edge in edges]
    few, many = (calls_of(lambda one=one: WORK[name](*one)) for one in designs)  # type: ignore[misc]
    assert few > 3_000
    # Rivers and roads grow a little faster than maps.
    assert many / few < 5


@pytest.mark.parametrize("name", [*WORK, "all problems"])
def test_the_garbage_collector_rests_meanwhile(name: str) -> None:
    """Each of its collections would look at the whole map."""
    resting: set[bool] = set()
    work = WORK.get(name, lambda design, _: find_problems(design, Sources()))

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and "/hexgrid/" in frame.f_code.co_filename.replace("\\", "/"):
            resting.add(not gc.isenabled())

    enabled, before = gc.isenabled(), sys.getprofile()
    gc.enable()
    sys.setprofile(note)
    try:
        work(*large(EDGES[0]))
    finally:
        sys.setprofile(before)
        after = gc.isenabled()
        if not enabled:
            gc.disable()
    assert (resting, after) == ({True}, True)
