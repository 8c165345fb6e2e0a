"""The kinds of value that documents have in common: short names, colours, costs, hex numbers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from . import ruleset_values as typed
from .costs import MOST
from .fields import Codec, Field, Typed
from .files.codec import FLOAT, HEXES, read_number, write_number
from .provenance import NOTE_LENGTH
from .ruleset_values import NAME_LENGTH, WORD_LENGTH
from .wording import ID_LENGTH

TEXT = ("string", "number")
"""Text may be written without quotes even if it looks like a number."""
_SHORT = ("string", "integer")
ID_PATTERN = "^[a-z0-9][a-z0-9_-]*$"
ID_OR_NOTHING = "^([a-z0-9][a-z0-9_-]*)?$"

# -- texts --------------------------------------------------------------------------------------

Text = Annotated[str, Field("Text", kinds=TEXT, shared="text")]
Line = Annotated[str, Field(kinds=TEXT, longest=NAME_LENGTH)]
"""A text on one line."""
Name = Annotated[Line, Field(
    "Name", "The name in messages and on charts.", fact=False, typed=Typed(typed.read_name), cell="name")]
Word = Annotated[str, Field(longest=WORD_LENGTH)]
"""A short word or a few."""
LongText = Annotated[str, Field(kinds=TEXT, longest=NOTE_LENGTH, fact=False)]
Title = Annotated[str, Field("Title", "What people call it.", kinds=TEXT, longest=200)]
Version = Annotated[str, Field(
    "Version", "The version of the document.", kinds=TEXT, longest=WORD_LENGTH, examples=('"1"',))]
Notes = Annotated[str, Field("Notes", "Remarks for readers.", longest=20_000, edited=False)]
DocumentName = Annotated[str, Field(
    "Ruleset", "A bundled name, or the path of a file below the folder of this one.", kinds=_SHORT,
    longest=200, examples=("blank",))]
"""A reference to another document."""

# -- names in files -----------------------------------------------------------------------------

Id = Annotated[str, Field(
    "Short name", "Small letters, digits, - and _; other entries refer to it.", kinds=_SHORT,
    pattern=ID_PATTERN, longest=ID_LENGTH, examples=("major-highway",), shared="id",
    typed=Typed(typed.read_id), cell="id")]
OwnId = Annotated[Id, Field("Id", tip="The name in files; references to it follow a change.")]
"""The id of an entry itself."""
FileName = Annotated[str, Field(
    "Name of the file", "The name that other files use: small letters, digits, - and _.", kinds=_SHORT,
    pattern=ID_PATTERN, longest=ID_LENGTH, examples=("blank",), shared="fileName", edited=False)]
Words = Annotated[tuple[str, ...], Field(
    "Short names", "A list of short names, or one.", kinds=("array", *_SHORT), pattern=ID_PATTERN, entries=Id,
    examples=("[northland, southland]",), shared="words")]
Traits = Annotated[frozenset[str], Field(
    "Short names", "A list of short names, or one.", kinds=("array", *_SHORT), pattern=ID_PATTERN, entries=Id,
    examples=("[northland, southland]",), shared="words"), Field(
    "Traits", "Words that the rules module looks for.", fact=True, cell="ids",
    typed=Typed(typed.read_ids, typed.show_ids))]

# -- looks --------------------------------------------------------------------------------------

Colour = Annotated[str, Field(
    "Colour", "Red, green and blue as #rrggbb, in quotes because # begins a comment.", fact=False,
    pattern="^#[0-9a-fA-F]{6}$", examples=('"#3d7ab8"',), shared="colour", cell="colour",
    typed=Typed(typed.read_colour), tip="Its colour on the map: red, green and blue as #rrggbb.")]
Pattern = Annotated[Word, Field("Pattern", "The pattern drawn on the colour.", fact=False, cell="pattern")]
FEATURE_SYMBOLS = (
    "city", "town", "village", "capital", "port", "industrial", "fort", "airfield", "diamond")
"""The symbols of features; another name gives a diamond in the feature's colour, too."""
UNIT_SYMBOLS = (
    "infantry", "armor", "mechanized", "mechanized-infantry", "mechanized-static", "motorized",
    "armored-cavalry", "cavalry", "artillery", "airborne", "air-mobile", "air-landing", "air-transportable",
    "marine", "naval-infantry", "mountain", "coastal", "rifles", "mobile", "rapid", "hq", "recon", "engineer",
    "anti-air", "territorial", "jaeger", "special-forces", "ew", "air-supply", "air", "cas", "sac")
