"""The maps of boards beneath their plan: where they lie, turned, in part, and quickly drawn."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from visegrad_editor.desk.board_maps import maps_of
from visegrad_editor.desk.boards import Board, Layout, Part
from visegrad_editor.desk.card_edit import new_card
from visegrad_editor.drawing import board_pictures
from visegrad_editor.drawing.board_pictures import BoardPictures, building_names
from visegrad_editor.drawing.board_plan import board_plan, hex_centre, plan_box
from visegrad_editor.drawing.primitives import Text
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.model.design import Design

PAPER = "#ffffff"
SCALE = 12.0
UP, DOWN = Board("901", "own-village"), Board("901", "own-village", turned=180)


def _maps(*boards: Board) -> dict[str, Design]:
    found = maps_of(replace(new_card(), boards=boards), None)
    assert found.faults == ()
    return dict(found.designs)


def _view(layout: Layout) -> Viewport:
    left, top, right, bottom = plan_box(layout)
    return Viewport(SCALE, left, top, round((right - left) * SCALE), round((bottom - top) * SCALE))


def _picture(*boards: Board) -> Image.Image:
    layout = Layout(boards)
    return BoardPictures().picture(layout, _maps(*boards), _view(layout), PAPER)


def _at(picture: Image.Image, layout: Layout, name: str) -> tuple[int, ...]:
    x, y = _view(layout).to_screen(hex_centre(layout.place(name)))
    pixel = picture.getpixel((round(x), round(y)))
    assert isinstance(pixel, tuple)
    return pixel


@pytest.mark.parametrize("board", [UP, DOWN], ids=["upright", "turned"])
def test_terrain_lies_in_the_hexes_of_its_board(board: Board) -> None:
    layout, picture = Layout((board,)), _picture(board)
    red, green, blue = _at(picture, layout, "J3")  # the stream
    assert blue > red + 20
    red, green, blue = _at(picture, layout, "D2")  # woods
    assert green > red > blue


def test_a_turned_board_is_the_same_picture_turned() -> None:
    upright, turned = _picture(UP), _picture(DOWN).transpose(Image.Transpose.ROTATE_180)
    assert upright.size == turned.size
    # Corners may be a pixel apart, because they are moved to whole pixels.
    apart = np.abs(np.asarray(upright, int) - np.asarray(turned, int)).max(axis=2) > 60
    assert apart.mean() < 0.12
    assert np.unique(np.asarray(upright).reshape(-1, 3), axis=0).shape[0] > 50


def test_only_the_part_in_play_and_boards_with_maps_are_drawn() -> None:
    boards = (Board("901", "own-village", uses=Part("A-P")), Board("17", at=(0, 1)))
    layout, pixels = Layout(boards), np.asarray(_picture(*boards))
    assert (pixels[:100, -100:] == 255).all()
    assert (pixels[-100:, :] == 255).all()
    assert not (pixels[:100, :100] == 255).all()
    plain = board_plan(layout, 1.0)
    assert len(board_plan(layout, 1.0, drawn=["901"]).primitives) < len(plain.primitives)


def test_names_of_buildings_stand_upright_where_their_hexes_are() -> None:
    layout, maps = Layout((DOWN,)), _maps(DOWN)
    texts = [part for item in building_names(layout, maps, 10) for part in item.primitives
             if isinstance(part, Text)]
    assert {text.text for text in texts} >= {"Chapel", "Inn", "Mill"}
    chapel = next(text for text in texts if text.text == "Chapel")
    assert chapel.rotation == 0
    x, y = hex_centre(layout.place("M4"))
    assert abs(chapel.at[0] - x) < 0.1
    assert 0 < chapel.at[1] - y < 2
    assert list(building_names(layout, maps, 3)) == []


def test_a_map_that_is_known_is_drawn_too_fast_to_be_felt() -> None:
    layout, maps, boards = Layout((UP,)), _maps(UP), BoardPictures()
    boards.picture(layout, maps, _view(layout), PAPER)
    taken = []
    for _ in range(3):
        start = time.perf_counter()
        boards.picture(layout, maps, _view(layout), PAPER)
        taken.append(time.perf_counter() - start)
    assert min(taken) < 0.3
    small = boards.small(UP, maps["901"], (200, 200), PAPER)
    assert small.size[0] == 200
    assert small.size[1] < 200


def test_the_maps_used_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    painter = board_pictures._BoardPainter
    monkeypatch.setattr(board_pictures, "_KEPT", 2)
    monkeypatch.setattr(
        board_pictures, "_BoardPainter", lambda design: made.append(design) or painter(design))
    boards, (one, two, three) = BoardPictures(), [replace(_maps(UP)["901"]) for _ in range(3)]
    for design in (one, two, one, three, one, two):
        boards.small(UP, design, (40, 40), PAPER)
    assert [id(design) for design in made] == [id(design) for design in (one, two, three, two)]
