"""What tests of tracing see: the map that was scanned, and where its hexes are printed on the scan."""

from __future__ import annotations

import math

from small_design import GRID, small_design
from xvfb import Hand

from visegrad_editor.editor.scan.align_mode import AlignMode
from visegrad_editor.hexgrid import Hex
from visegrad_editor.hexgrid.affine import Affine

DESIGN = small_design()
PRINTED = DESIGN.map
"""What the scan shows."""
THREE = ("0608", "0601", "1107")


def hex_of(number: str) -> Hex:
    hex = GRID.parse(number)
    assert hex is not None
    return hex


class Eye:
    """Sees where hexes are printed on the scan that is being aligned."""

    def __init__(self, hand: Hand, true: Affine) -> None:
        self.hand, self.true = hand, true

    @property
    def mode(self) -> AlignMode:
        mode = self.hand.window.tracing.mode
        assert isinstance(mode, AlignMode)
        return mode

    def printed(self, number: str) -> tuple[int, int]:
        view = self.hand.window.view
        at = self.true.apply(PRINTED.geometry.centre(hex_of(number)))
        x, y = view.viewport.to_screen(self.mode.aligning.frame.apply(at))
        return round(x) + view.canvas.winfo_rootx(), round(y) + view.canvas.winfo_rooty()

    def error(self) -> float:
        """How far hexes of the map are from where they are printed, in hexes, at worst."""
        alignment = self.hand.window.tracing.alignment
        assert alignment is not None
        worst = 0.0
        for hex in GRID:
            x, y = alignment.to_map.apply(self.true.apply(PRINTED.geometry.centre(hex)))
            u, v = PRINTED.geometry.centre(hex)
            worst = max(worst, math.hypot(x - u, y - v) / math.sqrt(3))
        return worst


def action(id: str):  # type: ignore[no-untyped-def]
    from visegrad_editor.editor.actions import BY_ID
    return BY_ID[id]
