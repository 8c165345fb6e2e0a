"""The fingerprints of secret records that were laid down in the log."""

from __future__ import annotations

from dataclasses import replace

from ...lazy_dataclass import dataclass


@dataclass(frozen=True)
class LaidDown:
    """A fingerprint that a side has given, and the moment in words."""

    side: str
    fingerprint: str
    when: str


@dataclass(frozen=True)
class SecretBook:
    """All fingerprints, in the order in which they were given; the last one of a side holds."""

    given: tuple[LaidDown, ...] = ()

    def of(self, side: str) -> LaidDown | None:
        """The last one of a side."""
        return next((one for one in reversed(self.given) if one.side == side), None)

    def with_one(self, one: LaidDown) -> SecretBook:
        """This book with a further fingerprint."""
        return replace(self, given=(*self.given, one))
