"""The picture behind the map of one window: it is prepared, laid under the map, aligned, read from."""

from __future__ import annotations

import filecmp
from contextlib import suppress
from pathlib import Path
from tkinter import filedialog
from typing import TYPE_CHECKING

from ...model.background import Alignment, Pin, align, start
from ...model.edit.background import set_picture, set_pins
from ...model.edit.documents import with_map
from ...model.files.atomic import SaveError, copy_file
from ...model.files.map_file import picture_file, picture_folder
from ...model.files.references import BadReference
from ..actions import Action
from ..map.layers import LAYER_BY_ID
from ..settings import cache_folder
from ..signals import Signal
from ..widgets.dialogs import ask, message
from ..widgets.progress import Cancelled, run_with_progress
from ..widgets.worker import Report
from .aligning import AlignMode
from .layer import ScanLayer
from .loader import ScanLoader
from .picture import BadPicture, picture_info
from .proposing import ProposeMode
from .pyramid import BadPyramid, Pyramid, ScanCache
from .terrain_samples import MOST_HEXES, Classifier, Looks, Sampling, looks_of

if TYPE_CHECKING:
    from ...hexgrid import Point
    from ..window.window import Window


_STILL = frozenset({
    "zoom_in", "zoom_out", "fit", "shortcuts", "about", "show_map", "reset_panels", "theme_light",
    "theme_dark", "command_palette"})
"""What may be done while one is aligning or proposing."""
_STILL_PROPOSING = frozenset({"show_counters", "show_numbers", "show_names", "turn_right", "turn_left",
                              "turn_back", "go_to_hex"})


