"""Behind `pane assemble`: contexts, mirrors of them, and what is kept of a run."""
