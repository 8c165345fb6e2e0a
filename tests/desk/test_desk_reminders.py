"""What the desk only reminds of: each rule has its reminder, with its figures and conditions."""

from __future__ import annotations

import pytest
from items import some

from visegrad_editor.desk.procedures.catalogue import reminders

REMINDERS = {one.id: one for one in reminders()}
TOLD = [
    ("E1.51", "night-on-foot", "1 MF more", "no cloaks", "bocage is none", "range of sight of 0"),
    ("E1.52", "night-vehicles", "as if they towed a gun", "only to stop"),
    ("E1.54", "night-rout", "only low crawl", "never nearer", "not lost", "printed morale or less"),
    ("E1.56", "night-rally", "+1"),
    ("E1.71", "night-fire-lanes", "first target must be seen", "first starshell or IR",
     "before each enemy move"),
    ("E1.73", "night-to-hit", "blind hex"),
    ("E1.74", "night-to-hit", "only against lit targets"),
    ("E1.75", "night-groups", "No fire group"),
    ("E1.76", "night-captured-mg", "sniper die"),
    ("E1.77", "night-ambush", "at least 2 lower"),
    ("E3.62", "mud-high-explosive", "+1 TEM", "one column lower", "not HE equivalents, mines, airbursts"),
    ("E3.63", "mud-entrenching", "+1 DRM"),
    ("E3.732", "deep-snow-mines", "+1 DRM", "half FP", "one weaker"),
    ("E3.752", "drifts-hexside", "all MF or MP", "+2", "hedge"),
    ("E4.33", "ski-rout", "for their MF", "only once they are off"),
    ("E4.4", "ski-combat", "wear white"),
    ("E4.5", "ski-combat", "add 2", "with -2"),
    ("E4.6", "ski-combat", "no guns, no ordnance", "medium or heavy machine guns"),
    ("E4.8", "ahkio", "3 PP", "passengers or riders", "cannot be drawn"),
    ("E4.82", "ski-combat", "dropped in a rout, a charge or a human wave"),
    ("E5.2", "boat-overland", "a third of what they carry", "four assault boats", "of 10"),
    ("E5.31", "boats-together", "costs nothing more", "the worse for it under fire"),
    ("E5.33", "boat-overland", "Nothing tows or pushes boats on water"),
    ("E5.6", "boat-combat", "attack with +2", "attacked with -2", "captured with its passengers only"),
    ("E6.2", "swimmers", "all MF", "without a cliff only"),
    ("E6.3", "swimmers", "full firepower against it, all else a half"),
    ("E6.6", "swimmers", "breaks, is wounded or leaves the row"),
    ("E8.12", "glider-aboard", "pin checks do not touch them"),
    ("E9.43", "drop-final-fire", "must be", "close combat follows"),
    ("E9.5", "drop-helpless", "do not fire, move, advance, rout"),
    ("E10.6", "ammo-immobilised", "never moves"),
    ("E11.24", "convoy-motion", "in motion as one or not at all"),
    ("E11.3", "convoy-capacity", "carry nothing", "its crew and ammunition"),
    ("E11.4", "convoy-in-sight", "none of a column", "Case J"),
    ("E11.522", "column-discovery", "only after its impulse", "only the units in that location"),
    ("E11.523", "column-joining", "Good Order", "not pinned", "Before the Movement Phase", "hazardously"),
    ("E11.6", "convoy-straying", "only the first unit"),
    ("E11.7", "convoy-entry", "the next phase of movement or advance"),
    ("E12.3", "barrage-counters", "never by a spotting round", "four hexes"),
    ("E12.51", "barrage-smoke", "may fire smoke"),
    ("E12.52", "barrage-smoke", "hinders sight as usual"),
    ("E12.75", "barrage-smoke", "fires no smoke", "by +2", "by +1"),
    ("E12.6", "barrage-missions", "changed between missions only"),
    ("E12.77", "barrage-missions", "no observer, radio or battery access"),
    ("E12.771", "barrage-missions", "once it is lifted", "without its registered hex"),
    ("A25.223", "commissar-berserk", "all Infantry of his side"),
    ("A25.934", "ethiopian-combat", "a value 1 lower"),
    ("A25.936", "ethiopian-weapons", "not elite", "1 lower"),
    ("A25.938", "ethiopian-combat", "No Quarter", "add 1"),
]


@pytest.mark.parametrize(("rule", "id", "words"), [(rule, id, words) for rule, id, *words in TOLD],
                         ids=[f"{rule} {id}" for rule, id, *_ in TOLD])
def test_what_each_reminder_says(rule: str, id: str, words: list[str]) -> None:
    one = REMINDERS[id]
    assert rule in one.rules
    for word in some(words):
        assert word in one.text


def test_reminders_are_sentences_with_a_rule_and_a_name_of_their_own() -> None:
    assert len(REMINDERS) == len(reminders()) > 60
    for one in reminders():
        assert one.rules, one.id
        assert one.text.endswith("."), one.id
        assert one.section, one.id
