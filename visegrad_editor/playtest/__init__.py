"""Games between automatic players, random tests of rules modules, and odds reports."""

from .play import play_game, play_on

__all__ = ["play_game", "play_on"]
