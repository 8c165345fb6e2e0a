"""The lists of Tk's own file dialogs in the colours of the theme.

Where the system has no file dialog, Tk brings its own, and its list of files is white with black letters
whatever the styles say. Their code is changed so that it asks the styles.
"""

from __future__ import annotations

import tkinter as tk
from contextlib import suppress

_CHANGES = {
    "Create": (("-background white", "-background [ttk::style lookup TEntry -fieldbackground]"),
               ("set fill black", "set fill [ttk::style lookup . -foreground]")),
    "DrawSelection": (("-fill black", "-fill $fill"),),
}
"""Methods of Tk's list of icons, and what in them names a colour."""


def colour_file_lists(root: tk.Misc) -> None:
    """Let the file dialogs of this interpreter take their colours from the styles; where Tk has none of
    its own, or another version of them, they stay as they are."""
    tcl = root.tk
    with suppress(tk.TclError):
        if not tcl.call("info", "commands", "::tk::IconList"):
            tcl.call("auto_load", "::tk::IconList")
        for method, changes in _CHANGES.items():
            arguments, body = tcl.splitlist(tcl.call("info", "class", "definition", "::tk::IconList", method))
            for old, new in changes:
                body = str(body).replace(old, new)
            tcl.call("oo::define", "::tk::IconList", "method", method, arguments, body)
