"""The contract of a game: what window, sheets and automatic players rely on, checked by playing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from random import Random
from typing import Any

from .. import systems
from ..engine import Game, IllegalOrderError, Order, System
from ..engine.events import event_faults
from ..engine.hexgame.chapter_faults import chapter_faults, state_faults
from ..engine.hexgame.hexgame import GRAMMAR, HexGame
from ..engine.packages import failure_text
from ..engine.words import ORDERS, STEPS
from ..errors import VisegradError, place_of, places_outside
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.files.catalogue import bundled
from ..model.files.load import load
from ..model.problems import Problem
from ..model.wording import count, did_you_mean
from ..players import make_player
from .faults import FaultError, Limits, Rates
from .fuzz import fuzz
from .play import EndlessGameError
from .time_limit import TimeLimitError, time_limit

Progress = Callable[[str, int, int], None]
"""Called with the name of a check, and how many of how many games it has played."""

RATES = Rates(undo=0.05, listed=0.05, wrong=0.25, saved=0.01, whole=0.05, replay=1.0)
"""How often the expensive checks of random games are made here."""
PLANNER_GAMES = 3
SECRET_GAMES = 2
_OTHERS = 4
"""How many other orders are compared with a secret one."""
_LIMITS = Limits(unended=1)
"""When a game counts as endless, and an order as never done; after one such game no more are played."""


class NoScenarioToCheckError(VisegradError, ValueError):
    """There is no scenario with which to check a game."""


@dataclass(frozen=True)
class Check:
    """A check that was made: its name, how much was looked at, and the faults as sentences."""

    name: str
    looked_at: str
    faults: tuple[str, ...] = ()


@dataclass
class ContractReport:
    """All checks of a game."""

    system: str
    scenarios: tuple[str, ...]
    checks: list[Check] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether no check found a fault."""
        return not any(c.faults for c in self.checks)

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {"system": self.system, "scenarios": list(self.scenarios), "sound": self.sound, "checks": [
            {"check": c.name, "looked_at": c.looked_at, "faults": list(c.faults)} for c in self.checks]}


def scenarios_of(game: System) -> tuple[str, ...]:
    """The scenarios with which a game is checked: those it names, otherwise the bundled ones of its
    rulesets."""
    if game.scenarios and not isinstance(game.scenarios, str):
        return tuple(name for name in game.scenarios if isinstance(name, str))
    names = [b.name for b in bundled() if b.kind == "scenario"]
    return tuple(n for n in names if (d := load(f"scenarios/{n}").design) and d.ruleset.system == game.id)


def check_system(
    name: str, scenarios: Sequence[str] = (), games: int = 200, seed: int = 0, jobs: int = 1,
    progress: Progress | None = None,
) -> ContractReport:
    """Check a game by its contract, in `games` random games spread over the scenarios (paths or bundled
    names; without any, those of the game).

    Raises `UnknownSystemError`, and `NoScenarioToCheckError` if there is no scenario of this game to play.
    """
    game = systems.system(name)
    named = tuple(scenarios) or scenarios_of(game)
    if not named:
        raise NoScenarioToCheckError(
            f"No scenario of the game {name} is known: name one, or list some in its System.")
    report = ContractReport(name, named)
    tell = progress or (lambda check, done, of: None)
    report.checks.append(Check("words", _words_seen(game), tuple(_word_faults(game))))
    designs, faults = _designs(game, named)
    faults += _scenario_faults(game, named)
    report.checks.append(Check("scenarios", ", ".join(named), tuple(faults)))
    if designs:
        chapters, begins = _chapters(game, designs)
        report.checks.append(chapters)
        if begins:
            _play(report, designs, games, seed, jobs, tell)
    return report


def _play(
    report: ContractReport, designs: dict[str, Design], games: int, seed: int, jobs: int, tell: Progress,
) -> None:
    """The checks that play. Games that do not come to an end are not played in each of them."""
    played, ends = _random_games(designs, games, seed, jobs, tell)
    report.checks.append(played)
    if ends:
        report.checks.append(_planner_games(designs, seed, tell))
        report.checks.append(_secrets(designs, seed, tell))


# -- what is declared ----------------------------------------------------------------------------------


def _words_seen(game: System) -> str:
    words = game.words
    return f"{len(words.steps)} steps, {len(words.orders)} orders, {len(words.boxes)} boxes"


