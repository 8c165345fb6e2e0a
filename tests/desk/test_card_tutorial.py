"""The tutorial for cards: its card has no error, and its orders do what it says."""

from __future__ import annotations

import re
from pathlib import Path

from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.card_review import review
from visegrad_editor.desk.ground import ground_of
from visegrad_editor.desk.hexes import distance
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
    assert "901L5 open" in told["glider-place hex=901L4"]
    assert "6 cloaks, c1 to c6" in told["night-allotment"]
    assert loaded.card.groups[1].cloaks == 6
    everything = len(loaded.card.layout.names_by_place)
    assert f"The German side controls {everything} hexes" in told["control-start"]
    for n in (1, 2):
        assert "11 of 29 portage points" in told[f"glider-load glider=sailplanes-{n} other=11"]
    assert "building Chapel" in told["control-unit unit=D at=901M4 side=british size=squad"]
    assert log.books.points is not None
    assert log.books.points.casualty_points("british") == 2
    # What is told can be done: a cloak has 6 MF, and one more on a road; a squad advances into the next hex.
    layout, name = loaded.card.layout, loaded.card.layout.place
    entry = layout.edge("901GG")
    assert [a["at"] for a in map(_inputs, orders) if a.get("unit") == "B" and "at" in a] == ["901AA4"]
    assert min(distance(name("901AA4"), one) for one in entry) + 1 <= 7
    assert distance(name("901L4"), name("901M4")) == 1
    houses = [b.places for b in log.ground.buildings if b.id in ("inn", "chapel", "school")]
    assert len(houses) == 3
    # Four more player turns at 4 MF each bring those on foot into every house.
    assert max(min(distance(name("901AA4"), one) for one in places) for places in houses) <= 16
    held = [due for due in log.books.due if due.must]
    assert held == []


def _inputs(order: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in order.split()[1:] if "=" in word)
