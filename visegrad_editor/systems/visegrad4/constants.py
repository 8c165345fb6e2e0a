"""The ids of sides, countries, features and events that the rules name.

A ruleset, map or scenario for this system must use these ids; everything else is data.
"""

from __future__ import annotations

RUSSIAN, ALLIED = 0, 1
SIDES = ("russian", "allied")
SIDE_WORDS = ("Russian", "allied")
SET_UP_ORDER = ("allied", "russian")
"""3.4 gives no order; the defender sets up first, whatever the files say."""

# 7.5: countries whose cities and capitals supply the Russian side.
RUSSIAN_SOURCES = ("russia", "latvia", "belarus", "ukraine")
# 7.5: countries whose cities supply every allied unit after US entry, or once the Russian side has entered
# the country.
LATER_SOURCES = ("germany", "czech-republic", "slovakia", "austria", "hungary")
# 7.5: home countries of the allied nationalities that are on the map from the start.
ALLIED_HOMES = ("poland", "lithuania", "czech-republic", "slovakia", "hungary")
# 12.0: countries whose violation counts at the intervention roll.
INTERVENTION_COUNTRIES = ("hungary", "slovakia", "austria", "czech-republic", "germany")

# Terrain out of play that flying units may cross if the scenario allows it (option `flight_over_sea`).
WATER = frozenset({"sea", "lake"})

CITY, CAPITAL, PORT, INDUSTRIAL = "city", "capital", "port", "industrial"
US_ENTRY, ROMANIA_ENTRY, ITALY_ENTRY = "us-entry", "romania-entry", "italy-entry"
LATER_ALLIES = {"usa": (US_ENTRY, "12.0"), "romania": (ROMANIA_ENTRY, "12.1"), "italy": (ITALY_ENTRY, "12.2")}
"""Countries that may join the war later, by nationality: (event, rule) of their entry."""
DICE, NEVER = "dice", "never"
"""12.0: choices of the option `us_entry`, besides `turn-3` for the end of turn 3."""
CAPITAL_TAKEN = "capital-taken"
"""12.2: the event that the Russian side has occupied a capital that brings Italy in."""
ASSAULT, CYBER_WAR = "assault", "cyber-war"

MAX_CW_LEVEL = 6
"""3.2: the maximum number of markers on the CW table."""

# The boxes of air units, besides those of every game.
POOL, READY, USED = -6, -7, -8
OWN_BOXES = {POOL: "pool", READY: "ready", USED: "used"}

OUT_OF_SUPPLY, INTERDICTED = "out-of-supply", "interdicted"
