"""Applies a style to a design: the kinds of the ruleset get the style's colours, patterns and symbols.

Code that draws, prints or lists the kinds of a design then reads their colours as usual and need not know
about styles. Applying a style twice changes nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Protocol, TypeVar

from ..model.design import Design
from ..model.frozen_data import EMPTY, FrozenMap
from ..model.ruleset import CounterColours, FeatureKind, Nationality, Ruleset
from .appearance import StyledFeature, own_symbol
from .counter_looks import StyledNationality, Tone
from .style import Style
from .style_file import KIND_LOOKS, TONES, with_fields

_PLAIN, _OFF_MAP = "plain", "off-map"
"""The names of terrain without a pattern among the patterns of a style: open ground, which is the first such
kind that can be entered, and kinds that can never be entered. Further kinds keep their own colours."""
_MOST_KEPT = 16
_known: OrderedDict[tuple[int, Style], tuple[Ruleset, Ruleset, Style]] = OrderedDict()
"""By identity of a ruleset, which is kept alive together with the result."""


class _Kind(Protocol):
    """A kind of the ruleset: terrain, a hexside, a road, a feature."""

    @property
    def id(self) -> str: ...


K = TypeVar("K", bound=_Kind)


def apply_style(design: Design, style: Style) -> tuple[Design, Style]:
    """The design with a style applied, and the style merged with the ruleset's own style.

    The same ruleset object and style give the same ruleset object.
    """
    ruleset, whole = apply_style_to_ruleset(design.ruleset, style)
    return (design if ruleset is design.ruleset else replace(design, ruleset=ruleset)), whole


def apply_style_to_ruleset(ruleset: Ruleset, style: Style) -> tuple[Ruleset, Style]:
    """A ruleset with the colours, patterns and symbols of a style, and the remaining style to draw with; see
    `apply_style`."""
    key = id(ruleset), style
    known = _known.get(key)
    if known is None:
        whole = with_fields(style, ruleset.style)
        known = _known[key] = ruleset, _styled_ruleset(ruleset, whole), _remaining_style(whole)
        while len(_known) > _MOST_KEPT:
            _known.popitem(last=False)
    _known.move_to_end(key)
    return known[1], known[2]


def _remaining_style(style: Style) -> Style:
    """The style without the parts that are now in the ruleset."""
    done: dict[str, Any] = {**dict.fromkeys(KIND_LOOKS, EMPTY), **dict.fromkeys(TONES, 0.0)}
    return style if all(getattr(style, k) == v for k, v in done.items()) else replace(style, **done)


def _styled_ruleset(ruleset: Ruleset, style: Style) -> Ruleset:
    def line(colour: str) -> str:
        return _toned(colour, style.line_paler, style.line_grey, style)

    def counters(colour: str) -> str:
        return _toned(colour, style.counter_paler, style.counter_grey, style)

    def ground(colour: str) -> str:
        return _toned(colour, style.terrain_paler, style.terrain_grey, style)

    bare = [k for k in ruleset.terrain if not k.pattern]
    called = {k.id: _OFF_MAP for k in bare if not k.playable}
    called |= {k.id: _PLAIN for k in [k for k in bare if k.playable][:1]}

    changed: dict[str, Any] = {
        "terrain": tuple(
            _with(replace(k, colour=ground(k.colour)),
                  style.terrain.part(k.id).over(style.patterns.part(called.get(k.id, k.pattern))))
            for k in ruleset.terrain),
        "hexsides": tuple(_with(replace(k, colour=line(k.colour)), style.hexsides.part(k.id))
                          for k in ruleset.hexsides),
        "roads": tuple(_with(replace(k, colour=line(k.colour)), style.roads.part(k.id))
                       for k in ruleset.roads),
        "features": tuple(_feature(k, style.features.part(k.id)) for k in ruleset.features),
        "nationalities": tuple(
            _nation(replace(n, colours=_counter(n.colours, counters, style.nationalities.part(n.id))), style)
            for n in ruleset.nationalities),
        "sides": tuple(_with(replace(s, colour=counters(s.colour)), style.sides.part(s.id))
                       for s in ruleset.sides),
        "style": EMPTY,
    }
    # If nothing differs, keep the object, so that everything drawn from it stays valid.
    if all(getattr(ruleset, k) == v for k, v in changed.items()):
        return ruleset
    return replace(ruleset, **changed)


def _counter(colours: CounterColours, toned: Any, look: Mapping[str, Any]) -> CounterColours:
    pale = replace(colours, ground=toned(colours.ground), symbol=toned(colours.symbol))
    return replace(pale, **look)


def _nation(nation: Nationality, style: Style) -> Nationality:
    """A nationality that remembers the tone of its counters, for the colours that its units have of their
    own."""
    if not style.counter_paler and not style.counter_grey:
        return nation
    whole = {f.name: getattr(nation, f.name) for f in fields(Nationality)}
    return StyledNationality(**whole, tone=Tone(style.paper, style.counter_paler, style.counter_grey))


def _feature(kind: FeatureKind, look: FrozenMap) -> FeatureKind:
    if look.get("symbol", kind.symbol) == kind.symbol:
        return _with(kind, look)
    whole = {f.name: getattr(kind, f.name) for f in fields(FeatureKind)}
    return StyledFeature(**{**whole, **look}, own_symbol=own_symbol(kind))


def _with(kind: K, look: FrozenMap) -> K:
    return replace(kind, **look) if look else kind  # type: ignore[type-var]


def _toned(colour: str, paler: float, grey: float, style: Style) -> str:
    return Tone(style.paper, paler, grey).of(colour)
