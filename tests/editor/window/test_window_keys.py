"""The list of keys and its picture: complete, searchable, and readable at every scale."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
import xvfb
from items import some
from xvfb import Hand, window_on

from visegrad_editor.editor.actions import ACTIONS
from visegrad_editor.editor.window.key_help import (
    KEYBOARD,
    NAMES,
    KeyMap,
    as_markdown,
    cap_of,
    caps,
    matching,
    rows,
)


def test_every_key_of_an_action_is_listed_and_has_its_place_on_the_keyboard() -> None:
    listed = {cap for row in rows() for cap in row.caps}
    for action, keys in some((one, keys) for one in ACTIONS for keys in one.keys):
        name, held = cap_of(keys)
        assert (name, held) in listed
        assert name in NAMES or name.startswith("kp_"), f"{action.id}: the picture has no key {name}"


def test_no_key_of_the_map_belongs_to_an_action() -> None:
    own = {cap for row in rows() if row.subject == KEYBOARD for cap in row.caps}
    others = {cap for row in rows() if row.subject != KEYBOARD for cap in row.caps}
    assert not own & others


def test_the_keys_of_the_picture_do_not_overlap_and_have_their_widths() -> None:
    boxes = [cap.box for cap in caps(60, 40)]
    assert max(box[2] for box in boxes) <= 15 * 60
    for (left, top, right, bottom), other in some(combinations(boxes, 2)):
        assert other[0] >= right or other[2] <= left or other[1] >= bottom or other[3] <= top


def test_search_finds_rows_by_key_text_and_subject() -> None:
    assert [r.what for r in matching("ctrl+z", rows())] == ["Undo"]
    assert "Road pen" in {r.what for r in matching("pen tools", rows())}
    assert matching("no such thing", rows()) == []


def test_the_page_of_keys_is_up_to_date() -> None:
    page = Path(__file__).parents[3] / "docs" / "keys.md"
    assert page.read_text("utf-8") == as_markdown(), "run: python scripts/key_list.py"


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("first-steps", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


def opened(hand: Hand) -> KeyMap:
    hand.window.view.canvas.focus_force()
    hand.settle()
    hand.key("F1")
    hand.until(lambda: hand.has_keyboard(KeyMap))
    return next(w for w in hand.window.root.winfo_children() if isinstance(w, KeyMap))


@xvfb.window_test
def test_f1_shows_the_keyboard_ctrl_switches_it_and_search_works(hand: Hand) -> None:
    dialog = opened(hand)
    labels = dialog.picture.labels
    assert labels["t"] == "Terrain brush"
    assert "s" in labels
    hand.do("keydown", "ctrl")
    assert dialog.picture.labels["s"] == "Save"
    hand.do("keyup", "ctrl")
    assert dialog.picture.labels["t"] == "Terrain brush"
    hand.type("undo")
    texts = [dialog.tree.set(r, "what") for r in dialog.tree.get_children()]
    assert "Undo" in texts
    assert "Terrain brush" not in texts
    # A row shows its key: what it wants held is held.
    row = next(r for r in dialog.tree.get_children() if dialog.tree.set(r, "what") == "Undo")
    x, y, width, height = dialog.tree.bbox(row)
    hand.click((dialog.tree.winfo_rootx() + x + width // 2, dialog.tree.winfo_rooty() + y + height // 2))
    assert dialog.picture.labels["z"] == "Undo"
    hand.key("Escape")
    hand.until(lambda: not dialog.winfo_exists())


@xvfb.window_test
@pytest.mark.parametrize("scale", ["scale_100", "scale_150", "scale_200"])
def test_the_keys_fit_on_a_small_screen(hand: Hand, scale: str) -> None:
    hand.window.perform(scale)
    dialog = opened(hand)
    assert dialog.winfo_rootx() >= 0
    assert dialog.winfo_rootx() + dialog.winfo_width() <= 1366
    assert dialog.winfo_rooty() + dialog.winfo_height() <= 768
    assert dialog.tree.winfo_height() > 60
    hand.key("Escape")
    hand.until(lambda: not dialog.winfo_exists())
    hand.window.perform("scale_100")
