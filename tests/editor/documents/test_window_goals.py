"""The goals of a scenario in the window: added, changed, joined, moved, removed and reset."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import xvfb
from own_files import opened
from xvfb import Hand, window_on

from visegrad_editor.editor.documents.goals_dialog import GoalsDialog
from visegrad_editor.engine.game import Game
from visegrad_editor.engine.usual_victory import usual_victory
from visegrad_editor.model.edit.goals import GOAL_KINDS
from visegrad_editor.model.files.load import load
from visegrad_editor.model.rules.victory import Victory

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    folder = tmp_path_factory.mktemp("goals")
    path = folder / "own.yaml"
    path.write_text("format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: historical\n",
                    encoding="utf-8")
    assert opened(path)
    with window_on(path, folder / "settings") as hand:
        yield hand


@pytest.fixture
def dialog(hand: Hand) -> Iterator[GoalsDialog]:
    design = hand.window.session.design
    dialog = GoalsDialog(hand.window.root, design, usual_victory(design), ["2017", "1718"])
    dialog.present()
    hand.settle(0.1)
    yield dialog
    if dialog.winfo_exists():
        dialog.destroy()


def choose(dialog: GoalsDialog, kind: str, side: int, number: int, hexes: str = "") -> None:
    dialog.fields.kind.current([*GOAL_KINDS].index(kind))  # type: ignore[arg-type]
    dialog.fields.side.current(side)
    dialog.fields.fit()
    dialog.fields.number.delete(0, "end")
    dialog.fields.number.insert(0, str(number))
    dialog.fields.hexes.set(hexes)


def lines(dialog: GoalsDialog) -> list[str]:
    return [dialog.said(id) for id in dialog.tree.get_children()]


def own(dialog: GoalsDialog) -> Victory:
    assert dialog.own is not None
    return dialog.own


def test_a_scenario_without_goals_shows_those_of_its_rules(dialog: GoalsDialog) -> None:
    assert [line[-6:] for line in lines(dialog)] == ["[4.1].", "[4.2].", "[4.0]."]
    assert dialog.own is None
    assert dialog.otherwise.get() == "Allied side (V4) wins"
    assert str(dialog.whose.cget("text")).startswith("Who wins by the rules of Visegrad 4.")


def test_goals_are_added_changed_joined_moved_and_removed(hand: Hand, dialog: GoalsDialog) -> None:
    choose(dialog, "take", 0, 0, "2017")
    hand.click_on(dialog.buttons["Add goal"])
    assert len(own(dialog).conditions) == 4
    assert lines(dialog)[-1].startswith("The Russian side wins at once if hex 2017 (Warsaw) is controlled by")
    assert "[4.0]" not in lines(dialog)[-1], "the rulebook does not say it"
    assert "[4.0]" in lines(dialog)[2]
    assert own(dialog).conditions[-1].judged == "at-once"
    choose(dialog, "destroy", 0, 4)
    hand.click_on(dialog.buttons["Needed together"])
    assert len(own(dialog).conditions[-1].when.all) == 2
    hand.click_on(dialog.buttons["Up"])
    assert len(own(dialog).conditions[2].when.all) == 2
    dialog.tree.selection_set("conditions 3")
    hand.click_on(dialog.buttons["Remove goal"])
    assert len(own(dialog).conditions) == 3
    choose(dialog, "survive", 1, 5)
    hand.click_on(dialog.buttons["Add goal"])
    choose(dialog, "step-points", 1, 2)
    hand.click_on(dialog.buttons["Add goal"])
    assert [p.worth for p in own(dialog).points] == [2]
    assert own(dialog).points[0].per == "step"
    choose(dialog, "step-points", 1, 3)
    hand.click_on(dialog.buttons["Change goal"])
    assert [p.worth for p in own(dialog).points] == [3]


def test_what_cannot_be_is_said_and_nothing_changes(hand: Hand, dialog: GoalsDialog) -> None:
    for kind, number, hexes, why in (
            ("take", 0, "9999", '"9999" is no hex of the map.'),
            ("take", 0, "", "Which hexes?"),
            ("leave", 2, "", "no unit leaves the map"),
            ("destroy", 0, "", "Steps: enter a whole number from 1 to 999.")):
        choose(dialog, kind, 0, number, hexes)
        hand.click_on(dialog.buttons["Add goal"])
        assert why in str(dialog.wrong.cget("text"))
        assert dialog.own is None
    hand.click_on(dialog.buttons["Reset"])
    assert "no goals of its own" in str(dialog.wrong.cget("text"))
    hand.click_on(dialog.buttons["Remove goal"])
    assert "Select a goal" in str(dialog.wrong.cget("text"))


def test_goals_out_of_reach_say_why(hand: Hand, dialog: GoalsDialog) -> None:
    choose(dialog, "survive", 0, 3)
    dialog.fields.turn.delete(0, "end")
    dialog.fields.turn.insert(0, "99")
    hand.click_on(dialog.buttons["Add goal"])
    assert "Turn 99 is after the last turn, 10." in str(dialog.wrong.cget("text"))
    hand.click_on(dialog.buttons["Selected hexes"])
    assert dialog.fields.hexes.get() == "Warsaw, Kondratki"


def test_hexes_are_named_by_their_places(hand: Hand, dialog: GoalsDialog) -> None:
    choose(dialog, "take", 1, 0, "warsaw, Zielona Gora 1718")
    hand.click_on(dialog.buttons["Add goal"])
    when = own(dialog).conditions[-1].when
    assert when.control is not None
    assert when.control.hexes.hexes == ("2017", "2223", "1718")
    choose(dialog, "take", 1, 0, "Warsau")
    hand.click_on(dialog.buttons["Add goal"])
    assert str(dialog.wrong.cget("text")) == (
        '"Warsau" is no hex and no place of the map. Did you mean Warsaw?')


def test_selecting_a_goal_fills_the_fields_as_far_as_they_can_say_it(hand: Hand, dialog: GoalsDialog) -> None:
    choose(dialog, "destroy", 1, 7)
    for row, side, kind in (
            ("conditions 0", 0, "take"), ("conditions 1", 1, "take"), ("conditions 2", 0, "control")):
        dialog.tree.selection_set(row)
        hand.settle(0.1)
        assert dialog.fields.side.current() == side
        assert dialog.fields.chosen == kind
        assert "The fields cannot say all of this goal" in str(dialog.wrong.cget("text"))


def test_a_changed_goal_does_not_keep_the_number_of_the_rule(hand: Hand, dialog: GoalsDialog) -> None:
    dialog.tree.selection_set("conditions 0")
    hand.settle(0.1)
    hand.click_on(dialog.buttons["Change goal"])
    assert own(dialog).conditions[0].rule == ""
    assert own(dialog).conditions[1].rule == "4.2"


def test_hexes_of_a_goal_are_chosen_on_the_map_while_the_dialog_waits(hand: Hand) -> None:
    window, root = hand.window, hand.window.root
    window.navigator.to_hex(window.session.design.map.grid.parse("2017"))
    hand.settle(0.3)
    done: list[str] = []

    def work() -> None:
        dialog = next(w for w in root.winfo_children() if isinstance(w, GoalsDialog))
        hand.click_on(dialog.buttons["Choose on the map…"])
        hand.until(lambda: window.hex_choice.bar is not None)
        hand.settle(0.3)
        assert not dialog.winfo_viewable()
        hand.click(hand.centre("2017"))
        hand.click(hand.centre("2016"))
        hand.key("Return")
        hand.until(dialog.winfo_viewable)
        done.append(dialog.fields.hexes.get())
        hand.until(lambda: hand.has_keyboard(GoalsDialog))
        hand.click_on(dialog.buttons["Add goal"])
        dialog.accept()

    root.after(900, work)
    position = window.session.history.position
    window.perform("goals")
    hand.settle(0.2)
    assert done == ["Warsaw, Węgrów"]
    assert window.session.history.position == position + 1
    window.perform("undo")


def test_the_goals_are_saved_played_and_reset(hand: Hand, tmp_path: Path) -> None:
    window = hand.window

    def change(dialog: GoalsDialog) -> None:
        choose(dialog, "take", 1, 0, "2017")
        dialog.add()

    design = window.session.design
    dialog = GoalsDialog(window.root, design, usual_victory(design))
    dialog.present()
    change(dialog)
    dialog.accept()
    assert window.session.edit("Goals", dialog.changed)
    scenario = window.session.scenario
    assert scenario is not None
    assert scenario.own_victory is not None
    window.perform("save")
    hand.settle(0.2)
    saved = load(window.session.document.path).design
    assert saved is not None
    assert saved.scenario is not None
    assert saved.scenario.victory == scenario.victory
    assert Game.from_scenario(saved).design.ruleset.victory == scenario.victory
    again = GoalsDialog(window.root, window.session.design, usual_victory(design))
    again.present()
    again.reset()
    again.accept()
    assert window.session.edit("Goals", again.changed)
    assert window.session.scenario is not None
    assert window.session.scenario.victory is None


def test_nothing_changed_is_said(hand: Hand) -> None:
    hand.answer("Goals", ("key", "Return"))
    hand.window.perform("goals")
    assert hand.window.messages.text == "The goals are as they were."


def test_nothing_moves_when_a_goal_is_selected_or_a_message_comes(hand: Hand, dialog: GoalsDialog) -> None:
    places = [(b.winfo_x(), b.winfo_rooty()) for b in dialog.buttons.values()]
    height = dialog.winfo_reqheight()
    assert len(places) == 8
    dialog.tree.selection_set(dialog.tree.get_children()[0])
    hand.settle(0.2)
    assert dialog.whole.cget("text")
    dialog.wrong.configure(text="Enter a hex number.")
    hand.settle(0.2)
    assert [(b.winfo_x(), b.winfo_rooty()) for b in dialog.buttons.values()] == places
    assert dialog.winfo_reqheight() == height


def test_a_goal_that_cannot_be_reached_stands_out(dialog: GoalsDialog) -> None:
    design = dialog.design
    rules, map = design.ruleset, design.map
    sea = next(map.grid.number(h) for h in map.grid if not rules.terrain_by_id[map.terrain.at(h)].playable)
    for hexes in (sea, "2017"):
        choose(dialog, "control", 0, 0, hexes)
        dialog.add()
    [bad, good] = [id for id in dialog.tree.get_children()
                   if any(hex in dialog.said(id) for hex in (sea, "2017"))]
    assert "Cannot be reached" in dialog.said(bad)
    for id, style in ((bad, "Error.TLabel"), (good, "Quiet.TLabel")):
        dialog.tree.selection_set(id)
        dialog.update()
        assert str(dialog.whole.cget("style")) == style
        assert bool(dialog.tree.tag_has("unreached", id)) is (id == bad)


def test_with_points_the_dialog_says_that_they_decide_first(hand: Hand, dialog: GoalsDialog) -> None:
    """As the sentences of the rules do: who has more points wins, and what is chosen holds for as many."""
    assert str(dialog.before.cget("text")) == "Otherwise, after the last turn,"
    choose(dialog, "hex-points", 0, 2, "2017")
    hand.click_on(dialog.buttons["Add goal"])
    assert own(dialog).points
    said = str(dialog.before.cget("text"))
    assert "the side with more victory points wins" in said
    assert said.endswith("With as many on both sides, after the last turn,")
