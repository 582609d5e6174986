"""Behind `pane evict`, `pin` and `facts`: decisions on their way into sessions."""
