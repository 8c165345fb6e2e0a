"""The design that a command reads. The engine is imported only for commands that need it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from typing import TYPE_CHECKING

from ..errors import VisegradError
from ..model.design import Design
from ..model.edit.documents import choose_options
from ..model.files.bytes import means_file
from ..model.files.file_guard import FileGuard
from ..model.files.load import LoadResult, load
from ..model.files.map_file import files_in_use
from ..model.problems import Problem
from .exits import ExitError, ProblemsFoundError, UnusableError

if TYPE_CHECKING:
    from ..engine.record import GameRecord


def load_or_refuse(name: str) -> LoadResult:
    """The loaded file; raises `UnusableError` with its problems if it cannot be read at all, and
    `ProblemsFoundError` if nothing could be built from it."""
    return refuse_unusable(name, load(name))


def refuse_unusable(name: str, loaded: LoadResult) -> LoadResult:
    """The loaded file, unless nothing can be done with it: see `load_or_refuse`."""
    listing = "\n".join(str(p) for p in loaded.problems)
    if not loaded.usable:
        raise UnusableError(listing or f"{name} cannot be read.")
    if loaded.design is None and loaded.kind != "ruleset":
        raise ProblemsFoundError(f"{name} has errors:\n{listing}")
    return loaded


def design_or_rules(loaded: LoadResult) -> Design | None:
    """The design of a file, that of a ruleset with an empty map without texts; None if there is none."""
    from ..model.edit.blank import blank_map

    if loaded.design is not None or loaded.ruleset is None:
        return loaded.design
    return Design(loaded.ruleset, blank_map(loaded.ruleset, "", "", 1, 1))


def all_problems(loaded: LoadResult) -> tuple[Problem, ...]:
    """The problems of the files and those of the rules together. What packages print goes to standard
    error."""
    with redirect_stdout(sys.stderr):
        return _all_problems(loaded)


def _all_problems(loaded: LoadResult) -> tuple[Problem, ...]:
    from ..engine import check_design
    from ..engine.checks import check_rules_alone, why_no_game, with_rules
    from ..engine.offered_fixes import with_offered_fixes
    from ..model.check import judged, locate_problems

    if loaded.design is None:
        found: tuple[Problem, ...] = ()
        alone = design_or_rules(loaded)
        if loaded.kind == "ruleset" and alone is not None:
            found = locate_problems(check_rules_alone(alone), alone, loaded.sources)
        return (*loaded.problems, *_missing_rules(loaded), *found)
    design, sources = loaded.design, loaded.sources
    found = with_rules(design, (
        *loaded.problems, *locate_problems(check_design(design), design, sources)))
    found = (*found, *locate_problems(why_no_game(design, found), design, sources))
    return judged(design, with_offered_fixes(design, found, sources), sources)


def _missing_rules(loaded: LoadResult) -> tuple[Problem, ...]:
    """The problem of a ruleset alone, or of the ruleset of a design, that names a game that is not there."""
    from ..systems import UnknownSystemError, system

    ruleset = loaded.ruleset if loaded.design is None else loaded.design.ruleset
    if ruleset is None or not ruleset.system:
        return ()
    try:
        system(ruleset.system)
    except UnknownSystemError as error:
        source = loaded.sources.ruleset
        file, line = source.key_line("system") if source is not None else ("", 0)
        return (Problem("error", "unknown-system", str(error), file=file, line=line),)
    return ()


@contextmanager
def naming_package(design: Design) -> Iterator[None]:
    """Turn a failure in the code of an installed package, inside the block, into a `ProblemsFoundError` that
    names the package, file and line. What the package prints goes to standard error, so that it is not mixed
    with the report."""
    try:
        with redirect_stdout(sys.stderr):
            yield
    except (OSError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        # Most of what is exported needs no rules, and so nothing of these.
        from ..engine.packages import PackageError
        from ..systems import fault_text

        if isinstance(error, PackageError):
            raise ProblemsFoundError(str(error)) from error
        if not isinstance(error, VisegradError) and (text := fault_text(design.ruleset.system, error)):
            raise ProblemsFoundError(text) from error
        raise


def warn_if_changed(record: GameRecord) -> Problem | None:
    """Print and return the warning about a game file that was changed by hand; None if it was not."""
    from ..engine.record import changed_by_hand

    changed = changed_by_hand(record)
    if changed is not None:
        print(changed, file=sys.stderr)
    return changed


def warn_if_other_package(record: GameRecord, design: Design) -> Problem | None:
    """Print and return the warning about a game whose rules are now those of another package or version; None
    if they are not."""
    from ..engine.record import other_package

    other = other_package(design, record)
    if other is not None:
        print(other, file=sys.stderr)
    return other


def warn_if_short(record: GameRecord, to: int | None) -> None:
    """Print a warning if a game has fewer orders than the number after which it is to be stopped."""
    have = len(record.orders)
    if to is not None and to > have:
        orders = "1 order" if have == 1 else f"{have} orders"
        print(f"Warning: {record.file} has only {orders}, so --to {to} shows its end.", file=sys.stderr)


def refuse_other_design(record: GameRecord, design: Design, anyway: bool) -> Problem | None:
    """Print and return the warning about a game whose scenario was changed since it was played; None if it
    was not. Raises `ProblemsFoundError` unless the game is to be played `anyway`."""
    from ..engine.record import other_design

    changed = other_design(design, record)
    if changed is None:
        return None
    if not anyway:
        raise ProblemsFoundError(f"{replace(changed, severity='error')} Add --anyway to play the game as far "
                                 "as its orders are possible.")
    print(changed, file=sys.stderr)
    return changed


def playable_of(record: GameRecord) -> Design:
    """The design that a game file names; the exception for one that cannot be used names file and line."""
    from ..engine.record import RecordError, source_file

    try:
        file = source_file(record)
    except RecordError as error:
        raise UnusableError(str(error)) from None
    source = record.scenario_source
    # A name never means a file in the present folder, as it would on the command line.
    name = source if isinstance(source, str) and not means_file(source) else str(file)
    try:
        return playable(name, options=record.options)
    except ExitError as error:
        place = f"{record.file}:{record.scenario_line}: " if record.scenario_line else ""
        raise type(error)(f"{place}The scenario {record.scenario} of this game cannot be used. "
                          f"{error}") from error


def playable(
    name: str, guard: FileGuard | None = None, options: Iterable[tuple[str, str]] = (),
) -> Design:
    """The design of a scenario without errors, with (option, choice) pairs in place of its own choices.

    Raises `UnusableError` for a file that is not a scenario or has no rules module and for an option that
    there is not, and `ProblemsFoundError` for errors. The guard, if given, protects the files of the design.
    """
    from ..systems import UnknownSystemError, system

    loaded = load_or_refuse(name)
    if loaded.design is None or loaded.design.scenario is None:
        raise UnusableError(f"{name} is a {loaded.kind}; a scenario is needed here.")
    if guard is not None:
        guard.note_read(*files_in_use(loaded.sources, loaded.design))
    try:
        with redirect_stdout(sys.stderr):
            system(loaded.design.ruleset.system)
    except UnknownSystemError as error:
        raise UnusableError("\n".join(map(str, _missing_rules(loaded))) or str(error)) from None
    try:
        design = choose_options(loaded.design, options)
    except ValueError as error:
        raise UnusableError(f"{name}: {error}") from None
    loaded = replace(loaded, design=design)
    errors = [p for p in all_problems(loaded) if p.severity == "error"]
    if errors:
        listing = "\n".join(f"  {p}" for p in errors[:20])
        more = f"\n  … and {len(errors) - 20} more" if len(errors) > 20 else ""
        raise ProblemsFoundError(f"{name} has errors, so it cannot be played:\n{listing}{more}")
    return design
