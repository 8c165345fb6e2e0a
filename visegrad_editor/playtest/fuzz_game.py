"""One game of random legal play, checked order by order until its end or its first fault."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import replace
from random import Random

from ..engine import Game, IllegalOrder, Order
from ..engine.record import GameRecord, RecordedOrder, record_of, record_text
from ..model.design import Design
from .faults import THOROUGH, Fault, Finding, GameReport, Limits, Rates
from .fuzz_checks import Checker
from .patience import TooSlow, patience
from .wanderer import Wanderer

_STOP = Order("stop")
Choose = Callable[[Game], Order | None]


def fuzz_game(
    design: Design, seed: int, scenario: str = "", rates: Rates | None = None, limits: Limits | None = None,
) -> GameReport:
    """Play a game at random. The same design, seed, rates and limits give the same game and finding.

    `scenario` is how the game file of a finding names the scenario.
    """
    trial = _Trial(design, seed, None, scenario, rates or Rates(), limits or Limits())
    return trial.run(Wanderer(seed).choose)


def fuzz_record(design: Design, record: GameRecord, limits: Limits | None = None) -> GameReport:
    """Play a recorded game again with every check at every order."""
    texts = iter(record.orders)

    def following(game: Game) -> Order | None:
        order = next(texts, None)
        try:
            return _STOP if order is None else game.parse(order.text)
        except IllegalOrder as refusal:
            raise Fault("refused", f"`{order.text if order else ''}` is refused: {refusal}", "record",
                        refusal.rule) from None

    rates = replace(THOROUGH, replay=0.0)
    trial = _Trial(design, record.seed, record.dice, record.scenario, rates, limits or Limits())
    trial.wander = False
    return trial.run(following)


class _Trial:
    wander = True

    def __init__(
        self, design: Design, seed: int, dice: tuple[int, ...] | None, scenario: str, rates: Rates,
        limits: Limits,
    ) -> None:
        self.design, self.seed, self.dice, self.scenario = design, seed, dice, scenario
        self.rates, self.limits = rates, limits
        self.report = GameReport(seed)
        self.game: Game | None = None
        self.checker: Checker | None = None

    def run(self, choose: Choose) -> GameReport:
        try:
            self._play(choose)
        except Fault as fault:
            self._found(fault)
        except TooSlow:
            self._found(Fault(
                "hang", f"An order and its checks took more than {self.limits.seconds:g} seconds.", "hang"))
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{last.filename.rpartition('visegrad_editor')[2].lstrip('/')}:{last.lineno}"
            self._found(Fault(
                "crash", f"{type(error).__name__} at {place} in {last.name}: {error}",
                f"{type(error).__name__} at {place}"))
        return self.report

    def _play(self, choose: Choose) -> None:
        limits, report = self.limits, self.report
        with patience(limits.seconds):
            self.game = game = Game.from_scenario(self.design, self.seed, self.dice)
            random = Random(f"fuzz {self.seed}")
            self.checker = checker = Checker(game, self.scenario, random, self.rates, report)
            checker.keep_to_orders = not self.wander
        while game.outcome() is None:
            if report.orders >= limits.orders:
                raise Fault("endless", f"The game is not over after {report.orders} orders.", "endless")
            checker.trying("")
            with patience(limits.seconds):
                order = choose(game)
                if order is _STOP:
                    return
                if order is None:
                    raise Fault("dead-end", f"There is no legal order in the step `{game.step}`, and the "
                                "game is not over.", game.step)
                checker.order(order)
        outcome = game.outcome()
        assert outcome is not None
        report.winner, report.rule = outcome.winner, outcome.rule
        checker.finish()

    def _found(self, fault: Fault) -> None:
        game, checker = self.game, self.checker
        if game is None:
            self.report.finding = Finding(
                fault.kind, fault.message, self.seed, 0, "", 0, "set-up", fault.rule, fault.signature)
            return
        # Without marks: an order may come behind those that were played.
        record = replace(record_of(game, self.scenario), outcome=None, marks=())
        number = len(record.orders)
        given = number > 0 and checker is not None and game.order_marks[-1].order is checker.culprit
        if checker is not None and checker.culprit is not None and not given:
            # The order that did not come to pass is the last of the file: replaying meets the fault.
            record = replace(record, orders=(*record.orders, RecordedOrder(checker.text)))
            number += 1
        self.report.finding = Finding(
            fault.kind, fault.message, self.seed, number, checker.text if checker else "", game.turn,
            game.phase, fault.rule, fault.signature, record_text(record))
