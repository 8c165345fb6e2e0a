"""Unsaved work on cards outlives the end of the program in the middle."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import xvfb
from card_hand import CardHand, card_window

from visegrad_editor.desk.card_file import load_card
from visegrad_editor.editor.desk.card_game import CardGame, CardGameError
from visegrad_editor.editor.desk.card_window import CardWindow
from visegrad_editor.editor.desk.kept_cards import (
    ENDING,
    FOLDER,
    KeptGame,
    KeptWork,
    read_work,
    work_text,
)
from visegrad_editor.editor.widgets.keyboard import exists

pytestmark = xvfb.MARKS
ROOT = Path(__file__).parents[3]

KILLED = """
import os, signal, sys, time
from dataclasses import replace
from pathlib import Path
from visegrad_editor.editor.app import open_card_window
from visegrad_editor.editor.desk.card_document import read_card
from visegrad_editor.editor.settings import Settings
folder, name = Path(sys.argv[1]), sys.argv[2]
window = open_card_window(read_card(name), Settings(folder))
card = window.document.card
window.document.edit("Title", replace(card, title="Two lanterns"))
page = window._games()
page._begin(7, False)
for order in ("next", 'note text="Rain"', "next"):
    page._order("", order)
page.undo()
end = time.monotonic() + 20
while time.monotonic() < end and window.keeper._written == "":
    window.top.update()
    time.sleep(0.01)
window.keeper.keep()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardHand]:
    with card_window(tmp_path_factory.mktemp("settings")) as hand:
        yield hand


def killed(folder: Path, name: str) -> Path:
    """The file that a window leaves whose process is killed."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder), name], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), *filter(None, sys.path)))}, check=False)
    assert done.returncode == -9, done.stderr
    [left] = (folder / FOLDER).glob(f"*{ENDING}")
    return left


def test_what_a_killed_window_leaves_is_offered_and_restored(tmp_path: Path) -> None:
    path = tmp_path / "my-card.yaml"
    loaded = load_card("lantern-hill")
    assert loaded.reading is not None
    path.write_text(loaded.reading.text, "utf-8")
    settings = tmp_path / "settings"
    xvfb.screen()
    left = killed(settings, str(path))
    work = read_work(left)
    assert work is not None
    assert (work.title, work.path, work.changed) == ("Two lanterns", str(path), True)
    assert work.summary == "the card and a game of 2 orders"
    with card_window(settings) as hand:
        hand.answer("Unsaved work", ("key", "Return"))
        hand.until(lambda: len(windows(hand)) == 2)
        window = windows(hand)[1]
        hand.until(lambda: window.game_page is not None and window.game_page.game is not None)
        assert window.document.path == path
        assert window.document.card.title == "Two lanterns"
        assert window.document.unsaved
        assert window.document.history.undo_label == "Restore"
        assert window.game_page is not None
        game = window.game_page.game
        assert game is not None
        assert [game.log.text(order) for order in game.log.orders] == ["next", "note text=Rain"]
        assert game.ahead == ["next"]
        assert game.unsaved
        # It is kept by the new window now, until that is closed.
        assert not left.exists()
        [own] = (settings / FOLDER).glob(f"*{ENDING}")
        assert own == window.keeper.path
        window.top.destroy()
        hand.until(lambda: not own.exists())


def windows(hand: CardHand) -> list[CardWindow]:
    """The open windows, that of the hand first."""
    root = hand.cards.root
    found = [w for w in gc.get_objects() if isinstance(w, CardWindow) and w.root is root and exists(w.top)]
    return sorted(found, key=lambda w: str(w.top))


def test_it_is_written_a_moment_after_a_change_and_gone_once_saved(hand: CardHand, tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    loaded = load_card("wet-harvest")
    assert loaded.reading is not None
    path.write_text(loaded.reading.text, "utf-8")
    hand.show(path)
    keeper = hand.cards.keeper
    assert hand.cards.document.edit("Title", replace(hand.card, title="Dry harvest")) == ""
    hand.until(keeper.path.exists)
    work = read_work(keeper.path)
    assert work is not None
    assert work.title == "Dry harvest"
    assert work.game is None
    hand.key("ctrl+s")
    hand.until(lambda: not keeper.path.exists())


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 2}', '{"format": 1}',
                                  '{"format": 1, "title": "x", "text": "y", "game": {"seed": "z"}}'])
def test_damaged_files_are_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / f"x{ENDING}"
    path.write_text(text, "utf-8")
    assert read_work(path) is None


def test_work_is_read_as_it_was_written(tmp_path: Path) -> None:
    orders = ("next", 'note text="é"')
    game = KeptGame("kind: card\n", 7, (1, 6), orders, ("next",), "lantern-hill", "/a/game.yaml")
    work = KeptWork("A title", "kind: card\n", "/a/card.yaml", False, game)
    path = tmp_path / f"x{ENDING}"
    path.write_text(work_text(work), "utf-8")
    assert read_work(path) == work
    assert work.card is None
    assert work.summary == "a game of 2 orders"


def test_a_game_that_cannot_be_played_again_says_why() -> None:
    loaded = load_card("wet-harvest")
    assert loaded.reading is not None
    with pytest.raises(CardGameError, match="cannot be played again: "):
        CardGame.from_kept(KeptGame(loaded.reading.text, 1, orders=("nonsense",)))
    with pytest.raises(CardGameError, match="cannot be read"):
        CardGame.from_kept(KeptGame("", 1))
