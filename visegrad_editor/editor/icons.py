"""The pictures on buttons, from the icon files that come with the program."""

from __future__ import annotations

import tkinter as tk

from PIL import Image, ImageTk

from ..model.resources import resource_folder


class Icons:
    """Loads icons by name, each once; a name without a file has no picture. Sizes: 16, 24, 32."""

    def __init__(self, master: tk.Misc) -> None:
        self._master = master
        self._kept: dict[tuple[str, int], ImageTk.PhotoImage] = {}

    def get(self, name: str, edge_px: int = 24) -> ImageTk.PhotoImage | None:
        """The icon, or None where there is no such file."""
        if (name, edge_px) not in self._kept:
            folder = resource_folder("icons")
            files = (folder / f"{name}-{edge_px}.png", folder / f"{name}.png")
            path = next((p for p in files if p.is_file()), None)
            if not name or path is None:
                return None
            with Image.open(path) as image:
                picture = image.convert("RGBA")
            if picture.size != (edge_px, edge_px):
                picture = picture.resize((edge_px, edge_px), Image.Resampling.LANCZOS)
            self._kept[name, edge_px] = ImageTk.PhotoImage(picture, master=self._master)
        return self._kept[name, edge_px]
