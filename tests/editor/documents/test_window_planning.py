"""A new scenario step by step: the pages with real mouse and keys, and what becomes of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tkinter import ttk
from types import SimpleNamespace

import pytest
from scenario_tutorial import Visit, click_row, on_small_map, page_of
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.documents.files import _problems_of_new
from visegrad_editor.editor.documents.new_dialog import NewDialog
from visegrad_editor.editor.documents.planning import force_pages, ground_pages
from visegrad_editor.editor.documents.planning.dialog import PlanningDialog
from visegrad_editor.editor.documents.planning.draft import ScenarioDraft
from visegrad_editor.editor.documents.planning.end_pages import SummaryPage, VictoryPage
from visegrad_editor.editor.documents.planning.force_pages import ForcesPage, SchedulePage, SetUpPage
from visegrad_editor.editor.documents.planning.ground_pages import MapPage, RulesPage, SidesPage
from visegrad_editor.editor.documents.planning.kept_drafts import KeptDrafts
from visegrad_editor.editor.safety.ownership import new_owner
from visegrad_editor.editor.session import OpenDocument
from visegrad_editor.engine import check_design
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.scenario_plan import Goal, renamed
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.edit.unit_series import UnitSeries, series_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.yaml_writer import new_text
from visegrad_editor.model.scenario import Setup
from visegrad_editor.model.where import Where

pytestmark = MARKS


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("first-steps", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture
def hand(shared: Hand) -> Hand:
    """A window without changes."""
    shared.window.session.history.mark_saved()
    assert shared.window.files.open("first-steps")
    shared.settle(0.2)
    return shared


@pytest.fixture
def map_file(tmp_path: Path) -> Path:
    """A map of one's own, 15 by 8, with ground of the ruleset for any game."""
    rules = load("blank", "ruleset").ruleset
    assert rules is not None
    path = tmp_path / "valley.yaml"
    path.write_text(new_text(blank_map(rules, "valley", "The valley", 15, 8)), "utf-8")
    return path


@pytest.fixture
def dialog(hand: Hand) -> Iterator[PlanningDialog]:
    made = PlanningDialog(hand.window.root, ScenarioDraft.new("Test"), _problems_of_new, lambda: "/")
    made.present(made.first_field)
    hand.until(lambda: hand.has_keyboard(PlanningDialog))
    yield made
    if made.winfo_exists():
        made.destroy()


def outlined(dialog: PlanningDialog) -> set[tuple[int, int]]:
    """The middles of the hexes that are outlined on the small map."""
    canvas = dialog.map.canvas
    boxes = [canvas.coords(item) for item in canvas.find_withtag("chosen")]
    return {(round((x0 + x1) / 2), round((y0 + y1) / 2)) for x0, y0, x1, y1 in boxes}


def marks(dialog: PlanningDialog) -> str:
    return "".join(dialog.steps.set(step, "state") or "." for step in dialog.pages)


def test_next_goes_through_all_steps_and_says_what_is_missing(hand: Hand, dialog: PlanningDialog) -> None:
    assert marks(dialog) == "✓......."
    for _ in range(3):
        hand.key("ctrl+Next")
    assert dialog.draft.step == "forces"
    assert marks(dialog) == "✓✓✓–...."
    assert dialog.missing.whole == "Missing: No units yet."
    for _ in range(5):
        hand.key("ctrl+Next")
    assert dialog.draft.step == "summary"
    assert marks(dialog) == "✓✓✓–✓✓–✓"
    hand.key("ctrl+Prior")
    assert dialog.draft.step == "victory"
    click_row(hand, dialog.steps, "map")
    assert dialog.draft.step == "map"


def test_a_number_that_is_none_keeps_the_step_and_says_why(hand: Hand, dialog: PlanningDialog) -> None:
    page = page_of(dialog, MapPage)
    hand.click_on(page.columns)
    hand.key("ctrl+a")
    hand.type("many")
    hand.key("Return")
    assert dialog.draft.step == "map"
    assert dialog.message.whole == "Columns: enter a whole number from 1 to 1000."
    hand.key("ctrl+a")
    hand.type("20")
    hand.key("Return")
    assert dialog.draft.step == "rules"
    assert dialog.draft.plan.map is not None
    assert dialog.draft.plan.map.grid.columns == 20


