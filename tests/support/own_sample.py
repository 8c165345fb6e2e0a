"""The sample scenario in a folder of one's own, to be changed as one likes."""

from __future__ import annotations

import shutil
from pathlib import Path

from visegrad_editor.model.files.resources import resource_folder


def own_historical(folder: Path) -> Path:
    """A copy of the historical scenario with its map and ruleset; the scenario's file."""
    samples = resource_folder("sample_scenarios")
    for part in ("maps/visegrad4.yaml", "rulesets/visegrad4.yaml"):
        (folder / part).parent.mkdir(exist_ok=True)
        shutil.copy(samples / part, folder / part)
    text = (samples / "scenarios/historical.yaml").read_text("utf-8")
    text = text.replace("ruleset: visegrad4", "ruleset: rulesets/visegrad4.yaml", 1)
    text = text.replace("map: visegrad4", "map: maps/visegrad4.yaml", 1)
    path = folder / "historical.yaml"
    path.write_text(text, "utf-8")
    return path
