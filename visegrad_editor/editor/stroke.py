"""What may be done while a stroke is being drawn: nothing changes or loses it unasked."""

from __future__ import annotations

from .actions import Action

_MEANWHILE = frozenset({
    "undo", "save", "zoom_in", "zoom_out", "fit", "show_counters", "show_numbers", "show_names",
    "brush_smaller", "brush_larger", "brush_outline", "turn_brush"})
"""Actions that leave a stroke as it is so far. `undo` drops it and nothing else."""
LET_GO = "Let go of the mouse button first; Ctrl+Z or Esc drops what is being drawn."
END_FIRST = "End what is being drawn first, with Enter, or drop it with Esc."


def why_not_now(action: Action) -> str:
    """Why an action must wait while the button is down, "" where it need not. A tool is taken up at once:
    what was drawn is made first.

    >>> from .actions import BY_ID
    >>> why_not_now(BY_ID["tool_road"]), why_not_now(BY_ID["zoom_in"]), why_not_now(BY_ID["redo"]) == LET_GO
    ('', '', True)
    """
    return "" if action.tool or action.id in _MEANWHILE else LET_GO
