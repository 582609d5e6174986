"""Behind `pane hook`: an agent's event in, what its window lacks out."""
