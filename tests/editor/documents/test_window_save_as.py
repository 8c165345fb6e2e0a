"""Save as: a copy or a variant, and titles for what gets a file of its own, with real mouse and keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import xvfb
from scenario_tutorial import Visit
from xvfb import Hand, window_on

from visegrad_editor.editor.documents import files as files_module
from visegrad_editor.editor.documents.save_as_dialog import SaveAsDialog
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.load import load

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("hollen", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture
def hand(shared: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hand:
    """A window on a sample; files are saved as mine.yaml."""
    shared.window.session.history.mark_saved()
    assert shared.window.files.open("hollen")
    shared.settle(0.2)
    monkeypatch.setattr(files_module.filedialog, "asksaveasfilename",
                        lambda **_k: str(tmp_path / "mine.yaml"))
    return shared


def design_in(path: Path) -> Design:
    loaded = load(path)
    assert [p for p in loaded.problems if p.severity == "error"] == []
    assert loaded.design is not None
    return loaded.design


def change_everything(hand: Hand) -> None:
    session = hand.window.session
    design = session.design
    forest = next(t.id for t in design.ruleset.terrain if t.id == "forest")
    design = with_map(design, paint_terrain(design.map, [Hex(3, 3)], forest))
    stacking = replace(design.ruleset.stacking, limit="7")
    assert design.scenario is not None
    session.edit("Everything", replace(
        design, ruleset=replace(design.ruleset, stacking=stacking),
        scenario=replace(design.scenario, turns=5)))


def test_a_changed_sample_may_become_a_variant_with_titles_of_its_own(hand: Hand, tmp_path: Path) -> None:
    change_everything(hand)

    def fill_in(dialog: SaveAsDialog) -> None:
        assert {k: f.get() for k, f in dialog.fields.items()} == {
            "scenario": "The ford at Hollen", "map": "The valley of the Holle (The ford at Hollen)",
            "ruleset": "The ford at Hollen"}
        assert not dialog.as_variant.get()
        hand.click_on(dialog.radios[1])
        assert dialog.fields["scenario"].get() == "The ford at Hollen (variant)"
        hand.click_on(dialog.fields["ruleset"])
        hand.key("ctrl+a", "Delete", "Return")
        assert dialog.wrong.cget("text") == "Enter a title of the ruleset."
        hand.type("My rules")
        hand.key("Return")

    visit = Visit(hand, SaveAsDialog, fill_in)
    hand.window.perform("save_as")
    visit.end()
    path = tmp_path / "mine.yaml"
    text = path.read_text("utf-8")
    assert "extends: hollen\n" in text
    assert len(text.splitlines()) < 12
    saved = design_in(path)
    assert saved.scenario is not None
    assert (saved.scenario.name, saved.scenario.title, saved.scenario.turns) == (
        "mine", "The ford at Hollen (variant)", 5)
    assert (saved.map.name, saved.map.title) == ("mine-map", "The valley of the Holle (The ford at Hollen)")
    assert (saved.ruleset.name, saved.ruleset.title) == ("mine-ruleset", "My rules")
    assert saved == hand.window.session.design
    assert hand.window.messages.text.startswith(
        f"Saved {path}. It is a variant of The ford at Hollen: it has only what differs.")
    # The titles are a step like any other; without them and the changes the samples are used again.
    hand.window.session.undo()
    hand.window.session.undo()
    assert hand.window.files.save()
    assert design_in(path).ruleset.name == "hollen"


def test_a_copy_stands_alone(hand: Hand, tmp_path: Path) -> None:
    session = hand.window.session
    assert session.scenario is not None
    session.edit("Turns", replace(session.design, scenario=replace(session.scenario, turns=5)))
    visit = Visit(hand, SaveAsDialog, lambda _d: hand.key("Return"))
    hand.window.perform("save_as")
    visit.end()
    path = tmp_path / "mine.yaml"
    assert "extends" not in path.read_text("utf-8")
    assert sorted(p.name for p in tmp_path.iterdir() if p.suffix == ".yaml") == ["mine.yaml"]
    assert hand.window.messages.text.startswith(f"Saved {path}. It is a copy of its own.")
    # The copy, too, may have a variant beside it.

    def as_variant(dialog: SaveAsDialog) -> None:
        hand.key("Tab", "space", "Return")

    other = tmp_path / "other.yaml"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files_module.filedialog, "asksaveasfilename", lambda **_k: str(other))
        visit = Visit(hand, SaveAsDialog, as_variant)
        hand.window.perform("save_as")
        visit.end()
    saved = design_in(other).scenario
    assert saved is not None
    assert (saved.extends, saved.name, saved.title, saved.turns) == (
        "mine.yaml", "other", "The ford at Hollen (variant)", 5)


def test_a_sample_map_may_become_a_variant(hand: Hand, tmp_path: Path) -> None:
    assert hand.window.files.open("maps/hollen")
    session = hand.window.session
    session.edit("Paint", with_map(session.design, paint_terrain(session.design.map, [Hex(3, 3)], "forest")))

    def as_variant(dialog: SaveAsDialog) -> None:
        hand.click_on(dialog.radios[1])
        hand.click_on(dialog.fields["map"])
        hand.key("ctrl+a")
        hand.type("Wooded valley")
        hand.key("Return")

    visit = Visit(hand, SaveAsDialog, as_variant)
    hand.window.perform("save_as")
    visit.end()
    saved = design_in(tmp_path / "mine.yaml").map
    assert (saved.name, saved.title, saved.extends) == ("mine", "Wooded valley", "hollen")


def test_cancelled_nothing_is_saved_and_nothing_changes(hand: Hand, tmp_path: Path) -> None:
    change_everything(hand)
    before = hand.window.session.design
    visit = Visit(hand, SaveAsDialog, lambda _d: hand.key("Escape"))
    hand.window.perform("save_as")
    visit.end()
    assert list(tmp_path.glob("*.yaml")) == []
    assert hand.window.session.design is before
    assert hand.window.messages.text == "Nothing was saved."
