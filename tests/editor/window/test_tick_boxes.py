"""The boxes of check buttons and the circles of radio buttons: marks where something is chosen, sharp edges
at every scale."""

from __future__ import annotations

from collections.abc import Iterator
from tkinter import ttk

import pytest
from PIL import Image, ImageGrab
from xvfb import Hand, window_on, window_test

from visegrad_editor.editor.window.colours import DARK, LIGHT, Colours
from visegrad_editor.editor.window.tick_boxes import radio_circle, tick_box


def _colours(image: Image.Image) -> set[object]:
    return {colour for _, colour in image.convert("RGB").getcolors(1 << 16) or []}


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i:i + 2], 16) for i in (1, 3, 5))


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("scale", "edge"), [(1.0, 13), (2.0, 26)])
def test_a_box_has_sharp_edges_and_a_tick_only_if_chosen(colours: Colours, scale: float, edge: int) -> None:
    plain, ticked = tick_box("plain", colours, scale), tick_box("ticked", colours, scale)
    assert plain.size == ticked.size
    assert plain.height == edge
    middle = edge // 2
    line = round(scale)
    # From the left in the middle row: only the outline, then only the ground.
    assert [plain.getpixel((x, middle))[:3] for x in range(line)] == [_rgb(colours.faint)] * line  # type: ignore[index]
    assert plain.getpixel((line, middle))[:3] == _rgb(colours.field)  # type: ignore[index]
    assert _rgb(colours.on_accent) in _colours(ticked)
    # A tick goes down to the right of its beginning and up to its end; a cross would be the same upside down.
    box = ticked.crop((0, 0, edge, edge))
    assert box.tobytes() != box.transpose(Image.Transpose.FLIP_TOP_BOTTOM).tobytes()


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_circle_has_the_outline_of_a_box_and_a_dot_only_if_chosen(colours: Colours, scale: float) -> None:
    plain, chosen = radio_circle("plain", colours, scale), radio_circle("ticked", colours, scale)
    box = tick_box("plain", colours, scale)
    assert plain.size == chosen.size == box.size
    middle = box.height // 2
    # In the middle row the same outline and ground, at the corners nothing.
    assert [plain.getpixel((x, middle)) for x in range(middle)] == [
        box.getpixel((x, middle)) for x in range(middle)]
    assert plain.getpixel((0, 0))[3] == 0  # type: ignore[index]
    assert plain.getpixel((middle, middle))[:3] == _rgb(colours.field)  # type: ignore[index]
    assert chosen.getpixel((middle, middle))[:3] == _rgb(colours.on_accent)  # type: ignore[index]


@pytest.fixture
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("first-steps", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@window_test
def test_the_window_shows_the_boxes_of_its_theme_and_scale(hand: Hand) -> None:
    window = hand.window
    window.show_panel("layers")
    for action, colours, scale in (("theme_light", LIGHT, 1.0), ("theme_dark", DARK, 1.0),
                                   ("theme_light", LIGHT, 2.0)):
        window.perform(f"scale_{round(100 * scale)}")
        window.perform(action)
        window.focus_map()
        hand.do("mousemove", 4, 4)
        hand.settle(0.4)
        panel = window.dock.panel("layers")
        button = _first_check(panel)
        assert button.instate(["selected"])
        x, y = button.winfo_rootx(), button.winfo_rooty()
        seen = ImageGrab.grab((x, y, x + button.winfo_width(), y + button.winfo_height()),
                              xdisplay=str(window.root.winfo_screen()))
        box = tick_box("ticked", colours, scale)
        edge = box.height
        wanted = box.crop((edge // 4, edge // 4, edge * 3 // 4, edge * 3 // 4)).convert("RGB")
        found = any(
            seen.crop((left, top, left + wanted.width, top + wanted.height)).convert("RGB").tobytes()
            == wanted.tobytes()
            for left in range(edge) for top in range(seen.height - wanted.height))
        assert found, (action, scale)


@window_test
def test_radio_buttons_have_these_circles(hand: Hand) -> None:
    layout = str(ttk.Style(hand.window.root).layout("TRadiobutton"))
    assert "Dot.indicator" in layout
    assert "Radiobutton.label" in layout


def _first_check(widget: object) -> ttk.Checkbutton:
    for child in widget.winfo_children():  # type: ignore[attr-defined]
        if isinstance(child, ttk.Checkbutton):
            return child
        try:
            return _first_check(child)
        except LookupError:
            continue
    raise LookupError
