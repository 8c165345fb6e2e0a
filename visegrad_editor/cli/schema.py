"""Print the JSON schema of a kind of file, or put the schemas beside files of yours.

New files begin with a line that names their schema, so that an editor that knows JSON schemas shows the keys
and their meaning while you type. It looks for the schema beside the file: -o puts it there.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ..model.atomic import SaveError, save
from ..model.schema import schema_file, schema_kinds
from ..model.wording import did_you_mean, quoted
from .exits import GOOD, Unusable
from .report import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "kind", metavar="KIND", nargs="?",
        help=f"{', '.join(schema_kinds())}; without it, where the schemas lie is listed")
    parser.add_argument("--path", action="store_true", help="print where the schema lies, not what it says")
    parser.add_argument(
        "-o", "--output", metavar="FOLDER", help="write the schema, or all of them, into this folder")
    parser.add_argument("--json", action="store_true", help="report as JSON: kind to path")


def perform(arguments: argparse.Namespace) -> int:
    kinds = (arguments.kind,) if arguments.kind else schema_kinds()
    if kinds[0] not in schema_kinds():
        raise Unusable(f"There is no kind of file {quoted(kinds[0])}."
                       f"{did_you_mean(kinds[0], schema_kinds(), 'Kinds are')}")
    files = {kind: schema_file(kind) for kind in kinds}
    if arguments.output is not None:
        files = {kind: _copy(file, Path(arguments.output)) for kind, file in files.items()}
    if arguments.json:
        print_json({kind: str(file) for kind, file in files.items()})
    elif arguments.output is not None:
        print(*(f"Written: {file}" for file in files.values()), sep="\n")
    elif arguments.kind and not arguments.path:
        print(files[arguments.kind].read_text(encoding="utf-8"), end="")
    elif arguments.kind:
        print(files[arguments.kind])
    else:
        width = max(map(len, files))
        print(*(f"{kind:<{width}}  {file}" for kind, file in files.items()), sep="\n")
    return GOOD


def _copy(file: Path, folder: Path) -> Path:
    """The schema written into a folder, which must be there."""
    if not folder.is_dir():
        raise Unusable(f"There is no folder {folder} to write the schemas into.")
    target = folder / file.name
    try:
        save(file.read_text(encoding="utf-8"), target, backup=False)
    except SaveError as error:
        raise Unusable(str(error)) from error
    return target
