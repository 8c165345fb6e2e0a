"""What the actions do: one method for each entry of the table in `actions`, of the same name.

Each module here holds the commands of one menu or one subject; the window gives each group its parts.
"""
