"""How counters look: what a unit, or all units of a type, a nationality or a side, have of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal

from ..lazy_dataclass import dataclass
from .counter_picture import CounterPicture
from .delta import READ
from .fields import Field
from .rules.counter import Template
from .values import Colour, Symbol, Word

SIZES = ("team", "squad", "section", "platoon", "company", "battalion", "regiment", "brigade", "division",
         "corps", "army", "army-group")
"""The sizes of units that have a mark, the smallest first."""
NO_MARK = "none"
"""The size mark of counters without one."""


@dataclass(frozen=True)
class Look:
    """How a counter looks where it differs from others. What is left out is as the next general thing says:
    after the unit its type, its nationality, its side, and then the ruleset's symbols, sizes and
    colours."""

    symbol: Annotated[Symbol, Field(help="The unit symbol.", required=False)] = ""
    mark: Annotated[Word, Field(
        "Size mark", "The size whose mark stands above the symbol; none: no mark.",
        suggested=("", NO_MARK, *SIZES), examples=("division",))] = ""
    ground: Annotated[Colour, Field("Ground", "The ground of the counter.")] = ""
    ink: Annotated[Colour, Field("Print", "Letters and numbers.")] = ""
    box: Annotated[Colour, Field("Symbol box", "The box of the unit symbol.")] = ""
    band: Annotated[Colour, Field(
        "Band", "A band across the top, behind the name: the colour of a formation, for instance.")] = ""
    camouflage: Annotated[Literal["", "blotched", "plain"], Field(
        "Camouflage", "Whether the ground is blotched in shades of its colour.")] = ""
    name: Annotated[Literal["", "shown", "hidden"], Field(
        "Name", "Whether the name is printed.", fact=False)] = ""
    front: Annotated[Template, Field("Front", "The text below the symbol, in place of the ruleset's.")] = ""
    back: Annotated[Template, Field("Back", "The text on the back, in place of the ruleset's.")] = ""
    picture: Annotated[str, Field(
        "Picture", "The path of a PNG, JPEG or SVG file in the folder of this one or below it.", longest=200,
        examples=("flag.png",))] = ""
    place: Annotated[Literal["", "symbol", "beside", "whole"], Field(
        "Place of the picture", "symbol: in its place, the usual one; beside: small, beside the symbol; "
        "whole: over the whole counter, below the print.")] = ""
    art: CounterPicture | None = field(default=None, compare=False, repr=False, metadata=READ)
    """The picture as it was read; None if there is none, or its file was not read yet."""

    @property
    def picture_read(self) -> CounterPicture | None:
        """The picture, if it was read from the file that `picture` names."""
        return self.art if self.art is not None and self.art.name == self.picture else None


NO_LOOK = Look()
PARTS = ("symbol", "mark", "ground", "ink", "box", "band", "camouflage", "name", "front", "back", "picture",
         "place")
"""The parts of a look, in the order in which a designer sees them."""


@dataclass(frozen=True)
class WholeLook:
    """How a counter looks once everything is decided. `from_` says for each part of a look who decided:
    `unit`, `type`, `nationality`, `side`, or `ruleset` for what none of them says."""

    symbol: str
    mark: str
    ground: str
    ink: str
    box: str
    band: str
    camouflage: bool
    name: bool
    front: str
    back: str
    picture: str
    place: str
    art: CounterPicture | None = field(compare=False, repr=False)
    from_: Mapping[str, str] = field(compare=False, repr=False)
