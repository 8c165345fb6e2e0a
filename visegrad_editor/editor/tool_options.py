"""The options of the tool in hand, above the palette."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Protocol, cast, runtime_checkable

from .flow import Flow
from .icons import Icons
from .line_options import LineOptions
from .measure_options import MeasureOptions
from .name_options import NameOptions
from .paint_options import PaintOptions
from .region_options import RegionOptions, paste_options
from .session import Session
from .theme import px
from .tools.brush import PICKS
from .tooltips import Tooltip

_ROW_PX = 58
"""Room for two rows, for tools with fewer too, so that the palette stays where it is."""
_ERASES = (("hexsides", "Hexsides"), ("roads", "Roads"), ("places", "Places"), ("labels", "Labels"))


@runtime_checkable
class Follows(Protocol):
    """Options that show choices which may change elsewhere, by a key for instance."""

    def follow(self) -> None:
        """Show the choices as they are now."""


class ToolOptions(ttk.Frame):
    """One frame for each tool that has options; `show` brings up the right one."""

    def __init__(self, parent: tk.Misc, session: Session, new_area: Callable[[], None],
                 perform: Callable[[str], None], icons: Icons) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session = session
        self._makers: dict[str, Callable[[], tk.Widget]] = {
            "terrain": lambda: PaintOptions(self, session, perform, icons),
            "country": lambda: PaintOptions(self, session, perform, icons),
            "area": lambda: AreaOptions(self, session, new_area, perform, icons),
            "hexside": lambda: LineOptions(self, session, icons, hexsides=True),
            "road": lambda: LineOptions(self, session, icons, hexsides=False),
            "eraser": lambda: EraserOptions(self, session),
            "name": lambda: NameOptions(self, session, perform),
            "pick": lambda: PickOptions(self, session),
            "region": lambda: RegionOptions(self, session),
            "measure": lambda: MeasureOptions(self, session),
            "paste": lambda: paste_options(self, session, perform, icons),
        }
        self._tool = ""
        self.shown: tk.Widget | None = None
        """The options of the tool in hand."""
        session.chosen.connect(self._follow)
        session.changed.connect(self._follow)
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, minsize=px(_ROW_PX))
        self.show("select")

    def show(self, tool: str) -> None:
        """Show the options of a tool."""
        if tool == self._tool:
            return
        if self._tool == "name":
            self.commit()
            self._session.brush.named = None
        self._tool = tool
        if self.shown is not None:
            self.shown.destroy()
            self.shown = None
        if tool in self._makers:
            self.shown = self._makers[tool]()
            self.shown.grid(row=0, column=0, sticky="ew")
        else:
            self.configure(height=max(1, int(self.rowconfigure(0)["minsize"])))

    @property
    def least(self) -> int:
        """Pixels down that are kept for the options where they do not scroll."""
        return px(_ROW_PX)

    def reserve(self, on: bool) -> None:
        """Keep room for two rows also for tools with fewer, or no longer, where all of it scrolls."""
        self.rowconfigure(0, minsize=px(_ROW_PX) if on else 0)
        if not on and self.shown is None:
            # A frame without anything in it keeps the height it had.
            self.configure(height=1)

    def commit(self) -> None:
        """Hand over what is being typed."""
        if isinstance(self.shown, NameOptions):
            self.shown.commit()

    def _follow(self) -> None:
        if isinstance(self.shown, Follows):
            self.shown.follow()


class AreaOptions(ttk.Frame):
    """The area that is painted, and how."""

    def __init__(self, parent: tk.Misc, session: Session, new_area: Callable[[], None],
                 perform: Callable[[str], None], icons: Icons) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session = session
        self._takes = tk.BooleanVar(self)
        row = Flow(self, gap=px(3))
        row.pack(fill="x", pady=(0, px(4)))
        self.choice = ttk.Combobox(row, state="readonly", width=10)
        row.add(self.choice, stretch=True)
        self.choice.bind("<<ComboboxSelected>>", lambda _e: self._chosen())
        row.add(ttk.Button(row, text="New…", style="Small.TButton", command=new_area), px(4))
        takes = ttk.Checkbutton(
            row, image=cast(tk.PhotoImage, icons.get("take-away", 16)) or "", variable=self._takes,
            style="Tool.Toolbutton", takefocus=False,
            command=lambda: session.choose(take_away=self._takes.get()))
        row.add(takes, px(4))
        Tooltip(takes, "Take hexes from the area, and do not add them  (Shift)")
        self._paint = PaintOptions(self, session, perform, icons)
        self._paint.pack(fill="x")
        self.follow()

    def _chosen(self) -> None:
        areas = self._session.design.map.areas
        if 0 <= (i := self.choice.current()) < len(areas):
            self._session.choose(area=areas[i].id)

    def follow(self) -> None:
        """Show the areas and the choice as they are now."""
        map, brush = self._session.design.map, self._session.brush
        self.choice.configure(values=[a.name for a in map.areas])
        area = map.area_by_id.get(brush.area)
        self.choice.set(area.name if area else "")
        self._takes.set(brush.take_away)
        self._paint.follow()


class EraserOptions(ttk.Frame):
    """What the eraser takes away."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._boxes = {id: tk.BooleanVar(self, id in session.brush.erase) for id, _ in _ERASES}

        def chosen() -> None:
            session.choose(erase=frozenset(id for id, box in self._boxes.items() if box.get()))

        row = Flow(self, gap=px(2))
        row.pack(fill="x")
        for id, text in _ERASES:
            row.add(ttk.Checkbutton(row, text=text, variable=self._boxes[id], command=chosen), px(8))


class PickOptions(ttk.Frame):
    """What the eyedropper takes up."""

    def __init__(self, parent: tk.Misc, session: Session) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session = session
        row = Flow(self, gap=px(2))
        row.pack(fill="x")
        row.add(ttk.Label(row, text="Takes up", style="Panel.TLabel"))
        self.choice = ttk.Combobox(row, values=list(PICKS.values()), state="readonly", width=12)
        row.add(self.choice, px(6), stretch=True)
        self.choice.bind("<<ComboboxSelected>>",
                         lambda _e: session.choose(picks=list(PICKS)[self.choice.current()]))
        self.follow()

    def follow(self) -> None:
        """Show the choice as it is now."""
        self.choice.current(list(PICKS).index(self._session.brush.picks))
