"""The commands: one method for each action of the table in `actions`, with the same name.

Each module contains the commands of one menu or one subject; the window passes each group what it uses.
"""
