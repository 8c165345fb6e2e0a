"""The compiled part of `reach`."""

from typing import final

@final
class Net:
    """The steps of a map as flat tables: those of hex h are first[h] to first[h + 1] of `to` and `cost`.

    All three are the bytes of arrays of C ints. Raises `ValueError` where they make no map.
    """

    def __new__(cls, first: bytes, to: bytes, cost: bytes) -> Net: ...
    def search(
        self, starts: dict[int, int], allowance: int, blocked: bytes, stop: bytes, hold: bytes,
        minimum: bool, single: bool, /,
    ) -> tuple[list[int], list[int], bytes]:
        """(hexes in the order found, their costs, C ints with the hex before each hex of the map).

        The sets are bytes, bit h of them hex h. Raises `ValueError` for a start that is not on the map.
        """
