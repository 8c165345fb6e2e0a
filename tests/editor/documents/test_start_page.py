"""The start page: samples with their pictures, recent files, and whether it shows when the program starts."""

from __future__ import annotations

from pathlib import Path

import pytest
from xvfb import MARKS, Hand, Show

from visegrad_editor.editor.documents.start_page import StartPage, picture_file, sentences, wanted_at_start
from visegrad_editor.model.files.catalogue import find_bundled, samples
from visegrad_editor.model.files.resources import resource_folder

pytestmark = MARKS


@pytest.fixture
def hand(show: Show) -> Hand:
    return show("historical")


def test_the_scenarios_to_begin_with_come_first_and_each_exists() -> None:
    first = (resource_folder("sample_scenarios") / "first.txt").read_text("utf-8").split()
    assert len(first) > 3
    assert [b.name for b in samples()][:len(first)] == first
    kinds = [b.kind for b in samples()]
    assert kinds == sorted(kinds, key=("scenario", "map", "card").index)
    assert all(picture_file(b).is_file() for b in samples())


def test_each_sample_is_told_in_a_sentence_below_its_name(hand: Hand) -> None:
    told = sentences()
    assert len(told) > 20
    assert all(text.endswith(".") for text in told.values())
    lines = (resource_folder("sample_scenarios") / "about.txt").read_text("utf-8").splitlines()
    without = {f"{b.kind}s/{b.name}" for b in samples() if not b.summary}
    assert {line.partition(": ")[0] for line in lines} == without
    page = page_of(hand)
    for name, tile in page.tiles.items():
        (label,) = (w for w in tile.master.winfo_children() if w is not tile)
        assert label.cget("text") == told[name]
        assert label.winfo_rooty() >= tile.winfo_rooty() + tile.winfo_height()
        assert label.winfo_reqwidth() <= tile.winfo_width()
    page.cancel()


def page_of(hand: Hand) -> StartPage:
    hand.window.perform("start_page")
    hand.window.perform("start_page")  # brings it to the front
    (page,) = (w for w in hand.window.root.winfo_children() if isinstance(w, StartPage))
    hand.until(lambda: hand.has_keyboard(StartPage))
    hand.settle(0.2)
    return page


def test_arrows_go_from_sample_to_sample_and_return_opens_one(hand: Hand) -> None:
    page = page_of(hand)
    assert list(page.tiles)[:4] == [f"scenarios/{name}" for name in (
        "two-turns", "first-steps", "hollen", "historical")]
    hand.key("Right", "Right", "Left", "Down", "Up", "Right")
    hand.key("Return")
    hand.until(lambda: hand.window.session.document.path is not None
               and hand.window.session.document.path.stem == "hollen")
    assert not page.winfo_exists()


def test_a_click_opens_a_recent_file(hand: Hand, tmp_path: Path) -> None:
    mine, gone = tmp_path / "mine.yaml", tmp_path / "gone.yaml"
    sample = find_bundled("maps/hollen")
    assert sample is not None
    mine.write_bytes(sample[1].read_bytes())
    hand.window.settings.remember(mine)
    hand.window.settings.remember(gone)
    page = page_of(hand)
    assert [str(b.cget("text")) for b in page.recent][:2] == ["gone.yaml (not found)", "mine.yaml"]
    assert page.recent[0].instate(["disabled"])
    hand.click_on(page.recent[1])
    hand.until(lambda: hand.window.session.document.path == mine)
    assert not page.winfo_exists()


def test_it_is_not_shown_again_once_that_was_unticked(hand: Hand) -> None:
    settings = hand.window.settings
    assert wanted_at_start(settings)
    page = page_of(hand)
    (box,) = (w for w in page.foot.winfo_children() if w.winfo_class() == "TCheckbutton")
    hand.click_on(box)
    hand.key("Escape")
    assert not page.winfo_exists()
    assert not wanted_at_start(settings)


def test_the_window_tells_that_nothing_was_lost(hand: Hand) -> None:
    told = list[bool]()
    hand.window.safety.nothing_lost.connect(lambda: told.append(True))
    hand.window.safety.begin()
    assert told == [True]
