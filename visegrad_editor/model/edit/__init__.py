"""Edits: a document in, a new document out, sharing everything that did not change.

Nothing here knows about windows or undo; `model.history` keeps the results. An edit that changes nothing
returns the document it was given.
"""
