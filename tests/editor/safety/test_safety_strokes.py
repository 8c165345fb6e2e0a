"""An unfinished stroke while work is kept and files change."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_design import small_design
from war_files import opened, own_war, paint

from visegrad_editor.editor.safety.journal import read_journal
from visegrad_editor.editor.tools import TOOLS, Edit, HexsideTool, RoadTool, Tool
from visegrad_editor.editor.tools.base import Brush, pointer_at
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain


@pytest.fixture
def war(tmp_path: Path) -> Path:
    return own_war(tmp_path / "own")


def test_an_unfinished_stroke_is_kept_and_not_disturbed(tmp_path: Path) -> None:
    design = small_design()
    tried = 0
    for kind in TOOLS:
        if not kind.gathers:
            continue
        tool, alone = (kind(Brush(terrain="mountain", country="sudland", hexside="wall", road="track",
                                  area="south", feature="port")) for _ in range(2))
        centre = design.map.geometry.centre
        hexes = (Hex(5, 4), Hex(6, 4), Hex(6, 3), Hex(5, 3), Hex(4, 2), Hex(3, 1))
        path = [pointer_at(design, centre(hex)) for hex in hexes]
        assert tool.edit_so_far(design, path[0]) is None
        for one in (tool, alone):
            one.press(design, path[0])
        # The button is down, and nothing has moved: a click so far.
        seen = [tool.edit_so_far(design, path[0])]
        for at in path[1:]:
            for one in (tool, alone):
                one.drag(design, at)
            seen.append(tool.edit_so_far(design, at))
        made, other = tool.release(design, path[-1]), alone.release(design, path[-1])
        assert isinstance(made, Edit), kind.id
        assert made == other == seen[-1]
        assert tool.edit_so_far(design, path[-1]) is None
        tried += 1
    assert tried >= 5


@pytest.mark.parametrize(("kind", "by_corners"), [
    (RoadTool, False), (HexsideTool, False), (HexsideTool, True)])
def test_a_course_of_clicks_and_drags_is_not_disturbed(kind: type[Tool], by_corners: bool) -> None:
    """What is laid when it is asked after each event for the stroke so far, and when it is not."""
    design = small_design()
    geometry = design.map.geometry
    places = [geometry.corners(Hex(col, 4))[0] if by_corners else geometry.centre(Hex(col, 4))
              for col in (3, 4, 6, 8)]
    asked, alone = (kind(Brush(hexside="wall", road="track", by_corners=by_corners)) for _ in range(2))
    made = []
    for tool in (asked, alone):
        for start, end in ((0, 0), (1, 1), (1, 2), (3, 3), (3, 3)):
            for event, place in ((tool.press, start), (tool.drag, end), (tool.release, end)):
                ended = event(design, pointer_at(design, places[place]))
                if tool is asked:
                    tool.edit_so_far(design, pointer_at(design, places[place]))
        made.append((ended, tool.pending))
    assert made[0] == made[1]


def test_the_journal_has_the_stroke_until_it_is_cancelled(war: Path, tmp_path: Path) -> None:
    drawn: list[Edit] = []
    files = opened(war, tmp_path, lambda: drawn[0] if drawn else None)
    session, guard = files._session, files.guard
    painted = with_map(session.design, paint_terrain(session.design.map, [Hex(4, 4)], "sea"))
    paint(files, Hex(3, 4))
    session.history.undo()
    drawn.append(Edit("Paint Sea (1 hex)", painted))
    guard.note(session, files.sources)
    assert guard.keeper.wait()
    kept = read_journal(guard.keeper.path)
    assert (kept.design, kept.steps[-1].label) == (painted, "Paint Sea (1 hex)")
    assert kept.changed
    # The stroke is given up: what was undone before it can be done again.
    drawn.clear()
    session.history.redo()
    guard.note(session, files.sources)
    assert guard.keeper.wait()
    assert read_journal(guard.keeper.path).steps == session.history.steps
    guard.close(clean=True)
