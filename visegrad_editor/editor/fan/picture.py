"""What a fanned stack looks like on the canvas of a map view."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PIL import ImageTk

from ...drawing.counters import counter, figures
from ...drawing.dressing import dressed_ruleset
from ...drawing.looks import counter_look
from ...drawing.painters.pillow_painter import PillowPainter
from ...drawing.viewport import Viewport
from ...hexgrid import Hex
from ...model.design import Design
from .. import map_style, theme
from ..canvas_view import MapView
from .host import Fanned
from .layout import FanLayout, Rect, fan_out

TAG = "fan"
_EDGE_PX, _MOST_EDGE_PX = 54, 84
"""Counters are as large as on the map, but within these bounds at 100 %."""
_CAPTION_PX = 20
_PICTURES = 200


class FanPicture:
    """Draws a stack, and frames one counter of it. Pictures of counters are kept."""

    def __init__(self, view: MapView) -> None:
        self._view, self._canvas = view, view.canvas
        self._layout: FanLayout | None = None
        self._design: Design | None = None
        self._stack: Sequence[Fanned] = ()
        self._pictures: dict[tuple[object, ...], ImageTk.PhotoImage] = {}
        self._painter = PillowPainter(supersample=3)

    def draw(self, design: Design, hex: Hex, stack: Sequence[Fanned], chosen: Collection[str]) -> FanLayout:
        """Draw the counters of a hex, the top one first, and those chosen marked; how they lie."""
        view, scale = self._view, self._view.viewport.scale
        self._design, self._stack = design, stack
        corners = [view.to_canvas(p) for p in design.map.geometry.corners(hex)]
        x, y = view.viewport.origin_px
        box: Rect = (min(c[0] for c in corners), min(c[1] for c in corners),
                     max(c[0] for c in corners), max(c[1] for c in corners))
        rim = theme.px(4)
        sight = (x + rim, y + rim, x + view.viewport.width_px - rim, y + view.viewport.height_px - rim)
        on_map = scale * map_style.current().counter_size
        edge = max(float(theme.px(_EDGE_PX)), min(on_map, float(theme.px(_MOST_EDGE_PX))))
        self._layout = fan_out(len(stack), box, sight, round(edge), theme.px(_CAPTION_PX))
        self.clear()
        self._outline(corners)
        left, top, right, bottom = self._layout.plate
        self._canvas.create_rectangle(left, top, right, bottom, fill=theme.PANEL, outline=theme.QUIET,
                                      tags=(TAG, "fan-plate"))
        for fanned, spot in zip(stack, self._layout.spots, strict=True):
            self._counter(fanned, spot, fanned.unit.key in chosen)
        self._canvas.create_text((left + right) / 2, bottom - self._layout.caption / 2 - theme.px(2),
                                 fill=theme.TEXT, font="TkDefaultFont", tags=(TAG, "fan-caption"))
        # Others draw their marks of the same change after this.
        self._canvas.after_idle(self._canvas.tag_raise, TAG)
        return self._layout

    def clear(self) -> None:
        """Take everything away."""
        self._canvas.delete(TAG)

    def _outline(self, corners: list[tuple[float, float]]) -> None:
        xy = [v for c in corners for v in c]
        for colour, width in (("#ffffff", 5), (theme.ACCENT, 3)):
            self._canvas.create_polygon(xy, fill="", outline=colour, width=width, tags=(TAG,))

    def _counter(self, fanned: Fanned, spot: Rect, chosen: bool) -> None:
        left, top, right, bottom = spot
        if chosen:
            self._canvas.create_rectangle(left - 3, top - 3, right + 3, bottom + 3, fill=theme.ACCENT,
                                          outline="", tags=(TAG, "fan-chosen"))
        photo = self._picture(fanned, round(right - left))
        self._canvas.create_image(round((left + right) / 2), round((top + bottom) / 2), image=photo,
                                  tags=(TAG, "fan-counter"))

    def _picture(self, fanned: Fanned, edge: int) -> ImageTk.PhotoImage:
        assert self._design is not None
        ruleset, style = dressed_ruleset(self._design.ruleset, map_style.current())
        key = (fanned, edge, counter_look(ruleset, fanned.unit), style)
        if key not in self._pictures:
            if len(self._pictures) > _PICTURES:
                self._pictures.clear()
            item = counter(fanned.unit, ruleset, (0.0, 0.0), 1.0, marks=fanned.marks, shadow=False,
                           style=style)
            size = round(edge * 1.3)
            half = size / edge / 2
            image = self._painter.render_transparent([item], Viewport(float(edge), -half, -half, size, size))
            self._pictures[key] = ImageTk.PhotoImage(image, master=self._canvas)
        return self._pictures[key]

    def light(self, index: int) -> None:
        """Frame one of the counters drawn last and name it; none for -1."""
        if self._layout is None or self._design is None:
            return
        self._canvas.delete("fan-lit")
        words = f"{len(self._stack)} counters"
        if index >= 0:
            left, top, right, bottom = self._layout.spots[index]
            self._canvas.create_rectangle(left - 3, top - 3, right + 3, bottom + 3, outline=theme.TEXT,
                                          width=2, tags=(TAG, "fan-lit"))
            unit, rules = self._stack[index].unit, self._design.ruleset
            words = "  ".join(w for w in (unit.name, figures(unit, rules, unit.reduced)) if w)
        self._canvas.itemconfigure("fan-caption", text=self._short(words))

    def _short(self, words: str) -> str:
        """Words as long as the plate has room for."""
        assert self._layout is not None
        room = self._layout.plate[2] - self._layout.plate[0] - theme.px(8)
        tell = self._canvas.tk.call
        while len(words) > 4 and int(tell("font", "measure", "TkDefaultFont", words)) > room:
            words = words.rstrip("…")[:-1].rstrip() + "…"
        return words
