"""How agents are wired in: what their hooks say, what they may be told, and where."""
