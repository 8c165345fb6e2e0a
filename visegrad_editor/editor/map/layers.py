"""The layers of the map: which are shown, how opaque they are, and which are locked. No Tk here.

This is part of the view, not of any document.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.gamemap import GameMap
from ..signals import Signal


@dataclass(frozen=True)
class LayerSpec:
    """A layer as a designer knows it. `drawn` names the layers of the scene that show it; `part` returns the
    part of a design that it shows, None if nothing in it can be changed."""

    id: str
    title: str
    drawn: tuple[str, ...]
    part: Callable[[Design], object] | None = None


def _units(design: Design) -> object:
    return tuple((u.key, u.setup, u.position) for u in design.scenario.units) if design.scenario else ()


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
    LayerSpec("buildings", "Buildings", ("buildings",), lambda d: d.map.buildings),
    LayerSpec("grid", "Hex grid", ("grid",)),
    LayerSpec("roads", "Roads", ("roads", "plates"), lambda d: d.map.roads),
    LayerSpec("borders", "Countries and borders", ("countries", "borders"), lambda d: d.map.countries),
    LayerSpec("rivers", "Rivers and hexsides", ("rivers",), lambda d: d.map.lines),
    LayerSpec("waters", "Waters", ("waters",), lambda d: d.map.waters),
    LayerSpec("levels", "Levels", ("levels", "heights"), lambda d: d.map.levels),
    LayerSpec("terrain", "Terrain", ("terrain",), lambda d: d.map.terrain),
    LayerSpec("background", "Background picture", (), lambda d: d.map.background),
)
"""From top to bottom, as in the panel. The background picture is not part of the scene; see
`TileRenderer`."""
LAYER_BY_ID = {spec.id: spec for spec in LAYERS}
_TRACING = 0.6
"""The initial opacity of a scan over the terrain: readable, but painted hexes show through."""


def changed_layers(before: Design, after: Design, among: Collection[str]) -> frozenset[str]:
    """The layers among the given ones that differ between two designs."""
    changed = set()
    for id in among:
        if (part := LAYER_BY_ID[id].part) is not None:
            old, new = part(before), part(after)
            if old is not new and old != new:
                changed.add(id)
    return frozenset(changed)


def titles(ids: Collection[str]) -> str:
    """The titles of layers, from top to bottom: `Names, Roads and Terrain`."""
    names = [spec.title for spec in LAYERS if spec.id in ids]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def hidden_text(ids: Collection[str]) -> str:
    """Why hidden layers are not changed.

    >>> hidden_text(["roads"])
    'The layer Roads is hidden; show it in the Layers panel'
    """
    return _words(ids, "hidden", "show")


def locked_text(ids: Collection[str]) -> str:
    """Why locked layers are not changed.

    >>> locked_text(["roads"])
    'The layer Roads is locked; unlock it in the Layers panel'
    """
    return _words(ids, "locked", "unlock")


def _words(ids: Collection[str], state: str, remedy: str) -> str:
    if len(ids) > 1:
        return f"The layers {titles(ids)} are {state}; {remedy} them in the Layers panel"
    return f"The layer {titles(ids)} is {state}; {remedy} it in the Layers panel"


@dataclass(frozen=True)
class LayerState:
    """How one layer is shown."""

    shown: bool = True
    locked: bool = False
    opacity: float = 1.0


class LayerStates:
    """The states of all layers. Signals: `changed`, the picture changes; `locks_changed`, other layers are
    locked."""

    def __init__(self) -> None:
        self._states = {spec.id: LayerState(shown=spec.id != "areas") for spec in LAYERS}
        self._states["background"] = LayerState(opacity=_TRACING)
        self._over = True
        self._shown_for_tool: frozenset[str] = frozenset()
        self.changed = Signal()
        self.locks_changed = Signal()

    def __getitem__(self, id: str) -> LayerState:
        return self._states[id]

    def show(self, id: str, shown: bool) -> None:
        """Show or hide a layer, even one that is shown only for the current tool."""
        if not shown and id in self._shown_for_tool:
            self._set_shown_for_tool(self._shown_for_tool - {id})
        self._set(id, replace(self._states[id], shown=shown))

    def lock(self, id: str, locked: bool) -> None:
        """Lock or unlock a layer. Layers that cannot be changed cannot be locked."""
        if LAYER_BY_ID[id].part is not None:
            self._set(id, replace(self._states[id], locked=locked))

    def fade(self, id: str, opacity: float) -> None:
        """Set the opacity of a layer, 0 to 1."""
        self._set(id, replace(self._states[id], opacity=min(1.0, max(0.0, opacity))))

    @property
    def over_terrain(self) -> bool:
        """Whether the background picture is drawn over the terrain rather than below it."""
        return self._over

    @over_terrain.setter
    def over_terrain(self, over: bool) -> None:
        if over != self._over:
            self._over = over
            self.changed.emit()

    def show_for_tool(self, ids: Collection[str]) -> frozenset[str]:
        """Show hidden layers for the current tool, and hide again those shown for the previous one; returns
        the layers shown for it now."""
        self._set_shown_for_tool(frozenset(id for id in ids if not self._states[id].shown))
        return self._shown_for_tool

    def _set_shown_for_tool(self, ids: frozenset[str]) -> None:
        if ids != self._shown_for_tool:
            self._shown_for_tool = ids
            self.changed.emit()

    @property
    def unseen(self) -> frozenset[str]:
        """The layers that are not visible now."""
        return frozenset(id for id, state in self._states.items() if not state.shown) - self._shown_for_tool

    def show_only(self, id: str) -> None:
        """Show only one layer and the grid, or all layers again if only these are shown."""
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
        """The opacity of those layers of the scene that are not fully opaque."""
        return {x: state.opacity for spec in LAYERS if (state := self._states[spec.id]).opacity < 1
                for x in spec.drawn}

    def refusal(self, before: Design, after: Design) -> str:
        """Why an edit cannot be made: the locked layers it would change; "" if none."""
        changed = changed_layers(before, after, self.locked)
        return f"{locked_text(changed)}. Nothing was changed." if changed else ""

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
