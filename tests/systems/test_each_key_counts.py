"""Whatever a scenario may say, each game plays it, prints it, or the check says by name that it does not.

The walk goes over the declared keys of a scenario: a new key without a line in `LINES` fails. Each line is tried in
a scenario of each game: something must differ from the same scenario without it, in play (random players, the
same dice), in the problems that are told, or on the set-up sheet.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from pypdf import PdfReader

from visegrad_editor.cli.loading import all_problems
from visegrad_editor.engine import Game
from visegrad_editor.model.design import Design
from visegrad_editor.model.fields import declared
from visegrad_editor.model.files.load import load
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.prototypes import Prototype
from visegrad_editor.model.scenario import (
    AssetStart,
    Entry,
    JudgedProblem,
    Reinforcement,
    ReplacementOverride,
    Scenario,
    Setup,
    SetUpGroup,
    SetUpLimit,
    Unit,
)
from visegrad_editor.model.schedule import ScheduledEvent, UnitRelease, UnitWithdrawal
from visegrad_editor.model.start import Start
from visegrad_editor.playtest.play import play_on
from visegrad_editor.players import make_player
from visegrad_editor.printing.setup_sheet import setup_sheet_bytes

RECORDS: dict[str, type] = {
    "": Scenario, "units": Unit, "setup": Setup, "reinforcement": Reinforcement, "withdrawal": UnitWithdrawal,
    "release": UnitRelease, "entries": Entry, "assets": AssetStart, "replacements": ReplacementOverride,
    "schedule": ScheduledEvent, "set_up_groups": SetUpGroup, "limits": SetUpLimit, "start": Start,
    "prototypes": Prototype, "problems": JudgedProblem}
