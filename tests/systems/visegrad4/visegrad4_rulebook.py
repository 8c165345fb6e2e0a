"""The rulebook of Visegrad 4: its numbered rules, and where its code, data and tests are."""

from __future__ import annotations

from rulebooks import Rulebook

CHAPTERS = {
    "2": "Pieces", "3": "Set-up", "4": "Victory", "5": "Sequence of play", "6": "Stacking", "7": "Supply",
    "8": "Zones of control", "9": "Movement", "10": "Reinforcements and replacements", "11": "Combat",
    "12": "Interventions", "13": "Air power", "14": "Ukraine",
}

RULES = {
    "2.1": "The map and its hexes", "2.2": "Counters", "2.3": "Sides and nationalities",
    "2.4": "Unit types", "2.5": "Combat strength", "2.6": "Movement allowance; the unit that never moves",
    "2.7": "Two steps", "2.8": "Other markers",
    "3.0": "Order of battle", "3.1": "Buying air units", "3.2": "Cyber-war markers",
    "3.3": "Reinforcements wait where they are barred", "3.4": "Free set-up",
    "4.0": "Gas fields and the last roll", "4.1": "All fields in Poland", "4.2": "Minsk, Kiev or Moscow",
    "5.0": "Two player turns a turn", "5.1": "The order of segments and phases",
    "6.0": "Three units in a hex", "6.1": "Moving as a stack", "6.2": "What does not count",
    "6.3": "Stacks are open", "6.4": "Whom Russians do not stack with",
    "7.0": "The supply path", "7.1": "Terrain that bars it", "7.2": "When it is judged",
    "7.3": "Half movement, half strength", "7.4": "Supply from the air", "7.5": "Sources",
    "8.0": "The six hexes around", "8.1": "Stopping", "8.2": "Airborne and air-mobile units",
    "8.3": "Zones and supply",
    "9.0": "Movement points and terrain", "9.1": "Highways", "9.2": "What is forbidden",
    "9.3": "One hex is always possible", "9.4": "Rivers", "9.5": "Retreat is no movement", "9.6": "E77",
    "10.0": "Entering the map", "10.1": "Landing in the north", "10.2": "Replacement steps",
    "10.3": "Air units again", "10.4": "Markers again",
    "11.0": "Who may attack whom",
    "11.0 step 1": "Odds in percent", "11.0 step 2": "Air support", "11.0 step 3": "Terrain and rivers",
    "11.0 step 4": "Envelopment", "11.0 step 5": "The choice of table", "11.0 step 6": "The roll",
    "11.0 step 7": "Afterwards",
    "11.0 AE": "All attackers lost", "11.0 AD": "Attackers lose a step, retreat",
    "11.0 AP": "Attackers retreat", "11.0 AT": "Half the attackers lost", "11.0 AW": "Attackers retreat",
    "11.0 BB": "Half of both lost", "11.0 DD": "Defenders lose a step, retreat",
    "11.0 DE": "All defenders lost, no advance", "11.0 DP": "Defenders retreat",
    "11.0 DW": "Defenders retreat where the attacker wants", "11.0 MA": "Defenders choose: step or retreat",
    "11.0 OR": "All defenders lost, advance",
    "11.1": "Retreat", "11.2": "Advance",
    "12.0": "The United States", "12.1": "Romania", "12.2": "Italy",
    "13.0": "Air units", "13.1": "Air combat", "13.2": "Markers in the air", "13.3": "Aborting",
    "13.4": "Air support", "13.5": "SAC", "13.6": "Once a turn", "13.7": "Interdiction",
    "14.0": "Loyalty of Ukrainian units",
}

BOOK = Rulebook(
    system="visegrad4", title="Visegrad 4", page="rules-coverage.md", rulings="rulings.md", chapters=CHAPTERS,
    rules=RULES,
    no_rules=frozenset({"__init__", "hints", "invariants", "odds", "words"}),
    engine={rule: ((file, name),) for rule, (file, name) in {
        "2.2": ("engine/hexgame/saved_state.py", "read_state"),
        "2.4": ("engine/hexgame/forces.py", "Forces.__init__"),
        "2.7": ("engine/hexgame/in_progress.py", "GameInProgress.lose_step"),
        "6.0": ("engine/hexgame/stacking.py", "_refusal"),
        "6.1": ("engine/hexgame/stacking.py", "refusal"),
        "6.2": ("engine/hexgame/stacking.py", "StackRules._weigh"),
        "6.3": ("engine/hexgame/hexgame.py", "HexGame.position"),
        "7.0": ("engine/hexgame/supply.py", "trace"), "7.2": ("engine/hexgame/supply.py", "judge"),
        "7.5": ("engine/hexgame/supply.py", "sources"), "8.3": ("engine/hexgame/supply.py", "trace"),
        "9.4": ("engine/board.py", "Board._step_cost"),
        "9.5": ("engine/hexgame/results.py", "retreat_refusal"),
        "10.2": ("engine/hexgame/replacements.py", "restore_refusal"),
        "11.1": ("engine/hexgame/results.py", "retreat_refusal"),
        "11.2": ("engine/hexgame/results.py", "able_to_advance"),
    }.items()},
    tests=("test_rules*.py", "test_data_visegrad4*.py", "test_playtest_odds*.py"), marked=True)
