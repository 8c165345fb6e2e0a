"""The counter designer, with the real mouse and keys."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import xvfb
from PIL import Image
from xvfb import Hand

from visegrad_editor.editor.documents import counter_dialog
from visegrad_editor.editor.documents.counter_dialog import CounterDialog
from visegrad_editor.model.look import NO_LOOK, Look
from visegrad_editor.model.scenario import Unit

pytestmark = xvfb.MARKS

KEYS = ("poland/10th Armored Cavalry", "poland/2nd Mechanized")


@pytest.fixture
def hand(one_window: Hand) -> Hand:
    one_window.window.session.history.jump(0)
    one_window.window.session.select(None, ())
    one_window.settle(0.1)
    return one_window


def unit(hand: Hand, key: str = KEYS[0]) -> Unit:
    scenario = hand.window.session.scenario
    assert scenario is not None
    return scenario.unit_by_key[key]


def shown(hand: Hand, *keys: str) -> CounterDialog:
    hand.window.session.select(None, keys)
    window = hand.window
    dialog = CounterDialog(
        window.root, window.session, [unit(hand, k) for k in keys], window.files.picture_folder)
    dialog.present(dialog.target_box)
    hand.settle(0.4)
    dialog.focus_force()
    dialog.target_box.focus_force()
    hand.settle(0.2)
    return dialog


def picture(colour: str = "#ff0000") -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (30, 20), colour).save(stream, "PNG")
    return stream.getvalue()


def test_a_symbol_is_found_by_its_first_letters_and_one_undo_takes_it_back(hand: Hand) -> None:
    steps = len(hand.window.session.history.steps)
    dialog = shown(hand, *KEYS[:1])
    hand.answer("^Symbol$", ("type", "--delay", "20", "mou"), ("key", "Return"))
    hand.key("Tab", "space", wait=0.3)
    hand.until(lambda: dialog.draft)
    assert dialog.draft == {"symbol": "mountain"}
    dialog.target_box.focus_force()
    hand.key("Return")
    assert not dialog.winfo_exists()
    assert unit(hand).look == Look(symbol="mountain")
    assert len(hand.window.session.history.steps) == steps + 1
    hand.window.perform("undo")
    assert unit(hand).look == NO_LOOK


def test_the_form_says_what_is_inherited_and_resets_it_singly(hand: Hand) -> None:
    dialog = shown(hand, *KEYS[:1])
    assert dialog.resets["mark"].instate(["disabled"])
    box = dialog.fields["mark"]
    box.focus_force()
    hand.settle(0.2)
    hand.type("cor")
    assert dialog.draft == {"mark": "corps"}
    dialog.put("ground", "#123456")
    hand.settle(0.1)
    origins = {part: str(dialog._origins[part].cget("text")) for part in ("mark", "ground", "ink")}
    assert origins == {"mark": "own", "ground": "own", "ink": "by the ruleset"}
    hand.click_on(dialog.resets["mark"])
    hand.settle(0.1)
    hand.click_on(dialog.apply_button)
    hand.settle(0.2)
    assert unit(hand).look == Look(ground="#123456")
    assert not dialog.draft
    dialog.destroy()


def test_several_units_change_in_one_step(hand: Hand) -> None:
    dialog = shown(hand, *KEYS)
    dialog.put("band", "#00aa00")
    assert dialog.apply()
    assert [unit(hand, k).look for k in KEYS] == [Look(band="#00aa00")] * 2
    dialog.put("front", "{strength}")
    dialog.destroy()
    hand.window.perform("undo")
    assert [unit(hand, k).look for k in KEYS] == [NO_LOOK] * 2


def test_different_values_are_told_apart(hand: Hand) -> None:
    first = shown(hand, *KEYS[:1])
    first.put("mark", "army")
    assert first.apply()
    first.destroy()
    both = shown(hand, *KEYS)
    assert str(both.fields["mark"].get()) == "several values"  # type: ignore[union-attr]
    both.destroy()


def test_a_kind_is_changed_in_the_ruleset(hand: Hand) -> None:
    dialog = shown(hand, *KEYS[:1])
    titles = [t.title for t in dialog.targets]
    assert titles[:3] == ["10th Armored Cavalry", "all of the type Armored cavalry",
                          "all of the nationality Poland"]
    dialog.target_box.focus_force()
    hand.type("all of the nat")
    assert dialog.target.level == "nationality"
    assert "changes the ruleset" in str(dialog.note.cget("text"))
    dialog.put("ground", "#aabbcc")
    assert dialog.apply()
    dialog.destroy()
    rules = hand.window.session.design.ruleset
    assert rules.nationality_by_id["poland"].look == Look(ground="#aabbcc")
    assert unit(hand).look == NO_LOOK


def test_without_a_selection_the_kinds_can_be_designed(hand: Hand) -> None:
    dialog = shown(hand)
    rules = hand.window.session.design.ruleset
    assert len(dialog.targets) == len(rules.unit_types) + len(rules.nationalities) + len(rules.sides)
    for at in range(len(dialog.targets)):
        dialog.target_box.current(at)
        dialog.show()
    dialog.destroy()


def test_typing_a_text_keeps_what_is_typed(hand: Hand) -> None:
    dialog = shown(hand, *KEYS[:1])
    dialog.fields["front"].focus_force()
    hand.settle(0.2)
    hand.key("ctrl+a", "BackSpace")
    assert dialog.fields["front"].get() == ""  # type: ignore[union-attr]
    hand.type("{strength}")
    assert dialog.draft["front"] == "{strength}"
    dialog.destroy()


def test_a_picture_is_copied_beside_the_scenario(
        hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = hand.window.files.picture_folder("unit")
    assert folder is not None
    (folder / "flag.png").write_bytes(picture("#00ff00"))
    (tmp_path / "flag.png").write_bytes(picture())
    monkeypatch.setattr(counter_dialog.filedialog, "askopenfilename", lambda **_: str(tmp_path / "flag.png"))
    dialog = shown(hand, *KEYS[:1])
    hand.click_on(dialog.fields["picture"])
    hand.settle(0.2)
    assert dialog.draft == {"picture": "flag.png"}
    said: list[str] = []
    monkeypatch.setattr(hand.window.session, "say", said.append)
    assert not (folder / "flag-2.png").exists(), "nothing is copied before it is applied"
    assert dialog.apply()
    dialog.destroy()
    look = unit(hand).look
    assert look.picture == "flag-2.png"
    assert look.picture_read is not None
    assert (folder / "flag-2.png").read_bytes() == picture()
    assert "copied to flag-2.png" in said[-1]


def test_a_bad_picture_is_refused_with_a_reason(
        hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "flag.png").write_text("no picture")
    monkeypatch.setattr(counter_dialog.filedialog, "askopenfilename", lambda **_: str(tmp_path / "flag.png"))
    dialog = shown(hand, *KEYS[:1])
    hand.click_on(dialog.fields["picture"])
    hand.settle(0.2)
    assert "neither a PNG" in str(dialog.note.cget("text"))
    assert not dialog.draft
    dialog.destroy()


def test_a_picture_that_is_typed_elsewhere_is_read(hand: Hand) -> None:
    folder = hand.window.files.picture_folder("unit")
    assert folder is not None
    (folder / "typed.png").write_bytes(picture())
    session = hand.window.session
    design = counter_dialog.change_looks(session.design, "unit", KEYS[:1], {"picture": "typed.png"})
    session.edit("Typed", design)
    art = unit(hand).look.picture_read
    assert art is not None
    assert (art.width, art.trouble) == (30, "")


def test_parts_in_which_the_selected_units_differ_are_several_values(hand: Hand) -> None:
    """By their types the units have other symbols; nothing of one of them is shown as that of all."""
    dialog = shown(hand, *KEYS)
    assert {unit(hand, key).look for key in KEYS} == {NO_LOOK}
    assert unit(hand, KEYS[0]).type != unit(hand, KEYS[1]).type
    assert dialog.fields["symbol"].cget("text") == "several values"
    assert dialog._origins["symbol"].cget("text") in ("by their type", "by the ruleset")
    assert dialog.fields["ground"].cget("text") != "several values"
    assert "Shown is 10th Armored Cavalry" in dialog.note.cget("text")
    dialog.put("symbol", "marine")
    assert dialog.fields["symbol"].cget("text") == " marine"
    dialog.cancel()
    alone = shown(hand, KEYS[0])
    assert alone.fields["symbol"].cget("text") != "several values"
    alone.cancel()


def test_the_inspector_opens_the_designer(hand: Hand) -> None:
    hand.window.show_panel("inspector")
    hand.window.session.select(None, KEYS[:1])
    hand.settle(0.4)
    hand.answer("^Counter$", ("key", "Escape"))
    panel = hand.window.dock.panel("inspector")
    [button] = [w for w in _all(panel) if w.winfo_class() == "TButton" and w.cget("text") == "Counter…"]
    hand.click_on(button)
    hand.settle(0.5)
    assert unit(hand).look == NO_LOOK


def _all(widget: object) -> list:  # type: ignore[type-arg]
    found = list(widget.winfo_children())  # type: ignore[attr-defined]
    return found + [w for child in found for w in _all(child)]
