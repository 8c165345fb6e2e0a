"""Set up the units of a scenario by its rules: the rest, or all at random, or none.

The new file is a variant of the scenario, or a whole scenario where that is in another folder.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path

from ..engine.problem_list import find_problems
from ..engine.set_up_filling import FilledSetUp, fill_set_up, random_set_up
from ..model.design import Design
from ..model.edit.scenario import write_variant
from ..model.edit.units import clear_positions, clearable_units
from ..model.wording import count, document_name
from .exits import FOUND_PROBLEMS, GOOD, ProblemsFoundError, UnusableError
from .loading import load_or_refuse
from .outputs import Outputs, check_is_yaml
from .report import print_json
from .whole_number import whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a scenario: a path or a bundled name")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--fill", action="store_true",
        help="set up every unit with a choice of hexes that has no position; the others stay")
    what.add_argument(
        "--random", type=whole_number, metavar="SEED",
        help="set up all units with a choice of hexes anew, at random; the same seed gives the same set-up")
    what.add_argument(
        "--clear", action="store_true", help="take away the positions of all units with a choice of hexes")
    parser.add_argument(
        "-o", "--output", required=True, metavar="NEW", help="the new file, for example my-set-up.yaml")
    parser.add_argument("--title", help="the title of the new scenario")
    parser.add_argument("--force", action="store_true", help="replace an existing file")
    parser.add_argument("--json", action="store_true", help="report as JSON")


def perform(arguments: argparse.Namespace) -> int:
    path, outputs = Path(arguments.output), arguments.outputs
    assert isinstance(outputs, Outputs)
    check_is_yaml(path, "my-set-up")
    outputs.claim(path)
    loaded = load_or_refuse(arguments.file)
    if loaded.design is None or loaded.design.scenario is None:
        raise UnusableError(f"{arguments.file} is a {loaded.kind}; a scenario is needed here.")
    filled = _set_up(loaded.design, arguments)
    made = replace(loaded.design, scenario=filled.scenario)
    with redirect_stdout(sys.stderr):
        found = find_problems(made, loaded.sources, loaded.reading)
    if errors := [p for p in found if p.severity == "error"]:
        listing = "\n".join(f"  {p}" for p in errors[:20])
        more = f"\n  … and {len(errors) - 20} more" if len(errors) > 20 else ""
        raise ProblemsFoundError(f"{arguments.file} has errors that a set-up does not mend, so nothing was "
                                 f"written:\n{listing}{more}")
    # A set-up of a set-up keeps its title.
    title = arguments.title or f"{loaded.design.scenario.title.removesuffix(': set-up')}: set-up"
    positions = {u.key: u.position for u in filled.scenario.units if u.position}
    write_variant(loaded.design, loaded.sources, path, document_name(path.stem), title, positions)
    if arguments.json:
        print_json({"path": str(path), "placed": list(filled.placed),
                    "left": [{"unit": key, "why": why} for key, why in filled.left],
                    "files": outputs.names()})
    else:
        words = filled.words if not arguments.clear else (
            f"{count(len(filled.placed), 'position')} taken away." if filled.placed else
            "No unit with a choice of hexes has a position to take away.")
        print(*outputs.new_lines(path, "a set-up"), words, sep="\n")
    return FOUND_PROBLEMS if filled.left else GOOD


def _set_up(design: Design, arguments: argparse.Namespace) -> FilledSetUp:
    """The scenario as it is asked for; with --clear `placed` are the units that lose their positions."""
    assert design.scenario is not None
    if arguments.clear:
        gone = tuple(u.key for u in clearable_units(design.scenario))
        return FilledSetUp(clear_positions(design.scenario), gone)
    try:
        return fill_set_up(design) if arguments.fill else random_set_up(design, arguments.random)
    except ValueError as error:
        raise UnusableError(str(error)) from None
