"""Events of the ruleset, and what is judged at moments of the game."""

from __future__ import annotations

from ...model.rules.phrases import small
from . import results, victory
from .conditions import Case
from .in_progress import GameInProgress


def judge(w: GameInProgress, moment: str) -> None:
    """Let the events happen whose situation is judged at a moment."""
    for n, event in enumerate(w.ruleset.events):
        if event.judged != moment or w.state.outcome is not None:
            continue
        if event.once and event.id in w.state.happened:
            continue
        w.judged, w.rolled = small(event.name), False
        happens = w.made.test(event.when)(Case(w.state.player))
        w.judged = ""
        if w.rolled and not happens:
            w.say("note", f"{event.name} does not happen.", event.rule, side=-1)
        if happens:
            if event.id not in w.state.happened:
                w.state.happened = [*w.state.happened, event.id]
            w.say("event", results.told(event), event.rule, side=-1)
            w.forget()
            w.at("event", event=event.id)
            results.run_event(w, n)


def is_scheduled(w: GameInProgress, event: str) -> bool:
    """Whether the schedule of the scenario says when an event happens, so that no chapter decides it."""
    line = w.scenario.scheduled.get(event)
    return line is not None and line.is_dated


def bonus_of(w: GameInProgress, event: str) -> int:
    """What the schedule of the scenario adds to the dice of an event that a chapter decides."""
    line = w.scenario.scheduled.get(event)
    return line.bonus if line is not None else 0


def judge_turn_end(w: GameInProgress) -> None:
    """Judge what is judged at the end of a turn."""
    victory.count_turn(w)
    judge(w, "turn-end")
    victory.judge(w, "turn-end")


class _AtOnce:
    """Whether anything is judged at once."""

    def __init__(self, w: GameInProgress) -> None:
        self.any = any(c.judged == "at-once" for c in w.ruleset.victory.conditions) or any(
            e.judged == "at-once" for e in w.ruleset.events)


def judge_at_once(w: GameInProgress) -> None:
    """Judge what is judged at once, after every order of the game proper."""
    if w.state.turn and w.state.outcome is None and w.table(_AtOnce).any:
        judge(w, "at-once")
        victory.judge(w, "at-once")
