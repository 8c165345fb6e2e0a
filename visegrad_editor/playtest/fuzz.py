"""Many games of random legal play, which find faults of a rules module and count the rules exercised."""

from __future__ import annotations

import multiprocessing
import os
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import field, replace
from pathlib import Path
from random import Random
from typing import Any

from ..engine import PASS, Game, IllegalOrderError, Order
from ..engine.packages import PackageError
from ..engine.record import GameRecord, RecordedOrder, record_of, record_text
from ..errors import place_of, places_outside
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.edit.documents import choose_options
from ..model.files.atomic import DiskError, save
from ..model.files.bytes import holds
from ..model.files.load import load
from .faults import THOROUGH, FaultError, Finding, GameReport, Limits, Rates
from .fuzz_checks import GameChecker
from .time_limit import TimeLimitError, time_limit

Progress = Callable[[int, int, int], bool]
"""Called with games done, games in all and faults found; False stops the campaign."""

Options = tuple[tuple[str, str], ...]
"""(option, choice) pairs."""

KEPT = 5
"""How many findings of one fault are kept with their games; the others are only counted."""


@dataclass
class Campaign:
    """The results of many games. `findings` has the first few of each fault, `faults` the number of each;
    games are merged in the order of their seeds, so that the same call gives the same campaign."""

    games: int = 0
    orders: int = 0
    longest: int = 0
    findings: list[Finding] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def add(self, report: GameReport) -> None:
        """Add the report of a game."""
        self.games += 1
        self.orders += report.orders
        self.longest = max(self.longest, report.orders)
        self.verbs += report.verbs
        self.rules += report.rules
        self.refused += report.refused
        if report.ended:
            self.outcomes[f"{report.winner or 'draw'} {report.rule}".rstrip()] += 1
        finding = report.finding
        if finding is not None:
            self.faults[finding.signature] += 1
            if self.faults[finding.signature] <= KEPT:
                self.findings.append(finding)

    @property
    def unended(self) -> int:
        """How many games were stopped by the limits."""
        return sum(n for fault, n in self.faults.items() if fault.startswith(("hang: ", "endless: ")))

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "games": self.games, "orders": self.orders, "longest_game": self.longest,
            "faults": [{"fault": s, "games": n} for s, n in self.faults.most_common()],
            "findings": [
                {"kind": f.kind, "rule": f.rule, "message": f.message, "seed": f.seed, "order": f.order,
                 "text": f.text, "turn": f.turn, "phase": f.phase} for f in self.findings],
            "outcomes": dict(sorted(self.outcomes.items())),
            "orders_given": dict(self.verbs.most_common()),
            "rules_in_events": _by_rule(self.rules),
            "rules_in_refusals": _by_rule(self.refused),
        }


def _by_rule(counts: Counter[str]) -> dict[str, int]:
    def key(rule: str) -> tuple[str, tuple[int, ...]]:
        return rule.rstrip("0123456789."), tuple(int(n) for n in re.findall(r"\d+", rule))
    return {r: counts[r] for r in sorted(counts, key=key) if r}


def fuzz(
    design: Design, games: int, seed: int = 0, scenario: str = "", rates: Rates | None = None,
    limits: Limits | None = None, progress: Progress | None = None, jobs: int = 1,
    options: Options = (),
) -> Campaign:
    """Play `games` games with the seeds from `seed` on, fewer if too many of them do not come to an end.

    `scenario` is the path or bundled name of the design. It is needed if `jobs`, the number of processes,
    is more than one, because each process loads the scenario itself. `options` are the choices that the
    design has in place of those of that scenario.
    """
    rates, limits = rates or Rates(), limits or Limits()
    campaign = Campaign()
    for report in _reports(design, range(seed, seed + games), scenario, rates, limits, jobs, options):
        campaign.add(report)
        if progress and not progress(campaign.games, games, sum(campaign.faults.values())):
            break
        if campaign.unended >= limits.unended:
            break
    return campaign


def _reports(
    design: Design, seeds: range, scenario: str, rates: Rates, limits: Limits, jobs: int, options: Options,
) -> Iterator[GameReport]:
    """The reports of the games in the order of their seeds."""
    if jobs <= 1:
        yield from (fuzz_game(design, s, scenario, rates, limits, options) for s in seeds)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _prepare, (scenario, rates, limits, options)) as pool:
        todo = iter(seeds)
        running: dict[int, Future[GameReport]] = {}
        try:
            for due in seeds:
                # A few games in advance keep every process busy without memory for thousands of futures.
                while len(running) < 4 * jobs and (s := next(todo, None)) is not None:
                    running[s] = pool.submit(_one, s)
                wait([running[due]], return_when=FIRST_COMPLETED)
                yield running.pop(due).result()
        finally:
            for future in running.values():
                future.cancel()


