"""Count what is on a map: terrain, rivers, roads, places, units."""

from __future__ import annotations

import argparse
from typing import Any

from ..model.statistics import Section, statistics
from .exits import GOOD, UnusableError
from .loading import load_or_refuse
from .report import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a map or a scenario: a path or a bundled name")
    parser.add_argument("--json", action="store_true", help="report as JSON")


def perform(arguments: argparse.Namespace) -> int:
    loaded = load_or_refuse(arguments.file)
    if loaded.design is None:
        raise UnusableError(f"{arguments.file} is a ruleset; a map or a scenario is needed here.")
    sections = statistics(loaded.design)
    if arguments.json:
        print_json({"file": arguments.file, "sections": [_as_data(s) for s in sections]})
        return GOOD
    for section in sections:
        print(f"{section.title} ({section.unit})")
        for count in section.counts:
            share = "" if count.share is None else f"  {count.share:5.1%}"
            print(f"  {count.what:<28}{count.number:>7}{share}")
    return GOOD


def _as_data(section: Section) -> dict[str, Any]:
    counts = [{"what": c.what, "number": c.number} | ({} if c.share is None else {"share": round(c.share, 4)})
              for c in section.counts]
    return {"title": section.title, "unit": section.unit, "counts": counts}
