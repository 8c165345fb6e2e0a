"""The dialog that starts a play-test, and its panels, in the window."""

from __future__ import annotations

import pytest
import xvfb
from play_hand import HUMANS, MOTORIZED, game_of, look, page, step
from xvfb import Show

from visegrad_editor.editor.actions import BY_ID
from visegrad_editor.editor.play.start_dialog import PlayTestOptions
from visegrad_editor.playtest.play import play_game
from visegrad_editor.systems import words_of

pytestmark = xvfb.MARKS


def test_the_dialog_starts_a_game_and_the_automatic_side_plays(show: Show) -> None:
    hand = show("first-steps")
    window = hand.window
    hand.answer("^Play-test$", ("key", "Return"))
    hand.key("F11")
    hand.until(lambda: window.play.on)
    session = game_of(hand)
    assert session.seats.names == {"russian": "human", "allied": "planner"}
    window.play.table.banner.speed.set("Fast")
    window.play.table.commands.set_speed("Fast")
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
    # To the end with two automatic players at full speed; the window stays responsive.
    session.change_seat("russian", "planner")
    hand.until(lambda: session.over)
    assert session.timeline.game.outcome is not None
    # Ctrl+Z undoes one order when nobody plays by hand, and it stays undone.
    length = session.timeline.at
    hand.key("ctrl+z")
    hand.settle(0.3)
    assert session.timeline.at == length - 1


def test_rolls_by_hand_are_asked_for_in_the_panel(show: Show) -> None:
    hand = show("first-steps")
    window = hand.window
    assert window.play.start(PlayTestOptions(HUMANS, 0, ()))
    session = game_of(hand)
    while step(hand)[0] != "move":
        session.give(session.decision.passing or session.decision.orders[1])
    session.give(next(o for o in session.decision.orders if o.verb == "enter"))
    session.give(session.timeline.game.move_order(MOTORIZED, "1815"))
    window.play.table.commands.decline()
    look(hand, "1716")
    hand.click(hand.centre("1716"))
    hand.click_on(window.play.table.side.decision.confirm)
    assert session.pending is not None
    assert window.play.table.side.decision.dice is not None
    hand.key("6")
    assert session.pending is None
    assert step(hand) == ("retreat", "allied")
    assert window.play.table.side.dice.faces == (6,)


def test_a_game_from_a_run_opens_at_its_start(show: Show) -> None:
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
    # Banner and dice are not cut off, even in the smallest window.
    long = ("Combat in 1722 (Bytów): 320%, air support +1, terrain -1, resolved at 300-399% of the Assault "
            "combat results; die 1: AP.")
    for size in ("1366x768", "1024x700"):
        window.root.geometry(size)
        hand.settle(0.3)
        banner, dice = window.play.table.banner, window.play.table.side.dice
        for name in ("place", "allocate", "replace", "interdict", "move", "attack", "lose", "advance"):
            prompt = words_of("visegrad4").step(name).prompt
            banner.text.configure(text=f"Allied side (V4): {prompt} Left: 2 steps, 2 points.")
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


def test_a_line_of_the_log_that_does_not_fit_is_whole_below_it(show: Show) -> None:
    hand = show("first-steps")
    window = hand.window
    window.play.start(PlayTestOptions({"russian": "planner", "allied": "planner"}, 5))
    session = window.play.session
    assert session is not None
    log = window.play.table.side.log
    window.play.table.side.book.select(log)  # type: ignore[no-untyped-call]
    hand.until(lambda: any(len(line.text) > 70 for line in log._lines.values()))
    # The game goes on; its log would select each new line.
    session.changed.disconnect(log.show)
    for row, line in list(log._lines.items()):
        if len(line.text) > 70 or len(line.text) < 25:
            log.tree.see(row)
            log.tree.selection_set(row)
            hand.settle(0.1)
            cut = len(line.text) > 70
            assert bool(log.whole.winfo_ismapped()) == cut, line.text
            if cut:
                assert str(log.whole.cget("text")).startswith(line.text)
                assert log.tree.bbox(row), "and still in sight in the list"


