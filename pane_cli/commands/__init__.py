"""One short file a command: options in, one feature called, result printed."""
