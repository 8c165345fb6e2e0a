"""The board: the map of the window while a game is played on it."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image, ImageDraw, ImageTk

from ...drawing.viewport import without_gaps
from ...hexgrid import Hex, Point
from ...model.design import Design
from ..map.controller import MapController
from ..map.overlay import Overlay
from ..map.view import MapView
from ..session import Session
from ..tools import Preview
from .decision import Shade
from .decision_panel import cause_of_decision
from .map_input import MapInput, PlayFan
from .session import PlaySession
from .timeline import TimelineEntry
from .words import movement_points


class PlayBoard:
    """Shows `game` on the map instead of the design of `session` and handles mouse and keys there until it is
    closed. Then the view, the selection and the design are restored."""

    def __init__(self, view: MapView, overlay: Overlay, controller: MapController, session: Session,
                 game: PlaySession) -> None:
        self._view, self._overlay, self._controller = view, overlay, controller
        self._session, self._game = session, game
        controller.use("select")
        self._selection, self._view_as_before = (session.hex, session.units), view.restorer()
        session.select(None)
        controller.forget()
        overlay.region(frozenset())
        self._marks = BoardMarks(view, game.design)
        self._animation = Animation(view, overlay, game.design)
        self.input = MapInput(view, controller, overlay, game, self._point_out)
        self._give_fan_back = controller.fan.serve(PlayFan(game, self.input))

    def close(self) -> None:
        """Give the map back to editing, as it was. The panels around it must be back in place before."""
        view, session = self._view, self._session
        self._give_fan_back()
        self._animation.stop()
        self._marks.close()
        self.input.close()
        session.select(*self._selection)
        self._overlay.region(session.region)
        view.update_idletasks()
        self._view_as_before()
        view.renderer.position = None
        view.touch(view.renderer.update(session.design))
        self._overlay.show(session.design)
        self._controller.forget()
        self._controller.show_game_pointer(None, "")
        self.take_keyboard()

    def take_keyboard(self) -> None:
        """Give the map the keyboard."""
        self._view.canvas.focus_set()

    def close_gaps(self) -> None:
        """Close gaps at the edges of the map after its window became larger."""
        view = self._view
        view.update_idletasks()
        now = view.viewport.resized(view.canvas.winfo_width(), view.canvas.winfo_height())
        if (closed := without_gaps(now, view.renderer.bounds)) != now:
            view.look(closed)

    # -- following the game -------------------------------------------------------------

    def show(self) -> None:
        """Show the present state of the game, and what can be chosen."""
        view, game = self._view, self._game
        view.renderer.position = game.views()
        view.touch(view.renderer.update(game.design))
        self._overlay.show(game.current_design())
        self._animation.stop()
        self.show_choice()
        self._point_out(self._controller.hex)
        if not game.my_turn:
            self._overlay.cursor(None)

    def show_choice(self) -> None:
        """Mark what can be chosen and what is chosen, and scroll to the target hex."""
        game = self._game
        self._controller.fan.refresh()
        battle = game.position.battle
        cause = None if battle else cause_of_decision(game)
        aim = battle or (cause.hexes[0] if cause and cause.hexes else "")
        if not game.my_turn:
            self._marks.show([], aim=aim)
            return
        decision = game.decision
        units = game.position.units
        picked = {units[k].hex for k in decision.picked if units[k].hex}
        self._marks.show(decision.shades(), decision.sources(), picked, decision.target or aim)
        if aim and (hex := game.design.map.grid.parse(aim)) is not None:
            self._view.reveal(game.design.map.geometry.centre(hex), 2.0)

    def show_order(self, entry: TimelineEntry, for_ms: int) -> None:
        """Animate an order for about `for_ms` milliseconds."""
        self._animation.show(entry, for_ms)

    def jump(self, number: str) -> None:
        """Scroll to a hex and flash it."""
        hex = self._game.design.map.grid.parse(number)
        if hex is not None:
            self._controller.go_to(hex, flash=True)

    def _point_out(self, hex: Hex | None) -> None:
        self._controller.show_game_pointer(hex, self._reach_words(hex))

    def _reach_words(self, hex: Hex | None) -> str:
        """The cost of the hex under the pointer for the chosen units, as a text."""
        game = self._game
        goals = game.decision.goals() if game.my_turn and hex is not None else {}
        if not goals or hex is None or game.timeline.game.step != "move":
            return "Play-test"
        cost = goals.get(game.design.map.grid.number(hex))
        return "Out of reach" if cost is None else movement_points(cost) if cost else "In reach"

    # -- units from off the map ---------------------------------------------------------

    def drag_in(self, key: str, x_root: int, y_root: int, done: bool) -> None:
        """Drag a unit from off the map over the screen; `done` when the button is released."""
        canvas, game = self._view.canvas, self._game
        if not game.my_turn:
            return
        x, y = x_root - canvas.winfo_rootx(), y_root - canvas.winfo_rooty()
        inside = 0 <= x < canvas.winfo_width() and 0 <= y < canvas.winfo_height()
        if game.decision.picked != (key,) and not done:
            game.decision.pick(key)
            game.choose()
        if not inside:
            self._overlay.preview(Preview(), (0.0, 0.0))
            return
        point = self._view.to_map(x, y)
        self.input.drag_over(point, (key,))
        if done:
            self.input.let_go(point)


# Animates an order: a ghost moves along its path, or a hex flashes.

_FRAME_MS = 30


class Animation:
    """Animates one order at a time; the next one, or `stop`, ends it."""

    def __init__(self, view: MapView, overlay: Overlay, design: Design) -> None:
        self._view, self._overlay, self._design = view, overlay, design
        self._timer = ""
        self._on = False

    def stop(self) -> None:
        """End the animation."""
        if self._timer:
            self._view.after_cancel(self._timer)
            self._timer = ""
        if self._on:
            self._on = False
            self._overlay.preview(Preview(), (0.0, 0.0))

    def show(self, entry: TimelineEntry, for_ms: int) -> None:
        """Animate an order for about `for_ms` milliseconds."""
        self.stop()
        grid, geometry = self._design.map.grid, self._design.map.geometry
        path = self._path(entry)
        if not path:
            return
        self._on = True
        self._view.reveal(geometry.centre(path[-1]), 2.0)
        if len(path) == 1:
            if entry.order.verb != "pass":
                self._overlay.flash(path)
            return
        points = [geometry.centre(h) for h in path]
        steps = max(4, min(24, int(for_ms * 0.6 / _FRAME_MS)))
        ghost = entry.order.units
        assert all(h in grid for h in path)

        def frame(i: int) -> None:
            self._timer = ""
            preview = Preview(path=tuple(path), ghost=ghost if i < steps else (), colour="#d9822b")
            self._overlay.preview(preview, _along(points, i / steps))
            if i < steps:
                self._timer = self._view.after(_FRAME_MS, frame, i + 1)

        frame(0)

    def _path(self, entry: TimelineEntry) -> list[Hex]:
        """The hexes of an order: those a move really passed through, otherwise those it names."""
        event = next((e for e in entry.events if e.type in ("move", "enter", "retreat")), None)
        numbers = event.hexes if event else entry.order.hexes
        grid = self._design.map.grid
        return [h for n in numbers if (h := grid.parse(n)) is not None]


def _along(points: list[Point], share: float) -> Point:
    """The point at a share (0 to 1) of the way along a line.

    >>> _along([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0)], 0.75)
    (2.0, 1.0)
    """
    at = share * (len(points) - 1)
    i = min(int(at), len(points) - 2)
    (x, y), (u, v) = points[i], points[i + 1]
    part = at - i
    return x + (u - x) * part, y + (v - y) * part


# The marks of a play-test over the map: hexes to choose with their costs, units to choose.

_COLOURS = {"go": ("#2f8f46", 105), "target": ("#c62f2f", 100)}
_RIMS = {"source": ("#ffffff", "#2f8f46"), "picked": ("#ffffff", "#f0a020"), "aim": ("#ffffff", "#c62f2f")}
TAG = "play"


class BoardMarks:
    """Draws on the canvas of a map view, and redraws after every zoom."""

    def __init__(self, view: MapView, design: Design) -> None:
        self._view, self._design = view, design
        self._fills: dict[tuple[str, float, str], ImageTk.PhotoImage] = {}
        self._shown: tuple[list[Shade], frozenset[str], frozenset[str], str] = ([], frozenset(), frozenset(),
                                                                                "")
        self._live = True
        view.zoomed.connect(self._zoomed)

    def close(self) -> None:
        """Remove the marks and stop drawing."""
        self._live = False
        self._view.canvas.delete(TAG)

    def _zoomed(self) -> None:
        self._fills.clear()
        if self._live:
            self.show(*self._shown)

    def show(self, shades: list[Shade], sources: Iterable[str] = (), picked: Iterable[str] = (),
             aim: str = "") -> None:
        """Tint hexes, outline those with units to choose (`sources`), those with chosen units (`picked`) and
        the target hex (`aim`). All are hex numbers."""
        sources, picked = frozenset(sources), frozenset(picked)
        self._shown = (shades, sources, picked, aim)
        canvas = self._view.canvas
        canvas.delete(TAG)
        for shade in shades:
            if (hex := self._hex(shade.hex)) is not None:
                self._tint(hex, shade.kind)
        for number in sources - picked:
            self._rim(number, "source", 2)
        for number in picked:
            self._rim(number, "picked", 4)
        if aim:
            self._rim(aim, "aim", 4)
        for shade in shades:
            if shade.label and (hex := self._hex(shade.hex)) is not None:
                self._label(hex, shade.label)

    def _hex(self, number: str) -> Hex | None:
        return self._design.map.grid.parse(number)

    def _tint(self, hex: Hex, kind: str) -> None:
        x, y = self._view.to_canvas(self._design.map.geometry.centre(hex))
        self._view.canvas.create_image(round(x), round(y), image=self._fill(kind), tags=(TAG, "shade"))

    def _fill(self, kind: str) -> ImageTk.PhotoImage:
        """A translucent hex at the current scale with a stronger rim."""
        scale, geometry = self._view.viewport.scale, self._view.geometry
        known = self._fills.get((kind, scale, geometry.shape))
        if known is None:
            colour, strength = _COLOURS[kind]
            edge = max(4, round(scale * 2) + 2)
            corners = [geometry.corner_offset(i) for i in range(6)]
            shape = [((x * scale * 0.96 + edge / 2) * 3, (y * scale * 0.96 + edge / 2) * 3)
                     for x, y in corners]
            mask = Image.new("L", (edge * 3, edge * 3))
            ImageDraw.Draw(mask).polygon(shape, fill=strength, outline=230, width=max(3, round(scale * 0.14)))
            image = Image.new("RGBA", (edge, edge), colour)
            image.putalpha(mask.reduce(3))
            known = ImageTk.PhotoImage(image, master=self._view.canvas)
            self._fills[kind, scale, geometry.shape] = known
        return known

    def _rim(self, number: str, kind: str, width: int) -> None:
        hex = self._hex(number)
        if hex is None:
            return
        xy = [v for p in self._design.map.geometry.corners(hex) for v in self._view.to_canvas(p)]
        for colour, line_width in zip(_RIMS[kind], (width + 2, width), strict=True):
            self._view.canvas.create_polygon(xy, fill="", outline=colour, width=line_width, tags=(TAG, kind))

    def _label(self, hex: Hex, text: str) -> None:
        """Draw the cost on a small plate at the foot of the hex, where counters do not hide it."""
        scale = self._view.viewport.scale
        if scale < 12:
            return
        size = max(8, min(15, round(scale * 0.36)))
        x, y = self._view.to_canvas(self._design.map.geometry.centre(hex))
        y += scale * 0.62
        canvas = self._view.canvas
        item = canvas.create_text(round(x), round(y), text=text, fill="#ffffff", tags=(TAG, "cost"),
                                  font=("TkDefaultFont", -size, "bold"))
        left, top, right, bottom = canvas.bbox(item)
        plate = canvas.create_rectangle(left - 3, top, right + 3, bottom, fill="#1f5f30", outline="#ffffff",
                                        tags=(TAG, "plate"))
        canvas.tag_lower(plate, item)
