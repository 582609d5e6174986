"""Behind `pane summarize`: a session at hand becomes a summary."""
