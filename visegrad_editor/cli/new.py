"""Start a scenario of your own: a file that says what differs from an existing one."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..model.atomic import SaveError
from ..model.load import may_exist
from ..model.naming import document_name
from ..model.variant import write_variant
from .exits import GOOD, Unusable
from .loading import load_or_refuse

DEFAULT_BASE = "historical"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="the new file, for example my-war.yaml")
    parser.add_argument(
        "--from", dest="base", default=DEFAULT_BASE, metavar="SCENARIO",
        help="the scenario to start from, a path or a bundled name (default: %(default)s)")
    parser.add_argument("--title", help="the title of the new scenario")
    parser.add_argument("--force", action="store_true", help="replace a file that is there already")


def perform(arguments: argparse.Namespace) -> int:
    path = Path(arguments.output)
    if path.suffix not in (".yaml", ".yml"):
        raise Unusable(f"{path.name} should end in .yaml, for example {path.stem or 'my-war'}.yaml.")
    if may_exist(path) and not arguments.force:
        raise Unusable(f"{path} exists already. Choose another name, or add --force to replace it.")
    loaded = load_or_refuse(arguments.base)
    if loaded.design is None or loaded.design.scenario is None:
        raise Unusable(f"{arguments.base} is a {loaded.kind}; --from takes a scenario.")
    title = arguments.title or path.stem.replace("-", " ").replace("_", " ").strip().capitalize()
    try:
        notes = write_variant(loaded.design, loaded.sources, path, document_name(path.stem), title)
    except SaveError as error:
        raise Unusable(str(error)) from error
    print(f"Written: {path} (a variant of {arguments.base})")
    for note in notes:
        print(note)
    print(f"Open it with: visegrad-editor {path}")
    return GOOD
