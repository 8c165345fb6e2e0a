"""Start a scenario of your own, a map, or a ruleset.

A new scenario holds only what differs from an existing one or, with --on, starts on a map of yours. A new map
is empty, with a given size or fitted to a sheet of paper, or starts as a copy of another map. A new ruleset
extends a template; with --whole it is a copy of it with all that it inherits.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..hexgrid import Orientation
from ..model.design import Design
from ..model.edit.blank import DEFAULT_RULESET, blank_map, emptied, usual_numbering
from ..model.edit.scenario import begin_scenario, order_of_battle, write_variant
from ..model.files.atomic import DiskError, SaveError
from ..model.files.catalogue import bundled_names
from ..model.files.formats import is_yaml
from ..model.files.load import load
from ..model.files.new_rules import write_rules, write_whole_rules
from ..model.files.sources import Sources
from ..model.files.store import save_design
from ..model.grid_limits import size_complaint
from ..model.numbering_text import CORNERS, ORDERS, corner_numbers, first_corner, first_number, numbering_of
from ..model.paper_sizes import PAPERS_MM, hexes_on_paper, length_mm, map_size_mm, paper_size
from ..model.scenario import Scenario
from ..model.wording import FILE_MARK, count, document_name
from ..operating_system import in_command
from .exits import GOOD, ProblemsFoundError, UnusableError
from .loading import load_or_refuse
from .outputs import Outputs, check_is_yaml
from .plan_options import PLANNED, add_plan_arguments, is_planned, planned
from .report import print_json
from .whole_number import whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="the new file, for example my-war.yaml")
    parser.add_argument(
        "--from", dest="base", metavar="NAME",
        help="what to start from, a path or a bundled name; needed for a scenario without --on")
    parser.add_argument("--title", help="the title of the new scenario or map")
    parser.add_argument("--force", action="store_true", help="replace an existing file")
    parser.add_argument("--json", action="store_true", help="report as JSON")
    add_rules_arguments(parser)
    add_on_map_arguments(parser)
    add_map_arguments(parser)


def perform(arguments: argparse.Namespace) -> int:
    path = Path(arguments.output)
    check_is_yaml(path, "my-war")
    rules_wanted = wants_rules(arguments)
    map_wanted = wants_map(arguments)
    on_map = wants_on_map(arguments)
    outputs: Outputs = arguments.outputs
    outputs.claim(path)
    for name in (arguments.output, arguments.on or "", arguments.base or ""):
        if (shown := name.encode("utf-8", "replace").decode()) != name:
            raise UnusableError(
                f"The file name {shown} is not valid UTF-8, so no document can contain it. Rename the file, "
                "or choose another name.")
    stem = path.stem.removesuffix(FILE_MARK)
    title = arguments.title or stem.replace("-", " ").replace("_", " ").strip().capitalize()
    if rules_wanted:
        data, notes = make_rules(arguments, path, title)
        remark = f"a ruleset that extends {data['extends']}" if data["extends"] else "a whole ruleset"
        lines = [
            "Make a map with it: visegrad-editor new -o my-map.yaml --size 10x12 --ruleset "
            f"{in_command(path)}"]
    elif map_wanted:
        data, notes = make_map(arguments, path, title)
        size = (f"{count(data['columns'], 'column')}, {count(data['rows'], 'row')}, "
                f"{count(data['hexes'], 'hex')}")
        paper = "; {} x {} mm".format(*data["millimetres"]) if "millimetres" in data else ""
        corners = data["corners"]
        remark, lines = f"a map of {size}{paper}", [f"Its corners are {', '.join(corners.values())}."]
    elif on_map:
        data, notes = make_on_map(arguments, path, title)
        remark, lines = f"a scenario on {data['map']}, {count(data['units'], 'unit')}", []
    else:
        data, notes = _make_scenario(arguments, path, title)
        remark = f"a {'variant' if data['extends'] else 'whole copy'} of {data['base']}"
        lines = [] if data["extends"] else [
            f"{data['base']} is not in the folder of {path.name} or below it, so it cannot be extended."]
    if arguments.json:
        print_json({**data, "files": outputs.names()})
        return GOOD
    opening = [] if rules_wanted else [f"Open it with: visegrad-editor {in_command(path)}"]
    print(*outputs.new_lines(path, remark), *lines, *notes, *opening, sep="\n")
    return GOOD


def _make_scenario(
    arguments: argparse.Namespace, path: Path, title: str
) -> tuple[dict[str, Any], tuple[str, ...]]:
    base = arguments.base
    if base is None:
        raise UnusableError("Name the scenario to start from with --from, for example --from historical, or "
                            "the map of a new one with --on. `visegrad-editor list` shows what is bundled.")
    loaded = load_or_refuse(base)
    if loaded.design is None or loaded.design.scenario is None:
        raise UnusableError(
            f"{base} is a {loaded.kind}; --from takes a scenario. Use --on {base} to start a scenario on a "
            "map, or add --map to start a map from one.")
    arguments.outputs.check(path)
    name = document_name(path.stem)
    try:
        extends, notes = write_variant(loaded.design, loaded.sources, path, name, title)
    except DiskError:
        raise
    except SaveError as error:
        # The errors of the base are more helpful than the failure to write.
        errors = [str(p) for p in loaded.problems if p.severity == "error"]
        if errors:
            raise ProblemsFoundError(
                "\n".join([f"{base} has errors, so no scenario can start from it:", *errors])
                ) from error
        raise
    data = {"path": str(path), "kind": "scenario", "title": title, "base": base, "extends": extends,
            "notes": list(notes)}
    return data, notes


# -- new maps: by columns and rows, by paper size, or from another map -----------------------------


_SIZE = re.compile(r"(\d{1,9})\s*[xX×]\s*(\d{1,9})", re.ASCII)
_SHAPES: tuple[Orientation, ...] = ("flat", "pointy")
_EMPTY = ("size", "paper", "hex", "orientation", "stagger", "numbering", "first", "corner", "ruleset")


def add_map_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group(
        "maps", "with --map, --size or --paper the new file is a map; --map --from MAP copies another"
    ).add_argument
    add("--map", action="store_true", help="make a map instead of a scenario")
    add("--size", metavar="CxR", help="columns and rows, for example 15x12")
    add("--paper", metavar="PAPER", help=(
        f"as many hexes as fit on a sheet: {', '.join(PAPERS_MM)}, each also as NAME-landscape, or 420x297 "
        "(mm)"))
    add("--hex", metavar="LENGTH",
        help="size of a hex from flat side to flat side, for example 16mm or 0.63in")
    add("--orientation", choices=_SHAPES,
        help="whether hexes have a flat side or a point at the top (default: flat)")
    add("--stagger", choices=("odd", "even"), help=(
        "which columns (flat) or rows (pointy), counted from 0, are shifted half a hex down or right "
        "(default: odd)"))
    add("--numbering", choices=ORDERS, help="which half of a hex number comes first (default: column-first)")
    add("--first", metavar="NUMBER",
        help="the first hex number, with as many digits as all: 0101, 001001, 1.01; or with letters: "
        "A1, A01, 1A")
    add("--corner", choices=CORNERS, help="the corner of the first hex (default: upper-left)")
    add("--ruleset", metavar="RULESET",
        help=f"ruleset of an empty map, a path or a bundled name (default: {DEFAULT_RULESET})")
    add("--sheet", action="store_true", help="copy only the grid and numbers of the map given with --from")


def wants_map(arguments: argparse.Namespace) -> bool:
    """Whether the new file is to be a map; raises `UnusableError` for options that exclude each other."""
    given = [name for name in _EMPTY if getattr(arguments, name) is not None]
    if not arguments.map and not arguments.size and not arguments.paper:
        if given or arguments.sheet:
            raise UnusableError(
                f"--{(given or ['sheet'])[0]} belongs to a map. Add --map, --size or --paper.")
        return False
    if arguments.base is not None:
        if given:
            raise UnusableError(f"--{given[0]} is for an empty map; with --from the new map is a copy.")
    elif arguments.sheet:
        raise UnusableError("--sheet copies the grid of another map; name it with --from.")
    elif bool(arguments.size) == bool(arguments.paper):
        raise UnusableError("An empty map needs a size: either --size 15x12, or --paper A4 --hex 16mm.")
    elif bool(arguments.paper) != bool(arguments.hex):
        raise UnusableError("--paper and --hex go together: the size of the sheet and that of its hexes.")
    return True


def make_map(
    arguments: argparse.Namespace, path: Path, title: str
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Write the map; return what it is, as plain data, and sentences about what else was written."""
    name = document_name(path.stem, "map")
    try:
        begin = _from_map if arguments.base else _empty
        design, sources = begin(arguments, name, title)
        arguments.outputs.check(path)
        notes = save_design(design, sources, path).notes
    except ValueError as error:
        raise UnusableError(str(error)) from error
    grid = design.map.grid
    data: dict[str, Any] = {
        "path": str(path), "kind": "map", "title": title, "ruleset": design.ruleset.name,
        "columns": grid.columns, "rows": grid.rows, "hexes": len(grid),
        "orientation": grid.orientation, "stagger": grid.stagger,
        "corners": dict(zip(CORNERS, corner_numbers(grid), strict=True)), "notes": list(notes),
    }
    if arguments.paper:
        width, height = map_size_mm(grid.columns, grid.rows, length_mm(arguments.hex), grid.orientation)
        data["millimetres"] = [round(width, 1), round(height, 1)]
    return data, notes


