"""Rules modules, one package per game."""
