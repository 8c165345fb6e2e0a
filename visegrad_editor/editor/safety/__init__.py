"""Nothing is lost: unsaved work is kept aside, and files are watched while they are open."""
