"""Looking at the map of a window at rest."""

from __future__ import annotations

from xvfb import Hand

from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.hexgrid import Hex


def rested(hand: Hand) -> None:
    """Wait until everything is painted and prepared."""
    tiles = hand.window.view.tiles
    hand.until(lambda: not hand.window.view.busy and tiles._soon == [] and not tiles._timer)


def near(hand: Hand) -> None:
    """Show the middle of the map, of which much lies beside the view."""
    view = hand.window.view
    view.look(Viewport(48.828125, 0.0, 0.0, 1, 1))
    view.centre_on(view.geometry.centre(Hex(9, 12)))
    rested(hand)
