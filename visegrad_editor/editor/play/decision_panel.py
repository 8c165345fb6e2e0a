"""The panel of the present decision, with its controls, and below it the list of all orders."""

from __future__ import annotations

import textwrap
import time
import tkinter as tk
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from tkinter import font, ttk
from tkinter.font import nametofont
from typing import Any

from ...drawing.colours import mixed
from ...engine import AttackPreview, Event, Game, Order
from ...engine.orders import IllegalOrderError
from ...engine.words import CAUSES, OrderWords
from ...lazy_dataclass import dataclass
from ...model.ruleset import Ruleset
from ...model.scenario import Unit
from ..widgets.columns import elided
from ..widgets.counter_pictures import CounterPictures
from ..widgets.keyboard import focused
from ..widgets.scroll_bars import ScrollableFrame, grid_scrolled
from ..widgets.tooltips import Tooltip
from ..widgets.variables import when_written
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from ..window.theme import px
from .decision import refusal_text
from .dice import DiceButtons, how_to_enter
from .log_panel import last_roll
from .prompts import banner_text, order_words, pass_label, roll_wanted
from .session import PlaySession
from .words import natural

_ORDERS_HIGH = 170
"""Pixels kept free for the list of orders."""
_ORDERS_SHARE = 0.4
"""The largest share of a low window that is kept for it."""
_BUTTON_LETTERS = 46
"""The letters in a line of a button."""
_STAGE_LEAST = 120
_LOW, _VERY_LOW = 420, 170
"""Height in pixels at 100 % below which every line is needed for the choice itself."""


def in_lines(text: str) -> str:
    """The text of a button in lines that are not cut off.

    >>> print(in_lines("The defender retreats 2 hexes, chosen by its owner; the attacker may advance"))
    The defender retreats 2 hexes, chosen by its
    owner; the attacker may advance
    """
    return textwrap.fill(text, _BUTTON_LETTERS)


