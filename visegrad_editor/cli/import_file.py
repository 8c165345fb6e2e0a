"""Import a table of hexes (CSV) or a map of the editor Tiled (TMX, TMJ).

A table changes a map that there is, named with --map, under its ruleset. A map of Tiled becomes a new map
under the ruleset it names, or with --map changes one of the same hexes. What comes of it is written to the
map that -o names, and nothing else: a scenario given with --map lends its map and stays as it is.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..exchange.errors import ImportProblem
from ..exchange.hex_table import ENCODINGS
from ..exchange.importer import (
    ImportResult,
    fits,
    import_table,
    is_tiled,
    load_named_ruleset,
    merge_tiled,
    named_ruleset,
    tiled_conversion,
)
from ..exchange.tiled.convert import ConvertedMap
from ..exchange.tiled.document import TiledMap
from ..exchange.tiled.files import read_tiled
from ..model.design import Design
from ..model.files.atomic import same_file
from ..model.files.load import LoadResult, is_yaml, load
from ..model.files.sources import Sources
from ..model.files.store import save_design
from ..model.wording import count, document_name
from .exits import FOUND_PROBLEMS, GOOD, Unusable
from .loading import load_or_refuse
from .outputs import Outputs
from .report import print_json

_RULESET = "visegrad4"
_SHOWN = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="hexes.csv, map.tmx, map.tmj")
    parser.add_argument("-o", "--output", metavar="MAP", help="the map to write, for example my-map.yaml")
    parser.add_argument("--map", metavar="BASE",
                        help="the map to begin with, a path or a bundled name; of a scenario its map is "
                             "taken. It is changed itself only where -o names its file, with --force")
    parser.add_argument("--ruleset", metavar="RULESET",
                        help="of a new map, a path or a bundled name (default: the one the file names, "
                             f"else {_RULESET})")
    parser.add_argument("--title", help="of a new map")
    parser.add_argument("--terrain", action="append", default=[], metavar="TILE=TERRAIN",
                        help="which terrain a tile is, for example lava=mountain; may be given several times")
    parser.add_argument("--unknown", metavar="TERRAIN", default="",
                        help="which terrain hexes are whose tile is none, or that have none")
    parser.add_argument("--skip-wrong", action="store_true",
                        help="import the rest of a table in which cells are wrong")
    parser.add_argument("--encoding", metavar="NAME", choices=list(ENCODINGS), default="",
                        help="of a table that is not in Unicode (default: as its letters and those of the "
                             f"map's names tell): {', '.join(ENCODINGS)}")
    parser.add_argument("--dry-run", action="store_true", help="only tell what would change")
    parser.add_argument("--force", action="store_true", help="replace a file that is there already")
    parser.add_argument("--json", action="store_true", help="report as JSON")


def perform(arguments: argparse.Namespace) -> int:
    path = Path(arguments.file)
    outputs: Outputs = arguments.outputs
    target = _target(arguments)
    try:
        tiled = is_tiled(path)
        base = load_or_refuse(arguments.map) if arguments.map else None
        if base is not None and base.design is None:
            raise Unusable(f"{arguments.map} is a {base.kind}; --map takes a map or a scenario.")
        outputs.note_read(path)
        if target is not None:
            _permit_own_map(outputs, target, base)
            outputs.claim(target)
        if not tiled:
            if base is None or base.design is None:
                raise Unusable("A table says what is in hexes, not which there are. Name the map with --map.")
            found = import_table(path, base.design, arguments.encoding)
            sources = base.sources
        else:
            found, sources = _from_tiled(path, arguments, base.design if base else None,
                                         base.sources if base else Sources())
    except ImportProblem as error:
        raise Unusable(str(error)) from error
    written = target is not None and not (found.problems and not arguments.skip_wrong)
    notes = list(found.notes)
    if target is not None and written:
        # The map alone: the scenario that lent it is not what was asked for.
        design, sources = replace(found.design, scenario=None), replace(sources, scenario=None)
        notes += save_design(design, sources, target).notes
        if not outputs.has_written(target):
            notes.append(f"{target} is as it was, so it was not written.")
        notes += _still_used(arguments, base, target)
    _tell(arguments, found, notes, target)
    return FOUND_PROBLEMS if found.problems else GOOD


def _target(arguments: argparse.Namespace) -> Path | None:
    if arguments.dry_run:
        return None
    if not arguments.output:
        raise Unusable("Name the map to write with -o, or add --dry-run to only see what would change.")
    target = Path(arguments.output)
    if not is_yaml(target.name):
        raise Unusable(f"{target.name} should end in .yaml, for example {target.stem or 'my-map'}.yaml.")
    return target


def _permit_own_map(outputs: Outputs, target: Path, base: LoadResult | None) -> None:
    """Let `-o` name the map that is changed, where that is meant."""
    own = base.sources.map if base is not None else None
    if own is not None and same_file(target, own.path):
        if not outputs.replace:
            raise Unusable(f"{target} exists already. Choose another name, or add --force to change it.")
        outputs.permit(target)


def _still_used(arguments: argparse.Namespace, base: LoadResult | None, target: Path) -> list[str]:
    """A sentence where a scenario lent its map: it does not use the new one."""
    if base is None or base.kind != "scenario" or base.sources.map is None:
        return []
    own = base.sources.map
    if same_file(own.path, target):
        return []
    return [f"The scenario {arguments.map} is as it was, with its map {own.path.name}; to use the new one, "
            f"write `map: {target.name}` in it."]


def _from_tiled(
    path: Path, arguments: argparse.Namespace, base: Design | None, sources: Sources
) -> tuple[ImportResult, Sources]:
    choices = dict(_pair(text) for text in arguments.terrain)
    if base is not None:
        if arguments.ruleset:
            raise Unusable("With --map the ruleset is that of the map; leave --ruleset out.")
        tiled = read_tiled(path)
        conversion = tiled_conversion(path, base.ruleset, tiled)
        if not fits(conversion, base.map):
            grid = base.map.grid
            raise Unusable(
                f"{path.name} has {conversion.tiled.width} x {conversion.tiled.height} hexes and "
                f"{base.map.title} {grid.columns} x {grid.rows}, or they lie otherwise. Without --map it "
                "becomes a new map.")
        converted = conversion.convert(choices, arguments.unknown)
        found = merge_tiled(replace(base, scenario=None), converted)
        if moved := _counters_elsewhere(base, converted):
            found = replace(found, notes=(
                f"{path.name} has {count(moved, 'counter')} of the scenario in another hex; counters belong "
                "to the scenario, which stays as it is.", *found.notes))
        named = named_ruleset(tiled)
        if named and Path(named).stem != base.ruleset.name:
            found = replace(found, notes=(
                f"{path.name} names the ruleset {named[:80]}; it was read under that of the map, "
                f"{base.ruleset.name}.", *found.notes))
        return found, sources
    tiled = read_tiled(path)
    loaded, said = _ruleset(path, arguments.ruleset or "", tiled)
    assert loaded.ruleset is not None
    converted = tiled_conversion(path, loaded.ruleset, tiled).convert(choices, arguments.unknown)
    map = replace(converted.map, ruleset=loaded.ruleset.name)
    if arguments.title:
        map = replace(map, title=arguments.title)
    if arguments.output:
        map = replace(map, name=document_name(Path(arguments.output).stem, "map"))
    made = ImportResult(Design(loaded.ruleset, map), notes=(said, *converted.notes))
    return made, Sources(ruleset=loaded.sources.ruleset)


def _counters_elsewhere(base: Design, converted: ConvertedMap) -> int:
    """How many counters of the scenario have another hex in a map of Tiled."""
    if base.scenario is None:
        return 0
    after = merge_tiled(base, converted).design.scenario
    assert after is not None
    return sum(after.unit_by_key[u.key].hex != u.hex for u in base.scenario.units)


def _ruleset(path: Path, asked: str, tiled: TiledMap) -> tuple[LoadResult, str]:
    """The ruleset of a new map, and a sentence on where it is from: asked for, named by the file, or the
    usual one."""
    why = "as --ruleset says"
    loaded = None
    if not asked:
        try:
            loaded = load_named_ruleset(path, tiled)
        except ImportProblem as error:
            raise Unusable(f"{error} Name another with --ruleset.") from error
        named = loaded is not None
        why = f"which {path.name} names" if named else f"as {path.name} names none; --ruleset takes another"
    loaded = loaded or load(asked or _RULESET, "ruleset")
    if loaded.ruleset is None:
        raise Unusable("\n".join(str(p) for p in loaded.problems) or f"{asked} cannot be read.")
    return loaded, f"Ruleset: {loaded.ruleset.title} ({loaded.ruleset.name}), {why}."


def _pair(text: str) -> tuple[str, str]:
    label, equal, terrain = text.rpartition("=")
    if not equal or not terrain.strip():
        raise Unusable(f"“{text}”: write a tile, an equals sign and a terrain, for example lava=mountain.")
    return label.strip(), terrain.strip()


def _tell(
    arguments: argparse.Namespace, found: ImportResult, notes: list[str], target: Path | None
) -> None:
    outputs: Outputs = arguments.outputs
    written = target is not None and outputs.has_written(target)
    grid = found.design.map.grid
    if arguments.json:
        data: dict[str, Any] = {
            "file": arguments.file, "written": str(target) if written else None, "columns": grid.columns,
            "rows": grid.rows, "changes": [vars(c) for c in found.changes],
            "problems": [vars(p) for p in found.problems], "notes": notes, "files": outputs.names()}
        print_json(data)
        return
    for problem in found.problems[:_SHOWN]:
        print(problem)
    if len(found.problems) > _SHOWN:
        print(f"… and {count(len(found.problems) - _SHOWN, 'more problem')}")
    if arguments.map:
        for change in found.changes[:_SHOWN]:
            print(change)
        if len(found.changes) > _SHOWN:
            print(f"… and {len(found.changes) - _SHOWN:,} more changes")
        print(f"{len(found.changes):,} changes" if len(found.changes) != 1 else "1 change")
    else:
        print(f"A map of {count(grid.columns, 'column')} and {count(grid.rows, 'row')}.")
    print(*notes, sep="\n", end="\n" if notes else "")
    for line in outputs.tell(target):
        print(line)
    if not written and found.problems and not arguments.skip_wrong:
        print("Nothing was written. Correct the table, or add --skip-wrong to leave wrong cells as they are.")
