"""The texts of a play-test: decisions, orders and boxes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ...engine import Game, Order
from ...model.design import Design


@dataclass(frozen=True)
class DecisionTexts:
    """The texts of a kind of decision. `pass_label` is the label of the button that passes."""

    title: str
    prompt: str
    pass_label: str = "Pass"


_DECISION_TEXTS: Mapping[str, DecisionTexts] = {
    "place": DecisionTexts(
        "Set-up", "Drag a unit from the list onto a shaded hex, or select the unit and click the hex."),
    "allocate": DecisionTexts(
        "Cyber-war markers", "Choose how many markers go on the table. The other side does not see it."),
    "transfer": DecisionTexts(
        "Cyber-war markers", "You may move markers from the table to the track.", "Move none"),
    "replace": DecisionTexts(
        "Replacements", "Click a reduced unit to restore it, drag an eliminated one from the list to a "
        "shaded hex, or buy air units from the list below.", "End replacements"),
    "interdict": DecisionTexts(
        "Air interdiction", "Click a shaded enemy stack, choose the air unit, and confirm.",
        "No more interdiction"),
    "intercept": DecisionTexts("Answer the interdiction", "Send an air unit against it, or let it happen.",
                      "Do not answer"),
    "markers": DecisionTexts("Air combat", "Spend a cyber-war marker for +1, or stop.", "Spend no more"),
    "move": DecisionTexts(
        "Movement", "Drag counters to shaded hexes; the figures are movement points. Shift takes the stack.",
        "End movement"),
    "remove": DecisionTexts("Too many units", "Click the unit to remove, and confirm."),
    "air-supply": DecisionTexts(
        "Air supply", "Click a shaded stack that is out of supply, choose the air unit, and confirm.",
        "No air supply"),
    "attack": DecisionTexts(
        "Combat", "Click a shaded enemy hex. Click stacks to add or leave them out, or single units by their "
        "pictures. Check the odds, then confirm.", "End combat"),
    "support": DecisionTexts("Air support", "Commit an air unit to the battle, or none.", "No air unit"),
    "table": DecisionTexts(
        "Combat table", "Roll the die, or call the attack off as long as no air unit is in it."),
    "lose": DecisionTexts("Losses", "Click the units to lose, half or more of those outlined, and confirm."),
    "choose": DecisionTexts("Retreat or lose steps", "Choose for the units in the outlined hex."),
    "retreat": DecisionTexts("Retreat", "Click a shaded hex for each outlined unit, or drag the unit there."),
    "advance": DecisionTexts(
        "Advance after combat", "Click the units that advance and confirm, or drag them into the hex.",
        "Do not advance"),
    "over": DecisionTexts(
        "The game is over", "Look back with the slider, save the game, or copy a position."),
}

BOXES: Mapping[str, str] = {
    "unplaced": "To be set up", "reinforcements": "Reinforcements", "ready": "Air units ready",
    "used": "Air units used", "pool": "Air units to buy", "eliminated": "Eliminated",
    "removed": "Out of the game",
}
"""Boxes off the map in the order they are listed."""


def may_decline(name: str) -> bool:
    """Whether a decision of this kind has its own button for passing, even if not usable at once."""
    return name in _DECISION_TEXTS and _DECISION_TEXTS[name].pass_label != "Pass"


def decision_texts(name: str) -> DecisionTexts:
    """The texts for a kind of decision, made from its name if it is unknown.

    >>> decision_texts("draw-cards").title
    'Draw cards'
    """
    known = _DECISION_TEXTS.get(name)
    return known or DecisionTexts(name.replace("-", " ").capitalize(), "Choose one of the orders below.")


def side_name(design: Design, side: str) -> str:
    """`Russian side`."""
    known = design.ruleset.side_by_id.get(side)
    return known.name if known else side


def phase_name(design: Design, phase: str) -> str:
    """The name of a phase in the ruleset."""
    names = {p.id: p.name for p in design.ruleset.phases}
    return names.get(phase, phase.replace("-", " ").capitalize())


def when(design: Design, turn: int, phase: str) -> str:
    """`Turn 3, Russian movement`, or `Set-up`."""
    short = phase_name(design, phase).partition(":")[0]
    return f"Turn {turn}, {short}" if turn else short


def points(cost: float) -> str:
    """Movement points as printed.

    >>> points(2), points(0.5), points(2.5)
    ('2', '½', '2½')
    """
    whole, part = int(cost), cost - int(cost)
    half = {0.25: "¼", 0.5: "½", 0.75: "¾"}.get(part)
    if half:
        return f"{whole or ''}{half}"
    return f"{cost:g}"


def movement_points(cost: float) -> str:
    """A cost as a text.

    >>> movement_points(1), movement_points(0.5), movement_points(2)
    ('1 movement point', '½ movement point', '2 movement points')
    """
    return f"{points(cost)} movement point{'s' if cost > 1 else ''}"


def natural(name: str) -> tuple[tuple[int, str], ...]:
    """A sort key that orders names by the numbers in them.

    >>> sorted(["10th CAS", "1st CAS", "2nd CAS", "Airborne"], key=natural)
    ['1st CAS', '2nd CAS', '10th CAS', 'Airborne']
    """
    return tuple((int(part), "") if part.isdecimal() else (10**9, part.casefold())
                 for part in re.split(r"(\d+)", name) if part)


def order_text(game: Game, order: Order, pass_label: str = "Pass") -> str:
    """The text of an order for a list or a button."""
    name = game.unit_name(order.units[0]) if order.units else ""
    words = order.words
    match order.verb:
        case "pass":
            return pass_label
        case "use":
            table = next((t for t in game.design.ruleset.tables if t.id == words[0]), None)
            return f"Roll the die: {table.name if table else words[0]}"
        case "choose":
            return {"retreat": "Retreat", "loss": "Hold and lose steps"}.get(words[0], words[0].capitalize())
        case "hold":
            units = " and ".join(map(game.unit_name, order.units))
            return f"{units} hold{'s' if len(order.units) == 1 else ''}, the others retreat"
        case "call-off":
            return "Call the attack off"
        case "spend-marker":
            return "Spend a cyber-war marker"
        case "recover-marker":
            return "Recover a cyber-war marker"
        case "buy":
            return f"Buy {name}"
        case "restore":
            return f"Restore {name}"
        case "rebuild":
            return f"Rebuild {name} at {order.hexes[0]}, {words[0]}"
        case "support" | "intercept":
            return f"Send {name}"
        case "allocate":
            return f"{words[0]} on the table, {words[1]} on the track"
        case "transfer":
            return f"Move {words[0]} from table to track"
    text = game.text(order)
    return text[:1].upper() + text[1:]


def silent_order_text(game: Game, order: Order, side: str, step: str = "") -> str:
    """The log text of an order without events; secret choices stay secret."""
    who = side_name(game.design, side)
    if order.verb == "allocate":
        return f"{who}: markers are allocated secretly."
    if order.verb == "pass":
        return f"{who}: {decision_texts(step).pass_label.lower() if step else 'pass'}."
    return f"{who}: {order_text(game, order)}."