def _word_faults(game: System) -> Iterator[str]:
    """Texts of the words that cannot be filled in or are empty."""
    for verb, words in game.words.orders.items():
        for text in (words.text, words.many, *words.of_words.values()):
            try:
                text.format(unit="", units="", hex="", word="", word2="", table="")
            except (IndexError, KeyError, ValueError) as error:
                yield f"The text `{text}` of the order `{verb}` cannot be filled in: {error}."
    for id, step in game.words.steps.items():
        if not step.title or not step.prompt or not step.pass_label:
            yield f"The step `{id}` lacks a title, a prompt or a label for passing."


def _designs(game: System, named: Sequence[str]) -> tuple[dict[str, Design], list[str]]:
    """The designs that can be played, by the name of their scenario, and what is wrong with the others."""
    designs: dict[str, Design] = {}
    faults = []
    for name in named:
        loaded = load(name)
        design = loaded.design
        if design is None or design.scenario is None:
            faults.append(f"{name} is not a scenario that can be used.")
        elif design.ruleset.system != game.id:
            faults.append(f"{name} is not a scenario of this game: the system of its ruleset is "
                          f'"{design.ruleset.system}".')
        else:
            try:
                with time_limit(_LIMITS.seconds):
                    found = tuple(game.check(design))
                if wrong := [one for one in found if not isinstance(one, Problem)]:
                    raise TypeError(f"it gives {wrong[0]!r}, which is not a Problem.")
            # Whatever the code of the game raises is a fault to be reported, here and below.
            except (Exception, SystemExit) as error:
                faults.append(f"{name}: the check of the design fails: {_failure(error)}")
                continue
            problems = [p for p in (*loaded.problems, *found) if p.severity == "error"]
            faults += [f"{name}: {p}" for p in problems[:5]]
            if not problems:
                designs[name] = design
    return designs, faults


def _scenario_faults(game: System, named: Sequence[str]) -> Iterator[str]:
    """What is wrong with the list of scenarios of a `System`, but for those that are played."""
    if isinstance(game.scenarios, str) or not isinstance(game.scenarios, Sequence):
        yield f"The `scenarios` of the System are {game.scenarios!r}, not a tuple of paths or bundled names."
        return
    for name in game.scenarios:
        if not isinstance(name, str):
            yield f"The `scenarios` of the System have {name!r}, which is not a path or a bundled name."
        elif name not in named:
            loaded = load(name)
            if loaded.design is None or loaded.design.scenario is None:
                yield (f"The `scenarios` of the System have {name!r}, which is not a scenario that can be "
                       "used.")


def _chapters(game: System, designs: dict[str, Design]) -> tuple[Check, bool]:
    """Slips in the code of the chapters, and words and hints for what there is not; and whether a game
    begins."""
    try:
        with time_limit(_LIMITS.seconds):
            play = Game.from_scenario(next(iter(designs.values()))).play
        if not isinstance(play, HexGame):
            return Check("chapters", "no chapters"), True
        faults = [*chapter_faults(play.chapters, designs.values()), *state_faults(play),
                  *_unknown_words(game, play)]
    except (Exception, SystemExit) as error:
        return Check("chapters", "no game begins", (_failure(error),)), False
    return Check("chapters", f"{len(play.chapters)} chapters, {len(play.stages)} steps", tuple(faults)), True


def _unknown_words(game: System, play: HexGame) -> Iterator[str]:
    """Words and hints for steps and orders that the game does not have."""
    steps, verbs = sorted({*play.stages, *STEPS}), sorted({*play.grammar.patterns, *GRAMMAR, *ORDERS})
    named = (
        ("are words", "step", game.words.steps, steps), ("are words", "order", game.words.orders, verbs),
        ("is a hint", "step", game.decisions(), steps))
    for what, kind, ids, known in named:
        for id in ids:
            if id not in known:
                yield (f"There {what} for the {kind} `{id}`, which there is not."
                       f"{did_you_mean(id, known, f'{kind.capitalize()}s')}")


# -- what is played --------------------------------------------------------------------------------------


