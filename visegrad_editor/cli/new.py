"""Start a scenario of your own, or a map.

A scenario is a file that says what differs from an existing one, or with --on a new one on a map of
yours; a map is empty, of a size or for a sheet of paper, or begins with another map.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..model.atomic import SaveError
from ..model.counted import count
from ..model.load import may_exist
from ..model.naming import document_name
from ..model.variant import write_variant
from .exits import GOOD, Unusable
from .loading import load_or_refuse
from .new_map import add_map_arguments, make_map, wants_map
from .new_on_map import add_on_map_arguments, make_on_map, wants_on_map
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
    if may_exist(path) and not arguments.force:
        raise Unusable(f"{path} exists already. Choose another name, or add --force to replace it.")
    title = arguments.title or path.stem.replace("-", " ").replace("_", " ").strip().capitalize()
    if map_wanted:
        data, notes = make_map(arguments, path, title)
        size = (f"{count(data['columns'], 'column')}, {count(data['rows'], 'row')}, "
                f"{count(data['hexes'], 'hex')}")
        paper = "; {} x {} mm".format(*data["millimetres"]) if "millimetres" in data else ""
        corners = data["corners"]
        said = [f"Written: {path} (a map of {size}{paper})",
                f"Its corners are {', '.join(corners.values())}."]
    elif on_map:
        data, notes = make_on_map(arguments, path, title)
        said = [f"Written: {path} (a scenario on {data['map']}, {count(data['units'], 'unit')})"]
    else:
        data, notes = _make_scenario(arguments, path, title)
        said = [f"Written: {path} (a variant of {data['extends']})"]
    if arguments.json:
        print_json(data)
        return GOOD
    print(*said, *notes, f"Open it with: visegrad-editor {path}", sep="\n")
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
    name = document_name(path.stem)
    try:
        notes = write_variant(loaded.design, loaded.sources, path, name, title)
    except SaveError as error:
        raise Unusable(str(error)) from error
    data = {"path": str(path), "kind": "scenario", "title": title, "extends": base, "notes": list(notes)}
    return data, notes
