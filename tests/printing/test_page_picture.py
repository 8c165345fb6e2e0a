"""Pages of sheets as pixels: the words of the PDF file, where they are there."""

from __future__ import annotations

import pytest
from items import some
from rich_card import rich_card

from visegrad_editor.desk.card import Card
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.drawing.primitives import Text
from visegrad_editor.printing.card_sheet import card_imprint, card_pages
from visegrad_editor.printing.document import draw_content, open_document
from visegrad_editor.printing.page_picture import PicturePen, page_picture
from visegrad_editor.printing.paper import frame
from visegrad_editor.printing.pen import Align, Pen
from visegrad_editor.printing.text import TextStyle

PAGE = frame("A4")


def _card(name: str) -> Card:
    card = load_card(name).card if name != "rich" else rich_card()
    assert card is not None
    return card


class _Words(Pen):
    """A pen of PDF files that notes what it writes, and where."""

    def __init__(self, canvas: object) -> None:
        super().__init__(canvas, PAGE.height)
        self.written: list[tuple[float, str]] = []

    def text(self, x: float, top: float, text: str, style: TextStyle, align: Align = "left") -> None:
        self.written.append((round(top + style.leading / 2, 3), text))


@pytest.mark.parametrize("name", ["lantern-hill", "wet-harvest", "silk-and-chalk", "rich"])
def test_a_picture_has_the_words_of_the_page_in_their_lines(name: str) -> None:
    card = _card(name)
    pages, imprint = card_pages(card, PAGE), card_imprint(card)
    for number, page in some(enumerate(pages, 1)):
        picture, (_, canvas) = PicturePen(PAGE.height), open_document(PAGE, imprint)
        paper = _Words(canvas)
        draw_content(picture, PAGE, imprint, page, number, len(pages))
        draw_content(paper, PAGE, imprint, page, number, len(pages))
        drawn = sorted((round(t.at[1], 3), t.text) for t in picture.drawn
                       if isinstance(t, Text) and t.anchor == "left" and not t.rotation)
        written = sorted((at, word) for at, text in paper.written for word in text.split())
        assert len(written) > 30
        assert [w for w in written if w not in drawn] == []
        assert all(0 <= t.at[0] <= PAGE.width and 0 <= t.at[1] <= PAGE.height
                   for t in picture.drawn if isinstance(t, Text))


def test_a_picture_is_as_large_as_asked_and_not_blank() -> None:
    card = _card("lantern-hill")
    pages, imprint = card_pages(card, PAGE), card_imprint(card)
    picture = page_picture(pages, 1, PAGE, imprint, 0.5)
    assert picture.size == (round(PAGE.width / 2), round(PAGE.height / 2))
    dark = sum(picture.convert("L").histogram()[:100])
    assert 500 < dark < picture.width * picture.height / 4
    assert picture.getpixel((0, 0)) == (255, 255, 255)
