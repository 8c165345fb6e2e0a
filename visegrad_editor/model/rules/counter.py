"""What stands on counters: the values that the rules use, steps, the face, formations."""

from typing import Annotated, Literal

from ...lazy_dataclass import dataclass
from .. import ruleset_values as typed
from ..fields import Field, Typed
from ..provenance import Origin, Provenance
from ..unit_values import UnitValues
from ..values import Colour, Count, Id, Line, Name, OwnId, Word
from .grammar import Units


@dataclass(frozen=True)
class CounterValue:
    """A number on the counters of a game: strength, attack, movement."""

    id: OwnId
    name: Name
    short: Annotated[Word, Field("Short", "Its abbreviation at the head of columns.", examples=("A",))] = ""
    least: Annotated[Count, Field("Least", "The least it may be.")] = 0
    most: Annotated[Count, Field("Most", "The most it may be.")] = 99
    from_: Annotated[Literal["", "type"], Field(
        "From", "type: the unit type gives it, unless the unit does.", key="from")] = ""


STRENGTH = CounterValue("strength", "Strength", "S")
MOVEMENT = CounterValue("movement", "Movement", "M", from_="type")


@dataclass(frozen=True)
class Steps:
    """How many step losses units survive, and what their states are called."""

    usual: Annotated[int, Field(
        "Usual", "The steps of a unit that does not say how many it has.", minimum=1, maximum=12)] = 2
    names: Annotated[tuple[Line, ...], Field(
        "Names", "The words for a unit of all steps, of one less, and so on; they stand before the values "
        "that a unit has left.",
        examples=("[full, reduced]",))] = ("full", "reduced")


@dataclass(frozen=True)
class Brackets:
    """Values printed in brackets, for units that cannot use them."""

    units: Annotated[Units, Field(help="For these units.")]
    value: Annotated[Id, Field("Value", "The id of the value.")]


Template = Annotated[str, Field(
    kinds=("string", "integer"), longest=60, examples=('"{attack}-{movement}"',))]
"""A text with values in braces."""


@dataclass(frozen=True)
class Corners:
    """What stands in the corners and at the sides of a counter: templates as for its face."""

    top_left: Annotated[Template, Field("Top left")] = ""
    top_right: Annotated[Template, Field("Top right")] = ""
    left: Annotated[Template, Field("Left")] = ""
    right: Annotated[Template, Field("Right")] = ""


NO_CORNERS = Corners()


@dataclass(frozen=True)
class CounterFace:
    """What is printed on a counter. A template names values, and name, type, formation or setup, in braces:
    `{attack}-{defence}-{movement}`. Without `front` all values stand with hyphens between them."""

    front: Annotated[Template, Field("Front", "The text below the symbol.")] = ""
    back: Annotated[Template, Field("Back", "The text on the back; left out: as on the front.")] = ""
    small: Annotated[Template, Field("Small", "The text where there is little room.")] = ""
    corners: Annotated[Corners, Field("Corners", "Texts in the corners.")] = NO_CORNERS
    when_none: Annotated[str, Field(
        "When none", "What stands for a value that a unit does not have.", longest=3)] = "-"
    brackets: Annotated[Brackets | None, Field("Brackets", "Values in brackets.")] = None


EARLIER_FACE = CounterFace("{strength}F-{movement}")
"""What all counters printed before rulesets had templates."""


_IdOrNone = Annotated[Id, Field(required=False, typed=Typed(typed.read_id_or_none))]


@dataclass(frozen=True)
class Formation:
    """A corps or army, for print and for rules that name it."""

    id: OwnId
    name: Name
    nationality: Annotated[_IdOrNone, Field(
        "Nationality", "Its nationality.", refers_to="nationalities")] = ""
    parent: Annotated[_IdOrNone, Field(
        "Parent", "The formation it belongs to.", refers_to="formations")] = ""
    colour: Colour = "#808080"
    provenance: Origin = Provenance("designer")


@dataclass(frozen=True)
class MixLine:
    """How many counters of a kind the game has: of a nationality, of a type, with certain values. What is
    left out is any. A unit counts in every line that it fits. A line without a name is called by its id."""

    id: OwnId
    name: Annotated[Name, Field(required=False)] = ""
    nationality: Annotated[_IdOrNone, Field(
        "Nationality", "Only counters of this nationality; left out: of any.",
        refers_to="nationalities")] = ""
    type: Annotated[_IdOrNone, Field(
        "Type", "Only counters of this unit type; left out: of any.", refers_to="unit_types")] = ""
    values: Annotated[UnitValues, Field(
        "Values", "Only counters with these values; `_` and what is missing at the end is any. Left out: "
        "with any values.", cell="text",
        tip="Only counters with these values, the steps with / between them: 5/3.",
        typed=Typed(typed.read_rows, typed.show_rows), fact=False)] = ()
    number: Annotated[int, Field(
        "Number", "How many counters there are.", minimum=0, maximum=999)] = 0

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.id)
