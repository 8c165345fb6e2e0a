"""What is kept of rules of single nations: commissars who took the place of leaders, panzerfausts fired."""

from __future__ import annotations

from dataclasses import replace

from ...lazy_dataclass import dataclass


@dataclass(frozen=True)
class NationBook:
    """Exchanges at the start and shots with a limit."""

    exchanged: tuple[tuple[str, str], ...] = ()
    """The side and the leader that a commissar took the place of (A25.22)."""
    fired: tuple[tuple[str, int], ...] = ()
    """How many panzerfausts a nation has fired (A25.76, A25.85)."""

    def exchanged_by(self, side: str) -> tuple[str, ...]:
        """The leaders of a side that commissars took the place of."""
        return tuple(leader for one, leader in self.exchanged if one == side)

    def fired_by(self, nation: str) -> int:
        """How many panzerfausts a nation has fired."""
        return dict(self.fired).get(nation, 0)

    def with_shot(self, nation: str) -> NationBook:
        """This book with one more panzerfaust fired."""
        return replace(self, fired=tuple({**dict(self.fired), nation: self.fired_by(nation) + 1}.items()))
