"""Import a table of hexes (CSV) or units (CSV, XLSX), or a map made with Tiled (TMX, TMJ).

A table of hexes changes the existing map named with --map and uses its ruleset. A table of units changes the
units of the scenario named with --map. A Tiled map becomes a new map with the ruleset it names or, with
--map, changes a map that has the same hexes. The result is written to the file named with -o and nowhere
else: for units a scenario, otherwise a map; if --map then names a scenario, its map is used and the scenario
stays unchanged. With --variant, units become a variant of the scenario named with --map: a file with what
the table changes and nothing else.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..exchange.errors import FileImportError
from ..exchange.hex_table import ENCODINGS
from ..exchange.importer import (
    ImportResult,
    fits,
    import_table,
    is_tiled,
    load_named_ruleset,
    merge_tiled,
    named_ruleset,
    new_errors,
    tiled_conversion,
)
from ..exchange.tiled.convert import Conversion, ConvertedMap
from ..exchange.tiled.document import TiledMap
from ..exchange.tiled.files import read_tiled
from ..exchange.unit_table import UnitImport
from ..model.design import Design
from ..model.edit.blank import DEFAULT_RULESET
from ..model.files.atomic import same_file
from ..model.files.load import LoadResult, load
from ..model.files.sources import Kind, Sources
from ..model.files.store import save_as, save_design
from ..model.wording import count, document_name, listed, quoted
from .exits import FOUND_PROBLEMS, GOOD, UnusableError
from .loading import load_or_refuse
from .outputs import Outputs, check_is_yaml
from .report import print_json

_SHOWN = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="hexes.csv, units.csv, units.xlsx, map.tmx, map.tmj")
    parser.add_argument("-o", "--output", metavar="MAP", help="the map to write, for example my-map.yaml")
    parser.add_argument("--map", metavar="BASE",
                        help="the map to start from, a path or a bundled name; of a scenario, its map is "
                             "used. The file itself changes only if -o names it and --force is given")
    parser.add_argument("--ruleset", metavar="RULESET",
                        help="ruleset of a new map, a path or a bundled name (default: the one "
                             f"named in the file, else {DEFAULT_RULESET})")
    parser.add_argument("--title", help="title of a new map, or of a new variant")
    parser.add_argument("--terrain", action="append", default=[], metavar="TILE=TERRAIN",
                        help="the terrain that a tile stands for, for example lava=mountain; may be repeated")
    parser.add_argument("--unknown", metavar="TERRAIN", default="",
                        help="the terrain of hexes that have no tile or one that stands for no terrain")
    parser.add_argument("--skip-wrong", action="store_true",
                        help="leave out wrong cells of a table, and objects of a Tiled map that the ruleset "
                             "does not know, and import the rest")
    parser.add_argument("--make-formations", action="store_true",
                        help="add the formations that a table of units names to the ruleset, if it does not "
                             "have them; the ruleset is written beside the scenario")
    parser.add_argument("--variant", action="store_true",
                        help="write only what differs from the map, or for units the scenario, of --map, as "
                             "a variant that extends it")
    parser.add_argument("--encoding", metavar="NAME", choices=list(ENCODINGS), default="",
                        help="encoding of a table that is not in Unicode (default: guessed from its letters "
                             f"and those of the names on the map): {', '.join(ENCODINGS)}")
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")
    parser.add_argument("--force", action="store_true", help="replace an existing file")
    parser.add_argument("--json", action="store_true", help="report as JSON")


def perform(arguments: argparse.Namespace) -> int:
    path = Path(arguments.file)
    outputs: Outputs = arguments.outputs
    target = _target(arguments)
    tiled = is_tiled(path)
    base = load_or_refuse(arguments.map) if arguments.map else None
    if base is not None and base.design is None:
        raise UnusableError(f"{arguments.map} is a {base.kind}; --map takes a map or a scenario.")
    outputs.note_read(path)
    table: ImportResult | UnitImport | None = None
    if not tiled:
        if base is None or base.design is None:
            raise UnusableError(
                "A table says what is in the hexes, not which hexes exist. Name a map with --map, or for a "
                "table of units a scenario.")
        table = import_table(path, base.design, arguments.encoding, arguments.make_formations)
    if target is not None:
        _permit_own(outputs, target, base, "scenario" if isinstance(table, UnitImport) else "map")
        if base is not None and isinstance(table, UnitImport) and table.formations:
            _permit_ruleset(outputs, target, base)
        outputs.claim(target)
    if base is not None and base.design is not None and isinstance(table, UnitImport):
        return _units(arguments, table, base.design, base.sources, target)
    if isinstance(table, ImportResult) and base is not None:
        imported, sources = table, base.sources
    else:
        imported, sources = _from_tiled(path, arguments, base.design if base else None,
                                        base.sources if base else Sources())
    errors = new_errors(replace(base.design, scenario=None) if base and base.design else None,
                        replace(imported.design, scenario=None))
    wrong = bool(imported.problems or errors)
    written = target is not None and (arguments.skip_wrong or not wrong)
    notes = list(imported.notes)
    if target is not None and written:
        # Only the map is written, not the scenario that --map may name.
        design, sources = replace(imported.design, scenario=None), replace(sources, scenario=None)
        notes += _saved(arguments, design, sources, target)
        if not outputs.has_written(target):
            notes.append(f"{target} would not change, so it was not written.")
        notes += _still_used(arguments, base, target)
    _print_report(arguments, imported, errors, notes, target)
    return FOUND_PROBLEMS if wrong else GOOD


def _units(arguments: argparse.Namespace, imported: UnitImport, base: Design, sources: Sources,
           target: Path | None) -> int:
    """Write the scenario with the units of a table, and report."""
    outputs: Outputs = arguments.outputs
    errors = new_errors(base, imported.design)
    wrong = bool(imported.problems or errors)
    notes = list(imported.notes)
    if unknown := imported.unknown_formations:
        are = "formation is" if len(unknown) == 1 else "formations are"
        notes.append(f"{len(unknown)} {are} not in the ruleset: {listed(unknown)}. Add --make-formations to "
                     "make what is missing.")
    if target is not None and (arguments.skip_wrong or not wrong):
        notes += _saved(arguments, imported.design, sources, target)
        if not outputs.has_written(target):
            notes.append(f"{target} would not change, so it was not written.")
    _print_report(arguments, imported, errors, notes, target)
    return FOUND_PROBLEMS if wrong else GOOD


def _saved(arguments: argparse.Namespace, design: Design, sources: Sources, target: Path) -> Sequence[str]:
    """Write the map or the scenario; what else is to be told."""
    if not arguments.variant:
        return save_design(design, sources, target, beside=["ruleset"]).notes
    own = sources.of("map" if design.scenario is None else "scenario")
    if own is None:
        raise UnusableError("--variant needs what it is a variant of. Name it with --map.")
    if same_file(own.path, target):
        raise UnusableError(f"{target} cannot be a variant of itself. Choose another name, or leave "
                            "--variant out.")
    name = document_name(target.stem, own.kind)
    title = arguments.title or f"{own.document.title}: {target.stem}"
    if design.scenario is None:
        design = replace(design, map=replace(design.map, name=name, title=title))
    else:
        design = replace(design, scenario=replace(design.scenario, name=name, title=title))
    return (f"A variant of {own.document.name}.", *save_as(
            design, sources, target, as_variant=True, beside=["ruleset"]).notes)


def _target(arguments: argparse.Namespace) -> Path | None:
    if arguments.dry_run:
        return None
    if not arguments.output:
        raise UnusableError("Name the map to write with -o, or add --dry-run to only see what would change.")
    target = Path(arguments.output)
    check_is_yaml(target, "my-map")
    return target


def _permit_own(outputs: Outputs, target: Path, base: LoadResult | None, kind: Kind) -> None:
    """Let `-o` name the map to change, or for units the scenario, if `--force` is given."""
    own = getattr(base.sources, kind) if base is not None else None
    if own is not None and same_file(target, own.path):
        if not outputs.replace:
            raise UnusableError(f"{target} exists already. Choose another name, or add --force to change it.")
        outputs.permit(target)


def _permit_ruleset(outputs: Outputs, target: Path, base: LoadResult) -> None:
    """Let a scenario that is changed in its own file have its ruleset changed too."""
    own, rules = base.sources.scenario, base.sources.ruleset
    if own is not None and rules is not None and same_file(target, own.path):
        outputs.permit(rules.path)


def _still_used(arguments: argparse.Namespace, base: LoadResult | None, target: Path) -> list[str]:
    """A sentence for a map taken from a scenario: the scenario does not use the new map."""
    if base is None or base.kind != "scenario" or base.sources.map is None:
        return []
    own = base.sources.map
    if same_file(own.path, target):
        return []
    return [f"The scenario {arguments.map} is unchanged and keeps its map {own.path.name}; to use the new "
            f"map, write `map: {target.name}` in it."]


def _from_tiled(
    path: Path, arguments: argparse.Namespace, base: Design | None, sources: Sources
) -> tuple[ImportResult, Sources]:
    choices = dict(_pair(text) for text in arguments.terrain)
    if base is not None:
        if arguments.ruleset:
            raise UnusableError("With --map the ruleset of that map is used; leave --ruleset out.")
        tiled = read_tiled(path)
        conversion = tiled_conversion(path, base.ruleset, tiled)
        if not fits(conversion, base.map):
            grid = base.map.grid
            raise UnusableError(
                f"{path.name} has {conversion.tiled.width} x {conversion.tiled.height} hexes and "
                f"{base.map.title} {grid.columns} x {grid.rows}, or the hexes are laid out differently. "
                "Without --map it becomes a new map.")
        converted = _converted(path, conversion, choices, arguments.unknown)
        imported = merge_tiled(replace(base, scenario=None), converted)
        if moved := _counters_elsewhere(base, converted):
            imported = replace(imported, notes=(
                f"{path.name} has {count(moved, 'counter')} of the scenario in another hex; counters belong "
                "to the scenario, which stays unchanged.", *imported.notes))
        named = named_ruleset(tiled)
        if named and Path(named).stem != base.ruleset.name:
            imported = replace(imported, notes=(
                f"{path.name} names the ruleset {named[:80]}; it was read with the ruleset of the map, "
                f"{base.ruleset.name}.", *imported.notes))
        return imported, sources
    tiled = read_tiled(path)
    loaded, source = _ruleset(path, arguments.ruleset or "", tiled)
    assert loaded.ruleset is not None
    conversion = tiled_conversion(path, loaded.ruleset, tiled)
    converted = _converted(path, conversion, choices, arguments.unknown)
    map = replace(converted.map, ruleset=loaded.ruleset.name)
    if arguments.title:
        map = replace(map, title=arguments.title)
    if arguments.output:
        map = replace(map, name=document_name(Path(arguments.output).stem, "map"))
    made = ImportResult(
        Design(loaded.ruleset, map), problems=converted.problems, notes=(source, *converted.notes))
    return made, Sources(ruleset=loaded.sources.ruleset)


def _converted(path: Path, conversion: Conversion, choices: Mapping[str, str], usual: str) -> ConvertedMap:
    """The map of Tiled under the ruleset; raises `UnusableError` if tiles stand for no terrain and the user
    did not say what they mean."""
    unknown = conversion.unknown_tiles(choices)
    if unknown and not usual:
        rules = conversion.ruleset
        tiles = listed([f"{quoted(t.label)} ({count(t.count, 'hex')})" for t in unknown])
        example = shlex.quote(f"{unknown[0].label}=TERRAIN")
        raise UnusableError(
            f"{path.name} has tiles that stand for no terrain of the ruleset {rules.title}: {tiles}. Add "
            f"--terrain {example} for a tile, or --unknown TERRAIN for all that are left. "
            f"Terrain: {', '.join(rules.terrain_by_id)}.")
    return conversion.convert(choices, usual)


def _counters_elsewhere(base: Design, converted: ConvertedMap) -> int:
    """How many counters of the scenario have another hex in a map of Tiled."""
    if base.scenario is None:
        return 0
    after = merge_tiled(base, converted).design.scenario
    assert after is not None
    return sum(after.unit_by_key[u.key].hex != u.hex for u in base.scenario.units)


def _ruleset(path: Path, asked: str, tiled: TiledMap) -> tuple[LoadResult, str]:
    """The ruleset of a new map, and a sentence that says where it is named: in `--ruleset`, in the file, or
    nowhere, which gives the default."""
    why = "given with --ruleset"
    loaded = None
    if not asked:
        try:
            loaded = load_named_ruleset(path, tiled)
        except FileImportError as error:
            raise UnusableError(f"{error} Name another with --ruleset.") from error
        named = loaded is not None
        why = (f"named in {path.name}" if named
               else f"the default, as {path.name} names none; --ruleset selects another")
    loaded = loaded or load(asked or DEFAULT_RULESET, "ruleset")
    if loaded.ruleset is None:
        raise UnusableError("\n".join(str(p) for p in loaded.problems) or f"{asked} cannot be read.")
    return loaded, f"Ruleset: {loaded.ruleset.title} ({loaded.ruleset.name}), {why}."


def _pair(text: str) -> tuple[str, str]:
    label, equal, terrain = text.rpartition("=")
    if not equal or not terrain.strip():
        raise UnusableError(f'"{text}": write TILE=TERRAIN, for example lava=mountain.')
    return label.strip(), terrain.strip()


def _print_report(
    arguments: argparse.Namespace, imported: ImportResult | UnitImport, errors: list[str], notes: list[str],
    target: Path | None,
) -> None:
    """Print the problems of the file, the `errors` that the map would have, what changes, and the notes."""
    outputs: Outputs = arguments.outputs
    written = target is not None and outputs.has_written(target)
    grid = imported.design.map.grid
    if arguments.json:
        data: dict[str, Any] = {
            "file": arguments.file, "written": str(target) if written else None, "columns": grid.columns,
            "rows": grid.rows, "changes": [vars(c) for c in imported.changes],
            "problems": [*map(vars, imported.problems), *({"message": e} for e in errors)],
            "notes": notes, "files": outputs.names()}
        print_json(data)
        return
    problems = [*map(str, imported.problems), *errors]
    print(*problems[:_SHOWN], sep="\n", end="\n" if problems else "")
    if len(problems) > _SHOWN:
        print(f"… and {count(len(problems) - _SHOWN, 'more problem')}")
    if arguments.map:
        for change in imported.changes[:_SHOWN]:
            print(change)
        if len(imported.changes) > _SHOWN:
            print(f"… and {len(imported.changes) - _SHOWN:,} more changes")
        print(f"{len(imported.changes):,} changes" if len(imported.changes) != 1 else "1 change")
    else:
        print(f"A map of {count(grid.columns, 'column')} and {count(grid.rows, 'row')}.")
    print(*notes, sep="\n", end="\n" if notes else "")
    for line in outputs.new_lines(target):
        print(line)
    if not written and problems and not arguments.skip_wrong:
        print("Nothing was written. Correct the map in Tiled, or add --skip-wrong to leave out what the "
              "ruleset does not know." if is_tiled(Path(arguments.file)) else
              "Nothing was written. Correct the table, or add --skip-wrong to leave wrong cells as they are.")
