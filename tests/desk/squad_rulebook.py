"""The numbered rules that the desk for squad-level cards is about: chapter E, and A24.61 to A26.4.

Each line of `RULES` is a number and a short title of our own, in the order of the rulebook. How the desk
covers a rule is not said here: `scripts/squad_coverage.py` reads it off what code, data and tests cite. Only
two things are declared: what holds no rule to follow (`EXPLAINED`), and what the rules of these two chapters
alone do not say (`needs`).
"""

from __future__ import annotations

from collections.abc import Callable

from rulebooks import Rulebook

RULES = """
E.1 Chapter E is optional
E.2 The later rule holds
E.3 Random Location
E.4 Majority Squad Type
E.5 Aerial range
E.6 SMOKE and aircraft
E1 Night
E1.1 Night Visibility Range
E1.101 Beyond the Night Visibility Range
E1.11 Range, clouds and moon by dice
E1.12 How the range changes
E1.13 A range of 0
E1.14 Seeing moving vehicles
E1.15 Snow widens the range
E1.16 Fortifications are set up hidden
E1.17 Inside a factory
E1.2 What the defender may hide
E1.21 Freedom of movement
E1.22 Experience level of the defender
E1.23 Reconnaissance
E1.3 Concealment by night
E1.31 Losing concealment
E1.32 Gaining concealment
E1.33 Concealment beyond the range
E1.4 Cloaking
E1.41 What is in a cloak
E1.411 Set-up of cloaks
E1.42 Movement of cloaks and what they carry
E1.421 Movement costs of cloaks
E1.422 Stacks and their contents
E1.423 Cloaks and human waves
E1.43 Losing a cloak
E1.5 Movement by night
E1.51 Movement on foot
E1.52 Movement of vehicles
E1.53 Straying
E1.531 Who need not roll
E1.532 Straying into friends
E1.533 Berserk units by night
E1.54 Rout by night
E1.55 Jitter Fire
E1.551 Who fires from fear
E1.552 What Jitter Fire does
E1.56 Recovery by night
E1.6 Stealth classes
E1.61 Stealthy units
E1.62 Lax units
E1.63 Normal units
E1.7 Low visibility in combat
E1.71 Fire lanes by night
E1.72 Snipers and cloaks
E1.73 Hitting what comes into range
E1.74 Acquired targets
E1.75 Fire groups by night
E1.76 Sniper numbers and captured guns
E1.77 Ambush by night
E1.8 Gunflashes
E1.81 Fire at gunflashes
E1.82 Gunflashes of close combat
E1.83 Gunflashes of mines
E1.84 Gunflashes of MOL and flame-throwers
E1.85 Gunflashes of charges and magnetic mines
E1.86 Gunflashes of searches
E1.87 Gunflashes of barrages
E1.88 PIAT
E1.89 What makes no gunflash
E1.9 Illumination
E1.91 First use of starshells and rounds
E1.92 Starshells
E1.921 Who may fire starshells
E1.922 Where starshells burst
E1.923 What starshells light
E1.93 Illuminating Rounds
E1.931 Firing illuminating rounds
E1.932 Where illuminating rounds burst
E1.933 What illuminating rounds light
E1.94 Light of blazes
E1.941 Shadows
E1.942 Light of flames
E1.95 Trip flares
E1.951 What trip flares light
E1.952 Removal of trip flares
E1.953 Searches and trip flares
E2 Interrogation
E2.1 When prisoners are interrogated
E2.2 Interrogation table
E2.21 Concealed units are told
E2.22 Hidden units are told
E2.23 Hidden fortifications are told
E2.24 All is told
E2.3 Limits of sight and distance
E2.4 Civilians
E2.41 Where civilians tell something
E2.42 What civilians tell
E2.43 Who is whose in these rules
E3 Weather
E3.1 Low Visibility
E3.2 Clear weather
E3.3 Fog or mist
E3.31 Levels of fog
E3.311 Density of fog
E3.312 Wind and fog
E3.313 Aircraft and fog
E3.32 Mist
E3.4 Gusty weather
E3.5 Overcast
E3.51 Rain
E3.52 Rain and low visibility
E3.53 Rain and SMOKE
E3.54 Rain and movement
E3.55 Aircraft under clouds
E3.6 Mud
E3.61 Mud: bogging and pushing guns
E3.62 Mud: high explosive
E3.63 Mud: entrenching
E3.64 Mud: movement
E3.65 Open ground in mud and deep snow
E3.7 Snow
E3.71 Falling snow
E3.711 Falling snow and low visibility
E3.712 Winter camouflage
E3.713 Environment in falling snow
E3.72 Ground snow
E3.721 Fires in snow
E3.722 Terrain in snow
E3.723 Infantry and cavalry in ground snow
E3.724 Vehicles in ground snow
E3.73 Deep snow
E3.731 Deep snow: high explosive
E3.732 Deep snow: minefields
E3.733 Infantry and cavalry in deep snow
E3.7331 Vehicles in deep snow
E3.7332 Deep snow: bogging and pushing guns
E3.734 Deep snow and SMOKE
E3.74 Extreme winter
E3.741 Breakdown numbers in extreme winter
E3.742 Fate in extreme winter
E3.743 Entrenching in extreme winter
E3.744 Axis vehicles in extreme winter
E3.75 Drifts
E3.751 What a drift does to sight
E3.752 Crossing a drift
E3.8 Weather and buildings
E3.9 Order of additional movement costs
E4 Ski troops
E4.1 Skis in designs of one's own
E4.2 Ski mode
E4.21 Skis as equipment
E4.22 Dummy skis
E4.3 Movement on skis
E4.31 Downhill on skis
E4.32 Advance on skis
E4.33 Rout on skis
E4.4 Camouflage of ski troops
E4.5 Close combat on skis
E4.6 Weapons and skis
E4.7 Berserk on skis
E4.8 Ahkio
E4.81 An ahkio in the hands of infantry
E4.82 Movement with an ahkio
E4.83 Where an ahkio cannot go
E4.9 The price of an ahkio
E5 Boats
E5.1 Kinds of boats
E5.11 Assault boats
E5.12 Pneumatic boats
E5.121 Small rafts
E5.122 Large rafts
E5.123 Passengers and weapons
E5.2 Boats on land
E5.21 Boarding in the movement phase
E5.22 Boats in the advance phase
E5.23 Beaching
E5.3 Movement on water
E5.31 Several boats in a hex
E5.32 Unloading
E5.33 No towing, no pushing on water
E5.34 Untrained rowers
E5.4 Fire from boats
E5.5 Fire at boats afloat
E5.51 Fire at boats on land
E5.52 Guns against boats
E5.53 Sinking
E5.531 Sinking at the water's edge
E5.532 Sinking in shallow water
E5.54 Broken and berserk units in boats
E5.6 Close combat on water
E6 Swimming
E6.1 Entering the water
E6.2 Moving in the water
E6.21 Drowning
E6.3 Fire at swimmers
E6.4 What swimmers leave behind
E6.41 Rafting
E6.5 Cavalry in the water
E6.6 Fording lines
E7 Air support
E7.1 Aircraft in designs of one's own
E7.2 Arrival of aircraft
E7.21 How many aircraft, of what kind
E7.22 Aerial combat
E7.221 Order and dice of aerial combat
E7.222 Rate of fire in aerial combat
E7.223 Malfunction in aerial combat
E7.224 Breaking off aerial combat
E7.225 Jettisoned bombs
E7.226 Damaged aircraft
E7.23 Lost aircraft and their points
E7.24 Recall of aircraft
E7.25 What aircraft see
E7.3 Sighting
E7.31 Recall while sighting
E7.32 Mistaken attacks
E7.4 Ground support
E7.401 Strafing
E7.402 Point attacks
E7.403 Point attacks of dive bombers
E7.41 Guns of aircraft
E7.42 Bombs
E7.421 Bombs against armour
E7.422 Bombs against an area
E7.43 What may be attacked
E7.5 Fire at aircraft
E7.51 Light weapons against aircraft
E7.511 Effects of light weapons
E7.512 Unlikely kills
E7.52 Heavy guns against aircraft
E7.6 Observation plane
E7.61 Sighting by an observation plane
E7.62 Mistakes of an observation plane
E8 Gliders
E8.1 Use and loads of gliders
E8.11 Gliders in designs of one's own
E8.12 Passengers of gliders
E8.2 Approach
E8.21 Fire at gliders
E8.211 Evasive action
E8.22 Landing
E8.221 Landing off the boards
E8.23 Crash
E8.231 Hexsides and the crash
E8.232 Fire and water
E8.24 Effects of a crash
E8.3 Fire at landed gliders, gliders as cover
E8.4 Unloading
E8.41 Damaged gliders
E8.5 Coming back onto the boards
E9 Parachutes
E9.1 Use of parachutes
E9.11 Wings and sticks
E9.12 Drop points
E9.2 Drift of parachutes
E9.3 Fire at parachutes
E9.31 Who sees parachutes
E9.32 What may fire at parachutes
E9.33 Effects of fire at parachutes
E9.4 Landing by parachute
E9.41 Landing off the boards
E9.42 Injuries of landing
E9.43 Fire after the landing
E9.5 Parachutists that have just landed
E9.6 From parachutes to counters
E9.7 German containers before 1942
E10 Ammunition vehicles
E10.1 Which vehicles have ammunition vehicles
E10.11 Choosing an ammunition vehicle
E10.12 The counter and the room left
E10.2 What an ammunition vehicle is good for
E10.21 Limits of that
E10.3 Replenishment
E10.31 Special ammunition
E10.4 Immobile and lost ammunition vehicles
E10.5 Exploding ammunition vehicles
E10.6 Ammunition dump
E11 Convoys and columns
E11.1 What a convoy is
E11.2 Movement of a convoy
E11.21 Gaps
E11.22 No way back
E11.23 Vehicles and wrecks in the way
E11.24 Motion of a convoy
E11.25 Leaving a convoy
E11.251 When a vehicle may leave
E11.252 Vehicles without radio
E11.253 Recalled vehicles
E11.254 A new convoy
E11.255 What leaving costs
E11.26 Joining convoys
E11.3 What convoys carry
E11.4 Convoys in the line of sight
E11.5 What a column is
E11.51 Weapons of a column
E11.52 Movement of a column
E11.521 Terrain and columns
E11.522 Discovering enemies
E11.523 Joining a column
E11.53 Disbanding a column
E11.531 Disbanding in the movement phase
E11.532 Disbanding in other phases
E11.533 Disbanding under shells and aircraft
E11.534 Mines, wire and columns
E11.535 Wagons
E11.536 Pinned by disbanding
E11.54 Concealment of columns
E11.6 Straying of convoys and columns
E11.7 Convoys that enter in part
E11.8 What convoys are for
E12 Barrages
E12.1 Who may fire a barrage
E12.11 Shape of a barrage
E12.2 Records before the set-up
E12.3 Placing a barrage
E12.31 The line of a barrage
E12.4 Correcting a barrage
E12.5 Strength of a barrage
E12.51 SMOKE barrages
E12.52 Barrages in the line of sight
E12.6 Changing to other missions
E12.7 Creeping barrage
E12.71 Records of a creeping barrage
E12.72 When it begins
E12.73 Creeping in the prep fire phase
E12.731 Creeping in the defensive fire phase
E12.732 An inaccurate beginning
E12.74 Correcting a creeping barrage
E12.75 Creeping barrage: SMOKE and sight
E12.76 Lifting
E12.77 No observer, radio or access
E12.771 A radio after lifting
A24.61 Drifting SMOKE
A24.62 Gusts and SMOKE
A24.7 Moving through SMOKE
A24.8 Sight out of SMOKE
A25 Nationalities
A25.01 Assault engineers
A25.1 Germans
A25.11 SS
A25.111 Late-war SS
A25.12 Combat engineers
A25.13 Volksgrenadiers
A25.2 Russians
A25.21 Russian entrenching
A25.211 Russian submachine-gun squads
A25.212 Russian doctrine early in the war
A25.22 Commissars
A25.221 Rank and morale of commissars
A25.222 Rally by commissars
A25.223 Berserk commissars
A25.224 Lesser commissars
A25.23 Human wave
A25.231 Direction of a wave
A25.2311 Front and flank of a wave
A25.232 Movement of a wave
A25.2321 Range counters
A25.2322 Where a wave does not go
A25.233 Enemies in the way of a wave
A25.234 End of a wave
A25.24 Partisans
A25.241 Movement of partisans
A25.242 Guns of partisans
A25.25 NKVD
A25.3 Americans
A25.31 American airborne troops
A25.32 American guns
A25.33 American artillery
A25.34 American smoke grenades
A25.35 American weapons in other colours
A25.4 British
A25.41 British green troops
A25.42 British airborne troops
A25.43 Gurkhas
A25.44 ANZAC
A25.45 British fire discipline
A25.46 British smoke grenades
A25.5 French
A25.51 French green troops
A25.52 French guns
A25.53 Free French
A25.54 Free French before December 1943
A25.55 Free French from December 1943
A25.56 French weapons in other hands
A25.57 Free French in designs of one's own
A25.58 Vichy French
A25.6 Italians
A25.61 Italian elite
A25.62 Italian first line
A25.63 Italian surrender
A25.64 Lax Italians
A25.65 Italians and tanks
A25.66 Eritreans
A25.7 Finns
A25.71 Finnish leaders
A25.72 Finnish battle hardening
A25.73 Sissi
A25.74 Finnish first line
A25.75 Finnish captured weapons
A25.76 Finnish panzerfausts
A25.77 Finnish panzerschrecks
A25.78 Finnish artillery
A25.79 Finnish guns
A25.8 Axis minors
A25.81 Axis minors and tanks
A25.82 Axis minors: escape and surrender
A25.83 Axis-minor guns
A25.84 Axis-minor submachine-gun squads
A25.85 Axis-minor panzerfausts
A25.86 Hungarians
A25.87 Romanian magnetic mines
A25.9 Allied minors
A25.91 Allied minors and tanks
A25.92 Allied minors in exile
A25.93 Ethiopians
A25.931 Ethiopian elite
A25.932 Ethiopian first line
A25.933 Ethiopian human waves
A25.934 Ethiopian close combat
A25.935 Tank flip
A25.9351 Dice of the tank flip
A25.936 Ethiopian machine guns and mortars
A25.937 Ethiopian captured weapons
A25.938 Ethiopian no quarter and leaders
A26 Victory
A26.1 Victory by control
A26.11 Gaining control
A26.12 Control by vehicles
A26.13 Control of a hex
A26.131 Control of a bridge hex
A26.132 Control of a pillbox hex
A26.14 Control of a building
A26.15 Concealed units and control
A26.16 Control forfeited by fire
A26.161 Fires that nobody answers for
A26.162 Fires of both sides
A26.2 Victory points
A26.21 Values in points
A26.211 Points of infantry and crews
A26.212 Points of vehicles and equipment
A26.213 What counts alike
A26.22 Casualty points
A26.221 Points for what is lost
A26.222 Points for prisoners
A26.23 Exit points
A26.3 Avoiding defeat
A26.4 Balance
A footnote 1 Mistakes of procedure
A footnote 2 Range
A footnote 3 Infantry overrun
A footnote 4 Marking who has moved
A footnote 5 What a squad carries
A footnote 6 Keeping weapons
A footnote 7 Crews of guns in a stack
A footnote 8 Point-blank fire
A footnote 9 Advancing fire
A footnote 10 Opportunity fire
A footnote 10A The incremental fire table
A footnote 11 Pinned units
A footnote 12 Residual firepower
A footnote 13 Final protective fire
A footnote 14 Dismantled machine guns
A footnote 15 Melee
A footnote 16 Close-defence weapons
A footnote 17 Street fighting
A footnote 18 Concealment in writing, referees
A footnote 19 Cavalry
A footnote 20 Snipers
A footnote 21 Charges of berserk units
A footnote 22 Surrender
A footnote 23 Battlefield integrity
A footnote 24 Loss of point value
A footnote 25 Replaced units
A footnote 26 Green and conscript troops
A footnote 27 Escape
A footnote 28 Bottles of petrol
A footnote 29 Smoke grenades
A footnote 30 National differences
A footnote 31 Early-war SS
A footnote 31A Late-war SS
A footnote 31B Volksgrenadiers
A footnote 31C Submachine guns
A footnote 31D Russian doctrine
A footnote 32 Speed of a human wave
A footnote 33 Partisans
A footnote 33A NKVD
A footnote 34 American optics
A footnote 35 French counters
A footnote 36 Italian troops
A footnote 36A Eritrean troops
A footnote 37 Finland and the Axis
A footnote 37A Finnish squads
A footnote 37B Finnish panzerfausts in June 1944
A footnote 38 Troops of the Axis minors
A footnote 39 No quarter against partisans
A footnote 40 Infantry of armoured divisions
A footnote 41 Hungarians
A footnote 42 Romanian magnetic mines
A footnote 43 Allied minors
A footnote 44 Ethiopian counters
E footnote 1 Night attacks
E footnote 2 Range by night
E footnote 3 Units that may not move
E footnote 4 Cloaked movement
E footnote 5 Movement by night behind the lines
E footnote 6 Straying
E footnote 7 Fire by night
E footnote 8 Aiming by night
E footnote 9 Fire by mistake
E footnote 10 No gunflash in the advancing fire phase
E footnote 11 Light
E footnote 12 Starshell use
E footnote 13 Brighter rounds
E footnote 13A Trip flares in the jungle
E footnote 14 Worth of prisoners
E footnote 14A Finnish ski boots
E footnote 14B Ahkio
E footnote 15 Boats of other nations
E footnote 16 Boats as targets
E footnote 17 Swimmers as targets
E footnote 18 Air support
E footnote 19 Aircraft that go home
E footnote 20 Fire at aircraft
E footnote 21 Machine guns against aircraft
E footnote 22 Stronger aircraft
E footnote 23 Parachutes in the war
E footnote 24 Drift and landing by nation
E footnote 25 Injuries
E footnote 26 German parachutists before 1942
E footnote 27 Barrages
E footnote 28 Creeping barrages
E footnote 29 Rigid correction
E footnote 30 Too early a start
E footnote 31 Dust and smoke of a creeping barrage
E footnote 32 No radio
E footnote 33 Batteries after lifting
"""

