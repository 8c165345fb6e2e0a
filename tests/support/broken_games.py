"""Deliberate faults of the rules, each with the report that is expected."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

import pytest

from visegrad_editor.engine import Dice, Game, IllegalOrderError, Order
from visegrad_editor.engine.hexgame import in_progress, state
from visegrad_editor.engine.hexgame.sequence import STAGES
from visegrad_editor.engine.hexgame.state import ELIMINATED, WAITING
from visegrad_editor.engine.orders import Grammar
from visegrad_editor.playtest.faults import Rates
from visegrad_editor.systems.visegrad4 import cyber, game

QUICK = Rates(undo=0.0, listed=0.0, wrong=0.0, saved=0.0, whole=0.0, replay=0.0)
Break = Callable[[pytest.MonkeyPatch], None]


def change_game(patch: pytest.MonkeyPatch, change: Callable[[Any], None]) -> None:
    """Change the game whenever a player turn begins."""
    at = in_progress.GameInProgress.at

    def told(w: Any, moment: str, **facts: Any) -> None:
        if moment == "player-turn":
            change(w)
        at(w, moment, **facts)

    patch.setattr(in_progress.GameInProgress, "at", told)


def change_state(patch: pytest.MonkeyPatch, change: Callable[[Any], None]) -> None:
    change_game(patch, lambda w: change(w.state))


def together(*keys: str) -> Break:
    """Put units into the hex of the first one."""
    def gather(w: Any) -> None:
        units = [w.unit(k) for k in keys]
        hex = w.state.where[units[0]]
        for u in units[1:]:
            if hex >= 0 and w.state.where[u] >= 0:
                w.put(u, hex)

    return lambda patch: change_game(patch, gather)


too_many = together(
    "belarus/6th Mechanized", "belarus/11th Mechanized", "belarus/120th Mechanized",
    "ukraine/24th Mechanized")
mixed_company = together("belarus/6th Mechanized", "russia/27th Motorized")
into_the_enemy = together("poland/12th Mechanized", "russia/27th Motorized")


def to_sea(patch: pytest.MonkeyPatch) -> None:
    change_game(patch, lambda w: w.put(w.unit("russia/27th Motorized"), 0))


def into_prohibited_ground(patch: pytest.MonkeyPatch) -> None:
    def close(w: Any) -> None:
        if w.state.turn == 2:
            w.board = copy(w.board)
            w.board.cost, w.board.road_cost = (None,) * w.board.size, {}

    change_game(patch, close)


def lose_a_score(patch: pytest.MonkeyPatch) -> None:
    change_state(patch, lambda s: setattr(s, "taken", [0, *s.taken[1:]]))


def lose_a_marker(patch: pytest.MonkeyPatch) -> None:
    def spend(w: Any, side: int) -> None:
        cyber.change_markers(w, side, cyber.TRACK, -1)

    patch.setattr("visegrad_editor.systems.visegrad4.air.spend_from_track", spend)


def heal(patch: pytest.MonkeyPatch) -> None:
    change_state(patch, lambda s: s.lost.__setitem__(slice(None), [0] * len(s.lost)))


def rise_again(patch: pytest.MonkeyPatch) -> None:
    def rise(s: Any) -> None:
        s.where = [WAITING if at == ELIMINATED else at for at in s.where]

    change_state(patch, rise)


def backwards(patch: pytest.MonkeyPatch) -> None:
    change_state(patch, lambda s: setattr(s, "turn", 1 if s.turn == 3 else s.turn))


def wander_wolf(patch: pytest.MonkeyPatch) -> None:
    change_game(patch, lambda w: w.put(w.unit("lithuania/Iron Wolf Mechanized"), w.board.index["1515"]))


def no_way_on(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(STAGES, "attack", STAGES["attack"]._replace(orders=lambda w, unit: []))


def crash(patch: pytest.MonkeyPatch) -> None:
    """Crash at the beginning of turn 2."""
    change_state(patch, lambda s: setattr(s, "budget", 1 // (s.turn - 2)))


def no_stop(patch: pytest.MonkeyPatch) -> None:
    """List orders after the end of the game."""
    orders = game.VisegradGame.legal_orders
    patch.setattr(game.VisegradGame, "legal_orders", lambda p, unit: orders(p, unit) or [Order("pass")])


def curious(patch: pytest.MonkeyPatch) -> None:
    """Roll a die when asked for a refusal, and do not take it back."""
    why_not = Game.why_not

    def rolling(g: Any, order: Any) -> IllegalOrderError | None:
        g.dice.count += 1
        return why_not(g, order)

    patch.setattr(Game, "why_not", rolling)


def hasty(patch: pytest.MonkeyPatch) -> None:
    """Let a refused order use up a roll of the dice."""
    apply = Game.apply

    def rolling(g: Game, order: Any) -> Any:
        try:
            return apply(g, order)
        except IllegalOrderError:
            g.dice.count += 1
            raise

    patch.setattr(Game, "apply", rolling)


def forgetful(patch: pytest.MonkeyPatch) -> None:
    """Let snapshots share the states of chapters with the state."""
    whole = state.GameState.copy

    def shallow(s: Any) -> Any:
        made = whole(s)
        made.chapters = s.chapters
        return made

    patch.setattr(state.GameState, "copy", shallow)


def forgets_steps(patch: pytest.MonkeyPatch) -> None:
    """Leave the remaining replacement steps out of saved games."""
    as_data = state.GameState.as_data
    patch.setattr(state.GameState, "as_data", lambda s: {**as_data(s), "budget": 0})


def scribble(patch: pytest.MonkeyPatch) -> None:
    """Write paths without their second hex."""
    text = Grammar.text

    def short(g: Any, order: Order, names: Any) -> str:
        if len(order.hexes) > 2:
            order = order._replace(hexes=(order.hexes[0], *order.hexes[2:]))
        return text(g, order, names)

    patch.setattr(Grammar, "text", short)


def stale(patch: pytest.MonkeyPatch) -> None:
    """List units in a hex in the order in which they arrived."""
    def stand(w: Any, u: int, hex: int) -> None:
        w.stack[hex].append(u)
        w.mask[w.forces.side[u]] |= 1 << hex

    patch.setattr(in_progress.GameInProgress, "_stand", stand)


def unmannerly(patch: pytest.MonkeyPatch) -> None:
    """Give refusals that are not sentences."""
    init = IllegalOrderError.__init__
    patch.setattr(IllegalOrderError, "__init__", lambda e, reason, rule="": init(e, "no", rule))


def lawless(patch: pytest.MonkeyPatch) -> None:
    init = IllegalOrderError.__init__
    patch.setattr(IllegalOrderError, "__init__", lambda e, reason, rule="": init(e, reason))


def bad_manners(patch: pytest.MonkeyPatch) -> None:
    """Raise an exception of another kind for wrong units."""
    def unit(w: Any, key: str) -> int:
        number: int = w.forces.number[key]
        return number

    patch.setattr(in_progress.GameInProgress, "unit", unit)


def lists_too_much(patch: pytest.MonkeyPatch) -> None:
    """List moves into the next hex too."""
    listed = game.VisegradGame.legal_orders

    def longer(p: Any, unit: str | None) -> list[Order]:
        found = listed(p, unit)
        moves = [o for o in found if o.verb == "move"]
        return [*found, *(o._replace(hexes=(*o.hexes, *o.hexes)) for o in moves)]

    patch.setattr(game.VisegradGame, "legal_orders", longer)


def hides_an_order(patch: pytest.MonkeyPatch) -> None:
    """List only every second move."""
    listed = game.VisegradGame.legal_orders
    patch.setattr(game.VisegradGame, "legal_orders", lambda p, unit: [
        o for i, o in enumerate(listed(p, unit)) if o.verb != "move" or i % 2])


def hides_a_hex(patch: pytest.MonkeyPatch) -> None:
    shown = game.VisegradGame.destinations
    patch.setattr(game.VisegradGame, "destinations", lambda p, unit: dict(sorted(shown(p, unit).items())[1:]))


def dice_of_its_own(patch: pytest.MonkeyPatch) -> None:
    """Roll dice that do not come from the seed."""
    rolls = iter(range(10**9))
    patch.setattr(Dice, "peek", lambda d, number, *_purpose: next(rolls) % 6 + 1)


BROKEN: list[tuple[Break, Rates, str, str]] = [
    (too_many, QUICK, "invariant", "6.0"),
    (mixed_company, QUICK, "invariant", "6.4"),
    (into_the_enemy, QUICK, "invariant", "stand together"),
    (to_sea, QUICK, "invariant", "not in play"),
    (into_prohibited_ground, QUICK, "invariant", "no unit can go"),
    (lose_a_score, QUICK, "invariant", "no longer scored"),
    (lose_a_marker, QUICK, "invariant", "markers"),
    (heal, QUICK, "invariant", "2.7"),
    (rise_again, QUICK, "invariant", "10.2"),
    (backwards, QUICK, "invariant", "is followed by"),
    (wander_wolf, QUICK, "invariant", "2.6"),
    (no_way_on, QUICK, "dead-end", "attack"),
    (crash, QUICK, "crash", "ZeroDivisionError"),
    (no_stop, QUICK, "after-end", "after the end"),
    (curious, Rates(0.0, 0.0, 1.0, 0.0, 0.0, 0.0), "side-effect", "changes"),
    (hasty, Rates(0.0, 0.0, 1.0, 0.0, 0.0, 0.0), "side-effect", "changes"),
    (forgetful, Rates(1.0, 0.0, 0.0, 0.0, 0.0, 0.0), "undo", "restore"),
    (forgets_steps, Rates(0.0, 0.0, 0.0, 1.0, 0.0, 0.0), "saved", "saving|loaded"),
    (scribble, QUICK, "text", "reads as"),
    (stale, Rates(0.0, 0.0, 0.0, 1.0, 0.0, 0.0), "saved", "loaded"),
    (unmannerly, Rates(0.0, 0.0, 1.0, 0.0, 0.0, 0.0), "refusal", "not a sentence"),
    (lawless, Rates(0.0, 0.0, 1.0, 0.0, 0.0, 0.0), "refusal", "no rule"),
    (bad_manners, Rates(0.0, 0.0, 1.0, 0.0, 0.0, 0.0), "crash", "KeyError"),
    (lists_too_much, Rates(0.0, 1.0, 0.0, 0.0, 0.0, 0.0), "refused", "refused"),
    (hides_an_order, Rates(0.0, 0.0, 1.0, 0.0, 0.0, 0.0), "listed", "not among"),
    (hides_a_hex, Rates(0.0, 1.0, 0.0, 0.0, 0.0, 0.0), "listed", "destinations"),
    (dice_of_its_own, Rates(1.0, 0.0, 0.0, 0.0, 0.0, 1.0), "undo", "something else"),
]