def _from_map(arguments: argparse.Namespace, name: str, title: str) -> tuple[Design, Sources]:
    base = arguments.base
    # A bundled name may be that of several kinds.
    loaded = load_or_refuse(base if "/" in base or "\\" in base or is_yaml(base) else f"maps/{base}")
    if loaded.design is None or loaded.design.scenario is not None:
        raise UnusableError(f"{arguments.base} is a {loaded.kind}; --map --from takes a map.")
    map = loaded.design.map
    if arguments.sheet:
        map = emptied(map, loaded.design.ruleset)
    # The comments of the other file are about content that a sheet does not have.
    sources = replace(loaded.sources, map=None) if arguments.sheet else loaded.sources
    return replace(loaded.design, map=replace(map, name=name, title=title)), sources


def _empty(arguments: argparse.Namespace, name: str, title: str) -> tuple[Design, Sources]:
    asked = arguments.ruleset or DEFAULT_RULESET
    loaded = load(asked, "ruleset")
    if loaded.ruleset is None:
        raise UnusableError("\n".join(str(p) for p in loaded.problems) or f"{asked} cannot be read.")
    orientation: Orientation = arguments.orientation or "flat"
    if arguments.paper:
        columns, rows = hexes_on_paper(*paper_size(arguments.paper), length_mm(arguments.hex), orientation)
    else:
        match = _SIZE.fullmatch(arguments.size.strip())
        if match is None:
            raise UnusableError(f'"{arguments.size}" is not a size. Write COLUMNSxROWS, for example 15x12.')
        columns, rows = int(match[1]), int(match[2])
    if complaint := size_complaint(columns, rows):
        raise UnusableError(complaint)
    usual = usual_numbering(columns, rows)
    numbering = numbering_of(
        arguments.numbering or usual.order, arguments.first or first_number(usual),
        arguments.corner or first_corner(usual), columns, rows)
    map = blank_map(loaded.ruleset, name, title, columns, rows, orientation, arguments.stagger or "odd",
                    numbering)
    return Design(loaded.ruleset, map), Sources(ruleset=loaded.sources.ruleset)