class Tracing:
    """`begin` is called when the window is laid out."""

    def __init__(self, window: Window) -> None:
        self._w = window
        self.mode: AlignMode | ProposeMode | None = None
        self.told = Signal()
        """The picture, how far it is prepared, how it lies, or the mode is another one."""
        folder = window.settings.cache or cache_folder()
        self.loader = ScanLoader(window.root, lambda: window.view, ScanCache(folder / "scans"))

    def begin(self) -> None:
        """Follow the session from now on."""
        session = self._w.session
        self.loader.told.connect(self._loaded)
        session.changed.connect(self.follow)
        session.opened.connect(self.follow)
        session.layers.changed.connect(self.show_layer)
        self.show_layer()
        self.follow()

    @property
    def pyramid(self) -> Pyramid | None:
        """The picture, once it is prepared."""
        return self.loader.pyramid

    # -- following the map --------------------------------------------------------------

    def follow(self) -> None:
        """The map, its files or its background are other ones."""
        background = self._w.session.design.map.background
        path, trouble = None, ""
        folder = picture_folder(self._w.files.sources)
        if background is not None and folder is not None:
            try:
                path = picture_file(background, folder)
            except BadReference as error:
                trouble = str(error)
        if path != self.loader.path or (path is None and trouble != self.loader.trouble):
            self._leave_mode()
            self.loader.load(path, trouble)
        self._follow_mode()
        self._lay()
        self.told.emit()

    def _loaded(self) -> None:
        """The picture is another one, or further prepared."""
        self._lay()
        self.told.emit()

    def _follow_mode(self) -> None:
        """What is going on ends where the map it is about is another one."""
        map, mode = self._w.session.design.map, self.mode
        if isinstance(mode, AlignMode) and map.grid != mode.aligning.geometry.grid:
            mode.cancel()
        elif isinstance(mode, ProposeMode):
            old = mode.sampling.map
            if (map.grid, map.background) != (old.grid, old.background):
                mode.cancel()
            elif map.terrain is not old.terrain:
                mode.follow()

    @property
    def alignment(self) -> Alignment | None:
        """How the picture lies by the pins of the map; None while there is none to be seen."""
        map = self._w.session.design.map
        if self.pyramid is None or map.background is None:
            return None
        first = start(map.geometry, self.pyramid.size, self.pyramid.turned)
        return align(map.geometry, map.background.pins, first)

    def _lay(self) -> None:
        """Lay the picture under the map as its pins say."""
        renderer, alignment = self._w.renderer, self.alignment
        old = renderer.scan
        if alignment is None or self.pyramid is None:
            if old is None:
                return
            renderer.scan = None
        elif old is not None and old.pyramid is self.pyramid and old.to_map == alignment.to_map:
            return
        else:
            renderer.scan = ScanLayer(self.pyramid, alignment.to_map)
        self._w.view.touch(renderer.repaint())

    def show_layer(self) -> None:
        """Show the picture as strongly as the layers say."""
        layers, renderer = self._w.session.layers, self._w.renderer
        state = layers["background"]
        opacity = state.opacity if state.shown else 0.0
        if (opacity, layers.over_terrain) != (renderer.scan_opacity, renderer.scan_over):
            renderer.scan_opacity, renderer.scan_over = opacity, layers.over_terrain
            if renderer.scan is not None:
                self._w.view.touch(renderer.repaint())

    # -- aligning and proposing ---------------------------------------------------------

    def why_not_now(self, layer: str) -> str:
        """Why the picture cannot be aligned or read, as a sentence; "" where it can. `layer` is what would be
        changed."""
        if self._w.session.layers[layer].locked:
            return (f"The layer {LAYER_BY_ID[layer].title} is locked. Unlock it in the Layers panel first.")
        if self._w.session.design.map.background is None:
            return "This map has no background picture yet: Map > Background picture."
        if self.loader.done >= 0:
            return "The background picture is still being prepared. It takes a moment once."
        if self.pyramid is None:
            return self.loader.trouble or "The background picture cannot be read."
        return ""

    def align(self) -> None:
        """Let the user align the picture."""
        alignment = self.alignment
        if (why := self.why_not_now("background")) or self.pyramid is None or alignment is None:
            self._w.complain(why)
            return
        self._leave_mode()
        self._w.show_panel("background")
        self.mode = AlignMode(self._w, self.pyramid, alignment, self._aligned)
        self._tell_mode()

    def _aligned(self, pins: tuple[Pin, ...] | None) -> None:
        self.mode = None
        session = self._w.session
        if pins is not None and session.design.map.background is not None:
            count = f"{len(pins)} pin{'s' if len(pins) != 1 else ''}"
            complaint = session.change(
                f"Align the background ({count})", lambda d: with_map(d, set_pins(d.map, pins)))
            self._w.complain(complaint)
        self._tell_mode()

    def propose(self) -> None:
        """Let the user propose terrain."""
        why, alignment = self.why_not_now("terrain"), self.alignment
        map = self._w.session.design.map
        if not why and alignment is not None and alignment.fit not in ("similar", "affine"):
            why = "Align the background picture first: Map > Align the background."
        hexes = sorted(self._w.session.region) or list(map.grid)
        if not why and len(hexes) > MOST_HEXES:
            why = f"{len(hexes):,} hexes are too many at a time. Select up to {MOST_HEXES:,} of them first."
        if why or alignment is None or self.pyramid is None:
            self._w.complain(why)
            return
        self._leave_mode()
        geometry, to_picture, path = map.geometry, alignment.to_picture, self.pyramid.path

        def look(report: Report) -> tuple[Looks, object] | None:
            # A reader of its own: the window goes on painting with the other.
            return looks_of(Pyramid(path), to_picture, geometry, [geometry.centre(h) for h in hexes],
                            lambda done: report(done, f"{len(hexes):,} hexes"))

        try:
            found = run_with_progress(self._w.root, "Looking at the scan", look)
        except Cancelled:
            return
        except BadPyramid as error:
            self._w.complain(f"The prepared picture cannot be read ({error}). Open the map again.")
            return
        if found is None:
            return
        looks, seen = found
        pyramid = self.pyramid

        def spot(point: Point) -> Looks | None:
            one = looks_of(pyramid, to_picture, geometry, [point])
            return one[0].of(0) if one is not None and one[1][0] else None

        sampling = Sampling(map, Classifier(hexes, looks, seen), spot)  # type: ignore[arg-type]
        self._w.show_panel("background")
        self.mode = ProposeMode(self._w, sampling, self._proposed)
        if self._w.session.region:
            self.mode.only_in(self._w.session.region)
        self._tell_mode()

    def _proposed(self, done: bool) -> None:
        mode, self.mode = self.mode, None
        if done and isinstance(mode, ProposeMode):
            changes = len(mode.sampling.changes())
            hexes = f"{changes:,} hex{'es' if changes != 1 else ''}"
            design = with_map(self._w.session.design, mode.sampling.applied())
            if self._w.session.edit(f"Propose terrain from the scan ({hexes})", design):
                self._w.say(f"{hexes} changed. Ctrl+Z takes it back.")
        self._tell_mode()

    def _leave_mode(self) -> None:
        if self.mode is not None:
            self.mode.cancel()

    def _tell_mode(self) -> None:
        self.told.emit()
        self._w.following.update_actions()

    # -- the window's actions meanwhile -------------------------------------------------

    def why_not(self, action: Action) -> str | None:
        """Why an action cannot be used while one is aligning or proposing, "" where it can; None where that
        is for others to say."""
        mode = self.mode
        if mode is None or action.id in _STILL or action.panel:
            return None
        if action.id == "undo":
            return ""
        if isinstance(mode, ProposeMode) and action.id in _STILL_PROPOSING:
            return None
        return f"Not while {mode.title}: Esc ends that."

    def perform(self, id: str) -> bool:
        """Undo takes back a pin or a sample then; whether that is what was done."""
        if self.mode is None or id != "undo":
            return False
        if not self.mode.undo():
            self._w.say("Nothing was changed here yet.")
        return True


# Putting a picture behind the map of a window: it is looked at, and copied beside the map if need be.

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