_task: tuple[Design, str, Rates, Limits, Options] | None = None


def _prepare(scenario: str, rates: Rates, limits: Limits, options: Options) -> None:
    global _task
    loaded = load(scenario)
    assert loaded.design is not None, "the scenario was loaded before"
    _task = (choose_options(loaded.design, options), scenario, rates, limits, options)
    # What a package prints must not be mixed with the report.
    sys.stdout = sys.stderr


def _one(seed: int) -> GameReport:
    assert _task is not None
    design, scenario, rates, limits, options = _task
    return fuzz_game(design, seed, scenario, rates, limits, options)


def write_findings(findings: list[Finding], folder: Path) -> list[Path]:
    """Write a game file for each finding, with the finding in its first lines; return the paths.

    Existing files are never replaced: a file with the same finding is kept, and another finding gets a number
    after its name. Raises `SaveError`.
    """
    written = []
    for finding in findings:
        if not finding.record:
            continue
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DiskError(f"The folder {folder} cannot be made: {error.strerror or error}.") from error
        number = 1
        while True:
            more = "" if number == 1 else f"-{number}"
            path = folder / f"seed-{finding.seed}-order-{finding.order}{more}.yaml"
            text = _file_of(finding, path.name)
            if not os.path.lexists(path):
                save(text, path, backup=False)
                break
            if holds(path, text.encode("utf-8")):
                break
            number += 1
        written.append(path)
    return written


def _file_of(finding: Finding, name: str) -> str:
    """The text of the game file of a finding, for a file with that name."""
    notes = [f"{finding.kind}: {finding.message}", f"Order {finding.order}: {finding.text}",
             f"Check it again with: visegrad-editor fuzz {name}"]
    return "".join(f"# {' '.join(n.split())}\n" for n in notes) + finding.record


_STOP = Order("stop")
Choose = Callable[[Game], Order | None]


def fuzz_game(
    design: Design, seed: int, scenario: str = "", rates: Rates | None = None, limits: Limits | None = None,
    options: Options = (),
) -> GameReport:
    """Play a game at random until its end or its first fault. The same design, seed, rates and limits give
    the same game and finding.

    `scenario` is the name of the scenario in the game file of a finding, `options` the choices that the
    design has in place of those of that scenario.
    """
    trial = _Trial(design, seed, None, scenario, rates or Rates(), limits or Limits(), options=options)
    return trial.run(RuleTester(seed).choose)


def fuzz_record(design: Design, record: GameRecord, limits: Limits | None = None) -> GameReport:
    """Replay a recorded game with every check after every order."""
    texts = iter(record.orders)

    def following(game: Game) -> Order | None:
        order = next(texts, None)
        try:
            return _STOP if order is None else game.parse(order.text)
        except IllegalOrderError as refusal:
            raise FaultError("refused", f"`{order.text if order else ''}` is refused: {refusal}", "record",
                             refusal.rule) from None

    rates = replace(THOROUGH, replay=0.0)
    trial = _Trial(design, record.seed, record.dice, record.scenario, rates, limits or Limits(),
                   keep_to_orders=True, options=record.options)
    return trial.run(following)


