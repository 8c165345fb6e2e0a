"""The rulebook of Group of Soviet Forces Germany: its numbered rules as docs/gsofg-rules.md has them, and
where its code, data and tests are."""

from __future__ import annotations

import re
from pathlib import Path

from rulebooks import Rulebook

DOCS = Path(__file__).parents[3] / "docs"
PART = DOCS.joinpath("gsofg-rules.md").read_text("utf-8").partition("## What needs a chapter")[0]
ROWS = re.findall(r"^\| (\d+\.\d+) \| (.*) \| (.*) \|$", PART, re.MULTILINE)

HEXGAME = "engine/hexgame/"
ENGINE = {
    "5.1": ((f"{HEXGAME}sequence.py", "next_phase"),),
    "7.8": ((f"{HEXGAME}hexgame.py", "HexGame.seen_by"),),
    "8.6": ((f"{HEXGAME}supply.py", "trace"),),
    "8.12": ((f"{HEXGAME}supply.py", "is_usually_supplied"),),
    "10.1": ((f"{HEXGAME}paths.py", "check_path"),),
    "10.2": ((f"{HEXGAME}paths.py", "refusal_to_move"),),
    "10.4": ((f"{HEXGAME}paths.py", "check_path"),),
    "10.5": ((f"{HEXGAME}movement.py", "_move"),),
    "10.6": ((f"{HEXGAME}movement.py", "_move"),),
    "10.7": ((f"{HEXGAME}movement.py", "_move"),),
    "10.19": ((f"{HEXGAME}movement.py", "exit_refusal"),),
    "11.1": ((f"{HEXGAME}combat.py", "orders"),),
    "11.2": ((f"{HEXGAME}fights.py", "assess"),),
    "11.3": ((f"{HEXGAME}combat.py", "attacked_before"),),
    "11.4": ((f"{HEXGAME}combat.py", "refusal_to_attack"),),
    "11.5": ((f"{HEXGAME}combat.py", "perform"),),
    "11.6": ((f"{HEXGAME}combat.py", "perform"),),
    "11.7": ((f"{HEXGAME}fights.py", "odds_of"),),
    "11.9": ((f"{HEXGAME}fights.py", "_place"),),
    "11.10": ((f"{HEXGAME}fights.py", "_strengths"),),
    "11.18": ((f"{HEXGAME}fights.py", "_strengths"), (f"{HEXGAME}results.py", "_lose_passive")),
}
"""What any game that plays from data does, for rules that say what is usual."""

BOOK = Rulebook(
    system="gsofg", title="Group of Soviet Forces Germany", page="gsofg-rules-coverage.md",
    rulings="gsofg-rulings.md", chapters=dict(re.findall(r"^## (\d+) (.*)$", PART, re.MULTILINE)),
    rules={number: says for number, says, _ in ROWS},
    held_by={number: where.removesuffix(" + ruling") for number, _, where in ROWS},
    no_rules=frozenset({"__init__", "hints", "air_hints", "words"}),
    engine=ENGINE, tests=("systems/gsofg/test_*.py",), marked=False)
