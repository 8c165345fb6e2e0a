"""The words of Group of Soviet Forces Germany: its own decisions, orders, marks and markers."""

from __future__ import annotations

from ...engine.words import MarkWords, OrderWords, StepWords, Words

_JAMMING = "Electronic warfare"

_STEPS = {
    "heavy-bombers": StepWords(
        "Heavy bombers", "Click an enemy stack to bomb, and confirm.",
        first="The heavy bombers must fly first: click an enemy stack, then Confirm.", opens=True),
    "air-losses": StepWords(
        "Losses from the air", "Click the enemy unit that loses a step, and confirm.",
        first="Losses must be chosen first: click an enemy unit, then Confirm.", answers=True),
    "deep-strike": StepWords(
        "Deep strike", "Choose how many aircraft strike behind the front, or none.", "No deep strike"),
    "ground-attack": StepWords(
        "Ground attack", "Click an enemy stack for each aircraft, and confirm; all are rolled for together.",
        "No more ground attacks", repeats=True),
    "interdiction": StepWords(
        "Interdiction", "Click a hex for each aircraft, and confirm: enemies pay double in and next to it.",
        "No more interdiction", repeats=True),
    "cut-supply": StepWords(
        "Deep strike on supply", "Cut the supply of this attack, or wait for another one.", "Do not cut it",
        answers=True, odds=True),
    "drop-supply": StepWords(
        "Air supply", "Click the hex to supply from the air, and confirm, or wait.", "No air supply"),
    "exchange-weasels": StepWords(
        "Wild weasels", "Choose how many aircraft become two wild weasels each, or none.", "Exchange none"),
    "place-weasels": StepWords(
        "Wild weasels", "Click hexes in or next to those of ground attacks, and confirm.", "Place no more",
        repeats=True),
    "widen": StepWords(
        "Wild weasels", "Click an interdicted hex to widen, and confirm.", "Widen no more", repeats=True),
    "defensive-support": StepWords(
        "Support from the air", "Click the air-mobile units that support the defence, and confirm.",
        "No support", answers=True, odds=True),
    "place-special-forces": StepWords(
        "Special forces", "Click a shaded hex for a marker, and confirm.",
        first="Special forces must be placed first: click a shaded hex, then Confirm."),
    "move-special-forces": StepWords(
        "Special forces", "Choose where markers go, or end their movement.", "End their movement",
        repeats=True),
    "hunt": StepWords(
        "Attacks on special forces", "Click a unit that attacks the marker in its hex, and confirm.",
        "No more such attacks", repeats=True),
    "displace": StepWords(
        "Special forces among their own", "Choose the nearest hex for the marker.",
        first="The marker must be moved first, on the page Decision.", answers=True),
    "divide-jamming": StepWords(
        _JAMMING, "Choose how many markers are offensive. The other side does not see it.",
        first="Markers must be divided first: on the page Decision, set how many are offensive.", opens=True),
    "jam": StepWords(
        _JAMMING, "Click an enemy stack for each offensive marker, and confirm.", "Place no more",
        repeats=True),
    "counter-jam": StepWords(
        _JAMMING, "Click a jammed hex for each defensive marker, and confirm.", "Place no more",
        repeats=True, answers=True),
}

_ORDERS = {
    "bomb": OrderWords("Bomb {hex}"),
    "take-step": OrderWords("{unit} loses a step"),
    "deep-strike": OrderWords("Strike with {word} aircraft", number="Aircraft"),
    "raid": OrderWords("Send an aircraft against {hex}"),
    "interdict-hex": OrderWords("Interdict {hex}"),
    "cut-supply": OrderWords("Cut the supply of the attack"),
    "drop-supply": OrderWords("Supply {hex} from the air"),
    "exchange-weasels": OrderWords("Exchange {word} aircraft", number="Aircraft to exchange"),
    "place-weasel": OrderWords("Wild weasels over {hex}"),
    "widen": OrderWords("Widen the interdiction of {hex}"),
    "cover": OrderWords("{units} supports the defence", many="{units} support the defence"),
    "place-special-forces": OrderWords("Special forces in {hex}"),
    "hunt": OrderWords("{unit} attacks the special forces"),
    "divide-jamming": OrderWords(
        "{word} offensive", secret="electronic warfare is divided secretly", number="Offensive markers",
        rest="defensive: {number}"),
    "jam": OrderWords("Jam {hex}"),
    "counter-jam": OrderWords("Counter in {hex}"),
}

WORDS = Words(
    steps=_STEPS, orders=_ORDERS,
    marks={
        "attacked": MarkWords("Engaged", "A", "Have attacked in this player turn"),
        "fired": MarkWords("Emplaced", "½", "Have fired in this player turn"),
        "degraded": MarkWords("Degraded", "D"), "collapsed": MarkWords("Collapsed", "C"),
    },
    hex_marks={
        "raided": MarkWords("Ground attacks", listed=True),
        "interdicted": MarkWords("Interdicted", listed=True),
        "air-supplied": MarkWords("Supplied from the air", listed=True),
        "wild-weasels": MarkWords("Wild weasels", listed=True),
        "soviet-special-forces": MarkWords("Soviet special forces", listed=True),
        "soviet-special-forces-suppressed": MarkWords("Soviet special forces, suppressed", listed=True),
        "nato-special-forces": MarkWords("NATO special forces", listed=True),
        "nato-special-forces-suppressed": MarkWords("NATO special forces, suppressed", listed=True),
        "jammed": MarkWords("Jammed", listed=True),
        "counter-jammed": MarkWords("Jamming countered", listed=True),
    },
    pools_title="Air war and markers",
    pools={
        "nato-superiority": "NATO air superiority", "soviet-superiority": "Soviet air superiority",
        "next-superiority": "Deep strike: next superiority roll -1",
        "reinforcements-hit": "Deep strike: reinforcements reduced",
        "supply-cut": "Deep strike: an attack without supply", "nato-aircraft": "NATO support aircraft",
        "soviet-aircraft": "Soviet support aircraft", "nato-air-supply": "NATO air supply",
        "soviet-air-supply": "Soviet air supply", "wild-weasels": "Wild weasels",
        "nato-electronic-warfare": "NATO electronic warfare",
        "soviet-electronic-warfare": "Soviet electronic warfare",
        "nato-special-forces": "NATO special forces to come",
        "soviet-special-forces": "Soviet special forces to come",
    },
    left={
        "support aircraft": ("support aircraft", "support aircraft"),
        "steps to take": ("step to take", "steps to take"),
        "wild weasels": ("wild weasel", "wild weasels"),
        "special forces": ("marker of special forces", "markers of special forces"),
        "electronic warfare markers": ("electronic warfare marker", "electronic warfare markers"),
    },
    causes=frozenset({"bombers", "electronic-warfare", "table"}),
    rules={
        "advance": "11.19", "barred": "10.4", "enter": "9.0", "movement": "10.0", "odds": "11.7",
        "stacking": "7.0", "supply": "8.0", "zones": "5.8",
    },
)
