"""Behind `pane check`: inputs in, findings out, and what is mended."""
