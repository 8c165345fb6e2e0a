"""The faults that random play reports, its limits, and the rates of its checks."""

from __future__ import annotations

from collections import Counter
from dataclasses import field

from ..errors import VisegradError
from ..lazy_dataclass import dataclass
from .play import MOST_ORDERS


@dataclass(frozen=True)
class Rates:
    """How often the expensive checks are made: the probability at each order, for `replay` at each game.

    `undo`: the order is taken back and given again. `listed`: some listed orders are tried. `wrong`: a
    wrong order is tried. `saved`: the game is written and read again. `whole`: changes by refused orders
    are looked for in the whole saved state, not only in the visible position.
    """

    undo: float = 0.02
    listed: float = 0.02
    wrong: float = 0.25
    saved: float = 0.004
    whole: float = 0.02
    replay: float = 0.2


THOROUGH = Rates(1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
"""Every check after every order, for short games and for a game that has shown a fault."""


@dataclass(frozen=True)
class Limits:
    """The limits beyond which a game counts as endless: orders in a game, seconds for an order and its
    checks. After `unended` such games no more are played."""

    orders: int = MOST_ORDERS
    seconds: float = 20.0
    unended: int = 5


class FaultError(VisegradError):
    """A fault of the rules module. Equal faults have the same `signature`."""

    def __init__(self, kind: str, message: str, signature: str, rule: str = "") -> None:
        super().__init__(message)
        self.kind, self.message, self.rule = kind, message, rule
        self.signature = f"{kind}: {signature}"


@dataclass(frozen=True)
class Finding:
    """A fault and its place in a game. `order` counts from 1; 0 is the set-up.

    `record` is the text of a game file that leads to it.
    """

    kind: str
    message: str
    seed: int
    order: int
    text: str
    turn: int = 0
    phase: str = ""
    rule: str = ""
    signature: str = ""
    record: str = field(default="", repr=False)


@dataclass
class GameReport:
    """The report of one game: the number of orders, the outcome, the first fault, and the counts of each kind
    of order, each rule in events and each rule in refusals."""

    seed: int
    orders: int = 0
    ended: bool = False
    winner: str = ""
    rule: str = ""
    finding: Finding | None = None
    verbs: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
