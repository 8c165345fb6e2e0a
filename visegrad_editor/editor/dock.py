"""Panels docked round the map: areas with tabs, moved by hand, put away, floated, and remembered."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING

from . import theme
from .dock_layout import AREA_NAMES, AREAS, Area, Layout, default_layout, layout_from
from .dock_sizes import DockSizes
from .drop_places import Drop, Rect, drop_at, inside
from .floating import Floating
from .panels import PANEL_BY_ID, PANELS
from .screen_place import scaled
from .signals import Signal
from .stack import Stack
from .tabs import Tab

if TYPE_CHECKING:
    from .window import Window

_SETTING = "panels"


class Dock:
    """The areas of a window. Put the map into `centre` with `hold`, then call `arrange`.

    Everything that moves a panel makes a new `layout`, which is then shown and remembered.
    """

    def __init__(self, window: Window, parent: tk.Tk) -> None:
        self._w, self._root = window, parent
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
        self.layout = layout_from(window.settings.get(_SETTING), PANELS)
        if window.settings.get(_SETTING) is None and parent.winfo_screenwidth() >= theme.px(1600):
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
            self._w.menus.bind_keys(holder)
            self._holders[id] = holder
            self._panels[id] = PANEL_BY_ID[id].factory(self._w, holder)
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
        self._w.view.canvas.focus_set()

    def leave(self, id: str) -> None:
        """Esc was pressed in a panel: close its window; from a docked one the keyboard goes to the map."""
        if id in self.layout.floating:
            self.close(id)
        else:
            self._w.view.canvas.focus_set()

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
        self._w.settings.set(_SETTING, self.layout.data())

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
        wide, high = right - left, bottom - top
        thick = theme.px(3)
        for edge, (dx, dy, w, h) in zip(self.hint, (
            (0, 0, wide, thick), (0, high - thick, wide, thick), (0, 0, thick, high),
            (wide - thick, 0, thick, high),
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
