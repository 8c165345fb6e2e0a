"""The worked examples of the rulebook of Group of Soviet Forces Germany, and cases of our own made from its
numbers, as data: what is done, with which dice, and what must come of it.

`test_data_gsofg_examples` uses them on the data of the ruleset; a rules module is tested with the same ones.
"""

from __future__ import annotations

from typing import NamedTuple


class Halving(NamedTuple):
    """Strengths halved together, and what is left of them (1.5, 11.10)."""

    rule: str
    halved: tuple[int, ...]
    whole: tuple[int, ...]
    result: int
    printed: bool


HALVINGS = (
    Halving("1.5", (3,), (), 1, True),
    Halving("1.5", (2,), (), 1, True),
    Halving("1.5", (1,), (), 1, True),          # a lone unit of 1 stays 1
    Halving("1.5", (1, 1, 1), (), 1, False),    # added, then halved: 3 becomes 1
    Halving("1.5", (3, 3), (), 3, False),       # not 1 and 1
    Halving("1.5", (5,), (3,), 5, False),       # two and a half and three, cut once
    Halving("1.5", (1,), (6,), 7, False),       # the halved part counts at least 1
)


class Fight(NamedTuple):
    """An attack: strengths, the ground, shifts besides it, the die, the final column and the result."""

    rule: str
    attack: int
    defence: int
    ground: tuple[str, ...]
    shifts: tuple[str, ...]
    die: int
    column: str
    result: str
    printed: bool


FIGHTS = (
    # 26 against 7 is 3:1 (the rulebook divides 27 by 7 in its sum; that gives 3:1 too).
    Fight("11.7", 26, 7, ("clear",), (), 4, "3:1", "DR", True),
    Fight("11.7", 27, 7, ("clear",), (), 5, "3:1", "EX", True),
    Fight("11.12", 3, 1, ("rough",), (), 4, "2:1", "EX", True),
    Fight("11.13", 3, 1, ("mountain",), (), 3, "1:1", "AS", True),
    Fight("11.16", 6, 1, ("clear",), (), 5, "6:1", "EX", True),
    Fight("11.8", 6, 7, ("clear",), (), 1, "under 1:1", "AS", False),
    Fight("11.8", 6, 7, ("clear",), ("nato-envelopment",), 1, "under 1:1", "AS", False),
    Fight("11.8", 25, 2, ("clear",), (), 1, "10:1", "EX", False),
    # Shifts come before the cut to the table: 12:1 in a city is 10:1, not 8:1.
    Fight("11.9", 12, 1, ("clear", "city"), (), 6, "10:1", "DE", False),
    Fight("11.9", 10, 1, ("clear", "city"), (), 2, "8:1", "EX", False),
    Fight("11.14", 5, 1, ("clear", "city"), (), 1, "3:1", "1/1", False),
    Fight("11.14", 6, 1, ("clear", "city"), ("jaeger-defend",), 1, "3:1", "1/1", False),
    Fight("11.14", 4, 1, ("clear", "city"), ("jaeger-attack",), 6, "3:1", "AS", False),
    Fight("11.14", 4, 1, ("clear", "city"), ("jaeger-attack",), 5, "3:1", "EX", False),
    Fight("11.15", 4, 2, ("clear",), ("nato-envelopment",), 4, "4:1", "DR", False),
    Fight("11.15", 4, 2, ("clear",), ("soviet-envelopment",), 4, "3:1", "DR", False),
    Fight("7.6", 4, 2, ("clear",), ("mixed-defence",), 4, "3:1", "DR", False),
    Fight("5.6", 2, 1, ("clear",), ("nato-surprised",), 1, "1:1", "DR", False),
    Fight("5.6", 1, 1, ("clear",), ("nato-surprised",), 1, "under 1:1", "AS", False),
)


class Strike(NamedTuple):
    """Several aircraft on one target: the die, what is added, and the result (12.2, 12.3)."""

    rule: str
    table: str
    aircraft: int
    in_city: bool
    die: int
    result: str
    printed: bool


STRIKES = (
    Strike("12.2", "deep-strike", 3, False, 2, "OOS", True),         # three aircraft add 2
    Strike("12.2", "deep-strike", 1, False, 2, "AS-1", False),
    Strike("12.2", "deep-strike", 7, False, 6, "ALL", False),        # 12 counts as 6
    Strike("12.3", "ground-attack", 3, False, 4, "STEP", True),
    Strike("12.3", "ground-attack", 3, False, 3, "NE", True),
    Strike("12.3", "ground-attack", 3, True, 4, "NE", False),
    Strike("12.3", "ground-attack", 1, True, 1, "NE", False),        # 0 is as 1
    Strike("12.3", "ground-attack", 4, True, 5, "STEP", False),      # 5 + 3 - 1 is 7 and counts as 6
)


class Superiority(NamedTuple):
    """A roll for air superiority (6.1, 12.1)."""

    turn: int
    die: int
    deep_strike: bool
    holder: str


SUPERIORITIES = (
    Superiority(2, 2, False, "NATO"), Superiority(2, 3, False, "USSR"), Superiority(3, 3, False, "NATO"),
    Superiority(4, 4, False, "USSR"), Superiority(4, 4, True, "NATO"), Superiority(6, 4, False, "NATO"),
    Superiority(7, 5, False, "USSR"), Superiority(8, 5, False, "NATO"), Superiority(15, 6, False, "USSR"),
    Superiority(15, 6, True, "NATO"), Superiority(8, 1, True, "NATO"))

GRONINGEN = "1702"
"""The hex of the example of 2.2."""
BRIDGEHEAD = ("1109", "1210", "1211")
"""Three hexes that make a bridgehead, the example of 4.6."""
REPAIR = {"retaken": 5, "die": 4, "works": 9}
"""A source city retaken on turn 5: a die of 4, and it works again at the beginning of turn 9 (8.9)."""
LINKS = {"2nd Armored": ("4/2", "2nd Armored (-)", 7), "1st Mechanized": ("3/1", "1st Mechanized (-)", 6),
         "4th Mechanized": ("4/4", "4th Mechanized (-)", 12)}
"""The divisions of 9.8: the brigade on the map, the rest, and the turn on which it comes."""
TERRITORIAL_ROLLS = {1: False, 2: True, 3: False, 4: True, 5: False, 6: True}
"""Whether a territorial is called up (9.6)."""
BOMBERS = {"soviet": {1: 0, 2: 1, 3: 0, 4: 1, 5: 0, 6: 1}, "nato": {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}}
"""Steps taken by heavy bombers, by the die (6.2)."""
AIRCRAFT = {1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 7}
"""Support aircraft of a turn, by the die (6.3)."""
