"""What a step of the books did: sentences with the rule of each."""

from __future__ import annotations

from typing import Literal

from ...lazy_dataclass import dataclass

NOBODY = "nobody"
"""Stands in place of a side where neither may know a change."""
ChangeKind = Literal["gained", "reverted", "blocked", "counted", "lost", "noted", "asked"]


@dataclass(frozen=True)
class Change:
    """One thing that a step did, did not do, or asks for. `asked` means that the books lack a fact: give
    it, or do the step again with it."""

    kind: ChangeKind
    rule: str
    sentence: str
    place: str = ""
    """The name of what is controlled, if it is about control."""
    side: str = ""
    """The side that has it now, or gets the points."""
    before: str = ""
    """The side that had it; "" is nobody."""
    secret: str = ""
    """The side that alone may know it, because it tells where concealed or hidden units are (A26.15);
    `NOBODY` if only a referee may."""