# -- new rulesets: what differs from a template ------------------------------------------------------


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("a ruleset", "with --rules the new file is a ruleset of your own")
    group.add_argument("--rules", metavar="TEMPLATE", help=(
        "the ruleset that the new one extends, a file in its folder or below it, or a bundled one: "
        f"{', '.join(bundled_names('ruleset'))}"))
    group.add_argument("--whole", action="store_true", help=(
        "write the ruleset with all that it inherits instead of one that extends it"))


def wants_rules(arguments: argparse.Namespace) -> bool:
    """Whether the new file is to be a ruleset; raises `UnusableError` for options that do not fit."""
    others = ("base", "on", "turns", "units_of", *PLANNED, "map", "sheet", *_EMPTY)
    if arguments.rules and any(getattr(arguments, name) for name in others):
        raise UnusableError("--rules starts a ruleset; of the other options only --title and --whole fit it.")
    if arguments.whole and not arguments.rules:
        raise UnusableError("--whole writes a ruleset whole. Name it with --rules.")
    return bool(arguments.rules)


def make_rules(
    arguments: argparse.Namespace, path: Path, title: str
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Write the ruleset; return what it is, as plain data, and sentences about what else was written."""
    asked: str = arguments.rules
    loaded = load(asked, "ruleset")
    source = loaded.sources.ruleset
    if loaded.ruleset is None or source is None:
        raise UnusableError("\n".join(str(p) for p in loaded.problems) or f"{asked} cannot be read.")
    try:
        if arguments.whole:
            own = write_whole_rules(loaded.ruleset, path, title)
        else:
            own = write_rules(loaded.ruleset, source.path, path, title)
    except ValueError as error:
        raise UnusableError(str(error)) from error
    return {"path": str(path), "kind": "ruleset", "title": title, "extends": own.extends}, ()


def add_on_map_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "a scenario on a map", "with --on MAP the new file is a scenario on that map, with its ruleset")
    add = group.add_argument
    add("--on", metavar="MAP", help="the map: a path, best in the folder of the new file, or a bundled name")
    add("--turns", type=whole_number, metavar="N", 
        help="number of turns (default: as in --units-of, or in the map's ruleset)")
    add("--units-of", metavar="NAME",
        help="start with the counters of this scenario, a path or a bundled name, placed off the map")
    add_plan_arguments(group)


def wants_on_map(arguments: argparse.Namespace) -> bool:
    """Whether the new file is to be a scenario on a map; raises `UnusableError` for options that do not
    fit."""
    if not arguments.on:
        given = [n for n in ("turns", "units_of", *PLANNED) if getattr(arguments, n) is not None]
        if alone := next(iter(given), ""):
            raise UnusableError(f"--{alone.replace('_', '-')} belongs to a scenario on a map. Add --on MAP.")
        return False
    if arguments.base is not None or arguments.map or arguments.size or arguments.paper:
        raise UnusableError("--on starts a scenario on an existing map; leave out --from, --map, "
                            "--size and --paper.")
    return True


def make_on_map(
    arguments: argparse.Namespace, path: Path, title: str
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Write the scenario; return what it is, as plain data, and sentences about what else was written."""
    asked: str = arguments.on
    # A bundled name may be that of several kinds.
    loaded = load_or_refuse(asked if "/" in asked or "\\" in asked or is_yaml(asked) else f"maps/{asked}")
    if loaded.design is None or loaded.design.scenario is not None:
        raise UnusableError(f"{asked} is a {loaded.kind}; --on takes a map. To start from a scenario write "
                            f"--from {asked}.")
    try:
        like: Scenario | None = None
        if arguments.units_of:
            like = order_of_battle(arguments.units_of, loaded.design.ruleset).scenario
        turns = arguments.turns
        if turns is None:
            turns = like.turns if like else loaded.design.ruleset.turns
        arguments.outputs.check(path)
        begun = begin_scenario(loaded.design, title, turns, like, document_name(path.stem))
        missing: tuple[str, ...] = ()
        if is_planned(arguments):
            begun, missing = planned(arguments, begun)
        rules_file = loaded.sources.ruleset
        if rules_file is not None and begun.ruleset != rules_file.document:
            # The ruleset of the map stays as it is; what the options change in it is a file of its own.
            begun = replace(begun, ruleset=replace(
                begun.ruleset, name=document_name(f"{path.stem}-ruleset")))
        saved = save_design(begun, loaded.sources, path, beside=["ruleset"])
    except ValueError as error:
        raise UnusableError(str(error)) from error
    scenario = saved.design.scenario
    assert scenario is not None
    data = {"path": str(path), "kind": "scenario", "title": title, "map": scenario.map,
            "ruleset": scenario.ruleset, "turns": scenario.turns, "units": len(scenario.units),
            "notes": [*saved.notes, *missing]}
    return data, (*saved.notes, *missing)
