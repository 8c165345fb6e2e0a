"""The books of a game in progress: turn and phase, sky, night, control, points, and what is due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from ...lazy_dataclass import dataclass
from .air import AirBook
from .ammunition import AmmunitionBook
from .barrage import BarrageBook
from .boats import BoatBook
from .control import ControlBook
from .drops import DropBook
from .gliders import GliderBook
from .nations import NationBook
from .night import NightBook
from .off_board import OffBoardBook
from .points import PointsBook
from .prisoners import Prisoners
from .secrets import SecretBook
from .sky import Sky
from .victory import Told
from .waves import Wave


@dataclass(frozen=True)
class Due:
    """A procedure that follows from another: its inputs as far as they are known, and why. One that `must` be
    carried out holds up the end of the phase. The first input says what it is about. The `proposed` ones may
    be given otherwise; the others are facts of what led to it. `secret` is the side that alone may know of
    it, "" for none."""

    procedure: str
    inputs: tuple[tuple[str, str], ...] = ()
    why: str = ""
    rule: str = ""
    must: bool = False
    secret: str = ""
    proposed: tuple[str, ...] = ()

    def agreement(self, given: Mapping[str, str]) -> int | None:
        """How many of these inputs are among its own; None if a fact is another."""
        shared = [id for id, value in self.inputs if given.get(id) == value]
        return None if self.contradicted(given) else len(shared)

    def contradicted(self, given: Mapping[str, str]) -> str:
        """The first fact for which another value is given; "" if there is none."""
        return next((id for id, value in self.inputs
                     if id not in self.proposed and given.get(id, value) != value), "")

    def is_about(self, given: Mapping[str, str]) -> bool:
        """Whether these inputs name what it is about, or nothing else."""
        return not self.inputs or given.get(self.inputs[0][0], self.inputs[0][1]) == self.inputs[0][1]


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
    night: NightBook = field(default_factory=NightBook)
    air: AirBook = field(default_factory=AirBook)
    gliders: GliderBook = field(default_factory=GliderBook)
    drops: DropBook = field(default_factory=DropBook)
    off_board: OffBoardBook = field(default_factory=OffBoardBook)
    boats: BoatBook = field(default_factory=BoatBook)
    ammunition: AmmunitionBook = field(default_factory=AmmunitionBook)
    barrages: BarrageBook = field(default_factory=BarrageBook)
    prisoners: Prisoners = field(default_factory=Prisoners)
    secrets: SecretBook = field(default_factory=SecretBook)
    nations: NationBook = field(default_factory=NationBook)
    wave: Wave | None = None
    """The human wave that was declared last; None before the first one."""
    control: ControlBook | None = None
    """Who controls what; a log has it from the start."""
    points: PointsBook | None = None
    """Victory points; a log has them from the start."""
    told: Told = field(default_factory=Told)
    """What a referee says of conditions."""
    due: tuple[Due, ...] = ()
    done: tuple[str, ...] = ()
    """The procedures that were carried out in this phase."""

    def with_due(self, due: Due, first: bool = False) -> Books:
        """These books with a procedure that follows, after or before all others."""
        return replace(self, due=(due, *self.due) if first else (*self.due, due))

    def due_for(self, procedure: str, given: Mapping[str, str]) -> Due | None:
        """What an order with these inputs carries out, of all that follows: the first one with the most
        inputs in common; None if it is about something else."""
        found = [(n, one) for one in self.due if one.procedure == procedure
                 and (n := one.agreement(given)) is not None]
        return max(found, key=lambda pair: pair[0])[1] if found else None

    def without(self, due: Due) -> Books:
        """These books without one that follows."""
        number = self.due.index(due)
        return replace(self, due=self.due[:number] + self.due[number + 1:])

    def without_due(self, procedure: str) -> Books:
        """These books without the first procedure of this id that follows."""
        due = self.due_for(procedure, {})
        return self if due is None else self.without(due)
