"""All problems of a design: of its files, of its documents together, by the rules of its game, and what is
probably a slip; and the fixes of all harmless ones at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from ..lazy_dataclass import dataclass
from ..model.check import check_documents, judged, lint_scenario, locate_problems
from ..model.design import Design
from ..model.differences import KINDS
from ..model.files.sources import Sources
from ..model.files.translation_file import translation_problems
from ..model.gc_pause import gc_paused
from ..model.lint import lint_map
from ..model.problems import Fix, Identity, Problem, has_errors, identity, without_harmless
from .checks import check_design, why_no_game, with_rules
from .offered_fixes import with_offered_fixes


@gc_paused()
def find_problems(
    design: Design, sources: Sources, reading: Sequence[Problem] = (),
    attributed: Callable[[Problem], Problem] = lambda problem: problem,
) -> tuple[Problem, ...]:
    """The problems of a design, each once, as its scenario judges them, with their fixes; `reading` are those
    found when the files were read. Translations are read again if they have changed. `attributed` may name
    another unit of a problem, before its fixes are made."""
    problems = with_rules(design, (
        *reading, *translation_problems(sources, design), *check_documents(design, sources),
        *locate_problems(check_design(design), design, sources), *lint_map(design, sources),
        *lint_scenario(design, sources)))
    problems = (*problems, *locate_problems(why_no_game(design, problems), design, sources))
    told = with_offered_fixes(design, dict.fromkeys(map(attributed, problems)), sources)
    told = judged(design, told, sources)
    return tuple(map(without_harmless, told)) if is_partly_unread(design, sources, reading) else told


def is_partly_unread(design: Design, sources: Sources, reading: Sequence[Problem] = ()) -> bool:
    """Whether the files of a design say something that no document of it holds: keys and values that were not
    understood when they were read, and what a variant says about things of its base by names that are
    probably misspelt. What seems to have no effect may then be used there, so no fix is harmless."""
    chains = [file for kind in KINDS if (file := sources.of(kind)) is not None]
    documents = [*(getattr(design, kind) for kind in KINDS),
                 *(file.document for first in chains for file in islice(first.chain(), 1, None))]
    return has_errors(reading) or any(
        one.resembles and not one.removes for document in documents if document is not None
        for one in document.unmatched)


@dataclass(frozen=True)
class Repair:
    """A design after some fixes: the design, what was done with the problem that it solved, what could not be
    done, and the problems left."""

    design: Design
    done: tuple[tuple[Problem, Fix], ...]
    refused: tuple[tuple[Problem, Fix], ...]
    left: tuple[Problem, ...]


def repaired_by(
    design: Design, fixes: Sequence[tuple[Problem, Fix]], sources: Sources, reading: Sequence[Problem] = (),
) -> Repair:
    """The design after some fixes of its problems, one after the other; one whose problem is gone by then, or
    that cannot be done any more, is refused."""
    done: list[tuple[Problem, Fix]] = []
    refused: list[tuple[Problem, Fix]] = []
    for problem, fix in fixes:
        try:
            after = fix.edit(design)
        except ValueError:
            after = design
        (refused if after is design else done).append((problem, fix))
        design = after
    return Repair(design, tuple(done), tuple(refused), find_problems(design, sources, reading))


def repaired(design: Design, sources: Sources, reading: Sequence[Problem] = ()) -> Repair:
    """The design after all harmless fixes of its problems. Each is tried: one that leaves its problem or
    makes another is not kept."""
    left = find_problems(design, sources, reading)
    done: list[tuple[Problem, Fix]] = []
    refused: list[tuple[Problem, Fix]] = []
    tried: set[tuple[Identity, str]] = set()
    while found := next(((p, fix) for p in left if (fix := p.harmless_fix) is not None
                         and (identity(p), fix.label) not in tried), None):
        problem, fix = found
        tried.add((identity(problem), fix.label))
        try:
            after = fix.edit(design)
        except ValueError:
            refused.append(found)
            continue
        then = find_problems(after, sources, reading)
        told = set(map(identity, then))
        if identity(problem) in told or told - set(map(identity, left)):
            refused.append(found)
            continue
        done.append(found)
        design, left = after, then
    return Repair(design, tuple(done), tuple(refused), left)
