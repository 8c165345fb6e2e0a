"""New, save and recovery without a screen: the dialogs are answered by the tests."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from own_files import own_game

from visegrad_editor.editor.documents import files as files_module
from visegrad_editor.editor.documents import game_files as game_files_module
from visegrad_editor.editor.documents.files import Files, document_of, open_document
from visegrad_editor.editor.documents.game_files import GameFile, mark_without_names, named_record
from visegrad_editor.editor.documents.new_dialog import StartingPoint
from visegrad_editor.editor.documents.save_as_dialog import SaveChoice
from visegrad_editor.editor.play import play_mode
from visegrad_editor.editor.play.play_mode import PlayMode
from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.editor.safety import dialogs as dialogs_module
from visegrad_editor.editor.safety.document_guard import DocumentGuard
from visegrad_editor.editor.safety.journal import read_journal
from visegrad_editor.editor.session import Session
from visegrad_editor.editor.settings import Settings
from visegrad_editor.engine.game import Game
from visegrad_editor.engine.record import mark_of, read_record, record_of, replay, write_record
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.documents import with_map, with_scenario
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.edit.units import flip_units
from visegrad_editor.model.files.catalogue import bundled
from visegrad_editor.model.files.load import load
from visegrad_editor.model.scenario import Scenario


def opened(tmp_path: Path, name: str | Path = "historical") -> Files:
    loaded, complaint = open_document(name)
    assert complaint == ""
    assert loaded.design is not None
    session = Session(loaded.design, document_of(loaded))
    settings = Settings(tmp_path / "settings")
    return Files(cast(tk.Misc, None), session, settings, loaded, DocumentGuard(settings.folder))


def begin(monkeypatch: pytest.MonkeyPatch, files: Files, title: str, **how: Any) -> None:
    """File > New from the historical scenario."""
    template = next(b for b in bundled() if b.kind == "scenario" and b.name == "historical")
    chosen = files.ask_rest(cast(tk.Misc, None), StartingPoint(template, title, **how))
    monkeypatch.setattr(
        "visegrad_editor.editor.documents.new_dialog.choose_template", lambda *_: chosen)
    files.new()


def mountain(files: Files) -> None:
    """An edit of the map."""
    session = files._session
    painted = paint_terrain(session.design.map, [Hex(9, 9)], "mountain")
    session.edit("Paint", with_map(session.design, painted))


def test_a_title_in_polish_is_saved_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = opened(tmp_path)
    begin(monkeypatch, files, "Łódź War")
    mountain(files)
    files.guard.note(files._session, files.sources)
    assert files.guard.keeper.wait()
    assert read_journal(files.guard.keeper.path).document.title == "Łódź War"
    target = tmp_path / "wojna.yaml"
    assert files.save_to(target)
    design = load(target).design
    assert design is not None
    assert design.scenario is not None
    assert (design.scenario.title, design.scenario.name) == ("Łódź War", "lodz-war")


def test_a_variant_is_saved_as_what_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = opened(tmp_path)
    begin(monkeypatch, files, "My war", follow=True)
    session = files._session
    assert session.scenario is not None
    key = next(u.key for u in session.scenario.units if not u.reduced and u.hex)
    session.edit("Flip", with_scenario(session.design, flip_units(session.scenario, (key,))))
    target = tmp_path / "my-war.yaml"
    assert files.save_to(target)
    text = target.read_text("utf-8")
    assert "extends: historical" in text
    assert len(text.splitlines()) < 40
    design = load(target).design
    assert design is not None
    assert design.scenario is not None
    assert design.scenario.unit_by_key[key].reduced
    assert files.save()


def test_work_that_was_undone_is_not_offered_again(tmp_path: Path) -> None:
    files = opened(tmp_path)
    mountain(files)
    files.guard.note(files._session, files.sources)
    assert files.guard.keeper.wait()
    assert files.guard.keeper.path.exists()
    files._session.history.undo()
    files.guard.note(files._session, files.sources)
    assert files.guard.keeper.wait()
    assert files.may_leave()
    assert list((tmp_path / "settings" / "unsaved").iterdir()) == []


def test_work_that_cannot_be_kept_is_reported(tmp_path: Path) -> None:
    files = opened(tmp_path)
    (tmp_path / "settings").mkdir(exist_ok=True)
    (tmp_path / "settings" / "unsaved").write_text("in the way")
    mountain(files)
    files.guard.note(files._session, files.sources)
    assert not files.guard.keeper.wait()
    assert "not protected" in files.guard.keeper.complaint


def test_a_saved_game_replays_with_the_users_own_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = opened(tmp_path)
    session = files._session
    begin(monkeypatch, files, "Second")
    mountain(files)
    played = session.design
    record = record_of(Game.from_scenario(played, 7))
    (tmp_path / "own").mkdir()
    assert files.save_to(tmp_path / "own/second.yaml")
    assert not session.history.changed
    assert session.design.map.name == "second-map"
    assert mark_without_names(session.design) == mark_without_names(played)
    game = tmp_path / "second-game.yaml"
    write_record(named_record(session, record), game)
    read = read_record(game)
    again = load(read.scenario_source).design
    assert again is not None
    assert read.fingerprint == mark_of(again)
    # Undoing goes back to the open map, and still refers to the file.
    session.history.undo()
    assert session.design.map.name == "second-map"
    assert files.save_to(tmp_path / "own/second.yaml")
    assert load(tmp_path / "own/second.yaml").problems == load("historical").problems


@pytest.mark.parametrize("answer", ["save", ""])
def test_a_play_test_of_unsaved_work_saves_the_scenario_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    files = opened(tmp_path)
    session = files._session
    begin(monkeypatch, files, "Third")
    mountain(files)
    said: list[str] = []
    asked: list[str] = []
    folders: list[str] = []
    scenario, game = tmp_path / "own/third.yaml", tmp_path / "third-game.yaml"
    scenario.parent.mkdir()
    file = GameFile(cast(tk.Misc, None), session, files._settings, files.save, said.append,
                    files.initial_folder)
    play = PlaySession(session.design, {"russian": "human", "allied": "human"}, 7)
    while len(play.orders) < 4:
        play.give(play.decision.passing or play.decision.orders[-1])

    def name(**how: Any) -> str:
        asked.append(how["title"])
        folders.append(how["initialdir"])
        return str(scenario if how["title"] == "Save as" else game)

    monkeypatch.setattr(game_files_module.filedialog, "asksaveasfilename", name)
    monkeypatch.setattr(
        "visegrad_editor.editor.documents.save_as_dialog.ask_how_to_save", lambda *_: SaveChoice(False, {}))
    monkeypatch.setattr(game_files_module, "ask", lambda *_: answer)
    assert file.save(play) == bool(answer)
    assert game.exists() == bool(answer)
    if not answer:
        assert asked == []
        assert play.unsaved
        return
    assert asked == ["Save as", "Save the game"]
    assert folders[1] == str(scenario.parent)
    assert not session.history.changed
    assert not play.unsaved
    assert file.path == game.resolve()
    assert said == [f"Saved the game as {game.resolve()}."]
    read = read_record(game)
    again = load(read.scenario_source).design
    assert again is not None
    assert replay(again, read).orders == play.orders
    # A second save asks nothing more.
    assert file.save(play)
    assert len(asked) == 2


def test_a_sample_map_painted_saved_and_changed_back_is_the_sample_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = opened(tmp_path)
    session = files._session
    begin(monkeypatch, files, "Third")
    target = tmp_path / "third.yaml"
    assert files.save_to(target)
    before = target.read_bytes()
    for _ in range(2):
        mountain(files)
        assert files.save()
        assert b"third-map.yaml" in target.read_bytes()
        session.history.undo()
        assert files.save()
        assert target.read_bytes() == before


@pytest.mark.parametrize("changed", [False, True])
def test_opening_a_game_tells_which_turn_was_changed_by_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: bool
) -> None:
    design = load("first-steps").design
    assert design is not None
    played = Game.from_scenario(design, 7)
    while played.turn < 3:
        played.apply(played.any_order(lambda: 0.5))
    path = tmp_path / "game.yaml"
    write_record(record_of(played, "first-steps"), path)
    lines = path.read_text("utf-8").split("\n")
    if changed:
        last = max(i for i, line in enumerate(lines) if line.startswith("  ") and "orders:" not in line)
        path.write_text("\n".join([*lines[:last], *lines[last + 1:]]), "utf-8")
    said: list[str] = []
    begun: list[PlaySession] = []
    file = SimpleNamespace(opened=lambda _path: None)
    nothing = cast(Any, None)
    mode = PlayMode(nothing, nothing, nothing, cast(Any, file), nothing, nothing, nothing, nothing)
    monkeypatch.setattr(play_mode, "run_with_progress", lambda _root, _title, work: work(lambda *_: True))
    monkeypatch.setattr(play_mode, "message", lambda _root, _title, text: said.append(text))
    monkeypatch.setattr(mode, "leave", lambda: None)
    monkeypatch.setattr(mode, "begin", begun.append)
    assert mode.open_file(path, lambda _loaded: None)
    assert len(begun) == 1
    assert len(said) == changed
    assert all(text.startswith(f"{path.name}, line ") and "is the first part" in text for text in said)


class Answers:
    """Answers file dialogs with paths, one after the other, and keeps what was proposed and said."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *paths: Path) -> None:
        self.paths = list(paths)
        self.proposed: list[str] = []
        self.said: list[str] = []
        monkeypatch.setattr(files_module.filedialog, "asksaveasfilename", self._choose)
        monkeypatch.setattr(dialogs_module, "ask", self._ask)

    def _choose(self, **how: Any) -> str:
        self.proposed.append(how["initialfile"])
        return str(self.paths.pop(0))

    def _ask(self, _parent: object, _title: str, text: str, choices: Any) -> str:
        self.said.append(text)
        return str(choices[0][0])


