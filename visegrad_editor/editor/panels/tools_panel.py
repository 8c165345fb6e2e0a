"""The tools panel: the tools, the options of the current one, and the palette of what it draws.

The palette is made from the ruleset, so a kind added there appears here.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from tkinter.font import nametofont

from PIL import Image, ImageTk

from ...lazy_dataclass import dataclass
from ..actions import TOOL_ACTIONS
from ..map import style
from ..session import Session
from ..tools import Tool
from ..tools.brushes import country_name, level_name, palette_countries, palette_levels
from ..widgets.columns import elided
from ..widgets.scroll_bars import ScrollableFrame
from ..widgets.swatches import country_swatch, level_swatch, palette_key, photo, swatch
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel
from ..window.icons import Icons
from ..window.theme import px
from .palette_kinds import digits_of
from .tool_options import ToolOptions

_COLUMNS = 5
_KINDS_PX = 110
"""Minimum height for kinds below the tools, in pixels at 100 %; with less, the tools scroll with them."""


class ToolsPanel(ttk.Frame):
    """The tools panel; `use` takes up a tool by its id."""

    def __init__(self, parent: tk.Misc, session: Session, icons: Icons, use: Callable[[str], None],
                 new_area: Callable[[], None], perform: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._use = session, use
        self._tool = tk.StringVar(self, "select")
        self._draws = ""
        """The section of the palette that the current tool draws from, or ""."""
        self._chosen = tk.StringVar(self)
        self._sections: dict[str, list[tk.Widget]] = {}
        self._entries: dict[str, _Entry] = {}
        self._built_for: object = None
        tools = self._tools = ttk.Frame(self, style="Panel.TFrame", padding=(px(6), px(6), px(6), px(2)))
        tools.grid(row=0, column=0, sticky="ew")
        self._columns = 0
        for action in TOOL_ACTIONS:
            picture = icons.get(action.icon, 24)
            button = ttk.Radiobutton(tools, style="Tool.Toolbutton", variable=self._tool, value=action.tool,
                                     command=lambda t=action.tool: use(t), takefocus=False)  # type: ignore[misc]
            if picture is not None:
                button.configure(image=picture)
            else:
                button.configure(text=action.label.split()[0][:4])
            Tooltip(button, action.tooltip)
        self._arrange_tools(_COLUMNS)
        self._inside = False
        self._fitting = ""
        self.bind("<Configure>", lambda e: self._fit(e.width, e.height))
        self.options = ToolOptions(self, session, new_area, perform, icons)
        self.options.grid(row=1, column=0, sticky="ew", padx=px(8), pady=(px(2), px(4)))
        ttk.Separator(self).grid(row=2, column=0, sticky="ew")
        self._scrolled = ScrollableFrame(self, width=px(206))
        self._scrolled.grid(row=3, column=0, sticky="nsew")
        self.rowconfigure(3, weight=1)
        self.columnconfigure(0, weight=1)
        session.chosen.connect(self._follow)
        session.changed.connect(self._rebuild_if_needed)
        style.changed.connect(self._rebuild_if_needed)
        self._rebuild_if_needed()

    def _fit(self, width: int, height: int) -> None:
        """Put as many tools into a row as fit. If there is too little space left for the kinds, let tools and
        options scroll with them."""
        button = max(b.winfo_reqwidth() for b in self._tools.winfo_children()) + 2
        self._arrange_tools(min(_COLUMNS, max(1, (width - 2 * px(6)) // button)))
        if self._fitting:
            self.after_cancel(self._fitting)
        # Tk computes the heights when it is idle.
        self._fitting = self.after_idle(self._fit_height, height)

    def _fit_height(self, height: int) -> None:
        self._fitting = ""
        if not self.winfo_exists():
            return
        fixed = self._tools.winfo_reqheight() + max(self.options.winfo_reqheight(), self.options.least)
        inside = fixed + px(_KINDS_PX) > height
        if inside != self._inside:
            self._inside = inside
            self.options.reserve(not inside)
            self._place_tools()
            self.after_idle(self._show_tools if inside else self._show_chosen)

    def _place_tools(self) -> None:
        """Put tools and options above the scrolling part, or at its top."""
        kinds = self._scrolled.inside.winfo_children()
        for row, widget in enumerate((self._tools, self.options)):
            if self._inside:
                widget.grid_forget()
                widget.pack(in_=self._scrolled.inside, before=kinds[0], fill="x", padx=px(8) * row)
                widget.lift()
            else:
                widget.pack_forget()
                widget.grid(row=row, column=0, sticky="ew", padx=px(8) * row, pady=(px(2) * row, px(4) * row))

    def _arrange_tools(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for i, button in enumerate(self._tools.winfo_children()):
            assert isinstance(button, ttk.Radiobutton)
            button.grid(row=i // columns, column=i % columns, sticky="nsew", padx=1, pady=1)
        for column in range(_COLUMNS):
            used = column < columns
            self._tools.columnconfigure(column, weight=int(used), uniform="tools" if used else "")

    def commit(self) -> None:
        """Accept text being typed into a field of the tool's options."""
        self.options.commit()

    def show_tool(self, tool: Tool) -> None:
        """Highlight the current tool and what it draws, and show its options."""
        self._tool.set(tool.id)
        self._draws = tool.draws
        self._follow()
        self.options.show(tool)
        self._scrolled.tag_children(self._tools, self.options)
        self.after_idle(self._show_chosen)

    def _show_tools(self) -> None:
        """Scroll to the tools, which scroll with the kinds."""
        if self.winfo_exists() and self._inside:
            self._scrolled.show_top()

    def _show_chosen(self) -> None:
        """Scroll to what the current tool draws: its heading and, if they fit, all its kinds."""
        if not self.winfo_exists():
            return
        # A new panel may not know yet that its tools scroll, too.
        self.update_idletasks()
        if not self._inside and (kinds := self._sections.get(self._draws)):
            chosen = self._entries.get(self._chosen.get(), kinds[-1])
            self._scrolled.see(chosen, chosen)
            self._scrolled.see(kinds[0], kinds[-1])

    def _follow(self) -> None:
        """Highlight what the current tool draws."""
        section = self._draws
        self._chosen.set(f"{section}:{getattr(self._session.brush, section)}" if section else "")

    def _rebuild_if_needed(self) -> None:
        design = self._session.design
        countries = tuple(v for _, v in design.map.countries.legend)
        key = (palette_key(design.ruleset), countries, tuple(palette_levels(design)))
        if self._built_for is None or self._built_for != key:
            self._built_for = key
            self._build()

    def _build(self) -> None:
        """Show what can be drawn. While that is the same, the buttons stay and only look differently: a click
        that is on its way to one, just after a stroke changed a picture, would be lost with it."""
        rules, design = self._session.design.ruleset, self._session.design
        kinds = [_Kind(section, id, name, swatch(rules, section, id)) for section, all in (
            ("terrain", rules.terrain), ("hexside", rules.hexsides), ("road", rules.roads),
            ("feature", rules.features)) for id, name in ((kind.id, kind.name) for kind in all)]
        kinds += [_Kind("country", id, country_name(design, id), country_swatch(design, id))
                  for id in palette_countries(design)]
        kinds += [_Kind("level", n, level_name(n), level_swatch(n)) for n in palette_levels(design)]
        if [kind.key for kind in kinds] != [*self._entries]:
            self._build_entries(kinds)
        for kind in kinds:
            self._entries[kind.key].show(kind.name, photo(self, kind.picture))
        self._follow()

    def _build_entries(self, kinds: list[_Kind]) -> None:
        for child in self._scrolled.inside.winfo_children():
            child.destroy()
        self._sections.clear()
        self._entries.clear()
        for section, title in _TITLES.items():
            some = [kind for kind in kinds if kind.section == section]
            if some:
                label = WrappedLabel(self._scrolled.inside, title, "Section.TLabel")
                label.pack(fill="x", padx=px(8), pady=(px(7), px(2)))
                self._sections[section] = [label]
            for n, kind in enumerate(some):
                entry = self._entries[kind.key] = _Entry(
                    self._scrolled.inside, kind, n, self._chosen, self._choose)
                self._sections[section].append(entry)

    def _choose(self, section: str, id: str) -> None:
        self._session.choose(**{section: id})
        # A tool that draws from this section stays current.
        self._use(self._tool.get() if self._draws == section else section)


