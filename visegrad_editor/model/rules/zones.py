"""Zones of control: who has one, where it reaches, what it does."""

from typing import Annotated, Literal

from ...lazy_dataclass import dataclass
from ..fields import Field
from ..provenance import RuleNumber
from ..values import Words
from .grammar import Modifiers, UnitFilter, Units

ZoneKind = Literal["none", "rigid", "semi-rigid", "fluid", "locking", "contact"]
_Effect = Annotated[str, Field(kinds=("string",), longest=10, examples=("cost 2",))]


@dataclass(frozen=True)
class ZoneReach:
    """Where zones do not reach."""

    not_terrain: Annotated[Words, Field("Not terrain", "Not into hexes with this terrain.")] = ()
    not_features: Annotated[Words, Field("Not features", "Not into hexes with these features.")] = ()
    not_across: Annotated[Words, Field("Not across", "Not across these kinds of hexside.")] = ()


@dataclass(frozen=True)
class ZoneExcept:
    """Units that heed only the zones of some enemies."""

    units: Annotated[Units, Field("Units", "These units ...")]
    of: Annotated[Units, Field(
        "Of", "... heed only the zones of these.")]


@dataclass(frozen=True)
class Zones:
    """Zones of control. `kind` sets what entering, leaving and passing through does; each may be stated
    otherwise.

    `rigid`: units stop on entering, leave freely when they start there, and never go from zone to zone;
    `semi-rigid`: they go on, but not from zone to zone; `fluid`: entering and leaving cost points; `locking`:
    who is in one stays; `contact`: no zones, but who starts next to an enemy does not move.
    """

    kind: Annotated[ZoneKind, Field("Kind", "none, rigid, semi-rigid, fluid, locking or contact.")] = "rigid"
    enter: Annotated[_Effect, Field(
        "Enter", "stop, free, or cost and a number of points.", pattern="^(stop|free|cost [0-9]{1,2})$")] = ""
    leave: Annotated[_Effect, Field(
        "Leave", "free, never, or cost and a number of points.",
        pattern="^(free|never|cost [0-9]{1,2})$")] = ""
    through: Annotated[_Effect, Field(
        "Through", "From zone to zone: never; one-hex, for units that start in one; free; or cost.",
        pattern="^(never|one-hex|free|cost [0-9]{1,2})$")] = ""
    start: Annotated[Literal["", "free", "held"], Field(
        "Start", "held: a unit that starts in a zone does not move.")] = ""
    of: Annotated[Units, Field("Of", "Who has a zone.")] = UnitFilter()
    on: Annotated[Units, Field("On", "Whom zones affect.")] = UnitFilter()
    heeded: Annotated[tuple[ZoneExcept, ...], Field("Heeded", "Who heeds only some zones.")] = ()
    reach: Annotated[ZoneReach, Field("Reach", "Where zones do not reach.")] = ZoneReach()
    lifted_by_friends: Annotated[tuple[str, ...], Field(
        "Lifted by friends", "For what a friendly unit in the hex lifts the zone.", kinds=("array",),
        entries=Annotated[str, Field(choices=("move", "supply", "retreat", "advance", "arrive"))])] = (
            "supply",)
    blocks: Annotated[tuple[str, ...], Field(
        "Blocks", "What zones stop besides movement.", kinds=("array",),
        entries=Annotated[str, Field(choices=("supply", "retreat", "arrive", "replace", "modes"))])] = (
            "supply", "retreat")
    modifiers: Modifiers = ()
    rule: RuleNumber = ""


USUAL_ZONES: dict[str, tuple[str, str, str, str]] = {
    "none": ("free", "free", "free", "free"),
    "rigid": ("stop", "free", "never", "free"),
    "semi-rigid": ("free", "free", "never", "free"),
    "fluid": ("cost 1", "cost 1", "free", "free"),
    "locking": ("stop", "never", "never", "held"),
    "contact": ("free", "free", "free", "held"),
}
"""What entering, leaving, passing through and starting does by the kind of zones."""
RIGID = Zones()
