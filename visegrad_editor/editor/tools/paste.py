"""Putting down a piece of map: it hangs at the pointer, is turned and mirrored, and a click puts it there."""

from __future__ import annotations

from ...hexgrid import Hex
from ...model.design import Design
from ...model.edit.paste import landing, paste
from ...model.region import Mirror, mirrored, turned
from .base import OFF_MAP, Brush, Carried, Edit, Pointer, Preview, Tool, count, refusal


class PasteTool(Tool):
    """Puts down `Brush.piece`, as often as one clicks."""

    id = "paste"
    name = "Paste"
    hint = ("Click to put the piece down. R turns it by 60°, Shift+R the other way, M mirrors it, Shift+M "
            "upside down. Esc ends.")

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._landed: tuple[object, Hex | None, int] = (None, None, 0)

    def turn(self, sixths: int) -> None:
        """Turn the piece clockwise by sixths of a full turn."""
        if self.brush.piece is not None:
            self.brush.piece = turned(self.brush.piece, sixths)

    def mirror(self, axis: Mirror) -> None:
        """Mirror the piece."""
        if self.brush.piece is not None:
            self.brush.piece = mirrored(self.brush.piece, axis)

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
            return refusal("Nothing of the piece is chosen to be put down")
        here = self._count(design, at.hex)
        text = f"Paste {count(here, 'hex')}"
        lost = len(piece) - here
        text += f", {lost} off the map" if lost else ""
        return Preview(piece=Carried(piece, at.hex, parts, lost), text=text)

    def _count(self, design: Design, hex: Hex) -> int:
        """How many hexes of the piece would lie on the map."""
        piece = self.brush.piece
        known, at, _ = self._landed
        if piece is not None and (known is not piece or at != hex):
            self._landed = piece, hex, len(landing(design, piece, hex))
        return self._landed[2]
