"""A session: an append-only log of JSON lines, and how bytes become lines and back."""