class _Trial:
    """One game with its checks. With `keep_to_orders` only the requested orders are given."""

    def __init__(
        self, design: Design, seed: int, dice: tuple[int, ...] | None, scenario: str, rates: Rates,
        limits: Limits, keep_to_orders: bool = False, options: Options = (),
    ) -> None:
        self.design, self.seed, self.dice, self.scenario = design, seed, dice, scenario
        self.rates, self.limits, self.keep_to_orders = rates, limits, keep_to_orders
        self.options, self.report = options, GameReport(seed)
        self.game: Game | None = None
        self.checker: GameChecker | None = None

    def run(self, choose: Choose) -> GameReport:
        try:
            self._play(choose)
        except FaultError as fault:
            self._add_finding(fault)
        except TimeLimitError as error:
            self._add_finding(FaultError(
                "hang", f"An order and its checks took more than {self.limits.seconds:g} seconds"
                f"{place_of(error) if places_outside(error) else ''}.", "hang"))
        except PackageError as error:
            self._add_finding(FaultError("crash", str(error), str(error)))
        except (Exception, SystemExit) as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{last.filename.rpartition('visegrad_editor')[2].lstrip('/')}:{last.lineno}"
            self._add_finding(FaultError(
                "crash", f"{type(error).__name__} at {place} in {last.name}: {error}",
                f"{type(error).__name__} at {place}"))
        return self.report

    def _play(self, choose: Choose) -> None:
        limits, report = self.limits, self.report
        with time_limit(limits.seconds):
            self.game = game = Game.from_scenario(self.design, self.seed, self.dice)
            random = Random(f"fuzz {self.seed}")
            self.checker = checker = GameChecker(game, self.scenario, random, self.rates, report)
            checker.keep_to_orders = self.keep_to_orders
        while game.outcome is None:
            if report.orders >= limits.orders:
                raise FaultError("endless", f"The game is not over after {report.orders} orders.", "endless")
            checker.note_trial("")
            with time_limit(limits.seconds):
                order = choose(game)
                if order is _STOP:
                    return
                if order is None:
                    raise FaultError(
                        "dead-end", f"There is no legal order in the step `{game.step}`, and the "
                        "game is not over.", game.step)
                checker.give_order(order)
        outcome = game.outcome
        assert outcome is not None
        report.ended, report.winner, report.rule = True, outcome.winner, outcome.rule
        checker.finish()

    def _add_finding(self, fault: FaultError) -> None:
        game, checker = self.game, self.checker
        if game is None:
            self.report.finding = Finding(
                fault.kind, fault.message, self.seed, 0, "", 0, "set-up", fault.rule, fault.signature)
            return
        # Without marks, because the order with the fault may follow those that were played.
        record = replace(record_of(game, self.scenario, options=self.options), outcome=None, marks=())
        number = len(record.orders)
        given = number > 0 and checker is not None and game.order_marks[-1].order is checker.culprit
        if checker is not None and checker.culprit is not None and not given:
            # The order that failed is the last one of the file, so that replaying it shows the fault.
            record = replace(record, orders=(*record.orders, RecordedOrder(checker.text)))
            number += 1
        self.report.finding = Finding(
            fault.kind, fault.message, self.seed, number, checker.text if checker else "", game.turn,
            game.phase, fault.rule, fault.signature, record_text(record))


class RuleTester:
    """A player for testing rules: random legal orders, with a preference for those that may cause trouble.

    Some games are peaceful; in others units move towards the enemy. Unlike the random player it also moves
    whole stacks and lets any group of units attack.
    """

    name = "rule-tester"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(f"wanderer {seed}")
        self._boldness = self._random.choice((0.0, 0.5, 0.9))
        # A capital is easily taken by chance, but most games should last longer than that.
        self._modest = self._random.random() < 0.7

    def choose(self, game: Game) -> Order | None:
        """A legal order, or None if there is none."""
        if game.step == "move":
            return self._move(game)
        orders = game.legal_orders()
        if not orders:
            return None
        if game.step == "attack" and self._random.random() < self._boldness:
            orders = [o for o in orders if o != PASS] or orders
        order = self._pick(orders)
        return self._fewer(game, order) if order.verb == "attack" else order

    def _pick(self, orders: list[Order]) -> Order:
        return orders[int(self._random.random() * len(orders))]

    def _fewer(self, game: Game, order: Order) -> Order:
        """The attack with only some of its units, a combination that may not be listed."""
        if len(order.units) < 3 or self._random.random() < 0.5:
            return order
        units = tuple(u for u in order.units if self._random.random() < 0.6)
        other = order._replace(units=units)
        return other if units and game.why_not(other) is None else order

    def _move(self, game: Game) -> Order | None:
        units = game.movable()
        while units:
            key = units.pop(int(self._random.random() * len(units)))
            ends = sorted(game.destinations(key))
            if ends and self._random.random() < 0.9:
                return self._with_friends(game, game.move_order(key, self._end(game, key, ends)))
            if self._random.random() < 0.2 and game.why_not(PASS) is None:
                return PASS
        if game.why_not(PASS) is None:
            return PASS
        orders = game.legal_orders()
        return self._pick(orders) if orders else None

    def _end(self, game: Game, key: str, ends: list[str]) -> str:
        """Any hex in reach; a bold player prefers hexes that are goals or next to the enemy."""
        goals = game.goals(game.side).take
        if self._modest:
            ends = [h for h in ends if goals.get(h, 0.0) <= 1.0] or ends
        if self._random.random() < self._boldness:
            zone = game.enemy_zoc(key)
            wanted = [h for h in ends if h in zone or h in goals]
            ends = wanted or ends
        return ends[int(self._random.random() * len(ends))]

    def _with_friends(self, game: Game, order: Order) -> Order:
        """Now and then the same move by the whole stack, if it is possible."""
        if order.verb != "move" or self._random.random() > 0.25:
            return order
        start = order.hexes[0]
        others = {u for u in game.movable() if u not in order.units}
        here = [u for u, place in game.position().units.items()
                if place.hex == start and u in others and game.destinations(u)]
        other = order._replace(units=(*order.units, *here))
        return other if here and game.why_not(other) is None else order
