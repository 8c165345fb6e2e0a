"""What is easily skipped in combat, retreat and advance."""

from __future__ import annotations

import pytest
from corner_positions import P1, R1
from designs import make, on_to, play, refuse, unit, where

from visegrad_editor.engine import Game

# -- 11: combat ------------------------------------------------------------------------------------------


def fought(result: str, *units: object, attackers: str = "R1", **more: object) -> Game:
    game = on_to(play(make(units, result=result, **more), *[1] * 9), "attack", "russian-combat")  # type: ignore[arg-type]
    game.apply(f"attack 0305 with {attackers}")
    return game


@pytest.mark.rule("11.0 AD", "11.0 AT", "11.1")
@pytest.mark.parametrize("result", ["AD", "AP", "AW"])
def test_attackers_that_cannot_retreat_are_destroyed(result: str) -> None:
    ring = [unit("P2", "poland", "0308"), unit("P3", "poland", "0107"), unit("P4", "poland", "0507")]
    game = fought(result, R1, P1, *ring)
    assert where(game, "russia/R1") == "eliminated"
    assert game.step != "retreat"


@pytest.mark.rule("11.0 MA")
def test_all_defenders_do_the_same_under_ma() -> None:
    pair = [P1, unit("P2", "poland", "0305", reduced=True)]
    game = fought("MA", R1, *pair)
    game.apply("choose loss")
    assert game.position().units["poland/P1"].reduced
    assert (where(game, "poland/P1"), where(game, "poland/P2")) == ("0305", "eliminated")
    assert game.step != "advance"
    game = fought("MA", R1, *pair)
    game.apply("choose retreat")
    assert (game.step, game.side) == ("retreat", "allied")
    game.apply("retreat P1 0304")
    game.apply("retreat P2 0404")
    assert not game.position().units["poland/P1"].reduced
    assert (game.step, game.side) == ("advance", "russian")


@pytest.mark.rule("11.0 MA", "11.1", "11.2")
def test_who_chose_to_retreat_and_could_not_has_left_the_hex_to_the_attacker() -> None:
    ring = [unit("R2", "russia", "0303"), unit("R3", "russia", "0504"), unit("R4", "russia", "0104")]
    game = fought("MA", R1, P1, *ring)
    game.apply("choose retreat")
    assert where(game, "poland/P1") == "eliminated"
    assert game.step == "advance"


@pytest.mark.rule("11.0 DD", "2.7")
def test_dd_destroys_the_reduced_and_drives_the_rest_away() -> None:
    game = fought("DD", R1, P1, unit("P2", "poland", "0305", reduced=True))
    assert where(game, "poland/P2") == "eliminated"
    assert {o.units for o in game.legal_orders()} == {("poland/P1",)}
    game.apply("retreat P1 0304")
    assert game.position().units["poland/P1"].reduced
    assert game.step == "advance"


@pytest.mark.rule("11.0 BB")
def test_half_of_three_defenders_are_two_in_a_bloodbath() -> None:
    three = [unit(f"P{n}", "poland", "0305") for n in (1, 2, 3)]
    game = fought("BB", R1, *three)
    # The only attacker is half or more of one.
    assert where(game, "russia/R1") == "eliminated"
    assert (game.step, game.side) == ("lose", "allied")
    assert "choose 2" in refuse(game, "lose P1").reason
    game.apply("lose P1, P3")
    game.apply("retreat P2 0304")
    assert where(game, "poland/P2") == "0304"


@pytest.mark.rule("11.0 DW", "11.1")
def test_the_attacker_may_drive_defenders_apart_but_only_where_they_may_go() -> None:
    pair = [P1, unit("P2", "poland", "0305")]
    game = fought("DW", R1, *pair)
    assert game.side == "russian"
    assert refuse(game, "retreat P1 0205").rule == "11.1"
    assert refuse(game, "retreat R1 0307").rule == "11.1"
    game.apply("retreat P1 0404")
    game.apply("retreat P2 0204")
    assert game.step != "advance"


@pytest.mark.rule("11.0 step 7", "11.0")
def test_who_stood_his_ground_is_not_attacked_again_nor_does_the_attacker_attack() -> None:
    units = [R1, unit("R2", "russia", "0306"), unit("R3", "russia", "0304"), P1, unit("P2", "poland", "0406")]
    game = fought("MA", *units)
    game.apply("choose loss")
    assert "attacked already" in refuse(game, "attack 0305 with R3").reason
    assert "attacked already" in refuse(game, "attack 0406 with R1").reason
    game.apply("attack 0406 with R2")
    assert game.step == "choose"
    # In the next turn all of it is possible again.
    game.apply("choose loss")
    on_to(game, "attack", "russian-combat")
    assert game.turn == 2
    game.apply("attack 0305 with R1, R3")


@pytest.mark.rule("11.2")
def test_nobody_advances_across_a_hexside_he_could_not_cross() -> None:
    game = fought("OR", R1, P1, walls="0305/0306")
    assert where(game, "poland/P1") == "eliminated"
    assert game.step != "advance"
