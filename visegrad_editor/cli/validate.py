"""Check rulesets, maps and scenarios: their files, and what the rules require of them."""

from __future__ import annotations

import argparse
from typing import Any

from ..model.changed_base import changed_base
from ..model.files.load import LoadResult, load
from ..model.files.versions import PREFIX, base_design, git_version
from ..model.lint import lint_map
from ..model.problems import Problem, has_errors
from .exits import FOUND_PROBLEMS, GOOD, UNUSABLE, UnusableError
from .loading import all_problems
from .report import count_words, print_json, print_problems


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a path or a bundled name")
    parser.add_argument("--lint", action="store_true",
                        help="also list probable slips on a map, as the notes in the window do: gaps in "
                             "rivers, roads to nowhere, cities without a name")
    parser.add_argument("--since", metavar="REVISION", default="",
                        help="also tell what changed in the base of a variant since a version in git, such "
                             "as HEAD~3, where the variant has values of its own")
    parser.add_argument("--json", action="store_true", help="report as JSON")


def _since(loaded: LoadResult, revision: str) -> tuple[Problem, ...]:
    """What changed in the base since a version in git, where the variant has values of its own."""
    if loaded.design is None:
        return ()
    now = base_design(loaded.design, loaded.sources)
    with git_version(f"{PREFIX}{revision}", loaded.path) as earlier:
        if earlier.design is None:
            raise UnusableError(f"{loaded.path.name} of {revision} cannot be read.")
        before = base_design(earlier.design, earlier.sources)
    return changed_base(loaded.design, before, now).problems(loaded.design, loaded.sources)


def perform(arguments: argparse.Namespace) -> int:
    code = GOOD
    reports: list[dict[str, Any]] = []
    for name in arguments.files:
        loaded = load(name)
        problems = all_problems(loaded) if loaded.usable else loaded.problems
        if arguments.since:
            problems = (*problems, *_since(loaded, arguments.since))
        noted: tuple[Problem, ...] = ()
        if loaded.design is not None and (arguments.lint or not arguments.json):
            noted = tuple(lint_map(loaded.design, loaded.sources))
        problems = (*problems, *noted) if arguments.lint else problems
        good = loaded.usable and not has_errors(problems)
        code = max(code, GOOD if good else FOUND_PROBLEMS if loaded.usable else UNUSABLE)
        if arguments.json:
            listed = [p.as_dict() for p in problems]
            reports.append({"file": name, "kind": loaded.kind, "good": good, "problems": listed})
            continue
        print_problems(problems)
        verdict = "good" if good else "not good" if loaded.usable else "unusable"
        more = "" if arguments.lint or not noted else f"; {count_words(noted)}, see --lint"
        print(f"{name}: {loaded.kind or 'file'} is {verdict} ({count_words(problems)}{more})")
    if arguments.json:
        print_json({"good": code == GOOD, "files": reports})
    return code
