"""The dialog that asks who plays, and where the dice come from."""

from __future__ import annotations

import random
import tkinter as tk
from tkinter import ttk

from ...engine.dice import greatest_die, no_roll
from ...lazy_dataclass import dataclass
from ...model.ruleset import Ruleset
from ..widgets.dialogs import Dialog
from ..window.theme import px
from .session import HUMAN, seat_choices

_WORDS = {HUMAN: "human, at this window"}


@dataclass(frozen=True)
class PlayTestOptions:
    """Who plays, and with which dice: `dice` are rolls entered by hand, None uses the seed."""

    seats: dict[str, str]
    seed: int = 0
    dice: tuple[int, ...] | None = None


def rolls(text: str, sides: int = 6) -> tuple[int, ...]:
    """The rolls in a line of text, of dice with up to so many sides; raises `ValueError` for anything else.

    >>> rolls("4 2, 6")
    (4, 2, 6)
    """
    parts = text.replace(",", " ").split()
    known = {str(n) for n in range(1, sides + 1)}
    bad = next((p for p in parts if p not in known), None)
    if bad is not None:
        raise ValueError(no_roll(bad, sides).replace("'", ""))
    return tuple(map(int, parts))


class StartDialog(Dialog):
    """`start` holds the answers after `run` has returned "start"."""

    def __init__(self, parent: tk.Misc, rules: Ruleset) -> None:
        super().__init__(parent, "Play-test")
        self.start: PlayTestOptions | None = None
        self._sides = greatest_die(rules)
        body = self.body
        self.seats: dict[str, ttk.Combobox] = {}
        self._names = {name: _WORDS.get(name, name) for name in seat_choices()}
        for i, side in enumerate(rules.sides):
            box = ttk.Combobox(body, values=list(self._names.values()), state="readonly", width=24)
            box.set(self._names[HUMAN if i == 0 else "planner" if "planner" in self._names else HUMAN])
            ttk.Label(body, text=side.name, style="Quiet.TLabel").grid(row=1 + i, column=0, sticky="w",
                                                                       padx=(0, px(12)), pady=px(3))
            box.grid(row=1 + i, column=1, columnspan=2, sticky="ew", pady=px(3))
            self.seats[side.id] = box
        self._way = tk.StringVar(self, "seed")
        ttk.Radiobutton(body, text="Dice from the seed", value="seed", variable=self._way,
                        command=self._follow).grid(row=8, column=0, sticky="w", pady=(px(10), px(2)))
        self.seed = ttk.Spinbox(body, from_=0, to=999999, width=10)
        self.seed.insert(0, str(random.randrange(1, 10000)))
        self.seed.grid(row=8, column=1, sticky="w", pady=(px(10), px(2)))
        ttk.Label(body, text="the same seed rolls the same dice", style="Quiet.TLabel").grid(
            row=8, column=2, sticky="w", padx=(px(8), 0), pady=(px(10), px(2)))
        ttk.Radiobutton(body, text="Dice entered by hand", value="hand", variable=self._way,
                        command=self._follow).grid(row=9, column=0, sticky="w", pady=px(2))
        self.dice = ttk.Entry(body, width=10)
        self.dice.grid(row=9, column=1, columnspan=2, sticky="ew", pady=px(2))
        ttk.Label(body, style="Quiet.TLabel", wraplength=px(380), justify="left", text=(
            "Enter the rolls you already know (4 2 6 …); you will be asked for the others. Use this to "
            "record a game played at a table, or to try out a rule with certain rolls.")).grid(
            row=10, column=0, columnspan=3, sticky="w", pady=(px(2), 0))
        self.may_refuse()
        body.columnconfigure(2, weight=1)
        self._follow()
        self.button("Start", self._accept, default=True)
        self.button("Cancel", self.cancel)

    def _follow(self) -> None:
        by_hand = self._way.get() == "hand"
        self.seed.state(["disabled" if by_hand else "!disabled"])
        self.dice.state(["!disabled" if by_hand else "disabled"])

    def _accept(self) -> None:
        back = {words: name for name, words in self._names.items()}
        seats = {side: back[box.get()] for side, box in self.seats.items()}
        try:
            if self._way.get() == "hand":
                self.start = PlayTestOptions(seats, 0, rolls(self.dice.get(), self._sides))
            elif self.seed.get().strip().isdecimal():
                self.start = PlayTestOptions(seats, int(self.seed.get()))
            else:
                raise ValueError("The seed must be a whole number.")
        except ValueError as error:
            self.refuse(str(error), self.dice if self._way.get() == "hand" else self.seed)
            return
        self.finish("start")
