"""Tables of many boxes: which of them overlap, and by how much."""

from __future__ import annotations

import numpy as np

Boxes = np.ndarray
"""A table of boxes, one per row: left, top, right, bottom."""


def as_table(boxes: object) -> Boxes:
    """Boxes as a table, even if there are none."""
    return np.array(boxes, dtype=float).reshape(-1, 4)


def overlapping(one: Boxes, other: Boxes) -> tuple[np.ndarray, np.ndarray]:
    """The pairs of overlapping boxes, one from each table, as row indices in the order of the first table.

    >>> overlapping(as_table([(0, 0, 2, 2), (5, 5, 6, 6)]), as_table([(1, 1, 9, 9), (2, 0, 3, 1)]))
    (array([0, 1]), array([0, 0]))
    """
    none = np.zeros(0, np.intp)
    if not len(one) or not len(other):
        return none, none
    order = np.argsort(other[:, 1], kind="stable")
    tops, highest = other[order, 1], float((other[:, 3] - other[:, 1]).max())
    first = np.searchsorted(tops, one[:, 1] - highest, "left")
    count = np.maximum(np.searchsorted(tops, one[:, 3], "left") - first, 0)
    rows = np.repeat(np.arange(len(one)), count)
    along = np.arange(len(rows)) - np.repeat(count.cumsum() - count, count)
    others = order[first[rows] + along]
    a, b = one[rows], other[others]
    meet = (a[:, 0] < b[:, 2]) & (b[:, 0] < a[:, 2]) & (a[:, 1] < b[:, 3]) & (b[:, 1] < a[:, 3])
    rows, others = rows[meet], others[meet]
    sorted_too = np.lexsort((others, rows))
    return rows[sorted_too], others[sorted_too]


def meeting(boxes: Boxes, box: tuple[float, float, float, float]) -> np.ndarray:
    """The row indices of the boxes that overlap a box."""
    return np.flatnonzero(
        (boxes[:, 0] < box[2]) & (boxes[:, 2] > box[0]) & (boxes[:, 1] < box[3]) & (boxes[:, 3] > box[1]))


def shared(one: Boxes, other: Boxes) -> np.ndarray:
    """The areas of the intersections of boxes, given as tables (..., 4) of matching shapes."""
    width = np.minimum(one[..., 2], other[..., 2]) - np.maximum(one[..., 0], other[..., 0])
    height = np.minimum(one[..., 3], other[..., 3]) - np.maximum(one[..., 1], other[..., 1])
    areas: np.ndarray = width.clip(0.0) * height.clip(0.0)
    return areas


def distances(boxes: Boxes, points: np.ndarray) -> np.ndarray:
    """The distances from a point for each row to the boxes (rows, n, 4) of that row."""
    at = points[:, None, :]
    distances: np.ndarray = np.hypot(*np.moveaxis(
        np.maximum(boxes[..., :2] - at, at - boxes[..., 2:]).clip(0.0), -1, 0))
    return distances
