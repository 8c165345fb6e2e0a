"""The looks of ttk widgets as values, given to ttk in the colours and at the scale of a theme."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from tkinter import ttk
from typing import Any

from .colours import Colours

Px = Callable[[float], int]
Options = Mapping[str, Any]

_DISTANCES = frozenset((
    "arrowsize", "indent", "indicatorsize", "padding", "rowheight", "sashthickness", "sliderlength",
    "tabmargins", "thickness"))
_SHORT = {"edges": ("lightcolor", "darkcolor"), "face": ("background", "lightcolor", "darkcolor")}


@dataclass(frozen=True)
class Look:
    """The options of one or more ttk styles; `look` makes one.

    A colour is the name of a role of `Colours`, a distance is in pixels at 100 %."""

    styles: tuple[str, ...]
    options: Options
    states: tuple[tuple[str, Options], ...] = ()
    """What is other in a state; where two states hold, the earlier counts."""

    def when(self, state: str, **options: Any) -> Look:
        """The same, with other options in a state: `active` is under the pointer."""
        return replace(self, states=(*self.states, (state, _spelled(options))))


def look(*styles: str, **options: Any) -> Look:
    """The look of these styles. `edges` is short for the lit and the dark edge of a widget, `face` for its
    background and both edges.

    >>> look("TButton", face="field").when("active", edges="hover").states
    (('active', {'lightcolor': 'hover', 'darkcolor': 'hover'}),)
    """
    return Look(styles, _spelled(options))


def give(style: ttk.Style, looks: Iterable[Look], colours: Colours, px: Px) -> None:
    """Give ttk these looks in a theme's colours; `px` makes pixels of the screen from those at 100 %.

    Raises AttributeError for a colour the theme does not have."""
    for look in looks:
        options = {name: _value(name, value, colours, px) for name, value in look.options.items()}
        states: dict[str, list[tuple[str, Any]]] = {}
        for state, others in look.states:
            for name, value in others.items():
                states.setdefault(name, []).append((state, _value(name, value, colours, px)))
        for name in look.styles:
            style.configure(name, **options)
            style.map(name, None, **states)


def _spelled(options: Options) -> Options:
    return {name: value for short, value in options.items() for name in _SHORT.get(short, (short,))}


def _value(name: str, value: Any, colours: Colours, px: Px) -> Any:
    if name in _DISTANCES:
        return tuple(map(px, value)) if isinstance(value, tuple) else px(value)
    if name.endswith(("color", "ground")):
        return getattr(colours, value)
    return value
