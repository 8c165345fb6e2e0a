"""A play-test in the window under real mouse and key events: a player turn, saved and looked at again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk

import pytest
import xvfb
from xvfb import Hand, Show, windows_in

from visegrad_editor.editor.actions import BY_ID
from visegrad_editor.editor.overlay import overlay_tags
from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.editor.play.start_dialog import Start, StartDialog
from visegrad_editor.editor.play.words import step_of
from visegrad_editor.engine.record import read_record, replay
from visegrad_editor.playtest.play import play_game

pytestmark = xvfb.MARKS
HUMANS = {"russian": "human", "allied": "human"}
MOTORIZED, DEFENDER = "russia/138th Motorized", "poland/17th Mechanized Infantry"


@pytest.fixture
def show(tmp_path: Path) -> Iterator[Show]:
    with windows_in(tmp_path / "settings") as show:
        yield show


def game_of(hand: Hand) -> PlaySession:
    session = hand.window.play.session
    assert session is not None
    return session


def step(hand: Hand) -> tuple[str, str]:
    game = game_of(hand).timeline.game
    return game.step, game.side


def look(hand: Hand, number: str, notches: int = 3) -> None:
    """Zoom in on a hex."""
    window = hand.window
    hex = window.session.design.map.grid.parse(number)
    assert hex is not None
    window.view.zoom(notches)
    window.view.centre_on(window.session.design.map.geometry.centre(hex))
    hand.settle()


def start_by_hand(hand: Hand, dice: str) -> None:
    """Begin with the mouse and the keyboard: two persons, and rolls known beforehand."""
    root = hand.window.root

    def fill() -> None:
        dialog = next(w for w in root.winfo_children() if isinstance(w, StartDialog))
        hand.click_on(dialog.seats["allied"])
        hand.key("Up", "Return", wait=0.15)
        by_hand = next(w for w in dialog.body.winfo_children()
                       if isinstance(w, ttk.Radiobutton) and "by hand" in str(w.cget("text")))
        hand.click_on(by_hand)
        hand.click_on(dialog.dice)
        hand.type(dice)
        hand.key("Return")

    root.after(400, fill)
    hand.key("F11")
    hand.until(lambda: hand.window.play.on)
    hand.settle(0.3)


def page(hand: Hand, number: int) -> None:
    """Click a tab beside the map."""
    book = hand.window.play.table.side.book
    xs = [x for x in range(book.winfo_width()) if book.tk.call(book, "identify", "tab", x, 10) == number]
    hand.click((book.winfo_rootx() + xs[len(xs) // 2], book.winfo_rooty() + 10))
    assert book.index("current") == number  # type: ignore[no-untyped-call]


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
    assert window.words.said.startswith("Rule 10.0: 1 reinforcement must enter")
    play = window.play
    # What waits is brought up, open and first.
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
    assert window.words.said.startswith("Rule ")
    assert game_of(hand).position.units[MOTORIZED].hex == "1713"
    hand.drag(hand.centre("1713"), hand.centre("1714"), hand.centre("1815"))
    assert game_of(hand).position.units[MOTORIZED].hex == "1815"

    # Taken back with Ctrl+Z, and moved again by two clicks.
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

    # Saved, left, and the design is as it was.
    path = tmp_path / "game.yaml"
    play.path = path
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
    assert "entry cannot be put off" in str(table.banner.text.cget("text"))
    look(hand, "1615")
    tree = table.side.boxes.tree
    row = tree.bbox("unit:russia/4th Armored")
    assert row
    # Onto a hex where it cannot be: refused with the rule, and it waits on.
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

    # The odds are in sight before the attack is confirmed, on the map with a double click.
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
    # Thought better of: taken back, and the other way by a click.
    hand.click_on(table.banner.buttons["take_back"])
    assert game_of(hand).timeline.at == at
    assert game_of(hand).position == position
    hand.click(hand.centre("1715"))
    hand.click(hand.centre("1714"))
    assert game_of(hand).position.units[mechanized].hex == "1714"
    hand.click(hand.centre("1814"))  # the last one, and its only hex
    assert game_of(hand).position.units[MOTORIZED].hex == "1814"

    # The turn ends, and Ctrl+Z goes back over the end of the phase.
    assert step(hand) == ("attack", "russian")
    hand.key("F12")
    assert step(hand)[1] == "allied"
    hand.key("ctrl+z")
    assert step(hand) == ("attack", "russian")
    # No mark of the editing window is left over the map, in the game or after it.
    assert overlay_tags(window.view.canvas) <= {"hover", "current"}
    hand.answer("^Play-test$", ("key", "Tab"), ("key", "Return"))
    hand.key("F11")
    hand.until(lambda: not window.play.on)
    hand.settle(0.2)
    assert overlay_tags(window.view.canvas) <= {"hover", "current"}
    assert window.words.said == ""


def labels(widget: object) -> list[str]:
    """All texts of labels below a widget."""
    found = []
    for child in widget.winfo_children():  # type: ignore[attr-defined]
        if isinstance(child, ttk.Label):
            found.append(str(child.cget("text")))
        found += labels(child)
    return found


def test_the_dialog_starts_a_game_and_the_automatic_side_plays_by_itself(show: Show) -> None:
    hand = show("first-steps")
    window = hand.window
    hand.answer("^Play-test$", ("key", "Return"))
    hand.key("F11")
    hand.until(lambda: window.play.on)
    session = game_of(hand)
    assert session.seats.names == {"russian": "human", "allied": "planner"}
    window.play.table.banner.speed.set("Fast")
    window.play.table.steer.set_speed("Fast")
    for _ in range(12):
        if step(hand) == ("move", "russian"):
            break
        if session.my_turn:
            session.give(session.decision.passing or session.decision.orders[-1])
        hand.settle(0.05)
    # The keyboard alone: the next unit, a hex of its reach, Return.
    hand.key("n")
    key = session.decision.picked[0]
    start = session.position.units[key].hex
    at = session.timeline.at
    for arrow in ("Right", "Left", "Left", "Down", "Up", "Up"):
        hand.key(arrow)
        hand.key("Return")
        if session.timeline.at > at:
            break
    assert session.position.units[key].hex != start
    # To the end, two automatic players at full speed; the window answers all the while.
    session.change_seat("russian", "planner")
    hand.until(lambda: session.over)
    assert session.timeline.game.outcome() is not None
    # Ctrl+Z takes back one order where nobody plays by hand, and it stays taken back.
    length = session.timeline.at
    hand.key("ctrl+z")
    hand.settle(0.3)
    assert session.timeline.at == length - 1


def test_rolls_by_hand_are_asked_for_in_the_panel(show: Show) -> None:
    hand = show("first-steps")
    window = hand.window
    assert window.play.start(Start(HUMANS, 0, ()))
    session = game_of(hand)
    while step(hand)[0] != "move":
        session.give(session.decision.passing or session.decision.orders[1])
    session.give(next(o for o in session.decision.orders if o.verb == "enter"))
    session.give(session.timeline.game.move_order(MOTORIZED, "1815"))
    window.play.table.steer.decline()
    look(hand, "1716")
    hand.click(hand.centre("1716"))
    hand.click_on(window.play.table.side.decision.confirm)
    assert session.pending is not None
    assert window.play.table.side.decision.dice is not None
    hand.key("6")
    assert session.pending is None
    assert step(hand) == ("retreat", "allied")
    assert window.play.table.side.dice.faces == (6,)


def test_a_game_that_was_run_is_looked_at_from_its_beginning(show: Show) -> None:
    hand = show("first-steps")
    window = hand.window
    window.play.show_record(play_game(window.session.design, 3))
    hand.settle(0.2)
    session = game_of(hand)
    assert session.looking_back
    assert session.timeline.at == 0
    hand.key("alt+Right", "alt+Right")
    assert session.timeline.at == 2
    hand.click_on(window.play.table.bar.buttons["last"])
    assert session.over
    # A line of the log leads to its moment, and to its hex.
    log = window.play.table.side.log
    window.play.table.side.book.select(log)  # type: ignore[no-untyped-call]
    hand.settle()
    log.search.focus_set()
    hand.type("enters")
    row = next(r for r, line in log._lines.items() if line.hex)
    log.tree.selection_set(row)
    log.tree.focus(row)
    log.tree.focus_set()
    hand.settle()
    hand.key("Return")
    grid = window.session.design.map.grid
    assert window.controller.cursor == grid.parse(log._lines[row].hex)
    moment = log._lines[row].order
    log.tree.focus_set()
    hand.key("shift+Return")
    assert session.timeline.at == moment
    # Nothing of banner and dice is cut, in the smallest window either.
    long = ("Combat in 1722 (Bytów): 320%, air support +1, terrain -1, resolved at 300-399% of the Assault "
            "combat results; die 1: AP.")
    for size in ("1366x768", "1024x700"):
        window.root.geometry(size)
        hand.settle(0.3)
        banner, dice = window.play.table.banner, window.play.table.side.dice
        for name in ("place", "allocate", "replace", "interdict", "move", "attack", "lose", "advance"):
            banner.text.configure(text=f"Allied side (V4): {step_of(name).prompt} Left: 2 steps, 2 points.")
            banner._fit(banner.text.winfo_width())
            hand.settle(0.02)
            assert banner.text.winfo_reqheight() <= banner.text.winfo_height(), (size, name)
            assert banner.text.winfo_reqwidth() <= banner.text.winfo_width()
        assert banner._row.winfo_reqwidth() <= banner._row.winfo_width()
        for faces in ((), (3,), (1, 2), (1, 2, 3, 4, 5, 6)):
            dice.show(faces, long)
            hand.settle(0.02)
            assert dice.text.winfo_x() + dice.text.winfo_reqwidth() <= dice.winfo_width() - 6, (size, faces)
            assert dice.text.winfo_y() + dice.text.winfo_reqheight() <= dice.winfo_height()
    window.play.leave()
    assert not window.play.on


def test_a_second_play_test_fills_the_area_as_the_first_and_leaves_no_old_picture(
        show: Show) -> None:
    hand = show("first-steps")
    window, view = hand.window, hand.window.view
    seen = []
    for _ in range(2):
        window.play.start(Start(HUMANS, 3))
        hand.settle(0.5)
        seen.append((view.viewport, view.canvas.find_withtag("underlay")))
        window.play.leave()
        hand.settle(0.5)
    assert seen[0] == seen[1]
    assert seen[0][1] == ()


def test_the_number_of_markers_has_the_keyboard_when_its_page_comes_up(show: Show) -> None:
    hand = show("historical")
    window = hand.window
    window.play.start(Start(HUMANS, 3))
    hand.settle(0.4)
    session, side = game_of(hand), window.play.table.side
    while session.timeline.game.step != "allocate":
        session.give(session.timeline.game.legal_orders()[-1])
    hand.settle(0.3)
    page(hand, 3)
    hand.click_on(side.figures.seats["allied"])
    hand.key("Escape")
    page(hand, 0)
    hand.settle(0.2)
    assert side.decision.spin is not None
    assert window.root.focus_get() is side.decision.spin
    allocated = session.timeline.at
    hand.type("1")
    hand.key("Return")
    assert session.timeline.at == allocated + 1
    assert session.timeline.done[-1].order.words[0] == "1"


def test_the_planner_does_a_phase_by_key_and_by_menu(show: Show) -> None:
    hand = show("first-steps")
    window = hand.window
    assert "Only in a play-test" in window.why_not(BY_ID["planner_phase"])
    assert window.play.start(Start(HUMANS, 3))
    hand.settle(0.3)
    session = game_of(hand)
    begun = step(hand)
    assert not window.why_not(BY_ID["planner_phase"])
    window.view.canvas.focus_force()
    hand.key("ctrl+F12")
    hand.until(lambda: session.my_turn and step(hand) != begun)
    assert session.timeline.done, "orders were given, not only passed by"
    after = step(hand)
    window.perform("planner_phase")
    hand.until(lambda: session.over or (session.my_turn and step(hand) != after))


def test_an_order_that_is_cut_is_written_out_when_it_is_marked(show: Show) -> None:
    hand = show("first-steps")
    assert hand.window.play.start(Start(HUMANS, 3))
    hand.settle(0.3)
    panel = hand.window.play.table.side.decision
    long = "Move " + "the 138th Motorized Infantry Brigade and " * 4 + "stop"
    orders = panel.orders
    order = game_of(hand).decision.orders[0]
    orders.show((order,), lambda _o: long, "Orders")
    hand.settle(0.1)
    assert not orders._full.winfo_ismapped()
    orders.tree.selection_set(orders.tree.get_children()[0])
    hand.settle(0.2)
    assert orders._full.winfo_ismapped()
    assert orders._full.cget("text") == long
    orders.show((order,), lambda _o: "Pass", "Orders")
    hand.settle(0.1)
    assert not orders._full.winfo_ismapped()
