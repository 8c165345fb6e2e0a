"""Repaints the map when layers, theme or style change, or another map is opened."""

from __future__ import annotations

from collections.abc import Callable

from ...model.design import Design
from ..session import Session
from ..widgets.worker import Report
from ..window import theme
from . import style
from .overlay import Overlay
from .tile_renderer import TileRenderer
from .view import MapView


def renderer_of(design: Design) -> TileRenderer:
    """A renderer that shows a design in the current theme and style."""
    renderer = TileRenderer()
    renderer.margin = theme.TABLE
    renderer.style = style.current()
    renderer.show(design)
    return renderer


class MapRepainter:
    """Repaints a map whenever its layers, the theme or the style change."""

    def __init__(self, session: Session, renderer: TileRenderer, view: MapView, overlay: Overlay) -> None:
        self._session, self._renderer, self._view, self._overlay = session, renderer, view, overlay
        session.layers.changed.connect(self._show_layers)
        theme.changed.connect(self._follow_theme, owner=view)
        style.changed.connect(self._follow_style, owner=view)

    def prepare(self, design: Design, report: Report) -> Callable[[], None]:
        """Draw a design that is about to be opened, in a thread; the returned function shows it."""
        renderer = self._renderer
        builder = renderer.prepare(design, renderer.turn, report)
        return lambda: renderer.take(builder)

    def _show_layers(self) -> None:
        """Apply changed layers and opacities."""
        layers, renderer = self._session.layers, self._renderer
        faded = layers.opacity
        again = faded != renderer.opacity
        renderer.hidden, renderer.opacity = layers.hidden, faded
        boxes = renderer.update(self._session.design)
        self._view.touch(renderer.repaint() if again else boxes)

    def _follow_theme(self) -> None:
        """Repaint for a new theme, as the colour around the map is part of the tiles."""
        if self._renderer.margin != theme.TABLE:
            self._renderer.margin = theme.TABLE
            self._renderer.show(self._session.design)
            self._view.show_all()

    def _follow_style(self) -> None:
        """Repaint the map and everything on it in the new style."""
        self._renderer.style = style.current()
        self._renderer.show(self._session.design)
        self._overlay.show(self._session.design)
        self._view.show_all()
