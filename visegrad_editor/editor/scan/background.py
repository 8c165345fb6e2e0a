"""The background picture of a map: choosing, preparing and aligning it, and reading terrain from it."""

from __future__ import annotations

import filecmp
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tkinter import filedialog
from typing import TYPE_CHECKING

from ...errors import Cancelled
from ...hexgrid import Point
from ...model.background import Alignment, Pin, align, start
from ...model.edit.background import set_picture, set_pins
from ...model.edit.documents import with_map
from ...model.files.atomic import SaveError, copy_file, real_path
from ...model.files.map_file import picture_file, picture_folder
from ...model.files.references import FileReferenceError
from ...model.files.sources import Sources
from ..actions import Action
from ..map.controller import MapController
from ..map.layers import LAYER_BY_ID
from ..map.overlay import Overlay
from ..map.view import MapView
from ..session import Session
from ..signals import Signal
from ..widgets.dialogs import ask, message
from ..widgets.progress import run_with_progress
from ..widgets.worker import Report
from .layer import ScanLayer
from .loader import ScanLoader
from .picture import PictureError, picture_info
from .pyramid import Pyramid, PyramidError
from .terrain_samples import MOST_HEXES, Classifier, HexAppearance, TerrainProposal, appearance_of

if TYPE_CHECKING:
    from .alignment import AlignmentMode
    from .proposals import ProposalMode

_ALLOWED = frozenset({
    "zoom_in", "zoom_out", "fit", "manual", "shortcuts", "about", "show_map", "reset_panels",
    "theme_light", "theme_dark", "command_palette"})
"""The actions allowed during an alignment or a proposal."""
_ALLOWED_IN_PROPOSAL = frozenset({"show_counters", "show_numbers", "show_names", "turn_right", "turn_left",
                              "turn_back", "go_to_hex"})


class BackgroundPicture:
    """The picture behind the map, placed by its pins.

    `sources` returns the files of the open design, whose folder contains the picture. `begin` is called when
    the window is laid out.
    """

    def __init__(self, session: Session, view: MapView, loader: ScanLoader,
                 sources: Callable[[], Sources]) -> None:
        self._session, self._view, self._sources = session, view, sources
        self.loader = loader
        self.changed = Signal()
        """Emitted when the picture, its preparation or its alignment changed."""
        self.replaced = Signal()
        """Emitted before the picture is replaced."""

    def begin(self) -> None:
        """Follow the session from now on."""
        session = self._session
        self.loader.changed.connect(self._loaded)
        session.changed.connect(self.follow)
        session.opened.connect(self.follow)
        session.layers.changed.connect(self.show_layer)
        self.show_layer()
        self.follow()

    @property
    def pyramid(self) -> Pyramid | None:
        """The picture once it is prepared, or None."""
        return self.loader.pyramid

    def follow(self) -> None:
        """Update after the map, its files or its background changed."""
        background = self._session.design.map.background
        path, trouble = None, ""
        if background is not None and (folder := picture_folder(self._sources())) is not None:
            try:
                path = picture_file(background, folder)
            except FileReferenceError as error:
                trouble = str(error)
        if path != self.loader.path or (path is None and trouble != self.loader.trouble):
            self.replaced.emit()
            self.loader.load(path, trouble)
        self._place()
        self.changed.emit()

    def _loaded(self) -> None:
        """Update after the loader changed."""
        self._place()
        self.changed.emit()

    @property
    def alignment(self) -> Alignment | None:
        """The alignment of the picture by the pins of the map; None while no picture is shown."""
        map = self._session.design.map
        if self.pyramid is None or map.background is None:
            return None
        first = start(map.geometry, self.pyramid.size, self.pyramid.turned)
        return align(map.geometry, map.background.pins, first)

    def _place(self) -> None:
        """Place the picture behind the map by its pins."""
        renderer, alignment = self._view.renderer, self.alignment
        old = renderer.scan
        if alignment is None or self.pyramid is None:
            if old is None:
                return
            renderer.scan = None
        elif old is not None and old.pyramid is self.pyramid and old.to_map == alignment.to_map:
            return
        else:
            renderer.scan = ScanLayer(self.pyramid, alignment.to_map)
        self._view.touch(renderer.repaint())

    def show_layer(self) -> None:
        """Apply the visibility and opacity of the background layer."""
        layers, renderer = self._session.layers, self._view.renderer
        state = layers["background"]
        opacity = state.opacity if state.shown else 0.0
        if (opacity, layers.over_terrain) != (renderer.scan_opacity, renderer.scan_over):
            renderer.scan_opacity, renderer.scan_over = opacity, layers.over_terrain
            if renderer.scan is not None:
                self._view.touch(renderer.repaint())

    def why_not_now(self, layer: str) -> str:
        """Why the picture cannot be aligned or read, as a sentence; "" if it can. `layer` is the layer that
        would change."""
        if self._session.layers[layer].locked:
            return (f"The layer {LAYER_BY_ID[layer].title} is locked. Unlock it in the Layers panel first.")
        if self._session.design.map.background is None:
            return "This map has no background picture yet: Map > Background picture."
        if self.loader.done >= 0:
            return "The background picture is still being prepared. This takes a moment, only once."
        if self.pyramid is None:
            return self.loader.trouble or "The background picture cannot be read."
        return ""


