"""List the bundled rulesets, maps, scenarios and cards, which commands accept by name."""

from __future__ import annotations

import argparse

from ..desk.card_names import bundled_cards, bundled_secret_files
from ..model.files.catalogue import bundled
from ..model.wording import fully_listed
from .exits import GOOD
from .report import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="report as JSON")


def perform(arguments: argparse.Namespace) -> int:
    entries = (*bundled(), *bundled_cards())
    if arguments.json:
        print_json([
            {"kind": e.kind, "name": e.name, "title": e.title, "summary": e.summary, "path": str(e.path)}
            | ({"secret": list(map(str, bundled_secret_files(e)))} if e.kind == "card" else {})
            for e in entries])
        return GOOD
    width = max(len(e.name) for e in entries)
    for kind in ("scenario", "map", "ruleset", "card"):
        print(f"{kind}s")
        for entry in entries:
            if entry.kind == kind:
                tail = f": {entry.summary}" if entry.summary else ""
                files = [path.name for path in bundled_secret_files(entry)] if kind == "card" else []
                beside = f"; secret files: {fully_listed(files)}" if files else ""
                print(f"  {entry.name:<{width}}  {entry.title}{tail}{beside}")
    return GOOD
