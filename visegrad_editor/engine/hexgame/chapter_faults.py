"""Slips in the code of chapters that nothing else would tell of: misspelt names, and stages never reached."""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from ...model.design import Design
from ...model.rules.sequence import ExtraTurn, TurnPart
from ...model.ruleset import Ruleset
from ...model.wording import did_you_mean, misspelt
from ..orders import SLOTS, cut
from .chapter import MOMENTS, PLAYED_BY_CHAPTERS, Chapter
from .hexgame import HexGame
from .in_progress import Stage
from .sequence import STAGES
from .state import BOXES

_METHODS = tuple(name for name in vars(Chapter) if not name.startswith("_"))


def id_faults(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Chapters without an id, and ids that two chapters have, in sentences."""
    owners: dict[str, str] = {}
    for chapter in chapters:
        name = type(chapter).__name__
        if not chapter.id:
            yield f"The chapter {name} has no `id`: its state would have no name."
        elif chapter.id in owners:
            yield f"The chapters {owners[chapter.id]} and {name} have the same id `{chapter.id}`."
        owners.setdefault(chapter.id, name)


def chapter_faults(chapters: Sequence[Chapter], designs: Iterable[Design]) -> Iterator[str]:
    """The slips in chapters that are played with some designs, in sentences."""
    yield from id_faults(chapters)
    phases = {id for design in designs for id in _phases(design.ruleset)}
    for chapter in chapters:
        yield from _method_faults(chapter)
        yield from _moment_faults(chapter)
        for word in sorted(chapter.plays - set(PLAYED_BY_CHAPTERS)):
            yield (f"The chapter {_name(chapter)} plays `{word}`, which no ruleset declares."
                   f"{did_you_mean(word, PLAYED_BY_CHAPTERS, 'Possible')}")
        yield from _box_faults(chapter)
        for verb, pattern in chapter.verbs().items():
            for slot in re.findall(r"\{([^}]*)\}", pattern):
                if slot not in SLOTS:
                    yield (f"The pattern `{pattern}` of the order `{verb}` of the chapter {_name(chapter)} "
                           f"has the unknown part `{{{slot}}}`.{did_you_mean(slot, SLOTS, 'Parts')}")
        for id, stage in chapter.stages().items():
            if id not in phases and id not in STAGES and id not in _strings(chapters, stage):
                yield (f"The stage `{id}` of the chapter {_name(chapter)} is never reached: it is no phase "
                       "of the sequence of play, and neither `before` nor `w.go` names it."
                       f"{did_you_mean(id, sorted(phases), 'Phases')}")


def state_faults(play: HexGame) -> Iterator[str]:
    """Chapters whose state, when a game begins, is not plain data that can be saved, in sentences."""
    for id, state in play.state.chapters.items():
        try:
            again = json.loads(json.dumps(state, allow_nan=False))
        except (TypeError, ValueError) as error:
            yield f"The state of the chapter {id} cannot be saved: {error}."
            continue
        if again != state:
            yield (f"The state of the chapter {id} is another one after it was saved, {cut(repr(again))} in "
                   f"place of {cut(repr(state))}: use lists and not tuples, and texts as keys.")


def _name(chapter: Chapter) -> str:
    return chapter.id or type(chapter).__name__


def _box_faults(chapter: Chapter) -> Iterator[str]:
    """Boxes with codes or ids that the program uses."""
    for code, id in chapter.boxes().items():
        if code >= min(BOXES):
            yield (f"The box `{id}` of the chapter {_name(chapter)} has the code {code}: take one below "
                   f"{min(BOXES)}.")
        if id in BOXES.values():
            yield f"The box `{id}` of the chapter {_name(chapter)} has the name of a box of every game."


def _phases(ruleset: Ruleset) -> Iterator[str]:
    """The ids of the phases in the sequence of play; of all phases if the ruleset has none."""
    if not ruleset.sequence.turn:
        yield from (phase.id for phase in ruleset.phases)
    parts: tuple[TurnPart | ExtraTurn, ...] = (*ruleset.sequence.turn, *ruleset.sequence.extra)
    for part in parts:
        yield from part.phases
        yield from (id for order in part.choose for id in order)
        if id := getattr(part, "id", "") or getattr(part, "kind", ""):
            yield id


def _method_faults(chapter: Chapter) -> Iterator[str]:
    """Methods that nothing calls and whose names are nearly those of a chapter's methods."""
    own = {name for cls in type(chapter).__mro__ if cls not in Chapter.__mro__
           for name, value in vars(cls).items()
           if not name.startswith("_") and callable(value)} - set(_METHODS)
    near = {name: meant for name in own if (meant := misspelt(name, _METHODS))}
    if not near:
        return
    used = {name for code in _codes(_root(chapter)) for name in code.co_names}
    for name, meant in sorted(near.items()):
        if name not in used:
            yield (f"The chapter {_name(chapter)} has a method `{name}` that nothing calls. "
                   f"Did you mean `{meant}`?")


def _moment_faults(chapter: Chapter) -> Iterator[str]:
    """Moments of which no chapter is ever told."""
    compared = _compared(type(chapter).at) if type(chapter).at is not Chapter.at else set()
    for moment in sorted((chapter.moments | compared) - set(MOMENTS)):
        yield (f"The chapter {_name(chapter)} waits for the moment `{moment}`, which never comes."
               f"{did_you_mean(moment, MOMENTS, 'Moments')}")


def _compared(at: Any) -> set[str]:
    """The strings with which a method `at` compares its moment; none if its source is not at hand."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(at)))
        moment = list(inspect.signature(at).parameters)[2]
    except (OSError, SyntaxError, IndexError, TypeError):
        return set()
    found: set[str] = set()
    for node in ast.walk(tree):
        sides: list[ast.AST] = []
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.Match):
            sides = [node.subject, *(case.pattern for case in node.cases)]
        if any(isinstance(side, ast.Name) and side.id == moment for side in sides):
            found |= {one.value for side in sides for one in ast.walk(side)
                      if isinstance(one, ast.Constant) and isinstance(one.value, str)}
    return found


# -- what the code of a package names --------------------------------------------------------------------


def _root(chapter: Chapter) -> str:
    """The name of the package to which the code of a chapter belongs, or of its module."""
    module = type(chapter).__module__
    bundled = re.match(r"visegrad_editor\.systems\.\w+", module)
    return bundled[0] if bundled else module.partition(".")[0]


def _modules(root: str) -> list[ModuleType]:
    return [module for name, module in list(sys.modules.items())
            if module is not None and (name == root or name.startswith(f"{root}."))]


def _codes(root: str) -> Iterator[CodeType]:
    """The code of all functions and methods of a package's modules."""
    for _, function in _functions(root):
        yield from _within(function.__code__)


def _functions(root: str) -> Iterator[tuple[ModuleType, FunctionType]]:
    """All functions and methods of a package's modules, each with its module."""
    for module in _modules(root):
        for value in list(vars(module).values()):
            owners = vars(value).values() if isinstance(value, type) else (value,)
            for one in owners:
                plain = getattr(one, "fget", None) or getattr(one, "__func__", one)
                if isinstance(plain, FunctionType) and plain.__module__ == module.__name__:
                    yield module, plain


def _within(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _within(inner)


def _strings(chapters: Sequence[Chapter], stage: Stage) -> set[str]:
    """The strings in the code of the chapters' packages, without `stages` and the functions of a stage: with
    these alone nothing leads to the stage."""
    own = {_plain(function) for function in stage}
    found: set[str] = set()
    for root in {_root(chapter) for chapter in chapters}:
        for module, function in _functions(root):
            if function.__name__ == "stages" or function in own:
                continue
            for code in _within(function.__code__):
                found |= {text for constant in code.co_consts for text in _texts(constant)}
                found |= {text for name in code.co_names for text in _texts(vars(module).get(name))}
    return found


def _plain(function: Any) -> Any:
    """The function of a method, as it is written in the package."""
    own = inspect.unwrap(function)
    return own.__func__ if isinstance(own, MethodType) else own


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | frozenset | set | list):
        for one in value:
            yield from _texts(one)
