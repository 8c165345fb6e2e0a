"""What random play looks for and what it reports."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Rates:
    """How often the expensive checks are made: the chance at each order, of `replay` at each game.

    `undo`: the order is taken back and given again. `listed`: some listed orders are tried. `wrong`: a
    wrong order is tried. `saved`: the game is written and read again. `whole`: changes by refused orders
    are looked for in all that is saved, not only in what shows.
    """

    undo: float = 0.02
    listed: float = 0.02
    wrong: float = 0.25
    saved: float = 0.004
    whole: float = 0.02
    replay: float = 0.2


THOROUGH = Rates(1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
"""Every check at every order: for short games and for one that has shown a fault."""


@dataclass(frozen=True)
class Limits:
    """When a game counts as endless: orders in a game, seconds for one order and its checks."""

    orders: int = 5_000
    seconds: float = 20.0


class Fault(Exception):
    """A fault of the rules module. `signature` is what equal faults share."""

    def __init__(self, kind: str, message: str, signature: str, rule: str = "") -> None:
        super().__init__(message)
        self.kind, self.message, self.rule = kind, message, rule
        self.signature = f"{kind}: {signature}"


@dataclass(frozen=True)
class Finding:
    """A fault and where it is. `order` counts from 1; 0 is the set-up.

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
    """What one game showed: the number of orders, how it ended, the first fault, and how often each kind
    of order, each rule in the events and each rule in refusals occurred."""

    seed: int
    orders: int = 0
    winner: str = ""
    rule: str = ""
    finding: Finding | None = None
    verbs: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
