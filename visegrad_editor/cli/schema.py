"""Print the JSON schema of a kind of file, or write the schemas into a folder.

New files begin with a line that names their schema, so that a text editor with schema support shows the keys
and their meaning while you type. It looks for the schema in the folder of the file: -o writes it there.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from ..model.files.atomic import save_bytes
from ..model.files.bytes import holds
from ..model.files.schema import schema_file, schema_kinds
from ..model.wording import did_you_mean, quoted
from .exits import GOOD, NotWrittenError, UnusableError
from .outputs import Outputs
from .report import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "kind", metavar="KIND", nargs="?",
        help=f"{', '.join(schema_kinds())}; without it, the paths of all schemas are listed")
    parser.add_argument("--path", action="store_true", help="print the path of the schema, not its content")
    parser.add_argument(
        "-o", "--output", metavar="FOLDER", help="write the schema, or all of them, into this folder")
    parser.add_argument("--force", action="store_true", help="replace existing files")
    parser.add_argument("--json", action="store_true", help="report as JSON")


def perform(arguments: argparse.Namespace) -> int:
    kinds = (arguments.kind,) if arguments.kind else schema_kinds()
    if kinds[0] not in schema_kinds():
        raise UnusableError(f"There is no kind of file {quoted(kinds[0])}."
                            f"{did_you_mean(kinds[0], schema_kinds(), 'Kinds are')}")
    outputs: Outputs = arguments.outputs
    files = {kind: schema_file(kind) for kind in kinds}
    if arguments.output is not None:
        files = _copied(files, Path(arguments.output), outputs)
    if arguments.json:
        print_json({"schemas": {kind: str(file) for kind, file in files.items()}, "files": outputs.names()})
    elif arguments.output is not None:
        there = [f"Already there: {file}" for file in files.values() if not outputs.has_written(file)]
        print(*outputs.new_lines(), *there, sep="\n")
    elif arguments.kind and not arguments.path:
        print(files[arguments.kind].read_text(encoding="utf-8"), end="")
    elif arguments.kind:
        print(files[arguments.kind])
    else:
        width = max(map(len, files))
        print(*(f"{kind:<{width}}  {file}" for kind, file in files.items()), sep="\n")
    return GOOD


def _copied(files: Mapping[str, Path], folder: Path, outputs: Outputs) -> dict[str, Path]:
    """Write the schemas into a folder, all or none, except those already there; return their paths."""
    if not folder.is_dir():
        raise NotWrittenError(
            f"There is no folder {folder} for the schemas; create it or name another.")
    outputs.note_read(*files.values())
    targets = {kind: folder / file.name for kind, file in files.items()}
    texts = {kind: file.read_bytes() for kind, file in files.items()}
    new = [kind for kind, target in targets.items() if not holds(target, texts[kind])]
    for kind in new:
        outputs.check(targets[kind])
    for kind in new:
        save_bytes(texts[kind], targets[kind], backup=False)
    return targets
