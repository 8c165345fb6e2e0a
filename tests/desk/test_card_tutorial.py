"""The tutorial for cards: its card has no error, and its orders do what it says."""

from __future__ import annotations

import re
from pathlib import Path

from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.card_review import review
from visegrad_editor.desk.ground import ground_of
from visegrad_editor.desk.log import CardLog
from visegrad_editor.engine.dice import Dice
from visegrad_editor.model.problems import has_errors

PAGE = (Path(__file__).parents[2] / "docs" / "card-tutorial.md").read_text(encoding="utf-8")


def test_the_card_and_the_orders_of_the_tutorial(tmp_path: Path) -> None:
    [text] = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "hay-barn.yaml"
    path.write_text(text, encoding="utf-8")
    loaded = load_card(str(path))
    assert loaded.card is not None
    assert not has_errors(review(loaded).problems)
    assert [p for p in review(loaded).problems if p.severity == "warning"] == []
    log = CardLog(loaded.card, Dice(5), ground_of(loaded.card, tmp_path))
    orders = re.findall(r"^    ([a-z].*)$", PAGE.replace(text, ""), re.MULTILINE)
    assert len(orders) > 45
    said = [" ".join(event.text for event in log.apply(order)) for order in orders]
    assert (log.books.turn, log.books.phase, log.books.half) == (3, "rally", "first")
    told = dict(zip(orders, said, strict=True))
    assert "C goes astray" in told["stray unit=C class=normal dice=6-5"]
    assert "It is down safely" in told["glider-crash dice=2"]
    assert "It is down and damaged" in told["glider-crash dice=6"]
    assert "901K4 open" in told["glider-place hex=901K3"]
    assert "building Chapel" in told["control-unit unit=D at=901M4 side=british size=squad"]
    assert log.books.points is not None
    assert log.books.points.casualty_points("british") == 2
    held = [due for due in log.books.due if due.must]
    assert held == []
