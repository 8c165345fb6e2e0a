"""Makes docs/images/tracing.png: terrain proposed from a scan, in the real window on a screen of its own.

    python scripts/tracing_picture.py

Needs Xvfb, xdotool and a Pillow that can read an X screen.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from PIL import ImageGrab

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

import xvfb  # noqa: E402
from printed_scan import scan_of, typical  # noqa: E402

from visegrad_editor.editor.app import open_window  # noqa: E402
from visegrad_editor.editor.documents.files import open_document  # noqa: E402
from visegrad_editor.editor.scan.proposals import ProposalMode  # noqa: E402
from visegrad_editor.editor.settings import Settings  # noqa: E402
from visegrad_editor.model.background import Pin  # noqa: E402
from visegrad_editor.model.edit.background import set_picture, set_pins  # noqa: E402
from visegrad_editor.model.edit.blank import emptied  # noqa: E402
from visegrad_editor.model.files.load import load  # noqa: E402
from visegrad_editor.model.files.yaml_writer import new_text  # noqa: E402

TERRAINS = ("clear", "mountain", "sea", "marsh", "none")


def main() -> None:
    """Trace a scan of the bundled map up to the proposal, and take the picture."""
    display = xvfb.screen(1366, 768)
    design = load("historical").design
    assert design is not None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lie = scan_of(design, folder / "scan.jpg")
        map, centre = set_picture(emptied(design.map, design.ruleset), "scan.jpg"), design.map.geometry.centre
        hexes = [h for n in ("0725", "0703", "3323") if (h := map.grid.parse(n)) is not None]
        map = set_pins(map, [Pin(h, lie.apply(centre(h))) for h in hexes])
        (folder / "map.yaml").write_text(new_text(replace(map, title="Central Europe")), "utf-8")
        window = open_window(open_document(folder / "map.yaml")[0], Settings(folder / "settings"))
        hand = xvfb.Hand(window)
        hand.until(lambda: window.background.pyramid is not None)
        window.perform("propose_terrain")
        mode = window.tracing.mode
        assert isinstance(mode, ProposalMode)
        for terrain in TERRAINS:
            mode.choose(terrain)
            for hex in typical(design, terrain, 2):
                window.view.centre_on(centre(hex))
                hand.settle()
                hand.click(hand.centre(map.grid.number(hex)))
        mode.choose("mountain")
        window.view.fit()
        window.view.zoom(3)
        hand.do("mousemove", *hand.centre("2013"))
        hand.settle(0.6)
        ImageGrab.grab(xdisplay=display).save(ROOT / "docs" / "images" / "tracing.png", optimize=True)
        window.session.history.mark_saved()
        window.root.destroy()


if __name__ == "__main__":
    main()
