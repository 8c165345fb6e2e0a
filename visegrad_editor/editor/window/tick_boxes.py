"""The boxes of check buttons and the circles of radio buttons, with a tick or a dot: sharp at every scale,
without the cross and the faint ring of the theme of ttk."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from tkinter import ttk

from PIL import Image, ImageDraw

from .colours import Colours

_BOX = 13
"""The width of a box, and the distance to its text, in pixels at 100 %."""
_GAP = 5
_FINE = 8
"""How many times larger a box is drawn before it is reduced, so that its tick is smooth."""
_TICK_ELEMENT, _DOT_ELEMENT = "Tick.indicator", "Dot.indicator"
_LOOKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("plain", ()),
    ("disabled-alternate", ("disabled", "alternate")), ("disabled-ticked", ("disabled", "selected")),
    ("disabled", ("disabled",)),
    ("alternate", ("alternate",)),
    ("ticked-focus", ("selected", "focus")), ("ticked", ("selected",)),
    ("focus", ("focus",)), ("hover", ("active",)),
)
"""The pictures by name, each with the states of the button for which it is used; the first that applies."""


def set_tick_boxes(style: ttk.Style, colours: Colours, scale: float) -> None:
    """Draw the boxes of all check buttons and the circles of all radio buttons in these colours and at this
    scale, 1.0 at 100 %."""
    for element, draw, button in ((_TICK_ELEMENT, tick_box, "Checkbutton"),
                                  (_DOT_ELEMENT, radio_circle, "Radiobutton")):
        _set_indicator(style, element, {look: draw(look, colours, scale) for look, _ in _LOOKS})
        style.layout(f"T{button}", [(f"{button}.padding", {"sticky": "nswe", "children": [
            (element, {"side": "left", "sticky": ""}),
            (f"{button}.label", {"side": "left", "sticky": "nswe"})]})])


def _set_indicator(style: ttk.Style, element: str, pictures: Mapping[str, Image.Image]) -> None:
    """Let an element of the style show these pictures, by their look."""
    call = style.master.tk.call
    for look, picture in pictures.items():
        buffer = io.BytesIO()
        picture.save(buffer, "PNG")
        # Under the same name it takes the place of the picture for the former colours.
        call("image", "create", "photo", _name(element, look), "-data",
             base64.b64encode(buffer.getvalue()).decode())
    if element not in style.element_names():
        plain, *others = [(*states, _name(element, look)) for look, states in _LOOKS]
        # tkinter's own method has no place for a state beside another one.
        call("ttk::style", "element", "create", element, "image",
             (plain, *(part for *states, picture in others for part in (tuple(states), picture))))


def tick_box(look: str, colours: Colours, scale: float) -> Image.Image:
    """A box in one of its looks, with the distance to the text at its right."""
    image, draw, ink = _ground(look, colours, scale, 0.18)
    large = image.width
    width = round(0.15 * large)
    if "alternate" in look:
        draw.rectangle((0.25 * large, (large - width) / 2, 0.75 * large, (large + width) / 2), fill=ink)
    elif "ticked" in look:
        points = [(0.23 * large, 0.53 * large), (0.42 * large, 0.72 * large), (0.77 * large, 0.3 * large)]
        draw.line(points, fill=ink, width=width, joint="curve")
        for x, y in (points[0], points[-1]):
            draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=ink)
    return _with_gap(image, scale)


def radio_circle(look: str, colours: Colours, scale: float) -> Image.Image:
    """A circle in one of the looks of a box, with the distance to the text at its right."""
    image, draw, ink = _ground(look, colours, scale, 0.5)
    if "ticked" in look or "alternate" in look:
        large = image.width
        draw.ellipse((0.3 * large, 0.3 * large, 0.7 * large - 1, 0.7 * large - 1), fill=ink)
    return _with_gap(image, scale)


def _ground(look: str, colours: Colours, scale: float,
            roundness: float) -> tuple[Image.Image, ImageDraw.ImageDraw, str]:
    """An outline and its ground, several times larger than on the screen, with what draws on it and the
    colour for that; the corners have a radius of this share of the width."""
    disabled, ticked = "disabled" in look, "ticked" in look or "alternate" in look
    full = ticked and not disabled
    ground = colours.accent if full else colours.panel if disabled else colours.field
    outline = (colours.text if full and "focus" in look else colours.accent if full or "focus" in look
               else colours.quiet if look == "hover" else colours.border if disabled else colours.faint)
    large = round(_BOX * scale) * _FINE
    image = Image.new("RGBA", (large, large))
    draw = ImageDraw.Draw(image)
    radius = round(roundness * large)
    draw.rounded_rectangle((0, 0, large - 1, large - 1), radius, fill=outline)
    within = max(1, round(scale)) * _FINE
    draw.rounded_rectangle((within, within, large - 1 - within, large - 1 - within),
                           max(0, radius - within), fill=ground)
    return image, draw, colours.faint if disabled else colours.on_accent


def _with_gap(image: Image.Image, scale: float) -> Image.Image:
    """The picture in its size on the screen, with the distance to the text at its right."""
    edge = image.width // _FINE
    made = Image.new("RGBA", (edge + round(_GAP * scale), edge))
    made.paste(image.reduce(_FINE))
    return made


def _name(element: str, look: str) -> str:
    return f"Ve{element.partition('.')[0]}-{look}"