_FOOTNOTE = r"[AE] footnote \d{1,2}[A-D]?"
_NUMBER = r"[AE]\d{0,2}\.\d{1,4}"


def _read() -> dict[str, str]:
    """Numbers and titles; headings such as `E1` are those without a point."""
    found = {}
    for line in RULES.strip().splitlines():
        words = line.split(" ")
        count = 3 if words[1] == "footnote" else 1
        found[" ".join(words[:count])] = " ".join(words[count:])
    return found


BOOK = Rulebook(
    system="squad", title="Chapter E, and A24.61 to A26.4", page="squad-coverage.md", rulings="squad-desk.md",
    chapters={"E": "Chapter E", "A": "Chapter A from A24.61 to A26.4"}, rules=_read(),
    number=f"{_FOOTNOTE}|{_NUMBER}")

_HEADING = "A heading; its rules follow."
_HISTORY = "Why the rule is so, from history or design; nothing to follow."
_ELSEWHERE = "Comment on a rule of chapter A that is not among these."

EXPLAINED: dict[str, str] = {
    **dict.fromkeys(("E1", "E2", "E4", "E5", "E6", "E7", "E8", "E9", "E10", "E11", "E12", "A26"), _HEADING),
    "E1.5": "Says that movement is as by day but for E1.51 to E1.56, which follow.",
    "E11.8": "Says that convoys and columns have no other advantages and penalties than these.",
    "A25.5": "Says which counters are French, Vichy French and Free French, as a card writes them.",
    "A25.92": "Says that exiles are British or Russian, as a card writes them.",
    **{f"E footnote {n}": _HISTORY for n in range(1, 34) if n not in (5, 10)},
    **{f"E footnote {n}": _HISTORY for n in ("13A", "14A", "14B")},
    **{f"A footnote {n}": _ELSEWHERE for n in range(1, 30) if n not in (14, 18, 19)},
    **{f"A footnote {n}": _HISTORY for n in (
        "30", "31", "31A", "31C", "31D", "32", "34", "35", "36A", "37A", "41", "42", "44")},
    "A footnote 18": "Ways to play with hidden units; a log keeps from a side what it may not know.",
    "A footnote 36": "Advice on which Italian formations are elite; the designer chooses the counters.",
    "A footnote 38": "Advice on formations of the smaller Axis nations; the designer chooses the counters.",
    "A footnote 40": "Advice to say by special rule which first-line units take the usual check.",
}
"""What holds no rule to follow, and why."""

