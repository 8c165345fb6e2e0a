"""Where a value comes from, so that a guess is never mistaken for the rulebook."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any, Literal, Self, TypedDict

from ..lazy_dataclass import dataclass
from .fields import Field, declared

RuleNumber = Annotated[str, Field(
    "Rule number", "The number of the rule in the rulebook.", kinds=("string", "number"), longest=80,
    fact=False, examples=("10.1",), shared="rule")]
_RULE = re.compile(r"[A-Z]{0,3}\d{1,3}(\.\d+)*\Z")
_BLOCK = re.compile(r"[a-z]+([_-][a-z]+)*\Z")
NOTE_LENGTH = 2000

Source = Literal["rulebook", "reconstructed", "designer", "data"]
SOURCES: tuple[Source, ...] = ("rulebook", "reconstructed", "designer")
"""Where the values of any document may come from."""
MAP_SOURCES: tuple[Source, ...] = (*SOURCES, "data")
"""The sources of the values of a map."""


@dataclass(frozen=True)
class Provenance:
    """`rulebook` names its rule; `reconstructed` fills what the rulebook does not print; `designer` is a
    deliberate departure of a variant; `data`, on a map, is computed from the geographic data listed in the
    `sources` of the map.

    It holds for all values of an entry except those in `values`, (value, its provenance) pairs. `values` is
    always made by `with_values`, so that equal meanings are equal values.
    """

    source: Annotated[Source, Field(
        "Source", "rulebook: printed there; reconstructed: fills what the rulebook does not print; "
        "designer: a deliberate departure.", choices=SOURCES, required=True)] = "designer"
    rule: Annotated[RuleNumber, Field("Rule")] = ""
    note: Annotated[str, Field(
        "Note", "Why, or from what.", kinds=("string", "number"), longest=NOTE_LENGTH)] = ""
    values: Annotated[tuple[tuple[str, "Provenance"], ...], Field(
        "Values", "The values that come from elsewhere, each under a key of its own.", key="",
        edited=False, later=True)] = ()

    @property
    def plain(self) -> Self:
        """The same without the values that have a source of their own."""
        return replace(self, values=()) if self.values else self

    def of(self, value: str) -> "Provenance":
        """Where one value comes from.

        >>> mixed = Provenance("rulebook").with_values(["strength"], Provenance("reconstructed"))
        >>> mixed.of("strength").source
        'reconstructed'
        """
        return next((p for name, p in self.values if name == value), self.plain)

    def with_values(self, names: Iterable[str], source: "Provenance") -> Self:
        """The same except for some values, which come from elsewhere."""
        sources = dict(self.values) | dict.fromkeys(names, source.plain)
        kept = sorted((n for n, p in sources.items() if p != self.plain), key=_place)
        return replace(self, values=tuple((n, sources[n]) for n in kept))

    def any_is(self, source: Source) -> bool:
        """Whether some value comes from that source."""
        return self.source == source or any(p.source == source for _, p in self.values)


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
"""The provenance of a value of a map."""

# -- the values that may have a source of their own -----------------------------------------------


class _UnitSources(TypedDict, total=False):
    all: Annotated[Origin, Field(help="Without `source`: all values that are not named.")]
    type: Annotated[Origin, Field(help="What the unit is: nationality, type and size.")]
    strength: Annotated[Origin, Field(help="The full strength.")]
    reduced_strength: Annotated[Origin, Field(help="The strength after a step loss.")]
    movement: Annotated[Origin, Field(help="The movement allowance.")]
    values: Annotated[Origin, Field(
        help="The values on the counter, in rulesets with others than strength and movement.")]
    reduced: Annotated[Origin, Field(help="Those values after a step loss.")]
    setup: Annotated[Origin, Field(help="Where it starts, and with which side up.")]
    reinforcement: Annotated[Origin, Field(help="When and where it arrives.")]


class _ReplacementSources(TypedDict, total=False):
    steps: Annotated[Origin, Field(help="The replacement steps.")]
    assets: Annotated[Origin, Field(help="What is received besides.")]


UnitOrigin = Annotated[Origin, Field(
    help="rulebook, reconstructed or designer; or a mapping that adds the rule and a note, and names the "
    "values that come from elsewhere. Without `source` the mapping names only what differs.",
    shared="unitProvenance", more=_UnitSources, parts={"source": Field(required=False)}, least=1,
    needs={"rule": ("source",), "note": ("source",)}, examples=(
        "reconstructed", '{source: rulebook, rule: "9.0"}', "{strength: reconstructed}",
        '{source: rulebook, rule: "3.0", strength: reconstructed}'))]
"""The provenance of a unit."""
ReplacementOrigin = Annotated[Origin, Field(
    help="rulebook, reconstructed or designer; or a mapping that adds the rule and a note, and names the "
    "values that come from elsewhere.",
    shared="replacementProvenance", more=_ReplacementSources)]
"""The provenance of a line of the replacement chart."""

WHOLE = "all"
"""The key that gives the source of all values not named in a mapping of sources."""
UNIT_VALUES = tuple(one.key for one in declared(_UnitSources) if one.key != WHOLE)
"""The values of a unit that may have a source of their own; the fields declare which they belong to."""
REPLACEMENT_VALUES = tuple(one.key for one in declared(_ReplacementSources))
"""The values of a line of the replacement chart that may have a source of their own."""
_ORDER = (*UNIT_VALUES, *REPLACEMENT_VALUES)


def _place(value: str) -> tuple[int, str]:
    return _ORDER.index(value) if value in _ORDER else len(_ORDER), value


def designers_own(entry: Any) -> Any:
    """The entry of a document marked as the designer's, if it has a provenance."""
    old = getattr(entry, "provenance", None)
    if old is None or old.source == "designer":
        return entry
    return replace(entry, provenance=Provenance("designer", old.rule))


def is_rule_number(text: str) -> bool:
    """Whether a text is the number of a rule, perhaps with the letters of a chapter before it.

    >>> [is_rule_number(n) for n in ("9", "11.2", "13.1.4", "A26.11", "E7.221", "SSR4")]
    [True, True, True, True, True, True]
    >>> [is_rule_number(n) for n in ("", "rule 9", "11.", "a26", "11.2, 3")]
    [False, False, False, False, False]
    """
    return _RULE.match(text) is not None


def is_block_name(text: str) -> bool:
    """Whether a text may be the name of the block of a ruleset that states no rule number, by which the
    engine knows the rule: a name for programs, which is not told to players.

    >>> is_block_name("movement"), is_block_name("set-up"), is_block_name("4.1")
    (True, True, False)
    """
    return _BLOCK.match(text) is not None


def shown_rule(text: str) -> str:
    """The number of a rule of the engine as players see it; "" for the name of a block.

    >>> shown_rule("11.0, 3"), shown_rule("victory")
    ('11.0, 3', '')
    """
    return "" if is_block_name(text) else text


def cited_rule(*numbers: str) -> str:
    """The rule that a text may cite: the first of these that is a rule number, "" if none is. The name of a
    part of the rules, which stands for the number that a ruleset does not state, is none.

    >>> cited_rule("set-up-order 3", "7.4"), cited_rule("victory"), cited_rule("")
    ('7.4', '', '')
    """
    return next((number for number in numbers if is_rule_number(number)), "")
