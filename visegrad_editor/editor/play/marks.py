"""What a play-test draws over the map: hexes to choose with their costs, units that wait for a choice."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image, ImageDraw, ImageTk

from ...hexgrid import Hex
from ...model.design import Design
from ..canvas_view import MapView
from .choice import Shade

_COLOURS = {"go": ("#2f8f46", 105), "target": ("#c62f2f", 100)}
_RIMS = {"source": ("#ffffff", "#2f8f46"), "picked": ("#ffffff", "#f0a020"), "aim": ("#ffffff", "#c62f2f")}
TAG = "play"


class Marks:
    """Draws on a map view's canvas, anew at every zoom."""

    def __init__(self, view: MapView, design: Design) -> None:
        self._view, self._design = view, design
        self._fills: dict[tuple[str, float, str], ImageTk.PhotoImage] = {}
        self._shown: tuple[list[Shade], frozenset[str], frozenset[str], str] = ([], frozenset(), frozenset(),
                                                                                "")
        self._live = True
        view.zoomed.connect(self._zoomed)

    def close(self) -> None:
        """Draw no more."""
        self._live = False
        self._view.canvas.delete(TAG)

    def _zoomed(self) -> None:
        self._fills.clear()
        if self._live:
            self.show(*self._shown)

    def show(self, shades: list[Shade], sources: Iterable[str] = (), picked: Iterable[str] = (),
             aim: str = "") -> None:
        """Tint hexes, outline those with units to choose (`sources`) and with chosen units (`picked`),
        and the hex aimed at. All are hex numbers."""
        sources, picked = frozenset(sources), frozenset(picked)
        self._shown = (shades, sources, picked, aim)
        canvas = self._view.canvas
        canvas.delete(TAG)
        for shade in shades:
            if (hex := self._hex(shade.hex)) is not None:
                self._tint(hex, shade.kind)
        for number in sources - picked:
            self._rim(number, "source", 2)
        for number in picked:
            self._rim(number, "picked", 4)
        if aim:
            self._rim(aim, "aim", 4)
        for shade in shades:
            if shade.label and (hex := self._hex(shade.hex)) is not None:
                self._label(hex, shade.label)

    def _hex(self, number: str) -> Hex | None:
        return self._design.map.grid.parse(number)

    def _tint(self, hex: Hex, kind: str) -> None:
        x, y = self._view.to_canvas(self._design.map.geometry.centre(hex))
        self._view.canvas.create_image(round(x), round(y), image=self._fill(kind), tags=(TAG, "shade"))

    def _fill(self, kind: str) -> ImageTk.PhotoImage:
        """A translucent hex at the current scale, its rim stronger."""
        scale, geometry = self._view.viewport.scale, self._view.geometry
        known = self._fills.get((kind, scale, geometry.shape))
        if known is None:
            colour, strength = _COLOURS[kind]
            edge = max(4, round(scale * 2) + 2)
            corners = [geometry.corner_offset(i) for i in range(6)]
            shape = [((x * scale * 0.96 + edge / 2) * 3, (y * scale * 0.96 + edge / 2) * 3)
                     for x, y in corners]
            mask = Image.new("L", (edge * 3, edge * 3))
            ImageDraw.Draw(mask).polygon(shape, fill=strength, outline=230, width=max(3, round(scale * 0.14)))
            image = Image.new("RGBA", (edge, edge), colour)
            image.putalpha(mask.reduce(3))
            known = ImageTk.PhotoImage(image, master=self._view.canvas)
            self._fills[kind, scale, geometry.shape] = known
        return known

    def _rim(self, number: str, kind: str, width: int) -> None:
        hex = self._hex(number)
        if hex is None:
            return
        xy = [v for p in self._design.map.geometry.corners(hex) for v in self._view.to_canvas(p)]
        for colour, wide in zip(_RIMS[kind], (width + 2, width), strict=True):
            self._view.canvas.create_polygon(xy, fill="", outline=colour, width=wide, tags=(TAG, kind))

    def _label(self, hex: Hex, text: str) -> None:
        """The cost, in a small plate at the foot of the hex, where counters leave it legible."""
        scale = self._view.viewport.scale
        if scale < 12:
            return
        size = max(8, min(15, round(scale * 0.36)))
        x, y = self._view.to_canvas(self._design.map.geometry.centre(hex))
        y += scale * 0.62
        canvas = self._view.canvas
        item = canvas.create_text(round(x), round(y), text=text, fill="#ffffff", tags=(TAG, "cost"),
                                  font=("TkDefaultFont", -size, "bold"))
        left, top, right, bottom = canvas.bbox(item)
        plate = canvas.create_rectangle(left - 3, top, right + 3, bottom, fill="#1f5f30", outline="#ffffff",
                                        tags=(TAG, "plate"))
        canvas.tag_lower(plate, item)
