"""The picture behind the map: choosing it, aligning it, reading terrain from it, removing it."""

from __future__ import annotations

import filecmp
from pathlib import Path
from tkinter import filedialog

from ...model.atomic import SaveError, copy_file
from ...model.background_file import picture_folder
from ...model.edit.background import remove_background, set_picture
from ...model.edit.documents import with_map
from ..dialogs import ask, message
from ..progress import Cancelled, run_with_progress
from ..scan.picture import BadPicture, picture_info
from .group import Group

_TYPES = (("Pictures (PNG, JPEG)", "*.png *.jpg *.jpeg *.PNG *.JPG *.JPEG"), ("All files", "*"))


class BackgroundCommands(Group):
    """Tracing a scan."""

    def background_picture(self) -> None:
        """Ask for a picture and put it behind the map."""
        folder = self._folder()
        if folder is None:
            return
        chosen = filedialog.askopenfilename(parent=self._w.root, title="Background picture",
                                            filetypes=_TYPES, initialdir=str(folder))
        if chosen:
            self._place(Path(chosen))

    def align_background(self) -> None:
        self._w.tracing.align()

    def propose_terrain(self) -> None:
        self._w.tracing.propose()

    def remove_background(self) -> None:
        name = self._w.session.design.map.background
        complaint = self._w.session.change(
            "Remove the background", lambda d: with_map(d, remove_background(d.map)))
        self._w.complain(complaint)
        if not complaint and name is not None:
            self._w.say(f"The picture is no longer behind the map. The file {name.picture} is still there.")

    def _folder(self) -> Path | None:
        """The folder the picture lies in or below; None where the user does not want to save first."""
        folder = picture_folder(self._w.files.sources)
        if folder is None:
            text = ("A map and its background picture lie in one folder. So the map has to be saved before a "
                    "picture can be put behind it.")
            if ask(self._w.root, "Background picture", text, (("save", "Save…"), ("", "Cancel"))):
                self._w.perform("save")
            folder = picture_folder(self._w.files.sources)
        return folder

    def _place(self, picture: Path) -> None:
        """Put a picture behind the map, beside which it is copied where it lies elsewhere."""
        folder = self._folder()
        if folder is None:
            return
        try:
            info = picture_info(picture)
            path = self._beside(picture, folder)
        except (BadPicture, SaveError) as error:
            message(self._w.root, "Background picture", str(error))
            return
        if path is None:
            return
        name = path.relative_to(folder).as_posix()
        complaint = self._w.session.change(
            f"Background picture {path.name}", lambda d: with_map(d, set_picture(d.map, name)))
        self._w.complain(complaint)
        if not complaint:
            self._w.show_panel("background")
            self._w.say(f"{path.name}, {info.megapixels:,.1f} megapixels. Align it next.")

    def _beside(self, picture: Path, folder: Path) -> Path | None:
        """The picture in the folder of the map or below it, copied there if the user wants it."""
        folder, real = folder.resolve(), picture.resolve()
        if real.is_relative_to(folder):
            return real
        target = _free(folder, real)
        if not target.exists():
            size = real.stat().st_size / 1e6
            text = (f"{real.name} lies in {real.parent}. A map and its picture lie in one folder, so that "
                    "they can be moved and given away together. Copy the picture "
                    f"({size:,.1f} MB) to {folder}?")
            if not ask(self._w.root, "Background picture", text, (("copy", "Copy"), ("", "Cancel"))):
                return None
            try:
                done = run_with_progress(
                    self._w.root, "Copying the picture",
                    lambda report: copy_file(real, target, lambda part: report(part, real.name)))
            except Cancelled:
                return None
            if not done:
                return None
        return target


def _free(folder: Path, picture: Path) -> Path:
    """Where the picture is or goes in a folder: the same file if it is there already, else a free name."""
    number = 1
    while True:
        path = folder / f"{picture.stem}{'' if number == 1 else f'-{number}'}{picture.suffix.lower()}"
        if not path.exists() or filecmp.cmp(path, picture, shallow=False):
            return path
        number += 1
