"""The steps of docs/map-tutorial.md, done by hand in the real window, with a picture after each."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk

from xvfb import Hand

Shoot = Callable[[str], None]

TOWNS = {"0304": "Westport", "0703": "Highmark", "0807": "Middleford", "1209": "Southgate",
         "1304": "Eastwick"}
CAPITAL = "0807"
ROADS = (("highway", ("0304", "0807", "1304")), ("road", ("0703", "0807", "1209")))
RIVER = (("0902", 0), ("0902", 1), ("0904", 5), ("0905", 5), ("0806", 4), ("0708", 0), ("0609", 0),
         ("0410", 0))
"""Corners the river is drawn through: a hex and which of its corners."""
RIVER_NAME = "Alder"
SEA = "Western Sea"


def follow(hand: Hand, shoot: Shoot, file: Path) -> None:
    """Do all of it, in order, and save the map."""
    new_map(hand, shoot)
    ground(hand, shoot)
    river(hand, shoot)
    towns(hand, shoot)
    names(hand, shoot)
    roads(hand, shoot)
    check(hand, shoot)
    save(hand, file)


def new_map(hand: Hand, shoot: Shoot) -> None:
    """File > New: an empty map of 15 columns and 12 rows for any game."""
    hand.answer("^New$", ("type", "empty map"), ("key", "Tab", "Tab", "ctrl+a"), ("type", "The Green Valley"),
                ("key", "Tab", "Tab", "Tab", "ctrl+a"), ("type", "15"),
                ("key", "Tab", "ctrl+a"), ("type", "12"),
                lambda: time.sleep(0.5), lambda: shoot("tutorial-1-new"), ("key", "Return"))
    hand.key("ctrl+n", wait=0.6)
    hand.settle(0.6)
    hand.key("ctrl+0", wait=0.5)


def ground(hand: Hand, shoot: Shoot) -> None:
    """The sea in the west with a rectangle, mountains and a wood with a larger brush."""
    kinds = [t.id for t in hand.window.session.design.ruleset.terrain]
    hand.key("t", "w", "w")
    hand.key(str(kinds.index("sea") + 1))
    hand.drag(hand.centre("0101"), hand.centre("0206"), hand.centre("0212"))
    hand.key("w", "w", "w", "period")
    hand.key(str(kinds.index("mountain") + 1))
    hand.drag(*(hand.centre(n) for n in ("0702", "0802", "0902", "1002", "1102", "1202", "1302", "1402")))
    hand.key(str(kinds.index("forest") + 1))
    hand.drag(*(hand.centre(n) for n in ("1207", "1307", "1407")))
    shoot("tutorial-2-ground")
    hand.key("comma")


def river(hand: Hand, shoot: Shoot) -> None:
    """One stroke along hexsides, named before it is drawn."""
    hand.key("r")
    hand.click_on(field(hand.window.palette.options))
    hand.type(RIVER_NAME)
    hand.key("Return")
    places = [corner(hand, number, i) for number, i in RIVER]
    hand.do("mousemove", *places[0], "mousedown", 1)
    for place in places[1:]:
        hand.do("mousemove", *place, wait=0.03)
    shoot("tutorial-3-river")
    hand.do("mouseup", 1)


def field(parent: tk.Misc) -> ttk.Entry:
    """The first field to type into."""
    for child in parent.winfo_children():
        if type(child) is ttk.Entry:
            return child
        if child.winfo_children():
            try:
                return field(child)
            except LookupError:
                continue
    raise LookupError("there is no field here")


def corner(hand: Hand, number: str, index: int) -> tuple[int, int]:
    map = hand.window.session.design.map
    hex = map.grid.parse(number)
    assert hex is not None, number
    return hand.pixel(map.geometry.corners(hex)[index])


def towns(hand: Hand, shoot: Shoot) -> None:
    """A capital, four cities, and ports where the map asks for them."""
    kinds = [f.id for f in hand.window.session.design.ruleset.features]
    hand.key("b", str(kinds.index("city") + 1))
    for number in TOWNS:
        if number != CAPITAL:
            hand.click(hand.centre(number))
    hand.key(str(kinds.index("capital") + 1))
    hand.click(hand.centre(CAPITAL))
    hand.key(str(kinds.index("port") + 1))
    hand.click(hand.centre("0304"))
    shoot("tutorial-4-towns")


def names(hand: Hand, shoot: Shoot) -> None:
    """Click, type, Return; for the sea the same on an empty hex."""
    hand.key("n")
    for number, name in TOWNS.items():
        hand.click(hand.centre(number))
        hand.key("ctrl+a")
        hand.type(name)
        hand.key("Return")
    hand.click(hand.centre("0208"))
    hand.key("ctrl+a")
    hand.type(SEA)
    hand.key("Return")
    hand.settle(0.3)
    shoot("tutorial-5-names")


def roads(hand: Hand, shoot: Shoot) -> None:
    """Click town after town; the road finds its way, a double click ends it."""
    kinds = [r.id for r in hand.window.session.design.ruleset.roads]
    for kind, stops in ROADS:
        hand.key("d", str(kinds.index(kind) + 1))
        for number in stops:
            hand.click(hand.centre(number))
        hand.settle(0.2)
        if kind == "highway":
            shoot("tutorial-6-roads")
        hand.key("Return")


def check(hand: Hand, shoot: Shoot) -> None:
    """F5, and what it says."""
    hand.key("v", "F5")
    hand.do("mousemove", *hand.centre("0807"), "click", 4, wait=0.6)
    shoot("tutorial-7-check")


def save(hand: Hand, file: Path) -> None:
    hand.answer("Save as", ("key", "ctrl+a"), ("type", "--delay", "5", str(file)), ("key", "Return"))
    hand.key("ctrl+s", wait=0.8)
    hand.settle(0.5)
