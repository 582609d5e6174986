"""Behind `pane doctor`: the checks of a store and of how agents are wired."""
