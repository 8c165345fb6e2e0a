"""The paste tool: a piece of map follows the pointer, can be rotated and mirrored, and a click pastes it."""

from __future__ import annotations

from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.edit.pieces import landing, overwritten, paste
from ...model.region import Fragment, Mirror, mirrored, turned
from ..map.layers import LAYER_BY_ID, changed_layers
from .base import OFF_MAP, Brush, CarriedPiece, Edit, Pointer, Preview, Tool, ToolResult, count, refusal

_AT_ONCE = 300
"""Up to this many hexes, every move of the pointer works out what a paste would overwrite."""


class PasteTool(Tool):
    """Pastes `Brush.piece` with every click."""

    id = "paste"
    form = "paste"
    needs_sight = False
    temporary = True
    letters = "rm"
    name = "Paste"
    order = 150
    hint = ("Click to paste the piece. R turns it by 60°, Shift+R the other way; M mirrors it left to right, "
            "Shift+M top to bottom. Esc ends.")

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._known: _PasteOutcome | None = None

    def turn(self, sixths: int) -> None:
        """Turn the piece clockwise by sixths of a full turn."""
        if self.brush.piece is not None:
            self.brush.piece = turned(self.brush.piece, sixths)

    def mirror(self, axis: Mirror) -> None:
        """Mirror the piece."""
        if self.brush.piece is not None:
            self.brush.piece = mirrored(self.brush.piece, axis)

    def use_letter(self, letter: str, shift: bool) -> None:
        if letter == "r":
            self.turn(-1 if shift else 1)
        else:
            self.mirror("down" if shift else "across")

    def selection_after(self, at: Pointer, result: ToolResult | None) -> None:
        return None

    def release(self, design: Design, at: Pointer) -> Edit | None:
        piece = self.brush.piece if self.active else None
        super().release(design, at)
        if piece is None or at.hex is None:
            return None
        after, notes = paste(design, piece, at.hex, self.brush.parts)
        covered = frozenset(landing(design, piece, at.hex).values())
        label = f"Paste {count(len(covered), 'hex')} at {design.map.grid.number(at.hex)}"
        return Edit(label, after, notes, covered)

    def preview(self, design: Design, at: Pointer) -> Preview:
        piece = self.brush.piece
        if piece is None:
            return refusal("Nothing to paste: select hexes and copy them first")
        if at.hex is None:
            return refusal(OFF_MAP)
        parts = self.brush.parts & piece.parts
        if not parts:
            return refusal("No part of the piece is chosen for pasting")
        known = self._known
        if known is None or not known.answers(design, piece, at.hex, parts):
            here = len(landing(design, piece, at.hex))
            known = self._known = _PasteOutcome(design, piece, at.hex, parts, here)
            # While the pointer moves on, a large piece is not tried out in every hex.
            known.pending = len(piece) > _AT_ONCE
        elif known.pending:
            known.pending = False
        if not known.pending and known.outcome is None:
            known.work_out()
        lost = len(piece) - known.here
        text = f"Paste {count(known.here, 'hex')}"
        text += f", {lost} off the map" if lost else ""
        changes, words = known.outcome or (frozenset(), " …")
        return Preview(piece=CarriedPiece(piece, at.hex, parts, lost), text=text + words, changes=changes,
                       unfinished=known.pending)


@dataclass
class _PasteOutcome:
    """What a paste in a hex would do, cached for one design, piece, hex and set of parts."""

    design: Design
    piece: Fragment
    hex: Hex
    parts: frozenset[str]
    here: int
    """How many hexes of the piece would be on the map."""
    pending: bool = False
    outcome: tuple[frozenset[str], str] | None = None
    """The layers that would change, and a text about what would be overwritten."""

    def answers(self, design: Design, piece: Fragment, hex: Hex, parts: frozenset[str]) -> bool:
        """Whether it was worked out for these arguments."""
        return (self.design is design and self.piece is piece and (self.hex, self.parts) == (hex, parts))

    def work_out(self) -> None:
        """Paste the piece on a copy, and compare."""
        after, _ = paste(self.design, self.piece, self.hex, self.parts)
        losses = overwritten(self.design, after, landing(self.design, self.piece, self.hex).values())
        words = f", in place of {losses.lost()}" if losses.lost() else ""
        words += f"; {losses.counters()}" if losses.counters() else ""
        self.outcome = changed_layers(self.design, after, LAYER_BY_ID), words
