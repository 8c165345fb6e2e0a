"""Opening, saving, importing and exporting documents, and the dialogs for it."""