def begun_on(files: Files, title: str) -> None:
    """A new scenario on the open map."""
    scenario = Scenario("alder", title, "rules.yaml", "map.yaml")
    files.open_new(replace(files._session.design, scenario=scenario), title, begun=True)


def test_a_new_scenario_named_like_its_map_does_not_replace_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    map = own_game(tmp_path) / "map.yaml"
    before, other = map.read_bytes(), tmp_path / "map-scenario.yaml"
    files = opened(tmp_path, map)
    begun_on(files, "Map")
    answers = Answers(monkeypatch, map, other)
    assert files.save()
    assert answers.proposed == ["map-scenario.yaml"] * 2
    assert [text.split("\n")[0] for text in answers.said] == [
        f"{map} is one of the source files and would be lost. Choose another name."]
    assert map.read_bytes() == before
    assert not map.with_name("map.yaml~").exists()
    assert files._session.document.path == other
    design = load(other).design
    assert design is not None
    assert design.map.title == files._session.design.map.title


def test_a_refused_name_can_be_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    map = own_game(tmp_path) / "map.yaml"
    files = opened(tmp_path, map)
    begun_on(files, "Map")
    Answers(monkeypatch, map)
    monkeypatch.setattr(dialogs_module, "ask", lambda *_: "")
    before = map.read_bytes()
    assert not files.save()
    assert map.read_bytes() == before
    assert files._session.unsaved


