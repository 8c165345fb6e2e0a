"""Stacking: how many units may stand in a hex, and which together."""

from typing import Annotated, Literal

from ...lazy_dataclass import dataclass
from ..fields import Codec, Field
from ..files.codec import read_text
from ..provenance import RuleNumber
from .grammar import PART, HexesWhere, PartText, UnitFilter, Units

_WEIGHTS = Codec(
    lambda v: tuple((str(k), read_text(w)) for k, w in v.items()),
    lambda v: {k: int(w) if w.isdecimal() else w for k, w in v})


@dataclass(frozen=True)
class Weighing:
    """How much room a unit takes."""

    by: Annotated[Literal["unit", "size", "steps", "type"], Field(
        "By", "unit: each takes 1; size or type: by the list; steps: its steps.")] = "unit"
    of: Annotated[tuple[tuple[str, str], ...], Field(
        "Of", "The weight of each size or type; those not listed weigh 1.", kinds=("object",),
        values=Annotated[str, Field(kinds=("string", "integer"), minimum=0, pattern=PART)],
        examples=("{division: 1, brigade: 1/2}",), codec=_WEIGHTS)] = ()


@dataclass(frozen=True)
class StackQuota:
    """At most so many of some units in a hex."""

    units: Annotated[Units, Field("Units", "Of these units ...")]
    number: Annotated[int, Field("Number", "... so many.", minimum=0, maximum=99)] = 1
    rule: RuleNumber = ""


@dataclass(frozen=True)
class Apart:
    """Units that never end in a hex with others; `passing` says whether they may pass through."""

    units: Annotated[Units, Field("Units", "These units ...")]
    from_: Annotated[Units, Field(
        "From", "... never stand with these.", key="from")]
    passing: Annotated[bool, Field("Passing", "Whether they may pass through each other's hexes.")] = True
    rule: RuleNumber = ""


@dataclass(frozen=True)
class HexLimit:
    """Another limit for some hexes."""

    hexes: Annotated[HexesWhere, Field("Hexes", "In these hexes ...")]
    limit: Annotated[PartText, Field("Limit", "... this limit.")]
    rule: RuleNumber = ""


@dataclass(frozen=True)
class Stacking:
    """The limits of a stack."""

    limit: Annotated[PartText, Field("Limit", "How much may stand in a hex.")] = "3"
    weigh: Annotated[Weighing, Field("Weigh", "How much room a unit takes.")] = Weighing()
    free: Annotated[Units, Field(
        "Free", "Units that take no room.")] = UnitFilter(trait=("air", "marker"))
    at_most: Annotated[tuple[StackQuota, ...], Field("At most", "At most so many of some units.")] = ()
    apart: Annotated[tuple[Apart, ...], Field("Apart", "Units that never stand together.")] = ()
    by_hex: Annotated[tuple[HexLimit, ...], Field("By hex", "Other limits in some hexes.")] = ()
    judged: Annotated[Literal["end-of-move", "end-of-phase", "always"], Field(
        "Judged", "When the limit must be kept.")] = "end-of-move"
    excess: Annotated[Literal["refuse", "owner-removes", "enemy-removes"], Field(
        "Excess", "What happens to too many units: the order is refused, or somebody removes some.")] = (
            "refuse")
    rule: RuleNumber = ""


THREE_UNITS = Stacking()
