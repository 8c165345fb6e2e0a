"""The counter mix of a game against the units of a scenario: how many counters of a kind there are and are
used."""

from __future__ import annotations

from collections.abc import Sequence

from ..lazy_dataclass import dataclass
from .counter_values import value_of
from .design import Design
from .rules.counter import MixLine
from .ruleset import Ruleset
from .scenario import Unit


@dataclass(frozen=True)
class UsedLine:
    """A line of the counter mix with the units of a scenario that need its counters."""

    line: MixLine
    units: tuple[Unit, ...]

    @property
    def beyond(self) -> int:
        """How many units have no counter."""
        return max(0, len(self.units) - self.line.number)


def fits_line(ruleset: Ruleset, unit: Unit, line: MixLine) -> bool:
    """Whether a unit needs a counter of a line."""
    if line.nationality not in ("", unit.nationality) or line.type not in ("", unit.type):
        return False
    return all(
        number is None or value_of(ruleset, unit, value.id, lost) == number
        for lost, row in enumerate(line.values)
        for value, number in zip(ruleset.values, row, strict=False))


def used_mix(design: Design) -> tuple[UsedLine, ...]:
    """Each line of the counter mix with the units that it is for; () without a scenario."""
    if design.scenario is None:
        return ()
    return tuple(UsedLine(line, tuple(u for u in design.scenario.units if fits_line(design.ruleset, u, line)))
                 for line in design.ruleset.counter_mix)


def without_counter(design: Design) -> tuple[Unit, ...]:
    """The units that fit no line, of the nationalities that the counter mix is about."""
    lines = design.ruleset.counter_mix
    about = {line.nationality for line in lines}
    units: Sequence[Unit] = design.scenario.units if design.scenario else ()
    return tuple(u for u in units if lines and ("" in about or u.nationality in about)
                 and not any(fits_line(design.ruleset, u, line) for line in lines))
