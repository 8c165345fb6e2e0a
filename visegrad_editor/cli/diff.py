"""List in words what turns one scenario, map or ruleset into another."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path

from ..model.design import Design
from ..model.differences import KINDS, DesignChange, grouped, listed_changes
from ..model.files.load import LoadResult
from ..model.files.sources import Kind
from ..model.files.versions import base_design, git_version, is_git_word
from ..model.problems import Problem
from ..model.wording import count
from .exits import FOUND_PROBLEMS, GOOD, UnusableError
from .loading import design_or_rules, load_or_refuse, refuse_unusable
from .report import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "before", metavar="A", help="a path, a bundled name, or a version in git: HEAD:my-war.yaml")
    parser.add_argument(
        "after", metavar="B", nargs="?",
        help="the same; git:HEAD is the other file in that version, also as A. The report says what turns A "
             "into B")
    parser.add_argument("--base", action="store_true",
                        help="what turns the base of A, which its `extends` names, into A")
    parser.add_argument("--json", action="store_true", help="report as JSON")
    parser.epilog = ("Exit codes: 0 nothing differs, 1 something differs or errors keep parts from being "
                     "compared, 2 one of them cannot be read.")


def perform(arguments: argparse.Namespace) -> int:
    if arguments.base == (arguments.after is not None):
        raise UnusableError("Name two files, or one with --base: diff A B, diff A --base.")
    with ExitStack() as stack:
        # git:HEAD beside a file is that file in that version, whichever comes first.
        other = Path(arguments.after or "")
        first = _loaded(arguments.before, stack, other if other.is_file() else None)
        if arguments.base:
            after, documents = _design(first)
            before = base_design(after, first.sources)
            names = [f"the base of {arguments.before}", arguments.before]
            errors = first.not_understood
        else:
            same_as = None if is_git_word(arguments.before) else first.path
            second = _loaded(arguments.after, stack, same_as)
            if first.kind != second.kind:
                raise UnusableError(f"{arguments.before} is a {first.kind}, and {arguments.after} is a "
                                    f"{second.kind}. Only files of one kind can be compared.")
            (before, documents), (after, _) = _design(first), _design(second)
            names = [arguments.before, arguments.after]
            errors = tuple(dict.fromkeys((*first.not_understood, *second.not_understood)))
        # That a variant has another name and title than its base says nothing.
        changes = listed_changes(before, after, documents, arguments.base)
    if arguments.json:
        print_json({"before": names[0], "after": names[1], "equal": not (changes or errors),
                    "differences": [c.as_dict(before, after) for c in changes],
                    "errors": [p.as_dict() for p in errors]})
    else:
        _print(changes, names[0], names[1], errors)
    return FOUND_PROBLEMS if changes or errors else GOOD


def _loaded(word: str, stack: ExitStack, same_as: Path | None) -> LoadResult:
    if is_git_word(word):
        return refuse_unusable(word, stack.enter_context(git_version(word, same_as)))
    return load_or_refuse(word)


def _design(loaded: LoadResult) -> tuple[Design, tuple[Kind, ...]]:
    """The design of a file, and the documents of it that are compared."""
    design = design_or_rules(loaded)
    assert design is not None
    return design, KINDS if loaded.design is not None else ("ruleset",)


def _print(
    changes: tuple[DesignChange, ...], before: str, after: str, errors: tuple[Problem, ...],
) -> None:
    if changes:
        print(f"From {before} to {after}:")
    elif errors:
        print(f"Nothing that could be read differs between {before} and {after}.")
    else:
        print(f"Nothing differs between {before} and {after}.")
    for heading, several in grouped(changes).items():
        print(heading)
        for change in several:
            print(f"  {_SIGNS[change.kind]} {change.text}")

    if errors:
        print(f"Not compared, because of {count(len(errors), 'error')}:")
        for problem in errors:
            print(f"  {problem}")


_SIGNS = {"added": "+", "removed": "-", "changed": "~", "moved": ">"}