def test_a_game_saved_over_its_map_is_refused_and_another_name_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    war = own_game(tmp_path) / "war.yaml"
    files = opened(tmp_path, war)
    session = files._session
    # A scenario whose name is the one that a game would get.
    (tmp_path / "war-game.yaml").write_bytes(war.read_bytes())
    before = {p.name: p.read_bytes() for p in tmp_path.glob("*.yaml")}
    (tmp_path / "link.yaml").symlink_to(tmp_path / "rules.yaml")
    answers = Answers(
        monkeypatch, tmp_path / "map.yaml", tmp_path / "link.yaml", war, tmp_path / "war-game-2.yaml")
    file = GameFile(cast(tk.Misc, None), session, files._settings, files.save, lambda _text: None,
                    files.initial_folder)
    play = PlaySession(session.design, {"russian": "human", "allied": "human"}, 7)
    assert file.save(play)
    assert file.path == tmp_path / "war-game-2.yaml"
    assert answers.proposed == ["war-game-2.yaml"] * 4
    assert len(answers.said) == 3
    assert all("is one of the source files" in text for text in answers.said)
    assert {n: (tmp_path / n).read_bytes() for n in before} == before
    assert load(read_record(file.path).scenario_source).design == session.design


def broken_copy(tmp_path: Path) -> Path:
    text = Path(load("hollen").path).read_text(encoding="utf-8")
    assert "\ntitle:" in text
    path = tmp_path / "broken.yaml"
    path.write_text(text.replace("\ntitle:", "\ntitel:", 1).replace("turns: 6", 'turns: "6"', 1),
                    encoding="utf-8")
    return path


