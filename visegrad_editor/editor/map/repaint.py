"""Painting the map anew when its look is another one: layers, theme, style; or when another map comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...model.design import Design
from ..widgets.worker import Report
from ..window import theme
from . import style
from .tile_renderer import TileRenderer

if TYPE_CHECKING:
    from ..window.window import Window


def renderer_of(design: Design) -> TileRenderer:
    """A renderer that shows a design in the theme and the style chosen now."""
    renderer = TileRenderer()
    renderer.margin = theme.TABLE
    renderer.style = style.current()
    renderer.show(design)
    return renderer


class MapRepaint:
    """Keeps the picture of a window's map as its layers, the theme and the style say."""

    def __init__(self, window: Window) -> None:
        self._w = window
        window.session.layers.changed.connect(self._layers_changed)
        theme.changed.connect(self._follow_theme, owner=window.root)
        style.changed.connect(self._follow_style, owner=window.root)

    def prepare(self, design: Design, report: Report) -> Callable[[], None]:
        """Draw a design that is to be opened, in a thread; see `Files.prepare`."""
        renderer = self._w.renderer
        builder = renderer.prepare(design, renderer.turn, report)
        return lambda: renderer.take(builder)

    def _layers_changed(self) -> None:
        """Other layers are seen, or one more strongly."""
        w, layers, renderer = self._w, self._w.session.layers, self._w.renderer
        for id in ("counters", "numbers", "names"):
            w.menus.toggles[f"show_{id}"].set(layers[id].shown)
        faded = layers.opacity
        again = faded != renderer.opacity
        renderer.hidden, renderer.opacity = layers.hidden, faded
        boxes = renderer.update(w.session.design)
        w.view.touch(renderer.repaint() if again else boxes)

    def _follow_theme(self) -> None:
        """The ground round the map is part of its pictures."""
        w = self._w
        if w.renderer.margin != theme.TABLE:
            w.renderer.margin = theme.TABLE
            w.renderer.show(w.session.design)
            w.view.show_all()

    def _follow_style(self) -> None:
        """The map looks different, with all that lies on it."""
        w = self._w
        w.renderer.style = style.current()
        w.renderer.show(w.session.design)
        w.overlay.show(w.session.design)
        w.view.show_all()
