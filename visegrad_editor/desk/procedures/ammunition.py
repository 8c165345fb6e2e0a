"""Vehicles that supply ammunition: choice, use in fire, replenishing, explosion (E10)."""

from __future__ import annotations

from dataclasses import replace

from ...model.wording import count, fully_listed
from ..books.ammunition import Supplying
from ..books.books import Books
from ..card import Card
from ..hexes import neighbours
from ..special_rules import SpecialRules
from ..tables import Row, Table, table
from .procedure import Case, Input, Modifier, Procedure, Reminder

SECTION = "Ammunition"
SUPPLIED_B = 12
"""The breakdown number of a weapon that is supplied (E10.2)."""
MOST_VEHICLES = 2
"""How many vehicles of one type a supplier replenishes at a time (E10.3)."""
UNLOADING_TURNS = 4
"""The full game turns in which ammunition is unloaded or transferred (E10.4)."""
EMPTY = 12
"""The original roll that empties a supplier (E10.3)."""
_FORTIFICATION = Modifier(2, "fortifications and mines", "E10.5")
_TASKS = ("replenish", "dump", "transfer")
_STOPS = {"not-ce": "a crew is not exposed any more", "moved": "a vehicle has spent movement points",
          "fired": "a weapon of a vehicle has fired", "cc": "a vehicle was attacked in close combat"}


