"""The texts of a play-test: sides, phases, movement points and orders."""

from __future__ import annotations

import re

from ...engine import Game, Order
from ...engine.words import plain
from ...model.design import Design
from ...model.start import phase_name


def side_name(design: Design, side: str) -> str:
    """`Russian side`."""
    known = design.ruleset.side_by_id.get(side)
    return known.name if known else side


def when(design: Design, turn: int, phase: str) -> str:
    """`Turn 3, Russian movement`, or `Set-up`."""
    short = phase_name(design.ruleset, phase).partition(":")[0]
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
    if order.verb == "pass":
        return pass_label
    if meaning := game.meaning(order):
        return meaning.removesuffix(".")
    words = game.words.order(order.verb)
    first = order.words[0] if order.words else ""
    text = (words.many if words.many and len(order.units) > 1 else words.text)
    text = words.of_words.get(first, text)
    if not text:
        text = _by_mode(game, order) or game.text(order)
    else:
        table = next((t.name for t in game.design.ruleset.tables if t.id == first), first)
        names = [game.unit_name(k) for k in order.units]
        text = text.format(
            unit=names[0] if names else "", units=" and ".join(names),
            hex=order.hexes[-1] if order.hexes else "", word=first,
            word2=order.words[1] if len(order.words) > 1 else "", table=table)
    return text[:1].upper() + text[1:]


def _by_mode(game: Game, order: Order) -> str:
    """A move by a mode of movement, with the name of the mode: `Road march: Guards to 0507`; "" for any other
    order."""
    modes = {m.id: m.name or plain(m.id) for m in game.design.ruleset.movement.modes}
    if not (order.hexes and order.units and order.words and order.words[0] in modes):
        return ""
    names = " and ".join(game.unit_name(k) for k in order.units)
    return f"{modes[order.words[0]]}: {names} to {order.hexes[-1]}"


def silent_order_text(game: Game, order: Order, side: str, step: str = "") -> str:
    """The log text of an order without events; secret choices stay secret."""
    who = side_name(game.design, side)
    secret = game.words.order(order.verb).secret
    if secret:
        return f"{who}: {secret}."
    if order.verb == "pass":
        return f"{who}: {game.words.step(step).pass_label.lower() if step else 'pass'}."
    return f"{who}: {order_text(game, order)}."
