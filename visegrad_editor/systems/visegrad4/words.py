"""The words of Visegrad 4: its own decisions, orders, boxes, marks and markers."""

from __future__ import annotations

from ...engine.words import BOXES, BoxWords, MarkWords, OrderWords, StepWords, Words

_MARKERS = "Cyber-war markers"

_STEPS = {
    "allocate": StepWords(
        _MARKERS, "Choose how many markers go on the table. The other side does not see it.",
        first="Markers must be allocated first: on the page Decision, set how many go on the table.",
        opens=True),
    "transfer": StepWords(
        _MARKERS, "You may move markers from the table to the track.", "Move none", repeats=True),
    "replace": StepWords(
        "Replacements", "Click a reduced unit to restore it, drag an eliminated one from the list to a "
        "shaded hex, or buy air units from the list below.", "End replacements", repeats=True),
    "interdict": StepWords(
        "Air interdiction", "Click a shaded enemy stack, choose the air unit, and confirm.",
        "No more interdiction", repeats=True),
    "intercept": StepWords(
        "Answer the interdiction", "Send an air unit against it, or let it happen.", "Do not answer",
        answers=True),
    "markers": StepWords(
        "Air combat", "Spend a cyber-war marker for +1, or stop.", "Spend no more", answers=True),
    "air-supply": StepWords(
        "Air supply", "Click a shaded stack that is out of supply, choose the air unit, and confirm.",
        "No air supply", repeats=True),
    "support": StepWords(
        "Air support", "Commit an air unit to the battle, or none.", "No air unit", answers=True, odds=True),
    "table": StepWords(
        "Combat table", "Roll the die, or call the attack off as long as no air unit is in it.",
        first="The battle must be resolved first: choose a table under Decision, or call the attack off.",
        answers=True, odds=True),
}

_ORDERS = {
    "allocate": OrderWords(
        "{word} on the table, {word2} on the track", secret="markers are allocated secretly",
        number="On the table", rest="on the track: {number}"),
    "transfer": OrderWords("Move {word} from table to track", number="From table to track"),
    "restore": OrderWords("Restore {unit}"),
    "rebuild": OrderWords("Rebuild {unit} at {hex}, {word}"),
    "buy": OrderWords("Buy {unit}"),
    "recover-marker": OrderWords("Recover a cyber-war marker"),
    "intercept": OrderWords("Send {unit}"),
    "spend-marker": OrderWords("Spend a cyber-war marker"),
    "support": OrderWords("Send {unit}"),
    "call-off": OrderWords("Call the attack off", gives_up=True),
    "use": OrderWords("Roll the die: {table}"),
    "hold": OrderWords("{units} holds, the others retreat", many="{units} hold, the others retreat"),
}

_BOXES = {
    "unplaced": BOXES["unplaced"],
    "reinforcements": BOXES["reinforcements"],
    "ready": BoxWords("Air units ready", "Air units to send"),
    "used": BoxWords("Air units used"),
    "pool": BoxWords("Air units to buy", "Air units to buy now"),
    "eliminated": BoxWords("Eliminated", "Units to rebuild now"),
    "removed": BOXES["removed"],
}

WORDS = Words(
    steps=_STEPS, orders=_ORDERS, boxes=_BOXES,
    marks={
        "interdicted": MarkWords("Interdicted", "INT"),
    },
    hex_marks={
        "scored": MarkWords("Goals taken", listed=True), "interdicted": MarkWords("Interdicted"),
    },
    pools_title=_MARKERS, pool_letters="CW",
    pools={"table": "Table", "track": "Track", "spent": "Spent"},
    left={
        "replacement steps": ("replacement step", "replacement steps"),
        "air points": ("air point", "air points"),
        "cyber-war markers on the track": (
            "cyber-war marker on the track", "cyber-war markers on the track"),
        "units to lose at least": ("unit to lose at least", "units to lose at least"),
    },
    causes=frozenset({"interdiction", "intercept", "marker-spent", "support", "cyber-war"}),
    rules={
        "advance": "11.2", "barred": "3.3", "enter": "10.0", "movement": "9.0", "odds": "11.0, 1",
        "stacking": "6.0", "supply": "7.0", "zones": "8.0",
    },
)
