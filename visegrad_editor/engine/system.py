"""What a game gives to the program, as one declared value.

Each game is a folder (a package) whose `SYSTEM` is a `System`. `systems.system` finds it by name. Only
`start` and `check` are needed; all other parts have defaults that work. What takes long to import is imported
inside the functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, fields
from typing import Any, NamedTuple

from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.problems import Problem
from ..model.rules.victory import VICTORY, Victory
from ..model.ruleset import Ruleset
from .dice import Dice
from .invariants import Breach
from .orders import Order
from .position import Worth
from .rules import Emit, Play, SetUp
from .words import Words, word_faults

Decide = Callable[..., Order | None]
"""A decision for automatic players: called with an `Outlook`, the `Game` and a `random.Random` of the player,
it returns a legal order, or None to leave the decision to the player."""


class Assumption(NamedTuple):
    """Something that the odds of an attack may assume: `--assume id=value` or `--id value` of `odds`.

    The id is a word in small letters. `help` says what it is, for the help of `odds`; `form` is a pattern
    that the whole value matches and `takes` says it in words; `example` is a value, `default` the value if
    none is given, `metavar` what stands for a value in the help.
    """

    id: str
    help: str
    form: str
    takes: str
    example: str
    default: str = ""
    metavar: str = "VALUE"


def no_breaches(game: Any, before: Any, after: Any, order: Order | None) -> Iterable[Breach]:
    """The invariants of a game that has none besides those of any game."""
    return ()


def no_problems(design: Design) -> tuple[Problem, ...]:
    """The problems of rules in a game that does not check them without a scenario."""
    return ()


def stated_rules(design: Design) -> Ruleset:
    """The rules of a game whose rulesets state all of them."""
    return design.ruleset


def no_boxes() -> tuple[str, ...]:
    """The boxes of a game that has none besides those of its words and of every game."""
    return ()


def no_key_hexes(design: Design) -> tuple[Any, ...]:
    """The key hexes of a game that names none."""
    return ()


def no_decisions() -> Mapping[str, Decide]:
    """The hints of a game that has none."""
    return {}


def no_worth(design: Design, result: str) -> Worth:
    """The worth of results in a game that does not say it: nothing is lost and nothing is gained."""
    return Worth()


def all_tables(game: Any) -> frozenset[str] | None:
    """The open tables of a game in which each attack may be resolved on any."""
    return None


def no_victory() -> Victory:
    """Who wins in a game without rules of its own about it: whatever the ruleset says."""
    return VICTORY


def no_effect(game: Any, order: Order) -> tuple[int, str]:
    """The effect on a battle of an order in a game that does not say it."""
    return 0, ""


@dataclass(frozen=True)
class System:
    """A game: its rules and what window, sheets and automatic players ask of it besides.

    `id` is the `system` of its rulesets, `title` its name for people.
    """

    id: str
    title: str
    start: Callable[[Design, Dice, Emit], Play]
    """A game of the design's scenario before its set-up; it reports its events to the last argument. Raises
    `ValueError` for a design without a scenario."""
    check: Callable[[Design], Sequence[Problem]]
    """The problems of a design according to the rules of the game."""
    words: Words = field(default_factory=Words)
    invariants: Callable[..., Iterable[Breach]] = no_breaches
    """Called with the game, the positions before and after an order, and the order (None after the set-up);
    returns the breaches of what must always hold in this game."""
    key_hexes: Callable[[Design], Sequence[Any]] = no_key_hexes
    """The hexes that a player must know before the game, as `key_hexes.KeyHexes`."""
    odds_report: Callable[..., Any] | None = None
    """Called with a design or a game, a hex number, the names of attackers, placements, and a mapping of
    assumptions to their values; returns an `odds.AttackReport`. None if the game does not compute odds."""
    assumptions: tuple[Assumption, ...] = ()
    """What the odds may assume; each is an option of `odds`, too."""
    decisions: Callable[[], Mapping[str, Decide]] = no_decisions
    """Hints for automatic players: step id to the function that decides. A step without one is decided by
    trying the legal orders."""
    worth: Callable[[Design, str], Worth] = no_worth
    """What a combat result of a design's tables is worth, by its code."""
    open_tables: Callable[..., frozenset[str] | None] = all_tables
    """Called with a game; returns the ids of the tables on which the side to decide may resolve an attack,
    None for all."""
    effect: Callable[..., tuple[int, str]] = no_effect
    """Called with a game and an order given during a battle; returns by how many columns the order would
    shift it, and a sentence about it (0 and "" for none)."""
    set_up: Callable[[Design], SetUp] | None = None
    """The set-up of a design, asked where units may stand. None if the game does not say."""
    scenarios: tuple[str, ...] = ()
    """Scenarios for the check of the rules: paths or bundled names."""
    events: tuple[str, ...] = ()
    """The events that the game lets happen besides those of the ruleset: units may wait for them."""
    event_rules: Mapping[str, str] = field(default_factory=dict)
    """The numbers of the rules for some of these events."""
    set_up_order: tuple[str, ...] = ()
    """The ids of the sides in the order in which they set up, whatever the files say; () if these say it."""
    whole_rules: Callable[[Design], Ruleset] = stated_rules
    """The ruleset of a design with the rules that the game takes for granted."""
    check_rules: Callable[[Design], Sequence[Problem]] = no_problems
    """The problems of the ruleset of a design, found without its map and scenario."""
    victory: Callable[[], Victory] = no_victory
    """Who wins if a ruleset says nothing of it; a ruleset that says the same is played as one without."""
    boxes: Callable[[], Iterable[str]] = no_boxes
    """The off-map boxes of the rules besides those that `words` name."""


def part_faults(system: System) -> Iterator[str]:
    """The parts of a `System` that are not what they should be, as sentences. Its scenarios are looked at by
    `check-system` alone, as nothing else uses them."""
    if not isinstance(system.title, str) or not system.title.strip():
        yield f"Its `title` is {system.title!r}, not a name for people."
    if not isinstance(system.words, Words):
        yield f"Its `words` are {system.words!r}, not `Words`."
    else:
        yield from word_faults(system.words)
    if not isinstance(system.assumptions, tuple | list) or not all(
            isinstance(one, Assumption) for one in system.assumptions):
        yield f"Its `assumptions` are {system.assumptions!r}, not a tuple of `Assumption`."
    if not isinstance(system.events, tuple | list) or not all(isinstance(one, str) for one in system.events):
        yield f"Its `events` are {system.events!r}, not a tuple of ids."
    for part in fields(system):
        value = getattr(system, part.name)
        if part.name not in _NO_FUNCTIONS and not callable(value) and (
                part.name not in _MAY_BE_NONE or value is not None):
            yield f"Its `{part.name}` is {value!r}, not a function."


_MAY_BE_NONE = ("odds_report", "set_up")
_NO_FUNCTIONS = (
    "id", "title", "words", "assumptions", "scenarios", "events", "event_rules", "set_up_order")
