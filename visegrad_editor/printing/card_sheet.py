"""The sheet of a squad-level card: all that both players may know, on one page if it fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from ..desk.card import Card
from ..desk.counters import group_counters, letters_words, nation_letters
from ..desk.ground import Ground
from ..desk.print_remarks import Checked
from ..desk.readings import readings_in_use
from ..desk.summary import (
    conditions,
    game_turns,
    groups_in_order,
    origin_words,
    ratings,
    sides_in_order,
)
from ..desk.victory_hexes import victory_hexes
from ..desk.words import (
    card_rule_sentences,
    date_words,
    game_sentences,
    group_place,
    group_remarks,
    name_words,
    victory_sentences,
)
from ..errors import VisegradError
from ..model.files.atomic import save_bytes
from ..model.fingerprint import content_mark
from .blocks import Paragraph, items
from .card_blocks import SIZES, Beside, CardHeading, CardType, Labelled, Panel, SideBand, paragraph
from .card_boards import BoardsPicture
from .card_groups import GroupEntry
from .cover import TitleBlock
from .document import Imprint, pdf_bytes
from .flow import Block, Columns, Element, PlacedBlock, lay_out
from .fonts import clean
from .notes_section import problem_notice
from .paper import Frame, Paper, frame, paper_named
from .turn_boxes import turn_boxes
from .words import DAGGER, dagger

_SHEET = "Squad-level card"
_MOST_BESIDE = 0.45
"""The share of a page that the boards and the boxes beside them may take; a longer victory stands below."""

_MOST_OF_RULES = 0.3
"""The share of a page that sections of rules may take beside each other, each in one column; longer ones
flow on."""


_MOST_TRIED = 6
"""The pages in the largest type from which on no smaller one is tried."""
UNCHECKED = Checked()
"""What is said of a card whose checks were not made."""


_MOST_COUNTERS = 5_000
"""The lines of counters of a card that can be printed: some fifty pages."""


class UnprintableCardError(VisegradError, ValueError):
    """A card cannot be printed at all, with the reason as a sentence."""


class BoardsError(UnprintableCardError):
    """The boards of a card do not fit each other, so they cannot be drawn."""


class CardSizeError(UnprintableCardError):
    """A card has more lines of counters than a sheet holds."""


def card_sheet(
    card: Card, path: str | PathLike[str], *, paper: Paper = "A4", checked: Checked = UNCHECKED,
) -> None:
    """Write the sheet of a card as a PDF file, whole or not at all.

    The bytes depend only on the card, the paper and `checked`, what its review says: errors stand in a box
    above everything, since nobody should begin to play with them, at the foot is what is left open, and
    buildings that victory is about have dots.
    Raises ValueError for an unknown paper, `UnprintableCardError` if a board is described wrongly or
    there are too many counters, and SaveError if
    the file cannot be written.
    """
    save_bytes(card_sheet_bytes(card, paper=paper, checked=checked), Path(path), backup=False)


def card_sheet_bytes(
    card: Card, *, paper: Paper = "A4", checked: Checked = UNCHECKED
) -> bytes:
    """The sheet as the bytes of a PDF file; see `card_sheet`."""
    page = frame(paper_named(paper))
    check_printable(card)
    return pdf_bytes(card_pages(card, page, checked), page, card_imprint(card))


def check_printable(card: Card) -> None:
    """Raise `BoardsError`, with a sentence for each fault, if a board of the card is described wrongly, and
    `CardSizeError` if it has too many lines of counters."""
    lines = sum(len(group.forces) for group in card.groups)
    if lines > _MOST_COUNTERS:
        raise CardSizeError(f"The groups of the card list {lines:,} entries of forces; at most "
                            f"{_MOST_COUNTERS:,} can be printed. Join equal ones by their `count`.")
    faults = [text for board in card.boards for _, text in board.faults()]
    if faults:
        raise BoardsError(f"The boards of the card cannot be drawn. {' '.join(faults)}")


def card_pages(
    card: Card, page: Frame, checked: Checked = UNCHECKED
) -> list[list[PlacedBlock]]:
    """The pages of a card: as few as possible, and in the largest type that gives so few."""
    best: list[list[PlacedBlock]] = []
    for size in SIZES:
        pages = lay_out(card_elements(card, page, CardType(size), checked), page)
        if not best or len(pages) < len(best):
            best = pages
        # No smaller type brings so many pages down to one or two.
        if len(best) == 1 or len(best) > _MOST_TRIED:
            break
    return best


def card_elements(
    card: Card, page: Frame, type: CardType, checked: Checked = UNCHECKED
) -> list[Element]:
    """All sections of a card in one size of type, in their order on the sheet."""
    return [
        _title(card), *_errors(checked), *_opening(card, page, type, checked), *_forces(card, type),
        *_turns(card, page, type), *_rules(card, page, type), *_foot(card, type, checked)]


def _title(card: Card) -> Block:
    when = [clean(card.place), date_words(card), name_words(card.theatre)]
    place = " · ".join(part[:1].upper() + part[1:] for part in when if part)
    return TitleBlock(_SHEET.upper(), clean(card.title), place, low=True)


def _errors(checked: Checked) -> list[Element]:
    """The box of a card that is not ready to be played; [] for others."""
    # On paper a key of the file is a word like others.
    return problem_notice([replace(p, message=clean(p.message.replace("`", ""))) for p in checked.problems])


def _opening(card: Card, page: Frame, type: CardType, checked: Checked) -> list[Element]:
    """The boards with the hexes that victory is about, and beside them victory and the conditions."""
    first, length = game_sentences(card)
    told = (("Start", first), ("Length", length + dagger(card.provenance)), *conditions(card))
    facts = [Labelled(label, words, type) for label, words in told]
    # Without its maps a card tells the hexes that it names, and not those of its buildings.
    goals = victory_hexes(Ground(card, {})) if checked.goals is None else checked.goals
    boards = BoardsPicture(card, type, goals)
    victory, given = _victory(card, type), Panel("Conditions", tuple(facts), type)
    wins = Panel("Victory", tuple(victory), type)
    beside = min((Beside((boards,), (wins, given)), Beside((boards, wins), (given,)),
                  Beside((boards, given), (wins,))), key=lambda way: way.height(page.content_width))
    if beside.height(page.content_width) <= _MOST_BESIDE * page.content_height:
        return [beside]
    head = CardHeading("Victory", type)
    return [Beside((boards,), (given,)), head, *(replace(block, group=head) for block in victory)]


def _victory(card: Card, type: CardType) -> list[Paragraph]:
    """How each side wins: the sentence of each entry, then the designer's words on it."""
    sentences = victory_sentences(card)
    if not sentences:
        return [paragraph("The card does not say how a side wins.", type)]
    found = []
    for i, sentence in enumerate(sentences):
        found.append(paragraph(sentence, type, 3.0))
        if i < len(card.victory) and card.victory[i].text:
            found.append(paragraph(clean(card.victory[i].text), type))
    return found


