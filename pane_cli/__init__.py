"""pane: decides what an agent sees next, from plain session files."""
