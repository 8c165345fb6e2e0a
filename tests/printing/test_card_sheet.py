"""The sheet of a card: everything is on it, it fits a page, and nothing secret is told."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from printed_text import page_texts, printed_text
from pypdf import PdfReader
from rich_card import rich_card

import visegrad_editor
from visegrad_editor.desk.boards import Board
from visegrad_editor.desk.card import START, Arrival, Card, CardRule, Turns
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.card_review import review
from visegrad_editor.desk.checks import OpenCheck, Report, catalogue
from visegrad_editor.desk.ground import Ground, ground_of
from visegrad_editor.desk.print_remarks import Checked
from visegrad_editor.desk.victory_hexes import victory_hexes
from visegrad_editor.model.problems import Problem
from visegrad_editor.printing.card_blocks import SIZES, Beside, CardType, SideBand
from visegrad_editor.printing.card_boards import BoardsPicture, board_sentences
from visegrad_editor.printing.card_groups import GroupEntry
from visegrad_editor.printing.card_sheet import (
    BoardsError,
    CardSizeError,
    card_elements,
    card_pages,
    card_sheet,
    card_sheet_bytes,
)
from visegrad_editor.printing.flow import PlacedBlock
from visegrad_editor.printing.paper import Paper, frame
from visegrad_editor.printing.pen import Align, Pen
from visegrad_editor.printing.text import INK, TINT, TextStyle, on_colour
from visegrad_editor.printing.turn_boxes import TurnBoxes

SAMPLES = ("lantern-hill", "wet-harvest", "silk-and-chalk")
PAPERS: tuple[Paper, ...] = ("A4", "Letter")


@cache
def sample(name: str) -> Card:
    found = rich_card() if name == "rich" else load_card(name).card
    assert found is not None
    return found


@cache
def bytes_of(name: str, paper: Paper = "A4") -> bytes:
    return card_sheet_bytes(sample(name), paper=paper)


PIECES = [(name, piece) for name, pieces in {
    "lantern-hill": (
        "SQUAD-LEVEL CARD", "Lantern Hill", "A made-up village · 9 October 1943 · Europe", "901 A GG",
        "The Russian side wins at the end of the game if it controls at least 2 buildings of Houses (",
        "If both sides or neither would win, the German side wins.",
        "The German side sets up first. The Russian side moves first.",
        "The game is 6 turns and a player turn of the Russian side long.", "Wind none",
        "Ground (EC) not given",
        "Light night, range (NVR) 3 hexes; scattered clouds, half moon",
        "defender · sets up first, moves second · ELR 2 (lowered already) · SAN 3, by night 5",
        "attacker · sets up second, moves first · ELR 3 · SAN 2, by night 4",
        "Post Set up at the start between H1 and Z10.", "8 × G 1 4-6-7 German 4-6-7 squad, first line",
        "2 × G 8-1 German 8-1",
        "8 × ? dummies", "Up to 2 squad-equivalents may be set up hidden (E1.2).",
        "All of it begins concealed.",
        "2 × R 1 2-3-7 Russian 2-3-7 half squad, first line", "9 × cloaks", "Arrives on turn 1 in column A.",
        "7 (half)", "Raid",
        "1. It is night, with scattered clouds and a half moon;", "3. Night with broken cloud.",
        "German: Add one german/4-6-7.", "Russian: Turn 7 is full.",
        "Checks: Rules of fire, movement and morale are not checked here",
        "The values of this card are the designer's own.", "Counters: G is German and R Russian."),
    "wet-harvest": (
        "Wet Harvest", "Board 902 is turned by 180 degrees, and so its number is upside down.",
        "Dots are the hexes that victory is about.",
        "People friendly to the British side; hostile to the German",
        "Wind mild, towards the south-east", "Weather gusty, mist", "Light day", "SAN 4",
        "Arrives on turn 3 as a convoy at 902A5.", "1. G truck German truck", "2. G", "3. G truck",
        "It is air support with the exponent 3.", "When the dice bring it: Wings.", "N wind"),
    "silk-and-chalk": (
        "901 A GG 903 A GG", "The German side wins at once when it controls all hexes of Strip",
        "British AA-gun set up against aircraft", "German para 5-4-8 squad, elite, under-equipped",
        "It drops in 2 wings of 5 and 4 sticks.", "2 × G German glider", "It comes in 2 German gliders",
        "9 (half)", "Sailplanes"),
    "rich": (
        "A made-up valley · December 1944 · Europe", "The mills count as one each.",
        "The American side wins if the German side does not.", "The game is 9 turns and a player turn",
        "side long.†", "Of board 902 only the columns A to P are in play (shaded).",
        "Boards 902 and 17 are turned by 180 degrees, and so their numbers are upside down.",
        "Weather overcast, ground snow, falling snow, fog up to level 1, 2 for each hex, it rains or snows",
        "Ground (EC) wet", "Light night, range (NVR) 2 hexes; overcast, new moon",
        "Own country of the German side",
        "Forces bought by the players", "SAN 6, by night 7†", "SAN 1, by night 3†", "Garrison†",
        "American 6¹-6-6 squad, first line", "half squad, second line, broken", "American MMG without crew",
        "57 mm, M# 10, B# 12", "armour 1, carries 14 PP, with radio", "4 × foxhole", "2 × wire",
        "4 of it begin concealed.", "The wire may not be set up in a building.",
        "12 × cloaks", "squad, tired",
        "made by French, (a)", "b1 assault boat", "German volksgrenadier 4-4-7", "901F5 and 901F6 are marsh.",
        "The church is rubble.", "Readings in use", "by +2 (R01, E1.11).", "Notes Two tired battalions",
        "reconstructed. From a diary.", "† reconstructed value", "A is American, Ge German and Gr Greek."),
}.items() for piece in pieces]


@pytest.mark.parametrize(("name", "piece"), PIECES)
def test_everything_is_on_the_sheet(name: str, piece: str) -> None:
    assert piece in printed_text(bytes_of(name))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_one_page(name: str, paper: Paper) -> None:
    assert len(page_texts(bytes_of(name, paper))) == 1
    assert bytes_of(name, paper) == card_sheet_bytes(sample(name), paper=paper)


@pytest.mark.parametrize("name", [*SAMPLES, "rich"])
def test_nothing_secret_and_no_claim_is_on_the_sheet(name: str) -> None:
    data = bytes_of(name)
    info = PdfReader(io.BytesIO(data)).metadata
    said = f"{printed_text(data)} {info}".lower()
    assert sample("rich").secret
    for word in ("complete", "legal", "all rules", "treasure", ".yaml", "secret"):
        assert word not in said


OURS = ("desk/counters.py", "desk/summary.py", "desk/words.py", "desk/readings.py", "drawing/board_plan.py",
        "drawing/card_counters.py", *(f"printing/{name}.py" for name in (
            "card_blocks", "card_boards", "card_groups", "card_sheet", "turn_boxes")))


@pytest.mark.parametrize("module", OURS)
def test_no_sentence_of_ours_claims_more_than_was_checked(module: str) -> None:
    text = Path(visegrad_editor.__file__).parent.joinpath(module).read_text("utf-8").lower()
    assert len(text) > 500
    for word in ("complete", "legal", "all rules checked"):
        assert word not in text


def many_groups(count: int) -> Card:
    """A card with so many groups of each side."""
    card = sample("lantern-hill")
    group = card.groups[0]
    groups = tuple(
        replace(group, id=f"group-{i}", side=side.id, arrives=START if i < 3 else Arrival(i % 6 + 1))
        for side in card.sides for i in range(count))
    return replace(card, groups=groups)


def sizes_of(pages: list[list[PlacedBlock]]) -> set[float]:
    """The sizes of type of the groups on pages."""
    return {p.block.type.size for page in pages for p in page if isinstance(p.block, GroupEntry)}


def test_type_grows_smaller_before_a_card_takes_another_page() -> None:
    page = frame("A4")
    seen = {count: (len(pages), sizes_of(pages)) for count in range(1, 9)
            if (pages := card_pages(many_groups(count), page))}
    assert seen[1] == (1, {9.0})
    of_one_page = [min(sizes) for pages, sizes in seen.values() if pages == 1]
    assert of_one_page == sorted(of_one_page, reverse=True)
    assert set(of_one_page) & {8.5, 8.0, 7.5, 7.0}
    assert all(pages > 1 for count, (pages, _) in seen.items() if count > len(of_one_page))
    assert all(sizes <= set(SIZES) for _, sizes in seen.values())


def test_a_side_goes_on_below_its_heading_on_the_next_page() -> None:
    texts = page_texts(card_sheet_bytes(many_groups(12)))
    assert len(texts) > 1
    assert "SQUAD-LEVEL CARD · LANTERN HILL (CONTINUED)" in texts[1]
    assert "German side (continued)" in texts[1]
    whole = " ".join(" ".join(texts).split())
    for number in range(12):
        assert whole.count(f"Group {number} ") >= 2


def test_what_is_too_long_for_a_page_is_all_there(monkeypatch: pytest.MonkeyPatch) -> None:
    card = sample("lantern-hill")
    group = card.groups[0]
    assert group.where is not None
    forces = tuple(replace(group.forces[0], count=n + 1) for n in range(120))
    where = replace(group.where, hexes=tuple(f"B{n}" for n in range(300)), text="Not in the lane.")
    long = replace(
        card, turns=Turns(40), notes="Note. " * 300,
        ssr=tuple(CardRule(f"Rule {n} holds. " * 90) for n in range(9)),
        groups=(replace(group, forces=forces, where=where, text="Remark. " * 240),
                *(replace(card.groups[1], id=f"raid-{n}") for n in range(20))),
        victory=tuple(replace(card.victory[0], text="Words. " * 280) for _ in range(5)))
    bottoms = []
    drawn = Pen.text

    def text(self: Pen, x: float, top: float, text: str, style: TextStyle, align: Align = "left") -> None:
        bottoms.append(top + style.leading)
        drawn(self, x, top, text, style, align)

    monkeypatch.setattr(Pen, "text", text)
    whole = printed_text(card_sheet_bytes(long))
    assert len(bottoms) > 500
    # The foot has two lines of its own below the frame.
    assert max(bottoms) <= frame("A4").floor + 22
    for piece in ("120 ×", "B299", "Victory (continued)",
                  "Post (continued)", "Rule 8 holds.", "and 9 more", "40"):
        assert piece in whole
    for word, count in (("Remark.", 240), ("Words.", 1400), ("Note.", 300)):
        assert whole.count(word) == count


def test_no_type_is_smaller_than_seven_points(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: set[float] = set()
    drawn = Pen.text

    def text(self: Pen, x: float, top: float, text: str, style: TextStyle, align: Align = "left") -> None:
        sizes.add(style.size)
        drawn(self, x, top, text, style, align)

    monkeypatch.setattr(Pen, "text", text)
    for name in (*SAMPLES, "rich"):
        card_sheet_bytes(sample(name), paper="Letter")
    assert 7.0 <= min(sizes) <= max(sizes) <= 20


def test_boards_lie_as_on_the_table_and_goals_are_dots() -> None:
    card = sample("rich")
    layout = card.layout
    goals = victory_hexes(Ground(card, {}))
    assert goals == {layout.place("901M5"), layout.place("901C4"), *layout.edge("17GG")}
    assert len(board_sentences(card, goals)) == 4
    assert board_sentences(replace(card, boards=(Board("1"),), victory=()), ()) == ()
    high = BoardsPicture(card, CardType(9), frozenset()).height(250)
    assert BoardsPicture(replace(card, boards=(Board("1"),)), CardType(9), frozenset()).height(250) < high


def test_buildings_that_victory_is_about_are_dots_on_the_plan_in_the_window_and_on_paper() -> None:
    card = sample("lantern-hill")
    found = review(load_card("lantern-hill"))
    wanted = {card.layout.place(name) for name in ("M4", "N5", "O6", "Q6", "R5", "R6")}
    assert found.checked.goals == victory_hexes(ground_of(card, None)) == wanted
    elements = card_elements(card, frame("A4"), CardType(9), found.checked)
    [plan] = [b for e in elements if isinstance(e, Beside) for b in (*e.left, *e.right)
              if isinstance(b, BoardsPicture)]
    assert plan.goals == wanted
    legend = "Dots are the hexes that victory is about."
    assert legend in printed_text(card_sheet_bytes(card, checked=found.checked))
    assert legend not in printed_text(card_sheet_bytes(card))


def test_boards_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    wrong = replace(sample("lantern-hill"), boards=(Board("901", columns="AB"),))
    path = tmp_path / "card.pdf"
    with pytest.raises(BoardsError, match=r"cannot be drawn.*no column"):
        card_sheet(wrong, path)
    assert not path.exists()


def test_errors_stand_above_the_card_and_what_is_open_at_its_foot(tmp_path: Path) -> None:
    path = tmp_path / "card.pdf"
    card_sheet(sample("silk-and-chalk"), path, checked=review(load_card("silk-and-chalk")).checked)
    text = printed_text(path.read_bytes())
    assert "1 not checkable here. Not checkable here: K42 (E8.1) needs portage_pp of German LMG." in text
    assert "Not ready to play" not in text
    problems = (Problem("error", "x", "Something is wrong."),
                Problem("warning", "y", "Look again.", rule="E1"),
                Problem("note", "z", "Only a note."))
    text = printed_text(card_sheet_bytes(sample("silk-and-chalk"), checked=Checked(problems)))
    assert text.index("Not ready to play: 1 error Something is wrong.") < text.index("British side")
    assert text.index("1 warning: Look again [E1].") > text.index("Balance")
    assert "Only a note" not in text


def test_open_checks_are_named_by_their_rules_where_they_are_many() -> None:
    check = next(c.check for c in catalogue())
    told = Checked(report=Report(open=tuple(OpenCheck(check, ("something",)) for _ in range(20)))).foot()[1]
    assert told.count(check.id) == 20
    assert "something" not in told


def test_a_card_with_too_many_counters_is_refused_and_many_pages_keep_their_type() -> None:
    group = sample("lantern-hill").groups[0]
    large = replace(sample("lantern-hill"), groups=tuple(
        replace(group, id=f"g{i}", forces=group.forces[:1] * 60) for i in range(90)))
    with pytest.raises(CardSizeError, match="5,400 entries of forces; at most 5,000"):
        card_sheet_bytes(large)
    pages = card_pages(replace(large, groups=large.groups[:8]), frame("A4"))
    assert len(pages) > 6


def test_the_bands_of_the_sides_differ_without_colour() -> None:
    elements = card_elements(sample("rich"), frame("A4"), CardType(9))
    bands = [e for e in elements if isinstance(e, SideBand)]
    assert [(b.name, b.dark) for b in bands] == [("American side", True), ("German side", False)]
    assert on_colour(INK) == "#ffffff"
    assert on_colour(TINT) == INK


def test_the_turn_track_has_a_box_for_each_player_turn() -> None:
    tracks = [e for e in card_elements(sample("rich"), frame("A4"), CardType(9)) if isinstance(e, TurnBoxes)]
    turns = [turn for track in tracks for turn in track.turns]
    assert [len(turn.parts) for turn in turns] == [2] * 9 + [1]
    assert turns[2].parts[0].groups == ("Glass",)
    assert turns[2].parts[1].groups == ("Silk",)
    long = card_elements(replace(sample("rich"), turns=Turns(30)), frame("A4"), CardType(9))
    assert [len(e.turns) for e in long if isinstance(e, TurnBoxes)] == [10, 10, 10]


def test_long_names_of_groups_get_wider_columns_of_turns() -> None:
    page, type = frame("A4"), CardType(9)
    groups = tuple(replace(g, id=f"{g.id}-with-a-rather-long-name") for g in sample("rich").groups)
    card = replace(sample("rich"), groups=groups, turns=Turns(24))
    tracks = [e for e in card_elements(card, page, type) if isinstance(e, TurnBoxes)]
    assert sum(len(track.turns) for track in tracks) == 24
    lines = [track.name_lines(page.content_width) for track in tracks]
    assert 0 < max(lines) <= 3
    wide = replace(tracks[0], across=12)
    assert wide.name_lines(page.content_width) > 3


def test_a_group_is_split_between_rows_of_counters() -> None:
    entry = next(e for e in card_elements(sample("rich"), frame("A4"), CardType(9))
                 if isinstance(e, GroupEntry))
    assert entry.height(500) > 120
    parts = entry.split(500, 120)
    assert parts is not None
    first, second = parts
    assert isinstance(first, GroupEntry)
    assert isinstance(second, GroupEntry)
    assert first.height(500) <= 120
    assert (*first.counters, *second.counters) == entry.counters
    assert second.name == "Garrison† (continued)"
    assert second.remarks == entry.remarks
    assert entry.split(500, 20) is None


def test_a_single_part_of_the_rules_has_its_heading_once() -> None:
    card = replace(sample("wet-harvest"), ssr=(), terrain_changes=(), notes="", readings=())
    text = printed_text(card_sheet_bytes(card))
    assert text.count("Balance") == 1