@pytest.mark.parametrize("answer", ["fix", ""])
def test_a_file_that_cannot_be_opened_is_fixed_if_the_user_wants_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    """The file is written with its fixes, opened, and kept as it was beside it; or nothing is written."""
    files, path, told = opened(tmp_path), broken_copy(tmp_path), []
    before = path.read_text(encoding="utf-8")

    class Chosen:
        def __init__(self, _parent: object, complaint: str, fixes: Any) -> None:
            told.append((complaint.split(":")[0], [fix.label for _, fix in fixes]))
            self.chosen = [fix for problem, fix in fixes if fix is problem.text_fixes[0]]

        def run(self) -> str:
            return answer

    monkeypatch.setattr(
        "visegrad_editor.editor.documents.load_fixes_dialog.LoadFixesDialog", Chosen)
    loaded = files.read(str(path))
    assert told == [("broken.yaml cannot be opened", [
        "Write `title` for `titel`", "Leave `titel` out", 'Write 6 for "6"'])]
    if answer:
        assert loaded is not None
        assert loaded.problems == load("hollen").problems
        assert Path(f"{path}~").read_text(encoding="utf-8") == before
        assert path.read_text(encoding="utf-8") == Path(load("hollen").path).read_text(encoding="utf-8")
    else:
        assert loaded is None
        assert path.read_text(encoding="utf-8") == before


def test_file_dialogs_begin_where_the_program_was_started(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, work, saved = tmp_path / "home", tmp_path / "work", tmp_path / "saved"
    for folder in (home, work, saved):
        folder.mkdir()
    monkeypatch.setattr(files_module.Path, "home", classmethod(lambda _cls: home))
    files = opened(tmp_path)
    monkeypatch.chdir(work)
    assert files.initial_folder() == str(work)
    # A sample that was opened is no file of the user's.
    bundled_scenario = next(b for b in bundled() if b.kind == "scenario").path
    files._settings.remember(bundled_scenario)
    assert files.initial_folder() == str(work)
    # Neither folders of the program, nor the root, nor one that cannot be written to.
    for folder in (bundled_scenario.parent, Path(files_module.__file__).parent, Path(work.anchor)):
        monkeypatch.chdir(folder)
        assert files.initial_folder() == str(home), folder
    monkeypatch.chdir(work)
    monkeypatch.setattr(files_module.os, "access", lambda *_: False)
    assert files.initial_folder() == str(home)
    monkeypatch.undo()
    monkeypatch.chdir(work)
    # Then where something was saved.
    mountain(files)
    assert files.save_to(saved / "own.yaml")
    assert files.initial_folder() == str(saved)
    assert opened(tmp_path).initial_folder() == str(saved)
