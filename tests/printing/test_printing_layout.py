"""Blocks, columns and pages: nothing lost, nothing alone, nothing over the edge."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from effort import effort
from hypothesis import given, settings
from hypothesis import strategies as st

from visegrad_editor.printing.blocks import GroupHeading, Heading, Paragraph
from visegrad_editor.printing.document import _shortened_foot
from visegrad_editor.printing.flow import (
    Block,
    Columns,
    Element,
    NewPage,
    PlacedBlock,
    Together,
    height_of,
    lay_out,
)
from visegrad_editor.printing.paper import Frame, frame, paper_named
from visegrad_editor.printing.pen import Pen
from visegrad_editor.printing.text import BODY, INK, SMALL, on_colour, shorten, wrap

PAGE = Frame(200.0, 300.0, 20.0, 20.0, 20.0)  # 160 wide, 260 high inside


@dataclass
class Brick(Block):
    name: str
    high: float
    gap: float = 0.0
    keep: bool = False
    group: Block | None = None

    def height(self, width: float) -> float:
        return self.high

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        raise AssertionError("nothing is drawn while laying out")

    def continued(self) -> Block:
        return Brick(f"{self.name} again", self.high, 0.0, True)


def names(pages: list[list[PlacedBlock]]) -> list[list[str]]:
    return [[b.name for b, *_ in page if isinstance(b, Brick)] for page in pages]


def test_blocks_follow_one_another_and_turn_the_page() -> None:
    pages = lay_out([Brick("a", 200), Brick("b", 50, gap=10), Brick("c", 50)], PAGE)
    assert names(pages) == [["a", "b"], ["c"]]
    assert [p.top for p in pages[0]] == [20, 230]
    assert pages[1][0].top == 20


def test_a_heading_goes_with_what_follows() -> None:
    pages = lay_out([Brick("a", 230), Brick("head", 20, keep=True), Brick("b", 50)], PAGE)
    assert names(pages) == [["a"], ["head", "b"]]


def test_a_band_over_columns_goes_with_their_first_rows() -> None:
    kept = [Brick("head", 10, keep=True), Brick("1st", 60, keep=True), Brick("2nd", 60)]
    rows = [Brick(str(i), 60) for i in range(6)]
    pages = lay_out([Brick("a", 120), Brick("band", 20, keep=True), Columns([*kept, *rows])], PAGE)
    assert names(pages)[0] == ["a"]
    assert names(pages)[1][:4] == ["band", "head", "1st", "2nd"]


def test_long_texts_are_broken_in_time_that_grows_with_them_alone() -> None:
    def broken() -> None:
        lines = wrap("x" * 200_000, BODY, 200)
        assert "".join(lines) == "x" * 200_000
        assert all(BODY.width(line) <= 200 for line in lines)
        assert len(wrap("y" * 200_000, BODY, 200, 2)) == 2
        assert shorten("word " * 200_000, BODY, 200).endswith("…")

    assert effort(broken) < 400


def test_a_block_too_high_for_a_page_gets_its_own_page() -> None:
    pages = lay_out([Brick("a", 10), Brick("giant", 999), Brick("b", 10)], PAGE)
    assert names(pages) == [["a"], ["giant"], ["b"]]


def test_columns_are_balanced() -> None:
    pages = lay_out([Columns([Brick(str(i), 20) for i in range(6)], 2)], PAGE)
    lefts = {p.x for p in pages[0]}
    assert len(lefts) == 2
    first = [p.block for p in pages[0] if p.x == min(lefts)]
    assert [block.name for block in first] == ["0", "1", "2"]  # type: ignore[attr-defined]


def test_a_group_is_named_again_in_the_next_column() -> None:
    head = Brick("head", 10, keep=True)
    rows = [Brick(str(i), 100, group=head) for i in range(6)]
    pages = lay_out([Columns([head, *rows], 2)], PAGE)
    assert names(pages) == [
        ["head", "0", "1", "head again", "2", "3"],
        ["head again", "4", "head again", "5"],
    ]


def test_together_moves_to_the_next_page_when_it_fits_there() -> None:
    group = Together([Brick("b", 100), Brick("c", 100)])
    assert names(lay_out([Brick("a", 100), group], PAGE)) == [["a"], ["b", "c"]]
    loose = Together([Brick("b", 100), Brick("c", 100)], most=0.5)
    assert names(lay_out([Brick("a", 100), loose], PAGE)) == [["a", "b"], ["c"]]


def test_a_new_page_is_never_an_empty_one() -> None:
    assert names(
        lay_out([NewPage(), Brick("a", 10), NewPage(), NewPage(), Brick("b", 10), NewPage()], PAGE)
    ) == [["a"], ["b"]]


def test_height_of_what_does_not_fit_is_infinite() -> None:
    assert height_of([Brick("a", 100), Brick("b", 50, gap=5)], PAGE) == 155
    assert height_of([Brick("a", 200), Brick("b", 200)], PAGE) == float("inf")


bricks = st.lists(
    st.tuples(st.floats(1, 320), st.booleans(), st.floats(0, 20), st.integers(0, 3)), max_size=24
)


@settings(max_examples=60, deadline=None)
@given(bricks, st.integers(1, 3))
def test_every_block_is_placed_once_in_order_and_in_the_frame(
    sizes: list[tuple[float, bool, float, int]], columns: int
) -> None:
    blocks = [Brick(str(i), h, g, k) for i, (h, k, g, _) in enumerate(sizes)]
    elements: list[Element] = []
    for block, (*_, kind) in zip(blocks, sizes, strict=True):
        elements.append(Columns([block], columns) if kind == 1 else Together([block]) if kind == 2 else block)
    pages = lay_out(elements, PAGE)
    placed = [p for page in pages for p in page]
    assert [p.block for p in placed] == blocks
    for p in placed:
        fits = p.top + p.block.height(p.width) <= PAGE.floor + 0.1
        assert fits or p.block.height(p.width) > PAGE.content_height - 20
        assert PAGE.side - 0.01 <= p.x
        assert p.x + p.width <= PAGE.width - PAGE.side + 0.01
    assert len(pages) == 1 or all(pages)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(5, 60), min_size=1, max_size=40), st.integers(1, 3))
def test_columns_keep_every_row(heights: list[float], count: int) -> None:
    head = Brick("head", 12, keep=True)
    rows = [Brick(str(i), h, group=head) for i, h in enumerate(heights)]
    pages = lay_out([Columns([head, *rows], count)], PAGE)
    found = [n for page in names(pages) for n in page if "head" not in n]
    assert found == [r.name for r in rows]
    for page in pages:
        assert all(p.top + p.block.height(p.width) <= PAGE.floor + 0.1 for p in page)


def test_a_long_paragraph_is_parted_between_lines() -> None:
    text = "word " * 400
    pages = lay_out([Heading("Head"), Paragraph(text)], PAGE)
    assert len(pages) > 1
    joined = " ".join(b.text for page in pages for b, *_ in page if isinstance(b, Paragraph))
    assert joined.split() == text.split()
    assert isinstance(pages[0][0].block, Heading)
    assert isinstance(pages[0][1].block, Paragraph)


def test_japanese_text_goes_on_in_the_line_and_no_line_begins_with_a_full_stop() -> None:
    text = ("4.0 戦闘。部隊は隣のヘクスを攻撃してよい。攻撃側の戦力を防御側の戦力で割り、列を探し、"
            "町、森、丘なら一列左へ移し、サイコロを振る。")
    for width in range(60, 220, 7):
        lines = wrap(text, BODY, width)
        assert lines[0].startswith("4.0 戦")
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert all(BODY.width(line) <= width for line in lines)
        assert not any(line[0] in "、。ーッっ" for line in lines), lines
    assert len(wrap(text, BODY, 120, 2)) == 2


def test_a_long_title_leaves_version_and_content_mark_in_the_footer() -> None:
    foot = f"{'Truppenverschiebungsmaßnahmen ' * 6}· version 1 · content 0123-4567"
    shown = _shortened_foot(foot, 300.0)
    assert shown.endswith("… · version 1 · content 0123-4567")
    assert SMALL.width(shown) <= 300.0
    short = "Short · version 1 · content 0123-4567"
    assert _shortened_foot(short, 300.0) == short


def test_wrap_breaks_words_and_keeps_all_letters() -> None:
    lines = wrap("Kraków " + "x" * 300, BODY, 100)
    assert "".join(lines).replace(" ", "") == "Kraków" + "x" * 300
    assert all(BODY.width(line) <= 100 for line in lines)
    short = wrap("many words " * 30, BODY, 100, 2)
    assert len(short) == 2
    assert short[-1].endswith("…")


def test_shorten() -> None:
    assert shorten("Short", BODY, 200) == "Short"
    assert BODY.width(shorten("A very long title indeed", BODY, 50)) <= 50


@pytest.mark.parametrize(
    ("colour", "ink"), [("#000000", "#ffffff"), ("#ffffff", INK), ("#b3202c", "#ffffff")]
)
def test_letters_stand_out_from_a_band(colour: str, ink: str) -> None:
    assert on_colour(colour) == ink


def test_paper_names() -> None:
    assert paper_named(" a4 ") == "A4"
    with pytest.raises(ValueError, match="A4, Letter"):
        paper_named("Legal")
    assert frame("A4", landscape=True).width == frame("A4").height


def test_a_continued_heading_stays_with_its_rows() -> None:
    assert GroupHeading("Polish").continued().keep


def test_the_last_of_what_is_kept_together_may_be_split() -> None:
    head = Brick("head", 20, keep=True)
    text = Paragraph("word " * 400, BODY)
    pages = lay_out([Brick("a", 150), head, text], PAGE)
    assert [p.block for p in pages[0]][:2] == [Brick("a", 150), head]
    assert isinstance(pages[0][2].block, Paragraph), "a part of the text follows the heading"
    whole = lay_out([Brick("a", 150), head, Paragraph("word " * 100, BODY, whole=True)], PAGE)
    assert [len(page) for page in whole] == [1, 2]


def test_a_group_in_a_group_continues_with_both_headings() -> None:
    outer = Brick("outer", 20, keep=True)
    inner = Brick("inner", 20, keep=True, group=outer)
    bricks = [Brick(f"b{n}", 60, group=inner) for n in range(5)]
    first, second = names(lay_out([Columns([outer, inner, *bricks], count=1)], PAGE))
    assert first == ["outer", "inner", "b0", "b1", "b2"]
    assert second == ["outer again", "inner again", "b3", "b4"]
