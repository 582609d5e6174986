"""The folder of sessions: append, lock, archive of originals, catalog."""
