"""Prisoners who have been questioned."""

from __future__ import annotations

from dataclasses import replace

from ...lazy_dataclass import dataclass


@dataclass(frozen=True)
class Prisoners:
    """The names of the prisoners who have been questioned: nobody is questioned twice (E2.1)."""

    questioned: tuple[str, ...] = ()

    def with_questioned(self, unit: str) -> Prisoners:
        """This book with one more."""
        return replace(self, questioned=(*self.questioned, unit))
