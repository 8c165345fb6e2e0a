"""The page on which two players and a referee run a game of a card at a table."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import field
from tkinter import ttk
from typing import Any

from ...desk.book_words import BookPart, reminder_parts, view_words
from ...desk.card import Card
from ...desk.log import NEXT, Offer, order_text
from ...desk.log_view import BOTH, View, order_events, shown_offers
from ...desk.procedures.catalogue import procedures
from ...desk.procedures.procedure import Input, Procedure
from ...desk.words import card_text
from ...drawing.board_pictures import BoardPictures
from ...engine.dice import DiceExhaustedError
from ...engine.orders import IllegalOrderError, NoDiceLeftError
from ...lazy_dataclass import dataclass
from ...model.wording import count
from ..settings import Settings
from ..signals import Signal
from ..widgets.flow import Flow
from ..widgets.keyboard import focused
from ..widgets.tooltips import Tooltip
from ..widgets.wrapped_label import WrappedLabel
from ..window.theme import px
from .board_pick_dialog import BoardPickDialog
from .books_panel import BooksPanel
from .card_game import CardGame, CardGameError, Source
from .card_game_files import CardGameFiles
from .dice_page import DicePage, dice_text
from .due_panel import FIRST_KEY, LAST_KEY, DuePanel
from .game_start import GameStart
from .order_words import title_of, with_titles
from .procedure_form import ProcedureForm
from .result_card import ResultCard
from .turn_strip import TurnStrip, turn_words

_REAL_DICE = "card_game_real_dice"
_NO_DICE = '""'
"""What an order says if no real die was rolled for it yet."""
_LEFT_PX, _RIGHT_PX = 270, 370
_NARROW_PX = 1000
"""On a narrower page, in pixels at 100 %, the books take the place of the forms."""


@dataclass
class _Asking:
    """An order for which real dice are asked."""

    title: str
    text: str
    rolls: list[tuple[int, str]] = field(default_factory=list)
    """The rolls so far, each with what it was for."""
    wanted: str = ""
    """What the next one is for."""


class GamePage(ttk.Frame):
    """A game of the card that `card` returns; `card_source` returns the bundled name or the file of that
    card, None if it was never saved. `say` shows a short message of what was done.

    The page begins with `game`; without one it has none until one is begun or opened. Before it is closed its
    owner asks `files.may_leave`; when it is shown its owner calls `follow_card`.
    """

    def __init__(self, parent: tk.Misc, card: Callable[[], Card], card_source: Callable[[], Source],
                 settings: Settings, say: Callable[[str], None], game: CardGame | None = None) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._card, self._card_source, self._settings, self._say = card, card_source, settings, say
        self._pictures = BoardPictures()
        self.game: CardGame | None = None
        self.game_changed = Signal()
        """Emitted after each order that is given or taken back, and when another game is shown."""
        self.files = CardGameFiles(self, lambda: self.game, self.play, card_source, settings, say)
        self.view: View = None
        self._shown_order: int | None = None
        self._asking: _Asking | None = None
        self.columnconfigure(0, weight=1)
        self.rowconfigure(3, weight=1)
        self._make_strip()
        self._make_middle()
        self._bind_keys()
        if game is None:
            self.new_game()
        else:
            self.play(game)

    # -- making the parts ---------------------------------------------------------------

    def _make_strip(self) -> None:
        bar = Flow(self, margin=(px(8), px(4)), gap=px(4))
        bar.grid(row=0, column=0, sticky="ew")
        self._bar = bar
        self.moment = ttk.Label(bar, style="Title.TLabel", text="No game yet")
        bar.add(self.moment)
        self._views: dict[str, View] = {}
        self.view_box = ttk.Combobox(bar, state="readonly", width=14)
        self.view_box.bind("<<ComboboxSelected>>", lambda _e: self.show_to(self._views[self.view_box.get()]))
        label = ttk.Label(bar, text="Shown to", style="Quiet.TLabel")
        bar.add(label, px(18))
        bar.add(self.view_box, px(4))
        self.buttons: dict[str, ttk.Button] = {}
        for name, text, command, tip in (
                ("undo", "Undo", self.undo, "Take back the last order  (Ctrl+Z)"),
                ("redo", "Redo", self.redo, "Carry out again what was taken back  (Ctrl+Y)"),
                ("save", "Save", self.files.save, "Save the game  (Ctrl+S)")):
            button = ttk.Button(bar, text=text, style="Narrow.TButton", command=command)
            Tooltip(button, tip)
            bar.add(button, px(14 if name == "undo" else 3))
            self.buttons[name] = button
        self.menu_button = ttk.Menubutton(bar, text="Game")
        self.menu = tk.Menu(self.menu_button, tearoff=False)
        for text, do in (
                ("New game…", self.new_game), ("Open…", self.files.open), ("Save as…", self.files.save_as),
                ("Log as text, for printing…", lambda: self.files.export(self.view))):
            self.menu.add_command(label=text, command=do)
        self.menu_button.configure(menu=self.menu)
        bar.add(self.menu_button, px(3))
        self._real = tk.BooleanVar(self, self._settings.get(_REAL_DICE) is True)
        self.real_dice = ttk.Checkbutton(bar, text="Real dice", style="Choice.Toolbutton",
                                         variable=self._real, command=self._dice_chosen)
        Tooltip(self.real_dice, "Ask for each die instead of rolling it")
        bar.add(self.real_dice, px(14))
        self._books_front = tk.BooleanVar(self, False)
        self._books_button = ttk.Checkbutton(bar, text="Log and books", style="Choice.Toolbutton",
                                             variable=self._books_front, command=self._lay_panes)
        bar.add(self._books_button, px(14))
        row = ttk.Frame(self, style="Panel.TFrame", padding=(px(8), 0, px(8), px(4)))
        row.grid(row=1, column=0, sticky="ew")
        row.columnconfigure(0, weight=1)
        self.strip = TurnStrip(row)
        self.strip.grid(row=0, column=0, sticky="ew")
        self.next_button = ttk.Button(row, text="Next phase  ▶", style="Large.Accent.TButton",
                                      command=self.next_phase)
        self.next_button.grid(row=0, column=1, sticky="e")
        self.notice = WrappedLabel(self, "", "Error.TLabel")
        self.notice.grid(row=2, column=0, sticky="ew", padx=px(10), pady=(px(2), 0))

    def _make_middle(self) -> None:
        ttk.Separator(self).grid(row=2, column=0, sticky="new")
        across = ttk.PanedWindow(self, orient="horizontal")
        across.grid(row=3, column=0, sticky="nsew", pady=(1, 0))
        self.due = DuePanel(across, self.choose, self._leave_out, self._choose_any)
        self.middle = ttk.Frame(across, style="Panel.TFrame")
        self.middle.rowconfigure(0, weight=1)
        self.middle.columnconfigure(0, weight=1)
        self.books = BooksPanel(across, self._open_order, self._correct, self._note)
        for pane, width in ((self.due, _LEFT_PX), (self.middle, _LEFT_PX), (self.books, _RIGHT_PX)):
            pane.configure(width=px(width))
            pane.grid_propagate(False)
        self._across, self._narrow = across, False
        self._lay_panes()
        self.bind("<Configure>", lambda e: self._fit(e.width))
        self.start = GameStart(self.middle, self._begin, self.files.open,
                               self._settings.get(_REAL_DICE) is True)
        self.form = ProcedureForm(self.middle, self.carry_out, self._pick)
        self.dice = DicePage(self.middle, self.roll, self.take_back_die, self.cancel_dice)
        self.result = ResultCard(self.middle, self.choose, self._again)
        self._pages: tuple[ttk.Frame, ...] = (self.start, self.form, self.dice, self.result)
        self.start.cancel_button.configure(command=self._after_change)

    def _fit(self, width: int) -> None:
        """Show the books beside the forms, or, where there is little room, in their place."""
        narrow = width < px(_NARROW_PX)
        if narrow != self._narrow:
            self._narrow = narrow
            self._lay_panes()

    def _lay_panes(self) -> None:
        for pane in self._across.panes():  # type: ignore[no-untyped-call]
            self._across.forget(pane)
        front = self.books if self._books_front.get() else self.middle
        shown = (self.due, front) if self._narrow else (self.due, self.middle, self.books)
        for one in shown:
            self._across.add(one, weight=1 if one is self.middle or (self._narrow and one is front) else 0)
        self._bar.show(self._books_button, self._narrow)

    def _bind_keys(self) -> None:
        """Keys of the page, which come before those of its window. Widgets get the tag in `_tag_all`."""
        self._tag = f"GamePage{self}"
        for keys, command in (
                (("<Control-z>", "<Control-Z>"), self.undo), (("<Control-y>", "<Control-Y>"), self.redo),
                (("<Control-s>",), self.files.save)):
            for key in keys:
                self.bind_class(self._tag, key, lambda _e, do=command: self._do(do))  # type: ignore[misc]
        for key in ("<Return>", "<KP_Enter>"):
            self.bind_class(self._tag, key, self._return)
        self.bind_class(self._tag, "<Escape>", lambda _e: self._escape())
        self.bind_class(self._tag, "<Key>", self._digit)
        for number in range(FIRST_KEY, LAST_KEY + 1):
            self.bind_class(self._tag, f"<F{number}>", lambda _e, n=number: self._f_key(n))  # type: ignore[misc]

    def _tag_all(self, widget: tk.Misc) -> None:
        tags = widget.bindtags()
        if self._tag not in tags:
            # After those of the widget and its class, so that lists and fields keep their keys.
            widget.bindtags((*tags[:2], self._tag, *tags[2:]))
        for child in widget.winfo_children():
            if not isinstance(child, tk.Toplevel | tk.Menu):
                self._tag_all(child)

    @staticmethod
    def _do(command: Callable[[], object]) -> str:
        command()
        return "break"

    def _return(self, event: Any) -> str | None:
        focus = focused(self)
        if isinstance(focus, ttk.Button):
            focus.invoke()
        elif self._page is self.form:
            self.carry_out()
        elif self._page is self.start:
            self.start.begin()
        else:
            return None
        return "break"

    def _escape(self) -> str | None:
        if self._asking is not None:
            self.cancel_dice()
            return "break"
        return None

    def _digit(self, event: Any) -> str | None:
        if self._asking is None or event.char not in tuple("123456") or isinstance(focused(self), ttk.Entry):
            return None
        self.roll(int(event.char))
        return "break"

    def _f_key(self, number: int) -> str:
        if self.game is None or not self.due.press(number):
            self._say(f"Nothing that is due has the key F{number}.")
        return "break"

    # -- pages of the middle ------------------------------------------------------------

    @property
    def _page(self) -> ttk.Frame:
        return next(p for p in self._pages if p.winfo_manager())

    def _turn_to(self, page: ttk.Frame) -> None:
        for one in self._pages:
            if one is page:
                one.grid(row=0, column=0, sticky="nsew")
            else:
                one.grid_remove()
        if page is not self.dice:
            self._asking = None
        if self._books_front.get():
            self._books_front.set(False)
            self._lay_panes()
        self._tag_all(self)

    def _complain(self, why: str) -> None:
        """Say above the page why something was not done; "" takes it away. Its line stays, so that nothing
        below moves."""
        self.notice.configure(text=why)

    # -- beginning ----------------------------------------------------------------------

    def new_game(self) -> None:
        """Ask how a new game begins; before that, what happens to one that is not saved."""
        if not self.files.may_leave():
            return
        card = self._card()
        self.start.new_seed()
        self.start.about.configure(
            text=f"{card.title or card.name}: one referee, or two players together, keep its turns, dice and "
            "books here.")
        if self.game is None:
            self.start.cancel_button.pack_forget()
        else:
            self.start.cancel_button.pack(side="left")
        self._turn_to(self.start)
        self._show_all()
        self.update_idletasks()
        self.start.begin_button.focus_set()

    def _begin(self, seed: int, real_dice: bool) -> None:
        try:
            game = CardGame.begin(self._card(), self._card_source(), seed)
        except CardGameError as error:
            self.start.refuse(str(error))
            return
        self._settings.set(_REAL_DICE, real_dice)
        self._real.set(real_dice)
        self.play(game)
        self._say(f"A game begins, with the seed {seed}.")

    def play(self, game: CardGame) -> None:
        """Show another game; the present one is given up."""
        self.game = game
        card = game.log.card
        self._views = {view_words(card, v): v for v in (None, *card.side_by_id, BOTH)}
        self.view_box.configure(values=list(self._views))
        self.view = None
        game.changed.connect(self._changed, self)
        self._shown_order = None
        self._changed()
        self._after_change()

    def follow_card(self) -> None:
        """Say so if the card is no longer the one that is played."""
        if self.game is not None and self.game.differs_from(self._card()):
            self._complain("The card was changed since this game began; the game goes on with the card as it "
                           "was. New game… plays it as it is now.")
        elif self.game is None and self._page is self.start:
            self.new_game()

    # -- showing ------------------------------------------------------------------------

    def show_to(self, view: View) -> None:
        """Show what a referee (None), one side, or both together ("") may see."""
        self.view = view
        self._shown_order = None
        self._changed()
        if self._page is not self.start:
            # A form that is open may hold what the other side must not see.
            self._after_change()

    def _changed(self) -> None:
        self._complain("")
        # What was said of another order is no longer news.
        self._say("")
        self._show_all()
        self.game_changed.emit()

    def _show_all(self) -> None:
        """Show strip, what is due, and the book in front."""
        game = self.game
        for button in self.buttons.values():
            button.state(["disabled" if game is None else "!disabled"])
        for entry in (2, 3):
            self.menu.entryconfigure(entry, state="disabled" if game is None else "normal")
        self.next_button.state(["disabled" if game is None else "!disabled"])
        if game is None:
            self.due.show((), (), "Begin a game or open one.")
            return
        log = game.log
        self.moment.configure(text=turn_words(log.card, log.books))
        self._bar.flow()
        self.strip.light(log.phase)
        self.view_box.set(view_words(log.card, self.view))
        self.due.show(shown_offers(log, self.view), log.procedures(),
                      moment=(id(game), log.turn, log.books.half, log.phase))
        self.buttons["undo"].state(["!disabled" if log.orders else "disabled"])
        ahead = len(game.ahead)
        self.buttons["redo"].configure(text=f"Redo ({ahead})" if ahead else "Redo")
        self.buttons["redo"].state(["!disabled" if ahead else "disabled"])
        over = log.outcome is not None
        self.next_button.state(["disabled" if over else "!disabled"])
        self.books.show(log, self.view)
        self._tag_all(self)

    def _after_change(self) -> None:
        """Show what came last, or what to do first."""
        if self.game is None:
            return
        if self.game.log.orders:
            self._show_order(len(self.game.log.orders) - 1)
        else:
            self._welcome()
        self.result.enter()

    def _welcome(self) -> None:
        """What to do first."""
        assert self.game is not None
        log = self.game.log
        parts = [f"{heading}\n{chr(10).join(sentences)}" for heading, sentences in card_text(log.card)]
        self.result.show(turn_words(log.card, log.books), "Set up by the card, carry out on the left what is "
                         f"due, then go on with Next phase. The seed of the dice is {log.dice.seed}.", (),
                         (), again=False, nothing="\n\n".join(parts))
        self._turn_to(self.result)

    def _show_order(self, number: int) -> None:
        """Show the result of an order."""
        assert self.game is not None
        log = self.game.log
        self._shown_order = number
        order, last = log.order_marks[number].order, number == len(log.orders) - 1
        title = title_of(order.verb)
        follows = [o for o in shown_offers(log, self.view) if o.why] if last else []
        about = "" if last else "An earlier order."
        nothing = "Nothing of this order may be shown in this view."
        self.result.show(title, about, order_events(log, number, self.view), follows,
                         again=last and order.verb != NEXT and log.outcome is None, nothing=nothing,
                         parts=self._of_phase() if last and order.verb == NEXT else ())
        self._turn_to(self.result)

    def _of_phase(self) -> tuple[BookPart, ...]:
        """What arrives and what is to be remembered in the phase that begins."""
        assert self.game is not None
        log = self.game.log
        return tuple(part for part in reminder_parts(log.card, log.books)[:2] if part.facts)

    def _open_order(self, number: int) -> None:
        # The keyboard stays in the list, so that arrows go on to the next line.
        if self.game is not None and number < len(self.game.log.orders):
            self._show_order(number)

    # -- orders -------------------------------------------------------------------------

    def choose(self, offer: Offer) -> None:
        """Show the form of what is due."""
        self._show_form(offer.procedure, offer.inputs, offer.why, offer.rule)

    def _choose_any(self, procedure: Procedure) -> None:
        self._show_form(procedure)

    def _show_form(self, procedure: Procedure, inputs: Sequence[tuple[str, str]] = (), why: str = "",
                   rule: str = "") -> None:
        if self.game is None:
            return
        log = self.game.log
        self._complain("")
        self.form.show(log.card, log.books, procedure, inputs, why, rule,
                       log.shown_by_maps(procedure, dict(inputs)))
        self._turn_to(self.form)
        self.form.enter()

    def _leave_out(self, offer: Offer) -> None:
        self._show_form(procedures()["skip"], (("procedure", offer.procedure.id),))

    def _again(self) -> None:
        """Show the form of the order whose result is shown: for a referee as it was filled in, because that
        may be secret."""
        if self.game is not None and self._shown_order is not None:
            order = self.game.log.order_marks[self._shown_order].order
            pairs = [word.partition("=") for word in order.words]
            filled = [(id, value) for id, _, value in pairs if id != "dice" and self.view is None]
            self._show_form(procedures()[order.verb], filled)

    def carry_out(self) -> None:
        """Carry out the order of the form."""
        procedure = self.form.procedure
        if self.game is None or procedure is None or self._page is not self.form or self.form.missing():
            return
        self._order(procedure.title, order_text(procedure.id, self.form.inputs()))

    def next_phase(self) -> None:
        """End the phase."""
        if self.game is None:
            return
        log = self.game.log
        seen = shown_offers(log, self.view)
        if any(one.must and one not in seen for one in log.offers()):
            self._complain("The referee has something to carry out first that this view does not show: "
                           "choose “Referee: all” above.")
            return
        self._order("Next phase", NEXT)

    def _note(self, text: str) -> None:
        if self.game is None:
            self._say("Begin a game first.")
            return
        self._order("Note", order_text("note", (("text", text),)))

    def _order(self, title: str, text: str) -> None:
        """Carry out an order; with real dice, ask for each die that it needs."""
        game = self.game
        assert game is not None
        self._complain("")
        if self._real.get() and isinstance(game.log.why_not(f"{text} dice={_NO_DICE}"), NoDiceLeftError):
            self._asking = _Asking(title, text)
            self._try_dice()
            return
        try:
            game.give(text)
        except (IllegalOrderError, DiceExhaustedError) as refusal:
            self._refused(refusal)
            return
        self._after_change()

    def _try_dice(self) -> None:
        """Carry out the order with the dice so far, or ask for the next die."""
        assert self.game is not None
        asking = self._asking
        assert asking is not None
        try:
            self.game.give(f"{asking.text} dice={dice_text(asking.rolls) or _NO_DICE}")
        except DiceExhaustedError as wanted:
            self._turn_to(self.dice)
            asking.wanted = wanted.purpose
            self.dice.show(asking.title, wanted.purpose, asking.rolls)
            return
        except IllegalOrderError as refusal:
            self._refused(refusal)
            return
        self._asking = None
        self._after_change()

    def roll(self, face: int) -> None:
        """Take the face of the die that is asked for."""
        if self._asking is not None:
            self._asking.rolls.append((face, self._asking.wanted))
            self._try_dice()

    def take_back_die(self) -> None:
        """Ask for the last die again."""
        if self._asking is not None and self._asking.rolls:
            self._asking.rolls.pop()
            self._try_dice()

    def cancel_dice(self) -> None:
        """Give up the order for which dice are asked."""
        asking, self._asking = self._asking, None
        if asking is not None and asking.text != NEXT and self.form.procedure is not None:
            self._turn_to(self.form)
            self.form.enter()
        else:
            self._after_change()
        self._say("The order was not carried out.")

    def _refused(self, refusal: IllegalOrderError | DiceExhaustedError) -> None:
        """Say why an order is refused: in its form if that is shown."""
        why, rule = (refusal.reason, refusal.cited) if isinstance(refusal, IllegalOrderError) else (
            str(refusal), "")
        is_form = self._page is self.form or (self._page is self.dice and self._asking is not None
                                              and self._asking.text != NEXT)
        if is_form:
            self._turn_to(self.form)
            self.form.refuse(why, rule)
        else:
            self._complain(with_titles(f"{why} ({rule})" if rule else why))
            if self._page is self.dice:
                self._after_change()

    def _dice_chosen(self) -> None:
        self._settings.set(_REAL_DICE, self._real.get())
        self._say("You are asked for each die." if self._real.get() else "The program rolls the dice.")

    def undo(self) -> None:
        """Take back the last order."""
        if self.game is None or not (verb := self.game.undo()):
            self._say("There is no order to take back.")
            return
        self._after_change()
        self._say(f"Taken back: {title_of(verb)}.")

    def redo(self) -> None:
        """Carry out again what was taken back last."""
        if self.game is None or not self.game.ahead:
            self._say("Nothing was taken back.")
            return
        try:
            verb = self.game.redo()
        except (IllegalOrderError, DiceExhaustedError) as refusal:
            self._show_all()
            self._complain(f"This can no longer be carried out, and what came after it is dropped: {refusal}")
            return
        self._after_change()
        self._say(f"Carried out again: {title_of(verb)}.")

    def _correct(self, number: int) -> None:
        """Take back an order and all after it, and show its form."""
        game = self.game
        if game is None or number >= len(game.log.orders):
            return
        if self.view is not None:
            # What was filled in may be secret although nothing that came of it is.
            self._complain("Orders are corrected in the view of the referee, who may see what was filled in.")
            return
        if game.log.order_marks[number].order.verb == NEXT:
            self._complain("The end of a phase has no inputs to correct: choose another order, or use Undo.")
            return
        verb, inputs = game.correct(number)
        self._show_form(procedures()[verb], inputs)
        after = len(game.ahead)
        self._say("Give the order anew" + (f"; then Redo carries out the {count(after, 'order')} after it."
                                           if after else "."))

    def _pick(self, one: Input, now: str, put: Callable[[str], None]) -> None:
        """Let the user pick hexes on the boards."""
        assert self.game is not None
        names = BoardPickDialog(self, self.game.log.ground, self._pictures, one.title, now, one.many).pick()
        if names:
            put(names)
