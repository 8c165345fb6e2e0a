"""The picture behind the map: choosing it, aligning it, reading terrain from it, removing it."""

from __future__ import annotations

from ...model.edit.background import remove_background
from ...model.edit.documents import with_map
from ..scan.placing import choose_picture
from .group import Group


class BackgroundCommands(Group):
    """Tracing a scan."""

    def background_picture(self) -> None:
        choose_picture(self._w)

    def align_background(self) -> None:
        self._w.tracing.align()

    def propose_terrain(self) -> None:
        self._w.tracing.propose()

    def remove_background(self) -> None:
        background = self._w.session.design.map.background
        complaint = self._w.session.change(
            "Remove the background", lambda d: with_map(d, remove_background(d.map)))
        self._w.complain(complaint)
        if not complaint and background is not None:
            self._w.say(f"No picture is behind the map now. The file {background.picture} is still there.")
