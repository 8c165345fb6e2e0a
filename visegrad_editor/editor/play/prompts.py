"""The texts of the banner of a play-test: where the game is, whose turn it is, what to do and what is
left."""

from __future__ import annotations

from ...engine import Order
from ...model.wording import listed
from .session import PlaySession
from .timeline import DiceWanted
from .words import order_text, side_name, when


def headline(session: PlaySession) -> str:
    """`Turn 3, Russian movement`."""
    game = session.timeline.game
    return when(session.design, game.turn, game.phase)


def banner_text(session: PlaySession) -> str:
    """The text of the banner: whose turn it is and what to do."""
    game = session.timeline.game
    outcome = game.outcome
    if session.looking_back:
        here = f"Order {session.timeline.at} of {session.timeline.length}."
        if session.left_out and session.timeline.at == session.timeline.length:
            return f"{here} {session.left_out}"
        return f"{here} Move the slider to see other moments; Play on from here continues from this one."
    if outcome is not None:
        return outcome.reason
    who = side_name(session.design, game.side)
    if session.pending is not None:
        return f"{who}: enter the die roll{_for(session.roll.purpose)}."
    step = game.words.step(game.step)
    if not session.seats.human(game.side):
        # The plan is not shown to a human opponent.
        plan = "" if session.seats.any_human else session.seats.plan(game.side, game.turn)
        if plan:
            return plan
        decides = f"{who}: the {session.seats.names[game.side]} player decides ({step.title.lower()})."
        return " ".join(filter(None, (decides, _hidden(session))))
    return " ".join(filter(None, (f"{who}: {step.prompt}", _left(session), _hidden(session))))


def _hidden(session: PlaySession) -> str:
    """Whose units are set up unseen, as a sentence, or ""."""
    game, scenario = session.timeline.game, session.design.scenario
    if game.phase != "set-up" or scenario is None or not session.has_person:
        return ""
    others = [side_name(session.design, s) for s in scenario.hidden_set_up if s != session.onlooker]
    if others:
        return f"What the {listed(others)} sets up is hidden until the set-up is over."
    own = "The other side does not see your units until the set-up is over."
    return own if scenario.hidden_set_up else ""


def _left(session: PlaySession) -> str:
    """What is still to be spent or to enter, as a sentence, or ""."""
    words = session.timeline.game.words
    left = [words.left_text(name, n) for name, n in session.position.left.items()]
    if left:
        return f"Left: {', '.join(left)}."
    if session.timeline.game.step != "move":
        return ""
    n = sum(not session.position.units[k].hex for k in session.decision.pickable)
    due = f"{n} reinforcements are" if n > 1 else "A reinforcement is"
    return f"{due} due: see the page Off the map." if n else ""


def _for(purpose: str) -> str:
    return f" for {purpose}" if purpose else ""


def roll_wanted(wanted: DiceWanted) -> str:
    """What the next roll is for, and which rolls were entered so far.

    >>> roll_wanted(DiceWanted("the end of the game, die 2 of 2 (4.0)", (4,)))
    'Roll for the end of the game, die 2 of 2 (4.0). Entered so far: 4.'
    """
    given = f" Entered so far: {', '.join(map(str, wanted.given))}." if wanted.given else ""
    return f"Roll{_for(wanted.purpose)}.{given}"


def pass_label(session: PlaySession) -> str:
    """The label of the button that passes; "" if passing is not possible."""
    game = session.timeline.game
    step = game.words.step(game.step)
    if not session.my_turn or (session.decision.passing is None and not step.may_decline):
        return ""
    return step.pass_label


def order_words(session: PlaySession, order: Order) -> str:
    """The text of an order for a list or a button."""
    game = session.timeline.game
    return order_text(game, order, game.words.step(game.step).pass_label)
