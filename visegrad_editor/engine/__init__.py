"""The game-independent engine: state, orders, events, dice, movement, supply, odds.

>>> from visegrad_editor.engine import Order
>>> Order("pass")
Order(verb='pass', units=(), hexes=(), words=())
"""

from ..model.counter_values import movement_of, value_of
from .checks import check_design
from .dice import Dice, DiceExhaustedError
from .events import Event, Outcome, events_json
from .game import Game
from .orders import PASS, IllegalOrderError, NoDiceLeftError, Order
from .position import AttackPreview, Position, UnitPosition

__all__ = [
    "PASS", "AttackPreview", "Dice", "DiceExhaustedError", "Event", "Game", "IllegalOrderError",
    "NoDiceLeftError", "Order", "Outcome", "Position", "UnitPosition", "check_design", "events_json",
    "movement_of", "value_of",
]
