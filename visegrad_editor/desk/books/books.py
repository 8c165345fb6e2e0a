"""The books of a game in progress: turn and phase, sky, night, control, points, and what is due."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .control import ControlBook
from .points import PointsBook
from .sky import Sky
from .victory import Told


@dataclass(frozen=True)
class Due:
    """A procedure that follows from another: its inputs as far as they are known, and why. One that `must` be
    carried out holds up the end of the phase."""

    procedure: str
    inputs: tuple[tuple[str, str], ...] = ()
    why: str = ""
    rule: str = ""
    must: bool = False


@dataclass(frozen=True)
class Books:
    """All that the desk keeps, as one immutable value.

    `turn` is 0 before the first turn; `mover` is the side whose player turn it is, "" before and after the
    game; `half` is `first` or `second`. `last` is the last phase of the game that was played.
    """

    turn: int = 0
    half: str = ""
    phase: str = "set-up"
    mover: str = ""
    sky: Sky = field(default_factory=Sky)
    control: ControlBook | None = None
    """Who controls what; a log has it from the start."""
    points: PointsBook | None = None
    """Victory points; a log has them from the start."""
    told: Told = field(default_factory=Told)
    """What a referee says of conditions."""
    due: tuple[Due, ...] = ()

    def with_due(self, due: Due) -> Books:
        """These books with a procedure that follows."""
        return replace(self, due=(*self.due, due))

    def without_due(self, procedure: str) -> Books:
        """These books without the first procedure of this id that follows."""
        for number, one in enumerate(self.due):
            if one.procedure == procedure:
                return replace(self, due=self.due[:number] + self.due[number + 1:])
        return self
