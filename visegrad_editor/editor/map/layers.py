"""Which layers of the map are shown, how strongly, and which are locked against changes. No Tk here.

This is how the map is looked at, not a part of any document.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from ...model.design import Design
from ...model.gamemap import GameMap
from ..signals import Signal


@dataclass(frozen=True)
class LayerSpec:
    """A layer as a designer knows it. `drawn` names the layers of the scene that show it; `part` gives
    what a change of it changes, None where nothing can be changed."""

    id: str
    title: str
    drawn: tuple[str, ...]
    part: Callable[[Design], object] | None = None


def _units(design: Design) -> object:
    return tuple((u.key, u.setup) for u in design.scenario.units) if design.scenario else ()


def _features(map: GameMap) -> object:
    return {p.hex: p.features for p in map.places if p.features}


def _names(map: GameMap) -> object:
    named = {p.hex: replace(p, features=(), provenance=map.provenance) for p in map.places if p.name}
    return named, map.labels


LAYERS: tuple[LayerSpec, ...] = (
    LayerSpec("counters", "Counters", ("counters",), _units),
    LayerSpec("names", "Names", ("names", "labels"), lambda d: _names(d.map)),
    LayerSpec("numbers", "Hex numbers", ("numbers",)),
    LayerSpec("features", "Cities and features", ("features", "sites"), lambda d: _features(d.map)),
    LayerSpec("areas", "Areas", ("areas",), lambda d: d.map.areas),
    LayerSpec("grid", "Hex grid", ("grid",)),
    LayerSpec("roads", "Roads", ("roads", "plates"), lambda d: d.map.roads),
    LayerSpec("borders", "Countries and borders", ("countries", "borders"), lambda d: d.map.countries),
    LayerSpec("rivers", "Rivers and hexsides", ("rivers",), lambda d: d.map.lines),
    LayerSpec("terrain", "Terrain", ("terrain",), lambda d: d.map.terrain),
    LayerSpec("background", "Background picture", (), lambda d: d.map.background),
)
"""From top to bottom, as in the panel. The background picture is no part of the scene; see `TileRenderer`."""
LAYER_BY_ID = {spec.id: spec for spec in LAYERS}
_TRACING = 0.6
"""How strongly a scan covers the terrain at first: enough to be read, and what is painted shows through."""


def changed_layers(before: Design, after: Design, among: Collection[str]) -> frozenset[str]:
    """Those of some layers that differ between two designs."""
    found = set()
    for id in among:
        if (part := LAYER_BY_ID[id].part) is not None:
            old, new = part(before), part(after)
            if old is not new and old != new:
                found.add(id)
    return frozenset(found)


def titles(ids: Collection[str]) -> str:
    """The titles of layers, from top to bottom: `Names, Roads and Terrain`."""
    found = [spec.title for spec in LAYERS if spec.id in ids]
    return f"{', '.join(found[:-1])} and {found[-1]}" if len(found) > 1 else "".join(found)


def hidden_words(ids: Collection[str]) -> str:
    """Why nothing is drawn on layers that are not seen.

    >>> hidden_words(["roads"])
    'The layer Roads is hidden; show it in the Layers panel'
    """
    return _words(ids, "hidden", "show")


def locked_words(ids: Collection[str]) -> str:
    """Why layers are not changed.

    >>> locked_words(["roads"])
    'The layer Roads is locked; unlock it in the Layers panel'
    """
    return _words(ids, "locked", "unlock")


def _words(ids: Collection[str], state: str, mend: str) -> str:
    if len(ids) > 1:
        return f"The layers {titles(ids)} are {state}; {mend} them in the Layers panel"
    return f"The layer {titles(ids)} is {state}; {mend} it in the Layers panel"


@dataclass(frozen=True)
class LayerState:
    """How one layer is looked at."""

    shown: bool = True
    locked: bool = False
    opacity: float = 1.0


class LayerStates:
    """The states of all layers. `changed` tells that what is seen is another thing, `locks_changed` that
    other layers are locked."""

    def __init__(self) -> None:
        self._states = {spec.id: LayerState(shown=spec.id != "areas") for spec in LAYERS}
        self._states["background"] = LayerState(opacity=_TRACING)
        self._over = True
        self._lent: frozenset[str] = frozenset()
        self.changed = Signal()
        self.locks_changed = Signal()

    def __getitem__(self, id: str) -> LayerState:
        return self._states[id]

    def show(self, id: str, shown: bool) -> None:
        """Show or hide a layer, also one that a tool shows for as long as it is in hand."""
        if not shown and id in self._lent:
            self._lend(self._lent - {id})
        self._set(id, replace(self._states[id], shown=shown))

    def lock(self, id: str, locked: bool) -> None:
        """Lock a layer against changes, or free it. Layers without changes cannot be locked."""
        if LAYER_BY_ID[id].part is not None:
            self._set(id, replace(self._states[id], locked=locked))

    def fade(self, id: str, opacity: float) -> None:
        """Let a layer cover what is below it only so much, 0 to 1."""
        self._set(id, replace(self._states[id], opacity=min(1.0, max(0.0, opacity))))

    @property
    def over_terrain(self) -> bool:
        """Whether the background picture lies over the terrain, else below it."""
        return self._over

    @over_terrain.setter
    def over_terrain(self, over: bool) -> None:
        if over != self._over:
            self._over = over
            self.changed.emit()

    def lend(self, ids: Collection[str]) -> frozenset[str]:
        """Show hidden layers for the tool in hand, and hide again those shown for the one before; returns
        which are shown for it now."""
        self._lend(frozenset(id for id in ids if not self._states[id].shown))
        return self._lent

    def _lend(self, ids: frozenset[str]) -> None:
        if ids != self._lent:
            self._lent = ids
            self.changed.emit()

    @property
    def unseen(self) -> frozenset[str]:
        """The layers that are not seen now."""
        return frozenset(id for id, state in self._states.items() if not state.shown) - self._lent

    def alone(self, id: str) -> None:
        """Show one layer and what is written on it, or all again where only it is shown."""
        only = all(self._states[x.id].shown == (x.id in (id, "grid")) for x in LAYERS)
        for spec in LAYERS:
            self.show(spec.id, spec.id != "areas" if only else spec.id in (id, "grid"))

    @property
    def hidden(self) -> frozenset[str]:
        """The layers of the scene that are not drawn."""
        unseen = self.unseen
        return frozenset(x for spec in LAYERS if spec.id in unseen for x in spec.drawn)

    @property
    def opacity(self) -> dict[str, float]:
        """The layers of the scene that do not cover wholly."""
        return {x: state.opacity for spec in LAYERS if (state := self._states[spec.id]).opacity < 1
                for x in spec.drawn}

    def refusal(self, before: Design, after: Design) -> str:
        """Why an edit cannot be made: the locked layer it would change; "" where none."""
        changed = changed_layers(before, after, self.locked)
        return f"{locked_words(changed)}. Nothing was changed." if changed else ""

    @property
    def locked(self) -> frozenset[str]:
        """The layers that are locked against changes."""
        return frozenset(id for id, state in self._states.items() if state.locked)

    def _set(self, id: str, state: LayerState) -> None:
        old = self._states[id]
        if state == old:
            return
        self._states[id] = state
        if state.locked != old.locked:
            self.locks_changed.emit()
        if (state.shown, state.opacity) != (old.shown, old.opacity):
            self.changed.emit()
