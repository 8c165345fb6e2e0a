"""List what cards are checked for: each check with its rule and what it says."""

from __future__ import annotations

import argparse
from pathlib import Path
from textwrap import fill

from ..desk.checks import LoadedChecks, catalogue, load_checks
from ..model.problems import has_errors
from .exits import FOUND_PROBLEMS, GOOD
from .report import print_json, print_problems

_WIDTH = 110


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help=(
        "files of checks of your own, which are checked and listed instead"))
    parser.add_argument("--json", action="store_true", help="the list as JSON")


def perform(arguments: argparse.Namespace) -> int:
    own = [load_checks(Path(file)) for file in arguments.files]
    loaded = own or [LoadedChecks(catalogue())]
    problems = [p for one in loaded for p in one.problems]
    checks = [c.check for one in loaded for c in one.checks]
    code = FOUND_PROBLEMS if has_errors(problems) else GOOD
    if arguments.json:
        print_json({"good": code == GOOD, "problems": [p.as_dict() for p in problems], "checks": [
            {"id": c.id, "severity": c.severity, "rule": c.rule, "about": c.about, "each": c.each,
             "if": c.concerns, "when": c.when, "by": list(c.by), "says": c.says,
             "has_fix": c.fix is not None} for c in checks]})
        return code
    print_problems(problems)
    for check in checks:
        print(f"{check.id}  {check.severity}  [{check.rule}]")
        for text in (check.about, check.says):
            if text:
                print(fill(text, _WIDTH, initial_indent="    ", subsequent_indent="    "))
    return code
