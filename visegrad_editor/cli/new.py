"""Start a scenario of your own, or a map.

A scenario is a file that says what differs from an existing one, or with --on a new one on a map of
yours; a map is empty, of a size or for a sheet of paper, or begins with another map.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..model.atomic import DiskError, SaveError
from ..model.counted import count
from ..model.naming import document_name
from ..model.variant import write_variant
from .exits import GOOD, Problems, Unusable
from .loading import load_or_refuse
from .new_map import add_map_arguments, make_map, wants_map
from .new_on_map import add_on_map_arguments, make_on_map, wants_on_map
from .outputs import Outputs
from .report import print_json

DEFAULT_BASE = "historical"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="the new file, for example my-war.yaml")
    parser.add_argument(
        "--from", dest="base", metavar="NAME",
        help=f"what to start from, a path or a bundled name (a scenario: default {DEFAULT_BASE})")
    parser.add_argument("--title", help="the title of the new scenario or map")
    parser.add_argument("--force", action="store_true", help="replace a file that is there already")
    parser.add_argument("--json", action="store_true", help="report as JSON")
    add_on_map_arguments(parser)
    add_map_arguments(parser)


def perform(arguments: argparse.Namespace) -> int:
    path = Path(arguments.output)
    if path.suffix not in (".yaml", ".yml"):
        raise Unusable(f"{path.name} should end in .yaml, for example {path.stem or 'my-war'}.yaml.")
    map_wanted = wants_map(arguments)
    on_map = wants_on_map(arguments)
    outputs: Outputs = arguments.outputs
    outputs.claim(path)
    title = arguments.title or path.stem.replace("-", " ").replace("_", " ").strip().capitalize()
    if map_wanted:
        data, notes = make_map(arguments, path, title)
        size = (f"{count(data['columns'], 'column')}, {count(data['rows'], 'row')}, "
                f"{count(data['hexes'], 'hex')}")
        paper = "; {} x {} mm".format(*data["millimetres"]) if "millimetres" in data else ""
        corners = data["corners"]
        remark, said = f"a map of {size}{paper}", [f"Its corners are {', '.join(corners.values())}."]
    elif on_map:
        data, notes = make_on_map(arguments, path, title)
        remark, said = f"a scenario on {data['map']}, {count(data['units'], 'unit')}", []
    else:
        data, notes = _make_scenario(arguments, path, title)
        remark = f"a {'variant' if data['extends'] else 'whole copy'} of {data['base']}"
        said = [] if data["extends"] else [
            f"{data['base']} is not in the folder of {path.name} or below it, so it cannot be referred to."]
    if arguments.json:
        print_json({**data, "files": outputs.names()})
        return GOOD
    print(*outputs.tell(path, remark), *said, *notes, f"Open it with: visegrad-editor {path}", sep="\n")
    return GOOD


def _make_scenario(
    arguments: argparse.Namespace, path: Path, title: str
) -> tuple[dict[str, Any], tuple[str, ...]]:
    base = arguments.base or DEFAULT_BASE
    loaded = load_or_refuse(base)
    if loaded.design is None or loaded.design.scenario is None:
        raise Unusable(
            f"{base} is a {loaded.kind}; --from takes a scenario. Write --on {base} to begin a scenario on a "
            "map, or add --map to begin a map with one.")
    arguments.outputs.check(path)
    name = document_name(path.stem)
    try:
        extends, notes = write_variant(loaded.design, loaded.sources, path, name, title)
    except DiskError:
        raise
    except SaveError as error:
        # What is wrong with the base says more than that it cannot be written.
        errors = [str(p) for p in loaded.problems if p.severity == "error"]
        if errors:
            raise Problems("\n".join([f"{base} has errors, and no scenario can be begun with it:", *errors])
                           ) from error
        raise
    data = {"path": str(path), "kind": "scenario", "title": title, "base": base, "extends": extends,
            "notes": list(notes)}
    return data, notes
