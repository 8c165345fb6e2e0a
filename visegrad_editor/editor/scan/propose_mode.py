"""Proposing terrain in the window: samples are clicked on the map, and what they propose is seen at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ...hexgrid import Hex
from ...model.edit.blank import first_ground
from ..canvas_mode import CanvasMode, swallow
from ..modifiers import ALT, CONTROL, SHIFT
from ..signals import Signal
from ..tools import pointer_at
from .proposal_marks import ProposalMarks
from .sampling import Sampling

if TYPE_CHECKING:
    from ..window import Window



class ProposeMode:
    """`finish` is called with whether the proposal is to be applied; by then its marks are gone."""

    title = "proposing terrain"

    def __init__(self, window: Window, sampling: Sampling, finish: Callable[[bool], None]) -> None:
        self._w, self._finish, self.sampling = window, finish, sampling
        self.terrain = window.session.brush.terrain
        self.changed = Signal()
        """Samples, decisions, or the terrain that is sampled."""
        self.under = ""
        """What is proposed at the pointer, in words."""
        self._stroke: set[Hex] | None = None
        window.use_tool("select")
        self._marks = ProposalMarks(window.view, sampling, window.session.design.ruleset)
        self._mode = CanvasMode(window.view.canvas, "ProposeMap", {
            "<Motion>": self._motion, "<Leave>": self._leave, "<ButtonPress-1>": self._down,
            "<B1-Motion>": self._drag, "<ButtonRelease-1>": self._up, "<Double-ButtonPress-1>": self._down,
            "<ButtonPress-3>": self._right, "<Return>": self._return, "<KP_Enter>": self._return,
            "<Control-Return>": lambda _e: self._apply(), "<Escape>": self._escape,
            "<Delete>": self._leave_out, "<Key>": self._other_key, "<KeyRelease-space>": swallow,
            **{f"<{k}>": self._arrow for k in ("Left", "Right", "Up", "Down")},
            **{f"<Shift-{k}>": swallow for k in ("Left", "Right", "Up", "Down")},
            **{f"<Key-{n}>": self._digit for n in range(1, 10)},
        }, "target")
        self._redraw()
        window.view.canvas.focus_set()

    # -- ending -------------------------------------------------------------------------

    def apply(self) -> None:
        """Take what is proposed."""
        self._end(True)

    def cancel(self) -> None:
        """Leave the map as it is."""
        self._end(False)

    def _end(self, done: bool) -> None:
        self._mode.close()
        self._marks.close()
        self._w.overlay.hover(None)
        self._finish(done)

    def undo(self) -> bool:
        """Take back the last word; False where there is none."""
        done = self.sampling.undo()
        self._redraw()
        return done

    # -- from the panel -----------------------------------------------------------------

    def choose(self, terrain: str) -> None:
        """Sample this terrain from now on."""
        if terrain != self.terrain:
            self.terrain = terrain
            self.changed.emit()

    def limit(self, least: float) -> None:
        """Take only what is at least so sure."""
        self.sampling.least = least
        self._redraw()

    def only_in(self, hexes: Iterable[Hex] | None) -> None:
        """Change only these hexes, None: all."""
        self.sampling.scope = None if hexes is None else frozenset(hexes)
        self._redraw()

    def learn(self) -> None:
        """Take samples from the selected hexes, or from those that are painted, and tell what came of it."""
        self._w.say(self._learnt())
        self._redraw()

    def _learnt(self) -> str:
        session = self._w.session
        map, ground = session.design.map, first_ground(session.design.ruleset)
        selected = bool(session.region)
        hexes = session.region if selected else [h for h in map.grid if map.terrain.at(h) != ground]
        if not hexes:
            return "Nothing but open ground is painted yet. Paint hexes, or select some that are right."
        count = self.sampling.learn(sorted(hexes))
        which = "the selected hexes" if selected else "the painted hexes"
        if not count:
            return f"There is nothing more to be learnt from {which}."
        more = "" if selected or self.sampling.choices.samples.get(ground) else (
            " Now click one of open ground.")
        return f"{count} samples are taken from {which}.{more}"

    def clear(self) -> None:
        """Forget all samples."""
        self.sampling.clear()
        self._redraw()

    def _redraw(self) -> None:
        self._marks.redraw()
        self.changed.emit()

    def follow(self) -> None:
        """The map was changed."""
        self.sampling.map = self._w.session.design.map
        self._redraw()

    # -- the mouse ----------------------------------------------------------------------

    def _hex(self, event: Any) -> Hex | None:
        return pointer_at(self._w.session.design, self._w.view.to_map(event.x, event.y)).hex

    def _motion(self, event: Any) -> str:
        self._point(self._hex(event))
        return "break"

    def _point(self, hex: Hex | None) -> None:
        """Tell what is proposed for a hex."""
        self._w.overlay.hover(hex)
        under = "" if hex is None else self._words(hex)
        if under != self.under:
            self.under = under
            self._w.say(under)

    def _words(self, hex: Hex) -> str:
        design = self._w.session.design
        names = {t.id: t.name for t in design.ruleset.terrain}
        now, proposed = design.map.terrain.at(hex), self.sampling.proposed(hex)
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
        self._w.view.canvas.focus_set()
        hex = self._hex(event)
        self._w.controller.put_cursor(hex)
        if event.state & SHIFT:
            self._stroke = set()
            return self._drag(event)
        complaint = self.sampling.sample(self.terrain, self._w.view.to_map(event.x, event.y))
        self._w.complain(complaint)
        self._redraw()
        self._point(hex)
        return "break"

    def _drag(self, event: Any) -> str:
        hex = self._hex(event)
        if self._stroke is not None and hex is not None and hex not in self._stroke:
            self._stroke.add(hex)
            self.sampling.decide([hex], self.terrain)
            self._redraw()
        self._point(hex)
        return "break"

    def _up(self, _event: Any) -> str:
        self._stroke = None
        return "break"

    def _right(self, event: Any) -> str:
        hex = self._hex(event)
        if hex is not None:
            self.sampling.leave_out(hex)
            self._redraw()
        return "break"

    # -- the keyboard -------------------------------------------------------------------

    def _arrow(self, _event: Any) -> None:
        # The key cursor moves after this.
        self._w.view.canvas.after_idle(lambda: self._point(self._w.controller.cursor))

    def _return(self, event: Any) -> str:
        cursor = self._w.controller.cursor
        if cursor is not None and event.state & SHIFT:
            self.sampling.decide([cursor], self.terrain)
        elif cursor is not None:
            self._w.complain(self.sampling.sample(
                self.terrain, self._w.session.design.map.geometry.centre(cursor)))
        self._redraw()
        self._point(cursor)
        return "break"

    def _apply(self) -> str:
        self.apply()
        return "break"

    def _leave_out(self, _event: Any) -> str:
        if self._w.controller.cursor is not None:
            self.sampling.leave_out(self._w.controller.cursor)
            self._redraw()
        return "break"

    def _digit(self, event: Any) -> str:
        kinds = self._w.session.design.ruleset.terrain
        place = int(event.keysym) - 1
        if place < len(kinds):
            self.choose(kinds[place].id)
        return "break"

    def _escape(self, _event: Any) -> str:
        self.cancel()
        return "break"

    def _other_key(self, event: Any) -> str | None:
        """Keys of tools mean nothing now; those of the menus go on."""
        return None if event.state & (CONTROL | ALT) or event.keysym.startswith("F") else "break"
