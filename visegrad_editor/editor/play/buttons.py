"""Buttons that Return presses, too, as it does in dialogs."""

from __future__ import annotations

from tkinter import ttk


def pressed_by_return(button: ttk.Button) -> ttk.Button:
    """The button, pressed by Return when it has the keyboard."""
    def press(_event: object) -> str:
        button.invoke()
        return "break"

    for key in ("<Return>", "<KP_Enter>"):
        button.bind(key, press)
    return button
