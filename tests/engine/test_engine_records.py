"""Game files: written, read, replayed, and refused if they do not match."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from designs import make, play, unit, where
from full_games import P1, R1, finished, full_game
from own_files import own_game

from visegrad_editor.engine import Game, events_json
from visegrad_editor.engine.record import (
    RecordError,
    TurnMark,
    changed_by_hand,
    is_game_file,
    other_design,
    parse_record,
    read_record,
    record_of,
    record_text,
    replay,
    write_record,
)
from visegrad_editor.model.files.atomic import SourceLostError
from visegrad_editor.model.fingerprint import play_mark


def test_a_record_reads_back_and_replays(tmp_path: Path):
    game = finished()
    record = record_of(game, players=(("russian", "random"), ("allied", "random")))
    write_record(record, tmp_path / "g.yaml")
    back = read_record(tmp_path / "g.yaml")
    assert [o.text for o in back.orders] == [o.text for o in record.orders]
    assert [o.heading for o in back.orders] == [o.heading for o in record.orders]
    assert (back.seed, back.players, back.outcome, back.fingerprint) == (
        record.seed, record.players, record.outcome, record.fingerprint)
    assert record_text(back) == record_text(record)
    assert events_json(replay(game.design, back).events) == events_json(game.events)
    assert len(replay(game.design, back, to=7).orders) == 7


HAND = """\
format: 1
kind: game
scenario: test
dice: "6 6"
orders: |
  # Turn 1
  pass   # nobody moves

  attack 0305 with R1
  retreat P1 0304