class BackgroundTracing:
    """Aligning the picture to the grid, and proposing terrain from it.

    `begin` is called when the window is laid out.
    """

    def __init__(self, picture: BackgroundPicture, session: Session, view: MapView, overlay: Overlay,
                 controller: MapController, say: Callable[[str], None], complain: Callable[[str], None],
                 show_panel: Callable[[str], None]) -> None:
        self._picture, self._session = picture, session
        self._view, self._overlay, self._controller = view, overlay, controller
        self._say, self._complain, self._show_panel = say, complain, show_panel
        self.mode: AlignmentMode | ProposalMode | None = None
        self.mode_changed = Signal()
        """Emitted when an alignment or a proposal has begun or ended."""

    def begin(self) -> None:
        """Follow the session from now on."""
        self._picture.replaced.connect(self._leave_mode)
        self._session.changed.connect(self._follow)
        self._session.opened.connect(self._follow)

    def _follow(self) -> None:
        """Cancel the present mode if its map was replaced."""
        from .alignment import AlignmentMode
        from .proposals import ProposalMode

        map, mode = self._session.design.map, self.mode
        if isinstance(mode, AlignmentMode) and map.grid != mode.draft.geometry.grid:
            mode.cancel()
        elif isinstance(mode, ProposalMode):
            old = mode.proposal.map
            if (map.grid, map.background) != (old.grid, old.background):
                mode.cancel()
            elif map.terrain is not old.terrain:
                mode.follow()

    def align(self) -> None:
        """Begin to align the picture."""
        from .alignment import AlignmentMode

        picture, alignment = self._picture, self._picture.alignment
        if (why := picture.why_not_now("background")) or picture.pyramid is None or alignment is None:
            self._complain(why)
            return
        self._leave_mode()
        self._show_panel("background")
        self.mode = AlignmentMode(self._session, self._view, self._overlay, picture.pyramid, alignment,
                              self._aligned, self._say, self._complain)
        self.mode_changed.emit()

    def _aligned(self, pins: tuple[Pin, ...] | None) -> Alignment | None:
        self.mode = None
        session = self._session
        if pins is not None and session.design.map.background is not None:
            count = f"{len(pins)} pin{'s' if len(pins) != 1 else ''}"
            complaint = session.change(
                f"Align the background ({count})", lambda d: with_map(d, set_pins(d.map, pins)))
            self._complain(complaint)
        self.mode_changed.emit()
        return self._picture.alignment

    def propose(self) -> None:
        """Begin a terrain proposal."""
        from .proposals import ProposalMode

        picture, session = self._picture, self._session
        why, alignment, map = picture.why_not_now("terrain"), picture.alignment, session.design.map
        if not why and alignment is not None and alignment.fit not in ("similar", "affine"):
            why = "Align the background picture first: Map > Align the background."
        hexes = sorted(session.region) or list(map.grid)
        if not why and len(hexes) > MOST_HEXES:
            why = f"{len(hexes):,} hexes are too many at once. Select up to {MOST_HEXES:,} of them first."
        pyramid = picture.pyramid
        if why or alignment is None or pyramid is None:
            self._complain(why)
            return
        self._leave_mode()
        geometry, to_picture, path = map.geometry, alignment.to_picture, pyramid.path

        def look(report: Report) -> tuple[HexAppearance, object] | None:
            # A separate reader, as the window continues to paint with the other.
            return appearance_of(Pyramid(path), to_picture, geometry, [geometry.centre(h) for h in hexes],
                            lambda done: report(done, f"{len(hexes):,} hexes"))

        try:
            result = run_with_progress(self._view, "Reading the scan", look)
        except Cancelled:
            return
        except PyramidError as error:
            self._complain(f"The prepared picture cannot be read ({error}). Open the map again.")
            return
        if result is None:
            return
        appearance, seen = result

        def spot(point: Point) -> HexAppearance | None:
            one = appearance_of(pyramid, to_picture, geometry, [point])
            return one[0].of(0) if one is not None and one[1][0] else None

        proposal = TerrainProposal(map, Classifier(hexes, appearance, seen), spot)  # type: ignore[arg-type]
        self._show_panel("background")
        self.mode = ProposalMode(session, self._view, self._overlay, self._controller, proposal,
                                self._proposed, self._say, self._complain)
        if session.region:
            self.mode.only_in(session.region)
        self.mode_changed.emit()

    def _proposed(self, done: bool) -> None:
        from .proposals import ProposalMode

        mode, self.mode = self.mode, None
        if done and isinstance(mode, ProposalMode):
            changes = len(mode.proposal.changes())
            hexes = f"{changes:,} hex{'es' if changes != 1 else ''}"
            design = with_map(self._session.design, mode.proposal.applied())
            if self._session.edit(f"Propose terrain from the scan ({hexes})", design):
                self._say(f"{hexes} changed. Ctrl+Z undoes it.")
        self.mode_changed.emit()

    def _leave_mode(self) -> None:
        if self.mode is not None:
            self.mode.cancel()

    # -- the window's actions meanwhile -------------------------------------------------

    def why_not(self, action: Action) -> str | None:
        """Why an action cannot be used during an alignment or a proposal; "" if it can; None if other code
        decides."""
        from .proposals import ProposalMode

        mode = self.mode
        if mode is None or action.id in _ALLOWED or action.panel:
            return None
        if action.id in ("undo", "redo"):
            return ""
        if isinstance(mode, ProposalMode) and action.id in _ALLOWED_IN_PROPOSAL:
            return None
        return f"Not while {mode.title}. Esc ends that."

    def perform(self, id: str) -> bool:
        """Perform `undo` or `redo` on a pin or a sample; returns whether the action was handled here."""
        if self.mode is None or id not in ("undo", "redo"):
            return False
        if not (self.mode.undo() if id == "undo" else self.mode.redo()):
            self._say(f"There is nothing to {id}{' yet' if id == 'undo' else ''}.")
        return True


