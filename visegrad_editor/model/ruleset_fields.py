"""The fields of ruleset data: what each section of a ruleset has, how it is read and shown.

Tables of the window and the functions that edit a ruleset are made from these lists, so that a
field added here can be edited, shown and undone at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from . import ruleset_values as values

FieldKind = Literal[
    "id", "text", "cost", "number", "flag", "colour", "pattern", "symbol", "side", "size", "ids", "source"]
"""How a field is shown and chosen; `pattern` and `symbol` are names the drawing knows."""


@dataclass(frozen=True)
class Field:
    """A field of the entries of a section.

    `key` is the attribute, with a dot for a part of one (`colours.ground`). `read` takes typed
    text and raises ValueError with a sentence. `fact`: the rules depend on it, so who changes
    it departs from the rulebook or from what was reconstructed; looks and names are no facts.
    """

    key: str
    title: str
    kind: FieldKind
    read: Callable[[str], Any]
    show: Callable[[Any], str] = str
    fact: bool = False
    help: str = ""

    def of(self, entry: Any) -> Any:
        """The value of an entry."""
        for part in self.key.split("."):
            entry = getattr(entry, part)
        return entry

    def text_of(self, entry: Any) -> str:
        """The value of an entry as a designer reads it."""
        return self.show(self.of(entry))

    def put(self, entry: Any, value: Any) -> Any:
        """The entry with another value."""
        first, dot, rest = self.key.partition(".")
        if dot:
            inner = getattr(entry, first)
            value = replace(inner, **{rest: value})
        return replace(entry, **{first: value})


@dataclass(frozen=True)
class Section:
    """A list of a ruleset: its attribute, what it is called, the fields of its entries."""

    key: str
    title: str
    one: str
    """What one entry is called in a sentence: `terrain`, `unit type`."""
    fields: tuple[Field, ...]

    def field(self, key: str) -> Field:
        return next(f for f in self.fields if f.key == key)

    @property
    def has_id(self) -> bool:
        return any(f.kind == "id" for f in self.fields)


_ID = Field("id", "Id", "id", values.read_id, help="The name in files; what uses it follows a change")
_NAME = Field("name", "Name", "text", values.read_name, help="The name in messages, palettes and charts")
_SHIFT = Field(
    "shift", "Shift", "number", partial(values.read_whole, least=-10, most=10), fact=True,
    help="Columns the combat shifts to the right; -1 is one to the left, worse for the attacker")
_COLOUR = Field("colour", "Colour", "colour", values.read_colour, help="The colour on the map")
_PATTERN = Field("pattern", "Pattern", "pattern", values.read_word, help="What is drawn on the colour")
_SYMBOL = Field("symbol", "Symbol", "symbol", values.read_word, help="The symbol that is drawn")
_TRAITS = Field(
    "traits", "Traits", "ids", values.read_ids, values.show_ids, True, "Words the rules ask for")
_PROVENANCE = (
    Field("provenance.source", "Source", "source", values.read_source,
          help="Where the values come from: rulebook, reconstructed or designer"),
    Field("provenance.rule", "Rule", "text", values.read_word, help="The number of the rule they stand in"),
    Field("provenance.note", "Note", "text", partial(values.read_line, most=values.NOTE_LENGTH),
          help="Why, or from what"),
)


def _cost(title: str, read: Callable[[str], Any], help: str) -> Field:
    return Field("cost", title, "cost", read, values.show_cost, True, help)


def _flag(key: str, title: str, help: str, fact: bool = True) -> Field:
    return Field(key, title, "flag", values.read_flag, values.show_flag, fact, help)


def _counter_colour(part: str, title: str, help: str) -> Field:
    return Field(f"colours.{part}", title, "colour", values.read_colour, fact=True, help=help)


def _whole(key: str, title: str, least: int, most: int, help: str, fact: bool = True) -> Field:
    read = partial(values.read_whole, least=least, most=most)
    return Field(key, title, "number", read, fact=fact, help=help)


SECTIONS: dict[str, Section] = {s.key: s for s in (
    Section("terrain", "Terrain", "terrain", (
        _NAME, _ID,
        _cost("Cost", values.read_cost, "Movement points to enter, or prohibited"), _SHIFT,
        _flag("playable", "Playable", "No where no unit may ever be: sea, off the map"),
        _flag("supply", "Supply", "No where no supply path may lead, except along a road"),
        _COLOUR, _PATTERN, *_PROVENANCE)),
    Section("hexsides", "Hexsides", "hexside kind", (
        _NAME, _ID,
        _cost("Cost", values.read_cost, "Movement points added for crossing, or prohibited"), _SHIFT,
        _COLOUR, _PATTERN,
        replace(_TRAITS, help="Words the rules ask for; crossing: a bridge or ford, which lies on a river"),
        *_PROVENANCE)),
    Section("roads", "Roads", "road kind", (
        _NAME, _ID,
        Field("cost", "Cost", "cost", values.read_points, values.show_cost, True,
              "Movement points per hex along the road"),
        _whole("rank", "Rank", 0, 99, "The greater rank goes first where two kinds meet"),
        _COLOUR,
        Field("width", "Width", "number", values.read_width, values.show_number,
              help="The width on the map, in hex sides"),
        _TRAITS, *_PROVENANCE)),
    Section("features", "Features", "feature", (
        _NAME, _ID,
        _cost("Cost", values.read_feature_cost,
              "Movement points to enter, prohibited, or other: the cost of the terrain underneath"),
        _SHIFT, _SYMBOL, _COLOUR, _TRAITS, *_PROVENANCE)),
    Section("unit_types", "Unit types", "unit type", (
        _NAME, _ID, _SYMBOL, _whole("movement", "Movement", 0, 99, "Movement allowance in points"),
        Field("size", "Size", "size", values.read_word, fact=True, help="The unit size above the symbol"),
        _TRAITS, *_PROVENANCE)),
    Section("nationalities", "Nationalities", "nationality", (
        _NAME, _ID, Field("adjective", "Adjective", "text", values.read_word, help="As in Polish units"),
        Field("side", "Side", "side", values.read_id, fact=True, help="The side it fights on"),
        _counter_colour("ground", "Ground", "The ground of its counters"),
        _counter_colour("ink", "Print", "Numbers and letters on its counters"),
        _counter_colour("symbol", "Symbol box", "The box of the unit symbol"),
        _flag("colours.camouflage", "Camouflage", "A blotched ground in shades of the ground"),
        *_PROVENANCE)),
    Section("sides", "Sides", "side", (_NAME, _ID, replace(_COLOUR, help="The colour of the side"))),
    Section("tables", "Combat tables", "combat table", (_NAME, _ID, *_PROVENANCE)),
    Section("results", "Results", "combat result", (
        Field("id", "Code", "id", values.read_code, help="The code as the tables print it"), _NAME,
        Field("text", "What it does", "text", partial(values.read_line, most=values.NOTE_LENGTH)))),
    Section("replacements", "Replacements", "line of replacements", (
        _whole("turn", "Turn", 1, 200, "The game turn"),
        Field("side", "Side", "side", values.read_id, fact=True, help="The side that receives them"),
        _whole("steps", "Steps", 0, 99, "Replacement steps"),
        _whole("air_points", "Air points", 0, 99, "Points for air units"), *_PROVENANCE)),
)}

HEAD: tuple[Field, ...] = (
    Field("title", "Title", "text", partial(values.read_line, most=200), help="What people call the game"),
    Field("version", "Version", "text", values.read_word, help="The version of this data"),
    _whole("turns", "Turns", 1, 200, "Game turns, unless a scenario says otherwise"),
    Field("turn_length", "Length of a turn", "text", values.read_word, help="What a turn stands for"),
    _whole("stacking_limit", "Stacking limit", 1, 99, "How many ground units may stand in a hex"),
)
"""What a ruleset says beside its sections, each with its unit or meaning."""


def entry_label(section: str, entry: Any) -> str:
    """What an entry is called in the history and in messages."""
    if section == "replacements":
        return f"Replacements of turn {entry.turn}, {entry.side}"
    if section == "results":
        return f"Result {entry.id}"
    return str(entry.name) or str(entry.id)
