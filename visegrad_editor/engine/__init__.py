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
from .outlook import Atlas, Outlook, Roster, atlas_for, best_order, evaluate
from .position import AttackPreview, Position, UnitPosition, Worth
from .system import System
from .words import Words

__all__ = [
    "PASS", "Atlas", "AttackPreview", "Dice", "DiceExhaustedError", "Event", "Game", "IllegalOrderError",
    "NoDiceLeftError", "Order", "Outcome", "Outlook", "Position", "Roster", "System", "UnitPosition", "Words",
    "Worth", "atlas_for", "best_order", "check_design", "evaluate", "events_json",
    "movement_of", "value_of",
]
