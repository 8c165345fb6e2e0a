"""The main window: its menus, bars, dock, theme and settings."""
