"""The secret sheets of one side of a card: filled in from its secret records, or blank to write on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from os import PathLike
from pathlib import Path

from ..desk.card import Card, Group, Wing
from ..desk.hexes import DIRECTION_WORDS
from ..desk.kinds import kind_words
from ..desk.secret_check import cloak_count, flare_count, groups_of, hidden_limit
from ..desk.secret_records import SecretRecords
from ..desk.words import name_words
from ..hexgrid import Hex
from ..model.files.atomic import save_bytes
from ..model.wording import count
from .blocks import Heading, Paragraph
from .card_sheet import check_printable
from .cover import TitleBlock
from .document import Imprint, pdf_bytes
from .flow import Block, Element, PlacedBlock, Together, lay_out
from .fonts import clean
from .paper import Frame, Paper, frame, paper_named
from .point_plan import PointPlan
from .text import SMALL
from .write_in import FoldMarks, SecretBand, WriteIn, WriteInTable, turn_tables, write_in_rows

_SHEET = "Secret records"
_BLANK_ROWS = 3
"""Rows of a list beyond those that the card asks for."""
_MOST_MOVED = 0.5
"""The share of a page that a section of several parts may need to be moved whole to the next page."""
_FOLD = ("Fold the sheet at the marks with the print inside, and write the name of the side on the outside. "
         "The sheets are shown at the end of the game.")
_NOTHING = "The card gives this side nothing that is recorded in secret."


def secret_sheet(
    card: Card, side: str, path: str | PathLike[str], *, records: SecretRecords | None = None,
    paper: Paper = "A4",
) -> None:
    """Write the secret sheets of a side as a PDF file, whole or not at all; see `secret_sheet_bytes`."""
    save_bytes(secret_sheet_bytes(card, side, records=records, paper=paper), Path(path), backup=False)


def secret_sheet_bytes(
    card: Card, side: str, *, records: SecretRecords | None = None, paper: Paper = "A4"
) -> bytes:
    """The secret sheets of a side as the bytes of a PDF file, filled in from its records if there are any.
    Raises ValueError for an unknown paper, `KeyError` for an unknown side, and `UnprintableCardError`."""
    page = frame(paper_named(paper))
    check_printable(card)
    return pdf_bytes(secret_pages(card, side, records, page), page, secret_imprint(card, side))


def secret_pages(
    card: Card, side: str, records: SecretRecords | None, page: Frame
) -> list[list[PlacedBlock]]:
    """The pages, each with the marks where it is folded."""
    pages = lay_out(secret_elements(card, side, records), page)
    marks = FoldMarks(page.height, page.side)
    return [[*blocks, PlacedBlock(marks, 0.0, page.height / 2, page.width)] for blocks in pages]


def secret_elements(card: Card, side: str, records: SecretRecords | None) -> list[Element]:
    """All sections that the card has for this side."""
    own = records or SecretRecords(card.side_by_id[side].id)
    name = name_words(side)
    elements: list[Element] = [
        TitleBlock(_SHEET.upper(), clean(card.title), f"{name} side", low=True), SecretBand(name, _FOLD)]
    parts = [_cloaks(card, side, own), _hidden(card, side, own), _flares(card, side, own),
             _drops(card, side, own), _gliders(card, side, own), _boats(card, side, own),
             _barrage(card, side, own), *map(_order, groups_of(card, side))]
    found = [part for part in parts if part]
    for part in found:
        in_parts = any(isinstance(one, Together) for one in part)
        elements.append(Together(part, _MOST_MOVED if in_parts else 1.0))
    if not found:
        elements.append(Paragraph(_NOTHING))
    if own.notes:
        elements += [Heading("Notes"), *(Paragraph(clean(p)) for p in own.notes.split("\n") if p.strip())]
    return elements


def secret_imprint(card: Card, side: str) -> Imprint:
    """Metadata, header and footer; they have no mark of the content, which others could compare."""
    title, name = clean(card.title), name_words(side)
    return Imprint(
        title=f"{title}: {_SHEET.lower()} of the {name} side",
        subject=f"{_SHEET} of the {name} side, {title}",
        head=f"{_SHEET.upper()} · {title.upper()} · {name.upper()} SIDE ONLY",
        foot=f"{title} · {_SHEET.lower()} · {name} side only", keywords=(_SHEET.lower(),))


def _kinds(kinds: Sequence[str]) -> str:
    """Units in words, equal ones counted."""
    counted = {kind: kinds.count(kind) for kind in kinds}
    return clean(", ".join(f"{n} × {kind_words(k)}" if n > 1 else kind_words(k) for k, n in counted.items()))


def _cloaks(card: Card, side: str, own: SecretRecords) -> list[Element]:
    number = max(cloak_count(card, side), len(own.cloaks))
    if not number:
        return []
    given = dict(own.cloaks)
    spare = (f"c{n}" for n in range(1, number + len(given) + 1) if f"c{n}" not in given)
    ids = [*given, *(next(spare) for _ in range(number - len(given)))]
    head = Heading("Cloaks", "E1.4")
    boxes = [WriteIn(id, tuple(kind_words(k) for k in given[id]) or ("nobody",) if id in given else (),
                     "gone: ____") for id in sorted(ids, key=lambda i: (len(i), i))]
    told = Paragraph("What is in the box of each counter. Weapons are dismantled if they can be.", SMALL)
    return [head, told, *write_in_rows(boxes, head, 4)]


def _hidden(card: Card, side: str, own: SecretRecords) -> list[Element]:
    limit = hidden_limit(card, side)
    by_night = card.turned_on.night is not None and card.side_by_id[side].role == "defender"
    if not (limit or own.hidden or by_night):
        return []
    allowed = f"up to {limit:g} squad-equivalents" if limit else "E1.2" if by_night else ""
    head = Heading("Hidden units", allowed)
    rows = [(clean(name), _kinds(kinds), "", "") for name, kinds in own.hidden]
    least = math.ceil(limit * 2) if limit else 2 * _BLANK_ROWS
    rows += [("", "", "", "")] * (max(0, least - len(rows)) + _BLANK_ROWS)
    return [head, WriteInTable(("Hex or location", "Units and weapons", "Facing", "Shown on turn"),
                               (1.4, 4, 0.8, 1.2), tuple(rows))]


def _flares(card: Card, side: str, own: SecretRecords) -> list[Element]:
    number = max(flare_count(card, side), len(own.trip_flares))
    if not number:
        return []
    rows = [(str(i + 1), clean(own.trip_flares[i]) if i < len(own.trip_flares) else "", "")
            for i in range(number)]
    return [Heading("Trip flares", count(number, "flare")),
            WriteInTable(("No.", "Location", "Used on turn"), (0.5, 3, 2), tuple(rows))]


# -- what lands --------------------------------------------------------------------------------------


def _place(card: Card, name: str | None) -> Hex | None:
    with suppress(ValueError):
        return card.layout.place(name) if name else None
    return None


def _wings(card: Card, side: str) -> Iterator[tuple[Group, int, Wing]]:
    """Each wing of a side with its group and its number among all of the side."""
    pairs = [(g, w) for g in groups_of(card, side) if g.drop is not None for w in g.drop.wings]
    return ((group, n, wing) for n, (group, wing) in enumerate(pairs))


def _drops(card: Card, side: str, own: SecretRecords) -> list[Element]:
    wings = list(_wings(card, side))
    if not wings:
        return []
    sticks = iter(own.sticks)
    elements: list[Element] = [Heading("Drops", "E9.1")]
    points: list[tuple[str, Hex]] = []
    for group, n, wing in wings:
        point = wing.point or (own.drop_points[n] if n < len(own.drop_points) else "")
        row = wing.row or (own.row[n] if n < len(own.row) else None)
        place = _place(card, point)
        if place is not None:
            points.append((str(n + 1), place))
        head = (f"Wing {n + 1} of {name_words(group.id)}: drop point {clean(point) or '________'}, row to "
                f"the {DIRECTION_WORDS[row] if row else '________________'}")
        fixed = list(wing.sticks) if not isinstance(wing.sticks, int) else None
        number = len(fixed) if fixed is not None else int(wing.sticks)
        loads = fixed if fixed is not None else [next(sticks, ()) for _ in range(number)]
        boxes = [WriteIn(f"Stick {i}", tuple(map(kind_words, load)), "hex: ______")
                 for i, load in enumerate(loads, 1)]
        elements.append(Together([Paragraph(head, gap=8.0, keep=True), *write_in_rows(boxes, None, 5)]))
    told = ("Numbers are the drop points of the wings." if points else
            "Mark the drop point of each wing with its number.")
    elements.append(Together([Paragraph(told, SMALL, 8.0, keep=True), PointPlan(card, points)]))
    return elements


def _gliders(card: Card, side: str, own: SecretRecords) -> list[Element]:
    left, boxes, number = iter(own.glider_loads), list[WriteIn](), 0
    for group in groups_of(card, side):
        if group.glider is None:
            continue
        for i in range(group.glider.count):
            load = group.glider.loads[i] if i < len(group.glider.loads) else next(left, ())
            number += 1
            boxes.append(WriteIn(
                f"Glider {number}", tuple(map(kind_words, load)), clean(name_words(group.id))))
    if not boxes:
        return []
    head = Heading("Glider loads", "E8.1")
    return [head, *write_in_rows(boxes, head, 4)]


def _boats(card: Card, side: str, own: SecretRecords) -> list[Element]:
    loads = dict(own.boat_loads)
    boxes = [WriteIn(clean(b.id), tuple(map(kind_words, b.load or loads.get(b.id, ()))),
                     clean(name_words(b.kind)))
             for g in groups_of(card, side) for b in g.boats]
    if not boxes:
        return []
    head = Heading("Boat loads", "E5")
    return [head, *write_in_rows(boxes, head, 4)]


# -- barrage and order of march ------------------------------------------------------------------------


def _barrage(card: Card, side: str, own: SecretRecords) -> list[Element]:
    one = own.barrage
    if one is None and side not in card.turned_on.barrage:
        return []
    facts = ("", "", "", "", "") if one is None else (
        clean(one.hex), clean(" and ".join(one.beside)), clean(one.row_to or ""),
        {"ffe-1": "FFE:1 only", "ffe-1-2": "FFE:1 and FFE:2"}.get(one.pattern, ""),
        f"start of turn {one.lift}" if one.lift is not None else "")
    points = [] if one is None else [
        (mark, place) for mark, name in (("C", one.hex), *(("b", n) for n in one.beside), ("E", one.row_to))
        if (place := _place(card, name)) is not None]
    told = ("C is the centre, b the hexes beside it, E the last hex to which it creeps." if points else
            "Mark the centre with C, the hexes beside it with b, and the last hex with E.")
    table = WriteInTable(("Centre", "Beside it", "Creeps to", "Corrected", "Lifts"), (1, 1.6, 1, 1.2, 1.2),
                         (facts,))
    turns = [str(n) for n in range(1, card.turns.full + card.turns.half + 1)]
    done = turn_tables("Turn", turns, ["centre in"])
    return [Heading("Barrage", "E12"), table, *done, Paragraph(told, SMALL, 6.0, keep=True),
            PointPlan(card, points)]


def _order(group: Group) -> list[Element]:
    """The order of a convoy or a column, to note when each part of it enters."""
    stacks: tuple[tuple[str, ...], ...] = ()
    if group.convoy is not None:
        stacks = tuple((kind,) for kind in group.convoy.order)
    elif group.column is not None:
        stacks = group.column.stacks
    if not stacks:
        return []
    what, rule = ("Convoy", "E11.1") if group.convoy is not None else ("Column", "E11.5")
    way = group.convoy or group.column
    entry = f"Enters at {clean(way.entry)}. " if way is not None and way.entry else ""
    rows = tuple((str(i), _kinds(kinds), "", "") for i, kinds in enumerate(stacks, 1))
    note: Block = Paragraph(f"{entry}The first one is in front.", SMALL, keep=True)
    return [Heading(f"{what}: {clean(name_words(group.id))}", rule), note, WriteInTable(
        ("No.", "Vehicle" if group.convoy is not None else "Stack", "In it", "Enters on turn"),
        (0.4, 2, 3, 1.2), rows)]