_TITLES = {"terrain": "Terrain", "hexside": "Hexsides", "road": "Roads",
           "feature": "Cities and other features", "country": "Countries",
           "level": "Levels"}
"""The sections of the palette, in its order."""


@dataclass(frozen=True)
class _Kind:
    """Something that can be drawn, from a section of the palette."""

    section: str
    id: str
    name: str
    picture: Image.Image

    @property
    def key(self) -> str:
        return f"{self.section}:{self.id}"


class _Entry(ttk.Frame):
    """A kind in the palette: the digits that choose it, its picture and its name."""

    def __init__(self, parent: tk.Misc, kind: _Kind, place: int, chosen: tk.StringVar,
                 choose: Callable[[str, str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self.pack(fill="x", padx=(px(2), px(6)))
        self._shown_name = ""
        self._picture: ImageTk.PhotoImage | None = None
        key = digits_of(place)
        tool = next(a for a in TOOL_ACTIONS if a.tool == kind.section)
        self._tip_end = f"{tool.label.lower()}  ({tool.key_text}, then {' '.join(key)})"
        ttk.Label(self, text=key, width=3, anchor="e", style="Digit.TLabel").pack(side="left")
        self._button = ttk.Radiobutton(
            self, style="Swatch.Toolbutton", compound="left", variable=chosen, value=kind.key,
            command=lambda: choose(kind.section, kind.id))
        self._button.pack(side="left", fill="x", expand=True)
        self._button.bind("<Configure>", lambda e: self._fit(e.width))
        self._tip = Tooltip(self._button, "")

    def show(self, name: str, picture: ImageTk.PhotoImage) -> None:
        """Show a name and a picture."""
        self._button.configure(image=picture)
        self._picture = picture
        if name != self._shown_name:
            self._shown_name = name
            self._button.configure(text=f"  {name}")
            self._tip.text = f"{name}: {self._tip_end}"
            if self._button.winfo_ismapped():
                self._fit(self._button.winfo_width())

    def _fit(self, width: int) -> None:
        """Show the name with an ellipsis if it does not fit; its tooltip has all of it."""
        if self._picture is None:
            return
        measure = nametofont("TkDefaultFont", self).measure
        room = width - self._picture.width() - px(_BESIDE_PX)
        text = f"  {elided(self._shown_name, room, measure)}"
        if self._button.cget("text") != text:
            self._button.configure(text=text)


_BESIDE_PX = 22
"""Pixels at 100 % of an entry beside its swatch and its name."""