def _random_games(
    designs: dict[str, Design], games: int, seed: int, jobs: int, tell: Progress,
) -> tuple[Check, bool]:
    """Random games: orders read back, taking back, replays, saving and loading, events, invariants; and
    whether they come to an end."""
    faults, orders, done, ends = [], 0, 0, True
    each, more = divmod(games, len(designs))
    for number, (name, design) in enumerate(designs.items()):
        share = each + (number < more)
        if not share:
            continue
        before = done

        def told(n: int, of: int, found: int, before: int = before) -> bool:
            tell("random games", before + n, games)
            return True

        campaign = fuzz(design, share, seed, name, RATES, _LIMITS, told, min(jobs, share))
        ends = ends and campaign.unended < _LIMITS.unended
        done += campaign.games
        orders += campaign.orders
        faults += [f"{name}, seed {f.seed}, order {f.order} `{f.text}`: {f.kind}: {f.message}"
                   for f in campaign.findings]
        if not ends:
            break
    return Check("random games", f"{count(done, 'game')}, {count(orders, 'order')}", tuple(faults)), ends


def _planner_games(designs: dict[str, Design], seed: int, tell: Progress) -> Check:
    """Games of the planner, which must come to an end with a legal order for every decision."""
    faults, orders, played = [], 0, 0
    names = list(designs)
    for number in range(PLANNER_GAMES):
        tell("planner games", number, PLANNER_GAMES)
        name, at = names[number % len(names)], seed + number
        played += 1
        try:
            orders += _planner_game(designs[name], at)
        except (Exception, SystemExit) as error:
            faults.append(f"{name}, seed {at}: {_failure(error)}")
            if isinstance(error, TimeLimitError | EndlessGameError):
                break
    return Check("planner games", f"{count(played, 'game')}, {count(orders, 'order')}", tuple(faults))


class PlannerGameError(VisegradError):
    """A game between planners shows a fault of the rules module."""


def _planner_game(design: Design, seed: int) -> int:
    """Play a game between planners and return its number of orders."""
    with time_limit(_LIMITS.seconds):
        game = Game.from_scenario(design, seed, history=False)
    seats = {side.id: make_player("planner", seed * 2 + n) for n, side in enumerate(design.ruleset.sides)}
    count = 0
    while game.outcome is None:
        if count >= _LIMITS.orders:
            raise EndlessGameError(f"The game is not over after {count} orders.")
        step = game.step
        with time_limit(_LIMITS.seconds):
            order = seats[game.side].choose(game)
        try:
            with time_limit(_LIMITS.seconds):
                events = game.apply(order)
        except IllegalOrderError as refusal:
            hint = " of the hint in `decisions`" if step in game.system.decisions() else ""
            raise PlannerGameError(f"In the step `{step}` the order `{game.text(order)}`{hint} is refused: "
                                   f"{refusal}") from refusal
        count += 1
        for event in events:
            for fault in event_faults(event):
                raise PlannerGameError(fault)
    return count


def _secrets(designs: dict[str, Design], seed: int, tell: Progress) -> Check:
    """Whether what is hidden from a side makes no difference to its view: other secret orders in place of the
    one that was given must look the same."""
    faults: list[str] = []
    secret = 0
    names = list(designs)
    for number in range(SECRET_GAMES):
        tell("secrets", number, SECRET_GAMES)
        name, at = names[number % len(names)], seed + number
        try:
            for fault in _secret_game(designs[name], at):
                secret += not fault
                if fault:
                    faults.append(f"{name}, seed {at}: {fault}")
        except (Exception, SystemExit) as error:
            faults.append(f"{name}, seed {at}: {_failure(error)}")
            if isinstance(error, TimeLimitError):
                break
    return Check("secrets", f"{SECRET_GAMES} games, {secret} secret orders", tuple(dict.fromkeys(faults)))


def _secret_game(design: Design, seed: int) -> Iterator[str]:
    """Play a random game: "" for each secret order, and a sentence for each fault."""
    random = Random(f"secrets {seed}")
    with time_limit(_LIMITS.seconds):
        game = Game.from_scenario(design, seed)
    sides = [s.id for s in design.ruleset.sides]
    states = _states(game)
    for _ in range(_LIMITS.orders):
        with time_limit(_LIMITS.seconds):
            orders = game.legal_orders()
        if not orders:
            return
        order, side = orders[int(random.random() * len(orders))], game.side
        before = _kept(game)
        with time_limit(_LIMITS.seconds):
            _give(game, order)
        if gone := states - _states(game):
            raise FaultError("state", f"After `{game.text(order)}` the states of these chapters are gone: "
                             f"{', '.join(sorted(gone))}.", "states")
        yield from _changed_by_views(game, sides)
        changed = [c for c, state in _kept(game).items() if state != before.get(c)]
        yield from _told_orders(game, order, orders, changed, random)
        hidden = [s for s in (*sides, "") if s != side and _hidden(game.view(s))]
        if hidden:
            yield ""
            yield from _differences(game, order, orders, hidden, random)


