#!/usr/bin/env python3
"""Write the icons of `visegrad_editor.drawing.icons.icon_set` to `icons/`.

Run it after changing a drawing; the files are committed, so that the program and its packages
need nothing but them. `<name>.png` is the 48 pixel picture, `<name>-16.png` and so on the others.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from visegrad_editor.drawing.icons.icon_set import ICON_NAMES, SIZES, icon_image, icon_svg  # noqa: E402


def main() -> None:
    folder = ROOT / "icons"
    folder.mkdir(exist_ok=True)
    for name in ICON_NAMES:
        for size in SIZES:
            ending = "" if size == max(SIZES) else f"-{size}"
            icon_image(name, size).save(folder / f"{name}{ending}.png", optimize=True)
        (folder / f"{name}.svg").write_text(icon_svg(name), encoding="utf-8")
    icon_image("app", 256).save(folder / "app-256.png", optimize=True)
    print(f"{len(ICON_NAMES)} icons in {folder.relative_to(ROOT)}/")


if __name__ == "__main__":
    main()
