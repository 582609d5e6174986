"""The context: what the agent sees next, never over its budget."""
