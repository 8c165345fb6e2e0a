"""The options of the brushes: how one paints, with which shape and size."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import cast

from ..model.brushes import TIP_SHAPES, TIP_SIZES, TipShape, tip
from .actions import BY_ID
from .flow import Flow
from .icons import Icons
from .session import Session
from .theme import px
from .tools.base import count
from .tools.brush import MODES, Mode
from .tooltips import Tooltip

_TIPS: dict[Mode, str] = {
    "freehand": "Freehand: drag over hexes",
    "line": "Straight line: drag, or click both ends. Shift: in one of twelve directions",
    "rectangle": "Rectangle: drag, or click two corners. Shift: as high as wide. Ctrl: from the middle",
    "hexagon": "Hexagon: drag, or click its middle and its rim. Ctrl: from rim to rim",
    "fill": "Flood fill: connected hexes that are alike",
}
_NEW = "Selected hexes…"


class PaintOptions(ttk.Frame):
    """Buttons for the ways to paint; the shape of the brush, its size and how it is turned."""

    def __init__(
        self, parent: tk.Misc, session: Session, perform: Callable[[str], None], icons: Icons
    ) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._perform = session, perform
        self._mode = tk.StringVar(self)
        self._outline = tk.BooleanVar(self)
        row = Flow(self)
        row.pack(fill="x")
        for mode in MODES:
            button = ttk.Radiobutton(
                row, image=_picture(icons, mode), value=mode, variable=self._mode, style="Tool.Toolbutton",
                takefocus=False, command=lambda m=mode: session.choose(mode=m))  # type: ignore[misc]
            row.add(button)
            Tooltip(button, f"{_TIPS[mode]}  ({BY_ID['next_mode'].key_text} changes)")
        self.outline_button = ttk.Checkbutton(
            row, image=_picture(icons, "outline"), variable=self._outline, style="Tool.Toolbutton",
            takefocus=False, command=lambda: session.choose(outline=self._outline.get()))
        row.add(ttk.Frame(row, style="Panel.TFrame", width=1), stretch=True)
        row.add(self.outline_button)
        Tooltip(self.outline_button,
                f"The outline only, as thick as the brush  ({BY_ID['brush_outline'].key_text})")
        line = self._line = Flow(self, gap=px(4))
        line.pack(fill="x", pady=(px(4), 0))
        self.shape_box = ttk.Combobox(line, state="readonly", width=9)
        line.add(self.shape_box, stretch=True)
        self.shape_box.bind("<<ComboboxSelected>>", lambda _e: self._shape_chosen())
        self.size_box = ttk.Combobox(line, state="readonly", width=7)
        line.add(self.size_box, px(4))
        self.size_box.bind(
            "<<ComboboxSelected>>", lambda _e: session.choose(size=self.size_box.current()))
        self.turn_button = _small(line, icons, "turn-right", lambda: perform("turn_brush"),
                           f"Turn the shape by 60°  ({BY_ID['turn_brush'].key_text})")
        self.forget_button = _small(
            line, icons, "take-away", lambda: perform("forget_brush"), "Forget this shape")
        line.add(self.forget_button, px(2))
        line.add(self.turn_button, px(2))
        Tooltip(self.shape_box, "The shape of the brush")
        Tooltip(self.size_box, "Its size  (Comma, Period)")
        self.follow()

    def _shape_chosen(self) -> None:
        wanted = self.shape_box.get()
        if wanted == _NEW:
            self.follow()
            self._perform("brush_from_selection")
            return
        ids: dict[str, str] = {name: id for id, name in TIP_SHAPES.items()}
        id = ids.get(wanted, wanted)
        self._session.choose(tip=id, own_tip=self._session.tips[id])

    def follow(self) -> None:
        """Show the brush as it is now."""
        brush, tips = self._session.brush, self._session.tips
        own = brush.tip not in TIP_SHAPES
        self._mode.set(brush.mode)
        self._outline.set(brush.outline)
        self.outline_button.state(["!disabled" if brush.mode in ("rectangle", "hexagon") else "disabled"])
        self.shape_box.configure(values=[*TIP_SHAPES.values(), *tips.names, _NEW])
        self.shape_box.set(brush.tip if own else TIP_SHAPES[cast(TipShape, brush.tip)])
        if own:
            self.size_box.configure(values=[count(len(brush.offsets), "hex")], state="disabled")
            self.size_box.set(count(len(brush.offsets), "hex"))
            self._line.show(self.forget_button, True)
        else:
            shape = cast(TipShape, brush.tip)
            sizes = [count(len(tip(shape, n)), "hex") for n in range(TIP_SIZES)]
            self.size_box.configure(values=sizes, state="readonly")
            self.size_box.current(brush.size)
            self._line.show(self.forget_button, False)
        self._line.show(self.turn_button, own or brush.tip in ("triangle", "row"))


def _picture(icons: Icons, name: str) -> tk.PhotoImage | str:
    return cast(tk.PhotoImage, icons.get(name, 16)) or ""


def _small(parent: tk.Misc, icons: Icons, icon: str, command: Callable[[], None], tip: str) -> ttk.Button:
    button = ttk.Button(parent, image=_picture(icons, icon), style="Tool.TButton", takefocus=False,
                        command=command)
    Tooltip(button, tip)
    return button
