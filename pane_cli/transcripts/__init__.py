"""Transcripts as agents write them: one reader a format; `formats.py` is the table."""
