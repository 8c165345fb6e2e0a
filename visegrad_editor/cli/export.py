"""Write a set-up sheet, charts, a map picture or a table; the ending of OUT says which format."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..exchange.export import ExportError, export
from .exits import GOOD, Unusable
from .loading import load_or_refuse
from .picture_arguments import add_picture_arguments, picture_options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a path or a bundled name")
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="for example sheet.pdf, map.png")
    parser.add_argument("--what", metavar="SHEET", help="which sheet or table; by default the usual one")
    parser.add_argument("--turn", type=int, choices=(0, 90, 180, 270), default=0, metavar="DEGREES",
                        help="show the map turned clockwise: 0, 90, 180 or 270")
    parser.add_argument("--paper", choices=("A4", "Letter"), default="A4", help="paper of PDF files")
    add_picture_arguments(parser)


def perform(arguments: argparse.Namespace) -> int:
    loaded = load_or_refuse(arguments.file)
    if loaded.design is None:
        raise Unusable(f"{arguments.file} is a {loaded.kind}; a scenario or a map can be exported.")
    try:
        written = export(
            loaded.design,
            Path(arguments.output),
            what=arguments.what,
            paper=arguments.paper,
            turn=arguments.turn // 90,
            options=picture_options(arguments),
            warn=lambda text: print(f"Warning: {text}", file=sys.stderr),
        )
    except ExportError as error:
        raise Unusable(str(error)) from error
    print(f"Written: {written}")
    return GOOD
