"""A player turn by hand in the window, with battles and retreats."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import xvfb
from play_hand import DEFENDER, HUMANS, MOTORIZED, game_of, labels, look, page, start_by_hand, step
from xvfb import Show, windows_in

from visegrad_editor.cli.main import main
from visegrad_editor.editor.app import open_when_shown
from visegrad_editor.editor.documents import game_files
from visegrad_editor.editor.map.overlay import overlay_tags
from visegrad_editor.editor.play import play_mode
from visegrad_editor.editor.play.banner import _LEAST_TEXT
from visegrad_editor.editor.play.start_dialog import PlayTestOptions
from visegrad_editor.editor.window.theme import px
from visegrad_editor.engine.record import read_record, replay
from visegrad_editor.model.edit.units import place_units

pytestmark = xvfb.MARKS


def test_a_player_turn_by_hand_saved_reopened_and_copied(show: Show, tmp_path: Path) -> None:
    hand = show("first-steps")
    window = hand.window
    design, history = window.session.design, window.session.history.undo_label
    start_by_hand(hand, "6 4 2")
    assert game_of(hand).seats.names == HUMANS
    assert not window.palette.winfo_ismapped()
    assert not window.units.winfo_ismapped()
    assert "Play-test" in window.root.title()

    # Cyber-war markers: a number, and Return.
    spin = window.play.table.side.decision.spin
    assert spin is not None
    for side in ("russian", "allied"):
        assert step(hand) == ("allocate", side)
        spin = window.play.table.side.decision.spin
        assert spin is not None
        hand.click_on(spin)
        hand.key("ctrl+a")
        hand.type("1")
        hand.key("Return")

    # Replacements: click the reduced unit, confirm; end the phase.
    assert step(hand) == ("replace", "russian")
    look(hand, "1815")
    hand.click(hand.centre("1713"))
    hand.key("ctrl+Return")
    assert not game_of(hand).position.units["russia/27th Motorized"].reduced
    hand.key("F12")

    # The reinforcement must come: it is dragged from its box onto a shaded hex.
    assert step(hand) == ("move", "russian")
    hand.key("F12")
    assert window.messages.text.startswith("Rule 10.0: 1 reinforcement must enter")
    play = window.play
    # The waiting units are shown, open and first.
    assert play.table.side.book.select() == str(play.table.side.boxes)  # type: ignore[no-untyped-call]
    assert play.table.side.boxes.tree.get_children()[0] == "now:reinforcements:russian"
    box = play.table.side.boxes.tree.bbox("unit:russia/4th Armored")
    assert box
    tree = play.table.side.boxes.tree
    start = (tree.winfo_rootx() + box[0] + 60, tree.winfo_rooty() + box[1] + 10)
    hand.drag(start, hand.centre("1510"), hand.centre("1611"), hand.centre("1612"))
    assert game_of(hand).position.units["russia/4th Armored"].hex == "1612"

    # A move by drag: costs are shown while it is held; an illegal drop is refused with its rule.
    hand.do("mousemove", *hand.centre("1713"), "mousedown", 1)
    hand.do("mousemove", *hand.centre("1714"))
    hand.do("mousemove", *hand.centre("1716"))
    assert window.view.canvas.find_withtag("cost")
    assert "preview" in overlay_tags(window.view.canvas)
    hand.do("mouseup", 1)
    assert window.messages.text.startswith("Rule ")
    assert game_of(hand).position.units[MOTORIZED].hex == "1713"
    hand.drag(hand.centre("1713"), hand.centre("1714"), hand.centre("1815"))
    assert game_of(hand).position.units[MOTORIZED].hex == "1815"

    # Undone with Ctrl+Z, and moved again by two clicks.
    hand.key("ctrl+z")
    assert game_of(hand).position.units[MOTORIZED].hex == "1713"
    assert window.session.history.undo_label == history
    hand.click(hand.centre("1815"))  # nothing is chosen: nothing happens
    hand.click(hand.centre("1713"))
    hand.click(hand.centre("1713"))
    hand.key("Escape")
    assert game_of(hand).decision.picked == ()
    hand.click(hand.centre("1713"))
    assert game_of(hand).decision.picked == (MOTORIZED,)
    hand.click(hand.centre("1815"))
    assert game_of(hand).position.units[MOTORIZED].hex == "1815"
    hand.key("F12")

    # An attack: the odds before it is confirmed.
    assert step(hand) == ("attack", "russian")
    hand.click(hand.centre("1716"))
    decision = game_of(hand).decision
    assert set(decision.picked) == {MOTORIZED, "belarus/6th Mechanized"}
    said = labels(play.table.side.decision.stage)
    assert "15 to 8, 187 %" in said
    assert "Resolved at 100-199%" in said
    before = game_of(hand).timeline.at
    hand.click_on(play.table.side.decision.confirm)
    assert game_of(hand).timeline.at == before + 1
    assert play.table.side.dice.faces == (6,)

    # The other side retreats, on the map; the attacker follows.
    assert step(hand) == ("retreat", "allied")
    assert [s.hex for s in game_of(hand).decision.shades()] == ["1616"]
    hand.click(hand.centre("1616"))
    assert game_of(hand).position.units[DEFENDER].hex == "1616"
    assert step(hand) == ("advance", "russian")
    hand.drag(hand.centre("1815"), hand.centre("1816"), hand.centre("1716"))
    assert game_of(hand).position.units[MOTORIZED].hex == "1716"
    hand.key("F12")
    assert step(hand)[1] == "allied"

    # Saved and closed, the design is as before.
    path = tmp_path / "game.yaml"
    save = play.table.banner.buttons["save"]
    assert save.cget("text") == "Save game…", "it asks for a name"
    play.belongs_to(path)
    assert save.cget("text") == "Save game", "it writes at once"
    hand.key("ctrl+s")
    orders = game_of(hand).orders
    assert replay(design, read_record(path)).orders == orders
    position = game_of(hand).position
    hand.key("F11")
    assert not play.on
    assert window.session.design is design
    assert window.session.history.undo_label == history
    assert window.palette.winfo_ismapped()
    assert window.units.winfo_ismapped()
    assert "Play-test" not in window.root.title()

    # Opened again: the slider leads through the game, and the log follows.
    assert window.files.open(path)
    hand.settle(0.3)
    assert game_of(hand).position == position
    slider = play.table.bar.slider
    y = slider.winfo_rooty() + 9
    hand.drag(*((slider.winfo_rootx() + round(slider.x_of(n)), y) for n in (len(orders), 8, 5, 3)))
    assert game_of(hand).looking_back
    assert game_of(hand).timeline.at == 3
    assert game_of(hand).position.units[MOTORIZED].hex == "1713"
    assert "Looking back" in play.table.banner._head.cget("text")
    hand.key("Right")
    assert game_of(hand).timeline.at == 4
    hand.key("End")
    assert not game_of(hand).looking_back
    assert game_of(hand).position == position
    page(hand, 1)
    line = play.table.side.log._line()
    assert line is not None
    assert line.order == len(orders)

    # The position becomes a design of its own.
    hand.answer("Copy this position", ("key", "Return"))
    hand.click_on(play.table.bar.copy)
    hand.until(lambda: not play.on)
    hand.settle(0.4)
    assert not play.on
    scenario = window.session.scenario
    assert scenario is not None
    assert scenario.extends == ""
    assert scenario.unit_by_key[MOTORIZED].hex == "1716"
    assert scenario.unit_by_key[DEFENDER].hex == "1616"
    assert "play-test" in scenario.notes
    assert window.session.history.changed
    assert [p for p in window.session.problems if p.severity == "error"] == []


def test_a_position_of_a_game_from_data_is_copied_and_played(
    show: Show, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(play_mode, "ask", lambda *_: "copy")
    hand = show("hollen")
    window = hand.window
    start_by_hand(hand, "3 4")
    assert step(hand) == ("move", "blue")
    hand.key("F12")
    assert step(hand)[1] == "red"
    position = game_of(hand).position
    hand.click_on(window.play.table.bar.copy)
    hand.until(lambda: not window.play.on)
    hand.settle(0.4)
    scenario = window.session.scenario
    assert scenario is not None
    assert scenario.start is not None
    assert scenario.start.phase == position.phase
    assert scenario.start.begun
    assert [p for p in window.session.problems if p.severity == "error"] == []

    # Played, it goes on where the game stood.
    start_by_hand(hand, "3 4")
    assert step(hand)[1] == "red"
    assert game_of(hand).position.units == position.units


def test_a_copied_position_keeps_the_ruleset_whose_options_choose_rules(
    show: Show, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(play_mode, "ask", lambda *_: "copy")
    hand = show("gsofg-first-steps")
    window = hand.window
    ruleset = window.session.design.ruleset
    assert any(option.changes for option in ruleset.options)
    assert window.play.start(PlayTestOptions({"soviet": "human", "nato": "human"}, 1))
    hand.settle(0.3)
    assert game_of(hand).design.ruleset != ruleset
    window.play.copy_position()
    hand.until(lambda: not window.play.on)
    assert window.session.scenario is not None
    assert window.session.scenario.name == "gsofg-first-steps-set-up"
    assert window.session.design.ruleset == ruleset


def test_a_position_with_a_hidden_set_up_is_not_copied(
    show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []
    monkeypatch.setattr(play_mode, "message", lambda root, title, text: told.append(text))
    monkeypatch.setattr(play_mode, "ask", lambda *_: "copy")
    path = tmp_path / "own.yaml"
    path.write_text("format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: free-setup\n"
                    "hidden_set_up: [allied, russian]\n", encoding="utf-8")
    hand = show(str(path))
    play = hand.window.play
    assert play.start(PlayTestOptions({"allied": "random", "russian": "human"}, 1))
    hand.settle(0.3)
    game = game_of(hand)
    while game.automatic:
        game.play_one()
    play.copy_position()
    assert play.on
    assert told == [game.why_not_copied()]
    assert "a copy would show it" in told[0]
    # The box of a seat shows who plays still.
    state = play.table.side.figures
    state.seats["allied"].set("human")
    state._seat("allied")
    assert state.seats["allied"].get() == "random"


def test_no_game_begins_with_errors(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(play_mode, "message", lambda root, title, text: told.append(text))
    hand = show("hollen")
    window = hand.window
    scenario = window.session.scenario
    assert scenario is not None
    blue = [u for u in scenario.units if u.hex and u.nationality == scenario.units[0].nationality]
    crowded = place_units(scenario, [u.key for u in blue[:4]], blue[0].hex)
    window.session.edit("Crowd a hex", replace(window.session.design, scenario=crowded))
    hand.until(lambda: any(p.severity == "error" for p in window.session.problems))
    hand.key("F11")
    hand.until(lambda: bool(told))
    assert not window.play.on
    assert told[0].startswith("The game cannot begin: ")
    assert told[0].endswith("The problem list (Ctrl+5) shows 1 error.")


def test_a_beaten_attacker_chooses_where_to_retreat_and_takes_it_back(show: Show) -> None:
    hand = show("first-steps")
    window = hand.window
    start_by_hand(hand, "3 4")
    for side in ("russian", "allied"):
        assert step(hand) == ("allocate", side)
        hand.key("Return")  # the number is marked already
    table = window.play.table
    hand.key("F12")
    assert step(hand) == ("move", "russian")
    hand.key("F12")
    assert "entry cannot be postponed" in str(table.banner.text.cget("text"))
    look(hand, "1615")
    tree = table.side.boxes.tree
    row = tree.bbox("unit:russia/4th Armored")
    assert row
    # A hex where it cannot be: refused with the rule, and it keeps waiting.
    hand.drag((tree.winfo_rootx() + row[0] + 60, tree.winfo_rooty() + row[1] + 10), hand.centre("1715"),
              hand.centre("1716"))
    assert str(table.banner.text.cget("text")).startswith("Rule ")
    hand.do("mousemove", *hand.centre("1511"))
    game_of(hand).give(next(o for o in game_of(hand).decision.orders if o.verb == "enter"))
    assert "Rule " not in str(table.banner.text.cget("text"))
    hand.drag(hand.centre("1713"), hand.centre("1714"), hand.centre("1815"))
    assert game_of(hand).position.units[MOTORIZED].hex == "1815"
    hand.click_on(table.banner.buttons["decline"])
    assert step(hand) == ("attack", "russian")

    # The odds are shown before the attack is confirmed, on the map with a double click.
    hand.click(hand.centre("1716"))
    assert "Resolved at 100-199%" in labels(table.side.decision.stage)
    bars = table.side.decision.stage.winfo_children()
    assert any(w.winfo_ismapped() for w in bars)
    hand.do("mousemove", *hand.centre("1716"), "click", "--repeat", 2, "--delay", 60, 1)
    assert table.side.dice.faces == (3,)
    assert step(hand) == ("retreat", "russian")

    # Two units, one with three hexes to choose from; an enemy hex is refused.
    position, at = game_of(hand).position, game_of(hand).timeline.at
    mechanized = "belarus/6th Mechanized"
    hand.drag(hand.centre("1715"), hand.centre("1716"))
    assert game_of(hand).position == position
    assert "rule" in str(table.banner.text.cget("text")).lower()
    hand.click(hand.centre("1715"))
    assert game_of(hand).decision.picked == (mechanized,)
    assert {s.hex for s in game_of(hand).decision.shades()} == {"1714", "1814", "1614"}
    hand.drag(hand.centre("1715"), hand.centre("1614"))
    assert game_of(hand).position.units[mechanized].hex == "1614"
    # Undone, then retreated to the other hex by a click.
    hand.click_on(table.banner.buttons["take_back"])
    assert game_of(hand).timeline.at == at
    assert game_of(hand).position == position
    hand.click(hand.centre("1715"))
    hand.click(hand.centre("1714"))
    assert game_of(hand).position.units[mechanized].hex == "1714"
    hand.click(hand.centre("1814"))  # the last one, and its only hex
    assert game_of(hand).position.units[MOTORIZED].hex == "1814"

    # The turn ends, and Ctrl+Z steps back across the end of the phase.
    assert step(hand) == ("attack", "russian")
    hand.key("F12")
    assert step(hand)[1] == "allied"
    hand.key("ctrl+z")
    assert step(hand) == ("attack", "russian")
    # No mark of the editing window remains on the map, in the game or after it.
    assert overlay_tags(window.view.canvas) <= {"hover", "current"}
    hand.answer("^Play-test$", ("key", "Tab"), ("key", "Return"))
    hand.key("F11")
    hand.until(lambda: not window.play.on)
    hand.settle(0.2)
    assert overlay_tags(window.view.canvas) <= {"hover", "current"}
    assert window.messages.text == ""


def test_a_game_of_a_changed_scenario_is_opened_up_to_the_first_impossible_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario, path = tmp_path / "mine.yaml", tmp_path / "g.yaml"
    assert main(["new", "-o", str(scenario), "--from", "first-steps"]) == 0
    assert main(["run", str(scenario), "--seed", "3", "-o", str(path)]) == 0
    with scenario.open("a", encoding="utf-8") as file:
        file.write("change:\n  - {unit: russia/4th Armored, reinforcement: {turn: 2, entry: smolensk}}\n")
    before = path.read_bytes()
    asked: list[tuple[bool, str, str]] = []
    with windows_in(tmp_path / "settings", wait=0) as show:
        hand = show("first-steps")
        window = hand.window

        def answer(_parent: object, _title: str, text: str, choices: tuple[tuple[str, str], ...]) -> str:
            asked.append((bool(window.root.winfo_viewable()), text, choices[0][1]))
            return choices[0][0]

        monkeypatch.setattr(play_mode, "ask", answer)
        # As at the start of the program: the window is not on the screen yet.
        window.root.withdraw()
        open_when_shown(window, path, False)
        window.root.after(300, window.root.deiconify)
        hand.until(lambda: window.play.on)
        [(seen, text, button)] = asked
        assert seen
        assert "is in turn 1: order 12, `enter 4th Armored" in text
        assert button == "Open anyway"
        game = game_of(hand)
        assert len(game.orders) == 11
        assert game.looking_back
        assert not game.unsaved
        # Banner and log say what is missing and why.
        total = len(read_record(path).orders)
        assert total > 12
        missing = f"{total - 11} orders of the {total} in the game file are left out, because order 12, `e"
        table = window.play.table
        assert table.banner.text.cget("text").startswith(f"Order 11 of 11. {missing}")
        log = table.side.log.tree
        assert log.item(log.get_children()[0], "text").startswith(missing)
        assert table.banner.buttons["save"].cget("text") == "Save game…"
        # Nothing can replace the whole game by its part.
        assert window.play.path is None
    assert path.read_bytes() == before


def test_the_title_names_the_file_that_the_next_save_writes(
        show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "g.yaml", tmp_path / "second.yaml"
    assert main(["run", "first-steps", "--seed", "7", "-o", str(first)]) == 0
    hand = show("first-steps")
    window = hand.window
    assert window.files.open(first)
    hand.until(lambda: window.root.title().startswith("g.yaml – "))
    monkeypatch.setattr(game_files.filedialog, "asksaveasfilename", lambda **_how: str(second))
    window.view.canvas.focus_force()
    hand.key("ctrl+shift+s")
    hand.until(second.exists)
    hand.until(lambda: "second.yaml" in window.messages.text)
    assert window.root.title().startswith("second.yaml – Play-test of")


def test_a_long_name_of_a_phase_is_shown_in_whole(show: Show) -> None:
    hand = show("first-steps")
    window = hand.window
    start_by_hand(hand, "3 4")
    banner, root = window.play.table.banner, window.root
    # Just wide enough for the buttons beside the instruction.
    wanted = banner._row.winfo_reqwidth() + px(40) + px(_LEAST_TEXT) + 5
    root.geometry(f"{root.winfo_width() + wanted - banner.winfo_width()}x900")
    hand.settle(0.3)
    assert banner._below is False
    banner._head.configure(text="Play-test  ·  Turn 1, 8th Guards Army, turns 1 to 3: movement")
    hand.settle(0.3)
    assert banner._head.winfo_reqwidth() <= banner._head.winfo_width()
    button = banner.buttons["lend"]
    assert button.winfo_rooty() >= banner._head.winfo_rooty() + banner._head.winfo_height() - 1
    assert button.winfo_rooty() + button.winfo_height() <= banner.winfo_rooty() + banner.winfo_height()


def test_a_game_with_other_options_than_its_scenario_brings_them_into_the_window(
        show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g.yaml"
    assert main(["run", "first-steps", "--players", "random,random", "--option", "ukraine=leave",
                 "-o", str(path)]) == 0
    hand = show("first-steps")
    window = hand.window
    assert window.files.open(path)
    session = window.session
    assert game_of(hand).design is session.design
    assert session.scenario is not None
    assert session.scenario.option["ukraine"] == "leave"
    # A change like others: the scenario wants to be saved, and the choices can be undone.
    assert session.history.undo_label == "Choose the options of the game"
    assert session.unsaved
    # A choice that there is not is a reason to open nothing.
    path.write_text(path.read_text("utf-8").replace("ukraine: leave", "ukraine: war"), "utf-8")
    said: list[str] = []
    monkeypatch.setattr(play_mode, "message", lambda _root, _title, text: said.append(text))
    assert not window.play.open_file(path, lambda _loaded: None)
    assert said == ['The game in g.yaml cannot be played. The option "ukraine" has no choice "war". '
                    "Choices: roll, stay, leave."]
