"""The window for squad-level cards."""