class DecisionPanel(ttk.Frame):
    """The panel of the present decision; `done` is called after an order was given from here."""

    def __init__(self, parent: tk.Misc, session: PlaySession, done: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(8))
        self._session, self._done = session, done
        self._pictures = CounterPictures(self, theme.PANEL)
        self._title = ttk.Label(self, style="Title.TLabel")
        self._title.pack(anchor="w")
        self._prompt = ttk.Label(self, style="Quiet.TLabel", wraplength=theme.px(330), justify="left")
        self._prompt.pack(anchor="w", fill="x", pady=(1, theme.px(6)))
        self._cause = ttk.Label(self, style="Panel.TLabel", wraplength=theme.px(330), justify="left")
        self.bind("<Configure>", self._resized)
        # The buttons are above everything that changes height, so that they are never pushed out of sight.
        self._row = ttk.Frame(self, style="Panel.TFrame")
        self._row.pack(fill="x")
        # An empty row would keep its old height.
        ttk.Frame(self._row, style="Panel.TFrame", width=1, height=1).pack(side="left")
        self._choices = ttk.Frame(self, style="Panel.TFrame")
        self._choices.pack(fill="x")
        self._scroll = ScrollableFrame(self)
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
        # A number field that appeared on a hidden page takes the keyboard when the page is shown.
        self.bind("<Map>", lambda _e: self._number.take_focus_soon() if self._number is not None else None)
        session.changed.connect(self.show)
        session.chosen.connect(self.show)
        session.wanted.connect(self.show)
        self.show()

    @property
    def spin(self) -> ttk.Spinbox | None:
        """The field of the number to enter, or None."""
        return self._number.spin if self._number is not None else None

    def _resized(self, event: Any) -> None:
        for label in (self._prompt, self._cause):
            label.configure(wraplength=max(150, event.width - 20))
        # The banner above the map shows the same text, and what the decision is.
        if event.height < px(_VERY_LOW):
            self._title.pack_forget()
        elif not self._title.winfo_manager():
            self._title.pack(anchor="w", before=self._row)
        if event.height < px(_LOW):
            self._prompt.pack_forget()
        elif not self._prompt.winfo_manager():
            self._prompt.pack(anchor="w", fill="x", pady=(1, px(6)), after=self._title)
        self._fit_stage()

    def _fit_stage(self) -> None:
        """Make the stage as high as its contents while some orders stay visible; otherwise it scrolls."""
        most = round(self.winfo_height() * _ORDERS_SHARE)
        kept = min(px(_ORDERS_HIGH), most) if self._odds is None else px(16)
        room = self.winfo_height() - self._scroll.winfo_y() - kept
        self._scroll.set_height(min(self.stage.winfo_reqheight(), max(min(px(_STAGE_LEAST), most), room)))

    # -- showing ------------------------------------------------------------------------

    def show(self) -> None:
        """Show the present decision and what is chosen."""
        if not self.winfo_exists():
            return
        numbered = self.spin is not None
        here = str(focused(self) or "")
        had_focus = here.startswith((str(self.stage), str(self._choices)))
        counter = self._counters.key_of(here) if self._counters is not None else ""
        for frame in (self._choices, self.stage):
            for child in frame.winfo_children():
                child.destroy()
            # An empty frame would keep its old size.
            ttk.Frame(frame, style="Panel.TFrame", width=1, height=1).pack()
        self._number, self._counters, self.dice, self._odds = None, None, None, None
        self._safe.clear()
        self.orders.pack(fill="both", expand=True)
        session = self._session
        self._title.configure(text=session.words.step(session.timeline.game.step).title)
        self._prompt.configure(text=banner_text(session))
        for button in (self.confirm, self.decline, self.clear):
            button.pack_forget()
        if session.pending is not None:
            self._show_dice()
        elif session.my_turn:
            self._show_decision()
        if not session.my_turn:
            self.orders.show((), partial(order_words, session), "Orders")
        cause = cause_of_decision(session) if session.my_turn and self._odds is None else None
        if cause is not None and cause.text != last_roll(session.timeline.done)[1]:
            # Otherwise the strip with the dice already says it.
            self._cause.configure(text=cause.text)
            self._cause.pack(anchor="w", fill="x", pady=(0, theme.px(6)), before=self._row)
        else:
            self._cause.pack_forget()
        if had_focus and numbered and self.spin is None:
            self._done()  # the number field took the keyboard by itself, so the map gets it back
        elif had_focus:
            self._focus_first(counter)

    def _focus_first(self, counter: str) -> None:
        """Give the keyboard to the next control: the same counter again, on which Return confirms, or the
        Confirm button. A button that calls an attack off never gets it automatically."""
        counters = self._counters.boxes if self._counters is not None else {}
        wanted: list[tk.Misc | None] = [
            self.spin, self.dice.first if self.dice else None, counters.get(counter),
            self.confirm if self.confirm.winfo_manager() and not self.confirm.instate(["disabled"]) else None,
            *self._safe, next(iter(counters.values()), None)]
        next((w for w in wanted if w is not None), self.orders.tree).focus_set()

    def _show_dice(self) -> None:
        pending = self._session.pending
        words = order_words(self._session, pending) if pending else ""
        how = how_to_enter(self._session.roll.sides)
        ttk.Label(self.stage, style="Panel.TLabel", wraplength=theme.px(320), justify="left",
                  text=f'"{words}" needs a die roll. {how}').pack(anchor="w")
        ttk.Label(self.stage, style="Title.TLabel", wraplength=theme.px(320), justify="left",
                  text=roll_wanted(self._session.roll)).pack(anchor="w", pady=(theme.px(4), 0))
        self.dice = DiceButtons(self.stage, self._roll, self._session.roll.sides)
        self.dice.pack(anchor="w", pady=theme.px(6))
        ttk.Button(self.stage, text="Choose again", style="Small.TButton",
                   command=self._session.drop_pending).pack(anchor="w")
        self.after_idle(self._focus_die)

    def _focus_die(self) -> None:
        if self.dice is not None and self.dice.winfo_exists():
            self.dice.first.focus_set()

    def _roll(self, face: int) -> None:
        self._do(lambda: self._session.enter_roll(face))

    def _show_decision(self) -> None:
        session = self._session
        decision = session.decision
        chosen = decision.is_begun
        if decision.forms.numbers:
            self._show_number()
        if decision.style == "attack":
            # The odds come first: the attackers are also visible on the map.
            self._show_attack()
        if decision.style != "list":
            self._show_units()
        if decision.style != "attack" and session.position.battle:
            self._show_battle()
        # Orders that give up come last and apart.
        for order in sorted(decision.plain_orders, key=lambda o: session.words.order(o.verb).gives_up):
            if order.verb not in decision.forms.numbers:
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
            # The list has nothing that is not above it, and the odds need its room.
            self.orders.pack_forget()
        orders = decision.candidates() if chosen else decision.orders
        title = f"Matching orders ({len(orders)})" if chosen else f"All orders ({len(orders)})"
        self.orders.show(orders, partial(order_words, session), title)
        if ready is not None and decision.style == "strike":
            self.orders.tree.selection_set(self.orders.tree.get_children()[0])

    def _button(self, order: Order) -> None:
        """Add a button for an order without units or hexes."""
        apart = self._session.words.order(order.verb).gives_up
        button = ttk.Button(self._choices, text=in_lines(order_words(self._session, order)),
                            style="Small.TButton" if apart else "Left.TButton",
                            command=lambda: self._give(order))
        pressed_by_return(button)
        if apart:
            button.pack(anchor="e", pady=(px(10), px(2)))
        else:
            button.pack(fill="x", pady=1)
            self._safe.append(button)

    def _choice_left(self) -> bool:
        """Whether a unit and a hex are chosen, and an order in the list completes the choice."""
        decision = self._session.decision
        return bool(decision.target) and bool(decision.candidates())

    def _show_number(self) -> None:
        decision = self._session.decision
        orders = [o for o in decision.orders if o.verb in decision.forms.numbers]
        choice = NumberChoice(self.stage, orders, self._session.words.order(orders[0].verb), self._give,
                              self._session.complain)
        choice.pack(anchor="w")
        self._number = choice

    def _show_attack(self) -> None:
        decision, game = self._session.decision, self._session.timeline.game
        if decision.target and decision.picked:
            order = Order("attack", decision.picked, (decision.target,))
            refusal = self._session.timeline.why_not(order)
            if refusal is not None:
                ttk.Label(self.stage, text=refusal_text(refusal), style="Error.TLabel",
                          wraplength=theme.px(330), justify="left").pack(anchor="w")
                return
            title = f"Attack on {self._named(decision.target)}"
            self._odds = OddsView(self.stage, odds_of(game, game.preview(order)), title)
            self._odds.pack(fill="x", pady=(0, theme.px(4)))

    def _show_battle(self) -> None:
        """Show the battle under way, until the die is rolled."""
        game, position = self._session.timeline.game, self._session.position
        if not self._session.words.step(game.step).odds:
            return
        title = f"Attack on {self._named(position.battle)}"
        shift, words = support_shift(self._session)
        if words:
            ttk.Label(self.stage, text=words, style="Panel.TLabel", wraplength=theme.px(320),
                      justify="left").pack(anchor="w", pady=(0, theme.px(3)))
        self._odds = OddsView(self.stage, odds_of(game, game.preview(None, shift)), title)
        self._odds.pack(fill="x", pady=(0, theme.px(4)))

    def _named(self, number: str) -> str:
        """`2017 Warsaw`."""
        map = self._session.design.map
        hex = map.grid.parse(number)
        place = map.place_at.get(hex) if hex is not None else None
        return f"{number} {place.name}" if place and place.name else number

    def _show_units(self) -> None:
        """Show the units to choose from, as counters to include or leave out."""
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
        scenario = session.current_design().scenario
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
        """An order in the list was selected and can be confirmed."""
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
            orders = self._session.decision.candidates()
            order = orders[0] if self._session.decision.target and orders else None
        if order is not None:
            self._give(order)
        else:
            self._session.complain("Nothing is chosen yet.")

    def _decline(self) -> None:
        self._do(self._session.decline)

    def _do(self, step: Callable[[], object]) -> None:
        """Continue the game, or show which rule forbids it."""
        try:
            step()
        except IllegalOrderError as refusal:
            self._session.complain(refusal)
        self._done()


