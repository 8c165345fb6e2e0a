"""Where a window is put beside a map that is clicked meanwhile, and how far the map makes way. No Tk here."""

from __future__ import annotations

Rect = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels of the screen."""


def place_beside(size: tuple[int, int], within: Rect, map: Rect, canvas: Rect) -> tuple[int, int]:
    """The corner of a window of that size at which it covers least of the map, after that made way: at the
    right or the left of the room it may take, at the top or the bottom; the first of equals.

    >>> canvas = (227, 90, 985, 590)
    >>> place_beside((500, 400), (0, 90, 1366, 768), (370, 100, 980, 580), canvas)
    (866, 90)
    >>> place_beside((500, 400), (0, 90, 1366, 768), (227, 100, 985, 300), canvas)
    (866, 368)
    >>> place_beside((500, 400), (0, 90, 1366, 768), (600, 80, 1900, 800), (600, 90, 1366, 768))
    (0, 90)
    """
    left, top, right, bottom = within
    corners = [(x, y) for x in (max(left, right - size[0]), left) for y in (top, max(top, bottom - size[1]))]

    def cost(at: tuple[int, int]) -> int:
        window = _rect(at, size)
        by = made_way(window, map, canvas)
        return covered(window, _seen((map[0] + by, map[1], map[2] + by, map[3]), canvas))

    return min(corners, key=cost)


def covered(window: Rect, map: Rect) -> int:
    """How much of the map a window covers, in square pixels.

    >>> covered((0, 0, 10, 10), (5, 8, 20, 20)), covered((0, 0, 10, 10), (10, 0, 20, 20))
    (10, 0)
    """
    wide = min(window[2], map[2]) - max(window[0], map[0])
    high = min(window[3], map[3]) - max(window[1], map[1])
    return max(wide, 0) * max(high, 0)


def made_way(window: Rect, map: Rect, canvas: Rect) -> int:
    """By how many pixels the map is to move to the right (to the left if negative) to come out under a
    window, as far as the canvas has room there.

    >>> made_way((800, 90, 1360, 600), (370, 100, 980, 580), (227, 90, 985, 590))
    -143
    >>> made_way((0, 90, 300, 600), (270, 100, 800, 580), (227, 90, 985, 590))
    30
    >>> made_way((0, 0, 300, 80), (270, 100, 800, 580), (227, 90, 985, 590))
    0
    """
    seen = _seen(map, canvas)
    if not covered(window, seen):
        return 0
    to_left = min(seen[2] - window[0], max(map[0] - canvas[0], 0))
    to_right = min(window[2] - seen[0], max(canvas[2] - map[2], 0))
    if window[0] + window[2] >= seen[0] + seen[2]:
        return -to_left
    return to_right


def _seen(map: Rect, canvas: Rect) -> Rect:
    return max(map[0], canvas[0]), max(map[1], canvas[1]), min(map[2], canvas[2]), min(map[3], canvas[3])


def _rect(at: tuple[int, int], size: tuple[int, int]) -> Rect:
    return (*at, at[0] + size[0], at[1] + size[1])
