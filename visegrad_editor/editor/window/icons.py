"""The icons of buttons and menus, lightened for the dark theme."""

from __future__ import annotations

import tkinter as tk

from PIL import Image, ImageTk

from ...model.files.resources import resource_folder
from . import theme

_FILES = (16, 24, 32)
_DARK_INK = 0.62
"""Minimum brightness of a colour on a dark panel, 0 to 1."""


class Icons:
    """Loads icons by name, each once, and repaints them when the theme changes."""

    def __init__(self, master: tk.Misc) -> None:
        self._master = master
        self._photos: dict[tuple[str, int], ImageTk.PhotoImage] = {}
        theme.changed.connect(self._repaint, owner=master)

    def get(self, name: str, edge_px: int = 24) -> ImageTk.PhotoImage | None:
        """The icon, `edge_px` pixels wide and high at 100 %; None if there is no such file."""
        key = name, theme.px(edge_px)
        if key not in self._photos:
            picture = _image(*key)
            if picture is None:
                return None
            self._photos[key] = ImageTk.PhotoImage(picture, master=self._master)
        return self._photos[key]

    def _repaint(self) -> None:
        for key, photo in self._photos.items():
            if (picture := _image(*key)) is not None:
                photo.paste(picture)


def _image(name: str, edge_px: int) -> Image.Image | None:
    folder = resource_folder("icons")
    # The smallest file that is not too small; for even larger sizes, the large file.
    sizes = [f"{name}-{n}.png" for n in _FILES if n >= edge_px]
    names = (*sizes[:1], f"{name}.png", f"{name}-24.png")
    path = next((folder / n for n in names if (folder / n).is_file()), None)
    if not name or path is None:
        return None
    with Image.open(path) as file:
        picture = file.convert("RGBA")
    if picture.size != (edge_px, edge_px):
        picture = picture.resize((edge_px, edge_px), Image.Resampling.LANCZOS)
    return for_dark(picture) if theme.name() == "dark" else picture


def for_dark(picture: Image.Image) -> Image.Image:
    """The picture with its dark colours lightened for a dark background, their hues kept."""
    hue, saturation, value = picture.convert("RGB").convert("HSV").split()
    least = round(_DARK_INK * 255)
    # The darkest colours become the lightest, so that outlines stay distinct from what they surround.
    lighter = value.point([max(v, 255 - round((255 - least) * v / least)) if v < least else v
                           for v in range(256)])
    softer = saturation.point([round(s * 0.75) for s in range(256)])
    icon = Image.merge("HSV", (hue, softer, lighter)).convert("RGB")
    icon.putalpha(picture.getchannel("A"))
    return icon
