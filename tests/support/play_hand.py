"""Play-tests in the window, for tests: begun, stepped through, looked at."""

from __future__ import annotations

from tkinter import ttk

from xvfb import Hand

from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.editor.play.start_dialog import StartDialog

HUMANS = {"russian": "human", "allied": "human"}
MOTORIZED, DEFENDER = "russia/138th Motorized", "poland/17th Mechanized Infantry"


def game_of(hand: Hand) -> PlaySession:
    session = hand.window.play.session
    assert session is not None
    return session


def step(hand: Hand) -> tuple[str, str]:
    game = game_of(hand).timeline.game
    return game.step, game.side


def look(hand: Hand, number: str, notches: int = 3) -> None:
    """Zoom in on a hex."""
    window = hand.window
    hex = window.session.design.map.grid.parse(number)
    assert hex is not None
    window.view.zoom(notches)
    window.view.centre_on(window.session.design.map.geometry.centre(hex))
    hand.settle()


def start_by_hand(hand: Hand, dice: str) -> None:
    """Begin with the mouse and the keyboard: two persons, and rolls known beforehand."""
    root = hand.window.root

    def fill() -> None:
        dialog = next(w for w in root.winfo_children() if isinstance(w, StartDialog))
        hand.click_on(list(dialog.seats.values())[-1])
        hand.key("Up", "Return", wait=0.15)
        by_hand = next(w for w in dialog.body.winfo_children()
                       if isinstance(w, ttk.Radiobutton) and "by hand" in str(w.cget("text")))
        hand.click_on(by_hand)
        hand.click_on(dialog.dice)
        hand.type(dice)
        hand.key("Return")

    root.after(400, fill)
    hand.key("F11")
    hand.until(lambda: hand.window.play.on)
    hand.settle(0.3)


def page(hand: Hand, number: int) -> None:
    """Click a tab beside the map."""
    book = hand.window.play.table.side.book
    xs = [x for x in range(book.winfo_width()) if book.tk.call(book, "identify", "tab", x, 10) == number]
    hand.click((book.winfo_rootx() + xs[len(xs) // 2], book.winfo_rooty() + 10))
    assert book.index("current") == number  # type: ignore[no-untyped-call]


def labels(widget: object) -> list[str]:
    """All texts of labels below a widget."""
    found = []
    for child in widget.winfo_children():  # type: ignore[attr-defined]
        if isinstance(child, ttk.Label):
            found.append(str(child.cget("text")))
        found += labels(child)
    return found
