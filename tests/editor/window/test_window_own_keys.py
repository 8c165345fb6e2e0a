"""Keys of the user: chosen in a dialog, in force at once, remembered; wrong settings never keep the window
from opening."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.actions import ACTIONS, BY_ID, own_keys
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.window.command_palette import PaletteEntries
from visegrad_editor.editor.window.key_help import forget_rows, rows
from visegrad_editor.editor.window.keys_dialog import KeysDialog
from visegrad_editor.editor.window.own_keys import OwnKeys, sequence_of, why_not_a_key

pytestmark = MARKS


@pytest.fixture(autouse=True)
def usual_keys_again() -> Iterator[None]:
    yield
    own_keys.clear()
    forget_rows()


def keys_with(folder: Path, data: Any) -> OwnKeys:
    (folder / "settings.json").write_text(json.dumps({"keys": data}), encoding="utf-8")
    return OwnKeys(Settings(folder))


def nobody_shares_a_key() -> bool:
    every = [k.replace("Key-", "") for a in ACTIONS for k in a.keys]
    return len(every) == len(set(every))


# -- without a window -----------------------------------------------------------------------------------


def test_all_usual_keys_could_be_chosen_or_are_signs_of_the_keypad() -> None:
    refused = {k for a in ACTIONS for k in a.usual_keys if why_not_a_key(k)}
    assert {k for k in refused if "KP_" not in k} == set()


@pytest.mark.parametrize(("keysym", "state", "told"), [
    ("5", 0, "Digits choose"), ("F10", 0, "is taken"), ("Return", 0, "Press a letter"),
    ("T", 1, "Press a letter"), ("x", 8, "Press a letter"), ("Left", 4, "Press a letter"),
    ("m", 0, "mirrors the piece"), ("bracketleft", 0, "hex cursor")])
def test_keys_that_have_another_meaning_are_refused(keysym: str, state: int, told: str) -> None:
    assert told in why_not_a_key(sequence_of(keysym, state))


def test_a_key_moves_from_one_action_to_another_and_back(tmp_path: Path) -> None:
    keys = OwnKeys(Settings(tmp_path))
    assert keys.owner("<Control-l>") is BY_ID["fill_selection"]
    keys.give("run", "<Control-l>")
    assert BY_ID["run"].keys == ("<Control-l>",)
    assert BY_ID["fill_selection"].keys == ()
    assert BY_ID["run"].key_text == "Ctrl+L"
    assert nobody_shares_a_key()
    # Another start of the program.
    own_keys.clear()
    again = OwnKeys(Settings(tmp_path))
    assert BY_ID["run"].keys == ("<Control-l>",)
    assert BY_ID["fill_selection"].keys == ()
    again.reset("fill_selection")
    assert BY_ID["fill_selection"].keys == ("<Control-l>",)
    assert BY_ID["run"].keys == ()
    again.reset()
    assert all(not again.is_own(a) for a in ACTIONS)
    again.take("run")
    assert (BY_ID["run"].keys, BY_ID["run"].key_text) == ((), "")


@pytest.mark.parametrize("data", [
    None, 3, [], "keys", {"nosuch": ["<Control-j>"]}, {"run": "<Control-j>"}, {"run": [3]},
    {"run": ["<Control-"]}, {"run": ["<Motion>"]}, {"run": ["<Button-1>"]}, {"run": ["<Alt-f>"]},
    {"run": ["<Key-5>"]}, {"run": ["<Control-j>"] * 9}, {"run": [["<F5>"]]}])
def test_settings_that_make_no_sense_leave_the_usual_keys(tmp_path: Path, data: Any) -> None:
    keys = keys_with(tmp_path, data)
    assert all(not keys.is_own(action) for action in ACTIONS)


def test_two_actions_with_one_key_in_the_settings(tmp_path: Path) -> None:
    keys_with(tmp_path, {"run": ["<Control-j>"], "validate": ["<Control-j>"], "play": ["<F5>"]})
    assert BY_ID["run"].keys == ("<Control-j>",)
    assert BY_ID["validate"].keys == ()
    assert BY_ID["play"].keys == ("<F5>",)
    assert nobody_shares_a_key()


# -- in the window ---------------------------------------------------------------------------------------


def dialog_of(hand: Hand) -> KeysDialog:
    hand.window.perform("change_keys")
    hand.settle(0.4)
    (dialog,) = (w for w in hand.window.root.winfo_children() if isinstance(w, KeysDialog))
    return dialog


def test_a_new_key_is_pressed_told_to_clash_and_works_at_once(tmp_path: Path) -> None:
    with window_on("scenarios/hollen", tmp_path) as hand:
        window = hand.window
        dialog = dialog_of(hand)
        hand.type("invert")
        hand.do("key", "Down", wait=0.2)
        assert dialog.chosen is BY_ID["invert_selection"]
        hand.do("key", "Return", "5", wait=0.2)
        assert "Digits choose" in dialog.status.cget("text")
        hand.do("key", "ctrl+l", wait=0.2)
        assert dialog.status.cget("text").startswith("Ctrl+L is the key of Fill. Press it again")
        assert BY_ID["invert_selection"].key_text == "Ctrl+I"
        hand.do("key", "ctrl+l", wait=0.4)
        assert dialog.status.cget("text") == "Invert: Ctrl+L. Fill has lost it."
        hand.do("key", "Escape", wait=0.3)
        menu, index = window.menus._entries["invert_selection"]
        assert menu.entrycget(index, "accelerator") == "Ctrl+L"
        assert any(r.keys == "Ctrl+L" and r.what == "Invert" for r in rows())
        entry = PaletteEntries(window.session.design, lambda _a: "", ()).find("invert")[0]
        assert entry.key == "Ctrl+L"
        window.focus_map()
        hand.do("key", "ctrl+i", wait=0.2)
        assert not window.session.region
        hand.do("key", "ctrl+l", wait=0.2)
        assert len(window.session.region) == len(window.session.design.map.grid)
    with window_on("scenarios/hollen", tmp_path) as hand:
        assert BY_ID["invert_selection"].key_text == "Ctrl+L"
        dialog = dialog_of(hand)
        hand.type("invert")
        hand.settle(0.1)
        dialog.reset_button.invoke()
        hand.settle(0.4)
        assert dialog.status.cget("text") == "Invert: Ctrl+I, as usual."
        dialog.all_button.invoke()
        hand.settle(0.4)
        hand.do("key", "Escape", wait=0.4)
        hand.window.focus_map()
        hand.do("key", "ctrl+i", wait=0.2)
        assert hand.window.session.region


def test_keys_that_were_changed_go_back(tmp_path: Path) -> None:
    with window_on("scenarios/hollen", tmp_path) as hand:
        dialog = dialog_of(hand)
        hand.type("invert")
        hand.do("key", "Down", wait=0.2)
        hand.do("key", "Return", "ctrl+l", "ctrl+l", wait=0.4)
        assert (BY_ID["invert_selection"].key_text, BY_ID["fill_selection"].key_text) == ("Ctrl+L", "")
        for _ in range(2):
            hand.do("key", "ctrl+z", wait=0.3)
            texts = [BY_ID[id].key_text for id in ("invert_selection", "fill_selection")]
            assert texts == ["Ctrl+I", "Ctrl+L"]
            told = dialog.status.cget("text")
            assert "Invert: Ctrl+I." in told
            assert "Fill: Ctrl+L." in told
            hand.do("key", "ctrl+y", wait=0.3)
            assert (BY_ID["invert_selection"].key_text, BY_ID["fill_selection"].key_text) == ("Ctrl+L", "")
        hand.click_on(dialog.all_button)
        assert BY_ID["fill_selection"].key_text == "Ctrl+L"
        hand.do("key", "ctrl+z", wait=0.3)
        assert BY_ID["invert_selection"].key_text == "Ctrl+L"
        hand.do("key", "Escape", wait=0.3)
    assert keys_with_settings(tmp_path) == {"invert_selection": ["<Control-l>"], "fill_selection": []}


def keys_with_settings(folder: Path) -> Any:
    return json.loads((folder / "settings.json").read_text("utf-8"))["keys"]


def test_the_window_opens_with_settings_that_make_no_sense(tmp_path: Path) -> None:
    keys_with(tmp_path, {"run": ["<Nonsense-q>"], "validate": ["<Key-t>"], "nosuch": 3})
    with window_on("scenarios/hollen", tmp_path) as hand:
        assert BY_ID["validate"].key_text == "T"
        assert BY_ID["run"].key_text == "F6"
        assert nobody_shares_a_key()
        hand.window.focus_map()
        hand.do("key", "t", wait=0.3)
        assert hand.window.messages.text == "No problems found."
