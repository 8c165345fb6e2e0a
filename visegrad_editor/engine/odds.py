"""Odds, column shifts and combat tables."""

from __future__ import annotations

from collections import Counter

from ..model.ruleset import CombatTable


def percent(attack: int, defence: int) -> int:
    """Odds as a percentage, cut down to a whole number; a defence of nothing gives 100 times the attack.

    >>> percent(35, 10)
    350
    >>> percent(5, 11)
    45
    """
    return attack * 100 // defence if defence > 0 else attack * 10_000


def column(table: CombatTable, odds: int, shift: int = 0) -> int:
    """The column the fight is resolved on: that of the odds, moved by the shift, never past an end.

    >>> t = CombatTable("t", "T", ("<1", "1", "2", "3"), (0, 100, 200, 300), ())
    >>> column(t, 350), column(t, 350, -2), column(t, 900, 3)
    (3, 1, 3)
    """
    return min(max(table.column(odds) + shift, 0), len(table.columns) - 1)


def faces(table: CombatTable) -> tuple[dict[str, int], ...]:
    """Per column the result codes with the number of die faces that give each.

    >>> faces(CombatTable("t", "T", ("1", "2"), (0, 100), (("A", "B"), ("A", "A"))))
    ({'A': 2}, {'B': 1, 'A': 1})
    """
    return tuple(dict(Counter(row[c] for row in table.rows)) for c in range(len(table.columns)))


def opposite(directions: frozenset[int]) -> bool:
    """Whether two of the directions (0 to 5) lie exactly opposite each other.

    >>> opposite(frozenset({0, 1, 3})), opposite(frozenset({0, 1, 2}))
    (True, False)
    """
    return any((d + 3) % 6 in directions for d in directions)
