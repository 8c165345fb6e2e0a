"""The dock: panels in tabbed areas around the map, which can be moved, closed, floated, and are
remembered."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from tkinter import ttk
from typing import Any

from ...lazy_dataclass import dataclass
from ..settings import Settings
from ..signals import Signal
from ..widgets.keyboard import focused, focused_last
from ..widgets.screen_rect import ScreenRect, screen_rect
from ..widgets.tabs import Tab, TabHost, TabStrip
from ..widgets.window_place import on_screen, scaled
from . import theme
from .dock_layout import AREA_NAMES, AREAS, Area, Layout, default_layout, layout_from
from .panel_table import PANEL_BY_ID, PANELS

_SETTING = "panels"


class Dock:
    """The dock areas of a window. `hold` puts the map into the middle and shows the panels.

    `make_panel` makes the panel with an id in a frame, `bind_keys` makes the keys of the window work in a
    floating panel, `focus_map` gives the keyboard to the map.

    Everything that moves a panel makes a new `layout`, which is then shown and remembered.
    """

    def __init__(self, parent: tk.Tk, settings: Settings, make_panel: Callable[[str, tk.Misc], ttk.Frame],
                 bind_keys: Callable[[tk.Misc], None], focus_map: Callable[[], None]) -> None:
        self._root, self._settings = parent, settings
        self._make_panel, self._bind_keys, self._focus_map = make_panel, bind_keys, focus_map
        self.across = ttk.Panedwindow(parent, orient="horizontal")
        self.centre = ttk.Panedwindow(self.across, orient="vertical")
        self.column = ttk.Panedwindow(self.across, orient="vertical")
        parents: dict[Area, ttk.Panedwindow] = {
            "left": self.across, "right": self.column, "corner": self.column, "bottom": self.centre}
        self._areas = {area: DockArea(parents[area], self) for area in AREAS}
        self._holders: dict[str, tk.Frame] = {}
        self._panels: dict[str, ttk.Frame] = {}
        self._floating = FloatingPanels(parent, self._float_moved)
        self._titles = {p.id: p.title for p in PANELS}
        self._lent: ttk.Frame | None = None
        self._column_is_low = False
        """Whether the right-hand column is too low for two areas and shows them as one."""
        self._last_brought_up = ""
        """The panel brought up last."""
        self.outline: list[tk.Frame] = []
        """The four edges that outline where a dragged panel would be docked."""
        self.wanted = Signal()
        """A panel is about to be brought to the front."""
        self.below_map: Callable[[], int] = lambda: 0
        """The height of what stands below the map in its room, in pixels."""
        self.changed = Signal()
        """A panel was opened, closed, moved or brought to the front."""
        self.layout = layout_from(settings.get(_SETTING), PANELS)
        if settings.get(_SETTING) is None and parent.winfo_screenwidth() >= theme.px(1600):
            self.layout = self.layout.resized({"right": 430})
        # Areas that ask for their size from the first rarely have to be moved once they show.
        sizes = {area: theme.px(size) for area, size in self.layout.sizes.items()}
        self._areas["left"].configure(width=sizes["left"])
        self._areas["right"].configure(width=sizes["right"])
        self._areas["corner"].configure(width=sizes["right"], height=sizes["corner"])
        self._areas["bottom"].configure(height=sizes["bottom"])
        self._sizes = DockSizes(self)
        self._scale = theme.scale()
        # Widgets with bind tags of their own keep those of the window in which they were made.
        parent.bind("<Escape>", self._escape, add=True)

    # -- for the window -----------------------------------------------------------------

    def hold(self, view: tk.Widget) -> None:
        """Put the map into the middle and show the panels around it."""
        self.across.add(self.centre, weight=1)
        self.centre.add(view, weight=1)
        self._show()

    def area(self, area: Area) -> DockArea:
        """The tabs and panels of an area."""
        return self._areas[area]

    def panel(self, id: str) -> ttk.Frame:
        """The panel with that id, made when first asked for."""
        if id not in self._panels:
            # A plain frame of the root can be put into any area and can become a window.
            holder = tk.Frame(self._root)
            self._bind_keys(holder)
            holder.bind("<Escape>", self._escape)
            self._holders[id] = holder
            self._panels[id] = self._make_panel(id, holder)
        return self._panels[id]

    def built(self, id: str) -> ttk.Frame | None:
        """The panel with that id, None if it was not made yet."""
        return self._panels.get(id)

    def show(self, id: str) -> None:
        """Open a panel or bring it to the front, and give it the keyboard if it takes it."""
        self.wanted.emit()
        if self.layout.windows.get(id) == "":
            # Over the lower part of the map, so that the upper part still shows what the panel changes.
            low = self._root.winfo_rooty() + self._root.winfo_height() - theme.px(470)
            self.float(id, (self.centre.winfo_rootx(), max(0, low)))
        self._bring_up(id)
        panel = self.panel(id)
        if id in self.layout.floating:
            self._floating.lift(self._holders[id])
        # A widget that is not mapped yet would get the keyboard too late: the next key would go elsewhere.
        self._root.update_idletasks()
        take = getattr(panel, "take_keyboard", None)
        if take is not None:
            take()
        elif isinstance(tree := getattr(panel, "tree", None), ttk.Treeview):
            tree.focus_set()

    def enter(self, id: str) -> None:
        """Open a panel or bring it to the front, and give it the keyboard in any case."""
        self.show(id)
        panel = self.panel(id)
        if not _is_in(focused(self._root) or focused_last(panel), panel):
            first = panel.tk_focusNext()
            first = first if _is_in(first, panel) else panel
            assert first is not None
            first.focus_set()

    def docked(self, besides: Collection[str] = ()) -> list[tk.Misc]:
        """The widgets of the areas that are shown: their tabs, and the panel in front unless it is one of
        `besides`."""
        found: list[tk.Misc] = []
        for area in filter(self.shown, AREAS):
            found.append(self._areas[area].strip)
            front = self._areas[area].front
            if front is not None and front not in [self._holders.get(id) for id in besides]:
                found.append(front)
        return found

    def is_open(self, id: str) -> bool:
        """Whether a panel is docked or floats."""
        return self.layout.is_open(id)

    def toggle(self, id: str) -> None:
        """Open a closed panel, or close an open one."""
        if self.is_open(id):
            self.close(id)
        else:
            self.show(id)

    def retitle(self, id: str, title: str) -> None:
        """Change the title of a panel, for example to show a count."""
        self._titles[id] = title
        for area in self._areas.values():
            area.strip.retitle(id, title)
        if id in self.layout.floating and id in self._holders:
            self._floating.title(self._holders[id], title)

    # -- moving panels ------------------------------------------------------------------

    def move(self, id: str, area: Area, index: int | None = None) -> None:
        """Dock a panel in an area."""
        self._set(self.layout.move(id, area, index))

    def float(self, id: str, at: tuple[int, int] | None = None) -> None:
        """Show a panel in its own window, `at` a place on the screen in pixels."""
        if id not in self.layout.floating:
            self._set(self.layout.float(id, self._floating.geometry(self.panel(id), at)))

    def close(self, id: str) -> None:
        """Close a panel."""
        self._set(self.layout.close(id, PANEL_BY_ID[id].home))
        self._focus_map()

    def leave(self, id: str) -> None:
        """Leave a panel with Esc: close a floating one; from a docked one, give the keyboard to the map."""
        if id in self.layout.floating:
            self.close(id)
        else:
            self._focus_map()

    def _escape(self, event: Any) -> str:
        """Leave the floating panel in which a widget has no use for Esc."""
        for id in self.layout.floating:
            if f"{event.widget}.".startswith(f"{self._holders.get(id)}."):
                self.leave(id)
                return "break"
        return ""

    def reset(self) -> None:
        """Put every panel back in its original place and size."""
        self._set(default_layout(PANELS))
        self._sizes.apply()

    def fit(self) -> None:
        """Fit the areas again, after what stands below the map has changed its height."""
        self._sizes.later()

    def lend(self, widget: ttk.Frame) -> Callable[[], None]:
        """Hide all panels and show another widget, a child of `across`, on the right instead; the function
        returned restores the panels."""
        self._lent = widget
        self._show()
        self._sizes.later()

        def restore() -> None:
            self._lent = None
            self.across.forget(widget)
            self._show()
            self._sizes.later()

        return restore

    def rebuild(self) -> None:
        """Remake all panels after the scale of the interface has changed."""
        for holder in self._holders.values():
            holder.destroy()
        self._floating.forget()
        self._holders.clear()
        self._panels.clear()
        for area in self._areas.values():
            area.forget()
        larger, self._scale = theme.scale() / self._scale, theme.scale()
        layout = self.layout
        self.layout = replace(
            layout, floating={id: scaled(geometry, larger) for id, geometry in layout.floating.items()},
            windows={id: geometry and scaled(geometry, larger) for id, geometry in layout.windows.items()})
        self._remember()
        self._show()
        self._sizes.apply()

    def resize(self, layout: Layout) -> None:
        """Remember a layout with other sizes after a sash was moved."""
        self.layout = layout
        self._remember()

    def _set(self, layout: Layout) -> None:
        if layout != self.layout:
            self.layout = layout
            self._show()
            self._remember()
            self.changed.emit()

    def _remember(self) -> None:
        self._settings.set(_SETTING, self.layout.data())

    def _float_moved(self, holder: tk.Frame, geometry: str) -> None:
        id = next((i for i, h in self._holders.items() if h is holder), "")
        if id in self.layout.floating and self.layout.floating[id] != geometry:
            self.layout = self.layout.float(id, geometry)
            self._remember()

    # -- showing ------------------------------------------------------------------------

    def shown(self, area: Area) -> bool:
        """Whether an area currently shows a panel."""
        return self._lent is None and bool(self._visible_layout.areas[area])

    def set_low_column(self, low: bool) -> None:
        """Show both areas on the right as one if their column is low, or else separately."""
        if low != self._column_is_low:
            self._column_is_low = low
            self._show()

    @property
    def _visible_layout(self) -> Layout:
        """The layout as it fits into the available space."""
        return self.layout.with_corner_in_right(self._last_brought_up) if self._column_is_low else self.layout

    @property
    def has_right(self) -> bool:
        """Whether there is anything to the right of the map."""
        return self._lent is not None or self.shown("right") or self.shown("corner")

    @property
    def right_width(self) -> int:
        """The width, in pixels, of what is to the right of the map."""
        return (self._lent or self.column).winfo_width()

    def _show(self) -> None:
        layout, lent = self._visible_layout, self._lent
        for id, holder in self._holders.items():
            if id not in layout.floating or lent is not None:
                self._floating.dock(holder, self._panels[id])
        for area, stack in self._areas.items():
            ids = layout.areas[area] if lent is None else ()
            top = layout.top(area) if ids else ""
            tabs = [Tab(i, self._titles[i], PANEL_BY_ID[i].tip) for i in ids]
            # Make the panel first: otherwise the area would be empty for a moment.
            panel = self.panel(top) if top else None
            stack.show(tabs, top, self._holders[top] if top else None, panel)
        self._show_panes()
        if lent is None:
            for id, geometry in layout.floating.items():
                panel = self.panel(id)
                self._floating.show(self._holders[id], panel, self._titles[id], geometry,
                                    lambda i=id: self.close(i))  # type: ignore[misc]

    def _show_panes(self) -> None:
        column: list[tk.Widget] = [self._areas[a] for a in ("right", "corner") if self.shown(a)]
        _fill(self.column, column)
        middle = [w for w in _panes(self.centre) if w not in self._areas.values()]
        bottom = [self._areas["bottom"]] if self.shown("bottom") else []
        _fill(self.centre, [*middle, *bottom])
        wanted: list[tk.Widget] = [self._areas["left"]] if self.shown("left") else []
        wanted.append(self.centre)
        if column:
            wanted.append(self.column)
        elif self._lent is not None:
            wanted.append(self._lent)
        _fill(self.across, wanted, heavy=self.centre)
        self._sizes.later()

    # -- for the tabs -------------------------------------------------------------------

    def choose(self, id: str) -> None:
        """Bring the panel of a clicked tab to the front."""
        self._bring_up(id)

    def _bring_up(self, id: str) -> None:
        before, self._last_brought_up = self._visible_layout, id
        layout = self.layout.bring_up(id)
        if layout == self.layout and self._visible_layout != before:
            # It was in front in its own area, but the other area's panel was shown.
            self._show()
            self.changed.emit()
        self._set(layout)

    def menu(self, id: str, x_root: int, y_root: int) -> None:
        """Open the context menu of a tab."""
        menu = tk.Menu(self._root, tearoff=False)
        here = self.layout.area_of(id)
        for area in AREAS:
            menu.add_command(label=f"Move to {AREA_NAMES[area]}",
                             state="disabled" if area == here else "normal",
                             command=lambda a=area: self.move(id, a))  # type: ignore[misc]
        menu.add_command(label="Float in its own window", command=lambda: self.float(id))
        menu.add_command(label="Close", command=lambda: self.close(id))
        menu.add_separator()
        menu.add_command(label="Reset panels", command=self.reset)
        menu.tk_popup(x_root, y_root)

    def drag(self, id: str, x_root: int, y_root: int, done: bool) -> None:
        """Show where a dragged tab would be docked, or, if `done`, dock or float its panel."""
        drop = drop_at(x_root, y_root, self._rects(), screen_rect(self.across))
        if not done:
            self._show_outline(drop)
            return
        self.cancel_drag()
        if drop is not None:
            self.move(id, drop.area, self._areas[drop.area].strip.index_at(x_root, y_root)
                      if drop.area in self._rects() else None)
        elif not inside(x_root, y_root, screen_rect(self._root)):
            self.float(id, (x_root - 40, y_root - 10))

    def cancel_drag(self) -> None:
        """Remove the outline shown while a tab is dragged."""
        for edge in self.outline:
            edge.destroy()
        self.outline = []

    def _rects(self) -> dict[Area, ScreenRect]:
        return {a: screen_rect(s) for a, s in self._areas.items() if self.shown(a) and s.winfo_ismapped()}

    def _show_outline(self, drop: Drop | None) -> None:
        """Outline where the panel would be docked."""
        if drop is None:
            self.cancel_drag()
            return
        if not self.outline:
            self.outline = [tk.Frame(self._root, background=theme.ACCENT) for _ in range(4)]
        left, top, right, bottom = drop.rect
        x, y = left - self._root.winfo_rootx(), top - self._root.winfo_rooty()
        width, height = right - left, bottom - top
        thick = theme.px(3)
        for edge, (dx, dy, w, h) in zip(self.outline, (
            (0, 0, width, thick), (0, height - thick, width, thick), (0, 0, thick, height),
            (width - thick, 0, thick, height),
        ), strict=True):
            edge.place(x=x + dx, y=y + dy, width=w, height=h)
            edge.lift()


def _is_in(widget: tk.Misc | None, panel: ttk.Frame) -> bool:
    """Whether a widget is in a panel."""
    return widget is not None and str(widget).startswith(f"{panel}.")


def _panes(paned: ttk.Panedwindow) -> list[tk.Widget]:
    return [paned.nametowidget(p) for p in paned.panes()]  # type: ignore[no-untyped-call]


def _fill(paned: ttk.Panedwindow, wanted: list[tk.Widget], heavy: tk.Widget | None = None) -> None:
    """Make these the panes, changing only those that differ. The `heavy` pane, by default the first, takes
    the remaining space."""
    heavy = heavy or (wanted[0] if wanted else None)
    for pane in _panes(paned):
        if pane not in wanted:
            paned.forget(pane)
    for i, pane in enumerate(wanted):
        now = _panes(paned)
        if i >= len(now) or now[i] is not pane:
            paned.insert(i if i < len(now) else "end", pane, weight=1 if pane is heavy else 0)


class DockArea(ttk.Frame):
    """One area of the dock: tabs, and the panel whose tab is chosen. Its size does not depend on its
    panels."""

    def __init__(self, parent: tk.Misc, host: TabHost) -> None:
        super().__init__(parent, style="Panel.TFrame", width=100, height=60)
        self.strip = TabStrip(self, host)
        self.strip.grid(row=0, column=0, sticky="ew")
        self.body = ttk.Frame(self, style="Panel.TFrame")
        self.body.grid(row=1, column=0, sticky="nsew")
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        self.grid_propagate(False)
        self._shown: tuple[tk.Frame, ttk.Frame] | None = None

    def show(self, tabs: Sequence[Tab], chosen: str, holder: tk.Frame | None,
             panel: ttk.Frame | None) -> None:
        """Show these tabs, and the panel in its holder below them."""
        self.strip.show(tabs, chosen)
        now = (holder, panel) if holder is not None and panel is not None else None
        if self._shown is not None and self._shown != now:
            self._put_away(*self._shown)
        self._shown = now
        if now is not None:
            now[0].pack(in_=self.body, fill="both", expand=True)
            # The holder is not a child of this frame and would otherwise be hidden behind it.
            now[0].lift()
            # Pack the panel itself too: panels use <Map> and <Unmap>, which the holder's would not trigger.
            now[1].pack(fill="both", expand=True)

    @property
    def front(self) -> tk.Frame | None:
        """The holder of the panel in front."""
        return None if self._shown is None else self._shown[0]

    def forget(self) -> None:
        """Forget the panel shown; it was destroyed."""
        self._shown = None

    def _put_away(self, holder: tk.Frame, panel: ttk.Frame) -> None:
        if str(holder.winfo_manager()) == "pack" and holder.pack_info().get("in") is self.body:
            panel.pack_forget()
            holder.pack_forget()


# Floating panels.

_FRAME = (10, 44)
"""Width and height in pixels that the window manager's frame and title bar take at most."""