"""


def test_a_game_file_is_easily_written_by_hand():
    game = replay(make([R1, P1]), parse_record(HAND))
    assert where(game, "poland/P1") == "0304"
    listed = HAND.replace("orders: |", "orders:").replace("  pass", "- pass").replace("  attack", "- attack")
    listed = listed.replace("  retreat", "- retreat").replace("  # Turn 1\n", "")
    assert len(replay(make([R1, P1]), parse_record(listed)).orders) == 3


def test_a_game_file_of_endless_orders_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("visegrad_editor.engine.record.MOST_ORDERS", 3)
    assert len(parse_record(HAND).orders) == 3
    with pytest.raises(RecordError) as bad:
        parse_record(HAND.replace("  pass", "  pass\n  pass", 1), "g.yaml")
    assert [(p.code, p.line > 8) for p in bad.value.problems] == [("orders", True)]
    assert "A game file may have at most 3 orders, and these are more." in str(bad.value)


def problem(text: str, design=None):
    with pytest.raises(RecordError) as bad:
        replay(design or make([R1, P1]), parse_record(text, "g.yaml"))
    return bad.value.problems[0]


def test_an_illegal_order_is_named_with_line_order_and_rule():
    found = problem(HAND.replace("retreat P1 0304", "retreat P1 0405"))
    assert (found.line, found.rule) == (10, "11.1")
    assert found.message.startswith("Order 3, `retreat P1 0405`: ")
    assert problem(HAND.replace("attack 0305", "atack 0305")).line == 9
    assert problem(HAND.replace('"6 6"', '""')).code == "dice"


def test_a_changed_design_is_noticed():
    record = record_of(finished())
    text = record_text(record)
    found = problem(text)
    assert found.code == "other-design"
    assert "has changed since" in found.message
    at_start = other_design(make([R1, P1]), record)
    assert at_start is not None
    assert at_start.severity == "warning"
    assert at_start.message == found.message
    assert other_design(finished().design, record) is None
    design = make([R1, P1])
    painted = replace(design, ruleset=replace(design.ruleset, title="Other", notes="Other"))
    assert play_mark(painted) == play_mark(design)
    assert play_mark(make([R1, P1], rivers="0305/0306")) != play_mark(design)


def test_the_first_order_that_a_changed_design_no_longer_allows_is_named():
    design = make([R1, P1])
    played = replay(design, parse_record(HAND))
    text = record_text(record_of(played))
    river = make([R1, P1], rivers="0305/0306")
    still = problem(text, river)
    assert still.message.endswith("All its 3 orders are still possible.")
    moved = make([R1, unit("P1", "poland", "0308")])
    found = problem(text, moved)
    assert found.severity == "error"
    assert found.line == text.split("\n").index("  attack 0305 with R1") + 1
    assert "no longer possible is in turn 1: order 2, `attack 0305 with R1`: " in found.message
    with pytest.raises(RecordError) as bad:
        replay(moved, parse_record(text), any_design=True)
    assert bad.value.game is not None
    assert len(bad.value.game.orders) == 1
    ended = text + "outcome: {winner: allied, rule: '4.0', reason: Because.}\n"
    assert problem(ended, river).message.endswith("still possible, but the game ends in another way.")
    assert len(replay(river, parse_record(ended), any_design=True).orders) == 3
    assert problem(ended, design).code == "other-outcome"


def test_a_changed_outcome_is_noticed():
    text = record_text(record_of(finished()))
    start = text.index("outcome:")
    changed = text[:start] + "outcome: {winner: allied, rule: '9.9', reason: Because.}\ncomplete: true\n"
    assert problem(changed, finished().design).code == "other-outcome"


def test_what_differs_in_a_changed_outcome_is_named_with_its_line():
    game = finished()
    assert game.outcome is not None
    text = record_text(record_of(game))
    sides = {s.id: s.name for s in game.design.ruleset.sides}
    won = game.outcome.winner
    other = next(s for s in sides if s != won)
    found = problem(text.replace(f"  winner: {won}", f"  winner: {other}"), game.design)
    assert found.message == (
        "The outcome in the game file is not that of its orders. Winner in the file: "
        f"{sides[other]} ({other}); played again: {sides[won]} ({won}).")
    assert found.line == text.split("\n").index("outcome:") + 1
    start = text.index("outcome:")
    rule = problem(text[:start] + f"outcome: {{winner: {won}, rule: '9.9', reason: Because.}}\n"
                   "complete: true\n", game.design)
    assert f"Rule in the file: 9.9; played again: {game.outcome.rule}." in rule.message
    assert f"Reason in the file: Because.; played again: {game.outcome.reason}" in rule.message
    assert "Winner" not in rule.message


@pytest.mark.parametrize(("text", "code"), [
    ("kind: map\nformat: 1\n", "not-a-game"), ("- 1\n", "not-a-game"), ("kind: game\nformat: 1\n",
                                                                        "missing-key"),
    ("kind: game\nformat: 1\nscenario: x\norder: |\n  pass\n", "unknown-key"), ("a: [", "broken-yaml"),
    ("kind: game\nformat: 2\nscenario: x\n", None), ("kind: game\nformat: 1\nscenario: x\ndice: '1 2 0'\n",
                                                     "dice"),
    ("kind: game\nformat: 1\nscenario: x\noutcome: {winner: 1}\n", None), ("", "empty"), ("a: \x00",
                                                                                          "binary"),
])
def test_broken_game_files_are_refused_with_a_message(text, code):
    with pytest.raises(RecordError) as bad:
        parse_record(text, "g.yaml")
    found = bad.value.problems[0]
    assert found.severity == "error"
    assert code is None or found.code == code


def test_a_scenario_named_by_a_path_is_written_relative_to_the_game(tmp_path: Path):
    (tmp_path / "scenarios").mkdir()
    record = replace(record_of(play(make([R1, P1]))), scenario=str(tmp_path / "scenarios" / "own.yaml"))
    write_record(record, tmp_path / "g.yaml")
    back = read_record(tmp_path / "g.yaml")
    assert back.scenario == "scenarios/own.yaml"
    assert Path(back.scenario_source) == tmp_path / "scenarios" / "own.yaml"
    assert replace(back, scenario="historical").scenario_source == "historical"


def test_no_file_no_record(tmp_path: Path):
    with pytest.raises(RecordError, match="no such file"):
        read_record(tmp_path / "none.yaml")


# -- marks of turns -----------------------------------------------------------------------------------


def _turns(record):
    """The numbers of the orders of each turn, from 0."""
    ends = [m.orders for m in record.marks]
    return {m.turn: range(before, m.orders) for before, m in zip(ends, record.marks[1:], strict=False)}


def test_each_change_of_an_order_is_reported_with_its_turn_and_line():
    record = record_of(full_game_played())
    assert changed_by_hand(record) is None
    turns = _turns(record)
    assert list(turns) == [0, 1, 2, 3]
    lines = record_text(record).split("\n")
    read = parse_record("\n".join(lines), "g.yaml")
    assert changed_by_hand(read) is None
    for turn, numbers in turns.items():
        for number in (numbers[0], numbers[len(numbers) // 2], numbers[-1]):
            at = read.orders[number].line - 1
            for changed in (
                [*lines[:at], *lines[at + 1:]],
                [*lines[:at], "  move Nobody 0101-0102", *lines[at:]],
                [*lines[:at], "  move Nobody 0101-0102", *lines[at + 1:]],
            ):
                found = changed_by_hand(parse_record("\n".join(changed), "g.yaml"))
                assert found is not None
                assert (found.severity, found.code, found.file) == ("warning", "changed-by-hand", "g.yaml")
                what = f"Turn {turn}" if turn else "The set-up"
                assert found.message.startswith(f"{what} is the first part of this game that was changed")
                first = parse_record("\n".join(changed)).orders[numbers[0]]
                assert found.line == first.line
                assert f"begins with order {numbers[0] + 1}, `{first.text}`" in found.message


def full_game_played():
    game = full_game(1)
    chance = random.Random(1)
    while game.outcome is None:
        game.apply(game.any_order(chance.random))
    return game


def _named(turn: int) -> str:
    return f"Turn {turn}" if turn else "The set-up"


def _game_with_dice(spare: int = 0):
    """A finished game whose rolls were given, and the number of its turn for each of them."""
    seeded = full_game_played()
    rolls = [seeded.dice.peek(k) for k in range(seeded.dice.count + spare)]
    game = Game.from_scenario(seeded.design, 0, rolls)
    turns: list[int] = []
    for mark in seeded.order_marks:
        turns += [mark.turn] * (game.dice.count - len(turns))
        before = game.dice.count
        game.apply(mark.order)
        turns += [mark.turn] * (game.dice.count - before)
    assert len(turns) == game.dice.count == len(rolls) - spare
    return game, turns


def test_a_changed_die_names_the_turn_in_which_it_is_rolled():
    game, turns = _game_with_dice()
    record = parse_record(record_text(record_of(game)), "g.yaml")
    assert changed_by_hand(record) is None
    assert record.dice is not None
    assert len(set(turns)) > 2
    for at in {turns.index(turn) for turn in turns} | {len(turns) - 1}:
        changed = list(record.dice)
        changed[at] = changed[at] % 6 + 1
        found = changed_by_hand(replace(record, dice=tuple(changed)))
        assert found is not None
        assert found.message.startswith(f"{_named(turns[at])} is the first part of this game that was")
        assert found.message.endswith(f", and with roll {turns.index(turns[at]) + 1} of its dice.")
        assert found.line == record.orders[_turns(record)[turns[at]][0]].line


def test_dice_left_out_added_or_not_used_yet_are_reported():
    game, turns = _game_with_dice(spare=2)
    record = record_of(game)
    assert changed_by_hand(record) is None
    assert record.dice is not None

    def says(dice: tuple[int, ...] | None) -> str:
        found = changed_by_hand(replace(record, dice=dice))
        return found.message if found else ""

    rolls, used = record.dice, len(turns)
    assert "do not use yet" in says((*rolls[:-1], rolls[-1] % 6 + 1))
    assert f"with roll {used + 1}." in says(rolls[:-1])
    assert says((*rolls, 1)).startswith("Dice were added by hand at the end of the list")
    assert f"with roll {used + 3}." in says((*rolls, 1))
    assert says(rolls[1:]).startswith(f"{_named(turns[0])} is the first")
    assert says(rolls[:used - 1]).startswith(f"{_named(turns[-1])} is the first")
    assert says(None).startswith("The seed of this game was changed by hand")


def test_marks_of_early_versions_cover_all_dice_and_are_read():
    record = replace(record_of(play(make([R1, P1]), 6, 6)), marks=(
        TurnMark(0, 0, "fc43-ca2c-d7ed"),))
    early = parse_record(record_text(record))
    assert early.marks == record.marks
    assert changed_by_hand(early) is None
    found = changed_by_hand(replace(early, dice=(6, 5)))
    assert found is not None
    assert found.message.endswith("or a mark was. Its marks do not tell in which turn.")


@pytest.mark.parametrize(("before", "after", "says", "line"), [
    ("seed: 0", "seed: 1", "The seed of this game was changed by hand", 7),
    ("seed: 0", 'dice: "1 2 3"', "The list of dice of this game was changed by hand", 7),
    ("  pass\nmarks", "  pass\n  pass\nmarks", "Orders were added by hand at the end", 11),
    ("  pass\nmarks", "marks", "Turn 1 is the first part of this game", 0),
])
def test_changed_dice_and_orders_added_or_removed_at_the_end_are_reported(
    before: str, after: str, says: str, line: int
) -> None:
    game = Game.from_scenario(make([R1, P1]), seed=0)
    game.apply("pass")
    text = record_text(record_of(game))
    assert changed_by_hand(parse_record(text)) is None
    assert before in text
    found = changed_by_hand(parse_record(text.replace(before, after, 1).replace("orders: |\nmarks", "marks")))
    assert found is not None
    assert says in found.message
    assert found.line == line


def test_comments_headings_and_spaces_may_be_changed():
    text = record_text(record_of(finished()))
    lines = [f"{line}   # why" if line.startswith("  pass") else line for line in text.split("\n")
             if not line.startswith("  #")]
    assert "\n".join(lines) != text
    assert changed_by_hand(parse_record("\n".join(lines))) is None


def test_games_without_marks_are_read_without_a_warning():
    record = record_of(finished())
    text = record_text(record)
    old = uncounted(text[:text.index("marks:")])
    assert changed_by_hand(parse_record(old)) is None
    assert uncounted(record_text(parse_record(old))) == old
    # Written games differ from those of before by the marks, the number of orders and the last line alone.
    assert uncounted(record_text(replace(record, marks=()))) == old


def uncounted(text: str) -> str:
    """The text of a game file as earlier versions of the program wrote it."""
    return re.sub(r"^(order_count: \d+|complete: true)\n", "", text, flags=re.MULTILINE)


def test_each_beginning_of_a_game_file_is_told_from_the_whole() -> None:
    text = record_text(record_of(finished()))
    whole = parse_record(text)
    assert len(whole.orders) > 5
    assert text.endswith("\ncomplete: true\n")
    for end in range(1, len(text) - 1, 7):
        with pytest.raises(RecordError):
            parse_record(text[:end])
    start = text[:text.index("  pass", text.index("orders: |"))] + "  pass\n"
    there = start.count("\n", start.index("orders: |")) - 1 - start.count("  #")
    found = problem(start, finished().design)
    assert (found.code, found.line) == ("cut-off", 4)
    assert found.message.startswith(
        f"This is only the beginning of a game file: it has {there} of {len(whole.orders)} orders, and not "
        "the line `complete: true` at its end.")
    # A file of earlier versions cannot tell.
    assert len(parse_record(uncounted(start)).orders) == there


def test_a_number_of_orders_that_is_not_theirs_is_told_where_no_marks_tell_it() -> None:
    text = re.sub(r"marks:\n(  - .*\n)+", "", record_text(record_of(finished())))
    assert changed_by_hand(parse_record(text)) is None
    orders = len(parse_record(text).orders)
    for count, word in ((orders + 1, "removed"), (orders - 1, "added")):
        found = changed_by_hand(parse_record(text.replace(f"order_count: {orders}", f"order_count: {count}")))
        assert found is not None
        assert f"has {orders} orders, and `order_count` says {count}: orders were {word}" in found.message
        assert found.line > 0


@pytest.mark.parametrize("marks", ["[{turn: 1, orders: 9999, mark: x}]", "[{turn: 1, orders: 0, mark: x}]",
                                   "[{turn: 1, orders: 2, mark: x}, {turn: 2, orders: 1, mark: x}]"])
def test_impossible_marks_are_reported(marks: str):
    text = record_text(record_of(finished()))
    changed = f"{text[:text.index('marks:')]}marks: {marks}\ncomplete: true\n"
    assert changed_by_hand(parse_record(changed)) is not None
    with pytest.raises(RecordError, match="mark"):
        parse_record(f"{text[:text.index('marks:')]}marks: [1]\n")


# -- long files ---------------------------------------------------------------------------------------


def test_a_comment_begins_after_two_spaces_and_a_hash():
    text = ("orders: |\n  pass\n  move A 1-2  # on\n  move A#1 1-2 # on\n    # first\n  #\n  ## second  \n"
            "  pass#\n")
    record = parse_record(f"format: 1\nkind: game\nscenario: x\n{text}")
    assert [(o.text, o.heading) for o in record.orders] == [
        ("pass", ""), ("move A 1-2", ""), ("move A#1 1-2 # on", ""), ("pass#", "first\nsecond")]
    listed = parse_record(
        'format: 1\nkind: game\nscenario: x\norders: ["pass  # x", "a\\nb  # x", "a  # x\\nb"]\n')
    assert [o.text for o in listed.orders] == ["pass", "a\nb", "a  # x\nb"]


def test_what_was_not_read_from_a_file_has_no_line():
    record = record_of(finished())
    assert (record.scenario_line, record.dice_line, record.file, record.folder) == (0, 0, "", None)
    assert {order.line for order in record.orders} == {0}
    read = parse_record(HAND, "g.yaml")
    assert (read.scenario_line, read.dice_line) == (3, 4)
    assert [order.line for order in read.orders] == [7, 9, 10]
    seeded = parse_record(HAND.replace('dice: "6 6"', "seed: 3"))
    assert (seeded.dice_line, seeded.seed, seeded.dice) == (4, 3, None)


@pytest.mark.parametrize("count", [0, 1, 39, 40, 41, 80, 81, 200])
def test_rolls_of_real_dice_are_written_forty_to_a_line(count: int):
    rolls = tuple(1 + i % 6 for i in range(count))
    text = record_text(replace(record_of(finished()), dice=rolls, outcome=None, marks=()))
    assert parse_record(text).dice == rolls
    lines = text[text.index("dice:"):text.index("orders:")].splitlines()
    if count <= 40:
        assert lines[0] == f'dice: "{" ".join(map(str, rolls))}"'
    else:
        assert lines[0] == "dice: >-"
        assert [len(line.split()) for line in lines[1:] if line.startswith("  ")] == [
            min(40, count - i) for i in range(0, count, 40)]


@pytest.mark.parametrize(("line", "order"), [
    ("pass", "pass"), ("pass  # nobody", "pass"), ("pass # nobody", "pass # nobody"),
    ("pass\t\t# nobody", "pass"), ("pass #a  #b", "pass #a"), ("a  #", "a"), ("x#  #y", "x#")])
def test_a_remark_behind_an_order_stands_behind_two_blanks(line: str, order: str):
    (found,) = parse_record(f"format: 1\nkind: game\nscenario: t\norders: |\n  {line}\n").orders
    assert found.text == order
    (listed,) = parse_record(f"format: 1\nkind: game\nscenario: t\norders: ['{line}']\n").orders
    assert listed.text == order


def test_a_mark_is_twelve_hexadecimal_digits():
    record = record_of(finished())
    assert len(record.marks) > 2
    for mark in record.marks:
        assert re.fullmatch(r"[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}", mark.mark)
    assert len({mark.mark for mark in record.marks}) == len(record.marks)


def test_playing_again_tells_how_far_it_is_and_can_be_stopped():
    game = finished()
    record = record_of(game)
    heard: list[tuple[float, str]] = []

    def progress(share: float, words: str) -> bool:
        heard.append((share, words))
        return len(heard) < 3

    stopped = replay(game.design, record, progress=progress)
    count = len(record.orders)
    assert heard == [(n / count, f"Order {n} of {count}") for n in (1, 2, 3)]
    assert len(stopped.orders) == 3, "and its end is not compared with the one recorded"


@pytest.mark.parametrize(("text", "game"), [
    ("kind: game\n", True), ("format: 1\nkind: 'game'\n", True), ('kind:   "game"\n', True),
    ("kind: gamer\n", False), ("kind: map\n", False), (" kind: game\n", False), ("", False),
    ("#" * 5000 + "\nkind: game\n", False)])
def test_a_game_file_is_known_by_its_first_lines(text: str, game: bool, tmp_path: Path):
    path = tmp_path / "g.yaml"
    path.write_text(text, encoding="utf-8")
    assert is_game_file(path) is game
    assert not is_game_file(tmp_path / "missing.yaml")


def test_a_game_of_a_map_alone_and_one_with_seed_and_dice_are_refused():
    record = parse_record(HAND)
    with pytest.raises(RecordError) as bad:
        replay(replace(make([R1, P1]), scenario=None), record)
    assert bad.value.problems[0].code == "no-game"
    assert bad.value.game is None
    with pytest.raises(RecordError) as bad:
        parse_record(HAND.replace('dice: "6 6"', 'seed: 3\ndice: "6 6"'), "g.yaml")
    found = bad.value.problems[0]
    assert (found.code, found.line, found.file) == ("dice", 5, "g.yaml")
    assert "either a `seed` or `dice`" in found.message


@pytest.mark.parametrize(("dice", "said"), [
    ("66", "Put spaces between the rolls: 6 6."), ("1234561", "Put spaces between the rolls: 1 2 3 4 5 6 …."),
    ("7", "7 is not a roll of a six-sided die."), ("1 0", "'0' is not a roll"), ("101", "is not a roll")])
def test_rolls_without_spaces_are_reported(dice: str, said: str):
    with pytest.raises(RecordError) as bad:
        replay(make([R1, P1]), parse_record(HAND.replace('"6 6"', f'"{dice}"')), any_design=True)
    assert said in bad.value.problems[0].message
    assert ("Put blanks" in bad.value.problems[0].message) == ("Put blanks" in said)


@pytest.mark.parametrize("target", ["free.yaml", "war.yaml", "map.yaml", "rules.yaml", "link.yaml"])
def test_a_game_is_not_written_over_a_file_of_its_scenario(tmp_path: Path, target: str):
    own_game(tmp_path)
    (tmp_path / "link.yaml").symlink_to(tmp_path / "map.yaml")
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    record = replace(record_of(finished()), scenario=str(tmp_path / "free.yaml"))
    with pytest.raises(SourceLostError, match=f"{target} is one of the source files"):
        write_record(record, tmp_path / target)
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before


def test_a_broken_scenario_is_not_overwritten_by_its_game_either(tmp_path: Path):
    (tmp_path / "war.yaml").write_text("kind: scenario\n  - [", "utf-8")
    record = replace(record_of(finished()), scenario=str(tmp_path / "war.yaml"))
    with pytest.raises(SourceLostError, match="Choose another name"):
        write_record(record, tmp_path / "war.yaml")


def test_the_backup_of_a_game_is_not_put_over_its_scenario(tmp_path: Path):
    own_game(tmp_path)
    (tmp_path / "war.yaml").rename(tmp_path / "game.yaml~")
    record = replace(record_of(finished()), scenario="./game.yaml~", folder=tmp_path)
    write_record(record, tmp_path / "game.yaml")
    with pytest.raises(SourceLostError, match="backup"):
        write_record(record, tmp_path / "game.yaml")


def test_a_game_may_replace_a_game_and_a_foreign_file(tmp_path: Path):
    own_game(tmp_path)
    (tmp_path / "notes.yaml").write_text("notes", "utf-8")
    record = replace(record_of(finished()), scenario=str(tmp_path / "war.yaml"))
    for name in ("notes.yaml", "notes.yaml"):
        write_record(record, tmp_path / name)
    assert (tmp_path / "notes.yaml~").read_text("utf-8") == (tmp_path / "notes.yaml").read_text("utf-8")