LOST = frozenset({"E7.62"})
"""Rules that others name and whose text is not in the source; a citation of them carries out nothing."""

_COSTS, _SIGHT, _FIRE = "movement costs (A4, B, D2)", "lines of sight (A6)", "the fire table (A7)"
_HIT, _CLOSE, _GUNS = "numbers to hit and to kill (C3 to C7)", "close combat (A11)", "artillery missions (C1)"
_CONCEALED, _ROUT = "concealment (A12)", "rout and rally (A10)"
_PRICES = "prices of designs of one's own (H1)"
_BOG, _DIG = "bogging and pushing guns (D8, C10)", "entrenching (B27)"
_NEEDS: tuple[tuple[str, str], ...] = (
    ("E.5, E1.101, E1.13, E1.14, E1.17, E1.922, E1.941, E2.3, E3.1, E3.32, E3.8, E7.25, E7.3, E9.31, "
     "E11.25 to E11.251, E11.53 to E11.532, A24.8, A25.231",
     _SIGHT),
    ("E.6", f"{_SIGHT} and SMOKE (A24.1 to A24.6)"),
    ("E1.16, E1.3 to E1.33, E1.953, E11.522, E11.54", _CONCEALED),
    ("E1.21", f"the exceptions that are lost in the source, and {_SIGHT}"),
    ("E1.42 to E1.422", "movement costs and stacking (A4, A5)"),
    ("E1.51, E1.52, E1.53, E3.54, E3.64, E3.723, E3.724, E3.733, E3.7331, E3.9, E4.3 to E4.32, E4.82, "
     "E5.21, E5.32, E11.2, E11.52, A24.7, A25.232",
     _COSTS),
    ("E1.54, E4.33, A25.222", _ROUT),
    ("E1.551, E1.552", "rates of fire and breakdown (A9)"),
    ("E1.56", "recovery of weapons (A4.44)"),
    ("E1.7", f"{_SIGHT} and heights (B10)"),
    ("E1.71", "fire lanes (A9)"),
    ("E1.72", "snipers (A14)"),
    ("E1.73, E1.74, E5.52, E7.52", _HIT),
    ("E1.75", "fire groups (A7.55)"),
    ("E1.77", "ambush (A11.4)"),
    ("E1.81, E1.952, E5.5, E5.51, E6.3, E7.51, E7.511, E8.21, E9.3, E9.33, E9.43", _FIRE),
    ("E1.93 to E1.932", "artillery and mortars (C1, C2)"),
    ("E3.61, E3.7332", _BOG),
    ("E3.62, E3.731", f"{_FIRE} and residual fire (A8)"),
    ("E3.63, E3.743, A25.21", _DIG),
    ("E3.721, A26.16 to A26.162", "spread of fire (B25)"),
    ("E3.722", "marsh, streams and ice (B16, B20, B21)"),
    ("E3.732", "mines (B28)"),
    ("E3.742", "Fate (A10.64)"),
    ("E3.752", f"{_COSTS} and {_BOG}"),
    ("E4.1, E4.9, E7.1, E8.11, E10.6, A25.57", _PRICES),
    ("E4.5, E5.6, A25.9351", _CLOSE),
    ("E4.7, A25.223", "berserk units (A15)"),
    ("E5.2", "pushing guns (C10)"),
    ("E5.23, E5.3, E5.53 to E5.532, E6.2, E6.6", "water and its banks (B21)"),
    ("E5.4, E7.4 to E7.422", f"{_FIRE}, {_HIT}"),
    ("E5.31", "attacks on an area (C3.33)"),
    ("E6.1", "Task Checks by morale (A10)"),
    ("E6.5", "cavalry (A13)"),
    ("E7.2", "the number of a purchase (H1.531)"),
    ("E7.6, E12.1, E12.3, E12.4, E12.6, E12.73 to E12.74, E12.77, E12.771", _GUNS),
    ("E7.61", f"the end of the rule, which is lost in the source, and {_GUNS}"),
    ("E7.62", "the rule itself, which the source names but does not have"),
    ("E8.3", f"{_FIRE} and {_HIT}"),
    ("E8.4", "unloading of vehicles and guns (D6, C10)"),
    ("E10.2, E10.3", "ammunition shortage (D3.71)"),
    ("E10.5", f"{_FIRE} and charges (A23)"),
    ("E11.23", "vehicles in one Location (D2.14)"),
    ("E11.24", "vehicles in motion (D2.4)"),
    ("E11.252", "platoon movement (D14)"),
    ("E11.4", "Case J (C6)"),
    ("E12.5", _FIRE),
    ("E12.51", "SMOKE (A24.1 to A24.6)"),
    ("E12.52, E12.75", "sight through artillery fire (C1.57)"),
    ("A24.61", "the beginning of the rule and the Hindrance of each kind of SMOKE (A24.1 to A24.6)"),
    ("A25", "the chart of national capabilities"),
    ("A25.01", "what assault engineers do (H1.22)"),
    ("A25.11, A25.25", "the morale that is printed on counters"),
    ("A25.111, A25.72", "the chart of replacements, which is lost in the source"),
    ("A25.212", f"{_CLOSE} and {_GUNS}"),
    ("A25.221", "checks for the loss of leaders (A10.2)"),
    ("A25.233", "infantry overrun (A4.15)"),
    ("A25.34, A25.46", "smoke grenades (A24.1)"),
    ("A25.43, A25.934", "hand-to-hand combat (J2, G1.64)"),
    ("A25.45", "cowering (A7.9)"),
    ("A25.63", "capture and escape (A20)"),
    ("A25.65, A25.81, A25.91", "checks before attacks on tanks (A11.6)"),
    ("A25.74", "flame-throwers and charges (A22, A23)"),
    ("A25.76, A25.77, A25.85", "panzerfausts and the like (C13)"),
    ("A25.33, A25.78", _GUNS),
    ("A25.82", "Heat of Battle (A15)"),
    ("A25.87", "the base number of the check (C13.7)"),
    ("A25.936", "breakdown and rates of fire (A9)"),
    ("A25.938", "creation of leaders (A18)"),
)
"""Rules, as they are cited, and what of other chapters they need beyond what the desk does."""


def needs(cited: Callable[[Rulebook, str], set[str]]) -> dict[str, str]:
    """Rule to what it needs of other chapters. `cited` reads citations. Raises `ValueError` if one needs two
    things."""
    found: dict[str, str] = {}
    for rules, what in _NEEDS:
        for rule in cited(BOOK, rules) | {r for r in (rules,) if r in BOOK.rules}:
            if rule in found:
                raise ValueError(f"{rule} needs {found[rule]} and {what}; say both in one place.")
            found[rule] = what
    return found