def test_rules_that_do_not_fit_the_map_come_last_with_the_reason(hand: Hand, dialog: PlanningDialog) -> None:
    page = page_of(dialog, MapPage)
    click_row(hand, page.maps, "visegrad4")
    hand.settle(0.3)
    # The rules of the map came with it, as the others do not know its roads.
    assert dialog.draft.plan.ruleset is not None
    assert dialog.draft.plan.ruleset.name == "visegrad4"
    hand.key("Return")
    rules = page_of(dialog, RulesPage)
    rows = [(rules.rules.item(row, "text").strip(), rules.rules.set(row, "fits"))
            for row in rules.rules.get_children()]
    assert rows[0] == ("Visegrad 4", "yes")
    assert dict(rows[1:])["Blank hex game"].startswith("The map has a road that")
    row = next(r for r in rules.rules.get_children() if "Blank" in rules.rules.item(r, "text"))
    click_row(hand, rules.rules, row)
    assert dialog.message.whole == (
        "These rules cannot be chosen. The map has a road that these rules do not know: \"e77\" and 1 more.")
    assert dialog.draft.plan.ruleset.name == "visegrad4"
    # A game with rules of its own says who fights.
    dialog.go_to("sides")
    hand.settle(0.1)
    assert page_of(dialog, SidesPage).names == {}
    dialog.go_to("victory")
    hand.settle(0.1)
    told = page_of(dialog, VictoryPage).told.whole
    assert told.startswith("By the rules of Visegrad 4: The Russian side wins at once if all industrial")
    assert str(page_of(dialog, VictoryPage).add.cget("state")) != "disabled"


