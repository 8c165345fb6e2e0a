"""Where a value comes from, so that a guess is never mistaken for the rulebook."""

from dataclasses import dataclass
from typing import Annotated, Literal

from .fields import Field

RuleNumber = Annotated[str, Field(
    "Rule number", "The number of the rule in the rulebook.", kinds=("string", "number"), longest=80,
    examples=("10.1",), shared="rule")]
NOTE_LENGTH = 2000

Source = Literal["rulebook", "reconstructed", "designer", "data"]
SOURCES: tuple[Source, ...] = ("rulebook", "reconstructed", "designer")
"""Where the values of any document may come from."""
MAP_SOURCES: tuple[Source, ...] = (*SOURCES, "data")
"""And those of a map."""


@dataclass(frozen=True)
class Provenance:
    """`rulebook` names its rule; `reconstructed` fills what the rulebook does not print;
    `designer` is a deliberate departure of a variant; `data`, on a map, is computed from geographic data, of
    which the `sources` of the map tell."""

    source: Annotated[Source, Field(
        "Source", "rulebook: printed there; reconstructed: fills what the rulebook does not print; "
        "designer: a deliberate departure.", choices=SOURCES, required=True)] = "designer"
    rule: Annotated[RuleNumber, Field("Rule")] = ""
    note: Annotated[str, Field(
        "Note", "Why, or from what.", kinds=("string", "number"), longest=NOTE_LENGTH)] = ""


Origin = Annotated[Provenance, Field(
    "Where the value comes from",
    "rulebook, reconstructed or designer; or a mapping that adds the rule and a note.",
    kinds=("string", "object"), pattern="^(rulebook|reconstructed|designer)$", shared="provenance",
    examples=("reconstructed", '{source: rulebook, rule: "9.0"}'))]
"""The provenance of a value of any document."""
MapOrigin = Annotated[Provenance, Field(
    "Where the value comes from",
    "rulebook, reconstructed, designer or data; or a mapping that adds the rule and a note.",
    kinds=("string", "object"), pattern="^(rulebook|reconstructed|designer|data)$", shared="provenance",
    examples=("reconstructed", '{source: rulebook, rule: "9.0"}'), parts={"source": Field(
        help="rulebook: printed there; reconstructed: fills what the rulebook does not print; designer: a "
        "deliberate departure; data: computed from geographic data, which `sources` names.",
        choices=MAP_SOURCES)})]
"""And that of a map."""