def _forces(card: Card, type: CardType) -> list[Element]:
    """The order of battle of each side, in the order in which they set up."""
    letters, mark = nation_letters(card), dagger(card.provenance)
    elements: list[Element] = []
    for i, side in enumerate(sides_in_order(card)):
        order = "sets up first" if i == 0 else "sets up second"
        moves = "moves first" if side.id == card.first.moves else "moves second"
        note = f"{side.role} · {order}, {moves} · {ratings(card, side)}{mark}"
        band = SideBand(f"{name_words(side.id)} side", note, i == 0, type, gap=type.gap)
        elements.append(band)
        groups = groups_in_order(card, side.id)
        if not groups:
            elements.append(paragraph("The card lists nothing of this side.", type))
        for group in groups:
            remarks = tuple(clean(text) for text in group_remarks(group))
            elements.append(GroupEntry(
                name_words(group.id) + mark, clean(group_place(card, group)), group_counters(group), remarks,
                letters, type, group=band))
    return elements


def _turns(card: Card, page: Frame, type: CardType) -> list[Element]:
    by_dice = [name_words(g.id) for g in card.groups if not g.arrives.at_start and g.arrives.turn is None]
    dice = [paragraph(f"When the dice bring it: {', '.join(by_dice)}.", type)] if by_dice else []
    boxes = turn_boxes(game_turns(card), name_words, type, page.content_width)
    return [CardHeading("Turns", type, gap=type.gap), *boxes, *dice]


def _rules(card: Card, page: Frame, type: CardType) -> list[Element]:
    """The special rules, the balance, and the readings that are not the usual ones, in two columns."""
    rules = [(f"{i}.", clean(text)) for i, text in enumerate(card_rule_sentences(card), start=1)]
    balance = [(f"{name_words(s.id)}:", clean(s.balance)) for s in sides_in_order(card) if s.balance]
    readings = [("·", clean(text)) for text in readings_in_use(card)]
    notes = [("", clean(part)) for part in card.notes.split("\n\n") if part.strip()]
    told = [one for one in (("Special rules", rules, 16.0), ("Balance", balance, 0.0),
                            ("Readings in use", readings, 8.0), ("Notes", notes, 0.0)) if one[1]]
    parts = []
    for title, texts, indent in told:
        head = CardHeading(title, type, gap=type.gap)
        # The heading of a single part stands above both columns, so neither repeats it.
        group = head if len(told) > 1 else None
        parts.append((head, *items(texts, type.body, indent, group, 1.5)))
    if len(parts) == 1:
        return [parts[0][0], Columns(parts[0][1:], gap=3.0)]
    if not parts:
        return []
    # Whole parts beside each other, unless one is so long that it needs both columns.
    ways = [Beside(_joined(parts[:i]), _joined(parts[i:]), gap=type.gap) for i in range(1, len(parts))]
    best = min(ways, key=lambda way: way.height(page.content_width))
    if best.height(page.content_width) <= _MOST_OF_RULES * page.content_height:
        return [best]
    return [Columns(_joined(parts), gap=type.gap)]


def _joined(parts: Sequence[Sequence[Block]]) -> tuple[Block, ...]:
    return tuple(block for part in parts for block in part)


def _foot(card: Card, type: CardType, checked: Checked) -> list[Element]:
    """What was not checked, where the values come from, and what is on the counters."""
    letters = letters_words(nation_letters(card))
    people = any(line.face.heads for g in card.groups for line in group_counters(g))
    sizes = " Dots are people: three a squad, two a half squad; two rings are a crew." if people else ""
    counters = [f"Counters: {letters}{sizes}"] if letters else []
    texts = (f"Checks: {' '.join(checked.foot())} {origin_words(card)}", *counters)
    return [Paragraph(clean(text), type.small, type.gap if i == 0 else 1.0) for i, text in enumerate(texts)]


def card_imprint(card: Card) -> Imprint:
    """Metadata, header and footer of all sheets of a card that both players may see."""
    title, mark = clean(card.title), content_mark(card)
    return Imprint(
        title=f"{title}: {_SHEET.lower()}", subject=f"{_SHEET} {title}, content {mark}.",
        head=f"{_SHEET.upper()} · {title.upper()} (CONTINUED)", foot=f"{title} · content {mark}",
        keywords=(_SHEET.lower(), f"content {mark}"),
        footnote=f"{DAGGER} reconstructed value" if card.provenance.source == "reconstructed" else "")
