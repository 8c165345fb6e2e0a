"""The moment at which a scenario begins, if that is not before turn 1."""

from dataclasses import dataclass
from typing import Annotated

from .fields import Codec, Field
from .files.codec import read_hexes
from .ruleset import Ruleset
from .values import Count, Hexes, Id, Numbers, Turns, Words

_MANY_HEXES = Codec(read_hexes, " ".join)
"""There may be very many, so they are written as a text with blanks between them."""


@dataclass(frozen=True)
class Holding:
    """Hexes that a side holds because it entered them last, though they lie in no country of its own."""

    side: Annotated[Id, Field("Side", "The id of the side.", refers_to="sides")]
    hexes: Annotated[Hexes, Field(required=True, codec=_MANY_HEXES)] = ()


@dataclass(frozen=True)
class Start:
    """The game begins in a turn, with a phase of it, after certain events.

    Without a `phase` the turn begins anew. `scored` are hex numbers of goals already counted, `events` the
    names of events that have happened (`us-entry`), `entered` and `struck` the countries that a side's units
    have entered or struck from the air. `steps` and `assets` are what is left of the replacements of a side
    if the game begins with a replacement phase; None and (): all of them.
    """

    turn: Annotated[Turns, Field("Turn", "The game turn.")]
    phase: Annotated[Id, Field(
        "Phase", "The id of the phase it begins with; left out: the beginning of the turn.",
        refers_to="phases")] = ""
    scored: Annotated[Hexes, Field(
        "Goals", "Goals counted already: hex numbers.", codec=_MANY_HEXES)] = ()
    events: Annotated[Words, Field("Events", "Events that have happened.", examples=("[us-entry]",))] = ()
    entered: Annotated[Words, Field("Entered", "Countries that count as entered.")] = ()
    struck: Annotated[Words, Field("Struck", "Countries that count as struck from the air.")] = ()
    held: Annotated[tuple[Holding, ...], Field(
        "Held", "Hexes a side holds outside its own countries.")] = ()
    steps: Annotated[Count | None, Field(
        "Steps", "Replacement steps left, if it begins with a replacement phase; left out: all of the "
        "turn's.")] = None
    assets: Annotated[Numbers, Field(
        "Assets", "Assets received with them that are left, likewise.", examples=("{supply-blue: 1}",))] = ()


def moment_words(start: Start, ruleset: Ruleset) -> str:
    """`turn 5, Russian: movement`."""
    phase = next((p.name for p in ruleset.phases if p.id == start.phase), start.phase)
    return f"turn {start.turn}, {phase}" if start.phase else f"the beginning of turn {start.turn}"
