"""The game: the chapters of this folder, with which it plays from its data."""

from __future__ import annotations

from ...engine.hexgame.chapter import Chapter
from .air import Air
from .air_mobile import AirMobile
from .alone import Alone
from .arrivals import Arrivals
from .borders import Borders
from .chemical import Chemical
from .electronic_warfare import ElectronicWarfare
from .ground_supply import GroundSupply
from .guards import Guards
from .linking import Linking
from .losses import Losses
from .nations import Nations
from .retreats import Retreats
from .special_forces import SpecialForces
from .weasels import WildWeasels


def chapters() -> tuple[Chapter, ...]:
    """The chapters, in the order in which they are asked."""
    return (
        Arrivals(),
        GroundSupply(),
        Guards(),
        Nations(),
        Retreats(),
        Losses(),
        Linking(),
        Alone(),
        Borders(),
        Chemical(),
        Air(),
        AirMobile(),
        SpecialForces(),
        ElectronicWarfare(),
        WildWeasels(),
    )
