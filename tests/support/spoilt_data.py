"""Plain data of a file with single things in it changed to odd ones."""

from __future__ import annotations

import copy
import random
from typing import Any

ODD = (None, True, False, 0, 1, -1, 3, 2.0, 2.5, 10**9, float("nan"), "", "x", "north", "2017", "#aabbcc",
       "a" * 3000, [], ["x"], ["x", "x"], [1], {}, {"x": 1}, [[]])


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) in plain data."""
    found: list[tuple[Any, Any]] = []
    todo = [data]
    while todo:
        one = todo.pop()
        keys = list(one) if isinstance(one, dict) else range(len(one)) if isinstance(one, list) else ()
        for key in keys:
            found.append((one, key))
            todo.append(one[key])
    return found


def spoil(data: Any, chance: random.Random) -> None:
    """Change one thing."""
    where, key = chance.choice(places(data))
    what = chance.randrange(4)
    if what == 0:
        del where[key]
    elif what == 1 and isinstance(where, dict):
        where[chance.choice(("x", "name", "hexes", "kind"))] = copy.deepcopy(chance.choice(ODD))
    elif what == 2 and isinstance(where, list):
        where.append(copy.deepcopy(where[key]))
    else:
        where[key] = copy.deepcopy(chance.choice(ODD))