def test_the_users_own_map_and_the_units_of_another_scenario(
    hand: Hand, dialog: PlanningDialog, map_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(dialog, MapPage)
    monkeypatch.setattr(ground_pages.filedialog, "askopenfilename", lambda **_k: str(map_file))
    page._ask_file()
    hand.settle(0.1)
    assert dialog.draft.plan.map is not None
    assert dialog.draft.plan.map.title == "The valley"
    assert dialog.draft.map_file is not None
    assert dialog.draft.map_file.path == map_file
    dialog.go_to("rules")
    row = next(r for r in page_of(dialog, RulesPage).rules.get_children() if r.endswith("velna.yaml"))
    click_row(hand, page_of(dialog, RulesPage).rules, row)
    dialog.go_to("forces")
    hand.settle(0.1)
    forces = page_of(dialog, ForcesPage)
    assert forces.order.get() == "Bridges of the Velna"
    hand.click_on(forces.take)
    number = len(dialog.draft.plan.units)
    assert number > 10
    assert dialog.message.whole.startswith(
        "22 units taken: 6 with an arrival. 16 units, such as 1st Tank, lose their set-up: this map has")
    assert {e.id for e in dialog.draft.plan.entries} == {"east-edge", "west-edge"}
    hand.click_on(forces.take)
    assert len(dialog.draft.plan.units) == number
    assert dialog.message.whole == "No unit was taken. 22 units of them were there already."
    # Without the schedule they are all there at the start.
    forces.units.selection_set(forces.units.get_children())
    forces._remove()
    hand.click_on(forces.boxes["schedule"])
    hand.click_on(forces.take)
    assert dialog.message.whole.startswith("22 units taken. 16 units, such as 1st Tank,")


def test_units_of_a_table(
    hand: Hand, dialog: PlanningDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "units.csv"
    table.write_text("name,nationality,type,strength\n1st,blue,infantry,5\n2nd,blue,tanks,5\n", "utf-8")
    monkeypatch.setattr(force_pages.filedialog, "askopenfilename", lambda **_k: str(table))
    dialog.go_to("forces")
    forces = page_of(dialog, ForcesPage)
    forces._from_table()
    assert [u.name for u in dialog.draft.plan.units] == ["1st"]
    assert dialog.message.whole.startswith("1 unit added. 1 problem: Line 3, 2nd:")
    click_row(hand, forces.units, "blue/1st")
    hand.key("Delete")
    assert dialog.draft.plan.units == ()


def test_formations_of_a_table_are_made_and_go_with_their_units(
    hand: Hand, dialog: PlanningDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "units.csv"
    table.write_text("name,nationality,type,formation,strength\n1st,blue,infantry,North Wing,5\n"
                     "2nd,red,infantry,King's Host,5\n", "utf-8")
    monkeypatch.setattr(force_pages.filedialog, "askopenfilename", lambda **_k: str(table))
    dialog.go_to("forces")
    forces = page_of(dialog, ForcesPage)
    forces._from_table()
    assert dialog.message.whole == (
        "2 units added and 2 formations made. The formations are North Wing and King's Host.")
    plan = dialog.draft.plan
    assert [f.name for f in plan.rules.formations] == ["North Wing", "King's Host"]
    assert {u.name: u.formation for u in plan.units} == {"1st": "north-wing", "2nd": "king-s-host"}
    click_row(hand, forces.units, "blue/1st")
    hand.key("Delete")
    assert [f.name for f in dialog.draft.plan.rules.formations] == ["King's Host"]


def test_series_area_arrival_and_goal_with_mouse_and_keys(hand: Hand, dialog: PlanningDialog) -> None:
    dialog.go_to("forces")
    hand.settle(0.1)
    hand.answer("^New units$", ("type", "red"), ("key", "Tab", "Tab", "Tab"), ("key", "ctrl+a"),
                ("type", "2"), ("key", "Return"))
    hand.click_on(page_of(dialog, ForcesPage).series)
    hand.until(lambda: len(dialog.draft.plan.units) == 2)
    # Blue has no units yet; once both have some, Return goes on.
    assert dialog.focus_get() is not dialog.next
    hand.answer("^New units$", ("type", "blue"), ("key", "Return"))
    hand.click_on(page_of(dialog, ForcesPage).series)
    hand.until(lambda: {u.nationality for u in dialog.draft.plan.units} == {"red", "blue"})
    hand.until(lambda: dialog.focus_get() is dialog.next)
    page_of(dialog, ForcesPage).units.selection_set(
        [u.key for u in dialog.draft.plan.units if u.nationality == "blue"])
    page_of(dialog, ForcesPage)._remove()
    dialog.go_to("set-up")
    hand.settle(0.2)
    page = page_of(dialog, SetUpPage)
    assert dialog.draft.plan.map is not None
    grid = dialog.draft.plan.map.grid
    click_row(hand, page.sides, "red")
    hand.drag(on_small_map(dialog, "1101"), on_small_map(dialog, "1204"))
    ((side, where),) = dialog.draft.plan.areas
    assert (side, len(where.hexes), where.hexes[0], where.hexes[-1]) == ("red", 8, "1101", "1204")
    assert page.sides.set("red", "area") == "8 hexes, 1101 to 1204; 2 units"
    # The fields follow the drag.
    assert [field.get() for field in page.box] == ["11", "12", "1", "4"]
    page.box[0].set(10)
    hand.click_on(page.use)
    assert len(dict(dialog.draft.plan.areas)["red"].hexes) == 12
    dialog.go_to("schedule")
    hand.settle(0.2)
    schedule = page_of(dialog, SchedulePage)
    hand.click_on(schedule.arrive)
    assert dialog.message.whole.startswith("Select units in the list first")
    schedule.entry.set("Eastern edgw")
    at_first = dialog.next.winfo_rooty()
    dialog.complain("")
    hand.settle(0.1)
    hand.click_on(dialog.next)
    assert dialog.draft.step == "schedule"
    assert dialog.message.whole.startswith('"Eastern edgw" is no way onto the map')
    # A message of one line moves nothing.
    assert dialog.next.winfo_rooty() == at_first
    click_row(hand, schedule.units, "red/2nd Infantry")
    hand.click(on_small_map(dialog, "1209"))
    assert dialog.map.told.cget("text") == "1209"
    assert outlined(dialog) == {dialog.map.pixel(grid.parse("1209"))}
    hand.click_on(schedule.arrive)
    assert schedule.units.set("red/2nd Infantry", "when") == "turn 2, Hex 1209"
    dialog.go_to("victory")
    hand.settle(0.2)
    victory = page_of(dialog, VictoryPage)
    for number in ("0605", "0606", "0605"):
        hand.click(on_small_map(dialog, number))
    assert victory.hexes.get() == "0606"
    assert outlined(dialog) == {dialog.map.pixel(grid.parse("0606"))}
    hand.click_on(victory.add)
    assert outlined(dialog) == set()
    assert dialog.draft.plan.goals == (Goal("control", "blue", 0, ("0606",)),)
    assert victory.goals.item("0", "text").strip() == "The Blue side wins at the end if it holds 0606."
    hand.click_on(victory.add)
    assert dialog.message.whole == ("Which hexes? Choose them on the map, or write their numbers "
                                          "or the names of places.")
    hand.click(on_small_map(dialog, "0606"))
    assert dialog.message.whole == "0606 is named. Click it again to take it out."


def test_finish_later_keeps_everything_and_begin_anew_forgets_it(hand: Hand) -> None:
    window, before = hand.window, hand.window.session.design

    def name_and_leave(dialog: PlanningDialog) -> None:
        dialog.go_to("sides")
        hand.settle(0.2)
        hand.key("ctrl+a")
        hand.type("Westland")
        hand.answer("^Unfinished scenario$", ("key", "Return"))
        hand.key("Escape")

    visit = Visit(hand, PlanningDialog, name_and_leave)
    window.perform("plan_scenario")
    visit.end()
    assert window.session.design is before
    seen: list[tuple[str, str]] = []

    def look_and_begin_anew(dialog: PlanningDialog) -> None:
        assert dialog.draft.plan.ruleset is not None
        seen.append((dialog.draft.step, page_of(dialog, SidesPage).names["blue"].get()))
        hand.answer("^Begin anew$", ("key", "Return"))
        hand.click_on(dialog.anew)
        second.append(Visit(hand, PlanningDialog, look_again))

    def look_again(dialog: PlanningDialog) -> None:
        seen.append((dialog.draft.step, "".join(s.name for s in dialog.draft.plan.sides)))
        hand.key("Escape")

    second: list[Visit] = []
    visit = Visit(hand, PlanningDialog, look_and_begin_anew)
    window.perform("plan_scenario")
    visit.end()
    second[0].end()
    assert seen == [("sides", "Westland"), ("map", "")]
    assert window.session.design is before
    # Nothing was filled in after it was begun anew, so nothing is kept.
    assert window.files.unfinished_scenario() == ""


def test_closing_asks_and_forgets_only_if_told(hand: Hand) -> None:
    window = hand.window
    choices = iter([("Escape",), ("Tab", "Return")])
    left: list[bool] = []

    def fill_in_and_leave(dialog: PlanningDialog) -> None:
        dialog.go_to("sides")
        hand.settle(0.2)
        hand.key("ctrl+a")
        hand.type("Westland")
        for keys in choices:
            hand.answer("^Unfinished scenario$", *(("key", key) for key in keys))
            hand.key("Escape", wait=0.4)
            left.append(not dialog.winfo_exists())

    visit = Visit(hand, PlanningDialog, fill_in_and_leave)
    window.perform("plan_scenario")
    visit.end()
    # Escape in the question goes on, the second button forgets.
    assert left == [False, True]
    assert window.files.unfinished_scenario() == ""


def test_what_a_window_that_was_killed_left_is_offered_in_file_new(hand: Hand) -> None:
    window = hand.window
    draft = ScenarioDraft.new("Three days")
    draft.plan = replace(draft.plan, turns=3)
    draft.step = "forces"
    left = KeptDrafts(window.settings.folder / "planned", replace(new_owner(), pid=2 ** 22 + 1))
    assert left.keep(draft) == ""
    assert window.files.unfinished_scenario() == "Three days"
    seen: list[object] = []

    def choose(dialog: NewDialog) -> None:
        seen.append(dialog.tree.item(dialog.tree.selection()[0], "text").strip())
        hand.key("Return")

    def go_on(dialog: PlanningDialog) -> None:
        seen.extend((dialog.draft.step, dialog.draft.plan.turns))
        dialog.go_to("schedule")
        hand.settle(0.3)
        hand.key("ctrl+a")
        hand.type("4")
        hand.settle(0.6)
        # It is on disk at once, before the dialog is left.
        kept = json.loads(window.files._drafts.path.read_text("utf-8"))
        seen.append(kept["plan"]["ScenarioPlan"]["turns"])
        hand.click_on(dialog.make)

    visits = Visit(hand, NewDialog, choose), Visit(hand, PlanningDialog, go_on)
    hand.key("ctrl+n")
    for visit in visits:
        visit.end()
    assert seen == ['Go on with "Three days"', "forces", 3, 4]
    assert window.session.scenario is not None
    assert (window.session.scenario.title, window.session.scenario.turns) == ("Three days", 4)
    assert window.files.unfinished_scenario() == ""
    assert list((window.settings.folder / "planned").glob("*.json")) == []


def test_made_it_is_a_new_document_that_asks_about_unsaved_changes_first(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, session = hand.window, hand.window.session
    map = paint_terrain(session.design.map, [Hex(9, 9)], "mountain")
    session.edit("Paint", with_map(session.design, map))
    painted = session.design
    asked: list[bool] = []

    def answer() -> bool:
        asked.append(True)
        return len(asked) > 1

    monkeypatch.setattr(window.files, "may_leave", answer)

    def make(dialog: PlanningDialog) -> None:
        dialog.go_to("summary")
        hand.settle(0.2)
        hand.key("ctrl+a")
        hand.type("My war")
        hand.key("Return")

    for _ in range(2):
        visit = Visit(hand, PlanningDialog, make)
        window.perform("plan_scenario")
        visit.end()
        if len(asked) == 1:
            assert session.design is painted
    assert session.document == OpenDocument("scenario", None, "My war")
    assert session.unsaved
    assert session.scenario is not None
    assert session.scenario.turns == 6


def test_the_open_map_is_offered_and_read_again_when_it_was_painted(hand: Hand, map_file: Path) -> None:
    window = hand.window
    assert window.files.open(map_file)
    hand.settle(0.2)

    def take_open_map(dialog: PlanningDialog) -> None:
        page = page_of(dialog, MapPage)
        assert page.maps.item("open", "text").strip() == "The valley"
        click_row(hand, page.maps, "open")
        hand.click_on(dialog.leave)

    visit = Visit(hand, PlanningDialog, take_open_map)
    window.perform("plan_scenario")
    visit.end()
    design = window.session.design
    window.session.edit("Paint", with_map(design, paint_terrain(design.map, [Hex(1, 1)], "forest")))
    assert window.files.save()
    found: list[str] = []

    def look(dialog: PlanningDialog) -> None:
        assert dialog.draft.plan.map is not None
        found.append(dialog.draft.plan.map.terrain.at(Hex(1, 1)))
        hand.click_on(dialog.make)

    visit = Visit(hand, PlanningDialog, look)
    window.perform("plan_scenario")
    visit.end()
    assert found == ["forest"]
    assert window.session.scenario is not None
    assert window.files.sources.map is not None
    assert window.files.sources.map.path == map_file
    target = map_file.with_name("war.yaml")
    assert window.files.save_to(target)
    assert load(target).problems == ()
    assert sorted(p.name for p in map_file.parent.glob("*.yaml")) == ["valley.yaml", "war.yaml"]


def test_the_summary_shows_the_problems_of_the_check(hand: Hand, dialog: PlanningDialog) -> None:
    dialog.go_to("summary")
    hand.settle(0.1)
    page = page_of(dialog, SummaryPage)
    rows = [page.problems.item(row, "text").strip() for row in page.problems.get_children()]
    assert rows[0] == "No units yet."
    assert page.told.whole.startswith("6 turns on New map (12 columns, 9 rows, 108 hexes)")


@pytest.mark.parametrize("rules", ["blank", "velna"])
def test_no_control_moves_when_a_text_of_its_page_comes_grows_or_goes(
    hand: Hand, dialog: PlanningDialog, rules: str
) -> None:
    loaded = load(rules, "ruleset")
    assert loaded.ruleset is not None
    dialog.draft.take_rules(loaded.ruleset, loaded.sources.ruleset)
    first, second = (n.id for n in loaded.ruleset.nationalities)
    dialog.go_to("victory")

    def places() -> list[tuple[str, int, int, int, int]]:
        hand.settle(0.2)
        assert dialog._page is not None
        found, waiting = [], [dialog.foot, dialog._page]
        while waiting:
            widget = waiting.pop()
            waiting += widget.winfo_children()
            if widget.winfo_ismapped() and not isinstance(widget, ttk.Label):
                found.append((str(widget), widget.winfo_rootx(), widget.winfo_rooty(), widget.winfo_width(),
                              widget.winfo_height()))
        return sorted(found)

    page, before = page_of(dialog, VictoryPage), places()
    assert len(before) > 10
    told = page.told.whole, dialog.missing.whole
    hand.click(on_small_map(dialog, "0605"))
    hand.click_on(page.add)
    assert len(dialog.draft.plan.goals) == 1
    assert (page.told.whole, dialog.missing.whole) != told
    assert places() == before
    page.goals.selection_set("0")
    assert places() == before
    dialog.complain("Something is wrong, and it takes many words to say what. " * 6)
    assert places() == before
    dialog.complain("")
    dialog.go_to("set-up")
    area, before = page_of(dialog, SetUpPage), places()
    design = dialog.draft.plan.working_design
    kind = loaded.ruleset.unit_types[0].id
    units = [unit for nation in (first, second)
             for unit in series_units(design, UnitSeries(nation, kind, 1, 3, "# Guard"))]
    dialog.changed(replace(dialog.draft.plan, units=tuple(units)))
    assert dialog.missing.whole.count("no area yet") == 2
    assert places() == before
    for corner in ("0101", "0409"), ("0901", "1209"):
        hand.drag(*(on_small_map(dialog, number) for number in corner))
        area.sides.selection_set(area.sides.get_children()[1])
    assert dialog.missing.whole == ""
    assert places() == before


def test_a_drag_over_the_border_stays_within_the_map(hand: Hand, dialog: PlanningDialog) -> None:
    dialog.go_to("set-up")
    hand.settle(0.2)
    page, x = page_of(dialog, SetUpPage), on_small_map(dialog, "0601")[0]
    canvas = dialog.map.canvas
    assert [canvas.itemcget(item, "text") for item in canvas.find_withtag("figure")] == [
        *map(str, range(1, 13)), *map(str, range(2, 10))]
    hand.drag((x, dialog.map.canvas.winfo_rooty() + 1), on_small_map(dialog, "0803"))
    assert [field.get() for field in page.box] == ["6", "8", "1", "3"]
    # A number that a dot covers is not shown.
    assert [canvas.itemcget(item, "text") for item in canvas.find_withtag("figure")
            if canvas.itemcget(item, "state") == "hidden"] == ["6", "7", "8"]
    ((_, where),) = dialog.draft.plan.areas
    assert (len(where.hexes), where.hexes[0], where.hexes[-1]) == (9, "0601", "0803")
    assert dialog.draft.plan.map is not None
    for col, row in (-1, -1), (0, 0), (5, -1), (12, 4), (3, 9):
        place = dialog.map.pixel(Hex(col, row))
        hex = dialog.map._hex(SimpleNamespace(x=place[0], y=place[1]))
        assert hex in dialog.draft.plan.map.grid


def test_a_letter_on_the_list_of_entries_chooses_after_a_click(hand: Hand, dialog: PlanningDialog) -> None:
    dialog.go_to("schedule")
    hand.settle(0.2)
    page = page_of(dialog, SchedulePage)
    assert page.entry.get() == "Eastern edge"
    hand.click_on(page.entry)
    assert page.entry.selection_get() == "Eastern edge"
    hand.type("w")
    assert page.entry.get() == "Western edge"
    # A second click puts the cursor into the text.
    hand.click_on(page.turns)
    hand.click_on(page.entry)
    hand.pause(0.5)  # no double click
    hand.click_on(page.entry)
    assert not page.entry.selection_present()


def test_a_hex_that_is_clicked_says_how_it_is_taken_out(hand: Hand, dialog: PlanningDialog) -> None:
    dialog.go_to("victory")
    hand.settle(0.2)
    for then in ("0605 is named. Click it again to take it out.",
                 "0605 is taken out. Click it again to name it."):
        hand.click(on_small_map(dialog, "0605"))
        assert dialog.message.whole == then


def test_what_is_missing_stands_once_on_the_summary(hand: Hand, dialog: PlanningDialog) -> None:
    units = series_units(dialog.draft.plan.working_design, UnitSeries("blue", "infantry", 1, 3, "# Guard"))
    dialog.changed(replace(dialog.draft.plan, units=tuple(units)))
    dialog.go_to("summary")
    hand.settle(0.2)
    page = page_of(dialog, SummaryPage)
    rows = [page.problems.texts.whole(row) for row in page.problems.get_children()]
    assert len([row for row in rows if "more places" in row]) == 1


def test_the_set_up_says_where_each_side_draws_its_supply_from(hand: Hand, dialog: PlanningDialog) -> None:
    dialog.go_to("set-up")
    hand.settle(0.1)
    assert page_of(dialog, SetUpPage).supply.whole == ""
    loaded = load("velna", "ruleset")
    assert loaded.ruleset is not None
    dialog.draft.take_rules(loaded.ruleset, loaded.sources.ruleset)
    plan = dialog.draft.plan
    dialog.changed(renamed(loaded.ruleset, plan, "eastern", "Sarnia", loaded.ruleset.sides[0].colour))
    assert page_of(dialog, SetUpPage).supply.whole == (
        "Sarnia: supply from the hexes on the east edge of the map (Eastern edge). "
        "Western army: supply from the hexes on the west edge of the map (Western edge).")
    # A unit at the wrong end of the map is told of with the source that it has no path to.
    (unit,) = series_units(dialog.draft.plan.working_design, UnitSeries("east", "rifle", 1, 1, "# Rifle"))
    dialog.changed(replace(dialog.draft.plan, units=(replace(unit, setup=Setup(Where(hexes=("0105",)))),)))
    found = [p.message for p in check_design(dialog.draft.plan.design) if p.code == "out-of-supply"]
    assert found == [
        "Sarnia 1st Rifle is set up in 0105 without a path to a source of supply (Eastern edge)."]


def test_a_set_up_by_hand_is_a_note_and_gets_its_tick(hand: Hand, dialog: PlanningDialog) -> None:
    """No area is a choice: it is no gap of the step, and the summary does not warn of it."""
    units = [unit for nation in ("blue", "red") for unit in series_units(
        dialog.draft.plan.working_design, UnitSeries(nation, "infantry", 1, 3, "# Guard"))]
    dialog.changed(replace(dialog.draft.plan, units=tuple(units)))
    dialog.go_to("set-up")
    hand.settle(0.2)
    assert "Missing" not in dialog.missing.whole
    assert dialog.missing.whole.startswith("Note: ")
    assert dialog.steps.set("set-up", "state") == "✓"
    dialog.go_to("summary")
    hand.settle(0.2)
    page = page_of(dialog, SummaryPage)
    rows = [page.problems.texts.whole(row).strip() for row in page.problems.get_children()]
    waiting = [row for row in rows if "Guard" in row or "by hand" in row]
    assert waiting
    assert [row for row in waiting if not row.startswith("Note: ")] == []


def test_return_on_the_entry_takes_it_and_stays_on_the_page(hand: Hand, dialog: PlanningDialog) -> None:
    dialog.go_to("schedule")
    hand.settle(0.2)
    page = page_of(dialog, SchedulePage)
    hand.click_on(page.entry)
    hand.type("w")
    hand.key("Return")
    assert dialog.draft.step == "schedule"
    assert page.entry.get() == "Western edge"
    assert hand.window.root.focus_get() is page.arrive