def has_suppliers(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has vehicles or dumps that supply ammunition."""
    return any(f.ammunition_mm is not None for g in card.groups for f in g.forces) or any(
        f.kind.startswith("ammunition") or f.kind.startswith("ammo") for g in card.groups
        for f in g.fortifications)


# -- choice and use -----------------------------------------------------------------------------


def _vehicle(case: Case) -> None:
    row = case.look("ammunition-vehicle", calibre=int(case.half("calibre")))
    least = row[1].number_in("passengers")
    able = case.half("passengers") >= least
    case.say(f"A vehicle for ammunition of {case.word('calibre')} mm carries {least} portage points or more; "
             f"this one carries {case.word('passengers')} and "
             f"{'can be chosen' if able else 'cannot be chosen'}. "
             "A special rule or its own notes may say otherwise. While it supplies it carries nothing else.",
             "E10.11", "yes" if able else "no", row=row)


def _use(case: Case) -> None:
    books = case.books
    supplier, vehicle = case.word("supplier"), case.word("vehicle")
    if not case.flag("near"):
        case.refuse(f"{supplier} is neither in the same location nor in an accessible one.", "E10.2")
    if not case.flag("ce"):
        case.refuse(f"The crew of {vehicle} is not exposed.", "E10.2")
    if case.flag("bounding"):
        case.refuse("Ammunition is not supplied for fire on the move.", "E10.21")
    now = (books.turn, books.half, books.phase)
    other = next((v for s, v, *when in books.ammunition.served
                  if s == supplier and v != vehicle and tuple(when) == now), None)
    if other is not None:
        case.refuse(f"{supplier} serves {other} in this phase, and no two vehicles at the same "
            f"time.", "E10.2")
    work = books.ammunition.of(supplier) or books.ammunition.of(vehicle)
    if work is not None:
        case.refuse(f"{work.supplier} is at work ({_task_words(work)}); fire of a vehicle with its circled "
                    "number ends that: `replenish-stop reason=fired`.", "E10.3")
    case.books = replace(books, ammunition=replace(
        books.ammunition, served=(*(u for u in books.ammunition.served if u[2:4] == now[:2]),
                                  (supplier, vehicle, *now))))
    stays = (f" {supplier} spends no movement points in the Movement Phase that follows (E10.21)."
             if books.phase == "prep-fire" else "")
    case.say(f"{vehicle} fires with a breakdown number of {SUPPLIED_B}, supplied by {supplier}.{stays}",
             "E10.2", f"B{SUPPLIED_B}", units=(vehicle, supplier))


def _halts(case: Case) -> None:
    names = case.books.ammunition.halted(case.books.turn, case.books.half)
    case.say(f"{fully_listed(list(names))} supplied ammunition in the Prep Fire Phase and spends no movement "
             "points now.", "E10.21", "halted", units=names)


def _has_halted(card: Card, books: Books) -> bool:
    return bool(books.ammunition.halted(books.turn, books.half))


# -- replenishing -------------------------------------------------------------------------------


def _task_words(work: Supplying) -> str:
    if work.task == "dump":
        return "unloading a dump"
    verb = "replenishing" if work.task == "replenish" else "transferring to"
    return f"{verb} {fully_listed(list(work.vehicles))}"


def _replenish(case: Case) -> None:
    books, task, supplier = case.books, case.word("task"), case.word("supplier")
    vehicles = tuple(dict.fromkeys(case.words("vehicles")))
    if not case.flag("stopped"):
        case.refuse("All of them stop and do nothing else.", "E10.3")
    if task != "dump" and not case.flag("near"):
        case.refuse("They are neither in the same location nor in accessible ones.", "E10.3")
    for name in (supplier, *vehicles):
        if books.ammunition.of(name) is not None:
            case.refuse(f"{name} takes part in such work already.", "E10.3")
    if supplier in vehicles:
        case.refuse(f"{supplier} cannot supply itself.", "E10.3")
    row: tuple[Table, Row] | None = None
    turns = UNLOADING_TURNS
    if task == "replenish":
        row, turns = _needs(case, vehicles)
    elif task == "transfer":
        if not case.flag("immobilised"):
            case.refuse("Only an immobilised supplier transfers its ammunition to another vehicle.", "E10.4")
        if len(vehicles) != 1:
            case.refuse("Name the one vehicle that takes the ammunition: vehicles=NAME.", "E10.4")
    elif vehicles:
        case.refuse("A dump is unloaded into the location; name no vehicles.", "E10.4")
    whole = books.phase == "rally" and books.half == "first"
    first = books.turn if whole else books.turn + 1
    work = Supplying(supplier, task, vehicles, first, turns, case.flag("immobilised"))
    case.books = replace(books, ammunition=replace(
        books.ammunition, work=(*books.ammunition.work, work)))
    late = "" if whole else f" Full game turns count: turn {first} is the first of them."
    case.say(f"{supplier} is {_task_words(work)}: {count(turns, 'full game turn')}, until the end of turn "
             f"{work.last_turn}. All of them stay where they are and do nothing else (TI).{late}",
             "E10.3" if task == "replenish" else "E10.4", "begun", row=row, units=(supplier, *vehicles))


def _needs(case: Case, vehicles: tuple[str, ...]) -> tuple[tuple[Table, Row], int]:
    """The row and the turns of a replenishing; refuses what cannot be replenished."""
    if not 1 <= len(vehicles) <= MOST_VEHICLES:
        case.refuse(f"One or {MOST_VEHICLES} vehicles of the same type are replenished at a time; name them: "
                    "vehicles=T1,T2.", "E10.3")
    if not case.is_given("number"):
        case.refuse("Say the circled number of the weapon: number=10.", "E10.3")
    if not case.flag("short"):
        case.refuse("Only a vehicle in shortage of ammunition is replenished.", "E10.3")
    if not case.flag("ce"):
        case.refuse("The crews of the vehicles must be exposed.", "E10.3")
    row = case.look("replenishing", number=case.number("number"))
    return row, row[1].number_in("turns")


def _stop(case: Case) -> None:
    name = case.word("name")
    work = case.books.ammunition.of(name)
    if work is None:
        case.refuse(f"{name} takes part in no supply of ammunition.", "E10.3")
    case.books = replace(case.books, ammunition=replace(
        case.books.ammunition, work=tuple(w for w in case.books.ammunition.work if w is not work)))
    case.say(f"{work.supplier} is not {_task_words(work)} any more: {_STOPS[case.word('reason')]}. The turns "
             "so far do not count; take the markers off. A weapon that fires uses its circled number.",
             "E10.3", "stopped", units=(work.supplier, *work.vehicles))


def _ends(card: Card, books: Books) -> bool:
    return books.half == "second" and bool(books.ammunition.done(books.turn))


def _finish(case: Case) -> None:
    for work in case.books.ammunition.done(case.books.turn):
        case.books = replace(case.books, ammunition=replace(
            case.books.ammunition, work=tuple(w for w in case.books.ammunition.work if w is not work)))
        if work.task != "replenish":
            _unloaded(case, work)
            continue
        vehicles = fully_listed(list(work.vehicles))
        case.say(f"{vehicles} {'has' if len(work.vehicles) == 1 else 'have'} ammunition again, special kinds "
                 "that were used up too (E10.31). Take the markers off.", "E10.3", "replenished",
                 units=work.vehicles)
        pair = case.pair(f"ammunition left in {work.supplier}")
        if pair.total == EMPTY:
            case.say(f"{work.supplier} is empty: take its ammunition counter off; it carries passengers as "
                     "usual again.", "E10.3", "empty", final=pair.total, units=(work.supplier,))
        else:
            case.say(f"{work.supplier} has ammunition left.", "E10.3", "left", final=pair.total,
                     units=(work.supplier,))


def _unloaded(case: Case, work: Supplying) -> None:
    where = "in its location, which is a dump now" if work.task == "dump" else f"on {work.vehicles[0]}"
    wreck = f" {work.supplier} is a wreck." if work.immobilised else ""
    case.say(f"The ammunition of {work.supplier} is {where}. Neither spends movement points in this "
             f"turn.{wreck}", "E10.4", "dump" if work.task == "dump" else "transferred",
             units=(work.supplier, *work.vehicles))


# -- explosion ----------------------------------------------------------------------------------


def _blast(case: Case) -> None:
    place = case.place("at")
    explosion = table("ammunition-explosion")
    row = explosion.look(target="not armoured")
    own, near = row.number_in("own"), row.number_in("adjacent")
    around = [hex for hex in neighbours(place) if hex in case.card.layout]
    pair = case.pair("explosion of the ammunition")
    final = pair.total + _FORTIFICATION.amount
    case.say(f"The ammunition in {case.word('at')} explodes and leaves no wreck. One roll for all targets of "
             f"both sides: {pair.total} with {own} firepower against all without armour in its hex, as a "
             "charge well placed at the weakest rear against armoured vehicles.", "E10.5", "own-hex",
             final=pair.total, row=(explosion, row), hexes=(place,))
    case.say(f"Fortifications and mines in its hex: {final}, with {own} firepower.", "E10.5",
             "fortifications", modifiers=(_FORTIFICATION,), final=final, hexes=(place,))
    case.say(f"Adjacent hexes: {pair.total} with {near} firepower against all without armour, as a charge "
             "badly placed against armoured vehicles, on the side that faces it.", "E10.5", "adjacent",
             final=pair.total, row=(explosion, row), hexes=around)


_SUPPLIER = Input("supplier", "Supplier", "text", "The vehicle or dump with the ammunition.")
_NEAR = Input("near", "Near", "flag", "Whether they are in the same location, or in accessible ones.",
              asked="both; E10.2")
_CE = Input("ce", "Exposed", "flag", "Whether the crew of each vehicle that is supplied is exposed.",
            asked="both; E10.2")
PROCEDURES = (
    Procedure(
        "ammo-vehicle", "Vehicle for ammunition", ("E10.11", "E10.12"), "full", _vehicle, (
            Input("calibre", "Calibre", "half", "Of the weapon with the circled number, in mm.", least=1,
                  most=500),
            Input("passengers", "Passengers", "half", "What it carries, in portage points.", least=0,
                  most=200)),
        is_on=has_suppliers, section=SECTION, tables=("ammunition-vehicle",), steps=(
            "A special rule may give a supplier to a vehicle whose breakdown number is circled (E10.1).",
            "A supplier carries 15 portage points of passengers or more, 20 for calibres of 100 mm and more, "
            "unless something names it (E10.11).",
            "While the ammunition is on it, it carries no passengers (E10.12).")),
    Procedure(
        "ammo", "Ammunition in fire", ("E10.2", "E10.21"), "given", _use, (
            Input("vehicle", "Vehicle", "text", "The one that fires."), _SUPPLIER, _NEAR, _CE,
            Input("bounding", "On the move", "flag", "Whether it is fire on the move.", usual="no")),
        phases=("prep-fire", "defensive-fire", "advancing-fire"), is_on=has_suppliers, section=SECTION,
        steps=(
            "A vehicle with an exposed crew whose supplier is in the same location or an accessible one "
            "fires "
            "with 12 in place of its circled number, not on the move (E10.2, E10.21).",
            "A supplier serves one vehicle at a time (E10.2); after Prep Fire it does not move in the "
            "Movement Phase (E10.21).")),
    Procedure(
        "ammo-halt", "Suppliers that stay", ("E10.21",), "full", _halts, phases=("movement",),
        automatic="start", is_on=has_suppliers, is_due=_has_halted, section=SECTION),
    Procedure(
        "replenish", "Replenishing", ("E10.3", "E10.31", "E10.4"), "given", _replenish, (
            _SUPPLIER,
            Input("vehicles", "Vehicles", "text", "Those that are replenished, all of one type; for a "
                  "transfer the one that takes the ammunition.", usual="", many=True),
            Input("task", "Task", "word", "Replenish vehicles, unload a dump, or transfer.", _TASKS,
                  usual="replenish"),
            Input("number", "Circled number", "number", "Of the weapon.", least=2, most=11, usual=""),
            Input("stopped", "Stopped", "flag", "Whether all of them stand still and do nothing else.",
                  asked="both; E10.3"),
            replace(_NEAR, asked="both; E10.3"), replace(_CE, asked="both; E10.3", usual="yes"),
            Input("short", "Shortage", "flag", "Whether the vehicles are in shortage of ammunition.",
                  usual="yes", asked="both; D3.71"),
            Input("immobilised", "Immobilised", "flag", "Whether the supplier is.", usual="no",
                  asked="both; E10.4")),
        phases=("rally",), is_on=has_suppliers, section=SECTION, tables=("replenishing",), steps=(
            "A vehicle in shortage and its supplier stand still and do nothing else for full game turns, its "
            "crew exposed: one with a circled number up to 9, two with 10, three with 11; two vehicles of "
            "one "
            "type at most at a time (E10.3).",
            "Special ammunition comes back with it (E10.31).",
            "In four such turns a dump is unloaded, or an immobilised supplier, which is no wreck until "
            "then, "
            "transfers to another vehicle; that moves in the same turn no more (E10.4).")),
    Procedure(
        "replenish-stop", "Replenishing is interrupted", ("E10.3",), "given", _stop, (
            Input("name", "Vehicle", "text", "The supplier, or a vehicle that it replenishes."),
            Input("reason", "Reason", "word", choices=tuple(_STOPS), asked="both; E10.3")),
        is_on=has_suppliers, section=SECTION, steps=(
            "Movement, fire, close combat against it or a crew that is not exposed ends it, and its turns do "
            "not count (E10.3).",)),
    Procedure(
        "replenish-end", "Replenishing is done", ("E10.3", "E10.31", "E10.4"), "full", _finish,
        phases=("close-combat",), automatic="end", is_on=has_suppliers, is_due=_ends, section=SECTION,
        steps=(
            "When it is done roll two dice: an original 12 empties the supplier (E10.3).",)),
    Procedure(
        "ammo-blast", "Ammunition explodes", ("E10.5",), "result", _blast, (
            Input("at", "Hex", "hex", "Where the supplier or the dump is."),),
        is_on=has_suppliers, section=SECTION, tables=("ammunition-explosion",), steps=(
            "A supplier that burns explodes and leaves no wreck: one roll with 36 firepower in its hex and "
            "16 "
            "in adjacent ones against all without armour, as a charge against armoured vehicles (E10.5).",
            "Fortifications and mines in its hex are attacked with +2 (E10.5).")),
)
REMINDERS = (
    Reminder("ammo-immobilised", ("E10.4", "E10.6"), (
        "An immobilised supplier is no wreck and goes on supplying. A dump is a supplier that never moves."),
        ("movement", "prep-fire"), has_suppliers, SECTION),
)