"""The symbols of units; another name gives a box with a question mark."""
Symbol = Annotated[Word, Field("Symbol", "The name of the symbol drawn.", fact=False, cell="symbol")]
UnitSize = Annotated[Word, Field(
    "Size", examples=("brigade",), fact=True,
    suggested=("", "battalion", "regiment", "brigade", "division", "corps", "army"))]

# -- numbers ------------------------------------------------------------------------------------


def _read_cost(value: Any) -> Any:
    return None if value == "prohibited" else value if value == "other" else read_number(value)


def _write_cost(value: Any) -> Any:
    return "prohibited" if value is None else value if isinstance(value, str) else write_number(value)


_COST = Field("Cost", minimum=0, maximum=MOST, examples=("2",), fact=True, cell="cost",
              codec=Codec(_read_cost, _write_cost))
Points = Annotated[float, _COST, Field(typed=Typed(typed.read_points, typed.show_cost))]
"""Movement points."""
Cost = Annotated[float | None, _COST, Field(
    kinds=("number", "string"), pattern="^prohibited$",
    typed=Typed(typed.read_cost, typed.show_cost))]
"""Movement points; None: prohibited."""
FeatureCost = Annotated[float | Literal["other"] | None, _COST, Field(
    kinds=("number", "string"), pattern="^(prohibited|other)$",
    typed=Typed(typed.read_feature_cost, typed.show_cost))]
"""A cost, or `other`: that of the terrain underneath."""
Rotation = Annotated[float, Field(
    "Rotation", "Degrees clockwise.", minimum=-360, maximum=360, examples=("0",), codec=FLOAT)]
Shift = Annotated[int, Field(
    "Shift", "Columns the combat shifts to the right; -1 is one to the left, worse for the attacker.",
    minimum=-10, maximum=10, examples=("-1",), fact=True)]
MOST_TURNS = 200
Turns = Annotated[int, Field("Turns", minimum=1, maximum=MOST_TURNS, fact=True)]
Count = Annotated[int, Field(minimum=0, maximum=99, fact=True)]
Numbers = Annotated[tuple[tuple[str, int], ...], Field(
    "Numbers", "A number for each of some names.", kinds=("object",), values=Count,
    names=Field(pattern=ID_PATTERN), codec=Codec(
        lambda v: tuple((str(name), int(number)) for name, number in v.items()), dict),
    typed=Typed(typed.read_numbers, typed.show_numbers))]
"""(name, number) pairs."""

_MOST_PROPERTY = 999_999
Properties = Annotated[tuple[tuple[str, typed.Property], ...], Field(
    "Properties", "A value for each of some names of your own: a number, true or false, or a short name. "
    "The program keeps them for what reads them, and gives them no meaning itself.", kinds=("object",),
    values=Annotated[typed.Property, Field(
        kinds=("number", "boolean", "string"), minimum=-_MOST_PROPERTY, maximum=_MOST_PROPERTY,
        pattern=ID_PATTERN, longest=60)],
    names=Field(pattern=ID_PATTERN, longest=60), most=40, later=True, fact=False,
    codec=Codec(lambda v: tuple((str(name), value) for name, value in v.items()), dict),
    typed=Typed(typed.read_properties, typed.show_properties),
    tip="Names and values of your own, such as: height 1, damp yes, snow open.",
    examples=("{height: 1, damp: true, snow: open}",))]
"""(name, value) pairs."""

# -- hexes --------------------------------------------------------------------------------------

HexNumber = Annotated[str, Field(
    "Hex number", "The number printed in the hex.", kinds=_SHORT, pattern=r"^\S{1,20}$",
    examples=('"2017"',), shared="hex")]
Hexes = Annotated[tuple[str, ...], Field(
    "Hex numbers", "Hex numbers with spaces between them, or a list.", kinds=("string", "integer", "array"),
    entries=HexNumber, examples=("1724 1723 1622",), shared="hexes", codec=HEXES)]
Sides = Annotated[tuple[str, ...], Field(kinds=("string", "array"), entries=Annotated[str, Field()])]
"""Hexsides; the map's own code knows where they are."""

# -- places on the earth ------------------------------------------------------------------------

_Degrees = Annotated[float, Field(minimum=-180, maximum=180)]
EarthPoint = Annotated[tuple[_Degrees, _Degrees], Field(
    "Place on the earth", "Degrees east, degrees north.", examples=("[21.01, 52.23]",))]
HexKilometres = Annotated[float, Field(
    "Kilometres of a hex", "Kilometres between the centres of neighbouring hexes.", above=0, maximum=10_000,
    examples=("16.2",))]
Reach = Annotated[float, Field(
    "Reach", "How far the effect of a pin reaches, in hexes.", above=0, maximum=1000, examples=("4",))]
