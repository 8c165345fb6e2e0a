"""The table a game is played on: banner, panels, slider and map around one play-test."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from ...drawing.viewport import without_gaps
from ...hexgrid import Hex
from ..dialogs import message
from ..errors import write_log
from ..fan.playing import PlayingFan
from ..theme import px
from ..tools import Preview
from .animation import Animation
from .banner import Banner
from .map_input import MapInput
from .marks import Marks
from .occasion import occasion
from .pacing import Pacing
from .session import PlaySession
from .side_pages import SidePages
from .steering import Steering
from .timeline import Entry
from .timeline_bar import TimelineBar
from .words import movement_points

if TYPE_CHECKING:
    from ..window import Window


class Table:
    """Takes the place of the editing panels of a window until `close`. `files` maps `save`, `leave` and
    `copy`, which end or keep the game, to what they do."""

    def __init__(self, window: Window, session: PlaySession, files: Mapping[str, Callable[[], None]]) -> None:
        w = self._w = window
        self.session = session
        self.closed = False
        self._close: list[Callable[[], None]] = []
        self._said = ""
        """What the status bar says of this moment."""
        self._keep_view()
        self._lay_out(files)
        self._marks = Marks(w.view, session.design)
        self._animation = Animation(w.view, w.overlay, session.design)
        self._input = MapInput(w.view, w.controller, w.overlay, session, self._tell)
        self._fan_out_the_game()
        self._close += [self._animation.stop, self._marks.close, self._input.close]
        self._bind_keys()
        session.changed.connect(self._changed)
        session.chosen.connect(self._chosen)
        session.wanted.connect(self._wanted)
        session.refused.connect(self._refused)

    def open(self) -> None:
        """Show the game."""
        w = self._w
        w.view.canvas.focus_set()
        self._changed()
        w.root.update_idletasks()
        # The panels beside the map are narrower than those for editing: no gap is left where they were.
        view = w.view.viewport.resized(w.view.canvas.winfo_width(), w.view.canvas.winfo_height())
        if (closed := without_gaps(view, w.view.renderer.bounds)) != view:
            w.view.look(closed)

    def close(self) -> None:
        """Give the window back to editing, as it was."""
        self.closed = True
        for undo in reversed(self._close):
            undo()
        self._close.clear()
        w = self._w
        w.words.unsay(self._said)
        w.controller.words = ""
        w.renderer.position = None
        w.view.touch(w.renderer.update(w.session.design))
        w.overlay.show(w.session.design)

    def _fan_out_the_game(self) -> None:
        """Stacks that fan out are those of the game, until it is left."""
        fan = self._w.controller.fan
        editing = fan.host
        fan.host = PlayingFan(self.session, self._input)

        def give_back() -> None:
            fan.hold()
            fan.host = editing

        self._close.append(give_back)

    def _keep_view(self) -> None:
        w = self._w
        w.use_tool("select")
        selection, view_as_before = (w.session.hex, w.session.units), w.view.kept()
        w.session.select(None)
        w.controller.forget()
        w.overlay.region(frozenset())

        def look_again() -> None:
            w.session.select(*selection)
            w.overlay.region(w.session.region)
            w.root.update_idletasks()
            view_as_before()

        self._close.append(look_again)

    # -- layout -------------------------------------------------------------------------

    def _lay_out(self, files: Mapping[str, Callable[[], None]]) -> None:
        w, session = self._w, self.session
        root = w.root
        self.pacing = Pacing(root, session, self._show_order, self._failed)
        self.steer = Steering(root, session, self.pacing, self._changed, self._say,
                              lambda: self.side.show_what_waits())
        do = {**self.steer.commands(), **files}
        self.banner = Banner(root, session, do, self._set_speed)
        self.banner.grid(row=1, column=0, sticky="ew")
        self.steer.speed = self.banner.speed
        self.bar = TimelineBar(root, session, do, self.steer.look_at)
        self.bar.grid(row=3, column=0, sticky="ew")
        self.banner.speed.set(self.pacing.speed)
        self.side = SidePages(w.dock.across, session, max(w.dock.right_width, px(366)),
                              w.view.canvas.focus_set, self.jump, self.steer.look_at, self._drag_from_box)
        give_back = w.dock.lend(self.side)

        def restore() -> None:
            self.pacing.stop()
            give_back()
            for widget in (self.banner, self.bar, self.side):
                widget.destroy()

        self._close.append(restore)

    def _bind_keys(self) -> None:
        root, steer = self._w.root, self.steer
        keys: dict[str, Callable[[], None]] = {
            "<Control-Return>": self._input.confirm, "<F12>": steer.decline, "<F10>": steer.step,
            # Without one of its own the map would take this key for F12.
            "<Control-F12>": steer.lend_phase,
            "<Alt-Left>": steer.back, "<Alt-Right>": steer.on}
        old = {key: root.bind(key) for key in keys}
        for key, command in keys.items():
            handler = partial(self._key, command)
            root.bind(key, handler)
            # The map has keys of its own, arrows with Alt among them.
            self._input.bind(key, handler)

        def unbind() -> None:
            for key in keys:
                root.unbind(key)
                if old[key]:
                    root.bind(key, old[key])

        self._close.append(unbind)

    def _key(self, command: Callable[[], None], _event: object) -> str:
        command()
        return "break"

    def _set_speed(self, name: str) -> None:
        self.steer.set_speed(name)
        self._w.view.canvas.focus_set()

    def _tell(self, hex: Hex | None) -> None:
        w = self._w
        w.controller.hex, w.controller.words = hex, self._reach_words(hex)
        w.controller.pointed.emit()

    def _reach_words(self, hex: Hex | None) -> str:
        """What the hex under the pointer costs the chosen units."""
        session = self.session
        goals = session.decision.goals() if session.my_turn and hex is not None else {}
        if not goals or hex is None or session.timeline.game.step != "move":
            return "Play-test"
        cost = goals.get(session.design.map.grid.number(hex))
        return "Out of reach" if cost is None else movement_points(cost) if cost else "In reach"

    # -- following the game -------------------------------------------------------------

    def _changed(self) -> None:
        session, w = self.session, self._w
        if self.closed:
            return
        w.renderer.position = session.views()
        w.view.touch(w.renderer.update(session.design))
        w.overlay.show(session.shown())
        self._animation.stop()
        self._unsay()
        title = w.session.document.title
        w.root.title(f"{'*' if session.unsaved else ''}Play-test of {title} – Visegrad Editor")
        self._chosen()
        self.banner.show(self.pacing.going)
        self.bar.show(self.pacing.replaying)
        w.menus.update("the last order", "the order taken back")
        self._tell(w.controller.hex)
        self.pacing.wake()
        self.side.follow()
        if not session.my_turn:
            w.overlay.cursor(None)

    def _chosen(self) -> None:
        session = self.session
        if self.closed:
            return
        if not session.complaint:
            self._unsay()
        self._w.controller.fan.refresh()
        battle = session.position.battle
        cause = None if battle else occasion(session)
        aim = battle or (cause.hexes[0] if cause and cause.hexes else "")
        if not session.my_turn:
            self._marks.show([], aim=aim)
            return
        decision = session.decision
        units = session.position.units
        picked = {units[k].hex for k in decision.picked if units[k].hex}
        self._marks.show(decision.shades(), decision.sources(), picked, decision.target or aim)
        w = self._w
        if aim and (hex := session.design.map.grid.parse(aim)) is not None:
            w.view.reveal(session.design.map.geometry.centre(hex), 2.0)

    def _say(self, text: str) -> None:
        """Say what was done, until something else is."""
        self._said = text
        self._w.say(text)

    def _refused(self) -> None:
        """Say why something was not done, until something else is chosen or done."""
        self._unsay()
        self._said = self.session.complaint
        self._w.complain(self._said)
        self.banner.show(self.pacing.going)

    def _unsay(self) -> None:
        if self._said:
            self._w.words.unsay(self._said)
            self._said = ""
            self.banner.show(self.pacing.going)

    def _wanted(self) -> None:
        self.side.bring_up(self.side.decision)
        self._changed()

    def _show_order(self, entry: Entry, pause_ms: int) -> None:
        """Let the eye follow an automatic order."""
        if not self.closed and pause_ms > 0:
            self._animation.show(entry, pause_ms)

    def _failed(self, error: Exception) -> None:
        write_log(type(error), error, error.__traceback__)
        message(self._w.root, "Play-test", "The automatic player could not go on. Give its seat to a person "
                f"or to another player (page State). What went wrong: {error}")
        self._changed()

    def jump(self, number: str) -> None:
        """Bring a hex into sight and flash it."""
        hex = self._w.session.design.map.grid.parse(number)
        if hex is not None:
            self._w.controller.go_to(hex, flash=True)

    def _drag_from_box(self, key: str, x_root: int, y_root: int, done: bool) -> None:
        canvas, session = self._w.view.canvas, self.session
        if not session.my_turn:
            return
        x, y = x_root - canvas.winfo_rootx(), y_root - canvas.winfo_rooty()
        inside = 0 <= x < canvas.winfo_width() and 0 <= y < canvas.winfo_height()
        if session.decision.picked != (key,) and not done:
            session.decision.pick(key)
            session.choose()
        if not inside:
            self._w.overlay.preview(Preview(), (0.0, 0.0))
            return
        point = self._w.view.to_map(x, y)
        self._input.drag_over(point, (key,))
        if done:
            self._input.let_go(point)
