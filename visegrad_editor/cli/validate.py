"""Check rulesets, maps, scenarios and cards: their files, and what the rules require of them.

With --fix the harmless problems are fixed, or what it names; a file is written only if -o names one.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from ..desk.card_names import card_path
from ..model.check import lint_scenario
from ..model.files.atomic import same_file, save
from ..model.files.catalogue import find_bundled
from ..model.files.head import kind_of
from ..model.files.load import LoadResult, load
from ..model.files.text_fixes import fixed_text, text_fixes_of
from ..model.lint import lint_map
from ..model.problem_groups import grouped
from ..model.problems import Fix, Identity, Problem, TextFix, has_errors, identity
from ..model.wording import count, did_you_mean, quoted
from .exits import FOUND_PROBLEMS, GOOD, UNUSABLE, UnusableError
from .loading import all_problems, design_or_rules, refuse_unusable
from .outputs import Outputs, check_is_yaml
from .report import count_words, print_json, print_problems

_CODE = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""How the code of a problem is written."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="a path or a bundled name")
    parser.add_argument("--lint", action="store_true",
                        help="also list probable slips on a map, as the notes in the window do: gaps in "
                             "rivers, roads to nowhere, cities without a name")
    parser.add_argument("--each", action="store_true",
                        help="a line for each problem, also where there are several of one kind")
    parser.add_argument(
        "--fix", nargs="?", const="harmless", metavar="WHICH",
        help="fix all problems whose fix changes nothing in how the scenario is played, and say what was "
             "done, what is left and the number of each fix that is possible; or only WHICH: a number, or "
             "the code of problems, such as after-the-end, each of which is fixed by its first fix; without "
             "-o nothing is written")
    parser.add_argument("-o", "--output", metavar="NEW", help="with --fix: the file to write, of one FILE")
    parser.add_argument("--force", action="store_true", help=(
        "replace an existing file; with --fix also FILE itself, whose old content is kept as FILE~"))
    parser.add_argument("--since", metavar="REVISION", default="",
                        help="also tell what changed in the base of a variant since a version in git, such "
                             "as HEAD~3, where the variant has values of its own")
    parser.add_argument("--checks", action="append", default=[], metavar="FILE", help=(
        "check cards for what FILE says too, a file of checks of your own"))
    parser.add_argument("--json", action="store_true", help="report as JSON")


def _since(loaded: LoadResult, revision: str) -> tuple[Problem, ...]:
    """What changed in the base since a version in git, where the variant has values of its own."""
    from ..model.changed_base import changed_base
    from ..model.files.versions import PREFIX, base_design, git_version

    design = design_or_rules(loaded)
    if design is None:
        return ()
    now = base_design(design, loaded.sources)
    with git_version(f"{PREFIX}{revision}", loaded.path) as earlier:
        then = design_or_rules(earlier)
        if then is None:
            raise UnusableError(f"{loaded.path.name} of {revision} cannot be read.")
        before = base_design(then, earlier.sources)
    return changed_base(design, before, now).problems(design, loaded.sources)


def perform(arguments: argparse.Namespace) -> int:
    if arguments.output and not arguments.fix:
        raise UnusableError("-o is for --fix: without it there is nothing to write.")
    _tell_files_apart(arguments)
    if arguments.fix:
        return _fix(arguments)
    code = GOOD
    reports: list[dict[str, Any]] = []
    for name in arguments.files:
        if card_path(name) is not None or kind_of(Path(name)) == "secret":
            from .validate_card import report_on

            report, worst = report_on(name, arguments)
            code = max(code, worst)
            reports.append(report)
            continue
        if arguments.checks:
            raise UnusableError(f"{name} is no card; --checks is for cards only.")
        loaded = load(name)
        problems = all_problems(loaded) if loaded.usable else loaded.problems
        if arguments.since:
            problems = (*problems, *_since(loaded, arguments.since))
        noted: tuple[Problem, ...] = ()
        if loaded.design is not None and (arguments.lint or not arguments.json):
            noted = (*lint_map(loaded.design, loaded.sources),
                     *lint_scenario(loaded.design, loaded.sources))
        problems = (*problems, *noted) if arguments.lint else problems
        good = loaded.usable and not has_errors(problems)
        code = max(code, GOOD if good else FOUND_PROBLEMS if loaded.usable else UNUSABLE)
        if arguments.json:
            listed = [p.as_dict() for p in problems]
            reports.append({"file": name, "kind": loaded.kind, "good": good, "problems": listed})
            continue
        print_problems(problems, arguments.each)
        verdict = "good" if good else "not good" if loaded.usable else "unusable"
        more = "" if arguments.lint or not noted else f"; {count_words(noted)}, see --lint"
        if not arguments.each and any(group.is_several for group in grouped(problems)):
            more += "; --each shows each"
        print(f"{name}: {loaded.kind or 'file'} is {verdict} ({count_words(problems)}{more})")
    if arguments.json:
        print_json({"good": code == GOOD, "files": reports})
    return code


def _tell_files_apart(arguments: argparse.Namespace) -> None:
    """What follows --fix is a file, too, unless it is the number of a fix or, before a file, a code."""
    word = arguments.fix or ""
    if word != "harmless" and word and not word.isdecimal() and (
            not arguments.files or not _CODE.fullmatch(word) or Path(word).exists() or find_bundled(word)):
        arguments.files.insert(0, word)
        arguments.fix = "harmless"
    if not arguments.files:
        raise UnusableError("Name a FILE to check: a path or a bundled name.")


def _fix(arguments: argparse.Namespace) -> int:
    """Fix what is harmless in each file, or what --fix names, and write the one that -o asks for."""
    outputs, path = arguments.outputs, Path(arguments.output) if arguments.output else None
    assert isinstance(outputs, Outputs)
    if path is not None:
        if len(arguments.files) != 1:
            raise UnusableError("-o names one file, so --fix needs one FILE with it.")
        check_is_yaml(path, "fixed")
        if same_file(path, Path(arguments.files[0])):
            if not outputs.replace:
                raise UnusableError(
                    f"{path} is the file that is checked. Choose another name, or add --force to change it.")
            outputs.permit(path)
        outputs.claim(path)
    code, reports = GOOD, list[dict[str, Any]]()
    for name in arguments.files:
        if card_path(name) is not None:
            from .validate_card import card_to_fix

            card, found, again = card_to_fix(name, arguments.checks)
            texts = [(n, *one) for n, one in enumerate(text_fixes_of(found, card.file), 1)]
            report, lines = _text_fixed(name, found, texts, card.path, path, outputs, arguments.fix, again)
            code = max(code, GOOD if report["good"] else FOUND_PROBLEMS)
            reports.append(report)
            if not arguments.json:
                print(*lines, sep="\n")
            continue
        loaded = load(name)
        if _is_for_text(name, loaded, arguments.fix):
            report, lines = _text_fixed(
                name, loaded.problems, _texts(name, loaded), loaded.path, path, outputs, arguments.fix,
                lambda written: load(str(written)).problems)
        else:
            report, lines = _fixed(name, refuse_unusable(name, loaded), path, outputs, arguments.fix)
        code = max(code, GOOD if report["good"] else FOUND_PROBLEMS)
        reports.append(report)
        if not arguments.json:
            print(*lines, sep="\n")
    if arguments.json:
        print_json({"good": code == GOOD, "files": reports})
    return code


def _texts(name: str, loaded: LoadResult) -> list[tuple[int, Problem, TextFix]]:
    """The fixes of the text of a file itself, with their numbers, which follow those of its design."""
    from ..engine.problem_list import find_problems

    first = 0
    if loaded.design is not None and any(p.text_fixes for p in loaded.problems):
        first = len(_fixes_of(find_problems(loaded.design, loaded.sources, loaded.reading)))
    return [(n, *one) for n, one in enumerate(text_fixes_of(loaded.problems, name), first + 1)]


def _is_for_text(name: str, loaded: LoadResult, which: str) -> bool:
    """Whether what is asked for is done in the text of a file: nothing can be made of it, or it is asked for
    by number or code."""
    texts = _texts(name, loaded)
    if loaded.design is None:
        return bool(texts)
    return any(which == str(n) or which == problem.code for n, problem, _ in texts)


def _text_fixed(
    name: str, problems: Sequence[Problem], texts: Sequence[tuple[int, Problem, TextFix]], source: Path,
    path: Path | None, outputs: Outputs, which: str, again: Callable[[Path], Sequence[Problem]]
) -> tuple[dict[str, Any], list[str]]:
    """What was fixed in the text of a file, as data and as lines to print. `again` finds the problems of the
    file that was written."""
    chosen = [(n, problem, fix) for n, problem, fix in texts if (
        fix.harmless if which == "harmless" else which == str(n) or (
            which == problem.code and fix is problem.text_fixes[0]))]
    if not chosen and which != "harmless":
        if not texts:
            raise UnusableError(f"{name} has no fix {quoted(which)}: none of its problems has one.")
        last = f"{texts[0][0]} to {texts[-1][0]}" if len(texts) > 1 else str(texts[0][0])
        raise UnusableError(f"{name} has no fix {quoted(which)}; its fixes have the numbers {last}. "
                            f"validate --fix {name} lists them.")
    after = fixed_text(source, [fix for _, _, fix in chosen])
    why = {id(fix): reason for fix, reason in after.refused}
    refused = [(n, problem, fix) for n, problem, fix in chosen if id(fix) in why]
    chosen = [one for one in chosen if one not in refused]
    if refused and not chosen:
        raise UnusableError(f"{name}: {after.refused[0][1]}")
    fixed = {id(problem) for _, problem, _ in chosen}
    left: Sequence[Problem] = tuple(p for p in problems if id(p) not in fixed)
    word = "fixed" if path is not None else "can be fixed"
    lines = [f"{problem}\n  {word}: {fix.label}" + (f" (--fix {n})" if path is None else "")
             for n, problem, fix in chosen]
    lines += [f"{problem}\n  not fixed: {fix.label}. {why[id(fix)]}" for _, problem, fix in refused]
    if path is not None and chosen:
        save(after.text, path)
        left = again(path)
        lines += outputs.new_lines(path, f"{name} with {_fixes_words(len(chosen), word)}")
    numbers = {(problem, fix.label): n for n, problem, fix in texts} if path is None else {}
    for problem in left:
        lines.append("".join((f"{problem}", *(
            f"\n  possible: {fix.label}{f' (--fix {n})' if n else ''}" for fix in problem.text_fixes
            for n in (numbers.get((problem, fix.label)),)))))
    where = "; nothing was written, -o names a file to write" if chosen and path is None else ""
    lines.append(f"{name}: {_fixes_words(len(chosen), word)}{where}; left: {count_words(left)}")
    report = {
        "file": name, "good": not has_errors(left),
        "fixed": [{"problem": problem.as_dict(), "fix": fix.label, "number": n if path is None else None}
                  for n, problem, fix in chosen],
        "refused": [{"problem": problem.as_dict(), "fix": fix.label, "number": n if path is None else None}
                    for n, problem, fix in refused],
        "left": [{**p.as_dict(), "fix_numbers": [
            numbers.get((p, fix.label)) for fix in p.text_fixes]} for p in left],
        "path": str(path) if path is not None and chosen else ""}
    return report, lines


def _fixed(
    name: str, loaded: LoadResult, path: Path | None, outputs: Outputs, which: str
) -> tuple[dict[str, Any], list[str]]:
    """What was fixed in a file, as data and as lines to print; written to `path`, if that is given."""
    from ..engine.problem_list import find_problems, is_partly_unread, repaired, repaired_by
    from ..model.files.store import save_design

    if loaded.design is None:
        raise UnusableError(f"{name} is a {loaded.kind}; only maps and scenarios have fixes.")
    with redirect_stdout(sys.stderr):
        found = find_problems(loaded.design, loaded.sources, loaded.reading)
        if which == "harmless":
            repair = repaired(loaded.design, loaded.sources, loaded.reading)
        else:
            repair = repaired_by(
                loaded.design, _chosen(name, found, which), loaded.sources, loaded.reading)
    numbers = dict[tuple[Identity, int], int]()
    for n, (problem, fix) in enumerate(_fixes_of(found), 1):
        numbers.setdefault((identity(problem), problem.fixes.index(fix)), n)

    def number_of(problem: Problem, fix: Fix) -> int | None:
        """The number by which to ask for a fix; None once the file is another one."""
        return numbers.get((identity(problem), problem.fixes.index(fix))) if path is None else None

    def number(problem: Problem, fix: Fix) -> str:
        """How to ask for a fix; "" once the file is another one."""
        n = number_of(problem, fix)
        return f" (--fix {n})" if n is not None else ""

    done, refused = ([{"problem": problem.as_dict(), "fix": fix.label, "number": number_of(problem, fix)}
                      for problem, fix in chosen] for chosen in (repair.done, repair.refused))
    word = "fixed" if path is not None else "can be fixed"
    lines = [f"{problem}\n  {word}: {fix.label}{number(problem, fix)}" for problem, fix in repair.done]
    lines += [f"{problem}\n  not fixed, since that makes another problem: {fix.label}"
              for problem, fix in repair.refused]
    texts = {(problem, fix.label): n for n, problem, fix in _texts(name, loaded)} if path is None else {}
    lines += ["".join((f"{problem}", *(
        f"\n  possible: {fix.label}{number(problem, fix)}" for fix in problem.fixes), *(
        f"\n  possible: {fix.label}" + (f" (--fix {n})" if n else "") for fix in problem.text_fixes
        for n in (texts.get((problem, fix.label)),))))
              for problem in repair.left if problem not in [p for p, _ in repair.refused]]
    written = path is not None and bool(repair.done)
    if path is not None and written:
        save_design(repair.design, loaded.sources, path)
        lines += outputs.new_lines(path, f"{name} with {_fixes_words(len(repair.done), word)}")
    where = "; nothing was written, -o names a file to write" if done and path is None else ""
    left = count_words(repair.left)
    if which == "harmless" and any(p.fixes for p in repair.left) and is_partly_unread(
            repair.design, loaded.sources, loaded.reading):
        lines.append(f"{name}: parts of the files were not understood, and what seems unused may be used "
                     "there, so no fix is harmless; settle those errors first")
    lines.append(f"{name}: {_fixes_words(len(done), word)}{where}; left: {left}")
    kept = [{**problem.as_dict(), "fix_numbers": [
        *(number_of(problem, fix) for fix in problem.fixes),
        *(texts.get((problem, fix.label)) for fix in problem.text_fixes)]}
            for problem in repair.left]
    report = {"file": name, "good": not has_errors(repair.left), "fixed": done, "refused": refused,
              "left": kept, "path": str(path) if written else ""}
    return report, lines


def _fixes_of(problems: Sequence[Problem]) -> list[tuple[Problem, Fix]]:
    """All fixes of some problems, in the order of their numbers."""
    return [(problem, fix) for problem in problems for fix in problem.fixes]


def _chosen(name: str, problems: Sequence[Problem], which: str) -> list[tuple[Problem, Fix]]:
    """The fixes that a number or a code means; raises `UnusableError` if there are none."""
    every = _fixes_of(problems)
    if which.isdecimal():
        if not 1 <= int(which) <= len(every):
            there = f"has {count(len(every), 'fix')}" if every else "has no fix"
            raise UnusableError(f"There is no fix {which}: {name} {there}. validate --fix {name} lists them.")
        return [every[int(which) - 1]]
    chosen = [(problem, problem.fixes[0]) for problem in problems if problem.code == which and problem.fixes]
    if not chosen:
        codes = list(dict.fromkeys(problem.code for problem, _ in every))
        known = any(problem.code == which for problem in problems)
        there = f"No problem {quoted(which)} of {name} has a fix" if known else (
            f"{name} has no problem of the code {quoted(which)}")
        raise UnusableError(f"{there}.{did_you_mean(which, codes, 'Codes with fixes') if codes else ''}")
    return chosen


def _fixes_words(number: int, word: str) -> str:
    return f"{count(number, 'problem')} {word}" if number else "nothing to fix without a choice of yours"
