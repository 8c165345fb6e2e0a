"""Packages with games and players, installed for a test as pip would install them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from visegrad_editor import players, systems

SAMPLES = Path(__file__).parents[2] / "sample_scenarios"
CHAPTER = """\
from visegrad_editor.engine.hexgame.chapter import Chapter
from visegrad_editor.engine.hexgame.in_progress import Stage
from visegrad_editor.engine.hexgame.system import hex_system
from visegrad_editor.engine.orders import PASS, IllegalOrderError, Order

class Fog(Chapter):
    id, rule = "fog", "9.1"
{methods}

SYSTEM = hex_system("{name}", "{name}", lambda: [Fog()]{parts})
"""
"""A game with one chapter."""
PLAYER = """\
from random import Random
from visegrad_editor.engine.orders import PASS, Order

class P:
    name = "{name}"

    def __init__(self, seed):
        self.random = Random(seed)

    def choose(self, game):
{choose}
"""


class Packages:
    """Installs packages into a folder, and forgets them at the end of a test."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._made: list[str] = []
        monkeypatch.syspath_prepend(str(folder))

    def install(self, package: str, group: str, entry: str, text: str | None) -> Path:
        """Install a package of one module with entry points; returns the file of the module. Without `text`
        the package has none."""
        about = self.folder / f"{package}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[visegrad_editor.{group}]\n{entry}\n")
        file = self.folder / f"{package}.py"
        if text is not None:
            file.write_text(text, encoding="utf-8")
        self._made.append(package)
        self.forget()
        return file

    def player(self, name: str, choose: str) -> Path:
        """Install a player whose `choose` has these lines, without their indentation."""
        lines = "".join(f"        {line}\n" for line in choose.splitlines())
        return self.install(f"{name}-pack".replace("-", "_"), "players", f"{name} = {name}_pack:P",
                            PLAYER.format(name=name, choose=lines))

    def game(self, name: str, methods: str = "", parts: str = "") -> Path:
        """Install a game whose one chapter has these methods, without their indentation; returns a scenario
        of it."""
        lines = "".join(f"    {line}\n" for line in methods.splitlines())
        self.install(f"{name}_rules", "systems", f"{name} = {name}_rules",
                     CHAPTER.format(name=name, methods=lines, parts=parts))
        return self.scenario(name)

    def scenario(self, name: str) -> Path:
        """A scenario of an installed game."""
        folder = self.folder / f"{name}-files"
        folder.mkdir()
        for kind in ("ruleset", "map", "scenario"):
            text = (SAMPLES / f"{kind}s" / "hollen.yaml").read_text("utf-8")
            text = text.replace("system: standard", f"system: {name}").replace(
                "ruleset: hollen", "ruleset: hollen-ruleset.yaml").replace(
                "map: hollen", "map: hollen-map.yaml")
            (folder / f"hollen-{kind}.yaml").write_text(text, encoding="utf-8")
        return folder / "hollen-scenario.yaml"

    def forget(self) -> None:
        """Let the program look for packages again."""
        importlib.invalidate_caches()
        systems.installed.cache_clear()
        players.installed_players.cache_clear()

    def remove(self) -> None:
        """Forget the modules of the packages too."""
        for package in self._made:
            sys.modules.pop(package, None)
        self.forget()


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Packages]:
    """Installs packages for one test."""
    made = Packages(tmp_path, monkeypatch)
    yield made
    monkeypatch.undo()
    made.remove()
