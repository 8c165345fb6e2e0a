"""The boxes of check buttons: with a tick, sharp at every scale, not with the cross of the theme of ttk."""

from __future__ import annotations

import base64
import io
from tkinter import ttk

from PIL import Image, ImageDraw

from .colours import Colours

_BOX = 13
"""The width of a box, and the distance to its text, in pixels at 100 %."""
_GAP = 5
_FINE = 8
"""How many times larger a box is drawn before it is reduced, so that its tick is smooth."""
_ELEMENT = "Tick.indicator"
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
    """Draw the boxes of all check buttons in these colours and at this scale, 1.0 at 100 %."""
    call = style.master.tk.call
    for look, _ in _LOOKS:
        buffer = io.BytesIO()
        tick_box(look, colours, scale).save(buffer, "PNG")
        # Under the same name it takes the place of the picture for the former colours.
        call("image", "create", "photo", _name(look), "-data", base64.b64encode(buffer.getvalue()).decode())
    if _ELEMENT not in style.element_names():
        plain, *others = [(*states, _name(look)) for look, states in _LOOKS]
        # tkinter's own method has no place for a state beside another one.
        call("ttk::style", "element", "create", _ELEMENT, "image",
             (plain, *(part for *states, picture in others for part in (tuple(states), picture))))
    style.layout("TCheckbutton", [("Checkbutton.padding", {"sticky": "nswe", "children": [
        (_ELEMENT, {"side": "left", "sticky": ""}),
        ("Checkbutton.label", {"side": "left", "sticky": "nswe"})]})])


def tick_box(look: str, colours: Colours, scale: float) -> Image.Image:
    """A box in one of its looks, with the distance to the text at its right."""
    edge, gap, line = round(_BOX * scale), round(_GAP * scale), max(1, round(scale))
    disabled, ticked = "disabled" in look, "ticked" in look or "alternate" in look
    full = ticked and not disabled
    ground = colours.accent if full else colours.panel if disabled else colours.field
    outline = (colours.text if full and "focus" in look else colours.accent if full or "focus" in look
               else colours.quiet if look == "hover" else colours.border if disabled else colours.faint)
    large = edge * _FINE
    image = Image.new("RGBA", (large, large))
    draw = ImageDraw.Draw(image)
    radius = round(0.18 * large)
    draw.rounded_rectangle((0, 0, large - 1, large - 1), radius, fill=outline)
    within = line * _FINE
    draw.rounded_rectangle((within, within, large - 1 - within, large - 1 - within),
                           max(0, radius - within), fill=ground)
    ink = colours.faint if disabled else colours.on_accent
    width = round(0.15 * large)
    if "alternate" in look:
        draw.rectangle((0.25 * large, (large - width) / 2, 0.75 * large, (large + width) / 2), fill=ink)
    elif ticked:
        points = [(0.23 * large, 0.53 * large), (0.42 * large, 0.72 * large), (0.77 * large, 0.3 * large)]
        draw.line(points, fill=ink, width=width, joint="curve")
        for x, y in (points[0], points[-1]):
            draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=ink)
    made = Image.new("RGBA", (edge + gap, edge))
    made.paste(image.reduce(_FINE))
    return made


def _name(look: str) -> str:
    return f"VeTick-{look}"
