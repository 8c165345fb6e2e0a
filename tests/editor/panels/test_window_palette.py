"""The command palette: what a few letters find and what Return does, with real keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import xvfb
from hypothesis import given
from hypothesis import strategies as st
from xvfb import Hand, window_on

from visegrad_editor.editor.actions import ACTIONS, Action
from visegrad_editor.editor.documents.files import open_document
from visegrad_editor.editor.panels.data_panel import DataPanel
from visegrad_editor.editor.panels.units_panel import UnitsPanel
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.window.command_palette import (
    CommandPalette,
    PaletteEntries,
    action_entries,
    list_entries,
    match_score,
    part_of_entry,
)
from visegrad_editor.model.design import Design


def design() -> Design:
    found = open_document("historical")[0].design
    assert found is not None
    return found


def always(_action: Action) -> str:
    return ""


def first(words: str, recent: tuple[str, ...] = ()) -> str:
    return PaletteEntries(design(), always, recent).find(words)[0].title


@pytest.mark.parametrize(("words", "title"), [
    ("terrain", "Terrain brush"), ("save as", "Save as…"), ("road pen", "Road pen"),
    ("gdansk", "Gdańsk"),
    ("GDAŃSK", "Gdańsk"), ("baltic", "Baltic Sea"), ("6th airborne", "6th Airborne"),
    ("inspector", "Inspector panel"),
    ("theme dark", "Theme: dark"), ("dark", "Theme: dark"), ("fl cou", "Flip counter"),
    ("ctrl+g", "Go to hex…"),
    ("2017", "Go to hex 2017"), ("hex 2017", "Go to hex 2017"), ("go to hex 2017", "Go to hex 2017"),
    ("vistula", "Vistula")])
def test_a_few_letters_find_the_right_entry(words: str, title: str) -> None:
    assert first(words) == title


def test_every_action_is_found_by_its_own_name_and_says_why_it_cannot_be_done() -> None:
    entries = action_entries(lambda a: "Not today." if a.id == "undo" else "")
    assert {e.id for e in entries} == {a.id for a in ACTIONS} - {"command_palette"}
    palette = PaletteEntries(design(), always, ())
    for entry in entries:
        assert entry.id in {e.id for e in palette.find(entry.title)[:3]}, entry.title
    assert [e.why_not for e in entries if e.id == "undo"] == ["Not today."]


@pytest.mark.parametrize("name", ["historical", "velna"])
def test_every_entry_of_a_list_is_found_by_its_name(name: str) -> None:
    """Entries, events, options, phases, tables and all that has an id lead to their place in All keys."""
    found = open_document(name)[0].design
    assert found is not None
    palette, parts = PaletteEntries(found, always, ()), list_entries(found)
    assert {e.id.rsplit("/", 1)[0] for e in parts} >= {
        "scenario/entries", "ruleset/tables", "ruleset/terrain", "ruleset/phases"}
    for entry in parts:
        assert entry.id in {e.id for e in palette.find(f"{entry.detail} {entry.title}")}, entry.title
        place = part_of_entry(found, entry.id)
        assert place is not None
        kind, section, index = place
        document = found.scenario if kind == "scenario" else found.ruleset
        assert getattr(document, section)[index].id == entry.id.rsplit("/", 1)[1]
    assert part_of_entry(found, "scenario/entries/gone") is None


def test_recent_entries_come_first() -> None:
    entries = PaletteEntries(design(), always, ("action:fit", "hex:1620:Gdańsk"))
    assert [e.title for e in entries.find("")[:2]] == ["Fit the map", "Gdańsk"]
    assert first("zoom", ("action:zoom_out",)) == "Zoom out"
    assert first("zoom") == "Zoom in"


def test_nonsense_finds_nothing() -> None:
    assert PaletteEntries(design(), always, ()).find("xyzzyq") == []
    assert all(e.kind != "hex" or e.id != "9999" for e in PaletteEntries(design(), always, ()).find("9999"))


@given(st.text(max_size=12), st.text(max_size=30))
def test_any_text_gets_a_score(words: str, text: str) -> None:
    assert match_score(words, text) >= 0
    if words.strip() and match_score(words, text):
        assert match_score(words.upper(), text) > 0 or words.upper().lower() != words.lower()


# -- under real keys ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("historical", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


def opened(hand: Hand) -> CommandPalette:
    hand.window.view.canvas.focus_force()
    hand.settle()
    hand.key("ctrl+shift+p")
    hand.until(lambda: hand.has_keyboard(CommandPalette))
    return next(w for w in hand.window.root.winfo_children() if isinstance(w, CommandPalette))


def gone(palette: CommandPalette) -> Callable[[], bool]:
    return lambda: not palette.winfo_exists()


@xvfb.window_test
def test_return_performs_the_action_and_it_is_remembered(hand: Hand) -> None:
    palette = opened(hand)
    hand.type("terrain br")
    hand.key("Return")
    hand.until(gone(palette))
    assert hand.window.controller.tool.id == "terrain"
    assert hand.window.settings.get("recent_commands") == ["action:tool_terrain"]
    palette = opened(hand)
    assert palette.chosen is not None
    assert palette.chosen.id == "tool_terrain"
    hand.key("Down", "Down", "Up", "Escape")
    hand.until(gone(palette))
    hand.window.use_tool("select")


@xvfb.window_test
def test_the_palette_goes_to_a_hex_a_city_and_a_unit(hand: Hand) -> None:
    session = hand.window.session
    grid = session.design.map.grid
    krakow = next(grid.number(p.hex) for p in session.design.map.places if p.name == "Kraków")
    for words, number in (("go to hex 2017", "2017"), ("krakow", krakow), ("34th armored", "2015")):
        palette = opened(hand)
        hand.type(words)
        hand.key("Return")
        hand.until(gone(palette))
        hand.until(lambda n=number: session.hex == grid.parse(n))
    assert session.units == ("poland/34th Armored Cavalry",)


@xvfb.window_test
def test_a_unit_that_arrives_later_is_selected_in_the_list(hand: Hand) -> None:
    session = hand.window.session
    assert session.scenario is not None
    unit = [u for u in session.scenario.units if u.reinforcement and not u.hex][-1]
    hand.window.dock.leave("units")
    palette = opened(hand)
    hand.type(unit.name)
    hand.key("Return")
    hand.until(gone(palette))
    hand.settle(0.4)
    assert session.units == (unit.key,)
    panel = hand.window.dock.panel("units")
    assert isinstance(panel, UnitsPanel)
    assert panel.tree.selection() == (f"unit:{unit.key}",)


@xvfb.window_test
def test_the_palette_opens_an_option_and_an_entry(hand: Hand) -> None:
    """Return on the name of an entry of a list shows it in All keys."""
    for words, part in (("any port on the baltic", "entries"), ("entry of the united states", "options")):
        hand.key("ctrl+shift+p", wait=0.2)
        hand.type(words)
        hand.key("Return", wait=0.4)
        panel = hand.window.dock.panel("data")
        assert isinstance(panel, DataPanel)
        assert panel.marked[1][0] == part
        hand.window.view.canvas.focus_force()
        hand.settle(0.2)


@pytest.mark.parametrize(("words", "id"), [
    ("stacking", "ruleset/stacking"), ("supply", "ruleset/supply"), ("zones", "ruleset/zones"),
    ("replacement", "scenario/replacements"), ("rebuilding", "ruleset/rebuilding"),
    ("hexsides", "map/hexsides")])
def test_sections_of_the_files_are_found(words: str, id: str) -> None:
    """By title or key, with what they open."""
    shown = [one.id for one in PaletteEntries(design(), always, ()).find(words)]
    assert id in shown[:14]
    assert part_of_entry(design(), id) == tuple(id.split("/"))


@xvfb.window_test
def test_the_palette_opens_a_section_of_the_ruleset(hand: Hand) -> None:
    palette = opened(hand)
    hand.type("zones of")
    hand.key("Return")
    hand.until(gone(palette))
    hand.settle(0.3)
    data = hand.window.dock.panel("data")
    assert isinstance(data, DataPanel)
    assert data.marked == ("ruleset", ("zones",))


def test_an_unavailable_action_says_why_and_is_not_performed(hand: Hand) -> None:
    hand.window.session.select(None)
    palette = opened(hand)
    hand.type("flip counter")
    assert str(palette.hint.cget("text")) == "Not now: Select a counter first."
    hand.key("Return")
    assert palette.winfo_exists()
    hand.key("Escape")
    hand.until(gone(palette))


@xvfb.window_test
def test_check_marks_follow_the_palette(hand: Hand) -> None:
    for hidden in (True, False):
        palette = opened(hand)
        hand.type("hex numbers")
        hand.key("Return")
        hand.until(gone(palette))
        hand.until(lambda h=hidden: ("numbers" in hand.window.renderer.hidden) is h)
        assert hand.window.menus.toggles["show_numbers"].get() is not hidden


@xvfb.window_test
def test_the_palette_closes_on_a_click_elsewhere(hand: Hand) -> None:
    palette = opened(hand)
    hand.click((hand.window.view.canvas.winfo_rootx() + 20, hand.window.view.canvas.winfo_rooty() + 400))
    hand.until(gone(palette))


def test_the_settings_of_the_palette_may_be_broken(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"recent_commands": {"a": 1}, "recent": 5}', "utf-8")
    settings = Settings(tmp_path)
    assert settings.recent == []
    assert settings.get("recent_commands") == {"a": 1}
