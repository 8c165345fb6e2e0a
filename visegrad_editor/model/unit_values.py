"""The values on a unit's counter as a file gives them: rows of numbers, one row for each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from .fields import Codec, Field

Row = tuple[int | None, ...]
"""The values of a counter in the order of the ruleset's `values`; None is none."""
Rows = tuple[Row, ...]
"""A row for each step, from full strength downwards; one row holds for all steps."""
NONE, SAME = "_", "="
_ROW = f"({NONE}|{SAME}|[0-9]{{1,3}})(-({NONE}|{SAME}|[0-9]{{1,3}}))*"
_MOST = 999


def source_name(value: str, reduced: bool = False) -> str:
    """The name in a provenance of a value of a counter, by its id; `reduced`: after a step loss.

    >>> source_name("strength"), source_name("strength", True), source_name("movement"), source_name("attack")
    ('strength', 'reduced_strength', 'movement', 'values')
    """
    if value == "movement":
        return value
    if value == "strength":
        return "reduced_strength" if reduced else value
    return "reduced" if reduced else "values"


def trimmed(rows: Sequence[Sequence[int | None]]) -> Rows:
    """The rows in the one form that all equal values have: without none at the end of a row, and () if there
    is no value at all.

    >>> trimmed([[6, None], [3, None]]), trimmed([[None]])
    (((6,), (3,)), ())
    """
    out = tuple(_row(row) for row in rows)
    return out if any(out) else ()


def _row(values: Sequence[int | None]) -> Row:
    end = len(values)
    while end and values[end - 1] is None:
        end -= 1
    return tuple(values[:end])


def read_values(value: Any) -> Rows:
    """The values that a file gives: one text or number for all steps, or a list with one for each.

    >>> read_values("3-6-8"), read_values([6, 3]), read_values("_-9"), read_values(None)
    (((3, 6, 8),), ((6,), (3,)), ((None, 9),), ())
    """
    if value is None:
        return ()
    rows = value if isinstance(value, list) else [value]
    return trimmed([[int(n) if n.isdecimal() else None for n in str(row).split("-")] for row in rows])


def write_values(rows: Rows) -> Any:
    """The values in their shortest form in a file; None for none; the inverse of `read_values`.

    >>> write_values(((3, 6, 8),)), write_values(((6,), (3,))), write_values(((None, 9),)), write_values(())
    ('3-6-8', [6, 3], '_-9', None)
    """
    if not rows:
        return None
    texts = [_written(row) for row in rows]
    return texts[0] if len(texts) == 1 else texts


def _written(row: Row) -> int | str:
    if len(row) == 1 and row[0] is not None:
        return row[0]
    return "-".join(NONE if v is None else str(v) for v in row) or NONE


def changed_rows(value: Any, before: Rows) -> Rows:
    """The values of a unit of a variant: those in an entry of `change`, in which `=` and values missing at
    the end stay as they are in the base.

    >>> changed_rows([8, 4], ((6, 9), (3, 9))), changed_rows("=-7", ((6,), (3,)))
    (((8, 9), (4, 9)), ((6, 7), (3, 7)))
    >>> changed_rows("=-_", ((6, 9),))
    ((6,),)
    """
    given = [str(row).split("-") for row in (value if isinstance(value, list) else [value])]
    old: Rows = before or ((),)
    width = max(map(len, old))
    if len(given) > 1:
        return trimmed([_changed(parts, old, n, width) for n, parts in enumerate(given)])
    if SAME in given[0] or len(given[0]) < width:
        given *= len(old)
    rows = [_changed(parts, old, n, width) for n, parts in enumerate(given)]
    if alike(rows) and (rows[0][:1] == [None] or not alike(old)):
        # Steps that have become the same need no rows of their own.
        del rows[1:]
    return trimmed(rows)


def _changed(parts: Sequence[str], old: Rows, step: int, width: int) -> list[int | None]:
    was = old[min(step, len(old) - 1)]
    wanted = [*parts, *[SAME] * (width - len(parts))]
    return [(was[i] if i < len(was) else None) if part == SAME else int(part) if part.isdecimal() else None
            for i, part in enumerate(wanted)]


def alike(rows: Sequence[Sequence[int | None]]) -> bool:
    """Whether all rows are the same."""
    return all(row == rows[0] for row in rows[1:])


def write_change(rows: Rows, before: Rows) -> Any:
    """The entry of `change` that gives a unit these values; the inverse of `changed_rows`.

    >>> write_change(((6,),), ((6, 9),)), write_change((), ((6,),))
    ('6-_', None)
    """
    if not rows:
        return None
    width = max(map(len, (*rows, *before)))
    texts: list[int | str] = [_written((*row, *[None] * (width - len(row)))) for row in rows]
    return texts[0] if len(texts) == 1 else texts


def columns_of(value: Any) -> frozenset[int]:
    """The places of the values that an entry of `change` gives, as opposed to those that stay."""
    if value is None:
        return frozenset(range(8))
    rows = [str(row).split("-") for row in (value if isinstance(value, list) else [value])]
    return frozenset(i for row in rows for i, part in enumerate(row) if part != SAME)


def has_same(value: Any) -> bool:
    """Whether a value of a file holds `=`, which only a variant may say."""
    return any(SAME in str(row).split("-") for row in (value if isinstance(value, list) else [value]))


_Step = Annotated[str, Field(
    kinds=("string", "integer"), pattern=f"^{_ROW}$", minimum=0, maximum=_MOST, examples=("6-9",))]
UnitValues = Annotated[Rows, Field(
    "Values", "The numbers on the counter, in the order of the ruleset's `values`: one text for all "
    "steps, or a list with one for each step. `_` is none; what is missing at the end is none or comes from "
    "the unit type. In a variant `=` and what is missing at the end stay as in the base.",
    kinds=("string", "integer", "array"), entries=_Step, most=12, least=1, pattern=f"^{_ROW}$",
    minimum=0, maximum=_MOST, examples=("[6, 3]", "3-6-8"), fact=True, emptied=True, value="strength",
    codec=Codec(read_values, write_values))]
"""The values of a unit in a file."""
