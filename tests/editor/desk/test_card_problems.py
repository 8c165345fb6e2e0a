"""What the card editor shows: every problem leads to a field that is seen, maps on the plan, lists of what
maps have, and fields that concern a kind."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tkinter.font import nametofont

import pytest
import xvfb
from broken_cards import broken_cards
from card_hand import CardHand, card_window

from visegrad_editor.desk.board_maps import maps_to_choose
from visegrad_editor.desk.boards import Board
from visegrad_editor.desk.card import (
    START,
    Arrival,
    CardRule,
    CardWhere,
    Control,
    Force,
    Glider,
    Goals,
    Group,
    Need,
    Victory,
)
from visegrad_editor.desk.card_edit import new_card
from visegrad_editor.desk.field_labels import labelled
from visegrad_editor.desk.special_rules import Night, SpecialRules
from visegrad_editor.drawing.board_plan import hex_centre
from visegrad_editor.editor.desk.found_problems import FoundProblem
from visegrad_editor.editor.desk.sections import BoardsSection, GroupsSection, SetsSection
from visegrad_editor.editor.desk.victory_section import VictorySection
from visegrad_editor.editor.widgets.record_form import RecordForm, help_of

pytestmark = xvfb.MARKS

VILLAGE = replace(
    new_card(), boards=(Board("901", "own-village"), Board("902", "own-village", (0, 1), turned=180)),
    groups=(Group("line", "defender", START, CardWhere(boards=("901",)), (
                Force(2, "german/4-6-7"), Force(1, "german/9-1"), Force(1, "german/LMG"))),
            Group("push", "attacker", START, CardWhere(hexes=("901A5",)), (Force(3, "british/4-5-7"),))),
    sets=(("houses", Goals(buildings=("chapel", "inn"))), ("ford", Goals(("901J5",)))),
    victory=(Victory("attacker", need=Need(all=(
        Need(control=Control("houses", "building", least=1)), Need(control=Control("ford", all=True))))),))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardHand]:
    with card_window(tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture
def hand(shared: CardHand) -> CardHand:
    shared.show(None)
    return shared


@pytest.fixture
def village(hand: CardHand) -> CardHand:
    hand.cards.document.edit("Village", VILLAGE)
    hand.settle()
    return hand


def _keys_around(widget: tk.Misc) -> list[str]:
    """The keys of the fields that a widget belongs to, the outermost first."""
    keys: list[str] = []
    below: tk.Misc | None = widget
    while below is not None:
        form = below.master
        while form is not None and not isinstance(form, RecordForm):
            form = form.master
        if isinstance(form, RecordForm):
            keys += [part.one.key for part in form.parts.values()
                     if f"{below}.".startswith(f"{part.widget}.")]
        below = form
    return keys[::-1]


def _shape(one: FoundProblem) -> tuple[object, ...]:
    return one.problem.code, *("#" if isinstance(step, int) else step for step in one.path)


def test_every_problem_leads_to_a_field_that_is_seen(hand: CardHand) -> None:
    page, document = hand.cards.page, hand.cards.document
    seen: set[tuple[object, ...]] = set()
    for card in broken_cards():
        document.history.push("Broken", card)
        for one in document.problems:
            if _shape(one) in seen:
                continue
            seen.add(_shape(one))
            page.go_to(one)
            hand.cards.root.update()
            widget = hand.cards.root.focus_get()
            assert widget is not None, one
            assert f"{widget}.".startswith(f"{page.section(page.chosen)}."), one
            assert widget.winfo_viewable(), one
            # The field is the one of the last key that a form has a field for, or lies within it.
            keys = [step for step in one.path if isinstance(step, str) and step not in (
                "groups", "boards", "sides", "ssr", "sets", "victory", "need", "terrain_changes")]
            around = _keys_around(widget)
            if around and keys and page.chosen not in ("Victory", "Sets", "Secret files"):
                assert keys[-1] in around or keys[-2:-1] == around[-1:], (one, around)
            assert labelled(one.problem.message, one.path) == one.problem.message, one
    assert len(seen) > 120


@pytest.mark.parametrize(("change", "section", "key"), [
    (lambda c: replace(c, groups=(replace(c.groups[0], arrives=replace(START, turn=1, by="glider")),)),
     "Forces", "Gliders"),
    (lambda c: replace(c, victory=()), "Victory", ""),
    (lambda c: replace(c, boards=(replace(c.boards[0], map="nowhere"),)), "Boards", "map")])
def test_a_problem_marks_its_section_and_opens_what_hides_its_field(
    village: CardHand, change: object, section: str, key: str
) -> None:
    page = village.cards.page
    assert callable(change)
    village.cards.document.edit("Break", change(village.card))
    one = village.cards.document.problems[0]
    page.go_to(one)
    village.settle()
    assert page.chosen == section
    assert "✕" in page.list.item(section, "text")
    widget = village.cards.root.focus_get()
    assert widget is not None
    assert widget.winfo_viewable()
    if key == "Gliders":
        assert str(widget.cget("text")) == key
    elif key:
        assert _keys_around(widget)[-1] == key


def test_the_selected_problem_is_read_whole_and_fixed_with_the_key_of_other_lists(village: CardHand) -> None:
    page, document = village.cards.page, village.cards.document
    problems = page.problems
    night = CardRule(sets=SpecialRules(night=Night(3, clouds="none", moon="new")))
    groups = (replace(VILLAGE.groups[0], cloaks=3), *VILLAGE.groups[1:])
    document.edit("Night", replace(VILLAGE, groups=groups, ssr=(night,)))
    village.settle()
    village.key("alt+Return")
    assert "Select a problem first." in village.cards.status.cget("text")
    row = next(i for i, one in enumerate(document.problems) if one.fix is not None and not one.fix.asks)
    one = document.problems[row]
    problems.tree.see(str(row))
    village.settle()
    x, y, _, height = problems.tree.bbox(str(row))  # type: ignore[misc]
    village.click((problems.tree.winfo_rootx() + x + 30, problems.tree.winfo_rooty() + y + height // 2))
    assert problems.whole.cget("text").startswith(one.problem.message)
    assert problems.whole.winfo_viewable()
    before = village.card
    village.key("alt+Return")  # the field of the problem has the keyboard
    assert village.card != before
    assert one not in document.problems


def test_a_condition_that_says_nothing_yet_is_an_error(village: CardHand) -> None:
    village.section("Victory")
    section = village.cards.page.section("Victory")
    assert isinstance(section, VictorySection)
    section.select(("victory", 0))
    section.add_condition()
    codes = [one.problem.code for one in village.cards.document.problems if one.problem.severity == "error"]
    assert codes == ["no-condition"]


def test_the_plan_shows_maps_and_follows_what_is_selected(village: CardHand) -> None:
    page = village.cards.page
    assert page.book is not None
    page.book.select(page.plan)
    for title in ("Forces", "Sets", "Victory", "Boards"):
        village.section(title)
        village.settle()
        said = page.plan.words.cget("text").strip()
        assert bool(said) is (title != "Boards"), (title, said)
    assert set(page.plan._maps) == {"901", "902"}
    photo = page.plan._photo
    assert photo is not None
    place = village.card.layout.place("901J3")  # the stream
    x, y = page.plan.view.to_screen(hex_centre(place))
    red, _green, blue = photo._PhotoImage__photo.get(round(x), round(y))  # type: ignore[attr-defined]
    assert blue > red + 20
    village.section("Victory")
    section = page.section("Victory")
    assert isinstance(section, VictorySection)
    section.select(("victory", 0, "need", "all", 1))
    village.settle()
    assert "1 hex lit" in page.plan.words.cget("text")
    section.select(("victory", 0, "need", "all", 0))
    village.settle()
    assert "6 hexes lit" in page.plan.words.cget("text")


def test_maps_and_buildings_are_chosen_from_lists(hand: CardHand) -> None:
    assert "own-village" in maps_to_choose(None)
    hand.section("Boards")
    boards = hand.cards.page.section("Boards")
    assert isinstance(boards, BoardsSection)
    form = boards.list.form
    assert form is not None
    box = form.parts["map"].entry  # type: ignore[attr-defined]
    assert box.winfo_viewable()
    box.tk.call(str(box.cget("postcommand")))
    assert list(box.cget("values")) == list(maps_to_choose(None))
    hand.fill(box, "own-village")
    assert hand.card.boards[0].map == "own-village"
    assert boards.map_label.cget("text") == "Own village"
    assert boards._picture is not None
    assert not {one.problem.code for one in hand.cards.document.problems} & {"no-map", "map-misfit"}
    hand.section("Sets")
    sets = hand.cards.page.section("Sets")
    assert isinstance(sets, SetsSection)
    hand.fill(sets.list.line, "houses chapel K5")
    assert hand.card.sets == (("houses", Goals(("K5",), ("chapel",))),)
    assert sets.list.form is not None
    assert sets.list.form.winfo_width() == sets.list.scroll._canvas.winfo_width()
    part = sets.list.form.parts["goals"].form.parts["buildings"]  # type: ignore[attr-defined]
    part._fill_menu(hand.cards.page.forms.offers(Goals, "buildings"))
    labels = [part.menu.entrycget(i, "label") for i in range(part.menu.index("end") + 1)]
    assert {"chapel", "inn", "mill"} <= set(labels)
    part.menu.invoke(labels.index("mill"))
    part.menu.invoke(labels.index("chapel"))
    assert hand.card.sets[0][1].buildings == ("mill",)


def test_the_form_of_a_force_and_the_sentence_of_a_group_are_those_of_the_selected_one(
    village: CardHand
) -> None:
    village.section("Forces")
    section = village.cards.page.section("Forces")
    assert isinstance(section, GroupsSection)
    shown = []
    for row in ("0", "1"):
        section.list.tree.selection_set(row)
        village.settle()
        shown.append(section.words.cget("text"))
        assert shown[-1]
    assert shown[0] != shown[1]
    section.list.tree.selection_set("0")
    village.settle()
    assert section.list.form is not None
    forces = section.list.form.parts["forces"].list  # type: ignore[attr-defined]
    found = []
    for row in ("0", "1", "2"):
        forces.tree.selection_set(row)
        village.settle()
        parts = forces.form.parts
        found.append({name for name in ("size", "unit_class", "crewed", "broken")
                      if parts[name].widget.winfo_manager()})
    height = forces.winfo_reqheight()
    forces.tree.selection_set(())
    forces.show(forces.values)
    village.settle()
    assert forces.winfo_reqheight() < height - 100  # no empty stretch is left where the form was
    assert found == [{"size", "unit_class", "broken"}, {"broken"}, {"crewed", "broken"}]


def test_a_card_in_a_folder_offers_the_maps_beside_it(tmp_path: Path) -> None:
    (tmp_path / "yard.yaml").write_text("format: 1\nkind: map\nname: yard\n", "utf-8")
    (tmp_path / "card.yaml").write_text("format: 1\nkind: card\nname: card\n", "utf-8")
    assert maps_to_choose(tmp_path) == (*maps_to_choose(None), "yard.yaml")


def test_problems_are_read_on_two_lines(hand: CardHand) -> None:
    hand.show("wet-harvest")
    hand.settle(0.3)
    problems = hand.cards.page.problems
    one = next(i for i, each in enumerate(problems.problems) if 70 < len(each.problem.message) < 90)
    first, second = str(problems.tree.set(str(one), "text")).split("\n")
    assert f"{first} {second}".startswith(problems.problems[one].problem.message)
    assert "…" not in second
    _, _, _, height = problems.tree.bbox(str(one))  # type: ignore[misc]
    assert height >= 2 * nametofont("TkDefaultFont", problems.tree).metrics("linespace")


def test_a_group_that_comes_by_glider_shows_the_fields_of_its_gliders(hand: CardHand) -> None:
    push = replace(VILLAGE.groups[1], arrives=Arrival(2))
    hand.cards.document.edit("Village", replace(VILLAGE, groups=(VILLAGE.groups[0], push)))
    hand.section("Forces")
    section = hand.cards.page.section("Forces")
    assert isinstance(section, GroupsSection)
    assert section.enter(("groups", 1))
    hand.settle()
    form = section.list.form
    assert isinstance(form, RecordForm)
    if form.parts["glider"].widget.winfo_viewable():
        form._more.invoke()
        hand.settle()
    assert not form.parts["glider"].widget.winfo_viewable()
    way = form.parts["arrives"].form.parts["by"]
    for chosen, gliders in (("convoy", None), ("glider", Glider(1, "attacker")), ("convoy", None)):
        way.box.set(chosen)
        way.box.event_generate("<<ComboboxSelected>>")
        hand.settle()
        assert hand.card.groups[1].glider == gliders
    way.box.set("glider")
    way.box.event_generate("<<ComboboxSelected>>")
    hand.settle()
    assert form.parts["glider"].widget.winfo_viewable()
    loads = form.parts["glider"].form.parts["loads"]
    assert loads.widget.winfo_viewable()
    assert help_of(loads.one).endswith("One line for each, with commas between what is in it.")
