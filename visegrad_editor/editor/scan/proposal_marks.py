"""What a proposal would change, drawn over the map: hexes in the colour of their terrain, samples ringed."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image, ImageColor, ImageDraw, ImageTk

from ...drawing.viewport import Box
from ...hexgrid import Hex, Point
from ...model.ruleset import Ruleset
from ..canvas_view import MapView
from .sampling import Sampling

TAG = "proposal"
_STRENGTH = 215
_DOUBTFUL = 150
_INSET = 0.84
_DARKER = 45
"""Of the rim, in percent of the colour."""
_FINE = 3
"""Pictures are drawn so many times larger and reduced, which smooths them."""


class ProposalMarks:
    """Draws on a map view's canvas what is in sight; `redraw` after every change."""

    def __init__(self, view: MapView, sampling: Sampling, ruleset: Ruleset) -> None:
        self._view, self._sampling = view, sampling
        self._colours: Mapping[str, str] = {t.id: t.colour for t in ruleset.terrain}
        self._photos: dict[tuple[str, str, float], ImageTk.PhotoImage] = {}
        self._drawn: tuple[float, Box] | None = None
        view.moved.connect(self._moved)

    def close(self) -> None:
        """Take everything away."""
        self._view.moved.disconnect(self._moved)
        self._view.canvas.delete(TAG)

    def redraw(self) -> None:
        """Draw everything as it is now."""
        canvas, sampling = self._view.canvas, self._sampling
        canvas.delete(TAG)
        scale = self._view.viewport.scale
        if self._drawn is not None and self._drawn[0] != scale:
            self._photos.clear()
        left, top, right, bottom = self._view.viewport.box
        wide, high = (right - left) / 2, (bottom - top) / 2
        box = (left - wide, top - high, right + wide, bottom + high)
        self._drawn = (scale, box)
        changes, doubtful = sampling.changes(), sampling.doubtful()
        for found, how in ((doubtful, "doubtful"), (changes, "sure")):
            for hex, proposed in found.items():
                self._put(hex, proposed.terrain, how, box)
        for hex, terrain in sampling.choices.by_hand.items():
            self._dot(self._centre(hex), terrain, False)
        for terrain, keys in sampling.choices.samples.items():
            for _, at in keys:
                self._dot(self._centre(at) if isinstance(at, Hex) else at, terrain, True)
        for hex in sampling.choices.left_out:
            self._struck(hex)
        canvas.tag_raise("hover")
        canvas.tag_raise("cursor")

    def _moved(self) -> None:
        """Draw again only where something else has come into sight."""
        v = self._view.viewport
        if self._drawn is None or self._drawn[0] != v.scale or not _inside(v.box, self._drawn[1]):
            self.redraw()

    # -- single marks -------------------------------------------------------------------

    def _centre(self, hex: Hex) -> Point:
        return self._sampling.map.geometry.centre(hex)

    def _put(self, hex: Hex, terrain: str, how: str, box: Box) -> None:
        centre = self._centre(hex)
        x, y = self._view.geometry.turned(centre)
        if box[0] <= x <= box[2] and box[1] <= y <= box[3]:
            scale = self._view.viewport.scale
            self._view.canvas.create_image(round(x * scale), round(y * scale), tags=(TAG,),
                                           image=self._picture(terrain, how, scale))

    def _dot(self, at: Point, terrain: str, ringed: bool) -> None:
        x, y = self._view.to_canvas(at)
        r = max(4.0, self._view.viewport.scale * 0.2)
        canvas = self._view.canvas
        if ringed:
            canvas.create_oval(x - r - 3, y - r - 3, x + r + 3, y + r + 3, outline="#20262e", width=2,
                               tags=(TAG,))
        canvas.create_oval(x - r, y - r, x + r, y + r, fill=self._colours.get(terrain, "#888888"),
                           outline="#ffffff", width=2, tags=(TAG,))

    def _struck(self, hex: Hex) -> None:
        x, y = self._view.to_canvas(self._centre(hex))
        r = max(4.0, self._view.viewport.scale * 0.3)
        for colour, width in (("#ffffff", 5), ("#c62f2f", 3)):
            self._view.canvas.create_line(x - r, y + r, x + r, y - r, fill=colour, width=width, tags=(TAG,))

    def _picture(self, terrain: str, how: str, scale: float) -> ImageTk.PhotoImage:
        """A hex of a terrain's colour; one that is not sure is hatched."""
        key = (terrain, how, scale)
        if key not in self._photos:
            edge = max(4, round(scale * 2) + 2)
            big = edge * _FINE
            corners = [self._view.geometry.corner_offset(i) for i in range(6)]
            points = [((x * scale * _INSET + edge / 2) * _FINE, (y * scale * _INSET + edge / 2) * _FINE)
                      for x, y in corners]
            inside = Image.new("L", (big, big))
            sure = how == "sure"
            ImageDraw.Draw(inside).polygon(points, fill=_STRENGTH if sure else 0)
            if not sure:
                stripes = Image.new("L", (big, big))
                draw = ImageDraw.Draw(stripes)
                step = max(15, big // 7)
                for i in range(-big, big, step):
                    draw.line((i, big, i + big, 0), fill=_DOUBTFUL, width=step // 3)
                shape = Image.new("L", (big, big))
                ImageDraw.Draw(shape).polygon(points, fill=255)
                inside.paste(stripes, (0, 0), shape)
            rim = max(_FINE, round(scale * 0.06 * _FINE))
            ImageDraw.Draw(inside).line([*points, points[0], points[1]], fill=255, width=rim, joint="curve")
            colour = ImageColor.getrgb(self._colours.get(terrain, "#888888"))
            image = Image.new("RGBA", (big, big), colour)
            dark = tuple(v * _DARKER // 100 for v in colour[:3])
            ImageDraw.Draw(image).line([*points, points[0], points[1]], fill=dark, width=rim)
            image.putalpha(inside)
            self._photos[key] = ImageTk.PhotoImage(image.reduce(_FINE), master=self._view.canvas)
        return self._photos[key]


def _inside(box: Box, other: Box) -> bool:
    return box[0] >= other[0] and box[1] >= other[1] and box[2] <= other[2] and box[3] <= other[3]
