"""Chemical attacks and the exchange of nuclear weapons (4.7, 4.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ...engine.hexgame import combat, events, results
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.orders import PASS, IllegalOrderError, Order
from ...model.check.fixes import drop
from ...model.design import Design
from ...model.problems import Problem
from .sides import sides

OPTION, EVENT, TABLE = "chemical_attacks", "chemical-attack", "escalation"
ASKED, USED = "asked", "used"


class Chemical(Chapter):
    """4.7: in each fight the Soviet side may double its supplied units, once all strengths are known. Its
    state says how far the present fight is: not asked, asked, or used."""

    id = "chemical"
    rule = "4.7"
    strength_note = ("chemical attack", "4.7")

    def state(self, w: GameInProgress) -> Any:
        return ""

    def verbs(self) -> Mapping[str, str]:
        return {"chemical": ""}

    def stages(self) -> Mapping[str, Stage]:
        return {"chemical": Stage(_enter, _orders, _perform)}

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment == "attack":
            w.state.chapters[self.id] = ""

    def before(self, w: GameInProgress, step: str) -> str:
        """The declaration comes before the table and the die."""
        if step != "table" or w.state.battle is None or w.state.chapters[self.id]:
            return ""
        return "chemical" if _may_declare(w) else ""

    def check(self, design: Design) -> Iterator[Problem]:
        """4.7: a date in the schedule makes the event happen, and nobody declares a chemical attack then."""
        line = design.scenario.scheduled.get(EVENT) if design.scenario is not None else None
        if line is not None and line.is_dated and not line.never:
            yield Problem("warning", "dated-attack", (
                "The schedule says when the event of the first chemical attack happens, so the Soviet side "
                "declares none in its fights, and no strength is doubled. Leave the date out to let it "
                "decide, or write `never: true` for a war without chemical weapons."), rule=self.rule,
                part=f"scenario/schedule/{EVENT}", fix=drop(
                    "Take the chemical attack out of the schedule", "schedule", line))

    def strength(self, w: GameInProgress, unit: int, purpose: str, value: Fraction) -> Fraction:
        """4.7: the supplied Soviet units of the fight count double."""
        battle = w.state.battle
        if battle is None or w.state.chapters[self.id] != USED or not _is_supplied_in(w, unit):
            return value
        return value * 2


def _fighters(w: GameInProgress) -> list[int]:
    """The Soviet units in the fight."""
    group = 0 if w.battle.side == sides(w).soviet else 1
    return results.alive(w, group)


def _is_supplied_in(w: GameInProgress, u: int) -> bool:
    return u in _fighters(w) and w.is_supplied(u)


def _may_declare(w: GameInProgress) -> bool:
    """4.7: the option allows it, and the schedule of the scenario leaves it to the Soviet side; one Soviet
    unit of the fight is supplied, and the die will be thrown."""
    return w.options.get(OPTION, "with") == "with" and not events.is_scheduled(w, EVENT) and any(
        _is_supplied_in(w, u) for u in _fighters(w))


def _enter(w: GameInProgress) -> None:
    w.state.side = sides(w).soviet


def _orders(w: GameInProgress, unit: int | None) -> list[Order]:
    return [PASS, Order("chemical")] if unit is None else []


def _perform(w: GameInProgress, order: Order) -> None:
    battle = w.battle
    if order.verb not in ("pass", "chemical"):
        raise IllegalOrderError("Declare a chemical attack with `chemical`, or pass.", "4.7")
    w.state.chapters["chemical"] = ASKED if order.verb == "pass" else USED
    if order.verb == "chemical":
        w.say("chemical", f"The {w.side_words[sides(w).soviet]} uses chemical weapons in "
              f"{w.board.name(battle.hex)}.", "4.7", (battle.hex,))
        if EVENT not in w.state.happened:
            w.state.happened = [*w.state.happened, EVENT]
            w.forget()
            events.judge(w, "at-once")
        results.roll_on(w, TABLE)
        events.judge_at_once(w)
        if w.state.outcome is not None:
            return
        battle.attackers = results.alive(w, 0)
        battle.defenders = results.alive(w, 1)
        if not battle.defenders or not combat.may_go_on(w, battle.hex, battle.attackers):
            w.say("called-off", f"Nobody is left to fight for {w.board.name(battle.hex)}.", "4.7",
                  (battle.hex,))
            w.state.battle = None
            w.state.side = w.state.player
            w.go("attack")
            return
    w.state.side = battle.side
    w.forget()
    w.go("table")
