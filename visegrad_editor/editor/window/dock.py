"""Panels docked round the map: areas with tabs, moved by hand, put away, floated, and remembered."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from tkinter import ttk
from typing import Any

from ..settings import Settings
from ..signals import Signal
from ..widgets.tabs import Tab, TabHost, TabStrip
from ..widgets.window_place import on_screen, scaled
from . import theme
from .dock_layout import AREA_NAMES, AREAS, Area, Layout, default_layout, layout_from
from .panel_table import PANEL_BY_ID, PANELS

_SETTING = "panels"


class Dock:
    """The areas of a window. Put the map into `centre` with `hold`, then call `arrange`.

    `make_panel` makes the panel of an id in a frame, `bind_keys` makes the keys of the window work in a
    panel's own window, `focus_map` gives the keyboard to the map.

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
        self._stacks = {area: Stack(parents[area], self) for area in AREAS}
        self._holders: dict[str, tk.Frame] = {}
        self._panels: dict[str, ttk.Frame] = {}
        self._floating = Floating(parent, self._float_moved)
        self._titles = {p.id: p.title for p in PANELS}
        self._lent: ttk.Frame | None = None
        self._low = False
        """Whether the column at the right is too low for two areas, and shows them as one."""
        self._up = ""
        """The panel brought up last."""
        self.hint: list[tk.Frame] = []
        """The outline of the place a dragged panel would take."""
        self.changed = Signal()
        """Another panel is open, closed or in front."""
        self.layout = layout_from(settings.get(_SETTING), PANELS)
        if settings.get(_SETTING) is None and parent.winfo_screenwidth() >= theme.px(1600):
            self.layout = self.layout.resized({"right": 430})
        self._sizes = DockSizes(self)
        self._scale = theme.scale()

    # -- what the window asks -----------------------------------------------------------

    def hold(self, view: tk.Widget) -> None:
        """Put the map into the middle, and show the panels round it."""
        self.across.add(self.centre, weight=1)
        self.centre.add(view, weight=1)
        self._show()

    def stack(self, area: Area) -> Stack:
        """The tabs and panels of an area."""
        return self._stacks[area]

    def panel(self, id: str) -> ttk.Frame:
        """The panel of that id, made when it is first asked for."""
        if id not in self._panels:
            # A plain frame of the root can be put into any area, and become a window.
            holder = tk.Frame(self._root)
            self._bind_keys(holder)
            self._holders[id] = holder
            self._panels[id] = self._make_panel(id, holder)
        return self._panels[id]

    def built(self, id: str) -> ttk.Frame | None:
        """The panel of that id where it was made already."""
        return self._panels.get(id)

    def show(self, id: str) -> None:
        """Bring a panel up, where it is closed or behind others, and give it the keyboard."""
        if PANEL_BY_ID[id].large and self.layout.closed.get(id) == PANEL_BY_ID[id].home:
            # Over the lower part of the map, so that what it changes is seen above it.
            low = self._root.winfo_rooty() + self._root.winfo_height() - theme.px(470)
            self.float(id, (self.centre.winfo_rootx(), max(0, low)))
        self._bring_up(id)
        panel = self.panel(id)
        if id in self.layout.floating:
            self._floating.lift(self._holders[id])
        take = getattr(panel, "take_keyboard", None)
        if take is not None:
            take()
        elif isinstance(tree := getattr(panel, "tree", None), ttk.Treeview):
            tree.focus_set()

    def is_open(self, id: str) -> bool:
        """Whether a panel is docked or floats."""
        return self.layout.is_open(id)

    def toggle(self, id: str) -> None:
        """Open a panel that is closed, and close one that is open."""
        if self.is_open(id):
            self.close(id)
        else:
            self.show(id)

    def retitle(self, id: str, title: str) -> None:
        """Another word on a panel's tab, a count for instance."""
        self._titles[id] = title
        for stack in self._stacks.values():
            stack.strip.retitle(id, title)
        if id in self.layout.floating and id in self._holders:
            self._floating.title(self._holders[id], title)

    # -- moving panels ------------------------------------------------------------------

    def move(self, id: str, area: Area, index: int | None = None) -> None:
        """Dock a panel in an area."""
        self._set(self.layout.move(id, area, index))

    def float(self, id: str, at: tuple[int, int] | None = None) -> None:
        """Show a panel in a window of its own, at a place of the screen."""
        if id not in self.layout.floating:
            self._set(self.layout.float(id, self._floating.geometry(self.panel(id), at)))

    def close(self, id: str) -> None:
        """Put a panel away."""
        self._set(self.layout.close(id, PANEL_BY_ID[id].home))
        self._focus_map()

    def leave(self, id: str) -> None:
        """Esc was pressed in a panel: close its window; from a docked one the keyboard goes to the map."""
        if id in self.layout.floating:
            self.close(id)
        else:
            self._focus_map()

    def reset(self) -> None:
        """Every panel at home, in its first size."""
        self._set(default_layout(PANELS))
        self._sizes.apply()

    def lend(self, widget: ttk.Frame) -> Callable[[], None]:
        """Put all panels away and show another widget, a child of `across`, in their place at the right;
        the function given back restores them."""
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
        """Make all panels anew, after the scale of the interface is another one."""
        for holder in self._holders.values():
            holder.destroy()
        self._floating.forget()
        self._holders.clear()
        self._panels.clear()
        for stack in self._stacks.values():
            stack.forget()
        larger, self._scale = theme.scale() / self._scale, theme.scale()
        for id, geometry in self.layout.floating.items():
            self.layout = self.layout.float(id, scaled(geometry, larger))
        self._remember()
        self._show()
        self._sizes.apply()

    def resize(self, layout: Layout) -> None:
        """Remember other sizes; called when a sash was moved."""
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
        """Whether an area has a panel that can be seen now."""
        return self._lent is None and bool(self._seen.areas[area])

    def column_is_low(self, low: bool) -> None:
        """Show both areas at the right as one, or each by itself, as their room allows."""
        if low != self._low:
            self._low = low
            self._show()

    @property
    def _seen(self) -> Layout:
        """The layout as there is room for it."""
        return self.layout.with_corner_in_right(self._up) if self._low else self.layout

    @property
    def has_right(self) -> bool:
        """Whether there is anything at the right of the map."""
        return self._lent is not None or self.shown("right") or self.shown("corner")

    @property
    def right_width(self) -> int:
        """How wide what stands at the right is now."""
        return (self._lent or self.column).winfo_width()

    def _show(self) -> None:
        layout, lent = self._seen, self._lent
        for id, holder in self._holders.items():
            if id not in layout.floating or lent is not None:
                self._floating.dock(holder, self._panels[id])
        for area, stack in self._stacks.items():
            ids = layout.areas[area] if lent is None else ()
            top = layout.top(area) if ids else ""
            tabs = [Tab(i, self._titles[i], PANEL_BY_ID[i].tip) for i in ids]
            # Bringing an area up before its panel is made would show it empty for a moment.
            panel = self.panel(top) if top else None
            stack.show(tabs, top, self._holders[top] if top else None, panel)
        self._show_panes()
        if lent is None:
            for id, geometry in layout.floating.items():
                panel = self.panel(id)
                self._floating.show(self._holders[id], panel, self._titles[id], geometry,
                                    lambda i=id: self.close(i))  # type: ignore[misc]

    def _show_panes(self) -> None:
        column: list[tk.Widget] = [self._stacks[a] for a in ("right", "corner") if self.shown(a)]
        _fill(self.column, column)
        middle = [w for w in _panes(self.centre) if w not in self._stacks.values()]
        bottom = [self._stacks["bottom"]] if self.shown("bottom") else []
        _fill(self.centre, [*middle, *bottom])
        wanted: list[tk.Widget] = [self._stacks["left"]] if self.shown("left") else []
        wanted.append(self.centre)
        if column:
            wanted.append(self.column)
        elif self._lent is not None:
            wanted.append(self._lent)
        _fill(self.across, wanted, heavy=self.centre)
        self._sizes.later()

    # -- what the tabs ask --------------------------------------------------------------

    def choose(self, id: str) -> None:
        """A tab was clicked."""
        self._bring_up(id)

    def _bring_up(self, id: str) -> None:
        before, self._up = self._seen, id
        layout = self.layout.bring_up(id)
        if layout == self.layout and self._seen != before:
            # In front of its own area already, which stands behind the other one now.
            self._show()
            self.changed.emit()
        self._set(layout)

    def menu(self, id: str, x_root: int, y_root: int) -> None:
        """The context menu of a tab."""
        menu = tk.Menu(self._root, tearoff=False)
        here = self.layout.area_of(id)
        for area in AREAS:
            menu.add_command(label=f"Move to the {AREA_NAMES[area]}",
                             state="disabled" if area == here else "normal",
                             command=lambda a=area: self.move(id, a))  # type: ignore[misc]
        menu.add_command(label="Float in a window of its own", command=lambda: self.float(id))
        menu.add_command(label="Close", command=lambda: self.close(id))
        menu.add_separator()
        menu.add_command(label="Reset panels", command=self.reset)
        menu.tk_popup(x_root, y_root)

    def drag(self, id: str, x_root: int, y_root: int, done: bool) -> None:
        """A tab is dragged over the screen, or let go there."""
        drop = drop_at(x_root, y_root, self._rects(), rect_of(self.across))
        if not done:
            self._point_out(drop)
            return
        self.cancel_drag()
        if drop is not None:
            self.move(id, drop.area, self._stacks[drop.area].strip.index_at(x_root, y_root)
                      if drop.area in self._rects() else None)
        elif not inside(x_root, y_root, rect_of(self._root)):
            self.float(id, (x_root - 40, y_root - 10))

    def cancel_drag(self) -> None:
        """No tab is dragged any more."""
        for edge in self.hint:
            edge.destroy()
        self.hint = []

    def _rects(self) -> dict[Area, Rect]:
        return {a: rect_of(s) for a, s in self._stacks.items() if self.shown(a) and s.winfo_ismapped()}

    def _point_out(self, drop: Drop | None) -> None:
        """Outline where the panel would go."""
        if drop is None:
            self.cancel_drag()
            return
        if not self.hint:
            self.hint = [tk.Frame(self._root, background=theme.ACCENT) for _ in range(4)]
        left, top, right, bottom = drop.rect
        x, y = left - self._root.winfo_rootx(), top - self._root.winfo_rooty()
        width, height = right - left, bottom - top
        thick = theme.px(3)
        for edge, (dx, dy, w, h) in zip(self.hint, (
            (0, 0, width, thick), (0, height - thick, width, thick), (0, 0, thick, height),
            (width - thick, 0, thick, height),
        ), strict=True):
            edge.place(x=x + dx, y=y + dy, width=w, height=h)
            edge.lift()