# Putting a picture behind the map: it is checked, and copied to the folder of the map if necessary.

_TYPES = (("Pictures (PNG, JPEG)", "*.png *.jpg *.jpeg *.PNG *.JPG *.JPEG"), ("All files", "*"))
_TITLE = "Background picture"


class BackgroundChooser:
    """Puts pictures behind the map. `loader` prepares them; `perform` saves a map that has no file."""

    def __init__(self, root: tk.Tk, session: Session, sources: Callable[[], Sources], loader: ScanLoader,
                 perform: Callable[[str], None], show_panel: Callable[[str], None],
                 say: Callable[[str], None], complain: Callable[[str], None]) -> None:
        self._root, self._session, self._sources, self._loader = root, session, sources, loader
        self._perform, self._show_panel = perform, show_panel
        self._say, self._complain = say, complain

    def choose(self) -> None:
        """Ask for a picture and put it behind the map."""
        folder = self._folder()
        if folder is not None:
            chosen = filedialog.askopenfilename(parent=self._root, title=_TITLE, filetypes=_TYPES,
                                                initialdir=str(folder))
            if chosen:
                self.place(Path(chosen))

    def place(self, picture: Path) -> None:
        """Put a picture behind the map, after copying it to the folder of the map if it is elsewhere."""
        folder = self._folder()
        if folder is None:
            return
        try:
            info = picture_info(picture)
            path = self._beside(real_path(picture), real_path(folder))
        except (PictureError, SaveError, OSError) as error:
            message(self._root, _TITLE, str(error))
            return
        if path is None or not self._readable(path, copied=path != real_path(picture)):
            return
        name = path.relative_to(real_path(folder)).as_posix()
        complaint = self._session.change(
            f"Background picture {path.name}", lambda d: with_map(d, set_picture(d.map, name)))
        self._complain(complaint)
        if not complaint:
            self._show_panel("background")
            self._say(f"{path.name}, {info.megapixels:,.1f} megapixels. Next, align it.")

    def _readable(self, path: Path, copied: bool) -> bool:
        """Whether a picture can be prepared completely; only then does it replace the present one. If it
        cannot, its copy is removed again."""
        try:
            self._loader.read(self._root, path)
            return True
        except Cancelled:
            self._say("The picture was not put behind the map.")
        except PictureError as error:
            message(self._root, _TITLE, f"{error}\n\nThe map was not changed.")
        if copied:
            with suppress(OSError):
                path.unlink()
        return False

    def _folder(self) -> Path | None:
        """The folder of the map, which must contain the picture; None if the user does not want to save
        first."""
        folder = picture_folder(self._sources())
        if folder is None:
            text = ("A map and its background picture are kept in one folder, so save the map before you put "
                    "a picture behind it.")
            if ask(self._root, _TITLE, text, (("save", "Save…"), ("", "Cancel"))):
                self._perform("save")
            folder = picture_folder(self._sources())
        return folder

    def _beside(self, picture: Path, folder: Path) -> Path | None:
        """The picture in or below the folder of the map, copied there if the user agrees; else None."""
        if picture.is_relative_to(folder):
            return picture
        target = _free(folder, picture)
        if target.exists():
            return target
        size = picture.stat().st_size / 1e6
        text = (f"{picture.name} is in {picture.parent}. A map and its picture are kept in one folder, so "
                "that they can be moved and passed on together. "
                f"Copy the picture ({size:,.1f} MB) to {folder}?")
        if not ask(self._root, _TITLE, text, (("copy", "Copy"), ("", "Cancel"))):
            return None
        try:
            done = run_with_progress(
                self._root, "Copying the picture",
                lambda report: copy_file(picture, target, lambda part: report(part, picture.name)))
        except Cancelled:
            return None
        return target if done else None


def _free(folder: Path, picture: Path) -> Path:
    """The path for a picture in a folder: the same file if it is already there, otherwise a free name."""
    number = 1
    while True:
        path = folder / f"{picture.stem}{'' if number == 1 else f'-{number}'}{picture.suffix.lower()}"
        if not path.exists() or filecmp.cmp(path, picture, shallow=False):
            return path
        number += 1
