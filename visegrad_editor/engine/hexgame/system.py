"""The `System` of a game that plays from data, with chapters of its own.

This is all that a game with special rules has to say:

    class Fog(Chapter):
        ...

    SYSTEM = hex_system("fogland", "Fogland", lambda: [Fog()])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from weakref import ref

from ...errors import VisegradError
from ...model.design import Design
from ...model.files.option_changes import in_force
from ...model.problems import UNKNOWN_NAME, Problem
from ...model.wording import count
from ..checks import START, check_set_up
from ..dice import Dice
from ..idle_start import idle_start
from ..invariants import Breach
from ..key_hexes import KeyHexes
from ..position import Worth
from ..rules import Emit, Play, SetUp, SetupError
from ..system import System
from ..words import StepWords, Words

if TYPE_CHECKING:
    from .chapter import Chapter
    from .hexgame import HexGame

class UnplayableError(VisegradError, ValueError):
    """The ruleset of a design declares rules that are not known here."""


_STEPS = {"choose": StepWords(
    "Choice", "Choose what happens.", first="First choose what happens, on the page Decision.", answers=True)}
"""The words of decisions in a game that declares none: what is to be chosen is said by its results."""

Chapters = Callable[[], Sequence["Chapter"]]
"""Makes the chapters of a game, in the order in which they are asked."""


def no_chapters() -> Sequence[Chapter]:
    """The chapters of a game that plays from data alone."""
    return ()


def hex_system(
    id: str, title: str, chapters: Chapters = no_chapters, words: Words | None = None, **parts: Any
) -> System:
    """A game that plays from data with these chapters. `parts` are further parts of a `System`, such as
    `decisions` or `scenarios`.

    >>> hex_system("fogland", "Fogland").title
    'Fogland'
    """

    def start(design: Design, dice: Dice, emit: Emit) -> Play:
        own = sound()
        refuse(unknown_rules(id, design, own))
        return game_of(design, dice, emit, own)

    def made() -> Sequence[Chapter]:
        """The chapters, those of packages watched."""
        if chapters is no_chapters:
            return ()
        from .watched_chapter import watched
        return watched(chapters())

    def sound() -> Sequence[Chapter]:
        """The chapters, if each has an id of its own."""
        from .chapter_faults import id_faults
        found = made()
        for fault in id_faults(found):
            raise UnplayableError(f"The rules of the game {id} cannot be used. {fault}")
        return found

    def boxes() -> tuple[str, ...]:
        return tuple(box for chapter in made() for box in chapter.boxes().values())

    def check(design: Design) -> tuple[Problem, ...]:
        from .chapter_faults import id_faults
        placed, own = check_set_up(design), made()
        bad = tuple(Problem("error", "broken-system", f"The rules of the game {id} cannot be used. {fault}")
                    for fault in id_faults(own))
        if bad:
            return (*placed, *bad)
        begun = design.scenario is not None and design.scenario.start is not None
        if begun:
            placed = _with_start(design, own, placed)
        unplayed = unknown_rules(id, design, own)
        begins = () if unplayed or design.scenario is None else tuple(_at_start(design, own))
        return (*placed, *begins, *unplayed, *(
            problem for chapter in own for problem in chapter.check(design)))

    def odds_report(
        source: Any, hex: str, attackers: str, placements: Sequence[str], assumed: Mapping[str, str]
    ) -> Any:
        from .report import report
        return report(source, hex, attackers, placements, lambda design: game_of(
            design, Dice(given=()), lambda event: None, sound()))

    def set_up(design: Design) -> SetUp:
        from .designed_set_up import DesignedSetUp
        from .trial_position import position_of
        own = sound()
        return DesignedSetUp(position_of(design, lambda of: game_of(
            of, Dice(given=()), lambda event: None, own)))

    def invariants(game: Any, before: Any, after: Any, order: Any) -> Iterable[Breach]:
        play = game.play
        for chapter in play.hooks["invariants"]:
            for text in chapter.invariants(play):
                yield Breach(chapter.id, text, chapter.rule)

    def check_rules(design: Design) -> tuple[Problem, ...]:
        return unknown_rules(id, design, made())

    def key_hexes(design: Design) -> Sequence[KeyHexes]:
        from .key_hexes import key_hexes
        return key_hexes(in_force(design))

    system = System(
        id, title, start, check, odds_report=odds_report, worth=_worth, invariants=invariants,
        check_rules=check_rules, key_hexes=key_hexes, set_up=set_up, boxes=boxes,
        words=words if words is not None else Words(steps=_STEPS))
    return replace(system, **parts)


def _at_start(design: Design, chapters: Sequence[Chapter]) -> Iterator[Problem]:
    """The problems of the position in which a scenario begins, as far as its units stand where they may."""
    from .start_checks import start_problems
    from .trial_position import position_of
    yield from start_problems(position_of(design, lambda of: game_of(
        of, Dice(given=()), lambda event: None, chapters)), design)


_OF_SET_UP = frozenset({"stacking", "setup-terrain"})
"""Problems of set-ups that units may get into in play."""


def _with_start(
    design: Design, chapters: Sequence[Chapter], placed: tuple[Problem, ...]
) -> tuple[Problem, ...]:
    """The problems of a set-up with those of the moment at which the scenario begins."""
    from .mid_game_start import OF_A_PHASE, MidGameStart, faults, played_keys
    game = game_of(in_force(design), Dice(), lambda event: None, chapters)
    start = game.scenario.start
    if start is None or not any(isinstance(one, MidGameStart) for one in game.hooks["resume"]):
        return placed
    if start.begun:
        placed = tuple(p for p in placed if p.code not in _OF_SET_UP)
    found = [Problem("error", UNKNOWN_NAME if one.told else START, one.text, hex=one.hex, unit=one.unit,
                     part="" if one.unit else "scenario/start") for one in faults(game, start)]
    # A start that is impossible is put right first.
    idle = () if found else tuple(idle_start(
        game.scenario, played_keys(game, start), of_a_phase=OF_A_PHASE))
    if not found and all(p.severity != "error" for p in placed):
        try:
            game.begin()
        except SetupError as error:
            found.append(Problem("error", START, str(error), part="scenario/start"))
        else:
            from .start_checks import won_problems
            found += won_problems(game)
    return (*placed, *found, *idle)


_last: tuple[ref[Design], str, tuple[Problem, ...]] | None = None
"""The last design that was looked through, and for which game: many games of it may follow."""


def as_written(design: Design) -> Design:
    """The design itself: what a game plays whose rulesets state all of its rules."""
    return design


def unknown_rules(
    id: str, design: Design, chapters: Sequence[Chapter], played: Callable[[Design], Design] = as_written
) -> tuple[Problem, ...]:
    """What a ruleset declares and the game of an id with these chapters cannot play, as problems. `played`
    adds the rules that the game takes for granted."""
    global _last
    from .unknown_rules import unsupported
    kept = _last  # read only once: a game and the checks may run in different threads
    if kept is None or kept[0]() is not design or kept[1] != id:
        kept = _last = ref(design), id, tuple(unsupported(played(design), chapters))
    return kept[2]


def refuse(problems: Sequence[Problem]) -> None:
    """Raise `UnplayableError` if there are problems of rules that a game does not play."""
    if problems:
        others = len(problems) - 1
        more = f" There {'are' if others > 1 else 'is'} {count(others, 'more such problem')}."
        raise UnplayableError(f"The rules of this game cannot be played. {problems[0].message}"
                              f"{more if others else ''}")


def game_of(design: Design, dice: Dice, emit: Emit, chapters: Sequence[Chapter]) -> HexGame:
    """A game of the design's scenario before its set-up. Raises `ValueError` for a design without one."""
    from .hexgame import HexGame
    if design.scenario is None:
        raise ValueError("A game needs a scenario; this design has only a map.")
    return HexGame(design, design.scenario, dice, emit, chapters)


def _worth(design: Design, result: str) -> Worth:
    from .advice import worth
    return worth(design.ruleset, result)