class FloatingPanels:
    """Turns the holders of panels into windows and back into frames. `moved` is called with a holder and the
    new geometry of its window."""

    def __init__(self, root: tk.Tk, moved: Callable[[tk.Frame, str], None]) -> None:
        self._root, self._moved = root, moved
        self._out: set[str] = set()
        self._first = root.bind("<Map>", self._root_shown, add=True)

    def _root_shown(self, event: Any) -> None:
        """Keep the windows above the main one from now on, which Tk does not for a window that is made before
        the main one shows."""
        if event.widget is self._root and self._first:
            self._root.unbind("<Map>", self._first)
            self._first = ""
            for holder in self._out:
                self._root.tk.call("wm", "transient", holder, "")
                self._root.tk.call("wm", "transient", holder, self._root)
                self._root.tk.call("raise", holder)

    def is_out(self, holder: tk.Frame) -> bool:
        """Whether a holder is a window now."""
        return str(holder) in self._out

    def geometry(self, panel: ttk.Frame, at: tuple[int, int] | None) -> str:
        """The geometry of a window as large as a panel, `at` a place on the screen, by default over the
        map."""
        panel.update_idletasks()
        width = max(panel.winfo_width(), panel.winfo_reqwidth(), 200)
        height = max(panel.winfo_height(), panel.winfo_reqheight(), 160)
        x, y = at or (self._root.winfo_rootx() + self._root.winfo_width() // 3,
                      self._root.winfo_rooty() + self._root.winfo_height() // 5)
        return f"{min(width, theme.px(960))}x{min(height, theme.px(600))}+{max(0, x)}+{max(0, y)}"

    def show(self, holder: tk.Frame, panel: ttk.Frame, title: str, geometry: str,
             close: Callable[[], None]) -> None:
        """Show a panel in its own window; `close` is called when the user closes it."""
        if self.is_out(holder):
            return
        holder.pack_forget()
        tk_ = self._root.tk
        tk_.call("wm", "manage", holder)
        tk_.call("wm", "withdraw", holder)
        tk_.call("wm", "title", holder, title)
        tk_.call("wm", "transient", holder, self._root)
        tk_.call("wm", "protocol", holder, "WM_DELETE_WINDOW", holder.register(close))
        tk_.call("wm", "geometry", holder, on_screen(
            geometry, (0, 0, self._root.winfo_screenwidth() - _FRAME[0],
                       self._root.winfo_screenheight() - _FRAME[1])))
        self._root.update_idletasks()
        tk_.call("wm", "deiconify", holder)
        self._out.add(str(holder))
        panel.pack(fill="both", expand=True)
        holder.bind("<Configure>", lambda e: self._configured(e, holder))

    def dock(self, holder: tk.Frame, panel: ttk.Frame) -> None:
        """Make a panel's window a frame of the main window again, without showing it."""
        if not self.is_out(holder):
            return
        holder.unbind("<Configure>")
        self._out.discard(str(holder))
        panel.pack_forget()
        self._root.tk.call("wm", "forget", holder)

    def title(self, holder: tk.Frame, title: str) -> None:
        """Change the title of a panel's window."""
        if self.is_out(holder):
            self._root.tk.call("wm", "title", holder, title)

    def lift(self, holder: tk.Frame) -> None:
        """Bring a panel's window to the front."""
        if self.is_out(holder):
            holder.lift()

    def forget(self) -> None:
        """Forget all holders; they were destroyed."""
        self._out.clear()

    def _configured(self, event: Any, holder: tk.Frame) -> None:
        if event.widget is holder and self.is_out(holder):
            self._moved(holder, str(self._root.tk.call("wm", "geometry", holder)))


# The sizes of the dock areas: as the user chose, but leaving enough for the map.

LEAST_RIGHT = 340
"""Minimum width of the panels on the right, in pixels at 100 %: their lists need it."""
_SHARE = 0.3
"""The share of the window's width that one side may take."""
_NARROW = 222 + LEAST_RIGHT
"""Width in pixels that both sides need: in a narrower window they may together take more than half of it."""
_MOST = 0.55
"""The share of the window's width that both sides together may take at most."""
_BAND = 0.4
"""The share of the height that an area below another one may take."""
_BELOW_MAP = 0.3
"""The share of the height that an area below the map may take."""
_LEAST_BAND = 60
"""What remains of an area below the map at least, in pixels at 100 %: its tabs and a row."""
LOW_COLUMN = 500
"""A right-hand column lower than this, in pixels at 100 %, shows its two areas as one."""


def panel_width(window: int, wanted: int, least: int = LEAST_RIGHT) -> int:
    """The width of the panels on the right, given the window's width and the wanted one; all in pixels."""
    return min(wanted, max(least, round(window * _SHARE)))


def side_widths(window: int, left: int, right: int) -> tuple[int, int]:
    """The widths of the panels on the left and on the right, given the window's width and the wanted ones
    (0 for no panels); all in pixels. The map keeps half of the window, a little less in a very narrow one.

    >>> side_widths(1366, 222, 366), side_widths(1366, 444, 732), side_widths(1024, 444, 680)
    ((222, 366), (307, 376), (253, 309))
    """
    room = max(window // 2, min(round(window * _MOST), _NARROW))
    left = min(left, round(window * _SHARE), max(round(room * 0.45), room - right))
    return left, min(right, room - left)


def band_height(window: int, wanted: int, share: float = _BAND) -> int:
    """The height of an area below another one, given the window's height, the wanted height and the share it
    may take; in pixels."""
    return min(wanted, max(60, round(window * share)))


class DockSizes:
    """Keeps the sashes of a dock where the layout wants them, and stores in the layout where the user moves
    them."""

    def __init__(self, dock: Dock) -> None:
        self._dock = dock
        self._waiting = ""
        self._held: tuple[int, ...] = ()
        for paned in (dock.across, dock.centre, dock.column):
            paned.bind("<Configure>", lambda _e: self.later(), add=True)
            paned.bind("<ButtonPress-1>", self._press, add=True)
            paned.bind("<ButtonRelease-1>", self._release, add=True)

    def later(self) -> None:
        """Set the sizes when Tk has placed the panes."""
        if not self._waiting:
            self._waiting = self._dock.across.after_idle(self.apply)

    def apply(self) -> None:
        """Move the sashes to where they belong."""
        self._waiting = ""
        dock, sizes = self._dock, self._dock.layout.sizes
        across = dock.across
        if not across.winfo_ismapped():
            return
        width, height = across.winfo_width(), across.winfo_height()
        dock.set_low_column(height < theme.px(LOW_COLUMN))
        panes = len(across.panes())  # type: ignore[no-untyped-call]
        left = theme.px(sizes["left"]) if dock.shown("left") else 0
        right = panel_width(width, theme.px(sizes["right"]), theme.px(LEAST_RIGHT)) if dock.has_right else 0
        left, right = side_widths(width - (panes - 1) * _sash(across), left, right)
        if left:
            _put(across, 0, left)
        if right:
            _put(across, panes - 2, width - right - _sash(across))
        if dock.shown("right") and dock.shown("corner"):
            _put(dock.column, 0, height - band_height(height, theme.px(sizes["corner"])) - _sash(across))
        if dock.shown("bottom"):
            band = band_height(height, theme.px(sizes["bottom"]), _BELOW_MAP)
            # The map keeps its half, also where something else stands below it.
            band = min(band, max(theme.px(_LEAST_BAND), height // 2 - _sash(across) - dock.below_map()))
            _put(dock.centre, 0, height - band - _sash(across))

    def _now(self) -> dict[Area, int]:
        """The sizes of the visible areas in pixels at 100 %."""
        dock = self._dock
        sizes: dict[Area, int] = {}
        for area in ("left", "bottom"):
            if dock.shown(area):
                stack = dock.area(area)
                sizes[area] = theme.unscaled(
                    stack.winfo_width() if area == "left" else stack.winfo_height())
        if dock.has_right:
            sizes["right"] = theme.unscaled(dock.right_width)
        if dock.shown("right") and dock.shown("corner"):
            sizes["corner"] = theme.unscaled(dock.area("corner").winfo_height())
        return sizes

    def _press(self, _event: Any) -> None:
        self._held = tuple(self._now().values())

    def _release(self, _event: Any) -> None:
        """Remember a sash that the user moved. One that only moved because the window is small does not
        change the wanted size."""
        self._dock.across.update_idletasks()
        now = self._now()
        held, self._held = self._held, ()
        pairs = zip(now.items(), held, strict=False)
        if moved := {area: size for (area, size), before in pairs if size != before}:
            self._dock.resize(self._dock.layout.resized(moved))


def _sash(paned: ttk.Panedwindow) -> int:
    return int(ttk.Style(paned).lookup("Sash", "sashthickness") or 5)


def _put(paned: ttk.Panedwindow, sash: int, at: int) -> None:
    if int(paned.sashpos(sash)) != at:  # type: ignore[no-untyped-call]
        paned.sashpos(sash, at)  # type: ignore[no-untyped-call]


# Where a panel dragged by its tab would be docked.

@dataclass(frozen=True)
class Drop:
    """The area, and the rectangle to outline while the panel is over it."""

    area: Area
    rect: ScreenRect


def inside(x: int, y: int, rect: ScreenRect) -> bool:
    """Whether a point is in a rectangle."""
    return rect[0] <= x < rect[2] and rect[1] <= y < rect[3]


def drop_at(x: int, y: int, shown: Mapping[Area, ScreenRect], whole: ScreenRect) -> Drop | None:
    """The area in which a panel dropped at a point would be docked; None over the map.

    `shown` are the areas that have panels, `whole` is the window between toolbar and status bar. For an
    empty area, which takes no space, it is a strip along the edge where it would open.

    >>> drop_at(5, 300, {}, (0, 0, 1000, 600))
    Drop(area='left', rect=(0, 0, 180, 600))
    >>> drop_at(500, 300, {}, (0, 0, 1000, 600))
    """
    if not inside(x, y, whole):
        return None
    for area, rect in shown.items():
        if inside(x, y, rect):
            if area == "right" and "corner" not in shown and y > rect[3] - (rect[3] - rect[1]) // 3:
                return Drop("corner", (rect[0], rect[3] - (rect[3] - rect[1]) // 3, rect[2], rect[3]))
            return Drop(area, rect)
    left, top, right, bottom = whole
    width, height = right - left, bottom - top
    column = shown["right"][0] if "right" in shown else right - width * 22 // 100
    strips: dict[Area, ScreenRect] = {
        "left": (left, top, left + width * 18 // 100, bottom),
        "right": (column, top, right, top + height * 2 // 3 if "corner" not in shown else shown["corner"][1]),
        "corner": (column, top + height * 2 // 3, right, bottom),
        "bottom": (left, bottom - height // 4, right, bottom),
    }
    return next((Drop(area, strips[area]) for area in AREAS
                 if area not in shown and inside(x, y, strips[area])), None)