def test_a_second_play_test_leaves_no_old_picture(show: Show) -> None:
    hand = show("first-steps")
    window, view = hand.window, hand.window.view
    seen = []
    for _ in range(2):
        window.play.start(PlayTestOptions(HUMANS, 3))
        hand.settle(0.5)
        assert view.tiles._backdrop.shown is None
        seen.append(view.viewport)
        window.play.leave()
        hand.settle(0.5)
    assert seen[0] == seen[1]


def test_the_number_of_markers_gets_the_focus_when_its_page_opens(show: Show) -> None:
    hand = show("historical")
    window = hand.window
    window.play.start(PlayTestOptions(HUMANS, 3))
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


def test_the_planner_finishes_a_phase_by_key_and_by_menu(show: Show) -> None:
    hand = show("first-steps")
    window = hand.window
    assert "in a play-test only" in window.why_not(BY_ID["planner_phase"])
    assert window.play.start(PlayTestOptions(HUMANS, 3))
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


def test_a_shortened_order_is_shown_in_full_when_selected(show: Show) -> None:
    hand = show("first-steps")
    assert hand.window.play.start(PlayTestOptions(HUMANS, 3))
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


def test_title_and_undo_name_the_game_until_it_is_closed(show: Show) -> None:
    hand = show("first-steps")
    window, session, view = hand.window, hand.window.session, hand.window.view
    first, second = list(session.design.map.grid)[:2]
    session.select(first)
    session.select_region((first, second))
    view.zoom(2)
    hand.settle(0.3)

    def undo() -> str:
        menu, index = window.menus._entries["undo"]
        return str(menu.entrycget(index, "label"))

    def state() -> tuple[object, ...]:
        keys = {key: window.root.bind(key) for key in ("<F12>", "<F10>", "<Control-Return>", "<Alt-Left>")}
        controller = window.controller
        return (window.root.title(), undo(), session.hex, session.units, session.region, view.viewport,
                view.renderer.position, view.canvas.bindtags(), str(view.canvas.cget("cursor")), keys,
                controller.tool.id, controller.fan.host, window.dock.across.panes(),
                {w for w in window.root.grid_slaves() if w.winfo_ismapped()})

    before = state()
    assert window.play.start(PlayTestOptions(HUMANS, 3))
    hand.settle(0.3)
    game = game_of(hand)
    assert window.root.title().startswith("Play-test of ")
    while step(hand)[0] != "move":
        game.give(game.decision.passing or game.decision.orders[-1])
    hand.settle(0.2)
    assert view.canvas.find_withtag("play") != ()
    assert (session.hex, view.renderer.position) == (None, game.views())
    title = window.root.title()
    assert title.startswith("*Play-test of ")
    assert undo() == "Undo the last order"
    # Messages about the design, such as a vanished file, are not shown as the game's.
    session.opened.emit()
    session.selected.emit()
    assert (window.root.title(), undo()) == (title, "Undo the last order")
    window.play.leave()
    hand.settle(0.4)
    assert state() == before
    assert view.canvas.find_withtag("play") == ()
    assert str(hand.window.root.focus_get()) == str(view.canvas)


@pytest.mark.parametrize(("answer", "seats"), [
    (("Return",), ["human", "human"]), (("Tab", "space"), ["planner", "planner"])])
def test_playing_on_a_run_asks_who_decides(show: Show, answer: tuple[str, ...], seats: list[str]) -> None:
    hand = show("first-steps")
    window = hand.window
    window.play.show_record(play_game(window.session.design, 3))
    hand.settle(0.2)
    session = game_of(hand)
    hand.key("alt+Right", "alt+Right")
    window.play.table.commands.set_speed("Step by step")
    hand.answer("Play on", ("key", "Escape"))
    hand.click_on(window.play.table.bar.buttons["play_on"])
    assert session.looking_back
    hand.answer("Play on", *(("key", key) for key in answer))
    hand.click_on(window.play.table.bar.buttons["play_on"])
    assert list(session.seats.names.values()) == seats
    assert not session.looking_back
    assert session.timeline.length == 2
    assert session.my_turn == (seats[0] == "human")
    window.play.leave()
