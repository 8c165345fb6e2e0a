"""Games and players of packages that fail in the window are named, and not taken for the program's bugs."""

from __future__ import annotations

import pytest
import xvfb
from packages import Packages
from play_hand import game_of
from xvfb import Show

from visegrad_editor.editor import errors
from visegrad_editor.editor.errors import log_path
from visegrad_editor.editor.play import play_mode, table
from visegrad_editor.editor.play.start_dialog import PlayTestOptions

pytestmark = xvfb.MARKS


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What messages say; nobody has to answer them."""
    said: list[str] = []

    def note(parent: object, title: str, text: str, details: str = "") -> None:
        said.append(f"{text} {details}")

    for module in (errors, play_mode, table):
        monkeypatch.setattr(module, "message", note)
    return said


def test_a_chapter_that_fails_in_begin_is_named(
    show: Show, packages: Packages, messages: list[str],
) -> None:
    scenario = packages.game("fogland", "def begin(self, w):\n    raise RuntimeError('boom')")
    window = show(scenario).window
    assert not window.play.start(PlayTestOptions({"blue": "human", "red": "human"}, 1))
    (text,) = messages
    assert text.startswith("The scenario cannot be set up: The rules for the system 'fogland' of the package "
                           "fogland_rules fail: RuntimeError: boom (")
    assert "RuntimeError: boom" in log_path().read_text("utf-8")
    assert not window.play.on


def test_a_player_that_fails_is_named_and_not_the_game(
    show: Show, packages: Packages, messages: list[str],
) -> None:
    scenario = packages.game("fogland")
    packages.player("clumsy", "game.apply('pass')\nraise RuntimeError('boom')")
    hand = show(scenario)
    assert hand.window.play.start(PlayTestOptions({"blue": "clumsy", "red": "human"}, 1))
    hand.until(lambda: messages)
    (text,) = messages
    assert "The player 'clumsy' of the package clumsy_pack fails in turn 1, at order 1: RuntimeError" in text
    assert "fogland_rules" not in text
    game = game_of(hand).timeline.game
    assert game.orders == ()
    assert game.side == "blue"


def test_a_hint_that_ends_the_program_ends_only_the_player(
    show: Show, packages: Packages, messages: list[str],
) -> None:
    scenario = packages.game("fogland", parts=", decisions=lambda: {'move': lambda *parts: exit(4)}")
    hand = show(scenario)
    assert hand.window.play.start(PlayTestOptions({"blue": "planner", "red": "human"}, 1))
    hand.until(lambda: messages)
    assert ("The rules for the system 'fogland' of the package fogland_rules fail: it ends the program by "
            "sys.exit(4) (") in messages[0]
    assert hand.alive


def test_a_chapter_that_ends_the_program_ends_only_the_order(
    show: Show, packages: Packages, messages: list[str],
) -> None:
    scenario = packages.game(
        "fogland", "def at(self, w, moment, **facts):\n"
        "    if moment == 'entered' and w.turn:\n        exit(3)")
    hand = show(scenario)
    window = hand.window
    assert window.play.start(PlayTestOptions({"blue": "human", "red": "human"}, 1))
    with hand.faults_told():
        order = game_of(hand).timeline.game.parse("move 1st Foot 0305-0404-0505")
        window.root.after(1, lambda: game_of(hand).give(order))
        hand.until(lambda: messages)
    (text,) = messages
    assert text.startswith("This step failed because of an error in an installed package.")
    # A step may fail after it has changed the design: the program cannot know how far it came.
    assert "What it changed before that is still changed, and Ctrl+Z undoes it." in text
    assert ("The method `at` of the chapter `fog` of the package fogland_rules fails: it ends the program by "
            "sys.exit(3) (") in text
    assert game_of(hand).orders == ()
    assert hand.alive