def _states(game: Game) -> set[str]:
    """The ids of the chapters that have a state."""
    return set(game.play.state.chapters) if isinstance(game.play, HexGame) else set()


def _changed_by_views(game: Game, sides: Sequence[str]) -> Iterator[str]:
    """Chapters whose `seen_by` changes their state in place."""
    before = _kept(game)
    for side in (*sides, ""):
        game.view(side)
    for chapter, state in _kept(game).items():
        if state != before.get(chapter):
            yield f"`seen_by` of the chapter {chapter} changes its state: it must return another one."


def _kept(game: Game) -> dict[str, str]:
    """The states of the chapters that show them in part only, as text."""
    play = game.play
    if not isinstance(play, HexGame):
        return {}
    states = play.state.chapters
    return {c.id: json.dumps(states[c.id]) for c in play.hooks["seen_by"] if c.id in states}


def _told_orders(
    game: Game, given: Order, orders: Sequence[Order], changed: Sequence[str], random: Random,
) -> Iterator[str]:
    """Chapters whose `seen_by` hides from a side what the last order, which is not hidden, tells it: another
    order would have given the same view but for the order, and another state. The game is left as it was."""
    mark = game.order_marks[-1]
    sides = [s.id for s in game.design.ruleset.sides if s.id != mark.side and not _hidden(game.view(s.id))]
    others = [o for o in orders if o.verb == given.verb and o != given]
    if not changed or not sides or not others:
        return
    state, views = _kept(game), {side: _without_orders(game.view(side)) for side in sides}
    for other in random.sample(others, min(_OTHERS, len(others))):
        game.undo()
        _give(game, other)
        now = _kept(game)
        for chapter in changed:
            for side in sides:
                if now[chapter] != state[chapter] and _without_orders(game.view(side)) == views[side]:
                    yield (f"`seen_by` of the chapter {chapter} hides from {side} what the order "
                           f"`{game.text(given)}` tells: let `hides` hide the order.")
        game.undo()
        _give(game, given)


def _without_orders(view: dict[str, Any]) -> str:
    """A view as text, without its list of orders."""
    return json.dumps({**view, "orders": ()})


def _give(game: Game, order: Order) -> None:
    """Give a listed order; raises `FaultError` if it is refused."""
    step = game.step
    try:
        game.apply(order)
    except IllegalOrderError as refusal:
        raise FaultError(
            "refused", f"In the step `{step}` the order `{game.text(order)}` is listed and refused: "
            f"{refusal}", order.verb, refusal.rule) from refusal


def _failure(error: BaseException) -> str:
    """What went wrong in the code of a game, and where."""
    if isinstance(error, TimeLimitError) and places_outside(error):
        return f"{str(error).removesuffix('.')}{place_of(error)}."
    if isinstance(error, VisegradError) and not isinstance(error, IllegalOrderError):
        return str(error)
    return failure_text(error)


def _hidden(view: dict[str, Any]) -> bool:
    """Whether a view hides the last order."""
    orders = view["orders"]
    return bool(orders) and orders[-1][4] == "secret"


def _differences(
    game: Game, given: Order, orders: Sequence[Order], sides: Sequence[str], random: Random,
) -> Iterator[str]:
    """Sides whose view tells the last order from others that could have been given; the game is left as it
    was."""
    views = {side: json.dumps(game.view(side)) for side in sides}
    others = [o for o in orders if o.verb == given.verb and o != given]
    for other in random.sample(others, min(_OTHERS, len(others))):
        game.undo()
        _give(game, other)
        for side in sides:
            if json.dumps(game.view(side)) != views[side]:
                yield (f"the view of {side or 'a spectator'} tells the secret order `{game.text(given)}` "
                       f"from `{game.text(other)}`.")
        game.undo()
        _give(game, given)