def rect_of(widget: tk.Misc) -> Rect:
    """Where a widget is on the screen."""
    x, y = widget.winfo_rootx(), widget.winfo_rooty()
    return x, y, x + widget.winfo_width(), y + widget.winfo_height()


def _panes(paned: ttk.Panedwindow) -> list[tk.Widget]:
    return [paned.nametowidget(p) for p in paned.panes()]  # type: ignore[no-untyped-call]


def _fill(paned: ttk.Panedwindow, wanted: list[tk.Widget], heavy: tk.Widget | None = None) -> None:
    """Make these the panes, touching only what is another one. The `heavy` one takes what room is left,
    by default the first."""
    heavy = heavy or (wanted[0] if wanted else None)
    for pane in _panes(paned):
        if pane not in wanted:
            paned.forget(pane)
    for i, pane in enumerate(wanted):
        now = _panes(paned)
        if i >= len(now) or now[i] is not pane:
            paned.insert(i if i < len(now) else "end", pane, weight=1 if pane is heavy else 0)


# One area of the dock: tabs, and the panel whose tab is chosen.

class Stack(ttk.Frame):
    """Shows one of its panels at a time. It asks for the size it is given, whatever is in it."""

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
            # The holder is no child of this frame, and would be below it.
            now[0].lift()
            # A panel knows by being mapped that it is seen; its holder's being unmapped would not tell it.
            now[1].pack(fill="both", expand=True)

    def forget(self) -> None:
        """The panel shown is gone."""
        self._shown = None

    def _put_away(self, holder: tk.Frame, panel: ttk.Frame) -> None:
        if str(holder.winfo_manager()) == "pack" and holder.pack_info().get("in") is self.body:
            panel.pack_forget()
            holder.pack_forget()


