"""Write a set-up sheet, charts, a map picture or a table; the ending of OUT says which format."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ..drawing.style_file import PRINTED, find_style, remarks
from ..exchange.export import (
    CannotWrite,
    Content,
    ExportError,
    check_target,
    content_for,
    content_meant,
    export,
    format_of,
)
from ..model.background_file import files_in_use
from ..model.design import Design
from ..model.problems import Problem
from ..printing.paper import PAPERS
from .exits import GOOD, NotWritten, Unusable
from .loading import load_or_refuse
from .outputs import Outputs
from .picture_arguments import add_picture_arguments, picture_options, refuse_idle
from .report import count_words

_SHOWN = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a path or a bundled name")
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="for example sheet.pdf, map.png")
    parser.add_argument("--what", metavar="SHEET", help=(
        "which sheet or table (default: the one that the name of OUT is or ends in, as hexes.csv or "
        "my-map.pdf, else the usual one)"))
    parser.add_argument("--force", action="store_true", help="replace a file that is there already")
    parser.add_argument("--turn", type=int, choices=(0, 90, 180, 270), default=0, metavar="DEGREES",
                        help="show the map turned clockwise: 0, 90, 180 or 270")
    parser.add_argument("--paper", choices=PAPERS, help="paper of PDF files (default: A4); those larger than "
                        "Letter are for maps")
    add_picture_arguments(parser)


def perform(arguments: argparse.Namespace) -> int:
    loaded = load_or_refuse(arguments.file)
    if loaded.design is None:
        raise Unusable(f"{arguments.file} is a {loaded.kind}; a scenario or a map can be exported.")
    path = Path(arguments.output)
    outputs: Outputs = arguments.outputs
    options = picture_options(arguments)
    for remark in remarks(find_style(arguments.style or PRINTED), loaded.design.ruleset):
        print(remark, file=sys.stderr)
    try:
        content = (content_for(loaded.design, path, arguments.what) if arguments.what is not None
                   else content_meant(loaded.design, path))
        refuse_idle(arguments, content, path.suffix.lower())
        keep = files_in_use(loaded.sources, loaded.design.map.background)
        check_target(path, keep)
        outputs.note_read(*keep)
        outputs.claim(path)
        _tell_errors(arguments.file, loaded.problems)
        export(
            loaded.design,
            path,
            what=content.name,
            paper=arguments.paper or "A4",
            turn=arguments.turn // 90,
            options=options,
            keep=keep,
            warn=lambda text: print(f"Warning: {text}", file=sys.stderr),
        )
    except CannotWrite as error:
        raise NotWritten(str(error)) from error
    except ExportError as error:
        raise Unusable(str(error)) from error
    print(*outputs.tell(path, _what_it_is(loaded.design, path, content, arguments.what)), sep="\n")
    return GOOD


def _what_it_is(design: Design, path: Path, content: Content, asked: str | None) -> str:
    """Which of several contents a file holds, and how to get the others where nobody asked for this one; ""
    where its ending says it all."""
    contents = format_of(path).contents
    if len(contents) == 1:
        return ""
    others = [c.name for c in contents
              if c is not content and (design.scenario is not None or not c.needs_scenario)]
    hint = f"; --what {' or '.join(others)} for another" if others and asked is None else ""
    return f"{content.title}{hint}"


def _tell_errors(name: str, problems: Sequence[Problem]) -> None:
    """Say what is wrong with the files: it is written as far as it was understood."""
    errors = [p for p in problems if p.severity == "error"]
    if not errors:
        return
    for problem in errors[:_SHOWN]:
        print(problem, file=sys.stderr)
    if len(errors) > _SHOWN:
        print(f"… and {len(errors) - _SHOWN} more", file=sys.stderr)
    print(f"Warning: {name} has {count_words(errors)}; what was understood of it is written all the same.",
          file=sys.stderr)
