"""Why something was refused, said to a person at the window: the rule first, then what to click.

The engine's own sentence may tell how an order is written in a game file; here it tells what to do.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.orders import IllegalOrder
from .words import step_of

_FIRST: Mapping[str, str] = {
    "place": "Every unit must be set up first: drag one from Off the map onto a shaded hex.",
    "allocate": "Markers must be allocated first: set how many go on the table, under Decision.",
    "remove": "The hex is overcrowded: click the unit to be removed, then Confirm.",
    "table": "The battle must be fought out first: choose a table under Decision, or call the attack off.",
    "lose": "The losses must be chosen first: click units outlined on the map, then Confirm.",
    "choose": "Choose first, under Decision: retreat, or hold and lose steps.",
    "retreat": "The outlined units must retreat first: click a shaded hex for each of them.",
}
"""What must be done before a decision that cannot be declined lets the game go on."""


def said(refusal: IllegalOrder) -> str:
    """The refusal with its rule in front, where a cut line still shows it.

    >>> said(IllegalOrder("An enemy unit stands in 2017 Warsaw.", "9.2"))
    'Rule 9.2: An enemy unit stands in 2017 Warsaw.'
    """
    return f"Rule {refusal.rule}: {refusal.reason}" if refusal.rule else refusal.reason


def not_declined(step: str, refusal: IllegalOrder | None) -> IllegalOrder:
    """Why a decision of this kind cannot be declined, where the engine refused to pass.

    >>> not_declined("table", IllegalOrder("Choose the table: `use assault`.", "11.0")).reason
    'The battle must be fought out first: choose a table under Decision, or call the attack off.'
    >>> not_declined("move", IllegalOrder("2 reinforcements must enter this turn.", "10.0")).reason
    '2 reinforcements must enter this turn. Drag from Off the map onto a shaded hex.'
    """
    rule = refusal.rule if refusal else ""
    if step in _FIRST:
        return IllegalOrder(_FIRST[step], rule)
    if step == "move" and refusal is not None and rule == "10.0":
        return IllegalOrder(f"{refusal.reason} Drag from Off the map onto a shaded hex.", rule)
    if refusal is not None and "`" not in refusal.reason:
        return refusal
    return IllegalOrder(f"This cannot be passed. {step_of(step).prompt}", rule)


def already_ended(phase: str, step: str) -> IllegalOrder:
    """Why a phase is not ended: the one before it has just ended by itself, and was likely meant.

    >>> print(already_ended("Russian combat", "move").reason.partition("it. ")[2])
    Now: Movement. Once more for “End movement”.
    """
    words = step_of(step)
    return IllegalOrder(f"{phase.partition(':')[0]} has ended by itself, as nothing was left to do in it. "
                        f"Now: {words.title}. Once more for “{words.pass_label}”.")
