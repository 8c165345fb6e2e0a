"""docs/architecture.md agrees with the code: its files exist, and its journeys make the calls it lists."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from blank_design import write_blank_war
from journeys import PACKAGE, PAGE, ROOT, Calls, Step, journey

WINDOW_ONLY = {"MapMouse._press", "MapController.finish", "Window._design_changed",
               "ActionDispatcher.perform", "FileCommands.save"}
"""Steps of the first journey that need the window; without it their work is done by the test."""



def test_every_file_named_on_the_page_exists() -> None:
    text = PAGE.read_text("utf-8")
    named = set(re.findall(r"`((?:[\w.]+/)+\w+\.\w+)`", text))
    assert len(named) > 40
    missing = [n for n in sorted(named) if not (PACKAGE / n).is_file() and not (ROOT / n).is_file()]
    assert missing == []
    folders = set(re.findall(r"`((?:editor|model|drawing)/\w+)`", text))
    assert len(folders) >= 10
    assert all((PACKAGE / f).is_dir() for f in folders), folders


@pytest.mark.parametrize(("page", "least"), [("adding", 18), ("glossary", 5)])
def test_files_named_on_other_pages_for_developers_exist(page: str, least: int) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    named = {n for n in re.findall(r"`((?:[\w.]+/)+\w+\.py)`", text) if not re.search("[A-Z]{4}", n)}
    # What a script makes is told of on its own.
    named = {n for n in named if not n.startswith("scripts/")}
    assert len(named) >= least
    assert [n for n in sorted(named) if not (PACKAGE / n).is_file() and not (ROOT / n).is_file()] == []


def test_every_room_is_on_the_page_and_in_the_picture() -> None:
    table = PAGE.read_text("utf-8").partition("## What is where")[2].partition("\n## ")[0]
    picture = (ROOT / "docs" / "images" / "architecture.svg").read_text("utf-8")
    rooms = [p.parent.name for part in ("editor", "model") for p in (PACKAGE / part).glob("*/__init__.py")]
    packages = [p.parent.name for p in PACKAGE.glob("*/__init__.py")]
    assert len(rooms) >= 12
    assert len(packages) >= 12
    for name in (*rooms, *packages):
        assert re.search(rf"[`/]{name}`", table), name
        assert re.search(rf">{name}<", picture), name


def test_the_page_is_two_pages_long() -> None:
    lines = PAGE.read_text("utf-8").splitlines()
    assert len(lines) <= 125
    assert max(map(len, lines)) <= 110


def test_calls_are_checked_in_order() -> None:
    one, two, three = Step("a.py", "one"), Step("b.py", "two"), Step("a.py", "three")
    for steps, missing in (([one, three], ""), ([one, one], "a.py one"), ([two, one], "a.py one"),
                           ([Step("c.py", "four")], "c.py four")):
        calls = Calls(steps)
        calls.made = [one, two, three]
        assert calls.missing == missing


def test_a_scenario_file_to_the_first_turn_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from visegrad_editor.engine import Game
    from visegrad_editor.model.files import load as loading
    from visegrad_editor.model.files.load import load

    # Whatever was read of the files of the program before.
    monkeypatch.setattr(loading, "_bundled_readings", {})
    monkeypatch.setattr(loading, "_bundled_files", {})
    calls = Calls(journey("A scenario file"))
    with calls.noted():
        loaded = load("first-steps")
        assert loaded.design is not None
        game = Game.from_scenario(loaded.design, seed=1)
    assert (game.turn, game.step) == (1, "allocate")
    assert calls.missing == ""


needs_tk = pytest.mark.skipif(find_spec("_tkinter") is None, reason="Tk is missing")


@needs_tk
def test_an_order_to_the_picture() -> None:
    from play_sessions import HUMANS, first_steps

    from visegrad_editor.editor.map.tile_cache import TILE_PX, TileKey
    from visegrad_editor.editor.map.tile_renderer import TileRenderer

    play = first_steps(HUMANS)
    while play.timeline.game.step != "move":
        assert play.give(play.timeline.game.legal_orders()[0])
    renderer = TileRenderer()
    renderer.position = play.views()
    renderer.show(play.design)
    order = next(o for o in play.timeline.game.legal_orders() if o.verb == "move")
    steps = journey("An order")
    assert steps[-1].function == "PartPainter.render"
    calls = Calls(steps)
    with calls.noted():
        assert play.give(order)
        renderer.position = play.views()
        boxes = renderer.update(play.design)
        edge = TILE_PX / 48.0
        tiles = [renderer.tile(TileKey(48.0, int(x0 // edge), int(y0 // edge))) for x0, y0, _, _ in boxes]
    assert len(tiles) >= 2
    assert calls.missing == ""


@needs_tk
def test_a_click_to_the_saved_file_without_a_window(tmp_path: Path) -> None:
    from war_files import opened

    from visegrad_editor.editor.map.tile_renderer import TileRenderer
    from visegrad_editor.editor.tools import TerrainTool, pointer_at
    from visegrad_editor.hexgrid import Hex
    from visegrad_editor.model.files.load import load

    path = write_blank_war(tmp_path)
    files = opened(path, tmp_path)
    session = files._session
    session.choose(terrain="marsh", size=0)
    renderer = TileRenderer()
    renderer.show(session.design)
    session.changed.connect(lambda: renderer.update(session.design))
    session.changed.connect(lambda: files.guard.note(session, files.sources))
    at = pointer_at(session.design, session.design.map.geometry.centre(Hex(10, 4)))
    tool = TerrainTool(session.brush)
    steps = [s for s in journey("A click") if s.function not in WINDOW_ONLY]
    assert len(steps) >= 10
    calls = Calls(steps)
    with calls.noted():
        tool.press(session.design, at)
        made = tool.release(session.design, at)
        assert session.perform(made)
        assert files.save()
    assert calls.missing == ""
    saved = load(path).design
    assert saved is not None
    assert saved.map.terrain.at(Hex(10, 4)) == "marsh"
