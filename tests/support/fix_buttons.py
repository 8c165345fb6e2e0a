"""Fixes of the problem that is selected in the panel of problems, chosen with mouse and keys."""

from __future__ import annotations

from xvfb import Hand


def choose_fix(hand: Hand, nth: int = 0) -> str:
    """Choose a fix by its button, or from the menu that a low list has instead; its label."""
    panel = hand.window.problems
    button = (panel.fix, panel.other_fix)[nth]
    label = " ".join(str(button.cget("text")).split())
    if button.winfo_ismapped():
        hand.click_on(button)
    else:
        hand.click_on(panel.menu)
        hand.key(*["Down"] * (nth + 1), "Return")
    return label
