"""Games between automatic players."""

from .play import play_game, play_on

__all__ = ["play_game", "play_on"]
