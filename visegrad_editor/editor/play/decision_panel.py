"""What is to be decided, with the controls for it, and the list of all orders beneath."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from functools import partial
from tkinter import ttk
from typing import Any

from ...engine import Order
from ...engine.orders import IllegalOrder
from .. import theme
from ..counter_pictures import CounterPictures
from ..keyboard_focus import focused
from ..scrolled import ScrolledFrame
from ..theme import px
from .buttons import pressed_by_return
from .counter_choice import CounterChoice, DoubleClick
from .dice_view import DiceButtons
from .eventlog import last_roll
from .number_choice import NUMBERS, NumberChoice
from .occasion import occasion
from .odds import odds_of, support_shift
from .odds_view import OddsView
from .orders_list import OrdersList
from .refusals import said
from .session import PlaySession
from .telling import order_words, pass_label, roll_wanted, told
from .words import natural, step_of

_ORDERS_HIGH = 170
"""Pixels kept for the list of orders."""
_ORDERS_SHARE = 0.4
"""The most of a low window that is kept for it."""
_STAGE_LEAST = 120
_LOW = 420
"""Pixels down, at 100 %, below which every line is needed for the choice itself."""
_GIVES_UP = frozenset({"call-off"})
"""Orders that undo what was begun: their buttons are never in the way of Return."""


class DecisionPanel(ttk.Frame):
    """`done` is told that an order was given from here."""

    def __init__(self, parent: tk.Misc, session: PlaySession, done: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(8))
        self._session, self._done = session, done
        self._pictures = CounterPictures(self, theme.PANEL)
        self._title = ttk.Label(self, style="Title.TLabel")
        self._title.pack(anchor="w")
        self._prompt = ttk.Label(self, style="Quiet.TLabel", wraplength=theme.px(330), justify="left")
        self._prompt.pack(anchor="w", fill="x", pady=(1, theme.px(6)))
        self._occasion = ttk.Label(self, style="Panel.TLabel", wraplength=theme.px(330), justify="left")
        self.bind("<Configure>", self._resized)
        # The buttons stand above what changes its height, so that they are never pushed out of sight.
        self._row = ttk.Frame(self, style="Panel.TFrame")
        self._row.pack(fill="x")
        # Without anything in it the row would keep the height it had.
        ttk.Frame(self._row, style="Panel.TFrame", width=1, height=1).pack(side="left")
        self._choices = ttk.Frame(self, style="Panel.TFrame")
        self._choices.pack(fill="x")
        self._scroll = ScrolledFrame(self)
        self._scroll.pack(fill="x", pady=(theme.px(6), theme.px(8)))
        self.stage = self._scroll.inside
        self.stage.bind("<Configure>", lambda _e: self._fit_stage(), add=True)
        self.confirm = ttk.Button(self._row, text="Confirm", style="Accent.TButton", command=self._confirm)
        self.decline = ttk.Button(self._row, text="Pass", style="Narrow.TButton", command=self._decline)
        self.clear = ttk.Button(self._row, text="Clear", style="Narrow.TButton",
                                command=lambda: session.choose(clear=True))
        for button in (self.confirm, self.decline, self.clear):
            pressed_by_return(button)
        self.orders = OrdersList(self, self._give, self._marked)
        self.orders.pack(fill="both", expand=True)
        self._number: NumberChoice | None = None
        self._counters: CounterChoice | None = None
        self._clicks = DoubleClick()
        self._safe: list[ttk.Button] = []
        self.dice: DiceButtons | None = None
        self._odds: OddsView | None = None
        # A number that came up while another page was in front takes the keyboard when this one is.
        self.bind("<Map>", lambda _e: self._number.take_focus_soon() if self._number is not None else None)
        session.changed.connect(self.show)
        session.chosen.connect(self.show)
        session.wanted.connect(self.show)
        self.show()

    @property
    def spin(self) -> ttk.Spinbox | None:
        """The field of the number that is asked for, None where none is."""
        return self._number.spin if self._number is not None else None

    def _resized(self, event: Any) -> None:
        for label in (self._prompt, self._occasion):
            label.configure(wraplength=max(150, event.width - 20))
        # The banner above the map says the same.
        if event.height < px(_LOW):
            self._prompt.pack_forget()
        elif not self._prompt.winfo_manager():
            self._prompt.pack(anchor="w", fill="x", pady=(1, px(6)), after=self._title)
        self._fit_stage()

    def _fit_stage(self) -> None:
        """The stage is as high as what stands on it while some orders stay in sight; else it scrolls."""
        most = round(self.winfo_height() * _ORDERS_SHARE)
        kept = min(px(_ORDERS_HIGH), most) if self._odds is None else px(16)
        room = self.winfo_height() - self._scroll.winfo_y() - kept
        self._scroll.set_height(min(self.stage.winfo_reqheight(), max(min(px(_STAGE_LEAST), most), room)))

    # -- showing ------------------------------------------------------------------------

    def show(self) -> None:
        """Show the decision of this moment and what is chosen."""
        if not self.winfo_exists():
            return
        numbered = self.spin is not None
        here = str(focused(self) or "")
        had_focus = here.startswith((str(self.stage), str(self._choices)))
        counter = self._counters.key_of(here) if self._counters is not None else ""
        for frame in (self._choices, self.stage):
            for child in frame.winfo_children():
                child.destroy()
            # An empty frame would keep the size it had.
            ttk.Frame(frame, style="Panel.TFrame", width=1, height=1).pack()
        self._number, self._counters, self.dice, self._odds = None, None, None, None
        self._safe.clear()
        self.orders.pack(fill="both", expand=True)
        session = self._session
        self._title.configure(text=step_of(session.timeline.game.step).title)
        self._prompt.configure(text=told(session))
        for button in (self.confirm, self.decline, self.clear):
            button.pack_forget()
        if session.pending is not None:
            self._show_dice()
        elif session.my_turn:
            self._show_decision()
        if not session.my_turn:
            self.orders.show((), partial(order_words, session), "Orders")
        cause = occasion(session) if session.my_turn and self._odds is None else None
        if cause is not None and cause.text != last_roll(session.timeline.done)[1]:
            # Else the strip with the dice says it.
            self._occasion.configure(text=cause.text)
            self._occasion.pack(anchor="w", fill="x", pady=(0, theme.px(6)), before=self._row)
        else:
            self._occasion.pack_forget()
        if had_focus and numbered and self.spin is None:
            self._done()  # the number took the keyboard by itself, so the map has it again
        elif had_focus:
            self._focus_first(counter)

    def _focus_first(self, counter: str) -> None:
        """Give the keyboard to what comes next: the same counter again, where Return confirms, or what
        there is to confirm. What calls an attack off never gets it by itself."""
        counters = self._counters.boxes if self._counters is not None else {}
        wanted: list[tk.Misc | None] = [
            self.spin, self.dice.buttons[0] if self.dice else None, counters.get(counter),
            self.confirm if self.confirm.winfo_manager() and not self.confirm.instate(["disabled"]) else None,
            *self._safe, next(iter(counters.values()), None)]
        next((w for w in wanted if w is not None), self.orders.tree).focus_set()

    def _show_dice(self) -> None:
        pending = self._session.pending
        words = order_words(self._session, pending) if pending else ""
        ttk.Label(self.stage, style="Panel.TLabel", wraplength=theme.px(320), justify="left",
                  text=f"“{words}” needs a roll. Click the die, or press 1 to 6.").pack(anchor="w")
        ttk.Label(self.stage, style="Title.TLabel", wraplength=theme.px(320), justify="left",
                  text=roll_wanted(self._session.roll)).pack(anchor="w", pady=(theme.px(4), 0))
        self.dice = DiceButtons(self.stage, self._roll)
        self.dice.pack(anchor="w", pady=theme.px(6))
        ttk.Button(self.stage, text="Think again", style="Small.TButton",
                   command=self._session.drop_pending).pack(anchor="w")
        self.after_idle(self._focus_die)

    def _focus_die(self) -> None:
        if self.dice is not None and self.dice.winfo_exists():
            self.dice.buttons[0].focus_set()

    def _roll(self, face: int) -> None:
        self._do(lambda: self._session.enter_roll(face))

    def _show_decision(self) -> None:
        session = self._session
        decision = session.decision
        chosen = bool(decision.picked or decision.target)
        if decision.verbs & NUMBERS:
            self._show_number()
        if decision.style == "attack":
            # The odds come first: the attackers can be seen on the map, too.
            self._show_attack()
        if decision.style != "list":
            self._show_units()
        if decision.style != "attack" and session.position.battle:
            self._show_battle()
        # What gives up stands last and apart.
        for order in sorted(decision.words_only, key=lambda o: o.verb in _GIVES_UP):
            if order.verb not in NUMBERS:
                self._button(order)
        if decision.style != "list" or chosen:
            self.confirm.pack(side="left", padx=(0, theme.px(6)))
        ready = decision.ready
        self.confirm.state(["!disabled" if ready or self._choice_left() else "disabled"])
        if chosen:
            self.clear.pack(side="left")
        if pass_label(session):
            self.decline.configure(text=pass_label(session))
            self.decline.pack(side="right")
        if self._odds is not None:
            # Nothing is to be found in the list that is not above it, and the odds need its room.
            self.orders.pack_forget()
        orders = decision.candidates() if chosen else decision.orders
        title = f"Orders that fit ({len(orders)})" if chosen else f"All orders ({len(orders)})"
        self.orders.show(orders, partial(order_words, session), title)
        if ready is not None and decision.style == "strike":
            self.orders.tree.selection_set(self.orders.tree.get_children()[0])

    def _button(self, order: Order) -> None:
        """A button for an order of mere words."""
        apart = order.verb in _GIVES_UP
        button = ttk.Button(self._choices, text=order_words(self._session, order),
                            style="Small.TButton" if apart else "Left.TButton",
                            command=lambda: self._give(order))
        pressed_by_return(button)
        if apart:
            button.pack(anchor="e", pady=(px(10), px(2)))
        else:
            button.pack(fill="x", pady=1)
            self._safe.append(button)

    def _choice_left(self) -> bool:
        """Whether a unit and a hex are chosen, and an order of the list completes them."""
        decision = self._session.decision
        return bool(decision.target) and bool(decision.candidates())

    def _show_number(self) -> None:
        orders = [o for o in self._session.decision.orders if o.verb in NUMBERS]
        choice = NumberChoice(self.stage, orders, self._give, self._session.complain)
        choice.pack(anchor="w")
        self._number = choice

    def _show_attack(self) -> None:
        decision, game = self._session.decision, self._session.timeline.game
        if decision.target and decision.picked:
            order = Order("attack", decision.picked, (decision.target,))
            refusal = self._session.timeline.why_not(order)
            if refusal is not None:
                ttk.Label(self.stage, text=said(refusal), style="Error.TLabel", wraplength=theme.px(330),
                          justify="left").pack(anchor="w")
                return
            title = f"Attack on {self._named(decision.target)}"
            self._odds = OddsView(self.stage, odds_of(self._session.design, game.preview(order)), title)
            self._odds.pack(fill="x", pady=(0, theme.px(4)))

    def _show_battle(self) -> None:
        """The battle under way, while the dice are not thrown."""
        game, position = self._session.timeline.game, self._session.position
        if not self._session.decision.verbs & {"support", "use", "call-off"}:
            return
        title = f"The attack on {self._named(position.battle)}"
        shift, words = support_shift(self._session)
        if words:
            ttk.Label(self.stage, text=words, style="Panel.TLabel", wraplength=theme.px(320),
                      justify="left").pack(anchor="w", pady=(0, theme.px(3)))
        self._odds = OddsView(self.stage, odds_of(self._session.design, game.preview(None, shift)), title)
        self._odds.pack(fill="x", pady=(0, theme.px(4)))

    def _named(self, number: str) -> str:
        """`2017 Warsaw`."""
        map = self._session.design.map
        hex = map.grid.parse(number)
        place = map.place_at.get(hex) if hex is not None else None
        return f"{number} {place.name}" if place and place.name else number

    def _show_units(self) -> None:
        """The stack the choice is made from, as counters to put in or leave out."""
        session, decision = self._session, self._session.decision
        units = session.position.units
        if decision.style == "go":
            hex = units[decision.picked[0]].hex if decision.picked else ""
            off_map = not any(units[k].hex for k in decision.pickable) and len(decision.pickable) <= 12
            shown = decision.here(hex) if hex else (
                self._in_order(decision.pickable) if off_map else decision.picked)
        elif decision.style == "attack":
            shown = decision.attackers(decision.target) if decision.target else decision.picked
        else:
            shown = self._in_order(decision.pickable)
        if not shown:
            return
        scenario = session.shown().scenario
        assert scenario is not None
        self._counters = CounterChoice(
            self.stage, [scenario.unit_by_key[k] for k in shown], decision.picked, session.design.ruleset,
            self._pictures, session.timeline.game.unit_name, self._pick, self._confirm)
        self._counters.pack(fill="x", pady=(0, theme.px(4)))
        if len(decision.picked) == 1:
            name = session.timeline.game.unit_name(decision.picked[0])
            ttk.Label(self.stage, text=name, style="Quiet.TLabel").pack(anchor="w")

    def _in_order(self, units: Iterable[str]) -> tuple[str, ...]:
        """Units by nationality, name and number: 2nd before 10th."""
        return tuple(sorted(units, key=natural))

    def _marked(self) -> None:
        """An order of the list is marked, and can be confirmed."""
        if self.orders.chosen is not None and self._session.my_turn:
            self.confirm.pack(side="left", padx=(0, theme.px(6)))
            self.confirm.state(["!disabled"])

    # -- doing --------------------------------------------------------------------------

    def _pick(self, key: str) -> None:
        decision = self._session.decision
        if self._clicks.twice(key) and decision.confirmed_by(key):
            self._confirm()
            return
        if decision.style == "go" and key in decision.picked and len(decision.picked) == 1:
            self._session.choose(clear=True)
        else:
            decision.pick(key, add=True)
            self._session.choose()

    def _give(self, order: Order) -> None:
        self._do(lambda: self._session.give(order))

    def _confirm(self) -> None:
        order = self.orders.chosen or self._session.decision.ready
        if order is None:
            found = self._session.decision.candidates()
            order = found[0] if self._session.decision.target and found else None
        if order is not None:
            self._give(order)
        else:
            self._session.complain("Nothing is chosen yet.")

    def _decline(self) -> None:
        self._do(self._session.decline)

    def _do(self, step: Callable[[], object]) -> None:
        """Go on in the game, or say which rule forbids it."""
        try:
            step()
        except IllegalOrder as refusal:
            self._session.complain(refusal)
        self._done()
