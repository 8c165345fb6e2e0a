"""The game-independent engine: state, orders, events, dice, movement, supply, odds.

>>> from visegrad_editor.engine import Order
>>> Order("pass")
Order(verb='pass', units=(), hexes=(), words=())
"""

from .checks import check_design
from .dice import Dice, DiceExhausted
from .events import Event, Outcome, events_json
from .game import Game
from .orders import PASS, IllegalOrder, NoDiceLeft, Order
from .position import AttackPreview, Position, UnitPosition

__all__ = [
    "PASS", "AttackPreview", "Dice", "DiceExhausted", "Event", "Game", "IllegalOrder",
    "NoDiceLeft", "Order", "Outcome", "Position", "UnitPosition", "check_design", "events_json",
]