# Panels in windows of their own: a frame of the window becomes a window, and a frame again.

_FRAME = (10, 44)
"""Pixels across and down that the window manager's frame and title take at most."""


class Floating:
    """Makes windows of the holders of panels. `moved` is told a window's geometry, `close` by which panel's
    window was closed."""

    def __init__(self, root: tk.Tk, moved: Callable[[tk.Frame, str], None]) -> None:
        self._root, self._moved = root, moved
        self._out: set[str] = set()

    def is_out(self, holder: tk.Frame) -> bool:
        """Whether a holder is a window now."""
        return str(holder) in self._out

    def geometry(self, panel: ttk.Frame, at: tuple[int, int] | None) -> str:
        """The geometry of a window for a panel, as large as the panel is; without a place, over the map."""
        panel.update_idletasks()
        width = max(panel.winfo_width(), panel.winfo_reqwidth(), 200)
        height = max(panel.winfo_height(), panel.winfo_reqheight(), 160)
        x, y = at or (self._root.winfo_rootx() + self._root.winfo_width() // 3,
                      self._root.winfo_rooty() + self._root.winfo_height() // 5)
        return f"{min(width, theme.px(960))}x{min(height, theme.px(600))}+{max(0, x)}+{max(0, y)}"

    def show(self, holder: tk.Frame, panel: ttk.Frame, title: str, geometry: str,
             close: Callable[[], None]) -> None:
        """Show a panel in a window of its own."""
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
        """Make a panel's window a frame of the main window again, not shown yet."""
        if not self.is_out(holder):
            return
        holder.unbind("<Configure>")
        self._out.discard(str(holder))
        panel.pack_forget()
        self._root.tk.call("wm", "forget", holder)

    def title(self, holder: tk.Frame, title: str) -> None:
        """Another word in the title of a panel's window."""
        if self.is_out(holder):
            self._root.tk.call("wm", "title", holder, title)

    def lift(self, holder: tk.Frame) -> None:
        """Bring a panel's window up."""
        if self.is_out(holder):
            holder.lift()

    def forget(self) -> None:
        """All holders are gone."""
        self._out.clear()

    def _configured(self, event: Any, holder: tk.Frame) -> None:
        if event.widget is holder and self.is_out(holder):
            self._moved(holder, str(self._root.tk.call("wm", "geometry", holder)))


# How large the areas of the dock are: as large as was chosen, but never so that the map is starved.

LEAST_RIGHT = 340
"""Pixels the panels at the right keep even in a narrow window, at 100 %: their lists need them."""
_SHARE = 0.3
_NARROW = 222 + LEAST_RIGHT
"""Pixels both sides together need: in a window too narrow for that they may take more than half of it,"""
_MOST = 0.55
"""but no greater part than this."""
_BAND = 0.4
"""The part of the height that an area below others may take,"""
_BELOW_MAP = 0.3
"""and below the map."""
LOW_COLUMN = 500
"""A column at the right lower than this, in pixels at 100 %, shows its two areas as one."""


def panel_width(window: int, wanted: int, least: int = LEAST_RIGHT) -> int:
    """Pixels for the panels at the right in a window so wide, where the user wants `wanted`."""
    return min(wanted, max(least, round(window * _SHARE)))


def side_widths(window: int, left: int, right: int) -> tuple[int, int]:
    """Pixels for the panels at the left and at the right of a window so wide, where they want so many (0:
    there are none): the map keeps half of the window, a little less in a very narrow one.

    >>> side_widths(1366, 222, 366), side_widths(1366, 444, 732), side_widths(1024, 444, 680)
    ((222, 366), (307, 376), (253, 309))
    """
    room = max(window // 2, min(round(window * _MOST), _NARROW))
    left = min(left, round(window * _SHARE), max(round(room * 0.45), room - right))
    return left, min(right, room - left)


def band_height(window: int, wanted: int, share: float = _BAND) -> int:
    """Pixels for an area below another one in a window so high, of which it may take a part."""
    return min(wanted, max(60, round(window * share)))


class DockSizes:
    """Keeps the sashes of a dock where the layout says, when the window or its areas change, and tells the
    layout where they were put by hand."""

    def __init__(self, dock: Dock) -> None:
        self._dock = dock
        self._waiting = ""
        self._held: tuple[int, ...] = ()
        for paned in (dock.across, dock.centre, dock.column):
            paned.bind("<Configure>", lambda _e: self.later(), add=True)
            paned.bind("<ButtonPress-1>", self._press, add=True)
            paned.bind("<ButtonRelease-1>", self._release, add=True)

    def later(self) -> None:
        """Fit the areas when the panes have their places."""
        if not self._waiting:
            self._waiting = self._dock.across.after_idle(self.apply)

    def apply(self) -> None:
        """Put the sashes where they belong now."""
        self._waiting = ""
        dock, sizes = self._dock, self._dock.layout.sizes
        across = dock.across
        if not across.winfo_ismapped():
            return
        width, height = across.winfo_width(), across.winfo_height()
        dock.column_is_low(height < theme.px(LOW_COLUMN))
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
            _put(dock.centre, 0, height - band - _sash(across))

    def _now(self) -> dict[Area, int]:
        """The sizes of the areas that can be seen, in pixels at 100 %."""
        dock = self._dock
        found: dict[Area, int] = {}
        for area in ("left", "bottom"):
            if dock.shown(area):
                stack = dock.stack(area)
                found[area] = theme.unscaled(
                    stack.winfo_width() if area == "left" else stack.winfo_height())
        if dock.has_right:
            found["right"] = theme.unscaled(dock.right_width)
        if dock.shown("right") and dock.shown("corner"):
            found["corner"] = theme.unscaled(dock.stack("corner").winfo_height())
        return found

    def _press(self, _event: Any) -> None:
        self._held = tuple(self._now().values())

    def _release(self, _event: Any) -> None:
        """A sash that was moved by hand stays there; one that only gave way to a small window does not
        change what is wanted."""
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


# Where a panel that is dragged by its tab would go: plain geometry of the window's areas.

Rect = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the screen."""


@dataclass(frozen=True)
class Drop:
    """The area, and the rectangle to outline while the panel hangs over it."""

    area: Area
    rect: Rect


def inside(x: int, y: int, rect: Rect) -> bool:
    """Whether a point is in a rectangle."""
    return rect[0] <= x < rect[2] and rect[1] <= y < rect[3]


def drop_at(x: int, y: int, shown: Mapping[Area, Rect], whole: Rect) -> Drop | None:
    """The area a panel let go at a point would be docked in; None over the map.

    `shown` are the areas that have panels now, `whole` the window between toolbar and status bar. An empty
    area takes no room, so its place is a strip along the edge where it would open.

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
    strips: dict[Area, Rect] = {
        "left": (left, top, left + width * 18 // 100, bottom),
        "right": (column, top, right, top + height * 2 // 3 if "corner" not in shown else shown["corner"][1]),
        "corner": (column, top + height * 2 // 3, right, bottom),
        "bottom": (left, bottom - height // 4, right, bottom),
    }
    return next((Drop(area, strips[area]) for area in AREAS
                 if area not in shown and inside(x, y, strips[area])), None)
