"""A design as a style shows it: the ruleset's kinds with the style's colours, patterns and symbols.

So whatever draws, prints or lists the kinds of a design reads its colours as ever, and none of it has to
know of styles. A dressed design is dressed already: doing it again changes nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Protocol, TypeVar

from ..model.design import Design
from ..model.frozen_data import EMPTY, FrozenMap
from ..model.ruleset import CounterColours, FeatureKind, Ruleset
from .colours import greyed, mixed
from .looks import DressedFeature, own_symbol
from .style import Style
from .style_file import KIND_LOOKS, TONES, with_fields

_PLAIN, _OFF_MAP = "plain", "off-map"
"""What terrain without a pattern is called among the patterns of a style: the open ground, which is the first
that can be entered, and what never can be. Further kinds keep the colours that tell them apart."""
_MOST_KEPT = 16
_known: OrderedDict[tuple[int, Style], tuple[Ruleset, Ruleset, Style]] = OrderedDict()
"""By identity of a ruleset, which is kept alive with what was made of it."""


class _Kind(Protocol):
    @property
    def id(self) -> str: ...


K = TypeVar("K", bound=_Kind)


def dressed(design: Design, style: Style) -> tuple[Design, Style]:
    """A design as a style shows it, and the style with what the ruleset itself says laid over it.

    The same ruleset object and style give the same ruleset object.
    """
    ruleset, whole = dressed_ruleset(design.ruleset, style)
    return (design if ruleset is design.ruleset else replace(design, ruleset=ruleset)), whole


def dressed_ruleset(ruleset: Ruleset, style: Style) -> tuple[Ruleset, Style]:
    """A ruleset with the colours, patterns and symbols of a style, and the style that is left to be drawn
    with; see `dressed`."""
    key = id(ruleset), style
    known = _known.get(key)
    if known is None:
        whole = with_fields(style, ruleset.style)
        known = _known[key] = ruleset, _dress(ruleset, whole), _worn(whole)
        while len(_known) > _MOST_KEPT:
            _known.popitem(last=False)
    _known.move_to_end(key)
    return known[1], known[2]


def _worn(style: Style) -> Style:
    """The style without what is in the ruleset now."""
    done: dict[str, Any] = {**dict.fromkeys(KIND_LOOKS, EMPTY), **dict.fromkeys(TONES, 0.0)}
    return style if all(getattr(style, k) == v for k, v in done.items()) else replace(style, **done)


def _dress(ruleset: Ruleset, style: Style) -> Ruleset:
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
            replace(n, colours=_counter(n.colours, counters, style.nationalities.part(n.id)))
            for n in ruleset.nationalities),
        "sides": tuple(_with(replace(s, colour=counters(s.colour)), style.sides.part(s.id))
                       for s in ruleset.sides),
        "style": EMPTY,
    }
    # Where nothing is different the object stays the same: what was drawn from it is still right.
    if all(getattr(ruleset, k) == v for k, v in changed.items()):
        return ruleset
    return replace(ruleset, **changed)


def _counter(colours: CounterColours, toned: Any, look: Mapping[str, Any]) -> CounterColours:
    pale = replace(colours, ground=toned(colours.ground), symbol=toned(colours.symbol))
    return replace(pale, **look)


def _feature(kind: FeatureKind, look: FrozenMap) -> FeatureKind:
    if look.get("symbol", kind.symbol) == kind.symbol:
        return _with(kind, look)
    whole = {f.name: getattr(kind, f.name) for f in fields(FeatureKind)}
    return DressedFeature(**{**whole, **look}, own_symbol=own_symbol(kind))


def _with(kind: K, look: FrozenMap) -> K:
    return replace(kind, **look) if look else kind  # type: ignore[type-var]


def _toned(colour: str, paler: float, grey: float, style: Style) -> str:
    if grey:
        colour = greyed(colour, grey)
    return mixed(colour, style.paper, paler) if paler else colour
