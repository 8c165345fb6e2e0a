"""Write the file in which the texts of a scenario, map or ruleset are translated."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from ..model.design import Design
from ..model.files.atomic import save
from ..model.files.load import LoadResult
from ..model.files.map_file import files_in_use
from ..model.files.resources import is_bundled
from ..model.files.translation_file import (
    TranslationError,
    by_place,
    read_translation,
    translation_path,
    translation_text,
)
from ..model.wording import count
from .exits import GOOD, UnusableError
from .loading import design_or_rules, load_or_refuse
from .outputs import Outputs
from .report import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a scenario, map or ruleset: a path or a bundled name")
    parser.add_argument("--language", required=True, metavar="CODE", help="the language: pl, ja, pt-BR …")
    parser.add_argument("-o", "--output", metavar="OUT", help=(
        "the translation to write (default: NAME.CODE.yaml beside FILE, which is where it is used)"))
    parser.add_argument("--whole", action="store_true", help=(
        "also the texts of the map and the ruleset of a scenario, and of the ruleset of a map"))
    parser.add_argument("--force", action="store_true", help=(
        "bring an existing file up to date; its translations and comments are kept in any case"))
    parser.add_argument("--json", action="store_true", help="report as JSON")
    parser.epilog = (
        "Each entry of the file has a text and, in `to`, its translation, at first an empty one. Run the "
        "command again with --force when the texts have changed: translations and comments are kept, and new "
        "texts come with an empty `to`.")


def perform(arguments: argparse.Namespace) -> int:
    loaded = load_or_refuse(arguments.file)
    outputs: Outputs = arguments.outputs
    bundled = is_bundled(loaded.path)
    usual = translation_path(loaded.path if bundled else Path(arguments.file), arguments.language)
    if bundled and not arguments.output:
        raise UnusableError(f"{arguments.file} comes with the program: name the file to write with -o, or "
                            "translate a copy (visegrad-editor new -o mine.yaml --from ...).")
    path = Path(arguments.output) if arguments.output else usual
    design = _design(loaded)
    outputs.note_read(*files_in_use(loaded.sources, design))
    known = path if path.is_file() else usual if usual.is_file() else None
    try:
        before = read_translation(known) if known is not None else None
    except TranslationError as error:
        raise UnusableError(str(error)) from None
    if before is not None and before.path == path:
        if not arguments.force:
            raise UnusableError(f"{path} exists already. Add --force to bring it up to date: what it has "
                                "translated is kept.")
        outputs.permit(path)
    outputs.claim(path)
    text = translation_text(design, loaded.sources, arguments.language, arguments.whole, before)
    save(text, path)
    written = read_translation(path)
    missing = {text: where for text, where in written.where.items() if text not in written.texts}
    if arguments.json:
        print_json({"file": arguments.file, "language": arguments.language, "texts": len(written.lines),
                    "translated": len(written.texts), "outdated": len(written.outdated),
                    "missing": dict(Counter(missing.values())), "files": outputs.names()})
        return GOOD
    print(*outputs.new_lines(path), sep="\n")
    places = f": {by_place(missing)}" if missing else ""
    print(f"{count(len(written.lines), 'text')}, {len(missing)} of them to be translated{places}.")
    if written.outdated:
        print(f"{count(len(written.outdated), 'translation')} outdated: the text has changed since. They are "
              "used, and marked with `was`.")
    if path.absolute() != usual.absolute():
        print(f"It is used when it stands at {usual}.")
    return GOOD


def _design(loaded: LoadResult) -> Design:
    """The design of a file; that of a ruleset has an empty map without texts."""
    design = design_or_rules(loaded)
    assert design is not None
    return design
