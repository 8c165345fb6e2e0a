"""A command and the window load and do only what they need: what is counted here took time at every start."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import xvfb
from xvfb import window_on

_MODULES = """
import sys
from visegrad_editor.cli.main import main
try:
    main({words!r})
except SystemExit:
    pass
loaded = sorted(sys.modules)
import json
print(json.dumps(loaded), file=sys.stderr)
"""
_FILES = """
import collections, json, sys
from visegrad_editor.model.files import load, yaml_reader
from visegrad_editor.systems.visegrad4 import rules
parsed, built = collections.Counter(), collections.Counter()
events, made = yaml_reader.yaml_events, load.document_from_data

def count_events(text):
    parsed[text.split("kind:")[-1][:60]] += 1
    return events(text)

def count_documents(kind, data, *more):
    built[kind + " " + data["name"]] += 1
    return made(kind, data, *more)

yaml_reader.yaml_events, load.document_from_data = count_events, count_documents
from visegrad_editor.cli.main import main
main({words!r})
print(json.dumps([parsed, built]), file=sys.stderr)
"""
HEAVY = {"yaml", "numpy", "PIL", "jsonschema", "tkinter", "dataclasses", "inspect", "difflib", "json",
         "shapely", "reportlab"}
"""What takes longest to load."""


def _told(code: str, *words: str) -> Any:
    """What a process says at its end, in JSON, on its standard error."""
    done = subprocess.run([sys.executable, "-c", code.replace("{words!r}", repr(list(words)))],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stderr.splitlines()[-1])


@pytest.mark.parametrize(("words", "most", "needed"), [
    (["--version"], 8, set()), (["list"], 25, set()),
    (["stats", "historical"], 165, {"yaml", "dataclasses", "inspect", "json", "difflib"}),
    (["validate", "historical"], 265, {"yaml", "dataclasses", "inspect", "json", "difflib"})])
def test_a_command_loads_no_more_than_it_needs(words: list[str], most: int, needed: set[str]) -> None:
    loaded = _told(_MODULES, *words)
    own = [name for name in loaded if name.startswith("visegrad_editor")]
    assert len(own) > 5
    assert len(own) <= most, own
    assert HEAVY.intersection(loaded) <= needed


def test_a_picture_is_exported_without_the_rules_of_games(tmp_path: Path) -> None:
    loaded = _told(_MODULES, "export", "first-steps", "-o", str(tmp_path / "map.png"), "--hex", "8px")
    assert (tmp_path / "map.png").exists()
    assert "numpy" in loaded
    needless = {"concurrent.futures", "logging", "PIL.ImageDraw", "reportlab", "shapely"}
    assert not needless.intersection(loaded)
    games = tuple(f"visegrad_editor.{part}" for part in ("engine", "systems", "players", "playtest"))
    assert not [name for name in loaded if name.startswith(games)]


@pytest.mark.parametrize("words", [["validate", "historical"], ["stats", "historical"]])
def test_a_bundled_file_is_parsed_and_built_once_in_a_process(words: list[str]) -> None:
    parsed, built = _told(_FILES, *words)
    assert set(parsed.values()) == {1}, parsed
    assert built == {"scenario historical": 1, "map visegrad4": 1, "ruleset visegrad4": 1}


@pytest.mark.xdist_group("window")
@pytest.mark.skipif(bool(xvfb.MISSING), reason=f"not installed: {', '.join(xvfb.MISSING)}")
def test_nothing_is_painted_before_the_map_has_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from visegrad_editor.editor.map.tile_renderer import TileRenderer

    painted: list[bool] = []
    shown: list[xvfb.Hand] = []

    def noted(made: Any) -> Any:
        def advance(self: TileRenderer, *more: Any) -> Any:
            painted.append(has_size())
            return made(self, *more)
        return advance

    def has_size() -> bool:
        return bool(shown) and shown[0].window.view.canvas.winfo_width() > 100

    for name in ("advance", "stand_in"):
        monkeypatch.setattr(TileRenderer, name, noted(getattr(TileRenderer, name)))
    with window_on("historical", tmp_path, wait=0) as hand:
        shown.append(hand)
        assert not hand.window.view.tiles.busy
        assert hand.window.view.bare
        hand.until(lambda: not hand.window.view.bare)
    assert painted
    assert all(painted)