# Counters to include or leave out, side by side, in as many rows as needed.

_COUNTER_PX, _SMALL_PX = 44, 34
_MANY = 12
"""Above this number, counters are drawn small."""
_GAP_PX = 14


def per_row(width: int, edge: int) -> int:
    """How many counters of this edge length fit in a row of this width in pixels.

    >>> per_row(350, 44), per_row(1, 44)
    (6, 4)
    """
    return max(4, width // (edge + _GAP_PX))


class DoubleClick:
    """Recognises a double click on a counter, whose picture is rebuilt after the first click."""

    WITHIN_S = 0.45

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: tuple[str, float] = ("", 0.0)

    def twice(self, key: str) -> bool:
        """Record a click on a counter; True if it is the second of two quick ones.

        >>> clicks = DoubleClick(iter([1.0, 1.2, 1.3, 5.0]).__next__)
        >>> [clicks.twice(key) for key in "aaab"]
        [False, True, False, False]
        """
        now, (last, at) = self._clock(), self._last
        second = key == last and now - at <= self.WITHIN_S
        self._last = ("", 0.0) if second else (key, now)
        return second


class CounterChoice(ttk.Frame):
    """A row of counters. `name` gives the tooltip of a unit; `pick` is called with the key of a clicked
    counter, `confirm` when Return is pressed on one."""

    def __init__(self, parent: tk.Misc, units: Sequence[Unit], picked: Collection[str], ruleset: Ruleset,
                 pictures: CounterPictures, name: Callable[[str], str], pick: Callable[[str], None],
                 confirm: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", takefocus=False)
        self._edge = theme.px(_COUNTER_PX if len(units) <= _MANY else _SMALL_PX)
        self._ticks: list[tk.BooleanVar] = []
        self.boxes: dict[str, ttk.Checkbutton] = {}
        self._columns = 0
        for unit in units:
            chosen = tk.BooleanVar(self, unit.key in picked)
            box = ttk.Checkbutton(
                self, image=pictures.picture(unit, ruleset, self._edge), style="Tool.Toolbutton",
                variable=chosen, command=lambda k=unit.key: pick(k))  # type: ignore[misc]
            for sequence in ("<Return>", "<KP_Enter>"):
                box.bind(sequence, lambda _e: confirm())
            Tooltip(box, name(unit.key))
            self._ticks.append(chosen)  # Tk does not keep a reference
            self.boxes[unit.key] = box
        self.bind("<Configure>", lambda e: self._arrange(e.width))
        self._arrange(parent.winfo_width())

    def key_of(self, widget: str) -> str:
        """The key of the unit whose counter has this Tk path name; "" if none has."""
        return next((k for k, box in self.boxes.items() if str(box) == widget), "")

    def _arrange(self, width: int) -> None:
        columns = per_row(width, self._edge)
        if columns != self._columns:
            self._columns = columns
            for i, box in enumerate(self.boxes.values()):
                box.grid(row=i // columns, column=i % columns, padx=1, pady=1, sticky="w")


# A field for a number; what remains is shown while typing.

_TYPED = ("TEntry", "TSpinbox", "TCombobox")
_SOON_MS = 40
"""A click on a tab moves the keyboard focus to the first widget of the page shortly after showing it."""


class NumberChoice(ttk.Frame):
    """A field that chooses one of `orders` by its number: `give` gets the order, `complain` a sentence if
    none fits. `words` are those of the orders."""

    def __init__(self, parent: tk.Misc, orders: Sequence[Order], words: OrderWords,
                 give: Callable[[Order], None], complain: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", takefocus=False)
        self._orders, self._give, self._complain = orders, give, complain
        self._rest_text = words.rest
        numbers = [int(o.words[0]) for o in orders]
        self._least, self._most = min(numbers), max(numbers)
        self._total = sum(map(int, orders[0].words)) if len(orders[0].words) > 1 else 0
        ttk.Label(self, text=words.number or "Number", style="Panel.TLabel").pack(side="left")
        self.spin = ttk.Spinbox(self, from_=self._least, to=self._most, width=4, command=self._notify)
        self.spin.set(self._most if self._total else self._least)
        self.spin.pack(side="left", padx=px(8))
        self._rest = ttk.Label(self, style="Quiet.TLabel")
        self._rest.pack(side="left")
        ttk.Button(self, text="Set", style="Small.TButton", command=self._enter).pack(side="left", padx=px(8))
        self.spin.bind("<KeyRelease>", lambda _e: self._notify())
        self.spin.bind("<Return>", self._enter)
        self.spin.bind("<Map>", lambda _e: self.take_focus_soon())
        self._notify()

    def _notify(self) -> None:
        if self._total and self._rest_text and self.spin.get().isdecimal():
            self._rest.configure(
                text=self._rest_text.format(number=max(0, self._total - int(self.spin.get()))))

    def _enter(self, _event: Any = None) -> str:
        fitting = [o for o in self._orders if o.words[0] == self.spin.get().strip()]
        if fitting:
            self._give(fitting[0])
        else:
            self._complain(f"Enter a number from {self._least} to {self._most}.")
        return "break"

    def take_focus_soon(self) -> None:
        """Take the keyboard now, and again after the code that showed this field has set its own focus."""
        self.after_idle(self._take_focus)
        self.after(_SOON_MS, self._take_focus)

    def _take_focus(self) -> None:
        """Take the keyboard, unless the user is typing in another field."""
        if self.winfo_exists() and self.spin.winfo_viewable() and not _typed_in(focused(self)):
            self.spin.focus_set()
            self.spin.selection_range(0, "end")


def _typed_in(widget: tk.Misc | None) -> bool:
    """Whether a widget is a field with something typed in it."""
    if widget is None or widget.winfo_class() not in _TYPED or "readonly" in str(widget.cget("state")):
        return False
    return bool(widget.get())  # type: ignore[attr-defined]


# The list of all legal orders, with a search field. Whatever the game asks, the answer is here.

_MOST = 150
_DOUBLE_MS = 500
_INDENT_PX = 30
"""Free space beside an order in the list, in pixels at 100 %."""


class OrdersList(ttk.Frame):
    """The list of legal orders: `give` gets one that is double-clicked or entered; `marked` is called on
    selection."""

    def __init__(self, parent: tk.Misc, give: Callable[[Order], None], marked: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._give = give
        self._orders: Sequence[Order] = ()
        self._text: Callable[[Order], str] = str
        self._rows: dict[str, Order] = {}
        self._pressed: tuple[Order | None, int] = (None, 0)
        """The order clicked last, and its event time in milliseconds."""
        self._words = tk.StringVar(self)
        head = ttk.Frame(self, style="Panel.TFrame")
        head.grid(row=0, column=0, columnspan=2, sticky="ew")
        self._title = ttk.Label(head, text="Orders", style="Section.TLabel")
        self._title.pack(side="left")
        self.search = ttk.Entry(head, textvariable=self._words, width=16)
        self.search.pack(side="right")
        ttk.Label(head, text="Search", style="Quiet.TLabel").pack(side="right", padx=(0, px(4)))
        self.tree = ttk.Treeview(self, show="tree", selectmode="browse", height=5, style="Flat.Treeview")
        grid_scrolled(self.tree, 1, (px(4), 0))
        when_written(self._words, self, self._fill)
        self.tree.bind("<ButtonPress-1>", self._press)
        self.tree.bind("<Return>", lambda _e: self._enter())
        self._full = WrappedLabel(self, style="Quiet.TLabel")
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._tell_full())
        self.tree.bind("<<TreeviewSelect>>", lambda _e: marked(), add=True)
        self.tree.bind("<Configure>", lambda _e: self._tell_full(), add=True)
        self._note = Tooltip(self.tree, "")
        self.tree.bind("<Motion>", lambda e: self._note.follow(
            e, self.tree.item(self.tree.identify_row(e.y), "text") if self.tree.identify_row(e.y) else ""))
        self.search.bind("<Return>", lambda _e: self._first())
        self.search.bind("<Down>", lambda _e: self._first())
        self.search.bind("<Escape>", lambda _e: self._words.set(""))

    def _tell_full(self) -> None:
        """Show the full text of the selected order below the list if the list cuts it off."""
        chosen = self.chosen
        text = self._text(chosen) if chosen is not None else ""
        width = font.nametofont("TkDefaultFont", self).measure(text) + px(_INDENT_PX)
        if text and width > self.tree.winfo_width():
            self._full.configure(text=text)
            self._full.grid(row=2, column=0, columnspan=2, sticky="ew", pady=(px(3), 0))
        else:
            self._full.grid_remove()

    def show(self, orders: Sequence[Order], text: Callable[[Order], str], title: str) -> None:
        """List orders with their words."""
        self._orders, self._text = orders, text
        self._title.configure(text=title)
        self._fill()

    def _fill(self) -> None:
        below = self._from_top()
        self._note.forget()
        self.tree.delete(*self.tree.get_children())
        self._rows.clear()
        self._full.grid_remove()
        words = self._words.get().casefold().split()
        # There can be thousands of moves: texts are made only when needed.
        matches = [o for o in self._orders if all(w in self._text(o).casefold() for w in words)]
        for order in matches[:_MOST]:
            self._rows[self.tree.insert("", "end", text=self._text(order))] = order
        if len(matches) > _MOST:
            self.tree.insert("", "end", text=f"… {len(matches) - _MOST} more: select a unit or search")
        # The list keeps its position: the first visible order that is still legal is at the top again.
        places = {order: i for i, order in enumerate(self._rows.values())}
        top = next((places[order] for order in below if order in places), 0)
        self.tree.yview_moveto(top / max(1, len(self.tree.get_children())))

    def _from_top(self) -> list[Order]:
        """The orders from the first visible one on; none if the list is at its top."""
        rows = self.tree.get_children()
        first = round(self.tree.yview()[0] * len(rows))
        return [self._rows[row] for row in rows[first:] if row in self._rows] if first else []

    def _press(self, event: Any) -> str | None:
        """The second of two quick clicks on an order gives it, once. Tk would treat a third as a double click
        again, on whatever order is there by then."""
        order = self._rows.get(self.tree.identify_row(event.y))
        last, at = self._pressed
        if order is not None and order == last and event.time - at <= _DOUBLE_MS:
            self._pressed = (None, 0)
            self._give(order)
            return "break"
        self._pressed = (order, event.time)
        if order is not None:
            # Tk itself selects nothing on what it considers a double click.
            self.tree.selection_set(self.tree.identify_row(event.y))
        return None

    @property
    def chosen(self) -> Order | None:
        """The order selected in the list, or None."""
        return self._rows.get(next(iter(self.tree.selection()), ""))

    def _first(self) -> str:
        rows = self.tree.get_children()
        if rows:
            self.tree.selection_set(rows[0])
            self.tree.focus(rows[0])
            self.tree.focus_set()
        return "break"

    def _enter(self) -> str:
        if (order := self.chosen) is not None:
            self._give(order)
        return "break"


# The odds of an attack: strengths, shifts with their rules, and a bar for each result.

_COLOURS = {"attacker": "#c4453c", "both": "#c98a1b", "nobody": "#7d8590", "defender": "#3a8a4d"}
_STRENGTH = 0.45
"""The share of its own colour in a bar, on which text in theme colours is drawn."""
_ROW = 17
_BESIDE = 150
"""The width in pixels a table needs to be put beside another."""


class OddsView(ttk.Frame):
    """Shows `Odds`; redrawn when its width changes."""

    def __init__(self, parent: tk.Misc, odds: Odds, title: str) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._odds = odds
        heading = ttk.Label(self, text=title, style="Panel.TLabel", wraplength=theme.px(330), justify="left")
        heading.pack(anchor="w")
        ttk.Label(self, text=odds.line, style="Title.TLabel").pack(anchor="w", pady=(theme.px(2), 0))
        shifts = ";  ".join(f"{name} {n:+d}" + (f" [{rule}]" if rule else "")
                            for name, n, rule in odds.shifts)
        below = ttk.Label(self, text=f"Column shifts: {shifts or 'none'}", style="Quiet.TLabel",
                          wraplength=theme.px(330), justify="left")
        below.pack(anchor="w")
        self._wrapped = [heading, below]
        for sentence in odds.rolls:
            self._wrapped.append(ttk.Label(self, text=sentence, style="Quiet.TLabel",
                                           wraplength=theme.px(330), justify="left"))
            self._wrapped[-1].pack(anchor="w")
        ttk.Label(self, text=f"Resolved at {odds.column}", style="Panel.TLabel").pack(
            anchor="w", pady=(0, theme.px(2)))
        self._canvas = tk.Canvas(self, height=theme.px(10), background=theme.PANEL, highlightthickness=0,
                                 width=theme.px(200))
        self._canvas.pack(fill="x")
        self._whole: list[tuple[int, int, int, str]] = []
        """(left, top, right, full text) of the rows, which may be cut off."""
        self._canvas.bind("<Configure>", lambda e: self._draw(e.width))
        theme.changed.connect(lambda: self._draw(self._canvas.winfo_width()), owner=self)
        self._note = Tooltip(self._canvas, "")
        self._canvas.bind("<Motion>", lambda e: self._note.follow(e, self._words_at(e.x, e.y)))

    def _draw(self, width: int) -> None:
        for label in self._wrapped:
            label.configure(wraplength=max(150, width - 4))
        canvas, tables = self._canvas, self._odds.tables
        canvas.delete("all")
        self._whole.clear()
        # Tables side by side leave room for the choices below them.
        side_by_side = width >= theme.px(_BESIDE) * len(tables)
        each = width // len(tables) if side_by_side and tables else width
        x, y, deepest = 0, 0, 0
        for name, chances in tables:
            below = self._table(x, y, each - 6, name, chances)
            deepest = max(deepest, below)
            x, y = (x + each, 0) if side_by_side else (0, below + 4)
        canvas.configure(height=deepest + 4)

    def _words_at(self, x: int, y: int) -> str:
        row = theme.px(_ROW)
        return next((t for left, top, right, t in self._whole if left <= x < right and top <= y < top + row),
                    "")

    def _table(self, x: int, y: int, width: int, name: str, chances: Sequence[Chance]) -> int:
        """Draw one table: a row for each result, with a bar as long as its chance. Returns the y where it
        ends."""
        canvas = self._canvas
        left, row = x + theme.px(27), theme.px(_ROW)
        bold, small = nametofont("VeSection", canvas), nametofont("VeSmall", canvas)
        canvas.create_text(x, y + row / 2, anchor="w", text=elided(name, width, bold.measure),
                           font="VeSection", fill=theme.QUIET)
        self._whole.append((x, y, x + width, name))
        for chance in chances:
            y += row
            canvas.create_text(x + 2, y + row / 2, anchor="w", text=chance.code, font="VeSection",
                               fill=theme.TEXT)
            canvas.create_rectangle(left, y + 1, x + width, y + row - 1, fill=theme.HOVER, outline="")
            canvas.create_rectangle(left, y + 1, left + (x + width - left) * chance.share, y + row - 1,
                                    fill=mixed(theme.FIELD, _COLOURS[chance.suffers], _STRENGTH), outline="",
                                    tags=("bar",))
            words = elided(f"{chance.ways}/{chance.of} {chance.name}", x + width - left - 6, small.measure)
            canvas.create_text(left + 3, y + row / 2, anchor="w", text=words, fill=theme.TEXT,
                               font="VeSmall")
            whole = f"{chance.code}: {chance.name}, {chance.ways} of {chance.of}"
            self._whole.append((x, y, x + width, whole))
        return y + row


# The preview of an attack: strengths, shifts with their rules, chances on each table.

@dataclass(frozen=True)
class Chance:
    """A combat result, and in how many of all the ways that the dice may fall it comes; `suffers` is
    `attacker`, `both`, `nobody` or `defender`."""

    code: str
    name: str
    ways: int
    of: int
    suffers: str

    @property
    def share(self) -> float:
        """The chance, from 0 to 1."""
        return self.ways / self.of


@dataclass(frozen=True)
class Odds:
    """The odds of an attack as shown; `shifts` are (name, columns, rule), `rolls` sentences about dice that
    decide about further ones."""

    attack: int
    defence: int
    percent: int
    odds: str
    column: str
    shifts: tuple[tuple[str, int, str], ...]
    tables: tuple[tuple[str, tuple[Chance, ...]], ...]
    rolls: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """`14 to 6, 233 %`."""
        return f"{self.attack} to {self.defence}, {self.odds or f'{self.percent} %'}"


def odds_of(game: Game, preview: AttackPreview) -> Odds:
    """The odds with the names of tables and results, those worst for the attacker first."""
    names = {r.id: r.name for r in game.design.ruleset.results}
    tables = []
    for table in game.design.ruleset.tables:
        ways = preview.chances.get(table.id)
        if ways:
            of = sum(ways.values())
            rows = [Chance(c, names.get(c, c), n, of, game.worths[c].suffers) for c, n in ways.items()]
            rows.sort(key=lambda r: (list(_COLOURS).index(r.suffers), -r.ways, r.code))
            tables.append((table.name, tuple(rows)))
    return Odds(preview.attack, preview.defence, preview.percent, preview.odds, preview.column_name,
                tuple((s.name, s.columns, s.rule) for s in preview.shifts), tuple(tables),
                tuple(roll.sentence for roll in preview.rolls))


def support_shift(session: PlaySession) -> tuple[int, str]:
    """How many columns the order chosen during a battle will shift it, and a sentence about that; (0, "") if
    none is chosen or it has no such effect."""
    decision, game = session.decision, session.timeline.game
    for order in decision.candidates() if decision.picked else ():
        columns, text = game.system.effect(game, order)
        if text:
            return columns, text
    return 0, ""


# Buttons that Return presses, as in dialogs.

def pressed_by_return(button: ttk.Button) -> ttk.Button:
    """Let Return press the button when it has the focus; returns the button."""
    def press(_event: object) -> str:
        button.invoke()
        return "break"

    for key in ("<Return>", "<KP_Enter>"):
        button.bind(key, press)
    return button


# The attack or other event that led to a decision.

_FAR = 12
"""How many orders back the cause is searched for; a battle has no more orders than this."""


def cause_of_decision(session: PlaySession) -> Event | None:
    """The event that the present decision answers, or None."""
    game, words = session.timeline.game, session.words
    if not words.step(game.step).answers or session.over:
        return None
    for entry in reversed(session.timeline.done[-_FAR:]):
        for event in reversed(entry.events):
            if event.type in CAUSES or event.type in words.causes:
                return event
    return None
