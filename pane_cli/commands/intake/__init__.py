"""Behind `pane ingest`: transcripts into the store, once or as they grow."""
