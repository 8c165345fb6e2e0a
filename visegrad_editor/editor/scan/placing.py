"""Putting a picture behind the map of a window: it is looked at, and copied beside the map if need be."""

from __future__ import annotations

import filecmp
from contextlib import suppress
from pathlib import Path
from tkinter import filedialog
from typing import TYPE_CHECKING

from ...model.atomic import SaveError, copy_file
from ...model.background_file import picture_folder
from ...model.edit.background import set_picture
from ...model.edit.documents import with_map
from ..dialogs import ask, message
from ..progress import Cancelled, run_with_progress
from .picture import BadPicture, picture_info

if TYPE_CHECKING:
    from ..window import Window

_TYPES = (("Pictures (PNG, JPEG)", "*.png *.jpg *.jpeg *.PNG *.JPG *.JPEG"), ("All files", "*"))
_TITLE = "Background picture"


def choose_picture(window: Window) -> None:
    """Ask for a picture and put it behind the map."""
    folder = _folder(window)
    if folder is not None:
        chosen = filedialog.askopenfilename(parent=window.root, title=_TITLE, filetypes=_TYPES,
                                            initialdir=str(folder))
        if chosen:
            place_picture(window, Path(chosen))


def place_picture(window: Window, picture: Path) -> None:
    """Put a picture behind the map, beside which it is copied where it lies elsewhere."""
    folder = _folder(window)
    if folder is None:
        return
    try:
        info = picture_info(picture)
        path = _beside(window, picture.resolve(), folder.resolve())
    except (BadPicture, SaveError, OSError) as error:
        message(window.root, _TITLE, str(error))
        return
    if path is None or not _readable(window, path, copied=path != picture.resolve()):
        return
    name = path.relative_to(folder.resolve()).as_posix()
    complaint = window.session.change(
        f"Background picture {path.name}", lambda d: with_map(d, set_picture(d.map, name)))
    window.complain(complaint)
    if not complaint:
        window.show_panel("background")
        window.say(f"{path.name}, {info.megapixels:,.1f} megapixels. Align it next.")


def _readable(window: Window, path: Path, copied: bool) -> bool:
    """Whether a picture can be prepared to its end: only then it takes the place of the one before. The copy
    of one that cannot is removed again."""
    try:
        window.tracing.loader.read(window.root, path)
        return True
    except Cancelled:
        window.say("The picture was not put behind the map.")
    except BadPicture as error:
        message(window.root, _TITLE, f"{error}\n\nThe map stays as it is.")
    if copied:
        with suppress(OSError):
            path.unlink()
    return False


def _folder(window: Window) -> Path | None:
    """The folder the picture lies in or below it; None where the user does not want to save first."""
    folder = picture_folder(window.files.sources)
    if folder is None:
        text = ("A map and its background picture lie in one folder. So the map has to be saved before a "
                "picture can be put behind it.")
        if ask(window.root, _TITLE, text, (("save", "Save…"), ("", "Cancel"))):
            window.perform("save")
        folder = picture_folder(window.files.sources)
    return folder


def _beside(window: Window, picture: Path, folder: Path) -> Path | None:
    """The picture in the folder of the map or below it, copied there if the user wants it."""
    if picture.is_relative_to(folder):
        return picture
    target = _free(folder, picture)
    if target.exists():
        return target
    size = picture.stat().st_size / 1e6
    text = (f"{picture.name} lies in {picture.parent}. A map and its picture lie in one folder, so that "
            f"they can be moved and given away together. Copy the picture ({size:,.1f} MB) to {folder}?")
    if not ask(window.root, _TITLE, text, (("copy", "Copy"), ("", "Cancel"))):
        return None
    try:
        done = run_with_progress(
            window.root, "Copying the picture",
            lambda report: copy_file(picture, target, lambda part: report(part, picture.name)))
    except Cancelled:
        return None
    return target if done else None


def _free(folder: Path, picture: Path) -> Path:
    """Where the picture is or goes in a folder: the same file if it is there already, else a free name."""
    number = 1
    while True:
        path = folder / f"{picture.stem}{'' if number == 1 else f'-{number}'}{picture.suffix.lower()}"
        if not path.exists() or filecmp.cmp(path, picture, shallow=False):
            return path
        number += 1
