"""The folds: one pass over a session's lines under rules gives a view."""
