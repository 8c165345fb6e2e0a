"""What a scenario says about time, besides arrivals: when events happen, units leave, units may move."""

from typing import Annotated, Literal

from ..lazy_dataclass import dataclass
from .fields import Field
from .provenance import RuleNumber
from .rules.grammar import DiceText, TurnRange, When
from .rules.results import Script
from .values import Count, Id, LongText, Name, OwnId, Turns


@dataclass(frozen=True)
class ScheduledEvent:
    """When an event happens in a scenario: an event of the ruleset, of its chapters, or one of the scenario's
    own. Without a date it happens as the ruleset says; with `turn` alone at the first of these turns, with
    `roll` on each of them by dice, with `when` in a situation, with `never` not at all."""

    id: OwnId
    name: Annotated[Name, Field(required=False)] = ""
    turn: Annotated[TurnRange, Field(help="The turn, or the first and the last of the turns.")] = None
    roll: Annotated[DiceText, Field(
        help="On each of these turns by dice; with `at_least` or `at_most`.")] = ""
    at_least: Annotated[int | None, Field(
        "At least", "The least roll with which it happens.", minimum=1, maximum=999)] = None
    at_most: Annotated[int | None, Field(
        "At most", "The greatest roll with which it happens.", minimum=1, maximum=999)] = None
    bonus: Annotated[int, Field(
        "Bonus", "Added to the dice by which it happens, those of the ruleset, too.", minimum=-99,
        maximum=99)] = 0
    when: Annotated[When | None, Field("When", "The situation in which it happens.")] = None
    never: Annotated[bool, Field("Never", "true: it does not happen in this scenario.")] = False
    judged: Annotated[Literal["", "turn-start", "turn-end", "at-once"], Field(
        "Judged", "When it is judged; left out: as the ruleset says, or at the beginning of a turn.")] = ""
    does: Annotated[Script, Field(
        "Does", "What happens; left out: what the ruleset says.",
        examples=("[{note: The relief is near.}]",))] = ()
    text: Annotated[LongText, Field("Text", "The designer's own words for it.")] = ""
    rule: RuleNumber = ""

    @property
    def is_dated(self) -> bool:
        """Whether it says when the event happens, in place of the ruleset."""
        return bool(self.turn or self.roll or self.when is not None or self.never)


@dataclass(frozen=True)
class UnitWithdrawal:
    """When a unit leaves the map, at the beginning of a player turn of its side: on a turn, or after an
    event."""

    turn: Annotated[Turns, Field("Turn", "The game turn.")] = 0
    event: Annotated[Id, Field("Event", "The event after which it leaves, instead of a turn.")] = ""


@dataclass(frozen=True)
class UnitRelease:
    """From when on a unit may move: whatever comes first. Without any key it does not move at all, unless an
    event releases it."""

    turn: Annotated[Turns, Field("Turn", "From this game turn on.")] = 0
    event: Annotated[Id, Field("Event", "Once this event has happened.")] = ""
    enemy_within: Annotated[Count, Field(
        "Enemy within", "Once an enemy unit is at most so many hexes away; 0: that does not matter.")] = 0
