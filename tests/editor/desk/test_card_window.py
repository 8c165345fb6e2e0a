"""The window for squad-level cards: a card made from nothing with keys and mouse, files, undo, problems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog

import pytest
import xvfb
from card_hand import CardHand, card_window
from rich_card import TEXT
from xvfb import Show

from visegrad_editor.desk.boards import Board
from visegrad_editor.desk.card import (
    START,
    Arrival,
    Card,
    CardWhere,
    Control,
    Date,
    First,
    Force,
    Goals,
    Group,
    Need,
    Side,
    Turns,
    Victory,
)
from visegrad_editor.desk.card_edit import new_card
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.editor.desk import card_files
from visegrad_editor.editor.desk.card_document import UnreadableCardError
from visegrad_editor.editor.desk.card_game import CardGame, CardGameError
from visegrad_editor.editor.desk.card_page import SECTIONS
from visegrad_editor.editor.desk.open_cards import is_card, load_to_show
from visegrad_editor.editor.desk.sections import (
    BoardsSection,
    CardSection,
    ChecksSection,
    GroupsSection,
    RulesSection,
)
from visegrad_editor.editor.desk.victory_section import VictorySection
from visegrad_editor.editor.documents.game_files import open_game
from visegrad_editor.editor.play.session import PlayError
from visegrad_editor.editor.widgets.record_form import RecordForm
from visegrad_editor.editor.window import theme

pytestmark = xvfb.MARKS

MADE = Card(
    "mill-lane", "Mill Lane", Date(1944, 6), (Board("901"),), Turns(6), First("german", "british"),
    (Side("german", "defender", 3, 4), Side("british", "attacker", 3, 2)),
    groups=(
        Group("line", "german", START, CardWhere(boards=("901",)),
              (Force(6, "german/4-6-7"), Force(1, "german/9-1"))),
        Group("push", "british", Arrival(turn=1), CardWhere(edge=("A",)), (Force(9, "british/4-5-7"),))),
    sets=(("goals", Goals(("M4", "N4", "O5"))),),
    victory=(Victory("british", need=Need(control=Control("goals", "hex", least=2))),))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardHand]:
    with card_window(tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture
def hand(shared: CardHand) -> CardHand:
    shared.show(None)
    return shared


def _form(hand: CardHand, section: str) -> RecordForm:
    form = hand.cards.page.section(section).list.form
    assert isinstance(form, RecordForm)
    return form


def _save_as(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(filedialog, "asksaveasfilename", lambda **_options: str(path))


def test_a_card_is_made_from_nothing_saved_and_taken_back(
    hand: CardHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = hand.cards.page
    card = page.section("Card")
    assert isinstance(card, CardSection)
    hand.fill(card.parts[0].parts["title"].entry, "Mill Lane")
    first, second = (form for _, form in card.sides)
    hand.fill(first.parts["id"].entry, "german")
    hand.fill(first.parts["san"].entry, "4")
    hand.fill(second.parts["id"].entry, "british")
    assert (hand.card.first, hand.card.sides[0].san) == (First("german", "british"), 4)

    hand.section("Boards")
    assert isinstance(page.section("Boards"), BoardsSection)
    hand.fill(_form(hand, "Boards").parts["id"].entry, "901")

    hand.section("Forces")
    groups = page.section("Forces")
    assert isinstance(groups, GroupsSection)
    hand.click_on(groups.list.buttons["New"])
    form = _form(hand, "Forces")
    hand.fill(form.parts["id"].entry, "line")
    for text in ("6 german/4-6-7", "german/9-1"):
        hand.fill(form.parts["forces"].list.line, text)
    assert hand.card.groups[0].forces == MADE.groups[0].forces
    hand.click_on(groups.list.buttons["New"])
    hand.fill(form.parts["id"].entry, "push")
    side = form.parts["side"].box
    hand.click_on(side)
    hand.key("Escape")
    hand.type("b")
    hand.fill(form.parts["arrives"].form.parts["turn"].entry, "1")
    where = form.parts["where"].form
    hand.fill(where.parts["edge"].entry, "A")
    hand.click_on(where.parts["boards"].boxes["901"][0])
    # The reader scrolls to a field that gets the keyboard.
    form.parts["forces"].list.line.focus_force()
    hand.settle()
    hand.fill(form.parts["forces"].list.line, "9 british/4-5-7")
    assert hand.card.groups == MADE.groups

    hand.section("Victory")
    victory = page.section("Victory")
    assert isinstance(victory, VictorySection)
    hand.click_on(victory.buttons["New entry"])
    assert victory.kind is not None
    hand.key("Home")
    hand.type("cont")
    hand.settle(0.2)
    hand.click_on(victory.buttons["New set…"])
    plan = page.plan
    assert plan.is_choosing
    layout = hand.card.layout
    hand.click(plan.pixel(layout.place("M4")))
    hand.do("keydown", "shift")
    for name in ("N4", "B2", "O5", "B2"):
        hand.click(plan.pixel(layout.place(name)))
    hand.do("keyup", "shift")
    assert plan.names() == ("M4", "N4", "O5")
    hand.key("Return")
    assert victory.form is not None
    hand.fill(victory.form.parts["least"].entry, "2")
    counted = victory.form.parts["counted"].box
    hand.click_on(counted)
    hand.key("Escape")
    hand.type("h")
    assert hand.card.victory == MADE.victory

    file = tmp_path / "mill-lane.yaml"
    _save_as(monkeypatch, file)
    hand.key("ctrl+s", wait=0.2)
    assert load_card(str(file)).card == MADE
    assert not hand.cards.document.unsaved
    assert hand.cards.top.title() == "Mill Lane – mill-lane.yaml"
    assert hand.cards.settings.recent[0] == str(file)

    steps = len(hand.cards.document.history.steps) - 1
    assert steps > 15
    page.list.focus_force()
    for _ in range(steps):
        hand.key("ctrl+z", wait=0.01)
    assert hand.card == new_card()
    assert hand.cards.document.unsaved
    for _ in range(steps):
        hand.key("ctrl+y", wait=0.01)
    assert hand.card == MADE
    assert not hand.cards.document.unsaved


def test_a_broken_file_is_refused_with_its_line(
    hand: CardHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(card_files, "message", lambda _parent, _title, text: said.append(text))
    broken, other = tmp_path / "broken.yaml", tmp_path / "map.yaml"
    broken.write_text("format: 1\nkind: card\nname: broken\ntitle: Broken\nturns: {full: 900}\n", "utf-8")
    other.write_text("format: 1\nkind: map\n", "utf-8")
    before = hand.card
    assert hand.cards.files.open(str(broken)) is False
    assert "broken.yaml:5: error: " in said[0]
    assert hand.cards.files.open(str(other)) is False
    assert "map.yaml is no card" in said[1]
    assert hand.cards.files.open("no-such-card") is False
    assert "no-such-card" in said[2]
    assert hand.card is before


def test_a_click_on_a_problem_goes_to_its_field(hand: CardHand, tmp_path: Path) -> None:
    text = load_card("silk-and-chalk").reading
    assert text is not None
    file = tmp_path / "silk.yaml"
    file.write_text(text.text.replace("[901M5,", "[901M55,"), encoding="utf-8")
    hand.show(file)
    problems = hand.cards.page.problems
    assert [one.problem.code for one in problems.problems][:1] == ["unknown-hex"]
    _click_problem(hand, 0)
    assert hand.cards.page.chosen == "Sets"
    field = _form(hand, "Sets").parts["goals"].form.parts["hexes"].entry
    assert hand.cards.root.focus_get() is field
    hand.key("ctrl+a")
    hand.type("901m5 901n5 901o6")
    hand.key("Return", wait=0.2)
    assert hand.card == load_card("silk-and-chalk").card
    assert [one for one in problems.problems if one.problem.severity == "error"] == []


def _click_problem(hand: CardHand, row: int) -> None:
    tree = hand.cards.page.problems.tree
    x, y, _, height = tree.bbox(str(row))  # type: ignore[misc]
    hand.click((tree.winfo_rootx() + x + 100, tree.winfo_rooty() + y + height // 2))
    hand.settle(0.2)


def test_fix_solves_what_a_check_has_found_as_one_step(hand: CardHand, tmp_path: Path) -> None:
    reading = load_card("lantern-hill").reading
    assert reading is not None
    file = tmp_path / "lantern.yaml"
    file.write_text(reading.text.replace("squad_equivalents: 2", "squad_equivalents: 5"), encoding="utf-8")
    hand.show(file)
    problems = hand.cards.page.problems
    row = next(i for i, one in enumerate(problems.problems) if one.path[-1:] == ("hidden",))
    before = hand.card
    _click_problem(hand, row)
    assert hand.cards.page.chosen == "Forces"
    assert problems.selected is problems.problems[row]
    hand.click_on(problems.fix_button)
    assert hand.card == load_card("lantern-hill").card
    assert len(hand.cards.document.history.steps) == 2
    hand.cards.page.list.focus_force()
    hand.key("ctrl+z")
    assert hand.card == before
    report = hand.cards.document.found.report
    hand.section("Checks")
    checks = hand.cards.page.section("Checks")
    assert isinstance(checks, ChecksSection)
    assert report.sentence in str(checks.words.cget("text"))


def test_nothing_is_told_of_a_foreign_file_that_a_game_names(tmp_path: Path) -> None:
    (tmp_path / "private").write_text("root:x:0:0\n", "utf-8")
    path = tmp_path / "game.yaml"
    path.write_text("format: 1\nkind: game\ncard: ./private\norders: ''\n", "utf-8")
    with pytest.raises(UnreadableCardError, match=r'The file "\./private" is no card') as refused:
        load_to_show(path)
    with pytest.raises(CardGameError, match="is no card") as not_opened:
        CardGame.open(path)
    path.write_text("format: 1\nkind: game\nscenario: ./private\norders: ''\n", "utf-8")
    with pytest.raises(PlayError, match="is no scenario") as not_played:
        open_game(path)
    assert "root" not in f"{refused.value}{not_opened.value}{not_played.value}".replace(str(tmp_path), "")


def test_a_game_file_opens_on_the_page_for_games_and_is_not_lost(hand: CardHand, tmp_path: Path) -> None:
    loaded = load_card("lantern-hill")
    assert loaded.card is not None
    played, path = CardGame.begin(loaded.card, "lantern-hill", 7), tmp_path / "evening.yaml"
    for order in ("next", "next", "note"):
        played.give(order if order == "next" else 'note text="Half past eight"')
    played.save(path)
    assert load_to_show(path)[1] == path
    hand.show("lantern-hill")
    window = hand.cards
    assert window.open_game(path)
    hand.settle(0.3)
    page = window.game_page
    assert page is not None
    assert window.shows_game
    assert page.game is not None
    assert page.game.log.events == played.log.events
    assert not window.unsaved
    # Undo and Save are those of the page in front.
    hand.key("ctrl+z")
    assert len(page.game.log.orders) == 2
    assert window.unsaved
    hand.answer("Unsaved game", ("key", "Escape"))
    assert not window.may_leave()
    # At another scale the page is made anew, and the game goes on.
    theme.apply(window.root, scale=1.25)
    hand.settle(0.3)
    assert window.game_page is not None
    assert window.game_page is not page
    assert window.game_page.game is page.game
    theme.apply(window.root, scale=1.0)
    assert window.game_page.game is not None
    window.save()
    assert not window.unsaved
    window.tabs.select(window.page)
    hand.settle(0.2)


def test_saving_keeps_comments_and_asks_before_it_replaces_other_changes(
    hand: CardHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = load_card("wet-harvest").reading
    assert reading is not None
    file = tmp_path / "wet.yaml"
    file.write_text(f"# from the attic\n{reading.text}", encoding="utf-8")
    hand.show(file)
    card = hand.cards.page.section("Card")
    assert isinstance(card, CardSection)
    hand.fill(card.parts[0].parts["title"].entry, "Wetter Harvest")
    hand.key("ctrl+s", wait=0.2)
    saved = file.read_text("utf-8")
    assert saved.startswith("# from the attic")
    assert "title: Wetter Harvest" in saved
    assert file.with_name("wet.yaml~").exists()
    file.write_text(saved.replace("Wetter", "Dry"), encoding="utf-8")
    hand.cards._watch()
    hand.settle()
    assert hand.cards.notice.winfo_ismapped()
    hand.fill(card.parts[0].parts["title"].entry, "Wettest Harvest")
    other = tmp_path / "other.yaml"
    _save_as(monkeypatch, other)
    hand.answer("Changed on disk", ("key", "Return"))
    hand.key("ctrl+s", wait=0.3)
    assert "Dry" in file.read_text("utf-8")
    assert "Wettest" in other.read_text("utf-8")


def test_a_refused_value_stays_with_its_reason_and_escape_gives_back_what_was_there(hand: CardHand) -> None:
    card = hand.cards.page.section("Card")
    assert isinstance(card, CardSection)
    form = card.sides[0][1]
    field = form.parts["elr"].entry
    hand.fill(field, "9")
    assert hand.card.sides[0].elr == 3
    assert "at most 5" in str(form._complaints["elr"].cget("text"))
    assert field.get() == "9"
    hand.key("Escape")
    assert field.get() == "3"
    assert not form._complaints["elr"].winfo_ismapped()
    hand.fill(field, "many")
    assert "whole number" in str(form._complaints["elr"].cget("text"))


@pytest.mark.parametrize("name", ["lantern-hill", "wet-harvest", "silk-and-chalk", ""])
def test_every_section_shows_a_card_and_changes_nothing(hand: CardHand, tmp_path: Path, name: str) -> None:
    if not name:
        (tmp_path / "rich.yaml").write_text(TEXT, encoding="utf-8")
    hand.show(name or tmp_path / "rich.yaml")
    before, page = hand.card, hand.cards.page
    for kind in SECTIONS:
        page.choose(kind.title)
        hand.settle(0.02)
        section = page.section(kind.title)
        for i in range(section.number(hand.card) or 0):
            section.enter((section.about[0], i))
            hand.settle(0.01)
        page.commit()
    assert hand.card is before
    hand.cards.page.preview.draw()
    assert hand.cards.page.preview.canvas.find_all()


def test_night_opens_its_fields_and_taking_the_tick_away_closes_them(hand: CardHand) -> None:
    hand.section("Special rules")
    rules = hand.cards.page.section("Special rules")
    assert isinstance(rules, RulesSection)
    hand.fill(rules.list.line, "It is dark.")
    night = _form(hand, "Special rules").parts["sets"].form.parts["night"]
    hand.click_on(night.head)
    assert hand.card.turned_on.night is not None
    assert night.form.parts["nvr"].entry.get() == "3"
    assert "The defender has no dummies." in str(rules.night.cget("text"))
    assert rules.night.winfo_ismapped()
    hand.click_on(night.head)
    assert hand.card.turned_on.night is None
    assert not rules.night.winfo_ismapped()
    assert hand.card.ssr[0].text == "It is dark."


def test_boards_that_get_company_put_their_name_before_hexes(hand: CardHand, tmp_path: Path) -> None:
    hand.show("lantern-hill")
    hand.section("Boards")
    boards = hand.cards.page.section("Boards")
    assert isinstance(boards, BoardsSection)
    hand.click_on(boards.list.buttons["New"])
    assert [b.id for b in hand.card.boards] == ["901", "902"]
    assert hand.card.groups[0].where == CardWhere(hexes_between=("901H1", "901Z10"))
    hand.fill(_form(hand, "Boards").parts["id"].entry, "village")
    hand.cards.page.list.focus_force()
    hand.key("ctrl+z")
    hand.key("ctrl+z")
    assert hand.card == load_card("lantern-hill").card


def test_a_card_opens_beside_the_main_window(show: Show, tmp_path: Path) -> None:
    main = show("first-steps")
    window = main.window
    window.open_named("cards/wet-harvest")
    window.open_named("wet-harvest")
    main.settle(0.3)
    assert [w.document.card.name for w in window.cards.windows] == ["wet-harvest"]
    assert window.session.document.path is not None
    assert window.session.document.path.stem == "first-steps"
    card = window.cards.windows[0]
    file = tmp_path / "own.yaml"
    card.document.save(file)
    card.files.remember()
    assert window.settings.recent[0] == str(file)
    main.answer("^New$", ("type", "squad-level card"), ("key", "Tab", "Tab", "ctrl+a"), ("type", "Mine"),
                ("key", "Return"))
    main.window.perform("new")
    main.settle(0.3)
    made = window.cards.windows[-1]
    assert made.document.card == replace(new_card(), title="Mine")
    assert not made.document.unsaved
    for one in (card, made):
        one.close()
    assert not any(w.top.winfo_exists() for w in window.cards.windows)


@pytest.mark.parametrize(("text", "card"), [
    ("format: 1\nkind: card\n", True), ("kind: map\n", False), ("# kind: card\nkind: scenario\n", False)])
def test_cards_are_told_from_other_files_by_their_head(tmp_path: Path, text: str, card: bool) -> None:
    file = tmp_path / "file.yaml"
    file.write_text(text, encoding="utf-8")
    assert is_card(file) is card
    assert is_card("lantern-hill")
    assert is_card("cards/lantern-hill")
    assert not is_card("historical")


def test_the_sheets_are_exported(hand: CardHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand.show("lantern-hill")
    for keys, what in (("ctrl+e", "sheet"), ("", "procedures")):
        file = tmp_path / f"{what}.pdf"
        _save_as(monkeypatch, file)
        if keys:
            hand.key(keys, wait=0.2)
        else:
            hand.cards.menus["File"].invoke("Export procedures…")
        assert file.read_bytes().startswith(b"%PDF")
        assert str(file) in str(hand.cards.status.cget("text"))
    said: list[str] = []
    monkeypatch.setattr(card_files, "message", lambda _parent, _title, text: said.append(text))
    _save_as(monkeypatch, tmp_path / "sheet.png")
    hand.cards.export()
    assert "no format of a card" in said[0]
