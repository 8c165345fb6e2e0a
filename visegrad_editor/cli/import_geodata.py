"""Make a map from geographic data, or update one.

CONFIG names the grid, the data with source and licence, and the rules that give hexes their values. Changes
made on the map by hand are kept; --reset restores the values of the data.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..geodata.bundled_configs import bundled_configs
from ..model.files.atomic import same_file
from ..model.files.computed_record import is_record, record_path
from .exits import FOUND_PROBLEMS, GOOD, UnusableError
from .outputs import Outputs, check_is_yaml
from .report import print_json, print_problems

if TYPE_CHECKING:
    from ..geodata.import_map import MapImportResult


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config", metavar="CONFIG", help=f"a path or a bundled name: {', '.join(bundled_configs())}. "
        "The bundled ones need --data, because the public data they name is not shipped")
    parser.add_argument("-o", "--output", metavar="MAP", help=(
        "the map file, updated if it exists (default: NAME-map.yaml in the current folder); the record "
        "of the values from the data is written beside it"))
    parser.add_argument(
        "--data", metavar="DIR", help="a folder with data files, searched before the folder of CONFIG")
    parser.add_argument("--reset", metavar="HEXES", help=(
        "discard changes made by hand in these hexes: hex numbers separated by commas, or all"))
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")
    parser.add_argument("--json", action="store_true", help="report as JSON, with all changes")


def perform(arguments: argparse.Namespace) -> int:
    # Loading the geometry library takes a tenth of a second; the other commands do not need it.
    from ..geodata.config import find_config
    from ..geodata.import_map import import_map
    from ..geodata.merge import AlignmentError

    config = find_config(arguments.config)
    if not config.is_file():
        raise UnusableError(f"There is no file {arguments.config}.")
    output = Path(arguments.output) if arguments.output else Path(f"{config.stem}-map.yaml")
    check_is_yaml(output, "my-map")
    if is_record(output):
        raise UnusableError(
            f"{output.name} is the name of a map's record, which tells what was changed by hand; name the "
            "map with -o.")
    if same_file(output, config):
        raise UnusableError(f"{output} is the CONFIG of the map; name another file with -o.")
    folder = Path(arguments.data) if arguments.data else None
    if folder is not None and not folder.is_dir():
        raise UnusableError(f"{folder} is not a folder.")
    reset = arguments.reset
    wanted = None if reset == "all" else tuple(w for w in (reset or "").replace(",", " ").split())
    outputs: Outputs = arguments.outputs
    outputs.note_read(config)
    if not arguments.dry_run:
        _claim(outputs, output)
    try:
        done = import_map(config, output, folder, reset=wanted, write=not arguments.dry_run)
    except AlignmentError as error:
        raise UnusableError(f"{error} Or name another file with -o to make a new map.") from error
    except OSError as error:
        raise UnusableError(str(error)) from error
    if arguments.json:
        print_json({**_data(done, output, arguments.dry_run), "files": outputs.names()})
    else:
        _print_report(done, output, outputs, arguments.dry_run)
    return FOUND_PROBLEMS if any(p.severity == "error" for p in done.problems) else GOOD


def _claim(outputs: Outputs, output: Path) -> None:
    """Allow an existing map to be updated, and its record with it; a record without its map belongs to some
    other map and is kept."""
    record = record_path(output)
    if os.path.exists(output):  # Not `Path.exists`, which raises for a folder that may not be entered.
        outputs.permit(output)
        outputs.permit(record)
    outputs.claim(output)
    outputs.check(record)


def _data(done: MapImportResult, output: Path, dry: bool) -> dict[str, Any]:
    computed = done.computed
    number = computed.map.grid.number
    good, count = computed.banks
    return {
        "path": str(output), "record": str(record_path(output)), "written": not dry, "new": done.is_new,
        "hexes": len(computed.map.grid),
        "residuals": [
            {"name": r.known.name, "hex": number(r.known.hex), "found": number(r.actual) if r.actual else "",
             "km": round(r.km, 2), "hexes": round(r.hexes, 3)} for r in computed.residuals],
        "banks": {"right": good, "towns": count},
        "wrong_banks": [{"town": t, "river": r, "hex": number(h)} for t, r, h in computed.wrong_banks],
        "told_banks": [
            {"town": b.town, "river": b.river, "told": b.stated, "found": b.actual, "right": b.right}
            for b in computed.stated_banks],
        "road_towns": [{**vars(t), "hex": number(t.hex)} for t in computed.road_towns],
        "counts": computed.counts,
        "changed": [vars(c) for c in done.merged.changed],
        "reset": [vars(c) for c in done.merged.reset],
        "kept": [vars(c) for c in done.merged.kept],
        "seconds": computed.seconds,
        "problems": [str(p) for p in done.problems],
        "notes": list(done.notes),
    }


def _print_report(done: MapImportResult, output: Path, outputs: Outputs, dry: bool) -> None:
    from ..geodata.report import SHOWN, report

    for line in report(done):
        print(line)
    if len(done.merged.changed) > SHOWN or len(done.merged.kept) > SHOWN:
        print("--json lists all changes.")
    print_problems(done.problems, each=True)
    if dry:
        print("Nothing was written.")
    else:
        unchanged = (
            [] if outputs.has_written(output) else [f"{output} would not change, so it was not written."])
        print(*done.notes, *unchanged, *outputs.new_lines(output), sep="\n")
