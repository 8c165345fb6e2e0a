#!/usr/bin/env python3
"""Make the pictures of docs/map-tutorial.md in docs/images by following the tutorial in the real window.

    python scripts/tutorial_pictures.py

Needs Xvfb, xdotool and a Pillow that can read an X screen.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import ImageGrab

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

import map_tutorial  # noqa: E402
import xvfb  # noqa: E402

from visegrad_editor.editor.app import open_window  # noqa: E402
from visegrad_editor.editor.documents.files import open_document  # noqa: E402
from visegrad_editor.editor.settings import Settings  # noqa: E402


def main() -> None:
    display = xvfb.screen(1366, 768)
    with tempfile.TemporaryDirectory() as folder:
        loaded, complaint = open_document("first-steps")
        if complaint:
            raise SystemExit(complaint)
        hand = xvfb.Hand(open_window(loaded, Settings(Path(folder) / "settings")))
        hand.settle(0.8)

        def shoot(name: str) -> None:
            picture = ImageGrab.grab(xdisplay=display).quantize(128)
            picture.save(ROOT / "docs" / "images" / f"{name}.png", optimize=True)
            print(f"docs/images/{name}.png")

        map_tutorial.follow(hand, shoot, Path(folder) / "green-valley.yaml")
        hand.window.root.destroy()


if __name__ == "__main__":
    main()
