"""The page on which a game of a card is run: with the real pointer and real keys."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog, ttk

import pytest
import xvfb
from table_hand import TableHand, table_hand

from visegrad_editor.desk.books.books import Due
from visegrad_editor.desk.card import Arrival, CardRule, Glider, Group
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.log import Offer
from visegrad_editor.desk.procedures.catalogue import procedures
from visegrad_editor.desk.special_rules import SpecialRules, Wind

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableHand]:
    with table_hand("lantern-hill", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture
def hand(shared: TableHand) -> TableHand:
    """The page with a new game with the seed 5."""
    shared.new_page()
    page = shared.page
    page.start.seed.delete(0, "end")
    page.start.seed.insert(0, "5")
    shared.click(page.start.begin_button)
    assert page.game is not None
    assert page.game.log.dice.seed == 5
    return shared


def _phases(hand: TableHand, number: int) -> None:
    for _ in range(number):
        hand.page.next_phase()
    hand.settle()


def _due(hand: TableHand, id: str) -> int:
    """Which of the buttons of what is due is for a procedure."""
    return [o.procedure.id for o in hand.page.due.offers].index(id)


def _buttons(widget: tk.Misc) -> Iterator[ttk.Button]:
    for child in widget.winfo_children():
        if isinstance(child, ttk.Button):
            yield child
        yield from _buttons(child)


def _straying(hand: TableHand) -> None:
    """A unit goes astray, by dice that are clicked."""
    page = hand.page
    hand.click(page.due.buttons[_due(hand, "stray")])
    hand.type("A3")
    lax = next(b for b in page.form.fields["class"].buttons if str(b.cget("value")) == "lax")
    hand.click(lax)
    hand.click(page.form.carry_out_button)
    assert "coloured die" in str(page.dice.purpose.cget("text"))
    hand.click(page.dice.faces[5])
    assert "white die" in str(page.dice.purpose.cget("text"))
    hand.key("4")


def test_the_next_phase_by_its_button(hand: TableHand) -> None:
    page = hand.page
    assert page.strip.lit == "set-up"
    hand.click(page.next_button)
    assert page.strip.lit == "rally"
    assert page.moment.cget("text") == "Turn 1 of 6½, first half: Russian side"
    hand.click(page.next_button)
    assert page.strip.lit == "prep-fire"
    assert [o.procedure.id for o in page.due.offers] == ["starshell"]


def test_what_is_due_with_real_dice_clicked_and_typed(hand: TableHand) -> None:
    page = hand.page
    assert page.game is not None
    page._real.set(True)
    _phases(hand, 3)
    _straying(hand)
    assert page.game.log.text(page.game.log.orders[-1]) == "stray unit=A3 class=lax exempt=none dice=6-4"
    assert page.result.lit == ["6 lax any strays"]
    shown = hand.words(page.result)
    assert "A3 goes astray." in shown
    assert "Given: Movement: lax (kind of movement of the unit, its owner; E1.6)" in shown
    # What follows holds up the phase, and its form has what is known; what says so moves nothing.
    top = page.result.winfo_rooty()
    hand.click(page.next_button)
    assert "Straying DR" in str(page.notice.cget("text"))
    assert page.result.winfo_rooty() == top
    assert page.strip.lit == "movement"
    hand.click(page.result.follow_buttons[0])
    assert page.form.procedure is not None
    assert page.form.procedure.id == "stray-direction"
    assert page.form.fields["unit"].get() == "A3"


def test_a_refusal_stands_beside_its_field(hand: TableHand) -> None:
    page = hand.page
    assert page.game is not None
    _phases(hand, 3)
    hand.key(f"F{_due(hand, 'starshell') + 2}")
    hand.key("Return")
    firer, at = page.form.fields["firer"], page.form.fields["at"]
    assert (firer.wrong.cget("text"), at.wrong.cget("text")) == ("Firer is needed.", "Firer's hex is needed.")
    hand.click(firer.buttons[0])
    hand.click(at.focus_target)
    hand.type("ZZ99")
    hand.key("Return")
    assert str(at.wrong.cget("text")).startswith("Firer's hex: ")
    assert at.wrong.winfo_ismapped()
    assert not firer.wrong.winfo_ismapped()
    orders = len(page.game.log.orders)
    # A changed value leaves the words in grey, so that nothing below moves until the next try.
    below = page.form.fields["reason"].winfo_rooty()
    at.put("F4")
    hand.settle()
    assert at.wrong.winfo_ismapped()
    assert str(at.wrong.cget("style")) == "Quiet.TLabel"
    assert page.form.fields["reason"].winfo_rooty() == below
    # A refusal that names an input stands beside it, by the title of the form, with its rule.
    page.carry_out()
    hand.settle()
    reason = page.form.fields["reason"]
    said = str(reason.wrong.cget("text"))
    assert said.startswith("The German side may not fire a light yet")
    assert "Say “Reason” sight if" in said
    assert said.endswith("(E1.91)")
    assert hand.root.focus_get() in reason.buttons
    # One that is about no field stands above the button.
    reason.put("sight")
    page.form.fields["unfit"].put("pinned")
    page.carry_out()
    hand.settle()
    assert "(E1.921)" in str(page.form.wrong.cget("text"))
    assert page.form.wrong.winfo_ismapped()
    assert len(page.game.log.orders) == orders


def test_the_side_that_may_act_is_filled_in_and_another_is_refused_with_it(hand: TableHand) -> None:
    page = hand.page
    _phases(hand, 3)
    page.choose(page.due.offers[_due(hand, "starshell")])
    side = page.form.fields["side"]
    assert side.get() == "german"
    side.put("russian")
    for id, value in (("firer", "leader"), ("at", "F4")):
        page.form.fields[id].put(value)
    page.carry_out()
    assert str(side.wrong.cget("text")) == (
        "In this phase the German side may fire starshells and the Russian side may not: choose it with "
        "“Side”. (E1.92)")


def test_the_first_inputs_are_shown_in_their_order_and_the_others_are_named(hand: TableHand) -> None:
    page = hand.page
    page.choose(Offer(procedures()["control-unit"]))
    hand.settle()
    shown = [id for id, field in page.form.fields.items() if field.winfo_viewable()]
    assert shown == ["unit", "at", "side", "size", "armed", "good-order"]
    more = next(b for b in _buttons(page.form) if str(b.cget("text")).startswith("More"))
    assert str(more.cget("text")) == "More: Broken, Captive, Bypass, Riding …"
    hand.click(more)
    assert page.form.fields["hidden"].winfo_ismapped()
    # A choice that is clicked has the keyboard, so Return carries out the order and presses no other button.
    side = page.form.fields["side"].buttons[1]
    hand.click(side)
    assert hand.root.focus_get() is side
    hand.key("Return")
    assert str(page.form.fields["unit"].wrong.cget("text")).startswith("Unit is needed.")
    assert page.form.fields["hidden"].winfo_manager()


def test_what_is_done_once_in_a_phase_is_due_no_more(hand: TableHand) -> None:
    page = hand.page
    hand.click(page.due.buttons[_due(hand, "control-start")])
    page.carry_out()
    hand.settle()
    assert "control-start" not in [o.procedure.id for o in page.due.offers]
    page.undo()
    assert "control-start" in [o.procedure.id for o in page.due.offers]


def test_what_is_due_keeps_its_key_in_a_phase(hand: TableHand) -> None:
    page = hand.page

    def keys() -> dict[str, str]:
        return {o.procedure.id: str(b.cget("text")).split()[0]
                for o, b in zip(page.due.offers, page.due.buttons, strict=True)}

    before = keys()
    assert list(before.values())[:3] == ["F2", "F3", "F4"]
    first = page.due.offers[0].procedure
    page.choose(page.due.offers[_due(hand, "control-start")])
    page.carry_out()
    hand.settle()
    after = keys()
    assert "control-start" in before.keys() - after.keys()
    assert {id: key for id, key in before.items() if id in after} == after
    last = next(id for id in reversed(after) if id != first.id)
    hand.key(after[last])
    assert page.form.procedure is not None
    assert page.form.procedure.id == last
    # What was said of an earlier order is gone with the next one.
    page.undo()
    assert hand.said[-1].startswith("Taken back")
    page.redo()
    page._order("Note", "note text=Quiet")
    assert hand.said[-1] == ""


def test_sentences_of_the_log_are_whole(hand: TableHand) -> None:
    page, tree = hand.page, hand.page.books.log.tree
    text = " ".join(f"word{n}" for n in range(60))
    page._order("Note", f'note text="{text}"')
    page._order("Note", "note text=Last")
    hand.settle()
    rows = [row for row in tree.get_children() if "word" in str(tree.item(row, "text"))]
    assert len(rows) > 2
    assert " ".join(str(tree.item(row, "text")).strip() for row in rows).endswith(text)
    # Its rows are one sentence: they are selected together, and the arrows go past all of them.
    hand.click_row(tree, rows[1])
    assert tree.selection() == tuple(rows)
    hand.key("Down")
    assert [str(tree.item(row, "text")) for row in tree.selection()] == ["Note: Last"]
    hand.key("Up")
    assert tree.selection() == tuple(rows)
    assert text in hand.words(page.result)


def test_what_only_one_side_may_know_is_not_due_in_the_view_of_the_other(hand: TableHand) -> None:
    page = hand.page
    assert page.game is not None
    play = page.game.log._play
    play.books = play.books.with_due(Due("note", (), "the secret of one side", must=True, secret="russian"))
    seen = {}
    for view in (None, "russian", "german", ""):
        page.show_to(view)
        seen[view] = "The secret of one side" in hand.words(page.due)
        page.next_phase()
        assert ("secret of one side" in str(page.notice.cget("text"))) is seen[view]
        assert page.strip.lit == "set-up"
    assert seen == {None: True, "russian": True, "german": False, "": False}
    assert "Referee: all" in str(page.notice.cget("text"))


def test_what_the_card_says_of_a_glider_is_filled_in(shared: TableHand) -> None:
    lantern, shared.card = shared.card, load_card("silk-and-chalk").card
    assert shared.card is not None
    try:
        page = shared.new_page()
        shared.click(page.start.begin_button)
        shared.click(page.due.buttons[_due(shared, "glider-load")])
        assert (page.form.fields["glider"].get(), page.form.fields["nation"].get()) == (
            "sailplanes-1", "german")
        assert "sailplanes-1 carries" in str(page.form.why.cget("text"))
        other = page.form.fields["other"]
        assert (other.get(), other.usual) == ("", None)
        shared.key("Return")
        assert str(other.wrong.cget("text")).startswith("Units and weapons is needed.")
        assert "each passenger and each weapon" in shared.words(other)
        other.put("10")
        shared.click(page.form.carry_out_button)
        assert "sailplanes-1: a German glider carries this" in shared.words(page.result)
        due = [dict(o.inputs)["glider"] for o in page.due.offers if o.procedure.id == "glider-load"]
        assert due == ["sailplanes-2"]
    finally:
        shared.card = lantern


def test_the_crash_of_a_glider_has_what_the_map_shows(shared: TableHand) -> None:
    lantern = shared.card
    group = Group("planes", lantern.first.moves, Arrival(1, by="glider"), glider=Glider(1, "german"))
    sky = CardRule("Calm.", SpecialRules(wind=Wind("none", 4)))
    shared.card = replace(lantern, groups=(*lantern.groups, group), ssr=(sky,))
    try:
        page = shared.new_page()
        shared.click(page.start.begin_button)
        assert page.game is not None
        log = page.game.log
        while log.books.phase != "movement":
            log.apply("next")
        for order in ("glider-place hex=K3", "glider-land clear=5 obstacle=0 dice=1-1"):
            log.apply(order)
        page.choose(next(o for o in log.offers() if o.procedure.id == "glider-crash"))
        shared.settle()
        terrain = page.form.fields["terrain"]
        assert (terrain.get(), terrain.usual) == ("open", "open")
        assert "As the map shows it" in shared.words(terrain)
        assert "terrain" not in dict(page.form.inputs())
        terrain.put("woods")
        assert dict(page.form.inputs())["terrain"] == "woods"
        terrain.put("")
        assert not page.form.missing()
        assert "terrain" not in dict(page.form.inputs())
    finally:
        shared.card = lantern


def test_undo_redo_note_and_correction(hand: TableHand) -> None:
    page = hand.page
    assert page.game is not None
    log = page.game.log
    hand.click(page.books.log.note_field)
    hand.type("Two houses burn")
    hand.key("Return")
    _phases(hand, 1)
    before = log.events
    hand.key("ctrl+z")
    assert page.strip.lit == "set-up"
    assert hand.said[-1] == "Taken back: Next phase."
    hand.key("ctrl+y")
    assert log.events == before
    # The note is given anew, and what came after it is redone.
    rows = page.books.log.tree.get_children()
    note = next(r for r in rows if "houses" in str(page.books.log.tree.item(r, "text")))
    hand.click_row(page.books.log.tree, note)
    assert "Two houses burn" in hand.words(page.result)
    hand.click(page.books.log.correct_button)
    page.form.fields["text"].put("Three houses burn")
    hand.click(page.form.carry_out_button)
    assert [o.verb for o in log.orders] == ["note"]
    hand.click(page.buttons["redo"])
    assert [log.text(o) for o in log.orders] == ['note text="Three houses burn"', "next"]
    hand.click(page.buttons["undo"])
    hand.click(page.buttons["undo"])
    hand.key("ctrl+z")
    assert hand.said[-1] == "There is no order to take back."


def test_saved_and_opened_it_has_the_same_events(
        hand: TableHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, path = hand.page, tmp_path / "evening.yaml"
    assert page.game is not None
    page._real.set(True)
    _phases(hand, 3)
    _straying(hand)
    page._real.set(False)
    page._order("Note", 'note text="So far"')
    events = page.game.log.events
    assert len(events) == 5
    monkeypatch.setattr(filedialog, "asksaveasfilename", lambda **_: str(path))
    assert page.files.unsaved
    hand.key("ctrl+s")
    assert not page.files.unsaved
    assert "dice=6-4" in path.read_text(encoding="utf-8")
    hand.key("ctrl+z")
    assert page.files.unsaved
    # A game that is not saved is not given up without a question.
    hand.answer("Unsaved game", ("key", "Escape"))
    page.menu.invoke("New game…")
    assert page.game.log.events == events[:4]
    hand.key("ctrl+s")
    assert path.with_name(f"{path.name}~").exists()
    hand.key("ctrl+y")
    hand.key("ctrl+s")
    hand.new_page()
    monkeypatch.setattr(filedialog, "askopenfilename", lambda **_: str(path))
    hand.click(hand.page.start.open_button)
    assert hand.page.game is not None
    assert hand.page.game.log.events == events
    assert not hand.page.files.unsaved


def test_other_files_and_a_changed_card_are_told(hand: TableHand, tmp_path: Path) -> None:
    page, path = hand.page, tmp_path / "game.yaml"
    assert page.game is not None
    _phases(hand, 2)
    page.game.save(path)
    text = path.read_text(encoding="utf-8")
    mark = next(line for line in text.splitlines() if line.startswith("fingerprint:"))
    path.write_text(text.replace(mark, "fingerprint: 0000-0000-0000"), encoding="utf-8")
    told: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("visegrad_editor.editor.desk.card_game_files.message",
                      lambda _parent, _title, words: told.append(words))
        assert page.files.open_file(path)
        path.write_text(text.replace("  next\n", "  next\n  nextt\n", 1), encoding="utf-8")
        assert page.files.open_file(path)
        assert not page.files.open_file(tmp_path / "nothing.yaml")
    assert "was changed since this game was played" in told[0]
    assert "Did you mean `next`?" in told[1]
    assert "cannot be opened" in told[2]
    # Of the second one the orders before the impossible one are there, in no file.
    assert len(page.game.log.orders) == 1
    assert page.game.path is None
    assert page.files.unsaved


def test_what_is_secret_is_in_no_other_view(
        hand: TableHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, path = hand.page, tmp_path / "log.txt"
    _phases(hand, 1)
    page._order("", "control-unit unit=Scout at=M4 side=russian size=squad hidden=yes")
    monkeypatch.setattr(filedialog, "asksaveasfilename", lambda **_: str(path))
    seen = {}
    for view in ("Referee: all", "Russian side", "German side", "Both sides"):
        page.view_box.set(view)
        page.view_box.event_generate("<<ComboboxSelected>>")
        texts = []
        for number in range(5):
            page.books.select(number)
            hand.settle()
            texts.append(hand.words())
        page.files.export(page.view)
        seen[view] = "\n".join((*texts, path.read_text(encoding="utf-8")))
    assert [view for view, text in seen.items() if "Scout" in text] == ["Referee: all", "Russian side"]
    assert [view for view, text in seen.items() if "Russian, secret: building Chapel" in text] == [
        "Referee: all", "Russian side"]
    # Nor can what was filled in be had back in such a view.
    page._again()
    assert {field.get() for field in page.form.fields.values()} == {""}
    page._correct(1)
    assert "referee" in str(page.notice.cget("text"))


def test_a_procedure_is_found_by_words_and_its_hex_picked(hand: TableHand) -> None:
    page = hand.page
    page.due.search.focus_force()
    hand.type("random loc")
    hand.key("Down")
    assert page.form.procedure is not None
    assert page.form.procedure.id == "random-location"
    # Arrows move a rim over the boards, the space bar takes a hex, Return takes all; Cancel takes none.
    cancels: list[str] = []

    def cancel() -> None:
        found = [b for b in _buttons(hand.root) if str(b.cget("text")) == "Cancel" and b.winfo_ismapped()]
        cancels.extend(map(str, found))
        if found:
            found[0].invoke()
        else:
            hand.root.after(50, cancel)

    hand.root.after(50, cancel)
    hand.click(page.form.fields["at"].pick_button)
    assert len(cancels) == 1
    assert page.form.fields["at"].get() == ""
    hand.answer("Reference hex", ("key", "Up"), ("key", "space"), ("key", "Return"))
    hand.click(page.form.fields["at"].pick_button)
    assert hand.card.layout.place(page.form.fields["at"].get()) in hand.card.layout
    page.form.fields["at"].focus_target.focus_force()
    hand.key("Return")
    assert "Random location" in hand.words(page.result)


def test_every_procedure_has_a_form(hand: TableHand) -> None:
    page = hand.page
    assert len(procedures()) > 80
    for one in procedures().values():
        page.choose(Offer(one))
        assert set(page.form.fields) == {i.id for i in one.inputs}
        for field in page.form.fields.values():
            field.put(field.get())
    hand.settle()
