"""Proposing terrain from a scan: samples are clicked on the map, and the proposal is shown at once."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Mapping
from tkinter import ttk
from typing import Any

from PIL import Image, ImageColor, ImageDraw, ImageTk

from ...drawing.curves import Box
from ...hexgrid import Hex, Point
from ...model.edit.blank import first_ground
from ...model.ruleset import Ruleset
from ..map.controller import MapController
from ..map.map_mode import CanvasMode, swallow
from ..map.overlay import Overlay
from ..map.view import MapView
from ..platforms import held_keys, menu_clicks
from ..session import Session
from ..signals import Signal
from ..tools import pointer_at
from ..widgets.keyboard import ALT, CONTROL, SHIFT
from ..widgets.scroll_bars import pack_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel, show_where_room
from ..window import theme
from .terrain_samples import TerrainProposal


class ProposalMode:
    """The mode of the map for a terrain proposal. When its marks are gone, `finish` is called with whether to
    apply it."""

    title = "proposing terrain"

    def __init__(self, session: Session, view: MapView, overlay: Overlay, controller: MapController,
                 proposal: TerrainProposal, finish: Callable[[bool], None], say: Callable[[str], None],
                 complain: Callable[[str], None]) -> None:
        self._session, self._view, self._overlay, self._controller = session, view, overlay, controller
        self._finish, self._say, self._complain = finish, say, complain
        self.proposal = proposal
        self.terrain = session.brush.terrain
        self.changed = Signal()
        """Emitted when samples, decisions or the sampled terrain changed."""
        self.under = ""
        """The text of the proposal at the pointer."""
        self._stroke: set[Hex] | None = None
        controller.use("select")
        self._marks = ProposalMarks(view, proposal, session.design.ruleset)
        self._mode = CanvasMode(view.canvas, "ProposeMap", {
            "<Motion>": self._motion, "<Leave>": self._leave, "<ButtonPress-1>": self._down,
            "<B1-Motion>": self._drag, "<ButtonRelease-1>": self._up, "<Double-ButtonPress-1>": self._down,
            **dict.fromkeys(menu_clicks(), self._right),
            "<Return>": self._return, "<KP_Enter>": self._return,
            "<Control-Return>": lambda _e: self._apply(), "<Escape>": self._escape,
            "<Delete>": self._leave_out, "<Key>": self._other_key, "<KeyRelease-space>": swallow,
            **{f"<{k}>": self._arrow for k in ("Left", "Right", "Up", "Down")},
            **{f"<Shift-{k}>": swallow for k in ("Left", "Right", "Up", "Down")},
            **{f"<Key-{n}>": self._digit for n in range(1, 10)},
        }, "target")
        self._redraw()
        view.canvas.focus_set()

    # -- ending -------------------------------------------------------------------------

    def apply(self) -> None:
        """Apply the proposal."""
        self._end(True)

    def cancel(self) -> None:
        """Leave the map unchanged."""
        self._end(False)

    def _end(self, done: bool) -> None:
        self._mode.close()
        self._marks.close()
        self._overlay.hover(None)
        self._finish(done)

    def undo(self) -> bool:
        """Undo the last choice; False if there is none."""
        done = self.proposal.undo()
        self._redraw()
        return done

    def redo(self) -> bool:
        """Make the choice again that was undone last; False if there is none."""
        done = self.proposal.redo()
        self._redraw()
        return done

    # -- from the panel -----------------------------------------------------------------

    def choose(self, terrain: str) -> None:
        """Sample this terrain from now on."""
        if terrain != self.terrain:
            self.terrain = terrain
            self.changed.emit()

    def limit(self, least: float) -> None:
        """Set the least confidence of changes."""
        self.proposal.least = least
        self._redraw()

    def only_in(self, hexes: Iterable[Hex] | None) -> None:
        """Change only these hexes; None means all."""
        self.proposal.scope = None if hexes is None else frozenset(hexes)
        self._redraw()

    def learn(self) -> None:
        """Take samples from the selected hexes, or else from the painted ones, and report the result."""
        self._say(self._learn_text())
        self._redraw()

    def _learn_text(self) -> str:
        session = self._session
        map, ground = session.design.map, first_ground(session.design.ruleset)
        selected = bool(session.region)
        hexes = session.region if selected else [h for h in map.grid if map.terrain.at(h) != ground]
        if not hexes:
            return "Only open ground has been painted so far. Paint hexes, or select some that are correct."
        count = self.proposal.learn(sorted(hexes))
        which = "the selected hexes" if selected else "the painted hexes"
        if not count:
            return f"There is nothing more to learn from {which}."
        more = "" if selected or self.proposal.choices.samples.get(ground) else (
            " Now click a hex of open ground.")
        return f"{count} samples taken from {which}.{more}"

    def clear(self) -> None:
        """Remove all samples and decisions."""
        self.proposal.clear()
        self._redraw()

    def _redraw(self) -> None:
        self._marks.redraw()
        self.changed.emit()

    def follow(self) -> None:
        """Follow a change of the map."""
        self.proposal.map = self._session.design.map
        self._redraw()

    # -- the mouse ----------------------------------------------------------------------

    def _hex(self, event: Any) -> Hex | None:
        return pointer_at(self._session.design, self._view.to_map(event.x, event.y)).hex

    def _motion(self, event: Any) -> str:
        self._point(self._hex(event))
        return "break"

    def _point(self, hex: Hex | None) -> None:
        """Show the proposal for a hex."""
        self._overlay.hover(hex)
        under = "" if hex is None else self._words(hex)
        if under != self.under:
            self.under = under
            self._say(under)

    def _words(self, hex: Hex) -> str:
        design = self._session.design
        names = {t.id: t.name for t in design.ruleset.terrain}
        now, proposed = design.map.terrain.at(hex), self.proposal.proposed(hex)
        here = f"{design.map.grid.number(hex)}: {names.get(now, now)}"
        if proposed is None:
            return here
        looks = names.get(proposed.terrain, proposed.terrain)
        sure = f"{proposed.confidence:.0%} sure"
        return f"{here}, as proposed ({sure})" if proposed.terrain == now else (
            f"{here}; looks like {looks} ({sure})")

    def _leave(self, _event: Any) -> str:
        self._point(None)
        return "break"

    def _down(self, event: Any) -> str:
        self._view.canvas.focus_set()
        hex = self._hex(event)
        self._controller.put_cursor(hex)
        if held_keys(event.state) & SHIFT:
            self._stroke = set()
            return self._drag(event)
        complaint = self.proposal.sample(self.terrain, self._view.to_map(event.x, event.y))
        self._complain(complaint)
        self._redraw()
        self._point(hex)
        return "break"

    def _drag(self, event: Any) -> str:
        hex = self._hex(event)
        if self._stroke is not None and hex is not None and hex not in self._stroke:
            self._stroke.add(hex)
            self.proposal.decide([hex], self.terrain)
            self._redraw()
        self._point(hex)
        return "break"

    def _up(self, _event: Any) -> str:
        self._stroke = None
        return "break"

    def _right(self, event: Any) -> str:
        hex = self._hex(event)
        if hex is not None:
            self.proposal.leave_out(hex)
            self._redraw()
        return "break"

    # -- the keyboard -------------------------------------------------------------------

    def _arrow(self, _event: Any) -> None:
        # The hex cursor moves after this.
        self._view.canvas.after_idle(lambda: self._point(self._controller.cursor))

    def _return(self, event: Any) -> str:
        cursor = self._controller.cursor
        if cursor is not None and held_keys(event.state) & SHIFT:
            self.proposal.decide([cursor], self.terrain)
        elif cursor is not None:
            self._complain(self.proposal.sample(
                self.terrain, self._session.design.map.geometry.centre(cursor)))
        self._redraw()
        self._point(cursor)
        return "break"

    def _apply(self) -> str:
        self.apply()
        return "break"

    def _leave_out(self, _event: Any) -> str:
        if self._controller.cursor is not None:
            self.proposal.leave_out(self._controller.cursor)
            self._redraw()
        return "break"

    def _digit(self, event: Any) -> str:
        kinds = self._session.design.ruleset.terrain
        place = int(event.keysym) - 1
        if place < len(kinds):
            self.choose(kinds[place].id)
        return "break"

    def _escape(self, _event: Any) -> str:
        self.cancel()
        return "break"

    def _other_key(self, event: Any) -> str | None:
        """Swallow the keys of tools; those of the menus are passed on."""
        held = held_keys(event.state)
        return None if held & (CONTROL | ALT) or event.keysym.startswith("F") else "break"


# The page of the Background panel for a proposal: the terrains with their samples, and the changes.

_ROWS = 7


class ProposalPage(ttk.Frame):
    """Shows the state of a proposal mode; samples are clicked on the map."""

    def __init__(self, parent: tk.Misc, session: Session, mode: ProposalMode) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(10))
        self._session, self._mode = session, mode
        self._filling = False
        self._least = tk.DoubleVar(self, mode.proposal.least)
        self._where = tk.StringVar(self, "all" if mode.proposal.scope is None else "selected")
        ttk.Label(self, text="Terrain from the scan", style="Title.TLabel").pack(anchor="w")
        self._text = WrappedLabel(self)
        self._text.pack(fill="x", pady=(theme.px(4), theme.px(4)))
        self._foot().pack(side="bottom", fill="x", pady=(theme.px(6), 0))
        self._limits().pack(side="bottom", fill="x", pady=(theme.px(4), 0))
        self._pictures: dict[str, ImageTk.PhotoImage] = {}
        table = ttk.Frame(self, style="Panel.TFrame")
        table.pack(fill="both", expand=True)
        self.tree = self._table(table)
        pack_scrolled(self.tree)
        show_where_room(self, WrappedLabel(self, style="Quiet.TLabel", text=(
            "Shift+click paints hexes by hand; a right click leaves a hex as it is. Keys: 1–9, arrows, "
            "Enter, Shift+Enter, Del, Ctrl+Z.")), theme.px(4))
        mode.changed.connect(self.follow)
        self.follow()

    def _foot(self) -> ttk.Frame:
        foot = ttk.Frame(self, style="Panel.TFrame")
        self.apply = ttk.Button(foot, style="Accent.TButton", command=self._mode.apply)
        self.apply.pack(side="right")
        Tooltip(self.apply, "Change these hexes, as one step of the history  (Ctrl+Enter)")
        cancel = ttk.Button(foot, text="Cancel", command=self._mode.cancel)
        cancel.pack(side="right", padx=theme.px(8))
        Tooltip(cancel, "Leave the map as it is  (Esc)")
        return foot

    def _table(self, parent: ttk.Frame) -> ttk.Treeview:
        kinds = self._session.design.ruleset.terrain
        columns = (("samples", "Samples", 72), ("proposed", "Hexes", 60), ("changes", "New", 50))
        tree = ttk.Treeview(parent, columns=[c[0] for c in columns], selectmode="browse",
                            height=min(_ROWS, len(kinds)))
        tree.heading("#0", text="Terrain", anchor="w")
        tree.column("#0", width=theme.px(96), stretch=True)
        for column, text, width in columns:
            tree.heading(column, text=text, anchor="e")
            tree.column(column, width=theme.px(width), anchor="e", stretch=False)
        for kind in kinds:
            self._pictures[kind.id] = self._swatch(kind.colour)
            tree.insert("", "end", kind.id, text=f" {kind.name}", image=self._pictures[kind.id])
        tree.bind("<<TreeviewSelect>>", lambda _e: self._chosen())
        tree.bind("<Escape>", lambda _e: self._mode.cancel())
        tree.bind("<Control-Return>", lambda _e: self._mode.apply())
        return tree

    def _swatch(self, colour: str) -> ImageTk.PhotoImage:
        edge = theme.px(14)
        image = Image.new("RGB", (edge, edge), colour)
        ImageDraw.Draw(image).rectangle((0, 0, edge - 1, edge - 1), outline="#20262e")
        return ImageTk.PhotoImage(image, master=self)

    def _limits(self) -> ttk.Frame:
        frame = ttk.Frame(self, style="Panel.TFrame")
        row = ttk.Frame(frame, style="Panel.TFrame")
        row.pack(fill="x")
        ttk.Label(row, text="At least", style="Panel.TLabel").pack(side="left")
        slider = ttk.Scale(row, from_=0, to=0.95, variable=self._least,
                           command=lambda v: self._limit(float(v)))
        slider.pack(side="left", fill="x", expand=True, padx=theme.px(8))
        for keys, by in (("<Left>", -0.05), ("<Right>", 0.05)):
            slider.bind(keys, lambda _e, b=by: self._step(b))  # type: ignore[misc]
        Tooltip(slider, "Hexes with less confidence than this are not changed; they are hatched on the map")
        self._percent = ttk.Label(row, style="Quiet.TLabel", width=9, anchor="e")
        self._percent.pack(side="right")
        more = ttk.Frame(frame, style="Panel.TFrame")
        more.pack(fill="x", pady=(theme.px(4), 0))
        learn = ttk.Button(more, text="Learn from the map", style="Small.TButton", command=self._mode.learn)
        learn.pack(side="left")
        Tooltip(learn, "Take samples from the selected hexes, or else from all painted ones")
        clear = ttk.Button(more, text="Clear", style="Small.TButton", command=self._mode.clear)
        clear.pack(side="left", padx=theme.px(6))
        Tooltip(clear, "Remove all samples and everything painted by hand here")
        if self._session.region:
            for value, text in (("selected", "Selected"), ("all", "All")):
                button = ttk.Radiobutton(more, text=text, value=value, variable=self._where,
                                         command=self._scope)
                button.pack(side="right", padx=(theme.px(6), 0))
                Tooltip(button, f"Change {text.lower()} hexes")
        return frame

    def _limit(self, least: float) -> None:
        least = round(least * 20) / 20
        if least != self._mode.proposal.least:
            self._mode.limit(least)

    def _step(self, by: float) -> str:
        self._limit(min(0.95, max(0.0, self._mode.proposal.least + by)))
        return "break"

    def _scope(self) -> None:
        self._mode.only_in(None if self._where.get() == "all" else self._session.region)

    def _chosen(self) -> None:
        if not self._filling and self.tree.selection():
            self._mode.choose(self.tree.selection()[0])

    def follow(self) -> None:
        """Show the present samples and proposals."""
        mode = self._mode
        proposal = mode.proposal
        rows = proposal.rows(self.tree.get_children())
        for row in rows:
            self.tree.item(row.terrain, values=(row.samples or "", row.proposed or "", row.changes or ""))
        self._filling = True
        if self.tree.exists(mode.terrain) and self.tree.selection() != (mode.terrain,):
            self.tree.selection_set(mode.terrain)
            self.tree.see(mode.terrain)
        self.after_idle(self._filled)
        changes, doubtful = sum(r.changes for r in rows), len(proposal.doubtful())
        self._least.set(proposal.least)
        self._percent.configure(text=f"{proposal.least:.0%} sure")
        self.apply.configure(text=f"Change {changes:,} hex{'es' if changes != 1 else ''}")
        self.apply.state(["!disabled" if changes else "disabled"])
        if not any(r.samples for r in rows):
            text = "Choose a terrain, click one or two typical hexes of it on the map, then do the next."
        elif doubtful:
            which = "1 hex is" if doubtful == 1 else f"{doubtful:,} hexes are"
            text = f"{which} not sure enough. Add samples where the proposal is wrong, or lower the slider."
        else:
            text = "No hex is in doubt."
        self._text.configure(text=text)

    def _filled(self) -> None:
        self._filling = False


# The marks of a proposal over the map: hexes in the colour of their new terrain, samples with rings.

TAG = "proposal"
_STRENGTH = 215
_DOUBTFUL = 150
_INSET = 0.84
_DARKER = 45
"""The brightness of the rim, in percent of the colour."""
_FINE = 3
"""Pictures are drawn this many times larger and reduced, which smooths them."""


class ProposalMarks:
    """Draws the visible marks on the canvas of a map view; call `redraw` after every change."""

    def __init__(self, view: MapView, proposal: TerrainProposal, ruleset: Ruleset) -> None:
        self._view, self._proposal = view, proposal
        self._colours: Mapping[str, str] = {t.id: t.colour for t in ruleset.terrain}
        self._photos: dict[tuple[str, str, float], ImageTk.PhotoImage] = {}
        self._drawn: tuple[float, Box] | None = None
        view.moved.connect(self._moved)

    def close(self) -> None:
        """Remove everything."""
        self._view.moved.disconnect(self._moved)
        self._view.canvas.delete(TAG)

    def redraw(self) -> None:
        """Draw everything again."""
        canvas, proposal = self._view.canvas, self._proposal
        canvas.delete(TAG)
        scale = self._view.viewport.scale
        if self._drawn is not None and self._drawn[0] != scale:
            self._photos.clear()
        left, top, right, bottom = self._view.viewport.box
        width, height = (right - left) / 2, (bottom - top) / 2
        box = (left - width, top - height, right + width, bottom + height)
        self._drawn = (scale, box)
        changes, doubtful = proposal.changes(), proposal.doubtful()
        for hexes, how in ((doubtful, "doubtful"), (changes, "sure")):
            for hex, proposed in hexes.items():
                self._put(hex, proposed.terrain, how, box)
        for hex, terrain in proposal.choices.by_hand.items():
            self._dot(self._centre(hex), terrain, False)
        for terrain, keys in proposal.choices.samples.items():
            for _, at in keys:
                self._dot(self._centre(at) if isinstance(at, Hex) else at, terrain, True)
        for hex in proposal.choices.left_out:
            self._cross_out(hex)
        canvas.tag_raise("hover")
        canvas.tag_raise("cursor")

    def _moved(self) -> None:
        """Draw again only if other parts of the map have become visible."""
        v = self._view.viewport
        if self._drawn is None or self._drawn[0] != v.scale or not _inside(v.box, self._drawn[1]):
            self.redraw()

    # -- single marks -------------------------------------------------------------------

    def _centre(self, hex: Hex) -> Point:
        return self._proposal.map.geometry.centre(hex)

    def _put(self, hex: Hex, terrain: str, how: str, box: Box) -> None:
        centre = self._centre(hex)
        x, y = self._view.geometry.turned(centre)
        if box[0] <= x <= box[2] and box[1] <= y <= box[3]:
            scale = self._view.viewport.scale
            self._view.canvas.create_image(round(x * scale), round(y * scale), tags=(TAG,),
                                           image=self._picture(terrain, how, scale))

    def _dot(self, at: Point, terrain: str, ringed: bool) -> None:
        x, y = self._view.to_canvas(at)
        r = max(4.0, self._view.viewport.scale * 0.2)
        canvas = self._view.canvas
        if ringed:
            canvas.create_oval(x - r - 3, y - r - 3, x + r + 3, y + r + 3, outline="#20262e", width=2,
                               tags=(TAG,))
        canvas.create_oval(x - r, y - r, x + r, y + r, fill=self._colours.get(terrain, "#888888"),
                           outline="#ffffff", width=2, tags=(TAG,))

    def _cross_out(self, hex: Hex) -> None:
        x, y = self._view.to_canvas(self._centre(hex))
        r = max(4.0, self._view.viewport.scale * 0.3)
        for colour, width in (("#ffffff", 5), ("#c62f2f", 3)):
            self._view.canvas.create_line(x - r, y + r, x + r, y - r, fill=colour, width=width, tags=(TAG,))

    def _picture(self, terrain: str, how: str, scale: float) -> ImageTk.PhotoImage:
        """A hex in the colour of a terrain; a doubtful one is hatched."""
        key = (terrain, how, scale)
        if key not in self._photos:
            edge = max(4, round(scale * 2) + 2)
            big = edge * _FINE
            corners = [self._view.geometry.corner_offset(i) for i in range(6)]
            points = [((x * scale * _INSET + edge / 2) * _FINE, (y * scale * _INSET + edge / 2) * _FINE)
                      for x, y in corners]
            inside = Image.new("L", (big, big))
            sure = how == "sure"
            ImageDraw.Draw(inside).polygon(points, fill=_STRENGTH if sure else 0)
            if not sure:
                stripes = Image.new("L", (big, big))
                draw = ImageDraw.Draw(stripes)
                step = max(15, big // 7)
                for i in range(-big, big, step):
                    draw.line((i, big, i + big, 0), fill=_DOUBTFUL, width=step // 3)
                shape = Image.new("L", (big, big))
                ImageDraw.Draw(shape).polygon(points, fill=255)
                inside.paste(stripes, (0, 0), shape)
            rim = max(_FINE, round(scale * 0.06 * _FINE))
            ImageDraw.Draw(inside).line([*points, points[0], points[1]], fill=255, width=rim, joint="curve")
            colour = ImageColor.getrgb(self._colours.get(terrain, "#888888"))
            image = Image.new("RGBA", (big, big), colour)
            dark = tuple(v * _DARKER // 100 for v in colour[:3])
            ImageDraw.Draw(image).line([*points, points[0], points[1]], fill=dark, width=rim)
            image.putalpha(inside)
            self._photos[key] = ImageTk.PhotoImage(image.reduce(_FINE), master=self._view.canvas)
        return self._photos[key]


def _inside(box: Box, other: Box) -> bool:
    return box[0] >= other[0] and box[1] >= other[1] and box[2] <= other[2] and box[3] <= other[3]
