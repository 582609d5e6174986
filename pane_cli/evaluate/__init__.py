"""Evaluation: whether contexts hold what the agent went on to use; better weights."""
