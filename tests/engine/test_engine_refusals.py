"""Refusals of invalid orders, dice and seeds, and of orders after the end of a game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from designs import make, on_to, play, refuse, unit, wing

from visegrad_editor import systems
from visegrad_editor.cli.main import main
from visegrad_editor.engine import Game, IllegalOrderError, Order
from visegrad_editor.engine.orders import NoDiceLeftError, cut
from visegrad_editor.engine.record import RecordError, parse_record
from visegrad_editor.engine.system import Assumption
from visegrad_editor.model.files.load import load
from visegrad_editor.model.scenario import AssetStart
from visegrad_editor.model.start import Start
from visegrad_editor.players.random_player import RandomPlayer

R1 = unit("R1", "russia", "0306")
P1 = unit("P1", "poland", "0305")
FAR = unit("P0", "poland", "0103")
LONG = "9" * 5000


def allocating() -> Game:
    return play(make([R1, P1, FAR], markers=(3, 3)))


def refused(game: Game, order: Any) -> IllegalOrderError:
    """The refusal of an order that is not understood, after checking that `why_not` and `apply` agree and
    that nothing changes."""
    before = game.to_json()
    message = game.why_not(order)
    assert message is not None
    with pytest.raises(IllegalOrderError) as caught:
        game.apply(order)
    assert (caught.value.reason, caught.value.rule) == (message.reason, message.rule)
    assert message.reason.endswith(".")
    assert len(message.reason) < 400
    assert game.to_json() == before
    return message


# -- numbers ----------------------------------------


@pytest.mark.parametrize("word", [LONG, "1" * 10, "٣", "３", "-1", "1.0", "1_0", "x"])
def test_numbers_are_short_and_of_ascii_digits(word: str) -> None:
    game = allocating()
    for order in (f"allocate table {word} track 0", Order("allocate", words=(word, "0"))):
        assert "digits 0 to 9" in refused(game, order).reason
    game.apply("allocate table 03 track 0")
    assert game.orders == (Order("allocate", words=("3", "0")),)


@pytest.mark.parametrize("text", [
    LONG, f"{LONG} x", f"move {LONG} 0306-0307", f"move R1 0306-{LONG}", f"attack {LONG}"])
def test_long_texts_are_shown_cut(text: str) -> None:
    game = on_to(play(make([R1, FAR])), "move", "russian-movement")
    assert "99…" in refused(game, text).reason


@pytest.mark.parametrize("number", [LONG, "٣"])
def test_a_game_file_with_such_a_number_is_refused_in_its_line(
    number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "g.yaml"
    file.write_text("format: 1\nkind: game\nscenario: first-steps\norders: |\n"
                    f"  allocate table {number} track 0\n", encoding="utf-8")
    for words in (["replay", str(file)], ["odds", str(file), "--attack", "2017"]):
        assert main(words) != 0
        err = capsys.readouterr().err
        assert "g.yaml:5: error" in err
        assert "digits 0 to 9" in err
        assert len(err) < 600


@pytest.mark.parametrize("counts", ["٣,٣", "３,0", f"{LONG},0"])
def test_counts_of_markers_are_ascii_digits(counts: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "first-steps", "--attack", "2017", "--cw", counts]) == 2
    assert "The assumption cw takes two numbers" in capsys.readouterr().err


def test_assumptions_of_games_are_options_of_odds(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    usual = systems.system("standard")
    fog = Assumption("fog", "how many hexes lie in fog, 5% of all", "[0-9]", "a digit", "3", "0", "N")
    clash = Assumption("json", "whatever", "[0-9]", "a digit", "3")
    seen: list[object] = []
    made = systems.system("standard").odds_report
    assert made is not None

    def report(*given: object) -> object:
        seen.append(given[-1])
        return made(*given)

    game = replace(usual, title="Fogland", assumptions=(fog, clash), odds_report=report)
    monkeypatch.setattr(systems, "system", lambda name: game if name == "standard" else usual)
    with pytest.raises(SystemExit):
        main(["odds", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "--fog N in Fogland, how many hexes lie in fog, 5% of all" in said
    assert main(["odds", "hollen", "--attack", "0909", "--fog", "x"]) == 2
    assert "The assumption fog takes a digit, for example 3" in capsys.readouterr().err
    main(["odds", "hollen", "--attack", "0909", "--fog", "2"])
    assert seen == [{"fog": "2", "json": ""}]
    assert main(["odds", "hollen", "--attack", "0909", "--fog", "2", "--assume", "fog=1"]) == 2
    assert "fog more than one value" in capsys.readouterr().err


def test_an_option_of_another_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "hollen", "--attack", "0909", "--cw", "2,0"]) == 2
    assert 'know no assumption "cw"' in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--cw", "-1,0"], ["--cw=-1,0"], ["--cw", "-1,-2"]])
def test_negative_counts_of_markers_are_refused_as_such(
        words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "first-steps", "--attack", "2017", *words]) == 2
    said = capsys.readouterr().err
    assert 'neither of them negative, for example 2,0, not "-1,' in said


@pytest.mark.parametrize(("line", "said"), [
    ("orders: 1.5", "`orders` is the number 1.5; expected text or a list."),
    ("dice: 1.5", "`dice` is the number 1.5; expected text or a whole number or a list."),
    (f"seed: {'9' * 40}",
     "`seed` is a number of 40 digits, which is too large; expected a whole number of at most 18 digits."),
    (f"seed: -{'9' * 19}",
     "`seed` is a number of 19 digits, which is too large; expected a whole number of at most 18 digits."),
    (f"seed: {'9' * 40}x", 'expected a whole number.')])
def test_a_value_of_the_wrong_kind_is_told_with_the_kinds_that_are_possible(line: str, said: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse_record(f"format: 1\nkind: game\nscenario: first-steps\n{line}\n", "g.yaml")
    (problem,) = refused.value.problems
    assert problem.line == 4
    assert problem.message.endswith(said)


# -- values that are no orders, dice or seeds ----------------------------------------


@pytest.mark.parametrize("order", [
    None, 5, ("allocate", (), (), ("2", "1")), Order("allocate", words=(2, 1)),  # type: ignore[arg-type]
    Order("allocate", words="21"), Order("allocate", words=["2", "1"]),  # type: ignore[arg-type]
    Order(7), Order(["pass"]), Order("move", units=[["x"]], hexes=("0306",)),  # type: ignore[arg-type]
    Order("move", ("russia/R1",), "0306"), Order("allocate", None, None, None),  # type: ignore[arg-type]
])
def test_values_other_than_orders_are_refused(order: Any) -> None:
    refusal = refused(allocating(), order)
    assert not refusal.rule, "no rule is broken by what is no order"


@pytest.mark.parametrize("dice", [[1.5], [True], "4", "1234", [None], ["4"], [0], [7], {4}, 4, [[4]]])
def test_given_dice_are_rolls(dice: Any) -> None:
    with pytest.raises(ValueError, match=r"six-sided die|list of rolls"):
        Game.from_scenario(make([R1, P1]), dice=dice)


@pytest.mark.parametrize("seed", ["7", 1.5, None, True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="whole number"):
        Game.from_scenario(make([R1, P1]), seed=seed)


# -- the end of the game, the end of the dice ----------------------------------------


def test_after_the_end_why_not_says_what_apply_says() -> None:
    game = on_to(play(make([unit("R1", "russia", "0502"), FAR])), "move", "russian-movement")
    game.apply("move R1 0502-0501")
    assert game.outcome is not None
    for order in ("pass", "move R1 0501-0502", "junk", "", Order("pass"), Order("hop"), None):
        assert str(refused(game, order)) == "The game is over. (rule 4.1)"


def test_why_not_says_that_the_given_dice_are_used_up() -> None:
    game = on_to(play(make([R1, P1, FAR]), 6), "attack", "russian-combat")
    assert game.why_not("attack 0305 with R1") is None
    game.dice.count = 1
    before = game.to_json()
    refusal = game.why_not("attack 0305 with R1")
    assert isinstance(refusal, NoDiceLeftError)
    assert "used up after 1 roll" in refusal.reason
    assert game.to_json() == before


def test_an_order_that_was_asked_about_does_the_same_as_one_that_was_not() -> None:
    design = load("historical").design
    asking, other = (Game.from_scenario(design, seed=4) for _ in range(2))
    player = RandomPlayer(1)
    while asking.outcome is None:
        order = player.choose(asking)
        assert asking.why_not(order) is None
        assert asking.apply(order) == other.apply(order)
    assert len(asking.orders) > 100
    assert asking.to_json() == other.to_json()
    for _ in range(100):
        assert asking.undo() == other.undo()
    assert asking.to_json() == other.to_json()


def test_an_order_that_was_asked_about_takes_the_dice_of_the_moment_when_it_is_given() -> None:
    def rolled(game: Game) -> tuple[int, ...]:
        return next(e.dice for e in game.apply("attack 0305 with R1") if e.dice)

    for now in ((2, 2), (5, 5)):
        game = on_to(play(make([R1, P1, FAR]), 6), "attack", "russian-combat")
        assert game.why_not("attack 0305 with R1") is None
        game.dice.given = now
        assert rolled(game) == (now[0],)
        game.undo()
        game.dice.given = (1, 3)
        assert game.why_not("attack 0305 with R1") is None
        game.dice.count = 1
        assert rolled(game) == (3,)


def test_an_order_that_was_asked_about_is_not_kept_for_another_position() -> None:
    game = on_to(play(make([R1, P1, FAR]), 6), "move", "russian-movement")
    assert game.why_not("pass") is None
    game.apply("move R1 0306-0307")
    game.apply("pass")
    assert game.position().units["russia/R1"].hex == "0307"


# -- which rule ----------------------------------------


def test_a_wrong_entry_is_refused_with_the_rule_of_its_entries() -> None:
    design = load("historical").design
    assert design.scenario is not None
    start = Start(5, "allied-movement", events=("us-entry", "romania-entry"))
    game = Game.from_scenario(replace(design, scenario=replace(design.scenario, start=start)), seed=1)
    while game.step == "place":
        game.apply(game.legal_orders()[0])
    roman = next(u.key for u in design.scenario.units if u.nationality == "romania")
    for name, rule in (("US 1st Armored", "12.0"), (roman, "12.1"), ("poland/21st Rifles", "3.0")):
        assert refuse(game, f"enter {name} 1115").rule == rule, name


def test_air_units_do_not_move_nor_ground_units_fly() -> None:
    units = [R1, P1, FAR, wing("1st CAS", "russia"), wing("2nd CAS", "poland")]
    game = on_to(play(make(units)), "interdict", "allied-interdiction")
    assert refuse(game, "interdict 0306 with P1").rule == "13.0"
    on_to(game, "move", "russian-movement")
    for order in ("move 1st CAS 0306-0307", "enter 1st CAS 0306"):
        assert refuse(game, order).rule == "13.0"


# -- attacks that cannot be, scenarios that cannot begin ----------------------------------------


@pytest.mark.parametrize(("order", "message"), [
    (Order("pass"), "attack"), (Order("attack"), "attack"), (Order("attack", ("russia/R1",)), "attack"),
    (Order("attack", (), ("0305",)), "attack"),
    (Order("attack", ("russia/R2", "russia/R1"), ("0305",)), "R2 is not next to 0305"),
    (Order("attack", ("russia/R1", "russia/R1"), ("0305",)), "once"),
    (Order("attack", ("russia/R1",), ("0307",)), "No enemy"),
    (Order("attack", ("poland/P0",), ("0305",)), "No enemy"),
    (Order("attack", ("russia/1st CAS",), ("0305",)), "air unit"),
    (Order("attack", ("russia/nobody",), ("0305",)), "no unit"),
    (Order("attack", ("russia/R1",), ("9999",)), "no hex"),
    ("attack 0305 with R1", "Order"),
])
def test_only_a_possible_attack_is_previewed(order: Any, message: str) -> None:
    units = [R1, unit("R2", "russia", "0608"), P1, FAR, wing("1st CAS", "russia")]
    game = on_to(play(make(units)), "attack", "russian-combat")
    with pytest.raises(IllegalOrderError, match=message):
        game.preview(order)
    assert game.preview(Order("attack", ("russia/R1",), ("0305",))).percent == 100


def markers(asset: AssetStart, boxes: dict[str, int]) -> AssetStart:
    """The asset; if it is markers, seven of them, with so many in boxes."""
    return replace(asset, number=7, boxes=tuple(boxes.items())) if asset.id.startswith("cyber-war") else asset


@pytest.mark.parametrize(("start", "assets", "message"), [
    (Start(99), {}, "turn 99"), (Start(-5), {}, "turn -5"), (Start(0, "russian-movement"), {}, "turn 0"),
    (Start(2, "russian-replacement", steps=-1), {}, "-1 replacement steps"),
    (Start(2, "russian-replacement", assets=(("air-points-russian", -3),)), {}, "-3 air points"),
    (Start(2, "russian-movement"), {"table": 5, "spent": 5}, "markers"),
    (Start(2), {"table": 7}, "3.2"), (Start(2), {"table": -1}, "markers"),
    (None, {"spent": -1}, "markers"),
])
def test_an_impossible_scenario_is_not_started(
    start: Start | None, assets: dict[str, int], message: str
) -> None:
    design = make([R1, P1, FAR])
    assert design.scenario is not None
    changed = tuple(markers(a, assets) for a in design.scenario.assets)
    scenario = replace(design.scenario, start=start, assets=changed)
    with pytest.raises(ValueError, match=message):
        Game.from_scenario(replace(design, scenario=scenario))


@pytest.mark.parametrize(("length", "shown"), [(79, 79), (80, 80), (81, 80), (500, 80)])
def test_a_text_of_up_to_eighty_letters_is_shown_whole(length: int, shown: int) -> None:
    text = "x" * length
    assert len(cut(text)) == shown
    assert cut(text) == (text if length <= 80 else "x" * 79 + "…")
