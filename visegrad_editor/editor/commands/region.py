"""Commands for the selected hexes: cut, paste, turn, fill, replace, change the selection."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import cached_property
from typing import TypeVar

from ...errors import Cancelled
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.edit.areas import set_area_hexes
from ...model.edit.documents import with_map
from ...model.edit.levels import paint_levels
from ...model.edit.pieces import ALL_PARTS, cleared, cut_out, moved_in_place, users_of_hexes
from ...model.edit.pieces import cut as cut_from
from ...model.edit.terrain import paint_country, paint_terrain
from ...model.files.stamp_file import StampError
from ...model.region import Fragment, Mirror, mirrored, turned
from ...model.select import Hexes, all_hexes, grown, inverted, shrunk
from ..documents.clipboard import MapClipboard, piece_text
from ..map.controller import MapController
from ..map.overlay import Overlay
from ..panels.stamps_panel import Stamps, ask_save_stamp
from ..session import Session
from ..tools import AreaTool, PasteTool
from ..tools.base import count
from ..tools.brushes import country_name, level_name
from ..widgets.progress import run_with_progress
from .group import CommandGroup, Say

T = TypeVar("T")
_MANY = 5000
"""Copying more hexes than this shows a progress dialog."""


def _references_note(design: Design, numbers: Collection[str], along: bool) -> str:
    """What happens to references in the scenario to the hexes that were cut; "" if there are none."""
    references = users_of_hexes(design.scenario, numbers) if design.scenario is not None else ()
    if not references:
        return ""
    more = f" and {len(references) - 1} more" if len(references) > 1 else ""
    what = f" {references[0][0].upper()}{references[0][1:]}{more}"
    if along:
        return f"{what} will move along."
    return f"{what} will keep the old hex numbers, because counters were not cut."


@dataclass(eq=False)
class RegionCommands(CommandGroup):
    """The selected hexes and the clipboard."""

    complain: Say
    controller: MapController
    overlay: Overlay
    root: tk.Tk
    say: Say
    session: Session
    stamps: Stamps

    # -- the clipboard ------------------------------------------------------------------

    @cached_property
    def _clipboard(self) -> MapClipboard:
        return MapClipboard(self.root)

    @property
    def _count(self) -> str:
        return count(len(self.session.region), "hex")

    def copy(self) -> None:
        """Copy everything in the hexes; what is pasted is chosen when pasting."""
        design, region = self.session.design, self.session.region

        def work() -> tuple[Fragment, str]:
            piece = cut_out(design, region, ALL_PARTS)
            return piece, piece_text(piece, design.ruleset.name)

        with suppress(Cancelled):
            self._clipboard.put(*self._done("Copying", work))
            self.say(f"Copied {self._count}. Paste them with Ctrl+V, here or in another window.")

    def cut(self) -> None:
        session = self.session
        design, region, parts = session.design, session.region, session.brush.parts

        def work() -> tuple[Design, Fragment, str]:
            left, piece = cut_from(design, region, parts)
            return left, piece, piece_text(piece, design.ruleset.name)

        try:
            left, piece, text = self._done("Cutting", work)
        except Cancelled:
            return
        self._clipboard.put(piece, text)
        numbers = {design.map.grid.number(h) for h in region}
        if left is session.design or session.edit(f"Cut {self._count}", left):
            self.say(f"Cut {self._count}. Paste them with Ctrl+V, here or in another window."
                     f"{_references_note(design, numbers, 'counters' in parts)}")

    def _done(self, verb: str, work: Callable[[], T]) -> T:
        """The result of work, which for many hexes can be cancelled; raises `Cancelled`."""
        if len(self.session.region) < _MANY:
            return work()
        return run_with_progress(self.root, f"{verb} {self._count}", lambda _report: work())

    def paste(self) -> None:
        try:
            self.controller.carry(self._clipboard.get())
        except StampError as error:
            self.complain(str(error))

    def save_stamp(self) -> None:
        ask_save_stamp(self.root, self.session, self.stamps, self.say)

    # -- contents of the hexes ----------------------------------------------------------

    def clear_selection(self) -> None:
        session = self.session
        after = cleared(session.design, session.region, session.brush.parts)
        if after is session.design:
            self.complain("The selected hexes are already clear.")
        else:
            session.edit(f"Clear {self._count}", after)

    def fill_selection(self) -> None:
        """Fill with what the current tool draws: a country, an area, or else terrain."""
        session, brush, region = self.session, self.session.brush, self.session.region
        map, tool = session.design.map, self.controller.tool
        if tool.draws == "country":
            what, after = country_name(session.design, brush.country), paint_country(
                map, region, brush.country)
        elif tool.draws == "level":
            what, after = level_name(brush.level).lower(), paint_levels(map, region, int(brush.level))
        elif isinstance(tool, AreaTool) and brush.area in map.area_by_id:
            what, after = map.area_by_id[brush.area].name, set_area_hexes(map, brush.area, region)
        else:
            kind = session.design.ruleset.terrain_by_id.get(brush.terrain)
            if kind is None:
                self.complain("Choose a terrain in the palette first.")
                return
            what, after = kind.name, paint_terrain(map, region, kind.id)
        if after is map:
            self.complain(f"The selected hexes are already {what}.")
        else:
            session.edit(f"Fill {self._count} with {what}", with_map(session.design, after))

    def replace_all(self) -> None:
        from ..panels.region_dialogs import ask_replace_all

        ask_replace_all(self.root, self.session, self.overlay.highlight)

    # -- turning ------------------------------------------------------------------------

    def rotate_right(self) -> None:
        self._change(f"Turn {self._count} right by 60°", lambda piece: turned(piece, 1))

    def rotate_left(self) -> None:
        self._change(f"Turn {self._count} left by 60°", lambda piece: turned(piece, -1))

    def mirror_across(self) -> None:
        self._mirror("across", "left to right")

    def mirror_down(self) -> None:
        self._mirror("down", "upside down")

    def _mirror(self, axis: Mirror, words: str) -> None:
        self._change(f"Mirror {self._count} {words}", lambda piece: mirrored(piece, axis))

    def _change(self, label: str, change: Callable[[Fragment], Fragment]) -> None:
        """Turn or mirror the piece at the pointer or, if there is none, the contents of the selected
        hexes."""
        session, controller = self.session, self.controller
        if isinstance(controller.tool, PasteTool) and session.brush.piece is not None:
            session.brush.piece = change(session.brush.piece)
            controller.refresh()
        elif session.region:
            pasted, region = moved_in_place(session.design, session.region, change, session.brush.parts)
            if pasted.design == session.design or session.edit(label, pasted.design):
                session.select_region(region)
                self.say(" ".join(pasted.notes) or f"{label}.")
        else:
            self.complain("Select hexes first, or paste a piece.")

    # -- changing the selection ---------------------------------------------------------

    def select_all(self) -> None:
        self._select(lambda design, _hexes: all_hexes(design.map.grid))

    def deselect(self) -> None:
        self._select(lambda _design, _hexes: frozenset())

    def invert_selection(self) -> None:
        self._select(lambda design, hexes: inverted(design.map.grid, hexes))

    def grow_selection(self) -> None:
        self._select(lambda design, hexes: grown(design.map.grid, hexes))

    def shrink_selection(self) -> None:
        self._select(lambda design, hexes: shrunk(design.map.grid, hexes))

    def select_by(self) -> None:
        from ..panels.region_dialogs import ask_select_by

        ask_select_by(self.root, self.session, self.overlay.highlight)

    def _select(self, change: Callable[[Design, Hexes], Hexes]) -> None:
        session = self.session
        session.select_region(change(session.design, session.region))
        self.say(f"{self._count} selected." if session.region else "No hexes are selected.")
