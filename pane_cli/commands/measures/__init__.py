"""Behind `pane evaluate`: the sessions it reads, and the protocol."""
