"""One short file a command: options in, one feature called, result printed.

What stands behind a command is in a room of its own, what several share in `shared/`.
"""
