"""What is special to nations (A25), by date, special rule, opponent and reading."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from desk_logs import bundled
from items import some

from visegrad_editor.desk.card import Card, CardRule, Date, Force
from visegrad_editor.desk.kinds import read_kind
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.nations import CHANGES, TOPICS, month_words, months, nations
from visegrad_editor.desk.procedures.procedure import DeskEvent
from visegrad_editor.desk.special_rules import SpecialRules
from visegrad_editor.engine import Dice, IllegalOrderError

ALL_CLASSES = {"elite", "first", "second", "green", "conscript", ""}


def card(*kinds: str, against: str = "russian/4-4-7", date: str = "1943-06",
         rules: dict[str, Any] | None = None, **changes: Any) -> Card:
    """A card whose german side has counters of some kinds (`kind=class` gives a class)."""
    loaded = bundled("lantern-hill")
    year, month = map(int, date.split("-"))

    def forces(names: tuple[str, ...]) -> tuple[Force, ...]:
        parts = [name.partition("=") for name in names]
        return tuple(Force(1, kind, unit_class=unit_class) for kind, _, unit_class in parts)

    groups = tuple(replace(g, forces=forces(kinds if g.side == "german" else (against,)))
                   for g in loaded.groups)
    ssr = (CardRule("", SpecialRules(**rules)),) if rules else ()
    return replace(loaded, groups=groups, date=Date(year, month), ssr=ssr, **changes)


def told(line: str, one: Card) -> list[DeskEvent]:
    return [e for e in CardLog(one, Dice(1)).apply(line) if isinstance(e, DeskEvent)]


def values(nation: str, topic: str, date: str = "1943-06", **more: Any) -> list[str]:
    kind = more.pop("kind", f"{nation}/4-4-7")
    order = f"nation-sheet nation={nation} topic={topic}"
    return [e.result for e in told(order, card(kind, date=date, **more))]


@pytest.mark.parametrize(("nation", "topic", "date", "expected"), [
    ("russian", "deployment", "1943-06", "none"), ("italian", "deployment", "1943-06", "elite"),
    ("eritrean", "deployment", "1936-01", "elite"), ("finnish", "deployment", "1943-06", "1TC"),
    ("ethiopian", "deployment", "1936-01", "elite"), ("german", "deployment", "1943-06", "none"),
    ("british", "cowering", "1943-06", "never"), ("finnish", "cowering", "1943-06", "never"),
    ("free-french", "cowering", "1943-06", "yes"),
    ("italian", "anti-tank-check", "1943-06", "1PAATC"), ("eritrean", "anti-tank-check", "1936-01", "PAATC"),
    ("hungarian", "anti-tank-check", "1943-07", "1PAATC"),
    ("belgian", "anti-tank-check", "1940-05", "1PAATC"),
    ("ethiopian", "anti-tank-check", "1936-01", "1PAATC"),
    ("partisan", "broken-morale", "1943-06", "6"), ("american", "broken-morale", "1943-06", "+1 +2"),
    ("slovakian", "broken-morale", "1943-06", "-1"), ("dutch", "broken-morale", "1940-05", "-1"),
    ("german", "broken-morale", "1943-06", "raised"), ("russian", "broken-morale", "1943-06", "raised"),
    ("polish", "broken-morale", "1939-09", "+1 -1"), ("norwegian", "broken-morale", "1940-05", "-1"),
    ("partisan", "to-hit", "1943-06", "red"), ("american", "to-hit", "1943-12", "red"),
    ("american", "to-hit", "1944-01", "black"), ("french", "to-hit", "1940-05", "red black"),
    ("vichy", "to-hit", "1942-11", "red black"), ("italian", "to-hit", "1941-06", "red"),
    ("finnish", "to-hit", "1941-06", "red"), ("croatian", "to-hit", "1943-06", "red"),
    ("bulgarian", "to-hit", "1943-06", "red"), ("romanian", "to-hit", "1943-06", "black red"),
    ("hungarian", "to-hit", "1943-06", "black red"), ("slovakian", "to-hit", "1943-06", "black red"),
    ("finnish", "artillery", "1939-12", "6/3"), ("finnish", "artillery", "1940-12", "6/3"),
    ("finnish", "artillery", "1941-01", "7/3"), ("finnish", "artillery", "1942-12", "7/3"),
    ("finnish", "artillery", "1943-01", "7/3 plentiful"),
    ("finnish", "artillery", "1945-12", "7/3 plentiful"),
    ("american", "artillery", "1944-06", "plentiful"), ("free-french", "artillery", "1944-06", "british"),
    ("german", "replacement", "1943-06", "3"),
    ("german", "assault-fire", "1943-12", "none"), ("german", "assault-fire", "1944-01", "yes"),
    ("german", "assault-fire", "1945-12", "yes"), ("free-french", "assault-fire", "1943-11", "none"),
    ("free-french", "assault-fire", "1943-12", "yes"), ("polish", "assault-fire", "1939-09", "yes"),
    ("american", "captured-use", "1944-06", "none"), ("british", "captured-use", "1944-06", "none full full"),
    ("free-french", "captured-use", "1943-11", "none none none"),
    ("free-french", "captured-use", "1943-12", "none none none"),
    ("vichy", "captured-use", "1942-11", "full"),
    ("russian", "captured-use", "1943-06", "none"), ("german", "captured-use", "1943-06", "none"),
    ("finnish", "captured-use", "1939-12", "none"), ("finnish", "captured-use", "1944-06", "none"),
    ("finnish", "captured-use", "1944-07", "none none full"), ("finnish", "captured-use", "1946-01", "none"),
    ("ethiopian", "captured-use", "1936-01", "double"),
    # A25.21, A25.24, A25.241, A25.34, A25.46, A25.53
    ("russian", "entrenching", "1943-06", "-1"), ("german", "entrenching", "1943-06", "none"),
    ("partisan", "stealth", "1943-06", "stealthy"), ("partisan", "prisoners", "1943-06", "never"),
    ("partisan", "movement", "1943-06", "shared"), ("russian", "assault-fire", "1942-09", "none"),
    ("american", "smoke", "1942-11", "either"), ("british", "smoke", "1943-12", "smoke"),
    ("british", "smoke", "1944-01", "either"), ("free-french", "smoke", "1943-12", "smoke"),
    ("free-french", "smoke", "1944-01", "either"), ("german", "weapons", "1943-06", "+1 universal"),
    # A25.43, A25.44: only of Gurkhas and ANZAC themselves, not of those that are like the British
    ("british", "stealth", "1943-06", "stealthy stealthy"), ("free-french", "stealth", "1943-06", "none"),
    ("british", "close-combat", "1943-06", "-1"), ("free-french", "close-combat", "1943-06", "none"),
    ("british", "prisoners", "1943-06", "never"), ("free-french", "prisoners", "1943-06", "none"),
    # A25.63, A25.64, A25.66
    ("italian", "prisoners", "1941-06", "easily"), ("eritrean", "prisoners", "1936-01", "easily"),
    ("italian", "stealth", "1941-06", "lax"), ("eritrean", "stealth", "1936-01", "normal"),
    # A25.11, A25.2, A25.25, A25.71
    ("german", "prisoners", "1943-06", "never"), ("russian", "weapons", "1943-06", "+1"),
    ("russian", "heat-of-battle", "1943-06", "-1"), ("finnish", "leaders", "1943-06", "none"),
    # A25.7, A25.74
    ("finnish", "rally", "1943-06", "self"), ("finnish", "stealth", "1943-06", "stealthy"),
    ("finnish", "movement", "1943-06", "skis"), ("finnish", "weapons", "1943-06", "elite"),
    # A25.82, A25.86: Hungarians have all that the smaller nations of the Axis have
    ("slovakian", "prisoners", "1943-06", "no escape"), ("hungarian", "prisoners", "1943-06", "no escape"),
    ("romanian", "prisoners", "1943-06", "no escape"),
    ("bulgarian", "heat-of-battle", "1943-06", "surrender"),
    ("hungarian", "heat-of-battle", "1943-06", "surrender"),
    ("romanian", "heat-of-battle", "1943-06", "surrender")])
def test_each_topic_of_each_nation(nation: str, topic: str, date: str, expected: str) -> None:
    assert " ".join(values(nation, topic, date)) == expected


def test_the_words_change_with_the_date() -> None:
    def words(nation: str, topic: str, date: str) -> str:
        return " ".join(e.text for e in told(
            f"nation-sheet nation={nation} topic={topic}", card(f"{nation}/4-4-7", date=date)))

    assert "but the LMG" in words("finnish", "captured-use", "1939-12")
    assert "but the LMG" not in words("finnish", "captured-use", "1940-01")
    assert "All but elite units" in words("romanian", "anti-tank-check", "1943-06")
    assert "first-line units" in words("romanian", "anti-tank-check", "1943-07")
    assert "6 black and 3 red" in words("finnish", "artillery", "1940-12")
    assert "7 black and 3 red" in words("finnish", "artillery", "1941-01")
    assert "three times" in words("german", "replacement", "1943-06")
    assert "British weapons" in words("free-french", "captured-use", "1943-11")
    assert "American vehicles and guns" in words("free-french", "captured-use", "1943-12")


RULES = {
    "german": {"replacement": "A25.1", "broken-morale": "A25.11", "assault-fire": "A25.11",
               "captured-use": "A25.75", "weapons": "A footnote 14 A25.11",
               "prisoners": "A25.11"},
    "russian": {"deployment": "A25.2", "broken-morale": "A25.25", "assault-fire": "A footnote 33A",
                "captured-use": "A25.75", "entrenching": "A25.21", "weapons": "A25.2",
                "heat-of-battle": "A25.25"},
    "partisan": {"broken-morale": "A25.24", "to-hit": "A25.242", "stealth": "A25.24", "prisoners": "A25.24",
                 "movement": "A25.241"},
    "american": {"broken-morale": "A25.3", "to-hit": "A25.32", "artillery": "A25.33", "smoke": "A25.34",
                 "captured-use": "A25.35"},
    "british": {"cowering": "A25.45", "captured-use": "A25.35 A25.56", "smoke": "A25.46",
                "stealth": "A25.43 A25.44", "prisoners": "A25.43", "close-combat": "A25.43"},
    "french": {"to-hit": "A25.52"},
    "free-french": {"cowering": "A25.45", "assault-fire": "A25.53", "artillery": "A25.53",
                    "captured-use": "A25.35 A25.54 A25.55 A25.56", "smoke": "A25.46"},
    "vichy": {"captured-use": "A25.56", "to-hit": "A25.52"},
    "italian": {"deployment": "A25.61", "anti-tank-check": "A25.65", "to-hit": "A25.6", "prisoners": "A25.63",
                "stealth": "A25.64"},
    "eritrean": {"anti-tank-check": "A25.66", "stealth": "A25.66", "deployment": "A25.61", "to-hit": "A25.6",
                 "prisoners": "A25.63"},
    "finnish": {"deployment": "A25.71", "cowering": "A25.7", "rally": "A25.7", "stealth": "A25.7",
                "movement": "A25.7", "leaders": "A25.71", "weapons": "A25.74", "to-hit": "A25.79",
                "artillery": "A25.78",
                "captured-use": "A footnote 37B A25.75 A25.77"},
    "axis-minor": {"broken-morale": "A25.8", "anti-tank-check": "A25.81", "to-hit": "A25.83",
                   "prisoners": "A25.82", "heat-of-battle": "A25.82"},
    "allied-minor": {"broken-morale": "A25.9", "anti-tank-check": "A25.91"},
    "polish": {"assault-fire": "A25.9", "broken-morale": "A25.9", "anti-tank-check": "A25.91"},
    "greek": {"opponents": "A25.9", "broken-morale": "A25.9", "anti-tank-check": "A25.91"},
    # As the smaller Allies where nothing else is said (A25.93).
    "ethiopian": {"deployment": "A25.931", "captured-use": "A25.937", "broken-morale": "A25.9",
                  "anti-tank-check": "A25.91"}}


@pytest.mark.parametrize("nation", RULES)
def test_rules_of_traits(nation: str) -> None:
    found: dict[str, set[str]] = {}
    for trait in nations()[nation].traits:
        found.setdefault(trait.topic, set()).add(trait.rule)
    assert {topic: " ".join(sorted(rules)) for topic, rules in found.items()} == RULES[nation]


@pytest.mark.parametrize(("kind", "date", "rules"), [
    ("british/4-4-7", "1943-06", "second A25.4"), ("british/4-3-6", "1943-06", "green A25.41"),
    ("french/4-3-7", "1940-05", "green A25.51"), ("american/7-4-7", "1944-06", "elite A25.31; 5 A25.31"),
    ("finnish/8-3-8", "1943-06", "elite A25.73"), ("finnish/8-0", "1943-06", "9-0 A25.71; 8+1 A25.71"),
    ("finnish/8+1", "1943-06", "8-0 A25.71; disrupted A25.72"),
    ("german:vg/5-3-7", "1944-08", "second A footnote 31B; fanatic A25.13"),
    ("italian/3-4-7", "1941-06", "first A25.62; 3-3-6 A25.62"),
    ("russian/4-2-6", "1940-06", "conscript A25.2; 4-4-7 A25.211"),
    ("ethiopian/3-3-7", "1936-01", "first A25.932; conscript A25.932")])
def test_rules_of_classes_and_changes(kind: str, date: str, rules: str) -> None:
    events = told(f"nation-sheet nation={read_kind(kind).nation} topic=counters", card(kind, date=date))
    assert sorted("; ".join(f"{e.result} {e.rule}" for e in events).split("; ")) == sorted(rules.split("; "))


def test_words_of_capture_and_close_combat() -> None:
    """What is said of numbers and conditions: A25.21, A25.24, A25.34, A25.43, A25.63, A25.74, A25.82."""
    def words(nation: str, topic: str) -> str:
        return " ".join(e.text for e in told(
            f"nation-sheet nation={nation} topic={topic}", card(f"{nation}/4-4-7")))

    assert "get -1 unless all of them in it are pinned or unarmed" in words("british", "close-combat")
    assert "withdraw, are pinned or were ambushed" in words("british", "close-combat")
    assert "no +1 for capturing those that are not elite" in words("italian", "prisoners")
    assert "but in his own country from Russians" in words("slovakian", "prisoners")
    assert "10 or more" in words("slovakian", "heat-of-battle")
    assert "get -1, but for prisoners" in words("russian", "entrenching")
    assert "do not surrender in a rout and are never disrupted" in words("partisan", "prisoners")
    assert "WP is harder to place" in words("american", "smoke")
    assert "FT and DC as elite ones do" in words("finnish", "weapons")
    assert "no more than a 1MC or 1TC" in words("finnish", "leaders")
    assert "are 1 higher" in words("german", "weapons")
    assert "Guards in the order of battle are 1 higher" in words("russian", "weapons")
    assert "a further -1" in words("russian", "heat-of-battle")
    assert "never disrupted" in words("german", "prisoners")


@pytest.mark.parametrize(("nation", "other"), [("hungarian", "romanian"), ("romanian", "hungarian")])
def test_hungarians_and_romanians_go_berserk_against_each_other_a25_82(nation: str, other: str) -> None:
    one = card(f"{nation}/3-4-7", against=f"{other}/3-4-7")
    (event,) = told(f"nation-sheet nation={nation} topic=heat-of-battle", one)
    assert (event.result, event.rule) == ("berserk", "A25.82")
    assert "10 or 11" in event.text
    (event,) = told(f"nation-sheet nation={nation} topic=heat-of-battle", card(f"{nation}/3-4-7"))
    assert event.result == "surrender"


def test_american_guns_by_both_readings_r17() -> None:
    def event(reading: str) -> DeskEvent:
        one = card("american/6-6-6", date="1944-01", readings=(("R17", reading),))
        (found,) = told("nation-sheet nation=american topic=to-hit", one)
        return found

    assert [(e.result, e.readings) for e in map(event, ("black", "asked"))] == [
        ("black", ("R17 black",)), ("asked", ("R17 asked",))]
    assert values("american", "to-hit", "1943-12", readings=(("R17", "asked"),)) == ["red"]


@pytest.mark.parametrize("nation", ["greek", "yugoslav"])
def test_greeks_and_yugoslavs_by_both_readings_r18(nation: str) -> None:
    def found(reading: str, *against: str) -> list[str]:
        one = card(f"{nation}/4-5-7", readings=(("R18", reading),))
        groups = tuple(replace(g, forces=tuple(Force(1, k) for k in against)) if g.side == "russian" else g
                       for g in one.groups)
        return [e.result for e in told(f"nation-sheet nation={nation} topic=opponents",
                                       replace(one, groups=groups))]

    for reading in ("all", "any"):
        assert found(reading, "italian/3-4-6") == ["+1"]
        assert found(reading, "german/4-6-7") == ["none"]
    assert found("all", "italian/3-4-6", "german/4-6-7") == ["none"]
    assert found("any", "italian/3-4-6", "german/4-6-7") == ["+1"]


def test_what_depends_on_the_opponents() -> None:
    assert values("hungarian", "opponents", against="romanian/3-4-7") == ["+1"]
    assert values("romanian", "opponents", against="hungarian/3-4-7") == ["+1"]
    assert values("romanian", "opponents", against="russian/4-4-7") == ["none"]
    assert values("finnish", "artillery", "1944-10", against="german/4-6-7") == ["7/3"]
    assert values("german", "prisoners", against="british/4-5-7") == ["none"]


def test_special_rules_that_bring_something() -> None:
    assert values("romanian", "broken-morale", rules={"home_morale": ("german",)}) == ["-1", "+1"]
    assert values("romanian", "broken-morale", rules={"home_morale": ("russian",)}) == ["-1"]
    assert values("finnish", "captured-use", "1944-06", rules={"june_panzerfaust": True}) == ["none", "full"]
    assert values("finnish", "captured-use", "1944-05", rules={"june_panzerfaust": True}) == ["none"]


def counters(*kinds: str, **more: Any) -> list[str]:
    return [e.result for e in told("nation-sheet topic=counters nation=" + read_kind(
        kinds[0].partition("=")[0]).nation, card(*kinds, **more))]


@pytest.mark.parametrize(("kind", "date", "expected"), [
    ("german/8-3-8", "1943-06", "elite 5"), ("german:ss/8-3-8", "1943-06", "elite 5"),
    ("american/7-4-7", "1944-06", "elite 5"), ("british/6-4-8", "1944-06", "elite 5"),
    ("partisan/3-3-7", "1943-06", "5"), ("russian:nkvd/6-2-8", "1942-09", "second 5 fanatic"),
    ("russian:nkvd/3-2-8", "1942-09", "second 5 fanatic"), ("german/4-6-7", "1943-06", "first"),
    ("german/4-3-6", "1944-06", "conscript 4-4-7"), ("german:vg/5-3-7", "1944-10", "second fanatic"),
    ("german:vg/2-3-7", "1944-10", "second fanatic"),
    ("russian/4-2-6", "1941-01", "conscript 5-2-7"), ("russian/4-2-6", "1940-12", "conscript 4-4-7"),
    ("russian/2-2-6", "1941-01", "conscript 2-2-7"), ("russian/2-2-6", "1940-12", "conscript 2-3-7"),
    ("russian/2-2-7", "1943-06", "3-2-8"),
    ("italian/4-4-7", "1941-06", "elite 3-4-6"), ("italian/3-4-7", "1941-06", "first 3-3-6"),
    ("italian/3-3-6", "1941-06", "conscript 3-4-6"),
    ("eritrean/3-4-7", "1936-01", "first second fanatic"),
    ("eritrean/1-3-7", "1936-01", "first second fanatic"),
    ("eritrean/3-3-7=second", "1936-01", "disrupted 3-4-7 or 1-3-7"), ("eritrean/3-3-6", "1936-01", "none"),
    ("finnish/8-3-8", "1943-06", "elite"), ("finnish/6-4-8=first", "1943-06", "fanatic"),
    ("finnish/10-1", "1943-06", "10-0"), ("finnish/10-0", "1943-06", "10-1 9-1"),
    ("finnish/9-1", "1943-06", "10-0 9-0"), ("finnish/9-0", "1943-06", "9-1 8-0"),
    ("finnish/8-0", "1943-06", "9-0 8+1"), ("finnish/8+1", "1943-06", "8-0 disrupted"),
    ("romanian/5-3-7", "1943-06", "first conscript fanatic"), ("bulgarian/2-2-7", "1944-10",
                                                               "first conscript fanatic"),
    ("hungarian/2-3-6=conscript", "1943-06", "3-4-7 or 1-3-7"),
    ("romanian/2-3-6=conscript", "1943-06", "3-4-7 or 1-3-7"),
    ("ethiopian/3-4-7", "1936-01", "elite 3-3-7"), ("ethiopian/3-3-7", "1936-01", "first conscript")])
def test_class_level_and_changes_of_counters(kind: str, date: str, expected: str) -> None:
    assert " ".join(counters(kind, date=date)) == expected


def test_changes_that_depend_on_what_the_side_has() -> None:
    assert counters("russian/4-2-6", "russian/5-2-7", date="1940-01") == ["conscript", "5-2-7"]
    assert counters("russian/4-2-6", "russian/6-2-8", date="1940-01") == ["conscript", "5-2-7"]
    assert counters("ethiopian/2-2-6=conscript", date="1936-01") == ["none"]
    assert counters("ethiopian/2-2-6=conscript", "ethiopian/2-3-7", date="1936-01") == [
        "2-3-7 or 1-2-6", "first"]


def test_late_values_of_the_ss_by_special_rule_only() -> None:
    late: dict[str, Any] = {"late_war_ss": True}
    assert counters("german:ss/4-4-7", rules=late) == ["elite", "4-6-8"]
    assert counters("german:ss/2-3-7", rules=late) == ["elite", "2-4-8"]
    assert counters("german:ss/4-4-7") == ["elite"]


def test_all_nations_of_the_card_are_told_and_unknown_ones_named() -> None:
    events = told("nation-sheet", card("finnish/8-3-8", against="martian/4-4-7"))
    assert events[-1].result == "none"
    assert "Martian" in events[-1].text
    assert any(e.text.startswith("Finnish, artillery") for e in events)
    assert {e.rule for e in events if "Finnish" in e.text} >= {"A25.71", "A25.79", "A25.78"}


def test_only_units_on_the_card_are_told_of_unless_a_nation_is_named() -> None:
    def lines(kind: str, order: str) -> list[str]:
        return [e.text for e in told(order, card(kind, against="martian/4-4-7"))]

    raised = ("Russian nkvd, morale when broken: NKVD units have the higher morale when broken that is "
              "printed on them.")
    assert raised not in lines("russian/4-4-7", "nation-sheet")
    assert raised in lines("russian:nkvd/6-2-8", "nation-sheet")
    assert raised in lines("russian/4-4-7", "nation-sheet nation=russian")


def test_what_counters_become_in_words() -> None:
    assert [e.text for e in told("nation-sheet nation=eritrean topic=counters", card("eritrean/3-4-7"))] == [
        "Eritrean 3-4-7: class first.", "Eritrean 3-4-7 is replaced by a second-line unit.",
        "Eritrean 3-4-7 becomes fanatic when it hardens."]


def test_refusals() -> None:
    with pytest.raises(IllegalOrderError, match=r"Nation is german.* or other, not .martian") as error:
        told("nation-sheet nation=martian", card("finnish/8-3-8"))
    assert error.value.rule == "A25"
    with pytest.raises(IllegalOrderError, match="lists no counters"):
        told("nation-sheet", replace(card("finnish/8-3-8"), groups=()))


def test_the_data_of_nations() -> None:
    for nation in some(nations().values()):
        for trait in nation.traits:
            assert trait.topic in TOPICS
            assert trait.says.endswith(".")
            assert trait.rule.startswith(("A25", "A footnote"))
        for change in nation.changes:
            assert change.by in CHANGES
            assert bool(change.becomes) != bool(change.effect)
            assert bool(change.of) != bool(change.classes)
            assert set(change.classes) <= ALL_CLASSES
    assert {n.id: n.human_wave for n in nations().values() if n.human_wave} == {
        "russian": "A25.23", "ethiopian": "A25.933", "chinese": "A25.23"}


def test_months_in_words() -> None:
    assert month_words(months(1943, 1)) == "1/1943"
    assert month_words(months(1943, 12)) == "12/1943"
