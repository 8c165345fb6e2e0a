"""Make the picture of a play-test in docs/images, from the real window on a virtual screen.

    python scripts/play_screenshots.py

Needs Xvfb, xdotool and a Pillow that can read an X screen.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import ImageGrab

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

import xvfb  # noqa: E402

from visegrad_editor.editor.app import open_window  # noqa: E402
from visegrad_editor.editor.documents.files import open_document  # noqa: E402
from visegrad_editor.editor.play.start_dialog import Start  # noqa: E402
from visegrad_editor.editor.settings import Settings  # noqa: E402

SEED = 5
MOVED = "russia/138th Motorized"


def main() -> None:
    """Take a picture of a counter being dragged over the map, with its reach and the costs."""
    display = xvfb.screen(1366, 768)
    loaded, complaint = open_document("first-steps")
    if complaint:
        raise SystemExit(complaint)
    with tempfile.TemporaryDirectory() as folder:
        window = open_window(loaded, Settings(Path(folder)))
        hand = xvfb.Hand(window)
        hand.settle(0.8)
        window.play.start(Start({"russian": "human", "allied": "planner"}, SEED))
        session = window.play.session
        assert session is not None
        while session.timeline.game.step != "move" or not session.my_turn:
            if session.my_turn:
                session.give(session.decision.passing or session.decision.orders[1])
            hand.settle(0.1)
        window.view.zoom(3)
        middle = session.design.map.grid.parse("1813")
        assert middle is not None
        window.view.centre_on(session.design.map.geometry.centre(middle))
        window.play.table.side.bring_up(window.play.table.side.decision)
        hand.settle(0.5)
        start = hand.centre(session.position.units[MOVED].hex)
        hand.do("mousemove", *start, "mousedown", 1)
        for number in ("1714", "1815"):
            hand.do("mousemove", *hand.centre(number))
        hand.settle(0.6)
        images = ROOT / "docs" / "images"
        images.mkdir(parents=True, exist_ok=True)
        ImageGrab.grab(xdisplay=display).save(images / "play-test.png", optimize=True)
        hand.do("mouseup", 1)
        window.root.destroy()
    print("docs/images/play-test.png")


if __name__ == "__main__":
    main()
