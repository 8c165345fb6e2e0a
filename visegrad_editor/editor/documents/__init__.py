"""Opening, saving, importing and exporting documents, and their dialogs."""
